"""All final positions of a game, as complete boards with everything that a system may need.

A position is one of the 3,120 ways to split 34 centres among seven powers, in descending order of centres. In 634 of
them, a power has a solo. A system may need the earlier years, so each position is reached by three different courses of
play.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from pipeline.rules.boards import Boards, Bools, Ints, finished
from pipeline.score.limits import splits
from schemas.messages import Message, say
from schemas.words import CENTRES_ON_THE_MAP, POWERS, SOLO_CENTRES

GAME_YEARS = 7  # 1901 to 1907
ARRAYS = [array.name for array in fields(Boards)]


class Course(NamedTuple):
    """A course of play leading to a final position: its name, description, and centres after each earlier autumn."""

    name: Message
    description: Message
    before: tuple[tuple[int, ...], ...]


LEVEL = (4,) * len(POWERS)  # 28 of the 34 centres
TURNED = (1, 2, 3, 4, 5, 6, 13)
LATE = Course(
    say("late"),
    say("four centres each from 1901 to 1906, then the final position in 1907"),
    (LEVEL,) * (GAME_YEARS - 1),
)
EARLY = Course(
    say("early"),
    say(
        "four centres each in 1901, then the final position in every year from 1902 to 1907 (with a solo, only in 1902)"
    ),
    (LEVEL,),
)
TURN = Course(
    say("turned"),
    say(
        "four centres each in 1901, {centres} until 1906 (led by the power that finishes last), then the final position in 1907",
        centres="-".join(map(str, TURNED)),
    ),
    (LEVEL, *(TURNED,) * (GAME_YEARS - 2)),
)
COURSES = (LATE, EARLY, TURN)


@cache
def positions() -> Ints:
    """Return every final position in an int16 (power, position) array, each with its centres in descending order."""
    split = np.array([*splits(CENTRES_ON_THE_MAP, len(POWERS), CENTRES_ON_THE_MAP)], np.int16).T.copy()
    split.flags.writeable = False
    return split


def played(centres: Ints, course: Course) -> Boards:
    """Return finished games that reach these final positions by the given course of play.

    Nobody missed a turn, and no winners are named, so all survivors share the draw if there is no solo.

    centres  the final positions, as a (power, board) array
    """
    powers, boards = centres.shape
    before = len(course.before)
    years = np.where(soloed(centres), before + 1, GAME_YEARS)
    recorded = np.arange(GAME_YEARS)[:, np.newaxis] < years
    owned = np.zeros((GAME_YEARS, powers, boards), np.int8)
    owned[:before] = np.array(course.before, np.int8)[:, :, np.newaxis]
    owned[before:] = centres * recorded[before:, np.newaxis, :]
    return finished(centres, owned, recorded, years, np.where(centres > 0, 0, before + 1))


def side_by_side(games: Sequence[Boards]) -> Boards:
    """Return one batch that contains all these boards in order. The boards must have the same number of years."""
    return Boards(
        **{name: np.concatenate([getattr(boards, name) for boards in games], axis=-1) for name in ARRAYS},
    )


def seated(boards: Boards, order: Ints) -> Boards:
    """Return the same games with the power in seat `order[k]` moved to seat k, together with its figures."""
    by_seat = [name for name in ARRAYS if name not in ("recorded", "first_year", "years", "in_progress", "variant")]
    return replace(boards, **{name: getattr(boards, name)[..., order, :] for name in by_seat})


class Moves(NamedTuple):
    """Moves of one centre between two powers, and the positions after them.

    The comment on each array gives its axes in brackets.
    """

    position: Ints  # number of the position before (move)
    gainer: Ints  # power that gains the centre (move)
    centres: Ints  # the position after (power, move)


def one_centre_moved(centres: Ints) -> Moves:
    """Return every way to move one centre from one power to another in these positions.

    centres  the positions, as a (power, position) array
    """
    powers = range(len(centres))
    moves = [_moved(centres, gainer, loser) for gainer in powers for loser in powers if gainer != loser]
    return Moves(*(np.concatenate(arrays, axis=-1) for arrays in zip(*moves, strict=True)))


def _moved(centres: Ints, gainer: int, loser: int) -> Moves:
    position = np.flatnonzero(centres[loser] > 0)
    after = centres[:, position]
    after[gainer] += 1
    after[loser] -= 1
    return Moves(position, np.full(len(position), gainer), after)


def shown(centres: Ints) -> str:
    """Return a position as text such as `17-16-1`, without trailing zeros."""
    return "-".join(map(str, np.trim_zeros(centres, "b").tolist()))


def soloed(centres: Ints) -> Bools:
    """Return, for each position, whether it has a solo."""
    return np.logical_or.reduce(centres >= SOLO_CENTRES)


def tried_on() -> Message:
    """Return a sentence about the positions on which properties are tested."""
    solos, tried = int(soloed(positions()).sum()), positions().shape[1]
    return say(
        "Tested on all {n:,} ways to split 34 centres among seven powers: {drawn:,} without a solo, {solos} with one.",
        n=tried,
        drawn=tried - solos,
        solos=solos,
    )


def course_lines() -> list[Message]:
    """Return lines that describe the courses of play."""
    return [say("({course}): {description}.", course=course.name, description=course.description) for course in COURSES]
