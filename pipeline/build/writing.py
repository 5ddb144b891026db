"""Writing the products of seasons, in as many processes as are useful.

A process is given all frames once, when it begins, and then only names: what a file holds is worked out where it is
written.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from pipeline.build.files import Unwritten
from pipeline.build.products import products
from pipeline.pages.season import Season
from pipeline.processes import pool
from pipeline.stages import Computed

MANY = 4  # seasons for each process: then one process writes all of a season, and works out once what its files share
A_PROCESS = 6  # seasons: then a fresh process takes its place, for all that a process reads becomes a copy of its own


class Written(NamedTuple):
    """A product of a season of which all files are written, but for those that another program holds.

    held  messages about files that another program holds
    """

    season: str
    product: str
    held: list[str]


class Writer:
    """Writes products below the folder of the outputs; keeps the season of the last one, for the next."""

    def __init__(self, computed: Computed, out: Path) -> None:
        """All frames, and where to write."""
        self.out, self._season = out, lru_cache(1)(partial(Season, computed))

    def write(self, season: str, names: Sequence[str]) -> Iterator[Written]:
        """Write some products of a season. Raises Unwritten for a full disk and the like."""
        for name in names:
            held = []
            for file, write in products(self._season(season), name).items():
                try:
                    write(self.out / season / file)
                except Unwritten as fault:
                    if not fault.held:
                        raise
                    held.append(str(fault))
            yield Written(season, name, held)


def write_products(
    computed: Computed, out: Path, tasks: Mapping[str, Sequence[str]], jobs: int
) -> Generator[Written, None, None]:
    """Write the products (season -> names), and give each as it is done.

    Raises Unwritten for a full disk and the like, ChildProcessError if a process was killed.
    """
    single = [(season, [name]) for season, names in tasks.items() for name in names]
    if jobs == 1 or len(single) < 2 * jobs:
        writer = Writer(computed, out)
        for season, names in tasks.items():
            yield from writer.write(season, names)
        return
    whole = len(tasks) >= MANY * jobs
    shares = [*tasks.items()] if whole else single
    at_once = jobs * A_PROCESS if whole else len(shares)
    try:
        for first in range(0, len(shares), at_once):
            with pool(jobs, _prepare, computed, out) as processes:
                begun = [processes.submit(_write, *share) for share in shares[first : first + at_once]]
                for done in as_completed(begun):
                    yield from done.result()
    except BrokenExecutor as fault:
        raise ChildProcessError("a process that writes was killed, for want of memory perhaps; run again") from fault


# -- in a process that writes ------------------------------------------------------------------------------------------

_writer: Writer


def _prepare(computed: Computed, out: Path) -> None:
    global _writer
    _writer = Writer(computed, out)


def _write(season: str, names: Sequence[str]) -> list[Written]:
    return [*_writer.write(season, names)]
