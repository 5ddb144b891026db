"""An independent, simple calculation of the penalties for unmet wishes, used to check the program's seatings.

The penalties of a seating are counted pair by pair and seat by seat. For a few tables, the lowest penalty is found by
brute force. The source is "Sistema di punteggio Italia-2010", version 7.8, paragraphs 8, 8.1, 8.4 and 8.6. The penalty
for each unmet wish is restated here. Nothing is shared with the program except the records that this module takes and
returns.
"""

import random
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from pipeline.tools.desk.seating.hall import Hall, Played, Seat

Array = NDArray[np.int64]
POWERS = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
GROUP = {"England": 1, "France": 1, "Russia": 2, "Turkey": 2, "Austria": 3, "Germany": 3, "Italy": 3}
TIE, POWER, MEETING, OF_GROUP = 1000, 60, 10, 1


def record(round_: int, seats: Sequence[Seat]) -> list[Played]:
    """Return the seats of a round as records for the history that the next round uses."""
    return [Played(str(round_), str(seat.board), seat.power, seat.player) for seat in seats]


def by_board(seats: Sequence[Seat | Played]) -> dict[object, dict[str, str]]:
    """Return a mapping from each board to its players, keyed by power."""
    boards: dict[object, dict[str, str]] = defaultdict(dict)
    for seat in seats:
        key = (seat.round, seat.board) if isinstance(seat, Played) else seat.board
        assert seat.power not in boards[key], f"{seat.power} twice at board {key}"
        boards[key][seat.power] = seat.player
    return boards


def check_legal(hall: Hall, seats: Sequence[Seat], doubled: Collection[str] = ()) -> None:
    """Assert that a seating is valid.

    Every power except Turkey must have a player, everybody must be seated as often as agreed, and nobody may sit at the
    same table twice or play the same power twice.
    """
    boards = by_board(seats)
    assert [*boards] == [*range(1, len(boards) + 1)]
    for powers in boards.values():
        assert [*powers] == POWERS
        empty = [power for power, player in powers.items() if not player]
        assert empty in ([], ["Turkey"])
        players = [player for player in powers.values() if player]
        assert len({*players}) == len(players)
    games = defaultdict(list)
    for seat in seats:
        if seat.player:
            games[seat.player].append(seat.power)
    assert {*games} == {*hall.players} - {*hall.sitting_out}
    for player, powers_played in games.items():
        assert len(powers_played) == (2 if player in doubled else 1)
        assert len({*powers_played}) == len(powers_played)


def points(hall: Hall, seats: Sequence[Seat]) -> dict[str, int]:
    """Return a seating's penalty for each kind of unmet wish.

    ties      people who asked to be kept apart sit at one table in the first two rounds (paragraph 8.1)
    powers    a person plays the same power again
    meetings  two people meet again
    groups    a person plays another power of the same group in GROUP
    """
    cost = {"ties": 0, "powers": 0, "meetings": 0, "groups": 0}
    earlier = [{*table.values()} - {""} for table in by_board(hall.history).values()]
    now = [{*table.values()} - {""} for table in by_board(seats).values()]
    ties = {frozenset(tie) for tie in hall.ties}
    people = sorted(set().union(*now)) if now else []
    for one, other in combinations(people, 2):
        before = sum(one in table and other in table for table in earlier)
        for _ in range(sum(one in table and other in table for table in now)):
            cost["meetings"] += MEETING * before
            before += 1
            if hall.number <= 2:
                cost["ties"] += TIE * sum(one in tie and other in tie for tie in ties)
    for player in people:
        had = [seat.power for seat in hall.history if seat.player == player]
        for power in [seat.power for seat in seats if seat.player == player]:
            cost["powers"] += POWER * had.count(power)
            cost["groups"] += OF_GROUP * sum(GROUP[power] == GROUP[old] and power != old for old in had)
            had.append(power)
    return cost


