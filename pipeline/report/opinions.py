"""What would change under other published readings of a system."""

from itertools import islice
from operator import itemgetter
from typing import Any

from pipeline.pages.report import OpinionReport, rows_of
from pipeline.report.elements import Bit, Cell, Group, Table, decimals, figure, plain
from pipeline.report.labels import Labels
from schemas.messages import say

MOVERS, BOARDS = 12, 8  # rows shown


def opinion_groups(labels: Labels) -> list[Group]:
    """Return one group of tables for each event and each alternative reading of its rules that would change a rank.

    The alternative readings are other published interpretations of the official system's rules. The tables show the
    changes in rank and the boards that cause them.
    """
    return [
        Group(
            labels.w(say("{event}, under the reading {reading}", event=labels.name(one.event), reading=one.title)),
            labels.event_chips(one.event),
            [_movers(labels, one), *_boards(labels, one)],
            note=one.source,
        )
        for one in labels.report.opinions
    ]


def _movers(labels: Labels, one: OpinionReport) -> Table:
    """Return a table of the players whose rank would change under the alternative reading."""
    places = max(decimals(one.moves[name], one.system) for name in ("score", "other_score"))
    moves = rows_of(one.moves, ["rank", "other_rank", "player", "score", "other_score"])
    first = sorted(moves, key=itemgetter(0, 1, 2))[:MOVERS]
    rows = [
        [
            Cell([labels.player(player)], "head"),
            *(figure(str(rank)) for rank in ranks),
            *(figure(labels.w.number(score, places)) for score in points),
        ]
        for player, ranks, points in ((row[2], row[:2], row[3:]) for row in first)
    ]
    heads = labels.heads("player", "rank:figure", "other_rank:figure", "points:figure", "other_points:figure")
    return Table(labels.w(say("Who would move up or down")), heads, _with_more(labels, rows, len(one.moves)))


def _boards(labels: Labels, one: OpinionReport) -> list[Table]:
    """Return a table of the boards on which the alternative reading would change a place, in a list.

    The list is empty if there are no such boards.
    """
    boards: dict[tuple[str, str], list[list[Any]]] = {}
    for round, board, *seat in rows_of(one.seats, ["round", "board", "power", "player", "place", "other_place"]):
        boards.setdefault((round, board), []).append(seat)
    rows = [
        [Cell([Bit(f"{labels.round(round)}, {labels.board(board)}")], "head"), Cell(_moved(labels, seats))]
        for (round, board), seats in islice(boards.items(), BOARDS)
    ]
    caption = labels.w(say("Boards where places would differ"))
    return [Table(caption, labels.heads("board", "places"), _with_more(labels, rows, len(boards)))] if rows else []


def _moved(labels: Labels, seats: list[list[Any]]) -> list[Bit]:
    """Return one line per seat, with the player, power, and places under the official and the alternative reading."""
    bits: list[Bit] = []
    for power, player, before, after in seats:
        bits += [Bit("", "break")] if bits else []
        bits += [labels.player(player), Bit(f" ({labels.power(power)}): {before} → {after}")]
    return bits


def _with_more(labels: Labels, rows: list[list[Cell]], number: int) -> list[list[Cell]]:
    """Return the rows and, if there are fewer than `number`, a last row that says how many are left out."""
    more = Cell(labels.few([Bit("")] * number, len(rows))[len(rows) :])
    return [*rows, *([[more, *[plain("")] * (len(rows[0]) - 1)]] if number > len(rows) else [])]
