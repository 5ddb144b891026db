"""Why the standings came out so: how ties were settled, what other readings say, which problems are open."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pandas as pd

from pipeline.pages.report import OpinionReport, by_event, named, rows_of
from pipeline.problems.codes import ORDER
from pipeline.problems.words import SEVERITIES, counted
from pipeline.report.elements import Bit, Cell, Group, Table, decimals, figure, plain, rank_shown, text
from pipeline.report.labels import SECTIONS, Labels
from pipeline.report.tournaments import nations_of, stage_title, stages_of
from pipeline.rules.bao.tournaments import NATIONS
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import Text, say

UNSETTLED = say("shared: nothing parts them")
MOVERS, BOARDS = 12, 8  # rows shown
POWER_AND_PLACES = ("power", "player", "place", "other_place")
PROBLEMS_SHOWN = 400  # rows
GRAVE = ("error", "warning")  # what a reader of the standings has to know; other problems concern only those who type
Line = tuple[str, str, str, Text, Text]  # severity, file, sheet, message, hint


class Tied(NamedTuple):
    """A player in a tie: the rank as it is shown, how the tie was settled, the score."""

    rank: str
    player: Any
    settled: Any
    score: str


def ties_table(labels: Labels, standings: pd.DataFrame) -> Table | None:
    """Return every tie of all standings, and how it was settled."""
    rows: list[list[Cell]] = []
    for number, circuit in enumerate(labels.report.circuits, 1):
        rows += _ties_of(labels, Bit(circuit.title, link=f"circuit-{number}"), named(circuit))
    for event, ranked in by_event(standings):
        title = Bit(labels.name(event), link=labels.anchors.get(event, ""))
        rows += _ties_of(labels, title, ranked, labels.systems.get(event, ""))
    for page in labels.report.tournaments:
        for table in stages_of(page):
            if table["complete"].all():
                title = Bit(stage_title(labels, table, page), link=labels.anchors[page.event])
                nations = table["stage"].iloc[0] == NATIONS
                rows += _ties_of(labels, title, nations_of(table) if nations else table.assign(score=table["points"]))
    return Table(labels.w(SECTIONS["ties"]), labels.heads("standings", "tied", "how"), rows) if rows else None


def _ties_of(labels: Labels, title: Bit, standings: pd.DataFrame, system: str = "") -> Iterator[list[Cell]]:
    """Yield the ties of one table of standings: players with equal scores that a tie-break ordered, or with a shared rank."""
    exact = (pd.to_numeric(standings["score"]).round(EQUAL_DECIMALS) + 0.0).map(text)
    shown, shared = labels.figures(standings["score"], system), standings.duplicated("rank", keep=False)
    ties: dict[str, list[Tied]] = {}
    for level, *row in zip(exact, rows_of(standings, ["rank", "player", "settled"]), shown, shared, strict=True):
        (rank, player, settled), score, several = row
        if text(settled) or several:
            ties.setdefault(level, []).append(Tied(rank_shown(rank, several), player, settled, score))
    for rows in ties.values():
        names = [[Bit(f"{one.rank} "), labels.player(one.player)] for one in rows]
        tied = [bit for number, name in enumerate(names) for bit in ([Bit(", "), *name] if number else name)]
        if len(rows) > 1 and rows[0].score:
            each = labels.w(say("{score} each", score=rows[0].score))
            tied.append(Bit(f"({each})", "small"))
        yield [Cell([title], "head"), Cell(tied), Cell(_how(labels, rows))]


def _how(labels: Labels, rows: list[Tied]) -> list[Bit]:
    """Say how a tie was settled, once if the reason is the same for all players."""
    settled = [labels.said(one.settled if text(one.settled) else UNSETTLED) for one in rows]
    if len({*settled}) == 1:
        return settled[:1]
    lines = [[labels.player(one.player), Bit(labels.w.colon), words] for one, words in zip(rows, settled, strict=True)]
    return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]


def opinion_groups(labels: Labels) -> list[Group]:
    """Return who would gain or lose ranks, and on which boards, for each event and reading that changes its standings."""
    return [
        Group(
            labels.w(say("{event}, read as {reading}", event=labels.name(one.event), reading=one.title)),
            labels.event_chips(one.event),
            [_movers(labels, one), *_boards(labels, one)],
            note=one.source,
        )
        for one in labels.report.opinions
    ]


def _movers(labels: Labels, one: OpinionReport) -> Table:
    """Return one row per player whose rank would change."""
    moves = one.moves.sort_values(["rank", "other_rank", "player"], kind="stable")
    scores = [f"{name}score" for name in ("", "other_")]
    places = max(decimals(moves[name], one.system) for name in scores)
    rows = [
        [
            Cell([labels.player(player)], "head"),
            *(figure(str(rank)) for rank in ranks),
            *(figure(labels.w.number(score, places)) for score in points),
        ]
        for player, ranks, points in zip(
            moves["player"], moves[["rank", "other_rank"]].to_numpy(), moves[scores].to_numpy(), strict=True
        )
    ]
    heads = labels.heads("player", "rank:figure", "other_rank:figure", "points:figure", "other_points:figure")
    return Table(labels.w(say("Who would gain or lose ranks")), heads, _first(labels, rows, MOVERS))


def _boards(labels: Labels, one: OpinionReport) -> list[Table]:
    """Return one row per board on which a place would change; no table if there is none."""
    rows = []
    for (round, board), seats in one.seats.groupby(["round", "board"], sort=False):
        moved = [
            [Bit("", "break")] * bool(number)
            + [labels.player(player), Bit(f" ({labels.power(power)}): {before} → {after}")]
            for number, (power, player, before, after) in enumerate(rows_of(seats, [*POWER_AND_PLACES]))
        ]
        title = Cell([Bit(f"{labels.round(round)}, {labels.board(board)}")], "head")
        rows.append([title, Cell([bit for bits in moved for bit in bits])])
    caption = labels.w(say("Boards on which places would be others"))
    return [Table(caption, labels.heads("board", "places"), _first(labels, rows, BOARDS))] if rows else []


def _first(labels: Labels, rows: list[list[Cell]], most: int) -> list[list[Cell]]:
    """Return the first rows, and a row with the number of the others."""
    more = Cell(labels.few([Bit("")] * len(rows), most)[most:])
    return [*rows[:most], *([[more, *[plain("")] * (len(rows[0]) - 1)]] if len(rows) > most else [])]


def problem_table(labels: Labels) -> tuple[str, Table | None, int]:
    """Return the number of errors and warnings in words, their table, and how many the table leaves out."""
    problems = [problem for problem in labels.report.problems if problem.severity in GRAVE]
    if not problems:
        return "", None, 0
    counts: Counter[str] = Counter(problem.severity for problem in problems)
    summary = [labels.w(counted(severity, counts[severity])) for severity in ORDER if severity in counts]
    cells: dict[Line, list[str]] = defaultdict(list)
    for p in problems:
        cells[p.severity, p.file, p.sheet, p.message, p.hint].append(p.cells or p.cell)
    in_order = sorted(cells, key=lambda line: ORDER.index(line[0]))
    rows = [_problem_row(labels, line, cells[line]) for line in in_order[:PROBLEMS_SHOWN]]
    heads = labels.heads("severity", "place_in_sheet", "message", "hint")
    more = sum(len(cells[line]) for line in in_order[PROBLEMS_SHOWN:])
    return ", ".join(summary), Table(labels.w(SECTIONS["problems"]), heads, rows), more


def _problem_row(labels: Labels, line: Line, cells: Sequence[str]) -> list[Cell]:
    """Return the row of equal problems of a sheet: how grave, where, what is wrong, what to do."""
    severity, file, sheet, message, hint = line
    at = ", ".join(dict.fromkeys(filter(None, cells)))
    return [
        Cell([Bit(labels.w(SEVERITIES[severity]), f"severity {severity}")]),
        Cell([Bit(file), Bit("", "break" if sheet else ""), Bit(f"{sheet} "), Bit(at, "small")]),
        Cell([labels.said(message)]),
        Cell([labels.said(hint)]),
    ]
