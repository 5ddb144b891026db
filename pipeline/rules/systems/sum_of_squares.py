"""Sum of Squares.

Source   The scoring system of the Windy City Weasels league, https://windycityweasels.org. The scores that the league
         has published agree with these rules.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        square points: The square of a power's final centres as a percentage of the sum of all squares.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.ties import percentage


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 100)


EDITIONS = {"sum_of_squares": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    squares = b.centres.astype(np.int32) ** 2
    return Result(
        parts={"solo points": n.solo * b.solo, "square points": b.drawn * percentage(squares)},
        working={"square": squares},
    )
