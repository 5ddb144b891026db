"""OpenTribute.

Source   A published variation on Tribute. No league scores were available for comparison.
Solo     solo points: {solo} to a power with 18 centres or more, nothing to every other power.
1        survival points: {survival} points to each survivor.
2        centre points: {centre} points for each centre.
3        tribute: A survivor owes the leader {gap} for each centre by which it trails the leader. An eliminated power
         owes {gap} for each of the leader's centres. Each of n level leaders receives the sum owed divided by n
         squared, rounded down.
Reading  An eliminated power scores nothing: the leaders receive what it owes, although nothing is deducted from its
         score.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 340)
    survival: float = number("points of each survivor", 34)
    centre: float = number("points for each centre", 3)
    gap: float = number("points owed for each centre that a power has fewer than the leader", 1)


EDITIONS = {"open_tribute": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    owed = n.gap * (b.top - b.centres)
    received = owed.sum(axis=0) // b.leader.sum(axis=0) ** 2
    return Result(
        parts={
            "solo points": n.solo * b.solo,
            "survival points": b.drawn * n.survival * b.survivor,
            "centre points": b.drawn * n.centre * b.centres,
            "tribute": b.drawn * (b.leader * received - b.survivor * owed),
        }
    )
