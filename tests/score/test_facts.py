"""Tests of the facts derived from sheets, such as eliminations, missed turns, names and season totals."""

import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from pipeline.build.build import RESERVED, build
from pipeline.check.boards import breaches
from pipeline.problems.codes import Problem, blocked
from pipeline.read.find import find
from pipeline.read.raw_tables import read
from pipeline.read.validate import validate
from pipeline.rules.rank import total
from pipeline.score.facts import Facts, derive, without
from pipeline.stages import Computed, compute
from pipeline.tidy.tables import Tables, tidy
from schemas.keys import of_season
from tests.sheets import (
    CHART,
    COLUMNS,
    POWERS,
    Cell,
    Rows,
    Sheets,
    event,
    night,
    only_rules,
    read_table,
    table,
    tables_alone,
    write_csv,
    write_xlsx,
)

GOOD = [*CHART.values()]
NOBODY_OUT: list[Cell] = [None] * 7


def derived(raw: Path) -> tuple[Facts, list[Problem]]:
    """Return the facts derived from a raw folder, and the errors found while reading and checking the sheets."""
    found = find(raw, RESERVED)
    checked = validate(read(found.sources))
    problems = [*found.problems, *checked.problems]
    tables = tidy(checked, found.sources, problems)
    problems += breaches(tables, checked)
    return derive(without(tables, blocked(problems))), [p for p in problems if p.severity == "error"]


def facts(folder: Path, boards: Rows, **sheets: Rows) -> Facts:
    """Return the facts about one event, after asserting that it has no errors."""
    typed: Sheets = {"event": table("setting value", ("name", "Torneo")), "boards": boards} | sheets
    write_xlsx(folder / "2013" / "Torneo.xlsx", typed)
    found, errors = derived(folder)
    assert errors == []
    return found


def column(found: Facts, name: str) -> list[float | None]:
    """Return a column of the `seats` table in the order of the powers, with None for unknown values."""
    return [None if pd.isna(value) else value for value in found.seats[name]]


def chart_of(found: Facts, power: str) -> list[float | None]:
    """Return one power's centres on the only board, year by year."""
    seat = found.seats[found.seats["power"] == power].iloc[0]
    return [None if pd.isna(seat[year]) else seat[year] for year in found.years]


# -- blanks ------------------------------------------------------------------------------------------------------------


def test_after_a_typed_zero_a_blank_is_zero(tmp_path: Path) -> None:
    chart: list[list[Cell]] = [[*row] for row in GOOD]
    chart[5] = [5, 5, 3, 2, 1, 0, None]
    chart[6] = [4, 5, 6, 7, 8, 8, 9]
    found = facts(tmp_path, night(chart))
    assert chart_of(found, "Russia") == [5, 5, 3, 2, 1, 0, 0]
    assert column(found, "final_centres") == [7, 9, 5, 3, 1, 0, 9]
    assert column(found, "eliminated") == [None] * 5 + [1906, None]
    assert found.boards["charted"].tolist() == [True]


def test_from_the_typed_year_of_elimination_on_a_blank_is_zero(tmp_path: Path) -> None:
    chart: list[list[Cell]] = [[*row] for row in GOOD]
    chart[5] = [5, 5, 3, 2, 1, None, None]
    found = facts(tmp_path, night(chart, eliminated=[None] * 5 + [1906, None]))
    assert chart_of(found, "Russia") == [5, 5, 3, 2, 1, 0, 0]
    assert column(found, "centre_years")[5] == 5 + 5 + 3 + 2 + 1
    assert column(found, "eliminated")[5] == 1906


def test_final_centres_are_enough_for_a_board_without_a_chart(tmp_path: Path) -> None:
    boards = night([], final=[7, 6, 7, 1, 4, 9, None], eliminated=[None] * 6 + [1902])
    found = facts(tmp_path, boards, games=table("round board result", (1, 1, "draw")))
    assert column(found, "final_centres") == [7, 6, 7, 1, 4, 9, 0]
    assert column(found, "eliminated") == [None] * 6 + [1902]
    assert column(found, "centre_years") == [None] * 7
    assert found.boards["charted"].tolist() == [False]
    assert found.arrays.years.tolist() == [0]


