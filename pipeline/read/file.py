"""One file -> its raw sheets, and what there is to say of it."""

from pathlib import Path

from pipeline.problems import Problem, problem
from pipeline.read.cells import RawSheet, Reading, Unreadable
from pipeline.read.csv_folder import read_csv
from pipeline.read.find import Source
from pipeline.read.ods import read_ods
from pipeline.read.workbook import read_workbook


def sheets_of(source: Source, problems: list[Problem]) -> list[RawSheet]:
    """The sheets of one source; what cannot be read becomes a problem."""
    sheets: list[RawSheet] = []
    where = {"season": source.season, "event": source.event, "file": source.file}
    for path in source.parts():
        try:
            reading = opened(path)
        except Unreadable as fault:
            problems.append(problem(fault.code, **where, sheet=fault.sheet, cell=fault.cell, found=fault.found))
        except OSError as fault:
            problems.append(
                problem("not_a_workbook", **where, found=f"a file that cannot be opened ({fault.strerror})")
            )
        else:
            sheets += reading.sheets
            problems += [problem(**where, **remark._asdict()) for remark in reading.remarks]
    return sheets


def opened(path: Path) -> Reading:
    """The sheets of a workbook or a CSV file. Raises Unreadable, OSError."""
    match path.suffix.casefold():
        case ".csv":
            return Reading([read_csv(path)], [])
        case ".ods":
            return Reading(read_ods(path), [])
        case _:
            return Reading(read_workbook(path), [])
