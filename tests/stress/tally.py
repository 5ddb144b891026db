"""The table of trials, with one row per kind of trial and one column per possible outcome."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

ENDS = {
    "answered": "answered",  # a problem is listed, or nothing has changed
    "other": "other data",  # an intact workbook that says something else, as if somebody had typed it
    "wrong": "wrong data without a message",
    "unclassified": "unclassified exceptions",
    "hangs": "hangs",
    "corrupt": "corrupt outputs",
    "lost": "old output lost",
    "harmed": "files outside harmed",
    "unmended": "not mended by the next build",
}
FAILURES = tuple(name for name in ENDS if name not in ("answered", "other"))


@dataclass
class Tally:
    """The outcomes of one kind of trial.

    to_retry  one label per failure, which names the trial to repeat
    """

    name: str
    ends: Counter[str] = field(default_factory=Counter)
    to_retry: list[str] = field(default_factory=list)

    @property
    def tried(self) -> int:
        return sum(self.ends.values())

    @property
    def failures(self) -> int:
        return sum(self.ends[end] for end in FAILURES)

    def count(self, end: str, label: str = "") -> None:
        """Count one more trial under its outcome, and remember the label of a failure."""
        self.ends[end] += 1
        if end in FAILURES:
            self.to_retry.append(f"{self.name}: {ENDS[end]}: {label}")


def added(tallies: Iterable[Tally]) -> list[Tally]:
    """Add up the tallies with the same name, and return the sums in the order in which the names first appear."""
    sums: dict[str, Tally] = {}
    for tally in tallies:
        total = sums.setdefault(tally.name, Tally(tally.name))
        total.ends += tally.ends
        total.to_retry += tally.to_retry
    return [*sums.values()]


def table(tallies: Sequence[Tally]) -> str:
    """Return the tallies as a Markdown table that ends with a row of totals."""
    whole = Tally("all", sum((tally.ends for tally in tallies), Counter()))
    head = f"| trial | tried | {' | '.join(ENDS.values())} |\n| --- |{' ---: |' * (len(ENDS) + 1)}"
    rows = (
        f"| {tally.name} | {tally.tried:,} | {' | '.join(f'{tally.ends[end]:,}' for end in ENDS)} |"
        for tally in (*tallies, whole)
    )
    return "\n".join([head, *rows])
