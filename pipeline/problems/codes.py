"""Problems found in the sheets. Each kind of problem has a code, defined once in `codes.csv`."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, cast

from schemas.messages import NOTHING, Headers, Message, Text, Value, Verbatim, listed, say

Severity = Literal["error", "warning", "fix", "notice"]
SetsAside = Literal["board", "event", ""]


class Kind(NamedTuple):
    """A kind of problem, identified by its code.

    severity     how serious the problem is
    sets_aside   what an error excludes: the `board` of its row, or the whole `event`. If the board is unknown, the
                 event is excluded. Empty for other severities
    title        the problem in a few words
    message      what is wrong, in whole sentences, with `{found}` and other values in braces
    hint         what to do, in whole sentences, with values in braces
    explanation  why it matters
    before       an example of what is wrong, as typed in English, or blank if no example would help
    after        the same example, corrected
    """

    severity: Severity
    sets_aside: SetsAside
    title: Text
    message: Text
    hint: Text
    explanation: Text
    before: Verbatim
    after: Verbatim


def kinds(path: Path) -> dict[str, Kind]:
    """Return the kinds of problems that a CSV file defines, keyed by code."""
    with path.open(encoding="utf-8", newline="") as lines:
        return {row["code"]: _kind(row) for row in csv.DictReader(lines)}


def _kind(row: dict[str, str]) -> Kind:
    title, message, hint, explanation = (
        Message(row[name]) if row.get(name) else NOTHING for name in ("title", "message", "hint", "explanation")
    )
    before, after = (Verbatim(row.get(name) or "") for name in ("before", "after"))
    sets_aside = cast(SetsAside, row.get("sets aside", ""))
    return Kind(cast(Severity, row["severity"]), sets_aside, title, message, hint, explanation, before, after)


CODES = kinds(Path(__file__).with_name("codes.csv"))
ORDER = ["error", "warning", "fix", "notice"]  # the most serious first
DID_YOU_MEAN = Message("Did you mean {words}?")
UNTOLD = "…"  # shown in place of private text
TYPED = ("found", "other")  # values in messages that repeat what was typed in a cell
COLUMNS = ("severity", "code", "file", "sheet", "cell", "found", "message", "hint")


class Problem(NamedTuple):
    """A problem, with its position, what was found there, what is wrong, and what to do.

    cells    all cells that may be wrong, such as `M2:M8` or `M2, M9`. Empty if `cell` is the only one
    private  whether the cell's text must be kept out of everything published
    """

    code: str
    season: str
    event: str
    file: str
    sheet: str
    cell: str
    found: Text
    message: Text
    hint: Text
    cells: str = ""
    private: bool = False

    @property
    def severity(self) -> Severity:
        """The severity of the problem's code."""
        return CODES[self.code].severity

    def with_headers(self, headers: Headers) -> "Problem":
        """Return the problem, with columns and settings named as in its event's sheets."""
        found, message, hint = (_with(text, headers) for text in (self.found, self.message, self.hint))
        return self._replace(found=found, message=message, hint=hint)

    def for_everybody(self) -> "Problem":
        """Return the problem as it is published, without the text of a private cell."""
        if not self.private:
            return self
        return self._replace(found=Verbatim(UNTOLD), message=_untold(self.message), hint=_untold(self.hint))

    def row(self) -> tuple[str, ...]:
        """Return the problem as a row of problems.csv, in English."""
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
    message: Text = NOTHING,
    hint: Text = NOTHING,
    values: Mapping[str, Any] = MappingProxyType({}),
) -> Problem:
    """Return a problem with this code.

    message  a more specific message, used instead of the code's general message
    hint     a more specific hint, used instead of the code's general hint
    values   values to fill in for the names in braces, in addition to `found`
    """
    kind, found = CODES[code], _filled(found, values)
    values = {**values, "found": found}
    texts = (_filled(message or kind.message, values), _filled(hint or kind.hint, values))
    return Problem(code, season, event, file, sheet, cell, found, *texts, cells=str(values.get("cells", "")))


def did_you_mean(*near: Value) -> Text:
    """Return the hint that asks whether one of these words was meant, or NOTHING if there are none."""
    words = listed([say("`{word}`", word=word) for word in near], "or")
    return DID_YOU_MEAN.of({"words": words}) if near else NOTHING


def _filled(text: Text, values: Mapping[str, Any]) -> Text:
    return text.of({**values, **dict(text.values)}) if isinstance(text, Message) else text


def _untold(text: Text) -> Text:
    """Return a message with UNTOLD in place of everything that was typed in a cell."""
    if not isinstance(text, Message):
        return text
    return replace(text, values=tuple((name, UNTOLD if name in TYPED else value) for name, value in text.values))


def blocked(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """Return the season and event of every error.

    An error that belongs to no event has the event "" and blocks no event.
    """
    return {(p.season, p.event) for p in problems if p.severity == "error"}


def ordered(problems: list[Problem]) -> list[Problem]:
    """Return the problems without duplicates, the most serious first, then by file and cell."""
    return sorted(dict.fromkeys(problems), key=_order)


def _order(problem: Problem) -> tuple[int, str, str, str, tuple[int, int], str, str, str]:
    from openpyxl.utils.cell import coordinate_to_tuple

    at = coordinate_to_tuple(problem.cell) if problem.cell else (0, 0)
    grave, said = ORDER.index(problem.severity), (problem.code, str(problem.found), str(problem.message))
    return grave, problem.season, problem.file, problem.sheet, at, *said
