"""Laws that hold for every board under every system, whatever the system's numeric settings."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.rules.boards import PIECE, Boards
from pipeline.rules.systems import USUAL, System, italia_2010, systems
from pipeline.rules.ties import settled
from pipeline.score.score import Scores, score_boards, statuses
from schemas.messages import say
from schemas.words import POWERS
from tests import THOROUGH
from tests.grouped import grouped
from tests.reference.boards import NAMUR_TABLE, PlainBoard, random_game, reading
from tests.scoring import CLOSE, arrays, boards_of, seated

every_system = grouped("system", systems().values(), ids=lambda system: system.id)
usual_system = pytest.mark.parametrize(
    "system", [systems()[i] for i in (systems() if THOROUGH else USUAL)], ids=lambda system: system.id
)
games = st.lists(st.integers(0, 10**6).map(lambda seed: random_game(random.Random(seed))), min_size=1, max_size=20)
orders = st.permutations(range(len(POWERS)))


@cache
def played(count: int = 400) -> list[PlainBoard]:
    """Return random games with charts, including games in progress. The games are the same in every run."""
    rng = random.Random(count)
    return [random_game(rng) for _ in range(count)]


@cache
def charted(count: int = 400) -> Boards:
    """Return `count` games from `played`, as arrays."""
    return boards_of(played(count))


@cache
def many(count: int = 400) -> Boards:
    """Return `count` games from `played`, as arrays. Every tenth game lacks its chart."""
    return boards_of([replace(game, chart=()) if i % 10 == 0 else game for i, game in enumerate(played(count))])


def figures(scores: Scores) -> dict[str, NDArray]:
    """Return all arrays in the scores, under keys such as `score` and `working: shares`."""
    groups = {
        "part": scores.parts,
        "working": scores.working,
        "unscorable": scores.unscorable,
        "notice": scores.notices,
    }
    named = {f"{group}: {name}": array for group, members in groups.items() for name, array in members.items()}
    return named | {"score": scores.score, "place": scores.place}


def assert_same(found: dict[str, NDArray], wanted: dict[str, NDArray]) -> None:
    """Assert that arrays with the same name are identical to the last bit.

    An array that is all zero or False may be missing on one side. For example, a remark that applies to no board may
    have no mask.
    """
    for name in found.keys() | wanted.keys():
        if name in found and name in wanted:
            np.testing.assert_array_equal(found[name], wanted[name], err_msg=name)
        else:
            assert not (found | wanted)[name].any(), f"{name} is said only one way"


def scored(scores: Scores) -> NDArray[np.bool_]:
    """Return a mask of the boards that have a score."""
    return ~np.isnan(scores.score).any(axis=0)


# -- symmetry ----------------------------------------------------------------------------------------------------------


def order_of_powers_decides(game: PlainBoard) -> bool:
    """Return whether two powers are level in every year, so that only Italia-2010's order separates them."""
    held = [*zip(*game.chart, strict=True)] or [(own,) for own in game.centres]
    return len({*held}) < len(held)


@cache
def without_order_of_powers() -> Boards:
    return boards_of([game for game in played() if not order_of_powers_decides(game)])


@every_system
@pytest.mark.parametrize("order", [(6, 5, 4, 3, 2, 1, 0), (1, 2, 3, 4, 5, 6, 0), (3, 0, 6, 2, 5, 1, 4)], ids=str)
def test_powers_that_change_seats_take_their_points_along(system: System, order: Sequence[int]) -> None:
    boards = without_order_of_powers() if system.id == "italia_2010" else charted()
    here, there = score_boards(system, boards), score_boards(system, seated(boards, order))
    np.testing.assert_allclose(there.score, here.score[order, :], atol=CLOSE, rtol=0)
    np.testing.assert_array_equal(there.place, here.place[order, :])


@given(played=games, order=orders)
def test_italia_2010_follows_its_order_of_powers_into_other_seats(
    played: list[PlainBoard], order: Sequence[int]
) -> None:
    system, boards = systems()["italia_2010"], boards_of(played)
    here = score_boards(system, boards)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(italia_2010, "LAST_RESORT", italia_2010.LAST_RESORT[order, :])
        there = score_boards(system, seated(boards, order))
    np.testing.assert_array_equal(there.score, here.score[order, :])
    np.testing.assert_array_equal(there.place, here.place[order, :])


