"""Raw sheets from an .xlsx workbook.

Every sheet is walked through once before openpyxl reads it: what lies where, what is hidden or merged, which formulas
were never calculated. So a sheet that contradicts itself is refused at its cell, and the values are read within the
bounds of what is typed. openpyxl reads the values: it knows shared texts, number formats and dates.
"""

import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import BytesIO, StringIO
from typing import Any, NamedTuple
from xml.parsers import expat

from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook
from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.utils.cell import column_index_from_string, range_boundaries
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from pipeline.read.cells import (
    BLANK,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_SHEETS,
    XML_NUMBER,
    Cell,
    RawSheet,
    Reading,
    Remark,
    Size,
    Unreadable,
    address,
    cell,
    letters,
    spans,
    trimmed,
    without_covered,
)
from pipeline.read.preflight import plain_xml, unpack

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"  # the rare other way of saving .xlsx
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ROOT, WORKBOOK = "_rels/.rels", "xl/workbook.xml"
WORKSHEET, OTHER_SHEETS = "/worksheet", ("/chartsheet", "/dialogsheet", "/xlMacrosheet", "/xlIntlMacrosheet")
LINK = re.compile(r"xl/externalLinks/_rels/[^/]+\.rels")
CONNECTIONS, MACROS = "xl/connections.xml", "vbaProject.bin"
CELL, VALUE, FORMULA, INLINE, ROWS, ROW, COLUMN, MERGE = (
    f"{MAIN} {tag}" for tag in ("c", "v", "f", "is", "sheetData", "row", "col", "mergeCell")
)
FARTHEST_ROW, FARTHEST_COLUMN = 1_048_576, 16_384  # of any spreadsheet
ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII)
VALUES = {
    "n": XML_NUMBER,
    "s": re.compile(r"\s*\d+\s*", re.ASCII),
    "b": re.compile(r"\s*[01]\s*"),
    "d": re.compile(r"[-\d:T.Z ]+", re.ASCII),
    "e": re.compile(r".*", re.DOTALL),
    "str": re.compile(r".*", re.DOTALL),
    "inlineStr": re.compile(r".*", re.DOTALL),
}
ELSEWHERE = re.compile(r"\[\d+\]")  # in a formula: a cell of another workbook
ESCAPED = re.compile(r"_x(00[01][0-9A-F]|007F|D[89A-F][0-9A-F]{2}|FFF[EF])_", re.IGNORECASE)  # what XML cannot hold
MOST_LOOKS, LONGEST_FORMAT, MOST_BRACKETS = 65_490, 255, 20  # Excel's own limits; brackets hold a colour or a condition
YES = ("1", "true")
LISTED = 5  # cells named in one line


class Frame(NamedTuple):
    """A workbook but for its cells: its sheets as openpyxl has them, and as they were walked through."""

    pages: list[Any]
    walks: list["Walk"]
    remarks: list[Remark]


@contextmanager
def quiet() -> Iterator[None]:
    """Without what openpyxl says of things that it would not write again."""
    with warnings.catch_warnings(action="ignore"), redirect_stdout(StringIO()):
        yield


def read_slowly(content: bytes, suffix: str = ".xlsx") -> Reading:
    """Every sheet of a workbook, hidden ones included: values as they were stored, nothing calculated or fetched.

    Each part is known to be whole and plain (`preflight.plain_parts`). Raises Unreadable for what is no workbook.
    """
    frame, size = framed(content, suffix), Size()
    pages = zip(frame.pages, frame.walks, strict=True)
    return assembled(frame, (_rows(page, walk, size) for page, walk in pages))


def framed(content: bytes, suffix: str) -> Frame:
    """The workbook but for its cells. Raises Unreadable, and whatever openpyxl does."""
    with zipfile.ZipFile(BytesIO(content)) as package:
        parts = _parts(package)
        walks = [Walk(title, unpack(package, part), part) for title, part in parts]
        remarks = [*_remarks(package, suffix)]
    book: Any = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    titles = {walk.title for walk in walks}
    pages = [page for page in book.worksheets if page.title in titles]
    if [page.title for page in pages] != [walk.title for walk in walks]:
        raise Unreadable("not_a_workbook", "a workbook that names other sheets than it has")
    if book.epoch == CALENDAR_MAC_1904:
        remarks.append(Remark("dates_from_1904", "dates counted from 1904"))
    return Frame(pages, walks, remarks)


