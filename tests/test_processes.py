"""Checks that results from several processes keep their order, and that a process that dies loses only its own item."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from pipeline import processes as workers
from pipeline.build.build import RESERVED
from pipeline.processes import AT_ONCE, START, each, fewest
from pipeline.read import raw_tables
from pipeline.read.find import Source, find
from pipeline.read.raw_tables import Raw, read
from tests import THOROUGH
from tests.sheets import event, put, write_xlsx

MANY = fewest() + 20
HANGS = 3 * AT_ONCE  # the first item of a batch, so that no item before it has to be tried again
FATAL = [str(1900 + MANY - before_the_last) for before_the_last in (13, 7)]  # seasons


def process_of(item: int) -> tuple[int, int]:
    return item, os.getpid()


def square_or_die(item: int) -> int:
    if item % 50 == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def square_or_hang(item: int) -> int:
    while item == HANGS:
        pass
    return item * item


def lost(item: int) -> int:
    return -1


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the system does not say which process it is")
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_results_come_in_the_order_of_the_items_from_several_processes(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes call a function from the standard library, so that a fresh process has little to import."""
    monkeypatch.setenv(START, start)
    results = [*each(os.path.realpath, [f"/proc/self/{item}" for item in range(fewest())], 2, str)]
    assert [int(result.split("/")[3]) for result in results] == [*range(fewest())]
    assert str(os.getpid()) not in {result.split("/")[2] for result in results}


@pytest.mark.parametrize(("count", "jobs"), [(fewest() - 1, 2), (MANY, 1)])
def test_few_items_or_one_job_need_no_process(count: int, jobs: int) -> None:
    assert {process for _, process in each(process_of, range(count), jobs, lambda item: (item, 0))} == {os.getpid()}


def test_an_item_that_ends_its_process_costs_only_itself() -> None:
    expected = [-1 if item % 50 == 7 else item * item for item in range(MANY)]
    assert [*each(square_or_die, range(MANY), 2, lost)] == expected


def test_an_item_that_takes_too_long_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS", 1)
    expected = [-1 if item == HANGS else item * item for item in range(MANY)]
    assert [*each(square_or_hang, range(MANY), 2, lost)] == expected


STOPPED = """
import os, signal
from pipeline.cli.ends import end_cleanly_when_stopped
from pipeline.processes import pool
signal.signal(signal.SIGTERM, signal.SIG_DFL)
end_cleanly_when_stopped()
with pool(2) as processes:
    processes.submit(abs, -5).result()
    os.killpg(0, signal.SIGTERM)
    print(processes.submit(abs, -5).result())
"""
STOPPED_TWICE = """
import os, signal, weakref
from pipeline.cli.ends import end_cleanly_when_stopped
signal.signal(signal.SIGTERM, signal.SIG_DFL)
end_cleanly_when_stopped()
class Lock: pass
lock = Lock()
kept = weakref.ref(lock, lambda _: os.kill(os.getpid(), signal.SIGTERM))
del lock  # where nothing can be raised
os.kill(os.getpid(), signal.SIGTERM)
print("the signal was lost")
"""
WITHOUT_A_TERMINAL = """
import os, signal
from pipeline.processes import pool
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with pool(2) as processes:
    processes.submit(abs, -5).result()
    os.killpg(0, signal.SIGHUP)
    os.killpg(0, signal.SIGTERM)
    print(processes.submit(abs, -5).result())
"""


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [(STOPPED, 143, ""), (STOPPED_TWICE, 143, ""), (WITHOUT_A_TERMINAL, 0, "5\n")],
    ids=["stopped", "stopped twice", "nohup"],
)
def test_a_stop_ends_all_processes_but_under_nohup_none(script: str, status: int, said: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, start_new_session=True, timeout=120
    )
    assert (run.returncode, run.stdout) == (status, said), run.stderr


def test_an_exception_in_a_process_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        [*each((10).__floordiv__, range(MANY), 2, lost)]


# -- sheets ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write enough seasons, some faulty and some unreadable, to occupy several processes."""
    folder = tmp_path_factory.mktemp("raw")
    good, faulty = event(), event()
    put(faulty, "boards!E2", "five")
    put(faulty, "more!A1", "a sheet that nobody reads")
    contents = [write_xlsx(folder / "a.xlsx", sheets).read_bytes() for sheets in (good, faulty)]
    contents.append(b"no workbook")
    for number in range(MANY):
        season = folder / "raw" / str(1900 + number)
        season.mkdir(parents=True)
        (season / "Torneo.xlsx").write_bytes(contents[number % len(contents)])
    return folder / "raw"


def assert_same(one: Raw, other: Raw) -> None:
    assert one.sheets == other.sheets
    assert one.problems == other.problems
    assert (one.ignored, one.aside) == (other.ignored, other.aside)
    for kind, table in one.tables.items():
        for name in ("text", "kind", "origin", "faulty"):
            pd.testing.assert_frame_equal(getattr(table, name), getattr(other.tables[kind], name))
        assert (table.columns, table.turned) == (other.tables[kind].columns, other.tables[kind].turned)
        pd.testing.assert_series_equal(table.filled, other.tables[kind].filled)


@pytest.fixture(scope="module")
def alone(raw: Path) -> Raw:
    """Return the sheets as read by a single process."""
    return read(find(raw, RESERVED).sources)


def test_several_processes_read_the_same_as_one(raw: Path, alone: Raw) -> None:
    assert len(alone.problems) > MANY / 3
    for jobs in (2, 3) if THOROUGH else (3,):
        assert_same(alone, read(find(raw, RESERVED).sources, jobs=jobs))


def test_a_file_that_ends_its_reader_is_set_aside_and_all_others_are_read(
    raw: Path, alone: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = raw_tables.sheets_of

    def fatal(source: Source, problems: list) -> list:
        if source.season in FATAL:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(source, problems)

    monkeypatch.setattr(raw_tables, "sheets_of", fatal)
    together = read(find(raw, RESERVED).sources, jobs=2)
    gave_up = [problem for problem in together.problems if problem.code == "gave_up"]
    assert [(problem.season, problem.file) for problem in gave_up] == [(s, f"{s}/Torneo.xlsx") for s in FATAL]
    assert together.sheets == {place: sheet for place, sheet in alone.sheets.items() if place.season not in FATAL}
    others = [problem for problem in alone.problems if problem.season not in FATAL]
    assert [problem for problem in together.problems if problem not in gave_up] == others
