"""Systems that give points for centres, for surviving and for the lead."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, solo_takes, survivors
from tests.reference.editions.years import known, solo_and_years, years_paid


def leaders(board: PlainBoard) -> list[int]:
    return [power for power in POWERS if board.centres[power] == max(board.centres)]


def base_3(board: PlainBoard) -> Points:
    """Score a board under Base 3, with a point per centre, 3 for survival and 9 for a sole leader.

    If n leaders are level, each gets 9 / 3^(n - 1).
    """
    if has_solo(board):
        return solo_takes(46, board)
    points = [Fraction(count + 3) if count else Fraction(0) for count in board.centres]
    for power in leaders(board):
        points[power] += Fraction(9, 3 ** (len(leaders(board)) - 1))
    return points


def bear_con(board: PlainBoard) -> Points:
    """Score a board under Bear Con, with 4 points for the first centre, 3 for the second and 1 for each further one.

    A sole leader gets 5 more points.
    """
    if has_solo(board):  # "winner gets 34 points all others zero"
        return solo_takes(34, board)
    points = [Fraction(sum([4, 3, *[1] * 32][:count])) for count in board.centres]
    if len(leaders(board)) == 1:
        points[leaders(board)[0]] += 5
    return points


def dragonflight(board: PlainBoard) -> Points:
    """Score a board under Dragonflight.

    A solo is worth 61 points. Without a solo, the survivors share 60 points equally.
    """
    if has_solo(board):
        return solo_takes(61, board)
    alive = survivors(board)
    return [Fraction(60, len(alive)) if power in alive else Fraction(0) for power in POWERS]


def mischief(board: PlainBoard) -> Points:
    """Score a board under Mischief, with a point per centre, plus 5 for a sole leader or 1 for each of two leaders."""
    if has_solo(board):
        return solo_takes(34, board)
    points = [Fraction(count) for count in board.centres]
    for power in leaders(board):
        points[power] += {1: 5, 2: 1}.get(len(leaders(board)), 0)
    return points


def solo_or_bust(board: PlainBoard) -> Points:
    return solo_takes(100, board)


def vulcan(board: PlainBoard) -> Points:
    """Score a board under Vulcan, with a point per centre, 5 for survival, and 10 shared by the leaders.

    For each smaller power, a power also gets one point per centre of its lead over it. With 8 centres, for example, it
    gets 3 points for a power with 5.
    """
    if has_solo(board):
        return [Fraction(130 if count >= 18 else 5 if count else 0) for count in board.centres]
    points = []
    for power in POWERS:
        own = board.centres[power]
        total = Fraction(own + 5 if own else 0) + sum(own - other for other in board.centres if other < own)
        points.append(total + (Fraction(10, len(leaders(board))) if power in leaders(board) else 0))
    return points


def whipping(board: PlainBoard) -> Points | None:
    """Score a board under Whipping.

    Each centre is worth 10 points, or 12 to a sole leader, and the survivors share 60 points. Eliminated powers, and
    all powers that lose to a solo, get one point per year.
    """
    if has_solo(board):
        return solo_and_years(board, 468, Fraction(1), True)
    alive = survivors(board)
    return known(
        [
            Fraction(60, len(alive)) + (12 if leaders(board) == [power] else 10) * board.centres[power]
            if power in alive
            else years_paid(board, power, Fraction(1), True)
            for power in POWERS
        ]
    )


def classic(board: PlainBoard, top: list[Fraction]) -> Points | None:
    """Score a board under Classic, with 10 per centre, 30 for survival, and a bonus set by the number of leaders.

    An eliminated power gets a point for each year in which it was alive, except the last.

    top  bonus for each leader if there is one leader, if there are two, and so on
    """
    if has_solo(board):
        return solo_and_years(board, 420, Fraction(1), False)
    points: list[Fraction | None] = []
    for power in POWERS:
        if board.centres[power]:
            bonus = top[len(leaders(board)) - 1] if power in leaders(board) else 0
            points.append(Fraction(10 * board.centres[power] + 30) + bonus)
        else:
            points.append(years_paid(board, power, Fraction(1), False))
    return known(points)


def world_classic(board: PlainBoard) -> Points | None:
    """Score a board under Classic, with 48 points shared by the leaders."""
    return classic(board, [Fraction(48, level) for level in range(1, 8)])


def summer_classic(board: PlainBoard) -> Points | None:
    """Score a board under Classic, with 48 points for a sole leader or 24 for each of two leaders.

    Three or more leaders get no bonus.
    """
    return classic(board, [Fraction(48), Fraction(24), *[Fraction(0)] * 5])


def apex(board: PlainBoard) -> Points:
    """Score a board under Apex, with 10 points per centre for a sole leader.

    Other survivors get 30 points plus 3 per centre. If two leaders are level, each gets 30 points plus 4 per centre.
    """
    if has_solo(board):
        return solo_takes(340, board)
    points = []
    for power in POWERS:
        own, at_the_top = board.centres[power], power in leaders(board)
        if own == 0:
            points.append(Fraction(0))
        elif at_the_top and len(leaders(board)) == 1:
            points.append(Fraction(10 * own))
        else:
            points.append(Fraction(3 * own + 30 + (own if at_the_top and len(leaders(board)) == 2 else 0)))
    return points


def ppsc(board: PlainBoard) -> Points:
    return [Fraction(count) for count in board.centres]


def survivors_win(board: PlainBoard) -> Points:
    """Score a board under Survivors Win, with 100 points shared equally by the survivors.

    After a solo, the points are shared in proportion to centres, but no more than 18 count for any power.
    """
    if not has_solo(board):
        alive = survivors(board)
        return [Fraction(100, len(alive)) if power in alive else Fraction(0) for power in POWERS]
    over = max(board.centres) - 18
    return [Fraction(100 * min(count, 18), sum(board.centres) - over) for count in board.centres]


def your_draw_size(board: PlainBoard, solo: int = 320) -> Points:
    """Score a board under Your Draw Size, with `solo` points for a solo.

    Without a solo, a power gets 105 points for 14 to 17 centres, 70 for 11 to 13, 42 for 8 to 10, 30 for 4 to 7 and 21
    for 1 to 3.
    """
    if has_solo(board):
        return solo_takes(solo, board)
    steps = ((14, 105), (11, 70), (8, 42), (4, 30), (1, 21), (0, 0))
    return [Fraction(next(worth for least, worth in steps if count >= least)) for count in board.centres]


def your_draw_size_short(board: PlainBoard) -> Points:
    return your_draw_size(board, 300)
