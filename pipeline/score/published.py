"""Scores -> the frames we publish: a row a seat with every part, and the standings."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.rank import standings
from pipeline.rules.rule_sheet import column
from pipeline.rules.systems import System
from pipeline.score.facts import Facts, flat
from pipeline.score.score import Scores, score_boards, statuses
from pipeline.tidy.tables import Tables, in_standings
from schemas.keys import EVENT, SEAT
from schemas.scores import scores_schema, standings_schema
from schemas.words import POWERS

NOT_SCORED = "not scored"  # the organiser's no


@dataclass
class Published:
    """One system over all seasons read.

    scores  one row a seat in canonical order: season, the columns of the contract, working columns, `official`
    boards  Scores of the boards, aligned with the facts' arrays
    """

    system: System
    scores: pd.DataFrame
    boards: Scores

    @property
    def parts(self) -> list[str]:
        """The columns that add up to the score."""
        return [column(part) for part in self.boards.parts]

    @property
    def working(self) -> list[str]:
        """The columns that are shown but not added."""
        return [column(name) for name in self.boards.working]

    def season(self, season: str) -> pd.DataFrame:
        """The rows of one season."""
        return self.at(np.flatnonzero(self.scores["season"] == season))

    def at(self, rows: NDArray[np.intp]) -> pd.DataFrame:
        """The rows at some places, numbered afresh."""
        return self.scores.iloc[rows].reset_index(drop=True)

    def ranked(self, scores: pd.DataFrame) -> pd.DataFrame:
        """The standings of some of the rows: seats with a score and a player whose name is known."""
        return standings_schema.validate(standings(scores[scores["score"].notna() & in_standings(scores["player"])]))


def publish(system: System, facts: Facts, tables: Tables) -> Published:
    """Score all boards under one system and lay the result out, a row a seat."""
    boards = score_boards(system, facts.arrays)
    seats, counted = facts.seats, facts.seats["scored"].to_numpy(dtype=bool)
    parts = {column(name): np.where(counted, flat(points), np.nan) for name, points in boards.parts.items()}
    frame = seats[[*SEAT, "player", "final_centres", "raw_row"]].assign(
        **{name: points + 0.0 for name, points in parts.items()},
        score=np.where(counted, np.round(flat(boards.score), 12) + 0.0, np.nan),
        place=pd.array(flat(boards.place), dtype="Int64"),
        status=_status(facts, boards),
        **{column(name): flat(figure) for name, figure in boards.working.items()},
        official=_official(system, seats, tables),
    )
    frame["place"] = frame["place"].mask(frame["score"].isna())
    return Published(system, scores_schema([*parts]).validate(frame), boards)


def _status(facts: Facts, boards: Scores) -> np.ndarray:
    """What became of each seat, in the words of the contract."""
    words, of_board = statuses(boards.lacks, facts.arrays.in_progress)
    status = np.array(words, object)[np.repeat(of_board, len(POWERS))]
    return np.where(facts.seats["scored"], status, NOT_SCORED)


def _official(system: System, seats: pd.DataFrame, tables: Tables) -> np.ndarray:
    """The system is the one the event was scored by."""
    own = seats[EVENT].merge(tables.events[[*EVENT, "system"]], on=EVENT, how="left", validate="many_to_one")
    return (own["system"] == system.id).to_numpy()
