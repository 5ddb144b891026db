"""Tests of the scores, standings and rule sheets of systems that a season defines, and of `explain` and `compare`.

The figures are calculated by hand from the formulas. Board 1 ends 10-8-6-4-3-2-1 in a draw of all seven powers, and on
board 2 Austria wins with 18-7-5-4.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline import stages
from pipeline.build.build import RESERVED, build
from pipeline.cli.app import app
from pipeline.pages.season import Season
from pipeline.problems.codes import Problem
from pipeline.read.find import find
from pipeline.stages import Computed, compute
from pipeline.tools.compare.comparison import comparison
from tests.scoring import CLOSE
from tests.sheets import POWERS, Cell, Rows, Sheets, event, only_rules, read_table, table, write_xlsx
from tests.stress.builds import computed_once

DRAWN, WON = (10, 8, 6, 4, 3, 2, 1), (18, 7, 5, 4, 0, 0, 0)
SEASON = "2013"


def sheet(*rows: tuple[Cell, ...]) -> Rows:
    """Return a `systems` sheet with these rows."""
    return [["system", "based on", "number", "value"], *map(list, rows)]


def evening(name: str, system: str, **settings: Cell) -> Sheets:
    """Return an event of two boards played to 1907, with players named after power and board.

    Powers without centres on the second board were eliminated in 1902.
    """
    rows = [
        [1, board, power, f"{power} {board} {name}", final, None if final else 1902]
        for board, finals in ((1, DRAWN), (2, WON))
        for power, final in zip(POWERS, finals, strict=True)
    ]
    games: Rows = [["round", "board", "last year"], [1, 1, 1907], [1, 2, 1907]]
    boards = table("round board power player final eliminated", *rows)
    return {"event": event(name, system, **settings)["event"], "boards": boards, "games": games}


OWN = sheet(
    ("squares", "Sum of Squares", "solo", 120),
    ("twelve", "weasel_moot_2007", "centre", 12),
    ("market", "carnage", "places", "70; 60; 50; 40; 30; 20; 10"),
    ("market", None, "solo", "300,5"),
)
HAND: dict[str, list[Fraction]] = {
    # 100 * c^2 / (100 + 64 + 36 + 16 + 9 + 4 + 1); a solo takes 120, the others nothing
    "squares": [*(Fraction(100 * c * c, 230) for c in DRAWN), Fraction(120), *[Fraction(0)] * 6],
    # 12 per centre, 60 shared by seven, 2 more per centre to the sole leader; a solo takes 450, the losers have nothing
    "twelve": [*(12 * c + Fraction(60, 7) + (20 if c == 10 else 0) for c in DRAWN), Fraction(450), *[Fraction(0)] * 6],
    # a point per centre plus the place: 70 + 10, 60 + 8 ...; a solo takes 300.5, the losers have nothing
    "market": [*map(Fraction, (80, 68, 56, 44, 33, 22, 11)), Fraction(601, 2), *[Fraction(0)] * 6],
}
RANKS = {id: [2, 3, 4, 5, 6, 7, 8, 1, *[9] * 6] for id in HAND}  # the soloist, board 1 in its order, the losers level
SHEETS = {
    "squares": "120 to a power with 18 centres or more",
    "twelve": "12 points for each centre.",
    "market": "70, 60, 50, 40, 30, 20 and 10, from first place down",
}
EVENTS = {"squares": "Uno", "twelve": "Due", "market": "Tre"}


BASES = ("sum_of_squares", "centres_and_lead", "places_and_centres")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, frames: dict[object, Computed]) -> Path:
    """Build three events of 2013, each under a system that the season defines, and one event of 2014.

    The 2014 season redefines the first of these systems.
    """
    folder = tmp_path_factory.mktemp("own")
    for id, name in EVENTS.items():
        write_xlsx(folder / "raw" / SEASON / f"{name}.xlsx", evening(name, id))
    write_xlsx(folder / "raw" / SEASON / "season.xlsx", {"systems": OWN})
    write_xlsx(folder / "raw" / "2014" / "Uno.xlsx", evening("Uno 14", "squares"))
    write_xlsx(folder / "raw" / "2014" / "season.xlsx", {"systems": sheet(("squares", "sum_of_squares", "solo", 90))})
    with only_rules(*BASES), computed_once(frames):
        assert build(folder / "raw", folder / "out", jobs=1)
    return folder


@pytest.fixture(scope="module")
def frames() -> dict[object, Computed]:
    """Return an empty cache for the league's computed results."""
    return {}


