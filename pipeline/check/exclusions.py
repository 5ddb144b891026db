"""What errors set aside: one board where an error lies within it, else its event.

In: all problems up to the laws. Out: events and boards that the scores are made without.
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
    """What errors set aside.

    events  (season, event)
    boards  BOARD, of other events
    """

    events: set[tuple[str, str]]
    boards: pd.DataFrame


def set_aside(problems: Sequence[Problem], tables: Tables, raw: Raw) -> Aside:
    """A board for each error within it; the event for any other error, for one of Bao, and where no board is left.

    An error without an event sets no event aside: one in the season's own file costs its row.
    """
    errors = [p for p in problems if p.severity == "error" and p.event]
    lines = [
        (p.season, p.event, p.sheet, row, CODES[p.code].sets_aside == "board") for p in errors for row in _rows(p, raw)
    ]
    found = pd.DataFrame(lines, columns=[*LINE, "within"]).astype({"row": int, "within": bool})
    found = found.merge(_boards_of_lines(raw), on=LINE, how="left")
    laid = pd.concat([tables.boards[BOARD], tables.unplayed[BOARD]])
    bao = tables.events.loc[tables.events["kind"] == "bao", EVENT]
    within = found["within"] & among(found, laid, BOARD) & ~among(found, bao, EVENT)
    boards = found.loc[within, BOARD].drop_duplicates()
    left = tables.boards[~among(tables.boards, boards, BOARD)]
    events = pd.concat([found.loc[~within, EVENT], boards.loc[~among(boards, left, EVENT), EVENT]])
    boards = boards[~among(boards, events, EVENT)]
    return Aside({*events.itertuples(index=False, name=None)}, boards.reset_index(drop=True))


def files_aside(problems: Sequence[Problem], events: pd.DataFrame) -> list[str]:
    """Return the files with an error, but for those of events that are counted without some boards."""
    kept = {*events[EVENT].itertuples(index=False, name=None)}
    return sorted({p.file for p in problems if p.severity == "error" and (p.season, p.event) not in kept})


def _rows(problem: Problem, raw: Raw) -> list[int]:
    """Return the rows of a raw table that a problem stands in: of its cell, or of the merged cells that begin there.

    -1 where it stands in no row of a board, or hides rounds and boards.
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
    """LINE, round, board: each row that is of one board, without those whose round or board could not be read."""
    tables = [raw.tables[kind] for kind in OF_ONE_BOARD]
    lines = [pd.concat([table.origin[LINE], table.text[["round", "board"]]], axis=1) for table in tables]
    return pd.concat(lines, ignore_index=True).dropna().astype({"row": int})
