"""The checks that every board must pass. Each check covers all boards at once.

A fault is reported at the cell where a person would look first. A check is skipped if it needs a cell that could
not be read, such as a board's result or one of a year's centre counts, so that one bad cell causes only one message.
"""

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.laws import CHECK, Law, broken, having
from pipeline.problems.codes import Problem
from pipeline.read.cells import spans
from pipeline.read.raw_tables import Raw, RawTable
from pipeline.rules import charts as arrays
from pipeline.rules.boards import Bools, Floats, named_as_winners
from pipeline.rules.charts import YEAR
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.rank import in_standings
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, among
from schemas.messages import Message, Name, listed, say
from schemas.words import ORDER_TURNS, POWERS, SOLO_CENTRES, fold, vocabulary

CHART_FIELDS = {"round", "board", "power", "final", "eliminated"}  # besides the years
STOPS_EARLY = "stops_early"
PLAYED_ON = "diplo_ligue"  # a system under which 18 centres do not end the game
STARTS = {"Russia": 4.0}  # units at the start; every other power has three
LONGEST_GAME = 40  # years
ALIKE = 2 * len(POWERS) - 2  # boards repeat each other if this many of the seven players and seven centres are equal
LONG_CHART = 4  # years; two different games never have equal charts for this long
SOME = 3  # boards with equal charts repeat each other if they have this many players in common
CHECK_BOTH = Message("Check {cells} and the year before.")
CHECK_TOTAL = Message("Check {cells} and the total.")


class SoundBoards(NamedTuple):
    """Arrays that describe the boards for which `BoardSheets.sound` is true. Their axes are given in parentheses.

    season   (board) the season as a number
    players  (board, power) the player as a number
    named    (board, power) whether the player counts in the standings
    finals   (board, power) the final centres, NaN if unknown
    """

    season: NDArray[np.int64]
    players: NDArray[np.int64]
    named: Bools
    finals: Floats


