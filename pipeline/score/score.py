"""The scores of all boards under one system: parts, their sum, places, and why a board has no score."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.boards import Boards, Bools, Floats, Ints, Result
from pipeline.rules.systems import System
from pipeline.rules.ties import places, settled
from schemas.messages import Message
from schemas.words import POWERS

SCORED, IN_PROGRESS, UNSCORABLE = "scored", "in progress", "unscorable: "  # published statuses of a board


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of many boards under one system.

    parts       part -> float64 (power, board), in the rule's order; they add up to the score
    working     name -> (power, board): figures that are shown but not added
    score       float64 (power, board); NaN where the board is unscorable
    place       int8 (power, board), shared by equal scores unless the system breaks ties; 0 where unscorable
    unscorable  reason -> bool (board): the boards that are unscorable for this reason
    notices     remark -> bool (board): the scored boards to which this remark applies
    """

    parts: dict[str, Floats]
    working: dict[str, NDArray]
    score: Floats
    place: Ints
    unscorable: dict[Message, Bools]
    notices: dict[Message, Bools]


def score_boards(system: System, boards: Boards) -> Scores:
    """Score all boards, piece by piece. Unscorable boards are scored like any other, then blanked."""
    total = len(boards)
    whole = Scores({}, {}, np.empty((len(POWERS), total)), np.empty((len(POWERS), total), np.int8), {}, {})
    start = 0
    for piece in boards.pieces():
        scores, columns = _score_piece(system, piece), slice(start, start + len(piece))
        whole.score[:, columns], whole.place[:, columns] = scores.score, scores.place
        for name in ("parts", "working", "unscorable", "notices"):
            _lay_down(getattr(whole, name), getattr(scores, name), columns, total)
        start += len(piece)
    return whole


def _lay_down(whole: dict[Any, NDArray], piece: dict[Any, NDArray], columns: slice, total: int) -> None:
    """Write a piece's arrays into its columns of the whole; a part or reason that it lacks stays 0 or False there."""
    for name, array in piece.items():
        if name not in whole:
            whole[name] = np.zeros((*array.shape[:-1], total), bool if array.dtype == bool else np.float64)
        whole[name][..., columns] = array


def add(parts: Iterable[NDArray]) -> Floats:
    """Return the sum of the parts, added in the rule's order. (power, board)"""
    first, *others = parts
    total = first.astype(np.float64)
    for points in others:
        total += points
    return total


class Judged(NamedTuple):
    """Some boards scored under one system, before the unscorable ones are blanked.

    result      the parts, and the system's own places if it breaks ties
    score       (power, board) the sum of the parts
    unscorable  reason -> bool (board): the boards that are unscorable for this reason
    blank       bool (board): unscorable for any reason
    """

    result: Result
    score: Floats
    unscorable: dict[Message, Bools]
    blank: Bools

    def place(self) -> Ints:
        """Return the system's own places, or places by score if it has none. (power, board)"""
        return places(settled(np.nan_to_num(self.score))) if self.result.place is None else self.result.place


def judge(system: System, boards: Boards) -> Judged:
    """Score some boards under one system; the caller blanks those that are unscorable."""
    unscorable = system.unscorable(boards)
    blank = np.any([np.zeros(len(boards), bool), *unscorable.values()], axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):  # only boards that will be blanked divide by zero
        result = system.score(boards)
    return Judged(result, add(result.parts.values()), unscorable, blank)


def statuses(unscorable: dict[Message, Bools], in_progress: Bools) -> tuple[list[str], NDArray[np.int16]]:
    """Return all statuses under a system, and the index of each board's status. (board)"""
    words, of_board = [SCORED, IN_PROGRESS], in_progress.astype(np.int16)
    for reason, mask in unscorable.items():
        for before in np.unique(of_board[mask]).tolist():
            so_far = words[before] + "; " if words[before].startswith(UNSCORABLE) else UNSCORABLE
            words.append(f"{so_far}{reason}")
            of_board[mask & (of_board == before)] = len(words) - 1
    return words, of_board


def _score_piece(system: System, boards: Boards) -> Scores:
    result, score, unscorable, blank = judged = judge(system, boards)
    return Scores(
        parts={part: _blanked(points, blank, np.nan) for part, points in result.parts.items()},
        working={name: _blanked(figure, blank, np.nan) for name, figure in result.working.items()},
        score=_blanked(score, blank, np.nan),
        place=_blanked(judged.place(), blank, 0),
        unscorable=unscorable,
        notices={remark: mask & ~blank for remark, mask in system.notices(boards).items()},
    )


def _blanked(figures: NDArray, blank: Bools, filler: float) -> NDArray:
    """Broadcast figures, (power, board) or (board), to (power, board), and put the filler on blank boards."""
    figures = np.broadcast_to(figures, (len(POWERS), len(blank)))
    return np.where(blank, filler, figures) if blank.any() else figures
