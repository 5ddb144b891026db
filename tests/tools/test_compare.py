"""Compare systems: how far standings agree, and which properties hold in all final positions."""

import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isnan, sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from openpyxl import load_workbook

from pipeline.books.writer import as_workbook
from pipeline.build.build import RESERVED, build
from pipeline.read.find import find
from pipeline.rules.systems import USUAL, systems
from pipeline.score.score import score_boards
from pipeline.stages import compute
from pipeline.tools.compare.comparison import Comparison, comparison, kendall, mean_agreement, short_name
from pipeline.tools.compare.comparison_book import SHEETS, comparison_book
from pipeline.tools.compare.positions import (
    COURSES,
    LATE,
    Course,
    one_centre_moved,
    played,
    positions,
    seated,
    shown,
    side_by_side,
)
from pipeline.tools.compare.properties import ORDINALS, PROPERTIES, _of_system, figure, properties, scores
from tests import THOROUGH, scoring
from tests.reference.boards import PlainBoard, Points, all_positions, first_year_at_zero, has_solo, reading
from tests.scoring import CLOSE, arrays, boards_of
from tests.sheets import POWERS, Sheets, event, night, read_table, table, tables_alone, write_xlsx

NOT_EVERY_POSITION = {"burgess_1990", "cruise_con", "playdip_league_2018"}  # no points for solos or for some draws
EVERY_POSITION = [id for id in systems() if id not in NOT_EVERY_POSITION]
SOME = ["c_diplo", "carnage", "dixie", "draw_size", "girsh", "italia_2010", "omg", "pgp", "tribute", "whipping"]
ASKED = [id for id in EVERY_POSITION if THOROUGH or id in (*USUAL, *SOME)]  # the others have tests elsewhere
READ = ["c_diplo", "omg", "pgp", "win_namur"]  # systems whose every position the second reading scores
every_system = pytest.mark.parametrize("id", ASKED)
every_course = pytest.mark.parametrize("course", COURSES, ids=lambda course: course.name)
NEED_YEARS = (
    *("bangkok", "bangkok_2022", "bangkok_dipvis", "bangkok_pike", "italia_2010", "manorcon", "manorcon_dipvis"),
    *("manorcon_original", "manorcon_original_dipvis", "manorcon_v2", "manorcon_v2_dipvis", "olympic", "pgp"),
    *("summer_classic", "weasel_moot_2007", "whipping", "win_namur_survival", "world_classic"),
    *("detour_09", "detour_09_world_cup", "detour_98e", "girsh", "haight", "maxonian", "ranked_classic"),
    *("ranked_classic_v2", "seven_eleven", "southern_sun", "sydney_league"),
)


# -- Kendall's tau -----------------------------------------------------------------------------------------------------


def plain_tau(first: Sequence[int], second: Sequence[int]) -> float:
    """Return tau-b, computed pair by pair from its definition."""
    score = in_first = in_second = 0
    for i in range(len(first)):
        for j in range(i):
            one, other = (
                (first[i] > first[j]) - (first[i] < first[j]),
                (second[i] > second[j]) - (second[i] < second[j]),
            )
            score += one * other
            in_first += one * one
            in_second += other * other
    return score / sqrt(in_first * in_second) if in_first and in_second else float("nan")


@pytest.mark.parametrize(
    ("first", "second", "tau"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4], 1),
        ([1, 2, 3, 4], [4, 3, 2, 1], -1),
        ([1, 2, 3, 4], [1, 2, 4, 3], (5 - 1) / 6),
        ([1, 1, 3], [1, 2, 3], 2 / sqrt(2 * 3)),  # a pair that is level in one ranking counts for neither side
        ([1, 1, 3, 3], [1, 1, 3, 3], 4 / sqrt(4 * 4)),
        (
            [1, 2, 2, 4],
            [2, 1, 2, 4],
            (3 - 1) / sqrt(5 * 5),
        ),  # in full: the order of 1 and 2 is reversed, 1=3 and 2=3 count for neither
        ([1, 2], [2, 1], -1),
    ],
)
def test_tau_by_hand(first: list[int], second: list[int], tau: float) -> None:
    assert kendall(np.array(first), np.array(second)) == pytest.approx(tau, abs=1e-15)


