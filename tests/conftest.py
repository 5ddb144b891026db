"""Settings and fixtures for all tests.

The terminal's language is English, and Hypothesis draws the same examples in every run, without a deadline.
"""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from filelock import FileLock
from hypothesis import settings

from tests import grouped

ROOT = Path(__file__).parents[1]

os.environ["LANGUAGE"] = "en"
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=30)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", default="", help="of tests of many cases, those whose names hold one of these: a,b")


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(500_000)  # the program's own threshold
    grouped.chosen = [*filter(None, config.getoption("--cases").split(","))]
    grouped.stops = config.getoption("maxfail") == 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run long modules first and short ones last, so that all processes finish at about the same time."""
    items.sort(
        key=lambda item: (item.path.parent.name not in ("bad_inputs", "stress"), item.path.parent.name == "house")
    )


def pytest_collection_finish() -> None:
    gc.freeze()  # otherwise each garbage collection scans thousands of tests and modules that are never freed


@pytest.fixture(scope="session", autouse=True)
def without_history() -> Iterator[None]:
    """Disable the history in builds of this process, because the command-line tests and `tests/history` cover it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipeline.build.build.write_history", lambda *of: 0)
        yield


class Shipped(NamedTuple):
    """The output folder, exit status and error stream of a command-line build of data/raw."""

    out: Path
    status: int
    errors: str


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Shipped:
    """Build data/raw once per run, in the first process that needs it, and return the results."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # shared by all processes of this run
    out, said = folder / "shipped", folder / "shipped.json"
    with FileLock(folder / "shipped.lock"):
        if not said.exists():
            command = [sys.executable, "-m", "pipeline", "build", "--raw", "data/raw", "--out", str(out)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
            said.write_text(json.dumps((done.returncode, done.stderr)), encoding="utf-8")
    return Shipped(out, *json.loads(said.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def everything(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Compute everything that the test module has requested."""
    from pipeline.build.build import RESERVED
    from pipeline.read.find import find
    from pipeline.stages import compute

    return compute(find(request.module.asked.write(tmp_path_factory.mktemp("asked")), RESERVED))


@pytest.fixture
def computed(everything: Any, request: pytest.FixtureRequest) -> Any:
    """Return the computed results, limited to the events and problems of the test's own seasons."""
    from tests.asked import of_asked

    return of_asked(everything, request.param)
