"""A season's standings by total score. Equal scores share a rank."""

from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.words import UNKNOWN_PLAYER

Figures = TypeVar("Figures", pd.Series, pd.DataFrame)
EXACT_DECIMALS = 12  # fractions are added as integers of 10^-12, so that the order of rows cannot change a sum


def in_standings(player: pd.Series) -> pd.Series:
    """Return a mask of the seats that count in the standings: those played by somebody whose name is known."""
    return ~player.isin(["", UNKNOWN_PLAYER])


def standings(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the standings of each season, with the best score first and players with equal scores sorted by name.

    scores  one row per ranked seat, with the columns `season`, `player` and `score` (float, none missing)

    The result has the columns `season`, `rank`, `player`, `games` and `score` (the sum over the season).
    """
    players = scores.groupby(["season", "player"])  # sorted by name
    table = players.size().reset_index(name="games")
    table["score"] = total(scores["score"], players.ngroup()).to_numpy()
    settled = table["score"].round(EQUAL_DECIMALS)
    table["rank"] = settled.groupby(table["season"]).rank(method="min", ascending=False).astype(int)
    table = table.sort_values(["season", "rank"], kind="stable", ignore_index=True)
    return table[["season", "rank", "player", "games", "score"]]


def total(score: Figures, by: Any) -> Figures:
    """Return the sums for each key (as in `groupby`), exact to nine decimals whatever the order of the rows."""
    whole = np.floor(score)
    parts = np.rint((score - whole) * 10.0**EXACT_DECIMALS)
    sums = pd.concat({"whole": whole, "parts": parts}, axis=1).astype(np.int64).groupby(by).sum()
    return (sums["whole"] + sums["parts"] / 10.0**EXACT_DECIMALS).round(EQUAL_DECIMALS) + 0.0


def ranks(score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return ranks such as 1, 2, 2, 4, with the highest score first.

    Scores that are equal to nine decimals share a rank.
    """
    settled = np.sort(np.round(score, EQUAL_DECIMALS))
    return len(score) - np.searchsorted(settled, np.round(score, EQUAL_DECIMALS), side="right") + 1


def dense(first: pd.Series | pd.DataFrame, *then: pd.Series | NDArray) -> pd.Series:
    """Return integers that order the rows by one or more keys.

    Rows with equal keys have the same integer.
    """
    keys = pd.DataFrame(first).assign(**{f"{n}": np.asarray(key) for n, key in enumerate(then)})
    return keys.groupby([*keys]).ngroup()
