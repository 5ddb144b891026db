"""What is said of a season beside its faults: boards left unscored and why, remarks of the systems, systems nobody knows."""

import re

import numpy as np
from rapidfuzz import fuzz, process

from pipeline.derive import Facts
from pipeline.problems import Problem, problem
from pipeline.publish import Published
from pipeline.read.sheets import Raw
from pipeline.systems import systems
from pipeline.tidy import EVENT, Tables, in_standings
from pipeline.typed import canonical
from schemas.words import CIRCUITS, POWERS, fold, split

SIMILAR = 60  # of 100: near enough to ask "did you mean"
NEAR = 88  # of 100: near enough to be one person's name


def unknown_names(tables: Tables, raw: Raw) -> list[Problem]:
    """Systems and circuits that are none of ours are errors at their cell, with the nearest name."""
    table, problems = raw.tables["event"], []
    setting = canonical(table.text["setting"], "setting")
    for column, name, known in (("system", "system", [*systems()]), ("circuits", "circuits", [*CIRCUITS])):
        for event in tables.events.itertuples():
            for typed in sorted(set(split(getattr(event, column))) - set(known)):
                own = (table.origin["season"] == event.season) & (table.origin["event"] == event.event)
                here = own & (setting == name)
                nearest = process.extractOne(typed, known, score_cutoff=SIMILAR)
                expected = f"one of {', '.join(known)}" if nearest is None else f"one of ours, perhaps {nearest[0]}"
                problems.append(table.problem("bad_value", int(here.idxmax()), "value", expected=expected))
    return problems


def notices(published: dict[str, Published], facts: Facts, tables: Tables, raw: Raw) -> list[Problem]:
    """All notices of the boards that were read."""
    problems = _no_missed_turns(facts, tables, raw) + _late_charts(facts, raw) + _no_boards(tables, raw)
    problems += _near_names(facts, raw)
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


def _near_names(facts: Facts, raw: Raw) -> list[Problem]:
    """Pairs of names in a season that may be one person's: suggested, never merged."""
    problems = []
    seats = facts.seats[in_standings(facts.seats["player"])].drop_duplicates(["season", "player"])
    for _, people in seats.groupby("season", sort=True):
        names, rows = people["player"].tolist(), people["raw_row"].tolist()
        alike = process.cdist(names, names, scorer=fuzz.ratio, score_cutoff=NEAR, processor=fold, dtype=np.uint8)
        for i, j in np.argwhere(np.triu(alike, 1)):
            if not _told_apart(names[i], names[j]):
                expected = f"one spelling for one person: {names[i]} is there too"
                problems.append(raw.tables["boards"].problem("near_name", int(rows[j]), "player", names[j], expected))
    return problems


def _told_apart(one: str, other: str) -> bool:
    """Two names that differ in numbers or initials alone: the organiser tells them apart."""
    differ = set(re.findall(r"\w+", fold(one))) ^ set(re.findall(r"\w+", fold(other)))
    return bool(differ) and all(len(word) == 1 or word.isdecimal() for word in differ)


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
