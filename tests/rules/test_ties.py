"""Tests of shared prizes, places and countback, and of ranks, which must not depend on row order or rounding."""

import random
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.rules import rank, ties
from tests.reference.boards import share_prizes
from tests.scoring import exact_places

counts = st.lists(st.integers(0, 34), min_size=7, max_size=7)
few_counts = st.lists(st.integers(0, 3), min_size=7, max_size=7)
boards = st.lists(counts | few_counts, min_size=1, max_size=8)
prize_lists = st.lists(st.integers(0, 50), min_size=1, max_size=7).map(lambda prizes: tuple(sorted(prizes)[::-1]))


def column(points: list[int]) -> np.ndarray:
    """Return the points of one board as a (power, board) array."""
    return np.array([points]).T


# -- on a board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("centres", "won"),
    [
        ([10, 8, 6, 4, 3, 2, 1], [38, 14, 7, 0, 0, 0, 0]),
        ([9, 9, 6, 4, 3, 2, 1], [26, 26, 7, 0, 0, 0, 0]),
        ([10, 7, 7, 4, 3, 2, 1], [38, 10.5, 10.5, 0, 0, 0, 0]),
        ([10, 8, 4, 4, 4, 4, 0], [38, 14, 7 / 4, 7 / 4, 7 / 4, 7 / 4, 0]),
        ([17, 0, 0, 0, 0, 0, 17], [26, 7 / 5, 7 / 5, 7 / 5, 7 / 5, 7 / 5, 26]),
        ([4, 4, 4, 4, 4, 4, 4], [59 / 7] * 7),
    ],
)
def test_level_powers_add_and_divide_the_prizes_of_their_places(centres: list[int], won: list[float]) -> None:
    assert ties.share((38, 14, 7), ties.compare(column(centres)))[:, 0].tolist() == pytest.approx(won)


@given(rows=boards, prizes=prize_lists)
def test_shared_prizes_agree_with_the_second_reading(rows: list[list[int]], prizes: tuple[int, ...]) -> None:
    found = ties.share(prizes, ties.compare(np.array(rows).T))
    for board, centres in enumerate(rows):
        shared = share_prizes(prizes, centres)
        assert found[:, board].tolist() == pytest.approx([float(own) for own in shared])


@given(rows=boards, prizes=prize_lists)
def test_sharing_neither_makes_nor_loses_points(rows: list[list[int]], prizes: tuple[int, ...]) -> None:
    np.testing.assert_allclose(ties.share(prizes, ties.compare(np.array(rows).T)).sum(axis=0), sum(prizes))


@given(rows=boards)
def test_powers_above_and_level_agree_with_counting_one_by_one(rows: list[list[int]]) -> None:
    above, level = ties.compare(np.array(rows).T)
    for board, centres in enumerate(rows):
        assert above[:, board].tolist() == [sum(other > own for other in centres) for own in centres]
        assert level[:, board].tolist() == [centres.count(own) for own in centres]


@given(rows=boards)
def test_level_powers_share_the_place_and_the_next_places_are_skipped(rows: list[list[int]]) -> None:
    found = ties.places(np.array(rows).T)
    assert found.T.tolist() == [exact_places(centres) for centres in rows]


def test_level_powers_have_the_lowest_of_their_prizes_and_places_without_a_prize_have_none() -> None:
    """Worked out by hand with the prizes of Detour, which are 4, 3, 2 and 1.

    On the first board, the two powers with 7 centres fill places 2 and 3, and the three with 3 centres places 4 to 6.
    """
    prizes = np.array([4.0, 3, 2, 1, 0, 0, 0])
    assert ties.lowest(prizes, ties.compare(column([9, 7, 7, 3, 3, 3, 2])))[:, 0].tolist() == [4, 2, 2, 0, 0, 0, 0]
    assert ties.lowest(prizes, ties.compare(column([9, 8, 7, 6, 2, 2, 0])))[:, 0].tolist() == [4, 3, 2, 1, 0, 0, 0]


def test_places_1_2_2_4() -> None:
    assert ties.places(column([9, 8, 8, 5, 2, 1, 1]))[:, 0].tolist() == [1, 2, 2, 4, 5, 6, 6]


@given(rows=boards)
def test_the_first_and_the_second_are_level_if_two_lead(rows: list[list[int]]) -> None:
    first, second = ties.top_two(np.array(rows).T)
    expected = [sorted(centres)[::-1][:2] for centres in rows]
    assert [[*pair] for pair in zip(first.tolist(), second.tolist(), strict=True)] == expected


