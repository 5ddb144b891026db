"""Checks that the store writes, keeps and removes files only inside its folder, and never follows a link out of it."""

import json
import os
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from pipeline.store.folder import Folder, Unwritten, whole_folder
from tests.store.test_names import NOT_PLAIN

THESIS = "years of work"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Create a folder with somebody else's file beside the program's output folder, and return its path."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "x.csv").write_text(THESIS)
    return tmp_path / "own"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "out").mkdir()
    return Folder(tmp_path / "out")


def good(path: Path) -> None:
    """Accept every file."""


WRITES: dict[str, Callable[[Folder, str], object]] = {
    "write": lambda folder, name: folder.write(name, [b"new"], good),
    "new": lambda folder, name: folder.new(name).close(),
    "add": lambda folder, name: folder.add(name, b"new"),
    "mark": lambda folder, name: folder.mark(name, b"new"),
    "remove": lambda folder, name: folder.remove(name),
    "remove a tree": lambda folder, name: folder.remove_tree(name),
    "copy": lambda folder, name: folder.copy("good.csv", folder, name),
    "note": lambda folder, name: folder.note(name, "new"),
    "begin a database": lambda folder, name: folder.database(name, new=True).__enter__().close(),
    "go on with a database": lambda folder, name: folder.database(name).__enter__().close(),
    "make": lambda folder, name: (folder / name).make(),
}


@pytest.mark.parametrize("kind", ["to a file", "to a folder", "to nothing", "to itself", "a second name"])
@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("at", ["2013/x.csv", "2013/.part-x.csv", "2013"])
def test_nothing_is_written_or_removed_through_a_link(
    write: str, kind: str, at: str, folder: Folder, own: Path
) -> None:
    (folder.root / "good.csv").write_text("good")
    path = folder.root / at
    path.parent.mkdir(exist_ok=True)
    targets = {"to a file": own / "x.csv", "to a folder": own, "to nothing": own / "new", "to itself": path}
    if kind == "a second name":
        os.link(own / "x.csv", path)
    else:
        path.symlink_to(targets[kind])
    try:
        WRITES[write](folder, "2013/x.csv")
    except OSError:
        assert write in ("note", "go on with a database", "make") or at == "2013", (
            "it can be written where the link was"
        )
    assert {each.name: each.read_text() for each in own.iterdir()} == {"x.csv": THESIS}


@pytest.mark.parametrize("kind", NOT_PLAIN)
@pytest.mark.parametrize("write", WRITES)
def test_nothing_is_written_or_removed_under_a_name_that_is_not_plain(
    write: str, kind: str, folder: Folder, own: Path
) -> None:
    (folder.root / "good.csv").write_text("good")
    name = NOT_PLAIN[kind]
    if not isinstance(name, str) or not name:
        return
    with pytest.raises(Unwritten, match="cannot be the name of a file or folder here"):
        WRITES[write](folder, name)
    assert [path.name for path in folder.root.iterdir()] == ["good.csv"]
    assert folder.read(name) is None and folder.digest(name) == "" and not folder.has(name)


def test_a_folder_named_by_the_user_may_be_a_link(tmp_path: Path, own: Path) -> None:
    (tmp_path / "linked").symlink_to(own, target_is_directory=True)
    Folder(tmp_path / "linked").write("2013/x.csv", [b"new"], good)
    assert (own / "2013" / "x.csv").read_bytes() == b"new"


@pytest.mark.parametrize("kind", ["to a file", "to itself", "a pipe", "a folder"])
def test_only_a_real_file_is_read(kind: str, folder: Folder, own: Path) -> None:
    path = folder.root / "x.json"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        path.symlink_to(own / "x.csv" if kind == "to a file" else path)
    assert folder.read("x.json") is None and folder.digest("x.json") == "" and not folder.has("x.json")
    assert folder.record("x.json", [str]) is None
    assert [*map(str, folder.ignored)] == [f"{path} is damaged, so it was ignored; everything it lists will be rebuilt"]


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 200_000, b"\xff", b"[1]", b'{"a": "b"}', b"9" * 5000, b"NaN"])
def test_a_record_of_another_shape_is_ignored_and_reported_once(content: bytes, folder: Folder) -> None:
    (folder.root / "x.json").write_bytes(content)
    for _ in range(2):
        assert folder.record("x.json", [str]) is None
    assert len(folder.ignored) == 1 and "is damaged" in str(folder.ignored[0])


def test_a_missing_record_is_not_reported(folder: Folder) -> None:
    assert folder.record("x.json", [str]) is None and folder.ignored == []


def test_an_oversized_record_is_not_read(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.root / "x.json").write_text('["12345678"]')
    assert folder.record("x.json", [str]) == ["12345678"]
    assert folder.read("x.json", most=11) is None


def test_a_database_is_started_afresh_or_continued(folder: Folder) -> None:
    for _ in range(2):
        with folder.database(".part-x.sqlite", new=True) as file:
            file.execute("CREATE TABLE one (a)")
    with folder.database(".part-x.sqlite") as file:
        assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("one",)]
    folder.finish("x.sqlite", good)
    assert [path.name for path in folder.root.iterdir()] == ["x.sqlite"]
    with pytest.raises(sqlite3.OperationalError), folder.database("x.sqlite") as file:
        file.execute("CREATE TABLE one (a)")


