"""Tests of reading files into raw cells.

Every format gives the same cells at the same addresses, without interpretation.
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import pytest

from pipeline.build.build import RESERVED
from pipeline.problems.codes import Problem
from pipeline.read.cells import BLANK, Cell, Unreadable, address
from pipeline.read.csv_file import read_csv
from pipeline.read.file import opened
from pipeline.read.find import Listing, find
from pipeline.read.raw_tables import Raw, read
from tests.grouped import grouped
from tests.sheets import (
    POWERS,
    Error,
    Formula,
    Sheets,
    Shown,
    event,
    ods_content,
    put,
    rewrite,
    table,
    write_csv,
    write_ods,
    write_xlsx,
    write_zip,
)

Writer = Callable[[Path, Sheets], Path]


def as_xlsx(folder: Path, sheets: Sheets) -> Path:
    return write_xlsx(folder / "Torneo.xlsx", sheets)


def as_ods(folder: Path, sheets: Sheets) -> Path:
    return write_ods(folder / "Torneo.ods", sheets)


def as_csv(folder: Path, sheets: Sheets) -> Path:
    return write_csv(folder / "Torneo", sheets)


def as_semicolons(folder: Path, sheets: Sheets) -> Path:
    return write_csv(folder / "Torneo", sheets, delimiter=";")


def as_tabs(folder: Path, sheets: Sheets) -> Path:
    return write_csv(folder / "Torneo", sheets, delimiter="\t")


def as_csv_of_excel(folder: Path, sheets: Sheets) -> Path:
    return write_csv(folder / "Torneo", sheets, delimiter=";", encoding="utf-8-sig")


FORMATS = (as_xlsx, as_ods, as_csv, as_semicolons, as_tabs, as_csv_of_excel)
WORKBOOKS = (as_xlsx, as_ods)


def cells_of(path: Path) -> dict[str, list[list[Cell]]]:
    """Return the rows of every sheet, keyed by the sheet's name."""
    parts = path.glob("*.csv") if path.is_dir() else [path]
    return {sheet.name: sheet.rows for part in parts for sheet in opened(part).sheets}


def read_from(raw: Path) -> Raw:
    return read(find(raw, RESERVED).sources)


def listing_of(raw: Path) -> Listing:
    return find(raw, RESERVED)


def codes_and_files(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(p.code, p.file) for p in problems]


# -- one sheet in six formats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", FORMATS, ids=lambda write: write.__name__)
def test_every_format_gives_the_same_cells_at_the_same_addresses(write: Writer, tmp_path: Path) -> None:
    typed = event("Torneo di Forlì")
    put(typed, "boards!T4", "una nota; con virgole, e “virgolette”")
    expected = {
        name: [
            [_plain(value) for value in row[: 1 + max(i for i, v in enumerate(row) if v is not None)]] for row in rows
        ]
        for name, rows in typed.items()
    }
    assert cells_of(write(tmp_path, typed)) == expected


def _plain(value: object) -> Cell:
    return BLANK if value is None else Cell(str(value), "number" if isinstance(value, int) else "text")


@pytest.mark.parametrize("write", FORMATS, ids=lambda write: write.__name__)
def test_a_fault_is_reported_at_its_own_cell_in_every_format(write: Writer, tmp_path: Path) -> None:
    typed = event()
    put(typed, "boards!G4", "five")
    write(tmp_path / "2013", typed)
    boards = read_from(tmp_path).tables["boards"]
    row = boards.text.index[boards.text["1903"] == "five"][0]
    spot = boards.problem("bad_value", row, "1903", values={"expected": "a whole number"})
    assert (spot.sheet, spot.cell, spot.found) == ("boards", "G4", "five")


@pytest.mark.parametrize("write", WORKBOOKS, ids=lambda write: write.__name__)
def test_a_workbook_keeps_the_kind_of_each_cell(write: Writer, tmp_path: Path) -> None:
    row = [
        Error("#DIV/0!"),
        Formula("=1+1", 2),
        Formula("=1.5+0", 1.5),
        Shown(0.6, "0%"),
        True,
        date(2011, 3, 1),
        Shown(5, "yyyy-mm-dd"),
        "007",
        2.5,
        "TRUE",
    ]
    (cells,) = cells_of(write(tmp_path, {"boards": [row]}))["boards"]
    assert cells == [
        Cell("#DIV/0!", "error"),
        Cell("2", "number"),
        Cell("1.5", "number"),
        Cell("0.6 as a percentage", "percent"),
        Cell("TRUE", "boolean"),
        Cell("2011-03-01", "date"),
        Cell(cells[6].text, "date"),
        Cell("007", "text"),
        Cell("2.5", "number"),
        Cell("TRUE", "text"),
    ]
    assert cells[6].text.startswith("190")  # the fifth day of the spreadsheet's calendar, not a number of centres


@pytest.mark.parametrize("write", WORKBOOKS, ids=lambda write: write.__name__)
def test_a_formula_that_was_never_calculated_is_not_a_blank_cell(write: Writer, tmp_path: Path) -> None:
    (cells,) = cells_of(write(tmp_path, {"boards": [[1, Formula("=A1+1"), 3]]}))["boards"]
    assert [cell.kind for cell in cells] == ["number", "formula", "number"]
    assert "A1+1" in cells[1].text


