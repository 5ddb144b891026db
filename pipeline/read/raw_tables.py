"""Read sources into raw tables, one for each kind of sheet, with the address of every cell.

The result is a `Raw`, with the tables, the raw sheets, and all problems found while reading.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem, did_you_mean, problem
from pipeline.processes import each
from pipeline.read.cells import RawSheet, address
from pipeline.read.file import sheets_of
from pipeline.read.find import Source
from pipeline.read.headers import (
    RESULTS,
    fields,
    filled_columns,
    has_results,
    header_row,
    header_without_round,
    is_a_table,
    kind_before_a_table,
    kind_of_sheet,
    meant,
    on_its_side,
    year,
)
from pipeline.read.sheet_rows import SheetRows, rows_of_sheet
from schemas.keys import EVENT, SOURCE
from schemas.messages import NOTHING, Headers, Name, Text, Verbatim, say
from schemas.raw import DRAWN_SHEETS, REQUIRED, SETTINGS_SHEETS, SHEETS, TYPED
from schemas.words import fold, vocabulary

HOUSE = {"systems", "circuits"}  # sheets with a season's house rules
# The sheets that season.xlsx and league.xlsx may have.
OF_SEASONS, OF_THE_LEAGUE = (
    {"season", "players", *HOUSE},
    {"league", "players"},
)
# Kinds of sheets that are also recognised by their columns.
LIKE = ("event", "nmr", "calendar", "games", "results", "players")
SHORT = ("games", "players")  # kinds whose required columns occur in other lists too
COMMON = {
    "country",
    "games",
    "score",
    "place",
    "note",
    "remark",
    "sex",
    "born",
    "power",
    "rounds",
    "elo",
}  # columns that any list may have
IGNORED = {
    "unknown_sheet": "in unknown sheets",
    "unread_table": "in unknown sheets",
    "sheet_elsewhere": "in sheets that belong in other files",
    "drawn_sheet": "in printed sheets or instruction sheets",
}
ORIGIN = [*EVENT, *SOURCE]
PRIVATE = {name for name, field in TYPED["players"].items() if field.private}


class Place(NamedTuple):
    """The season, event, file and name of a sheet."""

    season: str
    event: str
    file: str
    sheet: str


@dataclass
class RawTable:
    """All sheets of one kind as one frame of strings, in which `None` is a blank cell.

    text     one column per field (`round`, `power`, `1901` ...), one row per row of a sheet
    kind     the kind of each cell, in the same shape as `text`
    origin   season, event, file, sheet and row (from 0) of each row
    places   the sheet of each row
    columns  the number of each field's column (from 0), by sheet
    headers  the header of each field, by sheet
    turned   the sheets that were transposed. For these, `row` in `origin` is a column number
    faulty   whether each cell already has a problem, in the same shape as `text`. All False before validation
    filled   how many cells of each row the reader filled in, for example with ids from merged cells
    """

    text: pd.DataFrame
    kind: pd.DataFrame
    origin: pd.DataFrame
    places: list[Place]
    columns: dict[Place, dict[str, int]]
    headers: dict[Place, dict[str, str]]
    turned: set[Place]
    faulty: pd.DataFrame
    filled: pd.Series

    def cell(self, row: int, name: str) -> tuple[Place, str]:
        """Return the sheet and address of a field's cell, or of the row's first cell if the sheet lacks the column."""
        place = self.places[row]
        spot = (int(self.origin.at[row, "row"]), self.columns[place].get(name, 0))
        return place, address(*(spot[::-1] if place in self.turned else spot))

    def cells(self, rows: Sequence[int], name: str) -> str:
        """Return the addresses of a field's cells in several rows.

        The result is a range such as `M2:M8` if the rows are adjacent, and otherwise a list such as `M2, M9`.

        rows  rows of one sheet, in ascending order
        """
        addresses = [self.cell(row, name)[1] for row in rows]
        lines = self.origin.loc[[rows[0], rows[-1]], "row"]
        adjacent = int(lines.iloc[1] - lines.iloc[0]) == len(rows) - 1 > 0
        return f"{addresses[0]}:{addresses[-1]}" if adjacent else ", ".join(addresses)

    def problem(self, code: str, row: int, name: str, found: Text = NOTHING, **said: Any) -> Problem:
        """Return a problem located at a field's cell, or at the row's first cell if the sheet lacks the column.

        found  what was found, by default the cell's text
        said   message, hint and values, as in `codes.problem`
        """
        place, cell = self.cell(row, name)
        if not found:
            text = self.text.at[row, name] if name in self.text else None
            found = Verbatim(text or "")
        met = problem(code, **place._asdict(), cell=cell, found=found, **said)
        return met._replace(private=name in PRIVATE)


@dataclass
class Raw:
    """The input as read, with one raw table per kind of sheet, the raw sheets, and the problems found while reading.

    ignored  number of filled cells left out, by sheet and reason, such as `notes below the table`
    aside    number of filled cells left out because of an error, by sheet and error code
    """

    tables: dict[str, RawTable]
    sheets: dict[Place, RawSheet]
    problems: list[Problem] = field(default_factory=list)
    ignored: dict[Place, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    aside: dict[Place, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def as_called_there(self, problems: Sequence[Problem]) -> list[Problem]:
        """Return the problems, with columns and settings named as in the sheets of each problem's event."""
        typed: dict[tuple[str, str], dict[Place, list[tuple[Name, str]]]] = defaultdict(dict)
        for kind, table in self.tables.items():
            for place, headers in table.headers.items():
                named = [(Name(kind, field), header) for field, header in headers.items()]
                typed[place.season, place.event].setdefault(place, []).extend(named)
        settings = self.tables["event"]
        for text, *where in zip(
            settings.text["setting"], *(settings.origin[name] for name in ORIGIN[:-1]), strict=True
        ):
            if name := vocabulary("setting").get(fold(text or "")):
                typed[where[0], where[1]][Place(*where)].append((Name("setting", name), text))

        @cache
        def headers_for(place: Place) -> Headers:
            of_event = typed.get((place.season, place.event), {})
            others = (name for other, names in of_event.items() if other != place for name in names)
            return Headers((*of_event.get(place, ()), *others))

        places = (Place(problem.season, problem.event, problem.file, problem.sheet) for problem in problems)
        return [problem.with_headers(headers_for(place)) for problem, place in zip(problems, places, strict=True)]

    def with_settings_alone(self) -> "Raw":
        """Return a copy with only the settings table, which is all that pages need."""
        return replace(self, tables={"event": self.tables["event"]})

    def at_setting(
        self, code: str, name: str, *, season: str, event: str, file: str, found: Text = NOTHING, **said: Any
    ) -> Problem:
        """Return a problem located at the value of an event's setting, or in the event's file if no sheet sets it.

        found, said  as in `RawTable.problem`
        """
        table = self.tables["event"]
        rows = table.origin[(table.origin["season"] == season) & (table.origin["event"] == event)].index
        for row in rows:
            if vocabulary("setting").get(fold(table.text.at[row, "setting"] or "")) == name:
                return table.problem(code, row, "value", found, **said)
        return problem(code, season=season, event=event, file=file, found=found, **said)


