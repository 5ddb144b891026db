"""The workbook of a Bao event, with games to fill in, a schedule for the wall, and crosstables filled by formulas."""

import shutil
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.cell import Cell
from openpyxl.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from pipeline.tools.new.bao import bao_workbook
from schemas.words import LANGUAGES, word
from tests.cases.kiba import KIBA, WINNERS

needs_libreoffice = pytest.mark.skipif(
    not shutil.which("soffice"), reason="LibreOffice is not installed, so nothing can be recalculated by it"
)

# "Le regole del torneo in rete" (KIBA), "Formazione delle coppie e dei turni": six seats; for five players, the sixth
# is a bye.
ROUNDS = ("1-6 2-5 3-4", "1-2 3-6 4-5", "1-3 4-2 5-6", "1-4 5-3 6-2", "1-5 6-4 2-3")

# The signs and the points in the table that KIBA prints.
SIGNS = {
    "Kobe": [None, "-+", "-+", "++", "-+", 5],
    "Oscar": ["+-", None, "++", "++", "++", 7],
    "Jan": ["+-", "--", None, "++", "+-", 4],
    "Peter": ["--", "--", "--", None, "--", 0],
    "Sock": ["+-", "--", "-+", "++", None, 4],
}

HOSTILE = ("=1+1", "J*", "Jo", '"Zoë" & <b>', "{player}")  # players of the other group
ENTRIES = [
    {"player": player, "country": country, "elo": 2069 - number, "games": 30 * number, "kiba score": 206.9 + number}
    for number, (player, country) in enumerate(
        entry for pair in zip(KIBA, HOSTILE, strict=True) for entry in zip(pair, ("Italia", "Zanzibar"), strict=True)
    )
]
COUNTS = {"stage": 1, "group": 2, "round": 3, "south": 4, "north": 5, "winner": 6, "reason": 7, "ended": 8}


def draw() -> Iterator[tuple[str, int, int, str, str]]:
    """Yield the qualifying games of two groups of five, including byes.

    The two games of each pair follow one another.
    """
    for group, players in (("A", KIBA), ("B", HOSTILE)):
        seats = dict(enumerate((*players, "-1"), start=1))
        for round_, tables in enumerate(ROUNDS, start=1):
            for table in tables.split():
                south, north = (seats[seat] for seat in sorted(map(int, table.split("-"))))
                yield from ((group, round_, 1, south, north), (group, round_, 2, north, south))


GAMES = [(group, round_, south, north) for group, round_, _, south, north in draw() if "-1" not in (south, north)]


def written(path: Path, *, language: str = "en", **settings: object) -> Path:
    """Write the workbook of the event, and return its path."""
    named = {"name": "Torneo & <KIBA>", "start": date(2011, 3, 1), "data": "worked example"}
    path.write_bytes(bao_workbook(named | settings, ENTRIES, draw(), groups=2, language=language))
    return path


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("bao") / "torneo.xlsx")


@pytest.fixture(scope="module")
def book(path: Path) -> Workbook:
    """Return the workbook, with each formula replaced by its stored value."""
    return load_workbook(path, data_only=True)


def cells(page: Worksheet) -> list[list[object]]:
    return [[cell.value for cell in row] for row in page.iter_rows()]


def checked(page: Worksheet, cell: str) -> DataValidation | None:
    """Return the data validation that applies to a cell, or None if there is none."""
    return next((rule for rule in page.data_validations.dataValidation if cell in rule.sqref), None)


def crosstables(page: Worksheet) -> dict[str, dict[str, list[object]]]:
    """Return each player's row of the crosstable, keyed by group and player.

    A row has the results against each opponent, such as `+-`, in the order of the opponents' rows, and then the points.
    """
    tables: dict[str, dict[str, list[object]]] = {}
    for number, player, *rest in cells(page):
        if str(number).startswith("Group "):
            opponents, group = rest[:5], str(number)
            assert rest[5] == "Points"
            tables[group] = {}
        elif isinstance(number, int):
            tables[group][str(player)] = rest[:6]
            assert opponents[len(tables[group]) - 1] == player
    return tables