def test_a_database_without_room_is_reported_like_any_other_file(folder: Folder) -> None:
    full = pytest.raises(Unwritten, match="the disk is full; free up some space and run the program again")
    with full, folder.database("x.sqlite", new=True) as file:
        file.execute("PRAGMA max_page_count = 2")
        file.execute("CREATE TABLE one (a)")
        file.execute("INSERT INTO one VALUES (?)", ["a" * 100_000])


def test_the_digest_of_a_file_is_known_while_its_size_and_time_are_the_same(folder: Folder) -> None:
    path = folder.root / "x.csv"
    path.write_text("one")
    os.utime(path, ns=(1, 10**9))
    known = (folder / "2013").digest("x.csv"), folder.digest("x.csv")
    assert known == ("", sha256(b"one").hexdigest())
    folder.remember()
    path.write_text("two")
    os.utime(path, ns=(1, 10**9))  # a time set back, which nobody does in practice
    other = Folder(folder.root)
    assert other.digest("x.csv") == sha256(b"two").hexdigest(), "nothing is known yet"
    other = Folder(folder.root)
    other.recall()
    assert other.is_unchanged("x.csv") and other.digest("x.csv") == known[1]
    os.utime(path, ns=(1, 10**9 + 1))
    assert not other.is_unchanged("x.csv") and other.digest("x.csv") == sha256(b"two").hexdigest()
    other.forget("x.csv")
    assert not other.is_unchanged("x.csv")
    other.note_time("x.csv")
    assert other.is_unchanged("x.csv") and other.digest("x.csv") == sha256(b"two").hexdigest()


SPOILT: dict[str, Callable[[Path, Path], object]] = {
    "a file is gone": lambda season, own: (season / "tables" / "x.csv").unlink(),
    "a file has changed": lambda season, own: (season / "tables" / "x.csv").write_text("other"),
    "a file is a folder": lambda season, own: ((season / "y.csv").unlink(), (season / "y.csv").mkdir()),
    "a file is a link": lambda season, own: linked(season / "y.csv", own / "y.csv"),
    "a folder is a link": lambda season, own: linked(season / "tables", own / "tables"),
    "the season is a link": lambda season, own: linked(season, own / "2013"),
}


def linked(path: Path, elsewhere: Path) -> None:
    """Move a file or folder elsewhere, and leave a link to it in its place."""
    is_folder = path.is_dir()
    path.rename(elsewhere)
    path.symlink_to(elsewhere, target_is_directory=is_folder)


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_season_holds_its_files_only_as_real_files_with_their_digests(spoil: str, folder: Folder, own: Path) -> None:
    season = folder / "2013"
    (season.place / "tables").mkdir(parents=True)
    files = {name: sha256(name.encode()).hexdigest() for name in ("tables/x.csv", "y.csv")}
    for name in files:
        (season.place / name).write_text(name)
    assert season.holds(files) and season.holds(files), "once read, and once known by their size and time"
    assert not season.holds(files | {"y.csv": files["tables/x.csv"]})
    SPOILT[spoil](season.place, own)
    assert not season.holds(files)


def test_a_file_that_may_change_once_more_at_the_same_time_is_not_remembered(folder: Folder) -> None:
    (folder.root / "x.csv").write_text("one")
    (folder.root / "gone.csv").write_text("one")
    os.utime(folder.root / "x.csv", ns=(1, 2**62))  # later than the end of the build
    assert folder.digest("x.csv") and folder.digest("gone.csv")
    (folder.root / "gone.csv").unlink()
    folder.remember()
    assert json.loads((folder.root / ".digests.json").read_bytes()) == {}


def test_left_over_files_are_removed_and_no_link_is_followed(folder: Folder, own: Path) -> None:
    (own / ".part-mine").write_text(THESIS)
    (folder.root / "2013").mkdir()
    (folder.root / "2013" / ".part-x.csv").write_text("half")
    (folder.root / "2013" / ".part-y.csv").symlink_to(own / "x.csv")
    (folder.root / "2014").symlink_to(own, target_is_directory=True)
    folder.sweep()
    assert sorted(path.name for path in own.iterdir()) == [".part-mine", "x.csv"]
    assert [*(folder.root / "2013").iterdir()] == []


def test_a_link_to_somebody_elses_folder_is_not_taken_for_the_outputs(tmp_path: Path, own: Path) -> None:
    (tmp_path / "linked").symlink_to(own, target_is_directory=True)
    with pytest.raises(Unwritten, match="is a link to another location"):
        Folder(tmp_path / "linked").must_not_be_anothers(".done")
    (own / ".done").write_bytes(b"")
    Folder(tmp_path / "linked").must_not_be_anothers(".done")
    Folder(own).must_not_be_anothers(".stamp")  # not a link


@pytest.mark.parametrize("left", [".part-scored", ".part-old-scored", "scored"])
def test_a_filled_folder_replaces_a_link_and_not_its_target(left: str, tmp_path: Path, own: Path) -> None:
    (tmp_path / left).symlink_to(own, target_is_directory=True)
    with whole_folder(tmp_path / "scored") as filled:
        filled.add("y.csv", b"new")
    assert [path.name for path in (tmp_path / "scored").iterdir()] == ["y.csv"]
    assert not (tmp_path / "scored").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own", "scored"]
    assert {each.name: each.read_text() for each in own.iterdir()} == {"x.csv": THESIS}
