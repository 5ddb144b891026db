"""The season-end circuit report: one page that opens without a network, for the wall, the telephone and the printer.

Frames become tables of cells, the template makes them HTML: every text of a sheet is escaped there, and no HTML is put
together by hand. What a season lacks is said in a sentence. The same report gives the same bytes.

Words stand in `schemas/report_words.csv`, in English, Italian and French. What other modules say in English (how a tie
was settled, why a result does not count) is looked up there too: rows `said_...`, with `{n}` and `{m}` for numbers and
`{x}` for any other text. What is not found stays English and is marked as such.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.charts import board_chart, race_chart
from pipeline.problem_book import ORDER
from pipeline.rules import Paragraph
from pipeline.sheets import LOOKS, UNREAL
from pipeline.ties import EQUAL_DECIMALS
from pipeline.workbook import THREE_DECIMALS, known_years
from schemas.words import POWERS, SOLO_CENTRES, UNKNOWN_PLAYER, natural

LANGUAGES = ("en", "it", "fr")
DECIMAL_COMMA = ("it", "fr")
WORDS = Path(__file__).parents[1] / "schemas" / "report_words.csv"
TEMPLATES = Path(__file__).with_name("templates")

EVENT = ["event", "name", "data", "system", "system_title", "counting", "start", "end", "place", "boards", "players"]
BOARD = ["event", "round", "board"]
SEAT = [*BOARD, "power", "player"]
STANDING = ["rank", "player", "score", "settled"]
RESULT = [*SEAT, "place", "kind", "points", "used"]
PROBLEM = ["severity", "file", "sheet", "cell", "found", "expected"]
EVENT_FACTS = ("rating", "players", "modifier", "boards", "table_boards")  # of an event, in the results of a circuit
COUNTS = ("events", "games")
IN_PROGRESS = "in progress"

PODIUM = 3  # steps
RACERS = 8
NUMBERED = 5  # so many events of a circuit and more are columns with a number, explained below the table
CROWDED, WIDEST_GRID = 7, 12  # results side by side: small on paper; more than that stand in one cell
STANDING_ON_A_STEP, HOLDERS, REASONS_NAMED = 6, 4, 30  # by name; of the others the number is told
CHARTS_SHOWN = 40  # boards with lines beside their table; of more boards the tables are enough
SHORT = 14  # rows that stay together on paper
WIDE_YEARS = 10  # a board of so many years has the whole width
PROBLEMS_SHOWN = 400  # lines
LEAST_COMEBACK = 3  # centres
ZERO_INK = "#6B7580"  # of a grey 0, legible on paper

NO_BREAK = "\N{NO-BREAK SPACE}"
DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
SYSTEM_FIRST = r"(?s)^(?:([a-z0-9_]+): )?(.*)$"  # what only one system expects names it first
LINKS = re.compile(r"(https?://[^\s<>\"]+[^\s<>\".,;:)\]])")
CONTROL = {code: " " for code in (*range(32), *range(127, 160)) if code != ord("\n")}

Figures = NDArray[Any]
Marks = dict[tuple[str, str], list["Bit"]]  # player, column -> the results that stand there
Seats = dict[tuple[str, ...], tuple[Any, Any]]  # event, round, board, power -> score, place


@dataclass(frozen=True, eq=False)
class CircuitReport:
    """One circuit.

    id         campo_di_marte
    title      Campo di Marte
    rules      the paragraphs of the rule sheet
    standings  rank, player (or nation), events, score, the road to the score, best_1 ..., settled; in order of rank
    results    player, event, place, points, used, why; where a row is a game also round, board, power, state
    headline   who won, in words, or ""
    race       the standings after each event: after (what the event is called), round_no, player, rank; empty where
               they are not known: the ranks are then by the points collected
    """

    id: str
    title: str
    rules: list[Paragraph]
    standings: pd.DataFrame
    results: pd.DataFrame
    headline: str = ""
    race: pd.DataFrame = field(default_factory=pd.DataFrame)


@dataclass(frozen=True, eq=False)
class SeasonReport:
    """All that the report of a season shows. Any frame may be empty, even without columns.

    season     label, 2013 or 2013-14
    language   en, it or fr
    status     FINAL, PROVISIONAL or INCOMPLETE
    reasons    why it is not FINAL, in words
    labels     what the data is: real, worked example, generated, not stated; one or several
    events     event, name, data, system (id or ""), system_title, counting, start, end, place, boards, players, source
    standings  event, rank, player, games, score, settled (how a tie was settled, in words, or ""); further columns
               are shown as well
    rounds     the same after each round: event, after (round), round_no, player, rank, score
    results    event, round, board, power, player, place, kind (`game` or `sat out`), score, points, used (bool)
    circuits   the circuits that count in the season
    charts     event, round, board, power, player, result, <years as text, NaN where unknown>, final_centres,
               eliminated (year or NaN); seven rows a board, in canonical order
    scores     official scores: event, system, round, board, power, player, final_centres, score, place
    problems   open data problems: severity, file, sheet, cell, found, expected
    rules      title and paragraphs of the official systems
    """

    season: str
    language: str
    status: str
    reasons: list[str]
    labels: list[str]
    events: pd.DataFrame
    standings: pd.DataFrame
    rounds: pd.DataFrame
    results: pd.DataFrame
    circuits: list[CircuitReport]
    charts: pd.DataFrame
    scores: pd.DataFrame
    problems: pd.DataFrame
    rules: list[tuple[str, list[Paragraph]]]


def write_season_report(path: Path, report: SeasonReport) -> None:
    """Write the page. The same report gives the same bytes; on an error there is no file.

    Raises ValueError for a language without words.
    """
    path.write_bytes(page(report).encode("utf-8", "replace"))


def page(report: SeasonReport) -> str:
    """The page as text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    if report.language not in LANGUAGES:
        raise ValueError(f"the report has no words in {report.language!r}, only in {', '.join(LANGUAGES)}")
    words = Words(report.language)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["drawn"] = Markup  # a finished picture, whose texts are escaped
    css = (TEMPLATES / "report.css").read_text(encoding="utf-8") + heat_css() + print_css(report, words)
    template = environment.get_template("report.html.j2")
    return template.render(view=View(report, words), w=words, css=Markup(css)).translate(CONTROL)


# -- words -------------------------------------------------------------------------------------------------------------


@cache
def vocabulary() -> dict[str, dict[str, str]]:
    """Every key of the words, with its row."""
    with WORDS.open(encoding="utf-8", newline="") as lines:
        rows = {row["key"]: row for row in csv.DictReader(lines)}
    for row in rows.values():
        row["fr"] = re.sub(" (?=[:;!?])", NO_BREAK, row["fr"])
    return rows


@cache
def _sayings() -> list[tuple[re.Pattern[str], str]]:
    """What other modules say in English, as patterns with their keys, the most exact first."""
    said = [(row["en"], key) for key, row in vocabulary().items() if key.startswith("said_")]
    figures = {r"\{n\}": r"(?P<n>\d+)", r"\{m\}": r"(?P<m>\d+)", r"\{x\}": r"(?P<x>.+)"}
    patterns = []
    for english, key in sorted(said, key=lambda row: -len(row[0])):
        pattern = re.escape(english)
        for mark, figure in figures.items():
            pattern = pattern.replace(mark, figure)
        patterns.append((re.compile(pattern), key))
    return patterns