def test_the_year_of_an_elimination_is_unknown_if_it_is_not_typed(tmp_path: Path) -> None:
    found = facts(tmp_path, night([], final=[18, 10, 6, 0, 0, 0, 0], eliminated=[None] * 5 + [1903, None]))
    assert column(found, "survivor") == [True] * 3 + [False] * 4
    assert column(found, "eliminated") == [None] * 5 + [1903, None]
    assert found.arrays.eliminated[:, 0].tolist() == [0, 0, 0, -1, -1, 3, -1]


def test_a_chart_that_begins_late_does_not_show_when_a_power_at_zero_was_eliminated(tmp_path: Path) -> None:
    late = [list(row[2:]) for row in GOOD]
    late[3] = [0, 0, 0, 0, 0]
    late[0] = [8, 8, 8, 8, 8]
    late[5] = [5, 2, 1, 0, 0]
    late[6] = [5, 8, 9, 9, 10]
    late[4] = [4, 3, 2, 2, 1]
    late[2] = [6, 6, 6, 6, 6]
    late[1] = [6, 7, 8, 9, 9]
    for typed, expected in (([None] * 7, None), ([None] * 3 + [1902] + [None] * 3, 1902)):
        found = facts(tmp_path, night(late, first_year=1903, eliminated=typed))
        assert column(found, "eliminated") == [None] * 3 + [expected] + [None, 1906, None]
        assert found.boards["charted"].tolist() == [False]
        assert column(found, "centre_years") == [None] * 7


def test_a_chart_from_its_first_year_shows_an_elimination_in_that_year(tmp_path: Path) -> None:
    chart: list[list[Cell]] = [[*row] for row in GOOD]
    chart[5] = [0, 0, 0, 0, 0, 0, 0]
    chart[6] = [9, 10, 9, 9, 9, 8, 9]
    found = facts(tmp_path, night(chart))
    assert column(found, "eliminated")[5] == 1901
    assert found.arrays.years_lived[:, 0].tolist() == [7, 7, 7, 7, 7, 1, 7]


@pytest.mark.parametrize("first", [1900, 1901, 1936])
def test_a_game_may_begin_in_another_year(first: int, tmp_path: Path) -> None:
    typed: Sheets = {
        "event": [["setting", "value"], ["name", "Torneo"], ["first year", first]],
        "boards": night(GOOD, first_year=first),
        "nmr": table(
            "round board power year turn", (1, 1, "Italy", first, "winter"), (1, 1, "Italy", first + 6, "spring")
        ),
    }
    write_xlsx(tmp_path / "2013" / "Torneo.xlsx", typed)
    found, errors = derived(tmp_path)
    assert errors == []
    assert found.boards[["first_year", "last_year", "years"]].to_numpy().tolist() == [[first, first + 6, 7]]
    assert column(found, "eliminated") == [None] * 5 + [first + 5, None]
    assert column(found, "centre_years") == [sum(row) for row in GOOD]
    assert column(found, "nmr_penalties") == [0, 0, 0, 0, 1 + 2, 0, 0]
    assert found.arrays.eliminated[5, 0] == 6


def test_boards_with_different_first_years_fit_one_table(tmp_path: Path) -> None:
    for name, first in (("Antico", 1898), ("Moderno", 1905)):
        typed: Sheets = {
            "event": [["setting", "value"], ["name", name], ["first year", first]],
            "boards": night(GOOD, first_year=first, family=name),
        }
        write_xlsx(tmp_path / "2013" / f"{name}.xlsx", typed)
    found, errors = derived(tmp_path)
    assert errors == []
    assert found.arrays.owned.shape[0] == 7
    assert found.arrays.owned[:, :, 0].tolist() == found.arrays.owned[:, :, 1].tolist()
    assert found.arrays.owned[:, :, 0].T.tolist() == [list(row) for row in GOOD]


