"""Weasel Moot 2007.

Source   World Diplomacy Database, scoring system no. 28; the Windy City Weasels' own system of 2009 and 2010,
         https://windycityweasels.org, whose published scores agree (21 of 21).
1        centre points: {centre} points for each centre.
2        survival points: {survival} points shared by the survivors.
3        lead points: {lead} points more for each centre to a sole leader; level leaders have none.
Reading  A game without a solo is a draw of all survivors. Where the year of an elimination is not known, a board without
         a solo is left unscored.
"""

from dataclasses import dataclass

from pipeline.rules.boards import Boards, Bools, Result
from pipeline.rules.numbers import Edition, number
from pipeline.rules.outcomes import Outcomes, outcomes, unknown_years
from schemas.messages import Message


@dataclass(frozen=True, kw_only=True)
class Numbers(Outcomes):
    """What an edition may change."""

    centre: float = number("points for each centre", 10)
    survival: float = number("points shared by the survivors", 60)
    lead: float = number("points more of a sole leader for each centre", 2)


EDITIONS = {"weasel_moot_2007": Edition(Numbers(solo=450, out_year=1))}


def lacks(b: Boards, n: Numbers) -> dict[Message, Bools]:
    """Boards that cannot be scored, by reason. (board)"""
    return unknown_years(b, n)


def score(b: Boards, n: Numbers) -> Result:
    """Points of each power, paragraph by paragraph."""
    sole_leader = b.leader & (b.leader.sum(axis=0) == 1)
    return Result(
        parts={
            **outcomes(b, n),
            "centre points": b.drawn * n.centre * b.centres,
            "survival points": b.drawn * b.survivor * (n.survival / b.survivor.sum(axis=0)),
            "lead points": b.drawn * sole_leader * n.lead * b.centres,
        }
    )
