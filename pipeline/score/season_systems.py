"""Systems of a season's own: rows of its sheet `systems` -> editions of published systems.

A system with a fault in any of its rows is left out: nothing is guessed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from pipeline.problems.suggestions import editions_meant, nearest
from pipeline.rules.circuits import circuit_names
from pipeline.rules.numbers import Kind, kinds
from pipeline.rules.systems import System, season_system, system_id, systems
from pipeline.store.names import DEVICES
from pipeline.tidy.tables import Tables
from schemas.messages import NOTHING, Text, Verbatim, listed, say
from schemas.words import ALL_SYSTEMS, OFFICIAL_SYSTEMS, RESERVED

NAME = re.compile(r"[^\W_][\w-]{0,59}")  # of a system, and so of its files
SPECIAL = {ALL_SYSTEMS, OFFICIAL_SYSTEMS, *RESERVED, *DEVICES}


@dataclass(frozen=True)
class Fault:
    """A problem of a row of the sheet: its field, what was expected there, and its code."""

    raw_row: int
    field: str
    expected: Text
    code: str = "bad_value"


@dataclass(frozen=True)
class HouseSystems:
    """The seasons' own systems, and the faults of those left out.

    systems  (season, id) -> system
    remarks  values read differently from how they were typed
    """

    systems: dict[tuple[str, str], System]
    faults: list[Fault]
    remarks: list[Fault]

    def of(self, season: str) -> dict[str, System]:
        """The systems that a season may name, by id: the published ones and its own."""
        return systems() | {id: system for (of, id), system in self.systems.items() if of == season}


def house_systems(tables: Tables) -> HouseSystems:
    """The systems that the seasons' own sheets make."""
    house = HouseSystems({}, [], [])
    seasons, ids = tables.systems["season"], tables.systems["system"]
    above = ids.mask(blank := ids == "").groupby(seasons).ffill()
    perhaps_more = {
        *zip(seasons[blank], above[blank], strict=True)
    }  # a row without a name is perhaps of the system above
    for (season, id), rows in tables.systems.groupby(["season", "system"], sort=False):
        if not id:
            continue  # the blank cell has a problem already
        if (faults := [*_faults(id, rows)]) or (season, id) in perhaps_more:
            house.faults.extend(faults)
        else:
            base, changed = _base(rows), rows[rows["changed"] != ""]
            numbers = kinds(systems()[base].numbers)
            meant = {name: numbers[name].meant(typed) for name, typed in changed[["changed", "value"]].to_numpy()}
            system = season_system(season, id, base, tuple(sorted(meant.items())))
            if not system.parts:
                nothing = say("at least one number that gives points")
                house.faults.append(Fault(int(rows["raw_row"].iloc[-1]), "value", nothing))
                continue
            house.systems[season, id] = system
            for row, name, typed in changed[["raw_row", "changed", "value"]].itertuples(index=False):
                house.remarks.extend(Fault(row, "value", said, code) for said, code in remarks(numbers[name], typed))
    return house


def _base(rows: pd.DataFrame) -> str:
    return next((base for base in rows["based_on"] if base), "")


def remarks(kind: Kind, typed: str) -> Iterator[tuple[Text, str]]:
    """What is to be said of a value without a fault, and the code: how it was read, and points that rise with the place."""
    if (meant := kind.meant(typed)) != typed:
        yield say("read as {value}", value=meant), "otherwise"
    if kind.rises(kind.read(meant)):
        yield NOTHING, "points_rise"


def _faults(id: str, rows: pd.DataFrame) -> Iterator[Fault]:
    """What is wrong in the rows of one system."""
    first, base = int(rows["raw_row"].iloc[0]), _base(rows)
    if system_id(id) in systems() or id in SPECIAL or id in circuit_names() or not NAME.fullmatch(id):
        yield Fault(first, "system", say("a name that no system, circuit or output has, of letters and figures"))
    if not base:
        yield Fault(first, "based on", one_of("", systems()), "missing")
        return
    for row in rows.to_dict("records"):
        if row["based_on"] not in ("", base):
            yield Fault(row["raw_row"], "based on", say("{base}, as in the rows above", base=base))
    if base not in systems():
        row = rows.loc[rows["based_on"] == base, "raw_row"].iloc[0]
        yield Fault(int(row), "based on", one_of(base, systems()))
        return
    seen: set[str] = set()
    for row in rows.to_dict("records"):
        yield from _faults_of_row(row, kinds(systems()[base].numbers), seen)
        seen.add(row["changed"])


def _faults_of_row(row: dict[str, Any], numbers: dict[str, Any], seen: set[str]) -> Iterator[Fault]:
    """What is wrong with a number and its value."""
    number, value = row["changed"], row["value"]
    if not number:
        if value:
            yield Fault(row["raw_row"], "number", say("one of {names}", names=listed(numbers)), "missing")
    elif number not in numbers:
        perhaps = [say("perhaps `{name}`", name=near) for near in nearest(number, [*numbers])]
        expected = [say("one of {names}", names=listed(numbers)), *perhaps]
        yield Fault(row["raw_row"], "number", listed(expected, "; "))
    elif number in seen:
        yield Fault(row["raw_row"], "number", say("each number once"))
    elif not value:
        yield Fault(row["raw_row"], "value", numbers[number].expected(), "missing")
    elif unclear := numbers[number].unclear(value):
        yield Fault(row["raw_row"], "value", unclear, "ambiguous_number")
    else:
        try:
            numbers[number].read(numbers[number].meant(value))
        except (KeyError, ValueError):
            yield Fault(row["raw_row"], "value", numbers[number].expected())


def one_of(typed: str, ids: Iterable[str]) -> Text:
    """The ids that were perhaps meant, else all of them."""
    if near := editions_meant(typed, ids):
        return say("one of ours, perhaps {name}", name=listed(map(Verbatim, near), "or"))
    return say("one of {names}", names=listed(map(Verbatim, ids)))
