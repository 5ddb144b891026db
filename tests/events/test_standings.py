"""The standings of events, from raw sheets to ranks, compared with the rule texts and with `tests.reference.events`."""

import random
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline.events.standings import NO_RANK, Events, event_standings
from pipeline.read.find import find
from pipeline.rules.counting import italia_2010 as italia
from pipeline.rules.counting.sit_outs import ONLY_ONCE
from pipeline.stages import Computed, compute
from schemas import words
from schemas.tables import TABLES
from tests import drawn
from tests.asked import Asked, of_asked
from tests.reference.boards import PlainBoard, c_diplo, italia_2010
from tests.reference.events import Person, PlainEvent, Result, all_results, random_event, standings
from tests.sheets import POWERS, Cell, Rows, Sheets, only_rules, table

CLOSE = 1e-9
RANDOM_EVENTS = drawn(300)
SEVEN = "Anna Bruno Carla Dario Elena Fabio Gina"
OTHERS = "Hugo Irma Jan Klara Luca Maria Nora"
CLEAR = (10, 8, 6, 4, 3, 2, 1)  # no tie for the first three places
ONE_OUT = (0, 12, 9, 6, 4, 2, 1)
SOLO = (18, 6, 4, 3, 2, 1, 0)
Night = tuple[Cell, Cell, str, Sequence[int]]  # round, board, seven players (`-` is nobody), their final centres


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "italia_2010", "pgp", "boucher"):
        yield


def evening(*nights: Night, people: Rows | None = None, system: str = "Italia-2010", **settings: Cell) -> Sheets:
    """Return an event whose boards have only final centres."""
    boards: Rows = [["round", "board", "power", "player", "final"]]
    for name, board, players, finals in nights:
        seats = zip(POWERS, players.split(), finals, strict=True)
        boards += [[name, board, power, None if player == "-" else player, final] for power, player, final in seats]
    typed: dict[str, Cell] = {"system": system, "data": "generated"}
    typed |= {
        {"tie_break_round": "tie-break round"}.get(name, name.replace("_", " ")): settings[name] for name in settings
    }
    sheets: Sheets = {"event": table("setting value", *typed.items()), "boards": boards}
    return sheets | ({"players": people} if people else {})


asked = Asked()
Read = tuple[Events, Computed]


def of_2013(**events: Sheets) -> int:
    """Register a season of the given events and return its number."""
    return asked.add(**{f"s2013_{event}": sheets for event, sheets in events.items()})


def season(**events: Sheets) -> pytest.MarkDecorator:
    """Return a decorator for a test that needs a season of the given events.

    The test's `read` parameter receives the season's results as a pair of `Events` and `Computed`.
    """
    return pytest.mark.parametrize("read", [of_2013(**events)], indirect=True)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    computed = compute(find(asked.write(tmp_path_factory.mktemp("asked")), set()))
    assert [problem for problem in computed.problems if problem.severity == "error"] == []
    return computed


@pytest.fixture
def read(everything: Computed, request: pytest.FixtureRequest) -> Read:
    return everything.results.events_of(f"2013 {request.param}"), of_asked(everything, request.param)


@pytest.fixture(scope="module")
def alone(everything: Computed) -> dict[Any, Events]:
    """Return the events of each case in ALONE, each computed in a season of its own."""
    return {case: everything.results.events_of(f"2013 {number}") for case, number in ALONE.items()}


def ranks(rows: pd.DataFrame) -> dict[str, int]:
    return dict(zip(rows["player"], rows["rank"], strict=True))


def line(events: Events, player: str) -> dict[str, Any]:
    (own,) = events.standings[events.standings["player"] == player].to_dict("records")
    return own


def said(computed: Computed, *codes: str) -> list[tuple[str, str, str, str]]:
    """Return the severity, code, cell and value of each problem that has one of the given codes."""
    return [(p.severity, p.code, p.cell, str(p.found)) for p in computed.problems if p.code in codes]


def players(*rows: Sequence[Cell], header: str = "player sex born") -> Rows:
    return table(header, *rows) if "|" not in header else [header.split("|"), *map(list, rows)]


def swapped(names: str, one: str, other: str) -> str:
    return " ".join({one: other, other: one}.get(name, name) for name in names.split())


# Anna and Hugo play Austria on two boards with equal centres, and so on for each power: seven pairs.
PAIRS: tuple[Night, ...] = ((1, 1, SEVEN, CLEAR), (1, 2, OTHERS, CLEAR))


# -- counting ----------------------------------------------------------------------------------------------------------

THREE_ROUNDS: tuple[Night, ...] = (
    (1, 1, SEVEN, CLEAR),
    (2, 1, SEVEN, ONE_OUT),
    (10, 1, SEVEN, CLEAR[::-1]),
)


def by_hand(counting: str) -> dict[str, Fraction]:
    """Return each player's score over the three rounds under C-Diplo, with results counted as `counting` says."""
    rounds = [c_diplo(PlainBoard(centres=finals)) for _, _, _, finals in THREE_ROUNDS]
    results = {name: sorted((r[i] for r in rounds), reverse=True) for i, name in enumerate(SEVEN.split())}
    match counting:
        case "sum":
            return {name: sum(own, Fraction(0)) for name, own in results.items()}
        case "best":
            return {name: own[0] + own[1] for name, own in results.items()}
        case _:
            return {name: (own[0] + own[1]) / 2 for name, own in results.items()}


WORDS = {
    **dict.fromkeys((None, "sum", "Somma", "somme"), "sum"),
    **dict.fromkeys(("best 2", "2 migliori", "migliori 2", "2 meilleurs"), "best"),
    **dict.fromkeys(("mean of best 2", "media dei migliori 2", "Moyenne des 2 meilleurs"), "mean"),
}
COUNTED = {("counting", typed): evening(*THREE_ROUNDS, system="C-Diplo", counting=typed) for typed in WORDS}


