"""The ranked workbook: one system over one season, for the wall and for the auditor.

Standings, Scores (a row a seat, every paragraph's points in a column of its own), Boards, Rules, Checks. Sums are live
formulas with their values stored beside them; players are found by number, because a name like `J*` or `=x` is an
operator to a spreadsheet.
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from pipeline.books.rows import Value
from pipeline.books.sheet import Block, Book, Place, Sheet
from pipeline.pages.columns import (
    BOARD_SHOWN,
    MEDALS,
    SEAT_SHOWN,
    Column,
    Look,
    any_column,
    cells,
    check_columns,
    check_lines,
    failure_lines,
    few,
    known_years,
    number_column,
    number_look,
    rank_column,
    reason_columns,
    rule_columns,
    text_column,
)
from pipeline.pages.heading import REASONS_SHOWN
from pipeline.pages.ranked import Report
from pipeline.rules.rule_sheet import Paragraph
from pipeline.rules.rule_sheet import column as column_name
from schemas.words import SOLO_CENTRES

SHEETS = ("Standings", "Scores", "Boards", "Rules", "Checks")
STANDING = ("rank", "player", "games", "score")
PLAYER_NO = "player no"
EVENTS_SHOWN = 3

GUIDE = (
    ("Standings", "rank", "2= is a rank shared by equal scores, equal to nine decimals; the cell holds the number 2."),
    ("Standings", "score", "The sum of the player's scores in Scores, a live formula. It finds them by player no."),
    ("Standings", "best as", "The power that the best score was made with."),
    ("Standings", "boards topped", "Boards on which the player came first, alone or level with others."),
    ("Scores", "score", "The sum of the part columns to its left, live; the number above one leads to its paragraph."),
    ("Scores", "(numbers)", "Two or three decimals are shown, all are stored: click a cell to see them."),
    ("Scores", "(grey rows)", "Seats without a score; status says why. They count for nothing."),
    ("Scores", "(italics)", "Working figures: they lead to the parts and are not added."),
    ("Scores", "official", "This system is the one the event was played for; elsewhere it is shown for comparison."),
    ("Boards", "(colours)", "The darker, the more centres; gold on dark blue is a solo, a grey 0 an eliminated power."),
    ("Checks", "sha256", "The fingerprint of the file as it was read: the same file gives the same one anywhere."),
)


def write_report(path: Path, report: Report) -> None:
    """Write the workbook. The same report gives the same bytes; on an error there is no file.

    Raises ValueError naming sheet and cell for what a workbook cannot hold: a text of more than 32,767 characters, two
    columns called alike, more rows than a sheet has.
    """
    book = Book(path, {"title": f"{report.title}, {report.season}", "subject": report.status}, _block(report.boards))
    standings, scores, boards, rules, checks = (book.sheet(name) for name in SHEETS)
    paragraphs = write_rules(rules, report)
    seats = write_scores(scores, report, paragraphs)
    write_standings(standings, report, seats)
    write_boards(boards, report)
    write_checks(checks, report)
    book.close()


@lru_cache(1)
def _block(columns: tuple[Column, ...]) -> Block:
    """The boards, which the workbooks of all systems of a season have in common; printed once for all of them."""
    return Block(columns)


def write_standings(sheet: Sheet, report: Report, seats: Place | None) -> None:
    """The first sheet: who came where."""
    columns = standing_columns(report, seats)
    sheet.set_widths(columns)
    sheet.heading(report.heading, [official_line(report), *event_lines(report)], failure_lines(report.checks))
    if report.standings.empty:
        sheet.band(f"No board of this season could be scored under {report.title}: see status in Scores.", "message")
        return
    medals: list[Look] = [(MEDALS[rank],) if rank in MEDALS else () for rank in report.standings["rank"].tolist()]
    place = sheet.table("Standings", columns, medals)
    sheet.freeze(place, "player")
    sheet.trust(place)


def write_scores(sheet: Sheet, report: Report, paragraphs: dict[str, int]) -> Place | None:
    """A row a seat: every paragraph's points, their sum, the place. Returns where the rows stand."""
    columns = score_columns(report, paragraphs)
    sheet.set_widths(columns)
    sheet.heading(report.heading, [official_line(report)])
    if report.scores.empty:
        sheet.band("No board of this season could be read.", "message")
        return None
    unscored = report.scores["score"].isna().tolist()
    place = sheet.table("Scores", columns, [("dim",) if blank else () for blank in unscored])
    finish_seats(sheet, place)
    return place


def write_boards(sheet: Sheet, report: Report) -> None:
    """Centres by year, the darker the more."""
    columns = report.boards
    sheet.set_widths(columns)
    sheet.heading(report.heading, [official_line(report), *chart_lines(report.charts)])
    if report.charts.empty:
        sheet.band("No board of this season could be read.", "message")
        return
    finish_seats(sheet, sheet.table("Boards", columns))


