"""Open Mind the Gap (OMG).

Source   "Systèmes de scorage, un résumé succinct" (in French), Open Mind the Gap (Nexus).
a        centre points: {centre} points for each centre.
b        survival points: {survival} points to each survivor of a draw.
c        place points: {places} points, from first place down. Final centres decide the places. Tied powers share the
         points.
c.1      margin points: {margin} for each power with fewer centres, minus the same for each power with more, but not
         below zero.
d        tribute: Each other power pays a sole leader one point for each centre that separates the first from the
         second, but at most {most_tribute} of its own a + b + c. Powers level at the top receive none.
e        solo points: {solo} to a power with 18 centres or more, nothing to every other power.
Reading  A game without a solo is a draw between all survivors. The eliminated also fill places, and pay tribute from
         the points for these places: with two survivors, the powers at zero share third place, get 0.3 each, and pay up
         to half of that. In our reading of the source, tied powers share the points in c, and the losers of a solo get
         nothing. Nothing is rounded.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Ints, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share, top_two


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    centre: float = number("points for each centre", 1.5)
    survival: float = number("points of each survivor of a draw", 9)
    places: tuple[float, ...] = by_place("points of the places, from the first", (4.5, 3, 1.5))
    margin: float = number("points for each power with fewer centres, less those with more", 0)
    most_tribute: float = number("the most tribute, as a part of a power's own points", 0.5, most=1)
    solo: float = number("points of a power with 18 centres or more", 100)


EDITIONS = {
    "omg": Edition(Numbers(), reads="OMG"),
    "omg_dbn": Edition(
        Numbers(places=(0,), margin=0.75),
        "Open Mind the Gap (DBN)",
        "Table of scoring systems of the Diplomacy Broadcast Network, where it is called Open Mind the Gap.",
        reads="OMG",
        reading="This table has a formula in place of 4.5, 3 and 1.5 for the places. They differ only where powers are "
        "level, or only two survive.",
    ),
}


def margins(b: Boards) -> Ints:
    """Return, for each power, the number of powers with fewer centres minus the number with more (paragraph c.1).

    The result is a (power, board) array.
    """
    above, level = ranked_by_centres(b)
    return len(b.centres) - level - 2 * above


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    centre, survival, place = n.centre * b.centres, n.survival * b.survivor, share(n.places, ranked_by_centres(b))
    margin = n.margin * margins(b).clip(min=0)
    owed = np.minimum(
        first - second, n.most_tribute * (centre + survival + place + margin)
    )  # zero where two powers share the lead
    paid = np.where(b.leader, 0.0, owed)
    return Result(
        parts={
            "centre points": b.drawn * centre,
            "survival points": b.drawn * survival,
            "place points": b.drawn * place,
            "margin points": b.drawn * margin,
            "tribute": b.drawn * (b.leader * paid.sum(axis=0) - paid),
            "solo points": n.solo * b.solo,
        }
    )
