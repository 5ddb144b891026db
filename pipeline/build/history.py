"""The history of all seasons, which is rebuilt only if its inputs have changed."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from operator import itemgetter
from typing import Any

import pandas as pd

from pipeline.books.database import check_database, update_database, write_database
from pipeline.books.writer import as_workbook
from pipeline.build import manifest
from pipeline.build.files import write_csv, write_whole
from pipeline.build.manifest import Manifest
from pipeline.build.published import TABLES, Season, league, scores_and_standings, type_of
from pipeline.build.writing import in_parallel
from pipeline.history.history import History, history
from pipeline.history.league import READ
from pipeline.pages.data_files import ADDED, KEYS, Stored, columns_of, database, of_seasons, stored
from pipeline.pages.history import Memory, history_book
from pipeline.read.find import HISTORY, Listing, Source
from pipeline.read.raw_tables import Raw, read
from pipeline.report import history_page
from pipeline.report.labels import life
from pipeline.store.folder import Folder, Unwritten, part_of
from pipeline.store.names import Shape, plain
from pipeline.tidy.league import League as LeagueFile
from pipeline.tidy.league import tidy_league
from schemas.tables import PUBLISHED
from schemas.words import natural

DIGESTS = "digests.json"
BOOK, PAGE, DATABASE = "history.xlsx", "history.html", "league.sqlite"
MANY = 20  # fewest seasons for which it pays to write in several processes
WHOSE = {"scores": "system", "system_standings": "system", "standings": "event", "circuit_standings": "circuit"}
TEXTS = ("season", "event", "round", "board")  # text columns whose values may look like numbers
SHAPE: Shape = {  # the shape of the record of the last history, in DIGESTS
    "program": str,
    "tables": (str, str),  # a season's part of a database table (`_part`) -> digest of its files, or "" without files
    "results": (str, str),  # season -> digest of the results that the frames use
    "made_of": str,  # digest of everything that the frames and pages are made from
    "files": (plain, str),  # file -> digest; empty for the database, whose bytes depend on its earlier updates
    "lives": [str],
}


def write_history(listing: Listing, out: Folder, seasons: Mapping[str, Manifest], jobs: int = 1) -> int:
    """Bring the history up to date and return the number of files written. If there are no results, remove the history.

    seasons  the manifests of the published seasons
    jobs     maximum number of writing processes

    Raises Unwritten if a file cannot be written or removed.
    """
    folder = out / HISTORY
    finished = {name: of for name, of in seasons.items() if of.front}  # others: their first build was interrupted
    published = [Season(out / name, finished[name]) for name in sorted(finished, key=natural)]
    before = _written(folder)
    if not published:
        folder.remove_database(DATABASE)
        for name in [*before.get("files", {}), DIGESTS]:
            folder.remove(name)
        return 0
    sheets = [source for source in listing.sources if not source.season]
    now = _inputs(sheets, published, before)
    as_left = folder.is_whole_database(DATABASE) and folder.is_unchanged(DATABASE)
    others = {name: digest for name, digest in before.get("files", {}).items() if name != DATABASE}
    same = now["made_of"] == before.get("made_of") and all(folder.digest(n) == d for n, d in others.items())
    if same and as_left and now["tables"] == before["tables"]:
        return 0
    folder.forget(DATABASE)  # until the new record is written
    file = tidy_league(read(sheets) if sheets else Raw({}, {}))
    kept = {part for part in _unchanged(before, now) if now["tables"][part]} if as_left else set()
    several = jobs if len(published) >= MANY else 1
    with in_parallel(1 if kept else several, _begin_database, folder, published, file) as begin:
        memory = None if same and kept else _memory(published, file)
        names = [*others]
        if memory:
            with in_parallel(several if kept else 1, _write_pages, folder, memory) as write_pages:
                names = _write_tables(folder, memory)
                write_pages()
        if not (kept and _update_database(folder, published, file, before["results"], kept, memory)):
            memory = memory or _memory(published, file)
            begin()
            _end_database(folder, memory.frames)
    now["lives"] = _lives(memory) if memory else before["lives"]
    for name in {*before.get("files", {})} - {*names, DATABASE}:
        folder.remove(name)
    now["files"] = {name: folder.digest(name) for name in names} | {DATABASE: ""}
    write_whole(folder, DIGESTS, json.dumps(now, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    folder.note_time(DATABASE)
    return len(now["files"])


def lives(out: Folder) -> list[str]:
    """Return the links to players on the history page, relative to `index.html`.

    The list is empty if there is no history.
    """
    return [*_written(out / HISTORY).get("lives", [])]


def written_files(folder: Folder) -> list[str]:
    """Return the names of the history's files, relative to its folder, as recorded by the last build."""
    return [*_written(folder).get("files", {})]


