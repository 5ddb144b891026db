"""Measure how time and memory grow with the size of an archive: `python -m tests.bench.archive`.

The benchmark takes several minutes. The `archive` command scores a thousand, ten thousand, a hundred thousand and a
million boards under every system, reading and writing Parquet. The engines compared are one process with one or two
threads, and Dask. For comparison, a run called the floor reads the same columns and writes precomputed scores of the
same size. The floor shows what Parquet alone costs with two threads. Each run is a separate process, and the engines
and the floor take turns. The boards are generated, not real.

Then a million boards are scored under a growing number of systems, which share some computations. The module prints the
tables of BENCHMARKS.md and draws docs/pictures/archive-growth.svg.
"""

import os
import platform
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

BOARDS, ROUNDS, JOBS = (1_000, 10_000, 100_000, 1_000_000), 3, 2
SELF = (sys.executable, "-m", "tests.bench.archive")
HERE = "127.0.0.1:0"
CHART = Path(__file__).parents[2] / "docs" / "pictures" / "archive-growth.svg"
NAMES = {
    "floor": "floor: read and write alone",
    "one": "one process, 1 thread",
    "two": "one process, 2 threads",
    "warm": "Dask, 2 workers, cluster running",
    "cold": "Dask, 2 workers, cluster started",
}


class Run(NamedTuple):
    """The wall-clock seconds, processor seconds and peak memory in MiB of one run of a process."""

    seconds: float
    processor: float
    memory: float


# -- separate processes, so that the memory of the one that measures does not count as theirs --------------------------


def generated(path: Path) -> None:
    """Write as many games as the file's name says, with every column that a system may need.

    Each game lasts 7 to 20 years, unless a solo ends the game earlier.
    """
    import numpy as np
    import pyarrow.parquet as pq

    from pipeline.tools.archive.source import PARTITION
    from tests.bench.scoring import SEED

    count = int(path.stem)
    rng = np.random.default_rng(SEED)
    writer = None
    for start in range(0, count, PARTITION):
        table = games(rng, start, min(PARTITION, count - start))
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table)
    assert writer is not None
    writer.close()


def games(rng: Any, start: int, count: int) -> Any:
    """Return `count` generated games as a table for one row group, with one row per board."""
    import numpy as np
    import pyarrow as pa

    from schemas.words import POWERS, SOLO_CENTRES
    from tests.bench.scoring import LONGEST, played

    chart, years = played(rng, count)
    inside = np.arange(LONGEST) < years[:, np.newaxis]
    ends = pa.array(np.concatenate([[0], years.cumsum()]).astype(np.int32))
    lived = (chart > 0).sum(axis=0)
    columns = {"event": pa.array(["generated"] * count), "board": pa.array(np.arange(start, start + count))}
    for power, name in enumerate(POWERS):
        columns[name] = pa.ListArray.from_arrays(ends, pa.array(chart[:, power].T[inside]))
        columns[f"{name} nmr orders"] = np.minimum(rng.poisson(0.2, count), lived[power]).astype(np.int8)
        columns[f"{name} nmr adjustments"] = np.minimum(rng.poisson(0.1, count), lived[power]).astype(np.int8)
        columns[f"{name} penalty"] = rng.poisson(0.1, count).astype(np.float64)
        columns[f"{name} player"] = pa.array(np.where(rng.random(count) < 0.99, "somebody", ""))
    going_on = (rng.random(count) < 0.02) & (chart.max(axis=(0, 1)) < SOLO_CENTRES)
    columns["result"] = pa.array(np.where(going_on, "in progress", ""))
    return pa.table(columns)


def floor(boards: Path, scores: Path, out: Path) -> None:
    """Read all columns of each partition and write precomputed scores, to measure the cost of Parquet alone."""
    import pyarrow.parquet as pq

    from pipeline.tools.archive.layout import Layout
    from pipeline.tools.archive.score import encode
    from pipeline.tools.archive.source import sources, tables

    out.mkdir()
    files = sources(boards)
    part = pq.read_table(scores)
    with ThreadPoolExecutor(JOBS) as pool:
        parts = []
        for table in tables(files, Layout.of(files[0].schema()).columns):
            parts.append(pool.submit(encode, part.slice(0, table.num_rows)))
            if len(parts) > JOBS:
                write(out, parts.pop(0).result())
        for waiting in parts:
            write(out, waiting.result())


def write(out: Path, content: bytes) -> None:
    """Write one part of the scores and sync the file to disk, as the `archive` command does."""
    with (out / f"{len([*out.iterdir()]):05}").open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def run(*command: str) -> Run:
    """Run a command in a separate process, and return its time and peak memory.

    Raises RuntimeError if the command fails.
    """
    start = perf_counter()
    child = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    seconds = perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command} ended with {child.returncode}")
    mib = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
    return Run(seconds, used.ru_utime + used.ru_stime, mib)


def measure(folder: Path, address: str) -> dict[tuple[str, int], list[Run]]:
    """Run every engine on every archive in turn, and return the runs keyed by engine and number of boards."""
    runs: dict[tuple[str, int], list[Run]] = defaultdict(list)
    for count in BOARDS:
        run("tests.bench.archive", "generated", str(folder / f"{count}.parquet"))
    run("pipeline", "archive", str(folder / f"{BOARDS[0]}.parquet"), str(folder / "warm"), *dask(address))
    run("pipeline", "archive", str(folder / f"{BOARDS[2]}.parquet"), str(folder / "scored"), "--jobs", "2")
    for number in range(ROUNDS):
        for count in BOARDS:
            boards, out = str(folder / f"{count}.parquet"), str(folder / "out")
            for engine, options in {
                "one": ("--jobs", "1"),
                "two": ("--jobs", str(JOBS)),
                "warm": dask(address),
                "cold": ("--engine", "dask", "--jobs", str(JOBS)),
            }.items():
                runs[engine, count].append(run("pipeline", "archive", boards, out, *options))
            part = str(folder / "scored" / "scores" / "part-00000.parquet")
            runs["floor", count].append(
                run("tests.bench.archive", "floor", boards, part, str(folder / f"floor {count} {number}"))
            )
        if sys.stderr.isatty():
            print(f"\rround {number + 1} of {ROUNDS}", end="", file=sys.stderr, flush=True)
    return runs