@pytest.fixture
def league(built: Path, frames: dict[object, Computed]) -> Iterator[Path]:
    """Yield the built league, with only the published systems (BASES) that its own systems are based on."""
    with only_rules(*BASES), computed_once(frames):
        yield built


@pytest.mark.parametrize("id", HAND)
def test_own_systems_by_hand_from_the_sheet_to_the_standings(id: str, league: Path) -> None:
    out, name = league / "out" / SEASON, EVENTS[id]
    rows = [row for row in read_table(out / "tables" / f"{id}.scores.csv") if row["event"] == name]
    for row, points in zip(rows, HAND[id], strict=True):
        assert abs(float(row["score"]) - points) < CLOSE
    ranks = {row["player"]: int(row["rank"]) for row in read_table(out / "tables" / f"{name}.standings.csv")}
    players = [f"{power} {board} {name}" for board in (1, 2) for power in POWERS]
    assert ranks == dict(zip(players, RANKS[id], strict=True))


@pytest.mark.parametrize("id", HAND)
def test_an_own_system_is_published_like_any_other(id: str, league: Path) -> None:
    out = league / "out" / SEASON
    book = load_workbook(out / f"{id}.xlsx", read_only=True)  # official, so at the top of the season
    rules = "\n".join(str(row) for row in book["Rules"].iter_rows(values_only=True))
    book.close()
    assert SHEETS[id] in rules and "The season's own edition of" in rules
    report = (out / "report.html").read_text(encoding="utf-8")
    assert SHEETS[id] in report and f"{id} (" in report


@pytest.mark.parametrize(("season", "points"), [("2013", "120"), ("2014", "90")])
def test_one_id_in_two_seasons_is_two_systems(season: str, points: str, league: Path) -> None:
    rows = read_table(league / "out" / season / "tables" / "squares.scores.csv")
    assert [float(row["score"]) for row in rows if (row["event"], row["board"]) == ("Uno", "2")] == [
        float(points),
        *[0.0] * 6,
    ]
    command = ["explain", "squares", "--season", season, "--board", "2", "--power", "Austria", "--event", "Uno"]
    done = CliRunner().invoke(app, [*command, "--raw", str(league / "raw")])
    assert done.exit_code == 0, done.output
    assert re.search(rf"^ +{points}\.000000  Solo +solo points: {points} to a power", done.stdout, re.MULTILINE)
    assert re.search(rf"^ +{points}\.000000  score, place 1 \(scored\)$", done.stdout, re.MULTILINE)