@dataclass(frozen=True)
class Words:
    """The words of one language, and how it writes figures and days."""

    language: str

    def __call__(self, key: str, **figures: object) -> str:
        """The text of a key, with its figures."""
        return vocabulary()[key][self.language].format(**figures)

    def count(self, key: str, number: int, **figures: object) -> str:
        """`1 board`, `2 boards`; to the French none is like one."""
        one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{key}_one" if one else f"{key}_many", n=number, **figures)

    def column(self, name: str) -> str:
        """The header of a column."""
        if match := re.fullmatch(r"best_(\d+)", name):
            return self("column_best", n=match[1])
        return self(f"column_{name}") if f"column_{name}" in vocabulary() else name.replace("_", " ")

    def said(self, told: str) -> str | None:
        """What another module says in English, in this language; None if there are no words for it."""
        if self.language == "en":
            return told
        for pattern, key in _sayings():
            if match := pattern.fullmatch(told):
                return self(key, **{name: self.said(part) or part for name, part in match.groupdict().items()})
        return self.power(told) if told in POWERS else None

    def power(self, power: str) -> str:
        """What a power is called."""
        return self(f"power_{power}") if power in POWERS else power

    def number(self, value: float, places: int = 0) -> str:
        """A figure as the language writes it."""
        written = f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")
        return written.replace(".", ",") if self.language in DECIMAL_COMMA else written

    def day(self, day: date, year: bool = True, month: bool = True) -> str:
        """`3 May 2013`, without the parts that are not wanted."""
        number = self("first_of_month") if day.day == 1 else str(day.day)
        return " ".join([number, *([self(f"month_{day.month}")] if month else []), *([str(day.year)] if year else [])])

    def days(self, start: object, end: object) -> str:
        """`3–5 May 2013`; what is no day stays as it was typed."""
        first, last = as_day(start), as_day(end)
        if first and last and first < last:
            same_year = first.year == last.year
            same_month = same_year and first.month == last.month
            opening = self.day(first, year=not same_year, month=not same_month)
            return f"{opening}{'–' if same_month else ' – '}{self.day(last)}"
        told = [self.day(day) if day else text(typed) for typed, day in ((start, first), (end, last))]
        return " – ".join(dict.fromkeys(part for part in told if part))

    def listed(self, names: Sequence[str]) -> str:
        """`Anna, Bruno and Carla`."""
        return f" {self('and')} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# -- what the template writes ------------------------------------------------------------------------------------------


class Bit(NamedTuple):
    """A piece of text. `look`: name, used, dropped, small, chip, english ...; `link`: a place on the page or beyond."""

    text: str
    look: str = ""
    link: str = ""


class Cell(NamedTuple):
    """A cell of a table. `look`: head (the row's), figure, middle, h0 to h18 (heat); `rows`: how far down it reaches."""

    bits: Sequence[Bit]
    look: str = ""
    rows: int = 1


class Head(NamedTuple):
    """A column's head; `told` is the long form of a short text."""

    text: str
    look: str = ""
    told: str = ""


class Table(NamedTuple):
    """A table; `looks` are of its rows, if they have any."""

    caption: str
    heads: list[Head]
    rows: list[list[Cell]]
    looks: Sequence[str] = ()
    look: str = ""

    @property
    def style(self) -> str:
        """Its look, and that a short table is never cut by the end of a page."""
        return f"{self.look} short".lstrip() if len(self.rows) <= SHORT else self.look


class Step(NamedTuple):
    """A step of a podium."""

    rank: int
    shown: str
    names: list[Bit]
    score: str


class Podium(NamedTuple):
    """Who stood first, second and third."""

    title: Bit
    chips: list[Bit]
    headline: list[Bit]
    steps: list[Step]


class Race(NamedTuple):
    """A chart of ranks, and what it shows."""

    picture: str
    notes: list[str]


class Part(NamedTuple):
    """A circuit or an event; `lack` says why there are no standings."""

    anchor: str
    title: str
    chips: list[Bit]
    lack: str
    standings: Table | None
    notes: list[str]
    race: Race | None
    headline: Sequence[Bit] = ()
    facts: Sequence[Bit] = ()
    details: Table | None = None
    left_out: Sequence[list[Bit]] = ()
    source: Sequence[Bit] = ()
    links: Sequence[Bit] = ()


class BoardCard(NamedTuple):
    """One board; `picture` is empty where there is only the table."""

    title: str
    result: list[Bit]
    picture: str
    table: Table


class Group(NamedTuple):
    """Some tables or cards below a title."""

    title: str
    chips: list[Bit]
    members: list[Any]
    anchor: str = ""
    note: str = ""