def by_systems(boards: Path, out: Path) -> dict[str, tuple[int, list[Run]]]:
    """Score the largest archive under each set of systems, using two threads.

    Return each set's number of systems and its runs, keyed by the name of the set.
    """
    from pipeline.rules.systems import USUAL, systems
    from pipeline.score.needs import needs

    sets = {
        "C-Diplo": ["c_diplo"],
        "the usual": [*USUAL],
        "all that need final centres alone": [id for id, system in systems().items() if not needs(system)],
        "all": [*systems()],
    }
    runs: dict[str, tuple[int, list[Run]]] = {name: (len(ids), []) for name, ids in sets.items()}
    for _ in range(ROUNDS):
        for name, ids in sets.items():
            chosen = [option for id in ids for option in ("--system", id)]
            runs[name][1].append(run("pipeline", "archive", str(boards), str(out), "--jobs", str(JOBS), *chosen))
    return runs


def table_by_systems(runs: dict[str, tuple[int, list[Run]]]) -> str:
    """Return the second table of BENCHMARKS.md."""
    count = BOARDS[-1]
    lines = [
        "| systems | how many | seconds | boards/s | seconds a system | microseconds of a processor, a board and system | MiB |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, (systems, here) in runs.items():
        seconds, spent = median(one.seconds for one in here), median(one.processor for one in here)
        lines.append(
            f"| {name} | {systems} | {seconds:.2f} | {count / seconds:,.0f} | {seconds / systems:.2f} "
            f"| {spent / systems / count * 1e6:.2f} | {max(one.memory for one in here):,.0f} |"
        )
    return "\n".join(lines)


def dask(address: str) -> tuple[str, ...]:
    """Return the options that select a running cluster."""
    return ("--engine", "dask", "--scheduler", address)


def table(runs: dict[tuple[str, int], list[Run]]) -> str:
    """Return the first table of BENCHMARKS.md."""
    lines = [
        "| boards | how | seconds | boards/s | processor s | to the floor | MiB |",
        "|---:|---|---:|---:|---:|---:|---:|",
    ]
    for count in BOARDS:
        for engine, name in NAMES.items():
            here = runs[engine, count]
            seconds = median(one.seconds for one in here)
            ratio = median(one.seconds / other.seconds for one, other in zip(here, runs["floor", count], strict=True))
            lines.append(
                f"| {count:,} | {name} | {seconds:.2f} | {count / seconds:,.0f} | {median(o.processor for o in here):.2f} "
                f"| {ratio:.2f} | {max(one.memory for one in here):,.0f} |"
            )
    return "\n".join(lines)


def draw(runs: dict[tuple[str, int], list[Run]]) -> None:
    """Plot time and memory against the number of boards."""
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams.update({"svg.hashsalt": "centre-years", "font.size": 9})
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    time, memory = figure.subplots(1, 2)
    for engine, name in NAMES.items():
        style = {"marker": "o", "markersize": 3, "label": name, "linestyle": ":" if engine == "floor" else "-"}
        time.plot(BOARDS, [median(one.seconds for one in runs[engine, count]) for count in BOARDS], **style)
        memory.plot(BOARDS, [max(one.memory for one in runs[engine, count]) for count in BOARDS], **style)
    time.set(xscale="log", yscale="log", xlabel="boards", ylabel="seconds", title="Time, start of Python included")
    memory.set(
        xscale="log", ylim=(0, 1024), xlabel="boards", ylabel="MiB", title="Most memory of the command's process"
    )
    time.legend(frameon=False, fontsize=8)
    for axes in (time, memory):
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(CHART, metadata={"Date": None, "Creator": None})


def cluster() -> None:
    """Start a cluster, print its address, and keep it running until standard input ends."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=JOBS, threads_per_worker=1, host="127.0.0.1", dashboard_address=HERE) as running:
        print(running.scheduler_address, flush=True)
        sys.stdin.read()


def main(given: Sequence[str]) -> None:
    """Measure, print the tables and draw the chart, or only run the task that the first argument names."""
    if given:
        task, *paths = given
        {"floor": floor, "generated": generated, "cluster": cluster}[task](*map(Path, paths))
        return
    running = subprocess.Popen([*SELF, "cluster"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stdin is not None and running.stdout is not None
    with tempfile.TemporaryDirectory() as folder:
        runs = measure(Path(folder), running.stdout.readline().strip())
        systems = by_systems(Path(folder) / f"{BOARDS[-1]}.parquet", Path(folder) / "out")
    running.stdin.close()
    running.wait()
    print(f"\n{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, {ROUNDS} rounds,")
    print(f"load {os.getloadavg()[2]:.1f} in the last quarter of an hour; medians, memory the most of all rounds.\n")
    print(table(runs))
    print(f"\n{table_by_systems(systems)}")
    draw(runs)


if __name__ == "__main__":
    main(sys.argv[1:])
