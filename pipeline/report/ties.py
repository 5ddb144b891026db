"""Every tie of all standings, and how it was settled."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pandas as pd

from pipeline.pages.report import by_event, named, rows_of
from pipeline.report.cells import Bit, Cell, Table
from pipeline.report.figures import rank_shown, text
from pipeline.report.labels import Voice
from pipeline.report.tournaments import nations_of, stage_title, stages_of
from pipeline.report.words import SECTIONS
from pipeline.rules.bao.tournaments import NATIONS
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import say

UNSETTLED = say("shared: nothing parts them")


class Tied(NamedTuple):
    """Who has the score of others: the rank as it is shown, how it was settled, the score."""

    rank: str
    player: Any
    settled: Any
    score: str


def ties_table(voice: Voice, standings: pd.DataFrame) -> Table | None:
    """Every tie of all standings, and how it was settled."""
    rows: list[list[Cell]] = []
    for number, circuit in enumerate(voice.report.circuits, 1):
        rows += _ties_of(voice, Bit(circuit.title, link=f"circuit-{number}"), named(circuit))
    for event, ranked in by_event(standings):
        title = Bit(voice.name(event), link=voice.anchors.get(event, ""))
        rows += _ties_of(voice, title, ranked, voice.systems.get(event, ""))
    for page in voice.report.tournaments:
        for table in stages_of(page):
            if table["complete"].all():
                title = Bit(stage_title(voice, table, page), link=voice.anchors[page.event])
                nations = table["stage"].iloc[0] == NATIONS
                rows += _ties_of(voice, title, nations_of(table) if nations else table.assign(score=table["points"]))
    return Table(voice.w(SECTIONS["ties"]), voice.heads("standings", "tied", "how"), rows) if rows else None


def _ties_of(voice: Voice, title: Bit, standings: pd.DataFrame, system: str = "") -> Iterator[list[Cell]]:
    """The ties of one standing: players of one score, with words on how they were put in order, or of one rank."""
    exact = (pd.to_numeric(standings["score"]).round(EQUAL_DECIMALS) + 0.0).map(text)
    shown, shared = voice.figures(standings["score"], system), standings.duplicated("rank", keep=False)
    ties: dict[str, list[Tied]] = {}
    for level, *row in zip(exact, rows_of(standings, ["rank", "player", "settled"]), shown, shared, strict=True):
        (rank, player, settled), score, several = row
        if text(settled) or several:
            ties.setdefault(level, []).append(Tied(rank_shown(rank, several), player, settled, score))
    for rows in ties.values():
        names = [[Bit(f"{one.rank} "), voice.player(one.player)] for one in rows]
        tied = [bit for number, name in enumerate(names) for bit in ([Bit(", "), *name] if number else name)]
        if len(rows) > 1 and rows[0].score:
            each = voice.w(say("{score} each", score=rows[0].score))
            tied.append(Bit(f"({each})", "small"))
        yield [Cell([title], "head"), Cell(tied), Cell(_how(voice, rows))]


def _how(voice: Voice, rows: list[Tied]) -> list[Bit]:
    """How a tie was settled: once, if it is the same for all."""
    settled = [voice.said(one.settled if text(one.settled) else UNSETTLED) for one in rows]
    if len({*settled}) == 1:
        return settled[:1]
    lines = [[voice.player(one.player), Bit(voice.w.colon), words] for one, words in zip(rows, settled, strict=True)]
    return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]
