"""The input for circuits: placings of events, participants in Bao events, and games as they stood on a given day.

The argument `counted` has the columns `season` and `event`, and one row for each event that counts. The rows returned
are the input for a circuit's `standings`.
"""

from dataclasses import replace
from datetime import date

import numpy as np
import pandas as pd

from pipeline.events.days import list_day, oldest_end
from pipeline.events.standings import GAME, Events, beside_boards, of_kind
from pipeline.rules.bao.tournaments import (
    FINAL,
    NATIONS,
    QUALIFYING,
    SECOND,
    SEMIFINAL,
    WINNER,
    Tournaments,
    of_stage,
    players,
)
from pipeline.rules.circuits import Needs, Notice
from pipeline.rules.systems import systems
from pipeline.score.facts import derive
from pipeline.score.published import Published, publish
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT, PLAYER, SEAT, among
from schemas.messages import Message, Name, Verbatim, few, plural, say
from schemas.words import COUNT, POWERS, split

IN_PROGRESS = "in progress"
ONLY_PLACED = say("only its placings are known, so it has no games that could count")
ONLY_SCORES = say(
    "scores entered without boards do not count here: the circuit takes its games from the sheet `{sheet}`",
    sheet=Name("sheet", "boards"),
)
WORTH = ["worth_qualifying", "worth_semifinal", "worth_finalist", "worth_winner"]
WHO = ["season", "player"]
STATE = {
    "ended": "datetime64[us]",
    "adjudicated": "datetime64[us]",
    "variant": object,
    **dict.fromkeys(("in_progress", "known", "reached"), bool),
}


def placings(counted: pd.DataFrame, events: Events, tables: Tables) -> pd.DataFrame:
    """Return one row per player and event, with the player's place and what circuits need to know about the event.

    The columns are `season`, `event`, `name`, `player`, `place`, `games`, `role`, `level`, `boards`, `circuit_points`
    and `round_boards`.

    An event with boards or entered scores uses its standings. Any other event uses the `placings` sheet. Directors and
    GMs (`placings` sheet, `directors` setting) are not players, so the players' computed places are adjusted as if the
    directors and GMs had not played. Other places are not changed.

    boards        the number of boards per round as entered or, if no number is entered, the average
    round_boards  the number of boards in each round, the largest first. If the boards are not known, for example
                  because a score was entered without a board, the entered number is repeated
    """
    sizes = boards_played(tables).groupby([*EVENT, "round"]).size().sort_values(ascending=False)
    boards = sizes.groupby(EVENT).agg(tuple).rename("round_boards").reset_index()
    boards["average"] = boards["round_boards"].map(np.mean).astype(float)
    settings = tables.events[[*EVENT, "name", "level", "circuit_points", "boards", "planned_rounds", "directors"]]
    settings = settings.merge(counted, on=EVENT).merge(boards, on=EVENT, how="left")
    rows = events.standings[PLAYER].assign(
        place=events.standings["rank"].astype(float), games=events.standings["games"].astype(float), role="player"
    )
    rows["computed"] = True
    typed = tables.placings.loc[tables.placings["player"] != "", [*PLAYER, "place", "games", "role"]]
    if len(typed):  # some of the standings may be typed placings
        rows = rows[among(rows, events.results, EVENT)]
        others = typed.loc[typed["role"] != "player", [*PLAYER, "role"]].drop_duplicates(PLAYER)
        rows = rows.drop(columns="role").merge(others, on=PLAYER, how="left").fillna({"role": "player"})
        typed = typed[~among(typed, events.results, EVENT) | (typed["role"] != "player")]
        typed = typed[~among(typed, rows, PLAYER)]
        rows = pd.concat([rows, typed.assign(computed=False)], ignore_index=True)
    rows = rows.merge(settings, on=EVENT)
    of_people = zip(rows["player"], rows["role"], rows["directors"], strict=True)
    roles = ["director" if player in split(names) else role for player, role, names in of_people]
    rows["role"] = pd.Series(roles, rows.index, dtype=object)
    moving = rows["computed"] & (rows["role"] == "player")
    if not moving.all():
        places = rows[moving].groupby(EVENT)["place"].rank(method="min")
        rows["place"] = places.reindex(rows.index).fillna(rows["place"])
    if (unknown := rows["average"].isna()).any():
        rounds = rows["planned_rounds"].fillna(rows.groupby(EVENT)["games"].transform("max")).fillna(0)
        as_typed = [(average,) * int(n) for average, n in zip(rows["boards"].fillna(0), rounds, strict=True)]
        rows["round_boards"] = rows["round_boards"].mask(unknown, pd.Series(as_typed, rows.index, dtype=object))
    rows["boards"] = rows["boards"].fillna(rows["average"])
    return rows[
        [*EVENT, "name", "player", "place", "games", "role", "level", "boards", "circuit_points", "round_boards"]
    ]