def test_systems_and_certify_find_the_systems_of_a_season(league: Path) -> None:
    """Worked out by hand: the highest score without a solo is 100 x 289 / (289 + 45 + 4) = 85.503.

    A power reaches this score with 17 centres against 3-3-3-3-3-2.
    """
    of_league = ["--raw", str(league / "raw"), "--season"]
    for season, points in (("2013", 120), ("2014", 90)):
        printed = CliRunner().invoke(app, ["systems", "squares", *of_league, season]).stdout
        assert re.search(rf"^  solo +{points}: points of a power with 18 centres or more", printed, re.MULTILINE)
    certified = CliRunner().invoke(
        app, ["certify", "squares", *of_league, "2014", "--to", str(league / "squares.xlsx")]
    )
    assert certified.exit_code == 0, certified.output
    assert "a solo is worth more than any draw: 90 against 85.503" in certified.stdout
    assert "90" in {str(row[1].value) for row in load_workbook(league / "squares.xlsx")["Numbers"].iter_rows()}
    of_all = of_league[:2]
    family = CliRunner().invoke(app, ["systems", *of_league, "2013"]).stdout.split("\nOf the season 2013\n")[1]
    assert [line.split(";")[0].split() for line in family.splitlines() if line[2] != " "] == [
        ["squares", "squares", "(Sum", "of", "Squares)"],
        ["twelve", "twelve", "(Weasel", "Moot", "2007)"],
        ["market", "market", "(Carnage)"],
    ]
    assert CliRunner().invoke(app, ["systems", "market", *of_all]).stdout.startswith("market (Carnage)\n")
    which = CliRunner().invoke(app, ["certify", "squares", *of_all])
    assert which.exit_code == 1 and "squares belongs to seasons 2013, 2014: choose one with --season" in which.stderr
    for command in ("systems", "certify"):
        for elsewhere in ([], [*of_league, "2014"]):
            none = CliRunner().invoke(app, [command, "market", *elsewhere])
            assert none.exit_code == 1 and "there is no system called market" in none.stderr
        none = CliRunner().invoke(app, [command, "squares", *of_league, "2099"])
        assert none.exit_code == 1 and "there is no season 2099" in none.stderr


def test_explain_without_a_season_shows_every_own_system_of_that_id(league: Path) -> None:
    done = CliRunner().invoke(
        app, ["explain", "squares", "--board", "2", "--power", "Austria", "--raw", str(league / "raw")]
    )
    assert "120.000000  score" in done.stdout and "90.000000  score" in done.stdout
    none = CliRunner().invoke(
        app, ["explain", "market", "--season", "2014", "--board", "2", "--raw", str(league / "raw")]
    )
    assert none.exit_code == 1 and "there is no system, circuit or code called 'market'" in none.stderr


def test_own_systems_are_compared(league: Path) -> None:
    found = comparison(stages.compute(find(league / "raw", RESERVED)), SEASON)
    assert {*HAND} < {*found.systems} and found.checks["holds"].all()
    of_event = found.scores[found.scores["event"] == "Uno"]
    assert [float(score) for score in of_event["squares"]] == pytest.approx([*map(float, HAND["squares"])], abs=CLOSE)
    done = CliRunner().invoke(app, ["compare", SEASON, "--raw", str(league / "raw"), "--out", str(league / "out")])
    assert done.exit_code == 0, done.output
    book = load_workbook(league / "out" / SEASON / "systems" / "compare.xlsx", read_only=True)
    for name in ("Places", "Scores", "Properties"):
        shown = {cell for row in book[name].iter_rows(values_only=True) for cell in row}
        assert {*HAND} <= shown, name
    book.close()


# -- wrong sheets ------------------------------------------------------------------------------------------------------

