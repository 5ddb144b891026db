"""The schemas of the results of events, Bao tournaments and circuits; each frame is checked once, as its stage ends.

Columns that only results have are defined here, all others in `schemas.columns`.
"""

from dataclasses import replace
from typing import Any

import pandas as pd

from schemas.columns import table
from schemas.keys import BOARD, EVENT, PLAYER, SEAT
from schemas.kinds import amount, figure, flag, message, text, whole
from schemas.schema import Schema, check

ADDED = {  # points added to the scores of the boards
    "two_boards": amount("points for two boards of one round"),
    "sat_out": amount("points for rounds sat out"),
    "handicap": amount("points given before the event"),
    "adjustment": amount("points that a decision gives or takes"),
    "top_table": amount("points of the top table's winner"),
}
RESULT = {
    "round_no": whole("number of the round in its event, from 0", 0),
    "kind": text("a game, or a round sat out", ["game", "sat out"]),
    "power": text("power that was played, empty for a round sat out"),
    "points": amount("what the result is worth"),
    "used": flag("the result counts"),
    "two_boards": ADDED["two_boards"],
}
COUNTED = {
    "won": amount("18 centres or more, 1 or 0", missing=True),
    "topped": amount("nobody on the board had more centres, 1 or 0", missing=True),
    "weight": amount("weight of its round"),
    "worth": amount("what is added: its points, or its rank in the round", missing=True),
    "share": amount("how much of it counts: 1, a half, a third, 0 where it is dropped"),
    "missing_results": amount("results fewer than are added, where the lowest sum wins", missing=True),
    "divisor": amount("what the player's sum is divided by"),
    "why": message("why it is dropped, or counts in part; empty where it counts"),
}
SETTLED = {
    "settled": message("how a tie was settled; empty where there was none"),
    "top_place": whole("place at the top table, where it decides the rank; empty elsewhere", 1, missing=True),
    "division": whole("division in which the player plays, 1 the first; empty where there are none", 1, missing=True),
    "games_short": whole("games short of those that the event asks for; empty where it asks for none", 0, missing=True),
    "remark": text("why points were added or taken, as typed"),
    **ADDED,
}
STANDING = [*PLAYER, "rank", "games", "score"]
GROUP, GAME = [*EVENT, "stage", "group"], ["south", "north", "winner", "reason"]

# The frames of `pipeline.events.standings.Events`.
EVENTS = {
    "results": table(
        "results",
        [*PLAYER, "round", "board", "place", "score", "final_centres"],
        missing=["final_centres"],
        more=RESULT | COUNTED,
    ),
    "standings": table("standings", STANDING, more=SETTLED),
    "rounds": table(
        "rounds", STANDING, more=SETTLED | {"round_no": RESULT["round_no"], "after": text("the round before")}
    ),
    "top_tables": table(
        "top_tables",
        [*BOARD, "player"],
        more={
            "typed": flag("the event's settings name the board"),
            "declined": text("who sits at the board and would rather not sit at the top table"),
            "known": flag("no fact contradicts that the board is the top table"),
        },
    ),
}

# The frames of `pipeline.events.prizes.Prizes`.
PRIZES = {
    "divisions": table("divisions", [*EVENT, "division", "player", "rank", "score"]),
    "countries": table("countries", [*SEAT, "player", "score", "final_centres"]),
    "teams": table(
        "teams",
        [*EVENT, "rank", "team", "games", "score"],
        more={"players": whole("members of the team who have played", 1)},
    ),
    "team_results": table(
        "team_results",
        [*PLAYER, "team", "round", "board"],
        more={name: RESULT[name] for name in ("points", "used")}
        | {"why": message("why it does not count for the team")},
    ),
}

# The frames of `pipeline.events.chances.Chances`.
CHANCES = {
    "events": table(
        "events with a game to come",
        EVENT,
        more={"said": message("what it was computed from, or why it was not")},
    ),
    "players": table(
        "chances",
        [*PLAYER, "rank", "score"],
        missing=["rank", "score"],
        more={
            "lowest": amount("the lowest score that the player can still have"),
            "highest": amount("the highest score that the player can still have"),
            "best_rank": whole("the best rank that the player can still have", 1),
            "worst_rank": whole("the worst rank that the player can still have", 1),
            "counts_above": amount("what a further result must exceed to count", missing=True),
            "gains_above": amount(
                "what one further result must exceed to gain a place, if nobody else has any; empty if no result does",
                missing=True,
            ),
        },
    ),
}

# The frames of `pipeline.rules.bao.tournaments.Tournaments`.
TOURNAMENTS = {
    "entries": table(
        "entries",
        [*PLAYER, "number", "country", "group", "category", "elo", "games", "kiba_score", "withdrew"],
        strict=False,
    ),
    "matches": table("matches", [*GROUP, *GAME], strict=False),
    "members": table("members", [*GROUP, "player"], more={"seat": whole("place in the draw of the group", 1)}),
    "standings": table(
        "standings",
        [*GROUP, "rank", "player", "country", "games", "kiba_score"],
        more={
            "points": whole("games won", 0),
            "complete": flag("every game of the group is over"),
            "sonneborn_berger": amount("tie-break of the group", missing=True),
            "settled": SETTLED["settled"],
            "goes_on": text("the stage the player goes on to, or how the final ends"),
        },
    ),
    "schedule": table("schedule", [*GROUP, *GAME], strict=False),
    "outcomes": table(
        "outcomes",
        EVENT,
        more={
            "first": text("the winner, empty while there is none"),
            "second": text("the second, empty while there is none"),
            "finished": flag("the event is over"),
            "left_to_play": message("what is left to play; empty if nothing is"),
        },
    ),
}

# The frames of `pipeline.rules.circuits.CircuitResult`; a circuit may add figures of its own.
CIRCUIT = {
    "standings": table(
        "standings",
        ["rank", "player"],
        more={
            "events": whole("events that count", 1),
            "score": amount("what the circuit ranks by"),
            "settled": SETTLED["settled"],
            r"^best_[0-9]+$": replace(
                figure("result of this rank, from the best", missing=True), pattern=True, required=False
            ),
        },
        strict=False,
    ),
    "results": table(
        "results",
        ["player", "event", "place"],
        more={
            "points": amount("what the result is worth", missing=True),
            "used": RESULT["used"],
            "why": message("why it is not used; empty where it is"),
        },
        strict=False,
        rules={"a reason where a result is not used": lambda rows: rows["used"] == (rows["why"] == "")},
    ),
}


def checked(frames: Any, schemas: dict[str, Schema]) -> Any:
    """Check the frames of an object, which are attributes named as in `schemas`, and return the object.

    Raises pandera's SchemaErrors for a frame that does not fit.
    """
    for name, schema in schemas.items():
        frame: pd.DataFrame = getattr(frames, name)
        check(frame, schema)
    return frames
