"""Ghost rating.

Source   webDiplomacy, Ghost Ratings Explained, the classic formula.
Rating   100 at the start.
Got      A solo gets 1. A draw gives 1 divided by the number of players who share the draw. Under Sum of Squares, c
         centres give c^2 divided by the sum of all c^2.
Expected A player with rating R expects R divided by the sum of the seven ratings. Under Sum of Squares, this is R^2
         divided by the sum of all R^2.
Change   The sum of the ratings / (17.5 x variant x press) x (got - expected).
Reading  Variant and press both count as 1. A game that ended neither in a solo nor in a draw is shared by all
         survivors, or by the winners that its sheet names. A seat without a name has the starting rating.
Closed   Yes: the changes of a game add up to zero.
"""

import numpy as np

from pipeline.rules.ratings import Changes, Figures, Games, Whole, in_order
from schemas.words import SOLO_CENTRES

START, SETTLED, TAKES = 100.0, 10, "games"
DIVISOR = 17.5


def changes(games: Games) -> Changes:
    """Return the rating changes that each game causes, as (power, game) arrays."""
    soloed = games.centres >= SOLO_CENTRES
    squares = games.squares & ~soloed.any(axis=0)
    shares = np.where(squares, games.centres**2, games.shares)
    got = shares / shares.sum(axis=0)

    def step(game: int, before: Figures, played: Whole) -> tuple[Figures, Figures]:
        weighed = before**2 if squares[game] else before
        expected = weighed / weighed.sum()
        return expected, before.sum() / DIVISOR * (got[:, game] - expected)

    return in_order(games.player, START, got, step)