@pytest.mark.parametrize(("first", "second"), [([], []), ([1], [1]), ([1, 1, 1], [1, 2, 3]), ([1, 2], [1, 1])])
def test_there_is_no_tau_if_nothing_can_be_compared(first: list[int], second: list[int]) -> None:
    assert isnan(kendall(np.array(first, int), np.array(second, int)))


def test_tau_agrees_with_the_plain_loop() -> None:
    rng = random.Random(1938)
    for _ in range(400):
        players, values = rng.randint(0, 40), rng.choice([2, 5, 40])
        first, second = ([rng.randint(1, values) for _ in range(players)] for _ in range(2))
        one, other = np.array(first, int), np.array(second, int)
        assert kendall(one, other) == pytest.approx(plain_tau(first, second), abs=1e-12, nan_ok=True)
        assert kendall(other, one) == pytest.approx(kendall(one, other), abs=1e-12, nan_ok=True)


def test_tau_of_many_players_is_quick() -> None:
    rng = np.random.default_rng(7)
    ranks = rng.permutation(100_000)
    assert kendall(ranks, ranks) == 1 and kendall(ranks, -ranks) == -1
    assert abs(kendall(ranks, rng.permutation(100_000))) < 0.02


# -- a season ----------------------------------------------------------------------------------------------------------


def in_progress() -> Sheets:
    """Return sheets in which board 1 is still in progress."""
    return event() | {"games": table("round board result", (1, 1, "in progress"))}


def with_a_bad_board() -> Sheets:
    sheets = event("Lega", family="Rossi")
    sheets["boards"][1][-9] = 35
    return sheets


def hostile() -> Sheets:
    """Return sheets with names that a spreadsheet could read as something else."""
    sheets = event("=SUM(1)", place="&D")
    for row, name in zip(sheets["boards"][1:], HOSTILE, strict=False):
        row[3] = name
    return sheets


def one_board() -> Sheets:
    return {
        "event": table("setting value", ("name", "Torneo")),
        "boards": night([], final=[9, 9, 8, 8, 0, 0, 0]),
    }


HOSTILE = ["=HYPERLINK(0)", "J*", "@x", "007", "<b>&", "Zoë\u202e‮", "'quoted", "+1", "-1", "a" * 190]
SEASONS: dict[str, dict[str, Sheets]] = {
    "one event": {"Torneo": event()},
    "one official system": {"One": event("Uno", family="Uno"), "Two": event("Due", family="Due")},
    "several official systems": {
        "One": event("Uno", family="Uno"),
        "Two": event("Due", "boucher", "Due"),
        "Three": event("Tre", None, "Tre"),
    },
    "no official system": {"Torneo": event(system=None)},
    "a game in progress": {"Torneo": in_progress()},
    "a board with an error": {"Torneo": event(), "League": with_a_bad_board()},
    "hostile names": {"Torneo": hostile()},
    "one board": {"Torneo": one_board()},
    "no boards": {"Torneo": {"event": table("setting value", ("name", "Torneo"))}},
    "two events": {"Torneo": event(), "Altro": event("Altro", None, "Due")},
    "some systems": {
        "Torneo": event(),
        "League": event("Lega", "omg", "Rossi"),
        "season": {"season": table("setting value", ("systems", ", ".join(SOME)))},
    },
}


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the sheets of the seasons, and return their folder."""
    folder = tmp_path_factory.mktemp("raw")
    for season, events in SEASONS.items():
        for name, sheets in events.items():
            write_xlsx(folder / season / f"{name}.xlsx", sheets)
    return folder


@pytest.fixture(scope="module")
def compared(raw: Path) -> Callable[[str], Comparison]:
    """Return a function that compares a season under every system and remembers the comparison."""
    computed = compute(find(raw, RESERVED))
    return cache(lambda season: comparison(computed, season))


@pytest.fixture(scope="module")
def written(compared: Callable[[str], Comparison], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that writes a season's workbook once and returns its path."""
    folder = tmp_path_factory.mktemp("compared")

    @cache
    def write(season: str) -> Path:
        (folder / f"{season}.xlsx").write_bytes(
            as_workbook(comparison_book(compared(season), found_properties().reset_index()))
        )
        return folder / f"{season}.xlsx"

    return write


