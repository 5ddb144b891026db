"""The circuits that a season defines in its `circuits` sheet.

Rows with faults are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pipeline.problems.codes import did_you_mean
from pipeline.problems.suggestions import editions_meant, nearest
from pipeline.rules.circuit_totals import TIE_BREAKS, Adding
from pipeline.rules.circuits import Circuit, circuit_names, formulas, season_circuit
from pipeline.rules.circuits.by_numbers import table_by_place
from pipeline.rules.numbers import kinds
from pipeline.score.season_systems import (
    ANOTHER_NAME,
    ONE_ROW,
    Fault,
    house_systems,
    name_fault,
    remarks,
    unclear,
)
from pipeline.store.names import DEVICES
from pipeline.tidy.tables import Tables
from schemas.fields import whole_from
from schemas.messages import Message, Name, Text, Verbatim, listed, say
from schemas.raw import SHEETS
from schemas.tables import PUBLISHED
from schemas.words import RESERVED, fold, id_of, in_order, vocabulary

POINTS = kinds(table_by_place.Numbers)["table"]
MOST_RESULTS = 99
AMOUNT = r"[0-9]{1,4}(?:[.,][0-9]{1,6})?"
DIVISOR = say("a number above 0, or a formula with `events` (such as “events + 3, at least 8”)")
NO_FORMULA = Message("There is no circuit called “{found}” to take points from.")
TWICE = Message("“{found}” appears in two rows.")
NAMES = {*RESERVED, *PUBLISHED, *SHEETS, *DEVICES}


@dataclass(frozen=True)
class HouseCircuits:
    """The circuits that seasons define for themselves, with the faults and remarks to report.

    circuits  the circuits, keyed by season and id
    faults    faults in the rows that were left out
    remarks   remarks on the points in valid rows, for example that the points are not read exactly as typed
    """

    circuits: dict[tuple[str, str], Circuit]
    faults: list[Fault]
    remarks: list[Fault]

    def of(self, season: str) -> dict[str, Circuit]:
        """Return a season's own circuits, keyed by id."""
        return {id: circuit for (of, id), circuit in self.circuits.items() if of == season}


def house_circuits(tables: Tables) -> HouseCircuits:
    """Return the circuits that the seasons' sheets define."""
    house = HouseCircuits({}, [], [])
    if tables.circuits.empty:
        return house
    of_systems, named = house_systems(tables), set()
    for row in tables.circuits.to_dict("records"):
        season, id = row["season"], row["circuit"]
        if not (row["circuit_name"] and row["formula"]):
            continue  # the blank cell has already been reported
        faults = [*_name_faults(row, (season, id) in named, {*of_systems.of(season)}), *_faults(row)]
        named.add((season, id))
        house.faults.extend(faults)
        if not faults:
            house.circuits[season, id] = season_circuit(id, row["circuit_name"], *_read(row))
            if not house.circuits[season, id].base:
                house.remarks.extend(remarks(int(row["raw_row"]), "points", POINTS, row["formula"]))
    return house


def _read(row: dict[str, Any]) -> tuple[str | tuple[float, ...], Adding]:
    """Return the points that a valid row of `circuits` defines, and the rules for adding them up.

    The points are either the id of a formula or a table of points by place.
    """
    typed = row["formula"]
    points = id_of(typed) if id_of(typed) in formulas() else POINTS.read(POINTS.meant(typed))
    more, per_result, least = divisor(row["divisor"]) or (0.0, False, 0.0)
    words = tuple(
        vocabulary("circuit tie-break")[fold(word)] for word in in_order("circuit tie-break", row["tie_breaks"])
    )
    return points, Adding(int(row["best"] or 0), more, per_result, least, int(row["fewest"] or 1), words)


def divisor(typed: str) -> tuple[float, bool, float] | None:
    """Return a divisor as three values, or None if the text is not a divisor.

    The values are a fixed number, whether the number of events is added to it, and the minimum, such as (3, True, 8)
    for `events + 3, at least 8`.
    """
    words = {
        name: "|".join(re.escape(word) for word, of in vocabulary("divisor").items() if of == name)
        for name in ("events", "at least")
    }
    pattern = (
        rf"(?:(?P<events>{words['events']})(?:\s*\+\s*(?P<more>{AMOUNT}))?|(?P<fixed>{AMOUNT}))"
        rf"(?:\s*[,;]?\s*(?:{words['at least']})\s+(?P<least>{AMOUNT}))?"
    )
    match = re.fullmatch(pattern, fold(typed))
    if not match:
        return None
    fixed, more, least = (float((match[name] or "0").replace(",", ".")) for name in ("fixed", "more", "least"))
    return (fixed or more, bool(match["events"]), least) if match["events"] or fixed else None


def _name_faults(row: dict[str, Any], repeated: bool, systems: set[str]) -> Iterator[Fault]:
    """Yield the faults in a circuit's name."""
    if repeated:
        yield Fault(int(row["raw_row"]), "name", TWICE, ONE_ROW)
    elif why := name_fault(row["circuit"], {*systems, *circuit_names(), *NAMES}):
        yield Fault(int(row["raw_row"]), "name", why, ANOTHER_NAME)


def _faults(row: dict[str, Any]) -> Iterator[Fault]:
    """Yield the faults in all cells of a row except the name."""
    at = int(row["raw_row"])
    yield from _faults_of_points(at, row["formula"])
    for name, field in (("best", "best"), ("fewest", "minimum events")):
        if row[name] and not re.fullmatch("[1-9][0-9]?", row[name]):
            yield Fault(at, field, expected=whole_from(1, MOST_RESULTS))
    if row["divisor"] and not divisor(row["divisor"]):
        yield Fault(at, "divisor", expected=DIVISOR)
    words = set()
    for typed in in_order("circuit tie-break", row["tie_breaks"]):
        word = vocabulary("circuit tie-break").get(fold(typed))
        if not word:
            message = say("There is no tie-break called “{name}”.", name=typed)
            yield Fault(at, "tie-breaks", message, _tie_breaks_meant(typed))
        elif word in words:
            message = say("The tie-break “{name}” appears twice.", name=typed)
            yield Fault(at, "tie-breaks", message, say("Enter this tie-break only once."))
        words.add(word)


def _tie_breaks_meant(typed: str) -> Text:
    """Return a hint that names the tie-break that was probably meant, or all tie-breaks if none is similar."""
    words = vocabulary("circuit tie-break")
    if near := nearest(typed, words)[:1]:
        return did_you_mean(Name("circuit tie-break", words[near[0]]))
    return say("Type one of these: {names}.", names=listed(Name("circuit tie-break", name) for name in TIE_BREAKS))


def _faults_of_points(row: int, typed: str) -> Iterator[Fault]:
    """Yield a fault if the points are neither a readable table nor a published formula."""
    if id_of(typed) in formulas():
        return
    if re.search(r"[^\W\d]", typed):
        all_formulas = listed(map(Verbatim, formulas()))
        all_points = say("Type the points by place (such as 100; 90; 85), or one of {names}.", names=all_formulas)
        near = editions_meant(typed, formulas())
        yield Fault(row, "points", NO_FORMULA, did_you_mean(*near) or all_points)
    elif why := POINTS.unclear(typed):
        yield replace(unclear(row, "points", why), code="bad_value")
    else:
        try:
            POINTS.read(POINTS.meant(typed))
        except ValueError:
            yield Fault(row, "points", expected=POINTS.expected())