def test_the_last_year_of_the_event_applies_to_a_board_without_its_own(tmp_path: Path) -> None:
    rows = night([], final=[7, 6, 7, 1, 4, 9, 0], eliminated=[None] * 6 + [1902])
    second = [[1, 2, power, f"{player} II", *rest] for _, _, power, player, *rest in rows[1:]]
    typed: Sheets = {
        "event": [["setting", "value"], ["name", "Torneo"], ["last year", 1907]],
        "boards": [*rows, *second],
        "games": [["round", "board", "last year"], [1, 2, 1905]],
    }
    write_xlsx(tmp_path / "2013" / "Torneo.xlsx", typed)
    found, errors = derived(tmp_path)
    assert errors == []
    assert found.boards["last_year"].tolist() == [1907, 1905]
    assert found.arrays.years.tolist() == [7, 5]


# -- missed turns ------------------------------------------------------------------------------------------------------


def test_missed_turns_are_the_same_typed_one_by_one_or_as_numbers(tmp_path: Path) -> None:
    turns = [
        (1, 1, "Italy", 1903, "spring"),
        (1, 1, "Italy", 1903, "autumn"),
        (1, 1, "Italy", 1907, "winter"),
        (1, 1, "Russia", 1906, "fall"),
    ]
    listed = facts(tmp_path / "listed", night(GOOD), nmr=table("round board power year turn", *turns))
    counted = facts(
        tmp_path / "counted", night(GOOD, nmr_orders=[0, 0, 0, 0, 2, 1, 0], nmr_adjustments=[0, 0, 0, 0, 1, 0, 0])
    )
    for found in (listed, counted):
        assert column(found, "nmr_orders") == [0, 0, 0, 0, 2, 1, 0]
        assert column(found, "nmr_adjustments") == [0, 0, 0, 0, 1, 0, 0]
        assert column(found, "nmr_penalties") == [0, 0, 0, 0, 2 + 2 + 1, 2, 0]


def test_missed_turns_of_a_game_in_progress_count_up_to_the_last_adjudicated_autumn(tmp_path: Path) -> None:
    found = facts(
        tmp_path,
        night(GOOD),
        games=table("round board result", (1, 1, "in progress")),
        nmr=table("round board power year turn", (1, 1, "Italy", 1907, "winter"), (1, 1, "Italy", 1908, "spring")),
    )
    assert column(found, "nmr_orders") == [0] * 7
    assert column(found, "nmr_adjustments") == [0, 0, 0, 0, 1, 0, 0]
    assert found.arrays.in_progress.tolist() == [True]


# -- a second reading, over random games -------------------------------------------------------------------------------


@dataclass
class PlainGame:
    """A game as it was really played, with the cells of the sheets that record part of it."""

    truth: list[list[int]]  # by power, every year from the first
    first_year: int
    kept_from: int  # the first year of the chart; the year after the game if no chart was kept
    in_progress: bool
    typed: list[list[Cell]] = field(default_factory=list)
    eliminated: list[int | None] = field(default_factory=list)
    missed: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def last_year(self) -> int:
        return self.first_year + len(self.truth[0]) - 1

    def out_in(self, seat: int) -> int | None:
        """Return the year in which a power lost its last centre, or None if the power still has one."""
        row = self.truth[seat]
        return self.first_year + row.index(0) if 0 in row else None

    def known_out(self, seat: int) -> int | None:
        """Return the year in which a power lost its last centre, or None if the sheet does not show the year."""
        year = self.out_in(seat)
        if year is None:
            return None
        told_by_chart = self.kept_from <= self.last_year and (
            year > self.kept_from or self.kept_from == self.first_year
        )
        return year if told_by_chart else self.eliminated[seat]


