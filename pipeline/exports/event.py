"""The computed data of one event, in the form that the export formats need."""

from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from pipeline.events.prizes import Prizes
from pipeline.pages.season import Season
from pipeline.rules.bao.tournaments import Tournaments
from pipeline.rules.systems import System
from pipeline.rules.ties import EQUAL_DECIMALS
from pipeline.score.facts import flat
from schemas.keys import BOARD, of_event
from schemas.words import POWERS

IDS = ("wdd_id", "wdr_id", "backstabbr", "country")
LEVEL = "level"  # number of players who share a rank


class Event:
    """An event to export."""

    def __init__(self, season: Season, id: str) -> None:
        self.season, self.id = season, id
        self.settings = season.events.set_index("event").loc[id]

    @property
    def name(self) -> str:
        """The name of the event."""
        return str(self.settings["name"])

    @property
    def kind(self) -> str:
        """The kind of the event: `diplomacy` or `bao`."""
        return str(self.settings["kind"])

    @cached_property
    def system(self) -> System | None:
        """The official system, if there is one."""
        official = (one for one, is_official in self.season.shown.items() if is_official)
        return next((one for one in official if one.id == self.settings["system"]), None)

    # -- boards --------------------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row per seat, with the columns of SEAT_FACTS and these further columns.

        score, place, status
                 result under the official system
        rank     rank by score on the board
        level    number of seats on the board that share this rank
        in_draw  whether the seat shares the draw or won alone
        drawers  number of seats on the board that are `in_draw`
        """
        facts, at = self.season.computed.facts, self.season.rows
        seats = self.season.seats.assign(
            score=np.nan, place=np.nan, status="", in_draw=flat(facts.arrays.in_draw | facts.arrays.solo)[at]
        )
        if self.system is not None:
            scores = self.season.computed.published[self.system.key].scores.iloc[at]
            seats = seats.assign(**{name: scores[name].to_numpy() for name in ("score", "place", "status")})
        seats = of_event(seats, self.season.name, self.id)
        board = [seats[name] for name in BOARD]
        rank = seats["score"].round(EQUAL_DECIMALS).groupby(board).rank(method="min", ascending=False)
        return seats.assign(
            rank=rank,
            level=rank.groupby([*board, rank]).transform("size"),
            drawers=seats["in_draw"].groupby(board).transform("sum"),
        )

    @cached_property
    def boards(self) -> pd.DataFrame:
        """One row per board, with the columns of BOARD_FACTS, in the same order as in `seats`."""
        order = self.seats[BOARD].drop_duplicates()
        return order.merge(of_event(self.season.boards, self.season.name, self.id), on=BOARD, validate="one_to_one")

    @cached_property
    def games(self) -> list[tuple[Any, pd.DataFrame]]:
        """The boards, each with its seven seats."""
        of = self.seats.index // len(POWERS)
        return [(board, self.seats[of == number]) for number, board in enumerate(self.boards.itertuples(index=False))]

    @cached_property
    def years(self) -> list[int]:
        """The years for which at least one seat's centres are known."""
        return [year for year in self.season.computed.facts.years if self.seats[year].notna().any()]

    @cached_property
    def rounds(self) -> dict[str, int]:
        """The number of each round, keyed by the round's name.

        If all names are numbers from 1 to 99, those numbers are used. Otherwise the rounds are numbered in the order of
        play.
        """
        names = [*dict.fromkeys([*self.seats["round"], *self.results.sort_values("round_no")["round"]])]
        if all(name.isascii() and name.isdecimal() and 0 < int(name) < 100 for name in names):
            return {name: int(name) for name in names}
        return {name: number for number, name in enumerate(names, 1)}

    # -- standings and results -----------------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> pd.DataFrame:
        """One row per player, the best first. The column `level` is the number of players with the same rank."""
        rows = of_event(self.season.standings.standings, self.season.name, self.id)
        return rows.assign(level=rows.groupby("rank")["rank"].transform("size"))

    @cached_property
    def results(self) -> pd.DataFrame:
        """One row per player and result."""
        return of_event(self.season.standings.results, self.season.name, self.id)

    @cached_property
    def prizes(self) -> Prizes:
        """The best results with each power, and the team standings."""
        return self.season.results.prizes_of(self.season.name, self.id)

    @cached_property
    def top_tables(self) -> pd.DataFrame:
        """The board that was the top table, as one row.

        The frame is empty if there was no top table, or if it is unclear which board it was.
        """
        tables = of_event(self.season.standings.top_tables, self.season.name, self.id)
        return tables[tables["known"].astype(bool)]

    @cached_property
    def tournament(self) -> Tournaments:
        """The groups and games of a Bao event."""
        return self.season.results.tournaments.of(self.season.name, self.id)

    def table(self, name: str) -> pd.DataFrame:
        """Return the event's rows of a tidy table."""
        return of_event(getattr(self.season.computed.tables, name), self.season.name, self.id)

    # -- people --------------------------------------------------------------------------------------------------------

    @cached_property
    def people(self) -> dict[str, dict[str, str]]:
        """The ids of each person, by name. The event's sheet overrides the season's, which overrides the league's."""
        tables = self.season.computed.tables
        rows, aliases = tables.identities, tables.aliases
        ids_of: dict[str, dict[str, str]] = {}
        main = aliases[aliases["season"] == self.season.name].set_index("alias")["player"].to_dict()
        also = aliases[aliases["season"] == self.season.name].groupby("player")["alias"].agg(list).to_dict()
        for season, event in (
            ("", ""),
            (self.season.name, ""),
            (self.season.name, self.id),
        ):  # later sheets replace earlier ones
            for row in rows[(rows["season"] == season) & (rows["event"] == event)].to_dict("records"):
                for name in {main.get(row["alias"], row["alias"]), *also.get(row["alias"], ())}:
                    ids = {id: row[id] for id in IDS if row[id]}
                    ids_of[name] = ids_of.get(name, {}) | ids
        return ids_of

    def id_of(self, player: str, id: str) -> str:
        """Return a person's id of the given kind, or "" if the id is unknown.

        id  kind of id, one of IDS
        """
        return self.people.get(player, {}).get(id, "")
