"""The laws of typed results and of placings: nobody twice, the first is first, and the scores go along."""

from functools import cached_property

import pandas as pd

from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from pipeline.events.standings import beside_boards
from pipeline.rules.rank import in_standings
from schemas.keys import BOARD, EVENT, PLAYER, among
from schemas.messages import Message


class Results(Typed):
    """Results and placings as they were typed."""

    @cached_property
    def on_a_board(self) -> pd.DataFrame:
        """The typed results whose board is typed, with `names` and `powers`: how often each stands on it so far."""
        rows = self.tables.results[self.tables.results["board"].notna()].sort_values("raw_row")
        rows = rows[in_standings(rows["player"])]
        powers = rows["power"].notna() & rows.duplicated([*BOARD, "power"])
        return rows.assign(names=rows.duplicated([*BOARD, "player"]), powers=powers)

    @cached_property
    def results_beside_boards(self) -> pd.DataFrame:
        """The first typed result of each round that has boards under an official system."""
        return self.tables.results[beside_boards(self.tables)].drop_duplicates([*EVENT, "round"])

    @cached_property
    def placed(self) -> pd.DataFrame:
        """The first row of each event's placings that leaves places out, with the `rank` it has among those typed."""
        rows = self.tables.placings.dropna(subset=["place"])
        rows = rows.assign(rank=rows.groupby(EVENT)["place"].rank(method="min")).sort_values([*EVENT, "place"])
        dense = rows.groupby(EVENT)["place"].rank(method="dense")
        wrong = rows[(rows["place"] != rows["rank"]) & (rows["place"] != dense)]
        return wrong.drop_duplicates(EVENT)

    @cached_property
    def without_place(self) -> pd.DataFrame:
        """The players for whom no place is typed in the placings of an event of which somebody has one."""
        rows, unread = self.tables.placings, self.raw.tables["placings"].faulty["place"]
        blank = rows["place"].isna() & ~unread.to_numpy(dtype=bool)[rows["raw_row"]]
        players = rows[(rows["role"] == "player") & blank & in_standings(rows["player"])]
        return players[among(players, rows[rows["place"].notna()], EVENT)]

    @cached_property
    def scored_otherwise(self) -> pd.DataFrame:
        """The first row of each event's placings whose score is higher than one placed before, where lower is not better."""
        rows = self.tables.placings.dropna(subset=["place", "score"]).sort_values([*EVENT, "place", "score"])
        events = [rows[name] for name in EVENT]
        step = rows["score"].groupby(events).diff()
        parted = rows["place"].groupby(events).diff() > 0
        up, down = ((mask & parted).groupby(events).transform("any") for mask in (step > 0, step < 0))
        return rows[(step > 0) & parted & up & down].drop_duplicates(EVENT)


def _twice(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of a player who has one already."""
    return rows[rows.duplicated(PLAYER) & in_standings(rows["player"])]


# fmt: off
LAWS: tuple[Law[Results], ...] = (
    # results: a player and a power once on a board; a round that has boards has no other results
    Law("power_twice", "results!power", lambda t: having(t.on_a_board, "powers")),
    Law("player_twice", "results!player", lambda t: having(t.on_a_board, "names")),
    Law("result_beside_boards", "results!score", lambda t: t.results_beside_boards),
    Law("placed_twice", "placings!player", lambda t: _twice(t.tables.placings)),
    # placings: the first is first, nobody is left out, and the scores go along
    Law("no_place", "placings!place", lambda t: t.without_place),
    Law("places_skip", "placings!place", lambda t: having(t.placed, "place != rank"), expected=Message("place {rank}")),
    Law("scores_skip", "placings!score", lambda t: t.scored_otherwise, expected=Message("a score that goes with place {place}")),
)
# fmt: on
