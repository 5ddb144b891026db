"""The workbook of a season's events: an overview, one sheet per event, and the rules that were applied.

Further sheets show what can still change, and the prizes, results and boards of all events.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from math import nan
from typing import Any, NamedTuple

import pandas as pd

from pipeline.events.chances import Chances
from pipeline.events.prizes import Prizes
from pipeline.events.standings import GAME, SAT_OUT
from pipeline.language.language import Language
from pipeline.pages.bao import rules_tables, standings_sheet
from pipeline.pages.book import (
    Block,
    Book,
    Column,
    Said,
    Sheet,
    Styles,
    Table,
    TableRow,
    last_trusted,
    notes,
)
from pipeline.pages.bulletin import adds_games, game_tables, glossary, list_tables, of_bulletin
from pipeline.pages.heading import UNREAL, label_shown, with_reasons
from pipeline.pages.season import Season
from pipeline.pages.shared_columns import (
    WHOLE_NAME,
    cells,
    decimals_of,
    doubt_columns,
    dropped,
    figures_column,
    in_english,
    medals,
    number_column,
    ranks_column,
    rule_columns,
    strong_column,
    text_column,
    used_column,
)
from pipeline.pages.translate import book
from pipeline.pages.words import COLUMNS, RULE_LABELS, STATUS
from pipeline.rules.counting import Counting, counting_words, countings, ways
from schemas.keys import of_event
from schemas.messages import NOTHING, Listed, Message, Name, Text, Verbatim, in_context, listed, say
from schemas.words import SUM, split

RESULT_KINDS = {GAME: say("game"), SAT_OUT: say("sat out")}
NO_SYSTEM = say("No official system is named, so this event has no standings.")
RULES_LINE = say(
    "The rules applied in this season's events, in addition to those of their systems. Each system's rules are in its own workbook."
)
NO_SCORE = say("None of this event's boards could be scored under its official system.")
ADDED = {  # points added to the board scores, and the labels of their paragraph, in Italia-2010 or other rules
    "two_boards": ("8.6",),
    "sat_out": ("8.7", "points"),
    "handicap": ("handicap",),
    "adjustment": ("adjustment",),
    "top_table": ("8.3",),
}
FIRST = {
    "division": "division",
    "games_short": "minimum",
    "top_place": "top table",
}  # columns that rank players before the score does, with the label of their paragraph
TIES = ("level", "5", "ties")  # labels of the paragraph on ties: for typed tie-breaks, Italia-2010, other rules
ADDED_TO = Message("{column} ({label})")
GIVES = {label: f"{COLUMNS[name]} ({label})" for name, (label, *_) in ADDED.items() if label[0].isdigit()} | {
    "5": "ties"
}
CAN_CHANGE = say("What can still change")
RESULTS_LINE = say("Results that are struck out are dropped. All others count.")
WALL_HEADERS = {"header right": "wall header right"}
DIVISIONS, TEAMS = say("Winners of the divisions"), say("Teams")
UNRANKED = (None, None)  # stands for the score and rank of a player who has not played yet
CAN_BE = ("lowest", "highest", "best_rank", "worst_rank", "counts_above", "gains_above")


class LastRounds(NamedTuple):
    """The latest round of each event that has results.

    names    name of the round, keyed by event
    several  the events that also have results from other rounds
    points   each player's points in the round, keyed by event and player, only for the events in `several`
    seats    the power and centres of each player's results in the round, keyed by event and player
    """

    names: Mapping[str, str]
    several: Collection[str]
    points: Mapping[tuple[str, str], float]
    seats: Mapping[tuple[str, str], Text]


def events_book(season: Season) -> Book:
    """Return the workbook of a season's events.

    The workbook has an overview, the sheets of each event, the sheets that cover all events, and the rules that were
    applied.
    """
    diplomacy = season.diplomacy_events
    overview, last_rounds = _overview(season, diplomacy), _last_rounds(season.standings.results)
    sheets = [overview]
    for number, event in enumerate(diplomacy, 1):
        sheets += [*_wall_sheet(season, event, number, last_rounds), _event_sheet(season, event, number)]
    for number, page in enumerate(season.tournaments, len(diplomacy) + 1):
        sheets.append(standings_sheet(page, f"{number} {page.name}", f"Groups_{number}"))
    if len(season.events) == 1:  # the sheets that people print come first
        sheets = [*sheets[1:], overview]
    sheets += _sheets_of_all(season, diplomacy)
    applied = {counting for counted in season.counted_by.values() for counting in counted}
    rules = [*counting_tables(applied, season.words), *rules_tables(season.tournaments, season.words)]
    sheets += [Sheet("Rules", rules, [RULES_LINE, *in_english(season.words)], frozen=True)] if rules else []
    return book(season.heading(say("Events")), sheets)


def counts_by_the_sum(season: Season, event: Any) -> bool:
    """Return whether an event only adds up its board scores, without entered results or rules that change the sum."""
    plain = event.how == SUM and not event.round_score and all(rule.ways for rule in season.counted_by[event.event])
    return plain and not len(of_event(season.computed.tables.results, season.name, event.event))


def how_it_counts(season: Season, event: Any) -> Message:
    """Return a line with an event's status, system, counting method and file."""
    status, _ = season.event_status(event.event)
    return say(
        "{event} · {status} · {system} · counting: {counting} · {file}",
        event=event.name_,
        status=STATUS[status],
        system=system_title(season, event.system) or say("no official system"),
        counting=counting_shown(event),
        file=event.file,
    )


