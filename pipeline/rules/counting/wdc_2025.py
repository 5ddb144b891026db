"""Counting: the 2025 world championship.

Source   The house rules of the 2025 world championship (WDC), as given by dipvis (diplomacytv). The event's "counting"
         setting selects this method.
wdc      score: The best two of a player's rounds 1 to 3, and round 4. Round 4 counts one and a half times for the top
         21 players after round 3.
first    Ties for 21st place after round 3 are broken by the best game, then by the centres of the games that count,
         then by the dropped round. If all of these are equal, the place is undecided.
Reading  All rounds of the event are numbered in order, including any without a result. A round whose name is a number
         keeps that number, unless an earlier round already has it or a higher one. In that case it gets the next free
         number. If the event has a round with a number above four, the rounds are simply numbered one after the other,
         since the numbers in the names then stand for tables, days or years. There is a warning if a round's number
         differs from the number in its name, or if there is a fifth round, which does not count. A round is worth its
         best game. After round 3, players are ranked by the sum of their best two rounds. If a tie for 21st place
         cannot be broken, for example because centres are not known, round 4 counts one and a half times for all
         players in the tie.
"""

import numpy as np
import pandas as pd

from pipeline.rules.counting import Shares, Way
from pipeline.rules.counting.tie_breaks import CRITERIA, settle
from pipeline.rules.rank import dense, total
from pipeline.rules.ties import settled
from schemas.keys import EVENT, PLAYER
from schemas.messages import Message, say
from schemas.words import WDC

BEST, EARLY, FIRST, FACTOR = 2, 3, 21, 1.5
ROUNDS = EARLY + 1
CHAIN = tuple(CRITERIA[name] for name in ("best game", "centres", "dropped round"))


def counts(number: float, units: pd.DataFrame) -> Shares:
    """Return how much of each result counts and what the player's sum is divided by (paragraph `wdc`).

    Round 4 and the best two of rounds 1 to 3 count. For the top 21 players after round 3, round 4 counts one and a
    half times. The divisor is 1.
    """
    early = units[units["nth_round"] < EARLY]
    early = early.assign(used=early.groupby(PLAYER).cumcount() < BEST)
    ahead = pd.MultiIndex.from_frame(units[PLAYER]).isin(pd.MultiIndex.from_frame(_first(early)))
    shares = (units["nth_round"] == EARLY) * np.where(ahead, FACTOR, 1.0)
    shares[early.index] = early["used"].astype(float)
    return shares.to_numpy(), np.ones(len(units))


def _first(early: pd.DataFrame) -> pd.DataFrame:
    """Return the PLAYER columns of each event's top 21 players after round 3.

    early  the results of rounds 1 to 3, sorted best first
    """
    of_players = early[early["used"]]
    table = total(of_players["points"], [of_players[name] for name in PLAYER]).rename("sum").reset_index()
    table = table.assign(standing=dense(table[EVENT], -settled(table["sum"])), chain=[CHAIN] * len(table))
    standing, _ = settle(table, early)
    rank = standing.groupby([table[name] for name in EVENT]).rank(method="min")
    return table.loc[rank <= FIRST, PLAYER]


WAYS = {
    WDC: Way(
        "wdc",
        Message("WDC {n}"),
        counts,
        independent=False,
        dropped=say("neither round 4 nor one of the best two of rounds 1 to 3"),
        in_part=say("counts one and a half times: in the top 21 after round 3"),
    )
}
