"""The road in order, from files to frames: read -> tidy -> laws -> score -> events -> witness."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

import pandas as pd

from pipeline.check.bao import bao_breaches
from pipeline.check.boards import breaches
from pipeline.check.cell_coverage import accounts
from pipeline.check.circuits import circuit_breaches
from pipeline.check.exclusions import set_aside
from pipeline.check.notices import notices
from pipeline.check.seasons import season_breaches
from pipeline.check.systems import system_breaches
from pipeline.check.witness import compare
from pipeline.events.days import counts_for
from pipeline.events.results import Results, circuit_notices, uninvited, unselected
from pipeline.problems.codes import Problem
from pipeline.read.find import Found
from pipeline.read.raw_tables import Raw, read
from pipeline.read.validate import validate
from pipeline.rules.circuits import circuits
from pipeline.rules.systems import System, systems
from pipeline.score.facts import Facts, derive, without
from pipeline.score.published import Published, publish
from pipeline.score.season_systems import HouseSystems, house_systems
from pipeline.score.systems_to_show import Shown, shown
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
    house      the systems of the seasons' own
    shown      season -> system -> whether it is an official one: what each season shows
    published  a system's key -> scores of every seat; of every system that a season shows or a circuit takes
    results    results of events and circuits
    problems   everything found wrong or worth a remark, in every season
    doubts     names that may be another's, where they have results, and what is asked of each: see `check.people.doubts`
    cells      season, account, reason, cells: what became of the cells of the sheets
    """

    found: Found
    raw: Raw
    tables: Tables
    facts: Facts
    house: HouseSystems
    shown: Shown
    published: dict[str, Published]
    results: Results
    problems: list[Problem]
    doubts: pd.DataFrame
    cells: pd.DataFrame

    def system(self, season: str, id: str) -> System:
        """What a season calls by this id: a published system, or its own."""
        return self.house.of(season)[id]

    def published_of(self, season: str) -> dict[str, Published]:
        """The scores under every system that a season shows, by id."""
        return {system.id: self.published[system.key] for system in self.shown.get(season, {})}


def compute(
    found: Found, progress: Progress | None = None, as_of: date | None = None, jobs: int = 1, every: bool = False
) -> Computed:
    """Every frame of the files found.

    as_of  the day of the circuits' lists, if it is not the one their sheets state
    jobs   how many processes read
    every  every season shows all published systems
    """
    progress = progress or Silent()

    # read
    progress.stage(say("reading"), len(found.sources))
    raw = read(found.sources, progress.step, jobs)
    raw = validate(raw)
    problems = [*found.problems, *raw.problems]

    # tidy
    everything = tidy(raw, found.sources, problems)

    # laws
    house = house_systems(everything)
    seen = shown(everything, house)
    problems += [
        *system_breaches(everything, raw, house),
        *circuit_breaches(everything, raw),
        *breaches(everything, raw),
        *season_breaches(everything, raw, seen),
        *bao_breaches(everything, raw),
    ]
    tables = without(everything, *set_aside(problems, everything, raw))

    # score
    if every:
        seen = shown(everything, house, every)
    wanted = _wanted(seen, tables)
    progress.stage(say("scoring"), len(wanted) + 1)
    facts = derive(tables)
    progress.step()
    published = {}
    for key, system in wanted.items():
        published[key] = publish(system, facts)
        progress.step()

    # events
    results = Results(published, facts, tables, as_of)
    laws_of_results = (circuit_notices, uninvited, unselected)
    remarks = [remark for season in found.seasons for law in laws_of_results for remark in law(results, season)]
    results.check()

    # witness
    problems += compare(published, facts, tables, raw)
    noticed, doubts = notices(published, facts, tables, raw, results.events)
    problems += noticed + remarks
    cells = accounts(raw, tables, facts.seats, problems)
    problems = raw.as_called_there(problems)
    return Computed(found, raw, tables, facts, house, seen, published, results, problems, doubts, cells)


def _wanted(seen: Shown, tables: Tables) -> dict[str, System]:
    """The systems that a season shows or a circuit takes, by key, in one order."""
    for_circuits = [
        systems()[one.needs.system]
        for name, one in circuits().items()
        if one.needs.system and len(counts_for(name, tables))
    ]
    wanted = {*for_circuits}.union(*seen.values())
    return {system.key: system for system in sorted(wanted, key=lambda system: system.key)}
