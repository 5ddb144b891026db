"""The terminal speaks English, wherever tests run. Hypothesis draws the same examples, and takes as long as it needs."""

import gc
import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=30)
settings.load_profile("repeatable")


def pytest_collection_finish() -> None:
    gc.set_threshold(100_000)  # as the program has it
    gc.freeze()  # else each collection of garbage looks through thousands of tests and modules that stay
