"""Sydney League and DixieCon, where places count even after a solo."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, share_prizes, survivors
from tests.reference.editions.orders import finishing_order, order_untold, years_unknown


def sydney_league(board: PlainBoard) -> Points | None:
    if years_unknown(board):  # a point per year to the eliminated
        return None
    prizes = share_prizes((700, 600, 500, 400, 300, 200, 100), finishing_order(board))
    points = [25 * board.centres[power] + prizes[power] + (board.eliminated[power] or 0) for power in POWERS]
    if has_solo(board):
        won = [count >= 18 for count in board.centres]
        return [points[power] * (Fraction(3, 2) if won[power] else Fraction(1, 2)) for power in POWERS]
    return points


def dixie(board: PlainBoard) -> Points | None:
    prizes = (270, 70, 50, 34, 20, 10, 0)
    if order_untold(board, prizes):
        return None
    first = sorted(board.winners) or survivors(board)
    if has_solo(board):
        first = [board.centres.index(max(board.centres))]
    order = [(2, 0) if power in first else finishing_order(board)[power] for power in POWERS]
    shares = share_prizes(prizes, order)
    return [4 * board.centres[power] + shares[power] for power in POWERS]
