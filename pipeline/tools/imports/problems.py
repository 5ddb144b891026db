"""Problems that an import can report. Each kind has a code, defined in `import_codes.csv`."""

from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import NOTHING, Message, Name, Text, Verbatim, say

KINDS = kinds(Path(__file__).with_name("import_codes.csv"))
SHOWN = 60  # maximum number of characters shown of a value


class ImportProblem(NamedTuple):
    """A problem in an import: its code, file and position, what is wrong, and a hint that replaces the code's own."""

    code: str
    place: str | Text
    message: Text
    hint: Text = NOTHING

    @property
    def severity(self) -> Severity:
        """The severity of the problem.

        An error means that a game or a file is left out. A warning should be checked. A notice needs no action.
        """
        return KINDS[self.code].severity

    @property
    def full_line(self) -> Message:
        """The problem as one line of text, with its position."""
        return say(
            "{severity}: {place}: {message} {hint}",
            severity=SEVERITIES[self.severity],
            place=self.place,
            message=self.message,
            hint=self.hint or KINDS[self.code].hint,
        )


class Refused(Exception):
    """Exception raised if a document or a game is left out. It holds the same values as an `ImportProblem`."""

    def __init__(self, code: str, message: Text, hint: Text = NOTHING, place: str = "") -> None:
        super().__init__(code, message)
        self.code, self.message, self.hint, self.place = code, message, hint, place

    def at(self, place: str) -> ImportProblem:
        """Return the problem at the exception's own position, or at `place` if it has none."""
        return ImportProblem(self.code, self.place or place, self.message, self.hint)


def wrong(value: object, expected: Text, field: str | Text = NOTHING) -> Refused:
    """Return the exception for an invalid value, naming its field if one is given.

    expected  what is valid, as a noun phrase with its article
    """
    text = Message("“{found}” in `{field}` is not {expected}.") if field else Message("“{found}” is not {expected}.")
    return Refused("wrong_value", text.of({"found": shown(value), "field": field, "expected": expected}))


def missing(field: str | Name) -> Refused:
    """Return the exception for a required field that is missing."""
    return Refused("wrong_value", say("`{field}` is missing.", field=field))


def printable(text: str) -> str:
    """Return a string with unprintable characters, which could affect a terminal, replaced by spaces."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def shown(value: object) -> Verbatim:
    """Return a value from a file for display, shortened and without unprintable characters."""
    plain = printable(str(value)[: SHOWN + 1])
    return Verbatim(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]} ...")
