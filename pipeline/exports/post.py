"""The standings of an event or a circuit as a post of a few lines and small tables, in the season's language."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from pipeline.events.standings import ROAD
from pipeline.exports.event import LEVEL, Event
from pipeline.exports.format import File, file_name
from pipeline.pages.bao import state
from pipeline.pages.bulletin import GAME, adds_games, lists_of, printed_games
from pipeline.pages.heading import Heading
from pipeline.pages.report import without_mentions
from pipeline.pages.season import Season
from pipeline.pages.shared_columns import decimals_of
from pipeline.pages.words import column
from pipeline.rules.circuits import Circuit
from pipeline.rules.counting import counting_words, ways
from schemas.messages import Name, Text, Verbatim, listed, plural, say
from schemas.words import SUM

COLUMNS = ("rank", "player", "games", "score")
OF_A_CIRCUIT = ("rank", "player", "nation", "events", "games", "score")
OF_A_GROUP = ("rank", "player", "points", "sonneborn_berger")
NAMES = ("player", "nation", "power")
GAP = "  "  # between two columns of plain text


class Table(NamedTuple):
    """A table in a post.

    title  what the table shows, or "" if the post has only one table
    rows   the column headings, then one row per player, the best first
    names  positions of the columns with names, which are aligned to the left
    """

    title: str
    rows: list[list[str]]
    names: Collection[int]

    @property
    def aligned(self) -> list[str]:
        """The rows as lines of plain text, with names aligned to the left and figures to the right."""
        widths = [max(map(len, cells)) for cells in zip(*self.rows, strict=True)]
        return [
            GAP.join(
                cell.ljust(width) if at in self.names else cell.rjust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in self.rows
        ]


class Post(NamedTuple):
    """The content of a post.

    title   the name of the event or circuit
    lines   the status, the data label, and the event's official system or the basis of the circuit's standings
    tables  the standings (for Bao, one table per group). A bulletin has one table per game instead, followed by
            the circuits' ranking lists
    notes   what decides the order besides the score, followed by how ties were settled
    """

    title: str
    lines: list[str]
    tables: list[Table]
    notes: list[str]


def post(event: Event) -> Post | None:
    """Return the post about an event, or None if the event has no standings."""
    season, words = event.season, event.season.words
    status, reasons = season.event_status(event.id)
    labels = [str(event.settings["data"])]
    heading = Heading(event.name, season.name, status, reasons, labels, words, season.in_doubt(event.id))
    lines, tables, notes = [heading.status_line, heading.labels_line], list[Table](), list[str]()
    if event.kind == "bao":
        page = next(page for page in season.tournaments if page.event == event.id)
        lines += [words(state(page))] * (not page.left_to_play)
        tables = [_table(season, group, OF_A_GROUP, words(title)) for title, group in page.groups]
    elif any(adds_games(season, one) for one in season.diplomacy_events if one.event == event.id):
        tables = [*_bulletin(event)]
    elif len(event.standings):
        shown = event.standings if event.system or len(event.results) else event.standings.drop(columns="score")
        tables = [_table(season, shown, COLUMNS, published=event.system.published if event.system else "")]
        settled = event.standings[event.standings["settled"].astype(bool) & (event.standings[LEVEL] == 1)]
        notes = [*map(words, _rules(event))]
        notes += [f"{row.rank} {row.player}: {words(row.settled)}" for row in settled.itertuples()]
    title = [event.system.title] if event.system else []
    return Post(event.name, [*lines, *title], tables, notes) if tables else None


def circuit_post(season: Season, circuit: Circuit) -> Post | None:
    """Return the post about a circuit, or None if the circuit has no standings."""
    standings, words = season.outcome(circuit).standings, season.words
    if standings.empty:
        return None
    heading = replace(season.heading(Verbatim(circuit.title)), status=season.circuit_status(circuit).word)
    heading = replace(heading, reasons=season.circuit_status(circuit).reasons)
    basis = words(season.results.circuit_basis(circuit.id, season.name))
    shown = standings.rename(columns={"player": circuit.needs.ranked})
    table = _table(season, shown, OF_A_CIRCUIT, published=circuit.needs.system or "")
    settled = standings[standings["settled"].astype(bool) & ~standings.duplicated("rank", keep=False)]
    notes = [f"{row.rank} {row.player}: {words(row.settled)}" for row in settled.itertuples()]
    return Post(circuit.title, [heading.status_line, heading.labels_line, *filter(None, [basis])], [table], notes)


def _bulletin(event: Event) -> Iterator[Table]:
    """Yield one table for each game of a bulletin, then one for each circuit's ranking list."""
    season, system = event.season, event.system
    if system is None:
        return
    for title, seats in printed_games(season, system, event.id):
        columns = [name for name in seats if name not in GAME]
        yield _table(season, seats, columns, season.words(title), system.published)
    for circuit in lists_of(season, system):
        if len(standings := season.outcome(circuit).standings):
            yield _table(season, standings, COLUMNS, circuit.title, system.published)


