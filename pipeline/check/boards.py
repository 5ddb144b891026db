"""The laws of a board: what no lawful game can show. Each law finds its breaches in all boards at once.

A law yields problems at the cell where a person would look first. What needs a cell that could not be read (a year's
sum, the result of a board) is left out, so that one bad cell is one line and hides no other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.problems.codes import Problem
from pipeline.read.cells import spans
from pipeline.read.sheets import Raw, RawTable
from pipeline.rules import charts as chart_laws
from pipeline.rules.rank import in_standings
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, SEAT
from schemas.words import CENTRES_AT_THE_START, CENTRES_ON_THE_MAP, ORDER_TURNS, POWERS

CHART_FIELDS = {"round", "board", "power", "final", "eliminated"}  # and the years


@dataclass
class Charts:
    """The tables as the laws need them.

    seats     the seats, with `code`, their board's row in `boards`, and `first_zero`, the first year typed 0
    chart     float (seat, year), NaN unknown
    total     float (board, year): centres owned by the seven powers, NaN where one is unknown
    seven     bool (board): a row for each of the seven powers, so that a year's sum can be right
    sound     bool (board): so, and every cell of the chart could be read
    standard  bool (board): no variant, so that the map has 34 centres
    """

    tables: Tables
    sheets: dict[str, RawTable]
    seats: pd.DataFrame
    chart: NDArray[np.float64]
    total: NDArray[np.float64]
    seven: NDArray[np.bool_]
    sound: NDArray[np.bool_]
    standard: NDArray[np.bool_]

    @cached_property
    def back_from_zero(self) -> NDArray[np.bool_]:
        """The centres of a power that had none in a year before. (seat, year)"""
        return chart_laws.back_from_zero(self.chart.T).T

    @cached_property
    def breaches_of_totals(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Years with more than 34 centres, with fewer than 22, with fewer than the year before. (board, year) each."""
        gone = chart_laws.gone_for_a_while(self.chart.T, self.back_from_zero.T).T
        doubtful = (self._of_a_seat(gone), self._of_a_seat(self.back_from_zero))
        many, few, fall = chart_laws.breaches_of_totals(self.total.T, *(years.T for years in doubtful))
        return many.T, few.T, fall.T

    def _of_a_seat(self, at: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(seat, year) -> (board, year): true of one of the board's seats."""
        out = np.zeros((len(self.boards), len(self.tables.years)), bool)
        np.logical_or.at(out, self.seats["code"].to_numpy(), at)
        return out

    @cached_property
    def first_year(self) -> NDArray[np.float64]:
        """Of each game."""
        return self.boards["first_year"].to_numpy(dtype=float)

    @cached_property
    def last_year(self) -> NDArray[np.float64]:
        """Of each game; NaN where it is not known, or lies before the first."""
        last = self.boards["last_year"].to_numpy(dtype=float)
        return np.where(last >= self.first_year, last, np.nan)

    @property
    def boards(self) -> pd.DataFrame:
        """The boards of the tables."""
        return self.tables.boards

    def first_seat(self, boards: NDArray[np.bool_]) -> pd.DataFrame:
        """The first seat of each board that is True."""
        return self.seats[boards[self.seats["code"]]].drop_duplicates("code")

    def seat_problems(
        self, code: str, rows: pd.DataFrame, field: str, found: Callable[[pd.Series], object] | None = None
    ) -> Iterator[Problem]:
        """One problem for each row, at the cell of a field."""
        for _, seat in rows.iterrows():
            yield self.sheets["boards"].problem(code, seat["raw_row"], field, found(seat) if found else None)

    def chart_problems(
        self, code: str, breach: NDArray[np.bool_], name: str, found: Callable[[float, int], str]
    ) -> Iterator[Problem]:
        """One problem for each board that is True, at its first power's cell of a year the board has a name for."""
        for _, seat in self.first_seat(breach).iterrows():
            year = self.boards.at[seat["code"], name]
            yield self.sheets["boards"].problem(code, seat["raw_row"], f"{year:.0f}", found(year, seat["code"]))

    def year_problems(
        self, code: str, breach: NDArray[np.bool_], found: Callable[[int, int], object]
    ) -> Iterator[Problem]:
        """One problem for each (board, year) that is True, at the year's cell of the board's first power."""
        first = self.seats.drop_duplicates("code").set_index("code")["raw_row"]
        for board, year in np.argwhere(breach):
            name = str(self.tables.years[year])
            yield self.sheets["boards"].problem(code, first[board], name, found(board, year))


def breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Every breach of every law."""
    charts = _charts(tables, raw.tables)
    return [problem for law in LAWS for problem in law(charts)]


def _charts(tables: Tables, sheets: dict[str, RawTable]) -> Charts:
    boards = tables.boards.assign(code=np.arange(len(tables.boards)))
    seats = tables.seats.dropna(subset=["round", "board"]).merge(
        boards[[*BOARD, "code"]], on=BOARD, validate="many_to_one"
    )
    chart, code = seats[tables.years].to_numpy(dtype=float, copy=True), seats["code"].to_numpy()
    chart[np.array(tables.years) < boards[["first_year"]].to_numpy()[code]] = np.nan  # a fault of its own
    total = np.zeros((len(boards), len(tables.years)))
    np.add.at(total, code, chart)
    faulty = sheets["boards"].faulty
    fields = [name for name in faulty.columns if name in CHART_FIELDS or name.isdecimal()]
    zero = chart == 0
    calendar = np.array([*tables.years, np.nan])
    seats["first_zero"] = calendar[np.where(zero.any(axis=1), zero.argmax(axis=1), -1)] if tables.years else np.nan
    unreadable = faulty[fields].any(axis=1).to_numpy()[seats["raw_row"].to_numpy(dtype=int)]
    powers = seats.groupby("code")["power"].nunique().reindex(range(len(boards)), fill_value=0).to_numpy()
    seven = (powers == len(POWERS)) & (np.bincount(code, minlength=len(boards)) == len(POWERS))
    sound = seven & (np.bincount(code, weights=unreadable, minlength=len(boards)) == 0)
    return Charts(tables, sheets, seats, chart, total, seven, sound, (boards["variant"] == "").to_numpy())


# -- who sits where ----------------------------------------------------------------------------------------------------


def seven_powers(c: Charts) -> Iterator[Problem]:
    """The seven powers, once each. A power typed over another is one slip, and one line."""
    twice = c.seats["power"].notna() & c.seats.duplicated(["code", "power"])
    yield from c.seat_problems("power_twice", c.seats[twice], "power")
    faulty = c.sheets["boards"].faulty
    lost = c.sheets["boards"].origin.loc[faulty[["round", "board"]].any(axis=1), EVENT]  # of some board of the event
    unsure = pd.MultiIndex.from_frame(c.seats[EVENT]).isin(pd.MultiIndex.from_frame(lost))
    unsure |= twice.to_numpy() | c.seats["power"].isna().to_numpy()
    there = c.seats[c.seats["power"].isin(POWERS)].groupby("code")["power"].nunique()
    missing = there.reindex(range(len(c.boards)), fill_value=0).to_numpy() < len(POWERS)
    missing &= np.bincount(c.seats["code"], minlength=len(c.boards)) > 0
    missing &= np.bincount(c.seats["code"], weights=unsure, minlength=len(c.boards)) == 0

    def found(seat: pd.Series) -> str:
        typed = {*c.seats.loc[c.seats["code"] == seat["code"], "power"]}
        return f"no row for {', '.join(power for power in POWERS if power not in typed)}"

    yield from c.seat_problems("power_missing", c.first_seat(missing), "power", found)


def one_seat_a_player(c: Charts) -> Iterator[Problem]:
    """Nobody plays two powers of one board."""
    twice = in_standings(c.seats["player"]) & c.seats.duplicated(["code", "player"])
    yield from c.seat_problems("player_twice", c.seats[twice], "player")


# -- the chart ---------------------------------------------------------------------------------------------------------


def known_centres(c: Charts) -> Iterator[Problem]:
    """The final centres of every power are typed or follow from its years."""
    faulty = c.sheets["boards"].faulty
    unread = faulty[[n for n in faulty.columns if n in ("final", "eliminated") or n.isdecimal()]].any(axis=1)
    unknown = c.seats["final_centres"].isna() & ~c.seats["raw_row"].map(unread).astype(bool)
    uncharted = c.boards["last_recorded"].isna().to_numpy()[c.seats["code"]]
    yield from c.seat_problems("no_centres", c.seats[unknown & uncharted], "final")


def no_gaps(c: Charts) -> Iterator[Problem]:
    """A chart has every year from its first to its last, and every power in each."""
    calendar = np.array(c.tables.years, dtype=float)
    first, last = c.boards[["first_recorded"]].to_numpy(), c.boards[["last_recorded"]].to_numpy()
    early = (first < c.boards[["first_year"]].to_numpy()) | np.zeros((len(c.boards), len(calendar)), bool)
    inside = (calendar >= first) & (calendar <= last) & ~early
    known = np.zeros(inside.shape, bool)
    np.logical_or.at(known, c.seats["code"].to_numpy(), ~np.isnan(c.chart))
    gap = inside & ~known
    for _, seat in c.first_seat(gap.any(axis=1)).iterrows():
        years = calendar[gap[seat["code"]]]
        found = f"nothing for {spans(years.astype(int).tolist())}"
        yield c.sheets["boards"].problem("gap_in_years", seat["raw_row"], f"{years[0]:.0f}", found)
    faulty = c.sheets["boards"].faulty
    blank = (inside & known)[c.seats["code"]] & np.isnan(c.chart)
    for seat, year in np.argwhere(blank):
        raw_row, name = c.seats.at[seat, "raw_row"], str(c.tables.years[year])
        if name not in faulty or not faulty.at[raw_row, name]:
            yield c.sheets["boards"].problem("blank_year", raw_row, name, "a blank cell")


def years_of_the_game(c: Charts) -> Iterator[Problem]:
    """The game begins with its first year, and the chart ends with its last."""
    b = c.boards
    first, last = c.first_year, b["last_recorded"].to_numpy(dtype=float)
    early = b["first_recorded"].to_numpy(dtype=float) < first
    yield from c.chart_problems("before_first_year", early, "first_recorded", lambda year, _: f"centres of {year:.0f}")
    own, of_event = (b[name].to_numpy(dtype=float) for name in ("last_year_of_game", "last_year_of_event"))
    top_table = b.merge(c.tables.events[[*EVENT, "top_table_round"]], on=EVENT, how="left")["top_table_round"]
    limit = of_event + (b["round"] == top_table).to_numpy()  # the top table may run one year more
    over = np.isnan(own) & (last > limit) & (of_event >= first)
    yield from c.chart_problems(
        "years_differ",
        over,
        "last_recorded",
        lambda year, board: f"a chart to {year:.0f}, the last year is {limit[board]:.0f}",
    )
    games, table = c.tables.games.drop_duplicates(BOARD), c.sheets["games"]
    row = b[BOARD].merge(games[[*BOARD, "raw_row"]], on=BOARD, how="left")["raw_row"]
    for board in np.flatnonzero(own < first):
        found = f"the last year is {own[board]:.0f}, the first {first[board]:.0f}"
        yield table.problem("before_first_year", row[board], "last year", found)
    for board in np.flatnonzero((own != last) & (own >= first) & ~np.isnan(last)):
        found = f"a chart to {last[board]:.0f}, the last year is {own[board]:.0f}"
        yield table.problem("years_differ", row[board], "last year", found)


def centres_on_the_map(c: Charts) -> Iterator[Problem]:
    """22 centres are owned at the start, never fewer later, and never more than 34."""
    lawful = (c.seven & c.standard)[:, np.newaxis]
    many, few, fall = c.breaches_of_totals

    def found(board: int, year: int) -> str:
        return f"{c.total[board, year]:.0f} centres in {c.tables.years[year]}"

    yield from c.year_problems("too_many_centres", many & lawful, found)
    yield from c.year_problems("too_few_centres", few & lawful, found)
    yield from c.year_problems(
        "centres_fall",
        fall & lawful,
        lambda board, year: f"{found(board, year)}, {c.total[board, year - 1]:.0f} the year before",
    )
    final = c.seats.groupby("code")["final_centres"].sum(skipna=False)
    final = final.reindex(range(len(c.boards))).to_numpy()
    uncharted = c.boards["last_recorded"].isna().to_numpy() & c.seven & c.standard
    for code, breach in (
        ("too_many_centres", final > CENTRES_ON_THE_MAP),
        ("too_few_centres", final < CENTRES_AT_THE_START),
    ):
        rows = c.first_seat(uncharted & breach)
        yield from c.seat_problems(code, rows, "final", lambda seat: f"{final[seat['code']]:.0f} centres at the end")


def other_maps(c: Charts) -> Iterator[Problem]:
    """A variant's map has its own number of centres: what ours would not allow is told at the game."""
    unlike = np.any(c.breaches_of_totals, axis=(0, 2)) & c.seven & ~c.standard
    games = c.tables.games.merge(c.boards.loc[unlike, BOARD], on=BOARD, validate="many_to_one")
    yield from (c.sheets["games"].problem("other_map", row, "variant") for row in games["raw_row"])


def no_return_from_zero(c: Charts) -> Iterator[Problem]:
    """A power without centres stays without."""
    back = c.back_from_zero
    for seat in np.flatnonzero(back.any(axis=1)):
        name = str(c.tables.years[back[seat].argmax()])
        yield c.sheets["boards"].problem("back_from_zero", c.seats.at[seat, "raw_row"], name)


def eliminations_agree(c: Charts) -> Iterator[Problem]:
    """A typed year of elimination is the chart's first zero, and only powers without centres have one."""
    span = (c.first_year, c.boards["first_recorded"].to_numpy(dtype=float), c.last_year)
    typed, first_zero, final = c.seats[["eliminated", "first_zero", "final_centres"]].to_numpy(dtype=float).T
    alive, differs = chart_laws.breaches_of_eliminations(
        typed,
        first_zero,
        final,
        np.logical_or.reduce(c.back_from_zero, axis=1),
        chart_laws.Span(*(years[c.seats["code"]] for years in span)),
    )
    yield from c.seat_problems("eliminated_with_centres", c.seats[alive], "eliminated")
    yield from c.seat_problems("eliminated_differs", c.seats[differs], "eliminated")


def finals_agree(c: Charts) -> Iterator[Problem]:
    """Typed final centres are those of the chart's last year."""
    typed = c.seats["typed_final"]
    yield from c.seat_problems("final_differs", c.seats[typed.notna() & (typed != c.seats["final_centres"])], "final")


def control_totals(c: Charts) -> Iterator[Problem]:
    """A row of control totals agrees with the powers above it, cell by cell."""
    totals = c.tables.totals.dropna(subset=["round", "board"])
    boards = c.boards[BOARD].assign(code=np.arange(len(c.boards)))
    totals = totals.merge(boards, on=BOARD, how="left")
    table = c.sheets["boards"]
    yield from c.seat_problems("no_such_board", totals[totals["code"].isna()], "board")
    yield from c.seat_problems("total_twice", totals[totals.duplicated(BOARD)], "power")
    totals = totals[totals["code"].notna()]
    totals = totals[c.seven[totals["code"].astype(int)]]
    final = c.seats.groupby("code")["final_centres"].sum(skipna=False)
    told = np.any(c.breaches_of_totals, axis=0) & c.standard[:, np.newaxis]  # the sum itself cannot be right
    told = np.column_stack([told, np.zeros(len(told), bool)])
    for position, year in enumerate([*c.tables.years, "final_centres"]):
        summed = totals["code"].map(final) if year == "final_centres" else c.total[totals["code"].astype(int), position]
        wrong = ((totals[year] - summed).fillna(0) != 0) & ~told[totals["code"].astype(int), position]
        for row, total in zip(totals.index[wrong], np.asarray(summed)[wrong.to_numpy()], strict=True):
            field = "final" if year == "final_centres" else str(year)
            expected = f"{total:.0f}, the sum of the seven powers"
            yield table.problem(
                "control_total", totals.at[row, "raw_row"], field, f"{totals.at[row, year]:.0f}", expected
            )


# -- results -----------------------------------------------------------------------------------------------------------


def results_agree(c: Charts) -> Iterator[Problem]:
    """The result and the winners agree with the centres."""
    games = c.tables.games
    table = c.sheets["games"]
    yield from _unknown_boards(games, c, "games")
    twice = games.duplicated(BOARD) & games["board"].notna()
    yield from (table.problem("game_twice", row, "board") for row in games.loc[twice, "raw_row"])
    boards = c.boards[BOARD].assign(code=np.arange(len(c.boards)))
    games = games[~twice].dropna(subset=BOARD).merge(boards, on=BOARD, validate="one_to_one")
    games = games[c.sound[games["code"]]]
    seats = c.seats.drop_duplicates(["code", "power"]).pivot(index="code", columns="power", values="final_centres")
    final = seats.reindex(index=games["code"], columns=POWERS).to_numpy(dtype=float).T
    named = np.array([games["winners"].str.contains(power, regex=False) for power in POWERS], bool)
    result, variant = (games[name].to_numpy(dtype=object) for name in ("result", "variant"))
    laws = chart_laws.breaches_of_results(result, named, final, variant != "")
    for code, breach in laws.items():
        field = "winners" if code in ("winner_eliminated", "two_solos", "winner_not_solo") else "result"
        for game in np.flatnonzero(breach):
            found = f"{final[:, game].max():.0f} centres at most" if code == "solo_without_18" else None
            yield table.problem(code, games["raw_row"].iloc[game], field, found)


# -- missed turns ------------------------------------------------------------------------------------------------------


def missed_turns(c: Charts) -> Iterator[Problem]:
    """No more missed turns than turns, each in a year in which the power lived."""
    yield from _unknown_boards(c.tables.nmrs, c, "nmr")
    nmrs, table = c.tables.nmrs, c.sheets["nmr"]
    twice = nmrs.duplicated([*SEAT, "year", "turn"]) & nmrs[[*SEAT, "year", "turn"]].notna().all(axis=1)
    yield from (table.problem("missed_twice", row, "turn") for row in nmrs.loc[twice, "raw_row"])
    boards = c.boards[[*BOARD, "first_year", "result"]].assign(last_year=c.last_year)
    seats = c.seats.drop_duplicates(["code", "power"]).merge(boards, on=BOARD, validate="many_to_one")
    eliminated = seats["eliminated"].fillna(seats["first_zero"])
    seats["lived_to"] = seats["last_year"].where(seats["final_centres"] > 0, eliminated)
    seats["latest"] = seats["lived_to"] + ((seats["result"] == "in progress") & (seats["final_centres"] > 0))
    missed = nmrs.merge(seats[[*SEAT, "first_year", "latest"]], on=SEAT, how="left", validate="many_to_one")
    outside = (missed["year"] < missed["first_year"]) | (
        missed["year"] > missed["latest"]
    )  # a game in progress has begun one more
    yield from (table.problem("missed_outside", row, "year") for row in missed.loc[outside, "raw_row"])
    most = chart_laws.most_missed(seats["lived_to"] - seats["first_year"] + 1)
    typed = c.tables.nmrs.assign(kind=np.where(nmrs["turn"].isin(ORDER_TURNS), "nmr_orders", "nmr_adjustments"))
    counted = typed.groupby([*SEAT, "kind"]).size().unstack("kind", fill_value=0)
    counted = counted.reindex(columns=[*most], fill_value=0).reindex(pd.MultiIndex.from_frame(seats[SEAT]))
    for name, limit in most.items():
        listed = pd.Series(counted[name].to_numpy(), seats.index)
        field = name.replace("_", " ")
        yield from c.seat_problems("missed_too_many", seats[seats[name] > limit], field)
        yield from c.seat_problems(
            "missed_differs", seats[listed.notna() & seats[name].notna() & (listed != seats[name])], field
        )


def _unknown_boards(rows: pd.DataFrame, c: Charts, sheet: str) -> Iterator[Problem]:
    """Rows of another sheet that speak of a board that the boards sheet does not have."""
    typed = rows.dropna(subset=["round", "board"])
    boards = pd.concat([c.boards[BOARD], c.tables.unplayed]).assign(known=True)
    known = typed.merge(boards, on=BOARD, how="left", validate="many_to_one")["known"].notna().to_numpy()
    read = pd.MultiIndex.from_frame(typed[EVENT]).isin(pd.MultiIndex.from_frame(c.sheets["boards"].origin[EVENT]))
    yield from (c.sheets[sheet].problem("no_such_board", row, "board") for row in typed.loc[~known & read, "raw_row"])


# -- one game, one file ------------------------------------------------------------------------------------------------


def one_file_a_game(c: Charts) -> Iterator[Problem]:
    """The same players on the same powers with the same centres, in two events of a season, are one game."""
    rows = c.seats[["power", "player", "final_centres", *c.tables.years]]
    seat_hash = pd.util.hash_pandas_object(rows, index=False)
    boards = c.seats.assign(game=seat_hash, known=in_standings(c.seats["player"])).groupby("code")
    games = pd.DataFrame({"game": boards["game"].sum(), "known": boards["known"].sum()})
    games = games.join(c.boards[BOARD]).reindex(range(len(c.boards)))
    games = games[c.sound & (games["known"] > 1)]
    first = games.drop_duplicates(["season", "game"])
    copies = games.reset_index().merge(
        first[["season", "game", *BOARD[1:]]], on=["season", "game"], suffixes=("", "_first")
    )
    copies = copies[copies["event"] != copies["event_first"]].set_index("code")
    rows = c.seats[c.seats["code"].isin(copies.index)].drop_duplicates("code")
    yield from c.seat_problems(
        "same_game",
        rows,
        "board",
        lambda seat: "the game of {event_first}, round {round_first}, board {board_first}".format(
            **copies.loc[seat["code"]]
        ),
    )
    others = c.boards.drop(index=copies.index).merge(c.tables.events[[*EVENT, "name"]], on=EVENT)
    named = others.groupby(["season", "name", "round", "board"])["event"].transform("nunique") > 1
    rows = c.seats.merge(others.loc[named, BOARD], on=BOARD).drop_duplicates(BOARD)
    yield from c.seat_problems("same_game", rows, "board", lambda seat: "event name, round and board of another file")


LAWS: tuple[Callable[[Charts], Iterator[Problem]], ...] = (
    seven_powers,
    one_seat_a_player,
    known_centres,
    no_gaps,
    years_of_the_game,
    centres_on_the_map,
    other_maps,
    no_return_from_zero,
    eliminations_agree,
    finals_agree,
    control_totals,
    results_agree,
    missed_turns,
    one_file_a_game,
)
