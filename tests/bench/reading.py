"""Measure how fast a large archive is read: `python -m tests.bench.reading [SEASONS]`.

The archive is generated (`tests.bench.generated`), so its games are not real.

Single files are timed first, in each of the ways listed in `WAYS`. The ways take turns in one process, and the median
time of each is shown.

Then the whole archive is timed, with one process and with two. Reading is timed on its own, and then together with all
other stages up to the data frames from which a build writes its files.
"""

import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from statistics import median

from pipeline.build.build import RESERVED
from pipeline.read.file import parsed
from pipeline.read.find import find
from pipeline.read.preflight import plain_parts
from pipeline.read.raw_tables import read
from pipeline.read.xlsx_fast import read_fast
from pipeline.read.xlsx_slow import read_slowly
from pipeline.stages import compute
from tests.bench.generated import BOARDS, SEASONS, WORKBOOKS, write_archive
from tests.bench.scoring import peak, seconds

ROUNDS, FILES = 5, 20


def unpack(content: bytes) -> None:
    """Unpack all parts of a workbook, which is the least that any reader must do."""
    with zipfile.ZipFile(BytesIO(content)) as package:
        for name in package.namelist():
            package.read(name)


def in_the_fast_reader(content: bytes) -> None:
    """Run only the checks and the fast reader, both of which must accept the file."""
    assert read_fast(plain_parts(content, ".xlsx"), ".xlsx")


def in_the_slow_reader(content: bytes) -> None:
    """Run only the checks and the slow reader."""
    plain_parts(content, ".xlsx")
    read_slowly(content)


WAYS: dict[str, Callable[[bytes], object]] = {
    "unpacking": unpack,
    "checks before any parser": lambda content: plain_parts(content, ".xlsx"),
    "checks and fast reader": in_the_fast_reader,
    "checks and slow reader": in_the_slow_reader,
    "as a build reads it": lambda content: parsed(content, "", ".xlsx"),
}


def of_a_file(paths: list[Path]) -> None:
    """Print the milliseconds per file for each way of reading."""
    contents = [path.read_bytes() for path in paths]
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way, run in WAYS.items():
            times[way].append(seconds(lambda run=run: [run(content) for content in contents]) / len(contents))
    floor = median(times["unpacking"])
    print(f"{'a file, of ' + str(len(contents)):30}{'ms':>8}{'ratio':>8}")
    for way, spent in times.items():
        print(f"{way:30}{1000 * median(spent):8.2f}{median(spent) / floor:8.1f}")


def whole(raw: Path, jobs: int) -> None:
    """Print how long it takes to read an archive and to run all stages up to the data frames, and the peak memory."""
    found = find(raw, RESERVED)
    reading = seconds(lambda: read(found.sources, jobs=jobs))
    frames = seconds(lambda: compute(found, jobs=jobs))
    print(f"{jobs} processes: reading {reading:.1f} s, all frames {frames:.1f} s, at most {peak():,.0f} MiB")


def main() -> None:
    """Time single files and then the whole archive.

    If an archive's folder and a number of processes are given, time only that archive.
    """
    if len(sys.argv) > 2:
        whole(Path(sys.argv[1]), int(sys.argv[2]))
        return
    seasons = int(sys.argv[1]) if len(sys.argv) > 1 else SEASONS
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder)
        write_archive(raw, seasons)
        print(f"{seasons} seasons of {WORKBOOKS} generated workbooks of {BOARDS} boards.")
        of_a_file(sorted(raw.glob("*/*.xlsx"))[:FILES])
        for jobs in (1, 2):
            subprocess.run([sys.executable, "-m", "tests.bench.reading", folder, str(jobs)], check=True)


if __name__ == "__main__":
    main()
