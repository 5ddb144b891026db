"""Builds that are interrupted, refused or disturbed.

Each file must be whole or absent, and a message must say what went wrong.
"""

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from io import BufferedWriter
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from pipeline.books.writer import as_workbook
from pipeline.build import build as stages
from pipeline.build import files, products
from pipeline.build.build import build
from pipeline.build.diff import changes
from pipeline.build.files import write_csv, write_whole
from pipeline.build.lock import NAME as LOCK
from pipeline.build.lock import Occupied, alone
from pipeline.build.manifest import Manifest
from pipeline.build.stamps import beside_the_build
from pipeline.cli.app import app
from pipeline.pages.book import Book, Column, Sheet, Table
from pipeline.rules.systems import systems
from pipeline.store import folder
from pipeline.store.folder import Folder, Unwritten
from tests.sheets import event, files_below, put, rewrite, write_zip
from tests.stress.builds import TICK, Done, ended, few_rules, make_would_build, run, start, typed_once

NOBODY = 65534
BUILT: dict[str, dict[str, bytes]] = {}  # the outputs of a first build


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules():
        yield


def raw_sheets(folder: Path) -> Path:
    for season in ("2013", "2014"):
        typed_once(folder / season / "Coppa.xlsx", event("Coppa", family=season))
    return folder


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    build(raw_sheets(folder / "raw"), folder / "out", jobs=1)
    BUILT[repr(files_below(folder / "raw"))] = files_below(folder / "out")
    return folder


@pytest.fixture
def league(first: Path, tmp_path: Path) -> Path:
    """Return a copy of a two-season league and its outputs, which a test may change."""
    return Path(shutil.copytree(first, tmp_path / "league"))


def change(league: Path, season: str = "2013") -> None:
    """Move one centre from England to Austria on the board that has only final centres."""
    sheets = event("Coppa", family=season)
    put(sheets, "boards!L9", 6)
    put(sheets, "boards!L10", 7)
    typed_once(league / "raw" / season / "Coppa.xlsx", sheets)


