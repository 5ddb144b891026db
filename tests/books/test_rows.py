"""Checks that a table written in one go has the same bytes as a table that XlsxWriter writes cell by cell."""

from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st
from xlsxwriter.worksheet import Worksheet

from pipeline.books.rows import Cells, Page, Value, encodable
from pipeline.build.reopen import Damaged, check

FORMATS = ({"bold": True}, {"italic": True}, {"num_format": "0.00"}, {"bold": True}, {"bg_color": "#FFD54A"})
numbers = st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters() | st.sampled_from("\ud800&<>_ \t\n\x01\ufffe"), max_size=8) | st.sampled_from(
    ["=1+1", "_x0041_", "007", " a ", "http://a", "<r>a</r>"]
)
columns = st.lists(
    st.tuples(
        st.lists(st.tuples(st.none() | numbers | texts, st.integers(0, len(FORMATS) - 1)), min_size=40, max_size=40),
        st.sampled_from(["", "=SUM(A{row}:B{row})", '=IF(A{row}<>B{row},"a&b",0)']),
    ),
    min_size=1,
    max_size=4,
)
Columns = list[tuple[list[tuple[Value, int]], str]]


def written(page: type[Worksheet], put: Callable[[Worksheet, list, int, Columns], None], drawn: Columns) -> bytes:
    """Return a workbook with one table above another, and with single cells around, between and inside the tables."""
    content = BytesIO()
    book = xlsxwriter.Workbook(content, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": datetime(2000, 1, 1)})
    formats = [book.add_format(properties) for properties in FORMATS]
    for name in ("one", "two"):
        sheet = book.add_worksheet(name, page)
        sheet.write_string(0, 2, "above", formats[4])
        put(sheet, formats, 5, drawn)
        sheet.set_row_pixels(9, 44)
        sheet.write_string(48, 6, "between")
        put(sheet, formats, 50, drawn[:1])
        sheet.write_string(20, 9, "beside", formats[1])
        sheet.write_number(21, 0, 7)
        sheet.write_comment(11, 1, "a note", {"author": "nobody"})
        sheet.write_string(120, 0, "below")
    book.close()
    return content.getvalue()


def at_once(sheet: Page, formats: list, top: int, drawn: Columns) -> None:
    sheet.write_table(
        top,
        [Cells([v for v, _ in cells], [formats[look] for _, look in cells], formula) for cells, formula in drawn],
        {},
    )


def cell_by_cell(sheet: Worksheet, formats: list, top: int, drawn: Columns) -> None:
    for i, (cells, formula) in enumerate(drawn):
        for row, (value, look) in enumerate(cells, top):
            if value is None or value == "":
                sheet.write_blank(row, i, None, formats[look])
            elif isinstance(value, str):
                sheet.write_string(row, i, encodable(value), formats[look])
            elif formula:
                sheet.write_formula(row, i, formula.format(row=row + 1), formats[look], value + 0.0)
            else:
                sheet.write_number(row, i, value + 0.0, formats[look])


@given(columns)
def test_a_table_has_the_same_bytes_as_xlsxwriter_writes_cell_by_cell(drawn: Columns) -> None:
    assert written(Page, at_once, drawn) == written(Worksheet, cell_by_cell, drawn)


def test_a_table_for_which_the_sheet_has_no_room_is_refused() -> None:
    book = xlsxwriter.Workbook(BytesIO(), {"in_memory": True})
    look = book.add_format()
    assert book.add_worksheet("full", Page).write_table(1_048_575, [Cells([1, 2], [look, look])], {}) == -1


@pytest.mark.parametrize("number", [5, 40])
def test_a_sheet_whose_rows_are_not_xml_is_noticed(number: int, tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(tmp_path / "good.xlsx")
    book.add_worksheet().write_column(0, 0, range(number))
    book.close()
    check(tmp_path / "good.xlsx")
    with ZipFile(tmp_path / "good.xlsx") as good, ZipFile(tmp_path / "bad.xlsx", "w") as bad:
        for name in good.namelist():
            bad.writestr(name, good.read(name).replace(f'<c r="A{number}"'.encode(), f'<c r="A{number}'.encode()))
    with pytest.raises(Damaged):
        check(tmp_path / "bad.xlsx")
