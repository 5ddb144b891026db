"""Where the texts end a game, and a sheet goes on or stops: what is said, and what stays PROVISIONAL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.stages import Computed, compute
from tests.sheets import Cell, Sheets, event, only_rules, put, write_xlsx


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("italia_2010", "diplo_ligue"):
        yield


def computed(folder: Path, system: str, **cells: Cell) -> Computed:
    """The good event, with some cells of its boards typed otherwise."""
    sheets: Sheets = event("Coppa", system)
    for cell, value in cells.items():
        put(sheets, f"boards!{cell}", value)
    write_xlsx(folder / "2013" / "Coppa.xlsx", sheets)
    return compute(find(folder, set()))


def codes(found: Computed) -> set[str]:
    return {problem.code for problem in found.problems if problem.severity == "warning"}


@pytest.mark.parametrize(("system", "warned"), [("italia_2010", {"solo_given_back"}), ("diplo_ligue", set())])
def test_18_centres_end_the_game_but_for_diplo_ligue(system: str, warned: set[str], tmp_path: Path) -> None:
    """ "obtient 18 centres": Austria has 18 in 1906 and 7 in 1907; the last year is scored, 7 centres."""
    found = computed(tmp_path, system, J2=18, J3=2, J8=4)
    assert codes(found) == warned
    scores = found.published[system].scores
    assert scores.loc[(scores["board"] == "1") & (scores["power"] == "Austria"), "final_centres"].tolist() == [7]


def test_a_chart_that_stops_before_1907_is_provisional(tmp_path: Path) -> None:
    """ "Tutte le partite dureranno fino all'inverno 1907": the chart has nothing after 1906, and nobody has 18."""
    found = computed(tmp_path, "italia_2010", **{f"K{row}": None for row in range(1, 9)})
    assert codes(found) == {"stops_early"}
    assert Season(found, "2013").heading("").status == "PROVISIONAL"
    assert Season(computed(tmp_path / "whole", "italia_2010"), "2013").heading("").status == "FINAL"
