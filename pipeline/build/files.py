"""Writing files completely or not at all, and writing CSV that spreadsheets read correctly."""

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from math import isnan
from typing import TYPE_CHECKING

from pipeline.build.reopen import check, check_table
from pipeline.store.folder import KEPT, Folder

if TYPE_CHECKING:
    import pandas as pd

# Strings that a spreadsheet reads as formulas. Where the decimal separator is a comma, a semicolon begins a new cell.
RISKY = re.compile(r"(?:^|(?<=;))(?=[=+\-@\t\r\0])")
MARKED = re.compile(r"(?:^|(?<=;))'(?=[=+\-@\t\r\0])")  # such a string, marked with an apostrophe


def write_whole(folder: Folder, name: str, content: bytes | str) -> None:
    """Write a file completely or not at all, and check it.

    Raises Unwritten if the file cannot be written or fails the check.
    """
    folder.write(name, [content.encode("utf-8", "replace") if isinstance(content, str) else content], check)


def write_in_place(folder: Folder, before: str, name: str, content: bytes) -> str:
    """Replace the file or folder `before` by the file `name`, and return the name of the backup, which ends in `.bak`.

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
    """Write a frame as CSV: UTF-8 with BOM, floats to nine decimals, `'` before strings that look like formulas."""
    looks = partial(check_table, rows=len(frame), columns=len(frame.columns))
    folder.write(name, _table(frame), looks)


def _table(frame: "pd.DataFrame") -> Iterator[bytes]:
    """Yield a frame as CSV in pieces, beginning with the header."""
    from schemas.columns import in_pieces

    yield BOM_UTF8 + _lines([[str(name)] for name in frame])
    for piece in in_pieces(frame):
        yield _lines([_texts(values) for _, values in piece.items()])


def _lines(columns: Sequence[list[str]]) -> bytes:
    """Return columns as CSV.

    This avoids pandas, whose call overhead dominates for small tables. Whole columns are joined at once if no cell
    needs quoting.
    """
    text, rows = "\n".join(map(",".join, zip(*columns, strict=True))), len(columns[0])
    commas, newlines = rows * (len(columns) - 1), rows - 1
    if not (text.count(",") == commas > 0 and text.count("\n") == newlines) or '"' in text or "\r" in text:
        lines = StringIO(newline="")  # at least one cell needs quotes
        csv.writer(lines, lineterminator="\n").writerows(zip(*columns, strict=True))
        text = lines.getvalue().removesuffix("\n")
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _texts(values: "pd.Series") -> list[str]:
    """Return the cells of a column as strings, with "" for missing values.

    Each distinct float is formatted only once.
    """
    import pandas as pd

    if values.dtype.kind == "f":
        floats = values.tolist()
        shown = {value: "" if isnan(value) else f"{value + 0.0:.9f}" for value in {*floats}}
        return [shown[value] for value in floats]
    cells = values.to_numpy(object, copy=True)
    cells[pd.isna(cells)] = ""
    listed = cells.tolist()
    words = {text: RISKY.sub("'", text) for text in {*listed} if isinstance(text, str) and RISKY.search(text)}
    marked = [words.get(value, value) for value in listed] if words else listed
    return marked if {*map(type, marked)} == {str} else [*map(str, marked)]
