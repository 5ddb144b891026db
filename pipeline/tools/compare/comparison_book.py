"""The comparison as a workbook: places, scores, standings, moves and properties of every system."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from pipeline.events.opinions import movers
from pipeline.pages.book import Band, Book, Column, Sheet, Styles, Table, notes
from pipeline.pages.checks import checks_sheet, files_table, source_columns
from pipeline.pages.heading import Heading
from pipeline.pages.ranked import THREE_DECIMALS
from pipeline.pages.shared_columns import (
    BOARD_SHOWN,
    MEDALS,
    SEAT_SHOWN,
    WHOLE_NAME,
    cells,
    dim,
    number_column,
    rank_column,
    seats_table,
    text_column,
)
from pipeline.pages.translate import book
from pipeline.rules.systems import System
from pipeline.score.published import STATUSES
from pipeline.tools.compare.comparison import UNDER_NONE, Comparison, Yardstick, mean_agreement, moved_from, short_name
from pipeline.tools.compare.positions import course_lines, tried_on
from pipeline.tools.compare.properties import ANSWERS, PROPERTIES
from schemas.messages import Text, Verbatim, few, listed, say

TITLE = say("The systems compared")
SHEETS = (
    "Places",
    "Scores",
    "Standings",
    "Moves",
    "Second opinion",
    "Second-opinion boards",
    "Agreement",
    "Properties",
    "Checks",
)
UNSCORED = say("An empty cell means that the system cannot score the board; its own workbook says why.")
BOARDS_SCORED = say("← boards scored →")
OTHER_THAN_OFFICIAL = say("Blue and bold: better than the official place; amber and italic: worse.")
PALE, DARKEST = 0.4, 17  # tau up to which a cell is white, and number of the style for a tau of 1
PROPERTY_WIDTH = 22
OF_OPINION, MOVERS_LISTED = ("event", "official", "reading"), 30


def comparison_book(comparison: Comparison, properties: pd.DataFrame) -> Book:
    """Return the workbook that compares the systems in a season, and lists the properties of each system."""
    heading = Heading(
        TITLE, comparison.season, comparison.status, comparison.reasons, comparison.labels, comparison.words
    )
    return book(
        heading,
        [
            places_sheet(comparison),
            scores_sheet(comparison),
            standings_sheet(comparison),
            moves_sheet(comparison),
            opinions_sheet(comparison),
            opinion_boards_sheet(comparison),
            agreement_sheet(comparison),
            properties_sheet(properties),
            checks_sheet(heading, comparison.checks, [files_table(file_columns(comparison.events))]),
        ],
    )


def yardstick_lines(yardstick: Yardstick) -> list[Text]:
    """Return lines that say which systems are official, and what replaces a missing official ranking."""
    return [yardstick.officials, *([yardstick.instead] if yardstick.instead else [])]


# -- boards ------------------------------------------------------------------------------------------------------------


def places_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet of places, with one row per seat and one column per system."""
    table = comparison.places
    columns = [*seat_columns(table), *official_columns(table), *(place_column(id, table) for id in comparison.systems)]
    legend = [
        say("Places on the board; 2= means a shared place."),
        *([OTHER_THAN_OFFICIAL] if any_official(table) else []),
    ]
    return seats_sheet("Places", comparison, columns, [listed(legend, " "), UNSCORED])


def scores_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet of scores, with one row per seat and one column per system."""
    table = comparison.scores
    scores = [
        of_system(number_column(short_name(id), table[id], 3 if system.published in THREE_DECIMALS else 2))
        for id, system in comparison.systems.items()
    ]
    columns = [*seat_columns(table), *official_columns(table), *scores]
    return seats_sheet(
        "Scores",
        comparison,
        columns,
        [listed([say("Each system has its own scale."), UNSCORED], " ")],
    )


def seats_sheet(name: str, comparison: Comparison, columns: Sequence[Column], lines: Sequence[Text]) -> Sheet:
    """Return a sheet with one row per seat."""
    status = comparison.places["status"]
    if (status != "scored").any():
        columns = [*columns, Column("status", [STATUSES.get(word, UNDER_NONE) for word in status], ("text",))]
    unscored = comparison.scores[[*comparison.systems]].isna().all(axis=1)
    return Sheet(name, [seats_table(name, columns, dim(unscored))], [comparison.yardstick.officials, *lines])


def seat_columns(table: pd.DataFrame) -> list[Column]:
    """Return the columns that describe a seat: event, round, board, power, player, final centres."""
    return [
        *(text_column(name, table[name]) for name in SEAT_SHOWN),
        number_column("final centres", table["final_centres"]),
    ]


def official_columns(table: pd.DataFrame) -> list[Column]:
    """Return the columns for official places and scores, and for official systems if there are several.

    The list is empty if no event names its system.
    """
    named = table["official"].map(lambda id: short_name(id) if id else None)
    if not any_official(table):
        return []
    rank = rank_column("official place", table["official_place"], [*BOARD_SHOWN, "official_place"], table)
    score = number_column("official score", table["official_score"])
    system = [text_column("official system", named)] if len(set(table["official"])) > 1 else []
    return [*system, replace(rank, styles=(*rank.styles, "sum")), replace(score, styles=(*score.styles, "sum"))]


def any_official(table: pd.DataFrame) -> bool:
    """Return whether any event names its system."""
    return bool((table["official"] != "").any())


def place_column(id: str, table: pd.DataFrame) -> Column:
    """Return the column of places under a system.

    Each place is marked if it is better or worse than the official place.
    """
    column = of_system(rank_column(short_name(id), table[id], [*BOARD_SHOWN, id], table))
    return marked(column, table[id], table["official_place"])


def of_system(column: Column) -> Column:
    """Return a column marked so that its header, which is a system's name, is not translated."""
    return replace(column, original=True)


