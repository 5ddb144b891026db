"""Checks that the scores on the page about families of systems match the scores that the program computes."""

import re

import pytest

from pipeline.rules.systems import systems
from pipeline.score.score import score_boards
from schemas.words import FIRST_YEAR, POWERS
from tests.documents.tutorial import ROOT
from tests.reference.boards import PlainBoard
from tests.scoring import boards_of

PAGE = (ROOT / "docs" / "explanation" / "families_of_systems.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip(" `") for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.+\|$", PAGE, re.MULTILINE)
]
SHOWN = {row[0]: row[1:] for row in ROWS if row[0] in systems()}
CHART = {row[0]: [*map(int, row[1:])] for row in ROWS if row[0] in POWERS}


@pytest.fixture(scope="module")
def board() -> PlainBoard:
    """Return the example board on the page about families of systems."""
    chart = tuple(zip(*(CHART[power] for power in POWERS), strict=True))
    eliminated = tuple(1 + CHART[power].index(0) if 0 in CHART[power] else None for power in POWERS)
    return PlainBoard(chart[-1], chart, eliminated)


def test_the_page_has_a_board_and_its_systems(board: PlainBoard) -> None:
    assert ["system", *CHART, "a solo"] in ROWS and sum(board.centres) == 34 and len(SHOWN) == PAGE.count("\n- **")
    assert str(FIRST_YEAR) in PAGE and f"{len(systems())} published" in " ".join(PAGE.split())


@pytest.mark.parametrize("id", SHOWN)
def test_a_figure_is_what_the_system_gives(id: str, board: PlainBoard) -> None:
    system = systems()[id]
    score = dict(zip(POWERS, score_boards(system, boards_of([board])).score[:, 0], strict=True))
    solo = getattr(system.numbers, "solo", None)
    assert SHOWN[id] == [*(f"{score[power]:.2f}" for power in CHART), f"{solo:g}" if solo else "-"]
