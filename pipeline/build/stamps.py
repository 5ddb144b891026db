"""The stamp files that tell Make when the last build began and ended, by the file system's clock."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.store.folder import Folder

STAMP = ".stamp"  # dated to the start of the last complete build; inputs changed later are new
DONE = ".done"  # the names of all outputs, written at the end of the last build, after its other changes


def stamp(out: Folder, started: int | None) -> None:
    """Stamp the outputs at the end of a build.

    started  start of the build in nanoseconds, or None if something is left to do and Make must build again
    """
    if started is None:
        out.remove(STAMP)
    else:
        out.mark(STAMP, b"", started)
    _mark_as_built(out)


@contextmanager
def beside_the_build(out: Folder) -> Iterator[None]:
    """Let a tool add files to the outputs during the block, and mark the outputs as built when the block ends.

    If the outputs had changed since the last build, they are not marked, so that Make builds again.
    """
    done = out.path(DONE)
    as_built = out.read(DONE) == _names(out.root) and not _changed_since(done.stat().st_mtime_ns, out.root)
    yield
    if as_built:
        _mark_as_built(out)


def _mark_as_built(out: Folder) -> None:
    out.mark(DONE, _names(out.root))


def _names(out: Path) -> bytes:
    """Return the names of the outputs as `LC_ALL=C ls` lists them.

    Make compares the names in DONE with a new listing, to notice if a season's folder has been removed.
    """
    names = sorted(os.fsencode(path.name) for path in out.iterdir() if not path.name.startswith("."))
    return b"".join(name + b"\n" for name in names)


def _changed_since(moment: int, out: Path) -> bool:
    """Return whether an output or a folder has changed since `moment`, using the same test as Make.

    moment  time in nanoseconds
    """
    visible = (path for path in out.rglob("*") if not any(n.startswith(".") for n in path.relative_to(out).parts))
    return any(path.lstat().st_ctime_ns > moment for path in visible)
