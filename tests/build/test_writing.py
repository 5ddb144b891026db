"""Tests how the work of writing the seasons' files is divided among processes."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from pipeline.build import writing
from pipeline.store.folder import Folder


class Submitted(list):
    """A pool of processes that only records its tasks."""

    def submit(self, _: object, season: str, products: Sequence[str]) -> Future:
        self.append((season, [*products]))
        done: Future = Future()
        done.set_result([])
        return done


def test_only_the_products_of_the_largest_seasons_are_separate_tasks_and_come_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last tasks must be small, so that all processes finish at about the same time.

    A product is a group of a season's files. With two processes, the two largest seasons come last, and each of their
    products is a task: first those of 1992 with 14 seats, then those of 1990 with 21. The 1991 season has only 7 seats
    and is a single task.
    """
    submitted = Submitted()

    @contextmanager
    def pool(*_: Any) -> Iterator[Submitted]:
        yield submitted

    monkeypatch.setattr(writing, "pool", pool)
    seats = pd.DataFrame({"season": ["1990"] * 21 + ["1991"] * 7 + ["1992"] * 14})
    computed: Any = SimpleNamespace(facts=SimpleNamespace(seats=seats))
    stale = {season: ["pgp", "tables"] for season in ("1990", "1991", "1992")}
    assert not [*writing.write_products(computed, {}, Folder(tmp_path), stale, jobs=2)]
    assert submitted == [
        ("1991", ["pgp", "tables"]),
        *(("1992", [product]) for product in ("pgp", "tables")),
        *(("1990", [product]) for product in ("pgp", "tables")),
    ]
