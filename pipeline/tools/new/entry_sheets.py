"""Sheets to fill in: the settings, and tables with notes, drop-downs and checks."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pipeline.language.language import ENGLISH
from pipeline.tools.new.texts import ANY_YEAR, rarely_needed, texts
from pipeline.tools.new.workbook import Book, Page
from schemas.words import CENTRES_ON_THE_MAP

Row = Mapping[str, object]

ROWS_TO_TYPE = 5000  # rows below a header that have drop-downs and checks
WIDEST_COLUMN = 60  # in digits, the unit of widths in spreadsheets
ASKED = ("name", "system", "rounds", "data")  # settings shown in bold
LINE_LETTERS, LINE_POINTS = 68, 15  # letters on one line of a note, and the height of the line in points
WIDTHS = {  # minimum widths
    **{"player": 24, "winners": 20, "ended": 12, "adjudicated": 14, "variant": 16, "also known as": 24, "note": 40},
    **{
        "system": 20,
        "based on": 24,
        "number": 20,
        "value": 40,
        "name": 24,
        "points": 40,
        "divisor": 24,
        "tie-breaks": 40,
    },
    **{"stage": 14, "south": 20, "north": 20, "winner": 20, "reason": 14},
}
CENTRES = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": CENTRES_ON_THE_MAP}
COLUMN_LOOKS = {
    "note": "remark",
    **dict.fromkeys(("ended", "born", "start", "end", "as of", "adjudicated"), "date"),
    **dict.fromkeys(("round", "board", "year", "last year"), "value"),  # columns whose numbers serve as names
}
ALWAYS = {
    "boards": ("round", "board", "power", "player"),
    "games": ("round", "board"),
    "nmr": ("round", "board", "power", "year", "turn"),
    "players": ("player",),
    "calendar": ("round", "board", "year", "adjudicated"),
    "placings": ("player", "place"),
    "results": ("player", "round", "score"),
}


def of_the_language(language: str) -> dict[str, object]:
    """Return the `language` setting for a blank workbook, or {} for English, which is the default."""
    return {} if language == ENGLISH else {"language": language}


def write_settings(book: Book, sheet: str, settings: Row, notes: str = "") -> None:
    """Write the `event` or `season` sheet, with one row per setting and notes on the settings.

    notes   key of the notes in `texts`, if it differs from the sheet's name
    """
    page = Page(book, sheet, frozen=(1, 0), landscape=False)
    for column, name in enumerate(("setting", "value")):
        page.put(0, column, book.word("event", name), "header")
    rows = list(_setting_rows(settings))
    for row, (name, value) in enumerate(rows, start=1):
        rare = "rare" if value is None and name in rarely_needed(notes or sheet) else ""
        asked = "asked" if name in ASKED else ""
        page.text(row, 0, book.word("setting", name), f"{rare or asked} setting".strip())
        page.text(row, 1, "", f"{asked} value".strip())
        page.put(row, 1, book.in_words(name, value), f"{asked} value".strip())
        if name in texts(notes or sheet):
            note = book.text_of(notes or sheet, name)
            page.note(row, 0, book.note_of(notes or sheet, name, rare))
            page.offer(book.choices(sheet, name), (row, 1, row, 1), note)
    page.sheet.set_column(0, 0, 24)
    page.sheet.set_column(1, 1, WIDEST_COLUMN)
    first_empty = next((row for row, (_, value) in enumerate(rows, start=1) if value is None), 1)
    page.sheet.set_selection(first_empty, 1, first_empty, 1)


def _setting_rows(settings: Row) -> Iterator[tuple[str, object]]:
    for name, value in settings.items():
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        yield from ((name, each) for each in values)


def used_columns(sheet: str, rows: Iterable[Row]) -> list[str]:
    """Return the columns to write, in their usual order, with the years directly after the columns in ALWAYS.

    Columns that are not in ALWAYS are written only if they hold values. Raises ValueError if a row has a column that
    the sheet lacks.
    """
    used = {*ALWAYS[sheet]} | {name for row in rows for name, value in row.items() if value not in (None, "")}
    years = sorted(name for name in used if name.isdecimal())
    if unknown := used - {*texts(sheet)} - {*years}:
        raise ValueError(f"the sheet {sheet} has no column {', '.join(sorted(unknown))}")
    columns = [name for name in texts(sheet) if name in used and not name.isdecimal()]
    at = len(ALWAYS[sheet])
    return columns[:at] + years + columns[at:]


def write_rows(book: Book, sheet: str, rows: Sequence[Row], columns: list[str], *, rare: bool = False) -> None:
    """Write a sheet with these rows, and give the sheet a paler tab if it is rarely needed."""
    page = write_table(book, sheet, columns, rows, frozen=(1, 0))
    if rare:
        page.set_apart()
        page.note(0, 0, book.note_of(sheet, columns[0], "rare sheet"))
    page.sheet.set_selection(1, 0, 1, 0)


def write_table(
    book: Book, sheet: str, columns: list[str], rows: Sequence[Row], *, frozen: tuple[int, int], notes: str = ""
) -> Page:
    """Write a sheet with its header and rows, and return the `Page`.

    notes   key of the notes in `texts`, if it differs from the sheet's name
    """
    page = write_header(book, sheet, columns, rows, frozen=frozen, notes=notes)
    for row, values in enumerate(rows, start=1):
        put_row(page, row, columns, values)
    return page


def put_row(page: Page, row: int, columns: list[str], values: Row) -> None:
    """Write one row, and make it tall enough for its note because not every program adjusts the height."""
    lines = math.ceil(len(str(values.get("note") or "")) / LINE_LETTERS)
    if lines > 1:
        page.height(row, lines * LINE_POINTS)
    for column, name in enumerate(columns):
        page.put(row, column, page.book.in_words(name, values.get(name)))


def holds_centres(name: str) -> bool:
    """Return whether a column holds centres, either those of a year or the final ones."""
    return name.isdecimal() or name == "final"


def write_header(
    book: Book, sheet: str, columns: list[str], rows: Sequence[Row], *, frozen: tuple[int, int], notes: str = ""
) -> Page:
    """Write the header of a sheet, and return the `Page`.

    The header has names and notes. Each column's width suits its contents. Cells for centres accept only possible
    numbers, and columns with fixed choices have drop-downs.
    """
    page = Page(book, sheet, frozen=frozen)
    first_year = next((name for name in columns if name.isdecimal()), "")
    for column, name in enumerate(columns):
        header = int(name) if name.isdecimal() else book.word(sheet, name)
        rare = "rare" if name in rarely_needed(notes or sheet) and not any(row.get(name) for row in rows) else ""
        page.put(0, column, header, "centres header" if holds_centres(name) else f"{rare} header".strip())
        note = ANY_YEAR if name == first_year else name
        if note in texts(notes or sheet):
            page.note(0, column, book.note_of(notes or sheet, note, rare))
        longest = max(len(str(text)) for text in (header, *(book.in_words(name, row.get(name)) for row in rows)))
        width = min(max(longest + 3, WIDTHS.get(name, 0)), WIDEST_COLUMN)
        look = "centres" if holds_centres(name) else COLUMN_LOOKS.get(name, "")
        page.sheet.set_column(column, column, width, book.looks.get(look))
        cells = (1, column, ROWS_TO_TYPE, column)
        if holds_centres(name):
            page.limit(cells, CENTRES, book.text_of("message", "centres"), "not centres")
        else:
            page.offer(book.choices(sheet, name), cells)
    return page
