"""Checks that seating fills the tables and keeps the penalty for unmet wishes as low as possible.

Every unmet wish must be reported with its penalty.
"""

import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from pipeline.tools.desk.seating import seat
from pipeline.tools.desk.seating.hall import CannotSeatError, Hall, Played, Seat, Seating
from pipeline.tools.desk.seating.pools import Layout, lay_out, tables
from pipeline.tools.desk.seating.solver import SolverMissingError
from pipeline.tools.desk.seating.wishes import broken
from tests import THOROUGH, drawn
from tests.reference.seating import (
    POWERS,
    by_board,
    cheapest_three_sixes,
    cheapest_two,
    check_legal,
    generated_history,
    least_meetings,
    points,
    record,
)

needs_solver = pytest.mark.skipif(find_spec("ortools") is None, reason="OR-Tools is an optional extra")


def names(number: int) -> list[str]:
    return [f"Player {i}" for i in range(1, number + 1)]


def hall(number: int, round_: int = 1, seed: int = 1901, **settings: object) -> Hall:
    """Return a hall with this many people."""
    return Hall(names(number), round_, seed, **settings)  # type: ignore[arg-type]


def ranks(order: list[str]) -> dict[str, int]:
    """Return the rank of each player, given the players in order of rank."""
    return {player: rank for rank, player in enumerate(order, start=1)}


def at(seating: Seating, board: int) -> set[str]:
    return {each.player for each in seating.seats if each.board == board and each.player}


def sizes(seating: Seating) -> list[int]:
    """Return the number of people at each board."""
    return [sum(bool(player) for player in powers.values()) for powers in by_board(seating.seats).values()]


def said(layout: Layout) -> list[str]:
    """Return a layout's remarks in English."""
    return [*map(str, layout.remarks)]


def kinds(seating: Seating) -> dict[str, int]:
    """Return the total penalty for each kind of unmet wish."""
    cost: Counter[str] = Counter()
    for wish in seating.broken:
        cost[str(wish.wish)] += wish.cost
    return dict(cost)


def check(before: Hall, seating: Seating) -> None:
    """Assert that the tables are legal and that the cost is not below its lower bound.

    The penalties must equal those of the independent implementation in `tests.reference.seating`.
    """
    check_legal(before, seating.seats, seating.doubled)
    again = points(before, seating.seats)
    found = kinds(seating)
    assert found.get("kept apart", 0) == again["ties"]
    assert found.get("a different power", 0) == again["powers"]
    assert found.get("different opponents", 0) == again["meetings"]
    assert found.get("a different group of powers", 0) == again["groups"]
    assert seating.cost == sum(again.values()) >= seating.bound


# -- how many tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        (6, (0, 1)), (7, (1, 0)), (12, (0, 2)), (13, (1, 1)), (14, (2, 0)), (18, (0, 3)), (19, (1, 2)), (20, (2, 1)),
        (24, (0, 4)), (28, (4, 0)), (30, (0, 5)), (36, (0, 6)), (42, (6, 0)), (48, (6, 1)), (49, (7, 0)), (70, (10, 0)),
    ],
)  # fmt: skip
def test_tables_of_six_are_used_if_seven_does_not_divide_the_players(people: int, expected: tuple[int, int]) -> None:
    assert tables(people) == expected


def test_an_ordinary_round_of_full_tables_needs_no_remark() -> None:
    assert lay_out(hall(21)).remarks == ()
    assert said(lay_out(hall(20))) == ["8.4 B: 1 table of six; Turkey moves automatically (8.5)."]


def test_no_avoidable_table_of_six_is_made() -> None:
    for people in range(200):
        ways = [(six, seven) for six in range(40) for seven in range(40) if 7 * seven + 6 * six == people]
        assert tables(people) == (min(ways)[::-1] if ways else None)
    assert [people for people in range(200) if tables(people) is None] == [
        1, 2, 3, 4, 5, 8, 9, 10, 11, 15, 16, 17, 22, 23, 29,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("people", "volunteers", "sit_outs"),
    [  # volunteers to reach the next number that tables of 7 and 6 can seat, and sit-outs to reach the one before
        (8, 4, 1), (9, 3, 2), (10, 2, 3), (11, 1, 4), (15, 3, 1), (16, 2, 2), (17, 1, 3), (22, 2, 1), (23, 1, 2),
        (29, 1, 1),
    ],
)  # fmt: skip
def test_if_not_all_can_be_seated_the_number_of_volunteers_or_sit_outs_needed_is_given(
    people: int, volunteers: int, sit_outs: int
) -> None:
    with pytest.raises(CannotSeatError) as lacking:
        lay_out(hall(people))
    assert (lacking.value.volunteers, lacking.value.sit_outs) == (volunteers, sit_outs)
    assert f"requires {volunteers} player" in str(lacking.value) and f"{sit_outs} more player" in str(lacking.value)
    lay_out(hall(people, volunteers=names(volunteers)))
    lay_out(hall(people, sitting_out=names(sit_outs)))


