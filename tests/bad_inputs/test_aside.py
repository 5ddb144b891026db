"""Tests that a wrong cell excludes its board but not the event, and that the outputs say what is missing.

The table of faults says what each fault sets aside. Here the results of whole events are worked out by hand.
"""

from collections.abc import Iterator

import pandas as pd
import pytest
from openpyxl import load_workbook

from pipeline.build.build import RESERVED
from pipeline.events.circuit_inputs import placings
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.stages import Computed, compute
from tests.bad_inputs.built import ACCOUNT, Built, checks, run, typed_cells
from tests.bad_inputs.spoil import TOTALS, Spoil, in_a_new_sheet, more_rows, surname, total
from tests.sheets import FINALS, PLAYED_OUT, POWERS, Sheets, event, only_rules, put, read_table, table, write_xlsx

NIGHTS = 12
CLUB = "Club"
# Each power gets its square's share of 100 points: 49 + 36 + 49 + 1 + 16 + 81 + 0 = 232, and 100 x 81 / 232 = 34.914
SQUARES = {"Anna": 49, "Berta": 36, "Carla": 49, "Dora": 1, "Elena": 16, "Flora": 81, "Gina": 0}


def nights(*wrong: int, without: tuple[int, ...] = ()) -> Sheets:
    """Return a club's season, in which the same seven players play one board per round, always with the same centres.

    wrong    rounds in which Italy's centres are typed as `4?`
    without  rounds to leave out
    """
    rows = [
        [number, 1, power, player, "4?" if number in wrong and power == "Italy" else final, None if final else 1902]
        for number in range(1, NIGHTS + 1)
        if number not in without
        for power, player, final in zip(POWERS, PLAYED_OUT[1].split(), FINALS, strict=True)
    ]
    return {
        "event": table(
            "setting value",
            ("name", "Club league"),
            ("system", "sum_of_squares"),
            ("data", "generated"),
            ("state", "final"),
        ),
        "boards": table("round board power player final eliminated", *rows),
    }


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build four seasons of the same club.

    In the first season, one night has wrong cells, and in the second, that night is missing. In the third, two nights
    have wrong cells, and in the fourth, every night does.
    """
    folder = tmp_path_factory.mktemp("clubs")
    seasons = {
        "2013": nights(5),
        "2014": nights(without=(5,)),
        "2015": nights(7, 5),
        "2016": nights(*range(1, NIGHTS + 1)),
    }
    for season, sheets in seasons.items():
        write_xlsx(folder / "raw" / season / f"{CLUB}.xlsx", sheets)
    return run(folder / "raw", folder / "out", "sum_of_squares", "campo_di_marte")


def test_eleven_of_twelve_nights_are_a_season_of_eleven(clubs: Built) -> None:
    """Worked out by hand: everybody has eleven times one night's points, and Anna and Carla share second place."""
    ranked = clubs.standings("2013", CLUB)
    assert ranked == clubs.standings("2014", CLUB)
    points = {row["player"]: float(row["score"]) for row in ranked}
    assert points == {player: pytest.approx(11 * 100 * square / 232) for player, square in SQUARES.items()}
    assert [(row["rank"], row["player"], row["games"]) for row in ranked[:3]] == [
        ("1", "Flora", "11"),
        ("2", "Anna", "11"),
        ("2", "Carla", "11"),
    ]


def test_a_board_set_aside_has_no_row_in_the_scores(clubs: Built) -> None:
    rounds = {row["round"] for row in read_table(clubs.out / "2013" / "tables" / "sum_of_squares.scores.csv")}
    assert rounds == {*map(str, range(1, NIGHTS + 1))} - {"5"}


def test_the_titles_say_how_many_boards_count_and_which_do_not(clubs: Built) -> None:
    lacks = "INCOMPLETE: Club league: 11 of 12 boards counted; missing: round 5, board 1 (see problems.xlsx)"
    assert lacks in clubs.heading("2013", "sum_of_squares")
    book = load_workbook(clubs.out / "2013" / "events.xlsx", read_only=True)
    wall, sheet_of_event, overview = (list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets[:3])
    book.close()
    assert lacks in str(overview[1][0])
    assert wall[1][0] == "INCOMPLETE: 11 of 12 boards counted; missing: round 5, board 1"
    header = next(row for row in overview if row[0] == "event")
    shown = dict(zip(header, overview[overview.index(header) + 1], strict=True))
    assert (shown["boards"], shown["boards set aside"]) == (11, 1)
    assert "Club league: INCOMPLETE: 11 of 12 boards counted; missing: round 5, board 1" in [
        row[0] for row in sheet_of_event
    ]
    assert clubs.heading("2014", "sum_of_squares").splitlines()[1] == "FINAL"


def test_two_wrong_boards_are_both_named(clubs: Built) -> None:
    lacks = "Club league: 10 of 12 boards counted; missing: round 5, board 1; round 7, board 1 (see problems.xlsx)"
    assert lacks in clubs.heading("2015", "sum_of_squares")


