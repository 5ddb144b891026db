"""Tests of the director's commands: seating one round after another, the automatic Turkey, and order sheets."""

import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from typer.testing import CliRunner, Result

from pipeline.cli.app import app
from schemas.words import LANGUAGES, word
from tests.sheets import POWERS, Sheets, event, only_rules, put, read_table, tables_alone, write_csv, write_xlsx
from tests.stress.builds import computed_once

EVENT, SEASON = "Milano (prova)", "2026"
FIRST = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo", "Ida", "Luca")
NAMES = [f"{name} {family}" for name in FIRST for family in "AB"]
FRIENDS, SHY, AWAY, RESTING = ("Anna A", "Bruno A"), "Carla A", "Ida B", "Luca B"
HEAD = ("player", "rounds", "sat out", "two boards", "apart from", "top table")
CENTRES = (10, 8, 6, 5, 4, 1, 0)  # final centres on a board of seven players, one of whom is eliminated


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("italia_2010", "c_diplo", "campo_di_marte"), computed_once():
        yield


def tell(*arguments: object) -> Result:
    """Run a command in this process, and return its result."""
    return CliRunner().invoke(app, [*map(str, arguments)])


def people() -> list[tuple[object, ...]]:
    """Return twenty players.

    One plays only in rounds 1 and 2, one sits out round 2, and one declines the top table.
    """
    facts: dict[str, tuple[object, ...]] = {
        FRIENDS[0]: (None, None, None, FRIENDS[1], None),
        SHY: (None, None, None, None, "no"),
        AWAY: ("1, 2", None, None, None, None),
        RESTING: (None, "2", None, None, None),
    }
    return [(name, *facts.get(name, (None,) * 5)) for name in NAMES]


def sheets() -> Sheets:
    """Return the settings and players of an event that has not begun."""
    settings = [("system", "italia_2010"), ("data", "generated"), ("top table round", 3), ("last year", 1907)]
    return {"event": [("setting", "value"), *settings], "players": [HEAD, *people()]}


def seated(folder: Path, number: int) -> dict[str, list[tuple[str, str]]]:
    """Seat a round, replace the event's workbook with the new one, and return the seats at each table.

    In the first round, this function copies the new workbook into place. In later rounds, the command itself replaces
    the old workbook and keeps it as `.bak`.
    """
    raw, first = folder / "raw" / SEASON / f"{EVENT}.xlsx", number == 1
    typed = raw.read_bytes()
    replace = [] if first else ["--replace"]
    done = tell("seat", EVENT, number, "--raw", folder / "raw", "--out", folder / "out", "--seed", 7, *replace)
    assert done.exit_code == 0, done.output
    written = folder / "out" / SEASON / f"{EVENT}, round {number}.xlsx"
    assert written.exists() == first
    if first:
        shutil.copyfile(written, raw)
    else:
        assert raw.with_name(f"{raw.name}.bak").read_bytes() == typed != raw.read_bytes()
    tables: dict[str, list[tuple[str, str]]] = {}
    for round_, board, power, player, *_ in load_workbook(raw)["boards"].iter_rows(min_row=2, values_only=True):
        if round_ == number and power in POWERS:
            tables.setdefault(str(board), []).append((power, player or ""))
    return tables


def fill_in(folder: Path, number: int) -> None:
    """Enter a round's final centres, in a different order on every board."""
    path = folder / "raw" / SEASON / f"{EVENT}.xlsx"
    book = load_workbook(path)
    page = book["boards"]
    last = [cell.value for cell in page[1]].index(1907) + 1
    for row in page.iter_rows(min_row=2):
        if row[0].value == number and row[2].value in POWERS:
            turned = (POWERS.index(row[2].value) + row[1].value + number) % len(POWERS)
            page.cell(row[0].row, last).value = CENTRES[turned]
    book.save(path)


def built(folder: Path) -> list[dict[str, str]]:
    """Build the folder, assert that the build succeeds, and return the event's standings.

    Workbooks are written as empty files.
    """
    with tables_alone():
        done = tell("build", "--raw", folder / "raw", "--out", folder / "out", "--jobs", 1)
    assert done.exit_code == 0, done.output
    return read_table(folder / "out" / SEASON / "tables" / f"{EVENT}.standings.csv")