@given(rows=boards)
def test_percentages_add_up_to_100_or_are_all_zero(rows: list[list[int]]) -> None:
    found = ties.percentage(np.array(rows).T)
    for board, centres in enumerate(rows):
        everybody = sum(centres)
        expected = [100 * Fraction(own, everybody) if everybody else 0 for own in centres]
        assert found[:, board].tolist() == pytest.approx([float(own) for own in expected])


def test_scores_that_agree_to_nine_decimals_are_equal() -> None:
    settled = ties.settled(np.array([0.1 + 0.2, 0.3, 100 / 3, 33.333333333, 33.333333334]))
    assert settled[0] == settled[1]
    assert settled[2] == settled[3] != settled[4]


# -- countback ---------------------------------------------------------------------------------------------------------


def looked_back(chart: list[list[int]], last_resort: list[int]) -> list[tuple[int, ...]]:
    """Return each power's centres, from the last year back to the first, followed by its number in `last_resort`.

    Among powers that are level in every year, the one with the higher number leads.
    """
    return [(*(year[power] for year in reversed(chart)), last_resort[power]) for power in range(7)]


def test_shared_prizes_have_the_same_bits_in_every_version_of_python() -> None:
    """Python 3.11 and 3.12 add these prizes differently, so the exact sum is rounded once before it is divided."""
    tenths = (0.1,) * 7
    assert ties.shared_prizes(tenths, 7)[0, 1:].tolist() == [
        float(sum(map(Fraction, tenths[:level]))) / level for level in range(1, 8)
    ]


@pytest.mark.parametrize("years", range(1, 26))
def test_countback_is_a_plain_sort_from_the_last_year_back(years: int) -> None:
    rng = random.Random(years)
    charts = [[[rng.choice((0, 1, 33, 34)) for _ in range(7)] for _ in range(years)] for _ in range(100)]
    for chart in charts[:70]:  # level in the last years, up to all of them
        for year in range(rng.randint(0, years), years):
            chart[year] = [5] * 7
    resorts = [[rng.randint(0, 7) for _ in range(7)] for _ in charts]
    owned = np.array(charts, np.int8).transpose(1, 2, 0)
    standing = ties.countback(owned, np.array(resorts, np.int16).T)
    for board, (chart, resort) in enumerate(zip(charts, resorts, strict=True)):
        assert exact_places(standing[:, board].tolist()) == exact_places(looked_back(chart, resort))


@pytest.mark.parametrize("years", [1, 9, 10, 11, 20, 21, 25])
def test_countback_reaches_the_first_year_of_a_long_game(years: int) -> None:
    owned = np.full((years, 7, 1), 4, np.int8)
    owned[0, 3] = 5
    assert ties.places(ties.countback(owned, np.zeros((7, 1), np.int16)))[:, 0].tolist() == [2, 2, 2, 1, 2, 2, 2]


@pytest.mark.parametrize("years", [1, 10, 11, 25])
def test_the_last_resort_decides_only_when_all_years_are_level(years: int) -> None:
    owned = np.full((years, 7, 2), 4, np.int8)
    owned[0, 6, 1] = 5
    last_resort = np.arange(7, dtype=np.int16)[::-1, np.newaxis]
    found = ties.places(ties.countback(owned, last_resort))
    assert found[:, 0].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert found[:, 1].tolist() == [2, 3, 4, 5, 6, 7, 1]


def test_countback_does_not_change_the_chart() -> None:
    owned = np.arange(7 * 12, dtype=np.int8).reshape(12, 7, 1) % 35
    before = owned.copy()
    owned.flags.writeable = False
    ties.countback(owned, np.zeros((7, 1), np.int16))
    np.testing.assert_array_equal(owned, before)


# -- in a table --------------------------------------------------------------------------------------------------------


def season(seed: int) -> pd.DataFrame:
    """Return the scores of 40 players, each with a twin who has the same scores in another order.

    Their exact sums are equal, but sums of floats may differ.
    """
    rng = random.Random(seed)
    rows = []
    for player in range(40):
        points = [rng.choice((100 / 3, 100 / 7, 0.1, 38 / 3, 7 / 5, 1e-9, 40.75)) for _ in range(rng.randint(1, 9))]
        twin = rng.sample(points, len(points))
        rows += [(f"Player {player:02}", own) for own in points] + [(f"Twin {player:02}", own) for own in twin]
    return pd.DataFrame(rows, columns=["player", "score"])


def standings(scores: pd.DataFrame) -> pd.DataFrame:
    return rank.standings(scores.assign(season="2013")).drop(columns="season")


