"""A worksheet that writes whole tables at once, and produces the same bytes as XlsxWriter in much less time.

XlsxWriter keeps every cell as an object and builds its element attribute by attribute. Columns often repeat a value in
the same format, so the part that such cells share is built only once here. This also applies to single cells that are
written together (`Page.write_alike`). XlsxWriter still writes everything else.
"""

import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import xlsxwriter.workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_range, xl_rowcol_to_cell_fast
from xlsxwriter.worksheet import Worksheet

Value = str | int | float | None

TOGETHER = 16  # XlsxWriter writes the spans of rows in groups of this size
BELOW, END = b'<row r="17"', b"</sheetData>"
LEVEL = 6
LONGEST_TEXT, CUT = 32_767, " …"  # limit per cell in UTF-16 code units; ending of a string that was cut
REMEMBERED = 8  # number of sheets whose deflated rows are cached: enough for two workbooks


@dataclass
class Cells:
    """One column of a table, with one value per row, and with one format per row or a single format for all rows.

    formula  formula for the cells that contain a number. The number is stored as the formula's result, and `{row}`
             stands for the row number
    """

    values: Sequence[Value]
    formats: Sequence[Format]
    formula: str = ""
    texts: dict[str, int] = field(default_factory=dict)  # string -> index in the workbook's table of shared strings

    def __post_init__(self) -> None:
        self.distinct = dict.fromkeys(self.values)

    def first_of_each_format(self) -> dict[Format, int]:
        """Return the index of the first row with each format."""
        return {style: self.formats.index(style) for style in dict.fromkeys(self.formats)}

    def elements(self, first: int, following: str) -> Iterator[str]:
        """Return the end of each cell's XML, beginning just after the row number in the cell's address.

        first      row of the first cell
        following  XML to add after each cell
        """
        formula = self.formula.removeprefix("=").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        styles = {style: f'" s="{style._get_xf_index()}' for style in {*self.formats}}
        of_cell: dict[Any, str]  # keyed by value, or by value and format
        cells: Iterable[Any] = self.values
        if len(styles) == 1:  # most columns
            (style,) = styles.values()
            of_cell = {value: style + _ending(value, self.texts, formula) + following for value in self.distinct}
        else:
            pairs = {*zip(self.values, self.formats, strict=True)}
            of_cell = {pair: styles[pair[1]] + _ending(pair[0], self.texts, formula) + following for pair in pairs}
            cells = zip(self.values, self.formats, strict=True)
        if not formula:
            return map(of_cell.__getitem__, cells)
        parts = {cell: written.split("{row}") for cell, written in of_cell.items()}
        rows = range(first + 1, first + 1 + len(self.values))
        return map(str.join, map(str, rows), map(parts.__getitem__, cells))


@dataclass(frozen=True)
class Table:
    """A table that begins in the sheet's first column.

    printed  dictionary that holds the XML of the rows under the key `first` once it has been built
    """

    first: int
    last: int
    width: int
    columns: Sequence[Cells]
    printed: dict[int, str]


class Single(NamedTuple):
    """A single cell, with its format and the part of its XML that follows the format number.

    In `<c r="A1" s="5"><v>7</v></c>`, where `5` is the format number, `ending` is `"><v>7</v></c>`.
    """

    ending: str
    format: Format


