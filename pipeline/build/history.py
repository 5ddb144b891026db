"""The history of all seasons, rebuilt only if something that a season has published has changed."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from operator import itemgetter
from typing import Any

import pandas as pd

from pipeline.books.database import check_database, write_database
from pipeline.books.writer import as_workbook
from pipeline.build import manifest
from pipeline.build.files import write_csv, write_whole
from pipeline.build.published import TABLES, Season, league, scores_and_standings, type_of
from pipeline.build.writing import in_parallel
from pipeline.history.history import History, history
from pipeline.pages.data_files import ADDED, KEYS, Kept, Stored, columns_of, database, of_seasons, stored
from pipeline.pages.history import Memory, history_book
from pipeline.read.find import HISTORY, Listing
from pipeline.read.raw_tables import read
from pipeline.report import history_page
from pipeline.report.labels import life
from pipeline.store.folder import Folder, part_of
from pipeline.store.names import Shape, plain
from pipeline.tidy.league import League as LeagueFile
from pipeline.tidy.league import tidy_league
from schemas.tables import PUBLISHED
from schemas.words import natural

DIGESTS = "digests.json"
BOOK, PAGE, DATABASE = "history.xlsx", "history.html", "league.sqlite"
MANY = 20  # number of seasons from which on further processes help to write
WHOSE = {"scores": "system", "system_standings": "system", "standings": "event", "circuit_standings": "circuit"}
TEXTS = ("season", "event", "round", "board")  # columns whose texts may look like numbers
SHAPE: Shape = {  # length of the digests
    "digest": str,
    "program": str,
    "tables": (str, str),
    "files": (plain, str),
    "lives": [str],
}


def write_history(listing: Listing, out: Folder, seasons: Sequence[str], jobs: int = 1) -> int:
    """Bring the history up to date and return the number of files written; without results there is no history.

    seasons  the published seasons
    jobs     maximum number of writing processes

    Raises Unwritten.
    """
    folder = out / HISTORY
    of_folders = (Season(out / season) for season in sorted(seasons, key=natural))
    published = [
        season for season in of_folders if season.manifest.front
    ]  # without facts, the season's first build was cut short
    sheets = [source for source in listing.sources if not source.season]
    program, tables = _program(), {season.name: _tables_digest(season) for season in published}
    fronts = [f"{season.name} {json.dumps(season.manifest.front, sort_keys=True)}" for season in published]
    wanted = manifest.digest(
        program, *(source.digest for source in sheets), *(f"{n} {d}" for n, d in tables.items()), *fronts
    )
    before = _written(folder)
    if not published:
        for name in [*before.get("files", {}), DIGESTS]:
            folder.remove(name)
        return 0
    if before.get("digest") == wanted and all(folder.digest(n) == d for n, d in before["files"].items()):
        return 0
    file = tidy_league(read(sheets))
    kept = _unchanged(folder, before, program, tables)
    several = jobs if len(published) >= MANY else 1
    with in_parallel(several, _write_seasons, folder, published, file, kept) as stored_seasons:
        memory = _memory(published, file)
        tables_of = {f"{TABLES}/{name}.csv": frame for name, frame in memory.frames.items() if len(frame)}
        soon = bool(
            kept
        )  # otherwise the other process must read every season first, and this one writes the pages meanwhile
        with in_parallel(several if soon else 1, _write_pages, folder, memory) as write_pages:
            for name, frame in tables_of.items():
                write_csv(folder, name, frame)
            if not soon:
                write_pages()
            stored_seasons()
            _end_database(folder, memory.frames)
            if soon:
                write_pages()
    written = [BOOK, PAGE, *tables_of, DATABASE]
    for name in {*before.get("files", {})} - {*written}:
        folder.remove(name)
    digests = {name: folder.digest(name) for name in written}
    careers = memory.frames["careers"]
    lives = [life(*who) for who in zip(careers["data"], careers["player"], strict=True)]
    record = {"digest": wanted, "program": program, "tables": tables, "files": digests, "lives": sorted(lives)}
    write_whole(folder, DIGESTS, json.dumps(record, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    return len(written)


def lives(out: Folder) -> list[str]:
    """Return the addresses of players in the history, relative to the front door; empty without a history."""
    return [*_written(out / HISTORY).get("lives", [])]


def written_files(folder: Folder) -> list[str]:
    """Return the names of the files written last, relative to the history's folder."""
    return [*_written(folder).get("files", {})]


