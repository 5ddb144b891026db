"""Every tie of all standings, and how it was settled."""

from collections.abc import Iterator

import pandas as pd

from pipeline.bao.tournaments import NATIONS
from pipeline.report.cells import Bit, Cell, Table
from pipeline.report.figures import rank_shown, text
from pipeline.report.frames import by_event, named
from pipeline.report.tournaments import nations_of, stage_title, stages_of
from pipeline.report.voice import Voice
from pipeline.ties import EQUAL_DECIMALS


def ties_table(voice: Voice, standings: pd.DataFrame) -> Table | None:
    """Every tie of all standings, and how it was settled."""
    rows: list[list[Cell]] = []
    for number, circuit in enumerate(voice.report.circuits, 1):
        rows += _ties_of(voice, Bit(circuit.title, link=f"circuit-{number}"), named(circuit))
    for event, own in by_event(standings):
        title = Bit(voice.name(event), link=voice.anchors.get(event, ""))
        rows += _ties_of(voice, title, own, voice.systems.get(event, ""))
    for page in voice.report.tournaments:
        for table in stages_of(page):
            if table["complete"].all():
                title = Bit(stage_title(voice, table, page), link=voice.anchors[page.event])
                nations = table["stage"].iloc[0] == NATIONS
                rows += _ties_of(voice, title, nations_of(table) if nations else table.assign(score=table["points"]))
    return Table(voice.w("section_ties"), voice.heads("standings", "tied", "how"), rows) if rows else None


def _ties_of(voice: Voice, title: Bit, standings: pd.DataFrame, system: str = "") -> Iterator[list[Cell]]:
    """The ties of one standing: players of one score, with words on how they were put in order, or of one rank."""
    table = standings.assign(
        shown=voice.figures(standings["score"], system),
        level=pd.to_numeric(standings["score"]).round(EQUAL_DECIMALS),
        settled=standings["settled"].map(text),
        shared=standings.duplicated("rank", keep=False),
    )
    for _, rows in table[table["settled"].ne("") | table["shared"]].groupby("level", sort=False, dropna=False):
        ranked = zip(rows["rank"], rows["shared"], rows["player"], strict=True)
        names = [[Bit(f"{rank_shown(rank, shared)} "), voice.player(player)] for rank, shared, player in ranked]
        tied = [bit for number, name in enumerate(names) for bit in ([Bit(", "), *name] if number else name)]
        if len(rows) > 1:
            tied.append(Bit(f"({voice.w('tie_each', score=rows['shown'].iloc[0])})", "small"))
        yield [Cell([title], "head"), Cell(tied), Cell(_how(voice, rows))]


def _how(voice: Voice, rows: pd.DataFrame) -> list[Bit]:
    """How a tie was settled: once, if it is the same for all."""
    told = [voice.said(words) if words else Bit(voice.w("tie_unsettled")) for words in rows["settled"]]
    if len({*told}) == 1:
        return told[:1]
    lines = [
        [voice.player(player), Bit(voice.w("colon")), words] for player, words in zip(rows["player"], told, strict=True)
    ]
    return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]