def move(found: Comparison, system: str, base: str | None = None) -> pd.Series:
    """Return the row of `moves` that compares a system with an official system."""
    rows = found.moves[(found.moves["system"] == system) & (found.moves["base"] == (base or found.yardstick.lead))]
    assert len(rows) == 1
    return rows.assign(**{name: rows[name].map(str) for name in ("up_players", "down_players")}).iloc[0]


def test_moves_by_hand(compared: Callable[[str], Comparison]) -> None:
    """The scores of two boards of seven players, worked out by hand.

    Under C-Diplo, centres of 7-9-5-3-1-0-9 score 15, 36, 6, 4, 2, 1, 36, and centres of 7-6-7-1-4-9-0 score 18.5, 7,
    18.5, 2, 5, 48, 1. Boucher gives 10 to each of the twelve survivors and nothing to Flora and Nora, who are last
    under both systems.
    """
    found = compared("one event")
    official = found.standings.set_index("player")["c_diplo"].to_dict()
    assert official == {
        "Maria": 1, "Berta": 2, "Gina": 2, "Hanna": 4, "Julia": 4, "Anna": 6, "Ida": 7, "Carla": 8, "Lena": 9, "Dora": 10,
        "Elena": 11, "Klara": 11, "Flora": 13, "Nora": 13,
    }  # fmt: skip
    row = move(found, "boucher")
    assert (row["boards"], row["players"], row["moved"]) == (2, 14, 11)  # Maria stays first
    assert (row["up"], row["up_players"]) == (10, "Elena (11 to 1), Klara (11 to 1)")
    assert (row["down"], row["down_players"]) == (0, "")
    # 91 pairs; under C-Diplo four are level, under Boucher those of twelve players and of two: only 12 * 2 are not
    assert row["tau"] == pytest.approx(24 / sqrt((91 - 4) * (91 - 66 - 1)), abs=1e-9)
    assert found.agreement.loc["boucher", "c_diplo"] == row["tau"] == found.agreement.loc["c_diplo", "boucher"]


def test_a_board_that_one_system_cannot_score_moves_nobody(compared: Callable[[str], Comparison]) -> None:
    found = compared("one event")
    row = move(found, "pgp")  # board 2 has no chart
    assert (row["boards"], row["players"]) == (1, 7)
    assert found.boards["pgp"] == 1 and found.boards["c_diplo"] == 2
    assert row["up_players"] == "" and row["down_players"] == "Gina (1 to 2)"  # level on centres, but not in all years
    assert found.standings["pgp"].notna().sum() == 7


def test_the_official_ranking_is_that_of_the_single_official_system(compared: Callable[[str], Comparison]) -> None:
    found = compared("one official system")
    assert found.yardstick.official and found.yardstick.lead == "c_diplo" and not found.yardstick.instead
    assert str(found.yardstick.officials) == "C-Diplo is the official system of all 2 events."
    assert found.standings["c_diplo"].is_monotonic_increasing
    assert set(found.places["official"]) == {"c_diplo"}
    assert found.places["official_place"].equals(found.places["c_diplo"])
    assert found.scores["official_score"].equals(found.scores["c_diplo"])
    assert [*found.moves["system"]] == [id for id in USUAL if id != "c_diplo"]


def test_each_of_several_official_systems_is_compared_over_its_own_events(
    compared: Callable[[str], Comparison],
) -> None:
    found = compared("several official systems")
    assert not found.yardstick.official
    assert str(found.yardstick.officials) == "Official systems: Boucher (Due), C-Diplo (Uno); none for Tre."
    assert "no official ranking" in str(found.yardstick.instead) and short_name(found.yardstick.lead) in str(
        found.yardstick.instead
    )
    assert set(found.moves["base"]) == {"boucher", "c_diplo"}
    assert (found.moves.groupby("base")["players"].max() == 14).all()
    assert move(found, "boucher", "c_diplo")["up_players"] == "Elena Uno (11 to 1), Klara Uno (11 to 1)"
    official = found.places.groupby("event")["official"].unique().str[0].to_dict()
    assert official == {"One": "c_diplo", "Two": "boucher", "Three": ""}
    assert found.places.loc[found.places["event"] == "Three", "official_place"].isna().all()


