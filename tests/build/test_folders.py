"""Checks that hostile contents of a league's folder, such as links and odd names, do no harm outside it."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from tests.bad_inputs.spoil import tournament
from tests.sheets import event, files_below, write_xlsx
from tests.stress.builds import few_rules, typed_once

THESIS = "years of work"
ALONE = ("--jobs", "1")  # other processes would not have the results cached in this one


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules():
        yield


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first")
    for season in ("2013", "2014"):
        typed_once(folder / "data" / "raw" / season / "Coppa.xlsx", event("Coppa", family=season))
    assert tell(folder, "build")[0] == 0
    return folder


@pytest.fixture
def league(first: Path, tmp_path: Path) -> Path:
    """Return a copy of a built league, with a folder beside it that no command may touch."""
    shutil.copytree(first, tmp_path / "league")
    (tmp_path / "own").mkdir()
    for name in ("thesis.txt", "Coppa.xlsx.bak", "manifest.json"):
        (tmp_path / "own" / name).write_text(THESIS)
    return tmp_path / "league"


def tell(league: Path, *words: str, to: str = "--out") -> tuple[int, str, str]:
    """Run a command inside the league's folder, and return its exit status, standard output and standard error."""
    folders = {"--raw": "data/raw"} | ({to: "data/out"} if words[0] in ("build", "seat", "compare") else {})
    here = Path.cwd()
    os.chdir(league)
    try:
        done = CliRunner().invoke(app, [*words, *(word for pair in folders.items() for word in pair)])
    finally:
        os.chdir(here)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.stdout, done.stderr


def assert_own_folder_is_as_it_was(league: Path) -> None:
    own = league.parent / "own"
    assert {path.name: path.read_text() for path in own.iterdir()} == dict.fromkeys(
        ("thesis.txt", "Coppa.xlsx.bak", "manifest.json"), THESIS
    )


LEADING_OUT = (
    "../../../../own/thesis.txt",
    "tables/../../../../../own/thesis.txt",
    "{own}/thesis.txt",
    "C:\\own\\x",
    "",
)


@pytest.mark.parametrize("gone", [False, True], ids=["there", "gone"])
@pytest.mark.parametrize("name", LEADING_OUT)
@pytest.mark.parametrize("record", ["manifest.json", ".announced.json"])
def test_a_manifest_that_names_a_file_outside_is_ignored_and_reported(
    record: str, name: str, gone: bool, league: Path
) -> None:
    """No file outside the season's output folder is touched.

    This also holds if the season's sheets are gone and all files listed in the record are to be removed.
    """
    season, complete = league / "data" / "out" / "2014", files_below(league / "data" / "out")
    listed = name.format(own=league.parent / "own")
    stored = json.loads((season / "manifest.json").read_text(encoding="utf-8"))
    stored["files"][listed] = "0" * 64
    lying = stored if record == "manifest.json" else [listed, "c_diplo.xlsx"]
    (season / record).write_text(json.dumps(lying), encoding="utf-8")
    if gone:
        shutil.rmtree(league / "data" / "raw" / "2014")
    status, _, errors = tell(league, "build", *ALONE)
    said = f"data/out/2014/{record} refers to a file outside its own folder, so it was ignored; everything it lists will be rebuilt"
    assert (status, errors) == (0, f"centre-years: {said}\n")
    assert_own_folder_is_as_it_was(league)
    assert gone or files_below(league / "data" / "out") == complete
    assert gone or tell(league, "build", *ALONE)[2] == ""


@pytest.mark.parametrize(
    "at",
    [
        ".previous",
        ".previous/2014",
        ".done",
        ".stamp",
        ".lock",
        ".part-clock",
        ".part-index.html",
        "2014/.part-c_diplo.xlsx",
    ],
)
@pytest.mark.parametrize("to", ["own", "own/thesis.txt", "own/new"])
def test_a_link_among_the_outputs_is_not_followed(at: str, to: str, league: Path) -> None:
    path = league / "data" / "out" / at
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(league.parent / to)
    sheets = event("Coppa", family="2014")
    sheets["boards"][8][11], sheets["boards"][9][11] = 6, 7
    typed_once(league / "data" / "raw" / "2014" / "Coppa.xlsx", sheets)
    status, _, errors = tell(league, "build", *ALONE)
    assert_own_folder_is_as_it_was(league)
    assert status == 0 or "is a link to another location" in errors, errors