class View:
    """What the template shows, section by section."""

    def __init__(self, report: SeasonReport, words: Words) -> None:
        """The report in the words of its language."""
        self.report, self.w = report, words
        self.season, self.status = report.season, report.status
        self.events = _with(report.events, [*EVENT, "source"])
        self.standings = _with(report.standings, ["event", *STANDING])
        self.charts = _with(report.charts, [*SEAT, "result", "final_centres", "eliminated"])
        self.scores = _with(report.scores, ["system", *SEAT, "final_centres", "score", "place"])
        self.names = {row.event: text(row.name) or row.event for row in self.events.itertuples()}
        self.data = {row.event: text(row.data) for row in self.events.itertuples()}
        self.systems = {row.event: text(row.system) for row in self.events.itertuples()}
        self.titles = {text(row.system): text(row.system_title) or text(row.system) for row in self.events.itertuples()}
        self.anchors = {event: f"event-{number}" for number, event in enumerate(self.names, 1)}
        self.rule_anchors = {title: f"rules-{number}" for number, (title, _) in enumerate(report.rules, 1)}
        self.board_count = len(self.charts.drop_duplicates(BOARD))
        self.pictures = 0

    # -- small things

    def name(self, event: object) -> str:
        """What an event is called."""
        return self.names.get(event, text(event))

    def numbered(self, kind: str, name: object) -> str:
        """A round or a board: a bare number is `round 1`, `board 1`; a name stays what it is."""
        called = text(name)
        return self.w(f"{kind}_of", name=called) if called.isdecimal() else called

    def place(self, row: Any, several: bool = True) -> str:
        """Where a board stands; `several`: there is more than one event to tell it from."""
        board = f"{self.numbered('round', row.round)}, {self.numbered('board', row.board)}"
        return f"{self.name(row.event)}, {board}" if several and len(self.names) > 1 else board

    def player(self, player: object) -> Bit:
        """A name, or that it is not known."""
        named = text(player)
        return Bit(self.w("unknown_player"), "small") if named == UNKNOWN_PLAYER else Bit(named, "name")

    def said(self, told: object, look: str = "") -> Bit:
        """What another module says, marked where it stays English."""
        english = text(told)
        found = self.w.said(english)
        look = f"english {look}".strip() if found is None else look
        return Bit(DAY.sub(lambda day: self.w.days(day[0], ""), english if found is None else found), look)

    def chips(self, events: Iterable[object]) -> list[Bit]:
        """Labels of events that are not real, where the season has several kinds; else the top of the page says it."""
        labels = dict.fromkeys(self.data.get(str(event), "") for event in events) if len(self.report.labels) > 1 else {}
        return [Bit(self.w(f"label_{label}"), "chip") for label in labels if label not in ("", "real")]

    def rank(self, rank: float, shared: bool) -> str:
        """`2`, or `2=` if it is shared."""
        return f"{rank:.0f}{'=' if shared else ''}"

    def figures(self, values: pd.Series, system: str = "") -> list[str]:
        """Figures with as many decimals as all of them need, "" where there is none; words as they are said."""
        if values.map(lambda value: isinstance(value, str) and value != "").any():
            return [self.said(value).text for value in values]
        places = decimals(values, system)
        return ["" if np.isnan(value) else self.w.number(value, places) for value in floats(values)]

    def few(self, names: list[Bit], most: int) -> list[Bit]:
        """The first names, and how many more there are."""
        return [*names[:most], *([Bit(self.w("more", n=len(names) - most), "small")] if len(names) > most else [])]

    def heads(self, *names: str) -> list[Head]:
        """Heads of columns, `score:figure` with a look."""
        return [Head(self.w.column(name), look) for name, _, look in (name.partition(":") for name in names)]

    def linked(self, told: object) -> list[Bit]:
        """A text whose addresses are links."""
        return [Bit(part, link=part if LINKS.fullmatch(part) else "") for part in LINKS.split(text(told)) if part]

    def prefix(self) -> str:
        """Begins the identifiers of the next picture."""
        self.pictures += 1
        return f"p{self.pictures}"

    # -- the head of the page

    @property
    def title(self) -> str:
        """Report, season, status."""
        return f"{self.w('report')} {self.season} · {self.w(f'status_{self.status}')}"

    @property
    def reasons(self) -> list[Bit]:
        """Why the status is what it is."""
        return [self.said(reason) for reason in self.report.reasons]

    @property
    def labels(self) -> list[tuple[str, str, str]]:
        """Look, label and meaning of each kind of data, with its number of events if there are several kinds."""
        shown = []
        for label in self.report.labels:
            look = "unreal" if label in UNREAL else "real" if label == "real" else "unstated"
            events = sum(data == label for data in self.data.values())
            share = f" {self.w.count('of_events', events, all=len(self.data))}." if len(self.report.labels) > 1 else ""
            shown.append((look, label, self.w(f"means_{label}") + share))
        return shown

    @property
    def size(self) -> list[str]:
        """How large the season was."""
        people = [*self.charts["player"], *self.standings["player"]]
        people += [name for circuit in self.report.circuits for name in _named(circuit.standings)["player"]]
        over = self.charts[self.charts["result"] != IN_PROGRESS]
        figures = {
            "events": len(self.names),
            "boards": self.board_count,
            "players": len({text(name) for name in people} - {"", UNKNOWN_PLAYER}),
            "solos": int(over["final_centres"].ge(SOLO_CENTRES).sum()),
        }
        return [self.w.count(name, figure) for name, figure in figures.items()]

    # -- podiums

    @property
    def podiums(self) -> list[Podium]:
        """Of the circuits, then of the events."""
        podiums = []
        for number, circuit in enumerate(self.report.circuits, 1):
            title, chips = Bit(circuit.title, link=f"circuit-{number}"), self.chips(_events_of(circuit))
            podiums.append(Podium(title, chips, self.headline(circuit), self.steps(_named(circuit.standings))))
        for event, rows in _by_event(self.standings):
            title = Bit(self.name(event), link=self.anchors.get(event, ""))
            podiums.append(Podium(title, self.chips([event]), [], self.steps(rows, self.systems.get(event, ""))))
        return [podium for podium in podiums if podium.steps or podium.headline]

    def headline(self, circuit: CircuitReport) -> list[Bit]:
        """Who won a circuit, in words."""
        return [self.said(circuit.headline)] if circuit.headline else []

    def steps(self, standings: pd.DataFrame, system: str = "") -> list[Step]:
        """A step for each rank up to the third."""
        first = standings.assign(shown=self.figures(standings["score"], system))
        steps = []
        for rank, rows in first[first["rank"] <= PODIUM].groupby("rank", sort=True):
            names = self.few([self.player(name) for name in rows["player"]], STANDING_ON_A_STEP)
            steps.append(Step(int(rank), self.rank(rank, len(rows) > 1), names, rows["shown"].iloc[0]))
        return steps

    # -- circuits

    @property
    def circuits(self) -> list[Part]:
        """Each circuit with its standings, its results and its race."""
        return [self.circuit(f"circuit-{number}", circuit) for number, circuit in enumerate(self.report.circuits, 1)]

    def circuit(self, anchor: str, circuit: CircuitReport) -> Part:
        """One circuit: its results stand in the standings, an event a column, or below, a game a row."""
        standings, results = _named(circuit.standings), self.by_day(_with(circuit.results, [*RESULT, "why"]))
        games = "board" in circuit.results
        keys = [] if games else [*dict.fromkeys(results["event"])]
        heads = [
            Head(str(number) if len(keys) >= NUMBERED else self.name(key), "figure", self.name(key))
            for number, key in enumerate(keys, 1)
        ]
        marks = self.marks(results[results["player"].isin(standings["player"])], "event") if keys else {}
        table = self.standings_table(circuit.title, standings, keys, heads, marks)
        details = self.games_table if games else self.circuit_events
        return Part(
            anchor=anchor,
            title=circuit.title,
            chips=self.chips(_events_of(circuit)),
            lack="" if table else self.w("no_circuit_standings"),
            standings=table,
            notes=self.notes(standings, marks),
            race=self.circuit_race(circuit, standings, results, keys),
            headline=self.headline(circuit),
            details=details(circuit.title, standings, results) if len(results) else None,
            left_out=[] if games else self.left_out(results, {*standings["player"]}),
            links=[Bit(self.w("circuit_rules"), link=f"{anchor}-rules")] if circuit.rules else [],
        )

    def by_day(self, results: pd.DataFrame) -> pd.DataFrame:
        """The results with their events in the order of the season: by the day they ended, those without a day last."""
        ends = [(as_day(e.end) or as_day(e.start) or date.max, natural(e.event)) for e in self.events.itertuples()]
        day = dict(zip(self.events["event"], ends, strict=True))
        order = {event: number for number, event in enumerate(
            sorted({*results["event"]}, key=lambda event: day.get(event, (date.max, natural(event))))
        )}  # fmt: skip
        return results.iloc[results["event"].map(order).argsort(kind="stable")].reset_index(drop=True)

    def circuit_events(self, title: str, _: pd.DataFrame, results: pd.DataFrame) -> Table:
        """The events of a circuit with their size, in the order of the columns of the standings."""
        counted = results[results["used"].astype(bool)].groupby("event").size()
        first = results.drop_duplicates("event").set_index("event")
        first["counted"] = counted.reindex(first.index, fill_value=0)
        same = results.groupby("event").nunique().le(1).all()
        facts = [name for name in EVENT_FACTS if name in same and same[name] and first[name].notna().any()]
        facts += [] if "players" in facts else ["counted"]
        figures = [self.figures(first[name]) for name in facts]
        days = {e.event: self.w.days(e.start, e.end) for e in self.events.itertuples()}
        rows = [
            [
                _figure(str(number + 1)),
                Cell([Bit(self.name(event), link=self.anchors.get(event, ""))], "head"),
                _plain(days.get(event, "")),
                *(_figure(column[number]) for column in figures),
            ]
            for number, event in enumerate(first.index)
        ]
        heads = [Head("", "figure"), *self.heads("event", "dates", *(f"{name}:figure" for name in facts))]
        return _without_empty(Table(self.w("events_of", name=title), heads, rows))

    def games_table(self, title: str, standings: pd.DataFrame, results: pd.DataFrame) -> Table:
        """A row a game, the games of a player together, the players in their order in the standings."""
        order = {name: number for number, name in enumerate(standings["player"])}
        games = results.assign(
            player=results["player"].map(text),
            order=results["player"].map(lambda name: order.get(name, len(order))),
            shown=self.figures(results["points"]),
        ).sort_values(["order", "player"], kind="stable")
        state = "state" in games
        rows = []
        for player, own in games.groupby("player", sort=False):
            first = [Cell([self.player(player)], "head", len(own))]
            for game in own.itertuples():
                rows.append([*first, *self.game_cells(game, state)])
                first = []
        names = ("player", "event", "round", "board", "power", *(["state"] if state else []), "points:figure", "counts")
        return _without_empty(Table(self.w("results_of", name=title), self.heads(*names), rows))

    def game_cells(self, game: Any, state: bool) -> list[Cell]:
        """One game of a player: where, what it gave, whether and why it counts."""
        season = text(getattr(game, "season", ""))
        event = self.name(game.event) + (f" ({season})" if season not in ("", self.season) else "")
        counts = self.said(game.why) if text(game.why) else Bit(self.w("yes" if game.used else "dropped"))
        return [
            *(_plain(told) for told in (event, text(game.round), text(game.board), self.w.power(text(game.power)))),
            *([Cell([self.said(game.state)])] if state else []),
            Cell([Bit(game.shown or "–", "used" if game.used else "dropped")], "figure"),
            Cell([counts]),
        ]

    def left_out(self, results: pd.DataFrame, listed: set[object]) -> list[list[Bit]]:
        """The results that do not count, by the reason; whoever is not in the standings is named first."""
        told = []
        for why, rows in results[results["why"].map(text) != ""].groupby("why", sort=False):
            absent = ~rows["player"].isin(listed) | rows["points"].isna()
            bits = [self.said(why), Bit(self.w("colon"))]
            for number, row in enumerate(pd.concat([rows[absent], rows[~absent]]).head(REASONS_NAMED).itertuples()):
                bits += [Bit("; " if number else ""), self.player(row.player), Bit(f" ({self.name(row.event)})")]
            if (more := len(rows) - REASONS_NAMED) > 0:
                bits.append(Bit("; " + self.w("struck_out" if absent.sum() <= REASONS_NAMED else "more", n=more)))
            told.append(bits)
        return told

    # -- events

    @property
    def event_list(self) -> Table | None:
        """The events with their size and winner; a single event needs no list."""
        winners = {
            event: [self.player(name) for name in rows.loc[rows["rank"] == 1, "player"]]
            for event, rows in _by_event(self.standings)
        }
        rows = [
            [
                Cell([Bit(self.name(e.event), link=self.anchors[e.event]), *self.chips([e.event])], "head"),
                *(_plain(told) for told in (self.w.days(e.start, e.end), text(e.place), text(e.system_title))),
                *(_figure(_whole(size)) for size in (e.boards, e.players)),
                Cell(_with_between(self.few(winners.get(e.event, []), HOLDERS), ", ")),
            ]
            for e in self.events.itertuples()
        ]
        heads = self.heads("event", "dates", "where", "system", "boards:figure", "players:figure", "winner")
        return _without_empty(Table(self.w("event_list"), heads, rows)) if len(rows) > 1 else None

    @property
    def event_parts(self) -> list[Part]:
        """Each event with its standings, its results and its race."""
        frames = (self.standings, _with(self.report.results, RESULT), _with(self.report.rounds, ["event", "round_no"]))
        return [
            self.event(event, *(frame[frame["event"] == event.event] for frame in frames))
            for event in self.events.itertuples()
        ]

    def event(self, event: Any, standings: pd.DataFrame, results: pd.DataFrame, rounds: pd.DataFrame) -> Part:
        """One event: its results stand in the standings, a round a column."""
        system, title, anchor = self.systems[event.event], self.name(event.event), self.anchors[event.event]
        keys = self.rounds_of(results, rounds) if len(results) else []
        heads = [Head(self.numbered("round", key), "figure") for key in keys]
        marks = self.marks(results, "round", system)
        table = self.standings_table(title, standings.drop(columns="event"), keys, heads, marks, system)
        lack = self.w("no_standings", system=self.titles[system]) if system else self.w("no_system")
        links = {
            "event_boards": f"{anchor}-boards" if event.event in {*self.charts["event"]} else "",
            "event_rules": self.rule_anchors.get(self.titles[system], "") if system else "",
        }
        sizes = {"boards": _whole(event.boards), "players": _whole(event.players)}
        facts = [
            Bit(self.w.days(event.start, event.end)),
            Bit(text(event.place)),
            Bit(self.titles[system] if system else ""),
            self.said(event.counting),
            *(Bit(self.w.count(name, int(size))) for name, size in sizes.items() if size),
        ]
        return Part(
            anchor=anchor,
            title=title,
            chips=self.chips([event.event]),
            lack="" if table else lack,
            standings=table,
            notes=self.notes(standings, marks),
            race=self.event_race(title, rounds, standings),
            facts=[fact for fact in facts if fact.text],
            source=self.linked(event.source),
            links=[Bit(self.w(key), link=link) for key, link in links.items() if link],
        )

    def rounds_of(self, results: pd.DataFrame, rounds: pd.DataFrame) -> list[str]:
        """The rounds of an event in their order."""
        known = rounds.sort_values("round_no", kind="stable")["after"] if len(rounds) else []
        others = sorted({text(name) for name in results["round"]}, key=natural)
        return [*dict.fromkeys([*map(text, known), *others])]

    # -- standings with the results they are made of

    def marks(self, results: pd.DataFrame, key: str, system: str = "") -> Marks:
        """Each player's results by round or event: points, bold if used and struck out if not; the power or place."""
        everything = bool(results["used"].astype(bool).all())
        marks: Marks = {}
        for row in results.assign(shown=self.figures(results["points"], system)).itertuples():
            look = "" if everything else "used" if row.used else "dropped"
            place = f"{int(row.place)}." if key == "event" and text(row.place) else ""
            detail = self.w("sat_out") if row.kind == "sat out" else place or self.w.power(text(row.power))
            bits = marks.setdefault((text(row.player), text(getattr(row, key))), [])
            bits += [Bit(row.shown or "–", look), Bit(detail, "small")]
        return marks

    def standings_table(
        self, title: str, standings: pd.DataFrame, keys: list[str], heads: list[Head], marks: Marks, system: str = ""
    ) -> Table | None:
        """The standings with every result of each player; None if nobody is in them."""
        if not len(standings):
            return None
        told = standings.columns[standings.map(text).ne("").any()]
        first = [name for name in COUNTS if name in told]
        last = [name for name in told if name not in (*STANDING, *COUNTS) and not (marks and name.startswith("best_"))]
        shown = {name: self.figures(standings[name], system) for name in ("score", *first, *last)}
        shared = standings.duplicated("rank", keep=False)
        rows = []
        for i, (rank, player, settled, level) in enumerate(
            zip(standings["rank"], standings["player"], standings["settled"].map(text), shared, strict=True)
        ):
            results = [(key, marks.get((text(player), key), [])) for key in keys]
            rows.append([
                Cell([Bit(self.rank(rank, level), "rank")], "figure"),
                Cell([self.player(player), *([self.said(settled, "small")] if settled else [])], "head"),
                Cell([Bit(shown["score"][i])], "figure score"),
                *(_figure(shown[name][i]) for name in first),
                *_result_cells(results),
                *(_figure(shown[name][i]) for name in last),
            ])  # fmt: skip
        looks = [f"medal{rank:.0f}" if rank <= PODIUM else "" for rank in standings["rank"]]
        columns = [
            *self.heads("rank:figure", standings.attrs.get("who", "player"), "score:figure"),
            *self.heads(*(f"{name}:figure" for name in first)),
            *(heads if len(keys) <= WIDEST_GRID else self.heads("results")),
            *self.heads(*(f"{name}:figure" for name in last)),
        ]
        look = "crowded" if CROWDED < len(keys) <= WIDEST_GRID else ""
        return Table(self.w("standings_of", name=title), columns, rows, looks, look)

    def notes(self, standings: pd.DataFrame, marks: Marks) -> list[str]:
        """How to read the standings."""
        dropped = any(bit.look == "dropped" for bits in marks.values() for bit in bits)
        shared = standings.duplicated("rank").any()
        return [self.w(key) for key, needed in (("legend_used", dropped), ("shared_ranks", shared)) if needed]

    # -- the race

    def event_race(self, title: str, rounds: pd.DataFrame, standings: pd.DataFrame) -> Race | None:
        """The ranks after each round."""
        if not len(rounds):
            return None
        long = rounds["after"].map(lambda name: self.numbered("round", name))
        return self.race(title, rounds.assign(after=long, short=rounds["after"]), standings)

    def circuit_race(
        self, circuit: CircuitReport, standings: pd.DataFrame, results: pd.DataFrame, keys: list[str]
    ) -> Race | None:
        """The ranks after each event, as given or by the points collected."""
        if len(circuit.race):
            return self.race(circuit.title, circuit.race, standings)
        counted = results[results["used"].astype(bool)]
        if len(keys) < 2 or not len(counted):
            return None
        points = counted.pivot_table(index="player", columns="event", values="points", aggfunc="sum")[
            [key for key in keys if key in {*counted["event"]}]
        ]
        collected = points.fillna(0).cumsum(axis=1).where(points.notna().cummax(axis=1)).round(EQUAL_DECIMALS)
        ranks = collected.rank(ascending=False, method="min").reset_index()
        ranks = ranks.melt("player", var_name="event", value_name="rank").dropna()
        number = ranks["event"].map(keys.index) + 1
        steps = ranks.assign(round_no=number, after=ranks["event"].map(self.name), short=number)
        return self.race(circuit.title, steps, standings, self.w("race_collected"))

    def race(self, name: str, rounds: pd.DataFrame, standings: pd.DataFrame, note: str = "") -> Race | None:
        """The ranks of the first after each step, if there are two steps or more."""
        steps = rounds.drop_duplicates("round_no").sort_values("round_no", kind="stable")
        first = [player for player in standings["player"] if player in {*rounds["player"]}][:RACERS]
        if len(steps) < 2 or not first:
            return None
        ranks = rounds.pivot_table(index="player", columns="round_no", values="rank", aggfunc="min")
        ranks = ranks.reindex(index=first, columns=steps["round_no"]).astype(float)
        after = [text(step) for step in steps["after"]]
        told = " ".join(
            self.w(
                "race_step", step=step, ranks=self.w.listed([f"{rank:.0f} {player}" for player, rank in own.items()])
            )
            for step, number in zip(after, ranks, strict=True)
            for own in [ranks[number].dropna().sort_values(kind="stable")]
        )
        short = [text(step) for step in steps["short" if "short" in steps else "after"]]
        picture = race_chart(ranks, after, short, self.w("race_of", name=name, steps=told), self.prefix())
        of = self.w("race_first", n=len(first), all=len(standings)) if len(first) < len(standings) else ""
        return Race(picture, [line for line in (note, self.w("race_ranks"), of) if line])

    # -- awards and records

    @property
    def awards(self) -> list[Group]:
        """The best of each power, a table for each official system and kind of data."""
        labels = self.scores["event"].map(self.data).fillna("")
        groups = []
        for (_, system), scored in self.scores.groupby([labels, self.scores["system"]], sort=False):
            title, events = self.titles.get(system, system), [*dict.fromkeys(scored["event"])]
            note = self.name(events[0]) if len(events) == 1 < len(self.names) else ""
            table = self.award_table(scored, title, system, several=len(events) > 1)
            groups.append(Group(title, self.chips(events[:1]), [table], note=note))
        return groups

    def award_table(self, scored: pd.DataFrame, title: str, system: str, several: bool) -> Table:
        """The highest score with each power; several players may share it."""
        best = best_of_powers(scored)
        best = best.assign(shown=self.figures(best["score"], system))
        rows = []
        for power in POWERS:
            seats = [
                [
                    Cell([self.player(seat.player)]),
                    Cell([Bit(seat.shown)], "figure score"),
                    _figure(_whole(seat.final_centres)),
                    Cell([Bit(self.place(seat, several))], "small"),
                ]
                for seat in best[best["power"] == power].itertuples()
            ]
            nobody = [[Cell([Bit(self.w("award_none"), "small")]), Cell([]), Cell([]), Cell([])]]
            rows += self.below([Cell([Bit(self.w.power(power))], "head")], seats or nobody)
        heads = self.heads("power", "player", "score:figure", "centres:figure", "where")
        return Table(self.w("award_of", system=title), heads, rows)

    def below(self, first: list[Cell], rows: list[list[Cell]]) -> list[list[Cell]]:
        """Rows that share their first cells; of many the first, and how many more there are."""
        more = [Cell(self.few([Bit("")] * len(rows), HOLDERS)[HOLDERS:]), *[Cell([])] * (len(rows[0]) - 1)]
        shown = [*rows[:HOLDERS], *([more] if len(rows) > HOLDERS else [])]
        return [[*(cell._replace(rows=len(shown)) for cell in first), *shown[0]], *shown[1:]]

    @property
    def records(self) -> list[Group]:
        """Records and the balance of the powers, for each kind of data: nobody loses a record to a generated game."""
        over = self.charts[self.charts["result"] != IN_PROGRESS]
        labels = over["event"].map(self.data).replace("", "not stated").fillna("not stated")
        several = len(self.report.labels) > 1
        return [
            Group(self.w(f"label_{label}") if several else "", [], [self.record_table(rows), self.power_table(rows)])
            for label, rows in over.groupby(labels, sort=False)
        ]

    def record_table(self, charts: pd.DataFrame) -> Table:
        """A record, and a row for each who holds it."""
        rows = []
        for record in records(charts):
            first = [Cell([Bit(self.w(f"record_{record.id}"))], "head")]
            first.append(_plain(self.w(record.words, **record.figures)))
            where = "board" in record.holders
            holders = [
                [Cell(self.holder(row)), Cell([Bit(self.place(row) if where else "")], "small")]
                for row in record.holders.itertuples()
            ]
            rows += self.below(first, holders)
        return Table(self.w("section_records"), self.heads("record", "figure", "who", "where"), rows)

    def holder(self, row: Any) -> list[Bit]:
        """Who holds a record, and with which power."""
        player, power = text(getattr(row, "player", "")), self.w.power(text(getattr(row, "power", "")))
        return [*([self.player(player)] if player else []), Bit(power, "small" if player else "")]

    def power_table(self, charts: pd.DataFrame) -> Table:
        """What became of each power over the season."""
        balance = power_balance(charts)
        columns = [self.figures(balance[name]) for name in balance]
        rows = [
            [Cell([Bit(self.w.power(power))], "head"), *map(_figure, own)]
            for power, *own in zip(balance.index, *columns, strict=True)
        ]
        heads = self.heads("power", *(f"{name}:figure" for name in balance))
        return Table(self.w("powers_of_season"), heads, rows)

    # -- boards

    @property
    def board_notes(self) -> list[str]:
        """How to read the boards."""
        known = self.charts.groupby(BOARD)[known_years(self.charts)].any().sum(axis=1)
        if self.board_count > CHARTS_SHOWN:
            return [self.w("boards_intro"), self.w("boards_tables", n=self.board_count)]
        return [self.w("boards_intro"), *([self.w("boards_final")] if known.lt(2).any() else [])]

    @property
    def boards(self) -> list[Group]:
        """The boards of each event."""
        seats = zip(*(self.scores[key] for key in (*BOARD, "power")), strict=True)
        scores = dict(zip(seats, zip(self.scores["score"], self.scores["place"], strict=True), strict=True))
        groups = []
        for event, charts in _by_event(self.charts):
            places = decimals(self.scores.loc[self.scores["event"] == event, "score"], self.systems.get(event, ""))
            cards = [self.card(board, scores, places) for _, board in charts.groupby(["round", "board"], sort=False)]
            anchor = f"{self.anchors.get(event, 'event')}-boards"
            groups.append(Group(self.name(event), self.chips([event]), cards, anchor))
        return groups

    def card(self, board: pd.DataFrame, scores: Seats, places: int) -> BoardCard:
        """One board: its chart by year, and its table."""
        first, years = next(board.itertuples()), known_years(board)
        title = self.place(first, several=False)
        result = [self.said(first.result)] if text(first.result) else []
        if years:
            result.append(Bit("–".join(dict.fromkeys([years[0], years[-1]])), "small"))
        picture = ""
        if self.board_count <= CHARTS_SHOWN and len(years) > 1:
            names = [self.w.power(power) for power in board["power"]]
            told = self.w("chart_of", board=self.place(first))
            picture = board_chart(board[years].astype(float), names, told, self.prefix(), self.w("solo_line"))
        table = self.board_table(board, years, title, scores, places)
        return BoardCard(title[:1].upper() + title[1:], result, picture, table)

    def board_table(self, board: pd.DataFrame, years: list[str], title: str, scores: Seats, places: int) -> Table:
        """A row a power: centres by year as far as known, those of the end where no year tells them, score and place."""
        at_the_end = not years or floats(board[years[-1]]) != floats(board["final_centres"])
        official = [scores.get((*seat[:-1],), (np.nan, None)) for seat in board[SEAT].itertuples(index=False)]
        scored = any(text(score) for score, _ in official)
        heads = [*self.heads("power"), *(Head(f"’{year[-2:]}", "middle", year) for year in years)]
        heads += self.heads("final:middle") if at_the_end else []
        heads += [*self.heads("score:figure"), Head("#", "figure", self.w.column("place"))] if scored else []
        rows = []
        for (_, seat), (score, place) in zip(board.iterrows(), official, strict=True):
            player = self.player(seat["player"]) if text(seat["player"]) else Bit(self.w("nobody_plays"), "small")
            row = [Cell([Bit(self.w.power(seat["power"]), "power"), player], "head")]
            row += [_heat(seat[year]) for year in years]
            if at_the_end:
                out = (
                    self.w("out_in", year=_whole(seat["eliminated"])) if text(seat["eliminated"]) and not years else ""
                )
                row.append(_heat(seat["final_centres"], out))
            if scored:
                shown = self.w.number(score, places) if text(score) else "–"
                row += [Cell([Bit(shown)], "figure score"), _figure(_whole(place))]
            rows.append(row)
        wide = "wide" if len(years) >= WIDE_YEARS else ""
        return Table(self.w("centres_of", name=title), heads, rows, look=wide)

    # -- ties, rules, problems

    @property
    def ties(self) -> Table | None:
        """Every tie of all standings, and how it was settled."""
        rows: list[list[Cell]] = []
        for number, circuit in enumerate(self.report.circuits, 1):
            rows += self.ties_of(Bit(circuit.title, link=f"circuit-{number}"), _named(circuit.standings))
        for event, standings in _by_event(self.standings):
            title = Bit(self.name(event), link=self.anchors.get(event, ""))
            rows += self.ties_of(title, standings, self.systems.get(event, ""))
        return Table(self.w("section_ties"), self.heads("standings", "tied", "how"), rows) if rows else None

    def ties_of(self, title: Bit, standings: pd.DataFrame, system: str = "") -> Iterator[list[Cell]]:
        """The ties of one standing: players of one score, with words on how they were put in order, or of one rank."""
        table = standings.assign(
            shown=self.figures(standings["score"], system),
            level=pd.to_numeric(standings["score"]).round(EQUAL_DECIMALS),
            settled=standings["settled"].map(text),
            shared=standings.duplicated("rank", keep=False),
        )
        for _, rows in table[table["settled"].ne("") | table["shared"]].groupby("level", sort=False, dropna=False):
            names = [[Bit(f"{self.rank(row.rank, row.shared)} "), self.player(row.player)] for row in rows.itertuples()]
            tied = [bit for number, name in enumerate(names) for bit in ([Bit(", "), *name] if number else name)]
            if len(rows) > 1:
                tied.append(Bit(f"({self.w('tie_each', score=rows['shown'].iloc[0])})", "small"))
            yield [Cell([title], "head"), Cell(tied), Cell(self.how(rows))]

    def how(self, rows: pd.DataFrame) -> list[Bit]:
        """How a tie was settled: once, if it is the same for all."""
        told = [self.said(words) if words else Bit(self.w("tie_unsettled")) for words in rows["settled"]]
        if len({*told}) == 1:
            return told[:1]
        lines = [
            [self.player(player), Bit(self.w("colon")), words]
            for player, words in zip(rows["player"], told, strict=True)
        ]
        return [bit for number, line in enumerate(lines) for bit in ([Bit("", "break"), *line] if number else line)]

    @property
    def rules(self) -> list[tuple[str, str, list[Paragraph]]]:
        """Anchor, title and paragraphs of the circuits and of the official systems."""
        circuits = [(f"circuit-{n}-rules", c.title, c.rules) for n, c in enumerate(self.report.circuits, 1) if c.rules]
        return [*circuits, *((self.rule_anchors[title], title, rules) for title, rules in self.report.rules)]

    @property
    def problems(self) -> tuple[str, Table | None, int]:
        """How many of each severity; the table, the gravest first, equal ones of a sheet in one line; how many more."""
        if not len(self.report.problems):
            return "", None, 0
        found = _with(self.report.problems, PROBLEM).map(text)
        counts = found["severity"].value_counts()
        told = [self.w.count(f"severity_{severity}", int(counts[severity])) for severity in ORDER if severity in counts]
        found[["system", "expected"]] = found["expected"].str.extract(SYSTEM_FIRST).fillna("")
        cells = found.groupby([*PROBLEM], sort=False)["system"].agg(systems=_systems, number="size").reset_index()
        cells["expected"] = cells["systems"] + cells["expected"]
        lines = cells.groupby(["severity", "file", "sheet", "expected"], sort=False)
        lines = lines.agg({"cell": list, "found": list, "number": "sum"}).reset_index()
        lines = lines.sort_values("severity", key=lambda own: own.map(ORDER.index), kind="stable")
        rows = [self.problem_row(line) for line in lines.head(PROBLEMS_SHOWN).itertuples()]
        heads = self.heads("severity", "place_in_sheet", "found", "expected")
        more = int(lines["number"][PROBLEMS_SHOWN:].sum())
        return ", ".join(told), Table(self.w("section_problems"), heads, rows), more

    def problem_row(self, line: Any) -> list[Cell]:
        """Equal problems of a sheet."""
        cells = ", ".join(dict.fromkeys(cell for cell in line.cell if cell))
        where = [Bit(line.file), Bit("", "break" if line.sheet else ""), Bit(f"{line.sheet} "), Bit(cells, "small")]
        english = "" if self.w.language == "en" else "english"
        return [
            Cell([Bit(self.w(f"severity_{line.severity}_word"), f"severity {line.severity}")]),
            Cell(where),
            _plain("; ".join(dict.fromkeys(line.found))),
            Cell([Bit(line.expected, english)]),
        ]


