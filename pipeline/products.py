"""The files of each product of a season, each with what writes it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pandas as pd

from pipeline.bao.book import write_tournament
from pipeline.circuits import circuits
from pipeline.compute import Computed
from pipeline.files import write_csv, write_whole
from pipeline.languages import languages
from pipeline.problem_book import ProblemBook, write_problem_book
from pipeline.problems import COLUMNS, Problem
from pipeline.publish import report, scores_csv, tables_csv
from pipeline.read.find import Found
from pipeline.report import write_season_report
from pipeline.season_books import write_circuits, write_events
from pipeline.stale import CIRCUITS, EVENTS, PROBLEMS, REPORT, TABLES
from pipeline.workbook import write_report

Write = Callable[[Path], None]


def products(computed: Computed, season: str, product: str) -> dict[str, Write]:
    """The files of a product by name, whole or absent each."""
    makers = {PROBLEMS: _problems, TABLES: _tables, EVENTS: _events, CIRCUITS: _circuits, REPORT: _report}
    return makers[product](computed, season) if product in makers else _system(computed, season, product)


def problem_lines(problems: list[Problem]) -> pd.DataFrame:
    """The lines of problems.csv."""
    return pd.DataFrame([problem.row() for problem in problems], columns=list(COLUMNS))


def _system(computed: Computed, season: str, system: str) -> dict[str, Write]:
    published = computed.published[system]
    rows = published.season(season)
    facts, tables, problems = computed.facts, computed.tables, computed.problems
    shown = report(published, season, facts, tables, problems, computed.blocked(season), computed.cells)
    return {
        f"{system}.xlsx": _whole(partial(write_report, report=shown)),
        f"{system}.scores.csv": partial(write_csv, frame=scores_csv(published, rows)),
        f"{system}.standings.csv": partial(write_csv, frame=shown.standings),
    }


def _tables(computed: Computed, season: str) -> dict[str, Write]:
    frames = tables_csv(computed.facts, computed.tables, computed.seasons.tournaments.entries, season)
    return {f"tables/{name}.csv": partial(write_csv, frame=rows) for name, rows in frames.items()}


def _events(computed: Computed, season: str) -> dict[str, Write]:
    seasons = computed.seasons
    heading = seasons.heading("Events", season, computed.blocked(season))
    events = computed.tables.events[computed.tables.events["season"] == season]["event"]
    boards, bao = seasons.event_pages(season), seasons.tournament_pages(season)
    return {
        "events.xlsx": _whole(partial(write_events, heading=heading, pages=boards, tournaments=bao)),
        **{
            f"{page.event}.xlsx": _whole(
                partial(write_tournament, heading=seasons.tournament_heading(page, season), page=page)
            )
            for page in bao
        },
        **{f"{event}.standings.csv": partial(write_csv, frame=seasons.standings(season, event)) for event in events},
    }


def _circuits(computed: Computed, season: str) -> dict[str, Write]:
    seasons = computed.seasons
    heading = seasons.heading("Circuits", season, computed.blocked(season))
    outcomes = {name: seasons.outcome(name, season) for name in circuits()}
    return {
        "circuits.xlsx": _whole(partial(write_circuits, heading=heading, pages=seasons.circuit_pages(season))),
        **{f"{name}.csv": partial(write_csv, frame=outcome.standings) for name, outcome in outcomes.items()},
        **{f"{name}.results.csv": partial(write_csv, frame=outcome.results) for name, outcome in outcomes.items()},
    }


def _report(computed: Computed, season: str) -> dict[str, Write]:
    lines = problem_lines(computed.of_season(season))
    shown = computed.seasons.report(season, computed.blocked(season), lines)
    return {"report.html": _whole(partial(write_season_report, report=shown))}


def _problems(computed: Computed, season: str) -> dict[str, Write]:
    problems = computed.of_season(season)
    if not problems:
        return {}
    book = ProblemBook(
        season,
        problems,
        sheets={place: sheet for place, sheet in computed.raw.sheets.items() if place.season == season},
        languages=languages(computed.raw, season),
        originals=_originals(computed.found, problems),
    )
    return {
        "problems.xlsx": _whole(partial(write_problem_book, book=book)),
        "problems.csv": partial(write_csv, frame=problem_lines(problems)),
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


def _whole(write: Write) -> Write:
    return partial(write_whole, write=write)
