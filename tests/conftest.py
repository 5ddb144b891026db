"""The terminal speaks English, wherever tests run. Hypothesis draws the same examples, and takes as long as it needs.

What a module has `asked` (`tests.asked`) is computed at once, for the first of its tests that needs it.
"""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests import every

os.environ["LANGUAGE"] = "en"
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=30)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", default="", help="of tests of many cases, those whose names hold one of these: a,b")


def pytest_configure(config: pytest.Config) -> None:
    every.chosen = [*filter(None, config.getoption("--cases").split(","))]
    every.stops = config.getoption("maxfail") == 1


def pytest_collection_finish() -> None:
    gc.set_threshold(100_000)  # as the program has it
    gc.freeze()  # else each collection of garbage looks through thousands of tests and modules that stay


@pytest.fixture(scope="session", autouse=True)
def without_history() -> Iterator[None]:
    """No build of this process writes the history of all seasons: those of the command line do, and `tests/history` asks them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipeline.build.build.write_history", lambda *of: 0)
        yield


@pytest.fixture(scope="module")
def everything(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All that the module has asked, computed."""
    from pipeline.build.build import RESERVED
    from pipeline.read.find import find
    from pipeline.stages import compute

    return compute(find(request.module.asked.write(tmp_path_factory.mktemp("asked")), RESERVED))


@pytest.fixture
def computed(everything: Any, request: pytest.FixtureRequest) -> Any:
    """The same; the events and the problems are those of the seasons that the test asks about."""
    from tests.asked import of_asked

    return of_asked(everything, request.param)
