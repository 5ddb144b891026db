"""Functions shared by several systems, which count and score the years in which powers were alive."""

from fractions import Fraction

from tests.reference.boards import POWERS, SOLO_CENTRES, PlainBoard, Points


def least_years(board: PlainBoard) -> int:
    """Return how many years the game lasted. Without a chart, the last known elimination gives a lower bound."""
    return len(board.chart) or max(year or 0 for year in board.eliminated)


def lived_to(board: PlainBoard, power: int) -> int | None:
    """Return the game year in which a power was eliminated, or the game's final year if the power survived.

    The result is None if the year is unknown.
    """
    if board.centres[power] == 0:
        return board.eliminated[power]
    return len(board.chart) or None


def years_paid(board: PlainBoard, power: int, each: Fraction, last_too: bool) -> Fraction | None:
    """Return the points for the years in which a power was alive, or None if these years are unknown.

    last_too  whether the last of these years counts
    """
    last = lived_to(board, power)
    return None if last is None else each * (last if last_too else last - 1)


def known(points: list[Fraction | None]) -> Points | None:
    """Return the points, or None if one of them depends on an unknown year."""
    return None if None in points else [each for each in points if each is not None]


def solo_and_years(board: PlainBoard, solo: int, each: Fraction, last_too: bool) -> Points | None:
    """Score a board that has a solo.

    The winner gets `solo` points, and every other power gets `each` points for each year in which it was alive.

    last_too  whether the last of these years counts
    """
    return known(
        [
            Fraction(solo) if board.centres[power] >= SOLO_CENTRES else years_paid(board, power, each, last_too)
            for power in POWERS
        ]
    )
