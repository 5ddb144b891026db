"""Checks that contradictory facts about a person are reported at the cells that contain them.

The facts come from the sheets of the league, of a season and of its events.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from pipeline.problems.codes import Problem
from pipeline.read.find import find
from pipeline.stages import Computed, compute
from tests.sheets import Cell, Sheets, event, only_rules, put, read_table, tables_alone, write_xlsx

Files = dict[str, Sheets]


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "campo_di_marte"):
        yield


def of(*rows: list[Cell]) -> Sheets:
    """Return the content of a workbook whose only sheet is a `players` sheet with the given rows."""
    return {"players": [*rows]}


def night(name: str, *players: list[Cell], **seats: Cell) -> Sheets:
    """Return an event, with a `players` sheet if rows are given for it.

    players  the rows of the `players` sheet, beginning with the header
    seats    names to put into cells of the `boards` sheet, keyed by cell
    """
    sheets = event(name) | (of(*players) if players else {})
    for cell, player in seats.items():
        put(sheets, f"boards!{cell}", player)
    return sheets


LISTED: list[Cell] = ["player", "country", "born", "wdd id"]
CASES: dict[str, tuple[str, Files, list[tuple[str, str, str, str]]]] = {  # code, files, (file, cell, found, words)
    "a country in the league and another in the event": (
        "facts_differ",
        {"league.xlsx": of(LISTED, ["Anna", "ITA"]), "2014/A.xlsx": night("A", LISTED, ["Anna", "France"])},
        [("2014/A.xlsx", "B2", "France", "B2 in league.xlsx says “ITA”")],
    ),
    "a day of birth in the season and another in the event": (
        "facts_differ",
        {"2014/season.xlsx": of(LISTED, ["Anna", None, "1990-01-02"]), "2014/A.xlsx": night("A", LISTED, ["Anna", None, "1990-02-01"])},
        [("2014/A.xlsx", "C2", "1990-02-01", "C2 in 2014/season.xlsx says “1990-01-02”")],
    ),
    "two countries in two events": (
        "facts_differ",
        {"2014/A.xlsx": night("A", LISTED, ["Anna", "Kenya"]), "2014/B.xlsx": night("B", LISTED, ["Anna", "Italia"])},
        [("2014/B.xlsx", "B2", "Italia", "B2 in 2014/A.xlsx says “Kenya”")],
    ),
    "a number under another name of the league": (
        "facts_differ",
        {
            "league.xlsx": of(["player", "also known as", "wdd id"], ["Anna Rossi", "Anna", "10"]),
            "2014/A.xlsx": night("A", LISTED, ["Anna", None, None, "11"]),
        },
        [("2014/A.xlsx", "D2", "11", "C2 in league.xlsx says “10”")],
    ),
    "a team of the season and another of the event": (
        "facts_differ",
        {"2014/season.xlsx": of(["player", "team"], ["Anna", "Leoni"]), "2014/A.xlsx": night("A", ["player", "team"], ["Anna", "Tigri"])},
        [("2014/A.xlsx", "B2", "Tigri", "B2 in 2014/season.xlsx says “Leoni”")],
    ),
    "one country in two languages and as a code": (
        "facts_differ",
        {"league.xlsx": of(LISTED, ["Anna", "ITA"]), "2014/season.xlsx": of(LISTED, ["Anna", "Italy"]), "2014/A.xlsx": night("A", LISTED, ["Anna", "Italia"])},
        [],
    ),
    "another handicap in another event": (
        "facts_differ",
        {"2014/A.xlsx": night("A", ["player", "handicap"], ["Anna", 5]), "2014/B.xlsx": night("B", ["player", "handicap"], ["Anna", 6])},
        [],
    ),
    "one number for two people of the league": (
        "id_twice",
        {"league.xlsx": of(LISTED, ["Anna", None, None, "10"], ["Berta", None, None, "10"]), "2014/A.xlsx": night("A")},
        [("league.xlsx", "D3", "10", "Anna")],
    ),
    "one number for one of the league and another one of an event": (
        "id_twice",
        {"league.xlsx": of(LISTED, ["Anna", None, None, "10"]), "2014/A.xlsx": night("A", LISTED, ["Berta", None, None, "10"])},
        [("2014/A.xlsx", "D2", "10", "Anna")],
    ),
    "one number under two names of one person": (
        "id_twice",
        {
            "league.xlsx": of(["player", "also known as", "wdd id"], ["Anna Rossi", "Anna", "10"]),
            "2014/A.xlsx": night("A", LISTED, ["Anna", None, None, "10"]),
        },
        [],
    ),
    "two of one board as one person": (
        "alias_joins_two",
        {"league.xlsx": of(["player", "also known as"], ["Anna", "Dora"]), "2014/A.xlsx": night("A")},
        [("2014/A.xlsx", "D5", "Dora", "“Anna” play each other, but league.xlsx lists both as Anna")],
    ),
    "two of two boards as one person": (
        "alias_joins_two",
        {"league.xlsx": of(["player", "also known as"], ["Anna", "Maria"]), "2014/A.xlsx": night("A")},
        [],
    ),
    "an other name of another season": (
        "alias_joins_two",
        {"league.xlsx": of(["player", "also known as"], ["Anna", "Dora (2013)"]), "2014/A.xlsx": night("A"), "2013/B.xlsx": night("B", D5="Delia")},
        [],
    ),
}  # fmt: skip


def written(folder: Path, files: Files) -> Path:
    for name, sheets in files.items():
        write_xlsx(folder / name, sheets)
    return folder


def said(computed: Computed, code: str) -> list[Problem]:
    return [one for one in computed.problems if one.code == code]


@pytest.mark.parametrize("case", CASES)
def test_a_contradiction_to_the_register_is_reported_at_its_cell(case: str, tmp_path: Path) -> None:
    code, files, lines = CASES[case]
    found = said(compute(find(written(tmp_path, files), set())), code)
    assert [(one.file, one.cell, str(one.found)) for one in found] == [line[:3] for line in lines]
    assert all(words in str(one.message) for one, (*_, words) in zip(found, lines, strict=True))


def test_aliases_of_nobody_are_reported_whichever_seasons_are_built(tmp_path: Path) -> None:
    """Zed has never played, Ida X did not play in 2014, and `Hana` may be a misspelling of Hanna.

    `A. Neri` is not reported, since no other player has a similar name. The alias that Gina and Ada share is not
    reported here, since it is an error of its own.
    """
    people: list[list[Cell]] = [
        ["Anna", "A. Neri; Hana"],
        ["Zed", "Zedd"],
        ["Ida Y", "Ida X (2014)"],
        ["Lena Y", "Ida X (2013)"],
        ["Gina", "Otto"],
        ["Ada", "Otto"],
    ]
    register = of(["player", "also known as"], *people)
    raw, out = tmp_path / "raw", tmp_path / "out"
    written(raw, {"league.xlsx": register, "2013/B.xlsx": night("B", D9="Ida X"), "2014/A.xlsx": night("A")})
    nobody = [("league.xlsx", "A3", "Zed"), ("league.xlsx", "A4", "Ida Y"), ("league.xlsx", "B2", "Hana")]
    for _ in range(2):  # the second time only one season is read
        with tables_alone():
            build(raw, out, jobs=1)
        lines = [row for row in read_table(out / "problems.csv") if row["code"] == "alias_of_nobody"]
        assert sorted((row["file"], row["cell"], row["found"]) for row in lines) == nobody
        assert "Did you mean `Hanna`" in next(row["hint"] for row in lines if row["found"] == "Hana")
        write_xlsx(raw / "2014" / "A.xlsx", night("A", D3="Bertha"))
