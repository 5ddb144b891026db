"""Records of the people in the hall before a round, and of the round's seating.

This module does not need the solver.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from schemas.messages import Message, listed, say
from schemas.words import POWERS, natural


class Played(NamedTuple):
    """One seat in an earlier round of the event. `player` is empty if nobody played the power."""

    round: str
    board: str
    power: str
    player: str


class Seat(NamedTuple):
    """One seat in the round.

    `player` is empty if nobody plays the power, as with the automatic Turkey (Italia-2010, 8.5).
    """

    board: int
    power: str
    player: str


class Broken(NamedTuple):
    """A wish that the tables do not fulfil.

    paragraph   paragraph of Italia-2010: 8 or 8.1
    wish        short name of the wish, such as `different opponents`
    why         reason why the wish is unmet, such as `met: round 1, board 2`
    cost        cost in points
    """

    paragraph: str
    wish: Message
    players: tuple[str, ...]
    board: int
    why: Message
    cost: int


@dataclass(frozen=True)
class Hall:
    """The people in the hall before a round, and what they have played.

    Numbers in brackets are paragraphs of Italia-2010.

    players      the people present, each name once, in any order
    number       the round's number, 1 for the event's first round
    seed         seed of the random choices: the same hall and seed give the same tables
    history      the seats of the earlier rounds, including those of people who have left
    ties         groups of two or more people who asked to be kept apart, present or not (8.1)
    volunteers   people willing to play on two boards of this round (8.6)
    sitting_out  people who are present but do not play this round (8.7)
    last         whether this is the last round, in which tables of seven are filled in order of standing (8.4 A)
    top_table    whether the round has a top table, which is allowed only in the last round (8.2)
    standings    rank of each player before the round, used only in the last round. Players without a rank come last.
    declined     people who would rather not sit at the top table
    sizes        number of players at each table, 7 or 6, with the top table first. It is empty if the director does
                 not choose the sizes (8.4 C).
    """

    players: Sequence[str]
    number: int
    seed: int
    history: Sequence[Played] = ()
    ties: Sequence[Collection[str]] = ()
    volunteers: Collection[str] = ()
    sitting_out: Collection[str] = ()
    last: bool = False
    top_table: bool = False
    standings: Mapping[str, int] = field(default_factory=dict)
    declined: Collection[str] = ()
    sizes: Sequence[int] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if the fields contradict each other or a table does not have six or seven players."""
        twice = sorted({name for name in self.players if list(self.players).count(name) > 1})
        if twice:
            raise ValueError(say("listed twice as present: {players}", players=listed(twice)))
        for names, text in (
            (self.volunteers, Message("volunteers who are not present: {players}")),
            (self.sitting_out, Message("listed as sitting out, but not present: {players}")),
            (self.declined, Message("listed as declining the top table, but not present: {players}")),
        ):
            if strangers := sorted({*names} - {*self.players}):
                raise ValueError(text.of({"players": listed(strangers)}))
        if both := sorted({*self.volunteers} & {*self.sitting_out}):
            raise ValueError(
                say("players who volunteered for two boards but are sitting out: {players}", players=listed(both))
            )
        if not {*self.sizes} <= {len(POWERS) - 1, len(POWERS)}:
            raise ValueError(
                say(
                    "a table must have six or seven players: with fewer, no rule says which powers to leave empty (8.4)"
                )
            )
        if self.top_table and not self.last:
            raise ValueError(say("only the last round has a top table (8.2)"))

    def lot(self, *what: str) -> int:
        """Return a random number that depends only on the seed, the round and the arguments."""
        drawn = sha256("\0".join((str(self.seed), str(self.number), *what)).encode()).digest()
        return int.from_bytes(drawn[:8], "big")

    def by_lot(self, names: Collection[str]) -> list[str]:
        """Return the names in a random order that depends only on the seed and the round."""
        return sorted(names, key=lambda name: (self.lot(name), name))

    @property
    def earlier(self) -> list[Played]:
        """The seats of the earlier rounds, in order of round, board and power."""
        return sorted(
            self.history, key=lambda seat: (natural(seat.round), natural(seat.board), seat.power, seat.player)
        )

    @property
    def playing(self) -> list[str]:
        """The players in this round, in the order given by `by_lot`, which is the same each time."""
        return self.by_lot({*self.players} - {*self.sitting_out})


@dataclass(frozen=True)
class Seating:
    """The tables of a round.

    seats      seven seats per board, ordered by board and power
    broken     every unmet wish, the most costly first
    bound      proven lower bound on the cost
    remarks    remarks for the director
    top_table  whether board 1 is the top table
    doubled    the players on two boards
    """

    seats: tuple[Seat, ...]
    broken: tuple[Broken, ...]
    bound: int
    remarks: tuple[Message, ...]
    top_table: bool
    doubled: tuple[str, ...]

    @property
    def cost(self) -> int:
        """The sum of the costs of all unmet wishes, in points."""
        return sum(wish.cost for wish in self.broken)

    @property
    def proven(self) -> bool:
        """Whether the cost equals its proven lower bound, which means that no other seating can cost less."""
        return self.cost == self.bound


class CannotSeatError(ValueError):
    """Error raised if the people in the hall do not fill tables of seven and six.

    volunteers  total number of players who must volunteer for two boards, or None if no number is enough
    sit_outs    number of additional people who would have to sit out, or None if no number is enough
    """

    def __init__(self, message: Message, volunteers: int | None = None, sit_outs: int | None = None) -> None:
        super().__init__(message)
        self.volunteers, self.sit_outs = volunteers, sit_outs
