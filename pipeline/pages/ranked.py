"""What a ranked workbook says: one system over one season."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.accounts import INFORMATION
from pipeline.pages.columns import Column, cells
from pipeline.pages.heading import Heading
from pipeline.pages.season import Season, season_status
from pipeline.pages.tables import scores_csv
from pipeline.rules.rank import in_standings
from pipeline.rules.rule_sheet import Paragraph
from pipeline.score.published import Published
from pipeline.score.score import IN_PROGRESS, SCORED, UNSCORABLE
from schemas.words import POWERS

THREE_DECIMALS = ("pgp",)  # percentages, printed to three decimals in the source


@dataclass(frozen=True, eq=False)
class Report:
    """All that a ranked workbook shows of one system over one season.

    season     label, 2013 or 2013-14
    system     id, c_diplo_namur
    title      C-Diplo Namur
    status     FINAL, PROVISIONAL or INCOMPLETE
    reasons    why it is not FINAL, in words
    labels     what the data is: real, worked example, generated, not stated; one or several
    rules      the paragraphs of the system's docstring
    events     event, name, data, official (bool: the system is the event's own), boards, scored (boards), file (below
               data/raw), digest (sha256 in hex), source (text or "")
    scores     event, round, board, power, player, final_centres, <parts>, score, place, status, <working>; in canonical
               order; parts, score and working NaN and place missing where not scored
    parts      columns of scores that add up to the score, in the rule's order
    working    columns of scores that are shown but not added
    standings  rank, player, games, score, <tie-break columns>
    charts     event, round, board, power, player, result, <years as "1901" ..., NaN where unknown>, final_centres,
               eliminated (year or NaN); rows as in scores
    checks     check (text), found, expected (numbers or text), holds (bool)
    boards     the columns of the charts, which the workbooks of all systems have in common
    """

    season: str
    system: str
    title: str
    status: str
    reasons: list[str]
    labels: list[str]
    rules: list[Paragraph]
    events: pd.DataFrame
    scores: pd.DataFrame
    parts: list[str]
    working: list[str]
    standings: pd.DataFrame
    charts: pd.DataFrame
    checks: pd.DataFrame
    boards: tuple[Column, ...]

    @property
    def heading(self) -> Heading:
        """What stands above every sheet."""
        return Heading(self.title, self.season, self.status, self.reasons, self.labels)

    @cached_property
    def decimals(self) -> int:
        """Decimals shown: three where two would make different scores look alike."""
        if self.system in THREE_DECIMALS:
            return 3
        exact = {round(score, 9) for score in cells(self.standings["score"]) if isinstance(score, int | float)}
        return 2 if len({round(score, 2) for score in exact}) == len(exact) else 3


def report(season: Season, published: Published) -> Report:
    """What the workbook of one system over one season shows."""
    rows = published.at(season.rows)
    scored = np.unique(season.board[rows["score"].notna()])
    provisional = bool((rows["status"] == IN_PROGRESS).any())
    status, reasons = report_status(len(scored), provisional, season.boards, season.blocked)
    table = published.standings_of(season.name)
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
        boards=season.chart_columns,
    )


def report_status(
    scored: int, provisional: bool, boards: pd.DataFrame, blocked: Sequence[str]
) -> tuple[str, list[str]]:
    """The season's status, and how many of its boards the system could score; `provisional`: some before their end."""
    status, reasons = season_status(boards, blocked, ", with provisional scores" if provisional else " and not scored")
    if scored < len(boards) - (0 if provisional else boards["in_progress"].sum()):
        reasons.append(f"{scored} of {len(boards)} boards could be scored")
    return status, reasons


def _event_rows(published: Published, season: Season, scored: NDArray[np.intp]) -> pd.DataFrame:
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


def _checks(published: Published, rows: pd.DataFrame, table: pd.DataFrame, season: Season) -> pd.DataFrame:
    """Control figures: what was read, what became of it, and whether it adds up."""
    boards = season.boards
    counts = rows["status"].where(~rows["status"].str.startswith(UNSCORABLE), "unscorable").value_counts()
    ranked = rows[rows["score"].notna() & in_standings(rows["player"])]
    differing = sum(problem.code == "score_differs" for problem in season.problems)
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
            compared - differing if compared else 0,
            compared,
        ),
        ("Boards with a control total", season.totals, INFORMATION),
        ("Boards with the centres of every year", int(boards["charted"].sum()), INFORMATION),
        ("Seats without a player", int((rows["player"] == "").sum()), INFORMATION),
    ]
    checks = pd.DataFrame(figures, columns=["check", "found", "expected"])
    checks["holds"] = [expected == INFORMATION or found == expected for _, found, expected in figures]
    return checks
