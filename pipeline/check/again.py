"""Results that stand in two files: a board in two seasons, the games or placings of an event in another event.

A build may read one of the two alone, so a season's manifest keeps what this law asks.
"""

from collections.abc import Iterator, Mapping

import pandas as pd

from pipeline.problems.codes import Problem, problem
from pipeline.read.find import Found
from pipeline.rules.rank import in_standings
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD, EVENT
from schemas.messages import Typed, plural
from schemas.words import POWERS

MOST = 0.8  # of the games or placings of an event, where a few may be alike by chance
FEWEST = 3
Marks = Mapping[str, Mapping[str, list[str]]]  # season -> file -> a mark a board, a game, a placing


def marks(tables: Tables) -> dict[str, dict[str, list[str]]]:
    """What a board, a game of Bao and a placing are known by."""
    seats = tables.seats.assign(final=tables.seats["final_centres"].astype(float))
    seats = seats.assign(mark=_hashes(seats, "power", "player", "final"), named=in_standings(seats["player"]))
    boards = (
        seats.groupby(BOARD).agg(mark=("mark", "sum"), named=("named", "sum"), known=("final", "count")).reset_index()
    )
    matches = tables.matches.assign(mark=_hashes(tables.matches, "stage", "south", "north", "winner"))
    placings = tables.placings.assign(place=tables.placings["place"].astype(float))
    placings = placings.assign(mark=_hashes(placings, "player", "place"))
    found: dict[str, dict[str, list[str]]] = {}
    files = tables.events.set_index(EVENT)["file"]
    kinds = {
        "board": boards[(boards["named"] > 1) & (boards["known"] == len(POWERS))],
        "game": matches,
        "placing": placings,
    }
    for kind, rows in kinds.items():
        for key, of_event in rows.groupby(EVENT):
            of_file = found.setdefault(str(key[0]), {}).setdefault(str(files[key]), [])
            of_file += [f"{kind} {mark:016x}" for mark in of_event["mark"]]
    return found


def results_again(marked: Marks, found: Found) -> Iterator[Problem]:
    """Each file whose results stand in an earlier one. Files that are the same byte for byte are told elsewhere."""
    events = {source.file: source for source in found.sources}
    first: dict[str, list[str]] = {}
    for season in [season for season in found.seasons if season in marked]:
        for file in sorted({*marked[season]} & {*events}):
            of_file, source = {*marked[season][file]}, events[file]
            shared: dict[str, int] = {}
            for mark in of_file:
                for other in first.get(mark, ()):
                    shared[other] = shared.get(other, 0) + 1
            for other, many in sorted(shared.items()):
                alike = many >= max(FEWEST, MOST * len(of_file)) or _is_board(
                    of_file, marked, events[other].season, other
                )
                here = events[other].season == season and any(mark.startswith("board") for mark in of_file)
                if alike and not here and events[other].digest != source.digest:
                    said = plural(
                        "1 result that stands in {file} too",
                        "{n} results that stand in {file} too",
                        many,
                        file=Typed(other),
                    )
                    yield problem("results_again", season=season, event=source.event, file=file, found=said)
            for mark in of_file:
                first.setdefault(mark, []).append(file)


def _is_board(of_file: set[str], marked: Marks, season: str, other: str) -> bool:
    """They share a whole board, which does not happen by chance."""
    return any(mark.startswith("board") for mark in of_file.intersection(marked[season][other]))


def _hashes(rows: pd.DataFrame, *names: str) -> pd.Series:
    return pd.util.hash_pandas_object(rows[[*names]].astype(object).fillna(""), index=False)
