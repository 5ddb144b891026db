"""Checks that a build leaves out files that cannot be opened, are harmful or make parsers fail, and builds the rest."""

import errno
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from pipeline.build.build import RESERVED, build
from pipeline.read import file, find, preflight
from pipeline.read.cells import Cell, Unreadable, spans
from pipeline.read.csv_file import read_csv
from pipeline.read.file import opened, sheets_of
from pipeline.read.preflight import unpack
from tests.bad_inputs.built import HEALTHY, Built, run, write_healthy
from tests.bad_inputs.fault import HEALTHY_SEASON
from tests.bad_inputs.table import DISK, FAULTS, OfTheDisk
from tests.sheets import ROOT, event, put, read_table, tables_alone, write_csv, write_xlsx, write_zip
from tests.stress.builds import few_rules

BAD = "2013"


# -- the disk ----------------------------------------------------------------------------------------------------------


def unreadable(path: Path) -> bool:
    return path.exists() and not path.stat().st_mode & 0o444


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """Build a raw folder with unreadable files and folders, and with files that change or vanish while being read."""
    folder = tmp_path_factory.mktemp("disk")
    season = folder / "raw" / BAD
    for name in (HEALTHY, "locked", "written", "vanished"):
        write_xlsx(season / f"{name}.xlsx", event(name, family=name))
    write_csv(season / "locked folder", event("locked folder"))
    write_csv(folder / "raw" / "2012" / "in a locked season", event())
    write_healthy(folder / "raw", HEALTHY_SEASON)
    locked = [season / "locked.xlsx", season / "locked folder", folder / "raw" / "2012"]
    modes = {path: path.stat().st_mode for path in locked}
    for path in locked:
        path.chmod(0)
    with pytest.MonkeyPatch.context() as patched:
        if os.geteuid() == 0:  # root may read everything, so the refusal is simulated
            patched.setattr(Path, "open", refusing(Path.open))
            patched.setattr(os, "scandir", refusing(os.scandir))
        patched.setattr(file, "contents", written_meanwhile)
        done = run(folder / "raw", folder / "out", "c_diplo")
    yield done
    for path, mode in modes.items():
        path.chmod(mode)


def refusing(real: Callable) -> Callable:
    """Return a wrapper around `open` or `scandir` that refuses unreadable paths."""

    def refuse(path: Path, *more: object, **named: object) -> object:
        if unreadable(Path(path)):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, *more, **named)

    return refuse


def written_meanwhile(path: Path) -> bytes:
    """Return the contents of a file, and pretend that another program is using the file at the same time.

    After being read, a file called `written` is changed, and a file called `vanished` is removed. Any other file stays
    as it is.
    """
    content = preflight.contents(path)
    if path.stem == "written":
        path.write_bytes(content + b"more")
    if path.stem == "vanished":
        path.unlink()
    return content


@pytest.mark.parametrize("bad", DISK, ids=lambda bad: bad.name)
def test_a_file_that_the_disk_does_not_give_is_one_error(bad: OfTheDisk, disk: Built) -> None:
    rows = [row for row in disk.problems(BAD) if row["file"] == f"{BAD}/{bad.name}" and row["severity"] != "notice"]
    assert [(row["severity"], row["code"]) for row in rows] == [("error", bad.code)]
    assert bad.words in rows[0]["found"]


def test_a_file_that_the_disk_does_not_give_leaves_all_others_built(disk: Built) -> None:
    assert disk.status == 1 and "Traceback" not in disk.stderr
    assert disk.scored(BAD) == {HEALTHY} and disk.scored(HEALTHY_SEASON) == {HEALTHY}
    assert [(row["code"], row["file"]) for row in disk.problems("")] == [("cannot_open", "2012")]
    assert not (disk.out / "2012").exists()  # its published outputs would not be touched either


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


