"""Read a CSV file, which is named after its sheet, as one raw sheet.

The encoding and the separator are detected. If one of them is unusual, a remark says so.
"""

import codecs
import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice

from pipeline.read import cells, headers
from pipeline.read.cells import ERROR, MOST_COLUMNS, MOST_ROWS, Cell, RawSheet, Reading, Remark, Unreadable, address
from schemas.fields import EITHER, NUMBER
from schemas.messages import NOTHING, Text, listed, say

DELIMITERS: dict[str, Text] = {",": NOTHING, ";": say("semicolons"), "\t": say("tabs")}
DECLARED = re.compile(r"sep=([,;\t])[,;\t]*\r?\n?", re.IGNORECASE)  # a first line that Excel understands
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
# Windows-1252 is accepted only if no similar encoding fits. The text must contain letters that Windows-1252 shares with
# ISO 8859-1 and -15, and may contain French and Italian punctuation. Bytes that are letters in the old encodings of
# Macintosh and DOS are refused.
LETTERS = {*range(0xC0, 0xFF)} - {0xC2, 0xC3, 0xD0, 0xD7, 0xDE, 0xF0, 0xF7, 0xFE}
SIGNS = {0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xA0, 0xA7, 0xAA, 0xAB, 0xB0, 0xB7, 0xBA, 0xBB}
OTHER_ALPHABET = re.compile(
    rb"[\xc0-\xff]{3}|(?<![A-Za-z\xc0-\xff])[\xc0-\xff]{2,}(?![A-Za-z\xc0-\xff])"
)  # runs of bytes that are letters in encodings of other alphabets, such as Cyrillic
# How web sites export text that looks like a number: `="007"`.
AS_TEXT = re.compile(r'\s*=\s*"((?:[^"]|"")*)"\s*')
DECIMAL_COMMA = re.compile("-?[0-9]+,[0-9]+")
LOOKED_AT = 2**16  # number of characters searched for the header
SHOWN = 5  # words with accents quoted in the remark, so that the reader can check the guess


def read_csv(content: bytes, name: str) -> Reading:
    """Read a CSV file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252 if this encoding is certain.

    The separator is a comma, a semicolon or a tab. If any rows are longer than the header, each of them is reported and
    the sheet is not read. Raises Unreadable for a file that is not text or not a table.
    """
    text, remarks = decoded(content, name)
    declared = DECLARED.match(text)
    tables = headers.tables_of(name)
    delimiter = declared[1] if declared else _delimiter(text, tables)
    if delimiter != ",":
        remarks.append(Remark("other_separator", DELIMITERS[delimiter], name))
    typed = [*_typed(text, delimiter, name)]
    if declared:
        typed[0] = []
    titles = _row_of_headers(typed, tables)
    header = len(typed[titles]) if len(typed) > titles and len(typed[titles]) > 1 else MOST_COLUMNS
    below = [row for number, row in enumerate(typed) if number > titles and any(cell.text.strip() for cell in row)]
    spare = min((len(row) - header for row in below), default=0)  # some programs end every row with surplus commas
    spare = max(spare, 0) if not any(cell.text.strip() for row in below for cell in row[header:]) else 0
    ragged = [  # rows with an unquoted separator: their cells are in the wrong columns
        Remark(
            "ragged_row",
            say("{cells} cells, but the header has {most}", cells=len(row), most=header),
            name,
            address(number, header),
        )
        for number, row in enumerate(typed)
        if number > titles and len(row) > header + spare
    ]
    return Reading([] if ragged else [RawSheet(name, cells.trimmed(typed))], remarks + ragged)


def decoded(content: bytes, name: str) -> tuple[str, list[Remark]]:
    """Return the decoded text, and a remark if the encoding is not UTF-8.

    Raises Unreadable if the encoding is uncertain.
    """
    mark = next((mark for mark in MARKS if content.startswith(mark)), b"")
    encoding = MARKS.get(mark, "utf-8")
    if not encoding.startswith("utf-16") and content.count(b"\0") > len(content) // 4:
        detail = say(
            "this is either not text at all, or UTF-16 text without a byte order mark (byte {byte:,} is NUL)",
            byte=content.index(0),
        )
        raise Unreadable("bad_text", detail, name)
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as fault:
        if not mark and _is_windows(content):
            text = content.decode("cp1252")
            words = dict.fromkeys(word for word in re.findall(r"\w+", text) if not word.isascii())
            detail = say("Windows-1252, with {words}", words=listed([*words][:SHOWN]))
            return text, [Remark("other_encoding", detail, name)]
        byte = len(mark) + fault.start
        line = 1 + len(re.findall(rb"\r\n?|\n", content[:byte]))
        detail = say(
            "byte {byte:,}, in line {line:,}, is not valid {encoding}",
            byte=byte,
            line=line,
            encoding=encoding[:6].upper(),
        )
        raise Unreadable("bad_text", detail, name) from fault
    return text, [Remark("other_encoding", say("UTF-16"), name)] if encoding.startswith("utf-16") else []


