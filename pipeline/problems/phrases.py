"""The words of the problems in English, Italian and French, as they stand in `schemas/problem_words.csv`.

A row has a code and a part: `title`, `explanation`, `expected`, `hint`, or `found`. The English of `expected` and `hint`
stands in `CODES` alone and is left empty here. Rows without a code are words of the problems workbook.

A row of `expected` or `found` that has English words is a sentence of the program, with marks for what differs. `{n}`,
`{m}` and `{k}` are figures; `{x}`, `{y}` and `{z}` texts that stay as they are; `{who}` is a name before the sentence or
nothing; `{powers}` powers; `{fields}` columns; `{spans}` years, rows or columns such as `1904, 1906 to 1908`; `{told}`
another sentence of the code. Semicolons separate several sentences.
"""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap

from pipeline.problems.codes import CODES
from schemas.words import POWERS, word

WORDS = Path(__file__).parents[2] / "schemas" / "problem_words.csv"
PARTS = ("title", "explanation", "expected", "hint", "found")
NO_BREAK = "\N{NO-BREAK SPACE}"
POWER = "|".join(POWERS)
MARKS = {
    **dict.fromkeys(("n", "m", "k"), r"-?[0-9][0-9.,]*(?:e[+-]?[0-9]+)?"),
    **dict.fromkeys(("x", "y", "z"), ".+"),
    "who": "(?:.+ )?",
    "powers": f"(?:{POWER})(?:(?:, | or )(?:{POWER}))*",
    "fields": "[^;`]+",
    "told": ".+",
    "spans": r"\w+(?: to \w+)?(?:, \w+(?: to \w+)?)*",
}
NAMES = {
    "powers": ["power"],
    "fields": ["event", "boards", "players", "placings", "matches", "moves"],
}  # kinds of words
FIGURES = {"it": str.maketrans(",.", ".,"), "fr": str.maketrans(",.", f"{NO_BREAK},")}
SEMICOLON = {"it": "; ", "fr": f"{NO_BREAK}; "}
WIDTH = 110


@cache
def rows() -> dict[tuple[str, str], list[dict[str, str]]]:
    """Code and part -> the rows that have its words in every language."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    with WORDS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            row["fr"] = re.sub(r"(?<=«) | (?=[:;!?»])", NO_BREAK, row["fr"])
            found.setdefault((row["code"], row["part"]), []).append(row)
    return found


@cache
def _sentences(code: str, part: str) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """The sentences of a code as patterns, each with its row, the longest first."""
    said = sorted((row for row in rows().get((code, part), []) if row["en"]), key=lambda row: -len(row["en"]))
    return [(_pattern(row["en"]), row) for row in said]


def _pattern(english: str) -> re.Pattern[str]:
    pattern = re.escape(english)
    for name, figure in MARKS.items():
        pattern = pattern.replace(rf"\{{{name}\}}", f"(?P<{name}>{figure})")
    return re.compile(pattern, re.DOTALL)


@dataclass(frozen=True)
class ProblemWords:
    """The words of one language."""

    language: str

    def __call__(self, key: str, **texts: object) -> str:
        """A word of the workbook, with its figures and texts."""
        return rows()["", key][0][self.language].format(**texts)

    def severity(self, severity: str) -> str:
        """How grave a problem is, in a word."""
        return self(f"severity_{severity}")

    def count(self, severity: str, number: int) -> str:
        """`3 errors`."""
        return self(f"one_{severity}") if number == 1 else self(f"count_{severity}", n=number)

    def title(self, code: str) -> str:
        """A code in a few words."""
        return self._words(code, "title") or code.replace("_", " ")

    def explanation(self, code: str) -> str:
        """What is wrong, and why it matters."""
        return self._words(code, "explanation") or ""

    def hint(self, code: str) -> str:
        """How to mend it."""
        return self._words(code, "hint") or CODES[code].hint

    def expected(self, code: str, english: str) -> str:
        """What was expected; English where there are no words for it."""
        return self.said(code, "expected", english) or english

    def found(self, code: str, english: str) -> str:
        """What was read: what somebody typed stays, what the program says of it is translated."""
        return self.said(code, "found", english) or english

    def said(self, code: str, part: str, english: str) -> str | None:
        """What the program says, in this language; None if there are no words for it."""
        if self.language == "en" or not english:
            return english
        if part == "expected" and english == CODES[code].expected:
            return self._words(code, part)
        for pattern, row in _sentences(code, part):
            if match := pattern.fullmatch(english):
                marks = match.groupdict().items()
                return row[self.language].format(**{name: self._mark(name, text, code, part) for name, text in marks})
        parts = [self.said(code, part, sentence) for sentence in english.split("; ")] if "; " in english else [None]
        return None if None in parts else SEMICOLON[self.language].join(map(str, parts))

    def _words(self, code: str, part: str) -> str | None:
        """The words of the code itself, not those of a sentence; none for English that stands in CODES."""
        lines = (row for row in rows().get((code, part), []) if part in ("title", "explanation") or not row["en"])
        return next((row[self.language] for row in lines), None)

    def _mark(self, name: str, text: str, code: str, part: str) -> str:
        """What stands in the place of a mark: figures as the language writes them, names of the game in its words."""
        if name == "told":
            return self.said(code, part, text) or text
        if name == "spans":
            return text.replace(" to ", "-")
        if name in NAMES:
            each = re.split("(, | or )", text)
            return "".join(f" {self('or')} " if word == " or " else self._name(NAMES[name], word) for word in each)
        return text.translate(FIGURES[self.language]) if name in ("n", "m", "k") else text

    def _name(self, kinds: Iterable[str], name: str) -> str:
        """A name of the game as the language's sheets have it."""
        words = (word(kind, name, self.language) for kind in kinds)
        return next((translated for translated in words if translated != name), name)


def explained(code: str, language: str) -> str:
    """A code for a reader: how grave it is, what it means, what was expected, how to mend it."""
    words, kind = ProblemWords(language), CODES[code]
    lines = [
        code,
        words("note_head", severity=words.severity(kind.severity), title=words.title(code)),
        "",
        *wrap(words.explanation(code), WIDTH, break_on_hyphens=False),
        "",
        words("note_expected", expected=words.expected(code, kind.expected) or words("depends")),
        words("note_hint", hint=words.hint(code)),
    ]
    return "\n".join(lines)


def titles(language: str) -> list[str]:
    """A line for each code, with its severity and title, in the order of CODES."""
    words = ProblemWords(language)
    return [f"{code:24} {words.severity(kind.severity):14} {words.title(code)}" for code, kind in CODES.items()]
