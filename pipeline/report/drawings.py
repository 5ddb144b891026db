"""Drawings as SVG: the centres of a board by year, and the race of a season by ranks.

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

from pipeline.pages.styles import DARK_GOLD, GREY, INK, LINE
from schemas.words import POWERS, SOLO_CENTRES

SMALL = 10  # height of labels, in pixels
LETTER = 0.58  # approximate width of a letter relative to its height
WIDE = {
    **dict.fromkeys("ijlft.,:;'|!()[] ", 0.32),
    **dict.fromkeys("MW@%—", 0.95),
    **dict.fromkeys("ABCDEGHKNOQRUVXYwm", 0.75),
}

Dashes = tuple[float, ...]
Line = list[tuple[int, float]]  # (position of the year, centres)
Scale = Callable[[float], float]  # from a value to a pixel


class Stroke(NamedTuple):
    """The colour of a line, legible as text on white, and its dashes; a line without dashes is solid."""

    colour: str
    dashes: Dashes = ()


POWER_STROKES = {  # the powers' usual colours, dark enough for white paper
    "Austria": Stroke("#B8232F"),
    "England": Stroke("#22337F"),
    "France": Stroke("#1C78B0", (7, 2)),
    "Germany": Stroke("#3D3D3D"),
    "Italy": Stroke("#23783A", (4, 2)),
    "Russia": Stroke("#8A4BAF", (1.5, 1.5)),
    "Turkey": Stroke("#8F6400", (8, 2, 1.5, 2)),
}
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
BOARD_WIDTH, BOARD_HEIGHT = 340, 200
LEFT, TOP, BOTTOM, LABELS = 20, 14, 20, 100  # margins of the lines; LABELS is for the names on the right
ROW = 12  # pixels between labels
CENTRE_STEP, LEAST_TOP = 6, 12  # centres between grid lines, and the least height of the scale
BESIDE = 0.1  # distance of the lines of two powers with equal centres, in centres

# the race
LANE, DISC, HEADER, NAMES = 27, 9, 24, 150  # in pixels: lane, radius of a disc, heads, names
NAME_SIZE = 12
ROOMY, STEPS = 22, ((4, 54), (7, 38), (16, 30), (30, 22))  # (most steps, pixels between them); discs need 22
TELEPHONE = 420  # pixels; a picture up to this width shrinks to the screen, a wider one is scrolled
RACE_WIDTH = 660  # pixels, for more steps


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


def board_chart(centres: pd.DataFrame, names: Sequence[str], title: str, prefix: str, solo: str) -> str:
    """Return the centres of a board by year as an `<svg>` element with one line per power.

    centres  one row per power in the usual order, one column per year (as text); NaN if unknown
    names    names of the powers
    title    description of the picture for screen readers
    prefix   prefix of the picture's identifiers, unique on the page
    solo     label of the line at 18 centres
    """
    years = [*centres.columns]
    lines = [_owned(row) for row in centres.to_numpy(dtype=float)]
    top = max(LEAST_TOP, *(math.ceil(number / CENTRE_STEP) * CENTRE_STEP for line in lines for _, number in line))
    wide, high = BOARD_WIDTH - LEFT - LABELS, BOARD_HEIGHT - TOP - BOTTOM

    def x(year: float) -> float:
        return LEFT + wide * year / max(len(years) - 1, 1)

    def y(number: float) -> float:
        return TOP + high * (1 - number / top)

    fallen = _fallen(lines, names, x)
    height = BOARD_HEIGHT + ROW * max((row + 1 for _, row in fallen.values()), default=0)
    picture = Picture(BOARD_WIDTH, height)
    for number in range(0, top + 1, CENTRE_STEP):
        colour = DARK_GOLD if number == SOLO_CENTRES else LINE
        picture.line([LEFT, LEFT + wide], [y(number)] * 2, Stroke(colour), 0.8)
        picture.text(LEFT - 5, y(number) + 3, str(number), GREY, SMALL, "end")
    if top >= SOLO_CENTRES:
        picture.text(LEFT + 2, y(SOLO_CENTRES) - 3, solo, DARK_GOLD, SMALL)
    every = math.ceil(len(years) / 10)
    for number, year in list(enumerate(years))[::every]:
        picture.text(x(number), height - 5, f"’{year[-2:]}", GREY, SMALL, "middle")
    line_ends = _board_lines(picture, lines, x, y)
    for power, (at, row) in fallen.items():
        colour = POWER_STROKES[POWERS[power]].colour
        picture.text(x(lines[power][-1][0]), y(0) + 3.5, "×", colour, 12, "middle", bold=True)
        picture.text(at, y(0) + ROW * (row + 1), names[power], colour, SMALL)
    spots = _apart([down for _, down, _ in line_ends], ROW, TOP, y(0) + 2)
    for (across, down, power), spot in zip(line_ends, spots, strict=True):
        colour = POWER_STROKES[POWERS[power]].colour
        picture.line([across + 4, LEFT + wide + 10], [down, spot], Stroke(colour), 0.6)
        picture.text(LEFT + wide + 12, spot + 4, f"{names[power]} {lines[power][-1][1]:.0f}", colour, 11, bold=True)
    return picture.finish(title, prefix, "lines")


def _board_lines(picture: Picture, lines: list[Line], x: Scale, y: Scale) -> list[tuple[float, float, int]]:
    """Draw one line per power, and return the ends of the lines of surviving powers from top to bottom."""
    line_ends = []
    for power, line in enumerate(lines):
        if not line:
            continue
        stroke = POWER_STROKES[POWERS[power]]
        offset = (len(POWERS) // 2 - power) * BESIDE
        down = [y(number + offset if number else 0) for _, number in line]
        picture.line([x(year) for year, _ in line], down, stroke)
        if line[-1][1]:
            picture.discs([x(line[-1][0])], down[-1:], stroke.colour, 3)
            line_ends.append((x(line[-1][0]), down[-1], power))
    return sorted(line_ends, key=lambda end: end[1])


def _fallen(lines: list[Line], names: Sequence[str], x: Scale) -> dict[int, tuple[float, int]]:
    """Return the left end and row of each eliminated power's name below the chart, so that none overlap."""
    right_ends: list[float] = []  # of each row so far
    places = {}
    out = [(line[-1][0], power) for power, line in enumerate(lines) if line and not line[-1][1]]
    for year, power in sorted(out):
        wide = _width(names[power]) * SMALL
        start = max(0.0, x(year) - wide / 2)
        row = next((row for row, end in enumerate(right_ends) if end < start), len(right_ends))
        right_ends[row : row + 1] = [start + wide + 4]
        places[power] = (start, row)
    return places


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