# -- sheets to fill in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_event_gives_the_same_bytes(language: str, tmp_path: Path) -> None:
    once, again = (written(tmp_path / name, language=language) for name in ("a.xlsx", "b.xlsx"))
    assert once.read_bytes() == again.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_headers_and_stages_are_in_the_language_of_the_club(language: str, tmp_path: Path) -> None:
    book = load_workbook(written(tmp_path / "torneo.xlsx", language=language))
    sheets = ("event", "players", "matches", "schedule", "crosstable")
    assert book.sheetnames == [word("sheet", sheet, language) for sheet in sheets]
    matches = book[word("sheet", "matches", language)]
    assert [cell.value for cell in matches[1]] == [word("matches", column, language) for column in COUNTS]
    assert matches["A2"].value == word("stage", "qualifying", language)
    assert all(cell.comment for cell in matches[1])
    schedule = cells(book[word("sheet", "schedule", language)])
    assert schedule[4][:3] == {
        "en": ["Round 1", "South", "North"], "it": ["Turno 1", "Sud", "Nord"], "fr": ["Ronde 1", "Sud", "Nord"],
        "de": ["Runde 1", "Süd", "Nord"],
    }[language]  # fmt: skip
    byes = {
        "en": "Kobe has a bye",
        "it": "Kobe riposa",
        "fr": "Exempt\N{NO-BREAK SPACE}: Kobe",
        "de": "Kobe ist spielfrei",
    }
    assert byes[language] in [row[1] for row in schedule]


def test_the_settings_of_a_bao_event_are_listed_and_no_others(book: Workbook) -> None:
    page = book["event"]
    assert dict(row[:2] for row in cells(page)[1:]) == {
        "name": "Torneo & <KIBA>",
        "language": None,
        "kind": "bao",
        "start": page["B4"].value,
        "end": None,
        "groups": 2,
        "most entrants": None,
        "clock": "T=(3+1)<=7",
        "as of": None,
        "format": "tournament",
        "circuits": None,
        "data": "worked example",
        "directors": None,
        "source": None,
    }
    assert page["B4"].value.date() == date(2011, 3, 1)
    assert all(page.cell(row, 1).comment for row in range(2, 15))
    offered = {page.cell(row, 1).value: checked(page, f"B{row}") for row in range(2, 14)}
    assert offered["format"].formula1 == '"tournament,mabingwa"'
    assert offered["kind"].formula1 == '"diplomacy,bao"'
    assert "kiba_championship, kiba_nations." in offered["circuits"].prompt


def test_the_players_are_the_entry_list_in_its_order(book: Workbook) -> None:
    header, *rows = cells(book["players"])
    assert header == ["player", "country", "elo", "games", "kiba score", "withdrew", "also known as"]
    assert rows == [[*entry.values(), None, None] for entry in ENTRIES]
    kinds = [rule.type if (rule := checked(book["players"], f"{column}35")) else None for column in "ABCDE"]
    assert kinds == [None, None, "decimal", "whole", "decimal"]


def test_every_game_of_the_draw_waits_for_its_winner_and_byes_are_not_games(book: Workbook) -> None:
    rows = cells(book["matches"])[1:]
    played = [row for row in rows if row[0]]
    assert len(played) == 2 * (5 * 4)
    assert [tuple(row[1:5]) for row in played] == GAMES
    assert {(row[0], *row[5:]) for row in played} == {("qualifying", None, None, None)}


def test_blank_rows_below_the_games_are_kept_for_four_semifinal_games_and_the_final(book: Workbook) -> None:
    """There are two semifinal groups of two players, in which each pair plays twice, and a best-of-three final."""
    page = book["matches"]
    assert [row for row in cells(page)[41:] if any(row)] == []
    kept = [row for row in range(42, 60) if page.cell(row, 1).fill.fill_type]
    assert kept == [*range(42, 42 + 4 + 3)]
    assert [row for row in kept if page.cell(row, 1).comment] == [42, 46]


@pytest.mark.parametrize("settings", [{"format": "mabingwa"}, {}])
def test_a_single_group_goes_straight_to_its_final(settings: dict[str, object], tmp_path: Path) -> None:
    one = [game for game in draw() if game[0] == "A"]
    (tmp_path / "one.xlsx").write_bytes(bao_workbook(settings, ENTRIES, one, groups=1))
    page = load_workbook(tmp_path / "one.xlsx")["matches"]
    assert [row for row in range(22, 40) if page.cell(row, 1).fill.fill_type] == [22, 23, 24]


