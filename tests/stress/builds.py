"""Helpers for testing interrupted builds: leagues to build, builds in separate processes, and checks of the outputs."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
import xlsxwriter  # noqa: F401 - imported before a build loses the right to read it

from pipeline import stages
from pipeline.build import build as work
from pipeline.build.build import RESERVED, build
from pipeline.build.manifest import Manifest
from pipeline.build.products import Write
from pipeline.build.products import products as real_products
from pipeline.build.stale import only
from pipeline.build.stamps import DONE, STAMP
from pipeline.cli.app import app
from pipeline.cli.ends import end_cleanly_when_stopped
from pipeline.pages.season import Season
from pipeline.read.find import FRONT_DOOR, Listing, find
from pipeline.stages import Computed, Progress
from pipeline.store.folder import DIGESTS, Folder
from pipeline.store.names import TEMPORARY
from tests.sheets import Sheets, event, files_below, only_rules, put, without_report, write_csv, write_ods, write_xlsx
from tests.stress.tally import Tally

RULES = ("c_diplo", "campo_di_marte")
TICK = 0.02  # seconds; a file system's clock may stand still for half as long
MOST_SAID = 60_000  # bytes; a pipe holds a little more
TYPED: dict[str, bytes] = {}
KEPT = {STAMP, DONE, DIGESTS, ".previous", ".lock", ".announced.json"}  # hidden files that a killed build may leave


class League(NamedTuple):
    """Raw sheets in two versions, which differ in seasons and events, and the outputs of a complete build of each."""

    raw: tuple[Path, Path]
    out: tuple[Path, Path]

    def complete(self, version: int) -> dict[str, bytes]:
        """Return the outputs that a complete build of this version produces."""
        return files_below(self.out[version])


@contextmanager
def computed_once(kept: dict[object, Computed] | None = None) -> Iterator[dict[object, Computed]]:
    """Reuse the results of `compute` for identical sheets while the block runs, and yield the stored results.

    kept  results to share with other runs under the same rules
    """
    real, frames = stages.compute, {} if kept is None else kept

    def compute(
        found: Listing, progress: Progress | None = None, as_of: date | None = None, jobs: int = 1, every: bool = False
    ) -> Computed:
        sources = tuple(source._replace(path=Path(), csv_files=()) for source in found.sources)
        key = (tuple(found.problems), sources, as_of, every)
        if key not in frames:
            frames[key] = real(found, progress, as_of, jobs, every)
        return frames[key]

    with pytest.MonkeyPatch.context() as patched:
        for module in ("stages", "build.build", "tools.explain"):
            patched.setattr(f"pipeline.{module}.compute", compute)
        yield frames


@contextmanager
def few_rules(*rules: str, report: bool = False) -> Iterator[None]:
    """Limit builds to `rules`, or to RULES if none are given, so that most of a build's time goes into writing files.

    Everything is computed only once. No report is written unless `report` is true. Links to the raw sheets lead
    nowhere, so that the outputs are identical wherever the folders are.
    """
    files: dict[object, dict[str, Write]] = {}

    def products(season: Season, product: str) -> dict[str, Write]:
        key = (id(season.computed), season.name, product)
        if key not in files:
            files[key] = real_products(season, product)
        return files[key]

    with (
        only_rules(*(rules or RULES)),
        nullcontext() if report else without_report(),
        computed_once(),
        pytest.MonkeyPatch.context() as patched,
    ):
        for module in ("build", "writing"):
            patched.setattr(f"pipeline.build.{module}.products", products)
        patched.setattr("pipeline.pages.problems.relpath", lambda original, folder: original.name)
        patched.setattr("pipeline.build.stale.relpath", lambda raw, folder: "raw")
        yield


def typed_once(path: Path, sheets: Sheets) -> Path:
    """Write a workbook and return its path.

    The same sheets give the same bytes, so that results can be reused.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if repr(sheets) not in TYPED:
        TYPED[repr(sheets)] = write_xlsx(path, sheets).read_bytes()
    path.write_bytes(TYPED[repr(sheets)])
    return path


