"""The drawing: a workbook in one language, its sheet of settings, and its tables with notes, drop-downs and checks."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from textwrap import shorten

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.rules.circuits import circuit_names, circuits
from pipeline.tools.new.notes import CENTRES_NOTE, CENTRES_TITLE, COLUMNS, NOT_CENTRES, NOT_IN_THE_LIST, Texts
from schemas.words import (
    BAO_CLOCK,
    CENTRES_ON_THE_MAP,
    DATA_LABELS,
    LANGUAGES,
    MOST_GROUPS,
    POWERS,
    RESULTS,
    TOTAL,
    TURNS,
    word,
)

Row = Mapping[str, object]
Cells = tuple[int, int, int, int]  # first row and column, last row and column

CREATED = datetime(2001, 1, 1)  # the same for every workbook: the same input gives the same bytes
ROWS_TO_TYPE = 5000  # rows below a header that have drop-downs and checks
LONGEST_LIST, LONGEST_MESSAGE = 255, 255  # what a drop-down and a message may hold in Excel
WIDEST_COLUMN = 60  # in digits, as spreadsheets measure
LINE_LETTERS, LINE_POINTS = 68, 15  # how many letters fit on its line, and the line's height
WIDTHS = {  # at least
    **{"player": 24, "winners": 20, "ended": 12, "variant": 16, "also known as": 24, "note": 40},
    **{"stage": 14, "south": 20, "north": 20, "winner": 20, "reason": 14},
}
NOTE_PIXELS, NOTE_LETTERS = 300, 42  # width of a note, and how many letters fit on its line

STYLES = {
    "header": {"bold": True, "bg_color": "#DCE6F1", "bottom": 1, "text_wrap": True, "valign": "top"},
    "centres header": {"bold": True, "bg_color": "#DCE6F1", "bottom": 1, "align": "center", "valign": "top"},
    "setting": {"bold": True},
    "value": {"align": "left"},
    "centres": {"align": "center"},
    "date": {"num_format": "yyyy-mm-dd", "align": "left"},
    "total": {"bold": True, "bg_color": "#F2F2F2", "top": 1, "bottom": 1},
    "full": {"bold": True, "bg_color": "#F2F2F2", "top": 1, "bottom": 1, "font_color": "#006100"},
    "impossible": {"bold": True, "bg_color": "#FF9999", "top": 1, "bottom": 1, "font_color": "#9C0006"},
    "remark": {"text_wrap": True, "indent": 1},
    "wrong": {"bold": True, "bg_color": "#FF9999", "font_color": "#9C0006"},
    "won": {"bold": True, "font_color": "#006100"},
    "first of a round": {"top": 1},
    "kept": {"bg_color": "#FBF3DC"},
}

# The vocabulary that a column's or a setting's words come from, and the names a drop-down offers.
VOCABULARY = {
    "power": "power",
    "winners": "power",
    "scored": "answer",
    "top table": "answer",
    "result": "result",
    "turn": "turn",
    "kind": "event kind",
    "data": "data label",
    "language": "language",
    "format": "format",
    "stage": "stage",
    "reason": "reason",
}
CHOICES: dict[str, dict[str, Sequence[str]]] = {
    "event": {
        "kind": ("diplomacy", "bao"),
        "data": DATA_LABELS,
        "format": ("tournament", "mabingwa"),
        "groups": [str(number) for number in range(1, MOST_GROUPS + 1)],
    },
    "season": {"language": LANGUAGES, "data": DATA_LABELS},
    "boards": {"power": (*POWERS, TOTAL), "scored": ("yes", "no")},
    "games": {"result": RESULTS},
    "nmr": {"power": POWERS, "turn": TURNS},
    "players": {"top table": ("yes", "no")},
    "matches": {
        "stage": ("qualifying", "semifinal", "final", "playoff", "nations"),
        "reason": ("played", "resigned", "time"),
    },
}
CENTRES = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": CENTRES_ON_THE_MAP}
DATES = ("ended", "born", "start", "end", "as of")
LABELS = ("round", "board", "year", "last year")  # numbers that name something
ALWAYS = {
    "boards": ("round", "board", "power", "player"),
    "games": ("round", "board"),
    "nmr": ("round", "board", "power", "year", "turn"),
    "players": ("player",),
}


class Book:
    """A workbook in one language. Text stays text, whatever it looks like."""

    def __init__(
        self,
        path: Path,
        title: str,
        language: str,
        systems: Sequence[str] = (),
        *,
        notes: Mapping[str, Mapping[str, Texts]] = COLUMNS,
        font: Row | None = None,
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no words in the language {language!r}, only in {', '.join(LANGUAGES)}")
        never = ("strings_to_formulas", "strings_to_urls", "strings_to_numbers")
        options = {"in_memory": True, "default_format_properties": font or {}} | dict.fromkeys(never, False)
        self.workbook = Workbook(str(path), options)
        self.workbook.set_properties({"title": title, "created": CREATED})
        self.styles = {name: self.workbook.add_format(look) for name, look in STYLES.items()}
        self.title, self.language, self.systems, self.notes = title, language, tuple(systems), notes

    def add_styles(self, styles: Mapping[str, Mapping[str, object]]) -> None:
        """More looks for cells, by their names."""
        self.styles |= {name: self.workbook.add_format({**look}) for name, look in styles.items()}

    def close(self) -> None:
        """Write the file. Raises OSError."""
        try:
            self.workbook.close()
        except FileCreateError as fault:
            raise fault.args[0] from None

    def word(self, kind: str, name: str) -> str:
        """A canonical name in this book's language."""
        return word(kind, name, self.language)

    def say(self, texts: Texts, **names: str) -> str:
        """The text in this book's language, with the names it mentions."""
        sheets = {name: self.word("sheet", name) for name in COLUMNS}
        text, lists = texts[LANGUAGES.index(self.language)], {"systems": self.systems, "circuits": circuit_names()}
        if "{kiba_circuits}" in text:  # their modules take long to import
            lists["kiba_circuits"] = [name for name, circuit in circuits().items() if circuit.needs.game == "bao"]
        words = sheets | {name: ", ".join(ids) for name, ids in lists.items()} | {"total": self.word("power", TOTAL)}
        return text.format(**words | {"clock": BAO_CLOCK} | names)

    def typed(self, name: str, value: object) -> object:
        """A value of a column or setting as people type it: names of the vocabulary in the book's language."""
        if name not in VOCABULARY or value is None:
            return value
        if isinstance(value, bool):
            value = "yes" if value else "no"
        names = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        return ", ".join(self.word(VOCABULARY[name], str(each)) for each in names)

    def choices(self, sheet: str, name: str) -> list[str]:
        """What the drop-down of a column or setting offers; empty for free text."""
        if (sheet, name) == ("event", "system"):
            return list(self.systems)
        return [self.word(VOCABULARY.get(name, ""), choice) for choice in CHOICES[sheet].get(name, ())]

    def page(self, sheet: str, *, frozen: tuple[int, int], landscape: bool = True) -> Worksheet:
        """An empty sheet with its print set-up."""
        page = self.workbook.add_worksheet(self.word("sheet", sheet))
        page.freeze_panes(*frozen)
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
        page.hide_gridlines(0)  # not hidden, and printed
        page.set_header("&L" + self.title.replace("&", "&&")[:200] + "&R&A")
        page.set_footer("&R&P / &N")
        if landscape:
            page.set_landscape()
        return page

    def put(self, page: Worksheet, row: int, column: int, value: object, style: str = "") -> None:
        """Write a value as what it is."""
        look = self.styles.get(style)
        match value:
            case None | "":
                return
            case date():
                done = page.write_datetime(row, column, value, self.styles["date"])
            case int() | float():
                done = page.write_number(row, column, value, look)
            case _:
                done = page.write_string(row, column, str(value), look)
        check(done, page, row, column)

    def note(self, page: Worksheet, row: int, column: int, text: str) -> None:
        """A note on a cell, tall enough for its text."""
        lines = sum(math.ceil(len(line) / NOTE_LETTERS) for line in text.split("\n"))
        size = {"width": NOTE_PIXELS, "height": 20 * (lines + 1)}
        check(page.write_comment(row, column, text, size), page, row, column)

    def offer(
        self,
        page: Worksheet,
        choices: Sequence[str] | str,
        cells: Cells,
        message: str = "",
        *,
        error: Texts = NOT_IN_THE_LIST,
        stop: bool = False,
    ) -> None:
        """A drop-down of words, or of the cells that a formula names, and a message when the cell is selected.

        stop    nothing else can be typed; or else another word may be, on purpose
        """
        message = shorten(message, LONGEST_MESSAGE, placeholder=" ...")
        options: dict[str, object] = {"validate": "any", "input_message": message}
        if choices and len(choices if isinstance(choices, str) else ",".join(choices)) <= LONGEST_LIST:
            options |= {"validate": "list", "source": choices}
            options |= {"error_type": "stop" if stop else "warning", "error_message": self.say(error)}
        if message or choices:
            check(page.data_validation(*cells, options), page, *cells[:2])

    def limit(self, page: Worksheet, cells: Cells, limits: Row, title: str, error: Texts) -> None:
        """Numbers within these limits, as XlsxWriter words them, and nothing else."""
        options = {**limits, "error_title": title, "error_message": self.say(error)}
        check(page.data_validation(*cells, options), page, *cells[:2])


