"""The league's sheet of people against all seasons: other names under which nobody has played.

A build may read some seasons alone, so a season's manifest keeps the names that were typed in it.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.problems.codes import Problem
from pipeline.read.sheets import Raw
from pipeline.tidy.people import NAMED, of_season_alone
from schemas.messages import Typed, say
from schemas.words import aliases_of

PLAYED_SO = say("a name under which somebody has played")
Names = Mapping[str, Sequence[str]]  # season -> the names typed in its results, in order


def names_typed(raw: Raw) -> dict[str, list[str]]:
    """Return the names that stand in the results of each season, also of events that an error sets aside."""
    found: dict[str, set[str]] = {}
    for kind, fields in NAMED.items():
        table = raw.tables[kind]
        for field in fields:
            for season, name in zip(table.origin["season"], table.text[field], strict=True):
                if isinstance(name, str):
                    found.setdefault(season, set()).add(name)
    return {season: sorted(names) for season, names in found.items()}


def others_of_nobody(names: Names, raw: Raw) -> Iterator[Problem]:
    """Each other name of the league's sheet under which nobody has played in any season, or that holds in one alone."""
    table, seasons = raw.tables["players"], {*names}
    everybody = {name for of_season in names.values() for name in of_season}
    league = table.text[table.origin["season"] == ""]
    for row, typed in league["also known as"].dropna().items() if everybody else ():
        for alias in aliases_of(typed, everybody):
            season, name = of_season_alone(alias, seasons)
            if name not in (names[season] if season else everybody):
                yield table.problem(
                    "alias_of_nobody", int(row), "also known as", found=Typed(alias), expected=PLAYED_SO
                )
