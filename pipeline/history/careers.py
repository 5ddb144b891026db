"""Players' careers: their results overall, with each power and in each season."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from pipeline.rules.rank import in_standings
from schemas.keys import PLAYER, SEAT

PLACE = " / "  # between the parts of a board's name
COUNTED = ("boards", "topped", "solos", "missed")
MEANS = ("mean_centres", "mean_place", "survived")


def totals(games: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the figures that all career and power tables share.

    There is one row for each combination of values in the columns `by`.
    """
    of_key = games.groupby([*by])
    sums, means = of_key[["topped", "solo", "missed"]].sum(), of_key[["final_centres", "place", "survivor"]].mean()
    return pd.concat([of_key.size(), sums, means], axis=1).set_axis([*COUNTED, *MEANS], axis=1).reset_index()


def careers(games: pd.DataFrame, standings: pd.DataFrame, champions: pd.DataFrame) -> pd.DataFrame:
    """Return one row per player, including players who appear in the standings but not on any board."""
    games = games[in_standings(games["player"])]
    appearances = pd.concat([games[PLAYER], standings[PLAYER]]).drop_duplicates()
    appearances = appearances[in_standings(appearances["player"])]
    events = appearances["player"].value_counts().sort_index()
    figures = totals(games, ["player"]).set_index("player").reindex(events.index)
    counts = {
        "events": events,
        "seasons": appearances.drop_duplicates(["season", "player"])["player"].value_counts(),
        "titles": champions.loc[champions["final"], "player"].value_counts(),
        **{name: longest(games["player"], games[of] > 0) for name, of in STREAKS.items()},
        **{name: figures[name] for name in COUNTED},
    }
    extremes = pd.DataFrame({"best": best(games), "worst": best(games, -1)}, events.index)
    lives = pd.DataFrame(counts, events.index).fillna(0)
    return lives.assign(**{name: figures[name] for name in MEANS}, **extremes.fillna("")).reset_index()


STREAKS = {"topped_in_a_row": "topped", "survived_in_a_row": "survivor"}


def best(games: pd.DataFrame, sign: int = 1) -> pd.Series:
    """Return each player's best board (most centres, then best place, then earliest), or the worst if `sign` is -1."""
    order = np.lexsort([games["number"], sign * games["place"].fillna(0), -sign * games["final_centres"]])
    rows = games[[*SEAT, "player"]].iloc[order].drop_duplicates("player")
    where = map(PLACE.join, zip(*(rows[name] for name in SEAT), strict=True))
    return pd.Series([*where], rows["player"], dtype=object)


def longest(player: pd.Series, holds: pd.Series) -> pd.Series:
    """Return the length of each player's longest run of rows for which `holds` is true."""
    run = (~holds).groupby(player).cumsum()
    runs = holds.groupby([player, run]).sum()
    return runs.groupby(level=0).max()
