"""Prizes that an event may have in addition to its standings: winners of divisions, best countries, and teams."""

from dataclasses import dataclass

import pandas as pd

from pipeline.events.standings import GAME, Events, of_kind
from pipeline.rules.counting.best_country import best_countries
from pipeline.rules.counting.divisions import division_winners
from pipeline.rules.counting.teams import team_results, team_standings
from pipeline.tidy.tables import Tables
from schemas.columns import without_rows
from schemas.keys import BOARD, EVENT, PLAYER
from schemas.results import PRIZES
from schemas.words import POWERS

COUNTRY = [*EVENT, "power", "player", "round", "board", "score", "final_centres"]
TEAM_RESULT = [*EVENT, "team", "player", "round", "board", "points", "used", "why"]


@dataclass
class Prizes:
    """The prizes of all events, with the columns of `schemas.results.PRIZES`.

    divisions     one row per winner of a division, in the order of the divisions
    countries     one row per award for the best game with a power, in the order of the powers
    teams         one row per team, the best first
    team_results  one row per game of a team's members, each team's best game first
    """

    divisions: pd.DataFrame
    countries: pd.DataFrame
    teams: pd.DataFrame
    team_results: pd.DataFrame


def prizes(events: Events, official: pd.DataFrame, tables: Tables) -> Prizes:
    """Return the prizes that the events declare in their settings.

    official  the seats with their scores under the official system
    """
    divided = events.standings["division"].notna()
    if tables.events[["best_country", "teams"]].eq("").all(axis=None) and not divided.any():
        return Prizes(*map(without_rows, PRIZES.values()))
    winners = division_winners(events.standings).reset_index(drop=True)
    ranked = events.standings[PLAYER]
    games = of_kind(events.results, GAME).merge(ranked, on=PLAYER)

    declared = tables.events.loc[tables.events["best_country"] != "", [*EVENT, "best_country"]]
    finals = pd.concat([rows[[*BOARD, "final_centres"]] for rows in (official, games)])
    most = finals.groupby(BOARD)["final_centres"].max().rename("most").reset_index()
    whole = games[games["power"].ne("") & games["final_centres"].notna()].astype({"final_centres": int})
    best = best_countries(whole.merge(declared, on=EVENT).merge(most, on=BOARD))
    order = best.assign(power_no=best["power"].map({power: number for number, power in enumerate(POWERS)}))
    order = order.sort_values([*EVENT, "power_no", "round_no", "board", "player"], kind="stable")

    declared = tables.events.loc[tables.events["teams"] != "", [*EVENT, "teams", "teams_number"]]
    teams = tables.people.loc[tables.people["team"].fillna("") != "", [*PLAYER, "team"]]
    results = team_results(games.merge(declared, on=EVENT).merge(teams, on=PLAYER))
    return Prizes(winners, order[COUNTRY].reset_index(drop=True), team_standings(results), results[TEAM_RESULT])
