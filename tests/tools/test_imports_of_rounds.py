"""Sheets with one row per player and columns for several rounds. Each round becomes boards or results.

Anything that does not fit is refused, and the message names it. The figures are made up. Ada is Austria with 5 centres
in round 1, and England with 4 in round 2. Everybody else also moves on to the next power in POWERS.
"""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.tools.imports.collect import collected
from pipeline.tools.imports.imported import Imported
from schemas.words import POWERS

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")
FIRST, SECOND = (5, 4, 5, 5, 4, 6, 5), (4, 5, 6, 6, 4, 5, 4)  # centres of the players in rounds 1 and 2
NEXT = (*POWERS[1:], POWERS[0])  # powers of the players in round 2
COLUMNS = {  # name of a column -> its cells in the first and in the second round
    "power": (POWERS, NEXT),
    "centres": (FIRST, SECOND),
    "score": ([10 * n for n in FIRST], [10 * n for n in SECOND]),
    "board": (["A"] * 7, ["B"] * 7),
    "place": ([1] * 7, [2] * 7),
    "blank": ([""] * 7, [""] * 7),
}
BOARDS = {
    "1": {power: (name, centres) for power, name, centres in zip(POWERS, NAMES, FIRST, strict=True)},
    "2": {power: (name, centres) for power, name, centres in zip(NEXT, NAMES, SECOND, strict=True)},
}


def sheet(*headers: str, columns: str = "power centres power centres") -> list[str]:
    """Return the lines of a sheet: the headers, then one row per player with the name and the cells of `columns`."""
    names = columns.split()
    cells = [COLUMNS[name][names[:at].count(name) % 2] for at, name in enumerate(names)]
    return [*headers, *("|".join(map(str, row)) for row in zip(NAMES, *cells, strict=True))]


def read(tmp_path: Path, lines: list[str], separator: str = ";") -> Imported:
    file = tmp_path / "sheet.csv"
    file.write_text("\n".join(line.replace("|", separator) for line in lines), encoding="utf-8")
    return collected([file])


READ = {
    "R1 power": sheet("Player|R1 power|R1 SC|R2 power|R2 SC"),
    "numbers behind": sheet("Player|Power 1|Centres 1|Power 2|Centres 2"),
    "words in front": sheet("Player|Round 1 Power|Round 1 Centers|Round 2 Power|Round 2 Centers"),
    "in brackets": sheet("Name|Power (R1)|SC (R1)|Power (R2)|SC (R2)"),
    "the first without a number": sheet("Player|Power|SC|Power 2|SC 2"),
    "games": sheet("Player|Game 1 power|Game 1 SC|Game 2 power|Game 2 SC"),
    "by what they are": sheet("Player|Power 1|Power 2|SC 1|SC 2", columns="power power centres centres"),
    "rounds above": sheet("|Round 1||Round 2|", "Player|Power|SC|Power|SC"),
    "a total behind": sheet("Player|R1 power|R1 SC|R2 power|R2 SC|SC", columns="power centres power centres centres"),
    "blank names of rounds": sheet(
        "Player|R1|R1 power|R1 SC|R2|R2 power|R2 SC", columns="blank power centres blank power centres"
    ),
    "Italian": sheet("Giocatore|T1 potenza|T1 centri|T2 potenza|T2 centri"),
    "Italian, above": sheet("|Turno 1||Turno 2|", "Giocatore|Potenza|Centri|Potenza|Centri"),
    "French": sheet("Joueur|Ronde 1 pays|Ronde 1 dépôts|Ronde 2 pays|Ronde 2 dépôts"),
    "German": sheet("Spieler|1. Runde Land|1. Runde VZ|2. Runde Land|2. Runde VZ"),
    "a row that sums up": [*sheet("Player|R1 power|R1 SC|R2 power|R2 SC"), "Total||34||34"],
    "somebody who sat out": [*sheet("Player|R1 power|R1 SC|R2 power|R2 SC"), "Hal|-|-|-|-"],
}


