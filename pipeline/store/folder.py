"""Write, move, back up and remove files in a folder. No other module writes to the disk.

A `Folder` is a root folder, such as one that the user names (`--out`, `--raw`, `--to`), or a folder below it. The root
folder may be a link. Files have plain relative names (`names.py`). Below the root folder, links are not followed:
every folder in a path must be a real one, writing a file under the name of a link replaces the link, and removing a
link leaves its target. Only `copy` reads the target of a link.
"""

import errno
import filecmp
import hashlib
import json
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from io import BufferedReader, BufferedWriter
from pathlib import Path
from typing import Any

from filelock import FileLock

from pipeline.store.names import TEMPORARY, NoPlainName, Shape, fits, is_plain, plain
from schemas.messages import Message, say

HELD = {errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY}
FULL = {errno.ENOSPC, errno.EDQUOT}
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL  # O_EXCL follows no link on any system
PLAINLY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # do not wait for a pipe
LINKS = {0xA000000C, 0xA0000003}  # Windows reparse tags: a symbolic link, a junction
MOST = 2**26  # the largest record that is read, in bytes
DIGESTS = ".digests.json"  # the digests of files that a run has read, each with the file's size and time
BESIDE = ("-journal", "-wal", "-shm")  # suffixes of files that SQLite puts beside a database
OF_SQLITE = {  # SQLite's error code -> the system's error number
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
    sqlite3.SQLITE_READONLY: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_FULL: errno.ENOSPC,
}
WAIT = 2.0  # seconds to wait for another program that reads a database
KEPT = ".bak"  # the suffix of a backup of a file that was replaced

WRITTEN = Message("{file} cannot be written: {why}; {mend}")
NOT_REPLACED = Message("{file} cannot be written: {why}. The previous file is unchanged; {mend}")
REMOVED = Message("{file} cannot be removed: {why}; {mend}")
LINKED = Message("{file} is a link to another location, {target}, so the program writes nothing there; remove the link")
NO_NAME = Message("{name} cannot be the name of a file or folder here")
GONE = Message("{file} was removed while the outputs were being built; run the program again")
LOST = Message(
    "{file} is missing; run `build` for all seasons to write it again. If the season's sheets are missing too, put them back or delete {folder}"
)
OUTSIDE = Message(
    "{file} refers to a file outside its own folder, so it was ignored; everything it lists will be rebuilt"
)
SPOILT = Message("{file} is damaged, so it was ignored; everything it lists will be rebuilt")


class Damaged(OSError):
    """The error raised for a file whose content differs from what was written."""


