"""Seasons that the tests of a module need: declared beside each test, written into one folder, computed once."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.stages import Computed
from tests.sheets import Sheets, write_xlsx


class Asked:
    """Events that tests ask for. Each request has a number, which ends the names of its seasons.

    An event `s2013_Coppa` of request 4 is the event Coppa of the season 2013 4.
    """

    def __init__(self) -> None:
        self.typed: list[dict[str, Sheets]] = []

    def add(self, **events: Sheets) -> int:
        """Register events, each named after its season and itself, and return their number; equal events share one."""
        if events not in self.typed:
            self.typed.append(events)
        return self.typed.index(events)

    def __call__(self, *cases: dict[str, Sheets], **events: Sheets) -> pytest.MarkDecorator:
        """Register events for a test, which reads their outcome from `computed`; with cases, one season per case."""
        return pytest.mark.parametrize("computed", [self.add(**case) for case in cases or [events]], indirect=True)

    def write(self, folder: Path) -> Path:
        """Write all requested events below a folder, and return it."""
        for number, events in enumerate(self.typed):
            for name, sheets in events.items():
                season, _, event = name.removeprefix("s").partition("_")
                write_xlsx(folder / f"{season} {number}" / f"{event}.xlsx", sheets)
        return folder


def own(season: str, number: int) -> bool:
    """Return whether a season belongs to the request with this number."""
    return season.endswith(f" {number}")


def of_asked(everything: Computed, number: int) -> Computed:
    """Return everything computed, but only the events and problems of the request with this number."""
    events = everything.tables.events
    mine = events[[own(season, number) for season in events["season"]]]
    problems = [problem for problem in everything.problems if own(problem.season, number)]
    return replace(everything, tables=replace(everything.tables, events=mine), problems=problems)
