"""Win Namur.

Source   "Systèmes de scorage, un résumé succinct" (in French), Win Namur.
Edition  win_namur leaves the bonus for survival out, as the summary does; win_namur_survival has it.
Solo     solo points: 82 to a power with 18 centres or more: 46 + 18 + 18, where 46 is the table of centres carried on
         to 34. Nothing to every other power.
1        survival bonus: An eliminated power scores nothing (in win_namur_survival 0.1 point for each year it played).
2        centre points: A survivor has 5, 9, 12, 14, 16 and 18 points for 1 to 6 centres, then 1 more for each.
3        wave points: 18 points shared by all who end within two centres of the top, the leaders included.
4        victory points: 18 points shared by those level at the top.
Reading  "Au-delà du septième (inclus)": the seventh centre is the first that earns the extra point. The year of the
         elimination is a year played. Where it is not known, win_namur_survival leaves the board unscored.
"""

from typing import NamedTuple

import numpy as np

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Boards, Bools, Result
from schemas.messages import Message, say


class Numbers(NamedTuple):
    """What an edition may change."""

    survival: float


EDITIONS = {"win_namur": Numbers(survival=0.0), "win_namur_survival": Numbers(survival=0.1)}
SOLO = 46 + 18 + 18
CENTRES = np.array([0, 5, 9, 12, 14, 16, 18, *range(19, 47)], np.int16)  # for 0 to 34 centres
WAVE, VICTORY = 18, 18
CLOSE = 2  # centres behind the top


def lacks(b: Boards, numbers: Numbers) -> dict[Message, Bools]:
    """Boards that cannot be scored, by reason. (board)"""
    unknown = (b.eliminated == ELIMINATED_UNKNOWN).any(axis=0) & b.drawn
    return {say("the year of an elimination is not known"): unknown & bool(numbers.survival)}


def score(b: Boards, numbers: Numbers) -> Result:
    """Points of each power, paragraph by paragraph."""
    close = b.survivor & (b.centres >= b.top - CLOSE)
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "survival bonus": b.drawn * numbers.survival * b.eliminated.clip(min=0),
            "centre points": b.drawn * CENTRES.take(b.centres),
            "wave points": b.drawn * close * (WAVE / close.sum(axis=0)),
            "victory points": b.drawn * b.leader * (VICTORY / b.leader.sum(axis=0)),
        }
    )
