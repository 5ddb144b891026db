"""The texts of the workbooks to fill in: notes, messages, and what stands on the wall, in three languages (`texts.csv`).

A row is a text: the sheet it belongs to, its name there, and the words in each language. For a sheet that people type
into, the names are its settings or columns, in the sheet's order; `1901` stands for the column of any year. The sheets
of a Bao event that differ begin with `bao`. Names in braces stand for words of the vocabulary, or for lists of words.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

TEXTS = Path(__file__).with_suffix(".csv")
ANY_YEAR = "1901"
TYPED_SHEETS = ("boards", "games", "nmr", "players")  # of a Diplomacy event, in their order


@cache
def texts(sheet: str) -> Mapping[str, Mapping[str, str]]:
    """Name -> language -> text, for one sheet, in its order."""
    with TEXTS.open(encoding="utf-8", newline="") as lines:
        return {row["name"]: row for row in csv.DictReader(lines) if row["sheet"] == sheet}
