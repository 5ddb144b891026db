"""Sydney League.

Source   dipvis, a program for tournaments, https://github.com/UEWBot/dipvis.
1        centre points: {centre} for each centre.
2        place points: {places}, from first place down, with places decided by final centres. Tied powers share the
         points. Eliminated powers are placed below the survivors by year of elimination, the latest first. Powers
         eliminated in the same year are level.
3        years lived: {year} to an eliminated power for each year it lived, including the year of its elimination.
4        solo factor: After a solo (18 centres or more), the winner's points are multiplied by {winner}, and those of
         every other power by {beaten}.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import hang_on_eliminations, ranked_by_elimination, unknown_eliminations
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    centre: float = number("points for each centre", 25)
    places: tuple[float, ...] = by_place("points of the places, from the first", (700, 600, 500, 400, 300, 200, 100))
    year: float = number("points for each year that an eliminated power lived", 1)
    winner: float = number("what multiplies the points of a power with 18 centres or more", 1.5)
    beaten: float = number("what multiplies the points of each power beaten by a solo", 0.5)


EDITIONS = {"sydney_league": Edition(Numbers())}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    needed = hang_on_eliminations(b, n.places) | bool(n.year)
    return {say("the year of an elimination is not known"): needed & unknown_eliminations(b)}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    centre, place = n.centre * b.centres, share(n.places, ranked_by_elimination(b))
    years = n.year * b.eliminated.clip(min=0)
    factor = np.where(b.solo, n.winner, np.where(b.soloed, n.beaten, 1))
    return Result(
        parts={
            "centre points": centre,
            "place points": place,
            "years lived": years,
            "solo factor": (factor - 1) * (centre + place + years),
        }
    )
