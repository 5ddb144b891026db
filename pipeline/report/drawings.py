"""Drawings as SVG: the centres of a board by year, and lines of the history.

They consist of paths, discs and texts, in pixels from the upper left corner. Texts of the sheets are escaped, so that
`<b>` or `&amp;` are only letters. Texts are painted last, above every line.

Labels stand beside their lines, and lines also differ in their dashes, so nobody needs to tell colours apart.
"""

import math
from collections.abc import Sequence
from html import escape

import pandas as pd

from schemas.words import POWERS

Line = list[tuple[int, float]]  # (position of the year, centres)

# the centres of a board
WIDTH, HEIGHT = 372, 200
LEFT, RIGHT, TOP, BOTTOM = 22, 274, 10, 176  # of the lines; the names stand at the right
ROW = 14  # pixels between names
CENTRE_STEP, LEAST_TOP = 6, 12  # centres between grid lines, and the least height of the scale
BESIDE = 0.1  # distance of the lines of two powers with equal centres, in centres
YEARS = 9  # most years named below the lines
DASHES = {"England": "9 3", "Italy": "4 2", "Russia": "1.5 2.5", "Turkey": "9 3 2 3"}
CROSS = "m-4-4l8 8m0-8l-8 8"  # where a power was eliminated


# the ratings of a league's leaders, for a wide and for a narrow window: pixels of the drawing, of the room for names at
# the right, and letters of a name
SIZES = {"wide": (960, 210, 18), "narrow": (372, 156, 12)}
HIGH, AXIS = 300, 44  # pixels: the drawing, and room for the scale at the left
LEADER = 18  # pixels from the end of a line to its label
STEPS = 5  # about as many lines of a scale
APART = 34  # pixels: least distance of two seasons named


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


def rating_chart(
    lines: Sequence[tuple[str, list[tuple[float, float]]]], seasons: Sequence[tuple[str, float]], label: str, size: str
) -> str:
    """Return ratings as an `<svg>` element, with a scale at the left and the seasons below.

    lines    name of each player, and its points: number of the game, rating
    seasons  each season with the number of its first game
    size     wide or narrow, also a class of the element, so that the style sheet shows the one that fits

    Each line keeps its last rating up to the right edge; a dotted line leads from there to the label.
    """
    wide, room, letters = SIZES[size]
    values = [value for _, points in lines for _, value in points]
    low, high, last = min(values), max(values), max(number for _, points in lines for number, _ in points)
    step = scale_step(max(high - low, 1), STEPS)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    right, bottom = wide - room, HIGH - 24

    def x(number: float) -> float:
        return AXIS + (right - AXIS) * number / max(last, 1)

    def y(value: float) -> float:
        return bottom - (bottom - TOP) * (value - low) / max(high - low, step)

    shapes, texts = list[str](), list[str]()
    for number in range(round((high - low) / step) + 1):
        value = low + step * number
        shapes.append(f'<path class="gr" d="M{AXIS} {_short(y(value))}H{right}"/>')
        texts.append(f'<text x="{AXIS - 6}" y="{_short(y(value) + 4)}" text-anchor="end">{value:g}</text>')
    before = -math.inf
    for season, first in seasons:
        if x(first) - before >= APART:
            before = x(first)
            shapes.append(f'<path class="gr" d="M{_short(before)} {TOP}V{bottom}"/>')
            texts.append(f'<text x="{_short(before)}" y="{HIGH - 6}">{escape(season, quote=False)}</text>')
    ends = sorted((y(points[-1][1]), at) for at, (_, points) in enumerate(lines))
    for (_, at), spot in zip(ends, _apart([down for down, _ in ends], ROW, TOP, bottom), strict=True):
        (name, points), power = lines[at], POWERS[at % len(POWERS)]
        path = "L".join(f"{_short(x(number))} {_short(y(value))}" for number, value in points)
        dashes = f' stroke-dasharray="{DASHES[power]}"' if power in DASHES else ""
        shapes.append(f'<path class="{power[0]}"{dashes} d="M{path}H{right}"/>')
        shapes.append(f'<path class="to" d="M{right} {_short(y(points[-1][1]))}L{right + LEADER} {_short(spot)}"/>')
        cut = name if len(name) <= letters else f"{name[: letters - 1]}…"
        shown = escape(f"{cut} {points[-1][1]:.0f}", quote=False)
        texts.append(f'<text class="{power[0]}" x="{right + LEADER + 4}" y="{_short(spot + 4)}">{shown}</text>')
    box = f'viewBox="0 0 {wide} {HIGH}" role="img" aria-label="{escape(label)}"'
    return f'<svg class="lines {size}" {box}>{"".join(shapes)}{"".join(texts)}</svg>'


def scale_step(most: float, steps: int) -> float:
    """Return a round distance between the lines of a scale: 1, 2 or 5 times a power of ten."""
    unit = 10.0 ** math.floor(math.log10(most / steps))
    return next(unit * factor for factor in (1, 2, 5, 10) if most / (unit * factor) <= steps)


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
