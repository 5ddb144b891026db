"""The scores and the standings that are published for a system.

The scores have one row per seat and show every part of the score.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.rank import in_standings, standings
from pipeline.rules.rule_sheet import column
from pipeline.rules.systems import System
from pipeline.score.facts import Facts, flat
from pipeline.score.score import IN_PROGRESS, SCORED, Scores, score_boards, statuses
from schemas.keys import SEAT, of_season
from schemas.messages import Message, listed, say
from schemas.schema import check
from schemas.scores import STANDINGS, scores_schema
from schemas.words import POWERS

NOT_SCORED = "not scored"  # the status of a board that the organiser has excluded
STATUSES = {SCORED: say("scored"), IN_PROGRESS: say("in progress"), NOT_SCORED: say("not scored")}


@dataclass
class Published:
    """The published scores of one system, for all seasons that were read.

    scores  the frame that `scores_schema` describes, in canonical order
    boards  the same scores as arrays, aligned with `Facts.arrays`
    """

    system: System
    scores: pd.DataFrame
    boards: Scores

    @property
    def parts(self) -> list[str]:
        """Return the columns that add up to the score."""
        return [column(part) for part in self.boards.parts]

    @property
    def working(self) -> list[str]:
        """Return the columns that are shown beside the score but not added to it."""
        return [column(name) for name in self.boards.working]

    def status(self, seat: int, status: str) -> Message:
        """Return the published status of a seat as a message.

        Seats are numbered across all seasons.
        """
        if status in STATUSES:
            return STATUSES[status]
        reasons = [reason for reason, boards in self.boards.unscorable.items() if boards[seat // len(POWERS)]]
        return say("unscorable: {reasons}", reasons=listed(reasons, "; "))

    def season(self, season: str) -> pd.DataFrame:
        """Return the rows of one season."""
        return self.at(np.flatnonzero(self.scores["season"] == season))

    def at(self, rows: NDArray[np.intp]) -> pd.DataFrame:
        """Return the rows at these positions with a new index."""
        return self.scores.iloc[rows].reset_index(drop=True)

    @cached_property
    def standings(self) -> pd.DataFrame:
        """Return the standings (STANDINGS) of every season, computed from the scored seats with a known player."""
        ranked = self.scores["score"].notna() & in_standings(self.scores["player"])
        return check(standings(self.scores[ranked]), STANDINGS)

    def standings_of(self, season: str) -> pd.DataFrame:
        """Return the standings of one season, without the `season` column."""
        return of_season(self.standings, season).drop(columns="season")


def publish(system: System, facts: Facts) -> Published:
    """Return the scores of all boards under one system, with one row per seat.

    Raises pandera's SchemaErrors if the scores do not fit their schema, which is a bug in the program.
    """
    boards = score_boards(system, facts.arrays)
    seats, counted = facts.seats, facts.seats["scored"].to_numpy(dtype=bool)
    parts = {column(name): np.where(counted, flat(points), np.nan) for name, points in boards.parts.items()}
    score = np.where(counted, np.round(flat(boards.score), 12) + 0.0, np.nan)
    frame = pd.DataFrame(
        {
            **{name: seats[name] for name in (*SEAT, "player", "final_centres", "raw_row")},
            **{name: points + 0.0 for name, points in parts.items()},
            "score": score,
            "place": pd.arrays.IntegerArray(flat(boards.place).astype(np.int64), np.isnan(score)),
            "status": _status(facts, boards),
            **{column(name): flat(figure) for name, figure in boards.working.items()},
            "official": _official(system, facts),
        },
        seats.index,
        copy=False,
    )
    schema = scores_schema((*parts, *map(column, boards.working)))
    return Published(system, check(frame, schema), boards)


def _status(facts: Facts, boards: Scores) -> np.ndarray:
    """Return the published status of each seat."""
    words, of_board = statuses(boards.unscorable, facts.arrays.in_progress)
    status = np.array(words, object)[np.repeat(of_board, len(POWERS))]
    return np.where(facts.seats["scored"], status, NOT_SCORED)


def _official(system: System, facts: Facts) -> NDArray[np.bool_]:
    """Return a mask of the seats in events for which this system is official.

    A season's own system can be official only in that season.
    """
    in_season = not system.season or (facts.seats["season"] == system.season).to_numpy()
    return (facts.systems == system.id) & in_season
