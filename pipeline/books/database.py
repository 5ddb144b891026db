"""Writing a database as a SQLite file; equal databases give equal bytes, without times or paths."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from pipeline.pages.data_files import Database, Kept, Stored

TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}


def write_database(file: sqlite3.Connection, database: Database, before: Path | None = None) -> None:
    """Write a database into an open file; existing tables stay.

    before  the earlier database, from which kept rows are copied
    """
    if before:
        file.execute("ATTACH ? AS before", [f"{before.resolve().as_uri()}?mode=ro"])
    file.execute("PRAGMA main.journal_mode = OFF")
    file.execute("PRAGMA main.synchronous = OFF")
    file.execute("BEGIN")
    for name, table in database.tables.items():
        _write(file, name, table, database.keys.get(name, ()))
    for of, columns in database.indices:
        file.execute(f"CREATE INDEX {_quoted('_'.join([of, *columns]))} ON {_quoted(of)} ({_listed(columns)})")
    for name, query in database.views.items():
        file.execute(f"CREATE VIEW {_quoted(name)} AS {query.strip()}")
    file.execute("COMMIT")


def check_database(path: Path) -> None:
    """Check that a database is intact. Raises sqlite3.DatabaseError, or ValueError with what SQLite found wrong."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
        if (answer := file.execute("PRAGMA quick_check").fetchone()) != ("ok",):
            raise ValueError(answer)


def _write(file: sqlite3.Connection, name: str, table: Stored, key: Sequence[str]) -> None:
    columns = [f"{_quoted(column)} {TYPES[of]}" for column, of in table.columns.items()]
    primary = [f"PRIMARY KEY ({_listed(key)})"] * bool(key)
    file.execute(f"CREATE TABLE main.{_quoted(name)} ({', '.join([*columns, *primary])}){' WITHOUT ROWID' * bool(key)}")
    for part in table.parts:
        if isinstance(part, Kept):
            kept = f"SELECT * FROM before.{_quoted(name)} WHERE season = ? ORDER BY {_listed(key) or 'rowid'}"
            file.execute(f"INSERT INTO main.{_quoted(name)} {kept}", [part.season])
        else:
            file.executemany(f"INSERT INTO {_quoted(name)} VALUES ({', '.join('?' * len(columns))})", part)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(map(_quoted, columns))
