"""The scores that players can still reach with further results."""

from collections.abc import Callable

import numpy as np

from pipeline.rules.boards import Floats


def with_further(points: Floats, hopes: Floats, score: Callable[[Floats], Floats]) -> Floats:
    """Return each player's score with none of the possible further results, with one, with two, and so on.

    The result is a (number of added results, player) array.

    points  (player, result) points for the results so far, padded with NaN
    hopes   (player, result) points for possible further results, in the order in which they are added
    score   function that takes a (player, result) array, sorted best first and padded with NaN, and returns each
            player's score
    """
    every = (np.column_stack([points, hopes[:, :more]]) for more in range(hopes.shape[1] + 1))
    return np.stack([score(-np.sort(-results, axis=1)) for results in every])
