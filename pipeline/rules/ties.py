"""The arithmetic of ties: places, shared prizes, percentages, countbacks and tie-breaks.

The functions work on (power, board) arrays, with seven rows and one column per board. The functions for round robins
work on (player, player, group) arrays. Python loops run over powers or players, never over boards or groups.
"""

from functools import cache
from math import fsum  # unlike sum, gives the same bits in every version of Python

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.integer] | NDArray[np.floating]
Ranked = tuple[NDArray[np.int8], NDArray[np.int8]]  # for each power: how many are above it, and level with it
EQUAL_DECIMALS = 9  # decimals to which equal scores agree


def settled(points: Points) -> NDArray[np.int64]:
    """Return scores in whole billionths, so that floating-point noise cannot make equal scores differ."""
    return np.rint(np.asarray(points, np.float64) * 10.0**EQUAL_DECIMALS).astype(np.int64)


def compare(points: Points) -> Ranked:
    """Return how many powers on the board are above each power, and how many are level with it, as two arrays.

    A power is level with itself.
    """
    above = np.zeros(points.shape, np.int8)
    level = np.ones(points.shape, np.int8)
    for i in range(len(points)):
        for j in range(i):
            above[i] += points[j] > points[i]
            above[j] += points[i] > points[j]
            same = points[i] == points[j]
            level[i] += same
            level[j] += same
    return above, level


def places(points: Points) -> NDArray[np.int8]:
    """Return places from 1 to 7, such as 1, 2, 2, 4, where level powers share a place."""
    return compare(points)[0] + np.int8(1)


def share(prizes: tuple[float, ...], ranked: Ranked) -> NDArray[np.float64]:
    """Return the prize for each power's place.

    Level powers get equal shares of the prizes for the places they fill.
    """
    above, level = ranked
    return shared_prizes(prizes, len(above)).take(above * np.int8(len(above) + 1) + level)


@cache
def shared_prizes(prizes: tuple[float, ...], powers: int) -> NDArray[np.float64]:
    """Return a table of the prize that each power in a tie receives.

    `table[above, level]` applies to a tie of `level` powers with `above` powers ahead of them. For example,
    `table[1, 2]` applies to two powers that share second place, and is the mean of the second and third prizes.
    """
    table = np.zeros((powers, powers + 1))
    for above in range(powers):
        for level in range(1, powers + 1):
            table[above, level] = fsum(prizes[above : above + level]) / level
    table.flags.writeable = False
    return table


def lowest(prizes: NDArray[np.float64], ranked: Ranked) -> NDArray[np.float64]:
    """Return the prize for each power's place.

    Level powers all get the prize for the last place they fill.
    """
    above, level = ranked
    return prizes.take(above + level - np.int8(1))


def percentage(points: Points) -> NDArray[np.float64]:
    """Return each power's share of the board's total as a percentage, or 0 if the total is 0."""
    return points * per_cent(points.sum(axis=0))


def per_cent(total: Points) -> NDArray[np.float64]:
    """Return what percentage of each total one point is worth, or 0 if the total is 0."""
    return np.divide(100.0, total, out=np.zeros(len(total)), where=total.astype(bool))


def top_two(centres: Points) -> tuple[Points, Points]:
    """Return the highest and the second-highest centre count on each board. They are equal if two powers lead."""
    first, second = np.maximum(centres[0], centres[1]), np.minimum(centres[0], centres[1])
    for centres_of_power in centres[2:]:
        second = np.maximum(second, np.minimum(first, centres_of_power))
        first = np.maximum(first, centres_of_power)
    return first, second


BITS_A_YEAR = 6  # 34 centres fit, and ten years leave three bits of an int64 for the standing so far
YEARS_A_WORD = 10


def countback(owned: NDArray[np.integer], last_resort: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return numbers that rank the powers on each board by their centres in the final year. Higher numbers lead.

    Powers that are level are ranked by the year before, and so on back to the first.

    owned        (year, power, board) centres. In the years after a game ended, they are the same for all its powers.
    last_resort  (power, board) or (power, 1) numbers from 0 to 7. Among powers that are level in every year, the one
                 with the higher number leads.
    """
    standing = np.broadcast_to(last_resort, owned.shape[1:]).astype(np.int64)
    for start in range(0, len(owned), YEARS_A_WORD):
        if start:  # compress the order by the later years to three bits
            standing = len(standing) - compare(standing)[0].astype(np.int64)
        word = np.zeros(owned.shape[1:], np.int64)
        for centres in owned[start : start + YEARS_A_WORD][::-1]:
            word <<= BITS_A_YEAR
            word |= centres
        word <<= 3
        standing |= word
    return standing


def encounters(won: Points, complete: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the result of each encounter as a (player, player, group) array.

    A win counts 1 and a draw 1/2. A loss or an incomplete encounter counts 0.

    won       (player, player, group) number of games that the first player won against the second. A draw counts as
              half a win
    complete  (player, player, group) whether all of the pair's games are over
    """
    return complete * (np.sign(won - won.swapaxes(0, 1)) + 1) / 2


def sonneborn_berger(won: Points, points: Points) -> NDArray[np.float64]:
    """Return the sum of the opponents' points, weighted by the results against them, as a (player, group) array.

    won     (player, player, group) the first player's result against the second. For the tie-break that counts games
            (Sonneborn-Berger), this is the number of games won. For the tie-break that counts encounters (Neustadtl, as
            in KIBA), it is the result of `encounters`
    points  (player, group) each player's points
    """
    return np.einsum("ijg,jg->ig", won, points, dtype=np.float64, casting="unsafe")
