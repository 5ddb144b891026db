"""Measure how well and how fast events of 7 to 70 players are seated: `python -m tests.bench.seating`.

Each event has four rounds, seated one after the other as a director would seat them. The last round is seated in the
order of the standings, with a top table if there are at least 14 players. The standings are random, since no games are
played. If the players do not fill the tables, some of them, chosen at random, play on two boards, and
`CannotSeatError` says how many are needed. `python -m tests.bench.seating 49 20` lists the unmet wishes in an event
with 49 players and in one with 20. Meetings and powers are counted by `tests.reference.seating`. The `at least` column
gives the number of pairs that must meet again in any seating. For example, if seven people from one earlier table are
spread over six tables, two of them must meet again. Seconds are wall-clock seconds.
"""

import random
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import NamedTuple

from pipeline.tools.desk.seating import seat
from pipeline.tools.desk.seating.hall import CannotSeatError, Hall, Seating
from pipeline.tools.desk.seating.pools import FULL, lay_out
from tests.reference.seating import MEETING, OF_GROUP, POWER, check_legal, least_meetings, points, record

ROUNDS, SEED = 4, 2010
PLAYERS = range(7, 71)
EVENTS_OF_49 = 10


class Seated(NamedTuple):
    """A round of an event, its seating, and how long the seating took."""

    hall: Hall
    seating: Seating
    seconds: float

    def met(self) -> int:
        """Return the number of repeated meetings. A pair that meets again counts once for each earlier meeting."""
        return points(self.hall, self.seating.seats)["meetings"] // MEETING

    def at_least(self) -> int:
        """Return the least number of repeated meetings that any seating can have."""
        layout = lay_out(self.hall)
        pools = [
            ([who for who, its_pool in layout.places if its_pool == pool], layout.pools.count(pool))
            for pool in {*layout.pools}
        ]
        return least_meetings(self.hall, pools)


def event(players: int, seed: int) -> Iterator[Seated]:
    """Yield the four rounds of an event."""
    lots = random.Random(f"{players} {seed}")
    names = [f"Player {i}" for i in range(1, players + 1)]
    history = []
    for number in range(1, ROUNDS + 1):
        last = number == ROUNDS
        standings = {player: rank for rank, player in enumerate(lots.sample(names, players), 1)} if last else {}
        top = last and players >= 2 * FULL
        hall = Hall(names, number, seed, tuple(history), last=last, top_table=top, standings=standings)
        hall = with_volunteers(hall, lots)
        start = perf_counter()
        seating = seat(hall)
        yield Seated(hall, seating, perf_counter() - start)
        check_legal(hall, seating.seats, seating.doubled)
        assert sum(points(hall, seating.seats).values()) == seating.cost
        history += record(number, seating.seats)


def with_volunteers(hall: Hall, lots: random.Random) -> Hall:
    """Return the hall with the volunteers it needs, chosen at random.

    They are chosen from players for whom a second table can be found.
    """
    try:
        lay_out(hall)
    except CannotSeatError as lacking:
        assert lacking.volunteers is not None
        first = sorted(hall.players, key=lambda player: hall.standings.get(player, 0))[: len(hall.players) - FULL]
        pool = first if len(first) >= lacking.volunteers else list(hall.players)
        return Hall(**{**vars(hall), "volunteers": tuple(lots.sample(pool, lacking.volunteers))})
    return hall


def line(players: int, rounds: list[Seated]) -> str:
    """Return one event as a line of the table."""
    cost = [points(each.hall, each.seating.seats) for each in rounds]
    open_ = [
        f"round {each.hall.number}: {each.seating.cost - each.seating.bound}"
        for each in rounds
        if not each.seating.proven
    ]
    return "".join((
        f"{players:7}",
        f"{max(len(each.hall.volunteers) for each in rounds):11}",
        f"{' '.join(str(each.met()) for each in rounds):>16}",
        f"{' '.join(str(each.at_least()) for each in rounds):>16}",
        f"{sum(each['powers'] for each in cost) // POWER:8}",
        f"{sum(each['groups'] for each in cost) // OF_GROUP:8}",
        f"{sum(len(each.seating.broken) for each in rounds):8}",
        f"{sum(each.seconds for each in rounds):9.1f}",
        f"{max(each.seconds for each in rounds):9.1f}",
        "   " + ("all" if not open_ else f"all but {', '.join(open_)} points above the bound"),
    ))  # fmt: skip


HEAD = (
    f"{'players':>7}{'volunteers':>11}{'met again':>16}{'at least':>16}{'powers':>8}{'groups':>8}{'broken':>8}"
    f"{'seconds':>9}{'slowest':>9}   proven"
)


def broken_wishes(players: int) -> None:
    """Print every unmet wish in an event with this number of players."""
    for seated in event(players, SEED):
        seating = seated.seating
        print(f"\n{players} players, round {seated.hall.number}: {seating.cost} points, no less than {seating.bound}")
        for remark in seating.remarks:
            print(f"  {remark}")
        for wish in seating.broken:
            print(
                f"{wish.cost:5}  {wish.paragraph:4}  board {wish.board:2}  {wish.wish}: {', '.join(wish.players)}; {wish.why}"
            )


def main() -> None:
    """Seat all events and print a line for each."""
    print(HEAD)
    for players in PLAYERS:
        print(line(players, [*event(players, SEED)]), flush=True)
    print(f"\n49 players, {EVENTS_OF_49} more events with other lots\n{HEAD}")
    seconds = []
    for seed in range(EVENTS_OF_49):
        rounds = [*event(49, seed)]
        seconds.append(sum(seated.seconds for seated in rounds))
        print(line(49, rounds), flush=True)
    print(f"\nAn event of 49: {median(seconds):.1f} seconds (median), {max(seconds):.1f} at most.")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for number in sys.argv[1:]:
            broken_wishes(int(number))
    else:
        main()