@dataclass
class BoardSheets:
    """The tables, raw sheets and arrays that the board checks need.

    The axes of each array are given in parentheses.

    seats     one row per seat. The column `code` gives the position of the seat's board in `boards`
    typed     the tidy tables of boards, seats, games, missed turns and totals, each with a column `code`. The code is
              -1 if the row's round or board is unknown. If the board is missing from `boards`, the code is the
              number of boards or higher
    chart     (year, seat) centres by calendar year, NaN if unknown or before the game's first year
    seven     (board) whether each of the seven powers has exactly one row, so that a year's centres can be added up
    sound     (board) whether `seven` is true and every cell of the chart could be read
    standard  (board) whether the game is played on the standard map, with 34 centres
    """

    tables: Tables
    sheets: dict[str, RawTable]
    seats: pd.DataFrame
    typed: dict[str, pd.DataFrame]
    chart: Floats
    seven: Bools
    sound: Bools
    standard: Bools

    @property
    def boards(self) -> pd.DataFrame:
        """The tidy table of boards, indexed by the board's code."""
        return self.tables.boards

    @cached_property
    def codes(self) -> NDArray[np.int64]:
        """For each seat, the code of its board, which is the board's position in `boards`."""
        return self.seats["code"].to_numpy()

    @property
    def faulty(self) -> pd.DataFrame:
        """A mask of the cells in the `boards` sheets that could not be read."""
        return self.sheets["boards"].faulty

    def on(self, boards: Bools, name: str) -> pd.DataFrame:
        """Return the rows of `typed[name]` that belong to boards for which the mask `boards` is true."""
        return self.typed[name][self.typed[name]["code"].isin(np.flatnonzero(boards))]

    def lost(self, name: str) -> pd.DataFrame:
        """Return the rows of `typed[name]` that refer to a board missing from `boards`."""
        return self.typed[name][self.typed[name]["code"] >= len(self.boards)]

    def year(self, name: str) -> Floats:
        """Return each board's calendar year from the column `name`, as a float."""
        return self.boards[name].to_numpy(dtype=float)

    @cached_property
    def last_year(self) -> Floats:
        """The last year of each board's game, NaN if it is unknown or earlier than the first year."""
        last = self.year("last_year")
        return np.where(last >= self.year("first_year"), last, np.nan)

    @cached_property
    def charted(self) -> Bools:
        """A (year, board) array that is true for each year in which any power's centres are known.

        The array is false in every year for a board whose chart begins before its game.
        """
        return self.on_board(~np.isnan(self.chart)) & ~(self.year("first_recorded") < self.year("first_year"))

    def on_board(self, seats: Bools) -> Bools:
        """Return a (year, board) array that is true where a (year, seat) array is true for any seat of the board."""
        out = np.zeros((len(self.boards), len(seats)), bool)
        np.logical_or.at(out, self.codes, seats.T)
        return out.T

    @cached_property
    def charts(self) -> arrays.Charts:
        """The charts as arrays, for the checks in `rules/charts.py`."""
        total = np.zeros((len(self.boards), len(self.chart)))
        np.add.at(total, self.codes, self.chart.T)
        final, typed_final, eliminated = self.seats[["final_centres", "typed_final", "eliminated"]].to_numpy(float).T
        span = (self.year("first_year"), self.year("first_recorded"), self.last_year)
        return arrays.Charts(
            centres=self.chart,
            total=total.T,
            begins=np.array(self.tables.years[:1] or [0]),
            on_board=self.on_board,
            charted=~np.isnan(self.year("last_recorded")),
            standard=self.seven & self.standard,
            final=final,
            final_total=np.bincount(self.codes, final, len(self.boards)),
            typed_final=typed_final,
            eliminated=eliminated,
            span=arrays.Span(*(years[self.codes] for years in span)),
        )

    @cached_property
    def first(self) -> pd.DataFrame:
        """The boards, each with the `raw_row` of its first seat and the settings of its event.

        top  whether the board is the top table. If the event names only the top table's round, this is true for every
             board of that round
        """
        first_seats = np.unique(self.codes, return_index=True)[1]
        settings = ["name", "edition_of", "top_table_round", "top_table_board"]
        boards = self.boards.assign(raw_row=self.seats["raw_row"].to_numpy()[first_seats])
        boards = boards.merge(self.tables.events[[*EVENT, *settings]], on=EVENT, how="left")
        named = (boards["top_table_board"] == boards["board"]) | (boards["top_table_board"] == "")
        return boards.assign(top=(boards["round"] == boards["top_table_round"]) & named)

    @cached_property
    def most(self) -> Floats:
        """The highest number of final centres on each board, NaN if no final centres are known."""
        return self.seats.groupby("code")["final_centres"].max().to_numpy()

    @cached_property
    def rows(self) -> "pd.Series[Any]":
        """The raw rows of each board's seats, indexed by the board's code."""
        return self.seats.groupby("code")["raw_row"].agg(lambda rows: sorted(rows.astype(int)))

    def cells(self, code: int, field: str) -> str:
        """Return the cell addresses of a field in all rows of a board."""
        return self.sheets["boards"].cells(self.rows[code], field)

    @cached_property
    def of_sound(self) -> SoundBoards:
        """The seasons, players and final centres of the boards for which `sound` is true, as arrays."""
        player = self.seats["player"]
        of_seats = (pd.factorize(player)[0], in_standings(player).to_numpy(bool), self.charts.final)
        players, named, finals = (each[self.sound[self.codes]].reshape(-1, len(POWERS)) for each in of_seats)
        return SoundBoards(pd.factorize(self.boards["season"])[0][self.sound], players, named, finals)

    def repeats(self, boards: NDArray[np.int64], others: NDArray[np.int64]) -> pd.DataFrame:
        """Return the rows of `self.first` for boards that repeat another board, indexed by code.

        The additional columns `*_first` identify the board that is repeated.

        boards  codes of the boards that repeat another
        others  for each of them, the code of the board that it repeats
        """
        if not len(boards):
            return self.first[:0]
        rows = self.first.iloc[boards].copy()
        rows[[f"{name}_first" for name in BOARD]] = self.boards[BOARD].to_numpy()[others]
        return rows

    @cached_property
    def in_two_files(self) -> pd.DataFrame:
        """The boards whose game also appears in an earlier event of the season, as `repeats` returns them.

        Two boards count as the same game if they have the same players, powers and centres.
        """
        season, players, in_names, finals = self.of_sound
        years = self.seats[self.tables.years].to_numpy(float)[self.sound[self.codes]]
        years = years.reshape(len(finals), len(POWERS) * len(self.tables.years))
        named, event = in_names.sum(axis=1) > 1, self.boards["event"].to_numpy()
        figures = np.column_stack([season, players, np.nan_to_num(finals, nan=-1), np.nan_to_num(years, nan=-1)])
        boards = np.flatnonzero(self.sound)[named]
        others = boards[_first_alike(figures[named])]
        copies = event[boards] != event[others]
        return self.repeats(boards[copies], others[copies])

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games entered for sound boards (see `sound`).

        If a game is entered twice, only its first row is kept. The additional column `most` is the highest number of
        final centres on the board.
        """
        games = self.on(self.sound, "games").drop_duplicates("code", ignore_index=True)
        return games.assign(most=self.most[games["code"]])

    @cached_property
    def results(self) -> arrays.Results:
        """The results of `games` as arrays."""
        finals = np.full((len(self.boards), len(POWERS)), np.nan)
        finals[self.sound] = self.of_sound.finals
        return arrays.Results(
            result=self.games["result"].to_numpy(dtype=object),
            named=named_as_winners(self.games["winners"]),
            final=finals[self.games["code"]].T,
            variant=~standard_map(self.games["variant"]),
        )

    @cached_property
    def soloed(self) -> Bools:
        """A mask of the rows of `games` in which a power soloed on the standard map."""
        return self.results.soloed & ~self.results.variant

    @cached_property
    def results_broken(self) -> dict[str, Bools]:
        """Masks of the games that fail the results checks, keyed by problem code.

        A game is marked only for the first check that it fails.
        """
        return {law.code: games for law, games in arrays.first_broken(self.results)}

    @cached_property
    def lasts(self) -> pd.DataFrame:
        """The boards, with two additional columns.

        limit    the game's last year as entered in the `games` sheet, NaN if there is none
        raw_row  the board's first row in that sheet, NaN if there is none
        """
        rows = self.typed["games"].drop_duplicates("code").set_index("code")["raw_row"]
        return self.boards.assign(limit=self.boards["last_year_of_game"], raw_row=rows.reindex(self.boards.index))

    @cached_property
    def of_other_length(self) -> pd.DataFrame:
        """The boards under Italia-2010 without a final year in the `games` sheet, with additional columns.

        limit   final year entered for the event, or 1907 if there is none
        longer  whether the event has no final year, but the board goes on after 1907 (after 1908 for the top table)
        early   whether the chart of a finished game stops before the limit, without a solo or a draw
        """
        boards = self.first[(self.first["edition_of"] == italia.SYSTEM) & self.first["last_year_of_game"].isna()]
        if boards.empty:
            return boards
        over = (self.most[boards.index] >= SOLO_CENTRES) | boards["result"].isin(["draw", "in progress"])
        preface = boards["first_year"] + italia.YEARS - 1
        limit = boards["last_year_of_event"].fillna(preface)
        return boards.assign(
            limit=limit,
            longer=boards["last_year_of_event"].isna() & (boards["last_year"] > preface + boards["top"]),
            early=(boards["last_recorded"] < limit) & ~over,
        )

    @cached_property
    def lives(self) -> pd.DataFrame:
        """One row per seat, with the years in which its power was in the game.

        first_year  first year of the game
        lived_to    last year in which the power owned a centre
        latest      last year in which the power could miss a turn
        """
        charts, alive = self.charts, self.charts.final > 0
        eliminated = np.where(np.isnan(charts.eliminated), charts.first_zero, charts.eliminated)
        lived_to = np.where(alive, charts.span.last, eliminated)
        going_on = (self.boards["result"] == "in progress").to_numpy()[self.codes]
        latest = lived_to + (going_on & alive)  # the year after the last autumn is being played
        seats = self.seats[["code", "power", "raw_row", "nmr_orders", "nmr_adjustments"]]
        seats = seats.assign(first_year=charts.span.began, lived_to=lived_to, latest=latest)
        return seats.drop_duplicates(["code", "power"], ignore_index=True)

    @cached_property
    def missed(self) -> pd.DataFrame:
        """The missed turns that the `nmr` sheet lists for the seats in `lives`.

        The column `seat` gives the position of the seat in `lives`.
        """
        lives = self.lives[["code", "power", "first_year", "latest"]].reset_index(names="seat")
        return self.typed["nmrs"].merge(lives, on=["code", "power"])


def board_sheets(tables: Tables, sheets: dict[str, RawTable]) -> BoardSheets:
    """Return the tables and raw sheets, with the arrays that the board checks need."""
    names, boards = ("boards", "seats", "games", "nmrs", "totals"), tables.boards
    rows = [getattr(tables, name) for name in names]  # boards come first, so the code of a board is its row
    codes = pd.concat([each[BOARD] for each in rows]).groupby(BOARD, sort=False).ngroup().fillna(-1).to_numpy(int)
    of_each = np.split(codes, np.cumsum([*map(len, rows)])[:-1])
    typed = {name: each.assign(code=code) for name, each, code in zip(names, rows, of_each, strict=True)}
    seats = typed["seats"]
    seats = seats[seats["code"] >= 0].reset_index(drop=True)
    chart, code = seats[tables.years].to_numpy(dtype=float, copy=True), seats["code"].to_numpy()
    chart[np.array(tables.years) < boards[["first_year"]].to_numpy()[code]] = np.nan  # another check reports these
    faulty = sheets["boards"].faulty
    fields = [name for name in faulty.columns if name in CHART_FIELDS or name.isdecimal()]
    unreadable = faulty[fields].to_numpy(bool).any(axis=1)[seats["raw_row"].to_numpy(int)]
    powers = seats.groupby("code")["power"].nunique().to_numpy()
    seven = (powers == len(POWERS)) & (np.bincount(code, minlength=len(boards)) == len(POWERS))
    sound = seven & (np.bincount(code, weights=unreadable, minlength=len(boards)) == 0)
    return BoardSheets(tables, sheets, seats, typed, chart.T, seven, sound, standard_map(boards["variant"]))


def standard_map(variant: pd.Series) -> Bools:
    """Return whether each game is played on the standard map.

    A game is on the standard map if it has no variant, or a variant that keeps the map, such as Gunboat.
    """
    same_map = vocabulary("standard map")
    return np.array([not name or fold(name) in same_map for name in variant], bool)


def breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Return the problems that the board checks find."""
    return broken(LAWS, board_sheets(tables, raw.tables), raw)


