"""The results of each power over a season, and the season's records.

Each kind of data has its own tables and records, so that a generated game cannot take a record from a real one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.pages.report import rows_of
from pipeline.pages.shared_columns import BOARD_SHOWN, SEAT_SHOWN, recorded_years
from pipeline.report.elements import Bit, Cell, Group, Head, Table, decimals, figure, floats, text, without_empty
from pipeline.report.labels import LABELS_SHOWN, Labels
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.messages import Message, Text, Verbatim, in_context, listed, plural, say
from schemas.words import POWERS, SOLO_CENTRES, UNKNOWN_PLAYER

LEAST_BOARDS = 3  # fewer boards say nothing about the powers
HOLDERS = 3  # a record with more holders is left out
LEAST_COMEBACK = 3  # centres
Figures = NDArray[Any]
Kind = TypeVar("Kind")


def power_groups(labels: Labels, over: pd.DataFrame, scores: pd.DataFrame) -> list[Group]:
    """Return tables of results by power, one for each combination of a kind of data and an official system.

    There is one table per system because scores under different systems cannot be compared.

    over  the charts of finished boards
    """
    groups, seats = [], dict[tuple[str, str], list[int]]()
    for at, (event, system) in enumerate(rows_of(scores, ["event", "system"])):
        seats.setdefault((event, system), []).append(at)
    for (label, system), rows in _kinds(over, lambda event: (_label_of(labels, event), labels.systems.get(event, ""))):
        boards = len(rows) // len(POWERS)
        if boards < LEAST_BOARDS:
            continue
        title = labels.titles[system] if system else ""
        several = [title, labels.w(LABELS_SHOWN[label])][: 1 + (len(labels.report.labels) > 1)]
        scored = sorted(at for event in dict.fromkeys(rows["event"]) for at in seats.get((event, system), []))
        caption = plural("How the powers did on {n} board.", "How the powers did on {n} boards.", boards)
        table = _power_table(labels, rows, scores.iloc[scored], labels.w(caption))
        groups.append(Group(" · ".join(filter(None, several)), [], [table]))
    return groups if len(groups) > 1 or len(labels.names) > 1 else [group._replace(title="") for group in groups]


def record_lines(labels: Labels, over: pd.DataFrame) -> list[tuple[str, list[tuple[str, list[Bit]]]]]:
    """Return the records grouped by kind of data.

    Each group has the label of its kind, and the title and sentence of each record. The label is empty if the season
    has only one kind of data.

    over  the charts of finished boards
    """
    several = len(labels.report.labels) > 1
    return [
        (
            labels.w(LABELS_SHOWN[label]) if several else "",
            [(labels.w(one.title), _said(labels, one)) for one in records(rows) if len(one.holders) <= HOLDERS],
        )
        for label, rows in _kinds(over, partial(_label_of, labels))
        if len(rows) >= LEAST_BOARDS * len(POWERS)
    ]


def _kinds(charts: pd.DataFrame, kind_of: Callable[[str], Kind]) -> Iterator[tuple[Kind, pd.DataFrame]]:
    """Yield each kind of event, with the charts of all events of that kind."""
    events = charts["event"].to_numpy(object).tolist()
    kinds = {event: kind_of(event) for event in dict.fromkeys(events)}
    rows: dict[Kind, list[int]] = {}
    for row, event in enumerate(events):
        rows.setdefault(kinds[event], []).append(row)
    return ((kind, charts.iloc[of_kind]) for kind, of_kind in rows.items())


def _label_of(labels: Labels, event: str) -> str:
    return labels.data.get(event) or "not stated"


class Holder(NamedTuple):
    """A seat that has the best score of all seats with the same power.

    score  the score as shown
    """

    event: str
    round: str
    player: str
    score: str


def _power_table(labels: Labels, charts: pd.DataFrame, scored: pd.DataFrame, caption: str) -> Table:
    """Return a table with one row per power.

    The table shows the best score with its player and round, mean centres, boards topped, solos and eliminations.
    """
    best = best_of_powers(scored)
    places = decimals(scored["score"])  # as on the boards
    holders: dict[str, list[Holder]] = {}
    for power, event, round, player, score in rows_of(best, ["power", *Holder._fields]):
        holders.setdefault(power, []).append(Holder(event, round, player, labels.w.number(float(score), places)))
    balance, several = power_balance(charts), len({*charts["event"]}) > 1
    means = [labels.w.number(mean, 1) for mean in balance["mean_centres"].fillna(0)]
    rows = []
    for power, numbers, mean in zip(balance.index, rows_of(balance, COUNTED), means, strict=True):
        seats = holders.get(power, [])[:HOLDERS]
        names = [[labels.player(seat.player, linked=True)] for seat in seats]
        rows.append([
            Cell([labels.chip(power), Bit(f" {labels.power(power)}")], "head"),
            Cell([Bit(seats[0].score if seats else "")], "figure score"),
            Cell(_between(names)),
            Cell(_between([[_where(labels, seat, several)] for seat in seats])),
            *map(figure, [mean, *(str(number) if number else "" for number in numbers)]),
        ])  # fmt: skip
    heads = [*labels.heads("power"), Head(labels.w(BEST), "figure"), Head(labels.w(BY)), Head(labels.w(IN))]
    heads += labels.heads("mean_centres:figure", *(f"{name}:figure" for name in COUNTED))
    return without_empty(Table(caption, heads, rows))


BEST, BY, IN = say("best score"), in_context("a score by a player", "by"), in_context("a score in a round", "in")
COUNTED = ("topped", "solos", "eliminated")


def _where(labels: Labels, seat: Holder, several: bool) -> Bit:
    """Return the name of the round in which a seat was played, linked to the boards of that round.

    several  whether to put the name of the event before it
    """
    name = labels.short_round(seat.round)
    link = labels.rounds.get(seat.event, {}).get(text(seat.round), "")
    return Bit(f"{labels.name(seat.event)}, {name}" if several else name, link=link)


def _between(names: list[list[Bit]]) -> list[Bit]:
    return [bit for number, name in enumerate(names) for bit in ([Bit(", "), *name] if number else name)]


def _said(labels: Labels, record: "Record") -> list[Bit]:
    """Return a sentence that gives a record's figure and its holders, each with power and board."""
    sentence = labels.sentence()
    where = "board" in record.holders
    holders = []
    for seat in record.holders.itertuples():
        player, power = text(getattr(seat, "player", "")), labels.power(getattr(seat, "power", ""))
        name = sentence(labels.player(player)) if player else power
        details = [power] if player and power else []
        details += [labels.place(seat)] if where else []
        holders.append(say("{player} ({details})", player=name, details=", ".join(details)) if name and details else
                       Verbatim(name or ", ".join(details)))  # fmt: skip
    return sentence.said(say("{figure}: {holders}", figure=record.figure, holders=listed(holders, "and")))


