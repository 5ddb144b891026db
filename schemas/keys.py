"""The keys of the tables: the columns that identify an event, a board, a seat, a player, and a row's source."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from schemas.words import natural

EVENT = ["season", "event"]
BOARD = [*EVENT, "round", "board"]
SEAT = [*BOARD, "power"]
PLAYER = [*EVENT, "player"]
SOURCE = ["file", "sheet", "row"]


def of_season(rows: pd.DataFrame, season: str) -> pd.DataFrame:
    """Return the rows of one season, numbered from 0."""
    if rows.empty:
        return rows
    return rows[rows["season"].to_numpy(object) == season].reset_index(drop=True)


def of_event(rows: pd.DataFrame, season: str, event: str) -> pd.DataFrame:
    """Return the rows of one event, numbered from 0."""
    if rows.empty:  # an early exit, since most seasons have neither teams nor Bao games
        return rows
    matches = (rows["season"].to_numpy(object) == season) & (rows["event"].to_numpy(object) == event)
    return rows[matches].reset_index(drop=True)


def among(rows: pd.DataFrame, others: pd.DataFrame, key: Sequence[str]) -> pd.Series:
    """Return a mask of the rows that have the same key as some row of `others`."""
    if rows.empty or others.empty:
        return pd.Series(False, rows.index, dtype=bool)
    numbers = np.zeros(len(rows) + len(others), int)  # equal for equal keys
    for name in key:
        codes, distinct = pd.factorize(np.concatenate([table[name].to_numpy(object) for table in (rows, others)]))
        numbers, _ = pd.factorize(numbers * (len(distinct) + 1) + codes)
    return pd.Series(np.isin(numbers[: len(rows)], numbers[len(rows) :]), rows.index, dtype=bool)


def natural_ranks(names: pd.Series) -> dict[str, int]:
    """Return the position of each name in natural order, in which `Game 9` comes before `Game 10`."""
    ordered = sorted(names.dropna().unique(), key=lambda name: (natural(name), name))
    return {name: rank for rank, name in enumerate(ordered)}
