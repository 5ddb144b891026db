"""Processes that share the work: many files are read, or written, at once."""

import ctypes
import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import active_children, get_all_start_methods, get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

PROCESSORS = os.cpu_count() or 1
START = "CENTRE_YEARS_START"  # environment: how processes begin, if not as this system does it best
FEW = 100  # items that are not worth a pool
AT_ONCE = 16  # items that a process takes at a time, at most
SECONDS = 20  # of processor time for one item


def start_method() -> str:
    """How processes begin: `fork` (as copies of this one) where the system can, else `spawn` (afresh)."""
    return os.environ.get(START) or ("fork" if "fork" in get_all_start_methods() else "spawn")


@contextmanager
def pool(jobs: int, prepare: Callable[..., object] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """So many processes; tasks that have not begun when the block ends are dropped.

    prepare  called in each process before its first task, with what is given: a copy where processes are forked,
             pickled once for each process where they are spawned
    """
    _give_back()
    gc.freeze()  # else each forked process looks through all objects, and so copies them: a tenth of time and memory
    with ProcessPoolExecutor(jobs, get_context(start_method()), _begin, (prepare, given)) as processes:
        try:
            yield processes
        except (SystemExit, KeyboardInterrupt):
            for child in active_children():
                child.kill()  # it may wait for ever for what another held that was stopped
            raise
        finally:
            gc.unfreeze()
            processes.shutdown(cancel_futures=True)


def _give_back() -> None:
    """Memory that nothing holds goes back to the system where the C library can do that (GNU's); else every forked process copies it."""
    with suppress(AttributeError, TypeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def each(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """The result of each item, in their order, by as many processes as are useful.

    lost  gives the result of an item on which a process ended: no other item is affected
    """
    if jobs == 1 or len(items) < FEW:
        yield from map(work, items)
        return
    done = 0
    limited = partial(_limited, work, SECONDS)
    while done < len(items):
        size = min(AT_ONCE, -(-(len(items) - done) // jobs))
        try:
            with pool(jobs) as processes:
                for result in processes.map(limited, items[done:], chunksize=size):
                    yield result
                    done += 1
        except BrokenExecutor:  # one of the items to come ended it: try the next in a process by itself
            yield _alone(limited, items[done], lost)
            done += 1


def _alone(work: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    try:
        with pool(1) as single:
            return single.submit(work, item).result()
    except BrokenExecutor:
        return lost(item)


def _limited(work: Callable[[Item], Result], seconds: int, item: Item) -> Result:
    """The result of an item; the system ends a process that takes more processor time, if it knows limits."""
    try:
        import resource
    except ImportError:
        return work(item)
    spent = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(spent.ru_utime + spent.ru_stime) + seconds, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return work(item)


def _begin(prepare: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    """A process leaves Ctrl-C to its parent, ignores the other stops if its parent does, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` ignores it
            signal.signal(number, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare:
        prepare(*given)


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)
