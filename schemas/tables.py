"""The schemas of the tidy tables, and the columns of each published table."""

from collections.abc import Mapping
from typing import Any

from schemas.columns import AUTUMN, table
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, SOURCE
from schemas.raw import COLUMNS_OF, TYPED
from schemas.schema import Schema, check

ORIGIN = [*SOURCE, "raw_row"]
GAME = [column for column in COLUMNS_OF["games"] if column not in BOARD]
OF_A_SEAT = [*(column for column in COLUMNS_OF["boards"] if column not in SEAT), "typed_decimals"]
OF_AN_EVENT = [
    *("name", "kind", "system", "edition_of", "counting", "how", "counting_number", "round_score", "round_weights"),
    *("best_country", "teams", "teams_number"),
    *("tie_breaks", "sit_outs"),
    *("data", "language", "start", "end", "venue", "as_of", "source", "directors", "circuits", "level", "boards"),
    "circuit_points",
    *("top_table_round", "tie_break_round", "sit_out_points", "first_year", "last_year", "groups", "clock", "format"),
    "kiba_points",
    *("variants", "top_table_board", "top_table_places", "most_entrants", "planned_rounds", "least_games", "systems"),
    "state",
]
OF_AN_ENTRY = ["country", "elo", "games", "typed_kiba", "withdrew"]
OF_AN_IDENTITY = ["alias", "wdd_id", "wdr_id", "backstabbr", "country", "note"]
OF_A_PERSON = [*(one for one in COLUMNS_OF["players"] if one not in (*OF_AN_ENTRY, *OF_AN_IDENTITY)), "here"]
OF_A_MATCH = ["stage", "group", "south", "north"]
PLACE = ["round", "board"]
UNREAD = [*PLACE, "power", "final_centres", "nmr_orders", "nmr_adjustments"]

EVENTS = table("events", [*EVENT, *SOURCE, "digest", *OF_AN_EVENT])
SEASONS = table("seasons", ["season", "title", "league", "language", "state", "planned_events", "site"])
BOARDS = table(
    "boards",
    [*BOARD, *GAME, "first_year", "last_year_of_game", "last_year_of_event", "first_recorded", "last_recorded"],
)
SEATS = table("seats", [*SEAT, *ORIGIN, *OF_A_SEAT, "typed_final"], missing=UNREAD)  # further columns: one per year
TOTALS = table("totals", [*SEAT, *ORIGIN, *OF_A_SEAT], missing=UNREAD)  # further columns: one per year
NMRS = table("nmrs", [*EVENT, *ORIGIN, *COLUMNS_OF["nmr"]], missing=[*PLACE, "power", "year", "turn"])
GAMES = table("games", [*BOARD, *ORIGIN, *GAME], missing=PLACE)
ALIASES = table("aliases", ["season", "player", "alias", "raw_row"])
IDENTITIES = table(  # one row per name of a person; season and event are empty for people in the league's file
    "identities", [*PLAYER, *ORIGIN, *OF_AN_IDENTITY]
)
PEOPLE = table("people", [*PLAYER, *ORIGIN, *OF_A_PERSON])
PLACINGS = table("placings", [*EVENT, *ORIGIN, *COLUMNS_OF["placings"]])
RESULTS = table(
    "results",
    [*EVENT, *ORIGIN, *COLUMNS_OF["results"]],
    missing=["round", "board", "power", "final_centres"],
)
CALENDAR = table("calendar", [*EVENT, *ORIGIN, *COLUMNS_OF["calendar"]], missing=[*PLACE, "year", "adjudicated"])
ENTRIES = table("entries", [*PLAYER, *ORIGIN, *OF_AN_ENTRY])
MATCHES = table("matches", [*EVENT, *ORIGIN, *COLUMNS_OF["matches"]], missing=["stage"])
MOVES = table("moves", [*EVENT, *ORIGIN, *COLUMNS_OF["moves"]], missing=["stage", "number", "time"])
SYSTEMS = table("systems", [*EVENT, *ORIGIN, *COLUMNS_OF["systems"]])
CIRCUITS = table(
    "circuits",
    [*EVENT, *ORIGIN, "circuit", *COLUMNS_OF["circuits"]],
)
UNPLAYED = table("unplayed", [*BOARD, "awaited"])
LAID_OUT = table("laid_out", [*SEAT, "player"])
ASIDE = table("aside", BOARD)

TABLES: dict[str, Schema] = {
    schema.name: schema
    for schema in (
        *(
            SEASONS,
            EVENTS,
            BOARDS,
            SEATS,
            TOTALS,
            NMRS,
            GAMES,
            ALIASES,
            IDENTITIES,
            PEOPLE,
            PLACINGS,
            RESULTS,
            CALENDAR,
        ),
        *(ENTRIES, MATCHES, MOVES, SYSTEMS, CIRCUITS, UNPLAYED, LAID_OUT, ASIDE),
    )
}
CHARTED = ("seats", "totals")  # tables with one column per year


def check_tables(tables: Mapping[str, Any]) -> None:
    """Check each table of `Tables` against its schema.

    Raises pandera's SchemaErrors, which name every column that does not fit.
    """
    for name, schema in TABLES.items():
        check(tables[name], schema.with_columns(tables["years"], AUTUMN) if name in CHARTED else schema)


def _published(first: list[str], kind: str) -> list[str]:
    """Return the columns in `first`, followed by all other published columns of a kind of sheet."""
    columns = COLUMNS_OF[kind].items()
    return [*first, *(column for column, name in columns if TYPED[kind][name].published and column not in first)]


FIRST_OF_A_SEAT = [
    *("player", "final_centres", "centre_years", "eliminated", "survivor", "solo", "nmr_orders", "nmr_adjustments"),
    *("nmr_penalties", "penalty", "scored", "typed_score", "typed_place"),
]
PUBLISHED: dict[str, list[str]] = {  # the columns of `tables/<name>.csv`, in their order
    "events": [
        *(*EVENT, "name", "kind", "system", "counting", "data", "start", "end", "venue", "level"),
        *("first_year", "last_year", "source", "digest", *SOURCE),
    ],
    "boards": [
        *_published([*BOARD, "result", "winners", "ended", "variant", "first_year", "last_year"], "games"),
        *("charted", "in_progress", "soloist", "survivors", *SOURCE),
    ],
    "seats": [
        *_published([*SEAT, *FIRST_OF_A_SEAT], "boards"),
        *SOURCE,
    ],
    "centres": [*SEAT, "year", "centres", *SOURCE],
    "results": [*PLAYER, "round", "score", "board", "power", "place", "final_centres", *SOURCE],
    "entries": [*PLAYER, "number", "country", "elo", "games", "kiba_score", "category", "group", *SOURCE],
    "matches": [*EVENT, *OF_A_MATCH, "winner", "reason", "ended", *SOURCE],
    "moves": [*EVENT, *OF_A_MATCH, "number", "player", "time", *SOURCE],
    "nmrs": [*SEAT, "year", "turn", *SOURCE],
}
PUBLISHED_AS = {"venue": "place", "soloist": "solo"}
