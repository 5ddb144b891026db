"""Awards, records and the balance of the powers, for each kind of data, so that nobody loses a record to a generated game."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.pages.season_facts import IN_PROGRESS
from pipeline.pages.shared_columns import BOARD_SHOWN, SEAT_SHOWN, recorded_years
from pipeline.report.elements import Bit, Cell, Group, Table, figure, plain, text, whole
from pipeline.report.labels import LABELS_SHOWN, SECTIONS, Labels
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import Message, Text, Verbatim, plural, say
from schemas.words import POWERS, SOLO_CENTRES, UNKNOWN_PLAYER

HOLDERS = 4  # most holders named; others are only counted
LEAST_COMEBACK = 3  # centres
Figures = NDArray[Any]


def award_groups(labels: Labels, scores: pd.DataFrame) -> list[Group]:
    """Return the best results with each power: one table per official system and kind of data."""
    kinds = scores["event"].map(labels.data).fillna("")
    groups = []
    for (_, system), scored in scores.groupby([kinds, scores["system"]], sort=False):
        title, events = labels.titles.get(system, system), [*dict.fromkeys(scored["event"])]
        note = labels.name(events[0]) if len(events) == 1 < len(labels.names) else ""
        table = _award_table(labels, scored, title, system, several=len(events) > 1)
        groups.append(Group(title, labels.chips(events[:1]), [table], note=note))
    return groups


def _award_table(labels: Labels, scored: pd.DataFrame, title: str, system: str, several: bool) -> Table:
    """Return the highest score with each power; several players may share it."""
    best = best_of_powers(scored)
    best = best.assign(shown=labels.figures(best["score"], system))
    holders, rows = [*best.itertuples()], []
    for power in POWERS:
        seats = [
            [
                Cell([labels.player(seat.player)]),
                Cell([Bit(seat.shown)], "figure score"),
                figure(whole(seat.final_centres)),
                Cell([Bit(labels.place(seat, several))], "small"),
            ]
            for seat in holders
            if seat.power == power
        ]
        nobody = [[Cell([Bit(labels.w(say("nobody scored with it")), "small")]), Cell([]), Cell([]), Cell([])]]
        rows += _below(labels, [Cell([Bit(labels.power(power))], "head")], seats or nobody)
    heads = labels.heads("power", "player", "score:figure", "centres:figure", "where")
    return Table(labels.w(say("Best of each power under {system}", system=title)), heads, rows)


def record_groups(labels: Labels, charts: pd.DataFrame) -> list[Group]:
    """Return records and the balance of the powers for each kind of data."""
    over = charts[charts["result"] != IN_PROGRESS]
    kinds = over["event"].map(labels.data).replace("", "not stated").fillna("not stated")
    several = len(labels.report.labels) > 1
    return [
        Group(
            labels.w(LABELS_SHOWN[label]) if several else "",
            [],
            [_record_table(labels, rows), _power_table(labels, rows)],
        )
        for label, rows in over.groupby(kinds, sort=False)
    ]


def _record_table(labels: Labels, charts: pd.DataFrame) -> Table:
    """Return the table of records: one row per holder."""
    rows = []
    for record in records(charts):
        first = [Cell([Bit(labels.w(record.title))], "head")]
        first.append(plain(labels.w(record.figure)))
        where = "board" in record.holders
        holders = [
            [Cell(_holder(labels, row)), Cell([Bit(labels.place(row) if where else "")], "small")]
            for row in record.holders.itertuples()
        ]
        rows += _below(labels, first, holders)
    return Table(labels.w(SECTIONS["records"]), labels.heads("record", "figure", "who", "where"), rows)


def _holder(labels: Labels, row: Any) -> list[Bit]:
    """Return the holder of a record, and the power played."""
    player, power = text(getattr(row, "player", "")), labels.power(getattr(row, "power", ""))
    return [*([labels.player(player)] if player else []), Bit(power, "small" if player else "")]


def _power_table(labels: Labels, charts: pd.DataFrame) -> Table:
    """Return the table of what each power achieved over the season."""
    balance = power_balance(charts)
    columns = [labels.figures(balance[name]) for name in balance]
    rows = [
        [Cell([Bit(labels.power(power))], "head"), *map(figure, shown)]
        for power, *shown in zip(balance.index, *columns, strict=True)
    ]
    heads = labels.heads("power", *(f"{name}:figure" for name in balance))
    return Table(labels.w(say("The powers over the season")), heads, rows)


def _below(labels: Labels, first: list[Cell], rows: list[list[Cell]]) -> list[list[Cell]]:
    """Return rows that share their first cells; long tables show the first rows and the number of the others."""
    more = [Cell(labels.few([Bit("")] * len(rows), HOLDERS)[HOLDERS:]), *[Cell([])] * (len(rows[0]) - 1)]
    shown = [*rows[:HOLDERS], *([more] if len(rows) > HOLDERS else [])]
    return [[*(cell._replace(rows=len(shown)) for cell in first), *shown[0]], *shown[1:]]


class Record(NamedTuple):
    """A record: its title, its figure, and its holders, one row per seat, board or player."""

    title: Message
    figure: Text
    holders: pd.DataFrame


def best_of_powers(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the seats with the highest score of their power, without scores of zero and seats that nobody played.

    scores  event, round, board, power, player, final_centres, score; of one system
    """
    scored = scores[scores["player"].map(text).ne("") & scores["score"].gt(0)]
    level = scored["score"].astype(float).round(EQUAL_DECIMALS)
    return scored[level == level.groupby(scored["power"]).transform("max")]


