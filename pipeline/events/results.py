"""What the scores come to: standings of events, Bao tournaments, and what the circuits make of a season."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

import pandas as pd

from pipeline.events.circuit_inputs import (
    CAMPO_DI_MARTE,
    KIBA_CIRCUITS,
    KIBA_NATIONS,
    NO_GAMES,
    counts_for,
    games,
    list_day,
    participants,
    placings,
    tournament_results,
)
from pipeline.events.standings import Events, event_standings, official_scores
from pipeline.problems.codes import Problem, problem
from pipeline.rules.bao.clock import clocks
from pipeline.rules.bao.tournaments import STANDING as BAO_STANDING
from pipeline.rules.bao.tournaments import Tournaments, tournaments
from pipeline.rules.circuits import Notice, Outcome, circuits, kiba_nations
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT, of_event, of_season

STANDING = ["rank", "player", "games", "score", "two_boards", "sat_out", "top_table", "settled"]
NO_DAY = "no day of the list is known: the season's name holds no year, and `as of` is not set"


@dataclass
class Results:
    """Events and circuits of all seasons read, each worked out when it is first asked for.

    as_of  the day of Campo di Marte's lists, if the command line says one
    """

    published: dict[str, Published]
    facts: Facts
    tables: Tables
    as_of: date | None = None

    @cached_property
    def events(self) -> Events:
        """Standings of every event."""
        return event_standings(self.published, self.tables)

    def events_of(self, season: str) -> Events:
        """The same of one season; kept until another is asked for."""
        if season not in self._last_season:
            self._last_season.clear()
            self._last_season[season] = Events(*(of_season(rows, season) for rows in vars(self.events).values()))
        return self._last_season[season]

    @cached_property
    def _last_season(self) -> dict[str, Events]:
        return {}

    @cached_property
    def tournaments(self) -> Tournaments:
        """The Bao events."""
        return tournaments(self.tables)

    @cached_property
    def clocks(self) -> pd.DataFrame:
        """The clocks of Bao games whose moves are typed."""
        return clocks(self.tables, self.tournaments.matches, self.as_of)

    @cached_property
    def official(self) -> pd.DataFrame:
        """Every seat with its score under its event's own system."""
        return official_scores(self.published)

    @cached_property
    def participants(self) -> pd.DataFrame:
        """Who took part in the Bao events, and what the season gives for it."""
        return participants(self.tournaments, self.tables)

    def standings(self, season: str, event: str) -> pd.DataFrame:
        """The standings of one event; those of a Bao event stage by stage."""
        if (of_event(self.tables.events, season, event)["kind"] == "bao").any():
            return of_event(self.tournaments.standings, season, event)[["stage", "group", *BAO_STANDING]]
        return of_event(self.events_of(season).standings, season, event)[STANDING]

    def nations(self, season: str, event: str) -> pd.DataFrame:
        """The nations table of one Bao event."""
        rows = tournament_results(KIBA_NATIONS, of_event(self.participants, season, event), self.tables)
        outcome = kiba_nations.standings(rows)
        table = outcome.standings.rename(columns={"player": "nation"})
        players = outcome.results.groupby("nation").size().rename("players")
        return table.merge(players, on="nation", how="left")[["rank", "nation", "players", "score"]]

    def outcome(self, circuit: str, season: str) -> Outcome:
        """What a circuit makes of a season; worked out once for all seasons of which nothing counts for it."""
        if circuit not in self._counting:
            self._counting[circuit] = {*counts_for(circuit, self.tables)["season"]}
        key = circuit, season if season in self._counting[circuit] else ""
        if key not in self._outcomes:
            self._outcomes[key] = self._outcome(circuit, season)
        return self._outcomes[key]

    @cached_property
    def _outcomes(self) -> dict[tuple[str, str], Outcome]:
        return {}

    @cached_property
    def _counting(self) -> dict[str, set[str]]:
        return {}

    def _outcome(self, circuit: str, season: str) -> Outcome:
        rules = circuits()[circuit]
        if circuit in KIBA_CIRCUITS:
            return rules.standings(tournament_results(circuit, of_season(self.participants, season), self.tables))
        if circuit != CAMPO_DI_MARTE:
            return rules.standings(placings(circuit, season, self.events, self.tables))
        counted = counts_for(circuit, self.tables)
        day = list_day(season, self.tables, self.as_of)
        if not (counted["season"] == season).any():
            return rules.standings(NO_GAMES, day or date.max)
        if day is None:
            empty = rules.standings(NO_GAMES, date.max)
            return Outcome(empty.standings, empty.results, [Notice(season, "", "", NO_DAY)])
        return rules.standings(games(day, self.published, self.tables), day)

    def circuit_basis(self, circuit: str, season: str) -> str:
        """What a circuit's standings are based on, in words: the day of the list, or which events count."""
        if circuit == CAMPO_DI_MARTE:
            day = list_day(season, self.tables, self.as_of)
            return f"The list of {day:%Y-%m-%d}." if day else NO_DAY
        counted = counts_for(circuit, self.tables)
        named = counted[counted["season"] == season].merge(self.tables.events[[*EVENT, "name"]], on=EVENT)["name"]
        return f"Events: {', '.join(named)}." if len(named) else "No event of this season counts for it."


def circuit_notices(results: Results, season: str) -> list[Problem]:
    """The remarks of the circuits, as problems of the event's file."""
    files = results.tables.events.set_index(EVENT)["file"]
    return [
        Problem(
            "circuit_remark", season, notice.event, files.get((notice.season, notice.event), ""), "", "", name, said
        )
        for name in circuits()
        for notice in results.outcome(name, season).notices
        for said in [" ".join(part for part in (notice.player, notice.text) if part)]
    ]


def uninvited(results: Results, season: str) -> list[Problem]:
    """Who plays in a Mabingwa without being among the best six of the season's championship."""
    events = of_season(results.tables.events, season)
    mabingwas = events[(events["kind"] == "bao") & (events["format"] == "mabingwa")]
    if mabingwas.empty:
        return []
    table = results.outcome(KIBA_CIRCUITS[0], season).standings
    invited = set(table.loc[table["mabingwa"] != "", "player"]) if len(table) else set()
    return [
        problem("not_invited", season=season, event=event, file=file, found=player)
        for event, file in mabingwas[["event", "file"]].itertuples(index=False)
        for player in sorted({*of_event(results.tournaments.members, season, event)["player"]} - invited)
        if invited
    ]
