"""Find where a sheet's table begins, what its headers mean, and whether a sheet with an unknown name contains results.

What a header means is called its field. A field is a string, either a word of the vocabulary or a year.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from pipeline.problems.suggestions import SLIP, nearest
from pipeline.read.cells import BLANK, Cell, address
from schemas.fields import centres_meant, game_year
from schemas.raw import REQUIRED, SETTINGS_SHEETS
from schemas.words import POWERS, decimal_digits, fold, meaning, tidy_text, vocabulary

Rows = Sequence[Sequence[Cell]]

HEADER_ROWS = 30  # number of rows searched for the header
IN_DISGUISE = range(1901, 2000)  # years that a spreadsheet may show as the date with that serial number
DAY_ZERO = (date(1899, 12, 30), date(1904, 1, 1))  # serial number 0 in the two spreadsheet calendars
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}($|[ T])")
DAY_OF_A_COUNTRY = re.compile(r"[0-9]{1,2}([/.-])[0-9]{1,2}\1(19|20)?[0-9]{2}")  # day and month in either order
MOST_POWERS = 5  # a row that names this many powers is a header with one column per power
SEVERAL = 3  # a sheet with this many required columns or more may have its columns as rows
DASH = re.compile(r" [-–—] ")  # separates the names of a workbook, a sheet and a table
ANY_DASH = re.compile(r" ?[-–—_] ?")  # a dash in the name of a file
# The default name of a table in Apple Numbers.
TABLE = re.compile(r"(?:table|tabella|tableau|tabelle|tabla|tabela|tabel) ?\d+(?:-\d+)*")
TABLE_OF_A_FILE = re.compile(rf"(.+?){ANY_DASH.pattern}({TABLE.pattern})", re.IGNORECASE)
RESULTS = ("boards", "matches")  # kinds of sheets with games


def kind_of_sheet(name: str) -> str:
    """Return a sheet's kind according to its name, or "" if the name is unknown.

    The sheet's name may follow a workbook's name (`Club league - boards`) or precede a table's (`boards - Table 1`), as
    in workbooks that Apple Numbers writes.
    """
    words, (before, behind) = vocabulary("sheet"), parted(name)
    sheet = parted(before)[1] if is_a_table(name) else behind
    return words.get(fold(name)) or words.get(fold(sheet), "")


def parted(name: str) -> tuple[str, str]:
    """Split a name at its last dash into the parts before and after it.

    The first part is empty if there is no dash.
    """
    dashes = [*DASH.finditer(name)]
    return (name[: dashes[-1].start()], name[dashes[-1].end() :]) if dashes else ("", name)


def is_a_table(name: str) -> bool:
    """Return whether a name ends with the default table name of Apple Numbers, as in `boards - Table 1`."""
    before, behind = parted(name)
    return bool(before) and bool(TABLE.fullmatch(fold(behind)))


def kind_before_a_table(name: str) -> str:
    """Return the kind of sheet named before the dash in a name such as `players - Roster`, or "" if there is none."""
    sheet, *table = DASH.split(name, maxsplit=1)
    return vocabulary("sheet").get(fold(sheet), "") if table else ""


def sheet_of_file(stem: str) -> str:
    """Return the sheet name in a CSV file's name, with the dash spaced as in a workbook (`Club night - boards`)."""
    words, table = vocabulary("sheet"), TABLE_OF_A_FILE.fullmatch(stem)
    sheet, of_numbers = (table[1], f" - {table[2]}") if table else (stem, "")
    if fold(sheet) in words:
        return sheet + of_numbers
    for dash in reversed([*ANY_DASH.finditer(sheet)]):
        before, behind = sheet[: dash.start()], sheet[dash.end() :]
        if before.strip() and fold(behind) in words:
            return f"{before} - {behind}{of_numbers}"
    return stem


