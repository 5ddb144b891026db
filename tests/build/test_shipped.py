"""The shipped sheets, read without the program's own reader and compared with the built outputs."""

import csv
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.conftest import Shipped
from tests.scoring import CASES
from tests.sheets import read_table, workbook_of

ROOT = Path(__file__).resolve().parents[2]
RAW = ROOT / "data" / "raw"
LEAGUE = ("2009", "2010", "2012", "2013", "2020")
CHAMPIONSHIP, EXAMPLES, CIRCUIT_EXAMPLES, COUNTING_EXAMPLE = "2025", "2011", "2001", "2016"
WORKED = (EXAMPLES, CIRCUIT_EXAMPLES, COUNTING_EXAMPLE)
LEFT_OUT = {
    ("2012", "Game 189", "Austria"): "its row is missing on the page",
    ("2013", "Game 217", "France"): "a walk-in: not scored by the league",
    ("2013", "Game 227", "France"): "replaced during the game: not scored by the league",
}

# The headers and powers of the shipped sheets, listed by hand.
WORDS = {
    "round": "round turno ronde",
    "board": "board tavolo table",
    "power": "power potenza puissance",
    "player": "player giocatore joueur",
    "score": "score punteggio points",
    "final": "final",
    "eliminated": "eliminated",
    "scored": "scored",
    "system": "system sistema système",
    "data": "data dati données",
    "source": "source fonte",
    "result": "result risultato résultat",
}
HEADERS = {word: name for name, words in WORDS.items() for word in words.split()} | {"centres finaux": "final"}
POWERS = {
    "Autriche": "Austria",
    "Angleterre": "England",
    "Inghilterra": "England",
    "Francia": "France",
    "Allemagne": "Germany",
    "Germania": "Germany",
    "Italie": "Italy",
    "Italia": "Italy",
    "Russie": "Russia",
    "Turquie": "Turkey",
    "Turchia": "Turkey",
}
TOTALS = ("total", "totale", "somme")
IN_PROGRESS = ("in progress", "in corso", "en cours")

Grid = list[list[object]]


@dataclass
class Seat:
    """A row of an event's `boards` sheet."""

    power: str
    player: str
    final: int
    score: str  # as typed, or empty
    eliminated: bool  # the year of elimination is known
    scored: bool


@dataclass
class Board:
    season: str
    event: str
    round: str
    name: str
    charted: bool
    in_progress: bool = False
    seats: list[Seat] = field(default_factory=list)

    @property
    def finals(self) -> list[int]:
        return [seat.final for seat in self.seats]


@dataclass
class Event:
    """An event as read from its file."""

    season: str
    name: str
    system: str
    data: str
    sources: list[str]
    boards: list[Board]


# -- the second reading of the sheets ----------------------------------------------------------------------------------


def grids(path: Path) -> list[Grid]:
    """Return a file's sheets, usually the event, boards and games."""
    if path.is_dir():
        files = ((path / f"{name}.csv").read_text(encoding="utf-8-sig") for name in ("event", "boards", "games"))
        return [[[*row] for row in csv.reader(content.splitlines())] for content in files]
    if path.suffix == ".ods":
        with zipfile.ZipFile(path) as package:
            return [
                ods_grid(page) for page in ElementTree.fromstring(package.read("content.xml")).iter(TABLE + "table")
            ]
    return [[list(row) for row in page.iter_rows(values_only=True)] for page in load_workbook(path, data_only=True)][:3]


TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


def ods_grid(page: ElementTree.Element) -> Grid:
    rows: Grid = []
    for row in page.iter(f"{TABLE}table-row"):
        cells: list[object] = []
        for cell in row:
            value = cell.get(f"{OFFICE}value") or "".join("".join(line.itertext()) for line in cell.findall(f"{TEXT}p"))
            cells += [value] * min(int(cell.get(f"{TABLE}number-columns-repeated", 1)), 40)
        rows += [cells] if any(cells) else []
    return rows


