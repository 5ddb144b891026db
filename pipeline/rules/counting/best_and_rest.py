"""Counting: the best n, and part of the rest.

Source   "Sum best 2 games plus half the average of the rest", "Sum best 2 games plus half the third best" and similar
         rules in dipvis (diplomacytv), and the 2025 UK championship (100, 100 and 50 per cent). The event's "counting"
         setting selects the rule.
mean     score: The sum of a player's n best results, plus half the mean of all the others.
half     score: The sum of a player's n best results, plus half the next best. The others are dropped.
third    score: The sum of the n best results, plus part of the others: half if there is only one, a third of each if
         there are several.
two      score: The sum of the n best results, plus part of the next two: half if there is only one, a third of each
         if there are two. The others are dropped.
Reading  A result is a scored game, or a round sat out that earns points. If results are equal, the earlier one counts
         as the better. A player with n results or fewer keeps them all, and nothing is added. `third` follows dipvis's
         own test, which computes 90000 + 7000 + (300 + 20 + 1)/3. `two` follows the name of dipvis's rule. Equal scores
         share a rank unless tie-breaks separate them.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting import Shares, Way
from schemas.messages import Message
from schemas.words import HALF_MEAN, HALF_NEXT, THIRD_OF_REST, THIRD_OF_TWO

HALF, THIRD = 1 / 2, 1 / 3


def half_the_mean(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `mean`).

    The best `number` results count in full, and half the mean of the others is added. The divisor is 1.
    """
    return _beyond(number, units, HALF / (units["size"] - number).clip(lower=1))


def half_the_next(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `half`).

    The best `number` results count in full, and half of the next best is added. The divisor is 1.
    """
    return _beyond(number, units, np.where(units["place"] == number, HALF, 0.0))


def third_of_the_rest(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `third`).

    The best `number` results count in full. If there is only one further result, half of it is added. Otherwise a third
    of each further result is added. The divisor is 1.
    """
    return _beyond(number, units, np.where(units["size"] == number + 1, HALF, THIRD))


def third_of_two(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `two`).

    The best `number` results count in full. If there is only one further result, half of it is added. Otherwise a third
    of each of the next two is added. The divisor is 1.
    """
    shares, divisor = third_of_the_rest(number, units)
    return np.where(units["place"] < number + 2, shares, 0.0), divisor


def _beyond(number: float, units: pd.DataFrame, rest: pd.Series | np.ndarray) -> Shares:
    return np.where(units["place"] < number, 1.0, rest), np.ones(len(units))


WAYS = {
    HALF_MEAN: Way("mean", Message("best {n} + half the mean of the rest"), half_the_mean),
    HALF_NEXT: Way("half", Message("best {n} + half of no. {next}"), half_the_next),
    THIRD_OF_REST: Way("third", Message("best {n} + half of no. {next}, or a third of the rest"), third_of_the_rest),
    THIRD_OF_TWO: Way(
        "two", Message("best {n} + half of no. {next}, or a third of nos. {next} and {after}"), third_of_two
    ),
}