class Unwritten(OSError):
    """The error raised for a file that could not be written or removed.

    The previous file is unchanged. The arguments are the error number and the message for the user.
    """

    @property
    def message(self) -> Message:
        """The message that says why the file could not be written or removed, and what to do."""
        return self.args[1]

    @property
    def locked(self) -> bool:
        """Whether the file or folder is protected, or open in another program.

        If so, the error does not affect other files.
        """
        return self.errno in HELD

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class Folder:
    """A root folder, such as one that the user names, or a folder below it.

    `folder / "2026"` is a folder inside it.

    root     the root folder, which may be a link
    inside   the folder's plain name relative to the root folder, "" for the root folder itself
    ignored  messages about unusable records, shared by all folders with the same root
    digests  size, time and SHA-256 of files, shared by all folders with the same root. The SHA-256 is "" if only size
             and time were recorded (`note_time`)

    Every method takes plain names relative to the folder. Methods that write raise Unwritten for any other name, for a
    name that leads through a link, and for an operation that the system refuses.
    """

    root: Path
    inside: str = ""
    ignored: list[Message] = field(default_factory=list, compare=False, repr=False)
    digests: dict[str, list[Any]] = field(default_factory=dict, compare=False, repr=False)

    def __truediv__(self, name: str) -> "Folder":
        return Folder(self.root, self._from_root(name), self.ignored, self.digests)

    def _from_root(self, name: str) -> str:
        return f"{self.inside}/{name}" if self.inside else name

    def __str__(self) -> str:
        return str(self.place)

    @property
    def place(self) -> Path:
        """The folder's path, for use in messages and for reading, but not for writing."""
        return self.root / self.inside

    @property
    def name(self) -> str:
        """The last component of `inside`, or "" for the root folder itself."""
        return self.inside.rpartition("/")[2]

    def path(self, name: str = "") -> Path:
        """Return the path of the file or folder with this name, or of this folder itself if the name is empty.

        Raises Unwritten if the name is not plain or if a folder along the path is a link.
        """
        *folders, last = self._parts(name) or [""]
        path = self.root
        for part in folders:
            path = path / part
            if is_link(path):
                raise Unwritten(errno.EPERM, LINKED.of({"file": str(path), "target": os.path.realpath(path)}))
        return path / last

    def _parts(self, name: str) -> list[str]:
        whole = "/".join(part for part in (self.inside, name) if part)
        if whole and not is_plain(whole):
            raise Unwritten(errno.EPERM, NO_NAME.of({"name": repr(whole[:100])}))
        return whole.split("/") if whole else []

    def must_not_be_anothers(self, mark: str) -> None:
        """Raise Unwritten if the root is a link to a folder that contains files, but not the program's file `mark`.

        A link to an empty folder is probably intended, but a link that came with somebody's sheets may lead anywhere.
        """
        if is_link(self.root) and self.root.is_dir() and not self.has(mark) and any(self.root.iterdir()):
            raise Unwritten(errno.EPERM, LINKED.of({"file": str(self.root), "target": os.path.realpath(self.root)}))

    # -- reading ---------------------------------------------------------------------------------------------------

    def open(self, name: str) -> BufferedReader | None:
        """Open a real file for reading, or return None if there is no such file.

        A real file is a regular file that is not a link and is not reached through a link.
        """
        try:
            path = self.path(name)
            if is_link(path):
                return None
            file = os.fdopen(os.open(path, os.O_RDONLY | PLAINLY | AT_ONCE), "rb")
        except OSError:
            return None
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return file
        file.close()
        return None

    def has(self, name: str) -> bool:
        """Return whether there is a real file with this name (see `open`)."""
        return bool(self._size_and_time(name))

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a real file (see `open`), or "" if there is no such file.

        A file whose size and time have not changed is not read again.
        """
        *size_and_time, digest = self.digests.get(self._from_root(name), [""])
        if digest and self._size_and_time(name) == size_and_time:
            return str(digest)
        if not (file := self.open(name)):
            return ""
        with file:
            status = os.fstat(file.fileno())
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self.digests[self._from_root(name)] = [status.st_size, status.st_mtime_ns, digest]
        return digest

    def holds(self, files: Mapping[str, str]) -> bool:
        """Return whether each of these files exists and has the given SHA-256 (see `digest`).

        The folder is listed once, since finding each file by its name takes longer than looking at it.
        """
        listed = () if self._is_behind_a_link() else self._files()
        there = {name: _size_and_time(entry.path) for name, entry in listed}
        return all(
            self.digests.get(self._from_root(name)) == [*there.get(name, []), digest] or self.digest(name) == digest
            for name, digest in files.items()
        )

    def note_time(self, name: str) -> None:
        """Record the size and time of a file, for `is_unchanged`, without reading the file."""
        if size_and_time := self._size_and_time(name):
            self.digests[self._from_root(name)] = [*size_and_time, ""]

    def forget(self, name: str) -> None:
        """Forget what was recorded for a file that is about to change."""
        self.digests.pop(self._from_root(name), None)

    def is_unchanged(self, name: str) -> bool:
        """Return whether a file still has the size and time that were recorded for it."""
        before = self.digests.get(self._from_root(name))
        return before is not None and self._size_and_time(name) == before[:2]

    def _size_and_time(self, name: str) -> list[int]:
        """Return the size and the modification time of a real file (see `open`), or [] if there is no such file."""
        with suppress(Unwritten):
            return _size_and_time(self.path(name))
        return []

    def recall(self) -> None:
        """Load the digests that `remember` has stored in this folder."""
        self.digests.update(self.record(DIGESTS, (plain, _is_entry)) or {})

    def remember(self) -> None:
        """Store the digests for the next run, except those of files that are gone or have only just changed.

        A file that has only just changed might change again without a new modification time, and that change would go
        unnoticed.
        """
        now, there = self.now(), {name for name, _ in self._files()}
        # some systems list names in another Unicode form, so a name that is not listed is looked for
        kept = {name: of for name, of in self.digests.items() if of[1] < now and (name in there or self.has(name))}
        self.mark(DIGESTS, json.dumps(kept, ensure_ascii=False, sort_keys=True).encode())

    def read(self, name: str, most: int | None = None) -> bytes | None:
        """Return the content of a real file (see `open`), or None if there is none or the file exceeds `most` bytes."""
        if not (file := self.open(name)):
            return None
        with file:
            content = file.read() if most is None else file.read(most + 1)
        return None if most is not None and len(content) > most else content

    def text(self, name: str) -> str:
        """Return the content of a UTF-8 text file that an earlier build has written.

        Raises Unwritten if the file is missing or if a folder along the path is a link.
        """
        path = self.path(name)
        if (content := self.read(name)) is None:
            raise Unwritten(errno.ENOENT, LOST.of({"file": str(path), "folder": str(self.place)}))
        return content.decode("utf-8-sig")

    def record(self, name: str, shape: Shape) -> Any:
        """Return the content of one of the program's JSON files, or None if the file is missing or unusable.

        An unusable file is noted in `ignored`.

        shape  the shape that the content must have (`names.fits`)
        """
        if (content := self.read(name, MOST)) is None:
            if os.path.lexists(self.place / name):
                self._ignore(name, SPOILT)
            return None
        try:
            value = json.loads(content)
            if fits(value, shape):
                return value
            self._ignore(name, SPOILT)
        except NoPlainName:
            self._ignore(name, OUTSIDE)
        except (ValueError, RecursionError):
            self._ignore(name, SPOILT)
        return None

    def _ignore(self, name: str, text: Message) -> None:
        if (message := text.of({"file": str(self.place / name)})) not in self.ignored:
            self.ignored.append(message)

    def folders(self) -> list[str]:
        """Return the sorted names of the real folders inside this one.

        The list is empty if this folder is missing or is reached through a link.
        """
        if self._is_behind_a_link():
            return []
        try:
            with os.scandir(self.path()) as entries:
                return sorted(entry.name for entry in entries if _is_real_folder(entry))
        except OSError:
            return []

    def _is_behind_a_link(self) -> bool:
        """Return whether this folder is a link below the root folder, or is reached through one."""
        try:
            return bool(self.inside) and is_link(self.path())
        except Unwritten:
            return True

    # -- writing ---------------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the folder and its parents."""
        self._make_way("x")

    def new(self, name: str) -> BufferedWriter:
        """Open a new file for writing, after removing any old file or link with this name.

        The target of a removed link is kept.
        """
        path = self._make_way(name)
        with suppress(FileNotFoundError):
            _unlink(path)
        return os.fdopen(os.open(path, NEW | PLAINLY, 0o666), "wb")

    def _make_way(self, name: str) -> Path:
        """Create the parent folders of a file, and return the path of the file."""
        path = self.path(name)
        if not path.parent.is_dir():
            self.root.mkdir(parents=True, exist_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name: str, parts: Iterable[bytes], looks: Callable[[Path], None]) -> None:
        """Write a file under a temporary name, check it with `looks`, then rename it.

        Readers see either the old file or the new one, never part of it. A file with unchanged content is not replaced.
        """
        with self._unwritten_if(name, WRITTEN, NOT_REPLACED), self._without(part_of(name)):
            _fill(self.new(part_of(name)), parts)
            self._take_place(part_of(name), name, looks)

    def finish(self, name: str, looks: Callable[[Path], None]) -> None:
        """Call `looks` to check a file that was written under its temporary name (`part_of`), then rename the file."""
        with self._unwritten_if(name, WRITTEN, NOT_REPLACED), self._without(part_of(name)):
            self._take_place(part_of(name), name, looks)

    @contextmanager
    def _without(self, part: str) -> Iterator[None]:
        """Remove the partial file when the block ends, even if the block raises an exception."""
        try:
            yield
        finally:
            with suppress(OSError):
                self.path(part).unlink()

    def _take_place(self, part: str, name: str, looks: Callable[[Path], None]) -> None:
        temporary, path = self.path(part), self.path(name)
        if self.has(name) and filecmp.cmp(temporary, path, shallow=False):
            return
        looks(temporary)
        written = os.open(temporary, os.O_RDWR | PLAINLY)
        try:
            os.fsync(written)
        finally:
            os.close(written)
        temporary.replace(path)

    def add(self, name: str, content: bytes) -> None:
        """Write a new file without using a temporary name.

        This is safe only in a folder that nobody is reading yet, such as one from `whole_folder`.
        """
        with self.new(name) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def database(self, name: str, *, new: bool = False) -> Iterator[sqlite3.Connection]:
        """Open a SQLite file for writing.

        If `new` is true, a new file is created. Otherwise an earlier call to this method must have created the file.
        Raises Unwritten if the file is missing or cannot be written, even if this only shows inside the `with` block.
        """
        if new:
            self.new(name).close()
        path = self.path(name)
        if not self.has(name):
            raise Unwritten(errno.ENOENT, GONE.of({"file": str(path)}))
        with self._unwritten_if(name, WRITTEN), closing(sqlite3.connect(path, WAIT, isolation_level=None)) as file:
            try:
                yield file
            except sqlite3.OperationalError as fault:
                if number := OF_SQLITE.get(fault.sqlite_errorcode & 0xFF):
                    raise OSError(number, str(fault)) from fault
                raise

    def is_whole_database(self, name: str) -> bool:
        """Return whether a SQLite file has a single hard link and no journal, so that it can be changed in place.

        A second hard link may be a backup. A journal is never replayed, since it may name files elsewhere.
        """
        path = self.path(name)
        return self.has(name) and os.lstat(path).st_nlink == 1 and not any(map(os.path.lexists, _beside(path)))

    def remove_database(self, name: str) -> None:
        """Remove a SQLite file, and the files that an interrupted transaction has left next to the database."""
        for each in (name, *(f"{name}{suffix}" for suffix in BESIDE)):
            self.remove(each)

    def finish_database(self, name: str, looks: Callable[[Path], None]) -> None:
        """Check a new database and rename it, as `finish` does for any file.

        If the old database has left a journal, both are removed first, since SQLite would replay the journal into the
        new file.
        """
        if any(map(os.path.lexists, _beside(self.path(name)))):
            self.remove_database(name)
        self.finish(name, looks)

    def settle(self) -> None:
        """Flush the folder's entries to the disk, so that moved files survive a power failure."""
        with suppress(OSError):  # not every system can sync a folder
            opened = os.open(self.path(), os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)

    # -- times and locks -------------------------------------------------------------------------------------------

    def now(self) -> int:
        """Return the current time in nanoseconds, according to the clock of the folder's file system."""
        name = part_of("clock")
        with self.new(name) as mark:
            time = os.fstat(mark.fileno()).st_mtime_ns
        self.path(name).unlink()
        return time

    def mark(self, name: str, content: bytes, moment: int | None = None) -> None:
        """Write a small file even if its content is unchanged.

        moment  the file's modification time in nanoseconds, None for the current time
        """
        with self._unwritten_if(name, WRITTEN):
            _fill(self.new(part_of(name)), [content])
            if moment is not None:
                os.utime(self.path(part_of(name)), ns=(moment, moment))
            self.path(part_of(name)).replace(self.path(name))

    def lock(self, name: str) -> FileLock:
        """Return a lock on a file without acquiring it.

        A symbolic or hard link at the file's path is removed first.
        """
        self.make()
        path = self.path(name)
        with suppress(FileNotFoundError):
            if is_link(path) or os.lstat(path).st_nlink > 1:
                path.unlink()
        return FileLock(path, fallback_to_soft=False)

    def note(self, name: str, text: str) -> None:
        """Replace the content of an existing file in place, so that a lock on the file stays valid."""
        opened = os.open(self.path(name), os.O_WRONLY | PLAINLY | AT_ONCE)
        with os.fdopen(opened, "wb") as file:
            if stat.S_ISREG((status := os.fstat(opened)).st_mode) and status.st_nlink == 1:
                file.truncate(0)
                file.write(text.encode())

    # -- keeping, moving, removing ---------------------------------------------------------------------------------

    def copy(self, name: str, to: "Folder", copied: str) -> None:
        """Copy a file, or the target of a link, to the new file `copied` in the folder `to`, preserving timestamps."""
        with to._unwritten_if(copied, WRITTEN), (self.path(name)).open("rb") as source:
            with to.new(part_of(copied)) as file:
                shutil.copyfileobj(source, file)
            shutil.copystat(self.path(name), to.path(part_of(copied)))
            to.path(part_of(copied)).replace(to.path(copied))

    def must_be_free(self, name: str) -> None:
        """Raise Unwritten if a file, a folder or a link already has this name."""
        if os.path.lexists(path := self.path(name)):
            raise Unwritten(errno.EEXIST, say("{file} already exists: move it somewhere else first", file=str(path)))

    def move(self, name: str, to: str) -> None:
        """Rename a file or folder. Raises Unwritten if the new name is taken."""
        self.must_be_free(to)
        with self._unwritten_if(to, WRITTEN):
            self.path(name).rename(self.path(to))

    def remove(self, name: str) -> None:
        """Remove a file or a link, but not the link's target.

        A name that does not exist is ignored.
        """
        with self._unwritten_if(name, REMOVED):
            try:
                self.path(name).unlink()
            except (FileNotFoundError, NotADirectoryError):
                return

    def remove_tree(self, name: str) -> None:
        """Remove a folder and its contents. Links are removed, but not their targets. Failures are ignored."""
        path = self.path(name)
        if is_link(path) or not path.is_dir():
            with suppress(OSError):
                _unlink(path)
        else:
            shutil.rmtree(path, ignore_errors=True)

    def remove_empty(self, names: Iterable[str]) -> None:
        """Remove the folders that contained these files, and this folder itself, if they are now empty."""
        for name in [*folders_of(names), ""]:
            path = self.path(name)
            if not is_link(path) and path.is_dir() and not any(path.iterdir()):
                path.rmdir()

    def sweep(self) -> None:
        """Remove all temporary files that an interrupted run has left below the folder."""
        for _, entry in self._files():
            if entry.name.startswith(TEMPORARY):
                with suppress(OSError):
                    _unlink(Path(entry.path))

    def _files(self) -> Iterator[tuple[str, "os.DirEntry[str]"]]:
        """Yield the files and links below the folder, each with its name relative to the folder."""
        waiting = [("", str(self.path()))]
        while waiting:
            prefix, path = waiting.pop()
            with suppress(OSError), os.scandir(path) as entries:
                for entry in entries:
                    if _is_real_folder(entry):
                        waiting.append((f"{prefix}{entry.name}/", entry.path))
                    else:
                        yield prefix + entry.name, entry

    @contextmanager
    def _unwritten_if(self, name: str, text: Message, if_there: Message | None = None) -> Iterator[None]:
        """Raise Unwritten for any OSError in the block, and for a name that `path` refuses.

        text      the message for the user
        if_there  the message if the file already exists, None to use `text`
        """
        path = self.path(name)
        try:
            yield
        except Unwritten:
            raise
        except OSError as fault:
            raise _unwritten(path, fault, if_there if if_there and path.exists() else text) from fault


