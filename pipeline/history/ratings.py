"""The ratings of all players, and how each game or event changed them."""

from typing import Any

import numpy as np
import pandas as pd

from pipeline.history.games import days_of_events, order
from pipeline.history.league import League
from pipeline.rules.rank import in_standings, ranks
from pipeline.rules.ratings import Changes, Events, Games, Rating, ratings
from schemas.keys import EVENT, SEAT
from schemas.words import POWERS, split

SQUARES = "sum_of_squares"


def chosen(league: League) -> dict[str, Rating]:
    """Return the ratings that the league has chosen, or all ratings if it names none that exist."""
    requested = {id: rating for id, rating in ratings().items() if id in league.ratings}
    return requested or dict(ratings())


def rated(league: League, games: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the history's `ratings` and `rating_changes` frames."""
    results: dict[str, tuple[pd.DataFrame, Games | Events]] = {
        "games": _games(games),
        "events": _events(league),
    }
    parts = [_changes(rating, *results[rating.takes]) for rating in chosen(league).values()]
    changes = pd.concat(parts, ignore_index=True)
    changes = changes[in_standings(changes["player"])]
    return _table(changes), changes


def _games(games: pd.DataFrame) -> tuple[pd.DataFrame, Games]:
    """Return the boards with seven official scores, as rows and as arrays."""
    rows = games[games["rated"]]
    named = [{*split(winners)} for winners in rows["winners"]]
    winner = [power in winners for power, winners in zip(rows["power"], named, strict=True)]
    shares = rows["solo"] | (rows["soloist"] == "") & np.where(rows["winners"] != "", winner, rows["survivor"])
    players = _numbers(rows["player"])

    def array(column: Any) -> Any:
        return np.asarray(column).reshape(-1, len(POWERS)).T

    return _numbered(rows), Games(
        player=array(players),
        score=array(rows["score"]),
        centres=array(rows["final_centres"].astype(int)),
        shares=array(shares),
        drawn=array(shares & (rows["result"] == "draw")),
        squares=array(rows["system"] == SQUARES)[0],
    )


def _numbered(rows: pd.DataFrame) -> pd.DataFrame:
    """Return each row's day, seat and player, and the number of its game or event.

    Games or events are numbered from 1. Rows of events have an empty round, board and power.
    """
    return rows[["day", *SEAT, "player"]].assign(number=pd.factorize(rows["number"])[0] + 1)


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
    return _numbered(rows.assign(round="", board="", power="")), Events(
        event=rows["number"].to_numpy(int),
        player=_numbers(rows["player"]),
        place=rows["rank"].to_numpy(int),
        most=most.to_numpy(int),
        rounds=rows["rounds"].fillna(0).to_numpy(int),
        world=rows["world"].to_numpy(bool),
    )


def _changes(rating: Rating, rows: pd.DataFrame, results: Games | Events) -> pd.DataFrame:
    """Return one row per change in a rating.

    The column `overall` holds the player's overall rating after the change. If a rating is kept for each power, the
    overall rating is the mean over all powers. For a power that the player has not yet played, the initial rating is
    used.
    """
    changes: Changes = rating.changes(results)  # type: ignore[arg-type]
    figures = {name: column.T.ravel() for name, column in changes._asdict().items()}
    overall = after = figures["before"] + figures["change"]
    if rating.by_power:
        overall = rating.start + pd.Series(figures["change"], rows.index).groupby(rows["player"]).cumsum() / len(POWERS)
    return rows.assign(rating=rating.id, **figures, after=after, overall=overall)


def _table(changes: pd.DataFrame) -> pd.DataFrame:
    """Return the current ratings, with one row per rating and player."""
    of = changes.groupby(["rating", "player"])["overall"]
    table = pd.DataFrame({"value": of.last(), "peak": of.max(), "games": of.size()}).reset_index()
    table["rank"] = table.groupby("rating")["value"].transform(lambda values: ranks(values.to_numpy(float)))
    settled = {id: rating.settled for id, rating in ratings().items()}
    table["provisional"] = table["games"] < table["rating"].map(settled)
    return table.sort_values(["rating", "rank", "player"], ignore_index=True)
