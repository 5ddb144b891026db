"""Counting: the sum, the best n, or the mean of the best n.

Source   The organiser's announcement, entered in the event's setting "counting". If it is blank, the sum counts.
sum      score: All results of a player, added up.
best     score: The n best results of a player, added up. The others are dropped, and shown as dropped.
mean     score: The n best results of a player, added up and divided by their number.
ties     ties: Equal scores share a rank, and the next rank is left out, unless the event's tie-breaks or its official
         system separate them.
Reading  A result is a scored game, or a round sat out that earns points. Two games in one round are two results. If
         results are equal, the earlier one is used. A player with fewer than n results keeps them all, and the mean is
         then taken over those. One scored game is enough to be ranked. Scores are compared after rounding to nine
         decimals.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting import Shares, Way
from schemas.messages import Message
from schemas.words import BEST, MEAN, SUM


def every(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `sum`).

    Every result counts in full. The divisor is 1.
    """
    return np.ones(len(units)), np.ones(len(units))


def best(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `best`).

    The best `number` results count in full, and the others are dropped. The divisor is 1.
    """
    return np.where(units["place"] < number, 1.0, 0.0), np.ones(len(units))


def mean(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `mean`).

    The best `number` results count in full, and the others are dropped. The divisor is the number of results
    that count.
    """
    return best(number, units)[0], units["size"].clip(upper=number).to_numpy()


WAYS = {
    SUM: Way("sum", Message("sum"), every),
    BEST: Way("best", Message("best {n}"), best),
    MEAN: Way("mean", Message("mean of best {n}"), mean),
}