DRAWS = "who has a part in the draw may have fewer centres than who has none"
OUT_LATE = "0.3 for each year lived are more than a survivor's 3 + 1 to an eliminated power of 1914 or later"
NOT_BY_CENTRES = {  # systems in which more centres may be worth less, with the reason
    "pgp": "counts all years, and missed turns",
    **dict.fromkeys(("calhamer", "cruise_con", "draw_size", "dsi", "grand_festive", "pacificon"), DRAWS),
    **dict.fromkeys(("bangkok", "bangkok_dipvis", "olympic"), OUT_LATE),
    **dict.fromkeys(("playdip_league_2018", "playdiplomacy_2008"), DRAWS),
    "burgess_1990": "takes a point off for each centre more than the smallest power of the draw",
    "dixie": "who shares the draw is first, whatever the centres",
    "girsh": "survivors pay a sole leader, the eliminated do not",
    "southern_sun": "3 points a year are more than a survivor's 30 + 10 + 10 from 1917 on",
}


@cache
def fair() -> Boards:
    """Return finished games without penalties."""
    return boards_of([replace(game, penalty=(Fraction(0),) * 7, in_progress=False) for game in played()])


@pytest.mark.parametrize(
    "system", [system for system in systems().values() if system.id not in NOT_BY_CENTRES], ids=lambda system: system.id
)
def test_more_centres_are_never_worth_less_on_the_same_board(system: System) -> None:
    boards = fair()
    score = score_boards(system, boards).score
    for i in range(len(POWERS)):
        for j in range(len(POWERS)):
            more = boards.centres[i] > boards.centres[j]
            assert (score[i, more] >= score[j, more] - CLOSE).all()


# -- one board or many -------------------------------------------------------------------------------------------------


@every_system
def test_boards_scored_together_have_the_same_scores_as_one_by_one(system: System) -> None:
    boards = many(400 if THOROUGH else 20)
    together = figures(score_boards(system, boards))
    for number in range(len(boards)):
        alone = figures(score_boards(system, boards[number : number + 1]))
        assert_same(alone, {name: array[..., number : number + 1] for name, array in together.items()})


@usual_system
def test_the_pieces_of_a_long_season_are_joined_together(system: System) -> None:
    boards = many()
    times = 2 * PIECE // len(boards) + 1
    assert times * len(boards) > 2 * PIECE
    long = Boards(**{name: np.concatenate([array] * times, axis=-1) for name, array in arrays(boards).items()})
    once = figures(score_boards(system, boards))
    assert_same(
        figures(score_boards(system, long)),
        {name: np.concatenate([array] * times, axis=-1) for name, array in once.items()},
    )


@every_system
def test_a_season_without_boards_has_no_scores(system: System) -> None:
    scores = score_boards(system, many(10)[:0])
    assert [*scores.parts] == system.parts
    assert scores.score.shape == scores.place.shape == (len(POWERS), 0)


@every_system
def test_longer_games_on_other_tables_change_no_score(system: System) -> None:
    assert_same(figures(score_boards(system, longer())), figures(score_boards(system, charted(50))))


@cache
def longer() -> Boards:
    return boards_of(played(50), longest=33)


@every_system
def test_scoring_does_not_change_the_boards(system: System) -> None:
    boards = many(50)
    for array in arrays(boards).values():
        array.flags.writeable = False
    before = {name: array.copy() for name, array in arrays(boards).items()}
    first, second = figures(score_boards(system, boards)), figures(score_boards(system, boards))
    assert_same(arrays(boards), before)
    assert_same(first, second)


# -- sums --------------------------------------------------------------------------------------------------------------


@every_system
def test_the_parts_add_up_to_the_score(system: System) -> None:
    scores = score_boards(system, charted())
    assert [*scores.parts] == system.parts
    for points in scores.parts.values():
        assert points.shape == scores.score.shape
        np.testing.assert_array_equal(np.isnan(points), np.isnan(scores.score))
    np.testing.assert_allclose(sum(scores.parts.values()), scores.score, atol=CLOSE, rtol=0)


