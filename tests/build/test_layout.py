"""The paths of the outputs, and when a file is not written, as described in docs/reference/outputs.md."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from pipeline.events.season_circuits import NAMES
from pipeline.rules.circuits import circuits
from pipeline.rules.systems import systems
from pipeline.tools.reference.outputs import FILES
from pipeline.tools.reference.tables import OTHERS, PARTS, of_a_season
from tests.bad_inputs.spoil import surname, tournament
from tests.sheets import FINALS, POWERS, Sheets, event, files_below, put, read_table, table, write_xlsx
from tests.stress.builds import few_rules

ALWAYS = {"report.html", "events.xlsx", "manifest.json"}
BOARDS = {"tables/events.csv", "tables/boards.csv", "tables/seats.csv", "tables/centres.csv"}


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute", "haight", "bismark_cup_2001", "kiba_championship", "kiba_nations"):
        yield


def night(name: str = "Notte", **settings: str) -> Sheets:
    """Return three club boards that have only final centres and cause no remarks."""
    rows = [
        [1, board, power, f"{power} {board}", final, 1902 if final == 0 else None]
        for board in (1, 2, 3)
        for power, final in zip(POWERS, FINALS, strict=True)
    ]
    games = [["round", "board", "last year"], *([1, board, 1906] for board in (1, 2, 3))]
    boards = table("round board power player final eliminated", *rows)
    return {"event": event(name, **settings)["event"], "boards": boards, "games": games}


def placed(name: str = "Coppa", **settings: str) -> Sheets:
    """Return an event with placings and no boards."""
    sheets = table("player place", ("Anna", 1), ("Bert", 2), ("Carl", 3))
    return {"event": event(name, system=None, **settings)["event"], "placings": sheets}


EVERY = {
    *(f"c_diplo_{of}" for of in ("100", "80", "argir", "conquest", "edc_4")),
    "haight",
    "tribute",
}  # besides the official system

SYSTEMS = {  # what a season types as `systems` -> the systems that it shows besides the official one
    "": {"c_diplo_100", "tribute"},  # "nothing typed: the official ones and the thirteen"
    "all": EVERY,
    "Tutti": EVERY,
    "ufficiali": set(),
    "official, C-Diplo EDC 4": {"c_diplo_edc_4"},
    "tribute; C-Diplo 100": {"c_diplo_100", "tribute"},
    "c_diplo": set(),
}


def spoilt() -> Sheets:
    """Return the three boards of `night`, with one centre count that is not a number."""
    sheets = night()
    put(sheets, "boards!E2", "five")
    return sheets


def typed(**events: Sheets) -> dict[str, Sheets]:
    """Return the files of a season that does not name its systems."""
    return events


def showing(systems: str, **events: Sheets) -> dict[str, Sheets]:
    """Return the files of a season that names the systems to show."""
    return typed(season={"season": table("setting value", ("data", "real"), ("systems", systems))}, **events)


SEASONS = {
    **{f"systems {of}".strip(): showing(of, Notte=night()) if of else typed(Notte=night()) for of in SYSTEMS},
    "club": typed(season={"season": table("setting value", ("systems", "official"))}, Notte=night()),
    "no such system": showing("tribut", Notte=night()),
    "of an event": typed(Notte=night(systems="tribute")),
    "places": typed(Coppa=placed()),
    "circuit": showing("official", Coppa=placed(circuits="bismark_cup_2001")),
    "bao": typed(Torneo=tournament("Torneo")),
    "aside": typed(Notte=spoilt()),
    "Tribute shown": showing("tribute", Tribute=night()),
    "tribute official": showing("official", tribute=night()),
    "c_diplo official": showing("official", c_diplo=night()),
    "the circuit's name": typed(bismark_cup_2001=placed(circuits="bismark_cup_2001")),
    "no circuit's name": typed(bismark_cup_2001=placed()),
}


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build all the seasons, each with players of its own, and return the output folder."""
    folder = tmp_path_factory.mktemp("league")
    for number, (season, files) in enumerate(SEASONS.items()):
        for name, sheets in files.items():
            write_xlsx(folder / "raw" / season / f"{name}.xlsx", of_family(sheets, number))
    build(folder / "raw", folder / "out", jobs=1)
    return folder / "out"