def least_meetings(hall: Hall, pools: Sequence[tuple[Collection[str], int]]) -> int:
    """Return the least possible number of repeated meetings.

    pools  the people in each pool, and the number of tables they are spread over

    If more than t people from one earlier table are spread over t tables, some of them must meet again.
    """
    least = 0
    for table in by_board(hall.history).values():
        for people, tables in pools:
            here = len({*table.values()} & {*people})
            spread = [here // tables + (place < here % tables) for place in range(tables)]
            least += sum(seated * (seated - 1) // 2 for seated in spread)
    return least


# -- brute force -------------------------------------------------------------------------------------------------------


def cheapest_two(hall: Hall, sizes: tuple[int, int], doubled: Sequence[str] = ()) -> int:
    """Return the lowest penalty for two tables, over all ways to divide the people and to assign the powers.

    doubled  players at both tables
    """
    people = [*doubled, *sorted({*hall.players} - {*hall.sitting_out} - {*doubled})]
    both, singles = [*range(len(doubled))], [*range(len(doubled), len(people))]
    halves = [*combinations(singles, sizes[0] - len(doubled))]
    if sizes[0] == sizes[1]:
        halves = halves[: len(halves) // 2]  # the rest are the same tables in the other order
    first = np.array([[*both, *half] for half in halves])
    second = np.array([[*both, *sorted({*singles} - {*half})] for half in halves])
    pair, power = prices(hall, people)
    meetings = table_price(pair, first) + table_price(pair, second)
    meetings += MEETING * (len(doubled) * (len(doubled) - 1) // 2)  # two volunteers meet for a second time
    one, other = (cheapest_powers(power, tables, len(doubled)) for tables in (first, second))
    return min(
        int((meetings + one[mine] + other[theirs]).min()) + OF_GROUP * sum(GROUP[a] == GROUP[b] for a, b in together)
        for mine in one
        for theirs in other
        for together in [[*zip(mine, theirs, strict=True)]]
        if all(a != b for a, b in together)
    )


def cheapest_three_sixes(hall: Hall) -> int:
    """Return the lowest penalty for three tables of six, over all ways to divide eighteen people."""
    people = sorted(hall.players)
    tables = np.array([*combinations(range(18), 6)])
    pair, power = prices(hall, people)
    price = np.zeros(2**18, np.int64)
    price[(1 << tables).sum(axis=1)] = table_price(pair, tables) + cheapest_powers(power, tables, 0)[()]
    halves = np.array([[place in half for place in range(12)] for half in combinations(range(12), 6)], np.int64)
    least = []
    for table in tables[tables[:, 0] == 0]:
        others = 1 << np.array(sorted({*range(18)} - {*table.tolist()}))
        first = halves @ others
        least.append(price[(1 << table).sum()] + (price[first] + price[others.sum() - first]).min())
    return int(min(least))


def prices(hall: Hall, people: Sequence[str]) -> tuple[Array, Array]:
    """Return the penalties for pairs and for powers.

    The first array, of shape (person, person), has the penalty for seating two people at one table. The second, of
    shape (person, power), has the penalty for giving a power to a person.
    """
    pair = np.zeros((len(people), len(people)), np.int64)
    for (i, one), (j, other) in combinations(enumerate(people), 2):
        tables = by_board(hall.history).values()
        pair[i, j] = MEETING * sum(one in table.values() and other in table.values() for table in tables)
        if hall.number <= 2:
            pair[i, j] += TIE * sum(one in tie and other in tie for tie in {frozenset(tie) for tie in hall.ties})
    power = np.zeros((len(people), len(POWERS)), np.int64)
    for i, player in enumerate(people):
        had = [seat.power for seat in hall.history if seat.player == player]
        for k, new in enumerate(POWERS):
            power[i, k] = POWER * had.count(new) + OF_GROUP * sum(
                GROUP[new] == GROUP[old] and new != old for old in had
            )
    return pair + pair.T, power


def table_price(pair: Array, tables: Array) -> Array:
    """Return the total penalty for all pairs at each table.

    pair    penalty for each pair of people
    tables  the people at each table, as a (table, seat) array of their indices
    """
    return sum(pair[tables[:, i], tables[:, j]] for i, j in combinations(range(tables.shape[1]), 2))


def cheapest_powers(power: Array, tables: Array, fixed: int) -> dict[tuple[str, ...], Array]:
    """Return the lowest penalty for the powers at each table, keyed by the powers of its first `fixed` people.

    There is a key for every way to choose these powers, and each value has one penalty per table. The other people get
    the powers that cost least. A table of six has no Turkey.
    """
    played = range(tables.shape[1])  # Turkey is the last of the seven
    ways = np.array([*permutations(played)])
    cost = sum(power[tables[:, i]][:, ways[:, i]] for i in played)
    beginnings = [*permutations(POWERS[: len(played)], fixed)]  # in the order of the assignments
    return {
        powers: block.min(axis=1)
        for powers, block in zip(beginnings, np.split(cost, len(beginnings), axis=1), strict=True)
    }


# -- random halls ------------------------------------------------------------------------------------------------------


def generated_history(names: Sequence[str], rounds: int, lots: random.Random) -> list[Played]:
    """Return a history of earlier rounds at random tables. Players left over in a round sat it out."""
    history = []
    for round_ in range(1, rounds + 1):
        order = lots.sample(names, len(names))
        board = 0
        while len(order) >= 6:
            board += 1
            size = 7 if len(order) >= 7 and lots.random() < 0.8 else 6
            seats, order = order[:size], order[size:]
            powers = lots.sample(POWERS[:size], size)
            history += [Played(str(round_), str(board), power, who) for power, who in zip(powers, seats, strict=True)]
            if size == 6:
                history.append(Played(str(round_), str(board), "Turkey", ""))
    return history
