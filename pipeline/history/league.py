"""The published tables of all seasons and the league's own file, from which the history is computed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from schemas.keys import BOARD, EVENT, SEAT

# The columns that are read from each published table.
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
    """The published tables of all seasons.

    tables   the tables listed in READ. `scores` holds the scores under the official systems, `standings` those of
             Diplomacy events, `rounds` each event's number of rounds, and `champions` the winners of events and circuits
    people   one row per name in the league's list of people. The column `player` is the person's main name, and
             `alias` is either that name or another name of theirs
    ratings  the ids of the ratings that the league has chosen. If there are none, all ratings are computed
    """

    tables: dict[str, pd.DataFrame]
    people: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=["player", "alias"], dtype=object))
    ratings: Sequence[str] = ()
