"""The ranked workbook, which shows one season scored by one system.

Its sheets are Standings, Scores (one row per seat, one column per paragraph of the rules), Boards, Rules and Checks.
Sums are live formulas stored with their values. They find players by number, because a spreadsheet reads names such
as `J*` or `=x` as operators.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.cell_coverage import INFORMATION
from pipeline.pages.book import Book, Column, Sheet, Styles, Table, TableRow
from pipeline.pages.bulletin import ADDED_UP, game_tables, glossary, list_tables
from pipeline.pages.checks import checks_sheet, control_figures, failure_lines, files_table
from pipeline.pages.data_files import scores_csv
from pipeline.pages.events import counting_tables, counts_by_the_sum, event_standings, how_it_counts
from pipeline.pages.heading import Heading, label_shown
from pipeline.pages.season import Season, Status
from pipeline.pages.shared_columns import (
    BOARD_SHOWN,
    SEAT_SHOWN,
    WHOLE_NAME,
    cells,
    decimals_of,
    dim,
    doubt_columns,
    figures_column,
    in_english,
    marked_ranks,
    medals,
    number_column,
    number_style,
    part_shown,
    ranks_column,
    rule_columns,
    seats_table,
)
from pipeline.pages.shared_columns import THREE_DECIMALS as THREE_DECIMALS
from pipeline.pages.translate import book
from pipeline.pages.words import COLUMNS, HEADERS, SHEETS
from pipeline.rules.rule_sheet import Paragraph
from pipeline.rules.rule_sheet import column as column_name
from pipeline.score.published import Published
from pipeline.score.score import IN_PROGRESS, SCORED, UNSCORABLE
from schemas.messages import Message, Text, few, listed, plural, say
from schemas.words import POWERS, SOLO_CENTRES

PLAYER_NO = "player no"
EVENTS_SHOWN = 3
OFFICIAL = HEADERS["official"]
ONE_SUM = 1e-6  # the order of addition changes a sum of scores by less than this

GUIDE = (
    (
        "Standings",
        COLUMNS["rank"],
        say(
            "2= marks a shared rank: the scores are equal to nine decimal places. The cell itself contains the number 2."
        ),
    ),
    (
        "Standings",
        COLUMNS["score"],
        say(
            "The sum of the player's scores on the sheet Scores. It is a live formula that looks them up by the player's number."
        ),
    ),
    ("Standings", HEADERS["best power"], say("The power with which the player achieved their best score.")),
    ("Standings", HEADERS["boards topped"], say("Boards on which the player came first, alone or level with others.")),
    (
        "Scores",
        COLUMNS["score"],
        say(
            "The sum of the parts of the score in the columns to the left, as a live formula. The number above each part links to its paragraph in the rules."
        ),
    ),
    ("Scores", say("(numbers)"), say("Two or three decimals are shown, but all are stored: click a cell to see them.")),
    ("Scores", say("(grey rows)"), say("Seats without a score, which count for nothing. The status column says why.")),
    (
        "Scores",
        say("(italics)"),
        say("Working figures, used to compute the parts of the score but not included in the total."),
    ),
    (
        "Scores",
        HEADERS["official"],
        say("The event was played under this system. Scores for other events are shown for comparison."),
    ),
    (
        "Boards",
        say("(colours)"),
        say(
            "The darker the cell, the more centres. Gold on dark blue means a solo; a grey 0 means an eliminated power."
        ),
    ),
    (
        "Checks",
        "sha256",
        say("The fingerprint of the file as it was read. The same file has the same fingerprint on any computer."),
    ),
)


class Ranked:
    """The figures behind the workbook for one system and one season."""

    def __init__(self, season: Season, published: Published) -> None:
        """Prepare the figures of one season, given a system's scores for all seasons."""
        self.season, self.published, self.system = season, published, published.system
        self.parts, self.working = published.parts, published.working

    @cached_property
    def scores(self) -> pd.DataFrame:
        """The season's rows of `Published.scores`, one per seat, with a new index from 0."""
        return self.published.at(self.season.rows)

    @cached_property
    def standings(self) -> pd.DataFrame:
        """The season's standings, with the columns `rank`, `player`, `games` and `score`."""
        return self.published.standings_of(self.season.name)

    @cached_property
    def counted_event(self) -> Any | None:
        """The season's only event for which the system is official, if that event does more than add up board scores.

        The value is None if there is no such event, or if the system is official for several events.
        """
        events = [event for event in self.season.diplomacy_events if event.system == self.system.id]
        return events[0] if len(events) == 1 and not counts_by_the_sum(self.season, events[0]) else None

    @cached_property
    def scored(self) -> NDArray[np.bool_]:
        """Whether each seat has a score."""
        return self.scores["score"].notna().to_numpy()

    @cached_property
    def statuses(self) -> list[str]:
        """The status of each seat."""
        return self.scores["status"].tolist()

    @cached_property
    def statuses_shown(self) -> list[Text]:
        """The status of each seat in words. Seats with the same status share one `Text` object."""
        seats = dict(zip(self.statuses, self.season.rows.tolist(), strict=True))
        texts = {status: self.published.status(seat, status) for status, seat in seats.items()}
        return [texts[status] for status in self.statuses]

    @cached_property
    def unscored(self) -> list[int]:
        """For each board that the system cannot score, the index of the board's first seat."""
        return [
            seat for seat in range(0, len(self.statuses), len(POWERS)) if self.statuses[seat].startswith(UNSCORABLE)
        ]

    @cached_property
    def csv(self) -> pd.DataFrame:
        """The table of `<system>.scores.csv`."""
        return scores_csv(self.published, self.scores)

    @cached_property
    def scored_boards(self) -> NDArray[np.intp]:
        """The numbers of the boards that have a score, in ascending order."""
        return np.flatnonzero(self.scored.reshape(-1, len(POWERS)).any(axis=1))

    @cached_property
    def scored_of(self) -> Counter[str]:
        """The number of scored boards of each event."""
        return Counter(self.season.event_of.iloc[self.scored_boards].tolist())

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """The place of each seat, NaN for seats without a place."""
        return self.scores["place"].to_numpy(np.float64, na_value=np.nan)

    @cached_property
    def heading(self) -> Heading:
        """The heading of every sheet."""
        season, provisional = self.season, IN_PROGRESS in self.statuses
        status, reasons = report_status(season, len(self.scored_boards), provisional)
        return Heading(
            self.system.title_in(season.words.code),
            season.name,
            status,
            reasons,
            sorted({event.data for event in season.event_rows}),
            season.words,
            season.in_doubt(),
        )

    @cached_property
    def decimals(self) -> int:
        """The number of decimals to show."""
        return decimals_of(self.standings["score"], self.system.published)

    @cached_property
    def player_numbers(self) -> dict[str, int]:
        """The number by which formulas find each player in the standings."""
        return {player: number for number, player in enumerate(sorted(self.standings["player"].tolist()), 1)}

    @cached_property
    def checks(self) -> pd.DataFrame:
        """The figures on the Checks sheet, which show that every seat is accounted for and that sums agree.

        The columns are `check`, `found`, `expected` and `holds`.
        """
        season, rows, table, boards = self.season, self.scores, self.standings, self.season.boards
        counts, score = Counter(self.statuses), rows["score"].to_numpy()
        ranked = score[self.scored & season.named]
        differing = sum(problem.code == "score_differs" for problem in season.problems)
        compared = int((rows["official"].to_numpy() & season.typed_scores & self.scored).sum())
        parts = np.nansum([rows[part].to_numpy() for part in self.parts], axis=0)
        gap = np.nanmax(np.abs(parts - score)) if len(ranked) else 0.0
        in_table, in_scores = float(table["score"].sum()), float(ranked.sum())
        total = round(in_scores, 6)
        counted = counts[SCORED] + counts[IN_PROGRESS]
        agreeing = compared - differing if compared else 0
        return control_figures([
            *season.accounted,
            (say("Boards"), len(boards), len(season.event_of)),
            (say("Boards set aside because of an error"), len(season.aside), INFORMATION),
            (say("Seats: seven per board"), len(rows), len(POWERS) * len(boards)),
            (say("Seats: scored + in progress + not scored + unscorable"), counts.total(), len(rows)),
            (say("Seats with a score"), int(self.scored.sum()), counted),
            (say("Largest difference between a score and the sum of its parts"), float(np.round(gap, 9)), 0.0),
            (say("Sum of the scores in the standings"), total if abs(in_table - in_scores) < ONE_SUM else round(in_table, 6), total),
            (say("Games in the standings"), int(table["games"].sum()), len(ranked)),
            (say("Published scores that agree with the computed ones"), agreeing, compared),
            (say("Boards with a control total"), season.totals, INFORMATION),
            (say("Boards with centres for every year"), int(boards["charted"].sum()), INFORMATION),
            (say("Seats without a player"), season.players.count(""), INFORMATION),
        ])  # fmt: skip


