"""The results of all seasons: event standings, Bao tournaments and circuits."""

from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

import pandas as pd

from pipeline.events.chances import Chances, chances
from pipeline.events.circuit_inputs import (
    games,
    no_games,
    open_events,
    participants,
    placings,
    scores,
    without_games,
    without_start,
)
from pipeline.events.days import Reach, counts_for, list_day, reaches, seasons_in_reach
from pipeline.events.opinions import Opinions, second_opinions
from pipeline.events.prizes import Prizes, prizes
from pipeline.events.season_circuits import HouseCircuits, house_circuits
from pipeline.events.standings import Events, event_standings, official_scores
from pipeline.problems.codes import Problem, problem
from pipeline.rules.bao.clock import clocks
from pipeline.rules.bao.tournaments import NATIONS, Tournaments, of_stage, tournaments
from pipeline.rules.bao.tournaments import STANDING as BAO_STANDING
from pipeline.rules.circuits import Circuit, CircuitResult, Notice, circuits
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import without_rows
from schemas.keys import EVENT, of_event, of_season
from schemas.messages import Message, Text, Verbatim, listed, say
from schemas.results import CHANCES, CIRCUIT, EVENTS, PRIZES, TOURNAMENTS, checked
from schemas.schema import check

STANDING = [
    *("rank", "player", "games", "score", "two_boards", "sat_out", "handicap", "adjustment", "top_table"),
    *("division", "top_place", "games_short"),
    *("remark", "settled"),
]
NATION = ["rank", "nation", "players", "score"]
NOT_ACCREDITED = Message("not accredited by the rules, but counted because the sheet says so: {events}")
NO_DAY = say("the date of the list is not known: the season's name contains no year, and `as of` is not set")