def league(folder: Path) -> League:
    """Write the raw sheets of both versions of a league, build each version, and return the league."""
    one, other = folder / "raw 0", folder / "raw 1"
    write_xlsx(one / "2013" / "Coppa.xlsx", _named("Coppa"))
    write_ods(one / "2013" / "Notte.ods", _named("Notte"))
    write_csv(one / "2014" / "Serata", _named("Serata"))
    write_xlsx(other / "2013" / "Coppa.xlsx", _named("Coppa", boards_L9=6, boards_L10=7))
    write_xlsx(other / "2013" / "Nuova.xlsx", _named("Nuova", boards_S3=35))
    write_xlsx(other / "2015" / "Prima.xlsx", _named("Prima"))
    made = League((one, other), (folder / "out 0", folder / "out 1"))
    for raw, out in zip(made.raw, made.out, strict=True):
        build(raw, out, jobs=1)
        found = find(raw, RESERVED)
        for number in range(len(found.seasons)):
            for some in combinations(found.seasons, number):  # cached for interrupted builds
                work.compute(only(found, some))
    return made


@contextmanager
def leagues(made: League | None) -> Iterator[tuple[League, Path]]:
    """Yield a league and a folder to work in. The league is `made`, if given, or a new one built under `few_rules`."""
    with nullcontext() if made else few_rules(), tempfile.TemporaryDirectory(prefix="stress-") as folder:
        yield made or league(Path(folder) / "league"), Path(folder)


def _named(name: str, **changes: object) -> Sheets:
    sheets = event(name, family=name)
    for place, value in changes.items():
        put(sheets, place.replace("_", "!"), value)  # type: ignore[arg-type]
    return sheets


# -- a build in a process of its own -----------------------------------------------------------------------------------


class Build(NamedTuple):
    """A running build, with its process and the pipe of its error stream."""

    process: int
    errors: int


class Done(NamedTuple):
    """The outcome of a build: its exit status and its error stream.

    If a signal killed the build, the status is the negative of the signal's number.
    """

    status: int
    errors: str

    @property
    def refused(self) -> bool:
        """Whether the build failed and said why in one line, not counting lines about problems in sheets."""
        lines = self.errors.splitlines()
        ours = [line for line in lines if line.startswith("centre-years: ")]
        others = [line for line in lines if not line.startswith(("centre-years: ", "error: ", "warning: "))]
        return self.status == 1 and len(ours) == 1 and not others


def start(
    raw: Path, out: Path, *options: str, before: Callable[[], object] = lambda: None, command: Sequence[str] = ()
) -> Build:
    """Fork a process in a process group of its own, call `before` in it, and run a build or another command."""
    ours, theirs = os.pipe()
    ready, go = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the fork has threads, but numpy's do not matter here
        child = os.fork()
    if child:
        os.close(theirs)
        os.close(go)
        os.read(ready, 1)  # now it has its own group and its signal handlers
        os.close(ready)
        os.set_blocking(ours, False)
        return Build(child, ours)
    status: object = 70
    try:
        os.setsid()
        os.dup2(theirs, 2)
        warnings.simplefilter("ignore", ResourceWarning)  # as for users: a stop may come between `open` and `with`
        with Path(os.devnull).open("w") as nowhere, os.fdopen(theirs, "w", encoding="utf-8") as errors:
            sys.stderr, sys.stdout = errors, nowhere
            try:
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    signal.signal(number, signal.SIG_DFL)  # the parent process may ignore them, as `nohup` does
                end_cleanly_when_stopped()
                os.write(go, b"!")
                before()
                words = [*command] or ["build", "--raw", str(raw), "--out", str(out)]
                app([*words, *options], prog_name="python -m pipeline")
            except SystemExit as end:
                status = end.code
            except BaseException:
                traceback.print_exc(file=errors)
    finally:
        os._exit(status if isinstance(status, int) else 70)


def ended(build: Build) -> Done:
    """Wait for a build, and return how it ended."""
    _, status = os.waitpid(build.process, 0)
    with os.fdopen(build.errors, "rb", buffering=0) as pipe:
        said = pipe.read(MOST_SAID) or b""
    return Done(os.waitstatus_to_exitcode(status), said.decode(errors="replace"))


def run(
    raw: Path, out: Path, *options: str, before: Callable[[], object] = lambda: None, command: Sequence[str] = ()
) -> Done:
    """Run a build, or another command, and return how it ended."""
    return ended(start(raw, out, *options, before=before, command=command))


