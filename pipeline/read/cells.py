"""A sheet as it was typed."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from math import isfinite
from typing import Literal, NamedTuple

CellKind = Literal["text", "number", "percent", "date", "boolean", "error", "formula"]

MOST_ROWS, MOST_COLUMNS = 20_000, 200  # a results sheet is far smaller; more is a mistake or an attack
MOST_CELLS, MOST_TEXT = 500_000, 2**24  # of a file: cells, and signs in all of them together
MOST_SHEETS = 1_000  # of a file
MOST_SIGNS = 32_767  # of a cell: no spreadsheet holds more


class Cell(NamedTuple):
    """What a cell holds: its text, and what kind of cell it is (`formula`: one without a stored value)."""

    text: str
    kind: CellKind


BLANK = Cell("", "text")
UNREADABLE = {"error": "error_cell", "formula": "formula_without_value"}  # kinds of cells, and the codes of problems


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


XML_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)


class Unreadable(Exception):
    """A file that cannot be read: the code of the problem, what was found, and the sheet if it is one sheet's fault."""

    def __init__(self, code: str, found: str, sheet: str = "", cell: str = "") -> None:
        super().__init__(found)
        self.code, self.found, self.sheet, self.cell = code, found, sheet, cell


class Size:
    """How much a file holds, counted while it is read."""

    def __init__(self) -> None:
        self.cells = self.signs = 0

    def add(self, times: int, row: Iterable[Cell]) -> None:
        """Count a row. Raises Unreadable for more than any workbook of results holds."""
        for typed in row:
            if typed != BLANK:
                self.cells += times
                self.signs += times * len(typed.text)
        if self.cells > MOST_CELLS or self.signs > MOST_TEXT:
            raise Unreadable("too_large", f"{self.cells:,} cells with {self.signs:,} signs, and more")


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
        case timedelta():
            return Cell(str(value), "date")
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


def spans(numbers: Iterable[int], name: Callable[[int], str] = str) -> str:
    """Ascending numbers in words: 5, 6, 7, 12 -> `5 to 7, 12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(name(run[0]) + (f" to {name(run[-1])}" if len(run) > 1 else "") for run in runs)


def without_covered(
    rows: list[list[Cell]], merges: Sequence[tuple[int, int, int, int]]
) -> tuple[list[list[Cell]], list[tuple[str, str]]]:
    """The rows without what lies hidden under merged cells, and its addresses and texts.

    Raises Unreadable for merged cells that overlap many times over.
    """
    reached = (
        (min(bottom + 1, len(rows)) - top, min(right + 1, MOST_COLUMNS) - left) for top, left, bottom, right in merges
    )
    if sum(down * across for down, across in reached if down > 0 and across > 0) > MOST_ROWS * MOST_COLUMNS:
        raise Unreadable("suspicious", f"{len(merges):,} blocks of merged cells, one upon the other")
    covered = []
    for top, left, bottom, right in merges:
        for row in range(top, min(bottom + 1, len(rows))):
            for column in range(left, min(right + 1, len(rows[row]))):
                if (row, column) != (top, left) and rows[row][column] != BLANK:
                    covered.append((address(row, column), rows[row][column].text))
                    rows[row][column] = BLANK
    return rows, covered
