"""The boards of many games as aligned arrays.

Shapes are written as (power, board) or (year, power, board), where `year` is the index of a game year, 0 for the first
(1901).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property, wraps
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from schemas.words import ADJUSTMENT_PENALTY, FIRST_YEAR, ORDER_PENALTY, POWERS, SOLO_CENTRES

Bools = NDArray[np.bool_]
Ints = NDArray[np.integer]
Floats = NDArray[np.float64]
Figure = TypeVar("Figure")

ELIMINATED_UNKNOWN = -1
PIECE = 16_384  # boards per piece, so that its arrays fit the processor's cache


@dataclass(frozen=True, eq=False)
class Boards:
    """Many boards as arrays, the input to the scoring systems.

    The second column gives the type and the axes of each array.

    centres          int16 (power, board)        centres owned at the end of the last year played
    owned            int8 (year, power, board)   centres owned each autumn, 0 where not played or not recorded
    recorded         bool (year, board)          whether the centres owned that autumn are known
    first_year       int16 (board)               the year in which the game began, such as 1901
    years            int16 (board)               game years played, 0 where unknown
    eliminated       int16 (power, board)        game year of the elimination, from 1 (0 for a survivor, -1 if unknown)
    has_player       bool (power, board)         whether somebody plays the power
    named            bool (power, board)         whether the power is named as winner or as sharing the draw
    in_progress      bool (board)                whether the game is not over
    nmr_orders       int16 (power, board)        spring and autumn turns missed
    nmr_adjustments  int16 (power, board)        year ends missed
    penalty          float64 (power, board)      penalty points that the organiser entered
    variant          bool (board)                whether the game is a variant in an event that does not count variants
    """

    centres: Ints
    owned: Ints
    recorded: Bools
    first_year: Ints
    years: Ints
    eliminated: Ints
    has_player: Bools
    named: Bools
    in_progress: Bools
    nmr_orders: Ints
    nmr_adjustments: Ints
    penalty: Floats
    variant: Bools

    def __post_init__(self) -> None:
        """Raise ValueError, naming the array and both shapes, if the arrays are not aligned."""
        powers, years, boards = len(POWERS), len(self.owned), self.centres.shape[1]
        seat, board = (powers, boards), (boards,)
        shapes = {"owned": (years, *seat), "recorded": (years, boards)}
        shapes |= dict.fromkeys(("first_year", "years", "in_progress", "variant"), board)
        for array in fields(self):
            wanted, actual = shapes.get(array.name, seat), getattr(self, array.name).shape
            if actual != wanted:
                raise ValueError(f"{array.name} has the shape {actual}, not {wanted}")

    def __len__(self) -> int:
        return int(self.centres.shape[1])

    @cached_property
    def survivor(self) -> Bools:
        """Return a (power, board) mask of the powers that own a centre at the end."""
        return self.centres > 0

    @cached_property
    def top(self) -> Ints:
        """Return, for each board, the highest number of centres that a power owns at the end."""
        return self.centres.max(axis=0)

    @cached_property
    def leader(self) -> Bools:
        """Return a (power, board) mask of the powers with the most centres, alone or level."""
        return self.centres == self.top

    @cached_property
    def solo(self) -> Bools:
        """Return a (power, board) mask of the powers that own 18 centres or more at the end."""
        return self.centres >= SOLO_CENTRES

    @cached_property
    def soloed(self) -> Bools:
        """Return a mask of the boards that end in a solo."""
        return np.logical_or.reduce(self.solo)

    @cached_property
    def beaten(self) -> Bools:
        """Return a (power, board) mask of the powers that are beaten by another power's solo."""
        return self.soloed & ~self.solo

    @cached_property
    def drawn(self) -> Bools:
        """Return a mask of the boards that do not end in a solo."""
        return ~self.soloed

    @cached_property
    def in_draw(self) -> Bools:
        """Return a (power, board) mask of the powers that share the draw.

        These are the powers in `named`, or all survivors of a board on which no power is named. Nobody shares a draw
        after a solo.
        """
        return np.where(self.named.any(axis=0), self.named, self.survivor) & self.drawn

    @cached_property
    def charted(self) -> Bools:
        """Return a mask of the boards with known centres for every year played."""
        return self.years.astype(bool) & (self.recorded.sum(axis=0) == self.years)

    @cached_property
    def centre_years(self) -> Ints:
        """Return the sum of each power's autumn centres over all years, as a (power, board) array."""
        return self.owned.sum(axis=0, dtype=np.int16)

    @cached_property
    def least_years(self) -> Ints:
        """Return the number of game years played on each board.

        If that number is unknown, return the number of years up to the last known elimination.
        """
        return np.where(self.years, self.years, self.eliminated.max(axis=0))

    @cached_property
    def years_lived(self) -> Ints:
        """Return how many game years each power lived, as a (power, board) array.

        The year in which a power is eliminated counts as lived. The figure is `least_years` for a survivor, and -1 if
        the year of an elimination is unknown.
        """
        return np.where(self.survivor, self.least_years, self.eliminated)

    @cached_property
    def nmr_penalties(self) -> Ints:
        """Return each power's penalties for missed turns, as a (power, board) array.

        Each missed spring or autumn turn counts as 2 penalties, and each missed year end as 1.
        """
        return ORDER_PENALTY * self.nmr_orders + ADJUSTMENT_PENALTY * self.nmr_adjustments

    def __getitem__(self, piece: slice) -> "Boards":
        """Return a slice of the boards, as views of the same arrays."""
        return Boards(**{array.name: getattr(self, array.name)[..., piece] for array in fields(self)})

    def pieces(self) -> Iterator["Boards"]:
        """Yield the boards in order, in batches of at most PIECE boards.

        If there are no boards, yield one empty batch.
        """
        yield self[:PIECE]
        for start in range(PIECE, len(self), PIECE):
            yield self[start : start + PIECE]


