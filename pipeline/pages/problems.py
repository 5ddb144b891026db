"""The workbook that lists a season's problems, with the meanings of codes and a marked copy of each faulty sheet.

A problem is written in its event's language, and everything else in the season's language.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product, zip_longest
from os.path import relpath
from pathlib import Path

import pandas as pd
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries

from pipeline.language.language import Language, language
from pipeline.pages.book import Band, Book, Column, Grid, Sheet, Styles, Table, Value, lawful_name
from pipeline.pages.languages import SEASON, languages
from pipeline.pages.season import Season
from pipeline.problems.codes import CODES, COLUMNS, ORDER, UNTOLD, Problem
from pipeline.problems.words import SEVERITIES, counted, heading
from pipeline.read.cells import BLANK as BLANK_CELL
from pipeline.read.cells import Cell, RawSheet, letters
from pipeline.read.find import Listing
from pipeline.read.headers import field_of, header_row, kind_of_sheet
from pipeline.read.raw_tables import Place
from schemas.messages import Message, listed, say
from schemas.raw import TYPED

WIDTHS = {
    **{"severity": 12, "code": 24, "file": 36, "sheet": 14, "cell": 8, "problem": 26, "found": 34},
    **{"message": 50, "hint": 40, "explanation": 100},
}
HEADERS = {
    "severity": say("severity"),
    "code": say("code"),
    "problem": say("problem"),
    "file": say("file"),
    "sheet": say("sheet"),
    "cell": say("cell"),
    "found": say("found"),
    "message": say("what is wrong"),
    "hint": say("what to do"),
    "explanation": say("what it means"),
}
BLANK = say("blank")
INDEX = ("severity", "code", "file", "sheet", "cell", "problem", "found", "message", "hint")
WRAPPED = ("file", "problem", "found", "message", "hint", "explanation")
EXACT_DIGITS = 15  # a longer number is redrawn as text
WIDEST_TYPED = 30  # maximum width of a column in a redrawn sheet, in digits
PLAYERS = "players"  # the kind of sheet with private cells
PRIVATE = Cell(UNTOLD, "text")  # drawn in place of private cells
LONGEST_NOTE, LONGEST_FOUND = 2000, 500
LINKED = 30_000  # lines; Excel allows 65,530 links in a sheet, and a line has two
LONGEST_LINK = 2079  # Excel's limit
UNSAFE_IN_LINKS = re.compile(r"[\x00-\x20\"#%<>?\[\\\]^`{|}\x7f]")  # characters that Excel writes as %23 and the like


@dataclass(frozen=True)
class ProblemPage:
    """The problems of a season, and the sheets in which they occur.

    season     name of the season
    problems   problems of the season, the most serious first
    sheets     the sheets as typed
    languages  language of each event, keyed by event, and the season's language, keyed by SEASON
    originals  path of the workbook or CSV file that contains each sheet, keyed by file and sheet
    """

    season: str
    problems: Sequence[Problem]
    sheets: Mapping[Place, RawSheet]
    languages: Mapping[str, str]
    originals: Mapping[tuple[str, str], Path]

    @property
    def language(self) -> Language:
        """The language of the season."""
        return language(self.languages[SEASON])

    def language_of(self, problem: Problem) -> Language:
        """Return the language of the problem's event."""
        return language(self.languages.get(problem.event, self.languages[SEASON]))

    def shown(self, problem: Problem, name: str) -> str:
        """Return a problem's text for the index column called `name`."""
        match name:
            case "severity":
                return self.language(SEVERITIES[problem.severity])
            case "problem":
                return self.language_of(problem)(CODES[problem.code].title)
            case _:
                return self.language_of(problem)(getattr(problem, name))

    def on_sheets(self) -> dict[Place, list[Problem]]:
        """Return the problems that name a cell, keyed by sheet. Each of these sheets is shown with the cells marked."""
        by_sheet: dict[Place, list[Problem]] = defaultdict(list)
        for problem in self.problems:
            if problem.cell and _place(problem) in self.sheets:
                by_sheet[_place(problem)].append(problem)
        return by_sheet


def problem_page(season: Season) -> ProblemPage:
    """Return the problems of a season, with their sheets."""
    computed, name = season.computed, season.name
    sheets = {place: sheet for place, sheet in computed.raw.sheets.items() if place.season == name}
    originals = _originals(computed.listing, season.problems)
    return ProblemPage(name, season.problems, sheets, languages(computed.raw, name), originals)


def problem_lines(problems: Sequence[Problem]) -> pd.DataFrame:
    """Return the problems as the lines of problems.csv."""
    return pd.DataFrame([problem.row() for problem in problems], columns=list(COLUMNS))


