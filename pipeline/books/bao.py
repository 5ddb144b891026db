"""The workbook of one Bao event, to be handed out: standings, crosstables, schedule, entry list, clocks, rules."""

from pathlib import Path

import pandas as pd

import pipeline.rules.bao as rule_sheet
from pipeline.books.sheet import Book, Sheet
from pipeline.pages.bao import TournamentPage
from pipeline.pages.columns import (
    MEDALS,
    Column,
    Look,
    cells,
    check_columns,
    check_lines,
    failure_lines,
    number_column,
    rank_column,
    rule_columns,
    text_column,
)
from pipeline.pages.heading import Heading
from pipeline.rules.bao.entries import printed
from pipeline.rules.bao.tournaments import FINAL, NATIONS, UNDECIDED
from pipeline.rules.rule_sheet import paragraphs, title

TITLE = title(rule_sheet.__doc__ or "")
NO_MATCH = "No match is typed yet: the groups and their games are in Schedule."
SIGNS = "+- reads: won the first game of the two in the sheet, lost the second; · is a game not played yet."
SIGN_LOOKS: dict[str, Look] = {"++": ("yes",), "--": ("faded",)}
EXACT_DAYS = 3


def write_tournament(path: Path, heading: Heading, page: TournamentPage) -> None:
    """Write the workbook. The same event gives the same bytes."""
    book = Book(path, {"title": f"{page.name}, {heading.season}", "subject": heading.status})
    write_standings(book.sheet("Standings"), heading, page, "S")
    _write_crosstables(book.sheet("Crosstables"), heading, page)
    _write_schedule(book.sheet("Schedule"), heading, page)
    _write_entries(book.sheet("Entries"), heading, page)
    if len(page.clocks):
        _write_clocks(book.sheet("Clocks"), heading, page)
    _write_rules(book.sheet("Rules"), heading)
    _write_checks(book.sheet("Checks"), heading, page)
    book.close()


def write_standings(sheet: Sheet, heading: Heading, page: TournamentPage, tables: str) -> None:
    """Every group in the order in which it is played, then the nations; `tables` begins the names of the tables."""
    groups = [(named, table, _standing_columns(table)) for named, table in page.groups]
    nations = _nation_columns(page.nations)
    sheet.set_widths(*(columns for *_, columns in groups), nations)
    sheet.heading(heading, [f"{page.name} · {_told(page)} · {page.file}", *page.source.splitlines()])
    sheet.freeze_heading()
    if not groups:
        sheet.band(NO_MATCH, "message")
    for number, (named, table, columns) in enumerate(groups, 1):
        sheet.section(named if table["complete"].all() else f"{named}: not over")
        sheet.trust(sheet.table(f"{tables}_{number}", columns, _medals(table), filters=False))
    if len(page.nations):
        sheet.section("Nations of this event: the best four championship scores of each")
        sheet.table(f"{tables}_nations", nations, filters=False)


def _told(page: TournamentPage) -> str:
    if page.left:
        return page.left
    return f"Bingwa KIBA: {page.winner}" if page.mabingwa else f"winner: {page.winner}" if page.winner else "over"


def _medals(table: pd.DataFrame) -> list[Look]:
    """Gold and silver where the final is decided; who goes on stands out elsewhere, an open seat too."""
    if table["stage"].iloc[0] == FINAL:
        over = table["complete"].all()
        return [(MEDALS[rank],) if over else () for rank in table["rank"].tolist()]
    return [("pending",) if to == UNDECIDED else ("yes",) if to else () for to in table["goes_on"].tolist()]


def _standing_columns(table: pd.DataFrame) -> list[Column]:
    stage = table["stage"].iloc[0]
    of_stage = {
        NATIONS: [text_column("nation", table["group"]), text_column("result", table["settled"], width=44)],
        FINAL: [text_column("ends as", table["goes_on"]), text_column("ties", table["settled"], width=44)],
    }
    of_group = [
        number_column("tie-break", table["sonneborn_berger"]),
        text_column("goes on to", table["goes_on"]),
        text_column("ties", table["settled"], width=44),
    ]
    return [
        rank_column("rank", table["rank"], ["rank"], table),
        Column("player", cells(table["player"]), ("text", "strong"), width=36, least=24),
        number_column("points", table["points"]),
        number_column("games", table["games"]),
        number_column("KIBA score", printed(table["kiba_score"])),
        *of_stage.get(stage, of_group),
    ]


def _nation_columns(nations: pd.DataFrame) -> list[Column]:
    return [
        rank_column("rank", nations["rank"], ["rank"], nations),
        Column("nation", cells(nations["nation"]), ("text", "strong"), width=36, least=24),
        number_column("score", nations["score"]),
        number_column("players", nations["players"]),
    ]


def _write_crosstables(sheet: Sheet, heading: Heading, page: TournamentPage) -> None:
    tables = [(named, _cross_columns(table)) for named, table in page.crosstables]
    sheet.set_widths(*(columns for _, columns in tables), _cross_columns(_no_rows()))
    sheet.heading(heading, [SIGNS])
    sheet.freeze_heading()
    if not tables:
        sheet.band(NO_MATCH, "message")
    for number, (named, columns) in enumerate(tables, 1):
        sheet.section(named)
        sheet.trust(sheet.table(f"C_{number}", columns, filters=False))


