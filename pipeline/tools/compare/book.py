"""The comparison as a workbook: places, scores and standings under every system, how far they move, the properties."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from pipeline.books.ranked import finish_seats
from pipeline.books.sheet import Book, Sheet
from pipeline.pages.columns import (
    BOARD_SHOWN,
    MEDALS,
    SEAT_SHOWN,
    Column,
    Look,
    cells,
    check_columns,
    check_lines,
    failure_lines,
    number_column,
    rank_column,
    reason_columns,
    text_column,
)
from pipeline.pages.heading import REASONS_SHOWN, Heading
from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.tools.compare.comparison import Comparison, Yardstick, mean_agreement, short_name
from pipeline.tools.compare.positions import COURSES, positions, soloed
from pipeline.tools.compare.properties import PROPERTIES

TITLE = "The systems compared"
SHEETS = ("Places", "Scores", "Standings", "Moves", "Agreement", "Properties", "Checks")
EMPTY = "No board of this season could be read."
UNSCORED = "An empty cell: the system cannot score the board; its own workbook says why."
BOARDS_SCORED = "← boards scored →"
PALE, DARKEST = 0.4, 17  # tau that is shown white, and the look of tau 1
PROPERTY_WIDTH = 22


def write_comparison(path: Path, comparison: Comparison, properties: pd.DataFrame) -> None:
    """Write the workbook. The same comparison gives the same bytes; on an error there is no file.

    Raises ValueError naming sheet and cell for what a workbook cannot hold.
    """
    book = Book(path, {"title": f"{TITLE}, {comparison.season}", "subject": comparison.status})
    places, scores, standings, moves, agreement, natures, checks = (book.sheet(name) for name in SHEETS)
    write_places(places, comparison)
    write_scores(scores, comparison)
    write_standings(standings, comparison)
    write_moves(moves, comparison)
    write_agreement(agreement, comparison)
    write_properties(natures, comparison, properties)
    write_checks(checks, comparison)
    book.close()


def heading(comparison: Comparison) -> Heading:
    """What stands above every sheet."""
    return Heading(TITLE, comparison.season, comparison.status, comparison.reasons, comparison.labels)


def told(yardstick: Yardstick) -> list[str]:
    """Which ranking the others are compared with, in words."""
    return [yardstick.officials, *filter(None, [yardstick.instead])]


# -- boards ------------------------------------------------------------------------------------------------------------


def write_places(sheet: Sheet, comparison: Comparison) -> None:
    """A row a seat: the place under every system."""
    table = comparison.places
    columns = [*seat_columns(table), *official_columns(table), *(place_column(id, table) for id in comparison.systems)]
    legend = f"Places on the board; 2= is shared. {marks('the official place') if any_official(table) else ''}"
    write_seats(sheet, comparison, columns, [legend.strip(), UNSCORED])


def write_scores(sheet: Sheet, comparison: Comparison) -> None:
    """A row a seat: the score under every system."""
    table = comparison.scores
    columns = [
        *seat_columns(table),
        *official_columns(table),
        *(score_column(id, table[id]) for id in comparison.systems),
    ]
    write_seats(sheet, comparison, columns, [f"Each system has a scale of its own. {UNSCORED}"])


def write_seats(sheet: Sheet, comparison: Comparison, columns: list[Column], lines: list[str]) -> None:
    """A sheet with a row a seat."""
    status = comparison.places["status"]
    if (status != "scored").any():
        columns = [*columns, text_column("status", status)]
    sheet.set_widths(columns)
    sheet.heading(heading(comparison), [comparison.yardstick.officials, *lines])
    if comparison.places.empty:
        sheet.band(EMPTY, "message")
        return
    unscored = comparison.scores[comparison.systems].isna().all(axis=1).tolist()
    finish_seats(sheet, sheet.table(sheet.name, columns, [("dim",) if blank else () for blank in unscored]))


def seat_columns(table: pd.DataFrame) -> list[Column]:
    """Who sat where, and what was left at the end."""
    return [
        *(text_column(name, table[name]) for name in SEAT_SHOWN),
        number_column("final centres", table["final_centres"]),
    ]


def official_columns(table: pd.DataFrame) -> list[Column]:
    """The official place and score, and of which system if there are several; nothing where nobody names one."""
    named = table["official"].map(lambda id: short_name(id) if id else None)
    if not any_official(table):
        return []
    rank = rank_column("official place", table["official_place"], [*BOARD_SHOWN, "official_place"], table)
    score = number_column("official score", table["official_score"])
    system = [text_column("official system", named)] if len(set(table["official"])) > 1 else []
    return [*system, replace(rank, look=(*rank.look, "sum")), replace(score, look=(*score.look, "sum"))]


def any_official(table: pd.DataFrame) -> bool:
    """Some event names its system."""
    return bool((table["official"] != "").any())


def place_column(id: str, table: pd.DataFrame) -> Column:
    """Places under a system, marked where they are not the official ones."""
    return marked(rank_column(short_name(id), table[id], [*BOARD_SHOWN, id], table), table[id], table["official_place"])


def score_column(id: str, scores: pd.Series) -> Column:
    """Scores under a system."""
    return number_column(short_name(id), scores, 3 if id in THREE_DECIMALS else 2)


def marked(column: Column, ranks: pd.Series, than: pd.Series) -> Column:
    """A column of ranks, each marked as better or worse than another."""
    better, worse = (ranks < than).fillna(False), (ranks > than).fillna(False)
    marks: list[Look] = [
        ("better",) if up else ("worse",) if down else () for up, down in zip(better, worse, strict=True)
    ]
    return replace(column, looks=[(*look, *mark) for look, mark in zip(column.looks, marks, strict=True)])


def marks(than: str) -> str:
    """The marks in words."""
    return f"Blue and bold: better than {than}; amber and italic: worse."


# -- standings ---------------------------------------------------------------------------------------------------------


def write_standings(sheet: Sheet, comparison: Comparison) -> None:
    """The season's ranks under every system, side by side."""
    columns = standing_columns(comparison)
    sheet.set_widths(columns)
    lead = "official rank" if comparison.yardstick.official else f"rank under {short_name(comparison.yardstick.lead)}"
    lines = [
        f"Ranks of the season's sums, as in each system's own workbook. {marks(f'the {lead}')}",
        "Only systems that score the same boards are marked; Moves compares the others over the boards in common.",
    ]
    sheet.heading(heading(comparison), [*told(comparison.yardstick), *lines])
    if comparison.standings.empty:
        sheet.band("No board of this season could be scored.", "message")
        return
    place = sheet.table("Standings", columns)
    sheet.freeze(place, "player")
    sheet.trust(place)


