"""North American Grand Prix.

Source   The scoring rules of the North American Grand Prix of Diplomacy, as published by the league.
First    First place is worth {a_board} points for each board in the {rounds} rounds with the most boards, but at most
         {most} points. The number of these boards is in the column "boards".
Needed   An event needs at least {fewest_boards} boards. With fewer boards, the event gives no points.
Points   points: Each place has {step} times the points of the place above it.
DipCon   At DipCon and at the world championship, each place has {step_at_championships} times the points of the place
         above it.
Half     Only the upper {scoring} per cent of the players score.
Least    A player who scores gets at least {least} points.
Reading  If the number of players is odd, the upper half is rounded up. Tied players each get the mean of the points
         for the places they fill, even if only some of those places are in the upper half. The boards in the sheet are
         counted. In an event without boards, the average entered is taken as the number of boards in every round. The
         number of rounds is the one entered or, if there is none, the largest number of games that any player has. An
         event in which a player gets no points still counts as one of the player's events, unless it has too few
         boards.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import Needs
from pipeline.rules.circuits.by_numbers import Edition
from pipeline.rules.numbers import number
from schemas.messages import Message, say

NEEDS = Needs("placings", asks=("boards",), open_events=True)
ROAD = ["level", "players", "boards", "all_boards"]
CHAMPIONSHIPS = ("dipcon", "world")


@dataclass(frozen=True)
class Numbers:
    """The rule's numeric settings, any of which an edition may change."""

    rounds: int = number("how many of the largest rounds count", whole=True)
    most: float = number("the most points of the first")
    scoring: float = number("how many of the players score, from the first, in per cent; 0 for all", 0)
    step: float = number("points of a place, as a part of those of the place before", 0.9)
    step_at_championships: float = number("the same at DipCon and at the world championship; 0 for no difference", 0)
    least: float = number("the least points of a place", 0)
    fewest_boards: float = number("boards that an event needs", 0)
    a_board: float = number("points of the first for each board", 10)


NEW = Numbers(rounds=4, most=500, scoring=50, step_at_championships=0.95)
EDITIONS = {
    "north_american_grand_prix_2002": Edition(
        Numbers(rounds=4, most=500, scoring=50), Adding(fewest=2), "North American Grand Prix 2002"
    ),
    "north_american_grand_prix_2003": Edition(NEW, Adding(fewest=2), "North American Grand Prix 2003"),
    "north_american_grand_prix_2010": Edition(
        Numbers(rounds=3, most=300, least=5, fewest_boards=6),
        Adding(fewest=2),
        "North American Grand Prix 2010",
    ),
}


def facts(rows: Any, numbers: Numbers) -> dict[str, Any]:
    """Return two columns, keyed by name, with board counts for each row's event.

    `boards` covers the `numbers.rounds` rounds with the most boards, and `all_boards` covers all rounds.
    """
    return {
        "boards": rows["round_boards"].map(lambda of: sum(of[: numbers.rounds]) or np.nan).astype(float),
        "all_boards": rows["round_boards"].map(lambda of: sum(of) or np.nan).astype(float),
    }


def without_points(rows: Any, numbers: Numbers) -> dict[Message, Any]:
    """Return masks of the rows whose events have too few boards or an unknown number of boards, keyed by reason."""
    few = say("fewer than {number} boards in the event", number=f"{numbers.fewest_boards:g}")
    return {
        say("number of boards not known"): rows["boards"].isna(),
        few: rows["all_boards"].round(9) < numbers.fewest_boards,
    }


def points(rows: Any, numbers: Numbers) -> Any:
    """Return each row's points.

    Each place is worth `step` times the points of the place above it. At a championship, the factor is
    `step_at_championships` unless that setting is zero.
    """
    first = (rows["boards"] * numbers.a_board).clip(upper=numbers.most)
    special = rows["level"].isin(CHAMPIONSHIPS) & bool(numbers.step_at_championships)
    step = np.where(special, numbers.step_at_championships, numbers.step)
    steps = rows["slot"].to_numpy(dtype=float) - 1
    scores = 100 * steps < rows["players"].to_numpy(dtype=float) * (numbers.scoring or 100)
    return np.where(scores, (first * step**steps).clip(lower=numbers.least), 0.0)


def most(events: Any, numbers: Numbers) -> Any:
    """Return, for each event, the most points that first place can give."""
    return np.full(len(events), numbers.most)