# -- awards and records, from the frames alone -------------------------------------------------------------------------


class Record(NamedTuple):
    """A record: what it is, its figure (a key of the words and what it needs), who holds it (rows of seats, boards ...)."""

    id: str
    words: str
    figures: dict[str, Any]
    holders: pd.DataFrame


def best_of_powers(scores: pd.DataFrame) -> pd.DataFrame:
    """The seats with the highest score of their power, of those above zero that somebody played.

    scores  event, round, board, power, player, final_centres, score; of one system
    """
    scored = scores[scores["player"].map(text).ne("") & scores["score"].gt(0)]
    level = scored["score"].astype(float).round(EQUAL_DECIMALS)
    return scored[level == level.groupby(scored["power"]).transform("max")]


def power_balance(charts: pd.DataFrame) -> pd.DataFrame:
    """A row a power: boards, mean_centres at the end, boards topped (also with others), solos, survived, eliminated."""
    final = charts["final_centres"].astype(float)
    seats = pd.DataFrame({"power": charts["power"], "final": final, "topped": _topped(charts)})
    powers = seats.assign(solo=final >= SOLO_CENTRES, alive=final > 0).groupby("power")
    balance = pd.DataFrame(
        {
            "boards": powers.size(),
            "mean_centres": powers["final"].mean(),
            "topped": powers["topped"].sum(),
            "solos": powers["solo"].sum(),
            "survived": powers["alive"].sum(),
        }
    )
    return balance.assign(eliminated=balance["boards"] - balance["survived"]).reindex([*POWERS])


