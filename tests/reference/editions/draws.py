"""Systems that score the draw."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, solo_takes, survivors

NOTHING = Fraction(0)


def drawers(board: PlainBoard) -> list[int]:
    """Return the named winners, or all survivors if nobody is named."""
    return sorted(board.winners) or survivors(board)


def in_equal_parts(board: PlainBoard, worth: int) -> Points:
    return [Fraction(worth, len(drawers(board))) if power in drawers(board) else NOTHING for power in POWERS]


def draw_size(board: PlainBoard) -> Points:
    return solo_takes(100, board) if has_solo(board) else in_equal_parts(board, 100)


def calhamer(board: PlainBoard) -> Points:
    return solo_takes(1, board) if has_solo(board) else in_equal_parts(board, 1)


def dsi(board: PlainBoard) -> Points:
    """7 for a solo, 7/n for a draw, 1/2 for other survivors, 1/4 for the eliminated, also after a solo."""
    points = solo_takes(7, board) if has_solo(board) else in_equal_parts(board, 7)
    consolation = [Fraction(1, 2) if count else Fraction(1, 4) for count in board.centres]
    return [own or least for own, least in zip(points, consolation, strict=True)]


def grand_festive(board: PlainBoard) -> Points | None:
    """Grand Festive: "Solo = 36"; "34 / # of players involved in the draw"; "Surviving = # of SCs you control"."""
    if not has_solo(board) and len(drawers(board)) == 1:
        return None  # a conceded win may be worth 34 or 36
    points = solo_takes(36, board) if has_solo(board) else in_equal_parts(board, 34)
    return [own or Fraction(count) for own, count in zip(points, board.centres, strict=True)]


def pacificon(board: PlainBoard) -> Points | None:
    """PacifiCon: "3 centers - 1 points" ... "9 centers - 7", "10 - 9" ... "17 - 23"; "2 way - 45", "3 way - 30" ..."""
    if has_solo(board):  # "125 points for a solo"
        return solo_takes(125, board)
    if len(drawers(board)) == 1:
        return None
    points = in_equal_parts(board, 90)
    for power, count in enumerate(board.centres):
        points[power] += count + count - 11 if count >= 9 else max(count - 2, 0)
    return points


def burgess_1990(board: PlainBoard) -> Points | None:
    """Burgess 1990: "Subtract the difference between your supply center count and the count of the smallest member of
    the draw"; "Eliminated players get no points, but survivals get triple their final supply center count"."""
    if has_solo(board) or len(drawers(board)) == 1:
        return None
    points = in_equal_parts(board, 100)
    smallest = min(board.centres[power] for power in drawers(board))
    for power, count in enumerate(board.centres):
        points[power] += smallest - count if power in drawers(board) else 3 * count
    return points


def by_size(board: PlainBoard, sizes: dict[int, int]) -> Points | None:
    """Return the points of each power in a draw of this size; None for a size that is not in the table."""
    worth = sizes.get(len(drawers(board)))
    return None if worth is None else [Fraction(worth if power in drawers(board) else 0) for power in POWERS]


def cruise_con(board: PlainBoard) -> Points | None:
    """Cruise Con: "48 points for a 2 way"; "Bonus in the Draw is equal to supply center count divided by the number of
    people in the draw rounded down". The text does not mention a solo."""
    points = None if has_solo(board) else by_size(board, {2: 48, 3: 32, 4: 24, 5: 19, 6: 16, 7: 13})
    if points:
        for power in drawers(board):
            points[power] += board.centres[power] // len(drawers(board))
    return points


def playdip_league_2018(board: PlainBoard) -> Points | None:
    """40 for a solo; 20, 10, 5, 2 and 0 for draws of 2 to 6."""
    return solo_takes(40, board) if has_solo(board) else by_size(board, {2: 20, 3: 10, 4: 5, 5: 2, 6: 0})


def playdiplomacy_2008(board: PlainBoard) -> Points | None:
    """12 for a solo, 5 for two winners, 2 for three, 1 for any other survivor."""
    points = solo_takes(12, board) if has_solo(board) else by_size(board, {2: 5, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1})
    if points is None:
        return None
    return [own or Fraction(1 if count else 0) for own, count in zip(points, board.centres, strict=True)]
