"""People and their other names, read from the `players` sheets, so that each player appears under one name."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw, RawTable
from pipeline.tidy.rows import tidy_rows
from schemas.keys import EVENT, PLAYER
from schemas.messages import Verbatim
from schemas.tables import IDENTITIES, PEOPLE
from schemas.words import aliases_of, split

OF_AN_EVENT = ("sat_out", "rounds", "two_boards", "remark")  # columns that apply to an event, never to a season
LISTS = ("sat_out", "rounds", "two_boards", "apart")  # columns with lists, joined from all rows of a person
IN_A_SEASON = re.compile(r"(?P<name>.+\S)\s*\((?P<season>[^()]+)\)")
Names = Mapping[tuple[str, str], str]  # (season, alias) -> the player's name
NAMED = {  # sheet -> columns that name a player, except for the sheet `players`
    "boards": ["player"],
    "placings": ["player"],
    "results": ["player"],
    "matches": ["south", "north", "winner"],
    "moves": ["south", "north", "player"],
}


def tidy_aliases(raw: Raw, problems: list[Problem]) -> pd.DataFrame:
    """Return the ALIASES table: players' other names, from the seasons' sheets.

    A name used for two players is reported and left out. The names in the league's file are checked in the same
    way, but are not returned.
    """
    table = raw.tables["players"]
    columns = {"player": table.text["player"], "alias": table.text["also known as"], "raw_row": table.text.index}
    people = pd.DataFrame({"season": table.origin["season"], **columns}, table.text.index)
    aliases = people.dropna(subset=["player", "alias"])
    if aliases.empty:
        return aliases
    played = {str(name) for kind, columns in NAMED.items() for name in raw.tables[kind].text[columns].to_numpy().flat}
    aliases = aliases.assign(alias=aliases["alias"].map(lambda typed: aliases_of(typed, played))).explode("alias")
    aliases = aliases.dropna(subset="alias")  # a cell of separators alone has no alias
    aliases = aliases[aliases["alias"] != aliases["player"]].drop_duplicates(["season", "alias", "player"])
    persons = pd.MultiIndex.from_frame(people[["season", "player"]].dropna())
    is_somebody = pd.MultiIndex.from_frame(aliases[["season", "alias"]]).isin(persons)
    twice = aliases.duplicated(["season", "alias"], keep=False) | is_somebody
    problems += [
        table.problem("alias_twice", int(row), "also known as", found=Verbatim(alias))
        for row, alias in aliases.loc[twice, ["raw_row", "alias"]].itertuples(index=False)
    ]
    return aliases[~twice & (aliases["season"] != "")]


def tidy_identities(table: RawTable) -> pd.DataFrame:
    """Return the IDENTITIES table, with one row for each name of each person.

    Names shared by two people in the same sheet are left out.
    """
    rows = tidy_rows(table, "players", IDENTITIES).fillna({"country": ""})
    others = [aliases_of(typed) if typed else [] for typed in table.text["also known as"]]
    names = [[player, *also] for player, also in zip(rows["player"], others, strict=True)]
    rows = rows.loc[rows.index.repeat([*map(len, names)])].assign(alias=np.array([*chain(*names)], object))
    rows = rows[rows["player"] != ""].drop_duplicates([*EVENT, "player", "alias"])
    return rows[~rows.duplicated([*EVENT, "alias"], keep=False)].reset_index(drop=True)


def of_season_alone(alias: str, seasons: Collection[str]) -> tuple[str, str]:
    """Return the season and the name in an alias, such as 2013 and `Mario Rossi` for `Mario Rossi (2013)`.

    The season is "" for an alias that applies to all seasons.
    """
    match = IN_A_SEASON.fullmatch(alias)
    return (match["season"], match["name"]) if match and match["season"] in seasons else ("", alias)


def one_name_each(aliases: pd.DataFrame) -> Names:
    """Return each player's main name, keyed by season and alias."""
    return dict(zip(zip(aliases["season"], aliases["alias"], strict=True), aliases["player"], strict=True))


def under_one_name(rows: pd.DataFrame, columns: list[str], names: Names) -> pd.DataFrame:
    """Return the rows with every alias in these columns replaced by the player's main name."""
    if not names:
        return rows
    main_names = {
        column: [names.get(key, key[1]) for key in zip(rows["season"], rows[column], strict=True)] for column in columns
    }
    return rows.assign(**{column: pd.Series(listed, rows.index, dtype=object) for column, listed in main_names.items()})


def other_names(raw: Raw, names: Names) -> Iterator[Problem]:
    """Yield a problem for every cell in which a name was replaced by the player's main name."""
    for kind, columns in NAMED.items() if names else ():
        table = raw.tables[kind]
        for column in columns:
            for row, key in enumerate(zip(table.origin["season"], table.text[column], strict=True)):
                if key in names:
                    yield table.problem("other_name", row, column, values={"value": names[key]})


def directors(events: pd.DataFrame, names: Names) -> pd.Series:
    """Return each event's directors under their main names."""
    typed = zip(events["season"], events["directors"], strict=True)
    main_names = [", ".join(names.get((season, name), name) for name in split(listed)) for season, listed in typed]
    return pd.Series(main_names, events.index, dtype=object)


def tidy_people(table: RawTable, events: pd.DataFrame) -> pd.DataFrame:
    """Return the PEOPLE table: the rows entered for events, then a copy of each season's rows for each of its events.

    Names are kept as typed. If a row's player is an alias of another player, `tidy_aliases` reports it.
    """
    typed = tidy_rows(table, "players", PEOPLE)
    typed = typed[typed["player"] != ""].assign(here=True)
    of_season = typed[typed["event"] == ""]
    if of_season.empty:
        return typed.reset_index(drop=True)
    of_season = of_season.drop(columns="event").merge(events[EVENT], on="season")
    of_season = of_season.assign(here=False, **dict.fromkeys(OF_AN_EVENT, None))
    of_season = of_season.assign(**dict.fromkeys(("handicap", "adjustment"), float("nan")))
    return pd.concat([typed[typed["event"] != ""], of_season], ignore_index=True)


def one_row_each(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the PEOPLE table, with one row per player and event.

    Lists and remarks from several rows are joined. Other columns keep their first value.
    """
    repeated = rows[rows.duplicated(PLAYER, keep=False)]
    if repeated.empty:
        return rows
    people = rows.groupby(PLAYER, as_index=False, sort=False).first()
    for name in (*LISTS, "remark"):
        texts = repeated.dropna(subset=[name])
        parts = texts.assign(**{name: texts[name].map(split)}).explode(name) if name in LISTS else texts
        together = parts.drop_duplicates([*PLAYER, name]).groupby(PLAYER)[name].agg(", ".join)
        people[name] = people[PLAYER].join(together, on=PLAYER)[name].fillna(people[name])
    return people
