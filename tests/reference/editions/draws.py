"""Systems that give points to the members of a draw."""

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
    """Score a board under DSI, with 7 points for a solo, or 7/n for each member of an n-way draw.

    Any other survivor gets 1/2 and any eliminated power gets 1/4, even after a solo.
    """
    points = solo_takes(7, board) if has_solo(board) else in_equal_parts(board, 7)
    consolation = [Fraction(1, 2) if count else Fraction(1, 4) for count in board.centres]
    return [own or least for own, least in zip(points, consolation, strict=True)]


def grand_festive(board: PlainBoard) -> Points | None:
    """Score a board under Grand Festive.

    A solo is worth 36 points. In a draw, the members share 34 points. All other powers get one point per centre.
    """
    if not has_solo(board) and len(drawers(board)) == 1:
        return None  # a conceded win may be worth 34 or 36
    points = solo_takes(36, board) if has_solo(board) else in_equal_parts(board, 34)
    return [own or Fraction(count) for own, count in zip(points, board.centres, strict=True)]


def pacificon(board: PlainBoard) -> Points | None:
    """Score a board under PacifiCon.

    A solo is worth 125 points. Otherwise the members of the draw share 90 points, and every power also gets one point
    for each centre from the third to the ninth and two points for each further centre.
    """
    if has_solo(board):  # "125 points for a solo"
        return solo_takes(125, board)
    if len(drawers(board)) == 1:
        return None
    points = in_equal_parts(board, 90)
    for power, count in enumerate(board.centres):
        points[power] += count + count - 11 if count >= 9 else max(count - 2, 0)
    return points


def burgess_1990(board: PlainBoard) -> Points | None:
    """Score a board under Burgess 1990, in which the members of the draw share 100 points.

    The member with the fewest centres keeps its whole share, and every other member loses a point for each additional
    centre. Other survivors get three points per centre.
    """
    if has_solo(board) or len(drawers(board)) == 1:
        return None
    points = in_equal_parts(board, 100)
    smallest = min(board.centres[power] for power in drawers(board))
    for power, count in enumerate(board.centres):
        points[power] += smallest - count if power in drawers(board) else 3 * count
    return points


def by_size(board: PlainBoard, sizes: dict[int, int]) -> Points | None:
    """Score a draw by its size, or return None if `sizes` lacks that size.

    Only the members of the draw get points.

    sizes  points for each member of a draw, keyed by the size of the draw
    """
    worth = sizes.get(len(drawers(board)))
    return None if worth is None else [Fraction(worth if power in drawers(board) else 0) for power in POWERS]


def cruise_con(board: PlainBoard) -> Points | None:
    """Score a board under Cruise Con, with 48 points for each power in a draw of two, and fewer in larger draws.

    Each power in the draw also gets its number of centres divided by the size of the draw, rounded down. The rules do
    not mention solos, so the result is None after a solo.
    """
    points = None if has_solo(board) else by_size(board, {2: 48, 3: 32, 4: 24, 5: 19, 6: 16, 7: 13})
    if points:
        for power in drawers(board):
            points[power] += board.centres[power] // len(drawers(board))
    return points


def playdip_league_2018(board: PlainBoard) -> Points | None:
    """Score a board under PlayDip League 2018, with 40 points for a solo.

    In a draw of 2, 3, 4, 5 or 6 powers, each member gets 20, 10, 5, 2 or 0 points respectively.
    """
    return solo_takes(40, board) if has_solo(board) else by_size(board, {2: 20, 3: 10, 4: 5, 5: 2, 6: 0})


def playdiplomacy_2008(board: PlainBoard) -> Points | None:
    """Score a board under PlayDiplomacy 2008, with 12 points for a solo.

    Two winners get 5 points each, and three get 2 each. Any other survivor gets 1 point.
    """
    points = solo_takes(12, board) if has_solo(board) else by_size(board, {2: 5, 3: 2, 4: 1, 5: 1, 6: 1, 7: 1})
    if points is None:
        return None
    return [own or Fraction(1 if count else 0) for own, count in zip(points, board.centres, strict=True)]
