"""The problems of a season as a workbook: an index, what its codes mean, and every bad sheet redrawn with marked cells.

Each problem is told in the language of its event, what stands around them in that of the season.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os.path import relpath
from pathlib import Path

from openpyxl.utils.cell import coordinate_to_tuple

from pipeline.books.sheet import Book, Sheet, lawful_name
from pipeline.pages.columns import Column
from pipeline.pages.problems import ProblemBook
from pipeline.problems.codes import CODES, ORDER, Problem
from pipeline.problems.phrases import ProblemWords
from pipeline.read.cells import RawSheet, letters
from pipeline.read.sheets import Place

WIDTHS = {
    **{"severity": 12, "code": 24, "file": 36, "sheet": 14, "cell": 8, "problem": 26, "found": 34},
    **{"expected": 40, "hint": 40, "explanation": 100},
}
INDEX = ("severity", "code", "file", "sheet", "cell", "problem", "found", "expected", "hint")
WRAPPED = ("file", "problem", "found", "expected", "hint", "explanation")
EXACT_DIGITS = 15  # a longer number is redrawn as text
WIDEST_TYPED = 30  # digits, in a sheet that is redrawn
LONGEST_NOTE, LONGEST_FOUND = 2000, 500
LINKED = 30_000  # lines: a sheet holds 65,530 links, and a line has two
LONGEST_LINK = 2079  # as Excel allows it
UNSAFE_IN_LINKS = re.compile(r"[\x00-\x20\"#%<>?\[\\\]^`{|}\x7f]")  # what Excel writes as %23 and the like


def write_problem_book(path: Path, book: ProblemBook) -> None:
    """Write the index, the codes, then every sheet that has a cell to mark."""
    marked: dict[Place, list[Problem]] = defaultdict(list)
    for problem in book.problems:
        if problem.cell and _place(problem) in book.sheets:
            marked[_place(problem)].append(problem)
    names = {place: lawful_name(f"{number} {place.sheet} {place.event}") for number, place in enumerate(marked, 1)}
    written = Book(path, {"title": book.words("title", x=book.season)})
    _write_index(written.sheet(book.words("sheet_problems")), book, names, path.parent)
    _write_codes(written.sheet(book.words("sheet_codes")), book)
    for place, found in marked.items():
        _redraw(written.sheet(names[place]), book, place, found)
    written.close()


def _place(problem: Problem) -> Place:
    return Place(problem.season, problem.event, problem.file, problem.sheet)


def _write_index(sheet: Sheet, book: ProblemBook, names: Mapping[Place, str], folder: Path) -> None:
    columns = [_column(book, name, [book.shown(p, name) for p in book.problems]) for name in INDEX]
    columns[0] = replace(columns[0], looks=[(_look(p.severity),) for p in book.problems])
    sheet.set_widths(columns)
    sheet.band(book.words("title", x=book.season), "title")
    counts = {severity: sum(p.severity == severity for p in book.problems) for severity in ORDER}
    told = ", ".join(book.words.count(severity, number) for severity, number in counts.items() if number)
    sheet.band(f"{told}. {book.words('means')}", "line")
    sheet.band(book.words("links"), "line")
    table = sheet.table("Problems", columns)
    for row, problem in enumerate(book.problems[:LINKED], table.first):
        if problem.cell and _place(problem) in names:
            sheet.link(row, INDEX.index("cell"), names[_place(problem)], problem.cell)
        target = _target(book, problem, folder)
        if 0 < len(target) <= LONGEST_LINK:
            sheet.link_file(row, INDEX.index("file"), target, problem.file[:LONGEST_FOUND])
    sheet.freeze(table, book.words("column_severity"))
    sheet.print_wide()


def _target(book: ProblemBook, problem: Problem, folder: Path) -> str:
    """Where the problem was typed, seen from the workbook's folder: file, sheet and cell; empty where there is no file."""
    original = book.originals.get((problem.file, problem.sheet))
    if original is None:
        return ""
    file = UNSAFE_IN_LINKS.sub(lambda sign: f"%{ord(sign[0]):02x}", Path(relpath(original, folder)).as_posix())
    sheet = problem.sheet.replace("'", "''")
    return f"{file}#'{sheet}'!{problem.cell or 'A1'}" if sheet else file


