"""Open Mind the Gap (OMG).

Source   "Systèmes de scorage, un résumé succinct" (in French), Open Mind the Gap (Nexus).
a        centre points: 1.5 points for each centre.
b        survival points: 9 points to each survivor of a draw.
c        place points: 4.5, 3 and 1.5 points for the first three places; tied places share.
d        tribute: Each other power pays a sole leader the centres that separate the first from the second, at most half
         of its own a + b + c. Powers level at the top receive none.
e        solo points: 100 to a power with 18 centres or more, nothing to every other power.
Reading  A game without a solo is a draw of all survivors. The eliminated fill places and pay tribute on what these are
         worth: with two survivors the powers at zero share third place, 0.3 each, and pay up to half of it. The
         sharing in c and the nothing to the losers of a solo are readings. Nothing is rounded.
"""

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.ties import share, top_two

SOLO = 100
CENTRE, SURVIVAL, PLACES = 1.5, 9, (4.5, 3.0, 1.5)
HIGHEST_TRIBUTE = 0.5  # of a power's own a + b + c


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    first, second = top_two(b.centres)
    centre, survival, place = CENTRE * b.centres, SURVIVAL * b.survivor, share(PLACES, b.centres)
    owed = np.minimum(first - second, HIGHEST_TRIBUTE * (centre + survival + place))  # nothing where two are level
    paid = np.where(b.leader, 0.0, owed)
    return Result(
        parts={
            "centre points": b.drawn * centre,
            "survival points": b.drawn * survival,
            "place points": b.drawn * place,
            "tribute": b.drawn * (b.leader * paid.sum(axis=0) - paid),
            "solo points": SOLO * b.solo,
        }
    )
