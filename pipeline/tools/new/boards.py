"""The sheet `boards` of Diplomacy: seats by board, and below each board a row that adds up its centres."""

from collections.abc import Sequence
from itertools import groupby

from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.tools.new.notes import CENTRES_NOTE, COLUMNS
from pipeline.tools.new.sheets import (
    ALWAYS,
    ROWS_TO_TYPE,
    Book,
    Row,
    check,
    holds_centres,
    put_row,
    table,
    used_columns,
)
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, FIRST_YEAR, TOTAL

NOT_IN_A_BLANK = ("nmr orders", "nmr adjustments", "draw proposed")  # the sheet nmr asks for each missed turn
YEARS = 7  # of a game, if the event does not say otherwise: 1901 to 1907 (Italia-2010, preface)


def blank_columns(first_year: int, last_year: int | None) -> list[str]:
    """The columns of a blank sheet `boards`: a chart of these years, or else the final centres."""
    columns = [name for name in COLUMNS["boards"] if name not in NOT_IN_A_BLANK]
    if last_year is None:
        return [name for name in columns if name != CENTRES_NOTE]
    years = [str(year) for year in range(first_year, last_year + 1)]
    return [*ALWAYS["boards"], *years, *columns[columns.index("penalty") :]]


def round_columns(settings: Row, seats: Sequence[Row], *, top_table: bool) -> list[str]:
    """The columns of a sheet `boards` with a round to be typed: those that some row fills, and its centres.

    They are asked for as in the rounds before: every year, or the final centres alone. A top table may be played one
    year longer (Italia-2010, 8.3.1). Without a round before the event's settings name the years.
    """
    used = used_columns("boards", seats)
    years = [int(name) for name in used if name.isdecimal()]
    if not years and "final" in used:
        return _with(seats, ["eliminated"])
    first = years[0] if years else int(str(settings.get("first year") or FIRST_YEAR))
    last = years[-1] if years else int(str(settings.get("last year") or first + YEARS - 1))
    return _with(seats, [str(year) for year in range(first, last + top_table + 1)])


def _with(seats: Sequence[Row], offered: list[str]) -> list[str]:
    """The columns that some row fills, and these, in their order."""
    return used_columns("boards", [*seats, dict.fromkeys(offered, "to be typed")])


def write_boards(book: Book, seats: Sequence[Row], columns: list[str], *, to_type: str = "") -> None:
    """The sheet `boards`: below the seats of each board a row that adds up their centres.

    to_type   the round whose first centres are typed next: there the sheet opens
    """
    frozen = 1, len(ALWAYS["boards"])
    page = table(book, "boards", columns, seats, frozen=frozen)
    row, first = 1, 0
    for (round_, board), group in groupby(seats, lambda seat: (seat["round"], seat["board"])):
        if not first and str(round_) == to_type:
            first = row
        own = list(group)
        for seat in own:
            put_row(book, page, row, columns, seat)
            row += 1
        put_row(book, page, row, columns, {"round": round_, "board": board, "power": TOTAL})
        for column, name in enumerate(columns):
            if holds_centres(name):
                _add_up(page, row, column, [seat.get(name) for seat in own])
        row += 1
    _watch_totals(book, page, columns)
    start = (first, frozen[1]) if first else (1, columns.index("player"))
    if first:
        page.freeze_panes(*frozen, *start)
    page.set_selection(*start, *start)


def _add_up(page: Worksheet, row: int, column: int, centres: Sequence[object]) -> None:
    """The sum of the cells above, with its value stored; a blank where nothing is typed yet.

    The blank is a space: an empty text would be stored like a formula that nobody has calculated.
    """
    cells = f"{xl_rowcol_to_cell(row - len(centres), column)}:{xl_rowcol_to_cell(row - 1, column)}"
    typed = [own for own in centres if isinstance(own, int | float)]
    formula = f'=IF(COUNT({cells})=0," ",SUM({cells}))'
    check(page.write_formula(row, column, formula, None, sum(typed) if typed else " "), page, row, column)


def _watch_totals(book: Book, page: Worksheet, columns: list[str]) -> None:
    """Rows of totals stand out; red where centres fell, or are too few or too many, green for the whole map."""
    last = ROWS_TO_TYPE, len(columns) - 1
    power = columns.index("power")
    is_total = f'{xl_rowcol_to_cell(1, power, col_abs=True)}="{book.word("power", TOTAL)}"'
    for column in (column for column, name in enumerate(columns) if holds_centres(name)):
        own = xl_rowcol_to_cell(1, column)
        before = f"{xl_rowcol_to_cell(1, power + 1, col_abs=True)}:{xl_rowcol_to_cell(1, column - 1)}"
        limits = f"{own}<{CENTRES_AT_THE_START},{own}>{CENTRES_ON_THE_MAP},{own}<MAX({before})"
        for formula, style in (
            (f"=AND({is_total},ISNUMBER({own}),OR({limits}))", "impossible"),
            (f"=AND({is_total},{own}={CENTRES_ON_THE_MAP})", "full"),
        ):
            rule = {"type": "formula", "criteria": formula, "format": book.styles[style]}
            check(page.conditional_format(1, column, last[0], column, rule), page, 1, column)
    rule = {"type": "formula", "criteria": f"={is_total}", "format": book.styles["total"]}
    check(page.conditional_format(1, 0, *last, rule), page, 1, 0)