def test_without_an_official_system_the_one_that_agrees_best_takes_its_place(
    compared: Callable[[str], Comparison],
) -> None:
    found = compared("no official system")
    assert not found.yardstick.official and str(found.yardstick.officials).startswith("None of this season's events")
    complete = [id for id, boards in found.boards.items() if boards == 2]
    means = mean_agreement(found.agreement, found.systems)[complete]
    assert means[found.yardstick.lead] == means.max()
    assert set(found.moves["base"]) == {found.yardstick.lead}


def test_editions_of_one_system_do_not_count_as_agreeing_with_each_other() -> None:
    taus = pd.DataFrame([[1, 1, 0.5], [1, 1, 0.25], [0.5, 0.25, 1]], *[["c_diplo", "c_diplo_100", "omg"]] * 2)
    assert mean_agreement(taus, systems()).to_dict() == {"c_diplo": 0.5, "c_diplo_100": 0.25, "omg": 0.375}


def test_a_game_in_progress_is_shown_but_not_compared(compared: Callable[[str], Comparison]) -> None:
    found = compared("a game in progress")
    assert found.status == "PROVISIONAL" and [*map(str, found.reasons)] == [
        "1 game is in progress, with provisional scores"
    ]
    assert (found.places["status"] == "in progress").sum() == 7
    assert move(found, "pgp")["boards"] == 0 and isnan(move(found, "pgp")["tau"])


def test_places_and_ranks_agree_with_the_published_files(
    raw: Path, compared: Callable[[str], Comparison], tmp_path: Path
) -> None:
    with tables_alone():
        build(raw, tmp_path / "out", ["some systems"], jobs=1)
    found = compared("some systems")
    for id in SOME:
        rows = read_table(tmp_path / "out" / "some systems" / "tables" / f"{id}.scores.csv")
        assert [row["place"] for row in rows] == ["" if pd.isna(place) else str(place) for place in found.places[id]]
        for row, seat, score in zip(rows, found.places.to_dict("records"), found.scores[id], strict=True):
            assert [row[name] for name in ("event", "round", "board", "power", "player")] == [
                seat[name] for name in ("event", "round", "board", "power", "player")
            ]
            assert isnan(score) if row["score"] == "" else abs(float(row["score"]) - score) < CLOSE
        ranks = {
            row["player"]: row["rank"]
            for row in read_table(tmp_path / "out" / "some systems" / "tables" / f"{id}.standings.csv")
        }
        shown = found.standings.set_index("player")[id].dropna()
        assert {player: str(rank) for player, rank in shown.items()} == ranks
    assert found.checks["holds"].all()


def test_a_board_with_an_error_makes_the_comparison_incomplete(compared: Callable[[str], Comparison]) -> None:
    found = compared("a board with an error")
    assert found.status == "INCOMPLETE" and "Lega: 1 of 2 boards" in str(found.reasons[0])
    assert [*found.events["event"]] == ["League", "Torneo"] and found.yardstick.official


def test_every_short_name_is_short_and_unique() -> None:
    names = [short_name(id) for id in systems()]
    assert len({name.casefold() for name in names}) == len(names)
    assert {"OMG", "PGP", "C-Diplo", "C-Diplo 100", "C-Diplo Namur", "Win Namur survival"} <= {*names}
    assert max(map(len, names)) <= 24


# -- final positions ---------------------------------------------------------------------------------------------------


def test_there_are_3120_positions_2486_without_a_solo_and_634_with_one() -> None:
    found = [tuple(centres) for centres in positions().T.tolist()]
    assert found == [*all_positions()]
    assert sum(max(centres) < 18 for centres in found) == 2_486 and sum(max(centres) >= 18 for centres in found) == 634


@every_course
def test_every_course_of_a_game_is_lawful(course: Course) -> None:
    boards = played(positions(), course)
    assert boards.charted.all()
    for board in range(0, len(boards), 7):
        years = int(boards.years[board])
        chart = boards.owned[:years, :, board].tolist()
        owned = [22, *map(sum, chart)]
        assert all(before <= after <= 34 for before, after in pairwise(owned))
        assert all(max(year) < 18 for year in chart[:-1])  # a solo ends the game
        assert chart[-1] == positions()[:, board].tolist()
        for power in range(len(POWERS)):
            first = first_year_at_zero(tuple(map(tuple, chart)), power)
            assert boards.eliminated[power, board] == (first or 0)
            assert all(year[power] == 0 for year in chart[first or years :])


