"""A second, strict reader of workbooks, which returns the content of each cell or refuses the workbook."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

Typed = dict[tuple[str, str], tuple[str, ...]]

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d*)")
KINDS = {"n", "s", "str", "inlineStr", "b", "e", "d"}
OFFICE, TABLE = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table"))
REFUSALS = (
    *(zipfile.BadZipFile, ParseError, DefusedXmlException, KeyError, ValueError, IndexError, TypeError),
    *(AttributeError, EOFError, OSError, NotImplementedError, RuntimeError, UnicodeError),
)


class NotInOrder(Exception):
    """The error raised for a workbook that is damaged or contradicts itself."""


def typed(content: bytes) -> Typed:
    """Return the kind, text, format and formula of every cell, keyed by sheet and address.

    Raises NotInOrder if the workbook is damaged or contradicts itself.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as package:
            names = package.namelist()
            if package.testzip() or len({*names}) != len(names):
                raise NotInOrder("the zip")
            parts = {name: package.read(name) for name in names}
        trees = {name: fromstring(part) for name, part in parts.items() if name.endswith((".xml", ".rels"))}
        return dict(_ods(trees["content.xml"]) if "content.xml" in trees else _xlsx(trees))
    except REFUSALS as fault:
        raise NotInOrder(str(fault)) from fault


def _xlsx(trees: dict[str, Element]) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    book, styles = trees["xl/workbook.xml"], trees["xl/styles.xml"]
    links = {link.attrib["Id"]: link.attrib["Target"] for link in trees["xl/_rels/workbook.xml.rels"]}
    shared = trees.get("xl/sharedStrings.xml", ())
    texts = ["".join(t.text or "" for t in si.iter(f"{MAIN}t")) for si in shared]
    codes = {f.attrib["numFmtId"]: f.attrib["formatCode"] for f in styles.iter(f"{MAIN}numFmt")}
    formats = [
        codes.get(xf.attrib["numFmtId"], xf.attrib["numFmtId"]) for xfs in styles.iter(f"{MAIN}cellXfs") for xf in xfs
    ]
    setting = book.find(f"{MAIN}workbookPr")
    yield ("", "date1904"), (setting.get("date1904", "") if setting is not None else "",)
    for sheet in book.iter(f"{MAIN}sheet"):
        target = links[sheet.attrib[LINK]]
        page = trees[target.removeprefix("/") if target.startswith("/") else f"xl/{target}"]
        if page.tag != f"{MAIN}worksheet":
            raise NotInOrder(page.tag)
        for address, cell in _cells(page, texts, formats):
            yield (sheet.attrib["name"], address), cell


def _cells(page: Element, texts: list[str], formats: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    last_row, seen = 0, set()
    [rows] = page.iter(f"{MAIN}sheetData")
    for row in rows:
        number = int(row.attrib["r"])
        if row.tag != f"{MAIN}row" or number <= last_row:
            raise NotInOrder(f"row {number}")
        last_row = number
        for cell in row:
            address, kind = cell.attrib["r"], cell.get("t", "n")
            match = ADDRESS.fullmatch(address)
            if cell.tag != f"{MAIN}c" or not match or int(match[2]) != number or address in seen or kind not in KINDS:
                raise NotInOrder(address)
            seen.add(address)
            if {child.tag for child in cell} - {f"{MAIN}v", f"{MAIN}f", f"{MAIN}is"}:
                raise NotInOrder(f"inside {address}")
            value, formula = cell.findtext(f"{MAIN}v", ""), cell.findtext(f"{MAIN}f", "")
            if kind == "s" and value:
                value, kind = texts[_index(value)], "text"
            elif kind == "inlineStr":
                value, kind = "".join(t.text or "" for t in cell.iter(f"{MAIN}t")), "text"
            elif kind == "n" and value:  # an empty one is a blank cell, in LibreOffice as well
                value = repr(float(value))
            yield address, (kind, value, formats[_index(cell.get("s", "0"))], formula)


def _index(text: str) -> int:
    """Return a string of digits as a whole number, ignoring blanks around the digits.

    Raises NotInOrder for any other string.
    """
    if not text.strip().isdecimal():
        raise NotInOrder(text)
    return int(text)


def _ods(content: Element) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for table in content.iter(f"{TABLE}table"):
        row = 0
        for line in table.iter(f"{TABLE}table-row"):
            column = 0
            times = _index(line.get(f"{TABLE}number-rows-repeated", "1"))
            for cell in line:
                if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                    raise NotInOrder(cell.tag)
                said = ("value-type", "value", "date-value", "time-value", "boolean-value", "string-value")
                facts = tuple(cell.get(f"{OFFICE}{name}", "") for name in said)
                shown = "\n".join("".join(line.itertext()) for line in cell)
                text = shown if facts[0] in ("string", "") else ""
                repeated = _index(cell.get(f"{TABLE}number-columns-repeated", "1"))
                if any(facts) or text or cell.get(f"{TABLE}formula"):
                    for across in range(min(repeated, 300)):
                        for down in range(min(times, 300)):
                            where = (table.attrib[f"{TABLE}name"], f"{row + down},{column + across}")
                            yield where, (*facts, text, cell.get(f"{TABLE}formula", ""))
                column += repeated
            row += times
