"""Checks that exports have the fields that their formats define, and that importing them restores the same season."""

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from pipeline.cli.app import app
from pipeline.exports.format import ANY
from pipeline.exports.formats import formats
from pipeline.read.find import find
from pipeline.read.raw_tables import read
from pipeline.read.validate import validate
from pipeline.tidy.tables import tidy
from schemas.words import POWERS, RESERVED
from tests import THOROUGH
from tests.sheets import ROOT, Rows, Sheets, event, put, table, write_xlsx
from tests.stress.builds import computed_once

# Scores of the good event under Sum of Squares. Board 1 ends with 7 9 5 3 1 0 9 centres, so the squares are 49 81 25 9
# 1 0 81 of 246; board 2 with 7 6 7 1 4 9 0, so they are 49 36 49 1 16 81 0 of 232. Six powers share each draw.
FIRST = [19.918699187, 32.926829268, 10.162601626, 3.658536585, 0.406504065, 0, 32.926829268]
SECOND = [21.120689655, 15.517241379, 21.120689655, 0.431034483, 6.896551724, 34.913793103, 0]
SEASON, NAME = "2013", "Torneo"


@pytest.fixture(scope="module", autouse=True)
def once() -> Iterator[None]:
    with computed_once():
        yield


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def exported(raw: Path, format: str, to: Path, season: str = SEASON) -> list[Path]:
    """Export a season in a format, and return the exported files, ordered by name."""
    done = run("export", format, season, "--raw", raw, "--to", to)
    assert done.exit_code == 0, done.output
    return sorted((to / season / format).iterdir())


@pytest.mark.parametrize("name", formats())
def test_every_format_is_written(name: str, tmp_path: Path) -> None:
    """A format with a new suffix fails this test until the suffix is added to `TEXT` in pipeline/build/reopen.py."""
    seasons = {"diplomacy": "2013", "bao": "2011", ANY: "2013"}
    assert exported(ROOT / "data" / "raw", name, tmp_path, seasons[formats()[name].FORMAT.kind])


def test_circuits_and_bao_are_posted_with_the_figures_of_their_system(tmp_path: Path) -> None:
    """The figures match the shipped season's tables. PGP scores have three decimals, as in their source."""
    posts = {
        path.name: path.read_text(encoding="utf-8") for path in exported(ROOT / "data/raw", "text", tmp_path, "2011")
    }
    assert "\n   1  Giocatore C       2      2  28.656\n" in posts["campo_di_marte.txt"]
    assert posts["kiba_championship.txt"].startswith("KIBA championship\nPROVISIONAL: ")
    assert (
        "Group A\nrank  player  points  tie-break (Neustadtl)\n   1  Oscar        7                  10.50\n"
        in (posts["Worked example KIBA.txt"])
    )


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return [*csv.reader(lines)]