def random_game(rng: random.Random, first_year: int) -> PlainGame:
    """Return a valid game of one to ten years.

    The number of owned centres never falls, and a power that has lost all its centres never regains one.
    """
    held, rows = [3, 3, 3, 3, 3, 4, 3], [[] for _ in POWERS]
    for _ in range(rng.randint(1, 10)):
        owned = min(34, sum(held) + rng.choice([0, 1, 2, 5]))
        alive = [seat for seat in range(7) if held[seat] > 0]
        held = [0] * 7
        for seat in rng.choices(alive, weights=[rng.choice([1, 1, 1, 5, 9]) for _ in alive], k=owned):
            held[seat] += 1
        for seat in range(7):
            rows[seat].append(held[seat])
    last = first_year + len(rows[0]) - 1
    kept_from = rng.choice([first_year, first_year, first_year, rng.randint(first_year, last), last + 1])
    game = PlainGame(rows, first_year, kept_from, in_progress=rng.random() < 0.2 and kept_from <= last)
    for seat in range(7):
        year = game.out_in(seat)
        game.eliminated.append(year if year is not None and rng.random() < 0.5 else None)
        typed: list[Cell] = [None if first_year + i < kept_from else held for i, held in enumerate(rows[seat])]
        for i in range(len(typed)):
            after_zero = i > 0 and first_year + i > kept_from and rows[seat][i - 1] == 0
            from_elimination = game.eliminated[seat] is not None and first_year + i >= (game.eliminated[seat] or 0)
            if (after_zero or from_elimination) and rng.random() < 0.7:
                typed[i] = None
        if year is not None and any(game.truth[other][i] for other in range(7) for i in range(len(typed))):
            first_zero = max(year, kept_from) - first_year
            if game.eliminated[seat] is None and first_zero < len(typed):
                typed[first_zero] = 0
        game.typed.append(typed)
        life = range(first_year, (year or last) + 1 + (game.in_progress and year is None))
        turns = [(POWERS[seat], y, turn) for y in life for turn in ("spring", "autumn", "winter")]
        if year is None or game.known_out(seat) is not None:
            game.missed += rng.sample(turns, rng.choice([0, 0, 1, min(3, len(turns))]))
    return game


@pytest.fixture(scope="module")
def games() -> dict[tuple[int, int], PlainGame]:
    """Return 300 random games, keyed by first year and board."""
    rng = random.Random(1901)
    return {(first, board): random_game(rng, first) for first in (1901, 1899) for board in range(1, 151)}


@pytest.fixture(scope="module")
def random_facts(games: dict[tuple[int, int], PlainGame], tmp_path_factory: pytest.TempPathFactory) -> Facts:
    """Return the facts about `games`, which are recorded in two events."""
    folder = tmp_path_factory.mktemp("random")
    for first in (1901, 1899):
        years = range(first, first + 10)
        boards: Rows = [["round", "board", "power", "player", *years, "final", "eliminated"]]
        results: Rows = [["round", "board", "result", "last year"]]
        missed: Rows = [["round", "board", "power", "year", "turn"]]
        for (own, board), game in games.items():
            if own != first:
                continue
            kept = game.kept_from <= game.last_year
            for seat, power in enumerate(POWERS):
                blanks: list[Cell] = [None] * (10 - len(game.truth[seat]))
                final = None if kept else game.truth[seat][-1]
                boards.append(
                    [
                        1,
                        board,
                        power,
                        f"{power} {first} {board}",
                        *game.typed[seat],
                        *blanks,
                        final,
                        game.eliminated[seat],
                    ]
                )
            results.append([1, board, "in progress" if game.in_progress else None, None if kept else game.last_year])
            missed += [[1, board, *turn] for turn in game.missed]
        settings: Rows = [["setting", "value"], ["name", f"Da {first}"], ["first year", first]]
        write_csv(
            folder / "2013" / f"Da {first}", {"event": settings, "boards": boards, "games": results, "nmr": missed}
        )
    found, errors = derived(folder)
    assert errors == []
    return found


