"""The second witness: scores and places that the organiser published, against ours under the event's own system."""

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.sheets import RawTable
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT

NOISE = 1e-9


def compare(published: dict[str, Published], facts: Facts, tables: Tables, table: RawTable) -> list[Problem]:
    """A warning at each typed score or place that differs from the computed one; a notice where there is no system."""
    seats = facts.seats
    problems: list[Problem] = []
    for computed in published.values():
        official = computed.scores["official"].to_numpy()
        own = seats[official].assign(score=computed.scores["score"], place=computed.scores["place"])
        problems += _scores(own, table, computed.system.title) + _places(own, table, computed.system.title)
    return problems + _incomparable(seats, tables, table)


def _scores(seats: pd.DataFrame, table: RawTable, title: str) -> list[Problem]:
    """Typed scores that differ by more than half a unit of the most decimals typed on the board."""
    decimals = seats.groupby(BOARD)["typed_decimals"].transform("max")
    differs = (seats["typed_score"] - seats["score"]).abs() > 0.5 * 10.0**-decimals + NOISE
    return [
        table.problem("score_differs", int(raw_row), "score", expected=f"{score:.{max(int(digits), 2)}f} under {title}")
        for raw_row, score, digits in zip(
            seats.loc[differs, "raw_row"], seats.loc[differs, "score"], decimals[differs], strict=True
        )
    ]


def _places(seats: pd.DataFrame, table: RawTable, title: str) -> list[Problem]:
    differs = (
        seats["typed_place"].notna() & seats["place"].notna() & (seats["typed_place"] != seats["place"].astype(float))
    )
    return [
        table.problem("place_differs", int(raw_row), "place", expected=f"{place} under {title}")
        for raw_row, place in seats.loc[differs, ["raw_row", "place"]].itertuples(index=False)
    ]


def _incomparable(seats: pd.DataFrame, tables: Tables, table: RawTable) -> list[Problem]:
    """One notice for each event with typed scores and no official system."""
    named = tables.events.loc[tables.events["system"] != "", EVENT].assign(named=True)
    typed = seats[seats["typed_score"].notna() | seats["typed_place"].notna()].drop_duplicates(EVENT)
    typed = typed.merge(named, on=EVENT, how="left")
    fields = np.where(typed["typed_score"].notna(), "score", "place")
    return [
        table.problem("nothing_to_compare", int(row), field)
        for row, field, is_named in zip(typed["raw_row"], fields, typed["named"], strict=True)
        if is_named is not True
    ]
