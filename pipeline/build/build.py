"""The build: raw sheets -> published files, of those seasons that are not as they would be built now.

Frames are cheap: they are worked out for all these seasons at once. Files are not, so several processes write them.
Files are announced, then replaced one by one where they come out otherwise, then listed in the season's manifest: a build
cut short at any moment is mended by the next.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from pipeline.build.products import product_names, products
from pipeline.build.stale import Inputs, only
from pipeline.build.stamps import stamp
from pipeline.build.writing import write_products
from pipeline.check.exclusions import files_aside
from pipeline.pages.front import front
from pipeline.pages.problems import problem_lines
from pipeline.pages.season import Season
from pipeline.problems.codes import Problem, ordered, problem
from pipeline.processes import PROCESSORS
from pipeline.read.find import FRONT_DOOR, HISTORY, LOOSE, SEASON_FILE, WORKBOOKS, Found, find
from pipeline.report import front_door
from pipeline.rules.circuits import circuits
from pipeline.stages import Computed, Progress, Silent, compute
from pipeline.store.folder import GONE, Folder, Unwritten, folders_of
from schemas.keys import EVENT
from schemas.messages import Message, listed, say
from schemas.words import RESERVED

Files = Mapping[str, list[str]]  # the files of each product


class NoSuchSeason(Exception):
    """A season that was asked for has no folder, or there is none at all."""


@dataclass
class BuildResult:
    """What a build did.

    built     seasons of which files were written, with their number
    fresh     seasons that had not changed
    removed   seasons whose sheets are gone, and files that are gone from a season, with its name
    problems  all problems of the seasons read
    files     the files that an error sets aside
    boards    the boards that one sets aside, with the file of their event
    held      seasons left unfinished, with messages about their files that another program holds
    ignored   messages about records of the last build that could not be used
    """

    built: dict[str, int] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    boards: pd.DataFrame = field(default_factory=pd.DataFrame)
    held: dict[str, list[Message]] = field(default_factory=dict)
    ignored: list[Message] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """How many problems keep an event or a board out."""
        return sum(problem.severity == "error" for problem in self.problems)

    def hold(self, season: str, messages: Sequence[Message]) -> None:
        """Leave a season unfinished, if there are messages about held files."""
        if messages:
            self.held.setdefault(season, []).extend(messages)

    @contextmanager
    def unless_held(self, season: str) -> Iterator[None]:
        """A file that another program holds costs its season, and no other."""
        try:
            yield
        except Unwritten as fault:
            if not fault.held:
                raise
            self.hold(season, [fault.message])


def build(
    raw: Path,
    place: Path,
    seasons: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
    as_of: date | None = None,
) -> BuildResult:
    """Bring the outputs up to date (of these seasons, or of all), the circuits' lists as of a day if one is given.

    One build at a time: the caller holds the lock (`pipeline.build.lock`).

    Raises NoSuchSeason, and OSError where a file cannot be read or written, or a process that wrote was killed.
    """
    out = Folder(place)
    out.make()
    circuits()  # imported before the clock is read: a folder that Python makes later is a change of the program for Make
    started = out.now()  # a sheet that is saved from now on is newer than what is built
    found = find(raw, RESERVED)
    if missing := set(seasons) - {*found.seasons, *found.unread}:
        text = Message("there is no season {seasons} in {folder}")
        raise NoSuchSeason(text.of({"seasons": listed(sorted(missing)), "folder": str(raw)}))
    if not (found.seasons or found.unread) and _published(out):
        text = Message("{folder} is empty: what was published stays; `make clean` removes it, or remove {out} by hand")
        raise NoSuchSeason(text.of({"folder": str(raw), "out": str(out)}))
    found = _without_emptied(found, out)
    try:
        jobs = jobs or PROCESSORS
        outcome = _build(found, out, seasons, jobs, progress or Silent(), as_of)
        with outcome.unless_held(HISTORY):  # when all frames of the seasons are let go
            write_history(found, out, _published(out), jobs)
        _write_front_door(out)
        undone = seasons or as_of or outcome.errors or outcome.held
        stamp(out, None if undone else started)
    finally:
        out.sweep()
    outcome.ignored = out.ignored
    return outcome


def _build(
    found: Found, out: Folder, seasons: Sequence[str], jobs: int, progress: Progress, as_of: date | None
) -> BuildResult:
    outcome = BuildResult()
    if not seasons:
        _remove_seasons(found, out, outcome)
    chosen = [season for season in found.seasons if not seasons or season in seasons]
    inputs = Inputs(found, out, as_of)
    computed = _computed(inputs, chosen, progress, jobs)
    stale = [season for season in chosen if inputs.is_stale(season)]
    again = [season for season in chosen if season not in stale and inputs.before[season].errors]
    reported = {*stale, *again}  # errors are told until they are mended
    outcome.built = dict.fromkeys(again, 0)
    outcome.fresh = [season for season in chosen if season not in reported]
    outcome.removed += [
        f"{_sheet(file)} ({season})"
        for season in stale
        for file in sorted(inputs.before[season].inputs.keys() - inputs.sheets(season).keys())
    ]
    outcome.problems = [p for p in computed.problems if p.season in reported or not p.season]
    events, aside = computed.tables.events, computed.tables.aside
    outcome.files = files_aside(outcome.problems, events)
    outcome.boards = aside[aside["season"].isin(reported)].merge(events[[*EVENT, "file"]], on=EVENT)
    for season in set(chosen) - set(stale):
        _remove_strays(out / season, inputs.before[season].files)
    if stale and not any(manifest.announced(out / season) for season in found.seasons):
        for season in (out / PREVIOUS).folders():  # after a build cut short, they are still the last good ones
            if not inputs.before.get(season, Manifest()).errors:
                (out / PREVIOUS).remove_tree(season)
    for_pages = replace(computed, raw=computed.raw.with_settings_alone())
    del computed  # what was typed is let go before other processes begin as copies of this one
    _write(for_pages, inputs, stale, jobs, outcome, progress)
    if loose := ordered([p for p in for_pages.problems if not p.season]):
        write_csv(out, LOOSE, problem_lines(loose))
    else:
        out.remove(LOOSE)
    return outcome


def _computed(inputs: Inputs, chosen: list[str], progress: Progress, jobs: int) -> Computed:
    """Return all frames for the stale seasons among the chosen ones, and for those with errors; what they say is taken over into `inputs`.

    Which other seasons are needed is known for certain only when these are read. If more are needed, all are read again.
    """
    read = inputs.to_read(chosen)
    if read:  # a list may take games of sheets that no build has read yet: nobody knows their days
        read |= {season for season in inputs.before if inputs.before[season].inputs != inputs.sheets(season)}
    computed = compute(only(inputs.found, read), progress, inputs.as_of, jobs)
    inputs.learn(computed)
    needed = inputs.to_read(chosen)
    if not needed <= read:
        computed = compute(only(inputs.found, needed), progress, inputs.as_of, jobs)
    computed.problems.extend(p for p in inputs.across if p.season in needed or not p.season)
    return computed


# -- the files ---------------------------------------------------------------------------------------------------------


def _write(
    computed: Computed, inputs: Inputs, stale: list[str], jobs: int, outcome: BuildResult, progress: Progress
) -> None:
    """Write all files of every stale season; a season's manifest as soon as they are there."""
    pages = {season: Season(computed, season) for season in stale}
    files: dict[str, Files] = {
        season: {name: [*products(pages[season], name)] for name in product_names(pages[season])} for season in stale
    }
    progress.stage(say("writing"), sum(len(written) for of_season in files.values() for written in of_season.values()))
    for season, of_season in files.items():
        with outcome.unless_held(season):
            manifest.announce(inputs.out / season, (file for written in of_season.values() for file in written))
            _keep_tables(inputs.before[season], season, inputs.out)
    left = {
        season: {name: written for name, written in of_season.items() if written}
        for season, of_season in files.items()
        if season not in outcome.held
    }
    with closing(write_products(computed, inputs.out, {s: [*names] for s, names in left.items()}, jobs)) as done:
        for season, product, held in done:
            outcome.hold(season, held)
            for _ in left[season].pop(product):
                progress.step()
            if not left[season]:
                _close(pages.pop(season), inputs, files[season], outcome)