def report_status(season: Season, scored: int, provisional: bool) -> Status:
    """Return the season's status, with a reason added if not all boards could be scored.

    scored       number of boards with a score
    provisional  whether games in progress have a score
    """
    status = season.status(provisional_games if provisional else unscored_games)
    boards = season.boards
    if scored < len(boards) - (0 if provisional else boards["in_progress"].sum()):
        status.reasons.append(
            plural(
                "{scored} of 1 board could be scored",
                "{scored} of {n} boards could be scored",
                len(boards),
                scored=scored,
            )
        )
    return status


def provisional_games(games: int) -> Message:
    """Return a message with the number of games in progress, for a system that scores them."""
    return plural(
        "1 game is in progress, with provisional scores", "{n} games are in progress, with provisional scores", games
    )


def unscored_games(games: int) -> Message:
    """Return a message with the number of games in progress, for a system that does not score them."""
    return plural("1 game is in progress and not scored", "{n} games are in progress and not scored", games)


# -- sheets ------------------------------------------------------------------------------------------------------------


def ranked_book(page: Ranked) -> Book:
    """Return the workbook for one system and one season."""
    official = official_line(page)
    chart_lines = [] if page.season.has_charts else [NO_CHARTS]
    return book(
        page.heading,
        [
            *bulletin_sheets(page),
            *standings_sheets(page, official),
            Sheet("Scores", [seats_table("Scores", score_columns(page), dim(~page.scored))], [official]),
            Sheet("Boards", [page.season.boards_table], [official, *chart_lines]),
            rules_sheet(page, official),
            checks_sheet(
                page.heading, page.checks, [unscored_table(page), files_table(file_columns(page))], [official]
            ),
        ],
    )


