"""Counting: divisions in the last round.

Source       The 2025 UK championship. In the last round, players are assigned to boards by their standing: 1 to 7 play
             for the title, 8 to 14 for the next places, and so on. The divisions are entered in the `division` column
             of the `games` sheet.
division     division: Players on a board of the first division are ranked before those on a board of the second, and so
             on. Players without a division come last.
Reading      Within a division, players are ranked as in any other event: by the top table, if there is one, and by
             score. A player's division comes from the last round in which the player's board has a division. The player
             ranked first in a division is its winner. If several players share that rank, they share the title.
"""

import pandas as pd

from schemas.keys import BOARD, EVENT, PLAYER

OF = "divided"


def divisions(games: pd.DataFrame, typed: pd.DataFrame) -> pd.DataFrame:
    """Return the division of every player who has one.

    games  the columns `season`, `event`, `round`, `round_no`, `board` and `player`
    typed  the columns `season`, `event`, `round`, `board` and `division` (NaN for none)

    The result has the columns `season`, `event`, `player` and `division`.
    """
    rows = games.merge(typed.loc[typed["division"].notna(), [*BOARD, "division"]], on=BOARD)
    rows = rows.sort_values(["round_no", "division"], ascending=[False, True], kind="stable")
    return rows.drop_duplicates(PLAYER)[[*PLAYER, "division"]]


def division_winners(standings: pd.DataFrame) -> pd.DataFrame:
    """Return the winners of each division, in the order of the divisions.

    The columns are `season`, `event`, `division`, `player`, `rank` and `score`.
    """
    rows = standings[standings["division"].notna()]
    first = rows[rows["rank"] == rows.groupby([*EVENT, "division"])["rank"].transform("min")]
    return first.sort_values([*EVENT, "division", "player"], kind="stable")[
        [*EVENT, "division", "player", "rank", "score"]
    ]