def counting_shown(event: Any) -> Listed:
    """Return a description of how an event counts its results, including round weights and tie-breaks."""
    weights, ties = Verbatim(event.round_weights), listed(Name("tie-break", name) for name in split(event.tie_breaks))
    return listed(
        [
            counting_words(event.how, event.counting_number),
            *([say("round weights {weights}", weights=weights)] if event.round_weights else []),
            *([say("ties are broken by {criteria}", criteria=ties)] if event.tie_breaks else []),
        ],
        " · ",
    )


def event_standings(season: Season, event: Any, name: str) -> Table:
    """Return the table of an event's standings under its own counting method."""
    standings = season.standings_of[event.event]
    after = _after_rounds(season.standings.rounds, event.event, standings["player"])
    counted, score = season.counted_by[event.event], ways()[event.how].label
    return Table(
        name,
        _standing_columns(standings, after, counted, score, season.doubts),
        medals(standings["rank"]),
        instead=NO_SCORE if event.system else NO_SYSTEM,
    )


def system_title(season: Season, system: str) -> str:
    """Return the title of the season's system with this id, or "" for an empty id."""
    return season.computed.system(season.name, system).title if system else ""


def _overview(season: Season, diplomacy: list[Any]) -> Sheet:
    rows = [_overview_row(season, event) for event in diplomacy]
    rows += [
        (
            *(p.name, _status(season, p.event), p.rule_sheets[0].title, None),
            *("; ".join(sheet.title for sheet in p.rule_sheets), p.players, None, p.winner, p.data, p.file),
        )
        for p in season.tournaments
    ]
    names, statuses, system_titles, counting, rules, players, boards, winners, labels, files = (
        zip(*rows, strict=True) if rows else [()] * 10
    )
    aside = Counter(season.aside["event"])
    lacked = [*(aside[event.event] or None for event in diplomacy), *[None] * len(season.tournaments)]
    columns = [
        Column("event", names, ("text", "strong"), width=WHOLE_NAME),
        Column("status", statuses, width=34),
        Column("official system", system_titles, width=34),
        Column("counting", counting),
        Column("rules", rules, width=34, links=["#'Rules'!A1" if applied else "" for applied in rules]),
        Column("players", players, ("integer",), header_style="header right"),
        Column("boards", boards, ("integer",), header_style="header right"),
        *([number_column("boards set aside", pd.Series(lacked, dtype=float))] if aside else []),
        Column("first", winners, ("text", "strong"), width=34),
        Column("data", [*map(label_shown, labels)]),
        Column("file in data/raw", files, width=44),
    ]
    nothing = say("This season has no events that could be read.")
    return Sheet("Events", [Table("Events", columns, instead=nothing, frozen="event")])


def _overview_row(season: Season, event: Any) -> tuple[Said, ...]:
    """Return an event's overview row: name, status, system, counting, rules, players, boards, winners, label, file."""
    standings = season.standings_of[event.event]
    first = (player for player, rank in zip(standings["player"], standings["rank"], strict=True) if rank == 1)
    winners = "" if adds_games(season, event) else ", ".join(first)
    boards, players = season.sizes[event.event]
    system, counting = system_title(season, event.system) or None, counting_words(event.how, event.counting_number)
    rules = "; ".join(dict.fromkeys(one.title.partition(":")[0] for one in season.counted_by[event.event])) or None
    status = _status(season, event.event)
    return event.name_, status, system, counting, rules, players, boards, winners, event.data, event.file