@pytest.mark.parametrize("people", range(6))
def test_five_people_cannot_play(people: int) -> None:
    with pytest.raises(CannotSeatError, match="a table has at least six players") as lacking:
        lay_out(hall(people, volunteers=names(people)))
    assert (lacking.value.volunteers, lacking.value.sit_outs) == (None, None)


def test_too_few_volunteers_are_answered_with_the_number_needed() -> None:
    with pytest.raises(
        CannotSeatError,
        match=re.escape("filling the tables requires 4 players who volunteer to play on two boards (8.6; 3 so far)"),
    ):
        lay_out(hall(8, volunteers=names(3)))


def test_the_director_may_set_the_tables() -> None:
    assert lay_out(hall(42, sizes=[6] * 7)).sizes == (6,) * 7
    assert lay_out(hall(20, sizes=[6, 7, 7])).sizes == (6, 7, 7)
    with pytest.raises(CannotSeatError, match="the director's tables") as lacking:
        lay_out(hall(20, sizes=[7, 7, 7]))
    assert (lacking.value.volunteers, lacking.value.sit_outs) == (1, None)
    with pytest.raises(CannotSeatError) as lacking:
        lay_out(hall(20, sizes=[6, 6, 6]))
    assert (lacking.value.volunteers, lacking.value.sit_outs) == (None, 2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"volunteers": ["Nobody"]}, "volunteers who are not present: Nobody"),
        ({"sitting_out": ["Nobody"]}, "listed as sitting out, but not present: Nobody"),
        ({"declined": ["Nobody"]}, "listed as declining the top table, but not present: Nobody"),
        ({"volunteers": ["Player 1"], "sitting_out": ["Player 1"]}, "but are sitting out: Player 1"),
        ({"top_table": True}, "only the last round has a top table"),
        ({"sizes": [7, 5]}, "six or seven players"),
    ],
)
def test_a_hall_that_contradicts_itself_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        hall(12, **settings)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="listed twice as present: Player 1"):
        Hall([*names(7), "Player 1"], 1, 1)


# -- the last round ----------------------------------------------------------------------------------------------------


def pooled(before: Hall) -> list[list[str]]:
    """Return the people in each pool, in order of rank."""
    layout = lay_out(before)
    return [
        sorted((who for who, pool in layout.places if pool == each), key=lambda who: before.standings[who])
        for each in sorted({*layout.pools})
    ]


def test_the_top_table_has_the_first_seven_and_the_last_play_with_six() -> None:
    people = names(27)  # 7, and 20 = 7 + 7 + 6
    before = hall(27, 4, last=True, top_table=True, standings=ranks(people))
    assert lay_out(before).sizes == (7, 7, 7, 6)
    assert pooled(before) == [people[:7], people[7:21], people[21:]]


def test_without_a_top_table_the_standings_still_decide_who_plays_with_six() -> None:
    people = names(27)[::-1]
    before = hall(27, 4, last=True, standings=ranks(people))
    assert lay_out(before).sizes == (7, 7, 7, 6)
    assert pooled(before) == [people[:21], people[21:]]


def test_a_player_who_declines_or_sits_out_leaves_the_top_table_to_the_next() -> None:
    people = names(28)
    standings = ranks(people)
    before = hall(28, 4, last=True, top_table=True, standings=standings, declined=["Player 2"])
    assert pooled(before)[0] == [people[0], *people[2:8]]
    assert "Not willing to sit at the top table (8.2): Player 2." in said(lay_out(before))
    before = hall(28, 4, last=True, top_table=True, standings=standings, sitting_out=["Player 2"])
    assert pooled(before)[0] == [people[0], *people[2:8]]
    with pytest.raises(CannotSeatError, match="needs 7 players who are present and willing; there are only 6"):
        lay_out(replace(before, sitting_out=(), declined=people[6:]))


