"""Ranked Classic.

Source   dipvis, a program for tournaments, https://github.com/UEWBot/dipvis.
1        survival points: {survival} to each survivor.
2        centre points: {centre} for each centre.
3        place points: Final centres decide the places. A survivor that is not tied gets {alone}, from first place down.
         If two survivors are tied, each gets {pairs}, depending on the higher of their two places, from first place
         down. {several}.
"""

from dataclasses import dataclass, replace

import numpy as np

from pipeline.rules.boards import Boards, Bools, Floats, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, choice, number, prizes
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from schemas.messages import Message

SEVERAL = {
    "alone": "Each of three or more gets what the lowest of their places is worth alone",
    "as a pair": "Each of three or more gets what each of two would get on the lowest two of their places",
}


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    survival: float = number("points of each survivor", 30)
    centre: float = number("points for each centre", 10)
    alone: tuple[float, ...] = by_place("points of the places, from the first", (200, 90, 60, 40, 30, 20, 10))
    pairs: tuple[float, ...] = by_place("points of each of two level, by the upper place", (135, 70, 50, 35, 25, 15))
    several: str = choice("what three or more level have", SEVERAL, "alone")


CLASSIC = Numbers(solo=550, beaten_year=1, out_year=1, lived="no")
EDITIONS = {
    "ranked_classic": Edition(CLASSIC, reads="Ranked Classic"),
    "ranked_classic_v2": Edition(replace(CLASSIC, several="as a pair"), "Ranked Classic v2", reads="Ranked Classic"),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n)


def place_points(b: Boards, n: Numbers) -> Floats:
    """Return the points for each power's place (paragraph 3), as a (power, board) array."""
    above, level = ranked_by_centres(b)
    alone, pairs, last = prizes(n.alone), prizes(n.pairs), above + level
    more = alone.take(last - 1) if n.several == "alone" else pairs.take(last - 2)
    return np.where(level == 1, alone.take(above), np.where(level == 2, pairs.take(above), more))


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    playing = b.drawn & b.survivor
    return Result(
        parts={
            **solo_parts(b, n),
            "survival points": n.survival * playing,
            "centre points": n.centre * (playing * b.centres),
            "place points": playing * place_points(b, n),
        }
    )