# -- the rows that fail a check ----------------------------------------------------------------------------------------


def powers_missing(b: BoardSheets) -> pd.DataFrame:
    """Return the boards on which some powers are missing.

    The column `powers` lists the missing powers. Boards with a duplicate or unreadable power, or in an event with an
    unreadable round or board, are skipped, since these faults are reported elsewhere.
    """
    if b.seven.all():
        return b.first[:0]
    lost = b.sheets["boards"].origin.loc[b.faulty[["round", "board"]].any(axis=1), EVENT]
    unsure = b.seats["power"].isna() | b.seats.duplicated(["code", "power"])
    unsure |= among(b.seats, lost, EVENT)
    typed = b.seats["power"].groupby(b.codes).agg(set)
    missing = [[Name("power", power) for power in POWERS if power not in named] for named in typed]
    boards = b.first.assign(powers=[listed(names, "and") for names in missing])
    return boards[np.array([*map(bool, missing)], bool) & (np.bincount(b.codes, unsure, len(boards)) == 0)]


def unknown_centres(b: BoardSheets) -> pd.DataFrame:
    """Return the seats whose final centres are unknown, on boards for which no year's centres are known.

    The column `whole` is true if the final centres of every seat of the board are unknown or 0. Boards whose result
    could not be read are skipped, since they may not have been played yet.
    """
    seats = b.seats[np.isnan(b.charts.final) & ~b.charts.charted[b.codes]]
    if seats.empty:
        return seats
    games = b.tables.games[b.sheets["games"].faulty["result"].to_numpy(dtype=bool)]
    end_fields = [name for name in b.faulty.columns if name in ("final", "eliminated") or name.isdecimal()]
    unread = b.faulty[end_fields].to_numpy(bool).any(axis=1)[seats["raw_row"]]
    return seats.assign(whole=~(b.most[seats["code"]] > 0))[~unread & ~among(seats, games, BOARD)]


