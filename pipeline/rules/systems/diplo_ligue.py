"""Diplo Ligue.

Source   "Systèmes de scorage, un résumé succinct" (in French), Diplo Ligue.
1        place points: 16, 14, 12, 10, 8, 6 and 4 for the places by final centres; tied places share. An eliminated
         power scores nothing.
2        lead bonus: 4 points to a sole leader, 1 point to each of several.
3        penalty points: The penalty points of the game are taken off.
Reading  There is no rule for a solo: 18 centres neither end the game nor empty the others. The points of the places
         that eliminated powers fill are not handed down. A score may fall below zero. The system is made for seven
         game years; other lengths are scored all the same, with a notice.
"""

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.ties import share
from schemas.messages import Message, say

PLACES = (16, 14, 12, 10, 8, 6, 4)
SOLE_LEADER, JOINT_LEADER = 4, 1
GAME_YEARS = 7


def notices(b: Boards) -> dict[Message, Bools]:
    """Boards scored with a remark, by remark. (board)"""
    return {
        say("made for seven game years, this board has another length"): b.years.astype(bool) & (b.years != GAME_YEARS)
    }


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    return Result(
        parts={
            "place points": b.survivor * share(PLACES, b.centres),
            "lead bonus": b.leader * np.where(b.leader.sum(axis=0) == 1, SOLE_LEADER, JOINT_LEADER),
            "penalty points": 0.0 - b.penalty,
        }
    )