def counting_tables(applied: Collection[Counting], words: Language) -> list[Table]:
    """Return one table of rules for each counting method that was applied."""
    tables = []
    for counting in countings().values():
        if counting in applied:
            rules = [rule._replace(part=rule.part or GIVES.get(rule.label, "")) for rule in counting.rules]
            tables.append(
                Table(_rules_name(counting), rule_columns(rules, words, "column"), title=counting.title, filters=False)
            )
    return tables


def _rules_name(counting: Counting) -> str:
    return f"Rules_{counting.id}"


@cache
def _paragraphs(counting: Counting) -> dict[str, TableRow]:
    """Return one table row for each paragraph of a counting rule, keyed by the paragraph's label.

    Results are cached, since many events share the same rule.
    """
    return {rule.label: TableRow(_rules_name(counting), row) for row, rule in enumerate(counting.rules)}


def _below_rule(column: Column, counted: Sequence[Counting], *labels: str) -> Column:
    """Return the column with a caption that links to the column's paragraph in the event's rules.

    labels  possible labels of the paragraph, in order of preference
    """
    paragraphs = dict(chain.from_iterable(_paragraphs(counting).items() for counting in counted))
    label = next((label for label in labels if label in paragraphs), "")
    of_italia = label in GIVES and label not in TIES
    header = ADDED_TO.of({"column": column.header, "label": label}) if of_italia else column.header
    return replace(column, header=header, caption=RULE_LABELS.get(label, label), link=paragraphs.get(label))


def _event_sheet(season: Season, event: Any, number: int) -> Sheet:
    """Return the sheet of an event, with its standings or with the games of its bulletin."""
    status, reasons = season.event_status(event.event)
    remarks = [*reasons, *season.in_doubt(event.event)]
    warnings = [say("{event}: {left}", event=event.name_, left=with_reasons(status, remarks))] if remarks else []
    lines: list[Text] = [how_it_counts(season, event)]
    if of_bulletin(season, event):
        lines += glossary(season, season.computed.system(season.name, event.system))
        return Sheet(f"{number} {event.name_}", _bulletin(season, event, number), lines, warnings, frozen=True)
    standings = replace(event_standings(season, event, f"Standings_{number}"), frozen="player", trusted=True)
    return Sheet(f"{number} {event.name_}", [standings], lines, warnings)


def _bulletin(season: Season, event: Any, number: int) -> list[Table]:
    """Return one table for each game of a bulletin.

    If there are several games, these tables are followed by the ranking lists of the season's circuits that use the
    event's system.
    """
    system = season.computed.system(season.name, event.system)
    games = game_tables(season, system, event, f"Game_{number}")
    return last_trusted([*games, *(list_tables(season, system, f"List_{number}") if adds_games(season, event) else [])])


def _sheets_of_all(season: Season, diplomacy: Sequence[Any]) -> list[Sheet]:
    """Return the sheets that cover all events: what can still change, prizes, results and boards."""
    chances, prizes = list[Block](), list[Table]()
    for number, event in enumerate(diplomacy, 1):
        if not adds_games(season, event):
            blocks = chances_blocks(season.results.chances_of(season.name, event.event), number, event.name_)
            chances += blocks
        for table in prize_tables(season.results.prizes_of(season.name, event.event), number):
            prizes.append(replace(table, title=say("{event}: {left}", event=event.name_, left=table.title)))
    played = [event.event for event in diplomacy]
    results = season.standings.results
    results = results[results["event"].isin(played)]
    table = Table(
        "Results",
        _result_columns(results, season),
        dropped(results["used"]),
        trusted=True,
        frozen="player",
    )
    return [
        *([Sheet(str(CAN_CHANGE), chances, frozen=True)] if chances else []),
        *([Sheet("Prizes", last_trusted(prizes), frozen=True)] if prizes else []),
        *([Sheet("Results", [table], [RESULTS_LINE])] if len(results) else []),
        *([Sheet("Boards", [season.boards_table])] if season.boards_table.height else []),
    ]


def _last_rounds(results: pd.DataFrame) -> LastRounds:
    """Return the last round of each event, given the results of a season."""
    is_last = (results["round_no"] == results.groupby("event")["round_no"].transform("max")).to_numpy(bool)
    last, several = results[is_last], {*results["event"][~is_last]}
    names: dict[str, str] = {}
    seats: dict[tuple[str, str], list[Text]] = {}
    columns = (last[name].tolist() for name in ("event", "round", "player", "power", "kind", "final_centres"))
    for event, name, player, *seat in zip(*columns, strict=True):
        names.setdefault(event, name)
        seats.setdefault((event, player), []).append(_seat_shown(*seat))
    points = {  # each event by itself, since the last digits of a sum in pandas depend on the other rows
        (event, player): total
        for event, rows in last[last["event"].isin(several)][["event", "player", "points"]].groupby("event")
        for player, total in rows.groupby("player")["points"].sum().items()
    }
    return LastRounds(names, several, points, {key: listed(shown, " · ") for key, shown in seats.items()})


