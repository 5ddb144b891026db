"""Counting: a minimum number of games.

Source   House rules of leagues, entered in the event's setting `minimum games`. There is no published text. In dipvis,
         the Seven Years War rule requires two games.
minimum  games short of the minimum: How many games a player is short. Players who are short are ranked after everybody
         who has played enough.
Reading  Games count, but rounds sat out do not. Divisions are applied before this rule, and everything else after it.
         Players who are short of games are ranked among themselves by the event's score. They still have a rank, so
         that nobody is missing from the standings.
"""

import numpy as np
import pandas as pd

OF = "some_short"


def short(games: pd.Series, least: pd.Series) -> pd.Series:
    """Return how many games each player is short of the event's minimum `least`.

    The figure is missing if the event sets no minimum (NaN).
    """
    return pd.Series(np.maximum(least - games.astype(float), 0), games.index).astype("Int64")
