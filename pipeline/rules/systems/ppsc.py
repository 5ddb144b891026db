"""Points per centre.

Source   The Diplomacy Broadcast Network's table of scoring systems, under the name "Points per Center".
1        centre points: {centre} for each centre.
Reading  There is no rule for a solo: 18 centres score like any other number, and the other powers keep their points.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    centre: float = number("points for each centre", 1)


EDITIONS = {"ppsc": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    return Result(parts={"centre points": n.centre * b.centres})
