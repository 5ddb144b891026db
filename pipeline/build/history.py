"""The history of all seasons, built again when something that a season has published has changed, and only then."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.books.database import check_database, write_database
from pipeline.books.writer import write_book
from pipeline.build import manifest
from pipeline.build.files import TEMPORARY, remove, write_csv, write_text, write_whole
from pipeline.build.published import TABLES, Season, league, type_of
from pipeline.build.writing import beside
from pipeline.history.history import History, history
from pipeline.pages.database import ADDED, KEYS, Kept, Stored, columns_of, database, of_seasons, stored
from pipeline.pages.history import Memory, history_book
from pipeline.read.find import HISTORY, Found
from pipeline.read.sheets import read
from pipeline.report import write_history_page
from pipeline.report.lives import life
from pipeline.tidy.league import League as LeagueFile
from pipeline.tidy.league import tidy_league
from schemas.tables import PUBLISHED
from schemas.words import natural

DIGESTS = "digests.json"
BOOK, PAGE, DATABASE, SEASONS = "history.xlsx", "history.html", "league.sqlite", "seasons.sqlite"
MANY = 20  # seasons of which other processes begin the database and write what people open
TEXTS = ("season", "event", "round", "board")  # that may look like numbers


def write_history(found: Found, out: Path, seasons: Sequence[str], jobs: int = 1) -> int:
    """Bring the history up to date, and tell how many files were written; without a season with a result there is none.

    seasons  those that have been published
    jobs     how many processes may write

    Raises Unwritten.
    """
    folder = out / HISTORY
    published = [Season(out / season) for season in sorted(seasons, key=natural)]
    sheets = [source for source in found.sources if not source.season]
    program, tables = _program(), {season.name: _tables_digest(season) for season in published}
    fronts = [f"{season.name} {json.dumps(season.manifest.front, sort_keys=True)}" for season in published]
    wanted = manifest.digest(
        program, *(source.digest for source in sheets), *(f"{n} {d}" for n, d in tables.items()), *fronts
    )
    before = _written(folder)
    if not published:
        for name in [*before.get("files", {}), DIGESTS]:
            remove(folder / name)
        return 0
    if before.get("digest") == wanted and all(
        manifest.file_digest(folder / n) == d for n, d in before["files"].items()
    ):
        return 0
    file, store = tidy_league(read(sheets)), folder / f"{TEMPORARY}{SEASONS}"
    kept = _unchanged(folder, before, program, tables)
    several = jobs if len(published) >= MANY else 1
    with beside(several, _write_seasons, store, published, file, folder / DATABASE, kept) as stored_seasons:
        memory = _memory(published, file)
        tables_of = {f"{TABLES}/{name}.csv": frame for name, frame in memory.frames.items() if len(frame)}
        soon = bool(kept)  # else the other process reads every season first, and this one has time for the pages
        with beside(several if soon else 1, _write_pages, folder, memory) as write_pages:
            for name, frame in tables_of.items():
                write_csv(folder / name, frame)
            end = partial(_write_database, store, stored_seasons, memory.frames)
            if not soon:
                write_pages()
            write_whole(folder / DATABASE, end, looks=check_database)
            if soon:
                write_pages()
    written = [BOOK, PAGE, *tables_of, DATABASE]
    for name in {*before.get("files", {})} - {*written}:
        remove(folder / name)
    digests = {name: manifest.file_digest(folder / name) for name in written}
    careers = memory.frames["careers"]
    lives = [life(*who) for who in zip(careers["data"], careers["player"], strict=True)]
    found_again = {"digest": wanted, "program": program, "tables": tables, "files": digests, "lives": sorted(lives)}
    write_text(folder / DIGESTS, json.dumps(found_again, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    return len(written)


def lives(out: Path) -> list[str]:
    """The addresses of the players in the history, seen from the front door; none without a history."""
    return [*_written(out / HISTORY).get("lives", [])]


def written_files(folder: Path) -> list[str]:
    """Return the names of the files that were written last, below the history's folder."""
    return [*_written(folder).get("files", {})]


def changes_of(out: Path) -> pd.DataFrame:
    """RATING_CHANGES as they were built last; without rows if there are none."""
    path = out / HISTORY / TABLES / "rating_changes.csv"
    return (
        pd.read_csv(path, dtype=dict.fromkeys(TEXTS, str), keep_default_na=False) if path.is_file() else pd.DataFrame()
    )


