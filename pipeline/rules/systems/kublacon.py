"""KublaCon.

1        centre points: {centre} for each centre.
2        early points: {early} to each survivor that owned a centre after {early_years} game years.
3        kill points: {kill} to each survivor for each eliminated power.
4        lead points: {lead} for each centre by which a sole leader leads the power in second place.
5        above the most: The part of a score above {most} is subtracted.
Reading  The source gives the early points for surviving "past 05", so a survivor of a game that ended sooner gets none.
         According to the World Diplomacy Database, a newcomer who attended the lesson gets 5 points. These points are
         left out, because a sheet does not show who attended. The maximum applies to the whole score.
"""

from dataclasses import dataclass

import numpy as np

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.solo_rules import SoloRules, solo_parts
from pipeline.rules.ties import top_two
from schemas.messages import Message, say


@dataclass(frozen=True, kw_only=True)
class Numbers(SoloRules):
    """The rule's settings, any of which an edition may change."""

    centre: float = number("points for each centre", 1)
    early: float = number("points of each survivor of the early years", 1)
    early_years: int = number("game years that are early", 5, most=40, whole=True)
    kill: float = number("points of each survivor for each eliminated power", 0)
    lead: float = number("points of a sole leader for each centre more than the second", 1)
    most: float = number("the most points without a solo", 27)


EDITIONS = {
    "kublacon_kill": Edition(
        Numbers(solo=34, kill=2, lead=2), "KublaCon Kill", "World Diplomacy Database, scoring system no. 15."
    ),
    "kublacon_2_lead": Edition(Numbers(solo=34), "KublaCon 2 Lead", "World Diplomacy Database, scoring system no. 16."),
}


def unscorable(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Return masks of the boards that cannot be scored, keyed by reason."""
    return {
        say("the last year is not known"): b.drawn & (b.years == 0) & (b.least_years < n.early_years) & bool(n.early)
    }


def score(b: Boards, n: Numbers) -> Result:
    """Return each power's points, split into one part per paragraph of the rule."""
    first, second = top_two(b.centres)
    playing = b.drawn & b.survivor
    points = {
        "centre points": n.centre * (playing * b.centres),
        "early points": n.early * (playing & (b.least_years >= n.early_years)),
        "kill points": n.kill * (playing * (~b.survivor).sum(axis=0)),
        "lead points": n.lead * (playing * b.leader * (first - second)),
    }
    return Result(
        parts={**solo_parts(b, n), **points, "above the most": np.minimum(n.most - sum(points.values()), 0)},
    )