class Page(Worksheet):  # type: ignore[misc]
    """An XlsxWriter worksheet that takes whole tables as well as single cells.

    A single cell replaces the table's cell in the same position.
    """

    def __init__(self) -> None:
        super().__init__()
        self._tables: list[Table] = []

    def write_alike(self, places: Collection[tuple[int, int]], value: Value, style: Format) -> int:
        """Write the same finite number, string or None into several cells.

        places  row and column of each cell

        Returns 0, or -1 (as XlsxWriter does) if a cell lies outside the limits of a sheet.
        """
        texts: dict[str, int] = {}
        if isinstance(value, str) and value:
            texts[value] = self.str_table._get_shared_string_index(encodable(value))
            self.str_table.count += len(places) - 1
        cell = Single(_ending(value, texts), style)
        for row, column in places:
            if self._check_dimensions(row, column):
                return -1
            self.table[row][column] = cell
        return 0

    def merge_from_first(self, row: int, last: int) -> None:
        """Merge the cells of a row from the first column to `last`, without writing them."""
        self.merge.append([row, 0, row, last])

    def write_table(self, first: int, columns: Sequence[Cells], printed: dict[int, str]) -> int:
        """Write a table of finite numbers, strings and None, starting at row `first`.

        printed  receives the XML of the rows under the key `first`, for `write_again` in another workbook

        Returns 0, or -1 (as XlsxWriter does) if the table does not fit on the sheet.
        """
        last = first + len(columns[0].values) - 1
        if self._check_dimensions(first, 0) or self._check_dimensions(last, len(columns) - 1):
            return -1
        for column in columns:
            for value in column.distinct:
                if isinstance(value, str) and value:
                    column.texts[value] = self.str_table._get_shared_string_index(encodable(value))
            if column.texts:
                self.str_table.count += sum(map(column.texts.__contains__, column.values)) - len(column.texts)
        self._tables.append(Table(first, last, len(columns), columns, printed))
        return 0

    def write_again(self, first: int, height: int, width: int, printed: dict[int, str], texts: int) -> int:
        """Write a table whose XML is already in `printed`, starting at row `first`.

        texts  number of cells that contain a string

        Strings and formats must have the same numbers in this workbook as in the one that the XML was made for.

        Returns 0, or -1 if the table does not fit on the sheet.
        """
        last = first + height - 1
        code: int = self._check_dimensions(first, 0) or self._check_dimensions(last, width - 1)
        self.str_table.count += texts
        self._tables.append(Table(first, last, width, (), printed))
        return code

    def add_filters(self, top: int, last: int, options: dict[str, Any]) -> int:
        """Define an Excel table with the columns in `options`, from row `top` to `last`.

        Returns XlsxWriter's return code. `add_table` is called for the header and one row only, because checking
        every cell of a large table for overlaps with other tables would take too long.
        """
        right = len(options["columns"]) - 1
        code: int = self.add_table(top, 0, top + 1, right, options)
        if not code:
            self.tables[-1] |= {
                name: xl_range(top, 0, last, right)
                for name in ("range", "a_range", "autofilter")
                if self.tables[-1].get(name)
            }
        return code

    def height(self, first: int, end: int) -> int:
        """Return the total height in pixels of the rows from `first` up to but not including `end`."""
        return sum(map(self._size_row, range(first, end)))

    def _write_rows(self) -> None:
        """Write all rows in order: those of tables directly, and the others with XlsxWriter."""
        self._set_spans()
        top, bottom = self.dim_rowmin, self.dim_rowmax
        for table in sorted(self._tables, key=attrgetter("first")):
            self._write_others(top, table.first - 1)
            if table.first not in table.printed:
                self._number_formats(table)
                table.printed[table.first] = self._table_rows(table)
            self.fh.write(table.printed[table.first])
            top = table.last + 1
        self._write_others(top, bottom)

    def _write_cell(self, row: int, column: int, cell: Any) -> None:
        """Write a single cell, leaving only uncommon kinds and cells without a format to XlsxWriter."""
        match type(cell).__name__:
            case "Single":
                ending = cell.ending
            case "String":
                ending = f'" t="s"><v>{cell.string}</v></c>'
            case "Blank":
                ending = '"/>'
            case _:
                ending = ""
        if ending and cell.format:
            address = xl_rowcol_to_cell_fast(row, column)
            self.fh.write(f'<c r="{address}" s="{cell.format._get_xf_index()}{ending}')
        else:
            super()._write_cell(row, column, cell)

    def _write_others(self, top: int, bottom: int) -> None:
        self.dim_rowmin, self.dim_rowmax = top, bottom
        super()._write_rows()

    def _table_rows(self, table: Table) -> str:
        """Return the XML of a table's rows.

        Each row is put together from prepared pieces of XML. Its number is inserted between them, since every cell's
        address ends with it.
        """
        names = [xl_col_to_name(i) for i in range(table.width)]
        following = [*(f'<c r="{name}' for name in names[1:]), "</row>"]
        columns = [column.elements(table.first, next_) for column, next_ in zip(table.columns, following, strict=True)]
        rows = range(table.first, table.last + 1)
        beginnings = {group: f'" spans="{span}"><c r="{names[0]}' for group, span in self.row_spans.items()}
        parts = zip(repeat('<row r="'), (beginnings[row // TOGETHER] for row in rows), *columns)
        written = [*map(str.join, (str(row + 1) for row in rows), parts)]
        for row in sorted((self.table.keys() | self.row_info.keys()) & {*rows}):
            written[row - table.first] = self._row(row, written[row - table.first])
        return "".join(written)

    def _row(self, row: int, written: str) -> str:
        """Return the XML of a table's row after adding the row's height and the cells that were written separately.

        A cell that was written separately replaces the table's cell in its column.

        written  XML of the row, made from the table alone
        """
        elements, cells = written.removesuffix("</row>").split("<c ")[1:], self.table.get(row, {})
        self.fh, fh = StringIO(), self.fh
        self._write_row(row, self.row_spans[row // TOGETHER], self.row_info.get(row))
        for column in sorted({*range(len(elements)), *cells}):
            if column in cells:
                self._write_cell(row, column, cells[column])
            else:
                self.fh.write(f"<c {elements[column]}")
        self.fh, written = fh, self.fh.getvalue()
        return f"{written}</row>"

    def _number_formats(self, table: Table) -> None:
        """Number the formats in the order in which XlsxWriter would encounter them, row by row."""
        met = [
            (row, i, style)
            for i, column in enumerate(table.columns)
            for style, row in column.first_of_each_format().items()
        ]
        for _, _, style in sorted(met, key=lambda cell: cell[:2]):
            style._get_xf_index()

    def _calculate_spans(self) -> None:
        """Do nothing, because `_set_spans` has already set the spans when XlsxWriter calls this."""

    def _set_spans(self) -> None:
        """Set the first and last column of each group of rows."""
        columns_of: dict[int, set[int]] = defaultdict(set)
        for cells in (self.table, self.comments):
            for row, written in cells.items():
                columns_of[row // TOGETHER].update(written)
        for table in self._tables:
            for group in range(table.first // TOGETHER, table.last // TOGETHER + 1):
                columns_of[group] |= {0, table.width - 1}
        self.row_spans = {
            group: f"{min(columns) + 1}:{max(columns) + 1}" for group, columns in columns_of.items() if columns
        }


def _ending(value: Value, texts: Mapping[str, int], formula: str = "") -> str:
    """Return the end of a cell's XML, starting at the quotation mark that follows the format number.

    texts    index of each string in the workbook's table of shared strings
    formula  escaped formula to store if the value is a number. The value is stored as the formula's result
    """
    if value is None or value == "":
        return '"/>'
    if isinstance(value, str):
        return f'" t="s"><v>{texts[value]}</v></c>'
    if formula:
        return f'"><f>{formula}</f><v>{value + 0.0}</v></c>'  # + 0.0 turns -0.0 into 0.0
    return f'"><v>{value + 0.0:.16G}</v></c>'


def encodable(text: str) -> str:
    """Return the string in a form that a cell can store.

    Lone surrogates, which cannot be encoded, become question marks. Strings that are too long for a cell are cut.
    """
    if len(text) * 2 > LONGEST_TEXT and len(text) + sum(letter > "\uffff" for letter in text) > LONGEST_TEXT:
        text = text[: LONGEST_TEXT // 2] + CUT
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


# -- the package -------------------------------------------------------------------------------------------------------


def pieces(part: bytes) -> tuple[bytes, bytes, bytes]:
    """Return a sheet's XML in three parts, split before row 17 and after the last row.

    If there is no row 17, the last two parts are empty.
    """
    start, end = part.find(BELOW), part.rfind(END)
    return (part[:start], part[start:end], part[end:]) if 0 <= start < end else (part, b"", b"")


class Workbook(xlsxwriter.workbook.Workbook):  # type: ignore[misc]
    """An XlsxWriter workbook that deflates rows only once if several workbooks share them.

    A season's boards are the same in the workbooks of all systems, but the heading above them is not. Each sheet is
    therefore cut into three pieces: the heading, the rows from the seventeenth on (which can only belong to a table),
    and the rest. Each piece is deflated without references to the previous one, which costs a few bytes.
    """

    def number_first(self, formats: Iterable[Format], texts: Iterable[str]) -> None:
        """Number these formats and strings before all others.

        As a result, a shared table has the same XML in every workbook that contains the table.
        """
        for style in formats:
            style._get_xf_index()
        for text in texts:
            self.str_table._get_shared_string_index(encodable(text))
        self.str_table.count = 0

    def _store_workbook(self) -> None:
        plain = xlsxwriter.workbook.ZipFile
        xlsxwriter.workbook.ZipFile = _Package
        try:
            super()._store_workbook()
        finally:
            xlsxwriter.workbook.ZipFile = plain


class _Package(ZipFile):
    def writestr(self, part: ZipInfo, content: bytes, *_: Any) -> None:  # type: ignore[override]
        part.file_size, part.compress_type = len(content), ZIP_DEFLATED
        with self.open(part, "w") as written:
            written._compressor = _Deflater()  # type: ignore[attr-defined]
            for piece in pieces(content):
                written.write(piece)


class _Deflater:
    """A compressor that deflates the rows of a sheet separately, so that other workbooks can share the result."""

    def __init__(self) -> None:
        self._rest = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)

    def compress(self, piece: bytes) -> bytes:
        if not piece.startswith(BELOW):
            return self._rest.compress(piece)
        return self._rest.flush(zlib.Z_FULL_FLUSH) + _deflated(piece)

    def flush(self) -> bytes:
        return self._rest.flush()


@lru_cache(REMEMBERED)
def _deflated(rows: bytes) -> bytes:
    """Return the rows, deflated without references to earlier data and without ending the stream."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH)
