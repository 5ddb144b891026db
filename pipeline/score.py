"""One system over all boards: parts, their sum, places, and why a board has none."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.boards import Boards, Bools, Floats, Ints
from pipeline.systems import System
from pipeline.ties import places, settled
from schemas.words import POWERS


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of many boards under one system.

    parts    float64 (power, board) by part, in the rule's order; they add up to the score
    working  (power, board) by name: shown, not added
    score    float64 (power, board); NaN where the board is unscorable
    place    int8 (power, board), shared by equal scores unless the system breaks ties; 0 where unscorable
    lacks    reason -> bool (board): why boards are unscorable
    notices  remark -> bool (board): boards scored with a remark
    """

    parts: dict[str, Floats]
    working: dict[str, NDArray]
    score: Floats
    place: Ints
    lacks: dict[str, Bools]
    notices: dict[str, Bools]


def score_boards(system: System, boards: Boards) -> Scores:
    """Score all boards, a piece at a time. An unscorable board is scored like any other, then blanked."""
    pieces = [_score_piece(system, piece) for piece in boards.pieces()]
    return Scores(
        parts=_join([piece.parts for piece in pieces]),
        working=_join([piece.working for piece in pieces]),
        score=np.concatenate([piece.score for piece in pieces], axis=-1),
        place=np.concatenate([piece.place for piece in pieces], axis=-1),
        lacks=_join([piece.lacks for piece in pieces]),
        notices=_join([piece.notices for piece in pieces]),
    )


def add(parts: Iterable[NDArray]) -> Floats:
    """The sum of the parts, in the rule's order. (power, board)"""
    first, *others = parts
    total = first.astype(np.float64)
    for points in others:
        total += points
    return total


def _score_piece(system: System, boards: Boards) -> Scores:
    lacks = system.lacks(boards)
    blank = np.any([np.zeros(len(boards), bool), *lacks.values()], axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):  # only what lacks something divides by zero, and it is blanked
        result = system.score(boards)
    score = add(result.parts.values())
    place = places(settled(np.nan_to_num(score))) if result.place is None else result.place
    return Scores(
        parts={part: _blanked(points, blank, np.nan) for part, points in result.parts.items()},
        working={name: _blanked(figure, blank, np.nan) for name, figure in result.working.items()},
        score=_blanked(score, blank, np.nan),
        place=_blanked(place, blank, 0),
        lacks=lacks,
        notices={remark: mask & ~blank for remark, mask in system.notices(boards).items()},
    )


def _blanked(figures: NDArray, blank: Bools, filler: float) -> NDArray:
    """Figures (power, board), or (board) where all powers have the same, as (power, board) with the blanks."""
    figures = np.broadcast_to(figures, (len(POWERS), len(blank)))
    return np.where(blank, filler, figures) if blank.any() else figures


def _join(pieces: list[dict[str, NDArray]]) -> dict[str, NDArray]:
    """The arrays of every name, joined along the boards. A reason that one piece does not know holds for none of it."""
    names = dict.fromkeys(name for piece in pieces for name in piece)
    empty = [np.zeros_like(next(iter(piece.values()), np.zeros(0))) for piece in pieces]
    joined = {name: [piece.get(name, none) for piece, none in zip(pieces, empty, strict=True)] for name in names}
    return {name: np.concatenate(arrays, axis=-1) for name, arrays in joined.items()}
