"""Checks that identical sheets give identical files, and that builds write only changed files and no partial ones."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Any

import pandas as pd
import pytest

from pipeline.build import files, manifest
from pipeline.build.build import BuildResult, NoSuchSeason, build
from pipeline.build.diff import changes
from pipeline.build.stamps import STAMP
from pipeline.pages.data_files import stored
from pipeline.read.find import Listing, find
from pipeline.store.folder import Folder, part_of
from tests.sheets import (
    Sheets,
    event,
    files_below,
    put,
    read_table,
    table,
    write_csv,
    write_ods,
)
from tests.stress.builds import few_rules, typed_once

ROOT = Path(__file__).resolve().parents[2]
RULES = ("c_diplo", "tribute")
IDS = ("c_diplo", "c_diplo_100", "tribute")  # the systems of these two modules
SYSTEMS = len(IDS)


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules(*RULES, "campo_di_marte"):
        yield


def typed(name: str, family: str = "", **changes: object) -> Sheets:
    """Return an event with some cells changed. For example, `boards_S3=35` enters 35 in the cell boards!S3."""
    sheets = event(name, family=family or name)
    for place, value in changes.items():
        put(sheets, place.replace("_", "!"), value)  # type: ignore[arg-type]
    return sheets


def fill(raw: Path) -> Path:
    """Write two seasons, the first with an event in each format."""
    typed_once(raw / "2013" / "Coppa.xlsx", typed("Coppa"))
    write_ods(raw / "2013" / "Notte (prova) però.ods", typed("Notte"))
    write_csv(raw / "2013" / "Cartella", typed("Cartella", boards_S3=35))
    typed_once(raw / "2014" / "Coppa.xlsx", typed("Coppa", "Altra"))  # another evening, not a copy of the first
    return raw


def states(folder: Path) -> dict[str, tuple[int, int]]:
    """Return each file's inode and modification time, which change when the file is written."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {p.relative_to(folder).as_posix(): (p.stat().st_ino, p.stat().st_mtime_ns) for p in paths}


