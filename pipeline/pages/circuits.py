"""The workbook of a season's circuits: one sheet per circuit, then all results, then the rules."""

import pandas as pd

from pipeline.pages.book import Book, Column, Sheet, Table, notes
from pipeline.pages.heading import with_reasons
from pipeline.pages.season import Season
from pipeline.pages.shared_columns import (
    any_column,
    cells,
    doubt_columns,
    dropped,
    in_english,
    medals,
    ranks_column,
    rule_columns,
    text_column,
    used_column,
)
from pipeline.pages.translate import book
from pipeline.rules.circuits import Circuit
from schemas.messages import listed, say

NOBODY = say(
    "No players are listed: either no results from this season count towards this circuit, or nobody has enough of them."
)
WIDE = ("event", "why", "settled")
RESULT = ["player", "event", "place", "points", "used", "why"]
DECIMALS = 3


def circuits_book(season: Season) -> Book:
    """Return the workbook of a season's circuits: the sheets of each circuit, then all results, then the rules.

    Circuits with results come first.
    """
    in_order = sorted(season.circuits, key=lambda circuit: season.outcome(circuit).results.empty)
    sheets = [sheet for number, circuit in enumerate(in_order, 1) for sheet in _circuit_sheets(season, circuit, number)]
    return book(season.heading(say("Circuits"), circuits=True), [*sheets, _results_sheet(season), _rules_sheet(season)])


def _circuit_sheets(season: Season, circuit: Circuit, number: int) -> list[Sheet]:
    """Return a circuit's standings sheet and, if it has results, its results sheet."""
    outcome, basis = season.outcome(circuit), season.results.circuit_basis(circuit.id, season.name)
    standings = outcome.standings.rename(columns={"player": circuit.needs.ranked})
    if "country" in standings:
        standings.insert(2, "country", standings.pop("country"))  # next to the player
    table = Table(
        f"Standings_{circuit.id}",
        _with_doubts(season, _columns(standings), standings),
        medals(standings["rank"]),
        instead=NOBODY,
        trusted=True,
        frozen=str(circuit.needs.ranked),
    )
    results = Table(
        f"Results_{circuit.id}",
        _columns(outcome.results),
        dropped(outcome.results["used"]),
        trusted=True,
        frozen="event",
    )
    remarks = (listed([*filter(None, (notice.event, notice.player, notice.text))], " · ") for notice in outcome.notices)
    lines = [circuit.title, with_reasons(*season.circuit_status(circuit)), basis]
    return [
        Sheet(circuit.title, [table, *notes(say("Remarks"), remarks)], lines),
        *([Sheet(say("Results {n}", n=number), [results], lines)] if results.height else []),
    ]


def _with_doubts(season: Season, columns: list[Column], standings: pd.DataFrame) -> list[Column]:
    """Insert a column with the questions about doubtful names after the `player` column.

    If no name is in doubt, the columns are returned unchanged.
    """
    doubts = doubt_columns(season.doubts, standings["player"]) if "player" in standings else []
    after = [*standings].index("player") + 1 if doubts else 0
    return [*columns[:after], *doubts, *columns[after:]]


def _results_sheet(season: Season) -> Sheet:
    """Return the sheet with the results of all circuits, used or dropped."""
    rows = [season.outcome(circuit).results[RESULT].assign(circuit=circuit.title) for circuit in season.circuits]
    results = pd.concat(rows, ignore_index=True)[["circuit", *RESULT]]
    table = Table(
        "Results",
        _columns(results),
        dropped(results["used"]),
        instead=say("No results from this season count towards a circuit yet."),
        trusted=True,
        frozen="player",
    )
    return Sheet("Results", [table], [say("Every result in every circuit, used or dropped.")])


def _rules_sheet(season: Season) -> Sheet:
    tables = [
        Table(
            f"Rules_{circuit.id}",
            rule_columns(circuit.rules, season.words, "column"),
            title=circuit.title,
            filters=False,
        )
        for circuit in season.circuits
    ]
    return Sheet("Rules", tables, in_english(season.words), frozen=True)


def _columns(table: pd.DataFrame) -> list[Column]:
    """Return the columns of a published table, styled as ranks, numbers or text."""
    columns = []
    for name, values in table.items():
        if name == "rank":
            columns.append(ranks_column(name, cells(values)))
        elif values.dtype == bool:
            columns.append(used_column(str(name), values))
        elif name in WIDE:
            columns.append(text_column(name, values, width=48))
        else:
            columns.append(any_column(str(name), values, DECIMALS))
    return columns
