"""What the template writes: pieces of text, cells and tables of them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pipeline.report.figures import whole
from schemas.words import SOLO_CENTRES

SHORT = 14  # rows that stay together on paper
CROWDED, WIDEST_GRID = 7, 12  # results side by side: small on paper; more than that stand in one cell


class Bit(NamedTuple):
    """A piece of text. `look`: name, used, dropped, small, chip ...; `link`: a place on the page or beyond.

    doubt  what is asked of a name that may be another's
    """

    text: str
    look: str = ""
    link: str = ""
    doubt: str = ""


class Cell(NamedTuple):
    """A cell of a table. `look`: head (the row's), figure, middle, h0 to h18 (heat); `rows`: how far down it reaches."""

    bits: Sequence[Bit]
    look: str = ""
    rows: int = 1


class Head(NamedTuple):
    """A column's head; `long` is the long form of a short text."""

    text: str
    look: str = ""
    long: str = ""


class Table(NamedTuple):
    """A table; `looks` are of its rows, if they have any."""

    caption: str
    heads: list[Head]
    rows: list[list[Cell]]
    looks: Sequence[str] = ()
    look: str = ""

    @property
    def style(self) -> str:
        """Its look, and that a short table is never cut by the end of a page."""
        return f"{self.look} short".lstrip() if len(self.rows) <= SHORT else self.look


def plain(shown: str) -> Cell:
    """Just a text."""
    return Cell([Bit(shown)])


def figure(shown: str) -> Cell:
    """A figure, to the right."""
    return Cell([Bit(shown)], "figure")


@lru_cache(maxsize=256)
def heat(centres: object, small: str = "") -> Cell:
    """Centres, the darker the more; a dot where they are not known."""
    shown = whole(centres)
    return (
        Cell([Bit(shown), Bit(small, "small")], f"h{min(int(shown), SOLO_CENTRES)}")
        if shown
        else Cell([Bit("·")], "middle")
    )


def result_cells(results: list[tuple[str, list[Bit]]]) -> list[Cell]:
    """A player's results, a cell each; many of them in one cell, each with its round or event."""
    if len(results) <= WIDEST_GRID:
        return [Cell(bits, "figure") for _, bits in results]
    return [Cell([bit for key, bits in results if bits for bit in (Bit(f"{key}: "), *bits)], "results")]


def points_shown(result: Any) -> Bit:
    """What a result gave, bold if it counts and struck out if not."""
    return Bit(result.shown or "–", "used" if result.used else "dropped")


def with_between(bits: list[Bit], between: str) -> list[Bit]:
    """The texts with another one between each two."""
    return [bit for number, one in enumerate(bits) for bit in ([Bit(between), one] if number else [one])]


def without_empty(table: Table) -> Table:
    """The table without columns in which nothing stands; rows that share their first cell stay as they are."""
    last = len(table.heads)
    columns = [[row[i - last] for row in table.rows if len(row) >= last - i] for i in range(last)]
    filled = [any(bit.text for cell in column for bit in cell.bits) for column in columns]

    def kept(cells: list[Any]) -> list[Any]:
        return [cell for cell, keep in zip(cells, filled[last - len(cells) :], strict=True) if keep]

    return table._replace(heads=kept(table.heads), rows=[kept(row) for row in table.rows])
