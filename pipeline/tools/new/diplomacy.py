"""Write the workbooks for Diplomacy events and seasons.

An event's workbook is either blank or contains the rows known so far.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType

from pipeline.tools.new.boards_sheet import columns_of_a_blank, round_columns, write_boards
from pipeline.tools.new.entry_sheets import Row, of_the_language, used_columns, write_rows, write_settings
from pipeline.tools.new.guide import DIPLOMACY, PLACINGS, RESULTS, write_guide
from pipeline.tools.new.rules import write_rules
from pipeline.tools.new.seating import SeatingPage, write_seating
from pipeline.tools.new.texts import TYPED_SHEETS, blank_columns, texts
from pipeline.tools.new.wishes import write_wishes
from pipeline.tools.new.workbook import Book
from schemas.words import DATA_LABELS, FIRST_YEAR, POWERS

REAL = {"data": DATA_LABELS[0]}  # typed in blank workbooks
OF_BAO = ("country", "elo", "games", "kiba score", "withdrew")  # columns of `players` that Diplomacy events do not need
OF_CHARTS = ("system", "kind", "first year", "last year", "variants", "top table round", "top table", "tie-break round")
IDS_ELSEWHERE = ("wdd id", "wdr id", "backstabbr")  # columns of `players` that a season may fill in
OF_RESULTS = ("sat out", "handicap", "adjustment", "remark")  # columns of `players` that only affect results

SheetRows = Mapping[str, Sequence[Row]]  # sheet -> rows


def event_workbook(
    settings: Row,
    *,
    seats: Sequence[Row] = (),
    games: Sequence[Row] = (),
    nmrs: Sequence[Row] = (),
    players: Sequence[Row] = (),
    more: SheetRows = MappingProxyType({}),
    boards: int = 3,
    rounds: int = 1,
    first_year: int = FIRST_YEAR,
    last_year: int | None = 1908,
    language: str = "en",
) -> bytes:
    """Return an event's workbook, with the given rows and only the sheets they need, or blank if there are no rows.

    settings   value of each setting, or a sequence of values. A blank workbook lists all settings.
    seats, games, nmrs, players   rows keyed by canonical field names and years such as `1901`. Seats are
               grouped by board.
    more       rows of further sheets: calendar, placings, results
    boards     boards per round in a blank workbook
    rounds, first_year, last_year   rounds and years in a blank workbook. If `last_year` is None, the workbook has no
               columns for years.

    Raises ValueError if a value cannot be written.
    """
    rows: SheetRows = {"boards": seats, "games": games, "nmr": nmrs, "players": players, **more}
    columns = _columns(rows)
    is_blank = not columns
    if is_blank:
        usual = REAL | {"kind": "diplomacy", "first year": first_year} | of_the_language(language)
        settings = dict.fromkeys(texts("event")) | usual | dict(settings)
        numbers = product(range(1, rounds + 1), range(1, boards + 1), POWERS)
        blank = [{"round": round_, "board": board, "power": power} for round_, board, power in numbers]
        rows = {**dict.fromkeys(TYPED_SHEETS, ()), "boards": blank}
        columns = {sheet: [name for name in blank_columns(sheet) if name not in OF_BAO] for sheet in rows}
        columns["boards"] = columns_of_a_blank(first_year, last_year)
    book = Book(str(settings.get("name") or ""), language)
    if is_blank:
        write_guide(book, DIPLOMACY)
    _write_sheets(book, settings, rows, columns)
    return book.content()


def round_workbook(
    settings: Row,
    seating: SeatingPage,
    *,
    seats: Sequence[Row],
    games: Sequence[Row] = (),
    nmrs: Sequence[Row] = (),
    players: Sequence[Row] = (),
    language: str = "en",
    kept: Mapping[str, Sequence[str]] = MappingProxyType({}),
    guided: bool = False,
) -> bytes:
    """Return an event's workbook for a new round, with all rows entered so far, the round's seats, and sheets to print.

    settings, seats, games, nmrs, players   as for `event_workbook`, including the round's rows
    kept       columns that each sheet keeps, even without values
    guided     whether to write the sheet that says how to fill in the workbook
    seating    the content of the `seating`, `wishes` and `rules` sheets

    Raises ValueError if a value cannot be written, or if `seating` and `seats` disagree about the round.
    """
    _check_seats(seating, seats)
    rows: SheetRows = {"boards": seats, "games": games, "nmr": nmrs, "players": players}
    book = Book(str(settings.get("name") or ""), language, printed=True)
    top_table = any(table.top for table in seating.tables)
    to_type = {sheet: [dict.fromkeys(names, "to be typed")] for sheet, names in kept.items() if names}
    columns = _columns({sheet: [*given, *to_type.get(sheet, ())] for sheet, given in rows.items()})
    columns["boards"] = round_columns(settings, seats, kept.get("boards", ()), top_table=top_table)
    write_seating(book, seating)
    if guided:
        write_guide(book, DIPLOMACY)
    _write_sheets(book, settings, rows, columns, to_type=seating.round)
    write_wishes(book, seating)
    write_rules(book, seating.rules)
    return book.content()


def placings_workbook(settings: Row, *, language: str = "en") -> bytes:
    """Return a blank workbook for recording only an event's placings.

    Raises ValueError if a value cannot be written.
    """
    settings = dict.fromkeys(texts("placings event")) | REAL | of_the_language(language) | dict(settings)
    book = Book(str(settings["name"] or ""), language)
    write_guide(book, PLACINGS)
    write_settings(book, "event", settings, notes="placings event")
    write_rows(book, "placings", (), [*texts("placings")])
    write_rows(book, "players", (), ["player", "also known as"], rare=True)
    return book.content()


def results_workbook(settings: Row, *, language: str = "en") -> bytes:
    """Return a blank workbook for recording only an event's scores.

    Raises ValueError if a value cannot be written.
    """
    names = [name for name in texts("event") if name not in OF_CHARTS]
    settings = dict.fromkeys(names) | REAL | of_the_language(language) | dict(settings)
    book = Book(str(settings["name"] or ""), language)
    write_guide(book, RESULTS)
    write_settings(book, "event", settings)
    write_rows(book, "results", (), blank_columns("results"))
    write_rows(book, "players", (), ["player", "also known as", *OF_RESULTS], rare=True)
    return book.content()


def season_workbook(season: str, *, language: str = "en") -> bytes:
    """Return a blank workbook for a season. Raises ValueError if a value cannot be written."""
    book = Book(season, language)
    write_settings(book, "season", dict.fromkeys(texts("season")) | of_the_language(language))
    for sheet in ("systems", "circuits"):
        write_rows(book, sheet, (), [*texts(sheet)], rare=True)
    write_rows(book, "players", (), ["player", "also known as", *IDS_ELSEWHERE], rare=True)
    return book.content()


def _columns(rows: SheetRows) -> dict[str, list[str]]:
    """Return the columns of each sheet that has rows."""
    return {sheet: used_columns(sheet, given) for sheet, given in rows.items() if given}


def _write_sheets(
    book: Book, settings: Row, rows: SheetRows, columns: Mapping[str, list[str]], *, to_type: str = ""
) -> None:
    """Write the settings, and each sheet whose columns are given."""
    write_settings(book, "event", settings)
    for sheet, names in columns.items():
        if sheet == "boards":
            write_boards(book, rows[sheet], names, to_type=to_type)
        else:
            write_rows(book, sheet, rows[sheet], names, rare=not rows[sheet])


def _check_seats(seating: SeatingPage, seats: Sequence[Row]) -> None:
    """Raise ValueError unless the seating and the rows of `boards` agree on the round's seats."""
    drawn = {(table.board, power, player) for table in seating.tables for power, player in table.seats}
    typed = {
        (str(seat["board"]), str(seat["power"]), str(seat.get("player") or ""))
        for seat in seats
        if str(seat["round"]) == seating.round
    }
    if not drawn:
        raise ValueError(f"round {seating.round} has no tables")
    if differ := sorted(drawn ^ typed):
        raise ValueError(f"round {seating.round} is seated in two ways: {', '.join(map(' '.join, differ))}")
