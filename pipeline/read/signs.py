"""Characters that nobody sees in a cell: those that change nothing are left out and listed, the others are errors.

In: a raw sheet. Out: the sheet without them, and a remark for each cell that had one.
"""

import re

from pipeline.read.cells import MOST_SIGNS, Cell, RawSheet, Remark, address
from schemas.messages import Typed

KEPT = 200  # signs of a text that is longer than any cell may be
# Without width, without an effect of their own, or turning the direction of what follows.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Control characters but for those that are blanks, halves of characters, and what Unicode has for no text.
CONTROL = re.compile("[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def in_sight(sheet: RawSheet) -> tuple[RawSheet, list[Remark]]:
    """The sheet without invisible characters, and remarks on what was left out of which cell.

    A text with control characters, or far too long, is an error; it is kept as it can be shown.
    """
    remarks = []
    name, code = plain(sheet.name)
    if code:
        remarks.append(Remark(code, Typed(shown(sheet.name)), name))
    harmless: set[str] = set()
    for row, cells in enumerate(sheet.rows):
        for column, typed in enumerate(cells):
            if typed.text in harmless:
                continue
            text, code = plain(typed.text)
            if not code:
                harmless.add(text)
            else:
                remarks.append(Remark(code, Typed(shown(typed.text)[:KEPT]), name, address(row, column)))
                cells[column] = Cell(text, typed.kind)
    return sheet._replace(name=name), remarks


def plain(text: str) -> tuple[str, str]:
    """A text without invisible characters, and the code of its problem; empty without one."""
    if len(text) > MOST_SIGNS:
        return shown(text)[:KEPT], "long_text"
    if CONTROL.search(text):
        return shown(text), "control_character"
    if INVISIBLE.search(text):
        return INVISIBLE.sub("", text), "invisible"
    return text, ""


def shown(text: str) -> str:
    r"""A text with its invisible and control characters as numbers: `An\u200bna`."""
    return CONTROL.sub(_number, INVISIBLE.sub(_number, text))


def _number(sign: re.Match[str]) -> str:
    return sign[0].encode("unicode_escape").decode("ascii")