def test_the_facts_of_300_random_games_agree_with_a_plain_loop(
    games: dict[tuple[int, int], PlainGame], random_facts: Facts
) -> None:
    assert len(random_facts.boards) == 300
    for _, seat in random_facts.seats.iterrows():
        game = games[int(seat["event"].split()[1]), int(seat["board"])]
        at = POWERS.index(seat["power"])
        whole = game.kept_from == game.first_year
        counted = [turn for power, year, turn in game.missed if power == seat["power"] and year <= game.last_year]
        out = game.known_out(at)
        expected = {
            "final_centres": game.truth[at][-1],
            "centre_years": sum(game.truth[at]) if whole else None,
            "eliminated": out,
            "survivor": game.truth[at][-1] > 0,
            "solo": game.truth[at][-1] >= 18,
            "nmr_orders": sum(turn != "winter" for turn in counted),
            "nmr_adjustments": counted.count("winter"),
            "nmr_penalties": sum(1 if turn == "winter" else 2 for turn in counted),
        }
        got = {name: None if pd.isna(seat[name]) else seat[name] for name in expected}
        assert got == expected, f"{seat['event']}, board {seat['board']}, {seat['power']}"


def test_the_boards_of_300_random_games_agree_with_a_plain_loop(
    games: dict[tuple[int, int], PlainGame], random_facts: Facts
) -> None:
    kinds: set[tuple[bool, bool]] = set()
    for _, board in random_facts.boards.iterrows():
        game = games[int(board["event"].split()[1]), int(board["board"])]
        finals = [row[-1] for row in game.truth]
        assert board["charted"] == (game.kept_from == game.first_year)
        assert (board["first_year"], board["last_year"]) == (game.first_year, game.last_year)
        assert board["years"] == len(game.truth[0])
        assert board["in_progress"] == game.in_progress
        assert board["survivors"] == sum(held > 0 for held in finals)
        assert board["soloist"] == (POWERS[finals.index(max(finals))] if max(finals) >= 18 else "")
        kinds.add((board["charted"], game.in_progress))
    assert len(kinds) == 4


# -- names, standings, seasons -----------------------------------------------------------------------------------------


def rows_of(round: int, board: int, players: Sequence[Cell], finals: Sequence[int], **more: Sequence[Cell]) -> Rows:
    """Return the rows of one board with only final centres.

    more  further columns, one value per power
    """
    rows: Rows = []
    for seat, (power, player, final) in enumerate(zip(POWERS, players, finals, strict=True)):
        row: list[Cell] = [round, board, power, player, *[None] * (len(COLUMNS) - 4)]
        row[COLUMNS.index("final")] = final
        for name, values in more.items():
            row[COLUMNS.index(name)] = values[seat]
        rows.append(row)
    return rows


