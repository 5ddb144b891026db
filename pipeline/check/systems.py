"""Names of systems and circuits that there are not, and faults in the systems of a season's own."""

from functools import partial
from typing import NamedTuple

import pandas as pd

from pipeline.check.laws import Law, broken
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.read.validate import canonical
from pipeline.rules.circuits import circuit_names
from pipeline.score.season_systems import HouseSystems, one_of
from pipeline.tidy.events import OF_SEASONS
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT
from schemas.messages import listed, say
from schemas.words import split, vocabulary


class Named(NamedTuple):
    """What the laws of names are given."""

    tables: Tables
    raw: Raw
    house: HouseSystems


def system_breaches(tables: Tables, raw: Raw, house: HouseSystems) -> list[Problem]:
    """Systems and circuits that are none of ours are errors at their cell, with the nearest name; so are faults of own ones."""
    return broken(LAWS, Named(tables, raw, house), raw)


def names_that_are_not_ours(given: Named) -> pd.DataFrame:
    """The settings with a system or circuit that there is not, once for each name; `meant` says what was."""
    tables, raw, house = given
    named = tables.circuits[tables.circuits["circuit"] != ""]
    settings, rows = raw.tables["event"], []
    setting = canonical(settings.text["setting"], "setting")
    for name in ("system", "systems", "circuits"):
        typed_in = tables.events[[*EVENT, name]]
        if name in OF_SEASONS:
            typed_in = typed_in.assign(event="").drop_duplicates()
        for season, event, typed in typed_in.itertuples(index=False):
            if not typed:
                continue
            there = [*house.of(season)]
            chosen = [*dict.fromkeys([*vocabulary("chosen systems").values(), *there])]
            ours = {
                "system": there,
                "systems": chosen,
                "circuits": [*circuit_names(), *named[named["season"] == season]["circuit"]],
            }[name]
            names = split(typed) if name != "system" else [typed]  # an event has one
            for wrong in sorted({*names} - {*ours}):
                of_event = (settings.origin["season"] == season) & (settings.origin["event"] == event)
                meant = one_of(wrong, ours) if name not in OF_SEASONS else say("one of {names}", names=listed(ours))
                if name != "circuits" and wrong in {*tables.systems[tables.systems["season"] == season]["system"]}:
                    meant = say("{name} of the sheet `systems` without a fault", name=wrong)
                rows.append({"raw_row": (of_event & (setting == name)).idxmax(), "meant": meant})
    return pd.DataFrame(rows)


def of_house_systems(given: Named, code: str) -> pd.DataFrame:
    """The rows of sheets `systems` of which something is to be said: `field`, and what was `expected` there."""
    faulty = given.raw.tables["systems"].faulty  # has a line already
    said = [fault for fault in (*given.house.faults, *given.house.remarks) if fault.code == code]
    return pd.DataFrame([vars(fault) for fault in said if not faulty.at[fault.raw_row, fault.field]])


LAWS: tuple[Law[Named], ...] = (
    Law("bad_value", "event!value", names_that_are_not_ours, expected="meant"),
    *(
        Law(code, "systems!{field}", partial(of_house_systems, code=code), expected="expected")
        for code in ("bad_value", "missing", "ambiguous_number", "otherwise", "points_rise")
    ),
)
