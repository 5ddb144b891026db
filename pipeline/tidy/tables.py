"""The tidy tables, made from the raw tables.

Words in any language become canonical names, and strings become typed values.
"""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

import pandas as pd

from pipeline.problems.codes import Problem
from pipeline.read.find import Source
from pipeline.read.raw_tables import Raw
from pipeline.tidy.bao import tidy_entries, tidy_matches
from pipeline.tidy.boards import filled, in_order, recorded, tidy_boards, tidy_charts, tidy_unplayed
from pipeline.tidy.events import editions_of, tidy_events
from pipeline.tidy.people import (
    NAMED,
    directors,
    one_name_each,
    one_row_each,
    other_names,
    tidy_aliases,
    tidy_identities,
    tidy_people,
    under_one_name,
)
from pipeline.tidy.rounds import under_names_of_rounds
from pipeline.tidy.rows import tidy_rows
from schemas.keys import BOARD, EVENT, SEAT, among
from schemas.tables import CALENDAR, CIRCUITS, GAMES, MOVES, NMRS, PLACINGS, RESULTS, SEASONS, SYSTEMS, check_tables
from schemas.words import POWERS, TOTAL, split


@dataclass
class Tables:
    """The tidy tables, each with its schema in `schemas/tables.py` and its rows in canonical order.

    years     the years of all sheets, in order and without gaps. `seats` and `totals` have one column per year
    seasons   the title and language of every season with events, even if all of them are left out because of errors
    unplayed  the boards that have rows in a sheet but have not been played
    laid_out  the seats on the boards in `unplayed`
    aside     the boards that are left out of all other tables because of an error
    """

    seasons: pd.DataFrame
    events: pd.DataFrame
    boards: pd.DataFrame
    seats: pd.DataFrame
    totals: pd.DataFrame
    nmrs: pd.DataFrame
    games: pd.DataFrame
    aliases: pd.DataFrame
    identities: pd.DataFrame
    people: pd.DataFrame
    placings: pd.DataFrame
    results: pd.DataFrame
    calendar: pd.DataFrame
    entries: pd.DataFrame
    matches: pd.DataFrame
    moves: pd.DataFrame
    systems: pd.DataFrame
    circuits: pd.DataFrame
    unplayed: pd.DataFrame
    laid_out: pd.DataFrame
    aside: pd.DataFrame
    years: list[int]

    @cached_property
    def blank(self) -> set[tuple[str, str]]:
        """Return the (season, event) pairs of the events in which nothing has been entered yet.

        Such an event has settings, but otherwise only rows without names or figures.
        """
        awaited = self.unplayed[self.unplayed["awaited"]]
        begun = (self.seats, awaited, self.aside, self.results, self.placings, self.matches, self.people, self.entries)
        events, *others = (zip(rows["season"], rows["event"], strict=True) for rows in (self.events, *begun))
        return {*events}.difference(*others)

    @cached_property
    def list_days(self) -> dict[str, date]:
        """Return the dates of the circuits' ranking lists, keyed by season. Seasons without a date are left out.

        A season's date is the one in its own file, since dates stated by events are ignored. Seasons with only Bao
        events are left out too.
        """
        stated = self.events.loc[self.events["kind"] != "bao", ["season", "as_of"]].dropna().drop_duplicates("season")
        return {season: day.date() for season, day in zip(stated["season"], stated["as_of"], strict=True)}

    @cached_property
    def counting(self) -> dict[str, pd.DataFrame]:
        """Return a frame for each circuit id, with the season and event of every event that counts towards the circuit.

        An event counts towards the circuits that its `circuits` setting names.
        """
        events, rows = self.events[EVENT], dict[str, list[int]]()
        for row, circuits in self.events["circuits"].items():
            for circuit in {*split(circuits)}:
                rows.setdefault(circuit, []).append(row)
        return {circuit: events.loc[of] for circuit, of in rows.items()}


def tidy(raw: Raw, sources: list[Source], problems: list[Problem]) -> Tables:
    """Return the tidy tables, each checked against its schema.

    Raises pandera's SchemaErrors if a table does not fit its schema, which would be a bug in the program.
    """
    sheets = raw.tables
    circuits = tidy_rows(sheets["circuits"], "circuits", CIRCUITS)
    season_circuits = circuits.groupby("season")["circuit"].agg(set).to_dict()
    events = tidy_events(sheets["event"], sources, problems, season_circuits)
    seasons = events.drop_duplicates("season", ignore_index=True)
    seasons = seasons.assign(language=seasons["season_language"], state=seasons["season_state"])[[*SEASONS.columns]]
    events = events.drop(columns=["title", "league", "season_language", "season_state", "planned_events", "site"])
    systems = tidy_rows(sheets["systems"], "systems", SYSTEMS)
    events["edition_of"] = editions_of(events, systems)
    aliases = tidy_aliases(raw, problems)
    names = one_name_each(aliases)
    problems += other_names(raw, names)
    events["directors"] = directors(events, names)
    entries = tidy_entries(sheets["players"], events[EVENT][events["kind"] == "bao"])

    rows, years = tidy_charts(sheets["boards"])
    rows = under_one_name(rows, NAMED["boards"], names)
    is_total = rows["power"] == TOTAL
    rows, totals = in_order(rows[~is_total]), rows[is_total]
    games = tidy_rows(sheets["games"], "games", GAMES)
    nmrs = tidy_rows(sheets["nmr"], "nmr", NMRS)
    unplayed = tidy_unplayed(rows, games, nmrs, sheets["boards"], years, problems)
    laid_out = among(rows, unplayed, BOARD)
    seats = recorded(rows[~laid_out].reset_index(drop=True), years)
    boards = tidy_boards(seats, games, nmrs, events)
    results = under_one_name(tidy_rows(sheets["results"], "results", RESULTS), NAMED["results"], names)
    events = under_names_of_rounds(events, [boards, unplayed, results], raw, problems)
    tables = Tables(
        seasons=seasons,
        events=events,
        boards=boards,
        seats=filled(seats, years),
        totals=totals[~among(totals, unplayed, BOARD)].reset_index(drop=True),
        nmrs=nmrs,
        games=games,
        aliases=aliases,
        identities=under_one_name(tidy_identities(sheets["players"]), ["player"], names),
        people=one_row_each(tidy_people(sheets["players"], events)),
        placings=under_one_name(tidy_rows(sheets["placings"], "placings", PLACINGS), NAMED["placings"], names),
        results=results,
        calendar=tidy_rows(sheets["calendar"], "calendar", CALENDAR),
        entries=under_one_name(entries, ["player"], names),
        matches=under_one_name(tidy_matches(sheets["matches"]), NAMED["matches"], names),
        moves=under_one_name(tidy_rows(sheets["moves"], "moves", MOVES), NAMED["moves"], names),
        systems=systems,
        circuits=circuits,
        unplayed=unplayed,
        laid_out=rows[laid_out & rows["power"].isin(POWERS)][[*SEAT, "player"]].reset_index(drop=True),
        aside=unplayed[BOARD][:0],
        years=years,
    )
    check_tables(vars(tables))
    problems[:] = [p for p in problems if p.code != "not_played" or (p.season, p.event) not in tables.blank]
    return tables
