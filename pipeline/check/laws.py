"""Checks on the sheets, described as data. Such a check is called a law.

A law finds the rows that break it, and gives the code, the cell and the message of the problem to report for each row.
"""

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
    """A check on the sheets, which finds the rows that fail it and says what to report.

    The last three fields are empty or hold a message or the name of a column. A message may refer to columns
    of the rows, as in `{found} in {year}`.

    code     code of the problem
    place    cell to report: `sheet!column`, or `event!` and the setting
    rows     function that returns the rows that fail this check. Checks that are made together take the same input.
             The rows have the column `raw_row` or, if settings are checked, `season`, `event` and `file`
    sheets   kinds of sheets that the check is limited to, if any. Each row names its kind in `sheet`
    found    what to report as found, by default the text of the cell
    message  what is wrong, if the code's general message does not fit
    hint     what to do, if the code's general hint does not fit
    """

    code: str
    place: str
    rows: Callable[[Given], pd.DataFrame]
    sheets: tuple[str, ...] = ()
    found: Message | str = ""
    message: Message | str = ""
    hint: Message | str = ""

    def problems(self, given: Given, raw: Raw) -> Iterable[Problem]:
        """Yield one problem for each row that fails this check, located at the cell named in `place`.

        The check is skipped if all sheets of the kinds in `sheets`, or else of the kind that `place` names, are empty. A
        check on settings is never skipped.
        """
        # a `place` such as "{sheet}!round" names no kind of sheet, so its check is not skipped here
        kinds = self.sheets or (self.place.partition("!")[0],)
        if kinds != ("event",) and all(kind in raw.tables and raw.tables[kind].text.empty for kind in kinds):
            return
        rows = self.rows(given)
        if rows.empty:
            return
        rows = rows[rows["sheet"].isin(self.sheets)] if self.sheets else rows
        for values in rows.astype(object).to_numpy():
            row = dict(zip(rows, values, strict=True))
            said: dict[str, Any] = {name: _of(row, getattr(self, name)) for name in ("found", "message", "hint")}
            sheet, _, field = self.place.format_map(row).partition("!")
            if "raw_row" in row:
                yield raw.tables[sheet].problem(self.code, int(row["raw_row"]), field, **said, values=row)
            else:
                where = {name: row[name] for name in ("season", "event", "file")}
                yield raw.at_setting(self.code, field, **where, **said, values=row)


def _of(row: Mapping[str, Any], text: Message | str) -> Text:
    """Return `text` if it is a message, and otherwise the row's value in the column that `text` names.

    A message's placeholders are filled in later. The result is NOTHING if `text` is empty.
    """
    return text if isinstance(text, Message) else row[text] if text else NOTHING


def broken(laws: Iterable[Law[Given]], given: Given, raw: Raw) -> list[Problem]:
    """Return one problem for each row that fails one of the checks in `laws`."""
    return [problem for law in laws for problem in law.problems(given, raw)]


def having(rows: pd.DataFrame, condition: str) -> pd.DataFrame:
    """Return the rows that meet a condition in the syntax of `DataFrame.query`.

    An empty frame is returned unchanged, even if it lacks columns that the condition names.
    """
    return rows.query(condition) if len(rows) else rows
