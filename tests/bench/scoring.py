"""Measure how fast a million boards are scored: `python -m tests.bench.scoring`.

Each system is timed twice, once for its `score` alone and once for all of `score_boards`, with sums and places. For
comparison, one pass does nothing but read the charts of all boards once, and C-Diplo is also computed with pandas'
groupby. The boards are generated, not real. The measurements are repeated in one process, with the systems taking
turns. The speeds are computed from the median processor times and shown for each family of systems and for each system.
"""

import os
import platform
import resource
import sys
from collections.abc import Callable
from statistics import harmonic_mean, median
from time import perf_counter, process_time

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.rules.boards import PIECE, Boards
from pipeline.rules.systems import System, by_module, systems
from pipeline.score.score import score_boards
from schemas.words import CENTRES_ON_THE_MAP, FIRST_YEAR, POWERS, SOLO_CENTRES
from tests.reference.boards import START

BOARDS, ROUNDS, SEED = 1_000_000, 5, 1901
SHORTEST, LONGEST = 7, 20  # game years
NEUTRAL, CAPTURES = (
    (5, 4, 2, 1),
    4,
)  # neutral centres taken in each of the first years; centres that change hands each year
PANDAS_BOARDS = 100_000
MIB = 2**20


def generated(count: int) -> Boards:
    """Return games of 7 to 20 years with eliminations. A solo ends some of the games early.

    The games are the same in every run.
    """
    rng = np.random.default_rng(SEED)
    owned = np.zeros((LONGEST, len(POWERS), count), np.int8)
    years = np.zeros(count, np.int16)
    for start in range(0, count, PIECE):
        stop = min(start + PIECE, count)
        owned[:, :, start:stop], years[start:stop] = played(rng, stop - start)
    centres = np.take_along_axis(owned, (years - 1)[np.newaxis, np.newaxis].astype(int), axis=0)[0].astype(np.int16)
    lived = (owned > 0).sum(axis=0, dtype=np.int16)
    seat = (len(POWERS), count)
    over = rng.random(count) < 0.98
    return Boards(
        centres=centres,
        owned=owned,
        recorded=np.arange(LONGEST)[:, np.newaxis] < years,
        first_year=np.full(count, FIRST_YEAR, np.int16),
        years=years,
        eliminated=np.where(centres > 0, 0, lived + 1).astype(np.int16),
        has_player=rng.random(seat) < 0.99,
        named=(rng.random(seat) < 0.05) & (centres > 0),
        in_progress=~over & (centres < SOLO_CENTRES).all(axis=0),
        nmr_orders=rng.poisson(0.2, seat).astype(np.int16),
        nmr_adjustments=rng.poisson(0.1, seat).astype(np.int16),
        penalty=rng.poisson(0.1, seat).astype(np.float64),
        variant=np.zeros(count, bool),
    )


def played(rng: np.random.Generator, count: int) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Return a (year, power, board) array of centres, and each game's number of years.

    The centres are zero after a game's final year.
    """
    chart = np.zeros((LONGEST, len(POWERS), count), np.int8)
    years = rng.integers(SHORTEST, LONGEST + 1, count).astype(np.int16)
    centres = np.repeat(np.array(START, np.int8)[:, np.newaxis], count, axis=1)
    board = np.arange(count)
    over = np.zeros(count, bool)
    for year in range(LONGEST):
        for _ in range(NEUTRAL[year] if year < len(NEUTRAL) else 0):
            taker = rng.integers(0, len(POWERS), count)
            centres[taker, board] += (centres[taker, board] > 0) & (centres.sum(axis=0) < CENTRES_ON_THE_MAP)
        for _ in range(CAPTURES):
            loser, one, other = rng.integers(0, len(POWERS), (3, count))
            winner = np.where(centres[one, board] >= centres[other, board], one, other)
            moves = (centres[loser, board] > 0) & (centres[winner, board] > 0) & (winner != loser)
            centres[loser, board] -= moves
            centres[winner, board] += moves
        chart[year] = np.where(over, 0, centres)
        solo = (centres.max(axis=0) >= SOLO_CENTRES) & ~over
        years[solo] = np.minimum(years[solo], year + 1)
        over |= solo | (years == year + 1)
    return chart, years


# -- measurements ------------------------------------------------------------------------------------------------------


def read_once(boards: Boards) -> None:
    """Read all centre counts for all years, which is the least that any system must do."""
    boards.owned.view(np.int64).sum()


def score_alone(system: System, boards: Boards) -> None:
    """Apply a system's rule to the boards piece by piece, without adding up or keeping the points."""
    with np.errstate(divide="ignore", invalid="ignore"):
        for piece in boards.pieces():
            system.score(piece)


