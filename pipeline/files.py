"""Writing files whole or not at all, and CSV as spreadsheets take it."""

import filecmp
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from xlsxwriter.exceptions import FileCreateError

if TYPE_CHECKING:
    import pandas as pd

TEMPORARY = ".part-"
RISKY_START = r"^(?=[=+\-@\t\r\0])"  # a spreadsheet would take such a text for a formula


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Write beside the place, then move there: a reader sees the old file or the new one, never a part.

    A file that would come out the same is left as it is.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write(temporary)
        if path.is_file() and filecmp.cmp(temporary, path, shallow=False):
            return
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())
        temporary.replace(path)
    except FileCreateError as fault:
        raise OSError(str(fault)) from fault
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """A text file in UTF-8, whole or absent."""
    write_whole(path, lambda temporary: _write_bytes(temporary, text.encode()))


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder to fill beside the place; without a fault it takes the place, the old one stays until then."""
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
    import pandas as pd

    safe = frame.copy()
    for name in safe.columns[[not pd.api.types.is_numeric_dtype(dtype) for dtype in safe.dtypes]]:
        texts = safe[name].astype(object)
        is_text = texts.map(lambda value: isinstance(value, str))
        safe[name] = texts.where(~is_text, texts[is_text].str.replace(RISKY_START, "'", regex=True))
    write_whole(
        path,
        lambda temporary: safe.to_csv(
            temporary,
            index=False,
            float_format="%.9f",
            lineterminator="\n",
            encoding="utf-8-sig",
            errors="backslashreplace",
        ),
    )


def _write_bytes(path: Path, content: bytes) -> None:
    path.write_bytes(content)
