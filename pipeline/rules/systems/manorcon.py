"""ManorCon.

Source   ManorCon, "Diplomacy Tournament Scoring System", http://diplom.org/manorcon/dipscore.htm.
1        weight points: A survivor gets its weight as a percentage of the sum of all seven powers' weights. The weight
         is the square of its final centres, plus {linear} for each of them, plus {constant}.
2        An eliminated power has a weight of {eliminated} in that sum, but gets no points.
Reading  A survivor of a solo counts as if eliminated in the year of the solo. Nothing is rounded.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts, unknown_years
from pipeline.rules.ties import percentage
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 75)
    out_year: float = number("points for each year that an eliminated power lived, without a solo", 0.1)
    beaten_year: float = number("points for each year that the beaten lived", 0.1)
    linear: float = number("weight of each centre beside the square", 4)
    constant: float = number("weight of a survivor beside its centres", 16)
    eliminated: float = number("weight of an eliminated power", 16)


DIPVIS = "dipvis, https://github.com/UEWBot/dipvis, as {}."
FEWER_YEARS = (
    "dipvis takes the year of the elimination as not lived, so that a power out in 1904 has 0.3; ManorCon's page, which "
    "counts that year, gives 0.4."
)
EDITIONS = {
    "manorcon": Edition(
        Numbers(),
        reads="ManorCon",
        reading="A power out in 1904 has 0.4. dipvis gives it 0.3, the Diplomacy Broadcast Network nothing.",
    ),
    "manorcon_dipvis": Edition(
        Numbers(lived="no"), "ManorCon in dipvis", DIPVIS.format("ManorCon"), reads="ManorCon", reading=FEWER_YEARS
    ),
    "manorcon_original": Edition(
        Numbers(solo=100),
        "Original ManorCon",
        reads="Original ManorCon",
        reading="The solo of the first version as dipvis has it, the years of the page.",
    ),
    "manorcon_original_dipvis": Edition(
        Numbers(solo=100, lived="no"),
        "Original ManorCon in dipvis",
        DIPVIS.format("Original ManorCon"),
        reads="Original ManorCon",
        reading=FEWER_YEARS,
    ),
    "manorcon_v2": Edition(
        Numbers(solo=100, eliminated=0),
        "ManorCon v2",
        reads="ManorCon v2",
        reading="The weights and the solo of the second version as dipvis has it, the years of the page.",
    ),
    "manorcon_v2_dipvis": Edition(
        Numbers(solo=100, eliminated=0, lived="no"),
        "ManorCon v2 in dipvis",
        DIPVIS.format("ManorCon v2"),
        reads="ManorCon v2",
        reading=FEWER_YEARS,
    ),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return unknown_years(b, n)


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    weights = np.where(b.survivor, b.centres * (b.centres + n.linear) + n.constant, n.eliminated)
    return Result(
        parts={**solo_parts(b, n), "weight points": (b.drawn * b.survivor) * percentage(weights)},
        working={"weight": weights},
    )
