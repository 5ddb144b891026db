"""From raw sheets to raw tables: one frame for each kind of sheet, over all files, with the address of every cell."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from pipeline.problems import Problem, problem
from pipeline.read.cells import Cell, RawSheet, Unreadable, address
from pipeline.read.csv_folder import read_csv
from pipeline.read.find import Source
from pipeline.read.ods import read_ods
from pipeline.read.workbook import read_workbook
from schemas.raw import DRAWN_SHEETS, REQUIRED, SHEETS
from schemas.words import fold, vocabulary

OF_EVENTS = {*SHEETS, *DRAWN_SHEETS} - {"players"}  # sheets that season.xlsx cannot have
HEADER_ROWS = 30  # the header is looked for in so many rows
ORIGIN = ["season", "event", "file", "sheet", "row"]
YEARS = range(1800, 2100)
EXCEL_DAY_OF_1901, EXCEL_DAY_OF_1999 = pd.Timestamp(1905, 3, 15), pd.Timestamp(1905, 6, 21)


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
    faulty   the same shape as text: cells that have a problem already; none before validation
    """

    text: pd.DataFrame
    kind: pd.DataFrame
    origin: pd.DataFrame
    columns: dict[Place, dict[str, int]]
    faulty: pd.DataFrame

    def problem(self, code: str, row: int, name: str, found: object = None, expected: str = "") -> Problem:
        """A problem at the cell of a field; at the row's first cell where the sheet has no such column."""
        *where, line = self.origin.loc[row, ORIGIN]
        place = Place(*where)
        cell = address(int(line), self.columns[place].get(name, 0))
        text = self.text.at[row, name] if found is None and name in self.text else found
        return problem(code, **place._asdict(), cell=cell, found="" if pd.isna(text) else str(text), expected=expected)


@dataclass
class Raw:
    """What was read: a raw table a kind of sheet, the sheets as they were, and the problems met on the way."""

    tables: dict[str, RawTable]
    sheets: dict[Place, RawSheet]
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Rows:
    """The rows of one kind of sheet while they are collected."""

    texts: list[dict[str, str]] = field(default_factory=list)
    kinds: list[dict[str, str]] = field(default_factory=list)
    origins: list[tuple[Any, ...]] = field(default_factory=list)
    columns: dict[Place, dict[str, int]] = field(default_factory=dict)


def read(sources: Iterable[Source], told: Callable[[], None] = lambda: None) -> Raw:
    """Read all sources. A file or sheet that cannot be read is a problem and costs nothing but itself."""
    collected: dict[str, _Rows] = {name: _Rows() for name in SHEETS}
    raw = Raw({}, {})
    for source in sources:
        where = (source.season, source.event, source.file)
        sheets = [(Place(*where, sheet.name), sheet) for sheet in _sheets(source, raw.problems)]
        raw.sheets.update(sheets)
        _collect(source, sheets, collected, raw.problems)
        told()
    raw.tables = {name: _table(name, rows) for name, rows in collected.items()}
    return raw


def _sheets(source: Source, problems: list[Problem]) -> list[RawSheet]:
    """The sheets of one source; what cannot be read becomes a problem."""
    sheets: list[RawSheet] = []
    where = {"season": source.season, "event": source.event, "file": source.file}
    for path in source.parts():
        try:
            sheets += read_file(path)
        except Unreadable as fault:
            problems.append(problem(fault.code, **where, sheet=fault.sheet, cell=fault.cell, found=fault.found))
        except OSError as fault:
            problems.append(
                problem("not_a_workbook", **where, found=f"a file that cannot be opened ({fault.strerror})")
            )
    return sheets


def read_file(path: Path) -> list[RawSheet]:
    """The sheets of a workbook or a CSV file. Raises Unreadable, OSError."""
    match path.suffix.casefold():
        case ".csv":
            return [read_csv(path)]
        case ".ods":
            return read_ods(path)
        case _:
            return read_workbook(path)