GOOD = ("good", "sum_of_squares", "solo", 90)
WRONG: dict[str, tuple[list[tuple[Cell, ...]], list[tuple[str, str, str]]]] = {  # rows -> code, cell, expected words
    "a name without a letter": ([("?!", "carnage", "solo", 3)], [("bad_value", "A3", "cannot be used as a name")]),
    "a published id": (
        [("sum_of_squares", "carnage", "solo", 3)],
        [("bad_value", "A3", "is already the name of a system, a circuit or an output")],
    ),
    "the name of an output": (
        [("events", "carnage", "solo", 3)],
        [("bad_value", "A3", "is already the name of a system, a circuit or an output")],
    ),
    "a word for all systems": (
        [("official", "carnage", "solo", 3)],
        [("bad_value", "A3", "is already the name of a system, a circuit or an output")],
    ),
    "no base": ([("mine", None, "solo", 3)], [("missing", "B3", "`centre-years systems`")]),
    "a base misspelt": ([("mine", "carnagge", "solo", 3)], [("bad_value", "B3", "Did you mean `carnage`")]),
    "another own system as base": ([("mine", "good", "solo", 3)], [("bad_value", "B3", "`centre-years systems`")]),
    "two bases": (
        [("mine", "carnage", "solo", 3), ("mine", "sum_of_squares", "centre", 2)],
        [("bad_value", "B4", "is based on `carnage` in the rows above")],
    ),
    "a number misspelt": ([("mine", "carnage", "sollo", 3)], [("bad_value", "C3", "Did you mean `solo`?")]),
    "a number of another system": (
        [("mine", "carnage", "margin", 3)],
        [("bad_value", "C3", "one of these: solo, beaten")],
    ),
    "a value without a number": ([("mine", "carnage", None, 3)], [("missing", "C3", "one of these: solo")]),
    "a number twice": (
        [("mine", "carnage", "solo", 3), ("mine", None, "solo", 4)],
        [("bad_value", "C4", "appears in two rows")],
    ),
    "a number without a value": ([("mine", "carnage", "solo", None)], [("missing", "D3", "a number from 0 to")]),
    "a value that is no number": ([("mine", "carnage", "solo", "many")], [("bad_value", "D3", "a number from 0 to")]),
    "a value too low": ([("mine", "carnage", "solo", -1)], [("bad_value", "D3", "a number from 0 to")]),
    "a value too high": ([("mine", "carnage", "solo", 10**9)], [("bad_value", "D3", "a number from 0 to")]),
    "no whole number": ([("mine", "carnage", "most years", 2.5)], [("bad_value", "D3", "a whole number from 0 to 40")]),
    "a word that there is not": ([("mine", "carnage", "zeros", "random")], [("bad_value", "D3", "one of level")]),
    "a table with a gap": ([("mine", "carnage", "places", "5,,3")], [("bad_value", "D3", "separated by semicolons")]),
    "a table too long": ([("mine", "win_namur", "centres", "1 " * 36)], [("bad_value", "D3", "at most 35 numbers")]),
    "more places than powers": (
        [("mine", "carnage", "places", "8 7 6 5 4 3 2 1")],
        [("bad_value", "D3", "at most 7 numbers")],
    ),
    "more sizes of a draw than there are": (
        [("mine", "calhamer", "draws", "1 " * 7)],
        [("bad_value", "D3", "at most 6 numbers")],
    ),
    "a value that goes on across the row": (
        [("mine", "carnage", "places", 7, 6, 5, 4, 3, 2, 1)],
        [("value_across", "D3", "the whole value in its own cell")],
    ),
    "a value one column on": (
        [("mine", "carnage", "places", None, "7; 6; 5")],
        [("value_across", "D3", "the whole value in its own cell")],
    ),
    **{
        f"decimals or two values: {typed}": (
            [("mine", "carnage", "places", typed)],
            [("ambiguous_number", "D3", "Separate values with semicolons, as in 7.5; 6.5; 5")],
        )
        for typed in (
            *("7,5, 6,5, 5, 4, 3, 2, 1", "7,5 6,5 5 4", "7, 6,5", "7; 6,5, 5", "7 500, 6 500", "7,5\n6,5", "7,6, 5"),
            *("7 000; 6 500", "7,5 / 6,5,5"),
        )
    },
    "nothing gives points": (
        [("mine", "solo_or_bust", "solo", 0)],
        [("bad_value", "D3", "is worth any points")],
    ),
    "a row without a name, perhaps of the system above": (
        [("mine", "carnage", "solo", 3), (None, None, "lead", 5)],
        [("missing", "A4", "")],
    ),
    "a truth for a value": (
        [("mine", "carnage", "solo", True)],
        [("bad_value", "D3", "turned the entry into true or false")],
    ),
    "thousands or decimals": (
        [
            ("mine", "carnage", "solo", "28,034"),
            ("mine", None, "lead", "1.500"),
            ("mine", None, "places", "7,000; 6,000"),
        ],
        [("ambiguous_number", f"D{row}", "may mark thousands or decimals") for row in (3, 4, 5)],
    ),
    "thousands among commas": (
        [("mine", "carnage", "places", "7,000, 6,000")],
        [("ambiguous_number", "D3", "may mark thousands or decimals")],
    ),
    "two faults": (
        [("mine", "carnage", "sollo", 3), ("mine", None, "lead", "x")],
        [("bad_value", "C3", "Did you mean `solo`?"), ("bad_value", "D4", "a number from 0 to")],
    ),
}


