"""A law as a row of a list: the code of its problem, where a person looks first, the rows that break it, what is said."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from schemas.messages import NOTHING, Message, Text

Given = TypeVar("Given")


@dataclass(frozen=True)
class Law(Generic[Given]):
    """What no lawful sheet shows. What is said may name columns of the rows: `centres of {year}`.

    code      of the problem
    place     `sheet!column` of the cell, or `event!` and the setting
    rows      what all laws of a list are given -> the rows that break this one. They have `raw_row`; those that break a
              law of settings have season, event and file instead
    sheets    the kinds of sheets for which it holds, where it is asked of several: the rows say theirs in `sheet`
    found     what was found, where it is not the cell itself: a message, or the column of the rows that has the text
    expected  what was expected, where the code does not say it: likewise
    """

    code: str
    place: str
    rows: Callable[[Given], pd.DataFrame]
    sheets: tuple[str, ...] = ()
    found: Message | str = ""
    expected: Message | str = ""

    def problems(self, given: Given, raw: Raw) -> Iterable[Problem]:
        """A problem at the cell of each row that breaks the law; nothing is asked of a kind of sheet that nobody filled."""
        sheet = self.place.partition("!")[0]
        if sheet != "event" and sheet in raw.tables and raw.tables[sheet].text.empty:
            return
        rows = self.rows(given)
        rows = rows[rows["sheet"].isin(self.sheets)] if self.sheets else rows
        for row in rows.to_dict("records") if len(rows) else ():
            found, expected = _said(self.found, row), _said(self.expected, row)
            sheet, _, field = self.place.format_map(row).partition("!")
            if "raw_row" in row:
                yield raw.tables[sheet].problem(self.code, int(row["raw_row"]), field, found or None, expected)
            else:
                where = {name: row[name] for name in ("season", "event", "file")}
                yield raw.at_setting(self.code, field, **where, found=found, expected=expected)


def _said(said: Message | str, row: Mapping[str, Any]) -> Text:
    return said.of(row) if isinstance(said, Message) else row[said] if said else NOTHING


def broken(laws: Iterable[Law[Given]], given: Given, raw: Raw) -> list[Problem]:
    """Every breach of every law of a list."""
    return [problem for law in laws for problem in law.problems(given, raw)]


def having(rows: pd.DataFrame, condition: str) -> pd.DataFrame:
    """The rows of which a condition holds, as `query` reads it, which takes its time even where there is no row."""
    return rows.query(condition) if len(rows) else rows
