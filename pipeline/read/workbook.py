"""Raw sheets from an .xlsx workbook, with openpyxl: it sees formulas, error cells and number formats."""

import re
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.read.cells import MOST_COLUMNS, MOST_ROWS, Cell, RawSheet, Unreadable, cell, trimmed

MOST_BYTES = 64 * 2**20  # unpacked
ENCRYPTED = b"\xd0\xcf\x11\xe0"  # an old or password-protected workbook
ENCRYPTED_PART = 1  # flag of a part of a zip
FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")


def read_workbook(path: Path) -> list[RawSheet]:
    """Every sheet of a workbook, hidden ones included.

    Raises Unreadable for a file that is no workbook, is damaged, encrypted or unreasonably large.
    """
    content = checked_zip(path)
    book = _load(content, data_only=True)
    formulas = _load(content, data_only=False) if _has_formulas(content) else None
    return [_sheet(sheet, formulas[sheet.title] if formulas else None) for sheet in book.worksheets]


def checked_zip(path: Path) -> bytes:
    """The file's bytes, once it is known to be a whole zip of a reasonable size.

    Raises Unreadable.
    """
    content = path.read_bytes()
    if content.startswith(ENCRYPTED):
        raise Unreadable("encrypted", "an encrypted workbook, or one of an old format")
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            if sum(part.file_size for part in package.infolist()) > MOST_BYTES:
                raise Unreadable("too_large", f"more than {MOST_BYTES // 2**20} MB unpacked")
            if any(part.flag_bits & ENCRYPTED_PART for part in package.infolist()):
                raise Unreadable("encrypted", "an encrypted zip file")
            damaged = package.testzip()
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
        raise Unreadable("not_a_workbook", _looks_like(content)) from fault
    if damaged:
        raise Unreadable("not_a_workbook", f"a damaged workbook (part {damaged})")
    return content


def _looks_like(content: bytes) -> str:
    if not content:
        return "an empty file"
    if content.startswith(b"PK"):
        return "a truncated or damaged workbook"
    if b"<html" in content[:1000].lower() or b"<table" in content[:1000].lower():
        return "an HTML page"
    return "CSV or other text" if b"\0" not in content[:1000] else "not a zip file"


def _load(content: bytes, *, data_only: bool) -> Any:
    try:
        return load_workbook(BytesIO(content), data_only=data_only, keep_links=False)
    except Exception as fault:  # openpyxl raises whatever its parsers raise; each means the same to the user
        raise Unreadable("not_a_workbook", f"a workbook that cannot be read ({type(fault).__name__})") from fault


def _has_formulas(content: bytes) -> bool:
    with zipfile.ZipFile(BytesIO(content)) as package:
        sheets = (part for part in package.namelist() if part.startswith("xl/worksheets/"))
        return any(FORMULA.search(package.read(part)) for part in sheets if part.endswith(".xml"))


def _sheet(values: Worksheet, formulas: Worksheet | None) -> RawSheet:
    if values.max_row > MOST_ROWS or values.max_column > MOST_COLUMNS:
        raise Unreadable("too_wide", f"{values.max_row:,} rows, {values.max_column:,} columns", values.title)
    rows = [[_cell(stored) for stored in row] for row in values.iter_rows()]
    for row in formulas.iter_rows() if formulas else ():
        for typed in row:
            if typed.data_type == "f" and _without_value(values.cell(typed.row, typed.column)):
                rows[typed.row - 1][typed.column - 1] = Cell(_formula(typed.value), "formula")
    merges = sorted((m.min_row - 1, m.min_col - 1, m.max_row - 1, m.max_col - 1) for m in values.merged_cells.ranges)
    return RawSheet(values.title, trimmed(rows), merges)


def _without_value(stored: Any) -> bool:
    """Nothing is stored, not even the empty text that a calculated formula may give (kept as type `str`)."""
    return stored.value is None and stored.data_type != "str"


def _cell(typed: Any) -> Cell:
    if typed.data_type == "e":
        return Cell(str(typed.value), "error")
    percent = isinstance(typed, SheetCell) and "%" in typed.number_format
    return cell(typed.value, percent=percent)


def _formula(value: object) -> str:
    match value:
        case ArrayFormula():
            return str(value.text)
        case DataTableFormula():
            return "a data table"
        case _:
            return str(value)
