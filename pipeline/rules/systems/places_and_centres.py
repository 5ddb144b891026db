"""Places and centres.

1        survival points: {survival} to each survivor.
2        centre points: {centre} for each centre.
3        place points: {places}, from first place down, with places decided by final centres. {shares}. {zeros}.
4        lead points: {lead} for each centre by which a sole leader leads the power in second place.
Reading  A game without a solo is scored by its final centres, whoever shares the draw.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.elimination_order import hang_on_eliminations, ranked_by_centres, ranked_by_elimination
from pipeline.rules.numbers import Edition, by_place, choice, number
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from pipeline.rules.ties import share, top_two
from schemas.messages import Message

ZEROS = {
    "level": "Powers without a centre are level",
    "by elimination": "Powers without a centre are placed by the year of their elimination, the later the higher; the "
    "same year is level",
    "unplaced": "Powers without a centre have none",
}
SHARES = {
    "exact": "Tied places share",
    "rounded": "Tied places share, and each share is rounded to a whole number, a half to the even one",
    "rounded down": "Tied places share, and each share is rounded down",
}
ROUNDING = {"exact": np.positive, "rounded": np.rint, "rounded down": np.floor}


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    survival: float = number("points of each survivor", 0)
    centre: float = number("points for each centre", 1)
    places: tuple[float, ...] = by_place(
        "points of the places, from the first", (7000, 6000, 5000, 4000, 3000, 2000, 1000)
    )
    shares: str = choice("how tied places share", SHARES, "exact")
    zeros: str = choice("how powers without a centre are placed", ZEROS, "by elimination")
    lead: float = number("points of a sole leader for each centre more than the second", 0)


DIPVIS = "dipvis, a program for tournaments, https://github.com/UEWBot/dipvis"
DUCT_TAPE = (40, 24, 15, 9, 6, 3, 3)
EDITIONS = {
    "carnage": Edition(
        Numbers(solo=28034),
        "Carnage",
        "webdiplomacy.net, forum thread 1325258, with three scored boards; the Diplomacy Broadcast Network, whose scores "
        "agree (1,680 of 1,680).",
        reads="Carnage",
        reading=f"Called Carnage with elimination order by {DIPVIS}, which scores in the same way.",
    ),
    "carnage_dead_equal": Edition(
        Numbers(solo=28034, zeros="level"), "Carnage with dead equal", f"{DIPVIS}.", reads="Carnage"
    ),
    "carnage_2023": Edition(Numbers(solo=28034, lead=300), "Carnage 2023", f"{DIPVIS}.", reads="Carnage"),
    "carnage_21": Edition(
        Numbers(solo=21034),
        "Carnage 21",
        "The Diplomacy Broadcast Network.",
        reads="Carnage",
        reading="A solo is worth 28034 elsewhere.",
    ),
    "carnage_centre_count": Edition(
        Numbers(solo=39028, beaten=1000, centre=500, places=(7007, 6006, 5005, 4004, 3003, 2002, 1001)),
        "Center-count Carnage",
        f"{DIPVIS}.",
        reads="Carnage",
    ),
    "duct_tape_v2": Edition(
        Numbers(solo=75, places=DUCT_TAPE, zeros="level"), "Duct Tape V2", f"{DIPVIS}.", reads="Duct Tape V2"
    ),
    "duct_tape_v2_elimination": Edition(
        Numbers(solo=75, places=DUCT_TAPE), "Duct Tape V2 with elimination order", f"{DIPVIS}.", reads="Duct Tape V2"
    ),
    "fibonacci": Edition(
        Numbers(solo=33034, places=(13000, 8000, 5000, 3000, 2000, 1000, 1000), shares="rounded down"),
        "Fibonacci",
        "World Diplomacy Wiki, https://world-diplomacy-wiki.fandom.com.",
        reading="A solo is worth all places and all centres.",
    ),
    "southern_sun": Edition(
        Numbers(
            solo=500,
            out_year=3,
            survival=30,
            centre=10,
            places=(130, 80, 50, 30, 20, 10, 10),
            shares="rounded",
            zeros="unplaced",
        ),
        "Southern Sun",
        f"{DIPVIS}.",
        reading="Four level at the top have 72 for their places, as dipvis rounds 72.5.",
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n, b.drawn & hang_on_eliminations(b, n.places) & (n.zeros == "by elimination"))


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    ranked = ranked_by_elimination(b) if n.zeros == "by elimination" else ranked_by_centres(b)
    placed = b.drawn & (b.survivor | (n.zeros != "unplaced"))
    return Result(
        parts={
            **solo_parts(b, n),
            "survival points": n.survival * (b.drawn & b.survivor),
            "centre points": n.centre * (b.drawn * b.centres),
            "place points": placed * ROUNDING[n.shares](share(n.places, ranked)),
            "lead points": n.lead * (b.drawn * b.leader * (first - second)),
        }
    )
