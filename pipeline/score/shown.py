"""The systems that a season shows: those that its file asks for, and always the official ones of its events."""

import pandas as pd

from pipeline.rules.systems import USUAL, systems
from pipeline.tidy.tables import Tables
from schemas.words import split

ALL, OFFICIAL = "all", "official"  # what `systems` of a season may say besides ids


def shown(tables: Tables) -> dict[str, dict[str, bool]]:
    """Season -> system -> whether it is the official one of an event; only of seasons that have a Diplomacy board."""
    boards = {*tables.seats["season"], *tables.unplayed["season"]}
    diplomacy = tables.events[(tables.events["kind"] == "diplomacy") & tables.events["season"].isin(boards)]
    return {season: _of_season(events) for season, events in diplomacy.groupby("season")}


def _of_season(events: pd.DataFrame) -> dict[str, bool]:
    asked, official = {*split(events["systems"].iloc[0])}, {*events["system"]}
    if not asked & {ALL, OFFICIAL, *systems()}:
        asked = {*USUAL}
    return {name: name in official for name in systems() if ALL in asked or name in asked | official}
