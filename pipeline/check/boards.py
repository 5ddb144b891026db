"""The laws of boards: what no lawful game can show. Each law finds its breaches in all boards at once.

A breach is told at the cell where a person would look first. What needs a cell that could not be read (a year's sum, the
result of a board) is left out, so that one bad cell is one line and hides no other.
"""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.check.laws import Law, broken
from pipeline.problems.codes import Problem
from pipeline.read.cells import spans
from pipeline.read.sheets import Raw, RawTable
from pipeline.rules import charts as arrays
from pipeline.rules.boards import Bools, Floats
from pipeline.rules.charts import YEAR
from pipeline.tidy.tables import Tables, in_standings
from schemas.keys import BOARD, EVENT, SEAT
from schemas.words import ORDER_TURNS, POWERS

CHART_FIELDS = {"round", "board", "power", "final", "eliminated"}  # and the years


@dataclass
class BoardSheets:
    """The sheets of boards as the laws need them.

    seats     the seats, with `code`, their board's row in `boards`
    chart     (year, seat) centres of calendar years, NaN unknown or before the game's first year
    seven     (board) a row for each of the seven powers, so that a year's sum can be right
    sound     (board) so, and every cell of the chart could be read
    standard  (board) no variant, so that the map has 34 centres
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
        """The boards of the tables; the index is their code."""
        return self.tables.boards

    @property
    def codes(self) -> NDArray[np.int64]:
        """The board of each seat. (seat)"""
        return self.seats["code"].to_numpy()

    @property
    def faulty(self) -> pd.DataFrame:
        """The cells of the boards sheets that could not be read."""
        return self.sheets["boards"].faulty

    def year(self, name: str) -> Floats:
        """A calendar year of each board. (board)"""
        return self.boards[name].to_numpy(dtype=float)

    @cached_property
    def last_year(self) -> Floats:
        """Last year of each game; NaN where it is unknown or lies before the first. (board)"""
        last = self.year("last_year")
        return np.where(last >= self.year("first_year"), last, np.nan)

    def on_board(self, seats: Bools) -> Bools:
        """(year, seat) -> (year, board): true of one of the board's seats."""
        out = np.zeros((len(self.boards), len(seats)), bool)
        np.logical_or.at(out, self.codes, seats.T)
        return out.T

    @cached_property
    def charts(self) -> arrays.Charts:
        """The same as arrays."""
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

    def first_seats(self, boards: Bools) -> pd.DataFrame:
        """The first seat of each board that is true."""
        return self.seats[boards[self.codes]].drop_duplicates("code")

    @cached_property
    def games(self) -> pd.DataFrame:
        """The games of sound boards, with `code`; the first of a board that has two."""
        games = self.tables.games.dropna(subset=BOARD).drop_duplicates(BOARD)
        games = games.merge(self.boards[BOARD].assign(code=self.boards.index), on=BOARD, validate="one_to_one")
        return games[self.sound[games["code"]]].reset_index(drop=True)

    @cached_property
    def results(self) -> arrays.Results:
        """The results of `games`."""
        seats = self.seats.drop_duplicates(["code", "power"]).pivot(
            index="code", columns="power", values="final_centres"
        )
        return arrays.Results(
            result=self.games["result"].to_numpy(dtype=object),
            named=np.array([self.games["winners"].str.contains(power, regex=False) for power in POWERS], bool),
            final=seats.reindex(index=self.games["code"], columns=POWERS).to_numpy(dtype=float).T,
            variant=(self.games["variant"] != "").to_numpy(),
        )

    @cached_property
    def results_broken(self) -> dict[str, Bools]:
        """The games that break each law of results, by its code. (game)"""
        return {law.code: games for law, games in arrays.first_broken(self.results)}

    @cached_property
    def totals(self) -> pd.DataFrame:
        """The control totals with `code`, NaN where the board is not there."""
        totals = self.tables.totals.dropna(subset=["round", "board"])
        return totals.merge(self.boards[BOARD].assign(code=self.boards.index), on=BOARD, how="left")

    @cached_property
    def lives(self) -> pd.DataFrame:
        """The seats once each, with first_year, `lived_to` and `latest`, the last year of which a turn can be missed."""
        boards = self.boards[[*BOARD, "first_year", "result"]].assign(last_year=self.last_year)
        seats = self.seats.assign(first_zero=self.charts.first_zero).drop_duplicates(["code", "power"])
        seats = seats.merge(boards, on=BOARD, validate="many_to_one")
        alive = seats["final_centres"] > 0
        lived_to = seats["last_year"].where(alive, seats["eliminated"].fillna(seats["first_zero"]))
        begun = (seats["result"] == "in progress") & alive  # a game in progress has begun one year more
        return seats.assign(lived_to=lived_to, latest=lived_to + begun)