def years_left_out(b: BoardSheets) -> pd.DataFrame:
    """Return the boards whose chart lacks years between the first and the last recorded year.

    The column `year` is the first missing year, and `spans` lists all missing years.
    """
    gaps, calendar = arrays.gaps(b.charted), np.array(b.tables.years)
    rows = b.first[gaps.any(axis=0)]
    years = [calendar[gaps[:, code]].tolist() for code in rows.index]
    return rows.assign(year=[year for year, *_ in years], spans=[*map(spans, years)])


def blank_cells(b: BoardSheets) -> pd.DataFrame:
    """Return the blank cells in years for which the centres of another power on the board are known.

    The column `year` is the year of the cell.
    """
    years, seats = np.nonzero(b.charted[:, b.codes] & np.isnan(b.chart))
    raw_row, year = b.seats["raw_row"].to_numpy()[seats], np.array(b.tables.years)[years].astype(str)
    unread = [name in b.faulty and b.faulty.at[row, name] for row, name in zip(raw_row, year, strict=True)]
    return pd.DataFrame({"raw_row": raw_row, "year": year})[~np.array(unread, bool)]


def charts_beyond_the_event(b: BoardSheets) -> pd.DataFrame:
    """Return the boards whose chart goes beyond the event's final year, if none is entered for the game itself.

    The top table may run one year longer. The column `limit` is the last year allowed.
    """
    last = b.year("last_year_of_event")
    limit = last + b.first["top"].to_numpy()
    over = (b.year("last_recorded") > limit) & (last >= b.year("first_year")) & np.isnan(b.year("last_year_of_game"))
    return b.first.assign(limit=limit)[over]


