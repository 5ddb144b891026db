"""The checks that concern more than one board, arranged by subject.

Most subjects have a module of their own. The checks on an event's name and circuits are defined here.
"""

from typing import Any

import pandas as pd

from pipeline.check import days, draws, identities, lateness, players, results, rounds, settings
from pipeline.check.laws import Law, broken
from pipeline.check.typed import Typed
from pipeline.events.season_circuits import house_circuits
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.rules.circuits import circuits
from pipeline.score.systems_to_show import Shown
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT
from schemas.messages import Message
from schemas.words import split


def season_breaches(tables: Tables, raw: Raw, shown: Shown) -> list[Problem]:
    """Return the problems that the checks in SUBJECTS find in all seasons."""
    return [problem for subject, laws in SUBJECTS for problem in broken(laws, subject(tables, raw, shown), raw)]


def _called_like_a_table(tables: Tables, shown: Shown) -> pd.DataFrame:
    """Return the events that share their name with a system or circuit whose tables are written for the same season."""
    ours = {(s, system.id) for s, systems in shown.items() for system in systems}
    counting = tables.counting.items()
    ours |= {(season, name) for name, events in counting if name in circuits() for season in events["season"]}
    ours |= {*house_circuits(tables).circuits}
    events = tables.events[[*EVENT, "file"]]
    return events[[name in ours for name in zip(events["season"], events["event"].str.casefold(), strict=True)]]


def _other_game(tables: Tables) -> pd.DataFrame:
    """Return one row for each circuit that an event names although the circuit only counts events of the other game."""
    events, house = tables.events, house_circuits(tables)
    by_season = {season: circuits() | house.of(season) for season in events["season"].unique()}
    named = zip(*(events[name] for name in (*EVENT, "file", "kind", "circuits")), strict=True)
    rows = [
        (season, event, file, name, by_season[season][name].needs.game.capitalize())
        for season, event, file, kind, typed in named
        for name in sorted({*split(typed)} & {*by_season[season]})
        if by_season[season][name].needs.game != kind
    ]
    return pd.DataFrame(rows, columns=[*EVENT, "file", "circuit", "game"])


# fmt: off
LAWS: tuple[Law[Typed], ...] = (
    Law("reserved_name", "event!", lambda t: _called_like_a_table(t.tables, t.shown), found="file"),
    # a circuit takes events of Bao, or events of Diplomacy
    Law("no_effect", "event!circuits", lambda t: _other_game(t.tables), found="circuit",
        message=Message("“{found}” only counts {game} events, so naming it here has no effect.")),
)
# fmt: on
SUBJECTS: tuple[tuple[type[Typed], tuple[Law[Any], ...]], ...] = (
    (Typed, LAWS),
    (results.Results, results.LAWS),
    (rounds.Rounds, rounds.LAWS),
    (draws.Draws, draws.LAWS),
    (lateness.Lateness, lateness.LAWS),
    (days.Days, days.LAWS),
    (players.Players, players.LAWS),
    (identities.Identities, identities.LAWS),
    (settings.Settings, settings.LAWS),
)
