"""Boards, seats and control totals from the boards sheets, with blank years filled in where centres are known."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import RawTable
from pipeline.read.validate import number
from pipeline.rules.charts import after_zero
from pipeline.rules.counting import italia_2010 as italia
from pipeline.tidy.rows import tidy_rows
from schemas.columns import COLUMNS
from schemas.keys import BOARD, EVENT, SEAT, SOURCE, among, natural_ranks
from schemas.tables import GAME, TOTALS
from schemas.words import POWERS, SOLO_CENTRES, TO_BE_PLAYED

GOING_ON = ("in progress", TO_BE_PLAYED)
SAYS_PLAYED = ("final_centres", "eliminated", "nmr_orders", "nmr_adjustments", "typed_score", "typed_place")


def tidy_charts(table: RawTable) -> tuple[pd.DataFrame, list[int]]:
    """Return every row of the boards sheets (seats and TOTALS), and all years from the first column to the last."""
    typed_years = [int(name) for name in table.text.columns if name.isdecimal()]
    years = list(range(min(typed_years), max(typed_years) + 1)) if typed_years else []
    rows = tidy_rows(table, "boards", TOTALS)
    chart = {year: number(table.text[str(year)]) if str(year) in table.text else np.nan for year in years}
    return pd.concat([rows, pd.DataFrame(chart, index=rows.index, dtype=float)], axis=1), years


def tidy_unplayed(
    rows: pd.DataFrame,
    games: pd.DataFrame,
    nmrs: pd.DataFrame,
    table: RawTable,
    years: list[int],
    problems: list[Problem],
) -> pd.DataFrame:
    """Return UNPLAYED: the boards without centres and without any sign that they have been played.

    A board with nothing but names is still to be played, even if its result says `in progress`. A typed score, place,
    missed turn, winner or end shows that a board has been played and that its centres are missing.
    """
    typed = (
        rows[[*years, *SAYS_PLAYED]].notna().any(axis=1)
        | rows["penalty"].ne(0)
        | rows[["draw_proposed", "late_orders"]].ne("").any(axis=1)
    )
    typed |= table.faulty.any(axis=1).to_numpy()[rows["raw_row"].to_numpy(dtype=int)]
    going_on = games["result"].isin(GOING_ON)
    over = ~going_on & games[["result", "winners", "ended"]].ne("").any(axis=1)
    typed |= among(rows, games[over], BOARD) | among(rows, nmrs, BOARD)
    awaited = rows["player"].ne("") | among(rows, games[going_on], BOARD)
    boards = rows.assign(played=typed, awaited=awaited).groupby(BOARD)
    boards = boards.agg(
        played=("played", "any"), awaited=("awaited", "any"), raw_row=("raw_row", "first")
    ).reset_index()
    empty = boards[~boards["played"]]
    problems += [table.problem("not_played", int(row), "board") for row in empty["raw_row"]]
    return empty[[*BOARD, "awaited"]]


def in_order(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows in canonical order, by season, event, round, board (in natural order) and power."""
    keys = {
        **{name: rows[name].map(natural_ranks(rows[name])) for name in BOARD},
        "power": rows["power"].map({power: i for i, power in enumerate(POWERS)}),
    }
    order = pd.DataFrame(keys).sort_values(SEAT, kind="stable").index
    return rows.loc[order].reset_index(drop=True)


