"""Write raw sheets as people type them, and read the files that a build makes from them."""

import csv
import pkgutil
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

import pytest
import xlsxwriter
from openpyxl.utils.cell import coordinate_to_tuple

import pipeline.rules.circuits
import pipeline.rules.systems
from pipeline.build import products
from pipeline.build.files import write_whole
from pipeline.pages.book import Book, Sheet
from pipeline.pages.season import Season
from pipeline.store.folder import Folder

ROOT = Path(__file__).resolve().parents[1]

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
YEARS = tuple(range(1901, 1908))
COLUMNS = (
    *("round", "board", "power", "player", *YEARS, "final", "eliminated"),
    *("nmr orders", "nmr adjustments", "penalty", "scored", "place", "score", "note"),
)

# Board 1 has a chart, 31 centres in 1901 and 34 in every later year; board 2 has only its final centres.
CHART = {
    "Austria": (5, 5, 5, 6, 6, 7, 7),
    "England": (4, 5, 6, 7, 8, 9, 9),
    "France": (4, 5, 5, 5, 5, 5, 5),
    "Germany": (5, 5, 5, 4, 4, 3, 3),
    "Italy": (4, 4, 4, 3, 2, 2, 1),
    "Russia": (5, 5, 3, 2, 1, 0, 0),
    "Turkey": (4, 5, 6, 7, 8, 8, 9),
}
FINALS = (7, 6, 7, 1, 4, 9, 0)
PLAYED_OUT = {1: "Anna Berta Carla Dora Elena Flora Gina", 2: "Hanna Ida Julia Klara Lena Maria Nora"}

CREATED = (2011, 3, 1, 0, 0, 0)


class Formula(NamedTuple):
    """A formula and the value that the spreadsheet stored for it. The value is None if nothing was stored."""

    text: str
    value: int | float | str | None = None


class Shown(NamedTuple):
    """A number with a cell format that displays it as something else."""

    value: int | float
    look: str


class Error(NamedTuple):
    """An error cell such as #DIV/0!."""

    text: str


Cell = str | int | float | bool | date | datetime | Formula | Shown | Error | None
Rows = list[list[Cell]]
Sheets = dict[str, Rows]


# -- an event ----------------------------------------------------------------------------------------------------------


def event(name: str = "Torneo", system: str | None = "c_diplo", family: str = "", **settings: Cell) -> Sheets:
    """Return the sheets of a valid event with two boards.

    family  family name given to all players, so that a second event is not taken for a copy of the first

    The columns of the `boards` sheet are A (round), B (board), C (power), D (player), E to K (1901 to 1907), L (final),
    M (eliminated), N (nmr orders), O (nmr adjustments), P (penalty), Q (scored), R (place), S (score) and T (note).
    Board 1 is in rows 2 to 8, board 2 in rows 9 to 15.
    """
    rows: Rows = [list(COLUMNS)]
    for board in (1, 2):
        for seat, (power, first) in enumerate(zip(POWERS, PLAYED_OUT[board].split(), strict=True)):
            chart: Sequence[Cell] = CHART[power] if board == 1 else [None] * len(YEARS)
            final = FINALS[seat] if board == 2 else None
            out = 1902 if final == 0 else None
            rows.append([1, board, power, f"{first} {family}".strip(), *chart, final, out, *[None] * 7])
    typed: dict[str, Cell] = {"name": name, "system": system, "data": "generated"}
    return {
        "event": table(
            "setting value", *(typed | {key.replace("_", " "): value for key, value in settings.items()}).items()
        ),
        "boards": rows,
        "games": [
            ["round", "board", "result", "winners", "last year", "ended", "variant"],
            [1, 1, "time limit", None, None, None, None],
            [1, 2, "draw", None, 1906, None, None],
        ],
        "nmr": table("round board power year turn", (1, 1, "Italy", 1903, "spring")),
    }


def night(chart: Sequence[Sequence[Cell]], first_year: int = 1901, family: str = "", **columns: Sequence[Cell]) -> Rows:
    """Return a `boards` sheet with one board.

    chart    centres, one row per power
    columns  further columns, one value per power
    """
    years = range(first_year, first_year + len(chart[0])) if len(chart) else ()
    rows: Rows = [["round", "board", "power", "player", *years, *(name.replace("_", " ") for name in columns)]]
    for seat, power in enumerate(POWERS):
        held = chart[seat] if len(chart) else ()
        player = f"{PLAYED_OUT[1].split()[seat]} {family}".strip()
        rows.append([1, 1, power, player, *held, *(values[seat] for values in columns.values())])
    return rows


def table(header: str, *rows: Iterable[Cell]) -> Rows:
    """Return a sheet with these rows below a header row, which has one column for each word of `header`."""
    return [header.split(), *(list(row) for row in rows)]


