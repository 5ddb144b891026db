"""The documents in a file: JSON, JSON lines, pages or sheets.

A document's kind is decided by the content of the file, not by the file's name.
"""

import json
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, NoReturn

from pipeline.problems.codes import problem
from pipeline.read.cells import Unreadable
from pipeline.read.csv_file import UTF_16, decoded
from pipeline.read.file import parsed
from pipeline.read.find import CSV, ODS, WORKBOOKS
from pipeline.read.preflight import MIMETYPE, MOST_BYTES, NO_WORKBOOK, OLD_FORMAT, SIGNATURES, ZIPS, looks_like
from pipeline.read.preflight import ODS as MARK_OF_ODS
from pipeline.tools.imports.problems import ImportProblem, Refused, printable, shown
from schemas.messages import Message, say

Kind = Literal["json", "page", "sheet"]
MOST_DOCUMENTS = 10_000  # maximum number read from one file; a sheet has room for fewer games
TOO_LARGE = say("This file is larger than {size} MB.", size=MOST_BYTES // 2**20)
MOST_VALUES = 2_000_000  # maximum number of values in JSON, counted by their separators
SNIFFED = 4096  # number of bytes at the start of a file, from which its kind is recognised
ZIP, MARK = b"PK\x03\x04", b"\xef\xbb\xbf"
NO_TEXT = b"\0"
JSON = re.compile(rb"""\{\s*(?:["}]|$)|\[\s*(?:[]["{0-9-]|true|false|null|$)""")  # but not `[b]` and `{\rtf`
WORKBOOK, LIST_OF_PARTS = ("content.xml", "xl/workbook.xml"), b"[Content_Types].xml"  # names inside a zip file
NOT_READ = {say("an empty file"), *SIGNATURES.values(), *(kind for part, kind in ZIPS.items() if part not in WORKBOOK)}


class Document(NamedTuple):
    """One document: a whole file, an element of a JSON list, a line of JSON lines, or a sheet of a workbook.

    content  the parsed JSON, the text of a page, or the rows of a sheet as lists of strings
    part     number of the element or line, name of the sheet, or "" for a whole file
    lines    the lines of a text file, not split into cells
    """

    path: Path
    kind: Kind
    content: Any
    part: str = ""
    lines: Sequence[str] = ()

    @property
    def place(self) -> str:
        """The file's name, followed by `part` if that is not empty."""
        return printable(f"{self.path.name}:{self.part}" if self.part else self.path.name)

    @property
    def title(self) -> str:
        """The title of the document's game: the file's name without suffix, followed by `part` if that is not empty."""
        return printable(f"{self.path.stem} {self.part}".strip())


def documents(path: Path, problems: list[ImportProblem]) -> Iterator[Document]:
    """Yield the documents of a file, and add a problem for each document that cannot be read."""
    if path.is_dir():  # the path `.` has no name until it is resolved
        place = printable(path.resolve().name or str(path))
        problems.append(
            ImportProblem(
                "unreadable",
                place,
                say("This is a folder."),
                say("Name the files in the folder, not the folder itself."),
            )
        )
        return
    try:
        with path.open("rb") as file:
            yield from _documents(path, file, problems)
    except Refused as fault:
        problems.append(fault.at(path.name))
    except Unreadable as fault:
        refused = problem(fault.code, season="", event="", file=path.name, found=fault.found)
        problems.append(ImportProblem("unreadable", path.name, refused.message, refused.hint))
    except OSError as fault:
        why = say("This file cannot be read: {fault}.", fault=fault.strerror or str(fault))
        problems.append(ImportProblem("unreadable", path.name, why))


def _documents(path: Path, file: BinaryIO, problems: list[ImportProblem]) -> Iterator[Document]:
    head = file.read(SNIFFED)
    file.seek(0)
    if head.startswith(UTF_16):
        file = BytesIO(decoded(_whole(file), path.stem)[0].encode())
        head = file.getvalue()[:SNIFFED]
    start = head.removeprefix(MARK).lstrip()
    if JSON.match(start):
        yield from _json(path, file, problems)
    elif start.startswith(b"<"):
        yield Document(path, "page", _whole(file).decode("utf-8", "replace"))
    else:
        yield from _sheets(path, _whole(file))


def _whole(file: BinaryIO) -> bytes:
    """Return the bytes of a file. Raises Refused if the file is too large."""
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refused("too_large", TOO_LARGE)
    return content


# -- JSON --------------------------------------------------------------------------------------------------------------


def _json(path: Path, file: BinaryIO, problems: list[ImportProblem]) -> Iterator[Document]:
    """Yield the documents of a JSON file: one per line, one per element of a list, or a single one."""
    first, second = _line(file), _line(file)
    file.seek(0)
    if first.startswith(b"{") and (second.startswith(b"{") or (first.rstrip().endswith(b"}") and not second)):
        yield from _json_lines(path, file, problems, alone=not second)
        return
    content = loaded(_whole(file))
    if not isinstance(content, list):
        yield Document(path, "json", content)
        return
    if len(content) > MOST_DOCUMENTS:
        text = Message("This file lists {elements:,} games, but at most {most:,} are read from one file.")
        raise Refused("too_large", text.of({"elements": len(content), "most": MOST_DOCUMENTS}))
    for number, each in enumerate(content, 1):
        yield Document(path, "json", each, str(number) if len(content) > 1 else "")


def _json_lines(path: Path, file: BinaryIO, problems: list[ImportProblem], *, alone: bool) -> Iterator[Document]:
    number = 0
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        document = Document(path, "json", None, "" if alone else str(number))
        try:
            if len(line) > MOST_BYTES:
                raise Refused("too_large", TOO_LARGE)
            if number > MOST_DOCUMENTS:
                raise Refused("too_large", say("This file has more than {lines:,} lines.", lines=MOST_DOCUMENTS))
            if line.strip():
                yield document._replace(content=loaded(line))
        except Refused as fault:
            problems.append(fault.at(document.place))
            if fault.code == "too_large":
                return


def _line(file: BinaryIO) -> bytes:
    """Return the next line that is not blank. Raises Refused if this line is too long."""
    while (line := file.readline(MOST_BYTES + 1)) and not line.strip():
        pass
    if len(line) > MOST_BYTES:
        raise Refused("too_large", TOO_LARGE)
    return line.removeprefix(MARK).lstrip()


def loaded(text: bytes | str) -> Any:
    """Return the parsed JSON.

    Raises Refused if the text is malformed, too large or too deeply nested, or if an object repeats a name.
    """
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        if (values := sum(map(plain.count, ",[{"))) > MOST_VALUES:
            text_too_long = Message("This file contains {values:,} values, but at most {most:,} are read.")
            raise Refused("too_large", text_too_long.of({"values": values, "most": MOST_VALUES}))
        return json.loads(plain, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError as fault:
        raise Refused("broken_json", say("The brackets are nested too deeply.")) from fault
    except json.JSONDecodeError as fault:
        text_broken = Message("The JSON is broken at line {line}, column {column}: {fault}.")
        where = {"line": fault.lineno, "column": fault.colno, "fault": fault.msg}
        raise Refused("broken_json", text_broken.of(where)) from fault
    except ValueError as fault:  # not UTF-8, or a number with thousands of digits
        raise Refused("broken_json", say("The JSON cannot be read: {fault}.", fault=shown(fault))) from fault


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the name-value pairs of a JSON object as a dictionary. Raises Refused if a name is repeated."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise Refused("twice", say("“{name}” appears more than once.", name=shown(repeated)))
    return made


def _no_number(text: str) -> NoReturn:
    """Raise Refused for `NaN` or `Infinity`, which JSON does not allow."""
    raise Refused("broken_json", say("“{value}” is not a JSON value.", value=text))


# -- sheets ------------------------------------------------------------------------------------------------------------


def _sheets(path: Path, content: bytes) -> Iterator[Document]:
    """Yield the sheets of a workbook, or a text file as one sheet.

    Text that is not a table becomes a sheet with one cell per line.

    Raises Refused if the file is of another kind, and Unreadable if it is damaged.
    """
    kind = looks_like(content.strip())
    no_workbook = kind == NO_WORKBOOK and LIST_OF_PARTS not in content
    if kind in NOT_READ or no_workbook or content.startswith(OLD_FORMAT):
        raise Refused("unknown_format", say("This is {kind}.", kind=kind))
    if content.startswith(ZIP):
        suffix = ODS if MARK_OF_ODS in content[:MIMETYPE] else WORKBOOKS[0]
        for sheet in parsed(content, path.stem, suffix).sheets:
            yield Document(path, "sheet", [[cell.text for cell in row] for row in sheet.rows], sheet.name)
        return
    try:
        rows = [[cell.text for cell in row] for sheet in parsed(content, path.stem, CSV).sheets for row in sheet.rows]
    except Unreadable as fault:
        if NO_TEXT in content[:SNIFFED] or fault.code != "ragged_row":
            raise
        rows = []
    lines = decoded(content, path.stem)[0].splitlines()
    yield Document(path, "sheet", rows or [[line] for line in lines], lines=lines)
