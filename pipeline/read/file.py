"""One source -> its raw sheets, and the problems met: the format decides which reader takes each file.

In: a `Source` or a path. Out: raw sheets without invisible characters; what cannot be read becomes a problem.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pipeline.problems.codes import Problem, problem
from pipeline.read.cells import RawSheet, Reading, Remark, Unreadable
from pipeline.read.child_process import read_apart
from pipeline.read.csv_folder import read_csv
from pipeline.read.find import CSV, ODS, TSV, WORKBOOKS, Source
from pipeline.read.headers import kind_before_a_table, kind_of_sheet, sheet_of_file
from pipeline.read.invisible_characters import in_sight, plain
from pipeline.read.ods import read_ods
from pipeline.read.preflight import called, contents, looks_like, plain_parts, weight
from pipeline.read.values_alone import packed, values_alone
from pipeline.read.xlsx_fast import read_fast
from pipeline.read.xlsx_slow import read_slowly
from schemas.messages import Verbatim, say
from schemas.raw import SETTINGS_SHEETS, SHEETS

MODEST = 2 * 2**20  # bytes, unpacked: a larger file has a process of its own


def sheets_of(source: Source, problems: list[Problem]) -> list[RawSheet]:
    """The sheets of one source, none if it changes meanwhile; what cannot be read is added to the problems."""
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
        problems.append(of_source("changed", found=say("a file that changed while it was read")))
        return []
    problems += met
    often = Counter(sheet.name for sheet in sheets)
    alike = [name for name, times in often.items() if times > 1]  # once blanks without width are gone, say
    problems += [of_source("two_sheets", sheet=name, found=Verbatim(name)) for name in alike]
    return [sheet for sheet in sheets if sheet.name not in alike]


def opened(path: Path) -> Reading:
    """The sheets of a workbook or a CSV file. Raises Unreadable, OSError."""
    content, suffix = contents(path), path.suffix.casefold()
    size = weight(content) if suffix in WORKBOOKS else len(content)
    read = read_apart if size > MODEST and suffix in (*WORKBOOKS, CSV, TSV) else parsed
    return read(content, sheet_of_file(path.stem), suffix)


def parsed(content: bytes, name: str, suffix: str) -> Reading:
    """The sheets of a file's bytes. Raises Unreadable, whatever is wrong with them."""
    try:
        reading = _parsed(content, name, suffix)
    except Unreadable:
        raise
    except MemoryError as fault:
        raise Unreadable("gave_up", say("too little memory")) from fault
    except Exception as fault:  # a parser raises whatever it comes upon; each means the same to the user
        raise Unreadable("not_a_workbook", say("a workbook whose parts do not fit together")) from fault
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
    """The sheets of a workbook; without its formatting, and with a remark, where nothing else keeps it from being read.

    Raises Unreadable, and whatever openpyxl does.
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
        remarks=[*reading.remarks, Remark("odd_formatting", say("formatting that breaks the format’s rules"))]
    )


def _is_read(sheet: str) -> bool:
    """A sheet that may have a meaning: the others are left out as a whole, whatever is in them."""
    return (kind_of_sheet(sheet) or kind_before_a_table(sheet)) in {*SHEETS, *SETTINGS_SHEETS}
