"""Three editions of Detour, in which raw points become percentages of the board's total."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, per_hundred, survivors
from tests.reference.editions.orders import lead_of, lowest_prizes, years_unknown
from tests.reference.editions.years import least_years


def quarter_a_year(years: int) -> Fraction:
    """Return 0.25 points for each year after 1901, but at most 2 points.

    years  the year of elimination or the game's final year, with 1 for 1901
    """
    return Fraction(min(8, max(years - 1, 0)), 4)


def detour_09_with(board: PlainBoard, beaten_have_years: bool) -> Points | None:
    years = [year or least_years(board) for year in board.eliminated]
    if has_solo(board):
        won = [count >= 18 for count in board.centres]
        beaten_alive = len(survivors(board)) > 1
        if beaten_have_years and (
            years_unknown(board) or (beaten_alive and not board.chart and least_years(board) < 9)
        ):
            return None
        return [
            Fraction(110) if won[power] else quarter_a_year(years[power]) if beaten_have_years else Fraction(0)
            for power in POWERS
        ]
    if years_unknown(board):
        return None
    prizes = lowest_prizes((4, 3, 2, 1), board.centres)
    raw = [
        board.centres[power] + 2 + lead_of(board, power) + prizes[power] if board.centres[power] else Fraction(0)
        for power in POWERS
    ]
    scaled = per_hundred(raw)
    return [scaled[power] if board.centres[power] else quarter_a_year(years[power]) for power in POWERS]


def detour_09(board: PlainBoard) -> Points | None:
    return detour_09_with(board, beaten_have_years=True)


def detour_09_world_cup(board: PlainBoard) -> Points | None:
    return detour_09_with(board, beaten_have_years=False)


def detour_98e(board: PlainBoard) -> Points | None:
    over_by_1905 = 0 < len(board.chart) <= 5  # every eliminated power was eliminated by then
    if years_unknown(board) and not over_by_1905:
        return None
    alive_in_1905 = [count > 0 or (board.eliminated[power] or 0) > 5 for power, count in enumerate(board.centres)]
    if has_solo(board):
        return [
            Fraction(100 if count >= 18 else count + alive_in_1905[power]) for power, count in enumerate(board.centres)
        ]
    prizes = lowest_prizes((4, 3, 2, 1), board.centres)
    raw = [
        board.centres[power]
        + alive_in_1905[power]
        + (1 + lead_of(board, power) + prizes[power] if board.centres[power] else 0)
        for power in POWERS
    ]
    return per_hundred(raw)
