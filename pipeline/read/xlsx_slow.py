"""Read the raw sheets of any .xlsx workbook cell by cell with openpyxl.

This module reads every workbook that the fast reader refuses, and the fast reader must agree with it. The caller must
have checked that the parts of the workbook are complete and safe (`preflight.plain_parts`).

Before openpyxl reads a sheet, a scan finds its bounds, hidden and merged cells, and formulas that were never
calculated. The error for an inconsistent sheet can therefore name the cell, and only cells within the bounds are read.
The values are left to openpyxl, which understands shared strings, number formats and dates.
"""

import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import BytesIO, StringIO
from typing import Any, NamedTuple
from xml.parsers import expat

from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook
from openpyxl.cell.text import Text
from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.datetime import CALENDAR_MAC_1904, from_ISO8601

from pipeline.read import cells
from pipeline.read.cells import MOST_COLUMNS, Block, Cell, Reading, Remark, Size, Unreadable, address, column_number
from pipeline.read.preflight import plain_xml, unpack
from schemas.messages import Message, Verbatim, in_context, say

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"  # the namespace of the rare format "strict .xlsx"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ROOT, WORKBOOK = "_rels/.rels", "xl/workbook.xml"
WORKSHEET, OTHER_SHEETS = "/worksheet", ("/chartsheet", "/dialogsheet", "/xlMacrosheet", "/xlIntlMacrosheet")
LINK = re.compile(r"xl/externalLinks/_rels/[^/]+\.rels")
CONNECTIONS, MACROS = "xl/connections.xml", "vbaProject.bin"
STYLES, STRINGS, STRIKE = "xl/styles.xml", "xl/sharedStrings.xml", f"{{{MAIN}}}strike"
# The part names that openpyxl expects.
TYPES, USUAL = (
    "[Content_Types].xml",
    {"styles": STYLES, "sharedStrings": STRINGS},
)
CELL, VALUE, FORMULA, INLINE, ROWS, ROW, COLUMN, MERGE, LINE_THROUGH = (
    f"{MAIN} {tag}" for tag in ("c", "v", "f", "is", "sheetData", "row", "col", "mergeCell", "strike")
)
FARTHEST_ROW, FARTHEST_COLUMN = 1_048_576, 16_384  # the limits of spreadsheet programs
ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII)
ANYTHING = re.compile(".*", re.DOTALL)
VALUES = {
    **{"n": cells.NUMBER, "s": re.compile(r"\s*\d+\s*", re.ASCII), "b": re.compile(r"\s*[01]\s*")},
    **{"d": re.compile(r"[-\d:T.Z ]+", re.ASCII), "e": ANYTHING, "str": ANYTHING, "inlineStr": ANYTHING},
}
ELSEWHERE = re.compile(r"\[\d+\]")  # a reference to another workbook in a formula
# Escapes of characters that XML cannot represent, and of an underscore that would otherwise begin an escape:
# `_x005F_x000D_` is the text `_x000D_`.
ESCAPED = re.compile(r"_x(005F|00[01][0-9A-F]|007F|D[89A-F][0-9A-F]{2}|FFF[EF])_", re.IGNORECASE)
MOST_LOOKS, LONGEST_FORMAT, MOST_BRACKETS = 65_490, 255, 20  # Excel's own limits; brackets enclose colours, conditions
YES = ("1", "true")


class Elsewhere(Exception):
    """The error raised if a part of a workbook is not where openpyxl expects it."""


class Skeleton(NamedTuple):
    """A workbook without its cells.

    worksheets  the worksheets as read by openpyxl
    scans       one `Scan` per worksheet, with the results of a pass through its XML
    remarks     the remarks on the workbook
    struck      whether some cells of the workbook may be struck through
    """

    worksheets: list[Any]
    scans: list["Scan"]
    remarks: list[Remark]
    struck: bool


class Struck(NamedTuple):
    """The indices of styles that strike text through, and of shared strings with some letters struck through."""

    looks: frozenset[str] = frozenset()
    texts: frozenset[int] = frozenset()


@contextmanager
def quiet() -> Iterator[None]:
    """Silence openpyxl, which warns about contents that it cannot write back."""
    with warnings.catch_warnings(action="ignore"), redirect_stdout(StringIO()):
        yield


