"""What results look like on a sheet that is not called as one of results is.

In: the rows of a raw sheet, and those of the sheets of boards. Out: yes or no. Columns alone are no results: a list
of prizes has the same, and so has a legend that explains them. Seats with a figure are, unless they are read elsewhere; so
are games that somebody has won, and charts. In doubt they are results: to delete a sheet is easier than to miss it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.read.cells import Cell
from pipeline.read.headers import Rows, field_of, header_row, powers_across, turned, year
from schemas.fields import centres_meant
from schemas.words import decimal_digits, fold, tidy_text, vocabulary

OF_NO_ROUND = frozenset({"round", "board"})  # columns that a sheet of one board may lack
FIGURE = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
PART = re.compile(r"[0-9]+[.,][0-9]+|[0-9.,]+ ?%")  # of a centre, as an average has it
GAME_YEARS = range(1900, 1950)  # later ones are seasons, or births
MARKS = " *†!.()"  # beside a name


class Seat(NamedTuple):
    """Who held which power; round and board are empty where no column says them. Folded, the power as in the vocabulary."""

    power: str
    player: str
    round: str
    board: str


def has_results(rows: Rows, boards: Iterable[Rows] = ()) -> bool:
    """The sheet holds results that are not in `boards` as well: seats, perhaps without a round, games of Bao, or a chart."""
    there = {seat for read in boards for seat in _seats(read)}
    for less in ({"round": ""}, {"board": ""}):
        there |= {seat._replace(**less) for seat in there}
    sides = (rows, turned(rows))
    return any({*_seats(side)} - there or _has_matches(side) or _is_chart(side) for side in sides)


def _seats(rows: Rows) -> Iterator[Seat]:
    """The seats of a sheet that have a figure: a count of centres or a score. A round or board that is blank is the one above."""
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
    """Somebody has won a game, as in `matches`: one of the two by name, or several rows have a winner."""
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
    """The powers stand across, and beside a game year something that is no average: what they own after it."""
    row, powers = powers_across(rows) or (len(rows), [])
    for below in rows[row + 1 :]:
        owned = [cell for column in powers if column < len(below) and _is_filled(cell := below[column])]
        beside = (cell for column, cell in enumerate(below) if column not in powers)
        if owned and not any(map(_is_part, owned)) and any(map(_is_game_year, beside)):
            return True
    return False


def _is_filled(cell: Cell) -> bool:
    """Something is typed there, if only a formula without its value."""
    return bool(cell.text.strip()) or cell.kind == "formula"


def _is_game_year(cell: Cell) -> bool:
    named = year(cell)
    return bool(named) and int(named) in GAME_YEARS


def _is_part(cell: Cell) -> bool:
    text = decimal_digits(tidy_text(cell.text))
    return cell.kind == "percent" or (bool(PART.fullmatch(text)) and centres_meant(text) is None)
