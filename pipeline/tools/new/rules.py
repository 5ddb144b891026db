"""The `rules` sheet for the director: a system's rules on matters other than scoring.

The rules are in the event's language if possible.
"""

from collections.abc import Sequence

from pipeline.pages.words import RULE_LABELS
from pipeline.rules.rule_sheet import Paragraph
from pipeline.tools.new.paper import UPRIGHT, Line, PaperPage
from pipeline.tools.new.workbook import Book

WIDTHS = [11, 78]  # widths in digits: paragraph, text
TEXT = Line(15, 1.05 * WIDTHS[1], 0.95 * WIDTHS[1])
SPARE = 5  # points added to the height of a row


def write_rules(book: Book, rules: Sequence[Paragraph]) -> None:
    """Write the `rules` sheet with one row per paragraph, unless there are none."""
    if not rules:
        return
    lines = {"title": book.title, "subtitle": book.word("sheet", "rules").capitalize()}
    page = PaperPage(book, "rules", lines, len(WIDTHS))
    for rule in rules:
        text = rule.original.text if rule.original and rule.original.language == book.words.code else rule.text
        row = page.add(SPARE + TEXT.height(text))
        page.text(row, 0, book.words(RULE_LABELS.get(rule.label, rule.label)), "remark on")
        page.text(row, 1, text, "wish remark")
        page.end_block()
    page.lay_out(UPRIGHT, WIDTHS, (1,))
    page.sheet.fit_to_pages(1, 0)  # as many pages as needed; a paragraph may continue on the next one
    page.sheet.ignore_errors({"number_stored_as_text": f"A1:A{page.next}"})
