"""Sheets: how every workbook looks that we write, and the few ways to write into one.

Text is only ever written as text, a missing value as an empty cell, and what XlsxWriter refuses is an error here.
Rows and columns are counted from 0, as XlsxWriter does; only formulas and links speak of rows as they are shown.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_pixel_width, xl_range, xl_rowcol_to_cell

from pipeline.books.package import Workbook
from pipeline.books.rows import Cells, Page, Value, encodable
from pipeline.pages.columns import Column, Look
from pipeline.pages.heading import Heading

CREATED = datetime(2000, 1, 1)  # no time of build inside a workbook: the same input gives the same bytes
FONT, FONT_SIZE = "Arial", 10  # Windows and macOS have it, Linux one of the same widths
DIGIT_PIXELS = 7  # columns are measured in digits
ARIAL, BOLD, SPACE = 0.95, 1.08, 0.4  # against Calibri's letters; against plain ones; a blank, in digits
A4 = 9
HEADER_LINES, LONGER_LINE = 2, 0.6  # a header is wrapped into two lines, the longer has at most six tenths of it
PADDING = 2.5  # digits beside the text of a cell
ROUNDING = 0.5  # digits that a sum of words may be too wide
LINE_PIXELS, BUTTON_PIXELS = 17, 15  # a line of text; a filter's button, which covers the foot of a header
FOOTER = 90  # of a footer's 255 characters, for each of two texts
FORBIDDEN_IN_NAMES, LONGEST_NAME = re.compile(r"[\[\]:*?/\\]"), 31  # of sheets
CELL_OF_ROW = re.compile(r"\[([^]]+)\]")
BAND = 95  # characters: the text above a table is about as wide, so that it can be read without scrolling
NOTE_LETTERS = 50  # that fit on a line of a note
LONGEST_TEXT = 32_767  # in a cell, counted as UTF-16 does
TOO_LONG, NOT_FINITE = -2, -99
REFUSALS = {  # what XlsxWriter answers instead of raising, and one of our own
    -1: "there is no such cell",
    TOO_LONG: "a text has more than 32,767 characters",
    NOT_FINITE: "infinite, or no number at all",
}

INK, GREY, FAINT, LINE, SHADE = "#1F2933", "#5F6B7A", "#8A94A0", "#D5DAE0", "#F1F3F5"
NAVY, GOLD = "#0B2E59", "#FFD54A"


def _heat() -> dict[str, dict[str, Any]]:
    """Looks for 0 to 18 centres: one hue, ever darker, so it reads in grey and without telling red from green."""
    light, dark, dark_from = (0xEE, 0xF5, 0xFC), (0x2A, 0x66, 0xA8), 12
    looks: dict[str, dict[str, Any]] = {"heat 0": {"font_color": "#9AA5B1"}}
    for centres in range(1, 18):
        mixed = (round(a + (b - a) * (centres - 1) / 16) for a, b in zip(light, dark, strict=True))
        ink = "#FFFFFF" if centres >= dark_from else INK
        looks[f"heat {centres}"] = {"bg_color": "#{:02X}{:02X}{:02X}".format(*mixed), "font_color": ink}
    return looks | {"heat 18": {"bg_color": NAVY, "font_color": GOLD, "bold": True}}


_BAND = {"text_wrap": True, "valign": "vcenter", "align": "left", "indent": 1}
_RIGHT = {"align": "right", "indent": 1}
_HEADER = {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "text_wrap": True, "valign": "top"}
_CELL = {"font_color": INK, "valign": "vcenter", "top": 1, "top_color": LINE, "bottom": 1, "bottom_color": LINE}

LOOKS: dict[str, dict[str, Any]] = {
    # above the tables
    "title": _BAND | {"bold": True, "font_size": 17, "font_color": NAVY, "indent": 0},
    "FINAL": _BAND | {"bold": True, "bg_color": "#DCEFE1", "font_color": "#14532D"},
    "PROVISIONAL": _BAND | {"bold": True, "bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "INCOMPLETE": _BAND | {"bold": True, "bg_color": "#F9D3CF", "font_color": "#8B1A10"},
    "data": _BAND | {"font_color": INK},
    "data not stated": _BAND | {"bold": True, "font_color": INK, "bg_color": "#E4E0EC"},
    "data unreal": _BAND | {"bold": True, "font_size": 11, "font_color": "#FFFFFF", "bg_color": "#6D2E8C"},
    "line": _BAND | {"font_size": 9, "font_color": GREY},
    "warning": _BAND | {"bold": True, "font_color": "#8B1A10"},
    "message": _BAND | {"font_size": 12, "font_color": INK, "bg_color": SHADE},
    "section": {"bold": True, "font_size": 12, "font_color": NAVY},
    "caption": _RIGHT | {"font_size": 8, "font_color": GREY},
    "caption left": {"font_size": 8, "font_color": GREY, "italic": True},
    "caption link": _RIGHT | {"font_size": 9, "font_color": "#1D5FA8", "underline": 1},
    # headers
    "header": _HEADER | {"align": "left", "indent": 1},
    "header right": _HEADER | _RIGHT,
    "header centre": _HEADER | {"align": "center"},
    "header working": _HEADER
    | _RIGHT
    | {"bold": False, "italic": True, "font_color": "#4B5563", "bg_color": "#DDE1E6"},
    # cells; a look named later in a tuple wins
    "text": _CELL | {"align": "left", "indent": 1},
    "wrapped": _CELL | {"align": "left", "indent": 1, "text_wrap": True},
    "count": _CELL | {"align": "center", "num_format": "0"},
    # _0 leaves the room of a digit at the right: an indent, which LibreOffice forgets in some columns
    "integer": _CELL | {"align": "right", "num_format": "0_0"},
    "decimals 2": _CELL | {"align": "right", "num_format": "0.00_0"},
    "decimals 3": _CELL | {"align": "right", "num_format": "0.000_0"},
    "rank": _CELL | {"align": "right", "num_format": "0_=_0"},
    "shared rank": {"num_format": '0"="_0'},
    "right": _RIGHT,
    "middle": {"align": "center", "indent": 0},
    "top": {"valign": "top"},
    "strong": {"bold": True},
    "large": {"font_size": 11},
    "sum": {"bold": True, "bg_color": "#E6EDF6"},
    "dim": {"font_color": FAINT, "bg_color": SHADE},
    "dropped": {"font_color": FAINT, "font_strikeout": True},
    "faded": {"font_color": FAINT},
    "own": {"bg_color": LINE},
    "faint": {"font_color": FAINT, "font_size": 8},
    "working": {"font_color": GREY, "italic": True},
    "pending": {"font_color": "#6B4200", "bg_color": "#FFF4D9"},
    "gold": {"bg_color": "#FCE29A"},
    "silver": {"bg_color": "#E2E6EB"},
    "bronze": {"bg_color": "#F3D2B5"},
    "better": {"bold": True, "bg_color": "#DCE9F6", "font_color": NAVY},
    "worse": {"italic": True, "bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "yes": {"bg_color": "#EAF5ED", "font_color": "#14532D"},
    "no": {"bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "holds": {"bold": True, "font_color": "#14532D", "bg_color": "#DCEFE1"},
    "FAILS": {"bold": True, "font_color": "#FFFFFF", "bg_color": "#B3261E"},
    "link": {"font_color": "#1D5FA8", "underline": 1},
    # problems
    "problem error": {"bold": True, "bg_color": "#F9D3CF", "font_color": "#8B1A10"},
    "problem warning": {"bg_color": "#FFE8B3", "font_color": "#6B4200"},
    "problem fix": {"bg_color": "#DCE9F6", "font_color": "#0B2E59"},
    "problem notice": {"bg_color": "#ECEEF1", "font_color": "#4B5563"},
    "marked": {"border": 2, "border_color": "#B3261E"},
    "digest": {"font_name": "Courier New", "font_size": 8, "text_wrap": True},
    "board line": {"top": 1, "top_color": INK},
    **_heat(),
}


@dataclass(frozen=True, eq=False)
class Block:
    """A table that several workbooks have in common: its rows are made once for all of them.

    A cell names its text and its format by their numbers in the workbook. A workbook that has a block gives the first
    numbers to what stands in it; `printed` are its rows by the first one.
    """

    columns: Sequence[Column]
    printed: dict[int, str] = field(default_factory=dict)

    @cached_property
    def texts(self) -> dict[str, int]:
        """The texts in it, with the number of cells of each."""
        return dict(Counter(v for column in self.columns for v in column.values if isinstance(v, str) and v))

    @cached_property
    def looks(self) -> list[Look]:
        """The looks in it."""
        return [
            *dict.fromkeys(
                (*c.look, *look) for c in self.columns if c.values for look in dict.fromkeys(c.looks or [()])
            )
        ]


class Place(NamedTuple):
    """Where the rows of a table stand, and what its columns are called."""

    sheet: str
    first: int
    last: int
    headers: tuple[str, ...]

    def letter(self, header: str) -> str:
        """The letter of a column."""
        return str(xl_col_to_name(self.headers.index(header)))

    def range(self, header: str) -> str:
        """A column's cells, for formulas of other sheets."""
        letter = self.letter(header)
        return f"{self.sheet}!${letter}${self.first + 1}:${letter}${self.last + 1}"


