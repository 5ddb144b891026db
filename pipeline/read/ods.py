"""Read the raw sheets of any .ods workbook directly from its XML.

No .ods library is used, since such libraries read an error as an empty cell.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from defusedxml.ElementTree import fromstring

from pipeline.read import cells
from pipeline.read.cells import BLANK, ERROR, MOST_SIGNS, Block, Cell, Reading, Remark, Size, Unreadable, address
from schemas.messages import Verbatim, say

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
SPAN = f"{TEXT}span"
LINK = "{http://www.w3.org/1999/xlink}href"
CONTENT = "content.xml"
MACROS = ("Basic/", "Scripts/")
HIDDEN = ("collapse", "filter")


def read_ods(parts: Mapping[str, bytes]) -> Reading:
    """Return every sheet of an OpenDocument workbook, including hidden ones.

    Nothing is calculated or fetched. Each part must be complete and safe (`preflight.plain_parts`). Raises Unreadable
    for a workbook that has no sheets or exceeds a limit, and ValueError, TypeError or AttributeError for a malformed
    cell.
    """
    if CONTENT not in parts:
        raise Unreadable("not_a_workbook", say("a workbook without the part {part}", part=CONTENT))
    document = fromstring(parts[CONTENT])
    hidden = {
        style.get(f"{STYLE}name")
        for style in document.iter(f"{STYLE}style")
        if any(looks.get(f"{TABLE}display") == "false" for looks in style.iter(f"{STYLE}table-properties"))
    }
    struck = {
        style.get(f"{STYLE}name")
        for style in document.iter(f"{STYLE}style")
        if any(looks.get(f"{STYLE}text-line-through-style", "none") != "none" for looks in style)
    }
    tables = [*document.iter(f"{TABLE}table")]
    if len(tables) > cells.MOST_SHEETS:
        raise Unreadable("too_large", say("{sheets:,} sheets", sheets=len(tables)))
    if not tables:
        raise Unreadable("not_a_workbook", say("a workbook without any sheets"))
    reading, size = Reading([], [*_remarks(parts, document)]), Size()
    for table in tables:
        sheet, remarks = _Table(table, size, struck).read(
            "hidden" if table.get(f"{TABLE}style-name") in hidden else "visible"
        )
        reading.sheets.extend(sheet)
        reading.remarks.extend(remarks)
    return reading


def _remarks(parts: Iterable[str], document: Any) -> Iterator[Remark]:
    """Yield remarks on macros and on links to other files, none of which are read."""
    macros = [name for name in parts if name.startswith(MACROS) and not name.endswith("/")]
    if macros:
        yield Remark("macros", Verbatim(macros[0]))
    for source in {element.get(LINK, "") for element in document.iter(f"{TABLE}table-source")}:
        yield Remark("outside_data", Verbatim(source))


class _Table:
    """The reader of one table in a document."""

    def __init__(self, table: Any, size: Size, struck: Collection[str | None]) -> None:
        self.table, self.size, self.name = table, size, table.get(f"{TABLE}name", "")
        self._looks, self.struck = struck, list[str]()
        self.merges: list[Block] = []
        self.hidden_rows: list[int] = []

    def read(self, state: str) -> Reading:
        """Return the table as a raw sheet, together with the remarks on the sheet."""
        rows = self._rows()
        columns, more = [*self._hidden_columns()], cells.struck_through(self.name, self.struck)
        return cells.finished(self.name, rows, self.merges, self.hidden_rows, columns, more, state)

    def _rows(self) -> list[list[Cell]]:
        rows: list[list[Cell]] = []
        pending = 0  # blank rows, added only if a filled row follows
        for row in self.table.iter(f"{TABLE}table-row"):
            repeats = _repeats(row, "rows")
            typed = self._row(row, len(rows) + pending)
            if not typed:
                pending += repeats
                continue
            if (reached := len(rows) + pending + repeats) > cells.MOST_ROWS:
                raise Unreadable("too_wide", say("{rows:,} rows", rows=reached), self.name, address(reached - 1, 0))
            rows += [[] for _ in range(pending)]
            if row.get(f"{TABLE}visibility") in HIDDEN:
                self.hidden_rows += range(len(rows), len(rows) + repeats)
            rows += [list(typed) for _ in range(repeats)]
            self.size.add(repeats, typed)
            pending = 0
        return rows

    def _row(self, row: Any, number: int) -> list[Cell]:
        typed: list[Cell] = []
        pending = 0
        for element in row:
            if element.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                continue
            value, repeats = _cell(element), _repeats(element, "columns")
            down, across = (int(element.get(f"{TABLE}number-{way}-spanned", 1)) for way in ("rows", "columns"))
            if down > 1 or across > 1:
                left = len(typed) + pending
                self.merges.append((number, left, number + down - 1, left + across - 1))
            if value == BLANK:
                pending += repeats
                continue
            if (reached := len(typed) + pending + repeats) > cells.MOST_COLUMNS:
                detail = say("{columns:,} columns", columns=reached)
                raise Unreadable("too_wide", detail, self.name, address(number, reached - 1))
            typed += [BLANK] * pending + [value] * repeats
            pending = 0
            looks = (element.get(f"{TABLE}style-name"), *(run.get(f"{TEXT}style-name") for run in element.iter(SPAN)))
            if any(look in self._looks for look in looks):
                self.struck.append(address(number, len(typed) - repeats))
        return typed

    def _hidden_columns(self) -> Iterator[int]:
        number = 0
        for column in self.table.iter(f"{TABLE}table-column"):
            last = number + _repeats(column, "columns")
            if column.get(f"{TABLE}visibility") in HIDDEN:
                yield from range(number, min(last, cells.MOST_COLUMNS))
            number = last


def _repeats(element: Any, way: str) -> int:
    """Return how many rows or columns an element stands for. Raises ValueError if the number is invalid."""
    repeats = int(element.get(f"{TABLE}number-{way}-repeated", 1))
    if repeats < 1:
        raise ValueError(f"{repeats} {way}")
    return repeats


def _cell(typed: Any) -> Cell:
    paragraphs, formula = typed.findall(f"{TEXT}p"), typed.get(f"{TABLE}formula")
    shown = "\n".join(map(_text, paragraphs))
    kind = typed.get(f"{OFFICE}value-type")
    number = kind in ("float", "currency", "percentage")
    if typed.get(f"{CALC}value-type") == "error" or ((formula or number) and ERROR.fullmatch(shown)):
        return Cell(shown, "error")  # an error may be stored as the number 0 or as an empty string
    match kind:
        case _ if number:
            return cells.number_cell(typed.get(f"{OFFICE}value"), percent=kind == "percentage")
        case "date":
            return Cell(typed.get(f"{OFFICE}date-value").removesuffix("T00:00:00"), "date")
        case "time":
            return Cell(shown, "date")
        case "boolean":
            return Cell(typed.get(f"{OFFICE}boolean-value").upper(), "boolean")
        case "string":
            return Cell(typed.get(f"{OFFICE}string-value") or shown, "text")
        case None | "void":
            uncalculated = formula and (shown or not paragraphs)  # an empty paragraph is an empty string
            return Cell(formula, "formula") if uncalculated else Cell(shown, "text")
        case other:
            raise ValueError(other)


def _text(element: Any) -> str:
    """Return the text of a paragraph.

    Runs of blanks, tabs and line breaks are stored as elements.
    """
    text = element.text or ""
    for child in element:
        if len(text) > MOST_SIGNS:
            break
        match child.tag.removeprefix(TEXT):
            case "s":
                text += " " * min(int(child.get(f"{TEXT}c", 1)), MOST_SIGNS + 1)
            case "tab":
                text += "\t"
            case "line-break":
                text += "\n"
            case "ruby-text":
                pass  # ruby is the pronunciation printed above a word, not part of the name
            case _:
                text += _text(child)
        text += child.tail or ""
    return text
