"""Builds in which a write fails because the disk is full, a file is too large, or a file is held open."""

import errno
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from itertools import chain
from itertools import count as count_from
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pipeline.store import folder as store
from tests.stress.builds import Done, League, count, faults, leagues, parts_left, prepared, run, unmended
from tests.stress.share import shared
from tests.stress.tally import Tally, added

FULL, HELD, BROKEN = (errno.ENOSPC, errno.EDQUOT), (errno.EACCES, errno.EPERM, errno.EBUSY), (errno.EIO,)
POINTS: dict[str, tuple[Any, str, tuple[int, ...]]] = {  # every call that changes the disk, and how it may fail
    "write": (store, "_fill", FULL + BROKEN),
    "sync": (os, "fsync", FULL + BROKEN),
    "move": (Path, "replace", FULL + HELD),
    "make a folder": (Path, "mkdir", (*FULL, *HELD, errno.EROFS)),
    "remove": (Path, "unlink", HELD),
    "copy": (shutil, "copyfileobj", FULL + BROKEN),
    "open": (os, "open", (*FULL, *HELD, errno.EROFS)),
}
NAMES = {
    "point": "a write, move or removal fails",
    "size": "no file may grow beyond a size",
    "disk": "the disk is full",
}
LARGEST = 32_000  # bytes: more than any file needs
PAGE, PAGES = 4096, 60

Way = tuple[int | None, int]
Calls = dict[Way, list[str]]
WAYS: tuple[Way, ...] = ((None, 0), (0, 1), (1, 0))  # the versions before and after


class Trial(NamedTuple):
    """A build during which something fails, with its sheets, outputs and outcome.

    label    what fails
    relieve  undoes the failure
    """

    raw: Path
    out: Path
    done: Done
    label: str
    relieve: Callable[[], object] = lambda: None


def run_failures(
    points: int,
    sizes: int,
    disks: int,
    seed: int = 0,
    jobs: int = 1,
    made: League | None = None,
    ways: Sequence[Way] = WAYS,
) -> list[Tally]:
    """Run builds with failing calls, size limits and, if disks may be mounted, full disks.

    Return one tally per kind of failure.
    """
    with leagues(made) as (league, folder):
        calls = {way: _calls(league, folder / "calls", *way) for way in ways}
        numbers = [
            (kind, number)
            for kind, many in zip(NAMES, (points, sizes, disks if _may_mount(folder / "disk") else 0), strict=True)
            for number in range(many)
        ]
        return added(shared(trials, numbers, jobs, size=10, seed=seed, league=league, folder=folder, calls=calls))


def trials(numbers: Iterable[tuple[str, int]], seed: int, league: League, folder: Path, calls: Calls) -> list[Tally]:
    """Run the trials with these numbers, and return one tally per kind of failure."""
    tallies = {kind: Tally(name) for kind, name in NAMES.items()}
    kinds = {"point": partial(_point, calls=calls), "size": _size, "disk": _disk}
    for kind, number in numbers:
        rng = Random(f"{seed} {kind} {number}")
        was, now = rng.choice([*calls])
        with _place(folder / f"failure {os.getpid()}", disk=kind == "disk") as place:
            trial = kinds[kind](rng, league, place, (was, now))
            found = [*_answer(league, trial, now), *faults(league, trial.out, was, now), *parts_left(trial.out)]
            trial.relieve()
            mended = unmended(league, trial.raw, trial.out, now)
            count(tallies[kind], f"number {number}, {trial.label}", chain(found, mended))
    return [*tallies.values()]


def _answer(league: League, trial: Trial, now: int) -> Iterator[tuple[str, str]]:
    """Yield a fault unless the build failed with one clear line and exit status 1, or succeeded with every output."""
    if trial.done.status == 0:
        yield from faults(league, trial.out, now, now)
    elif not trial.done.refused:
        yield "unclassified", f"exit status {trial.done.status}: {trial.done.errors[-800:]}"


# -- failures ----------------------------------------------------------------------------------------------------------