class Book:
    """A workbook that is written in one go; there is no file before `close`."""

    def __init__(self, path: Path, properties: dict[str, str], block: Block | None = None) -> None:
        """An empty workbook; `properties` are the document's, as title and subject; `block` will stand in it."""
        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "default_format_properties": {"font_name": FONT, "font_size": FONT_SIZE, "font_scheme": "none"},
        }
        self._path, self._content = path, BytesIO()
        self._book = Workbook(self._content, options)
        self._book.set_properties({name: printable(text) for name, text in properties.items()} | {"created": CREATED})
        self._looks: dict[Look, Format] = {}
        self.block = block
        if block:
            for look in block.looks:
                self.look(look)._get_xf_index()
            for text in block.texts:
                self._book.str_table._get_shared_string_index(encodable(text))
            self._book.str_table.count = 0

    def sheet(self, name: str) -> "Sheet":
        """A new sheet, after the others."""
        return Sheet(self, self._book.add_worksheet(name, Page))

    def look(self, look: Look) -> Format:
        """The format of looks laid over each other."""
        if look not in self._looks:
            properties: dict[str, Any] = {}
            for name in look:
                properties |= LOOKS[name]
            self._looks[look] = self._book.add_format(properties)
        return self._looks[look]

    def close(self) -> None:
        """Write the file.

        Raises OSError, and leaves nothing half open, where there is no room for it.
        """
        self._book.close()
        self._path.write_bytes(self._content.getvalue())