@pytest.mark.parametrize("write", WORKBOOKS, ids=lambda write: write.__name__)
def test_a_formula_that_gives_an_empty_text_is_a_blank_cell(write: Writer, tmp_path: Path) -> None:
    path = write(tmp_path, {"boards": [[1, Formula('=IF(A1=1,"",A1)', ""), 3]]})
    if path.suffix == ".xlsx":  # XlsxWriter omits the type of an empty value
        rewrite(path, {"xl/worksheets/sheet1.xml": lambda xml: xml.replace("><f>", ' t="str"><f>')})
    (cells,) = cells_of(path)["boards"]
    assert cells == [Cell("1", "number"), BLANK, Cell("3", "number")]


def test_a_formula_without_a_value_is_found_in_a_file_whose_elements_have_prefixes(tmp_path: Path) -> None:
    """Some programs write `<x:c><x:f>`, which is as valid as `<c><f>`."""
    path = write_xlsx(tmp_path / "Torneo.xlsx", {"boards": [[1, Formula("=A1+1"), 3]]})
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    def prefixed(xml: str) -> str:
        plain = xml.replace(f'xmlns="{main}"', f'xmlns:x="{main}"')
        return plain.replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:").replace("<x:?", "<?")

    rewrite(path, {"xl/worksheets/sheet1.xml": prefixed})
    (cells,) = cells_of(path)["boards"]
    assert [cell.kind for cell in cells] == ["number", "formula", "number"]


@pytest.mark.parametrize("write", WORKBOOKS, ids=lambda write: write.__name__)
def test_hidden_sheets_are_read_like_any_other(write: Writer, tmp_path: Path) -> None:
    hidden = write_xlsx if write is as_xlsx else write_ods
    typed = event()
    suffix = ".xlsx" if write is as_xlsx else ".ods"
    hidden(tmp_path / "2013" / f"Torneo{suffix}", typed, hidden=["boards"])
    assert len(read_from(tmp_path).tables["boards"].text) == 14


def test_text_that_looks_like_a_number_or_a_boolean_stays_text(tmp_path: Path) -> None:
    typed = event()
    names = ["NA", "None", "null", "nan", "007", "TRUE", "1e5"]
    for row, name in enumerate(names, 2):
        put(typed, f"boards!D{row}", name)
    as_xlsx(tmp_path / "2013", typed)
    assert read_from(tmp_path).tables["boards"].text["player"].tolist()[:7] == names


def test_spreadsheet_errors_are_known_in_four_languages(tmp_path: Path) -> None:
    """Excel writes these errors into a CSV file for a wrong type, a broken reference and an unavailable value."""
    typed = ["#VALUE!", "#VALORE!", "#VALEUR!", "#WERT!", "#REF!", "#RIF!", "#BEZUG!", "#N/A", "#N/D", "#NV"]
    (cells,) = cells_of(as_csv(tmp_path, {"boards": [typed]}))["boards"]
    assert cells == [Cell(text, "error") for text in typed]


def test_lines_of_a_csv_file_end_only_at_line_breaks(tmp_path: Path) -> None:
    """A vertical tab and Unicode's line separators are ordinary characters."""
    typed: Sheets = {
        "players": table("player country", ("Anna\u2028Rossi", "IT"), ("Berta\x0bNeri", "IT"), ("Ca\x85rla", "F"))
    }
    rows = cells_of(as_csv(tmp_path, typed))["players"]
    assert [row[0].text for row in rows] == ["player", "Anna\u2028Rossi", "Berta\x0bNeri", "Ca\x85rla"]


def test_a_text_of_several_lines_is_one_cell_of_a_csv_file(tmp_path: Path) -> None:
    rows = cells_of(as_csv(tmp_path, {"players": table("player country", ("Anna\nRossi", "IT"), ("Berta", "IT"))}))[
        "players"
    ]
    assert [row[0].text for row in rows] == ["player", "Anna\nRossi", "Berta"]


# -- headers -----------------------------------------------------------------------------------------------------------

ENGLISH = "round board power player final eliminated scored place score note"
ITALIAN = "turno tavolo potenza giocatore centri eliminato valido posizione punteggio nota"
FRENCH = "ronde table puissance joueur dépôts éliminé compté rang points remarque"
SHEET_NAMES = {
    "event": ("event", "evento", "événement"),
    "boards": ("boards", "tavoli", "tables"),
    "games": ("games", "partite", "parties"),
    "nmr": ("nmr", "onp", "ordres manquants"),
    "players": ("players", "giocatori", "joueurs"),
}


def disguise(word: str, how: str) -> str:
    """Return a word in another form that people might type.

    how  the change to make, or `as it is` for none
    """
    match how:
        case "upper case":
            return word.upper()
        case "no accents":
            return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        case "decomposed":
            return unicodedata.normalize("NFD", word)
        case "blanks around":
            return f"  {word}\t"
        case "line breaks inside":
            return word.replace(" ", "\n")
    return word


