"""Building all seasons whose published files are out of date.

Frames are cheap to compute, so the frames of all these seasons are computed at once. Files are expensive to write, so
several processes write them. For each season, a build records which files it is about to write, replaces those that
have changed, and finally lists all files in the season's manifest. The next build can therefore repair the outputs of
an interrupted one.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path, PurePosixPath

import pandas as pd

from pipeline.build import manifest
from pipeline.build.diff import PREVIOUS, figures_of
from pipeline.build.files import write_csv, write_whole
from pipeline.build.history import lives, write_history
from pipeline.build.manifest import Manifest
from pipeline.build.products import product_names, products, showing_other_seasons
from pipeline.build.stale import Inputs, only
from pipeline.build.stamps import stamp
from pipeline.build.writing import write_products
from pipeline.check.exclusions import files_aside
from pipeline.pages.front import Facts
from pipeline.pages.problems import problem_lines
from pipeline.pages.season import Season
from pipeline.problems.codes import Problem, ordered, problem
from pipeline.processes import PROCESSORS
from pipeline.read.find import FRONT_DOOR, HISTORY, LOOSE, SEASON_FILE, WORKBOOKS, Listing, find
from pipeline.report import front_door
from pipeline.rules.circuits import circuits
from pipeline.stages import Computed, Progress, Silent, compute
from pipeline.store.folder import GONE, Folder, Unwritten, folders_of
from schemas.keys import EVENT
from schemas.messages import Message, listed, say
from schemas.words import RESERVED

Files = Mapping[str, list[str]]  # product -> its files


class NoSuchSeason(Exception):
    """Raised if a requested season does not exist, or if the raw folder is empty although results are published."""


@dataclass
class BuildResult:
    """The outcome of a build.

    built     number of files written for each season
    fresh     seasons that had not changed
    removed   seasons and sheets that have disappeared from the raw folder
    problems  all problems of the seasons that were read
    files     files that were left out because of an error
    boards    boards that were left out because of an error, with the file of their event
    locked    messages about files that are open in another program, keyed by the season that remains unfinished
    ignored   messages about records of the last build that could not be used
    """

    built: dict[str, int] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    boards: pd.DataFrame = field(default_factory=pd.DataFrame)
    locked: dict[str, list[Message]] = field(default_factory=dict)
    ignored: list[Message] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """The number of problems that caused an event or a board to be left out."""
        return sum(problem.severity == "error" for problem in self.problems)

    def add_locked(self, season: str, messages: Sequence[Message]) -> None:
        """Record that a season is unfinished, if there are messages about locked files."""
        if messages:
            self.locked.setdefault(season, []).extend(messages)

    @contextmanager
    def unless_locked(self, season: str) -> Iterator[None]:
        """Skip the season if one of its files is open in another program, so that other seasons are still built."""
        try:
            yield
        except Unwritten as fault:
            if not fault.locked:
                raise
            self.add_locked(season, [fault.message])


def build(
    raw: Path,
    place: Path,
    seasons: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    as_of: date | None = None,
) -> BuildResult:
    """Bring the outputs of these seasons, or of all seasons, up to date.

    as_of  date of the circuits' ranking lists, or None for the date given in the sheets

    The caller must hold the lock (`pipeline.build.lock`), so that only one build runs at a time.
    Raises NoSuchSeason if a season is unknown or if the raw folder is empty but results are published, OSError if a
    file cannot be read or written, and ChildProcessError if a writing process was killed.
    """
    out = Folder(place)
    out.make()
    out.recall()
    circuits()  # import now: Make would take a bytecode folder created after `started` for a change of the program
    started = out.now()  # sheets saved from now on are newer than the build
    listing = find(raw, RESERVED)
    if missing := set(seasons) - {*listing.seasons, *listing.unread}:
        text = Message("there is no season {seasons} in {folder}")
        raise NoSuchSeason(text.of({"seasons": listed(sorted(missing)), "folder": str(raw)}))
    if not (listing.seasons or listing.unread) and _published(out):
        text = Message(
            "{folder} is empty, so the published results were kept; to remove them, run `make clean` or delete {out}"
        )
        raise NoSuchSeason(text.of({"folder": str(raw), "out": str(out)}))
    listing = _without_emptied(listing, out)
    try:
        jobs = jobs or PROCESSORS
        inputs = Inputs(listing, out, as_of)
        outcome = _build(inputs, seasons, jobs, progress or Silent())
        manifests = {season: inputs.manifests.get(season) or Manifest.read(out / season) for season in _published(out)}
        with outcome.unless_locked(HISTORY):  # after the seasons' frames are freed
            write_history(listing, out, manifests, jobs)
        _write_front_door(out, manifests)
        out.remember()
        undone = seasons or as_of or outcome.errors or outcome.locked
        stamp(out, None if undone else started)
    finally:
        out.sweep()
    outcome.ignored = out.ignored
    return outcome


def _build(inputs: Inputs, seasons: Sequence[str], jobs: int, progress: Progress) -> BuildResult:
    listing, out, outcome = inputs.listing, inputs.out, BuildResult()
    if not seasons:
        _remove_seasons(listing, out, outcome)
    chosen = [season for season in listing.seasons if not seasons or season in seasons]
    computed = _computed(inputs, chosen, progress, jobs)
    stale = [season for season in chosen if inputs.is_stale(season)]
    with_errors = [season for season in chosen if season not in stale and inputs.manifests[season].errors]
    reported = {*stale, *with_errors}  # errors are reported until they are corrected
    outcome.built = dict.fromkeys(with_errors, 0)
    outcome.fresh = [season for season in chosen if season not in reported]
    outcome.removed += [
        f"{_sheet(file)} ({season})"
        for season in stale
        for file in sorted(inputs.manifests[season].inputs.keys() - inputs.sheets[season].keys())
    ]
    outcome.problems = [p for p in computed.problems if p.season in reported or not p.season]
    events, aside = computed.tables.events, computed.tables.aside
    outcome.files = files_aside(outcome.problems, events)
    outcome.boards = aside[aside["season"].isin(reported)].merge(events[[*EVENT, "file"]], on=EVENT)
    for season in set(chosen) - set(stale):
        _remove_strays(out / season, inputs.manifests[season].files)
    if stale and not any(manifest.announced(out / season) for season in listing.seasons):
        for season in (out / PREVIOUS).folders():  # after an interruption, keep the last good build's tables
            if not inputs.manifests.get(season, Manifest()).errors:
                (out / PREVIOUS).remove_tree(season)
    for_pages = replace(computed, raw=computed.raw.with_settings_alone())
    del computed  # free the raw sheets before forking
    _write(for_pages, inputs, stale, jobs, outcome, progress)
    if loose := ordered([p.for_everybody() for p in for_pages.problems if not p.season]):
        write_csv(out, LOOSE, problem_lines(loose))
    else:
        out.remove(LOOSE)
    return outcome


def _computed(inputs: Inputs, chosen: list[str], progress: Progress, jobs: int) -> Computed:
    """Compute the results of those chosen seasons that are stale or have errors, and update `inputs`.

    A season's ranking lists may include games of other seasons, so the sheets of those seasons are read too. Reading
    the sheets may show that further seasons are needed. In that case all needed seasons are read again.
    """
    changed = inputs.changed(chosen)
    read = inputs.to_read(changed)
    if read:  # a circuit's list may take games of changed sheets, whose dates are not known yet
        read |= {season for season in inputs.manifests if inputs.manifests[season].inputs != inputs.sheets[season]}
    computed = compute(only(inputs.listing, changed, read), progress, inputs.as_of, jobs)
    inputs.learn(computed, read)
    after = inputs.changed(chosen)
    needed = inputs.to_read(after)
    if not (after <= changed and needed <= read):
        computed = compute(only(inputs.listing, after, needed), progress, inputs.as_of, jobs)
    computed.problems.extend(p for p in inputs.across if p.season in needed or not p.season)
    return computed


# -- the files ---------------------------------------------------------------------------------------------------------


def _write(
    computed: Computed, inputs: Inputs, stale: list[str], jobs: int, outcome: BuildResult, progress: Progress
) -> None:
    """Write all files of every stale season, and each manifest as soon as its files are written."""
    pages = {season: Season(computed, season) for season in stale}
    files: dict[str, Files] = {
        season: {name: [*products(pages[season], name)] for name in product_names(pages[season])} for season in stale
    }
    to_write = {season: _to_write(pages[season], inputs, of_season) for season, of_season in files.items()}
    progress.stage(say("writing"), sum(len(_listed(of_season)) for of_season in to_write.values()))
    for season, of_season in to_write.items():
        with outcome.unless_locked(season):
            manifest.announce(inputs.out / season, _listed(of_season))
            outcome.built[season] = len(_listed(of_season))
            _keep_tables(inputs.manifests[season], season, inputs.out)
    fronts = dict[str, Facts]()
    remaining = {
        season: {name: written for name, written in of_season.items() if written}
        for season, of_season in to_write.items()
        if season not in outcome.locked
    }
    tasks = {season: [*names] for season, names in remaining.items()}
    with closing(write_products(computed, pages, inputs.out, tasks, jobs)) as done:
        for season, product, locked, front in done:
            outcome.add_locked(season, locked)
            if front:  # comes with the report
                fronts[season] = front
            for _ in remaining[season].pop(product):
                progress.step()
            if not remaining[season]:
                _close(pages.pop(season), inputs, _listed(files[season]), fronts[season], outcome)
    for season in remaining:
        if not files[season]:
            _close(pages[season], inputs, [], {}, outcome)


def _to_write(pages: Season, inputs: Inputs, products: Files) -> Files:
    """Return the products of a season that have to be written.

    If only games of other seasons have changed, these are the products that may show such games.
    """
    before, folder = inputs.manifests[pages.name], inputs.out / pages.name
    if before.alone != inputs.digest_alone(pages.name, pages.problems) or not before.finished(folder):
        return products
    changing = showing_other_seasons(pages)
    return {name: files for name, files in products.items() if name in changing or not before.files.keys() >= {*files}}


def _listed(products: Files) -> list[str]:
    return [file for files in products.values() for file in files]


def _close(pages: Season, inputs: Inputs, files: Sequence[str], front: Facts, outcome: BuildResult) -> None:
    """Finish a season, unless another program has locked one of its files."""
    if pages.name not in outcome.locked:
        with outcome.unless_locked(pages.name):
            _finish(pages, inputs, files, front)


def _finish(pages: Season, inputs: Inputs, files: Sequence[str], front: Facts) -> None:
    """Remove files that the season no longer has, then write its manifest as the last step.

    Raises FileNotFoundError if a file has disappeared in the meantime.
    """
    season = pages.name
    before, folder = inputs.manifests[season], inputs.out / season
    after = Manifest(
        digest=inputs.digest(season),
        alone=inputs.digest_alone(season, pages.problems),
        inputs=inputs.sheets[season],
        rules=manifest.rules(),
        errors=sum(p.severity == "error" for p in pages.problems),
        circuits={circuit: [*reach] for circuit, reach in inputs.reaches[season].items()},
        marks=inputs.marks[season],
        names=inputs.names[season],
        front=front,
        files={file: folder.digest(file) for file in files},
    )
    if gone := [file for file, digest in after.files.items() if not digest]:
        raise FileNotFoundError(GONE.of({"file": str(folder.place / gone[0])}))
    for name in (before.files.keys() | manifest.announced(folder)) - after.files.keys():
        folder.remove(name)
    for part in folders_of(after.files):
        (folder / part).settle()
    folder.settle()
    if not files:  # a blank season has no outputs, not even a manifest
        for name in (manifest.NAME, manifest.ANNOUNCED):
            folder.remove(name)
        folder.remove_empty(before.files)
        return
    folder.remove_empty(before.files)
    after.write(folder)
    inputs.manifests[season] = after
    folder.settle()
    folder.remove(manifest.ANNOUNCED)


def _remove_strays(folder: Folder, files: Mapping[str, str]) -> None:
    """Remove files that an interrupted build left in a season that is up to date."""
    for stray in manifest.announced(folder) - files.keys():
        folder.remove(stray)
    folder.remove(manifest.ANNOUNCED)


def _published(out: Folder) -> list[str]:
    """Return the seasons that have outputs, sorted by name."""
    return [name for name in out.folders() if any(map((out / name).has, (manifest.NAME, manifest.ANNOUNCED)))]


def _without_emptied(listing: Listing, out: Folder) -> Listing:
    """Return the listing, with seasons moved from `seasons` to `unread` if their folders have become empty.

    The build keeps the published outputs of unread seasons, and reports each empty folder. A folder that contains
    only `season.xlsx` counts as empty, since that file holds no results.
    """
    filled = {source.season for source in listing.sources if source.event}
    filled |= {p.season for p in listing.problems if p.severity == "error"}
    emptied = [
        season
        for season in listing.seasons
        if season not in filled
        and any(_sheet(file).casefold() != SEASON_FILE for file in Manifest.read(out / season).inputs)
    ]
    problems = [
        problem("emptied_season", season="", event="", file=season, found=say("a folder without result sheets"))
        for season in emptied
    ]
    return listing._replace(
        seasons=[season for season in listing.seasons if season not in emptied],
        problems=[*listing.problems, *problems],
        unread=[*listing.unread, *emptied],
    )


def _sheet(file: str) -> str:
    """Return the title of an event's file, for example `Club night` for `2026/Club night.xlsx`."""
    path = PurePosixPath(file)
    return path.stem if path.suffix.casefold() in WORKBOOKS else path.name


