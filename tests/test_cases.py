"""The worked boards of `cases/`: the engine, and the second reading, against the paper."""

from fractions import Fraction

import numpy as np
import pytest

from pipeline.score import score_boards
from pipeline.systems import systems
from schemas.words import POWERS
from tests.scoring import CASES, CLOSE, Case, cases, exact
from tests.second_reading import READINGS

ALL = [case for path in sorted(CASES.glob("*.csv")) for case in cases(path.stem)]
SCORED = [case for case in ALL if not case["status"]]
UNSCORED = [case for case in ALL if case["status"]]
CHARTED_OR_FINAL = [case for case in SCORED if case.charted or len(case.recorded) == 1]


def half_a_unit(case: Case) -> Fraction:
    """Half a unit of the most decimals printed on the board."""
    decimals = max(len(text.partition(".")[2]) for text in case.column("published"))
    return Fraction(1, 2 * 10**decimals)


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_the_paper_agrees_with_itself(case: Case) -> None:
    for power, points in case.expected_score.items():
        row = case.rows[POWERS.index(power)]
        if row["score"]:
            assert points == exact(row["score"]), f"{power}: the parts do not add up to the score"
        if row.get("published"):
            assert abs(points - exact(row["published"])) <= half_a_unit(case), f"{power}: not what was printed"


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_every_part_is_worth_what_the_paper_says(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    found = {(power, part): points[row, 0] for part, points in scores.parts.items() for row, power in enumerate(POWERS)}
    assert found == pytest.approx({seat: float(points) for seat, points in case.expected_parts.items()}, abs=CLOSE)


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_the_score_and_the_place_are_those_of_the_paper(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    found = dict(zip(POWERS, scores.score[:, 0].tolist(), strict=True))
    assert found == pytest.approx({power: float(points) for power, points in case.expected_score.items()}, abs=CLOSE)
    assert scores.place[:, 0].tolist() == [int(place) for place in case.column("place")]


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_a_board_is_scored_with_the_remark_it_deserves_and_no_other(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    assert "; ".join(remark for remark, mask in scores.notices.items() if mask[0]) == case["notice"]
    assert not any(mask[0] for mask in scores.lacks.values())


@pytest.mark.parametrize("case", UNSCORED, ids=str)
def test_a_board_that_cannot_be_scored_says_why_and_has_no_points(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    assert "; ".join(reason for reason, mask in scores.lacks.items() if mask[0]) == case["status"]
    assert np.isnan(scores.score).all() and all(np.isnan(points).all() for points in scores.parts.values())
    assert not scores.place.any()
    assert not any(mask[0] for mask in scores.notices.values())


@pytest.mark.parametrize("case", CHARTED_OR_FINAL, ids=str)
def test_the_second_reading_agrees_with_the_paper(case: Case) -> None:
    points = READINGS[case.system](case.plain)
    assert points is not None
    assert dict(zip(POWERS, points, strict=True)) == case.expected_score


@pytest.mark.parametrize("system", systems())
def test_every_part_of_every_system_is_worked_somewhere(system: str) -> None:
    worked = {part for case in cases(system) for (_, part), points in case.expected_parts.items() if points}
    never = {"survival bonus"} if system == "win_namur" else set()  # the edition without it
    assert worked == set(systems()[system].parts) - never


def test_a_sum_is_read_exactly_and_nothing_else_is_read() -> None:
    assert exact("1 + 16 + 7/2") == Fraction(41, 2)
    assert exact("-(0.1 + 0.2) * 10") == -3
    assert exact("") == 0
    for text in ("2 ** 3", "abs(-1)", "x", "'1'", "1 if 1 else 2"):
        with pytest.raises(ValueError, match="no sum"):
            exact(text)
