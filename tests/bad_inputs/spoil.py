"""Functions that spoil the sheets of a valid event, which is either two Diplomacy boards or a Bao tournament.

Most of them return a function that changes the sheets of `event()` in tests/sheets.py, or of `tournament()` or
`round_robin()` here. The others change the sheets directly.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from datetime import date
from hashlib import sha256

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font, PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.sheets import CHART, COLUMNS, POWERS, YEARS, Cell, Rows, Sheets, event, put, table

BOARDS = "boards"
Spoil = Callable[[Sheets], object]


# -- any sheet ---------------------------------------------------------------------------------------------------------


def surname(sentence: str) -> str:
    """Return a family name made from the sentence, so that the players of different events have different names."""
    return "".join(chr(ord("a") + int(sign, 16)) for sign in sha256(sentence.encode()).hexdigest()[:9])


def nothing(sheets: Sheets) -> None:
    """Change nothing."""


def typed(place: str, value: Cell, *more: object) -> Spoil:
    """Return a function that enters one or more values in cells.

    The arguments are cells, each followed by its value.
    """
    pairs = [(place, value), *zip(more[::2], more[1::2], strict=True)]

    def spoil(sheets: Sheets) -> None:
        for at, what in pairs:
            put(sheets, str(at), what)

    return spoil


def column(letter: str, values: Iterable[Cell], first: int = 2) -> Spoil:
    """Return a function that fills a column of the boards sheet with values, starting at row `first`."""

    def spoil(sheets: Sheets) -> None:
        for row, value in enumerate(values, first):
            put(sheets, f"boards!{letter}{row}", value)

    return spoil


def without_row(row: int) -> Spoil:
    return lambda sheets: sheets["boards"].pop(row - 1) and None


def more_rows(sheet: str, *rows: list[Cell]) -> Spoil:
    return lambda sheets: sheets.setdefault(sheet, []).extend([*row] for row in rows)


def both(*spoils: Spoil) -> Spoil:
    def spoil(sheets: Sheets) -> None:
        for each in spoils:
            each(sheets)

    return spoil


def in_a_new_sheet(name: str, rows: list[list[Cell]]) -> Spoil:
    return lambda sheets: sheets.__setitem__(name, rows)


def one_top_table(sheets: Sheets) -> None:
    """Seat the players of board 1 at the only board of round 2, the top table."""
    finals = (10, 8, 6, 4, 3, 2, 1)
    seats = zip(sheets["boards"][1:8], finals, strict=True)
    sheets["boards"] += [
        [2, 3, power, player, *[None] * len(YEARS), final] for (_, _, power, player, *_), final in seats
    ]
    typed("event!A5", "top table round", "event!B5", 2)(sheets)


def declined(sheets: Sheets) -> None:
    """Let the second player on board 1 decline a seat at the top table."""
    sheets["players"] = [["player", "top table"], [sheets["boards"][2][3], "no"]]


def gone(sheet: str, *numbers: int) -> Spoil:
    """Return a function that deletes the rows with the given numbers from a sheet."""

    def spoil(sheets: Sheets) -> None:
        sheets[sheet] = [row for number, row in enumerate(sheets[sheet], 1) if number not in numbers]

    return spoil


def without(*sheets_gone: str) -> Spoil:
    return lambda sheets: [sheets.pop(name, None) for name in sheets_gone] and None


def in_row(sheet: str, row: int, **cells: Cell) -> Spoil:
    """Return a function that overwrites the cells of a row under the given headers."""

    def spoil(sheets: Sheets) -> None:
        for name, value in cells.items():
            sheets[sheet][row - 1][sheets[sheet][0].index(name)] = value

    return spoil


def setting(name: str, value: Cell) -> Spoil:
    """Return a function that changes or adds a setting of the event. The value None removes it."""

    def spoil(sheets: Sheets) -> None:
        settings = {str(row[0]): row[1] for row in sheets["event"]} | {name: value}
        sheets["event"] = [[own, typed_value] for own, typed_value in settings.items() if typed_value is not None]

    return spoil


def called(name: Cell, by: str, *sheet_names: str) -> Spoil:
    """Return a function that replaces the value `by` with `name` in the sheets called `sheet_names`.

    By default, these are `players`, `matches` and `moves`.
    """

    def spoil(sheets: Sheets) -> None:
        for sheet in sheet_names or ("players", "matches", "moves"):
            sheets[sheet] = [[name if cell == by else cell for cell in row] for row in sheets.get(sheet, [])]

    return spoil


# -- boards ------------------------------------------------------------------------------------------------------------

TOTALS = {"y1901": 31, **{f"y{year}": 34 for year in range(1902, 1908)}}
SOLO = (18, 6, 5, 1, 4, 0, 0)
LOOSE = ["Totale", None, None, None, 31, 34, 34, 34, 34, 34, 34]


def total(board: int, **centres: int) -> list[Cell]:
    """Return a row of control totals, given for example as `y1901=31` or `final=34`."""
    row: list[Cell] = [1, board, "total", *[None] * (len(COLUMNS) - 3)]
    for name, value in centres.items():
        row[COLUMNS.index(int(name[1:]) if name[1:].isdecimal() else name)] = value
    return row


def above(*rows: list[Cell]) -> Spoil:
    """Return a function that inserts rows above the header of the boards sheet."""
    return lambda sheets: sheets[BOARDS].__setitem__(slice(0, 0), [[*row] for row in rows])


def below(*rows: list[Cell]) -> Spoil:
    """Return a function that adds a blank row and then `rows` below the boards."""
    return lambda sheets: sheets[BOARDS].extend([[None], *([*row] for row in rows)])


def second_table(sheets: Sheets) -> None:
    """Put board 2 below a header of its own."""
    sheets[BOARDS][8:8] = [[None], [*sheets[BOARDS][0]]]


def beside(sheets: Sheets) -> None:
    """Put board 2 to the right of board 1, in columns V to AO."""
    top = sheets[BOARDS][:8]
    sheets[BOARDS] = [[*left, None, *right] for left, right in zip(top, [top[0], *sheets[BOARDS][8:]], strict=True)]


def on_its_side(sheets: Sheets) -> None:
    """Transpose the `boards` sheet, so that years go down and seats go across."""
    sheets[BOARDS] = [list(row) for row in zip(*sheets[BOARDS], strict=True)]


def powers_across(sheets: Sheets) -> None:
    """Replace the boards with the chart of one board, with one row per year and one column per power."""
    chart = [[1, 1, year, *(CHART[power][i] for power in POWERS)] for i, year in enumerate(YEARS)]
    sheets[BOARDS] = [["round", "board", "year", *POWERS], *chart]


def a_sheet_a_game(sheets: Sheets) -> None:
    """Put the two boards on separate sheets, neither of which is called `boards`."""
    header, *rows = sheets.pop(BOARDS)
    sheets |= {"Tavolo 1": [header, *rows[:7]], "Tavolo 2": [[*header], *rows[7:]]}


def italian(sheets: Sheets) -> None:
    """Write headers in Italian, with decomposed accents, capitals and line breaks."""
    words = {"round": "TURNO", "board": "tavolo", "power": "Potenza", "player": "giocatore", "final": "Centri\nfinali"}
    words |= {"nmr orders": "ONP\nordini", "nmr adjustments": "onp fine\r\nanno", "penalty": "Penalita\u0300"}
    sheets[BOARDS][0] = [words.get(str(name), name) for name in sheets[BOARDS][0]]


def event_on(start: Cell, end: Cell, ended: Cell) -> Spoil:
    """Return a function that sets an event's first and last day and the day on which its first game ended."""
    return typed("event!A5", "start", "event!B5", start, "event!A6", "end", "event!B6", end, "games!F2", ended)


