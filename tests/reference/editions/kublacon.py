"""Two systems from KublaCon, which give 34 points for a win and otherwise at most 27."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, solo_takes, survivors
from tests.reference.editions.orders import lead_of
from tests.reference.editions.years import least_years


def up_to_27(board: PlainBoard, a_dead_position: int, a_centre_of_lead: int) -> Points | None:
    if has_solo(board):  # "Win is 34 points all others are –0-"
        return solo_takes(34, board)
    if not board.chart and least_years(board) < 5:
        return None
    points = []
    for power in POWERS:
        own = board.centres[power]  # "1 point per center"
        if own:
            own += least_years(board) >= 5  # "1 point for surviving past 05"
            own += a_dead_position * (7 - len(survivors(board)))
            own += a_centre_of_lead * lead_of(board, power)
        points.append(Fraction(min(own, 27)))  # "maximum points 27"
    return points


def kublacon_kill(board: PlainBoard) -> Points | None:
    return up_to_27(board, 2, 2)  # "2 points for each dead position", "2 points per center difference"


def kublacon_2_lead(board: PlainBoard) -> Points | None:
    return up_to_27(board, 0, 1)  # "1 point for each center more than the next player"