@quiet()
def read_slowly(content: bytes, suffix: str = ".xlsx") -> Reading:
    """Return every sheet of a workbook, including hidden ones, with the stored values.

    Nothing is calculated or fetched. Each part must be complete and safe (`preflight.plain_parts`). Raises Unreadable
    if the workbook is inconsistent or too large, Elsewhere if a part is not where openpyxl expects it, and openpyxl's
    own exceptions.
    """
    skeleton, size = skeleton_of(content, suffix), Size()
    sheets = zip(skeleton.worksheets, skeleton.scans, strict=True)
    return assembled(skeleton, (_rows(worksheet, scan, size) for worksheet, scan in sheets))


def skeleton_of(content: bytes, suffix: str) -> Skeleton:
    """Return the workbook without its cells. Raises the same exceptions as `read_slowly`."""
    with zipfile.ZipFile(BytesIO(content)) as package:
        unpack(package, TYPES)
        sheets, struck, texts = _sheet_parts(package), _struck(package), [*_texts(package)]
        scans = [Scan(title, unpack(package, part), part, struck, len(texts)) for title, part in sheets]
        remarks = [*_remarks(package, suffix)]
    book: Any = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    titles = [scan.title for scan in scans]
    worksheets = [worksheet for worksheet in book.worksheets if worksheet.title in titles]
    if [worksheet.title for worksheet in worksheets] != titles:
        raise Unreadable("not_a_workbook", say("a workbook whose list of sheets does not match the sheets in it"))
    if worksheets and len(worksheets[0]._shared_strings) == len(texts):
        worksheets[0]._shared_strings[:] = texts  # all worksheets share this list
    if book.epoch == CALENDAR_MAC_1904:
        remarks.append(Remark("dates_from_1904", in_context("found in a workbook", "dates counted from 1904")))
    return Skeleton(worksheets, scans, remarks, any(struck))


def assembled(skeleton: Skeleton, tables: Iterable[list[list[Cell]]]) -> Reading:
    """Combine a skeleton with the rows of each sheet. Raises Unreadable if merged cells overlap excessively."""
    reading = Reading([], [*skeleton.remarks])
    for worksheet, scan, rows in zip(skeleton.worksheets, skeleton.scans, tables, strict=True):
        sheet, remarks = cells.finished(
            worksheet.title,
            rows,
            scan.merges,
            scan.hidden_rows,
            scan.hidden_columns,
            [*scan.links(), *cells.struck_through(worksheet.title, scan.struck)],
            worksheet.sheet_state,
        )
        reading.sheets.extend(sheet)
        reading.remarks.extend(remarks)
    return reading


def _sheet_parts(package: zipfile.ZipFile) -> list[tuple[str, str]]:
    """Return the title of every worksheet and the name of its XML part, in order.

    Raises Unreadable if sheets and parts do not match, and Elsewhere if a part is not where openpyxl expects it.
    """
    roots = _relations(package, ROOT).values()
    [start, *_] = [relation.target for relation in roots if relation.Type.endswith("/officeDocument")] or [WORKBOOK]
    book = fromstring(unpack(package, start))
    if len(book.findall(f"{{{MAIN}}}sheets/{{{MAIN}}}sheet")) > cells.MOST_SHEETS:
        raise Unreadable("too_large", say("more than {most:,} sheets", most=cells.MOST_SHEETS))
    if book.tag.startswith(f"{{{STRICT}}}"):
        raise Unreadable("not_a_workbook", say("a Strict Open XML workbook"))
    relations = _relations(package, get_rels_path(start))
    for relation in relations.values():
        if relation.Type.endswith("/styles"):
            _check_formats(unpack(package, relation.target))
        if USUAL.get(relation.Type.rpartition("/")[2], relation.target) != relation.target:
            raise Elsewhere(relation.target)
    parts = []
    for sheet in book.iter(f"{{{MAIN}}}sheet"):
        title, relation = sheet.get("name", ""), relations.pop(sheet.get(f"{{{RELATIONS}}}id"), None)
        if relation is None or relation.target not in package.namelist():
            raise Unreadable("not_a_workbook", say("a sheet whose contents are missing"), title)
        if relation.Type.endswith(WORKSHEET):
            parts.append((title, relation.target))
        elif not relation.Type.endswith(OTHER_SHEETS):
            detail = say("a sheet of unknown kind: {kind}", kind=relation.Type[:100])
            raise Unreadable("not_a_workbook", detail, title)
    if nameless := [relation.target for relation in relations.values() if relation.Type.endswith(WORKSHEET)]:
        detail = say("part {part}, a sheet that the workbook does not list", part=nameless[0])
        raise Unreadable("not_a_workbook", detail)
    if not parts:
        raise Unreadable("not_a_workbook", say("a workbook without any sheets"))
    return parts


