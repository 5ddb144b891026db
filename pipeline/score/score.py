"""The scoring of all boards under one system.

The result holds the parts of every score, their sum, the places, and the reasons why boards have no score.
"""

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

    parts       one float64 (power, board) array per part, in the rule's order, which add up to the score
    working     one (power, board) array per figure that is shown but not added to the score
    score       float64 (power, board), NaN where the board is unscorable
    place       int8 (power, board), 0 where the board is unscorable. Equal scores share a place unless the system
                breaks ties.
    unscorable  masks of the boards that cannot be scored, keyed by reason
    notices     masks of the scored boards that have a remark, keyed by remark
    """

    parts: dict[str, Floats]
    working: dict[str, NDArray]
    score: Floats
    place: Ints
    unscorable: dict[Message, Bools]
    notices: dict[Message, Bools]


def score_boards(system: System, boards: Boards) -> Scores:
    """Score all boards, one piece of `Boards.pieces` at a time.

    The scores of unscorable boards are left blank.
    """
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
    """Copy the arrays of a piece into the full arrays, in the columns that belong to the piece.

    A part or reason that is missing from the piece stays 0 or False in these columns.
    """
    for name, array in piece.items():
        if name not in whole:
            whole[name] = np.zeros((*array.shape[:-1], total), bool if array.dtype == bool else np.float64)
        whole[name][..., columns] = array


def add(parts: Iterable[NDArray]) -> Floats:
    """Return the sum of the parts, added in the rule's order, as a (power, board) array."""
    first, *others = parts
    total = first.astype(np.float64)
    for points in others:
        total += points
    return total


class Judged(NamedTuple):
    """The scores of some boards under one system, before those of unscorable boards are blanked.

    result      the parts of each score, and the places if the system breaks ties itself
    score       (power, board) the sum of the parts
    unscorable  masks of the boards that cannot be scored, keyed by reason
    blank       mask of the boards that are unscorable for any reason
    """

    result: Result
    score: Floats
    unscorable: dict[Message, Bools]
    blank: Bools

    def place(self) -> Ints:
        """Return the system's own places, or places by score if it has none, as a (power, board) array."""
        return places(settled(np.nan_to_num(self.score))) if self.result.place is None else self.result.place


def judge(system: System, boards: Boards) -> Judged:
    """Score boards under one system.

    The scores of unscorable boards have no meaning, and it is up to the caller to blank them.
    """
    unscorable = system.unscorable(boards)
    blank = np.any([np.zeros(len(boards), bool), *unscorable.values()], axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):  # only boards that will be blanked divide by zero
        result = system.score(boards)
    return Judged(result, add(result.parts.values()), unscorable, blank)


def statuses(unscorable: dict[Message, Bools], in_progress: Bools) -> tuple[list[str], NDArray[np.int16]]:
    """Return a list of the statuses that boards may have under a system, and the index of each board's status in it."""
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
    """Broadcast (power, board) or (board) figures to (power, board), and fill the blank boards with `filler`."""
    figures = np.broadcast_to(figures, (len(POWERS), len(blank)))
    return np.where(blank, filler, figures) if blank.any() else figures
