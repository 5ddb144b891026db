"""The facts that a season's pages share, computed when first needed."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, partial
from itertools import compress
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.cell_coverage import accounted
from pipeline.check.exclusions import files_aside
from pipeline.events.days import seasons_in_reach
from pipeline.events.results import STANDING
from pipeline.events.standings import AT_THE_END, SAT_OUT, Events
from pipeline.language.language import ENGLISH, Language, language
from pipeline.pages.bao import TournamentPage
from pipeline.pages.book import Column, Table
from pipeline.pages.checks import source_columns
from pipeline.pages.shared_columns import (
    SEAT_SHOWN,
    board_columns,
    number_column,
    recorded_years,
    seats_table,
    text_column,
)
from pipeline.problems.codes import Problem, ordered
from pipeline.rules.circuits import Circuit, CircuitResult
from pipeline.rules.counting import Counting, countings
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.rank import in_standings
from pipeline.rules.systems import System
from pipeline.stages import Computed
from schemas.keys import of_event, of_season
from schemas.messages import Message, Name, Text, listed, plural, say
from schemas.words import BYE, POWERS

IN_PROGRESS = say("in progress")
BOARD_NAME = Message("round {round}, board {board}")
RESULTS = {
    "solo": say("solo"),
    "draw": say("draw"),
    "time limit": say("time limit"),
    "concession": say("concession"),
    "in progress": IN_PROGRESS,
    "to be played": Name("result", "to be played"),
}


class Size(NamedTuple):
    """The numbers of boards and players in an event."""

    boards: int
    players: int


class SeasonFacts:
    """The facts about one season, used to build its pages."""

    def __init__(self, computed: Computed, name: str) -> None:
        """Select one season by its name from the computed data of all seasons."""
        self.computed, self.name = computed, name
        self.results = computed.results

    # -- sheets and boards ---------------------------------------------------------------------------------------------

    @cached_property
    def events(self) -> pd.DataFrame:
        """The season's rows of `Tables.events`."""
        events = self.computed.tables.events
        return events[events["season"] == self.name]

    @property
    def blank(self) -> bool:
        """Whether the season has only events with blank workbooks, and no problem other than `no_boards`.

        A blank season is not published.
        """
        events = {(self.name, event) for event in self.events["event"]}
        said = {problem.code for problem in self.problems}
        return bool(events) and events <= self.computed.tables.blank and said <= {"no_boards"}

    @property
    def title(self) -> str:
        """The title of the season, or "" if the season has no title."""
        return self.says["title"]

    @property
    def league(self) -> str:
        """The name of the league, or "" if the league has no name."""
        return self.says["league"]

    @property
    def words(self) -> Language:
        """The language of the season's pages."""
        return language(self.says["language"])

    @cached_property
    def says(self) -> Mapping[str, Any]:
        """The season's row of `Tables.seasons`, even if all its events are excluded.

        A season without events has default values.
        """
        seasons = self.computed.tables.seasons
        said = seasons[seasons["season"] == self.name].to_dict("records")
        unsaid = dict.fromkeys(("title", "league", "state", "site"), "")
        return said[0] if said else unsaid | {"language": ENGLISH, "planned_events": np.nan}

    @cached_property
    def diplomacy(self) -> pd.DataFrame:
        """The season's events, except Bao events."""
        return self.events[self.events["kind"] != "bao"]

    @cached_property
    def event_rows(self) -> list[Any]:
        """The rows of `events` as objects with one attribute per column. The event's name is the attribute `name_`."""
        columns = {"name_" if name == "name" else name: values.tolist() for name, values in self.events.items()}
        return [SimpleNamespace(**dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)]

    @cached_property
    def diplomacy_events(self) -> list[Any]:
        """The rows of `event_rows`, except those of Bao events."""
        return [event for event in self.event_rows if event.kind != "bao"]

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each event."""
        return dict(zip(self.events["event"], self.events["name"], strict=True))

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The row numbers of the season's seats in the facts and scores, which cover all seasons."""
        return np.flatnonzero(self.computed.facts.seats["season"] == self.name)

    @cached_property
    def seats(self) -> pd.DataFrame:
        """The season's rows of `Facts.seats`, with a new index from 0."""
        return self.computed.facts.seats.iloc[self.rows].reset_index(drop=True)

    @cached_property
    def boards(self) -> pd.DataFrame:
        """The season's rows of `Facts.boards`."""
        boards = self.computed.facts.boards
        return boards[boards["season"] == self.name]

    @cached_property
    def players(self) -> list[str]:
        """The player of each seat."""
        return self.seats["player"].tolist()

    @cached_property
    def named(self) -> NDArray[np.bool_]:
        """Whether the player of each seat is known by name."""
        return in_standings(self.seats["player"]).to_numpy(bool)

    @cached_property
    def typed_scores(self) -> NDArray[np.bool_]:
        """For each seat, whether the sheet gives a score."""
        return self.seats["typed_score"].notna().to_numpy()

    @cached_property
    def event_of(self) -> pd.Series:
        """The event of each board, indexed by the board's number."""
        return self.seats["event"].iloc[:: len(POWERS)].reset_index(drop=True)

    @cached_property
    def aside_of(self) -> Counter[str]:
        """The number of boards set aside in each event because of an error."""
        return Counter(self.aside["event"].tolist())

    @cached_property
    def boards_of(self) -> Counter[str]:
        """The number of boards of each event, including those set aside."""
        return Counter(self.event_of.tolist()) + self.aside_of

    @cached_property
    def totals(self) -> int:
        """The number of boards with a control total."""
        totals = of_season(self.computed.tables.totals, self.name)
        return len({*zip(totals["event"], totals["round"], totals["board"], strict=True)})

    @cached_property
    def accounted(self) -> list[tuple[Text, object, object]]:
        """The checks that account for every cell of the season's sheets, each with the figures found and expected."""
        cells = self.computed.cells
        return accounted(cells[cells["season"] == self.name])

    @cached_property
    def problems(self) -> list[Problem]:
        """The season's problems as they are published, the most serious first."""
        return ordered([p.for_everybody() for p in self.computed.problems if p.season == self.name])

    @cached_property
    def blocked(self) -> list[str]:
        """The files left out because of an error."""
        return files_aside([p for p in self.computed.problems if p.season == self.name], self.computed.tables.events)

    @cached_property
    def aside(self) -> pd.DataFrame:
        """The season's boards that are set aside because of an error, but not those of events left out entirely."""
        return of_season(self.computed.tables.aside, self.name)

    @cached_property
    def boards_missing(self) -> dict[str, Text]:
        """Messages that say how many boards of each event count and which are missing, keyed by event.

        Events without missing boards are left out.
        """
        counted = self.boards["event"].value_counts()
        return {
            event: plural(
                "{counted} of 1 board counted; missing: {lacked}",
                "{counted} of {n} boards counted; missing: {lacked}",
                int(counted.get(event, 0)) + len(rows),
                counted=int(counted.get(event, 0)),
                lacked=listed(map(BOARD_NAME.of, rows.to_dict("records")), "; "),
            )
            for event, rows in self.aside.groupby("event", sort=False)
        }

    @cached_property
    def missing(self) -> list[Text]:
        """The reasons why the season is INCOMPLETE."""
        files = [say("{files} missing (see problems.xlsx)", files=listed(self.blocked))] if self.blocked else []
        lacking = [event for event in self.event_rows if event.event in self.boards_missing]
        boards = [
            say("{event}: {boards} (see problems.xlsx)", event=event.name_, boards=self.boards_missing[event.event])
            for event in lacking
        ]
        winners = [
            say("{event}: the winner of the top table is not known", event=event.name_)
            for event in lacking
            if event.top_table_round and event.event not in {*self.standings.top_tables["event"]}
        ]
        return [*files, *boards, *winners]

    @cached_property
    def missing_in_lists(self) -> list[Text]:
        """The files and boards of other seasons that the circuits' ranking lists omit because of errors."""
        missing: list[Text] = []
        for name, names in seasons_in_reach(self.results.reaches, self.name, self.results.as_of).items():
            if name == self.name:
                continue
            other, counting = SeasonFacts(self.computed, name), self.results.counting
            counted = {event for circuit in names for event in of_season(counting[circuit], name)["event"]}
            missing += [
                say(
                    "{season}, {event}: {boards} (see problems.xlsx)",
                    event=title,
                    season=name,
                    boards=other.boards_missing[event],
                )
                for event, title in other.names.items()
                if event in counted and event in other.boards_missing
            ]
            if other.blocked:
                missing.append(say("{files} missing (see problems.xlsx)", files=listed(other.blocked)))
        return missing

    @cached_property
    def shown(self) -> dict[System, bool]:
        """For each system that the season shows, whether it is official for one of the season's events.

        The mapping is empty for a season without a Diplomacy board.
        """
        return self.computed.shown.get(self.name, {})

    @cached_property
    def circuits(self) -> list[Circuit]:
        """The circuits towards which at least one of the season's events counts."""
        counting = self.results.counting
        of_season = sorted(self.results.circuits_of(self.name).items())
        return [one for id, one in of_season if self.name in {*counting[id]["season"]}]

    @cached_property
    def nights(self) -> dict[tuple[str, str], tuple[str, str]]:
        """The first and the last day on which a board ended, keyed by event and round.

        Rounds without a known day are left out.
        """
        ended = self.boards["ended"].fillna("").astype(str)
        nights: dict[tuple[str, str], tuple[str, str]] = {}
        for event, name, day in sorted({*zip(self.boards["event"], self.boards["round"], ended, strict=True)}):
            if day:
                first, _ = nights.get((event, name), (day, day))
                nights[event, name] = first, day
        return nights

    # -- standings and results -----------------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> Events:
        """The results and standings of the season's events."""
        return self.results.events_of(self.name)

    @cached_property
    def standings_of(self) -> dict[str, pd.DataFrame]:
        """The standings of each event, keyed by event. A Bao event has standings for each stage and group."""
        standings = self.standings.standings
        ranked, event_of = standings[STANDING], standings["event"].to_numpy(object)
        return {
            event.event: self.results.standings(self.name, event.event)
            if event.kind == "bao"
            else ranked[event_of == event.event].reset_index(drop=True)
            for event in self.event_rows
        }

    @cached_property
    def charts(self) -> pd.DataFrame:
        """One row per seat, with the centres for every recorded year, final centres, result and elimination."""
        seats, years = self.seats, self.computed.facts.years
        recorded = compress(years, seats[years].notna().to_numpy().any(axis=0))
        shown = [*SEAT_SHOWN, *recorded, "final_centres", "eliminated"]
        results = [
            say("solo: {power}", power=Name("power", soloist)) if soloist else RESULTS.get(result, result)
            for result, soloist in zip(self.boards["result"], self.boards["soloist"], strict=True)
            for _ in POWERS
        ]
        charts = seats[shown].rename(columns=str)
        charts.insert(len(SEAT_SHOWN), "result", pd.Series(results, dtype=object))
        return charts

    @cached_property
    def sizes(self) -> dict[str, Size]:
        """The size of each Diplomacy event.

        The players counted are those in the standings or, if an event has no standings, those on its boards.
        """
        named = self.seats[self.named]
        seated = Counter(event for event, _ in {*zip(named["event"], named["player"], strict=True)})
        boards, ranked = Counter(self.boards["event"]), Counter(self.standings.standings["event"])
        return {event: Size(boards[event], ranked[event] or seated[event]) for event in self.diplomacy["event"]}

    @cached_property
    def has_charts(self) -> bool:
        """Whether the centres of at least one board are known for at least one year."""
        return bool(recorded_years(self.charts))

    @cached_property
    def seat_columns(self) -> list[Column]:
        """The columns `event`, `round`, `board`, `power`, `player` and `final centres`, with one row per seat."""
        seats = self.seats
        centres = number_column("final centres", seats["final_centres"])
        return [*(text_column(name, seats[name]) for name in SEAT_SHOWN), centres]

    @cached_property
    def source_columns(self) -> list[Column]:
        """The columns `data`, `file in data/raw`, `sha256` and `source`, with one row per event."""
        return source_columns(self.events)

    @cached_property
    def boards_table(self) -> Table:
        """The charts as one table, which is shared by the workbooks of all systems."""
        return seats_table("Boards", board_columns(self.charts), shared=True)

    @cached_property
    def counted_by(self) -> dict[str, list[Counting]]:
        """The published counting rules that decided each Diplomacy event, keyed by event.

        The list is empty for an event without scores.
        """
        results, standings = self.standings.results, self.standings.standings
        scored, sits_out = {*results["event"]}, {*results["event"][results["kind"] == SAT_OUT]}
        events_with = {
            "adjusted": {*standings["event"][standings[AT_THE_END].to_numpy(float).any(axis=1)]},
            "top_tabled": {*standings["event"][standings["top_place"].notna()]},
            "divided": {*standings["event"][standings["division"].notna()]},
            "some_short": {*standings["event"][standings["games_short"].gt(0).fillna(False)]},
            "sits_out": sits_out
            - {event.event for event in self.diplomacy_events if event.edition_of == italia.SYSTEM},
        }
        counted_by: dict[str, list[Counting]] = {}
        for event in self.diplomacy_events:
            settings = {name: event.event in events for name, events in events_with.items()}
            decided = SimpleNamespace(**vars(event), **settings)
            rules = countings().values() if event.event in scored else ()
            counted_by[event.event] = [rule for rule in rules if rule.decides(decided)]
        return counted_by

    @cached_property
    def placed(self) -> set[str]:
        """The events in which players' places have been entered, but no results count."""
        typed = of_season(self.computed.tables.placings, self.name)
        places = {*typed.loc[(typed["role"] == "player") & typed["place"].notna(), "event"]}
        return places - {*self.standings.results["event"]}

    def outcome(self, circuit: Circuit) -> CircuitResult:
        """Return the result of a circuit in this season."""
        return self.results.outcome(circuit.id, self.name)

    @cached_property
    def tournaments(self) -> list[TournamentPage]:
        """The pages of the Bao events."""
        return [self._tournament(event) for event in self.event_rows if event.kind == "bao"]

    def _tournament(self, event: Any) -> TournamentPage:
        played = self.results.tournaments.of(self.name, event.event)
        rows = of_event(self.computed.tables.matches, self.name, event.event)
        return TournamentPage(
            event=event.event,
            name=event.name_,
            data=event.data,
            language=event.language,
            file=event.file,
            digest=event.digest,
            start=event.start,
            end=event.end,
            place=event.venue,
            source=event.source,
            directors=event.directors,
            mabingwa=event.format == "mabingwa",
            played=played,
            rows=len(rows),
            byes=int(((rows["south"] == BYE) | (rows["north"] == BYE)).sum()),
            ranking=partial(self.results.nations, self.name, event.event),
            clocks=of_event(self.results.clocks, self.name, event.event),
            doubts=self.doubts,
        )

    # -- names in doubt ------------------------------------------------------------------------------------------------

    @cached_property
    def doubts(self) -> dict[str, Text]:
        """The question about each doubtful name, keyed by name.

        A doubtful name may mean somebody else (`perhaps Cy Moss?`) or two people.
        """
        questions = self._doubts.drop_duplicates(["player", "doubt"]).groupby("player")["said"]
        return {str(player): said.iloc[0] if len(said) == 1 else listed(said, " ") for player, said in questions}

    def in_doubt(self, *events: str) -> list[Text]:
        """Return a list with a message saying how many names in the events are doubtful, or an empty list if none are.

        Without `events`, the names of the whole season are counted.
        """
        number = len({doubt for event in events or self._doubts_of for doubt in self._doubts_of.get(event, ())})
        return [plural("1 name in doubt", "{n} names in doubt", number)] if number else []

    @cached_property
    def _doubts_of(self) -> dict[str, set[object]]:
        """The doubts about names, keyed by event. Events without doubts are left out."""
        doubts_of: dict[str, set[object]] = {}
        for event, doubt in zip(self._doubts["event"], self._doubts["doubt"], strict=True):
            doubts_of.setdefault(event, set()).add(doubt)
        return doubts_of

    @cached_property
    def _doubts(self) -> pd.DataFrame:
        """The season's rows of `Computed.doubts`."""
        return of_season(self.computed.doubts, self.name)
