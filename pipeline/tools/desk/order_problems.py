"""The problems of order sheets: every kind has a code, which `order_codes.csv` defines once."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import Listed, Message, Text, listed, say

KINDS = kinds(Path(__file__).with_name("order_codes.csv"))


class OrderProblem(NamedTuple):
    """One problem. `line` and `column` count from 1 and say where `found` begins in the text."""

    line: int
    column: int
    code: str
    found: str
    message: Text

    @property
    def severity(self) -> Severity:
        """An error is not accepted, a warning wants a look, a notice wants nothing."""
        return KINDS[self.code].severity

    @property
    def hint(self) -> Text:
        """How to mend it."""
        return KINDS[self.code].hint

    @property
    def full_line(self) -> Message:
        """The problem in a line, with its place."""
        return say(
            "{severity}: line {line}, column {column}: {found}: {message}",
            severity=SEVERITIES[self.severity],
            **self._asdict(),
        )


def in_words(problems: Iterable[OrderProblem]) -> Listed:
    """The errors in one line."""
    text = Message("{found}: {message}")
    return listed((text.of(p._asdict()) for p in problems if p.severity == "error"), "; ")
