"""Sheets to hang up at a Bao event: a schedule, and crosstables that fill up as winners are entered.

A crosstable finds its games in the `matches` sheet by stage, group and names, so the rows of `matches` may be sorted,
and new rows may be inserted.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from xlsxwriter.utility import quote_sheetname, xl_range_abs, xl_rowcol_to_cell

from pipeline.tools.new.entry_sheets import Row
from pipeline.tools.new.paper import ACROSS, LINE_HEIGHT, UPRIGHT, PaperPage
from pipeline.tools.new.texts import texts
from pipeline.tools.new.workbook import Book, Page
from schemas.messages import Verbatim
from schemas.words import fold, vocabulary

LEG_COLUMNS = {1: 1, 2: 4}  # leg -> column of South in the schedule; North is in the next column
NUMBER, CELL, SUM = 5, 5, 9  # minimum widths of a crosstable's columns, in digits
NARROWEST_NAME, WIDEST_NAME = 16, 26  # in digits; longer names are shrunk
ROW_HEIGHT = 26  # height of a crosstable's row, in points
LETTER_HEIGHT, LOWEST_BAND, HIGHEST_BAND = 6.5, 60, 170  # points: a vertical letter, the lowest and the highest band


class Game(NamedTuple):
    """A scheduled game. A player paired with the dummy player has a bye."""

    group: str
    round: int
    leg: int
    south: str
    north: str

    @property
    def players(self) -> list[str]:
        """The players, South first, without the dummy player of a bye."""
        return [name for name in (self.south, self.north) if fold(name) not in vocabulary("bye")]

    @property
    def rests(self) -> bool:
        """Whether the game is a bye."""
        return len(self.players) < len((self.south, self.north))


# -- schedule ----------------------------------------------------------------------------------------------------------


def write_schedule(book: Book, games: Sequence[Game], settings: Row) -> None:
    """Write one row per pair of players, round by round.

    The first game is on the left and the second on the right. Byes are written in words.
    """
    given = [(book.word("setting", name), settings[name]) for name in ("start", "clock") if settings[name]]
    subtitle = "".join(f"     {name.capitalize()}: {value}" for name, value in given)
    page = PaperPage(book, "schedule", _head(book, "schedule", subtitle), across=6)
    for leg, column in LEG_COLUMNS.items():
        page.text(page.headers, column, book.text_of("schedule", f"leg {leg}"), "leg")
    for number, games_of_round in groupby(
        sorted(games, key=lambda game: (game.round, game.group)), lambda game: game.round
    ):
        _write_round(page, number, games_of_round)
        page.end_block()
    name = _name_width(games)
    page.lay_out(UPRIGHT, [11, name, name, 2, name, name], (1, 2, 4, 5))


def _write_round(page: PaperPage, number: int, games: Iterable[Game]) -> None:
    """Write one round: a header, then one row per pair of players."""
    round_, *sides = (page.book.word("matches", name).capitalize() for name in ("round", "south", "north"))
    band = page.add(LINE_HEIGHT)
    for column, text in enumerate((f"{round_} {number}", *sides, "", *sides)):
        page.text(band, column, text, "band")
    for group, games_of_group in groupby(games, lambda game: game.group):
        for place, pair in enumerate(sorted(_pairs(games_of_group).values(), key=lambda pair: pair[0].rests)):
            row = page.add(LINE_HEIGHT)
            if place == 0:
                page.text(row, 0, group, "group")
            for game in pair:
                _write_game(page, row, game, "name" if place else "first name")


def _write_game(page: Page, row: int, game: Game, look: str) -> None:
    """Write the names of South and North, or a sentence about the player who has a bye."""
    bye = (page.book.text_of("schedule", "bye", player=Verbatim(game.players[0])), "") if game.rests else None
    for column, text in enumerate(bye or game.players, start=LEG_COLUMNS[game.leg]):
        page.text(row, column, text, "bye" if bye else look)


def write_final(book: Book, games: Sequence[Game], stage: str) -> None:
    """Write the games of a final in order, with room for the winners.

    stage   `final` or `playoff`, for the subtitle
    """
    head = {"title": book.title, "subtitle": book.word("stage", stage).capitalize()}
    page = PaperPage(book, "schedule", head | {"line": book.text_of("kept rows", "final")}, across=4)
    for column, name in enumerate(("round", "south", "north", "winner")):
        page.text(page.headers, column, book.word("matches", name).capitalize(), "band")
    for game in games:
        row = page.add(ROW_HEIGHT)
        for column, text in enumerate((str(game.round), game.south, game.north, "")):
            page.text(row, column, text, "name" if column else "group")
        page.end_block()
    width = _name_width(games)
    page.lay_out(UPRIGHT, [11, width, width, width], (1, 2, 3))
    page.sheet.ignore_errors({"number_stored_as_text": f"A1:A{page.next}"})


# -- crosstables -------------------------------------------------------------------------------------------------------


def write_crosstables(book: Book, games: Sequence[Game], entries: Sequence[str], last_row: int, stage: str) -> None:
    """Write one crosstable per group of a stage.

    The results (`+`, `-` or `.` for each game) and the points are formulas that read the `matches` sheet.

    games      the stage's games, without byes
    entries    the players in the order of the entry list
    last_row   last row of the `matches` sheet that the formulas read (0-based)
    """
    groups: dict[str, list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.group):
        groups[game.group].append(game)
    players = {
        group: sorted({name for game in games_of_group for name in game.players}, key=entries.index)
        for group, games_of_group in groups.items()
    }
    most = max(map(len, players.values()))
    page = PaperPage(book, "crosstable", _head(book, "crosstable"), across=most + 3)
    for group, names in players.items():
        numbers = {name: entries.index(name) + 1 for name in names}
        _write_group(page, numbers, groups[group], stage, last_row)
        page.end_block()
    widths = [NUMBER, _name_width(games), *[CELL] * most, SUM]
    paper = max(UPRIGHT, ACROSS, key=lambda paper: page.scale(paper, widths, page.blocks[:1]))
    page.lay_out(paper, widths, range(1, most + 2))


def _write_group(page: PaperPage, numbers: Mapping[str, int], games: Sequence[Game], stage: str, last_row: int) -> None:
    """Write one group: a header with the opponents' names, then one row per player, with the player's entry number."""
    group, points = games[0].group, 2 + len(numbers)
    top = page.add(min(max(LETTER_HEIGHT * max(map(len, numbers)) + 12, LOWEST_BAND), HIGHEST_BAND))
    rows = {player: page.add(ROW_HEIGHT) for player in numbers}
    page.leave(LINE_HEIGHT)
    formulas, pairs = _formulas(page.book, stage, group, rows, last_row), _pairs(games)
    kind = ("matches", "group") if stage == "qualifying" else ("stage", stage)
    page.text(top, 0, f"{page.book.word(*kind).capitalize()} {group}", "group band")
    page.text(top, 1, "", "band")
    page.text(top, points, page.book.text_of("crosstable", "points"), "points band")
    for place, (player, row) in enumerate(rows.items(), start=2):
        page.put(row, 0, numbers[player], "number")
        page.text(row, 1, player, "player")
        page.text(top, place, player, "opponent")
        for column, opponent in enumerate(rows, start=2):
            if played := pairs.get(frozenset((player, opponent))):
                signs = "&".join(formulas.sign(game, player, opponent) for game in played)
                page.formula(row, column, f"={signs}", "." * len(played), "signs")
            else:
                page.text(row, column, "", "nobody")
        page.formula(row, points, formulas.points(player), 0, "points")
    for signs in ("++", "--", "+-", "-+", ".."):
        rule = {"type": "cell", "criteria": "==", "value": f'"{signs}"'}
        page.mark((top + 1, 2, top + len(rows), points - 1), rule, signs)


@dataclass(frozen=True)
class Formulas:
    """The formulas of a group's crosstable, which refer to columns of the `matches` sheet and to the players' cells."""

    columns: Mapping[str, str]
    of_group: str  # formula: 1 for a game of the group, 0 for any other
    names: Mapping[str, str]

    def sign(self, game: Game, player: str, opponent: str) -> str:
        """Return the formula for a game's sign.

        The sign is `+` if the player won, `-` if the opponent won, and `.` while the game is open.
        """
        south, north, winner = (self.columns[name] for name in ("south", "north", "winner"))
        this_game = f"({south}={self.names[game.south]})*({north}={self.names[game.north]})"
        result = f"(({winner}={self.names[player]})-({winner}={self.names[opponent]}))"
        return f'MID("-.+",2+SIGN(SUMPRODUCT({self.of_group}*{this_game}*{result})),1)'

    def points(self, player: str) -> str:
        """Return the formula for a player's points, which counts one point for each game won."""
        return f"=SUMPRODUCT({self.of_group}*({self.columns['winner']}={self.names[player]}))"


