"""A law as a row of a list: the code of its problem, where a person looks first, the rows that break it, what is said."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.sheets import Raw

Given = TypeVar("Given")


@dataclass(frozen=True)
class Law(Generic[Given]):
    """What no lawful sheet shows. Its texts may name columns of the rows: `centres of {year:.0f}`.

    code      of the problem
    place     `sheet!column` of the cell, or `event!` and the setting
    rows      what all laws of a list are given -> the rows that break this one. They have `raw_row`; those that break a
              law of settings have season, event and file instead
    found     what was found, where it is not the cell itself
    expected  what was expected, where the code does not say it
    """

    code: str
    place: str
    rows: Callable[[Given], pd.DataFrame]
    found: str = ""
    expected: str = ""

    def problems(self, given: Given, raw: Raw) -> Iterable[Problem]:
        """A problem at the cell of each row that breaks the law."""
        for row in self.rows(given).to_dict("records"):
            place, found, expected = (text.format_map(row) for text in (self.place, self.found, self.expected))
            sheet, _, field = place.partition("!")
            if "raw_row" in row:
                yield raw.tables[sheet].problem(self.code, int(row["raw_row"]), field, found or None, expected)
            else:
                where = {name: row[name] for name in ("season", "event", "file")}
                yield raw.at_setting(self.code, field, **where, found=found, expected=expected)


def broken(laws: Iterable[Law[Given]], given: Given, raw: Raw) -> list[Problem]:
    """Every breach of every law of a list."""
    return [problem for law in laws for problem in law.problems(given, raw)]