def test_outputs_that_are_a_link_to_somebodys_folder_are_refused(league: Path) -> None:
    shutil.rmtree(league / "data" / "out")
    (league / "data" / "out").symlink_to(league.parent / "own", target_is_directory=True)
    for command in (("build",), ("compare", "2014")):
        status, _, errors = tell(league, *command)
        assert status == 1 and "data/out is a link to another location" in errors
        assert_own_folder_is_as_it_was(league)


def test_outputs_that_are_a_link_to_an_empty_folder_are_accepted(league: Path) -> None:
    complete = files_below(league / "data" / "out")
    shutil.rmtree(league / "data" / "out")
    (league / "empty").mkdir()
    (league / "data" / "out").symlink_to(league / "empty", target_is_directory=True)
    for _ in range(2):
        assert tell(league, "build")[0] == 0
        assert files_below(league / "empty") == complete


@pytest.mark.parametrize("at", ["Torneo.xlsx.bak", ".part-Torneo.xlsx.bak", ".part-Torneo.xlsx"])
def test_seat_keeps_the_old_sheet_beside_it_and_not_through_a_link(at: str, league: Path) -> None:
    sheets = tournament()
    sheets["matches"] = [row for row in sheets["matches"] if row[0] != "final"]
    season = league / "data" / "raw" / "2011"
    typed = write_xlsx(season / "Torneo.xlsx", sheets).read_bytes()
    (season / at).symlink_to(league.parent / "own" / "Coppa.xlsx.bak")
    assert tell(league, "seat", "Torneo", "--replace")[0] == 0
    assert_own_folder_is_as_it_was(league)
    assert (season / "Torneo.xlsx.bak").read_bytes() == typed and not (season / "Torneo.xlsx.bak").is_symlink()
    assert sorted(path.name for path in season.iterdir()) == ["Torneo.xlsx", "Torneo.xlsx.bak"]


def test_new_and_import_write_no_file_into_a_season_that_is_a_link(league: Path) -> None:
    (league / "data" / "raw" / "2026").symlink_to(league.parent / "own", target_is_directory=True)
    (league / "scores.csv").write_text("player,R1\nAnna,10\nBruno,20\n")
    for command in (("new", "Serata"), ("import", "scores.csv", "--event", "Serata")):
        status, _, errors = tell(league, *command, "--season", "2026")
        assert status == 1 and "is a link to another location" in errors.splitlines()[-1], errors
        assert_own_folder_is_as_it_was(league)


def test_exports_that_are_a_link_are_refused_unless_the_folder_is_named(league: Path) -> None:
    (league / "exports").symlink_to(league.parent / "own", target_is_directory=True)
    status, _, errors = tell(league, "export", "flat", "2013")
    assert status == 1 and "exports is a link to another location" in errors
    assert_own_folder_is_as_it_was(league)


@pytest.mark.parametrize(
    ("event", "season"), [("a:b", "2026"), ("Serata", "20:26"), ("con", "2026"), ("Serata", "nul"), ("Serata", "2026.")]
)
def test_new_gives_no_file_a_name_that_windows_cannot_hold(event: str, season: str, league: Path) -> None:
    before = files_below(league / "data" / "raw")
    status, _, errors = tell(league, "new", event, "--season", season)
    assert status == 1 and "cannot be the name of a file or folder here" in errors
    assert files_below(league / "data" / "raw") == before


def test_a_season_named_like_the_front_page_does_not_replace_it(league: Path) -> None:
    door = (league / "data" / "out" / "index.html").read_bytes()
    typed_once(league / "data" / "raw" / "index.html" / "Coppa.xlsx", event("Coppa", family="door"))
    status, _, errors = tell(league, "build")
    assert status == 1 and "index.html" in errors
    assert (league / "data" / "out" / "index.html").read_bytes() == door