NO_CHARTS = say("Only the final centres were recorded, not the centres for each year.")


def bulletin_sheets(page: Ranked) -> list[Sheet]:
    """Return a list that contains the bulletin sheet, or an empty list.

    There is a bulletin sheet only if the system has a bulletin and is the official system of an event.
    """
    events = [event for event in page.season.diplomacy_events if event.system == page.system.id]
    if not page.system.bulletin or not events:
        return []
    games = [
        table
        for number, event in enumerate(events, 1)
        for table in game_tables(page.season, page.system, event, f"Game_{number}")
    ]
    lists, words = list_tables(page.season, page.system, "List"), glossary(page.season, page.system)
    return [Sheet("Bulletin", [*games, *lists], words, frozen=True)]


def standings_sheets(page: Ranked, official: Message) -> list[Sheet]:
    """Return the standings sheets.

    If there is a `page.counted_event`, the first sheet has that event's standings. The last sheet has the standings by
    the sum of scores.
    """
    table = Table(
        "Standings",
        standing_columns(page),
        medals(page.standings["rank"]),
        instead=say(
            "None of this season's boards could be scored under {system}: see the status column in Scores.",
            system=page.system.title,
        ),
        trusted=True,
        frozen="player",
    )
    failures, event = failure_lines(page.checks), page.counted_event
    if event is None:
        added_up = [ADDED_UP] * bool(page.system.bulletin)
        return [Sheet("Standings", [table], [official, *added_up, *event_lines(page)], failures)]
    counted = replace(event_standings(page.season, event, "Event"), trusted=True, frozen="player")
    return [
        Sheet(
            "Standings",
            [counted],
            [how_it_counts(page.season, event), say("For the sum of all boards, counted or not, see the sheet Sum.")],
            failures,
        ),
        Sheet(
            "Sum",
            [table],
            [
                official,
                *event_lines(page),
                say("{event} counts its boards differently: see the sheet Standings.", event=event.name_),
            ],
        ),
    ]


