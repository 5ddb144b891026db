"""Counting: the sum, divided by the number of games plus a constant.

Source   "Sum games, divide by count + 10" from dipvis (diplomacytv), with 3 instead of 10 in the Seven Years War. The
         event's "counting" setting selects this method.
sum      score: All results of a player, added up and divided by their number plus the number entered.
Reading  Points for sitting out a round are a result, and the round counts as a game. Any number from 0 upwards may be
         entered. Equal scores share a rank unless tie-breaks separate them.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting import Shares, Way
from schemas.messages import Message
from schemas.words import BY_GAMES


def by_games(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `sum`).

    Every result counts in full. The divisor is the number of the player's results plus `number`.
    """
    return np.ones(len(units)), (units["size"] + number).to_numpy(dtype=np.float64)


WAYS = {BY_GAMES: Way("sum", Message("sum / (games + {n})"), by_games)}
