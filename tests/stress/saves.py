"""Trials that save sheets at random moments while `watch` runs.

Once the saving stops, the outputs must match those of a build.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from pipeline.build.build import build
from tests.sheets import ROOT, Sheets, event, files_below, put, write_xlsx
from tests.stress.tally import Tally

AT_REST = 25  # number of saves between two comparisons
APART = 2.0  # longest pause between two saves, in seconds; some are shorter than a build and some longer
PATIENCE = 120.0  # seconds for the outputs to equal those of a build
LOOK = 0.2  # seconds
ENDED = (0, 128 + signal.SIGTERM)  # exit status when stopped between two builds, and during one
OF_THE_FOLDER = ("problems.xlsx", "manifest.json")
NAMES = ("Coppa", "Notte", "Serata")


def run_saves(saves: int, seed: int = 0, apart: float = APART) -> list[Tally]:
    """Save three events again and again while `watch` runs, and return a list with one tally.

    Two of the events share a season, and one of these two is sometimes removed. The third is in another season.
    """
    rng, tally = Random(f"{seed} saves"), Tally("sheets saved while `watch` looks on")
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        raw, out = Path(folder, "raw"), Path(folder, "out")
        for name in NAMES:
            write_xlsx(_sheet(raw, name), _typed(rng, name))
        errors = Path(folder, "errors")
        with errors.open("wb") as said:
            command = [sys.executable, "-m", "pipeline", "watch", "--raw", str(raw), "--out", str(out)]
            watching = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=said)
        try:
            for number in range(saves):
                save(rng, raw)
                time.sleep(rng.uniform(0, apart))
                if number % AT_REST == AT_REST - 1 or number == saves - 1:
                    for _ in range(min(AT_REST, saves)):
                        tally.count("answered")
                    if not _comes_to_rest(watching, raw, out, Path(folder, str(number))):
                        tally.count("wrong", f"save {number}, seed {seed}")
        finally:
            watching.terminate()  # Ctrl-C has no effect if the parent process ignores it
            status = watching.wait(PATIENCE)
        if b"Traceback" in errors.read_bytes() or (status not in ENDED and os.name == "posix"):
            tally.count("unclassified", f"exit status {status}: {errors.read_text()[-500:]}")
    return [tally]


def save(rng: Random, raw: Path) -> None:
    """Save a random event, or delete its file, so that the event is missing until it is saved again.

    The file is written at once or in two halves, or a finished file is moved into its place. A saved event may have an
    error in a cell. Only the first event in NAMES is ever deleted, so that no season is left without an event.
    """
    name = rng.choice(NAMES)
    sheet = _sheet(raw, name)
    match rng.choice(("whole", "whole", "halves", "fault", "renamed", "removed")):
        case "halves":
            whole = write_xlsx(raw.parent / "half.xlsx", _typed(rng, name)).read_bytes()
            with sheet.open("wb") as file:
                file.write(whole[: len(whole) // 2])
                file.flush()
                time.sleep(rng.uniform(0, 1))
                file.write(whole[len(whole) // 2 :])
        case "fault":
            faulty = _typed(rng, name)
            put(faulty, "boards!E3", "five")
            write_xlsx(sheet, faulty)
        case "renamed":
            write_xlsx(raw.parent / "new.xlsx", _typed(rng, name)).replace(sheet)
        case "removed" if name == NAMES[0]:  # the season keeps another event
            sheet.unlink(missing_ok=True)
        case _:
            write_xlsx(sheet, _typed(rng, name))


def _sheet(raw: Path, name: str) -> Path:
    path = raw / ("2014" if name == NAMES[-1] else "2013") / f"{name}.xlsx"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _typed(rng: Random, name: str) -> Sheets:
    """Return an event whose second board has a random ending."""
    sheets, moved = event(name, family=name), rng.randrange(3)
    put(sheets, "boards!L9", 6 + moved)
    put(sheets, "boards!L10", 7 - moved)
    return sheets


def _comes_to_rest(watching: "subprocess.Popen[bytes]", raw: Path, out: Path, made: Path) -> bool:
    """Return whether the outputs eventually match those of a separate build of the same sheets."""
    build(raw, made, jobs=1)
    wanted, until = _comparable(made), time.monotonic() + PATIENCE
    while time.monotonic() < until and watching.poll() is None:
        if _comparable(out) == wanted:
            return True
        time.sleep(LOOK)
    return False


def _comparable(out: Path) -> dict[str, bytes]:
    """Return the outputs that do not depend on where the folders are.

    problems.xlsx is left out because it contains paths, and manifest.json because it contains the digest of
    problems.xlsx.
    """
    return {name: held for name, held in files_below(out).items() if Path(name).name not in OF_THE_FOLDER}
