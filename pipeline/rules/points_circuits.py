"""The points and standings of the circuits in `pipeline.rules.circuits.by_numbers`.

The rules of these circuits have numeric settings, which an edition may change.
"""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.circuit_totals import (
    BEST_EVENT,
    DROPPED,
    EVERY,
    FEWER,
    HEAD_TO_HEAD,
    MORE,
    SECOND,
    THIRD,
    WON,
    Adding,
)
from pipeline.rules.circuits import Circuit, CircuitResult, Notice
from pipeline.rules.could_reach import with_further
from pipeline.rules.counting.tie_breaks import head_to_head
from pipeline.rules.standings import (
    NO_RULE,
    best,
    best_first,
    by_best_events,
    by_keys,
    entries,
    equal,
    first_of,
    ordinal,
    shared,
    with_used,
)
from schemas.keys import EVENT
from schemas.messages import Message, say

BESTS = {BEST_EVENT: 1, SECOND: 2, THIRD: 3}
SETTLED = {
    WON: say("settled by the number of events won"),
    MORE: say("settled in favour of the player with more events"),
    FEWER: say("settled in favour of the player with fewer events"),
    DROPPED: say("settled by the best dropped event"),
    HEAD_TO_HEAD: say("settled by the head-to-head result"),
}
FEW_EVENTS, FEW_GAMES = (
    Message("too few events: {number} (minimum: {fewest})"),
    Message("too few games: {number} (minimum: {fewest})"),
)
NOT_MET = say("shared: a score was entered without its board, so the head-to-head result cannot settle the tie")
LEVEL = (say("joint winners: level on every tie-break"), say("shared: level on every tie-break"))
OF_PLACINGS, OF_SCORES = ["typed_place", "sharing", "games", "role"], ["round", "board", "power"]


def standings(circuit: Circuit, rows: pd.DataFrame, open_events: pd.DataFrame | None = None) -> CircuitResult:
    """Return the result of a circuit for one season.

    rows         placings or scores, whichever the circuit takes. Placings have one row per player and event, with the
                 columns `season`, `event`, `player`, `place` (a whole number, NaN if none), `games`, `role`, `level`,
                 `circuit_points` (NaN if not entered) and `round_boards` (number of boards in each round, largest
                 first). Scores have one row per game, with the columns `season`, `event`, `round`, `board`, `power`,
                 `player`, `place` and `score`
    open_events  the events without a result, with the columns `season`, `event`, `level` and `circuit_points`
    """
    module, adding, numbers = circuit.module, circuit.edition.adding, circuit.edition.numbers
    of_games = circuit.needs.takes == "scores"
    results, notices = _games(circuit, rows) if of_games else _placed(circuit, rows)
    if hasattr(module, "percent"):
        results = results.assign(table_points=results["points"], percent=module.percent(results, numbers))
        results["points"] = results["table_points"] * results["percent"] / 100
        results = best_first(results, EVENT)
    results, counted = _used(results, adding, of_games)
    hopes = module.most(open_events, numbers) if adding.best and open_events is not None else np.array([])
    shown = OF_SCORES if of_games else [*OF_PLACINGS, *getattr(module, "ROAD", ())]
    return CircuitResult(
        _table(results, counted, adding, hopes, of_games),
        results[["player", "event", "place", "points", "used", *shown, "why"]],
        notices,
    )


def _placed(circuit: Circuit, placings: pd.DataFrame) -> tuple[pd.DataFrame, list[Notice]]:
    """Return the placings with their points (each player's best first), and the notices."""
    module, numbers = circuit.module, circuit.edition.numbers
    rows, notices = entries(placings, circuit.needs.shares_ties)
    placed = rows["slot"].notna()
    of = [rows[key] for key in EVENT]
    rows["players"] = placed.astype(int).groupby(of).transform("sum").astype("Int64")
    rows["slot"] = (placed.astype(int).groupby(of).cumsum()).where(placed).astype("Int64")
    rows["place"] = rows.groupby([*EVENT, "place"])["slot"].transform("min")
    if hasattr(module, "facts"):
        rows = rows.assign(**module.facts(rows, numbers))
    without_points = module.without_points(rows, numbers) if hasattr(module, "without_points") else {}
    rows["why"] = (
        first_of({why: lacking & placed for why, lacking in without_points.items()}, rows["why"])
        if without_points
        else rows["why"]
    )
    can_score = rows[rows["why"] == ""]
    points = np.asarray(module.points(can_score, numbers), float)
    return with_used(rows.assign(points=shared(can_score, points))), notices


def _games(circuit: Circuit, scores: pd.DataFrame) -> tuple[pd.DataFrame, list[Notice]]:
    """Return the games with their points (each player's best first), and an empty list of notices."""
    points = circuit.module.points(scores, circuit.edition.numbers).astype(float)
    rows = scores.assign(points=points, why="", used=True).astype({"why": object})
    return best_first(rows, [*EVENT, "round", "board", "power"]), []


