"""Boards, seats and control totals from the `boards` sheets.

If a power is known to be eliminated, its blank years from then to the board's last recorded year become 0.
"""

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import RawTable
from pipeline.rules.charts import after_zero
from pipeline.rules.counting import italia_2010 as italia
from pipeline.tidy.rows import tidy_rows
from schemas.columns import COLUMNS
from schemas.keys import BOARD, EVENT, SEAT, among, natural_ranks
from schemas.tables import GAME, TOTALS
from schemas.words import POWERS, SOLO_CENTRES, TO_BE_PLAYED

GOING_ON = ("in progress", TO_BE_PLAYED)
RECORDED = ("first_recorded", "last_recorded")  # columns that seats have until their charts are filled in
SAYS_PLAYED = ("final_centres", "eliminated", "nmr_orders", "nmr_adjustments", "typed_score", "typed_place")


def tidy_charts(table: RawTable) -> tuple[pd.DataFrame, list[int]]:
    """Return all rows of the `boards` sheets, both seats and control totals, and a list of years.

    The list runs without gaps from the earliest year that has a column to the latest.
    """
    typed_years = [int(name) for name in table.text.columns if name.isdecimal()]
    years = list(range(min(typed_years), max(typed_years) + 1)) if typed_years else []
    rows = tidy_rows(table, "boards", TOTALS)
    chart = table.text.reindex(columns=[*map(str, years)]).astype(float).set_axis(years, axis=1)
    return pd.concat([rows, chart], axis=1), years


def tidy_unplayed(
    rows: pd.DataFrame,
    games: pd.DataFrame,
    nmrs: pd.DataFrame,
    table: RawTable,
    years: list[int],
    problems: list[Problem],
) -> pd.DataFrame:
    """Return the UNPLAYED table: the boards without centres and without any sign that they have been played.

    A board with nothing but names is still to be played, even if its result says `in progress`. If a score, place,
    missed turn, winner or end date has been entered, the board has been played and its centres are missing.
    """
    typed = (
        rows[[*years, *SAYS_PLAYED]].notna().any(axis=1)
        | rows["penalty"].ne(0)
        | rows[["draw_proposed", "late_orders"]].ne("").any(axis=1)
    )
    typed |= table.faulty.any(axis=1).to_numpy()[rows["raw_row"].to_numpy(dtype=int)]
    going_on = games["result"].isin(GOING_ON)
    over = ~going_on & games[["result", "winners", "ended"]].ne("").any(axis=1)
    blank = rows[~typed]
    for played in (rows[typed], games[over], nmrs):
        blank = blank[~among(blank, played, BOARD)]
    blank = blank.assign(awaited=blank["player"].ne("") | among(blank, games[going_on], BOARD))
    empty = blank.groupby(BOARD).agg({"awaited": "any", "raw_row": "min"}).reset_index()
    problems += [table.problem("not_played", int(row), "board") for row in empty["raw_row"]]
    return empty[[*BOARD, "awaited"]]


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows in canonical order, by season, event, round, board (in natural order) and power."""
    keys = {
        **{name: rows[name].map(natural_ranks(rows[name])) for name in BOARD},
        "power": rows["power"].map({power: i for i, power in enumerate(POWERS)}),
    }
    return rows.iloc[np.lexsort([keys[name] for name in reversed(SEAT)])].reset_index(drop=True)


def recorded(seats: pd.DataFrame, years: list[int]) -> pd.DataFrame:
    """Return the seats, each with the first and the last recorded year of its board's chart."""
    typed = np.where(seats[years].notna(), np.array(years, dtype=float), np.nan)
    first, last = (pick.reduce(typed, axis=1, initial=np.nan) for pick in (np.fmin, np.fmax))
    seats = seats.assign(first_recorded=first, last_recorded=last)
    boards = seats.groupby(BOARD)
    return seats.assign(
        first_recorded=boards["first_recorded"].transform("min"), last_recorded=boards["last_recorded"].transform("max")
    )


def tidy_boards(seats: pd.DataFrame, games: pd.DataFrame, nmrs: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the BOARDS table, in the order of the seats.

    Each board has the settings of its game and its event, and the first and the last recorded year of its chart.
    """
    boards = seats[[*BOARD, *RECORDED]].drop_duplicates(BOARD).dropna(subset=["round", "board"])
    once = games[[*BOARD, *GAME]].drop_duplicates(BOARD).replace({"result": {TO_BE_PLAYED: ""}})
    boards = boards.merge(once, on=BOARD, how="left")
    of_events = events[[*EVENT, "first_year", "last_year", "edition_of"]]
    boards = boards.merge(of_events, on=EVENT, how="left", suffixes=("", "_of_event"))
    boards["last_year_of_game"] = boards["last_year"]
    boards["last_year"] = boards["last_year"].fillna(boards["last_recorded"]).fillna(boards["last_year_of_event"])
    boards = boards.fillna({name: "" for name in GAME if not COLUMNS[name].missing})
    of_italia = boards.pop("edition_of") == italia.SYSTEM
    if of_italia.any():
        boards["last_year"] = boards["last_year"].fillna(_lasted(boards, seats, nmrs).where(of_italia))
    return boards


def _lasted(boards: pd.DataFrame, seats: pd.DataFrame, nmrs: pd.DataFrame) -> pd.Series:
    """Return the final year to use for each board under Italia-2010 if none has been entered.

    This is the seventh year (1907), or the latest year entered for an elimination or a missed turn if that is later. It
    is NaN if a solo or a draw may have ended the game earlier.
    """
    key = pd.MultiIndex.from_frame(boards[BOARD])
    typed = pd.concat([seats[[*BOARD, "eliminated"]].rename(columns={"eliminated": "year"}), nmrs[[*BOARD, "year"]]])
    latest = typed.groupby(BOARD)["year"].max().reindex(key).to_numpy(dtype=float)
    most = seats.groupby(BOARD)["final_centres"].max().reindex(key).to_numpy(dtype=float)
    played_out = boards["result"].isin(["", "time limit"]) & (boards["draw_accepted"] == "") & ~(most >= SOLO_CENTRES)
    return np.fmax(boards["first_year"] + italia.YEARS - 1, latest).where(played_out)


def filled(seats: pd.DataFrame, years: list[int]) -> pd.DataFrame:
    """Return the SEATS table, with blank years and final centres filled in.

    In a board's recorded years, a blank becomes 0 after a 0, and from the power's elimination year onwards. The final
    centres are those of the last recorded year or, if that year is blank, those that have been entered. If both are
    blank, an eliminated power has 0.
    """
    chart, calendar = seats[years].to_numpy(dtype=float, copy=True), np.array(years, dtype=float)
    first, last, eliminated = (seats[name].to_numpy()[:, np.newaxis] for name in (*RECORDED, "eliminated"))
    out = after_zero(chart.T).T | (calendar >= eliminated)
    chart[np.isnan(chart) & out & (calendar >= first) & (calendar <= last)] = 0
    at_the_end = np.where(calendar == last, chart, np.nan)
    recorded = ~np.isnan(at_the_end)
    final = pd.Series(np.where(recorded, at_the_end, 0).sum(axis=1), seats.index).where(recorded.any(axis=1))
    no_centres = seats["eliminated"].where(seats["eliminated"].isna(), 0.0)
    facts = seats.drop(columns=[*years, *RECORDED]).assign(
        typed_final=seats["final_centres"], final_centres=final.fillna(seats["final_centres"]).fillna(no_centres)
    )
    return pd.concat([facts, pd.DataFrame(chart, seats.index, years)], axis=1)