def _wall_sheet(season: Season, event: Any, number: int, last: LastRounds) -> list[Sheet]:
    """Return a list with the event's wall sheet, or an empty list if the event does not rank players.

    The sheet shows the standings in large letters, to hang on a wall.
    """
    standings = season.standings_of[event.event]
    if standings.empty or adds_games(season, event):
        return []
    names, ranks = standings["player"], standings["rank"].tolist()
    keys = [(event.event, player) for player in names]
    has_results = event.event in last.names
    of_round = say("round {round}", round=last.names[event.event]) if has_results else NOTHING
    published = season.computed.system(season.name, event.system).published if event.system else ""
    places = decimals_of(standings["score"], published)
    columns = [
        ranks_column("rank", cells(standings["rank"])),
        Column("player", cells(names), ("text", "strong"), width=WHOLE_NAME, least=1),
        *(
            [replace(number_column("total", standings["score"], places), styles=(f"decimals {places}", "strong"))]
            if standings["score"].notna().any()
            else []
        ),
        *([figures_column(of_round, [*map(last.points.get, keys)], places)] if event.event in last.several else []),
        *([Column(say("power, centres"), [*map(last.seats.get, keys)], width=22)] if has_results else []),
    ]
    large = [
        replace(
            column,
            styles=(*column.styles, "wall", *["wall name"] * (column.header == "player")),
            header_style=WALL_HEADERS.get(column.header_style, "wall header"),
        )
        for column in columns
    ]
    rows: list[Styles] = [
        ("wall podium",) if rank <= 3 < below else () for rank, below in zip(ranks, [*ranks[1:], nan], strict=True)
    ]
    lines = [_status(season, event.event), *([label_shown(event.data)] if event.data in UNREAL else [])]
    name = "Standings" if len(season.events) == 1 else say("Standings {n}", n=number)
    table = Table(f"Wall_{number}", large, rows, filters=False, trusted=True)
    return [Sheet(name, [table], lines, wall=event.name_)]


def _seat_shown(power: str, kind: str, final_centres: float) -> Text:
    """Return the power and centres of a result.

    For a result without a power, return its kind, such as `sat out`, or NOTHING if the result is a game.
    """
    if not power:
        return RESULT_KINDS[kind] if kind != GAME else NOTHING
    centres = [] if pd.isna(final_centres) else [str(int(final_centres))]
    return listed([Name("power", power), *centres])


def _status(season: Season, event: str) -> Message:
    """Return the status of an event with its reasons and, if any names are doubtful, the number of these names."""
    status, reasons = season.event_status(event)
    return with_reasons(status, [*reasons, *season.in_doubt(event)])


def _standing_columns(
    standings: pd.DataFrame,
    after: Sequence[Column],
    counted: Sequence[Counting],
    score: str,
    doubts: Mapping[str, Text],
) -> list[Column]:
    """Return the columns of the standings: rank, player, games, score, points added, score and rank by round, and ties.

    after  the columns of `_after_rounds`
    """
    figures = {name: cells(standings[name]) for name in (*ADDED, *FIRST)}
    shown = {name: labels for name, labels in ADDED.items() if any(figures[name])}
    shown |= {name: (label,) for name, label in FIRST.items() if any(value is not None for value in figures[name])}
    added = [
        _below_rule(figures_column(COLUMNS[name], figures[name]), counted, *labels) for name, labels in shown.items()
    ]
    added += [text_column("remark", standings["remark"], width=34)] if any(standings["remark"]) else []
    return [
        ranks_column("rank", cells(standings["rank"])),
        strong_column("player", standings["player"], least=0),
        *doubt_columns(doubts, standings["player"]),
        number_column("games", standings["games"]),
        _below_rule(number_column("score", standings["score"]), counted, score),
        *added,
        *after,
        _below_rule(text_column("ties", standings["settled"], width=44), counted, *TIES),
    ]


