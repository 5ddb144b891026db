"""Tests that try other values for each of a system's settings, and check the printed rules and the scores."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pipeline.rules.numbers import Kind, kinds
from pipeline.rules.systems import System, season_system, systems
from pipeline.score.score import score_boards
from schemas.words import MOST_POINTS
from tests.grouped import grouped
from tests.reference.boards import PlainBoard, all_positions, random_game
from tests.scoring import boards_of


def sample() -> list[PlainBoard]:
    """Return random games with charts and missed turns, followed by final positions without charts."""
    rng = random.Random(17)
    played = [random_game(rng) for _ in range(400)]
    return [replace(game, in_progress=False) for game in played] + [PlainBoard(one) for one in [*all_positions()][::13]]


BOARDS = boards_of(sample())
NUMBERS = [(id, name) for id, system in systems().items() for name in kinds(system.numbers)]
YEARS, SOLO, EARLY, PLACES = ("out_year", "1"), ("solo", "9"), ("early", "1"), ("places", "9, 8, 6, 5, 2, 1")
# Numbers that only say how another number counts, each with a value of that other number to try it with. The texts of
# Burgess and CruiseCon do not mention a solo, so a value for it is set.
WITH = {
    **{(id, name): YEARS for id, name in NUMBERS if name in ("lived", "most_years")},
    **{(id, name): EARLY for id, name in NUMBERS if name == "early_years"},
    **{(id, name): PLACES for id, name in NUMBERS if name == "shares" and id.startswith("carnage")},
    **{(id, name): SOLO for id, name in NUMBERS if id in ("burgess_1990", "cruise_con") and name.startswith("beaten")},
}
WITHOUT_EFFECT = {
    ("diplo_ligue", "years"): "a board of another length is scored alike, with a notice",
}


CENTRES, YEARS, PART = (0, 34), (0, 40), (0, 1)  # the map has 34 centres; no game lasts forty years
SCALED = {
    "detour_09",
    "detour_09_world_cup",
    "detour_98e",
}  # up to a hundred in total, including the points for centres
LIMITS = {  # limits of numbers that are not points, by module and name; points may be anything from 0 to MOST_POINTS
    **dict.fromkeys([("detour", "early_years"), ("kublacon", "early_years")], YEARS),
    **dict.fromkeys(
        [("girsh", "least_gap"), ("girsh", "most_gap"), ("italia_2010", "lead"), ("italia_2010", "full")], CENTRES
    ),
    **dict.fromkeys([("maxonian", "free"), ("maxonian", "most"), ("tribute", "free"), ("win_namur", "close")], CENTRES),
    ("diplo_ligue", "years"): (1, 40),
    ("survivors_win", "most"): (1, 34),
}
LIMITS_OF_PARTS = {  # limits of numbers that need not be whole
    ("omg", "most_tribute"): PART,
    ("mind_the_gap", "eliminated"): PART,
    ("draws", "surplus"): (-100, MOST_POINTS),  # a negative value takes points away
    ("pgp", "bonus"): (-40, 40),
    ("pgp", "possible"): (1, MOST_POINTS),  # a divisor
}


@grouped("system", systems().values(), ids=lambda system: system.id)
def test_centres_and_years_are_whole_and_have_their_limits(system: System) -> None:
    of = system.module.__name__.rpartition(".")[2]
    for name, kind in kinds(system.numbers).items():
        whole = YEARS if name == "most_years" else LIMITS.get((of, name))
        limits = whole or LIMITS_OF_PARTS.get((of, name), (0, MOST_POINTS))
        assert (kind.whole, kind.least, kind.most) == (bool(whole), *limits) or kind.words, name


def others(kind: Kind, value: Any) -> Iterator[str]:
    """Yield allowed values other than `value`, as the text of a setting."""
    if kind.words:
        yield from (word for word in kind.words if word != value)
    elif kind.several:
        yield ", ".join(f"{min(one + 1 + place, kind.most):g}" for place, one in enumerate(value))
    else:
        yield from (
            f"{other:g}"
            for other in (value + 1, value + 3, value / 2, value - 1, 2, 5)
            if allowed(kind, other) and other != value
        )


def allowed(kind: Kind, value: float) -> bool:
    return kind.least <= value <= kind.most and not (kind.whole and value % 1)


@pytest.mark.parametrize("points", [3_000, MOST_POINTS])
def test_large_numbers_of_points_for_each_centre_do_not_overflow(points: int) -> None:
    """Worked out by hand: two powers with 17 centres each share the prizes of 7000 and 6000 for the first two places.

    Centres are stored as small integers, in which such points would overflow.
    """
    system = season_system("2013", "mine", "carnage", (("centre", f"{points}"),))
    score = score_boards(
        system, boards_of([PlainBoard((17, 17, 0, 0, 0, 0, 0), eliminated=(None, None, *range(2, 7)))])
    ).score
    assert score[:, 0].tolist() == [17 * points + 6500] * 2 + [1000, 2000, 3000, 4000, 5000]


@grouped(
    "system",
    [s for s in systems().values() if "centre" in kinds(s.numbers) and s.published not in SCALED],
    ids=lambda system: system.id,
)
def test_doubling_the_points_for_each_centre_doubles_the_points_for_centres(system: System) -> None:
    """According to a system's rule sheet, the `centre` setting is the number of points for each centre."""
    own = [season_system("2013", "own", system.id, (("centre", typed),)) for typed in ("2", "4")]
    once, twice = (score_boards(one, BOARDS).parts["centre points"] for one in own)
    assert np.nansum(once) > 0
    np.testing.assert_allclose(twice, 2 * once)


