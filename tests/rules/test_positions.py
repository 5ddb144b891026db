"""Checks on every way to split the 34 centres, and on a thousand random games.

The program must give the same scores as the plain code in `tests/reference`, which computes in exact fractions.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pipeline.rules.boards import Boards
from pipeline.rules.systems import USUAL, System, systems
from pipeline.score.score import score_boards
from schemas.words import POWERS
from tests import THOROUGH
from tests.grouped import grouped
from tests.reference.boards import (
    START,
    PlainBoard,
    Points,
    all_positions,
    first_year_at_zero,
    has_solo,
    italia_2010_places,
    pgp_places,
    random_game,
    reading,
)
from tests.scoring import CLOSE, boards_of, exact_places

POSITIONS = list(all_positions())
EVERY, OTHERS, PLAYED = (
    (1, 1, 1) if THOROUGH else (10, 29, 4)
)  # under the usual systems, one position in EVERY and one game in PLAYED is scored; under others, one board in OTHERS
GAMES = 1_000


def final_only(centres: Sequence[int]) -> PlainBoard:
    """Return a game with known final centres but no chart."""
    return PlainBoard(tuple(centres))


def two_years(centres: Sequence[int]) -> PlainBoard:
    """Return a two-year game that goes directly from the opening position to these centres."""
    chart = (START, tuple(centres))
    eliminated = tuple(first_year_at_zero(chart, power) for power in range(len(POWERS)))
    return PlainBoard(tuple(centres), chart, eliminated)


def shuffled() -> list[list[int]]:
    """Return every position with its centres assigned to the powers in a random order that is the same in every run."""
    rng = random.Random(34)
    return [rng.sample(centres, len(centres)) for centres in POSITIONS]


def games() -> list[PlainBoard]:
    """Return games of 1 to 20 years, some in progress and some with named winners.

    The games are the same in every run.
    """
    rng = random.Random(1901)
    return [random_game(rng) for _ in range(GAMES)]


def expected_places(system: System, game: PlainBoard, points: Points) -> list[int]:
    """Return the places of a board's powers, given their exact points.

    Two systems do not rank by points alone. PGP has its own final ranking, and under Italia-2010 powers share a place
    only if an unknown year makes it impossible to separate them.
    """
    if system.id == "pgp":
        return pgp_places(game)
    if system.id != "italia_2010":
        return exact_places(points)
    return italia_2010_places(game) if game.chart else exact_places(game.centres)


def test_there_are_3120_positions_and_634_of_them_are_solos() -> None:
    assert len(set(POSITIONS)) == 3_120
    assert sum(has_solo(final_only(centres)) for centres in POSITIONS) == 634


DEALT = {  # batch -> how its boards are made; one board in how many is scored under the usual systems, and under others
    "by centres, the last year alone": (lambda: [final_only(centres) for centres in POSITIONS], EVERY, OTHERS),
    "by centres, two years": (lambda: [two_years(centres) for centres in POSITIONS], EVERY, OTHERS),
    "shuffled, the last year alone": (lambda: [final_only(centres) for centres in shuffled()], EVERY, OTHERS),
    "shuffled, two years": (lambda: [two_years(centres) for centres in shuffled()], EVERY, OTHERS),
    "games": (games, PLAYED, OTHERS),
    "games that are over": (lambda: [replace(game, in_progress=False) for game in games()], PLAYED, OTHERS),
}


@cache
def batch(name: str, usual: bool) -> tuple[list[PlainBoard], Boards]:
    """Return the boards of a batch, both as games and as arrays."""
    made, of_usual, of_others = DEALT[name]
    boards = made()[:: of_usual if usual else of_others]
    return boards, boards_of(boards)


@pytest.mark.parametrize("name", DEALT)
@grouped("system", systems().values(), ids=lambda system: system.id)
def test_boards_are_scored_as_in_the_second_reading(system: System, name: str) -> None:
    """The program's scores and places for every board in a batch equal those computed in exact fractions."""
    board_list, boards = batch(name, system.id in USUAL)
    scores = score_boards(system, boards)
    score, place = scores.score.T.tolist(), scores.place.T.tolist()
    for game, own_score, own_place in zip(board_list, score, place, strict=True):
        points = None if game.in_progress and system.id != "pgp" else reading(system.id)(game)
        if points is None:
            assert np.isnan(own_score).all() and own_place == [0] * 7, f"scored, but cannot be: {game}"
            continue
        wrong = [abs(own - float(exact)) > CLOSE for own, exact in zip(own_score, points, strict=True)]
        assert not any(wrong), f"{own_score} is not {[*map(str, points)]}: {game}"
        assert own_place == expected_places(system, game, points), f"wrong places: {game}"


def test_the_random_games_contain_every_case_of_the_rules() -> None:
    shown = games()
    finished = [game for game in shown if not game.in_progress]
    assert sum(game.in_progress for game in shown) > 100
    assert sum(has_solo(game) for game in shown) > 100
    assert sum(bool(game.winners) for game in finished) > 100
    assert sum(not all(game.has_player) for game in shown) > 100
    assert sum(min(game.centres) == 0 for game in shown) > 100
    assert sum(sorted(game.centres)[-1] == sorted(game.centres)[-2] for game in shown) > 100
    assert {len(game.chart) for game in shown} >= {*range(1, 20)}
