"""What lies where, and what is not written: the README, "What comes out"."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from tests.faults.spoil import tournament
from tests.sheets import FINALS, POWERS, Sheets, event, files_below, put, read_table, table, write_xlsx
from tests.torture.builds import few_rules

ALWAYS = {"report.html", "events.xlsx", "manifest.json"}
BOARDS = {"tables/events.csv", "tables/boards.csv", "tables/seats.csv", "tables/centres.csv"}


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute", "haight", "bismark_cup_2001", "kiba_championship", "kiba_nations"):
        yield


@pytest.fixture
def built(tmp_path: Path) -> Callable[..., set[str]]:
    """Builds a season of these events, and says what files it has."""

    def of(season: dict[str, str] | None = None, **events: Sheets) -> set[str]:
        for name, sheets in events.items():
            write_xlsx(tmp_path / "raw" / "2013" / f"{name}.xlsx", sheets)
        if season is not None:
            write_xlsx(tmp_path / "raw" / "2013" / "season.xlsx", {"season": table("setting value", *season.items())})
        build(tmp_path / "raw", tmp_path / "out", jobs=1)
        return {*files_below(tmp_path / "out" / "2013")}

    return of


def night(name: str = "Notte", **settings: str) -> Sheets:
    """A club's three boards of which only the end was kept: nothing to remark."""
    rows = [
        [1, board, power, f"{power} {board}", final, 1902 if final == 0 else None]
        for board in (1, 2, 3)
        for power, final in zip(POWERS, FINALS, strict=True)
    ]
    games = [["round", "board", "last year"], *([1, board, 1906] for board in (1, 2, 3))]
    boards = table("round board power player final eliminated", *rows)
    return {"event": event(name, **settings)["event"], "boards": boards, "games": games}


def placed(name: str = "Coppa", **settings: str) -> Sheets:
    """An event known by its result alone."""
    sheets = table("player place", ("Anna", 1), ("Bert", 2), ("Carl", 3))
    return {"event": event(name, system=None, **settings)["event"], "placings": sheets}


EVERY = {
    *(f"c_diplo_{of}" for of in ("100", "80", "argir", "conquest", "edc_4")),
    "haight",
    "tribute",
}  # but the official


def of_system(name: str) -> set[str]:
    return {f"tables/{name}.scores.csv", f"tables/{name}.standings.csv"}


def test_a_club_that_asks_for_its_own_system_has_a_dozen_files(built: Callable[..., set[str]]) -> None:
    """Three boards, one system, nothing wrong: what a person opens on top, what a script reads in `tables`."""
    files = built({"systems": "official"}, Notte=night())
    tables = of_system("c_diplo") | {"tables/Notte.standings.csv"} | BOARDS - {"tables/centres.csv"}
    assert files == ALWAYS | {"c_diplo.xlsx"} | tables and len(files) <= 12


@pytest.mark.parametrize(
    ("typed", "beside"),
    [
        (None, {"c_diplo_100", "tribute"}),  # "nothing typed: the official ones and the thirteen"
        ("all", EVERY),
        ("Tutti", EVERY),
        ("ufficiali", set()),
        ("official, C-Diplo EDC 4", {"c_diplo_edc_4"}),
        ("tribute; C-Diplo 100", {"c_diplo_100", "tribute"}),
        ("c_diplo", set()),
    ],
)
def test_the_season_says_which_systems_it_shows_beside_the_official_ones(
    typed: str | None, beside: set[str], built: Callable[..., set[str]]
) -> None:
    files = built(typed and {"systems": typed}, Notte=night())
    assert {name for name in files if name.endswith(".xlsx") and name not in ALWAYS} == {
        "c_diplo.xlsx",
        *(f"systems/{name}.xlsx" for name in beside),
    }
    scored = {name for name in files if ".scores." in name}
    assert scored == {f"tables/{name}.scores.csv" for name in {"c_diplo", *beside}}


def test_a_system_that_there_is_not_is_told_at_its_cell_with_those_that_there_are(
    built: Callable[..., set[str]], tmp_path: Path
) -> None:
    files = built({"data": "real", "systems": "tribut"}, Notte=night())
    (line,) = read_table(tmp_path / "out" / "2013" / "tables" / "problems.csv")
    told = [line[name] for name in ("severity", "file", "cell", "found")]
    assert told == ["error", "2013/season.xlsx", "B3", "tribut"]
    assert line["expected"] == f"one of all, official, {', '.join(sorted({'c_diplo', *EVERY}))}"
    assert "systems/tribute.xlsx" in files and "systems/haight.xlsx" not in files  # as if nothing were typed


