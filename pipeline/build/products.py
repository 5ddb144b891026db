"""A season's files and their writers, grouped into products.

One process makes all files of a product, since they share computations.

The season's folder holds the files that people open. Inside it, `systems` holds the workbooks of unofficial systems,
and `tables` holds the files for scripts, under names that never change. Files without content are not written.
"""

from collections.abc import Callable
from functools import cache, partial

import pandas as pd

from pipeline.books.writer import as_workbook
from pipeline.build.files import write_csv, write_whole
from pipeline.pages.bao import TournamentPage, tournament_book
from pipeline.pages.book import Book
from pipeline.pages.bulletin import lists_of
from pipeline.pages.circuits import circuits_book
from pipeline.pages.data_files import tables_csv
from pipeline.pages.events import events_book
from pipeline.pages.problems import problem_book, problem_lines, problem_page
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.report import SeasonReport, open_events, season_report
from pipeline.pages.season import Season
from pipeline.report import card_of, live_page, page, picture_of
from pipeline.report.live import LIVE
from pipeline.report.picture import PICTURE, is_drawn
from pipeline.rules.circuits import Circuit
from pipeline.rules.systems import System
from pipeline.store.folder import Folder
from schemas.keys import EVENT

REPORT, EVENTS, CIRCUITS, PROBLEMS, TABLES = "report", "events", "circuits", "problems", "tables"
Write = Callable[[Folder, str], None]


def product_names(season: Season) -> list[str]:
    """Return the names of a season's products.

    There is one product for each system shown, named after the system's id, and one for each other kind of file. The
    official systems come first, because their workbooks are opened most often. The other products follow, the slowest
    first.

    The list is empty if the season is blank.
    """
    if season.blank:
        return []
    official = sorted(system.id for system, of_an_event in season.shown.items() if of_an_event)
    others = sorted(system.id for system, of_an_event in season.shown.items() if not of_an_event)
    return [*official, REPORT, EVENTS, *others, PROBLEMS, TABLES, CIRCUITS]


def showing_other_seasons(season: Season) -> set[str]:
    """Return the names of the products that may show games of other seasons, because they show a circuit."""
    systems = {system.id for system in season.shown if lists_of(season, system)}
    return {REPORT, EVENTS, CIRCUITS} | systems


def products(season: Season, product: str) -> dict[str, Write]:
    """Return a writer for each file of a product. A writer computes the content of its file when it is called."""
    makers = {REPORT: _report, EVENTS: _events, CIRCUITS: _circuits, PROBLEMS: _problems, TABLES: _tables}
    if product in makers:
        return makers[product](season)
    return _system(season, season.computed.system(season.name, product))


def _system(season: Season, system: System) -> dict[str, Write]:
    page = Ranked(season, season.computed.published[system.key])
    book = f"{system.id}.xlsx" if season.shown[system] else f"systems/{system.id}.xlsx"
    return {
        book: _book(lambda: ranked_book(page)),
        f"tables/{system.id}.scores.csv": _csv(lambda: page.csv),
        f"tables/{system.id}.standings.csv": _csv(lambda: page.standings),
    }


def _tables(season: Season) -> dict[str, Write]:
    computed = season.computed
    entries = computed.results.tournaments.entries if season.tournaments else None
    frames = tables_csv(computed.facts, computed.tables, entries, season.name)
    return {
        **{f"tables/{name}.csv": _csv(frame) for name, frame in frames.items()},
        **{
            f"tables/{event}.standings.csv": _csv(partial(season.standings_of.__getitem__, event))
            for event in season.events["event"]
        },
        **{
            f"tables/{event}.{name}.csv": _csv(partial(rows.drop, columns=EVENT))
            for event in season.diplomacy["event"]
            for name, rows in _beside(season, event).items()
            if len(rows)
        },
    }


def _beside(season: Season, event: str) -> dict[str, pd.DataFrame]:
    """Return the tables that an event publishes in addition to its standings."""
    prizes, chances = season.results.prizes_of(season.name, event), season.results.chances_of(season.name, event)
    return {**vars(prizes), "chances": chances.players}


def _events(season: Season) -> dict[str, Write]:
    def groups(page: TournamentPage) -> Book:
        return tournament_book(season.tournament_heading(page), page)

    if season.events.empty and not season.blocked:
        return {}
    return {
        "events.xlsx": _book(lambda: events_book(season)),
        **{f"{page.event}.xlsx": _book(partial(groups, page)) for page in season.tournaments},
    }


def _circuits(season: Season) -> dict[str, Write]:
    if not season.circuits:
        return {}
    files = {"circuits.xlsx": _book(lambda: circuits_book(season))}
    for circuit in season.circuits:
        for ending, rows in (("csv", "standings"), ("results.csv", "results")):
            files[f"tables/{circuit.id}.{ending}"] = _csv(partial(_of_circuit, season, circuit, rows))
    return files


def _of_circuit(season: Season, circuit: Circuit, rows: str) -> pd.DataFrame:
    """Return one of a circuit's tables for the season.

    rows  which table: `standings` or `results`
    """
    frame: pd.DataFrame = getattr(season.outcome(circuit), rows)
    return frame


def _report(season: Season) -> dict[str, Write]:
    report = cache(lambda: season_report(season))  # computed once, so that all files agree
    files: dict[str, Callable[[SeasonReport], bytes | str]] = {"report.html": page, "card.svg": card_of}
    if open_events(season):
        files[LIVE] = live_page
    if is_drawn(season.says["site"]):
        files[PICTURE] = picture_of
    return {name: _of_report(made, report) for name, made in files.items()}


def _of_report(made: Callable[[SeasonReport], bytes | str], report: Callable[[], SeasonReport]) -> Write:
    return lambda folder, name: write_whole(folder, name, made(report()))


def _problems(season: Season) -> dict[str, Write]:
    if not season.problems:
        return {}

    def marked(folder: Folder, name: str) -> None:
        write_whole(folder, name, as_workbook(problem_book(problem_page(season), folder.place)))

    return {
        "problems.xlsx": marked,
        "tables/problems.csv": _csv(lambda: problem_lines(season.problems)),
    }


def _csv(frame: Callable[[], pd.DataFrame]) -> Write:
    return lambda folder, name: write_csv(folder, name, frame())


def _book(book: Callable[[], Book]) -> Write:
    return lambda folder, name: write_whole(folder, name, as_workbook(book()))
