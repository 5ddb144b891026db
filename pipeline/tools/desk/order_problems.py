"""Problems that can be found in order sheets. Each kind has a code, defined in `order_codes.csv`."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pipeline.problems.codes import Severity, kinds
from pipeline.problems.words import SEVERITIES
from schemas.messages import Listed, Message, Text, listed, say

KINDS = kinds(Path(__file__).with_name("order_codes.csv"))


class OrderProblem(NamedTuple):
    """A problem in an order sheet: what is wrong, and what to do.

    `found` begins at `line` and `column`, both counted from 1.
    """

    line: int
    column: int
    code: str
    found: str
    message: Text
    hint: Text

    @property
    def severity(self) -> Severity:
        """The severity of the problem.

        An error means that an order is refused. A warning should be checked. A notice needs no action.
        """
        return KINDS[self.code].severity

    @property
    def full_line(self) -> Message:
        """The problem on one line, with its position."""
        return say(
            "{severity}: line {line}, column {column}: {message} {hint}",
            severity=SEVERITIES[self.severity],
            **self._asdict(),
        )


def in_words(problems: Iterable[OrderProblem]) -> Listed:
    """Return a single line with the message and the hint of every error. Other problems are left out."""
    text = Message("{message} {hint}")
    return listed((text.of(p._asdict()) for p in problems if p.severity == "error"), " ")
