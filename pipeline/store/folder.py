"""A folder of the program's own, below which it writes, moves, keeps and removes: nothing else in the program does.

A `Folder` is a place that somebody named (`--out`, `--raw`, `--to`) and that may be a link; whatever is done in it goes by
plain relative names (`names.py`). No link is followed below it: a folder on the way to a file has to be a real one, what is
written is a new file that takes its place under the name, and what is removed is the name.
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
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from io import BufferedReader, BufferedWriter
from pathlib import Path
from typing import Any

from filelock import FileLock

from pipeline.store.names import TEMPORARY, NoPlainName, Shape, fits, is_plain
from schemas.messages import Message, say

HELD = {errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY}
FULL = {errno.ENOSPC, errno.EDQUOT}
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL  # with O_EXCL no link is followed on any system
PLAINLY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # a pipe is not waited for
LINKS = {0xA000000C, 0xA0000003}  # reparse tags of Windows: a symbolic link, a junction
MOST = 2**26  # bytes of a record that is read back
KEPT = ".bak"  # of a file in whose place a new one was written

WRITTEN = Message("{file} cannot be written: {why}; {mend}")
NOT_REPLACED = Message("{file} cannot be written: {why}; the file before it stays; {mend}")
REMOVED = Message("{file} cannot be removed: {why}; {mend}")
LINKED = Message("{file} leads to another place, {target}: nothing is written through it; remove the link")
NO_NAME = Message("{name} cannot be the name of a file or folder here")
GONE = Message("{file} was removed while the outputs were built; run again")
OUTSIDE = Message("{file} names a file outside its folder; it was ignored, and what it lists is built anew")
SPOILT = Message("{file} is damaged; it was ignored, and what it lists is built anew")


class Damaged(OSError):
    """A file that does not hold what was written into it."""


class Unwritten(OSError):
    """A file that could not be written; the one before it stays as it was.

    Made of the error's number and the message to the user.
    """

    @property
    def message(self) -> Message:
        """Why it could not be written, and what to do."""
        return self.args[1]

    @property
    def held(self) -> bool:
        """Only this file or folder is protected, or open elsewhere: others can be written."""
        return self.errno in HELD

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class Folder:
    """A folder below a place that somebody named; `folder / "2026"` is one inside it.

    root     the place, which may be a link
    inside   the plain name of the folder below it; "" for the place itself
    ignored  messages about records that could not be used, gathered for all folders of the place

    Every method takes plain names relative to the folder, and raises Unwritten for any other name, for a name behind a
    link, and where the system does not allow what is asked.
    """

    root: Path
    inside: str = ""
    ignored: list[Message] = field(default_factory=list, compare=False, repr=False)

    def __truediv__(self, name: str) -> "Folder":
        return Folder(self.root, f"{self.inside}/{name}" if self.inside else name, self.ignored)

    def __str__(self) -> str:
        return str(self.place)

    @property
    def place(self) -> Path:
        """Where it lies, for messages and for what only looks at it: nothing is written by this path."""
        return self.root / self.inside

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.inside.rpartition("/")[2]

    def path(self, name: str = "") -> Path:
        """Return the path of a name (of the folder itself without one), with real folders alone on the way to it."""
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
        """Raise Unwritten if the place is a link to a folder that holds something, but no file `mark` of ours.

        Whoever links the outputs to an empty folder wants them there; a link that came with somebody's sheets may lead
        to anything.
        """
        if is_link(self.root) and self.root.is_dir() and not self.has(mark) and any(self.root.iterdir()):
            raise Unwritten(errno.EPERM, LINKED.of({"file": str(self.root), "target": os.path.realpath(self.root)}))

    # -- reading ---------------------------------------------------------------------------------------------------

    def open(self, name: str) -> BufferedReader | None:
        """Open a real file for reading; None if there is none, or a link stands in its place or on the way to it."""
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
        """Whether there is a real file of this name."""
        try:
            return stat.S_ISREG(os.lstat(self.path(name)).st_mode)
        except OSError:
            return False

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a real file; empty if there is none."""
        if not (file := self.open(name)):
            return ""
        with file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def read(self, name: str, most: int | None = None) -> bytes | None:
        """Return what a real file holds; None if there is none, or it holds more bytes than `most`."""
        if not (file := self.open(name)):
            return None
        with file:
            content = file.read() if most is None else file.read(most + 1)
        return None if most is not None and len(content) > most else content

    def text(self, name: str) -> str:
        """Return what a text file holds, in UTF-8. Raises Unwritten if there is none: it was there a moment ago."""
        if (content := self.read(name)) is None:
            raise Unwritten(errno.ENOENT, GONE.of({"file": str(self.place / name)}))
        return content.decode("utf-8-sig")

    def record(self, name: str, shape: Shape) -> Any:
        """Return what a JSON file of the program's own holds; None if it is not there, or cannot be used, which is noted.

        shape  what it has to look like (`names.fits`): whatever is read back is asked here
        """
        if (content := self.read(name, MOST)) is None:
            if os.path.lexists(self.place / name):
                self._ignore(name, SPOILT)
            return None
        try:
            found = json.loads(content)
            if fits(found, shape):
                return found
            self._ignore(name, SPOILT)
        except NoPlainName:
            self._ignore(name, OUTSIDE)
        except (ValueError, RecursionError):
            self._ignore(name, SPOILT)
        return None

    def _ignore(self, name: str, text: Message) -> None:
        if (said := text.of({"file": str(self.place / name)})) not in self.ignored:
            self.ignored.append(said)

    def folders(self) -> list[str]:
        """Return the names of the real folders inside it, in order; none if it is not there or is behind a link."""
        try:
            if self.inside and is_link(self.path()):
                return []
            with os.scandir(self.path()) as entries:
                return sorted(entry.name for entry in entries if _is_real_folder(entry))
        except OSError:
            return []

    # -- writing ---------------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the folder, and those on the way to it."""
        self._make_way("x")

    def new(self, name: str) -> BufferedWriter:
        """Open a new file for writing. What has the name goes: a file that a killed run left, a link but not its target."""
        self._make_way(name)
        path = self.path(name)
        with suppress(FileNotFoundError):
            _unlink(path)
        return os.fdopen(os.open(path, NEW | PLAINLY, 0o666), "wb")

    def _make_way(self, name: str) -> None:
        path = self.path(name).parent
        if not path.is_dir():
            self.root.mkdir(parents=True, exist_ok=True)
            path.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, parts: Iterable[bytes], looks: Callable[[Path], None]) -> None:
        """Write a file beside its place, check it (`looks`), then move it to its place.

        A reader sees the old file or the new one, never a part. A file that would come out the same is left as it is.
        """
        with self._unwritten_if(name, WRITTEN, NOT_REPLACED), self._without(part_of(name)):
            _fill(self.new(part_of(name)), parts)
            self._take_place(part_of(name), name, looks)

    def finish(self, name: str, looks: Callable[[Path], None]) -> None:
        """Move a file that was written beside its place (`part_of`) to it, as `write` does."""
        with self._unwritten_if(name, WRITTEN, NOT_REPLACED), self._without(part_of(name)):
            self._take_place(part_of(name), name, looks)

    @contextmanager
    def _without(self, part: str) -> Iterator[None]:
        """Leave no such file behind."""
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
        """Write a new file in a folder that nobody reads yet (`whole_folder`)."""
        with self.new(name) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def database(self, name: str, *, new: bool = False) -> Iterator[sqlite3.Connection]:
        """Open a SQLite file for writing: a `new` one, or one that was made so."""
        if new:
            self.new(name).close()
        path = self.path(name)
        if not self.has(name):
            raise Unwritten(errno.ENOENT, GONE.of({"file": str(path)}))
        with closing(sqlite3.connect(path, isolation_level=None, uri=True)) as file:
            yield file

    def settle(self) -> None:
        """Make sure that the folder's files stay where they were moved, even if the power fails."""
        with suppress(OSError):  # not every system can
            opened = os.open(self.path(), os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)

    # -- times and locks -------------------------------------------------------------------------------------------

    def now(self) -> int:
        """The time, in nanoseconds, by the clock of the folder's file system."""
        name = part_of("clock")
        with self.new(name) as mark:
            found = os.fstat(mark.fileno()).st_mtime_ns
        self.path(name).unlink()
        return found

    def mark(self, name: str, content: bytes, moment: int | None = None) -> None:
        """Write a small file, as old as a moment if one is given, also in the place of one that is the same."""
        with self._unwritten_if(name, WRITTEN):
            _fill(self.new(part_of(name)), [content])
            if moment is not None:
                os.utime(self.path(part_of(name)), ns=(moment, moment))
            self.path(part_of(name)).replace(self.path(name))

    def lock(self, name: str) -> FileLock:
        """A lock on a file, not yet acquired. A link in its place goes, as does a second name of some other file."""
        self.make()
        path = self.path(name)
        with suppress(FileNotFoundError):
            if is_link(path) or os.lstat(path).st_nlink > 1:
                path.unlink()
        return FileLock(path, fallback_to_soft=False)

    def note(self, name: str, text: str) -> None:
        """Replace what a file that is there holds, the file that a lock is on say: its place stays taken."""
        opened = os.open(self.path(name), os.O_WRONLY | PLAINLY | AT_ONCE)
        with os.fdopen(opened, "wb") as file:
            if stat.S_ISREG((found := os.fstat(opened)).st_mode) and found.st_nlink == 1:
                file.truncate(0)
                file.write(text.encode())

    # -- keeping, moving, removing ---------------------------------------------------------------------------------

    def copy(self, name: str, to: "Folder", copied: str) -> None:
        """Copy a file, whatever it is reached by, to a new one of a folder; with its times."""
        with to._unwritten_if(copied, WRITTEN), (self.path(name)).open("rb") as source:
            with to.new(part_of(copied)) as file:
                shutil.copyfileobj(source, file)
            shutil.copystat(self.path(name), to.path(part_of(copied)))
            to.path(part_of(copied)).replace(to.path(copied))

    def must_be_free(self, name: str) -> None:
        """Raise Unwritten where a file, a folder or a link has the name."""
        if os.path.lexists(path := self.path(name)):
            raise Unwritten(errno.EEXIST, say("{file} is there already: move it away first", file=str(path)))

    def move(self, name: str, to: str) -> None:
        """Give a file or folder another name, which has to be free."""
        self.must_be_free(to)
        with self._unwritten_if(to, WRITTEN):
            self.path(name).rename(self.path(to))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there; of a link the link."""
        with self._unwritten_if(name, REMOVED):
            try:
                self.path(name).unlink()
            except (FileNotFoundError, NotADirectoryError):
                return

    def remove_tree(self, name: str) -> None:
        """Remove a folder with all it holds; of links the links. What cannot be removed stays."""
        path = self.path(name)
        if is_link(path) or not path.is_dir():
            with suppress(OSError):
                _unlink(path)
        else:
            shutil.rmtree(path, ignore_errors=True)

    def remove_empty(self, names: Iterable[str]) -> None:
        """Remove the folders of these files, and the folder itself, that hold nothing any more."""
        for name in [*folders_of(names), ""]:
            path = self.path(name)
            if not is_link(path) and path.is_dir() and not any(path.iterdir()):
                path.rmdir()

    def sweep(self) -> None:
        """Remove all files below it that were not finished: half written by a run cut short, this one or one before it."""
        waiting = [self.path()]
        while waiting:
            with suppress(OSError), os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if _is_real_folder(entry):
                        waiting.append(Path(entry.path))
                    elif entry.name.startswith(TEMPORARY):
                        with suppress(OSError):
                            _unlink(Path(entry.path))

    @contextmanager
    def _unwritten_if(self, name: str, text: Message, if_there: Message | None = None) -> Iterator[None]:
        """Raise Unwritten for a name that is not plain or is behind a link, and for what the system does not allow."""
        path = self.path(name)
        try:
            yield
        except Unwritten:
            raise
        except OSError as fault:
            raise _unwritten(path, fault, if_there if if_there and path.exists() else text) from fault


@contextmanager
def whole_folder(path: Path) -> Iterator[Folder]:
    """A folder to fill, beside the final place. It takes that place at the end, unless something is raised."""
    home = Folder(path.parent)
    if not is_plain(path.name):
        raise Unwritten(errno.EPERM, NO_NAME.of({"name": repr(str(path))}))
    temporary, old = part_of(path.name), part_of(f"old-{path.name}")

    def there(name: str) -> bool:
        return os.path.lexists(home.path(name))

    def tidy_up() -> None:
        if there(old) and not there(path.name) and not is_link(home.path(old)):  # stopped between the two moves
            home.path(old).rename(home.path(path.name))
        for left in (temporary, old):
            if there(left):
                home.remove_tree(left)

    tidy_up()  # what a run left behind that was killed
    (home / temporary).make()
    try:
        yield home / temporary
        if there(path.name):
            home.path(path.name).rename(home.path(old))
        home.path(temporary).rename(home.path(path.name))
    finally:
        tidy_up()


def part_of(name: str) -> str:
    """The name of a file while it is being written, beside its place."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{TEMPORARY}{last}"


def folders_of(names: Iterable[str]) -> list[str]:
    """The folders in which these files lie, the deepest first; not the one to which their names are relative."""
    return sorted({name.rpartition("/")[0] for name in names} - {""}, reverse=True)


def is_link(path: Path) -> bool:
    """Whether a link or a junction stands there, whatever it leads to."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) in LINKS


def scratch() -> Any:
    """A file without a name, for what is worked out on the way; it goes when it is closed."""
    return tempfile.TemporaryFile()


def _is_real_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False) and not is_link(Path(entry.path))


def _unlink(path: Path) -> None:
    """Remove a name; that of a junction as Windows wants it."""
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
    """Why a file could not be written or removed, and what to do about it."""
    number = fault.errno or errno.EIO
    why: Message | str
    if number in FULL:
        why, mend = say("the disk is full"), say("make room and run again")
    elif number in HELD:
        why, mend = say("it is open elsewhere, or protected"), say("close it and run again")
    elif isinstance(fault, Damaged):
        why, mend = fault.args[0], say("run again")
    else:
        why, mend = fault.strerror or str(fault), say("mend that and run again")
    return Unwritten(number, text.of({"file": str(path), "why": why, "mend": mend}))
