"""Bangkok.

Source   "Bangkok 2020 Scoring System", World Diplomacy Wiki, https://world-diplomacy-wiki.fandom.com.
1        centre points: {centre} for each centre.
2        survivor points: {survivor} to each survivor.
3        domination bonus: {domination} points are divided among the powers close to the top, in proportion to their
         shares. The shares are {shares}, where the first figure applies to a power at the top, the second to a power
         one centre below it, and the third to a power two centres below it.
Reading  A game without a solo is a draw between all survivors.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Floats, Result
from pipeline.rules.numbers import Edition, number, prizes, table
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    out_year: float = number("points for each year that an eliminated power lived, without a solo", 0.3)
    centre: float = number("points for each centre", 1)
    survivor: float = number("points of each survivor", 3)
    domination: float = number("points divided among those close to the top", 12)
    shares: tuple[float, ...] = table("shares at the top, a centre below it, two below it", (3, 2, 1))


EDITIONS = {
    "bangkok": Edition(
        Numbers(solo=41, beaten_centre=0.5),
        reads="Bangkok",
        reading="The wiki's example: a power out in 1905 lived five years. dipvis counts four of them; the Diplomacy "
        "Broadcast Network gives nothing to the eliminated, nor to those beaten by a solo.",
    ),
    "bangkok_dipvis": Edition(
        Numbers(solo=41, beaten_centre=0.5, lived="no"),
        "Bangkok in dipvis",
        "dipvis, https://github.com/UEWBot/dipvis, as Bangkok.",
        reads="Bangkok",
        reading="A power out in 1905 has 1.2 for four years, by the wiki's own example 1.5.",
    ),
    "olympic": Edition(
        Numbers(solo=46, shares=(4, 1.5, 0.5), lived="no"),
        "Olympic",
        "dipvis, https://github.com/UEWBot/dipvis, as Olympic; the rules of the World DipCon in Athens, 2026, agree.",
        reading="The year of an elimination does not count, as dipvis has it.",
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n)


def shares(b: Boards, n: Numbers) -> Floats:
    """Return each power's shares in the domination bonus (paragraph 3), as a (power, board) array."""
    below = (b.top - b.centres).clip(max=len(n.shares))
    return b.survivor * np.append(prizes(n.shares)[: len(n.shares)], 0).take(below)


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    owned = shares(b, n)
    total = owned.sum(axis=0)
    return Result(
        parts={
            **solo_parts(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "survivor points": n.survivor * (b.drawn & b.survivor),
            "domination bonus": owned * (b.drawn * n.domination / (total + (total == 0))),
        },
        working={"shares": owned},
    )