def figures(cells: list[str]) -> list[float]:
    return [float(cell) for cell in cells]


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write an event whose players have ids in other registers, and return the folder of raw sheets.

    The ids are in sheets of the event, its season and the league.
    """
    folder = tmp_path_factory.mktemp("exports") / "raw"
    sheets = event(NAME, "sum_of_squares", "Rossi", start="2013-05-04")
    put(sheets, "boards!D3", "Berta Rossi (2)")
    sheets["players"] = table("player wdd_id", ("Anna Rossi", 11))
    sheets["players"][0] = ["player", "wdd id"]
    write_xlsx(folder / SEASON / f"{NAME}.xlsx", sheets)
    of_season: Rows = [["player", "wdr id", "backstabbr"], ["Anna Rossi", 21, "anna"], ["Carla Rossi", 23, None]]
    write_xlsx(folder / SEASON / "season.xlsx", {"players": of_season})
    write_xlsx(folder / "league.xlsx", {"players": [["player", "wdd id"], ["Anna Rossi", 99], ["Dora Rossi", 14]]})
    return folder


@pytest.fixture(scope="module")
def out(raw: Path) -> Path:
    return raw.parent / "exports"


def test_boards_for_the_world_diplomacy_database(raw: Path, out: Path) -> None:
    """The World Diplomacy Database defines EXAEQUO as the number of seats that share a rank.

    YEAR_ELIMINATION is 1 for 1901, and DRAW is the size of the draw for those in it and 0 for the others.
    """
    [file] = exported(raw, "wdd_boards", out)
    head, *rows = rows_of(file)
    assert head[:12] == [
        *("FIRST NAME", "NAME", "HOMONYME", "ROUND", "BOARD", "COUNTRY", "RANK", "EXAEQUO", "SCORE", "NB_CENTRE"),
        *("YEAR_ELIMINATION", "DRAW"),
    ]
    assert head[12:] == [f"CT_0{number}" for number in range(1, 8)]
    assert [row[5] for row in rows] == ["0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU"] * 2
    assert [row[6:8] for row in rows[:7]] == [[*pair] for pair in ("31", "12", "41", "51", "61", "71", "12")]
    assert figures([row[8] for row in rows]) == pytest.approx([*FIRST, *SECOND], abs=1e-9)
    assert rows[0][:5] == ["Anna", "Rossi", "1", "1", "1"] and rows[1][:3] == ["Berta", "Rossi", "2"]
    assert rows[0][9:] == ["7", "", "", "5", "5", "5", "6", "6", "7", "7"]  # ending at the time limit is not a draw
    assert rows[5][9:] == ["0", "6", "", "5", "5", "3", "2", "1", "0", "0"]  # eliminated in 1906
    assert [row[11] for row in rows[7:]] == ["6"] * 6 + ["0"]
    assert rows[13][9:] == ["0", "2", "0"] + [""] * 7  # only the end of board 2 is known


def test_the_classification_for_the_world_diplomacy_database(raw: Path, out: Path) -> None:
    """The columns are those of a classification file of the World Diplomacy Database.

    Two players are level on 32.93 points, two on 21.12 and two on 0.
    """
    [file] = exported(raw, "wdd_classification", out)
    head, *rows = rows_of(file)
    assert head == ["FIRST NAME", "NAME", "HOMONYME", "RANK", "EXAEQUO", "SCORE", "R1"]
    assert [row[0] for row in rows] == (
        [
            "Maria",
            "Berta",
            "Gina",
            "Hanna",
            "Julia",
            "Anna",
            "Ida",
            "Carla",
            "Lena",
            "Dora",
            "Klara",
            "Elena",
            "Flora",
            "Nora",
        ]
    )
    shared = {"2": "2", "4": "2", "13": "2"}
    assert [(row[3], row[4]) for row in rows] == [
        (rank, shared.get(rank, "1"))
        for rank in ["1", "2", "2", "4", "4", "6", "7", "8", "9", "10", "11", "12", "13", "13"]
    ]
    scores = sorted([*FIRST, *SECOND], reverse=True)
    assert figures([row[5] for row in rows]) == pytest.approx(scores, abs=1e-9)
    assert [row[5] for row in rows] == [row[6] for row in rows]


def test_a_board_for_the_broadcast_network(raw: Path, out: Path) -> None:
    """In a DiploBN file, the centre counts for an autumn are in the winter phase.

    A winter phase's number is ten times the year, plus 3.
    """
    first, second = (json.loads(file.read_text(encoding="utf-8")) for file in exported(raw, "diplobn", out))
    assert first["Competition"] == NAME and first["ScoringSystem"] == "Sum of Squares" and first["Note"] == "generated"
    assert first["Players"]["Austria"] == "Anna Rossi"
    assert first["ResultSummary"]["Russia"] == {
        "CenterCount": 0, "YearOfElimination": 1906, "InGameAtEnd": False, "Score": 0, "Rank": 7,
    }  # fmt: skip
    assert [phase["Phase"] for phase in first["GamePhases"]] == [year * 10 + 3 for year in range(1901, 1908)]
    assert [*first["GamePhases"][-1]["CenterCounts"].values()] == [7, 9, 5, 3, 1, 0, 9]
    assert second["GamePhases"] == [] and second["ResultSummary"]["Turkey"]["YearOfElimination"] == 1902


def test_a_tournament_for_dipvis(raw: Path, out: Path) -> None:
    """The fields are those of a tournament in version 1 of dipvis's JSON format."""
    one, two, tournament = (json.loads(file.read_text(encoding="utf-8")) for file in exported(raw, "dipvis", out))
    assert (tournament["name"], tournament["year"]) == (NAME, 2013)
    games = tournament["rounds"]["1"]["games"]
    assert [*games] == ["1", "2"] and tournament["rounds"]["1"]["scoring_system"] == "Sum of Squares"
    assert games["1"]["players"]["Austria"] == {"name": "Anna Rossi", "location": None, "wdr_id": 21}
    assert games["1"]["draw"] is None  # a time limit
    assert games["2"]["draw"] == {"season": None, "year": 1906, "powers": [*POWERS[:6]]}
    best = tournament["results"][0]
    assert (best["player_name"], best["ranking"]) == ("Maria Rossi", 1)
    assert best["score_breakdown"] == [{"round": 1, "game": "2", "score": best["score"], "dropped": False}]
    assert one["sc_chart"]["1907"] == dict(zip(POWERS, (7, 9, 5, 3, 1, 0, 9), strict=True))
    assert (one["final-year"], one["is_finished"], one["is_top_board"]) == (1907, True, False)
    assert (two["final-year"], two["sc_chart"]) == (
        1906,
        {"1906": dict(zip(POWERS, (7, 6, 7, 1, 4, 9, 0), strict=True))},
    )