def text(value: object) -> str:
    """Return a cell's value as displayed, without leading or trailing blanks."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def rows_of(grid: Grid) -> list[dict[str, str]]:
    """Return the rows below the header, keyed by column. The columns of a chart are keyed by their years."""
    header = [HEADERS.get(text(cell).lower(), text(cell)) for cell in grid[0]]
    return [dict(zip(header, map(text, row), strict=False)) for row in grid[1:]]


def event_of(path: Path) -> Event:
    pages = grids(path)
    settings = [(HEADERS.get(text(row[0]).lower(), ""), text(row[1])) for row in pages[0][1:]]
    boards: dict[tuple[str, str], Board] = {}
    for row in rows_of(pages[1]):
        if "power" not in row or row["power"] in TOTALS or not row["power"]:
            continue
        years = [row[year] for year in sorted(row) if re.fullmatch(r"19\d\d", year) and row[year]]
        key = row["round"], row["board"]
        board = boards.setdefault(
            key, Board(path.parent.name, path.stem if path.is_file() else path.name, *key, bool(years))
        )
        final = int(float(years[-1] if years else row["final"]))
        power = POWERS.get(row["power"], row["power"])
        charted = bool(years) or bool(row.get("eliminated"))
        board.seats.append(
            Seat(power, row["player"], final, row.get("score", ""), charted, row.get("scored", "") != "no")
        )
    for row in rows_of(pages[2]) if len(pages) > 2 else []:
        if row.get("result") in IN_PROGRESS:
            boards[row["round"], row["board"]].in_progress = True
    named = dict(settings)
    sources = [value for name, value in settings if name == "source"]
    return Event(
        path.parent.name,
        path.stem if path.is_file() else path.name,
        named.get("system", ""),
        named["data"],
        sources,
        [*boards.values()],
    )


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """Read every event in data/raw without the program's own reader."""
    paths = [path for season in sorted(RAW.iterdir()) if season.is_dir() for path in sorted(season.iterdir())]
    return [event_of(path) for path in paths if path.stem != "season" and not path.name.startswith((".", "~"))]


# The results of 2025 were published like this; only its director can say whether "Player 113" is one person or a slip
TWO_BOARDS = (
    "2025/Championnat de France 2025.xlsx tables D10: Player 113 is on two boards in each of these rounds: 1, 2, 3"
)


@pytest.fixture(scope="module")
def out(shipped: Shipped) -> Path:
    """Return the folder with the outputs built from the shipped sheets."""
    assert shipped.status == 0 and [line for line in shipped.errors.splitlines() if TWO_BOARDS not in line] == []
    return shipped.out


Scores = dict[tuple[str, str, str, str], dict[str, str]]


def scores(out: Path, season: str, system: str) -> Scores:
    """Return the published scores of one system, keyed by event, round, board and power."""
    rows = read_table(out / season / "tables" / f"{system}.scores.csv")
    return {(row["event"], row["round"], row["board"], row["power"]): row for row in rows}


def systems(out: Path, season: str) -> list[str]:
    return sorted(path.name.removesuffix(".scores.csv") for path in (out / season / "tables").glob("*.scores.csv"))


# -- what is shipped ---------------------------------------------------------------------------------------------------


def test_the_shipped_sheets_build_without_errors_and_with_one_warning(out: Path) -> None:
    listed = [row for path in out.rglob("problems.csv") for row in read_table(path)]
    graver = [row for row in listed if row["severity"] not in ("notice", "fix")]
    assert [row["code"] for row in graver] == ["seated_twice"]