Tables = dict[str, list[tuple[str, str]]]


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Tables], list[list[dict[str, str]]]]:
    """Seat, fill in and build three rounds, and return the tables and the standings of each."""
    pytest.importorskip("ortools")
    folder = tmp_path_factory.mktemp("desk")
    write_xlsx(folder / "raw" / SEASON / f"{EVENT}.xlsx", sheets())
    rounds, standings = [], []
    for number in (1, 2, 3):
        rounds.append(seated(folder, number))
        announced = built(folder)
        assert {row["player"] for row in announced} == (
            {row["player"] for row in standings[-1]} if standings else set()
        )
        fill_in(folder, number)
        standings.append(built(folder))
    return rounds, standings


def players(tables: Tables) -> list[str]:
    return sorted(player for seats in tables.values() for _, player in seats if player)


def test_everybody_who_is_present_has_a_seat_and_nobody_else(tournament: tuple) -> None:
    rounds, _ = tournament
    assert players(rounds[0]) == sorted(NAMES)
    assert players(rounds[1]) == sorted({*NAMES} - {RESTING})
    assert players(rounds[2]) == sorted({*NAMES} - {AWAY})


def test_each_seat_is_a_power_and_a_table_of_six_has_no_turkey(tournament: tuple) -> None:
    for tables in tournament[0]:
        for seats in tables.values():
            assert [power for power, _ in seats] == [*POWERS]
            assert [power for power, player in seats if not player] in ([], ["Turkey"])
    assert [sorted(len([p for _, p in seats if p]) for seats in tables.values()) for tables in tournament[0]] == [
        [6, 7, 7],  # 20 players
        [6, 6, 7],  # 19 players
        [6, 6, 7],  # 19 players, with a top table of seven
    ]


def test_nobody_has_a_power_twice_and_friends_are_separated_in_the_first_two_rounds(tournament: tuple) -> None:
    had = Counter(
        (player, power) for tables in tournament[0] for seats in tables.values() for power, player in seats if player
    )
    assert max(had.values()) == 1
    for tables in tournament[0][:2]:
        assert not any({*FRIENDS} <= {player for _, player in seats} for seats in tables.values())


def test_two_rounds_of_twenty_have_the_fewest_possible_repeated_meetings(tournament: tuple) -> None:
    """The first round has three tables, so some players must meet again in the second.

    At least 5 pairs meet again at each table of seven, and at least 3 pairs at each table of six.
    """
    first, second = (
        {pair for seats in tables.values() for pair in combinations(sorted(p for _, p in seats if p), 2)}
        for tables in tournament[0][:2]
    )
    assert len(first & second) == 5 + 3 + 3


def test_the_top_table_is_the_first_seven_of_the_standings_who_are_present_and_willing(tournament: tuple) -> None:
    rounds, standings = tournament
    willing = [row for row in standings[1] if row["player"] not in (SHY, AWAY)]
    last = int(willing[6]["rank"])
    sure = {row["player"] for row in willing if int(row["rank"]) < last}
    level = {row["player"] for row in willing if int(row["rank"]) == last}
    top = {player for _, player in rounds[2]["1"]}
    assert sure <= top <= sure | level and len(top) == 7


def test_the_winner_of_the_top_table_wins_the_event_with_2000_points_more(tournament: tuple) -> None:
    rounds, standings = tournament
    winner = standings[2][0]
    assert winner["player"] in {player for _, player in rounds[2]["1"]}
    assert float(winner["top_table"]) == 2000
    assert [row["games"] for row in standings[2] if row["player"] == RESTING] == ["2"]
    assert [float(row["sat_out"]) for row in standings[2] if row["player"] == RESTING] == [12]


def test_the_workbook_of_the_last_round_names_the_top_table(tmp_path: Path) -> None:
    """The command fills in the `top table` setting, so the director need not enter the board's number."""
    pytest.importorskip("ortools")
    first = sheets() | {"event": [*sheets()["event"][:3], ("top table round", 1)]}
    write_xlsx(tmp_path / "raw" / SEASON / f"{EVENT}.xlsx", first)
    tables = seated(tmp_path, 1)
    book = load_workbook(tmp_path / "raw" / SEASON / f"{EVENT}.xlsx")
    settings = dict(row[:2] for row in book["event"].iter_rows(values_only=True))
    assert str(settings["top table"]) == "1" and len([player for _, player in tables["1"] if player]) == 7


