"""Tests that compare the program's scores with those in `peers.csv`, most of which come from dipvis's own tests."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest

from pipeline.rules.boards import Boards
from pipeline.rules.systems import systems
from pipeline.score.score import score_boards
from schemas.words import FIRST_YEAR, POWERS
from tests.reference.boards import PlainBoard
from tests.scoring import CASES, arrays, boards_of

CLOSE = 1e-9  # relative to the score: these programs print all digits of a float
LONGEST = 20  # years of the longest game
ORDER = {"1st": 1, "2nd": 2}
ASIDE = {
    "bear_con": "each example tells one power's centres and score, and no chart has one power alone; they are worked cases"
}
Rows = list[dict[str, str]]


def stated() -> dict[str, list[Rows]]:
    """Return the boards in `peers.csv`, keyed by system. Each board is a list of rows, one per power."""
    with (CASES / "golden" / "peers.csv").open(encoding="utf-8", newline="") as lines:
        boards = [[*rows] for _, rows in groupby(csv.DictReader(lines), lambda row: (row["system"], row["board"]))]
    found: dict[str, list[Rows]] = {}
    for rows in boards:
        found.setdefault(rows[0]["system"], []).append(rows)
    return found


STATED = stated()
COMPARED = [id for id in STATED if id not in ASIDE]


def history(rows: Rows) -> Iterator[tuple[int, list[int]]]:
    """Yield each year in the `history` column, counted from 0, with every power's centres."""
    told = [dict(year.split(":") for year in row["history"].split()) for row in rows]
    for year in told[0]:
        yield int(year) - FIRST_YEAR, [int(power[year]) for power in told]


def board_of(rows: Rows) -> Boards:
    """Return a board with its chart if one is given, otherwise with its final centres and final year."""
    assert tuple(row["power"] for row in rows) == POWERS
    out = [ORDER.get(row["eliminated"]) or int(row["eliminated"] or 0) - FIRST_YEAR + 1 for row in rows]
    survivors, named = (
        {n for n, row in enumerate(rows) if row[column] not in ("", "0")} for column in ("final", "drawn")
    )
    board = boards_of(
        [
            PlainBoard(
                tuple(int(row["final"]) for row in rows),
                eliminated=tuple(year if year > 0 else None for year in out),
                winners=frozenset(named if named != survivors else ()),
            )
        ],
        LONGEST,
    )
    for year, centres in history(rows):
        board.owned[year, :, 0], board.recorded[year, 0] = centres, True
    years = int(rows[0]["year"]) - FIRST_YEAR + 1 if rows[0]["year"] else 0
    return replace(board, years=np.array([years], np.int16))


@pytest.mark.parametrize("system", COMPARED)
def test_every_score_given_by_others_is_ours(system: str) -> None:
    """The expected scores are those stated in `peers.csv`. All boards of a system are scored in one batch."""
    boards = [arrays(board_of(rows)) for rows in STATED[system]]
    together = Boards(**{name: np.concatenate([board[name] for board in boards], axis=-1) for name in boards[0]})
    found = score_boards(systems()[system], together).score.T
    wanted = np.array([[float(row["score"]) for row in rows] for rows in STATED[system]])
    for rows, own, others in zip(STATED[system], found, wanted, strict=True):
        assert own.tolist() == pytest.approx(others.tolist(), rel=CLOSE), f"{rows[0]['stated']}: {rows[0]['board']}"


def test_every_excluded_case_exists() -> None:
    assert {*ASIDE} <= {*STATED}
