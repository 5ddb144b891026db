"""An independent, simple implementation of the ratings, against which the program is checked.

The module handles one game and one player at a time, and uses Python numbers instead of arrays.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

SQUARES = "sum_of_squares"


class Seat(NamedTuple):
    """A seat in a game. The seats of a game are listed in the order of the powers."""

    player: str
    score: float
    centres: int
    shares: bool
    drawn: bool


Game = tuple[str, Sequence[Seat]]  # official system, seats


def elo_by_power(games: Sequence[Game]) -> list[list[float]]:
    """Return the ratings of each game's players after the game. A player has a separate rating for each power."""
    performances = [1.5 ** (8 - rank) - 1 for rank in range(1, 8)]
    ratings, played = defaultdict(lambda: 1500.0), defaultdict(int)
    after = []
    for _, seats in games:
        before = [ratings[seat.player, power] for power, seat in enumerate(seats)]
        for power, seat in enumerate(seats):
            above = sum(other.score > seat.score for other in seats)
            level = sum(other.score == seat.score for other in seats)
            got = sum(performances[above : above + level]) / level / sum(performances) if seat.score > 0 else 0
            expected = 0.0
            for other in range(7):
                if other != power:
                    expected += 1 / (1 + 10 ** ((before[other] - before[power]) / 600)) / 21
            change = max(20, 40 - played[seat.player, power] / 2) * 21 * (got - expected)
            if above == 0:
                change = max(change, 0)
            if above + level == 7:
                change = min(change, 0)
            ratings[seat.player, power] = max(1000, before[power] + change)
        for power, seat in enumerate(seats):
            played[seat.player, power] += 1
        after.append([ratings[seat.player, power] for power, seat in enumerate(seats)])
    return after


def ghost(games: Sequence[Game]) -> list[list[float]]:
    """Return the Ghost ratings of each game's players after the game."""
    ratings = defaultdict(lambda: 100.0)
    after = []
    for system, seats in games:
        before = [ratings[seat.player] for seat in seats]
        solo = any(seat.centres >= 18 for seat in seats)
        for seat, rating in zip(seats, before, strict=True):
            if solo:
                got = float(seat.centres >= 18)
            elif system == SQUARES:
                got = seat.centres**2 / sum(other.centres**2 for other in seats)
            else:
                got = seat.shares / sum(other.shares for other in seats)
            expected = rating / sum(before)
            if system == SQUARES and not solo:
                expected = rating**2 / sum(other**2 for other in before)
            ratings[seat.player] = rating + sum(before) / 17.5 * (got - expected)
        after.append([ratings[seat.player] for seat in seats])
    return after


def vdip(games: Sequence[Game]) -> list[list[float]]:
    """Return the ratings of each game's players after the game, by vDiplomacy's method."""
    ratings = defaultdict(lambda: 1000.0)
    after = []
    for _, seats in games:
        before = [ratings[seat.player] for seat in seats]
        total = sum(max(seat.score, 0) for seat in seats)
        shares = [max(seat.score, 0) / total if total else 0 for seat in seats]
        for i, seat in enumerate(seats):
            for j, other in enumerate(seats):
                if i == j or (seat.drawn and other.drawn):
                    continue
                real = 1 if shares[i] > shares[j] else 0 if shares[i] < shares[j] else 0.5
                expected = 1 / (1 + 10 ** ((before[j] - before[i]) / 1000))
                ratings[seat.player] += abs(shares[i] - shares[j]) * 100 * (6 / 7) ** 2.7 * (real - expected)
        after.append([ratings[seat.player] for seat in seats])
    return after


def dip_pouch(events: Sequence[tuple[bool, int, Sequence[tuple[str, int]]]]) -> list[list[float]]:
    """Return the ratings of each event's players after the event.

    events  for each event, whether it is a world championship, its number of rounds, and its players with their places
    """
    ratings = defaultdict(lambda: 40.0)
    after = []
    for world, rounds, standings in events:
        players = len(standings)
        value = 20 if world else min(15, players / (7 if rounds == 1 else 3.5) + 2)
        for player, place in standings:
            ratings[player] += value / 100 * ((players + 0.5 - place) / players * 100 - ratings[player])
        after.append([ratings[player] for player, _ in standings])
    return after
