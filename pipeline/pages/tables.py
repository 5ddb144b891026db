"""The tables that scripts read: a season's scores, and the tidy tables behind them, as the columns of CSV files."""

from collections.abc import Callable
from functools import partial

import pandas as pd

from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import is_whole
from schemas.keys import BOARD, SEAT, SOURCE
from schemas.scores import FIXED
from schemas.tables import PUBLISHED, PUBLISHED_AS


def scores_csv(published: Published, rows: pd.DataFrame) -> pd.DataFrame:
    """The columns of `<system>.scores.csv`."""
    return rows[[*FIXED[: FIXED.index("score")], *published.parts, "score", "place", "status", *published.working]]


def tables_csv(
    facts: Facts, tables: Tables, entries: pd.DataFrame | None, season: str
) -> dict[str, Callable[[], pd.DataFrame]]:
    """The tidy tables of one season behind it all that have rows, by name; rows count from 1, as a reader of the sheet counts them.

    entries  the entry lists of Bao events in their order, see `Tournaments`; None if there is none
    """
    behind = {"events": tables.events, "boards": facts.boards, "seats": facts.seats, "centres": facts.seats}
    behind |= {"results": tables.results, "nmrs": tables.nmrs, "matches": tables.matches, "moves": tables.moves}
    behind |= {"entries": entries} if entries is not None else {}
    there = {name: rows["season"].to_numpy() == season for name, rows in behind.items()}
    there["centres"] = there["centres"] & facts.seats[facts.years].notna().to_numpy().any(axis=1)

    def made(name: str) -> pd.DataFrame:
        rows = behind[name][there[name]]
        if name == "boards":
            sources = behind["seats"][there["seats"]].drop_duplicates(BOARD)[[*BOARD, *SOURCE]]
            rows = rows.merge(sources, on=BOARD, validate="one_to_one")
        elif name == "centres":
            rows = rows.melt([*SEAT, *SOURCE], facts.years, "year", "centres").dropna(subset=["centres"])
            rows = rows.sort_values([*SOURCE, "year"], kind="stable")
        elif name == "moves":
            rows = rows.assign(time=rows["time"].astype(str))
        return _published(rows, PUBLISHED[name])

    return {name: partial(made, name) for name in PUBLISHED if name in there and there[name].any()}


def _published(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """The columns that are published, under their published names; whole numbers without a decimal point."""
    frame = frame[columns].assign(row=frame["row"] + 1)
    whole = [name for name in columns if is_whole(name) and frame[name].dtype == float]
    return frame.astype(dict.fromkeys(whole, "Int64")).rename(columns=PUBLISHED_AS)