def _relations(package: zipfile.ZipFile, part: str) -> dict[str, Any]:
    """Return the relationships that a part lists, keyed by id. Raises Unreadable if the part is missing."""
    unpack(package, part)
    relations: dict[str, Any] = get_dependents(package, part).to_dict()
    return relations


def _check_formats(styles: bytes) -> None:
    """Raise Unreadable if there are more cell styles, or longer number formats, than spreadsheet programs allow."""
    root = fromstring(styles)
    looks = len(root.findall(f"{{{MAIN}}}cellXfs/{{{MAIN}}}xf"))
    formats = [element.get("formatCode", "") for element in root.iter(f"{{{MAIN}}}numFmt")]
    if looks > MOST_LOOKS or any(len(code) > LONGEST_FORMAT or code.count("[") > MOST_BRACKETS for code in formats):
        raise Unreadable("suspicious", say("number formats that no spreadsheet program would write"))


def _struck(package: zipfile.ZipFile) -> Struck:
    styles, strings = (
        fromstring(unpack(package, part)) if part in package.namelist() else [] for part in (STYLES, STRINGS)
    )
    lines = [font.find(STRIKE) for fonts in styles if fonts.tag == f"{{{MAIN}}}fonts" for font in fonts]
    fonts = {str(number) for number, line in enumerate(lines) if line is not None and line.get("val", "1") in YES}
    looks = [look for formats in styles if formats.tag == f"{{{MAIN}}}cellXfs" for look in formats]
    struck = (str(number) for number, look in enumerate(looks) if look.get("fontId") in fonts)
    partly = (
        number for number, text in enumerate(strings) if any(line.get("val", "1") in YES for line in text.iter(STRIKE))
    )
    return Struck(frozenset(struck), frozenset(partly))


def _texts(package: zipfile.ZipFile) -> Iterator[str]:
    """Yield the shared strings without decoding any escapes.

    openpyxl's own reader would decode `_x005F_`, the escape of an underscore.
    """
    if STRINGS in package.namelist():
        for item in fromstring(unpack(package, STRINGS)).iter(f"{{{MAIN}}}si"):
            yield Text.from_tree(item).content


def _remarks(package: zipfile.ZipFile, suffix: str) -> Iterator[Remark]:
    """Yield remarks on macros and on links to other files, none of which are read."""
    names = package.namelist()
    macros = [name for name in names if name.endswith(MACROS)]
    if macros or suffix == ".xlsm":
        yield Remark("macros", Verbatim(macros[0] if macros else suffix))
    for name in names:
        if LINK.match(name):
            for relation in fromstring(unpack(package, name)):
                yield Remark("outside_data", Verbatim(relation.get("Target", "")))
        elif name == CONNECTIONS:
            for connection in fromstring(unpack(package, name)):
                yield Remark("outside_data", say("connection {name}", name=connection.get("name", "")))


PLAIN = Struck()