@pytest.mark.parametrize(
    ("typed", "language"), [([], "it"), ([("lingua", "fr")], "fr")], ids=["by its headers", "by its setting"]
)
def test_a_round_is_seated_in_the_language_of_its_event(
    typed: list[tuple[str, str]], language: str, tmp_path: Path
) -> None:
    names = [(name,) for name in NAMES]
    sheets: Sheets = {"evento": [("impostazione", "valore"), *typed], "giocatori": [("giocatore",), *names]}
    write_xlsx(tmp_path / "raw" / SEASON / "Coppa.xlsx", sheets)
    done = tell("seat", "Coppa", 1, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    book = load_workbook(tmp_path / "out" / SEASON / f"Coppa, {word('boards', 'round', language)} 1.xlsx")
    assert {word("sheet", name, language) for name in ("seating", "wishes")} <= {*book.sheetnames}
    said = {str(cell.value) for row in book[word("sheet", "wishes", language)] for cell in row}
    remark = {
        "it": "8.4 B: 1 tavolo da sei; la Turchia si muove automaticamente (8.5).",
        "fr": "8.4 B\N{NO-BREAK SPACE}: 1 table de six\N{NO-BREAK SPACE}; la Turquie est jouée automatiquement (8.5).",
    }
    assert remark[language] in said
    assert "8.4 B: 1 table of six" in done.stdout


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", {"4": "cartellino giallo", "8": "F/E, R/T, A/G/I", "8.4": "Round del Sabato", "9": "l'ultimo"}),
        (
            "en",
            {"4": "yellow card", "8": "F/E, R/T, A/G/I", "8.4": "as many tables of seven", "9": "the last one counts"},
        ),
    ],
)
def test_the_rules_that_a_director_needs_are_printed_with_the_seating(
    language: str, said: dict[str, str], tmp_path: Path
) -> None:
    """The workbook has paragraphs 4, 6 and 8 to 11 of Italia-2010.

    Italian events get them in Italian, which prevails according to paragraph 11.
    """
    event = [*sheets()["event"], ("language", language)]
    write_xlsx(tmp_path / "raw" / SEASON / f"{EVENT}.xlsx", sheets() | {"event": event})
    done = tell("seat", EVENT, 1, "--raw", tmp_path / "raw", "--out", tmp_path / "out", "--seed", 7)
    assert done.exit_code == 0, done.output
    [written] = (tmp_path / "out" / SEASON).glob("*.xlsx")
    rows = load_workbook(written)[word("sheet", "rules", language)].iter_rows(values_only=True)
    printed = {str(label): str(text) for label, text, *_ in rows}
    assert printed.keys() >= {"4", "6", "8", "8.1", "8.2", "8.3.1", "8.4", "8.5", "8.6", "8.7", "9", "9.1", "10", "11"}
    assert {label: words in printed[label] for label, words in said.items()} == dict.fromkeys(said, True)
    assert tell("check", "--raw", tmp_path / "raw").exit_code == 0


def test_a_round_cannot_be_seated_twice(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event("Coppa"))
    done = tell("seat", "Coppa", 1, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert done.exit_code == 1 and "round 1 has already been played" in done.stderr


@pytest.mark.parametrize("name", ["1/../../x", "..\\x", "1:2", "x" * 300, "a\nb"])
def test_a_round_whose_name_no_file_can_have_is_not_seated(name: str, tmp_path: Path) -> None:
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event("Coppa"))
    done = tell("seat", "Coppa", name, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert done.exit_code == 1 and "cannot be the name of a round" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["raw"]


def test_a_round_named_unlike_the_others_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event("Coppa", top_table_round="finale"))
    for name, said in (("x", True), ("2", False), ("finale", False)):
        done = tell("seat", "Coppa", name, "--raw", tmp_path / "raw", "--out", tmp_path / "out", "--seed", 1)
        assert done.exit_code == 0, done.output
        assert (f"This round is called {name}, but the rounds so far are called 1." in done.stdout) == said


