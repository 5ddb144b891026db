"""The points, tie-breaks and ranks of all round-robin groups, computed together from their games.

Arrays are (player, player, group) or (player, group). In a group smaller than the largest, the last seats are empty.
"""

from itertools import compress

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.rank import dense
from pipeline.rules.ties import encounters, settled, sonneborn_berger
from schemas.messages import listed, say

GAMES_A_PAIR = 2  # "una volta come SUD e un'altra come NORD"
PROVISIONAL = say("provisional")  # shown while the group is not over
TIE_BREAK, KIBA_SCORE = say("tie-break"), say("KIBA score")
LEVEL, UNKNOWN = (
    say("level on everything, so the place is shared"),
    say("a KIBA score is not known, so the place is shared"),
)


def tally(winner: NDArray, loser: NDArray, group: NDArray, players: int, groups: int) -> NDArray[np.int64]:
    """Return how often each player beat each of the others, as a (player, player, group) array.

    winner, loser  for each game, the seats of its winner and its loser in their group, from 0
    group          for each game, the number of its group, from 0
    """
    shape = (players, players, groups)
    games = np.ravel_multi_index((winner, loser, group), shape)
    return np.bincount(games, minlength=int(np.prod(shape))).reshape(shape)


def standings(
    won: NDArray[np.int64],
    seated: NDArray[np.bool_],
    kiba: NDArray[np.float64],
    whole: NDArray[np.bool_] | bool = True,
) -> pd.DataFrame:
    """Return one row per player in every group, ordered by group and seat.

    won     (player, player, group) games won, see `tally`
    seated  (player, group) whether the group has a player in this seat
    kiba    (player, group) exact KIBA scores, NaN where not known
    whole   (group,) whether all players of the group are known

    The result has these columns:

    group, seat       both numbered from 0
    points            points in the group
    games             number of games with a result
    sonneborn_berger  Neustadtl score, from the pairs that have played both their games
    kiba_score        as in `kiba`
    complete          whether every pair has played both its games and all players of the group are known
    rank              rank in the group, such as 1, 2, 2, 4
    settled           message that says how a tie on points was settled, that the rank is shared, or that the group is
                      not over
    """
    met = won + won.swapaxes(0, 1)
    played = met == GAMES_A_PAIR
    points = won.sum(axis=1)
    pairs = seated[:, np.newaxis] & seated & ~np.eye(len(seated), dtype=bool)[:, :, np.newaxis]
    figures = {
        "points": points,
        "games": met.sum(axis=1),
        "sonneborn_berger": sonneborn_berger(encounters(won, played), points),
        "kiba_score": kiba,
        "complete": np.broadcast_to(played.all(axis=(0, 1), where=pairs) & whole, seated.shape),
    }
    group, seat = np.nonzero(seated.T)
    table = pd.DataFrame({"group": group, "seat": seat} | {name: of[seat, group] for name, of in figures.items()})
    return table.assign(**_ranks(table))


def _ranks(table: pd.DataFrame) -> dict[str, pd.Series]:
    """Return the `rank` and `settled` columns.

    Players are ranked by points, then by tie-break, then by KIBA score. The KIBA score is used only if it is known for
    all players who are still level.
    """
    on_points = dense(table["group"], -table["points"])
    on_tie_break = dense(on_points, -settled(table["sonneborn_berger"]))
    score = table["kiba_score"]
    unknown = score.isna().groupby(on_tie_break).transform("any")
    order = dense(on_tie_break, -settled(score.where(~unknown, on_tie_break)))  # ties stay where a score is unknown
    on_points_too, on_tie_break_too, sharing = (
        keys.groupby(keys).transform("size") for keys in (on_points, on_tie_break, order)
    )
    shared = order.duplicated(keep=False)
    reasons = {
        PROVISIONAL: ~table["complete"],
        TIE_BREAK: on_points_too > on_tie_break_too,
        KIBA_SCORE: on_tie_break_too > sharing,
        UNKNOWN: shared & unknown,
        LEVEL: shared & ~unknown,
    }
    settled_by = [listed(compress(reasons, of)) if any(of) else "" for of in zip(*reasons.values(), strict=True)]
    rank = order.groupby(table["group"]).rank(method="min").astype(int)
    return {"rank": rank, "settled": pd.Series(settled_by, table.index, dtype=object)}
