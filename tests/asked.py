"""Seasons that the tests of a module need: declared beside each test, written into one folder, computed once."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.stages import Computed
from tests.sheets import Sheets, write_xlsx


class Asked:
    """Each asks by a number, which is added to the names of its seasons: `s2013_Coppa` is the event Coppa of 2013 4."""

    def __init__(self) -> None:
        self.typed: list[dict[str, Sheets]] = []

    def add(self, **events: Sheets) -> int:
        """Return the number of these events, each named by its season and itself; the same have the same number."""
        if events not in self.typed:
            self.typed.append(events)
        return self.typed.index(events)

    def __call__(self, *cases: dict[str, Sheets], **events: Sheets) -> pytest.MarkDecorator:
        """Register events for a test, which reads their outcome from `computed`; with cases, one season per case."""
        return pytest.mark.parametrize("computed", [self.add(**case) for case in cases or [events]], indirect=True)

    def write(self, folder: Path) -> Path:
        """Return the folder, with everything asked in it."""
        for number, events in enumerate(self.typed):
            for name, sheets in events.items():
                season, _, event = name.removeprefix("s").partition("_")
                write_xlsx(folder / f"{season} {number}" / f"{event}.xlsx", sheets)
        return folder


def own(season: str, number: int) -> bool:
    """Return whether a season is one of those asked by this number."""
    return season.endswith(f" {number}")


def of_asked(everything: Computed, number: int) -> Computed:
    """Return all that was computed, with the events and the problems of the seasons asked by this number."""
    events = everything.tables.events
    mine = events[[own(season, number) for season in events["season"]]]
    problems = [problem for problem in everything.problems if own(problem.season, number)]
    return replace(everything, tables=replace(everything.tables, events=mine), problems=problems)