class FileRead(NamedTuple):
    """The content of one source.

    sheets  the raw sheets
    rows    kind, place and rows of each sheet that is not blank. The kind is empty if the sheet is left out
    """

    sheets: list[tuple[Place, RawSheet]]
    rows: list[tuple[str, Place, SheetRows]]
    problems: list[Problem]


def read(sources: Sequence[Source], step: Callable[[], None] = lambda: None, jobs: int = 1) -> Raw:
    """Read all sources. A file or sheet that cannot be read is reported, and does not affect the others.

    step  called after each source
    """
    raw = Raw({}, {})
    by_kind: dict[str, list[tuple[Place, SheetRows]]] = {kind: [] for kind in ("", *SHEETS)}
    for file in each(_read_source, sources, jobs, _lost):
        raw.sheets.update(file.sheets)
        raw.problems += file.problems
        for kind, place, rows in file.rows:
            raw.problems += rows.problems
            raw.ignored[place], raw.aside[place] = rows.ignored, rows.aside
            by_kind[kind].append((place, rows))
        step()
    raw.tables = {kind: _table(kind, by_kind[kind]) for kind in SHEETS}
    return raw


def _read_source(source: Source) -> FileRead:
    """Read a source, sort its sheets by kind and collect their rows."""
    problems: list[Problem] = []
    where = (source.season, source.event, source.file)
    sheets = [(Place(*where, sheet.name), sheet) for sheet in sheets_of(source, problems)]
    by_kind = _by_kind(sheets, source)
    others = any(by_kind[kind] for kind in (*RESULTS, "placings"))
    for place, sheet in by_kind.pop("results", []):
        by_kind["" if _is_called_results_alone(sheet, others) else "results"].append((place, sheet))
    by_kind = defaultdict(list, {kind: same for kind, same in by_kind.items() if same})
    rows = []
    boards = [sheet for _, sheet in by_kind.get("boards", [])]
    if source.event and (only := _only_results(by_kind)):
        name, place, sheet = only
        by_kind[""].remove((place, sheet))
        boards.append(sheet)
        rows.append((name, place, rows_of_sheet(name, sheet, place._asdict())))
        rows[-1][2].report("sheet_name", None, Verbatim(place.sheet), values={"meant": Name("sheet", name)})
    for kind, same in by_kind.items():
        for place, sheet in same:
            if code := _why_not(kind, source, sheet, len(same), boards):
                perhaps = "" if kind else _meant(place, by_kind)
                if code == "unread_table":  # a misspelt name is better evidence than the columns
                    code, perhaps = (
                        ("unknown_sheet", perhaps) if perhaps else (code, _like(sheet, source, bool(boards)))
                    )
                rows.append(("", place, _left_out(code, place, sheet, kind, perhaps)))
            else:
                name = "event" if kind in SETTINGS_SHEETS else kind
                rows.append((name, place, rows_of_sheet(name, sheet, place._asdict())))
    return FileRead(sheets, rows, problems)