class Scan:
    """One pass through the XML of a worksheet, cell by cell.

    row                          the last row, filled or not, counted from 1, or 0 if there is none
    last_row, last_column        the last filled row and column, counted from 1, or 0 if there is none
    linked                       cells of a linked data type, by row and column
    uncalculated                 formulas without a stored value, by row and column
    struck                       addresses of cells that are struck through, wholly or in part
    merges                       the merged blocks, as in RawSheet
    hidden_rows, hidden_columns  hidden rows and columns, including blank ones

    Raises Unreadable for a sheet that is inconsistent or too large, or that refers to a shared string that does not
    exist. `texts` is the number of shared strings, or None if these references are not checked.
    """

    def __init__(self, title: str, xml: bytes, part: str, struck: Struck = PLAIN, texts: int | None = None) -> None:
        self.title, self.part, self._struck, self._texts = title, part, struck, texts
        self.row = self.last_row = self.last_column = self._column = self._filled = 0
        self.uncalculated: dict[tuple[int, int], str] = {}
        self.linked: list[tuple[int, int]] = []
        self.struck: list[str] = []
        self.merges: list[Block] = []
        self.hidden_rows: list[int] = []
        self.hidden_columns: set[int] = set()
        self._linked: list[str] = []
        self._shared: dict[str, str] = {}
        self._has_rows = False
        self._addressed: bool | None = None
        self._formula: dict[str, str] | None = None  # the attributes of a cell's formula
        self._content: str | None = None  # the text of the current value or formula; None outside of one
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._root
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._hear
        plain_xml(xml, part, self._parser)
        if not self._has_rows:
            raise self._fault(say("part {part}, a worksheet without rows", part=part))

    def links(self) -> Iterator[Remark]:
        """Yield a remark on the cells that take their value from another workbook, if there are any."""
        if self._linked:
            detail = say("formulas in {cells}", cells=cells.shown(self._linked))
            yield Remark("outside_data", detail, self.title, self._linked[0])

    def _fault(self, detail: Message, cell: str = "") -> Unreadable:
        return Unreadable("not_a_workbook", detail, self.title, cell)

    def _root(self, tag: str, typed: dict[str, str]) -> None:
        if tag != f"{MAIN} worksheet":
            raise self._fault(say("part {part}, which is not a worksheet", part=self.part))
        self._parser.StartElementHandler = self._start

    def _start(self, tag: str, typed: dict[str, str]) -> None:
        if tag == CELL:
            self._begin_cell(typed)
        elif tag in (VALUE, FORMULA):
            self._content = ""
            if tag == FORMULA:
                self._formula = typed
        elif tag == INLINE:
            self._inline = True
        elif tag == LINE_THROUGH and typed.get("val", "1") in YES:
            self._line_through = True
        elif tag == ROW:
            self._begin_row(typed)
        elif tag == ROWS:
            self._has_rows = True
        elif tag == COLUMN and typed.get("hidden") in YES:
            first, last = max(int(typed["min"]), 1), min(int(typed["max"]), MOST_COLUMNS)
            self.hidden_columns |= {*range(first - 1, last)}
        elif tag == MERGE:
            left, top, right, bottom = self._merged(typed.get("ref", ""))
            self.merges.append((top - 1, left - 1, bottom - 1, right - 1))

    def _merged(self, cells: str) -> tuple[int, int, int, int]:
        """Return the first column, first row, last column and last row of a range.

        Raises Unreadable if `cells` is not a range.
        """
        try:
            left, top, right, bottom = map(int, range_boundaries(cells))
        except (ValueError, TypeError) as fault:
            raise self._fault(say("merged cells {cells}", cells=repr(cells[:50]))) from fault
        return left, top, right, bottom

    def _end(self, tag: str) -> None:
        if tag == CELL:
            self._end_cell()
        elif tag == VALUE:
            self._value, self._content = self._content or "", None
        elif tag == FORMULA:
            self._formula_text, self._content = self._content or "", None

    def _hear(self, text: str) -> None:
        if self._content is not None:
            self._content += text

    def _begin_row(self, typed: dict[str, str]) -> None:
        number = typed.get("r", str(self.row + 1))
        if not (number.isdecimal() and number.isascii() and self.row < int(number) <= FARTHEST_ROW):
            raise self._fault(say("row {row} after row {before}", row=number[:20], before=self.row))
        self.row, self._column = int(number), 0
        if typed.get("hidden") in YES:
            self.hidden_rows.append(self.row - 1)

    def _begin_cell(self, typed: dict[str, str]) -> None:
        self._kind, self._value, self._inline = typed.get("t", "n"), "", False
        self._has_metadata = "vm" in typed
        self._line_through = typed.get("s", "0") in self._struck.looks
        self._formula, self._formula_text = None, ""
        cell_address = typed.get("r", "")
        place = ADDRESS.fullmatch(cell_address)
        column = column_number(place[1]) if place else self._column + 1
        elsewhere = cell_address and (not place or int(place[2]) != self.row)
        self._addressed = bool(cell_address) if self._addressed is None else self._addressed
        lost = self._addressed != bool(cell_address)  # either all cells of a sheet have an address, or none does
        if elsewhere or lost or not self._column < column <= FARTHEST_COLUMN:
            before = self._address() if self._column else say("the start of row {row}", row=self.row)
            if cell_address:
                raise self._fault(say("cell {cell} after {before}", cell=cell_address[:20], before=before))
            raise self._fault(say("a cell without an address after {before}", before=before))
        self._column = column

    def _end_cell(self) -> None:
        allowed = VALUES.get(self._kind)
        fits = allowed and (not self._value or allowed.fullmatch(self._value))
        is_no_moment = self._kind == "d" and self._value and not _is_moment(self._value)
        if not fits or is_no_moment or (self._inline and self._kind != "inlineStr"):
            kind, value = repr(self._kind[:20]), repr(self._value[:50])
            raise self._fault(say("a cell of type {kind} containing {value}", kind=kind, value=value), self._address())
        if self._kind == "s" and self._value and self._texts is not None and int(self._value) >= self._texts:
            detail = say(
                "a cell that refers to text no. {number:,}, although there are only {texts:,}",
                number=int(self._value) + 1,
                texts=self._texts,
            )
            raise self._fault(detail, self._address())
        if not (self._value or self._inline or self._formula is not None):
            return
        if self.row > cells.MOST_ROWS or self._column > MOST_COLUMNS:
            detail = say("{rows:,} rows, {columns:,} columns", rows=self.row, columns=self._column)
            raise Unreadable("too_wide", detail, self.title, self._address())
        self._filled += 1
        if self._filled > cells.MOST_CELLS:
            raise Unreadable("too_large", say("more than {most:,} cells", most=cells.MOST_CELLS), self.title)
        self.last_row, self.last_column = self.row, max(self.last_column, self._column)
        if self._line_through or (self._kind == "s" and int(self._value or -1) in self._struck.texts):
            self.struck.append(self._address())
        if self._kind == "e" and self._has_metadata:
            self.linked.append((self.row - 1, self._column - 1))
        if self._formula is not None:
            self._end_formula(self._formula)

    def _end_formula(self, typed: dict[str, str]) -> None:
        """Record the cell's formula if the cell has no stored value or takes its value from another workbook."""
        text = f"={self._formula_text}"
        if typed.get("t") == "shared":
            text = self._shared.setdefault(typed.get("si", ""), text)
        elif typed.get("t") == "dataTable":
            text = "a data table"
        if not self._value and self._kind not in ("str", "inlineStr"):
            self.uncalculated[self.row - 1, self._column - 1] = text
        elif ELSEWHERE.search(text):
            self._linked.append(self._address())

    def _address(self) -> str:
        return address(self.row - 1, self._column - 1)


