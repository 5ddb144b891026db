"""Tribute.

Source   As played by the Windy City Weasels league, https://windycityweasels.org. The scores that the league publishes
         agree with these rules.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        centre points: {centre} for each centre.
2        survival points: {survival} points shared by the survivors.
3        tribute: Every other survivor pays the leader {tribute} for each centre the leader owns above {free}, but no
         more than its own survival points. Level leaders share what is paid.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 100)
    centre: float = number("points for each centre", 1)
    survival: float = number("points shared by the survivors", 66)
    tribute: float = number("points that each other survivor pays for each centre of the leader above the free ones", 1)
    free: int = number("a leader's centres that cost the others nothing", 6, most=34, whole=True)


EDITIONS = {"tribute": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    survival = n.survival / b.survivor.sum(axis=0)
    paid = (b.survivor & ~b.leader) * np.minimum(n.tribute * (b.top - n.free).clip(min=0), survival)
    return Result(
        parts={
            "solo points": n.solo * b.solo,
            "centre points": n.centre * b.drawn * b.centres,
            "survival points": b.drawn * b.survivor * survival,
            "tribute": b.drawn * (b.leader * (paid.sum(axis=0) / b.leader.sum(axis=0)) - paid),
        }
    )