def tidy_boards(
    seats: pd.DataFrame, games: pd.DataFrame, nmrs: pd.DataFrame, events: pd.DataFrame, years: list[int]
) -> pd.DataFrame:
    """Return BOARDS in the order of the seats, with settings from GAMES and EVENTS and the years of the charts."""
    boards = seats[BOARD].drop_duplicates().dropna(subset=["round", "board"]).reset_index(drop=True)
    once = games.drop_duplicates(BOARD).drop(columns=[*SOURCE, "raw_row"]).replace({"result": {TO_BE_PLAYED: ""}})
    boards = boards.merge(once, on=BOARD, how="left", validate="one_to_one")
    boards = boards.merge(events[[*EVENT, "first_year", "last_year"]], on=EVENT, how="left", suffixes=("", "_of_event"))
    typed = seats[years].notna().groupby([seats[name] for name in BOARD], sort=False).any()
    typed = typed.reindex(pd.MultiIndex.from_frame(boards[BOARD]), fill_value=False)
    recorded = np.where(typed.to_numpy(dtype=bool), np.array(years, dtype=float), np.nan)
    charted = typed.any(axis=1).to_numpy(dtype=bool) if years else np.zeros(len(boards), bool)
    boards["first_recorded"] = _extreme(np.fmin, recorded, charted)
    boards["last_recorded"] = _extreme(np.fmax, recorded, charted)
    boards["last_year_of_game"] = boards["last_year"]
    boards["last_year"] = boards["last_year"].fillna(boards["last_recorded"]).fillna(boards["last_year_of_event"])
    boards = boards.fillna({name: "" for name in GAME if not COLUMNS[name].missing})
    boards["last_year"] = boards["last_year"].fillna(_lasted(boards, seats, nmrs, events))
    return boards


def _lasted(boards: pd.DataFrame, seats: pd.DataFrame, nmrs: pd.DataFrame, events: pd.DataFrame) -> pd.Series:
    """Return the last year to use for each board if none is typed.

    Under Italia-2010 this is the seventh year (1907), or the latest typed year of an elimination or a missed turn if
    that is later. The year is NaN if a solo or a draw may have ended the game earlier, and under every other system.
    """
    system = boards[EVENT].merge(events[[*EVENT, "edition_of"]], on=EVENT, how="left")["edition_of"]
    key = pd.MultiIndex.from_frame(boards[BOARD])
    typed = pd.concat([seats[[*BOARD, "eliminated"]].rename(columns={"eliminated": "year"}), nmrs[[*BOARD, "year"]]])
    latest = typed.groupby(BOARD)["year"].max().reindex(key).to_numpy(dtype=float)
    most = seats.groupby(BOARD)["final_centres"].max().reindex(key).to_numpy(dtype=float)
    played_out = boards["result"].isin(["", "time limit"]) & (boards["draw_accepted"] == "") & ~(most >= SOLO_CENTRES)
    lasted = np.fmax(boards["first_year"] + italia.YEARS - 1, latest)
    return lasted.where(played_out & (system == italia.SYSTEM))


def _extreme(pick: np.ufunc, recorded: NDArray[np.float64], charted: NDArray[np.bool_]) -> NDArray[np.float64]:
    extreme = np.full(len(recorded), np.nan)
    if charted.any():
        extreme[charted] = pick.reduce(recorded[charted], axis=1)
    return extreme


def filled(seats: pd.DataFrame, boards: pd.DataFrame, years: list[int]) -> pd.DataFrame:
    """Return SEATS with 0 in the blank years after a typed 0, and from the year of a typed elimination on.

    Final centres are those of the last recorded year, or else the typed ones, or else 0 for an eliminated power.
    """
    of_board = seats[BOARD].merge(boards, on=BOARD, how="left", validate="many_to_one")
    chart, calendar = seats[years].to_numpy(dtype=float, copy=True), np.array(years, dtype=float)
    first, last = of_board[["first_recorded"]].to_numpy(), of_board[["last_recorded"]].to_numpy()
    out = after_zero(chart.T).T | (calendar >= seats[["eliminated"]].to_numpy())
    chart[np.isnan(chart) & out & (calendar >= first) & (calendar <= last)] = 0
    at_the_end = np.where(calendar == last, chart, np.nan)
    recorded = ~np.isnan(at_the_end)
    final = pd.Series(np.where(recorded, at_the_end, 0).sum(axis=1), seats.index).where(recorded.any(axis=1))
    no_centres = seats["eliminated"].where(seats["eliminated"].isna(), 0.0)
    facts = seats.drop(columns=years).assign(
        typed_final=seats["final_centres"], final_centres=final.fillna(seats["final_centres"]).fillna(no_centres)
    )
    return pd.concat([facts, pd.DataFrame(chart, seats.index, years)], axis=1)