def _is_moment(text: str) -> bool:
    """Return whether a string is a date or time in ISO 8601."""
    try:
        return from_ISO8601(text) is not None
    except ValueError:
        return False


def _rows(worksheet: Any, scan: Scan, size: Size) -> list[list[Cell]]:
    """Return the rows of a sheet down to the last filled one."""
    rows: list[list[Cell]] = []
    if not scan.last_row:
        return rows
    for row in worksheet.iter_rows(max_row=scan.last_row, max_col=scan.last_column):
        rows.append([stored_cell(stored) for stored in row])
        size.add(1, rows[-1])
    for (row, column), formula in scan.uncalculated.items():
        rows[row][column] = Cell(formula, "formula")
    for row, column in scan.linked:
        rows[row][column] = rows[row][column]._replace(kind="linked")
    return rows


def stored_cell(stored: Any) -> Cell:
    """Return an openpyxl cell as a `Cell`."""
    value = stored.value
    if value is None:
        return cells.BLANK
    if stored.data_type == "e":
        return Cell(str(value), "error")
    if isinstance(value, str):
        return text_cell(value)
    return cells.cell(value, percent=stored.data_type == "n" and "%" in stored.number_format)


def text_cell(text: str) -> Cell:
    """Return a string as a text cell, with its `_xHHHH_` escapes decoded."""
    return Cell(ESCAPED.sub(lambda code: chr(int(code[1], 16)), text), "text") if text else cells.BLANK
