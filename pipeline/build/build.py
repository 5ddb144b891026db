"""The build: raw sheets -> published files, and only those that depend on what has changed.

Inputs are compared by content with the manifests of the last build. Frames are cheap and are worked out for every
stale season at once; the files, which are not, are written by a pool. Files are announced, then replaced one by one,
then listed in the season's manifest: a build cut short at any moment is mended by the next.
"""

import gc
import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from pathlib import Path

from pipeline.build import manifest as made
from pipeline.build.files import TEMPORARY, Unwritten, remove, settle, write_csv
from pipeline.build.manifest import Manifest, Product
from pipeline.build.products import Write, products
from pipeline.build.stale import ALONE, CIRCUITS, EVENTS, PROBLEMS, REPORT, TABLES, TOGETHER, Plan, only
from pipeline.events.days import reaches
from pipeline.pages.problems import problem_lines
from pipeline.pages.season import Season
from pipeline.problems.codes import Problem, ordered
from pipeline.processes import PROCESSORS, pool
from pipeline.read.find import LOOSE, Found, find
from pipeline.report import warm
from pipeline.rules.circuits import circuit_names
from pipeline.rules.systems import systems
from pipeline.stages import Computed, Progress, Silent, compute

BOOKS = ("events", "circuits", "problems", "compare")  # of a season
RESERVED = {*circuit_names(), *systems(), *BOOKS}  # an event of this name would overwrite their files
STAMP = ".stamp"  # as old as the start of the last build that left nothing undone: later inputs are new
DONE = ".done"  # as old as its end: later changes of the outputs are somebody else's
PREVIOUS = ".previous"  # the tables that the last build replaced, for `diff`

A_PROCESS = 6  # seasons: whatever it reads becomes its own copy, so after as many a fresh one takes its place
MANY = 4  # seasons for each process: then one writes all of a season, and works out once what its products share

_TODO: list[tuple[Path, str, dict[str, Write]]] = []  # what there is to write, for the processes that begin as copies


class NoSuchSeason(Exception):
    """A season that was asked for has no folder."""


@dataclass
class Outcome:
    """What a build did.

    built     seasons of which files were written, with their number
    fresh     seasons that had not changed
    removed   seasons whose sheets are gone
    problems  all problems of the seasons read
    held      seasons left unfinished, with what to tell of files of theirs that somebody holds
    """

    built: dict[str, int] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    held: dict[str, list[str]] = field(default_factory=dict)

    @property
    def errors(self) -> int:
        """How many problems keep an event out."""
        return sum(problem.severity == "error" for problem in self.problems)

    @contextmanager
    def unless_held(self, season: str) -> Iterator[None]:
        """A file that somebody holds costs its season, and no other."""
        try:
            yield
        except Unwritten as fault:
            if not fault.held:
                raise
            self.held.setdefault(season, []).append(str(fault))


def build(
    raw: Path,
    out: Path,
    seasons: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    as_of: date | None = None,
) -> Outcome:
    """Bring the outputs up to date (of these seasons, or of all), the circuits' lists as of a day if one is given.

    One build at a time: the caller holds the lock (`pipeline.build.lock`).

    Raises NoSuchSeason, and OSError where a file cannot be read or written, or a process that wrote was killed.
    """
    found = find(raw, RESERVED)
    if missing := set(seasons) - set(found.seasons):
        raise NoSuchSeason(f"there is no season {', '.join(sorted(missing))} in {raw}")
    out.mkdir(parents=True, exist_ok=True)
    outcome, told = Outcome(), progress or Silent()
    with ExitStack() as at_the_end:
        at_the_end.callback(_clear_parts, out)
        started = _moment(out)
        if not seasons:
            _remove_seasons(found, out, outcome)
        chosen = [season for season in found.seasons if not seasons or season in seasons]
        gc.disable()  # frames grow and stay: to look through them again and again takes an eighth of the time
        at_the_end.callback(gc.enable)
        plan, stale, computed = _computed(found, out, chosen, told, as_of, jobs or PROCESSORS)
        gc.enable()
        outcome.fresh = [season for season in chosen if season not in stale]
        outcome.problems = [p for p in computed.problems if p.season in stale or not p.season]
        if stale and not any(made.announced(out / season) for season in found.seasons):
            shutil.rmtree(out / PREVIOUS, ignore_errors=True)  # of a build cut short it is the beginning
        _write(computed, plan, stale, jobs, outcome, told)
        _write_loose_problems(ordered([p for p in found.problems if not p.season]), out)
        if seasons or as_of or outcome.errors or outcome.held:
            (out / STAMP).unlink(missing_ok=True)
        else:
            _stamp(out, started)
        (out / DONE).touch()
    return outcome


