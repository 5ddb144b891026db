"""The workbook of a Bao event: an entry list and games to fill in, and a schedule and crosstables to hang on a wall."""

from collections.abc import Iterable, Mapping, Sequence

from xlsxwriter.utility import quote_sheetname, xl_rowcol_to_cell

from pipeline.tools.new.entry_sheets import (
    ROWS_TO_TYPE,
    WIDEST_COLUMN,
    WIDTHS,
    Row,
    of_the_language,
    write_settings,
    write_table,
)
from pipeline.tools.new.guide import BAO, write_guide
from pipeline.tools.new.texts import texts
from pipeline.tools.new.wall import Game, write_crosstables, write_final, write_schedule
from pipeline.tools.new.workbook import Book, Page
from schemas.words import BAO_CLOCK, DATA_LABELS, MOST_ENTRANTS

FINAL, FINAL_GAMES = "final", 3  # best of three
SPARE_ROWS = 100  # further rows, below the prepared ones, that the crosstables also read
NUMBERS = {"elo": "decimal", "games": "integer", "kiba score": "decimal"}


def bao_workbook(
    settings: Row,
    entries: Sequence[Row] = (),
    draw: Iterable[tuple[str, int, int, str, str]] = (),
    *,
    groups: int | None = None,
    language: str = "en",
) -> bytes:
    """Return a Bao event's workbook, either blank or with an entry list, the drawn games and their schedule.

    settings   value of each setting, or a sequence of values. Settings without a value are listed too.
    entries    rows keyed by canonical field names (player, country, elo, games ...), in the order of the entry list
    draw       (group, round, leg, South, North) of each qualifying game, in the order of the sheet. The leg is 1 or 2,
               and the player -1 means a bye.
    groups     value of the `groups` setting

    Raises ValueError if a value cannot be written, or if a drawn player is not on the entry list.
    """
    games = [Game(*row) for row in draw]
    _check_names(entries, games)
    usual = {"data": DATA_LABELS[0], "kind": "bao", "groups": groups, "clock": BAO_CLOCK, "format": "tournament"}
    settings = dict.fromkeys(texts("bao event")) | usual | of_the_language(language) | dict(settings)
    played = [game for game in games if not game.rests]
    book = Book(str(settings["name"] or ""), language, printed=True)
    if not entries:
        write_guide(book, BAO)
    write_settings(book, "event", settings, notes="bao event")
    _write_players(book, entries)
    columns = ("group", "round", "south", "north")
    rows: list[Row] = [{"stage": "qualifying"} | {name: getattr(game, name) for name in columns} for game in played]
    last_row = _write_matches(book, rows, _later_stages("qualifying", rows, settings) if rows else {})
    _write_wall(book, games, settings, [str(entry["player"]) for entry in entries], last_row, "qualifying")
    return book.content()


def stage_workbook(
    settings: Row,
    entries: Sequence[Row],
    matches: Sequence[Row],
    stage: str,
    wall: Sequence[Game] = (),
    names: Sequence[str] = (),
    moves: Sequence[Row] = (),
    *,
    language: str = "en",
) -> bytes:
    """Return a Bao event's workbook for a new stage, with everything entered so far and the stage's games to fill in.

    settings, entries   the event's settings and the rows of its entry list, as entered
    matches    the rows entered so far, then the stage's games
    wall       all games of the stage, including byes, for the sheets to hang up
    names      the players in the order of the entry list
    moves      the rows of the `moves` sheet

    Raises ValueError if a value cannot be written.
    """
    settings = dict.fromkeys(texts("bao event")) | dict(settings)
    book = Book(str(settings["name"] or ""), language, printed=True)
    later = _later_stages(stage, matches, settings)
    if stage == FINAL:
        write_final(book, wall, str(matches[-1]["stage"]))
    else:
        _write_wall(book, wall, settings, names, len(matches) + sum(later.values()), stage)
    write_settings(book, "event", settings, notes="bao event")
    _write_players(book, entries)
    _write_matches(book, matches, later)
    if moves:
        write_table(book, "moves", _columns("moves", moves), moves, frozen=(1, 0))
    return book.content()


def _write_wall(
    book: Book, games: Sequence[Game], settings: Row, names: Sequence[str], last_row: int, stage: str
) -> None:
    """Write the schedule and the crosstables of a stage, if it has any games."""
    if played := [game for game in games if not game.rests]:
        write_schedule(book, games, settings)
        write_crosstables(book, played, names, last_row + SPARE_ROWS, stage)


def _later_stages(stage: str, rows: Sequence[Row], settings: Row) -> dict[str, int]:
    """Return the number of games in each later stage."""
    groups = len({row.get("group") for row in rows})
    of_each = groups * (groups - 1)  # a semifinal has one player per qualifying group, and each pair plays twice
    semifinals = 2 * of_each if stage == "qualifying" and settings["format"] != "mabingwa" else 0
    return {"semifinals": semifinals, "final": FINAL_GAMES if stage != FINAL else 0}


