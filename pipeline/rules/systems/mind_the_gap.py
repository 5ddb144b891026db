"""Mind the Gap.

Source   Each edition gives its own source.
1        centre points: {centre} for each centre.
2        survival points: {survival} points shared by the survivors.
3        top points: {top} points shared by those at the top.
4        tribute: Each other survivor pays a sole leader {gap} for each centre that separates the first from the second,
         but at most its own survival points. Powers level at the top receive none.
5        tribute for the eliminated: For each eliminated power the leader also gets {eliminated} times that tribute,
         though nobody pays it.
Reading  A game without a solo is a draw between all survivors.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts
from pipeline.rules.ties import top_two


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    solo: float = number("points of a power with 18 centres or more", 100)
    centre: float = number("points for each centre", 1)
    survival: float = number("points shared by the survivors", 0)
    top: float = number("points shared by those at the top", 0)
    gap: float = number("tribute for each centre between the first and the second", 1)
    eliminated: float = number("how much of the tribute the leader has for each eliminated power", 0, most=1)


EDITIONS = {
    "janus": Edition(
        Numbers(survival=60, top=6),
        "Janus",
        "dipvis, https://github.com/UEWBot/dipvis, as Janus; removed from it in 2020.",
    ),
    "mind_the_gap": Edition(
        Numbers(centre=1.5, survival=49, eliminated=1),
        source="Table of scoring systems of the Diplomacy Broadcast Network, where it is called Mind the Gap.",
    ),
}


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    survivors, leaders = b.survivor.sum(axis=0), b.leader.sum(axis=0)
    survival = n.survival / survivors
    tribute = b.drawn * np.minimum(n.gap * (first - second), survival)  # zero where two powers share the lead
    payers = b.survivor & ~b.leader
    return Result(
        parts={
            **solo_parts(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "survival points": b.survivor * (b.drawn * survival),
            "top points": b.leader * (b.drawn * (n.top / leaders)),
            "tribute": np.where(payers, -tribute, b.leader * (tribute * payers.sum(axis=0))),
            "tribute for the eliminated": b.leader * (n.eliminated * tribute * (len(b.centres) - survivors)),
        }
    )
