"""For the director: the wishes that a seating does not fulfil, what they cost, and how sure it is that no other is better."""

from pipeline.tools.new.notes import (
    NONE_BROKEN,
    NOT_PROVEN,
    PRIVATE,
    PROVEN,
    REMARKS,
    SEED,
    TABLES,
    TOTAL_COST,
    UNFULFILLED,
    WISH_HEADERS,
    WISH_NAMES,
)
from pipeline.tools.new.paper import (
    ACROSS,
    BAND,
    INK,
    LINE,
    Line,
    Rows,
    lay_out,
    paper_page,
    write_across,
    write_head,
    write_text,
)
from pipeline.tools.new.seating import SeatingPage, Wish, round_name
from pipeline.tools.new.sheets import Book

WIDTHS = [8, 26, 38, 9, 40, 8]  # digits: rule, wish, players, table, why, cost
NAME, PLAYERS, WHY, LAST = 1, 2, 4, 5
NUMBERS = 3, LAST  # columns
LINES = [Line(15, 1.05 * width, 0.9 * width) for width in WIDTHS]  # letters are somewhat narrower than digits
REMARK = Line(15, 1.05 * sum(WIDTHS[PLAYERS:]), sum(WIDTHS[PLAYERS:]))
SPARE = 3  # points of a row beyond its lines

_LINED = {"font_size": 11, "font_color": INK, "valign": "top", "text_wrap": True, "bottom": 1, "bottom_color": LINE}
WISHES: dict[str, dict[str, object]] = {
    "wish": _LINED,
    "wish number": _LINED | {"align": "center"},
    "wish total": _LINED | {"bold": True, "top": 1},
    "wish total number": _LINED | {"bold": True, "top": 1, "align": "center"},
    "number band": BAND | {"valign": "vcenter", "align": "center"},
    "remark on": {"font_size": 11, "bold": True, "font_color": INK, "valign": "top"},
    "wish remark": {"font_size": 11, "font_color": INK, "valign": "top", "text_wrap": True},
}


def write_wishes(book: Book, seating: SeatingPage) -> None:
    """The sheet `wishes`: a row a wish, the total cost, whether the tables are the best, the remarks and the seed."""
    page = paper_page(book, "wishes")
    subtitle = book.say(UNFULFILLED, round=round_name(book, seating))
    head = write_head(book, page, {"title": book.title, "subtitle": subtitle, "line": book.say(PRIVATE)}, len(WIDTHS))
    for column, header in enumerate(WISH_HEADERS):
        write_text(book, page, head.row - 1, column, book.say(header), "number band" if column in NUMBERS else "band")
    rows = Rows(page, head)
    for wish in seating.wishes:
        _write_wish(book, rows, wish)
    if not seating.wishes:
        write_across(book, page, rows.add(REMARK.points + SPARE), (0, LAST), book.say(NONE_BROKEN), "wish")
    _write_total(book, rows, seating.cost)
    _write_remark(book, rows, book.say(TABLES), book.say(PROVEN if seating.proven else NOT_PROVEN))
    for number, remark in enumerate(seating.remarks):
        _write_remark(book, rows, "" if number else book.say(REMARKS), remark)
    _write_remark(book, rows, book.say(SEED), seating.seed)
    lay_out(page, ACROSS, WIDTHS, (PLAYERS, WHY), head, rows.blocks)
    page.ignore_errors({"number_stored_as_text": f"A1:F{rows.next}"})


def _write_wish(book: Book, rows: Rows, wish: Wish) -> None:
    """One wish, in as many lines as its texts need."""
    name = book.say(WISH_NAMES[wish.wish]) if wish.wish in WISH_NAMES else wish.wish
    texts = {0: wish.paragraph, NAME: name, PLAYERS: ", ".join(wish.players), WHY: wish.why}
    row = rows.add(SPARE + max(LINES[column].height(text) for column, text in texts.items()))
    for column, text in texts.items():
        write_text(book, rows.page, row, column, text, "wish")
    for column, number in zip(NUMBERS, (wish.board, wish.cost), strict=True):
        book.put(rows.page, row, column, number, "wish number")
    rows.end_block()


def _write_total(book: Book, rows: Rows, cost: int) -> None:
    """What all wishes cost."""
    row = rows.add(REMARK.points + SPARE)
    write_across(book, rows.page, row, (0, LAST - 1), book.say(TOTAL_COST), "wish total")
    book.put(rows.page, row, LAST, cost, "wish total number")
    rows.add(REMARK.points)
    rows.end_block()


def _write_remark(book: Book, rows: Rows, about: str, text: str) -> None:
    """What it is about, and a text beside it."""
    row = rows.add(SPARE + REMARK.height(text))
    write_across(book, rows.page, row, (0, PLAYERS - 1), about, "remark on")
    write_across(book, rows.page, row, (PLAYERS, LAST), text, "wish remark")
    rows.end_block()
