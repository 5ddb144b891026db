"""Tests of the workbooks and tables as users see them.

Formulas must be right, text must stay text, and the layout must be uniform.
"""

import csv
import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import column_index_from_string
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.books.writer import as_workbook
from pipeline.build.build import build
from pipeline.pages.book import Book, Column, Sheet, Table
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.rules.systems import USUAL, systems
from pipeline.stages import Computed, compute
from tests import THOROUGH
from tests.sheets import (
    COLUMNS,
    POWERS,
    Rows,
    Sheets,
    event,
    only_rules,
    read_table,
    workbook_of,
    write_csv,
    write_xlsx,
)

SHEETS = ["Standings", "Scores", "Boards", "Rules", "Checks"]
SYSTEMS = sorted(systems() if THOROUGH else USUAL)
TABLES = ("boards", "centres", "events", "nmrs", "seats")

HOSTILE = [
    '=HYPERLINK("http://x")',
    "=SUM(1)",
    "J*",
    "Jo",
    "~J*",
    "<b>&amp;",
    "+1",
    "-1",
    "@cmd",
    "=cmd|' /C calc'!A0",
    "'quoted'",
    'say "hi", twice; please',
    "007",
    "7",
    "TRUE",
    "anna",
    "Anna",
    "Анна",
    "_x0041_nna",
    "🎲 Zoë 東京",
    "ＡＮＮＡ",
    "http://example.org",
    "file:///etc/passwd",
    "N" * 200,
    "#1 Anna",
    "1e5",
    "{=1+1}",
    "x;=1+1",
]
CHART = (
    (5, 5, 5, 6, 6, 7, 7),
    (4, 5, 6, 7, 8, 9, 9),
    (4, 5, 5, 5, 5, 5, 5),
    (5, 5, 5, 4, 4, 3, 3),
    (4, 4, 4, 3, 2, 2, 1),
    (5, 5, 3, 2, 1, 0, 0),
    (4, 5, 6, 7, 8, 8, 9),
)


