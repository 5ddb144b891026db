"""The scores and ranks that each player can still reach in an event that is not over.

It is assumed that every player may play one more game in each open round, unless they have already finished a game in
that round. A round is open if it is planned and has not begun, or if one of its boards is still to be played, in
progress or excluded. A player whose board is in progress may finish that game, even after finishing another game in the
same round. A game may yield any score possible under the official system (`score.limits`), whatever the other players
score. Newcomers are ignored. No player can end up outside these limits, but not all of the limits can be reached at the
same time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from pipeline.events.standings import AT_THE_END, GAME, Events, of_kind, units_of
from pipeline.rules.boards import Floats
from pipeline.rules.could_reach import with_further
from pipeline.rules.counting import Way, ways
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.rank import in_standings
from pipeline.rules.standings import best
from pipeline.rules.ties import EQUAL_DECIMALS, settled
from pipeline.score.facts import Facts
from pipeline.score.limits import Limits, limits
from pipeline.score.published import Published
from pipeline.tidy.tables import Tables
from schemas.columns import without_rows
from schemas.fields import LONG_GAME
from schemas.fields import weights as weights_of
from schemas.keys import BOARD, EVENT, PLAYER, among, of_event
from schemas.messages import Message, Text, say
from schemas.results import CHANCES
from schemas.words import BEST, BEST_ROUNDS, MEAN, natural

ROUND = [*EVENT, "round"]
OF_ROUND = [*PLAYER, "round"]
DROPPING = (BEST, MEAN, BEST_ROUNDS)
ROW = [*EVENT, "rank", "player", "score", "lowest", "highest", "best_rank", "worst_rank", "counts_above", "gains_above"]
SAID = Message(
    "This assumes at most one more game per round, including games in progress, and at most {years} years per game. Each game is worth {least} to {most} points before round weights and penalties. Players who have not played yet are left out."
)
UNSAID = Message("This was not computed: {why}.")
NO_SYSTEM = say("the event does not name an official system that gives points for every game")
TOP_TABLE, DIVISIONS = say("a top table decides the top places"), say("the players are in divisions")
FEW_GAMES = say("players with too few games are ranked last")
TOGETHER = say("the results of all players are counted together")
SAME_ROUND = say("someone still has a game to play in a round that counts as a single result")


@dataclass
class Chances:
    """The players' chances in events that are not over, with the columns of `schemas.results.CHANCES`.

    events   one row per event, where `said` states the assumptions, or the reason why the chances are not computed
    players  one row per player in order of rank, for events with computed chances. Players without a score come last
    """

    events: pd.DataFrame
    players: pd.DataFrame


def chances(events: Events, published: dict[str, Published], facts: Facts, tables: Tables) -> Chances:
    """Return the players' chances in every Diplomacy event that still has games to finish."""
    in_progress = facts.boards[facts.boards["in_progress"]]
    results = events.results[~among(events.results, in_progress, BOARD)].reset_index(drop=True)
    open_rounds = _open_rounds(in_progress, results, tables)
    if open_rounds.empty:
        return Chances(*map(without_rows, CHANCES.values()))
    seated = facts.seats[among(facts.seats, in_progress, BOARD) & facts.seats["scored"]]
    seated = seated[in_standings(seated["player"])][OF_ROUND]
    # events that consist of placings alone have no results
    ranked = events.standings[among(events.standings, events.results, EVENT)]
    people = pd.concat([ranked[PLAYER], seated[PLAYER]]).drop_duplicates()
    free = people.merge(open_rounds, on=EVENT)
    besides = seated[among(seated, results, OF_ROUND) | seated.duplicated()]
    further = pd.concat([free[~among(free, results, OF_ROUND)], besides])

    frames: dict[str, list[pd.DataFrame]] = {"events": [], "players": []}
    for event in tables.events[among(tables.events, further, EVENT)].itertuples():
        system = published.get(f"{event.season}/{event.system}") or published.get(event.system)
        years = _years(event)
        of_game = limits(system.system, years) if system else None
        in_divisions = of_event(tables.games, event.season, event.event)["division"].notna().any()
        why = _unsaid(event, of_game, besides) or (DIVISIONS if in_divisions else "")
        said = UNSAID.of({"why": why}) if of_game is None or why else _said(of_game, years)
        frames["events"].append(pd.DataFrame([{"season": event.season, "event": event.event, "said": said}]))
        if of_game and not why:
            of_event_alone = [
                of_event(rows, event.season, event.event) for rows in (people, further, results, events.standings)
            ]
            frames["players"].append(_players(event, of_game, of_event_alone, tables)[ROW])
    return Chances(
        *(pd.concat(rows or [without_rows(CHANCES[name])], ignore_index=True) for name, rows in frames.items())
    )


