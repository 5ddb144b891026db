"""A workbook in one language, with its sheets, labels, notes, drop-downs and checks.

A failed write raises ValueError.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from io import BytesIO
from textwrap import shorten

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_rowcol_to_cell

from pipeline.language.language import language
from pipeline.rules.circuits import circuits
from pipeline.tools.new.looks import FONT, LOOKS, NAVY, PALE
from pipeline.tools.new.texts import TYPED_SHEETS, texts
from schemas.messages import Name, Text, Verbatim, listed, names
from schemas.words import (
    BAO_CLOCK,
    DATA_LABELS,
    LANGUAGES,
    MOST_GROUPS,
    POWERS,
    REASONS,
    RESULTS,
    ROLES,
    STAGES,
    TOTAL,
    TURNS,
)

Cells = tuple[int, int, int, int]  # first row and column, last row and column

CREATED = datetime(2001, 1, 1)  # fixed, so that equal input gives equal bytes
LONGEST_LIST, LONGEST_MESSAGE = 255, 255  # Excel's limits, in characters, for the list and the message of a drop-down
NOTE_PIXELS, NOTE_LETTERS = 300, 42  # width of a note in pixels, and letters on one of its lines

# Column or setting -> kind of its words in the vocabulary. CHOICES has the names that drop-downs offer.
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
    "role": "role",
}
CHOICES: dict[str, dict[str, Sequence[str]]] = {
    "event": {
        "kind": ("diplomacy", "bao"),
        "data": DATA_LABELS,
        "language": LANGUAGES,
        "format": ("tournament", "mabingwa"),
        "groups": [str(number) for number in range(1, MOST_GROUPS + 1)],
    },
    "season": {"language": LANGUAGES, "data": DATA_LABELS},
    "boards": {"power": (*POWERS, TOTAL), "scored": ("yes", "no")},
    "games": {"result": RESULTS},
    "placings": {"role": ROLES},
    "results": {"power": POWERS},
    "nmr": {"power": POWERS, "turn": TURNS},
    "players": {"top table": ("yes", "no")},
    "matches": {"stage": STAGES, "reason": REASONS},
}


class Book:
    """A workbook in one language. Strings stay strings, even if they look like formulas, links or numbers.

    offered   formula that refers to the choices of a drop-down, keyed by setting
    printed   whether the workbook has sheets to print, which need a font with the same widths on every machine
    """

    def __init__(self, title: str, code: str, *, printed: bool = False) -> None:
        if code not in LANGUAGES:
            raise ValueError(f"no words in the language {code!r}, only in {', '.join(LANGUAGES)}")
        never = ("strings_to_formulas", "strings_to_urls", "strings_to_numbers")
        font = FONT if printed else {}
        options = {"in_memory": True, "default_format_properties": font} | dict.fromkeys(never, False)
        self._content = BytesIO()
        self.workbook = Workbook(self._content, options)
        self.workbook.set_properties({"title": title, "created": CREATED})
        self.looks = {name: self.workbook.add_format(look) for name, look in LOOKS.items()}
        self.title, self.words = title, language(code)
        self.offered: dict[str, str] = {}

    def content(self) -> bytes:
        """Close the workbook and return its bytes."""
        self.workbook.close()
        return self._content.getvalue()

    def word(self, kind: str, name: str) -> str:
        """Return the word for a canonical name in the book's language."""
        return self.words(Name(kind, name))

    def text_of(self, sheet: str, name: str, **values: Text) -> str:
        """Return the text with this name in the book's language, with its placeholders filled in."""
        mentioned: dict[str, Text] = {
            **{typed: Name("sheet", typed) for typed in (*TYPED_SHEETS, "event", "results", "placings", "matches")},
            "total": Name("power", TOTAL),
            "final": Name("boards", "final"),
            "clock": Verbatim(BAO_CLOCK),
            "real": Name("data label", DATA_LABELS[0]),
            **{f"{setting}_setting": Name("setting", setting) for setting in ("system", "rounds", "data")},
        }
        text = texts(sheet)[name]
        if "kiba_circuits" in names(text.text):  # these modules are slow to import
            mentioned["kiba_circuits"] = listed(n for n, circuit in circuits().items() if circuit.needs.game == "bao")
        return self.words(text.of(mentioned | values))

    def note_of(self, sheet: str, name: str, prefix: str = "") -> str:
        """Return the note of a setting or column.

        prefix   name of a message into which the note is inserted, such as `rare`
        """
        note = self.text_of(sheet, name)
        return self.text_of("message", prefix, note=Verbatim(note)) if prefix else note

    def in_words(self, name: str, value: object) -> object:
        """Return a value as a person would type it, with canonical names translated into the book's language."""
        if name not in VOCABULARY or value is None:
            return value
        if isinstance(value, bool):
            value = "yes" if value else "no"
        names = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        return ", ".join(self.word(VOCABULARY[name], str(each)) for each in names)

    def choices(self, sheet: str, name: str) -> list[str] | str:
        """Return the choices of a drop-down as words or a formula, or [] if the column or setting takes free text."""
        if sheet == "event" and name in self.offered:
            return self.offered[name]
        return [self.word(VOCABULARY.get(name, ""), choice) for choice in CHOICES.get(sheet, {}).get(name, ())]


