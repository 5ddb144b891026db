"""Functions that separate level powers by the year of elimination or by count-back, one power at a time."""

from collections.abc import Sequence
from fractions import Fraction

from tests.reference.boards import POWERS, PlainBoard, Points, share_prizes, survivors


def years_unknown(board: PlainBoard) -> bool:
    return any(board.centres[power] == 0 and board.eliminated[power] is None for power in POWERS)


def finishing_order(board: PlainBoard) -> list[tuple[int, int]]:
    """Return each power's sort key, which is larger for a higher finish.

    Survivors are ordered by centres. Eliminated powers rank below them, by year of elimination.
    """
    return [
        (1, board.centres[power]) if board.centres[power] else (0, board.eliminated[power] or 0) for power in POWERS
    ]


def order_untold(board: PlainBoard, prizes: Sequence[int]) -> bool:
    """Return whether an unknown year of elimination leaves prizes undecided.

    This cannot happen if all eliminated powers get the same prize, whatever their order.
    """
    all_seven = [*prizes, *[0] * 7][:7]
    return len({*all_seven[len(survivors(board)) :]}) > 1 and years_unknown(board)


def lowest_prizes(prizes: Sequence[int], standing: Sequence[int] | Sequence[tuple[int, int]]) -> Points:
    """Return each power's prize. Level powers each get the prize for the lowest of the places that they share."""
    last_place = [sum(other >= each for other in standing) for each in standing]
    return [Fraction(prizes[place - 1]) if place <= len(prizes) else Fraction(0) for place in last_place]


def lead_of(board: PlainBoard, power: int) -> int:
    """Return the number of centres by which a power leads all others, or 0 if the power does not lead."""
    others = [board.centres[other] for other in POWERS if other != power]
    return max(board.centres[power] - max(others), 0)


def countback_prizes(prizes: Sequence[int], board: PlainBoard) -> Points | None:
    """Return each power's prize, with the powers placed by their centres in the final year.

    Powers that are level are compared by their centres in the year before, and so on back to 1901. Powers that are
    level in all years share their prizes. The result is None if the chart is missing and the final centres and the
    years of elimination do not settle the places.
    """
    if board.chart:
        back_in_time = [tuple(year[power] for year in reversed(board.chart)) for power in POWERS]
        ranks = [sum(other < each for other in back_in_time) for each in back_in_time]
        return share_prizes(prizes, ranks)
    order = finishing_order(board)  # the power eliminated later still owned a centre when the other had none
    if len({*order}) < len(order) or (len(survivors(board)) < 6 and years_unknown(board)):
        return None
    return share_prizes(prizes, order)
