"""Apex.

Source   The Diplomacy Broadcast Network's table of scoring systems, where the system is called Apex.
1        sole leader: {alone} for each centre of a sole leader, who gets nothing else.
2        centre points: {centre} for each centre of every power except a sole leader.
3        survivor points: {survivor} to every survivor except a sole leader.
4        level leaders: If two powers are level at the top, each gets {level} more for each of its centres. If
         three or more are level, they get nothing extra.
Reading  A game without a solo is a draw between all survivors.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 340)
    alone: float = number("points of a sole leader for each centre", 10)
    centre: float = number("points of every other power for each centre", 3)
    survivor: float = number("points of each other survivor", 30)
    level: float = number("points more for each centre to two level leaders", 1)


EDITIONS = {"apex": Edition(Numbers())}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    leaders = b.leader.sum(axis=0)
    alone, level = b.leader & (b.drawn & (leaders == 1)), b.leader & (b.drawn & (leaders == 2))
    others = b.drawn & ~alone
    return Result(
        parts={
            **solo_parts(b, n),
            "sole leader": n.alone * (alone * b.centres),
            "centre points": n.centre * (others * b.centres),
            "survivor points": n.survivor * (others & b.survivor),
            "level leaders": n.level * (level * b.centres),
        }
    )
