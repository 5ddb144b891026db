"""Sheets to print for a wall or a director's desk: headings, rows and page breaks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pipeline.tools.new.workbook import Book, Page


class Line(NamedTuple):
    """The dimensions of a line of text.

    points    height in points
    letters   number of letters that are sure to fit if the text is on a single line
    broken    number of letters that are sure to fit on each line if the text is wrapped
    """

    points: float
    letters: float
    broken: float

    def height(self, *texts: str) -> float:
        """Return the height, in points, of a row whose cells show these strings as wrapped text."""
        return self.points * max(
            1 if len(text) <= self.letters else math.ceil(len(text) / self.broken) for text in texts
        )


class Paper(NamedTuple):
    """The space that a sheet may fill on an A4 page.

    across  width in pixels. It leaves space to spare, because some programs print columns wider than others
    down    height in points
    """

    across: int
    down: int


class Block(NamedTuple):
    """Rows that stay together on one page, given as the number of the first row and the total height in points."""

    row: int
    height: float


UPRIGHT, ACROSS = Paper(650, 720), Paper(955, 480)
SIDES, TOP, BOTTOM = 0.5, 0.6, 0.7  # margins in inches
SMALLEST = 0.7  # smallest scale at which a sheet is squeezed onto one page
LINE_HEIGHT = 18  # in points
HEAD = {
    "title": Line(34, 38, 38),
    "round": Line(36, 36, 36),
    "subtitle": Line(24, 66, 66),
    "line": Line(18, 88, 88),
}


class PaperPage(Page):
    """A sheet to print, centred on its paper, with a heading on every page and rows below it.

    lines    lines of the heading, keyed by style. The caller writes the row of headers below them.
    across   number of columns in the sheet
    """

    def __init__(self, book: Book, sheet: str, lines: Mapping[str, str], across: int) -> None:
        super().__init__(book, sheet, frozen=(0, 0), landscape=False)
        self.sheet.hide_gridlines(2)
        self.sheet.set_header("")
        self.sheet.set_margins(SIDES, SIDES, TOP, BOTTOM)
        self.sheet.center_horizontally()
        self.next, self.blocks = 0, list[Block]()
        self._open = Block(0, 0)
        for look, text in lines.items():
            self.across(self.add(HEAD[look].height(text)), (0, across - 1), text, look)
        self.headers = self.add(LINE_HEIGHT)
        self.head = self._open.height
        self._open = Block(self.next, 0)
        self.sheet.freeze_panes(self.next, 0)
        self.sheet.repeat_rows(0, self.headers)

    def add(self, points: float) -> int:
        """Add a row with a height of `points`, and return the number of the row."""
        self.height(self.next, points)
        return self.leave(points)

    def leave(self, points: float) -> int:
        """Leave the next row as it is, and return its number.

        points   height that the row is assumed to have when pages are laid out. The height of the row is not set here.
        """
        self._open = self._open._replace(height=self._open.height + points)
        self.next += 1
        return self.next - 1

    def end_block(self) -> None:
        """End a block. The rows added since the end of the previous block stay on one page."""
        if self._open.height:
            self.blocks.append(self._open)
        self._open = Block(self.next, 0)

    def scale(self, paper: Paper, widths: Sequence[float], blocks: Iterable[Block]) -> float:
        """Return the scale, at most 1, at which these blocks fit on one page below the heading."""
        down = self.head + sum(block.height for block in blocks)
        return min(1.0, paper.across / _pixels(widths), paper.down / down)

    def lay_out(self, paper: Paper, widths: Sequence[float], wider: Sequence[int]) -> None:
        """Set the scale, the column widths and the page breaks so that no block is split between pages.

        wider   columns to widen until the sheet is as wide as the paper
        """
        if paper is ACROSS:
            self.sheet.set_landscape()
        scale = self.scale(paper, widths, self.blocks)
        if scale < SMALLEST:
            scale = min(self.scale(paper, widths, [block]) for block in self.blocks)
        more = (paper.across / scale - _pixels(widths)) / 7 / len(wider)
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width + more if column in wider else width)
        breaks, used = [], self.head
        for block in self.blocks:
            if used + block.height > paper.down / scale + 1:
                breaks.append(block.row)
                used = self.head
            used += block.height
        if breaks:
            self.sheet.set_h_pagebreaks(breaks)
            self.sheet.set_print_scale(int(100 * scale))  # page breaks are ignored if a sheet is fitted to the paper
        else:
            self.sheet.fit_to_pages(1, 1)


def _pixels(widths: Iterable[float]) -> float:
    return sum(7 * width + 5 for width in widths)
