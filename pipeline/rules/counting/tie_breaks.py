"""Ties: a list of tie-breaks, in order.

Source   The organiser's announcement, entered in the event's setting "tie-breaks": the Windy City Weasels, Squares-DAANZ
         and the 2025 world championship have such lists. Each tie-break separates players whom the earlier ones
         leave level.
best     Best game: the player whose best game is worth more. `second best game`: the player whose second best game is
         worth more. Players with a single game come after the others.
centres  More supply centres at the end of the games that count.
wins     More games won. A game is won with 18 centres or more.
tops     Board tops: more games in which nobody had more centres than the player at the end.
head     Head to head: boards on which the player did better than another of the tied players, minus boards on which the
         player did worse.
games    Fewer games first.
dropped  Dropped round: the player whose best dropped result is worth more. Players without one come after the others.
level    ties: Players who are level on every tie-break share a rank.
Reading  A game is worth the points it counts for, including the weight of its round. A round sat out is not a game.
         Head to head separates level players only if each of them has met all the others. If a figure is unknown for
         one of the level players, the rank is shared and no later tie-break is used. If only results are entered, a
         board top is an entered place of 1, and a game's winner is known only if its centres are entered. A list in the
         setting replaces the official system's own rules.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from pipeline.rules.rank import dense
from pipeline.rules.ties import EQUAL_DECIMALS, settled
from schemas.keys import BOARD, PLAYER
from schemas.messages import Message, Text, listed, say

OF = "tie_breaks"
NONE = say("none")
LEVEL, STILL_LEVEL = say("level, so the place is shared"), say("still level, so the place is shared")


class Criterion(NamedTuple):
    """A criterion that settles a tie.

    words   the message, in which `{figure}` is the player's own figure
    figure  function that takes the tied players (one row per player and event, with a `standing` that level players
            share) and all results, and returns each player's figure: NaN if it is unknown, minus infinity if there is
            none
    fewest  whether the lower figure leads, instead of the higher
    """

    words: Message
    figure: Callable[[pd.DataFrame, pd.DataFrame], pd.Series]
    fewest: bool = False

    def message(self, figure: float) -> Message:
        """Return the message for a player whose tie this criterion settled, such as `wins: 2`."""
        return self.words.of({"figure": NONE if np.isinf(figure) else round(float(figure), EQUAL_DECIMALS)})


def settle(table: pd.DataFrame, results: pd.DataFrame) -> tuple[pd.Series, list[Text | str]]:
    """Return a sort key for each row, and a message that says how the row's tie was settled.

    Rows that are still tied have the same key.

    table    one row per player and event, with the `standing` so far and the `chain` of the event's criteria in order
    results  one row per result: season, event, player, round, board, kind, points, used, final_centres, won, topped
    """
    every, table = table, table[table["standing"].duplicated(keep=False) & table["chain"].map(bool).astype(bool)]
    standing, still = table["standing"], np.ones(len(table), bool)
    messages: list[Text | str] = [""] * len(table)
    for step in range(max(map(len, table["chain"]), default=0)):
        criteria: list[Any] = [chain[step] if step < len(chain) else None for chain in table["chain"]]
        figure = pd.Series(0.0, table.index)
        still &= standing.duplicated(keep=False).to_numpy(dtype=bool)
        for criterion in dict.fromkeys(criteria):
            concerned = still & np.array([one == criterion for one in criteria])
            if criterion and concerned.any():
                tied = table[concerned].assign(standing=standing[concerned])
                figure[concerned] = criterion.figure(tied, results).round(EQUAL_DECIMALS) + 0.0
        of_everybody = figure.notna().groupby(standing).transform("all").to_numpy(dtype=bool)
        still &= of_everybody  # if one player's figure is unknown, the rank stays shared
        figure = figure.where(still, 0.0)
        parted = still & (figure.groupby(standing).transform("nunique").to_numpy() > 1)
        for row in np.flatnonzero(parted):
            words = criteria[row].message(figure.iat[row])
            messages[row] = (
                say("{criteria}, then {criterion}", criteria=messages[row], criterion=words) if messages[row] else words
            )
        signs = [-1.0 if one and not one.fewest else 1.0 for one in criteria]
        standing = dense(standing, figure * signs)
    said = pd.Series("", every.index, dtype=object)
    said[table.index] = messages
    return dense(every["standing"], standing.reindex(every.index, fill_value=0)), [*said]


def shared(message: Text | str) -> Text:
    """Return a player's message, with a note added that the rank is still shared.

    message  the message from `settle`, empty if no tie-break separated the player from others
    """
    return listed([message, STILL_LEVEL], "; ") if message else LEVEL


# -- the figures to compare ---------------------------------------------------------------------------------------------


def _of_player(tied: pd.DataFrame, figures: pd.Series, missing: float) -> pd.Series:
    """Return each tied player's figure, taken from `figures`, which is indexed by PLAYER.

    Players without a figure get `missing`.
    """
    of_tied = figures.reindex(pd.MultiIndex.from_frame(tied[PLAYER])).fillna(missing)
    return of_tied.set_axis(tied.index)


def _games(results: pd.DataFrame) -> pd.DataFrame:
    return results[results["kind"] == "game"]


def _nth_best(results: pd.DataFrame, number: int) -> pd.Series:
    """Return the points of each player's n-th best result, indexed by PLAYER.

    `number` counts from 0, so 0 stands for the best result.
    """
    best = results.sort_values("points", ascending=False, kind="stable")
    return best[best.groupby(PLAYER).cumcount() == number].set_index(PLAYER)["points"]


def best_game(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the points of each tied player's best game."""
    return _of_player(tied, _nth_best(_games(results), 0), -np.inf)