def once(figure: Callable[[Boards], Figure]) -> Callable[[Boards], Figure]:
    """Cache a function of boards, like a cached property, so that all systems share its result."""

    @wraps(figure)
    def of(boards: Boards) -> Figure:
        if figure.__name__ not in vars(boards):
            vars(boards)[figure.__name__] = figure(boards)
        worked_out: Figure = vars(boards)[figure.__name__]
        return worked_out

    return of


def named_as_winners(winners: Iterable[str]) -> Bools:
    """Return a (power, board) mask of the powers listed as winners, whether they won alone or shared a draw."""
    return np.strings.find(np.array([*winners], str), np.array(POWERS)[:, np.newaxis]) >= 0


def finished(centres: Ints, owned: Ints, recorded: Bools, years: Ints, eliminated: Ints) -> Boards:
    """Return finished games with a player for every power, and no missed turns, variants or named winners."""
    boards = centres.shape[1]
    nothing = np.zeros(centres.shape, np.int16)
    return Boards(
        centres=centres,
        owned=owned,
        recorded=recorded,
        first_year=np.full(boards, FIRST_YEAR, np.int16),
        years=years.astype(np.int16),
        eliminated=eliminated.astype(np.int16),
        has_player=np.ones(centres.shape, bool),
        named=np.zeros(centres.shape, bool),
        in_progress=np.zeros(boards, bool),
        nmr_orders=nothing,
        nmr_adjustments=nothing,
        penalty=nothing.astype(float),
        variant=np.zeros(boards, bool),
    )


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a system for many boards. Every array has one value per power and board, or one per board.

    parts    the points of each paragraph, in the rule's order. Their sum is the score. The first array must be
             (power, board), because the others are added to it
    working  figures that are shown beside the parts but not added to the score
    place    the places that the system itself gives because it breaks ties, or None if the score decides the places
    """

    parts: dict[str, NDArray]
    working: dict[str, NDArray] = field(default_factory=dict)
    place: Ints | None = None
