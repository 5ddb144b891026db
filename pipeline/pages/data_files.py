"""Files that other programs read: the CSV files of each season, and the SQLite database of all seasons."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.history.history import History
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import COLUMNS, in_pieces, is_whole
from schemas.history import HISTORY
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, SOURCE
from schemas.scores import FIXED
from schemas.tables import PUBLISHED, PUBLISHED_AS
from schemas.words import POWERS

KEYS: dict[str, Sequence[str]] = {  # key columns; a table that is not listed has no key
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
    "alias": "a spelling of the player's name; the main one is included",
    "rank": "rank in the table; equal results share a rank",
    "events": "number of events that count",
}
TYPES: dict[str, type] = {"i": int, "u": int, "b": bool, "f": float}  # by NumPy kind; all other columns contain strings
OF_SCORES = [*SEAT, "player", "score", "place", "status"]
OF_STANDINGS = [*EVENT, "rank", "player", "games", "score"]
ADDED = {  # tables that no season publishes as one file, and their columns
    "scores": ["system", *OF_SCORES],
    "standings": OF_STANDINGS,
    "system_standings": ["season", "system", *OF_STANDINGS[2:]],
    "circuit_standings": ["season", "circuit", "rank", "player", "events", "score"],
    "people": ["player", "alias"],
}


def scores_csv(published: Published, rows: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of `<system>.scores.csv`."""
    return rows[[*FIXED[: FIXED.index("score")], *published.parts, "score", "place", "status", *published.working]]


def tables_csv(
    facts: Facts, tables: Tables, entries: pd.DataFrame | None, season: str
) -> dict[str, Callable[[], pd.DataFrame]]:
    """Return one function per tidy table of a season, keyed by the table's name. Each function builds its table.

    Tables without rows are left out. The column `row` counts from 1, as in the sheet.

    entries  entry lists of Bao events in order (see `Tournaments`), or None if there are none
    """
    behind = {"events": tables.events, "boards": facts.boards, "seats": facts.seats, "centres": facts.seats}
    behind |= {"results": tables.results, "nmrs": tables.nmrs, "matches": tables.matches, "moves": tables.moves}
    behind |= {"entries": entries} if entries is not None else {}
    selected = {name: rows["season"].to_numpy() == season for name, rows in behind.items()}
    selected["centres"] = selected["centres"] & facts.seats[facts.years].notna().to_numpy().any(axis=1)

    def made(name: str) -> pd.DataFrame:
        rows = behind[name][selected[name]]
        if name == "boards":
            first_seats = facts.seats[selected["seats"]].iloc[:: len(POWERS)]
            rows = rows.assign(**{column: first_seats[column].to_numpy() for column in SOURCE})
        elif name == "centres":
            centres = rows[facts.years].to_numpy()
            seat, year = np.nonzero(~np.isnan(centres))
            charted = {"year": np.array(facts.years)[year], "centres": centres[seat, year]}
            rows = rows[[*SEAT, *SOURCE]].iloc[seat].assign(**charted).sort_values(SOURCE, kind="stable")
        elif name == "moves":
            rows = rows.assign(time=rows["time"].astype(str))
        return _published(rows, PUBLISHED[name])

    return {name: partial(made, name) for name in PUBLISHED if name in selected and selected[name].any()}


def _published(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return the published columns under their published names, with whole numbers as integers.

    The column `row` counts from 1.
    """
    floats = {name: frame[name].to_numpy() for name in columns if is_whole(name) and frame[name].dtype == float}
    whole = {name: _whole(values) for name, values in (floats | {"row": frame["row"].to_numpy() + 1}).items()}
    return frame[columns].assign(**whole).rename(columns=PUBLISHED_AS)


def _whole(numbers: NDArray[Any]) -> NDArray[np.object_]:
    """Return whole numbers as integers, with None for missing values. Raises ValueError if a number is not whole."""
    positions, distinct = pd.factorize(numbers)
    if (distinct % 1).any():
        raise ValueError(f"not all are whole numbers: {distinct}")
    return np.array([*map(int, distinct), None], object)[positions]


class Stored(NamedTuple):
    """A database table. Its rows can be read only once.

    columns  type of the cells in each column
    parts    rows in order, keyed by season, or by "" if the table is not split by season. If a part is None, that
             season's rows in the existing database are kept. The keys must then include every season that has rows
             there
    """

    columns: Mapping[str, type]
    parts: Mapping[str, Iterable[tuple[Any, ...]] | None]


@dataclass(frozen=True)
class Database:
    """The content of a database.

    tables   tables by name
    keys     key columns of each table
    indices  table and columns of each index
    views    query of each view
    """

    tables: Mapping[str, Stored]
    keys: Mapping[str, Sequence[str]]
    indices: Sequence[tuple[str, Sequence[str]]]
    views: Mapping[str, str]


def of_seasons(published: Mapping[str, Stored]) -> Database:
    """Return the database of the seasons' tables, without the indices and views that `database` adds."""
    return Database(published, KEYS, [], {})


def database(published: Iterable[str], history: History) -> Database:
    """Return the database of the history, with indices, views, and a `columns` table that explains all tables."""
    tables = {name: stored(frame) for name, frame in history.items()}
    names = {name: columns_of(name) for name in published} | {name: [*of.columns] for name, of in tables.items()}
    rows = [(name, column, meaning_of(name, column)) for name, of in names.items() for column in of]
    columns = Stored(dict.fromkeys(["table", "column", "meaning"], str), {"": rows})
    indices = [(table, of) for table, of in INDICES if table in names]
    return Database(tables | {"columns": columns}, KEYS, indices, VIEWS)


def stored(frame: pd.DataFrame) -> Stored:
    """Return a frame as a table, with None for missing values."""
    types = {str(name): TYPES.get(dtype.kind, str) for name, dtype in frame.dtypes.items()}
    rows = (zip(*(_cells(values) for _, values in piece.items()), strict=True) for piece in in_pieces(frame))
    return Stored(types, {"": chain.from_iterable(rows)})


def _cells(column: pd.Series) -> list[Any]:
    values = column.to_numpy(object, copy=True)
    values[pd.isna(values)] = None
    return values.tolist()


def columns_of(table: str) -> list[str]:
    """Return the published columns of one of the seasons' tables."""
    return [PUBLISHED_AS.get(name, name) for name in PUBLISHED[table]] if table in PUBLISHED else ADDED[table]


def meaning_of(table: str, name: str) -> str:
    """Return the meaning of a column in a table."""
    if table in HISTORY:
        return str(HISTORY[table].columns[name].meaning)
    inside = {was: now for now, was in PUBLISHED_AS.items() if now in PUBLISHED.get(table, [])}
    if table in ADDED and name in MEANINGS:
        return MEANINGS[name]
    return str(COLUMNS[inside.get(name, name)].meaning)