TOTALS = {  # the total of a board without a solo, by its centres
    "c_diplo": lambda centres: 66 + centres.sum(),
    "c_diplo_100": lambda centres: 66 + centres.sum(),
    "c_diplo_80": lambda centres: 46 + centres.sum(),
    "carnage": lambda centres: 28_000 + centres.sum(),
    "carnage_dead_equal": lambda centres: 28_000 + centres.sum(),
    "dixie": lambda centres: 454 + 4 * centres.sum(),
    "duct_tape_v2": lambda centres: 100 + centres.sum(),
    "c_diplo_namur": lambda centres: 66 + sum(NAMUR_TABLE[own] for own in centres),
    "win_namur": lambda centres: 36 + sum(NAMUR_TABLE[own] for own in centres),
    "omg": lambda centres: 1.5 * centres.sum() + 9 * (centres > 0).sum() + 9,
    "boucher": lambda centres: 10 * (centres > 0).sum() * (centres == 0).sum() or 7,
    "pgp": lambda centres: 100,
    "sum_of_squares": lambda centres: 100,
    "tribute": lambda centres: 66 + centres.sum(),
    "dragonflight": lambda centres: 60,
    "janus": lambda centres: 66 + centres.sum(),
    "ppsc": lambda centres: centres.sum(),
    "survivors_win": lambda centres: 100,
}
SOLOS = {
    "c_diplo": 73,
    "c_diplo_100": 100,
    "c_diplo_80": 80,
    "c_diplo_conquest": 73,
    "carnage": 28_034,
    "detour_09_world_cup": 110,
    "duct_tape_v2": 75,
    "fibonacci": 33_034,
    "kublacon_kill": 34,
    "southern_sun": 500,
    "c_diplo_namur": 85,
    "win_namur": 82,
    "win_namur_survival": 82,
    "omg": 100,
    "boucher": 60,
    "sum_of_squares": 100,
    "tribute": 100,
    "open_tribute": 340,
    "weasel_moot_2007": 450,
    "apex": 340,
    "bangkok_2022": 4000,
    "base_3": 46,
    "bear_con": 34,
    "calhamer": 1,
    "dragonflight": 61,
    "draw_size": 100,
    "janus": 100,
    "mind_the_gap": 100,
    "mischief": 34,
    "olympic": 46,
    "omg_dbn": 100,
    "pacificon": 125,
    "playdip_league_2018": 40,
    "solo_or_bust": 100,
    "your_draw_size": 320,
    "your_draw_size_short": 300,
}


@pytest.mark.parametrize("system", TOTALS)
def test_a_board_without_a_solo_adds_up_to_the_total_of_the_rule(system: str) -> None:
    boards = many()
    scores = score_boards(systems()[system], boards)
    counted = boards.drawn & scored(scores)
    assert counted.sum() > 100
    totals = [TOTALS[system](centres) for centres in boards.centres.T[counted]]
    if system == "pgp":  # nobody has points if all totals are below zero
        totals = np.where(scores.score[:, counted].any(axis=0), totals, 0)
    np.testing.assert_allclose(scores.score[:, counted].sum(axis=0), totals, atol=CLOSE, rtol=0)


@pytest.mark.parametrize("system", SOLOS)
def test_a_solo_takes_everything(system: str) -> None:
    boards = many()
    assert boards.soloed.sum() > 50
    scores = score_boards(systems()[system], boards)
    np.testing.assert_array_equal(scores.score[:, boards.soloed], SOLOS[system] * boards.solo[:, boards.soloed])


SOLO = PlainBoard(  # two are eliminated, and four of the losers survive
    (0, 18, 8, 4, 3, 1, 0),
    chart=((3, 4, 5, 5, 5, 5, 3), (3, 6, 7, 7, 7, 4, 0), (0, 18, 8, 4, 3, 1, 0)),
    eliminated=(3, None, None, None, None, None, 2),
)
NOTHING_FOR_THE_BEATEN = re.compile("nothing to every other power|every other power scores nothing", re.IGNORECASE)


@every_system
def test_a_rule_sheet_says_that_the_losers_have_nothing_if_they_have_nothing(system: System) -> None:
    """Under C-Diplo, a solo scores all 73 points and all other powers get zero ("tous les autres obtiennent zéro")."""
    score = score_boards(system, boards_of([SOLO])).score[:, 0]
    if not np.isnan(score).any():
        said = any(NOTHING_FOR_THE_BEATEN.search(rule.text) for rule in system.rules)
        assert said == (np.flatnonzero(score).tolist() == [1])


