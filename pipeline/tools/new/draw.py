"""Draw the groups and all games of both legs from an entry list."""

from pathlib import Path
from typing import NamedTuple

import pandas as pd

from pipeline.check.bao import bao_breaches
from pipeline.problems.codes import Problem
from pipeline.read.find import Source
from pipeline.read.raw_tables import read
from pipeline.read.validate import validate
from pipeline.rules.bao.tournaments import QUALIFYING, tournaments
from pipeline.tidy.bao import tidy_entries
from pipeline.tidy.tables import tidy
from schemas.keys import EVENT
from schemas.words import fold, vocabulary

WHERE = ("entries", "entries")  # stand-ins for the season and event of a list that belongs to no event yet
PRINTED = {"player": "player", "country": "country", "elo": "elo", "games": "games", "typed_kiba": "kiba score"}


class Draw(NamedTuple):
    """The outcome of a draw, to be written into a new workbook.

    settings  settings entered in the file with the entry list
    players   one dictionary per player, in the order of the entry list
    games     (group, round, leg, South, North) of each game, with -1 for a bye
    problems  problems in the file. If any of them is an error, there are no players or games.
    """

    settings: dict[str, str]
    players: list[dict[str, object]]
    games: list[tuple[str, int, int, str, str]]
    problems: list[Problem]


def draw(path: Path, groups: int | None = None) -> Draw:
    """Return the draw made from an entry list, which is a workbook with a `players` sheet or the file `players.csv`.

    `groups` defaults to the setting in that file. If the number of groups remains unknown, there are no games.
    """
    source, problems = Source(*WHERE, path, path.name, ""), list[Problem]()
    raw = validate(read([source]))
    tables = tidy(raw, [source], problems)
    tables.events["kind"] = "bao"  # the file need not state a kind; its players are an entry list in any case
    tables.entries = tidy_entries(raw.tables["players"], tables.events[EVENT])
    if groups:
        tables.events["groups"] = float(groups)
    problems += raw.problems + bao_breaches(tables, raw)
    settings = _settings(raw.tables["event"].text)
    if any(problem.severity == "error" for problem in problems):
        return Draw(settings, [], [], problems)
    played = tournaments(tables.events, tables.entries, tables.matches)
    rows = played.entries.rename(columns=PRINTED)[[*PRINTED.values()]].astype(object)
    players = rows.where(rows.notna() & (rows != ""), None).to_dict("records")
    games = played.schedule.loc[played.schedule["stage"] == QUALIFYING, ["group", "round", "leg", "south", "north"]]
    return Draw(settings, players, [*games.itertuples(index=False, name=None)], problems)


def _settings(typed: pd.DataFrame) -> dict[str, str]:
    """Return the settings entered in an `event` sheet, keyed by canonical name."""
    rows = typed.dropna(subset=["setting", "value"])
    names = [vocabulary("setting").get(fold(setting), "") for setting in rows["setting"]]
    return {name: value for name, value in zip(names, rows["value"], strict=True) if name}
