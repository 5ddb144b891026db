"""For the wall: the tables of a round, and its players in alphabetical order with the table of each."""

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from xlsxwriter.worksheet import Worksheet

from pipeline.tools.new.notes import (
    AUTOMATIC_TURKEY,
    FIND,
    LISTED,
    NOBODY,
    SITS_OUT,
    SITTING_OUT,
    TABLE,
    TOP_TABLE,
    TWO_BOARDS,
)
from pipeline.tools.new.paper import (
    BAND,
    GREY,
    INK,
    LINED,
    NAVY,
    SMALLEST,
    UPRIGHT,
    Block,
    Line,
    Rows,
    lay_out,
    paper_page,
    scale,
    write_across,
    write_head,
    write_text,
)
from pipeline.tools.new.sheets import Book
from schemas.words import fold, natural

AUTOMATIC = "Turkey"  # the power that moves by rule where nobody plays it (8.5)
SIDE = (12, 10, 7, 12)  # digits: a box is power | player, the list is player | table | power
POWER, PLAYER, NAME = (0, 0), (1, 3), (0, 1)  # first and last of these columns
GAP = 2
BAND_HEIGHT, BELOW = 21, 9  # points
SEAT, LISTED_NAME, TOLD = Line(17.25, 28, 22), Line(15.75, 26, 18), Line(17.25, 80, 76)
LONGEST_LIST = 45  # rows on a page

_WRAPPED = LINED | {"shrink": False, "text_wrap": True}
SEATING: dict[str, dict[str, object]] = {
    "table": BAND | {"font_size": 13, "valign": "vcenter", "indent": 1},
    "top table": BAND | {"font_size": 13, "valign": "vcenter", "indent": 1, "bg_color": "#F2C14E", "font_color": NAVY},
    "seat power": LINED | {"font_size": 11, "font_color": GREY, "indent": 1},
    "seat": LINED | {"font_size": 12, "bold": True},
    "long seat": _WRAPPED | {"font_size": 12, "bold": True},
    "empty seat": LINED | {"font_size": 12, "italic": True, "font_color": GREY},
    "told": {"font_size": 12, "font_color": INK, "valign": "vcenter", "text_wrap": True},
    "listed": LINED | {"font_size": 11, "indent": 1},
    "long listed": _WRAPPED | {"font_size": 11, "indent": 1},
    "listed table": LINED | {"font_size": 11, "bold": True, "align": "center"},
    "listed band": BAND | {"font_size": 11, "valign": "vcenter", "indent": 1},
    "listed table band": BAND | {"font_size": 11, "valign": "vcenter", "align": "center"},
}


class Table(NamedTuple):
    """A table of the round.

    board   its label in the sheet `boards`
    top     it is the top table
    seats   (power, player) in the order of the powers; an empty player for a power that nobody plays
    """

    board: str
    top: bool
    seats: Sequence[tuple[str, str]]


class Wish(NamedTuple):
    """A wish that the seating does not fulfil.

    paragraph   of Italia-2010: 8 or 8.1
    wish        `kept apart`, `other opponents`, `another power` or `another group of powers`
    why         what speaks against it, in English, such as `met: round 1, board 2`
    """

    paragraph: str
    wish: str
    players: tuple[str, ...]
    board: int
    why: str
    cost: int


class SeatingPage(NamedTuple):
    """The seating of a round, as it is printed.

    cost          of all wishes together
    proven        no other seating costs less
    remarks       in English
    doubled       who plays on two boards at once (8.6)
    sitting_out   who sits the round out (8.7)
    seed          of the lots
    """

    round: str
    tables: Sequence[Table]
    wishes: Sequence[Wish]
    cost: int
    proven: bool
    remarks: Sequence[str]
    doubled: Sequence[str]
    sitting_out: Sequence[str]
    seed: str


def round_name(book: Book, seating: SeatingPage) -> str:
    """`Round 3`; a round with a name of its own is called by that."""
    number_or_letter = len(seating.round) <= 2
    return f"{book.word('boards', 'round').capitalize()} {seating.round}" if number_or_letter else seating.round


