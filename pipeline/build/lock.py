"""One at a time: whoever writes into the outputs holds a lock on them.

The operating system ends the lock with the process that holds it, so a killed build leaves none behind. The text in
the file is only for those who wait.
"""

import errno
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

NAME = ".lock"
PATIENCE = 60  # seconds that a second build waits for the first, which mostly takes less
WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # some network folders: better unlocked than never


class Occupied(OSError):
    """Somebody else writes into the outputs."""


@contextmanager
def alone(out: Path, patience: float = PATIENCE, tell: Callable[[str], object] = print) -> Iterator[None]:
    """Hold the lock on the outputs; wait so many seconds for whoever holds it now.

    tell  is called once, with words that say who is waited for

    Raises Occupied when patience ends, OSError where the folder cannot be written into.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / NAME
    lock = FileLock(path, fallback_to_soft=False)
    try:
        _acquire(lock, path, patience, tell)
    except Timeout:
        raise Occupied(f"{_holder(path)} writes into {out}; run again when it has ended") from None
    except OSError as fault:
        if fault.errno not in WITHOUT_LOCKS:
            raise
    try:
        with suppress(OSError):  # on a full disk the lock holds all the same
            path.write_text(f"{os.getpid()} {datetime.now():%H:%M:%S} {platform.node()}", encoding="utf-8")
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file; the next holder finds it unlocked
            path.unlink()
        lock.release()


def _acquire(lock: FileLock, path: Path, patience: float, tell: Callable[[str], object]) -> None:
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if patience:
            tell(f"{_holder(path)} writes into {path.parent}: waiting for up to {patience:g} seconds")
        lock.acquire(timeout=patience)


def _holder(path: Path) -> str:
    """Who holds the lock, in words."""
    try:
        number, since, machine = path.read_text(encoding="utf-8").split(maxsplit=2)
    except (OSError, ValueError):
        return "another process"
    here = "" if machine == platform.node() else f" on {machine}"
    return f"another process ({number}{here}, since {since})"