def board_sheets(tables: Tables, sheets: dict[str, RawTable]) -> BoardSheets:
    """What the laws of boards are given."""
    boards = tables.boards.assign(code=np.arange(len(tables.boards)))
    seats = tables.seats.dropna(subset=["round", "board"]).merge(
        boards[[*BOARD, "code"]], on=BOARD, validate="many_to_one"
    )
    chart, code = seats[tables.years].to_numpy(dtype=float, copy=True), seats["code"].to_numpy()
    chart[np.array(tables.years) < boards[["first_year"]].to_numpy()[code]] = np.nan  # a fault of its own
    faulty = sheets["boards"].faulty
    fields = [name for name in faulty.columns if name in CHART_FIELDS or name.isdecimal()]
    unreadable = faulty[fields].any(axis=1).to_numpy()[seats["raw_row"].to_numpy(dtype=int)]
    powers = seats.groupby("code")["power"].nunique().reindex(range(len(boards)), fill_value=0).to_numpy()
    seven = (powers == len(POWERS)) & (np.bincount(code, minlength=len(boards)) == len(POWERS))
    sound = seven & (np.bincount(code, weights=unreadable, minlength=len(boards)) == 0)
    return BoardSheets(tables, sheets, seats, chart.T, seven, sound, (boards["variant"] == "").to_numpy())


def breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Every breach of every law of boards."""
    return broken(LAWS, board_sheets(tables, raw.tables), raw)


# -- who sits where ----------------------------------------------------------------------------------------------------


def powers_twice(b: BoardSheets) -> pd.DataFrame:
    """A power has one row on a board."""
    return b.seats[b.seats["power"].notna() & b.seats.duplicated(["code", "power"])]


def powers_missing(b: BoardSheets) -> pd.DataFrame:
    """The seven powers are there. A power typed over another, or a row that cannot be read, is one slip and one line."""
    lost = b.sheets["boards"].origin.loc[b.faulty[["round", "board"]].any(axis=1), EVENT]  # of some board of the event
    unsure = b.seats["power"].isna() | b.seats.duplicated(["code", "power"])
    unsure |= pd.MultiIndex.from_frame(b.seats[EVENT]).isin(pd.MultiIndex.from_frame(lost))
    named = b.seats[b.seats["power"].isin(POWERS)].groupby("code")["power"].agg(set).reindex(b.boards.index)
    missing = [[power for power in POWERS if isinstance(typed, float) or power not in typed] for typed in named]
    seats, doubtful = (np.bincount(b.codes, weights, minlength=len(b.boards)) for weights in (None, unsure))
    rows = b.first_seats((seats > 0) & (doubtful == 0) & np.array([bool(powers) for powers in missing], bool))
    return rows.assign(found=[f"no row for {', '.join(missing[code])}" for code in rows["code"]])


def players_twice(b: BoardSheets) -> pd.DataFrame:
    """Nobody plays two powers of one board."""
    return b.seats[in_standings(b.seats["player"]) & b.seats.duplicated(["code", "player"])]


# -- the chart ---------------------------------------------------------------------------------------------------------


def of_charts(law: arrays.Law) -> Law[BoardSheets]:
    """A law of arrays as one of the boards sheet."""
    return Law(law.code, "boards", law.field, partial(_in_years if law.field == YEAR else _at_the_end, law))


def _at_the_end(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """The seats that break a law of arrays, or the first seats of boards that do."""
    mask = law.broken(b.charts)
    rows = b.seats[mask] if law.of == arrays.SEAT else b.first_seats(mask)
    return rows.assign(found=[b.charts.found(law, code) for code in rows["code"]]) if law.found else rows


def _in_years(law: arrays.Law, b: BoardSheets) -> pd.DataFrame:
    """The cells that break a law of the chart: the first of each seat, or each year of a board at its first seat."""
    mask, calendar = law.broken(b.charts), np.array(b.tables.years).astype(str)
    if law.of == arrays.SEAT:
        seats = np.flatnonzero(mask.any(axis=0))
        return b.seats.iloc[seats].assign(field=calendar[mask[:, seats].argmax(axis=0)])
    boards, years = np.nonzero(mask.T)
    found = [b.charts.found(law, board, year) for board, year in zip(boards, years, strict=True)]
    if law.code == "centres_fall":
        before = b.charts.total[years - 1, boards]
        found = [f"{text}, {total:.0f} the year before" for text, total in zip(found, before, strict=True)]
    rows = b.seats.drop_duplicates("code").set_index("code").loc[boards]
    return rows[["raw_row"]].assign(field=calendar[years], found=found)


def unknown_centres(b: BoardSheets) -> pd.DataFrame:
    """The final centres of every power are typed or follow from its years."""
    ends = [name for name in b.faulty.columns if name in ("final", "eliminated") or name.isdecimal()]
    unread = b.faulty[ends].any(axis=1).reindex(b.seats["raw_row"]).to_numpy(dtype=bool)
    return b.seats[b.seats["final_centres"].isna() & ~unread & ~b.charts.charted[b.codes]]


def _charted_years(b: BoardSheets) -> Bools:
    """Years in which some centres of the board are known; none of a chart that begins too early. (year, board)"""
    return b.on_board(~np.isnan(b.chart)) & ~(b.year("first_recorded") < b.year("first_year"))


def years_left_out(b: BoardSheets) -> pd.DataFrame:
    """A chart has every year from its first to its last."""
    gaps, calendar = arrays.gaps(_charted_years(b)), np.array(b.tables.years)
    rows = b.first_seats(gaps.any(axis=0))
    years = [calendar[gaps[:, code]].tolist() for code in rows["code"]]
    return rows.assign(
        field=[str(first) for first, *_ in years], found=[f"nothing for {spans(listed)}" for listed in years]
    )


def blank_cells(b: BoardSheets) -> pd.DataFrame:
    """A chart has every power in each of its years."""
    years, seats = np.nonzero(_charted_years(b)[:, b.codes] & np.isnan(b.chart))
    rows = b.seats.iloc[seats][["raw_row"]].assign(field=np.array(b.tables.years)[years].astype(str))
    unread = [name in b.faulty and b.faulty.at[row, name] for row, name in rows.itertuples(index=False)]
    return rows[~np.array(unread, bool)].assign(found="a blank cell")


def _at_year(rows: pd.DataFrame, years: Floats) -> pd.DataFrame:
    """Seats with the field of a year of their board."""
    return rows.assign(field=[f"{year:.0f}" for year in years[rows["code"]]])


def early_charts(b: BoardSheets) -> pd.DataFrame:
    """A chart does not begin before its game."""
    first = b.year("first_recorded")
    rows = _at_year(b.first_seats(first < b.year("first_year")), first)
    return rows.assign(found=[f"centres of {year}" for year in rows["field"]])


def charts_beyond_the_event(b: BoardSheets) -> pd.DataFrame:
    """A chart ends with the event's last year, where its game has none; the top table may run one year more."""
    top_table = b.boards.merge(b.tables.events[[*EVENT, "top_table_round"]], on=EVENT, how="left")["top_table_round"]
    last, of_event = b.year("last_recorded"), b.year("last_year_of_event")
    limit = of_event + (b.boards["round"] == top_table).to_numpy()
    over = np.isnan(b.year("last_year_of_game")) & (last > limit) & (of_event >= b.year("first_year"))
    rows = _at_year(b.first_seats(over), last)
    return rows.assign(
        found=[
            f"a chart to {year}, the last year is {limit[code]:.0f}"
            for code, year in rows[["code", "field"]].itertuples(index=False)
        ]
    )


def _games_and_years(b: BoardSheets) -> pd.DataFrame:
    """One row a board whose game has a last year: its raw_row, that year `ends`, the first year, the chart's last."""
    games = b.tables.games.drop_duplicates(BOARD)[[*BOARD, "raw_row"]]
    boards = b.boards.rename(columns={"last_year_of_game": "ends"}).dropna(subset=["ends"])
    return boards.merge(games, on=BOARD)


def games_over_before_they_began(b: BoardSheets) -> pd.DataFrame:
    """A game's last year is not before its first."""
    games = _games_and_years(b)
    games = games[games["ends"] < games["first_year"]]
    years = games[["ends", "first_year"]].itertuples(index=False)
    return games.assign(found=[f"the last year is {last:.0f}, the first {first:.0f}" for last, first in years])


def charts_and_last_years(b: BoardSheets) -> pd.DataFrame:
    """A chart ends with its game's last year."""
    games = _games_and_years(b).dropna(subset=["last_recorded"])
    games = games[(games["ends"] != games["last_recorded"]) & (games["ends"] >= games["first_year"])]
    years = games[["last_recorded", "ends"]].itertuples(index=False)
    return games.assign(found=[f"a chart to {chart:.0f}, the last year is {last:.0f}" for chart, last in years])


