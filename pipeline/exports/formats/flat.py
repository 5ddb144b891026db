"""A flat table as CSV, with one row per seat and everything that the sheets record about it.

Source: the headers are those of raw sheets, so that the table can be pasted into such a sheet or read as one.
Reading: `score` and `place` are those under the official system. If a seat has none, `status` gives the reason. Facts
    about a game are repeated in each of the game's rows.
"""

import pandas as pd

from pipeline.exports.event import IDS, Event
from pipeline.exports.format import File, Format, file_name, whole_columns
from schemas.columns import is_whole
from schemas.keys import BOARD, SEAT
from schemas.messages import say
from schemas.raw import COLUMNS_OF

FORMAT = Format(
    say("a single flat table in CSV format"),
    kind="diplomacy",
    places=False,
    omits=(
        *("boards aside", "missed turns by year", "typed scores", "to be played", "points beside boards", "results"),
        *("placings", "teams"),
    ),
)
COMPUTED = ("scored", "typed_score", "typed_place")  # replaced by `yes` or `no`, and by the computed score and place
OF_A_SEAT = {
    field: column
    for column, field in COLUMNS_OF["boards"].items()
    if column not in (*SEAT, "player", *COMPUTED, "imported_from")
}
OF_A_GAME = {field: column for column, field in COLUMNS_OF["games"].items() if column not in BOARD}
WHOLE = ["place", *(field for field, column in (OF_A_SEAT | OF_A_GAME).items() if is_whole(column))]


def files(event: Event) -> list[File]:
    """Return a list that contains one file with all seats, or an empty list if there are no seats."""
    seats = event.seats
    if seats.empty:
        return []
    games = seats[BOARD].merge(event.boards, on=BOARD, how="left", validate="many_to_one")
    people = {id.replace("_", " "): [event.id_of(player, id) for player in seats["player"]] for id in IDS}
    columns = {
        **{name: seats[name] for name in ("season", "event", "round", "board", "power", "player")},
        **people,
        **{str(year): seats[year] for year in event.years},
        **{header: _typed(seats[name]) for header, name in OF_A_SEAT.items()},
        "scored": _typed(seats["scored"]),
        "score": seats["score"],
        "place": seats["place"],
        "status": seats["status"],
        "system": event.settings["system"],
        "data": event.settings["data"],
        **{header: _typed(games[name]) for header, name in OF_A_GAME.items()},
    }
    return [File(file_name(event.id, ".csv"), whole_columns(pd.DataFrame(columns), [*map(str, event.years), *WHOLE]))]


def _typed(cells: pd.Series) -> pd.Series:
    """Return cells as they would be entered in a sheet, with `yes` and `no` for booleans."""
    return cells.map({True: "yes", False: "no"}) if cells.dtype == bool else cells
