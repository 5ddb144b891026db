"""Checks that the fast reader gives the same results as the slow reader, or leaves the workbook to the slow reader."""

import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
import xlsxwriter
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from pipeline.read.cells import Reading
from pipeline.read.file import MODEST
from pipeline.read.preflight import plain_parts
from pipeline.read.xlsx_fast import STRINGS, read_fast
from pipeline.read.xlsx_slow import MAIN, read_slowly
from tests import THOROUGH, drawn
from tests.bad_inputs.fault import BLOCKED, FILES, SCORED
from tests.bad_inputs.table import FAULTS
from tests.sheets import ROOT, Cell, Error, Formula, Sheets, Shown, event, put, write_xlsx
from tests.stress.mutations import OF_BYTES, OF_XML, in_a_part

MUTATIONS = drawn(400)
SHEET = "xl/worksheets/sheet1.xml"


def read_both(content: bytes) -> tuple[Reading | None, Reading | None]:
    """Return the results of both readers, with None for a reader that does not accept the workbook."""
    try:
        parts = plain_parts(content, ".xlsx")
    except Exception:
        return None, None
    quick = read_fast(parts, ".xlsx")
    try:
        return quick, read_slowly(content)
    except Exception:
        return quick, None


def is_read_fast(content: bytes) -> bool:
    """Return whether the fast reader accepts the workbook.

    If so, the slow reader must give the same result.
    """
    quick, slow = read_both(content)
    assert quick is None or quick == slow
    return quick is not None


# -- whole workbooks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "raw").glob("*/*.xlsx")), ids=lambda path: path.stem)
def test_a_shipped_workbook_is_read_by_the_fast_reader(path: Path) -> None:
    assert is_read_fast(path.read_bytes())


def test_both_readers_agree_on_every_bad_file_or_the_slow_one_reads_it(tmp_path: Path) -> None:
    for fault in FAULTS:
        if fault.season == FILES:
            fault.write(tmp_path / f"{fault.stem}.xlsx")
    files = [path for path in tmp_path.glob("*.xls[xm]") if path.is_file() and os.access(path, os.R_OK)]
    quickly = [path for path in files if path.stat().st_size < MODEST and is_read_fast(path.read_bytes())]
    assert 0 < len(quickly) < len(files)


def test_both_readers_agree_on_bad_sheets_of_good_files_and_the_fast_one_reads_most(tmp_path: Path) -> None:
    faults = [fault for fault in FAULTS if fault.season in (BLOCKED, SCORED)][:: 1 if THOROUGH else 5]
    for number, fault in enumerate(faults):
        fault.write(tmp_path / f"{number}.xlsx")
    quickly = [is_read_fast((tmp_path / f"{number}.xlsx").read_bytes()) for number in range(len(faults))]
    assert sum(quickly) > 0.8 * len(quickly)


# -- what programs write -----------------------------------------------------------------------------------------------

VALUES: tuple[Cell, ...] = (
    *(0, -1, 34, 1e-7, 0.1 + 0.2, -0.0, 2.50, 1e21, 12345678901234567890, -273.15, True, False),
    *("  before", "behind  ", "a  b", "two\nlines", "tab\there", "007", "1.800", "3,5", "TRUE", "#N/A", "=1+1", "1e5"),
    *("_x000D_", "_x0041_", "_x005F_x0041_", "x005F_", "Müller", "東京", "<b>&amp;</b>", '"', "é", "\u200b", "?"),
    *(date(1905, 3, 15), datetime(1905, 3, 15, 12, 30), date(2024, 2, 29), datetime(1899, 12, 31)),
    *(
        Shown(0.6, "0%"),
        Shown(38000, "yyyy-mm-dd"),
        Shown(1.5, "[h]:mm"),
        Shown(-5, "yyyy-mm-dd"),
        Shown(0.25, "hh:mm"),
    ),
    *(Shown(60, '0"%"'), Shown(7, "General"), Error("#DIV/0!"), Error("#N/A")),
    *(Formula("=1+1", 2), Formula('="a"&"b"', "ab"), Formula("=1/4", 0.25)),
)


def spread(values: tuple[Cell, ...]) -> list[list[Cell]]:
    """Return rows that are alternately empty and filled.

    A filled row has a value in column B and up to two blank cells after it.
    """
    return [[None, value, None, None][: 2 + number % 3] if number % 2 else [] for number, value in enumerate(values)]


def test_the_fast_reader_agrees_on_workbooks_of_openpyxl(tmp_path: Path) -> None:
    sheets = event() | {"values": spread(VALUES), "more": [[*VALUES]], "none": []}
    assert is_read_fast(written_by_openpyxl(tmp_path / "a.xlsx", sheets, hidden=["games"]))
    never_calculated = written_by_openpyxl(tmp_path / "a.xlsx", sheets, formulas=True)
    assert not is_read_fast(never_calculated), "what the formulas give is asked of the slow reader"


