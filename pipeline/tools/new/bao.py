"""The workbook of a Bao event: entry list and games to type, a schedule and crosstables to pin on the wall."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from xlsxwriter.utility import quote_sheetname, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.tools.new.notes import (
    BAO_COLUMNS,
    BAO_SETTINGS,
    FINAL,
    NOT_A_NUMBER,
    NOT_A_PLAYER,
    NOT_ONE_OF_THE_TWO,
    SEMIFINALS,
    Texts,
)
from pipeline.tools.new.paper import FONT, PAPER
from pipeline.tools.new.sheets import (
    ROWS_TO_TYPE,
    WIDEST_COLUMN,
    WIDTHS,
    Book,
    Row,
    check,
    put_row,
    table,
    write_settings,
)
from pipeline.tools.new.wall import WALL, Game, write_crosstables, write_schedule
from schemas.words import BAO_CLOCK, MOST_ENTRANTS

FINAL_GAMES = 3  # best of three
SPARE_ROWS = 100  # below the prepared ones, that the crosstables also look at
NUMBERS = {"elo": "decimal", "games": "integer", "kiba score": "decimal"}


def write_bao(
    path: Path,
    settings: Row,
    entries: Sequence[Row] = (),
    draw: Iterable[tuple[str, int, int, str, str]] = (),
    *,
    groups: int | None = None,
    language: str = "en",
) -> None:
    """Write a Bao event's workbook: blank, or with its entry list, and with the games of the draw and their schedule.

    settings   setting -> value; a sequence is typed as a row each. All settings are listed, given or not.
    entries    rows by canonical field names (player, country, elo, games ...), in the order of the entry list
    draw       the qualifying games in the order of the sheet: group, round, leg (1 or 2), South, North; -1 for a bye
    groups     the setting of that name

    Raises ValueError for what a workbook cannot hold or a player of the draw who is no entry, OSError if the file
    cannot be written.
    """
    games = [Game(*row) for row in draw]
    _check_names(entries, games)
    usual = {"kind": "bao", "groups": groups, "clock": BAO_CLOCK, "format": "tournament"}
    settings = dict.fromkeys(BAO_SETTINGS) | usual | dict(settings)
    book = Book(path, str(settings["name"] or path.stem), language, notes=BAO_COLUMNS, font=FONT)
    book.add_styles(PAPER | WALL)
    write_settings(book, "event", settings, BAO_SETTINGS)
    _write_players(book, entries)
    played = [game for game in games if not game.rests]
    last_row = _write_matches(book, played, str(settings["format"]))
    if played:
        write_schedule(book, games, settings)
        write_crosstables(book, played, [str(entry["player"]) for entry in entries], last_row + SPARE_ROWS)
    book.close()


def _check_names(entries: Sequence[Row], games: Sequence[Game]) -> None:
    if unknown := {name for entry in entries for name in entry} - {*BAO_COLUMNS["players"]}:
        raise ValueError(f"the sheet players of a Bao event has no column {', '.join(sorted(unknown))}")
    if strangers := {name for game in games for name in game.players} - {entry["player"] for entry in entries}:
        raise ValueError(f"drawn, but not on the entry list: {', '.join(sorted(strangers))}")


def _write_players(book: Book, entries: Sequence[Row]) -> None:
    """The entry list, or room for one."""
    columns = list(BAO_COLUMNS["players"])
    page = table(book, "players", columns, entries, frozen=(1, 1))
    for row, entry in enumerate(entries, start=1):
        put_row(book, page, row, columns, entry)
    for name, kind in NUMBERS.items():
        column = columns.index(name)
        limits = {"validate": kind, "criteria": ">=", "value": 0}
        book.limit(page, (1, column, MOST_ENTRANTS, column), limits, book.word("players", name), NOT_A_NUMBER)
    page.set_selection(1, 0, 1, 0)


def _write_matches(book: Book, games: Sequence[Game], format_: str) -> int:
    """The qualifying games, then rows kept for the later stages; the last of these rows."""
    columns = list(BAO_COLUMNS["matches"])
    rows = [{**game._asdict(), "stage": "qualifying"} for game in games]
    page = table(book, "matches", columns, rows, frozen=(1, 0))
    for row, values in enumerate(rows, start=1):
        put_row(book, page, row, columns, values)
    groups = sorted({game.group for game in games})
    last = len(rows)
    if games:
        of_each = len(groups) * (len(groups) - 1)  # semifinals: two groups of as many players, each pair twice
        for waiting, text in ((2 * of_each if format_ != "mabingwa" else 0, SEMIFINALS), (FINAL_GAMES, FINAL)):
            _keep_rows(book, page, last + 1, waiting, text)
            last += waiting
    _offer_players(book, page, columns)
    group, winner = columns.index("group"), columns.index("winner")
    book.offer(page, groups, (1, group, ROWS_TO_TYPE, group))
    _watch_matches(book, page, columns)
    longest = max((len(name) for game in games for name in game.players), default=0)
    page.set_column(winner, winner, min(max(longest + 3, WIDTHS["winner"]), WIDEST_COLUMN))
    page.set_selection(1, winner, 1, winner)
    return last


def _keep_rows(book: Book, page: Worksheet, first: int, rows: int, text: Texts) -> None:
    """Blank rows in another colour; a note tells what they are for."""
    for row in range(first, first + rows):
        for column in range(len(BAO_COLUMNS["matches"])):
            check(page.write_blank(row, column, None, book.styles["kept"]), page, row, column)
    if rows:
        book.note(page, first, 0, book.say(text))


def _offer_players(book: Book, page: Worksheet, columns: list[str]) -> None:
    """South and North are of the entry list, the winner is one of the row's own two."""
    entry_list = f"={quote_sheetname(book.word('sheet', 'players'))}!$A$2:$A${MOST_ENTRANTS + 1}"
    south, north, winner = (columns.index(name) for name in ("south", "north", "winner"))
    for column in (south, north):
        book.offer(page, entry_list, (1, column, ROWS_TO_TYPE, column), error=NOT_A_PLAYER)
    two = f"={_first(columns, 'south')}:{_first(columns, 'north')}"
    book.offer(page, two, (1, winner, ROWS_TO_TYPE, winner), error=NOT_ONE_OF_THE_TWO, stop=True)


def _watch_matches(book: Book, page: Worksheet, columns: list[str]) -> None:
    """The winner stands out, in red where it is neither of the two; a line above each round."""
    south, north, winner, group, round_ = (
        _first(columns, name) for name in ("south", "north", "winner", "group", "round")
    )
    own = xl_rowcol_to_cell(1, columns.index("south"))
    above = [xl_rowcol_to_cell(0, columns.index(name), col_abs=True) for name in ("group", "round")]
    for first, last, formula, style in (
        ("south", "north", f'AND({winner}<>"",{own}={winner})', "won"),
        ("winner", "winner", f'AND({winner}<>"",{winner}<>{south},{winner}<>{north})', "wrong"),
        (columns[0], columns[-1], f"OR({group}<>{above[0]},{round_}<>{above[1]})", "first of a round"),
    ):
        rule = {"type": "formula", "criteria": f"={formula}", "format": book.styles[style]}
        cells = (1, columns.index(first), ROWS_TO_TYPE, columns.index(last))
        check(page.conditional_format(*cells, rule), page, *cells[:2])


def _first(columns: list[str], name: str) -> str:
    """The first cell below a header, for a rule that goes down the rows."""
    return xl_rowcol_to_cell(1, columns.index(name), col_abs=True)
