"""The seasons' published tables, and the champions in their manifests, read back from the outputs."""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from io import StringIO
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.build.files import MARKED
from pipeline.build.manifest import Manifest
from pipeline.build.reopen import long_fields
from pipeline.history.league import READ, League
from pipeline.store.folder import Folder
from schemas.columns import COLUMNS
from schemas.keys import EVENT
from schemas.kinds import WHOLE
from schemas.tables import PUBLISHED_AS

TABLES = "tables"
ALIKE = 2**18  # number of distinct strings whose values are cached, since they recur in many rows
TYPES: dict[str, type] = {
    "a number": float,
    WHOLE: int,
    "true or false": bool,
}  # kind of column -> type; all others are strings
Values = Sequence[Sequence[Any]]  # one sequence of values per column, all of one length


class Table(NamedTuple):
    """A published table of scores or standings.

    kind   `scores` or `system_standings` for a system, `standings` or `prizes` for an event, `circuit_standings` or
           `circuit_results` for a circuit
    whose  the id of the system, event or circuit
    """

    name: str
    kind: str
    whose: str


def scores_and_standings(files: Collection[str]) -> Iterator[Table]:
    """Yield the tables among a season's files that belong to a system, an event or a circuit, sorted by name."""
    names = {file.removeprefix(f"{TABLES}/").removesuffix(".csv") for file in files if file.startswith(f"{TABLES}/")}
    for name in sorted(names):
        whose, _, ending = name.rpartition(".")
        if f"{name}.results" in names:
            yield Table(name, "circuit_standings", name)
        elif f"{whose}.scores" in names:
            yield Table(name, "scores" if ending == "scores" else "system_standings", whose)
        elif whose:  # tables of the whole season have no dot in their names
            kinds = {"results": "circuit_results", "standings": "standings"}
            yield Table(name, kinds.get(ending, "prizes"), whose)


class Season:
    """A published season.

    folder    the folder of its outputs
    manifest  the manifest in that folder
    """

    def __init__(self, folder: Folder, manifest: Manifest) -> None:
        self.name, self.folder, self.manifest = folder.name, folder, manifest
        self.tables = {name for name in manifest.files if name.startswith(f"{TABLES}/")}

    def table(self, name: str, columns: Sequence[str], events: Collection[str] | None = None, **whose: str) -> Values:
        """Return columns of `tables/<name>.csv` as typed values, or empty columns if there is no such file.

        columns  names that the program uses for the columns, which may differ from those in the file
        events   the events whose rows are read, for files whose first column is the event, or None for all rows
        whose    additional columns with the same value in every row, such as `event`
        """
        texts = self._texts(name, events)
        count = len(next(iter(texts.values()), ()))
        said = {"season": self.name} | whose

        def cells(column: str) -> Sequence[Any]:
            if column in said:
                return [said[column]] * count
            read = READERS[type_of(column)]
            return [*map(read, texts.get(PUBLISHED_AS.get(column, column), [""] * count))]

        return [*map(cells, columns)]

    def _texts(self, name: str, events: Collection[str] | None) -> dict[str, Sequence[str]]:
        """Return the cells of `tables/<name>.csv` as strings, keyed by column.

        events  the events whose rows are read, or None for all rows

        This function avoids pandas, whose call overhead dominates for small tables. All cells are split at once if none
        is quoted.
        """
        if f"{TABLES}/{name}.csv" not in self.tables:
            return {}
        text = self.folder.text(f"{TABLES}/{name}.csv")
        if '"' in text:
            with long_fields():
                head, *rows = csv.reader(StringIO(text, newline=""))
            kept = [row for row in rows if events is None or _text(row[0]) in events]
            return {column: [row[number] for row in kept] for number, column in enumerate(head)}
        line, _, rest = text.partition("\n")
        if events is not None:  # split only the rows that are needed
            rest = "".join(f"{row}\n" for row in rest.split("\n") if _text(row.partition(",")[0]) in events)
        head, cells = line.split(","), rest.replace("\n", ",").split(",")
        return {column: cells[number : -1 : len(head)] for number, column in enumerate(head)}

    @property
    def champions(self) -> list[tuple[str, str, str, str, bool]]:
        """The leaders of the season's circuits and events.

        Each tuple has the season, event, title and player, and whether the result is final.
        """
        return [
            (self.name, event, title, player, final)
            for title, players, final, event in self.manifest.front.get("won", [])
            for player in players
        ]


def league(seasons: Iterable[Season], people: pd.DataFrame, ratings: Iterable[str]) -> League:
    """Combine the tables of all seasons into the input for the history."""
    parts: dict[str, list[Values]] = {name: [] for name in READ}
    played: list[Values] = []
    champions: list[tuple[str, str, str, str, bool]] = []
    for season in seasons:
        events, kinds, systems = season.table("events", ["event", "kind", "system"])
        if not events:
            continue
        for name in ("events", "boards", "seats"):
            parts[name].append(season.table(name, READ[name]))
        for system in sorted({*systems} - {""}):
            scored_so = {event for event, of in zip(events, systems, strict=True) if of == system}
            parts["scores"].append(season.table(f"{system}.scores", READ["scores"], scored_so))
        for event, kind in zip(events, kinds, strict=True):
            if kind != "bao":
                parts["standings"].append(season.table(f"{event}.standings", READ["standings"], event=event))
        played += [season.table(name, [*EVENT, "round"]) for name in ("seats", "results")]
        champions += season.champions
    tables = {name: _frame(of, READ[name]) for name, of in parts.items()}
    rounds = _frame(played, [*EVENT, "round"]).groupby(EVENT)["round"].nunique().rename("rounds").reset_index()
    won = pd.DataFrame(champions, columns=READ["champions"], dtype=object)
    won["final"] = won["final"].astype(bool)
    return League(tables | {"rounds": rounds, "champions": won}, people, (*ratings,))


def _frame(parts: Iterable[Values], columns: Sequence[str]) -> pd.DataFrame:
    """Return the parts of a table as one frame. Numbers are floats, NaN if unknown."""
    whole = zip(*parts, strict=True) if parts else ((),) * len(columns)
    cells = {name: [*chain(*of)] for name, of in zip(columns, whole, strict=True)}
    types = {name: bool if type_of(name) is bool else float for name in columns if type_of(name) is not str}
    return pd.DataFrame(cells, dtype=object).assign(**{name: np.array(cells[name], of) for name, of in types.items()})


def type_of(column: str) -> type:
    """Return the type of a column's cells."""
    return TYPES.get(COLUMNS[column].kind, str) if column in COLUMNS else str


@lru_cache(ALIKE)
def _text(text: str) -> str:
    """Return the text without the apostrophe that keeps spreadsheets from reading it as a formula."""
    return MARKED.sub("", text)


@lru_cache(ALIKE)
def _number(text: str) -> float | None:
    return float(text) if text else None


@lru_cache(ALIKE)
def _whole(text: str) -> int | None:
    return int(float(text)) if text else None


READERS: dict[type, Callable[[str], Any]] = {str: _text, float: _number, int: _whole, bool: "True".__eq__}