def test_both_readers_agree_on_times_and_durations(tmp_path: Path) -> None:
    book = Workbook()
    for row, value in enumerate((time(12, 30), timedelta(days=1.5), timedelta(minutes=90.5)), 1):
        book.active.cell(row, row, value)
    book.save(tmp_path / "a.xlsx")
    assert is_read_fast((tmp_path / "a.xlsx").read_bytes())


def written_by_openpyxl(path: Path, sheets: Sheets, hidden: Iterable[str] = (), formulas: bool = False) -> bytes:
    """Return a workbook saved by openpyxl, in which a string is stored as text even if it looks like a formula.

    Formulas are replaced by their values or, if `formulas` is true, kept without values.
    """
    book = load_workbook(write_xlsx(path, sheets, hidden), data_only=not formulas)
    for name, rows in sheets.items():
        for row, cells in enumerate(rows, 1):
            for column, value in enumerate(cells, 1):
                if isinstance(value, str) and value:
                    cell = book[name].cell(row, column)
                    cell.value, cell.data_type = value, "s"
    book.save(path)
    return path.read_bytes()


def written_by_xlsxwriter(rows: list[list[Cell]], **options: object) -> bytes:
    content = BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True, **options}) as book:
        page = book.add_worksheet()
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                match value:
                    case Formula(text, result):
                        page.write_formula(number, column, text, None, result)
                    case Shown(figure, look):
                        page.write_number(number, column, figure, book.add_format({"num_format": look}))
                    case Error(text):
                        page.write_formula(number, column, "=1/0", None, text)
                    case date():
                        page.write_datetime(number, column, value, book.add_format({"num_format": "yyyy-mm-dd"}))
                    case str():
                        page.write_string(number, column, value)
                    case None:
                        page.write_blank(number, column, None, book.add_format({"bold": True}))
                    case _:
                        page.write(number, column, value)
    return content.getvalue()