def write_seating(book: Book, seating: SeatingPage) -> None:
    """The sheet `seating`: the tables two by two, who plays on two boards, who sits out, and the list of players."""
    page = paper_page(book, "seating")
    sides = min(len(seating.tables), 2)
    widths = [*SIDE, GAP, *SIDE][: len(SIDE) * sides + sides - 1]
    lines = {"title": book.title, "round": round_name(book, seating), "line": book.say(FIND)}
    head = write_head(book, page, lines, len(widths))
    rows = Rows(page, head)
    for first in range(0, len(seating.tables), sides):
        _write_boxes(book, rows, seating.tables[first : first + sides])
        rows.end_block()
    _write_told(book, rows, seating, len(widths))
    rows.end_block()
    tables = Block(head.row, sum(block.height for block in rows.blocks))
    if scale(UPRIGHT, widths, head, [tables]) >= SMALLEST:
        rows.blocks = [tables]
    players = _players(book, seating)
    for first in range(0, len(players), sides * LONGEST_LIST):
        _write_list(book, rows, players[first : first + sides * LONGEST_LIST], sides)
        rows.end_block()
    names = [side * (len(SIDE) + 1) + PLAYER[0] for side in range(sides)]
    lay_out(page, UPRIGHT, widths, names, head, rows.blocks)
    page.ignore_errors({"number_stored_as_text": f"A1:I{rows.next}"})


def _write_boxes(book: Book, rows: Rows, tables: Sequence[Table]) -> None:
    """Tables side by side: a band, and a row a power."""
    band = rows.add(BAND_HEIGHT)
    across = zip_longest(*([player for _, player in table.seats] for table in tables), fillvalue="")
    lines = [rows.add(SEAT.height(*players)) for players in across]
    rows.add(BELOW)
    for side, table in enumerate(tables):
        title = book.say(TOP_TABLE if table.top else TABLE, board=table.board)
        write_across(
            book, rows.page, band, _cells(side, (0, len(SIDE) - 1)), title, "top table" if table.top else "table"
        )
        for row, (power, player) in zip(lines, table.seats, strict=False):
            write_text(book, rows.page, row, _cells(side, POWER)[0], book.word("power", power), "seat power")
            _write_player(book, rows.page, row, _cells(side, PLAYER), power, player)


def _write_player(book: Book, page: Worksheet, row: int, cells: tuple[int, int], power: str, player: str) -> None:
    """Who plays a power, or in words that nobody does."""
    if player:
        write_across(book, page, row, cells, player, "long seat" if len(player) > SEAT.letters else "seat")
    else:
        nobody = AUTOMATIC_TURKEY if power == AUTOMATIC else NOBODY
        write_across(book, page, row, cells, book.say(nobody), "empty seat")


def _write_told(book: Book, rows: Rows, seating: SeatingPage, across: int) -> None:
    """Who plays on two boards and who sits out, in words."""
    for text, names in ((TWO_BOARDS, seating.doubled), (SITTING_OUT, seating.sitting_out)):
        if names:
            told = book.say(text, names=", ".join(names))
            write_across(book, rows.page, rows.add(TOLD.height(told)), (0, across - 1), told, "told")
    if seating.doubled or seating.sitting_out:
        rows.add(BELOW)


def _players(book: Book, seating: SeatingPage) -> list[tuple[str, str, str]]:
    """Player, table and power, by name; who sits out has no table."""
    seated = [
        (player, table.board, book.word("power", power))
        for table in seating.tables
        for power, player in table.seats
        if player
    ]
    resting = [(player, "", book.say(SITS_OUT)) for player in seating.sitting_out]
    return sorted(seated + resting, key=lambda row: (natural(fold(row[0])), row[0], natural(row[1])))


def _write_list(book: Book, rows: Rows, players: Sequence[tuple[str, str, str]], sides: int) -> None:
    """The list under its bands, down the left side first."""
    half = math.ceil(len(players) / sides)
    band = rows.add(BAND_HEIGHT)
    lines = [rows.add(LISTED_NAME.height(*(row[0] for row in players[line::half]))) for line in range(half)]
    rows.add(BELOW)
    for number, (player, table, power) in enumerate(players):
        side, line = divmod(number, half)
        name = "long listed" if len(player) > LISTED_NAME.letters else "listed"
        _write_listed(book, rows.page, lines[line], side, (player, table, power), (name, "listed table", "listed"))
    for side in range(sides):
        bands = ("listed band", "listed table band", "listed band")
        _write_listed(book, rows.page, band, side, [book.say(text) for text in LISTED], bands)


def _write_listed(
    book: Book, page: Worksheet, row: int, side: int, texts: Sequence[str], styles: Sequence[str]
) -> None:
    """Player, table and power."""
    left, last = _cells(side, NAME)
    write_across(book, page, row, (left, last), texts[0], styles[0])
    for column in (1, 2):
        write_text(book, page, row, last + column, texts[column], styles[column])


def _cells(side: int, columns: tuple[int, int]) -> tuple[int, int]:
    """The columns of a side on the page."""
    left = side * (len(SIDE) + 1)
    return left + columns[0], left + columns[1]