def open_events(counted: pd.DataFrame, rows: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the events that count but have no result yet.

    The columns are `season`, `event`, `level` and `circuit_points`.
    """
    events = tables.events[[*EVENT, "level", "circuit_points"]].merge(counted, on=EVENT)
    return events[~among(events, rows, EVENT)]


def boards_played(tables: Tables) -> pd.DataFrame:
    """Return the season, event, round and board of each board played, for events whose boards are all known.

    Boards named by entered scores are included. If an entered score names no board, its event is left out.
    """
    played = pd.concat([tables.boards[BOARD], tables.aside[BOARD]])
    if tables.results.empty:
        return played
    typed = tables.results[~beside_boards(tables)]
    played = pd.concat([played, typed[BOARD]]).drop_duplicates()
    return played[~among(played, typed[typed["board"].isna()], EVENT)]


def scores(counted: pd.DataFrame, events: Events) -> pd.DataFrame:
    """Return one row per player and scored game.

    The columns are `season`, `event`, `round`, `board`, `power`, `player`, `place` and `score`.
    """
    games = of_kind(events.results, GAME)[[*EVENT, "round", "board", "power", "player", "place", "score"]]
    return games[games["season"].isin(counted["season"])].merge(counted, on=EVENT)


def without_games(counted: pd.DataFrame, needs: Needs, tables: Tables) -> list[Notice]:
    """Return one notice for each event that counts towards a circuit but has no games for it."""
    scored = tables.results[~beside_boards(tables)]
    placed = counted[among(counted, tables.placings, EVENT)]
    for played in (tables.boards, tables.aside, scored):
        placed = placed[~among(placed, played, EVENT)]
    silent = [(placed, ONLY_PLACED)]
    if needs.takes == "games":
        silent.append((counted[among(counted, scored, EVENT)], ONLY_SCORES))
    return [
        Notice(season, event, "", text) for events, text in silent for season, event in events.itertuples(index=False)
    ]


def participants(played: Tournaments, tables: Tables) -> pd.DataFrame:
    """Return one row per participant in a Bao tournament, with nation, games won, stages reached and points per stage.

    A participant is a player on the entry list or in a match. The season's Mabingwa and its nations match are not
    tournaments, so they have no rows of their own.

    over           whether the tournament is over
    mabingwa       whether the participant plays in the season's Mabingwa
    nations_match  whether the participant plays for this nation in the season's nations match
    """
    events = tables.events[tables.events["format"] != "mabingwa"]
    nations = played.matches["stage"] == NATIONS
    match = among(events, played.matches[nations], EVENT) & ~among(events, played.matches[~nations], EVENT)
    events = events[~match]
    present = pd.concat([played.entries[PLAYER], players(played.matches)[PLAYER]]).drop_duplicates()
    rows = present.merge(events[[*EVENT, "kiba_points"]], on=EVENT).merge(
        played.entries[[*PLAYER, "country"]].rename(columns={"country": "nation"}), on=PLAYER, how="left"
    )
    rows["nation"] = rows["nation"].astype(object).fillna("")
    table = played.standings
    at = pd.MultiIndex.from_frame(rows[PLAYER])
    for stage in (QUALIFYING, SEMIFINAL):
        wins = table[table["stage"] == stage].drop_duplicates(PLAYER).set_index(PLAYER)["points"]
        rows[f"{stage}_wins"] = wins.reindex(at).fillna(0).to_numpy(dtype=int)
    for column, goals in (("winner", [WINNER]), ("finalist", [WINNER, SECOND, FINAL])):
        reached = table[table["goes_on"].isin(goals) | ((column == "finalist") & (table["stage"] == FINAL))]
        rows[column] = at.isin(pd.MultiIndex.from_frame(reached[PLAYER]))
    decided = at.isin(pd.MultiIndex.from_frame(table.loc[table["goes_on"] == SECOND, PLAYER]))
    rows["place"] = pd.array(np.select([rows["winner"], decided], [1.0, 2.0], default=np.nan), "Int64")
    over = played.outcomes[played.outcomes["finished"].astype(bool)]
    rows["over"] = pd.MultiIndex.from_frame(rows[EVENT]).isin(pd.MultiIndex.from_frame(over[EVENT]))
    final = among(played.members, tables.events[tables.events["format"] == "mabingwa"], EVENT)
    opponents = of_stage(table, NATIONS).rename(columns={"group": "nation"})
    for column, present in (("mabingwa", played.members[final][WHO]), ("nations_match", opponents[[*WHO, "nation"]])):
        rows[column] = pd.MultiIndex.from_frame(rows[[*present]]).isin(pd.MultiIndex.from_frame(present))
    worth = pd.DataFrame(rows["kiba_points"].tolist(), rows.index, WORTH, dtype=float)
    return rows.drop(columns="kiba_points").join(worth)


def games(
    counted: pd.DataFrame, on: date, needs: Needs, published: dict[str, Published], tables: Tables, season: str
) -> pd.DataFrame:
    """Return the seats of every game as of the date `on`, one per row, with their scores under the circuit's system.

    The result also has the columns of STATE.

    season  the season of the ranking list

    A finished game has its score. A game in progress has its provisional score after the last autumn that had been
    adjudicated by that date, according to the `calendar` sheet. If it has no calendar, its centres count as entered,
    but only from the date of its season's ranking list onwards. In all other cases the state is unknown. Games are left
    out if their event began after that date, or if they ended too long before it. Games of later seasons without a
    start date are also left out, because otherwise each new season would change the list.
    """
    if counted.empty:
        return no_games(needs)
    boards = _states(counted, on, needs.years_back, tables, season)
    as_typed, cut = boards["as_typed"], boards["as_cut"]
    scores = _seats_of(published[needs.system].scores, boards[as_typed])
    if cut.any():
        scores = pd.concat([scores, _as_it_stood(boards[cut], needs.system, tables)])
    scores = scores[[*SEAT, "player", "place", "score"]].rename(columns={"score": needs.system})
    unknown = _seats_of(tables.seats[[*SEAT, "player"]], boards[~as_typed & ~cut])
    rows = pd.concat([scores, unknown], ignore_index=True).astype({"place": object})  # books show the place as text
    return rows.merge(boards[[*BOARD, *STATE]], on=BOARD, how="left", validate="many_to_one")


def no_games(needs: Needs) -> pd.DataFrame:
    """Return a frame with the columns of `games` and no rows."""
    columns = {**dict.fromkeys([*SEAT, "player"], object), "place": "Int64", needs.system: float, **STATE}
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in columns.items()})


def without_start(counted: pd.DataFrame, tables: Tables) -> list[Message]:
    """Return one message, in a list, about the games that earlier seasons' ranking lists omit for lack of a start date.

    The message gives the number of these games. If there are none, the returned list is empty.
    """
    events = tables.events.loc[tables.events["start"] == "", [*EVENT, "name"]].merge(counted, on=EVENT)
    if events.empty:
        return []
    boards = tables.boards[BOARD].merge(events, on=EVENT)
    boards = boards[~among(boards, tables.calendar, BOARD)]
    names = few([Verbatim(name) for name in sorted(boards["name"].unique())])
    text = plural(
        "{n} game has no start date ({events}), so the circuit's lists for earlier seasons leave it out. Fill in `{start}`, or enter its autumn adjudication dates in the sheet `{calendar}`.",
        "{n} games have no start date ({events}), so the circuit's lists for earlier seasons leave them out. Fill in `{start}`, or enter their autumn adjudication dates in the sheet `{calendar}`.",
        len(boards),
        events=names,
        start=Name("setting", "start"),
        calendar=Name("sheet", "calendar"),
    )
    return [text] if len(boards) else []


def _states(counted: pd.DataFrame, on: date, years_back: int, tables: Tables, season: str) -> pd.DataFrame:
    """Return the boards that a season's ranking list may include, with their state on that list's date.

    If a board has no calendar, its last autumn counts as adjudicated on the date of its season's ranking list.
    These columns are added, as well as those of STATE:

    number    position of the board in `tables.boards`
    as_typed  whether the board is scored as entered
    as_cut    whether the board is scored as it stood after the year `cut`
    cut       the last year adjudicated by that date, NaN if there is none
    """
    day = pd.Timestamp(on)
    events = tables.events[[*EVENT, "variants", "start"]].merge(counted, on=EVENT)
    boards = tables.boards.assign(number=np.arange(len(tables.boards))).merge(events, on=EVENT)
    boards["ended"] = pd.to_datetime(boards["ended"].replace("", None), format="%Y-%m-%d")
    boards["variant"] = boards["variant"].mask(boards.pop("variants") == COUNT, "")
    started = pd.to_datetime(boards.pop("start"))
    days = {name: list_day(name, tables) for name in {season, *boards["season"]}}
    day_of_list, day_of_season = pd.to_datetime(boards["season"].map(days)), pd.to_datetime(days[season])
    silent = started.isna() & ~among(boards, tables.calendar, BOARD) & ~(boards["ended"] <= day)
    left_out = (
        (started > day) | (boards["ended"] < oldest_end(on, years_back)) | (silent & (day_of_list > day_of_season))
    )
    boards = boards.assign(day_of_list=day_of_list)[~left_out].reset_index(drop=True)
    by_then = tables.calendar[tables.calendar["adjudicated"] <= day].groupby(BOARD)
    adjudicated = by_then.agg(cut=("year", "max"), adjudicated=("adjudicated", "max"))
    boards = boards.merge(adjudicated, on=BOARD, how="left")

    going_on, over = boards["result"] == IN_PROGRESS, boards["ended"] <= day
    in_calendar = among(boards, tables.calendar, BOARD)
    as_typed = over | (going_on & ~in_calendar & (boards["day_of_list"] <= day))
    by_calendar = ~over & in_calendar & (going_on | boards["ended"].notna())
    reached = boards["cut"].notna()
    return boards.assign(
        adjudicated=boards["adjudicated"].where(in_calendar, boards["day_of_list"]),
        in_progress=going_on | (boards["ended"] > day),
        known=as_typed | by_calendar,
        reached=~by_calendar | reached,
        as_typed=as_typed,
        as_cut=by_calendar & reached,
    )


def _seats_of(rows: pd.DataFrame, boards: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that belong to `boards`. The table has seven rows per board, in the order of `tables.boards`."""
    seats = boards["number"].to_numpy()[:, np.newaxis] * len(POWERS) + np.arange(len(POWERS))
    return rows.iloc[seats.ravel()]


def _as_it_stood(boards: pd.DataFrame, system: str, tables: Tables) -> pd.DataFrame:
    """Return the provisional scores of games cut off after the year in the column `cut`.

    The columns are those of `Published.scores`.
    """
    kept = tables.boards.merge(boards[[*BOARD, "cut"]], on=BOARD, validate="one_to_one")
    seats = tables.seats.merge(kept[[*BOARD, "cut"]], on=BOARD, validate="many_to_one")
    chart = seats[tables.years].to_numpy(dtype=float, copy=True)
    calendar, cut = np.array(tables.years, dtype=float), seats[["cut"]].to_numpy(dtype=float)
    seats["final_centres"] = np.nansum(np.where(calendar == cut, chart, 0.0), axis=1)
    chart[np.broadcast_to(calendar > cut, chart.shape)] = np.nan
    seats[tables.years] = chart
    seats["eliminated"] = seats["eliminated"].where(seats["eliminated"] <= seats["cut"])
    listed = pd.MultiIndex.from_frame(seats[BOARD]).isin(pd.MultiIndex.from_frame(tables.nmrs[BOARD]))
    numbers = seats[["nmr_orders", "nmr_adjustments"]]
    undated = seats.loc[~listed & (numbers.fillna(0) > 0).any(axis=1), BOARD]  # missed turns without a date
    seats[["nmr_orders", "nmr_adjustments"]] = numbers.mask(np.column_stack([listed, listed]))
    kept = kept.assign(last_year=kept["cut"], last_recorded=kept["cut"], result=IN_PROGRESS, winners="")
    cut_tables = replace(tables, boards=kept.drop(columns="cut"), seats=seats.drop(columns="cut"))
    rows = publish(systems()[system], derive(cut_tables)).scores
    doubtful = pd.MultiIndex.from_frame(rows[BOARD]).isin(pd.MultiIndex.from_frame(undated))
    return rows.assign(score=rows["score"].mask(doubtful))
