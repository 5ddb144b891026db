"""ManorCon as described in "Diplomacy Tournament Scoring System", and its versions in dipvis."""

from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo
from tests.reference.editions.years import known, solo_and_years, years_paid


def by_page(board: PlainBoard, solo: int, out_weighs: int, last_too: bool) -> Points | None:
    tenth = Fraction(1, 10)  # "0.10 points for every year they played, including the year they were eliminated"
    if has_solo(board):  # "every other player ... is scored as if they have been eliminated in the year of the solo"
        return solo_and_years(board, solo, tenth, last_too)
    weights = [count**2 + 4 * count + 16 if count else out_weighs for count in board.centres]  # "P = S^2 + 4*S + 16"
    return known(
        [
            Fraction(100 * weights[power], sum(weights))  # "100 * P / B points"
            if board.centres[power]
            else years_paid(board, power, tenth, last_too)
            for power in POWERS
        ]
    )


def manorcon(board: PlainBoard) -> Points | None:
    """Score a board under ManorCon, with 75 points for a solo.

    An eliminated power also adds its weight to B, the sum of all weights.
    """
    return by_page(board, 75, 16, True)


def manorcon_dipvis(board: PlainBoard) -> Points | None:
    """Score a board under ManorCon, without points for the year of elimination."""
    return by_page(board, 75, 16, False)


def manorcon_original(board: PlainBoard) -> Points | None:
    """Score a board under ManorCon, with 100 points for a solo."""
    return by_page(board, 100, 16, True)


def manorcon_original_dipvis(board: PlainBoard) -> Points | None:
    """Score a board under ManorCon, with 100 points for a solo and none for the year of elimination."""
    return by_page(board, 100, 16, False)


def manorcon_v2(board: PlainBoard) -> Points | None:
    """Score a board under ManorCon, with 100 points for a solo.

    An eliminated power adds nothing to B, the sum of all weights.
    """
    return by_page(board, 100, 0, True)


def manorcon_v2_dipvis(board: PlainBoard) -> Points | None:
    """Score a board under `manorcon_v2`, without points for the year of elimination."""
    return by_page(board, 100, 0, False)