EVA = "Éva"  # typed in two ways that look alike
BOARDS = {
    (1, 10): (["M. Rossi", "Mario Rosi", " Ugo ", "?", None, "Zita", "ada"], [8, 7, 6, 5, 4, 4, 0]),
    (1, 9): (["Bea", "Ivo", "Ugo", "?", None, "Zita", "Ada"], [7, 6, 5, 4, 4, 4, 4]),
    (10, 1): (["Mario Rossi", "Ivo", "Ugo", "Pia", "Lea", EVA, "Mia"], [0, 5, 5, 6, 6, 6, 6]),
    (2, 1): (["Gio", "Ivo", "Ugo", "Pia", "Lea", EVA, "Mia"], [18, 5, 5, 3, 3, 0, 0]),
}
OTHER = (
    ["Rossi Mario", "Ivo il Terribile", "Ugo", "Pia", "Lea", unicodedata.normalize("NFD", EVA), "Mia"],
    [12, 4, 4, 4, 4, 3, 3],
)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build two events of one season and one of the previous season, and return the output folder."""
    folder = tmp_path_factory.mktemp("season")
    first: Rows = [list(COLUMNS)]
    for (round, board), (players, finals) in BOARDS.items():
        replaced = ["no" if (board, power) == (9, "France") else None for power in POWERS]
        first += rows_of(round, board, players, finals, scored=replaced)
    known: Rows = [["player", "also known as"], ["Mario Rossi", "M. Rossi; Rossi Mario"], ["Ivo", "Ivo il Terribile"]]
    raw = folder / "raw"
    write_xlsx(raw / "2013" / "A lega.xlsx", {"boards": first})
    write_xlsx(raw / "2013" / "B lega.xlsx", {"boards": [list(COLUMNS), *rows_of(3, 1, *OTHER)], "players": known})
    write_xlsx(raw / "2012" / "A lega.xlsx", event("Prima"))
    with only_rules("c_diplo", "sum_of_squares", "campo_di_marte"), tables_alone():
        build(raw, folder / "out", jobs=1)
    return folder / "out"


def scores(season: Path, system: str = "sum_of_squares") -> list[dict[str, str]]:
    return read_table(season / "2013" / "tables" / f"{system}.scores.csv")


def standings(season: Path, system: str = "sum_of_squares") -> dict[str, dict[str, str]]:
    return {row["player"]: row for row in read_table(season / "2013" / "tables" / f"{system}.standings.csv")}


def squares(own: int, board: tuple[int, int] | None = None) -> Fraction:
    """Return 100 x own², divided by the sum of the squares on a board of event A.

    If no board is given, event B's only board is used.
    """
    finals = BOARDS[board][1] if board else OTHER[1]
    return Fraction(100 * own**2, sum(held**2 for held in finals))


def assert_standing(row: dict[str, str], *games: Fraction) -> None:
    assert (row["games"], row["score"]) == (str(len(games)), f"{float(sum(games)):.9f}")


def test_boards_are_ordered_as_numbers_and_not_as_texts(season: Path) -> None:
    order = list(dict.fromkeys((row["event"], row["round"], row["board"]) for row in scores(season)))
    assert order == [
        ("A lega", "1", "9"),
        ("A lega", "1", "10"),
        ("A lega", "2", "1"),
        ("A lega", "10", "1"),
        ("B lega", "3", "1"),
    ]


def test_the_powers_of_a_board_are_in_one_order(season: Path) -> None:
    assert [row["power"] for row in scores(season)] == [*POWERS] * 5


def test_a_season_adds_a_players_scores_from_all_its_events_and_no_other_season(season: Path) -> None:
    solo = Fraction(0)
    assert_standing(standings(season)["Pia"], squares(6, (10, 1)), solo, squares(4))
    assert_standing(standings(season)["Gio"], Fraction(100))
    assert "Anna" not in standings(season)


def test_also_known_as_joins_several_names_into_one_person(season: Path) -> None:
    table = standings(season)
    assert_standing(table["Mario Rossi"], squares(8, (1, 10)), Fraction(0), squares(12))
    assert_standing(table["Ivo"], squares(6, (1, 9)), squares(5, (10, 1)), Fraction(0), squares(4))
    assert {"M. Rossi", "Rossi Mario", "Ivo il Terribile"} & table.keys() == set()
    assert {row["player"] for row in scores(season) if row["event"] == "B lega"} >= {"Mario Rossi", "Ivo"}


def test_one_name_is_one_person_however_its_accents_and_blanks_are_stored(season: Path) -> None:
    table = standings(season)
    assert_standing(table[EVA], squares(6, (10, 1)), Fraction(0), squares(3))
    assert [name for name in table if unicodedata.normalize("NFC", name) == EVA] == [EVA]
    assert "Ugo" in table
    assert " Ugo " not in table


def test_similar_names_are_two_people(season: Path) -> None:
    table = standings(season)
    assert_standing(table["Mario Rosi"], squares(7, (1, 10)))
    assert_standing(table["ada"], squares(0, (1, 10)))
    assert_standing(table["Ada"], squares(4, (1, 9)))


def test_an_unplayed_power_and_an_unknown_name_have_scores_but_are_not_in_the_standings(season: Path) -> None:
    table = standings(season)
    assert {"", "?"} & table.keys() == set()
    board = [row for row in scores(season) if (row["round"], row["board"]) == ("1", "10")]
    assert [row["player"] for row in board if row["power"] in ("Germany", "Italy")] == ["?", ""]
    assert [row["score"] for row in board if row["power"] == "Germany"] == [f"{float(squares(5, (1, 10))):.9f}"]
    assert [row["status"] for row in board] == ["scored"] * 7


def test_an_unscored_seat_has_no_score_but_its_centres_count(season: Path) -> None:
    board = [row for row in scores(season) if (row["round"], row["board"]) == ("1", "9")]
    ugo = next(row for row in board if row["power"] == "France")
    assert (ugo["player"], ugo["final_centres"], ugo["score"], ugo["place"], ugo["status"]) == (
        "Ugo",
        "5",
        "",
        "",
        "not scored",
    )
    assert [row["score"] for row in board if row["power"] == "England"] == [f"{float(squares(6, (1, 9))):.9f}"]
    assert_standing(standings(season)["Ugo"], squares(6, (1, 10)), squares(5, (10, 1)), Fraction(0), squares(4))


def test_equal_scores_share_ranks_and_the_next_rank_is_skipped(season: Path) -> None:
    ranks = {name: int(row["rank"]) for name, row in standings(season).items()}
    assert (ranks["Gio"], ranks["Mia"], ranks[EVA]) == (1, ranks[EVA], ranks["Mia"])
    assert sorted(ranks.values()).count(ranks["Mia"]) == 2
    assert ranks["Mia"] + 1 not in ranks.values()
    assert list(ranks.values()) == sorted(ranks.values())


def test_the_same_scores_in_another_order_of_rows_have_the_same_sums(tmp_path: Path) -> None:
    """Floating-point sums depend on the order of the numbers, but standings must not."""
    rng = random.Random(7)
    rows: list[Rows] = []
    for board in range(1, 13):
        finals = rng.sample([1, 2, 3, 4, 6, 8, 10], 7)
        rows.append(rows_of(1, board, ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus"], finals))
    for name, order in (("one", rows), ("two", rows[::-1])):
        numbered = [[1, i, *row[2:]] for i, board in enumerate(order, 1) for row in board]
        sheets: Sheets = {"event": event(system="tribute")["event"], "boards": [list(COLUMNS), *numbered]}
        write_xlsx(tmp_path / name / "Lega.xlsx", sheets)
    made = compute(find(tmp_path, RESERVED)).published
    one, two = (
        {system: found.standings_of(season).to_numpy().tolist() for system, found in made.items()}
        for season in ("one", "two")
    )
    assert one == two and one["tribute"]


def test_sums_of_the_highest_scores_are_exact() -> None:
    """Three times 0.1 is exactly 0.3, and 0.7 - 0.9 is exactly -0.2, although floats cannot represent these fractions.

    Ann has twelve results of MOST_POINTS, the highest score that a sheet may contain.
    """
    rows = [("Ann", 1_000_000.0)] * 12 + [("Bob", 0.1)] * 3 + [("Cid", 0.7), ("Cid", -0.9)]
    found = total(pd.Series([points for _, points in rows]), [name for name, _ in rows])
    assert found.to_dict() == {"Ann": 12_000_000.0, "Bob": 0.3, "Cid": -0.2}


NOUGHTS = [("{}.0", "0.0"), ("{} SC", "0 SC"), ("{}*", "0*"), ("{} centres", "-"), ("{}.0", "–")]
HELD = [14, 0, 10, 5, 5, 0, 0]


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute one season per entry of NOUGHTS, named after the entry's index.

    For the entry ("{}*", "0*"), for example, 14 centres are entered as `14*` and no centres as `0*`.
    """
    folder = tmp_path_factory.mktemp("figures")
    for number, (figure, nought) in enumerate(NOUGHTS):
        rows: Rows = [[*COLUMNS[:4], "final"]]
        for power, held in zip(POWERS, HELD, strict=True):
            rows.append([1, 1, power, f"P {power}", figure.format(held) if held else nought])
        settings = event(system="sum_of_squares")["event"]
        write_xlsx(folder / str(number) / "Lega.xlsx", {"event": settings, "boards": rows})
    with only_rules("sum_of_squares"):
        return compute(find(folder, RESERVED))