def of_family(sheets: Sheets, number: int) -> Sheets:
    """Return the sheets with a surname, made from `number`, added to every player's name.

    Seasons with different players cannot be suspected of containing the same event.
    """
    rows = {name: [[*row] for row in sheets[name]] for name in ("boards", "placings") if name in sheets}
    for of_sheet in rows.values():
        column = of_sheet[0].index("player")
        for row in of_sheet[1:]:
            row[column] = f"{row[column]} {surname(str(number))}"
    return sheets | rows


def built(league: Path, season: str) -> set[str]:
    return {*files_below(league / season)}


def of_system(name: str) -> set[str]:
    return {f"tables/{name}.scores.csv", f"tables/{name}.standings.csv"}


def problems(league: Path, season: str) -> list[dict[str, str]]:
    listed = league / season / "tables" / "problems.csv"
    return read_table(listed) if listed.exists() else []


def test_a_club_that_asks_for_its_own_system_alone_has_a_dozen_files(league: Path) -> None:
    """The club has three boards, one system and no problems.

    Only the manifest and the files for readers are outside `tables`.
    """
    files = built(league, "club")
    tables = of_system("c_diplo") | {"tables/Notte.standings.csv"} | BOARDS - {"tables/centres.csv"}
    assert files == ALWAYS | {"c_diplo.xlsx"} | tables and len(files) <= 12


@pytest.mark.parametrize("typed", SYSTEMS)
def test_a_season_chooses_the_systems_it_shows_besides_the_official_ones(typed: str, league: Path) -> None:
    files, beside = built(league, f"systems {typed}".strip()), SYSTEMS[typed]
    assert {name for name in files if name.endswith(".xlsx") and name not in ALWAYS} == {
        "c_diplo.xlsx",
        *(f"systems/{name}.xlsx" for name in beside),
    }
    scored = {name for name in files if ".scores." in name}
    assert scored == {f"tables/{name}.scores.csv" for name in {"c_diplo", *beside}}


def test_an_unknown_system_is_reported_at_its_cell_with_the_one_that_was_meant(league: Path) -> None:
    (line,) = problems(league, "no such system")
    told = [line[name] for name in ("severity", "file", "cell", "found")]
    assert told == ["error", "no such system/season.xlsx", "B3", "tribut"]
    assert (line["message"], line["hint"]) == ("There is no system called “tribut”.", "Did you mean `tribute`?")
    files = built(league, "no such system")
    assert "systems/tribute.xlsx" in files and "systems/haight.xlsx" not in files  # as if nothing had been typed


def test_systems_typed_for_an_event_are_taken_for_its_system(league: Path) -> None:
    (line,) = problems(league, "of an event")
    assert (line["code"], line["found"], line["hint"]) == ("misspelt", "systems", "Did you mean `system`?")


def test_no_circuit_of_a_season_can_take_the_name_of_a_table(league: Path) -> None:
    """This test fails for a new table until it is added to `NAMES` in pipeline/events/season_circuits.py."""
    written = {Path(name).stem for season in league.iterdir() for name in files_below(season) if name[:7] == "tables/"}
    assert {name for name in written if "." not in name} <= {*NAMES, *circuits()}


def test_no_empty_file_is_written(league: Path) -> None:
    """The season's only event has placings but no boards, and does not count towards any circuit.

    The files of systems and circuits would be empty, and so would the tables of boards, seats and centres.
    """
    assert built(league, "places") == ALWAYS | {"tables/events.csv", "tables/Coppa.standings.csv"}


def test_a_circuit_is_written_where_an_event_counts_for_it(league: Path) -> None:
    files = built(league, "circuit")
    assert {name for name in files if "bismark" in name or "kiba" in name or "circuits" in name} == {
        "circuits.xlsx",
        "tables/bismark_cup_2001.csv",
        "tables/bismark_cup_2001.results.csv",
    }


def test_a_bao_event_has_its_own_workbook_at_the_top_and_no_file_for_boards(league: Path) -> None:
    files = built(league, "bao")
    assert {"Torneo.xlsx", "tables/Torneo.standings.csv", "tables/matches.csv"} <= files
    assert not [name for name in files if "scores" in name or "systems/" in name or "boards" in name]


