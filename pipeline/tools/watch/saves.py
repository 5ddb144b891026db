"""Watch the raw sheets, and report changes once the files are complete."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from zipfile import is_zipfile

from watchfiles import watch

TOGETHER = 1000  # milliseconds within which saves are reported together
LOOK = 200  # milliseconds between checks of `stop`
STEP = 50  # milliseconds without a save before saved files are checked
PATIENCE = 3.0  # seconds after which an incomplete workbook is read anyway, and reported as damaged
ZIPPED = (".xlsx", ".xlsm", ".ods")


def saves(raw: Path, stop: Event) -> Iterator[None]:
    """Yield once at the start, and again after changes below `raw`, as soon as the files are complete.

    Saving, renaming or removing a file counts as a change. The iteration ends when `stop` is set. Raises
    KeyboardInterrupt on a signal.
    """
    saved = watch(
        raw, watch_filter=None, stop_event=stop, yield_on_timeout=True, debounce=TOGETHER, step=STEP, rust_timeout=LOOK
    )
    for turn, changes in enumerate(saved):
        _await_whole({Path(path) for _, path in changes})
        if changes or not turn:
            yield


def _await_whole(paths: set[Path]) -> None:
    """Wait until file sizes are stable and workbooks are complete zip files, but for no longer than PATIENCE.

    Another program may still be writing the files.
    """
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = _looks(paths)
        if all(whole for _, whole in before):
            time.sleep(STEP / 1000)
            if _looks(paths) == before:
                return
        else:
            time.sleep(STEP / 1000)


def _looks(paths: set[Path]) -> list[tuple[tuple[int, int], bool]]:
    """Return the size and modification time of each file, and whether the file is complete.

    A file that no longer exists counts as complete.
    """
    states = []
    for path in sorted(paths):
        try:
            state = path.stat()
            states.append(((state.st_size, state.st_mtime_ns), path.suffix.lower() not in ZIPPED or is_zipfile(path)))
        except OSError:
            states.append(((0, 0), True))
    return states
