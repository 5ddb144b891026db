"""Write the first sheet of a blank workbook, which explains how to fill in the others.

A hidden column lists the systems to choose from.
"""

from collections.abc import Sequence

from xlsxwriter.utility import quote_sheetname, xl_range_abs

from pipeline.rules.systems import systems
from pipeline.tools.new.paper import Line
from pipeline.tools.new.workbook import Book, Page

START, END = ("bold",), ("names", "save")  # lines that begin and end every guide
DIPLOMACY = (*START, "system", "rounds", "data", "boards", "zero", "more boards", "total", "games", "pale", *END)
RESULTS = (*START, "system", "rounds", "data", "results", *END)
PLACINGS = (*START, "placings", *END)
BAO = (*START, "entries", "matches", "stages", *END)

WIDTHS = 4, 96  # widths in digits: number, text
HIDDEN = 3  # column of the drop-down's words
TEXT = Line(17, 1.05 * WIDTHS[1], WIDTHS[1])
HEAD, SPARE = 34, 6  # points: height of a heading, and space added to a line


def write_guide(book: Book, lines: Sequence[str]) -> None:
    """Write the `start here` sheet with these lines, numbered from 1.

    If `system` is one of the lines, a hidden column lists all systems for the drop-down of that setting.
    """
    page = Page(book, "start here", frozen=(0, 0), landscape=False)
    page.sheet.hide_gridlines(2)
    for column, width in enumerate(WIDTHS):
        page.sheet.set_column(column, column, width)
    page.height(0, HEAD)
    page.across(0, (0, 1), book.title, "title")
    page.height(1, HEAD)
    page.across(1, (0, 1), book.text_of("guide", "title"), "subtitle")
    for number, name in enumerate(lines, 1):
        text = book.text_of("guide", name)
        page.height(number + 1, TEXT.height(text) + SPARE)
        page.put(number + 1, 0, number, "step")
        page.text(number + 1, 1, text, "step")
    if "system" in lines:
        offered = sorted((system.title for system in systems().values()), key=str.casefold)
        for row, title in enumerate(offered):
            page.text(row, HIDDEN, title, "value")
        page.sheet.set_column(HIDDEN, HIDDEN, None, None, {"hidden": True})
        page.sheet.print_area(0, 0, len(lines) + 1, 1)
        cells = xl_range_abs(0, HIDDEN, len(offered) - 1, HIDDEN)
        book.offered["system"] = f"={quote_sheetname(page.sheet.get_name())}!{cells}"