@pytest.mark.parametrize("typed", NOUGHTS)
def test_a_zero_is_read_as_zero_however_the_figures_beside_it_are_typed(
    typed: tuple[str, str], figures: Computed
) -> None:
    season = str(NOUGHTS.index(typed))
    assert [found for found in figures.problems if found.season == season and found.severity == "error"] == []
    assert of_season(figures.facts.seats, season)["final_centres"].tolist() == HELD


# -- edge cases --------------------------------------------------------------------------------------------------------


def tables_of(folder: Path, **sheets: Rows) -> Tables:
    """Return the tidy tables of one event."""
    write_xlsx(folder / "2013" / "Torneo.xlsx", {"event": table("setting value", ("name", "Torneo")), **sheets})
    found = find(folder, RESERVED)
    return tidy(validate(read(found.sources)), found.sources, [])


def test_a_short_game_that_began_late_and_a_long_one_that_began_early_fit_one_table(tmp_path: Path) -> None:
    for name, first, chart in (("Lungo", 1901, GOOD), ("Corto", 1905, [row[:3] for row in GOOD])):
        typed: Sheets = {
            "event": [["setting", "value"], ["name", name], ["first year", first]],
            "boards": night(chart, first_year=first, family=name),
        }
        write_xlsx(tmp_path / "2013" / f"{name}.xlsx", typed)
    found, errors = derived(tmp_path)
    assert errors == []
    at = found.boards["event"].tolist().index("Corto")
    assert found.arrays.years[at] == 3
    assert found.arrays.recorded[:, at].tolist() == [True] * 3 + [False] * 4
    assert found.arrays.owned[:3, :, at].T.tolist() == [list(row[:3]) for row in GOOD]
    assert not found.arrays.owned[3:, :, at].any()


