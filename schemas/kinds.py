"""The kinds of table columns.

Each function returns a column of one kind. `meaning` describes a cell, and `missing` says whether cells may be blank.
"""

from collections.abc import Callable, Collection
from typing import Any

import pandas as pd
from pandas.api import types

from schemas.messages import Listed, Message
from schemas.schema import Column

STATUS = r"scored|in progress|not scored|unscorable: .+"
WHOLE, NUMBER, MOMENT, FLAG = "a whole number", "a number", "a day or a moment", "true or false"


def text(meaning: str, listed: Collection[str] = (), *, missing: bool = False) -> Column:
    """Return a column of strings. If `listed` is given, no other strings are valid."""
    if listed:
        return _column(meaning, f"one of {', '.join(listed)}", lambda cells: cells.isin(listed), missing=missing)
    return _column(meaning, "text", lambda cells: types.infer_dtype(cells.to_numpy()) == "string", missing=missing)


def message(meaning: str) -> Column:
    """Return a column of messages, in which an empty string stands for no message."""
    return _column(meaning, "a message", lambda cells: not {*map(type, cells[cells != ""])} - {Message, Listed})


def whole(meaning: str, least: int, most: float = float("inf"), *, missing: bool = False) -> Column:
    """Return a column of whole numbers from `least` to `most`."""

    def within(cells: pd.Series) -> bool:
        if not types.is_numeric_dtype(cells.infer_objects()):
            return False
        numbers = cells.to_numpy(dtype=float)
        return bool(((numbers >= least) & (numbers <= most) & (numbers % 1 == 0)).all())

    return _column(meaning, WHOLE, within, missing=missing)


def figure(meaning: str, *, missing: bool = False) -> Column:
    """Return a column of floats."""
    return Column(NUMBER, dtype=float, missing=missing, meaning=meaning)


def amount(meaning: str, *, missing: bool = False) -> Column:
    """Return a column of integers or floats."""
    return _column(meaning, NUMBER, types.is_numeric_dtype, missing=missing)


def flag(meaning: str) -> Column:
    """Return a column of booleans."""
    return Column(FLAG, dtype=bool, meaning=meaning)


def moment(meaning: str, *, missing: bool = False) -> Column:
    """Return a column of dates, with or without a time in UTC."""
    return _column(meaning, MOMENT, types.is_datetime64_any_dtype, missing=missing)


def figures(meaning: str) -> Column:
    """Return a column of tuples of numbers."""
    return _column(meaning, "several numbers", lambda cells: cells.map(lambda cell: isinstance(cell, tuple)))


def year(meaning: str, *, missing: bool = True) -> Column:
    """Return a column of game years."""
    return whole(meaning, 1800, 2099, missing=missing)


def status(meaning: str) -> Column:
    """Return a column for the status of a seat: scored, in progress, not scored, or unscorable with the reason."""
    return _column(meaning, "a status", lambda cells: pd.Series(cells.unique()).str.fullmatch(STATUS).all())


def _column(meaning: str, kind: str, holds: Callable[[pd.Series], Any], *, missing: bool = False) -> Column:
    return Column(kind, holds, missing=missing, meaning=meaning)
