"""The laws of boards, which every game must obey. Each law checks all boards at once.

A breach is reported at the cell where a person would look first. A check that needs an unreadable cell (a year's sum, a
board's result) is skipped, so that one bad cell causes only one message.
"""

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.laws import CHECK, Law, broken, having
from pipeline.problems.codes import Problem
from pipeline.read.cells import spans
from pipeline.read.raw_tables import Raw, RawTable
from pipeline.rules import charts as arrays
from pipeline.rules.boards import Bools, Floats
from pipeline.rules.charts import YEAR
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.rank import in_standings
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, SEAT, among
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


@dataclass
class BoardSheets:
    """The sheets of boards, and the arrays that the laws need to check them.

    The axes of each array are given in parentheses.

    seats     the seats, in which the column `code` is the row of the board in `boards`
    chart     (year, seat) centres by calendar year, NaN if unknown or before the game's first year
    seven     (board) whether each of the seven powers has exactly one row, which a year's sum requires
    sound     (board) whether `seven` is true and every cell of the chart could be read
    standard  (board) whether the game is played on the standard map, with 34 centres
    """

    tables: Tables
    sheets: dict[str, RawTable]
    seats: pd.DataFrame
    chart: Floats
    seven: Bools
    sound: Bools
    standard: Bools

    @property
    def boards(self) -> pd.DataFrame:
        """The tidy table of boards, indexed by the board's code."""
        return self.tables.boards

    @property
    def codes(self) -> NDArray[np.int64]:
        """The code of each seat's board."""
        return self.seats["code"].to_numpy()

    @property
    def faulty(self) -> pd.DataFrame:
        """The cells of the boards sheets that could not be read."""
        return self.sheets["boards"].faulty

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
        """A (year, board) array that is true in each year in which the centres of some power are known.

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
        """The charts as arrays, for the laws of `rules/charts.py`."""
        total = np.zeros((len(self.boards), len(self.chart)))
        np.add.at(total, self.codes, self.chart.T)
        final, typed_final, eliminated = self.seats[["final_centres", "typed_final", "eliminated"]].to_numpy(float).T
        final_total = self.seats.groupby("code")["final_centres"].sum(skipna=False).reindex(self.boards.index)
        span = (self.year("first_year"), self.year("first_recorded"), self.last_year)
        return arrays.Charts(
            centres=self.chart,
            total=total.T,
            begins=np.array(self.tables.years[:1] or [0]),
            on_board=self.on_board,
            charted=~np.isnan(self.year("last_recorded")),
            standard=self.seven & self.standard,
            final=final,
            final_total=final_total.to_numpy(),
            typed_final=typed_final,
            eliminated=eliminated,
            span=arrays.Span(*(years[self.codes] for years in span)),
        )

    @cached_property
    def first(self) -> pd.DataFrame:
        """The boards, each with the `raw_row` of its first seat."""
        return self.boards.assign(raw_row=self.seats.drop_duplicates("code")["raw_row"].to_numpy())

    @cached_property
    def rows(self) -> "pd.Series[Any]":
        """The raw rows of each board's seats, indexed by the board's code."""
        return self.seats.groupby("code")["raw_row"].agg(lambda rows: sorted(rows.astype(int)))

    def cells(self, code: int, field: str) -> str:
        """Return the cell addresses of a field in all rows of a board."""
        return self.sheets["boards"].cells(self.rows[code], field)

    @cached_property
    def with_top_table(self) -> pd.DataFrame:
        """The boards, with their event's settings for system and top table.

        top  whether the board is the top table. If the event names only a round, this is true for every board of that
             round
        """
        settings = ["edition_of", "top_table_round", "top_table_board"]
        boards = self.first.merge(self.tables.events[[*EVENT, *settings]], on=EVENT, how="left")
        named = (boards["top_table_board"] == boards["board"]) | (boards["top_table_board"] == "")
        return boards.assign(top=(boards["round"] == boards["top_table_round"]) & named)

    @cached_property
    def in_two_files(self) -> pd.DataFrame:
        """Boards whose game also appears in an earlier event of the season, indexed by code.

        Two boards are the same game if players, powers and centres are equal. The columns `*_first` locate the earlier
        board.
        """
        rows = self.seats[["power", "player", "final_centres", *self.tables.years]]
        seat_hash = pd.util.hash_pandas_object(rows, index=False)
        seats = self.seats.assign(game=seat_hash, players=in_standings(self.seats["player"])).groupby("code")
        games = self.first.join(seats[["game", "players"]].sum())
        games = games[self.sound & (games["players"] > 1)]
        first = games.drop_duplicates(["season", "game"])[["season", "game", *BOARD[1:]]]
        copies = games.reset_index(names="code").merge(first, on=["season", "game"], suffixes=("", "_first"))
        return copies[copies["event"] != copies["event_first"]].set_index("code")

    @cached_property
    def games(self) -> pd.DataFrame:
        """The first row of `games` for each board that is `sound`.

        code  the board's code
        most  the highest number of final centres on the board
        """
        games = self.tables.games.dropna(subset=BOARD).drop_duplicates(BOARD)
        games = games.merge(self.boards[BOARD].assign(code=self.boards.index), on=BOARD, validate="one_to_one")
        games = games[self.sound[games["code"]]].reset_index(drop=True)
        most = self.seats.groupby("code")["final_centres"].max()
        return games.assign(most=games["code"].map(most))

    @cached_property
    def results(self) -> arrays.Results:
        """The results of `games` as arrays."""
        seats = self.seats.drop_duplicates(["code", "power"]).pivot(
            index="code", columns="power", values="final_centres"
        )
        return arrays.Results(
            result=self.games["result"].to_numpy(dtype=object),
            named=np.array([self.games["winners"].str.contains(power, regex=False) for power in POWERS], bool),
            final=seats.reindex(index=self.games["code"], columns=POWERS).to_numpy(dtype=float).T,
            variant=~standard_map(self.games["variant"]),
        )

    @cached_property
    def results_broken(self) -> dict[str, Bools]:
        """Masks of the games that break a law of results but no earlier one, keyed by the law's code."""
        return {law.code: games for law, games in arrays.first_broken(self.results)}

    @cached_property
    def totals(self) -> pd.DataFrame:
        """The control totals with the `code` of their board, which is NaN if the board is missing."""
        totals = self.tables.totals.dropna(subset=["round", "board"])
        return totals.merge(self.boards[BOARD].assign(code=self.boards.index), on=BOARD, how="left")

    @cached_property
    def lasts(self) -> pd.DataFrame:
        """The boards with a last year in the sheet `games`.

        The column `last_year_of_game` is that year, and `raw_row` is the row of the entry.
        """
        games = self.tables.games.drop_duplicates(BOARD)[[*BOARD, "raw_row"]]
        return self.boards.dropna(subset=["last_year_of_game"]).merge(games, on=BOARD)

    @cached_property
    def lives(self) -> pd.DataFrame:
        """One row per seat, with the years in which its power was in the game.

        first_year  first year of the game
        lived_to    last year in which the power owned a centre
        latest      last year in which the power could miss a turn
        """
        boards = self.boards[[*BOARD, "first_year", "result"]].assign(last_year=self.last_year)
        seats = self.seats.assign(first_zero=self.charts.first_zero).drop_duplicates(["code", "power"])
        seats = seats.merge(boards, on=BOARD, validate="many_to_one")
        alive = seats["final_centres"] > 0
        lived_to = seats["last_year"].where(alive, seats["eliminated"].fillna(seats["first_zero"]))
        begun = (seats["result"] == "in progress") & alive  # the year after the last autumn is being played
        return seats.assign(lived_to=lived_to, latest=lived_to + begun)


