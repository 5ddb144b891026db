"""Tests of the example boards in `cases/`.

The scores printed in the sources are compared with those that the program and `tests.reference` compute.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pipeline.rules.boards import Boards
from pipeline.rules.numbers import carried_on
from pipeline.rules.systems import systems
from pipeline.score.score import score_boards
from schemas.words import POWERS
from tests.grouped import grouped
from tests.reference.boards import START, PlainBoard, reading
from tests.scoring import CLOSE, Case, boards_of, cases, exact

ALL = [case for id in systems() for case in cases(id)]
SCORED = [case for case in ALL if not case["status"]]
UNSCORED = [case for case in ALL if case["status"]]
CHARTED_OR_FINAL = [case for case in SCORED if case.charted or len(case.recorded) == 1]


def half_a_unit(case: Case) -> Fraction:
    """Return half a unit in the last decimal place of the scores printed for the board."""
    decimals = max(len(text.partition(".")[2]) for text in case.column("published"))
    return Fraction(1, 2 * 10**decimals)


@grouped("case", SCORED, ids=str)
def test_the_printed_cases_agree_with_themselves(case: Case) -> None:
    for power, points in case.expected_score.items():
        row = case.rows[POWERS.index(power)]
        if row["score"]:
            assert points == exact(row["score"]), f"{power}: the parts do not add up to the score"
        if row.get("published"):
            assert abs(points - exact(row["published"])) <= half_a_unit(case), f"{power}: not what was printed"


@grouped("case", SCORED, ids=str)
def test_every_part_has_its_printed_value(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    found = {(power, part): points[row, 0] for part, points in scores.parts.items() for row, power in enumerate(POWERS)}
    if not case.parts:
        return  # the case has only totals
    assert found == pytest.approx({seat: float(points) for seat, points in case.expected_parts.items()}, abs=CLOSE)


@pytest.mark.parametrize("system", ["c_diplo_namur", "win_namur"])
def test_the_table_of_centres_continues_to_46_points_for_all_34_centres(system: str) -> None:
    """The printed tables read "0, 5, 9, 12, 14, 16, 18", and every further centre adds one point.

    A solo of 85 or 82 points leaves 46 for the centres once all other parts are subtracted.
    """
    numbers = systems()[system].numbers
    table = carried_on(numbers.centres, numbers.more)
    assert table.tolist() == [0, 5, 9, 12, 14, 16, *(18 + more for more in range(34 - 6 + 1))]
    assert table[34] == 46 == 85 - 38 - 1 == 82 - 18 - 18


@grouped("case", SCORED, ids=str)
def test_score_and_place_are_as_printed(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    found = dict(zip(POWERS, scores.score[:, 0].tolist(), strict=True))
    assert found == pytest.approx({power: float(points) for power, points in case.expected_score.items()}, abs=CLOSE)
    assert scores.place[:, 0].tolist() == [int(place) for place in case.column("place")]


@grouped("case", SCORED, ids=str)
def test_a_scored_board_has_the_expected_remark_and_no_other(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    assert "; ".join(str(remark) for remark, mask in scores.notices.items() if mask[0]) == case["notice"]
    assert not any(mask[0] for mask in scores.unscorable.values())


@grouped("case", UNSCORED, ids=str)
def test_an_unscorable_board_has_a_reason_and_no_points(case: Case) -> None:
    scores = score_boards(systems()[case.system], case.boards)
    assert "; ".join(str(reason) for reason, mask in scores.unscorable.items() if mask[0]) == case["status"]
    assert np.isnan(scores.score).all() and all(np.isnan(points).all() for points in scores.parts.values())
    assert not scores.place.any()
    assert not any(mask[0] for mask in scores.notices.values())


@pytest.mark.parametrize("case", CHARTED_OR_FINAL, ids=str)
def test_the_second_reading_gives_the_printed_scores(case: Case) -> None:
    points = reading(case.system)(case.plain)
    assert points is not None
    assert dict(zip(POWERS, points, strict=True)) == case.expected_score


@grouped("system", systems())
def test_every_part_of_every_system_has_a_worked_case(system: str) -> None:
    worked = {part for case in cases(system) for (_, part), points in case.expected_parts.items() if points}
    for case in cases(system):
        if not case.parts:  # its case has only totals, of which the part is a share
            scores = score_boards(systems()[case.system], case.boards)
            worked |= {part for part, points in scores.parts.items() if np.nan_to_num(points).any()}
    never = {"survival bonus"} if system == "win_namur" else set()  # the edition without this part
    assert worked == set(systems()[system].parts) - never


def test_a_sum_is_read_exactly_and_other_texts_are_refused() -> None:
    assert exact("1 + 16 + 7/2") == Fraction(41, 2)
    assert exact("-(0.1 + 0.2) * 10") == -3
    assert exact("") == 0
    for text in ("2 ** 3", "abs(-1)", "x", "'1'", "1 if 1 else 2"):
        with pytest.raises(ValueError, match="no sum"):
            exact(text)


# -- edge cases --------------------------------------------------------------------------------------------------------


def drawn_by_seven(years: int, nmr_orders: tuple[int, ...], nmr_adjustments: tuple[int, ...]) -> PlainBoard:
    """Return a board on which every power holds four centres in every year."""
    four = (4,) * 7
    return PlainBoard(four, (four,) * years, nmr_orders=nmr_orders, nmr_adjustments=nmr_adjustments)


def test_pgp_gives_everything_to_the_only_total_above_zero_however_small() -> None:
    """Worked out by hand: each power has 3 x 100/7 = 42.857 before the percentage of missed orders is subtracted.

    One power has 17 of 40 possible penalties, which is 42.5 per cent, so 0.357 is left. The other six have 18, which is
    45 per cent, so nothing is left.
    """
    scores = score_boards(systems()["pgp"], boards_of([drawn_by_seven(8, (8, *[9] * 6), (1, *[0] * 6))]))
    assert scores.score[:, 0].tolist() == pytest.approx([100, *[0] * 6], abs=CLOSE)
    assert not any(mask[0] for mask in scores.notices.values())


def test_pgp_totals_of_exactly_zero_give_nobody_points_and_a_remark() -> None:
    """Worked out by hand: 7 years lived and the bonus of -7.5 years for a seven-way draw add up to less than zero.

    Each power therefore has no points for years lived. It has 100/7 for its rank and another 100/7 for its centres, and
    200/7 is subtracted for 10 of 35 possible penalties, so nothing is left.
    """
    scores = score_boards(systems()["pgp"], boards_of([drawn_by_seven(7, (5,) * 7, (0,) * 7)]))
    assert scores.score[:, 0].tolist() == [0] * 7
    assert all(mask.tolist() == [True] for mask in scores.notices.values()) and len(scores.notices) == 2


def level_leaders(*recorded: Sequence[bool]) -> Boards:
    """Return three-year boards on which Austria and England are always tied for the lead.

    recorded  whether each of a board's three autumns is recorded, with one sequence per board
    """
    chart = (9, 9, 7, 5, 2, 1, 1)
    boards = boards_of([PlainBoard(chart, (chart,) * 3)] * len(recorded))
    known = np.array(recorded).T
    return replace(boards, recorded=known, owned=boards.owned * known[:, np.newaxis])


def test_italia_2010_names_the_missing_year_of_each_board() -> None:
    """Under Italia-2010, earlier years break a tie. If some are missing, the message names the latest of them.

    The final year, 1903, is never missing, because its centres are the final centres.
    """
    scores = score_boards(
        systems()["italia_2010"],
        level_leaders([False, False, True], [False, True, True], [True, True, True], [False, False, False]),
    )
    missing = [
        [str(reason)[-18:-14] for reason, mask in scores.unscorable.items() if mask[board]] for board in range(4)
    ]
    assert missing == [["1902"], ["1901"], [], ["1902"]]


def test_italia_2010_the_order_of_powers_settles_no_tie_while_a_year_is_unknown() -> None:
    boards = boards_of([PlainBoard((9, 9, 7, 5, 2, 1, 1), ((9, 9, 7, 5, 2, 1, 1),) * 2)])
    scores = score_boards(systems()["italia_2010"], replace(boards, recorded=np.array([[False], [True]])))
    assert [str(reason) for reason, mask in scores.unscorable.items() if mask[0]] == [
        "a tie for a prize is unresolved, and the centres for 1901 are not known"
    ]


@pytest.mark.parametrize("system", ["win_namur", "win_namur_survival"])
def test_win_namur_gives_no_negative_zero_if_the_year_of_an_elimination_is_unknown(system: str) -> None:
    scores = score_boards(systems()[system], boards_of([PlainBoard((18, 10, 6, 0, 0, 0, 0))]))
    assert scores.score[:, 0].tolist() == [46 + 18 + 18, *[0] * 6]
    assert not any(np.signbit(points).any() for points in scores.parts.values())


def test_there_is_one_reason_and_one_remark_per_board() -> None:
    boards = boards_of([PlainBoard(START), PlainBoard(START, (START,) * 7), PlainBoard(START, in_progress=True)])
    for system in systems().values():
        scores = score_boards(system, boards)
        assert {mask.shape for mask in (*scores.unscorable.values(), *scores.notices.values())} <= {(3,)}


def test_the_systems_are_loaded_once() -> None:
    assert systems() is systems()


def test_pgp_shows_the_four_partial_scores_and_the_total_before_the_percentage() -> None:
    """Under paragraph 6.1, PGP adds up four partial scores ("quattro diversi punteggi parziali").

    The figures for three powers of the example game are worked out by hand. All powers together have 269 centre-years
    and 49 years lived. The winner's bonus of 7.5 years raises the 49 to 56.5.
    """
    case = next(case for case in SCORED if case.system == "pgp" and "worked game, won by France" in str(case))
    working = score_boards(systems()["pgp"], case.boards).working
    names = ("ranking points", "centres per cent", "years per cent", "missed orders per cent", "total")
    by_hand = {
        "France": (33, 8400 / 269, 1550 / 56.5, -100 / 40, 33 + 8400 / 269 + 1550 / 56.5 - 2.5),
        "England": (7, 2700 / 269, 700 / 56.5, -300 / 35, 7 + 2700 / 269 + 700 / 56.5 - 300 / 35),
        "Germany": (2.5, 1600 / 269, 500 / 56.5, -500 / 25, 0),  # 17.30 - 20: "negativi ... come nulli (zero)"
    }
    for power, figures in by_hand.items():
        found = [working[name][POWERS.index(power), 0] for name in names]
        assert found == pytest.approx(figures, abs=CLOSE), power
