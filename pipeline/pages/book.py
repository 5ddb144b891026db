"""A workbook as a model: what its sheets say, how it looks, and what refers to what. `books/` writes it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from pipeline.pages.heading import Heading

Value = str | int | float | None
Said: TypeAlias = Any  # a text, or a message until `translate.book` has put it into words
Styles = tuple[str, ...]  # names in `styles.STYLES`; a later one wins

REFERENCE = re.compile(r"(\w*)\[([^]]+)\]")  # in formulas: table and header; without a table the cell of the same row
FORBIDDEN_IN_NAMES, LONGEST_NAME = re.compile(r"[\[\]:*?/\\]"), 31  # of sheets


class TableRow(NamedTuple):
    """A row of a table, by the name of the table; rows count from 0."""

    table: str
    row: int


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    values   what the cells hold, a Value each, or a message; None leaves a cell empty
    styles   styles of all its cells
    cell_styles
             further styles, one per cell
    formula  live formula: `[header]` is a cell of its own row, `Table[header]` a whole column of another table; the
             value is stored with it, a None stays empty
    header_style
             the style of the header
    width    the widest that long texts make it, in digits
    least    the narrowest it may become
    spills   as the last column of its table it may be narrower than its texts, where other tables have columns to the right
    caption  stands above the header
    link     where the caption leads
    links    where each cell leads: `#'sheet'!A1` in the workbook, `../a.xlsx#'sheet'!A1` beyond it, empty for nowhere
    original the header is what somebody typed or called a system, the same in every language
    shown    what stands there instead of the header, where formulas call it otherwise
    """

    header: Said
    values: Sequence[Said]
    styles: Styles = ("text",)
    cell_styles: Sequence[Styles] = ()
    formula: str = ""
    header_style: str = "header"
    width: int = 30
    least: int = 0
    spills: bool = False
    caption: Said = ""
    link: TableRow | None = None
    links: Sequence[str] = ()
    original: bool = False
    shown: Said = ""


@dataclass(frozen=True, eq=False)
class Table:
    """A real Excel table. Without rows it is not written, but its headers still widen the columns of the sheet.

    name       what formulas call it; no other table of the workbook has the same
    columns    side by side, all of one length
    row_styles further styles, one per row
    title      stands above it, after a free row
    instead    the message in its place if it has no rows
    filters    every header has a filter
    trusted    no green corners: a name like 007 is text, a sum may start beside a number
    separated  a line is drawn wherever one of these columns changes from one row to the next
    frozen     the last of the columns that stay in sight together with the headers; empty: nothing stays
    shared     several workbooks have this very table
    """

    name: str
    columns: Sequence[Column]
    row_styles: Sequence[Styles] = ()
    title: Said = ""
    instead: Said = ""
    filters: bool = True
    trusted: bool = False
    separated: Sequence[str] = ()
    frozen: str = ""
    shared: bool = False

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.columns[0].values)

    @property
    def references(self) -> Iterator[str]:
        """The names of the tables that its formulas and captions refer to."""
        for column in self.columns:
            yield from (table for table, _ in REFERENCE.findall(column.formula) if table)
            yield from (column.link.table,) if column.link else ()


class Section(NamedTuple):
    """A title inside a sheet, after a free row."""

    title: Said


class Band(NamedTuple):
    """A text across the columns, as high as it needs to be."""

    text: Said
    style: str = "line"


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells at their addresses; rows and columns are counted from 0.

    title   printed above every page, which also shows the letters of the columns and the numbers of the rows
    cells   (row, column) -> value and styles
    notes   (row, column) -> the note that hangs on a cell
    author  of the notes
    """

    title: str
    cells: Mapping[tuple[int, int], tuple[Value, Styles]]
    notes: Mapping[tuple[int, int], str]
    author: str


Block: TypeAlias = Table | Section | Band | Grid


@dataclass(frozen=True, eq=False)
class Sheet:
    """One sheet, from the top down; `lawful_name` makes a name that it may have.

    lines, warnings  stand below the heading of the workbook
    frozen           the heading stays in sight: for several tables, where no one header fits
    one_page         is printed on one page
    widths           columns that are not shown, but make those of the sheet as wide as they would be
    """

    name: str
    blocks: Sequence[Block]
    lines: Sequence[Said] = ()
    warnings: Sequence[Said] = ()
    frozen: bool = False
    one_page: bool = False
    widths: Sequence[Column] = ()

    @property
    def tables(self) -> list[Table]:
        """Its tables, in order."""
        return [block for block in self.blocks if isinstance(block, Table)]


@dataclass(frozen=True, eq=False)
class Book:
    """A workbook. `heading` stands above the tables of every sheet, and below every printed page."""

    title: str
    sheets: Sequence[Sheet]
    heading: Heading | None = None


def notes(title: Said, lines: Iterable[Said]) -> list[Section | Band]:
    """Return lines of text below a title; nothing if there are none."""
    bands = [Band(line) for line in lines]
    return [Section(title), *bands] if bands else []


def last_trusted(tables: Iterable[Table]) -> list[Table]:
    """Return the tables of a sheet with only the last one that has rows trusted, as all published workbooks have it."""
    listed = [*tables]
    last = next((table for table in reversed(listed) if table.height), None)
    return [replace(table, trusted=table is last) for table in listed]


def lawful_name(name: str) -> str:
    """Return a valid sheet name; the start of the name must make it unique."""
    return FORBIDDEN_IN_NAMES.sub("_", printable(name))[:LONGEST_NAME].strip("' ") or "sheet"


def printable(text: str) -> str:
    """Return a text without control characters, for places where a workbook cannot escape them."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
