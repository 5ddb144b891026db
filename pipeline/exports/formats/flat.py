"""One flat table, as CSV: a row a seat, with all that the sheets say of it.

Source: the headers of our own sheets, so that the table can be typed, pasted or read as such a sheet.
Reading: `score` and `place` are those under the official system, `status` says why there is none. What is said of a game stands
    in each of its rows.
"""

import pandas as pd

from pipeline.exports.event import IDS, Event
from pipeline.exports.format import File, Format, file_name, whole_columns
from schemas.keys import BOARD
from schemas.messages import say

FORMAT = Format(
    say("one flat table, CSV"),
    kind="diplomacy",
    places=False,
    lacks=(
        *("boards aside", "missed turns by year", "typed scores", "to be played", "points beside boards", "results"),
        *("placings", "teams"),
    ),
)
OF_A_SEAT = {
    **{"final": "final_centres", "eliminated": "eliminated", "nmr orders": "nmr_orders"},
    **{
        "nmr adjustments": "nmr_adjustments",
        "penalty": "penalty",
        "draw proposed": "draw_proposed",
        "late orders": "late_orders",
    },
    "note": "note",
}
OF_A_GAME = {
    **{"result": "result", "winners": "winners", "last year": "last_year", "ended": "ended", "variant": "variant"},
    **{"division": "division", "draw accepted": "draw_accepted"},
}
WHOLE = ["final", "eliminated", "nmr orders", "nmr adjustments", "place", "last year", "division"]


def files(event: Event) -> list[File]:
    """A file with all seats."""
    seats = event.seats
    if seats.empty:
        return []
    games = seats[BOARD].merge(event.boards, on=BOARD, how="left", validate="many_to_one")
    people = {id.replace("_", " "): [event.id_of(player, id) for player in seats["player"]] for id in IDS}
    columns = {
        **{name: seats[name] for name in ("season", "event", "round", "board", "power", "player")},
        **people,
        **{str(year): seats[year] for year in event.years},
        **{header: seats[name] for header, name in OF_A_SEAT.items()},
        "scored": seats["scored"].map({True: "yes", False: "no"}),
        "score": seats["score"],
        "place": seats["place"],
        "status": seats["status"],
        "system": event.settings["system"],
        "data": event.settings["data"],
        **{header: games[name] for header, name in OF_A_GAME.items()},
    }
    return [File(file_name(event.id, ".csv"), whole_columns(pd.DataFrame(columns), [*map(str, event.years), *WHOLE]))]
