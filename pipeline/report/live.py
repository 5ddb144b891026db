"""The live page of a season's open events, to read on a phone in the playing hall.

The page shows the next seats, the standings and the latest boards.
"""

from typing import Any, NamedTuple

from pipeline.pages.report import with_columns
from pipeline.pages.shared_columns import SEAT_SHOWN
from pipeline.report.css import digest, script_of
from pipeline.report.elements import Bit, BoardCard, Fold, Part, Table, text
from pipeline.report.view import View
from schemas.messages import say
from schemas.words import UNKNOWN_PLAYER, fold, natural

LIVE = "live.html"  # only for a season with an open event


class Seat(NamedTuple):
    """A seat of the next round.

    said  sentence that names the player, board and power
    """

    name: Bit
    board: str
    power: list[Bit]
    said: str


class Hall(NamedTuple):
    """An open event, with its part of the report, the seats of the next round, the standings and the latest boards."""

    part: Part
    reasons: list[str]
    next_round: str
    seats: list[Seat]
    boards: list[tuple[str, list[Seat]]]
    standings: Table | None
    last_round: str
    cards: list[BoardCard]


class Live:
    """The content of the live page, with the open events, and the header and footer that it shares with the report."""

    def __init__(self, view: View) -> None:
        """Store the parts of the report's view that the live page needs."""
        self.report, self.w, self.labels, self.parts = view.report, view.w, view.labels, view.parts
        self.name, self.title, self.description = view.name, view.title, view.description
        self.unreal, self.origin = view.unreal, view.origin
        self.address, self.picture = view.address_of(LIVE), view.picture
        self.script = script_of("live")
        self.script_digest = digest(self.script)

    @property
    def halls(self) -> list[Hall]:
        """One `Hall` per open event."""
        by_anchor = {part.anchor: part for part in self.parts}
        return [self._hall(event, by_anchor[self.labels.anchors[event]]) for event in self.report.live]

    def _hall(self, event: str, part: Part) -> Hall:
        frame = with_columns(self.report.seats_to_come, [*SEAT_SHOWN])
        rows = frame[frame["event"] == event]
        first = min(rows["round"].map(text), key=natural, default="")
        seats = [self._seat(row) for row in rows[rows["round"].map(text) == first].itertuples() if text(row.player)]
        boards: dict[str, list[Seat]] = {}
        for seat in seats:
            boards.setdefault(seat.board, []).append(seat)
        _, reasons = self.report.open.get(event, ("", []))
        last: Fold | None = part.boards[-1] if part.boards else None
        name = self.labels.round(next(reversed(self.labels.rounds.get(event, {"": ""}))))
        return Hall(
            part=part,
            reasons=[self.w(reason) for reason in reasons],
            next_round=self._capital(self.labels.round(first)) if first else "",
            seats=sorted(seats, key=lambda seat: (fold(seat.name.text), seat.name.text)),
            boards=[*boards.items()],
            standings=_narrow(part.standings) if part.standings else None,
            last_round=name if last else "",
            cards=last.cards if last else [],
        )

    def _seat(self, row: Any) -> Seat:
        player, power = text(row.player), self.labels.power(row.power)
        name = self.labels.player(player) if player != UNKNOWN_PLAYER else Bit(self.w(say("name not known")))
        board = self.labels.board(row.board)
        said = self.w(say("{player}: {board}, {power}", player=name.text, board=board, power=power))
        return Seat(name, text(row.board), [self.labels.chip(row.power), Bit(f" {power}")], said)

    @staticmethod
    def _capital(name: str) -> str:
        return name[:1].upper() + name[1:]


def _narrow(table: Table) -> Table:
    """Return the standings with only the columns for the rank, the player, the total and the last round."""
    rounds = [at for at, head in enumerate(table.heads) if head.long]
    total = [at for at, head in enumerate(table.heads) if head.style.endswith("score")]
    kept = [0, 1, *total, *rounds[-1:]]
    rows = [[row[at] for at in kept] for row in table.rows]
    return table._replace(heads=[table.heads[at] for at in kept], rows=rows, row_styles=(), style="")