def tables_of(name: str) -> tuple[str, ...]:
    """Return the kinds of table that a sheet of this name may contain.

    A sheet of results, or a sheet with an unknown name, may contain boards, matches or results.
    """
    kind = kind_of_sheet(name) or kind_before_a_table(name)
    if kind == "results" or kind not in {*REQUIRED, *SETTINGS_SHEETS}:
        return *RESULTS, "results"
    return ("event",) if kind in SETTINGS_SHEETS else (kind,)


@lru_cache(maxsize=2048)
def field_of(kind: str, header: Cell) -> str:
    """Return the field that a header names, or "" if it names none."""
    if kind == "boards" and (named := year(header)):
        return named
    words, text = vocabulary(kind), fold(header.text)
    return words.get(text) or words.get(text.rstrip(" :*#.†").removesuffix("(s)")) or meaning(kind, header.text)


def year(header: Cell) -> str:
    """Return the game year that a header states, or "" if it states none.

    If the header is a date, the year is the date's serial number, since spreadsheets may show a year as a date.
    """
    if is_day(header):
        numbers = [(date.fromisoformat(header.text[:10]) - zero).days for zero in DAY_ZERO]
        return next((str(number) for number in numbers if number in IN_DISGUISE), "")
    return game_year(header.text)


def is_some_day(header: Cell) -> bool:
    """Return whether a header is a date, with day, month and year in any common order.

    In a CSV file, such a date may be a year that a spreadsheet has turned into a date.
    """
    return is_day(header) or bool(DAY_OF_A_COUNTRY.fullmatch(header.text.strip()))


def is_day(header: Cell) -> bool:
    """Return whether a header is a date (year-month-day), including one typed as text in a CSV file."""
    try:
        return bool(DAY.match(header.text)) and bool(date.fromisoformat(header.text[:10]))
    except ValueError:
        return False


def header_row(kind: str, rows: Rows, but: frozenset[str] = frozenset()) -> int | None:
    """Return the number of the first row that names every required column except `but`, or None if there is none."""
    for number, row in enumerate(rows[:HEADER_ROWS]):
        if REQUIRED[kind] - but <= fields(kind, row):
            return number
    return None


def most_named(kinds: Iterable[str], rows: Rows) -> tuple[int, int]:
    """Return how many required columns, and how many columns in all, are named in the best row.

    The best row is the one that names the most required columns.
    """
    named = ((kind, fields(kind, row) - {""}) for kind in kinds for row in rows[:HEADER_ROWS])
    return max(
        ((len(REQUIRED[kind] & meant_fields), len(meant_fields)) for kind, meant_fields in named), default=(0, 0)
    )


def header_without_round(kind: str, rows: Rows) -> int | None:
    """Return the number of the first row that names every required column except the round, or None if there is none.

    The row must name at least two columns.
    """
    header = header_row(kind, rows, frozenset({"round"})) if "round" in REQUIRED[kind] else None
    return header if header is not None and len(fields(kind, rows[header]) - {""}) > 1 else None


def under_one_header(kind: str, header: int, rows: Rows) -> list[list[Cell]] | None:
    """Return the rows with the two header rows merged into one, or None if there is only one header row.

    The second header row must contain the years.
    """
    below = rows[header + 1] if header + 1 < len(rows) else []
    filled = filled_columns(below)
    named = [field_of(kind, below[column]) for column in filled]
    above = [field_of(kind, rows[header][column]) for column in filled if column < len(rows[header])]
    if kind != "boards" or len(filled) < SEVERAL - 1 or not all(named) or REQUIRED[kind] & {*named, *above}:
        return None
    width = max(len(rows[header]), len(below))
    pairs = zip_longest(rows[header], below[:width], fillvalue=BLANK)
    one = [lower if lower.text.strip() else upper for upper, lower in pairs]
    return [*map(list, rows[:header]), one, [], *map(list, rows[header + 2 :])]