def check(done: int, page: Worksheet, row: int, column: int) -> None:
    """XlsxWriter returns a negative number where it left something out or cut it short."""
    if done < 0:
        raise ValueError(f"{page.name}!{xl_rowcol_to_cell(row, column)} cannot be written: too long, or not a cell")


def write_settings(book: Book, sheet: str, settings: Row, notes: Mapping[str, Texts]) -> None:
    """The sheet `event` or `season`: a row a setting, each with its note."""
    page = book.page(sheet, frozen=(1, 0), landscape=False)
    for column, name in enumerate(("setting", "value")):
        book.put(page, 0, column, book.word("event", name), "header")
    rows = list(_setting_rows(settings))
    for row, (name, value) in enumerate(rows, start=1):
        book.put(page, row, 0, book.word("setting", name), "setting")
        book.put(page, row, 1, book.typed(name, value), "value")
        if name in notes:
            book.note(page, row, 0, book.say(notes[name]))
            book.offer(page, book.choices(sheet, name), (row, 1, row, 1), book.say(notes[name]))
    page.set_column(0, 0, 24)
    page.set_column(1, 1, WIDEST_COLUMN)
    empty = [row for row, (_, value) in enumerate(rows, start=1) if value is None]
    page.set_selection(empty[0] if empty else 1, 1, empty[0] if empty else 1, 1)


