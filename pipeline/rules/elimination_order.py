"""The finishing order of a board's powers: by centres, by year of elimination, or by countback."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Boards, Bools, Ints, once
from pipeline.rules.numbers import prizes
from pipeline.rules.ties import Ranked, compare, countback
from schemas.words import POWERS

ABOVE_ELIMINATED = np.int16(1_000)  # more than the years of any game


@once
def ranked_by_centres(b: Boards) -> Ranked:
    """Rank the powers by final centres."""
    return compare(b.centres)


@once
def by_elimination(b: Boards) -> Ints:
    """Return a (power, board) sort key that puts survivors above eliminated powers.

    Survivors are sorted by centres, and eliminated powers by the year of their elimination.
    """
    return np.where(b.survivor, b.centres + ABOVE_ELIMINATED, b.eliminated)


@once
def ranked_by_elimination(b: Boards) -> Ranked:
    """Rank the powers by the sort key that `by_elimination` returns."""
    return compare(by_elimination(b))


@once
def ranked_by_countback(b: Boards) -> Ranked:
    """Rank the powers by final centres, then by the centres in the year before, and so on back to the first year.

    Of two eliminated powers, the one eliminated later ranks higher, because it owned centres in a later year, even if
    that year is not recorded.
    """
    last = np.int8(len(POWERS)) - ranked_by_elimination(b)[0]
    return compare(countback(np.concatenate([b.owned, last[np.newaxis]]), np.zeros((len(POWERS), 1), np.int8)))


@cache
def _uneven(values: tuple[float, ...]) -> NDArray[np.bool_]:
    """Return a mask of the groups of powers that fill places worth different points.

    The first axis is the number of powers above the group, and the second is the number of powers in the group.
    """
    table, counts = prizes(values), range(len(POWERS) + 1)
    return np.array([[len({*table[above : above + level].tolist()}) > 1 for level in counts] for above in counts])


def hang_on_eliminations(b: Boards, values: tuple[float, ...]) -> Bools:
    """Return a mask of the boards on which the eliminated powers fill places worth different points."""
    survivors = b.survivor.sum(axis=0)
    return _uneven(values)[survivors, len(POWERS) - survivors]


@once
def unknown_eliminations(b: Boards) -> Bools:
    """Return a mask of the boards on which the year of an elimination is unknown."""
    return (b.eliminated == ELIMINATED_UNKNOWN).any(axis=0)


def open_countback(b: Boards, values: tuple[float, ...]) -> Bools:
    """Return a mask of the boards on which the points for places depend on centres in unrecorded years."""
    whole = b.charted | (b.years == 1)  # the final centres are those of the last year
    if whole.all():
        return ~whole
    open_ties = _uneven(values)[ranked_by_countback(b)].any(axis=0)
    return ~whole & (open_ties | (hang_on_eliminations(b, values) & unknown_eliminations(b)))
