"""Tour de France.

Source   The scoring rules of the Tour de France of Diplomacy, as published by the league.
Points   table points: With x ranked players, first place gives {first} + x, and the n-th place {first}/r^(n-1) with r =
         {ratio}^(1/(x-1)), so that last place gives {first}/{ratio}. Nothing is rounded.
Events   percent: World, European and national championships count in full. A player's other events, the best first,
         count {percentages} per cent, and the last percentage applies to all further events.
Reading  Any continental championship counts as European. A DipCon and a championship of a state or island are other
         events. The best event is the one with the most points before the percentage is applied. If points are equal,
         it is the one that comes first by name. Tied players each get the mean of the points for the places they fill.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition
from pipeline.rules.numbers import number, table

NEEDS = Needs("placings")
ROAD = ["level", "players", "table_points", "percent"]
CHAMPIONSHIPS = ("world", "continental", "national")


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings, as set by an edition."""

    first: float = number("points of the first, without the players")
    ratio: float = number("how many times the last's points the first has")
    percentages: tuple[float, ...] = table("how much of a player's other events counts, the best first, in per cent")


EDITIONS = {
    "tour_de_france": Edition(Numbers(first=1000, ratio=10, percentages=(100, 80, 40, 20, 10)), Adding(fewest=2)),
}


def points(rows: Any, numbers: Numbers) -> Any:
    """Return the points of each result, which depend on its place and the number of players."""
    slot, players = rows["slot"].to_numpy(dtype=float), rows["players"].to_numpy(dtype=float)
    below = numbers.first * numbers.ratio ** -((slot - 1) / (players - 1).clip(min=1))
    return np.where(slot == 1, numbers.first + players, below)


def percent(results: Any, numbers: Numbers) -> Any:
    """Return the percentage at which each result counts.

    The percentage is 100 for a championship. A player's other events get the rule's percentages in turn, the best event
    first.
    """
    others = results[results["used"] & ~results["level"].isin(CHAMPIONSHIPS)]
    by_order = np.array(numbers.percentages).take(others.groupby("player").cumcount(), mode="clip")
    shares = results["points"].mask(results["points"].notna(), 100.0)
    shares[others.index] = by_order
    return shares
