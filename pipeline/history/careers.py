"""The career of each player: over all games, with each power, and in each season."""

from collections.abc import Sequence

import pandas as pd

from pipeline.rules.rank import in_standings
from schemas.keys import BOARD, EVENT

PLACE = " / "  # between the parts of a board's name


def totals(games: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Return the figures that all tables of careers and powers have in common, one row per combination of `by`."""
    of_key = games.groupby([*by], sort=True)
    sums, means = of_key[["topped", "solo", "missed"]].sum(), of_key[["final_centres", "place", "survivor"]].mean()
    figures = {
        "boards": of_key.size(),
        "topped": sums["topped"].astype(float),
        "solos": sums["solo"].astype(int),
        "mean_centres": means["final_centres"],
        "mean_place": means["place"],
        "survived": means["survivor"],
        "missed": sums["missed"].astype(int),
    }
    return pd.DataFrame(figures).reset_index()


def careers(games: pd.DataFrame, standings: pd.DataFrame, champions: pd.DataFrame) -> pd.DataFrame:
    """Return one row per player, including players who are in standings but have played no board."""
    games = games[in_standings(games["player"])]
    appearances = pd.concat([games[[*EVENT, "player"]], standings[[*EVENT, "player"]]]).drop_duplicates()
    appearances = appearances[in_standings(appearances["player"])]
    players = appearances.groupby("player").agg(seasons=("season", "nunique"), events=("event", "size")).reset_index()
    players = players.merge(totals(games, ["player"]), on="player", how="left", validate="one_to_one")
    won = champions[champions["final"]].groupby("player").size()
    extremes = {"best": best(games), "worst": best(games, -1)}
    streaks = {name: longest(games["player"], games[of] > 0) for name, of in STREAKS.items()}
    return players.assign(
        topped=players["topped"].fillna(0),
        **{name: players[name].fillna(0).astype(int) for name in ("boards", "solos", "missed")},
        **{name: players["player"].map(of).astype(object).fillna("") for name, of in extremes.items()},
        **{name: players["player"].map(of).fillna(0).astype(int) for name, of in streaks.items()},
        titles=players["player"].map(won).fillna(0).astype(int),
    )


STREAKS = {"topped_in_a_row": "topped", "survived_in_a_row": "survivor"}


def best(games: pd.DataFrame, sign: int = 1) -> pd.Series:
    """Return each player's best board (most centres, then best place, then earliest), or the worst if `sign` is -1."""
    place = games["place"].fillna(0)
    rows = games.assign(first=-sign * games["final_centres"], second=sign * place)
    rows = rows.sort_values(["first", "second", "number"], kind="stable").drop_duplicates("player")
    where = map(PLACE.join, rows[[*BOARD, "power"]].itertuples(index=False))
    return pd.Series([*where], rows["player"], dtype=object)


def longest(player: pd.Series, holds: pd.Series) -> pd.Series:
    """Return the length of each player's longest run of rows for which `holds` is true."""
    run = (~holds).groupby(player).cumsum()
    runs = holds.groupby([player, run]).sum()
    return runs.groupby(level=0).max()
