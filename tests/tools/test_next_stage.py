"""Checks that `seat` draws the next stage of a Bao event and writes a workbook with its games to fill in."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner, Result

from pipeline.cli.app import app
from tests.reference.bao import FINAL, QUALIFYING, SEMIFINAL, Bao, Entrant, Game, sheets
from tests.sheets import only_rules, write_xlsx
from tests.stress.builds import computed_once

EVENT, SEASON = "Torneo d'autunno", "2026"
# KIBA scores 300, 290 and so on; dealt into the groups Ada, Cleo, Eva and Ben, Dan, Fay
SIX = tuple(
    Entrant(player, "Italia", 1000, 200 - 10 * n)
    for n, player in enumerate(["Ada", "Ben", "Cleo", "Dan", "Eva", "Fay"])
)


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "kiba_championship", "kiba_nations"), computed_once():
        yield


def twice(stage: str, group: str, *pairs: str) -> tuple[Game, ...]:
    """Return two games for each pair of names such as `Ada Ben`.

    Each player is South once, and the player named first wins both games.
    """
    return tuple(
        Game(stage, group, *sides, winner=pair.split()[0])
        for pair in pairs
        for sides in (pair.split(), pair.split()[::-1])
    )


GROUPS = twice(QUALIFYING, "A", "Ada Cleo", "Ada Eva", "Cleo Eva") + twice(
    QUALIFYING, "B", "Ben Dan", "Ben Fay", "Dan Fay"
)
SEMIFINALS = twice(SEMIFINAL, "A", "Ben Ada") + twice(SEMIFINAL, "B", "Cleo Dan")


def typed(folder: Path, *games: Game, entrants: tuple[Entrant, ...] = SIX) -> Path:
    """Write an event with these games and entrants as a workbook in the raw folder, and return the workbook's path."""
    path = folder / "raw" / SEASON / f"{EVENT}.xlsx"
    write_xlsx(path, sheets(Bao("Torneo d'autunno", entrants, games, 2, ())))
    return path


def seat(folder: Path, *wanted: str) -> Result:
    places = ("--raw", str(folder / "raw"), "--out", str(folder / "out"))
    return CliRunner().invoke(app, ["seat", EVENT, *wanted, *places])


def drawn(folder: Path, stage: str, *words: str) -> Path:
    """Draw the next stage, assert that the output contains these words, and return the path of the workbook."""
    raw = folder / "raw" / SEASON / f"{EVENT}.xlsx"
    before = raw.read_bytes()
    done = seat(folder)
    assert done.exit_code == 0, done.output
    assert all(word in " ".join(done.output.split()) for word in words)
    assert raw.read_bytes() == before and [*raw.parent.iterdir()] == [raw], "nothing is written under data/raw"
    return folder / "out" / SEASON / f"{EVENT}, {stage}.xlsx"


def games(path: Path) -> list[tuple[object, ...]]:
    """Return the stage, group, South, North and winner of each row that is filled in."""
    rows = load_workbook(path)["matches"].iter_rows(min_row=2, values_only=True)
    return [(row[0], row[1], row[3], row[4], row[5]) for row in rows if row[0]]