def power_balance(charts: pd.DataFrame) -> pd.DataFrame:
    """Return one row per power: boards, mean_centres at the end, boards topped (shared tops count), solos, survived, eliminated."""
    final = charts["final_centres"].astype(float)
    seats = pd.DataFrame({"power": charts["power"], "final": final, "topped": _topped(charts)})
    powers = seats.assign(solo=final >= SOLO_CENTRES, alive=final > 0).groupby("power")
    balance = pd.DataFrame(
        {
            "boards": powers.size(),
            "mean_centres": powers["final"].mean(),
            "topped": powers["topped"].sum(),
            "solos": powers["solo"].sum(),
            "survived": powers["alive"].sum(),
        }
    )
    return balance.assign(eliminated=balance["boards"] - balance["survived"]).reindex([*POWERS])


def records(charts: pd.DataFrame) -> list[Record]:
    """Return the records of finished boards, without those that nobody holds.

    charts  as in `SeasonReport`, at least one board
    """
    return [*_at_the_end(charts), *_by_year(charts), *_by_player(charts)]


def _at_the_end(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records of final positions."""
    final = charts["final_centres"].astype(int)
    most = plural("{n} centre", "{n} centres", final.max())
    yield Record(say("Most centres"), most, charts.loc[final == final.max(), SEAT_SHOWN])
    centres = final.to_numpy().reshape(-1, len(POWERS))
    split = -np.sort(-centres, axis=1)
    lead = split[:, 0] - split[:, 1]
    if lead.max():
        widest = np.repeat(lead == lead.max(), len(POWERS)) & _topped(charts)
        ahead = say("+{n} on the second", n=lead.max())
        yield Record(say("Widest lead"), ahead, charts.loc[widest, SEAT_SHOWN])
    closest = split[(split**2).sum(axis=1).argmin()]  # the first, if several are equal
    same = np.flatnonzero((split == closest).all(axis=1)) * len(POWERS)
    level = Verbatim(" – ".join(map(str, closest)))
    yield Record(say("Most level board"), level, charts[BOARD_SHOWN].iloc[same])


def _by_year(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records that need centres by year."""
    years = recorded_years(charts)
    if len(years) < 2:
        return
    owned, calendar = charts[years].to_numpy(dtype=float), np.array([int(year) for year in years])
    final, played = charts["final_centres"].to_numpy(dtype=float), ~np.isnan(owned)
    last = np.where(played, calendar, 0).max(axis=1)
    solo = (final >= SOLO_CENTRES) & (last > 0)
    if solo.any():
        fastest = last[solo].min()
        holders = charts.loc[solo & (last == fastest), SEAT_SHOWN]
        yield Record(say("Fastest solo"), say("in {year}", year=fastest), holders)
    length = played.sum(axis=1)
    longest = charts.loc[length == length.max(), BOARD_SHOWN].drop_duplicates()
    yield Record(say("Longest game"), plural("{n} year", "{n} years", length.max()), longest)
    gain = np.nan_to_num(np.diff(owned, axis=1))
    if gain.max() > 0:
        year = (gain == gain.max()).any(axis=0).argmax()  # the first, if there are several
        most = say("+{n} in {year}", n=gain.max(), year=calendar[year + 1])
        yield Record(say("Best single year"), most, charts.loc[gain[:, year] == gain.max(), SEAT_SHOWN])
    yield from _comeback(charts, owned, calendar)


def _comeback(charts: pd.DataFrame, owned: Figures, calendar: Figures) -> Iterator[Record]:
    """Yield the greatest rise from a power's lowest point after a loss to its final centres."""
    centres = np.nan_to_num(owned, nan=-1.0)
    fell = (centres > 0) & (centres < np.maximum.accumulate(centres, axis=1))
    depths = np.where(fell, centres, np.inf)
    low, year = depths.min(axis=1), calendar[depths.argmin(axis=1)]
    climb = charts["final_centres"].to_numpy(dtype=float) - low
    first = climb.argmax()
    if climb[first] >= LEAST_COMEBACK:
        same = (climb == climb[first]) & (low == low[first]) & (year == year[first])
        rise = say("from {low} in {year} to {high}", low=low[first], year=year[first], high=low[first] + climb[first])
        yield Record(say("Greatest comeback"), rise, charts.loc[same, SEAT_SHOWN])


def _by_player(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records of players over several boards."""
    seats = charts[["player", "power"]].assign(topped=_topped(charts))
    players = seats[~charts["player"].map(text).isin(["", UNKNOWN_PLAYER])].groupby("player")
    games, boards, powers = players.size(), players["topped"].sum(), players["power"].nunique()
    most = [int(counts.max()) if len(counts) else 0 for counts in (games, boards, powers)]
    kinds = [
        (say("Most games"), plural("{n} game", "{n} games", most[0]), games == most[0]),
        (say("Most boards topped"), plural("{n} board", "{n} boards", most[1]), boards == most[1]),
        (say("Most different powers"), plural("{n} power", "{n} powers", most[2]), powers == most[2]),
    ]
    for title, number, holds in kinds:
        if number.number > 1:
            yield Record(title, number, holds[holds].index.to_frame(index=False, name="player"))


def _topped(charts: pd.DataFrame) -> Figures:
    """Return which seats have the most centres of their board. (seat)"""
    centres = charts["final_centres"].to_numpy(dtype=float).reshape(-1, len(POWERS))
    top: Figures = (centres == centres.max(axis=1, keepdims=True)).ravel()
    return top
