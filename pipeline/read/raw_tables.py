"""Sources -> raw tables: one frame for each kind of sheet, over all files, with the address of every cell.

In: the sources that `find` lists. Out: `Raw`: the tables, the sheets as they were, and all problems of reading.
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
from schemas.raw import DRAWN_SHEETS, REQUIRED, SETTINGS_SHEETS, SHEETS
from schemas.words import fold, vocabulary

HOUSE = {"systems", "circuits"}  # sheets with a season's own rules
OF_SEASONS, OF_THE_LEAGUE = {"season", "players", *HOUSE}, {"league", "players"}  # sheets that these files can have
LIKE = ("event", "nmr", "calendar", "games", "results", "players")  # sheets that are known by their columns as well
SHORT = ("games", "players")  # what these need other lists have too
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
}  # of any list
IGNORED = {
    "unknown_sheet": "in sheets that are not known",
    "unread_table": "in sheets that are not known",
    "sheet_elsewhere": "in sheets of other files",
    "drawn_sheet": "in sheets drawn for the wall",
}
ORIGIN = [*EVENT, *SOURCE]


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
    headers  field -> its header as typed, for each sheet
    turned   the sheets that were read with their columns as rows: there `row` is a column
    faulty   the same shape as text: cells that have a problem already; none before validation
    filled   how many cells of each row were filled from merged ones
    """

    text: pd.DataFrame
    kind: pd.DataFrame
    origin: pd.DataFrame
    columns: dict[Place, dict[str, int]]
    headers: dict[Place, dict[str, str]]
    turned: set[Place]
    faulty: pd.DataFrame
    filled: pd.Series

    def cell(self, row: int, name: str) -> tuple[Place, str]:
        """The sheet and the address of a field's cell; of the row's first cell where the sheet has no such column."""
        *where, line = self.origin.loc[row, ORIGIN]
        place = Place(*where)
        spot = (int(line), self.columns[place].get(name, 0))
        return place, address(*(spot[::-1] if place in self.turned else spot))

    def cells(self, rows: Sequence[int], name: str) -> str:
        """The addresses of a field in ascending rows of one sheet: `M2:M8` if the rows are adjacent, else one by one."""
        addresses = [self.cell(row, name)[1] for row in rows]
        lines = self.origin.loc[[rows[0], rows[-1]], "row"]
        adjacent = int(lines.iloc[1] - lines.iloc[0]) == len(rows) - 1 > 0
        return f"{addresses[0]}:{addresses[-1]}" if adjacent else ", ".join(addresses)

    def problem(self, code: str, row: int, name: str, found: Text = NOTHING, **said: Any) -> Problem:
        """Return a problem at the cell of a field; at the row's first cell where the sheet has no such column.

        found  where it is not the cell's own text
        said   message, hint and values of their texts, as `codes.problem` takes them
        """
        place, cell = self.cell(row, name)
        if not found:
            text = self.text.at[row, name] if name in self.text else None
            found = Verbatim(text or "")
        return problem(code, **place._asdict(), cell=cell, found=found, **said)


