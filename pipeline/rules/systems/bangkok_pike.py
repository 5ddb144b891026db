"""Bangkok Pike.

Source   dipvis, https://github.com/UEWBot/dipvis, as Bangkok Pike.
1        centre points: {centre} for each centre.
2        survivor points: {survivor} to each survivor.
3        lead points: {sole_leader} to a sole leader, {joint_leader} to each of several leaders.
3.1      clear lead: {clear} more to a sole leader if no power is one centre behind.
3.2      clearer lead: another {clearer} if no power is two centres behind either.
4        close points: {second} to each power one centre behind the top, {third} to each power two centres behind.
Reading  A game without a solo is a draw between all survivors. The year in which a power is eliminated counts as lived,
         as in dipvis.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    centre: float = number("points for each centre", 1)
    survivor: float = number("points of each survivor", 3)
    sole_leader: float = number("points of a sole leader", 6)
    joint_leader: float = number("points of each of several leaders", 4)
    clear: float = number("extra points of a sole leader if no power is one centre behind", 4)
    clearer: float = number("further points if no power is two centres behind either", 2)
    second: float = number("points of each power a centre behind the top", 4)
    third: float = number("points of each power two centres behind the top", 2)


EDITIONS = {"bangkok_pike": Edition(Numbers(solo=60, out_year=0.1, beaten_year=0.1))}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n)


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    second, third = (b.survivor & (b.centres == b.top - behind) for behind in (1, 2))
    alone = b.leader.sum(axis=0) == 1
    clear = alone & ~second.any(axis=0)
    return Result(
        parts={
            **solo_parts(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "survivor points": n.survivor * (b.drawn & b.survivor),
            "lead points": b.leader * (b.drawn * np.where(alone, n.sole_leader, n.joint_leader)),
            "clear lead": n.clear * (b.leader & clear & b.drawn),
            "clearer lead": n.clearer * (b.leader & clear & ~third.any(axis=0) & b.drawn),
            "close points": b.drawn * (n.second * second + n.third * third),
        }
    )
