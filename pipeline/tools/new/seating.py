"""The `seating` sheet, to hang on a wall.

The sheet shows the tables of a round, and the players in alphabetical order with their tables.
"""

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from pipeline.rules.rule_sheet import Paragraph
from pipeline.tools.desk.seating.hall import Broken
from pipeline.tools.new.paper import SMALLEST, UPRIGHT, Block, Line, PaperPage
from pipeline.tools.new.texts import texts
from pipeline.tools.new.workbook import Book
from schemas.messages import Message, Verbatim, listed
from schemas.words import fold, natural

AUTOMATIC = "Turkey"  # the power that moves by rule if nobody plays it (8.5)
SIDE = (12, 10, 7, 12)  # widths in digits: a box has power | player, the list has player | table | power
POWER, PLAYER, NAME, WHOLE = (0, 0), (1, 3), (0, 1), (0, 3)  # first and last column of each, counted within a side
GAP = 2
BAND_HEIGHT, BELOW = 21, 9  # points: height of a band, and space below a table
SEAT, LISTED_NAME, SENTENCE = Line(17.25, 28, 22), Line(15.75, 26, 18), Line(17.25, 80, 76)
LONGEST_LIST = 45  # rows of the list per page

Listed = tuple[str, str, str]  # player, table and power


class Table(NamedTuple):
    """A table of the round.

    board   its label in the `boards` sheet
    top     whether it is the top table
    seats   (power, player) in the order of the powers, with an empty player if nobody plays the power
    """

    board: str
    top: bool
    seats: Sequence[tuple[str, str]]


class SeatingPage(NamedTuple):
    """The seating of a round for printing.

    wishes        the unmet wishes
    cost          total cost of the unmet wishes
    proven        whether it is proven that no other seating costs less
    remarks       remarks for the director
    doubled       players on two boards at once (Italia-2010, paragraph 8.6)
    sitting_out   players who sit the round out (Italia-2010, paragraph 8.7)
    seed          seed for drawing lots
    rules         the system's rules on matters other than scoring: orders, draws, seating
    """

    round: str
    tables: Sequence[Table]
    wishes: Sequence[Broken]
    cost: int
    proven: bool
    remarks: Sequence[Message]
    doubled: Sequence[str]
    sitting_out: Sequence[str]
    seed: str
    rules: Sequence[Paragraph] = ()


def round_name(book: Book, seating: SeatingPage) -> Verbatim:
    """Return a name such as `Round 3` if the round is a number or a letter, otherwise the round's own name."""
    number_or_letter = len(seating.round) <= 2
    return Verbatim(
        f"{book.word('boards', 'round').capitalize()} {seating.round}" if number_or_letter else seating.round
    )


def write_seating(book: Book, seating: SeatingPage) -> None:
    """Write the `seating` sheet.

    The sheet shows the tables side by side in pairs, the players on two boards or without a seat, and the player
    list.
    """
    sides = min(len(seating.tables), 2)
    widths = [*SIDE, GAP, *SIDE][: len(SIDE) * sides + sides - 1]
    lines = {"title": book.title, "round": round_name(book, seating), "line": book.text_of("seating", "head")}
    page = PaperPage(book, "seating", lines, len(widths))
    for first in range(0, len(seating.tables), sides):
        _write_boxes(page, seating.tables[first : first + sides])
        page.end_block()
    _write_sentences(page, seating, len(widths))
    page.end_block()
    tables = Block(page.blocks[0].row, sum(block.height for block in page.blocks))
    if page.scale(UPRIGHT, widths, [tables]) >= SMALLEST:
        page.blocks = [tables]
    players = _players(book, seating)
    for first in range(0, len(players), sides * LONGEST_LIST):
        _write_list(page, players[first : first + sides * LONGEST_LIST], sides)
        page.end_block()
    page.lay_out(UPRIGHT, widths, [_cells(side, PLAYER)[0] for side in range(sides)])
    page.sheet.ignore_errors({"number_stored_as_text": f"A1:I{page.next}"})


def _write_boxes(page: PaperPage, tables: Sequence[Table]) -> None:
    """Write tables side by side, each with a heading band and one row per power."""
    band = page.add(BAND_HEIGHT)
    across = zip_longest(*([player for _, player in table.seats] for table in tables), fillvalue="")
    lines = [page.add(SEAT.height(*players)) for players in across]
    page.add(BELOW)
    for side, table in enumerate(tables):
        look = "top table" if table.top else "table"
        page.across(band, _cells(side, WHOLE), page.book.text_of("seating", look, board=Verbatim(table.board)), look)
        for row, (power, player) in zip(lines, table.seats, strict=False):
            page.text(row, _cells(side, POWER)[0], page.book.word("power", power), "seat power")
            if player:
                page.across(row, _cells(side, PLAYER), player, "long seat" if len(player) > SEAT.letters else "seat")
            else:
                nobody = page.book.text_of("seating", "automatic Turkey" if power == AUTOMATIC else "nobody")
                page.across(row, _cells(side, PLAYER), nobody, "empty seat")


def _write_sentences(page: PaperPage, seating: SeatingPage, across: int) -> None:
    """Write the sentences about players who play on two boards or sit out."""
    for name, players in (("two boards", seating.doubled), ("sitting out", seating.sitting_out)):
        if players:
            sentence = page.book.text_of("seating", name, names=listed(players))
            page.across(page.add(SENTENCE.height(sentence)), (0, across - 1), sentence, "sentence")
    if seating.doubled or seating.sitting_out:
        page.add(BELOW)


def _players(book: Book, seating: SeatingPage) -> list[Listed]:
    """Return the rows of the player list, sorted by name. Players who sit out have no table."""
    seated = [
        (player, table.board, book.word("power", power))
        for table in seating.tables
        for power, player in table.seats
        if player
    ]
    resting = [(player, "", book.text_of("seating", "sits out")) for player in seating.sitting_out]
    return sorted(seated + resting, key=lambda row: (natural(fold(row[0])), row[0], natural(row[1])))


def _write_list(page: PaperPage, players: Sequence[Listed], sides: int) -> None:
    """Write part of the player list in `sides` columns, each under a row of headers."""
    half = math.ceil(len(players) / sides)
    band = page.add(BAND_HEIGHT)
    lines = [page.add(LISTED_NAME.height(*(row[0] for row in players[line::half]))) for line in range(half)]
    page.add(BELOW)
    for number, row in enumerate(players):
        side, line = divmod(number, half)
        name = "long listed" if len(row[0]) > LISTED_NAME.letters else "listed"
        _write_listed(page, lines[line], side, row, (name, "listed table", "listed"))
    headers = [page.book.text_of("list of players", name) for name in texts("list of players")]
    for side in range(sides):
        _write_listed(page, band, side, headers, ("listed band", "listed table band", "listed band"))


def _write_listed(page: PaperPage, row: int, side: int, cells: Sequence[str], looks: Sequence[str]) -> None:
    """Write the player, table and power in one row of the list, or the headers of the list."""
    first, last = _cells(side, NAME)
    page.across(row, (first, last), cells[0], looks[0])
    for column in (1, 2):
        page.text(row, last + column, cells[column], looks[column])


def _cells(side: int, columns: tuple[int, int]) -> tuple[int, int]:
    """Return the first and the last column, shifted to the given side of the page."""
    left = side * (len(SIDE) + 1)
    return left + columns[0], left + columns[1]