def test_one_flat_table_has_a_row_per_seat_and_the_events_ids_override_others(raw: Path, out: Path) -> None:
    [file] = exported(raw, "flat", out)
    head, *rows = rows_of(file)
    seats = [dict(zip(head, row, strict=True)) for row in rows]
    assert len(seats) == 14
    ids = {seat["player"]: (seat["wdd id"], seat["wdr id"], seat["backstabbr"]) for seat in seats}
    assert ids["Anna Rossi"] == ("11", "21", "anna")
    assert (ids["Carla Rossi"], ids["Dora Rossi"]) == (("", "23", ""), ("14", "", ""))
    assert {name: seats[4][name] for name in ("power", "1903", "final", "nmr orders", "status", "place", "result")} == {
        "power": "Italy", "1903": "4", "final": "1", "nmr orders": "1", "status": "scored", "place": "6", "result": "time limit",
    }  # fmt: skip


def test_a_round_robin_in_the_columns_of_fide(tmp_path: Path) -> None:
    """In FIDE's TRF16 format, the name begins at column 15.

    The rating is in columns 49 to 52 and the points are in columns 81 to 84. A round consists of an opponent, a colour
    and a result.
    """
    [file] = exported(ROOT / "data" / "raw", "trf16", tmp_path, "2011")
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("001")]
    found = {
        int(line[4:8]): (line[14:47].strip(), line[48:52], [line[at : at + 10] for at in range(89, len(line), 10)])
        for line in lines
    }
    assert {name: elo for name, elo, _ in found.values()} == {
        "Kobe": "1926", "Oscar": "2069", "Jan": "1808", "Sock": "1694", "Peter": "1675",
    }  # fmt: skip
    for number, (_, _, rounds) in found.items():
        assert len(rounds) == 10  # five players meet twice, and each sits out twice
        assert sum(one.split()[0] == "0000" for one in rounds) == 2
        for at, one in enumerate(rounds):
            other, colour, result = one.split()
            if other != "0000":
                back = found[int(other)][2][at].split()
                assert back[0] == str(number) and {colour, back[1]} == {"w", "b"}
                assert {result, back[2]} in ({"1", "0"}, {"+", "-"})
    wins = {name: sum(one.split()[2] in "1+" for one in rounds) for name, _, rounds in found.values()}
    points = {line[14:47].strip(): float(line[80:84]) for line in lines}
    assert points == wins


def test_facts_that_a_format_cannot_hold_are_reported(raw: Path, out: Path) -> None:
    said = run("export", "wdd_boards", SEASON, "--raw", raw, "--to", out).stdout
    assert "is unchanged." in said or "was written." in said
    assert (
        "this format leaves out the label that marks the figures as invented; the last year of 1 game; 1 missed turn; "
        in said
        and "5 ids of players" in said
    )
    assert "only for bao events" in run("export", "trf16", SEASON, "--raw", raw, "--to", out).stderr