def second_header(kind: str, header: int, rows: Rows) -> int | None:
    """Return the number of a later row that also names every required column, or None if there is none.

    If only one column is required, every filled cell of that row must be a header.
    """
    below = rows[header + 1 :]
    texts = {cell.text for row in below for cell in row if cell.kind == "text"}
    words = {text for text in texts if fold(text) in vocabulary(kind)}  # speeds up the search, since few are headers
    if not REQUIRED[kind] <= {vocabulary(kind)[fold(text)] for text in words}:
        return None
    for number, row in enumerate(below, header + 1):
        headers = {cell.text for cell in row} & words
        alone = headers and (len(REQUIRED[kind]) > 1 or len(headers) == len(filled_columns(row)))
        if alone and REQUIRED[kind] <= fields(kind, row):
            return number
    return None


def fields(kind: str, row: Iterable[Cell]) -> set[str]:
    """Return the set of fields named by the cells of a row. It contains "" if any cell names no field."""
    return {field_of(kind, cell) for cell in row}


def filled_columns(row: Sequence[Cell]) -> list[int]:
    """Return the column numbers of the cells in a row that have text."""
    return [column for column, cell in enumerate(row) if cell.text.strip()]


def is_blank(row: Sequence[Cell]) -> bool:
    """Return whether no cell in a row has text."""
    return not any(cell.text.strip() for cell in row)


def span(rows: Rows, first: int, stop: int, columns: Sequence[int]) -> str:
    """Return the range that a table occupies in these columns, such as `A1:K8`.

    The range begins in row `first`, and ends in the last filled row before row `stop`.
    """
    filled = [
        number for number in range(first, stop) if any(column in columns for column in filled_columns(rows[number]))
    ]
    return f"{address(first, min(columns))}:{address(filled[-1], max(columns))}"


def misspelt(kind: str, rows: Rows) -> Iterator[tuple[int, int, str]]:
    """Yield the row, column and field of each required header that is probably misspelt.

    Only the row that names the most required columns is searched.
    """
    named = [len(REQUIRED[kind] & fields(kind, row)) for row in rows[:HEADER_ROWS]]
    number = named.index(max(named))
    missing = REQUIRED[kind] - fields(kind, rows[number])
    words = {word: name for word, name in vocabulary(kind).items() if name in missing}
    for column, cell in enumerate(rows[number]):
        if cell.kind == "text" and not field_of(kind, cell):
            for word in nearest(cell.text, words)[:1]:
                yield number, column, words[word]


def meant(kind: str, word: str) -> str:
    """Return the name that a word may be a misspelling of, or "" if no name is similar."""
    near = nearest(word, vocabulary(kind), SLIP)
    return vocabulary(kind)[near[0]] if near else ""


def turned(rows: Rows) -> list[list[Cell]]:
    """Return the rows of a sheet with rows and columns swapped."""
    return [list(column) for column in zip_longest(*rows, fillvalue=BLANK)]


def on_its_side(kind: str, rows: Rows) -> bool:
    """Return whether the header is a column instead of a row, so that the seats are columns and the years are rows."""
    several = len(REQUIRED[kind]) >= SEVERAL
    return several and header_row(kind, rows) is None and header_row(kind, turned(rows)) is not None


def powers_across(rows: Rows) -> tuple[int, list[int]] | None:
    """Return the first row that names at least MOST_POWERS powers, and the columns of these powers.

    The result is None if there is no such row.
    """
    powers = vocabulary("power")
    for number, row in enumerate(rows[:HEADER_ROWS]):
        columns = [column for column, cell in enumerate(row) if powers.get(fold(cell.text)) in POWERS]
        if len({powers[fold(row[column].text)] for column in columns}) >= MOST_POWERS:
            return number, columns
    return None


# -- results on a sheet with an unknown name ---------------------------------------------------------------------------

OF_NO_ROUND = frozenset({"round", "board"})  # columns that a sheet of one board may lack
FIGURE = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
PART = re.compile(r"[0-9]+[.,][0-9]+|[0-9.,]+ ?%")  # a fraction of a centre, so the table shows averages
GAME_YEARS = range(1900, 1950)  # later years are seasons or years of birth
MARKS = " *†!.()"  # footnote marks beside a name