@pytest.mark.parametrize("seed", range(5))
def test_no_order_of_rows_changes_a_sum_or_a_rank(seed: int) -> None:
    scores = season(seed)
    expected = standings(scores)
    for shuffle in range(10):
        found = standings(scores.sample(frac=1, random_state=shuffle))
        assert found.to_csv(float_format="%.17g") == expected.to_csv(float_format="%.17g")


@pytest.mark.parametrize("seed", range(5))
def test_players_with_the_same_scores_share_a_rank(seed: int) -> None:
    table = standings(season(seed)).set_index("player")
    for player in range(40):
        assert table.loc[f"Player {player:02}"].tolist() == table.loc[f"Twin {player:02}"].tolist()


def test_three_thirds_tie_with_the_whole() -> None:
    scores = pd.DataFrame(
        [("Anna", 100.0), *[("Bruno", 100 / 3)] * 3, *[("Carla", 33.333333333333)] * 3, ("Dario", 99.999999998)],
        columns=["player", "score"],
    )
    table = standings(scores)
    assert table["rank"].tolist() == [1, 1, 1, 4]
    assert table["player"].tolist() == ["Anna", "Bruno", "Carla", "Dario"]
    assert table["games"].tolist() == [1, 3, 3, 1]
    assert table["score"].tolist() == [100.0, 100.0, 100.0, 99.999999998]


def test_a_third_typed_to_nine_decimals_ties_with_the_exact_third() -> None:
    assert rank.ranks(np.array([100 / 3, 33.333333333, 33.333333332])).tolist() == [1, 1, 3]


def test_shared_ranks_skip_the_next_ones() -> None:
    assert rank.ranks(np.array([5.0, 9.0, 5.0, 1.0, 9.0, 5.0])).tolist() == [3, 1, 3, 6, 1, 3]
    assert rank.ranks(np.array([])).tolist() == []


def test_sums_below_zero_are_ranked_like_any_other_and_none_is_negative_zero() -> None:
    scores = pd.DataFrame(
        [("Anna", -2.0), ("Bruno", 1.0), ("Bruno", -1.0), ("Carla", -1e-11), ("Dario", -3.5)],
        columns=["player", "score"],
    )
    table = standings(scores)
    assert table["rank"].tolist() == [1, 1, 3, 4]
    assert [str(score) for score in table["score"]] == ["0.0", "0.0", "-2.0", "-3.5"]


def test_a_table_without_players_is_empty() -> None:
    table = standings(pd.DataFrame({"player": pd.Series(dtype=str), "score": pd.Series(dtype=float)}))
    assert len(table) == 0 and [*table] == ["rank", "player", "games", "score"]


def test_the_table_of_shared_prizes_is_cached_and_read_only() -> None:
    table = ties.shared_prizes((38, 14, 7), 7)
    assert table is ties.shared_prizes((38, 14, 7), 7)
    with pytest.raises(ValueError, match="read-only"):
        table[0, 1] = 39


def test_a_long_career_adds_up_however_small_or_large_its_scores() -> None:
    """Worked out by hand: 200 scores of 4e-12 add up to 8e-10, which is 1e-9 to nine decimals.

    A solo under OpenTribute is worth 340, and 3,000 scores of 340 add up to 1,020,000.
    """
    scores = pd.DataFrame([("Anna", 4e-12)] * 200 + [("Bruno", 340.0)] * 3_000, columns=["player", "score"])
    assert standings(scores)["score"].tolist() == [1_020_000, 1e-9]


def test_a_table_numbers_its_rows_from_the_first() -> None:
    table = standings(pd.DataFrame([("Anna", 1.0), ("Bruno", 3.0), ("Carla", 2.0)], columns=["player", "score"]))
    assert table.to_dict("index")[0] == {"rank": 1, "player": "Bruno", "games": 1, "score": 3.0}
    assert [*table.index] == [0, 1, 2]


def test_every_season_has_a_table_of_its_own() -> None:
    scores = pd.DataFrame(
        [
            ("2013", "Anna", 1.0),
            ("2012", "Bruno", 3.0),
            ("2013", "Bruno", 5.0),
            ("2012", "Anna", 4.0),
            ("2012", "Bruno", 2.0),
        ],
        columns=["season", "player", "score"],
    )
    assert rank.standings(scores).to_numpy().tolist() == [
        ["2012", 1, "Bruno", 2, 5.0],
        ["2012", 2, "Anna", 1, 4.0],
        ["2013", 1, "Bruno", 1, 5.0],
        ["2013", 2, "Anna", 1, 1.0],
    ]


def test_a_name_of_digits_is_a_name_but_a_question_mark_or_a_blank_is_not() -> None:
    players = pd.Series(["Anna", "007", "?", "", "(Anna)", "????"])
    assert rank.in_standings(players).tolist() == [True, True, False, False, True, True]
