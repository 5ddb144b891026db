"""The heading of every page: title, status, and whether the games are real."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.language.language import ENGLISH, Language, language
from pipeline.pages.words import STATUS
from schemas.messages import Message, Name, Text, listed, say
from schemas.words import NOT_STATED

INCOMPLETE, PROVISIONAL, FINAL = "INCOMPLETE", "PROVISIONAL", "FINAL"
RESULTS_ONLY = "RESULTS"  # everything is over, but there is no official system and no placing to rank anybody
REASONS_SHOWN = 3
LABEL_NOTES = {
    "worked example": say("A worked example shows how scores are computed; it is not the result of a real league."),
    "generated": say("Generated games were made by a program; nobody played them."),
    "not stated": say("The sheets do not say whether these games are real."),
}
UNREAL = ("worked example", "generated")


IN_ENGLISH = language(ENGLISH)


@dataclass(frozen=True)
class Heading:
    """The heading above the tables of every sheet. Parts of the heading are repeated in the footer of printed pages.

    status   FINAL, PROVISIONAL, INCOMPLETE or RESULTS_ONLY
    reasons  why the status is not FINAL
    doubts   number of doubtful names, in words. Doubtful names do not affect the status
    labels   one or more kinds of data, see schemas.words.DATA_LABELS
    words    language of the workbook
    """

    title: Text | str
    season: str
    status: str
    reasons: Sequence[Text]
    labels: list[str]
    words: Language = IN_ENGLISH
    doubts: Sequence[Text] = ()

    @property
    def title_shown(self) -> str:
        """The title in the workbook's language."""
        return self.words(self.title)

    @property
    def status_shown(self) -> str:
        """The status in the workbook's language."""
        return self.words(STATUS[self.status])

    @property
    def status_line(self) -> str:
        """The status with its first few reasons and the number of doubtful names."""
        more = len(self.reasons) - REASONS_SHOWN
        further = [say("and {n} more (see the sheet Checks)", n=more)] if more > 0 else []
        return self.words(with_reasons(self.status, [*self.reasons[:REASONS_SHOWN], *further, *self.doubts]))

    @property
    def labels_shown(self) -> str:
        """The word `Data`, followed by the labels. Every label except `real` is in capitals."""
        labels = [(label, self.words(label_shown(label))) for label in self.labels]
        shown = [shown if label == "real" else shown.upper() for label, shown in labels]
        return self.words(say("Data: {labels}", labels=listed(shown)))

    @property
    def labels_line(self) -> str:
        """The line that shows the labels and what they mean."""
        notes = [self.words(LABEL_NOTES[label]) for label in self.labels if label in LABEL_NOTES]
        return f"{self.labels_shown}. {' '.join(notes)}" if notes else self.labels_shown

    @property
    def labels_style(self) -> str:
        """The style of the label line, which stands out more if the games are made up."""
        if any(label in UNREAL for label in self.labels):
            return "data unreal"
        return "data" if self.labels == ["real"] else "data not stated"


def with_reasons(status: str, reasons: Sequence[Text]) -> Message:
    """Return the status, followed by its reasons if there are any."""
    if not reasons:
        return STATUS[status]
    return say("{event}: {left}", event=STATUS[status], left=listed(reasons, "; "))


def label_shown(label: str) -> Text:
    """Return the words for a data label.

    A data label says whether the games are real.
    """
    return say("not stated") if label == NOT_STATED else Name("data label", label)
