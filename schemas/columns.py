"""The type and the meaning of every column of the program's tables, each defined once.

Columns that occur in only one kind of sheet are defined with their fields, in `schemas/raw.py`. All others are
defined here.

Whole numbers are stored as integers, or as floats where NaN stands for an unknown value. Missing text is an empty
string, unless its column allows missing values.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
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

    missing  columns that may lack a value here, since invalid cells are blank and rows with errors are left out later
    checked  columns already checked by an earlier stage. Here they are checked only for missing values
    more     further columns, which only this kind of table has
    strict   whether other columns are forbidden
    rules    functions that return whether each row obeys a rule, keyed by a description of the rule
    unique   columns whose values together identify a row
    """
    defined = {column: COLUMNS[column] for column in columns}
    defined |= {column: replace(defined[column], holds=None) for column in checked}
    defined |= {column: replace(COLUMNS[column], missing=True) for column in missing}
    return Schema(defined | {**(more or {})}, name, strict, rules or {}, unique)


def is_whole(name: str) -> bool:
    """Return whether the column with this name holds whole numbers."""
    return COLUMNS[name].kind == WHOLE


def in_pieces(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """Yield a frame in pieces of PIECE rows, so that a long output never has to fit in memory."""
    return (frame.iloc[first : first + PIECE] for first in range(0, len(frame), PIECE))


def without_rows(schema: Schema) -> pd.DataFrame:
    """Return an empty table whose columns have the types in the schema."""
    types_of = {NUMBER: float, WHOLE: float, MOMENT: "datetime64[us]", FLAG: bool}
    kinds = {name: types_of.get(column.kind, object) for name, column in schema.columns.items()}
    return pd.DataFrame({name: np.empty(0, kind) for name, kind in kinds.items()})


AUTUMN = whole("supply centres owned in the autumn of the column's year", 0, CENTRES_ON_THE_MAP, missing=True)
PART = figure(
    "points under a paragraph, or a figure shown beside them; the system's rule sheet says which", missing=True
)

COLUMNS: dict[str, Column] = {
    **{
        column: tidy
        for kind, columns in COLUMNS_OF.items()
        for column, field in columns.items()
        if (tidy := TYPED[kind][field].tidy)
    },
    # keys, and where a row was typed
    "season": text("circuit year; the name of its folder"),
    "event": text("event; the name of its file"),
    "round": text("round of an event"),
    "board": text("board of a round"),
    "power": text("one of the seven powers, or the control total", [*POWERS, words.TOTAL]),
    "player": text("the player's name, in its main spelling; empty if nobody is named"),
    "file": text("file in which the row was entered, relative to the raw folder"),
    "sheet": text("sheet in which the row was entered"),
    "row": whole("row number in the sheet, from 0 (from 1 in published tables)", 0, missing=True),
    "raw_row": whole("number of the row in its raw table, from 0", 0),
    # events
    "digest": text("SHA-256 of the file"),
    "name": text("the event's name"),
    "kind": text("what is played", words.EVENT_KINDS),
    "system": text("id of a system; for an event its official one, empty if it has none"),
    "edition_of": text("the published system behind the official one: that system itself, or the one it is based on"),
    "counting": text("how results are counted, as entered"),
    "how": text("the counting method", [*words.WAYS]),
    "counting_number": figure(
        "number that belongs to the counting method: how many results count, or how many are added to the games; 0 if it needs none"
    ),
    "round_score": text("what a round is worth if rounds are counted; empty if games are counted", ["best", "sum", ""]),
    "tie_breaks": text("the tie-breaks in order, separated by commas"),
    "sit_outs": text("how often a player gets points for sitting out", [words.ONCE, words.EACH]),
    "round_weights": text("weights of the rounds, as entered"),
    "best_country": text(
        "what the best players of each power are ranked by; empty if there is no such prize",
        ["", words.BY_SCORE, words.BY_CENTRES, words.UNLESS_LOST],
    ),
    "teams": text("how a team's games count; empty if there are no teams", ["", *words.WAYS]),
    "teams_number": figure("how many games of a team count; 0 for all"),
    "data": text("origin of the figures", [*words.DATA_LABELS, words.NOT_STATED]),
    "language": text("language of the outputs", words.LANGUAGES),
    "start": text("first day, as entered"),
    "end": text("last day, as entered"),
    "venue": text("where it was played"),
    "as_of": moment(
        "date of the season's lists; for a Bao event, clocks are read at the end of this day", missing=True
    ),
    "source": text("where the figures were published, one source per line"),
    "directors": text("directors, separated by commas"),
    "systems": text(
        "which systems the season shows besides the official ones: all, official, or ids separated by commas"
    ),
    "circuits": text("ids of the circuits that the event counts for, separated by commas"),
    "level": text("level of the championship, empty if it is none"),
    "circuit_points": figure("points that the event is worth in a circuit, as entered", missing=True),
    "variants": text("`count` if games of variants count, otherwise empty", ["count", ""]),
    "boards": figure("average number of boards per round", missing=True),
    "title": text("title of the season"),
    "league": text("title of the league"),
    "site": text("address at which the outputs are published, empty if not given"),
    "least_games": whole("number of games that a player needs to be ranked ahead of those with fewer", 1, missing=True),
    "state": text("whether it is over, empty if not given", ["", words.FINISHED, words.UNFINISHED]),
    "planned_events": whole("number of planned events", 1, missing=True),
    "planned_rounds": whole("number of planned rounds", 1, missing=True),
    "top_table_round": text("round of the top table"),
    "top_table_places": whole(
        "number of places that the top table decides; missing if it decides all", 1, missing=True
    ),
    "top_table_board": text("board of the top table, empty if not given"),
    "tie_break_round": text("round that breaks ties"),
    "sit_out_points": figure("points for sitting out a round", missing=True),
    "groups": whole("number of qualifying groups", 1, missing=True),
    "most_entrants": whole("highest number of entrants, as the director gave it", 1, missing=True),
    "clock": figures("days at the start, days added per move, and the maximum"),
    "format": text("form of a Bao event", ["tournament", "mabingwa"]),
    "kiba_points": figures("points for a win in a group, in a semifinal, for the finalist, for the winner"),
    # boards
    "ended": text("day on which the game ended, as entered"),
    "first_year": year("first game year", missing=False),
    "last_year": year("last game year"),
    "last_year_of_game": year("last game year according to the sheet `games`"),
    "last_year_of_event": year("last game year according to the event's settings"),
    "first_recorded": year("first year of the chart"),
    "last_recorded": year("last year of the chart"),
    "years": whole("number of game years played, 0 if unknown", 0),
    "charted": flag("the centres of every year played are recorded"),
    "in_progress": flag("the game is not over"),
    "soloist": text("power with 18 centres or more, empty if there is none", ["", *POWERS]),
    "survivors": whole("number of powers with a centre at the end", 0, len(POWERS)),
    # seats
    "final_centres": whole("supply centres at the end of the last year", 0, CENTRES_ON_THE_MAP),
    "typed_final": whole("final centres as entered", 0, CENTRES_ON_THE_MAP, missing=True),
    "centre_years": whole("sum of the autumn centres of all years", 0, missing=True),
    "survivor": flag("owns a centre at the end"),
    "solo": flag("owns 18 centres or more at the end"),
    "nmr_penalties": whole("penalties for missed turns", 0),
    "typed_decimals": whole("number of decimals in the score as entered", 0),
    "note": text("a remark"),
    "imported_from": text("file, and position in it, from which the row was imported; empty if it was entered by hand"),
    # tables with one missed turn, or the centres of one year, per row
    "year": year("game year", missing=False),
    "centres": whole("supply centres owned in the autumn", 0, CENTRES_ON_THE_MAP),
    # people
    "awaited": flag("a player is named at the board, or the sheet `games` announces it"),
    "here": flag("the player is listed on the event's own sheet"),
    "country": text("country, empty if not given"),
    "games": whole(
        "number of games played: scored games in an event, or games on the site before a Bao event", 0, missing=True
    ),
    "kiba_score": figure("KIBA score", missing=True),
    "category": whole("category on the entry list", 1, 4),
    # Bao games
    "stage": text("stage of a Bao event", words.STAGES),
    "group": text("group within a stage, empty if it has none"),
    "south": text("player who is South"),
    "north": text("player who is North"),
    "number": whole("number from 1 on, of an entry or of a move", 1),
    # a season's own systems
    "value": text("value of the number, as entered"),
    # a season's own circuits
    "circuit": text("id of a circuit that the season defines"),
    # scores and standings
    "score": figure("points of a seat, or of a player", missing=True),
    "place": whole("place on a board or at an event; equal results share a place", 0, missing=True),
    "status": status("whether the seat was scored, and if not, why"),
    "official": flag("this is the event's official system"),
    "rank": whole("rank in a table; equal results share a rank", 1),
}