def marked(column: Column, ranks: pd.Series, than: pd.Series) -> Column:
    """Return a column of ranks. Each rank is marked if it is better or worse than the rank in `than`."""
    better, worse = (ranks < than).fillna(False), (ranks > than).fillna(False)
    marks: list[Styles] = [
        ("better",) if up else ("worse",) if down else () for up, down in zip(better, worse, strict=True)
    ]
    return replace(
        column, cell_styles=[(*styles, *mark) for styles, mark in zip(column.cell_styles, marks, strict=True)]
    )


# -- standings ---------------------------------------------------------------------------------------------------------


def standings_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet of the season's ranks under every system, side by side."""
    yardstick = comparison.yardstick
    marks = say("Blue and bold: better than the official rank; amber and italic: worse.")
    if not yardstick.official:
        marks = say(
            "Blue and bold: better than the rank under {system}; amber and italic: worse.",
            system=short_name(yardstick.lead),
        )
    ranks = say("Ranks by season total, as in each system's own workbook.")
    lines = [
        listed([ranks, marks], " "),
        say(
            "Ranks are marked only under systems that score the same boards as the first system. The Moves sheet compares the other systems on the boards they have in common."
        ),
    ]
    table = Table(
        "Standings",
        standing_columns(comparison),
        instead=say("None of this season's boards could be scored."),
        trusted=True,
        frozen="player",
    )
    return Sheet("Standings", [table], [*yardstick_lines(yardstick), *lines])


def standing_columns(comparison: Comparison) -> list[Column]:
    """Return the columns for the leading system's ranks, the players, their games, and the other systems' ranks."""
    table, lead, official = comparison.standings, comparison.yardstick.lead, comparison.yardstick.official
    medals: list[Styles] = [(MEDALS[rank],) if official and rank in MEDALS else () for rank in table[lead].fillna(0)]
    name = say("official: {system}", system=short_name(lead)) if official else Verbatim(short_name(lead))
    first = rank_column(name, table[lead], [lead], table)
    cell_styles = [(*styles, *medal) for styles, medal in zip(first.cell_styles, medals, strict=True)]
    return [
        replace(
            first,
            styles=(*first.styles, "strong"),
            cell_styles=cell_styles,
            caption=str(comparison.boards[lead]),
            least=12,
        ),
        Column(
            "player",
            cells(table["player"]),
            ("text", "strong"),
            medals,
            least=30,
            width=WHOLE_NAME,
            caption=BOARDS_SCORED,
        ),
        number_column("games", table["games"]),
        *(other_ranks(id, comparison) for id in comparison.systems if id != lead),
    ]


def other_ranks(id: str, comparison: Comparison) -> Column:
    """Return the column of ranks under a system.

    Each rank is marked if it is better or worse than the rank under the system that the standings are sorted by. No
    rank is marked if the two systems do not score the same boards.
    """
    table, lead, scores = comparison.standings, comparison.yardstick.lead, comparison.scores
    column = of_system(rank_column(short_name(id), table[id], [id], table))
    column = replace(column, caption=str(comparison.boards[id]))
    same_boards = scores[id].notna().equals(scores[lead].notna())
    return marked(column, table[id], table[lead]) if same_boards else column


def moves_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet that shows how much each system's standings differ from the official ones."""
    columns, moves = move_columns(comparison.moves), comparison.moves
    lines = [
        say(
            "Both sets of standings use only the boards that both systems can score. In brackets: the rank under the first system, then under the second."
        ),
        say(
            "Kendall's tau-b: 1 means the same order, 0 no relation, -1 the reverse order. Ranks shown as tied count as ties."
        ),
    ]
    table = Table(
        "Moves",
        columns,
        dim(moves["boards"] == 0),
        trusted=True,
        separated=["compared with"],
        frozen="system",
    )
    nothing = Band(say("No two systems could score the same board."), "message")
    blocks = [table] if moves["boards"].any() else [nothing]
    return Sheet("Moves", blocks, [*yardstick_lines(comparison.yardstick), *lines], widths=columns)