def test_the_systems_of_an_event_are_a_slip_for_its_system(built: Callable[..., set[str]], tmp_path: Path) -> None:
    sheets = night(systems="tribute")
    built(None, Notte=sheets)
    (line,) = read_table(tmp_path / "out" / "2013" / "tables" / "problems.csv")
    assert (line["code"], line["found"], line["expected"]) == ("misspelt", "systems", "perhaps `system`")


def test_nothing_is_written_of_what_is_not_there(built: Callable[..., set[str]]) -> None:
    """No board, so no ranked workbook; no circuit that counts; tables without a row."""
    files = built(None, Coppa=placed())
    assert files == ALWAYS | {"tables/events.csv", "tables/Coppa.standings.csv"}


def test_a_circuit_is_written_where_an_event_counts_for_it(built: Callable[..., set[str]]) -> None:
    files = built({"systems": "official"}, Coppa=placed(circuits="bismark_cup_2001"))
    assert {name for name in files if "bismark" in name or "kiba" in name or "circuits" in name} == {
        "circuits.xlsx",
        "tables/bismark_cup_2001.csv",
        "tables/bismark_cup_2001.results.csv",
    }


def test_a_bao_event_has_its_own_workbook_on_top_and_no_board_of_diplomacy(built: Callable[..., set[str]]) -> None:
    files = built(None, Torneo=tournament("Torneo"))
    assert {"Torneo.xlsx", "tables/Torneo.standings.csv", "tables/matches.csv"} <= files
    assert not [name for name in files if "scores" in name or "systems/" in name or "boards" in name]


def test_a_board_that_an_error_sets_aside_is_still_a_board_of_its_season(built: Callable[..., set[str]]) -> None:
    """The official workbook stays in its place and says INCOMPLETE."""
    sheets = night()
    put(sheets, "boards!E2", "five")
    assert {"c_diplo.xlsx", "systems/tribute.xlsx", *of_system("tribute")} <= built(None, Notte=sheets)


@pytest.mark.parametrize(
    ("name", "systems", "refused"),
    [("Tribute", "all", True), ("tribute", "official", False), ("c_diplo", "official", True)],
)
def test_an_event_called_like_a_system_that_the_season_writes_is_refused(
    name: str, systems: str, refused: bool, built: Callable[..., set[str]], tmp_path: Path
) -> None:
    assert built({"systems": systems}, **{name: night()})
    assert codes(tmp_path) == ["reserved_name"] * refused


def codes(folder: Path) -> list[str]:
    """The codes of the season's problems."""
    problems = folder / "out" / "2013" / "tables" / "problems.csv"
    return [row["code"] for row in (read_table(problems) if problems.exists() else [])]


@pytest.mark.parametrize(("circuits", "refused"), [("bismark_cup_2001", True), ("", False)])
def test_an_event_called_like_a_circuit_that_the_season_writes_is_refused(
    circuits: str, refused: bool, built: Callable[..., set[str]], tmp_path: Path
) -> None:
    built(None, bismark_cup_2001=placed(circuits=circuits))
    assert codes(tmp_path) == ["reserved_name"] * refused


def test_files_of_another_layout_are_removed_by_the_next_build(built: Callable[..., set[str]], tmp_path: Path) -> None:
    files, season = built(None, Notte=night()), tmp_path / "out" / "2013"
    stored = json.loads((season / "manifest.json").read_text(encoding="utf-8"))
    for product in stored["products"].values():  # as a program before this one left it: all but tidy tables on top
        product["digest"] = "of another program"
        moved = {name: name.rpartition("/")[2] for name in product["files"]}
        for name, before in moved.items():
            (season / name).replace(season / before)
        product["files"] = {moved[name]: digest for name, digest in product["files"].items()}
    (season / "manifest.json").write_text(json.dumps(stored), encoding="utf-8")
    assert {*files_below(season)} != files
    assert built(None) == files


def test_a_folder_that_holds_nothing_any_more_is_gone(built: Callable[..., set[str]], tmp_path: Path) -> None:
    built(None, Notte=night())
    built({"systems": "official"})
    assert not (tmp_path / "out" / "2013" / "systems").exists()
