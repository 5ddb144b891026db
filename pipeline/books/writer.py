"""Write a `Book` as an Excel workbook.

Strings are never interpreted as formulas or links, and missing values become empty cells. Anything that XlsxWriter
refuses is an error. Rows and columns are counted from 0, as in XlsxWriter. Only formulas and links use the numbers that
a spreadsheet shows.
"""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple

from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_pixel_width, xl_range, xl_rowcol_to_cell

from pipeline.books.rows import Cells, Page, Workbook, encodable
from pipeline.pages.book import REFERENCE, Band, Book, Column, Grid, Section, Sheet, Styles, Table, Value, printable
from pipeline.pages.heading import Heading
from pipeline.pages.styles import FONT, FONT_SIZE, STYLES

CREATED = datetime(2000, 1, 1)  # fixed, so that equal input gives equal bytes
DIGIT_PIXELS = 7  # width of a digit, the unit of column widths
ARIAL, BOLD, SPACE = 0.95, 1.08, 0.4  # Arial relative to Calibri, bold relative to plain; a space in digits
A4 = 9
ACROSS, DOWN = 1045, 688  # pixels between the margins of a landscape A4 page
WALL_WIDTH = 620  # pixels; some programs print it wider
WALL_ROW, WALL_LINE, WALL_ROWS = 22.2, 17.0, 29  # points per row and per additional line in it; rows per page
LARGE = 1.45  # font size of wall sheets relative to other sheets
HEADER_STYLES = ("header right", "header centre", "header working")  # styles whose text a filter button would cover
HEADER_LINES, LONGER_LINE = 2, 0.6  # most lines of a wrapped header; share of its text on the longer line
PADDING = 2.5  # free space beside the text of a cell, in digits
ROUNDING = 0.5  # how far a line may exceed the width, in digits
BUTTON = 1.3  # additional space for a filter button, in digits
LINE_PIXELS, GAP_PIXELS = 17, 6  # height of a line of text, and of the gap below a heading
FOOTER = 90  # most characters of one part of a footer; Excel allows 255 in all
BAND = 95  # approximate width of the lines above a table in digits, so that nobody has to scroll
NOTE_LETTERS = 50  # characters that fit on a line of a note
HIGHEST = 540  # height in pixels of the tallest row that spreadsheet programs show
SENTENCES = 100.0  # width in digits of a sheet without a table
TOO_LONG, NOT_FINITE = -2, -99
REFUSALS = {  # XlsxWriter's return codes, since it raises no exceptions, and one code of our own
    -1: "there is no such cell",
    TOO_LONG: "the text has more than 32,767 characters",
    NOT_FINITE: "the number is infinite or undefined",
}


def as_workbook(book: Book) -> bytes:
    """Return the bytes of a workbook. The same book always gives the same bytes.

    Strings of more than 32,767 characters are cut. Only lists that the program generates are that long.

    Raises ValueError for content that Excel does not allow, such as duplicate headers or too many rows. The message
    names the sheet.
    """
    return _Book(book).content()


class Place(NamedTuple):
    """The position of a table: its sheet, its first and last row, and the headers of its columns."""

    sheet: str
    first: int
    last: int
    headers: tuple[str, ...]

    def letter(self, header: str) -> str:
        """Return the letter of the column with this header."""
        return str(xl_col_to_name(self.headers.index(header)))

    def range(self, header: str) -> str:
        """Return the address of the cells in the column with this header, for formulas on other sheets."""
        letter = self.letter(header)
        return f"{self.sheet}!${letter}${self.first + 1}:${letter}${self.last + 1}"


@dataclass(frozen=True, eq=False)
class _Shared:
    """The strings, styles and XML of a table that several workbooks share.

    Cells refer to strings and formats by their numbers in the workbook. Each workbook numbers the strings and formats
    of its shared table before all others, so that the rows of the table are the same in all workbooks and have to be
    built only once.

    texts    number of cells that contain each string
    styles   combinations of styles in the table
    printed  XML of the rows, keyed by the number of the table's first row
    """

    texts: dict[str, int]
    styles: list[Styles]
    printed: dict[int, str] = field(default_factory=dict)


@lru_cache(1)
def _shared(table: Table) -> _Shared:
    texts = Counter(value for column in table.columns for value in column.values if isinstance(value, str) and value)
    styles = [(*c.styles, *cell) for c in table.columns if c.values for cell in dict.fromkeys(c.cell_styles or [()])]
    return _Shared(texts, [*dict.fromkeys(styles)])


