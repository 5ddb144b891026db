"""Write SQLite files without timestamps or paths, and update existing ones in a single transaction."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from pipeline.pages.data_files import Database, Stored

AT_ONCE = 32  # most rows that one statement inserts; SQLite before 3.32 allows a statement 999 values
TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}
Row = tuple[Any, ...]


def write_database(file: sqlite3.Connection, database: Database) -> None:
    """Add the tables, indices and views of a database to an open SQLite file."""
    file.execute("PRAGMA journal_mode = OFF")
    file.execute("PRAGMA synchronous = OFF")
    file.execute("BEGIN")
    for name, table in database.tables.items():
        file.execute(_definition(name, table, database.keys.get(name, ())))
        for rows in table.parts.values():
            _insert(file, name, table, rows or ())
    for of, columns in database.indices:
        file.execute(f"CREATE INDEX {_quoted('_'.join([of, *columns]))} ON {_quoted(of)} ({_listed(columns)})")
    for name, query in database.views.items():
        file.execute(f"CREATE VIEW {_quoted(name)} AS {query.strip()}")
    file.execute("COMMIT")


def update_database(file: sqlite3.Connection, database: Database) -> None:
    """Replace the changed rows of an open SQLite file in one transaction.

    Afterwards the tables have the same rows in the same order as in a new file. Raises sqlite3.Error if a table is
    missing from the file or is defined differently there, or if SQLite cannot write to the file.
    """
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("BEGIN IMMEDIATE")
    for name, table in database.tables.items():
        _update(file, name, table, database.keys.get(name, ()))
    file.execute("COMMIT")


def check_database(path: Path) -> None:
    """Raise sqlite3.DatabaseError, or ValueError with SQLite's report, if a database is damaged."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
        if (answer := file.execute("PRAGMA quick_check").fetchone()) != ("ok",):
            raise ValueError(answer)


def _definition(name: str, table: Stored, key: Sequence[str]) -> str:
    columns = [f"{_quoted(column)} {TYPES[of]}" for column, of in table.columns.items()]
    primary = [f"PRIMARY KEY ({_listed(key)})"] * bool(key)
    return f"CREATE TABLE {_quoted(name)} ({', '.join([*columns, *primary])}){' WITHOUT ROWID' * bool(key)}"


def _update(file: sqlite3.Connection, name: str, table: Stored, key: Sequence[str]) -> None:
    """Replace the changed rows of a table, matched by key or row number.

    Raises sqlite3.DatabaseError if the table is missing from the file or is defined differently there.
    """
    defined = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", [name]).fetchone()
    if defined != (_definition(name, table, key),):  # a column that was empty may have had another type
        raise sqlite3.DatabaseError(f"{name} has other columns: {defined}")
    of, columns = _quoted(name), [*table.columns]
    if key:
        key_of: Callable[[Row], Row] = itemgetter(*map(columns.index, key))
        stale = [season for season, rows in table.parts.items() if rows is not None]
        where = f"WHERE season IN ({_places(stale)})" if None in table.parts.values() else ""
        chosen = f"SELECT * FROM {of} {where} ORDER BY {_listed(key)}"
        before: Iterator[Row] = file.execute(chosen, stale if where else [])
        after: Iterable[Row] = sorted(_new_rows(table), key=key_of)
    else:
        columns, key, key_of = ["rowid", *columns], ["rowid"], itemgetter(slice(1))
        before, after = _numbered(file, of, table)
    gone, fresh = _differences(before, after, key_of)
    file.executemany(f"DELETE FROM {of} WHERE ({_listed(key)}) = ({_places(key)})", gone)
    file.executemany(f"INSERT OR REPLACE INTO {of} ({_listed(columns)}) VALUES ({_places(columns)})", fresh)


def _new_rows(table: Stored) -> Iterator[Row]:
    """Yield the rows of all seasons whose rows are not kept."""
    return chain.from_iterable(rows or () for rows in table.parts.values())


def _numbered(file: sqlite3.Connection, of: str, table: Stored) -> tuple[Iterator[Row], Iterable[Row]]:
    """Return the rows of a table without a key, before and after an update, each starting with its row number.

    The rows of a season are consecutive. A season is left out if its rows are kept and their numbers stay the same.

    of  the table's name in quotes
    """
    if None not in table.parts.values():
        numbered = ((number, *row) for number, row in enumerate(_new_rows(table), 1))
        return file.execute(f"SELECT rowid, * FROM {of} ORDER BY rowid"), numbered
    ranges = file.execute(f"SELECT season, MIN(rowid), MAX(rowid) FROM {of} GROUP BY season")
    there = {season: (first, last) for season, first, last in ranges}
    before, after, number = list[Row](), list[Row](), 1
    for season, rows in table.parts.items():
        first, last = there.get(season, (number, number - 1))
        if rows is None and first == number:
            number = last + 1
            continue
        old = [*file.execute(f"SELECT rowid, * FROM {of} WHERE rowid BETWEEN ? AND ?", (first, last))]
        new = [row[1:] for row in old] if rows is None else [*rows]
        before += old
        after += [(at, *row) for at, row in enumerate(new, number)]
        number += len(new)
    return iter(sorted(before, key=itemgetter(0))), after  # the rows of seasons that are gone came first


def _differences(
    before: Iterator[Row], after: Iterable[Row], key_of: Callable[[Row], Row]
) -> tuple[list[Row], list[Row]]:
    """Return the keys of deleted rows, and the rows that are new or changed.

    Both tables must be sorted by key.
    """
    gone, fresh = [], []
    old = next(before, None)
    for row in after:
        if old == row:
            old = next(before, None)
            continue
        while old is not None and key_of(old) < key_of(row):
            gone.append(key_of(old))
            old = next(before, None)
        if old != row:
            fresh.append(row)
        if old is not None and key_of(old) == key_of(row):
            old = next(before, None)
    if old is not None:
        gone += map(key_of, chain([old], before))
    return gone, fresh


def _insert(file: sqlite3.Connection, name: str, table: Stored, rows: Iterable[Sequence[object]]) -> None:
    """Insert all rows, several per statement, since starting a statement takes as long as inserting one or two rows."""
    row, rest = f"({_places(table.columns)})", iter(rows)
    while some := [*islice(rest, AT_ONCE)]:
        values = ", ".join([row] * len(some))
        file.execute(f"INSERT INTO {_quoted(name)} VALUES {values}", [*chain.from_iterable(some)])


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _places(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(map(_quoted, columns))