def standing_columns(comparison: Comparison) -> list[Column]:
    """The leading system's rank, who, then the rank under every other system."""
    table, lead, official = comparison.standings, comparison.yardstick.lead, comparison.yardstick.official
    medals: list[Look] = [(MEDALS[rank],) if official and rank in MEDALS else () for rank in table[lead].fillna(0)]
    first = rank_column(f"official: {short_name(lead)}" if official else short_name(lead), table[lead], [lead], table)
    looks = [(*look, *medal) for look, medal in zip(first.looks, medals, strict=True)]
    return [
        replace(first, look=(*first.look, "strong"), looks=looks, caption=str(comparison.boards[lead]), least=12),
        Column("player", cells(table["player"]), ("text", "strong"), medals, least=30, width=44, caption=BOARDS_SCORED),
        number_column("games", table["games"]),
        *(other_ranks(id, comparison) for id in comparison.systems if id != lead),
    ]


def other_ranks(id: str, comparison: Comparison) -> Column:
    """Ranks under a system, marked against the leading one where both score the same boards."""
    table, lead, scores = comparison.standings, comparison.yardstick.lead, comparison.scores
    column = replace(rank_column(short_name(id), table[id], [id], table), caption=str(comparison.boards[id]))
    same_boards = scores[id].notna().equals(scores[lead].notna())
    return marked(column, table[id], table[lead]) if same_boards else column