def _by_kind(sheets: list[tuple[Place, RawSheet]], source: Source) -> dict[str, list[tuple[Place, RawSheet]]]:
    """Return the sheets that are not blank, grouped by kind. The kind is "" if a sheet's name is unknown.

    A workbook from Apple Numbers has one sheet per table. The name of such a sheet ends with that of the table:

    - The sheet `players - Table 2` has a default name. It counts as unknown if it lacks the header of a `players`
      sheet and another sheet of that kind has the header.
    - The sheet `players - Roster` has a custom name. It counts as a `players` sheet only if it has the header of one
      and no other sheet is called `players` or the like.
    """
    typed = [(place, sheet) for place, sheet in sheets if sheet.rows]
    kinds = {place: kind_of_sheet(place.sheet) for place, _ in typed}
    called = {*kinds.values()}
    for place, sheet in typed:
        before = kind_before_a_table(place.sheet)
        if not kinds[place] and before not in called and _has_header(before, sheet):
            kinds[place] = before
    headed = {place: kinds[place] for place, sheet in typed if _has_header(kinds[place], sheet)}
    by_kind: dict[str, list[tuple[Place, RawSheet]]] = defaultdict(list)
    for place, sheet in typed:
        kind = kinds[place]
        extra_table = is_a_table(place.sheet) and place not in headed and kind in headed.values()
        by_kind["" if extra_table or (kind == "league" and source.season) else kind].append((place, sheet))
    return by_kind


