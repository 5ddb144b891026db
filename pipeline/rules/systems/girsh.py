"""Gap Incentivised Rank SC Hybrid (GIRSH).

Source   dipvis, a program for tournaments, https://github.com/UEWBot/dipvis, which includes the authors' example.
1        place points: {places}, from first place down. Final centres decide the places. Level powers are placed by
         their centres in the year before, and so on back to the first year (countback). Eliminated powers are thus
         placed by their last years. Powers that are level in all years share the points. A solo does not affect the
         places.
2        years lived: {year} for each year up to and including the last year of the game or the year of the elimination.
3        centre points: {centre} for each centre, unless there is a solo.
4        gap points: A sole leader gets {gap} for each centre of its lead over the second, up to {most_gap} centres, if
         the lead is {least_gap} or more and there is no solo. The other survivors pay it in equal parts, each part
         rounded down.
5        solo points: {solo} to a power with 18 centres or more.
Reading  If the years that would break a tie are not recorded, the board is left unscored.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Floats, Result
from pipeline.rules.elimination_order import open_countback, ranked_by_countback, unknown_eliminations
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share, top_two
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    places: tuple[float, ...] = by_place("points of the places, from the first", (130, 90, 60, 40, 30, 20, 10))
    year: float = number("points for each year lived", 1)
    centre: float = number("points for each centre", 5)
    gap: float = number("points of a sole leader for each centre more than the second", 10)
    least_gap: int = number("the fewest centres more that count", 3, most=34, whole=True)
    most_gap: int = number("the most centres more that count", 6, most=34, whole=True)
    solo: float = number("points more of a power with 18 centres or more", 90)


EDITIONS = {"girsh": Edition(Numbers())}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return {
        say("the year of an elimination is not known"): unknown_eliminations(b) & bool(n.year),
        say("the last year is not known"): (b.years == 0) & bool(n.year),
        say("centres for every year are needed"): open_countback(b, n.places),
    }


def gap_points(b: Boards, n: Numbers) -> Floats:
    """Return the points for a sole leader's gap, and the deductions from the others (paragraph 4).

    The result is a (power, board) array.
    """
    first, second = top_two(b.centres)
    lead = first - second
    gap = n.gap * np.where(lead >= n.least_gap, lead.clip(max=n.most_gap), 0)
    others = b.survivor & ~b.leader
    return b.leader * gap - others * np.floor(gap / others.sum(axis=0).clip(min=1))


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(
        parts={
            "place points": share(n.places, ranked_by_countback(b)),
            "years lived": n.year * b.years_lived,
            "centre points": n.centre * (b.drawn * b.centres),
            "gap points": b.drawn * gap_points(b, n),
            "solo points": n.solo * b.solo,
        }
    )
