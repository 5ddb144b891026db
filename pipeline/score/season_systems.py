"""The systems that a season defines in its `systems` sheet, each as an edition of a published system.

A system with a fault in any of its rows is left out, so that nothing is guessed.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.problems.codes import did_you_mean
from pipeline.problems.suggestions import editions_meant, nearest
from pipeline.rules.circuits import circuit_names
from pipeline.rules.numbers import MAYBE_DECIMALS, Kind, kinds
from pipeline.rules.systems import System, season_system, system_id, systems
from pipeline.store.names import DEVICES
from pipeline.tidy.tables import Tables
from schemas.messages import NOTHING, Message, Text, Verbatim, listed, say
from schemas.words import ALL_SYSTEMS, OFFICIAL_SYSTEMS, RESERVED

NAME = re.compile(r"[^\W_][\w-]{0,59}")  # a system's name, which is also part of its file names
DUPLICATE_NAME = Message("“{found}” is already the name of a system, a circuit or an output.")
NOT_A_NAME = Message(
    "“{found}” cannot be used as a name. A name begins with a letter or a digit and has up to 60 letters, digits, hyphens and underscores."
)
CHANGE_A_NUMBER = say("Enter a value above 0 in at least one of the system’s rows.")
ANOTHER_NAME, ONE_ROW = say("Enter a different name."), say("Delete one of the two rows.")
MOST_NAMED = 20  # the most systems that a hint names
NO_SYSTEM = Message("There is no system called “{found}”.")
SEMICOLONS = say("Separate values with semicolons, as in 7.5; 6.5; 5.")
SPECIAL = {ALL_SYSTEMS, OFFICIAL_SYSTEMS, *RESERVED, *DEVICES}


@dataclass(frozen=True)
class Fault:
    """A problem in a row of the `systems` or `circuits` sheet.

    field     the column of the faulty cell
    message   what is wrong, or empty to use the general message for problems with this code
    hint      what to do, or empty to use the general hint for problems with this code
    expected  the valid values, as a noun phrase for the general message
    value     the value as read, for the general message
    """

    raw_row: int
    field: str
    message: Text = NOTHING
    hint: Text = NOTHING
    code: str = "bad_value"
    expected: Text = NOTHING
    value: str = ""


@dataclass(frozen=True)
class HouseSystems:
    """The seasons' own systems, and the faults in systems that were left out.

    systems  the systems, keyed by season and id
    faults   the faults in the systems that were left out
    remarks  remarks on valid values that are read differently from how they were typed, and on those that give a lower
             place more points than a higher one
    """

    systems: dict[tuple[str, str], System]
    faults: list[Fault]
    remarks: list[Fault]

    def of(self, season: str) -> dict[str, System]:
        """Return the systems that a season may name, both the published ones and its own, keyed by id."""
        return systems() | {id: system for (of, id), system in self.systems.items() if of == season}


def house_systems(tables: Tables) -> HouseSystems:
    """Return the systems that the seasons' sheets define."""
    house = HouseSystems({}, [], [])
    if tables.systems.empty:
        return house
    seasons, ids = tables.systems["season"], tables.systems["system"]
    above = ids.mask(blank := ids == "").groupby(seasons).ffill()
    perhaps_more = {
        *zip(seasons[blank], above[blank], strict=True)
    }  # a row without a name may belong to the system above
    for (season, id), rows in tables.systems.groupby(["season", "system"], sort=False):
        if not id:
            continue  # the blank cell is already reported
        if (faults := [*_faults(id, rows)]) or (season, id) in perhaps_more:
            house.faults.extend(faults)
        else:
            base, changed = _base(rows), rows[rows["changed"] != ""]
            numbers = kinds(systems()[base].numbers)
            meant = {name: numbers[name].meant(typed) for name, typed in changed[["changed", "value"]].to_numpy()}
            system = season_system(season, id, base, tuple(sorted(meant.items())))
            if not system.parts:
                nothing = say("Nothing in the system “{name}” is worth any points.", name=id)
                house.faults.append(Fault(int(rows["raw_row"].iloc[-1]), "value", nothing, CHANGE_A_NUMBER))
                continue
            house.systems[season, id] = system
            for row, name, typed in changed[["raw_row", "changed", "value"]].itertuples(index=False):
                house.remarks.extend(remarks(row, "value", numbers[name], typed))
    return house


