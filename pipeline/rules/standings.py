"""Functions that several circuits use to read participants and places, and to make standings."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.circuits import Notice
from pipeline.rules.rank import EXACT_DECIMALS, ranks
from pipeline.rules.ties import EQUAL_DECIMALS, settled
from schemas.keys import EVENT
from schemas.messages import Message, say
from schemas.words import UNKNOWN_PLAYER

ORDINALS = (
    *(say("first"), say("second"), say("third"), say("fourth"), say("fifth")),
    *(say("sixth"), say("seventh"), say("eighth"), say("ninth"), say("tenth")),
)
FURTHER, NTH = {1: Message("{n}st"), 2: Message("{n}nd"), 3: Message("{n}rd")}, Message("{n}th")
FOUR = 4  # in several circuits a player's best four results count
NO_RULE = say("shared: no rule settles the tie")
NO_PLACE, NO_NAME = say("no place entered"), say("name not known: does not appear in the standings")
NOT_PLAYED = say("no scored game: did not play in the event")
NOT_PLAYERS = {
    "director": say("the director does not count as a player"),
    "gm": say("a player whose only positions were as game master (GM) does not count as having played"),
}


NO_GAME_TYPED = say("no scored game was entered, so the player counts as not having played in the event")
GM_POSITIONS = say("games that a director or game master (GM) plays are GM positions, which do not count")
NO_PLACE_TYPED = say(
    "no place was entered, so the event gives no points and does not count as one of the player's events"
)
PLACE_READ_AS = Message("place {typed_place} is read as {place}")
PLACE_SHARED = Message(
    "{sharing} players tied for place {place} share the points for places {place} to {last}: the rules do not mention ties"
)


def first_of(reasons: Mapping[Message, pd.Series], otherwise: Any = "") -> pd.Series:
    """Return, for each row, the first message whose condition holds, or `otherwise` if none holds."""
    messages = [np.array(message, object) for message in reasons]
    chosen = np.select([*reasons.values()], messages, default=otherwise)
    return pd.Series(chosen, next(iter(reasons.values())).index, dtype=object)


# -- before the points: participants and places ------------------------------------------------------------------------


def entries(placings: pd.DataFrame, silent: bool = True) -> tuple[pd.DataFrame, list[Notice]]:
    """Return the sorted placings with the columns that every rule needs, and notices about unclear placings.

    placings  one row per player and event: season, event, player, place, games, role (`player`, `director`, `gm`)
    silent    whether the circuit's text says nothing about tied placings

    Adds `played` (bool), `why` (reason why the placing cannot earn points, or "" if it can) and `typed_place`. Placings
    that can earn points also get a corrected `place` (3, 3, 4 becomes 3, 3, 5), `slot` (tied players get consecutive
    slots, starting at their place) and `sharing` (number of players at the place).
    """
    figures = {name: placings[name].astype(float) for name in ("place", "games", "boards") if name in placings}
    rows = placings.assign(**figures)
    rows = rows.sort_values([*EVENT, "place", "player", "role", "games"], kind="stable", ignore_index=True)
    rows["typed_place"] = rows["place"].astype("Int64")
    not_players = rows["role"].isin(NOT_PLAYERS)
    rows["played"] = ~not_players & (rows["games"] != 0)
    reasons = {why: rows["role"] == role for role, why in NOT_PLAYERS.items()}
    rows["why"] = first_of(reasons | {NOT_PLAYED: ~rows["played"], NO_PLACE: rows["place"].isna()})

    can_score = rows[rows["why"] == ""]
    of_event = can_score.groupby(EVENT)
    event = of_event.ngroup()
    at_place = can_score.groupby([event, "place"])
    further = at_place.cumcount()
    ahead = of_event.cumcount() - further
    place = ahead + (can_score["place"] - ahead).groupby(event).cummax()
    rows["place"] = place.astype("Int64").reindex(rows.index)
    rows["slot"] = (place + further).astype("Int64").reindex(rows.index)
    rows["sharing"] = at_place["place"].transform("size").astype("Int64").reindex(rows.index)
    return rows, _remarks(rows, not_players, silent)


def _remarks(rows: pd.DataFrame, not_players: pd.Series, silent: bool) -> list[Notice]:
    """Return notices that say how unclear placings have been interpreted."""
    remarked = {
        NO_GAME_TYPED: ~rows["played"] & ~not_players,
        GM_POSITIONS: not_players & (rows["games"] > 0),
        NO_PLACE_TYPED: rows["why"] == NO_PLACE,
        PLACE_READ_AS: (rows["place"] != rows["typed_place"]).fillna(False),
    }
    notices = [notice for message, of in remarked.items() if of.any() for notice in remarks(rows[of], message)]
    tied = rows["sharing"].gt(1).fillna(False)
    if silent and tied.any():
        tied = rows[tied].drop_duplicates([*EVENT, "place"])
        notices += remarks(tied.assign(player="", last=tied["place"] + tied["sharing"] - 1), PLACE_SHARED)
    return notices


def remarks(rows: pd.DataFrame, message: Message) -> list[Notice]:
    """Return one notice per row, with each `{column}` in the message replaced by the row's value."""
    facts = rows.to_dict("records") if len(rows) else []
    return [Notice(row["season"], row["event"], row["player"], message.of(row)) for row in facts]


