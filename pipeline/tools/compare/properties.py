"""Properties of each system, such as whether a solo is worth more than a draw.

Every property is tested on all final positions that the system can score, each reached by all the courses of play in
`positions`. Only `one_more_never_lowers` leaves out the course `EARLY`. A system whose scores depend on earlier years
may behave differently under other courses of play.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.boards import Boards, Bools, Floats, Ints
from pipeline.rules.systems import System
from pipeline.rules.ties import EQUAL_DECIMALS
from pipeline.score.score import score_boards
from pipeline.tools.compare.positions import (
    COURSES,
    EARLY,
    Course,
    Moves,
    one_centre_moved,
    played,
    positions,
    seated,
    shown,
    side_by_side,
)
from schemas.messages import NOTHING, Message, Text, Verbatim, in_context, listed, say
from schemas.words import POWERS

ORDINALS = (  # names for the powers in a position
    *(
        in_context("a power", "first"),
        in_context("a power", "second"),
        in_context("a power", "third"),
        in_context("a power", "fourth"),
    ),
    *(in_context("a power", "fifth"), in_context("a power", "sixth"), in_context("a power", "seventh")),
)
PENALTY_POINTS = 20  # more than the lowest score of any system that subtracts penalties


class Finding(NamedTuple):
    """The result of testing a property.

    holds    whether the property holds on every board tested, or None if the system can score no suitable board
    figures  the figures behind the result, in words
    example  the boards that break the property or come closest to breaking it
    """

    holds: bool | None
    figures: Text = NOTHING
    example: Text = NOTHING


@dataclass(frozen=True, eq=False)
class Trial:
    """One system and its scores on the final positions that it can score.

    positions  the final positions, as an int16 (power, position) array
    boards     one board per position and course of play, grouped by course in the order of COURSES
    score      the scores, as a float64 (power, board) array
    """

    system: System
    positions: Ints
    boards: Boards
    score: Floats

    @property
    def by_course(self) -> Floats:
        """The scores by course of play, as a (power, course, position) array."""
        return self.score.reshape(len(POWERS), len(COURSES), -1)

    @cached_property
    def spread(self) -> Floats:
        """The difference between a power's highest and lowest scores over all courses of play that lead to a position.

        The result is a (power, position) array.
        """
        return rounded(np.ptp(self.by_course, axis=1))

    @property
    def needs_years(self) -> bool:
        """Whether any score depends on the course of play, not only on the final position."""
        return bool(self.spread.any())

    def shown(self, board: int) -> Text:
        """Return a board's position, followed by its course of play in brackets if any score depends on that course."""
        course, position = divmod(board, self.positions.shape[1])
        return self.after(COURSES[course], shown(self.positions[:, position]))

    def after(self, course: Course, position: str) -> Text:
        """Return a position, followed by the course of play in brackets if any score depends on that course."""
        return (
            say("{position} ({course})", position=position, course=course.name)
            if self.needs_years
            else Verbatim(position)
        )


def properties(chosen: Iterable[System]) -> pd.DataFrame:
    """Return one row per system, with its id in the `system` column and three columns for each property.

    Each property has the columns `<property>` (bool), `<property>_figures` and `<property>_example`. A system is left
    out if there is a position that it cannot score.
    """
    return pd.DataFrame([row for system in chosen if (row := _of_system(system))])


@cache
def _of_system(system: System) -> dict[str, object]:
    """Return the row of `properties` for a system, or {} if there is a position that the system cannot score."""
    trial = trial_of(system)
    if trial.positions is not positions():
        return {}
    row: dict[str, object] = {"system": system.id}
    for name, rule in PROPERTIES.items():
        row[name], row[f"{name}_figures"], row[f"{name}_example"] = rule.of(trial)
    return row


@cache
def _every_position() -> Boards:
    return _after_courses(positions())


def _after_courses(centres: Ints) -> Boards:
    """Return one board for each of these positions and each course of play that leads to it.

    The boards are grouped by course of play, in the order of COURSES.
    """
    return side_by_side([played(centres, course) for course in COURSES])


