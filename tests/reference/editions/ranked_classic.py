"""Ranked Classic and its second version."""

from fractions import Fraction

from tests.reference.boards import PlainBoard, Points, has_solo, survivors
from tests.reference.editions.orders import years_unknown

ALONE = {1: 200, 2: 90, 3: 60, 4: 40, 5: 30, 6: 20, 7: 10}
TWO = {(1, 2): 135, (2, 3): 70, (3, 4): 50, (4, 5): 35, (5, 6): 25, (6, 7): 15}


def both_versions(board: PlainBoard, lowest_two: bool) -> Points | None:
    if years_unknown(board) or (has_solo(board) and len(survivors(board)) > 1 and not board.chart):
        return None
    years = [
        max((year or len(board.chart)) - 1, 0) for year in board.eliminated
    ]  # up to the end or the elimination, "- 1901"
    if has_solo(board):
        return [Fraction(550 if count >= 18 else years[power]) for power, count in enumerate(board.centres)]
    points = []
    for power, count in enumerate(board.centres):
        if not count:
            points.append(Fraction(years[power]))
            continue
        upper = 1 + sum(other > count for other in board.centres)
        lower = sum(other >= count for other in board.centres)
        if upper == lower:
            prize = ALONE[upper]
        elif upper + 1 == lower:
            prize = TWO[upper, lower]
        else:
            prize = TWO[lower - 1, lower] if lowest_two else ALONE[lower]
        points.append(Fraction(30 + 10 * count + prize))
    return points


def ranked_classic(board: PlainBoard) -> Points | None:
    return both_versions(board, lowest_two=False)


def ranked_classic_v2(board: PlainBoard) -> Points | None:
    return both_versions(board, lowest_two=True)