class Record(NamedTuple):
    """A record, with its title, its figure, and a frame of its holders (one row per seat, board or player)."""

    title: Message
    figure: Text
    holders: pd.DataFrame


def best_of_powers(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the seats with the highest score for each power.

    Seats with a score of zero or without a player are left out.

    scores  scores of one system: `event`, `round`, `board`, `power`, `player`, `final_centres`, `score`
    """
    exact, best = floats(scores["score"]), dict[str, float]()
    seats = zip(scores["player"], scores["power"], exact, np.round(exact, EQUAL_DECIMALS).tolist(), strict=True)
    scored = [
        (at, power, level) for at, (player, power, score, level) in enumerate(seats) if text(player) and score > 0
    ]
    for _, power, level in scored:
        best[power] = max(level, best.get(power, level))
    return scores.iloc[[at for at, power, level in scored if level == best[power]]]


def power_balance(charts: pd.DataFrame) -> pd.DataFrame:
    """Return one row per power, with `boards`, `mean_centres`, `topped`, `solos`, `survived` and `eliminated`.

    A board with several leaders counts as topped for each of them.
    """
    final = charts["final_centres"].to_numpy(dtype=float).reshape(-1, len(POWERS))
    alive = final > 0
    return pd.DataFrame(
        {
            "boards": len(final),
            "mean_centres": final.mean(axis=0),
            "topped": _topped(charts).reshape(final.shape).sum(axis=0),
            "solos": (final >= SOLO_CENTRES).sum(axis=0),
            "survived": alive.sum(axis=0),
            "eliminated": (~alive).sum(axis=0),
        },
        index=[*POWERS],
    )


def records(charts: pd.DataFrame) -> list[Record]:
    """Return the records of finished boards, without those that nobody holds.

    charts  as in `SeasonReport`, with at least one board
    """
    return [*_at_the_end(charts), *_by_year(charts), *_by_player(charts)]


def _at_the_end(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records that are based on final positions."""
    final, seats = charts["final_centres"].to_numpy(dtype=int), charts[SEAT_SHOWN]
    most = plural("{n} centre", "{n} centres", final.max())
    yield Record(say("Most centres"), most, seats[final == final.max()])
    centres = final.reshape(-1, len(POWERS))
    split = -np.sort(-centres, axis=1)
    lead = split[:, 0] - split[:, 1]
    if lead.max():
        widest = np.repeat(lead == lead.max(), len(POWERS)) & _topped(charts)
        ahead = say("{n} ahead of second place", n=lead.max())
        yield Record(say("Biggest lead"), ahead, seats[widest])
    closest = split[(split**2).sum(axis=1).argmin()]  # the first, if several are equal
    same = np.flatnonzero((split == closest).all(axis=1)) * len(POWERS)
    level = Verbatim(" – ".join(map(str, closest)))
    yield Record(say("Closest board"), level, seats[BOARD_SHOWN].iloc[same])


def _by_year(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records that depend on each year's centres."""
    years = recorded_years(charts)
    if len(years) < 2:
        return
    seats = charts[SEAT_SHOWN]
    owned, calendar = charts[years].to_numpy(dtype=float), np.array([int(year) for year in years])
    final, played = charts["final_centres"].to_numpy(dtype=float), ~np.isnan(owned)
    last = np.where(played, calendar, 0).max(axis=1)
    solo = (final >= SOLO_CENTRES) & (last > 0)
    if solo.any():
        fastest = last[solo].min()
        yield Record(say("Fastest solo"), say("in {year}", year=fastest), seats[solo & (last == fastest)])
    length = played.sum(axis=1).reshape(-1, len(POWERS)).max(axis=1)
    longest = np.flatnonzero(length == length.max()) * len(POWERS)
    yield Record(say("Longest game"), plural("{n} year", "{n} years", length.max()), seats[BOARD_SHOWN].iloc[longest])
    gain = np.nan_to_num(np.diff(owned, axis=1))
    if gain.max() > 0:
        year = (gain == gain.max()).any(axis=0).argmax()  # the first, if there are several
        most = say("+{n} in {year}", n=gain.max(), year=calendar[year + 1])
        yield Record(say("Best single year"), most, seats[gain[:, year] == gain.max()])
    yield from _comeback(charts, owned, calendar)


def _comeback(charts: pd.DataFrame, owned: Figures, calendar: Figures) -> Iterator[Record]:
    """Yield the record for the greatest comeback.

    A low year is a year in which a power still has centres, but fewer than in some earlier year. A comeback is the
    difference between a power's final centres and the fewest centres that it had in a low year.
    """
    centres = np.nan_to_num(owned, nan=-1.0)
    fell = (centres > 0) & (centres < np.maximum.accumulate(centres, axis=1))
    depths = np.where(fell, centres, np.inf)
    low, year = depths.min(axis=1), calendar[depths.argmin(axis=1)]
    climb = charts["final_centres"].to_numpy(dtype=float) - low
    first = climb.argmax()
    if climb[first] >= LEAST_COMEBACK:
        same = (climb == climb[first]) & (low == low[first]) & (year == year[first])
        rise = say("from {low} in {year} to {high}", low=low[first], year=year[first], high=low[first] + climb[first])
        yield Record(say("Greatest comeback"), rise, charts[SEAT_SHOWN][same])


def _by_player(charts: pd.DataFrame) -> Iterator[Record]:
    """Yield the records of players across several boards."""
    players = charts["player"]
    named = ~players.map(text).isin(["", UNKNOWN_PLAYER]).to_numpy()
    games, boards = Counter(players[named]), Counter(players[named & _topped(charts)])
    powers = Counter(player for player, _ in {*zip(players[named], charts["power"][named], strict=True)})
    most = [max(counts.values(), default=0) for counts in (games, boards, powers)]
    kinds = [
        (say("Most games"), plural("{n} game", "{n} games", most[0]), games),
        (say("Most boards topped"), plural("{n} board", "{n} boards", most[1]), boards),
        (say("Most different powers played"), plural("{n} power", "{n} powers", most[2]), powers),
    ]
    for times, (title, number, counts) in zip(most, kinds, strict=True):
        if times > 1:
            holders = sorted(player for player, number_of in counts.items() if number_of == times)
            yield Record(title, number, pd.DataFrame({"player": holders}))


def _topped(charts: pd.DataFrame) -> Figures:
    """Return, for each seat, whether it has the most centres on its board."""
    centres = charts["final_centres"].to_numpy(dtype=float).reshape(-1, len(POWERS))
    top: Figures = (centres == centres.max(axis=1, keepdims=True)).ravel()
    return top