def trial_of(system: System) -> Trial:
    """Return a system's trial, which holds its scores on the final positions.

    A position is left out unless the system can score it however the game was played.
    """
    score = score_boards(system, _every_position()).score
    open_ = np.isnan(score).any(axis=0).reshape(len(COURSES), -1).any(axis=0)
    if not open_.any():
        return Trial(system, positions(), _every_position(), score)
    boards = _after_courses(kept := positions()[:, ~open_])
    return Trial(system, kept, boards, scores(system, boards))


def left_open(system: System) -> dict[Message, int]:
    """Return how many final positions the system cannot score, keyed by the reason."""
    number = positions().shape[1]
    unscorable = score_boards(system, _every_position()).unscorable
    counts = {reason: mask.reshape(-1, number).any(axis=0).sum() for reason, mask in unscorable.items()}
    return {reason: int(count) for reason, count in counts.items() if count}


# -- one board ---------------------------------------------------------------------------------------------------------


def solo_above_draw(trial: Trial) -> Finding:
    """Compare the lowest score of a soloist with the highest score on any board without a solo."""
    solo, drawn = rounded(trial.score[trial.boards.solo]), rounded(trial.score[:, trial.boards.drawn])
    best = int(np.where(trial.boards.drawn, rounded(trial.score), -np.inf).max(axis=0).argmax())
    least = say("{points} or more", points=figure(solo.min())) if solo.min() < solo.max() else figure(solo.min())
    figures = say("{points} against {other}", points=least, other=figure(drawn.max()))
    return Finding(bool(solo.min() > drawn.max()), figures, trial.shown(best))


def survivor_above_eliminated(trial: Trial) -> Finding:
    """Compare the lowest-scoring survivor with the highest-scoring eliminated power on each board without a solo."""
    b = trial.boards
    survivor = np.where(b.survivor, trial.score, np.inf).min(axis=0)
    eliminated = np.where(b.survivor, -np.inf, trial.score).max(axis=0)
    lead = rounded(np.where(b.drawn, survivor - eliminated, np.inf))
    worst = int(lead.argmin())
    if lead[worst] > 0:
        return Finding(True, _by(lead[worst]), trial.shown(worst))
    figures = say(
        "a survivor has {points}, and an eliminated power has {other}",
        points=figure(survivor[worst]),
        other=figure(eliminated[worst]),
    )
    return Finding(False, figures, trial.shown(worst))


def leader_highest(trial: Trial) -> Finding:
    """Compare the score of the sole leader in centres with the highest score of the other powers."""
    leads = trial.boards.centres == trial.boards.centres.max(axis=0)
    leader = np.where(leads, trial.score, -np.inf).max(axis=0)
    others = rounded(np.where(leads, -np.inf, trial.score))
    lead = rounded(np.where(leads.sum(axis=0) == 1, leader - others.max(axis=0), np.inf))
    worst = int(lead.argmin())
    if np.isinf(lead[worst]):
        return LEFT_OPEN
    who = ORDINALS[int(others[:, worst].argmax())]
    if lead[worst] > 0:
        return Finding(True, _by(lead[worst]), trial.shown(worst))
    if lead[worst] == 0:
        return Finding(
            True,
            say("but not always alone, as the {who} power can score just as many points", who=who),
            trial.shown(worst),
        )
    figures = say(
        "the first power has {points}, and the {who} power has {other}",
        points=figure(leader[worst]),
        who=who,
        other=figure(others[:, worst].max()),
    )
    return Finding(False, figures, trial.shown(worst))


def _by(lead: float) -> Message:
    return say("by {points} or more", points=figure(lead))


def constant_sum_without_solo(trial: Trial) -> Finding:
    """Test whether the scores add up to the same total on all boards without a solo."""
    return _constant_sum(trial, trial.boards.drawn)


def constant_sum_of_solos(trial: Trial) -> Finding:
    """Test whether the scores add up to the same total on all boards with a solo."""
    return _constant_sum(trial, trial.boards.soloed)