def other_maps(b: BoardSheets) -> pd.DataFrame:
    """A variant's map has its own number of centres: what ours would not allow is told at the game."""
    unlike = np.any(b.charts.totals_broken, axis=(0, 1)) & b.seven & ~b.standard
    return b.tables.games.merge(b.boards.loc[unlike, BOARD], on=BOARD, validate="many_to_one")


# -- control totals ----------------------------------------------------------------------------------------------------


def totals_of_no_board(b: BoardSheets) -> pd.DataFrame:
    """A control total stands below a board."""
    return b.totals[b.totals["code"].isna()]


def totals_twice(b: BoardSheets) -> pd.DataFrame:
    """A board has one row of control totals."""
    return b.totals[b.totals.duplicated(BOARD)]


def totals_that_differ(b: BoardSheets) -> pd.DataFrame:
    """A row of control totals agrees with the powers above it, cell by cell, where the sum itself can be right."""
    totals = b.totals[b.totals["code"].notna()].astype({"code": int})
    totals = totals[b.seven[totals["code"]]]
    impossible = np.any(b.charts.totals_broken, axis=0) & b.charts.standard
    summed = np.column_stack([b.charts.total.T, b.charts.final_total])[totals["code"]]
    doubtful = np.column_stack([impossible.T, np.zeros(len(b.boards), bool)])[totals["code"]]
    typed = totals[[*b.tables.years, "final_centres"]].to_numpy(dtype=float)
    rows, columns = np.nonzero((np.nan_to_num(typed - summed) != 0) & ~doubtful)
    return pd.DataFrame(
        {
            "raw_row": totals["raw_row"].to_numpy()[rows],
            "field": np.array([*map(str, b.tables.years), "final"])[columns],
            "found": [f"{total:.0f}" for total in typed[rows, columns]],
            "expected": [f"{total:.0f}, the sum of the seven powers" for total in summed[rows, columns]],
        }
    )


# -- results -----------------------------------------------------------------------------------------------------------


def games_twice(b: BoardSheets) -> pd.DataFrame:
    """A board has one row of results."""
    return b.tables.games[b.tables.games.duplicated(BOARD) & b.tables.games["board"].notna()]


def of_results(law: arrays.Law) -> Law[BoardSheets]:
    """A law of results as one of the games sheet."""
    return Law(law.code, "games", law.field, partial(_broken_results, law.code))


def _broken_results(code: str, b: BoardSheets) -> pd.DataFrame:
    mask = b.results_broken[code]
    if code != "solo_without_18":
        return b.games[mask]
    return b.games[mask].assign(found=[f"{most:.0f} centres at most" for most in b.results.final[:, mask].max(axis=0)])


def of_no_board(rows: pd.DataFrame, tables: Tables, sheets: dict[str, RawTable]) -> pd.DataFrame:
    """Rows of another sheet that speak of a board that the boards sheet does not have, where there is one."""
    typed = rows.dropna(subset=["round", "board"])
    listed = pd.MultiIndex.from_frame(pd.concat([tables.boards[BOARD], tables.unplayed[BOARD]]))
    read = pd.MultiIndex.from_frame(sheets["boards"].origin[EVENT])
    there = pd.MultiIndex.from_frame(typed[BOARD]).isin(listed)
    return typed[~there & pd.MultiIndex.from_frame(typed[EVENT]).isin(read)]


# -- missed turns ------------------------------------------------------------------------------------------------------


def missed_twice(b: BoardSheets) -> pd.DataFrame:
    """A missed turn has one row."""
    turn, nmrs = [*SEAT, "year", "turn"], b.tables.nmrs
    return nmrs[nmrs.duplicated(turn) & nmrs[turn].notna().all(axis=1)]


def missed_outside(b: BoardSheets) -> pd.DataFrame:
    """A turn is missed in a year in which the power lived."""
    lives = b.lives[[*SEAT, "first_year", "latest"]]
    missed = b.tables.nmrs.merge(lives, on=SEAT, how="left", validate="many_to_one")
    return missed[(missed["year"] < missed["first_year"]) | (missed["year"] > missed["latest"])]


def missed_too_many(name: str, b: BoardSheets) -> pd.DataFrame:
    """No more turns are missed than a power's life has."""
    most = arrays.most_missed(b.lives["lived_to"] - b.lives["first_year"] + 1)
    return b.lives[b.lives[name] > most[name]]


