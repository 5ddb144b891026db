"""What stands above every page: whose it is, how final, and whether anybody played it."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.messages import Text

INCOMPLETE, PROVISIONAL, FINAL = "INCOMPLETE", "PROVISIONAL", "FINAL"
REASONS_SHOWN = 3
LABEL_NOTES = {
    "worked example": "A worked example shows how scores come about; no league ended so.",
    "generated": "Generated games are made by a program, nobody played them.",
    "not stated": "The sheets do not say whether these games are real.",
}
UNREAL = ("worked example", "generated")


@dataclass(frozen=True)
class Heading:
    """What stands above the table of every sheet of a workbook, and below every printed page.

    status   FINAL, PROVISIONAL or INCOMPLETE
    reasons  why it is not FINAL
    labels   what the games are, see schemas.words.DATA_LABELS; one or several
    """

    title: str
    season: str
    status: str
    reasons: Sequence[Text]
    labels: list[str]

    @property
    def status_line(self) -> str:
        """The status with its first reasons."""
        more = len(self.reasons) - REASONS_SHOWN
        first = map(str, self.reasons[:REASONS_SHOWN])
        listed = [*first, *([f"and {more} more, see Checks"] if more > 0 else [])]
        return f"{self.status}: {'; '.join(listed)}" if listed else self.status

    @property
    def labels_shown(self) -> str:
        """The labels, in capitals where they are not `real`."""
        return "Data: " + ", ".join(label if label == "real" else label.upper() for label in self.labels)

    @property
    def labels_line(self) -> str:
        """The labels, each with what it means."""
        notes = [LABEL_NOTES[label] for label in self.labels if label in LABEL_NOTES]
        return f"{self.labels_shown}. {' '.join(notes)}" if notes else self.labels_shown

    @property
    def labels_look(self) -> str:
        """The look of that line: the less real the games, the louder."""
        if any(label in UNREAL for label in self.labels):
            return "data unreal"
        return "data" if self.labels == ["real"] else "data not stated"