def test_an_end_without_a_year_is_reported_as_lost(tmp_path: Path) -> None:
    sheets = event(NAME, "sum_of_squares")
    put(sheets, "games!E3", None)
    write_xlsx(tmp_path / "raw" / SEASON / f"{NAME}.xlsx", sheets)
    said = run("export", "dipvis", SEASON, "--raw", tmp_path / "raw", "--to", tmp_path).stdout
    assert "the end of 1 game with an unknown last year" in said


def test_an_unknown_name_is_answered_with_the_known_ones(raw: Path, out: Path) -> None:
    for words, answer in {
        ("flot", SEASON): "did you mean flat?",
        ("flat", "2031"): "choose 2013",
        ("flat", SEASON, "Tornoe"): "did you mean Torneo?",
        ("flat", SEASON, "--to", str(raw)): "choose another folder",
    }.items():
        done = run("export", *words, "--raw", raw, *(() if "--to" in words else ("--to", out)))
        assert done.exit_code != 0 and answer in done.stderr, words
    assert "wdd_classification: " in run("export").stdout


# -- exported and imported again ---------------------------------------------------------------------------------------


def chart(rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Yield each autumn's centre counts in a random game.

    A power that has lost all its centres regains none.
    """
    held = [3, 3, 3, 3, 3, 4, 3]
    for _ in range(rng.randint(1, 8)):
        alive = [power for power in range(7) if held[power]]
        for _ in range(rng.randint(0, 6)):
            loser, winner = rng.choice(alive), rng.choice(alive)
            if held[loser] and sum(held) <= 34:
                held[loser] -= 1
                held[winner] += 1
        if sum(held) < 34:
            held[rng.choice(alive)] += rng.randint(0, 34 - sum(held))
        yield tuple(held)


def season(seed: int) -> Sheets:
    """Return an event with a few boards in two rounds, some of them without a chart."""
    rng = random.Random(seed)
    sheets = event(NAME, "sum_of_squares")
    years = range(1901, 1909)
    rows: Rows = [["round", "board", "power", "player", *years, "final", "eliminated"]]
    for board in range(1, rng.randint(3, 6)):
        autumns, whole = [*chart(rng)], rng.random() < 0.7
        for seat, power in enumerate(POWERS):
            held = [autumn[seat] for autumn in autumns]
            typed = [*held, *[None] * (len(years) - len(held)), None, None]
            out = 1901 + held.index(0) if 0 in held else None
            at_the_end = [*[None] * len(years), held[-1], out]
            rows.append([1 + board % 2, f"T{board}", power, f"{power} {board}", *(typed if whole else at_the_end)])
    return sheets | {
        "boards": rows,
        "games": [["round", "board", "result"]],
        "nmr": table("round board power year turn"),
    }


def seats_of(raw: Path) -> pd.DataFrame:
    """Return the tidy table of seats, without the columns that only some formats have."""
    sources = find(raw, RESERVED).sources
    valid = validate(read(sources))
    tables = tidy(valid, sources, valid.problems)
    assert len(tables.events) == 1 and not [problem for problem in valid.problems if problem.severity == "error"]
    seats = tables.seats
    years = [year for year in tables.years if seats[year].notna().any()]
    found = seats[["round", "board", "power", "player", "final_centres", "eliminated", *years]]
    found = found.assign(power=pd.Categorical(found["power"], POWERS))
    return found.sort_values(["board", "power"], ignore_index=True).astype({"power": object})


@settings(
    deadline=None, max_examples=50 if THOROUGH else 1, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10**6))
def test_an_exported_season_imports_the_same(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    folder = tmp_path_factory.mktemp("back")
    write_xlsx(folder / "raw" / SEASON / f"{NAME}.xlsx", season(seed))
    before = seats_of(folder / "raw")
    for format in ("flat", "wdd_boards", "dipvis", "diplobn"):
        files = exported(folder / "raw", format, folder)
        back = run("import", *files, "--season", SEASON, "--event", NAME, "--raw", folder / format)
        assert back.exit_code == 0, back.output
        after = seats_of(folder / format)
        expected = before
        if format == "dipvis":  # the format has centres by year only, so boards without a chart are left out
            expected = before[before[1901].notna()].reset_index(drop=True)
        pd.testing.assert_frame_equal(expected, after, obj=format, check_dtype=False)