@pytest.mark.parametrize("how", ["as it is", "upper case", "no accents", "decomposed", "blanks around"])
@pytest.mark.parametrize("header", [ENGLISH, ITALIAN, FRENCH], ids=["English", "Italian", "French"])
def test_headers_are_recognised_in_three_languages_however_typed(header: str, how: str, tmp_path: Path) -> None:
    words = [disguise(word, how) for word in header.split()]
    typed: Sheets = {"boards": [words, [1, 1, "Austria", "Anna", 7, 1907, "yes", 1, 15, "ok"]]}
    as_xlsx(tmp_path / "2013", typed)
    raw = read_from(tmp_path)
    boards = raw.tables["boards"].text
    assert boards.loc[0, ENGLISH.split()].tolist() == ["1", "1", "Austria", "Anna", "7", "1907", "yes", "1", "15", "ok"]
    assert raw.problems == []


@pytest.mark.parametrize(
    "how", ["as it is", "upper case", "no accents", "decomposed", "blanks around", "line breaks inside"]
)
@pytest.mark.parametrize("language", [0, 1, 2], ids=["English", "Italian", "French"])
def test_sheets_are_recognised_in_three_languages_however_typed(language: int, how: str, tmp_path: Path) -> None:
    typed = event() | {"players": table("player", ("Anna",))}
    renamed = {disguise(SHEET_NAMES[name][language], how): rows for name, rows in typed.items()}
    write_ods(tmp_path / "2013" / "Torneo.ods", renamed)
    raw = read_from(tmp_path)
    assert {name: len(part.text) for name, part in raw.tables.items()} == {
        "event": 3,
        "boards": 14,
        "games": 2,
        "nmr": 1,
        "systems": 0,
        "circuits": 0,
        "players": 1,
        "placings": 0,
        "results": 0,
        "calendar": 0,
        "matches": 0,
        "moves": 0,
    }
    assert raw.problems == []


@pytest.mark.parametrize("write", FORMATS, ids=lambda write: write.__name__)
def test_the_header_may_stand_below_a_title_and_above_blank_rows(write: Writer, tmp_path: Path) -> None:
    typed = event()
    header, *rows = typed["boards"]
    typed["boards"] = [["Lega di Pisa, autunno"], [None], header, [None], *rows[:7], [None], [None], *rows[7:]]
    write(tmp_path / "2013", typed)
    boards = read_from(tmp_path).tables["boards"]
    assert boards.text["power"].tolist() == [*POWERS, *POWERS]
    assert boards.problem("missing", 0, "power").cell == "C5"
    assert boards.problem("missing", 13, "power").cell == "C20"


def test_the_header_of_a_csv_file_may_stand_below_a_title_of_one_cell(tmp_path: Path) -> None:
    folder = as_csv(tmp_path / "2013", event())
    path = folder / "boards.csv"
    path.write_text(f"Lega di Pisa\n{path.read_text()}")
    raw = read_from(tmp_path)
    assert raw.tables["boards"].text["power"].tolist() == [*POWERS, *POWERS]
    assert raw.problems == []


SEPARATED = {  # file name without its suffix, its lines, and the cells in them
    "other names that commas part": (
        "players",
        "player;also known as\nAnna;A., An, Ann",
        [["player", "also known as"], ["Anna", "A., An, Ann"]],
    ),
    "weights that semicolons part": (
        "event",
        "setting,value\nround weights,1: 0.4; 2: 0.4; 3: 1",
        [["setting", "value"], ["round weights", "1: 0.4; 2: 0.4; 3: 1"]],
    ),
    "another row with commas before them": (
        "Torneo - event",
        "impostazione;valore\nnome;Uno, due, tre\ncriteri;best game, centres, wins",
        [["impostazione", "valore"], ["nome", "Uno, due, tre"], ["criteri", "best game, centres, wins"]],
    ),
    "a title with commas": (
        "event",
        "Roma, Milano, Torino\nsetting;value\nname;A, B, C",
        [["Roma, Milano, Torino"], ["setting", "value"], ["name", "A, B, C"]],
    ),
    "a title with more commas than the table": (
        "event",
        "Roma, Milano, Torino\nsetting,value\nname,Uno",
        [["Roma", " Milano", " Torino"], ["setting", "value"], ["name", "Uno"]],
    ),
    "headers in quotes": (
        "season",
        '"setting";"value"\n"title";"A, B, C"',
        [["setting", "value"], ["title", "A, B, C"]],
    ),
    "a header of two misspelt": ("event", "setting;valeu\nname;A, B, C", [["setting", "valeu"], ["name", "A, B, C"]]),
    "a file of any name": (
        "Foglio1",
        "Rome, Milan, Turin\nround;board;power;player\n1;1;Italy;A, B",
        [["Rome, Milan, Turin"], ["round", "board", "power", "player"], ["1", "1", "Italy", "A, B"]],
    ),
    "tabs": ("event", "setting\tvalue\nname\tA, B, C; D", [["setting", "value"], ["name", "A, B, C; D"]]),
    "no header at all": ("notes", "a;b;c,d", [["a", "b", "c,d"]]),
}