def write_rules(sheet: Sheet, report: Report) -> dict[str, int]:
    """The rule sheet, and how to read the workbook. Returns the shown row of each part's paragraph."""
    rules, guide = rule_columns(report.rules), guide_columns()
    sheet.set_widths(rules, guide)
    sheet.heading(report.heading, [official_line(report)])
    sheet.freeze_heading()
    sheet.one_page()
    place = sheet.table("Rules", rules, filters=False)
    sheet.section("How to read this workbook")
    sheet.trust(place, sheet.table("Guide", guide, filters=False))
    return {rule.part: row for row, rule in enumerate(report.rules, place.first + 1) if rule.part}


def write_checks(sheet: Sheet, report: Report) -> None:
    """What was checked, why the status is what it is, and the files that were read."""
    checks, reasons, files = check_columns(report.checks), reason_columns(report.reasons), file_columns(report.events)
    sheet.set_widths(checks, reasons, files)
    lines = [official_line(report), *check_lines(report.checks)]
    sheet.heading(report.heading, lines, failure_lines(report.checks))
    sheet.freeze_heading()
    if not report.checks.empty:
        sheet.trust(sheet.table("Checks", checks))
    if len(report.reasons) > REASONS_SHOWN:
        sheet.section(f"Why it is {report.status}")
        sheet.table("Reasons", reasons, filters=False)
    if not report.events.empty:
        sheet.section("Events and their files")
        sheet.table("Files", files, filters=False)


def finish_seats(sheet: Sheet, place: Place) -> None:
    """What the two sheets with a row a seat have in common."""
    sheet.separate(place, BOARD_SHOWN)
    sheet.freeze(place, "player")
    sheet.trust(place)


def standing_columns(report: Report, seats: Place | None) -> list[Column]:
    """The published columns, then what the scores tell; a published column wins over one called alike."""
    table, decimals = report.standings, report.decimals
    published = [
        rank_column("rank", table["rank"], ["rank"], table),
        Column("player", cells(table["player"]), ("text", "strong", "large"), width=44, least=34),
        number_column("games", table["games"]),
        player_sum(report, seats),
        *(any_column(name, table[name], decimals) for name in table.columns.drop(list(STANDING))),
    ]
    taken = {column.header.casefold() for column in published}
    told = [column for column in told_columns(report) if column.header not in taken]
    return [*published, *told, player_number_column(report, table["player"])]


def told_columns(report: Report) -> list[Column]:
    """What a player's scores tell beyond their sum."""
    table, decimals = report.standings, report.decimals
    facts = player_facts(report.scores).reindex(table["player"])
    mean = cells(table["score"] / table["games"].where(table["games"] > 0))
    return [
        Column("mean", mean, (f"decimals {decimals}",), formula="=[score]/[games]", head="header right"),
        number_column("best score", facts["best"], decimals),
        text_column("best as", facts["power"]),
        number_column("boards topped", facts["topped"]),
        number_column("solos", facts["solos"]),
    ]


def player_facts(scores: pd.DataFrame) -> pd.DataFrame:
    """By player: the best score and the power it was made with (best, power), boards topped and solos."""
    told = scores[["player", "power", "score", "place", "final_centres"]]
    scored = told[told["score"].notna() & told["player"].notna()]
    best = scored.sort_values("score", ascending=False, kind="stable").drop_duplicates("player").set_index("player")
    counts = pd.DataFrame(
        {"topped": scored["place"].eq(1), "solos": scored["final_centres"] >= SOLO_CENTRES, "player": scored["player"]}
    )
    counts = counts.astype({"topped": int, "solos": int}).groupby("player").sum()
    return counts.assign(best=best["score"], power=best["power"])


def player_sum(report: Report, seats: Place | None) -> Column:
    """A player's scores, added by the player's number."""
    scores = cells(report.standings["score"])
    formula = f"=SUMIF({seats.range(PLAYER_NO)},[{PLAYER_NO}],{seats.range('score')})" if seats else ""
    look = (number_look(scores, report.decimals), "strong", "large")
    return Column("score", scores, look, formula=formula, head="header right", least=11)


def player_number_column(report: Report, players: pd.Series) -> Column:
    """The number that stands for a player in formulas; nobody who is not in the standings has one."""
    numbers = {player: number for number, player in enumerate(sorted(report.standings["player"]), 1)}
    return Column(PLAYER_NO, [numbers.get(player) for player in players], ("integer", "faint"), head="header working")


