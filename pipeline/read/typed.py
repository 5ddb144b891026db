"""Texts as typed -> what they mean: words of the vocabulary, numbers, days, moments."""

import numpy as np
import pandas as pd

from schemas.fields import each
from schemas.words import fold, vocabulary


def canonical(texts: pd.Series, kind: str) -> pd.Series:
    """Words of one kind in any of the three languages -> their canonical names; None for a blank."""
    names = vocabulary(kind)
    return each(texts, lambda typed: names.get(fold(typed)))


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