@grouped("what", SEPARATED)
def test_the_line_with_the_headers_decides_the_separator_of_a_csv_file(what: str) -> None:
    name, lines, cells = SEPARATED[what]
    (sheet,) = read_csv(lines.encode(), name).sheets
    assert [[cell.text for cell in row] for row in sheet.rows] == cells


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_comma_that_separates_no_cells_is_a_decimal_comma_unless_it_may_separate_thousands(separator: str) -> None:
    """A number with thousands separators has one to three digits before the first separator, and no leading zero."""
    typed = {"4,62": "comma", "4,6250": "comma", "0,625": "comma", "1234,567": "comma", "-4,5": "comma"}
    typed |= {"4,625": "either", "10.125": "either", "-7,500": "either", "4.6250": "number", "0.125": "number"}
    lines = [separator.join(("player", "score")), *(separator.join(("Anna", score)) for score in typed)]
    (sheet,) = read_csv("\n".join(lines).encode(), "placings").sheets
    assert {row[1].text: row[1].kind for row in sheet.rows[1:]} == typed


@pytest.mark.parametrize("write", WORKBOOKS, ids=lambda write: write.__name__)
def test_a_year_that_the_spreadsheet_shows_as_a_date_is_still_that_year(write: Writer, tmp_path: Path) -> None:
    typed = event()
    put(typed, "boards!E1", Shown(1901, "yyyy-mm-dd"))
    put(typed, "boards!K1", Shown(1907, "dd/mm/yyyy"))
    write(tmp_path / "2013", typed)
    raw = read_from(tmp_path)
    boards = raw.tables["boards"]
    assert [name for name in boards.text if name.isdecimal()] == [str(year) for year in range(1901, 1908)]
    assert boards.text["1901"].tolist()[:7] == ["5", "4", "4", "5", "4", "5", "4"]
    assert [(p.code, p.severity, p.cell, p.found) for p in raw.problems] == [
        ("date_for_year", "fix", "E1", "1905-03-15"),
        ("date_for_year", "fix", "K1", "1905-03-21"),
    ]


def test_other_dates_are_not_read_as_years(tmp_path: Path) -> None:
    typed = event()
    put(typed, "boards!U1", datetime(1908, 1, 1))
    put(typed, "boards!U2", 3)
    as_xlsx(tmp_path / "2013", typed)
    assert [(p.code, p.cell) for p in read_from(tmp_path).problems] == [("date_header", "U1")]


@pytest.mark.parametrize("header", [Formula("=J1+1"), Error("#REF!")], ids=["no value", "error"])
def test_an_unreadable_header_is_an_error_and_not_a_column_to_ignore(header: object, tmp_path: Path) -> None:
    """If the column were ignored, the last year of a chart would be lost, and every score would be wrong."""
    typed = event()
    put(typed, "boards!K1", header)
    as_xlsx(tmp_path / "2013", typed)
    assert [(p.severity, p.cell) for p in read_from(tmp_path).problems] == [("error", "K1")]


@pytest.mark.parametrize("header", ["01907", "１９０７０", "19 07", "2107"])
def test_a_year_not_written_with_four_digits_is_not_dropped_silently(header: str, tmp_path: Path) -> None:
    """If the column `01907` were ignored, the year 1907 would be missing, and every score would be wrong."""
    typed = event()
    put(typed, "boards!K1", header)
    as_xlsx(tmp_path / "2013", typed)
    assert [(p.code, p.severity, p.cell) for p in read_from(tmp_path).problems] == [("misspelt_year", "error", "K1")]


def test_a_column_of_numbers_without_a_header_is_not_dropped_silently(tmp_path: Path) -> None:
    typed = event()
    put(typed, "boards!K1", None)
    as_xlsx(tmp_path / "2013", typed)
    assert [p.cell for p in read_from(tmp_path).problems] == ["K1"]


def test_unknown_columns_and_sheets_are_ignored_and_listed(tmp_path: Path) -> None:
    typed = event() | {"logo": [["Lega"]], "empty": []}
    put(typed, "boards!U1", "hotel")
    put(typed, "boards!U2", "Savoia")
    as_xlsx(tmp_path / "2013", typed)
    problems = read_from(tmp_path).problems
    assert [(p.code, p.severity, p.sheet, p.cell, p.found) for p in problems] == [
        ("unknown_column", "notice", "boards", "U1", "hotel"),
        ("unknown_sheet", "notice", "logo", "", "logo"),
    ]


def test_the_season_file_gives_its_settings_and_its_players(tmp_path: Path) -> None:
    season: Sheets = {
        "season": table("setting value", ("data", "real")),
        "players": [["player", "also known as"], ["Anna", "A."]],
    }
    write_xlsx(tmp_path / "2013" / "season.xlsx", season)
    raw = read_from(tmp_path)
    assert raw.tables["event"].text["setting"].tolist() == ["data"]
    assert raw.tables["players"].text["also known as"].tolist() == ["A."]
    assert raw.problems == []


def test_columns_beyond_z_have_two_letters() -> None:
    assert [address(0, column) for column in (0, 25, 26, 51, 52, 701, 702)] == [
        "A1",
        "Z1",
        "AA1",
        "AZ1",
        "BA1",
        "ZZ1",
        "AAA1",
    ]


# -- OpenDocument, as LibreOffice writes it ----------------------------------------------------------------------------


def ods(path: Path, body: str) -> Path:
    return write_zip(path, {"content.xml": ods_content(body).encode()})


