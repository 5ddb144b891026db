"""The ratings of all players, and how each game or event changed them."""

from typing import Any

import numpy as np
import pandas as pd

from pipeline.history.games import days_of_events, order
from pipeline.history.league import League
from pipeline.rules.rank import in_standings, ranks
from pipeline.rules.ratings import Changes, Events, Games, Rating, ratings
from schemas.keys import BOARD, EVENT
from schemas.words import POWERS, split

CHANGES = [
    *("rating", "number", "day", *BOARD, "power", "player"),
    *("before", "got", "expected", "change", "after"),
]
SQUARES = "sum_of_squares"


def chosen(league: League) -> dict[str, Rating]:
    """Return the ratings that the league has chosen, or all ratings if it names none that exist."""
    requested = {id: rating for id, rating in ratings().items() if id in league.ratings}
    return requested or dict(ratings())


def rated(league: League, games: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the frames RATINGS and RATING_CHANGES."""
    results: dict[str, tuple[pd.DataFrame, Games | Events]] = {
        "games": _games(league, games),
        "events": _events(league),
    }
    changes = [_changes(rating, *results[rating.takes]) for rating in chosen(league).values()]
    tables = [_table(rating, rows) for rating, rows in zip(chosen(league).values(), changes, strict=True)]
    return pd.concat(tables, ignore_index=True), pd.concat(changes, ignore_index=True)


def _games(league: League, games: pd.DataFrame) -> tuple[pd.DataFrame, Games]:
    """Return the boards with seven official scores, as rows and as arrays."""
    rows = games[games["rated"]]
    boards = league.tables["boards"][[*BOARD, "result", "winners", "soloist"]]
    rows = rows.merge(boards, on=BOARD, how="left", validate="many_to_one")
    named = [{*split(winners)} for winners in rows["winners"]]
    winner = [power in winners for power, winners in zip(rows["power"], named, strict=True)]
    shares = rows["solo"] | (rows["soloist"] == "") & np.where(rows["winners"] != "", winner, rows["survivor"])
    players = _numbers(rows["player"])

    def array(column: Any) -> Any:
        return np.asarray(column).reshape(-1, len(POWERS)).T

    return rows, Games(
        player=array(players),
        score=array(rows["score"]),
        centres=array(rows["final_centres"].astype(int)),
        shares=array(shares),
        drawn=array(shares & (rows["result"] == "draw")),
        squares=array(rows["system"] == SQUARES)[0],
    )


def _numbers(players: pd.Series) -> np.ndarray:
    """Return a number for each row's player.

    Each row without a named player gets a negative number of its own.
    """
    named = in_standings(players).to_numpy()
    return np.where(named, pd.factorize(players, sort=True)[0], -1 - np.arange(len(players)))


def _events(league: League) -> tuple[pd.DataFrame, Events]:
    """Return the standings of Diplomacy events, as rows and as arrays."""
    events = league.tables["events"]
    events = events.assign(day=days_of_events(events), world=events["level"] == "world")
    rows = league.tables["standings"].merge(events[[*EVENT, "day", "world"]], on=EVENT, validate="many_to_one")
    rows = rows[in_standings(rows["player"])].merge(league.tables["rounds"], on=EVENT, how="left")
    rows = rows.assign(number=order(rows)).sort_values(["number", "rank", "player"], ignore_index=True)
    most = rows.groupby("number")["player"].transform("size")
    return rows, Events(
        event=rows["number"].to_numpy(int),
        player=_numbers(rows["player"]),
        place=rows["rank"].to_numpy(int),
        most=most.to_numpy(int),
        rounds=rows["rounds"].fillna(0).to_numpy(int),
        world=rows["world"].to_numpy(bool),
    )


def _changes(rating: Rating, rows: pd.DataFrame, results: Games | Events) -> pd.DataFrame:
    changes: Changes = rating.changes(results)  # type: ignore[arg-type]
    figures = {name: column.T.ravel() for name, column in changes._asdict().items()}
    rows = rows.assign(rating=rating.id, **figures, after=figures["before"] + figures["change"])
    number = pd.factorize(rows["number"])[0] + 1
    # a change caused by an event has no round, board or power
    rows = rows.assign(number=number).reindex(columns=CHANGES, fill_value="")
    return rows[in_standings(rows["player"])]


def _table(rating: Rating, changes: pd.DataFrame) -> pd.DataFrame:
    """Return the current ratings, one row per player.

    A rating by power is the mean over all powers, with the start value for each power not yet played.
    """
    if rating.by_power:
        gained = changes["change"].groupby(changes["player"]).cumsum() / len(POWERS)
        changes = changes.assign(after=rating.start + gained)
    of = changes.groupby("player")["after"]
    table = pd.DataFrame({"value": of.last(), "peak": of.max(), "games": of.size()}).reset_index()
    table = table.assign(
        rating=rating.id, rank=ranks(table["value"].to_numpy(float)), provisional=table["games"] < rating.settled
    )
    return table.sort_values(["rank", "player"], ignore_index=True)