def test_c_diplo_100_gives_100_points_on_every_full_board() -> None:
    boards = many()
    full = (boards.centres.sum(axis=0) == 34) & ~boards.in_progress
    scores = score_boards(systems()["c_diplo_100"], boards)
    assert full.sum() > 50
    np.testing.assert_allclose(scores.score[:, full].sum(axis=0), 100, atol=CLOSE, rtol=0)


# -- ties --------------------------------------------------------------------------------------------------------------


def test_floating_point_noise_exists_and_breaks_no_tie() -> None:
    """Without the rounding in `settled`, some of these equal scores differ in their last bit."""
    scores = score_boards(systems()["pgp"], many(2_000))
    differences = np.abs(scores.score[:, np.newaxis] - scores.score[np.newaxis])
    equal = settled(np.nan_to_num(scores.score))
    noise = (equal[:, np.newaxis] == equal[np.newaxis]) & (differences > 0)
    assert noise.any()
    assert differences[noise].max() < CLOSE


# -- what cannot be scored ---------------------------------------------------------------------------------------------


@every_system
def test_a_board_that_lacks_something_has_no_score_and_affects_no_other(system: System) -> None:
    boards = many()
    scores = score_boards(system, boards)
    lacking = np.any([np.zeros(len(boards), bool), *scores.unscorable.values()], axis=0)
    assert lacking.any() and not lacking.all()
    np.testing.assert_array_equal(~scored(scores), lacking)
    for points in (*scores.parts.values(), scores.score):
        assert np.isnan(points[:, lacking]).all() and np.isfinite(points[:, ~lacking]).all()
    assert not scores.place[:, lacking].any() and (scores.place[:, ~lacking] > 0).all()
    assert not any((mask & lacking).any() for mask in scores.notices.values())
    healthy = Boards(**{name: array[..., ~lacking] for name, array in arrays(boards).items()})
    np.testing.assert_array_equal(score_boards(system, healthy).score, scores.score[:, ~lacking])


def test_everything_a_board_lacks_is_named_in_one_line() -> None:
    """One board is scored, one is in progress, and three lack a chart, a year or both."""
    unscorable = {say("no chart"): np.array([0, 0, 1, 1, 0], bool), say("no year"): np.array([0, 0, 0, 1, 1], bool)}
    words, of_board = statuses(unscorable, in_progress=np.array([0, 1, 0, 0, 1], bool))
    assert [words[number] for number in of_board] == [
        "scored", "in progress", "unscorable: no chart", "unscorable: no chart; no year", "unscorable: no year",
    ]  # fmt: skip


def test_boards_with_an_elimination_of_minus_one_lack_its_year() -> None:
    boards = boards_of([replace(PlainBoard((17, 17, 0, 0, 0, 0, 0)), eliminated=(0, 0, 3, 4, 5, 6, 7))] * 2)
    eliminated = boards.eliminated.copy()
    eliminated[2, 1] = -1
    unscorable = systems()["win_namur_survival"].unscorable(replace(boards, eliminated=eliminated))
    assert unscorable[say("the year of an elimination is not known")].tolist() == [False, True]


def test_numbers_of_a_board_are_written_alike_whatever_the_other_boards() -> None:
    boards = many(50)
    healthy = Boards(
        **{name: array[..., ~boards.in_progress & boards.charted] for name, array in arrays(boards).items()}
    )
    for system in systems().values():
        for some in (boards, healthy):
            scores = score_boards(system, some)
            kinds = {name: array.dtype for name, array in (scores.parts | scores.working).items()}
            assert kinds == dict.fromkeys(kinds, np.dtype(np.float64)), f"{system.id}, {len(some)} boards"


def test_diplo_ligue_has_a_remark_on_every_board_not_of_seven_years() -> None:
    boards = many()
    (remark,) = score_boards(systems()["diplo_ligue"], boards).notices.values()
    np.testing.assert_array_equal(remark, (boards.years > 0) & (boards.years != 7) & ~boards.in_progress)
    assert {1, 6, 8, 20} <= {*boards.years[remark].tolist()}


