"""What `league.sqlite` says: its tables with keys and what each column means, indices, and views."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pandas as pd

from pipeline.history.history import History
from schemas.columns import COLUMNS, in_pieces
from schemas.history import HISTORY
from schemas.keys import BOARD, EVENT, PLAYER, SEAT
from schemas.tables import PUBLISHED, PUBLISHED_AS

KEYS: dict[str, Sequence[str]] = {  # of the tables in which no two rows have one
    "events": EVENT,
    "boards": BOARD,
    "seats": SEAT,
    "centres": [*SEAT, "year"],
    "scores": ["season", "system", *SEAT[1:]],
    "entries": PLAYER,
    "circuit_standings": ["season", "circuit", "player"],
    "system_standings": ["season", "system", "player"],
    "games": SEAT,
    "careers": ["data", "player"],
    "careers_by_power": ["data", "player", "power"],
    "careers_by_season": ["data", "player", "season"],
    "head_to_head": ["data", "player", "other"],
    "powers": ["data", "season", "power"],
    "ratings": ["data", "rating", "player"],
    "columns": ["table", "column"],
}
INDICES = [
    ("seats", ["player"]),
    ("games", ["player", "number"]),
    ("games", ["power"]),
    ("standings", ["player"]),
    ("head_to_head", ["other"]),
    ("rating_changes", ["player", "rating", "number"]),
]
VIEWS = {
    "meetings": """
        SELECT one.data, one.number, one.day, one.season, one.event, one.round, one.board, one.player, one.power,
               one.final_centres AS centres, one.place, other.player AS other, other.power AS other_power,
               other.final_centres AS other_centres, other.place AS other_place
        FROM games AS one JOIN games AS other USING (season, event, round, board)
        WHERE one.power <> other.power AND one.player NOT IN ('', '?') AND other.player NOT IN ('', '?')""",
    "solos": "SELECT * FROM games WHERE solo = 1 ORDER BY number",
    "leaders": "SELECT * FROM ratings WHERE NOT provisional ORDER BY data, rating, rank",
}
MEANINGS = {
    "circuit": "id of the circuit",
    "system": "id of the system",
    "alias": "a name of the player; the one name is among them",
    "rank": "place in the table, shared by equals",
    "events": "events that count",
}
TYPES: dict[str, type] = {"i": int, "u": int, "b": bool, "f": float}  # of kinds of columns; all others are texts
OF_SCORES = [*SEAT, "player", "score", "place", "status"]
OF_STANDINGS = [*EVENT, "rank", "player", "games", "score"]
ADDED = {  # tables that no season publishes as one, and their columns
    "scores": ["system", *OF_SCORES],
    "standings": OF_STANDINGS,
    "system_standings": ["season", "system", *OF_STANDINGS[2:]],
    "circuit_standings": ["season", "circuit", "rank", "player", "events", "score"],
    "people": ["player", "alias"],
}


class Kept(NamedTuple):
    """The rows of a season as they stand in the database that was written before."""

    season: str


class Stored(NamedTuple):
    """A table: its columns, each with the type of its cells, and its rows in parts, which are read as they are written."""

    columns: Mapping[str, type]
    parts: Iterable[Kept | Iterable[Sequence[Any]]]


@dataclass(frozen=True)
class Database:
    """A database: tables by name, the columns of their keys, indices, views by name."""

    tables: Mapping[str, Stored]
    keys: Mapping[str, Sequence[str]]
    indices: Sequence[tuple[str, Sequence[str]]]
    views: Mapping[str, str]


def of_seasons(published: Mapping[str, Stored]) -> Database:
    """The seasons' tables alone, to which `database` is added."""
    return Database(published, KEYS, [], {})


def database(published: Iterable[str], history: History) -> Database:
    """The history, the table `columns` that explains it and the seasons' tables, and the indices and views of all."""
    tables = {name: stored(frame) for name, frame in history.items()}
    names = {name: columns_of(name) for name in published} | {name: [*of.columns] for name, of in tables.items()}
    rows = [(name, column, _meaning(name, column)) for name, of in names.items() for column in of]
    columns = Stored(dict.fromkeys(["table", "column", "meaning"], str), [rows])
    indices = [(table, of) for table, of in INDICES if table in names]
    return Database(tables | {"columns": columns}, KEYS, indices, VIEWS)


def stored(frame: pd.DataFrame) -> Stored:
    """A frame as a table; nothing stands where nothing is known."""
    types = {name: TYPES.get(frame[name].dtype.kind, str) for name in frame}
    return Stored(types, (zip(*(_cells(piece[name]) for name in piece), strict=True) for piece in in_pieces(frame)))


def _cells(column: pd.Series) -> list[Any]:
    values = column.astype(object).to_numpy(copy=True)
    values[pd.isna(values)] = None
    return values.tolist()


def columns_of(table: str) -> list[str]:
    """The columns of a table of the seasons, as they are published."""
    return [PUBLISHED_AS.get(name, name) for name in PUBLISHED[table]] if table in PUBLISHED else ADDED[table]


def _meaning(table: str, name: str) -> str:
    """What a column means in a table."""
    if table in HISTORY:
        return str(HISTORY[table].columns[name].meaning)
    inside = {was: now for now, was in PUBLISHED_AS.items() if now in PUBLISHED.get(table, [])}
    if table in ADDED and name in MEANINGS:
        return MEANINGS[name]
    return str(COLUMNS[inside.get(name, name)].meaning)