@contextmanager
def whole_folder(path: Path) -> Iterator[Folder]:
    """Yield a new folder to fill, which replaces the folder at `path` if the block ends without an exception."""
    home = Folder(path.parent)
    if not is_plain(path.name):
        raise Unwritten(errno.EPERM, NO_NAME.of({"name": repr(str(path))}))
    temporary, old = part_of(path.name), part_of(f"old-{path.name}")

    def exists(name: str) -> bool:
        return os.path.lexists(home.path(name))

    def tidy_up() -> None:
        # an earlier run was stopped between the two moves
        if exists(old) and not exists(path.name) and not is_link(home.path(old)):
            home.path(old).rename(home.path(path.name))
        for leftover in (temporary, old):
            if exists(leftover):
                home.remove_tree(leftover)

    tidy_up()  # remove what a killed run has left behind
    (home / temporary).make()
    try:
        yield home / temporary
        if exists(path.name):
            home.path(path.name).rename(home.path(old))
        home.path(temporary).rename(home.path(path.name))
    finally:
        tidy_up()


def part_of(name: str) -> str:
    """Return the temporary name, in the same folder, of a file that is being written."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{TEMPORARY}{last}"


def folders_of(names: Iterable[str]) -> list[str]:
    """Return the folders in these relative file names, with subfolders before their parent folders."""
    return sorted({name.rpartition("/")[0] for name in names} - {""}, reverse=True)


def is_link(path: Path) -> bool:
    """Return whether a path is a link or a junction, even a broken one."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) in LINKS


