"""From raw sheets to raw tables: one frame for each kind of sheet, over all files, with the address of every cell."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from pipeline.problems.codes import Problem, problem
from pipeline.processes import each
from pipeline.read.cells import RawSheet, address
from pipeline.read.file import opened, sheets_of
from pipeline.read.find import Source
from pipeline.read.headers import header_row, meant, typed
from pipeline.read.rows import Taken, take
from schemas.raw import DRAWN_SHEETS, SHEETS
from schemas.words import fold, vocabulary

OF_EVENTS = {*SHEETS, *DRAWN_SHEETS} - {"players"}  # sheets that season.xlsx cannot have
RESULTS = ("boards", "matches")  # without them an event's tables lack somebody's games
IGNORED = {"unknown_sheet": "in sheets that are not known", "drawn_sheet": "in sheets drawn for the wall"}
ORIGIN = ["season", "event", "file", "sheet", "row"]


def _counters() -> dict["Place", Counter[str]]:
    return defaultdict(Counter)


class Place(NamedTuple):
    """Where a sheet stands."""

    season: str
    event: str
    file: str
    sheet: str


@dataclass
class RawTable:
    """All sheets of one kind as one frame of texts; `None` is a blank cell.

    text     a column a field (`round`, `power`, `1901` ...), a row a typed row
    kind     the same shape: what kind of cell it was
    origin   season, event, file, sheet and row (from 0) of each row
    columns  where each field's column stands (from 0), for each sheet
    turned   the sheets that were read with their columns as rows: there `row` is a column
    faulty   the same shape as text: cells that have a problem already; none before validation
    filled   how many cells of each row were filled from merged ones
    """

    text: pd.DataFrame
    kind: pd.DataFrame
    origin: pd.DataFrame
    columns: dict[Place, dict[str, int]]
    turned: set[Place]
    faulty: pd.DataFrame
    filled: pd.Series

    def problem(self, code: str, row: int, name: str, found: object = None, expected: str = "") -> Problem:
        """A problem at the cell of a field; at the row's first cell where the sheet has no such column."""
        *where, line = self.origin.loc[row, ORIGIN]
        place = Place(*where)
        spot = (int(line), self.columns[place].get(name, 0))
        cell = address(*(spot[::-1] if place in self.turned else spot))
        text = self.text.at[row, name] if found is None and name in self.text else found
        return problem(code, **place._asdict(), cell=cell, found="" if pd.isna(text) else str(text), expected=expected)


@dataclass
class Raw:
    """What was read: a raw table a kind of sheet, the sheets as they were, and the problems met on the way.

    ignored  how many typed cells of each sheet a rule leaves out, by the rule
    aside    how many an error leaves out, by its code
    """

    tables: dict[str, RawTable]
    sheets: dict[Place, RawSheet]
    problems: list[Problem] = field(default_factory=list)
    ignored: dict[Place, Counter[str]] = field(default_factory=_counters)
    aside: dict[Place, Counter[str]] = field(default_factory=_counters)

    def at_setting(
        self, code: str, name: str, *, season: str, event: str, file: str, found: str = "", expected: str = ""
    ) -> Problem:
        """A problem at the value of an event's setting; at its file where the setting is not typed."""
        table = self.tables["event"]
        own = table.origin[(table.origin["season"] == season) & (table.origin["event"] == event)].index
        for row in own:
            if vocabulary("setting").get(fold(table.text.at[row, "setting"] or "")) == name:
                return table.problem(code, row, "value", found or None, expected)
        return problem(code, season=season, event=event, file=file, found=found, expected=expected)


@dataclass
class _Rows:
    """The rows of one kind of sheet while they are collected."""

    texts: list[dict[str, str]] = field(default_factory=list)
    kinds: list[dict[str, str]] = field(default_factory=list)
    origins: list[tuple[Any, ...]] = field(default_factory=list)
    filled: list[int] = field(default_factory=list)
    columns: dict[Place, dict[str, int]] = field(default_factory=dict)
    turned: set[Place] = field(default_factory=set)

    def add(self, place: Place, taken: Taken) -> None:
        """Add what one sheet gave."""
        self.columns[place] = taken.columns
        self.turned |= {place} if taken.turned else set()
        for number, cells, filled in taken.rows:
            self.texts.append({name: cell.text for name, cell in cells.items()})
            self.kinds.append({name: cell.kind for name, cell in cells.items()})
            self.origins.append((*place, number))
            self.filled.append(filled)