@pytest.mark.parametrize(
    "options", [{}, {"constant_memory": True, "in_memory": False}], ids=["in memory", "row by row"]
)
def test_the_fast_reader_agrees_on_workbooks_of_xlsxwriter(options: dict[str, bool]) -> None:
    assert is_read_fast(written_by_xlsxwriter(spread(VALUES), **options))


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed, so it cannot write a workbook")
def test_the_fast_reader_agrees_on_workbooks_of_libreoffice(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", event() | {"values": spread(VALUES)})
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir"]
    subprocess.run([*command, tmp_path / "new", tmp_path / "a.xlsx"], check=True, capture_output=True)
    assert is_read_fast((tmp_path / "new" / "a.xlsx").read_bytes())


def test_merged_cells_hidden_columns_and_hidden_sheets_are_read_by_the_fast_reader(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "a.xlsx", event(), hidden=["games"])
    book = load_workbook(tmp_path / "a.xlsx")
    book["boards"].merge_cells("A2:A8")
    book["boards"].column_dimensions["G"].hidden = True
    book.save(tmp_path / "a.xlsx")
    quick, slow = read_both((tmp_path / "a.xlsx").read_bytes())
    assert quick == slow
    assert quick is not None
    assert [remark.code for remark in quick.remarks] == ["hidden_cells", "hidden_sheet"]


# -- one cell ----------------------------------------------------------------------------------------------------------


@cache
def blank() -> dict[str, bytes]:
    """Return the parts of a workbook with one sheet and three strings.

    One string is plain, one has two formats and one has a phonetic reading.
    """
    strings = (
        "<si><t>one</t></si><si><r><t>tw</t></r><r><rPr><b/></rPr><t xml:space='preserve'> o</t></r></si>"
        "<si><t>three</t><rPh sb='0' eb='1'><t>san</t></rPh></si>"
    )
    content = BytesIO()
    with xlsxwriter.Workbook(content) as book:
        page = book.add_worksheet()
        page.write(0, 0, "one", book.add_format({"num_format": "0%"}))
        page.write(0, 1, 1, book.add_format({"num_format": "yyyy-mm-dd"}))
    parts = plain_parts(content.getvalue(), ".xlsx")
    table = parts[STRINGS].decode()
    parts[STRINGS] = (table[: table.index("<si>")] + strings + "</sst>").encode()
    return parts


def with_rows(rows: str) -> bytes:
    """Return the `blank` workbook with this XML as the rows of its sheet."""
    sheet = blank()[SHEET].decode()
    begin, end = sheet.index("<sheetData>") + len("<sheetData>"), sheet.index("</sheetData>")
    return zipped(blank() | {SHEET: (sheet[:begin] + rows + sheet[end:]).encode("utf-8", "surrogatepass")})


def zipped(parts: dict[str, bytes]) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return content.getvalue()


NUMBERS = st.one_of(
    st.integers().map(str),
    st.floats(allow_nan=False).map(repr),
    st.sampled_from(
        ["1e-7", "+1", " 1", "1.", ".5", "-0", "007", "1E5", "1e400", "9" * 400, "", "-", "1_000", "٣", "nan"]
    ),
)
TEXTS = st.one_of(
    st.text(st.characters(blacklist_characters="<&", blacklist_categories=["Cs", "Cc"]), max_size=8),
    st.sampled_from(
        ["&amp;", "&#10;", "&#x41;", "_x000D_", "_x0041_", "a\r\nb", " a ", "0", "1", "2", "3", "00", "&lt;b>"]
    ),
)
KINDS = st.sampled_from(["", ' t="n"', ' t="s"', ' t="b"', ' t="str"', ' t="inlineStr"', ' t="e"', ' t="d"', ' t="x"'])
LOOKS = st.sampled_from(["", ' s="0"', ' s="1"', ' s="2"', ' s="9"', ' hidden="1"'])
FORMULAS = st.sampled_from(
    [
        "",
        "",
        "<f>1+1</f>",
        "<f/>",
        '<f t="shared" ref="A1:B2" si="0">A1</f>',
        '<f t="shared" si="0"/>',
        "<f>[1]a!A1</f>",
    ]
)
SPACES = st.sampled_from(["", ' xml:space="preserve"'])
INSIDES = st.one_of(
    st.builds("<v>{}</v>".format, st.one_of(NUMBERS, TEXTS)),
    st.builds("<is><t{}>{}</t></is>".format, SPACES, TEXTS),
    st.sampled_from(
        ["", "<v/>", "<is/>", "<v>1</v><v>2</v>", "<is><r><t>a</t></r></is>", "<!-- --><v>1</v>", "<extLst/>"]
    ),
)
CELLS = st.builds('<c r="{}"{}{}>{}{}</c>'.format, st.just("{}"), LOOKS, KINDS, FORMULAS, INSIDES)
PLACES = st.sampled_from(["A{r}", "B{r}", "C{r}", "AA{r}", "a{r}", "A0{r}", "A1", "XFD{r}", "ZZZ{r}", ""])
ROWS = st.sampled_from(
    ['r="{r}"', 'r="{r}" hidden="0"', 'r="{r}" hidden="1"', 'r="{r}" ht="15" spans="1:3"', 'r="0{r}"', ""]
)


@given(CELLS)
@example('<c r="{}" t="str"><v>a\r\nb</v></c>')
def test_both_readers_agree_on_one_cell_of_any_kind(cell: str) -> None:
    is_read_fast(with_rows(f'<row r="1">{cell.format("A1")}</row>'))


@given(st.lists(st.tuples(ROWS, st.lists(st.tuples(PLACES, CELLS), max_size=3)), max_size=3))
def test_both_readers_agree_on_rows_and_cells_in_any_order(rows: list[tuple[str, list[tuple[str, str]]]]) -> None:
    typed = "".join(
        f"<row {row.format(r=number)}>{''.join(cell.format(place.format(r=number)) for place, cell in cells)}</row>"
        for number, (row, cells) in enumerate(rows, 1)
    )
    is_read_fast(with_rows(typed))


@given(st.lists(st.one_of(st.integers(-5, 40), st.floats(0, 100), st.text(max_size=5), st.booleans(), st.none())))
def test_the_fast_reader_takes_any_row_that_xlsxwriter_writes(values: list[Cell]) -> None:
    texts = [v if not isinstance(v, str) else "".join(c for c in v if c.isprintable()) for v in values]
    assert is_read_fast(written_by_xlsxwriter([texts]))


@pytest.mark.parametrize(
    "change",
    [
        lambda xml: xml.replace("<sheetData>", "<!-- <sheetData> --><sheetData>"),
        lambda xml: xml.replace('<row r="1"', '<row r="2"', 1),
        lambda xml: xml.replace("</sheetData>", f"</sheetData><x:row xmlns:x='{MAIN}' r='9' hidden='1'/>"),
        lambda xml: xml.replace("<sheetData>", "<sheetData><row r='1'/>"),
        lambda xml: xml.replace("</sheetData>", "</sheetData><pageMargins left='wide'/>"),
        lambda xml: xml.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
        lambda xml: xml.replace("UTF-8", "UTF-16"),
    ],
)
def test_both_readers_agree_on_an_unusual_sheet(change: Callable[[str], str]) -> None:
    changed = change(blank()[SHEET].decode())
    assert not is_read_fast(zipped(blank() | {SHEET: changed.encode()}))


# -- damage ------------------------------------------------------------------------------------------------------------


def test_both_readers_agree_on_a_damaged_workbook_or_the_slow_one_reads_it(tmp_path: Path) -> None:
    put(sheets := event(), "boards!U2", date(1905, 3, 15))
    goods = (written_by_openpyxl(tmp_path / "a.xlsx", sheets), written_by_xlsxwriter(spread(VALUES)))
    quickly = 0
    for number in range(MUTATIONS):
        rng = Random(number)
        good = goods[number % len(goods)]
        if number % 10:
            content, _ = in_a_part(rng, good, OF_XML[rng.choice([*OF_XML])])
        else:
            content = OF_BYTES[rng.choice([*OF_BYTES])](rng, good)
        quickly += is_read_fast(content)
    assert MUTATIONS / 10 < quickly < MUTATIONS