def _originals(listing: Listing, problems: Sequence[Problem]) -> dict[tuple[str, str], Path]:
    """Return the path of the file in which each problem was found, keyed by the problem's file and sheet.

    This is the path of the workbook or, if the event is a folder of CSV files, the path of the sheet's CSV file.
    """
    sources = {source.file: source for source in listing.sources}
    originals = {}
    for file, sheet in {(p.file, p.sheet) for p in problems if p.file}:
        parts = {part.stem: part for part in sources[file].parts()} if sheet and file in sources else {}
        whole = sources[file].path if file in sources else listing.raw / file
        originals[file, sheet] = parts.get(sheet, whole)
    return originals


# -- the workbook ------------------------------------------------------------------------------------------------------


def problem_book(page: ProblemPage, folder: Path) -> Book:
    """Return the workbook of problems, with the index, the codes, and a marked copy of every sheet that has problems.

    folder  the workbook's folder. Links are relative to this folder
    """
    marked, title = page.on_sheets(), page.language(problems_of(page.season))
    names = {place: lawful_name(f"{number} {place.sheet} {place.event}") for number, place in enumerate(marked, 1)}
    sheets = [_index(page, names, folder), _codes(page)]
    for place, problems in marked.items():
        typed = _for_everybody(page.sheets[place])
        sheets.append(Sheet(names[place], [_redrawn(page, place, problems, typed)], widths=_typed_columns(typed)))
    return Book(title, sheets)


def _place(problem: Problem) -> Place:
    return Place(problem.season, problem.event, problem.file, problem.sheet)


def _index(page: ProblemPage, names: Mapping[Place, str], folder: Path) -> Sheet:
    """Return the index, with one line per problem.

    For the first LINKED problems, the file and the cell are links.
    """
    linked, words = page.problems[:LINKED], page.language
    columns = {name: _column(page, name, [page.shown(p, name) for p in page.problems]) for name in INDEX}
    columns["severity"] = replace(columns["severity"], cell_styles=[_style(p.severity) for p in page.problems])
    columns["cell"] = replace(columns["cell"], links=[_mark(problem, names) for problem in linked])
    columns["file"] = replace(columns["file"], links=[_original(page, problem, folder) for problem in linked])
    counts = {severity: sum(p.severity == severity for p in page.problems) for severity in ORDER}
    summary = listed(counted(severity, number) for severity, number in counts.items() if number)
    means = say("Only errors cause boards or events to be left out of the tables.")
    bands = [
        Band(words(problems_of(page.season)), "title"),
        Band(f"{words(summary)}. {words(means)}"),
        Band(
            words(
                say(
                    "The link under “cell” opens a redrawn copy of the sheet; the link under “file” opens the original file at that cell."
                )
            )
        ),
    ]
    table = Table("Problems", [*columns.values()], frozen=words(HEADERS["severity"]))
    return Sheet(words(say("Problems")), [*bands, table])


def problems_of(season: str) -> Message:
    """Return the title of the workbook that lists a season's problems."""
    return say("Problems in {season}", season=season)


def _mark(problem: Problem, names: Mapping[Place, str]) -> str:
    """Return the link to a problem's cell in the marked copy of its sheet, or "" if there is no such cell or copy."""
    name = names.get(_place(problem), "").replace("'", "''")
    return f"#'{name}'!{problem.cell}" if problem.cell and name else ""


def _original(page: ProblemPage, problem: Problem, folder: Path) -> str:
    """Return the link to a problem in its original file, relative to `folder`.

    The link is empty if there is no file, or if it would be too long for Excel.
    """
    original = page.originals.get((problem.file, problem.sheet))
    if original is None:
        return ""
    file = UNSAFE_IN_LINKS.sub(lambda sign: f"%{ord(sign[0]):02x}", Path(relpath(original, folder)).as_posix())
    sheet = problem.sheet.replace("'", "''")
    target = f"{file}#'{sheet}'!{problem.cell or 'A1'}" if sheet else file
    return target if len(target) <= LONGEST_LINK else ""


def _codes(page: ProblemPage) -> Sheet:
    """Return the sheet with the codes that occur in the index, and their meanings."""
    words, used = page.language, {problem.code for problem in page.problems}
    codes = [code for code in CODES if code in used]
    columns = [
        _column(page, "code", codes),
        _column(page, "problem", [words(CODES[code].title) for code in codes]),
        _column(page, "explanation", [words(CODES[code].explanation) for code in codes]),
    ]
    return Sheet(words(say("Codes")), [Table("Codes", columns, filters=False, frozen=words(HEADERS["code"]))])


