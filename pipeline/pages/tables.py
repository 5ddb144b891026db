"""The tables that scripts read: a season's scores, and the tidy tables behind them, as the columns of CSV files."""

import pandas as pd

from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, SEAT, SOURCE
from schemas.scores import FIXED
from schemas.tables import TABLES


def scores_csv(published: Published, rows: pd.DataFrame) -> pd.DataFrame:
    """The columns of `<system>.scores.csv`."""
    return rows[[*FIXED[: FIXED.index("score")], *published.parts, "score", "place", "status", *published.working]]


def tables_csv(facts: Facts, tables: Tables, entries: pd.DataFrame, season: str) -> dict[str, pd.DataFrame]:
    """The tidy tables of one season behind it all, by name; rows count from 1, as a reader of the sheet counts them.

    entries  the entry lists of Bao events in their order, see `Tournaments`
    """
    seats = facts.seats[facts.seats["season"] == season]
    centres = seats.melt([*SEAT, *SOURCE], facts.years, "year", "centres").dropna(subset=["centres"])
    boards = facts.boards[facts.boards["season"] == season]
    frames = {
        "events": tables.events[tables.events["season"] == season],
        "boards": boards.merge(seats.drop_duplicates(BOARD)[[*BOARD, *SOURCE]], on=BOARD, validate="one_to_one"),
        "seats": seats,
        "centres": centres.sort_values([*SOURCE, "year"], kind="stable"),
        "nmrs": tables.nmrs[tables.nmrs["season"] == season],
        "entries": entries[entries["season"] == season],
        "matches": tables.matches[tables.matches["season"] == season],
        "moves": tables.moves[tables.moves["season"] == season].assign(time=lambda moves: moves["time"].astype(str)),
    }
    counted = {name: frame.assign(row=frame["row"] + 1) for name, frame in frames.items()}
    checked = {name: TABLES[name].validate(frame) if len(frame) else frame for name, frame in counted.items()}
    return {name: frame[[*TABLES[name].columns]] for name, frame in checked.items()}
