"""The words of the problems in English, Italian and French, as they stand in `schemas/problem_words.csv`.

A row has a code and a part: `title`, `explanation`, `expected`, `hint`, or `found`. The English of `expected` and `hint`
stands in `CODES` alone and is left empty here. A row of `expected` or `found` that has English words is a sentence the
program says of what it met, with marks for what differs: `{n}`, `{m}` and `{k}` are figures, `{x}`, `{y}` and `{z}` texts
that stay as they are, `{who}` a name before the sentence or nothing, `{powers}` powers, `{fields}` columns, `{spans}`
years, rows or columns such as `1904, 1906 to 1908`, `{told}` another sentence of the code. Several sentences stand behind
one another with a semicolon. Rows without a code are words of the problems workbook.
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
    """Code and part -> its rows in every language."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    with WORDS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            row["fr"] = re.sub(r"(?<=«) | (?=[:;!?»])", NO_BREAK, row["fr"])
            found.setdefault((row["code"], row["part"]), []).append(row)
    return found


@cache
def _sentences(code: str, part: str) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """What the program says under a code, as patterns with their rows, the most exact first."""
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

    def expected(self, code: str, told: str) -> str:
        """What was expected; English where there are no words for it."""
        return self.said(code, "expected", told) or told

    def found(self, code: str, told: str) -> str:
        """What was read: what somebody typed stays, what the program says of it is translated."""
        return self.said(code, "found", told) or told

    def said(self, code: str, part: str, told: str) -> str | None:
        """What the program says, in this language; None if there are no words for it."""
        if self.language == "en" or not told:
            return told
        if part == "expected" and told == CODES[code].expected:
            return self._words(code, part)
        for pattern, row in _sentences(code, part):
            if match := pattern.fullmatch(told):
                marks = match.groupdict().items()
                return row[self.language].format(**{name: self._mark(name, text, code, part) for name, text in marks})
        parts = [self.said(code, part, sentence) for sentence in told.split("; ")] if "; " in told else [None]
        return None if None in parts else SEMICOLON[self.language].join(map(str, parts))

    def _words(self, code: str, part: str) -> str | None:
        """The words of the code itself, not those of a sentence; none for English that stands in CODES."""
        own = [row for row in rows().get((code, part), []) if part in ("title", "explanation") or not row["en"]]
        return own[0][self.language] if own else None

    def _mark(self, name: str, text: str, code: str, part: str) -> str:
        """What stands in the place of a mark: figures as the language writes them, names of the game in its words."""
        if name == "told":
            return self.said(code, part, text) or text
        if name == "spans":
            return text.replace(" to ", "-")
        if name in NAMES:
            each = re.split("(, | or )", text)
            return "".join(f" {self('or')} " if own == " or " else self._name(NAMES[name], own) for own in each)
        return text.translate(FIGURES[self.language]) if name in ("n", "m", "k") else text

    def _name(self, kinds: Iterable[str], name: str) -> str:
        """A name of the game as the language's sheets have it."""
        words = (word(kind, name, self.language) for kind in kinds)
        return next((own for own in words if own != name), name)


def explained(code: str, language: str) -> str:
    """A code for a reader: how grave it is, what it means, what was expected, how to mend it."""
    words = ProblemWords(language)
    expected = words.expected(code, CODES[code].expected) or words("depends")
    told = [
        words("note_head", severity=words.severity(CODES[code].severity), title=words.title(code)),
        "",
        *wrap(words.explanation(code), WIDTH, break_on_hyphens=False),
        "",
        words("note_expected", expected=expected),
        words("note_hint", hint=words.hint(code)),
    ]
    return "\n".join([code, *told])


def titles(language: str) -> list[str]:
    """Every code with its title, a line each, in the order of CODES."""
    words = ProblemWords(language)
    return [f"{code:24} {words.severity(kind.severity):14} {words.title(code)}" for code, kind in CODES.items()]
