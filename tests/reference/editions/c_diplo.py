"""Further editions of C-Diplo.

The editions differ in the points for a solo, for losing to a solo, for taking part and for placing.
"""

from tests.reference.boards import POWERS, PlainBoard, Points, has_solo, share_prizes


def edition(board: PlainBoard, solo: int, beaten: int, taking_part: int, bonuses: tuple[int, int, int]) -> Points:
    if has_solo(board):
        return [share_prizes((1,), board.centres)[power] * (solo - beaten) + beaten for power in POWERS]
    bonus = share_prizes(bonuses, board.centres)  # zeros fill places too
    return [taking_part + board.centres[power] + bonus[power] for power in POWERS]


def c_diplo_80(board: PlainBoard) -> Points:
    return edition(board, 80, 0, 0, (25, 14, 7))


def c_diplo_argir(board: PlainBoard) -> Points:
    return edition(board, 93, 1, 1, (37, 14, 7))


def c_diplo_edc_4(board: PlainBoard) -> Points:
    return edition(board, 73, 1, 1, (38, 14, 7))


def c_diplo_conquest(board: PlainBoard) -> Points:
    return edition(board, 73, 0, 1, (38, 14, 3))