def test_a_shared_seventh_rank_is_decided_by_lot_and_reported() -> None:
    people = names(14)
    standings = ranks(people) | {"Player 7": 7, "Player 8": 7, "Player 9": 7}
    seventh = set()
    for seed in range(20):
        layout = lay_out(hall(14, 4, seed, last=True, top_table=True, standings=standings))
        top = {who for who, pool in layout.places if pool == layout.pools[0]}
        (who,) = top - {*people[:6]}
        seventh.add(who)
        assert any(f"It went to {who}, not to " in remark and "share rank 7" in remark for remark in said(layout))
    assert seventh == {"Player 7", "Player 8", "Player 9"}


def test_a_player_without_a_rank_comes_after_all_others() -> None:
    people = names(20)
    layout = lay_out(hall(20, 4, last=True, standings=ranks(people[1:])))
    assert [*layout.places[19]] == ["Player 1", max(layout.pools)]
    assert "Unranked, so drawn by lot after all the others (8.4 A): Player 1." in said(layout)


def test_players_outside_the_top_table_need_volunteers_who_sit_elsewhere() -> None:
    standings = ranks(names(12))
    before = hall(12, 4, last=True, top_table=True, standings=standings)
    with pytest.raises(CannotSeatError, match="5 players not at the top table") as lacking:
        lay_out(before)
    assert (lacking.value.volunteers, lacking.value.sit_outs) == (1, 5)
    assert (
        "1 player at the top table who volunteers to play on two boards (8.6; 0 so far) or 5 more players sitting out"
        in str(lacking.value)
    )
    with pytest.raises(CannotSeatError, match="1 so far, but there is no second table for them"):
        lay_out(replace(before, volunteers=["Player 12"]))  # would sit twice at the only table of six
    assert lay_out(replace(before, volunteers=["Player 3", "Player 12"])).doubled == ("Player 3",)
    assert lay_out(replace(before, sizes=[6, 6])).sizes == (6, 6)


def test_the_volunteer_least_often_asked_is_asked_first() -> None:
    history = [Played("1", str(board), "Austria", "Player 1") for board in (1, 2)]
    history += [Played("1", "1", "Italy", "Player 2"), Played("2", "1", "Italy", "Player 2")]
    for seed in range(10):
        before = hall(20, 3, seed, history=history, volunteers=["Player 1", "Player 2"])
        assert lay_out(before).doubled == ("Player 2",)
        assert "Not needed on a second board (8.6): Player 1." in said(lay_out(before))


# -- wishes ------------------------------------------------------------------------------------------------------------


def turned(round_: int) -> list[Played]:
    """Return one round of seven people at one table. From round to round, everybody moves on to the next power."""
    return [Played(str(round_), "1", POWERS[(i + round_) % 7], name) for i, name in enumerate(names(7))]


@needs_solver
def test_seven_people_meet_again_but_can_all_play_another_group() -> None:
    before = hall(7, 2, history=turned(1))
    seating = seat(before)
    check(before, seating)
    assert seating.proven and seating.cost == 21 * 10


@needs_solver
def test_after_seven_rounds_at_one_table_everything_repeats() -> None:
    before = hall(7, 8, history=[played for round_ in range(7) for played in turned(round_)])
    seating = seat(before)
    check(before, seating)
    assert seating.proven
    assert kinds(seating) == {
        "different opponents": 21 * 7 * 10,
        "a different power": 7 * 60,
        "a different group of powers": 4 * 1 + 3 * 2,  # E, F, R and T have one other power in the group, A, G and I two
    }


