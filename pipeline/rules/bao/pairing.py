"""Who meets whom, round by round: the circle that the site calls Berger's algorithm."""

import numpy as np
from numpy.typing import NDArray


def rounds(players: int) -> NDArray[np.int64]:
    """Seats from 1 of the first leg: (round, table, South and North); in the second leg they change places.

    Player 1 stays, the others turn by one seat. With an odd number the seat after the last is the dummy's, and who
    meets it has a bye.
    """
    seats = players + players % 2
    turned = (np.arange(seats - 1) + np.arange(seats - 1)[:, np.newaxis]) % (seats - 1) + 2
    circle = np.column_stack([np.ones(seats - 1, int), turned])
    return np.stack([circle[:, : seats // 2], circle[:, : seats // 2 - 1 : -1]], axis=-1)
