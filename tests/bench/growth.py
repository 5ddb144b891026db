"""Measure how a build's time and output grow with more systems, boards and seasons: `python -m tests.bench.growth`.

A generated season of 20 workbooks, with 10 boards each, is built from scratch, each time in a fresh process with one
job. One series of builds adds systems, one adds boards to each workbook, and one adds seasons. Within a series, the
sizes are built in turn, several times, and the medians are shown.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import xlsxwriter

from pipeline.rules.systems import USUAL, systems
from tests.bench.build import MIB, Spent
from tests.bench.generated import FIRST_SEASON, write_archive

OFFICIAL, ROUNDS = "c_diplo", 3
CHOSEN = {1: "official", 7: ", ".join(USUAL[:7]), len(USUAL): "", len(systems()): "all"}  # systems -> setting typed
BOARDS, SEASONS = (5, 10, 20, 40), (1, 2, 4, 8)


class Built(NamedTuple):
    """The time that a build from scratch took, and the number of files and MiB that it wrote."""

    spent: Spent
    files: int
    size: float


def choose(raw: Path, typed: str) -> None:
    """Write the season's `systems` setting."""
    with xlsxwriter.Workbook(raw / str(FIRST_SEASON) / "season.xlsx") as book:
        page = book.add_worksheet("season")
        page.write_row(0, 0, ("setting", "value"))
        page.write_row(1, 0, ("systems", typed or None))


def with_systems(raw: Path, number: int) -> None:
    """Write a season that uses this number of systems."""
    write_archive(raw, seasons=1, official=[OFFICIAL])
    choose(raw, CHOSEN[number])


def with_boards(raw: Path, number: int) -> None:
    """Write a season with this number of boards in each workbook."""
    write_archive(raw, seasons=1, boards=number)


def with_seasons(raw: Path, number: int) -> None:
    write_archive(raw, seasons=number)


SERIES: dict[str, tuple[Callable[[Path, int], None], Sequence[int]]] = {
    "systems": (with_systems, [*CHOSEN]),
    "boards per workbook": (with_boards, BOARDS),
    "seasons": (with_seasons, SEASONS),
}


def build(raw: Path, out: Path) -> Built:
    """Build from scratch in a fresh process, and return the time taken and the number of files and MiB written.

    The time includes starting the process.
    """
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "pipeline", "build", "--jobs", "1", "--raw", raw, "--out", out]
    start = Spent.now()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    spent = Spent.now() - start
    files = [path for path in out.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return Built(spent, len(files), sum(path.stat().st_size for path in files) / MIB)


def table(name: str, numbers: Sequence[int], builds: dict[int, list[Built]]) -> str:
    """Return a table with one row per size, in which the last column compares each row with the one above."""
    lines = [f"| {name} | files | MiB | seconds | CPU seconds | CPU seconds per further one |", "|---:" * 6 + "|"]
    before = None
    for number in numbers:
        wall, cpu = (median(times) for times in zip(*(one.spent for one in builds[number]), strict=True))
        further = f"{(cpu - before[1]) / (number - before[0]):.3f}" if before else ""
        _, files, size = builds[number][0]
        lines.append(f"| {number} | {files} | {size:.1f} | {wall:.1f} | {cpu:.1f} | {further} |")
        before = number, cpu
    return "\n".join(lines)


def main() -> None:
    print(
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, {ROUNDS} rounds, medians."
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, (write, numbers) in SERIES.items():
            raws = {number: Path(folder) / name / str(number) for number in numbers}
            for number, raw in raws.items():
                write(raw, number)
            builds: dict[int, list[Built]] = {number: [] for number in numbers}
            for number in [*numbers] * ROUNDS:
                builds[number].append(build(raws[number], Path(folder) / "out"))
            print("", table(name, numbers, builds), sep="\n")


if __name__ == "__main__":
    main()
