"""Collect the rows of a raw sheet's table, with named columns and without notes and totals.

Ids in merged cells are filled in. The cells that are left out are counted by reason.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from pipeline.problems.codes import CODES, Problem, did_you_mean, problem
from pipeline.read import headers
from pipeline.read.cells import ACROSS, BLANK, UNREADABLE, Block, Cell, RawSheet, address
from pipeline.read.headers import Rows, filled_columns, is_blank, turned
from schemas.messages import NOTHING, Name, Text, Verbatim, listed, say
from schemas.raw import REQUIRED, SHEETS
from schemas.words import TOTAL, fold, tidy_text, vocabulary

IDS = ("round", "board", "stage", "group")  # columns whose value several rows may share, typed once in merged cells
LISTS = ("event", "players")  # sheets in which a row may have a single cell
OF_THE_GAME = ("power", "turn", "result", "stage")  # columns whose words are never taken for a remark
ADDED_UP = ("final", "nmr orders", "nmr adjustments", "penalty", "score")  # columns that may have a total at the bottom
VALUES = {"event": "value", "systems": "value", "circuits": "points"}  # columns whose value may continue beside them
SEVERAL_VALUES = ("directors", "circuits", "round weights", "systems", "tie-breaks")  # settings whose value is a list
FIGURES = re.compile(r"[\d.,;/| ]+")
REMARKS = ("note",)  # columns without effect, in which merged cells do not matter
CENTRES = re.compile("[0-9]|[12][0-9]|3[0-4]")
UNKNOWN, BLANK_COLUMN = "unknown_column", "blank_column"
WITHOUT_HEADER = {
    UNKNOWN: say("This column has no header, so it was ignored."),
    "unknown_year": say("This column seems to contain centres, but it has no header. It was left out."),
}
ABOVE, BESIDE = "above the header", "in unknown columns"  # reasons why cells are left out
BELOW, LOOSE_TOTALS = "notes below the table", "totals that do not belong to any board"
UNDER_ANOTHER = "headers above other headers"
ONE_ROUND = Cell("1", "number")  # the round in an event without a column for rounds


@dataclass
class SheetRows:
    """The rows of one sheet.

    where    season, event, file and sheet, used to locate problems
    turned   whether the sheet was transposed. If so, row and column numbers are those of the transposed sheet
    fault    code of the error that keeps the sheet from being read, empty if it was read
    columns  the column of each field
    headers  the header of each field except years
    fields   the fields that have a column, and `round` if it is filled in because the sheet lacks that column
    rows     for each row, its number, its cells in the order of `fields`, and how many of them the reader filled in
    ignored  number of filled cells left out, by reason
    aside    number of filled cells left out because of an error, by error code
    """

    where: Mapping[str, str]
    turned: bool = False
    fault: str = ""
    columns: dict[str, int] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)
    rows: list[tuple[int, tuple[Cell | None, ...], int]] = field(default_factory=list)
    ignored: Counter[str] = field(default_factory=Counter)
    aside: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, spot: tuple[int, int] | None, found: Text, **said: Any) -> None:
        """Add a problem located at a row and column of the table or, if `spot` is None, in the sheet as a whole.

        said  message, hint and values, as in `codes.problem`
        """
        cell = address(*(spot[::-1] if self.turned else spot)) if spot else ""
        place: dict[str, Any] = {**self.where, "cell": cell}
        self.problems.append(problem(code, **place, found=found, **said))


def rows_of_sheet(kind: str, sheet: RawSheet, where: Mapping[str, str]) -> SheetRows:
    """Find the header of a sheet of the given kind, name its columns, and collect the rows below it."""
    table = SheetRows(where, turned=headers.on_its_side(kind, sheet.rows))
    rows = turned(sheet.rows) if table.turned else sheet.rows
    merges = [(b, a, d, c) if table.turned else (a, b, c, d) for a, b, c, d in sheet.merges]
    header = headers.header_row(kind, rows)
    without_round = None if header is not None else headers.header_without_round(kind, rows)
    header = header if without_round is None else without_round
    if header is not None and (joined := headers.under_one_header(kind, header, rows)):
        table.report(
            "two_header_rows", (header + 1, 0), Verbatim(", ".join(c.text for c in rows[header + 1] if c.text.strip()))
        )
        table.ignored[UNDER_ANOTHER] += sum(bool(c.text.strip()) for c in [*rows[header], *rows[header + 1]]) - sum(
            bool(c.text.strip()) for c in joined[header]
        )
        rows = joined
    if header is None:
        _report_no_header(table, kind, rows)
    elif not _report_two_tables(table, kind, header, rows):
        if table.turned:
            table.report("turned_sheet", (header, 0), Verbatim(rows[header][0].text))
        left_out = _name_columns(table, kind, header, rows)
        fills = _filled(table, header, rows, merges)
        if without_round is not None:
            table.report("no_round", (header, 0), NOTHING)
            fills |= {(row, "round"): ONE_ROUND for row in range(header + 1, len(rows))}
        _collect_rows(table, kind, header, rows, fills, left_out)
    if table.fault:
        table.aside[table.fault] = sum(len(filled_columns(row)) for row in rows)
    return table


# -- the header --------------------------------------------------------------------------------------------------------


def _report_no_header(table: SheetRows, kind: str, rows: Rows) -> None:
    """Report why the sheet has no header row: it has one column per power, or a header is misspelt or missing."""
    columns = listed((say("`{column}`", column=Name(kind, name)) for name in sorted(REQUIRED[kind])), "and")
    across = headers.powers_across(rows) if kind == "boards" else None
    slips = [] if across else [*headers.misspelt(kind, rows)]
    table.fault = "powers_across" if across else "no_header"
    if across:
        row, (column, *_) = across
        table.report("powers_across", (row, column), Verbatim(rows[row][column].text))
    elif slips:
        guesses = [
            say("“{typed}” may mean `{meant}`.", typed=rows[row][column].text, meant=Name(kind, name))
            for row, column, name in slips
        ]
        row, column, name = slips[0]
        hint = listed(guesses, " ") if slips[1:] else did_you_mean(Name(kind, name))
        text = Verbatim(rows[row][column].text)
        table.report("no_header", (row, column), text, hint=hint, values={"columns": columns})
    else:
        text = Verbatim(", ".join(cell.text for cell in rows[0])[:200])
        table.report("no_header", None, text, values={"columns": columns})


def _report_two_tables(table: SheetRows, kind: str, header: int, rows: Rows) -> bool:
    """Return whether a sheet has two tables, one below or beside the other, and report the sheet if so."""
    named = [(column, headers.field_of(kind, cell)) for column, cell in enumerate(rows[header])]
    once = {name: column for column, name in reversed(named) if name}
    repeated = {name: column for column, name in named if name and column != once[name]}
    second = headers.second_header(kind, header, rows)
    if REQUIRED[kind] <= set(repeated):
        repeated_columns = range(min(repeated.values()), len(rows[header]))
        spot, before = (
            (header, repeated_columns[0]),
            [column for column in once.values() if column < repeated_columns[0]],
        )
        tables = [(header, len(rows), before), (header, len(rows), repeated_columns)]
    elif second is not None:
        below = filled_columns(rows[second])
        spot, tables = (second, below[0]), [(header, second, filled_columns(rows[header])), (second, len(rows), below)]
    else:
        return False
    table.fault = "two_tables"
    table.report("two_tables", spot, listed((headers.span(rows, *where) for where in tables), "and"))
    return True


def _name_columns(table: SheetRows, kind: str, header: int, rows: Rows) -> dict[int, str]:
    """Name the columns, and return those left out because of an error.

    The result gives the code of the error, keyed by column number.
    """
    left_out: dict[int, str] = {}
    width = max(map(len, rows[header:]))
    cells = [*rows[header], *[BLANK] * (width - len(rows[header]))]
    names = [headers.field_of(kind, cell) for cell in cells]
    for column, (cell, name) in enumerate(zip(cells, names, strict=True)):
        code = _fault_of_header(table, cell, name)
        if code == UNKNOWN:
            below = [row[column].text for row in rows[header + 1 :] if column in filled_columns(row)]
            beside_years = any(other.isdecimal() for other in names[max(column - 1, 0) : column + 2])
            beside_years |= kind == "boards" and not any(other.isdecimal() or other == "final" for other in names)
            code = _fault_of_unknown(kind, cell, below, beside_years)
        if not code:
            table.columns[name] = column
            table.headers |= {} if name.isdecimal() else {name: tidy_text(cell.text)}
            _report_year(table, (header, column), cell, name)
        elif code == UNKNOWN and (perhaps := headers.meant(kind, cell.text)) and perhaps not in names:
            message = say("The column “{name}” was ignored, because its name is not recognised here.", name=cell.text)
            hint = did_you_mean(Name(kind, perhaps))
            table.report("misspelt", (header, column), Verbatim(cell.text), message=message, hint=hint)
        elif code == "two_headers":
            first = table.columns[name]
            at = {"first": _range(table, (header, first)), "second": _range(table, (header, column))}
            values = {**at, "other": cells[first].text}
            table.report(code, (header, column), Verbatim(cell.text), values=values)
            left_out[column] = code
        elif code != BLANK_COLUMN:
            unnamed = not cell.text.strip()
            text = say("cells without a header") if unnamed else Verbatim(cell.text)
            table.report(
                code, (header, column), text, message=WITHOUT_HEADER.get(code, NOTHING) if unnamed else NOTHING
            )
            left_out |= {column: code} if CODES[code].severity == "error" else {}
    table.aside.update(left_out.values())
    table.ignored[BESIDE] += len(filled_columns(rows[header])) - len(table.columns) - len(left_out)
    return left_out


def _fault_of_header(table: SheetRows, header: Cell, name: str) -> str:
    """Return the code of the problem that leaves a column without a field, or "" if the column has a field."""
    if header.kind in UNREADABLE:
        return UNREADABLE[header.kind]
    if name:
        return "two_headers" if name in table.columns else ""
    return UNKNOWN


def _fault_of_unknown(kind: str, header: Cell, below: list[str], beside_years: bool) -> str:
    """Return the code that describes an unknown column.

    The column may be blank, have a date as its header, look like a year, or be none of these. It looks like a year if
    `beside_years` is true and all its values are centres.

    beside_years  whether the column is beside a year, or on a sheet of boards that has neither years nor final centres
    """
    if not header.text.strip() and not below:
        return BLANK_COLUMN
    if kind == "boards" and below and headers.is_some_day(header):
        return "date_header"
    like_centres = below and all(CENTRES.fullmatch(text) or fold(text) in vocabulary("nought") for text in below)
    if not (beside_years and like_centres):
        return UNKNOWN
    return "misspelt_year" if re.search(r"\d", header.text) else "unknown_year"


def _report_year(table: SheetRows, spot: tuple[int, int], header: Cell, name: str) -> None:
    """Report a header that is read as a year although it is a date or contains other text."""
    if name.isdecimal() and tidy_text(header.text) != name:
        code = "date_for_year" if headers.is_day(header) else "year_in_words"
        table.report(code, spot, Verbatim(header.text), values={"value": name})


# -- the rows ----------------------------------------------------------------------------------------------------------


def _collect_rows(
    table: SheetRows, kind: str, header: int, rows: Rows, fills: dict[tuple[int, str], Cell], left_out: dict[int, str]
) -> None:
    """Collect the rows below the header that have a filled cell in a named column.

    Notes, and totals that belong to no board, are left out and reported.
    """
    names = {column: name for name, column in table.columns.items()}
    table.fields = [*dict.fromkeys([*table.columns, *(name for _, name in fills)])]
    table.ignored[ABOVE] += sum(len(filled_columns(row)) for row in rows[:header])
    notes = _notes(kind, header, rows, names)
    for number, row in enumerate(rows[header + 1 :], header + 1):
        filled = filled_columns(row)
        if number in notes:
            table.report("note_below", (number, filled[0]), Verbatim(row[filled[0]].text))
            table.ignored[BELOW] += len(filled)
            continue
        cells = {names[column]: row[column] for column in filled if column in names}
        merged = {name: fills[number, name] for name in IDS if (number, name) in fills} if cells and fills else {}
        if continued := _beside_its_value(kind, table.columns, rows[header], row):
            field_name = VALUES[kind]
            texts = [cells[field_name].text, *continued] if field_name in cells else continued
            table.ignored[BESIDE] -= field_name not in cells  # one of the cells now counts as the value
            cells[field_name] = Cell(" ".join(texts), ACROSS)
        for column in filled:
            if column in left_out:
                table.aside[left_out[column]] += 1
            elif column not in names:
                table.ignored[BESIDE] += 1
        if _is_loose_total(kind, cells | merged):
            table.report("loose_total", (number, filled[0]), Verbatim(row[filled[0]].text))
            table.ignored[LOOSE_TOTALS] += len(cells)
        elif cells:
            cells |= merged
            table.rows.append((number, tuple(map(cells.get, table.fields)), len(merged)))


def _beside_its_value(kind: str, columns: Mapping[str, int], header: Sequence[Cell], row: Sequence[Cell]) -> list[str]:
    """Return the texts of the cells that continue a value to the right.

    Only cells in columns whose header is missing or contains a digit can continue a value. In `systems` and `circuits`,
    all of these cells must be figures. In settings, the value itself must be blank or the setting must take a list.
    Otherwise the cells are remarks.
    """
    if kind not in VALUES or VALUES[kind] not in columns:
        return []
    first = columns[VALUES[kind]] + 1
    numbered = [not cell.text.strip() or bool(re.search(r"\d", cell.text)) for cell in header]
    unnamed = takewhile(lambda column: column >= len(header) or numbered[column], range(first, len(row)))
    continued = [row[column].text.strip() for column in unnamed if row[column].text.strip()]
    alone = first > len(row) or not row[first - 1].text.strip()
    if kind != "event":
        figures = all(map(FIGURES.fullmatch, continued))
        return continued if figures else []
    name = vocabulary("setting").get(fold(row[columns["setting"]].text), "") if columns["setting"] < len(row) else ""
    return continued if name and (alone or name in SEVERAL_VALUES) else []


def _notes(kind: str, header: int, rows: Rows, names: Mapping[int, str]) -> set[int]:
    """Return the numbers of the rows below the table that are remarks.

    A row is a remark if its only filled cell is text, or if it belongs to a legend. A row with nothing but a power in
    the `power` column, for example, is not a remark, but a row of the table with its other cells missing. On sheets
    such as placings, whose rows need only one column, a remark must follow a blank row.
    """
    if kind in LISTS:
        return set()
    notes: set[int] = set()
    last = len(rows) - 1
    while last > header and (not (filled := filled_columns(rows[last])) or _is_text_alone(rows[last], filled, names)):
        notes |= {last} if filled else set()
        last -= 1
    needed = sum(not column.missing for column in SHEETS[kind].columns.values())
    blank = next((number for number in range(last + 1, len(rows)) if is_blank(rows[number])), len(rows))
    # text below a blank row is a legend if no cell is a power
    if kind == "boards" and notes.isdisjoint(range(last + 1)):
        blank = next((number for number in range(last, header, -1) if is_blank(rows[number])), header)
        below = (
            [(number, filled_columns(rows[number])) for number in range(blank + 1, last + 1)] if blank > header else []
        )
        if below and all(_is_legend(rows[number], filled, names) for number, filled in below):
            notes |= {number for number, filled in below if filled}
    return notes if needed > 1 else {number for number in notes if number > blank}


def _is_legend(row: Sequence[Cell], filled: list[int], names: Mapping[int, str]) -> bool:
    """Return whether a row contains only text, and no power in the `power` column."""
    texts = all(row[column].kind == "text" for column in filled)
    return texts and not any(
        names.get(column) == "power" and fold(row[column].text) in vocabulary("power") for column in filled
    )


def _is_text_alone(row: Sequence[Cell], filled: list[int], names: Mapping[int, str]) -> bool:
    if len(filled) != 1 or row[filled[0]].kind != "text":
        return False
    name = names.get(filled[0], "")
    return name not in OF_THE_GAME or fold(row[filled[0]].text) not in vocabulary(name)


def _is_loose_total(kind: str, cells: Mapping[str, Cell]) -> bool:
    """Return whether a row contains totals that do not belong to a single board, placing or result."""
    needed = {"boards": {"round", "board", "power"}, "placings": {"place"}, "results": {"round", "score"}}.get(
        kind, set()
    )
    if needed <= set(cells) and not (kind == "results" and sums_up(cells["round"].text)):
        return False
    if kind == "boards" and cells and all(name.isdecimal() or name in ADDED_UP for name in cells):
        return True  # sums without a label
    total = {name for name, cell in cells.items() if sums_up(cell.text)}
    if kind == "placings" or "power" not in cells:
        return bool(total & {"round", "board", "player"})
    return "power" in total


def sums_up(text: str) -> bool:
    """Return whether a string is a word for a total, an average or another summary."""
    return is_total(text) or fold(text.rstrip(" :.")) in vocabulary("summary")


def is_total(text: str) -> bool:
    """Return whether a string is a word for a total."""
    return vocabulary("power").get(fold(text.rstrip(" :."))) == TOTAL


def _filled(table: SheetRows, header: int, rows: Rows, merges: list[Block]) -> dict[tuple[int, str], Cell]:
    """Return the ids that merged cells give to the rows they cover, keyed by row and field.

    All cells merged across several rows are reported.
    """
    names = {column: name for name, column in table.columns.items()}
    fills: dict[tuple[int, str], Cell] = {}
    for top, left, bottom, right in merges:
        cell = rows[top][left] if top < len(rows) and left < len(rows[top]) else BLANK
        covered = [column for column in range(left, right + 1) if names.get(column, REMARKS[0]) not in REMARKS]
        below = [row for row in range(top + 1, min(bottom + 1, len(rows))) if filled_columns(rows[row])]
        if top <= header or not covered or not below or not cell.text.strip():
            continue
        one = Cell(tidy_text(cell.text), "text" if cell.kind in UNREADABLE else cell.kind)
        spots = {(row, column) for row in (top, *below) for column in covered} - {(top, left)}
        fills |= {(row, names[column]): one for row, column in spots if names[column] in IDS}
        is_id = left == right and names[left] in IDS
        values = {"value": one.text, "cells": _range(table, (top, left), (bottom, right))}
        table.report("merged_id" if is_id else "merged_cells", (top, left), Verbatim(cell.text), values=values)
    return fills


def _range(table: SheetRows, *corners: tuple[int, int]) -> str:
    """Return the range that the corners span, such as `A2:A8`, as addresses in the original sheet."""
    return ":".join(address(*(corner[::-1] if table.turned else corner)) for corner in corners)
