"""Read the files of a source into raw sheets and problems, using the reader for each file's format.

Invisible characters are removed from the sheets. A file or sheet that cannot be read is reported as a problem. A large
file is read in a child process, which sends the `Reading` back as a pickle.
"""

import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from pipeline.problems.codes import Problem, problem
from pipeline.read.cells import RawSheet, Reading, Remark, Unreadable, in_sight, plain
from pipeline.read.csv_file import read_csv
from pipeline.read.find import CSV, ODS, TSV, WORKBOOKS, Source
from pipeline.read.headers import kind_before_a_table, kind_of_sheet, sheet_of_file
from pipeline.read.ods import read_ods
from pipeline.read.preflight import called, contents, looks_like, packed, plain_parts, values_alone, weight
from pipeline.read.xlsx_fast import read_fast
from pipeline.read.xlsx_slow import read_slowly
from schemas.messages import Verbatim, say
from schemas.raw import SETTINGS_SHEETS, SHEETS

MODEST = 2 * 2**20  # bytes, unpacked; a larger file is read in a child process, which costs a few tenths of a second
SECONDS, MEMORY = 20, 2 * 2**30  # limits of a child process: seconds of processor time, bytes of memory
HOME = Path(__file__).parents[2]
START = "from pipeline.read import file; file.answer(file.parsed)"
READER = "--read-one-file"  # makes the frozen program act as a child process

Parse = Callable[[bytes, str, str], Reading]


def sheets_of(source: Source, problems: list[Problem]) -> list[RawSheet]:
    """Return the sheets of one source.

    The result is empty if the source changed while being read. A problem is added for everything that cannot be read,
    and for every `Remark` that the file's reader returns.
    """
    sheets: list[RawSheet] = []
    met: list[Problem] = []
    of_source = partial(problem, season=source.season, event=source.event, file=source.file)
    for path in source.parts():
        try:
            reading = opened(path)
        except Unreadable as fault:
            met.append(of_source(fault.code, sheet=fault.sheet, cell=fault.cell, found=fault.found))
        except OSError as fault:
            met.append(of_source("cannot_open", found=say("{file}: {fault}", file=path.name, fault=fault.strerror)))
        else:
            sheets += reading.sheets
            met += [of_source(**remark._asdict()) for remark in reading.remarks]
    if source.changed():
        problems.append(of_source("changed", found=say("a file that changed while it was being read")))
        return []
    problems += met
    often = Counter(sheet.name for sheet in sheets)
    # for example, names that are equal once their invisible characters are removed
    alike = [name for name, times in often.items() if times > 1]
    problems += [of_source("two_sheets", sheet=name, found=Verbatim(name)) for name in alike]
    return [sheet for sheet in sheets if sheet.name not in alike]


def opened(path: Path) -> Reading:
    """Return the sheets of a workbook or a CSV file.

    Raises Unreadable for a fault in the file, and OSError if the file cannot be opened.
    """
    content, suffix = contents(path), path.suffix.casefold()
    size = weight(content) if suffix in WORKBOOKS else len(content)
    read = read_in_child if size > MODEST and suffix in (*WORKBOOKS, CSV, TSV) else parsed
    return read(content, sheet_of_file(path.stem), suffix)


def parsed(content: bytes, name: str, suffix: str) -> Reading:
    """Return the sheets and remarks read from the bytes of a file. Raises Unreadable for any fault."""
    try:
        reading = _parsed(content, name, suffix)
    except Unreadable:
        raise
    except MemoryError as fault:
        raise Unreadable("gave_up", say("not enough memory")) from fault
    except Exception as fault:  # parsers raise many kinds of exceptions, which all mean the same to the user
        raise Unreadable("not_a_workbook", say("a workbook whose parts do not match")) from fault
    sheets, remarks = [], [remark._replace(sheet=plain(remark.sheet)[0]) for remark in reading.remarks]
    for sheet, unseen in map(in_sight, reading.sheets):
        sheets.append(sheet)
        remarks += unseen
    return Reading(sheets, [remark for remark in remarks if not remark.sheet or _is_read(remark.sheet)])


def _parsed(content: bytes, name: str, suffix: str) -> Reading:
    if suffix in (CSV, TSV):
        return read_csv(content, name)
    if suffix not in WORKBOOKS:
        raise Unreadable("not_a_workbook", called(looks_like(content), suffix))
    parts = plain_parts(content, suffix)
    if suffix == ODS:
        return read_ods(parts)
    return read_fast(parts, suffix) or _read_slowly(content, parts, suffix)


def _read_slowly(content: bytes, parts: Mapping[str, bytes], suffix: str) -> Reading:
    """Return the sheets of a workbook, without its formatting if the formatting cannot be read.

    If the formatting was ignored, a remark says so. Raises Unreadable, and openpyxl's own exceptions.
    """
    try:
        return read_slowly(content, suffix)
    except MemoryError:
        raise
    except Exception as fault:
        try:
            reading = read_slowly(packed(values_alone(parts)), suffix)
        except Exception:
            raise fault from None
    return reading._replace(
        remarks=[*reading.remarks, Remark("odd_formatting", say("formatting that breaks the rules of the file format"))]
    )


def _is_read(sheet: str) -> bool:
    """Return whether a sheet of this name may be read.

    Other sheets are skipped, and their faults are not reported.
    """
    return (kind_of_sheet(sheet) or kind_before_a_table(sheet)) in {*SHEETS, *SETTINGS_SHEETS}


# -- in a child process: a parser that crashes affects only this file --------------------------------------------------


def read_in_child(content: bytes, name: str, suffix: str) -> Reading:
    """Run `parsed` on a file's bytes in a child process. Raises Unreadable for any fault, crash or timeout."""
    environment = os.environ | {"PYTHONPATH": str(HOME), "OPENBLAS_NUM_THREADS": "1"}
    code = (
        [READER] if getattr(sys, "frozen", False) else ["-P", "-c", START]
    )  # -P: do not import from the working folder
    command = [sys.executable, *code, name, suffix]
    try:
        done = subprocess.run(command, input=content, capture_output=True, env=environment, timeout=2 * SECONDS)
    except subprocess.TimeoutExpired as fault:
        raise Unreadable("gave_up", say("no result after {seconds} seconds", seconds=2 * SECONDS)) from fault
    if done.returncode or not done.stdout:
        raise Unreadable(
            "gave_up", say("the process that was reading the file stopped (status {status})", status=done.returncode)
        )
    answered: Reading | Unreadable = pickle.loads(done.stdout)
    if isinstance(answered, Unreadable):
        raise answered
    return answered


def answer(parse: Parse) -> None:
    """Parse standard input in the child process, and write the `Reading` or the fault to standard output."""
    _limit()
    name, suffix = sys.argv[1:]
    try:
        answered: Reading | Unreadable = parse(sys.stdin.buffer.read(), name, suffix)
    except Unreadable as fault:
        answered = fault
    pickle.dump(answered, sys.stdout.buffer)


def _limit() -> None:
    """Limit the time and memory of this process, if the system supports limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
