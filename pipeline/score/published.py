"""Scores -> the frames we publish: a row a seat with every part, the standings, and what a ranked workbook shows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.books.ranked import Report, board_columns
from pipeline.books.sheet import Block
from pipeline.check.accounts import INFORMATION, accounted
from pipeline.problems.codes import Problem
from pipeline.rules.rank import standings
from pipeline.rules.rule_sheet import column
from pipeline.rules.systems import System
from pipeline.score.facts import Facts, flat
from pipeline.score.score import IN_PROGRESS, SCORED, UNSCORABLE, Scores, score_boards, statuses
from pipeline.tidy.tables import BOARD, EVENT, SEAT, SOURCE, Tables, in_standings
from schemas.scores import FIXED, scores_schema, standings_schema
from schemas.tables import TABLES
from schemas.words import POWERS

NOT_SCORED = "not scored"  # the organiser's no
INCOMPLETE, PROVISIONAL, FINAL = "INCOMPLETE", "PROVISIONAL", "FINAL"


@dataclass
class Published:
    """One system over all seasons read.

    scores  one row a seat in canonical order: season, the columns of the contract, working columns, `official`
    boards  Scores of the boards, aligned with the facts' arrays
    """

    system: System
    scores: pd.DataFrame
    boards: Scores

    @property
    def parts(self) -> list[str]:
        """The columns that add up to the score."""
        return [column(part) for part in self.boards.parts]

    @property
    def working(self) -> list[str]:
        """The columns that are shown but not added."""
        return [column(name) for name in self.boards.working]

    def season(self, season: str) -> pd.DataFrame:
        """The rows of one season."""
        return self.at(np.flatnonzero(self.scores["season"] == season))

    def at(self, rows: NDArray[np.intp]) -> pd.DataFrame:
        """The rows at some places, numbered afresh."""
        return self.scores.iloc[rows].reset_index(drop=True)

    def ranked(self, scores: pd.DataFrame) -> pd.DataFrame:
        """The standings of some of the rows: seats with a score and a player whose name is known."""
        return standings_schema.validate(standings(scores[scores["score"].notna() & in_standings(scores["player"])]))


def publish(system: System, facts: Facts, tables: Tables) -> Published:
    """Score all boards under one system and lay the result out, a row a seat."""
    boards = score_boards(system, facts.arrays)
    seats, counted = facts.seats, facts.seats["scored"].to_numpy(dtype=bool)
    parts = {column(name): np.where(counted, flat(points), np.nan) for name, points in boards.parts.items()}
    frame = seats[[*SEAT, "player", "final_centres", "raw_row"]].assign(
        **{name: points + 0.0 for name, points in parts.items()},
        score=np.where(counted, np.round(flat(boards.score), 12) + 0.0, np.nan),
        place=pd.array(flat(boards.place), dtype="Int64"),
        status=_status(facts, boards),
        **{column(name): flat(figure) for name, figure in boards.working.items()},
        official=_official(system, seats, tables),
    )
    frame["place"] = frame["place"].mask(frame["score"].isna())
    return Published(system, scores_schema([*parts]).validate(frame), boards)


def _status(facts: Facts, boards: Scores) -> np.ndarray:
    """What became of each seat, in the words of the contract."""
    words, of_board = statuses(boards.lacks, facts.arrays.in_progress)
    status = np.array(words, object)[np.repeat(of_board, len(POWERS))]
    return np.where(facts.seats["scored"], status, NOT_SCORED)


def _official(system: System, seats: pd.DataFrame, tables: Tables) -> np.ndarray:
    """The system is the one the event was scored by."""
    own = seats[EVENT].merge(tables.events[[*EVENT, "system"]], on=EVENT, how="left", validate="many_to_one")
    return (own["system"] == system.id).to_numpy()


def scores_csv(published: Published, rows: pd.DataFrame) -> pd.DataFrame:
    """The columns of `<system>.scores.csv`."""
    return rows[[*FIXED[: FIXED.index("score")], *published.parts, "score", "place", "status", *published.working]]


# -- the ranked workbook -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class OneSeason:
    """What the workbooks of all systems say of one season: worked out once for all of them.

    rows      where its seats stand among those of all seasons, in the facts as in the scores
    seats     its rows of the facts
    board     the number of the board of each of them
    event_of  the event of each board
    boards    its rows of the facts
    events    its rows of the tables
    totals    boards with a control total
    differing  the published scores that differ from the computed ones
    accounted  what became of the cells of its sheets, as lines of the Checks
    blocked   the files that an error keeps out
    charts    see `chart_rows`
    table     the same as a table
    """

    name: str
    rows: NDArray[np.intp]
    seats: pd.DataFrame
    board: NDArray[np.intp]
    event_of: pd.Series
    boards: pd.DataFrame
    events: pd.DataFrame
    totals: int
    differing: list[Problem]
    accounted: list[tuple[str, object, object]]
    blocked: Sequence[str]
    charts: pd.DataFrame
    table: Block


def season_of(
    name: str, facts: Facts, tables: Tables, problems: Sequence[Problem], cells: pd.DataFrame, charts: pd.DataFrame
) -> OneSeason:
    """One season of all that was read.

    cells   season, fate, reason, cells: what became of the cells of the sheets
    charts  see `chart_rows`
    """
    rows = np.flatnonzero(facts.seats["season"] == name)
    seats = facts.seats.iloc[rows].reset_index(drop=True)
    own = [problem for problem in problems if problem.season == name]
    return OneSeason(
        name=name,
        rows=rows,
        seats=seats,
        board=seats.groupby(BOARD, sort=False).ngroup().to_numpy(),
        event_of=seats.drop_duplicates(BOARD)["event"].reset_index(drop=True),
        boards=facts.boards[facts.boards["season"] == name],
        events=tables.events[tables.events["season"] == name],
        totals=len(tables.totals[tables.totals["season"] == name].drop_duplicates(BOARD)),
        differing=[problem for problem in own if problem.code == "score_differs"],
        accounted=accounted(cells[cells["season"] == name]),
        blocked=sorted({problem.file for problem in own if problem.severity == "error"}),
        charts=charts,
        table=Block(board_columns(charts)),
    )


def report(published: Published, season: OneSeason) -> Report:
    """What the workbook of one system over one season shows."""
    rows = published.at(season.rows)
    scored = np.unique(season.board[rows["score"].notna()])
    provisional = bool((rows["status"] == IN_PROGRESS).any())
    status, reasons = report_status(len(scored), provisional, season.boards, season.blocked)
    table = published.ranked(rows)
    return Report(
        season=season.name,
        system=published.system.id,
        title=published.system.title,
        status=status,
        reasons=reasons,
        labels=sorted(set(season.events["data"])),
        rules=published.system.rules,
        events=_event_rows(published, season, scored),
        scores=scores_csv(published, rows).assign(official=rows["official"]),
        parts=published.parts,
        working=published.working,
        standings=table,
        charts=season.charts,
        checks=_checks(published, rows, table, season),
        boards=season.table,
    )


def report_status(
    scored: int, provisional: bool, boards: pd.DataFrame, blocked: Sequence[str]
) -> tuple[str, list[str]]:
    """The season's status, and how many of its boards the system could score; `provisional`: some before their end."""
    status, reasons = season_status(boards, blocked, ", with provisional scores" if provisional else " and not scored")
    if scored < len(boards) - (0 if provisional else boards["in_progress"].sum()):
        reasons.append(f"{scored} of {len(boards)} boards could be scored")
    return status, reasons


