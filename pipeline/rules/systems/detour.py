"""Detour.

1        centre points: {centre} for each centre, scaled.
2        survival points: {survival} to each survivor, scaled.
3        early points: {early} to each power that owned a centre after {early_years} game years, or survived a game that
         ended sooner, scaled. After a solo, the beaten powers get these points unscaled.
4        lead points: {lead} for each centre by which a sole leader leads the power in second place, scaled.
5        place points: {places}, from first place down, scaled. Final centres decide the places. Tied powers all get the
         points of the lowest place they fill.
Scaled   Scaled points are converted to percentages of the board's total.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import ranked_by_centres
from pipeline.rules.numbers import Edition, by_place, number, prizes
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from pipeline.rules.ties import lowest, per_cent, top_two
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    centre: float = number("points for each centre", 1)
    survival: float = number("points of each survivor", 2)
    early: float = number("points of each power that owned a centre after the early years", 0)
    early_years: int = number("game years that are early", 0, most=40, whole=True)
    lead: float = number("points of a sole leader for each centre more than the second", 1)
    places: tuple[float, ...] = by_place("points of the places, from the first", (4, 3, 2, 1))


EDITIONS = {
    "detour_09": Edition(
        Numbers(solo=110, beaten_year=0.25, out_year=0.25, lived="no", most_years=8),
        "Detour09",
        "dipvis, a program for tournaments, https://github.com/UEWBot/dipvis.",
        reads="Detour",
        reading="What the eliminated have for their years comes on top of the 100. The beaten of a solo have years too, as "
        "dipvis reads; nothing by the rules of the World Cup.",
    ),
    "detour_09_world_cup": Edition(
        Numbers(solo=110, out_year=0.25, lived="no", most_years=8),
        "Detour09 of the World Cup",
        "Rules of the Diplomacy World Cup, stabbeurfou.org.",
        reads="Detour",
        reading="What the eliminated have for their years comes on top of the 100. The beaten of a solo have "
        "nothing; dipvis gives them their years.",
    ),
    "detour_98e": Edition(
        Numbers(solo=100, beaten_centre=1, survival=1, early=1, early_years=5),
        "Detour98e",
        "World Diplomacy Database, scoring system no. 33.",
        reads="Detour",
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    longer = (b.years == 0) | (b.years > n.early_years)
    return unknown_years(b, n, longer & bool(n.early))


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    early = n.early * (b.survivor | (b.eliminated > n.early_years))
    points = {
        "centre points": n.centre * b.centres,
        "survival points": n.survival * b.survivor,
        "early points": early,
        "lead points": n.lead * (b.leader * (first - second)),
        "place points": b.survivor * lowest(prizes(n.places), ranked_by_centres(b)),
    }
    scale = b.drawn * per_cent(np.sum([*points.values()], axis=(0, 1)))
    parts = {part: scale * of_part for part, of_part in points.items()}
    parts["early points"] += b.beaten * early
    return Result(parts={**solo_parts(b, n), **parts})
