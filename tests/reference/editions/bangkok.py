"""The Olympic scoring system and several versions of the Bangkok scoring system."""

from collections.abc import Sequence
from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, solo_takes, survivors
from tests.reference.editions.years import known, least_years, solo_and_years, years_paid


def with_shares(board: PlainBoard, weights: Sequence[Fraction], last_too: bool) -> Points | None:
    """Score a board without a solo, where the powers at or near the top share 12 points.

    weights   number of shares for a power with the most centres, with one centre fewer, and so on
    last_too  whether an eliminated power also gets points for the year of its elimination
    """
    top = max(board.centres)
    weight = [weights[top - count] if count and top - count < len(weights) else Fraction(0) for count in board.centres]
    return known(
        [
            board.centres[power]  # "1 point by supply center"
            + 3  # "3 points each to all players surviving at the endgame"
            + 12 * weight[power] / sum(weight)  # "12 pts * (player's share(s)) / (sum of all shares)"
            if board.centres[power]
            else years_paid(board, power, Fraction(3, 10), last_too)  # "0.3 ... for each year of survival"
            for power in POWERS
        ]
    )


def bangkok(board: PlainBoard) -> Points | None:
    """Score a board under Bangkok, with 0.3 points for each year that an eliminated power played.

    A power eliminated in 1905, for example, gets 5 x 0.3 points. Powers that survive another power's solo get half a
    point per centre.
    """
    if has_solo(board):
        return [Fraction(41) if count >= 18 else Fraction(count, 2) for count in board.centres]
    return with_shares(board, [Fraction(3), Fraction(2), Fraction(1)], True)


def bangkok_dipvis(board: PlainBoard) -> Points | None:
    """Score a board under Bangkok, but without points for the year of elimination."""
    if has_solo(board):
        return bangkok(board)
    return with_shares(board, [Fraction(3), Fraction(2), Fraction(1)], False)


def olympic(board: PlainBoard) -> Points | None:
    """Score a board under Olympic, with 46 points for a solo.

    Without a solo, only the shares differ from `bangkok_dipvis`: a power at the top has 4 shares, a power with one
    centre fewer has 1.5, and a power with two fewer has 0.5.
    """
    if has_solo(board):
        return solo_takes(46, board)
    return with_shares(board, [Fraction(4), Fraction("1.5"), Fraction("0.5")], False)


def bangkok_pike(board: PlainBoard) -> Points | None:
    """Score a board under the version of Bangkok with fixed bonuses.

    The leaders and the powers close behind get these bonuses instead of shares.
    """
    tenth = Fraction(1, 10)
    if has_solo(board):
        return solo_and_years(board, 60, tenth, True)
    top = max(board.centres)
    at = {behind: [power for power in survivors(board) if top - board.centres[power] == behind] for behind in range(3)}
    bonus = dict.fromkeys(POWERS, 0) | dict.fromkeys(at[1], 4) | dict.fromkeys(at[2], 2)
    for leader in at[0]:
        bonus[leader] = 6 if len(at[0]) == 1 else 4
        if len(at[0]) == 1 and not at[1]:
            bonus[leader] += 4 if at[2] else 4 + 2
    return known(
        [
            Fraction(board.centres[power] + 3 + bonus[power])
            if board.centres[power]
            else years_paid(board, power, tenth, True)
            for power in POWERS
        ]
    )


def bangkok_2022(board: PlainBoard) -> Points | None:
    """Score a board under Bangkok 2022, with 105 points per centre, 35 per year up to 210, and 210 for surviving.

    The leaders share 420 points. All powers within one centre of the top share another 420, and all powers within two
    centres of the top share a further 420.
    """
    if has_solo(board):  # "le vainqueur score 4000 points; les perdants score 0 points"
        return solo_takes(4000, board)
    most = Fraction(210)
    enough = most if least_years(board) >= 6 else None  # for a survivor of a game whose last year is unknown
    alive = survivors(board)
    years = [years_paid(board, power, Fraction(35), True) or (enough if power in alive else None) for power in POWERS]
    if None in years:
        return None
    points = [min(paid, most) for paid in years if paid is not None]
    for power in survivors(board):
        points[power] += 105 * board.centres[power] + 210
    for behind in (0, 1, 2):  # "a un ou deux centre du top"
        wave = [power for power in survivors(board) if max(board.centres) - board.centres[power] <= behind]
        for power in wave:
            points[power] += Fraction(420, len(wave))
    return points