@dataclass
class Own:
    """What one source gives.

    sheets          the sheets as they are
    taken           kind of sheet, place, and what the sheet gives
    ignored, aside  as in Raw
    """

    sheets: list[tuple[Place, RawSheet]] = field(default_factory=list)
    taken: list[tuple[str, Place, Taken]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    ignored: dict[Place, Counter[str]] = field(default_factory=_counters)
    aside: dict[Place, Counter[str]] = field(default_factory=_counters)


def read(sources: Sequence[Source], told: Callable[[], None] = lambda: None, jobs: int = 1) -> Raw:
    """Read all sources. A file or sheet that cannot be read is a problem and costs nothing but itself."""
    collected: dict[str, _Rows] = {name: _Rows() for name in SHEETS}
    raw = Raw({}, {})
    for own in each(_read, sources, jobs, _lost):
        raw.sheets.update(own.sheets)
        raw.problems += own.problems
        raw.ignored.update(own.ignored)
        raw.aside.update(own.aside)
        for name, place, taken in own.taken:
            collected[name].add(place, taken)
        told()
    raw.tables = {name: _table(name, rows) for name, rows in collected.items()}
    return raw


def read_file(path: Path) -> list[RawSheet]:
    """The sheets of a workbook or a CSV file. Raises Unreadable, OSError."""
    return opened(path).sheets


def _read(source: Source) -> Own:
    """Read a source, sort its sheets by kind and take their rows."""
    own, where = Own(), (source.season, source.event, source.file)
    own.sheets = [(Place(*where, sheet.name), sheet) for sheet in sheets_of(source, own.problems)]
    by_kind: dict[str, list[tuple[Place, RawSheet]]] = defaultdict(list)
    for place, sheet in own.sheets:
        if sheet.rows:
            by_kind[vocabulary("sheet").get(fold(place.sheet), "")].append((place, sheet))
    for kind, same in by_kind.items():
        for place, sheet in same:
            if code := _why_not(kind, source, sheet, len(same)):
                perhaps = meant("sheet", place.sheet) if code == "unknown_sheet" and not kind else ""
                if perhaps and perhaps not in by_kind:
                    told = problem("misspelt", **place._asdict(), found=place.sheet, expected=f"perhaps `{perhaps}`")
                else:
                    told = problem(code, **place._asdict(), found=place.sheet)
                own.problems.append(told)
                left = own.ignored[place] if code in IGNORED else own.aside[place]
                left[IGNORED.get(code, code)] += sum(len(typed(row)) for row in sheet.rows)
            else:
                name = "event" if kind == "season" else kind
                taken = take(name, sheet, place._asdict())
                own.taken.append((name, place, taken))
                own.problems += taken.problems
                own.ignored[place] += taken.ignored
                own.aside[place] += taken.aside
    return own


def _lost(source: Source) -> Own:
    """A source at which the process that read it ended."""
    found = "a reader that stopped"
    return Own(problems=[problem("gave_up", season=source.season, event=source.event, file=source.file, found=found)])


def _why_not(kind: str, source: Source, sheet: RawSheet, same: int) -> str:
    """The code of the problem that keeps a sheet from being read; empty if there is none.

    same  how many sheets of the file are of its kind
    """
    if kind == "" and source.event and any(header_row(name, sheet.rows) is not None for name in RESULTS):
        return "results_elsewhere"
    if kind == "" or (kind in OF_EVENTS if not source.event else kind == "season"):
        return "unknown_sheet"
    if kind in DRAWN_SHEETS:
        return "drawn_sheet"
    return "two_sheets" if same > 1 else ""


def _table(kind: str, rows: _Rows) -> RawTable:
    """One frame of all rows, with every field of the contract as a column, then the years in order."""
    fields = [name for name, column in SHEETS[kind].columns.items() if not column.regex]
    years = sorted({name for texts in rows.texts for name in texts} - set(fields))
    text = pd.DataFrame(rows.texts, columns=fields + years, dtype=object)
    return RawTable(
        text=text.where(text.notna(), None),
        faulty=pd.DataFrame(False, index=text.index, columns=text.columns),
        kind=pd.DataFrame(rows.kinds, columns=fields + years, dtype=object).fillna(""),
        origin=pd.DataFrame(rows.origins, columns=ORIGIN),
        columns=rows.columns,
        turned=rows.turned,
        filled=pd.Series(rows.filled, text.index, dtype=int),
    )
