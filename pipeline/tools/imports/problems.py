"""The problems of imports: every kind has a code, which `import_codes.csv` defines once."""

from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import NOTHING, Message, Name, Text, Verbatim, say

KINDS = kinds(Path(__file__).with_name("import_codes.csv"))
SHOWN = 60  # characters of a value


class ImportProblem(NamedTuple):
    """One problem: its code, the file and the place there, what is wrong, what to do if the code does not say it."""

    code: str
    place: str | Text
    message: Text
    hint: Text = NOTHING

    @property
    def severity(self) -> Severity:
        """An error leaves out the game, or the file; a warning wants a look, a notice nothing."""
        return KINDS[self.code].severity

    @property
    def full_line(self) -> Message:
        """The problem in a line, with its place."""
        return say(
            "{severity}: {place}: {message} {hint}",
            severity=SEVERITIES[self.severity],
            place=self.place,
            message=self.message,
            hint=self.hint or KINDS[self.code].hint,
        )


class Refused(Exception):
    """A document, or a game of it, that is left out; the arguments are those of `ImportProblem`."""

    def __init__(self, code: str, message: Text, hint: Text = NOTHING, place: str = "") -> None:
        super().__init__(code, message)
        self.code, self.message, self.hint, self.place = code, message, hint, place

    def at(self, place: str) -> ImportProblem:
        """The problem at this place, unless a nearer one is known."""
        return ImportProblem(self.code, self.place or place, self.message, self.hint)


def wrong(value: object, expected: Text, field: str | Text = NOTHING) -> Refused:
    """A value that is not what the format has there, and the field that holds it, if it has one.

    expected  a noun phrase with its article
    """
    text = Message("“{found}” in `{field}` is not {expected}.") if field else Message("“{found}” is not {expected}.")
    return Refused("wrong_value", text.of({"found": shown(value), "field": field, "expected": expected}))


def missing(field: str | Name) -> Refused:
    """A field that the format requires and the file lacks."""
    return Refused("wrong_value", say("`{field}` is missing.", field=field))


def printable(text: str) -> str:
    """Return a text with a blank for each invisible character, which could harm a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def shown(value: object) -> Verbatim:
    """Return a value of a file as a line can show it: short and without invisible characters."""
    plain = printable(str(value)[: SHOWN + 1])
    return Verbatim(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]} ...")
