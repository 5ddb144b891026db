"""Writing the seasons' files in several processes.

The files of a season are grouped into products (`pipeline.build.products`). Each process receives all frames once, when
it starts, and after that only the names of the products to compute and write.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from pipeline.build.products import REPORT, products
from pipeline.pages.front import Facts, front
from pipeline.pages.season import Season
from pipeline.processes import pool
from pipeline.stages import Computed
from pipeline.store.folder import Folder, Unwritten
from schemas.messages import Message, say


class Written(NamedTuple):
    """The outcome of writing a product, which is a group of a season's files.

    locked  messages about files that were not written because another program has locked them
    front   the season's facts for the page that links to all seasons, or {} if the product is not the report
    """

    season: str
    product: str
    locked: list[Message]
    front: Facts


class Writer:
    """A worker that computes and writes products. Each product is a group of a season's files.

    pages  function that returns the pages of a season
    """

    def __init__(self, pages: Callable[[str], Season], out: Folder) -> None:
        self.out, self._season = out, pages

    def write(self, season: str, product: str) -> Written:
        """Write one of a season's products.

        Files that another program has locked are skipped. Raises Unwritten if a file cannot be written for any other
        reason.
        """
        locked = []
        for name, write in products(self._season(season), product).items():
            try:
                write(self.out / season, name)
            except Unwritten as fault:
                if not fault.locked:
                    raise
                locked.append(fault.message)
        return Written(season, product, locked, front(self._season(season)) if product == REPORT else {})


def write_products(
    computed: Computed, pages: Mapping[str, Season], out: Folder, stale: Mapping[str, Sequence[str]], jobs: int
) -> Generator[Written, None, None]:
    """Write the stale products of each season, and yield each product as soon as it is done.

    pages  the pages of each season, used only in this process, since other processes compute their own

    Files that another program has locked are skipped. Raises Unwritten if a file cannot be written for any other
    reason, and ChildProcessError if a process was killed.
    """
    if jobs == 1 or sum(map(len, stale.values())) < 2 * jobs:
        writer = Writer(pages.__getitem__, out)
        for season, names in stale.items():
            for product in names:
                yield writer.write(season, product)
        return
    reports = sum(REPORT in names for names in stale.values())
    if reports > 1:
        _ = computed.results.opinions  # compute once here, so that not every process does it for all seasons
    if reports:
        import_module("pipeline.report.render")  # import once here, since the front door needs it too
    seats = computed.facts.seats["season"].value_counts()
    smallest_first = sorted(stale.items(), key=lambda season: seats.get(season[0], 0))
    with _unless_killed(), pool(jobs, _prepare, computed, out) as processes:
        for done in as_completed([processes.submit(_write, *task) for task in _tasks(smallest_first, jobs)]):
            yield from done.result()


def _tasks(seasons: Sequence[tuple[str, Sequence[str]]], jobs: int) -> list[tuple[str, Sequence[str]]]:
    """Return the tasks for the processes. A task is a season and the products to write for it.

    One task usually writes all stale products of a season, since these share computations. The largest seasons come
    last, and each of their products is a separate task, so that all processes finish at about the same time.

    seasons  the seasons and their stale products, the smallest season first
    """
    return [*seasons[:-jobs], *((season, [product]) for season, names in seasons[-jobs:] for product in names)]


@contextmanager
def in_parallel(jobs: int, write: Callable[..., None], *given: Any) -> Iterator[Callable[[], None]]:
    """Start `write` in another process, and yield a function that waits for `write` to finish.

    If `jobs` is 1, no other process is started, and the function runs `write` itself.
    Raises ChildProcessError if the process was killed.
    """
    if jobs == 1:
        yield partial(write, *given)
        return
    with _unless_killed(), pool(1) as beside_it:
        yield beside_it.submit(write, *given).result


@contextmanager
def _unless_killed() -> Iterator[None]:
    try:
        yield
    except BrokenExecutor as fault:
        killed = say("a process was killed while writing, perhaps for lack of memory; run the program again")
        raise ChildProcessError(killed) from fault


# -- in a process that writes ------------------------------------------------------------------------------------------

_writer: Writer


def _prepare(computed: Computed, out: Folder) -> None:
    global _writer
    pages = lru_cache(1)(partial(Season, computed))  # the next product is often of the same season
    _writer = Writer(pages, out)


def _write(season: str, names: Sequence[str]) -> list[Written]:
    return [_writer.write(season, product) for product in names]
