"""The dates of the circuits' ranking lists, and the seasons whose games a list may include."""

import re
from collections import defaultdict
from datetime import date
from functools import cache
from typing import NamedTuple

import pandas as pd

from pipeline.rules.circuits import circuits
from pipeline.tidy.tables import Tables
from schemas.keys import EVENT

NO_EVENTS = pd.DataFrame(columns=EVENT, dtype=object)
LIST_DAY = (12, 15)  # month and day of a season's list, unless its sheet or the command line says otherwise
YEARS = re.compile(
    r"(?<![0-9])(?P<century>1[89]|2[01])(?P<first>[0-9]{2})(?:[-/–](?:[0-9]{2})?(?P<later>[0-9]{2}))?(?![0-9])"
)


def counts_for(circuit: str, tables: Tables) -> pd.DataFrame:
    """Return the season and event of each event that counts towards a circuit."""
    return tables.counting.get(circuit, NO_EVENTS)


def list_day(season: str, tables: Tables, as_of: date | None = None) -> date | None:
    """Return the date of a season's ranking lists, or None if no date is given and the season's name contains no year.

    The date is `as_of` if given, otherwise the date in the season's sheets, otherwise 15 December of the later year in
    the season's name. Dates given by Bao events are ignored.
    """
    if stated := as_of or tables.list_days.get(season):
        return stated
    year = later_year(season)
    return date(year, *LIST_DAY) if year else None


def later_year(season: str) -> int:
    """Return the year in a season's name, the later one if there are two, or 0 if there is none."""
    years = YEARS.search(season)
    if not years:
        return 0
    first = int(years["century"] + years["first"])
    later = int(years["century"] + years["later"]) if years["later"] else first
    return later if later >= first else later + 100


@cache
def oldest_end(day: date | pd.Timestamp, years_back: int) -> pd.Timestamp:
    """Return the earliest date on which a game can have ended and still be included in a ranking list dated `day`.

    years_back  how many years the ranking list looks back
    """
    return pd.Timestamp(day) - pd.DateOffset(years=years_back)


class Reach(NamedTuple):
    """The date of a circuit's ranking list for one season, and the period of the season's games that count towards it.

    All dates are strings in ISO format.

    day    the date of the ranking list, "" if it is unknown
    first  the date on which the first event began, "" if any event has no start date
    last   the date on which the last game ended, "" if any game has no end date
    """

    day: str
    first: str
    last: str

    def sees(self, other: "Reach", years_back: int, on: date | None = None) -> bool:
        """Return whether this season's ranking list may include games from the other season.

        on  the date of the ranking list, or None to use this season's own `day`
        """
        day = on.isoformat() if on else self.day
        if day == "" or other.first > day:
            return False
        return other.last == "" or other.last >= f"{oldest_end(date.fromisoformat(day), years_back):%Y-%m-%d}"


def years_back() -> dict[str, int]:
    """Return how many years back each circuit looks, for the circuits that include other seasons' games."""
    return {name: circuit.needs.years_back for name, circuit in circuits().items() if circuit.needs.years_back}


def reaches(tables: Tables) -> dict[str, dict[str, Reach]]:
    """Return the `Reach` of each ranking list that may include other seasons' games, keyed by season and circuit."""
    by_season: dict[str, dict[str, Reach]] = defaultdict(dict)
    for circuit in years_back():
        counted = counts_for(circuit, tables)
        starts = tables.events[[*EVENT, "start"]].merge(counted, on=EVENT)
        boards = tables.boards[[*EVENT, "ended"]].merge(counted, on=EVENT)
        for season in counted["season"].unique():
            started = starts.loc[starts["season"] == season, "start"].fillna("").astype(str)
            ended = boards.loc[boards["season"] == season, "ended"].fillna("").astype(str)
            last = ended.max() if len(ended) and (ended != "").all() else ""
            day = list_day(season, tables)
            by_season[season][circuit] = Reach(day.isoformat() if day else "", started.min(), last)
    return dict(by_season)


def seasons_in_reach(
    reaches: dict[str, dict[str, Reach]], season: str, as_of: date | None = None
) -> dict[str, set[str]]:
    """Return the seasons whose games may appear in a season's ranking lists.

    The result is keyed by season. Each value names the circuits whose lists may include games of that season.
    """
    circuits_by_season: dict[str, set[str]] = defaultdict(set)
    back = years_back()
    for circuit, reach in reaches.get(season, {}).items():
        for other, theirs in reaches.items():
            if circuit in theirs and reach.sees(theirs[circuit], back[circuit], as_of):
                circuits_by_season[other].add(circuit)
    return dict(circuits_by_season)
