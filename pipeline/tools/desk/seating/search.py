"""A quick search for tables where few people meet again: where the solver starts from.

Only who sits with whom is looked for; the powers are the solver's. What it finds is often as good as can be, and the
solver then has only to prove it.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]  # a figure a place: its player, its pool, its table
STARTS = 12  # searches, each from other tables drawn by lot
IDLE = 20  # swaps without a better seating, for each place, before a search gives up
AWAY, SPREAD = 3, 5  # swaps for which who left a table stays away from it: at least, and how many more by lot
NEVER = 10**9  # a swap that is not allowed


def good_tables(
    pair_cost: NDArray[np.int64], pools: Places, table: Places, enough: int, seed: int
) -> Iterator[tuple[int, Places]]:
    """Yield the cost and the table of each place, once for every start.

    pair_cost  (place, place) what two places cost at one table
    pools      pool of each place; people swap within their pool only
    table      a table for each place, of its pool
    enough     a cost known to be the least
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
    """Swap the two places that gain most (or lose least), again and again; nobody returns at once to a table left."""
    places = np.arange(len(table))
    with_table = np.stack(
        [pair_cost[:, table == t].sum(axis=1) for t in range(table.max() + 1)], axis=1
    )  # (place, table)
    away = np.zeros_like(with_table)  # the swap up to which a place stays away from a table
    cost = least = int(with_table[places, table].sum()) // 2
    best, swap, last_gain = table.copy(), 0, 0
    while least > enough and swap - last_gain < IDLE * len(table):
        swap += 1
        there = with_table[:, table]  # (place, place) what a place would cost at the other's table
        here = there[places, places]
        change = there + there.T - here[:, np.newaxis] - here - 2 * pair_cost
        kept_away = away[:, table] > swap
        barred = (kept_away | kept_away.T) & (cost + change >= least)
        barred |= (table[:, np.newaxis] == table) | (pools[:, np.newaxis] != pools)
        worth = np.where(barred, NEVER, change) + lots.random(change.shape)  # equal swaps by lot
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
    """Return the fewest pairs that share a table when so many people are spread over so many tables.

    Spread evenly: eight people at seven tables make one pair, whatever one does.
    """
    each, remainder = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + remainder * each


def least_cost(companies: Sequence[tuple[Places, int]], pools: Places, table: Places) -> int:
    """Return the cost that no seating is below: each company is spread as evenly as its pools allow.

    companies  (places of the company, cost of a pair of them)
    """
    tables = {pool: len(np.unique(table[pools == pool])) for pool in np.unique(pools).tolist()}
    return sum(
        cost * least_together(int((pools[places] == pool).sum()), tables[pool])
        for places, cost in companies
        for pool in tables
    )
