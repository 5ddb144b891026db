"""The systems that a season shows: those that its file asks for, and always the official ones of its events."""

import pandas as pd

from pipeline.rules.systems import USUAL, System
from pipeline.score.season_systems import HouseSystems
from pipeline.tidy.tables import Tables
from schemas.words import ALL_SYSTEMS, OFFICIAL_SYSTEMS, split

Shown = dict[str, dict[System, bool]]


def shown(tables: Tables, house: HouseSystems, every: bool = False) -> Shown:
    """Season -> system -> whether it is the official one of an event; only of seasons that have a Diplomacy board.

    A season that says nothing of systems shows the usual ones and its own.

    every  all published ones and its own, whatever it says
    """
    boards = {*tables.seats["season"], *tables.unplayed["season"]}
    diplomacy = tables.events[(tables.events["kind"] == "diplomacy") & tables.events["season"].isin(boards)]
    return {season: _of_season(events, house.of(season), every) for season, events in diplomacy.groupby("season")}


def _of_season(events: pd.DataFrame, there: dict[str, System], every: bool) -> dict[System, bool]:
    asked, official = {*split(events["systems"].iloc[0])}, {*events["system"]}
    if every:
        asked = {ALL_SYSTEMS}
    elif not asked & {ALL_SYSTEMS, OFFICIAL_SYSTEMS, *there}:
        asked = {*USUAL, *(id for id, system in there.items() if system.season)}
    return {
        system: id in official for id, system in sorted(there.items()) if ALL_SYSTEMS in asked or id in asked | official
    }
