"""A second opinion: what the other published readings of an event's official system would make of it.

Ranks are compared over the boards that both readings score, so that a board which one of them lacks moves nobody.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pipeline.events.standings import event_standings
from pipeline.rules.systems import readings_of
from pipeline.rules.ties import settled
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, among, of_season

OF = [*EVENT, "official", "reading"]
RANKS = [*OF, "player", "rank", "score", "other_rank", "other_score"]
SEATS = [*OF, *SEAT[len(EVENT) :], "player", "place", "score", "other_place", "other_score"]
EMPTY = pd.DataFrame(columns=[*OF, "boards"])


@dataclass(frozen=True, eq=False)
class Opinions:
    """Second opinions on events, with the ids of the official system and of the other reading.

    asked  a row an event and reading: season, event, official, reading, boards (that both score)
    ranks  a row a player of it: player, rank and score over these boards, other_rank and other_score
    seats  the seats of boards where a place or a score differs: place and score, other_place and other_score
    """

    asked: pd.DataFrame
    ranks: pd.DataFrame
    seats: pd.DataFrame

    def of(self, season: str) -> "Opinions":
        """Those of a season."""
        return Opinions(*(of_season(rows, season) for rows in vars(self).values()))

    @property
    def moves(self) -> pd.DataFrame:
        """The ranks that would be others."""
        return self.ranks[self.ranks["rank"] != self.ranks["other_rank"]]


def second_opinions(published: dict[str, Published], tables: Tables) -> Opinions:
    """What the other readings of each official system would make of its events."""
    found = [
        _opinion(official, published[reading.key], tables)
        for official in published.values()
        for reading in readings_of(official.system)
        if official.scores["official"].any()
    ]
    empty = Opinions(EMPTY, pd.DataFrame(columns=RANKS), pd.DataFrame(columns=SEATS))
    together = zip(*(vars(one).values() for one in found or [empty]), strict=True)
    return Opinions(*(pd.concat(rows, ignore_index=True).sort_values(OF, kind="stable") for rows in together))


def _opinion(official: Published, other: Published, tables: Tables) -> Opinions:
    """What another reading would make of the events of an official system."""
    here = official.scores["official"].to_numpy()
    both = here & official.scores["score"].notna().to_numpy() & other.scores["score"].notna().to_numpy()
    of = {"official": official.system.id, "reading": other.system.id}
    ours, theirs = (_standings(one, both, tables) for one in (official, other))
    theirs = theirs.rename(columns={"rank": "other_rank", "score": "other_score"})
    seats = official.scores[[*SEAT, "player", "place", "score"]].assign(
        other_place=other.scores["place"], other_score=other.scores["score"]
    )[both]
    boards = seats.drop_duplicates(BOARD).groupby(EVENT).size()
    asked = official.scores.loc[here, EVENT].drop_duplicates()
    asked = asked.merge(boards.rename("boards").reset_index(), on=EVENT, how="left").fillna({"boards": 0})
    return Opinions(
        asked.astype({"boards": int}).assign(**of)[[*OF, "boards"]],
        ours.merge(theirs, on=PLAYER, validate="one_to_one").assign(**of)[RANKS],
        seats[among(seats, seats[_differ(seats)], BOARD)].assign(**of)[SEATS],
    )


def _standings(published: Published, counted: np.ndarray, tables: Tables) -> pd.DataFrame:
    """The standings of events whose boards count if this system is the official one."""
    scores = published.scores.assign(official=counted)
    found = event_standings({published.system.key: replace(published, scores=scores)}, tables).standings
    return found.loc[among(found, scores[counted], EVENT), [*PLAYER, "rank", "score"]]


def _differ(seats: pd.DataFrame) -> pd.Series:
    """Where the place or the score is another."""
    return (seats["place"] != seats["other_place"]) | (settled(seats["score"]) != settled(seats["other_score"]))


def movers(moves: pd.DataFrame, gain: bool) -> Iterator[tuple[str, int, int]]:
    """Player, rank and other rank of those who would gain ranks, or lose them, who moves most first."""
    by = (moves["rank"] - moves["other_rank"]) * (1 if gain else -1)
    rows = moves.assign(by=by)[by > 0].sort_values(["by", "rank", "player"], ascending=[False, True, True])
    yield from rows[["player", "rank", "other_rank"]].itertuples(index=False, name=None)
