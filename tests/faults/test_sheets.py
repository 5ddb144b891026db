"""Every bad sheet of the corpus gets its answer, every typed cell is accounted for, every fix says what was read."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries

from pipeline.build.build import RESERVED
from pipeline.pages.ranked import Ranked
from pipeline.pages.season import Season
from pipeline.read import rows as reader
from pipeline.read.find import find
from pipeline.read.sheets import Place, Raw, read
from pipeline.read.validate import validate
from pipeline.score import facts as derive
from pipeline.stages import Computed, compute
from pipeline.tidy.tables import Tables
from tests.faults.sheets import ERRORS, HARMLESS, Case, merged, on_its_side, round_robin
from tests.faults.test_faults import HEALTHY, Built, assert_told, by_place, run
from tests.sheets import COLUMNS, POWERS, Formula, Sheets, Shown, event, only_rules, put, read_table, table, write_xlsx

BLOCKED, BUILT = "2013", "2014"  # the season of the sheets with errors, the one of those without
CIRCUITS = ("bismark_cup_2001", "bismark_cup_2000", "bismark_cup_pre_2000", "kiba_championship", "kiba_nations")
ACCOUNT = "Cells read: used + ignored by a rule + set aside"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """All cases, each an event of its own, those with errors in one season beside a healthy event."""
    folder = tmp_path_factory.mktemp("corpus")
    for case in ERRORS:
        case.write(folder / "raw" / BLOCKED)
    for case in HARMLESS:
        case.write(folder / "raw" / BUILT)
    healthy = event("Sano", family="sana", circuits="campo_di_marte, bismark_cup_2001")
    write_xlsx(folder / "raw" / BLOCKED / f"{HEALTHY}.xlsx", healthy)
    return run(folder / "raw", folder / "out", "c_diplo", "pgp", *CIRCUITS)


# -- each case ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ERRORS + HARMLESS, ids=lambda case: f"{case.number} {case.sentence}")
def test_a_bad_sheet_gets_its_answer_and_no_other(case: Case, built: Built) -> None:
    season = BLOCKED if case in ERRORS else BUILT
    rows = [row for row in built.problems(season) if row["file"] == f"{season}/{case.event}.xlsx"]
    assert_told(rows, case.lines)
    own = [line[:3] for line in case.lines if line.severity != "notice"]
    assert by_place([row for row in rows if row["severity"] != "notice"]) == sorted(own)


def test_healthy_events_are_built_and_no_others(built: Built) -> None:
    without_scores = {
        "a result of one player",
        "a result of nobody",
        "a total below placings",
        "a placing spelt otherwise",
    }
    with_boards = {case.event for case in HARMLESS if case.good is not round_robin}
    assert built.status == 1
    assert built.scored(BLOCKED) == {HEALTHY}
    assert built.scored(BUILT) == with_boards - without_scores
    assert "INCOMPLETE" in built.heading(BLOCKED) and "INCOMPLETE" not in built.heading(BUILT)


def test_a_circuit_without_one_of_its_events_is_built_and_says_incomplete(built: Built) -> None:
    book = load_workbook(built.out / BLOCKED / "circuits.xlsx", read_only=True)
    for page in book:
        told = "\n".join(str(row[0]) for row in page.iter_rows(max_row=3, values_only=True))
        assert "INCOMPLETE" in told and "an event of a circuit that cannot be read.xlsx" in told
    book.close()
    for circuit in ("campo_di_marte", "bismark_cup_2001"):
        assert {row["event"] for row in read_table(built.out / BLOCKED / f"{circuit}.results.csv")} <= {HEALTHY}
    assert len(read_table(built.out / BLOCKED / "bismark_cup_2001.csv")) == 14


def test_an_event_of_one_player_has_its_points_and_divides_by_nothing(built: Built) -> None:
    """One of three scored games: a rating of 1/3, rounded 0; (50 + 0)/100 of 100 points; over the least divisor, 8."""
    (row,) = read_table(built.out / BUILT / "bismark_cup_2001.csv")
    assert (row["player"], float(row["score"])) == ("Sola", 100 * (50 + 0) / 100 / 8)
    (ranked,) = read_table(built.out / BUILT / "one player whose name is known.standings.csv")
    assert (ranked["player"], ranked["games"]) == ("Solitaria", "1")
    assert read_table(built.out / BUILT / "nobody whose name is known.standings.csv") == []


@pytest.mark.parametrize("sentence", ["names that look like nothing", "names that mean something in a formula"])
def test_a_name_is_a_text_whatever_it_looks_like(sentence: str, built: Built) -> None:
    (case,) = (case for case in HARMLESS if case.sentence == sentence)
    typed: Sheets = event()
    case.spoil(typed)
    names = {str(row[3]) for row in typed["boards"][1:8]}
    standings = read_table(built.out / BUILT / f"{case.event}.standings.csv")
    assert {row["player"].removeprefix("'") for row in standings} >= names


@pytest.mark.parametrize("sentence", ["a sheet on its side", "headers in Italian capitals with line breaks",
                                      "ids in merged cells", "rows and columns hidden", "the calendar of 1904"])  # fmt: skip
def test_what_is_mended_has_the_scores_of_the_good_sheet(sentence: str, built: Built) -> None:
    rows = read_table(built.out / BUILT / "c_diplo.scores.csv")
    good = [row for row in read_table(built.out / BLOCKED / "c_diplo.scores.csv") if row["event"] == HEALTHY]
    own = [row for row in rows if row["event"] == sentence]
    figures = ("round", "board", "power", "final_centres", "score", "place", "status")
    assert [[row[name] for name in figures] for row in own] == [[row[name] for name in figures] for row in good]


def test_a_day_of_the_calendar_of_1904_is_the_day_that_was_typed(built: Built) -> None:
    boards = read_table(built.out / BUILT / "tables" / "boards.csv")
    ended = [row["ended"] for row in boards if row["event"] == "the calendar of 1904" and row["board"] == "1"]
    assert ended == ["2011-03-01"]


# -- every cell is accounted for ---------------------------------------------------------------------------------------


def checks(path: Path) -> dict[str, tuple[object, object, object]]:
    """The Checks sheet of a ranked workbook: check -> found, expected, result."""
    book = load_workbook(path, read_only=True)
    rows = [row[:4] for row in book["Checks"].iter_rows(values_only=True)]
    book.close()
    top = next(number for number, row in enumerate(rows) if row[0] == "check")
    return {str(row[0]): row[1:] for row in rows[top + 1 : rows.index((None,) * 4, top)]}


def typed_cells(*files: Path) -> int:
    """How many cells of workbooks hold something, counted with openpyxl alone."""
    books = [load_workbook(path) for path in files]
    cells = (cell for book in books for page in book for row in page.iter_rows(values_only=True) for cell in row)
    return sum(cell is not None and str(cell).strip() != "" for cell in cells)


def test_the_three_add_up_to_what_was_typed_in_every_ranked_workbook(built: Built) -> None:
    for season in (BLOCKED, BUILT):
        typed = typed_cells(*(built.raw / season).glob("*.xlsx"))
        for system in built.systems(season):
            assert checks(built.out / season / f"{system}.xlsx")[ACCOUNT] == (typed, typed, "holds")


def small_season(raw: Path) -> None:
    """Sheets so small that their cells can be counted by hand."""
    header: list[str] = ["round", "board", "power", "player", "final"]
    finals = (7, 6, 7, 1, 4, 9, 0)
    board = [[1, 1, power, f"P{seat}", final] for seat, (power, final) in enumerate(zip(POWERS, finals, strict=True))]
    boards = [
        ["Lega di Pisa"],
        [],
        [*header, "eliminated", "hotel"],
        *board[:6],
        [*board[6], 1902, "Savoia"],
        [1, 1, "total", None, Formula("=SUM(E4:E10)")],
        ["Totale", None, None, None, 34],
        *([2, 1, power] for power in POWERS),
        [],
        ["* una nota"],
    ]
    settings = table("setting value", ("name", "Conti"), ("hotel", "Savoia"))
    write_xlsx(raw / "2013" / "Conti.xlsx", {"event": settings, "boards": boards, "logo": [["a", None, "b"]]})
    games = table("stage south north winner", ("qualifying", "Ali", "Bea", "Ali"), ("qualifying", "Bea", "Ali", None))
    bao = {"event": table("setting value", ("kind", "bao")), "matches": games, "schedule": [["Ali", "Bea"]]}
    write_xlsx(raw / "2013" / "Bao.xlsx", bao)
    write_xlsx(raw / "2013" / "Guasta.xlsx", {"boards": [header[:4], [1, 1, "Narnia", "X"], ["* fine"]]})
    (raw / "2013" / "Rotta.xlsx").write_bytes(b"PK")
    people = {"players": table("player born", ("P1", "1970-01-01"), (None, "1971-01-01"), ("P2", "ieri"))}
    write_xlsx(raw / "2013" / "season.xlsx", people)


def test_a_season_counted_by_hand_is_counted_so_in_the_checks(tmp_path: Path) -> None:
    small_season(tmp_path / "raw")
    own = checks(run(tmp_path / "raw", tmp_path / "out", "c_diplo").out / "2013" / "c_diplo.xlsx")
    of_conti = (2 + 2) + (6 + 7 * 5 + 1 + 3)  # the setting; headers, seven seats, a year, the total without its sum
    of_bao = (2 + 2) + (4 + 4 + 3)  # the setting; headers and two games
    of_season = 2 + 2 + 1  # headers, P1 with a day, P2 without
    used = of_conti + of_bao + of_season
    rules = {
        "above the header": 1,
        "formulas without a value in control totals": 1,
        "in columns that are not known": 2,
        "in settings that are not known": 2,
        "in sheets drawn for the wall": 2,
        "in sheets that are not known": 2,
        "notes below the table": 1,
        "of boards not begun": 7 * 3,
        "totals of no board": 2,
    }
    aside = (4 + 4 + 1) + 2  # all of the bad event; a day without a player, and one that is no day
    read_ = used + sum(rules.values()) + aside
    told = ", ".join(f"{rule}: {cells}" for rule, cells in rules.items())
    assert own[ACCOUNT] == (read_, read_, "holds")
    assert own["Cells used"][0] == used
    assert own[f"Cells ignored by a rule ({told})"][0] == sum(rules.values())
    assert own["Cells set aside with an error, in 2 files"][0] == aside
    assert own["Files with an error of which no cell could be read"][0] == 1
    files = {*(tmp_path / "raw" / "2013").glob("*.xlsx")} - {tmp_path / "raw" / "2013" / "Rotta.xlsx"}
    assert read_ == typed_cells(*files)


def account(computed: Computed, season: str = "2013") -> pd.Series:
    """The line of the Checks on which the cells add up, or do not."""
    shown = Ranked(Season(computed, season), computed.published["c_diplo"]).checks
    return shown[shown["check"] == ACCOUNT].iloc[0]


def loses(kind: str, rows: slice, event: str = "Torneo") -> Callable[[pytest.MonkeyPatch], None]:
    """A reader that loses rows of one sheet."""
    real = reader.rows_of_sheet

    def some_rows(name: str, *sheet: object) -> reader.SheetRows:
        read = real(name, *sheet)
        if (name, read.where["event"]) == (kind, event):
            del read.rows[rows]
        return read

    return lambda patched: patched.setattr("pipeline.read.sheets.rows_of_sheet", some_rows)


def forgets(column: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A reader that loses the cells of one column of the boards."""
    real = reader.rows_of_sheet

    def some_cells(name: str, *sheet: object) -> reader.SheetRows:
        read = real(name, *sheet)
        for _, *texts_and_kinds, _ in read.rows:
            for cells in texts_and_kinds:
                cells.pop(column, None)
        return read

    return lambda patched: patched.setattr("pipeline.read.sheets.rows_of_sheet", some_cells)


