"""Pools of processes that read or write many files at once."""

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
START = "CENTRE_YEARS_START"  # environment variable that overrides the start method
AT_ONCE = 16  # most items per task
SECONDS = 20  # limit on processor time per item


def start_method() -> str:
    """Return the start method named in the environment, or else `fork` where it is available and `spawn` elsewhere."""
    return os.environ.get(START) or ("fork" if "fork" in get_all_start_methods() else "spawn")


def fewest() -> int:
    """Return the fewest items for which a pool is worth starting. A spawned process must import its modules first."""
    return 40 if start_method() == "fork" else 500


@contextmanager
def pool(jobs: int, prepare: Callable[..., object] | None = None, *given: Any) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `jobs` processes. At the end of the block, cancel the tasks that have not begun.

    Forked processes inherit the arguments `given`, and each spawned process receives a pickled copy.

    prepare  function that each process calls with the arguments `given` before its first task
    """
    _give_back()
    gc.freeze()  # otherwise garbage collection in a forked process would touch all objects and copy their memory
    with ProcessPoolExecutor(jobs, get_context(start_method()), _begin, (prepare, given)) as processes:
        try:
            yield processes
        except (SystemExit, KeyboardInterrupt):
            for child in active_children():
                child.kill()  # it may wait for ever for a lock that a stopped process holds
            raise
        finally:
            gc.unfreeze()
            processes.shutdown(cancel_futures=True)


def _give_back() -> None:
    """Return free heap memory to the operating system (glibc only), so that forked processes do not copy it."""
    with suppress(AttributeError, TypeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def each(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int, lost: Callable[[Item], Result]
) -> Iterator[Result]:
    """Yield the result for each item in order, computed by up to `jobs` processes.

    An item that crashes its process does not affect the others.

    lost  function that gives the result for an item that crashed its process
    """
    if jobs == 1 or len(items) < fewest():
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
        except BrokenExecutor:  # one of the next items crashed its process: compute the first one alone
            yield _alone(limited, items[done], lost)
            done += 1


def _alone(work: Callable[[Item], Result], item: Item, lost: Callable[[Item], Result]) -> Result:
    try:
        with pool(1) as single:
            return single.submit(work, item).result()
    except BrokenExecutor:
        return lost(item)


def _limited(work: Callable[[Item], Result], seconds: int, item: Item) -> Result:
    """Compute an item's result, with a limit on processor time if the system supports one."""
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
    """Set up a worker process, then call `prepare` (if there is one) with the arguments `given`.

    The process ignores Ctrl-C and ends when its parent ends. SIGTERM and SIGHUP end the process unless they are already
    ignored.
    """
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
