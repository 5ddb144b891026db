"""Every bad file of the corpus gets its answer, and costs nobody but its own event."""

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pipeline.build.build import RESERVED
from pipeline.problems.codes import CODES
from pipeline.read import apart as child
from pipeline.read import file, find, preflight
from pipeline.read.cells import Cell, Unreadable, spans
from pipeline.read.csv_folder import read_csv
from pipeline.read.file import opened, sheets_of
from pipeline.read.signs import CONTROL, INVISIBLE
from tests.faults.files import COPIES, CORPUS, LOCKS, NAMES, BadFile, lock_files
from tests.faults.test_faults import HEALTHY, Built, assert_told, by_place, run, write_healthy_season
from tests.sheets import ROOT, event, put, read_table, write_csv, write_xlsx

BAD = "2013"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """All bad files in one season, beside a healthy event and before a healthy season."""
    folder = tmp_path_factory.mktemp("corpus")
    season = folder / "raw" / BAD
    write_xlsx(season / f"{HEALTHY}.xlsx", event("Sano", family="sana"))
    write_healthy_season(folder / "raw")
    for bad in CORPUS:
        bad.write(season / f"{bad.sentence}.xlsx")
    lock_files(season / "Gara.xlsx")
    return run(folder / "raw", folder / "out", "c_diplo")


def lines_of(bad: BadFile, built: Built) -> list[dict[str, str]]:
    """The lines of a file and of what lies in its folder."""
    own = re.compile(rf"{BAD}/{re.escape(bad.sentence)}(?![ \w])")
    return [row for row in built.problems(BAD) if own.match(row["file"])]


# -- each file ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", CORPUS, ids=lambda bad: f"{bad.number} {bad.sentence}")
def test_a_bad_file_gets_its_answer_and_no_other(bad: BadFile, built: Built) -> None:
    rows = lines_of(bad, built)
    assert_told(rows, bad.lines)
    grave = [row for row in rows if row["severity"] != "notice"]
    assert by_place(grave) == sorted(line[:3] for line in bad.lines if line.severity != "notice")
    assert {row["file"] for row in grave} <= {f"{BAD}/{bad.file}"}


@pytest.mark.parametrize("bad", CORPUS, ids=lambda bad: f"{bad.number} {bad.sentence}")
def test_an_event_is_built_unless_its_file_cannot_be_read(bad: BadFile, built: Built) -> None:
    assert (bad.sentence in built.scored(BAD)) == bad.built


def test_whatever_is_healthy_is_built(built: Built) -> None:
    assert built.status == 1 and "Traceback" not in built.told
    assert HEALTHY in built.scored(BAD)
    assert built.scored("2014") == {HEALTHY, "a link to another season"}
    assert "INCOMPLETE" in built.heading(BAD) and "INCOMPLETE" not in built.heading("2014")
    assert built.raw_as_it_was


def test_lock_files_are_skipped_and_listed(built: Built) -> None:
    rows = [row for row in built.problems(BAD) if row["code"] == "skipped_file"]
    assert {row["file"] for row in rows} == {f"{BAD}/{name}" for name in LOCKS}
    assert {row["severity"] for row in rows} == {"notice"}


def test_every_problem_says_what_was_expected_and_what_to_do(built: Built) -> None:
    assert [row for row in built.problems(BAD) if not (row["found"] and row["expected"] and row["hint"])] == []
    assert {row["code"] for row in built.problems(BAD)} <= {*CODES}


def test_what_is_read_in_another_encoding_is_read_right(built: Built) -> None:
    names = {(row["event"], row["player"]) for row in read_table(built.out / BAD / "c_diplo.scores.csv")}
    assert {("CSV of Windows", "Però"), ("CSV in UTF16", "Però 東京"), ("CSV with a mark", "Però")} <= names


