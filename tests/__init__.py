"""The tests.

Random cases come from fixed seeds. `make test` tries a fifth of them, and `make stress` tries them all.
"""

import os

THOROUGH = "THOROUGH" in os.environ


def drawn(number: int) -> int:
    """Return how many of `number` random cases to try: all if THOROUGH is set, otherwise a fifth, rounded up."""
    return number if THOROUGH else -(-number // 5)
