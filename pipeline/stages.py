"""Every stage up to the files: read, validate, tidy, derive, score, rank, events and circuits."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Protocol

import pandas as pd

from pipeline.books.problems import ordered
from pipeline.check.accounts import fates
from pipeline.check.bao import bao_breaches
from pipeline.check.boards import breaches
from pipeline.check.notices import notices, unknown_names
from pipeline.check.seasons import season_breaches
from pipeline.check.witness import compare
from pipeline.pages.season import Seasons, circuit_notices, uninvited
from pipeline.problems.codes import Problem, blocked
from pipeline.read.find import Found
from pipeline.read.sheets import Raw, read
from pipeline.read.validate import validate
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts, derive, without
from pipeline.score.published import OneSeason, Published, publish, season_of
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

    cells  season, fate, reason, cells: what became of the cells of the sheets
    """

    found: Found
    raw: Raw
    tables: Tables
    facts: Facts
    published: dict[str, Published]
    seasons: Seasons
    problems: list[Problem]
    cells: pd.DataFrame

    @cached_property
    def one(self) -> Callable[[str], OneSeason]:
        """What the workbooks of all systems say of one season; kept until another is asked for."""
        return lru_cache(1)(
            lambda season: season_of(
                season, self.facts, self.tables, self.problems, self.cells, self.seasons.charts(season)
            )
        )

    def blocked(self, season: str) -> list[str]:
        """The files of a season that an error keeps out."""
        return sorted({p.file for p in self.problems if p.season == season and p.severity == "error"})

    def of_season(self, season: str) -> list[Problem]:
        """The problems of one season, the gravest first."""
        return ordered([p for p in self.problems if p.season == season])


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
    problems += compare(published, facts, tables, raw.tables["boards"])
    problems += notices(published, facts, tables, raw)
    seasons = Seasons(published, facts, tables, as_of)
    for season in found.seasons:
        problems += circuit_notices(seasons, season) + uninvited(seasons, season)
    return Computed(found, raw, tables, facts, published, seasons, problems, fates(raw, tables, facts.seats, problems))
