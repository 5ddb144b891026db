"""Measure how fast an archive is built: `python -m tests.bench.build`, or quickly with `--workbooks 100`.

The generated archive has 50 seasons, with 20 workbooks of 10 boards in each. The archive is read, scored under every
system and written, all in a copy of the project in a temporary folder. Each round measures in turn a full build in a
fresh process, the byte floor, `make` with nothing to do, a plain pandas script over some of the seasons
(`tests.bench.plain_pandas`), a build after one sheet of the last season has changed, and another after one sheet of the
first. Games of the first season may appear in the next season's ranking lists, so parts of two seasons are then written.
Medians are shown.

The byte floor is the time needed on one core to inflate every input once, to deflate every part of the output workbooks
once at XlsxWriter's level, and to write every output once.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread
from time import perf_counter
from typing import Any, NamedTuple

from tests.bench.generated import WORKBOOKS, write_archive
from tests.bench.plain_pandas import Engine, Figures, write_season

ROOT = Path(__file__).parents[2]
PINNED = sorted(path.name for path in ROOT.glob("requirements*.txt"))
COPIED = ("Makefile", "pyproject.toml", *PINNED, "pipeline", "schemas", "tests")
LEVEL = 6  # the level at which XlsxWriter deflates
ENGINES: tuple[Engine, ...] = ("openpyxl", "xlsxwriter")  # the two engines of `to_excel`
FLOOR = ("inflating", "deflating", "writing")
IDLE, PLAIN_SEASONS, JOBS = 5, 2, 2
PAUSE = 1.0  # seconds between two measurements of the memory
STAGES = {  # stage -> its functions in `pipeline.stages`
    "reading": ["read"],
    "validating": [
        *("validate", "tidy", "house_systems", "shown", "system_breaches", "circuit_breaches", "breaches"),
        *("season_breaches", "bao_breaches", "without", "accounts"),
    ],
    "scoring": ["derive", "publish", "compare", "notices", "circuit_notices", "uninvited", "unselected"],
}
CHANGED = ("last", "first")  # the seasons of the changed sheets
MIB = 2**20


class Spent(NamedTuple):
    """Wall-clock time and processor time in seconds. Processor time varies less on a shared machine."""

    wall: float = 0.0
    cpu: float = 0.0

    @classmethod
    def now(cls) -> "Spent":
        """Return the current time, and the processor time spent so far by this process and its finished children."""
        return cls(perf_counter(), sum(os.times()[:4]))

    def __add__(self, other: "Spent") -> "Spent":  # type: ignore[override]
        return Spent(self.wall + other.wall, self.cpu + other.cpu)

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.wall - other.wall, self.cpu - other.cpu)

    def __truediv__(self, other: "Spent") -> "Spent":
        return Spent(self.wall / other.wall, self.cpu / other.cpu)

    def times(self, factor: float) -> "Spent":
        """Return both times multiplied by a factor."""
        return Spent(self.wall * factor, self.cpu * factor)


def inflated(path: Path) -> dict[str, bytes]:
    """Return the decompressed parts of a workbook, keyed by name."""
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def byte_floor(raw: Path, out: Path, spare: Path) -> tuple[Spent, Spent, Spent]:
    """Return the times needed on one core to inflate the inputs, to deflate the outputs and to write them."""
    inflating = deflating = writing = Spent()
    for path in sorted(raw.rglob("*.xlsx")):
        start = Spent.now()
        inflated(path)
        inflating += Spent.now() - start
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        parts = [*inflated(path).values()] if path.suffix == ".xlsx" else []
        content = path.read_bytes()
        start = Spent.now()
        for part in parts:
            squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
            squeeze.compress(part)
            squeeze.flush()
        deflated = Spent.now()
        spare.write_bytes(content)
        deflating += deflated - start
        writing += Spent.now() - deflated
    return inflating, deflating, writing


# -- one build, in a process of its own --------------------------------------------------------------------------------


def timed_build() -> dict[str, Spent]:
    """Run the `build` command and return how long each stage takes, measured by wrapping the functions in STAGES."""
    started = Spent.now()
    import pipeline.build.build
    import pipeline.cli.app
    import pipeline.stages

    spent: dict[str, Spent] = defaultdict(Spent)

    def wrap(module: Any, name: str, stage: str) -> None:
        whole = getattr(module, name)

        def timed(*args: Any, **options: Any) -> Any:
            start = Spent.now()
            try:
                return whole(*args, **options)
            finally:
                spent[stage] = spent[stage] + (Spent.now() - start)

        setattr(module, name, timed)

    for stage, names in STAGES.items():
        for name in names:
            wrap(pipeline.stages, name, stage)
    wrap(pipeline.build.build, "_write", "writing")
    wrap(pipeline.build.build, "write_history", "history")
    sys.argv = ["centre-years", "build", "--jobs", str(JOBS)]
    try:
        pipeline.cli.app.main()
    except SystemExit as end:
        if end.code:
            raise
    spent["all"] = Spent.now() - started
    return dict(spent)


@contextmanager
def watched(running: subprocess.Popen) -> Iterator[list[float]]:
    """Yield a list with one item: the peak memory, in MiB, that a process and its descendants have used so far.

    Shared pages are counted once.
    """
    most, over = [0.0], Event()

    def look() -> None:
        while not over.wait(PAUSE):
            most[0] = max(most[0], sum(map(held, family(running.pid))))

    watcher = Thread(target=look)
    watcher.start()
    yield most
    over.set()
    watcher.join()


def family(number: int) -> list[int]:
    """Return the ids of a process and of all its descendants."""
    try:
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    except OSError:
        return []
    return [number, *(one for child in children for one in family(int(child)))]


def held(number: int) -> float:
    """Return the memory of a process in MiB, or 0 if the system does not report it.

    Each page shared by several processes is divided equally among them.
    """
    try:
        lines = Path(f"/proc/{number}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def build(project: Path) -> tuple[dict[str, Spent], float]:
    """Run a build in a fresh process, and return how long each stage takes and the peak memory in MiB."""
    command = [project / ".venv/bin/python", "-m", "tests.bench.build", "--one-build"]
    start = Spent.now()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=project, **pipes) as running, watched(running) as most:
        printed, errors = running.communicate()
    took = Spent.now() - start
    if running.returncode:
        raise SystemExit(f"the build failed:\n{errors}")
    stages = json.loads(printed.splitlines()[-1])
    return {stage: Spent(*spent) for stage, spent in stages.items()} | {"all": took}, most[0]


def change_a_sheet(raw: Path, number: int) -> None:
    """Change one event's `place` setting."""
    path = sorted(raw.rglob("*.xlsx"))[number]
    parts = inflated(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part.replace(b"<t>nowhere</t>", b"<t>elsewhere</t>"))


