"""Count every filled cell as used, ignored under a named rule, or set aside with its board or event.

The cells read are counted in the raw sheets, and the cells used are counted in the tables from which the scores are
computed. The sums therefore differ if a row is lost on the way.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.problems.codes import Problem, blocked
from pipeline.read.headers import filled_columns
from pipeline.read.raw_tables import Raw, RawTable
from pipeline.read.validate import canonical
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, among
from schemas.messages import Text, listed, plural, say
from schemas.raw import OF_ONE_BOARD, SHEETS

READ, USED, IGNORED, ASIDE = "read", "used", "ignored", "set aside"
UNREAD = "a file without a cell that can be read"  # the only account that counts files
INFORMATION = say("for information only")
COLUMNS = ["season", "account", "reason", "cells"]
NOT_BEGUN, NO_VALUE = "for boards not started", "control-total formulas without a value"
NO_SETTING = "in unknown settings"
RULES = {  # name of each rule by which cells are ignored -> its message
    str(rule): rule
    for rule in (
        say("above the header"),
        say("in unknown columns"),
        say("notes below the table"),
        say("totals that do not belong to any board"),
        say("headers above other headers"),
        say("in unknown sheets"),
        say("in sheets that belong in other files"),
        say("in printed sheets or instruction sheets"),
        say("for boards not started"),
        say("control-total formulas without a value"),
        say("in unknown settings"),
    )
}


def accounts(raw: Raw, tables: Tables, seats: pd.DataFrame, problems: Sequence[Problem]) -> pd.DataFrame:
    """Return the number of filled cells by `season`, `account` and `reason`.

    The account READ counts all cells, and the accounts USED, IGNORED and ASIDE say what became of them. The reason is
    the name of a rule for ignored cells, and the file for cells that are set aside. The account UNREAD counts files
    instead of cells.

    tables, seats  the data from which the scores are computed, without the events and boards that have errors
    """
    kept_out = blocked(problems) - {*tables.events[EVENT].itertuples(index=False, name=None)}
    rows: list[tuple[str, str, str, int]] = []
    for place, sheet in raw.sheets.items():
        cells = sum(len(filled_columns(row)) for row in sheet.rows)
        rows.append((place.season, READ, "", cells))
        if place.event and (place.season, place.event) in kept_out:
            rows.append((place.season, ASIDE, place.file, cells))
        else:
            rows += [(place.season, IGNORED, rule, count) for rule, count in raw.ignored[place].items()]
            rows += [(place.season, ASIDE, place.file, count) for count in raw.aside[place].values()]
    for table in raw.tables.values():
        for place, columns in table.columns.items():
            if not place.event or (place.season, place.event) not in kept_out:
                rows.append((place.season, USED, "", len(columns)))  # the headers
    faulty = {(p.season, p.file) for p in problems if p.severity == "error"}
    unread = faulty - {(place.season, place.file) for place in raw.sheets}
    rows += [(season, UNREAD, file, 1) for season, file in sorted(unread)]
    of_tables = [
        _of_table(kind, table, tables, seats, kept_out) for kind, table in raw.tables.items() if len(table.text)
    ]
    every = pd.concat([pd.DataFrame(rows, columns=COLUMNS), *of_tables])
    return every[every["cells"] > 0].groupby(COLUMNS[:-1], as_index=False)["cells"].sum()


def accounted(cells: pd.DataFrame) -> list[tuple[Text, object, object]]:
    """Return the checks on one season's cell counts, each as a tuple of text, found value and expected value.

    cells  the season's rows from the result of `accounts`
    """
    total = cells.groupby("account")["cells"].sum().reindex([READ, USED, IGNORED, ASIDE, UNREAD], fill_value=0)
    rules = cells[cells["account"] == IGNORED].groupby("reason")["cells"].sum()
    named = listed(say("{rule}: {cells}", rule=RULES[rule], cells=count) for rule, count in rules.items())
    ignored = (
        say("Cells ignored under a rule ({rules})", rules=named) if len(rules) else say("Cells ignored under a rule")
    )
    files = cells.loc[cells["account"] == ASIDE, "reason"].nunique()
    aside = plural(
        "Cells set aside because of an error, in 1 file", "Cells set aside because of an error, in {n} files", files
    )
    sums = int(total[[USED, IGNORED, ASIDE]].sum())
    return [
        (say("Cells read: used + ignored under a rule + set aside"), sums, int(total[READ])),
        (say("Cells used"), int(total[USED]), INFORMATION),
        (ignored, int(total[IGNORED]), INFORMATION),
        (aside, int(total[ASIDE]), INFORMATION),
        (say("Files in which no cells could be read because of an error"), int(total[UNREAD]), INFORMATION),
    ]


def _of_table(
    kind: str, table: RawTable, tables: Tables, seats: pd.DataFrame, kept_out: set[tuple[str, str]]
) -> pd.DataFrame:
    """Return the number of cells entered in each row of one kind of sheet, with the same columns as `accounts`.

    Cells that could not be read are counted in separate rows of the result. Events that are set aside as a whole are
    skipped.
    """
    origin, filled_in = table.origin, (table.kind != "").to_numpy()
    event, file = (origin[name].to_numpy(object) for name in ("event", "file"))
    faulty = (filled_in & table.faulty.to_numpy(dtype=bool)).sum(axis=1)
    account, reason = _of_rows(kind, table, tables, seats)
    aside = account == ASIDE
    cells, reason = filled_in.sum(axis=1) - table.filled.to_numpy() - faulty, np.where(aside, file, reason)
    rows = pd.DataFrame({"season": origin["season"], "account": account, "reason": reason, "cells": cells})
    of_season = event == ""  # an error in the season's file affects only its row
    kept = of_season | ~pd.MultiIndex.from_frame(origin[EVENT]).isin([*kept_out]) if kept_out else slice(None)
    if not faulty.any():
        return rows[kept]
    aside |= of_season
    unread = rows.assign(account=np.where(aside, ASIDE, IGNORED), reason=np.where(aside, file, NO_VALUE), cells=faulty)
    return pd.concat([rows[kept], unread[kept]])


def _of_rows(kind: str, table: RawTable, tables: Tables, seats: pd.DataFrame) -> tuple[NDArray, NDArray]:
    """Return two arrays: what became of each row (used, ignored or set aside), and the rule under which it is ignored.

    The first value is empty for a row that is neither in the tables, nor left out by a rule, nor set aside. The rule is
    empty for a row that is not ignored.
    """
    if kind in ("event", "players"):
        required = [name for name, column in SHEETS[kind].columns.items() if not column.missing]
        arrived = table.text[required].notna().to_numpy().all(axis=1)
        account = np.where(arrived, USED, ASIDE)
    else:
        frames = {"boards": (seats, tables.totals), "nmr": (tables.nmrs,)}.get(kind) or (getattr(tables, kind),)
        used = np.isin(table.text.index, np.concatenate([frame["raw_row"] for frame in frames]))
        account = np.where(used, USED, "")
    ignored, rule = np.zeros(len(account), bool), ""
    if kind == "event":
        ignored, rule = (account == USED) & canonical(table.text["setting"], "setting").isna(), NO_SETTING
    if kind in OF_ONE_BOARD and (len(tables.aside) or len(tables.unplayed)):
        boards = table.origin[EVENT].assign(round=table.text["round"], board=table.text["board"])
        account = np.where(among(boards, tables.aside, BOARD), ASIDE, account)
        if kind == "boards":
            ignored, rule = among(boards, tables.unplayed, BOARD), NOT_BEGUN
    return np.where(ignored, IGNORED, account), np.where(ignored, rule, "")
