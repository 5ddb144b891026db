"""Raw sheets from an .ods workbook.

Read from its XML, because what an error cell holds matters here: the readers that turn .ods into values give an empty
cell for it.
"""

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pipeline.read.cells import BLANK, MOST_COLUMNS, MOST_ROWS, Cell, RawSheet, Unreadable, cell, trimmed
from pipeline.read.workbook import checked_zip

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"


def read_ods(path: Path) -> list[RawSheet]:
    """Every sheet of an OpenDocument workbook.

    Raises Unreadable for a file that is no such workbook, is damaged, encrypted or unreasonably large.
    """
    with zipfile.ZipFile(BytesIO(checked_zip(path))) as package:
        if "META-INF/manifest.xml" in package.namelist() and b"encryption-data" in package.read(
            "META-INF/manifest.xml"
        ):
            raise Unreadable("encrypted", "an encrypted workbook")
        try:
            document = fromstring(package.read("content.xml"))
        except KeyError as fault:
            raise Unreadable("not_a_workbook", "a zip file without content.xml") from fault
        except (ParseError, DefusedXmlException) as fault:
            raise Unreadable("not_a_workbook", f"a workbook that cannot be read ({type(fault).__name__})") from fault
    try:
        return [_sheet(table) for table in document.iter(f"{TABLE}table")]
    except (TypeError, ValueError, AttributeError) as fault:  # a cell says it is a number and holds none, or the like
        raise Unreadable("not_a_workbook", "a workbook whose cells contradict themselves") from fault


def _sheet(table: Any) -> RawSheet:
    name = table.get(f"{TABLE}name", "")
    rows: list[list[Cell]] = []
    pending = 0  # blank rows seen, written only if something follows
    for row in table.iter(f"{TABLE}table-row"):
        cells, repeats = _row(row, name), int(row.get(f"{TABLE}number-rows-repeated", 1))
        if not cells:
            pending += repeats
            continue
        if len(rows) + pending + repeats > MOST_ROWS:
            raise Unreadable("too_wide", f"{len(rows) + pending + repeats:,} rows", name)
        rows += [[] for _ in range(pending)] + [list(cells) for _ in range(repeats)]
        pending = 0
    return RawSheet(name, trimmed(rows))


def _row(row: Any, sheet: str) -> list[Cell]:
    cells: list[Cell] = []
    pending = 0
    for typed in row:
        if typed.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            continue
        value, repeats = _cell(typed), int(typed.get(f"{TABLE}number-columns-repeated", 1))
        if value == BLANK:
            pending += repeats
            continue
        if len(cells) + pending + repeats > MOST_COLUMNS:
            raise Unreadable("too_wide", f"{len(cells) + pending + repeats:,} columns", sheet)
        cells += [BLANK] * pending + [value] * repeats
        pending = 0
    return cells


def _cell(typed: Any) -> Cell:
    shown = "\n".join(_text(paragraph) for paragraph in typed.findall(f"{TEXT}p"))
    if typed.get(f"{CALC}value-type") == "error":
        return Cell(shown, "error")
    match typed.get(f"{OFFICE}value-type"):
        case "float" | "currency":
            return cell(float(typed.get(f"{OFFICE}value")))
        case "percentage":
            return cell(float(typed.get(f"{OFFICE}value")), percent=True)
        case "date":
            return Cell(typed.get(f"{OFFICE}date-value").removesuffix("T00:00:00"), "date")
        case "time":
            return Cell(shown, "date")
        case "boolean":
            return Cell(typed.get(f"{OFFICE}boolean-value").upper(), "boolean")
        case "string":
            return Cell(typed.get(f"{OFFICE}string-value") or shown, "text")
        case _:
            formula = typed.get(f"{TABLE}formula")
            return Cell(formula, "formula") if formula else Cell(shown, "text")


def _text(element: Any) -> str:
    """The text of a paragraph; runs of blanks, tabs and line breaks are elements of their own."""
    text = element.text or ""
    for child in element:
        match child.tag.removeprefix(TEXT):
            case "s":
                text += " " * int(child.get(f"{TEXT}c", 1))
            case "tab":
                text += "\t"
            case "line-break":
                text += "\n"
            case _:
                text += _text(child)
        text += child.tail or ""
    return text
