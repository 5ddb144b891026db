"""The entries and matches of Bao events.

A bye may be entered as a game against a dummy player. Every name for the dummy player becomes BYE.
"""

import pandas as pd

from pipeline.read.raw_tables import RawTable
from pipeline.tidy.rows import tidy_rows
from schemas.fields import each
from schemas.keys import EVENT
from schemas.tables import ENTRIES, MATCHES
from schemas.words import BYE, fold, vocabulary


def tidy_entries(table: RawTable, bao: pd.DataFrame) -> pd.DataFrame:
    """Return the ENTRIES table, with its rows in the order entered and missing countries taken from the season's sheet.

    bao  season and event of every Bao event
    """
    typed = tidy_rows(table, "players", ENTRIES)
    typed = typed.assign(player=_dummy(typed["player"]))[typed["player"] != ""]
    if bao.empty:
        return typed[:0]
    listed = typed.merge(bao, on=EVENT)
    of_season = typed[typed["event"] == ""].drop_duplicates(["season", "player"]).set_index(["season", "player"])
    country = of_season["country"].reindex(pd.MultiIndex.from_frame(listed[["season", "player"]])).to_numpy()
    listed["country"] = listed["country"].where(listed["country"].notna(), country).astype(object).fillna("")
    return listed


def tidy_matches(table: RawTable) -> pd.DataFrame:
    """Return the MATCHES table, with its rows in the order entered."""
    rows = tidy_rows(table, "matches", MATCHES).fillna({"round": ""})
    if rows.empty:
        return rows
    return rows.assign(**{name: _dummy(rows[name]) for name in ("group", "round", "south", "north", "winner")})


def _dummy(names: pd.Series) -> pd.Series:
    byes = vocabulary("bye")
    return each(names, lambda typed: BYE if fold(typed) in byes else typed)
