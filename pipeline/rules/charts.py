"""The checks that every game must pass, as functions of arrays, for sheets and archives alike.

Each check is an entry in `LAWS` or `RESULT_LAWS`. The first axis of a chart is the year. In the shapes given below,
`seat` stands for the two axes (power, board) in an archive. In sheets, where a board may lack a power, `seat` is a
single axis. A missing figure is NaN, or negative in a chart of integers. The comparisons are written so that a missing
figure never counts as a number of centres.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Bools
from schemas.messages import Message
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, ORDER_TURNS, SOLO_CENTRES

YEAR = "year"  # the field of a check of the chart, whose mask has years as its first axis
SEAT, BOARD = "seat", "board"  # the shape of a check's mask


def after_zero(chart: NDArray) -> Bools:
    """Return a mask of each power's first year with 0 centres and of all later years.

    The mask has the shape of the chart.
    """
    out = chart == 0
    for before, year in pairwise(out):
        year |= before
    return out


def gaps(recorded: Bools) -> Bools:
    """Return a (year, board) mask of the unrecorded years between the first and the last recorded year."""
    begun, to_come = recorded.copy(), recorded[::-1].copy()
    for years in (begun, to_come):
        for before, year in pairwise(years):
            year |= before
    return begun & to_come[::-1] & ~recorded


def eliminations(chart: NDArray, recorded: Bools, centres: NDArray, typed: NDArray[np.floating]) -> NDArray[np.int16]:
    """Return the game year of each elimination: the year of the chart's first zero, or else the year entered.

    The first zero is not used if the year before it is unknown. Survivors have 0, and unknown years are -1.

    chart     (year, power, board)
    recorded  (year, board)
    centres   (power, board) at the end
    typed     (power, board) game year entered, NaN for none
    """
    eliminated = np.where(np.isnan(typed), ELIMINATED_UNKNOWN, typed)
    if len(chart):
        out = after_zero(chart)
        first_zero = (~out).sum(axis=0, dtype=np.int16)
        certain = out[-1] & ((first_zero == 0) | (first_zero > recorded.argmax(axis=0)))
        eliminated = np.where(certain, first_zero + 1, eliminated)
    return np.where(centres > 0, 0, eliminated).astype(np.int16)


def most_missed(years: NDArray) -> dict[str, NDArray]:
    """Return the largest number of turns of each kind that a power can miss, keyed by field.

    years  number of game years in which each power plays
    """
    return {"nmr_orders": len(ORDER_TURNS) * years, "nmr_adjustments": years}


class Law(NamedTuple):
    """A check that every game must pass.

    code     the code of the problem
    of       SEAT or BOARD, the last axis of the mask
    field    the field to report: YEAR for the chart, otherwise a column of the sheets
    broken   function that takes `Charts` or `Results` and returns a mask of where the check fails, with years as the
             first axis if the field is YEAR
    found    message about what was found, which may contain the total and the year, or None to show the cell's text
    message  message about what is wrong, which may contain the total, or empty to use the code's message
    """

    code: str
    of: str
    field: str
    broken: Callable[[Any], Bools]
    found: Message | None = None
    message: Message | str = ""


# -- charts, finals, eliminations --------------------------------------------------------------------------------------


class Span(NamedTuple):
    """The calendar years in which games begin, are first recorded, and end.

    A year is NaN if it is unknown. Each array has the shape (seat), or a shape that broadcasts to (seat).
    """

    began: NDArray
    first_recorded: NDArray
    last: NDArray


@dataclass
class Charts:
    """The charts of many games, to which the checks in `LAWS` are applied.

    centres      (year, seat) centres owned each autumn
    total        (year, board) centres owned by the seven powers, NaN if one is unknown
    begins       calendar year of the chart's first row, one for all boards or one per board
    on_board     function that takes a (..., seat) mask and returns a (..., board) mask of the boards with a marked seat
    charted      (board) whether the centres of some year are known
    standard     (board) whether the map is the standard one with all seven powers, so that totals can be checked
    final        (seat) centres at the end
    final_total  (board) centres of all powers at the end, NaN if one is unknown
    typed_final  (seat) final centres entered
    eliminated   (seat) calendar year entered for the elimination, NaN for none
    span         the years of the games
    """

    centres: NDArray
    total: NDArray[np.floating]
    begins: NDArray
    on_board: Callable[[Bools], Bools]
    charted: Bools
    standard: Bools
    final: NDArray
    final_total: NDArray
    typed_final: NDArray
    eliminated: NDArray[np.floating]
    span: Span

    @cached_property
    def back_from_zero(self) -> Bools:
        """Return a (year, seat) mask of the years in which a power has centres after a year with none."""
        return after_zero(self.centres) & (self.centres > 0)

    @cached_property
    def returned(self) -> Bools:
        """Return a mask of the seats that have centres in some year after a year without any."""
        return np.logical_or.reduce(self.back_from_zero, axis=0)

    @cached_property
    def totals_broken(self) -> tuple[Bools, Bools, Bools]:
        """Return three (year, board) masks of the years in which the total number of centres is wrong.

        The first mask marks totals above 34, the second those below 22, and the third those below the previous year's.
        A year is left out of the second and third if another error may explain its total, such as too many centres the
        year before, or 0 centres for a power that has centres in a later year.
        """
        gone = back = np.zeros(self.total.shape, bool)
        if self.returned.any():
            later = np.logical_or.accumulate(self.back_from_zero[::-1], axis=0)[::-1]
            gone = self.on_board((self.centres == 0) & later)  # a wrong zero makes the sum too low
            back = self.on_board(self.back_from_zero)  # a wrong return makes the sum too high
        with np.errstate(invalid="ignore"):
            many = self.total > CENTRES_ON_THE_MAP
            fall = np.zeros(self.total.shape, bool)
            fall[1:] = self.total[1:] < self.total[:-1]
            few = (self.total < CENTRES_AT_THE_START) & ~fall & ~gone
        fall[1:] &= ~(many | back)[:-1]
        return many, few, fall & ~gone

    @property
    def final_totals_broken(self) -> tuple[Bools, Bools]:
        """Return two masks of boards without a chart: those with too many final centres, and those with too few.

        More than 34 centres are too many, and fewer than 22 are too few.
        """
        checked = self.standard & ~self.charted
        many, few = self.final_total > CENTRES_ON_THE_MAP, self.final_total < CENTRES_AT_THE_START
        return checked & many, checked & few

    @cached_property
    def first_zero(self) -> NDArray:
        """Return the first calendar year with 0 centres in each seat's chart, or NaN if there is no such year."""
        zero = self.centres == 0
        if not len(zero):
            return np.full(self.final.shape, np.nan)
        return np.where(np.logical_or.reduce(zero, axis=0), self.begins + zero.argmax(axis=0), np.nan)

    @cached_property
    def eliminations_broken(self) -> tuple[Bools, Bools]:
        """Return two masks of seats with an elimination entered: those that own centres, and those with a wrong year.

        A year is wrong if it differs from the chart's or is outside the game.
        """
        typed, span = self.eliminated, self.span
        checked = ~np.isnan(typed) & ~self.returned
        if not checked.any():
            return checked, checked
        shown = (self.first_zero > span.first_recorded) | (self.first_zero == span.began)
        differs = shown & (typed != self.first_zero)
        outside = (typed > span.last) | (typed < span.began)
        alive = checked & (self.final > 0)
        return alive, checked & (differs | outside) & ~alive

    def found(self, law: Law, board: int, year: int | None = None) -> Message | None:
        """Return a message such as `36 centres in 1905`, which states the total that makes a board fail a check.

        The result is None if the check has no such message. The caller then shows the text of the cell.

        year  the year of the total, counted from 0, or None for the final centres
        """
        if law.found is None:
            return None
        if year is None:
            return law.found.of({"total": self.final_total[board]})
        begins = np.broadcast_to(self.begins, self.charted.shape)[board]
        return law.found.of({"total": self.total[year, board], "year": begins + year})


