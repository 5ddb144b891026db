"""Trials that build the same sheets under different circumstances.

The outputs of all builds must be identical to the last byte.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from random import Random

from pipeline.processes import START
from tests.sheets import event, files_below, put, write_csv, write_ods, write_xlsx
from tests.stress.share import shared
from tests.stress.tally import Tally, added

ROOT = Path(__file__).resolve().parents[2]
ZONES = ("UTC", "America/Caracas", "Pacific/Kiritimati", "Asia/Kathmandu")
LOCALES = (
    "C",
    "C.UTF-8",
    "it_IT.UTF-8",
    "tr_TR.UTF-8",
    "fr_FR.ISO-8859-1",
)  # a locale that is not installed counts as C
JOBS = ("1", "2", "8")
STARTS = ("fork", "spawn")  # how processes start
NAME = "other zone, locale, hash seed, jobs, start of processes and order of files"


def run_matrix(builds: int, seed: int = 0, jobs: int = 1, raw: Path | None = None) -> list[Tally]:
    """Build the same sheets repeatedly, under different circumstances, and return a list with one tally."""
    with tempfile.TemporaryDirectory(prefix="stress-") as name:
        folder = Path(name)
        raw = raw or _season(folder / "raw")
        fault = _built(raw, folder / "first", {"PYTHONHASHSEED": "4711"}, "1", 0)
        if fault:
            raise RuntimeError(fault)
        return added(shared(trials, [*range(builds)], jobs, size=1, seed=seed, raw=raw, folder=folder))


def trials(numbers: Iterable[int], seed: int, raw: Path, folder: Path) -> list[Tally]:
    """Run one build for each number, and return a list that contains a single tally.

    The number determines the circumstances of the build, such as its time zone, locale and hash seed.
    """
    tally, circumstances = Tally(NAME), [*product(ZONES, LOCALES, JOBS, STARTS)]
    first = files_below(folder / "first")
    Random(seed).shuffle(circumstances)
    for number in numbers:
        zone, locale, jobs, begun = circumstances[number % len(circumstances)]
        label = f"number {number}: TZ={zone} LC_ALL={locale} --jobs {jobs}, {begun}, hash seed {number}"
        out = folder / f"out {number}"
        environment = {"TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": str(number), START: begun}
        fault = _built(raw, out, environment, jobs, number + 1)
        files = files_below(out)
        different = sorted(name for name in first.keys() | files.keys() if first.get(name) != files.get(name))
        tally.count("unclassified" if fault else "corrupt" if different else "answered", f"{label}: {fault}{different}")
        shutil.rmtree(out, ignore_errors=True)
    return [tally]


def _built(raw: Path, out: Path, environment: dict[str, str], jobs: str, shuffle: int) -> str:
    """Build in a new process, and return the error stream if the build failed, otherwise ""."""
    command = [sys.executable, "-m", "tests.stress.shuffled", str(shuffle)]
    command += ["build", "--raw", str(raw), "--out", str(out), "--jobs", jobs]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def _season(raw: Path) -> Path:
    """Write events in each format, some with accents and one that causes a warning, and return the raw folder."""
    odd = event("Coppa", family="Coppa")
    put(odd, "boards!S3", 35)
    put(odd, "boards!D4", "Zoë Iñtërnâtiônàl İı")
    write_xlsx(raw / "2013" / "Coppa.xlsx", odd)
    write_ods(raw / "2013" / "Notte (prova) però.ods", event("Notte", family="Notte"))
    write_csv(raw / "2013" / "Église", event("Eglise", system="pgp", family="Eglise"))
    write_xlsx(raw / "2014" / "Istanbul.xlsx", event("Istanbul", system="italia_2010", family="Istanbul"))
    return raw