def published(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the inode and modification time of each file that users see.

    Paths that begin with a dot are left out.
    """
    return {name: state for name, state in states(folder).items() if not name.startswith(".")}


def written(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    """Return the names of new or changed files."""
    return {name for name, state in after.items() if before.get(name) != state}


def systems_of(files: set[str]) -> set[str]:
    """Return the systems that have a workbook among the files."""
    return {name for name in IDS if any(f"/{file}".endswith(f"/{name}.xlsx") for file in files)}


def listed(season: Path) -> dict[str, str]:
    """Return the digest of each file that the manifest lists, keyed by the file's path."""
    files: dict[str, str] = json.loads((season / "manifest.json").read_text())["files"]
    return files


def assert_the_manifest_lists_what_is_there(season: Path) -> None:
    there = {
        path.relative_to(season).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in season.rglob("*")
        if path.is_file()
    }
    del there["manifest.json"]
    assert listed(season) == there


def assert_no_part_is_left(out: Path) -> None:
    assert [path.name for path in out.rglob("*") if "part" in path.name] == []


def quick(raw: Path, out: Path) -> BuildResult:
    return build(raw, out, jobs=1)


@pytest.fixture(scope="module")
def moves() -> list[str]:
    """Return a list that the `first` fixture fills with the name of each file that is moved into place."""
    return []


@pytest.fixture(scope="module")
def first(moves: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a folder of raw sheets and outputs for the tests to copy."""
    folder = tmp_path_factory.mktemp("built")
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        moves.append(Path(target).relative_to(folder / "out").as_posix())
        return real(path, target)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        quick(fill(folder / "raw"), folder / "out")
    return folder


@pytest.fixture
def built(first: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder that holds the raw sheets and the outputs of the first build."""
    shutil.copytree(first, tmp_path / "copy")
    return tmp_path / "copy"


# -- the same bytes (other processes, zones, locales and hash seeds: tests/stress) -------------------------------------


def test_neither_the_order_of_files_nor_the_number_of_processes_changes_a_byte(first: Path, tmp_path: Path) -> None:
    paths = [path for path in (first / "raw").rglob("*") if path.is_file()]
    for path in sorted(paths, key=lambda path: sha256(path.name.encode()).digest()):
        copy = tmp_path / "raw" / path.relative_to(first / "raw")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        os.utime(copy, (1e9, 1e9))
    with few_rules(*RULES, "campo_di_marte"):  # with an empty cache
        build(tmp_path / "raw", tmp_path / "out", jobs=2)
    assert same(first / "out", tmp_path / "out") == []


def same(one: Path, two: Path) -> list[str]:
    """Return the names of the files that differ between two folders. The first folder must not be empty."""
    left, right = files_below(one), files_below(two)
    assert left
    return sorted(name for name in left.keys() | right.keys() if left.get(name) != right.get(name))


def test_no_text_output_contains_the_path_of_its_folder(first: Path) -> None:
    for name, content in files_below(first / "out").items():
        assert str(first).encode() not in content, name


# -- only what changed -------------------------------------------------------------------------------------------------


def test_every_season_has_all_its_files_and_a_manifest_that_lists_them(first: Path) -> None:
    for season in ("2013", "2014"):
        assert_the_manifest_lists_what_is_there(first / "out" / season)
        files = listed(first / "out" / season)
        for name in IDS:
            book = f"{name}.xlsx" if name == "c_diplo" else f"systems/{name}.xlsx"  # the official system and the others
            of_system = {file for file in files if file.rpartition("/")[2].partition(".")[0] == name}
            assert of_system == {book, f"tables/{name}.scores.csv", f"tables/{name}.standings.csv"}
    assert_no_part_is_left(first / "out")


def test_a_build_without_a_change_writes_nothing(built: Path) -> None:
    before = published(built / "out")
    outcome = quick(built / "raw", built / "out")
    assert (outcome.built, sorted(outcome.fresh)) == ({}, ["2013", "2014"])
    assert published(built / "out") == before


def test_a_sheet_saved_again_without_a_change_changes_nothing(built: Path) -> None:
    path = built / "raw" / "2013" / "Coppa.xlsx"
    path.write_bytes(path.read_bytes())
    before = published(built / "out")
    assert quick(built / "raw", built / "out").built == {}
    assert published(built / "out") == before


def test_a_changed_sheet_changes_its_season_and_no_other(built: Path) -> None:
    before = published(built / "out")
    path = typed_once(built / "raw" / "2013" / "Coppa.xlsx", typed("Coppa", boards_L9=6, boards_L10=7))
    os.utime(path, (1e9, 1e9))  # restored from a backup
    outcome = quick(built / "raw", built / "out")
    changed = written(before, published(built / "out"))
    assert (set(outcome.built), outcome.fresh) == ({"2013"}, ["2014"])
    assert {name.partition("/")[0] for name in changed} - {"index.html"} == {"2013"}
    assert len(systems_of(changed)) == SYSTEMS
    assert_the_manifest_lists_what_is_there(built / "out" / "2013")


def test_a_removed_season_loses_its_outputs_but_not_files_of_others(built: Path) -> None:
    mine = [built / "out" / "mine" / "notes.txt", built / "out" / "2014" / "notes.txt"]
    for path in mine:
        path.parent.mkdir(exist_ok=True)
        path.write_text("my own")
    shutil.rmtree(built / "raw" / "2014")
    before = published(built / "out")
    assert quick(built / "raw", built / "out").removed == ["2014"]
    kept = {name: state for name, state in before.items() if not name.startswith("2014/") or name.endswith("notes.txt")}
    after = published(built / "out")
    assert after.pop("index.html") != kept.pop("index.html"), "it led to 2014"
    assert after == kept


def test_a_build_of_a_raw_folder_without_a_season_removes_nothing(built: Path) -> None:
    (built / "none").mkdir()
    before = published(built / "out")
    with pytest.raises(NoSuchSeason, match="make clean"):
        quick(built / "none", built / "out")
    assert published(built / "out") == before


def test_a_season_without_its_sheets_keeps_its_published_outputs(built: Path) -> None:
    for path in (built / "raw" / "2014").iterdir():
        path.unlink()
    before = published(built / "out")
    outcome = quick(built / "raw", built / "out")
    assert [(p.code, p.file) for p in outcome.problems if p.severity == "error"] == [("emptied_season", "2014")]
    assert outcome.removed == []
    assert {name: state for name, state in published(built / "out").items() if name.startswith("2014/")} == {
        name: state for name, state in before.items() if name.startswith("2014/")
    }


def test_a_season_with_nothing_left_but_season_xlsx_has_lost_its_sheets(built: Path) -> None:
    """Such a season has no results left, so a report would say that everything is over and nobody won."""
    typed_once(built / "raw" / "2014" / "season.xlsx", {"season": table("setting value", ("state", "final"))})
    quick(built / "raw", built / "out")
    before = published(built / "out")
    for path in (built / "raw" / "2014").glob("[!s]*"):
        path.unlink()
    outcome = quick(built / "raw", built / "out")
    assert [(p.code, p.file) for p in outcome.problems if p.severity == "error"] == [("emptied_season", "2014")]
    kept = {name: state for name, state in before.items() if name.startswith("2014/")}
    assert {name: state for name, state in published(built / "out").items() if name.startswith("2014/")} == kept


def test_a_season_that_never_had_more_than_season_xlsx_is_always_built(built: Path) -> None:
    """A season that has only ever had season.xlsx, or Season.xlsx, has no result sheets that could have been lost."""
    typed_once(built / "raw" / "2015" / "Season.xlsx", {"season": table("setting value", ("state", "in progress"))})
    for _ in range(2):
        assert not [p for p in quick(built / "raw", built / "out").problems if p.code == "emptied_season"]


def test_an_event_that_is_gone_or_renamed_is_reported(built: Path) -> None:
    """An event is named after its file, which somebody may have renamed by mistake."""
    files = sorted((built / "raw" / "2013").iterdir())
    files[0].rename(files[0].with_stem("Another night"))
    assert quick(built / "raw", built / "out").removed == [f"{files[0].stem} (2013)"]
    assert quick(built / "raw", built / "out").removed == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look into every folder")
def test_a_season_that_may_not_be_read_keeps_its_published_outputs(built: Path) -> None:
    before = published(built / "out")
    (built / "raw" / "2014").chmod(0)
    try:
        outcome = quick(built / "raw", built / "out")
    finally:
        (built / "raw" / "2014").chmod(0o755)
    assert [(p.code, p.file) for p in outcome.problems if p.severity == "error"] == [("cannot_open", "2014")]
    assert {*before} <= {*published(built / "out")}


@pytest.mark.parametrize("linked", ["2014", "2014/tables"])
def test_nothing_is_written_through_a_link_that_leads_out_of_the_outputs(linked: str, built: Path) -> None:
    """Neither a build nor the removal of a deleted season's outputs follows the link.

    If the season's whole folder is such a link, the season does not count as published, so the build does not try to
    remove its outputs.
    """
    elsewhere = built / "elsewhere"
    (built / "out" / linked).rename(elsewhere)
    (built / "out" / linked).symlink_to(elsewhere, target_is_directory=True)
    before = states(elsewhere)
    typed_once(built / "raw" / "2014" / "Nuova.xlsx", typed("Nuova"))
    typed_once(built / "raw" / "2013" / "Nuova.xlsx", typed("Nuova"))
    outcome = quick(built / "raw", built / "out")
    assert {*outcome.locked} == {"2014"} and "another location" in str(outcome.locked["2014"][0])
    assert "2013" in outcome.built
    shutil.rmtree(built / "raw" / "2014")
    assert {*quick(built / "raw", built / "out").locked} == ({"2014"} if "/" in linked else set())
    assert states(elsewhere) == before


def test_solved_problems_lose_their_files_and_removed_events_are_in_no_table(built: Path) -> None:
    names = {"2013/tables/problems.csv", "2013/problems.xlsx"}
    assert names <= {*files_below(built / "out")}
    for event_file in ("Coppa.xlsx", "Notte (prova) però.ods"):
        (built / "raw" / "2013" / event_file).unlink()
    shutil.rmtree(built / "raw" / "2013" / "Cartella")
    complete = event("Piena")
    complete["boards"] = [row[:11] for row in complete["boards"][:8]]  # the board with a chart, which raises no remark
    complete["games"] = complete["games"][:2]
    typed_once(built / "raw" / "2013" / "Piena.xlsx", complete)
    quick(built / "raw", built / "out")
    assert names & {*files_below(built / "out")} == set()
    scores = read_table(built / "out" / "2013" / "tables" / "tribute.scores.csv")
    assert {row["event"] for row in scores} == {"Piena"}
    assert b"Cartella" not in b"".join(files_below(built / "out").values())
    assert_the_manifest_lists_what_is_there(built / "out" / "2013")


def test_only_deleted_or_altered_outputs_are_written_again(built: Path, first: Path) -> None:
    out = built / "out"
    (out / "2013" / "systems" / "c_diplo_100.xlsx").write_bytes(b"spoilt")
    for name in ("2013/tables/problems.csv", "2014/tables/seats.csv", "2014/tables/tribute.standings.csv"):
        (out / name).unlink()
    before = published(out)
    quick(built / "raw", out)
    assert same(out, first / "out") == []
    touched = written(before, published(out))
    assert {name for name in touched if "/c_diplo_100." in name} >= {"2013/systems/c_diplo_100.xlsx"}
    assert not [
        name
        for name in touched
        if name[:4] + name[name.rfind("/") :].partition(".")[0] in ("2013/tribute", "2014/c_diplo")
    ]


def test_an_unreadable_manifest_is_made_again(built: Path, first: Path) -> None:
    (built / "out" / "2013" / "manifest.json").write_bytes(b"{")
    (built / "out" / "2014" / "manifest.json").write_text('{"inputs": {}, "errors": 0, "files": {"tribute.xlsx": 1}}')
    assert set(quick(built / "raw", built / "out").built) == {"2013", "2014"}
    assert same(built / "out", first / "out") == []


def test_only_the_season_asked_for_is_built(built: Path) -> None:
    for season in ("2013", "2014"):
        typed_once(built / "raw" / season / "Nuova.xlsx", typed("Nuova"))
    before = published(built / "out")
    assert set(build(built / "raw", built / "out", ["2014"], jobs=1).built) == {"2014"}
    assert {name.partition("/")[0] for name in written(before, published(built / "out"))} == {"2014", "index.html"}
    assert not (built / "out" / STAMP).exists(), "2013 is left to do"


def test_an_unknown_season_cannot_be_built(built: Path) -> None:
    with pytest.raises(NoSuchSeason, match="1999"):
        build(built / "raw", built / "out", ["1999"], jobs=1)


def test_a_season_with_an_error_is_computed_again_but_not_written_again(built: Path) -> None:
    typed_once(built / "raw" / "2014" / "Rotta.xlsx", typed("Rotta", boards_G4="five"))
    assert quick(built / "raw", built / "out").errors == 1
    before = published(built / "out")
    again = quick(built / "raw", built / "out")
    assert (again.errors, set(again.built), again.fresh) == (1, {"2014"}, ["2013"])
    assert written(before, published(built / "out")) <= {"2014/manifest.json"}
    assert not (built / "out" / STAMP).exists(), "an error is left to mend"


def test_a_season_of_any_name_has_all_its_files_even_if_no_board_could_be_scored(tmp_path: Path) -> None:
    """The years 0 and 1 have no Campo di Marte list, because that list looks back two years."""
    only_going_on = event("In corso")
    only_going_on["boards"] = only_going_on["boards"][:1] + only_going_on["boards"][8:]
    only_going_on["games"] = [["round", "board", "result"], [1, 2, "in progress"]]
    del only_going_on["nmr"]
    typed_once(tmp_path / "raw" / "0001" / "In corso.xlsx", only_going_on)
    typed_once(tmp_path / "raw" / "0000 templates" / "Rotta.xlsx", typed("Rotta", event_B4="perhaps"))
    outcome = quick(tmp_path / "raw", tmp_path / "out")
    assert outcome.errors == 1
    for season, seats in (("0001", 7), ("0000 templates", 0)):
        folder = tmp_path / "out" / season
        assert_the_manifest_lists_what_is_there(folder)
        assert len(systems_of(set(files_below(folder)))) == SYSTEMS
        for name in IDS:
            assert [row["score"] for row in read_table(folder / "tables" / f"{name}.scores.csv")] == [""] * seats
            standings = (folder / "tables" / f"{name}.standings.csv").read_text(encoding="utf-8-sig")
            assert standings == "rank,player,games,score\n"


# -- a changed rule (the command line's tests change a rule's text) ----------------------------------------------------


def test_a_change_in_code_shared_by_all_systems_is_computed_again(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.build.manifest.program_digest", lambda: "another program")
    outcome = quick(built / "raw", built / "out")
    assert (set(outcome.built), outcome.fresh) == ({"2013", "2014"}, [])


# -- what changed ------------------------------------------------------------------------------------------------------


def test_diff_lists_every_score_and_rank_that_the_last_build_changed(built: Path) -> None:
    assert changes(built / "out") == []
    typed_once(built / "raw" / "2013" / "Coppa.xlsx", typed("Coppa", boards_L9=6, boards_L10=7))
    quick(built / "raw", built / "out")
    assert {line.split()[0] for line in map(str, changes(built / "out"))} == {"2013"}
    typed_once(built / "raw" / "2014" / "Coppa.xlsx", typed("Coppa", "Altra", boards_L9=6, boards_L10=7))
    quick(built / "raw", built / "out")
    assert {line.split()[0] for line in map(str, changes(built / "out"))} == {"2014"}
    austria, england = (line for line in map(str, changes(built / "out")) if "c_diplo.scores" in line)
    assert austria.startswith("2014 c_diplo.scores: Coppa, 1, 2, Austria")
    assert ("score 18.5 -> 7" in austria) and ("place 2 -> 4" in austria)
    assert england.startswith("2014 c_diplo.scores: Coppa, 1, 2, England")
    assert ("score 7 -> 18.5" in england) and ("place 4 -> 2" in england)
    assert any("c_diplo.standings" in line and "Hanna Altra" in line for line in map(str, changes(built / "out")))


def test_a_build_that_changed_no_score_has_no_differences(built: Path) -> None:
    typed_once(built / "raw" / "2014" / "Coppa.xlsx", typed("Coppa", "Altra", boards_T4="a remark"))
    quick(built / "raw", built / "out")
    assert changes(built / "out") == []


# -- interruptions -----------------------------------------------------------------------------------------------------


class PowerCut(Exception):
    """A simulated power failure during a build."""


def fail_at(name: str, monkeypatch: pytest.MonkeyPatch, half: bool = True) -> None:
    """Patch `Folder.write` to raise PowerCut for files whose paths contain `name`.

    half  whether part of the file is written first
    """
    real = Folder.write

    def write(folder: Folder, file: str, parts: Iterable[bytes], looks: Callable[[Path], None]) -> None:
        if name in file:
            if half:
                folder.add(part_of(file), b"rank,pla")
            raise PowerCut(name)
        real(folder, file, parts, looks)

    monkeypatch.setattr(Folder, "write", write)


def test_an_interrupted_build_leaves_the_old_file_whole_and_the_next_equals_a_first_build(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "2013/tables/seats.csv"  # some files are replaced before this one, others after it
    before = files_below(built / "out")
    typed_once(built / "raw" / "2013" / "Coppa.xlsx", typed("Coppa", boards_L9=6, boards_L10=7))
    typed_once(built / "raw" / "2014" / "Nuova.xlsx", typed("Nuova"))
    (built / "raw" / "2013" / "Notte (prova) però.ods").unlink()
    with monkeypatch.context() as patched:
        fail_at("seats.csv", patched)
        with pytest.raises(PowerCut):
            quick(built / "raw", built / "out")
    assert (built / "out" / name).read_bytes() == before[name]
    assert_no_part_is_left(built / "out")
    quick(built / "raw", built / "out")
    quick(built / "raw", built / "afresh")
    assert same(built / "out", built / "afresh") == []


def test_an_interrupted_first_build_has_no_manifest_and_no_partial_file(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(first / "raw", tmp_path / "raw")
    with monkeypatch.context() as patched:
        fail_at("c_diplo.scores.csv", patched)
        with pytest.raises(PowerCut):
            quick(tmp_path / "raw", tmp_path / "out")
    assert not list((tmp_path / "out").rglob("c_diplo.scores.csv"))
    assert_no_part_is_left(tmp_path / "out")
    assert not (tmp_path / "out" / "2013" / "manifest.json").exists()


def test_files_of_an_interrupted_build_are_gone_once_the_sheets_are_as_before(
    built: Path, first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad sheet gives the 2014 season its first problems, and a power cut interrupts the build.

    After that, the good sheet is put back.
    """
    good = built / "raw" / "2014" / "Coppa.xlsx"
    complete = event("Piena")
    complete["boards"] = [row[:11] for row in complete["boards"][:8]]
    complete["games"] = complete["games"][:2]
    typed_once(good, complete)
    quick(built / "raw", built / "out")
    before, content = files_below(built / "out"), good.read_bytes()
    assert "2014/tables/problems.csv" not in before
    typed_once(good, typed("Coppa", boards_G4="five"))
    with monkeypatch.context() as patched:
        fail_at("tribute.standings.csv", patched)
        with pytest.raises(PowerCut):
            quick(built / "raw", built / "out")
    good.write_bytes(content)
    quick(built / "raw", built / "out")
    assert {name for name in files_below(built / "out") if name not in before} == set()
    assert files_below(built / "out") == before


def test_partial_files_of_a_killed_build_are_removed(built: Path) -> None:
    for name in ("2013/.part-tribute.xlsx", "2014/tables/.part-seats.csv"):
        (built / "out" / name).write_bytes(b"half")
    quick(built / "raw", built / "out")
    assert_no_part_is_left(built / "out")


def test_the_manifest_of_a_season_is_moved_into_place_after_all_its_files(moves: list[str], first: Path) -> None:
    assert len([name for name in moves if "/." not in f"/{name}"]) == len(files_below(first / "out"))
    for season in ("2013", "2014"):
        of_season = [name for name in moves if name.startswith(season)]
        assert (of_season[0], of_season[-1]) == (f"{season}/.announced.json", f"{season}/manifest.json")


@pytest.mark.parametrize("rows", [1, 2, 3, 5])
def test_a_table_written_in_pieces_equals_the_table_written_at_once(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The expected lines are typed by hand, with floats to nine decimals.

    Only some pieces have quotes or unknown values.
    """
    monkeypatch.setattr("schemas.columns.PIECE", rows)
    players = ["Ada", 'Ben "B"', None, "Eva, Fay", "Gil"]
    scores, places = [1.5, None, 0.25, None, 7.125], [1, None, 3, 4, 5]
    frame = pd.DataFrame({"player": players, "score": scores, "place": pd.array(places, dtype="Int64")})
    files.write_csv(Folder(tmp_path), "a.csv", frame)
    lines = (
        "player,score,place",
        "Ada,1.500000000,1",
        '"Ben ""B""",,',
        ",0.250000000,3",
        '"Eva, Fay",,4',
        "Gil,7.125000000,5",
    )
    assert (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines() == [*lines]
    assert [*stored(frame).parts[""]] == [*zip(players, scores, places, strict=True)]


def test_a_sheet_saved_right_after_a_build_has_read_it_is_newer_than_the_stamp(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make` compares the times of the sheet and the stamp, so it builds again."""
    path = built / "raw" / "2013" / "Coppa.xlsx"

    def look_and_save(*given: Any) -> Listing:
        found = find(*given)
        sleep(0.02)  # file times advance in steps
        path.write_bytes(path.read_bytes())
        sleep(0.02)
        return found

    monkeypatch.setattr("pipeline.build.build.find", look_and_save)
    (built / "out" / STAMP).unlink(missing_ok=True)
    quick(built / "raw", built / "out")
    assert path.stat().st_mtime_ns > (built / "out" / STAMP).stat().st_mtime_ns


def test_the_program_digest_covers_every_file_that_an_output_may_depend_on() -> None:
    """A change in a catalogue alone, for example, changes the outputs."""
    paths = [path for room in ("pipeline", "schemas") for path in (ROOT / room).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}
    names -= {"pipeline/py.typed", "schemas/py.typed"}  # for type checkers
    assert {*manifest._sources()} == {name for name in names if not name.startswith(manifest.WITHOUT_OUTPUT)}
