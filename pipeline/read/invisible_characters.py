"""Characters that nobody sees in a cell: those that change nothing are left out and listed, the others are errors.

In: a raw sheet. Out: the sheet without them, and a remark for each cell that had one.
"""

from pipeline.read.cells import MOST_SIGNS, Cell, RawSheet, Remark, address
from schemas.characters import CONTROL, INVISIBLE, escaped
from schemas.messages import Verbatim

KEPT = 200  # signs of a text that is longer than any cell may be


def in_sight(sheet: RawSheet) -> tuple[RawSheet, list[Remark]]:
    """The sheet without invisible characters, and remarks on what was left out of which cell.

    A text with control characters, or far too long, is an error; it is kept as it can be shown.
    """
    remarks = []
    name, code = plain(sheet.name)
    if code:
        remarks.append(Remark(code, Verbatim(escaped(sheet.name)), name))
    harmless: set[str] = set()
    for row, cells in enumerate(sheet.rows):
        for column, typed in enumerate(cells):
            if typed.text in harmless:
                continue
            text, code = plain(typed.text)
            if not code:
                harmless.add(text)
            else:
                remarks.append(Remark(code, Verbatim(escaped(typed.text)[:KEPT]), name, address(row, column)))
                cells[column] = Cell(text, typed.kind)
    return sheet._replace(name=name), remarks


def plain(text: str) -> tuple[str, str]:
    """A text without invisible characters, and the code of its problem; empty without one."""
    if len(text) > MOST_SIGNS:
        return escaped(text)[:KEPT], "long_text"
    if CONTROL.search(text):
        return escaped(text), "control_character"
    if INVISIBLE.search(text):
        return INVISIBLE.sub("", text), "invisible"
    return text, ""
