"""The `wishes` sheet for the director: unmet wishes, their cost, and whether another seating could cost less."""

from collections.abc import Sequence
from itertools import groupby

from pipeline.tools.desk.seating.hall import Broken
from pipeline.tools.new.paper import ACROSS, Line, PaperPage
from pipeline.tools.new.seating import SeatingPage, round_name
from pipeline.tools.new.texts import texts
from pipeline.tools.new.workbook import Book
from schemas.messages import listed

WIDTHS = [8, 26, 38, 9, 40, 8]  # widths in digits: rule, wish, players, table, why, cost
NAME, PLAYERS, WHY, LAST = 1, 2, 4, 5
NUMBERS = 3, LAST  # columns with numbers
LINES = [Line(15, 1.05 * width, 0.9 * width) for width in WIDTHS]  # letters are a little narrower than digits
REMARK = Line(15, 1.05 * sum(WIDTHS[PLAYERS:]), sum(WIDTHS[PLAYERS:]))
TOGETHER = Line(15, 1.05 * sum(WIDTHS[PLAYERS:LAST]), 0.95 * sum(WIDTHS[PLAYERS:LAST]))
MOST_ROWS = 20  # if there are more, one row per kind of wish keeps the sheet to one page
SPARE = 3  # points added to the height of a row


def write_wishes(book: Book, seating: SeatingPage) -> None:
    """Write the `wishes` sheet on one page.

    The sheet has the unmet wishes, their total cost, a sentence on whether another seating could cost less, the remarks
    and the seed. There is one row per unmet wish or, if there are more than MOST_ROWS, one row per kind of wish.
    """
    subtitle = book.text_of("wishes", "subtitle", round=round_name(book, seating))
    lines = {"title": book.title, "subtitle": subtitle, "line": book.text_of("wishes", "head")}
    page = PaperPage(book, "wishes", lines, len(WIDTHS))
    for column, name in enumerate(texts("list of wishes")):
        look = "number band" if column in NUMBERS else "band"
        page.text(page.headers, column, book.text_of("list of wishes", name), look)
    if len(seating.wishes) > MOST_ROWS:
        for _, group in groupby(sorted(seating.wishes, key=_kind), key=_kind):
            _write_kind(page, [*group])
    else:
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
    page.sheet.fit_to_pages(1, 1)
    page.sheet.ignore_errors({"number_stored_as_text": f"A1:F{page.next}"})


def _write_wish(page: PaperPage, wish: Broken) -> None:
    """Write one wish in a row that is tall enough for it."""
    words = page.book.words
    cells = {0: wish.paragraph, NAME: words(wish.wish), PLAYERS: words(listed(wish.players)), WHY: words(wish.why)}
    row = page.add(SPARE + max(LINES[column].height(text) for column, text in cells.items()))
    for column, text in cells.items():
        page.text(row, column, text, "wish")
    for column, number in zip(NUMBERS, (wish.board, wish.cost), strict=True):
        page.put(row, column, number, "wish number")
    page.end_block()


def _kind(wish: Broken) -> tuple[str, str]:
    return wish.paragraph, str(wish.wish)


def _write_kind(page: PaperPage, wishes: Sequence[Broken]) -> None:
    """Write the unmet wishes of one kind in one row: the players with their tables, and the sum of the costs."""
    words = page.book.words
    named = words(listed((f"{words(listed(wish.players))} ({wish.board})" for wish in wishes), "; "))
    said = f"{words(wishes[0].wish)}: {len(wishes)}"
    row = page.add(SPARE + max(LINES[NAME].height(said), TOGETHER.height(named)))
    page.text(row, 0, wishes[0].paragraph, "wish")
    page.text(row, NAME, said, "wish")
    page.across(row, (PLAYERS, WHY), named, "wish")
    page.put(row, LAST, sum(wish.cost for wish in wishes), "wish number")
    page.end_block()


def _write_total(page: PaperPage, cost: int) -> None:
    row = page.add(REMARK.points + SPARE)
    page.across(row, (0, LAST - 1), page.book.text_of("wishes", "total cost"), "wish total")
    page.put(row, LAST, cost, "wish total number")
    page.add(REMARK.points)
    page.end_block()


def _write_remark(page: PaperPage, about: str, text: str) -> None:
    """Write a remark, with its subject on the left unless `about` is empty."""
    row = page.add(SPARE + REMARK.height(text))
    page.across(row, (0, PLAYERS - 1), page.book.text_of("wishes", about) if about else "", "remark on")
    page.across(row, (PLAYERS, LAST), text, "wish remark")
    page.end_block()
