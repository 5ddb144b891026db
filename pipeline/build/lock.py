"""The lock that lets only one program at a time write to the outputs.

The operating system releases the lock when the process that holds it ends, so a killed build leaves no lock behind. The
content of the file only tells waiting programs which process holds the lock.
"""

import errno
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from pipeline.build.stamps import DONE
from pipeline.store.folder import Folder
from schemas.messages import Message, say

NAME = ".lock"
PATIENCE = 60  # seconds to wait for another build, which usually takes less
WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # some network folders lack locks; build without one


class Occupied(OSError):
    """Raised when another process is writing to the outputs."""


@contextmanager
def alone(out: Path, patience: float = PATIENCE, tell: Callable[[Message], object] = print) -> Iterator[None]:
    """Hold the lock on the outputs during the block, waiting up to `patience` seconds if another process holds it.

    tell  called once before waiting, with a message that names the process holding the lock

    Raises Occupied if the lock is not released in time, Unwritten if `out` is a link to a folder with other files, and
    OSError if the folder is not writable.
    """
    folder = Folder(out)
    folder.must_not_be_anothers(DONE)
    lock = folder.lock(NAME)
    try:
        _acquire(lock, folder, patience, tell)
    except Timeout:
        text = Message("{holder} is writing to {folder}; run the program again when it has finished")
        raise Occupied(text.of({"holder": _holder(folder), "folder": str(out)})) from None
    except OSError as fault:
        if fault.errno not in WITHOUT_LOCKS:
            raise
    try:
        with suppress(OSError):  # the lock works even if nothing can be written
            folder.note(NAME, f"{os.getpid()} {datetime.now():%H:%M:%S} {platform.node()}")
        yield
    finally:
        with suppress(OSError):  # Windows cannot remove an open file; the next holder finds it unlocked
            folder.remove(NAME)
        lock.release()


def _acquire(lock: FileLock, folder: Folder, patience: float, tell: Callable[[Message], object]) -> None:
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if patience:
            text = Message("{holder} is writing to {folder}: waiting for up to {patience:g} s")
            tell(text.of({"holder": _holder(folder), "folder": str(folder), "patience": patience}))
        lock.acquire(timeout=patience)


def _holder(folder: Folder) -> Message:
    """Return a message that names the process holding the lock."""
    try:
        number, since, machine = (folder.read(NAME) or b"").decode().split(maxsplit=2)
    except ValueError:
        return say("another process")
    if machine == platform.node():
        return say("another process ({number}, since {time})", number=number, time=since)
    return say("another process ({number} on {machine}, since {time})", number=number, machine=machine, time=since)
