"""Facts about all boards, derived from the tidy tables.

The facts are final centres, centre-years, elimination years, missed turns, survivors and solos. Once the sheets have
been checked, every board has seven seats in the order of the powers, so a column can be reshaped to a (board, power)
array.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.boards import Boards, named_as_winners
from pipeline.rules.charts import eliminations
from pipeline.tidy.tables import Tables
from schemas.columns import AUTUMN
from schemas.facts import BOARD_FACTS, SEAT_FACTS
from schemas.keys import BOARD, EVENT, SEAT, among
from schemas.schema import check
from schemas.words import COUNT, ORDER_TURNS, POWERS


@dataclass
class Facts:
    """Facts about all boards.

    boards   the frame that BOARD_FACTS describes, in the order of `seats`
    seats    the frame that SEAT_FACTS describes, with seven rows per board in the order of the powers, and one more
             column for each of `years`
    arrays   the same facts as arrays, for the systems
    systems  (seat) the official system of the seat's event, or "" if it has none
    """

    boards: pd.DataFrame
    seats: pd.DataFrame
    years: list[int]
    arrays: Boards
    systems: NDArray[np.object_]


def without(tables: Tables, events: set[tuple[str, str]], boards: pd.DataFrame | None = None) -> Tables:
    """Return the tables without the given events and boards, which have errors.

    boards  boards to leave out of the remaining events, or None for those in `tables.aside`
    """
    aside = tables.aside if boards is None else boards
    if not events and aside.empty:
        return replace(tables, aside=aside)
    left_out = pd.DataFrame([*events], columns=EVENT)
    kept = {}
    for name, frame in vars(tables).items():
        if isinstance(frame, pd.DataFrame) and "event" in frame:
            out = among(frame, left_out, EVENT)
            out |= among(frame, aside, BOARD) if {*BOARD} <= {*frame} else False
            kept[name] = frame[~out].reset_index(drop=True)
    return replace(tables, **(kept | {"aside": aside}))


def derive(tables: Tables) -> Facts:
    """Return the facts about every board.

    Raises ValueError if a board does not have seven seats in the order of the powers (earlier checks should have
    reported it), and pandera's SchemaErrors if boards or seats do not fit their schemas.
    """
    seats, boards = tables.seats, tables.boards
    if len(seats) != len(POWERS) * len(boards) or (seats["power"] != np.tile(POWERS, len(boards))).any():
        raise ValueError("a board has not seven seats in the order of the powers")
    chart, first_year, years = _chart(tables)
    centres = _powers(seats["final_centres"])
    in_progress = (boards["result"] == "in progress").to_numpy()
    recorded = np.logical_and.reduce(np.isfinite(chart), axis=1)
    eliminated = eliminations(chart, recorded, centres, _powers(seats["eliminated"]) - first_year + 1)
    orders, adjustments = _missed(tables, first_year + years - 1)
    of_events = tables.events[[*EVENT, "system", "variants"]]
    of_events = boards[[*EVENT, "variant"]].merge(of_events, on=EVENT, how="left")
    arrays = Boards(
        centres=centres.astype(np.int16),
        owned=np.nan_to_num(chart).astype(np.int8),
        recorded=recorded,
        first_year=first_year.astype(np.int16),
        years=years.astype(np.int16),
        eliminated=eliminated,
        has_player=_powers(seats["player"] != "").astype(bool),
        named=named_as_winners(boards["winners"]),
        in_progress=in_progress,
        nmr_orders=orders.astype(np.int16),
        nmr_adjustments=adjustments.astype(np.int16),
        penalty=_powers(seats["penalty"]),
        variant=(of_events["variant"].ne("") & of_events["variants"].ne(COUNT)).to_numpy(dtype=bool),
    )
    board_facts = check(_board_facts(boards, arrays), BOARD_FACTS)
    seat_facts = check(_seat_facts(seats, arrays), SEAT_FACTS.with_columns(tables.years, AUTUMN))
    systems = of_events["system"].to_numpy(dtype=object).repeat(len(POWERS))
    return Facts(board_facts, seat_facts, tables.years, arrays, systems)


def flat(figures: NDArray) -> NDArray:
    """Flatten a (power, board) array to one figure per seat, in the order of the seats."""
    return figures.T.ravel()


def _powers(column: pd.Series | NDArray) -> NDArray:
    """Reshape a column with one figure per seat to a (power, board) array."""
    return np.asarray(column).reshape(len(column) // len(POWERS), len(POWERS)).T


def _chart(tables: Tables) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return a (game year, power, board) array of centres, and each board's first year and number of years played.

    The number of years is 0 if it is unknown.
    """
    boards = tables.boards
    first_year = boards["first_year"].to_numpy(dtype=float)
    years = (boards["last_year"].to_numpy(dtype=float) - first_year + 1).clip(min=0)
    calendar = tables.seats[tables.years].to_numpy(dtype=float).reshape(len(boards), len(POWERS), len(tables.years))
    longest = int(np.nan_to_num(boards["last_recorded"].to_numpy(dtype=float) - first_year + 1).max(initial=0))
    column = first_year[:, np.newaxis] - tables.years[:1] + np.arange(longest)  # column of each game year
    inside = (column >= 0) & (column < len(tables.years))
    # years outside the table get an arbitrary column and are masked below
    picked = (column % len(tables.years)).astype(int)[:, np.newaxis, :]
    chart = np.where(inside[:, np.newaxis, :], np.take_along_axis(calendar, picked, axis=2), np.nan)
    return np.ascontiguousarray(chart.transpose(2, 1, 0)), first_year, np.nan_to_num(years)


