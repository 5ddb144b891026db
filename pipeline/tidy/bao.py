"""Bao sheets -> entries, matches and moves."""

import pandas as pd

from pipeline.read.sheets import RawTable
from pipeline.read.typed import canonical, moment, number, typed_rows
from schemas.fields import each
from schemas.keys import EVENT
from schemas.words import BYE, fold, vocabulary


def tidy_entries(table: RawTable, bao: pd.DataFrame) -> pd.DataFrame:
    """ENTRIES in the order typed; a country that the event does not state is the one of the season's sheet.

    bao  season, event: the events whose players are an entry list
    """
    typed = typed_rows(
        table,
        player=_dummy(table.text["player"]),
        country=table.text["country"],
        elo=number(table.text["elo"]),
        games=number(table.text["games"]),
        typed_kiba=number(table.text["kiba score"]),
    ).dropna(subset=["player"])
    listed = typed.merge(bao, on=EVENT)
    of_season = typed[typed["event"] == ""].drop_duplicates(["season", "player"]).set_index(["season", "player"])
    country = of_season["country"].reindex(pd.MultiIndex.from_frame(listed[["season", "player"]])).to_numpy()
    listed["country"] = listed["country"].where(listed["country"].notna(), country).astype(object).fillna("")
    return listed


def tidy_matches(table: RawTable) -> pd.DataFrame:
    """MATCHES."""
    return typed_rows(
        table,
        stage=canonical(table.text["stage"], "stage"),
        **{name: _dummy(table.text[name]).fillna("") for name in ("group", "round", "south", "north", "winner")},
        reason=canonical(table.text["reason"], "reason").fillna(""),
        ended=table.text["ended"].fillna(""),
        started=moment(table.text["started"]),
    )


def tidy_moves(table: RawTable) -> pd.DataFrame:
    """MOVES."""
    return typed_rows(
        table,
        stage=canonical(table.text["stage"], "stage"),
        **{name: table.text[name].fillna("") for name in ("group", "south", "north", "player")},
        number=number(table.text["number"]),
        time=moment(table.text["time"]),
    )


def _dummy(names: pd.Series) -> pd.Series:
    """Names; the dummy of a bye is BYE, however it is typed."""
    byes = vocabulary("bye")
    return each(names, lambda typed: BYE if fold(typed) in byes else typed)