@contextmanager
def beside_the_build(out: Path) -> Iterator[None]:
    """What is written here beside the outputs is no change to them, unless somebody had changed them before."""
    as_built = (out / DONE).exists() and not _changed_since((out / DONE).stat().st_mtime_ns, out)
    yield
    if as_built:
        (out / DONE).touch()


def _changed_since(moment: int, out: Path) -> bool:
    """An output, or a folder of them, has changed: what Make looks at."""
    seen = (path for path in out.rglob("*") if not any(n.startswith(".") for n in path.relative_to(out).parts))
    return any(path.stat().st_ctime_ns > moment for path in seen)


def _computed(
    found: Found, out: Path, chosen: list[str], told: Progress, as_of: date | None, jobs: int
) -> tuple[Plan, dict[str, set[str]], Computed]:
    """What is stale, and all frames for it. Games of other seasons are read where a list may take them together."""
    plan = Plan(found, out, as_of)
    alone = {season: plan.stale(season, {*systems(), *ALONE}) for season in chosen}
    changed = {season for season in chosen if alone[season] or plan.before(season).errors}
    computed = compute(only(found, changed), told, as_of, jobs)
    plan.reaches = {s: plan.before(s).reaches() for s in found.seasons if s not in changed} | reaches(computed.tables)
    stale = {season: alone[season] | plan.stale(season, TOGETHER) for season in chosen}
    stale = {season: names for season, names in stale.items() if names or season in changed}
    for season in set(chosen) - set(stale):
        plan.remove_strays(season)
    needed = set(stale).union(*map(plan.seen, stale))
    if needed != changed:
        computed = compute(only(found, needed), told, as_of, jobs)
    return plan, stale, computed


# -- the files ---------------------------------------------------------------------------------------------------------


def _write(
    computed: Computed, plan: Plan, stale: dict[str, set[str]], jobs: int | None, outcome: Outcome, told: Progress
) -> None:
    """Write the stale products of every stale season; a season's manifest as soon as all its files are there."""
    tasks = {
        season.name: {product: products(season, product) for product in sorted(names, key=_heaviest_first)}
        for season, names in ((Season(computed, name), names) for name, names in stale.items())
    }
    written = {season: {product: [*files] for product, files in its.items()} for season, its in tasks.items()}
    told.stage("writing", sum(len(files) for its in written.values() for files in its.values()))
    for season, its in written.items():
        with outcome.unless_held(season):
            made.announce(plan.out / season, (name for files in its.values() for name in files))
            _keep(plan.before(season), season, plan.out)
    free = {season: its for season, its in tasks.items() if season not in outcome.held}
    left = {season: {*its} for season, its in free.items()}
    with closing(_run(free, plan.out, jobs or PROCESSORS)) as done:
        for season, product, held in done:
            if held:
                outcome.held.setdefault(season, []).extend(held)
            for _ in written[season][product]:
                told.step()
            left[season].remove(product)
            if not left[season]:
                _close(computed, plan, season, written[season], outcome)
    for season in free:
        if not stale[season]:
            _close(computed, plan, season, {}, outcome)


def _heaviest_first(product: str) -> tuple[bool, bool, str]:
    """What takes longest is begun first, what takes no time comes last: so the processes end together."""
    return product in (TABLES, CIRCUITS, PROBLEMS), product not in (REPORT, EVENTS), product


def _close(computed: Computed, plan: Plan, season: str, written: dict[str, list[str]], outcome: Outcome) -> None:
    """A season of which all files are written, or as many as nobody held."""
    outcome.built[season] = sum(map(len, written.values()))
    if season not in outcome.held:
        with outcome.unless_held(season):
            _finish(computed, plan, season, written)


def _write_loose_problems(problems: list[Problem], out: Path) -> None:
    """Problems of files that lie in no season's folder."""
    path = out / LOOSE
    if problems:
        write_csv(path, problem_lines(problems))
    else:
        remove(path)


