"""The events that a module's tests request. All of them are written and computed together, once per module."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.stages import Computed
from tests.sheets import Sheets, write_xlsx


class Asked:
    """Events requested by tests. Each request has a number, which is appended to the names of its seasons.

    An event `s2013_Coppa` in request 4 becomes the event "Coppa" in the season "2013 4".
    """

    def __init__(self) -> None:
        self.typed: list[dict[str, Sheets]] = []

    def add(self, **events: Sheets) -> int:
        """Register events, given as `s2013_Coppa=sheets`, and return the number of the request.

        Identical requests share one number.
        """
        if events not in self.typed:
            self.typed.append(events)
        return self.typed.index(events)

    def __call__(self, *cases: dict[str, Sheets], **events: Sheets) -> pytest.MarkDecorator:
        """Return a decorator that runs a test once per case and passes it the results of that case as `computed`."""
        return pytest.mark.parametrize("computed", [self.add(**case) for case in cases or [events]], indirect=True)

    def write(self, folder: Path) -> Path:
        """Write all requested events below a folder and return that folder."""
        for number, events in enumerate(self.typed):
            for name, sheets in events.items():
                season, _, event = name.removeprefix("s").partition("_")
                write_xlsx(folder / f"{season} {number}" / f"{event}.xlsx", sheets)
        return folder


def own(season: str, number: int) -> bool:
    """Return whether a season belongs to the request with this number."""
    return season.endswith(f" {number}")


def of_asked(everything: Computed, number: int) -> Computed:
    """Return a copy of `everything` with only the events and problems of request `number`."""
    events = everything.tables.events
    mine = events[[own(season, number) for season in events["season"]]]
    problems = [problem for problem in everything.problems if own(problem.season, number)]
    return replace(everything, tables=replace(everything.tables, events=mine), problems=problems)
