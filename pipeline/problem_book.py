"""The problems of a season as a workbook: an index, and every bad sheet redrawn with its cells marked."""

import re
from collections import defaultdict
from pathlib import Path

import xlsxwriter
from openpyxl.utils.cell import coordinate_to_tuple

from pipeline.problems import COLUMNS, Problem
from pipeline.read.cells import RawSheet
from pipeline.read.sheets import Place
from pipeline.sheets import CREATED

COLOURS = {"error": "#F4B6A6", "warning": "#FBE3A2", "fix": "#CFE3F4", "notice": "#E8E8E8"}
ORDER = [*COLOURS]
WIDTHS = {"severity": 10, "code": 22, "file": 34, "sheet": 12, "cell": 8, "found": 40, "expected": 44, "hint": 48}
FORBIDDEN = re.compile(r"[\[\]:*?/\\]")


def ordered(problems: list[Problem]) -> list[Problem]:
    """The gravest first, then by file and cell; each line once."""
    return sorted(
        dict.fromkeys(problems),
        key=lambda p: (ORDER.index(p.severity), p.season, p.file, p.sheet, _spot(p), p.code, p.found),
    )


def write_problem_book(path: Path, title: str, problems: list[Problem], sheets: dict[Place, RawSheet]) -> None:
    """Write the index and the sheets that have marked cells."""
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        book.set_properties({"title": title, "created": CREATED})
        marks = {
            severity: book.add_format({"bg_color": colour, "border": 1, "border_color": "#999999"})
            for severity, colour in COLOURS.items()
        }
        names = _sheet_names([place for place in sheets if any(_at(p, place) for p in problems)])
        _write_index(book, title, problems, names, marks)
        for place, name in names.items():
            _redraw(book, name, place, sheets[place], [p for p in problems if _at(p, place)], marks)


def _write_index(
    book: xlsxwriter.Workbook, title: str, problems: list[Problem], names: dict[Place, str], marks: dict
) -> None:
    page = book.add_worksheet("Problems")
    big = book.add_format({"bold": True, "font_size": 16})
    header = book.add_format({"bold": True, "bottom": 1, "bg_color": "#F2F2F2"})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    page.write_string(0, 0, title, big)
    counts = [f"{sum(p.severity == s for p in problems)} {s}{'s' if s != 'fix' else 'es'}" for s in ORDER]
    page.write_string(1, 0, ", ".join(counts) + ". An error keeps its event out of every table; the others do not.")
    for column, name in enumerate(COLUMNS):
        page.write_string(3, column, name, header)
        page.set_column(column, column, WIDTHS[name])
    for row, problem in enumerate(problems, 4):
        for column, text in enumerate(problem.row()):
            text_cell(page, row, column, text, marks[problem.severity] if column == 0 else wrapped)
        sheet = next((name for place, name in names.items() if _at(problem, place)), "")
        if sheet and problem.cell:
            quoted = sheet.replace("'", "''")
            page.write_url(row, COLUMNS.index("cell"), f"internal:'{quoted}'!{problem.cell}", string=problem.cell)
    page.autofilter(3, 0, 3 + len(problems), len(COLUMNS) - 1)
    page.freeze_panes(4, 0)
    page.set_landscape()
    page.set_paper(9)
    page.fit_to_pages(1, 0)
    page.repeat_rows(3)


def _redraw(
    book: xlsxwriter.Workbook, name: str, place: Place, sheet: RawSheet, problems: list[Problem], marks: dict
) -> None:
    """The sheet as it was typed, at the same addresses, with a mark and a note on each cell that has a problem."""
    page = book.add_worksheet(name)
    at_cell: dict[tuple[int, int], list[Problem]] = defaultdict(list)
    for problem in problems:
        if problem.cell:
            row, column = coordinate_to_tuple(problem.cell)
            at_cell[row - 1, column - 1].append(problem)
    for row, cells in enumerate(sheet.rows):
        for column, typed in enumerate(cells):
            if typed.kind == "number" and (row, column) not in at_cell:
                page.write_number(row, column, float(typed.text))
            elif typed.text:
                text_cell(page, row, column, typed.text, None)
    for (row, column), found in at_cell.items():
        typed = sheet.rows[row][column].text if row < len(sheet.rows) and column < len(sheet.rows[row]) else ""
        text_cell(page, row, column, typed, marks[min((p.severity for p in found), key=ORDER.index)])
        note = "\n".join(f"{p.severity}: {p.found or 'blank'}. Expected {p.expected}. {p.hint}." for p in found)
        page.write_comment(
            row, column, note[:2000], {"x_scale": 3, "y_scale": 1 + 0.6 * len(found), "author": place.file}
        )
    page.set_column(0, 30, 14)


def text_cell(page, row, column, text, look):
    page.write_string(row, column, text[:32000], look)


def _at(problem: Problem, place: Place) -> bool:
    return (problem.season, problem.file, problem.sheet) == (place.season, place.file, place.sheet)


def _spot(problem: Problem) -> tuple[int, int]:
    return coordinate_to_tuple(problem.cell) if problem.cell else (0, 0)


def _sheet_names(places: list[Place]) -> dict[Place, str]:
    """A lawful, unique name for each sheet: the event's, then the sheet's."""
    names: dict[Place, str] = {}
    for number, place in enumerate(places, 1):
        names[place] = f"{number} " + FORBIDDEN.sub("_", f"{place.sheet} {place.event}")[:26].strip("' ")
    return names
