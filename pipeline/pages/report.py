"""The content of a season's report, taken from the computed data."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pandas as pd

from pipeline.events.chances import Chances
from pipeline.events.prizes import Prizes
from pipeline.pages.bao import TournamentPage
from pipeline.pages.bulletin import adds_games, of_bulletin, printed_games
from pipeline.pages.events import counting_shown, system_title
from pipeline.pages.heading import FINAL
from pipeline.pages.season import OVER, Season, Status
from pipeline.pages.shared_columns import SEAT_SHOWN
from pipeline.problems.codes import Problem
from pipeline.rules.circuits import Circuit, CircuitResult
from pipeline.rules.counting import countings
from pipeline.rules.rank import in_standings
from pipeline.rules.rule_sheet import Paragraph
from pipeline.rules.systems import systems
from schemas.keys import BOARD, among, of_season
from schemas.messages import NOTHING, Message, Text, listed, say
from schemas.words import SUM

EVENT = ["event", "name", "data", "system", "system_title", "counting", "start", "end", "venue", "boards", "players"]
STANDING = ["rank", "player", "score", "settled"]
RESULT = [*SEAT_SHOWN, "place", "kind", "points", "used"]
SCORE = ["event", "system", "round", "board", "power", "player", "final_centres", "score", "place"]


TITLED = Message("{title}: {leaders}")
MENTION = re.compile(r"(?<!\w)@(?=\w)")


@dataclass(frozen=True, eq=False)
class CircuitReport:
    """A circuit as the report shows it. Frames are described by their columns.

    id         name of its file
    title      its title
    rules      paragraphs of its rule sheet
    standings  rows in order of rank, with the columns `rank`, `player` (or `nation`), `events`, `score`, one
               column for each figure behind the score, `best_1`, `best_2` and so on, and `settled`
    results    columns `player`, `event`, `place`, `points`, `used` and `why`. Results of games also have `round`,
               `board`, `power` and `state`, and those of a circuit of nations also have `nation`
    headline   message that names the leaders and the title they have won, or NOTHING
    status     status of the circuit, with the reasons why it is not FINAL
    system     system that scores the circuit's games, or "" if the circuit does not name one
    race       standings after each event: `after` (title of the event), `round_no`, `player`, `rank`. If this frame is
               empty, the race ranks players by their points so far
    """

    id: str
    title: str
    rules: list[Paragraph]
    standings: pd.DataFrame
    results: pd.DataFrame
    headline: Text = NOTHING
    status: Status = OVER
    system: str = ""
    race: pd.DataFrame = field(default_factory=pd.DataFrame)


class CountingRules(NamedTuple):
    """A published rule for counting results, with the events that have applied the rule.

    words  text of the links to the rule
    """

    words: Message
    title: str
    rules: list[Paragraph]
    events: set[str]


class OpinionReport(NamedTuple):
    """The effect of another published reading of an event's system. Frames are described by their columns.

    event   the event
    system  its official system
    title   title of the reading
    source  text of the `Source` and `Reading` paragraphs in the reading's rule sheet
    moves   `player`, `rank`, `score`, `other_rank`, `other_score` of players whose rank would differ
    seats   `round`, `board`, `power`, `player`, `place`, `other_place` of seats whose place would differ
    """

    event: str
    system: str
    title: str
    source: str
    moves: pd.DataFrame
    seats: pd.DataFrame


@dataclass(frozen=True, eq=False)
class SeasonReport:
    """The content of a season's report.

    Frames are described by their columns. Any frame may be empty, in which case it may also lack columns.

    season     name, such as 2013 or 2013-14
    title      title of the season, or of the league
    site       address at which the outputs are published, or ""
    language   code of the language, such as en
    status     FINAL, PROVISIONAL, INCOMPLETE or RESULTS_ONLY
    reasons    reasons why the status is not FINAL
    in_doubt   the number of doubtful names, in words, or empty if there are none
    labels     one or more kinds of data: real, worked example, generated, not stated
    events     `event`, `name`, `data`, `system` (id or ""), `system_title`, `counting`, `start`, `end`, `venue`,
               `boards`, `players`, `source`
    standings  `event`, `rank`, `player`, `games`, `score`, `settled` (how a tie was settled, a message or ""), and
               further columns to show
    rounds     standings after each round: `event`, `after` (round), `round_no`, `player`, `rank`, `score`
    results    `event`, `round`, `board`, `power`, `player`, `place`, `kind` (`game` or `sat out`), `score`, `points`,
               `used` (a `bool`)
    circuits   circuits towards which the season's events count
    charts     `event`, `round`, `board`, `power`, `player`, `result`, <years as text, NaN if unknown>, `final_centres`,
               `eliminated` (year or NaN), with seven rows per board, in canonical order
    scores     official scores: `event`, `system`, `round`, `board`, `power`, `player`, `final_centres`, `score`,
               `place`
    problems   open problems, the most serious first
    rules      title and paragraphs of the official systems
    counting   published rules for counting results, if an event has applied them
    open       statuses of the events that are not FINAL, keyed by event
    prizes     winners of divisions, best results with each power, and teams, or None if there are no prizes
    chances    what can still change in events that are not over, or None if all are over
    compared   whether the season has workbooks with the scores of its boards
    nights     first and last day on which a board ended, keyed by event and round
    doubts     the question about each doubtful name, keyed by player
    tournaments
               the Bao events, which are not among `events`
    opinions   effects of other published readings of the official systems' rules, if they would change a rank
    bulletins  for each event that is printed as a bulletin, the title and the seats of each game, keyed by event
    added_up   events that are printed as a bulletin of several games. Such an event has no winner (see `adds_games`)
    live       Diplomacy events that are open, in order
    seats_to_come
               `event`, `round`, `board`, `power`, `player` of the seats on unplayed boards that have players or are
               announced
    unscored   player, round and note of each seat that is not scored, keyed by event
    """

    season: str
    language: str
    status: str
    reasons: Sequence[Text]
    labels: list[str]
    events: pd.DataFrame
    standings: pd.DataFrame
    rounds: pd.DataFrame
    results: pd.DataFrame
    circuits: list[CircuitReport]
    charts: pd.DataFrame
    scores: pd.DataFrame
    problems: Sequence[Problem]
    rules: list[tuple[str, list[Paragraph]]]
    tournaments: list[TournamentPage] = field(default_factory=list)
    counting: list[CountingRules] = field(default_factory=list)
    open: dict[str, Status] = field(default_factory=dict)
    title: str = ""
    site: str = ""
    nights: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    doubts: Mapping[str, Text] = field(default_factory=dict)
    opinions: list[OpinionReport] = field(default_factory=list)
    prizes: Prizes | None = None
    chances: Chances | None = None
    compared: bool = False
    bulletins: dict[str, list[tuple[Message, pd.DataFrame]]] = field(default_factory=dict)
    added_up: frozenset[str] = frozenset()
    unscored: Mapping[str, list[tuple[str, str, str]]] = field(default_factory=dict)
    in_doubt: Sequence[Text] = ()
    live: Sequence[str] = ()
    seats_to_come: pd.DataFrame = field(default_factory=pd.DataFrame)


@dataclass(frozen=True, eq=False)
class Columns:
    """A table as plain lists, which can be read faster than a frame if the table is small.

    lists    values of each column
    numbers  names of the numeric columns
    who      what the column `player` contains: `player` or `nation`
    """

    lists: dict[str, list[Any]]
    numbers: set[str]
    who: str = "player"

    def __getitem__(self, name: str) -> list[Any]:
        """Return the values of a column."""
        return self.lists[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the columns."""
        return iter(self.lists)

    def __contains__(self, name: object) -> bool:
        """Return whether there is a column with this name."""
        return name in self.lists

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(next(iter(self.lists.values()), []))

    def rows(self, *names: str) -> Iterator[tuple[Any, ...]]:
        """Yield the values of some columns, row by row."""
        return zip(*map(self.lists.__getitem__, names), strict=True)

    def at(self, rows: Sequence[int]) -> "Columns":
        """Return the rows at these positions."""
        lists = {name: [values[row] for row in rows] for name, values in self.lists.items()}
        return Columns(lists, self.numbers, self.who)