def move_columns(moves: pd.DataFrame) -> list[Column]:
    """Return the columns that compare the standings of two systems: boards, tau, and who gains or loses most."""
    nothing = say("no boards that both systems can score")
    up = [who if boards else nothing for who, boards in zip(moves["up_players"], moves["boards"], strict=True)]
    return [
        Column("compared with", [short_name(id) for id in moves["base"]]),
        Column("system", [short_name(id) for id in moves["system"]], ("text", "strong")),
        replace(number_column("boards in common", moves["boards"]), least=12),
        number_column("players", moves["players"]),
        replace(number_column("Kendall's tau-b", moves["tau"], 3), styles=("decimals 3", "sum"), least=12),
        replace(number_column("players who move", moves["moved"]), least=13),
        replace(number_column("most places gained", moves["up"]), least=13),
        Column("who gains most", up, ("wrapped",), width=44, least=36),
        replace(number_column("most places lost", moves["down"]), least=13),
        Column("who loses most", [*moves["down_players"]], ("wrapped",), width=44, least=36),
    ]


def opinions_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet that shows how other readings of an event's official system would change its standings."""
    lines = [
        say(
            "Programs and authors interpret the rules of some systems differently. The Rules sheet for each reading says who uses that reading. This sheet shows the results that each reading would give."
        ),
        say(
            "Both sets of standings count only the boards that both readings can score. In brackets: the rank under the official system, then under the other reading."
        ),
    ]
    nothing = say("None of this season's official systems has another published reading.")
    table = Table("Opinions", opinion_columns(comparison), instead=nothing, frozen="event")
    return Sheet("Second opinion", [table], lines)


def opinion_columns(comparison: Comparison) -> list[Column]:
    """Return the columns that show what other readings of the official systems' rules would change.

    The table has one row per event and reading. Each row says on how many boards the results would differ, and who
    would gain or lose ranks.
    """
    compared, moves, seats = comparison.opinions.compared, comparison.opinions.moves, comparison.opinions.seats
    rows = compared[[*OF_OPINION]].to_records(index=False).tolist()
    moved = [moves[among_opinion(moves, row)] for row in rows]
    boards = [len(seats[among_opinion(seats, row)].drop_duplicates(["round", "board"])) for row in rows]
    return [
        text_column("event", compared["event"]),
        Column("official system", [short_name(id) for id in compared["official"]]),
        Column("other reading", [short_name(id) for id in compared["reading"]], ("text", "strong"), least=14),
        replace(number_column("boards in common", compared["boards"]), least=12),
        replace(number_column("boards that differ", pd.Series(boards, dtype=int)), least=12),
        replace(number_column("players who move", pd.Series([len(one) for one in moved], dtype=int)), least=13),
        Column("who would move up", [in_words(one, gain=True) for one in moved], ("wrapped",), width=60, least=36),
        Column("who would move down", [in_words(one, gain=False) for one in moved], ("wrapped",), width=60, least=36),
    ]


def among_opinion(rows: pd.DataFrame, wanted: tuple[str, ...]) -> pd.Series:
    """Return a mask of the rows that compare an event's official system with one other reading of its rules.

    wanted  the event, the official system and the other reading
    """
    return (rows[[*OF_OPINION]] == [*wanted]).all(axis=1)


def in_words(moves: pd.DataFrame, gain: bool) -> Text:
    """Return rank changes in words, such as `Anna (5 to 2), Berta (7 to 4)`."""
    return few([moved_from(*one) for one in movers(moves, gain)], MOVERS_LISTED)


def opinion_boards_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet of boards on which another reading of the system's rules changes a place or a score.

    The sheet has one row per seat.
    """
    seats = comparison.opinions.seats
    columns = [
        *(text_column(name, seats[name]) for name in SEAT_SHOWN),
        Column("official system", [short_name(id) for id in seats["official"]]),
        Column("other reading", [short_name(id) for id in seats["reading"]], ("text", "strong"), least=14),
        rank_column("official place", seats["place"], [*OF_OPINION, *BOARD_SHOWN, "place"], seats),
        marked(
            rank_column("other place", seats["other_place"], [*OF_OPINION, *BOARD_SHOWN, "other_place"], seats),
            seats["other_place"],
            seats["place"],
        ),
        number_column("official score", seats["score"], 3),
        number_column("other score", seats["other_score"], 3),
        number_column("difference", seats["other_score"] - seats["score"], 3),
    ]
    boards = say("Boards where a place or score differs.")
    lines = [listed([boards, OTHER_THAN_OFFICIAL], " ")]
    nothing = say("No other reading of the rules would change any place or score on this season's boards.")
    return Sheet("Second-opinion boards", [Table("OpinionBoards", columns, instead=nothing, frozen="event")], lines)


def agreement_sheet(comparison: Comparison) -> Sheet:
    """Return the sheet with Kendall's tau-b between each pair of systems."""
    lines = [
        say(
            "Kendall's tau-b for the season's standings, based on the boards that both systems can score: 1 means the same order."
        ),
        say(
            "The darker the cell, the closer the agreement; white means {pale} or less. An empty cell means that the systems have no boards in common, or that everybody is level.",
            pale=PALE,
        ),
        say("The mean covers all the other systems except other editions of the same system."),
    ]
    table = Table(
        "Agreement", agreement_columns(comparison.agreement, comparison.systems), filters=False, frozen="system"
    )
    return Sheet("Agreement", [table], lines, one_page=True)