def assembled(frame: Frame, tables: Iterable[list[list[Cell]]]) -> Reading:
    """The workbook with its cells: the rows of each sheet. Raises Unreadable for merged cells made to harm."""
    sheets, remarks = [], [*frame.remarks]
    for page, walk, table in zip(frame.pages, frame.walks, tables, strict=True):
        rows, covered = without_covered(table, walk.merges)
        remarks += [Remark("covered_value", text, page.title, at) for at, text in covered]
        remarks += walk.remarks(rows)
        if page.sheet_state != "visible":
            remarks.append(Remark("hidden_sheet", f"a sheet that is {page.sheet_state}", page.title))
        sheets.append(RawSheet(page.title, trimmed(rows), sorted(walk.merges)))
    return Reading(sheets, remarks)


def _parts(package: zipfile.ZipFile) -> list[tuple[str, str]]:
    """Title and part of every worksheet, in order. Raises Unreadable where one has no part."""
    [start, *_] = [r.target for r in get_dependents(package, ROOT) if r.Type.endswith("/officeDocument")] or [WORKBOOK]
    book = fromstring(unpack(package, start))
    if len(book.findall(f"{{{MAIN}}}sheets/{{{MAIN}}}sheet")) > MOST_SHEETS:
        raise Unreadable("too_large", f"more than {MOST_SHEETS:,} sheets")
    if book.tag.startswith(f"{{{STRICT}}}"):
        raise Unreadable("not_a_workbook", "a Strict Open XML workbook")
    relations = get_dependents(package, get_rels_path(start)).to_dict()
    for relation in relations.values():
        if relation.Type.endswith("/styles"):
            _check_formats(unpack(package, relation.target))
    parts = []
    for sheet in book.iter(f"{{{MAIN}}}sheet"):
        title, relation = sheet.get("name", ""), relations.pop(sheet.get(f"{{{RELATIONS}}}id"), None)
        if relation is None or relation.target not in package.namelist():
            raise Unreadable("not_a_workbook", "a sheet whose part is missing", title)
        if relation.Type.endswith(WORKSHEET):
            parts.append((title, relation.target))
        elif not relation.Type.endswith(OTHER_SHEETS):
            raise Unreadable("not_a_workbook", f"a sheet of an unknown kind, {relation.Type[:100]}", title)
    if nameless := [relation.target for relation in relations.values() if relation.Type.endswith(WORKSHEET)]:
        raise Unreadable("not_a_workbook", f"part {nameless[0]}, a sheet that the workbook does not name")
    if not parts:
        raise Unreadable("not_a_workbook", "a workbook without a sheet")
    return parts


def _check_formats(styles: bytes) -> None:
    """No more, and no longer, number formats than a spreadsheet program lets one type. Raises Unreadable."""
    root = fromstring(styles)
    looks = len(root.findall(f"{{{MAIN}}}cellXfs/{{{MAIN}}}xf"))
    formats = [element.get("formatCode", "") for element in root.iter(f"{{{MAIN}}}numFmt")]
    if looks > MOST_LOOKS or any(len(code) > LONGEST_FORMAT or code.count("[") > MOST_BRACKETS for code in formats):
        raise Unreadable("suspicious", "number formats that no spreadsheet program writes")


def _remarks(package: zipfile.ZipFile, suffix: str) -> Iterator[Remark]:
    """What a workbook brings along that is not read: macros, and where it takes values from."""
    names = package.namelist()
    macros = [name for name in names if name.endswith(MACROS)]
    if macros or suffix == ".xlsm":
        yield Remark("macros", macros[0] if macros else suffix)
    for name in names:
        if LINK.match(name):
            for relation in fromstring(unpack(package, name)):
                yield Remark("outside_data", relation.get("Target", ""))
        elif name == CONNECTIONS:
            for connection in fromstring(unpack(package, name)):
                yield Remark("outside_data", f"connection {connection.get('name', '')}")


