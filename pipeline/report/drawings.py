"""Drawings as SVG: the centres of a board by year, and lines of the history.

They consist of paths, discs and texts, in pixels from the upper left corner. Texts of the sheets are escaped, so that
`<b>` or `&amp;` are only letters. Texts are painted last, above every line.

Labels stand beside their lines, and lines also differ in their dashes, so nobody needs to tell colours apart.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

import pandas as pd

from pipeline.pages.styles import INK
from schemas.words import POWERS

Dashes = tuple[float, ...]
Line = list[tuple[int, float]]  # (position of the year, centres)
Scale = Callable[[float], float]  # from a value to a pixel


class Stroke(NamedTuple):
    """The colour of a line, legible as text on white, and its dashes; a line without dashes is solid."""

    colour: str
    dashes: Dashes = ()


RACE_STROKES = (
    Stroke("#0B2E59"),
    Stroke("#B34700", (8, 2)),
    Stroke("#00705A", (2, 1.5)),
    Stroke("#9B3A7C"),
    Stroke("#0069A8", (8, 2, 2, 2)),
    Stroke("#806000", (4, 2)),
    Stroke("#5F6B7A"),
    Stroke("#7A1F1F", (1.5, 1.5)),
)

# the centres of a board
WIDTH, HEIGHT = 372, 200
LEFT, RIGHT, TOP, BOTTOM = 22, 274, 10, 176  # of the lines; the names stand at the right
ROW = 14  # pixels between names
CENTRE_STEP, LEAST_TOP = 6, 12  # centres between grid lines, and the least height of the scale
BESIDE = 0.1  # distance of the lines of two powers with equal centres, in centres
YEARS = 9  # most years named below the lines
DASHES = {"England": "9 3", "Italy": "4 2", "Russia": "1.5 2.5", "Turkey": "9 3 2 3"}
CROSS = "m-4-4l8 8m0-8l-8 8"  # where a power was eliminated


@dataclass
class Picture:
    """A drawing in the making, in pixels."""

    width: float
    height: float
    shapes: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def line(self, x: Sequence[float], y: Sequence[float], stroke: Stroke, width: float = 1.8) -> None:
        """Add a line through points."""
        path = "M" + "L".join(f"{_short(right)} {_short(down)}" for right, down in zip(x, y, strict=True))
        dashes = f' stroke-dasharray="{",".join(map(_short, stroke.dashes))}"' if stroke.dashes else ""
        self.shapes.append(f'<path d="{path}" fill="none" stroke="{stroke.colour}" stroke-width="{width}"{dashes}/>')

    def discs(self, x: Sequence[float], y: Sequence[float], colour: str, radius: float) -> None:
        """Add filled discs with a white rim."""
        attributes = f'r="{radius}" fill="{colour}" stroke="#FFFFFF" stroke-width="1.5"'
        self.shapes += [
            f'<circle cx="{_short(right)}" cy="{_short(down)}" {attributes}/>' for right, down in zip(x, y, strict=True)
        ]

    def text(
        self, x: float, y: float, text: str, colour: str = INK, size: float = 10, at: str = "start", bold: bool = False
    ) -> None:
        """Add a line of text with its baseline at `y`; `x` is its start, middle or end."""
        weight = ' font-weight="700"' if bold else ""
        attributes = f'fill="{colour}" font-size="{size}"{weight} text-anchor="{at}"'
        self.texts.append(f'<text x="{_short(x)}" y="{_short(y)}" {attributes}>{escape(text, quote=False)}</text>')

    def finish(self, title: str, prefix: str, kind: str) -> str:
        """Return the picture as an `<svg>` element."""
        extent = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        named = f'role="img" aria-labelledby="{prefix}t"><title id="{prefix}t">{escape(title, quote=False)}</title>'
        return f'<svg class="{kind}" {extent} {named}{"".join(self.shapes)}{"".join(self.texts)}</svg>'


def board_chart(centres: pd.DataFrame, names: Sequence[str], label: str) -> str:
    """Return the centres of a board by year as an `<svg>` element with one line per power.

    centres  one row per power in the usual order, one column per year (as text); NaN if unknown
    names    names of the powers
    label    description of the picture for screen readers

    Colours come from the style sheet, by the letter of the power, since they differ in the dark.
    """
    years = [*centres.columns]
    lines = [_owned(row) for row in centres.to_numpy(dtype=float)]
    top = max(LEAST_TOP, *(math.ceil(number / CENTRE_STEP) * CENTRE_STEP for line in lines for _, number in line))

    def x(year: float) -> float:
        return LEFT + (RIGHT - LEFT) * year / max(len(years) - 1, 1)

    def y(number: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * number / top

    shapes: list[str] = []
    texts: list[str] = []
    for number in range(0, top + 1, CENTRE_STEP):
        shapes.append(f'<path class="gr" d="M{LEFT} {_short(y(number))}H{RIGHT}"/>')
        texts.append(f'<text x="16" y="{_short(y(number) + 4)}" text-anchor="end">{number}</text>')
    texts += [
        f'<text x="{_short(x(number))}" y="196" text-anchor="middle">’{years[number][-2:]}</text>'
        for number in range(0, len(years), math.ceil(len(years) / YEARS))
    ]
    line_ends: list[tuple[float, int]] = []
    for power, line in enumerate(lines):
        if not line:
            continue
        offset = (len(POWERS) // 2 - power) * BESIDE
        points = [(x(year), y(number + offset if number else 0)) for year, number in line]
        path = "L".join(f"{_short(right)} {_short(down)}" for right, down in points)
        dashes = f' stroke-dasharray="{DASHES[POWERS[power]]}"' if POWERS[power] in DASHES else ""
        shapes.append(f'<path class="{POWERS[power][0]}"{dashes} d="M{path}"/>')
        right, down = points[-1]
        if line[-1][1]:
            line_ends.append((down, power))
        else:
            shapes.append(f'<path class="{POWERS[power][0]}" d="M{_short(right)} {_short(down)}{CROSS}"/>')
    line_ends.sort()
    for (_, power), spot in zip(line_ends, _apart([down for down, _ in line_ends], ROW, TOP, BOTTOM), strict=True):
        name = f"{escape(names[power], quote=False)} {lines[power][-1][1]:.0f}"
        texts.append(f'<text class="{POWERS[power][0]}" x="{RIGHT + 10}" y="{_short(spot + 4)}">{name}</text>')
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}"'
    return f'<svg class="lines" {box}>{"".join(shapes)}{"".join(texts)}</svg>'


def _owned(row: Sequence[float]) -> Line:
    """Return the known years of a power with its centres, up to its elimination."""
    line = [(year, number) for year, number in enumerate(row) if not math.isnan(number)]
    zero = next((i for i, (_, number) in enumerate(line) if number == 0), len(line))
    return line[: zero + 1]


def _apart(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return positions for labels that do not overlap, as near as possible to the wanted ones (ascending)."""
    spots: list[float] = []
    for height in wanted:
        spots.append(max(height, spots[-1] + gap) if spots else max(height, top))
    limit = bottom
    for i in reversed(range(len(spots))):
        spots[i] = min(spots[i], limit)
        limit = spots[i] - gap
    return spots


def _short(pixels: float) -> str:
    """Return a coordinate rounded to a tenth of a pixel."""
    return f"{pixels:.1f}".removesuffix(".0")