def test_repeated_cells_and_rows_of_an_ods_are_expanded(tmp_path: Path) -> None:
    path = ods(
        tmp_path / "x.ods",
        '<table:table table:name="boards">'
        '<table:table-row table:number-rows-repeated="2">'
        '<table:table-cell table:number-columns-repeated="2"/>'
        '<table:table-cell office:value-type="float" office:value="3" table:number-columns-repeated="2"/>'
        "</table:table-row>"
        '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
        '<table:table-row><table:table-cell office:value-type="string"><text:p>end</text:p></table:table-cell></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/>'
        "</table:table-row></table:table>",
    )
    three, end = Cell("3", "number"), Cell("end", "text")
    assert cells_of(path) == {"boards": [[BLANK, BLANK, three, three]] * 2 + [[]] * 3 + [[end]]}


def test_the_text_of_an_ods_cell_has_its_blanks_breaks_and_spans_but_not_its_comments(tmp_path: Path) -> None:
    path = ods(
        tmp_path / "x.ods",
        '<table:table table:name="players"><table:table-row><table:table-cell office:value-type="string">'
        "<office:annotation><text:p>remark</text:p></office:annotation>"
        '<text:p>Anna<text:s text:c="2"/><text:span>Ros</text:span>si<text:tab/>II</text:p><text:p>due</text:p>'
        '</table:table-cell><table:table-cell office:value-type="string"><text:p>'
        "<text:ruby><text:ruby-base>山田</text:ruby-base><text:ruby-text>やまだ</text:ruby-text></text:ruby>花子"
        "</text:p></table:table-cell></table:table-row></table:table>",
    )
    assert cells_of(path) == {"players": [[Cell("Anna  Rossi\tII\ndue", "text"), Cell("山田花子", "text")]]}


def test_a_hidden_column_of_an_ods_is_reported_only_if_it_is_not_empty(tmp_path: Path) -> None:
    hidden = '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
    row = '<table:table-cell office:value-type="float" office:value="7"/>'
    body = f"<table:table-row>{row}<table:table-cell/>{row}{row}</table:table-row>"
    path = ods(tmp_path / "x.ods", f'<table:table table:name="boards">{hidden}{body}</table:table>')
    assert [(remark.code, str(remark.found), remark.cell) for remark in opened(path).remarks] == [
        ("hidden_cells", "columns C", "C1")
    ]


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ('table:formula="of:=1/0" office:value-type="float" office:value="0"', "#DIV/0!"),
        ('table:formula="of:=SQRT(-1)" office:value-type="float" office:value="0"', "Err:503"),
        ('office:value-type="float" office:value="0"', "#N/A"),
        ('table:formula="of:=SQRT(-1)" office:value-type="string" office:string-value=""', "Err:502"),
    ],
    ids=["as a number", "as a number, by its code", "as a number, in a matrix", "as a text"],
)
def test_an_error_value_of_an_ods_is_found_however_it_is_stored(stored: str, shown: str, tmp_path: Path) -> None:
    cell = f"<table:table-cell {stored}><text:p>{shown}</text:p></table:table-cell>"
    body = f'<table:table table:name="boards"><table:table-row>{cell}</table:table-row></table:table>'
    assert cells_of(ods(tmp_path / "x.ods", body)) == {"boards": [[Cell(shown, "error")]]}


def test_an_ods_formula_with_an_empty_paragraph_is_a_blank_cell_and_one_without_is_not_calculated(
    tmp_path: Path,
) -> None:
    formula = 'table:formula="of:=A1"'
    path = ods(
        tmp_path / "x.ods",
        f'<table:table table:name="boards"><table:table-row><table:table-cell {formula}><text:p/></table:table-cell>'
        f"<table:table-cell {formula}/></table:table-row></table:table>",
    )
    assert cells_of(path) == {"boards": [[BLANK, Cell("of:=A1", "formula")]]}


@pytest.mark.parametrize(
    "cell",
    [
        '<table:table-cell office:value-type="float"><text:p>5</text:p></table:table-cell>',
        '<table:table-cell office:value-type="float" office:value="five"/>',
        '<table:table-cell office:value-type="date"/>',
        '<table:table-cell office:value-type="boolean"/>',
        '<table:table-cell office:value-type="percentage"/>',
        '<table:table-cell office:value-type="string" table:number-columns-repeated="many"><text:p>x</text:p></table:table-cell>',
    ],
    ids=["number without value", "number in words", "date", "truth", "percentage", "repeated many times"],
)
def test_an_ods_cell_that_contradicts_itself_is_reported_instead_of_crashing(cell: str, tmp_path: Path) -> None:
    path = ods(
        tmp_path / "x.ods", f'<table:table table:name="boards"><table:table-row>{cell}</table:table-row></table:table>'
    )
    try:
        sheets = opened(path).sheets
    except Unreadable:
        return
    assert all(cell.kind != "number" or cell.text.isdecimal() for sheet in sheets for row in sheet.rows for cell in row)


# -- finding the files -------------------------------------------------------------------------------------------------