# -- before ------------------------------------------------------------------------------------------------------------


def prepared(league: League, folder: Path, was: int | None, now: int) -> tuple[Path, Path]:
    """Copy raw sheets and outputs into an emptied folder, and return the folders of the two copies.

    was  version of the outputs, or None if there are no outputs yet
    now  version of the raw sheets
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    raw, out = folder / "raw", folder / "out"
    if was is not None:
        shutil.copytree(league.out[was], out)
        time.sleep(TICK)
        (out / STAMP).touch()
        (out / DONE).touch()
        time.sleep(TICK)
    shutil.copytree(league.raw[now], raw)
    return raw, out


# -- afterwards --------------------------------------------------------------------------------------------------------


def faults(league: League, out: Path, was: int | None, now: int) -> Iterator[tuple[str, str]]:
    """Yield each fault in the outputs after an interrupted build.

    Each is a pair of the fault's column in the table of trials and a description.

    was  version of the previous build, or None if there was none
    now  version of the interrupted build
    """
    before = {} if was is None else league.complete(was)
    after, there = league.complete(now), files_below(out)
    for name, content in there.items():
        if name != FRONT_DOOR and content not in (before.get(name), after.get(name)):  # lists the seasons of both
            yield "corrupt", f"{name} is of neither build"
    for name in before.keys() & after.keys() - there.keys():
        yield "lost", f"{name} is gone"
    for season in {name.partition("/")[0] for name in there}:
        if Manifest.read(Folder(out) / season).finished(Folder(out) / season):
            files = _of(there, season)
            if files not in (_of(before, season), _of(after, season)):
                yield "corrupt", f"{season} calls itself finished"
    for path in out.rglob(".*"):
        if not any(part in KEPT or part.startswith(TEMPORARY) for part in path.relative_to(out).parts):
            yield "corrupt", f"{path.name} is left"


def parts_left(out: Path) -> Iterator[tuple[str, str]]:
    """Yield a fault for each temporary file, since a build that was not killed leaves none."""
    return (("corrupt", f"{path.name} is left") for path in out.rglob(f"{TEMPORARY}*"))


def unmended(league: League, raw: Path, out: Path, now: int) -> Iterator[tuple[str, str]]:
    """Yield the faults that the next build does not repair.

    It is also a fault if Make would not even start that build.
    """
    if files_below(out) != league.complete(now) and not make_would_build(raw, out):
        yield "unmended", "make says that there is nothing to do"
    done = run(raw, out, "--jobs", "1")
    if done.status:
        yield "unmended", f"exit status {done.status}: {done.errors[-500:]}"
    if files_below(out) != league.complete(now):
        yield "unmended", f"{_different(files_below(out), league.complete(now))} are not as a first build makes them"
    hidden = {path.name for path in out.rglob(".*")} - {STAMP, DONE, DIGESTS, ".previous"}
    if hidden or not (out / STAMP).exists():
        yield "unmended", f"{hidden} are left, or there is no stamp"


def make_would_build(raw: Path, out: Path) -> bool:
    """Return whether Make would build, according to the checks in the Makefile."""
    if not ((out / STAMP).exists() and (out / DONE).exists()):
        return True
    looks = (
        ["find", raw, "-cnewer", out / STAMP, "-print", "-quit"],
        ["find", out, "-mindepth", "1", "-name", ".*", "-prune", "-o", "-cnewer", out / DONE, "-print", "-quit"],
    )
    names = subprocess.run(
        ["ls", out], capture_output=True, check=True, env={"LC_ALL": "C", "PATH": os.environ["PATH"]}
    )
    changed = any(subprocess.run(look, capture_output=True, check=True).stdout for look in looks)
    return changed or names.stdout != (out / DONE).read_bytes()


def count(tally: Tally, label: str, found: Iterator[tuple[str, str]]) -> None:
    """Count one more trial under its first fault, or under `answered` if it has none."""
    end, fault = next(found, ("answered", ""))
    tally.count(end, f"{label}: {fault}")


def _of(files: dict[str, bytes], season: str) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if name.startswith(f"{season}/")}


def _different(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
