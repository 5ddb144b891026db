"""The problems of a season as a workbook: an index, and every bad sheet redrawn with its cells marked."""

from collections import defaultdict
from pathlib import Path

from openpyxl.utils.cell import coordinate_to_tuple

from pipeline.problems import COLUMNS, Problem
from pipeline.read.cells import RawSheet
from pipeline.read.sheets import Place
from pipeline.sheets import Book, Column, Sheet, lawful_name

ORDER = ["error", "warning", "fix", "notice"]  # the gravest first
MEANS = "An error keeps its event out of every table; the others do not."
WIDTHS = {"code": 24, "file": 36, "sheet": 14, "cell": 8, "found": 36, "expected": 44, "hint": 44}
WRAPPED = ("found", "expected", "hint")
EXACT_DIGITS = 15  # a longer number is redrawn as text
LONGEST_NOTE, LONGEST_FOUND = 2000, 500


def ordered(problems: list[Problem]) -> list[Problem]:
    """The gravest first, then by file and cell; each line once."""
    return sorted(dict.fromkeys(problems), key=_order)


def write_problem_book(path: Path, title: str, problems: list[Problem], sheets: dict[Place, RawSheet]) -> None:
    """Write the index, then every sheet that has a cell to mark."""
    marked: dict[Place, list[Problem]] = defaultdict(list)
    for problem in problems:
        place = Place(problem.season, problem.event, problem.file, problem.sheet)
        if problem.cell and place in sheets:
            marked[place].append(problem)
    book = Book(path, {"title": title})
    index = book.sheet("Problems")
    names = {place: lawful_name(f"{number} {place.sheet} {place.event}") for number, place in enumerate(marked, 1)}
    _write_index(index, title, problems, names)
    for place, found in marked.items():
        _redraw(book.sheet(names[place]), place, sheets[place], found)
    book.close()


def _write_index(sheet: Sheet, title: str, problems: list[Problem], names: dict[Place, str]) -> None:
    columns = [
        Column(
            "severity",
            [p.severity for p in problems],
            ("text", "top"),
            [(_look(p.severity),) for p in problems],
            width=12,
        ),
        *(_column(name, problems) for name in COLUMNS[1:]),
    ]
    sheet.set_widths(columns)
    sheet.band(title, "title")
    counts = {severity: sum(p.severity == severity for p in problems) for severity in ORDER}
    told = ", ".join(f"{severity} {number}" for severity, number in counts.items() if number)
    sheet.band(f"{told}. {MEANS}", "line")
    table = sheet.table("Problems", columns)
    for row, problem in enumerate(problems, table.first):
        place = Place(problem.season, problem.event, problem.file, problem.sheet)
        if problem.cell and place in names:
            sheet.link(row, COLUMNS.index("cell"), names[place], problem.cell)
    sheet.freeze(table, "severity")
    sheet.print_wide()


def _column(name: str, problems: list[Problem]) -> Column:
    look = ("wrapped",) if name in WRAPPED else ("text", "top")
    return Column(name, [str(getattr(p, name))[:LONGEST_FOUND] for p in problems], look, width=WIDTHS[name])


def _redraw(sheet: Sheet, place: Place, typed: RawSheet, problems: list[Problem]) -> None:
    """The sheet as it was typed, at the same addresses, with a mark and a note on each cell that has a problem."""
    at_cell: dict[tuple[int, int], list[Problem]] = defaultdict(list)
    for problem in problems:
        row, column = coordinate_to_tuple(problem.cell)
        at_cell[row - 1, column - 1].append(problem)
    for row, cells in enumerate(typed.rows):
        for column, cell in enumerate(cells):
            if cell.text and (row, column) not in at_cell:
                number = (
                    cell.kind == "number"
                    and len(cell.text) <= EXACT_DIGITS
                    and cell.text == repr(float(cell.text)).removesuffix(".0")
                )
                sheet.put(row, column, float(cell.text) if number else cell.text[:LONGEST_FOUND], ())
    for (row, column), found in at_cell.items():
        text = typed.rows[row][column].text if row < len(typed.rows) and column < len(typed.rows[row]) else ""
        worst = min((p.severity for p in found), key=ORDER.index)
        sheet.put(row, column, text[:LONGEST_FOUND], (_look(worst), "marked"))
        sheet.note(row, column, "\n\n".join(map(_note, found))[:LONGEST_NOTE], place.file)
    sheet.print_wide()


def _look(severity: str) -> str:
    return f"problem {severity}"


def _note(problem: Problem) -> str:
    return f"{problem.severity}: {problem.found or 'blank'}\nExpected {problem.expected}.\nTo do: {problem.hint}."


def _order(problem: Problem) -> tuple[int, str, str, str, tuple[int, int], str, str]:
    cell = coordinate_to_tuple(problem.cell) if problem.cell else (0, 0)
    return ORDER.index(problem.severity), problem.season, problem.file, problem.sheet, cell, problem.code, problem.found
