"""The reference page on the published tables, each with its columns and their meanings."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import starmap

from pipeline.events.prizes import COUNTRY, TEAM_RESULT
from pipeline.events.results import STANDING
from pipeline.pages.data_files import ADDED, VIEWS, columns_of, meaning_of
from pipeline.problems.codes import COLUMNS as OF_A_PROBLEM
from pipeline.rules.bao.tournaments import STANDING as BAO_STANDING
from pipeline.tools.reference.markdown import escaped, items, prose
from schemas.columns import COLUMNS
from schemas.history import HISTORY
from schemas.keys import EVENT, SEAT, SOURCE
from schemas.results import CHANCES, CIRCUIT, EVENTS, PRIZES, TOURNAMENTS
from schemas.schema import Schema
from schemas.scores import FIXED, SCORES, STANDINGS
from schemas.tables import PUBLISHED

INTRODUCTION = """# All tables

The tables of a season are in `data/out/<season>/tables/`. They are CSV files in UTF-8 with a byte order mark, so
that Excel opens them correctly. Numbers have up to nine decimals. A table without rows is not written. Many tables
have these columns:
"""
SEASONS = """## Tables of a season

The tidy tables have one language, one name per player and one type per column. Each row says where it was entered.
Columns explained above are only named below.
"""
MEMORY = """## Tables of the history

These are in `data/out/history/tables/`.
"""
DATABASE = """## Database

`data/out/history/league.sqlite` has the tidy tables and the tables of the history.
[Use the database](../howto/use_the_database.md) has queries to start with. The table `columns` explains every column.
The database also has these tables and views:
"""
COMMON = [*SEAT, "player", "rank", *SOURCE]
ROWS = {  # table -> meaning of a row
    "events": "One row per event, with its settings.",
    "boards": "One row per board.",
    "seats": "One row per seat.",
    "centres": "One row per seat and year.",
    "results": "One row per result, for events of which only scores are known.",
    "entries": "One row per player on the entry list of a Bao event.",
    "matches": "One row per game of a Bao event.",
    "moves": "One row per move of a Bao game.",
    "nmrs": "One row per missed turn.",
    # tables of the history
    "games": "One row per seat, over all seasons.",
    "careers": "One row per player.",
    "careers_by_power": "One row per player and power.",
    "careers_by_season": "One row per player and season.",
    "head_to_head": "One row per pair of players who have met.",
    "powers": "One row per power, over all seasons and in each one.",
    "records": "One row per holder of a record.",
    "champions": "One row per winner of an event or a circuit.",
    "ratings": "One row per player and rating.",
    "rating_changes": "One row per change of a rating.",
    "near_names": "One row per pair of names that may belong to one person.",
    # tables that only the database has
    "scores": "One row per seat and system.",
    "standings": "One row per event and player.",
    "system_standings": "One row per season, system and player.",
    "circuit_standings": "One row per season, circuit and player.",
    "people": "One row per name of a player.",
    "meetings": "One row per pair of players on a board.",
    "solos": "One row per game won with 18 centres or more.",
    "leaders": "One row per rating, except provisional ones.",
}
OF_CIRCUITS = {
    "standings": "One row per player of a circuit.",
    "results": "One row per result of a circuit, whether it counts or not.",
}
FIRST = {r"^best_[0-9]+$": "best_1, best_2 ..."}  # pattern of column names -> text that stands for it
PARTS = {"one column per paragraph": "points under that paragraph; they add up to the score"}
WORKING = {"further columns": "figures that the rule sheet explains but does not add up"}
OTHERS = {"further columns": "figures that lead to the score, as the circuit's rule sheet says"}
PROBLEM = {
    "severity": "`error`, `warning`, `fix` or `notice`",
    "code": "the code, as on the page [All problems](problems.md)",
    "file": "file with the problem, relative to the raw folder",
    "sheet": "sheet of the file",
    "cell": "cell of the sheet",
    "found": "content of the cell",
    "message": "what is wrong",
    "hint": "what to do",
}


OF_EVENTS: dict[str, tuple[str, Schema, Iterable[str]]] = {  # heading -> meaning of a row, schema, columns
    "<system>.standings.csv": ("One row per player, under one system.", STANDINGS, STANDINGS.columns),
    "<event>.standings.csv": ("One row per player of a Diplomacy event.", EVENTS["standings"], STANDING),
    "<Bao event>.standings.csv": (
        "One row per player and group.",
        TOURNAMENTS["standings"],
        ["stage", "group", *BAO_STANDING],
    ),
    "<event>.chances.csv": (
        "One row per player, until the event is over.",
        CHANCES["players"],
        CHANCES["players"].columns,
    ),
    "<event>.divisions.csv": ("One row per winner of a division.", PRIZES["divisions"], PRIZES["divisions"].columns),
    "<event>.countries.csv": ("One row per best game with a power.", PRIZES["countries"], COUNTRY),
    "<event>.teams.csv": ("One row per team.", PRIZES["teams"], PRIZES["teams"].columns),
    "<event>.team_results.csv": ("One row per game of a team.", PRIZES["team_results"], TEAM_RESULT),
}


def page() -> str:
    """Return the page about the season, history and database tables."""
    alone = (f"`{name}`: {ROWS[name]}" for name in (*ADDED, *VIEWS))
    return "\n".join([
        INTRODUCTION,
        _items({name: COLUMNS[name].meaning for name in COMMON} | {"row": "row of the sheet, from 1"}),
        SEASONS, *starmap(_table, of_a_season()),
        MEMORY, *(_table(f"{name}.csv", ROWS[name], _meanings(schema, schema.columns)) for name, schema in HISTORY.items()),
        DATABASE, items(alone),
    ])  # fmt: skip


def of_a_season() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield (name, meaning of a row, meanings of the columns) for each of a season's tables."""
    for name in PUBLISHED:
        yield f"{name}.csv", ROWS[name], {column: meaning_of(name, column) for column in columns_of(name)}
    first = FIXED.index("score")
    of_scores = _meanings(SCORES, FIXED[:first]) | PARTS | _meanings(SCORES, FIXED[first:]) | WORKING
    yield "<system>.scores.csv", "One row per seat, under one system.", of_scores
    for name, (rows, schema, columns) in OF_EVENTS.items():
        yield name, rows, _meanings(schema, [column for column in columns if column not in EVENT])
    for name, part in {"<circuit>.csv": "standings", "<circuit>.results.csv": "results"}.items():
        yield name, OF_CIRCUITS[part], _meanings(CIRCUIT[part], CIRCUIT[part].columns) | OTHERS
    yield "problems.csv", "One row per problem, the most severe first.", {name: PROBLEM[name] for name in OF_A_PROBLEM}


def _table(name: str, rows: str, meanings: Mapping[str, str]) -> str:
    """Return the section that describes a table. Columns explained at the top of the page are only named."""
    common = [f"`{column}`" for column in meanings if column in COMMON]
    named = f" It also has {', '.join(common)}." if common else ""
    others = {column: meaning for column, meaning in meanings.items() if column not in COMMON}
    return f"### `{name}`\n\n{prose(rows + named)}\n\n{_items(others)}"


def _items(meanings: Mapping[str, str]) -> str:
    return items(f"`{name}`: {escaped(meaning)}" for name, meaning in meanings.items())


def _meanings(schema: Schema, columns: Iterable[str]) -> dict[str, str]:
    """Return the meanings of columns, keyed by name.

    If a name is a pattern that several columns match, the key is the text that the constant FIRST gives for the
    pattern, such as `best_1, best_2 ...`.
    """
    return {FIRST.get(name, name): schema.columns[name].meaning for name in columns}
