"""The model of a workbook: contents, styles, and references between its tables.

The `books/` package writes the workbook.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from pipeline.pages.heading import Heading

Value = str | int | float | None
Said: TypeAlias = Any  # a message, which `translate.book` turns into a string
Styles = tuple[str, ...]  # names in `styles.STYLES`; a later one wins

REFERENCE = re.compile(r"(\w*)\[([^]]+)\]")  # in formulas: table (empty: this row of the same table), header
FORBIDDEN_IN_NAMES, LONGEST_NAME = re.compile(r"[\[\]:*?/\\]"), 31  # for names of sheets


class TableRow(NamedTuple):
    """A row of a named table. Rows are counted from 0, starting below the header."""

    table: str
    row: int


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    header   name of the column, also used in formulas
    values   one Value or message per cell, or None for an empty cell
    styles   styles of all cells
    cell_styles
             further styles, one tuple per cell
    formula  live formula for the cells that contain a number. The number is stored as the formula's result.
             `[header]` is the cell in the same row, and `Table[header]` a whole column of another table
    header_style
             style of the header
    width    maximum width for long text, in digits
    least    minimum width, in digits
    spills   whether long text may overflow into the cells to the right. This applies only if the column is the last one
             in its table, and another table on the sheet has more columns
    caption  text above the header
    link     target of the caption
    links    target of each cell: `#'sheet'!A1` in the workbook, `../a.xlsx#'sheet'!A1` in another, or "" for no link
    original whether the header is left untranslated, because it is a name or a source's own term
    shown    header as printed, if it differs from the one in formulas
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
    """An Excel table. A table without rows is not written, but its headers still widen the columns of the sheet.

    name       name in formulas, unique in the workbook
    columns    columns from left to right, all of the same length
    row_styles further styles, one tuple per row
    title      text above the table, after a blank row
    instead    message to show instead of the table if it has no rows
    filters    whether every header has a filter
    trusted    whether to turn off Excel's warnings (green corners), since names like 007 and sums beside numbers are
               intended
    separated  columns in which each change of value is marked by a line between the rows
    frozen     last of the columns that stay visible when scrolling, together with the headers. If it is "", neither the
               columns nor the headers stay visible
    shared     whether the same table appears in several workbooks, so that it is translated only once
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
        """The number of rows."""
        return len(self.columns[0].values)

    @property
    def references(self) -> Iterator[str]:
        """The names of the tables that formulas and captions refer to."""
        for column in self.columns:
            yield from (table for table, _ in REFERENCE.findall(column.formula) if table)
            yield from (column.link.table,) if column.link else ()


class Section(NamedTuple):
    """A title within a sheet, after a blank row."""

    title: Said


class Band(NamedTuple):
    """Text that spans all columns, in a row that is tall enough to show all the text."""

    text: Said
    style: str = "line"


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells at given addresses, with rows and columns counted from 0.

    title   printed at the top of every page. Column letters and row numbers are printed too
    cells   value and styles of each cell, keyed by row and column
    notes   note on a cell, keyed by row and column
    author  author of the notes
    """

    title: str
    cells: Mapping[tuple[int, int], tuple[Value, Styles]]
    notes: Mapping[tuple[int, int], str]
    author: str


Block: TypeAlias = Table | Section | Band | Grid


@dataclass(frozen=True, eq=False)
class Sheet:
    """One sheet, with its blocks from top to bottom.

    name             name of the sheet, made valid by `lawful_name`
    lines, warnings  lines of text below the heading of the workbook
    frozen           whether the heading stays visible when scrolling, for sheets with several tables
    one_page         whether the sheet is printed on one page
    hidden           whether the sheet is hidden. A hidden sheet is printed only if the reader unhides it
    wall             title of a sheet to hang on a wall. Such a sheet has large letters, `lines` and one table, but no
                     heading
    widths           columns that are not written, but set minimum widths for the sheet's columns
    """

    name: Said
    blocks: Sequence[Block]
    lines: Sequence[Said] = ()
    warnings: Sequence[Said] = ()
    frozen: bool = False
    one_page: bool = False
    hidden: bool = False
    wall: Said = ""
    widths: Sequence[Column] = ()

    @property
    def tables(self) -> list[Table]:
        """The tables among the blocks, in order."""
        return [block for block in self.blocks if isinstance(block, Table)]


@dataclass(frozen=True, eq=False)
class Book:
    """A workbook.

    heading  written above the tables of every sheet, and in the footer of printed pages
    """

    title: str
    sheets: Sequence[Sheet]
    heading: Heading | None = None


def notes(title: Said, lines: Iterable[Said]) -> list[Section | Band]:
    """Return a `Section` with the title and one `Band` per line, or an empty list if there are no lines."""
    bands = [Band(line) for line in lines]
    return [Section(title), *bands] if bands else []


def last_trusted(tables: Iterable[Table]) -> list[Table]:
    """Return the tables, with `trusted` set only for the last one that has rows."""
    listed = [*tables]
    last = next((table for table in reversed(listed) if table.height), None)
    return [replace(table, trusted=table is last) for table in listed]


def lawful_name(name: str) -> str:
    """Return a valid sheet name, cut to 31 characters. Callers must make the beginning of each name unique."""
    return FORBIDDEN_IN_NAMES.sub("_", printable(name))[:LONGEST_NAME].strip("' ") or "sheet"


def printable(text: str) -> str:
    """Return a string with blanks instead of control characters, for use where a workbook cannot escape them."""
    if text.isprintable():
        return text
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)