def missed_differently(name: str, b: BoardSheets) -> pd.DataFrame:
    """The number of missed turns is that of the rows of the nmr sheet, where it has some of the power."""
    kind = np.where(b.tables.nmrs["turn"].isin(ORDER_TURNS), "nmr_orders", "nmr_adjustments")
    counted = b.tables.nmrs.assign(kind=kind).groupby([*SEAT, "kind"]).size().unstack("kind", fill_value=0)
    counted = counted.reindex(columns=[name], fill_value=0).reindex(pd.MultiIndex.from_frame(b.lives[SEAT]))
    listed = pd.Series(counted[name].to_numpy(), b.lives.index)
    return b.lives[listed.notna() & b.lives[name].notna() & (listed != b.lives[name])]


# -- one game, one file ------------------------------------------------------------------------------------------------


def copies(b: BoardSheets) -> pd.DataFrame:
    """The boards of a game that stands in an earlier event of the season, by their code; with the first one's place.

    The same players on the same powers with the same centres are one game.
    """
    rows = b.seats[["power", "player", "final_centres", *b.tables.years]]
    seat_hash = pd.util.hash_pandas_object(rows, index=False)
    seats = b.seats.assign(game=seat_hash, known=in_standings(b.seats["player"])).groupby("code")
    games = seats[["game", "known"]].sum().join(b.boards[BOARD]).reindex(b.boards.index)
    games = games[b.sound & (games["known"] > 1)]
    first = games.drop_duplicates(["season", "game"])[["season", "game", *BOARD[1:]]]
    found = games.rename_axis("code").reset_index().merge(first, on=["season", "game"], suffixes=("", "_first"))
    return found[found["event"] != found["event_first"]].set_index("code")


def games_in_two_files(b: BoardSheets) -> pd.DataFrame:
    """A game stands in one event of a season."""
    first = copies(b)[["event_first", "round_first", "board_first"]]
    rows = b.seats.drop_duplicates("code").merge(first, left_on="code", right_index=True)
    places = rows[[*first]].itertuples(index=False)
    return rows.assign(found=[f"the game of {event}, round {number}, board {board}" for event, number, board in places])


def boards_in_two_files(b: BoardSheets) -> pd.DataFrame:
    """A round and board of an event's name stand in one file."""
    others = b.boards.drop(index=copies(b).index).merge(b.tables.events[[*EVENT, "name"]], on=EVENT)
    named = others.groupby(["season", "name", "round", "board"])["event"].transform("nunique") > 1
    rows = b.seats.merge(others.loc[named, BOARD], on=BOARD).drop_duplicates(BOARD)
    return rows.assign(found="event name, round and board of another file")


LAWS: tuple[Law[BoardSheets], ...] = (
    Law("power_twice", "boards", "power", powers_twice),
    Law("power_missing", "boards", "power", powers_missing),
    Law("player_twice", "boards", "player", players_twice),
    Law("no_centres", "boards", "final", unknown_centres),
    Law("gap_in_years", "boards", YEAR, years_left_out),
    Law("blank_year", "boards", YEAR, blank_cells),
    Law("before_first_year", "boards", YEAR, early_charts),
    Law("before_first_year", "games", "last year", games_over_before_they_began),
    Law("years_differ", "boards", YEAR, charts_beyond_the_event),
    Law("years_differ", "games", "last year", charts_and_last_years),
    *(of_charts(law) for law in arrays.LAWS),
    Law("other_map", "games", "variant", other_maps),
    Law("no_such_board", "boards", "board", totals_of_no_board),
    Law("total_twice", "boards", "power", totals_twice),
    Law("control_total", "boards", YEAR, totals_that_differ),
    Law("no_such_board", "games", "board", lambda b: of_no_board(b.tables.games, b.tables, b.sheets)),
    Law("game_twice", "games", "board", games_twice),
    *(of_results(law) for law in arrays.RESULT_LAWS),
    Law("no_such_board", "nmr", "board", lambda b: of_no_board(b.tables.nmrs, b.tables, b.sheets)),
    Law("missed_twice", "nmr", "turn", missed_twice),
    Law("missed_outside", "nmr", "year", missed_outside),
    Law("missed_too_many", "boards", "nmr orders", partial(missed_too_many, "nmr_orders")),
    Law("missed_too_many", "boards", "nmr adjustments", partial(missed_too_many, "nmr_adjustments")),
    Law("missed_differs", "boards", "nmr orders", partial(missed_differently, "nmr_orders")),
    Law("missed_differs", "boards", "nmr adjustments", partial(missed_differently, "nmr_adjustments")),
    Law("same_game", "boards", "board", games_in_two_files),
    Law("same_game", "boards", "board", boards_in_two_files),
)
