"""What would change under other published readings of a system."""

from pipeline.pages.report import OpinionReport, rows_of
from pipeline.report.elements import Bit, Cell, Group, Table, decimals, figure, plain
from pipeline.report.labels import Labels
from schemas.messages import say

MOVERS, BOARDS = 12, 8  # rows shown
POWER_AND_PLACES = ("power", "player", "place", "other_place")


def opinion_groups(labels: Labels) -> list[Group]:
    """Return the changes of rank and the boards that cause them, for each reading that changes an event's standings."""
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
    """Return a table with one row per player whose rank would change."""
    moves = one.moves.sort_values(["rank", "other_rank", "player"], kind="stable")
    scores = [f"{name}score" for name in ("", "other_")]
    places, first = max(decimals(moves[name], one.system) for name in scores), moves.head(MOVERS)
    rows = [
        [
            Cell([labels.player(player)], "head"),
            *(figure(str(rank)) for rank in ranks),
            *(figure(labels.w.number(score, places)) for score in points),
        ]
        for player, ranks, points in zip(
            first["player"], first[["rank", "other_rank"]].to_numpy(), first[scores].to_numpy(), strict=True
        )
    ]
    heads = labels.heads("player", "rank:figure", "other_rank:figure", "points:figure", "other_points:figure")
    return Table(labels.w(say("Who would move up or down")), heads, _with_more(labels, rows, len(moves)))


def _boards(labels: Labels, one: OpinionReport) -> list[Table]:
    """Return a table with one row per board on which a place would change, or an empty list if there are no rows."""
    rows = []
    for (round, board), seats in one.seats.groupby(["round", "board"], sort=False):
        moved = [
            [Bit("", "break")] * bool(number)
            + [labels.player(player), Bit(f" ({labels.power(power)}): {before} → {after}")]
            for number, (power, player, before, after) in enumerate(rows_of(seats, [*POWER_AND_PLACES]))
        ]
        title = Cell([Bit(f"{labels.round(round)}, {labels.board(board)}")], "head")
        rows.append([title, Cell([bit for bits in moved for bit in bits])])
    caption = labels.w(say("Boards where places would differ"))
    return (
        [Table(caption, labels.heads("board", "places"), _with_more(labels, rows[:BOARDS], len(rows)))] if rows else []
    )


def _with_more(labels: Labels, rows: list[list[Cell]], number: int) -> list[list[Cell]]:
    """Return the rows and, if there are fewer than `number`, a last row that says how many are left out."""
    more = Cell(labels.few([Bit("")] * number, len(rows))[len(rows) :])
    return [*rows, *([[more, *[plain("")] * (len(rows[0]) - 1)]] if number > len(rows) else [])]