def test_an_event_without_a_readable_board_is_set_aside(clubs: Built) -> None:
    assert "INCOMPLETE: 2016/Club.xlsx missing (see problems.xlsx)" in clubs.heading("2016", "sum_of_squares")
    assert clubs.standings("2016", CLUB) == []


def test_the_last_lines_of_a_run_say_what_was_set_aside(clubs: Built) -> None:
    assert clubs.status == 1
    *_, files, boards, problems = clubs.stdout.splitlines()
    assert files == "1 file set aside: 2016/Club.xlsx."
    named = ("2013/Club.xlsx, round 5", "2015/Club.xlsx, round 5", "2015/Club.xlsx, round 7")
    assert boards == f"3 boards set aside: {'; '.join(f'{board}, board 1' for board in named)}."
    assert problems.startswith("15 errors")


@pytest.mark.parametrize(("season", "aside"), [("2013", 5 * 7 + 1), ("2015", 2 * (5 * 7 + 1))])
def test_the_cells_of_a_board_set_aside_are_counted_as_set_aside(season: str, aside: int, clubs: Built) -> None:
    """Worked out by hand: seven rows have five cells each, and one cell has the year in which Turkey was eliminated."""
    own = checks(clubs.out / season / "sum_of_squares.xlsx")
    read = typed_cells(clubs.raw / season / f"{CLUB}.xlsx")
    assert own[ACCOUNT] == (read, read, "holds")
    assert own["Cells set aside because of an error, in 1 file"][0] == aside
    assert own["Boards set aside because of an error"][0] == aside // (5 * 7 + 1)


# -- consequences of a missing board -----------------------------------------------------------------------------------


def two_rounds(*wrong: str, **settings: str) -> Sheets:
    """Return an event under Italia-2010 with two boards in each of two rounds and the same seats in both rounds.

    All four boards have the chart of board 1, in which England leads with 10 centres.

    wrong  addresses of the cells that get a wrong value
    """
    sheets = event(system="italia_2010", **settings)
    sheets["games"].pop()
    put(sheets, "boards!K3", 10)
    put(sheets, "boards!K4", 4)
    first, second = sheets["boards"][1:8], sheets["boards"][8:]
    second[:] = [[*row[:4], *charted[4:]] for row, charted in zip(second, first, strict=True)]
    sheets["boards"][8:] = [*second, *([2, *row[1:]] for row in (*first, *second))]
    for cell in wrong:
        put(sheets, cell, "5?")
    return sheets


TOP_TABLE = "boards!G16"  # Austria's centres of 1903 in round 2, board 1
ROUND_ONE = "boards!G2"


def tied(*wrong: str) -> Sheets:
    """Return an event in which three players of different ages have the same points.

    wrong  addresses of the cells that get a wrong value
    """
    sheets = two_rounds(*wrong)
    for row in sheets["boards"][22:]:
        row[3] = f"Other {row[3]}"
    del sheets["boards"][15:22]
    born = {"Berta": "2000-01-01", "Ida": "1990-01-01", "Other Ida": "1980-01-01"}
    in_a_new_sheet("players", table("player sex born", *((name, "f", day) for name, day in born.items())))(sheets)
    return sheets


def spoilt(spoil: Spoil = lambda sheets: put(sheets, "boards!G2", "5?"), **settings: str) -> Sheets:
    """Return an event that `spoil` has changed, by default with a wrong cell on board 1."""
    sheets = event(**settings)
    spoil(sheets)
    return sheets


OF_THE_BOARD: dict[str, Spoil] = {
    "2013 its winners": lambda sheets: put(sheets, "games!D2", "Narnia"),
    "2013 its missed turn": lambda sheets: put(sheets, "nmr!E2", "summer"),
    "2013 its calendar": lambda sheets: sheets.update(
        calendar=table("round board year adjudicated", (1, 1, 1901, "soon"))
    ),
    "2013 its total": more_rows("boards", total(1, **TOTALS | {"y1904": 33})),
}
EVENTS = {  # season -> its only event
    "2013 whole": two_rounds(ROUND_ONE, top_table_round="2", top_table="2"),
    "2013 the named one": two_rounds(TOP_TABLE, top_table_round="2", top_table="1"),
    "2013 the one of the first": two_rounds(TOP_TABLE, top_table_round="2"),
    "2013 a board before it": two_rounds(ROUND_ONE, top_table_round="2"),
    "2013 tied": tied(),
    "2013 tied, one board less": tied(ROUND_ONE),
    "2013 missed turns": spoilt(system="pgp"),
    "2013 circuit": spoilt(circuits="bismark_cup_2001"),
    "2013 report": spoilt(name="Lega", language="Italian"),
    **{name: spoilt(spoil) for name, spoil in OF_THE_BOARD.items()},
}


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computed]:
    """Compute all the seasons together. No player appears in more than one of them."""
    raw = tmp_path_factory.mktemp("events")
    for season, sheets in EVENTS.items():
        for name in sheets.keys() & {"boards", "players"}:
            column = sheets[name][0].index("player")
            for row in sheets[name][1:]:
                row[column] = row[column] and f"{row[column]} {surname(season)}"
        write_xlsx(raw / season / "Torneo.xlsx", sheets)
    with only_rules("c_diplo", "italia_2010", "pgp", "bismark_cup_2001", "campo_di_marte"):
        yield compute(find(raw, RESERVED))