def put(sheets: Sheets, place: str, value: Cell) -> None:
    """Set the value of a cell such as `sheet!A1`, extending the sheet as needed."""
    sheet, _, cell = place.partition("!")
    row, column = coordinate_to_tuple(cell)
    rows = sheets.setdefault(sheet, [])
    rows += [[] for _ in range(row - len(rows))]
    rows[row - 1] += [None] * (column - len(rows[row - 1]))
    rows[row - 1][column - 1] = value


# -- writing -----------------------------------------------------------------------------------------------------------


def write_xlsx(path: Path, sheets: Sheets, hidden: Iterable[str] = ()) -> Path:
    """Write a workbook with XlsxWriter and return its path. The same sheets always give the same bytes.

    XlsxWriter stores no value for a formula whose result is an empty string.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(path, {"in_memory": True}) as book:  # temporary files would take three times as long
        book.set_properties({"created": datetime(*CREATED)})
        look = cache(lambda num_format: book.add_format({"num_format": num_format}))
        pages = [book.add_worksheet(name) for name in sheets]
        for page, rows in zip(pages, sheets.values(), strict=True):
            for row, cells in enumerate(rows):
                for column, value in enumerate(cells):
                    match value:
                        case None:
                            continue
                        case Formula(text, result):
                            page.write_formula(row, column, text, None, "" if result is None else result)
                        case Error(text):
                            page.write_formula(row, column, "=1/0", None, text)
                        case Shown(figure, num_format):
                            page.write_number(row, column, figure, look(num_format))
                        case bool():
                            page.write_boolean(row, column, value)
                        case str():
                            page.write_string(row, column, value)
                        case datetime():
                            page.write_datetime(row, column, value, look("yyyy-mm-dd h:mm:ss"))
                        case date():
                            page.write_datetime(row, column, value, look("yyyy-mm-dd"))
                        case _:
                            page.write_number(row, column, value)
        shown = [page for page in pages if page.name not in hidden]
        if shown:
            shown[0].activate()  # the first sheet is active by default, and an active sheet cannot be hidden
        for page in pages:
            if page.name in hidden:
                page.hide()
    return path


def rewrite(path: Path, parts: dict, add: dict[str, bytes] | None = None, drop: Iterable[str] = ()) -> Path:
    """Rewrite a zip file with some of its parts changed, added or dropped, and return its path.

    parts  functions that turn the old text of a part into the new one, keyed by the part's name
    """
    with zipfile.ZipFile(path) as package:
        contents = {part.filename: package.read(part) for part in package.infolist() if part.filename not in drop}
    for name, change in parts.items():
        contents[name] = change(contents[name].decode()).encode()
    return write_zip(path, contents | (add or {}))


def write_zip(path: Path, contents: dict[str, bytes]) -> Path:
    """Write a zip file and return its path. The same contents always give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in contents.items():
            package.writestr(zipfile.ZipInfo(name, CREATED), content, zipfile.ZIP_DEFLATED)
    return path


def write_csv(folder: Path, sheets: Sheets, delimiter: str = ",", encoding: str = "utf-8") -> Path:
    """Write one CSV file per sheet into a folder and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in sheets.items():
        with (folder / f"{name}.csv").open("w", encoding=encoding, newline="") as lines:
            width = max(map(len, rows), default=0)
            csv.writer(lines, delimiter=delimiter).writerows([*row, *[None] * (width - len(row))] for row in rows)
    return folder


def write_ods(path: Path, sheets: Sheets, hidden: Iterable[str] = ()) -> Path:
    """Write an OpenDocument workbook with XML like LibreOffice's and return its path."""
    styles = '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>'
    body = "".join(_ods_table(name, rows, name in hidden) for name, rows in sheets.items())
    return write_zip(
        path,
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": ods_content(body, styles).encode(),
            "META-INF/manifest.xml": ODS_MANIFEST.encode(),
        },
    )


def ods_content(body: str, styles: str = "") -> str:
    """Return the text of a `content.xml` that holds these tables and styles."""
    spaces = {
        "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
        "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
        "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
        "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
        "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
    }
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in spaces.items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {declared} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )


ODS_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)


def _ods_table(name: str, rows: Rows, hidden: bool) -> str:
    lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}{_ODS_REST}</table:table-row>" for row in rows)
    style = ' table:style-name="off"' if hidden else ""
    rest = f'<table:table-row table:number-rows-repeated="1000000">{_ODS_REST}</table:table-row>'
    return f"<table:table table:name={quoteattr(name)}{style}>{lines}{rest}</table:table>"


_ODS_REST = '<table:table-cell table:number-columns-repeated="16300"/>'


