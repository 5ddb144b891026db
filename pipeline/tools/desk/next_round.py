"""Prepare an event's next round. Its sheets say which players are present, and the new workbook has rows to fill in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

import pandas as pd

from pipeline.problems.codes import Problem, blocked
from pipeline.read.raw_tables import Raw
from pipeline.rules.counting import countings
from pipeline.rules.rank import in_standings
from pipeline.stages import Computed
from pipeline.tools.desk.seating.hall import Hall, Played, Seating
from pipeline.tools.new.seating import SeatingPage, Table
from pipeline.tools.new.texts import texts
from schemas.fields import weights as weights_of
from schemas.keys import of_event
from schemas.messages import Message, Name, plural, say
from schemas.words import POWERS, TO_BE_PLAYED, fold, natural, round_number, split, vocabulary

SHEETS = ("boards", "games", "nmr", "players")  # sheets in the workbook of the next round
# Codes of problems about text that was not read, and is therefore missing from the new workbook.
NOT_CARRIED = (
    "misspelt",
    "unknown_sheet",
    "sheet_elsewhere",
    "unknown_column",
    "unknown_year",
    "unknown_setting",
    "note_below",
    "loose_total",
)

OURS = ("Source", "Reading")  # paragraphs of a rule sheet that are not rules

Rows = list[dict[str, object]]


class NoSuchRoundError(ValueError):
    """Error raised if the round cannot be seated."""


@dataclass(frozen=True)
class SoFar:
    """Everything entered for an event so far, as needed to write its workbook for the next round.

    settings     the value of each setting, or a list if it has several
    rows         each sheet's rows, keyed by canonical field name, without control totals or rows for the next round
    columns      the canonical field names of each sheet's columns, filled or empty
    not_carried  content of the event's file that the new workbook lacks
    """

    settings: dict[str, object]
    rows: dict[str, Rows]
    columns: dict[str, list[str]]
    not_carried: list[Message]


def hall(
    computed: Computed,
    season: str,
    event: str,
    round: str,
    seed: int,
    *,
    last: bool = False,
    sizes: Sequence[int] = (),
) -> Hall:
    """Return the hall before a round: the players present, and what they have played.

    last  whether this is the last round. A round with a top table always counts as the last.

    Raises NoSuchRoundError if the round has been played, and ValueError if the sheets contradict themselves.
    """
    tables = computed.tables
    seats = of_event(tables.seats, season, event)
    if (seats["round"] == round).any():
        raise NoSuchRoundError(say("round {round} has already been played: its centres are in the sheet", round=round))
    people = of_event(tables.people[tables.people["here"].astype(bool)], season, event)
    played = seats.loc[in_standings(seats["player"]), "player"]
    present = [*people.loc[_holds(people["rounds"], round) | people["rounds"].isna(), "player"]]
    present += [player for player in dict.fromkeys(played) if player not in set(people["player"])]
    top_table = (of_event(tables.events, season, event)["top_table_round"] == round).any()
    standings = computed.results.standings(season, event)
    return Hall(
        players=present,
        number=seats["round"].nunique() + 1,
        seed=seed,
        history=[Played(*seat) for seat in seats[["round", "board", "power", "player"]].itertuples(index=False)],
        ties=[
            {player, *split(names)} for player, names in people[["player", "apart"]].dropna().itertuples(index=False)
        ],
        volunteers=_among(present, people.loc[_holds(people["two_boards"], round), "player"]),
        sitting_out=_among(present, people.loc[_holds(people["sat_out"], round), "player"]),
        last=last or bool(top_table),
        top_table=bool(top_table),
        standings=dict(zip(standings["player"], standings["rank"], strict=True)),
        declined=_among(present, people.loc[people["top_table"] == "no", "player"]),
        sizes=sizes,
    )


def _holds(rounds: pd.Series, round: str) -> pd.Series:
    """Return, for each row, whether its list of rounds contains the round."""
    return rounds.map(lambda typed: round in split(typed), na_action="ignore").astype(object).fillna(False).astype(bool)


def _among(present: Sequence[str], names: pd.Series) -> set[str]:
    return {*present} & {*names}


def must_have_no_errors(computed: Computed, season: str, event: str) -> None:
    """Raise NoSuchRoundError if the event has errors."""
    if (season, event) in blocked(computed.problems):
        raise NoSuchRoundError(say("{event} has errors: correct them first; `check` lists them", event=event))


def unlike_rounds(computed: Computed, season: str, event: str, round: str) -> list[str]:
    """Return the other rounds if the name of `round` does not fit their names, otherwise [].

    The name does not fit if all other rounds are numbered, but `round` is neither numbered nor named by a setting.
    """
    tables = computed.tables
    declared = of_event(tables.events, season, event).iloc[0]
    named = {declared["top_table_round"], declared["tie_break_round"], *(weights_of(declared["round_weights"]) or {})}
    frames = (of_event(rows, season, event)["round"] for rows in (tables.seats, tables.games))
    rounds = sorted({name for names in frames for name in names} - {"", round}, key=natural)
    numbered = all(name.isdecimal() for name in rounds)
    return rounds if numbered and not round.isdecimal() and round not in named else []


def beyond_the_plan(computed: Computed, season: str, event: str, round: str) -> list[Message]:
    """Return remarks if the round is not the next one, or if it makes more rounds than planned."""
    declared = of_event(computed.tables.events, season, event).iloc[0]
    frames = (of_event(rows, season, event)["round"] for rows in (computed.tables.seats, computed.tables.games))
    rounds = {name for names in frames for name in names} - {"", round}
    said, planned = [], declared["planned_rounds"]
    numbers = [number for name in rounds if (number := round_number(name))]
    number = round_number(round)
    if number and len(numbers) == len(rounds) and number > max(numbers, default=0) + 1:
        said.append(
            say(
                "The next round is round {next}, not round {round}.",
                round=round,
                next=max(numbers, default=0) + 1,
            )
        )
    if pd.notna(planned) and max(len(rounds) + 1, number or 0) > planned:
        setting = Name("setting", "rounds")
        many = plural(
            "Only 1 round is planned. If there are more, correct `{setting}`.",
            "Only {n} rounds are planned. If there are more, correct `{setting}`.",
            int(planned),
            setting=setting,
        )
        said.append(many)
    return said


# -- the event's workbook ----------------------------------------------------------------------------------------------


def so_far(computed: Computed, season: str, event: str, round: str) -> SoFar:
    """Return everything entered for an event, except control totals and rows prepared for the round."""
    raw = computed.raw
    rows = {sheet: typed_rows(raw, sheet, season, event) for sheet in SHEETS}
    rows["boards"] = [row for row in seats_of(rows["boards"]) if str(row["round"]) != round]
    boards = of_event(computed.tables.seats, season, event)[["round", "board"]].drop_duplicates()
    played = {*boards.itertuples(index=False, name=None)}
    rows["games"] = [row for row in rows["games"] if str(row["round"]) != round and not _laid_out(row, played)]
    return SoFar(
        settings_of(raw, season, event),
        rows,
        {sheet: columns_of(raw, sheet, season, event) for sheet in SHEETS},
        not_carried(raw, computed.problems, season, event, ("calendar", "placings", "results")),
    )


def _laid_out(game: dict[str, object], played: set[tuple[str, str]]) -> bool:
    """Return whether a row of the `games` sheet only announces a game that has since been played."""
    to_come = vocabulary("result").get(fold(str(game.get("result", "")))) == TO_BE_PLAYED
    only = {*game} == {"round", "board", "result"}
    return to_come and only and (str(game["round"]), str(game["board"])) in played


def seats_of(rows: Rows) -> Rows:
    """Return the rows of the `boards` sheet that are not control totals, grouped by board in the order entered."""
    total = {word for word, name in vocabulary("power").items() if name == "total"}
    return _together([row for row in rows if fold(str(row.get("power", ""))) not in total])


def not_carried(raw: Raw, problems: Sequence[Problem], season: str, event: str, sheets: Sequence[str]) -> list[Message]:
    """Return messages about the content of an event's file that is not carried over to its new workbook.

    sheets  sheets that the new workbook lacks. Only those with rows in the file get a message.
    """
    cells = [
        say("{sheet} {cell}: {found}", sheet=problem.sheet, cell=problem.cell, found=problem.found)
        for problem in problems
        if problem.code in NOT_CARRIED and (problem.season, problem.event) == (season, event)
    ]
    whole = [sheet for sheet in sheets if typed_rows(raw, sheet, season, event)]
    return [*cells, *(say("the sheet {sheet}", sheet=Name("sheet", sheet)) for sheet in whole)]


def with_round(event: SoFar, round: str, seating: Seating) -> dict[str, Rows]:
    """Return the event's rows, followed by the seats and boards of the round.

    The boards are marked as still to be played.
    """
    label: object = int(round) if round.isdecimal() else round
    seats = [{"round": label, **seat._asdict()} for seat in seating.seats]
    boards = dict.fromkeys(seat.board for seat in seating.seats)
    games = [{"round": label, "board": board, "result": TO_BE_PLAYED} for board in boards]
    return event.rows | {"boards": event.rows["boards"] + seats, "games": event.rows["games"] + games}


def with_top_table(event: SoFar, seating: Seating) -> dict[str, object]:
    """Return the event's settings, with the board number of the top table if the round has a top table."""
    board = {"top table": min(seat.board for seat in seating.seats)} if seating.top_table else {}
    return event.settings | board


