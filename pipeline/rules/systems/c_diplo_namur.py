"""C-Diplo Namur.

Source   "Systèmes de scorage, un résumé succinct" (in French), C-Diplo Namur.
Solo     solo points: 85 to a power with 18 centres or more: 1 + 46 + 38, where 46 is the table of centres carried on
         to 34. Nothing to every other power.
1        taking part: 1 point for taking part.
2        centre points: 0, 5, 9, 12, 14, 16 and 18 points for 0 to 6 centres, then 1 more for each (17 centres: 29).
3        place points: 38, 14 and 7 for the first three places; tied places share.
Reading  Without a solo the eliminated keep their 1 point and still fill places, as in C-Diplo: the text makes no
         exception.
"""

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.ties import share

SOLO = 1 + 46 + 38
CENTRES = np.array([0, 5, 9, 12, 14, 16, 18, *range(19, 47)], np.int16)  # for 0 to 34 centres
PLACES = (38, 14, 7)


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "taking part": 1 * b.drawn,
            "centre points": b.drawn * CENTRES.take(b.centres),
            "place points": b.drawn * share(PLACES, b.centres),
        }
    )