def blank(path: Path) -> Path:
    """Write an empty file for tests that never open it, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return path


HARD_NAMES = [
    "Notte di lega (prova) però",
    "Coppa [A] #3",
    "100 % Diplomacy",
    "Joe's",
    "$HOME `ls`",
    "東京",
    "Łódź & Gdańsk",
    "-rf",
    "x.y.z",
    "name with trailing dot.",
]


@pytest.mark.parametrize("name", HARD_NAMES)
def test_an_event_is_named_after_its_file_whatever_the_name(name: str, tmp_path: Path) -> None:
    for suffix in (".xlsx", ".ods"):
        raw = tmp_path / suffix
        path = blank(raw / "2013" / f"{name}{suffix}")
        found = listing_of(raw)
        assert [(s.season, s.event, s.file, s.path) for s in found.sources] == [
            ("2013", name, f"2013/{path.name}", path)
        ]
        assert found.problems == []


@pytest.mark.parametrize("name", HARD_NAMES)
def test_an_event_may_be_a_folder_of_any_name(name: str, tmp_path: Path) -> None:
    write_csv(tmp_path / "2013" / name, event())
    found = listing_of(tmp_path)
    assert [(s.event, s.file) for s in found.sources] == [(name, f"2013/{name}")]
    assert len(found.sources[0].parts()) == 4


def test_a_name_with_accents_is_the_same_in_either_unicode_form(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Però è così")
    blank(tmp_path / "2013" / f"{decomposed}.xlsx")
    (source,) = listing_of(tmp_path).sources
    assert (source.event, source.file) == ("Però è così", "2013/Però è così.xlsx")


def test_lock_files_and_hidden_files_are_skipped_and_listed(tmp_path: Path) -> None:
    for name in ("~$Torneo.xlsx", ".~lock.Torneo.xlsx#", "._Torneo.xlsx", ".hidden.xlsx", "Thumbs.db"):
        blank(tmp_path / "2013" / name)
    blank(tmp_path / "2013" / "Torneo.xlsx")
    blank(tmp_path / ".DS_Store")
    found = listing_of(tmp_path)
    assert [s.event for s in found.sources] == ["Torneo"]
    assert {p.severity for p in found.problems} == {"notice"}
    assert sorted(codes_and_files(found.problems)) == [
        ("skipped_file", ".DS_Store"),
        ("skipped_file", "2013/._Torneo.xlsx"),
        ("skipped_file", "2013/.hidden.xlsx"),
        ("skipped_file", "2013/.~lock.Torneo.xlsx#"),
        ("skipped_file", "2013/Thumbs.db"),
        ("skipped_file", "2013/~$Torneo.xlsx"),
    ]


def test_files_other_than_csv_in_an_events_folder_are_listed(tmp_path: Path) -> None:
    folder = write_csv(tmp_path / "2013" / "Torneo", event())
    for name in (".~lock.boards.csv#", "games.xlsx", "players.txt", "remarks.txt"):
        blank(folder / name)
    problems = listing_of(tmp_path).problems
    assert sorted(codes_and_files(problems)) == [
        ("skipped_file", "2013/Torneo/.~lock.boards.csv#"),
        ("unknown_file", "2013/Torneo/remarks.txt"),
        ("unread_file", "2013/Torneo/games.xlsx"),
        ("unread_file", "2013/Torneo/players.txt"),
    ]


def test_two_csv_files_of_one_sheet_are_refused(tmp_path: Path) -> None:
    folder = write_csv(tmp_path / "2013" / "Torneo", event())
    (folder / "boards.CSV").write_text("round,board,power,player\n")
    if len(list(folder.glob("[bB]*"))) == 1:
        pytest.skip("this file system does not tell boards.csv from boards.CSV")
    assert {p.code for p in read_from(tmp_path).problems} == {"two_sheets"}


def test_files_of_other_kinds_are_listed(tmp_path: Path) -> None:
    for name in ("notes.txt", "rules.pdf", "loose.csv"):
        blank(tmp_path / "2013" / name)
    (tmp_path / "2013" / "photos").mkdir()
    found = listing_of(tmp_path)
    assert found.sources == []
    assert sorted(p.code for p in found.problems) == [
        *["unknown_file"] * 3,
        "unread_file",
    ]  # loose.csv may hold results
    assert {p.season for p in found.problems} == {"2013"}


def test_a_file_outside_a_season_is_an_error_that_blocks_no_season(tmp_path: Path) -> None:
    blank(tmp_path / "Torneo.xlsx")
    blank(tmp_path / "2013" / "Torneo.xlsx")
    found = listing_of(tmp_path)
    assert [(p.code, p.severity, p.season, p.file) for p in found.problems] == [
        ("not_in_a_season", "error", "", "Torneo.xlsx")
    ]
    assert [s.event for s in found.sources] == ["Torneo"]


@pytest.mark.parametrize(
    ("first", "second"),
    [("Torneo.xlsx", "Torneo.ods"), ("EDC.xlsx", "edc.xlsx"), ("Però.xlsx", unicodedata.normalize("NFD", "Però.xlsx"))],
)
def test_two_files_of_one_event_are_both_refused(first: str, second: str, tmp_path: Path) -> None:
    for name in (first, second, "Altro.xlsx"):
        blank(tmp_path / "2013" / name)
    if len([*(tmp_path / "2013").iterdir()]) < 3:
        pytest.skip("this file system takes the two names for one")
    found = listing_of(tmp_path)
    assert [s.event for s in found.sources] == ["Altro"]
    assert [(p.code, p.severity) for p in found.problems] == [("two_files", "error")] * 2
    assert all(p.file in p.found for p in found.problems)


def test_a_file_and_a_folder_of_one_event_are_both_refused(tmp_path: Path) -> None:
    blank(tmp_path / "2013" / "Torneo.xlsx")
    write_csv(tmp_path / "2013" / "Torneo", event())
    found = listing_of(tmp_path)
    assert found.sources == []
    assert sorted(codes_and_files(found.problems)) == [("two_files", "2013/Torneo"), ("two_files", "2013/Torneo.xlsx")]


@pytest.mark.parametrize(
    "name",
    ["events", "Circuits", "Problems", "report", "CON", "aux", "Lpt1.old"],
)
def test_an_event_named_like_an_output_or_a_device_is_refused(name: str, tmp_path: Path) -> None:
    blank(tmp_path / "2013" / f"{name}.xlsx")
    found = listing_of(tmp_path)
    assert found.sources == []
    assert [(p.code, p.severity, p.event) for p in found.problems] == [("reserved_name", "error", name)]


@pytest.mark.parametrize("name", ["a: b", 'say "cheese"', "who?", "<b>", "1|2", "a*"])
def test_an_event_whose_name_windows_cannot_hold_is_refused(name: str, tmp_path: Path) -> None:
    blank(tmp_path / "2013" / f"{name}.xlsx")
    write_csv(tmp_path / "2014" / name, event())
    found = listing_of(tmp_path)
    assert found.sources == []
    assert [(p.code, p.severity, p.event) for p in found.problems] == [("bad_name", "error", name)] * 2


@pytest.mark.parametrize("name", ["2013.", "2013 ", "20:13", "2013?"])
def test_a_season_whose_name_windows_cannot_hold_is_refused(name: str, tmp_path: Path) -> None:
    blank(tmp_path / name / "Torneo.xlsx")
    found = listing_of(tmp_path)
    assert (found.sources, found.seasons) == ([], [])
    assert [(p.code, p.severity, p.file) for p in found.problems] == [("bad_name", "error", name)]


@pytest.mark.parametrize(
    "name", ["problems.csv", "Problems.CSV", "index.html", "INDEX.HTML", "History", "CON", "nul.2013"]
)
def test_only_a_season_named_like_an_output_or_a_device_is_refused(name: str, tmp_path: Path) -> None:
    for season in (name, "2013"):
        blank(tmp_path / season / "Torneo.xlsx")
    found = listing_of(tmp_path)
    assert [source.file for source in found.sources] == ["2013/Torneo.xlsx"]
    assert codes_and_files(found.problems) == [("reserved_name", name)]


@pytest.mark.parametrize("name", ["season.xlsx", "Season.xlsx", "season.ods"])
def test_the_season_file_is_not_an_event(name: str, tmp_path: Path) -> None:
    blank(tmp_path / "2013-14" / name)
    (source,) = listing_of(tmp_path).sources
    assert (source.season, source.event) == ("2013-14", "")


def test_files_are_found_in_one_order_whenever_they_were_made(tmp_path: Path) -> None:
    names = ["b.xlsx", "Zoo.xlsx", "a.xlsx", "Émile.ods", "10.xlsx", "9.xlsx"]
    for raw, order in (("one", names), ("two", names[::-1])):
        for name in order:
            blank(tmp_path / raw / "2013" / name)
    one, two = (listing_of(tmp_path / raw) for raw in ("one", "two"))
    assert [s.file for s in one.sources] == [s.file for s in two.sources]


def test_only_the_requested_seasons_are_searched(tmp_path: Path) -> None:
    for season in ("2012", "2013", "2014"):
        blank(tmp_path / season / "Torneo.xlsx")
    found = find(tmp_path, RESERVED, {"2013"})
    assert (found.seasons, [s.season for s in found.sources]) == (["2013"], ["2013"])


# -- names of sheets, and text that looks like a number, as other programs write them ----------------------------------


@pytest.mark.parametrize("table", ["Table 1", "Tabella 1", "Tableau 1", "Tabelle 1", "table 1-1", "Tableau 12"])
def test_a_sheet_of_apple_numbers_is_recognised_by_the_part_before_its_table(table: str, tmp_path: Path) -> None:
    """Apple Numbers exports one worksheet per table, named `sheet - table`."""
    plain, called = event("Night"), {}
    called = {f"{name} - {table}": rows for name, rows in event("Night").items()}
    write_xlsx(tmp_path / "plain" / "2013" / "Night.xlsx", plain)
    write_xlsx(tmp_path / "called" / "2013" / "Night.xlsx", called)
    raw, other = (read(find(tmp_path / name, RESERVED).sources) for name in ("plain", "called"))
    assert not other.problems
    for kind, typed in raw.tables.items():
        assert typed.text.equals(other.tables[kind].text), kind


@pytest.mark.parametrize(
    "name", ["{} - Club", "{} – Club", "{} – Table 1", "{} - Table 1-1", "Night - {} - Table 1", "Night — {}"]
)
def test_a_sheet_is_recognised_by_a_part_of_a_longer_name(name: str, tmp_path: Path) -> None:
    sheets = event("Night")
    write_xlsx(tmp_path / "plain" / "2013" / "Night.xlsx", sheets)
    write_xlsx(tmp_path / "called" / "2013" / "Night.xlsx", {name.format(kind): rows for kind, rows in sheets.items()})
    raw, other = (read(find(tmp_path / folder, RESERVED).sources) for folder in ("plain", "called"))
    assert not other.problems
    assert all(typed.text.equals(other.tables[kind].text) for kind, typed in raw.tables.items())


def test_a_remark_beside_the_table_of_a_sheet_is_not_a_second_table(tmp_path: Path) -> None:
    """Apple Numbers exports a sheet's text box, or a small table of remarks, as a separate worksheet."""
    called: Sheets = {f"{name} - Table 1": rows for name, rows in event("Night").items()}
    write_xlsx(tmp_path / "2013" / "Night.xlsx", called | {"boards - Table 2": [["to be checked"], ["board 2"]]})
    raw = read(find(tmp_path, RESERVED).sources)
    assert [(p.severity, p.sheet) for p in raw.problems] == [("notice", "boards - Table 2")]
    assert len(raw.tables["boards"].text) == 14


