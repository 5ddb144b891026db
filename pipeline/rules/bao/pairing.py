"""Round-by-round pairings by the circle method, which KIBA's rules call Berger's algorithm."""

import numpy as np
from numpy.typing import NDArray


def rounds(players: int) -> NDArray[np.int64]:
    """Return the seats (from 1) that meet in the first leg, as a (round, table, side) array.

    In the second leg the sides are swapped. Player 1 stays, and the others move on by one seat. With an odd number of
    players, the seat after the last is a dummy, whose opponent has a bye.
    """
    seats = players + players % 2
    turned = (np.arange(seats - 1) + np.arange(seats - 1)[:, np.newaxis]) % (seats - 1) + 2
    circle = np.column_stack([np.ones(seats - 1, int), turned])
    return np.stack([circle[:, : seats // 2], circle[:, : seats // 2 - 1 : -1]], axis=-1)
