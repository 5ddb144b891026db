"""Schemas for the results of events, Bao tournaments and circuits.

Each frame is checked once, at the end of its stage. Columns that occur only in results are defined here. All other
columns are defined in `schemas.columns`.
"""

from dataclasses import replace
from typing import Any

import pandas as pd

from schemas.columns import table
from schemas.keys import BOARD, EVENT, PLAYER, SEAT
from schemas.kinds import amount, figure, flag, message, text, whole
from schemas.schema import Schema, check

ADDED = {  # points added to the scores of the boards
    "two_boards": amount("points for playing two boards in one round"),
    "sat_out": amount("points for sitting out rounds"),
    "handicap": amount("points given before the event"),
    "adjustment": amount("points given or taken by a decision"),
    "top_table": amount("points for winning the top table"),
}
RESULT = {
    "round_no": whole("number of the round within its event, from 0", 0),
    "kind": text("a game, or a round sat out", ["game", "sat out"]),
    "power": text("power that was played, empty if the round was sat out"),
    "points": amount("what the result is worth"),
    "used": flag("the result counts"),
    "two_boards": ADDED["two_boards"],
}
COUNTED = {
    "won": amount("18 centres or more, 1 or 0", missing=True),
    "topped": amount("nobody on the board had more centres, 1 or 0", missing=True),
    "weight": amount("weight of the round"),
    "worth": amount("what is added to the player's sum: the points, or the rank in the round", missing=True),
    "share": amount("share of the result that counts: 1, a half, a third, or 0 if it is dropped"),
    "missing_results": amount("number of missing results, if the lowest sum wins", missing=True),
    "divisor": amount("divisor of the player's sum"),
    "why": message("why the result is dropped or counts only in part; empty if it counts fully"),
}
SETTLED = {
    "settled": message("how a tie was settled; empty if there was none"),
    "top_place": whole("place at the top table if it decides the rank, otherwise empty", 1, missing=True),
    "division": whole("the player's division, 1 being the highest; empty if there are none", 1, missing=True),
    "games_short": whole(
        "number of games missing from the event's minimum; empty if it has no minimum", 0, missing=True
    ),
    "remark": text("reason for added or deducted points, as entered"),
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
        "rounds", STANDING, more=SETTLED | {"round_no": RESULT["round_no"], "after": text("the previous round")}
    ),
    "top_tables": table(
        "top_tables",
        [*BOARD, "player"],
        more={
            "typed": flag("the event's settings name this board"),
            "declined": text("players at this board who would rather not sit at the top table"),
            "known": flag("nothing contradicts this board being the top table"),
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
        more={"players": whole("number of team members who have played", 1)},
    ),
    "team_results": table(
        "team_results",
        [*PLAYER, "team", "round", "board"],
        more={name: RESULT[name] for name in ("points", "used")}
        | {"why": message("why the result does not count for the team")},
    ),
}

# The frames of `pipeline.events.chances.Chances`.
CHANCES = {
    "events": table(
        "events with a game to come",
        EVENT,
        more={"said": message("what the chances were computed from, or why they were not computed")},
    ),
    "players": table(
        "chances",
        [*PLAYER, "rank", "score"],
        missing=["rank", "score"],
        more={
            "lowest": amount("lowest score that the player can still reach"),
            "highest": amount("highest score that the player can still reach"),
            "best_rank": whole("best rank that the player can still reach", 1),
            "worst_rank": whole("worst rank that the player can still reach", 1),
            "counts_above": amount("score that a further result must beat to count", missing=True),
            "gains_above": amount(
                "score that one further result must beat to gain a place if nobody else plays; empty if no result is enough",
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
    "members": table("members", [*GROUP, "player"], more={"seat": whole("position in the draw of the group", 1)}),
    "standings": table(
        "standings",
        [*GROUP, "rank", "player", "country", "games", "kiba_score"],
        more={
            "points": whole("number of games won", 0),
            "complete": flag("all games of the group are over"),
            "sonneborn_berger": amount("Sonneborn-Berger score, the tie-break of the group", missing=True),
            "settled": SETTLED["settled"],
            "goes_on": text("stage that the player advances to, or the result of the final"),
        },
    ),
    "schedule": table("schedule", [*GROUP, *GAME], strict=False),
    "outcomes": table(
        "outcomes",
        EVENT,
        more={
            "first": text("winner, empty until there is one"),
            "second": text("runner-up, empty until there is one"),
            "finished": flag("the event is over"),
            "left_to_play": message("what is left to play; empty if nothing"),
        },
    ),
}

# The frames of `pipeline.rules.circuits.CircuitResult`; a circuit may add figures of its own.
CIRCUIT = {
    "standings": table(
        "standings",
        ["rank", "player"],
        more={
            "events": whole("number of events that count", 1),
            "score": amount("figure by which the circuit ranks"),
            "settled": SETTLED["settled"],
            r"^best_[0-9]+$": replace(
                figure("the player's result of this rank, 1 being the best", missing=True), pattern=True, required=False
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
            "why": message("why the result is not used; empty if it is used"),
        },
        strict=False,
        rules={"a reason if, and only if, a result is not used": lambda rows: rows["used"] == (rows["why"] == "")},
    ),
}


def checked(frames: Any, schemas: dict[str, Schema]) -> Any:
    """Check the frames of an object against the schemas of the same names, and return the object.

    The frames are attributes of the object. Raises pandera's SchemaErrors for a frame that does not fit.
    """
    for name, schema in schemas.items():
        frame: pd.DataFrame = getattr(frames, name)
        check(frame, schema)
    return frames