def c_diplo_by_groups(seats: pd.DataFrame) -> pd.Series:
    """Return C-Diplo scores computed with pandas' groupby from a table with one row per seat."""
    centres = seats.groupby("board")["centres"]
    best, worst = centres.rank(method="min", ascending=False), centres.rank(method="max", ascending=False)
    won = pd.Series([0, 38, 52, 59, 59, 59, 59, 59])
    bonus = (worst.map(won) - (best - 1).map(won)) / (worst - best + 1)
    drawn = centres.transform("max") < SOLO_CENTRES
    return drawn * (1 + seats["centres"] + bonus) + 73 * (seats["centres"] >= SOLO_CENTRES)


def seats_of(boards: Boards) -> pd.DataFrame:
    """Return a table with one row per seat and the columns `board` and `centres`."""
    board = np.repeat(np.arange(len(boards)), len(POWERS))
    return pd.DataFrame({"board": board, "centres": boards.centres.T.ravel()})


def seconds(run: Callable[[], object]) -> float:
    """Return the wall-clock time of a run in seconds."""
    start = perf_counter()
    run()
    return perf_counter() - start


def of_the_processor(run: Callable[[], object]) -> float:
    """Return the processor time of a run in seconds.

    Processor time varies less than wall-clock time on a shared machine.
    """
    start = process_time()
    run()
    return process_time() - start


def peak() -> float:
    """Return the peak memory of the process so far, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / MIB if sys.platform == "darwin" else most / 1024


def main() -> None:
    """Time every system and print the speeds as a table."""
    boards = generated(BOARDS)
    before = peak()
    runs: dict[tuple[str, str], Callable[[], object]] = {("read", ""): lambda: read_once(boards)}
    for id, system in systems().items():
        runs[id, "score"] = lambda system=system: score_alone(system, boards)
        runs[id, "whole"] = lambda system=system: score_boards(system, boards)
    times: dict[tuple[str, str], list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, run in runs.items():
            times[name].append(of_the_processor(run))
        progress(number + 1)
    speed = {name: BOARDS / median(spent) for name, spent in times.items()}
    after = peak()
    seats = seats_of(boards[:PANDAS_BOARDS])
    grouped = PANDAS_BOARDS / median([of_the_processor(lambda: c_diplo_by_groups(seats)) for _ in range(3)])

    read = speed["read", ""]
    print(f"{len(boards):,} generated boards of up to {LONGEST} years, {ROUNDS} rounds, medians, one process.")
    print(f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, numpy {np.__version__}.")
    print(f"Reading the chart of all boards once: {read / 1e6:.1f} million boards a second, 1 in the ratios.\n")
    print("| family | systems | the score alone | ratio to the pass | with sums and places | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for family, members in by_module(systems().values()).items():
        score, whole = (harmonic_mean([speed[system.id, what] for system in members]) for what in ("score", "whole"))
        figures = f"{score / 1e6:.1f} | {score / read:.3f} | {whole / 1e6:.2f} | {whole / read:.3f}"
        print(f"| {family} | {len(members)} | {figures} |")
    print(f"\n{'million boards a second':24}{'score':>8}{'ratio':>8}{'whole':>10}{'ratio':>8}")
    for id in systems():
        score, whole = speed[id, "score"], speed[id, "whole"]
        print(f"{id:24}{score / 1e6:8.2f}{score / read:8.3f}{whole / 1e6:10.2f}{whole / read:8.3f}")
    print(f"{'c_diplo by groupby':24}{grouped / 1e6:8.2f}{grouped / read:8.3f}     ({PANDAS_BOARDS:,} boards)")
    print(f"\nPeak memory {after:,.0f} MiB, {before:,.0f} of them with the boards, before any was scored.")


def progress(rounds: int) -> None:
    """Print the progress if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\rround {rounds} of {ROUNDS}", end="\n" if rounds == ROUNDS else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