def test_there_are_at_least_six_seasons_each_with_thirteen_systems_and_its_official_ones(
    events: list[Event], out: Path
) -> None:
    seasons = [path.name for path in out.iterdir() if path.is_dir() and not path.name.startswith(".")]
    assert {*LEAGUE, CHAMPIONSHIP, EXAMPLES} <= {*seasons}
    thirteen = {path.stem for path in CASES.glob("*.csv")} - {"weasel_moot_2007"}
    for season in seasons:
        of_season = [event for event in events if event.season == season]
        official = {event.system for event in of_season if event.system} if any(e.boards for e in of_season) else set()
        shown = thirteen | official if any(event.boards for event in of_season) else set()
        there = {path.name for path in (out / season).glob("*.xlsx")}
        assert {f"{system}.xlsx" for system in shown & official} <= there
        assert {path.stem for path in (out / season / "systems").glob("*.xlsx")} == shown - official
        assert {*systems(out, season)} == shown
        assert all((out / season / "tables" / f"{system}.standings.csv").is_file() for system in shown)


def test_every_row_of_every_sheet_is_in_every_table(events: list[Event], out: Path) -> None:
    for season in {event.season for event in events}:
        seats = {
            (board.event, board.round, board.name, seat.power): (seat.final, seat.player)
            for event in events
            if event.season == season
            for board in event.boards
            for seat in board.seats
        }
        for system in systems(out, season):
            built = {
                key: (int(row["final_centres"]), row["player"]) for key, row in scores(out, season, system).items()
            }
            assert built == seats, f"{season} {system}"


# -- published scores --------------------------------------------------------------------------------------------------


def comparable(event: Event) -> list[tuple[Board, Seat]]:
    """Return each scored seat for which the sheet gives a score, paired with its board.

    The list is empty if the event has no system.
    """
    return [
        (board, seat) for board in event.boards for seat in board.seats if event.system and seat.score and seat.scored
    ]


def half_a_unit(board: Board) -> Decimal:
    """Return half a unit in the last decimal place of the board's entered scores, plus 1e-9 for rounding noise."""
    most = max(len(seat.score.partition(".")[2]) for seat in board.seats)
    return Decimal(5).scaleb(-most - 1) + Decimal("1e-9")


def disagreements(event: Event, out: Path) -> list[str]:
    built = scores(out, event.season, event.system)
    found = []
    for board, seat in comparable(event):
        score = built[board.event, board.round, board.name, seat.power]["score"]
        if not score or abs(Decimal(score) - Decimal(seat.score)) > half_a_unit(board):
            found.append(f"{event.name}, {board.name}, {seat.power}: {seat.score} typed, {score or 'nothing'} computed")
    return found


def test_every_published_league_score_agrees_to_the_digits_printed(events: list[Event], out: Path) -> None:
    league = [event for event in events if event.season in LEAGUE and event.system]
    seats = [(board, seat) for event in league for board in event.boards for seat in board.seats]
    compared = [pair for event in league for pair in comparable(event)]
    assert (len(seats), len(compared)) == (112, 109)
    left = {
        (board.season, board.name, seat.power)
        for board, seat in seats
        if not any(seat is other for _, other in compared)
    }
    assert left == LEFT_OUT.keys()
    assert [line for event in league for line in disagreements(event, out)] == []


def test_seats_that_the_league_does_not_score_have_no_score(out: Path) -> None:
    for season, board, power in LEFT_OUT:
        (row,) = [row for key, row in scores(out, season, "sum_of_squares").items() if key[2:] == (board, power)]
        assert row["status"] == ("scored" if board == "Game 189" else "not scored")


def test_every_worked_example_comes_out_as_printed(events: list[Event], out: Path) -> None:
    examples = [event for event in events if event.season == EXAMPLES and event.boards]
    assert {event.system for event in examples} == {*systems(out, EXAMPLES)}  # real boards show Weasel Moot 2007
    for event in examples:
        seats = [seat for board in event.boards for seat in board.seats]
        assert len(comparable(event)) == len(seats) >= 7, event.name
        assert disagreements(event, out) == []


