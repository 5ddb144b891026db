"""SVG drawings of a board's centres by year, and of the ratings of a league's leaders.

The drawings consist of paths and text, positioned in pixels from the upper left corner. Text from the sheets is
escaped, so that `<b>` appears literally. Text is painted last, on top of every line.

Labels stand beside their lines, which also differ in dash pattern, so that nobody needs to tell colours apart.
"""

import math
from collections.abc import Sequence
from html import escape

import pandas as pd

from schemas.words import POWERS

Line = list[tuple[int, float]]  # (position of the year, centres)

# the centres of a board
WIDTH, HEIGHT = 372, 200
LEFT, RIGHT, TOP, BOTTOM = 22, 274, 10, 176  # edges of the area with the lines; names are to its right
ROW = 14  # pixels between names
CENTRE_STEP, LEAST_TOP = 6, 12  # centres between grid lines, and the least height of the scale
BESIDE = 0.1  # distance between the lines of two powers with equal centres, in centres
YEARS = 9  # most years named below the lines
DASHES = {"England": "9 3", "Italy": "4 2", "Russia": "1.5 2.5", "Turkey": "9 3 2 3"}
CROSS = "m-4-4l8 8m0-8l-8 8"  # where a power was eliminated


# the ratings of a league's leaders, for a wide and for a narrow window: width of the drawing and of the room for names
# at the right, in pixels, and most letters in a name
SIZES = {"wide": (960, 210, 18), "narrow": (372, 156, 12)}
HIGH, AXIS = 300, 44  # pixels: height of the drawing, and room for the scale at the left
LEADER = 18  # pixels from the end of a line to its label
STEPS = 5  # approximate number of lines of a scale
APART = 34  # pixels: least distance between the names of two seasons


class Plane:
    """A line chart, with a scale on the left and a label for each line on the right.

    Values run from `low` to `high`, and positions from 0 to `last`.

    shapes  paths, which are painted first
    texts   text elements, which are painted after all paths
    """

    def __init__(self, left: float, right: float, bottom: float, last: float, low: float, high: float) -> None:
        """Set the edges of the plot in pixels, the last position on the x axis, and the lowest and highest values."""
        self.left, self.right, self.bottom = left, right, bottom
        self.last, self.low, self.high = max(last, 1), low, high
        self.shapes, self.texts = list[str](), list[str]()

    def x(self, position: float) -> float:
        """Return the x coordinate of a position, in pixels."""
        return self.left + (self.right - self.left) * position / self.last

    def y(self, value: float) -> float:
        """Return the y coordinate of a value, in pixels."""
        return self.bottom - (self.bottom - TOP) * (value - self.low) / (self.high - self.low)

    def scale(self, step: float) -> None:
        """Draw a line at each step of the scale, with the value written beside the line."""
        for number in range(round((self.high - self.low) / step) + 1):
            value = self.low + step * number
            self.shapes.append(f'<path class="gr" d="M{self.left} {short(self.y(value))}H{self.right}"/>')
            self.write(self.left - 6, self.y(value) + 4, f"{value:g}", ' text-anchor="end"')

    def draw(self, power: str, points: Sequence[tuple[float, float]], further: str = "") -> None:
        """Draw a line through points given in pixels, in the colour and dash pattern of a power."""
        path = "L".join(f"{short(right)} {short(down)}" for right, down in points)
        dashes = f' stroke-dasharray="{DASHES[power]}"' if power in DASHES else ""
        self.shapes.append(f'<path class="{power[0]}"{dashes} d="M{path}{further}"/>')

    def label(self, ends: Sequence[tuple[float, str, str]], beside: float, leader: bool = False) -> None:
        """Write a name at the end of each line, with the names moved apart so that no two overlap.

        ends    y coordinate in pixels, power and name of each line
        beside  distance of the names from the end of the lines, in pixels
        leader  whether to draw a dotted line from the end of each line to its name
        """
        ends = sorted(ends, key=lambda end: end[0])
        spots = _apart([down for down, _, _ in ends], ROW, TOP, self.bottom)
        for (down, power, name), spot in zip(ends, spots, strict=True):
            if leader:
                to = f"L{self.right + LEADER} {short(spot)}"
                self.shapes.append(f'<path class="to" d="M{self.right} {short(down)}{to}"/>')
            self.write(self.right + beside, spot + 4, name, style=f'class="{power[0]}" ')

    def write(self, x: float, y: float, shown: str, anchor: str = "", style: str = "") -> None:
        """Write text at a position in pixels."""
        self.texts.append(f'<text {style}x="{short(x)}" y="{short(y)}"{anchor}>{escape(shown, quote=False)}</text>')

    def svg(self, style: str, wide: float, high: float, label: str) -> str:
        """Return the drawing as an `<svg>` element."""
        box = f'viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(label)}"'
        return f'<svg class="{style}" {box}>{"".join(self.shapes)}{"".join(self.texts)}</svg>'


