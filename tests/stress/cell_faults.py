"""Charts that are correct except for one typing error each, and the checks that notice these errors.

Some errors go unnoticed when a chart is checked on its own. So each kind of error is also tried with a control total,
with the organiser's places, with the organiser's scores, and with all three. All these figures come from the correct
chart.
"""

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from pipeline.read.find import find
from pipeline.stages import Computed, compute
from schemas.words import FIRST_YEAR, POWERS, TOTAL
from tests.bench.scoring import LONGEST, generated
from tests.sheets import Rows, Sheets, only_rules, write_csv

Chart = list[list[int | None]]  # one row per power, one column per year
Fault = Callable[[Random, Chart], Chart]

SYSTEM = "pgp"  # its scores depend on every year
DECIMALS = 3
WITNESSES: dict[str, frozenset[str]] = {
    "laws of the chart": frozenset(),
    "and control total": frozenset({"total"}),
    "and typed places": frozenset({"place"}),
    "and typed scores": frozenset({"score"}),
    "and all three": frozenset({"total", "place", "score"}),
}


def _cell(rng: Random, chart: Chart) -> tuple[int, int]:
    return rng.randrange(len(chart)), rng.randrange(len(chart[0]))


def _typed(chart: Chart, power: int, year: int, value: int | None) -> Chart:
    return [[value if (p, y) == (power, year) else held for y, held in enumerate(row)] for p, row in enumerate(chart)]


def one_more_or_less(rng: Random, chart: Chart) -> Chart:
    power, year = _cell(rng, chart)
    return _typed(chart, power, year, max(0, (chart[power][year] or 0) + rng.choice((-1, 1))))


def another_digit(rng: Random, chart: Chart) -> Chart:
    power, year = _cell(rng, chart)
    digits = str(chart[power][year])
    at = rng.randrange(len(digits))
    return _typed(chart, power, year, int(digits[:at] + rng.choice("0123456789") + digits[at + 1 :]))


def a_blank(rng: Random, chart: Chart) -> Chart:
    """Blank one count unless it is zero, since the counts of an eliminated power may be left blank."""
    power, year = _cell(rng, chart)
    return _typed(chart, power, year, None) if chart[power][year] else chart


def swapped_in_a_year(rng: Random, chart: Chart) -> Chart:
    one, other = rng.sample(range(len(chart)), 2)
    year = rng.randrange(len(chart[0]))
    return _typed(_typed(chart, one, year, chart[other][year]), other, year, chart[one][year])


def swapped_in_every_year(rng: Random, chart: Chart) -> Chart:
    one, other = rng.sample(range(len(chart)), 2)
    return [chart[{one: other, other: one}.get(power, power)] for power in range(len(chart))]


def a_year_late(rng: Random, chart: Chart) -> Chart:
    """Shift a power's centres one column to the right, starting with a random year. The final year's count is lost."""
    power, year = rng.randrange(len(chart)), rng.randrange(len(chart[0]) - 1)
    row = chart[power]
    return [row[: year + 1] + row[year:-1] if p == power else held for p, held in enumerate(chart)]


KINDS: dict[str, Fault] = {
    "one more or less in a cell": one_more_or_less,
    "another digit in a cell": another_digit,
    "a blank cell": a_blank,
    "two powers swapped in one year": swapped_in_a_year,
    "two powers swapped in every year": swapped_in_every_year,
    "a row from some year on one column late": a_year_late,
}


# -- trials ------------------------------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """A `boards` sheet as typed, with the correct charts and the organiser's places and scores."""

    typed: Sequence[Chart]
    charts: Sequence[Chart]
    beside: Sequence[tuple[list[int], list[float]]]
    witnesses: frozenset[str]


def run_cell_faults(each: int, seed: int = 0) -> dict[str, dict[str, float]]:
    """Make typing errors of every kind, and return what share of them is noticed.

    each  number of errors per kind

    The shares are keyed by the kind of error, and then by what is entered beside the chart (a key of WITNESSES).
    """
    with only_rules(SYSTEM, "campo_di_marte"):
        charts = _charts(each)
        beside = _beside(charts)
        sheets = {}
        for kind, fault in KINDS.items():
            slips = [_slip(Random(f"{seed} {kind} {number}"), chart, fault) for number, chart in enumerate(charts)]
            sheets |= {(kind, name): Sheet(slips, charts, beside, witnesses) for name, witnesses in WITNESSES.items()}
        noticed = dict(zip(sheets, _noticed([*sheets.values()]), strict=True))
        return {kind: {name: len(noticed[kind, name]) / each for name in WITNESSES} for kind in KINDS}