def _used(results: pd.DataFrame, adding: Adding, of_games: bool) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return two frames: all results, with the columns `used` and `why`, and the valid results of ranked players.

    `why` says why a result is not used. A player with too few valid results is not ranked. The second frame includes
    results that are not used because they are not among the player's best.
    """
    can_count = results[results["used"]].groupby("player")
    size = can_count["player"].transform("size")
    for number in range(1, adding.fewest):
        few = size.index[size == number]
        results.loc[few, "why"] = (FEW_GAMES if of_games else FEW_EVENTS).of(
            {"number": number, "fewest": adding.fewest}
        )
    counted = results[results["used"] & (results["why"] == "")]
    number = counted.groupby("player").cumcount() + 1
    beyond = number[number > adding.best] if adding.best else number[:0]
    results.loc[beyond.index, "why"] = beyond.map(lambda n: _beyond(n, adding.best)).astype(object)
    return results.assign(used=results["why"] == ""), counted


def _beyond(number: int, most: int) -> Message:
    """Return a message saying that a player's `number`th best result is not used because only the best `most` count."""
    return say("{ordinal} best; only the best {n} count", ordinal=ordinal(number), n=most)


def _table(
    results: pd.DataFrame, counted: pd.DataFrame, adding: Adding, hopes: NDArray[Any], of_games: bool
) -> pd.DataFrame:
    """Return the standings.

    If only the best results count, the standings include the score that each player could still reach.
    """
    used = results[results["used"]]
    bests, everything = best(used, adding.best or 1), best(counted)
    of_player = counted.groupby("player")
    events = counted.drop_duplicates([*EVENT, "player"]).groupby("player").size()
    number = bests.notna().sum(axis=1)
    table = pd.DataFrame({"events": events.reindex(bests.index).astype(int), "score": bests.sum(axis=1)})
    if of_games:
        table["games"] = of_player.size().reindex(bests.index)
    if adding.best:
        table["used"] = number
    if adding.divides:
        table["total"], table["divisor"] = table["score"], adding.divisor(number).astype(float)
        table["score"] = table["total"] / table["divisor"]
    if adding.best:
        table["counts_above"] = bests.iloc[:, -1]
        if len(hopes):
            table["could_reach"] = could_reach(everything.reindex(bests.index), hopes, adding)
    breakers, words, unclear = _breakers(results, counted, bests, table, adding, of_games)
    ranked = by_keys(table.join(bests), breakers, words, LEVEL if words else (NO_RULE, NO_RULE))
    silent = ranked["player"].isin(unclear) & ranked["rank"].duplicated(keep=False)
    return ranked.assign(settled=ranked["settled"].mask(silent, NOT_MET))


def could_reach(points: pd.DataFrame, hopes: NDArray[Any], adding: Adding) -> NDArray[np.float64]:
    """Return the highest score that each player can reach by winning any number of open events.

    points  one row per player, with the points of every result, padded with NaN
    hopes   the most points that each open event can give
    """

    def score(results: NDArray[Any]) -> NDArray[Any]:
        counting = results[:, : adding.best]
        return np.nansum(counting, axis=1) / adding.divisor(np.isfinite(counting).sum(axis=1))

    most_first = np.broadcast_to(np.sort(hopes)[::-1], (len(points), len(hopes)))
    return with_further(points.to_numpy(), most_first, score).max(axis=0)


def _breakers(
    results: pd.DataFrame,
    counted: pd.DataFrame,
    bests: pd.DataFrame,
    table: pd.DataFrame,
    adding: Adding,
    of_games: bool,
) -> tuple[pd.DataFrame, list[Message], pd.Index]:
    """Return one column per tie-break (higher is better), a message for each, and the players who cannot be compared.

    If one of several level players lacks a figure, none of them is compared further.
    """
    columns: list[pd.Series] = []
    words: list[Message] = []
    unknown = pd.Series(False, bests.index)
    every, of_best_events = bests.fillna(0.0), by_best_events(max(bests.shape[1], *BESTS.values()))
    figures = {
        WON: counted[counted["place"] == 1].groupby("player").size(),
        MORE: table["events"],
        FEWER: -table["events"],
        DROPPED: results[~results["used"]].groupby("player")["points"].max(),
    }
    for word in adding.tie_breaks:
        before = len(columns)
        if word == EVERY:
            columns += [every[name] for name in every]
            words += of_best_events[: len(every.columns)]
        elif word in BESTS:
            name = f"best_{BESTS[word]}"
            columns.append(every[name] if name in every else pd.Series(0.0, every.index))
            words.append(of_best_events[BESTS[word] - 1])
        elif word == HEAD_TO_HEAD:
            so_far = pd.DataFrame(equal(pd.concat([table["score"], *columns], axis=1)), bests.index)
            standing = so_far.groupby([*so_far.columns]).ngroup()
            ahead = _met(counted, standing, of_games)
            unknown |= ahead.isna().groupby(standing).transform("any")
            columns.append(ahead)
            words.append(SETTLED[word])
        else:
            columns.append(figures[word].reindex(bests.index).fillna(0).astype(float))
            words.append(SETTLED[word])
        columns[before:] = [figure.mask(unknown, 0.0) for figure in columns[before:]]
    return pd.DataFrame(dict(enumerate(columns)), index=bests.index, dtype=float), words, bests.index[unknown]


def _met(counted: pd.DataFrame, standing: pd.Series, of_games: bool) -> pd.Series:
    """Return how often each player did better than others with the same standing, minus how often the player did worse.

    Tied players are compared in each game or, if placings are added up, in each event. The figure is NaN if a board is
    unknown.
    """
    if of_games:
        rows = counted.assign(round=[*zip(counted["event"], counted["round"], strict=True)])
    else:
        rows = counted.assign(round=counted["event"], board="1", points=-counted["place"].astype(float))
    one = {"season": "", "event": ""}
    tied = standing.rename_axis("player").reset_index(name="standing").assign(**one)
    return head_to_head(tied, rows.assign(kind="game", **one)).set_axis(standing.index)
