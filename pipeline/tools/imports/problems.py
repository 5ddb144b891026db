"""The problems of imports. Each kind has a code, which `import_codes.csv` defines once."""

from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import NOTHING, Message, Name, Text, Verbatim, say

KINDS = kinds(Path(__file__).with_name("import_codes.csv"))
SHOWN = 60  # characters shown of a value


class ImportProblem(NamedTuple):
    """One problem: its code, the file and the place in it, what is wrong, and what to do if that differs from the code's hint."""

    code: str
    place: str | Text
    message: Text
    hint: Text = NOTHING

    @property
    def severity(self) -> Severity:
        """The severity: an error leaves out the game or the file, a warning needs a look, a notice needs nothing."""
        return KINDS[self.code].severity

    @property
    def full_line(self) -> Message:
        """The problem in one line, with its place."""
        return say(
            "{severity}: {place}: {message} {hint}",
            severity=SEVERITIES[self.severity],
            place=self.place,
            message=self.message,
            hint=self.hint or KINDS[self.code].hint,
        )


class Refused(Exception):
    """A document or a game that is left out; the arguments are those of `ImportProblem`."""

    def __init__(self, code: str, message: Text, hint: Text = NOTHING, place: str = "") -> None:
        super().__init__(code, message)
        self.code, self.message, self.hint, self.place = code, message, hint, place

    def at(self, place: str) -> ImportProblem:
        """Return the problem at this place, unless it has a more exact one."""
        return ImportProblem(self.code, self.place or place, self.message, self.hint)


def wrong(value: object, expected: Text, field: str | Text = NOTHING) -> Refused:
    """Return the exception for an invalid value, with the field that holds it, if any.

    expected  a noun phrase with its article
    """
    text = Message("“{found}” in `{field}` is not {expected}.") if field else Message("“{found}” is not {expected}.")
    return Refused("wrong_value", text.of({"found": shown(value), "field": field, "expected": expected}))


def missing(field: str | Name) -> Refused:
    """Return the exception for a required field that is missing."""
    return Refused("wrong_value", say("`{field}` is missing.", field=field))


def printable(text: str) -> str:
    """Return a text with each invisible character, which could affect a terminal, as a blank."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def shown(value: object) -> Verbatim:
    """Return a value of a file as shown in a line: short, and without invisible characters."""
    plain = printable(str(value)[: SHOWN + 1])
    return Verbatim(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]} ...")