@pytest.mark.parametrize(
    "name",
    ["Club night-{}", "Club night_{}", "Club night – {}", "Club night - {}", "2013-05-02-{}", "Club night-{}-Table 1"],
)
@pytest.mark.parametrize("beside", [False, True], ids=["in the folder of the event", "in the folder of the season"])
def test_a_csv_file_is_recognised_by_the_sheet_in_its_name(name: str, beside: bool, tmp_path: Path) -> None:
    """Spreadsheet programs export a `boards` sheet as `Night-boards.csv`, `Night - boards.csv` or `boards-Table 1.csv`.

    Here `Night` is the workbook, and `Table 1` is a table in the sheet.
    """
    folder = write_csv(tmp_path / "called" / "2013" / "Night", event("Night"))
    for sheet in [*folder.iterdir()]:
        sheet.rename((folder.parent if beside else folder) / f"{name.format(sheet.stem)}.csv")
    if beside:
        folder.rmdir()
    write_csv(tmp_path / "plain" / "2013" / "Night", event("Night"))
    raw, other = (read(find(tmp_path / of, RESERVED).sources) for of in ("plain", "called"))
    assert not [*other.problems, *find(tmp_path / "called", RESERVED).problems]
    assert all(typed.text.equals(other.tables[kind].text) for kind, typed in raw.tables.items())
    assert {*other.tables["boards"].origin["event"]} == {name.partition("{}")[0].rstrip(" -–_") if beside else "Night"}