def _setting_rows(settings: Row) -> Iterator[tuple[str, object]]:
    for name, value in settings.items():
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        yield from ((name, each) for each in values)


def used_columns(sheet: str, rows: Iterable[Row]) -> list[str]:
    """The columns that some row fills, in the contract's order; years follow the player."""
    used = {*ALWAYS[sheet]} | {name for row in rows for name, value in row.items() if value not in (None, "")}
    years = sorted(name for name in used if name.isdecimal())
    if unknown := used - {*COLUMNS[sheet]} - {*years}:
        raise ValueError(f"the sheet {sheet} has no column {', '.join(sorted(unknown))}")
    columns = [name for name in COLUMNS[sheet] if name in used and not name.isdecimal()]
    at = len(ALWAYS[sheet])
    return columns[:at] + years + columns[at:]


def write_rows(book: Book, sheet: str, rows: Sequence[Row], columns: list[str]) -> None:
    """A sheet with one row for each of the given ones."""
    page = table(book, sheet, columns, rows, frozen=(1, 0))
    for row, values in enumerate(rows, start=1):
        put_row(book, page, row, columns, values)
    page.set_selection(1, 0, 1, 0)


def put_row(book: Book, page: Worksheet, row: int, columns: list[str], values: Row) -> None:
    """One row; as high as its remark needs, because not every program sees to that."""
    lines = math.ceil(len(str(values.get("note") or "")) / LINE_LETTERS)
    if lines > 1:
        check(page.set_row(row, lines * LINE_POINTS), page, row, 0)
    for column, name in enumerate(columns):
        book.put(page, row, column, book.typed(name, values.get(name)))


def holds_centres(name: str) -> bool:
    """A column of centres: a year's, or the final ones."""
    return name.isdecimal() or name == "final"


def _style(name: str) -> str:
    """How the cells of a column look."""
    if holds_centres(name):
        return "centres"
    looks = {"note": "remark"} | dict.fromkeys(DATES, "date") | dict.fromkeys(LABELS, "value")
    return looks.get(name, "")


def table(book: Book, sheet: str, columns: list[str], rows: Sequence[Row], *, frozen: tuple[int, int]) -> Worksheet:
    """A sheet with its header: names, notes, widths, drop-downs, and the check on centres."""
    page = book.page(sheet, frozen=frozen)
    years = [name for name in columns if name.isdecimal()]
    for column, name in enumerate(columns):
        year = name in years
        header = int(name) if year else book.word(sheet, name)
        book.put(page, 0, column, header, "centres header" if holds_centres(name) else "header")
        if not year or name == years[0]:
            book.note(page, 0, column, book.say(book.notes[sheet][CENTRES_NOTE if year else name]))
        longest = max(len(str(text)) for text in (header, *(book.typed(name, row.get(name)) for row in rows)))
        width = min(max(longest + 3, WIDTHS.get(name, 0)), WIDEST_COLUMN)
        page.set_column(column, column, width, book.styles.get(_style(name)))
        cells = (1, column, ROWS_TO_TYPE, column)
        if holds_centres(name):
            book.limit(page, cells, CENTRES, book.say(CENTRES_TITLE), NOT_CENTRES)
        else:
            book.offer(page, book.choices(sheet, name), cells)
    return page