def _write_codes(sheet: Sheet, book: ProblemBook) -> None:
    """The codes that the index has, with what they mean."""
    there = {problem.code for problem in book.problems}
    codes = [code for code in CODES if code in there]
    columns = [
        _column(book, "code", codes),
        _column(book, "problem", [book.words.title(code) for code in codes]),
        _column(book, "explanation", [book.words.explanation(code) for code in codes]),
    ]
    sheet.set_widths(columns)
    table = sheet.table("Codes", columns, filters=False)
    sheet.freeze(table, book.words("column_code"))
    sheet.print_wide()


def _column(book: ProblemBook, name: str, texts: Sequence[str]) -> Column:
    look = ("wrapped", "top") if name in WRAPPED else ("text", "top")
    return Column(book.words(f"column_{name}"), [text[:LONGEST_FOUND] for text in texts], look, width=WIDTHS[name])


def _redraw(sheet: Sheet, book: ProblemBook, place: Place, problems: list[Problem]) -> None:
    """The sheet as it was typed, at the same addresses, with a mark and a note on each cell that has a problem."""
    typed = book.sheets[place]
    at_cell: dict[tuple[int, int], list[Problem]] = defaultdict(list)
    for problem in problems:
        row, column = coordinate_to_tuple(problem.cell)
        at_cell[row - 1, column - 1].append(problem)
    sheet.set_widths(_typed_columns(typed))
    for row, cells in enumerate(typed.rows):
        for column, cell in enumerate(cells):
            if cell.text and (row, column) not in at_cell:
                number = (
                    cell.kind == "number"
                    and len(cell.text) <= EXACT_DIGITS
                    and cell.text == repr(float(cell.text)).removesuffix(".0")
                )
                look = ("text", "middle") if number else ("text",)
                sheet.put(row, column, float(cell.text) if number else cell.text[:LONGEST_FOUND], look)
    for (row, column), found in at_cell.items():
        text = typed.rows[row][column].text if row < len(typed.rows) and column < len(typed.rows[row]) else ""
        worst = min((p.severity for p in found), key=ORDER.index)
        sheet.put(row, column, text[:LONGEST_FOUND], ("text", _look(worst), "marked"))
        notes = [_note(problem, book.words_of(problem)) for problem in found]
        sheet.note(row, column, "\n\n".join(notes)[:LONGEST_NOTE], place.file)
    sheet.print_wide()
    sheet.print_addresses(f"{place.file} · {place.sheet}")


def _typed_columns(typed: RawSheet) -> list[Column]:
    """The columns of a sheet, for their widths."""
    texts: list[list[str]] = [[] for _ in range(max(map(len, typed.rows), default=1))]
    for row in typed.rows:
        for column, cell in zip(texts, row, strict=False):
            column.append(cell.text[:WIDEST_TYPED])
    return [Column(letters(i), column, width=WIDEST_TYPED) for i, column in enumerate(texts)]


def _look(severity: str) -> str:
    return f"problem {severity}"


def _note(problem: Problem, words: ProblemWords) -> str:
    """What the note on a cell says of one problem."""
    code = problem.code
    expected = words.expected(code, problem.expected)
    mended = problem.severity == "fix" and problem.expected != CODES[code].expected  # it says what was read
    lines = (
        words("note_head", severity=words.severity(problem.severity), title=words.title(code)),
        words("note_found", found=words.found(code, problem.found) or words("blank")),
        f"{expected[:1].upper()}{expected[1:]}" if mended else words("note_expected", expected=expected),
        words("note_hint", hint=words.hint(code)),
    )
    return "\n".join(lines)
