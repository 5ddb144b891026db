"""Tests that use the single-file program as a beginner without Python would.

Run `make app`, then `make test-app`. The program starts in an empty folder, asks its questions, and keeps running while
a workbook is filled in, given a typing error and corrected. The page must show each change. Each step prints how long
it took. With PICTURES=folder and Chromium, a picture of the page is saved after each step.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from openpyxl import load_workbook

from tests.documents.pictures import of_page

DIST = Path(__file__).parents[2] / "dist"
PROGRAM = next((path for path in DIST.glob("centre-years*") if path.suffix != ".sha256"), DIST / "centre-years")
LARGEST = 90 * 2**20  # bytes
ENOUGH = 120.0  # seconds for a step on a loaded machine
ANSWERS = ("1", "1", "Club night", "10")  # English, a club league, its name, Sum of Squares
CENTRES = {"Austria": 7, "England": 6, "France": 7, "Germany": 1, "Italy": 4, "Russia": 9, "Turkey": 0}

pytestmark = pytest.mark.skipif(not PROGRAM.is_file(), reason="`make app` has not been run")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that has a space and an accent in its name and contains only the program."""
    league = tmp_path / "La società"
    league.mkdir()
    shutil.copy(PROGRAM, league)
    return league


class Started:
    """The running program, whose working folder is also the only folder on its PATH."""

    def __init__(self, folder: Path, *words: str, answers: tuple[str, ...] = ()) -> None:
        self.begun = time.perf_counter()
        system = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP", "HOME") if name in os.environ}
        environment = system | {
            "PATH": str(folder),
            "LANG": "en_GB.UTF-8",
            "BROWSER": "none",
            "PYTHONIOENCODING": "utf-8",
        }
        self._said = folder.parent / "said.txt"
        self._typing: list[int] = []
        entry: int = subprocess.DEVNULL
        if answers:
            ours, entry = os.openpty()
            self._typing = [ours, entry]
            os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [folder / PROGRAM.name, *words], cwd=folder, env=environment, stdin=entry, stdout=said, stderr=said
            )

    @property
    def said(self) -> str:
        """What the program has printed so far."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    def step(self, name: str, done: Callable[[], object]) -> None:
        """Wait until a step is done, print how long it took, and save a picture of the page if PICTURES is set."""
        begun = time.perf_counter()
        while not done():
            assert time.perf_counter() - begun < ENOUGH, f"{name}:\n{self.said}"
            assert self._process.poll() is None, self.said
            time.sleep(0.1)
        print(f"{name}: {time.perf_counter() - begun:.1f} s")
        if (pictures := os.environ.get("PICTURES")) and self.address:
            of_page(self.address, (1280, 900), Path(pictures, f"{name}.png"))

    @property
    def address(self) -> str:
        """The address of the page, or "" before the page is served."""
        return next((line.split(": ", 1)[1] for line in self.said.splitlines() if line.startswith("Open: ")), "")

    def state(self) -> dict[str, object]:
        """Return the state that the page requests from the program, or {} if there is no answer."""
        with suppress(URLError), urlopen(f"{self.address}-", timeout=ENOUGH) as answer:
            return dict(json.load(answer))
        return {}

    def problems(self) -> list[dict[str, object]]:
        found = self.state().get("problems")
        return list(found) if isinstance(found, list) else []

    def page(self, name: str) -> str:
        """Return a published page, or "" if there is none."""
        with suppress(URLError), urlopen(self.address + name, timeout=ENOUGH) as answer:
            return str(answer.read(), "utf-8")
        return ""

    def stop(self) -> None:
        self._process.terminate()  # passed on to the program that the one file has unpacked
        self._process.wait()
        for end in self._typing:
            os.close(end)


@pytest.fixture
def league(folder: Path) -> Iterator[Started]:
    """Start the program as a double click would, and answer its questions.

    On Windows, where this test cannot type answers, use commands instead.
    """
    if sys.platform == "win32":
        new = [
            folder / PROGRAM.name,
            "new",
            "Club night",
            "--season",
            str(date.today().year),
            "--system",
            "sum_of_squares",
        ]
        subprocess.run(new, cwd=folder, check=True)
        program = Started(folder, "watch", "--open")
    else:
        program = Started(folder, answers=ANSWERS)
    yield program
    program.stop()


def fill(workbook: Path, centres: dict[str, int | str]) -> None:
    """Enter the first board's players and final centres, and 1905 as the year in which Turkey was eliminated."""
    book = load_workbook(workbook)
    for sheet in book:
        rows = [*sheet.iter_rows()]
        columns = {cell.value: cell.column for cell in rows[0]}
        if {"power", "player", "final"} <= columns.keys():
            for number in range(2, 9):
                power = str(sheet.cell(number, columns["power"]).value)
                sheet.cell(number, columns["player"], f"{power} Player")
                sheet.cell(number, columns["final"], centres[power])
            if "eliminated" in columns:
                sheet.cell(8, columns["eliminated"], 1905)
    book.save(workbook)


def test_the_file_is_small_enough() -> None:
    print(f"{PROGRAM.name}: {PROGRAM.stat().st_size / 2**20:.1f} MB")
    assert PROGRAM.stat().st_size < LARGEST


def test_from_an_empty_folder_to_standings_a_slip_and_its_cure(folder: Path, league: Started) -> None:
    workbook = folder / "data" / "raw" / str(date.today().year) / "Club night.xlsx"
    league.step("1 the questions are answered", workbook.is_file)
    league.step("2 the page waits", lambda: league.address and league.state())
    fill(workbook, dict(CENTRES))
    league.step("3 the standings are on the page", lambda: "Russia Player" in league.page("index.html"))
    fill(workbook, CENTRES | {"Russia": "nine"})
    league.step("4 the slip is on the page", league.problems)
    assert "“nine”" in str(league.problems()[0]["message"])
    fill(workbook, dict(CENTRES))
    league.step("5 the slip is mended", lambda: not league.problems())


def test_it_writes_nothing_outside_its_folder(folder: Path) -> None:
    before = {*folder.parent.rglob("*")}
    subprocess.run([folder / PROGRAM.name, "systems"], cwd=folder, check=True, capture_output=True)
    assert {*folder.parent.rglob("*")} == before


def test_a_large_sheet_is_read_by_a_second_process(folder: Path) -> None:
    raw = folder / "data" / "raw" / "2026" / "Club night"
    raw.mkdir(parents=True)
    rows = "".join(
        f"1,1,{power},{power} Player,{centres},{1905 if not centres else ''}\n" for power, centres in CENTRES.items()
    )
    blanks = ",,,,,\n" * 400_000
    (raw / "boards.csv").write_text("round,board,power,player,final,eliminated\n" + rows + blanks, encoding="utf-8")
    built = subprocess.run([folder / PROGRAM.name, "build"], cwd=folder, capture_output=True, text=True, check=False)
    assert (folder / "data" / "out" / "2026" / "report.html").is_file(), built.stdout + built.stderr
