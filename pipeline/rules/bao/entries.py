"""The entry list, in three categories sorted by KIBA score, and the distribution of players over qualifying groups."""

from string import ascii_uppercase

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.keys import EVENT
from schemas.messages import say

SEASONED = 24  # "più di 24 partite": players of the first category have played more
NEWCOMER_ELO = 1800
CATEGORIES = {
    1: say("more than 24 games"),
    2: say("1 to 24 games"),
    3: say("no games yet"),
    4: say("number of games not known"),
}


def kiba_score(elo: pd.Series, games: pd.Series) -> pd.Series:
    """Return exact KIBA scores: a tenth of the Elo plus the number of games played.

    Players without games are given an Elo of 1800.
    """
    return elo.mask(games == 0, NEWCOMER_ELO) / 10 + games


def printed(score: pd.Series) -> pd.Series:
    """Return KIBA scores as the site prints them, rounded half down."""
    return np.ceil(score.round(EQUAL_DECIMALS) - 0.5)


def entry_list(entries: pd.DataFrame) -> pd.DataFrame:
    """Return the sorted entry lists of all events, with `number` (from 1), `category` and `kiba_score`.

    Where the KIBA score cannot be computed, the one entered is used.

    entries  one row per player: season, event, player, elo, games, typed_kiba, raw_row
    """
    games, exact = entries["games"], kiba_score(entries["elo"], entries["games"])
    entries = entries.assign(
        category=np.select([games > SEASONED, games > 0, games.notna()], [1, 2, 3], default=4),
        kiba_score=exact.fillna(entries["typed_kiba"]),
    )
    descending = -entries["kiba_score"].round(EQUAL_DECIMALS)  # players without a score come last
    order = entries.assign(descending=descending).sort_values([*EVENT, "category", "descending", "raw_row"]).index
    entries = entries.loc[order].reset_index(drop=True)
    return entries.assign(number=entries.groupby(EVENT).cumcount() + 1)


def deal(number: pd.Series, groups: pd.Series) -> tuple[NDArray, NDArray]:
    """Distribute the players over the groups in turn, in the order of their numbers.

    Return each player's group (A, B ...) and seat in the group (from 1).
    """
    turn = (number - 1).to_numpy(dtype=int)
    dealt = groups.to_numpy(dtype=int)
    return np.array([*ascii_uppercase], dtype=object)[turn % dealt], turn // dealt + 1
