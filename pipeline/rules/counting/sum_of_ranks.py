"""Counting by ranks: the lowest sum of a player's ranks in the rounds wins.

Source   DipCon 2019 counted the best three ranks, KublaCon and Conquest the best two. The event's "counting" setting
         selects this method.
ranks    score: A player's rank in each round among all who played it. Tied players each get the mean of the ranks they
         fill. The n best (lowest) ranks are added up, and the lowest sum wins. Players with fewer ranks are ranked
         after those with more.
Reading  A round is worth its best game, or all its games together if the setting "round score" is `sum`. If ranks are
         equal, the earlier one is used. A round sat out has no rank. Players whose names are not known have no ranks,
         and do not affect the ranks of others.
"""

import pandas as pd

from pipeline.rules.counting import Way
from pipeline.rules.counting.best_results import best
from pipeline.rules.ties import settled
from schemas.keys import EVENT
from schemas.messages import Message
from schemas.words import SUM_OF_RANKS


def rank_in_round(units: pd.DataFrame) -> pd.Series:
    """Return each result's rank in its round.

    Equal results each get the mean of the ranks they fill. The rank is NaN for a round sat out.
    """
    played = units[units["kind"] == "game"]
    points = pd.Series(settled(played["points"]), played.index)
    rounds = [played[name] for name in (*EVENT, "round_no")]
    return points.groupby(rounds).rank(method="average", ascending=False).reindex(units.index)


WAYS = {
    SUM_OF_RANKS: Way("ranks", Message("sum of ranks, best {n}"), best, rank_in_round, lowest=True, independent=False)
}
