"""Tribute.

Source   As played by the Windy City Weasels league, https://windycityweasels.org, whose published scores agree.
Solo     solo points: 100 to a power with 18 centres or more, nothing to every other power.
1        centre points: 1 point for each centre.
2        survival points: 66 points shared by the survivors.
3        tribute: Every other survivor pays the leader 1 point for each centre the leader owns above 6, at most its own
         survival points. Level leaders share what is paid.
"""

import numpy as np

from pipeline.rules.boards import Boards, Result

SOLO = 100
CENTRE, SURVIVAL = 1, 66
FREE_CENTRES = 6  # a leader's centres that cost the others nothing


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    survival = SURVIVAL / b.survivor.sum(axis=0)
    paid = (b.survivor & ~b.leader) * np.minimum((b.top - FREE_CENTRES).clip(min=0), survival)
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "centre points": CENTRE * b.drawn * b.centres,
            "survival points": b.drawn * b.survivor * survival,
            "tribute": b.drawn * (b.leader * (paid.sum(axis=0) / b.leader.sum(axis=0)) - paid),
        }
    )