def _base(rows: pd.DataFrame) -> str:
    return next((base for base in rows["based_on"] if base), "")


def remarks(row: int, field: str, kind: Kind, typed: str) -> Iterator[Fault]:
    """Yield remarks on a valid value.

    There is one remark if the value is read differently from how it was typed, and another if it gives a lower place
    more points than a higher one.
    """
    if (meant := kind.meant(typed)) != typed:
        yield Fault(row, field, code="otherwise", value=meant)
    if kind.rises(kind.read(meant)):
        yield Fault(row, field, code="points_rise")


def name_fault(id: str, reserved: Collection[str]) -> Message | None:
    """Return a message that says why a system or a circuit cannot have this name, or None if it can."""
    return DUPLICATE_NAME if id in reserved else None if NAME.fullmatch(id) else NOT_A_NAME


def unclear(row: int, field: str, why: Text) -> Fault:
    """Return the fault for an ambiguous value."""
    return Fault(row, field, why, SEMICOLONS if why == MAYBE_DECIMALS else NOTHING, "ambiguous_number")


def _faults(id: str, rows: pd.DataFrame) -> Iterator[Fault]:
    first, base = int(rows["raw_row"].iloc[0]), _base(rows)
    reserved = {*SPECIAL, *circuit_names(), *([id] if system_id(id) in systems() else [])}
    if why := name_fault(id, reserved):
        yield Fault(first, "system", why, ANOTHER_NAME)
    if not base:
        message = say("The published system that “{name}” is based on is missing.", name=id)
        yield Fault(first, "based on", message, one_system_of(systems()), "missing")
        return
    for row in rows.to_dict("records"):
        if row["based_on"] not in ("", base):
            message = say("“{name}” is based on `{base}` in the rows above.", name=id, base=base)
            yield Fault(row["raw_row"], "based on", message, say("Enter the same system in all rows."))
    if base not in systems():
        row = rows.loc[rows["based_on"] == base, "raw_row"].iloc[0]
        yield Fault(int(row), "based on", NO_SYSTEM, meant(base, systems(), one_system_of(systems())))
        return
    changed: set[str] = set()
    for row in rows.to_dict("records"):
        yield from _faults_of_row(row, kinds(systems()[base].numbers), changed)
        changed.add(row["changed"])


def _faults_of_row(row: dict[str, Any], numbers: dict[str, Any], changed: set[str]) -> Iterator[Fault]:
    """Yield a fault if a row's setting is missing, unknown or repeated, or if its value is missing, unclear or invalid.

    A row with neither a setting nor a value is valid.

    changed  the names of the settings in the system's earlier rows
    """
    number, value = row["changed"], row["value"]
    if not number:
        if value:
            message = say("This row has a value, but does not say which number it is for.")
            yield Fault(row["raw_row"], "number", message, one_of(numbers), "missing")
    elif number not in numbers:
        message = Message("The published system has no number called “{found}”.")
        near = did_you_mean(*nearest(number, [*numbers])) or one_of(numbers)
        yield Fault(row["raw_row"], "number", message, near)
    elif number in changed:
        yield Fault(row["raw_row"], "number", Message("“{found}” appears in two rows of this system."), ONE_ROW)
    elif not value:
        message = say("The value of `{number}` is missing.", number=number)
        hint = say("Enter {expected}.", expected=numbers[number].expected())
        yield Fault(row["raw_row"], "value", message, hint, "missing")
    elif why := numbers[number].unclear(value):
        yield unclear(row["raw_row"], "value", why)
    else:
        try:
            numbers[number].read(numbers[number].meant(value))
        except (KeyError, ValueError):
            yield Fault(row["raw_row"], "value", expected=numbers[number].expected())


def one_of(names: Iterable[str]) -> Text:
    """Return a hint to type one of these names."""
    return say("Type one of these: {names}.", names=listed(map(Verbatim, names)))


def one_system_of(ids: Collection[str]) -> Text:
    """Return a hint that names these systems or, if there are too many, says how to list them."""
    listing = say("Enter the name of a system. `centre-years systems` lists them all.")
    return one_of(ids) if len(ids) <= MOST_NAMED else listing


def meant(typed: str, ids: Collection[str], otherwise: Text) -> Text:
    """Return a hint with the ids that may have been meant, or the hint `otherwise` if none is similar."""
    return did_you_mean(*editions_meant(typed, ids)) or otherwise