class Page:
    """A sheet of a book. Its methods raise ValueError if a value cannot be written unchanged."""

    def __init__(self, book: Book, sheet: str, *, frozen: tuple[int, int], landscape: bool = True) -> None:
        self.book = book
        self.sheet = book.workbook.add_worksheet(book.word("sheet", sheet))
        self.sheet.freeze_panes(*frozen)
        self.sheet.set_paper(9)  # A4
        self.sheet.fit_to_pages(1, 0)
        self.sheet.repeat_rows(0)
        self.sheet.set_tab_color(NAVY)
        self.sheet.hide_gridlines(0)  # gridlines both on screen and on paper
        self.sheet.set_header("&L" + book.title.replace("&", "&&")[:200] + "&R&A")
        self.sheet.set_footer("&R&P / &N")
        if landscape:
            self.sheet.set_landscape()

    def set_apart(self) -> None:
        """Give the sheet a paler tab, which marks a sheet that few events need."""
        self.sheet.set_tab_color(PALE)

    def _check(self, done: int, row: int, column: int) -> None:
        """Raise ValueError if XlsxWriter returned a negative code because content was omitted or cut off."""
        if done < 0:
            cell = xl_rowcol_to_cell(row, column)
            raise ValueError(f"{self.sheet.name}!{cell} cannot be written: too long, or not a cell")

    def put(self, row: int, column: int, value: object, look: str = "") -> None:
        """Write a value according to its type. Nothing is written for None and ""."""
        form = self.book.looks.get(look)
        match value:
            case None | "":
                return
            case date():
                done = self.sheet.write_datetime(row, column, value, self.book.looks["date"])
            case int() | float():
                done = self.sheet.write_number(row, column, value, form)
            case _:
                done = self.sheet.write_string(row, column, str(value), form)
        self._check(done, row, column)

    def text(self, row: int, column: int, text: str, look: str) -> None:
        """Write a string in the style `look`. For "", write an empty cell in that style."""
        write = self.sheet.write_string if text else self.sheet.write_blank
        self._check(write(row, column, text, self.book.looks[look]), row, column)

    def across(self, row: int, columns: tuple[int, int], text: str, look: str) -> None:
        """Write a string across merged columns, from the first to the last of `columns`."""
        first, last = columns
        self._check(self.sheet.merge_range(row, first, row, last, "", self.book.looks[look]), row, first)
        self.text(row, first, text, look)

    def formula(self, row: int, column: int, formula: str, value: object, look: str = "") -> None:
        """Write a formula with its current value."""
        self._check(self.sheet.write_formula(row, column, formula, self.book.looks.get(look), value), row, column)

    def height(self, row: int, points: float) -> None:
        """Set the height of a row."""
        self._check(self.sheet.set_row(row, points), row, 0)

    def note(self, row: int, column: int, text: str) -> None:
        """Add a note to a cell, and make the note tall enough for its text."""
        lines = sum(math.ceil(len(line) / NOTE_LETTERS) for line in text.split("\n"))
        size = {"width": NOTE_PIXELS, "height": 20 * (lines + 1)}
        self._check(self.sheet.write_comment(row, column, text, size), row, column)

    def offer(
        self,
        choices: Sequence[str] | str,
        cells: Cells,
        message: str = "",
        *,
        error: str = "not in the list",
        stop: bool = False,
    ) -> None:
        """Add a drop-down list to the cells, and a message that is shown when one of the cells is selected.

        choices  words in the list, or a formula that refers to cells with the words. There is no list if `choices` is
                 empty or has more than LONGEST_LIST characters
        error    text shown if any other word is entered, given by its key in `texts("message")`
        stop     whether other words are refused. By default they are accepted after a warning
        """
        options: dict[str, object] = {"input_message": shorten(message, LONGEST_MESSAGE, placeholder=" ...")}
        if choices and len(choices if isinstance(choices, str) else ",".join(choices)) <= LONGEST_LIST:
            options |= {"validate": "list", "source": choices, "error_type": "stop" if stop else "warning"}
            options |= {"error_message": self.book.text_of("message", error)}
        if message or choices:
            self._check(self.sheet.data_validation(*cells, {"validate": "any"} | options), *cells[:2])

    def limit(self, cells: Cells, limits: Mapping[str, object], title: str, error: str) -> None:
        """Make the cells accept only numbers within these limits, which are given as XlsxWriter's arguments.

        title   title of the message shown for any other value
        error   key of the message's text in `texts("message")`
        """
        options = {**limits, "error_title": title, "error_message": self.book.text_of("message", error)}
        self._check(self.sheet.data_validation(*cells, options), *cells[:2])

    def mark(self, cells: Cells, rule: Mapping[str, object], look: str) -> None:
        """Apply a style to the cells where a rule holds. The rule is given as XlsxWriter's arguments."""
        self._check(self.sheet.conditional_format(*cells, {**rule, "format": self.book.looks[look]}), *cells[:2])

    def mark_where(self, cells: Cells, formula: str, look: str) -> None:
        """Apply a style to the cells where a formula is true. The formula is written for the first cell."""
        self.mark(cells, {"type": "formula", "criteria": f"={formula}"}, look)
