"""The workbooks of a season's events and of its circuits, in the manner of the ranked workbooks."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from pipeline.books.bao import TITLE as BAO
from pipeline.books.bao import write_standings
from pipeline.books.rows import Value
from pipeline.books.sheet import Book, Place, Sheet, lawful_name
from pipeline.pages.bao import TournamentPage
from pipeline.pages.circuits import CircuitPage
from pipeline.pages.columns import (
    BOARD_SHOWN,
    MEDALS,
    Column,
    Look,
    any_column,
    board_columns,
    cells,
    number_column,
    rank_column,
    rule_columns,
    text_column,
)
from pipeline.pages.events import EventPage
from pipeline.pages.heading import Heading

NO_SYSTEM = "No official system is named, so this event has no standings."
NO_SCORE = "No board of this event could be scored under its official system."
ROAD = {"two_boards": "two boards (8.6)", "sat_out": "sat out (8.7)", "top_table": "top table (8.3)"}
WIDE = ("event", "why", "settled")
GIVES = "column"
STATED = {"used": "yes", "dropped": "dropped"}


def write_events(
    path: Path, heading: Heading, pages: Sequence[EventPage], tournaments: Sequence[TournamentPage] = ()
) -> None:
    """An overview, then a sheet an event: standings after every round, results used and dropped, centres; or groups."""
    book = Book(path, {"title": f"Events, {heading.season}", "subject": heading.status})
    _write_overview(book.sheet("Events"), heading, pages, tournaments)
    for number, page in enumerate(pages, 1):
        _write_event(book.sheet(lawful_name(f"{number} {page.name}")), heading, page, number)
    for number, tournament in enumerate(tournaments, len(pages) + 1):
        sheet = book.sheet(lawful_name(f"{number} {tournament.name}"))
        write_standings(sheet, heading, tournament, f"Groups_{number}")
    book.close()


def write_circuits(path: Path, heading: Heading, pages: Sequence[CircuitPage]) -> None:
    """A sheet a circuit, one with every result, one with the rules."""
    book = Book(path, {"title": f"Circuits, {heading.season}", "subject": heading.status})
    for page in pages:
        _write_circuit(book.sheet(lawful_name(page.title)), heading, page)
    _write_results(book.sheet("Results"), heading, pages)
    _write_rules(book.sheet("Rules"), heading, pages)
    book.close()


# -- events ------------------------------------------------------------------------------------------------------------


def _write_overview(
    sheet: Sheet, heading: Heading, pages: Sequence[EventPage], tournaments: Sequence[TournamentPage]
) -> None:
    both: list[EventPage | TournamentPage] = [*pages, *tournaments]
    winners = [", ".join(page.standings.loc[page.standings["rank"] == 1, "player"]) for page in pages]
    boards = [len(page.charts.drop_duplicates(BOARD_SHOWN)) for page in pages]
    players = [*(len(page.standings) for page in pages), *(page.players for page in tournaments)]
    none: list[Value] = [None] * len(tournaments)
    columns = [
        Column("event", [page.name for page in both], ("text", "strong"), width=44),
        Column("official system", [*(page.system or None for page in pages), *[BAO] * len(tournaments)], width=34),
        Column("counting", [*(page.counting for page in pages), *none]),
        Column("players", players, ("integer",), head="header right"),
        Column("boards", [*boards, *none], ("integer",), head="header right"),
        Column("first", [*winners, *(page.winner for page in tournaments)], ("text", "strong"), width=34),
        Column("data", [page.data for page in both]),
        Column("file below data/raw", [page.file for page in both], width=44),
    ]
    sheet.set_widths(columns)
    sheet.heading(heading)
    if not both:
        sheet.band("This season has no event that could be read.", "message")
        return
    sheet.freeze(sheet.table("Events", columns), "event")


def _write_event(sheet: Sheet, heading: Heading, page: EventPage, number: int) -> None:
    """Three tables, one below the other."""
    standing, result, chart = _standing_columns(page), _result_columns(page.results), board_columns(page.charts)[1:]
    sheet.set_widths(standing, result, chart)
    sheet.heading(
        heading, [f"{page.name} · {page.system or 'no official system'} · counting: {page.counting} · {page.file}"]
    )
    sheet.freeze_heading()
    if page.standings.empty:
        sheet.band(NO_SCORE if page.system else NO_SYSTEM, "message")
    else:
        medals: list[Look] = [(MEDALS[rank],) if rank in MEDALS else () for rank in page.standings["rank"].tolist()]
        sheet.trust(sheet.table(f"Standings_{number}", standing, medals))
    if not page.results.empty:
        sheet.section("Results: used ones count, dropped ones are struck out")
        dropped: list[Look] = [() if used else ("dropped",) for used in page.results["used"].tolist()]
        sheet.trust(sheet.table(f"Results_{number}", result, dropped))
    if not page.charts.empty:
        sheet.section("Centres")
        place = sheet.table(f"Boards_{number}", chart)
        sheet.separate(place, BOARD_SHOWN[1:])
        sheet.trust(place)


def _standing_columns(page: EventPage) -> list[Column]:
    """Rank, player, games, score, what was added to the boards' scores, the score after each round, ties in words."""
    table = page.standings
    road = [number_column(ROAD[name], table[name]) for name in ROAD if table[name].any()]
    after = page.rounds.pivot(index="player", columns="round_no", values="score").reindex(table["player"])
    names = page.rounds.drop_duplicates("round_no").set_index("round_no")["after"]
    return [
        rank_column("rank", table["rank"], ["rank"], table),
        Column("player", cells(table["player"]), ("text", "strong"), width=36),
        number_column("games", table["games"]),
        number_column("score", table["score"]),
        *road,
        *(number_column(f"after round {names[number]}", after[number]) for number in after.columns),
        text_column("ties", table["settled"], width=44),
    ]


