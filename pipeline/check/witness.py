"""Compare entered scores and places with those computed under the event's own system."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.laws import Law, broken
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT, among
from schemas.messages import Figure, listed
from schemas.words import POWERS

NOISE = 1e-9


@dataclass
class Witness:
    """Computed and entered scores and places, prepared for the checks that compare them."""

    published: dict[str, Published]
    seats: pd.DataFrame
    events: pd.DataFrame

    @cached_property
    def typed(self) -> pd.DataFrame:
        """The seats for which a score or place has been entered.

        The column `decimals` is the largest number of decimals entered on the board.
        """
        decimals = np.fmax.reduce(self.seats["typed_decimals"].to_numpy(float).reshape(-1, len(POWERS)), axis=1)
        typed = self.seats[["typed_score", "typed_place"]].notna().to_numpy().any(axis=1)
        return self.seats[typed].assign(decimals=decimals.repeat(len(POWERS))[typed])

    @cached_property
    def official(self) -> pd.DataFrame:
        """The seats of `typed` that are scored under their event's own system, with score, place and system."""
        each = [
            seats.assign(score=scored.scores["score"], place=scored.scores["place"], system=scored.system.title)
            for scored in self.published.values()
            if len(seats := self.typed[scored.scores["official"].to_numpy()[self.typed.index]])
        ]
        return pd.concat(each) if each else self.typed[:0].assign(score=0.0, place=0, system="")


def scores_that_differ(w: Witness) -> pd.DataFrame:
    """Return the entered scores that differ from the computed ones by more than rounding allows.

    Rounding allows half a unit in the last decimal place entered on the board.
    """
    seats = w.official
    seats = seats[(seats["typed_score"] - seats["score"]).abs() > 0.5 * 10.0 ** -seats["decimals"] + NOISE]
    typed = map(Figure, seats["typed_score"], seats["typed_decimals"].astype(int))  # with the reader's decimal mark
    figures = map(_figure, seats["score"], seats["decimals"])
    return seats.assign(figure=[*figures], said=[listed([figure]) for figure in typed])


def _figure(score: float, decimals: float) -> Figure:
    """Return a score with as many decimals as were entered, but at least two."""
    return Figure(score, max(int(decimals), 2))


def places_that_differ(w: Witness) -> pd.DataFrame:
    """Return the entered places that differ from the computed ones."""
    seats = w.official.dropna(subset=["typed_place", "place"])
    return seats[seats["typed_place"] != seats["place"].astype(float)].assign(figure=lambda rows: rows["place"])


def without_a_system(w: Witness) -> pd.DataFrame:
    """Return, for each event without an official system, the first seat for which a score or place has been entered."""
    typed = w.typed.drop_duplicates(EVENT)
    typed = typed[among(typed, w.events[w.events["system"] == ""], EVENT)]
    return typed.assign(field=np.where(typed["typed_score"].notna(), "score", "place"))


LAWS: tuple[Law[Witness], ...] = (
    Law("score_differs", "boards!score", scores_that_differ, found="said"),
    Law("place_differs", "boards!place", places_that_differ),
    Law("nothing_to_compare", "boards!{field}", without_a_system),
)


def compare(published: dict[str, Published], facts: Facts, tables: Tables, raw: Raw) -> list[Problem]:
    """Return a warning for each entered score or place that differs from the computed one.

    The result also has a notice for each event with entered scores or places but without an official system.
    """
    witness = Witness(published, facts.seats, tables.events)
    return [] if witness.typed.empty else broken(LAWS, witness, raw)
