"""The checks that show whether a new file is complete and consistent before it replaces the old one.

A workbook's parts are verified by checksum, parsed as XML, and compared with the workbook's own lists of
contents. Reading the workbook with openpyxl would take ten times as long.
"""

import csv
import json
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from operator import methodcaller
from pathlib import Path
from xml.parsers import expat

from pipeline.store.folder import Damaged
from schemas.messages import say

LONGEST_FIELD = 2**31 - 1  # most characters in a CSV field; the csv module's default is 131,072
BLOCK = 2**18  # how much of a CSV file is in memory at a time
TEXT = (".trf", ".txt", ".md", ".svg")
XML = (".xml", ".rels", ".vml")
SHEET_PARTS, TEXTS = "xl/worksheets/sheet", "xl/sharedStrings.xml"
SHEETS, TITLES = re.compile(rb'<sheet name="([^"]*)"'), re.compile(rb"<vt:lpstr>([^<]*)</vt:lpstr>")
LAST_ROW = re.compile(rb'<dimension ref="(?:[A-Z]+\d+:)?[A-Z]+(\d+)"')  # as declared by the sheet
ROW = b'<row r="'  # as found in the sheet
ROW_END, NUMERALS = b"</row>", b"0123456789.-"
PNG, LAST_CHUNK = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"
UNIQUE = re.compile(rb'uniqueCount="(\d+)"')


def check(path: Path) -> None:
    """Check that a file (.xlsx, .csv, .html, .json, .png or a text format) is complete.

    Raises Damaged if the file is incomplete, and OSError if it cannot be read.
    """
    looks = {".xlsx": _workbook, ".csv": _lines, ".html": _page, ".json": _manifest, ".png": _picture}
    looks |= dict.fromkeys(TEXT, _text)
    try:
        looks[path.suffix](path)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, expat.ExpatError, ValueError, csv.Error) as fault:
        raise Damaged(say("its contents do not match what was written ({fault})", fault=str(fault))) from fault


@contextmanager
def long_fields() -> Iterator[None]:
    """Let the csv library read fields of any length while the block runs."""
    before = csv.field_size_limit(LONGEST_FIELD)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def check_table(path: Path, rows: int, columns: int) -> None:
    """Check that a CSV file has `rows` rows below its header, and `columns` cells in every row.

    Raises Damaged otherwise.
    """
    check(path)
    widths = _widths(path) if columns > 1 else _quoted_widths(path)
    if widths.total() != rows + 1:
        raise Damaged(say("the number of rows is {rows} instead of {expected}", rows=widths.total() - 1, expected=rows))
    if {*widths} != {columns}:
        raise Damaged(say("a row has too many or too few cells"))


def _widths(path: Path) -> Counter[int]:
    """Return how many rows have each number of cells, for a table of at least two columns."""
    with path.open("rb") as lines:
        if any(b'"' in block or b"\r" in block for block in iter(partial(lines.read, BLOCK), b"")):
            return _quoted_widths(path)
        lines.seek(0)
        commas = Counter(map(methodcaller("count", b","), lines))
    return Counter({number + 1: rows for number, rows in commas.items()})


def _quoted_widths(path: Path) -> Counter[int]:
    with path.open(encoding="utf-8-sig", newline="\n") as lines, long_fields():
        return Counter(map(len, csv.reader(lines)))


def _workbook(path: Path) -> None:
    from pipeline.books.rows import pieces  # imported late, since most commands write no workbook

    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}  # also verifies the checksums
    for name, content in parts.items():
        if name.endswith(XML):
            start, rows, end = pieces(content)
            expat.ParserCreate().Parse(start + end, True)
            _parse_rows(rows)
    sheets, titles = _names(SHEETS, parts["xl/workbook.xml"]), _names(TITLES, parts["docProps/app.xml"])
    pages = [content for name, content in parts.items() if name.startswith(SHEET_PARTS)]
    if not sheets or len(sheets) != len(pages) or sheets != titles[: len(sheets)]:
        raise ValueError(f"{len(sheets)} sheets are listed, {len(pages)} are there")
    for page in pages:
        _rows(page)
    if TEXTS in parts and parts[TEXTS].count(b"<si>") != _number(UNIQUE, parts[TEXTS]):
        raise ValueError("texts are missing")


def _parse_rows(rows: bytes) -> None:
    """Parse the rows of a sheet, after removing all digits, points and minus signs.

    Rows that then look the same are parsed only once. A stray digit in a tag therefore goes unnoticed here, but the
    checksums reveal damage to the file. Raises ExpatError if the rows are not well-formed.
    """
    try:
        expat.ParserCreate().Parse(b"<rows>%b</rows>" % b"".join(_different(rows.translate(None, NUMERALS))), True)
    except expat.ExpatError:  # perhaps only because a reference such as &#10; has lost its digits
        expat.ParserCreate().Parse(b"<rows>%b</rows>" % rows, True)


def _different(rows: bytes) -> dict[bytes, None]:
    """Return each distinct row once, in order.

    A row that equals the previous one is skipped without searching for its end.
    """
    different, start, row = dict[bytes, None](), 0, b""
    while start < len(rows):
        if not (row and rows.startswith(row, start)):
            end = rows.find(ROW_END, start)
            row = rows[start : end + len(ROW_END)] if end >= 0 else rows[start:]
            different[row] = None
        start += len(row)
    return different


def _names(pattern: re.Pattern[bytes], content: bytes) -> list[str]:
    """Return the names of the sheets in order.

    The names are unescaped, because they are escaped differently in attributes and in text.
    """
    return [unescape(name.decode()) for name in pattern.findall(content.rpartition(b"<TitlesOfParts>")[2])]


def _rows(page: bytes) -> None:
    """Check that a sheet ends with the last row that it declares. Raises ValueError if rows are missing."""
    last = page.rfind(ROW)
    has = int(page[last + len(ROW) : page.index(b'"', last + len(ROW))]) if last >= 0 else 1
    if has != _number(LAST_ROW, page):
        raise ValueError("rows are missing")


def _number(pattern: re.Pattern[bytes], content: bytes) -> int:
    match = pattern.search(content)
    return int(match[1]) if match else -1


def _lines(path: Path) -> None:
    last = ""
    with path.open(encoding="utf-8", newline="\n") as text:
        while block := text.read(BLOCK):
            last = block
    if not last.endswith("\n"):
        raise ValueError("the last line has no end")


def _page(path: Path) -> None:
    text = path.read_bytes().decode().rstrip()
    if not (text[:9].lower() == "<!doctype" and text.endswith("</html>")):
        raise ValueError("the page has no end")


def _picture(path: Path) -> None:
    content = path.read_bytes()
    if not (content.startswith(PNG) and content.endswith(LAST_CHUNK)):
        raise ValueError("the picture has no end")


def _text(path: Path) -> None:
    path.read_text(encoding="utf-8")


def _manifest(path: Path) -> None:
    json.loads(path.read_bytes())