def _size_and_time(path: Path | str) -> list[int]:
    """Return the size and the modification time of a regular file, or [] if the path is anything else."""
    try:
        status = os.lstat(path)
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns] if stat.S_ISREG(status.st_mode) else []


def _is_entry(value: object) -> bool:
    """Return whether a value is a list of a file's size, time and digest."""
    return isinstance(value, list) and [*map(type, value)] == [int, int, str]


def _beside(database: Path) -> list[Path]:
    """Return the paths of the files that SQLite may create next to a database."""
    return [database.with_name(database.name + suffix) for suffix in BESIDE]


def scratch() -> Any:
    """Return a temporary file without a name, which is removed when it is closed."""
    return tempfile.TemporaryFile()


def _is_real_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False) and not is_link(Path(entry.path))


def _unlink(path: Path) -> None:
    """Remove a file or link.

    On Windows, a junction is removed like a folder.
    """
    try:
        path.unlink()
    except OSError:
        if not is_link(path):
            raise
        path.rmdir()


def _fill(file: BufferedWriter, parts: Iterable[bytes]) -> None:
    with file:
        file.writelines(parts)


def _unwritten(path: Path, fault: OSError, text: Message) -> Unwritten:
    """Return an exception with a message that says why a file could not be written or removed, and what to do."""
    number = fault.errno or errno.EIO
    why: Message | str
    if number in FULL:
        why, mend = say("the disk is full"), say("free up some space and run the program again")
    elif number in HELD:
        why, mend = say("the file is open elsewhere, or protected"), say("close the file and run the program again")
    elif isinstance(fault, Damaged):
        why, mend = fault.args[0], say("run the program again")
    else:
        why, mend = fault.strerror or str(fault), say("solve the problem and run the program again")
    return Unwritten(number, text.of({"file": str(path), "why": why, "mend": mend}))
