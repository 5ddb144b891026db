"""Carnage, Duct Tape, Fibonacci and Southern Sun, which give a bonus for placing and points for each centre."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, share_prizes, solo_takes
from tests.reference.editions.orders import finishing_order, lead_of, order_untold

CARNAGE = (7000, 6000, 5000, 4000, 3000, 2000, 1000)
DUCT_TAPE = (40, 24, 15, 9, 6, 3, 3)


def with_points_of_centres(board: PlainBoard, prizes: Points, a_centre: int = 1) -> Points:
    return [prizes[power] + a_centre * board.centres[power] for power in POWERS]


def carnage(board: PlainBoard) -> Points | None:
    if has_solo(board):
        return solo_takes(28034, board)
    if order_untold(board, CARNAGE):
        return None
    return with_points_of_centres(board, share_prizes(CARNAGE, finishing_order(board)))


def carnage_dead_equal(board: PlainBoard) -> Points:
    if has_solo(board):
        return solo_takes(28034, board)
    return with_points_of_centres(board, share_prizes(CARNAGE, board.centres))


def carnage_2023(board: PlainBoard) -> Points | None:
    points = carnage(board)
    if points is None or has_solo(board):
        return points
    return [points[power] + 300 * lead_of(board, power) for power in POWERS]


def carnage_21(board: PlainBoard) -> Points | None:
    return solo_takes(21034, board) if has_solo(board) else carnage(board)


def carnage_centre_count(board: PlainBoard) -> Points | None:
    if has_solo(board):
        return [Fraction(39028 if count >= 18 else 1000) for count in board.centres]
    prizes = (7007, 6006, 5005, 4004, 3003, 2002, 1001)
    if order_untold(board, prizes):
        return None
    return with_points_of_centres(board, share_prizes(prizes, finishing_order(board)), 500)


def duct_tape_v2(board: PlainBoard) -> Points:
    if has_solo(board):
        return solo_takes(75, board)
    return with_points_of_centres(board, share_prizes(DUCT_TAPE, board.centres))


def duct_tape_v2_elimination(board: PlainBoard) -> Points | None:
    if has_solo(board):
        return solo_takes(75, board)
    if order_untold(board, DUCT_TAPE):  # the last two places have the same value
        return None
    return with_points_of_centres(board, share_prizes(DUCT_TAPE, finishing_order(board)))


def fibonacci(board: PlainBoard) -> Points | None:
    if has_solo(board):
        return solo_takes(33034, board)
    prizes = [1000 * number for number in (13, 8, 5, 3, 2, 1, 1)]
    if order_untold(board, prizes):
        return None
    shares = share_prizes(prizes, finishing_order(board))
    return with_points_of_centres(board, [Fraction(each.numerator // each.denominator) for each in shares])


def southern_sun(board: PlainBoard) -> Points | None:
    if has_solo(board):
        return solo_takes(500, board)
    shares = share_prizes((130, 80, 50, 30, 20, 10, 10), board.centres)
    points = []
    for power in POWERS:
        if board.centres[power]:
            points.append(
                Fraction(round(30 + 10 * board.centres[power] + shares[power]))
            )  # halves are rounded to the nearest even number
            continue
        year = board.eliminated[power]
        if year is None:
            return None
        points.append(Fraction(3 * year))  # including the year of the elimination
    return points
