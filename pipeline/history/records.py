"""The records, each with all players who share it and, for a record set in a single game, the board."""

import pandas as pd

from schemas.keys import SEAT
from schemas.messages import Text, say

RECORDS: dict[str, Text] = {
    "centres": say("most centres on a board"),
    "centres_by_power": say("most centres with each power"),
    "first_solo": say("first solo"),
    "boards": say("most boards"),
    "boards_in_a_season": say("most boards in a season"),
    "topped": say("most boards topped"),
    "solos": say("most solos"),
    "topped_in_a_row": say("most boards topped in a row"),
    "survived_in_a_row": say("most boards survived in a row"),
    "titles": say("most titles"),
}
OF_A_CAREER = ("boards", "topped", "solos", "topped_in_a_row", "survived_in_a_row", "titles")


def records(games: pd.DataFrame, careers: pd.DataFrame, by_season: pd.DataFrame) -> pd.DataFrame:
    """Return one row per record and holder, in the order of RECORDS.

    games      the seats of players whose names are known
    by_season  each player's totals in each season
    """
    seats = games[["player", *SEAT]].assign(value=games["final_centres"])
    claims = [
        seats.assign(record="centres"),
        seats.assign(record="centres_by_power").sort_values("power", kind="stable"),
        seats[games["solo"]].head(1).assign(record="first_solo", value=1),
        by_season[["player", "season"]].assign(record="boards_in_a_season", value=by_season["boards"]),
        careers.melt("player", OF_A_CAREER, "record", "value"),
    ]
    rows = pd.concat(claims).fillna(dict.fromkeys(SEAT, ""))
    rows = rows.sort_values("record", key=lambda names: names.map([*RECORDS].index), kind="stable", ignore_index=True)
    power = rows["power"].where(rows["record"] == "centres_by_power", "")
    most = rows["value"].groupby([rows["record"], power]).transform("max")
    return rows[(rows["value"] == most) & (most > 0)]
