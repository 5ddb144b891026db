"""Bismark Cup 2001.

Source   "2001 Arthur Bismark Cup Rules and Scoring System" (D.A.A.N.Z.), paragraphs 2 to 5.
2        Ten tournaments are accredited. They are listed in bismark_events_2001.csv, spelt as in the text.
3        rating: The number of full-time players in the event. A player with three scored games or more counts as one,
         and every other player as a third of one for each game. The sum is rounded to the nearest whole number, half
         up. GM positions are not games.
4.b      modifier: (50 + rating)/100, at most 1.10.
4.a      table points: 100, 90, 85, 80, 75, 70, 65, 60, 55 and 50 for the first ten places, and below them 50 - (place -
         10)/(players - 10) * 49, where full-time and part-time players both count.
4        points: The table points times the modifier, never rounded.
5        score: The total of the points, divided by the number of events played plus 3, or by 8 if that is greater. A
         player with one scored game has played the event. The director has not, even with games in GM positions.
Ties     Ties are broken by the best event, then by the second best, and so on. Players who are still level are joint
         winners.
Errata   One of the 84 figures in the table of examples is a misprint: the figure for the 20th of 25 players at rating
         21 is printed as 13, but should be 0.71 * (50 - 10/15 * 49) = 12.31. The footnote "50+Full time players"
         describes the modifier, but the column it explains is the plain rating.
Reading  Directors, and players with GM positions only, are not counted among the players either. In standings computed
         from boards or scores, the players behind them move up, but places that were entered stay as they are. Tied
         placings share the points of the places they fill (3, 3, 4 is read as 3, 3, 5). A place below the tenth that is
         also beyond the number of players is worth 1 point, like the last place. If the number of games is not entered,
         the player counts as full time. The tie-break applies to every rank. If tied players have different numbers of
         events, each missing event counts as 0. An event that is not accredited counts if its sheet says so, with a
         notice. Names are compared without year, number, `the`, `Diplomacy` and anything in brackets.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.circuits import CircuitResult, Needs, Notice
from pipeline.rules.standings import averaged, best, entries, ranked, remarks, shared, with_used
from schemas.keys import EVENT
from schemas.messages import Message

ACCREDITED = pd.read_csv(Path(__file__).with_name("bismark_events_2001.csv"))["event"]
NEEDS = Needs("placings", accredited=tuple(ACCREDITED), events=10)
FULL_TIME_GAMES = 3
BASE_PERCENT, MOST_PERCENT = 50, 110
FIRST_TEN = np.array([100, 90, 85, 80, 75, 70, 65, 60, 55, 50])
TENTH, TAIL, LAST = 50, 49, 50 - 49
MORE_EVENTS, LEAST_DIVISOR = 3, 8
FULL_TIME = Message(
    "players counted as having played at least three games, because their number of games is not known: {size}"
)
BEYOND_THE_LAST = Message("with only {players} players, place {slot} gets the points for last place")


def rated(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rating of each row's event and its number of players (paragraph 3)."""
    # whole numbers of thirds, so that the sum is exact before it is rounded
    thirds = np.minimum(rows["games"].fillna(FULL_TIME_GAMES), FULL_TIME_GAMES).where(rows["played"], 0).astype(int)
    event = rows.groupby(EVENT).ngroup()
    rating = (2 * thirds.groupby(event).transform("sum") + FULL_TIME_GAMES) // (2 * FULL_TIME_GAMES)
    players = rows["played"].astype(int).groupby(event).transform("sum")
    return pd.DataFrame({"rating": rating, "players": players})


def table_points(place: NDArray[np.int64], players: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the points for each place, before the modifier is applied (paragraph 4.a)."""
    tail = TENTH - (place - len(FIRST_TEN)) / (players - len(FIRST_TEN)).clip(min=1) * TAIL
    below = np.where(place < players, tail, LAST)
    return np.where(place <= len(FIRST_TEN), FIRST_TEN.take(place - 1, mode="clip"), below)


def standings(placings: pd.DataFrame) -> CircuitResult:
    """Return the result of the cup for one year.

    placings  one row per player and event, with the columns `season`, `event`, `player`, `place` (a whole number, NaN
              if none), `games` (the number of scored games, NaN if not known) and `role` (`player`, `director` or
              `gm`). Other columns are ignored
    """
    rows, notices = entries(placings)
    rows[["rating", "players"]] = rated(rows)
    placed = rows[rows["slot"].notna()]
    points = table_points(placed["slot"].to_numpy(dtype=int), placed["players"].to_numpy())
    rows["table_points"] = shared(placed, points)
    percent = np.minimum(BASE_PERCENT + rows["rating"], MOST_PERCENT)
    rows["modifier"] = percent / 100
    rows["points"] = percent * rows["table_points"] / 100
    results = with_used(rows)
    bests = best(results[results["used"]])
    road = ["typed_place", "sharing", "games", "role", "rating", "players", "modifier", "table_points", "why"]
    return CircuitResult(
        standings=ranked(averaged(bests, MORE_EVENTS, LEAST_DIVISOR), bests),
        results=results[["player", "event", "place", "points", "used", *road]],
        notices=[*notices, *_notices(rows)],
    )


def _notices(rows: pd.DataFrame) -> list[Notice]:
    """Return notices about unknown numbers of games, and about places beyond the number of players."""
    unknown = rows[rows["played"] & rows["games"].isna()]
    sizes = unknown.groupby(EVENT, as_index=False).size().assign(player="") if len(unknown) else unknown
    beyond = rows[(rows["slot"] > np.maximum(rows["players"], len(FIRST_TEN))).fillna(False)]
    return [
        *remarks(sizes, FULL_TIME),
        *remarks(beyond, BEYOND_THE_LAST),
    ]
