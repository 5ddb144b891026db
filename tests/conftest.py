"""The terminal speaks English, wherever tests run. Hypothesis draws the same examples, and takes as long as it needs."""

import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=30)
settings.load_profile("repeatable")
