"""The boards of an event, in one collapsible section per round.

A board has a table of its centres, by year or only at the end, and in some cases a chart.
"""

from itertools import compress
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.pages.report import rows_of
from pipeline.pages.season_facts import IN_PROGRESS
from pipeline.pages.shared_columns import BOARD_SHOWN, recorded_years
from pipeline.report.drawings import board_chart
from pipeline.report.elements import Bit, BoardCard, Cell, Fold, Head, Table, figure, heat, text, whole
from pipeline.report.labels import Labels, Sentence
from schemas.messages import Listed, Message, Name, listed, say
from schemas.words import POWERS, SOLO_CENTRES

CHARTS_SHOWN = 40  # with more boards only the tables are shown, without line charts
BOARDS_NAMED = 4  # a round with more boards names only the players with the most centres
AS, WITH = Message("{player} ({power})"), Message("{player} ({power}, {centres})")

Scores = dict[tuple[Any, ...], Any]  # round, board, power -> score
Points = dict[tuple[Any, ...], str]  # round, board, power -> score as shown, or "" if there is none


class Seat(NamedTuple):
    """A row of the charts, without the year columns."""

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

    seats    rows of the board, in the order of the powers
    years    the years in which the centres of at least one power are known
    owned    array of centres with the axes (power, year), NaN where unknown
    counts   final centres of each seat, 0 where unknown
    leaders  the seats with the most centres
    """

    seats: list[Seat]
    years: list[str]
    owned: NDArray[np.float64]
    counts: list[float]
    leaders: list[Seat]

    @property
    def most(self) -> float:
        """The highest centre count of any seat."""
        return max(self.counts)


def scores_of(scores: pd.DataFrame) -> dict[str, Scores]:
    """Return the official scores of each event, keyed by round, board and power."""
    of_events: dict[str, Scores] = {}
    for event, *seat, score in rows_of(scores, [*BOARD_SHOWN, "power", "score"]):
        of_events.setdefault(event, {})[*seat] = score
    return of_events


def board_folds(labels: Labels, played: list[Board], scores: Scores, system: str) -> list[Fold]:
    """Return the boards of an event in collapsible sections, one per round. Only the latest round is open."""
    points = dict(zip(scores, labels.figures(scores.values(), system), strict=True))
    drawn = len(labels.report.charts) <= CHARTS_SHOWN * len(POWERS)
    rounds: dict[str, list[Board]] = {}
    for board in played:
        rounds.setdefault(board.seats[0].round, []).append(board)
    newest = next(reversed(rounds), "")
    return [
        Fold(
            labels.rounds[boards[0].seats[0].event][text(name)],
            _summary(labels, boards),
            name == newest,
            [_card(labels, board, len(boards), drawn, points) for board in boards],
        )
        for name, boards in rounds.items()
    ]


def _summary(labels: Labels, boards: list[Board]) -> list[Bit]:
    """Return the summary of a round, which gives its date and says who was first on its boards."""
    first = boards[0].seats[0]
    sentence = labels.sentence()
    name = ", ".join(filter(None, [labels.round(first.round), labels.night(first.event, first.round)]))
    if len(boards) == 1:
        said: Message | Listed = _won(labels, sentence, boards[0])
    elif len(boards) <= BOARDS_NAMED:
        said = listed(
            [listed([_named(labels, sentence, seat, WITH) for seat in board.leaders], "and") for board in boards], "; "
        )
    else:
        most = max(board.most for board in boards)
        first_seats = [seat for board in boards if board.most == most for seat in board.leaders]
        highest = [_named(labels, sentence, seat, WITH) for seat in first_seats]
        said = say("{n} boards, most centres: {players}", n=len(boards), players=listed(highest, "and"))
    return [Bit(f"{name[:1].upper()}{name[1:]}{labels.w.colon}"), *sentence.said(said)]


def _won(labels: Labels, sentence: Sentence, board: Board) -> Message | Listed:
    """Return a message that says who was first on a board."""
    seats, most = board.leaders, f"{board.most:.0f}"
    if len(seats) > 1:
        names = listed([_named(labels, sentence, seat, AS) for seat in seats], "and")
        return say("{players} level on {centres} centres", players=names, centres=most)
    player, power = sentence(_player(labels, seats[0], "used")), Name("power", seats[0].power)
    if board.most >= SOLO_CENTRES:
        return say("{player} wins a solo as {power} with {centres} centres", player=player, power=power, centres=most)
    if seats[0].result == IN_PROGRESS:
        return say("{player} leads as {power} with {centres} centres", player=player, power=power, centres=most)
    return say("{player} tops the board as {power} with {centres} centres", player=player, power=power, centres=most)


def _named(labels: Labels, sentence: Sentence, seat: Seat, form: Message) -> Message:
    """Return a message with the player and power of a seat, and with the seat's centres if `form` mentions centres."""
    player = sentence(_player(labels, seat, "used"))
    return form.of({"player": player, "power": Name("power", seat.power), "centres": whole(seat.final_centres)})


def _player(labels: Labels, seat: Seat, style: str = "name") -> Bit:
    """Return the player of a seat, or a note that nobody played the seat."""
    if not text(seat.player):
        return Bit(labels.w(say("not played")), "small")
    return labels.player(seat.player, style=style)


