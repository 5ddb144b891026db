"""Do a build's work with pandas alone, using `read_excel` for every workbook and `to_excel` for every table.

The script reads the sheets file by file and writes a season's workbooks and all its CSV files. The workbooks contain
the standings, scores and boards of every system, the events with their standings, results and boards, and the circuits
with their results. The figures come from the build, so the script spends no time on validating or scoring. It writes
plain cells, without formats, formulas, links, charts, rules, checks or a report. It reads with openpyxl, and writes
with openpyxl or XlsxWriter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pandas as pd

Frames = dict[str, pd.DataFrame]
Engine = Literal["openpyxl", "xlsxwriter"]


@dataclass
class Figures:
    """The published tables of one season, keyed by file name."""

    season: str
    tables: Frames

    @classmethod
    def read(cls, folder: Path) -> "Figures":
        """Read the published tables from a season's output folder."""
        return cls(folder.name, {path.name: pd.read_csv(path) for path in (folder / "tables").glob("*.csv")})

    def ending(self, end: str) -> Iterator[tuple[str, pd.DataFrame]]:
        """Yield each table whose name ends in `end`, as a pair of the rest of its name and the table."""
        return ((name.removesuffix(end), table) for name, table in self.tables.items() if name.endswith(end))


def read_boards(raw: Path) -> pd.DataFrame:
    """Return the boards of all events in a season as one table."""
    frames = []
    for path in sorted(raw.glob("*.xlsx")):
        sheets = pd.read_excel(path, sheet_name=None, engine="openpyxl")
        boards = sheets["boards"]
        frames.append(boards[boards["power"] != "total"].assign(event=path.stem))
    return pd.concat(frames, ignore_index=True)


def write_season(raw: Path, out: Path, figures: Figures, engine: Engine) -> None:
    """Read the sheets of a season and write its workbooks and tables."""
    boards = read_boards(raw)
    (out / "tables").mkdir(parents=True, exist_ok=True)
    for name, table in figures.tables.items():
        table.to_csv(out / "tables" / name, index=False, float_format="%.9f", encoding="utf-8-sig")
    scores, standings = dict(figures.ending(".scores.csv")), dict(figures.ending(".standings.csv"))
    for system, table in scores.items():
        write_book(out / f"{system}.xlsx", {"Standings": standings[system], "Scores": table, "Boards": boards}, engine)
    write_book(out / "events.xlsx", dict(event_sheets(boards, scores, standings, figures.tables["events.csv"])), engine)
    results = {f"{name[:22]} results": table for name, table in figures.ending(".results.csv")}
    lists = {name: figures.tables[f"{name}.csv"] for name, _ in figures.ending(".results.csv")}
    write_book(out / "circuits.xlsx", lists | results, engine)


def event_sheets(
    boards: pd.DataFrame, scores: Frames, standings: Frames, events: pd.DataFrame
) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the name and the table of each sheet in the events workbook.

    Each event has three sheets: its standings, its results under its own system, and its boards.
    """
    for event, system in zip(events["event"], events["system"], strict=True):
        yield f"{event[:20]} standings", standings[event]
        yield f"{event[:20]} results", scores[system][scores[system]["event"] == event]
        yield f"{event[:20]} boards", boards[boards["event"] == event]


def write_book(path: Path, sheets: Frames, engine: Engine) -> None:
    """Write one workbook with one table per sheet."""
    with pd.ExcelWriter(path, engine=engine) as book:
        for name, table in sheets.items():
            table.to_excel(book, sheet_name=name, index=False)