def last_years_that_differ(b: BoardSheets) -> pd.DataFrame:
    """Return the boards in `lasts` whose chart does not end in the final year entered in the `games` sheet."""
    last, recorded = b.year("last_year_of_game"), b.year("last_recorded")
    return b.lasts[(recorded != last) & ~np.isnan(recorded) & (last >= b.year("first_year"))]


def solos_given_back(b: BoardSheets) -> pd.DataFrame:
    """Return the seats that had 18 centres in some autumn, but fewer at the end.

    The column `year` is the first autumn with 18 centres. Events whose games go on after a solo are skipped.
    """
    ended_by_solo = b.standard & (b.first["edition_of"] != PLAYED_ON).to_numpy()
    below = (b.charts.final < SOLO_CENTRES) & ended_by_solo[b.codes]
    return in_first_year(b, (b.chart >= SOLO_CENTRES) & below)


def other_maps(b: BoardSheets) -> pd.DataFrame:
    """Return the games that name a variant and have yearly totals that do not fit the standard map."""
    return b.on(np.any(b.charts.totals_broken, axis=(0, 1)) & b.seven & ~b.standard, "games")


def totals_that_differ(b: BoardSheets) -> pd.DataFrame:
    """Return the control totals that differ from the sum of the powers' centres.

    A year is skipped if the sum itself is impossible, since another check reports that.
    """
    totals = b.on(b.seven, "totals")
    impossible = np.any(b.charts.totals_broken, axis=0) & b.charts.standard
    summed = np.column_stack([b.charts.total.T, b.charts.final_total])[totals["code"]]
    doubtful = np.column_stack([impossible.T, np.zeros(len(b.boards), bool)])[totals["code"]]
    typed = totals[[*b.tables.years, "final_centres"]].to_numpy(dtype=float)
    at = np.nonzero((np.nan_to_num(typed - summed) != 0) & ~doubtful)
    fields = np.array([*map(str, b.tables.years), "final"])
    code, field = totals["code"].to_numpy()[at[0]], fields[at[1]]
    cells = [b.cells(*place) for place in zip(code, field, strict=True)]
    rows = {"raw_row": totals["raw_row"].to_numpy()[at[0]], "field": field}
    return pd.DataFrame(rows | {"summed": summed[at], "cells": cells})


def of_no_board(rows: pd.DataFrame, tables: Tables, sheets: dict[str, RawTable]) -> pd.DataFrame:
    """Return the rows of another sheet that name a board missing from the event's `boards` sheet.

    Events without a `boards` sheet are skipped.
    """
    if rows.empty:
        return rows
    typed = rows.dropna(subset=["round", "board"])
    exists = among(typed, tables.boards, BOARD) | among(typed, tables.unplayed, BOARD)
    return typed[~exists & among(typed, sheets["boards"].origin, EVENT)]


def missed_outside(b: BoardSheets) -> pd.DataFrame:
    """Return the missed turns before the game's first year or after the power's last year."""
    missed = b.missed
    return missed[(missed["year"] < missed["first_year"]) | (missed["year"] > missed["latest"])]


def missed_too_many(name: str, b: BoardSheets) -> pd.DataFrame:
    """Return the seats with more missed turns than turns played.

    The column `most` is the number of turns that the power played.

    name  the kind of turns, `nmr_orders` or `nmr_adjustments`
    """
    years = b.lives["lived_to"].to_numpy() - b.lives["first_year"].to_numpy() + 1
    most = arrays.most_missed(years)[name]
    return b.lives.assign(most=most)[b.lives[name].to_numpy(float) > most]


def missed_differently(name: str, b: BoardSheets) -> pd.DataFrame:
    """Return the seats whose number of missed turns in the `boards` sheet differs from the number in the `nmr` sheet.

    The column `listed` is the number in the `nmr` sheet.

    name  the kind of missed turns, `nmr_orders` or `nmr_adjustments`
    """
    missed, typed = b.missed.dropna(subset="power"), b.lives[name].to_numpy(float)
    orders = missed["turn"].isin(ORDER_TURNS).to_numpy()
    listed = np.bincount(missed["seat"], orders == (name == "nmr_orders"), len(b.lives))
    differ = b.lives.index.isin(missed["seat"]) & ~np.isnan(typed) & (listed != typed)
    return b.lives.assign(listed=listed)[differ]


def with_result(b: BoardSheets, result: str, broken: Bools) -> pd.DataFrame:
    """Return the games whose entered result is `result` and for which `broken` is true."""
    return b.games[(b.results.result == result) & broken]