IN_YEAR, AT_THE_END = Message("{total} centres in {year}"), Message("{total} centres at the end")
BEGINS_EARLY = Message("The chart begins in {first_recorded}, before the first year, {first_year}.")
TOO_MANY = Message("The final centres of this board add up to {total}, but the map has 34.")
TOO_FEW = Message("The final centres of this board add up to {total}, but the powers start with 22.")
LAWS = (
    Law("final_differs", SEAT, "final", lambda c: (c.typed_final >= 0) & (c.typed_final != c.final)),
    Law("back_from_zero", SEAT, YEAR, lambda c: c.back_from_zero),
    Law("too_many_centres", BOARD, YEAR, lambda c: c.totals_broken[0] & c.standard, IN_YEAR),
    Law("too_few_centres", BOARD, YEAR, lambda c: c.totals_broken[1] & c.standard, IN_YEAR),
    Law("centres_fall", BOARD, YEAR, lambda c: c.totals_broken[2] & c.standard, IN_YEAR),
    Law("too_many_centres", BOARD, "final", lambda c: c.final_totals_broken[0], AT_THE_END, TOO_MANY),
    Law("too_few_centres", BOARD, "final", lambda c: c.final_totals_broken[1], AT_THE_END, TOO_FEW),
    Law("eliminated_with_centres", SEAT, "eliminated", lambda c: c.eliminations_broken[0]),
    Law("eliminated_differs", SEAT, "eliminated", lambda c: c.eliminations_broken[1]),
)


