"""Helpers that build a raw folder and read what the build reports, for the tests of bad inputs."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.stages import Computed
from tests.bad_inputs.fault import BLOCKED, COPIES, Fault, Line
from tests.sheets import event, only_rules, read_table, without_report, workbook_of, write_xlsx
from tests.stress.builds import computed_once

HEALTHY = "Sano"
ACCOUNT = "Cells read: used + ignored under a rule + set aside"
read_once = cache(read_table)


@cache
def _problems(path: Path) -> list[dict[str, str]]:
    rows = read_table(path) if path.is_file() else []
    return [{name: text.removeprefix("'") for name, text in row.items()} for row in rows]


@dataclass(frozen=True)
class Built:
    """A build of a raw folder, with everything that the build wrote, printed and computed."""

    raw: Path
    out: Path
    status: int
    stdout: str
    stderr: str
    raw_as_it_was: bool
    computed: Computed

    def problems(self, season: str = BLOCKED) -> list[dict[str, str]]:
        """Return the rows of a season's `problems.csv`, or of the file for all seasons if `season` is empty.

        The apostrophes that keep spreadsheet programs from reading text as a formula are removed.
        """
        folder = self.out / season / "tables" if season else self.out
        return _problems(folder / "problems.csv")

    def lines(self, fault: Fault) -> list[dict[str, str]]:
        """Return the problems reported for the file or folder of the fault's event."""
        if fault.season == COPIES:
            return [row for row in self.problems(COPIES) if fault.stem in row["file"]]
        begins = f"{fault.season}/{fault.stem}".removeprefix("/")
        return [
            row
            for row in self.problems(fault.season)
            if row["file"].startswith(begins) and row["file"][len(begins) :][:1] not in ALSO_OF_A_NAME
        ]

    def scored(self, season: str = BLOCKED, system: str = "c_diplo") -> set[str]:
        """Return the events with at least one scored seat."""
        return {
            row["event"] for row in read_once(self.out / season / "tables" / f"{system}.scores.csv") if row["score"]
        }

    def boards(self, fault: Fault) -> set[str]:
        """Return the boards with at least one scored seat in a fault's event."""
        rows = read_once(self.out / fault.season / "tables" / "c_diplo.scores.csv")
        return {row["board"] for row in rows if row["event"] == fault.stem and row["score"]}

    def systems(self, season: str = BLOCKED) -> list[str]:
        """Return the systems that have both a workbook and tables."""
        ids = sorted(
            path.name.removesuffix(".scores.csv") for path in (self.out / season / "tables").glob("*.scores.csv")
        )
        return [name for name in ids if workbook_of(self.out / season, name).is_file()]

    def heading(self, season: str, system: str = "c_diplo") -> str:
        """Return the first three lines of the Standings sheet in a system's ranked workbook."""
        book = load_workbook(workbook_of(self.out / season, system), read_only=True)
        text = "\n".join(str(row[0]) for row in book["Standings"].iter_rows(max_row=3, values_only=True))
        book.close()
        return text

    def standings(self, season: str, event: str) -> list[dict[str, str]]:
        """Return the standings of one event. The result is empty if the event has no table."""
        path = self.out / season / "tables" / f"{event}.standings.csv"
        return read_table(path) if path.is_file() else []


ALSO_OF_A_NAME = {" ", *"abcdefghijklmnopqrstuvwxyz0123456789"}  # these continue another file's longer name


def run(raw: Path, out: Path, *modules: str) -> Built:
    """Run the `build` command in this process. To save time, use only the rules in `modules` and `campo_di_marte`."""
    before = footprint(raw)
    with only_rules(*modules, "campo_di_marte"), without_report(frames=True), computed_once() as frames:
        done = CliRunner().invoke(app, ["build", "--raw", str(raw), "--out", str(out), "--jobs", "1"])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    [computed] = frames.values()
    return Built(raw, out, done.exit_code, done.stdout, done.stderr, footprint(raw) == before, computed)


def footprint(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Return the inode and times of everything in a folder. Any write to the folder changes them."""
    states = ((path, path.stat()) for path in [folder, *folder.rglob("*")])
    return {path: (state.st_ino, state.st_mtime_ns, state.st_ctime_ns) for path, state in states}


def write_healthy(raw: Path, season: str, **settings: str) -> None:
    """Write a valid event whose players appear in no other event."""
    write_xlsx(raw / season / f"{HEALTHY}.xlsx", event("Sano", family="sana", **settings))


def place(row: dict[str, str]) -> str:
    return f"{row['sheet']}!{row['cell']}"


def by_place(rows: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    return sorted((row["severity"], row["code"], place(row)) for row in rows)


def assert_said(rows: list[dict[str, str]], expected: tuple[Line, ...]) -> None:
    """Assert that each expected line has a matching row that contains its words and gives a message and a remedy."""
    for line in expected:
        same = [row for row in rows if (row["severity"], row["code"], place(row)) == line[:3]]
        assert same, f"no line {line[:3]}, only {by_place(rows)}"
        text = "\n".join(f"{row['found']} / {row['message']} / {row['hint']}" for row in same)
        assert [word for word in line.words if word not in text] == [], text
        assert all(row["message"] and row["hint"] for row in same)


def checks(path: Path) -> dict[str, tuple[object, object, object]]:
    """Return the checks listed on the Checks sheet of a ranked workbook.

    Each check is mapped to the value found, the value expected and the result, such as `holds`.
    """
    book = load_workbook(path, read_only=True)
    rows = [row[:4] for row in book["Checks"].iter_rows(values_only=True)]
    book.close()
    top = next(number for number, row in enumerate(rows) if row[0] == "check")
    return {str(row[0]): row[1:] for row in rows[top + 1 : rows.index((None,) * 4, top)]}


def typed_cells(*files: Path) -> int:
    """Return the number of non-blank cells in these workbooks, counted with openpyxl alone."""
    books = [load_workbook(path) for path in files]
    cells = (cell for book in books for page in book for row in page.iter_rows(values_only=True) for cell in row)
    return sum(cell is not None and str(cell).strip() != "" for cell in cells)
