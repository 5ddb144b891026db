"""Decide which events and boards to leave out of the scores because of errors.

An error that concerns only one board excludes that board, and any other error excludes the whole event.
"""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
from openpyxl.utils.cell import coordinate_to_tuple

from pipeline.problems.codes import CODES, Problem
from pipeline.read.raw_tables import Place, Raw
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, among
from schemas.raw import OF_ONE_BOARD

LINE = [*EVENT, "sheet", "row"]


class Aside(NamedTuple):
    """Events and boards left out because of errors.

    events  (season, event) pairs for the events left out as a whole
    boards  boards left out of events that are otherwise kept, with the columns in BOARD
    """

    events: set[tuple[str, str]]
    boards: pd.DataFrame


def set_aside(problems: Sequence[Problem], tables: Tables, raw: Raw) -> Aside:
    """Return the events and boards to leave out because of errors.

    An error within a board excludes that board. Any other error, any error in a Bao event, and errors that leave an
    event without boards exclude the whole event. An error in the season's own file excludes no event.
    """
    errors = [p for p in problems if p.severity == "error" and p.event]
    if not errors:
        return Aside(set(), tables.boards[BOARD][:0])
    lines = [
        (p.season, p.event, p.sheet, row, CODES[p.code].sets_aside == "board") for p in errors for row in _rows(p, raw)
    ]
    places = pd.DataFrame(lines, columns=[*LINE, "within"]).astype({"row": int, "within": bool})
    places = places.merge(_boards_of_lines(raw), on=LINE, how="left")
    laid = pd.concat([tables.boards[BOARD], tables.unplayed[BOARD]])
    bao = tables.events.loc[tables.events["kind"] == "bao", EVENT]
    within = places["within"] & among(places, laid, BOARD) & ~among(places, bao, EVENT)
    boards = places.loc[within, BOARD].drop_duplicates()
    remaining = tables.boards[~among(tables.boards, boards, BOARD)]
    events = pd.concat([places.loc[~within, EVENT], boards.loc[~among(boards, remaining, EVENT), EVENT]])
    boards = boards[~among(boards, events, EVENT)]
    return Aside({*events.itertuples(index=False, name=None)}, boards.reset_index(drop=True))


def files_aside(problems: Sequence[Problem], events: pd.DataFrame) -> list[str]:
    """Return the files that contain an error, except files of events that are scored without some of their boards."""
    kept = {*events[EVENT].itertuples(index=False, name=None)}
    return sorted({p.file for p in problems if p.severity == "error" and (p.season, p.event) not in kept})


def _rows(problem: Problem, raw: Raw) -> list[int]:
    """Return the raw rows that a problem concerns: the row of its cell, or all rows of merged cells that begin there.

    The result is [-1] if the problem is not in a row about a board, or if merged cells cover `round` or `board`.
    """
    place = Place(problem.season, problem.event, problem.file, problem.sheet)
    table = next((raw.tables[kind] for kind in OF_ONE_BOARD if place in raw.tables[kind].columns), None)
    if table is None or not problem.cell:
        return [-1]
    row, column = coordinate_to_tuple(problem.cell)
    spot, turned = (row - 1, column - 1), place in table.turned
    blocks = raw.sheets[place].merges if problem.code == "merged_cells" else ()
    top, left, bottom, right = next((block for block in blocks if block[:2] == spot), spot * 2)
    down, across = (range(top, bottom + 1), range(left, right + 1))[:: -1 if turned else 1]
    hides = blocks and {table.columns[place][name] for name in ("round", "board")} & {*across}
    return [-1] if hides else [*down]


def _boards_of_lines(raw: Raw) -> pd.DataFrame:
    """Return every row whose round and board could be read, with the columns in LINE plus round and board."""
    tables = [raw.tables[kind] for kind in OF_ONE_BOARD]
    lines = [pd.concat([table.origin[LINE], table.text[["round", "board"]]], axis=1) for table in tables]
    return pd.concat(lines, ignore_index=True).dropna().astype({"row": int})
