"""Measure where the time goes when one ranked workbook is written: `python -m tests.bench.writing`.

The C-Diplo workbook of one generated season, with 1,400 seats, is written alternately in two ways: cell by cell with
XlsxWriter, and one whole table at a time with `pipeline.books.rows`. The two files are identical. The median
processor time of each step is shown.
"""

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from xlsxwriter.worksheet import Worksheet

from pipeline.books import rows, writer
from pipeline.books.rows import Cells, Page, encodable
from pipeline.books.writer import as_workbook
from pipeline.build import reopen
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.stages import compute
from tests.bench.generated import write_archive

ROUNDS = 7
STEPS, CHECK = ("taking the cells", "their XML", "deflating", "columns, formats, the rest"), "looking at it again"
WAYS = ("cell by cell", "at once")


def cell_by_cell(page: Worksheet, top: int, columns: Sequence[Cells], _: dict[int, str] | None = None) -> int:
    """Write a table cell by cell with XlsxWriter."""
    for i, column in enumerate(columns):
        looks = column.formats if len(column.formats) > 1 else repeat(column.formats[0])
        for row, (value, look) in enumerate(zip(column.values, looks, strict=False), top):
            if value is None or value == "":
                page.write_blank(row, i, None, look)
            elif isinstance(value, str):
                page.write_string(row, i, encodable(value), look)
            elif column.formula:
                page.write_formula(row, i, column.formula.format(row=row + 1), look, value + 0.0)
            else:
                page.write_number(row, i, value + 0.0, look)
    return 0


@contextmanager
def timed(spent: dict[str, float]) -> Iterator[pytest.MonkeyPatch]:
    """Add up how long each writing step takes while the block runs. No step contains another."""
    with pytest.MonkeyPatch.context() as patched:
        for owner, name, step in (
            (Page, "write_table", STEPS[0]),
            (Page, "_write_rows", STEPS[1]),
            (rows._Package, "writestr", STEPS[2]),
        ):
            patched.setattr(owner, name, _timed(getattr(owner, name), spent, step))
        yield patched


def _timed(run: Callable[..., Any], spent: dict[str, float], step: str) -> Callable[..., Any]:
    def wrapped(*what: Any, **options: Any) -> Any:
        start = process_time()
        try:
            return run(*what, **options)
        finally:
            spent[step] += process_time() - start

    return wrapped


def seconds(path: Path, season: Season) -> dict[str, float]:
    """Write the workbook and return the seconds that each step took."""
    spent: dict[str, float] = defaultdict(float)
    for kept in (writer._shared, writer._width, rows._deflated):  # filled by the previous workbook
        kept.cache_clear()
    with timed(spent):
        start = process_time()
        path.write_bytes(as_workbook(ranked_book(Ranked(season, season.computed.published["c_diplo"]))))
        spent["all"] = process_time() - start
    spent[STEPS[3]] = spent["all"] - sum(spent[step] for step in STEPS[:3])
    return spent


def generated(raw: Path) -> Season:
    """Write a generated archive of one season and return the computed season."""
    write_archive(raw, seasons=1)
    found = find(raw, set())
    return Season(compute(found), found.seasons[0])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = {way: Path(folder) / f"{way}.xlsx" for way in WAYS}
        season = generated(Path(folder) / "raw")
        times: dict[str, list[float]] = defaultdict(list)

        def write(way: str) -> None:
            for step, took in seconds(paths[way], season).items():
                times[f"{step}, {way}"].append(took)
            start = process_time()
            reopen.check(paths[way])
            times[f"{CHECK}, {way}"].append(process_time() - start)

        for _ in range(ROUNDS):
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(Page, "write_table", cell_by_cell)
                write(WAYS[0])
            write(WAYS[1])
        assert len({path.read_bytes() for path in paths.values()}) == 1
    print(f"| milliseconds of the processor | {' | '.join(WAYS)} |")
    print(f"|---|{'---:|' * len(WAYS)}")
    for step in (*STEPS, "all", CHECK):
        took = [f"{1000 * median(times[f'{step}, {way}']):.0f}" for way in WAYS]
        print(f"| {step} | {' | '.join(took)} |")


if __name__ == "__main__":
    main()
