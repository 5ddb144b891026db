"""A law as a row of a list: the code of its problem, where a person looks first, the rows that break it, what is said."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from schemas.messages import NOTHING, Message, Text

Given = TypeVar("Given")
CHECK = Message("Check {cells}.")  # where a sum is wrong


@dataclass(frozen=True)
class Law(Generic[Given]):
    """What no lawful sheet shows. What is said may name columns of the rows: `{found} centres in {year}`.

    code      of the problem
    place     `sheet!column` of the cell, or `event!` and the setting
    rows      what all laws of a list are given -> the rows that break this one. They have `raw_row`; those that break a
              law of settings have season, event and file instead
    sheets    the kinds of sheets for which it holds, where it is asked of several: the rows say theirs in `sheet`
    found     what was found, where it is not the cell itself: a message, or the column of the rows that has the text
    message   what is wrong, where this law says it otherwise than its code: likewise
    hint      what to do: likewise
    """

    code: str
    place: str
    rows: Callable[[Given], pd.DataFrame]
    sheets: tuple[str, ...] = ()
    found: Message | str = ""
    message: Message | str = ""
    hint: Message | str = ""

    def problems(self, given: Given, raw: Raw) -> Iterable[Problem]:
        """Yield a problem at the cell of each row that breaks the law; nothing is asked of a kind of sheet that nobody filled."""
        sheet = self.place.partition("!")[0]
        if sheet != "event" and sheet in raw.tables and raw.tables[sheet].text.empty:
            return
        rows = self.rows(given)
        rows = rows[rows["sheet"].isin(self.sheets)] if self.sheets else rows
        for row in rows.to_dict("records") if len(rows) else ():
            said: dict[str, Any] = {name: _of(row, getattr(self, name)) for name in ("found", "message", "hint")}
            sheet, _, field = self.place.format_map(row).partition("!")
            if "raw_row" in row:
                yield raw.tables[sheet].problem(self.code, int(row["raw_row"]), field, **said, values=row)
            else:
                where = {name: row[name] for name in ("season", "event", "file")}
                yield raw.at_setting(self.code, field, **where, **said, values=row)


def _of(row: Mapping[str, Any], text: Message | str) -> Text:
    """Return a text of a law: a message is filled later, a name is a column of the rows."""
    return text if isinstance(text, Message) else row[text] if text else NOTHING


def broken(laws: Iterable[Law[Given]], given: Given, raw: Raw) -> list[Problem]:
    """Return every breach of every law of a list."""
    return [problem for law in laws for problem in law.problems(given, raw)]


def having(rows: pd.DataFrame, condition: str) -> pd.DataFrame:
    """Return the rows of which a condition holds, as `query` reads it, which takes its time even where there is no row."""
    return rows.query(condition) if len(rows) else rows
