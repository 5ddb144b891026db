"""How final a season is, its events and its circuits. FINAL is earned: only what is typed decides, never the clock.

The pages ask here before they print a status or name a champion.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from pipeline.check.boards import STOPS_EARLY
from pipeline.events.standings import SAT_OUT
from pipeline.pages.heading import FINAL, INCOMPLETE, PROVISIONAL, RESULTS_ONLY
from pipeline.rules.circuits import Circuit
from pipeline.tidy.boards import GOING_ON
from schemas.keys import BOARD, among, of_season
from schemas.messages import Text, listed, plural, say
from schemas.words import FINISHED, UNFINISHED

if TYPE_CHECKING:
    from pipeline.pages.season import Season

TOURNAMENT = timedelta(days=3)  # from the first to the last day: four days
SAID_TO_GO_ON = say("the sheet says that it is in progress")


class Status(NamedTuple):
    """FINAL, PROVISIONAL, INCOMPLETE or RESULTS_ONLY, and why it is not FINAL."""

    word: str
    reasons: list[Text]


OVER = Status(FINAL, [])


class HowFinal:
    """How final a season is, and what it holds."""

    def __init__(self, season: Season) -> None:
        """A season."""
        self.season = season

    # -- events --------------------------------------------------------------------------------------------------------

    def event(self, event: str) -> Status:
        """The status of one event: it lacks a board, or something is still to come, or nobody is ranked, or it is FINAL."""
        season = self.season
        lacks = [season.boards_lacked[event]] if event in season.boards_lacked else []
        games = int(season.boards.loc[season.boards["event"] == event, "in_progress"].sum())
        stopped = sum((problem.code, problem.event) == (STOPS_EARLY, event) for problem in season.problems)
        reasons = [*([under_way(games)] if games else []), *stopped_early(stopped), *self.to_come[event]]
        ranked = FINAL if event in self._ranked else RESULTS_ONLY
        return Status(INCOMPLETE if lacks else PROVISIONAL if reasons else ranked, [*lacks, *reasons])

    @cached_property
    def to_come(self) -> dict[str, list[Text]]:
        """Event -> what is still to come, beside games in progress; nothing where it has earned to be called FINAL."""
        bao = {page.event: page.left for page in self.season.tournaments}
        found: dict[str, list[Text]] = {}
        for event in self.season.events.itertuples():
            rests = [bao[event.event]] * bool(bao[event.event]) if event.event in bao else self._to_play(event)
            if event.state == UNFINISHED:
                rests = [*rests, SAID_TO_GO_ON]
            elif event.event not in bao and FINISHED not in (event.state, self.season.says["state"]):
                rests = [*rests, *self._rounds_to_come(event)] or self._unknown_length(event)
            found[event.event] = rests
        return found

    def _to_play(self, event: Any) -> list[Text]:
        """Games laid out, the top table; that nothing is played yet, where nothing is known of an event."""
        season, id = self.season, event.event
        if id in season.placed:
            return []
        games = int(self._laid_out.get(id, 0))
        left: list[Text] = [plural("1 game is to be played", "{n} games are to be played", games)] if games else []
        if event.top_table_round and id not in self._top_tabled and event.top_table_round not in self._rounds[id]:
            left.append(say("the top table, round {round}, is to come", round=event.top_table_round))
        return left if left or self._rounds[id] else [say("nothing is played yet")]

    def _rounds_to_come(self, event: Any) -> list[Text]:
        """Rounds that are planned and not played; an end that lies after the last day on which a board ended."""
        played, last = len(self._rounds[event.event]), max(self._days[event.event], default="")
        left: list[Text] = []
        if played < event.planned_rounds and event.event not in self.season.placed:
            left.append(say("rounds played: {n} of {planned}", n=played, planned=int(event.planned_rounds)))
        if "" < last < event.end:
            left.append(say("it ends on {end}, and its last board so far ended on {last}", end=event.end, last=last))
        return left

    def _unknown_length(self, event: Any) -> list[Text]:
        """That an event does not say how long it is: a league of which nothing tells whether its last round is played.

        Not asked of an event whose rounds are planned, whose top table is played, of postal games, or of a tournament:
        all of it lies within four days, or it has a single round and no day.
        """
        id, rounds = event.event, self._rounds[event.event]
        if event.planned_rounds >= 1 and id not in self.season.placed:
            return []
        if id in self._top_tabled or id in self._postal or self._is_tournament(event):
            return []
        if not rounds:
            return [say("type `state` = `final` when it is over")]
        return [
            plural(
                "1 round so far; type `rounds` = how many are planned, or `state` = `final`",
                "{n} rounds so far; type `rounds` = how many are planned, or `state` = `final`",
                len(rounds),
            )
        ]

    def _is_tournament(self, event: Any) -> bool:
        """Whether all days of an event are known and lie within four; a single round without a day is one too."""
        rounds, nights = self._rounds[event.event], self.season.nights
        known = bool(event.start and event.end) or all((event.event, name) in nights for name in rounds)
        days = sorted(date.fromisoformat(day[:10]) for day in {event.start, event.end, *self._days[event.event]} if day)
        return (known or len(rounds) <= 1) and (not days or days[-1] - days[0] <= TOURNAMENT)

    @cached_property
    def _rounds(self) -> dict[str, set[str]]:
        """Event -> the rounds that have a board or a result."""
        season, results = self.season, self.season.standings.results
        played = [season.boards, season.aside, results[results["kind"] != SAT_OUT]]
        rounds = pd.concat([rows[["event", "round"]] for rows in played]).drop_duplicates()
        return {event: {*rounds.loc[rounds["event"] == event, "round"]} for event in season.events["event"]}

    @cached_property
    def _days(self) -> dict[str, set[str]]:
        """Event -> the days on which its boards ended."""
        days: dict[str, set[str]] = {event: set() for event in self.season.events["event"]}
        for (event, _), ended in self.season.nights.items():
            days[event] |= {*ended}
        return days

    @cached_property
    def _laid_out(self) -> pd.Series:
        """Event -> how many of its games are laid out or begun, without centres."""
        tables = self.season.computed.tables
        laid_out, games = (of_season(rows, self.season.name) for rows in (tables.unplayed, tables.games))
        return laid_out[among(laid_out, games[games["result"].isin(GOING_ON)], BOARD)].groupby("event").size()

    @cached_property
    def _top_tabled(self) -> set[str]:
        """The events whose top table is played."""
        return {*self.season.standings.top_tables["event"]}

    @cached_property
    def _postal(self) -> set[str]:
        """The events with a calendar of their games: those are known one by one to be over."""
        return {*of_season(self.season.computed.tables.calendar, self.season.name)["event"]}

    @cached_property
    def _ranked(self) -> set[str]:
        """The events in which somebody is first, or may be."""
        season = self.season
        return {*season.standings.standings["event"], *season.placed, *(page.event for page in season.tournaments)}

    # -- circuits ------------------------------------------------------------------------------------------------------

    def circuit(self, circuit: Circuit) -> Status:
        """The status of a circuit: FINAL if all that it counts is, and the season says that no more events come.

        It says so by its `state`, by the number of `events` that are planned, or by having all events that the text of
        the circuit names. A list of games of many seasons is as final as the games up to its day.
        """
        season = self.season
        if circuit.needs.takes == "games":
            return self.of_season(lists=True)
        counted = of_season(season.results.counting[circuit.id], season.name)["event"]
        names = season.events.set_index("event")["name"].reindex(counted)
        of_events = {event: self.event(event) for event in counted}
        still = [names[event] for event, status in of_events.items() if status.word in (PROVISIONAL, INCOMPLETE)]
        reasons: list[Text] = [say("not over: {events}", events=listed(still, "; "))] if still else []
        state, planned, over = self.season.says["state"], self.season.says["planned_events"], len(counted) - len(still)
        if state == UNFINISHED:
            reasons.append(say("the season says that it is in progress"))
        elif state != FINISHED and over < planned:
            reasons.append(say("events so far: {n} of {planned}", n=over, planned=int(planned)))
        elif state != FINISHED and not over >= planned and not circuit.needs.has_all([*names]):
            reasons.append(
                plural(
                    "1 event so far; type `events` = how many are planned, or `state` = `final`, in season.xlsx",
                    "{n} events so far; type `events` = how many are planned, or `state` = `final`, in season.xlsx",
                    len(counted),
                )
            )
        return Status(PROVISIONAL if reasons else FINAL, reasons)

    # -- the season ----------------------------------------------------------------------------------------------------

    def of_season(
        self, of_games: Callable[[int], Text] | None = None, *, lists: bool = False, circuits: bool = False
    ) -> Status:
        """The status of all events; with that of `lists` that look into other seasons, and of its `circuits`.

        of_games  what becomes of games in progress, in words
        """
        season = self.season
        lacks = [*season.lacks, *(season.lists_lack if lists else ())]
        reasons: list[Text] = []
        if games := int(season.boards["in_progress"].sum()):
            reasons.append((of_games or under_way)(games))
        reasons += stopped_early(sum(problem.code == STOPS_EARLY for problem in season.problems))
        names = season.events.set_index("event")["name"]
        left = [(names[event], listed(reasons, "; ")) for event, reasons in self.to_come.items() if reasons]
        if circuits:
            of_circuits = [
                (circuit, self.circuit(circuit)) for circuit in season.circuits if circuit.needs.takes != "games"
            ]
            left += [(circuit.title, listed(status.reasons, "; ")) for circuit, status in of_circuits if status.reasons]
        reasons += [say("{event}: {left}", event=name, left=rests) for name, rests in left]
        ranked = FINAL if self._ranked or season.events.empty else RESULTS_ONLY
        return Status(INCOMPLETE if lacks else PROVISIONAL if reasons else ranked, [*lacks, *reasons])


def under_way(games: int) -> Text:
    """How many games are in progress."""
    return plural("1 game is in progress", "{n} games are in progress", games)


def stopped_early(boards: int) -> list[Text]:
    """How many boards stop before their last year, so that they may be typed by halves; nothing if there are none."""
    stopped = plural("1 board stops before its last year", "{n} boards stop before their last year", boards)
    return [stopped] if boards else []
