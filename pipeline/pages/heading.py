"""What stands above every page: whose it is, how final, and whether anybody played it."""

from dataclasses import dataclass

INCOMPLETE, PROVISIONAL, FINAL = "INCOMPLETE", "PROVISIONAL", "FINAL"
REASONS_SHOWN = 3
DATA_NOTES = {
    "worked example": "A worked example shows how scores come about; no league ended so.",
    "generated": "Generated games are made by a program, nobody played them.",
    "not stated": "The sheets do not say whether these games are real.",
}
UNREAL = ("worked example", "generated")


@dataclass(frozen=True)
class Heading:
    """What stands above the table of every sheet of a workbook, and below every printed page."""

    title: str
    season: str
    status: str  # FINAL, PROVISIONAL or INCOMPLETE
    reasons: list[str]
    labels: list[str]  # what the data is; see schemas.words.DATA_LABELS

    @property
    def stated(self) -> str:
        """The status with its first reasons."""
        more = len(self.reasons) - REASONS_SHOWN
        told = "; ".join([*self.reasons[:REASONS_SHOWN], *([f"and {more} more, see Checks"] if more > 0 else [])])
        return f"{self.status}: {told}" if told else self.status

    @property
    def data(self) -> str:
        """The labels of the data, loud where they are not `real`."""
        return "Data: " + ", ".join(label if label == "real" else label.upper() for label in self.labels)

    @property
    def data_told(self) -> str:
        """The labels of the data, each with what it means."""
        notes = [DATA_NOTES[label] for label in self.labels if label in DATA_NOTES]
        return f"{self.data}. {' '.join(notes)}" if notes else self.data

    @property
    def data_look(self) -> str:
        """How loud the line is."""
        if any(label in UNREAL for label in self.labels):
            return "data unreal"
        return "data" if self.labels == ["real"] else "data not stated"