def records(charts: pd.DataFrame) -> list[Record]:
    """The records of boards that are over; those that nobody has set are left out.

    charts  as in `SeasonReport`, at least one board
    """
    return [*_at_the_end(charts), *_by_year(charts), *_by_player(charts)]


def _at_the_end(charts: pd.DataFrame) -> Iterator[Record]:
    """Records of the last year."""
    final = charts["final_centres"].astype(int)
    yield Record("most_centres", "centres_many", {"n": final.max()}, charts.loc[final == final.max(), SEAT])
    held = final.to_numpy().reshape(-1, len(POWERS))
    split = -np.sort(-held, axis=1)
    lead = split[:, 0] - split[:, 1]
    if lead.max():
        widest = np.repeat(lead == lead.max(), len(POWERS)) & _topped(charts)
        yield Record("widest_lead", "figure_lead", {"n": lead.max()}, charts.loc[widest, SEAT])
    closest = split[(split**2).sum(axis=1).argmin()]  # of several alike the first
    same = np.flatnonzero((split == closest).all(axis=1)) * len(POWERS)
    yield Record("closest", "figure_split", {"split": " – ".join(map(str, closest))}, charts[BOARD].iloc[same])


def _by_year(charts: pd.DataFrame) -> Iterator[Record]:
    """Records of boards whose years are known."""
    years = known_years(charts)
    if len(years) < 2:
        return
    owned, calendar = charts[years].to_numpy(dtype=float), np.array([int(year) for year in years])
    final, played = charts["final_centres"].to_numpy(dtype=float), ~np.isnan(owned)
    last = np.where(played, calendar, 0).max(axis=1)
    solo = (final >= SOLO_CENTRES) & (last > 0)
    if solo.any():
        fastest = last[solo].min()
        yield Record("fastest_solo", "figure_in_year", {"year": fastest}, charts.loc[solo & (last == fastest), SEAT])
    length = played.sum(axis=1)
    yield Record(
        "longest", "years_many", {"n": length.max()}, charts.loc[length == length.max(), BOARD].drop_duplicates()
    )
    gain = np.nan_to_num(np.diff(owned, axis=1))
    if gain.max() > 0:
        year = (gain == gain.max()).any(axis=0).argmax()  # the first, if there are several
        figures = {"n": int(gain.max()), "year": calendar[year + 1]}
        yield Record("best_year", "figure_gain", figures, charts.loc[gain[:, year] == gain.max(), SEAT])
    yield from _comeback(charts, owned, calendar)


