"""Seven Years War.

Source   The scoring rules of the Seven Years War of Diplomacy, as published by the league.
Points   points: A game is worth its score under the official system of its event, or the score entered for it.
Reading  Every scored game of an event counts, whatever the event's counting method. Rounds sat out are not games. An
         event known only from its placings has no games.
"""

from dataclasses import dataclass
from typing import Any

from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition

NEEDS = Needs("scores")


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings. There are none, since `Adding` states the divisor."""


EDITIONS = {"seven_years_war": Edition(Numbers(), Adding(more=3, per_result=True, fewest=2))}


def points(rows: Any, numbers: Numbers) -> Any:
    """Return the points of each game, which equal the game's score."""
    return rows["score"]
