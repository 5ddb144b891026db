"""The laws of a chart as arrays, years first: what sheets and archives must both obey.

A chart is (year, seat) or (year, power, board). A figure nobody told is NaN, or below zero in a chart of whole numbers;
no comparison here takes either for a centre. Figures of boards are (power, board), years of boards (board).
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Bools
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, ORDER_TURNS, SOLO_CENTRES


def after_zero(chart: NDArray) -> Bools:
    """No centre was left in this year or in one before it. The shape of the chart"""
    out = chart == 0
    for before, year in pairwise(out):
        year |= before
    return out


def back_from_zero(chart: NDArray) -> Bools:
    """The centres of a power that had none in a year before. The shape of the chart"""
    return after_zero(chart) & (chart > 0)


def gone_for_a_while(chart: NDArray, back: Bools) -> Bools:
    """No centre in this year, but some in a later one (`back`): one of the two is a slip. The shape of the chart"""
    return (chart == 0) & np.logical_or.accumulate(back[::-1], axis=0)[::-1]


def breaches_of_totals(total: NDArray[np.floating], gone: Bools, back: Bools) -> tuple[Bools, Bools, Bools]:
    """Years with more than 34 centres, with fewer than 22, with fewer than the year before. (year, board) each

    What another slip may have caused (too many the year before, a zero that was none) is not told again.

    total  (year, board) centres owned by the seven powers, NaN where one is unknown
    gone   (year, board) a power is gone for a while: the sum may be too low
    back   (year, board) a power is back from zero: the sum may be too high
    """
    with np.errstate(invalid="ignore"):
        many = total > CENTRES_ON_THE_MAP
        fall = np.zeros(total.shape, bool)
        fall[1:] = total[1:] < total[:-1]
        few = (total < CENTRES_AT_THE_START) & ~fall & ~gone
    fall[1:] &= ~(many | back)[:-1]
    return many, few, fall & ~gone


def eliminations(chart: NDArray, recorded: Bools, centres: NDArray, typed: NDArray[np.floating]) -> NDArray[np.int16]:
    """Game year of each elimination: the chart's first zero if the year before is known, else the year typed.

    chart     (year, power, board)
    recorded  (year, board)
    centres   (power, board) at the end
    typed     (power, board) game year, NaN where nobody typed one
    """
    eliminated = np.where(np.isnan(typed), ELIMINATED_UNKNOWN, typed)
    if len(chart):
        out = after_zero(chart)
        first_zero = (~out).sum(axis=0, dtype=np.int16)
        known = out[-1] & ((first_zero == 0) | (first_zero > recorded.argmax(axis=0)))
        eliminated = np.where(known, first_zero + 1, eliminated)
    return np.where(centres > 0, 0, eliminated).astype(np.int16)


class Span(NamedTuple):
    """Calendar years of games: the first, the first with centres, the last. NaN unknown"""

    began: NDArray
    first_recorded: NDArray
    last: NDArray


def breaches_of_eliminations(
    typed: NDArray, first_zero: NDArray, final: NDArray, back: Bools, span: Span
) -> tuple[Bools, Bools]:
    """A typed elimination of a power with centres; one that is not the chart's first zero, or outside the game.

    All arrays have one shape, or shapes that go together.

    typed       the calendar year somebody typed
    first_zero  the first year the chart shows 0
    final       centres at the end
    back        came back from zero: a breach of its own
    """
    told_by_chart = (first_zero > span.first_recorded) | (first_zero == span.began)
    differs = told_by_chart & (typed != first_zero)
    outside = (typed > span.last) | (typed < span.began)
    alive = ~np.isnan(typed) & (final > 0) & ~back
    return alive, ~np.isnan(typed) & (differs | outside) & ~alive & ~back


def breaches_of_results(
    result: NDArray, named: Bools, final: NDArray, variant: Bools | bool = False
) -> dict[str, Bools]:
    """Results that the centres contradict, by the code of the problem; a board has one at most. (board) each

    result   (board) words of `RESULTS`, "" where nobody typed one
    named    (power, board) named as winner or drawer
    final    (power, board) centres at the end
    variant  (board) another map, on which two may reach 18
    """
    solo, anybody = final >= SOLO_CENTRES, named.any(axis=0)
    soloed = solo.any(axis=0)
    laws = {
        "winner_eliminated": (named & ~(final > 0)).any(axis=0),
        "two_solos": (variant & (solo.sum(axis=0) > 1)) | ((result == "solo") & (named.sum(axis=0) > 1)),
        "solo_without_18": (result == "solo") & ~soloed,
        "winner_not_solo": soloed & anybody & (named != solo).any(axis=0) & (result != "in progress"),
        "concession_to_nobody": (result == "concession") & ~anybody,
        "result_differs": soloed & np.isin(result, ("draw", "time limit", "concession")),
    }
    told = np.zeros(len(result), bool)
    for code, breach in laws.items():
        laws[code] = breach & ~told
        told |= breach
    return laws


def most_missed(years: NDArray) -> dict[str, NDArray]:
    """The most turns that can be missed in a number of years, by field."""
    return {"nmr_orders": len(ORDER_TURNS) * years, "nmr_adjustments": years}
