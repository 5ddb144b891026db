"""What is said of a season beside its faults: boards left unscored and why, remarks of the systems, systems nobody knows."""

import numpy as np
import pandas as pd

from pipeline.problems.codes import Problem, problem
from pipeline.problems.near import nearest, one_person
from pipeline.read.sheets import Raw
from pipeline.read.typed import canonical
from pipeline.rules.circuits import circuit_names
from pipeline.rules.rank import in_standings
from pipeline.rules.systems import systems
from pipeline.score.facts import Facts
from pipeline.score.published import Published
from pipeline.tidy.people import NAMED
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT
from schemas.words import BYE, POWERS, split

TABLES = {"boards": "seats", "placings": "placings", "matches": "matches", "players": "people"}  # kind -> tidy table


def unknown_names(tables: Tables, raw: Raw) -> list[Problem]:
    """Systems and circuits that are none of ours are errors at their cell, with the nearest name."""
    table, problems = raw.tables["event"], []
    setting = canonical(table.text["setting"], "setting")
    for column, name, known in (("system", "system", [*systems()]), ("circuits", "circuits", circuit_names())):
        for event in tables.events.itertuples():
            for typed in sorted(set(split(getattr(event, column))) - set(known)):
                own = (table.origin["season"] == event.season) & (table.origin["event"] == event.event)
                here = own & (setting == name)
                meant = nearest(typed, known)
                expected = f"one of ours, perhaps {meant[0]}" if meant else f"one of {', '.join(known)}"
                problems.append(table.problem("bad_value", int(here.idxmax()), "value", expected=expected))
    return problems


def notices(published: dict[str, Published], facts: Facts, tables: Tables, raw: Raw) -> list[Problem]:
    """All notices of the boards that were read."""
    problems = _no_missed_turns(facts, tables, raw) + _late_charts(facts, raw) + _no_boards(tables, raw)
    problems += _near_names(tables, raw) + _aliases_of_nobody(tables, raw)
    for name, computed in published.items():
        for reason, mask in computed.boards.lacks.items():
            problems += _at_boards("unscorable", mask, facts, raw, f"{name}: {reason}")
        for remark, mask in computed.boards.notices.items():
            official = computed.scores["official"].to_numpy()[:: len(POWERS)]
            problems += _at_boards("remark", mask & official, facts, raw, f"{name}: {remark}")
    return problems


def _at_boards(code: str, mask: np.ndarray, facts: Facts, raw: Raw, expected: str) -> list[Problem]:
    """One problem for each board, at its first seat."""
    boards, first = facts.boards, facts.seats["raw_row"].to_numpy()[:: len(POWERS)]
    return [
        raw.tables["boards"].problem(
            code, int(first[i]), "board", f"round {boards.at[i, 'round']}, board {boards.at[i, 'board']}", expected
        )
        for i in np.flatnonzero(mask)
    ]


def _no_missed_turns(facts: Facts, tables: Tables, raw: Raw) -> list[Problem]:
    """PGP events in which nobody typed a missed turn."""
    events = tables.events[tables.events["system"] == "pgp"]
    table = raw.tables["boards"]
    typed = table.text[["nmr orders", "nmr adjustments"]].notna().any(axis=1)
    told = {*tables.nmrs[EVENT].itertuples(index=False, name=None)}
    told |= {*table.origin.loc[typed, EVENT].itertuples(index=False, name=None)}
    first = facts.seats.drop_duplicates(EVENT).merge(events[EVENT], on=EVENT)
    silent = [event not in told for event in first[EVENT].itertuples(index=False, name=None)]
    return [table.problem("no_missed_turns", int(row), "power", "none") for row in first.loc[silent, "raw_row"]]


def _near_names(tables: Tables, raw: Raw) -> list[Problem]:
    """Pairs of names in a season that may be one person's: suggested, never merged."""
    problems = []
    for _, people in _people(tables).groupby("season", sort=True):
        names = people["player"].tolist()
        for one, other in one_person(names):
            where = people.iloc[other]
            expected = f"one spelling for one person: {names[one]} is there too"
            table = raw.tables[where["kind"]]
            problems.append(table.problem("near_name", where["raw_row"], where["field"], names[other], expected))
    return problems


def _people(tables: Tables) -> pd.DataFrame:
    """season, player, and where the name stands first: kind of sheet, raw_row, field."""
    cells = [
        getattr(tables, table)[["season", field, "raw_row"]]
        .rename(columns={field: "player"})
        .assign(kind=kind, field=field)
        for kind, table in TABLES.items()
        for field in NAMED.get(kind, ["player"])
    ]
    people = pd.concat([own for own in cells if len(own)] or cells)
    people = people[in_standings(people["player"]) & (people["player"] != BYE)]
    return people.drop_duplicates(["season", "player"])


def _aliases_of_nobody(tables: Tables, raw: Raw) -> list[Problem]:
    """People with other names who play nowhere in the season under any of them."""
    playing = {
        (season, name)
        for kind, fields in NAMED.items()
        for field in fields
        for season, name in zip(raw.tables[kind].origin["season"], raw.tables[kind].text[field], strict=True)
    }
    problems = []
    for (season, player), names in tables.aliases.groupby(["season", "player"]):
        if not any((season, name) in playing for name in (player, *names["alias"])):
            problems.append(raw.tables["players"].problem("alias_of_nobody", int(names["raw_row"].min()), "player"))
    return problems


def _late_charts(facts: Facts, raw: Raw) -> list[Problem]:
    """Charts that begin after the first year of the game."""
    boards = facts.boards
    late = (boards["first_recorded"] > boards["first_year"]).to_numpy()
    first = facts.seats["raw_row"].to_numpy()[:: len(POWERS)]
    return [
        raw.tables["boards"].problem(
            "starts_late", int(first[i]), "board", f"centres from {boards.at[i, 'first_recorded']:.0f} on"
        )
        for i in np.flatnonzero(late)
    ]


def _no_boards(tables: Tables, raw: Raw) -> list[Problem]:
    """Events without a board, without placings, and without an entry list or matches."""
    sheets = (*(raw.tables[name].origin for name in ("boards", "placings", "matches")), tables.entries)
    with_rows = {event for rows in sheets for event in rows[EVENT].itertuples(index=False, name=None)}
    return [
        problem("no_boards", season=event.season, event=event.event, file=event.file, found="no board")
        for event in tables.events.itertuples()
        if (event.season, event.event) not in with_rows
    ]