def _collect(
    source: Source, sheets: list[tuple[Place, RawSheet]], collected: dict[str, _Rows], problems: list[Problem]
) -> None:
    """Sort a source's sheets by kind and take their rows."""
    by_kind: dict[str, list[tuple[Place, RawSheet]]] = defaultdict(list)
    for place, sheet in sheets:
        if sheet.rows:
            by_kind[vocabulary("sheet").get(fold(place.sheet), "")].append((place, sheet))
    for kind, same in by_kind.items():
        code = _why_not(kind, source, len(same))
        if code:
            problems += [problem(code, **place._asdict(), found=place.sheet) for place, _ in same]
        else:
            [(place, sheet)] = same
            kind = "event" if kind == "season" else kind
            _take_rows(place, kind, sheet.rows, collected[kind], problems)


def _why_not(kind: str, source: Source, sheets: int) -> str:
    """The code of the problem that keeps the sheets of one kind from being read; empty if there is none."""
    if kind == "" or (kind in OF_EVENTS if not source.event else kind == "season"):
        return "unknown_sheet"
    if kind in DRAWN_SHEETS:
        return "drawn_sheet"
    return "two_sheets" if sheets > 1 else ""


def _take_rows(place: Place, kind: str, rows: list[list[Cell]], into: _Rows, problems: list[Problem]) -> None:
    """Find the header, name the columns, and take the rows below it."""
    header = _header_row(kind, rows)
    if header is None:
        required = ", ".join(name for name in SHEETS[kind].columns if name in REQUIRED[kind])
        problems.append(
            problem("no_header", **place._asdict(), found=_first_row(rows), expected=f"the columns {required}")
        )
        return
    columns = _columns(place, kind, header, rows[header], problems)
    into.columns[place] = columns
    problems += _nameless(place, header, rows)
    for number, row in enumerate(rows[header + 1 :], header + 1):
        typed = {
            name: row[column] for name, column in columns.items() if column < len(row) and row[column].text.strip()
        }
        if typed:
            into.texts.append({name: cell.text for name, cell in typed.items()})
            into.kinds.append({name: cell.kind for name, cell in typed.items()})
            into.origins.append((*place, number))


def _nameless(place: Place, header: int, rows: list[list[Cell]]) -> list[Problem]:
    """Columns with cells but without a header: ignored, and listed."""
    named = {column for column, cell in enumerate(rows[header]) if cell.text.strip()}
    typed = {column for row in rows[header + 1 :] for column, cell in enumerate(row) if cell.text.strip()}
    where = place._asdict()
    return [
        problem("unknown_column", **where, cell=address(header, column), found="cells without a header")
        for column in sorted(typed - named)
    ]


def _header_row(kind: str, rows: list[list[Cell]]) -> int | None:
    """The first row that names every required column."""
    for number, row in enumerate(rows[:HEADER_ROWS]):
        if REQUIRED[kind] <= {_field(kind, cell) for cell in row}:
            return number
    return None


def _columns(place: Place, kind: str, number: int, header: list[Cell], problems: list[Problem]) -> dict[str, int]:
    """Field -> column; unknown columns are listed, a field with two columns is an error."""
    columns: dict[str, int] = {}
    for column, cell in enumerate(header):
        where = {**place._asdict(), "cell": address(number, column), "found": cell.text}
        name = _field(kind, cell)
        if cell.kind in ("error", "formula"):
            code = "error_cell" if cell.kind == "error" else "formula_without_value"
            problems.append(problem(code, **where))
        elif not cell.text.strip():
            continue
        elif not name:
            problems.append(problem("unknown_column", **where))
        elif name in columns:
            problems.append(problem("two_headers", **where))
        else:
            columns[name] = column
            if cell.kind == "date":
                problems.append(problem("date_for_year", **where))
    return columns


def _field(kind: str, header: Cell) -> str:
    """The field a header means: a word of the vocabulary, or a year; empty if it means nothing."""
    if kind == "boards" and (year := _year(header)):
        return year
    return vocabulary(kind).get(fold(header.text), "")


def _year(header: Cell) -> str:
    """A header that is a year, also one that a spreadsheet shows as the date of day 1901."""
    if header.kind == "date":
        day = pd.to_datetime(header.text, errors="coerce")
        return str((day - pd.Timestamp(1899, 12, 30)).days) if EXCEL_DAY_OF_1901 <= day <= EXCEL_DAY_OF_1999 else ""
    text = header.text.strip()
    return text if text.isascii() and text.isdecimal() and int(text) in YEARS else ""


def _first_row(rows: list[list[Cell]]) -> str:
    return ", ".join(cell.text for row in rows[:1] for cell in row)[:200]


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
    )