def write_moves(sheet: Sheet, comparison: Comparison) -> None:
    """How far the standings of each system are from the official ones."""
    columns = move_columns(comparison)
    sheet.set_widths(columns)
    lines = [
        "Both standings are made of the boards that both systems can score. In brackets: the rank before and after.",
        "Kendall's tau-b: 1 is the same order, 0 no likeness, -1 the reverse. Shared ranks count as they are shown.",
    ]
    sheet.heading(heading(comparison), [*told(comparison.yardstick), *lines])
    if not comparison.moves["boards"].any():
        sheet.band("No two systems could score the same board.", "message")
        return
    apart: list[Look] = [("dim",) if not boards else () for boards in comparison.moves["boards"]]
    place = sheet.table("Moves", columns, apart)
    sheet.separate(place, ["compared with"])
    sheet.freeze(place, "system")
    sheet.trust(place)


def move_columns(comparison: Comparison) -> list[Column]:
    """What is compared with what, tau, and who moves."""
    table = comparison.moves
    none = (table["boards"] == 0).tolist()
    told = {
        way: [
            "no board that both can score" if gone and way == "up" else text
            for gone, text in zip(none, table[f"{way}_players"], strict=True)
        ]
        for way in ("up", "down")
    }
    return [
        Column("compared with", [short_name(id) for id in table["base"]]),
        Column("system", [short_name(id) for id in table["system"]], ("text", "strong")),
        replace(number_column("boards in common", table["boards"]), least=12),
        number_column("players", table["players"]),
        replace(number_column("Kendall's tau-b", table["tau"], 3), look=("decimals 3", "sum"), least=12),
        replace(number_column("players who move", table["moved"]), least=13),
        replace(number_column("most places up", table["up"]), least=13),
        Column("who goes up most", told["up"], ("wrapped",), width=44, least=36),
        replace(number_column("most places down", table["down"]), least=13),
        Column("who goes down most", told["down"], ("wrapped",), width=44, least=36),
    ]


def write_agreement(sheet: Sheet, comparison: Comparison) -> None:
    """Kendall's tau-b of every system with every other."""
    columns = agreement_columns(comparison.agreement)
    sheet.set_widths(columns)
    lines = [
        "Kendall's tau-b of the season's standings, over the boards that both systems can score: 1 is the same order.",
        f"The darker, the closer; white is {PALE} or less. An empty cell: no board in common, or everybody is level.",
        "The mean is that with all other systems, without the editions of the same one.",
    ]
    sheet.heading(heading(comparison), lines)
    place = sheet.table("Agreement", columns, filters=False)
    sheet.freeze(place, "system")
    sheet.one_page()


def agreement_columns(agreement: pd.DataFrame) -> list[Column]:
    """The matrix, and each system's mean with the others."""
    names = [short_name(id) for id in agreement]
    others = agreement.mask(agreement.index.to_numpy()[:, None] == agreement.columns.to_numpy())
    return [
        Column("system", names, ("text", "strong")),
        *(tau_column(name, others[id]) for name, id in zip(names, agreement, strict=True)),
        replace(number_column("mean", mean_agreement(agreement)), look=("decimals 2", "sum")),
    ]


def tau_column(name: str, taus: pd.Series) -> Column:
    """One system's agreement with the others, the darker the closer."""
    values = cells(taus)
    looks: list[Look] = [shade(tau) if isinstance(tau, float) else ("dim",) for tau in values]
    return Column(name, values, ("decimals 2", "middle"), looks=looks, head="header centre", least=10)


