"""Weasel Moot 2007.

Source   World Diplomacy Database, scoring system no. 28; the Windy City Weasels' own system of 2009 and 2010,
         https://windycityweasels.org, whose published scores agree (21 of 21).
Solo     solo points: 450 to a power with 18 centres or more, nothing to every other power.
1        centre points: 10 points for each centre.
2        survival points: 60 points shared by the survivors.
3        lead points: 2 points more for each centre to a sole leader; level leaders have none.
4        years lived: An eliminated power has 1 point for each year it lived, that of the elimination included.
Reading  A game without a solo is a draw of all survivors. Where the year of an elimination is not known, a board without
         a solo is left unscored.
"""

from pipeline.rules.boards import ELIMINATED_UNKNOWN, Boards, Bools, Result
from schemas.messages import Message, say

SOLO = 450
CENTRE, SURVIVAL, LEAD, YEAR = 10, 60, 2, 1


def lacks(b: Boards) -> dict[Message, Bools]:
    """Boards that cannot be scored, by reason. (board)"""
    unknown = (b.eliminated == ELIMINATED_UNKNOWN).any(axis=0)
    return {say("the year of an elimination is not known"): unknown & b.drawn}


def score(b: Boards) -> Result:
    """Points of each power, paragraph by paragraph."""
    sole_leader = b.leader & (b.leader.sum(axis=0) == 1)
    return Result(
        parts={
            "solo points": SOLO * b.solo,
            "centre points": b.drawn * CENTRE * b.centres,
            "survival points": b.drawn * b.survivor * (SURVIVAL / b.survivor.sum(axis=0)),
            "lead points": b.drawn * sole_leader * LEAD * b.centres,
            "years lived": b.drawn * YEAR * b.eliminated.clip(min=0),
        }
    )
