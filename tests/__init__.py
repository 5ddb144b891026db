"""The tests. Random cases come from fixed seeds: `make test` tries some of them, `make stress` tries them all."""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """Return how many of `number` random cases to try: all of them if THOROUGH, otherwise a fifth, rounded up."""
    return number if THOROUGH else -(-number // 5)
