"""Boards for the World Diplomacy Database as CSV.

Source: the columns that the database imports. They are FIRST NAME, NAME, HOMONYME, ROUND, BOARD, COUNTRY, RANK,
    EXAEQUO, and optionally SCORE, NB_CENTRE, YEAR_ELIMINATION (1 is 1901), DRAW (1 for a soloist, 0 for a power outside
    the draw, otherwise the size of the draw), CT_01 (1901) to CT_20.
Reading: one line per seat, even if nobody played the power. RANK is the rank by score under the official system. It is
    blank for a seat without a score. DRAW is blank if the game has no solo and the sheet neither calls the game a draw
    nor says who shares the draw.
"""

import pandas as pd

from pipeline.exports.event import LEVEL, Event
from pipeline.exports.format import File, Format, file_name, whole_columns
from pipeline.exports.losses import OTHER_COLUMNS, WDD_YEARS
from pipeline.exports.wdd_names import person
from schemas.keys import BOARD
from schemas.messages import say
from schemas.words import WDD_CODES

FORMAT = Format(
    say("boards in the CSV format of the World Diplomacy Database"),
    kind="diplomacy",
    places=True,
    omits=(
        *(
            "data",
            "boards aside",
            "years",
            "last years",
            "nobody",
            "missed turns",
            "penalties",
            "not scored",
            "draw votes",
            "late orders",
            "notes",
            "typed scores",
        ),
        *(
            "days",
            "variants",
            "divisions",
            "time limits",
            "in progress",
            "to be played",
            "points beside boards",
            "results",
        ),
        *("placings", "teams", "ids", "countries", "names"),
        *OTHER_COLUMNS,
    ),
)
SINCE = WDD_YEARS[0] - 1  # years are counted from 1901


def files(event: Event) -> list[File]:
    """Return a list that contains one file with all boards, or an empty list if there are no boards."""
    seats = event.seats
    if seats.empty:
        return []
    people = pd.DataFrame([*map(person, seats["player"])], index=seats.index)
    boards = seats[BOARD].merge(event.boards[[*BOARD, "result", "winners", "soloist"]], on=BOARD, how="left")
    said = (boards["result"] == "draw") | (boards["winners"] != "") | (boards["soloist"] != "")
    columns = {
        "FIRST NAME": people["first_name"],
        "NAME": people["name"],
        "HOMONYME": people["homonyme"],
        "ROUND": seats["round"],
        "BOARD": seats["board"],
        "COUNTRY": seats["power"].map(WDD_CODES),
        "RANK": seats["rank"],
        "EXAEQUO": seats[LEVEL],
        "SCORE": seats["score"],
        "NB_CENTRE": seats["final_centres"],
        "YEAR_ELIMINATION": (seats["eliminated"] - SINCE).where(lambda out: out > 0),
        "DRAW": seats["drawers"].where(seats["in_draw"], 0).where(said.to_numpy()),
    }
    centres = {f"CT_{year - SINCE:02}": seats[year] for year in event.years if year in WDD_YEARS}
    whole = ["RANK", "EXAEQUO", "NB_CENTRE", "YEAR_ELIMINATION", "DRAW", *centres]
    return [File(file_name(event.id, ".csv"), whole_columns(pd.DataFrame(columns | centres), whole))]
