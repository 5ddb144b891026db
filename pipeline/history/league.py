"""The input of the history: the published tables of all seasons, concatenated, and the league's own file."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from schemas.keys import BOARD, EVENT, SEAT

# The columns that are read of each published table, under the names that they have inside.
READ: dict[str, list[str]] = {
    "events": [*EVENT, "name", "kind", "system", "data", "start", "end", "level"],
    "boards": [*BOARD, "result", "winners", "ended", "in_progress", "soloist"],
    "seats": [
        *SEAT,
        *("player", "final_centres", "eliminated", "survivor", "solo", "nmr_orders", "nmr_adjustments", "typed_place"),
    ],
    "scores": [*SEAT, "score", "place", "status"],
    "standings": [*EVENT, "rank", "player"],
    "rounds": [*EVENT, "rounds"],
    "champions": ["season", "event", "title", "player", "final"],
}


@dataclass(frozen=True)
class League:
    """All seasons.

    tables   each of READ; `scores` are those of the official systems, `standings` those of Diplomacy events, `rounds` how
             many each event had, `champions` who is first in what
    people   player, alias: names of people of the whole league
    ratings  the ids asked for; all if there are none
    """

    tables: dict[str, pd.DataFrame]
    people: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=["player", "alias"], dtype=object))
    ratings: Sequence[str] = ()