def season_status(boards: pd.DataFrame, blocked: Sequence[str], of_games: str = "") -> tuple[str, list[str]]:
    """FINAL, PROVISIONAL or INCOMPLETE, and why it is not FINAL; `of_games` says what becomes of games in progress."""
    reasons = [f"lacks {', '.join(blocked)}: see problems.xlsx"] if blocked else []
    going_on = int(boards["in_progress"].sum())
    if going_on:
        reasons.append(("1 game is" if going_on == 1 else f"{going_on} games are") + " in progress" + of_games)
    return (INCOMPLETE if blocked else PROVISIONAL if going_on else FINAL), reasons


def _event_rows(published: Published, season: OneSeason, scored: NDArray[np.intp]) -> pd.DataFrame:
    """The events; `scored` are the numbers of the boards that have a score."""
    events, boards = season.events, season.event_of.value_counts()
    of_event = season.event_of.iloc[scored].value_counts()
    return pd.DataFrame(
        {
            "event": events["event"],
            "name": events["name"],
            "data": events["data"],
            "official": events["system"] == published.system.id,
            "boards": events["event"].map(boards).fillna(0).astype(int),
            "scored": events["event"].map(of_event).fillna(0).astype(int),
            "file": events["file"],
            "digest": events["digest"],
            "source": events["source"],
        }
    ).reset_index(drop=True)