@pytest.mark.parametrize("event", [bad.sentence for bad in CORPUS if bad.sentence.startswith("names that")])
def test_names_that_look_like_formulas_are_text_in_every_output(event: str, built: Built) -> None:
    plain = {name.strip() for name in NAMES}
    names = {row["player"] for row in read_table(built.out / BAD / "c_diplo.scores.csv") if row["event"] == event}
    assert {name if name[0] == "h" else f"'{name}" for name in plain} <= names
    page = load_workbook(built.out / BAD / "c_diplo.xlsx")["Standings"]
    shown = {cell.value: cell for row in page.iter_rows() for cell in row if cell.value in plain}
    assert {*shown} == plain
    assert all(cell.data_type == "s" and cell.hyperlink is None for cell in shown.values())


def test_no_output_has_a_character_that_nobody_sees(built: Built) -> None:
    for path in sorted((built.out / BAD).rglob("*.csv")):
        text = path.read_text(encoding="utf-8-sig")
        assert not INVISIBLE.search(text) and not CONTROL.search(text), path.name


# -- copies ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("copies")
    for bad in COPIES:
        bad.write(folder / "raw" / BAD / f"{bad.sentence}.xlsx")
    return run(folder / "raw", folder / "out", "c_diplo")


@pytest.mark.parametrize("bad", COPIES, ids=lambda bad: bad.sentence)
def test_a_copy_is_told_and_never_counts_twice(bad: BadFile, copies: Built) -> None:
    rows = [row for row in copies.problems(BAD) if bad.sentence in row["file"] and row["severity"] != "notice"]
    assert_told(rows, bad.lines)
    assert by_place(rows) == sorted(line[:3] for line in bad.lines)
    assert [event for event in copies.scored(BAD) if bad.sentence in event] == [bad.sentence] * bad.built


# -- the disk ----------------------------------------------------------------------------------------------------------


def unreadable(path: Path) -> bool:
    return path.exists() and not path.stat().st_mode & 0o444


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """Files and folders that nobody may read, one that is written while it is read, and one that vanishes."""
    folder = tmp_path_factory.mktemp("disk")
    season = folder / "raw" / BAD
    for name in (HEALTHY, "locked", "written", "vanished"):
        write_xlsx(season / f"{name}.xlsx", event(name, family=name))
    write_csv(season / "locked folder", event("locked folder"))
    write_csv(folder / "raw" / "2012" / "in a locked season", event())
    write_healthy_season(folder / "raw")
    locked = [season / "locked.xlsx", season / "locked folder", folder / "raw" / "2012"]
    modes = {path: path.stat().st_mode for path in locked}
    for path in locked:
        path.chmod(0)
    with pytest.MonkeyPatch.context() as patched:
        if os.geteuid() == 0:  # who may read all, so that the system has to be played
            patched.setattr(Path, "open", refusing(Path.open))
            patched.setattr(os, "scandir", refusing(os.scandir))
        patched.setattr(file, "contents", written_meanwhile)
        done = run(folder / "raw", folder / "out", "c_diplo")
    yield done
    for path, mode in modes.items():
        path.chmod(mode)


def refusing(real: Callable) -> Callable:
    """An opening that refuses what nobody may read."""

    def refuse(path: Path, *more: object, **named: object) -> object:
        if unreadable(Path(path)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, *more, **named)

    return refuse


def written_meanwhile(path: Path) -> bytes:
    """The contents of a file; somebody writes to it, or removes it, in the meantime."""
    content = preflight.contents(path)
    if path.stem == "written":
        path.write_bytes(content + b"more")
    if path.stem == "vanished":
        path.unlink()
    return content


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("locked.xlsx", "cannot_open", "Permission denied"),
        ("locked folder", "cannot_open", "Permission denied"),
        ("written.xlsx", "changed", "while it was read"),
        ("vanished.xlsx", "changed", "while it was read"),
    ],
)
def test_what_the_disk_does_not_give_is_one_error(name: str, code: str, words: str, disk: Built) -> None:
    rows = [row for row in disk.problems(BAD) if row["file"] == f"{BAD}/{name}" and row["severity"] != "notice"]
    assert [(row["severity"], row["code"]) for row in rows] == [("error", code)]
    assert words in rows[0]["found"]


