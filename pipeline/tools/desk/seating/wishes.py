"""The wishes for the tables of a round. Each unmet wish costs points, and the best tables have the lowest total cost.

The rules rank the wishes without weighting them ("nel limite del possibile"), so the weights below are this program's
own. The points are printed beside every unmet wish, so that a director can see what each one costs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pipeline.tools.desk.seating.hall import Broken, Hall, Played, Seat
from schemas.messages import Listed, Message, Name, listed, say
from schemas.words import POWERS

# 8.1: two people who asked to be kept apart share a table in the first two rounds. This costs more than everything else
# that a table can break in the second round: 21 pairs who met in the first (210) and seven powers played in it (420).
TIED = 1000
# 8: the same power again, once for each earlier time; it costs as much as meeting all six opponents again.
POWER_AGAIN = 60
# 8: two people meet again, once for each earlier meeting: the second meeting costs 10, the third 20.
MET_AGAIN = 10
# 8: another power of the same group, once for each earlier one. The rule ranks this below powers and opponents ("se
# possibile ... inoltre"), so ten cost as much as one meeting. Nobody can avoid it in the fourth round.
GROUP_AGAIN = 1

GROUPS = (("England", "France"), ("Russia", "Turkey"), ("Austria", "Germany", "Italy"))  # 8: F/E, R/T, A/G/I
TIES_KEPT = 2  # rounds in which declared ties are kept apart (8.1)
SAME_GROUP = np.array([[any({one, other} <= {*group} for group in GROUPS) for other in POWERS] for one in POWERS])


@dataclass(frozen=True, order=True)
class Company:
    """People (by number) who should be spread over many tables, and the cost of seating any two of them together."""

    people: tuple[int, ...]
    cost: int


@dataclass(frozen=True, eq=False)
class Wishes:
    """The wishes for a round's tables, expressed as costs.

    people     names of the people, in random order. A person's position in this tuple serves as their number.
    companies  one group of people for each earlier table, and one for each group to be kept apart (paragraph 8.1). Two
               people at one table cost points for each group that contains both, so their third meeting costs twice as
               much as their second.
    power      cost of each power for each player, as a (player, power) array
    """

    people: tuple[str, ...]
    companies: tuple[Company, ...]
    power: NDArray[np.int64]

    def pair_costs(self) -> NDArray[np.int64]:
        """Return the cost of seating each pair of people at the same table, as a (player, player) array."""
        cost = np.zeros((len(self.people), len(self.people)), np.int64)
        for company in self.companies:
            cost[np.ix_(company.people, company.people)] += company.cost
        np.fill_diagonal(cost, 0)
        return cost


def declared_ties(hall: Hall) -> list[frozenset[str]]:
    """Return the groups of people to be kept apart in this round (paragraph 8.1), without duplicates.

    The result is empty after the first TIES_KEPT rounds.
    """
    return [*dict.fromkeys(frozenset(tie) for tie in hall.ties)] if hall.number <= TIES_KEPT else []


def earlier_tables(hall: Hall) -> dict[tuple[str, str], list[Played]]:
    """Return the occupied seats of earlier rounds, keyed by round and board."""
    boards: dict[tuple[str, str], list[Played]] = {}
    for played in hall.earlier:
        if played.player:
            boards.setdefault((played.round, played.board), []).append(played)
    return boards


def wishes(hall: Hall) -> Wishes:
    """Return the wishes of everybody who plays in the round."""
    people = hall.playing
    number = {player: i for i, player in enumerate(people)}
    played = np.zeros((len(people), len(POWERS)), np.int64)
    for seat in hall.history:
        if seat.player in number:
            played[number[seat.player], POWERS.index(seat.power)] += 1
    met = [([seat.player for seat in seats], MET_AGAIN) for seats in earlier_tables(hall).values()]
    tied = [([*tie], TIED) for tie in declared_ties(hall)]
    companies = (
        Company(tuple(sorted(number[player] for player in {*names} if player in number)), cost)
        for names, cost in [*met, *tied]
    )
    others_of_group = SAME_GROUP & ~np.eye(len(POWERS), dtype=bool)
    return Wishes(
        people=tuple(people),
        companies=tuple(sorted(company for company in companies if len(company.people) > 1)),
        power=POWER_AGAIN * played + GROUP_AGAIN * played @ others_of_group,
    )


# -- what is broken, in words ------------------------------------------------------------------------------------------


def broken(hall: Hall, seats: Sequence[Seat]) -> list[Broken]:
    """Return all unmet wishes, those with the highest cost first. Their costs add up to the cost of the seating."""
    wishes = [*_broken_ties(hall, seats), *_met_again(hall, seats), *_powers_again(hall, seats)]
    return sorted(wishes, key=lambda wish: (-wish.cost, wish.paragraph, str(wish.wish), wish.board, wish.players))


def _at_boards(seats: Sequence[Seat]) -> dict[int, list[str]]:
    """Return the players at each board, keyed by the board's number."""
    boards: dict[int, list[str]] = {}
    for seat in seats:
        if seat.player:
            boards.setdefault(seat.board, []).append(seat.player)
    return boards