def table(shares: dict[str, dict[str, float]], each: int) -> str:
    """Return the shares of noticed errors as a Markdown table."""
    head = f"| one slip, noticed by ({each:,} each) | {' | '.join(WITNESSES)} |"
    rows = (
        f"| {kind} | {' | '.join(f'{share:.1%}' for share in noticed.values())} |" for kind, noticed in shares.items()
    )
    return "\n".join([head, "| --- |" + " ---: |" * len(WITNESSES), *rows])


def _charts(count: int) -> list[Chart]:
    """Return charts of random games that pass every check."""
    boards = generated(2 * count)
    charts: list[Chart] = [
        boards.owned[: boards.years[board], :, board].T.tolist() for board in range(len(boards.years))
    ]
    [wrong] = _noticed([Sheet(charts, charts, [], frozenset())])
    good = [chart for board, chart in enumerate(charts) if board not in wrong]
    return good[:count]


def _slip(rng: Random, chart: Chart, fault: Fault) -> Chart:
    """Return the chart with a random error made by `fault`, discarding errors that leave the chart unchanged."""
    while (slip := fault(rng, chart)) == chart:
        pass
    return slip


def _beside(charts: Sequence[Chart]) -> list[tuple[list[int], list[float]]]:
    """Return the places and scores of the powers in each correct chart, as the organiser would enter them."""
    seats = _computed([_rows(range(len(charts)), Sheet(charts, charts, [], frozenset()))]).published[SYSTEM].scores
    by_board = {int(board): rows.set_index("power") for board, rows in seats.groupby("board")}
    return [
        (by_board[n].loc[[*POWERS], "place"].tolist(), by_board[n].loc[[*POWERS], "score"].round(DECIMALS).tolist())
        for n in range(len(charts))
    ]


def _noticed(sheets: Sequence[Sheet]) -> list[set[int]]:
    """Return the boards that have a problem, as one set per sheet."""
    pages = [_rows(range(len(sheet.typed)), sheet) for sheet in sheets]
    found: list[set[int]] = [set() for _ in sheets]
    for line in _computed(pages).problems:
        if line.severity in ("error", "warning") and line.cell:
            page = int(line.season) - FIRST_YEAR
            found[page].add(int(str(pages[page][int(re.sub(r"\D", "", line.cell)) - 1][1])))
    return found


def _rows(boards: Iterable[int], sheet: Sheet) -> Rows:
    """Return the rows of a `boards` sheet with the given boards, starting with the header."""
    rows: Rows = [["round", "board", "power", "player", *range(FIRST_YEAR, FIRST_YEAR + LONGEST), "place", "score"]]
    for board in boards:
        blank = [None] * (LONGEST - len(sheet.typed[board][0]))
        for seat, (power, held) in enumerate(zip(POWERS, sheet.typed[board], strict=True)):
            place = sheet.beside[board][0][seat] if "place" in sheet.witnesses else None
            score = sheet.beside[board][1][seat] if "score" in sheet.witnesses else None
            rows.append([1, board, power, "?", *held, *blank, place, score])
        if "total" in sheet.witnesses:
            totals = [sum(held or 0 for held in year) for year in zip(*sheet.charts[board], strict=True)]
            rows.append([1, board, TOTAL, None, *totals, *blank, None, None])
    return rows


def _computed(pages: Iterable[Rows]) -> Computed:
    """Compute one season for each `boards` sheet, with a single event in each season."""
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        for number, rows in enumerate(pages):
            sheets: Sheets = {
                "event": [["setting", "value"], ["system", SYSTEM], ["data", "generated"]],
                "boards": rows,
            }
            write_csv(Path(folder) / str(FIRST_YEAR + number) / "Charts", sheets)
        return compute(find(Path(folder), set()))