def test_a_survivor_with_one_centre_was_not_eliminated(tmp_path: Path) -> None:
    found = facts(tmp_path, night([], final=[1, 12, 7, 1, 4, 9, 0]))
    assert found.arrays.eliminated[:, 0].tolist() == [0, 0, 0, 0, 0, 0, -1]


def test_a_power_that_nobody_plays_has_no_player(tmp_path: Path) -> None:
    rows = night(GOOD)
    rows[7][3] = None  # Turkey's
    assert facts(tmp_path, rows).arrays.has_player[:, 0].tolist() == [True] * 6 + [False]


@pytest.mark.parametrize("result", [None, "draw", "time limit"])
def test_a_game_not_marked_as_in_progress_is_over(result: str | None, tmp_path: Path) -> None:
    found = facts(tmp_path, night(GOOD), games=[["round", "board", "result"], [1, 1, result]])
    assert found.arrays.in_progress.tolist() == [False]


def test_a_last_year_before_the_first_gives_no_length_of_a_game(tmp_path: Path) -> None:
    games: Rows = [["round", "board", "last year"], [1, 1, 1899]]
    tables = tables_of(tmp_path, boards=night([], final=[7, 6, 7, 1, 4, 9, 0]), games=games)
    assert derive(tables).arrays.years.tolist() == [0]  # elsewhere a board with this error is set aside first


def test_only_boards_of_seven_seats_in_the_order_of_the_powers_are_computed(tmp_path: Path) -> None:
    tables = tables_of(tmp_path, boards=night(GOOD))
    seats = tables.seats
    assert derive(tables).arrays.years.tolist() == [7]
    for wrong in (seats[:-1], pd.concat([seats, seats[-1:]]), seats[::-1], seats.iloc[[1, 0, *range(2, 7)]]):
        with pytest.raises(ValueError, match="seven seats in the order of the powers"):
            derive(replace(tables, seats=wrong.reset_index(drop=True)))
    for first_power_wrong in ("AAA", "ZZZ"):  # sorts before and after
        with pytest.raises(ValueError, match="seven seats in the order of the powers"):
            derive(replace(tables, seats=seats.assign(power=[first_power_wrong, *POWERS[1:]])))


def test_the_tables_without_an_event_keep_their_columns_and_number_their_rows_anew(tmp_path: Path) -> None:
    tables = tables_of(tmp_path, boards=night(GOOD))
    whole, nothing = without(tables, set()), without(tables, {("2013", "Torneo")})
    for left in (whole, nothing):
        assert [*left.seats] == [*tables.seats] and [*left.seats.index] == [*range(len(left.seats))]
    assert (len(whole.seats), len(nothing.seats)) == (7, 0)
