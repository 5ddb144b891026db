"""The elements that the templates lay out: formatted figures, cells, tables, and the parts of a page."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.words import SOLO_CENTRES

Grid = NDArray[np.float64]
WIDEST_GRID = 12  # most columns of signs that a group shows before its other columns


def text(value: object) -> str:
    """Return a cell as text, or "" if it is missing."""
    return "" if value is None or value is pd.NA or value != value else str(value)  # NaN is not itself


def as_day(value: object) -> date | None:
    """Return the date in a cell, or None if the cell does not contain one."""
    try:
        return date.fromisoformat(text(value)[:10])
    except ValueError:
        return None


def floats(values: Iterable[Any]) -> list[float]:
    """Return the figures of a column as floats, with NaN for missing ones."""
    return [math.nan if value is None or value is pd.NA or value == "" else float(value) for value in values]


def decimals(values: Iterable[Any], system: str = "") -> int:
    """Return the number of decimals to show.

    There are no decimals if all values are whole, 3 decimals if the system publishes 3 or if 2 would hide a difference,
    and otherwise 2.
    """
    exact = {round(value, EQUAL_DECIMALS) for value in {*floats(values)} if not math.isnan(value)}
    if all(value.is_integer() for value in exact):
        return 0
    return 3 if system in THREE_DECIMALS or len({round(value, 2) for value in exact}) < len(exact) else 2


def whole(value: object) -> str:
    """Return a whole number as text, or "" if it is missing."""
    return f"{float(text(value)):.0f}" if text(value) else ""


def repeated(values: Sequence[Any]) -> list[bool]:
    """Return, for each value, whether it occurs more than once."""
    counts = Counter(values)
    return [counts[value] > 1 for value in values]


def rank_shown(rank: float, shared: bool) -> str:
    """Return a rank as text, such as `2`, or `2=` if it is shared."""
    return f"{rank:.0f}{'=' if shared else ''}"


class Bit(NamedTuple):
    """A piece of text.

    style  name, used, dropped, small or another class of the style sheet
    link   target on this page or another
    doubt  question about a doubtful name
    long   full form of abbreviated text, or words that only screen readers read out
    """

    text: str
    style: str = ""
    link: str = ""
    doubt: str = ""
    long: str = ""


class Cell(NamedTuple):
    """A cell of a table.

    style  `head` for the header of the row, `figure`, `middle`, or `h0` to `h18` for the shade of a centre count
    rows   number of rows that the cell spans
    value  number by which the script sorts
    """

    bits: Sequence[Bit]
    style: str = ""
    rows: int = 1
    value: str = ""


class Head(NamedTuple):
    """The header of a column.

    long  full text, if the header is abbreviated
    """

    text: str
    style: str = ""
    long: str = ""


class Table(NamedTuple):
    """The content of a table.

    row_styles  one style per row, or empty if no row has a style
    people      the identifier of each row, and its player's name in the form used in links. The list is empty if the
                table does not list players
    """

    caption: str
    heads: list[Head]
    rows: list[list[Cell]]
    row_styles: Sequence[str] = ()
    style: str = ""
    people: Sequence[tuple[str, str]] = ()


def plain(shown: str) -> Cell:
    """Return a cell with plain text."""
    return Cell((Bit(shown),))


def figure(shown: str) -> Cell:
    """Return a right-aligned cell with a figure."""
    return Cell((Bit(shown),), "figure")


def sorted_by(shown: str, value: float, style: str = "figure") -> Cell:
    """Return a cell that shows `shown` and is sorted by `value`."""
    return Cell((Bit(shown),), style, 1, sort_key(value))


def sort_key(value: float) -> str:
    """Return the number by which the script sorts a cell, as a string, or "" for NaN."""
    return "" if math.isnan(value) else f"{round(value, EQUAL_DECIMALS):.15g}"


@lru_cache(maxsize=256)
def heat(centres: object) -> Cell:
    """Return a cell with a number of centres, shaded darker for higher numbers.

    The cell is empty if the number is unknown.
    """
    shown = whole(centres)
    return Cell((Bit(shown),), f"h h{min(int(shown), SOLO_CENTRES)}") if shown else Cell((), "h")


def points_shown(result: Any) -> Bit:
    """Return the points of a result, bold if it counts and struck out if not."""
    return Bit(result.shown or "–", "used" if result.used else "dropped")


def with_between(bits: list[Bit], between: str) -> list[Bit]:
    """Return the pieces of text with a separator between them."""
    return [bit for number, one in enumerate(bits) for bit in ([Bit(between), one] if number else [one])]


def without_empty(table: Table) -> Table:
    """Return the table without its empty columns.

    A row may lack its leading cells, because cells of an earlier row can span several rows.
    """
    last = len(table.heads)
    columns = [[row[i - last] for row in table.rows if len(row) >= last - i] for i in range(last)]
    filled = [any(bit.text for cell in column for bit in cell.bits) for column in columns]

    def kept(cells: list[Any]) -> list[Any]:
        return [cell for cell, keep in zip(cells, filled[last - len(cells) :], strict=True) if keep]

    return table._replace(heads=kept(table.heads), rows=[kept(row) for row in table.rows])


class Step(NamedTuple):
    """A player on the podium."""

    rank: int
    shown: str
    name: Bit
    score: str
    small: str = ""


class Line(NamedTuple):
    """A player's line in a race.

    at        the player's name in the form used in links
    link      identifier of the player's row in the standings
    coloured  the player's rank if their line is coloured (top players only), otherwise 0
    level     style of the name if the player shares a rank with the one above or below
    """

    at: str
    link: str
    coloured: int
    rank: str
    name: Bit
    score: str
    level: str = ""

    @property
    def style(self) -> str:
        """The style that gives the line its colour, or "" if it has none."""
        return f"p{self.coloured}" if self.coloured else ""


class Course(NamedTuple):
    """The lines of a race in pixels, with one row per player and one column per step.

    across  position of each step
    down    position of each player after each step, or NaN before the player's first result
    dots    1 where a player played, otherwise 0
    """

    across: Grid
    down: Grid
    dots: Grid
    high: int


class Plot(NamedTuple):
    """One plot of a race, for example of the players' ranks.

    name    name by which the reader selects the plot
    label   description of the plot for screen readers
    heads   position (per cent), short name and long name of each step
    ticks   position (pixels) and text of each line of the scale
    discs   position (per cent across, pixels down), style and rank of each disc
    """

    name: str
    label: str
    heads: list[tuple[str, str, str]]
    ticks: list[tuple[str, str]]
    discs: list[tuple[str, str, str, str]]
    course: Course
    note: str


class Race(NamedTuple):
    """Plots of the top players' ranks and, in some cases, points behind the leader during an event or a circuit.

    style  `many` if there are so many players that the height of the rows is reduced
    title  heading, such as `Ranks after each of 3 rounds`
    """

    plots: list[Plot]
    lines: list[Line]
    style: str
    title: str


class BoardCard(NamedTuple):
    """A card that shows one board.

    first    the players with the most centres, for the live page. The list is empty if the event is not open
    picture  chart as SVG, or "" if only the table is shown
    """

    title: list[Bit]
    first: list[Bit]
    picture: str
    table: Table


class Fold(NamedTuple):
    """The boards of a round, folded away below a line that says who was first."""

    anchor: str
    summary: list[Bit]
    opened: bool
    cards: list[BoardCard]


class Chances(NamedTuple):
    """The ranks and scores that players can still reach, as a sentence and a table, with the assumptions made."""

    sentence: list[Bit]
    basis: str
    table: Table


class Part(NamedTuple):
    """The part of a page about a circuit or an event.

    final      whether the player in the lead has won
    lack       reason why there are no standings, or why they are not final
    lead       the sentence about the player in the lead
    podium     the top three players
    post       the top players as lines of text, to paste into a message
    """

    anchor: str
    title: str
    chips: list[Bit]
    final: bool
    lack: str
    standings: Table | None
    notes: list[list[Bit]]
    race: Race | None
    lead: Sequence[Bit] = ()
    podium: Sequence[Step] = ()
    post: Sequence[str] = ()
    headline: Sequence[Bit] = ()
    facts: Sequence[Bit] = ()
    chances: Chances | None = None
    details: Sequence[Table] = ()
    left_out: Sequence[list[Bit]] = ()
    source: Sequence[Bit] = ()
    stages: Sequence["Group"] = ()
    boards: Sequence[Fold] = ()


class Group(NamedTuple):
    """A group of tables under one title."""

    title: str
    chips: list[Bit]
    members: list[Any]
    anchor: str = ""
    note: str = ""