def board_sheets(tables: Tables, sheets: dict[str, RawTable]) -> BoardSheets:
    """Return the sheets of boards, prepared for the laws."""
    boards = tables.boards.assign(code=np.arange(len(tables.boards)))
    seats = tables.seats.dropna(subset=["round", "board"]).merge(
        boards[[*BOARD, "code"]], on=BOARD, validate="many_to_one"
    )
    chart, code = seats[tables.years].to_numpy(dtype=float, copy=True), seats["code"].to_numpy()
    chart[np.array(tables.years) < boards[["first_year"]].to_numpy()[code]] = np.nan  # another law reports these
    faulty = sheets["boards"].faulty
    fields = [name for name in faulty.columns if name in CHART_FIELDS or name.isdecimal()]
    unreadable = faulty[fields].any(axis=1).to_numpy()[seats["raw_row"].to_numpy(dtype=int)]
    powers = seats.groupby("code")["power"].nunique().reindex(range(len(boards)), fill_value=0).to_numpy()
    seven = (powers == len(POWERS)) & (np.bincount(code, minlength=len(boards)) == len(POWERS))
    sound = seven & (np.bincount(code, weights=unreadable, minlength=len(boards)) == 0)
    return BoardSheets(tables, sheets, seats, chart.T, seven, sound, standard_map(boards["variant"]))