def _columns(sheet: str, rows: Sequence[Row], notes: str = "") -> list[str]:
    """Return the columns of the blank sheet, followed by any other columns that the rows have."""
    return [*dict.fromkeys([*texts(notes or sheet), *(name for row in rows for name in row)])]


def _check_names(entries: Sequence[Row], games: Sequence[Game]) -> None:
    """Raise ValueError if the entry list has an unknown column, or lacks a player who appears in the games."""
    if unknown := {name for entry in entries for name in entry} - {*texts("bao players")}:
        raise ValueError(f"the sheet players of a Bao event has no column {', '.join(sorted(unknown))}")
    if strangers := {name for game in games for name in game.players} - {entry["player"] for entry in entries}:
        raise ValueError(f"drawn, but not on the entry list: {', '.join(sorted(strangers))}")


def _write_players(book: Book, entries: Sequence[Row]) -> None:
    """Write the entry list, which is blank if there are no entries."""
    columns = _columns("players", entries, "bao players")
    page = write_table(book, "players", columns, entries, frozen=(1, 1), notes="bao players")
    for name, kind in NUMBERS.items():
        column = columns.index(name)
        limits = {"validate": kind, "criteria": ">=", "value": 0}
        page.limit((1, column, MOST_ENTRANTS, column), limits, book.word("players", name), "not a number")
    page.sheet.set_selection(1, 0, 1, 0)


def _write_matches(book: Book, rows: Sequence[Row], later: Mapping[str, int]) -> int:
    """Write the games and blank rows for the later stages, and return the number of the last row."""
    columns = _columns("matches", rows)
    page = write_table(book, "matches", columns, rows, frozen=(1, 0))
    groups = sorted({str(row["group"]) for row in rows if row.get("group")})
    last = len(rows)
    for stage, count in later.items():
        _keep_rows(page, last + 1, count, stage)
        last += count
    _offer_players(page, columns)
    group, winner = columns.index("group"), columns.index("winner")
    page.offer(groups, (1, group, ROWS_TO_TYPE, group))
    _mark_matches(page, columns)
    longest = max((len(str(row.get(side, ""))) for row in rows for side in ("south", "north")), default=0)
    page.sheet.set_column(winner, winner, min(max(longest + 3, WIDTHS["winner"]), WIDEST_COLUMN))
    first_open = next((number for number, row in enumerate(rows, 1) if not row.get("winner")), 1)
    page.sheet.set_selection(first_open, winner, first_open, winner)
    return last


def _keep_rows(page: Page, first: int, count: int, stage: str) -> None:
    """Colour the blank rows reserved for a stage, and explain their use in a note on the first one."""
    for row in range(first, first + count):
        for column in range(len(texts("matches"))):
            page.text(row, column, "", "kept")
    if count:
        page.note(first, 0, page.book.text_of("kept rows", stage))


def _offer_players(page: Page, columns: list[str]) -> None:
    """Add drop-downs that offer the entry list for South and North, and the row's two players for the winner."""
    entry_list = f"={quote_sheetname(page.book.word('sheet', 'players'))}!$A$2:$A${MOST_ENTRANTS + 1}"
    south, north, winner = (columns.index(name) for name in ("south", "north", "winner"))
    for column in (south, north):
        page.offer(entry_list, (1, column, ROWS_TO_TYPE, column), error="not a player")
    two = f"={_first(columns, 'south')}:{_first(columns, 'north')}"
    page.offer(two, (1, winner, ROWS_TO_TYPE, winner), error="not one of the two", stop=True)


def _mark_matches(page: Page, columns: list[str]) -> None:
    """Highlight the winner of each game, and draw a line above each round.

    A winner who is not one of the two players is highlighted in red.
    """
    south, north, winner, group, round_ = (
        _first(columns, name) for name in ("south", "north", "winner", "group", "round")
    )
    player = xl_rowcol_to_cell(1, columns.index("south"))
    above = [xl_rowcol_to_cell(0, columns.index(name), col_abs=True) for name in ("group", "round")]
    for first, last, formula, look in (
        ("south", "north", f'AND({winner}<>"",{player}={winner})', "won"),
        ("winner", "winner", f'AND({winner}<>"",{winner}<>{south},{winner}<>{north})', "wrong"),
        (columns[0], columns[-1], f"OR({group}<>{above[0]},{round_}<>{above[1]})", "first of a round"),
    ):
        page.mark_where((1, columns.index(first), ROWS_TO_TYPE, columns.index(last)), formula, look)


def _first(columns: list[str], name: str) -> str:
    """Return the address of the first cell below a header, for a formula that is applied to every row."""
    return xl_rowcol_to_cell(1, columns.index(name), col_abs=True)
