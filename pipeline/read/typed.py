"""Texts as typed -> what they mean: words of the vocabulary, numbers, days, moments, names."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from pipeline.read.sheets import RawTable
from schemas.fields import each
from schemas.keys import EVENT, SOURCE
from schemas.words import fold, vocabulary


def typed_rows(table: RawTable, **columns: pd.Series) -> pd.DataFrame:
    """One row a row of the sheets: its event, where it stands, and these columns."""
    origin = {name: table.origin[name] for name in (*EVENT, *SOURCE)}
    return pd.DataFrame({**origin, "raw_row": table.text.index, **columns})


def canonical(texts: pd.Series, kind: str) -> pd.Series:
    """Words of one kind in any of the three languages -> their canonical names; None for a blank."""
    known = vocabulary(kind)
    return each(texts, lambda typed: known.get(fold(typed)))


def variant(texts: pd.Series) -> pd.Series:
    """The variant a game is of; empty for the standard game, whatever it is called."""
    standard = vocabulary("variant")
    return each(texts, lambda typed: "" if fold(typed) in standard else typed).fillna("")


def number(texts: pd.Series) -> pd.Series:
    """Numbers as float; NaN for a blank."""
    return pd.to_numeric(texts.astype(object).where(texts.notna(), np.nan), errors="raise").astype(float)


def day(texts: pd.Series) -> pd.Series:
    """Dates; NaT for a blank."""
    return pd.to_datetime(texts, format="%Y-%m-%d")


def moment(texts: pd.Series) -> pd.Series:
    """Dates with a time to the second, midnight where none is typed; NaT for a blank."""
    return pd.to_datetime(texts, format="ISO8601").astype("datetime64[us]").dt.round("s")


def under_one_name(rows: pd.DataFrame, columns: list[str], names: Mapping[tuple[str, str], str]) -> pd.DataFrame:
    """The rows with each player under one name: (season, alias) -> name replaces the alias in these columns."""
    for column in columns:
        found = [names.get(key, key[1]) for key in zip(rows["season"], rows[column], strict=True)]
        rows = rows.assign(**{column: pd.Series(found, rows.index, dtype=object)})
    return rows
