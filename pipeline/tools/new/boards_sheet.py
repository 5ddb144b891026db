"""The `boards` sheet of a Diplomacy event: the seats of each board, and below them a row that adds up the centres."""

from collections.abc import Sequence
from itertools import groupby

from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from pipeline.tools.new.entry_sheets import (
    ALWAYS,
    ROWS_TO_TYPE,
    Row,
    holds_centres,
    put_row,
    used_columns,
    write_header,
)
from pipeline.tools.new.texts import blank_columns
from pipeline.tools.new.workbook import Book, Page
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, FIRST_YEAR, TOTAL

YEARS = 7  # years of a game if the event does not say: 1901 to 1907 (Italia-2010, preface)


def columns_of_a_blank(first_year: int, last_year: int | None) -> list[str]:
    """Return the columns of a blank `boards` sheet, including one for each year if `last_year` is given."""
    years = [str(year) for year in range(first_year, (last_year or 0) + 1)]
    columns = blank_columns("boards")
    at = len(ALWAYS["boards"])
    return [*columns[:at], *years, *columns[at:]]


def round_columns(settings: Row, seats: Sequence[Row], kept: Sequence[str] = (), *, top_table: bool) -> list[str]:
    """Return the columns of the `boards` sheet for a new round: the old sheet's, and any others that the round needs.

    Centres get one column per year, unless the old sheet has only `final` and no years. If it has neither, the years
    come from the event's settings. A top table may be played one year longer (Italia-2010, paragraph 8.3.1).

    kept   columns of the old sheet, whether or not they have values
    """
    used = used_columns("boards", [*seats, dict.fromkeys(kept, "to be typed")])
    years = [int(name) for name in used if name.isdecimal()]
    if not years and "final" in used:
        to_type = ["eliminated"]
    else:
        first = years[0] if years else int(str(settings.get("first year") or FIRST_YEAR))
        planned = int(str(settings.get("last year") or first + YEARS - 1))
        last = years[-1] if years else planned
        longer = top_table and last <= max(
            planned, first + YEARS - 1
        )  # a sheet with later years already has room for the top table
        to_type = [str(year) for year in range(first, last + longer + 1)]
    return used_columns("boards", [dict.fromkeys([*used, *to_type], "to be typed")])


def write_boards(book: Book, seats: Sequence[Row], columns: list[str], *, to_type: str = "") -> None:
    """Write the `boards` sheet, with a row of centre totals below the seats of each board.

    to_type   the round to be filled in. Its first cell is selected.
    """
    frozen = 1, len(ALWAYS["boards"])
    page = write_header(book, "boards", columns, seats, frozen=frozen)
    row, first = 1, 0
    for (round_, board), group in groupby(seats, lambda seat: (seat["round"], seat["board"])):
        if not first and str(round_) == to_type:
            first = row
        seats_here = list(group)
        for seat in (*seats_here, {"round": round_, "board": board, "power": TOTAL}):
            put_row(page, row, columns, seat)
            row += 1
        for column, name in enumerate(columns):
            if holds_centres(name):
                _add_up(page, row - 1, column, [seat.get(name) for seat in seats_here])
    _mark_totals(page, columns)
    start = (first, frozen[1]) if first else (1, columns.index("player"))
    if first:
        page.sheet.freeze_panes(*frozen, *start)
    page.sheet.set_selection(*start, *start)


def _add_up(page: Page, row: int, column: int, centres: Sequence[object]) -> None:
    """Write a formula that sums the cells above, and shows a space until something is typed.

    A space is used because an empty string would make the formula look as if it had never been calculated.
    """
    cells = xl_range(row - len(centres), column, row - 1, column)
    typed = [count for count in centres if isinstance(count, int | float)]
    page.formula(row, column, f'=IF(COUNT({cells})=0," ",SUM({cells}))', sum(typed) if typed else " ")


def _mark_totals(page: Page, columns: list[str]) -> None:
    """Highlight totals in red if they are too low, too high or below an earlier total.

    Totals that cover the whole map are highlighted in green.
    """
    power = columns.index("power")
    is_total = f'{xl_rowcol_to_cell(1, power, col_abs=True)}="{page.book.word("power", TOTAL)}"'
    for column in (column for column, name in enumerate(columns) if holds_centres(name)):
        cells = (1, column, ROWS_TO_TYPE, column)
        count = xl_rowcol_to_cell(1, column)
        before = f"{xl_rowcol_to_cell(1, power + 1, col_abs=True)}:{xl_rowcol_to_cell(1, column - 1)}"
        limits = f"{count}<{CENTRES_AT_THE_START},{count}>{CENTRES_ON_THE_MAP},{count}<MAX({before})"
        page.mark_where(cells, f"AND({is_total},ISNUMBER({count}),OR({limits}))", "impossible")
        page.mark_where(cells, f"AND({is_total},{count}={CENTRES_ON_THE_MAP})", "full")
    page.mark_where((1, 0, ROWS_TO_TYPE, len(columns) - 1), is_total, "total")
