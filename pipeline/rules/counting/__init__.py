"""Methods of counting an event's results.

There is one file per published rule, and every file in this folder is registered automatically.

A module has a docstring (the rule sheet), its constants and functions, and one of these names:

SYSTEM  the only official system under which the rule applies
WAYS    the counting methods that the rule defines. Any of them may be entered in an event's `counting` setting
OF      the name of an event attribute. The rule applies to each event that has the attribute set
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.rule_sheet import Rule, modules
from schemas.messages import Message

Shares: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64] | NDArray[np.int64]]


class Way(NamedTuple):
    """A counting method.

    label        label of the rule-sheet paragraph that gives the score
    words        a description of the method
    counts       function that takes a number, such as the 3 in `best 3`, and the results of all events with this method
                 and this number. The results are sorted best first, across all players and events. Their columns are
                 `season`, `event`, `player`, `nth_round`, `kind`, `points`, `final_centres`, `place` (position among
                 the player's results, 0 for the best) and `size` (number of the player's results). The function returns
                 two arrays with one value per result: how much of the result counts (1 for all of it, 0 for none), and
                 the number by which to divide the player's sum
    worth        function that takes such results before they are sorted, with `round_no` (a number for each round of
                 the event) instead of `place` and `size`, and returns the figures to add instead of points, NaN for
                 results to ignore
    lowest       whether the lowest sum wins among players with the same number of results
    independent  whether a player's score depends only on the points of the player's own results
    dropped      message that says why a result is dropped
    in_part      message that says why a result counts only in part
    """

    label: str
    words: Message
    counts: Callable[[float, pd.DataFrame], Shares]
    worth: Callable[[pd.DataFrame], pd.Series] | None = None
    lowest: bool = False
    independent: bool = True
    dropped: Message = Message("not among the best {n}")
    in_part: Message = Message("counts only in part: not among the best {n}")


@dataclass(frozen=True)
class Counting(Rule):
    """A published rule for counting the results of an event."""

    @property
    def system(self) -> str:
        """Return the only official system under which the rule applies, or "" if the system does not matter."""
        return getattr(self.module, "SYSTEM", "")

    @property
    def ways(self) -> dict[str, Way]:
        """Return the counting methods that the rule defines."""
        return getattr(self.module, "WAYS", {})

    def decides(self, event: Any) -> bool:
        """Return whether the rule applies to an event, according to its `edition_of`, `how` and other settings."""
        is_set = bool(getattr(event, getattr(self.module, "OF", ""), False))
        return is_set or event.how in self.ways or bool(self.system and self.system == event.edition_of)


@cache
def countings() -> dict[str, Counting]:
    """Return the published rules for counting results, keyed by id and in alphabetical order."""
    return {name: Counting(name, module) for name, module in modules(__name__).items()}


@cache
def ways() -> dict[str, Way]:
    """Return the counting methods, keyed by name as in `schemas.words.WAYS`."""
    return {how: way for counting in countings().values() for how, way in counting.ways.items()}


def counting_words(how: str, number: float) -> Message:
    """Return a description of a counting method, such as `best 3`.

    number  the number in the description, such as the 3 in `best 3`
    """
    return ways()[how].words.of({"n": number, "next": number + 1, "after": number + 2})