def _ods_cell(value: Cell) -> str:
    def typed(kind: str, more: str, shown: str, formula: str = "") -> str:
        written = f" table:formula={quoteattr('of:' + formula)}" if formula else ""
        paragraph = f"<text:p>{escape(shown)}</text:p>" if shown else ""
        kinds = f'office:value-type="{kind}" calcext:value-type="{kind}"'
        return f"<table:table-cell{written} {kinds}{more}>{paragraph}</table:table-cell>"

    match value:
        case None | "":
            return "<table:table-cell/>"
        case Formula(text, None):
            return f"<table:table-cell table:formula={quoteattr('of:' + text)}/>"
        case Formula(text, str() as result):
            return typed("string", ' office:string-value=""' if not result else "", result, text)
        case Formula(text, result):
            return typed("float", f' office:value="{result}"', str(result), text)
        case Error(text):
            return (
                '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" '
                f'calcext:value-type="error"><text:p>{text}</text:p></table:table-cell>'
            )
        case Shown(figure, look) if "%" in look:
            return typed("percentage", f' office:value="{figure}"', f"{figure:.0%}")
        case Shown(figure, _):
            day = date.fromordinal(date(1899, 12, 30).toordinal() + int(figure)).isoformat()
            return typed("date", f' office:date-value="{day}"', day)
        case bool():
            return typed("boolean", f' office:boolean-value="{str(value).lower()}"', str(value).upper())
        case int() | float():
            return typed("float", f' office:value="{value}"', str(value))
        case date():
            return typed("date", f' office:date-value="{value.isoformat()}"', value.isoformat())
        case _:
            return typed("string", "", str(value))


# -- reading the outputs -----------------------------------------------------------------------------------------------


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a published CSV file."""
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def workbook_of(season: Path, system: str) -> Path:
    """Return the path of a system's workbook, which is in `systems/` unless the system is official."""
    official = season / f"{system}.xlsx"
    return official if official.is_file() else season / "systems" / official.name


BLANK_BOOK = Book("blank", [Sheet("blank", [])])  # for tests that do not read workbooks


def files_below(folder: Path) -> dict[str, bytes]:
    """Return the contents of the visible files below a folder, keyed by path.

    The contents of a database are replaced by a digest of its rows.
    """
    return {
        path.relative_to(folder).as_posix(): rows_of(path) if path.suffix == ".sqlite" else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix != JOURNAL
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


JOURNAL = ".sqlite-journal"  # left beside a database by a killed build; the next reader rolls its changes back


def rows_of(path: Path) -> bytes:
    """Return a digest of a database's schema and all its rows, as the next process to open it would find them."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(shutil.copy(path, folder))
        if (journal := path.with_suffix(JOURNAL)).exists():
            shutil.copy(journal, folder)
        with closing(sqlite3.connect(copied)) as file:
            schema = file.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
            found = sha256(repr(schema).encode())
            for kind, name, _ in schema:
                if kind == "table":
                    for row in file.execute(f'SELECT * FROM "{name}"'):
                        found.update(repr(row).encode())
            assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return found.digest()


# -- less to write -----------------------------------------------------------------------------------------------------


@contextmanager
def only_rules(*modules: str) -> Iterator[None]:
    """Offer only these modules as systems and circuits while the block runs.

    If none of them is a circuit, all circuits are offered. If none of them is a system, all systems are offered.
    """
    real = pkgutil.iter_modules
    named = {package for package in (pipeline.rules.systems, pipeline.rules.circuits) if {*modules} & _names(package)}

    def some(path: Iterable[str] | None = None, prefix: str = "") -> Iterator[pkgutil.ModuleInfo]:
        folders = None if path is None else [*path]
        chosen = any(folders == [*package.__path__] for package in named)
        return (module for module in real(folders, prefix) if not chosen or module.name in modules)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pkgutil, "iter_modules", some)
        _forget_rules()
        yield
    _forget_rules()


def _names(package: ModuleType) -> set[str]:
    return {module.name for module in pkgutil.iter_modules(package.__path__)}


@contextmanager
def without_report(frames: bool = False) -> Iterator[None]:
    """Replace the season report, which is slow to write, with an empty page.

    frames  whether the contents of the report are still computed
    """

    def empty(folder: Folder, name: str) -> None:
        write_whole(folder, name, "<!doctype html></html>")

    with pytest.MonkeyPatch.context() as patched:
        if frames:
            patched.setattr(products, "page", lambda report: "<!doctype html></html>")
        else:
            patched.setattr(products, "_report", lambda season: {"report.html": empty})
        yield


def _empty(folder: Folder, name: str) -> None:
    folder.mark(name, b"")


@contextmanager
def only_products(*names: str) -> Iterator[None]:
    """Write only these products of each season while the block runs.

    The report is always written, but it is empty unless it is one of these products.
    """

    def some(season: Season) -> list[str]:
        return [name for name in products.product_names(season) if name in (*names, products.REPORT)]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipeline.build.build.product_names", some)
        if products.REPORT not in names:
            patched.setattr(products, "_report", lambda season: {"report.html": _empty})
        yield


@contextmanager
def tables_alone() -> Iterator[None]:
    """Replace a season's workbooks and report with empty files, without computing their contents."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(products, "_book", lambda page: _empty)
        patched.setattr(products, "_report", lambda season: {"report.html": _empty})
        yield


def _forget_rules() -> None:
    for package in (pipeline.rules.systems, pipeline.rules.circuits):
        package._by_title.cache_clear()
    pipeline.rules.systems.systems.cache_clear()
    pipeline.rules.circuits.circuits.cache_clear()
