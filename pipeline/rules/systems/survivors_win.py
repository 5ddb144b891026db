"""Survivors win (SWS).

Source   The program `research` by the GitHub organisation `diplomacy`, https://github.com/diplomacy/research, which has
         this rule as its reward for survivors. webDiplomacy once used the rule as its "points per supply centre"
         scoring (PPSC).
1        survival points: {survival} points shared by the survivors if nobody has a solo.
2        centre share: After a solo, {survival} points are shared in proportion to centres. At most {most} centres
         count for each power.
Reading  In `research`, the players pay into a pot, and shares of the pot are rounded up. Neither is implemented here.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    survival: float = number("points shared by the survivors, or after a solo by centres", 100)
    most: int = number("the most centres of a solo that count", 18, least=1, most=34, whole=True)


EDITIONS = {"survivors_win": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    counted = b.centres.clip(max=n.most)
    return Result(
        parts={
            "survival points": b.survivor * (b.drawn * (n.survival / b.survivor.sum(axis=0))),
            "centre share": counted * (b.soloed * (n.survival / counted.sum(axis=0))),
        }
    )
