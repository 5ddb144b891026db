"""Values of a spreadsheet -> cells, and rows of cells -> a raw sheet: what all formats share.

In: values or texts as a parser has them. Out: `Cell`, `RawSheet`, `Remark`; `Unreadable` for a file that is refused.
Rows and columns count from 0, unless a docstring says otherwise.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from math import isfinite
from typing import Final, Literal, NamedTuple

from schemas.characters import CONTROL, INVISIBLE, escaped
from schemas.messages import Listed, Message, Text, Verbatim, listed, say

# In a CSV file where no commas part the cells: `comma`, a number with a decimal comma; `either`, thousands or decimals.
CellKind = Literal[
    "text", "number", "percent", "date", "boolean", "error", "linked", "formula", "comma", "either", "across"
]
Block = tuple[int, int, int, int]  # first row, first column, last row, last column

MOST_ROWS, MOST_COLUMNS = 20_000, 200  # a results sheet is far smaller; more is a mistake or an attack
MOST_CELLS, MOST_TEXT = 500_000, 2**24  # of a file: cells, and signs in all of them together
MOST_SHEETS = 1_000  # of a file
LISTED = 5  # cells named in one line
MOST_SIGNS = 32_767  # of a cell: no spreadsheet holds more
SHOWN_OF_A_TEXT = 200  # signs of a text that is longer than any cell may be
NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)  # in XML
WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")  # written as a cell shows it, and exact as a float
ERROR = re.compile(  # what spreadsheets write in the place of a value, in English, Italian, French and German
    r"#(?:N/[AD]|N[AV]|(?:DIV|NUL)/0!|R[EI]F!|BEZUG!|NAME\?|NOM[E]?\?|VALU?E[!R]!?|VALORE!|VALEUR!|WERT!"
    r"|NUM!|NUMERO!|NOMBRE!|ZAHL!|NUL(?:L|LO)?!|SPILL!|ESPANSIONE!|PROPAGATION!|ÜBERLAUF!|CALC!|KALK!)"
    r"|Err:5\d\d"
)


class Cell(NamedTuple):
    """What a cell holds: its text, and what kind of cell it is.

    formula  one without a stored value
    linked   a country or a stock that Excel knows (a linked data type), of which the file holds no text
    """

    text: str
    kind: CellKind


BLANK = Cell("", "text")
PERCENTAGE = Message("{figure} as a percentage")
ACROSS: Final = "across"  # a value that goes on, or stands, in columns beside its own
UNREADABLE = {
    "error": "error_cell",
    "linked": "error_cell",
    "formula": "formula_without_value",
    ACROSS: "value_across",
}  # kinds of cells, and the codes of problems


HIDDEN_SHEETS = {"hidden": say("a sheet that is hidden"), "veryHidden": say("a sheet that is veryHidden")}


class RawSheet(NamedTuple):
    """One sheet as it was typed: its rows from the first on, each as long as it is typed.

    merges  what is one cell on the screen; only the first cell of each block is typed
    """

    name: str
    rows: list[list[Cell]]
    merges: Sequence[Block] = ()


class Remark(NamedTuple):
    """What there is to say of a file that could be read: the code of a problem, what was found, and where."""

    code: str
    found: Text
    sheet: str = ""
    cell: str = ""


class Reading(NamedTuple):
    """What was read of one file."""

    sheets: list[RawSheet]
    remarks: list[Remark]


class Unreadable(Exception):
    """A file that cannot be read: the code of the problem, what was found, and the sheet if it is one sheet's fault."""

    def __init__(self, code: str, found: Text, sheet: str = "", cell: str = "") -> None:
        super().__init__(code, found, sheet, cell)  # as it is pickled
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
            found = say("{cells:,} cells with {signs:,} signs, and more", cells=self.cells, signs=self.signs)
            raise Unreadable("too_large", found)


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
    """A number of XML as a cell. Raises ValueError, also for what only Python takes for a number."""
    if WHOLE.fullmatch(text) and not percent:
        return Cell(text, "number")
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    return cell(float(text), percent=percent)