def _formulas(book: Book, stage: str, group: str, rows: Mapping[str, int], last_row: int) -> Formulas:
    sheet = quote_sheetname(book.word("sheet", "matches"))
    columns = {
        name: f"{sheet}!{xl_range_abs(1, column, last_row, column)}" for column, name in enumerate(texts("matches"))
    }
    quoted = group.replace('"', '""')
    of_group = f'({columns["stage"]}="{book.word("stage", stage)}")*({columns["group"]}="{quoted}")'
    return Formulas(columns, of_group, {name: xl_rowcol_to_cell(row, 1, True, True) for name, row in rows.items()})


# -- both --------------------------------------------------------------------------------------------------------------


def _pairs(games: Iterable[Game]) -> dict[frozenset[str], list[Game]]:
    """Return the games of each pair of players, in the order of the legs."""
    pairs: dict[frozenset[str], list[Game]] = defaultdict(list)
    for game in sorted(games, key=lambda game: game.leg):
        pairs[frozenset(game.players)].append(game)
    return pairs


def _head(book: Book, sheet: str, subtitle: str = "") -> dict[str, str]:
    """Return the lines of the heading: the event's name, the name of the sheet, and a further line."""
    name = book.word("sheet", sheet).capitalize()
    return {"title": book.title, "subtitle": name + subtitle, "line": book.text_of(sheet, "head")}


def _name_width(games: Iterable[Game]) -> float:
    """Return the width of a column of names, measured in digits as in spreadsheets."""
    longest = max(len(name) for game in games for name in game.players)
    return min(max(1.1 * longest + 2, NARROWEST_NAME), WIDEST_NAME)