def hostile_event() -> Sheets:
    """Return an event in which each name in HOSTILE is on two boards, with different powers and centres."""
    rows: Rows = [list(COLUMNS)]
    for half, shift in ((1, 0), (2, 3)):
        for board in range(len(HOSTILE) // 7):
            for seat, power in enumerate(POWERS):
                player = HOSTILE[(7 * board + seat + shift) % len(HOSTILE)]
                rows.append(
                    [half, f"{board + 1}{'=' * board}", power, player, *CHART[seat], *[None] * (len(COLUMNS) - 11)]
                )
    rows[5][-1] = "=1+1"
    typed = event("=Coppa & <Amici>")
    return typed | {"boards": rows, "games": [["round", "board", "result"]], "nmr": [typed["nmr"][0]]}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a season in which every name looks like something other than text, and return its output folder."""
    folder = tmp_path_factory.mktemp("hostile")
    write_csv(folder / "raw" / "2013" / "=1+1", hostile_event())
    write_xlsx(
        folder / "raw" / "2013" / "Guasta.xlsx",
        event("Guasta", family="=x") | {"boards": [["round", "board", "power", "player"], [1, 1, "=1+1", "=1+1"]]},
    )
    write_xlsx(
        folder / "raw" / "2013" / "season.xlsx", {"season": [["setting", "value"], ["systems", ", ".join(SYSTEMS)]]}
    )
    build(folder / "raw", folder / "out", jobs=1)
    return folder / "out" / "2013"


@pytest.fixture(scope="module")
def books(hostile: Path) -> dict[str, tuple[Workbook, Workbook]]:
    """Load every ranked workbook twice: with its formulas, and with its stored values."""
    return {
        name: (load_workbook(workbook_of(hostile, name)), load_workbook(workbook_of(hostile, name), data_only=True))
        for name in SYSTEMS
    }


def unescaped(text: object) -> object:
    """Return a value as a spreadsheet program shows it.

    Escapes such as `_x0001_` are decoded, because openpyxl does not decode them.
    """
    if text in HOSTILE:
        return text
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text) if isinstance(text, str) else text


def rows_below(page: Worksheet, *headers: str) -> list[dict[str, object]]:
    """Return the rows of the table whose header row begins with these headers."""
    rows = [[cell.value for cell in row] for row in page.iter_rows()]
    top = next(number for number, row in enumerate(rows) if tuple(row[: len(headers)]) == headers)
    found = []
    for row in rows[top + 1 :]:
        if row[0] is None:
            break
        found.append({str(name): value for name, value in zip(rows[top], row, strict=True) if name is not None})
    return found


# -- formulas ----------------------------------------------------------------------------------------------------------

CELL = r"\$?([A-Z]{1,3})\$?(\d+)"


def values(book: Workbook, page: Worksheet, span: str) -> Iterator[object]:
    """Yield the stored values of a range such as `Scores!$M$8:$M$20` or `G8:L8`."""
    sheet, _, cells = span.rpartition("!")
    match = re.fullmatch(f"{CELL}:{CELL}", cells)
    assert match, span
    first, last = column_index_from_string(match[1]), column_index_from_string(match[3])
    for row in (book[sheet] if sheet else page).iter_rows(int(match[2]), int(match[4]), first, last, values_only=True):
        yield from row


def worked_out(formula: str, book: Workbook, page: Worksheet) -> float:
    """Return a formula's value, recomputed from the stored values of the cells that it refers to."""
    if match := re.fullmatch(r"=SUM\(([^,()]+)\)", formula):
        return sum(value for value in values(book, page, match[1]) if isinstance(value, int | float))
    if match := re.fullmatch(r"=SUMIF\(([^,()]+),([^,()]+),([^,()]+)\)", formula):
        wanted = page[match[2].replace("$", "")].value
        assert isinstance(wanted, int), "a text would be taken for a pattern or a comparison"
        pairs = zip(values(book, page, match[1]), values(book, page, match[3]), strict=True)
        return sum(value for key, value in pairs if key == wanted and isinstance(value, int | float))
    if match := re.fullmatch(f"={CELL}/{CELL}", formula):
        return page[f"{match[1]}{match[2]}"].value / page[f"{match[3]}{match[4]}"].value
    raise AssertionError(f"no way to work out {formula}")


def formulas(books: dict[str, tuple[Workbook, Workbook]]) -> Iterator[tuple[str, Worksheet, str, str, Workbook]]:
    for name, (live, stored) in books.items():
        for page in live:
            for row in page.iter_rows():
                for cell in row:
                    if cell.data_type == "f":
                        yield name, stored[page.title], cell.coordinate, str(cell.value), stored


def test_every_formula_is_stored_with_the_value_that_it_gives(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    counted = 0
    for name, page, cell, formula, stored in formulas(books):
        value = page[cell].value
        assert isinstance(value, int | float), f"{name} {page.title}!{cell} has no value"
        assert value == pytest.approx(worked_out(formula, stored, page), abs=1e-8), (
            f"{name} {page.title}!{cell} {formula}"
        )
        counted += 1
    seats, players = 2 * len(HOSTILE), len(HOSTILE)
    assert counted >= (len(SYSTEMS) - 1) * (seats + 2 * players)


def test_scores_and_standings_are_live_sums(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    live, _ = books["c_diplo"]
    assert all(str(row["score"]).startswith("=SUM(") for row in rows_below(live["Scores"], "event", "round"))
    assert all(str(row["score"]).startswith("=SUMIF(") for row in rows_below(live["Standings"], "rank", "player"))


@pytest.mark.skipif(
    not shutil.which("soffice"), reason="LibreOffice is not installed, so nothing can be recalculated by it"
)
def test_libreoffice_gets_the_same_numbers(
    hostile: Path, books: dict[str, tuple[Workbook, Workbook]], tmp_path: Path
) -> None:
    """The stored values are removed first, so LibreOffice must have computed every value in its copy."""
    names = ["diplo_ligue", "italia_2010", "pgp", "tribute", "win_namur_survival"]
    for name in names:
        strip_values(workbook_of(hostile, name), tmp_path / f"{name}.xlsx")
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "new")]
    done = subprocess.run(
        [*command, *(str(tmp_path / f"{name}.xlsx") for name in names)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    counted = 0
    for name in names:
        anew = load_workbook(tmp_path / "new" / f"{name}.xlsx", data_only=True)
        for _, page, cell, formula, _ in formulas({name: books[name]}):
            assert anew[page.title][cell].value == pytest.approx(page[cell].value, abs=1e-8), (
                f"{name} {page.title}!{cell} {formula}"
            )
            counted += 1
    assert counted > len(names) * len(HOSTILE)


def strip_values(path: Path, to: Path) -> None:
    """Copy a workbook without the stored values of its formulas."""
    with zipfile.ZipFile(path) as package, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as copy:
        for part in package.namelist():
            content = package.read(part)
            if part.startswith("xl/worksheets/sheet"):
                content, found = re.subn(rb"(</f>)<v>[^<]*</v>", rb"\1", content)
                assert found or b"<f>" not in content
            copy.writestr(part, content)


# -- text --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_hostile_names_come_back_as_the_same_text(name: str, books: dict[str, tuple[Workbook, Workbook]]) -> None:
    live, _ = books[name]
    for page, headers in (
        ("Standings", ("rank", "player")),
        ("Scores", ("event", "round")),
        ("Boards", ("event", "round")),
    ):
        names = {unescaped(row["player"]) for row in rows_below(live[page], *headers)}
        assert names == set(HOSTILE), page


def test_sums_are_right_for_names_that_look_like_patterns_formulas_and_each_other(
    hostile: Path, books: dict[str, tuple[Workbook, Workbook]]
) -> None:
    for name in SYSTEMS:
        own: dict[str, list[float]] = {player: [] for player in HOSTILE}
        for row in read_table(hostile / "tables" / f"{name}.scores.csv"):
            own[unmarked(row["player"])].append(float(row["score"]))
        assert {len(scores) for scores in own.values()} == {2}
        _, stored = books[name]
        for row in rows_below(stored["Standings"], "rank", "player"):
            player = str(unescaped(row["player"]))
            assert row["games"] == 2
            assert row["score"] == pytest.approx(sum(own[player]), abs=1e-7), f"{name}: {player}"


RISKY = ("=", "+", "-", "@", "\t", "\r", "\0")
AFTER_A_SEMICOLON = tuple(f";{sign}" for sign in RISKY)


def unmarked(text: str) -> str:
    """Return a cell of a CSV file without the marks that keep spreadsheet programs from running it as a formula."""
    text = text.replace(";'=", ";=")
    return text[1:] if text.startswith("'") and text[1:].startswith(RISKY) else text


@pytest.mark.parametrize("name", ["c_diplo.scores", "c_diplo.standings", "seats", "events", "problems"])
def test_no_text_in_a_csv_file_begins_like_a_formula(name: str, hostile: Path) -> None:
    rows = read_table(hostile / "tables" / f"{name}.csv")
    numbers = re.compile(r"-?\d+(\.\d+)?")
    assert [
        text for row in rows for text in row.values() if text.startswith(RISKY) and not numbers.fullmatch(text)
    ] == []
    assert [text for row in rows for text in row.values() if any(sign in text for sign in AFTER_A_SEMICOLON)] == []
    if "player" in rows[0]:
        assert {unmarked(row["player"]) for row in rows} == set(HOSTILE)


def test_a_text_that_is_a_negative_number_is_marked_too(hostile: Path) -> None:
    players = {row["player"] for row in read_table(hostile / "tables" / "c_diplo.standings.csv")}
    assert {"'-1", "'+1"} <= players
    assert "-1" not in players


def test_no_text_of_a_sheet_becomes_a_formula_or_a_link(
    hostile: Path, books: dict[str, tuple[Workbook, Workbook]]
) -> None:
    for name, _, _, formula, _ in formulas(books):
        assert re.match(r"=(SUM|SUMIF)\(|=[A-Z]+\d+/", formula), f"{name}: {formula}"
    for path in hostile.rglob("*.xlsx"):
        for page in load_workbook(path):
            links = [
                link.target for row in page.iter_rows() for cell in row if (link := cell.hyperlink) and link.target
            ]
            ours = "..\\..\\raw\\2013\\" if path.name == "problems.xlsx" else "nowhere"  # links to typed sheets
            assert [target for target in links if not target.startswith(ours)] == [], path.name


def test_the_problems_workbook_of_hostile_sheets_has_no_formula(hostile: Path) -> None:
    book = load_workbook(hostile / "problems.xlsx")
    assert len(book.sheetnames) > 1
    assert [cell.coordinate for page in book for row in page.iter_rows() for cell in row if cell.data_type == "f"] == []


def test_characters_that_xml_does_not_allow_spoil_no_workbook(tmp_path: Path) -> None:
    typed, spoilt = event(), event("Guasta", family="guasta")
    for sheets in (typed, spoilt):
        for row, character in enumerate("\ufffe\uffff\x00\x0e\x7f\ufdd0\U0001ffff", 1):
            sheets["boards"][row][3] = f"{sheets['boards'][row][3]}{character}a"
    spoilt["boards"][2][6] = "five"
    write_csv(tmp_path / "raw" / "2013" / "Torneo", typed)
    write_csv(tmp_path / "raw" / "2013" / "Guasta", spoilt)
    write_csv(tmp_path / "raw" / "2013" / "Sana", event("Sana", family="sana"))
    with only_rules("c_diplo"):
        build(tmp_path / "raw", tmp_path / "out", jobs=1)
    for name in ("c_diplo", "problems"):
        assert load_workbook(tmp_path / "out" / "2013" / f"{name}.xlsx").sheetnames
    boards = {
        (row["event"], row["board"]) for row in read_table(tmp_path / "out" / "2013" / "tables" / "c_diplo.scores.csv")
    }
    assert boards == {("Sana", "1"), ("Sana", "2"), ("Torneo", "2"), ("Guasta", "2")}


# -- shape -------------------------------------------------------------------------------------------------------------


def every(books: dict[str, tuple[Workbook, Workbook]], holds: Callable[[Worksheet], bool]) -> list[str]:
    """Check that every sheet meets a condition, and return the names of those that do not."""
    return [f"{name} {page.title}" for name, (_, stored) in books.items() for page in stored if not holds(page)]


def test_every_ranked_workbook_has_the_same_sheets_in_the_same_order(
    books: dict[str, tuple[Workbook, Workbook]],
) -> None:
    assert {name: stored.sheetnames for name, (_, stored) in books.items()} == dict.fromkeys(SYSTEMS, SHEETS)


def test_no_cell_of_any_workbook_is_an_error(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    def sound(page: Worksheet) -> bool:
        return not any(cell.data_type == "e" for row in page.iter_rows() for cell in row)

    assert every(books, sound) == []


def test_long_tables_keep_their_header_in_view_and_on_every_printed_page(
    books: dict[str, tuple[Workbook, Workbook]],
) -> None:
    def framed(page: Worksheet) -> bool:
        if page.title in ("Rules", "Checks"):
            return True
        (header,) = (table.ref for table in page.tables.values())
        top = int(re.sub(r"[A-Z]+", "", header.partition(":")[0]))
        frozen = re.fullmatch(r"[A-Z]+(\d+)", page.freeze_panes or "")
        return frozen is not None and int(frozen[1]) == top + 1 and page.print_title_rows == f"${top}:${top}"

    assert every(books, framed) == []


def test_the_columns_of_a_table_all_have_different_names(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    tables = [(name, table) for name, (_, stored) in books.items() for page in stored for table in page.tables.values()]
    assert len(tables) >= len(SYSTEMS) * len(SHEETS)
    for name, table in tables:
        headers = [column.name.casefold() for column in table.tableColumns]
        assert len({*headers}) == len(headers), name
    for _, stored in books.values():
        names = [table for page in stored for table in page.tables]
        assert len({name.casefold() for name in names}) == len(names)


def test_every_sheet_says_what_its_data_are_and_whether_an_event_is_missing(
    books: dict[str, tuple[Workbook, Workbook]],
) -> None:
    def told(page: Worksheet) -> bool:
        head = "\n".join(str(row[0]) for row in page.iter_rows(max_row=4, values_only=True))
        return "GENERATED" in head and "INCOMPLETE" in head and "2013" in head

    assert every(books, told) == []


def test_a_rank_is_a_number_and_shown_with_a_sign_if_it_is_shared(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    live, _ = books["boucher"]
    page = live["Standings"]
    ranks = [cell for cell in page["A"] if isinstance(cell.value, int)]
    assert len(ranks) == len(HOSTILE)
    numbers = [cell.value for cell in ranks]
    for cell in ranks:
        assert ('"="' in cell.number_format) == (numbers.count(cell.value) > 1)


def test_the_rules_sheet_is_the_rule_sheet_of_the_system(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    for name, (_, stored) in books.items():
        shown = [
            (row["paragraph"], row["text"]) for row in rows_below(stored["Rules"], "paragraph", "column in Scores")
        ]
        assert shown == [(rule.label, rule.text) for rule in systems()[name].rules], name


def test_the_boards_sheet_shows_the_centres_of_every_year(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    _, stored = books["pgp"]
    rows = rows_below(stored["Boards"], "event", "round")
    assert len(rows) == 2 * len(HOSTILE)
    for seat, row in enumerate(rows):
        assert [row[str(year)] for year in range(1901, 1908)] == [*CHART[seat % 7]]
        assert row["final"] == CHART[seat % 7][-1]
    assert [row["eliminated"] for row in rows[:7]] == [None] * 5 + [1906, None]


def test_every_check_of_every_workbook_holds(books: dict[str, tuple[Workbook, Workbook]]) -> None:
    for name, (_, stored) in books.items():
        assert {row["result"] for row in rows_below(stored["Checks"], "check", "found")} == {"holds"}, name


# -- CSV ---------------------------------------------------------------------------------------------------------------


def test_every_csv_file_is_utf_8_with_a_byte_order_mark_and_one_kind_of_line_end(hostile: Path) -> None:
    paths = [*hostile.rglob("*.csv")]
    assert len(paths) >= 2 * len(SYSTEMS) + len(["problems"]) + len(TABLES)
    for path in paths:
        content = path.read_bytes()
        assert content.startswith(b"\xef\xbb\xbf"), path.name
        assert not content[3:].startswith(b"\xef\xbb\xbf")
        assert b"\r" not in content
        assert content.endswith(b"\n")
        content.decode("utf-8")
        rows = [*csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))]
        assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("name", SYSTEMS)
def test_scores_have_the_columns_of_the_contract_and_the_parts_between(name: str, hostile: Path) -> None:
    path = hostile / "tables" / f"{name}.scores.csv"
    header = path.read_text(encoding="utf-8-sig").splitlines()[0].split(",")
    fixed = ["event", "round", "board", "power", "player", "final_centres"]
    parts = [re.sub(r"\W+", "_", part.replace("'", "")) for part in systems()[name].parts]
    assert header[: len(fixed) + len(parts) + 3] == [*fixed, *parts, "score", "place", "status"]
    assert len({*header}) == len(header)
    for row in read_table(path):
        assert sum(float(row[part]) for part in parts) == pytest.approx(float(row["score"]), abs=1e-7)
        for figure in (*parts, "score"):
            assert re.fullmatch(r"-?\d+\.\d{9}", row[figure]), row[figure]
            assert row[figure] != "-0.000000000"
        assert re.fullmatch(r"[1-7]", row["place"])
        assert row["status"] == "scored"


@pytest.mark.parametrize("name", SYSTEMS)
def test_standings_have_the_columns_of_the_contract_and_are_in_order(name: str, hostile: Path) -> None:
    path = hostile / "tables" / f"{name}.standings.csv"
    assert path.read_text(encoding="utf-8-sig").splitlines()[0] == "rank,player,games,score"
    rows = read_table(path)
    assert len(rows) == len(HOSTILE)
    scores = [float(row["score"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [int(row["rank"]) for row in rows] == [1 + sum(other > score for other in scores) for score in scores]
    tied = [
        [unmarked(row["player"]) for row in rows if row["score"] == score] for score in {row["score"] for row in rows}
    ]
    assert all(names == sorted(names) for names in tied)


def test_a_workbook_and_its_tables_say_the_same(hostile: Path, books: dict[str, tuple[Workbook, Workbook]]) -> None:
    for name in SYSTEMS:
        _, stored = books[name]
        shown = [
            (str(row["rank"]), unescaped(row["player"]), str(row["games"]), f"{row['score']:.9f}")
            for row in rows_below(stored["Standings"], "rank", "player")
        ]
        listed = [
            (row["rank"], unmarked(row["player"]), row["games"], row["score"])
            for row in read_table(hostile / "tables" / f"{name}.standings.csv")
        ]
        assert shown == listed, name


def test_every_row_of_the_tidy_tables_says_where_it_was_typed(hostile: Path) -> None:
    for name in (table for table in TABLES if table != "nmrs"):
        rows = read_table(hostile / "tables" / f"{name}.csv")
        own = [row for row in rows if unmarked(row["event"]) == "=1+1"]
        assert own
        assert {row["file"] for row in own} == {"2013/=1+1"}
        assert all(row["sheet"] and int(row["row"]) > 1 for row in own), name
    seats = read_table(hostile / "tables" / "seats.csv")
    assert [int(row["row"]) for row in seats[:7]] == [*range(2, 9)]


def test_a_list_longer_than_a_cell_is_cut_and_the_build_goes_on(tmp_path: Path) -> None:
    """A cell holds at most 32,767 characters, and 600 names of 60 characters need more."""
    write_xlsx(tmp_path / "raw" / "2013" / "Sana.xlsx", event("Sana"))
    for number in range(600):
        (tmp_path / "raw" / "2013" / f"{number:060}.xlsx").write_bytes(b"no workbook")
    with only_rules("c_diplo"):
        outcome = build(tmp_path / "raw", tmp_path / "out", jobs=1)
    assert outcome.errors == 600
    [path] = (tmp_path / "out" / "2013").rglob("c_diplo.xlsx")
    texts = [str(cell.value) for row in load_workbook(path)["Standings"].iter_rows() for cell in row if cell.value]
    assert [text[-2:] for text in texts if len(text) > 10_000] == [" …"]


def test_a_long_remark_in_the_last_column_does_not_widen_figures_of_other_tables(tmp_path: Path) -> None:
    """The remark spills into the free cells to its right, if there are any.

    Its column becomes wider only if no other table uses that column.
    """
    said = "not among the best four of the team"
    texts = Column("why", [said], spills=True)
    figures = [Column(name, [1]) for name in ("games", "score", "points")]
    for name, columns, wide in (("spills", [*figures[:1], texts], False), ("last", [*figures, texts], True)):
        tables = [Table("A", figures), Table("B", columns)]
        (tmp_path / f"{name}.xlsx").write_bytes(as_workbook(Book("Widths", [Sheet("Widths", tables)])))
        page = load_workbook(tmp_path / f"{name}.xlsx")["Widths"]
        place = next(cell.column_letter for row in page.iter_rows() for cell in row if cell.value == said)
        assert (page.column_dimensions[place].width > 20) == wide, name


def test_a_workbook_is_the_same_whichever_system_wrote_its_boards_first(tmp_path: Path) -> None:
    """All systems share one set of board rows, which must not depend on which system asks for it first."""
    for name, sheets in (("Coppa", hostile_event()), ("Lega", event("Lega"))):
        write_xlsx(tmp_path / "raw" / "2013" / f"{name}.xlsx", sheets)
    computed = compute(find(tmp_path / "raw", set()))

    def written(season: Season, system: str) -> bytes:
        return as_workbook(ranked_book(Ranked(season, computed.published[system])))

    there = [*computed.published]
    alone = {system: written(Season(computed, "2013"), system) for system in there}
    for order in (there, there[::-1]):
        shared = Season(computed, "2013")
        for system in order:
            assert written(shared, system) == alone[system]


@pytest.fixture(scope="module")
def coppa(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    folder = tmp_path_factory.mktemp("coppa")
    write_xlsx(folder / "2013" / "Coppa.xlsx", event("Coppa"))
    return compute(find(folder, set()))


@pytest.mark.parametrize(("more", "holds"), [(0.51e-6, True), (3e-6, False)])
def test_sums_added_in_another_order_are_equal(more: float, holds: bool, coppa: Computed) -> None:
    """Two sums of the same scores count as equal if they differ by less than a millionth.

    The highest score is raised by 0.49 millionths in the table of scores, and by 0.51 or 3 millionths in the standings.
    The sums of the two tables therefore differ by 0.02 or 2.51 millionths.
    """
    page = Ranked(Season(coppa, "2013"), coppa.published["c_diplo"])
    for name, noise in (("scores", 0.49e-6), ("standings", more)):
        table = getattr(page, name)
        first = (table["score"] == table["score"].max()).idxmax()
        vars(page)[name] = table.assign(score=table["score"].mask(table.index == first, table["score"].max() + noise))
    checks = page.checks.astype({"check": str}).set_index("check")
    assert checks.at["Sum of the scores in the standings", "holds"] == holds