def inside(league: Path, *options: str, command: str = "build") -> Done:
    """Run a command in this process, and return its exit status and errors."""
    arguments = [command, "--raw", str(league / "raw"), "--out", str(league / "out"), *options]
    done = CliRunner().invoke(app, arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return Done(done.exit_code, done.stderr)


def finished(season: Path) -> bool:
    folder = Folder(season.parent) / season.name
    return Manifest.read(folder).finished(folder)


def assert_one_line(done: Done, *words: str) -> None:
    assert done.status == 1
    [line] = done.errors.splitlines()
    assert line.startswith("centre-years: ")
    for word in words:
        assert word in line


def assert_no_part_is_left(out: Path) -> None:
    assert [path.name for path in out.rglob(".part-*")] == []


def complete(raw: Path) -> dict[str, bytes]:
    """Return the outputs of a first build from the sheets in `raw`."""
    sheets = repr(files_below(raw))
    if sheets not in BUILT:
        with tempfile.TemporaryDirectory() as folder:
            build(raw, Path(folder), jobs=1)
            BUILT[sheets] = files_below(Path(folder))
    return BUILT[sheets]


def assert_built(league: Path) -> None:
    """Assert that the outputs match those of a first build, and that no unexpected hidden files are left."""
    assert files_below(league / "out") == complete(league / "raw")
    hidden = {path.name for path in (league / "out").rglob(".*")} - {".stamp", ".done", ".previous", ".digests.json"}
    assert hidden == set()


# -- every file is checked before it is moved --------------------------------------------------------------------------


def book(path: Path, *names: str) -> Path:
    """Write a workbook with a table of two rows on each sheet, and return its path."""
    columns = [Column("player", ["Anna", "Bea"])]
    sheets = [Sheet(name, [Table(f"Table_{len(name)}", columns)]) for name in names or ("Scores", 'Say "cheese" & <b>')]
    path.write_bytes(as_workbook(Book("T", sheets)))
    return path


def part(name: str, old: str, new: str) -> Callable[[Path], object]:
    """Return a function that writes a workbook in which one part is wrong, though the zip file is intact."""

    def spoil(path: Path) -> None:
        rewrite(book(path), {name: lambda xml: xml.replace(old, new)})
        assert path.read_bytes() != book(path.with_name("good.xlsx")).read_bytes()

    return spoil


def cut(path: Path) -> None:
    path.write_bytes(book(path).read_bytes()[:-200])


def flip(path: Path) -> None:
    content = bytearray(book(path).read_bytes())
    content[len(content) // 3] ^= 16
    path.write_bytes(content)


def without_a_sheet(path: Path) -> None:
    rewrite(book(path), {}, drop=["xl/worksheets/sheet2.xml"])


DAMAGE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a workbook cut short": ("x.xlsx", cut),
    "a bit that fell over": ("x.xlsx", flip),
    "XML that does not end": ("x.xlsx", part("xl/styles.xml", "</styleSheet>", "")),
    "a sheet that is missing": ("x.xlsx", without_a_sheet),
    "a sheet under another name": ("x.xlsx", part("xl/workbook.xml", 'name="Scores"', 'name="Points"')),
    "a sheet without its last row": ("x.xlsx", part("xl/worksheets/sheet1.xml", '<row r="3"', '<row r="2"')),
    "a text that is missing": ("x.xlsx", part("xl/sharedStrings.xml", "<si><t>Bea</t></si>", "")),
    "a zip that is no workbook": ("x.xlsx", lambda path: write_zip(path, {"a.txt": b"a"})),
    "an empty workbook": ("x.xlsx", lambda path: path.write_bytes(b"")),
    "a page that does not end": ("x.html", lambda path: path.write_text("<!DOCTYPE html><html><body>")),
    "a page in no encoding": ("x.html", lambda path: path.write_bytes(b"<!doctype html>\xff</html>")),
    "a manifest that does not end": ("x.json", lambda path: path.write_text('{"inputs": {')),
    "a table without its last line end": ("x.csv", lambda path: path.write_text("a,b\n1,")),
    "nothing at all": ("x.csv", lambda path: None),
}


def spoilt(spoil: Callable[[Path], object], path: Path) -> bytes:
    path.parent.mkdir()
    spoil(path)
    return path.read_bytes() if path.exists() else b""


@pytest.mark.parametrize("name", DAMAGE)
def test_a_file_not_written_whole_never_replaces_a_good_file(name: str, tmp_path: Path) -> None:
    file, spoil = DAMAGE[name]
    path = tmp_path / "2013" / file
    path.parent.mkdir()
    path.write_bytes(b"the good one")
    with pytest.raises(
        Unwritten, match=r"2013/x\..* cannot be written: .*\. The previous file is unchanged; .*run the program again"
    ):
        write_whole(Folder(tmp_path) / "2013", file, spoilt(spoil, tmp_path / "spoilt" / file))
    assert path.read_bytes() == b"the good one"
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(".part-")] == []


def test_an_intact_workbook_is_moved_into_place(tmp_path: Path) -> None:
    write_whole(Folder(tmp_path / "out"), "x.xlsx", book(tmp_path / "good.xlsx").read_bytes())
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["x.xlsx"]


def test_a_table_has_as_many_rows_as_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pd.DataFrame({"player": ["Anna\nMaria", "Bea, the first", '"C"'], "score": [1.5, 2.5, None]})
    write_csv(Folder(tmp_path), "x.csv", table)
    good, real = (tmp_path / "x.csv").read_bytes(), folder._fill
    assert good.decode("utf-8-sig").endswith('"""C""",\n')

    def cut(file: BufferedWriter, parts: Iterable[bytes]) -> None:
        content = b"".join(parts)
        real(file, [content[: content.rindex(b'"""C')]])

    monkeypatch.setattr(folder, "_fill", cut)
    with pytest.raises(Unwritten, match="the number of rows is 2 instead of 3"):
        write_csv(Folder(tmp_path), "x.csv", table.assign(score=0.0))
    assert (tmp_path / "x.csv").read_bytes() == good


@pytest.mark.parametrize("text", ["J-C d'Arc", "O'Neil", "=1;=2", "-", "a;+b", "a=b", "x;'y", ""])
def test_a_text_marked_against_formulas_reads_back_the_same(text: str) -> None:
    marked = files.RISKY.sub("'", text)
    assert marked.count("'") - text.count("'") == {"=1;=2": 2, "-": 1, "a;+b": 1}.get(text, 0)
    assert files.MARKED.sub("", marked) == text