def test_every_centre_is_moved_once() -> None:
    moves = one_centre_moved(positions())
    assert len(moves.gainer) == sum(6 * sum(each > 0 for each in centres) for centres in all_positions()) == 110_022
    change = moves.centres - positions()[:, moves.position]
    assert (change[moves.gainer, np.arange(len(moves.gainer))] == 1).all()
    assert (np.sort(change, axis=0) == np.array([-1, 0, 0, 0, 0, 0, 1])[:, np.newaxis]).all()
    assert (moves.centres >= 0).all()
    assert len({(p, tuple(c)) for p, c in zip(moves.position, moves.centres.T.tolist(), strict=True)}) == 110_022


def test_powers_change_seats_with_all_their_data() -> None:
    boards = played(positions(), COURSES[2])
    order = np.array([3, 0, 6, 1, 2, 5, 4])
    for name, array in arrays(seated(boards, order)).items():
        np.testing.assert_array_equal(array, getattr(scoring.seated(boards, order), name), err_msg=name)


def test_joined_boards_keep_their_order() -> None:
    both = side_by_side([played(positions()[:, :5], course) for course in COURSES[:2]])
    assert len(both) == 10 and both.years.tolist() == [7] * 5 + [2] * 5  # the first five are solos
    np.testing.assert_array_equal(both.centres[:, 5:], both.centres[:, :5])


# -- properties --------------------------------------------------------------------------------------------------------


@cache
def found_properties() -> pd.DataFrame:
    """Return the properties of the tested systems, one row per system, with figures and examples in English."""
    found = properties(systems()[id] for id in ASKED).set_index("system")
    said = [f"{name}_{part}" for name in PROPERTIES for part in ("figures", "example")]
    return found.assign(**{name: found[name].map(str) for name in said})


def plain(centres: Sequence[int], course: Course) -> PlainBoard:
    """Return a board in the form that `tests.reference` expects.

    The chart has the earlier years of the course of play, followed by the given final centres.
    """
    last = 1 if max(centres) >= 18 else 7 - len(course.before)
    chart = (*course.before, *[tuple(centres)] * last)
    return PlainBoard(tuple(centres), chart, tuple(first_year_at_zero(chart, power) for power in range(7)))


@cache
def readings(id: str) -> list[tuple[PlainBoard, Points]]:
    """Return the final positions that `tests.reference` can score, each with its points.

    If the system depends on earlier years, each position is scored once for every course of play in COURSES.
    Otherwise, it is scored only for the first course.
    """
    courses = COURSES if id in NEED_YEARS else COURSES[:1]
    games = [plain(centres, course) for course in courses for centres in all_positions()]
    return [(game, points) for game in games if (points := reading(id)(game)) is not None]


@every_course
@every_system
def test_a_sample_of_positions_is_scored_as_in_the_second_reading(id: str, course: Course) -> None:
    sample = positions()[:, 3::97]
    found = score_boards(systems()[id], played(sample, course)).score.T
    games = [plain(centres, course) for centres in sample.T.tolist()]
    np.testing.assert_allclose(
        found, [[float(each) for each in reading(id)(game) or []] for game in games], atol=CLOSE, rtol=0
    )
    for name, array in arrays(boards_of(games, longest=7)).items():
        np.testing.assert_array_equal(array, getattr(played(sample, course), name), err_msg=name)