def second_best_game(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the points of each tied player's second-best game."""
    return _of_player(tied, _nth_best(_games(results), 1), -np.inf)


def dropped_round(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the points of each tied player's best result that does not count."""
    return _of_player(tied, _nth_best(results[~results["used"]], 0), -np.inf)


def _sum_of(tied: pd.DataFrame, games: pd.DataFrame, name: str) -> pd.Series:
    """Return the sum of a column over each tied player's games, or NaN if one of the values is unknown."""
    of_players = games[name].astype(float).groupby([games[key] for key in PLAYER])
    incomplete = games[name].isna().groupby([games[key] for key in PLAYER]).any()
    sums = _of_player(tied, of_players.sum(), 0.0)
    return sums.mask(_of_player(tied, incomplete.astype(float), 0.0) > 0)


def centres(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the sum of each tied player's final centres in games that count."""
    games = _games(results)
    return _sum_of(tied, games[games["used"]], "final_centres")


def wins(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the number of games that each tied player won."""
    return _sum_of(tied, _games(results), "won")


def board_tops(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the number of boards that each tied player topped, alone or with others."""
    return _sum_of(tied, _games(results), "topped")


def fewer_games(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return the number of games that each tied player played."""
    return tied["games"].astype(float)


def head_to_head(tied: pd.DataFrame, results: pd.DataFrame) -> pd.Series:
    """Return how often each player outscored a tied player on the same board, minus how often the reverse happened.

    Players with the same standing are tied. Their figure is 0 unless each of them has met all the others. The figure is
    NaN if the board of one of the player's games is unknown.
    """
    rows = _games(results).merge(tied[[*PLAYER, "standing"]], on=PLAYER)
    rows = rows.assign(points=settled(rows["points"]))[[*BOARD, "player", "standing", "points"]]
    met = rows[rows["board"] != ""].merge(rows, on=[*BOARD, "standing"], suffixes=("", "_of"))
    met = met[met["player"] != met["player_of"]]
    better = np.sign(met["points"] - met["points_of"]).groupby([met[name] for name in PLAYER]).sum()
    others = met.groupby(PLAYER)["player_of"].nunique()
    level = tied.groupby("standing")["player"].transform("size")
    met_each = _of_player(tied, others, 0.0) == level - 1
    met_each = met_each.groupby(tied["standing"]).transform("all")
    unknown = (rows["board"] == "").groupby([rows[name] for name in PLAYER]).any()
    lead = _of_player(tied, better, 0.0).where(met_each, 0.0)
    return lead.mask(_of_player(tied, unknown.astype(float), 0.0) > 0)


CRITERIA = {
    "best game": Criterion(Message("best game: {figure}"), best_game),
    "second best game": Criterion(Message("second best game: {figure}"), second_best_game),
    "centres": Criterion(Message("centres: {figure}"), centres),
    "wins": Criterion(Message("wins: {figure}"), wins),
    "board tops": Criterion(Message("board tops: {figure}"), board_tops),
    "head to head": Criterion(Message("head to head: {figure}"), head_to_head),
    "fewer games": Criterion(Message("fewer games: {figure}"), fewer_games, fewest=True),
    "dropped round": Criterion(Message("dropped round: {figure}"), dropped_round),
}
