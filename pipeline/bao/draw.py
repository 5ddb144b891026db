"""An entry list -> the draw: the list in its order, dealt into groups, and every game of both legs."""

from pathlib import Path
from typing import NamedTuple

import pandas as pd

from pipeline.bao.entries import deal, entry_list
from pipeline.bao.tournaments import QUALIFYING, both_legs
from pipeline.problems import Problem
from pipeline.read.find import Source
from pipeline.read.sheets import read
from pipeline.tidy import EVENT, entries
from pipeline.validate import validate
from schemas.words import fold, vocabulary

WHERE = ("", "entries")  # the season and the event of a list that is not an event yet
PRINTED = {"player": "player", "country": "country", "elo": "elo", "games": "games", "typed_kiba": "kiba score"}


class Draw(NamedTuple):
    """A draw, as the template takes it.

    settings  settings typed beside the list, as typed
    players   one dictionary a player, in the order of the list
    games     group, round, leg, South, North (-1 for a bye)
    problems  what is wrong with the list; with an error there are no players and no games
    """

    settings: dict[str, str]
    players: list[dict[str, object]]
    games: list[tuple[str, int, int, str, str]]
    problems: list[Problem]


def draw(path: Path, groups: int | None = None) -> Draw:
    """The draw of an entry list: a workbook with a sheet `players`, or `players.csv`.

    Without a number of groups that of the list's own settings is taken; with neither there are no games.
    """
    raw = validate(read([Source(*WHERE, path, path.name, "")]))
    settings = _settings(raw.tables["event"].text)
    if any(problem.severity == "error" for problem in raw.problems):
        return Draw(settings, [], [], raw.problems)
    listed = entry_list(entries(raw.tables["players"], pd.DataFrame([WHERE], columns=EVENT)))
    rows = listed.rename(columns=PRINTED)[[*PRINTED.values()]].astype(object)
    players = rows.where(rows.notna() & (rows != ""), None).to_dict("records")
    number = groups or int(settings.get("groups", "0"))
    if not number:
        return Draw(settings, players, [], raw.problems)
    group, seat = deal(listed["number"], pd.Series(number, listed.index))
    dealt = listed.assign(group=group, seat=seat, stage=QUALIFYING).sort_values(["group", "seat"])
    games = pd.concat([both_legs(of, (*WHERE, QUALIFYING, label)) for label, of in dealt.groupby("group")])
    order = games.sort_values(["leg", "round", "group"], kind="stable")[["group", "round", "leg", "south", "north"]]
    return Draw(settings, players, [*order.itertuples(index=False, name=None)], raw.problems)


def _settings(typed: pd.DataFrame) -> dict[str, str]:
    """The settings of an event sheet by their canonical names."""
    rows = typed.dropna(subset=["setting", "value"])
    names = [vocabulary("setting").get(fold(setting), "") for setting in rows["setting"]]
    return {name: value for name, value in zip(names, rows["value"], strict=True) if name}
