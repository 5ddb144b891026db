"""What the readings share: how long a power lived, and what the beaten and the eliminated have for it."""

from fractions import Fraction

from tests.reference.boards import POWERS, SOLO_CENTRES, PlainBoard, Points


def least_years(board: PlainBoard) -> int:
    """So many years the game had: those of its chart, or at least those to the last elimination that is known."""
    return len(board.chart) or max(year or 0 for year in board.eliminated)


def lived_to(board: PlainBoard, power: int) -> int | None:
    """The game year in which a power went out, or the last one of the game; None if nobody knows."""
    if board.centres[power] == 0:
        return board.eliminated[power]
    return len(board.chart) or None


def years_paid(board: PlainBoard, power: int, each: Fraction, last_too: bool) -> Fraction | None:
    """So much for each year, the last one included or not."""
    last = lived_to(board, power)
    return None if last is None else each * (last if last_too else last - 1)


def known(points: list[Fraction | None]) -> Points | None:
    """The points, or None where one of them hangs on a year that nobody knows."""
    return None if None in points else [each for each in points if each is not None]


def solo_and_years(board: PlainBoard, solo: int, each: Fraction, last_too: bool) -> Points | None:
    """The winner has the solo, everybody else so much for each year."""
    return known(
        [
            Fraction(solo) if board.centres[power] >= SOLO_CENTRES else years_paid(board, power, each, last_too)
            for power in POWERS
        ]
    )
