"""The command `python -m pipeline`, run as if the file system listed folders in random order.

The arguments are a seed, followed by the arguments of the command.
"""

import os
import runpy
import sys
from pathlib import Path
from random import Random
from typing import Any


def shuffle(seed: int) -> None:
    """Make every listing of a folder return its entries in random order from now on."""
    rng, iterdir, glob, listdir = Random(seed), Path.iterdir, Path.glob, os.listdir

    def shuffled(names: Any) -> list[Any]:
        listed = [*names]
        rng.shuffle(listed)
        return listed

    Path.iterdir = lambda path: iter(shuffled(iterdir(path)))  # type: ignore[assignment, method-assign]
    Path.glob = lambda path, pattern: iter(shuffled(glob(path, pattern)))  # type: ignore[assignment, method-assign]
    Path.rglob = lambda path, pattern: iter(shuffled(glob(path, f"**/{pattern}")))  # type: ignore[assignment, method-assign]
    os.listdir = lambda *path: shuffled(listdir(*path))  # type: ignore[assignment]


if __name__ == "__main__":
    shuffle(int(sys.argv.pop(1)))
    runpy.run_module("pipeline", run_name="__main__")
