"""Writing files whole or not at all, and CSV as spreadsheets take it."""

import csv
import errno
import filecmp
import os
import re
import shutil
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.build.reopen import Damaged, check, check_table
from pipeline.read.find import KEPT
from schemas.messages import Message, say

if TYPE_CHECKING:
    import pandas as pd

TEMPORARY = ".part-"
# A spreadsheet would take such a text for a formula; where commas part decimals, it begins a cell after each semicolon.
RISKY = re.compile(r"(?:^|(?<=;))(?=[=+\-@\t\r\0])")
MARKED = re.compile(r"(?:^|(?<=;))'(?=[=+\-@\t\r\0])")  # such a text with its mark
HELD = {errno.EACCES, errno.EPERM, errno.EBUSY, errno.ETXTBSY}
FULL = {errno.ENOSPC, errno.EDQUOT}


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


def write_whole(path: Path, write: Callable[[Path], None], looks: Callable[[Path], None] = check) -> None:
    """Write a file beside its place, check it (`looks`), then move it to its place.

    A reader sees the old file or the new one, never a part. A file that would come out the same is left as it is.

    Raises Unwritten, and ValueError for what such a file cannot hold.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(temporary)
        if path.is_file() and filecmp.cmp(temporary, path, shallow=False):
            return
        looks(temporary)
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        temporary.replace(path)
    except OSError as fault:
        text = Message("{file} cannot be written: {why}; {mend}")
        if path.exists():
            text = Message("{file} cannot be written: {why}; the file before it stays; {mend}")
        raise _unwritten(path, fault, text) from fault
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def must_lie_in(out: Path, folder: Path) -> None:
    """Refuse a folder of outputs that is a link, or has one in it, to a place that is not below `out`. Raises Unwritten."""
    home = out.resolve()
    for path in (folder, *(part for part in folder.glob("*") if part.is_dir())):
        if path.exists() and not path.resolve().is_relative_to(home / folder.relative_to(out)):
            text = Message("{file} leads to another place, {target}: nothing is written through it; remove the link")
            raise Unwritten(errno.EPERM, text.of({"file": str(path), "target": str(path.resolve())}))


def remove(path: Path) -> None:
    """Remove a file, if it is there. Raises Unwritten."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise _unwritten(path, fault, Message("{file} cannot be removed: {why}; {mend}")) from fault


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


def settle(folder: Path) -> None:
    """Make sure that a folder's files stay where they were moved, even if the power fails."""
    with suppress(OSError):  # not every system can
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_text(path: Path, text: str) -> None:
    """A text file in UTF-8, whole or absent."""
    write_whole(path, lambda temporary: _write_parts(temporary, [text.encode()]))


def write_in_place(before: Path, path: Path, write: Callable[[Path], None]) -> Path:
    """Write a file in the place of a file, or of a folder, that is kept beside it as `.bak`; where it is kept.

    Raises Unwritten, also where another one is kept there already that is not the last edition of the same file.
    """
    kept = before.with_name(before.name + KEPT)
    if before == path:
        shutil.copy2(path, kept)
    elif kept.exists():
        raise Unwritten(errno.EEXIST, say("{file} is there already: move it away first", file=str(kept)))
    write_whole(path, write)
    if before != path:
        before.rename(kept)
    return kept


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, beside the final place. It takes that place at the end, unless something is raised."""
    temporary, old = (path.with_name(f"{TEMPORARY}{kind}{path.name}") for kind in ("", "old-"))

    def tidy_up() -> None:
        if old.exists() and not path.exists():  # stopped between the two moves
            old.rename(path)
        for left in (temporary, old):
            shutil.rmtree(left, ignore_errors=True)

    tidy_up()  # what a run left behind that was killed
    temporary.mkdir(parents=True)
    try:
        yield temporary
        if path.exists():
            path.rename(old)
        temporary.rename(path)
    finally:
        tidy_up()


def write_csv(path: Path, frame: "pd.DataFrame") -> None:
    """A frame as CSV: UTF-8 with BOM, floats to nine decimals, texts that look like formulas marked with `'`."""
    looks = partial(check_table, rows=len(frame), columns=len(frame.columns))
    write_whole(path, lambda temporary: _write_parts(temporary, _table(frame)), looks)


def _table(frame: "pd.DataFrame") -> Iterator[bytes]:
    """A frame as CSV, the header first."""
    from schemas.columns import in_pieces

    yield BOM_UTF8 + _lines([[str(name)] for name in frame])
    for piece in in_pieces(frame):
        yield _lines([_texts(piece[name]) for name in piece])


def _lines(columns: Sequence[list[str]]) -> bytes:
    """Columns as lines of CSV."""
    text, rows = "\n".join(map(",".join, zip(*columns, strict=True))), len(columns[0])
    commas, ends = rows * (len(columns) - 1), rows - 1
    if not (text.count(",") == commas > 0 and text.count("\n") == ends) or '"' in text or "\r" in text:
        lines = StringIO(newline="")  # something is to be quoted
        csv.writer(lines, lineterminator="\n").writerows(zip(*columns, strict=True))
        text = lines.getvalue().removesuffix("\n")
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _texts(values: "pd.Series") -> list[str]:
    """A column as it is written, empty where there is no value. Each value is formatted once."""
    import numpy as np
    import pandas as pd

    if values.dtype.kind == "O":
        cells = values.to_numpy(object, copy=True)
        cells[pd.isna(cells)] = ""
        listed = cells.tolist()
        words = {text: RISKY.sub("'", text) for text in {*listed} if isinstance(text, str) and RISKY.search(text)}
        return [*map(str, (words.get(value, value) for value in listed) if words else listed)]
    numbers, found = pd.factorize(values)
    floats = values.dtype.kind == "f"
    shown = [f"{value + 0.0:.9f}" if floats else str(value) for value in found.tolist()]
    return np.array([*shown, ""], object)[numbers].tolist()


def _write_parts(path: Path, parts: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        file.writelines(parts)
