"""How a circuit adds up results, which players it lists, and how it breaks ties."""

from typing import Any, NamedTuple

import numpy as np

from pipeline.rules.numbers import figure, sequence
from pipeline.rules.rule_sheet import Paragraph

EVERY, BEST_EVENT, SECOND, THIRD = "every event", "best event", "second best event", "third best event"
WON, MORE, FEWER, DROPPED = "events won", "more events", "fewer events", "dropped event"
HEAD_TO_HEAD = "head to head"
TIE_BREAKS = {  # tie-break -> how the rule sheet describes it
    EVERY: "the best result, then the second best, and so forth",
    BEST_EVENT: "the best result",
    SECOND: "the second best result",
    THIRD: "the third best result",
    WON: "the most first places",
    MORE: "the most results",
    FEWER: "the fewest results",
    DROPPED: "the best dropped result",
    HEAD_TO_HEAD: "being ahead of the other level players more often than behind them, if all of them have met",
}
COMMON = "All results add up unless the rule drops some; ties that no rule settles are shared."
OPEN = (
    "By winning all events that have no result yet, a player could reach a score (could reach), if each gives its most."
)
OF_PLACES = (
    "A single player gets the points of the first. Places are those among the ranked players, without gaps. Players are "
    "ranked if they have a place and a scored game (an untyped number of games counts as one); the director and players "
    "with GM positions only are not."
)


class Adding(NamedTuple):
    """The way a circuit's results add up.

    best        number of a player's results that count, 0 for all
    more        number added to the divisor if `per_result`, otherwise the divisor itself
    per_result  whether each result that counts adds one to the divisor
    least       the lowest divisor
    fewest      number of results that a player needs to be listed
    tie_breaks  the tie-breaks in order, as keys of TIE_BREAKS
    """

    best: int = 0
    more: float = 0
    per_result: bool = False
    least: float = 0
    fewest: int = 1
    tie_breaks: tuple[str, ...] = ()

    @property
    def divides(self) -> bool:
        """Return whether the sum of the results is divided by a number, as in a mean."""
        return bool(self.more or self.per_result)

    def divisor(self, results: Any) -> Any:
        """Return the number by which to divide each sum, given the number of results in the sum."""
        return np.maximum(results * self.per_result + self.more, self.least) if self.divides else np.ones(len(results))

    def paragraphs(self, result: str) -> list[Paragraph]:
        """Return the rule-sheet paragraphs that say how results add up.

        result  the word for one result: `event` or `game`
        """
        several = f"{result}s"
        sheet = []
        if self.best:
            text = f"The best {self.best} {several} of a player count; the others are dropped. If points are equal, the later by name is."
            sheet.append(Paragraph("Best", "used", text))
            text = "A further result counts if it is above the lowest of those that count."
            sheet.append(Paragraph("Reach", "counts above", f"{text} {OPEN}"))
        if self.divides:
            counted = f"the {several} that count" if self.per_result else ""
            by = " plus ".join(filter(None, [counted, figure(self.more) if self.more else ""]))
            least = f", or by {figure(self.least)} if that is greater" if self.least else ""
            sheet.append(Paragraph("Score", "score", f"The sum of the points, divided by {by}{least}."))
        else:
            sheet.append(Paragraph("Score", "score", "The sum of the points."))
        if self.fewest > 1:
            sheet.append(Paragraph("Listed", "events", f"Players with at least {self.fewest} {several} are listed."))
        ties = sequence([TIE_BREAKS[word] for word in self.tie_breaks]) if self.tie_breaks else ""
        order = ", in this order" if len(self.tie_breaks) > 1 else ""
        text = f"Ties are broken by {ties}{order}; players who are still level share a rank."
        text = text if ties else "Equal scores share a rank."
        return [*sheet, Paragraph("Ties", "settled", text)]
