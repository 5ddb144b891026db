"""The facts that the pages of a season share, computed when first needed."""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.cell_coverage import accounted
from pipeline.check.exclusions import files_aside
from pipeline.events.days import seasons_in_reach
from pipeline.events.standings import AT_THE_END, SAT_OUT, Events
from pipeline.language.language import ENGLISH, Language, language
from pipeline.pages.bao import TournamentPage
from pipeline.pages.book import Table
from pipeline.pages.shared_columns import BOARD_SHOWN, board_columns, seats_table
from pipeline.problems.codes import Problem, ordered
from pipeline.rules.circuits import Circuit, CircuitResult
from pipeline.rules.counting import Counting, countings
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.rank import in_standings
from pipeline.rules.systems import System
from pipeline.stages import Computed
from schemas.keys import BOARD, EVENT, of_event, of_season
from schemas.messages import Message, Name, Text, listed, plural, say
from schemas.words import BYE

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


class SeasonFacts:
    """The facts of one season, from which its pages are made."""

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
        """Whether the season's workbooks are all blank and have no other problems, so that nothing is published."""
        events = {*self.events[EVENT].itertuples(index=False, name=None)}
        said = {problem.code for problem in self.problems}
        return bool(events) and events <= self.computed.tables.blank and said <= {"no_boards"}

    @property
    def title(self) -> str:
        """The title of the season, or ""."""
        return self.says["title"]

    @property
    def league(self) -> str:
        """The name of the league, or ""."""
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
    def diplomacy_events(self) -> list[Any]:
        """The rows of `diplomacy` as named tuples, in which the event's name is the field `name_`."""
        return [*self.diplomacy.rename(columns={"name": "name_"}).itertuples()]

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The positions of the season's seats in the facts and scores, which cover the seats of all seasons."""
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
    def board(self) -> NDArray[np.intp]:
        """The number of each seat's board."""
        return self.seats.groupby(BOARD, sort=False).ngroup().to_numpy()

    @cached_property
    def event_of(self) -> pd.Series:
        """The event of each board, indexed by the board's number."""
        return self.seats.drop_duplicates(BOARD)["event"].reset_index(drop=True)

    @cached_property
    def totals(self) -> int:
        """The number of boards with a control total."""
        return len(of_season(self.computed.tables.totals, self.name).drop_duplicates(BOARD))

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
        return files_aside(self.problems, self.computed.tables.events)

    @cached_property
    def aside(self) -> pd.DataFrame:
        """The season's boards that are set aside because of an error, in events that count."""
        return of_season(self.computed.tables.aside, self.name)

    @cached_property
    def boards_missing(self) -> dict[str, Text]:
        """Texts that say how many boards of an event count and which are missing, keyed by event.

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
        lacking = self.events[self.events["event"].isin(self.boards_missing)]
        boards = [
            say("{event}: {boards} (see problems.xlsx)", event=name, boards=self.boards_missing[event])
            for event, name in lacking[["event", "name"]].itertuples(index=False)
        ]
        undecided = lacking[lacking["top_table_round"] != ""]
        undecided = undecided[~undecided["event"].isin(self.standings.top_tables["event"])]
        winners = [say("{event}: the winner of the top table is not known", event=name) for name in undecided["name"]]
        return [*files, *boards, *winners]

    @cached_property
    def missing_in_lists(self) -> list[Text]:
        """The files and boards of other seasons that the circuits' lists of games omit because of errors."""
        missing: list[Text] = []
        for name, names in seasons_in_reach(self.results.reaches, self.name, self.results.as_of).items():
            other = SeasonFacts(self.computed, name)
            counted = pd.concat([of_season(self.results.counting[circuit], name) for circuit in names])
            events = other.events[other.events["event"].isin(counted["event"]) & (name != self.name)]
            missing += [
                say(
                    "{season}, {event}: {boards} (see problems.xlsx)",
                    event=title,
                    season=name,
                    boards=other.boards_missing[event],
                )
                for event, title in events[["event", "name"]].itertuples(index=False)
                if event in other.boards_missing
            ]
            if other.blocked and name != self.name:
                missing.append(say("{files} missing (see problems.xlsx)", files=listed(other.blocked)))
        return missing

    @cached_property
    def shown(self) -> dict[System, bool]:
        """The systems that the season shows, mapped to whether they are official.

        The mapping is empty for a season without a Diplomacy board.
        """
        return self.computed.shown.get(self.name, {})

    @cached_property
    def circuits(self) -> list[Circuit]:
        """The circuits for which an event of the season counts."""
        counting = self.results.counting
        of_season = sorted(self.results.circuits_of(self.name).items())
        return [one for id, one in of_season if (counting[id]["season"] == self.name).any()]

    @cached_property
    def nights(self) -> dict[tuple[str, str], tuple[str, str]]:
        """The first and the last day on which a board ended, keyed by event and round.

        Rounds without a known day are left out.
        """
        ended = self.boards.assign(ended=self.boards["ended"].fillna("").astype(str))
        ended = ended[ended["ended"] != ""]
        days = ended.groupby(["event", "round"])["ended"].agg(["min", "max"])
        return {(event, name): (first, last) for (event, name), first, last in days.itertuples(name=None)}

    # -- standings and results -----------------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> Events:
        """The results and standings of the season's events."""
        return self.results.events_of(self.name)

    @cached_property
    def standings_of(self) -> dict[str, pd.DataFrame]:
        """The standings of each event, keyed by event. A Bao event has standings for each stage and group."""
        return {event: self.results.standings(self.name, event) for event in self.events["event"]}

    @cached_property
    def charts(self) -> pd.DataFrame:
        """One row per seat, with the centres of every recorded year, final centres, result and elimination."""
        seats = self.seats
        boards = self.computed.facts.boards[[*BOARD, "result", "soloist", "last_year"]]
        games = seats[BOARD].merge(boards, on=BOARD, how="left", validate="many_to_one")
        years = [year for year in self.computed.facts.years if seats[year].notna().any()]
        result = [
            say("solo: {power}", power=Name("power", soloist)) if soloist else RESULTS.get(result, result)
            for result, soloist in zip(games["result"], games["soloist"], strict=True)
        ]
        return pd.DataFrame(
            {
                **{name: seats[name] for name in ("event", "round", "board", "power", "player")},
                "result": pd.Series(result, seats.index, dtype=object),
                **{str(year): seats[year] for year in years},
                "final_centres": seats["final_centres"],
                "eliminated": seats["eliminated"],
            }
        )

    @cached_property
    def sizes(self) -> pd.DataFrame:
        """The number of `boards` and of `players` of each Diplomacy event.

        Players are those in the standings, or those on the boards of an event without standings.
        """
        charts = self.charts
        boards = charts.drop_duplicates(BOARD_SHOWN).groupby("event").size()
        seated = charts[in_standings(charts["player"])].groupby("event")["player"].nunique()
        players = self.standings.standings.groupby("event").size().combine_first(seated)
        sizes = pd.DataFrame({"boards": boards, "players": players})
        return sizes.reindex(self.diplomacy["event"]).fillna(0).astype(int)

    @cached_property
    def boards_table(self) -> Table:
        """The charts as one table, which is shared by the workbooks of all systems."""
        return seats_table("Boards", board_columns(self.charts), shared=True)

    @cached_property
    def counted_by(self) -> dict[str, list[Counting]]:
        """The rules of counting that decided each Diplomacy event. An event without scores has none."""
        results, standings = self.standings.results, self.standings.standings
        scored = {*results["event"]}
        adjusted = standings.loc[standings[AT_THE_END].ne(0).any(axis=1), "event"]
        sits_out = results.loc[results["kind"] == SAT_OUT, "event"]
        events = self.diplomacy.assign(
            adjusted=self.diplomacy["event"].isin(adjusted),
            top_tabled=self.diplomacy["event"].isin(standings.loc[standings["top_place"].notna(), "event"]),
            divided=self.diplomacy["event"].isin(standings.loc[standings["division"].notna(), "event"]),
            some_short=self.diplomacy["event"].isin(
                standings.loc[standings["games_short"].gt(0).fillna(False), "event"]
            ),
            sits_out=self.diplomacy["event"].isin(sits_out) & (self.diplomacy["edition_of"] != italia.SYSTEM),
        )
        return {
            event.event: [rule for rule in countings().values() if event.event in scored and rule.decides(event)]
            for event in events.itertuples()
        }

    @cached_property
    def placed(self) -> set[str]:
        """The events with typed places and no counted board."""
        typed = of_season(self.computed.tables.placings, self.name)
        places = {*typed.loc[(typed["role"] == "player") & typed["place"].notna(), "event"]}
        return places - {*self.standings.results["event"]}

    def outcome(self, circuit: Circuit) -> CircuitResult:
        """Return the result of a circuit in this season."""
        return self.results.outcome(circuit.id, self.name)

    @cached_property
    def tournaments(self) -> list[TournamentPage]:
        """The pages of the Bao events."""
        bao = self.events[self.events["kind"] == "bao"].rename(columns={"name": "name_"})
        return [self._tournament(event) for event in bao.itertuples()]

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
            byes=int((rows[["south", "north"]] == BYE).any(axis=1).sum()),
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
        questions = (
            of_season(self.computed.doubts, self.name).drop_duplicates(["player", "doubt"]).groupby("player")["said"]
        )
        return {str(player): said.iloc[0] if len(said) == 1 else listed(said, " ") for player, said in questions}

    def in_doubt(self, *events: str) -> list[Text]:
        """Return a list with a text on the number of doubtful names in these events.

        Without `events`, the text is about the whole season. The list is empty if there are no doubtful names.
        """
        rows = of_season(self.computed.doubts, self.name)
        number = rows.loc[rows["event"].isin(events or rows["event"]), "doubt"].nunique()
        return [plural("1 name in doubt", "{n} names in doubt", number)] if number else []
