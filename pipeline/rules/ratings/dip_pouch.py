"""Dip Pouch Tournament Rating.

Source   World Diplomacy Database, Dip Pouch Tournament Rating, by Matt Shields.
Rating   40 before the first event.
Got      The place in an event of n players as a percentile: 100 (n + 0.5 - place) / n.
Value    20 at a world championship. Otherwise n/3.5 + 2, or n/7 + 2 if the event has one round, but at most 15.
Change   With a value of v, the rating moves v per cent of the way towards the percentile.
Example  A player rated 55 finishes eighth of 65, which is a percentile of 88.46. With a value of 15, the new rating is
         60.019.
Reading  Level players all count as having the place that they share. If the number of rounds is unknown, the event is
         assumed to have had several. The source counts no event before 2001, but here all of a league's events count.
Closed   No: an event changes the rating of each player independently.
"""

import numpy as np

from pipeline.rules.ratings import Changes, Events

START, SETTLED, TAKES = 40.0, 3, "events"
WORLD, MOST, LEAST, SEVERAL, ONE = 20.0, 15.0, 2.0, 3.5, 7.0


def changes(events: Events) -> Changes:
    """Return the rating changes that each event causes, one for each row of `events`."""
    most = events.most.astype(float)
    got = 100 * (most + 0.5 - events.place) / most
    value = np.minimum(MOST, most / np.where(events.rounds == 1, ONE, SEVERAL) + LEAST)
    value = np.where(events.world, WORLD, value)
    before = _befores(events.player, got, value / 100)
    return Changes(before, got, before, value / 100 * (got - before))


def _befores(player: np.ndarray, got: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """Return, for each row, the player's rating before the event.

    All players' first events are computed at once, then all second ones, and so on.
    """
    order = np.argsort(player, kind="stable")
    first = np.flatnonzero(np.diff(player[order], prepend=-1))
    counts = np.diff(np.append(first, len(order)))
    nth = np.empty(len(order), np.int64)
    nth[order] = np.arange(len(order)) - np.repeat(first, counts)
    ratings, before = np.full(player.max(initial=0) + 1, START), np.zeros(len(player))
    for number in range(counts.max(initial=0)):
        rows = nth == number
        before[rows] = ratings[player[rows]]
        ratings[player[rows]] += moved[rows] * (got[rows] - before[rows])
    return before