def test_the_winner_is_chosen_from_the_two_players_of_its_row(book: Workbook) -> None:
    page = book["matches"]
    for row in (2, 41, 46, 4000):  # a game of the draw, the last one, a final, and a row typed by hand
        winner, south, stage = (checked(page, f"{column}{row}") for column in "FDA")
        assert (winner.type, winner.formula1, winner.errorStyle) == (
            "list",
            "$D2:$E2",
            None,
        )  # other values are refused
        assert str(winner.sqref).startswith("F2:")  # the formula is written for the second row
        assert (south.formula1, south.errorStyle) == ("players!$A$2:$A$35", "warning")
        assert stage.formula1 == '"qualifying,semifinal,final,playoff,nations"'
    assert checked(page, "G2").formula1 == '"played,resigned,time"'
    assert checked(page, "B2").formula1 == '"A,B"'


def test_a_blank_workbook_has_room_for_34_players_and_no_sheet_for_the_wall(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / "blank.xlsx").write_bytes(bao_workbook({}, language=language))
        book = load_workbook(tmp_path / "blank.xlsx")
        assert len(book.sheetnames) == 4
        players, matches = (book[word("sheet", sheet, language)] for sheet in ("players", "matches"))
        assert cells(players)[1:] == cells(matches)[1:] == []
        assert checked(players, "C35") and not checked(players, "C36")
        assert checked(matches, "F2").formula1 == "$D2:$E2"