class Sheet:
    """One sheet, written from the top down; `row` is the next free one."""

    def __init__(self, book: Book, page: Page) -> None:
        """An empty sheet; Book.sheet makes it."""
        self._book, self._page = book, page
        self.name: str = page.get_name()
        self.row = 0
        self._widths: list[float] = []
        page.hide_gridlines(2)

    def set_widths(self, *tables: Sequence[Column]) -> None:
        """Make the columns wide enough for the tables that will stand in them, one below the other."""
        longest = max(len(columns) for columns in tables)
        wanted = [[_width(columns[i]) for columns in tables if i < len(columns)] for i in range(longest)]
        self._widths = [max(widths) for widths in wanted]
        for i, width in enumerate(self._widths):
            self._check(self._page.set_column(i, i, width), self.row, i)

    def heading(self, heading: Heading, lines: Iterable[str] = (), warnings: Iterable[str] = ()) -> None:
        """The block above the table; prints the same below every page."""
        self.band(f"{heading.title} · {heading.season}", "title")
        self.band(heading.stated, heading.status)
        self.band(heading.data_told, heading.data_look)
        for line in warnings:
            self.band(line, "warning")
        for line in lines:
            self.band(line, "line")
        self._page.set_row_pixels(self.row, 6)
        self.row += 1
        self._set_up_page(heading)

    def band(self, text: str, look: str) -> None:
        """A line of text across the columns, as high as it needs to be."""
        last = self._band_end()
        size = LOOKS[look].get("font_size", FONT_SIZE) / FONT_SIZE
        letter = size * (BOLD if "bold" in LOOKS[look] else 1)
        lines = _lines(text, (sum(self._widths[: last + 1]) - PADDING) / letter)
        self._page.set_row_pixels(self.row, round(lines * size * LINE_PIXELS) + 3)
        self._check(self._page.write_band(self.row, last, len(self._widths), self._book.look((look,))), self.row, 0)
        self.put(self.row, 0, text, (look,))
        self.row += 1

    def section(self, text: str) -> None:
        """A title of a further table, after a free row."""
        self.row += 1
        self.put(self.row, 0, text, ("section",))
        self.row += 1

    def table(self, name: str, columns: Sequence[Column], rows: Sequence[Look] = (), filters: bool = True) -> Place:
        """A real Excel table with a header; `rows` are further looks, row by row.

        Raises ValueError for headers that differ in case alone, and for a table without rows.
        """
        height = len(columns[0].values)
        if not height:
            raise ValueError(f"sheet {self.name}: the table {name} has no rows")
        self._captions(columns)
        place = Place(self.name, self.row + 1, self.row + height, tuple(column.header for column in columns))
        looks = rows or [()] * height
        block = self._book.block
        printed = block.printed if block and columns is block.columns else {}
        if block and place.first in printed:
            code = self._page.write_again(place.first, height, len(columns), printed, sum(block.texts.values()))
        else:
            cells = [self._cells(place, i, column, looks) for i, column in enumerate(columns)]
            code = self._page.write_table(place.first, cells, printed)
        self._check(code, place.last, 0)
        self._heights(place, columns)
        self._header(name, place, columns, filters)
        self.row = place.last + 1
        return place

    def separate(self, place: Place, headers: Sequence[str]) -> None:
        """Draw a line wherever one of these columns changes from one row to the next; it follows a sort."""
        letters = [place.letter(header) for header in headers]
        changed = "+".join(f"(${letter}{place.first + 1}<>${letter}{place.first})" for letter in letters)
        options = {"type": "formula", "criteria": f"={changed}", "format": self._book.look(("board line",))}
        code = self._page.conditional_format(place.first, 0, place.last, len(place.headers) - 1, options)
        self._check(code, place.first, 0)

    def freeze_heading(self) -> None:
        """Keep what is written so far in sight; for a sheet with several tables, where no one header fits."""
        self._page.freeze_panes(self.row, 0)

    def freeze(self, place: Place, header: str) -> None:
        """Keep a table's header in sight, on every printed page too, and its columns up to this one."""
        self._page.freeze_panes(place.first, place.headers.index(header) + 1)
        self._page.repeat_rows(place.first - 1)

    def trust(self, *places: Place) -> None:
        """Spare the reader Excel's green corners: a name like 007 is text, a sum may start beside a number."""
        ranges = (xl_range(place.first - 1, 0, place.last, len(place.headers) - 1) for place in places)
        told = " ".join(ranges)
        self._check(self._page.ignore_errors({"number_stored_as_text": told, "formula_range": told}), self.row, 0)

    def one_page(self) -> None:
        """Print the whole sheet on one page; after the heading, which allows as many as it takes."""
        self._page.fit_to_pages(1, 1)

    def put(self, row: int, column: int, value: Value, look: Look) -> None:
        """Write one value: text as text, a number as a number, None as an empty cell.

        Raises ValueError naming sheet and cell for what a workbook cannot hold.
        """
        style = self._book.look(look)
        if value is None or value == "":
            code = self._page.write_blank(row, column, None, style)
        elif isinstance(value, str):
            code = self._page.write_string(row, column, encodable(value), style)
        elif math.isfinite(value):
            code = self._page.write_number(row, column, value + 0.0, style)  # + 0.0: a negative zero is a zero
        else:
            code = NOT_FINITE
        self._check(code, row, column)

    def link(self, row: int, column: int, sheet: str, cell: str) -> None:
        """Make a cell lead to a cell of another sheet, whose address it shows."""
        target = "internal:'{}'!{}".format(sheet.replace("'", "''"), cell)
        self._check(
            self._page.write_url(row, column, target, self._book.look(("text", "top", "link")), cell), row, column
        )

    def link_file(self, row: int, column: int, target: str, text: str) -> None:
        """Make a cell lead into another file: a path from the workbook's folder, with `%23` and the like where it must.

        target  `../raw/a%20b.xlsx`, and behind a `#` the place in it, as `'boards'!K5`
        """
        look = self._book.look(("wrapped", "top", "link"))
        self._check(self._page.write_url(row, column, f"external:{target}", look, encodable(text)), row, column)

    def note(self, row: int, column: int, text: str, author: str) -> None:
        """Hang a note on a cell."""
        lines = sum(1 + len(line) // NOTE_LETTERS for line in text.split("\n"))
        options = {"author": printable(author), "x_scale": 2.5, "y_scale": 0.4 + lines / 5.5}
        self._check(self._page.write_comment(row, column, printable_lines(text), options), row, column)

    def _cells(self, place: Place, i: int, column: Column, rows: Sequence[Look]) -> Cells:
        """A column as the page takes it.

        Raises ValueError naming sheet and cell for what a workbook cannot hold.
        """
        for value in dict.fromkeys(column.values):
            if code := _refusal(value):
                self._check(code, place.first + column.values.index(value), i)
        pairs = list(zip(rows, column.looks or rows, strict=True))
        own = bool(column.looks)
        formats = {
            (row, cell): self._book.look((*column.look, *row, *(cell if own else ())))
            for row, cell in dict.fromkeys(pairs)
        }
        formula = CELL_OF_ROW.sub(lambda cell: place.letter(cell[1]) + "{row}", column.formula)
        return Cells(column.values, [formats[pair] for pair in pairs], formula)

    def _heights(self, place: Place, columns: Sequence[Column]) -> None:
        """Rows of wrapped text as high as their text: not every program does this when it opens a file."""
        rows = [
            [_lines(text, width - PADDING) if isinstance(text, str) else 1 for text in column.values]
            for column, width in zip(columns, self._widths, strict=False)
            if "wrapped" in column.look
        ]
        for row, lines in enumerate(zip(*rows, strict=True), place.first):
            if max(lines) > 1:
                self._page.set_row_pixels(row, max(lines) * LINE_PIXELS + 3)

    def _header(self, name: str, place: Place, columns: Sequence[Column], filters: bool) -> None:
        headers = [column.header.casefold() for column in columns]
        twice = sorted({header for header in headers if headers.count(header) > 1})
        if twice:
            raise ValueError(f"sheet {self.name}: more than one column is called {', '.join(twice)}")
        top = place.first - 1
        heads = [{"header": c.header, "header_format": self._book.look((c.head,))} for c in columns]
        options = {"name": name, "columns": heads, "style": None, "autofilter": filters, "banded_rows": False}
        self._check(self._page.add_filters(top, place.last, options), top, 0)
        widths = zip(columns, self._widths, strict=False)
        lines = max(_lines(column.header, (width - PADDING) / BOLD) for column, width in widths)
        self._page.set_row_pixels(top, lines * LINE_PIXELS + filters * BUTTON_PIXELS)

    def _captions(self, columns: Sequence[Column]) -> None:
        if not any(column.caption for column in columns):
            return
        for i, column in enumerate(columns):
            if column.link:
                look = self._book.look(("caption link",))
                code = self._page.write_url(self.row, i, f"internal:{column.link}", look, column.caption)
                self._check(code, self.row, i)
            elif column.caption:
                look = "caption left" if column.head == "header working" else "caption"
                self.put(self.row, i, column.caption, (look,))
        self.row += 1

    def print_wide(self) -> None:
        """Print on A4, landscape, all columns on one page."""
        self._page.set_landscape()
        self._page.set_paper(A4)
        self._page.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        self._page.fit_to_pages(1, 0)

    def print_addresses(self, title: str) -> None:
        """Print the letters of the columns and the numbers of the rows, under a title."""
        self._page.print_row_col_headers()
        self._check(self._page.set_header(f"&L&8 {self._in_margin(title)}"), 0, 0)

    def _set_up_page(self, heading: Heading) -> None:
        self.print_wide()
        self._page.center_horizontally()
        left, middle = f"{heading.season} · {heading.title}", f"{heading.status} · {heading.data}"
        left, middle = self._in_margin(left), self._in_margin(middle)
        self._check(self._page.set_footer(f"&L&8 {left}&C&8 {middle}&R&8 {self.name} · &P/&N"), self.row, 0)

    def _in_margin(self, text: str) -> str:
        """A text as a margin of the page takes it."""
        return printable(text)[:FOOTER].replace("&", "&&")

    def _band_end(self) -> int:
        """The last column that the text above a table stretches over."""
        ends = [sum(self._widths[: i + 1]) for i in range(len(self._widths))]
        return next((i for i, end in enumerate(ends) if end >= BAND), len(ends) - 1)

    def _check(self, code: int | None, row: int, column: int) -> None:
        if code:
            reason = REFUSALS.get(code, f"XlsxWriter refuses with {code}")
            raise ValueError(f"sheet {self.name}, cell {xl_rowcol_to_cell(row, column)}: {reason}")


def lawful_name(name: str) -> str:
    """A sheet's name as workbooks allow it; what makes it unique stands in front."""
    return FORBIDDEN_IN_NAMES.sub("_", printable(name))[:LONGEST_NAME].strip("' ") or "sheet"


def printable(text: str) -> str:
    """A text without control characters, for places where a workbook cannot escape them."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cs") else " " for c in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(printable, text.split("\n")))


def _refusal(value: Value) -> int:
    """What XlsxWriter would answer to a value that no cell can hold, 0 to any other."""
    if isinstance(value, str):
        return TOO_LONG if len(value) + sum(letter > "\uffff" for letter in value) > LONGEST_TEXT else 0
    return 0 if value is None or math.isfinite(value) else NOT_FINITE


@lru_cache(maxsize=4096)
def _digits(text: str) -> float:
    """How wide a text is, in digits; XlsxWriter knows Calibri's letters."""
    wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return float(ARIAL * xl_pixel_width(text) / DIGIT_PIXELS + wide)


def _lines(text: str, room: float) -> int:
    """Lines that a text fills when its words are wrapped in so many digits."""
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
    """How wide a cell is on the sheet, about."""
    if isinstance(value, str):
        return _digits(value)
    return 0 if value is None else len(str(value) if isinstance(value, int) else f"{value:.2f}")


def _width(column: Column) -> float:
    """As wide as the longest cell and the wrapped header, between the column's own limits."""
    word = max(map(_digits, column.header.split()))
    room = word if _lines(column.header, word) <= HEADER_LINES else _digits(column.header) * LONGER_LINE
    alike = {int, float} <= set(map(type, column.values))  # 1 and 1.0 are equal, and not shown alike
    longest = max(map(_shown, column.values if alike else {*column.values}), default=0) + PADDING
    return max(room * BOLD + PADDING, min(longest, column.width), column.least)
