"""Where the time of one ranked workbook goes: `python -m tests.bench_writing`.

One season of the generated archive under C-Diplo, 1,400 seats, is written twice in turn: each cell of its tables by
XlsxWriter, and each table at once (`pipeline.page`). Both give the same bytes. Processor seconds, medians of the rounds.
"""

import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pytest
from xlsxwriter.worksheet import Worksheet

from pipeline import reopen
from pipeline.compute import compute
from pipeline.page import Cells, Page, encodable
from pipeline.publish import report
from pipeline.read.find import find
from pipeline.workbook import Report, write_report
from tests.generated_archive import write_archive

ROUNDS = 7
STEPS = ("taking the cells", "their XML", "deflating", "columns, formats, the rest")


def cell_by_cell(page: Worksheet, top: int, columns: Sequence[Cells]) -> int:
    """A table as XlsxWriter takes it."""
    for i, column in enumerate(columns):
        for row, (value, look) in enumerate(zip(column.values, column.formats, strict=True), top):
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
    """The steps of writing tell what they take; they do not lie within one another."""
    with pytest.MonkeyPatch.context() as patched:
        for owner, name, step in (
            (Page, "write_table", STEPS[0]),
            (Page, "_write_rows", STEPS[1]),
            (zipfile.ZipFile, "writestr", STEPS[2]),
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


def seconds(path: Path, shown: Report) -> dict[str, float]:
    """Write the workbook, and tell the seconds of each step."""
    spent: dict[str, float] = defaultdict(float)
    with timed(spent):
        start = process_time()
        write_report(path, shown)
        spent["all"] = process_time() - start
    spent[STEPS[3]] = spent["all"] - sum(spent[step] for step in STEPS[:3])
    return spent


def season(raw: Path) -> Report:
    """What the workbook of the season shows."""
    write_archive(raw, seasons=1)
    found = find(raw, set())
    computed = compute(found)
    name = found.seasons[0]
    facts, tables, charts = computed.facts, computed.tables, computed.seasons.charts(name)
    return report(computed.published["c_diplo"], name, facts, tables, computed.problems, [], computed.cells, charts)


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        shown, one, other = season(Path(folder) / "raw"), Path(folder) / "1.xlsx", Path(folder) / "2.xlsx"
        times: dict[str, list[float]] = defaultdict(list)
        for _ in range(ROUNDS):
            for step, took in seconds(one, shown).items():
                times[f"{step}, at once"].append(took)
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(Page, "write_table", cell_by_cell)
                for step, took in seconds(other, shown).items():
                    times[f"{step}, cell by cell"].append(took)
            start = process_time()
            reopen.check(one)
            times["looking at it again"].append(process_time() - start)
        assert one.read_bytes() == other.read_bytes()
    middle = {name: 1000 * median(took) for name, took in times.items()}
    print("| milliseconds of the processor | cell by cell | at once |")
    print("|---|---:|---:|")
    for step in (*STEPS, "all"):
        print(f"| {step} | {middle[f'{step}, cell by cell']:.0f} | {middle[f'{step}, at once']:.0f} |")
    print(f"| looking at it again | {middle['looking at it again']:.0f} | {middle['looking at it again']:.0f} |")


if __name__ == "__main__":
    main()
