"""A quick search for tables at which few people meet again, as a starting point for the solver.

The search only decides who sits with whom, and leaves the powers to the solver. If the result is optimal, as it often
is, the solver only has to prove that.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]  # one number per place: its player, its pool or its table
STARTS = 12  # searches, each starting from tables drawn by lot
IDLE = 20  # a search gives up after this many swaps per place without a better seating
AWAY, SPREAD = (
    3,
    5,
)  # number of swaps before a place may return to its table: a minimum, and the bound of a random addition
NEVER = 10**9  # cost of a forbidden swap


def good_tables(
    pair_cost: NDArray[np.int64], pools: Places, table: Places, enough: int, seed: int
) -> Iterator[tuple[int, Places]]:
    """Yield the result of each of STARTS searches, as a pair of the total cost and each place's table.

    pair_cost  cost of putting two places at the same table, as a (place, place) array
    pools      pool of each place. People swap only within a pool.
    table      initial table of each place, within its pool
    enough     a cost that cannot be beaten
    """
    lots = np.random.default_rng(seed)
    for _ in range(STARTS):
        drawn = table.copy()
        for pool in np.unique(pools):
            drawn[pools == pool] = lots.permutation(drawn[pools == pool])
        yield _search(pair_cost, pools, drawn, enough, lots)


def _search(
    pair_cost: NDArray[np.int64], pools: Places, table: Places, enough: int, lots: np.random.Generator
) -> tuple[int, Places]:
    """Return the lowest cost found by repeatedly swapping two places, and the tables with that cost.

    Each swap is the one that lowers the cost most or raises it least. During the next few swaps, a place may return to
    its old table only if this gives a new lowest cost.
    """
    places = np.arange(len(table))
    with_table = np.stack(
        [pair_cost[:, table == t].sum(axis=1) for t in range(table.max() + 1)], axis=1
    )  # (place, table) cost of a place at a table
    away = np.zeros_like(with_table)  # number of the swap until which a place may not return to a table
    cost = least = int(with_table[places, table].sum()) // 2
    best, swap, last_gain = table.copy(), 0, 0
    while least > enough and swap - last_gain < IDLE * len(table):
        swap += 1
        at_the_other = with_table[:, table]  # (place, place) cost of a place at the other place's table
        here = at_the_other[places, places]
        change = at_the_other + at_the_other.T - here[:, np.newaxis] - here - 2 * pair_cost
        kept_away = away[:, table] > swap
        barred = (kept_away | kept_away.T) & (cost + change >= least)
        barred |= (table[:, np.newaxis] == table) | (pools[:, np.newaxis] != pools)
        worth = np.where(barred, NEVER, change) + lots.random(change.shape)  # a lot decides between equal swaps
        one, other = divmod(int(worth.argmin()), len(table))
        if barred[one, other]:
            continue
        cost += int(change[one, other])
        moved = pair_cost[:, other] - pair_cost[:, one]
        with_table[:, table[one]] += moved
        with_table[:, table[other]] -= moved
        away[[one, other], table[[one, other]]] = swap + AWAY + lots.integers(SPREAD, size=2)
        table[[one, other]] = table[[other, one]]
        if cost < least:
            least, best, last_gain = cost, table.copy(), swap
    return least, best


def least_together(people: int, tables: int) -> int:
    """Return the smallest possible number of pairs who share a table when people are spread over several tables.

    An even spread makes the fewest pairs. For example, eight people at seven tables make at least one.
    """
    each, remainder = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + remainder * each


def least_cost(companies: Sequence[tuple[Places, int]], pools: Places, table: Places) -> int:
    """Return the cost of spreading every company as evenly as the pools allow. No seating can cost less.

    companies  one pair for each group of people who should sit at different tables. It holds the indices of their
               places, and the cost of seating two of them at the same table.
    """
    tables = {pool: len(np.unique(table[pools == pool])) for pool in np.unique(pools).tolist()}
    return sum(
        cost * least_together(int((pools[places] == pool).sum()), tables[pool])
        for places, cost in companies
        for pool in tables
    )
