"""Second opinions: an event scored under the other published readings of its official system.

Ranks are compared on the boards that both the official system and the other reading score, so a board that only one of
them scores does not affect any rank.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from pipeline.events.standings import standings_of
from pipeline.rules.systems import readings_of
from pipeline.rules.ties import settled
from pipeline.score.facts import Facts
from pipeline.score.published import Published, publish
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, among, of_season

OF = [*EVENT, "official", "reading"]
READ = ("events", "people", "seats", "results", "aside")  # tables that the standings need
RANKS = [*OF, "player", "rank", "score", "other_rank", "other_score"]
SEATS = [*OF, *SEAT[len(EVENT) :], "player", "place", "score", "other_place", "other_score"]


@dataclass(frozen=True, eq=False)
class Opinions:
    """Second opinions on events: how the results would differ under another published reading of the system's rules.

    Each table has the id of the official system in the column `official`, and that of the other reading in `reading`.

    compared  one row per event and reading, where `boards` is the number of boards that have a score under both
    ranks     one row per player of each event in which a place or score differs, with `rank` and `score` under the
              official system, and `other_rank` and `other_score` under the other reading
    seats     the seats of boards on which a place or score differs, with `place` and `score` under the official system,
              and `other_place` and `other_score` under the other reading
    """

    compared: pd.DataFrame
    ranks: pd.DataFrame
    seats: pd.DataFrame

    def of(self, season: str) -> "Opinions":
        """Return the same tables with only the events of one season."""
        return Opinions(*(of_season(rows, season) for rows in vars(self).values()))

    @property
    def moves(self) -> pd.DataFrame:
        """The rows of `ranks` in which `rank` and `other_rank` differ."""
        return self.ranks[self.ranks["rank"] != self.ranks["other_rank"]]


def second_opinions(published: dict[str, Published], facts: Facts, tables: Tables) -> Opinions:
    """Return how the results of all events would differ under other published readings of their official systems.

    Standings are computed only for events in which a place or score differs.
    """
    compared = [
        _seats(official, published.get(reading.key) or publish(reading, facts))
        for official in published.values()
        for reading in (readings_of(official.system) if official.scores["official"].any() else ())
    ]
    if not compared:
        return Opinions(*(pd.DataFrame(columns=columns) for columns in ([*OF, "boards"], RANKS, SEATS)))
    seats = pd.concat(compared, ignore_index=True)
    both = seats["score"].notna() & seats["other_score"].notna()
    of_boards = seats.assign(boards=both).drop_duplicates([*OF, *BOARD])
    readings = of_boards.groupby(OF, as_index=False)["boards"].sum().astype({"boards": int})
    seats = seats[both]
    boards = seats[among(seats, seats[_differ(seats)], [*OF, *BOARD])].sort_values(OF, kind="stable")
    return Opinions(readings, _ranks(seats[among(seats, boards, OF)], tables), boards[SEATS].reset_index(drop=True))


def _seats(official: Published, other: Published) -> pd.DataFrame:
    """Return the seats in events that use this official system, with the places and scores under both systems."""
    rows = np.flatnonzero(official.scores["official"])
    seats = official.scores[[*SEAT, "player", "final_centres", "place", "score"]].iloc[rows]
    theirs = {f"other_{name}": other.scores[name].iloc[rows] for name in ("place", "score")}
    return seats.assign(**theirs, official=official.system.id, reading=other.system.id)


def _ranks(seats: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return each player's rank and score under the official system, and under another reading of its rules.

    Both rankings are computed in one run, from two copies of each event.
    """
    events = seats[OF].drop_duplicates().reset_index(drop=True)
    ours, theirs = (events.assign(copy=side + events.index.astype(str)) for side in ("ours ", "theirs "))
    copies = pd.concat([ours, theirs], ignore_index=True)
    under_the_other = seats.assign(place=seats["other_place"], score=seats["other_score"])
    games = pd.concat([_copied(seats, ours, OF), _copied(under_the_other, theirs, OF)], ignore_index=True)
    copied = {name: _copied(getattr(tables, name), copies[[*EVENT, "copy"]], EVENT) for name in READ}
    alone = replace(tables, **copied, placings=tables.placings.iloc[:0])
    ranked = standings_of(games, alone, every_round=False).standings[[*PLAYER, "rank", "score"]]
    before, after = (
        ranked.merge(of.rename(columns={"event": "of", "copy": "event"}), on=EVENT).assign(
            event=lambda rows: rows["of"]
        )
        for of in (ours, theirs)
    )
    key = [*OF, "player"]
    after = after[[*key, "rank", "score"]].rename(columns={"rank": "other_rank", "score": "other_score"})
    return before.merge(after, on=key, validate="one_to_one")[RANKS].sort_values(OF, kind="stable", ignore_index=True)


def _copied(rows: pd.DataFrame, copies: pd.DataFrame, key: list[str]) -> pd.DataFrame:
    """Repeat the rows of each event once per copy, with the copy's name as the event."""
    return rows.merge(copies, on=key).assign(event=lambda copied: copied["copy"]).drop(columns="copy")


def _differ(seats: pd.DataFrame) -> pd.Series:
    """Return a mask of the seats whose place or score differs under the other reading of the system's rules."""
    return (seats["place"] != seats["other_place"]) | (settled(seats["score"]) != settled(seats["other_score"]))


def movers(moves: pd.DataFrame, gain: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the name, `rank` and `other_rank` of each player who would gain ranks, starting with the largest gain.

    If `gain` is false, yield the players who would lose ranks, starting with the largest loss.
    """
    by = (moves["rank"] - moves["other_rank"]) * (1 if gain else -1)
    rows = moves.assign(by=by)[by > 0].sort_values(["by", "rank", "player"], ascending=[False, True, True])
    yield from rows[["player", "rank", "other_rank"]].itertuples(index=False, name=None)