def _point(rng: Random, league: League, place: Path, way: Way, calls: Calls) -> Trial:
    """Run a trial in which one random call that changes the disk fails.

    A call that writes or copies data fails after part of the data has been written.
    """
    raw, out = prepared(league, place, *way)
    at = rng.randrange(len(calls[way]))
    point = calls[way][at]
    number, nth = rng.choice(POINTS[point][2]), calls[way][: at + 1].count(point)
    done = run(raw, out, "--jobs", "1", before=lambda: _fail(point, nth, number))
    return Trial(raw, out, done, f"{way} {point}, call {nth} of {calls[way].count(point)}, {errno.errorcode[number]}")


def _size(rng: Random, league: League, place: Path, way: Way) -> Trial:
    """Run a trial in which the operating system limits the size of files."""
    raw, out = prepared(league, place, *way)
    size, jobs = round(LARGEST ** rng.random()), rng.choice(["1", "2"])
    done = run(
        raw,
        out,
        "--jobs",
        jobs,
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY)),
    )
    return Trial(raw, out, done, f"{way} --jobs {jobs}, {size} bytes")


def _disk(rng: Random, league: League, place: Path, way: Way) -> Trial:
    """Run a trial on a disk that has only a few free pages left."""
    raw, out = prepared(league, place / "league", *way)
    disk = os.statvfs(place)
    pages, jobs = rng.randrange(PAGES), rng.choice(["1", "2"])
    _resize(place, disk.f_blocks - disk.f_bfree + pages)
    done = run(raw, out, "--jobs", jobs)
    return Trial(raw, out, done, f"{way} --jobs {jobs}, {pages} free pages", lambda: _resize(place, disk.f_blocks))


def _fail(point: str, nth: int, number: int) -> None:
    """Make the `nth` call of one kind fail, counting from now.

    point   the kind of call, a key of POINTS
    number  error number with which the call fails
    """
    seen = count_from(1)

    def fails(real: Callable[..., Any], *given: Any, **options: Any) -> Any:
        if next(seen) == nth:
            _half(point, given)
            raise OSError(number, os.strerror(number), str(given[0]))
        return real(*given, **options)

    _wrap({point: fails})


def _half(point: str, given: tuple[Any, ...]) -> None:
    if point == "write":
        content = b"".join(given[1])
        given[0].write(content[: len(content) // 2])
    elif point == "copy":
        given[1].write(b"rank,pla")


def _calls(league: League, place: Path, was: int | None, now: int) -> list[str]:
    """Return, in order, the calls that change the disk during an undisturbed build, as keys of POINTS."""
    raw, out = prepared(league, place, was, now)
    noted = place / "calls"

    def note() -> None:
        lines = noted.open("w", buffering=1)

        def notes(point: str, real: Callable[..., Any], *given: Any, **options: Any) -> Any:
            lines.write(f"{point}\n")
            return real(*given, **options)

        _wrap({point: partial(notes, point) for point in POINTS})

    run(raw, out, "--jobs", "1", before=note)
    return noted.read_text().splitlines()


def _wrap(wrappers: dict[str, Callable[..., Any]]) -> None:
    """Replace calls that change the disk with wrapped ones for the rest of the process.

    wrappers  one wrapper for each kind of call, keyed as in POINTS
    """
    for point, wrapper in wrappers.items():
        owner, name, _ = POINTS[point]
        real = getattr(owner, name)
        setattr(owner, name, wraps(real)(_between(wrapper, real)))


def _between(wrapper: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*given: Any, **options: Any) -> Any:
        return wrapper(real, *given, **options)

    return call


# -- a disk of its own -------------------------------------------------------------------------------------------------


@contextmanager
def _place(folder: Path, *, disk: bool) -> Iterator[Path]:
    """Yield the folder for a build: `league` in the given folder, or the given folder itself if `disk` is true.

    disk  whether to mount an in-memory disk, which can become full, at the given folder
    """
    folder.mkdir(exist_ok=True)
    if not disk:
        yield folder / "league"
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "stress", folder], check=True, capture_output=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def _resize(disk: Path, pages: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={pages * PAGE}", disk], check=True)


def _may_mount(folder: Path) -> bool:
    try:
        with _place(folder, disk=True):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False