def agreement_columns(agreement: pd.DataFrame, of_systems: Mapping[str, System]) -> list[Column]:
    """Return the columns of the agreement matrix, followed by each system's mean agreement with the others."""
    names = [short_name(id) for id in agreement]
    others = agreement.mask(agreement.index.to_numpy()[:, None] == agreement.columns.to_numpy())
    return [
        Column("system", names, ("text", "strong")),
        *(tau_column(name, others[id]) for name, id in zip(names, agreement, strict=True)),
        replace(number_column("mean", mean_agreement(agreement, of_systems)), styles=("decimals 2", "sum")),
    ]


def tau_column(name: str, taus: pd.Series) -> Column:
    """Return the column of one system's agreement with the others. The darker a cell, the closer the agreement."""
    values = cells(taus)
    cell_styles: list[Styles] = [shade(tau) if isinstance(tau, float) else ("dim",) for tau in values]
    return of_system(
        Column(name, values, ("decimals 2", "middle"), cell_styles=cell_styles, header_style="header centre", least=10)
    )


def shade(tau: float) -> Styles:
    """Return the cell style for a value of Kendall's tau."""
    depth = round(DARKEST * (tau - PALE) / (1 - PALE))
    return (f"heat {depth}",) if depth > 0 else ()


# -- properties --------------------------------------------------------------------------------------------------------


def properties_sheet(properties: pd.DataFrame) -> Sheet:
    """Return the sheet of properties, with one row per system."""
    lines = [
        tried_on(),
        say(
            "17-16-1 stands for a final position in which the first power has 17 centres and four powers have none. The worst example is shown below each finding."
        ),
        say("Systems whose rules give no points for a solo, or for some draws, are left out."),
    ]
    table = Table("Properties", property_columns(properties), filters=False, frozen="system")
    return Sheet("Properties", [table, *notes(say("What the columns mean"), property_lines())], lines, one_page=True)


def property_columns(properties: pd.DataFrame) -> list[Column]:
    """Return the column of systems, followed by one column per property with its answers, figures and examples."""
    names = [short_name(id) for id in properties["system"]]
    return [
        Column("system", names, ("text", "top", "strong")),
        *(property_column(name, properties) for name in PROPERTIES),
    ]


def property_column(name: str, properties: pd.DataFrame) -> Column:
    """Return the column of one property, with each system's answer, figures and example."""
    answers = [ANSWERS[bool(holds)] for holds in properties[name]]
    findings = zip(answers, properties[f"{name}_figures"], properties[f"{name}_example"], strict=True)
    texts = [
        listed([with_meaning(answer, figures) if figures else answer, *([example] if example else [])], "\n")
        for answer, figures, example in findings
    ]
    cell_styles: list[Styles] = [(str(answer),) for answer in answers]
    return Column(
        PROPERTIES[name].header, texts, ("wrapped", "top"), cell_styles, width=PROPERTY_WIDTH, least=PROPERTY_WIDTH
    )


def with_meaning(text: Text, meaning: Text) -> Text:
    """Return an answer or a property, followed by a colon and its meaning."""
    return say("{property}: {meaning}", property=text, meaning=meaning)


def property_lines() -> Iterable[Text]:
    """Yield the meaning of each property, then a description of each course of play."""
    yield from (with_meaning(rule.header, rule.means) for rule in PROPERTIES.values())
    yield from course_lines()
    yield say(
        "If no course is named, the same example applies to all three courses. No turns are missed in any game. Without a solo, all survivors share the draw."
    )


# -- checks ------------------------------------------------------------------------------------------------------------


def file_columns(events: pd.DataFrame) -> list[Column]:
    """Return the columns that describe the events: boards, official system and files."""
    return [
        Column("event", cells(events["name"]), ("wrapped", "top"), width=54),
        Column("boards", cells(events["boards"]), ("integer", "top"), header_style="header right"),
        Column("official system", [short_name(id) if id else None for id in events["system"]], ("text", "top")),
        *source_columns(events),
    ]
