"""The tables that scripts read: a season's scores, and the tidy tables behind them, as the columns of CSV files."""

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


def tables_csv(facts: Facts, tables: Tables, entries: pd.DataFrame | None, season: str) -> dict[str, pd.DataFrame]:
    """The tidy tables of one season behind it all, by name; rows count from 1, as a reader of the sheet counts them.

    entries  the entry lists of Bao events in their order, see `Tournaments`; None if there is none
    """
    seats = facts.seats[facts.seats["season"] == season]
    centres = seats.melt([*SEAT, *SOURCE], facts.years, "year", "centres").dropna(subset=["centres"])
    boards = facts.boards[facts.boards["season"] == season]
    frames = {
        "events": tables.events[tables.events["season"] == season],
        "boards": boards.merge(seats.drop_duplicates(BOARD)[[*BOARD, *SOURCE]], on=BOARD, validate="one_to_one"),
        "seats": seats,
        "centres": centres.sort_values([*SOURCE, "year"], kind="stable"),
        "results": tables.results[tables.results["season"] == season],
        "nmrs": tables.nmrs[tables.nmrs["season"] == season],
        "matches": tables.matches[tables.matches["season"] == season],
        "moves": tables.moves[tables.moves["season"] == season].assign(time=lambda moves: moves["time"].astype(str)),
    }
    if entries is not None:
        frames["entries"] = entries[entries["season"] == season]
    return {name: _published(frames[name], columns) for name, columns in PUBLISHED.items() if name in frames}


def _published(frame: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """The columns that are published, under their published names; whole numbers without a decimal point."""
    frame = frame[columns].assign(row=frame["row"] + 1)
    whole = [name for name in columns if is_whole(name) and frame[name].dtype == float]
    return frame.astype(dict.fromkeys(whole, "Int64")).rename(columns=PUBLISHED_AS)
