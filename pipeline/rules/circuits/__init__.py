"""The circuits: one file a way in which many results become standings. The folder is the registry.

A module has a docstring (the rule sheet), `NEEDS` (what it takes of the seasons), its numbers, and `standings(...)`,
which answers an `Outcome`. A paragraph that gives a figure names its column, in the results or in the standings. What
several circuits ask stands in `pipeline.rules.standings`. Nothing here needs pandas, so that the names are quick to list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pipeline.rules.rule_sheet import Rule, modules, names
from schemas.messages import Text

if TYPE_CHECKING:
    import pandas as pd


BESIDES_THE_NAME = re.compile(r"\(.*?\)|\.|\b(?:the|diplomacy|[ivxl]+|\w*\d\w*)\b")
NAME = re.compile(r"\w+")


class Needs(NamedTuple):
    """What a circuit takes of the seasons, and whom it ranks.

    takes        the `placings` of a season's events, the `participants` of its Bao events, or the `games` of all seasons
                 as they stood on the day of the season's list
    game         what is played at its events: diplomacy or bao
    ranked       who stands in the column `player` of the standings: player or nation
    system       the system that scores the games it takes: their scores stand in a column of that name
    years_back   how long before the day of the list a game may have ended; 0 if it looks into no other season
    days_of_end  every finished game has to state the day on which it ended
    invites      the format of the event to which it invites its best; the standings have a column of that name
    selects      the match for which it selects its best; standings and results have a column of that name
    accredited   the names of the events that its text counts; none where the text names none
    """

    takes: Literal["placings", "participants", "games"]
    game: Literal["diplomacy", "bao"] = "diplomacy"
    ranked: Literal["player", "nation"] = "player"
    system: str = ""
    years_back: int = 0
    days_of_end: bool = False
    invites: str = ""
    selects: str = ""
    accredited: tuple[str, ...] = ()

    def accredits(self, event: str) -> bool:
        """Whether the text counts an event of this name, or names none; year and edition do not matter."""
        return not self.accredited or _bare(event) in {*map(_bare, self.accredited)}


def _bare(event: str) -> str:
    """An event's name without what changes from year to year: `The Don Challenge Cup X` is `don challenge cup`."""
    return " ".join(NAME.findall(BESIDES_THE_NAME.sub("", event.casefold())))


class Notice(NamedTuple):
    """A remark on a result; `player` is empty where it holds for the event."""

    season: str
    event: str
    player: str
    text: Text


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a circuit makes of the results.

    standings  one row a listed player: rank, player, events, score, the road to the score, best_1, best_2 ...,
               settled (how a tie was settled, or that it is shared, as a message; "" where there was none)
    results    one row a result, used or not: player, event, place, points, used, the road to the points,
               why (why it is not used, as a message; "" where it is)
    notices    remarks
    """

    standings: pd.DataFrame
    results: pd.DataFrame
    notices: list[Notice]


@dataclass(frozen=True)
class Circuit(Rule):
    """One published circuit."""

    @property
    def needs(self) -> Needs:
        """What it takes of the seasons, and whom it ranks."""
        needs: Needs = self.module.NEEDS
        return needs

    def standings(self, *results: Any) -> Outcome:
        """The module's `standings` of what it takes: the rows, and for games the day of the list."""
        outcome: Outcome = self.module.standings(*results)
        return outcome


def circuit_names() -> list[str]:
    """The id of every circuit, in alphabetical order; the modules stay unread."""
    return names(__name__)


@cache
def circuits() -> dict[str, Circuit]:
    """Every circuit by its id, in alphabetical order."""
    return {name: Circuit(name, module) for name, module in modules(__name__).items()}
