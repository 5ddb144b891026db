"""What is wrong, in words, at a cell. Every kind of problem has a code, which `codes.csv` defines once."""

import csv
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple, cast

from schemas.messages import NOTHING, Headers, Message, Text

Severity = Literal["error", "warning", "fix", "notice"]
SetsAside = Literal["board", "event", ""]


class Kind(NamedTuple):
    """What a code means.

    severity     how grave it is
    sets_aside   what an error keeps out: the `board` of its row, if it stands in a row of one board that can be told,
                 else the `event`; empty where it is no error
    title        the same in a few words
    expected     what stands there in a lawful sheet; NOTHING where only the place knows
    hint         how to mend it
    explanation  what is wrong, and why it matters
    """

    severity: Severity
    sets_aside: SetsAside
    title: Text
    expected: Text
    hint: Text
    explanation: Text


def kinds(path: Path) -> dict[str, Kind]:
    """The kinds of problems that a CSV file defines, by code; a column that it has not says NOTHING."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["code"]: _kind(row) for row in csv.DictReader(lines)}


def _kind(row: dict[str, str]) -> Kind:
    texts = (Message(row[name]) if row.get(name) else NOTHING for name in Kind._fields[2:])
    return Kind(cast(Severity, row["severity"]), cast(SetsAside, row.get("sets aside", "")), *texts)


CODES = kinds(Path(__file__).with_name("codes.csv"))
ORDER = ["error", "warning", "fix", "notice"]  # the gravest first
COLUMNS = ("severity", "code", "file", "sheet", "cell", "found", "expected", "hint")


class Problem(NamedTuple):
    """One line of the problems: what was read where, what was expected, how to mend it."""

    code: str
    season: str
    event: str
    file: str
    sheet: str
    cell: str
    found: Text
    expected: Text
    headers: Headers | None = None

    @property
    def severity(self) -> Severity:
        """How grave it is: an error keeps its board or its event out."""
        return CODES[self.code].severity

    @property
    def hint(self) -> Text:
        """How to mend it."""
        return _with(CODES[self.code].hint, self.headers)

    def with_headers(self, headers: Headers) -> "Problem":
        """Return the problem with columns called as they are in the sheets of its event."""
        return self._replace(found=_with(self.found, headers), expected=_with(self.expected, headers), headers=headers)

    def row(self) -> tuple[str, ...]:
        """The problem as a line of problems.csv, in English."""
        return tuple(str(getattr(self, name)) for name in COLUMNS)


def _with(text: Text, headers: Headers | None) -> Text:
    return replace(text, headers=headers) if headers and isinstance(text, Message) else text


def problem(
    code: str,
    *,
    season: str,
    event: str,
    file: str,
    found: Text,
    sheet: str = "",
    cell: str = "",
    expected: Text = NOTHING,
) -> Problem:
    """A problem of a known kind; `expected` replaces the kind's own words where the place knows better."""
    return Problem(code, season, event, file, sheet, cell, found, expected or CODES[code].expected)


def blocked(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """The (season, event) that have an error. An error without an event blocks no other event."""
    return {(p.season, p.event) for p in problems if p.severity == "error"}


def ordered(problems: list[Problem]) -> list[Problem]:
    """The gravest first, then by file and cell; each line once."""
    return sorted(dict.fromkeys(problems), key=_order)


def _order(problem: Problem) -> tuple[int, str, str, str, tuple[int, int], str, str, str]:
    from openpyxl.utils.cell import coordinate_to_tuple

    at = coordinate_to_tuple(problem.cell) if problem.cell else (0, 0)
    grave, said = ORDER.index(problem.severity), (problem.code, str(problem.found), str(problem.expected))
    return grave, problem.season, problem.file, problem.sheet, at, *said
