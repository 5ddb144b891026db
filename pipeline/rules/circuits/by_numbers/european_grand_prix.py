"""European Grand Prix.

Source   The scoring rules of the European Grand Prix of Diplomacy, as published by the league.
Points   points: In an event worth P points with n ranked players, place p gives P (n + 1 - p)/n. For example, with 100
         points and ten players, the places give 100, 90, 80 ... 10.
Events   P is entered for each event. An event of the highest tier is worth 500.
Reading  If no P is entered for an event, nobody gets points for it. Tied players each get the mean of the points for
         the places they fill.
"""

from dataclasses import dataclass
from typing import Any

from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition
from schemas.messages import Message, say

NEEDS = Needs("placings", asks=("circuit points",), open_events=True)
ROAD = ["players", "circuit_points"]


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings. There are none, since the points are entered for each event."""


EDITIONS = {"european_grand_prix": Edition(Numbers(), Adding())}


def without_points(rows: Any, numbers: Numbers) -> dict[Message, Any]:
    """Return, for each reason why an event gives no points, a mask of the rows of such events."""
    return {say("the event's points were not entered"): rows["circuit_points"].isna()}


def points(rows: Any, numbers: Numbers) -> Any:
    """Return each row's points, which are P (n + 1 - p)/n for place p of n in an event worth P points.

    The points fall linearly from P for the first place to P/n for the last.
    """
    return rows["circuit_points"] * (rows["players"] + 1 - rows["slot"]) / rows["players"]


def most(events: Any, numbers: Numbers) -> Any:
    """Return the points for first place in each event.

    Events that do not state their points are left out.
    """
    return events["circuit_points"].dropna().to_numpy(dtype=float)
