"""For the wall: a Bao event's schedule, round by round, and crosstables that fill while winners are typed.

A crosstable finds its games in the sheet `matches` by stage, group and names: the rows may be sorted, and others put
between them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from xlsxwriter.utility import quote_sheetname, xl_range_abs, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from pipeline.tools.new.notes import BAO_COLUMNS, BYE, LEGS, PARALLEL, POINTS, SIGNS
from pipeline.tools.new.paper import (
    ACROSS,
    BAND,
    BOXED,
    GREY,
    INK,
    LINE_HEIGHT,
    LINED,
    NAVY,
    UPRIGHT,
    Block,
    lay_out,
    paper_page,
    scale,
    write_head,
    write_text,
)
from pipeline.tools.new.sheets import Book, Row, check
from schemas.words import fold, vocabulary

LEG_COLUMNS = {1: 1, 2: 4}  # of the schedule: South, and North beside it
NUMBER, CELL, SUM = 5, 5, 9  # digits that the columns of a crosstable have at least
NARROWEST_NAME, WIDEST_NAME = 16, 26  # digits; longer names are shrunk
ROW_HEIGHT = 26  # points: of a crosstable
LETTER_HEIGHT, LOWEST_BAND, HIGHEST_BAND = 6.5, 60, 170  # points of a band with upright names

WALL: dict[str, dict[str, object]] = {
    "leg": {"bold": True, "font_size": 12, "font_color": NAVY, "valign": "vcenter"},
    "name": LINED | {"font_size": 12},
    "first name": LINED | {"font_size": 12, "top": 1, "top_color": INK},
    "bye": LINED | {"font_size": 12, "italic": True, "font_color": GREY},
    "group": {"bold": True, "font_size": 13, "font_color": NAVY, "align": "center", "valign": "vcenter"},
    "group band": BAND | {"font_size": 18, "valign": "bottom", "indent": 1},
    "opponent": BAND | {"rotation": 90, "align": "center", "valign": "bottom", "shrink": True},
    "points band": BAND | {"align": "center", "valign": "bottom", "shrink": True},
    "number": BOXED | {"font_color": GREY, "align": "center"},
    "player": BOXED | {"font_size": 13, "bold": True, "indent": 1},
    "signs": BOXED | {"font_size": 14, "align": "center"},
    "nobody": BOXED | {"bg_color": GREY},
    "points": BOXED | {"font_size": 15, "bold": True, "align": "center", "bg_color": "#E6EDF6"},
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


# -- schedule ----------------------------------------------------------------------------------------------------------


def write_schedule(book: Book, games: Sequence[Game], settings: Row) -> None:
    """Round by round, a row a pair: the first game at the left, the second at the right; byes in words."""
    page = paper_page(book, "schedule")
    known = [(book.word("setting", name), settings[name]) for name in ("start", "clock") if settings[name]]
    shown = "".join(f"     {name.capitalize()}: {value}" for name, value in known)
    head = _write_head(book, page, "schedule", shown, book.say(PARALLEL), across=6)
    row, blocks = head.row, []
    for column, text in zip(LEG_COLUMNS.values(), LEGS, strict=True):
        write_text(book, page, row - 1, column, book.say(text), "leg")
    for number, own in groupby(sorted(games, key=lambda game: (game.round, game.group)), lambda game: game.round):
        after = _write_round(book, page, row, number, list(own))
        blocks.append(Block(row, LINE_HEIGHT * (after - row)))
        row = after
    name = _name_width(games)
    lay_out(page, UPRIGHT, [11, name, name, 2, name, name], (1, 2, 4, 5), head, blocks)


def _write_round(book: Book, page: Worksheet, row: int, number: int, games: Sequence[Game]) -> int:
    """One round below its band; the row after it."""
    sides = [book.word("matches", side).capitalize() for side in ("south", "north")]
    for column, text in enumerate((f"{book.word('matches', 'round').capitalize()} {number}", *sides, "", *sides)):
        write_text(book, page, row, column, text, "band")
    page.set_row(row, LINE_HEIGHT)
    for group, own in groupby(games, lambda game: game.group):
        for place, pair in enumerate(sorted(_pairs(own).values(), key=lambda pair: pair[0].rests)):
            row += 1
            page.set_row(row, LINE_HEIGHT)
            if place == 0:
                write_text(book, page, row, 0, group, "group")
            for game in pair:
                _write_game(book, page, row, game, "name" if place else "first name")
    return row + 1


def _write_game(book: Book, page: Worksheet, row: int, game: Game, style: str) -> None:
    """South and North, or who has a bye."""
    texts = (book.say(BYE, player=game.players[0]), "") if game.rests else game.players
    for column, text in enumerate(texts, start=LEG_COLUMNS[game.leg]):
        write_text(book, page, row, column, text, "bye" if game.rests else style)


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
    page = paper_page(book, "crosstable")
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
    paper = max(UPRIGHT, ACROSS, key=lambda paper: scale(paper, widths, head, blocks[:1]))
    lay_out(page, paper, widths, range(1, most + 2), head, blocks)


def _write_group(
    book: Book, page: Worksheet, top: int, numbers: Mapping[str, int], games: Sequence[Game], last_row: int
) -> None:
    """One group: its band with the names of the opponents, then a row a player, each with the number on the list."""
    rows = {player: row for row, player in enumerate(numbers, start=top + 1)}
    points = 2 + len(numbers)
    formulas = _formulas(book, games[0].group, rows, last_row)
    pairs = _pairs(games)
    write_text(book, page, top, 0, f"{book.word('matches', 'group').capitalize()} {games[0].group}", "group band")
    write_text(book, page, top, 1, "", "band")
    write_text(book, page, top, points, book.say(POINTS), "points band")
    for player, row in rows.items():
        page.set_row(row, ROW_HEIGHT)
        check(page.write_number(row, 0, numbers[player], book.styles["number"]), page, row, 0)
        write_text(book, page, row, 1, player, "player")
        write_text(book, page, top, 1 + row - top, player, "opponent")
        for column, opponent in enumerate(rows, start=2):
            if played := pairs.get(frozenset((player, opponent))):
                signs = "&".join(formulas.sign(game, player, opponent) for game in played)
                _calculate(book, page, row, column, f"={signs}", "." * len(played), "signs")
            else:
                write_text(book, page, row, column, "", "nobody")
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


# -- both --------------------------------------------------------------------------------------------------------------


def _pairs(games: Iterable[Game]) -> dict[frozenset[str], list[Game]]:
    """The games of each pair, the first leg first."""
    pairs: dict[frozenset[str], list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.leg):
        pairs[frozenset(game.players)].append(game)
    return pairs


def _write_head(book: Book, page: Worksheet, sheet: str, more: str, text: str, across: int) -> Block:
    """The event's name, which sheet this is, and a line."""
    subtitle = book.word("sheet", sheet).capitalize() + more
    return write_head(book, page, {"title": book.title, "subtitle": subtitle, "line": text}, across)


def _name_width(games: Iterable[Game]) -> float:
    """Digits that the names need."""
    longest = max(len(name) for game in games for name in game.players)
    return min(max(1.1 * longest + 2, NARROWEST_NAME), WIDEST_NAME)


def _calculate(book: Book, page: Worksheet, row: int, column: int, formula: str, value: str | int, style: str) -> None:
    """A formula, with the value that it has before any winner is typed."""
    check(page.write_formula(row, column, formula, book.styles[style], value), page, row, column)