@pytest.mark.parametrize(
    ("planned", "round", "said"),
    [
        (4, "9", ["The next round is round 2, not round 9.", "Only 4 rounds are planned."]),
        (4, "5", ["The next round is round 2, not round 5.", "Only 4 rounds are planned."]),
        (4, "4", ["The next round is round 2, not round 4."]),
        (4, "2", []),
        (1, "2", ["Only 1 round is planned."]),
        (1, "Final", ["Only 1 round is planned."]),
        (2, "Final", []),
        (None, "3", ["The next round is round 2, not round 3."]),
        (None, "2", []),
    ],
)
def test_a_round_that_is_not_the_next_or_not_planned_is_reported(
    tmp_path: Path, planned: int | None, round: str, said: list[str]
) -> None:
    pytest.importorskip("ortools")
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event("Coppa", rounds=planned))
    done = tell("seat", "Coppa", round, "--raw", tmp_path / "raw", "--out", tmp_path / "out", "--seed", 1)
    assert done.exit_code == 0, done.output
    told = [line for line in done.stdout.splitlines() if "not round" in line or "planned" in line]
    assert [line.partition(" If there")[0] for line in told] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_sheet_has_every_column_and_setting_of_the_one_before(tmp_path: Path, language: str) -> None:
    """Seating a round keeps every column and setting, including those that nobody has filled in."""
    pytest.importorskip("ortools")
    raw, file = tmp_path / "raw", tmp_path / "raw" / SEASON / "Club.xlsx"
    tell("new", "Club", "--season", SEASON, "--raw", raw, "--language", language, "--boards", 1)
    book = load_workbook(file)
    people = book[word("sheet", "players", language)]
    for number in range(7):
        people.cell(row=2 + number, column=1, value=NAMES[number])
    book.save(file)
    before = headers(book, language)
    assert "1901" in before["boards"] and word("boards", "final", language) in before["boards"]
    for number in (1, 2):
        seat = ("seat", "Club", number, "--raw", raw, "--out", tmp_path / "out", "--seed", 1, "--replace")
        assert tell(*seat).exit_code == 0
        book = load_workbook(file)
        assert headers(book, language) == before
        assert word("sheet", "start here", language) in book.sheetnames
        boards = book[word("sheet", "boards", language)]
        column = before["boards"].index(word("boards", "final", language)) + 1
        for row in range(2 + 8 * (number - 1), 9 + 8 * (number - 1)):
            boards.cell(row=row, column=column, value=34 if row % 8 == 2 else 0)
        book.save(file)


def headers(book: Workbook, language: str) -> dict[str, list[str]]:
    """Return the headers of the sheets to fill in, and the names of all settings."""
    rows = {sheet: book[word("sheet", sheet, language)][1] for sheet in ("boards", "games", "nmr", "players")}
    settings = book[word("sheet", "event", language)]["A"]
    return {sheet: [str(cell.value) for cell in row] for sheet, row in (rows | {"event": settings}).items()}