def _constant_sum(trial: Trial, among: Bools) -> Finding:
    sums = rounded(trial.score.sum(axis=0))
    low, high = int(np.where(among, sums, np.inf).argmin()), int(np.where(among, sums, -np.inf).argmax())
    if sums[low] == sums[high]:
        return Finding(True, listed([figure(sums[low])]))
    figures = say("{low} to {high}", low=figure(sums[low]), high=figure(sums[high]))
    return Finding(False, figures, listed([trial.shown(low), trial.shown(high)], "\n"))


def never_negative(trial: Trial) -> Finding:
    """Test whether the lowest score is negative.

    If it is not, test again with all turns missed and with penalty points for every power.
    """
    lowest = rounded(trial.score.min(axis=0))
    worst = int(lowest.argmin())
    if lowest[worst] < 0:
        return Finding(False, say("the lowest score is {points}", points=figure(lowest[worst])), trial.shown(worst))
    b = trial.boards
    missed = replace(b, nmr_orders=2 * b.years_lived, nmr_adjustments=b.years_lived, penalty=b.penalty + PENALTY_POINTS)
    if rounded(scores(trial.system, missed)).min() < 0:
        return Finding(
            True,
            say("the lowest score is {points}, but penalties can lead to lower scores", points=figure(lowest[worst])),
        )
    return Finding(True, say("the lowest score is {points}", points=figure(lowest[worst])))


# -- one board and another ---------------------------------------------------------------------------------------------


def one_more_never_lowers(trial: Trial) -> Finding:
    """Test whether a power's score ever falls when the power gains one centre from another in the last autumn."""
    moves = one_centre_moved(trial.positions)
    courses = [course for course in COURSES if course is not EARLY] if trial.needs_years else COURSES[:1]
    gains = np.stack([_gains(trial, course, moves) for course in courses])
    tried = int(np.isfinite(gains).sum())
    if not tried:
        return LEFT_OPEN
    course, worst = np.unravel_index(np.nanargmin(gains), gains.shape)
    if gains[course, worst] >= 0:
        return Finding(True, say("never in the {moves:,} cases where one centre changes hands", moves=tried))
    figures = say(
        "in {percent:.1f}% of the {moves:,} cases where one centre changes hands; at worst, the {who} power loses {points}",
        percent=100 * (gains < 0).sum() / tried,
        moves=tried,
        who=ORDINALS[moves.gainer[worst]],
        points=figure(-gains[course, worst]),
    )
    before, after = shown(trial.positions[:, moves.position[worst]]), shown(moves.centres[:, worst])
    return Finding(False, figures, listed([f"{before} →", trial.after(courses[course], after)], "\n"))


def _gains(trial: Trial, course: Course, moves: Moves) -> Floats:
    """Return, for each move, the change in score of the power that gains the centre.

    The change is NaN if the system cannot score the position after the move.
    """
    before = trial.by_course[moves.gainer, COURSES.index(course), moves.position]
    after = score_boards(trial.system, played(moves.centres, course)).score
    return rounded(after[moves.gainer, np.arange(len(moves.gainer))] - before)


def path_free(trial: Trial) -> Finding:
    """Test whether each final position gets the same scores after every tested course of play."""
    if not trial.needs_years:
        return Finding(True)
    seat, position = np.unravel_index(trial.spread.argmax(), trial.spread.shape)
    points = trial.by_course[seat, :, position]
    low, high = int(points.argmin()), int(points.argmax())
    figures = say(
        "the {who} power has {low} or {high}", who=ORDINALS[seat], low=figure(points[low]), high=figure(points[high])
    )
    both = say("({course}, {other})", course=COURSES[low].name, other=COURSES[high].name)
    return Finding(False, figures, listed([shown(trial.positions[:, position]), both], "\n"))


