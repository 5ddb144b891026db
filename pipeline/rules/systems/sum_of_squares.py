"""Sum of Squares.

Source   As played by the Windy City Weasels league, https://windycityweasels.org, whose published scores agree.
Solo     solo points: 100 to a power with 18 centres or more, nothing to every other power.
1        square points: The square of a power's final centres in per cent of the sum of all squares.
"""

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.ties import percentage

SOLO = 100


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    squares = b.centres.astype(np.int32) ** 2
    return Result(
        parts={"solo points": SOLO * b.solo, "square points": b.drawn * percentage(squares)},
        working={"square": squares},
    )
