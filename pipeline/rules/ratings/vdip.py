"""vDip rating.

Source   vDiplomacy, VDiplomacy-Points, and the site's source code.
Rating   1000 at the start.
Share    A player's official score divided by the sum of the board's scores, from 0 to 1.
Got      Each game counts as 21 matches between two players: the larger share wins the match, and equal shares
         draw the match.
Expected 1/(1 + 10^((Ro - R)/1000)) in each match.
Change   In each match: the difference of the two shares x 100 (6/7)^2.7 x (got - expected). Two players who share a
         draw exchange nothing. The changes of a player's six matches are added up.
Reading  A score below 0 counts as a share of 0. A board without any points changes nothing. The figures shown as got
         and expected are the unweighted means of the six matches. A seat without a name has the starting rating.
Closed   Yes: in each match one player gains what the other loses.
"""

import numpy as np

from pipeline.rules.ratings import Changes, Figures, Games, Whole, expectations, in_order
from pipeline.rules.ties import settled

START, SETTLED, TAKES = 1000.0, 10, "games"
SCALE, OTHERS = 1000.0, 6
WEIGHT = 100.0 * (6 / 7) ** 2.7


def changes(games: Games) -> Changes:
    """Return the rating changes that each game causes, as (power, game) arrays."""
    score = np.maximum(games.score, 0)
    total = score.sum(axis=0)
    shares = np.divide(score, total, out=np.zeros(score.shape), where=total > 0)
    ahead = np.sign(settled(shares)[:, None] - settled(shares))  # (power, power, game)
    won = (ahead + 1) / 2
    weight = WEIGHT * np.abs(shares[:, None] - shares) * ~(games.drawn[:, None] & games.drawn)

    def step(game: int, before: Figures, played: Whole) -> tuple[Figures, Figures]:
        expected = expectations(before, SCALE)
        change = (weight[..., game] * (won[..., game] - expected)).sum(axis=1)
        return (expected.sum(axis=1) - 0.5) / OTHERS, change

    return in_order(games.player, START, (won.sum(axis=1) - 0.5) / OTHERS, step)