def _in_order(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Return the sheets in order, except that each sheet comes after those that its formulas and links refer to."""
    home = {table.name: sheet for sheet in sheets for table in sheet.tables}
    order: list[Sheet] = []
    begun: set[Sheet] = set()
    for sheet in sheets:
        _add(sheet, home, order, begun)
    return order


def _add(sheet: Sheet, home: Mapping[str, Sheet], order: list[Sheet], begun: set[Sheet]) -> None:
    """Append a sheet to `order` after the sheets that it refers to, unless it is in `begun` already."""
    if sheet in begun:
        return
    begun.add(sheet)
    for name in (name for table in sheet.tables for name in table.references):
        _add(home[name], home, order, begun)
    order.append(sheet)


class _Book:
    """A workbook that is being written, with its formats and the positions of its tables."""

    def __init__(self, book: Book) -> None:
        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "default_format_properties": {"font_name": FONT, "font_size": FONT_SIZE, "font_scheme": "none"},
        }
        self._content = BytesIO()
        self._book = Workbook(self._content, options)
        subject = {"subject": book.heading.status} if book.heading else {}
        self._book.set_properties({"title": printable(book.title), **subject, "created": CREATED})
        self._formats: dict[Styles, Format] = {}
        self.places: dict[str, Place] = {}
        self.heading, self._sheets = book.heading, book.sheets
        for table in (table for sheet in book.sheets for table in sheet.tables if table.shared):
            self._book.number_first(map(self.format, _shared(table).styles), _shared(table).texts)

    def content(self) -> bytes:
        """Return the bytes of the file."""
        pages = {sheet: self._book.add_worksheet(sheet.name, Page) for sheet in self._sheets}
        for sheet in _in_order(self._sheets):
            _Sheet(self, pages[sheet]).write(sheet)
        self._book.close()
        for references in (self._book.worksheets_objs, self._book.sheetnames):
            references.clear()  # break the cycle of sheet and workbook, so that memory is freed at once
        return self._content.getvalue()

    def format(self, styles: Styles) -> Format:
        """Return the format that combines these styles. Later styles override earlier ones."""
        if styles not in self._formats:
            properties: dict[str, Any] = {}
            for name in styles:
                properties |= STYLES[name]
            self._formats[styles] = self._book.add_format(properties)
        return self._formats[styles]


class _Sheet:
    """One sheet that is being written from top to bottom.

    row  the next free row
    """

    def __init__(self, book: _Book, page: Page) -> None:
        self._book, self._page = book, page
        self.name: str = page.get_name()
        self.row = 0
        self._widths: list[float] = []

    def write(self, sheet: Sheet) -> None:
        """Write the whole sheet.

        Raises ValueError for content that Excel does not allow. The message names the sheet.
        """
        self._page.hide_gridlines(2)
        if sheet.wall:
            self._wall(sheet)
            return
        if sheet.hidden:
            self._page.hide()
        self._set_widths([*((table.columns, table.filters) for table in sheet.tables), (sheet.widths, False)])
        self._print_wide()
        if self._book.heading:
            self._heading(self._book.heading, sheet)
        if sheet.frozen:
            self._page.freeze_panes(self.row, 0)
        if sheet.one_page:
            self._page.fit_to_pages(1, 1)
        starts = []
        for block in sheet.blocks:
            starts.append(self.row)
            self._block(block)
        self._break_pages(sheet, starts)
        self._trust([self._book.places[table.name] for table in sheet.tables if table.height and table.trusted])

    def _set_widths(self, tables: Sequence[tuple[Sequence[Column], bool]]) -> None:
        """Set the widths of the sheet's columns to fit all tables.

        tables  columns of each table, and whether it has filters
        """
        longest = max(len(columns) for columns, _ in tables)
        wanted = [
            [
                _width(columns[i], spills=i + 1 == len(columns) < longest, button=filters)
                for columns, filters in tables
                if i < len(columns)
            ]
            for i in range(longest)
        ]
        self._widths = [max(widths) for widths in wanted] or [SENTENCES]
        for i, width in enumerate(self._widths):
            self._check(self._page.set_column(i, i, width), self.row, i)

    def _heading(self, heading: Heading, sheet: Sheet) -> None:
        """Write the heading above the tables and in the footer of printed pages."""
        bands = [
            Band(f"{heading.title_shown} · {heading.season}", "title"),
            Band(heading.status_line, heading.status),
            Band(heading.labels_line, heading.labels_style),
            *(Band(line, "warning") for line in sheet.warnings),
            *map(Band, sheet.lines),
        ]
        for band in bands:
            self._band(band)
        self._page.set_row_pixels(self.row, GAP_PIXELS)
        self.row += 1
        self._page.center_horizontally()
        left = _in_margin(f"{heading.season} · {heading.title_shown}")
        middle = _in_margin(f"{heading.status_shown} · {heading.labels_shown}")
        self._check(self._page.set_footer(f"&L&8 {left}&C&8 {middle}&R&8 {self.name} · &P/&N"), self.row, 0)

    def _print_wide(self) -> None:
        """Set the print layout: A4, landscape, all columns on one page."""
        self._page.set_landscape()
        self._page.set_paper(A4)
        self._page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        self._page.fit_to_pages(1, 0)

    def _break_pages(self, sheet: Sheet, starts: Sequence[int]) -> None:
        """Repeat the header on each printed page if all tables share it, and avoid splitting tables across pages.

        starts  first row of each block
        """
        headers = {
            (place.headers, place.first - 1) for place in map(self._book.places.get, self._written(sheet)) if place
        }
        if len({names for names, _ in headers}) == 1:
            self._page.repeat_rows(min(row for _, row in headers))
        if len(headers) < 2 or sheet.one_page:
            return
        room = DOWN * max(1, sum(7 * width + 5 for width in self._widths) / ACROSS)
        breaks, used, first = list[int](), 0.0, 0
        for block, last in zip(sheet.blocks, [*starts[1:], self.row], strict=True):
            if isinstance(block, Section):
                continue  # stays with what follows
            height = self._page.height(first, last)
            if used + height > room and used:
                breaks.append(first)
                used = 0
            used, first = (used + height) % room, last
        self._page.set_h_pagebreaks(breaks)

    def _written(self, sheet: Sheet) -> list[str]:
        return [table.name for table in sheet.tables if table.height]

    def _wall(self, sheet: Sheet) -> None:
        """Write a sheet in portrait to hang on a wall, with its rows spread evenly over as few pages as possible.

        Long names are wrapped rather than shrunk, because small text cannot be read from a distance.
        """
        (table,) = sheet.tables
        self._page.set_portrait()
        self._page.set_paper(A4)
        self._page.set_margins(left=0.59, right=0.59, top=0.47, bottom=0.47)
        self._page.center_horizontally()
        pixels = [_wall_pixels(column) for column in table.columns]
        names = max(range(len(pixels)), key=lambda i: table.columns[i].width)  # take the rest of the width
        pixels[names] += WALL_WIDTH - sum(pixels)
        for i, width in enumerate(pixels):
            self._page.set_column_pixels(i, i, width)
        self._widths = [width / DIGIT_PIXELS for width in pixels]
        for text, style, high in ((sheet.wall, "wall title", 36), *((line, "wall line", 18) for line in sheet.lines)):
            style_lines = _lines(str(text), sum(self._widths) / 1.3) if style == "wall line" else 1
            self._page.set_row(self.row, high * style_lines)
            self._merged(text, len(self._widths) - 1, (style,))
        self._table(table)
        top = self.row - table.height
        room = pixels[names] / LARGE / DIGIT_PIXELS - PADDING
        lines = [_lines(str(name).replace("-", "- "), room) for name in table.columns[names].values]
        points = [WALL_ROW + WALL_LINE * (count - 1) for count in lines]
        for row, tall in enumerate([WALL_ROW, *points], top - 1):
            self._page.set_row(row, tall)
        self._page.repeat_rows(0, top - 1)
        self._page.print_area(0, 0, self.row - 1, len(pixels) - 1)  # otherwise LibreOffice adds a page for a long title
        self._page.set_h_pagebreaks([top + start for start in _even_pages(points, WALL_ROWS * WALL_ROW)])
        self._page.set_footer(
            f"&L&8 {_in_margin(self._book.heading.title_shown if self._book.heading else '')}&R&8 &P/&N"
        )

    # -- blocks --------------------------------------------------------------------------------------------------------

    def _block(self, block: Table | Section | Band | Grid) -> None:
        match block:
            case Table():
                self._table(block)
            case Band():
                self._band(block)
            case Grid():
                self._grid(block)
            case Section(title):
                self.row += 1
                self._put([(self.row, 0)], title, ("section",))
                self.row += 1

    def _band(self, block: Band) -> None:
        last = self._band_end()
        size = STYLES[block.style].get("font_size", FONT_SIZE) / FONT_SIZE
        letter = size * (BOLD if "bold" in STYLES[block.style] else 1)
        lines = _lines(block.text, (sum(self._widths[: last + 1]) - PADDING) / letter)
        self._page.set_row_pixels(self.row, min(round(lines * size * LINE_PIXELS) + 3, HIGHEST))
        self._merged(block.text, last, (block.style,))

    def _merged(self, text: str, last: int, styles: Styles) -> None:
        """Write text into cells merged up to the column `last`, and give the rest of the row the same format."""
        if last:
            self._page.merge_from_first(self.row, last)
        self._put([(self.row, column) for column in range(1, len(self._widths))], None, styles)
        self._put([(self.row, 0)], text, styles)
        self.row += 1

    def _grid(self, block: Grid) -> None:
        alike = defaultdict(list)
        for place, content in block.cells.items():
            alike[content].append(place)
        for (value, styles), places in alike.items():
            self._put(places, value, styles)
        for (row, column), text in block.notes.items():
            lines = sum(1 + len(line) // NOTE_LETTERS for line in text.split("\n"))
            options = {"author": printable(block.author), "x_scale": 2.5, "y_scale": 0.4 + lines / 5.5}
            self._check(self._page.write_comment(row, column, _printable_lines(encodable(text)), options), row, column)
        self._page.print_row_col_headers()
        self._check(self._page.set_header(f"&L&8 {_in_margin(block.title)}"), 0, 0)

    def _table(self, table: Table) -> None:
        if not table.height:
            if table.instead:
                self._band(Band(table.instead, "message"))
            return
        if table.title:
            self._block(Section(table.title))
        self._captions(table.columns)
        place = Place(self.name, self.row + 1, self.row + table.height, tuple(c.header for c in table.columns))
        self._book.places[table.name] = place
        self._rows(table, place)
        self._heights(table, place)
        self._header(table, place)
        self._links(table, place)
        self._separate(table, place)
        if table.frozen:
            self._page.freeze_panes(place.first, place.headers.index(table.frozen) + 1)
        self.row = place.last + 1

    # -- tables --------------------------------------------------------------------------------------------------------

    def _captions(self, columns: Sequence[Column]) -> None:
        if not any(column.caption for column in columns):
            return
        for i, column in enumerate(columns):
            if column.link and column.link.table in self._book.places:
                place = self._book.places[column.link.table]
                target = f"internal:{place.sheet}!A{place.first + column.link.row + 1}"
                style = self._book.format(("caption link",))
                self._check(self._page.write_url(self.row, i, target, style, column.caption), self.row, i)
            elif column.caption:
                side = "caption left" if column.header_style == "header working" else "caption"
                self._put([(self.row, i)], column.caption, (side,))
        self.row += 1

    def _rows(self, table: Table, place: Place) -> None:
        """Write the cells of a table. The XML of a shared table is built once for all workbooks."""
        shared = _shared(table) if table.shared else None
        printed = shared.printed if shared else {}
        if shared and place.first in printed:
            texts = sum(shared.texts.values())
            code = self._page.write_again(place.first, table.height, len(table.columns), printed, texts)
        else:
            rows = table.row_styles if any(table.row_styles) else ()
            cells = [self._cells(place, i, column, rows) for i, column in enumerate(table.columns)]
            code = self._page.write_table(place.first, cells, printed)
        self._check(code, place.last, 0)

    def _cells(self, place: Place, i: int, column: Column, rows: Sequence[Styles]) -> Cells:
        """Return the cells of a column, each with its format, for `Page.write_table`.

        rows  additional styles of each row, or empty if no row has any
        """
        formula = REFERENCE.sub(self._referred(place), column.formula)
        cells = Cells(column.values, self._formats_of(column, rows), formula)
        for value in cells.distinct:
            if isinstance(value, float) and not math.isfinite(value):
                self._check(NOT_FINITE, place.first + column.values.index(value), i)
        return cells

    def _formats_of(self, column: Column, rows: Sequence[Styles]) -> list[Format]:
        """Return the format of each cell of a column, or a single one if all cells have the same format."""
        further = rows or column.cell_styles or [()]
        if rows and column.cell_styles:
            further = [of_row + of_cell for of_row, of_cell in zip(rows, column.cell_styles, strict=True)]
        formats = {styles: self._book.format((*column.styles, *styles)) for styles in dict.fromkeys(further)}
        return [*(map(formats.__getitem__, further) if len(formats) > 1 else formats.values())]

    def _referred(self, place: Place) -> Callable[[re.Match[str]], str]:
        """Return a function that replaces `[header]` and `Table[header]` in formulas with addresses.

        In the address of `[header]`, `{row}` stands for the row number, which is filled in later.
        """

        def cells(reference: re.Match[str]) -> str:
            table, header = reference.groups()
            return self._book.places[table].range(header) if table else place.letter(header) + "{row}"

        return cells

    def _heights(self, table: Table, place: Place) -> None:
        """Set the height of rows with wrapped text, since not every program does so when it opens the file."""
        rows = [
            _lines_of(column.values, width - PADDING)
            for column, width in zip(table.columns, self._widths, strict=False)
            if "wrapped" in column.styles
        ]
        for row, lines in enumerate(map(max, zip(*rows, strict=True)), place.first):
            if lines > 1:
                self._page.set_row_pixels(row, min(lines * LINE_PIXELS + 3, HIGHEST))

    def _header(self, table: Table, place: Place) -> None:
        """Write the header row. Raises ValueError if two headers are the same, ignoring case."""
        headers = Counter(header.casefold() for header in place.headers)
        twice = sorted(header for header, times in headers.items() if times > 1)
        if twice:
            raise ValueError(f"sheet {self.name}: more than one column is called {', '.join(twice)}")
        top = place.first - 1
        beside = HEADER_STYLES if table.filters else ()
        heads = [
            {
                "header": c.header,
                "header_format": self._book.format((c.header_style, *["beside button"] * (c.header_style in beside))),
            }
            for c in table.columns
        ]
        options = {"columns": heads, "style": None, "autofilter": table.filters, "banded_rows": False}
        self._check(self._page.add_filters(top, place.last, options | {"name": table.name}), top, 0)
        widths = zip(table.columns, self._widths, strict=False)
        padding = PADDING + table.filters * BUTTON
        lines = max(_lines(column.header, (width - padding) / BOLD) for column, width in widths)
        self._page.set_row_pixels(top, lines * LINE_PIXELS + 4)

    def _links(self, table: Table, place: Place) -> None:
        for i, column in enumerate(table.columns):
            for row, (target, text) in enumerate(zip(column.links, column.values, strict=False), place.first):
                if target:
                    url = f"internal:{target[1:]}" if target.startswith("#") else f"external:{target}"
                    style = self._book.format((*column.styles, "link"))
                    self._check(self._page.write_url(row, i, url, style, encodable(str(text))), row, i)

    def _separate(self, table: Table, place: Place) -> None:
        """Draw lines between groups of rows.

        The lines are conditional formats, so that they stay correct after sorting.
        """
        if not table.separated:
            return
        letters = [place.letter(header) for header in table.separated]
        changed = "+".join(f"(${letter}{place.first + 1}<>${letter}{place.first})" for letter in letters)
        options = {"type": "formula", "criteria": f"={changed}", "format": self._book.format(("board line",))}
        code = self._page.conditional_format(place.first, 0, place.last, len(place.headers) - 1, options)
        self._check(code, place.first, 0)

    def _trust(self, places: Sequence[Place]) -> None:
        """Suppress Excel's green warning corners in these tables."""
        if places:
            spared = " ".join(xl_range(place.first - 1, 0, place.last, len(place.headers) - 1) for place in places)
            self._check(
                self._page.ignore_errors({"number_stored_as_text": spared, "formula_range": spared}), self.row, 0
            )

    # -- cells ---------------------------------------------------------------------------------------------------------

    def _put(self, places: Collection[tuple[int, int]], value: Value, styles: Styles) -> None:
        """Write one value into several cells.

        Strings are written as text, numbers as numbers, and None as empty cells.

        places  row and column of each cell
        """
        infinite = isinstance(value, int | float) and not math.isfinite(value)
        code = NOT_FINITE if infinite else self._page.write_alike(places, value, self._book.format(styles))
        if code:
            self._check(code, *max(places))

    def _band_end(self) -> int:
        """Return the last column that a line of text above a table covers."""
        last = len(self._widths) - 1
        return next((i for i in range(last) if sum(self._widths[: i + 1]) >= BAND), last)

    def _check(self, code: int | None, row: int, column: int) -> None:
        if code:
            reason = REFUSALS.get(code, f"XlsxWriter refuses with {code}")
            raise ValueError(f"sheet {self.name}, cell {xl_rowcol_to_cell(row, column)}: {reason}")


def _in_margin(text: str) -> str:
    """Return the text as part of a header or footer: printable, not too long, and with `&` escaped."""
    return printable(text)[:FOOTER].replace("&", "&&")


def _printable_lines(text: str) -> str:
    """Return the text without control characters other than line breaks."""
    return "\n".join(map(printable, text.split("\n")))


@lru_cache(maxsize=4096)
def _digits(text: str) -> float:
    """Return the width of a string in units of a digit's width, based on XlsxWriter's widths for Calibri."""
    wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return float(ARIAL * xl_pixel_width(text) / DIGIT_PIXELS + wide)


def _lines_of(values: Sequence[Value], room: float) -> Iterator[int]:
    """Return the number of lines that each cell takes up when wrapped to a width of `room` digits."""
    lines = {text: _lines(text, room) if isinstance(text, str) else 1 for text in {*values}}
    return map(lines.__getitem__, values)


def _lines(text: str, room: float) -> int:
    """Return the number of lines that the text takes up when wrapped to a width of `room` digits."""
    return sum(_wrapped_lines(line, room) for line in text.split("\n"))


@lru_cache(maxsize=4096)
def _wrapped_lines(text: str, room: float) -> int:
    lines, left = 1, room
    for word in text.split():
        width = _digits(word)
        if width > left + ROUNDING and left < room:
            lines, left = lines + 1, room
        lines += int(width / (room + ROUNDING))  # a word longer than a line is broken
        left -= width % (room + ROUNDING) + SPACE
    return lines


def _shown(value: Value) -> float:
    """Return the approximate width of a cell in units of a digit's width."""
    if isinstance(value, str):
        return _digits(value)
    return 0 if value is None else len(str(value) if isinstance(value, int) else f"{value:.2f}")


def _even_pages(heights: Sequence[float], most: float) -> list[int]:
    """Return the rows at which new pages begin.

    There are as few pages as possible, all about equally full.

    most  maximum height of a page, in the same unit as `heights`
    """

    def starts(limit: float) -> list[int]:
        found, high = list[int](), 0.0
        for row, height in enumerate(heights):
            if high and high + height > limit + ROUNDING:
                found.append(row)
                high = 0.0
            high += height
        return found

    fewest = starts(most)
    even = range(int(sum(heights) / (len(fewest) + 1)), int(most) + 1)
    return next((found for limit in even if len(found := starts(limit)) == len(fewest)), fewest)


def _wall_pixels(column: Column) -> int:
    """Return the width in pixels of a column on a wall sheet, where the text is large."""
    longest = max(map(_shown, {*column.values, column.header}), default=0)
    return round((min(longest, column.width) + PADDING) * LARGE * DIGIT_PIXELS)


@lru_cache(maxsize=128)  # the columns of a season's boards are in all its workbooks
def _width(column: Column, *, spills: bool, button: bool) -> float:
    """Return the width of a column in units of a digit's width.

    The width is that of the longest cell or of the wrapped header, within the column's limits.

    spills  whether this is a table's last column and another table on the sheet is wider. Its cells may then overflow
            to the right
    button  whether the header has a filter button
    """
    word = max(map(_digits, column.header.split()))
    room = word if _lines(column.header, word) <= HEADER_LINES else _digits(column.header) * LONGER_LINE
    values = () if column.spills and spills else _longest(column.values)
    longest = max(map(_shown, values), default=0) + PADDING
    return max(room * BOLD + PADDING + button * BUTTON, min(longest, column.width), column.least)


def _longest(values: Sequence[Value]) -> Iterable[Value]:
    """Return some of the values, including the one that takes up the most room when it is shown."""
    kinds = {*map(type, values)}
    if kinds == {int} or kinds == {float}:
        return min(values), max(values)  # type: ignore[type-var]
    return values if kinds >= {int, float} else {*values}  # 1 and 1.0 are equal keys, but look different