@dataclass
class Results:
    """The results of all events and circuits, each computed when first used.

    as_of  the date given on the command line for the circuits' ranking lists, or None to use the dates in the sheets
    """

    published: dict[str, Published]
    facts: Facts
    tables: Tables
    as_of: date | None = None
    _events_of: dict[str, Events] = field(default_factory=dict, init=False, repr=False)
    _outcomes: dict[tuple[str, str], CircuitResult] = field(default_factory=dict, init=False, repr=False)

    # -- events --------------------------------------------------------------------------------------------------------

    @cached_property
    def events(self) -> Events:
        """The results and standings of all Diplomacy events, with the columns of `schemas.results.EVENTS`."""
        if (self.tables.events["kind"] == "bao").all():
            return Events(**{name: without_rows(schema) for name, schema in EVENTS.items()})
        events: Events = checked(event_standings(self.published, self.tables), EVENTS)
        return events

    def events_of(self, season: str) -> Events:
        """Return the events of one season, cached until another season is requested."""
        if season not in self._events_of:
            self._events_of = {season: Events(*(of_season(rows, season) for rows in vars(self.events).values()))}
        return self._events_of[season]

    @cached_property
    def opinions(self) -> Opinions:
        """How the results of all events would differ under other published readings of their official systems."""
        return second_opinions(self.published, self.facts, self.tables)

    @cached_property
    def prizes(self) -> Prizes:
        """The division winners, best countries and teams, with the columns of `schemas.results.PRIZES`."""
        frames: Prizes = checked(prizes(self.events, self.official, self.tables), PRIZES)
        return frames

    def prizes_of(self, season: str, event: str) -> Prizes:
        """Return the prizes of one event."""
        return Prizes(*(of_event(rows, season, event) for rows in vars(self.prizes).values()))

    @cached_property
    def chances(self) -> Chances:
        """The players' chances in events in progress, with the columns of `schemas.results.CHANCES`."""
        frames: Chances = checked(chances(self.events, self.published, self.facts, self.tables), CHANCES)
        return frames

    def chances_of(self, season: str, event: str) -> Chances:
        """Return the ranks and scores that the players of one event can still reach."""
        return Chances(*(of_event(rows, season, event) for rows in vars(self.chances).values()))

    @cached_property
    def tournaments(self) -> Tournaments:
        """The Bao events, with the columns of `schemas.results.TOURNAMENTS`."""
        played: Tournaments = checked(
            tournaments(self.tables.events, self.tables.entries, self.tables.matches), TOURNAMENTS
        )
        return played

    @cached_property
    def clocks(self) -> pd.DataFrame:
        """The clocks of Bao games whose moves were entered."""
        return clocks(self.tables.events, self.tournaments.matches, self.tables.moves, self.as_of)

    @cached_property
    def official(self) -> pd.DataFrame:
        """Every seat with its score under its event's official system."""
        return official_scores(self.published)

    def standings(self, season: str, event: str) -> pd.DataFrame:
        """Return the standings of one event. A Bao event has standings for each stage and group."""
        if (of_event(self.tables.events, season, event)["kind"] == "bao").any():
            return of_event(self.tournaments.standings, season, event)[["stage", "group", *BAO_STANDING]]
        return of_event(self.events_of(season).standings, season, event)[STANDING]

    # -- circuits ------------------------------------------------------------------------------------------------------

    @cached_property
    def house(self) -> HouseCircuits:
        """The circuits that seasons define for themselves."""
        return house_circuits(self.tables)

    def circuits_of(self, season: str) -> dict[str, Circuit]:
        """Return all circuits that a season may name, both the published ones and its own, keyed by id."""
        return circuits() | self.house.of(season)

    @cached_property
    def counting(self) -> dict[str, pd.DataFrame]:
        """The events that count towards each circuit, keyed by the circuit's id.

        Each value is a table with the columns `season` and `event`.
        """
        counting = {name: counts_for(name, self.tables) for name in circuits()}
        for season, id in self.house.circuits:
            counted = of_season(counts_for(id, self.tables), season)
            counting[id] = pd.concat([counting[id], counted]) if id in counting else counted
        return counting

    @cached_property
    def reaches(self) -> dict[str, dict[str, Reach]]:
        """The `Reach` of each ranking list that may include other seasons' games, keyed by season and circuit."""
        return reaches(self.tables)

    @cached_property
    def placings(self) -> pd.DataFrame:
        """The placings of every event that counts towards a circuit based on placings."""
        taking = [self.counting[name] for name, circuit in circuits().items() if circuit.needs.takes == "placings"]
        house = [counts_for(id, self.tables) for _, id in self.house.circuits]
        return placings(pd.concat([*taking, *house]).drop_duplicates(), self.events, self.tables)

    @cached_property
    def participants(self) -> pd.DataFrame:
        """The participants in the Bao events, with the points that each event awards."""
        return participants(self.tournaments, self.tables)

    def outcome(self, circuit: str, season: str) -> CircuitResult:
        """Return a circuit's result for a season.

        All seasons in which no event counts have the same empty result.
        """
        if season not in {*self.counting[circuit]["season"]}:
            season = ""
        if (circuit, season) not in self._outcomes:
            self._outcomes[circuit, season] = self._outcome(self.circuits_of(season)[circuit], season)
        return self._outcomes[circuit, season]

    def _outcome(self, circuit: Circuit, season: str) -> CircuitResult:
        """Compute a circuit's result for a season from the kind of input that the circuit needs.

        If no event of the season counts towards the circuit, `outcome` passes "" as the season.
        """
        every_season = self.counting[circuit.id]
        counted = of_season(every_season, season)
        if circuit.needs.takes == "placings":
            rows = of_season(self.placings, season)
            rows = rows[rows["event"].isin(counted["event"])].reset_index(drop=True)
            still = (open_events(counted, rows, self.tables),) if circuit.needs.open_events else ()
            outcome = circuit.standings(rows, *still)
            return replace(outcome, notices=[*self._not_accredited(circuit, season, counted), *outcome.notices])
        silent = without_games(counted, circuit.needs, self.tables)
        if circuit.needs.takes == "scores":
            outcome = circuit.standings(scores(counted, self.events))
            return replace(outcome, notices=[*silent, *outcome.notices])
        if circuit.needs.takes == "participants":
            return circuit.standings(self.participants.merge(counted, on=EVENT))
        day = list_day(season, self.tables, self.as_of)
        if season and day:
            rows = games(every_season, day, circuit.needs, self.published, self.tables, season)
            outcome = circuit.standings(rows, day)
            return replace(outcome, notices=[*silent, *self._without_start(season, counted), *outcome.notices])
        nobody = circuit.standings(no_games(circuit.needs), date.max)
        return replace(nobody, notices=[Notice(season, "", "", NO_DAY), *silent] if season else [])

    def _without_start(self, season: str, counted: pd.DataFrame) -> list[Notice]:
        """Return one notice, in a list, about the season's games without a start date, if there are any.

        The result is empty unless the season's ranking lists may include games from earlier seasons.
        """
        day = list_day(season, self.tables)
        days = [list_day(other, self.tables) for other in seasons_in_reach(self.reaches, season, self.as_of)]
        earlier = any(other < day for other in days if other and day)
        return [Notice(season, "", "", text) for text in (without_start(counted, self.tables) if earlier else ())]

    def _not_accredited(self, circuit: Circuit, season: str, counted: pd.DataFrame) -> list[Notice]:
        """Return a notice about any events that count although the circuit's text does not name them."""
        if not circuit.needs.accredited:
            return []
        events = self.tables.events
        names = events.loc[(events["season"] == season) & events["event"].isin(counted["event"]), "name"]
        others = [Verbatim(name) for name in sorted(names) if not circuit.needs.accredits(name)]
        return [Notice(season, "", "", NOT_ACCREDITED.of({"events": listed(others)}))] if others else []

    def check(self) -> None:
        """Check the results of every circuit against `schemas.results.CIRCUIT`.

        The seasons of a circuit are checked together. Raises pandera's SchemaErrors for a frame that does not fit.
        """
        for circuit in self.counting:
            made = [outcome for (name, _), outcome in self._outcomes.items() if name == circuit]
            for part, schema in CIRCUIT.items():
                if frames := [rows for rows in (getattr(outcome, part) for outcome in made) if len(rows)]:
                    check(pd.concat(frames), schema)

    def circuit_basis(self, circuit: str, season: str) -> Message:
        """Return the basis of a circuit's standings as a message: the ranking list's date, or the events that count."""
        if self.circuits_of(season)[circuit].needs.takes == "games":
            day = list_day(season, self.tables, self.as_of)
            return say("The list as of {day:%Y-%m-%d}.", day=day) if day else NO_DAY
        counted, made_of = of_season(self.counting[circuit], season), self.outcome(circuit, season).results["event"]
        names = counted[counted["event"].isin(made_of)].merge(self.tables.events[[*EVENT, "name"]], on=EVENT)["name"]
        if names.empty:
            return say("No events in this season count towards this circuit.")
        return say("Events: {names}.", names=listed(names))

    def nations(self, season: str, event: str) -> pd.DataFrame:
        """Return the nations' standings in one event, with `rank`, `nation`, `players` and `score`.

        They are computed by the circuit that ranks nations. If no such circuit counts the event, there are no rows.
        """
        rows = of_event(self.participants, season, event)
        for circuit in (circuit for circuit in circuits().values() if circuit.needs.ranked == "nation"):
            counted = rows.merge(self.counting[circuit.id], on=EVENT)
            if len(counted):
                outcome = circuit.standings(counted)
                table = outcome.standings.rename(columns={"player": "nation"})
                players = outcome.results.groupby("nation").size().rename("players")
                return table.merge(players, on="nation", how="left")[NATION]
        return pd.DataFrame(columns=NATION)


