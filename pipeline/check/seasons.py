"""The laws beyond one board: placings, calendars, rounds sat out, draws, and what the circuits need to know."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from pipeline.events.circuit_inputs import IN_PROGRESS
from pipeline.events.days import counts_for, list_day
from pipeline.problems.codes import Problem
from pipeline.read.sheets import Raw
from pipeline.read.typed import day
from pipeline.rules.circuits import circuits
from pipeline.rules.counting import italia_2010 as italia
from pipeline.tidy.tables import Tables
from schemas.fields import turn_of
from schemas.keys import BOARD, EVENT
from schemas.words import TO_BE_PLAYED, split

DRAWS_FROM = 4  # "solo dopo il quarto anno": game years that have to be over before a draw (Italia-2010, 6)

YEARS_AWAY = 5  # from its season: a postal game takes years, but not so many


def season_breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Every breach of every law beyond one board."""
    laws = (
        *(placed_once, calendars, rounds_sat_out, late_draws, proposals, accepted_draws, played_after_all),
        *(ends_known, years_in_order, days_in_order, declared_rounds, circuits_of_the_game),
    )
    return [problem for law in laws for problem in law(tables, raw)]


def placed_once(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A player has one place in an event."""
    placed = tables.placings
    twice = placed.duplicated([*EVENT, "player"]) & (placed["player"] != "")
    yield from (raw.tables["placings"].problem("placed_twice", row, "player") for row in placed.loc[twice, "raw_row"])


def calendars(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A calendar speaks of boards there are, of a year once, and of later years later."""
    table, rows = raw.tables["calendar"], tables.calendar.dropna(subset=["round", "board"])
    known = pd.MultiIndex.from_frame(pd.concat([tables.boards[BOARD], tables.unplayed]))
    there = pd.MultiIndex.from_frame(rows[BOARD]).isin(known)
    with_boards = pd.MultiIndex.from_frame(rows[EVENT]).isin(
        pd.MultiIndex.from_frame(raw.tables["boards"].origin[EVENT])
    )
    yield from (table.problem("no_such_board", row, "board") for row in rows.loc[~there & with_boards, "raw_row"])
    twice = rows.duplicated([*BOARD, "year"]) & rows["year"].notna()
    yield from (table.problem("year_twice", row, "year") for row in rows.loc[twice, "raw_row"])
    chart = rows.merge(tables.boards[[*BOARD, "first_year", "last_recorded"]], on=BOARD, how="left")
    outside = (chart["year"] < chart["first_year"]) | (chart["year"] > chart["last_recorded"])
    yield from (table.problem("year_outside", row, "year") for row in chart.loc[outside, "raw_row"])
    dated = rows[~twice].dropna(subset=["year", "adjudicated"]).sort_values([*BOARD, "year"], kind="stable")
    early = dated["adjudicated"] < dated.groupby(BOARD)["adjudicated"].shift()
    yield from (table.problem("adjudicated_early", row, "adjudicated") for row in dated.loc[early, "raw_row"])


def rounds_sat_out(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Nobody plays in a round sat out."""
    rounds = tables.people.assign(round=tables.people["sat_out"].fillna("").map(split)).explode("round")
    played = rounds.merge(tables.seats[[*EVENT, "round", "player"]].drop_duplicates(), on=[*EVENT, "round", "player"])
    for row, number in played[["raw_row", "round"]].itertuples(index=False):
        yield raw.tables["players"].problem("sat_out_and_played", int(row), "sat out", f"round {number}")


def late_draws(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Under Italia-2010 no draw ends a game before its fourth year is over (6)."""
    events = tables.events.loc[tables.events["system"] == italia.SYSTEM, [*EVENT, "first_year"]]
    games = tables.games.merge(events, on=EVENT).merge(
        tables.boards[[*BOARD, "last_year"]], on=BOARD, suffixes=("_typed", "")
    )
    early = (games["result"] == "draw") & (games["last_year"] < games["first_year"] + DRAWS_FROM - 1)
    for row, year in games.loc[early, ["raw_row", "last_year"]].itertuples(index=False):
        yield raw.tables["games"].problem("early_draw", int(row), "result", f"a draw in {year:.0f}")


def proposals(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """Under Italia-2010 a player proposes one draw a game, and none before the fourth year is over (6)."""
    table, events = raw.tables["boards"], tables.events.loc[tables.events["system"] == italia.SYSTEM, EVENT]
    seats = tables.seats[tables.seats["draw_proposed"] != ""].merge(events, on=EVENT)
    seats = seats.merge(tables.boards[[*BOARD, "first_year"]], on=BOARD)
    for seat in seats.itertuples():
        years = [int(year) for year in split(seat.draw_proposed)]
        if len(years) > 1:
            yield table.problem("proposed_twice", int(seat.raw_row), "draw proposed")
        elif years[0] < seat.first_year + DRAWS_FROM:
            yield table.problem("early_draw", int(seat.raw_row), "draw proposed")


def accepted_draws(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """The turn in which a draw is accepted is not played: the last finished autumn counts (Italia-2010, 6)."""
    table, events = raw.tables["games"], tables.events.loc[tables.events["system"] == italia.SYSTEM, EVENT]
    games = tables.games[tables.games["draw_accepted"] != ""].merge(events, on=EVENT)
    games = games.merge(tables.boards[[*BOARD, "last_year", "first_year"]], on=BOARD, suffixes=("_typed", ""))
    for game in games.itertuples():
        turn, year = turn_of(game.draw_accepted) or ("", 0)
        last = year if turn == "winter" else year - 1
        if game.result not in ("", "draw"):
            yield table.problem("draw_differs", int(game.raw_row), "draw accepted", expected="the result `draw`")
        elif year < game.first_year + DRAWS_FROM:
            yield table.problem("early_draw", int(game.raw_row), "draw accepted")
        elif game.last_year != last:
            yield table.problem(
                "draw_differs",
                int(game.raw_row),
                "draw accepted",
                f"{game.draw_accepted}, centres up to {game.last_year:.0f}",
                f"centres up to the last autumn finished: {last}",
            )


def played_after_all(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A board that was laid out, and has its centres now, is over."""
    games = tables.games[tables.games["result"] == TO_BE_PLAYED].merge(tables.boards[BOARD], on=BOARD)
    yield from (raw.tables["games"].problem("played_after_all", row, "result") for row in games["raw_row"])


def ends_known(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A finished game says on which day it ended if it counts for a circuit that needs the day."""
    dated = [counts_for(name, tables) for name, circuit in circuits().items() if circuit.needs.days_of_end]
    boards = tables.boards.merge(pd.concat([tables.events[EVENT].iloc[:0], *dated]).drop_duplicates(), on=EVENT)
    silent = boards[(boards["result"] != IN_PROGRESS) & (boards["ended"] == "")]
    rows = tables.games.drop_duplicates(BOARD).set_index(BOARD)["raw_row"]
    seats = tables.seats.drop_duplicates(BOARD).set_index(BOARD)["raw_row"]
    for board in silent[BOARD].itertuples(index=False, name=None):
        sheet, row, field = (
            ("games", rows[board], "ended") if board in rows.index else ("boards", seats[board], "board")
        )
        yield raw.tables[sheet].problem("no_end", int(row), field, "no day on which the game ended")


def years_in_order(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """An event's last game year is not before its first."""
    for event in tables.events[tables.events["last_year"] < tables.events["first_year"]].itertuples():
        found = f"the last year is {event.last_year:.0f}, the first {event.first_year:.0f}"
        yield raw.at_setting("before_first_year", "last year", **_where(event), found=found)


def days_in_order(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """An event ends after it starts, a game too; a day years away from its season is a slip, perhaps."""
    days = tables.events[[*EVENT, "file"]].assign(
        **{name: day(tables.events[name].replace("", None)) for name in ("start", "end")}
    )
    lists = {season: list_day(season, tables) for season in tables.events["season"].unique()}
    years = {season: own.year for season, own in lists.items() if own}
    early = days["end"] < days["start"]
    for event in days[early].itertuples():
        yield raw.at_setting("ends_early", "end", **_where(event), expected=f"a day after {event.start:%Y-%m-%d}")
    for name in ("start", "end"):
        far = _is_far(days[name], days["season"].map(years)) & ~early
        for event in days[far].itertuples():
            yield raw.at_setting("far_day", name, **_where(event))
    games, table = tables.games.assign(ended=day(tables.games["ended"].replace("", None))), raw.tables["games"]
    games = games.merge(days[[*EVENT, "start"]], on=EVENT, how="left")
    far_start = _is_far(games["start"], games["season"].map(years))
    early = (games["ended"] < games["start"]) & ~far_start
    for row, start in games.loc[early, ["raw_row", "start"]].itertuples(index=False):
        yield table.problem("ends_early", int(row), "ended", expected=f"a day after {start:%Y-%m-%d}")
    far = _is_far(games["ended"], games["season"].map(years)) & ~early
    yield from (table.problem("far_day", row, "ended") for row in games.loc[far, "raw_row"])


def _is_far(days: pd.Series, years: pd.Series) -> pd.Series:
    """Days of another time than the season's year (NaN where it has none)."""
    return (days.dt.year - years.astype(float)).abs() > YEARS_AWAY


def _where(event: Any) -> dict[str, str]:
    return {"season": event.season, "event": event.event, "file": event.file}


def declared_rounds(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """The round of the top table and that of the tie-break act under Italia-2010 alone."""
    for name, setting in (("top_table_round", "top table round"), ("tie_break_round", "tie-break round")):
        idle = tables.events[(tables.events[name] != "") & (tables.events["system"] != italia.SYSTEM)]
        for event in idle.itertuples():
            yield raw.at_setting("no_effect", setting, **_where(event), expected="an event under Italia-2010")


def circuits_of_the_game(tables: Tables, raw: Raw) -> Iterator[Problem]:
    """A circuit takes events of Bao, or events of Diplomacy."""
    for event in tables.events.itertuples():
        for circuit in sorted({*split(event.circuits)} & {*circuits()}):
            game = circuits()[circuit].needs.game
            if game != event.kind:
                expected = f"an event of {game.capitalize()}"
                yield raw.at_setting("no_effect", "circuits", **_where(event), found=circuit, expected=expected)