def result_alone(*rows: tuple[Cell, ...]) -> Spoil:
    """Return a function that reduces an event to its settings and a `placings` sheet containing `rows`."""

    def spoil(sheets: Sheets) -> None:
        for name in (BOARDS, "games", "nmr"):
            del sheets[name]
        sheets["placings"] = table("player place games", *rows)

    return spoil


def scores_alone(*rows: tuple[Cell, ...]) -> Spoil:
    """Return a function that reduces an event to its settings and a `results` sheet containing `rows`."""

    def spoil(sheets: Sheets) -> None:
        for name in (BOARDS, "games", "nmr"):
            del sheets[name]
        sheets["results"] = table("player round score board power place", *rows)

    return spoil


def in_place_of_boards(rows: list[list[Cell]]) -> Spoil:
    """Return a function that replaces an event's boards with a `results` sheet containing `rows`."""
    return both(without(BOARDS, "games", "nmr"), in_a_new_sheet("results", rows))


# -- what a workbook has besides values --------------------------------------------------------------------------------


def merged(*ranges: str, sheet: str = BOARDS) -> Callable[[Workbook], None]:
    """Return a function that merges ranges of cells in a sheet. Only the first cell of a range keeps its value."""

    def shape(book: Workbook) -> None:
        for cells in ranges:
            book[sheet].merge_cells(cells)

    return shape


def hidden_rows(book: Workbook) -> None:
    """Hide three rows and a column, and set a filter."""
    for row in (3, 4, 12):
        book[BOARDS].row_dimensions[row].hidden = True
    book[BOARDS].auto_filter.ref = "A1:T15"
    book[BOARDS].column_dimensions["G"].hidden = True


