"""Measure how long a small season takes to build after a name is corrected: `python -m tests.bench.correction`.

With `--beside FOLDER`, another checkout is measured too. The benchmark builds a generated event of five boards, scored
only under its official system. Then a player's name is changed back and forth, and `python -m pipeline build` runs in
a fresh process each time. For comparison, two other processes run just before the build. One only imports the
libraries. The other reads the event's `boards` sheet and writes one table with plain pandas. Finally, the sheet is
saved while `watch` runs, and two times are measured: until the workbook is written, and until all files are written.
The medians are shown.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from pipeline.rules.systems import USUAL
from tests.bench.build import ROOT, Spent, inflated
from tests.bench.generated import FIRST_SEASON, write_archive
from tests.bench.growth import choose

BOARDS, ROUNDS = 5, 15
APART = 1.5  # seconds between two saves
PATIENCE = 60  # seconds to wait for a workbook
IMPORTS = "import pandas, pandera.pandas, openpyxl, xlsxwriter"
PLAIN = "import pandas, sys; pandas.read_excel(sys.argv[1], 'boards').to_excel(sys.argv[2], index=False)"
PLAYER = re.compile(rb"(?<=<t>Austria</t></si><si><t>)[^<]+")  # the first player seated


def corrected(sheet: Path) -> list[bytes]:
    """Return two versions of the workbook, one unchanged and one with the last letter of a player's name removed."""
    parts = inflated(sheet)
    parts["xl/sharedStrings.xml"] = PLAYER.sub(lambda name: name[0][:-1], parts["xl/sharedStrings.xml"], count=1)
    other = sheet.with_suffix(".tmp")
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    versions = [sheet.read_bytes(), other.read_bytes()]
    other.unlink()
    return versions


def run(folder: Path, *arguments: str | Path) -> Spent:
    """Run Python in a fresh process in this folder, and return the time taken, including the start of the process."""
    start = Spent.now()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([sys.executable, *arguments], cwd=folder, check=True, **quiet)
    return Spent.now() - start


def watched(raw: Path, out: Path, sheet: Path, versions: list[bytes], rounds: int) -> tuple[list[float], list[float]]:
    """Return, for each save, the seconds until the event's workbook is written and until the whole build is done."""
    command = [sys.executable, "-u", "-m", "pipeline", "watch", "--raw", raw, "--out", out]
    book, pipes = out / str(FIRST_SEASON) / f"{USUAL[0]}.xlsx", {"stdout": subprocess.PIPE, "text": True}
    written, built = [], []
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, **pipes) as watching:
        try:
            while not watching.stdout.readline().startswith("Watching"):
                pass
            for number in range(rounds + 1):  # the first is not counted, since most imports happen then
                before = book.stat().st_mtime_ns
                sheet.write_bytes(versions[number % 2])
                saved = perf_counter()
                while book.stat().st_mtime_ns == before:
                    if perf_counter() - saved > PATIENCE:
                        sys.exit(f"`watch` has written no workbook in {PATIENCE} seconds")
                    sleep(0.002)
                written.append(perf_counter() - saved)
                watching.stdout.readline()
                built.append(perf_counter() - saved)
                sleep(APART)
        finally:
            watching.terminate()
    return written[1:], built[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", type=Path, help="another checkout of the program")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    checkouts = {"this program": ROOT} | ({"beside": given.beside.resolve()} if given.beside else {})
    spent: dict[str, list[Spent]] = {name: [] for name in ("imports", "plain pandas", *checkouts)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_archive(folder / "raw", seasons=1, workbooks=1, boards=BOARDS)
        choose(folder / "raw", "official")
        [sheet] = (folder / "raw" / str(FIRST_SEASON)).glob("Tournament*.xlsx")
        versions = corrected(sheet)
        for number in range(given.rounds + 1):  # the first builds everything, and is not counted
            sheet.write_bytes(versions[number % 2])
            took = {
                "imports": run(folder, "-c", IMPORTS),
                "plain pandas": run(folder, "-c", PLAIN, sheet, folder / "one.xlsx"),
            }
            for name, checkout in checkouts.items():
                out = folder / name
                took[name] = run(checkout, "-m", "pipeline", "build", "--raw", folder / "raw", "--out", out)
            if number:
                for name, one in took.items():
                    spent[name].append(one)
        versions.sort(key=sheet.read_bytes().__eq__)  # the version that is not in place comes first
        saved = watched(folder / "raw", folder / "this program", sheet, versions, given.rounds)
    cores = f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"
    print(f"{cores}, {given.rounds} rounds, medians.\n")
    print("| | seconds | of the processor | against the imports | of the processor |")
    print("|---|---:|---:|---:|---:|")
    middle = {name: Spent(*map(median, zip(*all_of_it, strict=True))) for name, all_of_it in spent.items()}
    for name, one in middle.items():
        ratio = one / middle["imports"]
        print(f"| {name} | {one.wall:.2f} | {one.cpu:.2f} | {ratio.wall:.2f} | {ratio.cpu:.2f} |")
    for name, seconds in zip(("`watch`, until the workbook is written", "`watch`, until all is"), saved, strict=True):
        print(f"| {name} | {median(seconds):.2f} | | {median(seconds) / middle['imports'].wall:.2f} | |")


if __name__ == "__main__":
    main()