class Seat(NamedTuple):
    """A player's seat.

    All strings are folded (see `schemas.words.fold`), and a known power has its canonical name. The round or the board
    is empty if the sheet has no column for it.
    """

    power: str
    player: str
    round: str
    board: str


def has_results(rows: Rows, boards: Iterable[Rows] = ()) -> bool:
    """Return whether a sheet contains Bao games, a chart, or seats that are missing from `boards`.

    Headers alone are not enough, since legends and prize lists have the same headers. If in doubt, the result is
    true, since a surplus sheet is easily deleted, whereas a missing sheet is easily overlooked.
    """
    read_seats = {seat for read in boards for seat in _seats(read)}
    for less in ({"round": ""}, {"board": ""}):
        read_seats |= {seat._replace(**less) for seat in read_seats}
    sides = (rows, turned(rows))
    return any({*_seats(side)} - read_seats or _has_matches(side) or _is_chart(side) for side in sides)


def _seats(rows: Rows) -> Iterator[Seat]:
    """Yield the seats for which a sheet records centres or a score.

    A blank round or board is filled in from the row above.
    """
    header = header_row("boards", rows, OF_NO_ROUND)
    if header is None:
        return
    last = dict.fromkeys(("round", "board"), "")
    for row in rows[header + 1 :]:
        named = [(field_of("boards", head), cell) for head, cell in zip(rows[header], row, strict=False)]
        texts = {name: fold(cell.text) for name, cell in named if name}
        last = {name: texts.get(name) or above for name, above in last.items()}
        figures = [cell for name, cell in named if name in ("final", "score") or name.isdecimal()]
        if texts.get("power") and any(map(_is_figure, figures)):
            power = vocabulary("power").get(texts["power"], texts["power"])
            yield Seat(power, texts.get("player", ""), **last)


def _is_figure(cell: Cell) -> bool:
    text = decimal_digits(tidy_text(cell.text))
    return cell.kind == "formula" or bool(FIGURE.fullmatch(text)) or centres_meant(text) is not None


def _has_matches(rows: Rows) -> bool:
    """Return whether a sheet has Bao games.

    A sheet has games if a row's winner is one of its two players, or if several rows have a winner.
    """
    header = header_row("matches", rows)
    if header is None:
        return False
    columns = {field_of("matches", head): column for column, head in enumerate(rows[header])}
    of_game = [columns[name] for name in ("winner", "south", "north")]
    games = [[fold(row[n].text).strip(MARKS) if n < len(row) else "" for n in of_game] for row in rows[header + 1 :]]
    won = [game for game in games if all(game)]
    sides = {word for word, name in vocabulary("matches").items() if name in ("south", "north")}
    return len(won) > 1 or any(winner in {*two, *sides} for winner, *two in won)


def _is_chart(rows: Rows) -> bool:
    """Return whether a sheet is a chart, with one column per power, and whole numbers in the rows of game years."""
    row, powers = powers_across(rows) or (len(rows), [])
    for below in rows[row + 1 :]:
        owned = [cell for column in powers if column < len(below) and _is_filled(cell := below[column])]
        other_cells = (cell for column, cell in enumerate(below) if column not in powers)
        if owned and not any(map(_is_part, owned)) and any(map(_is_game_year, other_cells)):
            return True
    return False


def _is_filled(cell: Cell) -> bool:
    """Return whether a cell has text, or a formula without a stored value."""
    return bool(cell.text.strip()) or cell.kind == "formula"


def _is_game_year(cell: Cell) -> bool:
    named = year(cell)
    return bool(named) and int(named) in GAME_YEARS


def _is_part(cell: Cell) -> bool:
    text = decimal_digits(tidy_text(cell.text))
    return cell.kind == "percent" or (bool(PART.fullmatch(text)) and centres_meant(text) is None)
