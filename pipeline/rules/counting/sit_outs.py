"""Counting: rounds sat out.

Source   The organiser's announcement, entered in the event's settings "sit-out points" and "sit-outs", and dipvis
         (diplomacytv), which gives points either for only one round sat out or for every round sat out.
points   sat out: A player who sits out a round at the director's request gets a fixed number of points, the same for
         all. The round then counts as a result, and may be one of the player's best. If the sum is divided by the
         number of games, that number includes the round.
once     If "sit-outs" is `once`, only the first round that a player sits out earns the points, and later ones are not
         results. If the setting is `each` or blank, every round sat out earns them.
Reading  A round sat out is not a game: nobody is ranked for it alone, and it cannot be the best game in a tie. Under
         Italia-2010 a paragraph of the system sets the points.
"""

import pandas as pd

from schemas.keys import EVENT, PLAYER
from schemas.messages import say
from schemas.words import split

OF = "sits_out"
ONLY_ONCE = say("only one of the rounds sat out earns points")


def sit_outs(people: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return one row per round sat out, with its points.

    people  the columns `season`, `event`, `player` and `sat_out` (rounds, separated by commas)
    events  the columns `season`, `event` and `sit_out_points` (NaN if a round sat out earns no points)
    """
    rows = rounds_of(people, "sat_out").merge(events[[*EVENT, "sit_out_points"]].dropna(), on=EVENT)
    return rows.assign(score=rows["sit_out_points"].astype(float))[[*PLAYER, "round", "score"]]


def rounds_of(people: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return one row per person and round, with the column `round`.

    name  the column that lists each person's rounds, separated by commas
    """
    rows = people[people[name].fillna("") != ""]
    rows = rows.assign(round=rows[name].map(split))
    return rows.explode("round") if len(rows) else rows