def letters(column: int) -> str:
    """The letters of a column: 0 -> A, 26 -> AA."""
    before, last = divmod(column, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


@cache
def column_number(name: str) -> int:
    """The number of a column by its capital letters, counted from 1: A -> 1, AA -> 27."""
    return column_number(name[:-1]) * 26 + ord(name[-1]) - ord("A") + 1 if name else 0


def address(row: int, column: int) -> str:
    """The address of a cell: (4, 10) -> K5."""
    return f"{letters(column)}{row + 1}"


def trimmed(rows: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without blank cells at their ends and blank rows at the end."""
    for row in rows:
        while row and row[-1] == BLANK:
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def spans(numbers: Iterable[int], name: Callable[[int], str] = str) -> Listed:
    """Ascending numbers in words: 5, 6, 7, 12 -> `5 to 7, 12`."""
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
    """The first of the cells, and how many more there are."""
    first, more = listed(places[:LISTED]), len(places) - LISTED
    return say("{cells} and {more} more", cells=first, more=more) if more > 0 else first


def struck_through(name: str, places: Sequence[str]) -> Iterator[Remark]:
    """A remark on the cells of a sheet that are struck through."""
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
    """One sheet of a workbook, with what there is to say of it.

    more   further remarks, which stand before the one on the state of a sheet that is hidden
    Raises Unreadable for merged cells that overlap many times over.
    """
    remarks = [Remark("covered_value", Verbatim(text), name, at) for at, text in _clear_covered(rows, merges)]
    down = sorted(row for row in hidden_rows if row < len(rows) and any(typed != BLANK for typed in rows[row]))
    filled = {column for row in rows for column, typed in enumerate(row) if typed != BLANK} if hidden_columns else set()
    if down:
        found = say("rows {spans}", spans=spans(row + 1 for row in down))
        remarks.append(Remark("hidden_cells", found, name, address(down[0], 0)))
    if across := sorted(filled.intersection(hidden_columns)):
        found = say("columns {spans}", spans=spans(across, letters))
        remarks.append(Remark("hidden_cells", found, name, address(0, across[0])))
    remarks += more
    if state != "visible":
        remarks.append(Remark("hidden_sheet", HIDDEN_SHEETS[state], name))
    return Reading([RawSheet(name, trimmed(rows), sorted(merges))], remarks)


def _clear_covered(rows: list[list[Cell]], merges: Sequence[Block]) -> list[tuple[str, str]]:
    """Blank what lies hidden under merged cells: its addresses and texts. Raises Unreadable."""
    reached = (
        (min(bottom + 1, len(rows)) - top, min(right + 1, MOST_COLUMNS) - left) for top, left, bottom, right in merges
    )
    if sum(down * across for down, across in reached if down > 0 and across > 0) > MOST_ROWS * MOST_COLUMNS:
        found = say("{blocks:,} blocks of merged cells, one upon the other", blocks=len(merges))
        raise Unreadable("suspicious", found)
    covered = []
    for top, left, bottom, right in merges:
        for row in range(top, min(bottom + 1, len(rows))):
            for column in range(left, min(right + 1, len(rows[row]))):
                if (row, column) != (top, left) and rows[row][column] != BLANK:
                    covered.append((address(row, column), rows[row][column].text))
                    rows[row][column] = BLANK
    return covered


# -- characters that nobody sees: those that change nothing are left out and listed, the others are errors -----------


def in_sight(sheet: RawSheet) -> tuple[RawSheet, list[Remark]]:
    """The sheet without invisible characters, and remarks on what was left out of which cell.

    A text with control characters, or far too long, is an error; it is kept as it can be shown.
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
    """A text without invisible characters, and the code of its problem; empty without one."""
    if len(text) > MOST_SIGNS:
        return escaped(text)[:SHOWN_OF_A_TEXT], "long_text"
    if CONTROL.search(text):
        return escaped(text), "control_character"
    if INVISIBLE.search(text):
        return INVISIBLE.sub("", text), "invisible"
    return text, ""