def _missed(tables: Tables, last_year: NDArray[np.float64]) -> tuple[NDArray, NDArray]:
    """Return how many order turns and how many adjustments each power missed up to the game's last year.

    Both results are (power, board) arrays.
    """
    seats, latest = tables.seats, np.where(tables.boards["last_year"].isna(), np.inf, last_year)
    nmrs = tables.nmrs.merge(seats[SEAT].assign(seat=np.arange(len(seats))), on=SEAT, validate="many_to_one")
    seat = nmrs["seat"].to_numpy()
    in_game = (nmrs["year"] <= latest[seat // len(POWERS)]).to_numpy()
    of_orders = nmrs["turn"].isin(ORDER_TURNS).to_numpy()
    orders, adjustments = (np.bincount(seat[in_game & kind], minlength=len(seats)) for kind in (of_orders, ~of_orders))
    typed = seats[["nmr_orders", "nmr_adjustments"]].to_numpy().T
    orders, adjustments = np.where(np.isnan(typed), (orders, adjustments), typed)
    return _powers(orders), _powers(adjustments)


def _board_facts(boards: pd.DataFrame, arrays: Boards) -> pd.DataFrame:
    return boards.assign(
        years=arrays.years,
        charted=arrays.charted,
        in_progress=arrays.in_progress,
        soloist=np.where(arrays.soloed, np.array(POWERS)[arrays.solo.argmax(axis=0)], ""),
        survivors=arrays.survivor.sum(axis=0),
    )


def _seat_facts(seats: pd.DataFrame, arrays: Boards) -> pd.DataFrame:
    year = arrays.first_year + arrays.eliminated - 1.0
    return seats.assign(
        final_centres=flat(arrays.centres),
        centre_years=np.where(
            flat(np.broadcast_to(arrays.charted, arrays.centres.shape)), flat(arrays.centre_years), np.nan
        ),
        eliminated=flat(np.where(arrays.eliminated > 0, year, np.nan)),
        survivor=flat(arrays.survivor),
        solo=flat(arrays.solo),
        nmr_orders=flat(arrays.nmr_orders),
        nmr_adjustments=flat(arrays.nmr_adjustments),
        nmr_penalties=flat(arrays.nmr_penalties),
    )