@pytest.mark.parametrize("id", ASKED if THOROUGH else READ)
def test_findings_agree_with_the_second_reading(id: str) -> None:
    found, games = found_properties().loc[id], readings(id)
    assert len(games) == 3_120 * (3 if id in NEED_YEARS else 1)
    drawn = [(game, points) for game, points in games if not has_solo(game)]
    solos = [(game, points) for game, points in games if has_solo(game)]
    first = {points[0] for _, points in solos}  # the powers with the most centres
    most = max(max(points) for _, points in drawn)
    assert found["solo_above_draw"] == (min(first) > most)
    more = " or more" if len(first) > 1 else ""
    assert found["solo_above_draw_figures"] == f"{words(min(first))}{more} against {words(most)}"
    leads = [
        min(each for each, held in zip(points, game.centres, strict=True) if held)
        - max(each for each, held in zip(points, game.centres, strict=True) if not held)
        for game, points in drawn
        if 0 in game.centres
    ]
    assert found["survivor_above_eliminated"] == (min(leads) > 0)
    alone = [points[0] - max(points[1:]) for game, points in games if game.centres[0] > game.centres[1]]
    assert found["leader_highest"] == (min(alone) >= 0)
    for name, boards in (("constant_sum_without_solo", drawn), ("constant_sum_of_solos", solos)):
        sums = {sum(points, Fraction(0)) for _, points in boards}
        assert found[name] == (len(sums) == 1)
        assert found[f"{name}_figures"] == " to ".join(words(each) for each in sorted({min(sums), max(sums)}))
    assert found["never_negative"] == (min(min(points) for _, points in games) >= 0)
    by_course = [games[start : start + 3_120] for start in range(0, len(games), 3_120)]
    same = all(one[1] == other[1] for course in by_course[1:] for one, other in zip(by_course[0], course, strict=True))
    assert found["path_free"] == same == (id not in NEED_YEARS)


def words(number: Fraction) -> str:
    """Return a number as the properties table shows it, with at most three decimals."""
    return f"{float(number) + 0.0:.3f}".rstrip("0").rstrip(".")


@every_system
def test_one_more_centre_changes_scores_as_in_the_second_reading(id: str) -> None:
    rng, found = random.Random(id), found_properties().loc[id]
    moves = one_centre_moved(positions())
    for number in rng.sample(range(len(moves.gainer)), 400):
        before, gainer = positions()[:, moves.position[number]].tolist(), moves.gainer[number]
        gain = gained(id, before, moves.centres[:, number].tolist(), gainer, LATE)
        assert gain >= 0 or not found["one_more_never_lowers"], f"{before} to {moves.centres[:, number]}"


def gained(id: str, before: Sequence[int], after: Sequence[int], power: int, course: Course) -> Fraction:
    """Return the points that a power gains when the centres change from `before` to `after`.

    The points are computed by the independent implementation in `tests.reference`.
    """
    old, new = (reading(id)(plain(centres, course)) for centres in (before, after))
    assert old is not None and new is not None
    return new[power] - old[power]


def position(text: str) -> tuple[list[int], Course]:
    """Return the centres and the course of play in a string such as `17-16-1 (late)`. The default course is `LATE`."""
    held, _, course = text.partition(" (")
    centres = [int(number) for number in held.split("-")]
    return centres + [0] * (7 - len(centres)), next(
        (each for each in COURSES if str(each.name) == course.rstrip(")")), LATE
    )


@pytest.mark.parametrize(
    ("id", "loss"), [("omg", "3.75"), ("tribute", "2.8"), ("italia_2010", "35.5"), ("pgp", "3.812")]
)
def test_the_worst_loss_by_one_more_centre_agrees_with_the_second_reading(id: str, loss: str) -> None:
    found = found_properties().loc[id]
    assert not found["one_more_never_lowers"]
    who, loss_shown = re.search(r"the (\w+) power loses ([\d.]+)", found["one_more_never_lowers_figures"]).groups()
    before, after = found["one_more_never_lowers_example"].split(" →\n")
    gain = gained(id, position(before)[0], position(after)[0], [*map(str, ORDINALS)].index(who), position(after)[1])
    assert words(-gain) == loss_shown == loss


@pytest.mark.parametrize("name", ["survivor_above_eliminated", "leader_highest"])
def test_examples_against_pgp_show_the_stated_scores(name: str) -> None:
    found = found_properties().loc["pgp"]
    points = reading("pgp")(plain(*position(found[f"{name}_example"])))
    assert not found[name] and points is not None
    two = set(re.findall(r"\d+(?:\.\d+)?", found[f"{name}_figures"]))
    assert len(two) == 2 and two <= {words(each) for each in points}


