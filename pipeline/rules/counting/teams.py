"""Teams: the combined results of their members.

Source   "Team" in dipvis (diplomacytv, https://github.com/UEWBot/dipvis) and the World Cup, and the organiser's
         announcement, entered in the event's setting "teams".
sum      With `sum`, the games of all members are added up.
best     With `best n`, the n best games of the whole team are added up. The other games are dropped, and shown as
         dropped.
ties     Teams with equal scores share a rank, and the next rank is left out.
Reading  A game has the same value for the team as for its player, including the weight of its round. It may count for
         the team even if it does not count for the player. Rounds sat out and points added to a player's sum do not
         count as games. If games are equal, the earlier one is used. A player who has a team in the `team` column but
         is not in the standings adds nothing, and a team without a game is not ranked.
"""

import pandas as pd

from pipeline.rules.counting import ways
from pipeline.rules.rank import total
from pipeline.rules.ties import settled
from schemas.keys import EVENT
from schemas.messages import Message

OF = "teams"
TEAM = [*EVENT, "team"]
DROPPED = Message("not among the team's best {n}")


def team_results(games: pd.DataFrame) -> pd.DataFrame:
    """Return the teams' games, each team's best first, with the columns `used` and `why`.

    `why` says why a game is not used.

    games  one row per game, in the order of rounds, with the columns `season`, `event`, `team`, `points`, and `teams`
           and `teams_number` (the event's setting for teams)
    """
    games = games.assign(worst=-settled(games["points"])).sort_values([*TEAM, "worst"], kind="stable")
    games = games.drop(columns="worst").reset_index(drop=True)
    of_team = games.groupby(TEAM)
    games = games.assign(place=of_team.cumcount(), size=of_team["team"].transform("size"), used=False)
    for (way, number), rows in games.groupby(["teams", "teams_number"]).groups.items():
        shares, _ = ways()[way].counts(number, games.loc[rows])
        games.loc[rows, "used"] = shares > 0
    why = [
        DROPPED.of({"n": number}) if not used else ""
        for used, number in zip(games["used"], games["teams_number"], strict=True)
    ]
    return games.assign(why=pd.Series(why, games.index, dtype=object))


def team_standings(results: pd.DataFrame) -> pd.DataFrame:
    """Return the team standings, with each event's best team first.

    The columns are `season`, `event`, `rank`, `team`, `players`, `games` and `score`.
    """
    of_team = results.groupby(TEAM)
    used = results[results["used"]]
    score = total(used["points"], [used[name] for name in TEAM])
    table = pd.DataFrame({"players": of_team["player"].nunique(), "games": of_team.size(), "score": score})
    table = table.reset_index()
    table["rank"] = (
        pd.Series(-settled(table["score"])).groupby([table[name] for name in EVENT]).rank(method="min").astype(int)
    )
    return table.sort_values([*EVENT, "rank", "team"], ignore_index=True)[
        [*EVENT, "rank", "team", "players", "games", "score"]
    ]