def _no_rows() -> pd.DataFrame:
    return pd.DataFrame({name: [] for name in ("rank", "player", "points", "sonneborn_berger", "kiba_score")})


def _cross_columns(table: pd.DataFrame) -> list[Column]:
    opponents = [name for name in table.columns if name.isdecimal()]
    return [
        rank_column("rank", table["rank"], ["rank"], table),
        Column("player", cells(table["player"]), ("text", "strong"), width=36, least=24),
        *(_sign_column(name, table[name].tolist(), own=int(name) - 1) for name in opponents),
        number_column("points", table["points"]),
        number_column("tie-break", table["sonneborn_berger"]),
        number_column("KIBA score", printed(table["kiba_score"])),
    ]


def _sign_column(header: str, signs: list[str], own: int) -> Column:
    looks: list[Look] = [("own",) if row == own else SIGN_LOOKS.get(sign, ()) for row, sign in enumerate(signs)]
    shown = ["" if row == own else sign for row, sign in enumerate(signs)]
    return Column(header, shown, ("text", "middle"), looks=looks, head="header centre", least=5)


def _write_schedule(sheet: Sheet, heading: Heading, page: TournamentPage) -> None:
    """Who meets whom, and where it stands."""
    games = page.schedule
    columns = [
        text_column("stage", games["stage"]),
        text_column("group", games["group"]),
        number_column("leg", games["leg"]),
        number_column("round", games["round"]),
        Column("South", cells(games["south"]), ("text",), width=36, least=24),
        Column("North", cells(games["north"]), ("text",), width=36, least=24),
        Column("winner", cells(games["winner"]), ("text", "strong"), width=36),
        text_column("how", games["reason"].replace("played", "")),
    ]
    sheet.set_widths(columns)
    sheet.heading(heading, ["All games of a group are played at the same time; the rounds only order them."])
    if games.empty:
        sheet.band("There is no schedule: it needs an entry list, and the number of groups.", "message")
        return
    place = sheet.table("Schedule", columns)
    sheet.separate(place, ("stage", "leg", "round"))
    sheet.freeze(place, "round")
    sheet.trust(place)


def _write_entries(sheet: Sheet, heading: Heading, page: TournamentPage) -> None:
    entries = page.entry_list
    columns = [
        number_column("number", entries["number"]),
        Column("player", cells(entries["player"]), ("text", "strong"), width=36, least=24),
        text_column("country", entries["country"]),
        number_column("elo", entries["elo"]),
        number_column("games", entries["games"]),
        number_column("KIBA score", entries["printed"]),
        number_column("exact", entries["kiba_score"]),
        text_column("category", entries["category"]),
        text_column("group", entries["group"]),
    ]
    sheet.set_widths(columns)
    sheet.heading(
        heading, ["Elo/10 + games played; three categories, each by its exact score, printed rounded half down."]
    )
    if entries.empty:
        sheet.band("There is no entry list.", "message")
        return
    place = sheet.table("Entries", columns)
    sheet.freeze(place, "player")
    sheet.trust(place)


def _write_clocks(sheet: Sheet, heading: Heading, page: TournamentPage) -> None:
    games = page.clocks
    columns = [
        text_column("stage", games["typed_stage"]),
        text_column("group", games["group"]),
        text_column("South", games["south"]),
        text_column("North", games["north"]),
        number_column("moves in time", games["made"]),
        number_column("South has days", games["south_left"], EXACT_DAYS),
        number_column("North has days", games["north_left"], EXACT_DAYS),
        text_column("to move", games["to_move"]),
        Column("at zero (UTC)", [f"{zero:%Y-%m-%d %H:%M:%S}" for zero in games["zero"]], ("text",)),
        Column("lost on time", cells(games["lost"]), ("text", "strong")),
        text_column("winner", games["winner"]),
    ]
    sheet.set_widths(columns)
    clock = "What each player has left after the last move; at the exact moment of zero the game is lost."
    sheet.heading(heading, [clock])
    place = sheet.table("Clocks", columns)
    sheet.freeze(place, "North")
    sheet.trust(place)


def _write_rules(sheet: Sheet, heading: Heading) -> None:
    columns = rule_columns(paragraphs(rule_sheet.__doc__ or ""), "column")
    sheet.set_widths(columns)
    sheet.heading(heading)
    sheet.one_page()
    sheet.table("Rules", columns, filters=False)


def _write_checks(sheet: Sheet, heading: Heading, page: TournamentPage) -> None:
    """What was read, and whether it adds up."""
    checks = page.checks
    columns = check_columns(checks)
    sheet.set_widths(columns)
    sheet.heading(heading, [*check_lines(checks), f"{page.file} · sha256 {page.digest[:8]}"], failure_lines(checks))
    sheet.table("Checks", columns, filters=False)