def _broken_ties(hall: Hall, seats: Sequence[Seat]) -> Iterator[Broken]:
    """Yield an unmet wish for each pair at one table who asked to be kept apart (paragraph 8.1)."""
    for board, players in _at_boards(seats).items():
        for tie in declared_ties(hall):
            for pair in combinations(sorted(tie & {*players}), 2):
                why = say("asked to be kept apart in the first {n} rounds", n=TIES_KEPT)
                yield Broken("8.1", say("kept apart"), pair, board, why, TIED)


def _met_again(hall: Hall, seats: Sequence[Seat]) -> Iterator[Broken]:
    """Yield an unmet wish for each pair at one table who have met before (paragraph 8).

    Volunteers may also have met at another board of this round (paragraph 8.6).
    """
    met: dict[tuple[str, ...], list[Message]] = {}
    for (round_, board), played in earlier_tables(hall).items():
        for pair in combinations(sorted({seat.player for seat in played}), 2):
            met.setdefault(pair, []).append(say("round {round}, board {board}", round=round_, board=board))
    for number, players in _at_boards(seats).items():
        for pair in combinations(sorted(players), 2):
            if before := met.get(pair):
                why = say("met: {boards}", boards=listed(before, "; "))
                yield Broken("8", say("different opponents"), pair, number, why, MET_AGAIN * len(before))
            met.setdefault(pair, []).append(say("board {board} of this round", board=number))


def _powers_again(hall: Hall, seats: Sequence[Seat]) -> Iterator[Broken]:
    """Yield an unmet wish for each player who has already played the same power or another of its group (paragraph 8).

    If a player has two boards in this round, the second counts as played after the first.
    """
    had: dict[str, list[tuple[str, Message]]] = {}
    for played in hall.earlier:
        had.setdefault(played.player, []).append((played.power, say("round {round}", round=played.round)))
    for board, power, player in (seat for seat in seats if seat.player):
        before = had.setdefault(player, [])
        earlier_boards = [where for earlier, where in before if earlier == power]
        if earlier_boards:
            why = _of_power(power, listed(earlier_boards, "; "))
            yield Broken("8", say("a different power"), (player,), board, why, POWER_AGAIN * len(earlier_boards))
        group = next(group for group in GROUPS if power in group)
        akin = [_of_power(earlier, where) for earlier, where in before if earlier in group and earlier != power]
        if akin:
            why = say("{power} after {powers}", power=Name("power", power), powers=listed(akin, "; "))
            yield Broken("8", say("a different group of powers"), (player,), board, why, GROUP_AGAIN * len(akin))
        before.append((power, say("board {board} of this round", board=board)))


def _of_power(power: str, rounds: Listed | Message) -> Message:
    return say("{power}: {rounds}", power=Name("power", power), rounds=rounds)
