"""The files of each product of a season, each with what writes it."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pandas as pd

from pipeline.books.writer import write_book
from pipeline.build.files import write_csv, write_whole
from pipeline.build.stale import CIRCUITS, EVENTS, PROBLEMS, REPORT, TABLES
from pipeline.pages.bao import TournamentPage, tournament_book
from pipeline.pages.book import Book
from pipeline.pages.circuits import circuits_book
from pipeline.pages.events import events_book
from pipeline.pages.problems import problem_book, problem_lines, problem_page
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.pages.tables import tables_csv
from pipeline.report import write_season_report
from pipeline.rules.circuits import circuits
from schemas.tables import PUBLISHED

Write = Callable[[Path], None]


def products(season: Season, product: str) -> dict[str, Write]:
    """The files of a product by name, each with what writes it. Their contents are worked out when one is written."""
    makers = {PROBLEMS: _problems, TABLES: _tables, EVENTS: _events, CIRCUITS: _circuits, REPORT: _report}
    return makers[product](season) if product in makers else _system(season, product)


def _system(season: Season, system: str) -> dict[str, Write]:
    page = Ranked(season, season.computed.published[system])
    return {
        f"{system}.xlsx": _book(lambda: ranked_book(page)),
        f"{system}.scores.csv": _csv(lambda: page.csv),
        f"{system}.standings.csv": _csv(lambda: page.standings),
    }


def _tables(season: Season) -> dict[str, Write]:
    computed = season.computed

    @cache
    def frames() -> dict[str, pd.DataFrame]:
        return tables_csv(computed.facts, computed.tables, computed.results.tournaments.entries, season.name)

    return {f"tables/{name}.csv": _csv(partial(lambda name: frames()[name], name)) for name in PUBLISHED}


def _events(season: Season) -> dict[str, Write]:
    def groups(page: TournamentPage) -> Book:
        return tournament_book(season.tournament_heading(page), page)

    return {
        "events.xlsx": _book(lambda: events_book(season)),
        **{f"{page.event}.xlsx": _book(partial(groups, page)) for page in season.tournaments},
        **{
            f"{event}.standings.csv": _csv(partial(season.results.standings, season.name, event))
            for event in season.events["event"]
        },
    }


def _circuits(season: Season) -> dict[str, Write]:
    each = circuits().values()
    return {
        "circuits.xlsx": _book(lambda: circuits_book(season)),
        **{f"{circuit.id}.csv": _csv(partial(lambda one: season.outcome(one).standings, circuit)) for circuit in each},
        **{
            f"{circuit.id}.results.csv": _csv(partial(lambda one: season.outcome(one).results, circuit))
            for circuit in each
        },
    }


def _report(season: Season) -> dict[str, Write]:
    return {"report.html": _whole(lambda path: write_season_report(path, season_report(season)))}


def _problems(season: Season) -> dict[str, Write]:
    if not season.problems:
        return {}
    return {
        "problems.xlsx": _whole(lambda path: write_book(path, problem_book(problem_page(season), path.parent))),
        "problems.csv": _csv(lambda: problem_lines(season.problems)),
    }


def _csv(frame: Callable[[], pd.DataFrame]) -> Write:
    return lambda path: write_csv(path, frame())


def _book(page: Callable[[], Book]) -> Write:
    return _whole(lambda path: write_book(path, page()))


def _whole(write: Write) -> Write:
    return partial(write_whole, write=write)
