"""The Fischer clock, which shows how much time each player has left after the moves, and who has lost on time.

T = (3 + 1) <= 7 means that each player begins with 3 days, gains 1 with each move, and never has more than 7. Only the
clock of the player to move runs. A move at the exact instant when that clock reaches zero is too late. All times are in
UTC, to the second. A game without moves has a deadline too, by which South must make the first move.

The clocks are read at the end of the given day, or at the event's last move if that is later. The machine's clock is
never used.
"""

from datetime import date

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.bao.tournaments import GROUP, STAGES
from schemas.keys import EVENT, among

DAY = 86_400  # seconds
NEVER = np.iinfo(np.int64).max
SIDES = ("south", "north")  # in order of their first moves
GAME = [*GROUP, *SIDES]
CLOCK = ("made", "typed", "south_left", "north_left", "to_move", "zero", "lost")


def run(
    moves: NDArray[np.int64], start: NDArray[np.int64], settings: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Run the clocks of all games. All times are whole seconds.

    moves     (move, game) time of each move, beginning with South's and alternating, with NEVER after the last move
    start     (game,) time at which South's clock starts
    settings  (3, game) initial time on each clock, increment after each move, and maximum

    Returns three arrays:

    remaining  (side, game) time on each clock after the last move made in time
    zero       (game,) time at which the clock of the player to move reaches zero
    made       (game,) number of moves made in time
    """
    initial, increment, most = settings
    remaining = np.minimum(np.stack([initial, initial]), most)
    since, made = start.copy(), np.zeros_like(start)
    alive = np.ones(start.shape, bool)
    for number, moment in enumerate(moves):
        side = number % 2
        rest = remaining[side] - (np.minimum(moment, NEVER // 2) - since)
        alive &= (moment < NEVER) & (rest > 0)
        remaining[side] = np.where(alive, np.minimum(rest + increment, most), remaining[side])
        since = np.where(alive, moment, since)
        made += alive
    to_move = made % 2
    return remaining, since + np.take_along_axis(remaining, to_move[np.newaxis], axis=0)[0], made


def clocks(events: pd.DataFrame, matches: pd.DataFrame, moves: pd.DataFrame, as_of: date | None = None) -> pd.DataFrame:
    """Return the clocks of games, with one row for each game that has moves or waits for its first move.

    A game without moves or a winner waits for South's first move if moves have been entered for its event, or if no
    game of the event has a winner. Games whose start is unknown are left out.

    events   the events, with the columns of `schemas.tables.EVENTS`
    matches  the games, as in `Tournaments.matches`
    moves    the moves entered, with the columns of `schemas.tables.MOVES`
    as_of    the clocks are read at the end of this day. If None, the day entered for the event or its season is used

    Each row identifies the game by the columns in GAME. It also has `made` (number of moves made in time), `typed`
    (number of moves entered), `start`, `south_left` and `north_left` (days), `to_move` (name), `zero` (time at which
    the clock of the player to move reaches zero), `lost` (name of the player who lost on time, or ""), `winner` (as in
    `matches`), `ended`, and `raw_row` of the match.
    """
    moves = moves.rename(columns={"stage": "typed_stage"}).dropna(subset=["typed_stage", "number", "time"])
    games = matches.merge(events[[*EVENT, "clock", "as_of"]], on=EVENT, how="left").assign(
        start=starts(events, matches)
    )
    games["as_of"] = games["as_of"] if as_of is None else pd.Timestamp(as_of)
    of_game = _games_of(moves, games[[*EVENT, "typed_stage", "group", *SIDES]].assign(game=np.arange(len(games))))
    over, with_moves = games["winner"] != "", games.index.isin(of_game["game"])
    games["now"] = _now(games, moves, with_moves)
    waits = ~over & (among(games, moves, EVENT) | ~among(games, games[over], EVENT))
    timed = games[(with_moves | waits) & games["start"].notna()]
    if timed.empty:
        return timed.assign(**dict.fromkeys(CLOCK, ""))
    column = pd.Series(np.arange(len(timed)), timed.index)
    of_game = of_game[of_game["game"].isin(timed.index)]
    number, game = of_game["number"].to_numpy(dtype=int) - 1, column.loc[of_game["game"]].to_numpy()
    moments = np.full((number.max(initial=-1) + 1, len(timed)), NEVER)
    moments[number, game] = _seconds(of_game["time"])
    settings = np.rint(np.array(timed["clock"].tolist()).T * DAY).astype(np.int64)
    return _in_words(timed, moments, *run(moments, _seconds(timed["start"]), settings))


def _now(games: pd.DataFrame, moves: pd.DataFrame, with_moves: NDArray[np.bool_]) -> pd.Series:
    """Return the time at which each game's clock is read, or NaT if the time is unknown.

    This is the end of the `as_of` day, or the time of the event's last move if that is later.

    If an event has finished games without moves, its last move does not affect the games without moves. A finished game
    that was won on time is ignored here, because it may have had no moves.
    """
    last = games[EVENT].merge(moves.groupby(EVENT)["time"].max().rename("last"), on=EVENT, how="left")["last"]
    # a game won on time may have had no moves to type
    untyped = games[~with_moves & (games["winner"] != "") & (games["reason"] != "time")]
    last = last.set_axis(games.index).where(with_moves | ~among(games, untyped, EVENT))
    return pd.concat([games["as_of"] + pd.Timedelta(days=1), last], axis=1).max(axis=1)


def starts(events: pd.DataFrame, matches: pd.DataFrame) -> NDArray[np.datetime64]:
    """Return the time at which each game starts.

    This is the time entered. If there is none, a game of the event's first stage starts on the event's first day.
    """
    day = matches.merge(events[[*EVENT, "start"]], on=EVENT, how="left")["start"]
    day = pd.to_datetime(day.replace("", None)).set_axis(matches.index)
    stage = matches["stage"].map(STAGES)
    first = stage == stage.groupby([matches[key] for key in EVENT]).transform("min")
    moments: NDArray[np.datetime64] = matches["started"].fillna(day.where(first)).to_numpy()
    return moments


def _games_of(moves: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Return the moves, each joined to every game that it may belong to.

    If both the move and the game have a group, the groups must be the same. If several moves of a game have the same
    number, the first is kept.
    """
    candidates = moves.merge(games, on=[*EVENT, "typed_stage", *SIDES], suffixes=("", "_of_game"))
    same = (
        (candidates["group"] == "")
        | (candidates["group"] == candidates["group_of_game"])
        | (candidates["group_of_game"] == "")
    )
    return candidates[same].drop_duplicates(["game", "number"])


def _in_words(
    games: pd.DataFrame,
    moments: NDArray[np.int64],
    remaining: NDArray[np.int64],
    zero: NDArray[np.int64],
    made: NDArray[np.int64],
) -> pd.DataFrame:
    """Return the games with the columns in CLOCK added.

    For the meaning of each column, see `clocks`.
    """
    typed = (moments < NEVER).sum(axis=0)
    to_move = np.where(made % 2 == 0, games["south"], games["north"])
    over = (games["winner"] != "").to_numpy()
    fallen = pd.to_datetime(zero, unit="s") <= games["now"].to_numpy()  # False if no moment is known
    lost = (made < typed) | (~over & fallen)
    return games.assign(
        made=made,
        typed=typed,
        south_left=remaining[0] / DAY,
        north_left=remaining[1] / DAY,
        to_move=np.where(over, "", to_move),
        zero=pd.to_datetime(zero, unit="s"),
        lost=np.where(lost, to_move, ""),
    )


def _seconds(moments: pd.Series) -> NDArray[np.int64]:
    return moments.astype("datetime64[s]").astype(np.int64).to_numpy()