@pytest.fixture(scope="module")
def semifinals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Draw the semifinals, and return the path of the new workbook, which keeps everything that was entered before."""
    folder = tmp_path_factory.mktemp("groups")
    typed(folder, *GROUPS)
    return drawn(folder, SEMIFINAL)


def test_the_first_and_the_second_of_the_groups_meet_twice_in_the_semifinals(semifinals: Path) -> None:
    """Group winners meet in one semifinal, and runners-up in the other. Each player is South once.

    KIBA's rules say "un gruppo è formato dai primi classificati di ciascuno dei gruppi della qualificazione, il secondo
    gruppo è formato dai secondi classificati" and "una partita con la prima mossa cioè come giocatore Sud, ed una
    partita ... come Nord".
    """
    before = games(semifinals.parents[2] / "raw" / SEASON / f"{EVENT}.xlsx")
    after = games(semifinals)
    assert after[: len(before)] == before
    assert sorted(map(str, after[len(before) :])) == sorted(
        map(
            str,
            [
                ("semifinal", "A", "Ada", "Ben", None), ("semifinal", "A", "Ben", "Ada", None),
                ("semifinal", "B", "Cleo", "Dan", None), ("semifinal", "B", "Dan", "Cleo", None),
            ],
        )
    )  # fmt: skip


def test_the_new_rows_wait_for_their_winners_and_the_wall_shows_the_stage(semifinals: Path) -> None:
    book = load_workbook(semifinals)
    page = book["matches"]
    row = next(row for row in page.iter_rows(min_row=2) if row[0].value == "semifinal")
    offered = [rule for rule in page.data_validations.dataValidation if row[5].coordinate in rule.sqref]
    assert [rule.formula1 for rule in offered] == ["$D2:$E2"], "South or North of the row"
    assert page.sheet_view.selection[0].activeCell == row[5].coordinate
    shown = [cell.value for line in book["crosstable"].iter_rows() for cell in line if cell.value]
    assert {"Semifinal A", "Semifinal B", "Ada", "Ben", "Cleo", "Dan"} <= {*shown} and "Eva" not in shown
    assert ["A", "Ada", "Ben", None, "Ben", "Ada"] in [
        [cell.value for cell in row] for row in book["schedule"].iter_rows()
    ]


def test_from_the_groups_to_the_title_only_winners_are_typed(tmp_path: Path) -> None:
    """The winners of the semifinals play for the title. A third game is played only if each of them wins one.

    The player with the higher KIBA score (Ben has 290, Cleo 280) is South in the first game. KIBA's rules say "Nella
    partita finale c'è l'incontro solo fra i primi classificati di ciascuno dei due gruppi della semifinale" and "la
    terza partita si dispute solo se nessuno dei due giocatori ha vinto tutte e due le partite precedenti. La prima
    mossa della prima partita spetta al giocatore con punteggio KIBA maggiore".
    """
    raw = typed(tmp_path, *GROUPS)
    # by hand: Ben and Cleo win their semifinals; in the final South wins each game, so the third game decides
    expected = {
        SEMIFINAL: 4,
        FINAL: [("final", None, "Ben", "Cleo", None), ("final", None, "Cleo", "Ben", None)],
        "playoff": [("playoff", None, "Ben", "Cleo", None)],
    }
    for stage, rows in expected.items():
        shutil.copyfile(drawn(tmp_path, stage), raw)
        new = [game for game in games(raw) if game[4] is None]
        assert rows in (new, len(new))
        book = load_workbook(raw)
        wall = [[cell.value for cell in row] for row in book.worksheets[0].iter_rows()]
        assert book.sheetnames[0] == "schedule"
        if stage != SEMIFINAL:
            assert wall[1][0] == stage.capitalize()
            assert wall[4:] == [
                [str(n), *(("Ben", "Cleo") if n % 2 else ("Cleo", "Ben")), None] for n in range(1, len(wall) - 3)
            ]
            assert len(wall) - 4 == (3 if stage == "playoff" else 2)
        for row in book["matches"].iter_rows(min_row=2):
            if row[0].value and not row[5].value:
                sides = row[3].value, row[4].value
                row[5].value = sides[0] if stage != SEMIFINAL else ({"Ben", "Cleo"} & {*sides}).pop()
        book.save(raw)
    done = seat(tmp_path)
    assert done.exit_code == 1 and "the event is over" in done.stderr


def test_other_typed_facts_are_carried_over(tmp_path: Path) -> None:
    """Withdrawals, moves, the start and end of each game, and the reason why it ended are kept."""
    first, *others = GROUPS
    path = typed(tmp_path, first, *others)
    book = load_workbook(path)
    book["event"].append(["director", "Nino"])
    book["players"]["G1"], book["players"]["G2"] = "withdrew", date(2026, 3, 9)
    book["matches"]["G2"], book["matches"]["H2"] = "resigned", date(2026, 3, 5)
    book["matches"]["I2"] = "2026-03-01 12:00"
    moves = book.create_sheet("moves")
    moves.append(["stage", "group", "south", "north", "number", "time"])
    moves.append(["qualifying", "A", "Ada", "Cleo", 1, "2026-03-02 12:00"])
    book.save(path)
    after = load_workbook(drawn(tmp_path, SEMIFINAL))
    assert ("directors", "Nino") in [*after["event"].iter_rows(values_only=True)]
    heads = {cell.value: cell.column_letter for cell in after["players"][1]}
    assert after["players"][f"{heads['withdrew']}2"].value.date() == date(2026, 3, 9)
    row = next(after["matches"].iter_rows(min_row=2, max_row=2, values_only=True))
    assert row[6] == "resigned" and row[7].date() == date(2026, 3, 5) and row[8] == "2026-03-01 12:00"
    assert [*after["moves"].iter_rows(min_row=2, values_only=True)] == [
        ("qualifying", "A", "Ada", "Cleo", 1, "2026-03-02 12:00")
    ]


def test_the_new_rows_use_only_the_event_itself(tmp_path: Path) -> None:
    before = games(typed(tmp_path, *GROUPS))
    others = [f"O{number}" for number in range(6)]
    first = tmp_path / "raw" / SEASON / "A first event.xlsx"
    write_xlsx(first, sheets(Bao("First", tuple(Entrant(player) for player in others), (), 2, ())))
    assert seat(tmp_path).exit_code == 0
    path = tmp_path / "out" / SEASON / f"{EVENT}, semifinal.xlsx"
    assert games(path)[: len(before)] == before
    listed = [row[0] for row in load_workbook(path)["players"].iter_rows(min_row=2, values_only=True)]
    assert listed == [entrant.player for entrant in SIX]
    assert ("name", EVENT) in [*load_workbook(path)["event"].iter_rows(values_only=True)]


def test_only_the_next_stage_is_drawn_and_only_once_the_last_one_is_over(tmp_path: Path) -> None:
    typed(tmp_path, *GROUPS[:-1], Game(QUALIFYING, "B", "Fay", "Dan"))
    done = seat(tmp_path)
    assert done.exit_code == 1 and "the qualifying groups are not finished" in done.stderr
    typed(tmp_path, *GROUPS)
    done = seat(tmp_path, "final")
    assert done.exit_code == 1 and "the next stage of Torneo d'autunno is: semifinal" in done.stderr
    typed(tmp_path, *GROUPS, Game(QUALIFYING, "A", "Ada", "Ada"))
    done = seat(tmp_path)
    assert done.exit_code == 1 and "has errors: correct them first" in done.stderr
    assert not [*(tmp_path / "out").rglob("*.xlsx")]


def test_a_shared_place_is_reported_and_only_the_other_semifinal_is_drawn(tmp_path: Path) -> None:
    """Cleo and Eva each won one game against the other and lost to Ada. As newcomers, both have a KIBA score of 180.

    KIBA's rules use this score for players who are still level: "se due o più giocatori sono ancora pari merito, KIBA
    usa il loro punteggio KIBA".
    """
    level = (
        *twice(QUALIFYING, "A", "Ada Cleo", "Ada Eva"),
        *(Game(QUALIFYING, "A", s, n, s) for s, n in (("Cleo", "Eva"), ("Eva", "Cleo"))),
    )
    newcomers = tuple(Entrant(entrant.player, "Italia", 1800, 0) for entrant in SIX)
    typed(tmp_path, *level, *GROUPS[6:], entrants=newcomers)
    new = [game for game in games(drawn(tmp_path, SEMIFINAL, "no rule separates Cleo, Eva")) if game[4] is None]
    assert [game[:2] for game in new] == [("semifinal", "A")] * 2
    # the director types one game with the qualified player: the other games are drawn
    typed(tmp_path, *level, *GROUPS[6:], Game(SEMIFINAL, "B", "Eva", "Dan"), entrants=newcomers)
    of_b = [game for game in games(drawn(tmp_path, SEMIFINAL)) if game[:2] == ("semifinal", "B")]
    assert of_b == [("semifinal", "B", "Eva", "Dan", None), ("semifinal", "B", "Dan", "Eva", None)]


def test_a_semifinal_with_two_level_players_holds_up_the_final(tmp_path: Path) -> None:
    """Ben and Ada each won one game against the other. As newcomers, both have a KIBA score of 180."""
    newcomers = tuple(Entrant(entrant.player, "Italia", 1800, 0) for entrant in SIX)
    level = tuple(Game(SEMIFINAL, "A", s, n, s) for s, n in (("Ben", "Ada"), ("Ada", "Ben")))
    typed(tmp_path, *GROUPS, *level, *SEMIFINALS[2:], entrants=newcomers)
    done = seat(tmp_path)
    assert done.exit_code == 1
    assert (
        "no pairings can be made for Torneo d'autunno now: the semifinals have not been decided; semifinal A: no rule separates Ada, Ben"
        in done.stderr
    )
    assert "the final is not over" not in done.stderr