def test_a_season_that_is_a_link_or_a_copy_of_another_is_reported(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    write_xlsx(raw / "2011" / "Gara.xlsx", event())
    shutil.copytree(raw / "2011", raw / "2012")
    (raw / "2013").symlink_to(raw / "2011", target_is_directory=True)
    found = find.find(raw, RESERVED)
    assert [(p.code, p.file, str(p.message)) for p in found.problems] == [
        ("linked_season", "2013", "This folder is a link to “2011”. It was left out."),
        ("copied_season", "2012", "Every event in “2012” is a copy of one in season “2011”."),
    ]
    assert (found.seasons, [*found.unread]) == (["2011", "2012"], ["2013"])


def test_a_game_in_two_seasons_is_reported_whichever_is_built(tmp_path: Path) -> None:
    """A game is no longer reported once its copies are gone.

    Games between the same people on another evening are different games.
    """
    raw, out = tmp_path / "raw", tmp_path / "out"
    write_xlsx(raw / "2012" / "Gara.xlsx", event("Gara"))
    copied, later = event("Gara nuova"), event("Altra")
    put(copied, "boards!T2", "una nota")
    put(later, "boards!L9", 8)  # two powers of board 2
    put(later, "boards!L10", 5)
    put(later, "boards!D2", "Zoe")  # a player on board 1
    write_xlsx(raw / "2014" / "Altra.xlsx", later)

    def said(*seasons: str) -> list[tuple[str, str]]:
        with few_rules("c_diplo"), tables_alone():
            build(raw, out, seasons, jobs=1)
        rows = [row for path in sorted(out.glob("*/tables/problems.csv")) for row in read_table(path)]
        return [(row["file"], row["message"]) for row in rows if row["code"] == "game_again"]

    assert said() == []
    write_xlsx(raw / "2013" / "Gara nuova.xlsx", copied)
    assert said("2013") == [("2013/Gara nuova.xlsx", "2 games in this file are also in 2012/Gara.xlsx.")]
    put(copied, "boards!T2", "un'altra nota")  # otherwise it would be the same file
    write_xlsx(raw / "2011" / "Vecchia.xlsx", copied)
    assert said("2011") == [("2013/Gara nuova.xlsx", "2 games in this file are also in 2012/Gara.xlsx.")], (
        "2013 is not built"
    )
    assert said() == [
        ("2012/Gara.xlsx", "2 games in this file are also in 2011/Vecchia.xlsx."),
        ("2013/Gara nuova.xlsx", "2 games in this file are also in 2011/Vecchia.xlsx."),
    ]
    (raw / "2011" / "Vecchia.xlsx").unlink()
    (raw / "2012" / "Gara.xlsx").unlink()
    write_xlsx(raw / "2012" / "Prima.xlsx", event("Prima", family="Prima"))
    write_xlsx(raw / "2011" / "Seconda.xlsx", event("Seconda", family="Seconda"))
    assert said() == []


def test_a_season_built_alone_knows_the_games_of_the_other_seasons(tmp_path: Path) -> None:
    """A Campo di Marte ranking list includes games from two years, so the list for 2011 needs games from 2010.

    The start dates are typed without leading zeros, but are still read as dates.
    """
    for season, start, end in (("2010", "2010-9-1", "2011-03-01"), ("2011", "2011-9-1", "2011-11-01")):
        sheets = event(f"Gara {season}", "pgp", family=season, circuits="campo_di_marte", start=start)
        for game in sheets["games"][1:]:
            game[5] = end
        write_xlsx(tmp_path / "raw" / season / f"Gara {season}.xlsx", sheets)
    with few_rules("pgp", "campo_di_marte"), tables_alone():
        build(tmp_path / "raw", tmp_path / "all", jobs=1)
        build(tmp_path / "raw", tmp_path / "alone", ["2011"], jobs=1)
    [together], [alone] = ([*(tmp_path / out / "2011").rglob("campo_di_marte.results.csv")] for out in ("all", "alone"))
    assert {row["event"] for row in read_table(together)} == {"Gara 2010", "Gara 2011"}
    assert alone.read_bytes() == together.read_bytes()


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
def test_harmful_files_are_refused_within_a_second_and_100_megabytes_and_nothing_else_is_opened(tmp_path: Path) -> None:
    """The process may grow by at most 100 MiB, and an audit hook records every file and socket that it opens."""
    by_name = {fault.sentence: fault for fault in FAULTS}
    for sentence in HARMFUL:
        by_name[sentence].write(tmp_path / f"{sentence}.xlsx")
    paths = [tmp_path / f"{sentence}{by_name[sentence].suffix}" for sentence in HARMFUL]
    healthy = [write_xlsx(tmp_path / f"{HEALTHY}.xlsx", event())]
    command = [sys.executable, "-c", WATCHED, str(MOST_MEMORY), *map(str, healthy + paths)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    for path, (name, code, seconds, events) in zip(paths, json.loads(done.stdout), strict=True):
        if name != "a text of two thousand million blanks":  # only a cell is at fault, so the file is read
            assert code == by_name[name].lines[0].code
        assert seconds < MOST_SECONDS, name
        assert events == [["open", str(path)]], name


# -- a process of its own ----------------------------------------------------------------------------------------------


def large(path: Path) -> Path:
    """Write an event with 420,000 characters of notes, and return the path of the file.

    The tests lower the limit MODEST, so that a separate process reads the file.
    """
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


def test_a_fault_found_in_a_process_of_its_own_is_reported_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "Gara.csv"
    path.write_bytes(b"round,board\n1,\x81\n")
    monkeypatch.setattr(file, "MODEST", 1)
    with pytest.raises(Unreadable) as told:
        opened(path)
    assert (told.value.code, told.value.sheet) == ("bad_text", "Gara")
    assert str(told.value.found) == "byte 14, in line 2, is not valid UTF-8"


FAILING = {
    "aborts": "import os; os.abort()",
    "never ends": "from pipeline.read import file; file.SECONDS = 1; file.answer(lambda *a: [*iter(int, 1)])",
    "sleeps": "import time; time.sleep(60)",
    "takes all memory": "from pipeline.read import file; file.answer(lambda *a: bytes(2**40))",
    "says nothing": "pass",
}


@pytest.mark.parametrize("parser", FAILING)
def test_a_parser_that_fails_costs_one_file(parser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large(tmp_path / BAD / "large.xlsx")
    write_xlsx(tmp_path / BAD / f"{HEALTHY}.xlsx", event())
    monkeypatch.setattr(file, "MODEST", 100_000)
    monkeypatch.setattr(file, "START", FAILING[parser])
    monkeypatch.setattr(file, "SECONDS", 0.5)
    problems: list = []
    read = {source.event: sheets_of(source, problems) for source in find.find(tmp_path, RESERVED).sources}
    assert [(p.severity, p.code, p.event) for p in problems] == [("error", "gave_up", "large")]
    assert (len(read[HEALTHY]), read["large"]) == (4, [])


# -- encodings ---------------------------------------------------------------------------------------------------------

CERTAIN = ["Però", "François", "Müller", "Niccolò D’Amico", "Zoë «Zoé»", "n° 5, è così", "Forlì – Cesenà"]


@pytest.mark.parametrize("name", CERTAIN)
def test_windows_text_is_read_if_its_encoding_is_certain(name: str) -> None:
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
def test_an_uncertain_encoding_is_an_error_at_its_byte(name: str, encoding: str) -> None:
    content = f"player;note\n{name};x\n".encode(encoding)
    with pytest.raises(Unreadable) as told:
        read_csv(content, "players")
    assert told.value.code == "bad_text"
    byte = int(re.search(r"byte (\d+)", str(told.value.found))[1])
    assert content[byte] >= 0x80 or content[byte] == 0


def test_the_position_of_a_bad_byte_counts_from_the_start_of_the_file() -> None:
    """The bad byte C3 follows `a,b` and a line end, so it is byte 4, or byte 7 after a byte order mark.

    Bytes are counted from 0.
    """
    for mark, byte in ((b"", 4), (b"\xef\xbb\xbf", 7)):
        with pytest.raises(Unreadable) as told:
            read_csv(mark + b"a,b\n\xc3(,1\n", "players")
        assert str(told.value.found) == f"byte {byte}, in line 2, is not valid UTF-8"


def test_runs_of_numbers_are_written_as_ranges() -> None:
    assert str(spans([3, 4, 5, 9, 11, 12])) == "3 to 5, 9, 11 to 12"
    assert str(spans([])) == ""


# -- a zip directory with wrong sizes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("says", [0, 1000, 10 * 2**20])
@pytest.mark.parametrize("forged", [False, True], ids=["checksum of the whole", "checksum of the beginning"])
def test_no_more_of_a_part_is_unpacked_than_its_directory_says(says: int, forged: bool, tmp_path: Path) -> None:
    """A part of 64 MiB is refused if its directory entry states a smaller size.

    Only memory for the stated size is needed to refuse it, not for all 64 MiB.
    """
    whole = 64 * 2**20
    packed = bytearray(write_zip(tmp_path / "lying.zip", {"xl/workbook.xml": bytes(whole)}).read_bytes())
    entry = packed.rindex(b"PK\x01\x02")
    if forged:
        struct.pack_into("<L", packed, entry + 16, zlib.crc32(bytes(says)))
    struct.pack_into("<L", packed, entry + 24, says)
    tracemalloc.start()
    with zipfile.ZipFile(BytesIO(packed)) as package, pytest.raises(Unreadable, match="damaged workbook") as refused:
        unpack(package, "xl/workbook.xml")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.code == "not_a_workbook"
    assert most < 3 * says + 4 * 2**20