def _result_columns(results: pd.DataFrame) -> list[Column]:
    used = ["yes" if used else "dropped" for used in results["used"]]
    return [
        text_column("round", results["round"]),
        text_column("player", results["player"], width=36),
        text_column("board", results["board"]),
        text_column("power", results["power"]),
        number_column("place", results["place"]),
        number_column("board score", results["score"]),
        number_column("points", results["points"]),
        text_column("kind", results["kind"]),
        Column("used", used),
    ]


# -- circuits ----------------------------------------------------------------------------------------------------------


def _write_circuit(sheet: Sheet, heading: Heading, page: CircuitPage) -> None:
    columns = _columns(page.outcome.standings.rename(columns={"player": page.ranked}))
    results = _columns(page.outcome.results)
    sheet.set_widths(columns, results)
    sheet.heading(heading, [page.title, page.basis])
    sheet.freeze_heading()
    if page.outcome.standings.empty:
        sheet.band(
            "Nobody is listed: no result of this season counts for this circuit, or too few of anybody's.", "message"
        )
    else:
        medals: list[Look] = [
            (MEDALS[rank],) if rank in MEDALS else () for rank in page.outcome.standings["rank"].tolist()
        ]
        sheet.trust(sheet.table(f"Standings_{page.id}", columns, medals))
    if not page.outcome.results.empty:
        sheet.section("What it is made of")
        dropped: list[Look] = [() if used else ("dropped",) for used in page.outcome.results["used"].tolist()]
        sheet.trust(sheet.table(f"Results_{page.id}", results, dropped))
    if page.outcome.notices:
        sheet.section("Remarks")
        for notice in page.outcome.notices:
            sheet.band(" · ".join(part for part in (notice.event, notice.player, notice.text) if part), "line")


def _write_results(sheet: Sheet, heading: Heading, pages: Sequence[CircuitPage]) -> None:
    """Every result of every circuit, used or dropped."""
    shared = ["player", "event", "place", "points", "used", "why"]
    rows = [page.outcome.results[shared].assign(circuit=page.title) for page in pages]
    table = pd.concat(rows or [pd.DataFrame(columns=shared)], ignore_index=True).reindex(columns=["circuit", *shared])
    columns = _columns(table)
    sheet.set_widths(columns)
    sheet.heading(heading, ["Every result of every circuit, used or dropped."])
    if table.empty:
        sheet.band("No event of this season counts for a circuit.", "message")
        return
    dropped: list[Look] = [() if used else ("dropped",) for used in table["used"].tolist()]
    place: Place = sheet.table("Results", columns, dropped)
    sheet.freeze(place, "player")
    sheet.trust(place)


def _write_rules(sheet: Sheet, heading: Heading, pages: Sequence[CircuitPage]) -> None:
    tables = [rule_columns(page.rules, GIVES) for page in pages]
    sheet.set_widths(*tables, rule_columns([], GIVES))
    sheet.heading(heading)
    sheet.freeze_heading()
    for page, columns in zip(pages, tables, strict=True):
        sheet.section(page.title)
        sheet.table(f"Rules_{page.id}", columns, filters=False)


def _columns(table: pd.DataFrame) -> list[Column]:
    """The columns of a published table: ranks as ranks, numbers as numbers, words as words."""
    columns = []
    for name in table.columns:
        if name == "rank":
            columns.append(rank_column(name, table[name], [name], table))
        elif table[name].dtype == bool:
            columns.append(Column(name, [STATED["used"] if used else STATED["dropped"] for used in table[name]]))
        elif name in WIDE:
            columns.append(text_column(name, table[name], width=48))
        else:
            columns.append(any_column(name, table[name], 3))
    return columns
