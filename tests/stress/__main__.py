"""A command that runs the stress tests and prints the results as tables.

The tests cover damaged files, typing slips, killed builds, failed writes, hostile folders, simultaneous builds,
`watch`, and builds of the same sheets under different circumstances (the matrix).
"""

import os

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # one process per core does the work; must be set before numpy is imported

import platform
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.stress import cell_faults
from tests.stress.damage import run_damage
from tests.stress.failures import run_failures
from tests.stress.folders import run_folders
from tests.stress.kills import run_kills
from tests.stress.matrix import run_matrix
from tests.stress.saves import run_saves
from tests.stress.tally import Tally, added, table
from tests.stress.together import run_together

PARTS: dict[str, Callable[[Namespace], list[Tally]]] = {
    "damage": lambda o: run_damage(o.bytes, o.xml, o.seed, o.jobs, o.keep),
    "kills": lambda o: run_kills(o.kills, o.seed, o.jobs),
    "failures": lambda o: run_failures(o.points, o.sizes, o.disks, o.seed, o.jobs),
    "folders": lambda o: run_folders(o.records, o.seed, o.jobs, links=o.links),
    "together": lambda o: run_together(o.rounds, o.seed, 1),
    "saves": lambda o: run_saves(o.saves, o.seed),
    "matrix": lambda o: run_matrix(o.builds, o.seed, o.jobs),
}


def options() -> Namespace:
    asked = ArgumentParser(prog="python -m tests.stress", description=__doc__)
    asked.add_argument("parts", nargs="*", help="only these parts")
    for name, many, explanation in (
        ("bytes", 60_000, "files with damaged bytes"),
        ("xml", 20_000, "files with damaged XML inside"),
        ("slips", 1_000, "slips of each kind in good charts"),
        ("kills", 100, "builds killed"),
        ("points", 100, "builds in which one write, move or removal fails"),
        ("sizes", 30, "builds that may write no large file"),
        ("disks", 30, "builds on a disk that becomes full (needs the right to mount one)"),
        ("records", 1_000, "records of the last build with a damaged field"),
        ("links", 0, "links at paths that a command touches; 0: each kind at each path"),
        ("rounds", 6, "rounds of two, of four and of eight builds at once"),
        ("saves", 500, "sheets saved while `watch` looks on"),
        ("builds", 20, "builds under other circumstances"),
        ("seed", 0, "what everything is drawn from"),
        ("jobs", os.cpu_count() or 1, "processes"),
    ):
        asked.add_argument(f"--{name}", type=int, default=many, help=f"{explanation} ({many})")
    asked.add_argument("--keep", type=Path, help="a folder for the damaged files that were not answered as they should")
    return asked.parse_args()


def main() -> int:
    """Run the trials and print the tables. Return 1 if any trial failed, otherwise 0."""
    asked, tallies = options(), []
    chosen = asked.parts or [*PARTS, "slips"]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores ({platform.machine()}), seed {asked.seed}.\n")
    for name, part in PARTS.items():
        if name in chosen:
            begun = monotonic()
            tallies += part(asked)
            print(f"{name}: {monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    tallies = added(tallies)
    if tallies:
        print(table(tallies))
    for label in sorted(label for tally in tallies for label in tally.to_retry):
        print(f"- {label}")
    if "slips" in chosen:
        print(f"\n{cell_faults.table(cell_faults.run_cell_faults(asked.slips, asked.seed), asked.slips)}")
    return 1 if any(tally.failures for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