def _open_rounds(in_progress: pd.DataFrame, results: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """Return the season, the event and the name of every open round.

    A round is open if one of its boards is still to be played, in progress or excluded, or if it is planned and has not
    begun.
    """
    to_play = tables.unplayed[tables.unplayed["awaited"]]
    to_come = pd.concat([rows[ROUND] for rows in (to_play, tables.aside, in_progress)]).drop_duplicates()
    settings = tables.events.loc[tables.events["planned_rounds"].notna(), [*EVENT, "planned_rounds", "round_weights"]]
    if settings.empty:
        return to_come
    begun = pd.concat([to_come, tables.boards[ROUND], of_kind(results, GAME)[ROUND]]).drop_duplicates()
    planned: list[tuple[str, str, str]] = []
    for season, event, number, weights in settings.itertuples(index=False):
        begun_rounds = {*of_event(begun, season, event)["round"]}
        weighed = sorted(weights_of(weights) or {}, key=natural)
        names = dict.fromkeys([*weighed, *(str(n + 1) for n in range(int(number)))])
        not_begun = [name for name in names if name not in begun_rounds][: max(int(number) - len(begun_rounds), 0)]
        planned += [(season, event, name) for name in not_begun]
    return pd.concat([to_come, pd.DataFrame(planned, columns=ROUND)])


def _years(event: Any) -> int:
    """Return the maximum number of years that a game of the event can last."""
    if pd.notna(event.last_year):
        return int(event.last_year - event.first_year) + 1
    return italia.YEARS if event.edition_of == italia.SYSTEM else LONG_GAME


def _unsaid(event: Any, of_game: Limits | None, besides: pd.DataFrame) -> Text | str:
    """Return the reason why the chances are not computed, or "" if they are computed."""
    if of_game is None:
        return NO_SYSTEM
    if event.top_table_round:
        return TOP_TABLE
    if pd.notna(event.least_games):
        return FEW_GAMES
    if not ways()[event.how].independent:
        return TOGETHER
    return SAME_ROUND if event.round_score and len(of_event(besides, event.season, event.event)) else ""


def _said(of_game: Limits, years: int) -> Message:
    return SAID.of({"least": round(of_game.least, 2), "most": round(of_game.most, 2), "years": years})


# -- one event ---------------------------------------------------------------------------------------------------------


def _players(event: Any, of_game: Limits, frames: list[pd.DataFrame], tables: Tables) -> pd.DataFrame:
    """Return the scores and ranks that each player of an event can still reach, one row per player.

    frames  the event's people, the further games that they may play, the results so far, and the standings
    """
    people, further, results, standings = frames
    way, number = ways()[event.how], event.counting_number
    of_player = people.merge(standings, on=PLAYER, how="left").sort_values(["rank", "player"], ignore_index=True)
    players = of_player["player"]
    points = best(units_of(results, tables.events)).reindex(players)
    added = people[PLAYER].merge(tables.people, on=PLAYER, how="left").set_index("player")[AT_THE_END]
    added = added.astype(float).sum(axis=1).reindex(players).to_numpy()
    weight = further["round"].map(weights_of(event.round_weights) or {}).astype(float).fillna(1.0)
    sat_out = italia.SIT_OUT if event.edition_of == italia.SYSTEM else np.nan
    sat_out = sat_out if pd.isna(event.sit_out_points) else event.sit_out_points
    extremes = []
    for of_board, sign, pick in (
        (np.fmin(of_game.least, sat_out), 1, np.fmin),
        (np.fmax(of_game.most, sat_out), -1, np.fmax),
    ):
        hopes = further.assign(points=of_board * weight, order=sign * of_board * weight)
        hopes = best(hopes.sort_values("order", kind="stable")).reindex(players)
        reached = with_further(points.to_numpy(), hopes.to_numpy(), partial(_score, way, number))
        extremes.append((pick.reduce(reached) + added).round(EQUAL_DECIMALS))
    lowest, highest = extremes
    score = of_player["score"].astype(float)
    next_ahead = of_player["rank"].map(score.groupby(of_player["rank"]).min().shift())
    most_of_one = hopes.to_numpy()[:, 0]
    start = np.fmin(np.fmin(of_game.least, sat_out), 0.0)
    certain = players.isin(of_kind(results, GAME)["player"]).to_numpy()
    low, high = settled(lowest), settled(highest)
    ahead = certain & (low > high[:, np.newaxis])
    # tie-breaks may separate players with equal scores
    level = bool(event.tie_breaks) or event.edition_of == italia.SYSTEM
    behind = high + level > low[:, np.newaxis]
    np.fill_diagonal(behind, val=False)
    in_order = -np.sort(-points.to_numpy(), axis=1)
    drops = event.how in DROPPING and in_order.shape[1] >= number
    return of_player.assign(
        rank=of_player["rank"].astype("Int64"),
        lowest=lowest,
        highest=highest,
        best_rank=ahead.sum(axis=1) + 1,
        worst_rank=behind.sum(axis=1) + 1,
        counts_above=in_order[:, int(number) - 1] if drops else np.nan,
        gains_above=_gains_above(
            next_ahead.to_numpy() - added, points.to_numpy(), (start, most_of_one), partial(_score, way, number)
        ),
    )


def _gains_above(
    target: Floats, points: Floats, limits: tuple[float, Floats], score: Callable[[Floats], Floats]
) -> Floats:
    """Return the result that each player must exceed in one further game to lift their score above the target.

    The value is NaN if no result is high enough, or if even the lowest one suffices.

    target  one score per player, NaN if the player has no target
    points  results so far, one row per player
    limits  the lowest result of a further game, and the highest one for each player
    score   function that returns the score of each row of results
    """
    least, most = limits
    # the score is a piecewise linear function of the further result, with breaks at the results so far
    grid = np.column_stack([np.full(len(points), least), np.nan_to_num(points), most])
    grid = np.sort(np.clip(grid, least, most[:, np.newaxis]))
    curve = np.column_stack([with_further(points, one[:, np.newaxis], score)[1] for one in grid.T])
    reached = (curve.round(EQUAL_DECIMALS) <= target.round(EQUAL_DECIMALS)[:, np.newaxis]).sum(axis=1)
    right = np.clip(reached, 1, grid.shape[1] - 1)[:, np.newaxis]
    (low, high), (before, after) = (
        [np.take_along_axis(of, side, axis=1)[:, 0] for side in (right - 1, right)] for of in (grid, curve)
    )
    rises = (reached > 0) & (reached < grid.shape[1]) & np.isfinite(target)
    part = np.divide(target - before, after - before, out=np.zeros(len(target)), where=rises)
    return np.where(rises, low + part * (high - low), np.nan).round(EQUAL_DECIMALS)


def _score(way: Way, number: float, points: Floats) -> Floats:
    """Return each player's total under a counting method, or NaN for players without results.

    points  one row per player, the best result first, padded with NaN
    """
    is_result = np.isfinite(points)
    place = np.broadcast_to(np.arange(points.shape[1]), points.shape)
    size = np.broadcast_to(is_result.sum(axis=1)[:, np.newaxis], points.shape)
    share, divisor = way.counts(number, pd.DataFrame({"place": place[is_result], "size": size[is_result]}))
    worth, parts = np.zeros(points.shape), np.ones(points.shape)
    worth[is_result], parts[is_result] = points[is_result] * share, divisor
    return np.where(is_result[:, 0], worth.sum(axis=1) / parts[:, 0], np.nan)
