"""The files of each product of a season, each with what writes it."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pandas as pd

from pipeline.books.bao import write_tournament
from pipeline.books.problems import write_problem_book
from pipeline.books.ranked import write_report
from pipeline.books.season import write_circuits, write_events
from pipeline.build.files import write_csv, write_whole
from pipeline.build.stale import CIRCUITS, EVENTS, PROBLEMS, REPORT, TABLES
from pipeline.pages.bao import TournamentPage
from pipeline.pages.circuits import circuit_pages
from pipeline.pages.events import event_pages
from pipeline.pages.problems import problem_lines, problem_page
from pipeline.pages.ranked import Report, report
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.pages.tables import scores_csv, tables_csv
from pipeline.report import write_season_report
from pipeline.rules.circuits import circuits
from schemas.tables import TABLES as LINES

Write = Callable[[Path], None]


def products(season: Season, product: str) -> dict[str, Write]:
    """The files of a product by name, each with what writes it. Their contents are worked out when one is written."""
    makers = {PROBLEMS: _problems, TABLES: _tables, EVENTS: _events, CIRCUITS: _circuits, REPORT: _report}
    return makers[product](season) if product in makers else _system(season, product)


def _system(season: Season, system: str) -> dict[str, Write]:
    published = season.computed.published[system]

    @cache
    def shown() -> Report:
        return report(season, published)

    return {
        f"{system}.xlsx": _whole(lambda path: write_report(path, shown())),
        f"{system}.scores.csv": _csv(lambda: scores_csv(published, published.at(season.rows))),
        f"{system}.standings.csv": _csv(lambda: shown().standings),
    }


def _tables(season: Season) -> dict[str, Write]:
    computed = season.computed

    @cache
    def frames() -> dict[str, pd.DataFrame]:
        return tables_csv(computed.facts, computed.tables, computed.results.tournaments.entries, season.name)

    return {f"tables/{name}.csv": _csv(partial(lambda name: frames()[name], name)) for name in LINES}


def _events(season: Season) -> dict[str, Write]:
    bao = season.tournaments

    def write_book(path: Path) -> None:
        write_events(path, season.heading("Events"), event_pages(season), bao)

    def write_groups(path: Path, page: TournamentPage) -> None:
        write_tournament(path, heading=season.tournament_heading(page), page=page)

    return {
        "events.xlsx": _whole(write_book),
        **{f"{page.event}.xlsx": _whole(partial(write_groups, page=page)) for page in bao},
        **{
            f"{event}.standings.csv": _csv(partial(season.results.standings, season.name, event))
            for event in season.events["event"]
        },
    }


def _circuits(season: Season) -> dict[str, Write]:
    outcome = partial(season.results.outcome, season=season.name)

    def write_book(path: Path) -> None:
        write_circuits(path, season.heading("Circuits"), circuit_pages(season))

    return {
        "circuits.xlsx": _whole(write_book),
        **{f"{name}.csv": _csv(partial(lambda name: outcome(name).standings, name)) for name in circuits()},
        **{f"{name}.results.csv": _csv(partial(lambda name: outcome(name).results, name)) for name in circuits()},
    }


def _report(season: Season) -> dict[str, Write]:
    return {"report.html": _whole(lambda path: write_season_report(path, season_report(season)))}


def _problems(season: Season) -> dict[str, Write]:
    if not season.problems:
        return {}
    return {
        "problems.xlsx": _whole(lambda path: write_problem_book(path, problem_page(season))),
        "problems.csv": _csv(lambda: problem_lines(season.problems)),
    }


def _csv(frame: Callable[[], pd.DataFrame]) -> Write:
    return lambda path: write_csv(path, frame())


def _whole(write: Write) -> Write:
    return partial(write_whole, write=write)