def _program() -> str:
    """What all files of the history depend on, whatever was played."""
    return manifest.digest(
        manifest.program_digest(),
        manifest.history_digest(),
        manifest.systems_digest(),
        manifest.circuits_digest(),
    )


def _tables_digest(season: Season) -> str:
    """The tables that a season has published."""
    files = {name: digest for of in season.manifest.products.values() for name, digest in of.files.items()}
    return manifest.digest(*(f"{name} {files[name]}" for name in sorted(season.tables)))


def _unchanged(folder: Path, before: dict, program: str, tables: Mapping[str, str]) -> set[str]:
    """The seasons whose rows stand in the database that was built last as they would be written now."""
    database = before.get("files", {}).get(DATABASE)
    if before.get("program") != program or not database or manifest.file_digest(folder / DATABASE) != database:
        return set()
    return {name for name, digest in tables.items() if before.get("tables", {}).get(name) == digest}


def _written(folder: Path) -> dict:
    """What was built last; nothing if there is none, or none that can be read."""
    try:
        return {**json.loads((folder / DIGESTS).read_text(encoding="utf-8"))}
    except (OSError, ValueError, TypeError):
        return {}


def _memory(seasons: Sequence[Season], file: LeagueFile) -> Memory:
    """The frames, and what the seasons say of themselves."""
    others = file.people[file.people["alias"] != file.people["player"]].groupby("player")["alias"].agg(list)
    fronts, names = [season.manifest.front for season in seasons], [season.name for season in seasons]
    return Memory(history(league(seasons, file.people, file.ratings)), fronts, names, others.to_dict())


def _write_pages(folder: Path, memory: Memory) -> None:
    """Write what people open: the workbook and the page."""
    write_whole(folder / BOOK, lambda path: write_book(path, history_book(memory)))
    write_whole(folder / PAGE, lambda path: write_history_page(path, memory))


def _write_seasons(
    path: Path, seasons: Sequence[Season], file: LeagueFile, before: Path, kept: Collection[str]
) -> None:
    """Begin the database with the tables of the seasons, those that are kept as they stand in the one `before`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    write_database(path, of_seasons(_tables(seasons, file, kept)), before if kept else None)


def _write_database(seasons: Path, write_seasons: Callable[[], None], made: History, path: Path) -> None:
    """End the database that begins with the tables of the seasons: add the history."""
    write_seasons()
    seasons.replace(path)
    write_database(path, database((*PUBLISHED, *ADDED), made))


def _tables(seasons: Sequence[Season], file: LeagueFile, kept: Collection[str]) -> dict[str, Stored]:
    """The tables of all seasons, a part a season, read as they are written; in the order of their keys, in which they are kept."""
    added = [_added(season) for season in seasons]
    inside = {**PUBLISHED, **ADDED}

    def parts(name: str) -> Iterator[Kept | Iterable[tuple[Any, ...]]]:
        for season, of in zip(seasons, added, strict=True):
            if season.name in kept:
                yield Kept(season.name)
                continue
            tables = (season.table(table, inside[name], **whose) for table, whose in of.get(name, []))
            rows = chain.from_iterable(zip(*table, strict=True) for table in tables)
            places = [columns_of(name).index(column) for column in KEYS.get(name, ())]
            yield sorted(rows, key=itemgetter(*places)) if places else rows

    types = {name: dict(zip(columns_of(name), map(type_of, of), strict=True)) for name, of in inside.items()}
    found = {name: Stored(columns, parts(name)) for name, columns in types.items()}
    return found | {"people": stored(file.people[ADDED["people"]])}


def _added(season: Season) -> dict[str, list[tuple[str, dict[str, str]]]]:
    """Which of a season's tables are in which one of all seasons, each with columns that say whose it is."""
    there = {name.removeprefix(f"{TABLES}/") for name in season.tables}
    found: dict[str, list[tuple[str, dict[str, str]]]] = {name: [(name, {})] for name in PUBLISHED}
    for name in sorted(there):
        id, _, kind = name.removesuffix(".csv").rpartition(".")
        if kind == "scores":
            found.setdefault("scores", []).append((f"{id}.scores", {"system": id}))
        elif kind == "standings" and f"{id}.scores.csv" in there:
            found.setdefault("system_standings", []).append((f"{id}.standings", {"system": id}))
        elif kind == "standings":
            found.setdefault("standings", []).append((f"{id}.standings", {"event": id}))
        elif kind == "results" and id:
            found.setdefault("circuit_standings", []).append((id, {"circuit": id}))
    return found
