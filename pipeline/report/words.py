"""The words of the report in English, Italian and French, as they stand in `schemas/report_words.csv`.

Sentences that other modules say in English (how a tie was settled, why a result does not count) are looked up there
too, in the rows `said_...`: `{n}` and `{m}` stand for numbers, `{x}` for any other text. A sentence that is not found
stays English and is marked as such.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from pipeline.report.figures import as_day, text
from schemas.words import POWERS

DECIMAL_COMMA = ("it", "fr")
WORDS = Path(__file__).parents[2] / "schemas" / "report_words.csv"
NO_BREAK = "\N{NO-BREAK SPACE}"


@cache
def vocabulary() -> dict[str, dict[str, str]]:
    """Every key of the words, with its row."""
    with WORDS.open(encoding="utf-8", newline="") as lines:
        rows = {row["key"]: row for row in csv.DictReader(lines)}
    for row in rows.values():
        row["fr"] = re.sub(" (?=[:;!?])", NO_BREAK, row["fr"])
    return rows


@cache
def _sayings() -> list[tuple[re.Pattern[str], str]]:
    """What other modules say in English, as patterns with their keys, the most exact first."""
    said = [(row["en"], key) for key, row in vocabulary().items() if key.startswith("said_")]
    figures = {r"\{n\}": r"(?P<n>\d+)", r"\{m\}": r"(?P<m>\d+)", r"\{x\}": r"(?P<x>.+)"}
    patterns = []
    for english, key in sorted(said, key=lambda row: -len(row[0])):
        pattern = re.escape(english)
        for mark, figure in figures.items():
            pattern = pattern.replace(mark, figure)
        patterns.append((re.compile(pattern), key))
    return patterns


@dataclass(frozen=True)
class Words:
    """The words of one language, and how it writes figures and days."""

    language: str

    def __call__(self, key: str, **figures: object) -> str:
        """The text of a key, with its figures."""
        return vocabulary()[key][self.language].format(**figures)

    def count(self, key: str, number: int, **figures: object) -> str:
        """`1 board`, `2 boards`; to the French none is like one."""
        one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{key}_one" if one else f"{key}_many", n=number, **figures)

    def column(self, name: str) -> str:
        """The header of a column."""
        if match := re.fullmatch(r"best_(\d+)", name):
            return self("column_best", n=match[1])
        return self(f"column_{name}") if f"column_{name}" in vocabulary() else name.replace("_", " ")

    def said(self, message: str) -> str | None:
        """What another module says in English, in this language; None if there are no words for it."""
        if self.language == "en":
            return message
        for pattern, key in _sayings():
            if match := pattern.fullmatch(message):
                return self(key, **{name: self.said(part) or part for name, part in match.groupdict().items()})
        return self.power(message) if message in POWERS else None

    def power(self, power: str) -> str:
        """What a power is called."""
        return self(f"power_{power}") if power in POWERS else power

    def number(self, value: float, places: int = 0) -> str:
        """A figure as the language writes it."""
        written = f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")
        return written.replace(".", ",") if self.language in DECIMAL_COMMA else written

    def day(self, day: date, year: bool = True, month: bool = True) -> str:
        """`3 May 2013`, without the parts that are not wanted."""
        number = self("first_of_month") if day.day == 1 else str(day.day)
        return " ".join([number, *([self(f"month_{day.month}")] if month else []), *([str(day.year)] if year else [])])

    def days(self, start: object, end: object) -> str:
        """`3–5 May 2013`; what is no day stays as it was typed."""
        first, last = as_day(start), as_day(end)
        if first and last and first < last:
            same_year = first.year == last.year
            same_month = same_year and first.month == last.month
            opening = self.day(first, year=not same_year, month=not same_month)
            return f"{opening}{'–' if same_month else ' – '}{self.day(last)}"
        written = [self.day(day) if day else text(typed) for typed, day in ((start, first), (end, last))]
        return " – ".join(dict.fromkeys(part for part in written if part))

    def listed(self, names: Sequence[str]) -> str:
        """`Anna, Bruno and Carla`."""
        return f" {self('and')} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