def _close(pages: Season, inputs: Inputs, products: Files, outcome: BuildResult) -> None:
    """Finish a season: all its files are written, except those held by another program."""
    files = [file for written in products.values() for file in written]
    outcome.built[pages.name] = len(files)
    if pages.name not in outcome.held:
        with outcome.unless_held(pages.name):
            _finish(pages, inputs, files)


def _finish(pages: Season, inputs: Inputs, files: Iterable[str]) -> None:
    """Remove the files that the season has no longer, then write its manifest: nothing comes after it.

    Raises FileNotFoundError if a file is not there any more.
    """
    season = pages.name
    before, folder = inputs.before[season], inputs.out / season
    after = Manifest(
        digest=inputs.digest(season),
        inputs=inputs.sheets(season),
        rules=manifest.rules(),
        errors=sum(p.severity == "error" for p in pages.problems),
        circuits={circuit: [*reach] for circuit, reach in inputs.reaches[season].items()},
        marks=inputs.marks[season],
        names=inputs.names[season],
        front=front(pages),
        files={file: folder.digest(file) for file in files},
    )
    if gone := [file for file, digest in after.files.items() if not digest]:
        raise FileNotFoundError(GONE.of({"file": str(folder.place / gone[0])}))
    for name in (before.files.keys() | manifest.announced(folder)) - after.files.keys():
        folder.remove(name)
    for part in folders_of(after.files):
        (folder / part).settle()
    folder.settle()
    folder.remove_empty(before.files)
    after.write(folder)
    folder.settle()
    folder.remove(manifest.ANNOUNCED)


