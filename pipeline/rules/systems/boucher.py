"""Boucher.

Source   "Systèmes de scorage, un résumé succinct" (in French), Boucher.
Solo     solo points: 60 to a power with 18 centres or more, nothing to every other power.
1        survivor points: A survivor has 10 points for each power eliminated, an eliminated power nothing.
2        nobody eliminated: 1 point to each power if all seven survive.
Reading  The soloist's 60 is flat, however many powers survive.
"""

from pipeline.rules.boards import Boards, Result

SOLO = 60
ELIMINATION, NOBODY_ELIMINATED = 10, 1


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "survivor points": b.drawn * b.survivor * ELIMINATION * (~b.survivor).sum(axis=0),
            "nobody eliminated": NOBODY_ELIMINATED * (b.drawn & b.survivor.all(axis=0)),
        }
    )
