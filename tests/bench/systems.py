"""What additional systems cost a season: `python -m tests.bench.systems`.

A generated season, 20 workbooks of 10 boards under one official system, is built from scratch in a fresh process under
the official system alone, under 7 systems, under the usual 13 and under all. The builds run in turn; the medians are
shown.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import xlsxwriter

from pipeline.rules.systems import USUAL, systems
from tests.bench.build import MIB, Spent
from tests.bench.generated import FIRST_SEASON, write_archive

OFFICIAL, ROUNDS = "c_diplo", 5
CHOSEN = {
    "official": 1,
    ", ".join(USUAL[:7]): 7,
    "": len(USUAL),
    "all": len(systems()),
}  # setting typed -> number of systems


def choose(raw: Path, typed: str) -> None:
    """Type the season's setting `systems`."""
    with xlsxwriter.Workbook(raw / str(FIRST_SEASON) / "season.xlsx") as book:
        page = book.add_worksheet("season")
        page.write_row(0, 0, ("setting", "value"))
        page.write_row(1, 0, ("systems", typed or None))


def build(raw: Path, out: Path) -> Spent:
    """Build from scratch in a fresh process; return the time that the build takes, including its start."""
    shutil.rmtree(out, ignore_errors=True)
    command: Sequence[str | Path] = (
        *(sys.executable, "-m", "pipeline", "build", "--jobs", "1"),
        "--raw",
        raw,
        "--out",
        out,
    )
    start = Spent.now()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return Spent.now() - start


def main() -> None:
    """Measure and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        raw, out = Path(folder) / "raw", Path(folder) / "out"
        write_archive(raw, seasons=1, official=[OFFICIAL])
        spent: dict[str, list[Spent]] = {typed: [] for typed in CHOSEN}
        written = {}
        for _ in range(ROUNDS):
            for typed in CHOSEN:
                choose(raw, typed)
                spent[typed].append(build(raw, out))
                files = [path for path in (out / str(FIRST_SEASON)).rglob("*") if path.is_file()]
                written[typed] = len(files), sum(path.stat().st_size for path in files) / MIB
    print(
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, {ROUNDS} rounds, medians.\n"
    )
    print("| systems | files | MiB | seconds | of the processor | of the processor, each further system |")
    print("|---:|---:|---:|---:|---:|---:|")
    first = median(one.cpu for one in spent["official"])
    for typed, number in CHOSEN.items():
        wall, cpu = (median(one) for one in zip(*spent[typed], strict=True))
        files, size = written[typed]
        further = f"{(cpu - first) / (number - 1):.3f}" if number > 1 else ""
        print(f"| {number} | {files} | {size:.1f} | {wall:.1f} | {cpu:.1f} | {further} |")


if __name__ == "__main__":
    main()