def _has_header(kind: str, sheet: RawSheet) -> bool:
    """Return whether a sheet has a header for this kind of sheet, either in a row or in a column."""
    name = "event" if kind in SETTINGS_SHEETS else kind
    if name not in SHEETS:
        return False
    finds = (header_row, header_without_round)
    return any(find(name, sheet.rows) is not None for find in finds) or on_its_side(name, sheet.rows)


def _is_called_results_alone(sheet: RawSheet, others: bool) -> bool:
    """Return whether a sheet is a results sheet in name only.

    Such a sheet has no results header, or only one that contains years. Unless `others` is true, it must also have a
    boards header.

    others  whether the file has a `boards`, `matches` or `placings` sheet
    """
    header = header_row("results", sheet.rows)
    if header is not None and not any(year(cell) for cell in sheet.rows[header]):
        return False
    return others or header_row("boards", sheet.rows) is not None


def _only_results(by_kind: dict[str, list[tuple[Place, RawSheet]]]) -> tuple[str, Place, RawSheet] | None:
    """Return the only sheet that contains results but has an unknown name, such as `Sheet1`.

    The result is None if there is no such sheet, if there are several, or if another sheet has the name of a results
    sheet.
    """
    if {*RESULTS, "placings", "results"} & {*by_kind}:
        return None
    candidates = [
        (name, place, sheet)
        for place, sheet in by_kind.get("", [])
        for name in RESULTS
        if header_row(name, sheet.rows) is not None
    ]
    if len(candidates) > 1:  # prefer the results to a list of prizes or a legend
        others = {place: [other.rows for _, at, other in candidates if at != place] for _, place, _ in candidates}
        candidates = [
            (name, place, sheet) for name, place, sheet in candidates if has_results(sheet.rows, others[place])
        ]
    return candidates[0] if len(candidates) == 1 else None


def _lost(source: Source) -> FileRead:
    """Return no sheets and one problem for a source, because the process that was reading it ended unexpectedly."""
    text = say("the process that was reading the file stopped")
    lost = problem("gave_up", season=source.season, event=source.event, file=source.file, found=text)
    return FileRead([], [], [lost])


def _why_not(kind: str, source: Source, sheet: RawSheet, same: int, boards: Sequence[RawSheet]) -> str:
    """Return the code of the problem that keeps a sheet from being read, or "" if it can be read.

    same    number of sheets of the same kind in the file
    boards  the file's `boards` sheets
    """
    if kind == "" and source.event and has_results(sheet.rows, (read.rows for read in boards)):
        return "results_elsewhere"
    if kind == "" and _like(sheet, source, bool(boards)):
        return "unread_table"
    if kind not in _possible(source):
        columns = "event" if kind in SETTINGS_SHEETS else kind
        read_elsewhere = columns in SHEETS and header_row(columns, sheet.rows) is not None
        return "sheet_elsewhere" if read_elsewhere else "unknown_sheet"
    if kind in DRAWN_SHEETS:
        return "drawn_sheet"
    return "two_sheets" if same > 1 else ""


def _is_headed(sheet: RawSheet) -> bool:
    """Return whether any row of the sheet names every column that a `boards` or `matches` sheet requires."""
    return any(header_row(name, sheet.rows) is not None for name in RESULTS)


def _like(sheet: RawSheet, source: Source, has_boards: bool) -> str:
    """Return the kind of sheet that the header suggests, or "" if it suggests none that the file can have.

    The sheet's name is ignored. If the file has boards, the kind `placings` is not considered, since a list of places
    then probably summarises the boards. A sheet counts as `games` or `players` only if it has a column that other lists
    lack.
    """
    for kind in LIKE if has_boards else (*LIKE, "placings"):
        header = header_row(kind, sheet.rows)
        named = fields(kind, sheet.rows[header]) - {""} if header is not None else set()
        if named - COMMON - (REQUIRED[kind] if kind in SHORT else set()):
            settings = "" if source.event else "season" if source.season else "league"
            name = (settings or kind) if kind == "event" else kind
            return name if name in _possible(source) else ""
    return ""


