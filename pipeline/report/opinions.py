"""What other published readings of the official systems would make of the standings."""

from pipeline.pages.report import OpinionReport, rows_of
from pipeline.report.cells import Bit, Cell, Table, figure, plain
from pipeline.report.figures import decimals
from pipeline.report.labels import Voice
from pipeline.report.view_models import Group
from schemas.messages import say

MOVERS, BOARDS = 12, 8  # lines of a table that are shown
POWER_AND_PLACES = ("power", "player", "place", "other_place")


def opinion_groups(voice: Voice) -> list[Group]:
    """For each event and reading that would change its standings: who would gain or lose ranks, and on which boards."""
    return [
        Group(
            voice.w(say("{event}, read as {reading}", event=voice.name(one.event), reading=one.title)),
            voice.event_chips(one.event),
            [_movers(voice, one), *_boards(voice, one)],
            note=one.source,
        )
        for one in voice.report.opinions
    ]


def _movers(voice: Voice, one: OpinionReport) -> Table:
    """A row a player who would have another rank."""
    moves = one.moves.sort_values(["rank", "other_rank", "player"], kind="stable")
    scores = [f"{name}score" for name in ("", "other_")]
    places = max(decimals(moves[name], one.system) for name in scores)
    rows = [
        [
            Cell([voice.player(player)], "head"),
            *(figure(str(rank)) for rank in ranks),
            *(figure(voice.w.number(score, places)) for score in points),
        ]
        for player, ranks, points in zip(
            moves["player"], moves[["rank", "other_rank"]].to_numpy(), moves[scores].to_numpy(), strict=True
        )
    ]
    heads = voice.heads("player", "rank:figure", "other_rank:figure", "points:figure", "other_points:figure")
    return Table(voice.w(say("Who would gain or lose ranks")), heads, _first(voice, rows, MOVERS))


def _boards(voice: Voice, one: OpinionReport) -> list[Table]:
    """A row a board on which a place would be another; no table where there is none."""
    rows = []
    for (round, board), seats in one.seats.groupby(["round", "board"], sort=False):
        moved = [
            [Bit("", "break")] * bool(number)
            + [voice.player(player), Bit(f" ({voice.power(power)}): {before} → {after}")]
            for number, (power, player, before, after) in enumerate(rows_of(seats, [*POWER_AND_PLACES]))
        ]
        title = Cell([Bit(f"{voice.round(round)}, {voice.board(board)}")], "head")
        rows.append([title, Cell([bit for bits in moved for bit in bits])])
    caption = voice.w(say("Boards on which places would be others"))
    return [Table(caption, voice.heads("board", "places"), _first(voice, rows, BOARDS))] if rows else []


def _first(voice: Voice, rows: list[list[Cell]], most: int) -> list[list[Cell]]:
    """The first rows, and how many more there are."""
    more = Cell(voice.few([Bit("")] * len(rows), most)[most:])
    return [*rows[:most], *([[more, *[plain("")] * (len(rows[0]) - 1)]] if len(rows) > most else [])]