@pytest.mark.parametrize(
    ("spoil", "found"),
    [(b"Bea,1.000000000,3\n", "the number of rows is 1 instead of 2"), (b",3", "too many or too few cells")],
)
def test_a_table_without_quotes_is_checked_too(
    spoil: bytes, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pd.DataFrame(
        {"player": ["Anna", "Bea"], "score": [-0.0, None], "place": pd.Series([None, 3], dtype="Int64")}
    )
    write_csv(Folder(tmp_path), "x.csv", table)
    assert (tmp_path / "x.csv").read_text(encoding="utf-8-sig") == "player,score,place\nAnna,0.000000000,\nBea,,3\n"
    real = folder._fill
    monkeypatch.setattr(folder, "_fill", lambda file, parts: real(file, [b"".join(parts).replace(spoil, b"")]))
    with pytest.raises(Unwritten, match=found):
        write_csv(Folder(tmp_path), "x.csv", table.assign(score=1.0))


# -- one build at a time -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["build", "compare"])
def test_a_command_that_does_not_wait_names_the_running_build_in_one_line(command: str, league: Path) -> None:
    before = files_below(league / "out")
    change(league)
    with alone(league / "out"):
        done = inside(league, "--wait", "0", command=command)
    assert_one_line(
        done, f"another process ({os.getpid()}, since ", f"is writing to {league / 'out'}; run the program again"
    )
    assert files_below(league / "out") == before


def test_a_second_build_names_the_first_waits_and_then_builds(league: Path) -> None:
    change(league)
    before = files_below(league / "out")
    with alone(league / "out"):
        second = start(league / "raw", league / "out", "--wait", "600")
        os.set_blocking(second.errors, True)
        first_words = os.read(second.errors, 1000).decode()  # the message comes before the wait
        assert os.waitpid(second.process, os.WNOHANG) == (0, 0), "it does not wait"
        assert files_below(league / "out") == before
    assert ended(second) == Done(0, "")
    assert f"({os.getpid()}, since " in first_words and "waiting for up to 600 s" in first_words
    assert_built(league)


def test_a_lock_ends_with_the_process_that_holds_it(league: Path) -> None:
    change(league)
    holder = start(league / "raw", league / "out", before=lambda: hold_for_ever(league / "out"))
    while not (league / "out" / LOCK).exists() or not (league / "out" / LOCK).read_text():
        time.sleep(0.01)
    assert_one_line(inside(league, "--wait", "0"), f"another process ({holder.process}, since ")
    os.kill(holder.process, signal.SIGKILL)
    assert ended(holder).status == -signal.SIGKILL
    assert (league / "out" / LOCK).exists(), "the file is left, the lock is not"
    assert inside(league, "--wait", "0") == Done(0, "")
    assert not (league / "out" / LOCK).exists()


def hold_for_ever(out: Path) -> None:
    with alone(out):
        signal.pause()


def test_a_lock_file_that_its_holder_removed_does_not_lock(tmp_path: Path) -> None:
    """A process may open the file before its removal and lock it afterwards, but then nobody else sees that file."""
    with alone(tmp_path):
        (tmp_path / LOCK).rename(tmp_path / "elsewhere")
        with alone(tmp_path, 0), pytest.raises(Occupied), alone(tmp_path, 0):
            pass


# -- what cannot be written --------------------------------------------------------------------------------------------


def hold(monkeypatch: pytest.MonkeyPatch, *paths: Path) -> None:
    """Make files impossible to replace or remove, as if another program had them open."""
    replace, unlink = Path.replace, Path.unlink

    def held(path: Path) -> None:
        if path in paths:
            raise PermissionError(13, "The process cannot access the file", str(path))

    def replaced(path: Path, target: Path) -> Path:
        held(target)
        return replace(path, target)

    def unlinked(path: Path, missing_ok: bool = False) -> None:
        held(path)
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(Path, "unlink", unlinked)


def refusal(done: Done) -> str:
    """Return the last error line, which says why the build failed.

    Lines about problems in sheets may precede this line.
    """
    assert done.refused, done
    return done.errors.splitlines()[-1]


def test_a_workbook_open_elsewhere_costs_only_its_own_season(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, before = league / "out", files_below(league / "out")
    change(league, "2013")
    change(league, "2014")
    with monkeypatch.context() as patched:
        hold(patched, out / "2013" / "c_diplo.xlsx", out / "2013" / "systems" / "c_diplo_100.xlsx")
        line = refusal(inside(league, "--jobs", "1"))
    assert (
        "2013/c_diplo.xlsx cannot be written: the file is open elsewhere, or protected. The previous file is unchanged"
        in line
    )
    assert line.endswith("close the file and run the program again (and 1 more file)")
    after = files_below(out)
    assert after["2013/c_diplo.xlsx"] == before["2013/c_diplo.xlsx"]
    assert after["2013/manifest.json"] == before["2013/manifest.json"]
    assert {season: finished(out / season) for season in ("2013", "2014")} == {
        "2013": False,
        "2014": True,
    }
    assert_no_part_is_left(out)
    assert make_would_build(league / "raw", out)
    assert inside(league).status == 0
    assert_built(league)


def test_a_workbook_of_a_removed_event_that_is_open_elsewhere_is_removed_later(
    league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (league / "raw" / "2013" / "Coppa.xlsx").rename(league / "raw" / "2013" / "Coppa nuova.xlsx")
    shutil.rmtree(league / "raw" / "2014")
    with monkeypatch.context() as patched:
        hold(patched, *((league / "out" / season / "tables" / "Coppa.standings.csv") for season in ("2013", "2014")))
        line = refusal(inside(league, "--jobs", "1"))
    assert (
        "Coppa.standings.csv cannot be removed: the file is open elsewhere, or protected; close the file and run the program again"
        in line
    )
    assert "(and 1 more file)" in line
    assert inside(league).status == 0
    assert_built(league)


@pytest.mark.parametrize("folder", ["out", "out/2013"])
def test_a_read_only_folder_is_reported_in_one_line(folder: str, first: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        league = Path(shutil.copytree(first, Path(name) / "league"))
        change(league)
        before = files_below(league / folder)  # not of the whole league: the other season may be built
        for path in (Path(name), league, *league.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        (league / folder).chmod(0o555)
        line = refusal(run(league / "raw", league / "out", "--jobs", "1", before=leave_root))
        assert str(league / folder) in line
        assert "protected" in line or "Permission denied" in line
        assert files_below(league / folder) == before
        (league / folder).chmod(0o777)


def leave_root() -> None:
    """Drop root privileges, because root may write anywhere."""
    if os.getuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def test_a_file_in_the_place_of_the_outputs_is_reported_in_one_line(league: Path) -> None:
    shutil.rmtree(league / "out")
    (league / "out").write_text("mine")
    assert_one_line(inside(league), str(league / "out"))
    assert (league / "out").read_text() == "mine"


def test_a_process_killed_for_lack_of_memory_is_reported_in_one_line(league: Path) -> None:
    change(league)
    before = files_below(league / "out")
    done = run(league / "raw", league / "out", "--jobs", "2", before=die_at_the_second_workbook)
    assert_one_line(done, "a process was killed while writing, perhaps for lack of memory; run the program again")
    for name, content in files_below(league / "out").items():
        assert content in (before.get(name), complete(league / "raw").get(name)), name
    assert_no_part_is_left(league / "out")
    assert inside(league).status == 0
    assert_built(league)


def die_at_the_second_workbook() -> None:
    real = products.write_whole

    def write(folder: Folder, name: str, content: bytes | str) -> None:
        if "c_diplo_100" in name:
            os.kill(os.getpid(), signal.SIGKILL)
        real(folder, name, content)

    products.write_whole = write  # type: ignore[assignment]


def test_too_little_memory_is_reported_in_one_line(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compute(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(stages, "compute", compute)
    assert_one_line(inside(league), "not enough memory")


def test_a_season_whose_output_vanishes_during_the_build_is_not_finished(
    league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(league)
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if Path(target).name == "seats.csv":  # written after the systems
            (league / "out" / "2013" / "c_diplo.xlsx").unlink()
        return real(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        assert_one_line(
            inside(league, "--jobs", "1"),
            "2013/c_diplo.xlsx was removed while the outputs were being built; run the program again",
        )
    assert not finished(league / "out" / "2013")
    assert inside(league).status == 0
    assert_built(league)


# -- builds that the user stops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "status", "jobs"), [(signal.SIGINT, 130, "2"), (signal.SIGTERM, 143, "1"), (signal.SIGHUP, 129, "2")]
)
def test_a_stopped_build_cleans_up_and_says_so(number: signal.Signals, status: int, jobs: str, league: Path) -> None:
    shutil.rmtree(league / "out")
    reached, stops = os.pipe()
    waits, go_on = os.pipe()

    def pause_at_the_first_table() -> None:
        real = Path.replace

        def replace(path: Path, target: Path) -> Path:
            moved = real(path, target)
            if Path(target).suffix == ".csv":
                os.write(stops, b"!")
                os.read(waits, 1)
            return moved

        Path.replace = replace  # type: ignore[method-assign, assignment]

    stopped = start(league / "raw", league / "out", "--jobs", jobs, before=pause_at_the_first_table)
    os.read(reached, 1)
    os.killpg(stopped.process, number)
    os.write(go_on, b"!" * 1000)
    done = ended(stopped)
    for pipe in (reached, stops, waits, go_on):
        os.close(pipe)
    assert done == Done(status, "centre-years: stopped; no files are damaged, and the next build will do the rest\n")
    assert_no_part_is_left(league / "out")
    assert not (league / "out" / LOCK).exists()
    assert inside(league).status == 0
    assert_built(league)


# -- what the manifest says --------------------------------------------------------------------------------------------


def test_a_manifest_names_the_sheets_and_rules_that_the_outputs_come_from(league: Path) -> None:
    stored = json.loads((league / "out" / "2013" / "manifest.json").read_text(encoding="utf-8"))
    assert [*stored["inputs"]] == ["2013/Coppa.xlsx"]
    assert {
        "Python",
        "pandas",
        "program",
        "circuits",
        *(one.module.__name__.rpartition(".")[2] for one in systems().values()),
    } <= {*stored["rules"]}
    assert finished(league / "out" / "2013")


@pytest.mark.parametrize("spoil", ["changed", "removed", "announced", "never built"])
def test_a_season_is_finished_only_if_its_manifest_is_true(spoil: str, league: Path) -> None:
    season = league / "out" / "2013"
    match spoil:
        case "changed":
            (season / "tables" / "c_diplo.scores.csv").write_bytes(b"spoilt")
        case "removed":
            (season / "tables" / "seats.csv").unlink()
        case "announced":
            (season / ".announced.json").write_text('["c_diplo.xlsx"]')
        case _:
            (season / "manifest.json").unlink()
    assert not finished(season)


class PowerCut(Exception):
    """A simulated power failure during a build."""


def cut_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the build raise PowerCut as soon as this file has been moved into place."""
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        moved = real(path, target)
        if Path(target).name == name:
            raise PowerCut
        return moved

    monkeypatch.setattr(Path, "replace", replace)


def test_a_file_of_an_event_added_and_removed_between_failed_builds_is_gone(
    league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_once(league / "raw" / "2013" / "Nuova.xlsx", event("Nuova", family="Nuova"))
    with monkeypatch.context() as patched:
        cut_at("Nuova.standings.csv", patched)
        with pytest.raises(PowerCut):
            build(league / "raw", league / "out", jobs=1)
    assert (league / "out" / "2013" / "tables" / "Nuova.standings.csv").exists()
    (league / "raw" / "2013" / "Nuova.xlsx").unlink()
    assert inside(league).status == 0
    assert_built(league)


def test_a_season_added_and_removed_between_failed_builds_is_gone(
    league: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed_once(league / "raw" / "2015" / "Nuova.xlsx", event("Nuova", family="Nuova"))
    with monkeypatch.context() as patched:
        cut_at("Nuova.standings.csv", patched)
        with pytest.raises(PowerCut):
            build(league / "raw", league / "out", jobs=1)
    shutil.rmtree(league / "raw" / "2015")
    assert inside(league).status == 0
    assert not (league / "out" / "2015").exists()
    assert_built(league)


def test_diff_lists_the_changes_since_the_last_finished_build(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(league)
    with monkeypatch.context() as patched:
        cut_at("c_diplo.scores.csv", patched)
        with pytest.raises(PowerCut):
            build(league / "raw", league / "out", jobs=1)
    build(league / "raw", league / "out", jobs=1)
    lines = [*map(str, changes(league / "out"))]
    assert [
        line for line in lines if line.startswith("2013 c_diplo.scores: Coppa, 1, 2, Austria") and "18.5 -> " in line
    ]
    build(league / "raw", league / "out", jobs=1)
    assert [*map(str, changes(league / "out"))] == lines


# -- files that others write -------------------------------------------------------------------------------------------


def test_a_file_written_among_the_outputs_hides_no_change_from_make(league: Path) -> None:
    out = league / "out"
    build(league / "raw", out, jobs=1)
    assert not make_would_build(league / "raw", out)
    time.sleep(TICK)
    with beside_the_build(Folder(out)):
        write_whole(Folder(out), "2013/compare.json", "{}")
    assert not make_would_build(league / "raw", out)
    time.sleep(TICK)
    (out / "2013" / "c_diplo.xlsx").unlink()
    with beside_the_build(Folder(out)):
        write_whole(Folder(out), "2013/compare.json", "[]")
    assert make_would_build(league / "raw", out)