def _is_windows(content: bytes) -> bool:
    """Return whether bytes are certainly encoded in Windows-1252.

    This is certain if no byte is NUL, and the bytes outside ASCII never form a valid UTF-8 character, include a letter,
    and can only be Western European text (see LETTERS, SIGNS and OTHER_ALPHABET).
    """
    high = {byte for byte in content if byte >= 0x80}
    some_utf_8 = any(sign >= "\x80" and sign != "\ufffd" for sign in content.decode("utf-8", "replace"))
    plain = b"\0" not in content and not some_utf_8 and not OTHER_ALPHABET.search(content)
    return plain and high <= LETTERS | SIGNS and bool(high & LETTERS)


def _delimiter(text: str, tables: tuple[str, ...]) -> str:
    """Return the separator that splits the header into the most known columns.

    The known columns are those of a kind in `tables`. Required columns are compared first, then all columns. The header
    decides, because values may contain commas or semicolons. If several separators tie, they are counted in the first
    line in which one of them occurs more than once or, if there is no such line, in the first line that contains one of
    them. The most frequent one is returned.
    """
    named = {mark: headers.most_named(tables, _first_rows(text, mark)) for mark in DELIMITERS}
    most = [mark for mark in DELIMITERS if named[mark] == max(named.values())]
    if len(most) == 1:
        return most[0]
    lines = [line for line, _ in zip(StringIO(text), range(MOST_ROWS), strict=False)]
    several = next((line for line in lines if any(line.count(mark) > 1 for mark in most)), "")
    line = several or next((line for line in lines if any(mark in line for mark in most)), "")
    return max(most, key=line.count)


def _first_rows(text: str, delimiter: str) -> list[list[Cell]]:
    """Return the rows to be searched for the header, split at this separator."""
    rows = csv.reader(StringIO(text[:LOOKED_AT], newline=""), delimiter=delimiter)
    return [[Cell(_shown(typed), "text") for typed in row[:MOST_COLUMNS]] for row in islice(rows, headers.HEADER_ROWS)]


def _row_of_headers(rows: list[list[Cell]], tables: tuple[str, ...]) -> int:
    """Return the number of the header row.

    If no header is found, this is the first row with several cells, since a row with a single cell is probably a title.
    If there is no such row either, the result is 0.
    """
    for find in (headers.header_row, headers.header_without_round):
        for kind in tables:
            if (number := find(kind, rows)) is not None:
                return number
    return next((number for number, row in enumerate(rows) if len(row) > 1), 0)


def _typed(text: str, delimiter: str, name: str) -> Iterator[list[Cell]]:
    """Yield each row as a list of cells. Raises Unreadable if the quotes are faulty or the file exceeds a limit."""
    reader, size = csv.reader(_lines(text, delimiter, name), delimiter=delimiter, strict=True), cells.Size()
    try:
        for number, row in enumerate(reader):
            if number >= MOST_ROWS:
                raise Unreadable("too_wide", say("more than {most:,} rows", most=MOST_ROWS), name, address(number, 0))
            if len(row) > MOST_COLUMNS:
                raise _too_wide(len(row), name, number)
            typed = [_cell(text, delimiter) for text in row]
            size.add(1, typed)
            yield typed
    except csv.Error as fault:
        code = "long_text" if "field larger" in str(fault) else "ragged_row"
        raise Unreadable(code, say("{fault} in line {line:,}", fault=str(fault), line=reader.line_num), name) from fault


def _too_wide(columns: int, name: str, line: int) -> Unreadable:
    return Unreadable("too_wide", say("{columns:,} columns", columns=columns), name, address(line, MOST_COLUMNS))


def _lines(text: str, delimiter: str, name: str) -> Iterator[str]:
    """Yield the lines of the file. Raises Unreadable for a line with too many cells."""
    for number, line in enumerate(StringIO(text, newline="")):
        if line.count(delimiter) > MOST_COLUMNS + cells.MOST_SIGNS:
            raise _too_wide(line.count(delimiter), name, number)
        yield line


def _cell(text: str, delimiter: str) -> Cell:
    """Return a CSV value as a cell.

    The file has no types, so a value that looks like a number becomes a number. If the separator is not a comma, a
    comma in a number is a decimal comma. Values such as `1.800` and `1,800` are ambiguous in such a file, and have the
    kind `either`. `="007"` is the text `007`.
    """
    if (shown := _shown(text)) != text:
        return Cell(shown, "text")
    if ERROR.fullmatch(text):
        return Cell(text, "error")
    if delimiter != "," and re.fullmatch(EITHER, text):
        return Cell(text, "either")
    if delimiter != "," and DECIMAL_COMMA.fullmatch(text):
        return Cell(text, "comma")
    return Cell(text, "number" if re.fullmatch(NUMBER, text) else "text")


def _shown(text: str) -> str:
    """Return the text that a formula shows, such as `007` for `="007"`, and any other string unchanged."""
    formula = AS_TEXT.fullmatch(text)
    return formula[1].replace('""', '"') if formula else text
