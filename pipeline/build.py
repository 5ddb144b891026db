"""The build: raw sheets -> published files, and only those that depend on what has changed.

Inputs are compared by content with the manifests of the last build. Frames are cheap and are worked out for every
stale season at once; the files, which are not, are written by a pool.
"""

import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import date
from multiprocessing import get_context
from pathlib import Path

from pipeline import manifest as made
from pipeline.circuit_inputs import CAMPO_DI_MARTE, counts_for
from pipeline.compute import Computed, Progress, Silent, compute
from pipeline.files import TEMPORARY, write_csv
from pipeline.manifest import Manifest, Product
from pipeline.problem_book import ordered
from pipeline.problems import Problem
from pipeline.products import Write, problem_lines, products
from pipeline.read.find import Found, find
from pipeline.stale import ALONE, TOGETHER, Plan, only
from pipeline.systems import systems
from schemas.words import CIRCUITS

RESERVED = {*CIRCUITS, *systems()}  # their tables would be overwritten
STAMP = ".stamp"  # as old as the start of the last build that left nothing undone: later inputs are new
DONE = ".done"  # as old as its end: later changes of the outputs are somebody else's
PREVIOUS = ".previous"  # the tables that the last build replaced, for `diff`


class NoSuchSeason(Exception):
    """A season that was asked for has no folder."""


@dataclass
class Outcome:
    """What a build did.

    built     seasons of which files were written, with their number
    fresh     seasons that had not changed
    removed   seasons whose sheets are gone
    problems  all problems of the seasons read
    """

    built: dict[str, int] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """How many problems keep an event out."""
        return sum(problem.severity == "error" for problem in self.problems)


def build(
    raw: Path,
    out: Path,
    seasons: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    as_of: date | None = None,
) -> Outcome:
    """Bring the outputs up to date (of these seasons, or of all), the circuits' lists as of a day if one is given.

    Raises NoSuchSeason, and OSError where a file cannot be read or written.
    """
    found = find(raw, RESERVED)
    if missing := set(seasons) - set(found.seasons):
        raise NoSuchSeason(f"there is no season {', '.join(sorted(missing))} in {raw}")
    out.mkdir(parents=True, exist_ok=True)
    started, told = _moment(out), progress or Silent()
    outcome = Outcome()
    if not seasons:
        outcome.removed = _remove_seasons(found, out)
    chosen = [season for season in found.seasons if not seasons or season in seasons]
    plan, stale, computed = _computed(found, out, chosen, told, as_of)
    outcome.fresh = [season for season in chosen if season not in stale]
    outcome.problems = [p for p in computed.problems if p.season in stale or not p.season]
    if stale:
        shutil.rmtree(out / PREVIOUS, ignore_errors=True)
    _write(computed, plan, stale, jobs, outcome, told)
    _write_loose_problems(ordered([p for p in found.problems if not p.season]), out)
    if seasons or as_of or outcome.errors:
        (out / STAMP).unlink(missing_ok=True)
    else:
        _stamp(out, started)
    (out / DONE).touch()
    return outcome


def _computed(
    found: Found, out: Path, chosen: list[str], told: Progress, as_of: date | None
) -> tuple[Plan, dict[str, set[str]], Computed]:
    """What is stale, and all frames for it. Games of other seasons are read where a list may take them together."""
    plan = Plan(found, out, as_of)
    for season in chosen:
        plan.remove_strays(season)
    alone = {season: plan.stale(season, {*systems(), *ALONE}) for season in chosen}
    changed = {season for season in chosen if alone[season] or plan.before(season).errors}
    computed = compute(only(found, changed), told, as_of)
    counting = set(counts_for(CAMPO_DI_MARTE, computed.tables)["season"])
    elsewhere = {s for s in found.seasons if s not in changed and CAMPO_DI_MARTE in plan.before(s).circuits}
    plan.ring = counting | elsewhere
    stale = {season: alone[season] | plan.stale(season, TOGETHER) for season in chosen}
    stale = {season: names for season, names in stale.items() if names or season in changed}
    needed = set(stale) | (plan.ring if plan.ring & set(stale) else set())
    if needed != changed:
        computed = compute(only(found, needed), told, as_of)
    return plan, stale, computed