def page(hall: Hall, seating: Seating, round: str, system: str) -> SeatingPage:
    """Return the seating page for a round, including the system's rules on matters other than scoring."""
    tables = [
        Table(str(board), seating.top_table and number == 0, [(power, player) for _, power, player in seats])
        for number, (board, seats) in enumerate(groupby(seating.seats, lambda seat: seat.board))
    ]
    return SeatingPage(
        round=round,
        tables=tables,
        wishes=seating.broken,
        cost=seating.cost,
        proven=seating.proven,
        remarks=seating.remarks,
        doubled=seating.doubled,
        sitting_out=sorted(hall.sitting_out),
        seed=str(hall.seed),
        rules=[
            rule
            for counting in countings().values()
            if system and counting.system == system
            for rule in counting.rules
            if rule.label not in OURS
        ],
    )


def has_guide(raw: Raw, season: str, event: str) -> bool:
    """Return whether the event's workbook has the sheet that explains how to fill it in."""
    words = vocabulary("sheet")
    here = (place.sheet for place in raw.sheets if (place.season, place.event) == (season, event))
    return any(words.get(fold(sheet)) == "start here" for sheet in here)


def typed_rows(raw: Raw, sheet: str, season: str, event: str) -> Rows:
    """Return the rows of an event's sheet, with number cells as numbers and date cells as dates."""
    table = raw.tables[sheet]
    here = (table.origin["season"] == season) & (table.origin["event"] == event)
    texts, kinds = (cells[here].to_dict("records") for cells in (table.text, table.kind))
    return [
        {name: _value(text, kind[name]) for name, text in row.items() if text is not None and not pd.isna(text)}
        for row, kind in zip(texts, kinds, strict=True)
    ]


