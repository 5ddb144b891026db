"""The tests. Random cases come from fixed seeds: `make test` tries some of them, `make stress` all."""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """Return the number of random cases to try, out of a total."""
    return number if THOROUGH else -(-number // 5)