def changes_of(out: Folder) -> pd.DataFrame:
    """Return the last build's RATING_CHANGES table, or an empty frame if there is none."""
    content = (out / HISTORY).read(f"{TABLES}/rating_changes.csv")
    if content is None:
        return pd.DataFrame()
    return pd.read_csv(BytesIO(content), dtype=dict.fromkeys(TEXTS, str), keep_default_na=False)


def _program() -> str:
    """Return a digest of the code and the libraries on which the history's files depend."""
    return manifest.digest(manifest.program_digest(), manifest.history_digest())


def _part(season: str, table: str) -> str:
    """Return the name of a season's part of a database table."""
    return f"{season}/{table}"


def _digests(season: Season) -> dict[str, str]:
    """Return, for each database table, a digest of the files that contain the season's rows, or "" without files."""
    digests, files = dict[str, str](), season.manifest.files
    for table, names in _tables_of(season).items():
        there = [f"{name} {files[file]}" for name, _ in names if (file := f"{TABLES}/{name}.csv") in files]
        digests[table] = manifest.digest(*there) if there else ""
    return digests


def _inputs(sheets: Sequence[Source], published: Sequence[Season], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the digests of the history's inputs.

    The database depends on all columns of the published tables that it contains. The other files depend only on some
    columns of `events`, and on all columns of the others of these tables.
    """
    program, digests = _program(), {season.name: _digests(season) for season in published}
    tables = {_part(season, table): digest for season, of in digests.items() for table, digest in of.items()}
    unchanged = _unchanged(before, {"program": program, "tables": tables})
    alike = {season for season, of in digests.items() if unchanged.issuperset(_part(season, table) for table in of)}
    as_before = {season: digest for season, digest in before.get("results", {}).items() if season in alike}
    results = {season.name: as_before.get(season.name) or _results_digest(season) for season in published}
    fronts = [f"{season.name} {json.dumps(season.manifest.front, sort_keys=True)}" for season in published]
    of_sheets = [source.digest for source in sheets]
    made_of = manifest.digest(program, *of_sheets, *(f"{name} {of}" for name, of in results.items()), *fronts)
    return {"program": program, "tables": tables, "results": results, "made_of": made_of}


def _results_digest(season: Season) -> str:
    """Return a digest of the data that the history's frames use, which includes only some columns of `events`."""
    others = (f"{table} {digest}" for table, digest in _digests(season).items() if table != "events")
    return manifest.digest(repr(season.table("events", READ["events"])), *others)


def _unchanged(before: Mapping[str, Any], now: Mapping[str, Any]) -> set[str]:
    """Return the parts of database tables whose rows are the same as when the history was last written.

    The set is empty if the program has changed since.
    """
    if before.get("program") != now["program"]:
        return set()
    return {name for name, digest in now["tables"].items() if before["tables"].get(name) == digest}


def _written(folder: Folder) -> dict:
    """Return the record made when the history was last written.

    The result is empty if the record is missing or unusable.
    """
    return folder.record(DIGESTS, SHAPE) or {}


def _memory(seasons: Sequence[Season], file: LeagueFile) -> Memory:
    """Return the history's frames, the facts in the seasons' manifests, and the players' other names."""
    others = file.people[file.people["alias"] != file.people["player"]].groupby("player")["alias"].agg(list)
    fronts, names = [season.manifest.front for season in seasons], [season.name for season in seasons]
    return Memory(history(league(seasons, file.people, file.ratings)), fronts, names, others.to_dict())


def _lives(memory: Memory) -> list[str]:
    careers = memory.frames["careers"]
    return sorted(life(*who) for who in zip(careers["data"], careers["player"], strict=True))


def _write_tables(folder: Folder, memory: Memory) -> list[str]:
    """Write the tables that have rows, and return the names of all the history's files except the database."""
    tables = {f"{TABLES}/{name}.csv": frame for name, frame in memory.frames.items() if len(frame)}
    for name, frame in tables.items():
        write_csv(folder, name, frame)
    return [BOOK, PAGE, *tables]


def _write_pages(folder: Folder, memory: Memory) -> None:
    """Write the history's workbook and HTML page."""
    write_whole(folder, BOOK, as_workbook(history_book(memory)))
    write_whole(folder, PAGE, history_page(memory))


def _begin_database(folder: Folder, seasons: Sequence[Season], file: LeagueFile) -> None:
    """Write the seasons' tables into a new database in a temporary file."""
    with folder.database(part_of(DATABASE), new=True) as begun:
        write_database(begun, of_seasons(_tables(seasons, file)))


def _end_database(folder: Folder, made: History) -> None:
    """Add the history's tables to the temporary database, then move it into place."""
    with folder.database(part_of(DATABASE)) as begun:
        write_database(begun, database((*PUBLISHED, *ADDED), made))
    folder.finish_database(DATABASE, check_database)


def _update_database(
    folder: Folder,
    seasons: Sequence[Season],
    file: LeagueFile,
    there: Iterable[str],
    kept: Collection[str],
    memory: Memory | None,
) -> bool:
    """Update the database in place, and return whether that was possible.

    there   all seasons with rows in the existing database
    kept    parts of tables whose rows in the existing database stay as they are
    memory  frames of the history, or None to keep the history's tables in the existing database
    """
    tables = _tables(seasons, file, there, kept)
    if memory:
        tables |= {name: stored(frame) for name, frame in memory.frames.items()}
    try:
        with folder.database(DATABASE) as existing:
            update_database(existing, of_seasons(tables))
    except (sqlite3.Error, Unwritten):  # damaged, or in use by another program: a new one takes its place
        return False
    return True


def _tables(
    seasons: Sequence[Season], file: LeagueFile, there: Iterable[str] = (), kept: Collection[str] = ()
) -> dict[str, Stored]:
    """Return the tables of all seasons, each divided into one part per season, and the table of people.

    The rows of a part are read and sorted by key only when the part is written. A part is empty if its rows are to be
    deleted from the existing database, and None if they are kept there.

    there  all seasons with rows in the existing database
    kept   parts whose rows in the existing database stay as they are
    """
    inside = {**PUBLISHED, **ADDED}
    gone = {*there} - {season.name for season in seasons}

    def rows(name: str, season: Season) -> Iterator[tuple[Any, ...]]:
        published = (season.table(table, inside[name], **whose) for table, whose in _tables_of(season).get(name, []))
        of_season = chain.from_iterable(zip(*table, strict=True) for table in published)
        places = [columns_of(name).index(column) for column in KEYS.get(name, ())]
        yield from sorted(of_season, key=itemgetter(*places)) if places else of_season

    types = {name: dict(zip(columns_of(name), map(type_of, of), strict=True)) for name, of in inside.items()}
    parts: dict[str, dict[str, Iterable[tuple[Any, ...]] | None]] = {
        name: dict.fromkeys(gone, ())
        | {season.name: None if _part(season.name, name) in kept else rows(name, season) for season in seasons}
        for name in inside
    }
    return {name: Stored(columns, parts[name]) for name, columns in types.items()} | {
        "people": stored(file.people[ADDED["people"]])
    }


def _tables_of(season: Season) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """Return the names of the season's tables, keyed by the database table that receives their rows.

    Each name is paired with the columns to add, such as `system`, and their values.
    """
    parts: dict[str, list[tuple[str, dict[str, str]]]] = {name: [(name, {})] for name in PUBLISHED}
    parts |= {kind: [] for kind in WHOSE}
    for name, kind, whose in scores_and_standings(season.tables):
        if kind in WHOSE:
            parts[kind].append((name, {WHOSE[kind]: whose}))
    return parts
