"""The tests. What is drawn at random is drawn from fixed seeds: a part of it in `make test`, all in `make torture`."""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """How many of so many random cases are tried."""
    return number if THOROUGH else -(-number // 5)
