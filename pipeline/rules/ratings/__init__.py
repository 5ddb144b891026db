"""Ratings over all seasons.

There is one file per published rule, and every file in this folder is registered automatically.

A module has a docstring (the rule sheet), the constants of its rule, `START` (rating of a player without results),
`SETTLED` (number of results after which a rating is no longer provisional), `TAKES` (`games` or `events`), and
`changes`, a pure function that computes the changes in the ratings from the ordered games or events. Everything that
does not depend on the ratings is computed for all games at once. Only the ratings are updated game by game.
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
    """Games of seven players in the order in which they count.

    All arrays are (power, game), except `squares`, which has one value per game.

    player   number of the person. Each unnamed seat has a negative number of its own
    score    score under the event's official system
    centres  centres at the end
    shares   whether the seat won or shared the game. Without a solo, the game is shared by the powers that are named as
             winners, or by all survivors if none are named
    drawn    whether the seat shares a result that was declared a draw
    squares  whether the official system is the sum of squares
    """

    player: Whole
    score: Figures
    centres: Whole
    shares: Truths
    drawn: Truths
    squares: Truths


class Events(NamedTuple):
    """Ranked players of events, in the order in which the events count.

    All arrays have one value per player and event.

    event   number of the event, ascending
    player  number of the person
    place   place in the event's standings
    most    number of players in the event's standings
    rounds  number of rounds, 0 if unknown
    world   whether the event was a world championship
    """

    event: Whole
    player: Whole
    place: Whole
    most: Whole
    rounds: Whole
    world: Truths


class Changes(NamedTuple):
    """The changes in the ratings. All arrays have the shape of the input.

    before    the rating before the result
    got       the player's result as the rule measures it
    expected  the result expected from the ratings
    change    the points added to the rating
    """

    before: Figures
    got: Figures
    expected: Figures
    change: Figures


# Takes the index of a game, the ratings before it and the number of results behind each rating; returns the expected
# results and the changes.
Step: TypeAlias = Callable[[int, Figures, Whole], tuple[Figures, Figures]]


def in_order(rated: Whole, start: float, got: Figures, step: Step) -> Changes:
    """Apply the games one after the other, and return how they change the ratings.

    rated  (power, game) array with one number per seat. Seats that have the same number share one rating. Each unnamed
           seat has a negative number of its own, so its rating before the game is `start`
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
    """Return each player's expected result against every player, from 0 to 1, as a (player, player) array.

    The array has 1/2 on its diagonal.
    """
    return 1 / (1 + 10 ** ((ratings - ratings[:, None]) / scale))


@dataclass(frozen=True)
class Rating(Rule):
    """A published method of rating players."""

    @property
    def start(self) -> float:
        """Return the rating of a player without results."""
        return float(self.module.START)

    @property
    def settled(self) -> int:
        """Return the number of results after which a rating is no longer provisional."""
        return int(self.module.SETTLED)

    @property
    def takes(self) -> Literal["games", "events"]:
        """Return what changes the rating, either `games` or `events`."""
        takes: Literal["games", "events"] = self.module.TAKES
        return takes

    @property
    def by_power(self) -> bool:
        """Return whether each player has one rating per power.

        If so, players are ranked by the mean of their ratings.
        """
        return bool(getattr(self.module, "BY_POWER", False))

    @property
    def changes(self) -> Callable[[Games], Changes] | Callable[[Events], Changes]:
        """Return the function that computes the changes in the ratings from games or events."""
        changes: Callable[[Games], Changes] | Callable[[Events], Changes] = self.module.changes
        return changes


@cache
def ratings() -> dict[str, Rating]:
    """Return the ratings in alphabetical order, keyed by id."""
    return {name: Rating(name, module) for name, module in modules(__name__).items()}