def test_what_the_disk_does_not_give_leaves_all_others_built(disk: Built) -> None:
    assert disk.status == 1 and "Traceback" not in disk.told
    assert disk.scored(BAD) == {HEALTHY} and disk.scored("2014") == {HEALTHY}
    assert [(row["code"], row["file"]) for row in disk.problems("2012")] == [("cannot_open", "2012")]
    assert "INCOMPLETE" in disk.heading("2012")


def test_a_link_that_leads_nowhere_is_skipped_and_listed(tmp_path: Path) -> None:
    season = tmp_path / "raw" / BAD
    write_xlsx(season / "Gara.xlsx", event())
    (season / "nowhere.xlsx").symlink_to(season / "gone.xlsx")
    (season / "round.xlsx").symlink_to(season / "round.xlsx")
    (tmp_path / "raw" / "2012").symlink_to(tmp_path)
    found = find.find(tmp_path / "raw", RESERVED)
    assert [source.event for source in found.sources] == ["Gara"]
    assert [(p.code, p.season, p.file) for p in found.problems] == [
        ("outside_link", "", "2012"),
        ("outside_link", BAD, f"{BAD}/nowhere.xlsx"),
        ("outside_link", BAD, f"{BAD}/round.xlsx"),
    ]


# -- nothing is opened, nothing is expanded ----------------------------------------------------------------------------

