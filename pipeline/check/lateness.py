"""Checks on late orders under Italia-2010, section 4.

If a player is late for a second time in a game, a whole set of orders is void.
"""

from functools import cached_property
from itertools import chain

import pandas as pd

from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from schemas.fields import turns_of
from schemas.keys import BOARD, EVENT, among
from schemas.messages import Name, listed, say


class Lateness(Typed):
    """The input to the checks on late orders under Italia-2010."""

    @cached_property
    def seats(self) -> pd.DataFrame:
        """The seats with late orders.

        The column `turns` lists the late turns and their years in order of play. The list is empty if the turns could
        not be read.
        """
        seats = self.tables.seats[self.tables.seats["late_orders"] != ""]
        seats = seats[among(seats, self.under_italia, EVENT)]
        return seats.assign(turns=pd.Series([*map(turns_of, seats["late_orders"])], seats.index, dtype=object))

    @cached_property
    def late(self) -> pd.DataFrame:
        """One row per late turn of a seat, in order of play, with its `year` and `turn`.

        nth          number of the seat's late turns before this one
        last_orders  last year in which the power had orders to write, NaN if unknown
        """
        if self.seats.empty:
            return self.seats
        seats = self.seats.merge(self.tables.boards[[*BOARD, "first_year", "last_year"]], on=BOARD)
        rows = seats.loc[seats.index.repeat([*map(len, seats["turns"])])]
        rows = rows.assign(**pd.DataFrame([*chain(*seats["turns"])], rows.index, ["year", "turn"]))
        last_orders = rows[["last_year", "eliminated"]].astype(float).min(axis=1)
        return rows.assign(nth=rows.groupby("raw_row").cumcount(), last_orders=last_orders)

    @cached_property
    def void(self) -> pd.DataFrame:
        """The seats whose orders were late more than once. The column `void` lists the turns whose orders are void."""
        rows = having(self.late, "nth > 0")
        if rows.empty:
            return rows
        turns = [
            say("{turn} {year}", turn=Name("turn", turn), year=year)
            for turn, year in zip(rows["turn"], rows["year"], strict=True)
        ]
        void = rows.assign(turns=pd.Series(turns, rows.index, dtype=object)).groupby("raw_row")["turns"].agg(listed)
        return void.rename("void").reset_index()


# fmt: off
LAWS: tuple[Law[Lateness], ...] = (
    Law("late_again", "boards!late orders", lambda t: t.void),
    Law("late_turn", "boards!late orders", lambda t: t.seats[[not turns for turns in t.seats["turns"]]]),
    Law("late_turn", "boards!late orders",
        lambda t: having(t.late, "year < first_year or year > last_orders").drop_duplicates("raw_row")),
)
# fmt: on