def circuit_notices(results: Results, season: str) -> list[Problem]:
    """Return the circuits' notices as problems in the events' files.

    Circuits with the same notice share one problem. A notice about another season's event becomes a problem in this
    season, and its message names the other season.
    """
    events = results.tables.events
    files = dict(zip(zip(events["season"], events["event"], strict=True), events["file"], strict=True))
    circuits_of: dict[tuple[str, str, Text], list[str]] = {}
    for name, counted in results.counting.items():
        for notice in results.outcome(name, season).notices if season in {*counted["season"]} else ():
            remark = say("{player}: {remark}", player=notice.player, remark=notice.text)
            text: Text = remark if notice.player else notice.text
            event, file = notice.event, files.get((notice.season or season, notice.event), "")
            if notice.season not in ("", season):
                text, event = say("{season}, {event}: {remark}", season=notice.season, event=event, remark=text), ""
            circuits_of.setdefault((event, file, text), []).append(name)
    return [
        problem("circuit_remark", season=season, event=event, file=file, found=listed(names), message=text)
        for (event, file, text), names in circuits_of.items()
    ]


def uninvited(results: Results, season: str) -> list[Problem]:
    """Return one problem per player in an invitational event whom the season's circuit has not invited."""
    events, problems = of_season(results.tables.events, season), []
    formats = {*events["format"]} - {""}
    for name, circuit in circuits().items():
        if (column := circuit.needs.invites) not in formats:
            continue
        by_invitation = events[(events["kind"] == circuit.needs.game) & (events["format"] == column)]
        for event, file in by_invitation[["event", "file"]].itertuples(index=False):
            table = results.outcome(name, season).standings
            invited = {*table.loc[table[column] != "", "player"]}
            strangers = {*of_event(results.tournaments.members, season, event)["player"]} - invited
            problems += [
                problem("not_invited", season=season, event=event, file=file, found=Verbatim(player))
                for player in sorted(strangers if invited else ())
            ]
    return problems


def unselected(results: Results, season: str) -> list[Problem]:
    """Return one problem per player in a nations match whom the circuit has not selected.

    Circuits that have selected nobody are skipped.
    """
    if not (results.tables.matches["stage"] == NATIONS).any():
        return []
    match = of_season(of_stage(results.tournaments.standings, NATIONS), season).drop_duplicates(["event", "player"])
    if match.empty:
        return []
    files, problems = of_season(results.tables.events, season).set_index("event")["file"], []
    for name, circuit in circuits().items():
        if not (column := circuit.needs.selects):
            continue
        outcome = results.outcome(name, season)
        rows, teams = outcome.results, outcome.standings.set_index("player")[column]
        selected = pd.MultiIndex.from_frame(rows.loc[rows[column] != "", ["nation", "player"]])
        strangers = match[~pd.MultiIndex.from_frame(match[["group", "player"]]).isin(selected) & bool(len(selected))]
        named = [say("{nation}: {players}", nation=nation, players=team) for nation, team in teams.items() if team]
        problems += [
            problem(
                "not_selected",
                season=season,
                event=event,
                file=files[event],
                found=say("{player} of {nation}", player=player, nation=nation or "?"),
                values={"selected": listed(named, "; ")},
            )
            for event, player, nation in strangers[["event", "player", "group"]].itertuples(index=False)
        ]
    return problems