def _comeback(charts: pd.DataFrame, owned: Figures, calendar: Figures) -> Iterator[Record]:
    """The longest way up to the end, from the lowest point after a fall."""
    known = np.nan_to_num(owned, nan=-1.0)
    fell = (known > 0) & (known < np.maximum.accumulate(known, axis=1))
    depths = np.where(fell, known, np.inf)
    low, year = depths.min(axis=1), calendar[depths.argmin(axis=1)]
    climb = charts["final_centres"].to_numpy(dtype=float) - low
    first = climb.argmax()
    if climb[first] >= LEAST_COMEBACK:
        same = (climb == climb[first]) & (low == low[first]) & (year == year[first])
        figures = {"low": int(low[first]), "year": year[first], "high": int(low[first] + climb[first])}
        yield Record("comeback", "figure_comeback", figures, charts.loc[same, SEAT])


def _by_player(charts: pd.DataFrame) -> Iterator[Record]:
    """Records over several boards."""
    seats = charts[["player", "power"]].assign(topped=_topped(charts))
    players = seats[~charts["player"].map(text).isin(["", UNKNOWN_PLAYER])].groupby("player")
    kinds = {
        "most_games": ("games_many", players.size()),
        "most_topped": ("boards_many", players["topped"].sum()),
        "most_powers": ("powers_many", players["power"].nunique()),
    }
    for kind, (words, counts) in kinds.items():
        most = counts.max() if len(counts) else 0
        if most > 1:
            yield Record(kind, words, {"n": most}, counts[counts == most].index.to_frame(index=False, name="player"))