def test_an_event_of_another_name_is_named(tmp_path: Path) -> None:
    write_xlsx(tmp_path / "raw" / "2013" / "Ligue CSV.xlsx", event("Ligue CSV"))
    done = tell("seat", "Lige CSV", 2, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert (done.exit_code, done.stderr.count("; did you mean Ligue CSV?\n")) == (1, 1)


def test_a_sheet_that_holds_more_than_the_new_one_is_not_replaced(tmp_path: Path) -> None:
    """The new sheet would lack the unknown column, so the old sheet stays where it is."""
    pytest.importorskip("ortools")
    more = sheets() | {"players": [(*HEAD, "shoe size"), *((*one, 42) for one in people())]}
    raw = write_xlsx(tmp_path / "raw" / SEASON / f"{EVENT}.xlsx", more)
    typed = raw.read_bytes()
    done = tell("seat", EVENT, 1, "--raw", tmp_path / "raw", "--out", tmp_path / "out", "--replace")
    assert (done.exit_code, "shoe size" in done.stderr) == (1, True), done.output
    assert [path.name for path in raw.parent.iterdir()] == [raw.name] and raw.read_bytes() == typed


def test_too_few_players_are_answered_with_the_numbers_that_would_do(tmp_path: Path) -> None:
    few = {"event": sheets()["event"], "players": [("player",), *((name,) for name in NAMES[:11])]}
    write_xlsx(tmp_path / "raw" / SEASON / f"{EVENT}.xlsx", few)
    done = tell("seat", EVENT, 1, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert done.exit_code == 1 and "1" in done.stderr and "4" in done.stderr  # 12 seats, or a table of seven
    assert not (tmp_path / "out").exists() or not [*(tmp_path / "out").rglob("*.xlsx")]


def test_an_event_with_errors_is_not_seated(tmp_path: Path) -> None:
    bad = event("Coppa")
    put(bad, "boards!E4", "5?")
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", bad)
    done = tell("seat", "Coppa", 2, "--raw", tmp_path / "raw", "--out", tmp_path / "out")
    assert done.exit_code == 1 and "has errors" in done.stderr


# -- draws (Italia-2010, 6) --------------------------------------------------------------------------------------------


DRAWS = [  # cell, what is typed in it, words of the error; board 2 ended with a draw, and its last autumn is 1906
    ("boards!U3", 1905, ""),
    ("boards!U3", 1904, "only after the fourth game year"),
    ("games!H3", "autumn 1906", "1905"),
    ("games!H3", "winter 1906", ""),
    ("games!H3", "spring 1907", ""),
    ("games!H3", "autunno 1907", ""),
    ("games!H3", "primavera 1904", "only after the fourth game year"),
    ("games!H3", "1907", "a turn and a year"),
    ("games!H2", "spring 1908", "`result` is not `draw`"),
]


@pytest.fixture(scope="module")
def draws_checked(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Check one sheet per row of DRAWS, each in its own season, and return the lines that report errors."""
    raw = tmp_path_factory.mktemp("draws")
    for number, (cell, typed, _) in enumerate(DRAWS):
        coppa = event("Coppa", system="italia_2010")
        put(coppa, "boards!U1", "draw proposed")
        put(coppa, "games!H1", "draw accepted")
        put(coppa, cell, typed)
        write_xlsx(raw / str(2001 + number) / "Coppa.xlsx", coppa)
    return [line for line in tell("check", "--raw", raw).stderr.splitlines() if line.startswith("error")]


@pytest.mark.parametrize("number", range(len(DRAWS)), ids=lambda number: f"{DRAWS[number][0]} {DRAWS[number][1]}")
def test_a_sheet_that_breaks_the_rule_of_draws_is_reported_at_its_cell(number: int, draws_checked: list[str]) -> None:
    """A draw is possible only after the fourth year.

    A drawn board must end with the last autumn completed before the draw was accepted.
    """
    cell, _, words = DRAWS[number]
    errors = [line for line in draws_checked if line.startswith(f"error: {2001 + number}/Coppa.xlsx ")]
    assert len(errors) == bool(words), draws_checked
    assert all(cell.replace("!", " ") in line and words in line for line in errors)


# -- Turkey and orders -------------------------------------------------------------------------------------------------


def test_turkey_gives_orders_for_a_sheet_of_units(tmp_path: Path) -> None:
    rows = [
        ("board", "year", "turn", "units"),
        ("1", 1902, "spring", "A BUL, F CON"),
        ("2", 1904, "autumn", "A ANK, A SMY"),
    ]
    write_csv(tmp_path, {"units": rows})
    done = tell("turkey", tmp_path / "units.csv", "--seed", 1)
    assert done.exit_code == 0
    assert done.stdout.split("\n\n")[:2] == [
        "Board 1, spring 1902\nA BUL S F CON\nF CON S A BUL",
        "Board 2, autumn 1904\nA ANK S A SMY\nA SMY S A ANK",
    ]


def test_the_opening_is_the_same_whatever_the_seed() -> None:
    """Paragraph 8.5 of Italia-2010 gives the opening as "(Primavera 1901): A Con-Bul, A Smy-Ank, F Ank-Con"."""
    printed = {
        tell("turkey", "--units", "A CON, A SMY, F ANK", "--year", 1901, "--seed", seed).stdout for seed in (1, 2)
    }
    assert printed == {"Board 1, spring 1901\nA CON - BUL\nA SMY - ANK\nF ANK - CON\n\n"}


def test_a_draw_by_lot_prints_its_seed_and_can_be_repeated() -> None:
    asked = ("turkey", "--units", "A BUL, F CON, A SMY", "--year", 1903)
    first = tell(*asked)
    seed = first.stdout.rpartition("seed ")[2].strip(" .\n")
    assert tell(*asked, "--seed", seed).stdout == first.stdout
    assert {tell(*asked, "--seed", n).stdout.split("\n")[2] for n in range(12)} == {"F CON S A BUL", "F CON S A SMY"}


def test_orders_prints_what_counts_and_refuses_the_counter_example_of_the_rules(tmp_path: Path) -> None:
    """Paragraph 9.1 of Italia-2010 does not accept "A Yor - Nwy" if the same player orders "F Nth S A Bel - Hol".

    The fleet would have to convoy one army and support another at the same time.
    """
    (tmp_path / "England.txt").write_text("A Yor - Nwy ; F Nth S A Bel - Hol\nF Lon XXX\n", encoding="utf-8")
    done = tell("orders", tmp_path / "England.txt")
    assert done.exit_code == 1
    assert done.stdout == "F NTH S A BEL - HOL\nF LON HOLD\n"
    assert "9.1" in done.stderr
