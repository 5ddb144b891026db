"""Circuits of a season's own: rows of its sheet `circuits` -> circuits by numbers. A row with a fault makes none."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.problems.suggestions import editions_meant, nearest
from pipeline.rules.circuit_totals import TIE_BREAKS, Adding
from pipeline.rules.circuits import Circuit, circuit_names, formulas, season_circuit
from pipeline.rules.circuits.by_numbers import table_by_place
from pipeline.rules.numbers import kinds
from pipeline.score.season_systems import NAME, Fault, house_systems, one_of, remarks
from pipeline.store.names import DEVICES
from pipeline.tidy.tables import Tables
from schemas.messages import Message, Name, Text, Verbatim, listed, say
from schemas.raw import SHEETS
from schemas.tables import PUBLISHED
from schemas.words import RESERVED, fold, id_of, in_order, vocabulary

POINTS = kinds(table_by_place.Numbers)["table"]
MOST_RESULTS = 99
AMOUNT = r"[0-9]{1,4}(?:[.,][0-9]{1,6})?"
DIVISOR = say("a number, or `events`, as in: events + 3, at least 8; a number alone has to be above 0")
NAMES = {*RESERVED, *PUBLISHED, *SHEETS, *DEVICES}


@dataclass(frozen=True)
class HouseCircuits:
    """The seasons' own circuits, and the faults of those left out.

    circuits  (season, id) -> circuit
    remarks   values read differently from how they were typed
    """

    circuits: dict[tuple[str, str], Circuit]
    faults: list[Fault]
    remarks: list[Fault]

    def of(self, season: str) -> dict[str, Circuit]:
        """A season's own, by id."""
        return {id: circuit for (of, id), circuit in self.circuits.items() if of == season}


def house_circuits(tables: Tables) -> HouseCircuits:
    """The circuits that the seasons' own sheets make."""
    house = HouseCircuits({}, [], [])
    if tables.circuits.empty:
        return house
    of_systems, named = house_systems(tables), set()
    for row in tables.circuits.to_dict("records"):
        season, id = row["season"], row["circuit"]
        if not (row["circuit_name"] and row["formula"]):
            continue  # the blank cell has a problem already
        faults = [*_name_faults(id, (season, id) in named, {*of_systems.of(season)}), *_faults(row)]
        named.add((season, id))
        house.faults.extend(Fault(int(row["raw_row"]), field, expected) for field, expected in faults)
        if not faults:
            house.circuits[season, id] = season_circuit(id, row["circuit_name"], *_read(row))
            said = remarks(POINTS, row["formula"]) if not house.circuits[season, id].base else ()
            house.remarks.extend(Fault(int(row["raw_row"]), "points", text, code) for text, code in said)
    return house


def _read(row: dict[str, Any]) -> tuple[str | tuple[float, ...], Adding]:
    """The points of a row without a fault, and how results add up."""
    typed = row["formula"]
    points = id_of(typed) if id_of(typed) in formulas() else POINTS.read(POINTS.meant(typed))
    more, per_result, least = divisor(row["divisor"]) or (0.0, False, 0.0)
    words = tuple(
        vocabulary("circuit tie-break")[fold(word)] for word in in_order("circuit tie-break", row["tie_breaks"])
    )
    return points, Adding(int(row["best"] or 0), more, per_result, least, int(row["fewest"] or 1), words)


def divisor(typed: str) -> tuple[float, bool, float] | None:
    """`events + 3, at least 8` -> 3, True, 8: what is added, whether results are counted, the least; None for nothing."""
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


def _name_faults(id: str, repeated: bool, systems: set[str]) -> Iterator[tuple[str, Text]]:
    """What is wrong with the name."""
    if repeated:
        yield "name", say("each circuit once")
    elif id in {*systems, *circuit_names(), *NAMES} or not NAME.fullmatch(id):
        yield "name", say("a name that no system, circuit or output has, of letters and figures")


def _faults(row: dict[str, Any]) -> Iterator[tuple[str, Text]]:
    """What is wrong in the other cells: the field, and what was expected there."""
    if expected := _no_points(row["formula"]):
        yield "points", expected
    for name, field in (("best", "best"), ("fewest", "minimum events")):
        if row[name] and not re.fullmatch("[1-9][0-9]?", row[name]):
            yield field, Message("a whole number from {least} to {most}").of({"least": 1, "most": MOST_RESULTS})
    if row["divisor"] and not divisor(row["divisor"]):
        yield "divisor", DIVISOR
    seen = set()
    for typed in in_order("circuit tie-break", row["tie_breaks"]):
        word = vocabulary("circuit tie-break").get(fold(typed))
        if not word:
            yield "tie-breaks", _tie_breaks(typed)
        elif word in seen:
            yield "tie-breaks", say("each of them once")
        seen.add(word)


def _tie_breaks(typed: str) -> Text:
    """The words that there are, and which was perhaps meant."""
    words = vocabulary("circuit tie-break")
    perhaps = [
        say("perhaps `{name}`", name=Name("circuit tie-break", words[near])) for near in nearest(typed, words)[:1]
    ]
    one = say("one of {names}", names=listed(Name("circuit tie-break", name) for name in TIE_BREAKS))
    return listed([*perhaps, one], "; ")


def _no_points(typed: str) -> Text | None:
    """What is expected where the points are neither a table nor a formula of ours; None if they are."""
    if id_of(typed) in formulas():
        return None
    if re.search(r"[^\W\d]", typed):
        return one_of(typed, formulas()) if editions_meant(typed, formulas()) else _formulas()
    if unclear := POINTS.unclear(typed):
        return unclear
    try:
        POINTS.read(POINTS.meant(typed))
    except ValueError:
        return POINTS.expected()
    return None


def _formulas() -> Text:
    """The points that may be typed."""
    return say("points by place, as 100; 90; 85, or one of {names}", names=listed(map(Verbatim, formulas())))
