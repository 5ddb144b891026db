"""DixieCon.

Source   The convention's scoring system, DixieCon. The Diplomacy Broadcast Network scores in the same way.
1        centre points: {centre} for each centre.
2        place points: {places}, from first place down. Tied powers share the points. First place goes to all
         powers that share the draw, whatever their centres. After a solo (18 centres or more), the winner alone is
         first. The other survivors follow by final centres, and then the eliminated, the latest first. Powers
         eliminated in the same year are level.
Reading  If no power is named, all survivors share the draw. A solo gives the winner no further points, and the other
         powers lose none.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import by_elimination, hang_on_eliminations, unknown_eliminations
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import compare, share
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    centre: float = number("points for each centre", 4)
    places: tuple[float, ...] = by_place("points of the places, from the first", (270, 70, 50, 34, 20, 10, 0))


EDITIONS = {"dixie": Edition(Numbers())}
FIRST = np.iinfo(np.int16).max


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    unknown = hang_on_eliminations(b, n.places) & unknown_eliminations(b)
    return {say("the year of an elimination is not known"): unknown}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    standing = np.where(b.in_draw | b.solo, FIRST, by_elimination(b))
    return Result(parts={"centre points": n.centre * b.centres, "place points": share(n.places, compare(standing))})
