"""The schemas of the league's history: tables over all seasons.

Columns that mean the same in every table are defined in `schemas.columns`.
"""

from schemas.columns import table
from schemas.keys import BOARD, SEAT
from schemas.kinds import amount, figure, flag, text, whole
from schemas.schema import Schema

DATA = {"data": text("real, worked example, generated or not stated: each has a history of its own")}
TOTALS = {
    "boards": whole("boards played to their end", 0),
    "topped": amount("boards topped; who shares the most centres of a board shares it"),
    "solos": whole("boards won with 18 centres or more", 0),
    "mean_centres": figure("centres at the end, the mean", missing=True),
    "mean_place": figure("place on the board, the mean of the boards that have places", missing=True),
    "survived": figure("share of the boards on which the player had a centre at the end", missing=True),
    "missed": whole("turns missed", 0),
}
WHERE = {name: text(f"where it was: the {name}; empty where it is of none") for name in (*BOARD, "power")}

HISTORY: dict[str, Schema] = {
    schema.name: schema
    for schema in (
        table(
            "games",
            [*SEAT, "player", "score", "place", "final_centres", "eliminated", "survivor", "solo"],
            more=DATA
            | {
                "number": whole("number of the board in the order of the days", 1),
                "day": text(
                    "day on which the board ended, else the event; empty where neither is typed: then the board counts as the last of its season"
                ),
                "topped": amount("1 for the most centres of the board, shared by equals; else 0"),
                "missed": TOTALS["missed"],
                "system": text("the event's official system, empty for none"),
                "rated": flag("all seven have a score under it"),
            },
        ),
        table(
            "careers",
            ["player"],
            more=DATA
            | TOTALS
            | {
                "seasons": whole("seasons in which the player has a result", 1),
                "events": whole("events in which the player has a result", 1),
                "titles": whole("events and circuits won, shared ones too", 0),
                "best": text("the board with the most centres, then the best place; the first of equals"),
                "worst": text("the board with the fewest centres, then the worst place; the first of equals"),
                "topped_in_a_row": whole("most boards topped in succession, shared ones too", 0),
                "survived_in_a_row": whole("most boards survived in a row", 0),
            },
        ),
        table("careers_by_power", ["player", "power"], more=DATA | TOTALS),
        table("careers_by_season", ["player", "season"], more=DATA | TOTALS),
        table(
            "head_to_head",
            ["player"],
            more=DATA
            | {
                "other": text("the opponent; each pair stands once, in the order of the names"),
                "boards": whole("boards on which both sat", 1),
                "higher": whole("boards on which the player placed higher", 0),
                "lower": whole("boards on which the opponent did", 0),
                "level": whole("boards on which both had one place", 0),
                "centres": whole("centres of the player on these boards", 0),
                "other_centres": whole("centres of the opponent", 0),
                "neighbours": whole("boards on which their powers were neighbours", 0),
            },
        ),
        table(
            "powers",
            ["power"],
            more=DATA
            | {name: TOTALS[name] for name in TOTALS if name != "missed"}
            | {
                "season": text("the season; empty for all"),
                **{
                    f"{rate}_{end}": figure(f"{end} end of the 95 per cent interval of the rate (Wilson)", missing=True)
                    for rate in ("topped", "survived")
                    for end in ("low", "high")
                },
            },
        ),
        table(
            "records",
            ["player"],
            more=DATA
            | WHERE
            | {
                "record": text("what is the most, or the first"),
                "value": figure("how many, or which year"),
            },
        ),
        table(
            "champions",
            ["season", "event", "player"],
            more=DATA
            | {
                "title": text("name of the event or circuit; of a circuit `event` is empty"),
                "final": flag("nothing is left to play"),
            },
        ),
        table(
            "ratings",
            ["player", "rank", "games"],
            more=DATA
            | {
                "rating": text("id of the rating"),
                "value": figure("the rating after the last game; of a rating by power the mean of the seven"),
                "provisional": flag("it rests on few games"),
                "peak": figure("the highest that it was after a game"),
            },
        ),
        table(
            "rating_changes",
            ["player"],
            more=DATA
            | WHERE
            | {
                "rating": text("id of the rating"),
                "number": whole("number of the change in the order of the games", 1),
                "day": text("the day of the game, or of the event; empty if it is not typed"),
                "before": figure("the rating before it; of a rating by power the one with this power"),
                "got": figure("what the player got, as the rule measures it"),
                "expected": figure("what the rating let expect"),
                "change": figure("what it added"),
                "after": figure("the rating after it"),
            },
        ),
        table("near_names", ["player"], more=DATA | {"other": text("another name that may be the same person's")}),
    )
}
