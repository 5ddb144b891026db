"""The data that a system needs in addition to final centres, determined by scoring test boards."""

from dataclasses import replace

import numpy as np

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Boards, finished
from pipeline.rules.systems import System
from pipeline.score.score import judge
from schemas.messages import Message, say

LAST_ROWS = (  # final centres: with and without a tie for first place, with and without eliminations, and a solo
    (10, 8, 6, 4, 3, 2, 1),
    (9, 9, 7, 5, 4, 0, 0),
    (14, 11, 9, 0, 0, 0, 0),
    (12, 12, 10, 0, 0, 0, 0),
    (18, 7, 5, 4, 0, 0, 0),
)
LEVEL = np.array([False, True, False, True, False])  # test boards with a tie that affects a prize
OPENING = (5, 5, 5, 5, 4, 5, 5)  # centres in every year but the last


def needs(system: System) -> list[Message]:
    """Return the data that a system needs in addition to final centres, as messages.

    The list is empty if final centres are enough.
    """
    whole = _whole()
    settled = ~_unscored(system, whole)  # boards that the system can score if everything is known
    nobody, zeros = np.zeros_like(whole.recorded), np.where(whole.survivor, 0, ELIMINATED_UNKNOWN).astype(np.int16)
    uncharted = replace(whole, owned=np.zeros_like(whole.owned), recorded=nobody)
    needed = []
    if (missing := _unscored(system, uncharted) & settled)[~LEVEL].any():
        needed.append(say("centres for every year"))
    elif missing.any():
        needed.append(say("centres for every year (only if powers are level)"))
    if _unscored(system, replace(uncharted, eliminated=zeros))[settled & ~missing].any():
        needed.append(say("elimination years"))
    if _unscored(system, replace(uncharted, years=np.zeros_like(whole.years)))[settled & ~missing].any():
        needed.append(say("the last year"))
    drawers = np.zeros_like(whole.named)
    drawers[:2] = True
    if not np.allclose(judge(system, whole).score, judge(system, replace(whole, named=drawers)).score):
        needed.append(say("who shares the draw"))
    return needed


def _unscored(system: System, boards: Boards) -> np.ndarray:
    return judge(system, boards).blank


def _whole() -> Boards:
    """Return test boards on which everything is known, each with three game years.

    Powers without a centre at the end were eliminated in the final year.
    """
    final = np.array(LAST_ROWS, np.int16).T
    boards = final.shape[1]
    owned = np.stack([np.tile(np.array(OPENING, np.int8)[:, np.newaxis], (1, boards))] * 2 + [final.astype(np.int8)])
    recorded, years = np.ones((len(owned), boards), bool), np.full(boards, len(owned))
    return finished(final, owned, recorded, years, np.where(final > 0, 0, len(owned)))
