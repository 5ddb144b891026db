"""Checks on draws under Italia-2010, section 6.

A draw is possible after the fourth year, and a player may propose one per game. The turn in which a draw is accepted is
not played, so the last finished autumn counts.
"""

from functools import cached_property

import numpy as np
import pandas as pd

from pipeline.check.laws import Law, having
from pipeline.check.typed import Typed
from schemas.fields import turn_of
from schemas.keys import BOARD, EVENT, among
from schemas.messages import Message
from schemas.words import split

DRAWS_FROM = 4  # "solo dopo il quarto anno": game years that have to be over before a draw (Italia-2010, 6)


class Draws(Typed):
    """The input to the checks on draws under Italia-2010."""

    @cached_property
    def boards(self) -> pd.DataFrame:
        """The boards under Italia-2010, with their first and last year.

        The column `draws_from` is the first year in which a draw is possible (section 6).
        """
        boards = self.tables.boards[[*BOARD, "first_year", "last_year"]]
        boards = boards[among(boards, self.under_italia, EVENT)]
        return boards.assign(draws_from=boards["first_year"] + DRAWS_FROM)

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games under Italia-2010, with the columns of `boards` and two columns about accepted draws.

        finished  year of the last autumn finished before the draw was accepted
        wrong     what is wrong with the accepted draw (`result`, `early` or `played`), or "" if nothing is
        """
        if self.boards.empty:
            return self.boards
        games = self.tables.games.merge(self.boards, on=BOARD, suffixes=("_typed", ""))
        turns = [turn_of(turn) or ("", 0) for turn in games["draw_accepted"]]
        year = np.array([year for _, year in turns], int)
        finished = year - np.array([turn != "winter" for turn, _ in turns], int)
        wrongs = {
            "": games["draw_accepted"] == "",
            "result": ~games["result"].isin(["", "draw"]),
            "early": year < games["draws_from"],
            "played": games["last_year"].notna() & (games["last_year"] != finished),
        }
        return games.assign(finished=finished, wrong=np.select([*wrongs.values()], [*wrongs], default=""))

    @cached_property
    def proposals(self) -> pd.DataFrame:
        """The seats that proposed draws under Italia-2010.

        The column `many` says how often the seat proposed a draw, and `year` is the year of its first proposal.
        """
        seats = self.tables.seats[self.tables.seats["draw_proposed"] != ""]
        if seats.empty:
            return seats
        seats = seats.merge(self.boards, on=BOARD)
        years = [split(typed) for typed in seats["draw_proposed"]]
        return seats.assign(many=[*map(len, years)], year=[int(first) for first, *_ in years])


# fmt: off
LAWS: tuple[Law[Draws], ...] = (
    Law("early_draw", "games!result", lambda t: having(t.games, "result == 'draw' and last_year < draws_from - 1"),
        message=Message("Italia-2010 allows a draw only after the fourth game year; this game was drawn in {last_year}.")),
    Law("early_draw", "boards!draw proposed", lambda t: having(t.proposals, "many == 1 and year < draws_from")),
    Law("early_draw", "games!draw accepted", lambda t: having(t.games, "wrong == 'early'")),
    Law("proposed_twice", "boards!draw proposed", lambda t: having(t.proposals, "many > 1")),
    Law("draw_differs", "games!draw accepted", lambda t: having(t.games, "wrong == 'result'"),
        message=Message("A draw was accepted in {draw_accepted}, but `result` is not `draw`.")),
    Law("draw_differs", "games!draw accepted", lambda t: having(t.games, "wrong == 'played'"),
        found="draw_accepted"),
)
# fmt: on
