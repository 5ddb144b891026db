"""A season's card, a picture to post online with the winner, the top three, and a chart of the race for first place.

The picture measures 1200 x 630 pixels.
"""

import re
from collections.abc import Sequence
from html import escape

from pipeline.report.elements import Bit, Part, Race
from pipeline.report.race import WIDTH as RACE_UNITS
from pipeline.report.race import drawn
from pipeline.report.standings import NAMED
from pipeline.report.view import View

WIDTH, HEIGHT, EDGE = 1200, 630, 64  # pixels
COLUMN, RANKS, SCORES = 496, 64, 140  # widths on the podium: whole lines, ranks, scores
RACE_LEFT, RACE_WIDTH, RACE_TOP, RACE_HIGH = 770, 344, 112, 430
LARGEST, SMALLEST, LABEL, LEAST_LABEL, SENTENCE, ROW, SMALL = 74, 40, 30, 24, 28, 32, 20  # font sizes
REGULAR = 1.15  # how much more text fits if it is not bold
COLOURS = ("#FFD166", "#9EC9FF", "#FFA37A")  # of the first three
GROUND, INK, DIM, LINE = "#0E2238", "#FFFFFF", "#C9D6E4", "#3C5878"
STYLE = (
    f"path{{fill:none;stroke:{LINE};stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round;"
    "stroke-linecap:round}.gr{display:none}.d{stroke-width:6}"
    + "".join(f".p{n} path{{stroke:{colour};stroke-width:6}}" for n, colour in enumerate(COLOURS, 1))
)
NARROW, WIDE = re.compile(r"[ijlftr.,:;'’|!()\[\] ]"), re.compile(r"[A-ZÀ-ÞmwMW@%—\u2e80-\U0010ffff]")
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def card(view: View) -> str:
    """Return the card as SVG."""
    part = view.main or next(iter(view.parts), None)
    race = part.race if part and view.main else None
    wide = COLUMN + 140 if race else WIDTH - 2 * EDGE
    winners = [bit.text for bit in part.lead if bit.style == "used"] if part and view.main else []
    large = view.w.listed(winners, "and") if winners else view.name
    sentence = _without_names(part.lead) if part and 0 < len(winners) < NAMED else view.description
    size = max(SMALLEST, min(LARGEST, int(wide / max(_width(large), 1))))
    title = view.main_name if winners else ", ".join(view.kicker)
    status = f" · {view.status}"
    small = max(LEAST_LABEL, min(LABEL, int(wide * REGULAR / _width(f"{title}{status}"))))
    title = _cut(title, small, wide * REGULAR - _width(status) * small)
    marks = [_text(96, small, f"{title}{status}", DIM)]
    marks += [_text(136, LABEL, _cut(label, LABEL, wide * REGULAR), DIM) for label in view.unreal[:1]]
    marks.append(_text(238, size, _cut(large, size, wide), INK, bold=True))
    marks += [
        _text(300 + 38 * at, SENTENCE, line, COLOURS[0]) for at, line in enumerate(_lines(sentence, wide * REGULAR))
    ]
    marks += _podium(part) if part and view.main else []
    facts = " · ".join(bit.text for bit in view.facts)
    marks.append(_text(592, SMALL, _cut(facts, SMALL, (WIDTH - 2 * EDGE) * REGULAR), DIM))
    marks += _race(race) if race else []
    label = escape(f"{view.name}. {view.description}")
    family = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,DejaVu Sans,sans-serif"
    return NO_XML.sub(
        " ",
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{family}" role="img" aria-label="{label}"><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>{"".join(marks)}</svg>\n',
    )


def _without_names(lead: Sequence[Bit]) -> str:
    """Return the sentence about the winners without their names, since the card shows the names above it."""
    named = [at for at, bit in enumerate(lead) if bit.style == "used"]
    return " ".join("".join(bit.text for bit in [*lead[: named[0]], *lead[named[-1] + 1 :]]).split())


def _lines(sentence: str, wide: float) -> list[str]:
    """Return a sentence split into at most two lines, and cut off at the end if it is too long."""
    first, rest = "", sentence.split()
    while rest and _width(f"{first} {rest[0]}") * SENTENCE <= wide:
        first = f"{first} {rest.pop(0)}".strip()
    return [*filter(None, [first, _cut(" ".join(rest), SENTENCE, wide)])]


def _podium(part: Part) -> list[str]:
    """Return the SVG of the podium, with one line per player."""
    marks = [f'<path d="M{EDGE} 366H{EDGE + COLUMN}"/>'] if part.podium else []
    for at, step in enumerate(part.podium[: len(COLOURS)]):
        down = 430 + 52 * at
        marks.append(_text(down, ROW, step.shown, COLOURS[step.rank - 1], bold=True))
        marks.append(
            _text(down, ROW, _cut(step.name.text, ROW, (COLUMN - RANKS - SCORES) * REGULAR), INK, x=EDGE + RANKS)
        )
        marks.append(_text(down, ROW, step.score, INK, x=EDGE + COLUMN, at="end"))
    return marks


def _race(race: Race) -> list[str]:
    """Return the SVG of the race, with its title, a line per player, and a disc at the end of each coloured line."""
    course = race.plots[0].course
    tall = min(RACE_HIGH, course.high)
    box = f'viewBox="0 0 {RACE_UNITS} {course.high}" preserveAspectRatio="none" overflow="visible"'
    inside = f'x="{RACE_LEFT}" y="{RACE_TOP}" width="{RACE_WIDTH}" height="{tall}" {box}'
    marks = [_text(80, SMALL, race.title, DIM, x=RACE_LEFT), f"<svg {inside}>{drawn(course, race.lines)}</svg>"]
    for line, down in zip(race.lines, course.down[:, -1], strict=True):
        if line.coloured and down == down:
            y = RACE_TOP + down * tall / course.high
            colour = COLOURS[line.coloured - 1]
            marks.append(f'<circle cx="{RACE_LEFT + RACE_WIDTH}" cy="{y:.1f}" r="11" fill="{colour}"/>')
    return marks


def _text(
    down: float, size: int, text: str, colour: str, x: float = EDGE, at: str = "start", bold: bool = False
) -> str:
    weight = ' font-weight="700"' if bold else ""
    anchor = f' text-anchor="{at}"' if at != "start" else ""
    shown = escape(text, quote=False)
    return f'<text x="{x}" y="{down}" font-size="{size}" fill="{colour}"{weight}{anchor}>{shown}</text>'


def _width(text: str) -> float:
    """Return the approximate width of bold text, relative to its font size."""
    return sum(0.4 if NARROW.match(letter) else 0.85 if WIDE.match(letter) else 0.65 for letter in text)


def _cut(text: str, size: int, wide: float) -> str:
    """Return `text`, shortened with `…` if it is wider than `wide` pixels."""
    if _width(text) * size <= wide:
        return text
    kept = max(1, sum((_width(text[: at + 1]) + 1) * size <= wide for at in range(len(text))))
    return f"{text[:kept].rstrip()}…"
