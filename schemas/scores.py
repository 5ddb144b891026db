"""The published tables of a system: scores with one row per seat, and standings with one row per player and season."""

from functools import cache

from schemas.columns import PART, table
from schemas.schema import Schema
from schemas.words import POWERS

OF_THE_SEAT = ["event", "round", "board", "power", "player", "final_centres"]
FIXED = [*OF_THE_SEAT, "score", "place", "status"]
BESIDE = ["season", "raw_row", "official"]  # not published

SCORES = table(  # further columns: one per part and per working figure
    "scores",
    [*FIXED, *BESIDE],
    checked=[*OF_THE_SEAT, "season", "raw_row"],
    rules={
        "a score where the status says so, and nowhere else": lambda scores: (
            scores["score"].notna() == scores["status"].isin(["scored", "in progress"])
        ),
        "a place from 1 to 7": lambda scores: scores["place"].between(1, len(POWERS)).fillna(True),
    },
)
STANDINGS = table(
    "standings",
    ["season", "rank", "player", "games", "score"],
    unique=["season", "player"],
    rules={"a player has games and a sum": lambda table: (table["games"] >= 1) & table["score"].notna()},
)


@cache
def scores_schema(parts: tuple[str, ...]) -> Schema:
    """Return SCORES extended with the parts and working figures of one system.

    Raises ValueError if one of them has the name of a fixed column.
    """
    if clash := {*parts} & {*SCORES.columns}:
        raise ValueError(f"a part may not be called {', '.join(sorted(clash))}")
    return SCORES.with_columns(parts, PART)
