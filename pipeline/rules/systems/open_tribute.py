"""OpenTribute.

Source   A published variation on Tribute; no league whose scores we could compare has used it here.
Solo     solo points: 340 to a power with 18 centres or more, nothing to every other power.
1        survival points: 34 points to each survivor.
2        centre points: 3 points for each centre.
3        tribute: A survivor owes the leader 1 point for each centre it has fewer than the leader; an eliminated power
         owes the leader's whole count. Each of n level leaders receives the sum owed divided by n squared, rounded
         down.
Reading  An eliminated power scores nothing: what it owes is received, not paid.
"""

import numpy as np

from pipeline.rules.boards import Boards, Result

SOLO = 340
SURVIVAL, CENTRE = 34, 3


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    owed = b.top - b.centres
    received = owed.sum(axis=0, dtype=np.int16) // b.leader.sum(axis=0, dtype=np.int16) ** 2
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "survival points": b.drawn * SURVIVAL * b.survivor,
            "centre points": b.drawn * CENTRE * b.centres,
            "tribute": b.drawn * (b.leader * received - b.survivor * owed),
        }
    )
