"""The problems of imports: every kind has a code, which `import_codes.csv` defines once."""

from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, expecting, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import NOTHING, Message, Text, Verbatim, say

KINDS = kinds(Path(__file__).with_name("import_codes.csv"))
SHOWN = 60  # characters of a value


class ImportProblem(NamedTuple):
    """One problem: its code, the file and the place there, what stands there, what is wrong."""

    code: str
    place: str | Text
    found: Text
    message: Text

    @property
    def severity(self) -> Severity:
        """An error leaves out the game, or the file; a warning wants a look, a notice nothing."""
        return KINDS[self.code].severity

    @property
    def full_line(self) -> Message:
        """The problem in a line, with its place."""
        return say(
            "{severity}: {place}: {found}: {message} {hint}",
            severity=SEVERITIES[self.severity],
            place=self.place,
            found=self.found,
            message=self.message or KINDS[self.code].message,
            hint=KINDS[self.code].hint,
        )


class Refused(Exception):
    """A document, or a game of it, that is left out: the code of the problem, what was found, what was expected."""

    def __init__(self, code: str, found: Text, expected: Text = NOTHING, place: str = "") -> None:
        super().__init__(code, found)
        self.code, self.found, self.expected, self.place = code, found, expected, place

    def at(self, place: str) -> ImportProblem:
        """The problem at this place, unless a nearer one is known."""
        return ImportProblem(self.code, self.place or place, self.found, expecting(self.expected))


def printable(text: str) -> str:
    """Return a text with a blank for each invisible character, which could harm a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def shown(value: object) -> Verbatim:
    """Return a value of a file as a line can show it: short and without invisible characters."""
    plain = printable(str(value)[: SHOWN + 1])
    return Verbatim(plain if len(plain) <= SHOWN else f"{plain[:SHOWN]} ...")
