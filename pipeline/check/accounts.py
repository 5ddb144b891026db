"""What became of every typed cell: used, ignored by a named rule, or set aside with its event. The three add up.

Read cells are counted on the sheets as they were, used ones on the tables that the scores are made from: a row that is
lost on the way is missing in the sum.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem, blocked
from pipeline.read.headers import filled_columns
from pipeline.read.sheets import Raw, RawTable
from pipeline.read.typed import canonical
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT
from schemas.raw import SHEETS

READ, USED, IGNORED, ASIDE = "read", "used", "ignored", "set aside"
UNREAD = "a file without a cell that can be read"  # counts files
INFORMATION = "for information"
COLUMNS = ["season", "fate", "reason", "cells"]
NOT_BEGUN, NO_VALUE = "of boards not begun", "formulas without a value in control totals"
NO_SETTING = "in settings that are not known"


def fates(raw: Raw, tables: Tables, seats: pd.DataFrame, problems: Sequence[Problem]) -> pd.DataFrame:
    """season, fate, reason, cells: how many typed cells were read, and what became of them.

    tables, seats  what the scores are made from, without the events that have an error
    reason         the rule by which cells are ignored; the file that cells are set aside with
    """
    kept_out = blocked(problems)
    rows: list[tuple[str, str, str, int]] = []
    for place, sheet in raw.sheets.items():
        cells = sum(len(filled_columns(row)) for row in sheet.rows)
        rows.append((place.season, READ, "", cells))
        if place.event and (place.season, place.event) in kept_out:
            rows.append((place.season, ASIDE, place.file, cells))
        else:
            rows += [(place.season, IGNORED, rule, count) for rule, count in raw.ignored[place].items()]
            rows += [(place.season, ASIDE, place.file, count) for count in raw.aside[place].values()]
    grave = {(p.season, p.file) for p in problems if p.severity == "error"}
    unread = grave - {(place.season, place.file) for place in raw.sheets}
    counted = pd.DataFrame(rows + [(season, UNREAD, file, 1) for season, file in sorted(unread)], columns=COLUMNS)
    of_tables = [_of_table(kind, table, tables, seats, kept_out) for kind, table in raw.tables.items()]
    every = pd.concat([counted, *of_tables], ignore_index=True)
    return every[every["cells"] > 0].astype({"cells": int}).groupby(COLUMNS[:-1], as_index=False)["cells"].sum()


def accounted(cells: pd.DataFrame) -> list[tuple[str, object, object]]:
    """The fates of one season as lines of its Checks: check, found, expected."""
    total = cells.groupby("fate")["cells"].sum().reindex([READ, USED, IGNORED, ASIDE, UNREAD], fill_value=0)
    rules = cells[cells["fate"] == IGNORED].groupby("reason")["cells"].sum()
    named = f" ({', '.join(f'{rule}: {count}' for rule, count in rules.items())})" if len(rules) else ""
    files = cells.loc[cells["fate"] == ASIDE, "reason"].nunique()
    return [
        (
            "Cells read: used + ignored by a rule + set aside",
            int(total[[USED, IGNORED, ASIDE]].sum()),
            int(total[READ]),
        ),
        ("Cells used", int(total[USED]), INFORMATION),
        (f"Cells ignored by a rule{named}", int(total[IGNORED]), INFORMATION),
        (f"Cells set aside with an error, in {files} file{'' if files == 1 else 's'}", int(total[ASIDE]), INFORMATION),
        ("Files with an error of which no cell could be read", int(total[UNREAD]), INFORMATION),
    ]


def _of_table(
    kind: str, table: RawTable, tables: Tables, seats: pd.DataFrame, kept_out: set[tuple[str, str]]
) -> pd.DataFrame:
    """What became of the rows and headers of one kind of sheet."""
    origin, there = table.origin, (table.kind != "").to_numpy()
    faulty = there & table.faulty.to_numpy(dtype=bool)
    cells = there.sum(axis=1) - table.filled.to_numpy() - faulty.sum(axis=1)
    fate, reason = _of_rows(kind, table, tables, seats)
    of_season = (origin["event"] == "").to_numpy()  # an error in the season's file keeps nothing out but its own row
    healthy = ~pd.MultiIndex.from_frame(origin[EVENT]).isin([*kept_out]) | of_season
    whole = origin.assign(fate=fate, reason=reason, cells=cells)
    whole["reason"] = whole["reason"].where(whole["fate"] != ASIDE, whole["file"])
    unread = origin.assign(cells=faulty.sum(axis=1), fate=np.where(of_season, ASIDE, IGNORED))
    unread["reason"] = origin["file"].where(of_season, NO_VALUE)
    headers = pd.DataFrame(
        [
            (place.season, USED, "", len(columns))
            for place, columns in table.columns.items()
            if not place.event or (place.season, place.event) not in kept_out
        ],
        columns=COLUMNS,
    )
    return pd.concat([whole.loc[healthy, COLUMNS], unread.loc[healthy, COLUMNS], headers], ignore_index=True)


def _of_rows(kind: str, table: RawTable, tables: Tables, seats: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Fate and reason of each row: it is in the tables or a rule leaves it out; else it is lost, and has no fate."""
    arrived = np.zeros(len(table.text), bool)
    if kind in ("event", "players"):
        required = [name for name, column in SHEETS[kind].columns.items() if not column.nullable]
        arrived[:] = table.text[required].notna().all(axis=1)
    else:
        frames = {"boards": (seats, tables.totals), "games": (tables.games,), "nmr": (tables.nmrs,)}
        for frame in frames.get(kind) or (getattr(tables, kind),):
            arrived[frame["raw_row"].to_numpy(dtype=int)] = True
    fate = np.where(arrived, USED, "").astype(object)
    reason = np.full(len(fate), "", object)
    if kind == "boards":
        keys = pd.concat([table.origin[EVENT], table.text[["round", "board"]]], axis=1)
        left = pd.MultiIndex.from_frame(keys).isin(pd.MultiIndex.from_frame(tables.unplayed[BOARD]))
        fate[left], reason[left] = IGNORED, NOT_BEGUN
    elif kind == "event":
        known = canonical(table.text["setting"], "setting").notna()
        left = arrived & ~known.to_numpy()
        fate[left], reason[left] = IGNORED, NO_SETTING
    if kind in ("event", "players"):
        fate[~arrived] = ASIDE
    return fate, reason
