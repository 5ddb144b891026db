"""Classes for cells and raw sheets, and other code that the readers of all file formats share.

A reader converts the values or strings that a parser returns, and raises Unreadable for a file that it refuses. Rows
and columns are counted from 0, unless a docstring says otherwise.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from math import isfinite
from typing import Final, Literal, NamedTuple

from schemas.characters import CONTROL, INVISIBLE, escaped
from schemas.messages import Listed, Message, Text, Verbatim, listed, say

# Two kinds occur only in CSV files whose separator is not a comma: `comma`, a number with a decimal comma, and
# `either`, a number whose comma or point may mark thousands or decimals.
CellKind = Literal[
    "text", "number", "percent", "date", "boolean", "error", "linked", "formula", "comma", "either", "across"
]
Block = tuple[int, int, int, int]  # first row, first column, last row, last column

MOST_ROWS, MOST_COLUMNS = 20_000, 200  # a results sheet is far smaller; a larger one is a mistake or an attack
MOST_CELLS, MOST_TEXT = 500_000, 2**24  # per file: filled cells, and characters in all of them together
MOST_SHEETS = 1_000  # per file
LISTED = 5  # cells listed in one message
MOST_SIGNS = 32_767  # most characters in a cell: the limit of spreadsheet programs
SHOWN_OF_A_TEXT = 200  # characters shown of a cell with more than MOST_SIGNS
NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)  # a number in XML
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")  # whole numbers that floats represent exactly and print unchanged
ERROR = re.compile(  # the error values of spreadsheets in English, Italian, French and German
    r"#(?:N/[AD]|N[AV]|(?:DIV|NUL)/0!|R[EI]F!|BEZUG!|NAME\?|NOM[E]?\?|VALU?E[!R]!?|VALORE!|VALEUR!|WERT!"
    r"|NUM!|NUMERO!|NOMBRE!|ZAHL!|NUL(?:L|LO)?!|SPILL!|ESPANSIONE!|PROPAGATION!|ÜBERLAUF!|CALC!|KALK!)"
    r"|Err:5\d\d"
)


class Cell(NamedTuple):
    """A cell, with its text and its kind.

    A cell of kind `formula` holds a formula without a stored value. A cell of kind `linked` holds an Excel linked data
    type, such as a country or a stock, whose text is not in the file.
    """

    text: str
    kind: CellKind


BLANK = Cell("", "text")
PERCENTAGE = Message("{figure} as a percentage")
ACROSS: Final = "across"  # a value that continues in, or is only in, the columns beside its own
UNREADABLE = {
    "error": "error_cell",
    "linked": "error_cell",
    "formula": "formula_without_value",
    ACROSS: "value_across",
}  # kind of cell -> code of its problem


HIDDEN_SHEETS = {"hidden": say("a hidden sheet"), "veryHidden": say("a “very hidden” sheet")}


class RawSheet(NamedTuple):
    """A sheet before interpretation.

    rows    the rows from the top of the sheet, each up to its last filled cell
    merges  the merged blocks, in which only the first cell has a value
    """

    name: str
    rows: list[list[Cell]]
    merges: Sequence[Block] = ()


class Remark(NamedTuple):
    """A remark on a file that could be read, with the code of a problem, what was found, and where."""

    code: str
    found: Text
    sheet: str = ""
    cell: str = ""


class Reading(NamedTuple):
    """The content of one file."""

    sheets: list[RawSheet]
    remarks: list[Remark]


class Unreadable(Exception):
    """The error raised for a file that cannot be read.

    The error holds the code of the problem, a description of what was found, and the sheet and cell at fault. The sheet
    is empty if the whole file is at fault, and the cell is empty if no single cell is.
    """

    def __init__(self, code: str, found: Text, sheet: str = "", cell: str = "") -> None:
        super().__init__(code, found, sheet, cell)  # all arguments, so that it can be pickled
        self.code, self.found, self.sheet, self.cell = code, found, sheet, cell


class Size:
    """The amount of data in a file, counted while it is read."""

    def __init__(self) -> None:
        self.cells = self.signs = 0

    def add(self, times: int, row: Iterable[Cell]) -> None:
        """Count a row that occurs `times` times. Raises Unreadable if the file exceeds a limit."""
        for typed in row:
            if typed != BLANK:
                self.cells += times
                self.signs += times * len(typed.text)
        if self.cells > MOST_CELLS or self.signs > MOST_TEXT:
            detail = say("at least {cells:,} cells with {signs:,} characters", cells=self.cells, signs=self.signs)
            raise Unreadable("too_large", detail)


def cell(value: object, *, percent: bool = False) -> Cell:
    """Return a spreadsheet value as a cell.

    Whole numbers lose their `.0`, and dates are written as year-month-day.
    """
    match value:
        case None | "":
            return BLANK
        case bool():
            return Cell(str(value).upper(), "boolean")
        case float() if not isfinite(value):
            return Cell(str(value), "error")
        case int() | float():
            plain = repr(int(value)) if float(value).is_integer() else repr(float(value))
            return (
                Cell(str(PERCENTAGE.of({"figure": f"{value:.10g}"})), "percent") if percent else Cell(plain, "number")
            )
        case datetime():
            return Cell(value.date().isoformat() if value.time() == time() else value.isoformat(" "), "date")
        case timedelta():
            return Cell(str(value), "date")
        case date() | time():
            return Cell(value.isoformat(), "date")
        case _:
            return Cell(str(value), "text")


def number_cell(text: str, *, percent: bool = False) -> Cell:
    """Return a number from XML as a cell.

    Raises ValueError if `text` is not a number as written in XML, even if Python would accept it as a number.
    """
    if WHOLE.fullmatch(text) and not percent:
        return Cell(text, "number")
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    return cell(float(text), percent=percent)


def letters(column: int) -> str:
    """Return the letters of a column counted from 0, such as AA for column 26."""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


@cache
def column_number(name: str) -> int:
    """Return the number of a column, counted from 1, given its capital letters, such as 27 for AA."""
    return column_number(name[:-1]) * 26 + ord(name[-1]) - ord("A") + 1 if name else 0


def address(row: int, column: int) -> str:
    """Return the address of a cell, such as K5 for row 4 and column 10."""
    return f"{letters(column)}{row + 1}"


def trimmed(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Remove trailing blank cells and trailing blank rows in place, and return the rows."""
    for row in rows:
        while row and row[-1] == BLANK:
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def spans(numbers: Iterable[int], name: Callable[[int], str] = str) -> Listed:
    """Return ascending numbers as ranges, such as `5 to 7, 12` for 5, 6, 7 and 12."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(
        say("{first} to {last}", first=name(run[0]), last=name(run[-1])) if len(run) > 1 else name(run[0])
        for run in runs
    )


def shown(places: Sequence[str]) -> Text:
    """Return a message with the first LISTED cells, followed by how many more there are, if any."""
    first, more = listed(places[:LISTED]), len(places) - LISTED
    return say("{cells} and {more} more", cells=first, more=more) if more > 0 else first


def struck_through(name: str, places: Sequence[str]) -> Iterator[Remark]:
    """Yield a remark on the cells of a sheet that are struck through, if there are any."""
    if places:
        yield Remark("struck_through", shown(places), name, places[0])


def finished(
    name: str,
    rows: list[list[Cell]],
    merges: Sequence[Block],
    hidden_rows: Iterable[int],
    hidden_columns: Iterable[int],
    more: Iterable[Remark] = (),
    state: str = "visible",
) -> Reading:
    """Return one sheet of a workbook, together with the remarks on the sheet.

    more  further remarks, placed before any remark that the sheet is hidden

    Raises Unreadable if merged cells overlap excessively.
    """
    remarks = [Remark("covered_value", Verbatim(text), name, at) for at, text in _clear_covered(rows, merges)]
    down = sorted(row for row in hidden_rows if row < len(rows) and any(typed != BLANK for typed in rows[row]))
    filled = {column for row in rows for column, typed in enumerate(row) if typed != BLANK} if hidden_columns else set()
    if down:
        detail = say("rows {spans}", spans=spans(row + 1 for row in down))
        remarks.append(Remark("hidden_cells", detail, name, address(down[0], 0)))
    if across := sorted(filled.intersection(hidden_columns)):
        detail = say("columns {spans}", spans=spans(across, letters))
        remarks.append(Remark("hidden_cells", detail, name, address(0, across[0])))
    remarks += more
    if state != "visible":
        remarks.append(Remark("hidden_sheet", HIDDEN_SHEETS[state], name))
    return Reading([RawSheet(name, trimmed(rows), sorted(merges))], remarks)


def _clear_covered(rows: list[list[Cell]], merges: Sequence[Block]) -> list[tuple[str, str]]:
    """Blank the cells hidden under merged blocks, and return their addresses and contents.

    Raises Unreadable if the blocks overlap excessively.
    """
    reached = (
        (min(bottom + 1, len(rows)) - top, min(right + 1, MOST_COLUMNS) - left) for top, left, bottom, right in merges
    )
    if sum(down * across for down, across in reached if down > 0 and across > 0) > MOST_ROWS * MOST_COLUMNS:
        detail = say("{blocks:,} overlapping blocks of merged cells", blocks=len(merges))
        raise Unreadable("suspicious", detail)
    covered = []
    for top, left, bottom, right in merges:
        for row in range(top, min(bottom + 1, len(rows))):
            for column in range(left, min(right + 1, len(rows[row]))):
                if (row, column) != (top, left) and rows[row][column] != BLANK:
                    covered.append((address(row, column), rows[row][column].text))
                    rows[row][column] = BLANK
    return covered


# -- invisible characters: harmless ones are removed and listed, control characters are errors -------------------------


def in_sight(sheet: RawSheet) -> tuple[RawSheet, list[Remark]]:
    """Remove the invisible characters from a sheet. Return the sheet, and a remark on each name or cell changed.

    Text that contains control characters is escaped. Text longer than MOST_SIGNS is escaped and cut short.
    """
    remarks = []
    name, code = plain(sheet.name)
    if code:
        remarks.append(Remark(code, Verbatim(escaped(sheet.name)), name))
    harmless: set[str] = set()
    for row, cells in enumerate(sheet.rows):
        for column, typed in enumerate(cells):
            if typed.text in harmless:
                continue
            text, code = plain(typed.text)
            if not code:
                harmless.add(text)
            else:
                remarks.append(
                    Remark(code, Verbatim(escaped(typed.text)[:SHOWN_OF_A_TEXT]), name, address(row, column))
                )
                cells[column] = Cell(text, typed.kind)
    return sheet._replace(name=name), remarks


def plain(text: str) -> tuple[str, str]:
    """Return a string in printable form, and the code of the problem found in the string.

    The code is "" if there was no problem.
    """
    if len(text) > MOST_SIGNS:
        return escaped(text)[:SHOWN_OF_A_TEXT], "long_text"
    if CONTROL.search(text):
        return escaped(text), "control_character"
    if INVISIBLE.search(text):
        return INVISIBLE.sub("", text), "invisible"
    return text, ""
