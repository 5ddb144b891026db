"""The figures and days of a sheet, before they are written in a language."""

import math
from datetime import date

import numpy as np
import pandas as pd

from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.rules.ties import EQUAL_DECIMALS


def text(value: object) -> str:
    """A cell as text, "" for a missing one."""
    return "" if value is None or value is pd.NA or value != value else str(value)  # NaN is not itself


def as_day(value: object) -> date | None:
    """The day of a cell, None if it is none."""
    try:
        return date.fromisoformat(text(value)[:10])
    except ValueError:
        return None


def floats(values: pd.Series) -> list[float]:
    """Figures as Python's own, NaN where there is none."""
    typed = values if values.dtype.kind in "iuf" else pd.to_numeric(values).astype("Float64")
    return typed.to_numpy(dtype=float, na_value=np.nan).tolist()


def decimals(values: pd.Series | list[float], system: str = "") -> int:
    """Decimals to show: none for whole numbers, two, or three where two would make different figures look alike."""
    numbers = values if isinstance(values, list) else floats(values)
    exact = {round(value, EQUAL_DECIMALS) for value in numbers if not math.isnan(value)}
    if all(value.is_integer() for value in exact):
        return 0
    return 3 if system in THREE_DECIMALS or len({round(value, 2) for value in exact}) < len(exact) else 2


def whole(value: object) -> str:
    """A whole number as text."""
    return f"{float(text(value)):.0f}" if text(value) else ""


def rank_shown(rank: float, shared: bool) -> str:
    """`2`, or `2=` if it is shared."""
    return f"{rank:.0f}{'=' if shared else ''}"