def columns_of(raw: Raw, sheet: str, season: str, event: str) -> list[str]:
    """Return the columns of an event's sheet, filled or empty, that may appear in its new workbook."""
    here = [of for place, of in raw.tables[sheet].columns.items() if (place.season, place.event) == (season, event)]
    return list(dict.fromkeys(name for of in here for name in of if name.isdecimal() or name in texts(sheet)))


def _value(text: str, kind: str) -> object:
    if kind == "number":
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    return date.fromisoformat(text) if kind == "date" and len(text) == len("2011-03-01") else text


def _together(seats: Rows) -> Rows:
    """Return the rows grouped by board, with boards in the order entered and powers in their usual order."""
    boards: dict[object, int] = {}
    for seat in seats:
        boards.setdefault((seat["round"], seat["board"]), len(boards))

    def place(seat: dict[str, object]) -> tuple[int, int]:
        power = vocabulary("power").get(fold(str(seat.get("power", ""))))
        return boards[seat["round"], seat["board"]], POWERS.index(power) if power in POWERS else len(POWERS)

    return sorted(seats, key=place)


def settings_of(raw: Raw, season: str, event: str) -> dict[str, object]:
    """Return the event's settings, including empty ones. If a setting has several values, they are in a list."""
    settings: dict[str, list[object]] = {}
    for row in typed_rows(raw, "event", season, event):
        if name := vocabulary("setting").get(fold(str(row.get("setting", "")))):
            settings.setdefault(name, []).extend([row["value"]] if "value" in row else [])
    return {
        name: values if len(values) > 1 else next(iter(values), None)
        for name, values in settings.items()
        if values or name != "name"  # an event without a name is named after its file
    }