def hidden_sheet(state: str) -> Callable[[Workbook], None]:
    return lambda book: setattr(book[BOARDS], "sheet_state", state)


def struck(cells: str) -> Callable[[Workbook], None]:
    """Return a function that strikes through `cells` in the boards sheet, for example `D4` or `A2:K8`."""

    def shape(book: Workbook) -> None:
        found = book[BOARDS][cells]
        for row in found if isinstance(found, tuple) else ((found,),):
            for cell in row:
                cell.font = Font(strike=True)

    return shape


def struck_in_part(book: Workbook) -> None:
    """Strike through a name and put the right one after it."""
    old = TextBlock(InlineFont(strike=True), "Carla Vecchi ")
    book[BOARDS]["D4"].value = CellRichText(old, "Rosa Nuovi")


def formatted_rows(book: Workbook) -> None:
    """Colour a thousand empty rows."""
    for row in range(16, 1016):
        book[BOARDS].cell(row, 1).fill = PatternFill("solid", fgColor="FFEEEEEE")


def calendar_of_1904(book: Workbook) -> None:
    """Use the 1904 calendar of old Macintosh workbooks, and format the year 1901 as a date."""
    book.epoch = CALENDAR_MAC_1904
    book[BOARDS]["E1"].value, book[BOARDS]["E1"].number_format = 1901, "yyyy-mm-dd"
    book["games"]["F2"].value = date(2011, 3, 1)


# -- Bao ---------------------------------------------------------------------------------------------------------------

# Group A: Ada, Cleo, Eva; group B: Ben, Dan, Fay. The header names the columns A to F
PLAYERS: Rows = [
    ["player", "country", "elo", "games", "kiba score", "also known as"],
    ["Ada", "Italia", 2000, 100, 300, None],  # row 2
    ["Ben", "Kenya", 1900, 90, 280, None],
    ["Cleo", "Italia", 1900, 70, 260, None],
    ["Dan", "Kenya", 1900, 50, 240, None],
    ["Eva", "Italia", 1900, 30, 220, None],
    ["Fay", "Kenya", 1800, 0, 180, None],  # row 7
]
MATCHES = ["stage", "group", "round", "south", "north", "winner", "reason", "ended", "started"]  # A to I
MOVES = ["stage", "group", "south", "north", "number", "player", "time"]  # A to G
THIRD: list[Cell] = ["final", None, None, "Ada", "Cleo", "Ada", "played"]
GAME: list[Cell] = ["qualifying", "A", "Ada", "Cleo"]
LATE = typed("moves!G3", "2011-03-04 15:00", "moves!G4", "2011-03-04 16:00")  # Cleo's time ends on 4 March, 15:00


def tournament(name: str = "Torneo", **settings: Cell) -> Sheets:
    """Return a valid finished event. Each game has been won by the player whose name comes first alphabetically.

    event    B2 name, B3 kind, B4 start, B5 data, B6 groups, B7 clock, then `settings` from row 8 on
    matches  rows 2 to 7 are group A (Ada-Cleo, Ada-Eva, Cleo-Eva, each both ways), 8 to 13 group B (Ben-Dan, Ben-Fay,
             Dan-Fay), 14 a bye, 15 and 16 semifinal A (Ada-Ben), 17 and 18 semifinal B (Cleo-Dan), 19 and 20 the final
             (Ada-Cleo, Cleo-Ada)
    moves    three moves of the game in row 2
    """
    usual = {
        "name": name,
        "kind": "bao",
        "start": date(2011, 3, 1),
        "data": "generated",
        "groups": 2,
        "clock": "T=(3+1)<=7",
    }
    matches: Rows = [[*MATCHES]]
    for stage, group, *sides in (
        *(("qualifying", "A", *pair.split()) for pair in ("Ada Cleo", "Ada Eva", "Cleo Eva")),
        *(("qualifying", "B", *pair.split()) for pair in ("Ben Dan", "Ben Fay", "Dan Fay")),
        ("semifinal", "A", "Ada", "Ben"),
        ("semifinal", "B", "Cleo", "Dan"),
        ("final", None, "Ada", "Cleo"),
    ):
        if len(matches) == 13:
            matches.append(["qualifying", "B", 3, -1, "Fay", *[None] * 4])
        matches += [[stage, group, None, *pair, min(sides), "played", None, None] for pair in (sides, sides[::-1])]
    matches[1][8] = "2011-03-01 14:05"
    game = ("qualifying", "A", "Ada", "Cleo")
    return {
        "event": table("setting value", *(usual | settings).items()),
        "players": deepcopy(PLAYERS),
        "matches": matches,
        "moves": [
            [*MOVES],
            [*game, 1, "Ada", "2011-03-01 15:00"],
            [*game, 2, "Cleo", "2011-03-02 15:00"],
            [*game, 3, "Ada", "2011-03-03 15:00:30"],
        ],
    }


