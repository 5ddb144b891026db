"""Raw sheets from a folder of CSV files, each named like its sheet."""

import csv
import re
from io import StringIO
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
    lines = text.splitlines()
    delimiter = max(DELIMITERS, key=next((line for line in lines if any(d in line for d in DELIMITERS)), "").count)
    try:
        typed = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as fault:
        raise Unreadable("ragged_row", str(fault), path.stem) from fault
    widest = max(map(len, typed), default=0)
    if len(typed) > MOST_ROWS or widest > MOST_COLUMNS:
        raise Unreadable("too_wide", f"{len(typed):,} rows, {widest:,} columns", path.stem)
    header = next((len(row) for row in typed if len(row) > 1), widest)  # a title above it is one cell
    for number, row in enumerate(typed):
        if len(row) > header:
            surplus = address(number, header)
            raise Unreadable("ragged_row", f"{len(row)} cells, the header has {header}", path.stem, surplus)
    return RawSheet(path.stem, trimmed([[_cell(text) for text in row] for row in typed]))


def _cell(text: str) -> Cell:
    """A CSV file does not tell texts from numbers: what reads as a plain number is one."""
    return Cell(text, "number" if re.fullmatch(NUMBER, text) else "text")
