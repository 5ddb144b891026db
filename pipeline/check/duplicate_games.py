"""Find games that occur in two seasons.

A build may read only one of the two seasons, so the manifest of each season keeps hashes of its boards (`marks`).
`pipeline.check.boards` compares boards within one season. Identical files are found by `pipeline.read.find`.
"""

from collections.abc import Iterator, Mapping

import pandas as pd

from pipeline.problems.codes import Problem, problem
from pipeline.read.find import Listing
from pipeline.rules.rank import in_standings
from pipeline.tidy.tables import Tables
from schemas.keys import BOARD
from schemas.messages import NOTHING, Verbatim, plural
from schemas.words import POWERS

Marks = Mapping[str, Mapping[str, list[str]]]  # season -> file -> a mark for each of its boards
FEWEST = 2  # fewest named players; games with fewer may be equal by chance


def marks(tables: Tables) -> dict[str, dict[str, list[str]]]:
    """Return the marks of each file's boards, keyed by season and then by file.

    A mark is a hash of powers, players and final centres. Boards with unknown final centres, or with fewer than two
    named players, have no mark.
    """
    seats, by_board = tables.seats, (-1, len(POWERS))
    hashes = pd.util.hash_pandas_object(seats[["power", "player", "final_centres"]].astype(str), index=False)
    named = in_standings(seats["player"]).to_numpy().reshape(by_board).sum(axis=1)
    complete = seats["final_centres"].notna().to_numpy().reshape(by_board).all(axis=1)
    boards = seats.iloc[:: len(POWERS)].assign(mark=hashes.to_numpy().reshape(by_board).sum(axis=1))
    boards = boards.loc[(named >= FEWEST) & complete, [*BOARD, "file", "mark"]]
    by_season: dict[str, dict[str, list[str]]] = {}
    for season, *_, file, mark in sorted(boards.itertuples(index=False, name=None)):
        by_season.setdefault(season, {}).setdefault(file, []).append(f"{mark:016x}")
    return by_season


def games_in_two_seasons(marked: Marks, listing: Listing) -> Iterator[Problem]:
    """Yield a problem for each file that repeats games from a file in an earlier season."""
    sources = {source.file: source for source in listing.sources}
    first: dict[str, str] = {}  # mark -> the file of the first season that has it
    for season in (season for season in listing.seasons if season in marked):
        for file in sorted({*marked[season]} & {*sources}):
            others = [first[mark] for mark in marked[season][file] if mark in first]
            for other in sorted({*others}):
                if sources[other].digest != sources[file].digest:
                    said = plural(
                        "1 game in this file is also in {file}.",
                        "{n} games in this file are also in {file}.",
                        others.count(other),
                        file=Verbatim(other),
                    )
                    event = sources[file].event
                    yield problem("game_again", season=season, event=event, file=file, found=NOTHING, message=said)
        first |= {
            mark: file
            for file in sorted({*marked[season]} & {*sources})
            for mark in marked[season][file]
            if mark not in first
        }
