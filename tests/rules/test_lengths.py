"""Tests of boards that can be scored even if the game's length or a year of elimination is unknown.

The expected values are worked out by hand.
"""

import numpy as np
import pytest

from pipeline.rules.systems import System, season_system, systems
from pipeline.score.score import score_boards
from tests.reference.boards import PlainBoard
from tests.scoring import boards_of

FIVE_LEFT = (12, 10, 6, 4, 2, 0, 0)
OUT_IN_1907 = (None, None, None, None, None, 7, None)  # the year of the seventh is unknown
TWO_LEFT = (17, 14, 0, 0, 0, 0, 0)


def lacking(system: System, board: PlainBoard) -> list[str]:
    """Return the reasons why a board cannot be scored."""
    return [str(why) for why, boards in system.unscorable(boards_of([board])).items() if boards.any()]


@pytest.mark.parametrize(
    ("early_years", "eliminated", "reasons"),
    [
        ("5", OUT_IN_1907, []),  # seven years were played at least
        ("5", (None,) * 7, ["the last year is not known"]),
        ("1", (None,) * 7, ["the last year is not known"]),
        ("0", (None,) * 7, []),  # every game has that many years
    ],
)
def test_a_game_lasted_at_least_until_its_last_elimination(
    early_years: str, eliminated: tuple[int | None, ...], reasons: list[str]
) -> None:
    """KublaCon gives a point to each survivor of the early years.

    A board whose length is unknown can therefore be scored only if the game is certain to have lasted that long.
    """
    system = season_system("2013", "own", "kublacon_kill", (("early_years", early_years),))
    assert lacking(system, PlainBoard(FIVE_LEFT, eliminated=eliminated)) == reasons


def test_a_game_that_ended_in_the_early_years_needs_no_year_of_an_elimination() -> None:
    """Under Detour98e, eliminated players get early points only if they owned a centre after year 5.

    A game of three years can therefore be scored without the years of elimination.
    """
    assert lacking(systems()["detour_98e"], PlainBoard(FIVE_LEFT, chart=(FIVE_LEFT,) * 3)) == []
    assert lacking(systems()["detour_98e"], PlainBoard(FIVE_LEFT, chart=(FIVE_LEFT,) * 6)) != []


def test_losers_without_points_for_years_have_all_points_for_their_centres() -> None:
    """Under Haight, losers get the points for their years or 5 per centre, whichever is more.

    Here the years are worth nothing, so the losers get 5 per centre. The winner gets 451.
    """
    system = season_system("2013", "own", "haight", (("beaten_year", "0"),))
    board = PlainBoard((18, 7, 5, 4, 0, 0, 0))
    assert lacking(system, board) == []
    assert score_boards(system, boards_of([board])).score[:, 0].tolist() == [451, 35, 25, 20, 0, 0, 0]


def test_one_survivor_pays_the_leader_for_the_whole_gap() -> None:
    """Under Girsh, the other survivor pays the leader 10 points for each of the 3 centres by which the leader is ahead.

    The two also have 130 and 90 points for their places, one point for each of six years, and 5 points per centre.
    """
    charts = [(4, 5, 5, 5, 5, 5, 5), (8, 9, 5, 5, 4, 3, 0), (9, 9, 6, 5, 4, 0, 0), (10, 10, 7, 4, 0, 0, 0)]
    charts += [(13, 12, 8, 0, 0, 0, 0), TWO_LEFT]
    board = PlainBoard(TWO_LEFT, chart=tuple(charts), eliminated=(None, None, 6, 5, 4, 3, 2))
    score = score_boards(systems()["girsh"], boards_of([board])).score[:, 0]
    np.testing.assert_allclose(score[:2], [130 + 6 + 5 * 17 + 30, 90 + 6 + 5 * 14 - 30])