@pytest.mark.parametrize(("typed", "means"), [*WORDS.items()])
def test_counting_is_read_in_three_languages(typed: str | None, means: str, alone: dict[Any, Events]) -> None:
    events = alone["counting", typed]
    found = dict(zip(events.standings["player"], events.standings["score"], strict=True))
    assert found == pytest.approx({name: float(score) for name, score in by_hand(means).items()}, abs=CLOSE)
    assert set(events.standings["games"]) == {3}
    assert events.results.groupby("player")["used"].sum().unique().tolist() == [3 if means == "sum" else 2]


@season(
    Coppa=evening(
        *((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR), (3, 1, SEVEN, CLEAR[::-1])), system="C-Diplo", counting="best 1"
    )
)
def test_the_worst_result_is_dropped_and_the_later_of_equal_ones(read: Read) -> None:
    events, _ = read
    used = events.results[events.results["used"]].set_index("player")["round"]
    assert used["Anna"] == "1"
    assert used["Gina"] == "3"


@season(Coppa=evening((1, 1, SEVEN, CLEAR), system="C-Diplo", counting="mean of best 4"))
def test_a_mean_divides_by_the_results_played(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["score"] == pytest.approx(1 + 10 + 38)


@season(Coppa=evening(*THREE_ROUNDS[::-1], system="C-Diplo"))
def test_standings_after_every_round_follow_the_round_numbers(read: Read) -> None:
    events, _ = read
    after = events.rounds.drop_duplicates("after").sort_values("round_no")
    assert after["after"].tolist() == ["1", "2", "10"]
    anna = events.rounds[events.rounds["player"] == "Anna"].sort_values("round_no")
    assert anna["score"].tolist() == pytest.approx([49, 50, 50 + 2])
    assert anna["games"].tolist() == [1, 2, 3]
    last = events.rounds[events.rounds["round_no"] == 2]
    assert ranks(last) == ranks(events.standings)


@season(
    Coppa=evening(
        *((1, 1, SEVEN, (10, 10, 6, 4, 2, 1, 1)), (2, 1, OTHERS, CLEAR)),
        system="C-Diplo",
        people=players(("Anna", "f", "1990-01-01"), ("Bruno", "m", "1950-01-01")),
    )
)
def test_outside_italia_2010_equal_scores_share_a_rank_and_say_so(read: Read) -> None:
    events, _ = read
    assert [line(events, name)["rank"] for name in ("Hugo", "Anna", "Bruno", "Irma")] == [1, 2, 2, 4]
    assert str(line(events, "Anna")["settled"]) == "level, so the place is shared"
    assert line(events, "Hugo")["settled"] == ""


@season(
    Coppa=evening(
        *((n, 1, " ".join([*SEVEN.split()[n:], *SEVEN.split()[:n]]), (8, 8, 8, 4, 3, 2, 1)) for n in range(7)),
        system="C-Diplo",
    )
)
def test_equal_sums_share_a_rank_whatever_the_order_of_their_thirds(read: Read) -> None:
    """In seven rounds the players rotate through all the seats, so all have the same scores in different orders.

    Some scores are thirds of a point, whose floating-point sum may depend on the order.
    """
    events, _ = read
    assert ranks(events.standings) == dict.fromkeys(SEVEN.split(), 1)


@season(
    Coppa=evening(
        *tuple((1, n, f"Anna B{n} C{n} D{n} E{n} F{n} G{n}", CLEAR) for n in (2, 10)),
        system="C-Diplo",
        counting="best 1",
    )
)
def test_board_2_comes_before_board_10(read: Read) -> None:
    events, _ = read
    anna = events.results[events.results["player"] == "Anna"]
    assert dict(zip(anna["board"], anna["used"], strict=True)) == {"2": True, "10": False}


@season(Coppa=evening((1, 1, "Anna Bruno ? - Elena Fabio Gina", CLEAR), system="C-Diplo"))
def test_empty_chairs_and_unknown_names_are_not_in_the_standings(read: Read) -> None:
    events, _ = read
    assert set(events.standings["player"]) == {*SEVEN.split()} - {"Carla", "Dario"}


@season(
    Coppa=evening((1, 1, SEVEN, CLEAR), system="C-Diplo"),
    Notte=evening((1, 1, SEVEN, ONE_OUT), (2, 1, SEVEN, (0, *CLEAR[1:])), counting="best 1"),
    Prova=evening((1, 1, OTHERS, CLEAR), system=None),
)
def test_each_event_has_its_own_ranks_counting_and_system(read: Read) -> None:
    events, _ = read
    assert set(events.standings["event"]) == {"Coppa", "Notte"}
    assert events.standings[events.standings["rank"] == 1]["event"].tolist() == ["Coppa", "Notte"]
    assert events.rounds.groupby("event")["round_no"].max().to_dict() == {"Coppa": 0, "Notte": 1}


# -- Italia-2010: two boards at once -----------------------------------------------------------------------------------


def italia_points(finals: Sequence[int], chair: int, turkey: bool = True) -> float:
    points = italia_2010(PlainBoard(centres=tuple(finals), has_player=(True,) * 6 + (turkey,)))
    assert points is not None
    return float(points[chair])


def at_once(finals: Sequence[int], others: Sequence[int], system: str = "Italia-2010") -> Sheets:
    """Return an event in which Anna volunteers to play Austria on both boards of the round."""
    people = players(("Anna", "1"), header="player|two boards")
    return evening((1, 1, SEVEN, finals), (1, 2, f"Anna {OTHERS[5:]}", others), people=people, system=system)


@season(Coppa=at_once(CLEAR, CLEAR[::-1]))
def test_two_boards_at_once_add_15_per_cent_each_if_eliminated_on_neither(read: Read) -> None:
    events, _ = read
    both = italia_points(CLEAR, 0) + italia_points(CLEAR[::-1], 0)
    assert line(events, "Anna")["two_boards"] == pytest.approx(0.15 * both)
    assert line(events, "Anna")["score"] == pytest.approx(1.15 * both)
    assert line(events, "Anna")["games"] == 2
    assert events.standings.set_index("player")["two_boards"].drop("Anna").eq(0).all()
    results = events.results[events.results["player"] == "Anna"]
    assert results["score"].tolist() == pytest.approx([italia_points(CLEAR, 0), italia_points(CLEAR[::-1], 0)])
    assert results["points"].tolist() == pytest.approx([1.15 * own for own in results["score"]])


NOBODY_SAYS = ((1, 1, SEVEN, CLEAR), (1, 2, f"Anna {OTHERS[5:]}", CLEAR[::-1]), (2, 1, OTHERS, CLEAR))


@pytest.mark.parametrize(
    "read",
    [
        of_2013(Coppa=evening(*NOBODY_SAYS)),
        of_2013(Coppa=evening(*NOBODY_SAYS, people=players(("Anna", "2"), header="player|two boards"))),
    ],
    indirect=True,
)
def test_a_player_of_two_boards_who_is_not_listed_as_a_volunteer_has_no_bonus_and_a_warning(read: Read) -> None:
    """The bonus in paragraph 8.6 of Italia-2010 is for volunteers ("si proporrà come volontario").

    No cell lists Anna as a volunteer.
    """
    events, computed = read
    assert line(events, "Anna")["two_boards"] == 0
    assert line(events, "Anna")["score"] == pytest.approx(italia_points(CLEAR, 0) + italia_points(CLEAR[::-1], 0))
    assert said(computed, "two_boards_asked") == [("notice", "two_boards_asked", "D9", "Anna")]


AT_ONCE = {finals: at_once(*finals) for finals in ((ONE_OUT, CLEAR), (CLEAR, ONE_OUT), (ONE_OUT, ONE_OUT))}


@pytest.mark.parametrize("finals", [*AT_ONCE])
def test_an_elimination_leaves_5_per_cent_of_the_sum(finals: tuple[Any, Any], alone: dict[Any, Events]) -> None:
    events = alone[finals]
    both = italia_points(finals[0], 0) + italia_points(finals[1], 0)
    assert line(events, "Anna")["two_boards"] == pytest.approx(0.05 * both)


@season(Coppa=at_once(CLEAR, SOLO[::-1][1:] + SOLO[-1:]))
def test_losing_to_a_solo_with_centres_is_no_elimination(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["two_boards"] == pytest.approx(0.15 * italia_points(CLEAR, 0))


@season(Coppa=at_once(CLEAR, SOLO[::-1]))
def test_losing_to_a_solo_without_centres_is_one(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["two_boards"] == pytest.approx(0.05 * italia_points(CLEAR, 0))


@season(Coppa=evening((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR)))
def test_two_boards_in_two_rounds_have_no_bonus(read: Read) -> None:
    events, _ = read
    assert events.standings["two_boards"].eq(0).all()


@season(Coppa=at_once(CLEAR, CLEAR[::-1], system="C-Diplo"))
def test_two_boards_at_once_have_no_bonus_under_another_system(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["two_boards"] == 0
    assert line(events, "Anna")["score"] == pytest.approx(1 + 10 + 38 + 1 + 1)


# -- Italia-2010: sitting out ------------------------------------------------------------------------------------------


def with_sit_outs(announced: Cell) -> Sheets:
    """Return an event in which one row says that Bruno sat out round 2, and another that he sat out rounds 3 and 2."""
    people = players(("Anna", "2"), ("Bruno", "2"), ("Bruno", "3; 2"), ("Otto", "2"), header="player|sat out")
    nights = ((1, 1, SEVEN, CLEAR), (2, 1, OTHERS, CLEAR), (3, 1, OTHERS, CLEAR))
    return evening(*nights, people=people, sit_out_points=announced)


SAT_OUT = {("sat out", announced): with_sit_outs(announced) for announced in (None, 12, 20, 34)}


@pytest.mark.parametrize(("announced", "points"), [(None, 12), (12, 12), (20, 20), (34, 34)])
def test_a_round_sat_out_is_worth_12_points_or_the_announced_number(
    announced: Cell, points: int, alone: dict[Any, Events]
) -> None:
    events = alone["sat out", announced]
    assert line(events, "Anna")["sat_out"] == points
    assert line(events, "Bruno")["sat_out"] == 2 * points
    assert line(events, "Anna")["score"] == pytest.approx(italia_points(CLEAR, 0) + points)
    assert line(events, "Bruno")["games"] == 1
    assert "Otto" not in set(events.standings["player"])  # sitting out without a game is not enough to be ranked
    after = events.rounds[events.rounds["player"] == "Anna"].sort_values("round_no")
    assert after["sat_out"].tolist() == [0, points, points]


@season(
    Coppa=evening(
        *((1, 1, SEVEN, CLEAR), (2, 1, OTHERS, CLEAR)),
        people=players(("Anna", "2"), header="player|sat out"),
        system="C-Diplo",
    )
)
def test_sitting_out_is_worth_nothing_under_another_system(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["score"] == 49


@season(
    Coppa=evening(
        *((1, 1, SEVEN, ONE_OUT), (2, 1, OTHERS, CLEAR)),
        people=players(("Anna", "2"), header="player|sat out"),
        counting="best 1",
    )
)
def test_a_round_sat_out_can_be_one_of_the_best(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["score"] == 12
    results = events.results[events.results["player"] == "Anna"]
    assert dict(zip(results["kind"], results["used"], strict=True)) == {"game": False, "sat out": True}


@season(Coppa=evening(*((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR), (2, 2, OTHERS, CLEAR))))
def test_one_game_is_enough_to_be_ranked(read: Read) -> None:
    events, _ = read
    assert {*OTHERS.split()} < set(events.standings["player"])


# -- Italia-2010: the top table ----------------------------------------------------------------------------------------


@season(Coppa=evening(*((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR[::-1])), top_table_round="2"))
def test_the_winner_of_the_top_table_has_2000_points_and_is_first(read: Read) -> None:
    events, _ = read
    gina = line(events, "Gina")
    assert (gina["rank"], gina["top_table"]) == (1, 2000)
    assert gina["score"] == pytest.approx(2000 + italia_points(CLEAR, 6) + italia_points(CLEAR[::-1], 6))
    assert events.standings.set_index("player")["top_table"].drop("Gina").eq(0).all()
    after = events.rounds[events.rounds["player"] == "Gina"].sort_values("round_no")
    assert (after["top_table"].tolist(), after["rank"].tolist()) == ([0, 2000], [7, 1])


EIGHT_SOLOS = tuple((name, 1, "Hugo Irma Jan Klara Luca Maria Gina", SOLO) for name in range(1, 9))


@season(Coppa=evening(*EIGHT_SOLOS, (9, 1, SEVEN, CLEAR), (9, 2, OTHERS, CLEAR), top_table_round="9"))
def test_the_best_placed_player_sits_at_the_top_table(read: Read) -> None:
    assert line(read[0], "Hugo")["top_table"] == 2000


@season(Coppa=evening(*EIGHT_SOLOS, (9, 1, f"Hugo {SEVEN[5:]}", CLEAR[::-1]), top_table_round="9"))
def test_the_winner_is_first_by_rule_even_if_the_sum_is_not_the_highest(read: Read) -> None:
    hugo, gina = (line(read[0], name) for name in ("Hugo", "Gina"))
    assert hugo["score"] > gina["score"]
    assert (gina["rank"], hugo["rank"]) == (1, 2)


@season(
    Coppa=evening(
        *((1, 1, SEVEN, (12, 8, 6, 4, 3, 1, 0)), (1, 2, OTHERS, CLEAR)),
        *((2, 1, OTHERS, CLEAR), (2, 2, swapped(SEVEN, "Anna", "Bruno"), CLEAR)),
        top_table_round="2",
    )
)
def test_the_top_table_is_the_board_of_the_best_placed_player(read: Read) -> None:
    events, _ = read
    assert line(events, "Bruno")["top_table"] == 2000
    assert events.standings["top_table"].sum() == 2000


@season(Coppa=evening((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR)))
def test_without_a_declared_round_nobody_has_the_2000_points(read: Read) -> None:
    events, _ = read
    assert events.standings["top_table"].eq(0).all()


@season(Coppa=evening((1, 1, SEVEN, CLEAR), system="C-Diplo", top_table_round="1"))
def test_a_top_table_gives_no_points_under_another_system(read: Read) -> None:
    events, _ = read
    assert events.standings["top_table"].eq(0).all()


def test_nobody_wins_a_top_table_whose_first_place_is_shared() -> None:
    games = pd.DataFrame(
        {"season": "2013", "event": "Coppa", "round": "2", "board": "1", "player": ["A", "B"], "place": [1, 1]}
    )
    assert italia.top_table_winners(games).empty
    assert italia.top_table_winners(games.assign(place=[2, 1]))["player"].tolist() == ["B"]


# Paragraph 8.3: "Il vincitore del Top Table sarà il vincitore del torneo ricevendo 2000 punti per la vittoria." In the
# first round Anna wins board 1 (4 more centres than Bruno) and leads. In the second round Bruno wins board 1, where she
# does not sit, and Irma board 2, where she comes second.
FIRST: tuple[Night, ...] = ((1, 1, SEVEN, (12, 8, 6, 4, 3, 1, 0)), (1, 2, OTHERS, CLEAR))
FINAL: tuple[Night, ...] = (
    (2, 1, "Bruno Carla Dario Elena Fabio Gina Hugo", CLEAR),
    (2, 2, "Irma Anna Jan Klara Luca Maria Nora", CLEAR),
)


@season(
    Coppa=evening(
        *(*FIRST, *FINAL),
        people=players(("Anna", "no"), ("Hugo", "yes"), header="player|top table"),
        top_table_round="2",
    )
)
def test_a_leader_who_declines_leaves_the_top_table_to_the_next_willing_player(read: Read) -> None:
    """Under paragraph 8.2 of Italia-2010, the highest-ranked players who are willing sit at the top table.

    Anna is not willing, so the top table is Hugo's board, since he is second and willing.
    """
    events, computed = read
    assert line(events, "Anna")["rank"] > 1
    assert (line(events, "Bruno")["rank"], line(events, "Bruno")["top_table"]) == (1, 2000)
    assert line(events, "Irma")["top_table"] == 0
    notice = (
        "notice",
        "top_table_not_named",
        "B4",
        "board 1 of round 2, the board of Hugo, who led before that round",
    )
    assert said(computed, "top_table_not_named") == [notice]


@season(Coppa=evening(*FIRST, *FINAL, top_table_round="2", top_table=1))
def test_the_named_board_is_the_top_table_wherever_the_leader_sits(read: Read) -> None:
    events, computed = read
    assert (line(events, "Bruno")["top_table"], line(events, "Irma")["top_table"]) == (2000, 0)
    assert said(computed, "top_table_not_named") == []


@season(Coppa=evening(*FIRST, *FINAL, top_table_round="2"))
def test_without_a_named_board_the_top_table_is_the_board_of_the_leader(read: Read) -> None:
    events, computed = read
    assert line(events, "Irma")["top_table"] == 2000
    assert [found for *_, found in said(computed, "top_table_not_named")] == [
        "board 2 of round 2, the board of Anna, who led before that round"
    ]


@season(Coppa=evening(*(*PAIRS, (2, 1, SEVEN, CLEAR), (2, 2, OTHERS, CLEAR[::-1])), top_table_round="2"))
def test_with_two_leaders_on_two_boards_there_is_no_top_table(read: Read) -> None:
    """Anna and Hugo are level after the first round, and no setting names one of their boards as the top table."""
    events, computed = read
    assert events.standings["top_table"].eq(0).all()
    assert [
        found == "several players share the lead and sit at different boards"
        for *_, found in said(computed, "top_table_in_doubt")
    ] == [True]


@season(
    Coppa=evening(
        *FIRST, *FINAL, people=players(("Anna", "no"), ("Bruno", "no"), header="player|top table"), top_table_round="2"
    )
)
def test_nobody_wins_an_unnamed_top_table_with_a_player_who_declined(read: Read) -> None:
    """Under paragraphs 8.2 and 8.3 of Italia-2010, board 1 is the top table.

    Hugo, the first willing player, sits there. Bruno sits there too and wins, but has declined the top table, so nobody
    gets the points for winning it.
    """
    events, computed = read
    assert events.standings["top_table"].eq(0).all()
    found = "Hugo leads, but shares board 1 of round 2 with Bruno, who declined the top table"
    assert said(computed, "top_table_in_doubt") == [("warning", "top_table_in_doubt", "B4", found)]
    assert said(computed, "top_table_not_named") == []


@season(
    Coppa=evening(
        *((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR)),
        people=players(*((name, "no") for name in SEVEN.split()), header="player|top table"),
        top_table_round="2",
    )
)
def test_nobody_wins_a_top_table_at_which_everybody_declined(read: Read) -> None:
    events, computed = read
    assert events.standings["top_table"].eq(0).all()
    found = "all players entered by name in round 2 declined the top table"
    assert said(computed, "top_table_in_doubt") == [("warning", "top_table_in_doubt", "B4", found)]


@season(
    Coppa=evening(
        *FIRST, *FINAL, people=players(("Bruno", "no"), header="player|top table"), top_table_round="2", top_table=1
    )
)
def test_a_player_who_declined_can_win_the_named_board_and_is_reported(read: Read) -> None:
    events, computed = read
    assert line(events, "Bruno")["top_table"] == 2000
    assert said(computed, "no_effect") == [("notice", "no_effect", "B2", "no")]


# -- Italia-2010: ties -------------------------------------------------------------------------------------------------

FIRST_BY_FACTS = {  # sex and date of birth of Anna, and of Hugo
    (("f", "1950-01-01"), ("m", "1990-01-01")): "Anna",
    (("m", "1990-01-01"), ("f", "1950-01-01")): "Hugo",
    (("f", None), ("m", None)): "Anna",
    (("donna", "1950-01-01"), ("femme", "1950-01-02")): "Hugo",
    (("m", date(1990, 1, 2)), ("m", date(1990, 1, 1))): "Anna",
    (("m", "1990-01-01"), ("m", "1990-01-01")): "",
    (("f", "1990-01-01"), (None, "1950-01-01")): "",
    (("m", "1990-01-01"), ("m", None)): "",
    ((None, "1990-01-01"), (None, "1950-01-01")): "",
}
TIED = {
    (anna, hugo): evening(*PAIRS, people=players(("Anna", *anna), ("Hugo", *hugo))) for anna, hugo in FIRST_BY_FACTS
}


@pytest.mark.parametrize(("facts", "first"), [*FIRST_BY_FACTS.items()])
def test_women_come_first_then_the_younger_and_an_unknown_fact_leaves_the_rank_shared(
    facts: tuple[tuple[Cell, Cell], tuple[Cell, Cell]], first: str, alone: dict[Any, Events]
) -> None:
    events = alone[facts]
    expected = {"Anna": (1, 2), "Hugo": (2, 1), "": (1, 1)}[first]
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == expected
    assert ("shared" in str(line(events, "Anna")["settled"])) == (not first)
    assert (line(events, "Bruno")["rank"], line(events, "Irma")["rank"]) == (3, 3)  # nothing is known about them


@season(
    Coppa=evening(
        *tuple((name, 1, f"Anna B{name} C{name} D{name} E{name} F{name} G{name}", ONE_OUT) for name in range(1, 14)),
        (14, 1, "Irma B14 C14 D14 E14 F14 G14", ONE_OUT),
        people=players(
            ("Irma", "1", "m", "1950-01-01"), ("Anna", "", "f", "1990-01-01"), header="player|sat out|sex|born"
        ),
    )
)
def test_fewer_games_come_first_and_a_round_sat_out_is_no_game(read: Read) -> None:
    """Anna was eliminated thirteen times, for one point each. Irma was eliminated once and got 12 for sitting out.

    Both have 13 points, but Irma has played fewer games.
    """
    events, _ = read
    anna, irma = line(events, "Anna"), line(events, "Irma")
    assert anna["score"] == irma["score"] == 13
    assert (anna["games"], irma["games"]) == (13, 1)
    assert irma["rank"] == anna["rank"] - 1
    assert "5 a" in str(irma["settled"])


@season(Coppa=at_once(CLEAR, CLEAR))
def test_two_boards_at_once_are_two_games(read: Read) -> None:
    events, _ = read
    assert line(events, "Anna")["games"] == 2


TWINS = players(("Anna", "f", "1990-01-01"), ("Hugo", "f", "1990-01-01"))
MISSED: tuple[Night, ...] = (
    *PAIRS,
    (2, 1, f"Anna {SEVEN[11:]} Kurt", CLEAR),
    (3, 1, f"Hugo {OTHERS[10:]} Paul", CLEAR),
)


TIE_BREAKS = {
    ("tie-break", declared): evening(*MISSED, people=TWINS, tie_break_round=declared)
    for declared in (None, "1", "2", "3")
}


@pytest.mark.parametrize(("declared", "expected"), [(None, (1, 1)), ("2", (1, 2)), ("3", (2, 1)), ("1", (1, 1))])
def test_the_player_who_missed_the_tie_break_round_loses(
    declared: Cell, expected: tuple[int, int], alone: dict[Any, Events]
) -> None:
    events = alone["tie-break", declared]
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == expected


def test_the_tie_break_round_comes_before_fewer_games() -> None:
    """Under paragraph 5 of Italia-2010, whoever played the tie-break round wins the tie ("quest'ultimo prevarrà").

    A has 20 points from one game and B has 10 + 10, so they are level. If round 2 is the tie-break round, B wins the
    tie, since A missed that round. Without a tie-break round, A wins it by having played fewer games.
    """
    scores: dict[str, list[int | None]] = {"A": [20], "B": [10, 10]}
    for declared, expected in (("2", {"B": 1, "A": 2}), ("", {"A": 1, "B": 2})):
        people = {name: Person() for name in scores}
        assert ranks(italia_event(scores, people, tie_break_round=declared).standings) == expected


def test_the_tie_break_round_settles_nothing_before_it_is_played(alone: dict[Any, Events]) -> None:
    """Round 2 is the tie-break round, so after round 1 nobody has missed it yet and the tie stands."""
    events = alone["tie-break", "2"]
    first = ranks(events.rounds[events.rounds["round_no"] == 0])
    assert (first["Anna"], first["Hugo"]) == (1, 1)


@season(
    season={"season": table("setting value", ("data", "generated")), "players": players(("Hugo", "f", "1990-01-01"))},
    Coppa=evening(*PAIRS, people=players(("Anna", "m", "1990-01-01"))),
)
def test_players_of_the_season_are_known_to_its_events(read: Read) -> None:
    events, _ = read
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == (2, 1)


@season(
    season={"players": players(("Hugo", "f", "1990-01-01"), ("Anna", "m", "1990-01-01"))},
    Coppa=evening(*PAIRS, people=players(("Anna", "f", "1990-01-02"))),
)
def test_the_sheet_of_the_event_comes_before_that_of_the_season(read: Read) -> None:
    events, _ = read
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == (1, 2)


@season(
    season={"players": players(("Hugo", "m", "1990-01-01"), ("Anna", "f", "1990-01-01"))},
    Coppa=evening(
        *PAIRS, (2, 1, "P Q R S T U V", CLEAR), people=players(("Anna", "2"), ("Hugo", "2"), header="player|sat out")
    ),
)
def test_a_row_of_the_event_keeps_facts_that_only_the_season_has(read: Read) -> None:
    """The event's sheet says who sat out, and the season's sheet gives each player's sex and date of birth."""
    events, _ = read
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == (1, 2)


@season(
    Coppa=evening(
        *((1, 1, SEVEN.replace("Anna", "Annie"), CLEAR), (1, 2, OTHERS, CLEAR)),
        people=players(("Anna", "Annie", "f", None), ("Hugo", None, "m", None), header="player|also known as|sex|born"),
    )
)
def test_a_player_with_an_alias_is_one_person(read: Read) -> None:
    events, _ = read
    assert (line(events, "Anna")["rank"], line(events, "Hugo")["rank"]) == (1, 2)


@season(Coppa=evening(*PAIRS, people=players(("Anna", "f", "1983-04-05"), ("Hugo", "m", "1984-05-06"))))
def test_sex_and_date_of_birth_are_in_no_table(read: Read) -> None:
    events, _ = read
    for frame in (events.results, events.standings, events.rounds):
        assert not {"sex", "born"} & set(frame.columns)
        shown = " ".join(map(str, frame.to_numpy().ravel())).casefold()
        assert not any(fact in shown for fact in ("1983", "1984", "women", "younger", "female"))


ALONE = {
    case: of_2013(Coppa=sheets) for case, sheets in {**COUNTED, **AT_ONCE, **SAT_OUT, **TIED, **TIE_BREAKS}.items()
}


# -- events known by their placings ------------------------------------------------------------------------------------


def placed(*rows: Sequence[Cell]) -> Sheets:
    return {
        "event": table("setting value", ("data", "generated")),
        "placings": table("player place games role", *rows),
    }


@season(
    Coppa=placed(
        *(("Bruno", "2=", 3, None), ("Anna", 1, 4, "player"), ("Carla", "2=", 1, None), ("Dario", 4, 2, "giocatore")),
        *(("Gina", 5, 1, "direttore"), ("Fabio", 6, 0, "GM"), ("Elena", 1, None, "director")),
    ),
    Notte=evening((1, 1, SEVEN, CLEAR)),
)
def test_placings_are_standings_as_typed_without_directors_and_gms(read: Read) -> None:
    events, _ = read
    own = events.standings[events.standings["event"] == "Coppa"]
    assert ranks(own) == {"Anna": 1, "Bruno": 2, "Carla": 2, "Dario": 4}
    assert own["player"].tolist() == ["Anna", "Bruno", "Carla", "Dario"]
    assert own["games"].tolist() == [4, 3, 1, 2]
    assert set(events.results["event"]) == set(events.rounds["event"]) == {"Notte"}


@season(Coppa=placed(("Anna", 1, 1, None)))
def test_a_season_with_only_placings_has_standings(read: Read) -> None:
    events, _ = read
    assert ranks(events.standings) == {"Anna": 1}
    assert events.results.empty
    assert events.rounds.empty


@season()
def test_without_a_season_there_are_no_standings(read: Read) -> None:
    events, _ = read
    assert events.standings.empty
    assert events.rounds.empty


# -- the second reading ------------------------------------------------------------------------------------------------


HOW = {"sum of ranks": "sum of ranks, best"}


def frames(played: list[PlainEvent]) -> tuple[dict[str, Any], Any]:
    """Return events as the arguments that `event_standings` takes."""
    settings, seats, people, games = [], [], [], []
    for number, event in enumerate(played):
        here = {"season": "2013", "event": f"E{number:03}"}
        games += [here | {"round": r, "board": b, "division": division} for (r, b), division in event.divisions.items()]
        settings.append(
            here
            | {
                **dict.fromkeys(("system", "edition_of"), "italia_2010" if event.italia else "c_diplo"),
                "how": HOW.get(event.how, event.how)
                or ("sum" if event.best is None else "mean of best" if event.mean else "best"),
                "counting_number": float(event.best or 0),
                "round_score": event.round_score
                or ("best" if event.how in ("best rounds", "wdc", "sum of ranks") else ""),
                "round_weights": "; ".join(f"{name}: {float(weight)}" for name, weight in event.weights.items()),
                "top_table_round": event.top_table_round,
                "top_table_board": event.top_table,
                "top_table_places": event.top_places if event.top_places < 7 else None,
                "tie_break_round": event.tie_break_round,
                "tie_breaks": ", ".join(event.tie_breaks),
                "least_games": event.least_games or np.nan,
                "sit_outs": "once" if event.sit_out_once else "each",
                "sit_out_points": np.nan if event.sit_out_points is None else float(event.sit_out_points),
            }
        )
        chairs = {board: iter(POWERS) for board in {(game.round, game.board) for game in event.games}}
        for game in event.games:
            facts = {"round": game.round, "board": game.board, "player": game.player, "place": game.place}
            power = next(chairs[game.round, game.board])
            system = settings[-1]["system"]
            seats.append(
                here
                | facts
                | {"power": power, "score": float(game.score), "final_centres": game.centres, "own": system}
            )
        for player in sorted({*event.people, *event.declined}):
            person = event.people.get(player, Person())
            facts = {"player": player, "sex": person.sex or None, "born": person.born}
            facts |= {"handicap": float(person.handicap), "adjustment": float(person.adjustment), "remark": None}
            wish = "no" if player in event.declined else None
            rounds = {"sat_out": ", ".join(person.sat_out), "two_boards": ", ".join(person.two_boards)}
            people.append(here | facts | rounds | {"top_table": wish})
    scores = pd.DataFrame(seats).astype({"place": "Int64"})
    born = pd.DataFrame(people)
    tables = SimpleNamespace(
        events=pd.DataFrame(settings),
        seats=scores,
        games=pd.DataFrame(games, columns=["season", "event", "round", "board", "division"]),
        people=born.assign(born=pd.to_datetime(born["born"])),
        placings=pd.DataFrame(columns=["season", "event", "player", "place", "games", "role", "score"]),
        results=pd.DataFrame(columns=TABLES["results"].columns),
        aside=pd.DataFrame(columns=["season", "event", "round", "board"]),
        unplayed=pd.DataFrame(columns=["season", "event", "round", "board", "awaited"]),
    )
    published = {
        system: SimpleNamespace(scores=scores.assign(official=scores["own"] == system))
        for system in ("italia_2010", "c_diplo")
    }
    return published, tables


@pytest.fixture(scope="module")
def played() -> list[PlainEvent]:
    rng = random.Random(2015)  # a seed for which even a fifth of the events contain every required case
    return [random_event(rng) for _ in range(RANDOM_EVENTS)]


@pytest.fixture(scope="module")
def computed(played: list[PlainEvent]) -> Events:
    return event_standings(*frames(played))


def by_player(rows: pd.DataFrame, event: int) -> dict[str, dict[str, Any]]:
    own = rows[rows["event"] == f"E{event:03}"]
    return {row["player"]: row for row in own.to_dict("records")}


def test_standings_agree_with_the_second_reading(played: list[PlainEvent], computed: Events) -> None:
    won = 0
    for number, event in enumerate(played):
        expected, found = standings(event), by_player(computed.standings, number)
        assert found.keys() == expected.keys()
        for player, own in expected.items():
            shown = found[player]
            assert (shown["rank"], shown["games"], shown["top_table"]) == (own.rank, own.games, own.top_table)
            assert (100 if pd.isna(shown["division"]) else shown["division"]) == own.division
            assert (8 if pd.isna(shown["top_place"]) else shown["top_place"]) == own.top_place
            short = max(event.least_games - own.games, 0)
            assert (0 if pd.isna(shown["games_short"]) else shown["games_short"]) == short
            figures = (own.score, own.two_boards, own.sat_out)
            assert [shown[name] for name in ("score", "two_boards", "sat_out")] == pytest.approx(figures, abs=CLOSE)
            shared = sum(other.rank == own.rank for other in expected.values()) > 1
            assert ("shared" in str(shown["settled"])) == shared
            won += own.top_table > 0
    assert won > RANDOM_EVENTS / 4


def test_the_random_events_ask_for_every_tie_break_and_every_reason(computed: Events) -> None:
    said = " ".join(map(str, computed.standings["settled"]))
    assert [name for name in words.TIE_BREAKS if f"{name}: " not in said] == []
    reasons = {*map(str, computed.results["why"])}
    assert {str(NO_RANK), str(ONLY_ONCE), "counts one and a half times: in the top 21 after round 3"} <= reasons


def test_standings_after_every_round_agree_with_the_second_reading(played: list[PlainEvent], computed: Events) -> None:
    for number, event in enumerate(played):
        rounds = computed.rounds[computed.rounds["event"] == f"E{number:03}"]
        assert rounds.drop_duplicates("round_no")["after"].tolist() == list(event.rounds)
        for after, name in enumerate(event.rounds):
            expected, found = standings(event, after + 1), by_player(rounds[rounds["after"] == name], number)
            assert found.keys() == expected.keys()
            for player, own in expected.items():
                assert found[player]["games"] == own.games
                assert found[player]["score"] == pytest.approx(float(own.score), abs=CLOSE)
                assert found[player]["rank"] == own.rank


def test_used_and_dropped_results_agree_with_the_second_reading(played: list[PlainEvent], computed: Events) -> None:
    for number, event in enumerate(played):
        lines, rows = standings(event), computed.results[computed.results["event"] == f"E{number:03}"]
        found = {
            (row["round"], row["board"], row["player"]): (row["used"], row["points"]) for row in rows.to_dict("records")
        }
        expected = all_results(event)
        assert len(found) == len(expected)
        for result in expected:
            used, points = found[result.round, result.board, result.player]
            assert points == pytest.approx(float(result.points), abs=CLOSE)
            if result.player in lines:
                assert used == (result in lines[result.player].used)


# -- edge cases --------------------------------------------------------------------------------------------------------


def italia_event(games: dict[str, list[int | None]], people: dict[str, Person], **settings: Any) -> Events:
    """Return the results of an Italia-2010 event in which nobody was eliminated.

    games  each player's scores, one per round, with None for a round that the player did not play
    """
    rounds = tuple(str(number + 1) for number in range(max(map(len, games.values()))))
    results = tuple(
        Result(rounds[number], f"{player}'s", player, Fraction(score), 5, 2)
        for player, scores in games.items()
        for number, score in enumerate(scores)
        if score is not None
    )
    facts = {"best": None, "mean": False, "sit_out_points": None, "top_table_round": "", "tie_break_round": ""}
    return event_standings(*frames([PlainEvent(rounds, results, people, italia=True, **(facts | settings))]))


def test_a_tie_names_everything_that_settled_it() -> None:
    """Paragraph 5 of Italia-2010 prefers players with fewer games, then women, then younger players.

    Players who are still level share a place.
    """
    scores = {"A": [20], "B": [10, 10], "C": [10, 10], "D": [10, 10], "E": [10, 10], "F": [5], "G": [3], "H": [3]}
    born = {"B": date(1960, 1, 1), "C": date(1990, 1, 1), "D": date(1970, 1, 1), "E": date(1970, 1, 1)}
    people = {name: Person("f" if name == "B" else "m", born.get(name), ()) for name in "ABCDEF"}
    table = italia_event(scores, people).standings.set_index("player")
    games, women, younger = "fewer games (5 a)", "paragraph 5 b", "paragraph 5 c"
    assert [table["rank"][name] for name in scores] == [1, 2, 3, 4, 4, 6, 7, 7]
    assert [str(table["settled"][name]) for name in scores] == [
        games,
        f"{games}, then {women}",
        f"{games}, then {women}, then {younger}",
        *[f"{games}, then {women}, then {younger}; still level, so the place is shared"] * 2,
        "",
        *["level, so the place is shared"] * 2,
    ]


def test_a_player_who_sat_out_the_tie_break_round_has_missed_it() -> None:
    """A scores 10 in each of two games and gets 12 for sitting out the tie-break round. B scores 12 and 20.

    Both have 32 points and two games, but only B has played in the tie-break round.
    """
    people = {"A": Person("m", date(1970, 1, 1), ("2",)), "B": Person("m", date(1970, 1, 1), ())}
    events = italia_event({"A": [10, None, 10], "B": [12, 20]}, people, tie_break_round="2")
    table = events.standings.set_index("player")
    assert table["score"].tolist() == [32, 32] and table["games"].tolist() == [2, 2]
    assert table["rank"].to_dict() == {"B": 1, "A": 2}
    assert {*map(str, table["settled"])} == {"the tie-break round was missed (5)"}


def test_a_system_whose_name_sorts_after_italia_2010_is_still_another_system(
    played: list[PlainEvent], computed: Events
) -> None:
    few = 15
    published, tables = frames(played[:few])
    renamed = tables.events.replace({key: {"c_diplo": "tribute"} for key in ("system", "edition_of")})
    named = SimpleNamespace(**vars(tables) | {"events": renamed})
    found = event_standings({"italia_2010": published["italia_2010"], "tribute": published["c_diplo"]}, named)
    for name in ("results", "standings", "rounds"):
        expected = getattr(computed, name).query("event < @last", local_dict={"last": f"E{few:03}"})
        pd.testing.assert_frame_equal(getattr(found, name), expected.reset_index(drop=True))


@season(Coppa=placed(("Anna", 1, 4, None), ("Bruno", 2, 4, None)))
def test_placings_have_no_parts_of_a_score(read: Read) -> None:
    events, _ = read
    assert events.standings[["two_boards", "sat_out", "top_table"]].to_numpy().tolist() == [[0, 0, 0]] * 2
    assert [*events.standings.index] == [0, 1]


@season(
    Coppa=placed(("Anna", 1, 4, None)),
    Notte=evening((1, 1, OTHERS, CLEAR), (2, 1, OTHERS, ONE_OUT), system="C-Diplo"),
    Prova=at_once(CLEAR, CLEAR),
)
def test_the_tables_of_events_number_their_rows_from_the_first(read: Read) -> None:
    events, _ = read
    for rows in (events.results, events.standings, events.rounds):
        assert [*rows.index] == [*range(len(rows))]
    assert [*events.results] == [
        *("season", "event", "round", "board", "power", "player", "place", "score", "final_centres", "won", "topped"),
        *(
            "kind",
            "two_boards",
            "weight",
            "points",
            "round_no",
            "worth",
            "share",
            "divisor",
            "missing_results",
            "used",
            "why",
        ),
    ]