def boards_of(charts: pd.DataFrame) -> dict[str, list[Board]]:
    """Return the boards of each event in the order of their rows."""
    years = recorded_years(charts)
    owned = charts[years].to_numpy(dtype=float, na_value=np.nan)
    seats = [*map(Seat._make, rows_of(charts, Seat._fields))]
    rows: dict[tuple[str, ...], list[int]] = {}
    for row, seat in enumerate(seats):
        rows.setdefault((seat.event, seat.round, seat.board), []).append(row)
    boards: dict[str, list[Board]] = {}
    for (event, _, _), numbers in rows.items():
        boards.setdefault(event, []).append(_board([seats[row] for row in numbers], years, owned[numbers]))
    return boards


def _board(seats: list[Seat], years: list[str], owned: NDArray[np.float64]) -> Board:
    """Build a board from its seats and their centres in all years of the season."""
    charted = np.any(~np.isnan(owned), axis=0)
    counts = [float(whole(seat.final_centres) or 0) for seat in seats]
    leaders = [seat for seat in seats if seat.final_centres == max(counts)]
    return Board(seats, [*compress(years, charted)], owned[:, charted], counts, leaders)


def _card(labels: Labels, board: Board, boards: int, drawn: bool, points: Points) -> BoardCard:
    """Return a board's card, with a chart by year and a table.

    A board with fewer than two known years has a table of its final centres and no chart.
    """
    first, years = board.seats[0], board.years
    name, sentence, short = labels.board(first.board), labels.sentence(), labels.sentence()
    title = [Bit(name[:1].upper() + name[1:])]
    if boards > 1 and years:
        title += [Bit(labels.w.colon), *sentence.said(_won(labels, sentence, board))]
    title += [labels.said(first.result, "small")] if text(first.result) else []
    leaders = board.leaders if first.event in labels.report.live else []
    most = short.said(listed([_named(labels, short, seat, WITH) for seat in leaders], "and"))
    seats = sorted(range(len(board.seats)), key=lambda at: -board.counts[at])
    if len(years) < 2:
        return BoardCard(title, most, "", _end_table(labels, board, seats, points))
    label = labels.w(say("Centres by year; the table below gives all the figures."))
    names = [labels.power(seat.power) for seat in board.seats]
    picture = board_chart(pd.DataFrame(board.owned, columns=years), names, label) if drawn else ""
    return BoardCard(title, most, picture, _year_table(labels, board, seats, points))


def _end_table(labels: Labels, board: Board, seats: list[int], points: Points) -> Table:
    """Return a table with one row per power, showing the player, a bar for the centres, and the score.

    The power with the most centres comes first.
    """
    scored = any(_shown(seat, points) for seat in board.seats)
    rows = []
    for seat in (board.seats[at] for at in seats):
        centres = whole(seat.final_centres)
        year = whole(seat.eliminated)
        out = say("out {year}", year=year) if year else say("out")
        bar = [Bit("", f"bar b{min(int(centres), SOLO_CENTRES)}"), Bit(centres)] if centres.strip("0") else []
        row = [
            Cell([labels.chip(seat.power), Bit(f" {labels.power(seat.power)}")], "head"),
            Cell([_player(labels, seat)]),
            Cell(bar or [Bit(labels.w(out) if centres else "")], f"bars {seat.power[0]}"),
        ]
        rows.append([*row, figure(_shown(seat, points) or "–")] if scored else row)
    heads = labels.heads("power", "player", "centres", *(["score:figure"] if scored else []))
    return Table(labels.w(say("Centres: {name}", name=labels.place(board.seats[0]))), heads, rows, style="ends")


def _year_table(labels: Labels, board: Board, seats: list[int], points: Points) -> Table:
    """Return a table with one row per power, showing the player, the centres of each year, and the score.

    The power with the most centres comes first. Centres are shown until the power's elimination. The final centres have
    a column of their own if they differ from the centres in the latest known year.
    """
    years, owned = board.years, board.owned.tolist()
    at_the_end = any(owned[at][-1] != board.seats[at].final_centres for at in seats)
    scored = any(_shown(seat, points) for seat in board.seats)
    heads = [*labels.heads("player"), *(Head(f"’{year[-2:]}", "middle", year) for year in years)]
    heads += labels.heads("final_centres:middle") if at_the_end else []
    heads += labels.heads("score:figure") if scored else []
    gone, afterwards = Cell((Bit(labels.w(say("out"))),), "h"), Cell((Bit(""),), "h")
    rows = []
    for at in seats:
        seat, zero = board.seats[at], gone
        row = [
            Cell(
                [labels.chip(seat.power), Bit(" "), _player(labels, seat), Bit(labels.power(seat.power), "small")],
                "head",
            )
        ]
        for centres in owned[at]:
            row.append(heat(centres) if centres else zero)
            zero = zero if centres else afterwards
        row += [heat(seat.final_centres)] if at_the_end else []
        row += [Cell([Bit(_shown(seat, points) or "–")], "figure score")] if scored else []
        rows.append(row)
    return Table(labels.w(say("Centres: {name}", name=labels.place(board.seats[0]))), heads, rows, style="years")


def _shown(seat: Seat, points: Points) -> str:
    """Return the official score of a seat as text, or "" if the seat has no score."""
    return points.get((seat.round, seat.board, seat.power), "")