HAND: dict[tuple[str, str], tuple[bool, str]] = {
    # 1 + 17 + 38 for the best without a solo and without level powers; 66 + 34 in total
    ("c_diplo", "solo_above_draw"): (True, "73 against 56"),
    ("c_diplo_100", "solo_above_draw"): (True, "100 against 56"),
    ("c_diplo", "constant_sum_without_solo"): (True, "100"),
    ("c_diplo", "constant_sum_of_solos"): (True, "73"),
    ("c_diplo", "survivor_above_eliminated"): (True, "by 1 or more"),  # the last of four survivors: 1 + 1 against 1
    ("c_diplo", "one_more_never_lowers"): (True, "never in the 110,022 cases where one centre changes hands"),
    # 5 * 10 for each of two survivors; the power that gains a centre never revives an eliminated power except itself
    ("boucher", "solo_above_draw"): (True, "60 against 50"),
    ("boucher", "one_more_never_lowers"): (True, "never in the 110,022 cases where one centre changes hands"),
    ("boucher", "constant_sum_without_solo"): (False, "7 to 120"),  # 7 * 1; 3 * 40 = 4 * 30
    # 16 + 4 for a leader, with or without 18 centres
    ("diplo_ligue", "solo_above_draw"): (False, "20 against 20"),
    ("diplo_ligue", "never_negative"): (True, "the lowest score is 0, but penalties can lead to lower scores"),
    ("diplo_ligue", "constant_sum_of_solos"): (False, "20 to 74"),  # 34 alone; 16 + ... + 4 + 4 with all seven
    # 22-2-2-2-2-2-2: 1 + 88 + 70 + 30 + 170, nobody else with three centres
    ("italia_2010", "constant_sum_of_solos"): (False, "359 to 520.5"),
    ("omg", "solo_above_draw"): (True, "100 against 81"),
    ("omg", "constant_sum_without_solo"): (False, "78 to 123"),  # 51 + 9 + 9 for each of two or seven survivors
    ("open_tribute", "solo_above_draw"): (True, "340 against 170"),  # 17-16-1: 34 + 51 + 1 + 16 + 4 * 17
    ("pgp", "constant_sum_without_solo"): (True, "100"),
    ("pgp", "solo_above_draw"): (False, "23.434 or more against 36.054"),
    ("tribute", "constant_sum_without_solo"): (True, "100"),
    ("win_namur", "solo_above_draw"): (True, "82 against 65"),  # 17 alone in the wave: 29 + 18 + 18
    ("win_namur", "never_negative"): (True, "the lowest score is 0"),
    ("win_namur_survival", "path_free"): (False, "the third power has 0.2 or 0.7"),  # eliminated in 1902 or in 1907
}


@pytest.mark.parametrize(("id", "name"), HAND, ids=" ".join)
def test_properties_known_by_hand(id: str, name: str) -> None:
    found = found_properties().loc[id]
    assert (found[name], found[f"{name}_figures"]) == HAND[id, name]


def test_only_systems_that_need_years_depend_on_them_and_only_one_depends_on_the_power() -> None:
    found = found_properties()
    assert {*found.index[~found["path_free"]]} == {*NEED_YEARS} & {*ASKED}
    assert [*found.index[~found["powers_alike"]]] == ["italia_2010"]


def test_the_property_table_has_one_row_per_system_and_one_finding_per_property() -> None:
    found = found_properties()
    assert [*found.index] == ASKED
    assert [*found] == [f"{name}{part}" for name in PROPERTIES for part in ("", "_figures", "_example")]
    assert found[[*PROPERTIES]].dtypes.eq(bool).all()
    for name in PROPERTIES:
        assert (found.loc[~found[name], [f"{name}_figures", f"{name}_example"]] != "").all(axis=None)


def test_a_system_that_cannot_score_a_position_is_refused() -> None:
    sample = positions()[:, -5:]
    without_years = boards_of([PlainBoard(tuple(centres)) for centres in sample.T.tolist()])
    with pytest.raises(ValueError, match="pgp cannot score"):
        scores(systems()["pgp"], without_years)


def test_numbers_and_positions_are_put_into_words() -> None:
    assert [figure(number) for number in (100.0, 0.3, 2.7999999999, -0.0, 1 / 3)] == [100, 0.3, 2.8, 0, 0.333]
    assert shown(np.array([17, 0, 16, 1, 0, 0, 0])) == "17-0-16-1"