# The worked example of 2016, under C-Diplo: 1 point, 1 per centre, and 38, 14 and 7 for the first three. Round 3 counts
# twice; the best two of each player's three results are added, the third is dropped. Each entry below has a player, the
# weighted results of rounds 1 to 3, and the total of the best two.
BY_HAND = """
Alpha 51 6 96 147, India 23 14 102 125, Bravo 26 47 10 73, Charlie 13 47 26 73, Delta 4 22 48 70, Hotel 48 22 2 70,
Echo 3 5 46 51, Foxtrot 2 6 28 34, Juliett 14 4 12 26, Kilo 6 14 6 20, Golf 1 2 10 12, Lima 5 5 6 11, Mike 3 4 6 10,
November 1 2 2 4
"""


def test_the_worked_example_of_counting_agrees_with_the_calculation_by_hand(events: list[Event], out: Path) -> None:
    """The example has round weights, dropped results, teams, and a tie that the third tie-break settles.

    Bravo and Charlie have 73. Neither has won a game, and the best game of each is worth 47. In the games that count,
    Bravo has 11 + 8 = 19 centres and Charlie 8 + 5 = 13. Delta and Hotel have 70 and are level on every tie-break, with
    no win, a best game of 48 and 9 + 7 = 16 centres each. They share fifth place.

    The best four games of each team count. The Tigers (Bravo, Charlie, India) have 102 + 47 + 47 + 26 = 222, the Lions
    (Alpha, Delta, Golf) 96 + 51 + 48 + 22 = 217, and the Bears (Echo, Foxtrot, Hotel) 48 + 46 + 28 + 22 = 144. Alpha
    wins the event, but Alpha's team is only second.
    """
    (example,) = (event for event in events if event.season == COUNTING_EXAMPLE)
    assert disagreements(example, out) == []
    tables = {name: out / COUNTING_EXAMPLE / "tables" / f"{example.name}.{name}.csv" for name in ("standings", "teams")}
    by_hand = [line.split() for line in BY_HAND.replace("\n", " ").split(",")]
    assert [(line[0], int(line[4])) for line in by_hand] == [
        (line[0], sum(sorted(map(int, line[1:4]))[1:])) for line in by_hand
    ]
    rows = read_table(tables["standings"])
    assert [(row["player"], float(row["score"])) for row in rows] == [(line[0], int(line[4])) for line in by_hand]
    assert [int(row["rank"]) for row in rows] == [1, 2, 3, 4, 5, 5, *range(7, 15)]
    assert [row["settled"] for row in rows[2:6]] == [
        "centres: 19",
        "centres: 13",
        "level, so the place is shared",
        "level, so the place is shared",
    ]
    teams = [(row["rank"], row["team"], float(row["score"])) for row in read_table(tables["teams"])]
    assert teams == [("1", "Tigers", 222), ("2", "Lions", 217), ("3", "Bears", 144)]
    shown = re.sub("<[^>]+>", " ", (out / COUNTING_EXAMPLE / "report.html").read_text(encoding="utf-8"))
    assert "R3 (× 2)" in shown and "ties are broken by wins, best game, centres" in shown


# -- how many boards each system can score -----------------------------------------------------------------------------


def tied_for_a_prize(board: Board) -> bool:
    """Return whether survivors tie for one of the top three places."""
    counts, places = Counter(held for held in board.finals if held), sorted(board.finals, reverse=True)
    return any(number > 1 and places.index(held) < 3 for held, number in counts.items())


def needs_no_more_than_final_centres(board: Board) -> bool:
    return not board.in_progress


def tells_when_powers_went_out(board: Board) -> bool:
    return not board.in_progress and (
        max(board.finals) >= 18 or all(seat.final or seat.eliminated for seat in board.seats)
    )


ABLE: dict[str, Callable[[Board], bool]] = {
    "pgp": lambda board: board.charted,
    "italia_2010": lambda board: (
        not board.in_progress and (board.charted or max(board.finals) >= 18 or not tied_for_a_prize(board))
    ),
    "win_namur_survival": tells_when_powers_went_out,
    "weasel_moot_2007": tells_when_powers_went_out,
}