@pytest.mark.parametrize("separator", [";", ","])
@pytest.mark.parametrize("form", READ)
def test_each_round_is_a_board(tmp_path: Path, form: str, separator: str) -> None:
    found = read(tmp_path, READ[form], separator)
    assert not found.problems and not found.results
    seats = {
        board.round: {p: (board.players[p], board.seats[p]["final"]) for p in board.players} for board in found.boards
    }
    assert seats == BOARDS
    assert not any({"score", "note"} & {*cells} for board in found.boards for cells in board.seats.values())


def test_boards_scores_and_countries_of_each_round_are_read_as_well(tmp_path: Path) -> None:
    header = "Player|R1 board|R1 power|R1 SC|R1 points|R2 board|R2 power|R2 SC|R2 points"
    found = read(tmp_path, sheet(header, columns="board power centres score board power centres score"))
    assert [(board.round, board.board) for board in found.boards] == [("1", "A"), ("2", "B")]
    assert found.boards[1].seats["England"] == {"final": 4, "score": 40}
    lines = [line.replace("|", "|Malta|", 1) for line in sheet("Player|R1 power|R1 SC|R2 power|R2 SC")]
    found = read(tmp_path, [lines[0].replace("Malta", "Country"), *lines[1:]])
    assert not found.problems and len(found.boards) == 2
    assert found.players == [{"player": name, "country": "Malta"} for name in NAMES]


def test_rounds_without_centres_are_results_with_their_powers(tmp_path: Path) -> None:
    found = read(tmp_path, sheet("Player|R1 power|R1 score|R2 power|R2 score", columns="power score power score"))
    assert not found.boards and not found.problems and len(found.results) == 14
    results = {(row["player"], row["round"]): (row["power"], row["score"]) for row in found.results}
    assert results["Ada", 1] == ("Austria", 50) and results["Ada", 2] == ("England", 40)


def test_rows_of_powers_may_have_several_rounds_too(tmp_path: Path) -> None:
    names = [*NAMES[1:], NAMES[0]]
    rows = zip(POWERS, NAMES, FIRST, names, SECOND, strict=True)
    found = read(tmp_path, ["Power|Player 1|SC 1|Player 2|SC 2", *("|".join(map(str, row)) for row in rows)])
    assert [(b.round, b.players["Austria"], b.seats["Austria"]["final"]) for b in found.boards] == [
        ("1", "Ada", 5),
        ("2", "Bo", 4),
    ]


TWICE = sheet("Player|R1 power|R1 SC|R2 power|R2 SC")
REFUSED = {  # form -> place and message of the problem, lines of the file
    "a name without number": ("sheet.csv:B1", "Power", sheet("Player|Power|SC|Power.1|SC.1")),
    "the same name twice": ("sheet.csv:D2", "“England” under `Power` differs", sheet("Player|Power|SC|Power|SC")),
    "a round alone": (
        *("sheet.csv:C1", "The header `R1` does not say what"),
        sheet("Player|R1 power|R1|R2 power|R2"),
    ),
    "centres without powers": (
        *("sheet.csv:B1", "The round in `R1 SC` has no score"),
        sheet("Player|R1 SC|R2 SC", columns="centres centres"),
    ),
    "powers without centres": (
        *("sheet.csv:B1", "The round in `R1 power` has no score"),
        sheet("Player|R1 power|R2 power", columns="power power"),
    ),
    "places alone": (
        *("sheet.csv:B1", "The round in `R1 place` has no score"),
        sheet("Player|R1 place|R2 place", columns="place place"),
    ),
    "a third round's centres": (
        "sheet.csv:D1",
        "The round in `R2 power` has no score",
        sheet("Player|R1 power|R1 SC|R2 power|R3 SC"),
    ),
    "one power for two rounds": (
        *("sheet.csv:C1", "The round in `SC 1` has no column for the power."),
        sheet("Player|Power|SC 1|SC 2", columns="power centres centres"),
    ),
    "two boards without a name": (
        "sheet.csv:B9",
        "Austria appears twice in round 1.",
        [*TWICE, *(f"{line}" for line in TWICE[1:])],
    ),
    "numbers in words": (
        "sheet.csv:C2",
        "The header `First SC` above “5” is not recognised.",
        sheet("Player|First power|First SC|Last power|Last SC"),
    ),
    "days": (
        "sheet.csv:C2",
        "The header `Sat SC` above “5” is not recognised.",
        sheet("Player|Sat power|Sat SC|Sun power|Sun SC"),
    ),
    "another column": (
        *("sheet.csv:C2", "The header `Warnings` above “5” is not recognised."),
        sheet("Player|Power|Warnings", columns="power centres"),
    ),
    "no headers": (
        "sheet.csv:1",
        "“5,England,4” cannot be read as the centres and points for Austria.",
        sheet(columns="power centres power centres"),
    ),
}