def score_columns(report: Report, paragraphs: dict[str, int]) -> list[Column]:
    """Seat, parts, score, place, status; then what is shown but not added."""
    table = report.scores
    return [
        *(text_column(name, table[name]) for name in SEAT_SHOWN),
        replace(number_column("final centres", table["final_centres"]), caption="paragraph of the rules:"),
        *(part_column(report, part, paragraphs) for part in report.parts),
        part_sum(report),
        rank_column("place", table["place"], [*BOARD_SHOWN, "place"], table),
        status_column(table["status"]),
        official_column(report),
        *working_columns(report),
        player_number_column(report, table["player"]),
    ]


def part_column(report: Report, part: str, rows: dict[str, int]) -> Column:
    """A paragraph's points, below a link to the paragraph."""
    rule = paragraph(report, part)
    link = f"Rules!A{rows[rule.part]}" if rule.part in rows else ""
    return replace(number_column(rule.part, report.scores[part], report.decimals), caption=rule.label, link=link)


def paragraph(report: Report, part: str) -> Paragraph:
    """The paragraph that gives a part: the column survivors_bonus is the rule's `survivors' bonus`."""
    rules = (rule for rule in report.rules if rule.part and column_name(rule.part) == column_name(part))
    return next(rules, Paragraph("", part.replace("_", " "), ""))


def part_sum(report: Report) -> Column:
    """The score as the live sum of its parts."""
    scores, headers = cells(report.scores["score"]), [paragraph(report, part).part for part in report.parts]
    formula = f"=SUM([{headers[0]}]:[{headers[-1]}])" if headers else ""
    look = (number_look(scores, report.decimals), "sum")
    return Column("score", scores, look, formula=formula, head="header right", caption="sum")


def status_column(status: pd.Series) -> Column:
    """Why a seat has no score, or whether it is final."""
    looks: list[Look] = [("pending",) if text == "in progress" else () for text in status]
    return Column("status", cells(status), ("wrapped",), looks=looks, width=64)


def official_column(report: Report) -> Column:
    """Marks the seats of events that were played for this system."""
    official = set(report.events.loc[report.events["official"].astype(bool), "event"])
    marks: list[Value] = ["official" if event in official else None for event in report.scores["event"]]
    return Column("official", marks)


def working_columns(report: Report) -> list[Column]:
    """Figures that lead to the parts, set apart."""
    columns: list[Column] = []
    for name in report.working:
        values = cells(report.scores[name])
        look = (number_look(values, report.decimals), "working")
        caption = "" if columns else "working, not added:"
        columns.append(Column(name.replace("_", " "), values, look, head="header working", caption=caption))
    return columns


def guide_columns() -> list[Column]:
    """How to read the sheets."""
    sheets, columns, texts = zip(*GUIDE, strict=True)
    return [
        Column("sheet", sheets, ("text", "top", "strong")),
        Column("column", columns, ("text", "top")),
        Column("what it says", texts, ("wrapped", "top"), width=92),
    ]


def file_columns(events: pd.DataFrame) -> list[Column]:
    """What was read, so that anybody can check it is the same file."""
    return [
        Column("event", cells(events["name"]), ("wrapped", "top"), width=54),
        *(Column(name, cells(events[name]), ("integer", "top"), head="header right") for name in ("boards", "scored")),
        Column("system", ["official" if official else None for official in events["official"]], ("text", "top")),
        Column("data", cells(events["data"]), ("text", "top")),
        Column("file below data/raw", cells(events["file"]), ("wrapped", "top"), width=34),
        Column("sha256", cells(events["digest"]), ("wrapped", "top", "digest"), width=34),
        Column("source", cells(events["source"]), ("wrapped", "top"), width=34),
    ]


def official_line(report: Report) -> str:
    """For which events the system is the real one."""
    names = report.events.loc[report.events["official"].astype(bool), "name"].tolist()
    if not names:
        return "Not the official system of any event of this season: shown for comparison."
    if len(names) == len(report.events) > 1:
        return "The official system of every event of this season."
    return f"The official system of {few(names)}."


def event_lines(report: Report) -> list[str]:
    """The first events, each with its file and the beginning of its fingerprint."""
    events = report.events
    several = len(report.labels) > 1
    lines = [event_line(event, several_labels=several) for event in events.head(EVENTS_SHOWN).itertuples()]
    more = len(events) - EVENTS_SHOWN
    return [*lines, *([f"and {more} more, see Checks"] if more > 0 else [])]


def event_line(event: Any, several_labels: bool) -> str:
    """One event: what was scored, and the file it comes from."""
    label = f" ({event.data})" if several_labels else ""
    scored = f"{event.scored} of {event.boards} boards scored"
    return f"{event.name}{label}: {scored} · {event.file} · sha256 {event.digest[:8]}"


def chart_lines(charts: pd.DataFrame) -> list[str]:
    """Says so where no chart was kept."""
    return [] if known_years(charts) else ["The centres of single years were not kept, only the final ones."]