def _topped(charts: pd.DataFrame) -> Figures:
    """The seats with the most centres of their board."""
    held = charts["final_centres"].to_numpy(dtype=float).reshape(-1, len(POWERS))
    top: Figures = (held == held.max(axis=1, keepdims=True)).ravel()
    return top


# -- figures and cells -------------------------------------------------------------------------------------------------


def text(value: object) -> str:
    """A cell as text, "" for a missing one."""
    return "" if pd.isna(value) else str(value)


def as_day(value: object) -> date | None:
    """The day of a cell, None if it is none."""
    try:
        return date.fromisoformat(text(value)[:10])
    except ValueError:
        return None


def floats(values: pd.Series) -> list[float]:
    """Figures as Python's own, NaN where there is none."""
    return [float(value) for value in pd.to_numeric(values).astype("Float64").to_numpy(dtype=float, na_value=np.nan)]


def decimals(values: pd.Series, system: str = "") -> int:
    """Decimals to show: none for whole numbers, two, or three where two would make different figures look alike."""
    exact = {round(value, EQUAL_DECIMALS) for value in floats(values) if not np.isnan(value)}
    if all(value.is_integer() for value in exact):
        return 0
    return 3 if system in THREE_DECIMALS or len({round(value, 2) for value in exact}) < len(exact) else 2


