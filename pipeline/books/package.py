"""The package of a workbook: the rows of each sheet are deflated on their own, those that many workbooks have only once.

The boards of a season are the same in the workbooks of all systems, below a heading that is not. So a sheet is cut: the
heading, the rows from the seventeenth on (where only a table can be), and what follows. Deflated pieces, each of which
refers to nothing before it, are together what the whole would be, some bytes longer.
"""

import zlib
from functools import lru_cache
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import xlsxwriter.workbook

BELOW, END = b'<row r="17"', b"</sheetData>"
LEVEL = 6
REMEMBERED = 8  # the sheets of two workbooks


def pieces(part: bytes) -> tuple[bytes, bytes, bytes]:
    """A part as it begins, its rows from the seventeenth on, and its end; of what has no such rows the last two are empty."""
    start, end = part.find(BELOW), part.rfind(END)
    return (part[:start], part[start:end], part[end:]) if 0 <= start < end else (part, b"", b"")


class Workbook(xlsxwriter.Workbook):  # type: ignore[misc]
    """A workbook of XlsxWriter's that is packed here."""

    def _store_workbook(self) -> None:
        own = xlsxwriter.workbook.ZipFile
        xlsxwriter.workbook.ZipFile = _Package
        try:
            super()._store_workbook()
        finally:
            xlsxwriter.workbook.ZipFile = own


class _Package(ZipFile):
    def writestr(self, part: ZipInfo, content: bytes, *_: Any) -> None:  # type: ignore[override]
        part.file_size, part.compress_type = len(content), ZIP_DEFLATED
        with self.open(part, "w") as written:
            written._compressor = _Deflater()  # type: ignore[attr-defined]
            for piece in pieces(content):
                written.write(piece)


class _Deflater:
    """A compressor for which the rows of a sheet are a piece of their own."""

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
    """Rows as a piece that neither refers to anything before it nor is the last."""
    squeeze = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return squeeze.compress(rows) + squeeze.flush(zlib.Z_FULL_FLUSH)
