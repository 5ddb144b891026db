"""The files of each product of a season, each with what writes it."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pandas as pd

from pipeline.books.bao import write_tournament
from pipeline.books.problems import ProblemBook, write_problem_book
from pipeline.books.ranked import Report, write_report
from pipeline.books.season import write_circuits, write_events
from pipeline.build.files import write_csv, write_whole
from pipeline.build.stale import CIRCUITS, EVENTS, PROBLEMS, REPORT, TABLES
from pipeline.pages.bao import TournamentPage
from pipeline.pages.languages import languages
from pipeline.problems.codes import COLUMNS, Problem
from pipeline.read.find import Found
from pipeline.report import write_season_report
from pipeline.rules.circuits import circuits
from pipeline.score.published import report, scores_csv, tables_csv
from pipeline.stages import Computed
from schemas.tables import TABLES as LINES

Write = Callable[[Path], None]


def products(computed: Computed, season: str, product: str) -> dict[str, Write]:
    """The files of a product by name, whole or absent each; what stands in them is worked out when one is written."""
    makers = {PROBLEMS: _problems, TABLES: _tables, EVENTS: _events, CIRCUITS: _circuits, REPORT: _report}
    return makers[product](computed, season) if product in makers else _system(computed, season, product)


def problem_lines(problems: list[Problem]) -> pd.DataFrame:
    """The lines of problems.csv."""
    return pd.DataFrame([problem.row() for problem in problems], columns=list(COLUMNS))


def _system(computed: Computed, season: str, system: str) -> dict[str, Write]:
    published = computed.published[system]

    @cache
    def shown() -> Report:
        return report(published, computed.one(season))

    return {
        f"{system}.xlsx": _whole(lambda path: write_report(path, shown())),
        f"{system}.scores.csv": _csv(lambda: scores_csv(published, published.at(computed.one(season).rows))),
        f"{system}.standings.csv": _csv(lambda: shown().standings),
    }


def _tables(computed: Computed, season: str) -> dict[str, Write]:
    @cache
    def frames() -> dict[str, pd.DataFrame]:
        return tables_csv(computed.facts, computed.tables, computed.seasons.tournaments.entries, season)

    return {f"tables/{name}.csv": _csv(partial(lambda name: frames()[name], name)) for name in LINES}


def _events(computed: Computed, season: str) -> dict[str, Write]:
    seasons = computed.seasons
    events = computed.tables.events[computed.tables.events["season"] == season]["event"]
    bao = seasons.tournament_pages(season)

    def write_book(path: Path) -> None:
        heading = seasons.heading("Events", season, computed.blocked(season))
        write_events(path, heading, seasons.event_pages(season), bao)

    def write_groups(path: Path, page: TournamentPage) -> None:
        write_tournament(path, heading=seasons.tournament_heading(page, season), page=page)

    return {
        "events.xlsx": _whole(write_book),
        **{f"{page.event}.xlsx": _whole(partial(write_groups, page=page)) for page in bao},
        **{f"{event}.standings.csv": _csv(partial(seasons.standings, season, event)) for event in events},
    }


def _circuits(computed: Computed, season: str) -> dict[str, Write]:
    seasons = computed.seasons

    def write_book(path: Path) -> None:
        heading = seasons.heading("Circuits", season, computed.blocked(season))
        write_circuits(path, heading, seasons.circuit_pages(season))

    return {
        "circuits.xlsx": _whole(write_book),
        **{
            f"{name}.csv": _csv(partial(lambda name: seasons.outcome(name, season).standings, name))
            for name in circuits()
        },
        **{
            f"{name}.results.csv": _csv(partial(lambda name: seasons.outcome(name, season).results, name))
            for name in circuits()
        },
    }


def _report(computed: Computed, season: str) -> dict[str, Write]:
    def write_page(path: Path) -> None:
        lines = problem_lines(computed.of_season(season))
        write_season_report(path, computed.seasons.report(season, computed.blocked(season), lines))

    return {"report.html": _whole(write_page)}


def _problems(computed: Computed, season: str) -> dict[str, Write]:
    problems = computed.of_season(season)
    if not problems:
        return {}

    def write_book(path: Path) -> None:
        sheets = {place: sheet for place, sheet in computed.raw.sheets.items() if place.season == season}
        originals = _originals(computed.found, problems)
        write_problem_book(path, ProblemBook(season, problems, sheets, languages(computed.raw, season), originals))

    return {
        "problems.xlsx": _whole(write_book),
        "problems.csv": _csv(partial(problem_lines, problems)),
    }


def _originals(found: Found, problems: list[Problem]) -> dict[tuple[str, str], Path]:
    """File and sheet of each problem -> the workbook, or the CSV file of an event's folder, that was read."""
    sources = {source.file: source for source in found.sources}
    originals = {}
    for file, sheet in {(p.file, p.sheet) for p in problems if p.file}:
        parts = {part.stem: part for part in sources[file].parts()} if sheet and file in sources else {}
        whole = sources[file].path if file in sources else found.raw / file
        originals[file, sheet] = parts.get(sheet, whole)
    return originals


def _csv(frame: Callable[[], pd.DataFrame]) -> Write:
    return lambda path: write_csv(path, frame())


def _whole(write: Write) -> Write:
    return partial(write_whole, write=write)