HARMFUL = [
    "a bomb of 400 MB",
    "one cell at the far corner",
    "a billion laughs",
    "one long text a thousand times",
    "a document type in another alphabet",
    "a file of the machine",
    "a page of the network",
    "a document type of the network",
    "a parameter of a document type",
    "a part outside",
    "a cell repeated everywhere",
    "a text of two thousand million blanks",
]
MOST_SECONDS, MOST_MEMORY = 1.0, 100 * 2**20
WATCHED = """
import json, resource, sys, time
from pathlib import Path
from pipeline.read.cells import Unreadable
from pipeline.read.file import opened
from schemas.words import vocabulary

healthy, *paths = map(Path, sys.argv[2:])
opened(healthy), vocabulary("sheet")  # whatever is imported or read once is there now
size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
most = size + int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (most, most))
events = []
SEEN = ("open", "os.", "socket", "subprocess", "urllib", "http", "ftplib", "shutil", "tempfile", "ctypes", "mmap")
sys.addaudithook(lambda event, found: events.append((event, str(found[0]))) if event.startswith(SEEN) else None)
told = []
for path in paths:
    events.clear()
    began = time.process_time()
    try:
        opened(path)
        code = "read"
    except Unreadable as fault:
        code = fault.code
    told.append([path.stem, code, time.process_time() - began, [*events]])
print(json.dumps(told))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of a process is not told here")
def test_harmful_files_are_refused_in_a_second_and_100_megabytes_and_nothing_else_is_opened(
    built: Built, tmp_path: Path
) -> None:
    """In a process that may grow by no more than that, and whose every opening of a file or a socket is heard."""
    by_name = {bad.sentence: bad for bad in CORPUS}
    paths = [built.raw / BAD / by_name[sentence].file for sentence in HARMFUL]
    healthy = [built.raw / BAD / f"{HEALTHY}.xlsx"]
    command = [sys.executable, "-c", WATCHED, str(MOST_MEMORY), *map(str, healthy + paths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    for path, (name, code, seconds, events) in zip(paths, json.loads(done.stdout), strict=True):
        if name != "a text of two thousand million blanks":  # one cell is at fault, the file is read
            assert code == by_name[name].lines[0].code
        assert seconds < MOST_SECONDS, name
        assert events == [["open", str(path)]], name


# -- a process of its own ----------------------------------------------------------------------------------------------


def large(path: Path) -> Path:
    """An event with so many remarks that it is read in a process of its own."""
    sheets = event(family="large")
    for row in range(2, 16):
        put(sheets, f"boards!T{row}", "".join(chr(65 + (row * number * number) % 26) for number in range(30_000)))
    return write_xlsx(path, sheets)


def test_a_large_file_gives_the_same_cells_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = large(tmp_path / "Gara.xlsx")
    here = opened(path)
    monkeypatch.setattr(file, "MODEST", 100_000)
    apart = opened(path)
    assert [(sheet.name, sheet.rows) for sheet in apart.sheets] == [(sheet.name, sheet.rows) for sheet in here.sheets]
    assert isinstance(apart.sheets[0].rows[0][0], Cell) and apart.remarks == here.remarks


def test_a_fault_found_in_a_process_of_its_own_is_told_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "Gara.csv"
    path.write_bytes(b"round,board\n1,\x81\n")
    monkeypatch.setattr(file, "MODEST", 1)
    with pytest.raises(Unreadable) as told:
        opened(path)
    assert (told.value.code, told.value.sheet) == ("bad_text", "Gara")
    assert told.value.found == "byte 14, in line 2, is not UTF-8"


FAILING = {
    "aborts": "import os; os.abort()",
    "never ends": "from pipeline.read import apart; apart.SECONDS = 1; apart.answer(lambda *a: [*iter(int, 1)])",
    "sleeps": "import time; time.sleep(60)",
    "takes all memory": "from pipeline.read import apart; apart.answer(lambda *a: bytes(2**40))",
    "says nothing": "pass",
}


@pytest.mark.parametrize("parser", FAILING)
def test_a_parser_that_fails_costs_one_file(parser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large(tmp_path / BAD / "large.xlsx")
    write_xlsx(tmp_path / BAD / f"{HEALTHY}.xlsx", event())
    monkeypatch.setattr(file, "MODEST", 100_000)
    monkeypatch.setattr(child, "START", FAILING[parser])
    monkeypatch.setattr(child, "SECONDS", 0.5)
    problems: list = []
    read = {source.event: sheets_of(source, problems) for source in find.find(tmp_path, RESERVED).sources}
    assert [(p.severity, p.code, p.event) for p in problems] == [("error", "gave_up", "large")]
    assert (len(read[HEALTHY]), read["large"]) == (4, [])


# -- encodings ---------------------------------------------------------------------------------------------------------

CERTAIN = ["Però", "François", "Müller", "Niccolò D’Amico", "Zoë «Zoé»", "n° 5, è così", "Forlì – Cesenà"]


@pytest.mark.parametrize("name", CERTAIN)
def test_windows_text_is_read_where_it_is_certain(name: str) -> None:
    (sheet,), (remark,) = read_csv(f'player,note\n"{name}",x\n'.encode("cp1252"), "players")
    assert sheet.rows[1][0].text == name
    assert remark.code == "other_encoding"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Però", "cp850"), ("Niccolò", "mac_roman"), ("Łukasz", "cp1250"), ("D’Amico", "cp1252"), ("Δημήτρης", "cp1253"),
        ("Иван", "cp1251"), ("東京", "shift_jis"), ("Però", "utf-16-le"), ("Però", "utf-32"),
    ],
)  # fmt: skip
def test_an_encoding_that_is_not_certain_is_an_error_at_its_byte(name: str, encoding: str) -> None:
    content = f"player;note\n{name};x\n".encode(encoding)
    with pytest.raises(Unreadable) as told:
        read_csv(content, "players")
    assert told.value.code == "bad_text"
    byte = int(re.search(r"byte (\d+)", told.value.found)[1])
    assert content[byte] >= 0x80 or content[byte] == 0


def test_the_byte_of_a_bad_text_is_counted_from_the_start_of_the_file() -> None:
    """EF BB BF, `a,b`, a line end, then C3 28: the lead of two bytes and no second one, at 3 + 3 + 1."""
    for mark, byte in ((b"", 4), (b"\xef\xbb\xbf", 7)):
        with pytest.raises(Unreadable, match=f"byte {byte}, in line 2, is not UTF-8"):
            read_csv(mark + b"a,b\n\xc3(,1\n", "players")


def test_runs_of_numbers_are_told_by_their_ends() -> None:
    assert spans([3, 4, 5, 9, 11, 12]) == "3 to 5, 9, 11 to 12"
    assert spans([]) == ""
