"""A law as a row of a list: the code of its problem, where a person looks first, and the rows that break it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.sheets import Raw
from schemas.keys import EVENT

Given = TypeVar("Given")
SETTING = [*EVENT, "file"]  # what rows have that break a law of settings


@dataclass(frozen=True)
class Law(Generic[Given]):
    """What no lawful sheet shows.

    code   of the problem
    sheet  the kind of sheet that has the row
    field  the column of the cell, or the setting; a column `field` of the rows goes before it
    rows   what the laws of a module are given -> the rows that break this one. They have `raw_row`, or SETTING where
           the cell is that of an event's setting; and `found` and `expected` where the cell and the code do not say it
    """

    code: str
    sheet: str
    field: str
    rows: Callable[[Given], pd.DataFrame]

    def problems(self, given: Given, raw: Raw) -> list[Problem]:
        """A problem at the cell of each row that breaks it."""
        rows = self.rows(given)
        if not len(rows):
            return []
        if "raw_row" not in rows:
            said = rows[[*SETTING, *_said(rows)]].to_dict("records")
            return [raw.at_setting(self.code, self.field, **row) for row in said]
        table = raw.tables[self.sheet]
        names = rows["field"] if "field" in rows else [self.field] * len(rows)
        said = rows[_said(rows)].to_dict("records")
        return [
            table.problem(self.code, int(row), str(name), **words)
            for row, name, words in zip(rows["raw_row"], names, said, strict=True)
        ]


def broken(laws: Iterable[Law[Given]], given: Given, raw: Raw) -> list[Problem]:
    """Every breach of every law of a list."""
    return [problem for law in laws for problem in law.problems(given, raw)]


def _said(rows: pd.DataFrame) -> list[str]:
    return [name for name in ("found", "expected") if name in rows]
