"""The tests. Random cases come from fixed seeds, a part of them in `make test`, all in `make stress`.

So it is with the positions of a board: a tenth of the 3,120, and all.
"""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """Return how many of so many random cases are tried."""
    return number if THOROUGH else -(-number // 5)
