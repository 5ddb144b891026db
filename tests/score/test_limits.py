"""The lowest and the highest score that a board can give, compared with hand calculations and random games."""

import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pipeline.rules.boards import Boards
from pipeline.rules.systems import systems
from pipeline.score.limits import limits
from pipeline.score.score import score_boards
from tests.reference.boards import random_game
from tests.scoring import boards_of

GAMES, LONGEST = 2_000, 20  # number of random games, and years of the longest
KINDS = (  # one system for each way in which scores depend on years, eliminations, order, draws or leads
    *("bangkok_2022", "burgess_1990", "calhamer", "detour_09", "dixie", "girsh", "italia_2010", "manorcon"),
    *("mind_the_gap", "pgp", "sydney_league", "weasel_moot_2007"),
)


@pytest.fixture(scope="module")
def boards() -> Boards:
    rng = random.Random(34)
    return boards_of([replace(random_game(rng), penalty=(Fraction(0),) * 7) for _ in range(GAMES)])


@pytest.mark.parametrize("system", KINDS)
def test_no_random_game_exceeds_the_limits(system: str, boards: Boards) -> None:
    found, scores = limits(systems()[system], LONGEST), score_boards(systems()[system], boards).score
    assert found
    assert found.least <= np.nanmin(scores).round(9) and np.nanmax(scores).round(9) <= found.most


@pytest.mark.parametrize(
    ("system", "years", "least", "most"),
    [
        # "a solo is worth 73", the losers have nothing
        ("c_diplo", 7, 0, 73),
        # 19 centres and five others on three: (1 + 4 × 19 + 70 + 30 + 170) × (1 + 0.1 × 5)
        ("italia_2010", 7, 0, 520.5),
        # 10 per centre, 60 shared by the survivors, 2 more per centre to a sole leader, a point per year to the eliminated;
        # a solo has 450 and the losers nothing
        ("weasel_moot_2007", 7, 0, 450),
        # 1 for a solo, a draw shares it; losers and eliminated powers have nothing
        ("calhamer", 7, 0, 1),
        # everything as a percentage of the board
        ("pgp", 7, 0, 100),
    ],
)
def test_limits_by_hand(system: str, years: int, least: float, most: float) -> None:
    assert limits(systems()[system], years) == pytest.approx((least, most))