def test_each_system_scores_the_boards_that_have_what_it_needs(events: list[Event], out: Path) -> None:
    for season in {event.season for event in events}:
        boards = [board for event in events if event.season == season for board in event.boards]
        for system in systems(out, season):
            able = ABLE.get(system, needs_no_more_than_final_centres)
            expected = {(board.event, board.round, board.name) for board in boards if able(board)}
            assert {key[:3] for key, row in scores(out, season, system).items() if row["score"]} == expected, (
                f"{season} {system}"
            )


def test_pgp_can_score_the_worked_examples_of_2011_and_nothing_else(out: Path) -> None:
    scored = {
        path.parents[1].name
        for path in out.glob("*/tables/pgp.scores.csv")
        if any(row["score"] for row in read_table(path))
    }
    assert scored == {EXAMPLES}


def test_a_board_that_a_system_cannot_score_says_what_it_lacks(out: Path) -> None:
    for season in (*LEAGUE, CHAMPIONSHIP):
        for row in read_table(out / season / "tables" / "pgp.scores.csv"):
            assert row["status"] in ("unscorable: centres for every year are needed", "not scored")


# -- what is real ------------------------------------------------------------------------------------------------------


def test_real_data_have_a_source_and_other_data_say_that_they_are_not_real(events: list[Event], out: Path) -> None:
    for event in events:
        if event.season in WORKED:
            assert event.data in ("worked example", "esempio svolto", "exemple corrigé", "exemple détaillé"), event.name
        else:
            assert event.data in ("real", "réel"), event.name
            assert event.sources
            assert all(source.startswith("http") for source in event.sources), event.name
    for season in {event.season for event in events}:
        labels = {row["data"] for row in read_table(out / season / "tables" / "events.csv")}
        assert labels == ({"worked example"} if season in WORKED else {"real"})


def test_no_name_of_a_real_person_is_shipped(events: list[Event]) -> None:
    players = {
        seat.player for event in events if event.season not in WORKED for board in event.boards for seat in board.seats
    }
    assert [player for player in sorted(players) if not re.fullmatch(r"Player \d{3}|\?|", player)] == []


@pytest.mark.parametrize(
    ("season", "label"), [(EXAMPLES, "WORKED EXAMPLE"), ("2013", "Data: real"), (CHAMPIONSHIP, "Data: real")]
)
def test_every_sheet_of_a_workbook_says_whether_its_games_were_played(season: str, label: str, out: Path) -> None:
    for name in ("pgp", "c_diplo", "italia_2010"):
        book = load_workbook(workbook_of(out / season, name), read_only=True)
        for page in book:
            head = "\n".join(str(row[0]) for row in page.iter_rows(max_row=4, values_only=True))
            assert label in head, f"{season} {name} {page.title}"
            assert ("WORKED EXAMPLE" in head) == (season == EXAMPLES)
        book.close()


# -- Bao ---------------------------------------------------------------------------------------------------------------

# "Le regole del torneo in rete" (KIBA), Punteggio finale, classifica, spareggio: Gruppo A as printed.
GRUPPO_A = [
    ("1", "Oscar", 7, 10.5, 522),
    ("2", "Kobe", 5, 7.5, 540),
    ("3", "Jan", 4, 4.5, 355),
    ("4", "Sock", 4, 4.5, 187),
    ("5", "Peter", 0, 0, 171),
]


def test_the_crosstable_of_kiba_gives_its_printed_table(out: Path) -> None:
    rows = read_table(out / "2011" / "tables" / "Worked example KIBA.standings.csv")
    figures = ("points", "sonneborn_berger", "kiba_score")
    assert [(row["rank"], row["player"], *(float(row[name]) for name in figures)) for row in rows] == GRUPPO_A
    assert [row["settled"] for row in rows] == ["", "", "KIBA score", "KIBA score", ""]


