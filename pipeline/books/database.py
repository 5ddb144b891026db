"""A database -> a SQLite file. The same database gives the same bytes: nothing in it tells when or where it was written."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.pages.database import Database

TYPES = {"i": "INTEGER", "u": "INTEGER", "b": "INTEGER", "f": "REAL"}


def write_database(path: Path, database: Database) -> None:
    """Write it; there is no file of that name yet."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = OFF")
        file.execute("PRAGMA synchronous = OFF")
        file.execute("BEGIN")
        for name, frame in database.tables.items():
            _write(file, name, frame, database.keys.get(name, ()))
        for table, columns in database.indices:
            file.execute(
                f"CREATE INDEX {_quoted('_'.join([table, *columns]))} ON {_quoted(table)} ({_listed(columns)})"
            )
        for name, query in database.views.items():
            file.execute(f"CREATE VIEW {_quoted(name)} AS {query.strip()}")
        file.execute("COMMIT")


def check_database(path: Path) -> None:
    """The file is whole. Raises sqlite3.DatabaseError, and ValueError for what SQLite finds wrong."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
        if (found := file.execute("PRAGMA quick_check").fetchone()) != ("ok",):
            raise ValueError(found)


def _write(file: sqlite3.Connection, name: str, frame: pd.DataFrame, key: Any) -> None:
    columns = [f"{_quoted(column)} {TYPES.get(frame[column].dtype.kind, 'TEXT')}" for column in frame]
    primary = [f"PRIMARY KEY ({_listed(key)})"] if len(key) else []
    file.execute(f"CREATE TABLE {_quoted(name)} ({', '.join([*columns, *primary])})")
    marks = ", ".join("?" * len(columns))
    cells = [_cells(frame[column]) for column in frame]
    file.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", zip(*cells, strict=True))


def _cells(column: pd.Series) -> list[Any]:
    """The values as SQLite takes them; nothing where nothing is there."""
    values = column.astype(object).to_numpy(copy=True)
    values[pd.isna(values)] = None
    return values.tolist()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(columns: Any) -> str:
    return ", ".join(map(_quoted, columns))