def _whole(value: object) -> str:
    """A whole number as text."""
    return f"{float(text(value)):.0f}" if text(value) else ""


def _plain(told: str) -> Cell:
    return Cell([Bit(told)])


def _figure(shown: str) -> Cell:
    return Cell([Bit(shown)], "figure")


def _heat(centres: object, small: str = "") -> Cell:
    """Centres, the darker the more; a dot where they are not known."""
    shown = _whole(centres)
    return (
        Cell([Bit(shown), Bit(small, "small")], f"h{min(int(shown), SOLO_CENTRES)}")
        if shown
        else Cell([Bit("·")], "middle")
    )


def _systems(names: pd.Series) -> str:
    """The systems for which one thing is expected, to stand before it."""
    named = [name for name in names if name]
    return f"{', '.join(named)}: " if named else ""


def _result_cells(results: list[tuple[str, list[Bit]]]) -> list[Cell]:
    """A player's results, a cell each; many of them in one cell, each with its round or event."""
    if len(results) <= WIDEST_GRID:
        return [Cell(bits, "figure") for _, bits in results]
    return [Cell([bit for key, bits in results if bits for bit in (Bit(f"{key}: "), *bits)], "results")]


def _with_between(bits: list[Bit], between: str) -> list[Bit]:
    return [bit for number, one in enumerate(bits) for bit in ([Bit(between), one] if number else [one])]


def _without_empty(table: Table) -> Table:
    """The table without columns in which nothing stands; rows that share their first cell stay as they are."""
    last = len(table.heads)
    columns = [[row[i - last] for row in table.rows if len(row) >= last - i] for i in range(last)]
    filled = [any(bit.text for cell in column for bit in cell.bits) for column in columns]

    def kept(cells: list[Any]) -> list[Any]:
        return [cell for cell, keep in zip(cells, filled[last - len(cells) :], strict=True) if keep]

    return table._replace(heads=kept(table.heads), rows=[kept(row) for row in table.rows])


# -- frames ------------------------------------------------------------------------------------------------------------


def _with(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """A frame that has these columns, without values where it lacks them."""
    return frame if {*columns} <= {*frame} else frame.reindex(columns=[*dict.fromkeys([*frame, *columns])])


def _named(standings: pd.DataFrame) -> pd.DataFrame:
    """Standings by player; nations stand in the same column, and the head of the column says so."""
    who = "nation" if "nation" in standings and "player" not in standings else "player"
    table = _with(standings.rename(columns={who: "player"}), STANDING)
    table.attrs["who"] = who
    return table


def _by_event(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of each event, in the order of the frame."""
    yield from frame.groupby("event", sort=False)


def _events_of(circuit: CircuitReport) -> list[object]:
    return [*_with(circuit.results, ["event"])["event"]]


# -- style -------------------------------------------------------------------------------------------------------------


def heat_css() -> str:
    """The heat of the workbooks as classes."""
    rules = []
    for centres in range(SOLO_CENTRES + 1):
        look = LOOKS[f"heat {centres}"]
        shade = f"background:{look['bg_color']};" if "bg_color" in look else ""
        bold = "font-weight:700;" if look.get("bold") else ""
        ink = look["font_color"] if centres else ZERO_INK
        rules.append(f".h{centres}{{{shade}{bold}color:{ink}}}")
    return "".join(rules)


def print_css(report: SeasonReport, words: Words) -> str:
    """What stands below every printed page: season, status and kind of data, and the number of the page."""
    labels = " · ".join(words(f"label_{label}") for label in report.labels)
    foot = f"{words('report')} {report.season} · {words(f'status_{report.status}')} · {labels}"
    number = f"{_css_text(words('page') + ' ')} counter(page) {_css_text(' / ')} counter(pages)"
    return f"@page{{@bottom-left{{content:{_css_text(foot)}}}@bottom-right{{content:{number}}}}}"


def _css_text(told: str) -> str:
    """A text as a style sheet takes it: whatever is no plain letter or figure by its number."""
    return '"' + "".join(c if c.isascii() and (c.isalnum() or c == " ") else f"\\{ord(c):x} " for c in told) + '"'
