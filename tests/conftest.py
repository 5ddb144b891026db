"""Hypothesis draws the same examples every time, and takes as long as it needs."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None, max_examples=30)
settings.load_profile("repeatable")