def over_by_a_solo(b: BoardSheets) -> pd.DataFrame:
    """Return the games in progress in which a power has 18 centres, except where games go on after a solo."""
    ended_by_solo = (b.first["edition_of"] != PLAYED_ON).to_numpy()[b.games["code"]]
    return with_result(b, "in progress", b.soloed & ended_by_solo)


def growth_beyond_the_units(b: BoardSheets) -> pd.DataFrame:
    """Return, for each board, the first seat with more centres in some year than a power can have by then.

    A unit can take at most one centre a year, and a power has no more units than centres. A power can therefore at most
    double its centres each year, starting from 3 (4 for Russia). A board without a chart is checked only in its final
    year. The column `most` is the highest possible number of centres in `year`.
    """
    start = np.array([STARTS.get(power, 3.0) for power in b.seats["power"]])
    years = np.array(b.tables.years, float)[:, np.newaxis]
    began, last = b.year("first_year")[b.codes], b.last_year[b.codes]
    before = np.full(b.chart.shape, np.nan)
    before[1:] = np.where(b.chart[:-1] > 0, b.chart[:-1], np.nan)  # another check reports a return from zero
    most = np.vstack([2 * np.where(years == began, start, before), start * 2.0 ** (last - began + 1)])
    final = np.where(b.charts.charted[b.codes], np.nan, b.seats["final_centres"].to_numpy(float))
    at, seats = np.nonzero((np.vstack([b.chart, final]) > most) & b.standard[b.codes])
    fields = np.array([*map(str, b.tables.years), "final"], object)[at]
    year = np.where(fields == "final", last[seats], np.append(years[:, 0], np.nan)[at])
    return b.seats.iloc[seats].assign(year=year, most=most[at, seats], field=fields).drop_duplicates("code")


def years_far_away(b: BoardSheets) -> pd.DataFrame:
    """Return the seats eliminated more than LONGEST_GAME years after the start, in games whose last year is unknown."""
    began, last = b.year("first_year")[b.codes], b.last_year[b.codes]
    return b.seats[(b.seats["eliminated"].to_numpy(float) > began + LONGEST_GAME) & np.isnan(last)]


def games_typed_again(b: BoardSheets) -> pd.DataFrame:
    """Return the boards that most likely repeat another board of their season, indexed by code.

    A repeated board has the same players with the same powers, and at most two of its seven final centres differ. If
    all centres match, one player may differ. A board also counts as repeated if the charts match over several years
    and some players have the same powers. The columns `*_first` identify the other board. Boards in
    `BoardSheets.in_two_files` are skipped, since another check reports them.
    """
    season, players, in_names, finals = b.of_sound
    boards, finals, named = np.flatnonzero(b.sound), np.nan_to_num(finals, nan=-1), in_names.sum(axis=1)
    charts = b.chart[:, b.sound[b.codes]].T.reshape(len(boards), len(POWERS), len(b.chart))
    years = (charts >= 0).any(axis=1).sum(axis=1)
    charts = np.nan_to_num(charts.reshape(len(boards), len(POWERS) * len(b.chart)), nan=-1)
    pairs = [(np.array([], int), np.array([], int))]
    but_one = (np.column_stack([np.delete(players, without, axis=1), finals]) for without in range(len(POWERS)))
    for figures in chain((players,), but_one):
        first = _first_alike(season, figures)
        repeats = np.flatnonzero(first != np.arange(len(first)))
        pairs.append((first[repeats], repeats))
    pairs.append(_with_a_player(charts, players, in_names & (years >= LONG_CHART)[:, None], season))
    one, other = (np.concatenate(each) for each in zip(*pairs, strict=True))
    same_players, same_finals = ((of[one] == of[other]).sum(axis=1) for of in (players, finals))
    alike = (same_players + same_finals >= ALIKE) & (np.minimum(named[one], named[other]) > 1)
    of_one_chart = (charts[one] == charts[other]).all(axis=1) & (years[one] >= LONG_CHART) & (same_players >= SOME)
    alike |= of_one_chart & (np.minimum(named[one], named[other]) >= SOME)
    rows = b.repeats(boards[other[alike]], boards[one[alike]])
    rows = rows.assign(players=same_players[alike], centres=same_finals[alike])
    return rows[~rows.index.duplicated() & ~rows.index.isin(b.in_two_files.index)]


def _first_alike(*figures: NDArray) -> NDArray[np.int64]:
    """Return, for each row of figures, the number of the first row with the same figures."""
    _, at, same = np.unique(np.column_stack(figures), axis=0, return_index=True, return_inverse=True)
    return at[same.ravel()]


