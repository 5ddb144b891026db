"""The schemas of the league's history, whose tables cover all seasons.

Columns that mean the same in every table are defined in `schemas.columns`.
"""

from schemas.columns import table
from schemas.keys import BOARD, SEAT
from schemas.kinds import amount, figure, flag, text, whole
from schemas.schema import Schema

DATA = {"data": text("real, worked example, generated or not stated; each kind has its own history")}
TOTALS = {
    "boards": whole("number of finished boards", 0),
    "topped": amount("number of boards topped; players who tie for the most centres share the board"),
    "solos": whole("number of boards won with 18 centres or more", 0),
    "mean_centres": figure("mean number of centres at the end", missing=True),
    "mean_place": figure("mean place, over boards that have places", missing=True),
    "survived": figure("share of boards on which the player had a centre at the end", missing=True),
    "missed": whole("number of missed turns", 0),
}
WHERE = {name: text(f"{name} to which the row belongs; empty if it belongs to none") for name in (*BOARD, "power")}

HISTORY: dict[str, Schema] = {
    schema.name: schema
    for schema in (
        table(
            "games",
            [*SEAT, "player", "score", "place", "final_centres", "eliminated", "survivor", "solo"],
            more=DATA
            | {
                "number": whole("number of the board in chronological order", 1),
                "day": text(
                    "day on which the board ended, or else the event; empty if neither was entered, and then the board counts as the last of its season"
                ),
                "topped": amount("1 for the most centres on the board, divided among those who tie; otherwise 0"),
                "missed": TOTALS["missed"],
                "system": text("official system of the event, empty if it has none"),
                "rated": flag("all seven players have a score under that system"),
            },
        ),
        table(
            "careers",
            ["player"],
            more=DATA
            | TOTALS
            | {
                "seasons": whole("number of seasons in which the player has a result", 1),
                "events": whole("number of events in which the player has a result", 1),
                "titles": whole("number of events and circuits won, including shared wins", 0),
                "best": text("board with the most centres, then the best place; the earliest if several are equal"),
                "worst": text("board with the fewest centres, then the worst place; the earliest if several are equal"),
                "topped_in_a_row": whole("longest run of topped boards, including shared ones", 0),
                "survived_in_a_row": whole("longest run of boards survived", 0),
            },
        ),
        table("careers_by_power", ["player", "power"], more=DATA | TOTALS),
        table("careers_by_season", ["player", "season"], more=DATA | TOTALS),
        table(
            "head_to_head",
            ["player"],
            more=DATA
            | {
                "other": text("opponent; each pair is listed once, in alphabetical order"),
                "boards": whole("number of boards that both played on", 1),
                "higher": whole("number of boards on which the player placed higher", 0),
                "lower": whole("number of boards on which the opponent placed higher", 0),
                "level": whole("number of boards on which they shared a place", 0),
                "centres": whole("the player's centres on these boards", 0),
                "other_centres": whole("the opponent's centres on these boards", 0),
                "neighbours": whole("number of boards on which their powers were neighbours", 0),
            },
        ),
        table(
            "powers",
            ["power"],
            more=DATA
            | {name: TOTALS[name] for name in TOTALS if name != "missed"}
            | {
                "season": text("season; empty for all seasons together"),
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
                "record": text("name of the record"),
                "value": figure("value of the record, such as a number or a year"),
            },
        ),
        table(
            "champions",
            ["season", "event", "player"],
            more=DATA
            | {
                "title": text("name of the event or circuit; for a circuit, `event` is empty"),
                "final": flag("no game is left to play"),
            },
        ),
        table(
            "ratings",
            ["player", "rank", "games"],
            more=DATA
            | {
                "rating": text("id of the rating"),
                "value": figure("rating after the last game; for a rating by power, the mean of the seven ratings"),
                "provisional": flag("the rating rests on few games"),
                "peak": figure("highest rating after any game"),
            },
        ),
        table(
            "rating_changes",
            ["player"],
            more=DATA
            | WHERE
            | {
                "rating": text("id of the rating"),
                "number": whole("number of the change, in the order of the games", 1),
                "day": text("day of the game, or else of the event; empty if neither was entered"),
                "before": figure("rating before the game; for a rating by power, the one with this power"),
                "got": figure("the player's result, as the rating measures it"),
                "expected": figure("result that the ratings predicted"),
                "change": figure("change of the rating"),
                "after": figure("rating after the game"),
            },
        ),
        table("near_names", ["player"], more=DATA | {"other": text("another name that may belong to the same person")}),
    )
}
