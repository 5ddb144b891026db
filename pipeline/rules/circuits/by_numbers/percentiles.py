"""Percentiles.

Source   The program dipvis: "Sum best 3 tournament percentiles".
Points   points: The ranked players of the event who are placed strictly lower, divided by all its ranked players: of two the
         winner has 0.5, who is alone has 0.
Ties.a   Who is level has the same players below, and so the same points.
Reading  The source says itself what tied players have: nothing for one another.
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
    """The rule has no numbers other than the results that count."""


EDITIONS = {"percentiles": Edition(Numbers(), Adding(best=3))}


def points(rows: Any, numbers: Numbers) -> Any:
    """Return the share of the players placed below. (row)"""
    return (rows["players"] - rows["place"] - rows["sharing"] + 1) / rows["players"]


def most(events: Any, numbers: Numbers) -> Any:
    """Return 1, which large events approach. (event)"""
    return np.ones(len(events))