def test_a_draw_of_one_has_the_bonus_for_every_centre() -> None:
    """Worked out by hand: under Calhamer, a power alone in a draw has 1 point, and one more for each of its 10 centres.

    The bonus is the power's number of centres divided by the size of the draw, rounded down.
    """
    system = season_system("2013", "mine", "calhamer", (("whole", "1"),))
    board = PlainBoard((10, 8, 6, 4, 3, 2, 1), winners=frozenset({0}))
    assert score_boards(system, boards_of([board])).score[:, 0].tolist() == [11, *[0] * 6]


def test_a_bonus_without_shares_goes_to_nobody() -> None:
    """Worked out by hand: here only powers that are two centres below the top have a share of the 12 points.

    With 17-16-1 centres there is no such power, so nobody gets any. With 10-8-6-4-3-2-1, the power with 8 gets all 12.
    """
    system = season_system("2013", "mine", "bangkok", (("shares", "0; 0; 1"),))
    boards = boards_of(
        [
            PlainBoard((10, 8, 6, 4, 3, 2, 1)),
            PlainBoard((17, 16, 1, 0, 0, 0, 0), eliminated=(None, None, None, 2, 2, 2, 2)),
        ]
    )
    score = score_boards(system, boards).score.T
    np.testing.assert_allclose(score, [[13, 8 + 3 + 12, 9, 7, 6, 5, 4], [20, 19, 4, *[2 * 0.3] * 4]])


def sheet(system: System) -> str:
    """Return the text of a system's rule sheet without its sources."""
    return "\n".join(rule.text for rule in system.rules if rule.label != "Source")


@grouped(("id", "name"), NUMBERS)
def test_every_number_can_be_set_and_changes_the_rule_sheet_and_some_score(id: str, name: str) -> None:
    beside = [WITH[id, name]] if (id, name) in WITH else []
    base = season_system("2013", "base", id, tuple(beside))
    before = score_boards(base, BOARDS).score
    printed, followed = False, False
    for typed in others(kinds(base.numbers)[name], getattr(base.numbers, name)):
        own = season_system("2013", "own", id, tuple(sorted([*beside, (name, typed)])))
        assert getattr(own.numbers, name) != getattr(base.numbers, name)
        if own.parts:
            printed |= sheet(own) != sheet(base)
            followed |= not np.array_equal(score_boards(own, BOARDS).score, before, equal_nan=True)
    assert (printed and followed) != ((id, name) in WITHOUT_EFFECT), (printed, followed)