def board_chart(centres: pd.DataFrame, names: Sequence[str], label: str) -> str:
    """Return a chart of a board's centres by year, as an `<svg>` element with one line per power.

    centres  one row per power in the usual order, one column per year (as a string), NaN where unknown
    names    names of the powers
    label    description of the picture for screen readers

    The style sheet colours each line by the letter of its power, because the colours differ in dark mode.
    """
    years = [*centres.columns]
    lines = [_owned(row) for row in centres.to_numpy(dtype=float)]
    top = max(LEAST_TOP, *(math.ceil(number / CENTRE_STEP) * CENTRE_STEP for line in lines for _, number in line))
    plane = Plane(LEFT, RIGHT, BOTTOM, len(years) - 1, 0, top)
    plane.scale(CENTRE_STEP)
    for number in range(0, len(years), math.ceil(len(years) / YEARS)):
        plane.write(plane.x(number), BOTTOM + 20, f"’{years[number][-2:]}", ' text-anchor="middle"')
    ends = []
    for at, (power, line) in enumerate(zip(POWERS, lines, strict=True)):
        if not line:
            continue
        offset = (len(POWERS) // 2 - at) * BESIDE
        points = [(plane.x(year), plane.y(number + offset if number else 0)) for year, number in line]
        plane.draw(power, points)
        right, down = points[-1]
        if line[-1][1]:
            ends.append((down, power, f"{names[at]} {line[-1][1]:.0f}"))
        else:
            plane.shapes.append(f'<path class="{power[0]}" d="M{short(right)} {short(down)}{CROSS}"/>')
    plane.label(ends, 10)
    return plane.svg("lines", WIDTH, HEIGHT, label)


def rating_chart(
    lines: Sequence[tuple[str, list[tuple[float, float]]]], seasons: Sequence[tuple[str, float]], label: str, size: str
) -> str:
    """Return a chart of ratings as an `<svg>` element, with a scale on the left and the seasons below.

    lines    name of each player, and the game number and rating at each point of the player's line
    seasons  each season with the number of its first game
    label    description of the picture for screen readers
    size     `wide` or `narrow`, which is also a class of the element. The style sheet shows the drawing that fits

    Each line continues at its last rating to the right edge, where a dotted line leads to the label.
    """
    wide, room, letters = SIZES[size]
    values = [value for _, points in lines for _, value in points]
    low, high, last = min(values), max(values), max(number for _, points in lines for number, _ in points)
    step = scale_step(max(high - low, 1), STEPS)
    low = math.floor(low / step) * step
    plane = Plane(AXIS, wide - room, HIGH - 24, last, low, max(math.ceil(high / step) * step, low + step))
    plane.scale(step)
    before = -math.inf
    for season, first in seasons:
        if plane.x(first) - before >= APART:
            before = plane.x(first)
            plane.shapes.append(f'<path class="gr" d="M{short(before)} {TOP}V{plane.bottom}"/>')
            plane.write(before, HIGH - 6, season)
    ends = []
    for at, (name, points) in enumerate(lines):
        power, last_rating = POWERS[at % len(POWERS)], points[-1][1]
        plane.draw(power, [(plane.x(number), plane.y(value)) for number, value in points], f"H{plane.right}")
        cut = name if len(name) <= letters else f"{name[: letters - 1]}…"
        ends.append((plane.y(last_rating), power, f"{cut} {last_rating:.0f}"))
    plane.label(ends, LEADER + 4, leader=True)
    return plane.svg(f"lines {size}", wide, HIGH, label)


def scale_step(most: float, steps: int) -> float:
    """Return the distance between the lines of a scale: 1, 2 or 5 times a power of ten.

    This is the smallest such number that reaches `most` in at most `steps` steps.
    """
    unit = 10.0 ** math.floor(math.log10(most / steps))
    return next(unit * factor for factor in (1, 2, 5, 10) if most / (unit * factor) <= steps)


def _owned(row: Sequence[float]) -> Line:
    """Return a power's known years up to its elimination, each with the number of centres."""
    line = [(year, number) for year, number in enumerate(row) if not math.isnan(number)]
    zero = next((i for i, (_, number) in enumerate(line) if number == 0), len(line))
    return line[: zero + 1]


def _apart(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return positions for labels that do not overlap, as near as possible to the wanted positions.

    wanted  positions in ascending order
    """
    spots: list[float] = []
    for height in wanted:
        spots.append(max(height, spots[-1] + gap) if spots else max(height, top))
    limit = bottom
    for i in reversed(range(len(spots))):
        spots[i] = min(spots[i], limit)
        limit = spots[i] - gap
    return spots


def short(pixels: float) -> str:
    """Return a coordinate rounded to a tenth of a pixel."""
    return f"{pixels:.1f}".removesuffix(".0")
