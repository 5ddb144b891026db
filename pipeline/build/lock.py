"""One at a time: who writes into the outputs holds a lock on them.

The lock is the operating system's, on an open file, and ends with the process that holds it, however that ends: none is
ever left behind. What is written in the file is only for who has to wait.
"""

import errno
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NAME = ".lock"
PATIENCE = 60  # seconds that a second build waits for the first, which mostly takes less
PAUSE = 0.1
WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # some network folders: better unlocked than never
FAR = 2**30  # where Windows locks a byte, so that those before it can be read


class Occupied(OSError):
    """Somebody else writes into the outputs."""


@contextmanager
def alone(out: Path, patience: float = PATIENCE, tell: Callable[[str], object] = print) -> Iterator[None]:
    """Nobody else writes into the outputs meanwhile. If somebody does, wait so many seconds for the end of it.

    tell  is told once who is waited for

    Raises Occupied when patience ends, OSError where the folder cannot be written into.
    """
    out.mkdir(parents=True, exist_ok=True)
    end, told = time.monotonic() + patience, False
    while (held := _hold(out / NAME)) is None:
        holder = _holder(out / NAME)
        if time.monotonic() >= end:
            raise Occupied(f"{holder} writes into {out}; run again when it has ended")
        if not told:
            tell(f"{holder} writes into {out}: waiting for up to {patience:g} seconds")
            told = True
        time.sleep(PAUSE)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no open file; the next holder finds it unlocked
            (out / NAME).unlink()
        os.close(held)


def _hold(path: Path) -> int | None:
    """The open file with the lock on it; None if somebody else has it."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    if not _lock(opened) or not _is_still(path, opened):
        os.close(opened)
        return None
    with suppress(OSError):  # on a full disk the lock holds all the same
        os.ftruncate(opened, 0)
        os.write(opened, f"{os.getpid()} {datetime.now():%H:%M:%S} {platform.node()}".encode())
    return opened


def _lock(opened: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(opened, FAR, os.SEEK_SET)
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
            os.lseek(opened, 0, os.SEEK_SET)
        else:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as fault:
        if fault.errno not in WITHOUT_LOCKS:
            raise
    return True


def _is_still(path: Path, opened: int) -> bool:
    """The file that was locked is the one that the next will open: its last holder has not removed it meanwhile."""
    try:
        return os.path.samestat(path.stat(), os.fstat(opened))
    except FileNotFoundError:
        return False


def _holder(path: Path) -> str:
    """Who has the lock, in words."""
    try:
        process, since, machine = path.read_text(encoding="utf-8").split(maxsplit=2)
    except (OSError, ValueError):
        return "another process"
    here = "" if machine == platform.node() else f" on {machine}"
    return f"another process ({process}{here}, since {since})"
