"""Read plain .xlsx workbooks as `xlsx_slow` does, but ten times as fast.

`read_fast` is the only entry point. It returns None for a workbook that contains anything unusual. The slow reader then
reads that workbook.

The cells are read with a strict pattern, which must match every character between <sheetData> and </sheetData>. A cell
that is neither a plain number nor plain text is passed to the slow reader.

The slow reader also reads the rest of the workbook. That result is reused for workbooks that differ only in
their cells.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import XML  # implemented in C; safe, since preflight refuses DTDs

from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.cell.text import Text
from openpyxl.worksheet._reader import WorkSheetParser

from pipeline.read import cells, xlsx_slow
from pipeline.read.cells import BLANK, MOST_COLUMNS, MOST_ROWS, Cell, Reading, column_number
from pipeline.read.xlsx_slow import MAIN, Skeleton

SHEET, STRINGS = re.compile(r"xl/worksheets/[^/]+\.xml"), "xl/sharedStrings.xml"
LOOKED_INTO = re.compile(  # parts other than sheets and strings that the slow reader reads
    r"\[Content_Types\]\.xml|(?:[^/]+/)*_rels/[^/]*\.rels|docProps/(?:core|custom)\.xml|xl/(?!calcChain|comments)[^/]+\.xml"
)
DECLARED = re.compile(
    rb"""<\?xml version=["']1\.0["'](?: encoding=["'](?i:utf-8)["'])?(?: standalone=["'](?:yes|no)["'])?\?>"""
)
BEGIN, END, NO_ROWS = b"<sheetData>", b"</sheetData>", b"<sheetData/>"
# Contents that may differ without affecting the values.
EXTENT = re.compile(rb'<dimension ref="A1(?::[A-Z]{1,2}[1-9][0-9]{0,6})?" ?/>')
MOMENT = re.compile(rb">[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ<")
ITEM, PLAIN_TEXT = f"{{{MAIN}}}si", f"{{{MAIN}}}t"
STRING = "the strings are here"
NO_STRINGS = f'<sst xmlns="{MAIN}"><si><t>{STRING}</t></si></sst>'.encode()

ATTRIBUTE = r'[A-Za-z0-9]+="[^"<&]*"'
A_ROW = rf'<row r="([1-9][0-9]{{0,6}})"(?: (?!hidden){ATTRIBUTE}| hidden="(?:0|false)"| x14ac:dyDescent="[0-9.]*")*+'
FORMULA = rf"<f(?: {ATTRIBUTE})*+(?:/>|>(?:[^<&\[]|&[a-z]+;)*+</f>)"  # a bracket may begin a link to another workbook
VALUE = r'<v>[^<]++</v>|<is><t(?: xml:space="preserve")?>[^<]*+</t></is>'
A_CELL = (
    r'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"((?: s="[0-9]{1,5}")?+(?: t="[A-Za-z]+")?+)'
    rf"(?: ?/>|></c>|>(?:{FORMULA})?+({VALUE})</c>)"
)
GROUP = re.compile(r"\((?!\?)")
PLAIN = re.compile(GROUP.sub("(?:", rf"(?:{A_ROW}(?:/>|>(?:{A_CELL})*+</row>))*+"))
TYPED = re.compile(rf"{A_ROW}|{A_CELL}")
INSIDE = re.compile(r"<v>(.*)</v>|<is><t[^>]*>(.*)</t></is>", re.DOTALL)
LOOK = re.compile(r'(?: s="([0-9]+)")?(?: t="([A-Za-z]+)")?')
NUMBER = re.compile(rf"{cells.WHOLE.pattern}|-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)")
ESCAPES = re.compile(r"[&\r]")  # characters that an XML parser replaces


class NotPlain(Exception):
    """The error raised for content that only the slow reader can read."""


@xlsx_slow.quiet()
def read_fast(parts: Mapping[str, bytes], suffix: str) -> Reading | None:
    """Return what the slow reader would return, or None if that is not certain.

    The parts must be known to be complete.
    """
    try:
        return _read(parts, suffix)
    except Exception:  # the slow reader meets any fault again and reports it
        return None


def _read(parts: Mapping[str, bytes], suffix: str) -> Reading:
    sheets = {name: _divided(part) for name, part in parts.items() if SHEET.fullmatch(name)}
    emptied = {name: rest for name, (rest, _) in sheets.items()} | {STRINGS: NO_STRINGS}
    template = _template(suffix, tuple((name, emptied.get(name) or _rest(name, part)) for name, part in parts.items()))
    book = Cells(template, parts.get(STRINGS, b""))
    tables = [book.table(sheets[scan.part][1]) for scan in template.skeleton.scans]
    if book.filled > cells.MOST_CELLS or book.filled * book.longest > cells.MOST_TEXT:
        raise NotPlain
    return xlsx_slow.assembled(template.skeleton, tables)


def _divided(sheet: bytes) -> tuple[bytes, str]:
    """Split a worksheet into the XML around its rows and the XML of the rows."""
    if b"<!" in sheet or sheet.count(b"<?") != bool(DECLARED.match(sheet)):
        raise NotPlain
    head, begin, behind = sheet.partition(BEGIN)
    rows, end, tail = behind.rpartition(END)
    typed = rows.decode()
    if not (end if begin else NO_ROWS in sheet) or ("x14ac:" in typed and b' xmlns:x14ac="' not in head):
        raise NotPlain
    return EXTENT.sub(b"", head) + begin + end + tail, typed


def _rest(name: str, part: bytes) -> bytes:
    """Return what the slow reader needs from a part that is neither a sheet nor the shared strings.

    The result is b"" if the slow reader needs nothing from the part.
    """
    return MOMENT.sub(b">2000-01-01T00:00:00Z<", part) if LOOKED_INTO.fullmatch(name) else b""


@lru_cache(maxsize=64)
def _template(suffix: str, parts: tuple[tuple[str, bytes], ...]) -> "Template":
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        for name, part in parts:
            package.writestr(name, part)
    return Template(xlsx_slow.skeleton_of(content.getvalue(), suffix))


class Template:
    """A workbook without its cells, as read by the slow reader.

    has_strings  whether the workbook has a list of shared strings
    """

    def __init__(self, skeleton: Skeleton) -> None:
        if skeleton.struck or any(scan.row for scan in skeleton.scans):
            raise NotPlain
        self.skeleton = skeleton
        for worksheet in skeleton.worksheets:
            for _ in worksheet.iter_rows(max_row=1, max_col=1):  # makes openpyxl read the part to its end
                pass
        self._worksheet = skeleton.worksheets[0]
        self._book: Any = self._worksheet.parent
        self.has_strings = self._worksheet._shared_strings == [STRING]
        self.is_number = cache(self._is_number)
        self.odd = lru_cache(maxsize=2**14)(self._odd)

    @cached_property
    def _parser(self) -> Any:
        dates = {"date_formats": self._book._date_formats, "timedelta_formats": self._book._timedelta_formats}
        return WorkSheetParser(None, [], data_only=True, epoch=self._book.epoch, **dates)

    def _is_number(self, style: str) -> bool:
        """Return whether cells of this style show numbers plainly, not as dates or percentages."""
        number = ReadOnlyCell(self._worksheet, 1, 1, None, style_id=int(style))
        return int(style) not in self._book._date_formats and "%" not in number.number_format

    def _odd(self, style: str, kind: str, value: str) -> Cell:
        """Return what the slow reader would return for a cell that is neither a plain number nor plain text."""
        typed = f'<c r="A1" s="{style}" t="{kind}">{value}</c>'
        sheet = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{typed}</row></sheetData></worksheet>'
        xlsx_slow.Scan("", sheet.encode(), "")  # raises if the slow reader would refuse the cell
        [element] = XML(sheet).iter(f"{{{MAIN}}}c")
        return xlsx_slow.stored_cell(ReadOnlyCell(self._worksheet, **self._parser.parse_cell(element)))


class Cells:
    """A reader for the cells of one workbook.

    filled  number of filled cells so far
    """

    def __init__(self, template: Template, strings: bytes) -> None:
        self.filled = 0
        self._template = template
        self._strings = [*_texts(strings)] if template.has_strings else []
        self._met: dict[tuple[str, str], Cell] = {}

    @property
    def longest(self) -> int:
        """The number of characters in the longest cell read so far."""
        return max((len(typed.text) for typed in self._met.values()), default=0)

    def table(self, typed: str) -> list[list[Cell]]:
        """Return the rows of a sheet, down to the last row with a filled cell.

        typed  the XML between <sheetData> and </sheetData>

        Raises NotPlain if only the slow reader can read the sheet.
        """
        if not PLAIN.fullmatch(typed):
            raise NotPlain
        rows: list[list[Cell]] = []
        row_number, row, column, met, filled = "", 0, 0, self._met, 0
        for begun, letters, number, look, value in TYPED.findall(typed):
            if begun:
                row_number, above, row, column = begun, row, int(begun), 0
                if not above < row <= xlsx_slow.FARTHEST_ROW:
                    raise NotPlain
                continue
            before, column = column, column_number(letters)
            if number != row_number or not before < column <= MOST_COLUMNS:
                raise NotPlain
            if not value:
                continue
            if row > MOST_ROWS:
                raise NotPlain
            while len(rows) < row:
                rows.append([])
            last = rows[-1]
            while len(last) < column - 1:
                last.append(BLANK)
            if not (cell := met.get((look, value))):
                cell = met[look, value] = self._cell(look, value)
            last.append(cell)
            filled += 1
        self.filled += filled
        return rows

    def _cell(self, look: str, value: str) -> Cell:
        style, kind = LOOK.findall(look)[0]
        typed, inline = INSIDE.findall(value)[0]
        style, kind = style or "0", kind or "n"
        if kind == "s" and typed.isdecimal() and typed.isascii():
            return self._strings[int(typed)]
        if kind == "n" and NUMBER.fullmatch(typed) and self._template.is_number(style):
            return cells.number_cell(typed)
        text = {"str": typed, "inlineStr": inline}.get(kind, "")
        if text and not ESCAPES.search(text):
            return xlsx_slow.text_cell(text)
        return self._template.odd(style, kind, value)


def _texts(strings: bytes) -> Iterator[Cell]:
    """Yield the shared strings as openpyxl would read them."""
    if b"strike" in strings:
        raise NotPlain
    root = XML(strings)
    if [*root] != [*root.iter(ITEM)]:
        raise NotPlain
    for item in root:
        alone = len(item) == 1 and item[0].tag == PLAIN_TEXT and not item.attrib
        text = (item[0].text or "") if alone else Text.from_tree(item).content
        yield xlsx_slow.text_cell(text)