def rules_sheet(page: Ranked, official: Message) -> Sheet:
    """Return the sheet with the system's rules and a guide to the workbook."""
    sheets, columns, texts = zip(*GUIDE, strict=True)
    guide = [
        Column("sheet", [SHEETS[sheet] for sheet in sheets], ("text", "top", "strong")),
        Column("column", columns, ("text", "top")),
        Column("what it says", texts, ("wrapped", "top"), width=92),
    ]
    tables = [
        Table("Rules", rule_columns(page.system.rules, page.season.words), filters=False, trusted=True),
        *counting_tables(
            page.season.counted_by[page.counted_event.event] if page.counted_event else (), page.season.words
        ),
        Table("Guide", guide, title=say("How to read this workbook"), filters=False, trusted=True),
    ]
    return Sheet("Rules", tables, [official, *in_english(page.season.words)], frozen=True)


# -- columns -----------------------------------------------------------------------------------------------------------


def standing_columns(page: Ranked) -> list[Column]:
    """Return the rank, player, doubt, games and score columns, those of `player_columns`, and the player numbers."""
    table, scores = page.standings, cells(page.standings["score"])
    sum_formula = f"=SUMIF(Scores[{PLAYER_NO}],[{PLAYER_NO}],Scores[score])"
    sum_styles = (number_style(scores, page.decimals), "strong", "large")
    return [
        ranks_column("rank", table["rank"].tolist()),
        Column("player", cells(table["player"]), ("text", "strong", "large"), width=WHOLE_NAME, least=34),
        *doubt_columns(page.season.doubts, table["player"]),
        number_column("games", table["games"]),
        Column("score", scores, sum_styles, formula=sum_formula, header_style="header right", least=11),
        *player_columns(page),
        player_number_column(page, table["player"].tolist()),
    ]


def player_columns(page: Ranked) -> list[Column]:
    """Return the columns `mean`, `best score`, `best power`, `boards topped` and `solos`.

    The best power is the one with which the player first achieved their best score.
    """
    table, decimals, players = page.standings, page.decimals, page.season.players
    score, solo = page.scores["score"].to_numpy(), page.scores["final_centres"].to_numpy() >= SOLO_CENTRES
    best_first = np.argsort(-score, kind="stable")  # seats without a score come last
    best_of = {players[seat]: seat for seat in best_first[::-1].tolist()}
    topped, solos = Counter(compress(players, page.places == 1)), Counter(compress(players, page.scored & solo))
    shown = table["player"].tolist()
    best = [best_of[player] for player in shown]
    powers = page.season.seat_columns[SEAT_SHOWN.index("power")].values
    mean = (table["score"].to_numpy() / table["games"].to_numpy()).tolist()
    return [
        Column("mean", mean, (f"decimals {decimals}",), formula="=[score]/[games]", header_style="header right"),
        figures_column("best score", score[best].tolist(), decimals),
        Column("best power", [powers[seat] for seat in best]),
        figures_column("boards topped", [topped[player] for player in shown]),
        figures_column("solos", [solos[player] for player in shown]),
    ]


def player_number_column(page: Ranked, players: Sequence[str]) -> Column:
    """Return the column of player numbers that formulas use, which is blank for players outside the standings."""
    numbers = [*map(page.player_numbers.get, players)]
    return Column(PLAYER_NO, numbers, ("integer", "faint"), header_style="header working")


def score_columns(page: Ranked) -> list[Column]:
    """Return the columns of the Scores sheet.

    They show the seat, the parts of the score, the score, the place, the status, whether the system is official, the
    working figures and the player number, in this order.
    """
    table, places = page.scores, page.places.reshape(-1, len(POWERS))
    paragraphs = [paragraph(page, part) for part in page.parts]
    progress: list[Styles] = [("pending",) if status == IN_PROGRESS else () for status in page.statuses]
    *seat, centres = page.season.seat_columns
    level = (places[:, :, np.newaxis] == places[:, np.newaxis, :]).sum(axis=2) > 1
    return [
        *seat,
        replace(centres, caption=say("paragraph in the rules:")),
        *(part_column(page, part, rule) for part, rule in zip(page.parts, paragraphs, strict=True)),
        part_sum(page, [rule.part for rule in paragraphs]),
        marked_ranks("place", cells(table["place"]), level.ravel().tolist()),
        Column("status", page.statuses_shown, ("wrapped",), cell_styles=progress, width=64),
        Column("official", [OFFICIAL if official else None for official in table["official"].tolist()]),
        *working_columns(page),
        player_number_column(page, page.season.players),
    ]


def paragraph(page: Ranked, part: str) -> Paragraph:
    """Return the paragraph that awards a part of the score.

    The paragraph gives the part's name as the rules write it, for example `survivors' bonus` for `survivors_bonus`.
    """
    rules = (rule for rule in page.system.rules if rule.part and column_name(rule.part) == column_name(part))
    return next(rules, Paragraph("", part.replace("_", " "), ""))


