"""Measure how fast round robins are ranked: `python -m tests.bench.bao`.

There are 10,000 generated groups of 12 players who all play each other twice, a total of 1.32 million games. The
benchmark turns the arrays of these games into standings with the Neustadtl tie-break and the KIBA score. A plain loop
over the games is timed as well, and the two results are compared.
"""

import os
import platform
from collections import defaultdict
from itertools import combinations
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from pipeline.rules.bao.groups import standings, tally

GROUPS, PLAYERS, ROUNDS, SEED = 10_000, 12, 5, 1911

Games = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]  # winner, loser, group


def generated() -> tuple[Games, NDArray[np.float64]]:
    """Return the games of all groups, and the players' KIBA scores.

    In each group, every pair of players plays twice, with random winners. The KIBA scores have one decimal. Games and
    scores are the same in every run.
    """
    rng = np.random.default_rng(SEED)
    pairs = np.array([*combinations(range(PLAYERS), 2)] * 2)
    one, other = np.tile(pairs.T, GROUPS)
    first = rng.random(len(one)) < 0.5
    games = np.where(first, one, other), np.where(first, other, one), np.repeat(np.arange(GROUPS), len(pairs))
    return games, rng.integers(1600, 5000, (PLAYERS, GROUPS)) / 10


def ranked(games: Games, kiba: NDArray[np.float64]) -> list[int]:
    """Return the rank of each player, group by group, as the program computes it."""
    table = standings(tally(*games, PLAYERS, GROUPS), np.ones((PLAYERS, GROUPS), bool), kiba)
    return [int(rank) for rank in table["rank"]]


def ranked_plainly(games: Games, kiba: NDArray[np.float64]) -> list[int]:
    """Return the rank of each player, group by group, computed in a plain loop without arrays."""
    won: dict[int, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    for winner, loser, group in zip(*(figures.tolist() for figures in games), strict=True):
        won[group][winner, loser] += 1
    ranks = []
    for group, score in enumerate(kiba.T.tolist()):
        table, keys = won[group], []
        points = [sum(table[player, other] for other in range(PLAYERS)) for player in range(PLAYERS)]
        for player in range(PLAYERS):
            tie_break = 0.0
            for other in range(PLAYERS):
                if other != player:
                    tie_break += {2: 1.0, 1: 0.5, 0: 0.0}[table[player, other]] * points[other]
            keys.append((points[player], tie_break, score[player]))
        ranks += [1 + sum(other > key for other in keys) for key in keys]
    return ranks


def seconds(run: object, *given: object) -> tuple[float, list[int]]:
    """Call a function with the given arguments, and return the seconds taken and the result."""
    start = perf_counter()
    answer = run(*given)  # type: ignore[operator]
    return perf_counter() - start, answer


def main() -> None:
    games, kiba = generated()
    ours = [seconds(ranked, games, kiba) for _ in range(ROUNDS)]
    plain, answer = seconds(ranked_plainly, games, kiba)
    seconds_taken = median(time for time, _ in ours)
    print(f"{len(games[0]):,} generated games in {GROUPS:,} groups of {PLAYERS}, {ROUNDS} rounds, median, one process.")
    print(f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, numpy {np.__version__}.")
    print(f"{'standings with tie-breaks':28}{seconds_taken:8.2f} s   1 in the ratios")
    print(f"{'the same in a plain loop':28}{plain:8.2f} s   {plain / seconds_taken:.0f}")
    print(f"Both give the same ranks: {'yes' if answer == ours[0][1] else 'NO'}.")


if __name__ == "__main__":
    main()
