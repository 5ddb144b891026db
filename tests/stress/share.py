"""The distribution of trials among processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Any

from tests.stress.tally import Tally


def shared(
    trials: Callable[..., list[Tally]], numbers: Sequence[Any], jobs: int, *, size: int, **options: Any
) -> Iterator[Tally]:
    """Yield the tallies of numbered trials, which are shared among `jobs` processes.

    trials   function that runs the trials with the given numbers
    size     how many numbers a process is given at a time
    options  further arguments of `trials`

    A process that dies counts as one failure.
    """
    parts = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    tried = partial(trials, **options)
    if jobs == 1:
        for part in parts:
            yield from tried(part)
        return
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        waiting = {pool.submit(tried, part): part for part in parts}
        for done in as_completed(waiting):
            try:
                yield from done.result()
            except BrokenExecutor:
                lost = Tally("a process died")
                lost.count("unclassified", f"numbers {waiting[done][0]} to {waiting[done][-1]}")
                yield lost
