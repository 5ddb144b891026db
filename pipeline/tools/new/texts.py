"""The texts of the workbooks that organisers fill in: notes, messages, and the wording of printed sheets.

The notes on most columns are defined with their fields (`schemas/raw.py`). All other texts are in `texts.csv`:

sheet  sheet to which the text belongs. `bao event` and `bao players` are the sheets of a Bao event
name   name of the text. A note has the name of its setting or column. Settings are written in the order of their rows
text   the text in English. Names in braces stand for words of the vocabulary, or for lists of words
rare   filled if few events need the setting
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from schemas.messages import Message
from schemas.raw import TYPED

TEXTS = Path(__file__).with_suffix(".csv")
ANY_YEAR = "1901"
TYPED_SHEETS = ("boards", "games", "players", "nmr", "calendar")  # sheets of a Diplomacy event, in order


@cache
def texts(sheet: str) -> Mapping[str, Message]:
    """Return the texts of one sheet in order, keyed by name, with unfilled placeholders (see `Message.of`).

    The name ANY_YEAR stands for all year columns.
    """
    if notes := {
        ANY_YEAR if field.pattern else name: field.says for name, field in TYPED.get(sheet, {}).items() if field.says
    }:
        return notes
    rows = [(row["name"], row["text"]) for row in _rows(sheet)]
    return {name: Message(text) for name, text in rows}


@cache
def rarely_needed(sheet: str) -> set[str]:
    """Return the settings or columns of a sheet that few events need."""
    return {row["name"] for row in _rows(sheet) if row["rare"]} | {
        name for name, field in TYPED.get(sheet, {}).items() if field.rare
    }


@cache
def blank_columns(sheet: str) -> list[str]:
    """Return the columns of a blank sheet in order, without the year columns."""
    return [name for name, field in TYPED[sheet].items() if field.says and field.in_blank and not field.pattern]


def _rows(sheet: str) -> list[dict[str, str]]:
    with TEXTS.open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["sheet"] == sheet]
