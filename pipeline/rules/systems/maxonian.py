"""Maxonian.

Source   dipvis, a program for tournaments, https://github.com/UEWBot/dipvis.
1        place points: {places}, from first place down, with places decided by final centres. Level powers are placed by
         their centres in the year before, and so on back to the first year (count-back). Eliminated powers are thus
         placed by their last years. Powers that are level in all years share the points. A solo does not affect the
         places.
2        bonus points: {bonus} for each centre above {free}, up to {most} centres. After a solo, only the winner gets
         them.
Reading  If the years that would break a tie are not recorded, the board is left unscored.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import open_countback, ranked_by_countback
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    places: tuple[float, ...] = by_place("points of the places, from the first", (7, 6, 5, 4, 3, 2, 1))
    bonus: float = number("points for each centre above the free ones", 1)
    free: int = number("centres that earn no bonus", 13, most=34, whole=True)
    most: int = number("the most centres that count for the bonus", 18, most=34, whole=True)


EDITIONS = {"maxonian": Edition(Numbers()), "seven_eleven": Edition(Numbers(free=11), "7Eleven")}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return {say("centres for every year are needed"): open_countback(b, n.places)}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    above_free = (b.centres.clip(max=n.most) - n.free).clip(min=0)
    return Result(
        parts={
            "place points": share(n.places, ranked_by_countback(b)),
            "bonus points": n.bonus * ((b.drawn | b.solo) * above_free),
        }
    )
