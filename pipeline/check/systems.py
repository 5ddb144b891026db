"""Check for unknown systems and circuits, and for faults in the seasons' own systems."""

from functools import partial
from typing import NamedTuple

import pandas as pd

from pipeline.check.laws import Law, broken
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.read.validate import canonical
from pipeline.rules.circuits import circuit_names
from pipeline.score.season_systems import HouseSystems, meant, one_of, one_system_of
from pipeline.tidy.events import OF_SEASONS
from pipeline.tidy.tables import Tables
from schemas.messages import say
from schemas.words import split, vocabulary


class Named(NamedTuple):
    """The input to the checks: the tables, the raw sheets, and the seasons' own systems."""

    tables: Tables
    raw: Raw
    house: HouseSystems


def system_breaches(tables: Tables, raw: Raw, house: HouseSystems) -> list[Problem]:
    """Return problems for unknown systems and circuits, and for faults in the seasons' own systems.

    The problem for an unknown name suggests a similar name.
    """
    return broken(LAWS, Named(tables, raw, house), raw)


def names_that_are_not_ours(given: Named) -> pd.DataFrame:
    """Return one row per unknown system or circuit named in a setting, with `message` and `hint`."""
    tables, raw, house = given
    events, settings, rows = tables.events, raw.tables["event"], []
    named = [*zip(tables.circuits["season"], tables.circuits["circuit"], strict=True)]
    published = circuit_names()
    for name in ("system", "systems", "circuits"):
        typed_for = [""] * len(events) if name in OF_SEASONS else events["event"]
        for season, event, typed in dict.fromkeys(zip(events["season"], typed_for, events[name], strict=True)):
            if not typed:
                continue
            valid = [*house.of(season)]
            chosen = [*dict.fromkeys([*vocabulary("chosen systems").values(), *valid])]
            ours = {
                "system": valid,
                "systems": chosen,
                "circuits": [*published, *(circuit for of, circuit in named if of == season and circuit)],
            }[name]
            names = split(typed) if name != "system" else [typed]  # an event has only one
            for wrong in sorted({*names} - {*ours}):
                of_event = (settings.origin["season"] == season) & (settings.origin["event"] == event)
                hint = meant(wrong, ours, (one_of if name == "circuits" else one_system_of)(ours))
                if name == "circuits":
                    message = say("There is no circuit called “{name}”.", name=wrong)
                elif wrong in {*tables.systems[tables.systems["season"] == season]["system"]}:
                    message = say("The system “{name}” has an error in the sheet `systems`.", name=wrong)
                    hint = say("Correct the system in the sheet `systems`.")
                else:
                    message = say("There is no system called “{name}”.", name=wrong)
                at = (of_event & (canonical(settings.text["setting"], "setting") == name)).idxmax()
                rows.append({"raw_row": at, "message": message, "hint": hint})
    return pd.DataFrame(rows)


def of_house_systems(given: Named, code: str) -> pd.DataFrame:
    """Return the faults and remarks with this code in the `systems` sheets.

    Each has one row, with the columns of `Fault`. Cells that already have a problem are skipped.
    """
    faulty = given.raw.tables["systems"].faulty  # reported already
    said = [fault for fault in (*given.house.faults, *given.house.remarks) if fault.code == code]
    return pd.DataFrame([vars(fault) for fault in said if not faulty.at[fault.raw_row, fault.field]])


LAWS: tuple[Law[Named], ...] = (
    Law("bad_value", "event!value", names_that_are_not_ours, message="message", hint="hint"),
    *(
        Law(code, "systems!{field}", partial(of_house_systems, code=code), message="message", hint="hint")
        for code in ("bad_value", "missing", "ambiguous_number", "otherwise", "points_rise")
    ),
)