@pytest.mark.parametrize("form", REFUSED)
def test_anything_that_does_not_fit_is_refused_by_name(tmp_path: Path, form: str) -> None:
    place, named, lines = REFUSED[form]
    found = read(tmp_path, lines, ",")
    assert not found.boards and not found.results
    problem = found.problems[0]
    assert (problem.severity, problem.place) == ("error", place) and named in str(problem.message)


# -- totals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "told"),
    [("42,5", []), ("42,4", []), ("42,3", ["42,3"]), ("43", []), ("44", ["44"]), ("-", [])],
)
def test_a_total_that_is_not_the_sum_of_the_rounds_is_reported(tmp_path: Path, total: str, told: list[str]) -> None:
    """The sum of 30.5 and 12 is 42.5. Each number may be rounded, and a cell that is not a number is not compared."""
    found = read(tmp_path, ["Player|R1|R2|Total", f"Anna|30,5|12|{total}", "Bea|3|20|23"])
    assert len(found.results) == 4
    said = [f"The total is given as {typed}, but the values add up to 42.5." for typed in told]
    assert [(p.severity, p.place, str(p.message)) for p in found.problems] == [
        ("warning", "sheet.csv:D2", t) for t in said
    ]


def test_totals_of_boards_and_of_rounds_are_compared_too(tmp_path: Path) -> None:
    """In both columns the centres add up to 5 x 6 + 4 = 34, but the second column's total is entered as 33.

    The points of round 1 add up to 3 + 4 = 7, but their total is entered as 8.
    """
    rows = [f"A|{power}|x{n}|{5 - (n == 6)}|{5 - (n == 6)}" for n, power in enumerate(POWERS)]
    found = read(tmp_path, ["board|power|player|1901|final", *rows, "A|total||34|33"])
    assert [(p.code, p.place) for p in found.problems] == [("total", "sheet.csv:E9")] and len(found.boards) == 1
    found = read(tmp_path, ["Player|R1|R2", "Anna|3|4", "Bea|4|5", "Total|8|9"])
    assert [(p.code, p.place) for p in found.problems] == [("total", "sheet.csv:B4")] and len(found.results) == 4


# -- eliminations ------------------------------------------------------------------------------------------------------


OUT = {
    "eliminated 1904": (0, 1904, None),
    "eliminated in 1904": (0, 1904, None),
    "(eliminated 1904)": (0, 1904, None),
    "0 centres, eliminated in autumn 1904": (0, 1904, None),
    "0 (elim. F1904)": (0, 1904, None),
    "out 1904, 3 points": (0, 1904, 3),
    "0 centres and eliminated 1904 : 3,5": (0, 1904, 3.5),
    "eliminato nel 1904": (0, 1904, None),
    "fuori nel 1904": (0, 1904, None),
    "0 centri, eliminata 1904": (0, 1904, None),
    "éliminé en 1904": (0, 1904, None),
    "hors jeu 1904": (0, 1904, None),
    "ausgeschieden 1904": (0, 1904, None),
    "ausgeschieden im Jahr 1904": (0, 1904, None),
    "raus 1904": (0, 1904, None),
    "eliminated": (0, None, None),
    "éliminée": (0, None, None),
    "ausgeschieden": (0, None, None),
}


