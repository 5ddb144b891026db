"""The build: raw sheets -> published files, and only those that depend on what has changed.

Inputs are compared by content with the manifests of the last build. Frames are cheap and are worked out for every
stale season at once; the files, which are not, are written by a pool.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import pandas as pd

from pipeline import manifest as made
from pipeline.board_rules import breaches
from pipeline.derive import Facts, derive, without
from pipeline.files import TEMPORARY, write_csv, write_whole
from pipeline.manifest import Manifest, Product
from pipeline.notices import notices, unknown_systems
from pipeline.problem_book import ordered, write_problem_book
from pipeline.problems import COLUMNS, Problem, blocked
from pipeline.publish import Published, publish, report, scores_csv, tables_csv
from pipeline.read.find import Found, find
from pipeline.read.sheets import Raw, read
from pipeline.systems import systems
from pipeline.tidy import Tables, tidy
from pipeline.validate import validate
from pipeline.witness import compare
from pipeline.workbook import write_report
from schemas.words import CIRCUITS

RESERVED = {*CIRCUITS, *systems()}  # their tables would be overwritten
STAMP = ".stamp"  # as old as the start of the last build that left nothing undone: later inputs are new
DONE = ".done"  # as old as its end: later changes of the outputs are somebody else's
PREVIOUS = ".previous"  # the tables that the last build replaced, for `diff`
PROBLEMS, TABLES = "problems", "tables"

Write = Callable[[Path], None]


class NoSuchSeason(Exception):
    """A season that was asked for has no folder."""


class Progress(Protocol):
    """Somebody who is told how far the build is."""

    def stage(self, name: str, steps: int) -> None:
        """A stage begins."""

    def step(self) -> None:
        """A step of it is done."""


class Silent:
    """Nobody is told."""

    def stage(self, name: str, steps: int) -> None:
        """Nothing."""

    def step(self) -> None:
        """Nothing."""


@dataclass
class Computed:
    """All frames of the seasons read: what the files are written from."""

    raw: Raw
    tables: Tables
    facts: Facts
    published: dict[str, Published]
    problems: list[Problem]

    def blocked(self, season: str) -> list[str]:
        """The files of a season that an error keeps out."""
        return sorted({p.file for p in self.problems if p.season == season and p.severity == "error"})

    def of_season(self, season: str) -> list[Problem]:
        """The problems of one season, the gravest first."""
        return ordered([p for p in self.problems if p.season == season])


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


def compute(found: Found, progress: Progress | None = None) -> Computed:
    """Every stage up to the files: read, validate, tidy, derive, score, rank."""
    told = progress or Silent()
    told.stage("reading", len(found.sources))
    raw = read(found.sources, told.step)
    told.stage("scoring", len(systems()) + 1)
    raw = validate(raw)
    problems = [*found.problems, *raw.problems]
    everything = tidy(raw, found.sources, problems)
    problems += unknown_systems(everything, raw)
    problems += breaches(everything, raw)
    tables = without(everything, blocked(problems))
    facts = derive(tables)
    told.step()
    published = {}
    for name, system in systems().items():
        published[name] = publish(system, facts, tables)
        told.step()
    problems += compare(published, facts, tables, raw.tables["boards"])
    problems += notices(published, facts, tables, raw)
    return Computed(raw, tables, facts, published, problems)


def build(
    raw: Path, out: Path, seasons: Sequence[str] = (), jobs: int | None = None, progress: Progress | None = None
) -> Outcome:
    """Bring the outputs up to date (of these seasons, or of all).

    Raises NoSuchSeason, and OSError where a file cannot be read or written.
    """
    found = find(raw, RESERVED, set(seasons) or None)
    if missing := set(seasons) - set(found.seasons):
        raise NoSuchSeason(f"there is no season {', '.join(sorted(missing))} in {raw}")
    out.mkdir(parents=True, exist_ok=True)
    started = _moment(out)
    outcome = Outcome()
    stale = _stale(found, out, outcome)
    if not seasons:
        outcome.removed = _remove_seasons(found, out)
    computed = compute(_only(found, stale), progress)
    outcome.problems = computed.problems
    shutil.rmtree(out / PREVIOUS, ignore_errors=True) if stale else None
    _write(computed, found, stale, out, jobs, outcome, progress or Silent())
    _write_loose_problems(ordered([p for p in found.problems if not p.season]), out)
    if not seasons and not outcome.errors:
        _stamp(out, started)
    else:
        (out / STAMP).unlink(missing_ok=True)
    (out / DONE).touch()
    return outcome


# -- what is stale -----------------------------------------------------------------------------------------------------


def wanted(found: Found, season: str) -> dict[str, str]:
    """The digest that each product of a season should have now."""
    program = made.program_digest()
    met = [p for p in found.problems if p.season == season]
    sheets = [f"{s.file} {s.digest}" for s in found.sources if s.season == season]
    sheets += ["\t".join(p.row()) for p in met if p.severity == "error"]  # they make the season INCOMPLETE
    season = made.digest(*sheets)
    listed = made.digest(season, *("\t".join(p.row()) for p in met))
    products = {
        name: made.digest(program, made.module_digest(system.module), season) for name, system in systems().items()
    }
    return products | {
        PROBLEMS: made.digest(program, made.systems_digest(), listed),
        TABLES: made.digest(program, season),
    }


def _stale(found: Found, out: Path, outcome: Outcome) -> dict[str, set[str]]:
    """The products to make again, by season. A season with an open error is always tried again."""
    stale: dict[str, set[str]] = {}
    for season in found.seasons:
        before = Manifest.read(out / season)
        for stray in {"problems.xlsx", "problems.csv"} - before.files():  # of a build that was cut short
            (out / season / stray).unlink(missing_ok=True)
        products = wanted(found, season)
        old = {name for name, digest in products.items() if not before.fresh(name, digest, out / season)}
        if old or before.errors or before.products.keys() - products.keys():
            stale[season] = old
        else:
            outcome.fresh.append(season)
    return stale


def _only(found: Found, seasons: Iterable[str]) -> Found:
    kept = set(seasons)
    return Found(
        [s for s in found.sources if s.season in kept],
        [season for season in found.seasons if season in kept],
        [p for p in found.problems if p.season in kept or not p.season],
    )


# -- the files ---------------------------------------------------------------------------------------------------------


def _write(
    computed: Computed,
    found: Found,
    stale: dict[str, set[str]],
    out: Path,
    jobs: int | None,
    outcome: Outcome,
    told: Progress,
) -> None:
    """Write the stale products of every stale season, each season's manifest after its files."""
    tasks = {
        (season, product): _products(computed, season, product)
        for season, products in stale.items()
        for product in sorted(products)
    }
    told.stage("writing", sum(map(len, tasks.values())))
    _clear_parts(out)
    files = [(out / season / name, write) for (season, _), written in tasks.items() for name, write in written.items()]
    for path, _ in files:
        _keep(path, out)
    _run(files, jobs or os.cpu_count() or 1, told)
    for season in stale:
        written = {product: list(tasks[season, product]) for product in stale[season]}
        _finish(computed, found, season, written, out / season)
        outcome.built[season] = sum(map(len, written.values()))


