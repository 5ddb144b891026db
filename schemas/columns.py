"""Every column of the program's tables, defined once: its type and its meaning, the same in every table.

A column that only one kind of sheet has is defined with its field, in `schemas/raw.py`; all others are defined here.

Whole numbers are stored as integers, or as floats where NaN stands for an unknown value. Text that nobody typed is an
empty string, unless its column allows missing values.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from schemas import words
from schemas.kinds import FLAG, MOMENT, NUMBER, WHOLE, figure, figures, flag, moment, status, text, whole, year
from schemas.raw import COLUMNS_OF, TYPED
from schemas.schema import Column, Schema
from schemas.words import CENTRES_ON_THE_MAP, POWERS

PIECE = 20_000  # rows per piece


def table(
    name: str,
    columns: Collection[str],
    *,
    missing: Collection[str] = (),
    checked: Collection[str] = (),
    more: Mapping[str, Column] | None = None,
    strict: bool = True,
    rules: Mapping[str, Callable[[pd.DataFrame], pd.Series]] | None = None,
    unique: Sequence[str] = (),
) -> Schema:
    """Return the schema of a table with exactly these columns, in any order.

    missing  columns that may lack a value here, because invalid cells are blank until the laws have been checked
    checked  columns that an earlier stage has checked: here they are only checked for missing values
    more     further columns, which only this kind of table has
    strict   whether other columns are forbidden
    rules    description of a rule -> function that returns whether each row obeys it
    unique   columns whose values together identify a row
    """
    defined = {column: COLUMNS[column] for column in columns}
    defined |= {column: replace(defined[column], holds=None) for column in checked}
    defined |= {column: replace(COLUMNS[column], missing=True) for column in missing}
    return Schema(defined | {**(more or {})}, name, strict, rules or {}, unique)


def is_whole(name: str) -> bool:
    """Return whether a column of this name holds whole numbers."""
    return COLUMNS[name].kind == WHOLE


def in_pieces(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Yield a frame in pieces of PIECE rows, so that the output of a long frame never has to fit in memory."""
    return (frame.iloc[first : first + PIECE] for first in range(0, len(frame), PIECE))


def without_rows(schema: Schema) -> pd.DataFrame:
    """Return an empty table whose columns have the types in the schema."""
    types_of = {NUMBER: float, WHOLE: float, MOMENT: "datetime64[us]", FLAG: bool}
    kinds = {name: types_of.get(column.kind, object) for name, column in schema.columns.items()}
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in kinds.items()})


AUTUMN = whole("supply centres owned in the autumn of the column's year", 0, CENTRES_ON_THE_MAP, missing=True)
PART = figure("points of a paragraph, or a figure shown beside them, as the system's rule sheet says", missing=True)

