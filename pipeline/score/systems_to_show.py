"""The systems to show for a season: those that its file lists, and those that are official for its events."""

import pandas as pd

from pipeline.rules.systems import USUAL, System
from pipeline.score.season_systems import HouseSystems
from pipeline.tidy.tables import Tables
from schemas.words import ALL_SYSTEMS, OFFICIAL_SYSTEMS, split

Shown = dict[str, dict[System, bool]]


def shown(tables: Tables, house: HouseSystems, every: bool = False) -> Shown:
    """Return the systems to show for each season, and whether each is official for one of the season's events.

    Only seasons with Diplomacy boards are included. If a season lists no systems, the usual ones and its own are shown.

    every  whether to show all published systems and the season's own, whatever the season lists
    """
    boards = {*tables.seats["season"], *tables.unplayed["season"]}
    diplomacy = tables.events[(tables.events["kind"] == "diplomacy") & tables.events["season"].isin(boards)]
    return {season: _of_season(events, house.of(season), every) for season, events in diplomacy.groupby("season")}


def _of_season(events: pd.DataFrame, by_id: dict[str, System], every: bool) -> dict[System, bool]:
    requested, official = {*split(events["systems"].iloc[0])}, {*events["system"]}
    if every:
        requested = {ALL_SYSTEMS}
    elif not requested & {ALL_SYSTEMS, OFFICIAL_SYSTEMS, *by_id}:
        requested = {*USUAL, *(id for id, system in by_id.items() if system.season)}
    return {
        system: id in official
        for id, system in sorted(by_id.items())
        if ALL_SYSTEMS in requested or id in requested | official
    }
