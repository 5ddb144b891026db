"""The changes that `diff` lists since the last good build, in circuits first, then events, then official systems."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from pipeline.build.build import build
from pipeline.build.diff import _changed, changes
from tests.bad_inputs.spoil import tournament
from tests.build.test_layout import night, placed
from tests.sheets import Sheets, put, table, tables_alone, write_xlsx
from tests.stress.builds import few_rules


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute", "bismark_cup_2001"), tables_alone():
        yield


def swapped() -> Sheets:
    """Return the event that has placings and no boards, with first and second place swapped."""
    sheets = placed(circuits="bismark_cup_2001")
    put(sheets, "placings!B2", 2)
    put(sheets, "placings!B3", 1)
    return sheets


def with_a_name(name: str) -> Sheets:
    """Return an event of three boards with this name in the first seat."""
    sheets = night()
    put(sheets, "boards!D2", name)
    return sheets


def with_a_fault(typed: str = "five") -> Sheets:
    """Return an event of three boards with Zoe in the first seat and a centre count that is not a number."""
    sheets = with_a_name("Zoe")
    put(sheets, "boards!E3", typed)
    return sheets


def second_game_lost() -> Sheets:
    """Return the tournament with Cleo instead of Ada as the winner of the final's second game (row 20).

    The final is then tied at 1 to 1.
    """
    sheets = tournament()
    put(sheets, "matches!F20", "Cleo")
    return sheets


def with_teams(*lions: str) -> Sheets:
    """Return an event of three boards with one team, which scores the sum of its games.

    lions  members of the team
    """
    return night(teams="sum") | {"players": table("player team", *((who, "Lions") for who in lions))}


CUP = placed(circuits="bismark_cup_2001")
BUILDS: tuple[dict[str, Sheets], ...] = (  # the sheets typed before each build
    {
        "2013/Coppa": CUP,
        "2013/Notte": night(),
        "2014/Notte": night(),
        "2015/Notte": night(),
        "2016/Torneo": tournament(),
        "2017/Notte": with_teams("Russia 1", "England 1"),
    },
    {
        "2013/Coppa": swapped(),
        "2013/Notte": with_a_name("Zoe"),
        "2014/Coppa": CUP,
        "2015/Notte": with_a_fault(),
        "2016/Torneo": second_game_lost(),
        "2017/Notte": with_teams("Russia 1", "England 1", "England 2"),
    },
    {"2014/Coppa": placed(), "2015/Notte": with_a_name("Zoe")},
    {},
    {"2015/Notte": night()},
)


class Told(NamedTuple):
    """The lines that `diff` prints after each build, and those that `diff --all` prints after the second."""

    after: list[list[str]]
    everything: list[str]

    def of(self, season: str, number: int) -> list[str]:
        """Return the lines about a season that `diff` prints after one of the builds.

        number  the build's number, counted from 0
        """
        return [line for line in self.after[number] if line.startswith(f"{season} ")]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder, told = tmp_path_factory.mktemp("league"), Told([], [])
    for typed in BUILDS:
        for name, sheets in typed.items():
            write_xlsx(folder / "raw" / f"{name}.xlsx", sheets)
        build(folder / "raw", folder / "out", jobs=1)
        told.after.append([*map(str, changes(folder / "out"))])
        if len(told.after) == 2:
            told.everything.extend(map(str, changes(folder / "out", everything=True)))
    return told


def titles(lines: list[str]) -> list[str]:
    """Return the titles of the tables named in the lines, without repeats."""
    return [*dict.fromkeys(line.partition(":")[0] for line in lines)]


def test_a_first_build_has_changed_nothing(told: Told) -> None:
    assert told.after[0] == []


def test_changes_of_circuits_come_first_then_of_events_then_of_the_official_system(told: Told) -> None:
    """Two places are swapped and a name is corrected. Other systems change too, but are listed only with `--all`."""
    lines = told.of("2013", 1)
    names = ["bismark_cup_2001", "Coppa.standings", "Notte.standings", "c_diplo.standings", "c_diplo.scores"]
    assert titles(lines) == [f"2013 {name}" for name in names]
    assert [line for line in lines if line.startswith("2013 bismark_cup_2001: Anna: rank 1 -> 2, score ")]
    everything = [line for line in told.everything if line.startswith("2013 ")]
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


def test_a_corrected_sheet_is_compared_with_the_last_good_build(told: Told) -> None:
    """The next change is compared with the build of the corrected sheet."""
    lines = told.of("2015", 2)
    assert lines and all(
        ": Zoe: new, rank " in line or "Austria 1: removed" in line or "Austria, " in line for line in lines
    )
    assert told.after[3] == told.after[2], "nothing was built since"
    assert told.of("2015", 4) and not any("five" in line for line in told.of("2015", 4))


def test_a_table_that_is_new_or_gone_is_one_line(told: Told) -> None:
    """The cup's event has three players, so a new table has three rows but is reported in a single line."""
    assert told.of("2014", 1) == ["2014 bismark_cup_2001: new, 3 rows", "2014 Coppa.standings: new, 3 rows"]
    assert told.of("2014", 2) == ["2014 bismark_cup_2001: removed"]
    assert told.of("2014", 4) == [], "another build was the last"


def test_changes_of_a_bao_event_are_listed_by_stage_and_group(told: Told) -> None:
    lines = [line for line in told.of("2016", 1) if "Torneo.standings" in line]
    assert [line.partition(": ")[2][:30] for line in lines if "points" in line] == [
        "final, , Ada: points 2 -> 1",
        "final, , Cleo: rank 2 -> 1, po",
    ]


def test_a_changed_sum_of_a_team_is_listed_by_its_team(told: Told) -> None:
    """The points under C-Diplo are worked out by hand.

    Russia, first with 9 centres, has 1 + 9 + 38 = 48 points, and England, with 6 centres, has 7. The team's sum is
    48 + 7 = 55 at first. It rises to 62 when the player who had England on another board, with 7 points, joins it.
    """
    assert told.of("2017", 1) == [
        "2017 Notte.team_results: 1, 2, Lions, England 2: new, points 7",
        "2017 Notte.teams: Lions: games 2 -> 3, score 55 -> 62",
    ]


def test_a_table_without_a_key_column_changes_as_a_whole() -> None:
    for spoilt in (b"", b"rank,score\n1,5\n", b"\xff", b'player\n"Anna'):
        assert [*map(str, _changed(b"player,score\nAnna,4\n", spoilt, "2013 Notte.teams"))] == [
            "2013 Notte.teams: changed"
        ], spoilt


def test_two_rows_with_the_same_key_are_compared_in_order() -> None:
    before, after = b"player,score\nAnna,4\nAnna,5\n", b"player,score\nAnna,4\nAnna,6\n"
    assert [*map(str, _changed(before, after, "cup"))] == ["cup: Anna: score 5 -> 6"]
