"""Ratings compared with the examples in their sources and with the independent implementation in `tests.reference`.

In closed ratings, gains must equal losses.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline.rules.ratings import Events, Games, dip_pouch, elo_by_power, ghost, ratings, vdip
from tests.reference import ratings as readings

PLAYERS, RANDOM = 60, 10_000
MODULES = {"elo_by_power": elo_by_power, "ghost": ghost, "vdip": vdip}


def random_games(count: int) -> Games:
    """Return games with all kinds of outcomes: solos, draws of all or some survivors, and games with neither.

    Some players are unnamed, and some scores are zero.
    """
    dice = np.random.default_rng(1901)
    cuts = np.sort(dice.integers(0, 35, (6, count)), axis=0)
    centres = np.diff(np.vstack([np.zeros(count, int), cuts, np.full(count, 34)]), axis=0)
    kinds = np.array([centres**2, centres, np.zeros_like(centres), dice.random((7, count))])
    score = np.round(kinds[dice.integers(0, len(kinds), count), :, np.arange(count)].T, 3)
    player = np.array([dice.permutation(PLAYERS)[:7] for _ in range(count)]).T
    player[0, ::50] = -1 - np.arange(0, count, 50)
    solo, alive = (centres >= 18).any(axis=0), centres > 0
    agreed = ~solo & (dice.random(count) < 0.5)
    named = alive & (dice.random((7, count)) < 0.7)
    shares = np.where(solo, centres >= 18, np.where(agreed & (named.sum(axis=0) > 1), named, alive))
    return Games(player, score, centres, shares, shares & agreed, dice.random(count) < 0.5)


@pytest.fixture(scope="module")
def games() -> Games:
    return random_games(RANDOM)


def plain(games: Games) -> list[readings.Game]:
    """Return the games in the form that `tests.reference.ratings` expects."""
    columns = (games.player, games.score, games.centres, games.shares, games.drawn)
    rows = [array.T.tolist() for array in columns]
    seats = [
        [readings.Seat(str(one[0]), *one[1:]) for one in zip(*game, strict=True)] for game in zip(*rows, strict=True)
    ]
    return [(readings.SQUARES if square else "", game) for square, game in zip(games.squares, seats, strict=True)]


@pytest.mark.parametrize("name", MODULES)
def test_ratings_agree_with_the_second_reading(name: str, games: Games) -> None:
    changes = MODULES[name].changes(games)
    first = plain(games)[:1500]
    assert np.allclose((changes.before + changes.change).T[:1500], getattr(readings, name)(first), rtol=0, atol=1e-8)


@pytest.mark.parametrize("name", ["ghost", "vdip"])
def test_ratings_won_equal_ratings_lost(name: str, games: Games) -> None:
    """Both rule sheets say that the rating is closed, which means that some players lose what others win."""
    changes = MODULES[name].changes(games)
    assert np.abs(changes.change.sum(axis=0)).max() < 1e-9
    assert np.isclose(changes.change.sum(), 0, atol=1e-6)
    assert np.abs(changes.change).max() > 1


def one_game(**changed: NDArray) -> Games:
    """Return the first rated game of seven players, by default a solo in which the first player has 18 centres."""
    centres = np.array([[18, 10, 6, 0, 0, 0, 0]]).T
    given = {
        "player": np.arange(7)[:, None],
        "score": centres.astype(float),
        "centres": centres,
        "shares": centres >= 18,
        "drawn": np.zeros((7, 1), bool),
        "squares": np.array([False]),
    }
    return Games(**(given | changed))


def test_the_example_of_the_ghost_rating() -> None:
    """In webDiplomacy's example, x is the sum of the ratings divided by 17.5.

    The ratings add up to 200, so "x would be 11.43".
    """
    assert ghost.DIVISOR == 17.5 and round(200 / ghost.DIVISOR, 2) == 11.43
    changes = ghost.changes(one_game())  # 700 / 17.5 = 40: 40 x (1 - 1/7) for the solo, else 40 x (0 - 1/7)
    assert changes.change[:, 0] == pytest.approx([40 * 6 / 7, *[-40 / 7] * 6])


def test_a_draw_by_hand() -> None:
    """Worked out by hand: in Ghost, each of the two players in the draw wins 40 x (1/2 - 1/7).

    In vDip these two exchange no points with each other, and the other five lose to both.
    """
    centres = np.array([[17, 17, 0, 0, 0, 0, 0]]).T
    drawn = one_game(centres=centres, score=centres / 34.0, shares=centres > 0, drawn=centres > 0)
    assert ghost.changes(drawn).change[:, 0] == pytest.approx([40 * (1 / 2 - 1 / 7)] * 2 + [-40 / 7] * 5)
    one_match = 0.5 * 100 * (6 / 7) ** 2.7 * 0.5  # a share of one half, and half a match more than expected
    assert vdip.changes(drawn).change[:, 0] == pytest.approx([5 * one_match] * 2 + [-2 * one_match] * 5)


def test_the_first_game_by_power_by_hand() -> None:
    """Worked out by hand: the winner's performance is 1.5^7 - 1 = 16.0859375 out of a sum of 41.2578125, and k is 40.

    All ratings are equal at the start, so each player is expected to get 6 x 1/2 / 21 = 1/7.
    """
    changes = elo_by_power.changes(one_game())
    first = 40 * 21 * (16.0859375 / 41.2578125 - 1 / 7)
    assert changes.change[0, 0] == pytest.approx(first)
    assert changes.change[3:, 0] == pytest.approx([40 * 21 * -1 / 7] * 4)  # a score of zero has no performance
    level = elo_by_power.changes(one_game(score=np.ones((7, 1))))
    assert np.abs(level.change).max() < 1e-9


def test_the_example_of_the_dip_pouch() -> None:
    """In the example from the World Diplomacy Database, the player who is eighth of 65 has a percentile of 88.46.

    The event has a value of 15, so a rating of 55 moves 15 per cent of the way to 88.46: "from 55 to 60.019".
    """
    places = np.arange(1, 66)
    world = np.zeros(65, bool)
    event = Events(np.zeros(65, int), np.arange(65), places, np.full(65, 65), np.full(65, 3), world)
    changes = dip_pouch.changes(event)
    assert round(changes.got[7], 2) == 88.46
    assert 55 + (changes.change[7] / (changes.got[7] - 40)) * (changes.got[7] - 55) == pytest.approx(60.019, abs=5e-4)


def test_the_dip_pouch_rating_agrees_with_the_second_reading() -> None:
    dice = np.random.default_rng(7)
    plain = []
    for _ in range(200):
        players = dice.permutation(PLAYERS)[: dice.integers(1, PLAYERS)]
        plain.append(
            (bool(dice.random() < 0.1), int(dice.integers(0, 4)), [(int(p), n + 1) for n, p in enumerate(players)])
        )
    rows = [(n, p, place, len(st), r, w) for n, (w, r, st) in enumerate(plain) for p, place in st]
    changes = dip_pouch.changes(Events(*map(np.array, zip(*rows, strict=True))))
    after = [rating for event in readings.dip_pouch(plain) for rating in event]
    assert np.allclose(changes.before + changes.change, after, rtol=0, atol=1e-9)


@pytest.mark.parametrize("id", ratings())
def test_every_rating_has_a_rule_sheet(id: str) -> None:
    rating = ratings()[id]
    labels = [paragraph.label for paragraph in rating.rules]
    assert {"Source", "Rating", "Got", "Change", "Reading", "Closed"} <= {*labels} and len({*labels}) == len(labels)
    assert rating.takes in ("games", "events") and rating.settled and rating.title
