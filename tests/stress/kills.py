"""Trials that kill builds at random moments.

The signal goes either to the whole process group or only to its first process.
"""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

from tests.stress.builds import Build, League, count, ended, faults, leagues, prepared, run, start, unmended
from tests.stress.share import shared
from tests.stress.tally import Tally, added

NAMES = {
    "group": "kill -9, the whole group",
    "first": "kill -9, the first process alone",
    "ended": "SIGTERM, Ctrl-C or the terminal closed",
}
SIGNALS = {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGHUP: 129}
GONE = 120.0  # seconds within which the writing processes must notice that the first process is gone


def run_kills(kills: int, seed: int = 0, jobs: int = 1, made: League | None = None) -> list[Tally]:
    """Kill builds at random moments, and return one tally per kind of kill."""
    with leagues(made) as (league, folder):
        options = {"seed": seed, "league": league, "folder": folder, "longest": _longest(league, folder / "longest")}
        return added(shared(trials, [*range(kills)], jobs, size=10, **options))


def _longest(made: League, folder: Path) -> float:
    """Return how many seconds a whole build takes."""
    raw, out = prepared(made, folder, None, 1)
    begun = time.monotonic()
    run(raw, out)
    return time.monotonic() - begun


def trials(numbers: Iterable[int], seed: int, league: League, folder: Path, longest: float) -> list[Tally]:
    """Kill one build for each trial number, and return one tally per kind of kill."""
    tallies = [Tally(name) for name in NAMES.values()]
    for number in numbers:
        rng = Random(f"{seed} kill {number}")
        way = rng.choice([*NAMES])
        was, now = rng.choice([(None, 0), (0, 1), (1, 0)])
        raw, out = prepared(league, folder / f"kill {number % 10} {os.getpid()}", was, now)
        moment, jobs = rng.uniform(0, 1.1 * longest), rng.choice(["1", "2"])
        label = f"number {number}, --jobs {jobs}, after {moment:.3f} s"
        stopped = _stopped(rng, way, start(raw, out, "--jobs", jobs), moment, out)
        count(
            tallies[[*NAMES].index(way)],
            label,
            chain(stopped, faults(league, out, was, now), unmended(league, raw, out, now)),
        )
    return tallies


def _stopped(rng: Random, way: str, build: Build, moment: float, out: Path) -> Iterator[tuple[str, str]]:
    """Stop a build after `moment` seconds, wait until it has ended, and yield the faults found."""
    number = rng.choice([*SIGNALS]) if way == "ended" else signal.SIGKILL
    time.sleep(moment)
    if way == "first":
        os.kill(build.process, number)
    else:
        os.killpg(build.process, number)
    done = ended(build)
    if way == "ended" and done.status not in (0, SIGNALS.get(number)) and done.status != -number:
        yield "unclassified", f"exit status {done.status} after signal {number}: {done.errors[-500:]}"
    if way == "ended" and (parts := [*out.rglob(".part-*")]) and done.status > 0:
        yield "corrupt", f"{parts[0].name} is left"
    if "Traceback" in done.errors:
        yield "unclassified", done.errors[-500:]
    if way == "first" and not _gone(build.process):
        yield "hangs", "processes that wrote are still there"


def _gone(group: int) -> bool:
    """Return whether all processes of a group end within two minutes."""
    end = time.monotonic() + GONE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False