# -- the files ---------------------------------------------------------------------------------------------------------


def _write(
    computed: Computed, plan: Plan, stale: dict[str, set[str]], jobs: int | None, outcome: Outcome, told: Progress
) -> None:
    """Write the stale products of every stale season, each season's manifest after its files."""
    tasks = {
        (season, product): products(computed, season, product)
        for season, names in stale.items()
        for product in sorted(names)
    }
    out = plan.out
    told.stage("writing", sum(map(len, tasks.values())))
    _clear_parts(out)
    files = [(out / season / name, write) for (season, _), written in tasks.items() for name, write in written.items()]
    for path, _ in files:
        _keep(path, out)
    _run(files, jobs or os.cpu_count() or 1, told)
    for season in stale:
        written = {product: list(tasks[season, product]) for product in stale[season]}
        _finish(computed, plan, season, written)
        outcome.built[season] = sum(map(len, written.values()))


def _write_loose_problems(problems: list[Problem], out: Path) -> None:
    """Problems of files that lie in no season's folder."""
    path = out / "problems.csv"
    if problems:
        write_csv(path, problem_lines(problems))
    else:
        path.unlink(missing_ok=True)


def _run(files: list[tuple[Path, Write]], jobs: int, told: Progress) -> None:
    """Write the files, in as many processes as are useful."""
    if jobs == 1 or len(files) < 2 * jobs:
        for path, write in files:
            write(path)
            told.step()
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        for done in as_completed([pool.submit(write, path) for path, write in files]):
            done.result()
            told.step()


def _finish(computed: Computed, plan: Plan, season: str, written: dict[str, list[str]]) -> None:
    """Write the season's manifest and remove what no product has any more."""
    before, digests, folder = plan.before(season), plan.wanted(season), plan.out / season
    kept = {name: product for name, product in before.products.items() if name in digests}
    for name, files in written.items():
        kept[name] = Product(digests[name], {file: made.file_digest(folder / file) for file in sorted(files)})
    after = Manifest(
        inputs={s.file: s.digest for s in plan.found.sources if s.season == season},
        errors=sum(p.severity == "error" for p in computed.problems if p.season == season),
        circuits=[CAMPO_DI_MARTE] if season in plan.ring else [],
        products=kept,
    )
    after.write(folder)
    for name in before.files() - after.files():
        (folder / name).unlink(missing_ok=True)


def _remove_seasons(found: Found, out: Path) -> list[str]:
    """Remove the outputs of seasons whose sheets are gone: the files that their manifests name, no others."""
    gone = [p.parent for p in sorted(out.glob(f"*/{made.NAME}")) if p.parent.name not in found.seasons]
    for folder in gone:
        for name in [*Manifest.read(folder).files(), made.NAME]:
            (folder / name).unlink(missing_ok=True)
        for empty in (folder / "tables", folder):
            if empty.is_dir() and not any(empty.iterdir()):
                empty.rmdir()
    return [folder.name for folder in gone]


def _clear_parts(out: Path) -> None:
    """Remove what an interrupted build left half written."""
    for part in out.glob(f"**/{TEMPORARY}*"):
        part.unlink(missing_ok=True)


def _keep(path: Path, out: Path) -> None:
    """Keep a table that is about to be replaced, so that `diff` can tell what changed."""
    if path.suffix == ".csv" and path.parent.name != "tables" and path.is_file():
        kept = out / PREVIOUS / path.relative_to(out)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept)


def _moment(out: Path) -> int:
    """Now, by the clock of the file system that holds the outputs, in nanoseconds."""
    mark = out / f"{TEMPORARY}clock"
    mark.touch()
    moment = mark.stat().st_mtime_ns
    mark.unlink()
    return moment


def _stamp(out: Path, started: int) -> None:
    (out / STAMP).touch()
    os.utime(out / STAMP, ns=(started, started))
