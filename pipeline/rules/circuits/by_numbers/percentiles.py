"""Percentiles.

Source   "Sum best 3 tournament percentiles" in the program dipvis.
Points   points: The number of the event's ranked players who are placed strictly below the player, divided by the
         total number of its ranked players. If an event has two ranked players, the winner has 0.5. If the event has
         only one, that player has 0.
Ties.a   Players who are level have the same players below them, and so the same points.
Reading  The source itself settles ties: level players get no points for one another.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition

NEEDS = Needs("placings", open_events=True, shares_ties=False)
ROAD = ["players"]


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings. There are none, since `Adding` states how many results count."""


EDITIONS = {"percentiles": Edition(Numbers(), Adding(best=3))}


def points(rows: Any, numbers: Numbers) -> Any:
    """Return, for each row, the share of the event's players who are placed below that row's player."""
    return (rows["players"] - rows["place"] - rows["sharing"] + 1) / rows["players"]


def most(events: Any, numbers: Numbers) -> Any:
    """Return 1 for each event, the limit that the points for first place approach as the event grows."""
    return np.ones(len(events))
