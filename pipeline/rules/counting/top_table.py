"""Counting: the top table.

Source       WDC 2018, the 2025 UK championship and dipvis (diplomacytv), where a board in the last round
             decides the top places. The settings `top table round`, `top table` and `top table places` name the
             round, the board and the number of places.
top          top table place: The players at the top table take the event's top places, in their order on that board.
             All others follow by score. If `top table places` is 1, only the winner of the top table is moved ahead of
             the others, and if the number is 3, only the board's top three are.
Reading      Places on the board are those under the official system. Players who are level there are ordered by score.
             If no board is named, the standings before the top table's round decide. The top table is then the board of
             the highest-ranked player who has not declined. If several such players share that rank on different
             boards, or if somebody who declined sits at that board, nobody is moved ahead. Under Italia-2010 the only
             effect of the top table is that its winner gets 2000 extra points (8.3).
"""

import numpy as np
import pandas as pd

from pipeline.rules.rank import in_standings
from schemas.keys import BOARD, EVENT, PLAYER, among

OF = "top_tabled"


def top_tables(seats: pd.DataFrame, before: pd.DataFrame, declined: pd.DataFrame) -> pd.DataFrame:
    """Return the boards that may be top tables.

    The top table is the board entered for it, or else the board of the best-ranked player who did not decline
    (`player`). If several players share that rank, there is one row for each of their boards. If everybody declined,
    there is one row for each board of the round.

    The column `declined` names the players at the board who declined. A board is `known` to be the top table if it was
    entered, or if it is the only candidate, it has a `player`, and nobody at it declined.

    seats     the seats in the top-table rounds, with the columns `season`, `event`, `round`, `board`, `player`
              and `top_table_board` (as typed)
    before    standings before the top table, with the columns `season`, `event`, `player` and `rank`
    declined  players who declined the top table, with the columns `season`, `event` and `player`

    The result has the columns `season`, `event`, `round`, `board`, `player`, `typed`, `declined` and `known`.
    """
    named = seats[seats["board"] == seats["top_table_board"]].drop_duplicates(BOARD).assign(player="")
    willing = seats[(seats["top_table_board"] == "") & in_standings(seats["player"])]
    willing = willing[~among(willing, declined, PLAYER)].merge(before[[*PLAYER, "rank"]], on=PLAYER, how="left")
    willing["rank"] = willing["rank"].fillna(np.inf)
    first = willing[willing["rank"] == willing.groupby(EVENT)["rank"].transform("min")]
    tables = pd.concat([named, first.drop_duplicates(BOARD)])
    others = seats[(seats["top_table_board"] == "") & ~among(seats, tables, EVENT)].drop_duplicates(BOARD)
    tables = pd.concat([tables, others.assign(player="")], ignore_index=True)
    unwilling = seats[among(seats, declined, PLAYER)].groupby(BOARD)["player"].agg(", ".join)
    tables = tables.merge(unwilling.rename("declined").reset_index(), on=BOARD, how="left").fillna({"declined": ""})
    typed, alone = tables["top_table_board"] != "", ~tables.duplicated(EVENT, keep=False)
    tables = tables.assign(typed=typed, known=typed | (alone & (tables["declined"] == "") & (tables["player"] != "")))
    return tables[[*BOARD, "player", "typed", "declined", "known"]]


def seated(games: pd.DataFrame, tables: pd.DataFrame) -> pd.DataFrame:
    """Return the games played at boards that are known to be top tables.

    games   the columns `season`, `event`, `round`, `board`, `player` and `place`
    tables  the boards that may be top tables, with the columns `season`, `event`, `round`, `board` and `known` (whether
            the board is known to be one)
    """
    return games.merge(tables.loc[tables["known"].astype(bool), BOARD], on=BOARD)


def lifted(seats: pd.DataFrame, places: pd.DataFrame) -> pd.DataFrame:
    """Return the players whom the top table moves ahead of all others.

    seats   the games of the top tables, with the columns `season`, `event`, `player` and `place`
    places  the columns `season`, `event` and `top_table_places` (number of places that the table decides, NaN for all)

    The result has the columns `season`, `event`, `player` and `top_place`.
    """
    rows = seats.merge(places, on=EVENT)
    rows = rows[rows["place"].notna() & (rows["place"] <= rows["top_table_places"].fillna(np.inf))]
    rows = rows.sort_values("place", kind="stable").drop_duplicates(PLAYER)
    return rows.rename(columns={"place": "top_place"})[[*PLAYER, "top_place"]]
