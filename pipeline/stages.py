"""Every stage up to the files: read, validate, tidy, derive, score, rank, events and circuits."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

import pandas as pd

from pipeline.check.accounts import accounts
from pipeline.check.bao import bao_breaches
from pipeline.check.boards import breaches
from pipeline.check.notices import notices, unknown_names
from pipeline.check.seasons import season_breaches
from pipeline.check.witness import compare
from pipeline.events.results import Results, circuit_notices, uninvited
from pipeline.problems.codes import Problem, blocked
from pipeline.read.find import Found
from pipeline.read.sheets import Raw, read
from pipeline.read.validate import validate
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts, derive, without
from pipeline.score.published import Published, publish
from pipeline.tidy.tables import Tables, tidy


class Progress(Protocol):
    """Somebody who is told how far the build is."""

    def stage(self, name: str, steps: int) -> None:
        """A stage begins."""

    def step(self) -> None:
        """A step of it is done."""


class Silent:
    """Nobody is told."""

    def stage(self, name: str, steps: int) -> None:
        """Nothing."""

    def step(self) -> None:
        """Nothing."""


@dataclass
class Computed:
    """All frames of the seasons read: what the files are written from.

    cells  season, account, reason, cells: what became of the cells of the sheets
    """

    found: Found
    raw: Raw
    tables: Tables
    facts: Facts
    published: dict[str, Published]
    results: Results
    problems: list[Problem]
    cells: pd.DataFrame


def compute(found: Found, progress: Progress | None = None, as_of: date | None = None, jobs: int = 1) -> Computed:
    """All frames of what was found, read by so many processes.

    as_of  the day of the circuits' lists, if it is not the sheets' own
    """
    told = progress or Silent()
    told.stage("reading", len(found.sources))
    raw = read(found.sources, told.step, jobs)
    told.stage("scoring", len(systems()) + 1)
    raw = validate(raw)
    problems = [*found.problems, *raw.problems]
    everything = tidy(raw, found.sources, problems)
    problems += unknown_names(everything, raw)
    problems += breaches(everything, raw)
    problems += season_breaches(everything, raw)
    problems += bao_breaches(everything, raw)
    tables = without(everything, blocked(problems))
    facts = derive(tables)
    told.step()
    published = {}
    for name, system in systems().items():
        published[name] = publish(system, facts, tables)
        told.step()
    problems += compare(published, facts, tables, raw)
    problems += notices(published, facts, tables, raw)
    results = Results(published, facts, tables, as_of)
    for season in found.seasons:
        problems += circuit_notices(results, season) + uninvited(results, season)
    cells = accounts(raw, tables, facts.seats, problems)
    return Computed(found, raw, tables, facts, published, results, problems, cells)