@pytest.mark.parametrize("said", OUT)
def test_a_line_of_an_e_mail_may_have_the_year_of_an_elimination(tmp_path: Path, said: str) -> None:
    lines = [f"{power} ({name}) 5 centres" for power, name in zip(POWERS, NAMES, strict=True)]
    file = tmp_path / "mail.txt"
    file.write_text("\n".join([*lines[:6], f"Turkey (Gus) {said}"]), encoding="utf-8")
    found = collected([file])
    assert not found.problems
    final, year, score = OUT[said]
    cells = {"final": final, "eliminated": year, "score": score}
    assert found.boards[0].seats["Turkey"] == {name: value for name, value in cells.items() if value is not None}


def test_a_line_of_an_e_mail_that_is_no_title_and_no_seat_is_skipped_and_reported(tmp_path: Path) -> None:
    """Lines 1, 2, 12 and 14 are reported.

    Lines 3 and 4 name the round and the board, lines 5 to 11 are the seats, and line 13 has no letters or digits.
    """
    seats = [f"{power} ({name}) 5 centres" for power, name in zip(POWERS[:6], NAMES, strict=False)]
    lines = [
        "Dear all,",
        "the results of Friday.",
        "Round 2",
        "Table 4",
        *seats,
        "Turkey (Gus) 4",
        "Draw of all.",
        "---",
    ]
    file = tmp_path / "mail.txt"
    file.write_text("\n".join([*lines, "See you, all, soon"]), encoding="utf-8")
    found = collected([file])
    assert [board.name for board in found.boards] == [("2", "4")] and not found.problems
    assert {*found.aside} == {f"mail.txt:{number}" for number in (1, 2, 12, 14)}


@pytest.mark.parametrize(
    "names",
    ["First name|Last name", "FIRST NAME|NAME", "Nome|Cognome", "Prénom|Nom", "Vorname|Nachname", "Vorname|Name"],
)
@pytest.mark.parametrize("turned", [False, True])
def test_first_and_family_names_are_one_player(tmp_path: Path, names: str, turned: bool) -> None:
    """First and family names are joined in seats and in results. The two players called Rossi are different people."""
    first, family = names.split("|")
    header = f"{family}|{first}" if turned else names
    people = [("Anna", "Rossi"), ("Bea", "Rossi"), *((name, "Test") for name in NAMES[2:])]
    cells = ["|".join(reversed(pair) if turned else pair) for pair in people]
    found = read(tmp_path, [f"{header}|R1|R2", *(f"{cell}|3|4" for cell in cells)])
    assert [row["player"] for row in found.results[::2]] == [" ".join(pair) for pair in people] and not found.problems
    seats = [f"{cell}|{power}|5" for cell, power in zip(cells, POWERS, strict=True)]
    found = read(tmp_path, [f"{header}|power|final", *seats[:6], seats[6].replace("|5", "|4")])
    assert [*found.boards[0].players.values()] == [" ".join(pair) for pair in people] and not found.problems


def test_a_classification_of_the_world_diplomacy_database_has_whole_names(tmp_path: Path) -> None:
    lines = ["FIRST NAME|NAME|HOMONYME|RANK|EXAEQUO|SCORE|R1", "Mario|Rossi|1|1|1|30|30", "Mario|Rossi|2|2|1|20|20"]
    found = read(tmp_path, lines)
    assert {row["player"]: row["score"] for row in found.results} == {"Mario Rossi": 30, "Mario Rossi (2)": 20}


