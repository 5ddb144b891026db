"""Ratings over all seasons: a file a published rule. The folder is the registry.

A module has a docstring (the rule sheet), its numbers, `START`, `SETTLED` (how many results make a rating more than
provisional), `TAKES` (`games` or `events`), and `changes`, a pure function from the games in their order to what each
of them changes. What does not depend on the ratings is worked out for all games at once; only the ratings go game by game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.rule_sheet import Rule, modules

Figures: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]


class Games(NamedTuple):
    """Games of seven in the order in which they count. All but the last: (power, game).

    player   number of the person; a negative one, another each time, where nobody is named
    score    under the event's official system
    centres  at the end
    shares   has a share of the result: soloed, was named as a winner, or survived where nobody was named
    drawn    shares a result that was declared a draw
    squares  the official system is the sum of squares (game)
    """

    player: Whole
    score: Figures
    centres: Whole
    shares: Truths
    drawn: Truths
    squares: Truths


class Events(NamedTuple):
    """Ranked players of events, in the order in which the events count, a row each.

    event   number of the event, ascending
    player  number of the person
    place   in its standings
    most    players in its standings
    rounds  how many it had, 0 where that is not known
    world   it was a world championship
    """

    event: Whole
    player: Whole
    place: Whole
    most: Whole
    rounds: Whole
    world: Truths


class Changes(NamedTuple):
    """What each result changes, in the shape of the input.

    before    the rating before it
    got       what the player got of it, as the rule measures it
    expected  what the rating let expect
    change    what it adds to the rating
    """

    before: Figures
    got: Figures
    expected: Figures
    change: Figures


# What one game makes of the ratings before it and of the results that they rest on: what was expected, and the change.
Step: TypeAlias = Callable[[int, Figures, Whole], tuple[Figures, Figures]]


def in_order(rated: Whole, start: float, got: Figures, step: Step) -> Changes:
    """Let the games change the ratings one after the other.

    rated  number of the rating that is at stake, negative for one that nobody keeps (power, game)
    """
    _, numbers = np.unique(rated, return_inverse=True)
    numbers = numbers.reshape(rated.shape)
    ratings, played = np.full(rated.size, start), np.zeros(rated.size, np.int64)
    changes = Changes(*(np.zeros(rated.shape) for _ in Changes._fields))._replace(got=got)
    for game, seats in enumerate(numbers.T):
        before = ratings[seats]
        expected, change = step(game, before, played[seats])
        ratings[seats] = before + change
        played[seats] += 1
        changes.before[:, game], changes.expected[:, game], changes.change[:, game] = before, expected, change
    return changes


def expectations(ratings: Figures, scale: float) -> Figures:
    """What each is expected to get of each other, from 0 to 1. (player, player)"""
    return 1 / (1 + 10 ** ((ratings - ratings[:, None]) / scale))


@dataclass(frozen=True)
class Rating(Rule):
    """One published rating."""

    @property
    def start(self) -> float:
        """The rating of who has not played."""
        return float(self.module.START)

    @property
    def settled(self) -> int:
        """From so many results on a rating is not provisional."""
        return int(self.module.SETTLED)

    @property
    def takes(self) -> Literal["games", "events"]:
        """What changes it."""
        takes: Literal["games", "events"] = self.module.TAKES
        return takes

    @property
    def by_power(self) -> bool:
        """A player has one with each power; the one that is ranked is their mean."""
        return bool(getattr(self.module, "BY_POWER", False))

    @property
    def changes(self) -> Callable[[Games], Changes] | Callable[[Events], Changes]:
        """What each result changes."""
        changes: Callable[[Games], Changes] | Callable[[Events], Changes] = self.module.changes
        return changes


@cache
def ratings() -> dict[str, Rating]:
    """Every rating by its id, in alphabetical order."""
    return {name: Rating(name, module) for name, module in modules(__name__).items()}
