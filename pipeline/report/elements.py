"""What the template lays out: figures as texts, cells, tables, and the parts of a page."""

import math
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.words import SOLO_CENTRES

SHORT = 14  # most rows of a table that is kept on one printed page
CROWDED = 7  # with more results side by side the text is small on paper
WIDEST_GRID = 12  # most results side by side; more share one cell


def text(value: object) -> str:
    """Return a cell as text, "" if it is missing."""
    return "" if value is None or value is pd.NA or value != value else str(value)  # NaN is not itself


def as_day(value: object) -> date | None:
    """Return the day of a cell, None if it holds no day."""
    try:
        return date.fromisoformat(text(value)[:10])
    except ValueError:
        return None


def floats(values: pd.Series) -> list[float]:
    """Return the figures of a column as floats, NaN where one is missing."""
    typed = values if values.dtype.kind in "iuf" else pd.to_numeric(values).astype("Float64")
    return typed.to_numpy(dtype=float, na_value=np.nan).tolist()


def decimals(values: pd.Series | list[float], system: str = "") -> int:
    """Return the number of decimals to show: 0 for whole numbers, else 2, or 3 if 2 would make different figures equal."""
    numbers = values if isinstance(values, list) else floats(values)
    exact = {round(value, EQUAL_DECIMALS) for value in numbers if not math.isnan(value)}
    if all(value.is_integer() for value in exact):
        return 0
    return 3 if system in THREE_DECIMALS or len({round(value, 2) for value in exact}) < len(exact) else 2


def whole(value: object) -> str:
    """Return a whole number as text."""
    return f"{float(text(value)):.0f}" if text(value) else ""


def rank_shown(rank: float, shared: bool) -> str:
    """Return a rank as text, `2`, or `2=` if it is shared."""
    return f"{rank:.0f}{'=' if shared else ''}"


class Bit(NamedTuple):
    """A piece of text. `style`: name, used, dropped, small, chip ...; `link`: a target on the page or beyond.

    doubt  question about a name that may be another person's
    """

    text: str
    style: str = ""
    link: str = ""
    doubt: str = ""


class Cell(NamedTuple):
    """A cell of a table. `style`: head (of the row), figure, middle, h0 to h18 (heat); `rows`: number of rows it spans."""

    bits: Sequence[Bit]
    style: str = ""
    rows: int = 1


class Head(NamedTuple):
    """The head of a column; `long` is the long form of a short text."""

    text: str
    style: str = ""
    long: str = ""


class Table(NamedTuple):
    """A table; `row_styles` holds one style per row, or nothing."""

    caption: str
    heads: list[Head]
    rows: list[list[Cell]]
    row_styles: Sequence[str] = ()
    style: str = ""

    @property
    def classes(self) -> str:
        """The CSS classes of the table; `short` keeps it on one printed page."""
        return f"{self.style} short".lstrip() if len(self.rows) <= SHORT else self.style


def plain(shown: str) -> Cell:
    """Return a cell with a text."""
    return Cell([Bit(shown)])


def figure(shown: str) -> Cell:
    """Return a cell with a figure, aligned to the right."""
    return Cell([Bit(shown)], "figure")


@lru_cache(maxsize=256)
def heat(centres: object, small: str = "") -> Cell:
    """Return a cell with centres, darker with more of them; a dot if they are not known."""
    shown = whole(centres)
    return (
        Cell([Bit(shown), Bit(small, "small")], f"h{min(int(shown), SOLO_CENTRES)}")
        if shown
        else Cell([Bit("·")], "middle")
    )


def result_cells(results: list[tuple[str, list[Bit]]]) -> list[Cell]:
    """Return a player's results, one cell each; above WIDEST_GRID all in one cell, each after its round or event."""
    if len(results) <= WIDEST_GRID:
        return [Cell(bits, "figure") for _, bits in results]
    return [Cell([bit for key, bits in results if bits for bit in (Bit(f"{key}: "), *bits)], "results")]


def points_shown(result: Any) -> Bit:
    """Return the points of a result, bold if it counts, struck out if not."""
    return Bit(result.shown or "–", "used" if result.used else "dropped")


def with_between(bits: list[Bit], between: str) -> list[Bit]:
    """Return the texts with a separator between each two."""
    return [bit for number, one in enumerate(bits) for bit in ([Bit(between), one] if number else [one])]


def without_empty(table: Table) -> Table:
    """Return the table without its empty columns. Rows may lack first cells that they share with the row above."""
    last = len(table.heads)
    columns = [[row[i - last] for row in table.rows if len(row) >= last - i] for i in range(last)]
    filled = [any(bit.text for cell in column for bit in cell.bits) for column in columns]

    def kept(cells: list[Any]) -> list[Any]:
        return [cell for cell, keep in zip(cells, filled[last - len(cells) :], strict=True) if keep]

    return table._replace(heads=kept(table.heads), rows=[kept(row) for row in table.rows])


class Step(NamedTuple):
    """A step of a podium."""

    rank: int
    shown: str
    names: list[Bit]
    score: str


class Podium(NamedTuple):
    """The steps of a podium, first to third."""

    title: Bit
    chips: list[Bit]
    headline: list[Bit]
    steps: list[Step]


class Race(NamedTuple):
    """A chart of ranks, and a text that describes it."""

    picture: str
    notes: list[str]


class Part(NamedTuple):
    """A circuit or an event; `lack` says why there are no standings, or why they are not final."""

    anchor: str
    title: str
    chips: list[Bit]
    lack: str
    standings: Table | None
    notes: list[str]
    race: Race | None
    headline: Sequence[Bit] = ()
    facts: Sequence[Bit] = ()
    details: Sequence[Table] = ()
    left_out: Sequence[list[Bit]] = ()
    source: Sequence[Bit] = ()
    links: Sequence[Bit] = ()
    stages: Sequence["Group"] = ()


class BoardCard(NamedTuple):
    """One board; `picture` is empty if only the table is shown."""

    title: str
    result: list[Bit]
    picture: str
    table: Table


class Group(NamedTuple):
    """Tables or cards below a title."""

    title: str
    chips: list[Bit]
    members: list[Any]
    anchor: str = ""
    note: str = ""