@every_system
def test_only_pgp_scores_a_game_in_progress(system: System) -> None:
    boards = many()
    in_progress = boards.in_progress & boards.charted
    assert in_progress.sum() > 20
    assert scored(score_boards(system, boards))[in_progress].all() == (system.id == "pgp")
    assert scored(score_boards(system, boards))[in_progress].any() == (system.id == "pgp")
    assert system.scores_games_in_progress == (system.id == "pgp")


@every_system
def test_unrecorded_autumns_never_change_a_score(system: System) -> None:
    """A board with only its last few autumns recorded has no score, or the score that its whole chart would give."""
    whole = charted()
    known = np.random.default_rng(20).integers(1, 21, len(whole))
    recorded = whole.recorded & (np.arange(len(whole.recorded))[:, np.newaxis] >= whole.years - known)
    late = replace(whole, recorded=recorded, owned=whole.owned * recorded[:, np.newaxis])
    full, part = score_boards(system, whole), score_boards(system, late)
    given_anyway = scored(part)
    np.testing.assert_array_equal(part.score[:, given_anyway], full.score[:, given_anyway])
    unplayed = (whole.years <= known) & scored(full)
    np.testing.assert_array_equal(given_anyway | ~unplayed, True)


@every_system
def test_unknown_years_never_change_a_score(system: System) -> None:
    """A board with unknown years and no chart has either no score or the score that its chart would give.

    The unknown years are those of some eliminations and, on some boards, the final year.
    """
    whole, rng = charted(), np.random.default_rng(6)
    forgotten, last_year = rng.random(whole.eliminated.shape) < 0.3, rng.random(len(whole)) < 0.5
    eliminated = np.where(forgotten & (whole.eliminated != 0), -1, whole.eliminated)
    final = replace(whole, recorded=whole.recorded & False, owned=whole.owned * 0, eliminated=eliminated)
    known = replace(final, years=whole.years * last_year)
    full, part = score_boards(system, whole), score_boards(system, known)
    given_anyway = scored(part)
    np.testing.assert_array_equal(part.score[:, given_anyway], full.score[:, given_anyway])


@given(played=games, last=st.integers(1902, 1925))
def test_italia_2010_needs_earlier_autumns_only_if_a_prize_depends_on_them(played: list[PlainBoard], last: int) -> None:
    final = [replace(game, chart=(), in_progress=False) for game in played]
    boards = replace(boards_of(final, longest=1), years=np.full(len(final), last - 1900, np.int16))
    scores = score_boards(systems()["italia_2010"], boards)
    unreadable = [reading("italia_2010")(game) is None for game in final]
    np.testing.assert_array_equal(~scored(scores), unreadable)
    reason = say("a tie for a prize is unresolved, and the centres for {year} are not known", year=last - 1)
    np.testing.assert_array_equal(scores.unscorable.get(reason, np.zeros(len(final), bool)), unreadable)


# -- the arrays --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", arrays(many(3)))
def test_arrays_that_are_not_aligned_are_refused(name: str) -> None:
    boards = many(3)
    with pytest.raises(ValueError, match="has the shape"):
        replace(boards, **{name: arrays(boards)[name][..., :-1]})


@given(played=games)
def test_the_facts_of_a_board_are_those_of_its_chart(played: list[PlainBoard]) -> None:
    boards = boards_of(played)
    for number, game in enumerate(played):
        own = [*zip(*game.chart, strict=True)]
        assert boards.centre_years[:, number].tolist() == [sum(years) for years in own]
        assert boards.years_lived[:, number].tolist() == [(*years, 0).index(0) + (0 in years) for years in own]
        assert boards.survivor[:, number].tolist() == [years[-1] > 0 for years in own]
        assert boards.solo[:, number].tolist() == [years[-1] >= 18 for years in own]
        penalties = [2 * o + a for o, a in zip(game.nmr_orders, game.nmr_adjustments, strict=True)]
        assert boards.nmr_penalties[:, number].tolist() == penalties
    assert (boards.drawn == ~boards.soloed).all() and boards.charted.all()


@pytest.mark.parametrize("name", arrays(many(3)))
def test_arrays_with_one_board_too_many_are_refused(name: str) -> None:
    boards = many(3)
    longer = np.concatenate([arrays(boards)[name], arrays(boards)[name][..., :1]], axis=-1)
    with pytest.raises(ValueError, match="has the shape"):
        replace(boards, **{name: longer})
