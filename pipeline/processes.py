"""Processes that share the work: many files are read, or written, at once."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

PROCESSORS = os.cpu_count() or 1
FEW = 100  # items that are not worth a pool
AT_ONCE = 16  # items that a process takes at a time, at most
SECONDS = 20  # of processor time for one item


@contextmanager
def pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many copies of this process; what is not begun at the end is not done."""
    with ProcessPoolExecutor(jobs, get_context("fork"), _begin) as processes:
        try:
            yield processes
        finally:
            processes.shutdown(cancel_futures=True)


def each(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """The result of each item, in their order, by as many processes as are useful.

    lost  the result of an item on which a process ended: it costs nothing but itself
    """
    if jobs == 1 or len(items) < FEW:
        yield from map(work, items)
        return
    done = 0
    limited = partial(_limited, work)
    while done < len(items):
        size = min(AT_ONCE, -(-(len(items) - done) // jobs))
        try:
            with pool(jobs) as processes:
                for result in processes.map(limited, items[done:], chunksize=size):
                    yield result
                    done += 1
        except BrokenExecutor:  # one of the next, so each of them has a process of its own
            yield _alone(limited, items[done], lost)
            done += 1


def _alone(work: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    try:
        with pool(1) as process:
            return process.submit(work, item).result()
    except BrokenExecutor:
        return lost(item)


def _limited(work: Callable[[Item], Result], item: Item) -> Result:
    """The result of an item; whoever takes too long at it is ended by the system, where it knows limits."""
    try:
        import resource
    except ImportError:
        return work(item)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent.ru_utime + spent.ru_stime) + SECONDS, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return work(item)


def _begin() -> None:
    """A process leaves Ctrl-C to the one that started it, hears the other signals as that does, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(number, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