@dataclass
class Raw:
    """What was read: a raw table a kind of sheet, the sheets as they were, and the problems met on the way.

    ignored  how many typed cells of each sheet a rule leaves out, by the rule
    aside    how many typed cells of each sheet an error leaves out, by its code
    """

    tables: dict[str, RawTable]
    sheets: dict[Place, RawSheet]
    problems: list[Problem] = field(default_factory=list)
    ignored: dict[Place, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    aside: dict[Place, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def as_called_there(self, problems: Sequence[Problem]) -> list[Problem]:
        """Return the problems with columns and settings called as the sheets of their events call them."""
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
        """The same with no table but that of the settings: they and the sheets are all that pages ask for."""
        return replace(self, tables={"event": self.tables["event"]})

    def at_setting(
        self, code: str, name: str, *, season: str, event: str, file: str, found: Text = NOTHING, **said: Any
    ) -> Problem:
        """Return a problem at the value of an event's setting; at its file where the setting is not typed.

        found, said  as `RawTable.problem` takes them
        """
        table = self.tables["event"]
        rows = table.origin[(table.origin["season"] == season) & (table.origin["event"] == event)].index
        for row in rows:
            if vocabulary("setting").get(fold(table.text.at[row, "setting"] or "")) == name:
                return table.problem(code, row, "value", found, **said)
        return problem(code, season=season, event=event, file=file, found=found, **said)


class FileRead(NamedTuple):
    """What was read of one source.

    sheets  the sheets as they are
    rows    for each sheet that is not blank its kind (empty if it is left out), its place, and its rows
    """

    sheets: list[tuple[Place, RawSheet]]
    rows: list[tuple[str, Place, SheetRows]]
    problems: list[Problem]


def read(sources: Sequence[Source], step: Callable[[], None] = lambda: None, jobs: int = 1) -> Raw:
    """Read all sources. A file or sheet that cannot be read is a problem and costs nothing but itself.

    step  is called after each source
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
                if code == "unread_table":  # a name that is nearly right says more than the columns
                    code, perhaps = (
                        ("unknown_sheet", perhaps) if perhaps else (code, _like(sheet, source, bool(boards)))
                    )
                rows.append(("", place, _left_out(code, place, sheet, kind, perhaps)))
            else:
                name = "event" if kind in SETTINGS_SHEETS else kind
                rows.append((name, place, rows_of_sheet(name, sheet, place._asdict())))
    return FileRead(sheets, rows, problems)


def _by_kind(sheets: list[tuple[Place, RawSheet]], source: Source) -> dict[str, list[tuple[Place, RawSheet]]]:
    """The sheets that are not blank by the kind that their names mean; the kind is empty for a name that means none.

    A workbook of Apple Numbers has a sheet for each table. Of several tables of one sheet those without its header are
    of no kind; a table with a name of its own, `players - Roster`, is of its sheet's kind if it has the header, and no
    other sheet is of that kind.
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
        beside = is_a_table(place.sheet) and place not in headed and kind in headed.values()
        by_kind["" if beside or (kind == "league" and source.season) else kind].append((place, sheet))
    return by_kind


def _has_header(kind: str, sheet: RawSheet) -> bool:
    """A row, or a column, names what a sheet of this kind needs."""
    name = "event" if kind in SETTINGS_SHEETS else kind
    if name not in SHEETS:
        return False
    finds = (header_row, header_without_round)
    return any(find(name, sheet.rows) is not None for find in finds) or on_its_side(name, sheet.rows)


def _is_called_results_alone(sheet: RawSheet, others: bool) -> bool:
    """A sheet called as typed results, and so are many, that has boards or, beside `others` with results, something else."""
    header = header_row("results", sheet.rows)
    if header is not None and not any(year(cell) for cell in sheet.rows[header]):
        return False
    return others or header_row("boards", sheet.rows) is not None


def _only_results(by_kind: dict[str, list[tuple[Place, RawSheet]]]) -> tuple[str, Place, RawSheet] | None:
    """The one sheet with results, where no sheet is called as one of results is: `Sheet1`, say."""
    if {*RESULTS, "placings", "results"} & {*by_kind}:
        return None
    candidates = [
        (name, place, sheet)
        for place, sheet in by_kind.get("", [])
        for name in RESULTS
        if header_row(name, sheet.rows) is not None
    ]
    if len(candidates) > 1:  # beside a list of prizes, say, or one that explains the columns
        others = {place: [other.rows for _, at, other in candidates if at != place] for _, place, _ in candidates}
        candidates = [
            (name, place, sheet) for name, place, sheet in candidates if has_results(sheet.rows, others[place])
        ]
    return candidates[0] if len(candidates) == 1 else None


def _lost(source: Source) -> FileRead:
    """A source at which the process that read it ended."""
    found = say("the reader stopped")
    lost = problem("gave_up", season=source.season, event=source.event, file=source.file, found=found)
    return FileRead([], [], [lost])


def _why_not(kind: str, source: Source, sheet: RawSheet, same: int, boards: Sequence[RawSheet]) -> str:
    """The code of the problem that keeps a sheet from being read; empty if there is none.

    same    how many sheets of the file are of its kind
    boards  the file's sheets of boards
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
    """A row names every column of boards or of matches."""
    return any(header_row(name, sheet.rows) is not None for name in RESULTS)


def _like(sheet: RawSheet, source: Source, has_boards: bool) -> str:
    """The sheet of such a file whose table this one has, whatever it is called; empty if there is none.

    Beside boards a list of places is what anybody makes of them, and a list of players or of boards is none
    of ours without a column that only ours has.
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
    """The kinds of sheets that a file can have."""
    return {*SHEETS, *DRAWN_SHEETS} - HOUSE if source.event else OF_SEASONS if source.season else OF_THE_LEAGUE


def _meant(place: Place, by_kind: dict[str, list[tuple[Place, RawSheet]]]) -> str:
    """The sheet whose name is perhaps misspelt; empty if it is near none, is one, or that sheet is there."""
    perhaps = meant("sheet", place.sheet)
    return "" if perhaps in by_kind or perhaps == "league" or kind_of_sheet(place.sheet) == "results" else perhaps


def _left_out(code: str, place: Place, sheet: RawSheet, kind: str, perhaps: str) -> SheetRows:
    """A sheet that is not read: its problem, and how many cells that costs."""
    rows = SheetRows(place._asdict())
    if code == "unknown_sheet" and perhaps:
        message = say("No sheet called “{name}” is read.", name=place.sheet)
        rows.report("misspelt", None, Verbatim(place.sheet), message=message, hint=did_you_mean(Name("sheet", perhaps)))
    elif code == "unread_table":
        rows.report(code, None, Verbatim(place.sheet), values={"meant": Name("sheet", perhaps)})
    elif code == "sheet_elsewhere":
        of_season = kind in OF_SEASONS
        home = say("Move it to `season.xlsx`.") if of_season else say("Move it to the workbook of an event.")
        rows.report(code, None, Verbatim(place.sheet), hint=home)
    elif code != "drawn_sheet" or _is_headed(sheet):
        rows.report(code, None, Verbatim(place.sheet))
    counts = rows.ignored if code in IGNORED else rows.aside
    counts[IGNORED.get(code, code)] += sum(len(filled_columns(row)) for row in sheet.rows)
    return rows


def _table(kind: str, sheets: list[tuple[Place, SheetRows]]) -> RawTable:
    """One frame of all rows, with every field of the contract as a column, then the years that have a cell, in order."""
    fields = [name for name, column in SHEETS[kind].columns.items() if not column.pattern]
    columns = fields + sorted({name for _, sheet in sheets for name in sheet.fields} - {*fields})
    origin = [(*place, number) for place, sheet in sheets for number, *_ in sheet.rows]
    cells = np.full((2, len(origin), len(columns)), None)  # texts and kinds: of a thousand sheets they are many
    first = 0
    for sheet in (sheet for _, sheet in sheets if sheet.rows):
        here = np.s_[first : first + len(sheet.rows)], [columns.index(name) for name in sheet.fields]
        cells[0][here] = [[cell and cell.text for cell in row] for _, row, _ in sheet.rows]
        cells[1][here] = [[cell and cell.kind for cell in row] for _, row, _ in sheet.rows]
        first += len(sheet.rows)
    text, kinds = (pd.DataFrame(of_cells, columns=columns, dtype=object) for of_cells in cells)
    kept = [name for name in columns if name in fields or text[name].notna().any()]
    return RawTable(
        text=text[kept],
        faulty=pd.DataFrame(False, index=text.index, columns=kept),
        kind=kinds[kept].fillna(""),
        origin=pd.DataFrame(origin, columns=ORIGIN),
        columns={place: sheet.columns for place, sheet in sheets},
        headers={place: sheet.headers for place, sheet in sheets},
        turned={place for place, sheet in sheets if sheet.turned},
        filled=pd.Series([filled for _, sheet in sheets for *_, filled in sheet.rows], text.index, dtype=int),
    )
