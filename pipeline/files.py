"""Writing files whole or not at all, and CSV as spreadsheets take it."""

import filecmp
import os
from collections.abc import Callable
from pathlib import Path

import pandas as pd
from xlsxwriter.exceptions import FileCreateError

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


def write_csv(path: Path, frame: pd.DataFrame) -> None:
    """A frame as CSV: UTF-8 with BOM, floats to nine decimals, texts that look like formulas marked with `'`."""
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