def _after_rounds(rounds: pd.DataFrame, event: str, players: pd.Series) -> list[Column]:
    """Return the columns for the score and the rank after each round of an event (Italia-2010, paragraph 7).

    rounds   the standings of all the season's events after each round
    players  the players in the order of the final standings
    """
    played = rounds["event"].to_numpy(object) == event
    rows = (rounds[name].to_numpy()[played].tolist() for name in ("round_no", "after", "player", "score", "rank"))
    names: dict[int, str] = {}
    after: dict[int, dict[str, tuple[float | None, float | None]]] = {}
    for number, name, player, *figures in zip(*rows, strict=True):
        names[number] = name
        after.setdefault(number, {})[player] = (*figures,)
    columns = []
    for number, name in names.items():
        scores, ranks = map(list, zip(*(after[number].get(player, UNRANKED) for player in players), strict=True))
        if None in ranks:  # floats, as in a frame with gaps, which decide the width of the column
            ranks = [rank and float(rank) for rank in ranks]
        columns += [
            figures_column(say("after round {name}", name=name), scores),
            ranks_column(say("rank after round {name}", name=name), ranks),
        ]
    return columns


def _result_columns(results: pd.DataFrame, season: Season) -> list[Column]:
    names = results["event"].map(season.names)
    nights = [season.nights.get(key, ("", "")) for key in zip(results["event"], results["round"], strict=True)]
    shown = [
        in_context("days", "{first} to {last}", first=first, last=last) if first != last else first
        for first, last in nights
    ]
    days = pd.Series(shown, results.index, dtype=object)
    return [
        *([text_column("event", names)] if len(season.events) > 1 else []),
        text_column("round", results["round"]),
        *([text_column("ended", days, width=30)] if (days != "").any() else []),
        text_column("player", results["player"]),
        text_column("board", results["board"]),
        text_column("power", results["power"]),
        number_column("place", results["place"]),
        number_column("board score", results["score"]),
        *([number_column("round weight", results["weight"])] if results["weight"].ne(1).any() else []),
        number_column("points", results["points"]),
        *([number_column("rank in round", results["worth"])] if (results["worth"] != results["points"]).any() else []),
        text_column("kind", results["kind"].map(RESULT_KINDS)),
        used_column("used", results["used"]),
        *([number_column("share", results["share"])] if results["why"].ne("").any() else []),
        *([text_column("why", results["why"], width=34)] if results["why"].ne("").any() else []),
    ]


def chances_blocks(chances: Chances, number: int, name: str) -> list[Block]:
    """Return the notes and the table that show what can still change, or an empty list if the event is over.

    number  number of the event in the workbook
    name    name of the event
    """
    rows, said = chances.players, notes(name, chances.events["said"])
    if rows.empty:
        return [*said]
    shown = [name for name in CAN_BE if rows[name].notna().any()]
    columns = [
        ranks_column("rank", cells(rows["rank"])),
        strong_column("player", rows["player"], least=0),
        number_column("score", rows["score"]),
        *(number_column(COLUMNS[name], rows[name]) for name in shown),
    ]
    return [*said, Table(f"Chances_{number}", columns)]


def prize_tables(prizes: Prizes, number: int) -> list[Table]:
    """Return the prize tables that have rows.

    number  number of the event in the workbook
    """
    made = {
        "Divisions": (prizes.divisions, _divisions),
        "Countries": (prizes.countries, _countries),
        "Teams": (prizes.teams, _teams),
        "Team_results": (prizes.team_results, _team_results),
    }
    return [table(rows, f"{name}_{number}") for name, (rows, table) in made.items() if len(rows)]


def _divisions(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        number_column("division", rows["division"]),
        strong_column("player", rows["player"], least=0),
        number_column("rank", rows["rank"]),
        number_column("score", rows["score"]),
    ]
    return Table(name, columns, title=DIVISIONS)


def _countries(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        text_column("power", rows["power"]),
        strong_column("player", rows["player"], least=0),
        text_column("round", rows["round"]),
        text_column("board", rows["board"]),
        number_column("score", rows["score"]),
        number_column("centres", rows["final_centres"]),
    ]
    return Table(name, columns, title=say("Best countries: the best game with each power"))


def _teams(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        ranks_column("rank", cells(rows["rank"])),
        strong_column("team", rows["team"], least=0),
        number_column("players", rows["players"]),
        number_column("games", rows["games"]),
        number_column("score", rows["score"]),
    ]
    return Table(name, columns, medals(rows["rank"]), title=TEAMS)


def _team_results(rows: pd.DataFrame, name: str) -> Table:
    columns = [
        text_column("team", rows["team"]),
        text_column("player", rows["player"]),
        text_column("round", rows["round"]),
        text_column("board", rows["board"]),
        number_column("points", rows["points"]),
        used_column("used", rows["used"]),
        *([replace(text_column("why", rows["why"]), spills=True)] if rows["why"].ne("").any() else []),
    ]
    return Table(
        name,
        columns,
        dropped(rows["used"]),
        title=say("Team games (dropped games are struck out)"),
    )