def round_robin(name: str) -> Sheets:
    """Return a Bao event of six players in one group, with two games per pair.

    In each pair, the player whose name comes first in the alphabet wins both games.
    """
    players = [f"{player} {surname(name)}" for player in ["Ali", "Bea", "Cho", "Dan", "Eva", "Fay"]]
    games = [("qualifying", "A", one, two, min(one, two)) for one in players for two in players if one != two]
    return {
        "event": table("setting value", ("name", name), ("kind", "bao"), ("data", "generated")),
        "players": table("player elo games", *((player, 1800, 0) for player in players)),
        "matches": table("stage group south north winner reason", *games),
    }


def only(*stages: str) -> Spoil:
    """Return a function that keeps only the games of these stages and drops all moves."""

    def spoil(sheets: Sheets) -> None:
        sheets["matches"] = [row for row in sheets["matches"] if row[0] in ("stage", *stages)]
        sheets.pop("moves", None)

    return spoil


def people(number: int, *, groups: int | None = None) -> Spoil:
    """Return a function that gives an event an entry list of `number` players and removes its games."""

    def spoil(sheets: Sheets) -> None:
        without("matches", "moves")(sheets)
        setting("groups", groups)(sheets)
        sheets["players"] = [[*PLAYERS[0]], *([f"Player {n:02}", "Italia", 1900, 10 + n] for n in range(number))]

    return spoil


def nations(italia: str = "Ada Cleo Eva", kenya: str = "Ben Dan Fay") -> Spoil:
    """Return a function that replaces the games with a match between two nations, one game per pair of players.

    The games begin in row 2, and the first player in each row has won.
    """

    def spoil(sheets: Sheets) -> None:
        pairs = [(one, other) for one in italia.split() for other in kenya.split()]
        sheets["matches"] = [[*MATCHES], *(["nations", None, None, *pair, pair[0], "played"] for pair in pairs)]
        sheets.pop("moves")
        setting("groups", None)(sheets)

    return spoil


def mabingwa(sheets: Sheets) -> None:
    """Put all six players into one group of 30 games, and let the top two play the final.

    The `format` setting is in B7.
    """
    names = [str(row[0]) for row in sheets["players"][1:7]]
    games = [(one, other) for one in names for other in names if one != other]
    typed_rows = [["qualifying", None, None, *pair, min(pair), "played"] for pair in games]
    final = [["final", None, None, *pair, "Ada", "played"] for pair in (("Ada", "Ben"), ("Ben", "Ada"))]
    sheets["matches"] = [[*MATCHES], *typed_rows, *final]
    sheets.pop("moves")
    setting("groups", None)(sheets)
    setting("format", "mabingwa")(sheets)


def of_diplomacy(*more: str) -> Spoil:
    """Return a function that replaces a Bao event with a Diplomacy event, but keeps the Bao sheets in `more`."""

    def spoil(sheets: Sheets) -> None:
        named = " ".join(("Diplomacy with", *more))
        own = event(named, family=named) | {name: sheets[name] for name in more}
        sheets.clear()
        sheets.update(own)

    return spoil


def unplayed(sheets: Sheets) -> None:
    """Reopen the game in row 2, whose moves are recorded, and drop the games of later stages."""
    in_row("matches", 2, winner=None, reason=None)(sheets)
    only_qualifying = [row for row in sheets["matches"] if row[0] in ("stage", "qualifying")]
    sheets["matches"] = only_qualifying


def grouped(label: Cell, of: str = "A") -> Spoil:
    """Return a function that changes or clears a group's label in the `matches` and `moves` sheets."""

    def spoil(sheets: Sheets) -> None:
        for sheet in ("matches", "moves"):
            for row in sheets[sheet][1:]:
                row[1] = label if row[1] == of else row[1]

    return spoil


def without_rounds(sheets: Sheets) -> None:
    """Remove the first column, which is the round, from the `boards`, `games` and `nmr` sheets."""
    for name in ("boards", "games", "nmr"):
        sheets[name] = [row[1:] for row in sheets[name]]


def years_below(sheets: Sheets) -> None:
    """Put the years in a second header row, below the word "Centres"."""
    header = sheets[BOARDS][0]
    years = [cell if isinstance(cell, int) else None for cell in header]
    sheets[BOARDS][0] = [None if isinstance(cell, int) else cell for cell in header]
    sheets[BOARDS][0][4] = "Centres"
    sheets[BOARDS][0][11] = None
    sheets[BOARDS].insert(1, [*years[:11], "final"])


def called_sheet(name: str, other: str) -> Spoil:
    """Return a function that renames the sheet `name` to `other`."""
    return lambda sheets: sheets.update({other: sheets.pop(name)})
