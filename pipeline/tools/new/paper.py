"""Paper: what the sheets for a wall or a director's desk share. Their looks, their heads, and where their pages end."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from xlsxwriter.worksheet import Worksheet

from pipeline.tools.new.sheets import Book, check


class Line(NamedTuple):
    """A line of text.

    points    its height
    letters   that surely fit on it
    broken    that fit on each of several lines, which break between words
    """

    points: float
    letters: float
    broken: float

    def height(self, *texts: str) -> float:
        """Points of a row that holds these texts, each in a cell of its own, in as many lines as they need."""
        return self.points * max(
            1 if len(text) <= self.letters else math.ceil(len(text) / self.broken) for text in texts
        )


LINE_HEIGHT = 18  # points
HEAD = {
    "title": Line(34, 38, 38),
    "round": Line(36, 36, 36),
    "subtitle": Line(24, 66, 66),
    "line": Line(18, 88, 88),
}
SIDES, TOP, BOTTOM = 0.5, 0.6, 0.7  # margins in inches
SMALLEST = 0.7  # the scale down to which all is put on one page

INK, GREY, LINE, NAVY = "#1F2933", "#5F6B7A", "#D5DAE0", "#0B2E59"  # as in the published workbooks
FONT = {"font_name": "Arial", "font_size": 10, "font_scheme": "none"}  # as wide on every machine, and so on paper
LINED = {"font_color": INK, "valign": "vcenter", "bottom": 1, "bottom_color": LINE, "shrink": True}
BOXED = {"font_color": INK, "valign": "vcenter", "border": 1, "border_color": LINE, "shrink": True}
BAND = {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "font_size": 12}
PAPER: dict[str, dict[str, object]] = {
    "title": {"bold": True, "font_size": 20, "font_color": NAVY, "valign": "vcenter", "text_wrap": True},
    "round": {"bold": True, "font_size": 22, "font_color": INK, "valign": "vcenter", "text_wrap": True},
    "subtitle": {"font_size": 14, "font_color": NAVY, "valign": "vcenter", "text_wrap": True},
    "line": {"font_size": 11, "font_color": GREY, "valign": "vcenter", "text_wrap": True},
    "band": BAND | {"valign": "vcenter"},
}


class Paper(NamedTuple):
    """What a page of A4 takes between its margins: pixels across (some programs have wider ones), points down."""

    across: int
    down: int


class Block(NamedTuple):
    """Rows that stay on one page: the first, and their height in points. Of the head, the row below it."""

    row: int
    height: float


UPRIGHT, ACROSS = Paper(650, 720), Paper(955, 480)


class Rows:
    """Rows below a head, one after the other, and the blocks of them that stay on one page."""

    def __init__(self, page: Worksheet, head: Block) -> None:
        self.page, self.next, self.blocks = page, head.row, list[Block]()
        self._open = Block(head.row, 0)

    def add(self, points: float) -> int:
        """The next row, so many points high."""
        check(self.page.set_row(self.next, points), self.page, self.next, 0)
        self._open = self._open._replace(height=self._open.height + points)
        self.next += 1
        return self.next - 1

    def end_block(self) -> None:
        """The rows added since the block before are one."""
        if self._open.height:
            self.blocks.append(self._open)
        self._open = Block(self.next, 0)


def paper_page(book: Book, sheet: str) -> Worksheet:
    """A sheet that is only looked at: no grid, in the middle of the paper."""
    page = book.page(sheet, frozen=(0, 0), landscape=False)
    page.hide_gridlines(2)
    page.set_header("")
    page.set_margins(SIDES, SIDES, TOP, BOTTOM)
    page.center_horizontally()
    return page


def write_head(book: Book, page: Worksheet, lines: Mapping[str, str], across: int) -> Block:
    """Lines by their looks, on every page and always in sight, and a row for headers."""
    height: float = LINE_HEIGHT
    for row, (style, text) in enumerate(lines.items()):
        own = HEAD[style].height(text)
        page.set_row(row, own)
        write_across(book, page, row, (0, across - 1), text, style)
        height += own
    page.set_row(row + 1, LINE_HEIGHT)
    page.freeze_panes(row + 2, 0)
    page.repeat_rows(0, row + 1)
    return Block(row + 2, height)


def write_text(book: Book, page: Worksheet, row: int, column: int, text: str, style: str) -> None:
    """A text, or an empty cell with its look."""
    write = page.write_string if text else page.write_blank
    check(write(row, column, text, book.styles[style]), page, row, column)


def write_across(book: Book, page: Worksheet, row: int, columns: tuple[int, int], text: str, style: str) -> None:
    """A text over several columns, the first and the last of them."""
    check(page.merge_range(row, columns[0], row, columns[1], "", book.styles[style]), page, row, columns[0])
    write_text(book, page, row, columns[0], text, style)


def scale(paper: Paper, widths: Sequence[float], head: Block, blocks: Iterable[Block]) -> float:
    """The scale at which these blocks fit on one page, below the head; 1 at most."""
    down = head.height + sum(block.height for block in blocks)
    return min(1.0, paper.across / _pixels(widths), paper.down / down)


def lay_out(
    page: Worksheet, paper: Paper, widths: Sequence[float], wider: Sequence[int], head: Block, blocks: Sequence[Block]
) -> None:
    """Some columns become wider, so that all are as wide as the paper; no block is cut by the end of a page."""
    if paper is ACROSS:
        page.set_landscape()
    whole = scale(paper, widths, head, blocks)
    own = whole if whole >= SMALLEST else min(scale(paper, widths, head, [block]) for block in blocks)
    page.set_print_scale(int(100 * own))
    more = (paper.across / own - _pixels(widths)) / 7 / len(wider)
    for column, width in enumerate(widths):
        page.set_column(column, column, width + more if column in wider else width)
    breaks, used = [], head.height
    for block in blocks:
        if used + block.height > paper.down / own + 1:
            breaks.append(block.row)
            used = head.height
        used += block.height
    page.set_h_pagebreaks(breaks)


def _pixels(widths: Iterable[float]) -> float:
    return sum(7 * width + 5 for width in widths)