def drops(frame: str, rows: int) -> Callable[[pytest.MonkeyPatch], None]:
    """A later step that loses the last rows of one table."""
    real = derive.without

    def without(*tables: object) -> Tables:
        kept = real(*tables)
        setattr(kept, frame, getattr(kept, frame).iloc[:-rows])
        if frame == "seats":
            kept.boards = kept.boards.iloc[:-1]
        return kept

    return lambda patched: patched.setattr("pipeline.stages.without", without)


LOSSES = {
    "no loss": lambda patched: None,
    "a whole board in the reader": loses("boards", slice(7, 14)),
    "a missed turn in the reader": loses("nmr", slice(0, 1)),
    "a game's line in the reader": loses("games", slice(0, 1)),
    "a setting in the reader": loses("event", slice(2, 3)),
    "a player in the reader": loses("players", slice(0, 1)),
    "a match in the reader": loses("matches", slice(0, 1), "Girone"),
    "the penalties in the reader": forgets("penalty"),
    "a whole board on the way": drops("seats", 7),
    "a missed turn on the way": drops("nmrs", 1),
    "a game's line on the way": drops("games", 1),
    "a match on the way": drops("matches", 1),
}


@pytest.fixture(scope="module")
def two_events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    raw = tmp_path_factory.mktemp("conserved")
    typed = event() | {"players": table("player country", ("Anna", "Italia"))}
    put(typed, "boards!P4", 2)
    typed["games"].pop()  # so that no other sheet speaks of board 2
    write_xlsx(raw / "2013" / "Torneo.xlsx", typed)
    write_xlsx(raw / "2013" / "Girone.xlsx", round_robin("g"))
    return raw