def _with_a_player(
    charts: Floats, players: NDArray[np.int64], named: Bools, season: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of boards in the same season that have identical charts and give some player the same power.

    charts   one row per board, with the centres of all powers in all years
    players  (board, power) the player as a number
    named    (board, power) whether the player is to be compared
    season   (board) the season as a number
    """
    at, seat = np.nonzero(named)
    chart = pd.factorize(np.array([row.tobytes() for row in charts], object))[0]
    first = at[_first_alike(season[at], chart[at], players[at, seat], seat)]
    return first[first != at], at[first != at]


def boards_in_two_files(b: BoardSheets) -> pd.DataFrame:
    """Return the boards with the same event name, round and board name as a board in another file of the season."""
    others = b.first.drop(index=b.in_two_files.index)
    return others[others.duplicated(["season", "name", "round", "board"], keep=False)]


# -- checks of arrays --------------------------------------------------------------------------------------------------


def of_charts(law: arrays.Law) -> Law[BoardSheets]:
    """Turn a check from `rules/charts.py` into one that reports cells of the `boards` sheet.

    law  a check that takes charts and returns a mask of where it fails
    """
    rows = in_years if law.field == YEAR else at_the_end
    found = "found" if law.found else ""
    hint = (CHECK_BOTH if law.code == "centres_fall" else CHECK) if law.of == arrays.BOARD else ""
    field = "{year}" if law.field == YEAR else law.field
    return Law(law.code, f"boards!{field}", partial(rows, law), found=found, message=law.message, hint=hint)


def at_the_end(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """Return the rows to report for a check of final centres or eliminations.

    These are the seats that fail the check or, if the check applies to boards, the first seat of each board that fails.
    """
    rows = (b.seats if law.of == arrays.SEAT else b.first)[law.broken(b.charts)]
    if law.of == arrays.SEAT or rows.empty:
        return rows
    texts = [b.charts.found(law, board) for board in rows.index]
    cells = [b.cells(board, law.field) for board in rows.index]
    return rows.assign(found=texts, cells=cells, total=b.charts.final_total[rows.index])


def in_years(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """Return the cells to report for a check that looks at every year of a chart.

    If the check is about seats, a seat is reported once, in the first year in which it fails. If it is about boards, a
    board is reported at its first seat, in every year in which it fails.
    """
    mask, calendar = law.broken(b.charts), np.array(b.tables.years)
    if law.of == arrays.SEAT:
        return in_first_year(b, mask)
    if not mask.any():
        return b.first[:0]
    boards, years = np.nonzero(mask.T)
    texts = [b.charts.found(law, board, year) for board, year in zip(boards.tolist(), years.tolist(), strict=True)]
    total, before = b.charts.total[years, boards], b.charts.total[years - 1, boards]
    cells = [b.cells(board, str(year)) for board, year in zip(boards.tolist(), calendar[years].tolist(), strict=True)]
    rows = b.first.loc[boards, ["raw_row"]].assign(year=calendar[years], found=texts, cells=cells)
    return rows.assign(total=total, before=before)


def in_first_year(b: BoardSheets, mask: Bools) -> pd.DataFrame:
    """Return the seats for which a (year, seat) mask is true in some year, each with the first such `year`."""
    years, seats = np.nonzero(mask & (np.cumsum(mask, axis=0) == 1))
    return b.seats.iloc[seats].assign(year=np.array(b.tables.years)[years])


def of_results(law: arrays.Law) -> Law[BoardSheets]:
    """Turn a check from `rules/charts.py` into one that reports cells of the `games` sheet.

    law  a check that takes results and returns a mask of where it fails
    """
    return Law(law.code, f"games!{law.field}", lambda b: games_with(b, b.results_broken[law.code]))


def games_with(b: BoardSheets, mask: Bools) -> pd.DataFrame:
    """Return the games for which `mask` is true.

    The additional column `powers`, which is used in messages, lists the powers that are named as winners of the game
    but own no centres.
    """
    games = b.games[mask]
    if games.empty:
        return games
    lost = (b.results.named & ~(b.results.final > 0))[:, mask].T
    powers = [listed((Name("power", POWERS[at]) for at in np.flatnonzero(game)), "and") for game in lost]
    return games.assign(powers=pd.Series(powers, games.index, dtype=object))


def twice(rows: pd.DataFrame, *key: str) -> pd.DataFrame:
    """Return the rows that repeat the board and the key of an earlier row.

    Rows are left out if the board or part of the key is unknown.
    """
    again = rows[rows.duplicated(["code", *key]) & (rows["code"] >= 0)]
    return again.dropna(subset=[*key]) if len(again) else again


ONE_OF_THEM = say("Correct the event’s name, the round or the board, or delete one of the two boards.")
NO_CENTRES = say("This board has no centres.")
NO_CENTRES_YET = say(
    "Fill in `final` or the years. If the game has not been played yet, enter the result `{to_be_played}` in the sheet `{games}`.",
    games=Name("sheet", "games"),
    to_be_played=Name("result", "to be played"),
)

# fmt: off
LAWS: tuple[Law[BoardSheets], ...] = (
    # who sits where
    Law("power_missing", "boards!power", powers_missing),
    # the chart
    Law("no_centres", "boards!final", lambda b: having(unknown_centres(b), "not whole")),
    Law("no_centres", "boards!board", lambda b: having(unknown_centres(b), "whole").drop_duplicates("code"),
        message=NO_CENTRES, hint=NO_CENTRES_YET),
    Law("gap_in_years", "boards!{year}", years_left_out),
    Law("blank_year", "boards!{year}", blank_cells),
    Law("before_first_year", "boards!{first_recorded:.0f}", lambda b: b.first[b.year("first_recorded") < b.year("first_year")],
        message=arrays.BEGINS_EARLY),
    Law("before_first_year", "games!last year", lambda b: b.lasts[b.year("last_year_of_game") < b.year("first_year")]),
    Law("years_differ", "boards!{last_recorded:.0f}", charts_beyond_the_event),
    Law("years_differ", "games!last year", last_years_that_differ),
    Law("other_length", "boards!{last_recorded:.0f}", lambda b: having(b.of_other_length, "longer and last_recorded.notna()")),
    Law("other_length", "boards!board", lambda b: having(b.of_other_length, "longer and last_recorded.isna()")),
    Law(STOPS_EARLY, "boards!{last_recorded:.0f}", lambda b: having(b.of_other_length, "early")),
    *(of_charts(law) for law in arrays.LAWS),
    Law("solo_given_back", "boards!{year}", solos_given_back),
    Law("other_map", "games!variant", other_maps),
    Law("too_fast", "boards!{field}", growth_beyond_the_units),
    Law("late_year", "boards!eliminated", years_far_away),
    # control totals
    Law("no_such_board", "boards!board", lambda b: b.lost("totals"),
        message=Message("Round {round} has a total for board {board}, but no powers.")),
    Law("total_twice", "boards!power", lambda b: twice(b.typed["totals"])),
    Law("control_total", "boards!{field}", totals_that_differ, hint=CHECK_TOTAL),
    # results
    Law("no_such_board", "games!board", lambda b: of_no_board(b.lost("games"), b.tables, b.sheets)),
    Law("game_twice", "games!board", lambda b: twice(b.typed["games"])),
    *(of_results(law) for law in arrays.RESULT_LAWS),
    Law("draw_of_one", "games!winners", lambda b: with_result(b, "draw", (b.results.winners == 1) & ~b.soloed)),
    Law("concession_to_two", "games!winners", lambda b: with_result(b, "concession", (b.results.winners > 1) & ~b.soloed)),
    Law("over_in_progress", "games!ended", lambda b: with_result(b, "in progress", b.games["ended"].to_numpy() != ""),
        message=Message("The game is in progress, but it has an end date, {found}.")),
    Law("over_in_progress", "games!winners", lambda b: with_result(b, "in progress", b.results.winners > 0)),
    Law("over_in_progress", "games!result", over_by_a_solo,
        message=Message("The game is in progress, but a power has {most} centres."), hint=say("Correct the result or the centres.")),
    # missed turns
    Law("no_such_board", "nmr!board", lambda b: of_no_board(b.lost("nmrs"), b.tables, b.sheets)),
    Law("missed_twice", "nmr!turn", lambda b: twice(b.typed["nmrs"], "power", "year", "turn")),
    Law("missed_outside", "nmr!year", missed_outside),
    Law("missed_too_many", "boards!nmr orders", partial(missed_too_many, "nmr_orders")),
    Law("missed_too_many", "boards!nmr adjustments", partial(missed_too_many, "nmr_adjustments")),
    Law("missed_differs", "boards!nmr orders", partial(missed_differently, "nmr_orders")),
    Law("missed_differs", "boards!nmr adjustments", partial(missed_differently, "nmr_adjustments")),
    # one game, one file
    Law("same_game", "boards!board", lambda b: b.in_two_files),
    Law("board_again", "boards!board", games_typed_again),
    Law("same_game", "boards!board", boards_in_two_files,
        message=say("Another file has an event with the same name, round and board."), hint=ONE_OF_THEM),
)
# fmt: on