def test_every_drawn_player_is_on_the_entry_list(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not on the entry list: Sock"):
        (tmp_path / "x.xlsx").write_bytes(
            bao_workbook({}, [entry for entry in ENTRIES if entry["player"] != "Sock"], draw())
        )
    with pytest.raises(ValueError, match="no column sex"):
        (tmp_path / "x.xlsx").write_bytes(bao_workbook({}, [{"player": "Kobe", "sex": "m"}]))
    assert not (tmp_path / "x.xlsx").exists()


# -- sheets for the wall -----------------------------------------------------------------------------------------------


def test_the_schedule_shows_both_games_of_a_pair_with_colours_swapped_and_who_has_a_bye(book: Workbook) -> None:
    rows = cells(book["schedule"])
    top = next(number for number, row in enumerate(rows) if row[0] == "Round 1")
    assert rows[top - 1] == [None, "First game", None, None, "Second game", None]
    assert rows[top : top + 4] == [
        ["Round 1", "South", "North", None, "South", "North"],
        ["A", "Oscar", "Sock", None, "Sock", "Oscar"],
        [None, "Jan", "Peter", None, "Peter", "Jan"],
        [None, "Kobe has a bye", None, None, "Kobe has a bye", None],
    ]
    assert [row[0] for row in rows[top:] if row[0]] == [text for n in range(1, 6) for text in (f"Round {n}", "A", "B")]
    shown = [
        tuple(row[side : side + 2]) for side in (1, 4) for row in rows[top:] if row[side + 1] not in (None, "North")
    ]
    assert sorted(shown) == sorted((south, north) for _, _, south, north in GAMES)


def test_schedule_and_crosstable_are_ready_for_a4(book: Workbook) -> None:
    for name in ("schedule", "crosstable"):
        page = book[name]
        assert page.page_setup.paperSize == int(page.PAPERSIZE_A4)
        assert (
            page.sheet_properties.pageSetUpPr.fitToPage or page.row_breaks.brk
        )  # a sheet fitted to one page has no breaks
        assert page["A1"].value == "Torneo & <KIBA>"
        assert page.print_title_rows == f"$1:${int(page.freeze_panes[1:]) - 1}"
        assert not page.print_options.gridLines


def test_no_round_and_no_group_is_split_across_pages(tmp_path: Path) -> None:
    """One group has 34 players, the maximum. Its rounds are invented for the test."""
    names = [f"Player {number} of the Club" for number in range(1, 35)]
    games = [
        ("A", round_, leg, names[table + (leg == 2)], names[table + (leg == 1)])
        for round_ in range(1, 34) for table in range(0, 34, 2) for leg in (1, 2)
    ]  # fmt: skip
    (tmp_path / "big.xlsx").write_bytes(bao_workbook({}, [{"player": name} for name in names], games))
    page = load_workbook(tmp_path / "big.xlsx")["schedule"]
    bands = [row for row, values in enumerate(cells(page), start=1) if str(values[0]).startswith("Round ")]
    breaks = [each.id + 1 for each in page.row_breaks.brk]  # first rows of the new pages
    assert len(bands) == 33 and breaks and {*breaks} <= {*bands}
    heights = page.page_setup.scale / 100 * page.row_dimensions[bands[0]].height
    assert all(
        (last - first) * heights < 720 for first, last in zip([bands[0], *breaks], [*breaks, page.max_row], strict=True)
    )  # height of an A4 page between its margins, in points


def test_before_any_game_is_over_the_stored_crosstable_shows_points_and_dots(book: Workbook) -> None:
    tables = crosstables(book["crosstable"])
    assert [*tables] == ["Group A", "Group B"]
    assert [tuple(table) for table in tables.values()] == [KIBA, HOSTILE]
    for table in tables.values():
        for seat, row in enumerate(table.values()):
            assert row == [None if opponent == seat else ".." for opponent in range(5)] + [0]


def test_the_numbers_in_the_crosstable_are_those_of_the_entry_list(book: Workbook) -> None:
    numbers = {row[1]: row[0] for row in cells(book["crosstable"]) if isinstance(row[0], int)}
    assert numbers == {entry["player"]: number for number, entry in enumerate(ENTRIES, start=1)}


def type_text(cell: Cell, text: str) -> None:
    """Type text into a cell so that it stays text even if it looks like a formula."""
    cell.value = text
    cell.data_type = "s"


def type_results(path: Path, to: Path) -> None:
    """Enter the winners of two groups and a semifinal in the `matches` sheet, then sort its rows.

    Group A has the winners from KIBA's example, and South wins every game in group B.
    """
    book = load_workbook(path)
    page = book["matches"]
    for row in range(2, 42):
        south, north = (page.cell(row, COUNTS[side]).value for side in ("south", "north"))
        group, winner = page.cell(row, COUNTS["group"]).value, page.cell(row, COUNTS["winner"])
        first = (south, north) in WINNERS
        pair = WINNERS[(south, north) if first else (north, south)] if group == "A" else None
        type_text(winner, pair[0 if first else 1] if pair else south)
    for column, text in zip(COUNTS.values(), ("semifinal", "A", "1", "Peter", "Kobe", "Peter"), strict=False):
        type_text(page.cell(42, column), text)
    typed = sorted(
        ([page.cell(row, column).value for column in range(1, 7)] for row in range(2, 43)), key=lambda r: str(r[3])
    )
    for row, values in enumerate(typed, start=2):
        for column, value in enumerate(values, start=1):
            if isinstance(value, str):
                type_text(page.cell(row, column), value)
            else:
                page.cell(row, column).value = value
    book.save(to)


@needs_libreoffice
def test_libreoffice_fills_the_crosstable_with_the_figures_of_the_rules(path: Path, tmp_path: Path) -> None:
    """openpyxl stores no formula results, so LibreOffice must have computed every value shown."""
    load_workbook(path).save(tmp_path / "untouched.xlsx")
    type_results(path, tmp_path / "typed.xlsx")
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    command = ["soffice", home, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "new")]
    names = ("untouched.xlsx", "typed.xlsx")
    done = subprocess.run(
        [*command, *(str(tmp_path / name) for name in names)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    untouched, typed = (load_workbook(tmp_path / "new" / name, data_only=True)["crosstable"] for name in names)
    assert crosstables(untouched) == crosstables(load_workbook(path, data_only=True)["crosstable"])
    tables = crosstables(typed)
    assert tables["Group A"] == SIGNS
    for seat, row in enumerate(tables["Group B"].values()):  # South of the first game wins that game and no other
        assert row == [None if other == seat else "+-" if seat < other else "-+" for other in range(5)] + [4]
