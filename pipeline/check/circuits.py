"""Check for faults in a season's own circuits, for missing settings, and for settings without effect."""

from functools import partial

import pandas as pd

from pipeline.check.laws import Law, broken
from pipeline.events.circuit_inputs import boards_played
from pipeline.events.season_circuits import house_circuits
from pipeline.problems.codes import Problem
from pipeline.read.raw_tables import Raw
from pipeline.rules.circuits import Circuit, circuits
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT, among
from schemas.messages import Message, Name, Verbatim, listed
from schemas.words import split

POINTS, BOARDS, SYSTEM = "circuit points", "boards", "system"  # settings that a circuit may ask for


def circuit_breaches(tables: Tables, raw: Raw) -> list[Problem]:
    """Return a problem for each fault in a season's own circuits, and each setting that is missing or has no effect."""
    return broken(LAWS, tables, raw)


def of_house_circuits(tables: Tables, code: str) -> pd.DataFrame:
    """Return the faults and remarks with this code in the `circuits` sheets.

    Each has one row, with the columns of `Fault`.
    """
    house = house_circuits(tables)
    return pd.DataFrame([vars(fault) for fault in (*house.faults, *house.remarks) if fault.code == code])


def required_settings(tables: Tables) -> pd.DataFrame:
    """Return one row for each setting that a circuit needs from one of its events.

    The columns are EVENT, `file`, `circuit`, `setting` and `value`. For POINTS, BOARDS and SYSTEM, `value` is the value
    entered, or a missing value if there is none. For any other setting it is always "", so `not_stated` never reports
    such a setting.
    """
    house, events = house_circuits(tables), tables.events
    columns = (*EVENT, "file", "circuits", "circuit_points", "boards", "system")
    rows = [
        (season, event, file, name, setting, {POINTS: points, BOARDS: boards, SYSTEM: system or None}.get(setting, ""))
        for season, event, file, typed, points, boards, system in zip(*(events[of] for of in columns), strict=True)
        for name in split(typed)
        if (circuit := (circuits() | house.of(season)).get(name))
        for setting in _required_by(circuit)
    ]
    return pd.DataFrame(rows, columns=[*EVENT, "file", "circuit", "setting", "value"])


def _required_by(circuit: Circuit) -> tuple[str, ...]:
    """Return the settings that the circuit needs from an event whose standings are computed from its boards."""
    of_standings = circuit.needs.game == "diplomacy" and circuit.needs.takes != "games"
    return (*circuit.needs.asks, *((SYSTEM,) if of_standings else ()))


def not_stated(tables: Tables) -> pd.DataFrame:
    """Return the rows of `required_settings` whose setting is missing from the event.

    An event whose boards have been entered need not state their number. The system is needed only if the event's
    standings have to be computed from its boards, because no results or placings have been entered.
    """
    rows = required_settings(tables)
    rows = rows[rows["value"].isna()]
    if rows.empty:
        return rows
    counted = among(rows, boards_played(tables), EVENT)
    typed = pd.concat([table[EVENT] for table in (tables.placings, tables.results)])
    of_boards = among(rows, tables.boards, EVENT) & ~among(rows, typed, EVENT)
    rows = rows[~((rows["setting"] == BOARDS) & counted | (rows["setting"] == SYSTEM) & ~of_boards)]
    return rows.assign(lacking=[Name("setting", name) for name in rows["setting"]])


def points_for_nobody(tables: Tables) -> pd.DataFrame:
    """Return the events with circuit points that none of their circuits use."""
    events = tables.events[[*EVENT, "file", "circuit_points"]]
    events = events[events["circuit_points"].notna()]
    if events.empty:
        return events
    rows = required_settings(tables)
    events = events[~among(events, rows[rows["setting"] == POINTS], EVENT)]
    names = listed(Verbatim(name) for name, circuit in circuits().items() if POINTS in circuit.needs.asks)
    return events.assign(names=[names] * len(events))


def named_by_nobody(tables: Tables) -> pd.DataFrame:
    """Return the rows of the `circuits` sheets whose circuit is valid but is not named by any event of the season."""
    house, events = house_circuits(tables).circuits, tables.events[["season", "circuits"]]
    named = {(season, circuit) for season, typed in events.itertuples(index=False) for circuit in split(typed)}
    rows = zip(tables.circuits["season"], tables.circuits["circuit"], strict=True)
    unnamed = tables.circuits[[row in house and row not in named for row in rows]]
    return unnamed.assign(setting=[Name("setting", "circuits")] * len(unnamed))


LAWS: tuple[Law[Tables], ...] = (
    *(
        Law(code, "circuits!{field}", partial(of_house_circuits, code=code), message="message", hint="hint")
        for code in ("bad_value", "otherwise", "points_rise")
    ),
    Law(
        "no_effect",
        "circuits!name",
        named_by_nobody,
        message=Message("No event in this season names “{found}” in `{setting}`."),
        hint=Message("Add the circuit to `{setting}` in each event that counts towards it."),
    ),
    Law(
        "circuit_asks",
        "event!circuits",
        not_stated,
        found="circuit",
        message=Message("The circuit “{found}” needs the setting `{lacking}`, which is missing."),
        hint=Message("Fill in `{lacking}`. Without it the event gives no points in this circuit."),
    ),
    Law(
        "no_effect",
        "event!circuit points",
        points_for_nobody,
        message=Message("None of this event's circuits use these points."),
        hint=Message(
            "If you need these points, name a circuit that uses them: {names}. Otherwise there is nothing to do."
        ),
    ),
)
