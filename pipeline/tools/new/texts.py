"""The texts of the workbooks to fill in: notes, messages, and what stands on the wall (`texts.csv`).

A row is a text: the sheet it belongs to, its name there, and the words. For a sheet that people type
into, the names are its settings or columns, in the sheet's order, and `rare` marks what few events need; `1901` stands
for the column of any year. The sheets of a Bao event that differ begin with `bao`. Names in braces stand for words of the vocabulary, or for lists of words.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from schemas.messages import Message

TEXTS = Path(__file__).with_suffix(".csv")
ANY_YEAR = "1901"
TYPED_SHEETS = ("boards", "games", "players", "nmr", "calendar")  # of a Diplomacy event, in their order


@cache
def texts(sheet: str) -> Mapping[str, Message]:
    """Name -> text, for one sheet, in its order; the values that a text names are still to be given (`Message.of`)."""
    rows = [(row["name"], row["text"]) for row in _rows(sheet)]
    return {name: Message(text) for name, text in rows}


@cache
def rarely_needed(sheet: str) -> set[str]:
    """The settings or columns of a sheet that few events need."""
    return {row["name"] for row in _rows(sheet) if row["rare"]}


def _rows(sheet: str) -> list[dict[str, str]]:
    with TEXTS.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["sheet"] == sheet]