@pytest.mark.parametrize("loss", LOSSES)
def test_a_cell_that_vanishes_is_missing_in_the_checks(
    loss: str, two_events: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No law notices any of these: without the account the season would be FINAL."""
    LOSSES[loss](monkeypatch)
    with only_rules("c_diplo", "campo_di_marte"):
        computed = compute(find(two_events, RESERVED))
    assert Season(computed, "2013").blocked == []
    own = account(computed)
    assert own["holds"] == (loss == "no loss")
    assert own["expected"] == typed_cells(*(two_events / "2013").glob("*.xlsx"))
    assert own["found"] <= own["expected"]


# -- every fix says what was read --------------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPQRST"  # of the columns of the boards sheet
READ_AS = re.compile(r"read as (.*?)( in each of these rows)?", re.DOTALL)


def replayed(raw: Raw) -> Iterator[tuple[str, object, str, object]]:
    """Each cell of the raw tables: sheet, row, field, and its text once the listed fixes are done on the raw sheet."""
    fixes: dict[tuple[Place, str], str] = {}
    spread: dict[tuple[Place, str], str] = {}
    for p in raw.problems:
        match = READ_AS.fullmatch(p.expected)
        if p.severity == "fix" and match:
            place = Place(p.season, p.event, p.file, p.sheet)
            (spread if p.code == "merged_id" else fixes)[place, p.cell] = match[1]
            if p.code == "merged_id":
                left, top, right, bottom = range_boundaries(p.found.rpartition(" in ")[2])
                spread |= {(place, f"{row},{column}"): match[1] for row in range(top + 1, bottom + 1) for column in range(left, right + 1)}  # fmt: skip
    for kind, own in raw.tables.items():
        for row in own.text.index:
            place = Place(*own.origin.loc[row, ["season", "event", "file", "sheet"]])
            for name in own.columns[place]:
                spot = own.problem("missing", row, name).cell
                down, across = coordinate_to_tuple(spot)
                typed = raw.sheets[place].rows[down - 1]
                text = typed[across - 1].text if across <= len(typed) else ""
                text = text if text.strip() else spread.get((place, f"{down},{across}"), "")
                yield kind, row, name, fixes.get((place, spot), text) or None


def dirtied(text: str, how: str) -> str:
    """A value as a careless hand types it; a digit may be a text."""
    match how:
        case "blanks":
            return f"  {text.replace(' ', '   ')}\t"
        case "hard blanks":
            return f"{text.replace(' ', chr(0xA0))}\u00a0"
        case "decomposed":
            return unicodedata.normalize("NFD", text)
        case "full width":
            return "".join(chr(ord(sign) + 0xFEE0) if sign.isdecimal() else sign for sign in text)
    return text


spots = st.tuples(st.integers(2, 15), st.sampled_from("ABCDEFGHIJKLMNPRS"))
dirt = st.sampled_from(["as text", "blanks", "hard blanks", "decomposed", "full width"])
headers = st.dictionaries(
    st.sampled_from("EFGHIJK"), st.sampled_from(["{}", "A{}", "Autunno {}", "fall\n{}", "{} automne", "day"])
)


def validated(path: Path) -> Raw:
    """The raw tables of one event without what cannot be read."""
    return validate(read(find(path.parents[1], RESERVED).sources))


def a_clean_event() -> Sheets:
    """An event with a letter that has two spellings in Unicode, a blank in each name, and a score with a decimal."""
    typed = event("Torneo", family="Nicolò Ångström")
    put(typed, "boards!S3", 36.5)
    return typed


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Raw:
    raw = validated(write_xlsx(tmp_path_factory.mktemp("clean") / "2013" / "Torneo.xlsx", a_clean_event()))
    assert raw.problems == []
    return raw


@given(
    dirty=st.dictionaries(spots, dirt, max_size=20),
    years=headers,
    merges=st.sampled_from([(), ("A2:A15",), ("B2:B8",), ("A2:A8", "B9:B15"), ("A9:A15", "B2:B8", "B9:B15")]),
    side=st.booleans(),
)
@settings(max_examples=15)
def test_the_listed_fixes_done_on_the_raw_cells_give_the_table_that_is_scored(
    dirty: dict[tuple[int, str], str],
    years: dict[str, str],
    merges: tuple[str, ...],
    side: bool,
    clean: Raw,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """And that table is the one of the clean sheet: nothing is changed without a line, and nothing is changed wrongly."""
    typed = a_clean_event()
    for (row, letter), how in dirty.items():
        column = LETTERS.index(letter)
        value = typed["boards"][row - 1][column]
        if value is not None and not (letter in "AB" and (merges or how == "full width")):
            typed["boards"][row - 1][column] = dirtied(str(value), how)
    for letter, how in years.items():
        year = int(COLUMNS[LETTERS.index(letter)])
        put(typed, f"boards!{letter}1", Shown(year, "yyyy-mm-dd") if how == "day" else how.format(year))
    if side:
        on_its_side(typed)
    path = write_xlsx(tmp_path_factory.mktemp("dirty") / "2013" / "Torneo.xlsx", typed)
    if merges and not side:
        book = load_workbook(path)
        merged(*merges)(book)
        book.save(path)
    raw = validated(path)
    assert {p.severity for p in raw.problems} <= {"fix"}
    for kind, own in raw.tables.items():
        pd.testing.assert_frame_equal(own.text, clean.tables[kind].text, check_dtype=False)
    for kind, row, name, text in replayed(raw):
        assert raw.tables[kind].text.at[row, name] == text, f"{kind} {row} {name}"