def _run(
    tasks: dict[str, dict[str, dict[str, Write]]], out: Path, jobs: int
) -> Generator[tuple[str, str, list[str]], None, None]:
    """Write the files (season -> product -> name -> what writes it), in as many processes as are useful.

    Gives season and product as each is done, with what to tell of files that somebody holds. What is written is worked
    out where it is written: a process begins as a copy of this one, so that no frame goes from one to the other.

    Raises Unwritten for a full disk and the like, ChildProcessError if a process was killed.
    """
    todo = [(out / season, product, files) for season, its in tasks.items() for product, files in its.items()]
    if jobs == 1 or len(todo) < 2 * jobs:
        for folder, product, files in todo:
            yield folder.name, product, _write_files(folder, files)
        return
    _TODO[:] = todo
    if any(product == REPORT for _, product, _ in todo):
        warm()
    gc.freeze()  # what is here stays: the processes need not look through it, and share its memory longer
    whole = len(tasks) >= MANY * jobs
    shares = [[*own] for _, own in groupby(range(len(todo)), lambda number: todo[number][0] if whole else number)]
    at_once = jobs * A_PROCESS if whole else len(shares)
    try:
        for first in range(0, len(shares), at_once):
            with pool(jobs) as processes:
                begun = {processes.submit(_write_share, share): share for share in shares[first : first + at_once]}
                for done in as_completed(begun):
                    for number, held in zip(begun[done], done.result(), strict=True):
                        folder, product, _ = todo[number]
                        yield folder.name, product, held
    except BrokenExecutor as fault:
        raise ChildProcessError("a process that writes was killed, for want of memory perhaps; run again") from fault
    finally:
        _TODO.clear()
        gc.unfreeze()


def _write_files(folder: Path, files: dict[str, Write]) -> list[str]:
    """Write the files of one product, and forget them. Returns what to tell of those that somebody holds."""
    held = []
    while files:
        name, write = files.popitem()
        try:
            write(folder / name)
        except Unwritten as fault:
            if not fault.held:
                raise
            held.append(str(fault))
    return held


def _write_share(numbers: list[int]) -> list[list[str]]:
    return [_write_files(folder, files) for folder, _, files in map(_TODO.__getitem__, numbers)]


def _finish(computed: Computed, plan: Plan, season: str, written: dict[str, list[str]]) -> None:
    """Remove what no product has any more, then write the season's manifest: nothing comes after it.

    Raises FileNotFoundError if a file is not there any more.
    """
    before, digests, folder = plan.before(season), plan.wanted(season), plan.out / season
    kept = {name: product for name, product in before.products.items() if name in digests}
    for name, files in written.items():
        kept[name] = Product(digests[name], {file: made.file_digest(folder / file) for file in sorted(files)})
    after = Manifest(
        inputs={s.file: s.digest for s in plan.found.sources if s.season == season},
        rules=made.rules(),
        errors=sum(p.severity == "error" for p in computed.problems if p.season == season),
        circuits={circuit: [*reach] for circuit, reach in plan.reaches.get(season, {}).items()},
        products=kept,
    )
    if lost := [file for product in kept.values() for file, digest in product.files.items() if not digest]:
        raise FileNotFoundError(f"{folder / lost[0]} was removed while the outputs were built; run again")
    for name in (before.files() | made.announced(folder)) - after.files():
        remove(folder / name)
    for part in (folder / "tables", folder):
        settle(part)
    after.write(folder)
    settle(folder)
    remove(folder / made.ANNOUNCED)


def _remove_seasons(found: Found, out: Path, outcome: Outcome) -> None:
    """Remove the outputs of seasons whose sheets are gone: the files that their manifests name, no others."""
    known = {path.parent for name in (made.NAME, made.ANNOUNCED) for path in out.glob(f"*/{name}")}
    for folder in sorted(folder for folder in known if folder.name not in found.seasons):
        with outcome.unless_held(folder.name):
            for name in [*Manifest.read(folder).files() | made.announced(folder), made.NAME, made.ANNOUNCED]:
                remove(folder / name)
            for empty in (folder / "tables", folder):
                if empty.is_dir() and not any(empty.iterdir()):
                    empty.rmdir()
            outcome.removed.append(folder.name)


def _clear_parts(out: Path) -> None:
    """Remove what an interrupted build left half written."""
    for part in out.glob(f"**/{TEMPORARY}*"):
        with suppress(OSError):
            part.unlink()


def _keep(before: Manifest, season: str, out: Path) -> None:
    """Keep the tables of the last finished build, so that `diff` can tell what changed."""
    for name in sorted(before.files()):
        path, kept = out / season / name, out / PREVIOUS / season / name
        if path.suffix == ".csv" and path.parent.name != "tables" and path.is_file() and not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy := kept.with_name(f"{TEMPORARY}{kept.name}"))
            copy.replace(kept)


def _moment(out: Path) -> int:
    """Now, by the clock of the file system that holds the outputs, in nanoseconds."""
    mark = out / f"{TEMPORARY}clock"
    mark.touch()
    moment = mark.stat().st_mtime_ns
    mark.unlink()
    return moment


def _stamp(out: Path, started: int) -> None:
    mark = out / f"{TEMPORARY}stamp"
    mark.touch()
    os.utime(mark, ns=(started, started))
    mark.replace(out / STAMP)