TYPED = [  # base, number, typed text, text as read, value
    ("carnage", "solo", "300,5", "300.5", 300.5),
    ("carnage", "solo", "300.5", "300.5", 300.5),
    ("carnage", "places", "38,14", "38; 14", (38, 14)),  # two places, not decimals: no table has a single place
    ("carnage", "places", "7,5; 6,5; 5; 4; 3; 2; 1", "7.5; 6.5; 5; 4; 3; 2; 1", (7.5, 6.5, 5, 4, 3, 2, 1)),
    ("carnage", "places", "7,5 / 6,5 / 5", "7.5 / 6.5 / 5", (7.5, 6.5, 5)),
    ("carnage", "places", "7.5, 6.5, 5", "7.5, 6.5, 5", (7.5, 6.5, 5)),
    ("carnage", "places", "7 , 6 , 5", "7 , 6 , 5", (7, 6, 5)),
    ("carnage", "places", "38, 14, 7", "38, 14, 7", (38, 14, 7)),
    ("carnage", "places", "38;14 ;7", "38;14 ;7", (38, 14, 7)),
    ("carnage", "places", "38 14 7", "38 14 7", (38, 14, 7)),
    ("carnage", "places", "38 / 14 / 7", "38 / 14 / 7", (38, 14, 7)),
    ("carnage", "places", "38.5 | 14", "38.5 | 14", (38.5, 14)),
    ("carnage", "places", "38,5; 14,25", "38.5; 14.25", (38.5, 14.25)),
    ("carnage", "solo", 1.125, "1.125", 1.125),
    ("carnage", "places", "700,600,500", "700,600,500", (700, 600, 500)),
    ("carnage", "zeros", "By Elimination", "By Elimination", "by elimination"),
]
FIRST = 1951  # the season of the first sheet
FAULTY = "1950"  # the season whose event is under a system with a fault


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute one season for each sheet in WRONG and TYPED, and the FAULTY season.

    Each season has one event. Its system is `good`, which every sheet defines. In FAULTY, the event's system is `mine`,
    which has an error.
    """
    folder = tmp_path_factory.mktemp("sheets")
    typed = [[("good", base, number, value)] for base, number, value, _, _ in TYPED]
    for year, rows in enumerate([*([GOOD, *rows] for rows, _ in WRONG.values()), *typed], FIRST):
        write_xlsx(folder / str(year) / f"Uno {year}.xlsx", evening(f"Uno {year}", "good"))
        write_xlsx(folder / str(year) / "season.xlsx", {"systems": sheet(*rows)})
    write_xlsx(folder / FAULTY / "Uno.xlsx", evening("Uno", "mine"))
    write_xlsx(folder / FAULTY / "season.xlsx", {"systems": sheet(GOOD, ("mine", "carnage", "sollo", 3))})
    return compute(find(folder, RESERVED))


def said(found: Computed, season: str) -> list[Problem]:
    """Return the problems in a season's `systems` sheet."""
    return [one for one in found.problems if (one.season, one.sheet) == (season, "systems")]


@pytest.mark.parametrize(("season", "what"), [*enumerate(WRONG, FIRST)], ids=[*WRONG])
def test_a_wrong_sheet_of_systems_is_reported_at_its_cell_and_the_rest_is_built(
    season: int, what: str, sheets: Computed
) -> None:
    _, expected = WRONG[what]
    errors = [one for one in said(sheets, str(season)) if one.severity == "error"]
    assert [(one.code, one.cell) for one in errors] == [(code, at) for code, at, _ in expected]
    for one, (_, _, words) in zip(errors, expected, strict=True):
        assert words in f"{one.message} / {one.hint}"
    assert [id for year, id in sheets.house.systems if year == str(season)] == ["good"]
    assert sheets.published[f"{season}/good"].season(str(season))["score"].notna().all()