def _remove_strays(folder: Folder, files: Mapping[str, str]) -> None:
    """Remove what a build cut short has left in a season that needs no build."""
    for stray in manifest.announced(folder) - files.keys():
        folder.remove(stray)
    folder.remove(manifest.ANNOUNCED)


def _published(out: Folder) -> list[str]:
    """Return the seasons of which there are outputs, in order."""
    return [name for name in out.folders() if any(map((out / name).has, (manifest.NAME, manifest.ANNOUNCED)))]


def _without_emptied(found: Found, out: Folder) -> Found:
    """Leave out seasons whose folders hold no event any more, nor a file with an error: their outputs stay.

    `season.xlsx` holds no result, so that it alone is no season.
    """
    filled = {source.season for source in found.sources if source.event}
    filled |= {p.season for p in found.problems if p.severity == "error"}
    emptied = [
        season
        for season in found.seasons
        if season not in filled
        and any(_sheet(file).casefold() != SEASON_FILE for file in Manifest.read(out / season).inputs)
    ]
    problems = [
        problem("emptied_season", season="", event="", file=season, found=say("a folder without sheets of results"))
        for season in emptied
    ]
    return found._replace(
        seasons=[season for season in found.seasons if season not in emptied],
        problems=[*found.problems, *problems],
        unread=[*found.unread, *emptied],
    )


def _sheet(file: str) -> str:
    """Return what a sheet is called, by its file below the folder of all seasons: `2026/Club night.xlsx` is `Club night`."""
    path = PurePosixPath(file)
    return path.stem if path.suffix.casefold() in WORKBOOKS else path.name


def _remove_seasons(found: Found, out: Folder, outcome: BuildResult) -> None:
    """Remove the outputs of seasons whose sheets are gone: the files that their manifests name, no others."""
    for season in _published(out):
        if season in {*found.seasons, *found.unread}:
            continue
        with outcome.unless_held(season):
            folder = out / season
            listed = Manifest.read(folder).files.keys() | manifest.announced(folder)
            for name in [*listed, manifest.NAME, manifest.ANNOUNCED]:
                folder.remove(name)
            folder.remove_empty(listed)
            outcome.removed.append(season)


def _write_front_door(out: Folder) -> None:
    """Write the page that leads to the seasons that are published, from what their manifests say."""
    built = {season: Manifest.read(out / season) for season in _published(out)}
    doors = {season: (before.front, before.files) for season, before in built.items() if before.front}
    if doors:
        write_whole(out, FRONT_DOOR, front_door(doors, {*lives(out)}))
    else:
        out.remove(FRONT_DOOR)


def _keep_tables(before: Manifest, season: str, out: Folder) -> None:
    """Keep the scores and standings of the last build without an error, so that `diff` can tell what changed."""
    kept, folder = out / PREVIOUS / season, out / season
    if before.errors or not before.files or kept.has(manifest.NAME):
        return
    for name in figures_of(before.files):
        if folder.has(name):
            folder.copy(name, kept, name)
    before.write(kept)  # whatever came before it is whole