def part_column(page: Ranked, part: str, rule: Paragraph) -> Column:
    """Return the column that shows the points awarded by a paragraph.

    The paragraph's label is shown above the header, as a link to the paragraph in the rules.
    """
    link = TableRow("Rules", page.system.rules.index(rule)) if rule.label else None
    shown = part_shown(rule, page.season.words)
    return replace(
        number_column(rule.part, page.scores[part], page.decimals), caption=rule.label, link=link, shown=shown
    )


def part_sum(page: Ranked, headers: Sequence[str]) -> Column:
    """Return the column of scores, with a formula that adds up the parts from the first to the last of `headers`."""
    scores = cells(page.scores["score"])
    formula = f"=SUM([{headers[0]}]:[{headers[-1]}])" if headers else ""
    styles = (number_style(scores, page.decimals), "sum")
    return Column("score", scores, styles, formula=formula, header_style="header right", caption=say("sum"))


def working_columns(page: Ranked) -> list[Column]:
    """Return the columns of working figures, which are the intermediate results behind the parts of the score."""
    columns: list[Column] = []
    for name in page.working:
        values = cells(page.scores[name])
        styles = (number_style(values, page.decimals), "working")
        caption = "" if columns else say("working figures, not included in the sum:")
        header = name.replace("_", " ")
        columns.append(Column(header, values, styles, header_style="header working", caption=caption))
    return columns


def file_columns(page: Ranked) -> list[Column]:
    """Return the columns `event`, `boards`, `scored` and `system`, followed by those of `source_columns`."""
    events, boards = page.season.event_rows, {"boards": page.season.boards_of, "scored": page.scored_of}
    return [
        Column("event", [event.name_ for event in events], ("wrapped", "top"), width=54),
        *(
            Column(name, [number[event.event] for event in events], ("integer", "top"), header_style="header right")
            for name, number in boards.items()
        ),
        Column("system", [OFFICIAL if event.system == page.system.id else None for event in events], ("text", "top")),
        *page.season.source_columns,
    ]


def unscored_table(page: Ranked) -> Table:
    """Return a table of the boards that the system cannot score, with the reason for each."""
    board = page.season.seat_columns[: len(BOARD_SHOWN)]
    behind = {column.header: column.values for column in board} | {"status": page.statuses_shown}
    columns = [
        Column(name, [values[seat] for seat in page.unscored], ("wrapped", "top")) for name, values in behind.items()
    ]
    return Table("Unscored", columns, title=say("Boards without a score"), filters=False)


# -- lines above the tables --------------------------------------------------------------------------------------------


def official_line(page: Ranked) -> Message:
    """Return a line that names the events for which the system is the official one."""
    events = page.season.event_rows
    names = [event.name_ for event in events if event.system == page.system.id]
    if not names:
        return say("Not the official system for any event in this season: shown for comparison.")
    if len(names) == len(events) > 1:
        return say("The official system for every event in this season.")
    return say("The official system for {events}.", events=few(names))


def event_lines(page: Ranked) -> list[Message]:
    """Return one line for each of the first EVENTS_SHOWN events and, if there are more, a line saying how many more."""
    lines = [event_line(page, event) for event in page.season.event_rows[:EVENTS_SHOWN]]
    more = len(page.season.event_rows) - EVENTS_SHOWN
    return [*lines, *([say("and {n} more (see the sheet Checks)", n=more)] if more > 0 else [])]


def event_line(page: Ranked, event: Any) -> Message:
    """Return a line about one event, with its number of scored boards, its file and the start of the file's digest."""
    labelled = say("{event} ({label})", event=event.name_, label=label_shown(event.data))
    boards, scored_boards, set_aside = (
        number[event.event] for number in (page.season.boards_of, page.scored_of, page.season.aside_of)
    )
    scored = plural("{scored} of 1 board scored", "{scored} of {n} boards scored", boards, scored=scored_boards)
    aside = [say("{n} set aside", n=set_aside)] if set_aside else []
    return say(
        "{event}: {scored} · {file} · sha256 {digest}",
        event=labelled if len(page.heading.labels) > 1 else event.name_,
        scored=listed([scored, *aside]),
        file=event.file,
        digest=event.digest[:8],
    )