def seats(*titles: str, blank: int = 0) -> list[str]:
    """Return the lines of one table per title, each with a header, the seats of a board and `blank` empty lines.

    In the second table, every player has the power that follows the one in the first table (see NEXT).
    """
    lines: list[str] = []
    for number, title in enumerate(titles):
        rows = zip((POWERS, NEXT)[number], NAMES, (FIRST, SECOND)[number], strict=True)
        lines += [*[title] * bool(title), "Power|Player|SC", *("|".join(map(str, row)) for row in rows), *[""] * blank]
    return lines


@pytest.mark.parametrize("blank", [0, 1, 3])
@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (("Round 1", "Round 2"), [("1", "sheet 1"), ("2", "sheet 2")]),
        (("Round 1, Board 2", "Round 2, Board 1"), [("1", "2"), ("2", "1")]),
        (("Turno 1 - Tavolo 3", "Turno 2 - Tavolo 3"), [("1", "3"), ("2", "3")]),
        (("Table A", "Table B"), [("1", "Table A"), ("1", "Table B")]),
        (("", ""), [("1", "sheet 1"), ("1", "sheet 2")]),
        (("Round 3",), [("3", "sheet")]),
        (("Brett 4",), [("1", "4")]),
        (("Winter cup 2026",), [("1", "sheet")]),
    ],
)
def test_tables_one_below_the_other_are_boards_named_by_their_titles(
    tmp_path: Path, titles: tuple[str, ...], names: list[tuple[str, str]], blank: int
) -> None:
    found = read(tmp_path, seats(*titles, blank=blank))
    assert not found.problems and [board.name for board in found.boards] == names
    assert [board.players["England"] for board in found.boards] == ["Bo", "Ada"][: len(titles)]
    assert [board.seats["England"]["final"] for board in found.boards] == [4, 4][: len(titles)]
    assert [*found.aside] == (["sheet.csv:1"] if titles == ("Winter cup 2026",) else [])


def test_other_rows_above_the_headers_are_skipped_and_reported(tmp_path: Path) -> None:
    """Only two rows above the headers are read, one with a board's title and one that names the rounds."""
    found = read(tmp_path, ["Club 2026", "all results final", "Round 2", *seats("")])
    assert {*found.aside} == {"sheet.csv:1", "sheet.csv:2"} and found.boards[0].name == ("2", "sheet")
    found = read(tmp_path, ["Club 2026", *READ["rounds above"]])
    assert {*found.aside} == {"sheet.csv:1"} and len(found.boards) == 2


# -- long lines --------------------------------------------------------------------------------------------------------


LONG: dict[str, Callable[[int], str]] = {
    "blanks": lambda n: f"Austria{' ' * n}x",
    "blanks before a comma": lambda n: f"Austria, {' ' * n}x, 5",
    "blanks, a bracket": lambda n: f"Austria{' ' * n}(x",
    "brackets": lambda n: f"Austria {'(' * n}",
    "closed": lambda n: f"Austria (x{')' * n}x",
    "figures": lambda n: f"Austria (Ada) 12 and {'1' * n}x",
    "words": lambda n: f"Austria (Ada) 12 and {'a ' * n}:",
    "a word for a round": lambda n: f"Round{' ' * n}x",
    "years": lambda n: f"Austria (Ada) {'eliminated ' * n}190",
    "blanks alone": lambda n: f"{' ' * n}Austria (Ada) 12",
}


@pytest.mark.parametrize("kind", LONG)
def test_a_text_four_times_as_long_takes_about_four_times_as_long(tmp_path: Path, kind: str) -> None:
    """A pattern that starts again at every character would take sixteen times as long."""

    def seconds(length: int) -> float:
        file = tmp_path / f"{length}.csv"
        header = "Player,Power,SC\n" if length % 2 else ""
        file.write_text(header + "\n".join([LONG[kind](length)] * 3), encoding="utf-8")
        best = []
        for _ in range(3):
            start = time.process_time()
            collected([file])
            best.append(time.process_time() - start)
        return min(best)

    seconds(100)
    short = seconds(20_000)
    assert seconds(80_000) < max(9 * short, 0.5)
