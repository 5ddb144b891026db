"""The road in order, from files to frames: read -> tidy -> laws -> score -> events -> witness."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

import pandas as pd

from pipeline.check.accounts import accounts
from pipeline.check.aside import set_aside
from pipeline.check.bao import bao_breaches
from pipeline.check.boards import breaches
from pipeline.check.notices import notices, unknown_names
from pipeline.check.seasons import season_breaches
from pipeline.check.witness import compare
from pipeline.events.results import Results, circuit_notices, uninvited, unselected
from pipeline.problems.codes import Problem
from pipeline.read.find import Found
from pipeline.read.sheets import Raw, read
from pipeline.read.validate import validate
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts, derive, without
from pipeline.score.published import Published, publish
from pipeline.score.shown import shown
from pipeline.tidy.tables import Tables, tidy
from schemas.messages import Message, say


class Progress(Protocol):
    """Whoever shows how far a build is: a bar in a terminal, or nobody (`Silent`)."""

    def stage(self, name: Message, steps: int) -> None:
        """A stage of so many steps begins."""

    def step(self) -> None:
        """A step of it is done."""


class Silent:
    """Progress that nobody is shown."""

    def stage(self, name: Message, steps: int) -> None:
        """Show nothing."""

    def step(self) -> None:
        """Show nothing."""


@dataclass
class Computed:
    """All frames of the seasons read, together: the pages, and so the files, are made from them alone.

    found      the files, and the seasons they belong to
    raw        the sheets, a cell a text
    tables     the tidy tables, without the events and boards that an error keeps out
    facts      the boards as arrays, and their derived columns
    shown      season -> system -> whether it is an official one: what each season shows
    published  system -> scores of every seat
    results    results of events and circuits
    problems   everything found wrong or worth a remark, in every season
    cells      season, account, reason, cells: what became of the cells of the sheets
    """

    found: Found
    raw: Raw
    tables: Tables
    facts: Facts
    shown: dict[str, dict[str, bool]]
    published: dict[str, Published]
    results: Results
    problems: list[Problem]
    cells: pd.DataFrame


def compute(found: Found, progress: Progress | None = None, as_of: date | None = None, jobs: int = 1) -> Computed:
    """Every frame of the files found.

    as_of  the day of the circuits' lists, if it is not the one their sheets state
    jobs   how many processes read
    """
    progress = progress or Silent()

    # read
    progress.stage(say("reading"), len(found.sources))
    raw = read(found.sources, progress.step, jobs)
    progress.stage(say("scoring"), len(systems()) + 1)
    raw = validate(raw)
    problems = [*found.problems, *raw.problems]

    # tidy
    everything = tidy(raw, found.sources, problems)

    # laws
    problems += unknown_names(everything, raw)
    for law in (breaches, season_breaches, bao_breaches):
        problems += law(everything, raw)
    tables = without(everything, *set_aside(problems, everything, raw))

    # score
    facts = derive(tables)
    progress.step()
    published = {}
    for name, system in systems().items():
        published[name] = publish(system, facts, tables)
        progress.step()

    # events
    results = Results(published, tables, as_of)
    laws_of_results = (circuit_notices, uninvited, unselected)
    remarks = [remark for season in found.seasons for law in laws_of_results for remark in law(results, season)]
    results.check()

    # witness
    problems += compare(published, facts, tables, raw)
    problems += notices(published, facts, tables, raw, results.events) + remarks
    cells = accounts(raw, tables, facts.seats, problems)
    return Computed(found, raw, tables, facts, shown(everything), published, results, problems, cells)