def _products(computed: Computed, season: str, product: str) -> dict[str, Write]:
    """The files of a product, each with what writes it."""
    if product == PROBLEMS:
        return _problem_files(computed, season)
    if product == TABLES:
        frames = tables_csv(computed.facts, computed.tables, season)
        return {f"tables/{name}.csv": partial(write_csv, frame=rows) for name, rows in frames.items()}
    published = computed.published[product]
    rows = published.season(season)
    shown = report(published, season, computed.facts, computed.tables, computed.problems, computed.blocked(season))
    return {
        f"{product}.xlsx": partial(_write_workbook, write=partial(write_report, report=shown)),
        f"{product}.scores.csv": partial(write_csv, frame=scores_csv(published, rows)),
        f"{product}.standings.csv": partial(write_csv, frame=shown.standings),
    }


def _problem_files(computed: Computed, season: str) -> dict[str, Write]:
    problems = computed.of_season(season)
    if not problems:
        return {}
    sheets = {place: sheet for place, sheet in computed.raw.sheets.items() if place.season == season}
    book = partial(write_problem_book, title=f"Problems of {season}", problems=problems, sheets=sheets)
    return {
        "problems.xlsx": partial(_write_workbook, write=book),
        "problems.csv": partial(write_csv, frame=_lines(problems)),
    }


def _write_loose_problems(problems: list[Problem], out: Path) -> None:
    """Problems of files that lie in no season's folder."""
    path = out / "problems.csv"
    if problems:
        write_csv(path, _lines(problems))
    else:
        path.unlink(missing_ok=True)


def _lines(problems: list[Problem]) -> pd.DataFrame:
    return pd.DataFrame([problem.row() for problem in problems], columns=list(COLUMNS))


def _write_workbook(path: Path, write: Write) -> None:
    write_whole(path, write)


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


def _finish(computed: Computed, found: Found, season: str, written: dict[str, list[str]], folder: Path) -> None:
    """Write the season's manifest and remove what no product has any more."""
    before = Manifest.read(folder)
    digests = wanted(found, season)
    products = {name: product for name, product in before.products.items() if name in digests}
    for name, files in written.items():
        products[name] = Product(digests[name], {file: made.file_digest(folder / file) for file in sorted(files)})
    errors = sum(p.severity == "error" for p in computed.problems if p.season == season)
    inputs = {s.file: s.digest for s in found.sources if s.season == season}
    after = Manifest(inputs, errors, products)
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