@needs_solver
@pytest.mark.parametrize(
    ("people", "pairs"),
    [
        (14, 2 * (6 + 3)),  # seven at two tables: four and three
        (21, 3 * (3 + 1 + 1)),  # seven at three tables: three, two and two
        (42, 6 * 1),  # seven at six tables: two at one of them
        *([(49, 0)] if THOROUGH else []),
    ],
)
def test_in_the_second_round_as_few_as_possible_meet_again(people: int, pairs: int) -> None:
    first = hall(people)
    before = replace(first, number=2, history=record(1, seat(first).seats))
    seating = seat(before)
    check(before, seating)
    assert seating.proven and kinds(seating).get("different opponents", 0) == pairs * 10
    assert least_meetings(before, [(before.players, people // 7)]) == pairs
    assert "a different power" not in kinds(seating)


@needs_solver
def test_friends_and_family_are_separated_only_in_the_first_two_rounds() -> None:
    family = names(3)
    first = hall(14, ties=[("Player 13", "Player 14"), ("Player 14", "Player 13"), family, ("Player 1", "not here")])
    for round_ in (1, 2):
        before = replace(first, number=round_)
        seating = seat(before)
        check(before, seating)
        (tie,) = seating.broken  # two of three people at two tables sit together
        assert {*tie.players} < {*family} and (tie.paragraph, tie.cost) == ("8.1", 1000)
        assert seating.proven
    assert seat(replace(first, number=3)).cost == 0


@needs_solver
def test_a_volunteer_plays_two_powers_of_two_groups_at_two_tables() -> None:
    before = hall(16, volunteers=["Player 1", "Player 2"])  # 18 seats: three tables of six
    seating = seat(before)
    check(before, seating)
    assert seating.doubled and {*seating.doubled} == {"Player 1", "Player 2"}
    assert sizes(seating) == [6, 6, 6] and seating.cost == 0  # they meet once, not twice
    assert sum({"Player 1", "Player 2"} <= at(seating, board) for board in (1, 2, 3)) == 1


@needs_solver
def test_volunteers_who_share_both_tables_meet_twice() -> None:
    before = hall(12, volunteers=["Player 1", "Player 2"])
    seating = seat(before)
    check(before, seating)
    (again,) = seating.broken
    assert again.players == ("Player 1", "Player 2") and again.cost == 10
    assert (again.board, str(again.why)) == (2, "met: board 1 of this round")


@needs_solver
def test_the_top_table_changes_powers_even_if_its_players_have_met() -> None:
    people = names(14)
    history = [played for round_ in range(3) for played in turned(round_)]
    before = hall(14, 4, last=True, top_table=True, standings=ranks(people), history=history)
    seating = seat(before)
    check(before, seating)
    assert seating.top_table and at(seating, 1) == {*people[:7]}
    assert kinds(seating)["different opponents"] == 21 * 3 * 10 and "a different power" not in kinds(seating)


def test_every_broken_wish_names_the_people_the_reason_and_the_penalty() -> None:
    before = hall(7, 3, history=[*turned(1), *turned(2)])  # Player 1: England, France; Player 2: France, Germany ...
    wishes = broken(before, [Seat(1, POWERS[(i + 1) % 7], name) for i, name in enumerate(names(7))])
    met = "met: round 1, board 1; round 2, board 1"
    found = [wish._replace(wish=str(wish.wish), why=str(wish.why)) for wish in wishes]
    assert found[0] == ("8", "a different power", ("Player 1",), 1, "England: round 1", 60)
    assert ("8", "different opponents", ("Player 1", "Player 2"), 1, met, 20) in found
    assert ("8", "a different group of powers", ("Player 1",), 1, "England after France: round 2", 1) in found
    assert [wish.cost for wish in wishes] == [60] * 7 + [20] * 21 + [1] * 3  # E after F, G after I, R after T


# -- against brute force -----------------------------------------------------------------------------------------------


@needs_solver
@pytest.mark.parametrize("seed", range(drawn(8)))
def test_fourteen_players_have_the_penalty_of_the_best_of_all_seatings(seed: int) -> None:
    before = drawn_hall(14, seed)
    seating = seat(before)
    check(before, seating)
    assert seating.cost == seating.bound == cheapest_two(before, (7, 7))


@needs_solver
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("people", "volunteers", "shape"),
    [(13, 0, (7, 6)), (12, 0, (6, 6)), (13, 1, (7, 7)), (12, 2, (7, 7)), (10, 2, (6, 6)), (11, 2, (7, 6))],
)
def test_sixes_and_volunteers_have_the_penalty_of_the_best_of_all_seatings(
    people: int, volunteers: int, shape: tuple[int, int], seed: int
) -> None:
    before = drawn_hall(people, seed, volunteers)
    seating = seat(before)
    check(before, seating)
    assert sorted(sizes(seating)) == sorted(shape)
    assert seating.cost == seating.bound == cheapest_two(before, shape, seating.doubled)


@needs_solver
@pytest.mark.parametrize("seed", [0, 1] if THOROUGH else [1])
def test_eighteen_players_have_the_penalty_of_the_best_of_all_seatings(seed: int) -> None:
    before = drawn_hall(18, seed)
    seating = seat(before)
    check(before, seating)
    assert seating.cost == seating.bound == cheapest_three_sixes(before)


def drawn_hall(people: int, seed: int, volunteers: int = 0) -> Hall:
    """Return a hall after one to four random rounds.

    Some people have left, others are new, and there are four pairs to keep apart.
    """
    lots = random.Random(seed)
    everybody = names(people + 3)
    history = generated_history(everybody, lots.randint(1, 4), lots)
    here = lots.sample(everybody, people)
    ties = [lots.sample(everybody, 2) for _ in range(4)]
    return Hall(here, lots.choice([2, 3]), seed, history, ties, lots.sample(here, volunteers))


@needs_solver
@pytest.mark.parametrize("people", range(7, 31) if THOROUGH else (7, 8, 11, 14, 17, 20, 25, 28))
def test_every_number_of_players_is_seated_or_answered_with_what_is_missing(people: int) -> None:
    before = drawn_hall(people, people)
    try:
        check(before, seat(before))
    except CannotSeatError as lacking:
        assert people in (8, 9, 10, 11, 15, 16, 17, 22, 23, 29)
        assert lacking.volunteers is not None and lacking.sit_outs is not None
        for helped in (
            replace(before, volunteers=before.players[: lacking.volunteers]),
            replace(before, sitting_out=before.players[: lacking.sit_outs]),
        ):
            seating = seat(helped)
            check(helped, seating)
            assert len(seating.doubled) == len(helped.volunteers)


@needs_solver
def test_the_last_round_of_an_event_is_legal_too() -> None:
    for seed, people in enumerate((20, 26, 27, 28)):
        order = drawn_hall(people, seed).players
        before = replace(
            drawn_hall(people, seed), number=4, last=True, top_table=True, standings=ranks([*order]), ties=()
        )
        seating = seat(before)
        check(before, seating)
        assert at(seating, 1) == {*order[:7]}
        with_six = [
            who for board, size in enumerate(sizes(seating), start=1) if size == 6 for who in at(seating, board)
        ]
        assert {*with_six} == {*order[people - len(with_six) :]}


# -- lots --------------------------------------------------------------------------------------------------------------


@needs_solver
def test_the_same_hall_and_seed_give_the_same_tables_in_any_typed_order() -> None:
    before = replace(drawn_hall(20, 5), number=2)
    lots = random.Random(1)
    typed = replace(
        before,
        players=lots.sample(before.players, 20),
        history=lots.sample(before.history, len(before.history)),
        ties=[[*tie][::-1] for tie in before.ties][::-1],
    )
    assert seat(before) == seat(before) == seat(typed)


@needs_solver
def test_another_seed_or_round_gives_other_tables_with_the_same_penalty() -> None:
    before = drawn_hall(20, 5)
    seatings = [seat(replace(before, number=number, seed=seed, ties=())) for number in (3, 4) for seed in (1, 2, 3)]
    assert len({seating.cost for seating in seatings}) == 1
    assert len({seating.seats for seating in seatings}) == len(seatings)


@needs_solver
def test_in_the_first_round_everybody_may_get_any_power_and_any_opponents() -> None:
    powers, neighbours = set(), set()
    for seed in range(60):
        seats = seat(hall(14, seed=seed)).seats
        (mine,) = [each for each in seats if each.player == "Player 1"]
        powers.add(mine.power)
        neighbours |= {each.player for each in seats if each.board == mine.board}
    assert powers == {*POWERS} and neighbours == {*names(14)}


# -- without the solver ------------------------------------------------------------------------------------------------


def test_without_the_solver_a_clear_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("ortools", *(name for name in sys.modules if name.startswith("ortools."))):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SolverMissingError, match="-m pip install ortools"):
        seat(hall(14))
    with pytest.raises(CannotSeatError, match="8 players cannot fill"):
        seat(hall(8))


@needs_solver
def test_a_solver_that_runs_out_of_time_says_so() -> None:
    with pytest.raises(TimeoutError, match="more time"):
        seat(hall(14), patience=0)


def test_the_solver_is_not_loaded_before_tables_are_made() -> None:
    asked = "import sys, pipeline.tools.desk.seating; sys.exit(any('ortools' in name for name in sys.modules))"
    subprocess.run([sys.executable, "-c", asked], cwd=Path(__file__).parents[2], check=True)