def shared(rows: pd.DataFrame, points: NDArray[Any]) -> pd.Series:
    """Return each row's points, averaged over the rows that are tied for the same place in an event.

    Every row must have a place.

    points  the points that each row would have if no places were tied
    """
    at_slot = pd.Series(points, rows.index, dtype=float)
    return at_slot.groupby([rows[key] for key in (*EVENT, "place")]).transform("mean")


def unnamed(rows: pd.DataFrame) -> pd.Series:
    """Return a mask of the rows whose player's name is unknown."""
    return rows["player"].isin(["", UNKNOWN_PLAYER])


# -- after the points: the best results, and the ranks -----------------------------------------------------------------


def equal(figures: pd.Series | pd.DataFrame) -> NDArray[np.int64]:
    """Return the figures as integers. Figures that agree to nine decimals give equal integers.

    Floating-point noise is rounded off first.
    """
    return settled(figures.round(EXACT_DECIMALS).to_numpy())


def with_used(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the results grouped by player, each player's best first, with the column `used`.

    A result is used unless `why` gives a reason not to use it. Such a reason is added for results of unnamed players.
    """
    why = rows["why"].mask((rows["why"] == "") & unnamed(rows), NO_NAME)
    return best_first(rows.assign(why=why, used=why == "", games=rows["games"].astype("Int64")), EVENT)


def best_first(results: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Return the results grouped by player, each player's best first. Results with equal points are sorted by `by`."""
    points = results["points"].dropna()  # results without points come last
    descending = pd.Series(-equal(points), points.index)
    order = results.assign(key=descending).sort_values(["player", "key", *by], kind="stable", ignore_index=True)
    return order.drop(columns="key")


def ordinal(number: int) -> Message:
    """Return an ordinal number as a message, such as `first`, `tenth` or `11th`."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    return (NTH if number % 100 in (11, 12, 13) else FURTHER.get(number % 10, NTH)).of({"n": number})


def beyond_four(number: int) -> Message:
    """Return a message that says why a result beyond the best four is not used."""
    return say("{ordinal} best; only the best four count", ordinal=ordinal(number))


def best(results: pd.DataFrame, width: int = 1) -> pd.DataFrame:
    """Return one row per player with the points of each result: best_1, best_2 ..., padded with NaN.

    The results must be sorted best first. The longest row sets the number of columns, which is at least `width`.
    """
    row, players = pd.factorize(results["player"])
    number = results.groupby("player").cumcount().to_numpy()
    points = np.full((len(players), max([width, *number + 1])), np.nan)
    points[row, number] = results["points"]
    return pd.DataFrame(points, players, [f"best_{number + 1}" for number in range(points.shape[1])])


def only_four(results: pd.DataFrame, counting: pd.Series) -> pd.Series:
    """Return a message for each result beyond a player's best four, saying why the result is not used.

    results   sorted best first
    counting  mask of the results that may count
    """
    number = results[counting].groupby("player").cumcount() + 1
    return number[number > FOUR].map(beyond_four)


def averaged(bests: pd.DataFrame, more_events: int, least_divisor: int) -> pd.DataFrame:
    """Return each player's number of events, score, total and divisor.

    The divisor is the number of events plus `more_events`, or `least_divisor` if that is greater.
    """
    events, total = bests.notna().sum(axis=1), bests.sum(axis=1)
    divisor = np.maximum(events + more_events, least_divisor)
    return pd.DataFrame({"events": events, "score": total / divisor, "total": total, "divisor": divisor})


def ranked(table: pd.DataFrame, bests: pd.DataFrame) -> pd.DataFrame:
    """Return the standings, ranked by score, then by best event, second-best event and so on.

    Players who are still level share a rank.

    table  one row per player: events, score, and the figures behind the score
    bests  one row per player: best_1, best_2 ..., padded with NaN, which counts as 0 in a tie
    """
    shares = (say("joint winners: level in every event"), say("shared: level in every event"))
    return by_keys(table.join(bests), bests.fillna(0.0), by_best_events(bests.shape[1]), shares)


def by_best_events(number: int) -> list[Message]:
    """Return `number` messages for ties settled by the best event, the second-best event, and so on."""
    further = [say("settled by the {ordinal} best event", ordinal=ordinal(n)) for n in range(2, number + 1)]
    return [say("settled by the best event"), *further][:number]


def by_keys(
    table: pd.DataFrame, breakers: pd.DataFrame, words: Sequence[Message], shares: tuple[Message, Message]
) -> pd.DataFrame:
    """Return the standings, ranked by score, then by each of the tie-breaks.

    Higher values come first. Players who are still level share a rank.

    words   one message per tie-break, for the ties that it settles
    shares  the messages for a shared first rank, and for any other shared rank
    """
    keys = pd.DataFrame(equal(pd.concat([table[["score"]], breakers], axis=1)), table.index)
    alone = np.column_stack([~keys.duplicated([*keys.columns[:n]], keep=False) for n in keys.columns + 1])
    rank = ranks(keys.groupby([*keys.columns]).ngroup().to_numpy(dtype=float))
    outcomes = np.array(["", *words, *shares], object)
    shared_by = np.where(rank == 1, -2, -1)
    settled_by = outcomes.take(np.where(alone.any(axis=1), alone.argmax(axis=1), shared_by))
    return in_rank_order(published(table).assign(rank=rank, settled=settled_by))


def published(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with figures rounded to nine decimals, so that equal figures are identical."""
    figures = table.select_dtypes("float").columns
    return table.assign(**{name: table[name].round(EXACT_DECIMALS).round(EQUAL_DECIMALS) + 0.0 for name in figures})


def by_score(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table ranked by score alone, with the columns rank and settled.

    Equal scores share a rank.
    """
    table = published(table)
    table["rank"] = ranks(table["score"].to_numpy(dtype=float))
    return table.assign(settled=first_of({NO_RULE: table["rank"].duplicated(keep=False)}))


def first_places(rank: pd.Series, seats: int) -> tuple[pd.Series, pd.Series]:
    """Return a mask of the rows that are certain to be among the top `seats`, and a mask of those that may be.

    The masks differ if a rank is shared at the cut.
    """
    sharing = rank.groupby(rank).transform("size")
    return rank + sharing - 1 <= seats, rank <= seats


def once_played(among: pd.Series, perhaps: pd.Series, plays: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Return the masks `among` and `perhaps`, adjusted if the match between the top players has begun.

    Once it has begun, a player who is level with others at the cut is a top player only if they play in the match.

    among    mask of the players who are certain to be top players
    perhaps  mask of the players who are, or may still become, top players
    plays    mask of the players in the match, which is False for everybody until the match begins
    """
    if plays.any():
        among = perhaps = among | (perhaps & plays.reindex(perhaps.index))
    return among, perhaps


def in_rank_order(table: pd.DataFrame) -> pd.DataFrame:
    """Return the standings sorted by rank and name.

    The first columns are `rank` and `player`, and the last is `settled`.
    """
    rows = table.rename_axis("player").reset_index().sort_values(["rank", "player"], ignore_index=True)
    fixed = ["rank", "player", "settled"]
    return rows[[*fixed[:2], *rows.columns.drop(fixed), fixed[2]]]
