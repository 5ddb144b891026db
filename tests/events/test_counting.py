"""Ways of counting: the totals that another program's tests state, sums by hand, and the words of four languages."""

import csv
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from pipeline.events.standings import Events, event_standings
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.stages import compute
from schemas.fields import counted, counting_typed, weights
from schemas.words import WAYS
from tests.events.test_standings import CLEAR, CLOSE, SEVEN, evening, frames
from tests.readings.events import Person, PlainEvent, Result
from tests.sheets import write_xlsx

with (Path(__file__).parents[1] / "cases" / "golden" / "countings.csv").open(encoding="utf-8", newline="") as lines:
    GOLDEN = [*csv.DictReader(lines)]


def scored(typed: str, players: dict[str, str], **settings: Any) -> Events:
    """An event by everybody's results, `1:20 1:3 2:7` by round, counted in this way."""
    how, number = counted(typed) or ("", 0)
    results = tuple(
        Result(result.partition(":")[0], f"{player}{i}", player, Fraction(result.partition(":")[2]))
        for player, own in players.items()
        for i, result in enumerate(own.split())
    )
    rounds = tuple(sorted({result.round for result in results}))
    played, tables = frames(
        [
            PlainEvent(
                rounds, results, dict.fromkeys(players, Person()), italia=False, how=how, best=int(number), **settings
            )
        ]
    )
    tables.events["counting_number"] = number
    return event_standings(played, tables)


def score(typed: str, results: str, **settings: Any) -> float:
    (own,) = scored(typed, {"Anna": results}, **settings).standings["score"]
    return float(own)


def stated(row: dict[str, str]) -> str:
    return row["stated"]


@pytest.mark.parametrize("stated, rows", [(by, [*rows]) for by, rows in groupby(GOLDEN, stated)])
def test_totals_are_those_that_another_program_states(stated: str, rows: list[dict[str, str]]) -> None:
    events = scored(rows[0]["typed"], {row["player"]: row["results"] for row in rows})
    found = dict(zip(events.standings["player"], events.standings["score"], strict=True))
    assert found == pytest.approx({row["player"]: float(row["total"]) for row in rows}, abs=1e-6)


@pytest.mark.parametrize(
    ("typed", "results", "total"),
    [
        ("best 2 + half the mean of the rest", "1:20 2:1 3:7000 4:90000 5:300", 97000 + (300 + 20 + 1) / 3 / 2),
        ("best 2 + half the mean of the rest", "1:5 2:3", 5 + 3),
        ("best 3 + half the 4th", "1:10 2:40 3:30 4:20 5:9", 40 + 30 + 20 + 10 / 2),
        # dipvis's own test: 90000 + 7000 + (300 + 20 + 1)/3
        ("best 2 + half the 3rd or a third of the rest", "1:20 2:1 3:7000 4:90000 5:300", 97000 + 321 / 3),
        ("best 2 + half the 3rd or a third of the rest", "1:7000 2:90000 3:300", 97000 + 300 / 2),
        # of the third and the fourth, as the rule's name has it: the fifth, 1, is dropped
        ("best 2 + half the 3rd or a third of the 3rd and 4th", "1:20 2:1 3:7000 4:90000 5:300", 97000 + 320 / 3),
        ("sum / (games + 3)", "1:10 2:20 3:30", 60 / 6),  # the Seven Years War
        ("sum / (games + 2.5)", "1:10 2:20 3:30", 60 / 5.5),
        ("best 2 rounds", "1:6 1:5 2:4 3:3", 6 + 4),  # a round is worth its best game
    ],
)
def test_ways_of_counting_by_hand(typed: str, results: str, total: float) -> None:
    assert score(typed, results) == pytest.approx(total, abs=CLOSE)


def test_a_round_may_be_worth_all_its_games() -> None:
    """Round 1 is 6 + 5, round 2 is 4, round 3 is 7: the best two are 11 + 7."""
    assert score("best 2 rounds", "1:6 1:5 2:4 3:7", round_score="sum") == 11 + 7
    assert score("sum", "1:6 1:5 2:4", round_score="best") == 6 + 4


