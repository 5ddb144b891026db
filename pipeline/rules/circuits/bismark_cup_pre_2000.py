"""Bismark Cup before 2000.

Source   "2001 Arthur Bismark Cup Rules and Scoring System" (D.A.A.N.Z.), paragraph 6, pre-2000 scoring.
6        points: By the place and the number of boards of the event, in the table of 2000.
Bonus    bonus: 2 boards more for a national event (Australian, New Zealand), 1 more for one of a state or island.
Score    score: The sum of the best four points; any further are ignored.
Reach    counts above: A further event counts if it gives more than the least of the four that count.
Reading  Boards and places are read as in 2000, the bonus added before the nearest column is taken. Of equal points
         the event that comes first by name is used. Ties are broken as in 2001, by the events used.
"""

import pandas as pd

from pipeline.rules.circuits import Needs, Outcome
from pipeline.rules.circuits.bismark_cup_2000 import ROAD, scored
from pipeline.rules.standings import FOUR, best, only_four, ranked

NEEDS = Needs("placings")
BONUS = {"national": 2, "state": 1}


def standings(placings: pd.DataFrame) -> Outcome:
    """The cup of one year; `placings` as in 2000, `level` (`national`, `state`, ``) decides on the bonus."""
    results, notices = scored(placings, BONUS)
    counted = results[results["used"]]
    dropped = only_four(results, results["used"])
    results.loc[dropped.index, "why"] = dropped
    results["used"] = results["why"] == ""
    bests = best(results[results["used"]], width=FOUR)
    events = counted.groupby("player").size()
    total = bests.sum(axis=1)
    table = pd.DataFrame({"events": events, "score": total, "used": bests.notna().sum(axis=1), "total": total})
    table["counts_above"] = bests.iloc[:, -1]
    return Outcome(ranked(table, bests), results[["player", "event", "place", "points", "used", *ROAD]], notices)