def chart_rows(facts: Facts, season: str) -> pd.DataFrame:
    """One row a seat: the centres of every year known, the final ones, what became of the power and of the game."""
    seats = facts.seats[facts.seats["season"] == season].reset_index(drop=True)
    boards = facts.boards[[*BOARD, "result", "solo", "last_year"]]
    games = seats[BOARD].merge(boards, on=BOARD, how="left", validate="many_to_one")
    known = [year for year in facts.years if seats[year].notna().any()]
    result = games["result"].where(games["solo"] == "", "solo: " + games["solo"])
    return pd.DataFrame(
        {
            **{name: seats[name] for name in ("event", "round", "board", "power", "player")},
            "result": result,
            **{str(year): seats[year] for year in known},
            "final_centres": seats["final_centres"],
            "eliminated": seats["eliminated"],
        }
    )


def _checks(published: Published, rows: pd.DataFrame, table: pd.DataFrame, season: OneSeason) -> pd.DataFrame:
    """Control figures: what was read, what became of it, and whether it adds up."""
    boards = season.boards
    counts = rows["status"].where(~rows["status"].str.startswith(UNSCORABLE), "unscorable").value_counts()
    ranked = rows[rows["score"].notna() & in_standings(rows["player"])]
    compared = int((rows["official"] & season.seats["typed_score"].notna() & rows["score"].notna()).sum())
    gap = (rows[published.parts].sum(axis=1) - rows["score"]).abs().max() if len(ranked) else 0.0
    figures: list[tuple[str, object, object]] = [
        *season.accounted,
        ("Boards", len(boards), len(season.event_of)),
        ("Seats: seven a board", len(rows), len(POWERS) * len(boards)),
        ("Seats scored + in progress + not scored + unscorable", int(counts.sum()), len(rows)),
        (
            "Seats with a score",
            int(rows["score"].notna().sum()),
            int(counts.get(SCORED, 0) + counts.get(IN_PROGRESS, 0)),
        ),
        ("Largest difference between a score and the sum of its parts", float(np.round(gap, 9)), 0.0),
        ("Sum of the standings", float(table["score"].sum().round(6)), float(ranked["score"].sum().round(6))),
        ("Games in the standings", int(table["games"].sum()), len(ranked)),
        (
            "Published scores that agree with the computed ones",
            compared - len(season.differing) if compared else 0,
            compared,
        ),
        ("Boards with a control total", season.totals, INFORMATION),
        ("Boards with the centres of every year", int(boards["charted"].sum()), INFORMATION),
        ("Seats without a player", int((rows["player"] == "").sum()), INFORMATION),
    ]
    checks = pd.DataFrame(figures, columns=["check", "found", "expected"])
    checks["holds"] = [expected == INFORMATION or found == expected for _, found, expected in figures]
    return checks


def tables_csv(facts: Facts, tables: Tables, entries: pd.DataFrame, season: str) -> dict[str, pd.DataFrame]:
    """The tidy tables of one season behind it all, by name; rows count from 1, as a reader of the sheet counts them.

    entries  the entry lists of Bao events in their order, see `Tournaments`
    """
    seats = facts.seats[facts.seats["season"] == season]
    centres = seats.melt([*SEAT, *SOURCE], facts.years, "year", "centres").dropna(subset=["centres"])
    boards = facts.boards[facts.boards["season"] == season]
    frames = {
        "events": tables.events[tables.events["season"] == season],
        "boards": boards.merge(seats.drop_duplicates(BOARD)[[*BOARD, *SOURCE]], on=BOARD, validate="one_to_one"),
        "seats": seats,
        "centres": centres.sort_values([*SOURCE, "year"], kind="stable"),
        "nmrs": tables.nmrs[tables.nmrs["season"] == season],
        "entries": entries[entries["season"] == season],
        "matches": tables.matches[tables.matches["season"] == season],
        "moves": tables.moves[tables.moves["season"] == season].assign(time=lambda moves: moves["time"].astype(str)),
    }
    counted = {name: frame.assign(row=frame["row"] + 1) for name, frame in frames.items()}
    checked = {name: TABLES[name].validate(frame) if len(frame) else frame for name, frame in counted.items()}
    return {name: frame[[*TABLES[name].columns]] for name, frame in checked.items()}