def race_chart(ranks: pd.DataFrame, steps: Sequence[str], short: Sequence[str], title: str, prefix: str) -> str:
    """Return the order of players after each step as an `<svg>` element; discs show the ranks.

    ranks   one row per player in final order, one column per step; NaN before the player's first result
    steps   names of the steps
    short   short names for narrow columns; longer ones are cut
    title   description of the picture for screen readers
    prefix  prefix of the picture's identifiers
    """
    gap = next((pixels for most, pixels in STEPS if len(steps) <= most), RACE_WIDTH / len(steps))
    lanes = ranks.rank(method="first").to_numpy()  # equal ranks in final order
    start = 2 * DISC
    names_at = start + gap * (len(steps) - 1) + DISC + 7
    height = HEADER + LANE * len(ranks)
    width = round(names_at + NAMES)
    picture = Picture(width, height)
    every = math.ceil(ROOMY / gap)
    room = (gap * every - 4) / SMALL
    heads = steps if all(_width(step) <= room for step in steps) else short
    for step in range(0, len(steps), every):
        at = start + gap * step
        name = _cut(heads[step], room)
        fits = _width(name) * SMALL / 2 <= at
        picture.text(at if fits else 0, 11, name, GREY, SMALL, "middle" if fits else "start")
        picture.line([at, at], [HEADER - 6, height - 4], Stroke(LINE), 0.8)
    for number, player in enumerate(ranks.index):
        stroke = RACE_STROKES[number % len(RACE_STROKES)]
        ranked = [step for step in range(len(steps)) if not math.isnan(lanes[number, step])]
        across = [start + gap * step for step in ranked]
        down = [HEADER + LANE * (lanes[number, step] - 0.5) for step in ranked]
        picture.line(across, down, stroke, 2.4)
        if gap >= ROOMY:
            picture.discs(across, down, stroke.colour, DISC)
            for step, x, y in zip(ranked, across, down, strict=True):
                rank = f"{ranks.iat[number, step]:.0f}"
                picture.text(x, y + 3.5, rank, "#FFFFFF", 10 if len(rank) < 3 else 8, "middle", bold=True)
        last = f"{ranks.iat[number, ranked[-1]]:.0f}  " if gap < ROOMY else ""
        picture.text(
            names_at,
            down[-1] + 4,
            last + _cut(str(player), (NAMES - 8) / NAME_SIZE),
            stroke.colour,
            NAME_SIZE,
            bold=True,
        )
    return picture.finish(title, prefix, "ranks" if width <= TELEPHONE else "ranks wide")


def _width(text: str) -> float:
    """Return the approximate width of a text relative to the height of its letters."""
    return sum(1.0 if letter > "\u2e7f" else WIDE.get(letter, LETTER) for letter in text)


def _cut(text: str, width: float) -> str:
    """Return a text cut to a width."""
    if _width(text) <= width:
        return text
    kept = max(1, sum(_width(text[: i + 1]) + 1 <= width for i in range(len(text))))
    return text[:kept].rstrip() + "…"


def _short(pixels: float) -> str:
    """Return a coordinate rounded to a tenth of a pixel."""
    return f"{pixels:.1f}".removesuffix(".0")