def columns_of(frame: pd.DataFrame) -> Columns:
    """Return a frame as plain lists."""
    lists, numbers = {}, set()
    for name, values in frame.items():
        lists[str(name)] = values.to_numpy(object).tolist()
        if values.dtype.kind in "iuf":
            numbers.add(str(name))
    return Columns(lists, numbers, frame.attrs.get("who", "player"))


def without_mentions(text: str) -> str:
    """Return a post with every mention (`@` before a word) disabled.

    Otherwise `@everyone` would notify all members of a chat.
    """
    return MENTION.sub("@\u200b", text)


def with_columns(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Return a frame with at least these columns. Missing columns are added without values."""
    return frame if {*columns} <= {*frame} else frame.reindex(columns=[*dict.fromkeys([*frame, *columns])])


def rows_of(frame: pd.DataFrame, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a frame as plain values.

    On many small frames, this is five times as fast as `itertuples`.
    """
    return zip(*(frame[name].to_numpy(object).tolist() for name in columns), strict=True)


def named(circuit: CircuitReport) -> pd.DataFrame:
    """Return the standings of a circuit, with the ranked players or nations in the column `player`.

    `attrs["who"]` is `player` or `nation`.
    """
    standings = circuit.standings
    table = standings if "player" in standings else standings.rename(columns={"nation": "player"})
    table = with_columns(table, STANDING)
    table.attrs["who"] = "nation" if "nation" in {*standings, *circuit.results} else "player"
    return table


def by_event(frame: pd.DataFrame) -> dict[str, Columns]:
    """Return the rows of each event, in the frame's order and without the column `event`."""
    whole, rows = columns_of(frame.drop(columns="event")), dict[str, list[int]]()
    for row, event in enumerate(frame["event"].to_numpy(object)):
        rows.setdefault(event, []).append(row)
    return {event: whole.at(of_event) for event, of_event in rows.items()}


def events_of(circuit: CircuitReport) -> list[object]:
    """Return the event of each result in a circuit."""
    return [*with_columns(circuit.results, ["event"])["event"]]


def season_report(season: Season) -> SeasonReport:
    """Return the content of a season's report."""
    heading, events, charts = season.heading(NOTHING, circuits=True), season.standings, season.charts
    diplomacy = season.diplomacy.reset_index(drop=True)
    official = of_season(season.results.official, season.name)
    systems_of = {event.event: event.system for event in season.diplomacy_events}
    in_force = [season.computed.system(season.name, name) for name in sorted({*systems_of.values()} - {""})]
    return SeasonReport(
        season=season.name,
        language=season.words.code,
        status=heading.status,
        reasons=heading.reasons,
        in_doubt=heading.doubts,
        live=open_events(season),
        seats_to_come=_seats_to_come(season),
        doubts=season.doubts,
        labels=heading.labels,
        events=diplomacy.assign(
            system_title=[system_title(season, system) for system in diplomacy["system"]],
            counting=[*map(counting_shown, season.diplomacy_events)],
            boards=[size.boards for size in season.sizes.values()],
            players=[size.players for size in season.sizes.values()],
        )[[*EVENT, "source"]],
        standings=events.standings.drop(columns="season"),
        rounds=events.rounds.drop(columns="season"),
        results=events.results.drop(columns="season"),
        circuits=[
            _circuit(circuit, season.outcome(circuit), season.circuit_status(circuit))
            for circuit in season.circuits
            if len(season.outcome(circuit).results)
        ],
        charts=charts,
        scores=official.assign(system=official["event"].map(systems_of))[[*SCORE]],
        problems=season.problems,
        rules=[(system.title, system.rules) for system in in_force],
        tournaments=season.tournaments,
        title=season.title or season.league,
        site=season.says["site"],
        nights=season.nights,
        counting=_counting(season),
        opinions=_opinions(season),
        prizes=Prizes(*(of_season(rows, season.name) for rows in vars(season.results.prizes).values())),
        chances=Chances(*(of_season(rows, season.name) for rows in vars(season.results.chances).values())),
        compared=bool(season.shown),
        bulletins={
            event.event: [*printed_games(season, season.computed.system(season.name, event.system), event.event)]
            for event in season.diplomacy_events
            if of_bulletin(season, event)
        },
        added_up=frozenset(event.event for event in season.diplomacy_events if adds_games(season, event)),
        unscored={
            event: [*rows.rows("player", "round", "note")] for event, rows in by_event(_unscored(season.seats)).items()
        },
        open={
            event: status for event in season.events["event"] if (status := season.event_status(event)).word != FINAL
        },
    )


def open_events(season: Season) -> list[str]:
    """Return the Diplomacy events that have a game in progress or something left to play."""
    events = [event.event for event in season.diplomacy_events]
    return [event for event in events if season.in_progress[event] or season.to_come[event]]


def _unscored(seats: pd.DataFrame) -> pd.DataFrame:
    """Return the event, player, round and note of the seats that are not scored."""
    unscored = seats[["event", "player", "round", "note"]][~seats["scored"] & in_standings(seats["player"])]
    return unscored.fillna({"note": ""})


def _seats_to_come(season: Season) -> pd.DataFrame:
    """Return, in canonical order, the seats of each unplayed board that has a player or is announced."""
    tables = season.computed.tables
    boards = of_season(tables.unplayed, season.name)
    return tables.laid_out[among(tables.laid_out, boards[boards["awaited"]], BOARD)]


def _opinions(season: Season) -> list[OpinionReport]:
    """Return the effects of other published readings of the official systems.

    There is one `OpinionReport` for each event and each reading that would change a rank in the event.
    """
    compared, opinions = season.results.opinions.of(season.name), []
    moved = compared.moves
    if moved.empty:
        return []
    seats = compared.seats[compared.seats["place"] != compared.seats["other_place"]]
    seats_of = dict(iter(seats.groupby(["event", "reading"], sort=False)))
    for (event, official, id), moves in moved.groupby(["event", "official", "reading"], sort=False):
        reading, others = systems()[id], seats_of.get((event, id), seats[:0])
        source = " ".join(rule.text for rule in reading.rules if rule.label in ("Source", "Reading"))
        opinions.append(OpinionReport(event, official, reading.title, source, moves, others))
    return opinions


def _counting(season: Season) -> list[CountingRules]:
    """Return the published rules for counting results, each with the events that applied it."""
    otherwise = [event.event for event in season.diplomacy_events if event.how != SUM]  # a plain sum needs no rules
    rules = []
    for counting in countings().values():
        events = {event for event, counted in season.counted_by.items() if counting in counted}
        if events and (not counting.ways or not events.isdisjoint(otherwise)):
            words = say("Rules of the event") if counting.system else say("Counting rules")
            rules.append(CountingRules(words, counting.title, counting.rules, events))
    return rules


def _circuit(circuit: Circuit, outcome: CircuitResult, status: Status) -> CircuitReport:
    standings = outcome.standings
    first = standings["rank"] == 1
    leaders = standings["player"][first].tolist()
    titled = standings["title"][first].tolist() if "title" in standings else []
    title = next(filter(None, titled), None) if status.word == FINAL else None
    return CircuitReport(
        id=circuit.id,
        title=circuit.title,
        rules=circuit.rules,
        standings=standings,
        results=outcome.results,
        headline=TITLED.of({"title": title, "leaders": listed(leaders)}) if title else NOTHING,
        status=status,
        system=circuit.needs.system,
    )
