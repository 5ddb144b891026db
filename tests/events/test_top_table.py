"""Tests of places decided by the top table or by the last round's divisions, worked out by hand for Sum of Squares."""

import pandas as pd
import pytest

from pipeline.pages.events import events_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.stages import Computed, compute
from schemas.words import POWERS, RESERVED
from tests.sheets import Rows, Sheets, event, table, write_xlsx

# Scores of round 1, whose squares add up to 230 and 212: Anna 43.48, Hanna 38.21, Berta 27.83, Ida 23.11, Julia 16.98,
# Carla 15.65, Klara 11.79, Lena 7.55, Dora 6.96, Elena 3.91 ... Round 2, with 254 and 348: Ida 56.69, Julia and Carla
# 14.17, Berta 9.84, Hanna 3.54, Anna 1.57, Klara 0; Dora 83.05, Elena 7.18, Flora 4.60 ... Totals: Dora 90.0, Ida
# 79.8, Anna 45.1, Hanna 41.8, Berta 37.7, Julia 31.1, Carla 29.8, Klara 11.8, Elena 11.1, Lena 8.7, Flora 6.3, Maria
# 3.04, Gina 3.02, Nora 0.8.
BOARDS = {
    (1, "1"): "Anna 10 Berta 8 Carla 6 Dora 4 Elena 3 Flora 2 Gina 1",
    (1, "2"): "Hanna 9 Ida 7 Julia 6 Klara 5 Lena 4 Maria 2 Nora 1",
    (2, "T"): "Anna 2 Hanna 3 Berta 5 Ida 12 Julia 6 Carla 6 Klara 0",
    (2, "U"): "Dora 17 Elena 5 Flora 4 Gina 3 Lena 2 Maria 2 Nora 1",
}
BY_SCORE = "Dora Ida Anna Hanna Berta Julia Carla Klara Elena Lena Flora Maria Gina Nora"
BY_THE_TABLE = "Ida Julia Carla Berta Hanna Anna Klara Dora Elena Lena Flora Maria Gina Nora"


def first_names(standings: pd.DataFrame) -> str:
    return " ".join(player.split()[0] for player in standings["player"])


def tournament(name: str, **settings: object) -> Sheets:
    rows: Rows = [["round", "board", "power", "player", "final", "eliminated"]]
    for (round, board), typed in BOARDS.items():
        seats = typed.split()
        for power, player, final in zip(POWERS, seats[::2], seats[1::2], strict=True):
            rows.append([round, board, power, f"{player} {name}", int(final), 1904 if final == "0" else None])
    sheet = event(name, "sum_of_squares", **settings)["event"]  # type: ignore[arg-type]
    return {"event": sheet, "boards": rows, "games": table("round board result")}


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    raw = tmp_path_factory.mktemp("top") / "raw"
    declared = {"top table round": 2}
    for name, settings in {
        "Plain": {},
        "Seven": declared | {"top table": "T"},
        "One": declared | {"top table": "T", "top table places": 1},
        "Unnamed": declared,
        "Wrong": {"top table places": 9},
        "Divided": {},
        "Idle": {"top table places": 3},
    }.items():
        sheets = tournament(name, **settings)
        if name == "Divided":
            sheets["games"] = table("round board division", (2, "T", 1), (2, "U", 2))
        write_xlsx(raw / "2018" / f"{name}.xlsx", sheets)
    return compute(find(raw, RESERVED))


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("Plain", BY_SCORE),
        ("Seven", BY_THE_TABLE),
        ("Unnamed", BY_THE_TABLE),
        ("One", BY_SCORE.replace("Dora Ida", "Ida Dora")),
    ],
)
def test_the_top_table_decides_the_first_places(computed: Computed, name: str, order: str) -> None:
    """The specification says "that board decides the first places, all others follow by score".

    It adds "with `top table places` = 1 only its winner is lifted".
    """
    standings = computed.results.standings("2018", name)
    assert first_names(standings) == order
    assert standings["rank"].tolist() == [*range(1, 15)]
    scores = dict(zip(standings["player"], standings["score"].round(1), strict=True))
    assert (scores[f"Dora {name}"], scores[f"Ida {name}"], scores[f"Klara {name}"]) == (90.0, 79.8, 11.8)


def test_players_level_at_the_table_are_ranked_by_score_and_their_place_is_shown(computed: Computed) -> None:
    """Julia and Carla share second place at the top table, where Julia has 31.1 points and Carla 29.8."""
    standings = computed.results.standings("2018", "Seven")
    assert standings["top_place"].tolist()[:7] == [1, 2, 2, 4, 5, 6, 7] and standings["top_place"][7:].isna().all()
    season = Season(computed, "2018")
    sheets = {sheet.name: sheet for sheet in events_book(season).sheets}
    [headers] = [
        [column.header for column in sheet.tables[0].columns]
        for name, sheet in sheets.items()
        if name.endswith("Seven")
    ]
    assert "top table place" in headers
    assert "Counting: the top table" in {one.title for one in sheets["Rules"].tables}
    assert "top table place" in page(season_report(season))


def test_players_of_the_first_division_come_before_those_of_the_second(computed: Computed) -> None:
    """The specification says "1-7 play for the title, 8-14 for the next places".

    Dora, with 90 points, is first in the second division.
    """
    standings = computed.results.standings("2018", "Divided")
    assert first_names(standings) == "Ida Anna Hanna Berta Julia Carla Klara Dora Elena Lena Flora Maria Gina Nora"
    assert standings["division"].tolist() == [1] * 7 + [2] * 7
    winners = computed.results.prizes_of("2018", "Divided").divisions
    assert winners[["division", "player", "rank"]].to_numpy().tolist() == [
        [1, "Ida Divided", 1],
        [2, "Dora Divided", 8],
    ]
    season = Season(computed, "2018")
    [prizes] = [sheet for sheet in events_book(season).sheets if sheet.name == "Prizes"]
    assert "Divided: Winners of the divisions" in {str(one.title) for one in prizes.tables}
    assert "Winners of the divisions" in page(season_report(season))


def test_a_wrong_setting_of_the_top_table_is_reported_at_its_cell(computed: Computed) -> None:
    told = {(problem.code, problem.event, problem.cell) for problem in computed.problems if problem.sheet == "event"}
    assert {
        ("bad_value", "Wrong", "B5"),
        ("no_effect", "Idle", "B5"),
        ("top_table_not_named", "Unnamed", "B5"),
    } <= told, told