def test_an_event_under_a_faulty_system_names_the_rows_of_the_system(sheets: Computed) -> None:
    """The message does not suggest a published system with a similar name."""
    found = [(one.sheet, one.cell, str(one.message)) for one in sheets.problems if one.severity == "error"]
    assert ("event", "B3", "The system “mine” has an error in the sheet `systems`.") in found


@pytest.mark.parametrize(("season", "typed"), [*enumerate(TYPED, FIRST + len(WRONG))])
def test_typed_values_are_read_as_meant(
    season: int, typed: tuple[str, str, Cell, str, object], sheets: Computed
) -> None:
    _, number, text, meant, value = typed
    assert getattr(sheets.house.systems[str(season), "good"].numbers, number) == value
    lines = [(one.code, one.cell, str(one.message)) for one in said(sheets, str(season))]
    assert lines == ([] if meant == str(text) else [("otherwise", "D2", f"Read as {meant}.")])


def test_points_that_rise_with_the_place_are_reported_and_counted(tmp_path: Path) -> None:
    """Points by place should fall, but points by centres may rise without being reported."""
    rows = [
        ("up", "carnage", "places", "1; 2; 3"),
        ("level", "carnage", "places", "3; 3; 1"),
        ("by_centres", "win_namur", "centres", "0; 5; 9"),
    ]
    write_xlsx(tmp_path / SEASON / "Uno.xlsx", evening("Uno", "up"))
    write_xlsx(tmp_path / SEASON / "season.xlsx", {"systems": sheet(*rows)})
    found = compute(find(tmp_path, RESERVED))
    assert [(one.severity, one.code, one.cell) for one in said(found, SEASON)] == [("notice", "points_rise", "D2")]
    assert [*found.house.of(SEASON)][-3:] == ["up", "level", "by_centres"]


# -- the rules of events go with the published system ------------------------------------------------------------------


def test_an_event_under_an_own_edition_of_italia_2010_has_its_rules_of_events(tmp_path: Path) -> None:
    """As under Italia-2010, a player who sits out a round gets 20 points, and the top table's winner comes first."""
    settings = {"sit_out_points": 20, "top_table_round": 2}
    standings = {}
    for folder, system in ((tmp_path / "own", "home"), (tmp_path / "published", "italia_2010")):
        sheets = italian(system, **settings)
        write_xlsx(folder / SEASON / "Uno.xlsx", sheets)
        write_xlsx(folder / SEASON / "season.xlsx", {"systems": sheet(("home", "italia_2010", "solo", 170))})
        with only_rules("italia_2010"):
            found = compute(find(folder, RESERVED))
        assert not [one for one in found.problems if one.severity == "error" or one.code == "no_effect"]
        assert [counting.id for counting in Season(found, SEASON).counted_by["Uno"]] == ["best_results", "italia_2010"]
        standings[system] = found.results.standings(SEASON, "Uno").reset_index(drop=True)
    pd.testing.assert_frame_equal(standings["home"], standings["italia_2010"])
    assert standings["home"].set_index("player").loc["Otto", "sat_out"] == 20
    assert (standings["home"]["top_table"] > 0).sum() == 1


def italian(system: str, **settings: Cell) -> Sheets:
    """Return an event with charts and two rounds of one board each. Otto sits out the first round."""
    sheets = event("Uno", system, **settings)
    first = [row for row in sheets["boards"][1:] if row[1] == 1]
    again = [[2, 1, power, "Otto" if player == "Gina" else player, *rest] for _, _, power, player, *rest in first]
    sheets["boards"] = [sheets["boards"][0], *first, *again]
    games: Rows = [["round", "board", "result"], [1, 1, "time limit"], [2, 1, "time limit"]]
    players = [["player", "sat out"], ["Otto", "1"]]
    return {"event": sheets["event"], "boards": sheets["boards"], "games": games, "players": players}
