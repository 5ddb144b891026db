"""C-Diplo.

Source   "Systèmes de scorage, un résumé succinct" (in French), C-Diplo; devised by Bruno-André Giraudon.
Edition  c_diplo is the summary's own; c_diplo_100, of the World Diplomacy Database, differs in the solo alone.
Solo     solo points: 73 to a power with 18 centres or more (100 in c_diplo_100), nothing to every other power.
1        taking part: 1 point for taking part.
2        centre points: 1 point for each centre.
3        place points: 38, 14 and 7 for the first three places; tied places share.
Reading  Without a solo the eliminated keep their 1 point. They still fill places, so with fewer than three survivors
         the powers at zero share what is left of the bonuses.
"""

from typing import NamedTuple

from pipeline.rules.boards import Boards, Result
from pipeline.rules.ties import share


class Numbers(NamedTuple):
    """What an edition may change."""

    solo: int


EDITIONS = {"c_diplo": Numbers(solo=38 + 34 + 1), "c_diplo_100": Numbers(solo=100)}
PLACES = (38, 14, 7)


def score(b: Boards, numbers: Numbers) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            "solo points": numbers.solo * b.solo,
            "taking part": 1 * b.drawn,
            "centre points": b.drawn * b.centres,
            "place points": b.drawn * share(PLACES, b.centres),
        }
    )