def test_two_tables_of_one_sheet_of_apple_numbers_are_reported(tmp_path: Path) -> None:
    boards = event("Night")["boards"]
    write_xlsx(tmp_path / "2013" / "Night.xlsx", {"boards - Table 1": boards, "boards - Table 2": boards})
    problems = read(find(tmp_path, RESERVED).sources).problems
    assert [(p.code, p.sheet) for p in problems] == [
        ("two_sheets", "boards - Table 1"),
        ("two_sheets", "boards - Table 2"),
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_text_protected_by_a_formula_is_read_as_shown(delimiter: str) -> None:
    """Web sites write `="007"` so that a spreadsheet program shows the text 007 and not the number 7."""
    typed = [
        '="round"',
        '="007"',
        '="Anna Rossi"',
        '"=""Anna """"Nan"""" Rossi"""',
        '="5"',
        '=""',
        ' = "Anna" ',
        "=A1",
        '="a"&"b"',
    ]
    shown = ["round", "007", "Anna Rossi", 'Anna "Nan" Rossi', "5", "", "Anna", "=A1", '="a"&"b"']
    (sheet,), _ = read_csv((delimiter.join(typed) + "\n").encode(), "boards")
    assert [cell.text for cell in sheet.rows[0]] == shown
    assert {cell.kind for cell in sheet.rows[0]} == {"text"}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna_x005F_x000D_", "Anna_x000D_"),
        ("Anna_x005F_x005F_", "Anna_x005F_"),
        ("Anna_x005f_", "Anna_"),
        ("Anna_x0041_", "Anna_x0041_"),
        ("Anna_x0009_Rossi", "Anna\tRossi"),
    ],
)
@pytest.mark.parametrize("inline", [False, True], ids=["listed", "in the cell"])
def test_an_escape_is_undone_once(typed: str, shown: str, inline: bool, tmp_path: Path) -> None:
    """Under ECMA-376, section 22.4.2.4, `_x005F_` stands for the underscore in text that only looks like an escape."""
    path = write_xlsx(tmp_path / "Night.xlsx", {"boards": [["player"], ["MARK"]]})
    parts = {"xl/sharedStrings.xml": lambda xml: xml.replace("MARK", typed)}
    if inline:
        text = f'<c r="A2" t="inlineStr"><is><t>{typed}</t></is></c>'
        parts = {"xl/worksheets/sheet1.xml": lambda xml: re.sub('<c r="A2".*?</c>', text, xml)}
    assert cells_of(rewrite(path, parts))["boards"][1][0].text == shown