def powers_alike(trial: Trial) -> Finding:
    """Test whether the scores of a game stay the same when the powers take other seats.

    Eight orders of the powers are tested: the seven rotations, including the original order, and the reverse order.
    """
    seats = np.arange(len(POWERS))
    orders = [*(np.roll(seats, turn) for turn in seats), seats[::-1]]
    dealt = np.stack([scores(trial.system, seated(trial.boards, order))[np.argsort(order)] for order in orders])
    spread = rounded(np.ptp(dealt, axis=0))
    if not spread.any():
        return Finding(True)
    seat, board = np.unravel_index(spread.argmax(), spread.shape)
    low, high = figure(dealt[:, seat, board].min()), figure(dealt[:, seat, board].max())
    figures = say(
        "the {who} power has {low} or {high}, depending on how the powers are assigned",
        who=ORDINALS[seat],
        low=low,
        high=high,
    )
    return Finding(False, figures, trial.shown(int(board)))


ANSWERS: dict[bool | None, Message] = {True: in_context("it holds", "yes"), False: in_context("it does not hold", "no")}
LEFT_OPEN = Finding(None, say("the rules give no points for this"))


class Property(NamedTuple):
    """A property of systems: its statement, its meaning, its test, and whether the test needs solos."""

    header: Message
    means: Message
    find: Callable[[Trial], Finding]
    of_solos: bool = False

    def of(self, trial: Trial) -> Finding:
        """Return the finding for a system.

        The finding is undecided if the test needs boards with a solo and the system cannot score them.
        """
        return LEFT_OPEN if self.of_solos and not trial.boards.soloed.any() else self.find(trial)


PROPERTIES = {
    "solo_above_draw": Property(
        say("a solo is worth more than any draw"),
        say("A soloist (18 centres or more) always scores more than anybody on a board without a solo."),
        solo_above_draw,
        of_solos=True,
    ),
    "survivor_above_eliminated": Property(
        say("a draw is worth more than an elimination"),
        say("On every board without a solo, each survivor scores more than each eliminated power."),
        survivor_above_eliminated,
    ),
    "leader_highest": Property(
        say("the leader scores highest"),
        say("A power with more centres than any other on its board never scores less than another power."),
        leader_highest,
    ),
    "one_more_never_lowers": Property(
        say("one more centre never lowers a score"),
        say(
            "Each position is compared with every position in which one centre has passed from one power to another. The earlier years are the same in both positions (courses “late” and “turned”)."
        ),
        one_more_never_lowers,
    ),
    "constant_sum_without_solo": Property(
        say("boards without a solo have a constant sum"),
        say("The seven scores add up to the same total on every board without a solo."),
        constant_sum_without_solo,
    ),
    "constant_sum_of_solos": Property(
        say("boards with a solo have a constant sum"),
        say("The seven scores add up to the same total on every board with a solo."),
        constant_sum_of_solos,
        of_solos=True,
    ),
    "path_free": Property(
        say("the earlier years do not matter"),
        say("A final position scores the same, whichever of the three tested courses of play led to it."),
        path_free,
    ),
    "powers_alike": Property(
        say("all powers are treated alike"),
        say(
            "The scores depend only on the centres, not on which powers own them. Each game is tested with the powers in eight different orders."
        ),
        powers_alike,
    ),
    "never_negative": Property(
        say("scores are never below zero"),
        say(
            "Tested without missed turns or penalty points, then with all turns missed and {points} penalty points for everybody.",
            points=PENALTY_POINTS,
        ),
        never_negative,
    ),
}


# -- figures -----------------------------------------------------------------------------------------------------------


def scores(system: System, boards: Boards) -> Floats:
    """Return the scores of finished boards with all years known, as a (power, board) array.

    Raises ValueError if the system cannot score one of them.
    """
    score = score_boards(system, boards).score
    if np.isnan(score).any():
        raise ValueError(f"{system.id} cannot score every final position")
    return score


def rounded(figures: NDArray) -> Floats:
    """Return figures rounded to remove floating-point noise."""
    return np.round(figures, EQUAL_DECIMALS) + 0.0


def figure(number: float) -> float:
    """Return a figure rounded to three decimals."""
    return round(float(number), 3) + 0.0
