"""For the wall: a Bao event's schedule, round by round, and crosstables that fill while winners are typed.

A crosstable finds its games in the sheet `matches` by stage, group and names: the rows may be sorted, and others put
between them.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from xlsxwriter.utility import quote_sheetname, xl_range_abs, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.template.notes import BAO_COLUMNS, BYE, LEGS, PARALLEL, POINTS, SIGNS
from pipeline.template.sheets import Book, Row, check
from schemas.words import fold, vocabulary

LEG_COLUMNS = {1: 1, 2: 4}  # of the schedule: South, and North beside it
NUMBER, CELL, SUM = 5, 5, 9  # digits that the columns of a crosstable have at least
NARROWEST_NAME, WIDEST_NAME = 16, 26  # digits; longer names are shrunk
LINE_HEIGHT, ROW_HEIGHT = 18, 26  # points: of the schedule, of a crosstable
HEAD = {
    "title": (34, 38),
    "subtitle": (24, 66),
    "line": (18, 88),
}  # points of a line, and the letters that it surely takes
LETTER_HEIGHT, LOWEST_BAND, HIGHEST_BAND = 6.5, 60, 170  # points of a band with upright names
SIDES, TOP, BOTTOM = 0.5, 0.6, 0.7  # margins in inches
SMALLEST = 0.7  # the scale down to which all is put on one page

INK, GREY, LINE, NAVY = "#1F2933", "#5F6B7A", "#D5DAE0", "#0B2E59"  # as in the published workbooks
FONT = {"font_name": "Arial", "font_size": 10, "font_scheme": "none"}  # as wide on every machine, and so on paper
_LINED = {"font_color": INK, "valign": "vcenter", "bottom": 1, "bottom_color": LINE, "shrink": True}
_BOXED = {"font_color": INK, "valign": "vcenter", "border": 1, "border_color": LINE, "shrink": True}
_BAND = {"bold": True, "font_color": "#FFFFFF", "bg_color": NAVY, "font_size": 12}
WALL: dict[str, dict[str, object]] = {
    "title": {"bold": True, "font_size": 20, "font_color": NAVY, "valign": "vcenter", "text_wrap": True},
    "subtitle": {"font_size": 14, "font_color": NAVY, "valign": "vcenter", "text_wrap": True},
    "line": {"font_size": 11, "font_color": GREY, "valign": "vcenter", "text_wrap": True},
    "leg": {"bold": True, "font_size": 12, "font_color": NAVY, "valign": "vcenter"},
    "band": _BAND | {"valign": "vcenter"},
    "name": _LINED | {"font_size": 12},
    "first name": _LINED | {"font_size": 12, "top": 1, "top_color": INK},
    "bye": _LINED | {"font_size": 12, "italic": True, "font_color": GREY},
    "group": {"bold": True, "font_size": 13, "font_color": NAVY, "align": "center", "valign": "vcenter"},
    "group band": _BAND | {"font_size": 18, "valign": "bottom", "indent": 1},
    "opponent": _BAND | {"rotation": 90, "align": "center", "valign": "bottom", "shrink": True},
    "points band": _BAND | {"align": "center", "valign": "bottom", "shrink": True},
    "number": _BOXED | {"font_color": GREY, "align": "center"},
    "player": _BOXED | {"font_size": 13, "bold": True, "indent": 1},
    "signs": _BOXED | {"font_size": 14, "align": "center"},
    "nobody": _BOXED | {"bg_color": GREY},
    "points": _BOXED | {"font_size": 15, "bold": True, "align": "center", "bg_color": "#E6EDF6"},
    "++": {"bold": True, "bg_color": "#DCEFE1", "font_color": "#14532D"},
    "--": {"bg_color": "#ECEEF1", "font_color": "#4B5563"},
    "+-": {"bg_color": "#FFF4D9", "font_color": "#6B4200"},
    "-+": {"bg_color": "#FFF4D9", "font_color": "#6B4200"},
    "..": {"font_color": "#8A94A0"},
}


class Game(NamedTuple):
    """A game of the draw; who meets the dummy has a bye."""

    group: str
    round: int
    leg: int
    south: str
    north: str

    @property
    def players(self) -> list[str]:
        """Who plays, South first, without the dummy."""
        return [name for name in (self.south, self.north) if fold(name) not in vocabulary("bye")]

    @property
    def rests(self) -> bool:
        """It is no game but a bye."""
        return len(self.players) < len((self.south, self.north))


class Paper(NamedTuple):
    """What a page of A4 takes between its margins: pixels across (some programs have wider ones), points down."""

    across: int
    down: int


class Block(NamedTuple):
    """Rows that stay on one page: the first, and their height in points. Of the head, the row below it."""

    row: int
    height: float


UPRIGHT, ACROSS = Paper(650, 720), Paper(955, 480)


# -- schedule ----------------------------------------------------------------------------------------------------------


def write_schedule(book: Book, games: Sequence[Game], settings: Row) -> None:
    """Round by round, a row a pair: the first game at the left, the second at the right; byes in words."""
    page = _page(book, "schedule")
    known = [(book.word("setting", name), settings[name]) for name in ("start", "clock") if settings[name]]
    shown = "".join(f"     {name.capitalize()}: {value}" for name, value in known)
    head = _write_head(book, page, "schedule", shown, book.say(PARALLEL), across=6)
    row, blocks = head.row, []
    for column, text in zip(LEG_COLUMNS.values(), LEGS, strict=True):
        _write(book, page, row - 1, column, book.say(text), "leg")
    for number, own in groupby(sorted(games, key=lambda game: (game.round, game.group)), lambda game: game.round):
        after = _write_round(book, page, row, number, list(own))
        blocks.append(Block(row, LINE_HEIGHT * (after - row)))
        row = after
    name = _name_width(games)
    _lay_out(page, UPRIGHT, [11, name, name, 2, name, name], (1, 2, 4, 5), head, blocks)


def _write_round(book: Book, page: Worksheet, row: int, number: int, games: Sequence[Game]) -> int:
    """One round below its band; the row after it."""
    sides = [book.word("matches", side).capitalize() for side in ("south", "north")]
    for column, text in enumerate((f"{book.word('matches', 'round').capitalize()} {number}", *sides, "", *sides)):
        _write(book, page, row, column, text, "band")
    page.set_row(row, LINE_HEIGHT)
    for group, own in groupby(games, lambda game: game.group):
        for place, pair in enumerate(sorted(_pairs(own).values(), key=lambda pair: pair[0].rests)):
            row += 1
            page.set_row(row, LINE_HEIGHT)
            if place == 0:
                _write(book, page, row, 0, group, "group")
            for game in pair:
                _write_game(book, page, row, game, "name" if place else "first name")
    return row + 1


def _write_game(book: Book, page: Worksheet, row: int, game: Game, style: str) -> None:
    """South and North, or who has a bye."""
    texts = (book.say(BYE, player=game.players[0]), "") if game.rests else game.players
    for column, text in enumerate(texts, start=LEG_COLUMNS[game.leg]):
        _write(book, page, row, column, text, "bye" if game.rests else style)


# -- crosstables -------------------------------------------------------------------------------------------------------


def write_crosstables(book: Book, games: Sequence[Game], entries: Sequence[str], last_row: int) -> None:
    """A table a group: who won which game of whom, and the points, as formulas over the sheet `matches`.

    games      without byes
    entries    the players in the order of the entry list
    last_row   of the sheet `matches`, counted from 0, that the formulas look at
    """
    groups = {group: [game for game in games if game.group == group] for group in sorted({g.group for g in games})}
    players = {
        group: sorted({name for game in own for name in game.players}, key=entries.index)
        for group, own in groups.items()
    }
    most = max(map(len, players.values()))
    page = _page(book, "crosstable")
    head = _write_head(book, page, "crosstable", "", book.say(SIGNS), across=most + 3)
    row, blocks = head.row, []
    for group, own in players.items():
        band = min(max(LETTER_HEIGHT * max(map(len, own)) + 12, LOWEST_BAND), HIGHEST_BAND)
        page.set_row(row, band)
        numbers = {player: entries.index(player) + 1 for player in own}
        _write_group(book, page, row, numbers, groups[group], last_row)
        blocks.append(Block(row, band + ROW_HEIGHT * len(own) + LINE_HEIGHT))
        row += len(own) + 2
    widths = [NUMBER, _name_width(games), *[CELL] * most, SUM]
    paper = max(UPRIGHT, ACROSS, key=lambda paper: _scale(paper, widths, head, blocks[:1]))
    _lay_out(page, paper, widths, range(1, most + 2), head, blocks)


def _write_group(
    book: Book, page: Worksheet, top: int, numbers: Mapping[str, int], games: Sequence[Game], last_row: int
) -> None:
    """One group: its band with the names of the opponents, then a row a player, each with the number on the list."""
    rows = {player: row for row, player in enumerate(numbers, start=top + 1)}
    points = 2 + len(numbers)
    formulas = _formulas(book, games[0].group, rows, last_row)
    pairs = _pairs(games)
    _write(book, page, top, 0, f"{book.word('matches', 'group').capitalize()} {games[0].group}", "group band")
    _write(book, page, top, 1, "", "band")
    _write(book, page, top, points, book.say(POINTS), "points band")
    for player, row in rows.items():
        page.set_row(row, ROW_HEIGHT)
        check(page.write_number(row, 0, numbers[player], book.styles["number"]), page, row, 0)
        _write(book, page, row, 1, player, "player")
        _write(book, page, top, 1 + row - top, player, "opponent")
        for column, opponent in enumerate(rows, start=2):
            if played := pairs.get(frozenset((player, opponent))):
                signs = "&".join(formulas.sign(game, player, opponent) for game in played)
                _calculate(book, page, row, column, f"={signs}", "." * len(played), "signs")
            else:
                _write(book, page, row, column, "", "nobody")
        _calculate(book, page, row, points, formulas.points(player), 0, "points")
    for signs in ("++", "--", "+-", "-+", ".."):
        rule = {"type": "cell", "criteria": "==", "value": f'"{signs}"', "format": book.styles[signs]}
        check(page.conditional_format(top + 1, 2, top + len(rows), points - 1, rule), page, top, 2)


@dataclass(frozen=True)
class Formulas:
    """What is worked out for a group: from the columns of the sheet `matches`, for the names in these cells."""

    columns: Mapping[str, str]
    own_rows: str  # 1 for a qualifying game of the group, else 0
    names: Mapping[str, str]

    def sign(self, game: Game, player: str, opponent: str) -> str:
        """+ if the player won the game, - if the opponent did, . before that."""
        south, north, winner = (self.columns[name] for name in ("south", "north", "winner"))
        this_game = f"({south}={self.names[game.south]})*({north}={self.names[game.north]})"
        result = f"(({winner}={self.names[player]})-({winner}={self.names[opponent]}))"
        return f'MID("-.+",2+SIGN(SUMPRODUCT({self.own_rows}*{this_game}*{result})),1)'

    def points(self, player: str) -> str:
        """One for each game that the player won."""
        return f"=SUMPRODUCT({self.own_rows}*({self.columns['winner']}={self.names[player]}))"


def _formulas(book: Book, group: str, rows: Mapping[str, int], last_row: int) -> Formulas:
    sheet = quote_sheetname(book.word("sheet", "matches"))
    columns = {
        name: f"{sheet}!{xl_range_abs(1, column, last_row, column)}"
        for column, name in enumerate(BAO_COLUMNS["matches"])
    }
    quoted = group.replace('"', '""')
    own_rows = f'({columns["stage"]}="{book.word("stage", "qualifying")}")*({columns["group"]}="{quoted}")'
    return Formulas(columns, own_rows, {name: xl_rowcol_to_cell(row, 1, True, True) for name, row in rows.items()})


# -- pages -------------------------------------------------------------------------------------------------------------


def _page(book: Book, sheet: str) -> Worksheet:
    """A sheet that is only looked at: no grid, in the middle of the paper."""
    page = book.page(sheet, frozen=(0, 0), landscape=False)
    page.hide_gridlines(2)
    page.set_header("")
    page.set_margins(SIDES, SIDES, TOP, BOTTOM)
    page.center_horizontally()
    return page


def _write_head(book: Book, page: Worksheet, sheet: str, more: str, text: str, across: int) -> Block:
    """The event's name and two lines, on every page and always in sight, and a row for headers."""
    sheet_and_more = book.word("sheet", sheet).capitalize() + more
    height = LINE_HEIGHT
    for row, (shown, style) in enumerate([(book.title, "title"), (sheet_and_more, "subtitle"), (text, "line")]):
        points, letters = HEAD[style]
        own = points * math.ceil(len(shown) / letters)
        page.set_row(row, own)
        check(page.merge_range(row, 0, row, across - 1, "", book.styles[style]), page, row, 0)
        _write(book, page, row, 0, shown, style)
        height += own
    page.set_row(row + 1, LINE_HEIGHT)
    page.freeze_panes(row + 2, 0)
    page.repeat_rows(0, row + 1)
    return Block(row + 2, height)