def standard_map(variant: pd.Series) -> Bools:
    """Return whether each game is played on the standard map.

    A game is on the standard map if it has no variant, or a variant that keeps the map, such as Gunboat.
    """
    same_map = vocabulary("standard map")
    return np.array([not name or fold(name) in same_map for name in variant], bool)


def breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Return all breaches of the laws of boards."""
    return broken(LAWS, board_sheets(tables, raw.tables), raw)


# -- the rows that break a law -----------------------------------------------------------------------------------------


def powers_missing(b: BoardSheets) -> pd.DataFrame:
    """Return the boards on which some powers are missing.

    The column `powers` lists the missing powers. Boards with a duplicate or unreadable power, or in an event with an
    unreadable round or board, are skipped, since these faults are reported elsewhere.
    """
    lost = b.sheets["boards"].origin.loc[b.faulty[["round", "board"]].any(axis=1), EVENT]
    unsure = b.seats["power"].isna() | b.seats.duplicated(["code", "power"])
    unsure |= pd.MultiIndex.from_frame(b.seats[EVENT]).isin(pd.MultiIndex.from_frame(lost))
    typed = b.seats["power"].groupby(b.codes).agg(set)
    missing = [[Name("power", power) for power in POWERS if power not in named] for named in typed]
    boards = b.first.assign(powers=[listed(names, "and") for names in missing])
    return boards[np.array([*map(bool, missing)], bool) & (np.bincount(b.codes, unsure, len(boards)) == 0)]


def unknown_centres(b: BoardSheets) -> pd.DataFrame:
    """Return the seats whose final centres are neither typed nor implied by the years.

    The column `whole` is true if no seat of the board is known to have centres. Boards whose result could not be read
    are skipped, since they may not have been played yet.
    """
    games = b.tables.games[b.sheets["games"].faulty["result"].to_numpy(dtype=bool)]
    end_fields = [name for name in b.faulty.columns if name in ("final", "eliminated") or name.isdecimal()]
    unread = b.faulty[end_fields].any(axis=1)[b.seats["raw_row"]].to_numpy()
    unsure = unread | b.charts.charted[b.codes] | among(b.seats, games, BOARD)
    most = b.seats.groupby("code")["final_centres"].transform("max")
    return b.seats.assign(whole=most.fillna(0) == 0)[b.seats["final_centres"].isna() & ~unsure]


def years_left_out(b: BoardSheets) -> pd.DataFrame:
    """Return the boards whose chart lacks years between the first and the last recorded year.

    The column `year` is the first missing year, and `spans` lists all missing years.
    """
    gaps, calendar = arrays.gaps(b.charted), np.array(b.tables.years)
    rows = b.first[gaps.any(axis=0)]
    years = [calendar[gaps[:, code]].tolist() for code in rows.index]
    return rows.assign(year=[year for year, *_ in years], spans=[*map(spans, years)])


def blank_cells(b: BoardSheets) -> pd.DataFrame:
    """Return the blank cells in the years for which the board has the centres of another power.

    The column `year` is the year of the cell.
    """
    years, seats = np.nonzero(b.charted[:, b.codes] & np.isnan(b.chart))
    rows = b.seats.iloc[seats][["raw_row"]].assign(year=np.array(b.tables.years)[years].astype(str))
    unread = [year in b.faulty and b.faulty.at[row, year] for row, year in rows.itertuples(index=False)]
    return rows[~np.array(unread, bool)]


def charts_beyond_the_event(b: BoardSheets) -> pd.DataFrame:
    """Return boards whose chart goes beyond the event's last year, unless their game has a last year of its own.

    The top table may run one year longer. The column `limit` is the last year allowed.
    """
    boards = b.with_top_table
    limit = boards["last_year_of_event"] + boards["top"]
    over = (boards["last_recorded"] > limit) & (boards["last_year_of_event"] >= boards["first_year"])
    return boards.assign(limit=limit)[over & boards["last_year_of_game"].isna()]


def of_other_length(b: BoardSheets) -> pd.DataFrame:
    """Return the boards under Italia-2010 whose game has no last year of its own, with additional columns.

    limit   last year of the event, or 1907 if it has none
    longer  whether the event has no last year, but the board goes on after 1907 (after 1908 for the top table)
    early   whether the chart of a finished game stops before the limit, without a solo or a draw
    """
    boards = b.with_top_table
    boards = boards[(boards["edition_of"] == italia.SYSTEM) & boards["last_year_of_game"].isna()]
    solo = (b.seats.groupby("code")["final_centres"].max() >= SOLO_CENTRES).reindex(boards.index)
    over = solo | boards["result"].isin(["draw", "in progress"])
    preface = boards["first_year"] + italia.YEARS - 1
    return boards.assign(
        limit=boards["last_year_of_event"].fillna(preface),
        longer=boards["last_year_of_event"].isna() & (boards["last_year"] > preface + boards["top"]),
        early=(boards["last_recorded"] < boards["last_year_of_event"].fillna(preface)) & ~over,
    )


def solos_given_back(b: BoardSheets) -> pd.DataFrame:
    """Return the seats that had 18 centres in some autumn, but fewer at the end.

    The column `year` is the first autumn with 18 centres. Events whose games go on after a solo are skipped.
    """
    system = b.boards[EVENT].merge(b.tables.events[[*EVENT, "edition_of"]], on=EVENT, how="left")["edition_of"]
    ended_by_solo = b.standard & (system != PLAYED_ON).to_numpy()
    below = (b.seats["final_centres"] < SOLO_CENTRES).to_numpy() & ended_by_solo[b.codes]
    years, seats = np.nonzero((b.chart >= SOLO_CENTRES) & below)
    return b.seats.iloc[seats].assign(year=np.array(b.tables.years)[years]).drop_duplicates("raw_row")


def other_maps(b: BoardSheets) -> pd.DataFrame:
    """Return games that name a variant and whose yearly totals do not fit the standard map."""
    unlike = np.any(b.charts.totals_broken, axis=(0, 1)) & b.seven & ~b.standard
    return b.tables.games.merge(b.boards.loc[unlike, BOARD], on=BOARD, validate="many_to_one")


def totals_that_differ(b: BoardSheets) -> pd.DataFrame:
    """Return control totals that differ from the sum of their powers, unless that sum itself breaks a law."""
    totals = b.totals[b.totals["code"].notna()].astype({"code": int})
    totals = totals[b.seven[totals["code"]]]
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
    """Return the rows of another sheet whose board is missing from the event's sheet `boards`.

    Events without a sheet `boards` are skipped.
    """
    typed = rows.dropna(subset=["round", "board"])
    boards = pd.MultiIndex.from_frame(pd.concat([tables.boards[BOARD], tables.unplayed[BOARD]]))
    with_sheet = pd.MultiIndex.from_frame(sheets["boards"].origin[EVENT])
    exists = pd.MultiIndex.from_frame(typed[BOARD]).isin(boards)
    return typed[~exists & pd.MultiIndex.from_frame(typed[EVENT]).isin(with_sheet)]


def missed_outside(b: BoardSheets) -> pd.DataFrame:
    """Return the missed turns before the game's first year or after the power's last year."""
    lives = b.lives[[*SEAT, "first_year", "latest"]]
    missed = b.tables.nmrs.merge(lives, on=SEAT, how="left", validate="many_to_one")
    return having(missed, "year < first_year or year > latest")


def missed_too_many(name: str, b: BoardSheets) -> pd.DataFrame:
    """Return seats with more missed turns of one kind (`nmr_orders`, `nmr_adjustments`) than turns played."""
    most = arrays.most_missed(b.lives["lived_to"] - b.lives["first_year"] + 1)
    return b.lives.assign(most=most[name])[b.lives[name] > most[name]]


def missed_differently(name: str, b: BoardSheets) -> pd.DataFrame:
    """Return the seats whose typed number of missed turns of one kind differs from the number in the sheet `nmr`.

    The column `listed` is the number of missed turns in the sheet.
    """
    kind = np.where(b.tables.nmrs["turn"].isin(ORDER_TURNS), "nmr_orders", "nmr_adjustments")
    counted = b.tables.nmrs.assign(kind=kind).groupby([*SEAT, "kind"]).size().unstack("kind", fill_value=0)
    counted = counted.reindex(columns=[name], fill_value=0).reindex(pd.MultiIndex.from_frame(b.lives[SEAT]))
    listed = pd.Series(counted[name].to_numpy(), b.lives.index)
    differ = listed.notna() & b.lives[name].notna() & (listed != b.lives[name])
    return b.lives.assign(listed=listed)[differ]


def played_otherwise(b: BoardSheets, *results: str) -> pd.DataFrame:
    """Return the games on `sound` boards whose typed result is one of `results`, with additional columns.

    named  number of powers named as winners
    solo   whether a power has a solo on the standard map
    """
    games = b.games.assign(named=b.results.named.sum(axis=0), solo=b.results.soloed & ~b.results.variant)
    return games[games["result"].isin(results)]


def over_by_a_solo(b: BoardSheets) -> pd.DataFrame:
    """Return games in progress in which a power has 18 centres, except where games go on after a solo."""
    games = played_otherwise(b, "in progress")
    games = games[games["solo"]].merge(b.tables.events[[*EVENT, "edition_of"]], on=EVENT)
    return games[games["edition_of"] != PLAYED_ON]


def growth_beyond_the_units(b: BoardSheets) -> pd.DataFrame:
    """Return the first seat of each board that has more centres in some year than a power can have by then.

    A unit takes one centre a year, and a power has no more units than centres. The centres of a power therefore at most
    double each year, starting from 3 (from 4 for Russia). A board without a chart is checked only in its last year. The
    column `most` is the highest possible number of centres in `year`.
    """
    start = np.array([STARTS.get(power, 3.0) for power in b.seats["power"]])
    years = np.array(b.tables.years, float)[:, np.newaxis]
    began, last = b.year("first_year")[b.codes], b.last_year[b.codes]
    before = np.full(b.chart.shape, np.nan)
    before[1:] = np.where(b.chart[:-1] > 0, b.chart[:-1], np.nan)  # another law reports a return from zero
    most = np.vstack([2 * np.where(years == began, start, before), start * 2.0 ** (last - began + 1)])
    final = np.where(b.charts.charted[b.codes], np.nan, b.seats["final_centres"].to_numpy(float))
    at, seats = np.nonzero((np.vstack([b.chart, final]) > most) & b.standard[b.codes])
    fields = np.array([*map(str, b.tables.years), "final"], object)[at]
    year = np.where(fields == "final", last[seats], np.append(years[:, 0], np.nan)[at])
    return b.seats.iloc[seats].assign(year=year, most=most[at, seats], field=fields).drop_duplicates("code")


def years_far_away(b: BoardSheets) -> pd.DataFrame:
    """Return seats eliminated more than LONGEST_GAME years after the start, in games whose last year is unknown."""
    began, last = b.year("first_year")[b.codes], b.last_year[b.codes]
    return b.seats[(b.seats["eliminated"].to_numpy(float) > began + LONGEST_GAME) & np.isnan(last)]


def games_typed_again(b: BoardSheets) -> pd.DataFrame:
    """Return boards that most likely repeat another board of their season, indexed by code.

    A repeated board has the same players on the same powers, and at most two of its seven final centres differ. If all
    centres are equal, one player may differ. A board also counts as repeated if the charts are equal over several years
    and some players have the same powers. The columns `*_first` locate the other board. Boards of `in_two_files` are
    skipped, since another law reports them.
    """
    seats = b.seats.assign(at=range(len(b.seats)))[b.sound[b.codes]].sort_values(["code", "power"], kind="stable")
    boards = seats["code"].to_numpy()[:: len(POWERS)]
    players, finals = (pd.factorize(seats[name])[0].reshape(-1, len(POWERS)) for name in ("player", "final_centres"))
    in_names = in_standings(seats["player"]).to_numpy(bool).reshape(-1, len(POWERS))
    named = in_names.sum(axis=1)
    charts = np.nan_to_num(b.chart[:, seats["at"]].T.reshape(len(boards), len(POWERS) * len(b.chart)), nan=-1)
    years = (charts.reshape(len(boards), len(POWERS), len(b.chart)) >= 0).any(axis=1).sum(axis=1)
    season = pd.factorize(b.boards["season"])[0][boards]
    pairs = [(np.array([], int), np.array([], int))]
    but_one = (np.column_stack([np.delete(players, without, axis=1), finals]) for without in range(len(POWERS)))
    for figures in chain((players,), but_one):
        _, at, same = np.unique(np.column_stack([season, figures]), axis=0, return_index=True, return_inverse=True)
        first = at[same.ravel()]
        repeats = np.flatnonzero(first != np.arange(len(first)))
        pairs.append((first[repeats], repeats))
    pairs.append(_with_a_player(charts, players, in_names & (years >= LONG_CHART)[:, None], season))
    one, other = (np.concatenate(each) for each in zip(*pairs, strict=True))
    same_players, same_finals = ((of[one] == of[other]).sum(axis=1) for of in (players, finals))
    alike = (same_players + same_finals >= ALIKE) & (np.minimum(named[one], named[other]) > 1)
    of_one_chart = (charts[one] == charts[other]).all(axis=1) & (years[one] >= LONG_CHART) & (same_players >= SOME)
    alike |= of_one_chart & (np.minimum(named[one], named[other]) >= SOME)
    places = [f"{name}_first" for name in BOARD]
    rows = b.first.loc[boards[other[alike]]].copy()
    rows[places] = b.first.loc[boards[one[alike]], BOARD].to_numpy()
    rows = rows.assign(players=same_players[alike], centres=same_finals[alike])
    rows = rows[~rows.index.duplicated()]
    return rows.drop(index=b.in_two_files.index.intersection(rows.index))


def _with_a_player(
    charts: Floats, players: NDArray[np.int64], named: Bools, season: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of boards of one season with equal charts and a player in common on the same power.

    charts   one row per board, with the centres of all powers and years
    players  (board, power) the players, as numbers
    named    (board, power) whether the player is to be compared
    season   the season of each board, as a number
    """
    at, seat = np.nonzero(named)
    chart = pd.factorize(np.array([row.tobytes() for row in charts], object))[0]
    key = pd.DataFrame(
        {"season": season[at], "chart": chart[at], "player": players[at, seat], "seat": seat, "board": at}
    )
    first = key.groupby(["season", "chart", "player", "seat"])["board"].transform("first").to_numpy(int)
    return first[first != at], at[first != at]