def codes(computed: Computed, season: str) -> set[str]:
    return {problem.code for problem in computed.problems if problem.season == season}


def of_season(rows: pd.DataFrame, season: str) -> pd.DataFrame:
    """Return the rows of a season.

    The surname that marks the season is removed from players' names.
    """
    rows = rows[rows["season"] == season]
    return rows.assign(player=rows["player"].str.removesuffix(f" {surname(season)}")) if "player" in rows else rows


def bonus(computed: Computed, season: str) -> dict[str, float]:
    """Return the points that players were given for the top table, keyed by player."""
    rows = of_season(computed.results.events.standings, season)
    return rows[rows["top_table"] > 0].set_index("player")["top_table"].to_dict()


def test_the_winner_of_a_complete_top_table_has_its_points(computed: Computed) -> None:
    """Under paragraph 8.3 of Italia-2010, the top table alone decides.

    Ida, who plays England, leads on board 2 of round 2, which is the top table.
    """
    assert bonus(computed, "2013 whole") == {"Ida": 2000}


@pytest.mark.parametrize(
    "season",
    [
        "2013 the named one",
        "2013 the one of the first",
        "2013 a board before it",
    ],  # in the last case nobody knows who led before the top table
)
def test_nobody_has_the_points_of_an_unknown_top_table(season: str, computed: Computed) -> None:
    assert bonus(computed, season) == {}
    assert not {"top_table_not_named", "no_such_round"} & codes(computed, season)
    reasons = [*map(str, Season(computed, season).heading("").reasons)]
    assert "Torneo: the winner of the top table is not known" in reasons
    assert reasons[0].startswith("Torneo: 3 of 4 boards counted; missing: round ")


@pytest.mark.parametrize(("season", "ranks"), [("2013 tied", [2, 3]), ("2013 tied, one board less", [1, 1])])
def test_a_missing_board_that_may_change_a_tie_break_leaves_the_tie(
    season: str, ranks: list[int], computed: Computed
) -> None:
    """Three players have equal points, and paragraph 5 c of Italia-2010 puts younger players first.

    Paragraph 5 a, which puts players with fewer games first, comes before 5 c, so a missing board may matter.
    """
    rows = of_season(computed.results.events.standings, season).set_index("player")["rank"]
    assert [rows["Ida"], rows["Other Ida"]] == ranks


def test_missed_turns_typed_for_a_board_set_aside_are_not_reported_as_missing(computed: Computed) -> None:
    tables = computed.tables
    assert len(of_season(tables.aside, "2013 missed turns")) == 1 and of_season(tables.nmrs, "2013 missed turns").empty
    assert "no_missed_turns" not in codes(computed, "2013 missed turns")


def test_a_circuit_also_counts_a_board_that_was_set_aside(computed: Computed) -> None:
    """The only round had two boards, so the average per round is two, although one of the boards was set aside."""
    results = computed.results
    rows = of_season(placings(results.counting["bismark_cup_2001"], results.events, computed.tables), "2013 circuit")
    listed = of_season(
        results.outcome("bismark_cup_2001", "2013 circuit").standings.assign(season="2013 circuit"), "2013 circuit"
    )
    assert {*rows["boards"]} == {2.0}
    assert {*rows["player"]} == {*listed["player"]} == {*PLAYED_OUT[2].split()}


def test_the_report_names_a_missing_board_at_the_top_and_at_its_event_in_its_language(computed: Computed) -> None:
    report = page(season_report(Season(computed, "2013 report")))
    lacks = "tavoli conteggiati: 1 su 2; non conteggiati: turno 1, tavolo 1"
    assert f"<li>T{lacks[1:]}</li>" in report and "problems.xlsx</li>" in report


@pytest.mark.parametrize("season", OF_THE_BOARD)
def test_everything_typed_about_a_board_is_set_aside_with_it(season: str, computed: Computed) -> None:
    tables = computed.tables
    aside = of_season(tables.aside, season).to_dict("records")
    assert aside == [{"season": season, "event": "Torneo", "round": "1", "board": "1"}]
    for rows in (tables.boards, tables.seats, tables.games, tables.nmrs, tables.calendar, tables.totals):
        assert not (of_season(rows, season)["board"] == "1").any()
