"""Awards and records as tables, for each kind of data: nobody loses a record to a generated game."""

from typing import Any

import pandas as pd

from pipeline.pages.season_facts import IN_PROGRESS
from pipeline.report.cells import Bit, Cell, Table, figure, plain
from pipeline.report.figures import text, whole
from pipeline.report.honours import best_of_powers, power_balance, records
from pipeline.report.labels import Voice
from pipeline.report.view_models import Group
from pipeline.report.words import LABELS, SECTIONS
from schemas.messages import say
from schemas.words import POWERS

HOLDERS = 4  # by name; of the others only the number


def award_groups(voice: Voice, scores: pd.DataFrame) -> list[Group]:
    """The best of each power, a table for each official system and kind of data."""
    labels = scores["event"].map(voice.data).fillna("")
    groups = []
    for (_, system), scored in scores.groupby([labels, scores["system"]], sort=False):
        title, events = voice.titles.get(system, system), [*dict.fromkeys(scored["event"])]
        note = voice.name(events[0]) if len(events) == 1 < len(voice.names) else ""
        table = _award_table(voice, scored, title, system, several=len(events) > 1)
        groups.append(Group(title, voice.chips(events[:1]), [table], note=note))
    return groups


def _award_table(voice: Voice, scored: pd.DataFrame, title: str, system: str, several: bool) -> Table:
    """The highest score with each power; several players may share it."""
    best = best_of_powers(scored)
    best = best.assign(shown=voice.figures(best["score"], system))
    holders, rows = [*best.itertuples()], []
    for power in POWERS:
        seats = [
            [
                Cell([voice.player(seat.player)]),
                Cell([Bit(seat.shown)], "figure score"),
                figure(whole(seat.final_centres)),
                Cell([Bit(voice.place(seat, several))], "small"),
            ]
            for seat in holders
            if seat.power == power
        ]
        nobody = [[Cell([Bit(voice.w(say("nobody scored with it")), "small")]), Cell([]), Cell([]), Cell([])]]
        rows += _below(voice, [Cell([Bit(voice.power(power))], "head")], seats or nobody)
    heads = voice.heads("power", "player", "score:figure", "centres:figure", "where")
    return Table(voice.w(say("Best of each power under {system}", system=title)), heads, rows)


def record_groups(voice: Voice, charts: pd.DataFrame) -> list[Group]:
    """Records and the balance of the powers, for each kind of data: nobody loses a record to a generated game."""
    over = charts[charts["result"] != IN_PROGRESS]
    labels = over["event"].map(voice.data).replace("", "not stated").fillna("not stated")
    several = len(voice.report.labels) > 1
    return [
        Group(voice.w(LABELS[label]) if several else "", [], [_record_table(voice, rows), _power_table(voice, rows)])
        for label, rows in over.groupby(labels, sort=False)
    ]


def _record_table(voice: Voice, charts: pd.DataFrame) -> Table:
    """A record, and a row for each who holds it."""
    rows = []
    for record in records(charts):
        first = [Cell([Bit(voice.w(record.title))], "head")]
        first.append(plain(voice.w(record.figure)))
        where = "board" in record.holders
        holders = [
            [Cell(_holder(voice, row)), Cell([Bit(voice.place(row) if where else "")], "small")]
            for row in record.holders.itertuples()
        ]
        rows += _below(voice, first, holders)
    return Table(voice.w(SECTIONS["records"]), voice.heads("record", "figure", "who", "where"), rows)


def _holder(voice: Voice, row: Any) -> list[Bit]:
    """Who holds a record, and with which power."""
    player, power = text(getattr(row, "player", "")), voice.power(getattr(row, "power", ""))
    return [*([voice.player(player)] if player else []), Bit(power, "small" if player else "")]


def _power_table(voice: Voice, charts: pd.DataFrame) -> Table:
    """What became of each power over the season."""
    balance = power_balance(charts)
    columns = [voice.figures(balance[name]) for name in balance]
    rows = [
        [Cell([Bit(voice.power(power))], "head"), *map(figure, shown)]
        for power, *shown in zip(balance.index, *columns, strict=True)
    ]
    heads = voice.heads("power", *(f"{name}:figure" for name in balance))
    return Table(voice.w(say("The powers over the season")), heads, rows)


def _below(voice: Voice, first: list[Cell], rows: list[list[Cell]]) -> list[list[Cell]]:
    """Rows that share their first cells; of many the first, and how many more there are."""
    more = [Cell(voice.few([Bit("")] * len(rows), HOLDERS)[HOLDERS:]), *[Cell([])] * (len(rows[0]) - 1)]
    shown = [*rows[:HOLDERS], *([more] if len(rows) > HOLDERS else [])]
    return [[*(cell._replace(rows=len(shown)) for cell in first), *shown[0]], *shown[1:]]
