"""The lowest and the highest score that a system can give on a board, penalties aside.

A score goes by the final centres, by the order and the years of the eliminations and of the game, and by who shares the
draw. So all final positions are scored, after the shortest game and the longest, the eliminated out at once, in the last
year, or one after the other, the powers level before or not; and where it matters who is named, with everybody named who
could be. A system whose scores are parts of a whole says itself which they can be.
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

BEFORE = ((4,) * len(POWERS), (1, 2, 3, 4, 5, 6, 13))  # centres of the years before: level, or the last one leads
SEATS = np.arange(len(POWERS))[:, np.newaxis]


class Limits(NamedTuple):
    """The lowest and the highest score on a board."""

    least: float
    most: float


@cache
def limits(system: System, years: int) -> Limits | None:
    """Limits of a system in games of at most `years` years; None where its text gives no points for any position."""
    if declared := getattr(system.module, "LIMITS", None):
        return Limits(*declared)
    scores = [score_boards(system, boards).score for boards in _games(years)]
    scores += _named(system, years)
    finite = np.concatenate([score[np.isfinite(score)] for score in scores])
    return Limits(float(finite.min()), float(finite.max())) if len(finite) else None


def splits(centres: int, powers: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to split centres among powers, none above the one before or above `most`, the highest first."""
    if powers == 1:
        if centres <= most:
            yield (centres,)
        return
    for first in range(min(centres, most), -1, -1):
        for rest in splits(centres - first, powers - 1, first):
            yield (first, *rest)


@cache
def _finals() -> Ints:
    """Every final position, of all 34 centres or of fewer that are owned. (power, position)"""
    totals = range(CENTRES_AT_THE_START, CENTRES_ON_THE_MAP + 1)
    return np.array([one for total in totals for one in splits(total, len(POWERS), total)], np.int16).T


def _games(years: int) -> Iterator[Boards]:
    """The final positions after each kind of game."""
    survivors = (_finals() > 0).sum(axis=0)
    for length, before in product(sorted({1, years}), BEFORE):
        one_by_one = (
            length + survivors - SEATS,
            len(POWERS) - SEATS + 0 * survivors,
        )  # as late as possible, or as early
        for out in (np.full(_finals().shape, 1), np.full(_finals().shape, length), *one_by_one):
            yield _played(_finals(), length, before, out.clip(1, length))


def _played(centres: Ints, years: int, before: tuple[int, ...], out: Ints) -> Boards:
    """Finished games of so many years; `out` are the years of the eliminations. (power, board)"""
    owned = np.zeros((years, *centres.shape), np.int8)
    owned[:-1] = np.array(before, np.int8)[:, np.newaxis]
    owned[-1] = centres
    eliminated = np.where(centres > 0, 0, out)
    owned[(np.arange(1, years + 1)[:, np.newaxis, np.newaxis] >= eliminated) & (eliminated > 0)] = 0
    boards = centres.shape[1]
    return finished(centres, owned, np.ones((years, boards), bool), np.full(boards, years), eliminated.astype(np.int16))


def _named(system: System, years: int) -> list[Floats]:
    """The scores of positions of all centres with every choice of who shares the draw; none if it does not matter."""
    finals = _finals()[:, _finals().sum(axis=0) == CENTRES_ON_THE_MAP]
    drawn = _played(finals, years, BEFORE[0], np.full(finals.shape, years))
    nobody, scores = score_boards(system, drawn).score, []
    for size in range(1, len(POWERS)):
        for seats in combinations(range(len(POWERS)), size):
            named = replace(drawn, named=np.isin(SEATS, seats) & drawn.survivor)
            scores.append(score_boards(system, named).score)
            if np.array_equal(scores[0], nobody, equal_nan=True):  # not even that the first alone is named
                return []
    return scores