def _name_width(games: Iterable[Game]) -> float:
    """Digits that the names need."""
    longest = max(len(name) for game in games for name in game.players)
    return min(max(1.1 * longest + 2, NARROWEST_NAME), WIDEST_NAME)


def _pixels(widths: Iterable[float]) -> float:
    return sum(7 * width + 5 for width in widths)


def _scale(paper: Paper, widths: Sequence[float], head: Block, blocks: Iterable[Block]) -> float:
    """The scale at which these blocks fit on one page, below the head; 1 at most."""
    down = head.height + sum(block.height for block in blocks)
    return min(1.0, paper.across / _pixels(widths), paper.down / down)


def _lay_out(
    page: Worksheet, paper: Paper, widths: Sequence[float], wider: Sequence[int], head: Block, blocks: Sequence[Block]
) -> None:
    """Some columns become wider, so that all are as wide as the paper; no block is cut by the end of a page."""
    if paper is ACROSS:
        page.set_landscape()
    whole = _scale(paper, widths, head, blocks)
    scale = whole if whole >= SMALLEST else min(_scale(paper, widths, head, [block]) for block in blocks)
    page.set_print_scale(int(100 * scale))
    more = (paper.across / scale - _pixels(widths)) / 7 / len(wider)
    for column, width in enumerate(widths):
        page.set_column(column, column, width + more if column in wider else width)
    breaks, used = [], head.height
    for block in blocks:
        if used + block.height > paper.down / scale + 1:
            breaks.append(block.row)
            used = head.height
        used += block.height
    page.set_h_pagebreaks(breaks)


# -- cells -------------------------------------------------------------------------------------------------------------


def _pairs(games: Iterable[Game]) -> dict[frozenset[str], list[Game]]:
    """The games of each pair, the first leg first."""
    pairs: dict[frozenset[str], list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.leg):
        pairs[frozenset(game.players)].append(game)
    return pairs


def _write(book: Book, page: Worksheet, row: int, column: int, text: str, style: str) -> None:
    """A text, or an empty cell with its look."""
    write = page.write_string if text else page.write_blank
    check(write(row, column, text, book.styles[style]), page, row, column)


def _calculate(book: Book, page: Worksheet, row: int, column: int, formula: str, value: str | int, style: str) -> None:
    """A formula, with the value that it has before any winner is typed."""
    check(page.write_formula(row, column, formula, book.styles[style], value), page, row, column)
