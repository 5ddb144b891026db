"""Elo by power.

Source   The Elo rating of the French Diplomacy players' association (AFJD).
Rating   A player has a rating with each power, 1500 at the start. The overall rating is the mean of the seven.
Got      The game's score gives a rank, and the rank gives a performance: 1.5^(8 - rank) - 1, divided by the sum of
         these figures for ranks 1 to 7. Level players share the performances of the ranks they fill. A score of 0 or
         less gives no performance.
Expected The sum of 1/(1 + 10^((Ro - R)/600)) over the six others, divided by 21.
Change   k x 21 x (got - expected), where k is 40 minus half a point for each earlier game in the rating, but at least
         20. The winner never loses points, the last never gains any, and no rating falls below 1000.
Reading  k falls only with earlier games that the player played with the same power. If all seven are level, no rating
         changes. A seat without a name has the starting rating, and its gains are not kept.
Closed   No: because of k, the limits, and scores without a performance, the changes of a game do not add up to zero.
"""

import numpy as np

from pipeline.rules.ratings import Changes, Figures, Games, Whole, expectations, in_order
from pipeline.rules.ties import compare, settled, share

START, FLOOR, SETTLED, TAKES, BY_POWER = 1500.0, 1000.0, 10, "games", True
POWERS, PAIRS, SCALE, BASE = 7, 21, 600.0, 1.5
K, LEAST_K, K_A_GAME = 40.0, 20.0, 0.5
PERFORMANCES = np.array([BASE ** (POWERS + 1 - rank) - 1 for rank in range(1, POWERS + 1)])
PRIZES = tuple((PERFORMANCES / PERFORMANCES.sum()).tolist())


def changes(games: Games) -> Changes:
    """Return the rating changes that each game causes, as (power, game) arrays."""
    score = settled(games.score)
    above, level = compare(score)
    first, last = above == 0, above + level == POWERS
    got = share(PRIZES, (above, level)) * (score > 0)

    def step(game: int, before: Figures, played: Whole) -> tuple[Figures, Figures]:
        expected = (
            expectations(before, SCALE).sum(axis=1) - 0.5
        ) / PAIRS  # without each player's expectation against themselves
        change = np.maximum(LEAST_K, K - K_A_GAME * played) * PAIRS * (got[:, game] - expected)
        change = np.where(first[:, game], np.maximum(change, 0), change)
        change = np.where(last[:, game], np.minimum(change, 0), change)
        return expected, np.maximum(change, FLOOR - before)

    rated = games.player * POWERS + np.arange(POWERS)[:, None]
    return in_order(rated, START, got, step)