def _column(page: ProblemPage, name: str, texts: Sequence[str]) -> Column:
    styles = ("wrapped", "top") if name in WRAPPED else ("text", "top")
    return Column(page.language(HEADERS[name]), [text[:LONGEST_FOUND] for text in texts], styles, width=WIDTHS[name])


def _redrawn(page: ProblemPage, place: Place, problems: Sequence[Problem], typed: RawSheet) -> Grid:
    """Return a copy of the sheet with every cell at its original address, and a mark on each cell that may be wrong.

    The note about a problem is attached to its first cell.

    typed  the sheet in a form that may be published
    """
    at_cell: dict[tuple[int, int], list[Problem]] = defaultdict(list)
    severities: dict[tuple[int, int], list[str]] = defaultdict(list)
    for problem in problems:
        row, column = coordinate_to_tuple(problem.cell)
        at_cell[row - 1, column - 1].append(problem)
        for address in addresses(problem):
            severities[address].append(problem.severity)
    cells = _typed_cells(typed)
    for (row, column), of_cell in severities.items():
        cells.pop((row, column), None)  # cells with a mark come last
        text = typed.rows[row][column].text if row < len(typed.rows) and column < len(typed.rows[row]) else ""
        cells[row, column] = _redrawn_text(text), ("text", *_style(min(of_cell, key=ORDER.index)), "marked")
    notes = {
        address: "\n\n".join(_note(problem, page.language_of(problem)) for problem in problems)[:LONGEST_NOTE]
        for address, problems in at_cell.items()
    }
    return Grid(f"{place.file} · {place.sheet}", cells, notes, place.file)


def _for_everybody(sheet: RawSheet) -> RawSheet:
    """Return a sheet in a form that may be published.

    In a sheet of players, columns that are private or not read are hidden.
    """
    kind = kind_of_sheet(sheet.name)
    if kind != PLAYERS:
        return sheet
    header = header_row(kind, sheet.rows)
    fields = [] if header is None else [TYPED[kind].get(field_of(kind, cell)) for cell in sheet.rows[header]]
    shown = {column for column, field in enumerate(fields) if field and not field.private}
    return sheet._replace(
        rows=[
            [
                cell if row == header or column in shown or not cell.text else PRIVATE
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(sheet.rows)
        ]
    )


def addresses(problem: Problem) -> Iterator[tuple[int, int]]:
    """Yield the row and the column, counted from 0, of every cell that a problem names."""
    for area in {problem.cell, *filter(None, problem.cells.split(", "))}:
        left, top, right, bottom = range_boundaries(area)
        yield from product(range(top - 1, bottom), range(left - 1, right))


def _typed_cells(typed: RawSheet) -> dict[tuple[int, int], tuple[Value, Styles]]:
    """Return the value and styles of every cell that is not blank, keyed by row and column."""
    drawn = {cell: _drawn(cell) for cell in {*chain.from_iterable(typed.rows)}}
    return {
        (row, column): drawn[cell]
        for row, cells in enumerate(typed.rows)
        for column, cell in enumerate(cells)
        if cell.text
    }


def _drawn(cell: Cell) -> tuple[Value, Styles]:
    """Return the value and the styles to write for a cell in the copy of its sheet.

    A number is written as a float if the float is printed exactly as the number was typed, and otherwise as text.
    """
    exact = cell.kind == "number" and 0 < len(cell.text) <= EXACT_DIGITS
    if exact and cell.text == repr(float(cell.text)).removesuffix(".0"):
        return float(cell.text), ("text", "middle")
    return _redrawn_text(cell.text), ("text",)


def _redrawn_text(text: str) -> str:
    """Return a cell's text as it appears in the copy of its sheet, where long text is cut short.

    Formulas are cut much shorter, so that they do not make the printed sheet wider.
    """
    return f"{text[:WIDEST_TYPED]}…" if text.startswith("=") and len(text) > WIDEST_TYPED else text[:LONGEST_FOUND]


def _typed_columns(typed: RawSheet) -> list[Column]:
    """Return columns that serve only to set the column widths in the copy of a sheet.

    These columns are never written.
    """
    columns = zip_longest(*typed.rows, fillvalue=BLANK_CELL) if typed.rows else [()]
    distinct = [[cell.text[:WIDEST_TYPED] for cell in {*column}] for column in columns]
    return [Column(letters(i), column, width=WIDEST_TYPED) for i, column in enumerate(distinct)]


def _style(severity: str) -> Styles:
    return (f"problem {severity}",)


def _note(problem: Problem, words: Language) -> str:
    """Return a cell's note about one problem, with the severity, what is wrong, and what to do."""
    return "\n".join(map(words, (heading(CODES[problem.code]), problem.message, problem.hint)))