def _table(season: Season, rows: pd.DataFrame, columns: Sequence[str], title: str = "", published: str = "") -> Table:
    """Return a table of the columns that have values. Scores have as many decimals as the system shows."""
    shown = [name for name in columns if name in rows and rows[name].notna().any()]
    cells = [[season.words(column(name)), *_cells(season, rows[name], published)] for name in shown]
    return Table(title, [[*row] for row in zip(*cells, strict=True)], [shown.index(n) for n in NAMES if n in shown])


def _cells(season: Season, values: pd.Series, published: str) -> list[str]:
    """Return a column as strings.

    Figures are rounded. A shared rank is followed by `=`, and a doubtful name by a question that asks who is meant.
    """
    words = season.words
    if values.name in ("rank", "place"):
        shared = values.duplicated(keep=False)
        return ["" if pd.isna(v) else f"{int(v)}{'=' * level}" for v, level in zip(values, shared, strict=True)]
    if values.name == "power":
        return [words(Name("power", power)) for power in values]
    if not pd.api.types.is_numeric_dtype(values):
        return [f"{name} ({words(season.doubts[name])})" if name in season.doubts else str(name) for name in values]
    places = 0 if (values.dropna() % 1 == 0).all() else decimals_of(values, published)
    return ["" if pd.isna(value) else words.number(float(value), places) for value in values]


def one_file(stem: str, suffix: str, made: Post | None, written: Callable[[Post], str]) -> list[File]:
    """Return the post as one file, in a list. The list is empty if there is no post."""
    return [File(file_name(stem, suffix), without_mentions(written(made)))] if made else []


def _rules(event: Event) -> Iterator[Text]:
    """Yield messages about the rules that decide the ranking, apart from the sum of the games' scores."""
    table, settings = event.standings, event.settings
    if table["division"].notna().any():
        yield say("Divisions take precedence over scores in the ranking.")
    lifted = table.loc[table["top_place"].notna(), "rank"]
    if len(lifted):
        first = len(lifted) == (table["rank"] <= lifted.max()).sum()  # otherwise divisions come first
        places = plural(
            "Place 1 is decided by the top table.", "Places 1 to {n} are decided by the top table.", len(lifted)
        )
        yield places if first else say("The top table takes precedence over scores in the ranking.")
    if (table["games_short"].fillna(0) > 0).any():
        yield say("Players with too few games are ranked last.")
    if event.results.empty:
        return
    if settings["how"] != SUM:
        yield say("Counting: {counting}.", counting=counting_words(settings["how"], settings["counting_number"]))
    if ways()[settings["how"]].lowest:
        yield say("The lowest score wins; players with fewer results are ranked below the others.")
    if settings["round_weights"]:
        yield say("Round weights: {weights}.", weights=Verbatim(settings["round_weights"]))
    if added := [column(name) for name in ROAD if table[name].fillna(0).ne(0).any()]:
        yield say("The scores also include: {added}.", added=listed(added))
