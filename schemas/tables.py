"""The tidy tables: their columns, and which of them are published, each row with its file, sheet and row."""

from collections.abc import Mapping
from typing import Any

from schemas.columns import AUTUMN, table
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, SOURCE
from schemas.schema import Schema, check

ORIGIN = [*SOURCE, "raw_row"]
GAME = ["result", "winners", "last_year", "ended", "variant", "division", "draw_accepted"]
OF_A_SEAT = [
    *("player", "final_centres", "eliminated", "nmr_orders", "nmr_adjustments", "penalty", "scored"),
    *("typed_score", "typed_decimals", "typed_place", "draw_proposed", "late_orders", "note", "imported_from"),
]
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
OF_A_PERSON = [
    *(
        "sex",
        "born",
        "sat_out",
        "rounds",
        "two_boards",
        "apart",
        "top_table",
        "handicap",
        "adjustment",
        "remark",
        "team",
    ),
    "here",
]
OF_A_MATCH = ["stage", "group", "south", "north"]
PLACE = ["round", "board"]
UNREAD = [*PLACE, "power", "final_centres", "nmr_orders", "nmr_adjustments"]

EVENTS = table("events", [*EVENT, *SOURCE, "digest", *OF_AN_EVENT])
SEASONS = table("seasons", ["season", "title", "league", "language", "state", "planned_events"])
BOARDS = table(
    "boards",
    [*BOARD, *GAME, "first_year", "last_year_of_game", "last_year_of_event", "first_recorded", "last_recorded"],
)
SEATS = table("seats", [*SEAT, *ORIGIN, *OF_A_SEAT, "typed_final"], missing=UNREAD)  # and a column a year
TOTALS = table("totals", [*SEAT, *ORIGIN, *OF_A_SEAT], missing=UNREAD)  # and a column a year
NMRS = table("nmrs", [*SEAT, *ORIGIN, "year", "turn"], missing=[*PLACE, "power", "year", "turn"])
GAMES = table("games", [*BOARD, *ORIGIN, *GAME], missing=PLACE)
ALIASES = table("aliases", ["season", "player", "alias", "raw_row"])
IDENTITIES = table(  # a row a name of a person; who is listed beside the seasons has no season, and no event
    "identities", [*PLAYER, *ORIGIN, "alias", "wdd_id", "wdr_id", "backstabbr", "country", "note"]
)
PEOPLE = table("people", [*PLAYER, *ORIGIN, *OF_A_PERSON])
PLACINGS = table("placings", [*PLAYER, *ORIGIN, "place", "games", "role", "score"])
RESULTS = table(
    "results",
    [*PLAYER, *ORIGIN, "round", "score", "board", "power", "place", "final_centres", "imported_from"],
    missing=["round", "board", "power", "final_centres"],
)
CALENDAR = table("calendar", [*BOARD, *ORIGIN, "year", "adjudicated"], missing=[*PLACE, "year", "adjudicated"])
ENTRIES = table("entries", [*PLAYER, *ORIGIN, "country", "elo", "games", "typed_kiba", "withdrew"])
MATCHES = table(
    "matches", [*EVENT, *ORIGIN, *OF_A_MATCH, "round", "winner", "reason", "ended", "started"], missing=["stage"]
)
MOVES = table("moves", [*EVENT, *ORIGIN, *OF_A_MATCH, "player", "number", "time"], missing=["stage", "number", "time"])
SYSTEMS = table("systems", [*EVENT, *ORIGIN, "system", "based_on", "changed", "value"])
CIRCUITS = table(
    "circuits",
    [*EVENT, *ORIGIN, "circuit", "circuit_name", "formula", "best", "divisor", "fewest", "tie_breaks"],
)
UNPLAYED = table("unplayed", [*BOARD, "awaited"])
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
        *(ENTRIES, MATCHES, MOVES, SYSTEMS, CIRCUITS, UNPLAYED, ASIDE),
    )
}
CHARTED = ("seats", "totals")  # with a column a year


def check_tables(tables: Mapping[str, Any]) -> None:
    """Check the fields of `Tables`, each against its schema.

    Raises pandera's SchemaErrors naming every column that is not what its schema says.
    """
    for name, schema in TABLES.items():
        check(tables[name], schema.with_columns(tables["years"], AUTUMN) if name in CHARTED else schema)


PUBLISHED: dict[str, list[str]] = {  # the columns of `tables/<name>.csv`, in their order
    "events": [
        *(*EVENT, "name", "kind", "system", "counting", "data", "start", "end", "venue", "level"),
        *("first_year", "last_year", "source", "digest", *SOURCE),
    ],
    "boards": [
        *(*BOARD, "result", "winners", "ended", "variant", "first_year", "last_year", "charted", "in_progress"),
        *("soloist", "survivors", *SOURCE),
    ],
    "seats": [
        *(*SEAT, "player", "final_centres", "centre_years", "eliminated", "survivor", "solo", "nmr_orders"),
        *("nmr_adjustments", "nmr_penalties", "penalty", "scored", "typed_score", "typed_place", "note", *SOURCE),
    ],
    "centres": [*SEAT, "year", "centres", *SOURCE],
    "results": [*PLAYER, "round", "score", "board", "power", "place", "final_centres", *SOURCE],
    "entries": [*PLAYER, "number", "country", "elo", "games", "kiba_score", "category", "group", *SOURCE],
    "matches": [*EVENT, *OF_A_MATCH, "winner", "reason", "ended", *SOURCE],
    "moves": [*EVENT, *OF_A_MATCH, "number", "player", "time", *SOURCE],
    "nmrs": [*SEAT, "year", "turn", *SOURCE],
}
PUBLISHED_AS = {"venue": "place", "soloist": "solo"}
