"""Counting: the sum, divided by the number of games plus a constant.

Source   "Sum games, divide by count + 10" of dipvis (diplomacytv), with 3 instead of 10 in the Seven Years War. Typed
         in "counting".
sum      score: All results of a player, added up and divided by their number plus the typed number.
Reading  A round sat out that has points is a result, and is counted among the games. Any number from 0 may be typed.
         Equal scores share the rank unless tie-breaks separate them.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting import Shares, Way
from schemas.messages import Message
from schemas.words import BY_GAMES


def by_games(number: float, units: pd.DataFrame) -> Shares:
    """Count every result, and divide the sum by the number of results plus n."""
    return np.ones(len(units)), (units["size"] + number).to_numpy(dtype=np.float64)


WAYS = {BY_GAMES: Way("sum", Message("sum / (games + {n})"), by_games)}
