"""The records, each with all players who share it and, for a record set in a single game, the board."""

import pandas as pd

from pipeline.history.careers import totals
from pipeline.rules.rank import in_standings
from schemas.keys import BOARD
from schemas.messages import Text, say

WHERE = [*BOARD, "power"]
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


def records(games: pd.DataFrame, careers: pd.DataFrame) -> pd.DataFrame:
    """Return one row per record and holder, in the order of RECORDS."""
    games = games[in_standings(games["player"])]
    centres = games.rename(columns={"final_centres": "value"})
    by_season = totals(games, ["player", "season"]).rename(columns={"boards": "value"})
    solos = games[games["solo"]].drop_duplicates("player")
    by_record = {
        "centres": _most(centres),
        "centres_by_power": pd.concat([_most(rows) for _, rows in centres.groupby("power")] or [centres]),
        "first_solo": solos.assign(value=1.0).head(1),
        "boards_in_a_season": _most(by_season),
        **{name: _most(careers.rename(columns={name: "value"})) for name in OF_A_CAREER},
    }
    columns = ["record", "value", "player", *WHERE]  # records of a career have no board
    rows = [by_record[name].assign(record=name).reindex(columns=columns, fill_value="") for name in RECORDS]
    return pd.concat(rows, ignore_index=True).astype({"value": float})


def _most(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the highest value, or no rows if the highest value is zero."""
    return rows[(rows["value"] == rows["value"].max()) & (rows["value"] > 0)]