COLUMNS: dict[str, Column] = {
    **{
        column: tidy
        for kind, columns in COLUMNS_OF.items()
        for column, field in columns.items()
        if (tidy := TYPED[kind][field].tidy)
    },
    # keys, and where a row was typed
    "season": text("circuit year: the name of a folder"),
    "event": text("event: the name of a file"),
    "round": text("round of an event"),
    "board": text("board of a round"),
    "power": text("one of the seven powers, or the control total", [*POWERS, words.TOTAL]),
    "player": text("the player's one name; empty where nobody is named"),
    "file": text("file the row was typed in, relative to the raw folder"),
    "sheet": text("sheet the row was typed in"),
    "row": whole("row of the sheet, from 0; from 1 where it is published", 0, missing=True),
    "raw_row": whole("number of the row in its raw table, from 0", 0),
    # events
    "digest": text("SHA-256 of the file"),
    "name": text("the event's name"),
    "kind": text("what is played", words.EVENT_KINDS),
    "system": text("id of a system: of an event the official one, empty for none"),
    "edition_of": text("published system of which it is an edition: the official one, or what that is based on"),
    "counting": text("how results are counted, as typed"),
    "how": text("the way of counting", [*words.WAYS]),
    "counting_number": figure(
        "the number of the way of counting: how many results count, or are added to the games; 0 for none"
    ),
    "round_score": text("what a round is worth where rounds are counted, empty for games", ["best", "sum", ""]),
    "tie_breaks": text("the tie-breaks in order, separated by commas"),
    "sit_outs": text("how often a player has points for a round sat out", [words.ONCE, words.EACH]),
    "round_weights": text("the weights of rounds, as typed"),
    "best_country": text(
        "what the best with a power are ranked by, empty where not asked",
        ["", words.BY_SCORE, words.BY_CENTRES, words.UNLESS_LOST],
    ),
    "teams": text("the way in which the games of a team count, empty where there are no teams", ["", *words.WAYS]),
    "teams_number": figure("the number of that way: how many games of a team count, 0 for all"),
    "data": text("where the figures come from", [*words.DATA_LABELS, words.NOT_STATED]),
    "language": text("language of the outputs", words.LANGUAGES),
    "start": text("first day, as typed"),
    "end": text("last day, as typed"),
    "venue": text("where it was played"),
    "as_of": moment("day of the season's lists; of a Bao event the day at whose end its clocks are read", missing=True),
    "source": text("where the figures were published, a line each"),
    "directors": text("directors, separated by commas"),
    "systems": text("what the season shows beside the official systems: all, official, or ids, separated by commas"),
    "circuits": text("ids of the circuits it counts for, separated by commas"),
    "level": text("level of a championship, empty for none"),
    "circuit_points": figure("points that the event gives in a circuit, as typed", missing=True),
    "variants": text("whether games of variants count, empty if they do not", ["count", ""]),
    "boards": figure("average number of boards in a round", missing=True),
    "title": text("the title of the season"),
    "league": text("the title of the league"),
    "site": text("the address at which the outputs are published, empty where not typed"),
    "least_games": whole("games without which a player is ranked after the others", 1, missing=True),
    "state": text("whether it is over, empty where not typed", ["", words.FINISHED, words.UNFINISHED]),
    "planned_events": whole("how many events are planned", 1, missing=True),
    "planned_rounds": whole("how many rounds are planned", 1, missing=True),
    "top_table_round": text("round of the top table"),
    "top_table_places": whole("how many places the top table decides, missing for all", 1, missing=True),
    "top_table_board": text("board of the top table, empty where not typed"),
    "tie_break_round": text("round that breaks ties"),
    "sit_out_points": figure("points of a round sat out", missing=True),
    "groups": whole("number of qualifying groups", 1, missing=True),
    "most_entrants": whole("the most entrants, as the director says", 1, missing=True),
    "clock": figures("days at the start, days for each move, and at most"),
    "format": text("form of a Bao event", ["tournament", "mabingwa"]),
    "kiba_points": figures("points for a win in a group, in a semifinal, for the finalist, for the winner"),
    # boards
    "ended": text("day on which the game ended, as typed"),
    "first_year": year("first game year", missing=False),
    "last_year": year("last game year"),
    "last_year_of_game": year("last game year as the games sheet says"),
    "last_year_of_event": year("last game year as the event's settings say"),
    "first_recorded": year("first year of the chart"),
    "last_recorded": year("last year of the chart"),
    "years": whole("game years played, 0 where not known", 0),
    "charted": flag("the centres of every year played are recorded"),
    "in_progress": flag("the game is not over"),
    "soloist": text("power with 18 centres or more, empty for none", ["", *POWERS]),
    "survivors": whole("powers with a centre at the end", 0, len(POWERS)),
    # seats
    "final_centres": whole("supply centres at the end of the last year", 0, CENTRES_ON_THE_MAP),
    "typed_final": whole("final centres as typed", 0, CENTRES_ON_THE_MAP, missing=True),
    "centre_years": whole("autumn centres of all years, added", 0, missing=True),
    "survivor": flag("owns a centre at the end"),
    "solo": flag("owns 18 centres or more at the end"),
    "nmr_penalties": whole("penalties for the turns missed", 0),
    "typed_decimals": whole("decimals of the typed score", 0),
    "note": text("a remark"),
    "imported_from": text("file, and the place there, from which the row was imported; empty where it was typed"),
    # tables with one missed turn, or the centres of one year, per row
    "year": year("game year", missing=False),
    "centres": whole("supply centres owned in the autumn", 0, CENTRES_ON_THE_MAP),
    # people
    "awaited": flag("somebody is named at the board, or the sheet `games` says that it is to come"),
    "here": flag("the player stands on the event's own sheet"),
    "country": text("country, empty where not typed"),
    "games": whole("games played: scored ones of an event, or on the site before a Bao event", 0, missing=True),
    "kiba_score": figure("KIBA score", missing=True),
    "category": whole("category on the entry list", 1, 4),
    # Bao games
    "stage": text("stage of a Bao event", words.STAGES),
    "group": text("group of a stage, empty for none"),
    "south": text("who plays South"),
    "north": text("who plays North"),
    "number": whole("number from 1: on an entry list, or of a move", 1),
    # a season's own systems
    "value": text("value of the number, as typed"),
    # a season's own circuits
    "circuit": text("id of a circuit of a season's own"),
    # scores and standings
    "score": figure("points of a seat, or of a player", missing=True),
    "place": whole("place on a board or at an event, shared by equals", 0, missing=True),
    "status": status("what became of the seat"),
    "official": flag("the event was scored by this system"),
    "rank": whole("place in a table, shared by equals", 1),
}