class Walk:
    """One run through the XML of a worksheet, cell by cell.

    row                    the last there is, from 1; 0 without any
    last_row, last_column  of the cells that are filled, from 1; 0 without any
    uncalculated           formulas without a stored value, by row and column from 0
    merges                 as in RawSheet
    Raises Unreadable for a sheet that contradicts itself or reaches too far.
    """

    def __init__(self, title: str, xml: bytes, part: str) -> None:
        self.title, self.part = title, part
        self.last_row = self.last_column = self._filled = 0
        self.uncalculated: dict[tuple[int, int], str] = {}
        self.merges: list[tuple[int, int, int, int]] = []
        self._hidden_rows: list[int] = []
        self._hidden_columns: set[int] = set()
        self._linked: list[str] = []
        self._shared: dict[str, str] = {}
        self.row = self._column = 0
        self._has_rows = False
        self._addressed: bool | None = None
        self._formula: dict[str, str] | None = None  # the attributes of a cell's formula
        self._heard: str | None = None  # the text inside of the element that is listened to
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._root
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._hear
        self._parser = parser
        plain_xml(xml, part, parser)
        if not self._has_rows:
            raise Unreadable("not_a_workbook", f"part {part}, a worksheet without rows", title)

    def remarks(self, rows: list[list[Cell]]) -> Iterator[Remark]:
        """What is hidden although it is filled, and which cells take their value from elsewhere."""
        hidden_rows = [row for row in self._hidden_rows if row <= len(rows) and any(c != BLANK for c in rows[row - 1])]
        hidden_columns = sorted(
            column
            for column in self._hidden_columns
            if any(len(row) >= column and row[column - 1] != BLANK for row in rows)
        )
        if hidden_rows:
            yield Remark("hidden_cells", f"rows {spans(hidden_rows)}", self.title, address(hidden_rows[0] - 1, 0))
        if hidden_columns:
            found = spans(hidden_columns, lambda column: letters(column - 1))
            yield Remark("hidden_cells", f"columns {found}", self.title, address(0, hidden_columns[0] - 1))
        if self._linked:
            more = f" and {len(self._linked) - LISTED} more" if len(self._linked) > LISTED else ""
            found = f"formulas in {', '.join(self._linked[:LISTED])}{more}"
            yield Remark("outside_data", found, self.title, self._linked[0])

    def _root(self, tag: str, typed: dict[str, str]) -> None:
        if tag != f"{MAIN} worksheet":
            raise Unreadable("not_a_workbook", f"part {self.part}, which is no worksheet", self.title)
        self._parser.StartElementHandler = self._start

    def _start(self, tag: str, typed: dict[str, str]) -> None:
        if tag == CELL:
            self._begin_cell(typed)
        elif tag in (VALUE, FORMULA):
            self._heard = ""
            if tag == FORMULA:
                self._formula = typed
        elif tag == INLINE:
            self._inline = True
        elif tag == ROW:
            self._begin_row(typed)
        elif tag == ROWS:
            self._has_rows = True
        elif tag == COLUMN and typed.get("hidden") in YES:
            first, last = max(int(typed["min"]), 1), min(int(typed["max"]), MOST_COLUMNS)
            self._hidden_columns |= {*range(first, last + 1)}
        elif tag == MERGE:
            left, top, right, bottom = range_boundaries(typed["ref"])
            self.merges.append((top - 1, left - 1, bottom - 1, right - 1))

    def _end(self, tag: str) -> None:
        if tag == CELL:
            self._end_cell()
        elif tag == VALUE:
            self._value, self._heard = self._heard or "", None
        elif tag == FORMULA:
            self._formula_text, self._heard = self._heard or "", None

    def _hear(self, text: str) -> None:
        if self._heard is not None:
            self._heard += text

    def _begin_row(self, typed: dict[str, str]) -> None:
        number = typed.get("r", str(self.row + 1))
        if not (number.isdecimal() and number.isascii() and self.row < int(number) <= FARTHEST_ROW):
            raise Unreadable("not_a_workbook", f"row {number[:20]} after row {self.row}", self.title)
        self.row, self._column = int(number), 0
        if typed.get("hidden") in YES:
            self._hidden_rows.append(self.row)

    def _begin_cell(self, typed: dict[str, str]) -> None:
        self._kind, self._value, self._inline = typed.get("t", "n"), "", False
        self._formula, self._formula_text = None, ""
        here = typed.get("r", "")
        place = ADDRESS.fullmatch(here)
        column = _number(place[1]) if place else self._column + 1
        elsewhere = here and (not place or int(place[2]) != self.row)
        self._addressed = bool(here) if self._addressed is None else self._addressed
        lost = self._addressed != bool(here)  # all cells of a sheet have an address, or none has
        if elsewhere or lost or not self._column < column <= FARTHEST_COLUMN:
            raise Unreadable(
                "not_a_workbook", f"a cell {here[:20] or 'without address'} after {self._here()}", self.title
            )
        self._column = column

    def _end_cell(self) -> None:
        allowed = VALUES.get(self._kind)
        fits = allowed and (not self._value or allowed.fullmatch(self._value))
        if not fits or (self._inline and self._kind != "inlineStr"):
            found = f"a cell of kind {self._kind[:20]!r} that holds {self._value[:50]!r}"
            raise Unreadable("not_a_workbook", found, self.title, self._here())
        if not (self._value or self._inline or self._formula is not None):
            return
        if self.row > MOST_ROWS or self._column > MOST_COLUMNS:
            raise Unreadable("too_wide", f"{self.row:,} rows, {self._column:,} columns", self.title, self._here())
        self._filled += 1
        if self._filled > MOST_CELLS:
            raise Unreadable("too_large", f"more than {MOST_CELLS:,} cells", self.title)
        self.last_row, self.last_column = self.row, max(self.last_column, self._column)
        if self._formula is not None:
            self._end_formula(self._formula)

    def _end_formula(self, typed: dict[str, str]) -> None:
        """Note a formula that has no value, or that takes it from another workbook."""
        text = f"={self._formula_text}"
        if typed.get("t") == "shared":
            text = self._shared.setdefault(typed.get("si", ""), text)
        elif typed.get("t") == "dataTable":
            text = "a data table"
        if not self._value and self._kind not in ("str", "inlineStr"):
            self.uncalculated[self.row - 1, self._column - 1] = text
        elif ELSEWHERE.search(text):
            self._linked.append(self._here())

    def _here(self) -> str:
        return address(self.row - 1, self._column - 1) if self._column else f"the start of row {self.row}"


@cache
def _number(letters: str) -> int:
    return int(column_index_from_string(letters))


def _rows(page: Any, walk: Walk, size: Size) -> list[list[Cell]]:
    """The rows of a sheet as far as they are filled."""
    rows: list[list[Cell]] = []
    if not walk.last_row:
        return rows
    for row in page.iter_rows(max_row=walk.last_row, max_col=walk.last_column):
        rows.append([stored_cell(stored) for stored in row])
        size.add(1, rows[-1])
    for (row, column), formula in walk.uncalculated.items():
        rows[row][column] = Cell(formula, "formula")
    return rows


def stored_cell(stored: Any) -> Cell:
    """A cell as openpyxl has it."""
    value = stored.value
    if value is None:
        return BLANK
    if stored.data_type == "e":
        return Cell(str(value), "error")
    if isinstance(value, str):
        return text_cell(value)
    return cell(value, percent=stored.data_type == "n" and "%" in stored.number_format)


def text_cell(text: str) -> Cell:
    """A text as a cell, with the characters that XML cannot hold."""
    return Cell(ESCAPED.sub(lambda code: chr(int(code[1], 16)), text), "text") if text else BLANK
