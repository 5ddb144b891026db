"""The stages from files to results, in order: read, tidy, check, score, rank, and compare with entered scores."""

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
from pipeline.read.find import Listing
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
    """A display of a build's progress, such as bars in a terminal. `Silent` shows nothing."""

    def stage(self, name: Message, steps: int) -> None:
        """Begin a stage of `steps` steps."""

    def step(self) -> None:
        """Record that one more step of the stage is finished."""


class Silent:
    """A progress display that shows nothing."""

    def stage(self, name: Message, steps: int) -> None:
        """Ignore the beginning of a stage."""

    def step(self) -> None:
        """Ignore the end of a step."""


@dataclass
class Computed:
    """All data computed from the seasons that were read. Pages and files are made from this data alone.

    listing    the files that were read, and their seasons
    raw        the raw sheets, with every cell as text
    tables     the tidy tables, without events and boards that have an error
    facts      the boards as arrays, and the columns derived from them
    house      the seasons' own systems
    shown      the systems shown for each season, with True for a system that is official for one of the season's events
    published  scores of every seat under each system that is shown for a season or used by a circuit, by system key
    results    results of events and circuits
    problems   all problems of all seasons
    doubts     names whose results may belong to another person (`check.people.doubts`)
    cells      how many cells were read, used or left out, by season, account and reason (see `accounts`)
    """

    listing: Listing
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
        """Return the system that has this id in a season: a published system, or the season's own."""
        return self.house.of(season)[id]

    def published_of(self, season: str) -> dict[str, Published]:
        """Return the published scores of each system shown for a season, keyed by system id."""
        return {system.id: self.published[system.key] for system in self.shown.get(season, {})}


def compute(
    listing: Listing, progress: Progress | None = None, as_of: date | None = None, jobs: int = 1, every: bool = False
) -> Computed:
    """Run all stages on the listed files.

    as_of  date of the circuits' ranking lists, or None for the date given in the sheets
    jobs   number of processes that read files
    every  whether to show all published systems for every season
    """
    progress = progress or Silent()

    # read
    progress.stage(say("reading"), len(listing.sources))
    raw = read(listing.sources, progress.step, jobs)
    raw = validate(raw)
    problems = [*listing.problems, *raw.problems]

    # tidy
    everything = tidy(raw, listing.sources, problems)

    # laws
    house = house_systems(everything)
    systems_shown = shown(everything, house)
    problems += [
        *system_breaches(everything, raw, house),
        *circuit_breaches(everything, raw),
        *breaches(everything, raw),
        *season_breaches(everything, raw, systems_shown),
        *bao_breaches(everything, raw),
    ]
    tables = without(everything, *set_aside(problems, everything, raw))

    # score
    if every:
        systems_shown = shown(everything, house, every)
    wanted = _wanted(systems_shown, tables)
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
    remarks = [remark for season in listing.seasons for law in laws_of_results for remark in law(results, season)]
    results.check()

    # witness
    problems += compare(published, facts, tables, raw)
    noticed, doubts = notices(published, facts, tables, raw, results.events)
    problems += noticed + remarks
    cells = accounts(raw, tables, facts.seats, problems)
    problems = raw.as_called_there(problems)
    return Computed(listing, raw, tables, facts, house, systems_shown, published, results, problems, doubts, cells)


def _wanted(systems_shown: Shown, tables: Tables) -> dict[str, System]:
    """Return the systems that are shown for a season or used by a circuit, sorted by key."""
    for_circuits = [
        systems()[one.needs.system]
        for name, one in circuits().items()
        if one.needs.system and len(counts_for(name, tables))
    ]
    wanted = {*for_circuits}.union(*systems_shown.values())
    return {system.key: system for system in sorted(wanted, key=lambda system: system.key)}
