"""The open data problems as a table."""

from typing import Any

import pandas as pd

from pipeline.pages.report import PROBLEM, with_columns
from pipeline.problems.codes import ORDER
from pipeline.report.cells import Bit, Cell, Table, plain
from pipeline.report.figures import text
from pipeline.report.voice import Voice

PROBLEMS_SHOWN = 400  # lines
SYSTEM_FIRST = r"(?s)^(?:([a-z0-9_]+): )?(.*)$"  # what only one system expects names it first


def problem_table(voice: Voice) -> tuple[str, Table | None, int]:
    """How many of each severity; the table, the gravest first, equal ones of a sheet in one line; how many more."""
    if not len(voice.report.problems):
        return "", None, 0
    found = with_columns(voice.report.problems, PROBLEM).map(text)
    counts = found["severity"].value_counts()
    summary = [voice.w.count(f"severity_{severity}", int(counts[severity])) for severity in ORDER if severity in counts]
    found[["system", "expected"]] = found["expected"].str.extract(SYSTEM_FIRST).fillna("")
    cells = found.groupby([*PROBLEM], sort=False)["system"].agg(systems=_systems_first, number="size").reset_index()
    cells["expected"] = cells["systems"] + cells["expected"]
    lines = cells.groupby(["severity", "file", "sheet", "expected"], sort=False)
    lines = lines.agg({"cell": list, "found": list, "number": "sum"}).reset_index()
    lines = lines.sort_values("severity", key=lambda severities: severities.map(ORDER.index), kind="stable")
    rows = [_problem_row(voice, line) for line in lines.head(PROBLEMS_SHOWN).itertuples()]
    heads = voice.heads("severity", "place_in_sheet", "found", "expected")
    more = int(lines["number"][PROBLEMS_SHOWN:].sum())
    return ", ".join(summary), Table(voice.w("section_problems"), heads, rows), more


def _problem_row(voice: Voice, line: Any) -> list[Cell]:
    """Equal problems of a sheet."""
    cells = ", ".join(dict.fromkeys(cell for cell in line.cell if cell))
    where = [Bit(line.file), Bit("", "break" if line.sheet else ""), Bit(f"{line.sheet} "), Bit(cells, "small")]
    english = "" if voice.w.language == "en" else "english"
    return [
        Cell([Bit(voice.w(f"severity_{line.severity}_word"), f"severity {line.severity}")]),
        Cell(where),
        plain("; ".join(dict.fromkeys(line.found))),
        Cell([Bit(line.expected, english)]),
    ]


def _systems_first(names: pd.Series) -> str:
    """The systems for which one thing is expected, to stand before it."""
    named = [name for name in names if name]
    return f"{', '.join(named)}: " if named else ""
