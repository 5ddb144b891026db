"""Writing files completely or not at all, and writing CSV that spreadsheets read correctly."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from pipeline.build.reopen import check, check_table
from pipeline.store.folder import KEPT, Folder

if TYPE_CHECKING:
    import pandas as pd

# Strings that a spreadsheet reads as formulas. Where the decimal separator is a comma, a semicolon begins a new cell.
RISKY = re.compile(r"(?:^|(?<=;))(?=[=+\-@\t\r\0])")
MARKED = re.compile(r"(?:^|(?<=;))'(?=[=+\-@\t\r\0])")  # such a string, marked with an apostrophe
SPECIAL = re.compile(r'[=+\-@\t\0]|.*[;,"\r\n]', re.DOTALL)  # begins every string that needs marks or quotes


def write_whole(folder: Folder, name: str, content: bytes | str) -> None:
    """Write a file completely or not at all, and check it.

    Raises Unwritten if the file cannot be written or fails the check.
    """
    folder.write(name, [content.encode("utf-8", "replace") if isinstance(content, str) else content], check)


def write_in_place(folder: Folder, before: str, name: str, content: bytes) -> str:
    """Replace the file or folder `before` with the file `name`, and return the name of the backup (ending in `.bak`).

    Raises Unwritten if writing fails, or if `name` differs from `before` and the backup already exists.
    """
    kept = before + KEPT
    if before == name:
        folder.copy(before, folder, kept)
    else:
        folder.must_be_free(kept)
    write_whole(folder, name, content)
    if before != name:
        folder.move(before, kept)
    return kept


def write_csv(folder: Folder, name: str, frame: "pd.DataFrame") -> None:
    """Write a frame as CSV (UTF-8 with BOM).

    Floats have nine decimals, and strings that look like formulas begin with `'`.
    """
    looks = partial(check_table, rows=len(frame), columns=len(frame.columns))
    folder.write(name, _table(frame), looks)


def _table(frame: "pd.DataFrame") -> Iterator[bytes]:
    """Yield a frame as CSV in pieces, beginning with the header.

    Whole columns are turned into text at once, because pandas itself takes longer to write small tables.
    """
    from schemas.columns import in_pieces

    yield BOM_UTF8 + _lines([_row(map(str, frame))])
    for piece in in_pieces(frame):
        rows = map(",".join, zip(*(_cells(values) for _, values in piece.items()), strict=True))
        yield _lines(row or '""' for row in rows)  # a blank line would be no row


def _lines(rows: Iterable[str]) -> bytes:
    return "\n".join([*rows, ""]).encode("utf-8", "backslashreplace")


def _row(cells: Iterable[str]) -> str:
    """Return a row as CSV, with quotes where they are needed."""
    line = StringIO(newline="")
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue().removesuffix("\n")


def _cells(values: "pd.Series") -> list[str]:
    """Return the cells of a column as CSV, with "" for missing values.

    Each distinct number or string is formatted only once.
    """
    import numpy as np
    import pandas as pd

    if values.dtype.kind in "biuf":
        positions, distinct = values.array.factorize()
        fractions = values.dtype.kind == "f"
        numbers = [f"{number + 0.0:.9f}" if fractions else str(number) for number in distinct.tolist()]
        return np.array([*numbers, ""], object)[positions].tolist()  # the position of a missing value is -1
    cells = values.tolist()
    if {*map(type, {*cells})} == {str}:
        changed = {text: _row([RISKY.sub("'", text)]) for text in {*cells} if SPECIAL.match(text)}
    else:
        given = values.to_numpy(object, copy=True)
        given[pd.isna(given)] = ""
        cells = [RISKY.sub("'", cell) if isinstance(cell, str) else str(cell) for cell in given.tolist()]
        changed = {text: _row([text]) for text in {*cells} if SPECIAL.match(text)}
    return [changed.get(text, text) for text in cells] if changed else cells