def test_every_link_of_the_front_door_leads_to_a_part_of_a_report(out: Path) -> None:
    door = (out / "index.html").read_text(encoding="utf-8")
    links = [link.partition("#") for link in re.findall(r'href="([^":]*report\.html[^"]*)"', door)]
    assert len({file for file, *_ in links}) == 10
    for file, _, part in links:
        assert not part or f'id="{part}"' in (out / file).read_text(encoding="utf-8")


def test_the_live_page_of_worked_examples_is_not_linked_for_a_hall(out: Path) -> None:
    assert (out / "2011" / "live.html").is_file()
    assert "live.html" not in (out / "index.html").read_text(encoding="utf-8")


def test_a_best_event_that_a_player_has_not_played_is_blank_instead_of_zero(out: Path) -> None:
    """Cleo played three of the five events of the Bismark Cup 2001, so she has no fourth or fifth best event."""
    book = load_workbook(out / CIRCUIT_EXAMPLES / "circuits.xlsx", read_only=True)
    shown = [row for row in book["Bismark Cup 2001"].iter_rows(values_only=True) if "Cleo" in row]
    book.close()
    assert shown[0][6:11] == (58, 53.55, 47.85, None, None)
    (listed,) = (
        row for row in read_table(out / CIRCUIT_EXAMPLES / "tables" / "bismark_cup_2001.csv") if row["player"] == "Cleo"
    )
    assert (float(listed["best_3"]), listed["best_4"], listed["best_5"]) == (47.85, "", "")
    page = (out / CIRCUIT_EXAMPLES / "report.html").read_text(encoding="utf-8")
    (row,) = (
        re.sub("<[^>]+>", "|", row) for row in re.findall("<tr.*?</tr>", page) if ">Cleo<" in row and "159.40" in row
    )
    assert "53.55" in row and not re.search(r"\|0(\.0+)?\|", row)


def widths(sheet: Worksheet) -> dict[int, float]:
    """Return the width of each column, in digits."""
    return {column: of.width for of in sheet.column_dimensions.values() for column in range(of.min, of.max + 1)}


@pytest.mark.parametrize("book", ["2001/events.xlsx", "2010/sum_of_squares.xlsx", "2011/win_namur.xlsx"])
def test_names_of_events_and_players_are_not_cut(out: Path, book: str) -> None:
    """Column widths are given in digits, and an Arial letter is about nine tenths as wide as a digit.

    The longest name therefore fits if the width is at least nine tenths of its number of letters.
    """
    found = set()
    for sheet in load_workbook(out / book):
        for table in sheet.tables.values():
            (head, *rows) = sheet[table.ref]
            for cell in (cell for cell in head if cell.value in ("event", "player")):
                longest = max(len(str(row[cell.column - head[0].column].value or "")) for row in rows)
                assert widths(sheet)[cell.column] >= 0.9 * longest, (sheet.title, cell.value)
                found.add(cell.value)
    assert "player" in found


def test_the_squares_of_a_crosstable_have_one_size(out: Path) -> None:
    sheet = load_workbook(out / "2011" / "Worked example KIBA.xlsx")["Crosstables"]
    (table,) = sheet.tables.values()
    squares = [cell.column for cell in sheet[table.ref][0] if str(cell.value).isdecimal()]
    assert len(squares) == 5 and len({widths(sheet)[column] for column in squares}) == 1


def test_rules_print_at_the_same_size_as_other_sheets_and_every_page_of_the_history_has_its_header(out: Path) -> None:
    assert int(load_workbook(out / "2016" / "c_diplo.xlsx")["Rules"].page_setup.fitToHeight) == 0
    sheets = [sheet for sheet in load_workbook(out / "history" / "history.xlsx") if sheet.title != "Rules"]
    assert len(sheets) > 5 and all(sheet.print_title_rows for sheet in sheets)