def _remove_seasons(listing: Listing, out: Folder, outcome: BuildResult) -> None:
    """Remove the outputs of seasons whose sheets are gone.

    A file is removed only if the season's manifest lists it, or if an interrupted build was about to write it.
    """
    for season in _published(out):
        if season in {*listing.seasons, *listing.unread}:
            continue
        with outcome.unless_locked(season):
            folder = out / season
            listed = Manifest.read(folder).files.keys() | manifest.announced(folder)
            for name in [*listed, manifest.NAME, manifest.ANNOUNCED]:
                folder.remove(name)
            folder.remove_empty(listed)
            outcome.removed.append(season)


def _write_front_door(out: Folder, manifests: Mapping[str, Manifest]) -> None:
    """Write the page that links to all published seasons, from the facts in their manifests."""
    doors = {season: (built.front, built.files) for season, built in manifests.items() if built.front}
    if doors:
        write_whole(out, FRONT_DOOR, front_door(doors, {*lives(out)}))
    else:
        out.remove(FRONT_DOOR)


def _keep_tables(before: Manifest, season: str, out: Folder) -> None:
    """Keep a copy of the last error-free build's scores and standings, for `diff`."""
    kept, folder = out / PREVIOUS / season, out / season
    if before.errors or not before.files or kept.has(manifest.NAME):
        return
    for name in figures_of(before.files):
        if folder.has(name):
            folder.copy(name, kept, name)
    before.write(kept)  # written last, so that all files before it are complete