def _possible(source: Source) -> set[str]:
    """Return the kinds of sheets that a file can have."""
    return {*SHEETS, *DRAWN_SHEETS} - HOUSE if source.event else OF_SEASONS if source.season else OF_THE_LEAGUE


def _meant(place: Place, by_kind: dict[str, list[tuple[Place, RawSheet]]]) -> str:
    """Return the kind of sheet that a misspelt name may mean.

    The result is "" if no name is similar, or if the file already has a sheet of that kind.
    """
    perhaps = meant("sheet", place.sheet)
    return "" if perhaps in by_kind or perhaps == "league" or kind_of_sheet(place.sheet) == "results" else perhaps


def _left_out(code: str, place: Place, sheet: RawSheet, kind: str, perhaps: str) -> SheetRows:
    """Return an empty `SheetRows` for a sheet that is not read, stating why and how many cells are left out."""
    rows = SheetRows(place._asdict())
    if code == "unknown_sheet" and perhaps:
        message = say("The sheet “{name}” was not read, because its name is not recognised.", name=place.sheet)
        rows.report("misspelt", None, Verbatim(place.sheet), message=message, hint=did_you_mean(Name("sheet", perhaps)))
    elif code == "unread_table":
        rows.report(code, None, Verbatim(place.sheet), values={"meant": Name("sheet", perhaps)})
    elif code == "sheet_elsewhere":
        of_season = kind in OF_SEASONS
        home = say("Move the sheet to `season.xlsx`.") if of_season else say("Move the sheet to an event's workbook.")
        rows.report(code, None, Verbatim(place.sheet), hint=home)
    elif code != "drawn_sheet" or _is_headed(sheet):
        rows.report(code, None, Verbatim(place.sheet))
    counts = rows.ignored if code in IGNORED else rows.aside
    counts[IGNORED.get(code, code)] += sum(len(filled_columns(row)) for row in sheet.rows)
    return rows


def _table(kind: str, sheets: list[tuple[Place, SheetRows]]) -> RawTable:
    """Return all rows as one table.

    Its columns are the fields of this kind of sheet, followed by the years for which any row has a value, in order.
    """
    fields = [name for name, column in SHEETS[kind].columns.items() if not column.pattern]
    columns = fields + sorted({name for _, sheet in sheets for name in sheet.fields} - {*fields})
    origin = [(*place, number) for place, sheet in sheets for number, *_ in sheet.rows]
    text, kinds = (np.full((len(origin), len(columns)), blank, object) for blank in (None, ""))
    first = 0
    for sheet in (sheet for _, sheet in sheets if sheet.rows):
        block = np.s_[first : first + len(sheet.rows)], [columns.index(name) for name in sheet.fields]
        text[block] = [[cell and cell.text for cell in row] for _, row, _ in sheet.rows]
        kinds[block] = [[cell.kind if cell else "" for cell in row] for _, row, _ in sheet.rows]
        first += len(sheet.rows)
    in_use = pd.notna(text).any(axis=0)
    kept = [position for position, name in enumerate(columns) if name in fields or in_use[position]]
    index, names = pd.RangeIndex(len(origin)), pd.Index([columns[position] for position in kept])
    return RawTable(
        text=pd.DataFrame(text[:, kept], index, names, dtype=object),
        faulty=pd.DataFrame(False, index, names),
        kind=pd.DataFrame(kinds[:, kept], index, names, dtype=object),
        origin=pd.DataFrame(origin, columns=ORIGIN),
        places=[place for place, sheet in sheets for _ in sheet.rows],
        columns={place: sheet.columns for place, sheet in sheets},
        headers={place: sheet.headers for place, sheet in sheets},
        turned={place for place, sheet in sheets if sheet.turned},
        filled=pd.Series([filled for _, sheet in sheets for *_, filled in sheet.rows], index, dtype=int),
    )
