"""The sheet `wishes` for the director: the broken wishes of a seating, their cost, and whether a better one may exist."""

from pipeline.tools.desk.seating.hall import Broken
from pipeline.tools.new.paper import ACROSS, Line, PaperPage
from pipeline.tools.new.seating import SeatingPage, round_name
from pipeline.tools.new.texts import texts
from pipeline.tools.new.workbook import Book
from schemas.messages import listed

WIDTHS = [8, 26, 38, 9, 40, 8]  # in digits: rule, wish, players, table, why, cost
NAME, PLAYERS, WHY, LAST = 1, 2, 4, 5
NUMBERS = 3, LAST  # columns
LINES = [Line(15, 1.05 * width, 0.9 * width) for width in WIDTHS]  # letters are somewhat narrower than digits
REMARK = Line(15, 1.05 * sum(WIDTHS[PLAYERS:]), sum(WIDTHS[PLAYERS:]))
SPARE = 3  # points added to the lines of a row


def write_wishes(book: Book, seating: SeatingPage) -> None:
    """Write the sheet `wishes`: one row per broken wish, the total cost, whether it is the least, the remarks, the seed."""
    subtitle = book.text_of("wishes", "subtitle", round=round_name(book, seating))
    lines = {"title": book.title, "subtitle": subtitle, "line": book.text_of("wishes", "head")}
    page = PaperPage(book, "wishes", lines, len(WIDTHS))
    for column, name in enumerate(texts("list of wishes")):
        look = "number band" if column in NUMBERS else "band"
        page.text(page.headers, column, book.text_of("list of wishes", name), look)
    for wish in seating.wishes:
        _write_wish(page, wish)
    if not seating.wishes:
        page.across(page.add(REMARK.points + SPARE), (0, LAST), book.text_of("wishes", "none"), "wish")
    _write_total(page, seating.cost)
    _write_remark(page, "tables", book.text_of("wishes", "proven" if seating.proven else "not proven"))
    for number, remark in enumerate(seating.remarks):
        _write_remark(page, "" if number else "remarks", book.words(remark))
    _write_remark(page, "seed", seating.seed)
    page.lay_out(ACROSS, WIDTHS, (PLAYERS, WHY))
    page.sheet.ignore_errors({"number_stored_as_text": f"A1:F{page.next}"})


def _write_wish(page: PaperPage, wish: Broken) -> None:
    """Write one wish in as many lines as its texts need."""
    words = page.book.words
    cells = {0: wish.paragraph, NAME: words(wish.wish), PLAYERS: words(listed(wish.players)), WHY: words(wish.why)}
    row = page.add(SPARE + max(LINES[column].height(text) for column, text in cells.items()))
    for column, text in cells.items():
        page.text(row, column, text, "wish")
    for column, number in zip(NUMBERS, (wish.board, wish.cost), strict=True):
        page.put(row, column, number, "wish number")
    page.end_block()


def _write_total(page: PaperPage, cost: int) -> None:
    """Write the total cost."""
    row = page.add(REMARK.points + SPARE)
    page.across(row, (0, LAST - 1), page.book.text_of("wishes", "total cost"), "wish total")
    page.put(row, LAST, cost, "wish total number")
    page.add(REMARK.points)
    page.end_block()


def _write_remark(page: PaperPage, about: str, text: str) -> None:
    """Write a subject, or a blank, with its text beside it."""
    row = page.add(SPARE + REMARK.height(text))
    page.across(row, (0, PLAYERS - 1), page.book.text_of("wishes", about) if about else "", "remark on")
    page.across(row, (PLAYERS, LAST), text, "wish remark")
    page.end_block()
