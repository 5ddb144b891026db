"""Results, typed: of events, of Bao tournaments, and of circuits. Each frame is checked once, where its stage ends.

A schema names what a frame has at least; where it is `strict`, the frame has nothing else.
"""

from collections.abc import Callable, Collection
from typing import Any

import pandas as pd
import pandera.pandas as pa
from pandas.api import types


def _column(kind: str, holds: Callable[[pd.Series], Any], *, missing: bool = False) -> pa.Column:
    """A column whose cells are all of a kind; `missing` says that a cell may be NaN. A frame without rows has no types."""
    check = pa.Check(lambda cells: cells.empty or holds(cells), error=kind)
    return pa.Column(None, check, nullable=missing)


def whole(least: int, *, missing: bool = False) -> pa.Column:
    """A column of whole numbers."""

    def holds(cells: pd.Series) -> Any:
        cells = cells.infer_objects()
        return types.is_numeric_dtype(cells) and (cells >= least) & (cells % 1 == 0)

    return _column(f"a whole number from {least}", holds, missing=missing)


def one_of(words: Collection[str]) -> pa.Column:
    """A column of a few words."""
    return _column(f"one of {', '.join(words)}", lambda cells: cells.isin(words))


TEXT = _column("a text", lambda cells: types.infer_dtype(cells) == "string")
FLAG = _column("true or false", types.is_bool_dtype)
FIGURE = _column("a number", types.is_numeric_dtype)
UNSURE = _column("a number", types.is_numeric_dtype, missing=True)  # NaN where there is none, or none is known
RANK, COUNT, NUMBER = whole(1), whole(0), whole(1)
PLACE = whole(1, missing=True)

EVENT = {"season": TEXT, "event": TEXT}
PLAYER = {**EVENT, "player": TEXT}
GROUP = {**EVENT, "stage": TEXT, "group": TEXT}
GAMES = whole(0, missing=True)  # scored games; NaN where only the places are known
STANDING = {
    **{**PLAYER, "rank": RANK, "games": GAMES, "score": UNSURE, "settled": TEXT},
    **dict.fromkeys(("two_boards", "sat_out", "top_table"), FIGURE),
}
GAME = dict.fromkeys(("south", "north", "winner", "reason"), TEXT)  # of Bao

# `pipeline.events.standings.Events`
EVENTS = {
    "results": pa.DataFrameSchema(
        {
            **{**PLAYER, "round": TEXT, "round_no": COUNT, "board": TEXT, "power": TEXT},
            **{"place": PLACE, "kind": one_of(("game", "sat out")), "used": FLAG},
            **dict.fromkeys(("score", "two_boards", "points"), FIGURE),
            **{"best": whole(1, missing=True), "mean": FLAG},  # how the event counts
        },
        strict=True,
    ),
    "standings": pa.DataFrameSchema(STANDING, strict=True),
    "rounds": pa.DataFrameSchema({**STANDING, "after": TEXT, "round_no": COUNT}, strict=True),
}

# `pipeline.rules.bao.tournaments.Tournaments`
TOURNAMENTS = {
    "entries": pa.DataFrameSchema(
        {
            **{**PLAYER, "number": NUMBER, "country": TEXT, "group": TEXT, "category": NUMBER},
            **{"elo": UNSURE, "games": GAMES, "kiba_score": UNSURE},
        }
    ),
    "matches": pa.DataFrameSchema({**GROUP, **GAME}),
    "members": pa.DataFrameSchema({**GROUP, "player": TEXT, "seat": NUMBER}, strict=True),
    "standings": pa.DataFrameSchema(
        {
            **{**GROUP, "rank": RANK, "player": TEXT, "points": COUNT, "games": COUNT, "complete": FLAG},
            **{"sonneborn_berger": UNSURE, "kiba_score": UNSURE, "settled": TEXT, "goes_on": TEXT},
        },
        strict=True,
    ),
    "schedule": pa.DataFrameSchema({**GROUP, **GAME}),
    "outcomes": pa.DataFrameSchema(
        {**EVENT, "first": TEXT, "second": TEXT, "left": TEXT, "finished": FLAG}, strict=True
    ),
}

# `pipeline.rules.circuits.Outcome`: beside these a circuit has figures of its own
CIRCUIT = {
    "standings": pa.DataFrameSchema(
        {
            **{"rank": RANK, "player": TEXT, "events": NUMBER, "score": FIGURE, "settled": TEXT},
            r"^best_[0-9]+$": pa.Column(float, nullable=True, regex=True, required=False),
        }
    ),
    "results": pa.DataFrameSchema(
        {"player": TEXT, "event": TEXT, "place": PLACE, "points": UNSURE, "used": FLAG, "why": TEXT},
        checks=pa.Check(lambda rows: rows["used"] == (rows["why"] == ""), error="a reason where a result is not used"),
    ),
}


def checked(frames: Any, schemas: dict[str, pa.DataFrameSchema]) -> Any:
    """An object that holds frames by name, each checked against its schema.

    Raises pandera.errors.SchemaError.
    """
    for name, schema in schemas.items():
        schema.validate(getattr(frames, name))
    return frames