def boards_in_two_files(b: BoardSheets) -> pd.DataFrame:
    """Return the boards with the same event name, round and board name as a board in another file of the season."""
    others = b.first.drop(index=b.in_two_files.index).merge(b.tables.events[[*EVENT, "name"]], on=EVENT)
    return others[others.groupby(["season", "name", "round", "board"])["event"].transform("nunique") > 1]


# -- the laws on arrays ------------------------------------------------------------------------------------------------


def of_charts(law: arrays.Law) -> Law[BoardSheets]:
    """Turn a law on the arrays of charts into a law that reports cells of the sheet `boards`."""
    rows = in_years if law.field == YEAR else at_the_end
    found = "found" if law.found else ""
    hint = (CHECK_BOTH if law.code == "centres_fall" else CHECK) if law.of == arrays.BOARD else ""
    field = "{year}" if law.field == YEAR else law.field
    return Law(law.code, f"boards!{field}", partial(rows, law), found=found, message=law.message, hint=hint)


def at_the_end(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """Return the rows to report when a law of final centres is broken.

    These are the seats that break a law of seats, and the first seat of each board that breaks a law of boards.
    """
    rows = (b.seats if law.of == arrays.SEAT else b.first)[law.broken(b.charts)]
    if law.of == arrays.SEAT:
        return rows
    texts = [b.charts.found(law, board) for board in rows.index]
    cells = [b.cells(board, law.field) for board in rows.index]
    return rows.assign(found=texts, cells=cells, total=b.charts.final_total[rows.index])


def in_years(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """Return the cells to report when a law of the chart is broken.

    A law of seats is reported once per seat, in the first year that breaks it. A law of boards is reported for every
    year that breaks it, at the first seat of the board.
    """
    mask, calendar = law.broken(b.charts), np.array(b.tables.years)
    if law.of == arrays.SEAT:
        years, seats = np.nonzero(mask)
        return b.seats.iloc[seats].assign(year=calendar[years]).drop_duplicates("raw_row")
    boards, years = np.nonzero(mask.T)
    texts = [b.charts.found(law, board, year) for board, year in zip(boards.tolist(), years.tolist(), strict=True)]
    total, before = b.charts.total[years, boards], b.charts.total[years - 1, boards]
    cells = [b.cells(board, str(year)) for board, year in zip(boards.tolist(), calendar[years].tolist(), strict=True)]
    rows = b.first.loc[boards, ["raw_row"]].assign(year=calendar[years], found=texts, cells=cells)
    return rows.assign(total=total, before=before)


def of_results(law: arrays.Law) -> Law[BoardSheets]:
    """Turn a law on the arrays of results into a law that reports cells of the sheet `games`."""
    return Law(law.code, f"games!{law.field}", lambda b: games_with(b, b.results_broken[law.code]))


def games_with(b: BoardSheets, mask: Bools) -> pd.DataFrame:
    """Return the games where `mask` is true.

    The column `powers` lists the powers that are named as winners but own no centres.
    """
    lost = (b.results.named & ~(b.results.final > 0))[:, mask].T
    powers = [listed((Name("power", POWERS[at]) for at in np.flatnonzero(game)), "and") for game in lost]
    return b.games[mask].assign(powers=pd.Series(powers, b.games.index[mask], dtype=object))


def twice(rows: pd.DataFrame, *key: str) -> pd.DataFrame:
    """Return rows that repeat the complete key of an earlier row."""
    return rows[rows.duplicated([*key]) & rows[[*key]].notna().all(axis=1)]


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
    Law("before_first_year", "boards!{first_recorded:.0f}", lambda b: b.first[b.first["first_recorded"] < b.first["first_year"]],
        message=arrays.BEGINS_EARLY),
    Law("before_first_year", "games!last year", lambda b: b.lasts[b.lasts["last_year_of_game"] < b.lasts["first_year"]]),
    Law("years_differ", "boards!{last_recorded:.0f}", charts_beyond_the_event),
    Law("years_differ", "games!last year",
        lambda b: having(b.lasts.dropna(subset=["last_recorded"]), "last_recorded != last_year_of_game >= first_year")
        .rename(columns={"last_year_of_game": "limit"})),
    Law("other_length", "boards!{last_recorded:.0f}", lambda b: having(of_other_length(b), "longer and last_recorded.notna()")),
    Law("other_length", "boards!board", lambda b: having(of_other_length(b), "longer and last_recorded.isna()")),
    Law(STOPS_EARLY, "boards!{last_recorded:.0f}", lambda b: having(of_other_length(b), "early")),
    *(of_charts(law) for law in arrays.LAWS),
    Law("solo_given_back", "boards!{year}", solos_given_back),
    Law("other_map", "games!variant", other_maps),
    Law("too_fast", "boards!{field}", growth_beyond_the_units),
    Law("late_year", "boards!eliminated", years_far_away),
    # control totals
    Law("no_such_board", "boards!board", lambda b: b.totals[b.totals["code"].isna()],
        message=Message("Round {round} has a total for board {board}, but no powers.")),
    Law("total_twice", "boards!power", lambda b: twice(b.totals, *BOARD)),
    Law("control_total", "boards!{field}", totals_that_differ, hint=CHECK_TOTAL),
    # results
    Law("no_such_board", "games!board", lambda b: of_no_board(b.tables.games, b.tables, b.sheets)),
    Law("game_twice", "games!board", lambda b: twice(b.tables.games, *BOARD)),
    *(of_results(law) for law in arrays.RESULT_LAWS),
    Law("draw_of_one", "games!winners", lambda b: having(played_otherwise(b, "draw"), "named == 1 and not solo")),
    Law("concession_to_two", "games!winners", lambda b: having(played_otherwise(b, "concession"), "named > 1 and not solo")),
    Law("over_in_progress", "games!ended", lambda b: having(played_otherwise(b, "in progress"), "ended != ''"),
        message=Message("The game is in progress, but it has an end date, {found}.")),
    Law("over_in_progress", "games!winners", lambda b: having(played_otherwise(b, "in progress"), "named > 0")),
    Law("over_in_progress", "games!result", lambda b: over_by_a_solo(b),
        message=Message("The game is in progress, but a power has {most} centres."), hint=say("Correct the result or the centres.")),
    # missed turns
    Law("no_such_board", "nmr!board", lambda b: of_no_board(b.tables.nmrs, b.tables, b.sheets)),
    Law("missed_twice", "nmr!turn", lambda b: twice(b.tables.nmrs, *SEAT, "year", "turn")),
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