# -- results -----------------------------------------------------------------------------------------------------------


@dataclass
class Results:
    """The results of many games, to which the checks in `RESULT_LAWS` are applied.

    result   (board) a word of `RESULTS`, or "" if none is recorded
    named    (power, board) whether the power is named as winner or as sharing the draw
    final    (power, board) centres at the end
    variant  (board) whether the map is not the standard one, so that two powers may own 18 centres
    """

    result: NDArray
    named: Bools
    final: NDArray
    variant: Bools

    @cached_property
    def winners(self) -> NDArray[np.int64]:
        """Return the number of powers named as winners on each board."""
        return self.named.sum(axis=0)

    @cached_property
    def solo(self) -> Bools:
        """Return a (power, board) mask of the powers that own 18 centres or more at the end."""
        return self.final >= SOLO_CENTRES

    @cached_property
    def soloed(self) -> Bools:
        """Return a mask of the boards on which at least one power owns 18 centres or more at the end."""
        return np.logical_or.reduce(self.solo)

    @cached_property
    def two_solos(self) -> Bools:
        """Return a mask of the boards with two solos.

        Either two powers have 18 centres on a larger map, or two are named as winners of a solo.
        """
        return (self.variant & (self.solo.sum(axis=0) > 1)) | ((self.result == "solo") & (self.winners > 1))

    @cached_property
    def other_winner(self) -> Bools:
        """Return a mask of the boards whose named winners are not exactly the powers with 18 centres or more.

        Boards in progress, and boards without a solo or without a named winner, are not marked.
        """
        named, unlike = (np.logical_or.reduce(powers) for powers in (self.named, self.named != self.solo))
        return self.soloed & named & unlike & (self.result != "in progress")


RESULT_LAWS = (
    Law("winner_eliminated", BOARD, "winners", lambda r: np.logical_or.reduce(r.named & ~(r.final > 0))),
    Law("two_solos", BOARD, "winners", lambda r: r.two_solos),
    Law("solo_without_18", BOARD, "result", lambda r: (r.result == "solo") & ~r.soloed),
    Law("winner_not_solo", BOARD, "winners", lambda r: r.other_winner),
    Law("concession_to_nobody", BOARD, "result", lambda r: (r.result == "concession") & (r.winners == 0)),
    Law(
        "result_differs", BOARD, "result", lambda r: r.soloed & np.isin(r.result, ("draw", "time limit", "concession"))
    ),
)


def first_broken(results: Results) -> Iterator[tuple[Law, Bools]]:
    """Yield each check in RESULT_LAWS, with a mask of the boards that fail this check but no earlier one."""
    sound = np.ones(len(results.result), bool)
    for law in RESULT_LAWS:
        broken = law.broken(results)
        yield law, broken & sound
        sound &= ~broken
