"""The last build's problems, each with the cells around it, for the `watch --open` page."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pipeline.language.language import Language
from pipeline.pages.problems import addresses
from pipeline.problems.codes import Problem, ordered
from pipeline.problems.words import SEVERITIES
from pipeline.read.cells import RawSheet, letters
from pipeline.read.file import sheets_of
from pipeline.read.find import find
from schemas.words import RESERVED

SHOWN = ("error", "warning")
MOST = 20  # maximum on the page; problems.xlsx has all of them
ROWS, COLUMNS = 1, 3  # rows and columns drawn on each side of a marked cell
HEADERS, NAMES = 1, 4  # rows and columns that are always drawn: the header, and the columns that identify a row
LONGEST = 60  # maximum characters drawn per cell


def drawn_problems(problems: Iterable[Problem], raw: Path, words: Language) -> list[dict[str, Any]]:
    """Return at most MOST errors and warnings, the most severe first, as data for JSON.

    Each problem has `severity`, `kind` (the severity in words), `place`, `message`, `hint` and `rows`. The rows are the
    column letters, the sheet's header, and the rows around the marked cells. Each row is a list of pairs (text, whether
    the text is marked), and the first pair has the row's number.
    """
    shown = [problem for problem in ordered([*problems]) if problem.severity in SHOWN][:MOST]
    sheets = _sheets({problem.file for problem in shown}, raw)
    return [
        {
            "severity": problem.severity,
            "kind": words(SEVERITIES[problem.severity]),
            "place": " ".join(filter(None, (problem.file, problem.sheet, problem.cell))),
            "message": words(problem.message),
            "hint": words(problem.hint),
            "rows": _around(problem, sheets),
        }
        for problem in shown
    ]


def _sheets(files: set[str], raw: Path) -> dict[tuple[str, str], RawSheet]:
    """Return the current sheets of these files, keyed by file and sheet name."""
    sources = (source for source in find(raw, RESERVED).sources if source.file in files)
    return {(source.file, sheet.name): sheet for source in sources for sheet in sheets_of(source, [])}


def _around(problem: Problem, sheets: Mapping[tuple[str, str], RawSheet]) -> list[list[tuple[str, bool]]]:
    """Return the rows to show with a problem: the headers and the rows near its cells, as in `drawn_problems`.

    The list is empty if the problem has no cell, or if its sheet cannot be read.
    """
    sheet = sheets.get((problem.file, problem.sheet))
    if not problem.cell or sheet is None:
        return []
    marked = {*addresses(problem)}
    width = max(max(column for _, column in marked) + 1, *map(len, sheet.rows), 1)
    rows = _near((row for row, _ in marked), ROWS, HEADERS, max(len(sheet.rows), max(row for row, _ in marked) + 1))
    columns = _near((column for _, column in marked), COLUMNS, NAMES, width)

    def text(row: int, column: int) -> str:
        cells = sheet.rows[row] if row < len(sheet.rows) else []
        return cells[column].text[:LONGEST] if column < len(cells) else ""

    head = [("", False), *((letters(column), False) for column in columns)]
    return [head] + [
        [(str(row + 1), False), *((text(row, column), (row, column) in marked) for column in columns)] for row in rows
    ]


def _near(places: Iterable[int], reach: int, first: int, number: int) -> list[int]:
    """Return the rows or columns to show: those before `first`, and those within `reach` of any in `places`.

    number  number of rows or columns in all
    """
    near = {other for place in places for other in range(place - reach, place + reach + 1)}
    return [place for place in range(number) if place < first or place in near]
