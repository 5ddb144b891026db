"""The boards of all seasons, in chronological order and with one row per seat.

They are the input to all later stages.
"""

import numpy as np
import pandas as pd

from pipeline.events.days import later_year
from pipeline.history.league import League
from schemas.keys import BOARD, EVENT, SEAT, natural_ranks
from schemas.words import POWERS

COLUMNS = [
    *(*SEAT, "number", "day", "player", "score", "place", "final_centres", "eliminated", "survivor", "solo"),
    *("topped", "missed", "system", "rated", "result", "winners", "soloist"),
]


def days_of_events(events: pd.DataFrame) -> pd.Series:
    """Return the day on which each event ended or, if that is unknown, the day on which it started.

    The day is an empty string if both are unknown.
    """
    return events["end"].where(events["end"] != "", events["start"])


def last_day(season: str) -> str:
    """Return 31 December of the later year in a season's name.

    The result is empty if the name has no year. An empty string sorts before all dates.
    """
    year = later_year(season)
    return f"{year}-12-31" if year else ""


def order(rows: pd.DataFrame) -> pd.Series:
    """Number the boards from 1 by `day`, season, event, round and board. Rows without boards are numbered by event.

    Names are in natural order, in which `Game 9` comes before `Game 10`. Rows without a day are placed on the last day
    of the later year in their season's name.
    """
    last = rows["season"].map({season: last_day(season) for season in rows["season"].unique()})
    keys = [rows[name].map(natural_ranks(rows[name])) for name in BOARD if name in rows]
    return rows["day"].groupby([rows["day"].where(rows["day"] != "", last), *keys]).ngroup() + 1


def games(league: League) -> pd.DataFrame:
    """Return the `games` frame, with one row per seat on a finished board, including the board's result.

    If the official system gives a seat no place, the place entered in the sheet is used.
    """
    tables = league.tables
    events = tables["events"].assign(day=days_of_events(tables["events"]))
    boards = tables["boards"][~tables["boards"]["in_progress"]]
    seats = tables["seats"].merge(boards, on=BOARD, validate="many_to_one")
    seats = seats.merge(events[[*EVENT, "day", "system"]], on=EVENT, validate="many_to_one")
    seats = seats.merge(tables["scores"], on=SEAT, how="left", validate="one_to_one")
    seats["day"] = seats["ended"].where(seats["ended"] != "", seats["day"])
    number = order(seats)
    centres = seats["final_centres"]
    most = centres == centres.groupby(number).transform("max")
    seats = seats.assign(
        number=number,
        topped=most / most.groupby(number).transform("sum"),
        missed=(seats["nmr_orders"] + seats["nmr_adjustments"]).astype(int),
        place=seats["place"].fillna(seats["typed_place"]),
        rated=(seats["status"] == "scored").groupby(number).transform("sum") == len(POWERS),
    )
    power = seats["power"].map({power: number for number, power in enumerate(POWERS)})
    return seats[COLUMNS].iloc[np.lexsort([power, number])].reset_index(drop=True)
