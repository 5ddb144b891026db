"""What we publish of a system: scores, one row a seat, and standings, one row a player of a season."""

from collections.abc import Collection

import pandera.pandas as pa

from schemas.columns import table
from schemas.words import POWERS

FIXED = ["event", "round", "board", "power", "player", "final_centres", "score", "place", "status"]
BESIDE = ["season", "raw_row", "official"]  # kept for our own use


def scores_schema(parts: Collection[str], working: Collection[str] = ()) -> pa.DataFrameSchema:
    """The scores of one system: a score where the status says so, and nowhere else.

    Raises ValueError if a part or a working column is called like a fixed column.
    """
    if clash := {*parts, *working} & {*FIXED, *BESIDE}:
        raise ValueError(f"a part may not be called {', '.join(sorted(clash))}")
    return table([*FIXED, *BESIDE], parts=[*parts, *working], checks=[SCORED, PLACED])


SCORED = pa.Check(
    lambda scores: scores["score"].notna() == scores["status"].isin(["scored", "in progress"]),
    error="a score where the status says so, and nowhere else",
)
PLACED = pa.Check(lambda scores: ~(scores["place"] > len(POWERS)).fillna(False), error="a place from 1 to 7")

STANDINGS = table(
    ["season", "rank", "player", "games", "score"],
    unique=["season", "player"],
    checks=pa.Check(lambda table: (table["games"] >= 1) & table["score"].notna(), error="a player has games and a sum"),
)
