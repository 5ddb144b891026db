"""How the results of an event add up: one file per published rule. The folder is the registry.

A module has a docstring (the rule sheet), its numbers and functions, and one of these: `SYSTEM` if it is of one official
system alone; `WAYS`, the ways of counting that may be typed; `OF` if it is of events of which that is said, as `weighed`.
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
    """A way of counting.

    label   the paragraph of the rule sheet that gives the score
    words   how the way is described
    counts  the number that is typed; a row a result, of all events that count so: its `place` among its player's, 0 the
            best, and the `size` of all that the player has (season, event, player, nth_round, kind, points, final_centres)
            -> the share of each that counts (0: it is dropped), and what the player's sum is divided by
    worth   the same rows -> what is added in place of points; NaN for what is no result
    lowest  the lowest sum wins, after whoever has more results
    independent  a player's score follows from the player's own results, whichever rounds they are of
    dropped, in_part   why a result is dropped, or counts in part
    """

    label: str
    words: Message
    counts: Callable[[float, pd.DataFrame], Shares]
    worth: Callable[[pd.DataFrame], pd.Series] | None = None
    lowest: bool = False
    independent: bool = True
    dropped: Message = Message("not among the best {n}")
    in_part: Message = Message("in part: beyond the best {n}")


@dataclass(frozen=True)
class Counting(Rule):
    """One published rule of counting."""

    @property
    def system(self) -> str:
        """The official system whose events it decides; empty for all."""
        return getattr(self.module, "SYSTEM", "")

    @property
    def ways(self) -> dict[str, Way]:
        """The ways of counting that it explains."""
        return getattr(self.module, "WAYS", {})

    def decides(self, event: Any) -> bool:
        """Whether it decides an event: `edition_of`, `how`, and what else is said of it."""
        said = bool(getattr(event, getattr(self.module, "OF", ""), False))
        return said or event.how in self.ways or bool(self.system and self.system == event.edition_of)


@cache
def countings() -> dict[str, Counting]:
    """Every rule of counting by its id, in alphabetical order."""
    return {name: Counting(name, module) for name, module in modules(__name__).items()}


@cache
def ways() -> dict[str, Way]:
    """Every way of counting by its words (`schemas.words.WAYS`)."""
    return {how: way for counting in countings().values() for how, way in counting.ways.items()}


def counting_words(how: str, number: float) -> Message:
    """How an event counts."""
    return ways()[how].words.of({"n": number, "next": number + 1, "after": number + 2})
