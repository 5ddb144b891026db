"""Points by place.

Points   points: {table}, from first place down. Lower places give no points.
Reading  Tied players each get the mean of the points for the places they fill.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition
from pipeline.rules.numbers import table

NEEDS = Needs("placings", open_events=True)
ROAD = ["players"]


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings, as set by a season."""

    table: tuple[float, ...] = table("points of the places from the first", falls=True)


EDITIONS: dict[str, Edition] = {}  # no published edition: only seasons' own circuits use it


def points(rows: Any, numbers: Numbers) -> Any:
    """Return the points for each row's place, or 0 for a place beyond the table."""
    return np.array([*numbers.table, 0.0]).take(rows["slot"].to_numpy(dtype=int) - 1, mode="clip")


def most(events: Any, numbers: Numbers) -> Any:
    """Return, for each event, the most points that a place can give."""
    return np.full(len(events), max(numbers.table))
