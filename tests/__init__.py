"""The tests. Random cases come from fixed seeds: `make test` tries some of them, `make stress` all."""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """Return how many of a total of random cases to try."""
    return number if THOROUGH else -(-number // 5)
