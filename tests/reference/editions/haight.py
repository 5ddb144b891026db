"""Version 1.0 of the Haight scoring system."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo
from tests.reference.editions.orders import finishing_order, lead_of, lowest_prizes, years_unknown


def haight(board: PlainBoard) -> Points | None:
    if years_unknown(board):  # a point per year to every eliminated power, whoever wins
        return None
    years = [Fraction(year or 0) for year in board.eliminated]
    if has_solo(board):
        if not board.chart and any(0 < count < 18 for count in board.centres):
            return None  # "max(5c, years)" for a survivor of another's solo
        return [
            Fraction(451) if count >= 18 else Fraction(max(5 * count, len(board.chart))) if count else years[power]
            for power, count in enumerate(board.centres)
        ]
    prizes = lowest_prizes((66, 55, 44, 33, 22, 11, 0), finishing_order(board))
    return [10 * board.centres[power] + prizes[power] + 5 * lead_of(board, power) + years[power] for power in POWERS]
