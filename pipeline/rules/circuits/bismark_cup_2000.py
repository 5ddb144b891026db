"""Bismark Cup 2000.

Source   "2001 Arthur Bismark Cup Rules and Scoring System" (D.A.A.N.Z.), paragraph 6, 2000 scoring. The points by place
         and number of boards are in the table bismark_points_2000.csv.
6        points: The table gives the points for each place, by the event's average number of boards per round. An empty
         cell is worth the lowest value in the table, 5.
Score    score: The total of the points, divided by the number of events played plus 2, or by 6 if that is greater.
Reading  For ten boards, the table lists 63rd place in two bands, one worth 6 points and one worth 5. The band listed
         first is used, so the place gets the higher points. If the average number of boards is not whole, it is rounded
         half up. Averages under 2 or over 10 use the nearest column. An event without a number of boards has no points
         and is not counted. The 2000 scoring does not say when a player counts as having played, or how to treat tied
         placings and equal scores, so the 2001 rules are used for these.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.rules.circuits import CircuitResult, Needs, Notice
from pipeline.rules.standings import averaged, best, entries, ranked, remarks, shared, with_used
from pipeline.rules.ties import EQUAL_DECIMALS
from schemas.keys import EVENT
from schemas.messages import Message, say

NEEDS = Needs("placings")
TABLE = pd.read_csv(Path(__file__).with_name("bismark_points_2000.csv"))
LEAST_POINTS = 5
FEWEST, MOST = 2, 10  # numbers of boards in the columns of the table
POINTS = TABLE[[f"boards_{boards}" for boards in range(FEWEST, MOST + 1)]].fillna(LEAST_POINTS).to_numpy(dtype=int)
LAST_PLACE = TABLE["place_to"].fillna(np.inf).to_numpy()  # last place of each band
MORE_EVENTS, LEAST_DIVISOR = 2, 6
ROAD = ["typed_place", "sharing", "games", "role", "boards", "bonus", "table_boards", "why"]
NO_BOARDS = say("number of boards not known, so the event gives no points and is not counted")
ROUNDED = Message("average number of boards: {boards:.9g}, rounded to {whole:.0f}")
NO_COLUMN = Message(
    "the table has no column for this number of boards ({with_bonus:.0f}), so the column for {table_boards} is used"
)


def table_points(rows: pd.DataFrame) -> pd.Series:
    """Return the points that the table gives for each place and number of boards.

    Tied players share their points equally. Rows without a place or a number of boards are dropped.
    """
    rows = rows.dropna(subset=["slot", "table_boards"])
    band = np.searchsorted(LAST_PLACE, rows["slot"].to_numpy(dtype=int))  # the first band that includes the place
    return shared(rows, POINTS[band, rows["table_boards"].to_numpy(dtype=int) - FEWEST])


def scored(placings: pd.DataFrame, bonus: dict[str, int]) -> tuple[pd.DataFrame, list[Notice]]:
    """Return all placings with their points (each player's best first), and the notices.

    bonus  number of boards added to an event, keyed by the event's level
    """
    rows, notices = entries(placings)
    whole = np.floor(rows["boards"].round(EQUAL_DECIMALS) + 0.5)
    rows["bonus"] = rows["level"].map(bonus).fillna(0).astype(int)
    rows["table_boards"] = (whole + rows["bonus"]).clip(FEWEST, MOST).astype("Int64")
    rows["points"] = table_points(rows)
    rows["why"] = rows["why"].mask((rows["why"] == "") & rows["boards"].isna(), say("number of boards not known"))
    return with_used(rows), [*notices, *_notices(rows.assign(whole=whole))]


def standings(placings: pd.DataFrame) -> CircuitResult:
    """Return the result of the cup for one year.

    placings  one row per player and event: season, event, player, place (a whole number, NaN if none), games (number
              of scored games, which matters only if it is 0), role (`player`, `director`, `gm`), boards (average per
              round, NaN if not known), level (`national`, `state` or empty, not used here)
    """
    results, notices = scored(placings, bonus={})
    bests = best(results[results["used"]])
    road = [name for name in ROAD if name != "bonus"]
    return CircuitResult(
        ranked(averaged(bests, MORE_EVENTS, LEAST_DIVISOR), bests),
        results[["player", "event", "place", "points", "used", *road]],
        notices,
    )


def _notices(rows: pd.DataFrame) -> list[Notice]:
    """Return notices about events whose number of boards is unknown, rounded or outside the table."""
    events = rows.drop_duplicates(EVENT).assign(player="", with_bonus=rows["whole"] + rows["bonus"])
    fractional = events[events["boards"].round(EQUAL_DECIMALS) % 1 > 0]
    elsewhere = events[(events["with_bonus"] != events["table_boards"]).fillna(False)]
    return [
        *remarks(events[events["boards"].isna()], NO_BOARDS),
        *remarks(fractional, ROUNDED),
        *remarks(elsewhere, NO_COLUMN),
    ]