def shade(tau: float) -> Look:
    """The look of an agreement."""
    depth = round(DARKEST * (tau - PALE) / (1 - PALE))
    return (f"heat {depth}",) if depth > 0 else ()


# -- properties --------------------------------------------------------------------------------------------------------


def write_properties(sheet: Sheet, comparison: Comparison, properties: pd.DataFrame) -> None:
    """What each system does by its nature."""
    columns = property_columns(properties)
    sheet.set_widths(columns)
    solos, tried = int(soloed(positions()).sum()), positions().shape[1]
    lines = [
        f"Tried on all {tried:,} ways to split 34 centres among seven powers: {tried - solos:,} without a solo, {solos} with.",
        "17-16-1 is a final position: the first has 17, four powers have none. Below a finding stands its worst example.",
    ]
    sheet.heading(heading(comparison), lines)
    place = sheet.table("Properties", columns, filters=False)
    sheet.freeze(place, "system")
    sheet.one_page()
    sheet.section("What the columns mean")
    for told in property_lines():
        sheet.band(told, "line")


def property_columns(properties: pd.DataFrame) -> list[Column]:
    """A column a property: yes or no, the finding in words, the example."""
    names = [short_name(id) for id in properties["system"]]
    return [
        Column("system", names, ("text", "top", "strong")),
        *(property_column(name, properties) for name in PROPERTIES),
    ]


def property_column(name: str, properties: pd.DataFrame) -> Column:
    """One property of every system: the answer and its figures, below them the example."""
    answers = ["yes" if holds else "no" for holds in properties[name]]
    findings = zip(answers, properties[f"{name}_figures"], properties[f"{name}_example"], strict=True)
    texts = [f"{answer}: {told}\n{example}".rstrip(":\n ") for answer, told, example in findings]
    looks: list[Look] = [(answer,) for answer in answers]
    return Column(PROPERTIES[name].header, texts, ("wrapped", "top"), looks, width=PROPERTY_WIDTH, least=PROPERTY_WIDTH)


def property_lines() -> Iterable[str]:
    """What each property means, and how the games went."""
    yield from (f"{rule.header}: {rule.means}" for rule in PROPERTIES.values())
    yield from (f"({course.name}): {course.description}." for course in COURSES)
    yield "Without such a word the example is the same after all three. Nobody misses a turn; without a solo all survivors draw."


# -- checks ------------------------------------------------------------------------------------------------------------


def write_checks(sheet: Sheet, comparison: Comparison) -> None:
    """What was checked, why the status is what it is, and the files that were read."""
    checks, reasons = check_columns(comparison.checks), reason_columns(comparison.reasons)
    files = file_columns(comparison.events)
    sheet.set_widths(checks, reasons, files)
    sheet.heading(heading(comparison), check_lines(comparison.checks), failure_lines(comparison.checks))
    sheet.freeze_heading()
    sheet.trust(sheet.table("Checks", checks))
    if len(comparison.reasons) > REASONS_SHOWN:
        sheet.section(f"Why it is {comparison.status}")
        sheet.table("Reasons", reasons, filters=False)
    if not comparison.events.empty:
        sheet.section("Events and their files")
        sheet.table("Files", files, filters=False)


def file_columns(events: pd.DataFrame) -> list[Column]:
    """What was read, and the official system of each event."""
    return [
        Column("event", cells(events["name"]), ("wrapped", "top"), width=54),
        Column("boards", cells(events["boards"]), ("integer", "top"), head="header right"),
        Column("official system", [short_name(id) if id else None for id in events["system"]], ("text", "top")),
        Column("data", cells(events["data"]), ("text", "top")),
        Column("file below data/raw", cells(events["file"]), ("wrapped", "top"), width=34),
        Column("sha256", cells(events["digest"]), ("wrapped", "top", "digest"), width=34),
        Column("source", cells(events["source"]), ("wrapped", "top"), width=34),
    ]
