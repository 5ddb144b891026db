"""Trials that run several builds at once into the same output folder.

Each build either waits for the others, or is refused and says that another process is running.
"""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random

from tests.sheets import files_below
from tests.stress.builds import Done, League, count, ended, faults, leagues, parts_left, prepared, start, unmended
from tests.stress.share import shared
from tests.stress.tally import Tally, added

MANY = (2, 4, 8)
LATER = 0.5  # most seconds between two starts


def run_together(
    rounds: int, seed: int = 0, jobs: int = 1, made: League | None = None, many: Sequence[int] = MANY
) -> list[Tally]:
    """Run rounds of two, four or eight simultaneous builds, and return one tally per number of builds.

    rounds  how many rounds to run for each number of builds
    """
    with leagues(made) as (league, folder):
        numbers = [(builds, number) for builds in many for number in range(rounds)]
        return added(shared(trials, numbers, jobs, size=2, seed=seed, league=league, folder=folder))


def trials(numbers: Iterable[tuple[int, int]], seed: int, league: League, folder: Path) -> list[Tally]:
    """Run the rounds of simultaneous builds, and return one tally for each number of builds.

    numbers  for each round, how many builds run at once, and the round's own number

    The builds wait for one another in odd-numbered rounds, but not in even-numbered ones.
    """
    tallies: dict[int, Tally] = {}
    for many, number in numbers:
        rng = Random(f"{seed} together {many} {number}")
        was, now = rng.choice([(None, 0), (0, 1), (1, 0)])
        raw, out = prepared(league, folder / f"together {os.getpid()}", was, now)
        patience = "120" if number % 2 else "0"
        builds = []
        for _ in range(many):
            builds.append(start(raw, out, "--jobs", rng.choice(["1", "2"]), "--wait", patience))
            time.sleep(rng.uniform(0, LATER) if rng.random() < 0.5 else 0)
        done = [ended(build) for build in builds]
        found = [*_answers(league, out, now, done, patience), *faults(league, out, was, now), *parts_left(out)]
        tally = tallies.setdefault(many, Tally(f"{many} builds at once"))
        count(tally, f"number {number}, --wait {patience}", chain(found, unmended(league, raw, out, now)))
    return [*tallies.values()]


def _answers(league: League, out: Path, now: int, done: list[Done], patience: str) -> Iterator[tuple[str, str]]:
    """Check how several simultaneous builds ended, and yield the faults.

    If the builds wait for one another, none may fail. Otherwise at least one must succeed. A refused build must say in
    one line that another process is running. The outputs must match those of a single build.
    """
    refused = [each for each in done if each.status]
    if len(refused) == len(done) or (patience != "0" and refused):
        yield "unclassified", f"exit statuses {[each.status for each in done]}: {refused[0].errors}"
    for each in refused:
        if not (each.refused and "another process" in each.errors):
            yield "unclassified", f"exit status {each.status}: {each.errors[-500:]}"
    if files_below(out) != league.complete(now):
        yield "corrupt", "not what one build makes"
