"""What can still be reached: the scores of players with each number of further results."""

from collections.abc import Callable

import numpy as np

from pipeline.rules.boards import Floats


def with_further(points: Floats, hopes: Floats, score: Callable[[Floats], Floats]) -> Floats:
    """The score of each player with no further result, with the first of `hopes`, with the first two ... (number, player)

    points  the results so far, NaN where there are no more (player, result)
    hopes   what further ones may be worth (player, result)
    score   what results are worth together; they come best first, those that are not there last
    """
    every = (np.column_stack([points, hopes[:, :more]]) for more in range(hopes.shape[1] + 1))
    return np.stack([score(-np.sort(-results, axis=1)) for results in every])
