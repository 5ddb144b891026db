"""The seating of a round as a model for CP-SAT, a solver in OR-Tools.

The solver improves the result of the search, and tries to prove that no other seating costs less. OR-Tools is an
optional extra of the package, imported only when a round is seated.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from importlib import import_module
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.tools.desk.seating.pools import FULL, Layout
from pipeline.tools.desk.seating.search import good_tables, least_cost
from pipeline.tools.desk.seating.wishes import GROUP_AGAIN, GROUPS, MET_AGAIN, SAME_GROUP, Wishes
from pipeline.tools.extras import install
from schemas.messages import say
from schemas.words import POWERS

WORKERS = 2  # searches that take turns; a fixed number, so that the tables do not depend on the number of cores
FORBIDDEN = 10**6  # cost in the search if both places of a volunteer are at one table, or have the same power
PLAYED_AT_SIX = [
    power for power, name in enumerate(POWERS) if name != "Turkey"
]  # the powers played at a table of six, where nobody plays Turkey (8.5)

Plan = dict[tuple[int, int], int]  # (player, table) -> power


class SolverMissingError(ImportError):
    """Error raised if OR-Tools is not installed."""


def ortools() -> tuple[ModuleType, ModuleType]:
    """Return CP-SAT and the assignment solver. Raises SolverMissingError if OR-Tools is not installed."""
    try:
        return import_module("ortools.sat.python.cp_model"), import_module("ortools.graph.python.linear_sum_assignment")
    except ImportError as missing:
        raise SolverMissingError(
            say(
                "Seating needs the OR-Tools solver, which is not installed. To install it: {command}",
                command=install("ortools"),
            )
        ) from missing


def powers_at(size: int) -> list[int]:
    """Return the powers played at a table of this size."""
    return [*range(FULL)] if size == FULL else PLAYED_AT_SIX


def solve(wishes: Wishes, layout: Layout, seed: int, patience: float) -> tuple[Plan, int]:
    """Return the best plan found, and a proven lower bound on the cost. Raises TimeoutError if no plan was found.

    patience  longest time to look for better tables or a proof, in CP-SAT's deterministic seconds (about a second each)
    """
    cp_model, assignment = ortools()
    model = _Model(cp_model.CpModel(), wishes, layout)
    model.start_from(_start(wishes, layout, seed, assignment))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    solver.parameters.interleave_search = True
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.max_deterministic_time = patience
    if solver.solve(model.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise TimeoutError(say("no seating was found: give the solver more time"))
    plan = {(player, table): power for (player, table, power), plays in model.plays.items() if solver.value(plays)}
    return plan, max(0, round(solver.best_objective_bound))


# -- the start of the solver -------------------------------------------------------------------------------------------


def _start(wishes: Wishes, layout: Layout, seed: int, assignment: ModuleType) -> Plan:
    """Return the plan from which the solver starts.

    Each of several searches distributes the players among the tables, and powers are then assigned at each table. The
    cheapest of the resulting plans is returned.
    """
    number = {player: i for i, player in enumerate(wishes.people)}
    players = np.array([number[player] for player, _ in layout.places])
    pools = np.array([pool for _, pool in layout.places])
    tables = np.repeat(np.arange(len(layout.sizes)), layout.sizes)
    table = np.empty_like(players)
    for pool in np.unique(pools):
        table[pools == pool] = tables[np.array(layout.pools)[tables] == pool]
    pair_cost = wishes.pair_costs()[np.ix_(players, players)]
    pair_cost += FORBIDDEN * ((players[:, np.newaxis] == players) & ~np.eye(len(players), dtype=bool))
    companies = [(np.flatnonzero(np.isin(players, company.people)), company.cost) for company in wishes.companies]
    enough = least_cost(companies, pools, table)
    plans: list[tuple[int, int, Plan]] = []
    for cost, tables_of in good_tables(pair_cost, pools, table, enough, seed):
        power_cost, plan = _powers(wishes, layout, players, tables_of, assignment)
        plans.append((cost + power_cost, len(plans), plan))
    return min(plans)[-1]


def _powers(
    wishes: Wishes, layout: Layout, players: NDArray[np.int64], table: NDArray[np.int64], assignment: ModuleType
) -> tuple[int, Plan]:
    """Assign the powers at the least cost, table by table, and return the total cost and the plan.

    A volunteer's second power is chosen after the first.
    """
    plan: Plan = {}
    price = wishes.power.copy()
    total = 0
    for board, size in enumerate(layout.sizes):
        seated, powers = players[table == board], np.array(powers_at(size))
        solver = assignment.SimpleLinearSumAssignment()
        cost = price[np.ix_(seated, powers)]
        row, column = np.indices(cost.shape)
        solver.add_arcs_with_cost(row.ravel(), column.ravel(), cost.ravel())
        solver.solve()
        total += solver.optimal_cost()
        for place, player in enumerate(seated.tolist()):
            power = int(powers[solver.right_mate(place)])
            plan[player, board] = power
            price[player] += GROUP_AGAIN * SAME_GROUP[power]
            price[player, power] += FORBIDDEN
    return total, plan


# -- the model ---------------------------------------------------------------------------------------------------------


class _Model:
    """Boolean variables that say whether a player sits at a table and plays a power there, and the costs to minimise.

    A company is a group of people who should be spread over the tables. If n of them sit at one table, they make
    n (n - 1) / 2 pairs. This number is the maximum of k n - k (k + 1) / 2 over all whole numbers k, so the model uses
    each of these linear expressions as a lower bound. In the solver's relaxation, where a player may be divided among
    tables, the pairs cost as much as if the company were spread evenly. This bound is often high enough to prove that
    no seating costs less.
    """

    def __init__(self, model: Any, wishes: Wishes, layout: Layout) -> None:
        self.model, self.wishes, self.layout = model, wishes, layout
        self.sits: dict[tuple[int, int], Any] = {}
        self.plays: dict[tuple[int, int, int], Any] = {}
        self.pairs: list[
            tuple[tuple[int, ...], int, Any]
        ] = []  # people of a company, a table, the number of their pairs at it
        self.costs: list[Any] = []
        self._seats()
        self._companies()
        self._powers()
        self._volunteers()
        model.minimize(sum(self.costs))

    def _seats(self) -> None:
        """Require every table to be full, and each player to have as many seats in each pool as the layout demands."""
        number = {player: i for i, player in enumerate(self.wishes.people)}
        for (player, pool), places in Counter(self.layout.places).items():
            tables = [table for table, its_pool in enumerate(self.layout.pools) if its_pool == pool]
            for table in tables:
                self.sits[number[player], table] = self.model.new_bool_var("")
            self.model.add(sum(self.sits[number[player], table] for table in tables) == places)
        for table, size in enumerate(self.layout.sizes):
            self.model.add(sum(sits for (_, at), sits in self.sits.items() if at == table) == size)

    def _companies(self) -> None:
        """Add a cost for each pair at a table if the two have met before or asked to be kept apart."""
        for company in self.wishes.companies:
            for table, size in enumerate(self.layout.sizes):
                seats = [self.sits[player, table] for player in company.people if (player, table) in self.sits]
                most = min(len(seats), size)
                if most > 1:
                    pairs = self.model.new_int_var(0, most * (most - 1) // 2, "")
                    for k in range(1, most):
                        self.model.add(pairs >= k * sum(seats) - k * (k + 1) // 2)
                    self.pairs.append((company.people, table, pairs))
                    self.costs.append(company.cost * pairs)

    def _powers(self) -> None:
        """Require each player at a table to play one of the table's powers, and each power to have one player."""
        seats: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for (player, table), sits in self.sits.items():
            powers = powers_at(self.layout.sizes[table])
            for power in powers:
                plays = self.plays[player, table, power] = self.model.new_bool_var("")
                self.costs.append(int(self.wishes.power[player, power]) * plays)
                seats[table, power].append(plays)
            self.model.add(sum(self.plays[player, table, power] for power in powers) == sits)
        for candidates in seats.values():
            self.model.add_exactly_one(candidates)

    def _volunteers(self) -> None:
        """Require two different powers for each volunteer (paragraph 8.6).

        A cost is added for a volunteer with two powers of the same group (`GROUPS`), and for two volunteers who meet at
        both their tables.
        """
        doubled = sorted(self.wishes.people.index(player) for player in self.layout.doubled)
        for player in doubled:
            for power in range(FULL):
                self.model.add_at_most_one(plays for _, what, plays in self._of(player) if what == power)
            for group in GROUPS:
                both = self.model.new_bool_var("")
                self.model.add(both >= sum(plays for _, what, plays in self._of(player) if POWERS[what] in group) - 1)
                self.costs.append(GROUP_AGAIN * both)
        for pair in combinations(doubled, 2):
            self.costs.append(MET_AGAIN * self._meet_twice(*pair))

    def _of(self, player: int) -> list[tuple[int, int, Any]]:
        """Return the table, power and variable of each seat that a player may have."""
        return [(table, power, plays) for (who, table, power), plays in self.plays.items() if who == player]

    def _meet_twice(self, one: int, other: int) -> Any:
        """Return a variable that is true if two volunteers, who play at two tables each, meet at both."""
        meetings = []
        for table in range(len(self.layout.sizes)):
            if (one, table) in self.sits and (other, table) in self.sits:
                meet = self.model.new_bool_var("")
                self.model.add(meet >= self.sits[one, table] + self.sits[other, table] - 1)
                meetings.append(meet)
        twice = self.model.new_bool_var("")
        self.model.add(twice >= sum(meetings) - 1)
        return twice

    def start_from(self, plan: Mapping[tuple[int, int], int]) -> None:
        """Give the solver a known plan as a hint."""
        for seat, sits in self.sits.items():
            self.model.add_hint(sits, seat in plan)
        for (player, table, power), plays in self.plays.items():
            self.model.add_hint(plays, plan.get((player, table)) == power)
        for people, table, pairs in self.pairs:
            seated = sum((player, table) in plan for player in people)
            self.model.add_hint(pairs, seated * (seated - 1) // 2)