# -- the workbook ------------------------------------------------------------------------------------------------------


def test_the_workbook_shows_what_was_compared(
    compared: Callable[[str], Comparison], written: Callable[[str], Path]
) -> None:
    found, book = compared("one event"), load_workbook(written("one event"))
    for sheet in book:
        assert sheet["A1"].value == "The systems compared · one event"
        assert sheet["A2"].value == "FINAL" and sheet["A3"].value.startswith("Data: GENERATED")
        assert sheet.page_setup.orientation == "landscape" and sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.page_setup.paperSize == 9 and sheet.page_setup.fitToWidth in (None, 1)
    header = next(row for row in book["Places"].iter_rows() if row[0].value == "event")
    names = [cell.value for cell in header]
    assert names[:8] == [
        "event",
        "round",
        "board",
        "power",
        "player",
        "final centres",
        "official place",
        "official score",
    ]
    assert names[8:] == [short_name(id) for id in USUAL]
    rows = [*book["Places"].iter_rows(min_row=header[0].row + 1)]
    for id, name in ((id, names.index(short_name(id))) for id in USUAL):
        shown = [row[name].value for row in rows]
        assert shown == [None if pd.isna(place) else place for place in found.places[id]]
    assert [row[6].value for row in rows] == [*found.places["c_diplo"]]
    boucher = [
        row[names.index("Boucher")] for row in rows
    ]  # every survivor is first: better than the official place of all except the first
    marked = [cell.font.b for cell in boucher]
    assert marked == [
        place > other for place, other in zip(found.places["c_diplo"], found.places["boucher"], strict=True)
    ]


def test_shared_places_are_shown_as_shared(written: Callable[[str], Path]) -> None:
    places = load_workbook(written("one event"))["Places"]
    by_player = {row[4].value: row for row in places.iter_rows() if row[4].value in ("Berta", "Gina", "Anna")}
    assert {player: ("=" in row[6].number_format.replace("_=", "")) for player, row in by_player.items()} == {
        "Berta": True, "Gina": True, "Anna": False
    }  # fmt: skip


def test_the_same_season_gives_the_same_bytes(raw: Path, tmp_path: Path) -> None:
    for name in ("one", "again"):
        _of_system.cache_clear()
        natures = properties(systems()[id] for id in ("boucher", "c_diplo"))
        computed = compute(find(raw, RESERVED, {"two events"}))
        (tmp_path / name).write_bytes(as_workbook(comparison_book(comparison(computed, "two events"), natures)))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "again").read_bytes()


def test_hostile_names_stay_text(compared: Callable[[str], Comparison], written: Callable[[str], Path]) -> None:
    found, book = compared("hostile names"), load_workbook(written("hostile names"))
    assert not [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    players = {row[4] for row in book["Places"].iter_rows(values_only=True)}
    assert {*found.places["player"]} <= players and "=HYPERLINK(0)" in players
    assert "=HYPERLINK(0)" in {row[1] for row in book["Standings"].iter_rows(values_only=True)}


@pytest.mark.parametrize("season", ["no boards", "one board"])
def test_a_season_with_little_data_is_written_too(season: str, written: Callable[[str], Path]) -> None:
    book = load_workbook(written(season))
    assert tuple(book.sheetnames) == SHEETS
    shown = [cell for row in book["Places"].iter_rows(values_only=True) for cell in row if cell]
    assert ("None of this season's boards could be read." in shown) == (season == "no boards")


def test_the_property_sheet_has_an_answer_in_every_cell(written: Callable[[str], Path]) -> None:
    rows = [*load_workbook(written("one event"))["Properties"].iter_rows(values_only=True)]
    start = next(number for number, row in enumerate(rows) if row[0] == "system")
    assert [*rows[start][1:]] == [str(rule.header) for rule in PROPERTIES.values()]
    for id, row in zip(ASKED, rows[start + 1 :], strict=False):
        assert row[0] == short_name(id)
        assert all(re.match(r"(yes|no)(: |$)", cell) for cell in row[1:])
    c_diplo = rows[start + 1 + ASKED.index("c_diplo")]
    assert c_diplo[1] == "yes: 73 against 56\n17-16-1" and c_diplo[5] == "yes: 100" and c_diplo[7] == "yes"
