"""What `diff` tells of the last build: circuits first, then events, then the official system, against the last good one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from pipeline.build.diff import changes
from tests.build.test_layout import night, placed
from tests.faults.spoil import tournament
from tests.sheets import Sheets, put, write_xlsx
from tests.torture.builds import few_rules


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute", "bismark_cup_2001"):
        yield


def built(folder: Path, **events: Sheets) -> list[str]:
    """The lines about a season after these events were typed."""
    for name, sheets in events.items():
        write_xlsx(folder / "raw" / "2013" / f"{name}.xlsx", sheets)
    build(folder / "raw", folder / "out", jobs=1)
    return [*map(str, changes(folder / "out"))]


def swapped() -> Sheets:
    """The event known by its result, with first and second the other way round."""
    sheets = placed(circuits="bismark_cup_2001")
    put(sheets, "placings!B2", 2)
    put(sheets, "placings!B3", 1)
    return sheets


def with_a_name(name: str) -> Sheets:
    """The three boards, with another name in the first seat."""
    sheets = night()
    put(sheets, "boards!D2", name)
    return sheets


def titles(lines: list[str]) -> list[str]:
    """The table of each line, each once."""
    return [*dict.fromkeys(line.partition(":")[0] for line in lines)]


def test_a_change_of_a_circuit_comes_first_then_those_of_events_then_the_official_system(tmp_path: Path) -> None:
    """Two places are swapped, a name is corrected: other systems move as well, and are told when everything is asked for."""
    assert built(tmp_path, Coppa=placed(circuits="bismark_cup_2001"), Notte=night()) == []
    lines = built(tmp_path, Coppa=swapped(), Notte=with_a_name("Zoe"))
    told = ["bismark_cup_2001", "Coppa.standings", "Notte.standings", "c_diplo.standings", "c_diplo.scores"]
    assert titles(lines) == [f"2013 {name}" for name in told]
    assert [line for line in lines if line.startswith("2013 bismark_cup_2001: Anna: rank 1 -> 2, score ")]
    everything = [*map(str, changes(tmp_path / "out", everything=True))]
    assert {*titles(everything)} - {*titles(lines)} == {
        f"2013 {name}"
        for name in (
            "bismark_cup_2001.results",
            "c_diplo_100.scores",
            "c_diplo_100.standings",
            "tribute.scores",
            "tribute.standings",
        )
    }


def test_a_sheet_that_is_mended_is_compared_with_what_was_good_before(tmp_path: Path) -> None:
    built(tmp_path, Notte=night())
    spoilt = with_a_name("Zoe")
    put(spoilt, "boards!E3", "five")
    built(tmp_path, Notte=spoilt)
    lines = built(tmp_path, Notte=with_a_name("Zoe"))
    assert lines and all(
        ": Zoe: new, rank " in line or "Austria 1: gone" in line or "Austria, " in line for line in lines
    )
    assert built(tmp_path) == lines, "nothing was built since"
    assert built(tmp_path, Notte=night()) and not any("five" in line for line in built(tmp_path))


def test_a_table_that_is_new_or_gone_is_one_line(tmp_path: Path) -> None:
    """Three players are placed at the event of the cup; all are listed there."""
    built(tmp_path, Notte=night())
    assert built(tmp_path, Coppa=placed(circuits="bismark_cup_2001")) == [
        "2013 bismark_cup_2001: new, 3 rows",
        "2013 Coppa.standings: new, 3 rows",
    ]
    assert built(tmp_path, Coppa=placed()) == ["2013 bismark_cup_2001: gone"]


def test_the_standings_of_a_bao_event_are_told_by_stage_and_group(tmp_path: Path) -> None:
    """Ada has won both games of the final; then the second, in row 20, is Cleo's: 1 to 1."""
    assert built(tmp_path, Torneo=tournament()) == []
    sheets = tournament()
    put(sheets, "matches!F20", "Cleo")
    lines = [line for line in built(tmp_path, Torneo=sheets) if "Torneo.standings" in line]
    assert [line.partition(": ")[2][:30] for line in lines if "points" in line] == [
        "final, , Ada: points 2 -> 1",
        "final, , Cleo: rank 2 -> 1, po",
    ]
