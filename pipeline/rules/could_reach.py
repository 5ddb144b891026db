"""The scores that players can still reach with further results."""

from collections.abc import Callable

import numpy as np

from pipeline.rules.boards import Floats


def with_further(points: Floats, hopes: Floats, score: Callable[[Floats], Floats]) -> Floats:
    """Return each player's score after adding none of the possible further results, then one, two, and so on.

    The axes of the array are the number of added results, and the player.

    points  (player, result) points for the results so far, padded with NaN
    hopes   (player, result) points for possible further results, in the order in which they are added
    score   function that returns the totals of results that are sorted best first and padded with NaN
    """
    every = (np.column_stack([points, hopes[:, :more]]) for more in range(hopes.shape[1] + 1))
    return np.stack([score(-np.sort(-results, axis=1)) for results in every])
