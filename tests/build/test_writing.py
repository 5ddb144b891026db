"""Checks how the products of seasons are divided among the processes that write them."""

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
    """If a single process wrote the largest season at the end, the others would have nothing left to do.

    Worked out by hand for two processes: 1991 has the fewest seats, so one task covers both its products. The products
    of 1992 follow one by one. Those of 1990, the first season by name but the largest, come last.
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
