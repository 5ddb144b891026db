"""Diplo Ligue.

Source   "Systèmes de scorage, un résumé succinct" (in French), Diplo Ligue.
1        place points: {places} for the places by final centres, from the first; tied places share. An eliminated power
         scores nothing.
2        lead bonus: {sole_leader} to a sole leader, {joint_leader} to each of several.
3        penalty points: The penalty points of the game are taken off.
Length   The system is made for {years} game years; other lengths are scored all the same, with a notice.
Reading  There is no rule for a solo: 18 centres neither end the game nor empty the others. The points of the places
         that eliminated powers fill are not handed down. A score may fall below zero.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.finish import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, number
from pipeline.rules.ties import share
from schemas.messages import Message, plural


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """What an edition may change."""

    places: tuple[float, ...] = by_place("points of the places, from the first", (16, 14, 12, 10, 8, 6, 4))
    sole_leader: float = number("points of a sole leader", 4)
    joint_leader: float = number("points of each of several leaders", 1)
    years: int = number("game years that the system is made for", 7, least=1, most=40, whole=True)


EDITIONS = {"diplo_ligue": Edition(Numbers())}


def notices(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Boards scored with a remark, by remark. (board)"""
    another = plural(
        "made for one game year, this board has another length",
        "made for {n} game years, this board has another length",
        n.years,
    )
    return {another: b.years.astype(bool) & (b.years != n.years)}


def score(b: Boards, n: Numbers) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            "place points": b.survivor * share(n.places, ranked_by_centres(b)),
            "lead bonus": b.leader * np.where(b.leader.sum(axis=0) == 1, n.sole_leader, n.joint_leader),
            "penalty points": 0.0 - b.penalty,
        }
    )
