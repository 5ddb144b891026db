"""Check the league's `players` sheet against the results of all seasons.

A person with aliases is reported if none of the person's names has results. An alias is reported if it may be a typing
error. A build may read only some seasons, so each season's manifest keeps the names entered in that season.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pipeline.problems.codes import Problem, did_you_mean
from pipeline.problems.suggestions import one_person
from pipeline.read.raw_tables import Raw
from pipeline.tidy.people import NAMED, of_season_alone
from schemas.messages import Message, Text, Verbatim
from schemas.words import aliases_of

NO_RESULTS = Message("There are no results for “{found}”.")
Names = Mapping[str, Sequence[str]]  # season -> the names typed in its results, sorted


def names_typed(raw: Raw) -> dict[str, list[str]]:
    """Return the names in each season's results, including those of events set aside because of an error."""
    by_season: dict[str, set[str]] = {}
    for kind, fields in NAMED.items():
        table = raw.tables[kind]
        for field in fields:
            for season, name in zip(table.origin["season"], table.text[field], strict=True):
                if isinstance(name, str):
                    by_season.setdefault(season, set()).add(name)
    return {season: sorted(names) for season, names in by_season.items()}


def others_of_nobody(names: Names, raw: Raw) -> Iterator[Problem]:
    """Yield a problem for each person with aliases who has no results, and for each alias that may be a typing error.

    A person is reported if none of the person's names has results. Otherwise, an alias without results is reported if
    it resembles the name of someone else who has results. Other aliases without results are normal, since the sheet may
    cover seasons that were never entered. People who share an alias are skipped, since that is reported as an error.
    """
    table, seasons = raw.tables["players"], {*names}
    everybody = {name for of_season in names.values() for name in of_season}
    league = table.text[(table.origin["season"] == "") & table.text["player"].notna()]
    typed = league["also known as"].dropna() if everybody else league["also known as"][:0]
    others = {int(row): aliases_of(text, everybody) for row, text in typed.items()}
    bearers = Counter([*league["player"], *(alias for of_one in others.values() for alias in {*of_one})])
    for row, of_one in others.items():
        player = league.at[row, "player"]
        if any(bearers[alias] > 1 for alias in of_one if alias != player):
            continue
        played = {alias: _has_played(alias, names, seasons, everybody) for alias in (player, *of_one)}
        if not any(played.values()):
            yield table.problem("alias_of_nobody", row, "player")
            continue
        for alias in (alias for alias, has in played.items() if not has and alias != player):
            if near := sorted(_near(alias, everybody) - {*played}):
                said: dict[str, Text] = {"message": NO_RESULTS, "hint": did_you_mean(*near)}
                yield table.problem("alias_of_nobody", row, "also known as", Verbatim(alias), **said)


def _has_played(alias: str, names: Names, seasons: set[str], everybody: set[str]) -> bool:
    season, name = of_season_alone(alias, seasons)
    return name in (names[season] if season else everybody)


def _near(name: str, everybody: set[str]) -> set[str]:
    """Return the names that have results and may belong to the same person as `name`."""
    ordered = [name, *sorted(everybody)]
    return {ordered[other] for one, other in one_person(ordered) if one == 0}
