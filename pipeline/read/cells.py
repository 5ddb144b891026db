"""A sheet as it was typed."""

from collections.abc import Sequence
from datetime import date, datetime, time
from math import isfinite
from typing import Literal, NamedTuple

CellKind = Literal["text", "number", "percent", "date", "boolean", "error", "formula"]

MOST_ROWS, MOST_COLUMNS = 20_000, 200  # a results sheet is far smaller; more is a mistake or an attack


class Cell(NamedTuple):
    """What a cell holds: its text, and what kind of cell it is (`formula`: one without a stored value)."""

    text: str
    kind: CellKind


BLANK = Cell("", "text")


class RawSheet(NamedTuple):
    """One sheet: its rows from the first on, as long as they are typed; row and column count from 0.

    merges  what is one cell on the screen: first row, first column, last row, last column; only the first cell is typed
    """

    name: str
    rows: list[list[Cell]]
    merges: Sequence[tuple[int, int, int, int]] = ()


class Remark(NamedTuple):
    """What there is to say of a file that could be read: the code of a problem, what was found, and where."""

    code: str
    found: str
    sheet: str = ""
    cell: str = ""


class Reading(NamedTuple):
    """What was read of one file."""

    sheets: list[RawSheet]
    remarks: list[Remark]


class Unreadable(Exception):
    """A file that cannot be read: the code of the problem, what was found, and the sheet if it is one sheet's fault."""

    def __init__(self, code: str, found: str, sheet: str = "", cell: str = "") -> None:
        super().__init__(found)
        self.code, self.found, self.sheet, self.cell = code, found, sheet, cell


def cell(value: object, *, percent: bool = False) -> Cell:
    """A value of a spreadsheet as a cell. Whole numbers lose their `.0`, dates are written year-month-day."""
    match value:
        case None | "":
            return BLANK
        case bool():
            return Cell(str(value).upper(), "boolean")
        case float() if not isfinite(value):
            return Cell(str(value), "error")
        case int() | float():
            plain = repr(int(value)) if float(value).is_integer() else repr(float(value))
            return Cell(f"{value:.10g} as a percentage", "percent") if percent else Cell(plain, "number")
        case datetime():
            return Cell(value.date().isoformat() if value.time() == time() else value.isoformat(" "), "date")
        case date() | time():
            return Cell(value.isoformat(), "date")
        case _:
            return Cell(str(value), "text")


def letters(column: int) -> str:
    """The letters of a column that counts from 0: 0 -> A, 26 -> AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def address(row: int, column: int) -> str:
    """The address of a cell, both counted from 0: (4, 10) -> K5."""
    return f"{letters(column)}{row + 1}"


def trimmed(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without blank cells at their ends and blank rows at the end."""
    for row in rows:
        while row and row[-1] == BLANK:
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows
