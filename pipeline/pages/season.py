"""A season as a whole: its events, its circuits, and what their workbooks and the report show."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import Any

import pandas as pd

from pipeline.books.season import CircuitPage, EventPage
from pipeline.books.sheet import Heading
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
from pipeline.pages.bao import TournamentPage
from pipeline.problems.codes import Problem, problem
from pipeline.report import CircuitReport, SeasonReport
from pipeline.rules.bao.clock import clocks
from pipeline.rules.bao.tournaments import STANDING as BAO_STANDING
from pipeline.rules.bao.tournaments import Tournaments, tournaments
from pipeline.rules.circuits import Notice, Outcome, circuits, kiba_nations
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts
from pipeline.score.published import FINAL, PROVISIONAL, Published, chart_rows, season_status
from pipeline.tidy.tables import BOARD, BYE, EVENT, Tables, of_event

STANDING = ["rank", "player", "games", "score", "two_boards", "sat_out", "top_table", "settled"]
EVENT_SHOWN = (
    *("event", "name", "data", "system", "system_title", "counting"),
    *("start", "end", "place", "boards", "players", "source"),
)
SCORE_SHOWN = ("event", "system", "round", "board", "power", "player", "final_centres", "score", "place")
NO_DAY = "no day of the list is known: the season's name holds no year, and `as of` is not set"


@dataclass
class Seasons:
    """Events and circuits of all seasons read.

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

    @cached_property
    def _events_of(self) -> Callable[[str], Events]:
        """The same of one season; kept until another is asked for."""
        return lru_cache(1)(lambda season: Events(*(_season(rows, season) for rows in vars(self.events).values())))

    @cached_property
    def charts(self) -> Callable[[str], pd.DataFrame]:
        """The boards of one season, as the workbooks show them; kept until another is asked for."""
        return lru_cache(1)(partial(chart_rows, self.facts))

    @cached_property
    def tournaments(self) -> Tournaments:
        """The Bao events."""
        return tournaments(self.tables)

    def heading(self, title: str, season: str, blocked: Sequence[str]) -> Heading:
        """What stands above the sheets of a season's workbook."""
        boards = self.facts.boards[self.facts.boards["season"] == season]
        status, reasons = season_status(boards, blocked)
        open_ones = [f"{page.name}: {page.left}" for page in self.tournament_pages(season) if page.left]
        status = PROVISIONAL if open_ones and status == FINAL else status
        labels = sorted(set(self.tables.events.loc[self.tables.events["season"] == season, "data"]))
        return Heading(title, season, status, [*reasons, *open_ones], labels or ["not stated"])

    def tournament_heading(self, page: TournamentPage, season: str) -> Heading:
        """What stands above the sheets of a Bao event's own workbook."""
        return Heading(
            page.name, season, PROVISIONAL if page.left else FINAL, [page.left] * bool(page.left), [page.data]
        )

    def tournament_pages(self, season: str) -> list[TournamentPage]:
        """What is shown of each Bao event of a season."""
        return self._tournament_pages.get(season, [])

    @cached_property
    def _tournament_pages(self) -> dict[str, list[TournamentPage]]:
        chosen = self.tables.events[self.tables.events["kind"] == "bao"].rename(columns={"name": "name_"})
        return {s: [self._tournament(event) for event in of.itertuples()] for s, of in chosen.groupby("season")}

    @cached_property
    def _clocks(self) -> pd.DataFrame:
        return clocks(self.tables, self.tournaments.matches, self.as_of)

    @cached_property
    def _official(self) -> pd.DataFrame:
        return official_scores(self.published)

    @cached_property
    def _participants(self) -> pd.DataFrame:
        return participants(self.tournaments, self.tables)

    def _counted(self, circuit: str, season: str) -> pd.DataFrame:
        """The participants of the tournaments of a season that count for a circuit."""
        rows = self._participants
        return tournament_results(circuit, rows[rows["season"] == season], self.tables)

    def _tournament(self, event: Any) -> TournamentPage:
        played = self.tournaments.of(event.season, event.event)
        rows = of_event(self.tables.matches, event.season, event.event)
        return TournamentPage(
            event=event.event,
            name=event.name_,
            data=event.data,
            file=event.file,
            digest=event.digest,
            start=event.start,
            end=event.end,
            place=event.place,
            source=event.source,
            mabingwa=event.format == "mabingwa",
            played=played,
            rows=len(rows),
            byes=int((rows[["south", "north"]] == BYE).any(axis=1).sum()),
            nations=self._nations(event.season, event.event),
            clocks=of_event(self._clocks, event.season, event.event),
        )

    def _nations(self, season: str, event: str) -> pd.DataFrame:
        """The nations table of one Bao event."""
        rows = tournament_results(KIBA_NATIONS, of_event(self._participants, season, event), self.tables)
        outcome = kiba_nations.standings(rows)
        table = outcome.standings.rename(columns={"player": "nation"})
        players = outcome.results.groupby("nation").size().rename("players")
        return table.merge(players, on="nation", how="left")[["rank", "nation", "players", "score"]]

    def event_pages(self, season: str) -> list[EventPage]:
        """What the events workbook shows of each Diplomacy event."""
        charts, events = self.charts(season), self._events_of(season)
        chosen = self._diplomacy(season)
        return [
            EventPage(
                name=event.name_,
                system=systems()[event.system].title if event.system else "",
                counting=counting_told(event.mean, event.best),
                data=event.data,
                file=event.file,
                standings=self.standings(season, event.event),
                rounds=of_event(events.rounds, season, event.event)[["player", "after", "round_no", "score"]],
                results=of_event(events.results, season, event.event).drop(columns=EVENT),
                charts=charts[charts["event"] == event.event].reset_index(drop=True),
            )
            for event in chosen.rename(columns={"name": "name_"}).itertuples()
        ]

    def _diplomacy(self, season: str) -> pd.DataFrame:
        return self.tables.events[(self.tables.events["season"] == season) & (self.tables.events["kind"] != "bao")]

    def standings(self, season: str, event: str) -> pd.DataFrame:
        """The standings of one event; those of a Bao event stage by stage."""
        if (of_event(self.tables.events, season, event)["kind"] == "bao").any():
            return of_event(self.tournaments.standings, season, event)[["stage", "group", *BAO_STANDING]]
        return of_event(self._events_of(season).standings, season, event)[STANDING]

    def outcome(self, circuit: str, season: str) -> Outcome:
        """What a circuit makes of a season; worked out once, and once for all seasons of which nothing counts for it."""
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
            return rules.standings(self._counted(circuit, season))
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

    def circuit_pages(self, season: str) -> list[CircuitPage]:
        """What the circuits workbook shows of each circuit."""
        return [
            CircuitPage(
                name, circuit.title, circuit.rules, self.outcome(name, season), self._told(name, season), circuit.ranked
            )
            for name, circuit in circuits().items()
        ]

    def report(self, season: str, blocked: Sequence[str], problems: pd.DataFrame) -> SeasonReport:
        """What the season's report shows."""
        heading = self.heading("", season, blocked)
        chosen = self._diplomacy(season).reset_index(drop=True)
        events = self._events_of(season)
        official = _season(self._official, season).merge(chosen[["event", "system"]], on="event")
        charts = self.charts(season)
        in_force = [systems()[name] for name in sorted(set(chosen["system"]) - {""})]
        return SeasonReport(
            season=season,
            language=next(iter(self.tables.events.loc[self.tables.events["season"] == season, "language"]), "en"),
            status=heading.status,
            reasons=heading.reasons,
            labels=heading.labels,
            events=chosen.assign(
                system_title=[systems()[name].title if name else "" for name in chosen["system"]],
                counting=[counting_told(*how) for how in chosen[["mean", "best"]].itertuples(index=False)],
                boards=chosen["event"]
                .map(charts.drop_duplicates([*BOARD[1:]]).groupby("event").size())
                .fillna(0)
                .astype(int),
                players=chosen["event"].map(events.standings.groupby("event").size()).fillna(0).astype(int),
            )[[*EVENT_SHOWN]],
            standings=events.standings.drop(columns="season"),
            rounds=events.rounds.drop(columns="season"),
            results=events.results.drop(columns="season"),
            circuits=[self._circuit(page) for page in self.circuit_pages(season) if len(page.outcome.results)],
            charts=charts,
            scores=official[[*SCORE_SHOWN]],
            problems=problems,
            rules=[(system.title, system.rules) for system in in_force],
            tournaments=self.tournament_pages(season),
        )

    def _circuit(self, page: CircuitPage) -> CircuitReport:
        """One circuit as the report shows it."""
        standings = page.outcome.standings
        leaders = standings.loc[standings["rank"] == 1, "player"].tolist()
        titled = standings.loc[standings["rank"] == 1, "title"].tolist() if "title" in standings else []
        title = next((name for name in titled if name), "joint winners" if len(leaders) > 1 else "first")
        return CircuitReport(
            id=page.id,
            title=page.title,
            rules=page.rules,
            standings=standings,
            results=page.outcome.results,
            headline=f"{title}: {', '.join(leaders)}" if leaders else "",
        )

    def _told(self, circuit: str, season: str) -> str:
        if circuit == CAMPO_DI_MARTE:
            day = list_day(season, self.tables, self.as_of)
            return f"The list of {day:%Y-%m-%d}." if day else NO_DAY
        counted = counts_for(circuit, self.tables)
        named = counted[counted["season"] == season].merge(self.tables.events[[*EVENT, "name"]], on=EVENT)["name"]
        return f"Events: {', '.join(named)}." if len(named) else "No event of this season counts for it."


def counting_told(mean: bool, best: float) -> str:
    """How an event counts, in words."""
    if pd.isna(best):
        return "sum"
    return f"{'mean of best' if mean else 'best'} {best:.0f}"


def circuit_notices(seasons: Seasons, season: str) -> list[Problem]:
    """The remarks of the circuits, as problems of the event's file."""
    files = seasons.tables.events.set_index(EVENT)["file"]
    return [
        Problem(
            "circuit_remark", season, notice.event, files.get((notice.season, notice.event), ""), "", "", name, said
        )
        for name in circuits()
        for notice in seasons.outcome(name, season).notices
        for said in [" ".join(part for part in (notice.player, notice.text) if part)]
    ]


def uninvited(seasons: Seasons, season: str) -> list[Problem]:
    """Who plays in a Mabingwa without being among the best six of the season's championship."""
    pages = [page for page in seasons.tournament_pages(season) if page.mabingwa]
    table = seasons.outcome(KIBA_CIRCUITS[0], season).standings if pages else pd.DataFrame(columns=["player"])
    invited = set(table.loc[table["mabingwa"] != "", "player"]) if len(table) else set()
    return [
        problem("not_invited", season=season, event=page.event, file=page.file, found=player)
        for page in pages
        for player in sorted({*page.played.members["player"]} - invited)
        if invited
    ]


def _season(rows: pd.DataFrame, season: str) -> pd.DataFrame:
    return rows[rows["season"] == season].reset_index(drop=True)
