"""The lowest and the highest score that a system can give on a board, without penalties.

A score depends on the final centres, the order and years of the eliminations, the length of the game, and the members
of the draw. So all final positions are scored for the shortest and the longest game, with eliminations in the first
year, in the last year, or one per year, and with level or uneven centres in earlier years. If it matters who shares a
draw, every choice is tried. A system whose scores are shares of a total declares its own limits.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from pipeline.rules.boards import Boards, Floats, Ints, finished
from pipeline.rules.systems import System
from pipeline.score.score import score_boards
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, POWERS

BEFORE = ((4,) * len(POWERS), (1, 2, 3, 4, 5, 6, 13))  # centres of earlier years: level, or the last power leads
SEATS = np.arange(len(POWERS))[:, np.newaxis]


class Limits(NamedTuple):
    """The lowest and the highest score on a board."""

    least: float
    most: float


@cache
def limits(system: System, years: int) -> Limits | None:
    """Return the lowest and the highest score that a system gives in games of at most `years` years.

    The result is None if the system scores none of the final positions.
    """
    if declared := getattr(system.module, "LIMITS", None):
        return Limits(*declared)
    scores = [score_boards(system, boards).score for boards in _games(years)]
    scores += _named(system, years)
    finite = np.concatenate([score[np.isfinite(score)] for score in scores])
    return Limits(float(finite.min()), float(finite.max())) if len(finite) else None


def splits(centres: int, powers: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split centres among powers, with at most `most` for any power.

    Each split lists the centre counts in descending order.
    """
    if powers == 1:
        if centres <= most:
            yield (centres,)
        return
    for first in range(min(centres, most), -1, -1):
        for rest in splits(centres - first, powers - 1, first):
            yield (first, *rest)


@cache
def _finals() -> Ints:
    """Return every final position in which 22 to 34 centres are owned, as a (power, position) array."""
    totals = range(CENTRES_AT_THE_START, CENTRES_ON_THE_MAP + 1)
    return np.array([one for total in totals for one in splits(total, len(POWERS), total)], np.int16).T


def _games(years: int) -> Iterator[Boards]:
    """Yield all final positions for each combination of game length, centres in earlier years and elimination years."""
    survivors = (_finals() > 0).sum(axis=0)
    for length, before in product(sorted({1, years}), BEFORE):
        # one elimination per year, as late or as early as possible
        one_by_one = (length + survivors - SEATS, len(POWERS) - SEATS + 0 * survivors)
        for out in (np.full(_finals().shape, 1), np.full(_finals().shape, length), *one_by_one):
            yield _played(_finals(), length, before, out.clip(1, length))


def _played(centres: Ints, years: int, before: tuple[int, ...], out: Ints) -> Boards:
    """Return finished games that last `years` years and end with the given centres.

    before  each power's centres in earlier years
    out     (power, board) the game years in which the powers without centres were eliminated
    """
    owned = np.zeros((years, *centres.shape), np.int8)
    owned[:-1] = np.array(before, np.int8)[:, np.newaxis]
    owned[-1] = centres
    eliminated = np.where(centres > 0, 0, out)
    owned[(np.arange(1, years + 1)[:, np.newaxis, np.newaxis] >= eliminated) & (eliminated > 0)] = 0
    boards = centres.shape[1]
    return finished(centres, owned, np.ones((years, boards), bool), np.full(boards, years), eliminated.astype(np.int16))


def _named(system: System, years: int) -> list[Floats]:
    """Return one array of scores for each set of powers that may share the draw.

    Each array covers all final positions with 34 centres. The list is empty if the scores do not depend on who shares
    the draw.
    """
    finals = _finals()[:, _finals().sum(axis=0) == CENTRES_ON_THE_MAP]
    drawn = _played(finals, years, BEFORE[0], np.full(finals.shape, years))
    nobody, scores = score_boards(system, drawn).score, []
    for size in range(1, len(POWERS)):
        for seats in combinations(range(len(POWERS)), size):
            named = replace(drawn, named=np.isin(SEATS, seats) & drawn.survivor)
            scores.append(score_boards(system, named).score)
            # if naming only the leader has no effect, neither has any other choice
            if np.array_equal(scores[0], nobody, equal_nan=True):
                return []
    return scores
