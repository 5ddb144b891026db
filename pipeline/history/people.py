"""One name per person in the history.

Aliases are replaced with the main names from the league's file. Similar names are listed, but never merged.
"""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from pipeline.history.league import League
from pipeline.problems.suggestions import one_person
from pipeline.rules.rank import in_standings
from pipeline.tidy.people import of_season_alone

NAMED = ("seats", "standings", "champions")


def under_one_name(league: League) -> League:
    """Return the league with main names in place of aliases.

    An alias such as `Mario Rossi (2013)` applies to the 2013 season only.
    """
    if league.people.empty:
        return league
    seasons = {*league.tables["events"]["season"]}
    names: dict[tuple[str, str], str] = {}
    for player, alias in league.people[["player", "alias"]].itertuples(index=False):
        season, name = of_season_alone(alias, seasons)
        if season:
            names[season, name] = player
        else:
            names |= {(season, alias): player for season in seasons if (season, alias) not in names}
    tables = league.tables | {name: _named(league.tables[name], names) for name in NAMED}
    # two names of one person may both have been listed as champion of an event
    tables["champions"] = tables["champions"].drop_duplicates(ignore_index=True)
    return replace(league, tables=tables)


def _named(rows: pd.DataFrame, names: Mapping[tuple[str, str], str]) -> pd.DataFrame:
    people = [names.get(key, key[1]) for key in zip(rows["season"], rows["player"], strict=True)]
    return rows.assign(player=pd.Series(people, rows.index, dtype=object))


def near_names(seats: pd.DataFrame, people: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs of similar names that may belong to one person, with the columns `player` and `other`.

    Names that appear in the same season, or that the league's file lists as two people, are not paired.
    """
    seats = seats[in_standings(seats["player"])]
    seasons = seats.groupby("player")["season"].agg(set)
    names, listed = [*seasons.index], {*people["player"]}
    pairs = [
        (names[one], names[other])
        for one, other in one_person(names)
        if not seasons.iat[one] & seasons.iat[other] and not {names[one], names[other]} <= listed
    ]
    return pd.DataFrame(pairs, columns=["player", "other"], dtype=object)