def test_rounds_may_weigh_more_than_others() -> None:
    """The European championship of 2016: 0.4, 0.4 and 1. What is best is told after weighing: 36 against 40 and 30."""
    weighed = {"1": Fraction(2, 5), "2": Fraction(2, 5)}
    assert score("sum", "1:90 2:100 3:30", weights=weighed) == pytest.approx(36 + 40 + 30)
    assert score("best 2", "1:90 2:100 3:30", weights=weighed) == pytest.approx(40 + 36)


def test_every_result_says_what_counts_of_it_and_why_the_rest_does_not() -> None:
    rows = scored("best 2 + half the 3rd", {"Anna": "1:1 2:40 3:30 4:20"}, round_score="best").results
    told = [*zip(rows["used"], rows["share"], map(str, rows["why"]), strict=True)]
    assert told == [
        (False, 0, "not among the best 2"),
        (True, 1, ""),
        (True, 1, ""),
        (True, 0.5, "in part: beyond the best 2"),
    ]
    (first, second, _) = scored("best 2 rounds", {"Anna": "1:3 1:5 2:4"}).results.to_dict("records")
    assert (first["used"], str(first["why"])) == (False, "another game of the round is better")
    assert second["used"]


def test_the_report_says_which_part_of_a_result_counts(tmp_path: Path) -> None:
    nights = tuple((number, 1, SEVEN, CLEAR) for number in range(1, 5))
    sheets = evening(*nights, system="C-Diplo", counting="best 2 + half the 3rd")
    write_xlsx(tmp_path / "2013" / "Coppa.xlsx", sheets)
    computed = compute(find(tmp_path, set()))
    html = page(season_report(Season(computed, "2013")))
    assert html.count("× 0.5") == len(SEVEN.split())  # of everybody's four equal results the third
    assert "best 2 + half of no. 3" in html


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("i migliori 2 risultati", ("best", 2)),
        ("i 3 turni migliori", None),
        ("migliori 3 turni", ("best rounds", 3)),
        ("Beste 2 Runden", ("best rounds", 2)),
        ("2 meilleurs + moitié de la moyenne des autres", ("best + half the mean of the rest", 2)),
        ("best 2 plus half the 3rd", ("best + half the", 2)),
        ("beste 3 + die Hälfte des 4.", ("best + half the", 3)),
        ("2 migliori + metà del 3°", ("best + half the", 2)),
        ("best 2 + half the 4th", None),  # which would leave a hole
        ("2 meilleurs + moitié du 3e ou un tiers des autres", ("best + half the or a third of the rest", 2)),
        ("beste 2 + die Hälfte des 3. oder ein Drittel des 3. und 4.", ("best + half the or a third of the and", 2)),
        ("Summe/(Spiele+10)", ("sum / games +", 10)),
        ("somma / (partite + 2,5)", ("sum / games +", 2.5)),
        ("best 1.5", None),
        ("sum / (games + 1000)", None),
    ],
)
def test_words_of_four_languages(typed: str, means: tuple[str, float] | None) -> None:
    assert counted(typed) == means


@pytest.mark.parametrize("how", WAYS)
def test_every_way_of_counting_is_read_as_it_is_typed(how: str) -> None:
    for number in (1, 2, 9, 10, 20, 21) if how != "sum" else (0,):
        assert counted(counting_typed(how, number)) == (how, number)


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("1: 0.4; 2: 0.4; 3: 1", {"1": 0.4, "2": 0.4, "3": 1}),
        ("final = 2;", {"final": 2}),
        ("1: 0.4; 1: 0.8", None),
        ("0.4; 0.4; 1", None),
        ("1: much", None),
        ("", None),
    ],
)
def test_weights_of_rounds(typed: str, means: dict[str, float] | None) -> None:
    assert weights(typed) == means
