"""Raw sheets from a folder of CSV files, each named like its sheet."""

import csv
import re
from pathlib import Path

from pipeline.read.cells import MOST_COLUMNS, MOST_ROWS, Cell, RawSheet, Unreadable, address, trimmed
from schemas.fields import NUMBER

DELIMITERS = ",;\t"


def read_csv(path: Path) -> RawSheet:
    """One CSV file, in UTF-8, separated by comma, semicolon or tab.

    Raises Unreadable for other encodings and for rows longer than the header.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Unreadable("bad_text", f"byte {fault.start} is not UTF-8", path.stem) from fault
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    try:
        typed = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True))
    except csv.Error as fault:
        raise Unreadable("ragged_row", str(fault), path.stem) from fault
    if len(typed) > MOST_ROWS or max(map(len, typed), default=0) > MOST_COLUMNS:
        raise Unreadable("too_wide", f"{len(typed):,} rows", path.stem)
    for number, row in enumerate(typed):
        if len(row) > len(typed[0]):
            surplus = address(number, len(typed[0]))
            raise Unreadable("ragged_row", f"{len(row)} cells, the header has {len(typed[0])}", path.stem, surplus)
    return RawSheet(path.stem, trimmed([[_cell(text) for text in row] for row in typed]))


def _cell(text: str) -> Cell:
    """A CSV file does not tell texts from numbers: what reads as a plain number is one."""
    return Cell(text, "number" if re.fullmatch(NUMBER, text) else "text")
