"""The keys of the tables: which columns name an event, a board, a seat, a player, and where a row was typed."""

from collections.abc import Sequence

import pandas as pd

from schemas.words import natural

EVENT = ["season", "event"]
BOARD = [*EVENT, "round", "board"]
SEAT = [*BOARD, "power"]
PLAYER = [*EVENT, "player"]
SOURCE = ["file", "sheet", "row"]


def of_season(rows: pd.DataFrame, season: str) -> pd.DataFrame:
    """The rows of one season, numbered afresh."""
    return rows[rows["season"] == season].reset_index(drop=True)


def of_event(rows: pd.DataFrame, season: str, event: str) -> pd.DataFrame:
    """The rows of one event, numbered afresh."""
    if rows.empty:  # most seasons have neither teams nor Bao, and are asked for them event by event
        return rows
    there = (rows["season"].to_numpy(object) == season) & (rows["event"].to_numpy(object) == event)
    return rows[there].reset_index(drop=True)


def among(rows: pd.DataFrame, others: pd.DataFrame, key: Sequence[str]) -> pd.Series:
    """Rows with the key of one of the others."""
    if rows.empty or others.empty:
        return pd.Series(False, rows.index, dtype=bool)
    there = pd.MultiIndex.from_frame(rows[[*key]]).isin(pd.MultiIndex.from_frame(others[[*key]]))
    return pd.Series(there, rows.index, dtype=bool)


def natural_ranks(names: pd.Series) -> dict[str, int]:
    """The position of each name in the order in which `Game 9` comes before `Game 10`."""
    ordered = sorted(names.dropna().unique(), key=lambda name: (natural(name), name))
    return {name: rank for rank, name in enumerate(ordered)}