# -- the suite ---------------------------------------------------------------------------------------------------------


def copied_project(folder: Path, workbooks: int) -> Path:
    """Copy the project, but with a generated archive in place of its sheets, and return the path of the copy."""
    project = folder / "project"
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, project / name)
    (project / ".venv").symlink_to(ROOT / ".venv")
    (project / "data" / "out").mkdir(parents=True)
    write_archive(project / "data" / "raw", seasons=workbooks // WORKBOOKS)
    return project


def spent_by(run: Callable[..., object], *what: Any) -> Spent:
    """Call a function with the given arguments, and return the time taken."""
    start = Spent.now()
    run(*what)
    return Spent.now() - start


def nothing_to_do(project: Path) -> None:
    """Run `make` when nothing has changed."""
    printed = subprocess.run(["make"], cwd=project, capture_output=True, text=True, check=True).stdout
    assert printed.startswith("Nothing to do"), printed


def plain(project: Path, spare: Path, figures: list[Figures], engine: Engine) -> None:
    """Run the plain pandas script with this engine over the seasons in `figures`."""
    for one in figures:
        write_season(project / "data" / "raw" / one.season, spare / one.season, one, engine)


def measure(project: Path, folder: Path, rounds: int) -> dict[str, list[Spent]]:
    """Return the measurements of all runs, keyed by name.

    Each list has one value per round, except `idle`, which has IDLE values per round. The values of `memory` are in
    MiB, and all others are times.
    """
    raw, out = project / "data" / "raw", project / "data" / "out"
    times: dict[str, list[Spent]] = defaultdict(list)
    for number in range(rounds):
        shutil.rmtree(out)
        out.mkdir()
        spent, most = build(project)
        for stage, took in spent.items():
            times[f"build {stage}"].append(took)
        times["memory"].append(Spent(most))
        for name, took in zip(FLOOR, byte_floor(raw, out, folder / "x"), strict=True):
            times[f"floor {name}"].append(took)
        times["idle"] += [spent_by(nothing_to_do, project) for _ in range(IDLE)]
        figures = [Figures.read(season) for season in sorted(out.glob("[0-9]*"))[:PLAIN_SEASONS]]
        for engine in ENGINES:
            times[engine].append(spent_by(plain, project, folder / engine, figures, engine))
        for season in CHANGED:
            change_a_sheet(raw, number if season == "first" else -1 - number)
            spent, _ = build(project)
            for stage, took in spent.items():
                times[f"{season} {stage}"].append(took)
        print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
    return times


def size(folder: Path, pattern: str) -> str:
    """Return the number and the total size of the files that match a pattern, as text."""
    files = [path for path in folder.rglob(pattern) if path.is_file() and not path.name.startswith(".")]
    return f"{len(files):,} files of {sum(path.stat().st_size for path in files) / MIB:,.0f} MiB"


def table(times: dict[str, list[Spent]], seasons: int) -> Iterator[str]:
    """Yield the lines of the table, and then the sentences below the table."""
    middle = {name: Spent(*map(median, zip(*spent, strict=True))) for name, spent in times.items()}
    floor = sum((middle[f"floor {name}"] for name in FLOOR), Spent())
    full = middle["build all"]
    scripts = {engine: middle[engine].times(seasons / PLAIN_SEASONS) for engine in ENGINES}
    lines = [
        ("**byte floor, one core**", floor),
        *((f"- {name}", middle[f"floor {name}"]) for name in FLOOR),
        *stages_of("build", f"**full build, {JOBS} processes**", middle),
        *(
            (f"**plain pandas**, {engine}, {PLAIN_SEASONS} of {seasons} seasons scaled", scripts[engine])
            for engine in scripts
        ),
        *stages_of("last", "**one changed sheet of the last season**", middle),
        *stages_of("first", "**one changed sheet of the first season**", middle),
        ("**nothing to do**, `make`", middle["idle"]),
    ]
    yield "| | seconds | of the processors | against the floor | of the processors |"
    yield "|---|---:|---:|---:|---:|"
    for name, spent in lines:
        ratio = spent / floor
        yield f"| {name} | {spent.wall:,.2f} | {spent.cpu:,.2f} | {ratio.wall:.3f} | {ratio.cpu:.3f} |"
    yield ""
    yield "By the clock, and in brackets by the processors:"
    yield f"the full build takes {(full / floor).wall:.1f} ({(full / floor).cpu:.1f}) times the floor,"
    for engine, script in scripts.items():
        yield f"plain pandas with {engine} {(script / full).wall:.1f} ({(script / full).cpu:.1f}) times the full build,"
    for season in CHANGED:
        changed = middle[f"{season} all"] / full
        yield f"one changed sheet of the {season} season {changed.wall:.1%} ({changed.cpu:.1%}) of it."
    yield f"Peak memory {middle['memory'].wall:,.0f} MiB, all processes together."


def stages_of(run: str, title: str, middle: dict[str, Spent]) -> Iterator[tuple[str, Spent]]:
    """Yield the name and time of the whole build, then of each of its stages."""
    names = (*STAGES, "writing", "history")
    stages = [middle[f"{run} {stage}"] for stage in names]
    yield title, middle[f"{run} all"]
    yield from ((f"- {stage}", spent) for stage, spent in zip(names, stages, strict=True))
    yield "- start, search, digests", middle[f"{run} all"] - sum(stages, Spent())


def main() -> None:
    """Take the measurements and print them as a table, or with `--one-build` print the times of a single build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--workbooks", type=int, default=1000, help=f"a multiple of {WORKBOOKS}, {2 * WORKBOOKS} or more"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one-build", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one_build:
        print(json.dumps(timed_build()))
        return
    with tempfile.TemporaryDirectory() as folder:
        project = copied_project(Path(folder), given.workbooks)
        times = measure(project, Path(folder), given.rounds)
        print(f"{given.workbooks:,} generated workbooks of 10 boards in {given.workbooks // WORKBOOKS} seasons, nobody")
        print(f"played them: {size(project / 'data/raw', '*')} in, {size(project / 'data/out', '*')} out, of them")
        print(f"{size(project / 'data/out', '*.xlsx')} are workbooks. {given.rounds} rounds, medians.")
        print(f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}.\n")
        print("\n".join(table(times, given.workbooks // WORKBOOKS)))


if __name__ == "__main__":
    main()
