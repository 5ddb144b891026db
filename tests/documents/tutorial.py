"""Read the steps of a tutorial from its page and carry them out: run commands, fill in sheets and save files.

- A `console` block contains commands (`$ centre-years build`), each followed by the output that the reader sees. The
  line `...` stands for any output. In a `console fails` block, the last command must fail.
- `<!-- type: data/raw/2026/Club night.xlsx, boards -->` precedes a table that is typed into the `boards` sheet. The
  leading cells of a row (a setting, or round, board and power) select the row of the sheet to fill in. If the sheet has
  no such row, a new one is added at the end. A table with one column per power gives final centres, each of which is
  typed into the row of its power.
- `<!-- file: players.csv -->` precedes a block that is saved as that file.
- `<!-- language: it -->` sets the output language of the commands that follow. The default is English.
"""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from schemas.words import meaning
from tests.command import command

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"
DIRECTIVE = re.compile(r"<!-- (type|file|language): (.+) -->")
KEYS = {
    "round",
    "board",
    "power",
    "year",
    "turn",
    "stage",
    "group",
    "south",
    "north",
}  # leading columns that name a row
FENCE = re.compile(r"^ *```(.*)$")
ENVIRONMENT = {"NO_COLOR": "1", "COLUMNS": "200"}


@dataclass(frozen=True)
class Command:
    """A command that the reader types, and the lines of output that the page shows."""

    words: list[str]
    shown: list[str]
    fails: bool
    language: str = "en"


@dataclass(frozen=True)
class Typing:
    """A table that the reader types into a sheet, with the headers in its first row."""

    file: str
    sheet: str
    rows: list[list[str]]


@dataclass(frozen=True)
class Saving:
    """A file that the reader saves, with the contents shown on the page."""

    file: str
    text: str


Step = Command | Typing | Saving


def steps(page: str) -> Iterator[list[Step]]:
    """Yield the steps of a page in order.

    The commands of a `console` block form one list, and any other step forms a list of its own.
    """
    lines = iter(page.splitlines())
    awaited: tuple[str, str] | None = None
    language = "en"
    for line in lines:
        if (found := DIRECTIVE.search(line)) and found[1] == "language":
            language = found[2]
        elif found:
            awaited = found[1], found[2]
        elif (fence := FENCE.match(line)) and awaited and awaited[0] == "file":
            yield [Saving(awaited[1], "\n".join(_block(lines)) + "\n")]
            awaited = None
        elif fence:
            block = [*_block(lines)]
            if fence[1].startswith("console"):
                yield [*_commands(block, language, fails=fence[1] == "console fails")]
        elif line.strip().startswith("|") and awaited:
            file, _, sheet = awaited[1].rpartition(", ")
            yield [Typing(file, sheet, [*_table(line, lines)])]
            awaited = None
    assert awaited is None, f"nothing follows {awaited}"


def _block(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        if FENCE.match(line):
            return
        yield line


def _commands(block: list[str], language: str, fails: bool) -> Iterator[Command]:
    starts = [number for number, line in enumerate(block) if line.strip().startswith("$ ")]
    assert starts and starts[0] == 0, f"a console block begins with a command: {block}"
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        words = shlex.split(block[start].strip().removeprefix("$ "))
        shown = [line for line in block[start + 1 : end] if line.strip()]
        yield Command(words, shown, fails and end == len(block), language)


def _table(first: str, lines: Iterator[str]) -> Iterator[list[str]]:
    """Yield the cells of each row of a Markdown table, without the line below the header."""
    line = first
    while line.strip().startswith("|"):
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if not all(re.fullmatch(":?-+:?", cell) for cell in cells):
            yield cells
        line = next(lines, "")


def do(step: Step, folder: Path) -> None:
    """Carry out a step in a folder.

    Raises AssertionError if a command's exit status or output is not as the page says.
    """
    if isinstance(step, Saving):
        path = folder / step.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, encoding="utf-8")
    elif isinstance(step, Typing):
        type_into(folder / step.file, step.sheet, step.rows)
    elif step.words[0] == "mkdir":
        (folder / step.words[1]).mkdir(parents=True)
    else:
        program, *arguments = step.words
        assert program == "centre-years", f"a tutorial runs nothing else: {program}"
        status, printed = command(arguments, folder, ENVIRONMENT | {"LANGUAGE": step.language})
        assert (status != 0) == step.fails, f"{step.words} ended with {status}:\n{printed}"
        missing = not_printed(step.shown, printed)
        assert missing is None, f"{step.words} does not print {missing!r}, but:\n{printed}"


def not_printed(shown: Iterable[str], printed: str) -> str | None:
    """Return the first shown line that is missing from the output, or None if no line is missing.

    The lines must be in the same order, but line breaks are ignored.
    """
    rest = " ".join(printed.split())
    for line in shown:
        text = " ".join(line.split())
        if text == "...":
            continue
        _, hit, after = rest.partition(text)
        if not hit:
            return text
        rest = after
    return None


def type_into(path: Path, name: str, rows: list[list[str]]) -> None:
    """Type rows into a sheet of a workbook, each value below its header.

    rows  the headers, then the rows to type
    """
    workbook = load_workbook(path)
    sheet = workbook[name]
    columns = {str(cell.value): cell.column for cell in sheet[1] if cell.value is not None}
    rows = _per_seat(rows, {meaning(meaning("sheet", name), header): header for header in columns})
    typed, fields = [columns[header] for header in rows[0]], [meaning(meaning("sheet", name), text) for text in rows[0]]
    keys = [*takewhile(lambda at: fields[at] in KEYS or at == 0, range(len(fields)))]
    for row in rows[1:]:
        number = _row(sheet, [(typed[at], row[at]) for at in keys])
        for column, text in zip(typed, row, strict=True):
            sheet.cell(number, column).value = int(text) if re.fullmatch(r"-?\d+", text) else text or None
    for cell in (cell for row in sheet.iter_rows() for cell in row):
        if isinstance(cell.value, str) and cell.value.startswith("="):
            cell.value = None  # the formula of a control total, which nothing here calculates
    workbook.save(path)


def _per_seat(rows: list[list[str]], headers: dict[str, str]) -> list[list[str]]:
    """Turn a table with one column per power into a table of final centres with one row per power.

    Any other table is returned unchanged.

    headers  the sheet's headers, keyed by field
    """
    powers = [header for header in rows[0] if meaning("power", header)]
    if not powers:
        return rows
    keys = len(rows[0]) - len(powers)
    seats = [
        [*row[:keys], power, centres] for row in rows[1:] for power, centres in zip(powers, row[keys:], strict=True)
    ]
    return [[*rows[0][:keys], headers["power"], headers["final"]], *seats]


def _row(sheet: Worksheet, key: list[tuple[int, str]]) -> int:
    """Return the number of the row that matches `key`, or of the first free row at the end.

    key  pairs of column number and cell text
    """
    last = 1
    for number in range(2, sheet.max_row + 1):
        cells = [sheet.cell(number, column).value for column, _ in key]
        if [str(cell) for cell in cells] == [text for _, text in key]:
            return number
        if any(cell is not None for cell in cells):
            last = number
    return last + 1
