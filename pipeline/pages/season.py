"""The status of a season, its events and its circuits.

A status becomes FINAL only through what is entered in the sheets, never because of today's date. Every page that prints
a status or names a champion takes the status from here.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from pipeline.check.boards import STOPS_EARLY
from pipeline.check.notices import TOP_TABLE_IN_DOUBT
from pipeline.events.standings import SAT_OUT
from pipeline.language.language import language
from pipeline.pages.bao import TournamentPage
from pipeline.pages.heading import FINAL, INCOMPLETE, PROVISIONAL, RESULTS_ONLY, Heading
from pipeline.pages.season_facts import SeasonFacts
from pipeline.rules.circuits import Circuit
from schemas.keys import of_season
from schemas.messages import Text, listed, plural, say
from schemas.words import FINISHED, UNFINISHED

TOURNAMENT = timedelta(days=3)  # from the first to the last of four days
NOTHING_PLAYED = say("nothing has been played yet")
SAID_TO_GO_ON = say("the sheet says that the event is in progress")


class Status(NamedTuple):
    """A status with its reasons.

    word     FINAL, PROVISIONAL, INCOMPLETE or RESULTS_ONLY
    reasons  why the status is not FINAL
    """

    word: str
    reasons: list[Text]


OVER = Status(FINAL, [])


class Season(SeasonFacts):
    """The facts about one season and its status, used to build its pages."""

    # -- events --------------------------------------------------------------------------------------------------------

    def event_status(self, event: str) -> Status:
        """Return the status of one event.

        The status is INCOMPLETE if boards are missing, and PROVISIONAL if something is still to come. Otherwise it is
        FINAL if there is a ranking, and RESULTS_ONLY if there is none.
        """
        missing = [self.boards_missing[event]] if event in self.boards_missing else []
        games = self.in_progress[event]
        reasons = [*([under_way(games)] if games else []), *stopped_early(self.stopped[event]), *self.to_come[event]]
        ranked = FINAL if event in self._ranked else RESULTS_ONLY
        return Status(INCOMPLETE if missing else PROVISIONAL if reasons else ranked, [*missing, *reasons])

    @cached_property
    def in_progress(self) -> Counter[str]:
        """The number of games in progress in each event."""
        return Counter(self.boards["event"][self.boards["in_progress"]])

    @cached_property
    def stopped(self) -> Counter[str]:
        """The number of boards in each event whose charts stop before the game's final year."""
        return Counter(problem.event for problem in self.problems if problem.code == STOPS_EARLY)

    @cached_property
    def to_come(self) -> dict[str, list[Text]]:
        """Remarks on what is still to come in each event, apart from games in progress.

        An event without remarks may be FINAL.
        """
        bao = {page.event: page.left_to_play for page in self.tournaments}
        to_come: dict[str, list[Text]] = {}
        for event in self.event_rows:
            remaining = [bao[event.event]] * bool(bao[event.event]) if event.event in bao else self._to_play(event)
            if event.state == UNFINISHED:
                remaining = [*remaining, SAID_TO_GO_ON]
            elif event.event not in bao and FINISHED not in (event.state, self.says["state"]):
                remaining = [*remaining, *self._rounds_to_come(event)] or self._unknown_length(event)
            to_come[event.event] = remaining
        return to_come

    def _to_play(self, event: Any) -> list[Text]:
        """Return remarks on the games and the top table that are still to be played, or NOTHING_PLAYED."""
        id = event.event
        if id in self.placed:
            return []
        games = self._laid_out[id]
        remaining: list[Text] = (
            [plural("1 game has yet to be played", "{n} games have yet to be played", games)] if games else []
        )
        if event.top_table_round and id not in self._top_tabled and event.top_table_round not in self._rounds[id]:
            remaining.append(say("the top table (round {round}) has not been played yet", round=event.top_table_round))
        if id in self._top_table_in_doubt:
            remaining.append(say("the winner of the top table is not known"))
        return remaining if remaining or self._rounds[id] else [NOTHING_PLAYED]

    def _rounds_to_come(self, event: Any) -> list[Text]:
        """Return remarks on planned rounds that have not been played, and on an end date later than the last board."""
        played, last = len(self._rounds[event.event]), max(self._days[event.event], default="")
        remaining: list[Text] = []
        if played < event.planned_rounds and event.event not in self.placed:
            remaining.append(say("rounds played: {n} of {planned}", n=played, planned=int(event.planned_rounds)))
        if "" < last < event.end:
            remaining.append(
                say("the event ends on {end}, but its last board so far ended on {last}", end=event.end, last=last)
            )
        return remaining

    def _unknown_length(self, event: Any) -> list[Text]:
        """Return a list with one message, which asks how many rounds an event has or whether it is over.

        The list is empty for a tournament (see `_is_tournament`), and for an event with planned rounds, a played top
        table or postal games.
        """
        id, rounds = event.event, self._rounds[event.event]
        if event.planned_rounds >= 1 and id not in self.placed:
            return []
        if id in self._top_tabled or id in self._postal or self._is_tournament(event):
            return []
        if not rounds:
            return [say("enter `final` in `state` when the event is over")]
        return [
            plural(
                "1 round so far; enter the planned number of rounds in `rounds`, or enter `final` in `state`",
                "{n} rounds so far; enter the planned number of rounds in `rounds`, or enter `final` in `state`",
                len(rounds),
            )
        ]

    def _is_tournament(self, event: Any) -> bool:
        """Return whether an event counts as a tournament.

        The known dates of a tournament span at most four days. If it has several rounds, its start and end or the dates
        of all its rounds must be known.
        """
        rounds = self._rounds[event.event]
        dated = bool(event.start and event.end) or all((event.event, name) in self.nights for name in rounds)
        days = sorted(date.fromisoformat(day[:10]) for day in {event.start, event.end, *self._days[event.event]} if day)
        return (dated or len(rounds) <= 1) and (not days or days[-1] - days[0] <= TOURNAMENT)

    @cached_property
    def _rounds(self) -> dict[str, set[str]]:
        """The rounds of each event that have a board or a result."""
        results = self.standings.results
        played = [self.boards, self.aside, results[results["kind"] != SAT_OUT]]
        rounds: dict[str, set[str]] = {event: set() for event in self.events["event"]}
        for event, name in {pair for rows in played for pair in zip(rows["event"], rows["round"], strict=True)}:
            rounds[event].add(name)
        return rounds

    @cached_property
    def _days(self) -> dict[str, set[str]]:
        """The days on which the boards of each event ended."""
        days: dict[str, set[str]] = {event: set() for event in self.events["event"]}
        for (event, _), ended in self.nights.items():
            days[event] |= {*ended}
        return days

    @cached_property
    def _laid_out(self) -> Counter[str]:
        """For each event, the number of games that have players or are announced, but have no centres yet."""
        laid_out = of_season(self.computed.tables.unplayed, self.name)
        return Counter(laid_out["event"][laid_out["awaited"]])

    @cached_property
    def _top_tabled(self) -> set[str]:
        """The events whose top table has been played."""
        return {*self.standings.top_tables["event"]}

    @cached_property
    def _top_table_in_doubt(self) -> set[str]:
        """The events in which the winner of the top table is not known."""
        return {problem.event for problem in self.problems if problem.code == TOP_TABLE_IN_DOUBT}

    @cached_property
    def _postal(self) -> set[str]:
        """The events with a calendar of games. Their sheets say when each game is over."""
        return {*of_season(self.computed.tables.calendar, self.name)["event"]}

    @cached_property
    def _ranked(self) -> set[str]:
        """The events that rank players, or may rank them later."""
        return {*self.standings.standings["event"], *self.placed, *(page.event for page in self.tournaments)}

    # -- circuits ------------------------------------------------------------------------------------------------------

    def circuit_status(self, circuit: Circuit) -> Status:
        """Return the status of one of the season's circuits."""
        return self._circuit_statuses[circuit.id]

    @cached_property
    def _circuit_statuses(self) -> dict[str, Status]:
        return {circuit.id: self._circuit_status(circuit) for circuit in self.circuits}

    def _circuit_status(self, circuit: Circuit) -> Status:
        """Return the status of a circuit.

        The status is FINAL if none of the circuit's events is PROVISIONAL or INCOMPLETE and no more are planned. The
        season's `state` says whether more are planned. If it is blank, the events that are over are compared with the
        planned number. This is the number entered in the season's `events` setting, or else the one given in the
        circuit's text. If there is neither, more events may be planned.

        A ranking list based on single games does not depend on planned events. It is FINAL if the events that count are
        over and no file or board of another season is missing.
        """
        counted = of_season(self.results.counting[circuit.id], self.name)["event"]
        still = [event for event in counted if self.event_status(event).word in (PROVISIONAL, INCOMPLETE)]
        unfinished = listed((self.names[event] for event in still), "; ")
        reasons: list[Text] = [say("not finished: {events}", events=unfinished)] if still else []
        if circuit.needs.takes == "games":
            missing = self.missing_in_lists
            return Status(INCOMPLETE if missing else PROVISIONAL if reasons else FINAL, [*missing, *reasons])
        over = sum(circuit.needs.accredits(self.names[event]) for event in {*counted} - {*still})
        state, planned = self.says["state"], self.says["planned_events"]
        planned = planned if planned >= 1 else circuit.needs.events
        if state == UNFINISHED:
            reasons.append(say("the season is marked as in progress"))
        elif state != FINISHED and over < planned:
            reasons.append(say("events so far: {n} of {planned}", n=over, planned=int(planned)))
        elif state != FINISHED and not planned:
            reasons.append(
                plural(
                    "1 event so far; in season.xlsx, enter the planned number of events in `events`, or enter `final` in `state`",
                    "{n} events so far; in season.xlsx, enter the planned number of events in `events`, or enter `final` in `state`",
                    len(counted),
                )
            )
        return Status(PROVISIONAL if reasons else FINAL, reasons)

    # -- the season ----------------------------------------------------------------------------------------------------

    def status(self, of_games: Callable[[int], Text] | None = None, *, circuits: bool = False) -> Status:
        """Return the season's status, which depends on its events.

        of_games  function that takes the number of games in progress and returns the reason to show for them
        circuits  whether the status also depends on the circuits. If so, the season is INCOMPLETE when errors keep
                  files or boards of other seasons out of the circuits' ranking lists
        """
        missing = [*self.missing, *(self.missing_in_lists if circuits else ())]
        reasons: list[Text] = []
        if games := self.in_progress.total():
            reasons.append((of_games or under_way)(games))
        reasons += stopped_early(self.stopped.total())
        unfinished = [(self.names[event], listed(reasons, "; ")) for event, reasons in self.to_come.items() if reasons]
        if circuits:
            of_circuits = [
                (circuit, self.circuit_status(circuit)) for circuit in self.circuits if circuit.needs.takes != "games"
            ]
            unfinished += [
                (circuit.title, listed(status.reasons, "; ")) for circuit, status in of_circuits if status.reasons
            ]
        reasons += [say("{event}: {left}", event=name, left=remaining) for name, remaining in unfinished]
        if self.events.empty and not missing:
            reasons.append(NOTHING_PLAYED)
        ranked = FINAL if self._ranked else RESULTS_ONLY
        return Status(INCOMPLETE if missing else PROVISIONAL if reasons else ranked, [*missing, *reasons])

    def heading(self, title: Text, *, circuits: bool = False) -> Heading:
        """Return the heading of the season's workbooks.

        circuits  whether the status takes the circuits into account
        """
        word, reasons = self.status(circuits=circuits)
        labels = sorted({*self.events["data"]}) or ["not stated"]
        return Heading(title, self.name, word, reasons, labels, self.words, self.in_doubt())

    def tournament_heading(self, page: TournamentPage) -> Heading:
        """Return the heading of a Bao event's own workbook."""
        word, reasons = self.event_status(page.event)
        return Heading(
            page.name, self.name, word, reasons, [page.data], language(page.language), self.in_doubt(page.event)
        )


def under_way(games: int) -> Text:
    """Return a message with the number of games in progress."""
    return plural("1 game is in progress", "{n} games are in progress", games)


def stopped_early(boards: int) -> list[Text]:
    """Return a list with a message saying how many boards have charts that stop early, or an empty list if none do."""
    stopped = plural(
        "the chart for 1 board stops before its final year",
        "the charts for {n} boards stop before their final year",
        boards,
    )
    return [stopped] if boards else []