def test_a_season_whose_only_board_is_set_aside_keeps_its_official_workbook(league: Path) -> None:
    """The official workbook says INCOMPLETE."""
    assert {"c_diplo.xlsx", "systems/tribute.xlsx", *of_system("tribute")} <= built(league, "aside")


@pytest.mark.parametrize(
    ("season", "refused"), [("Tribute shown", True), ("tribute official", False), ("c_diplo official", True)]
)
def test_an_event_named_like_a_system_that_the_season_writes_is_refused(
    season: str, refused: bool, league: Path
) -> None:
    assert built(league, season)
    assert codes(league, season) == ["reserved_name"] * refused


def codes(league: Path, season: str) -> list[str]:
    """Return the codes of the season's problems."""
    return [row["code"] for row in problems(league, season)]


@pytest.mark.parametrize(("season", "refused"), [("the circuit's name", True), ("no circuit's name", False)])
def test_an_event_named_like_a_circuit_that_the_season_writes_is_refused(
    season: str, refused: bool, league: Path
) -> None:
    assert codes(league, season) == ["reserved_name"] * refused


def test_the_next_build_removes_files_of_an_older_layout_and_folders_that_become_empty(
    tmp_path: Path,
) -> None:
    write_xlsx(tmp_path / "raw" / "2013" / "Notte.xlsx", night())
    build(tmp_path / "raw", tmp_path / "out", jobs=1)
    files, season = built(tmp_path / "out", "2013"), tmp_path / "out" / "2013"
    stored = json.loads((season / "manifest.json").read_text(encoding="utf-8"))
    moved = {name: name.rpartition("/")[2] for name in stored["files"]}  # the layout of an older program
    for name, before in moved.items():
        (season / name).replace(season / before)
    stored["digest"] = "of another program"
    stored["files"] = {moved[name]: digest for name, digest in stored["files"].items()}
    (season / "manifest.json").write_text(json.dumps(stored), encoding="utf-8")
    assert {*files_below(season)} != files
    build(tmp_path / "raw", tmp_path / "out", jobs=1)
    assert built(tmp_path / "out", "2013") == files and (season / "systems").is_dir()
    official = {"season": table("setting value", ("systems", "official"))}
    write_xlsx(tmp_path / "raw" / "2013" / "season.xlsx", official)
    build(tmp_path / "raw", tmp_path / "out", jobs=1)
    assert not (season / "systems").exists()


# -- the reference pages -----------------------------------------------------------------------------------------------


PLAIN = ("club", "places", "circuit", "bao", "aside")  # seasons in which no event has the name of a system or circuit


def generic(name: str) -> str:
    """Return a file's name as the reference pages write it, such as `<system>.xlsx` or `<event>.standings.csv`."""
    stem = Path(name).name.partition(".")[0]
    kind = "system" if stem in systems() else "circuit" if stem in circuits() else "event"
    return name.replace(stem, f"<{kind}>")


def test_every_file_of_a_season_is_on_the_page_of_outputs(league: Path) -> None:
    """This test fails for a new file until pipeline/tools/reference/outputs.py describes the file."""
    opened = {name for season in PLAIN for name in built(league, season) if not name.startswith("tables/")}
    assert {name for name in opened if not {name, generic(name)} & {*FILES}} == set()


def test_every_column_of_a_season_is_on_the_page_of_tables(league: Path) -> None:
    """This test fails for a new table or column until pipeline/tools/reference/tables.py describes its meaning."""
    described = {name: meanings for name, _, meanings in of_a_season()}
    seen = set()
    for path in (path for season in PLAIN for path in (league / season / "tables").glob("*.csv")):
        columns = {*read_table(path)[0]}
        name = path.name if path.name in described else generic(path.name)
        name = "<Bao event>.standings.csv" if name == "<event>.standings.csv" and "stage" in columns else name
        assert columns <= {*described[name]} or {*OTHERS, *PARTS} & {*described[name]}, path
        seen.add(name)
    assert len(seen) > 10
