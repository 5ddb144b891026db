"""The boards of every event: a chart by year and a table of centres."""

from collections.abc import Iterator
from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.pages.report import by_event, rows_of
from pipeline.pages.shared_columns import BOARD_SHOWN, recorded_years
from pipeline.pages.words import column
from pipeline.report.drawings import board_chart
from pipeline.report.elements import Bit, BoardCard, Cell, Group, Head, Table, decimals, figure, heat, text, whole
from pipeline.report.labels import Labels
from schemas.messages import Message, say

CHARTS_SHOWN = 40  # with more boards only the tables are shown, without line charts
WIDE_YEARS = 10  # a board with at least this many years takes the whole width
INTRODUCTION = say(
    "Centres owned after each autumn. The darker, the more; gold on dark blue is a solo, a grey 0 an eliminated power."
)
TABLES_ONLY = Message("With {n} boards each is shown as a table, without a chart of lines.")
ONLY_THE_LAST = say("There is no chart by year where only the last year is known.")

Scores = dict[tuple[Any, ...], tuple[Any, ...]]  # event, round, board, power -> score, place


class Seat(NamedTuple):
    """A row of the charts, without its years."""

    event: str
    round: str
    board: str
    power: str
    player: Any
    result: Any
    final_centres: Any
    eliminated: Any


class Board(NamedTuple):
    """One board.

    seats  its rows, in the order of the powers
    years  the years with any known centres
    owned  centres (power, year)
    """

    seats: list[Seat]
    years: list[str]
    owned: NDArray[np.float64]


def board_notes(labels: Labels, charts: pd.DataFrame) -> list[str]:
    """Return the notes on how to read the boards."""
    years = charts.groupby(BOARD_SHOWN)[recorded_years(charts)].any().sum(axis=1)
    if len(years) > CHARTS_SHOWN:
        return [labels.w(INTRODUCTION), labels.w(TABLES_ONLY.of({"n": len(years)}))]
    return [labels.w(INTRODUCTION), *([labels.w(ONLY_THE_LAST)] if years.lt(2).any() else [])]


def board_groups(labels: Labels, charts: pd.DataFrame, scores: pd.DataFrame) -> list[Group]:
    """Return the boards of each event as cards below the event's title."""
    official = dict(zip(rows_of(scores, [*BOARD_SHOWN, "power"]), rows_of(scores, ["score", "place"]), strict=True))
    drawn = len(charts.drop_duplicates(BOARD_SHOWN)) <= CHARTS_SHOWN
    groups = []
    for event, rows in by_event(charts):
        places = decimals(scores.loc[scores["event"] == event, "score"], labels.systems.get(event, ""))
        cards = [_card(labels, board, drawn, official, places) for board in _boards(rows)]
        anchor = f"{labels.anchors.get(event, 'event')}-boards"
        groups.append(Group(labels.name(event), labels.chips([event]), cards, anchor))
    return groups


def _boards(charts: pd.DataFrame) -> Iterator[Board]:
    """Yield the boards of charts in the order of their rows."""
    years = recorded_years(charts)
    owned = charts[years].to_numpy(dtype=float, na_value=np.nan)
    seats = [Seat(*seat) for seat in rows_of(charts, Seat._fields)]
    rows: dict[tuple[str, ...], list[int]] = {}
    for row, seat in enumerate(seats):
        rows.setdefault((seat.event, seat.round, seat.board), []).append(row)
    for numbers in rows.values():
        charted = ~np.isnan(owned[numbers]).all(axis=0)
        yield Board([seats[row] for row in numbers], [*compress(years, charted)], owned[numbers][:, charted])


def _card(labels: Labels, board: Board, drawn: bool, official: Scores, places: int) -> BoardCard:
    """Return one board with its chart by year and its table."""
    first, years = board.seats[0], board.years
    title = labels.place(first, several=False)
    result = [labels.said(first.result)] if text(first.result) else []
    if years:
        result.append(Bit("–".join(dict.fromkeys([years[0], years[-1]])), "small"))
    if night := labels.night(first.event, first.round):
        result.append(Bit(night, "small"))
    picture = ""
    if drawn and len(years) > 1:
        names = [labels.power(seat.power) for seat in board.seats]
        label = labels.w(say("Centres by year, {board}", board=labels.place(first)))
        owned = pd.DataFrame(board.owned, columns=years)
        picture = board_chart(owned, names, label, labels.prefix(), labels.w(say("18: solo")))
    table = _board_table(labels, board, title, official, places)
    return BoardCard(title[:1].upper() + title[1:], result, picture, table)


def _board_table(labels: Labels, board: Board, title: str, official: Scores, places: int) -> Table:
    """Return one row per power: known centres by year, final centres if the last year does not show them, score, place."""
    years, owned = board.years, board.owned.tolist()
    at_the_end = not years or any(
        centres[-1] != seat.final_centres for centres, seat in zip(owned, board.seats, strict=True)
    )
    scores = [official.get((*seat[:3], seat.power), (np.nan, None)) for seat in board.seats]
    scored = any(text(score) for score, _ in scores)
    heads = [*labels.heads("power"), *(Head(f"’{year[-2:]}", "middle", year) for year in years)]
    heads += labels.heads("final_centres:middle") if at_the_end else []
    heads += [*labels.heads("score:figure"), Head("#", "figure", labels.w(column("place")))] if scored else []
    rows = []
    for seat, centres, (score, place) in zip(board.seats, owned, scores, strict=True):
        player = labels.player(seat.player) if text(seat.player) else Bit(labels.w(say("not played")), "small")
        row = [Cell([Bit(labels.power(seat.power), "power"), player], "head"), *map(heat, centres)]
        if at_the_end:
            out = say("out {year}", year=whole(seat.eliminated))
            row.append(heat(seat.final_centres, labels.w(out) if text(seat.eliminated) and not years else ""))
        if scored:
            shown = labels.w.number(score, places) if text(score) else "–"
            row += [Cell([Bit(shown)], "figure score"), figure(whole(place))]
        rows.append(row)
    wide = "wide" if len(years) >= WIDE_YEARS else ""
    return Table(labels.w(say("Centres: {name}", name=title)), heads, rows, style=wide)
