"""Maxonian, 7Eleven and GIRSH, in which powers are placed by count-back."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, survivors
from tests.reference.editions.orders import countback_prizes, lead_of, years_unknown


def with_bonus_above(free: int, board: PlainBoard) -> Points | None:
    points = countback_prizes((7, 6, 5, 4, 3, 2, 1), board)
    if points is None:
        return None
    for power, count in enumerate(board.centres):
        if count > free and (count >= 18 or not has_solo(board)):
            points[power] += min(count, 18) - free
    return points


def maxonian(board: PlainBoard) -> Points | None:
    return with_bonus_above(13, board)


def seven_eleven(board: PlainBoard) -> Points | None:
    return with_bonus_above(11, board)


def girsh(board: PlainBoard) -> Points | None:
    points = countback_prizes((130, 90, 60, 40, 30, 20, 10), board)
    if points is None or not board.chart or years_unknown(board):  # a point per year to everybody
        return None
    for power in POWERS:
        points[power] += board.eliminated[power] or len(board.chart)
    if has_solo(board):  # 90 for a win, no points for centres or the gap
        return [points[power] + (90 if board.centres[power] >= 18 else 0) for power in POWERS]
    alive = survivors(board)
    for power in alive:
        points[power] += 5 * board.centres[power]
        lead = lead_of(board, power)
        if lead >= 3:
            bonus = 10 * min(lead, 6)
            points[power] += bonus
            for other in alive:
                if other != power:
                    points[other] -= Fraction(bonus // (len(alive) - 1))
    return points