def changes_of(out: Folder) -> pd.DataFrame:
    """Return RATING_CHANGES as built last; without rows if there are none."""
    content = (out / HISTORY).read(f"{TABLES}/rating_changes.csv")
    if content is None:
        return pd.DataFrame()
    return pd.read_csv(BytesIO(content), dtype=dict.fromkeys(TEXTS, str), keep_default_na=False)


def _program() -> str:
    """Return a digest of everything but results on which the history's files depend."""
    return manifest.digest(manifest.program_digest(), manifest.history_digest())


def _tables_digest(season: Season) -> str:
    """Return a digest of the tables that a season has published."""
    return manifest.digest(*(f"{name} {season.manifest.files[name]}" for name in sorted(season.tables)))


def _unchanged(folder: Folder, before: dict, program: str, tables: Mapping[str, str]) -> set[str]:
    """Return the seasons whose rows in the last database equal those that would be written now."""
    database = before.get("files", {}).get(DATABASE)
    if before.get("program") != program or not database or folder.digest(DATABASE) != database:
        return set()
    return {name for name, digest in tables.items() if before.get("tables", {}).get(name) == digest}


def _written(folder: Folder) -> dict:
    """Return the record of the last history; empty if it is missing or unusable."""
    return folder.record(DIGESTS, SHAPE) or {}


def _memory(seasons: Sequence[Season], file: LeagueFile) -> Memory:
    """Return the frames of the history, and what the seasons' manifests say about them."""
    others = file.people[file.people["alias"] != file.people["player"]].groupby("player")["alias"].agg(list)
    fronts, names = [season.manifest.front for season in seasons], [season.name for season in seasons]
    return Memory(history(league(seasons, file.people, file.ratings)), fronts, names, others.to_dict())


def _write_pages(folder: Folder, memory: Memory) -> None:
    """Write the workbook and the page of the history."""
    write_whole(folder, BOOK, as_workbook(history_book(memory)))
    write_whole(folder, PAGE, history_page(memory))


def _write_seasons(folder: Folder, seasons: Sequence[Season], file: LeagueFile, kept: Collection[str]) -> None:
    """Begin the database in a temporary file with the seasons' tables; copy the `kept` ones from the last database."""
    before = folder.path(DATABASE) if kept else None
    with folder.database(part_of(DATABASE), new=True) as begun:
        write_database(begun, of_seasons(_tables(seasons, file, kept)), before)


def _end_database(folder: Folder, made: History) -> None:
    """Add the history to the database of the seasons' tables, and move it to its place."""
    with folder.database(part_of(DATABASE)) as begun:
        write_database(begun, database((*PUBLISHED, *ADDED), made))
    folder.finish(DATABASE, check_database)


def _tables(seasons: Sequence[Season], file: LeagueFile, kept: Collection[str]) -> dict[str, Stored]:
    """Return the tables of all seasons in the order of their keys, one part per season, read only when written."""
    added = [_tables_of(season) for season in seasons]
    inside = {**PUBLISHED, **ADDED}

    def parts(name: str) -> Iterator[Kept | Iterable[tuple[Any, ...]]]:
        for season, tables_of in zip(seasons, added, strict=True):
            if season.name in kept:
                yield Kept(season.name)
                continue
            published = (season.table(table, inside[name], **whose) for table, whose in tables_of.get(name, []))
            rows = chain.from_iterable(zip(*table, strict=True) for table in published)
            places = [columns_of(name).index(column) for column in KEYS.get(name, ())]
            yield sorted(rows, key=itemgetter(*places)) if places else rows

    types = {name: dict(zip(columns_of(name), map(type_of, of), strict=True)) for name, of in inside.items()}
    return {name: Stored(columns, parts(name)) for name, columns in types.items()} | {
        "people": stored(file.people[ADDED["people"]])
    }


def _tables_of(season: Season) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """Return table of the database -> the season's tables that it takes, each with columns that identify its owner."""
    parts: dict[str, list[tuple[str, dict[str, str]]]] = {name: [(name, {})] for name in PUBLISHED}
    for name, kind, whose in scores_and_standings(season.tables):
        if kind in WHOSE:
            parts.setdefault(kind, []).append((name, {WHOSE[kind]: whose}))
    return parts
