"""Tests of KIBA's Bao, from entry lists, rounds and clocks to the championship and the nations.

The source is "Le regole del torneo in rete", the rules of KIBA, unless another is named. Where the rules say nothing,
the expected values are worked out by hand or follow our reading, and the test says so.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.build.build import RESERVED
from pipeline.cli.app import app
from pipeline.events.results import Results
from pipeline.pages.bao import OPEN, TournamentPage, standings_sheet, tournament_book
from pipeline.pages.book import Table
from pipeline.pages.circuits import circuits_book
from pipeline.pages.heading import Heading
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.rules.bao.clock import DAY, NEVER, run
from pipeline.rules.bao.entries import CATEGORIES, deal, entry_list, printed
from pipeline.rules.bao.groups import KIBA_SCORE, LEVEL, PROVISIONAL, TIE_BREAK, UNKNOWN, standings, tally
from pipeline.rules.bao.pairing import rounds
from pipeline.rules.bao.tournaments import PAIRING, both_legs
from pipeline.rules.circuits import kiba_championship, kiba_nations
from pipeline.rules.ties import encounters, sonneborn_berger
from pipeline.stages import Computed, compute
from pipeline.tools.new.draw import Draw, draw
from schemas.messages import Listed, Message
from schemas.words import LANGUAGES, word
from tests.asked import Asked
from tests.cases.kiba import KIBA, WINNERS
from tests.reference.bao import (
    BYE,
    FINAL,
    NATIONS,
    PLAYOFF,
    QUALIFYING,
    SEMIFINAL,
    Bao,
    Entrant,
    Game,
    group_table,
    sheets,
    tournament,
    waiting,
)
from tests.reference.bao import entry_list as in_order
from tests.sheets import (
    Cell,
    Rows,
    Sheets,
    only_rules,
    read_table,
    table,
    without_report,
    write_csv,
    write_ods,
    write_xlsx,
)

SEASON = "2011"
OF_BAO = ("c_diplo", "kiba_championship", "kiba_nations")  # the only rules that these tests read

asked = Asked()


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute all the seasons that tests have requested, with only the rules in OF_BAO."""
    with only_rules(*OF_BAO):
        return compute(find(asked.write(tmp_path_factory.mktemp("asked")), RESERVED))


def season_of(computed: Computed) -> Season:
    """Return the season that a test has requested."""
    [name] = {*computed.tables.events["season"]}
    return Season(computed, name)


# -- who meets whom ----------------------------------------------------------------------------------------------------

# "Turno 1. 1-6 2-5 3-4 ... Turno 5. 1-5 6-4 2-3"
OF_SIX = ["1-6 2-5 3-4", "1-2 3-6 4-5", "1-3 4-2 5-6", "1-4 5-3 6-2", "1-5 6-4 2-3"]
EVEN, ODD = range(4, 35, 2), range(3, 34, 2)


@pytest.mark.parametrize("players", [6, 5])
def test_six_players_or_five_and_a_bye_meet_round_by_round_as_printed(players: int) -> None:
    """KIBA's rules add a dummy player, number 6 in the example, when the number of players is odd."""
    turns = [" ".join(f"{south}-{north}" for south, north in turn) for turn in rounds(players).tolist()]
    assert turns == OF_SIX


@pytest.mark.parametrize("players", EVEN)
def test_each_pair_meets_once_per_leg_and_everybody_plays_in_every_round(players: int) -> None:
    """KIBA's groups are round robins ("tutti contro tutti") of N - 1 rounds with N/2 games each."""
    turns = rounds(players)
    assert turns.shape == (players - 1, players // 2, 2)
    met = Counter(frozenset(pair) for turn in turns.tolist() for pair in turn)
    assert len(met) == players * (players - 1) / 2 and {*met.values()} == {1}
    assert all(sorted(turn.ravel()) == [*range(1, players + 1)] for turn in turns)


@pytest.mark.parametrize("players", EVEN)
def test_player_1_stays_and_meets_the_last_then_2_then_3(players: int) -> None:
    """Under KIBA's rules, player 1 stays in place ("resta nella sua posizione") and meets the others in turn."""
    first = rounds(players)[:, 0]
    assert first[:, 0].tolist() == [1] * (players - 1)
    assert first[:, 1].tolist() == [players, *range(2, players)]


@pytest.mark.parametrize("players", EVEN)
def test_the_first_round_pairs_the_first_half_with_the_second_half_from_its_end(players: int) -> None:
    """KIBA's rules pair the first half with the second half in reverse ("ordinata in modo decrescente")."""
    half = players // 2
    assert rounds(players)[0].tolist() == [[seat, players + 1 - seat] for seat in range(1, half + 1)]


@pytest.mark.parametrize("players", ODD)
def test_with_an_odd_number_everybody_has_one_bye(players: int) -> None:
    dummy = players + 1
    resting = [next(pair for pair in turn if dummy in pair) for turn in rounds(players).tolist()]
    assert sorted(sum(pair) - dummy for pair in resting) == [*range(1, players + 1)]


@pytest.mark.parametrize("players", [*range(3, 13), 33, 34])
def test_each_of_a_pair_is_south_in_one_leg_and_north_in_the_other(players: int) -> None:
    """Under KIBA's rules, each player meets every other once as South ("come SUD") and once as North ("come NORD")."""
    names = [f"P{number}" for number in range(players)]
    games = pd.DataFrame(both_legs(names), columns=PAIRING)
    seats = [*names, BYE] if players % 2 else names
    assert Counter(zip(games["south"], games["north"], strict=True)) == Counter(
        (one, other) for one in seats for other in seats if one != other
    )
    first, second = games[games["leg"] == 1], games[games["leg"] == 2]
    assert first["round"].tolist() == second["round"].tolist()
    assert first["south"].tolist() == second["north"].tolist()
    assert first["north"].tolist() == second["south"].tolist()


# -- the entry list ----------------------------------------------------------------------------------------------------


def listed(*rows: tuple[str, float | None, float | None], typed: dict[str, float] | None = None) -> pd.DataFrame:
    """Return the entry list of the given players. Each row has a name, an Elo and a number of games.

    typed  KIBA scores from the sheet, keyed by player
    """
    frame = pd.DataFrame(rows, columns=["player", "elo", "games"]).astype({"elo": float, "games": float})
    known = frame["player"].map(typed or {}).astype(float)
    frame = frame.assign(season=SEASON, event="Torneo", typed_kiba=known, raw_row=range(len(rows)))
    return entry_list(frame)


# "Giocatore, Tot. Partite, Elo, KIBA (Elo/10+TotPartite)": 895.9, 340.2, 1261 and 1010.5 before rounding
PRINTED = [("1", 2069, 689, 896), ("2", 2062, 134, 340), ("3", 2030, 1058, 1261), ("4", 1955, 815, 1010)]


def test_the_kiba_scores_of_the_list_are_rounded_as_printed() -> None:
    entries = listed(*((player, elo, games) for player, elo, games, _ in PRINTED)).set_index("player")
    for player, elo, games, score in PRINTED:
        assert Fraction(entries["kiba_score"][player]).limit_denominator(10) == Fraction(elo, 10) + games
        assert printed(entries["kiba_score"])[player] == score


def test_half_a_point_is_printed_rounded_down() -> None:
    """The example in KIBA's rules prints 171 for Peter, although Elo 1675 and four games give 171.5.

    Only halves are rounded down. Other fractions are rounded to the nearest whole number.
    """
    scores = pd.Series([171.5, 1010.5, 895.9, 340.2, 1261.0, 180.0, 179.51, 0.0, np.nan])
    assert printed(scores)[:8].tolist() == [171, 1010, 896, 340, 1261, 180, 180, 0]
    assert np.isnan(printed(scores)[8])


def test_the_printed_list_is_ordered_by_score_not_by_elo() -> None:
    """KIBA's rules list players with more than 24 games first, by decreasing KIBA score.

    All four players here have more than 24 games, so the score alone decides their order.
    """
    assert listed(*(row[:3] for row in PRINTED))["player"].tolist() == ["3", "4", "1", "2"]


def test_players_with_more_than_24_games_come_first_then_those_with_fewer_then_none_whatever_the_scores() -> None:
    """KIBA's rules list players with more than 24 games first, then those with fewer, then those without any."""
    entries = listed(("none", 1800, 0), ("24", 2020, 24), ("25", 1890, 25), ("one", 2241, 1))
    assert entries["player"].tolist() == ["25", "24", "one", "none"]  # 214; 226 and 225.1; 180
    assert entries["category"].tolist() == [1, 2, 2, 3]
    assert entries["number"].tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("elo", [None, 0, 1500, 1800, 2400])
def test_a_newcomer_has_elo_1800_whatever_is_typed(elo: float | None) -> None:
    """KIBA's rules give newcomers an Elo of 1800. Without any games, the score is 1800/10 + 0."""
    assert listed(("new", elo, 0))["kiba_score"].tolist() == [180]


def test_equal_scores_stay_in_the_order_typed() -> None:
    """Ada and Zoe have equal scores, since 200 + 30 = 190 + 40, but Max is a tenth of a point ahead of both."""
    entries = listed(("Zoe", 2000, 30), ("Ada", 1900, 40), ("Max", 1901, 40), ("new Z", 1700, 0), ("new A", None, 0))
    assert entries["player"].tolist() == ["Max", "Zoe", "Ada", "new Z", "new A"]


def test_a_player_who_has_no_games_typed_is_listed_last_by_the_typed_score() -> None:
    typed = {"seen": 900.0, "better": 901.0, "new": 5.0}
    entries = listed(
        ("seen", 2000, None), ("nobody", None, None), ("better", None, None), ("new", None, 0), typed=typed
    )
    assert entries["player"].tolist() == ["new", "better", "seen", "nobody"]
    assert entries["kiba_score"].tolist()[:3] == [180, 901, 900] and np.isnan(entries["kiba_score"][3])


def test_sixteen_players_are_dealt_into_three_groups_as_printed() -> None:
    """The example in KIBA's rules puts #1, #4, #7, #10, #13 and #16 into group A, and the dummy into groups B and C."""
    number = pd.Series(range(1, 17))
    group, seat = deal(number, pd.Series(3, number.index))
    assert {label: number[group == label].tolist() for label in "ABC"} == {
        "A": [1, 4, 7, 10, 13, 16],
        "B": [2, 5, 8, 11, 14],
        "C": [3, 6, 9, 12, 15],
    }
    assert seat.tolist() == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6]


def test_lists_of_several_events_are_dealt_separately() -> None:
    """The 34 players of the first list form 11 groups, the most possible with at least three players each."""
    number = pd.Series([*range(1, 35), *range(1, 6)])
    group, seat = deal(number, pd.Series([11] * 34 + [1] * 5))
    sizes = Counter(group[:34])
    assert ["".join(sizes), {*sizes.values()}] == ["ABCDEFGHIJK", {3, 4}]
    assert "".join(group[34:]) == "AAAAA" and seat[34:].tolist() == [1, 2, 3, 4, 5]


# -- groups ------------------------------------------------------------------------------------------------------------

# "Gruppo A": position, points, tie-break, KIBA score
GRUPPO_A = {
    "Oscar": (1, 7, 10.5, 522),
    "Kobe": (2, 5, 7.5, 540),
    "Jan": (3, 4, 4.5, 355),
    "Sock": (4, 4, 4.5, 187),
    "Peter": (5, 0, 0, 171),
}
# ... and the signs of its rows, in the order of the positions: "-+12 -+30 ++77 -+154" is Kobe's
SIGNS = {
    "Oscar": ["", "+-", "++", "++", "++"],
    "Kobe": ["-+", "", "-+", "-+", "++"],
    "Jan": ["--", "+-", "", "+-", "++"],
    "Sock": ["--", "+-", "-+", "", "++"],
    "Peter": ["--", "--", "--", "--", ""],
}

Group = tuple[Sequence[str], str, Sequence[float]]


def tabled(*groups: Group) -> list[dict[str, dict[str, object]]]:
    """Return the standings of each group as a mapping from players to their lines.

    groups  each group's players, its games, such as `Ada>Ben`, and the players' KIBA scores
    """
    seats = max(len(names) for names, _, _ in groups)
    there, kiba = np.zeros((seats, len(groups)), bool), np.full((seats, len(groups)), np.nan)
    games = []
    for number, (names, told, scores) in enumerate(groups):
        there[: len(names), number], kiba[: len(names), number] = True, scores
        games += [(*(names.index(name) for name in game.split(">")), number) for game in told.split()]
    winner, loser, group = np.array(games, int).reshape(-1, 3).T
    lines = standings(tally(winner, loser, group, seats, len(groups)), there, kiba).to_dict("records")
    return [
        {names[line["seat"]]: line for line in lines if line["group"] == number}
        for number, (names, _, _) in enumerate(groups)
    ]


def column(lines: dict[str, dict[str, object]], name: str) -> list[object]:
    """Return the values of a column, with messages as English text."""
    values = [line[name] for line in lines.values()]
    return [str(value) if isinstance(value, Message | Listed) else value for value in values]


def both(*pairs: str) -> str:
    """Return two games for each pair. In `Ada Ben`, Ada wins both, and in `Ada=Ben`, each player wins one."""
    games = []
    for pair in pairs:
        one, other = pair.replace("=", " ").split()
        games += [f"{one}>{other}", f"{other}>{one}" if "=" in pair else f"{one}>{other}"]
    return " ".join(games)


PRINTED_GAMES = " ".join(
    f"{won}>{next(name for name in pair if name != won)}" for pair, winners in WINNERS.items() for won in winners
)


def test_the_printed_group_has_the_printed_points_tie_breaks_and_positions() -> None:
    (lines,) = tabled((KIBA, PRINTED_GAMES, [GRUPPO_A[player][3] for player in KIBA]))
    for player, (position, points, tie_break, kiba) in GRUPPO_A.items():
        line = lines[player]
        assert (line["rank"], line["points"], line["sonneborn_berger"]) == (position, points, tie_break)
        assert (line["kiba_score"], line["games"], line["complete"]) == (kiba, 8, True)
    told = {player: str(lines[player]["settled"]) for player in lines}
    # Jan and Sock both have 4 points and a tie-break of 4.5
    assert told == dict.fromkeys(KIBA, "") | dict.fromkeys(("Jan", "Sock"), str(KIBA_SCORE))


# By hand. Q and R drew, both beat S and lost to P: 3 points each, and a tie-break of 0 for S plus half of 3.
FOUR: Group = (["P", "Q", "R", "S"], both("P Q", "P R", "P S", "Q=R", "Q S", "R S"), [200, 180, 180, 180])
# By hand. Each beat the next 2-0: two points each, and a tie-break of two from the beaten one.
RING: Group = (["A", "B", "C"], both("A B", "B C", "C A"), [300.5, 300.5, 300.4])


def test_level_players_share_the_rank_and_the_next_ranks_are_skipped() -> None:
    (lines,) = tabled(FOUR)
    assert column(lines, "points") == [6, 3, 3, 0]
    assert column(lines, "sonneborn_berger") == [3 + 3 + 0, 3 / 2, 3 / 2, 0]
    assert column(lines, "rank") == [1, 2, 2, 4]
    assert column(lines, "settled") == ["", str(LEVEL), str(LEVEL), ""]


def test_the_smallest_fraction_of_a_kiba_score_separates_players_level_in_the_tie_break() -> None:
    (lines,) = tabled(RING)
    assert column(lines, "points") == column(lines, "sonneborn_berger") == [2, 2, 2]
    assert column(lines, "rank") == [1, 1, 3]
    assert column(lines, "settled") == [f"{KIBA_SCORE}, {LEVEL}", f"{KIBA_SCORE}, {LEVEL}", str(KIBA_SCORE)]


def test_the_tie_break_comes_before_the_kiba_score() -> None:
    """Worked out by hand: A beat D, B beat A and C, C beat A, and D beat B and C, each 2-0.

    A and C have 2 points each. A's points come from D, who has 4 points, and C's points come from A, who has 2.
    """
    games = both("A D", "B A", "B C", "D B", "D C", "C A")
    (lines,) = tabled((list("ABCD"), games, [1, 2, 999, 3]))
    assert column(lines, "points") == [2, 4, 2, 4]
    assert column(lines, "sonneborn_berger") == [4, 2 + 2, 2, 4 + 2]
    assert column(lines, "rank") == [3, 2, 4, 1]
    assert {*column(lines, "settled")} == {str(TIE_BREAK)}


@pytest.mark.parametrize("unknown", [0, 1, 2])
def test_an_unknown_kiba_score_of_one_tied_player_leaves_all_tied(unknown: int) -> None:
    players, games, scores = RING
    (lines,) = tabled((players, games, [np.nan if n == unknown else own for n, own in enumerate(scores)]))
    assert column(lines, "rank") == [1, 1, 1]
    assert column(lines, "settled") == [str(UNKNOWN)] * 3


def test_an_unknown_kiba_score_of_another_player_changes_nothing() -> None:
    players, games, _ = FOUR
    (lines,) = tabled((players, games, [np.nan, 180, 181, np.nan]))
    assert column(lines, "rank") == [1, 3, 2, 4]
    assert column(lines, "settled") == ["", str(KIBA_SCORE), str(KIBA_SCORE), ""]


def test_groups_of_different_sizes_have_the_same_figures_together_as_alone() -> None:
    printed_group: Group = (KIBA, PRINTED_GAMES, [GRUPPO_A[player][3] for player in KIBA])
    alone = [tabled(group)[0] for group in (RING, printed_group, FOUR)]
    together = tabled(RING, printed_group, FOUR)
    figures = ("rank", "points", "sonneborn_berger", "games", "complete", "settled")
    for one, other in zip(alone, together, strict=True):
        assert {p: [one[p][name] for name in figures] for p in one} == {
            p: [other[p][name] for name in figures] for p in other
        }


def test_a_pair_with_a_game_to_play_gives_points_but_no_tie_break() -> None:
    """Worked out by hand: A beat B once and C twice, and B and C won one game each. They have 3, 1 and 1 points.

    One of A and B's games is still open, so neither counts in the other's tie-break. A's tie-break is C's point. B and
    C won one of their two games each, so each gets half of the other's point.
    """
    (lines,) = tabled((list("ABC"), f"A>B {both('A C', 'B=C')}", [1, 2, 3]))
    assert column(lines, "points") == [3, 1, 1]
    assert column(lines, "sonneborn_berger") == [1, 1 / 2, 1 / 2]
    assert column(lines, "games") == [3, 3, 4]
    assert column(lines, "complete") == [False] * 3
    assert all(str(told).startswith(str(PROVISIONAL)) for told in column(lines, "settled"))


def test_a_group_in_which_nothing_is_played_is_level() -> None:
    (lines,) = tabled((list("ABC"), "", [180, 180, 180]))
    assert column(lines, "rank") == [1, 1, 1]
    assert column(lines, "complete") == [False] * 3


# -- the arithmetic of the tie-break -----------------------------------------------------------------------------------

# Sensei's Library, "Sonneborn-Berger" (go): two games with each opponent, the sum over the games won.
#        A B C D   A B C D   score
#   A    - 1 1 1   - 0 1 0   4      B C C D: 4 + 3 + 3 + 1 = 11
#   B    0 - 1 1   1 - 0 1   4      A C D D: 4 + 3 + 1 + 1 = 9
#   C    0 0 - 1   0 1 - 1   3      B D D:   4 + 1 + 1     = 6
#   D    0 0 0 -   1 0 0 -   1      A:       4
SENSEI = np.array([[0, 1, 2, 1], [1, 0, 1, 2], [0, 1, 0, 2], [1, 0, 0, 0]])[:, :, np.newaxis]


def test_the_tie_break_per_game_is_that_of_the_published_table() -> None:
    points = SENSEI.sum(axis=1)
    assert points[:, 0].tolist() == [4, 4, 3, 1]
    assert sonneborn_berger(SENSEI, points)[:, 0].tolist() == [11, 9, 6, 4]


def test_the_same_table_counted_per_encounter_as_kiba_does() -> None:
    """Worked out by hand from the points in the published table: A and B have 4 each, C has 3, and D has 1.

    A drew with B and D and beat C, so A's tie-break is 4/2 + 3 + 1/2. B drew with A and C and beat D, so B's tie-break
    is 4/2 + 3/2 + 1.
    """
    complete = ~np.eye(4, dtype=bool)[:, :, np.newaxis]
    drawn = encounters(SENSEI, complete)
    assert drawn[:, :, 0].tolist() == [[0, 0.5, 1, 0.5], [0.5, 0, 0.5, 1], [0, 0.5, 0, 1], [0.5, 0, 0, 0]]
    tie_break = sonneborn_berger(drawn, SENSEI.sum(axis=1))
    assert tie_break[:, 0].tolist() == [4 / 2 + 3 + 1 / 2, 4 / 2 + 3 / 2 + 1, 4 / 2 + 1, 4 / 2]


def test_a_drawn_game_of_chess_gives_half_a_point_and_half_of_the_opponents_points() -> None:
    """Worked out by hand: all four players have 1.5 points, so one win and one draw give each a tie-break of 2.25.

    Each pair plays one game. A beats B, draws with C and loses to D. B beats C and draws with D, and C beats D. Then
    the result of the last game is reversed, which leaves C with 0.5 points and D with 2.5.
    """
    won = np.array([[0, 1, 0.5, 0], [0, 0, 1, 0.5], [0.5, 0, 0, 1], [1, 0.5, 0, 0]])[:, :, np.newaxis]
    assert sonneborn_berger(won, won.sum(axis=1))[:, 0].tolist() == [2.25] * 4
    won[2, 3], won[3, 2] = 0, 1
    points = won.sum(axis=1)
    assert points[:, 0].tolist() == [1.5, 1.5, 0.5, 2.5]
    assert sonneborn_berger(won, points)[:, 0].tolist() == [1.5 + 0.25, 0.5 + 1.25, 0.75, 1.5 + 0.75 + 0.5]


def test_an_incomplete_encounter_is_worth_nothing_to_either() -> None:
    won = np.array([[0, 1], [0, 0]])[:, :, np.newaxis]
    assert encounters(won, np.zeros((2, 2, 1), bool)).sum() == 0


# -- the clock ---------------------------------------------------------------------------------------------------------

DEFAULT = (3.0, 1.0, 7.0)  # "T=(3+1)<=7"


def clocked(
    *moves: float, settings: tuple[float, float, float] = DEFAULT, start: float = 0
) -> tuple[list[float], float, int]:
    """Return the state of the clocks after the given moves.

    The state consists of the days left to South and North, the day on which the running clock reaches zero, and the
    number of moves made in time.

    settings  the days at the start, the days added with each move, and the maximum
    """
    moments = np.array([[round(moment * DAY)] for moment in moves], np.int64).reshape(-1, 1)
    beginning = np.array([round(start * DAY)], np.int64)
    left, zero, made = run(moments, beginning, np.array([[round(days * DAY)] for days in settings], np.int64))
    return (left[:, 0] / DAY).tolist(), float(zero[0] / DAY), int(made[0])


SECOND = 1 / DAY


def test_each_player_begins_with_three_days_and_gains_one_after_each_own_move() -> None:
    """Worked out by hand: South has 3 - 1 + 1 days after each move, and North 3 - 2 + 1 and then 2 - 0.5 + 1.

    South's clock runs from day 4.5 on.
    """
    assert clocked(1, 3, 4, 4.5) == ([3, 2.5], 4.5 + 3, 4)


def test_the_clock_of_south_runs_from_the_start_of_the_game() -> None:
    """Under KIBA's rules, South learns the deadline of the first move at the start of the game ("a inizio partita")."""
    assert clocked() == ([3, 3], 3, 0)
    assert clocked(start=10) == ([3, 3], 13, 0)
    assert clocked(12, start=10) == ([3 - 2 + 1, 3], 12 + 3, 1)


def test_no_clock_goes_above_seven_days() -> None:
    """Under KIBA's rules, clocks have a limit ("limite massimo"), so they rise from 3 days to 7 and then stay at 7."""
    assert clocked(*[0] * 8) == ([7, 7], 7, 8)
    assert clocked(*[0] * 20) == ([7, 7], 7, 20)
    assert clocked(*[0] * 8, 0.5) == ([7, 7], 0.5 + 7, 9)  # 7 - 0.5 + 1 would be 7.5
    assert clocked(*[0] * 8, 2) == ([7 - 2 + 1, 7], 2 + 7, 9)


def test_no_clock_begins_above_the_limit_either() -> None:
    assert clocked(settings=(9, 1, 7)) == ([7, 7], 7, 0)


def test_the_game_is_lost_at_zero_and_not_one_second_before() -> None:
    """Under KIBA's rules, a player who has no time left loses the game ("perde la partita")."""
    assert clocked(3)[1:] == (3, 0)
    left, zero, made = clocked(3 - SECOND)
    assert (left, zero, made) == ([pytest.approx(1 + SECOND), 3], pytest.approx(3 - SECOND + 3), 1)
    assert clocked(1, 4)[1:] == (4, 1)  # North has three days from South's move on
    assert clocked(1, 4 - SECOND)[2] == 2


def test_a_move_after_the_loss_is_not_counted() -> None:
    assert clocked(1, 4.5, 4.6, 4.7) == ([3, 3], 4, 1)


def test_the_director_may_set_other_times() -> None:
    """Worked out by hand with T=(1.5+0.5)<=2: 1.5 days at the start, 0.5 more with each move, and at most 2.

    South has 1.5 - 1 + 0.5 days, and then 1 - 0.25 + 0.5. North has 1.5 - 0 + 0.5.
    """
    assert clocked(1, 1, 1.25, settings=(1.5, 0.5, 2)) == ([1.25, 2], 1.25 + 2, 3)
    assert clocked(1, 1, 1, 1, settings=(1.5, 0.5, 2))[0] == [1.5, 2]
    assert clocked(1, 2, settings=(2, 0, 2)) == ([1, 1], 3, 2)  # no increment


def test_the_clocks_of_many_games_run_independently() -> None:
    """Each game has its own start and settings, and a game with fewer moves than another stops at its last move."""
    moves = np.array([[1 * DAY, 0, NEVER], [3 * DAY, NEVER, NEVER], [4 * DAY, NEVER, NEVER]])
    settings = np.array([[3, 1, 2], [1, 1, 0], [7, 1, 2]]) * DAY
    left, zero, made = run(moves, np.array([0, 0, 5 * DAY]), settings)
    assert (left / DAY).T.tolist() == [[3, 2], [1, 1], [2, 2]]
    assert (zero / DAY).tolist() == [4 + 2, 0 + 1, 5 + 2]
    assert made.tolist() == [3, 1, 0]


# -- events as typed ---------------------------------------------------------------------------------------------------


def entrants(*rows: tuple[str, int], country: str = "Italia") -> tuple[Entrant, ...]:
    """Return players with the given KIBA scores.

    Each has an Elo of 1000 and the number of games that gives the score.
    """
    return tuple(Entrant(player, country, 1000, score - 100) for player, score in rows)


def newcomers(names: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(player, "Kenya", 1800, 0) for player in names.split())


def pairs(stage: str, group: str, *told: str) -> tuple[Game, ...]:
    """Return games from strings such as `Ada Ben Ada .`, in which Ada and Ben meet twice, first with Ada as South.

    The winners of the two games follow the names, with `.` for an open game.
    """
    games: list[Game] = []
    for one, other, *winners in (pair.split() for pair in told):
        games += [
            Game(stage, group, *sides, "" if won == "." else won)
            for sides, won in zip([(one, other), (other, one)], winners, strict=True)
        ]
    return tuple(games)


def finals(*told: str, last: str = FINAL) -> tuple[Game, ...]:
    """Return a final's games from strings such as `Ada Ben Ada`, which name South, North and the winner.

    last  the stage of the third game
    """
    rows = [row.split() for row in told]
    return tuple(
        Game(FINAL if number < 3 else last, "", south, north, "" if won == "." else won)
        for number, (south, north, won) in enumerate(rows, 1)
    )


THREE = entrants(("Ada", 300), ("Ben", 280), ("Cleo", 260))
ROBIN = pairs(QUALIFYING, "", "Ada Ben Ada Ada", "Ada Cleo Ada Ada", "Ben Cleo Ben Ben")
ONE_GROUP = Bao("One group", THREE, ROBIN, 1, ())
SIX = (*THREE, *entrants(("Dan", 240), ("Eva", 220), ("Fay", 200)))
# dealt into two groups: Ada, Cleo, Eva and Ben, Dan, Fay
TWO = pairs(QUALIFYING, "A", "Ada Cleo Ada Ada", "Ada Eva Ada Ada", "Cleo Eva Cleo Cleo")
TWO += pairs(QUALIFYING, "B", "Ben Dan Ben Ben", "Ben Fay Ben Ben", "Dan Fay Dan Dan")
SEMIFINALS = pairs(SEMIFINAL, "A", "Ada Ben Ada Ben") + pairs(SEMIFINAL, "B", "Cleo Dan Dan Dan")
TWO_GROUPS = Bao("Two groups", SIX, TWO, 2, ())
LEVEL_AT_THE_CUT = pairs(QUALIFYING, "A", "G H G G", "G I G G", "H I H I")  # G has 4; H and I, newcomers, are one all
CLEAR = pairs(QUALIFYING, "B", "J K J J", "J L J J", "K L K K")

# dealt into three groups: P1, P4, P7 and P2, P5, P8 and P3, P6, P9; the lower number always wins
NINE_PLAYERS = entrants(*((f"P{number}", 300 - number) for number in range(1, 10)))
THREE_GROUPS = Bao("Three groups", NINE_PLAYERS, tuple(
    game for group, seats in (("A", "147"), ("B", "258"), ("C", "369"))
    for one, other in (("01", "02", "12")[n] for n in range(3))
    for game in pairs(QUALIFYING, group, f"P{seats[int(one)]} P{seats[int(other)]} P{seats[int(one)]} P{seats[int(one)]}")
), 3, ())  # fmt: skip
TWO_NATIONS = (*entrants(("Ada", 300), ("Bea", 290), ("Cleo", 280)), *newcomers("Ken Liz Mo"))
NINE = tuple(Game(NATIONS, "", one, other, one) for one in ("Ada", "Bea", "Cleo") for other in ("Ken", "Liz", "Mo"))


def event(base: Bao, name: str, *games: Game, **changed: object) -> Bao:
    return replace(base, **({"name": name, "games": (*base.games, *games)} | changed))


EVENTS = [
    ONE_GROUP,
    event(ONE_GROUP, "One game", *finals("Ada Ben Ben")),
    event(ONE_GROUP, "Two to nothing", *finals("Ada Ben Ben", "Ben Ada Ben")),
    event(ONE_GROUP, "One all", *finals("Ada Ben Ben", "Ben Ada Ada")),
    event(ONE_GROUP, "Third game", *finals("Ada Ben Ben", "Ben Ada Ada", "Ada Ben Ben")),
    event(ONE_GROUP, "Play-off", *finals("Ada Ben Ben", "Ben Ada Ada", "Ada Ben Ben", last=PLAYOFF)),
    event(ONE_GROUP, "Play-off to come", *finals("Ada Ben Ben", "Ben Ada Ada", "Ada Ben .", last=PLAYOFF)),
    event(ONE_GROUP, "Nothing typed", games=()),
    event(ONE_GROUP, "Group begun", games=ROBIN[:-1]),
    event(ONE_GROUP, "Level finalists", *finals("Ben Ada Ben"), entrants=newcomers("Ada Ben Cleo")),
    TWO_GROUPS,
    event(TWO_GROUPS, "Semifinals", *SEMIFINALS),
    event(TWO_GROUPS, "Semifinals begun", *SEMIFINALS[:2], replace(SEMIFINALS[2], winner="")),
    event(TWO_GROUPS, "Open semifinal", *SEMIFINALS, entrants=newcomers("Ada Ben Cleo Dan Eva Fay")),
    event(TWO_GROUPS, "Final", *SEMIFINALS, *finals("Ada Dan Dan")),
    event(TWO_GROUPS, "Without a list", *SEMIFINALS, *finals("Dan Ada Dan", "Ada Dan Dan"), entrants=(), groups=None),
    Bao("Open seat", newcomers("G J H K I L"), LEVEL_AT_THE_CUT + CLEAR, 2, ()),
    event(TWO_GROUPS, "One semifinal typed", *SEMIFINALS[:2]),
    event(THREE_GROUPS, "A seat not typed", *pairs(SEMIFINAL, "A", "P1 P2 P1 P1")),
    event(THREE_GROUPS, "Semifinals typed as they end", *pairs(SEMIFINAL, "A", "P1 P2 P1 P1"), *pairs(SEMIFINAL, "B", "P4 P6 P4 P4")),
    Bao("Nations", TWO_NATIONS, NINE, None, ()),
    Bao("Nations, the last to be typed", TWO_NATIONS, NINE[:8], None, ()),
    Bao("Nations, one open", TWO_NATIONS, (*NINE[:8], replace(NINE[8], winner="")), None, ()),
]  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """Compute the results of EVENTS and of the example group from KIBA's rules, all in one season."""
    raw = tmp_path_factory.mktemp("bao")
    for own in EVENTS:
        write_csv(raw / SEASON / own.name, sheets(own))
    write_csv(raw / SEASON / "Gruppo A", sheets(printed_group()))
    with only_rules(*OF_BAO):
        return Season(compute(find(raw, RESERVED)), SEASON)


def printed_group() -> Bao:
    """Return the example group from KIBA's rules, with its games in the order of the printed table."""
    games = pairs(QUALIFYING, "", *(" ".join((*pair, *winners)) for pair, winners in WINNERS.items()))
    known = tuple(Entrant(player, typed=Fraction(GRUPPO_A[player][3])) for player in KIBA)
    return Bao("Gruppo A", known, games, 1, ())


def page(played: Season, name: str) -> TournamentPage:
    return next(page for page in played.tournaments if page.event == name)


def lines(played: Season, name: str, stage: str) -> dict[str, dict[str, object]]:
    table = page(played, name).played.standings
    return {line["player"]: line for line in table[table["stage"] == stage].to_dict("records")}


def scheduled(played: Season, name: str, stage: str) -> list[str]:
    """Return the games of a stage in the order of play.

    Each game is given as group, players and winner, such as `A: Ada-Ben Ben`.
    """
    games = page(played, name).schedule
    games = games[games["stage"] == stage]
    rows = games[["group", "south", "north", "winner"]].itertuples(index=False, name=None)
    return [f"{group}: {south}-{north} {winner}".removeprefix(": ").strip() for group, south, north, winner in rows]


def left(played: Season, name: str) -> tuple[str, str, str]:
    """Return three strings about an event: what is left to play, the winner, and the runner-up."""
    (outcome,) = page(played, name).played.outcomes.to_dict("records")
    assert outcome["finished"] == (outcome["left_to_play"] == "")
    return str(outcome["left_to_play"]), outcome["first"], outcome["second"]


def test_these_events_have_no_error(played: Season) -> None:
    assert [problem for problem in played.computed.problems if problem.severity == "error"] == []


# -- crosstables -------------------------------------------------------------------------------------------------------


def test_the_printed_group_has_the_printed_signs(played: Season) -> None:
    ((title, table),) = page(played, "Gruppo A").crosstables
    assert str(title) == "Group A"
    assert table["player"].tolist() == [*SIGNS]
    assert table["rank"].tolist() == [1, 2, 3, 4, 5]
    assert {row["player"]: [row[str(number)] for number in range(1, 6)] for row in table.to_dict("records")} == SIGNS


def test_an_open_game_has_its_own_sign_in_its_own_place(played: Season) -> None:
    ((_, table),) = page(played, "Group begun").crosstables
    assert table["player"].tolist() == ["Ada", "Ben", "Cleo"]
    assert table[["1", "2", "3"]].to_numpy().tolist() == [
        ["", "++", "++"],
        ["--", "", f"+{OPEN}"],
        ["--", f"-{OPEN}", ""],
    ]
    semifinal = {str(title): table for title, table in page(played, "Semifinals begun").crosstables}["Semifinal B"]
    assert semifinal[["1", "2"]].to_numpy().tolist() == [["", OPEN * 2], [OPEN * 2, ""]]


def test_every_group_has_a_crosstable_and_the_final_none(played: Season) -> None:
    titles = [str(title) for title, _ in page(played, "Final").crosstables]
    assert titles == ["Group A", "Group B", "Semifinal A", "Semifinal B"]
    assert [str(title) for title, _ in page(played, "Final").groups] == [*titles, "Final"]


# -- players who qualify -----------------------------------------------------------------------------------------------


def goes_on(played: Season, name: str, stage: str) -> dict[str, object]:
    return {player: line["goes_on"] for player, line in lines(played, name, stage).items()}


def test_all_winners_meet_in_one_semifinal_and_all_runners_up_in_the_other(played: Season) -> None:
    """KIBA's rules put the winners of all groups into one semifinal and the players in second place into the other."""
    expected = {"Ada": "semifinal A", "Cleo": "semifinal B", "Eva": ""}
    expected |= {"Ben": "semifinal A", "Dan": "semifinal B", "Fay": ""}
    for name in ("Two groups", "Semifinals", "Final"):
        assert goes_on(played, name, QUALIFYING) == expected


def test_the_first_of_each_semifinal_meet_in_the_final(played: Season) -> None:
    """Ada and Ben have won one game each, so the higher KIBA score decides. Dan has beaten Cleo twice."""
    expected = {"Ada": "final", "Ben": "", "Dan": "final", "Cleo": ""}
    for name in ("Semifinals", "Final"):
        assert goes_on(played, name, SEMIFINAL) == expected


def test_one_group_sends_its_first_two_to_the_final(played: Season) -> None:
    assert goes_on(played, "One group", QUALIFYING) == {"Ada": "final", "Ben": "final", "Cleo": ""}


def test_nobody_qualifies_from_an_unfinished_group(played: Season) -> None:
    assert goes_on(played, "Group begun", QUALIFYING) == dict.fromkeys(("Ada", "Ben", "Cleo"), "")


def test_a_shared_second_place_is_undecided_and_the_first_qualifies(played: Season) -> None:
    expected = {"G": "semifinal A", "H": "undecided", "I": "undecided"}
    assert goes_on(played, "Open seat", QUALIFYING) == expected | {"J": "semifinal A", "K": "semifinal B", "L": ""}


def test_a_player_keeps_a_seat_while_the_next_stage_is_only_partly_typed(played: Season) -> None:
    """Games are entered as they end, so the games of one semifinal say nothing about the other."""
    told = goes_on(played, "One semifinal typed", QUALIFYING)
    assert told == goes_on(played, "Two groups", QUALIFYING)
    assert scheduled(played, "One semifinal typed", SEMIFINAL) == [
        "A: Ada-Ben Ada", "B: Cleo-Dan", "A: Ben-Ada Ben", "B: Dan-Cleo",
    ]  # fmt: skip
    winners = {f"P{number}": "semifinal A" for number in (1, 2, 3)} | {
        f"P{number}": "semifinal B" for number in (4, 5, 6)
    }
    for name in ("A seat not typed", "Semifinals typed as they end"):
        assert goes_on(played, name, QUALIFYING) == winners | {f"P{number}": "" for number in (7, 8, 9)}


def test_a_semifinal_is_not_over_until_all_group_winners_have_played_in_it(played: Season) -> None:
    """Under KIBA's rules, the winners of all groups meet in one semifinal.

    Here P3 has not yet played P1 or P2, so P1 has not qualified for the final.
    """
    for name in ("A seat not typed", "Semifinals typed as they end"):
        assert goes_on(played, name, SEMIFINAL)["P1"] == ""


def test_the_winner_of_the_final_has_won_two_games_and_the_other_is_second(played: Season) -> None:
    """Under KIBA's rules, the first to win two games wins the final ("colui che vince 2 partite")."""
    for name, games in (("Two to nothing", 2), ("Third game", 3), ("Play-off", 3)):
        own = lines(played, name, FINAL)
        assert [(p, line["rank"], line["goes_on"], line["games"]) for p, line in own.items()] == [
            ("Ben", 1, "winner", games),
            ("Ada", 2, "second", games),
        ]
        assert left(played, name) == ("", "Ben", "Ada")


def test_one_all_is_no_winner_yet(played: Season) -> None:
    """Under KIBA's rules, finalists who are level ("in caso di pareggio") meet in a play-off."""
    for name in ("One all", "Play-off to come"):
        own = lines(played, name, FINAL)
        assert [(line["rank"], line["points"], line["goes_on"]) for line in own.values()] == [(1, 1, ""), (1, 1, "")]
        assert all("play-off" in str(line["settled"]) for line in own.values())
        assert left(played, name) == ("the final is not over", "", "")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Nothing typed", "no matches have been entered"),
        ("Group begun", "the qualifying groups are not finished"),
        ("One group", "the final is not over"),
        ("One game", "the final is not over"),
        ("Two groups", "the semifinals are not over"),
        ("Semifinals begun", "the semifinals are not over"),
        ("Open semifinal", "the final is not over"),
        ("Semifinals", "the final is not over"),
        ("Without a list", ""),
        ("One semifinal typed", "the semifinals are not over"),
        ("A seat not typed", "the semifinals are not over"),
        ("Semifinals typed as they end", "the semifinals are not over"),
        ("Nations", ""),
        ("Nations, the last to be typed", "the nations match is not over"),
        ("Nations, one open", "the nations match is not over"),
    ],
)
def test_what_is_left_to_play_is_put_into_words(name: str, told: str, played: Season) -> None:
    assert left(played, name)[0] == told


def test_matches_without_an_entry_list_are_a_tournament_too(played: Season) -> None:
    assert left(played, "Without a list") == ("", "Dan", "Ada")
    assert goes_on(played, "Without a list", QUALIFYING)["Ada"] == "semifinal A"
    assert lines(played, "Without a list", QUALIFYING)["Ada"]["settled"] == ""


# -- the schedule ------------------------------------------------------------------------------------------------------


def test_the_higher_kiba_score_is_south_first_and_then_they_alternate(played: Season) -> None:
    """Under KIBA's rules, the player with the higher KIBA score has the first move of the first game."""
    assert scheduled(played, "One group", FINAL) == ["Ada-Ben", "Ben-Ada"]
    assert scheduled(played, "One game", FINAL) == ["Ada-Ben Ben", "Ben-Ada"]
    assert scheduled(played, "Semifinals", FINAL) == ["Ada-Dan", "Dan-Ada"]


def test_a_third_game_is_drawn_at_one_all_and_only_then(played: Season) -> None:
    """Under KIBA's rules, a third game is played only if neither player has won the first two."""
    assert scheduled(played, "One all", FINAL) == ["Ada-Ben Ben", "Ben-Ada Ada", "Ada-Ben"]
    assert scheduled(played, "Play-off to come", FINAL) == ["Ada-Ben Ben", "Ben-Ada Ada", "Ada-Ben"]
    assert scheduled(played, "Two to nothing", FINAL) == ["Ada-Ben Ben", "Ben-Ada Ben"]
    assert scheduled(played, "Third game", FINAL) == ["Ada-Ben Ben", "Ben-Ada Ada", "Ada-Ben Ben"]


def test_players_with_level_kiba_scores_alternate_as_south_too(played: Season) -> None:
    assert scheduled(played, "Level finalists", FINAL) == ["Ben-Ada Ben", "Ada-Ben"]


def test_the_semifinals_are_drawn_once_every_seat_is_decided(played: Season) -> None:
    """The players of a semifinal are seated in the order of their qualifying groups, so Ada of group A is South first.

    This is our reading, since KIBA's rules do not settle the order.
    """
    assert scheduled(played, "Two groups", SEMIFINAL) == ["A: Ada-Ben", "B: Cleo-Dan", "A: Ben-Ada", "B: Dan-Cleo"]
    assert scheduled(played, "Open seat", SEMIFINAL) == ["A: G-J", "A: J-G"]  # the runners-up wait


def test_a_final_with_an_undecided_seat_is_not_drawn(played: Season) -> None:
    """Ada and Ben have won one game each and, as newcomers, have the same KIBA score, so their order is undecided."""
    assert goes_on(played, "Open semifinal", SEMIFINAL) == {
        "Ada": "undecided",
        "Ben": "undecided",
        "Dan": "final",
        "Cleo": "",
    }
    assert scheduled(played, "Open semifinal", FINAL) == []


def test_the_groups_are_drawn_as_printed_with_a_bye_in_words(played: Season) -> None:
    """Three players meet in the printed order 1-bye 2-3, 1-2 3-bye, 1-3 bye-2, and then with the sides exchanged."""
    groups = [row for row in scheduled(played, "Two groups", QUALIFYING) if row.startswith("A: ")]
    assert groups == [
        "A: Ada-has a bye", "A: Cleo-Eva Cleo", "A: Ada-Cleo Ada", "A: Eva-has a bye", "A: Ada-Eva Ada", "A: Cleo-has a bye",
        "A: Ada-has a bye", "A: Eva-Cleo Cleo", "A: Cleo-Ada Ada", "A: Eva-has a bye", "A: Eva-Ada Ada", "A: Cleo-has a bye",
    ]  # fmt: skip


def test_without_an_entry_list_there_is_no_schedule_of_groups(played: Season) -> None:
    assert scheduled(played, "Without a list", QUALIFYING) == []
    assert scheduled(played, "Without a list", FINAL) == ["Dan-Ada Dan", "Ada-Dan Dan"]


# -- running clocks ----------------------------------------------------------------------------------------------------


DAYS = (None, "2011-03-03", "2011-03-04", "2011-03-09")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write one season per entry of DAYS, all with the same game, and return the folder that contains them.

    In the game, South moved at the start of 2 March. Each entry is the value of the season's `as of` setting, or None
    for a season without it.
    """
    raw = tmp_path_factory.mktemp("clocks")
    (game,) = pairs(QUALIFYING, "A", "Ada Ben . .")[:1]
    moved = replace(game, started=datetime(2011, 3, 1, 12), moves=(datetime(2011, 3, 2),))
    for day in DAYS:
        write_xlsx(raw / str(day) / "Clocks.xlsx", sheets(Bao(f"Clocks {day}", SIX, (moved,), 1, ())))
        if day:
            write_xlsx(raw / str(day) / "season.xlsx", {"season": table("setting value", ("as of", day))})
    return raw


def clocks_of(raw: Path, day: date | None = None) -> dict[str, dict[str, object]]:
    """Return the row about the clocks of each season's game, keyed by season.

    day  the date given on the command line, if any
    """
    with only_rules(*OF_BAO):
        computed = compute(find(raw, RESERVED), as_of=day)
    return {str(day): Season(computed, str(day)).tournaments[0].clocks.to_dict("records")[0] for day in DAYS}


def test_a_running_clock_loses_the_game_at_the_end_of_the_seasons_day_or_not_yet(running: Path) -> None:
    """South has used 0.5 of 3 days and gained 1 for the move, so 3.5 are left.

    North's three days run from the start of 2 March to the end of 4 March.
    """
    games = clocks_of(running)
    assert {season: game["lost"] for season, game in games.items()} == {
        "None": "", "2011-03-03": "", "2011-03-04": "Ben", "2011-03-09": "Ben",
    }  # fmt: skip
    for game in games.values():
        assert (game["south_left"], game["north_left"], game["made"], game["to_move"]) == (3.5, 3, 1, "Ben")
        assert game["zero"] == pd.Timestamp(2011, 3, 5)


@pytest.mark.parametrize(("day", "lost"), [(date(2011, 3, 3), ""), (date(2011, 3, 4), "Ben")])
def test_the_day_of_the_command_line_overrides_the_seasons(day: date, lost: str, running: Path) -> None:
    assert {game["lost"] for game in clocks_of(running, day).values()} == {lost}


def first_move() -> Sheets:
    """Return an event's sheets. Ada, South in one game, has moved, but Ben, South in the other game, has not."""
    first, second = pairs(QUALIFYING, "A", "Ada Ben . .")
    moved = replace(first, moves=(datetime(2011, 3, 2), datetime(2011, 3, 3)))
    typed = sheets(Bao("Torneo", SIX, (moved, replace(second, reason="")), 1, ()))
    typed["event"].append(["start", "2011-03-01"])
    return typed


@asked(s2011_Torneo=first_move(), s2011_season={"season": table("setting value", ("as of", "2011-03-03"))})
def test_a_player_who_has_not_made_the_first_move_in_time_has_lost(computed: Computed) -> None:
    """Under KIBA's rules, a player who has not moved by the deadline loses the game.

    Worked out by hand: Ben, who is South in the second game, has three days, from the start of 1 March to the end of 3
    March. Ada has made her first move.
    """
    games = season_of(computed).tournaments[0].clocks.set_index("south")
    assert games["made"].to_dict() == {"Ada": 2, "Ben": 0}
    assert games["zero"].to_dict() == {"Ada": pd.Timestamp(2011, 3, 6), "Ben": pd.Timestamp(2011, 3, 4)}
    assert games["lost"].to_dict() == {"Ada": "", "Ben": "Ben"}
    (said,) = [problem for problem in computed.problems if problem.code == "clock_differs"]
    assert (said.cell, str(said.message)) == (
        "F3",
        "Ben ran out of time at 2011-03-04 00:00:00, but is not entered as the loser.",
    )


def tracked(*games: Game, **settings: Cell) -> Sheets:
    """Return the sheets of an event that has the given games and begins on 1 March."""
    typed = sheets(Bao("Torneo", SIX, games, 1, ()))
    typed["event"] += [["start", "2011-03-01"], *([name.replace("_", " "), value] for name, value in settings.items())]
    return typed


ADA_BEN, BEN_ADA = (replace(game, reason="") for game in pairs(QUALIFYING, "A", "Ada Ben . ."))
CLEO_DAN, DAN_CLEO = pairs(QUALIFYING, "A", "Cleo Dan Cleo Cleo")
MARCH_2 = datetime(2011, 3, 2)


@asked(s2011_Torneo=tracked(ADA_BEN, BEN_ADA))
def test_on_the_first_day_every_south_sees_the_deadline_of_the_first_move(computed: Computed) -> None:
    """Under KIBA's rules, South learns the deadline of the first move at the start of the game.

    Here both games start at the beginning of 1 March, and the deadline is three days later.
    """
    page = season_of(computed).tournaments[0]
    games = page.clocks.set_index("south")
    assert games["zero"].to_dict() == dict.fromkeys(("Ada", "Ben"), pd.Timestamp(2011, 3, 4))
    assert games["to_move"].to_dict() == {"Ada": "Ada", "Ben": "Ben"} and set(games["lost"]) == {""}
    assert (games[["south_left", "north_left"]] == 3).all(axis=None)
    assert "Clocks" in [sheet.name for sheet in tournament_book(Heading("", "", "", [], []), page).sheets]


@asked(
    {"s2011_Torneo": tracked(ADA_BEN, BEN_ADA, CLEO_DAN, DAN_CLEO)},  # results without moves: nobody tracks its clocks
    {"s2011_Torneo": sheets(Bao("Torneo", SIX, (ADA_BEN, BEN_ADA), 1, ()))},  # no start is typed
)
def test_no_clock_is_shown_of_an_event_without_moves_that_has_results_or_no_start(computed: Computed) -> None:
    assert season_of(computed).tournaments[0].clocks.empty


@asked(
    s2011_Torneo=tracked(
        replace(ADA_BEN, moves=(MARCH_2,)),
        BEN_ADA,
        replace(CLEO_DAN, moves=(MARCH_2, MARCH_2.replace(hour=12))),
        replace(DAN_CLEO, winner="", reason="", moves=(MARCH_2, MARCH_2.replace(day=4), MARCH_2.replace(day=6))),
    )
)
def test_a_player_who_runs_out_of_time_while_others_play_on_has_lost(computed: Computed) -> None:
    """Under KIBA's rules, a player who runs out of time loses the game.

    Worked out by hand: the last move in any game is on 6 March. Ben has until 5 March to answer Ada, and until 4 March
    to make the first move of the other game. Cleo, who answered on 4 March, has time left.
    """
    games = season_of(computed).tournaments[0].clocks.set_index(["south", "north"])["lost"]
    assert games.to_dict() == {("Ada", "Ben"): "Ben", ("Ben", "Ada"): "Ben", ("Cleo", "Dan"): "", ("Dan", "Cleo"): ""}
    said = [str(problem.message) for problem in computed.problems if problem.code == "clock_differs"]
    assert said == [
        f"Ben ran out of time at 2011-03-0{day} 00:00:00, but is not entered as the loser." for day in (5, 4)
    ]


@asked(s2011_Torneo=tracked(ADA_BEN, CLEO_DAN, replace(DAN_CLEO, moves=(MARCH_2, MARCH_2.replace(day=4)))))
def test_moves_of_one_game_say_nothing_about_another_if_those_of_a_finished_one_are_not_typed(
    computed: Computed,
) -> None:
    games = season_of(computed).tournaments[0].clocks.set_index("south")["lost"]
    assert games.to_dict() == {"Ada": "", "Dan": ""}


SEASONS_DAY: Sheets = {"season": table("setting value", ("as of", "2011-03-02"))}


@pytest.mark.parametrize(
    "computed",
    [
        asked.add(s2011_Torneo=tracked(ADA_BEN, as_of="2011-03-03")),
        asked.add(s2011_Torneo=tracked(ADA_BEN, as_of="2011-03-03"), s2011_season=SEASONS_DAY),
    ],
    indirect=True,
)
def test_a_tournament_may_set_the_day_of_its_clocks(computed: Computed) -> None:
    assert season_of(computed).tournaments[0].clocks["lost"].tolist() == ["Ada"]
    assert not [problem for problem in computed.problems if problem.code == "no_effect"]


CLOCKS = ("T=(3+1)<=7", "T=(1+2)<=4", "T=(5+0.5)<=5")


def under_way(clock: str) -> Bao:
    """Return a random event whose two groups and semifinals are under way.

    The seed is `clock`. Some of the open games have a start time.
    """
    rng = random.Random(clock)
    event = tournament(rng, SIX, 2, until=SEMIFINAL, still_open=0.7)
    games = tuple(
        replace(game, winner="", reason="", ended=None, started=rng.choice((None, datetime(2011, 3, rng.randint(1, 6), 12))))
        if rng.random() < 0.5 or not game.winner else game
        for game in event.games
    )  # fmt: skip
    first = replace(games[0], winner="", reason="", ended=None, started=None, moves=(datetime(2011, 3, 1, 12),))
    return replace(event, games=(first, *games[1:]))


@pytest.fixture(scope="module")
def waited(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Computed]:
    """Compute one event in progress per clock setting, and return the results for several days in March 2011.

    They are keyed by the day of the month. Some days are before the deadlines and some after. Each event has its own
    season, named by the index of its setting in CLOCKS.
    """
    raw = tmp_path_factory.mktemp("under way")
    for number, clock in enumerate(CLOCKS):
        typed = sheets(under_way(clock))
        typed["event"] += [["start", "2011-03-01"], ["clock", clock]]
        write_xlsx(raw / str(number) / "Torneo.xlsx", typed)
    with only_rules(*OF_BAO):
        computed = compute(find(raw, RESERVED))
        return {
            day: replace(
                computed, results=Results(computed.published, computed.facts, computed.tables, date(2011, 3, day))
            )
            for day in range(1, 12, 2)
        }


@pytest.mark.parametrize("clock", CLOCKS)
def test_players_who_miss_the_first_deadline_agree_with_the_second_reading(
    clock: str, waited: dict[int, Computed]
) -> None:
    event, first_day, seen = under_way(clock), datetime(2011, 3, 1), Counter[bool]()
    with only_rules(*OF_BAO):
        for day, computed in waited.items():
            rows = Season(computed, str(CLOCKS.index(clock))).tournaments[0].clocks.query("typed == 0")
            found = {(row.stage, row.south, row.north): row.lost for row in rows.itertuples()}
            expected = waiting(event, first_day, datetime(2011, 3, day + 1), clock)
            assert found == {(game.stage, game.south, game.north): lost for game, lost in expected.items()}
            seen.update(map(bool, expected.values()))
    assert min(seen[True], seen[False]) > 5


# -- withdrawals -------------------------------------------------------------------------------------------------------


def one_withdraws() -> Sheets:
    """Return an event in which Ada has beaten Ben and lost to Cleo before she withdraws.

    Her other game with Ben is open, and her other game with Cleo has no row.
    """
    three = [["Ada", None, 2000, 100, None, "2011-03-09"], ["Ben", None, 1900, 90], ["Cleo", None, 1900, 70]]
    match = ("stage", "group", "south", "north", "winner", "reason", "ended")
    return {
        "event": table("setting value", ("kind", "bao"), ("data", "generated"), ("groups", 1)),
        "players": [["player", "country", "elo", "games", "kiba score", "withdrew"], *three],
        "matches": [
            [*match],
            ["qualifying", "A", "Ada", "Ben", "Ada", "played", "2011-03-05"],
            ["qualifying", "A", "Ada", "Cleo", "Cleo", "played", "2011-03-06"],
            ["qualifying", "A", "Ben", "Ada"],
        ],
    }


@asked(s2011_Torneo=one_withdraws())
def test_a_player_who_withdraws_resigns_every_open_game_and_finished_ones_stand(computed: Computed) -> None:
    """KIBA's rules let a player withdraw at any time ("in qualsiasi momento"), and a resigned game gives 0 points.

    Worked out by hand: in a group of three, Ada beats Ben and loses to Cleo before she withdraws. Ben and Cleo each win
    their other game against her, although the sheet has no row for her other game with Cleo. The two games between Ben
    and Cleo stay open.
    """
    page = season_of(computed).tournaments[0]
    points = page.played.standings.set_index("player")[["points", "games"]]
    assert points.T.to_dict("list") == {"Ada": [1, 4], "Ben": [1, 2], "Cleo": [2, 2]}
    games = page.played.matches.set_index(["south", "north"])
    resigned = games[games["reason"] == "resigned"]
    assert resigned["winner"].to_dict() == {("Ben", "Ada"): "Ben", ("Cleo", "Ada"): "Cleo"}
    assert {*resigned["ended"]} == {"2011-03-09"}
    sheet = next(
        sheet for sheet in tournament_book(Heading("", "", "", [], []), page).sheets if sheet.name == "Entries"
    )
    shown = {column.header: column.values for column in sheet.blocks[0].columns}
    assert dict(zip(shown["player"], shown["withdrew"], strict=True)) == {"Ada": "2011-03-09", "Ben": "", "Cleo": ""}
    assert page.checks["holds"].all()


def two_withdraw() -> Sheets:
    """Return an event with only open games. Two players withdraw on the same day, and a third on the day before."""
    days = {"Ada": "2011-03-09", "Ben": "2011-03-08", "Cleo": "2011-03-09"}
    return {
        "event": table("setting value", ("kind", "bao"), ("data", "generated"), ("groups", 1)),
        "players": [["player", "games", "elo", "withdrew"], *([name, 10, 1900, day] for name, day in days.items())],
        "matches": table("stage group south north winner", ("qualifying", "A", "Ada", "Ben", None)),
    }


@asked(s2011_Torneo=two_withdraw())
def test_the_first_of_two_who_withdraw_resigns_but_neither_on_the_same_day(computed: Computed) -> None:
    """A player who withdraws resigns all open games, except those with opponents who withdraw on the same day.

    This is our reading, since KIBA's rules do not cover this case.
    """
    page = season_of(computed).tournaments[0]
    winners = page.played.matches.set_index(["south", "north"])["winner"].to_dict()
    assert winners == {
        ("Ada", "Ben"): "Ada", ("Ben", "Ada"): "Ada", ("Ben", "Cleo"): "Cleo", ("Cleo", "Ben"): "Cleo",
        ("Ada", "Cleo"): "", ("Cleo", "Ada"): "",
    }  # fmt: skip


def of_kenya(*games: Game, **settings: str) -> Sheets:
    """Return the sheets of an event in which the first player on the list is from Kenya."""
    typed = sheets(Bao("Torneo", SIX, games))
    typed["event"] += settings.items()
    typed["players"][1][1] = "Kenya"
    return typed


@asked(s2011_Torneo=of_kenya(*pairs(QUALIFYING, "A", "Ada Ben Ada Ben"), director="Nino"))
def test_the_workbook_names_the_director_the_countries_and_the_tie_break(computed: Computed) -> None:
    """Under KIBA's rules, tournaments have a director, and tables show the country and a tie-break.

    The table in the rules is headed "Gruppo A: Pos. Giocatore Paese Punti Spareggio", and the tie-break is Neustadtl's.
    """
    page = season_of(computed).tournaments[0]
    sheet = standings_sheet(page, "Standings", "S")
    assert "Director: Nino" in map(str, sheet.lines)
    group = next(block for block in sheet.blocks if isinstance(block, Table))
    columns = {column.header: column.values for column in group.columns}
    assert [*columns][:3] == ["rank", "player", "country"] and "tie-break (Neustadtl)" in columns
    assert dict(zip(columns["player"], columns["country"], strict=True))[SIX[0].player] == "Kenya"


@asked(s2011_Torneo=of_kenya(*pairs(QUALIFYING, "A", "Ada Ben Ada Ada")))
def test_every_table_of_standings_names_the_country(computed: Computed) -> None:
    """The tables in KIBA's rules show the country ("Paese"): "Pos. Giocatore Paese Punti Spareggio"."""
    season = season_of(computed)
    with only_rules(*OF_BAO):
        circuits = {sheet.name: sheet for sheet in circuits_book(season).sheets}
        report = season_report(season)
    ((_, crosstable),) = season.tournaments[0].crosstables
    championship = next(block for block in circuits["KIBA championship"].blocks if isinstance(block, Table))
    columns = {column.header: column.values for column in championship.columns}
    assert [*columns][:4] == ["rank", "player", "country", "events"]
    for rows in (
        crosstable,
        columns,
        season.results.standings(season.name, "Torneo"),
        next(circuit for circuit in report.circuits if circuit.id == "kiba_championship").standings,
    ):
        assert dict(zip(rows["player"], rows["country"], strict=True))["Ada"] == "Kenya"


def test_a_player_for_two_countries_is_shown_with_both_in_the_championship() -> None:
    """Championship points belong to the player, whichever countries the player has represented."""
    of = [("T1", "Kenya"), ("T2", "Italia"), ("T3", ""), ("T4", "Kenya")]
    table = kiba_championship.standings(rows(result("Ada", 1, event=event, nation=nation) for event, nation in of))
    assert table.standings["country"].tolist() == ["Italia, Kenya"]


# -- the draw of an entry list -----------------------------------------------------------------------------------------

# Seven entrants in no particular order. By rank: KIBA scores of 1261, 1010.5, 895.9 and 340.2 (printed as 1261, 1010,
# 896 and 340), then players with 24 games and with 1 game, then a newcomer
HEADER = ["player", "country", "elo", "games", "kiba score"]
ENTRANTS: Rows = [
    HEADER,
    ["Nina", "Kenya", 2400, 0, None],
    ["Uno", None, 1500, 1, None],
    ["Terzo", "Italia", 2069, 689, 896],
    ["Quarto", "Italia", 2062, 134, 340],
    ["Primo", "France", 2030, 1058, None],
    ["Sei", "Italia", 1900, 24, None],
    ["Secondo", "Italia", 1955, 815, 1010],
]
IN_ORDER = ["Primo", "Secondo", "Terzo", "Quarto", "Sei", "Uno", "Nina"]


def a_list(path: Path, rows: Rows = ENTRANTS) -> Path:
    """Write an entry list and return the path of its `players.csv`."""
    return write_csv(path, {"players": rows}) / "players.csv"


@pytest.fixture(scope="module")
def in_two(tmp_path_factory: pytest.TempPathFactory) -> Draw:
    """Draw two groups from the entry list."""
    return draw(a_list(tmp_path_factory.mktemp("in two")), 2)


def test_a_list_is_drawn_in_its_order_and_dealt_one_by_one(in_two: Draw) -> None:
    assert [row["player"] for row in in_two.players] == IN_ORDER
    groups: dict[str, set[str]] = {}
    for group, _, _, *sides in in_two.games:
        groups.setdefault(group, set()).update(sides)
    assert groups == {"A": {"Primo", "Terzo", "Sei", "Nina"}, "B": {"Secondo", "Quarto", "Uno", BYE}}
    assert in_two.settings == {}


def test_the_games_of_a_draw_are_both_legs_round_by_round(in_two: Draw) -> None:
    """Four seats meet as 1-4 2-3, then 1-2 3-4, then 1-3 4-2, and the second leg exchanges South and North."""
    games = in_two.games
    assert [(leg, round_) for _, round_, leg, _, _ in games] == [
        (n, m) for n in (1, 2) for m in (1, 2, 3) for _ in range(4)
    ]
    seats = dict(enumerate(("Primo", "Terzo", "Sei", "Nina"), 1)), dict(enumerate(("Secondo", "Quarto", "Uno", BYE), 1))
    turns = [(1, 4), (2, 3), (1, 2), (3, 4), (1, 3), (4, 2)]
    for leg in (1, 2):
        for group, own in zip("AB", seats, strict=True):
            found = [(south, north) for label, _, of, south, north in games if (label, of) == (group, leg)]
            assert found == [(own[a], own[b]) if leg == 1 else (own[b], own[a]) for a, b in turns]


def test_every_typed_fact_of_a_player_is_passed_on_and_nothing_is_made_up(tmp_path: Path) -> None:
    drawn = draw(a_list(tmp_path), 1)
    rows = {row["player"]: row for row in drawn.players}
    assert rows["Terzo"] == {"player": "Terzo", "country": "Italia", "elo": 2069, "games": 689, "kiba score": 896}
    assert rows["Uno"] == {"player": "Uno", "country": None, "elo": 1500, "games": 1, "kiba score": None}
    assert not any(problem.severity == "error" for problem in drawn.problems)


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_a_workbook_of_entrants_may_set_the_number_of_groups(
    write: Callable[[Path, object], Path], tmp_path: Path
) -> None:
    event_sheet = table("setting value", ("Name", "Torneo"), ("Gironi", 2), ("kind", "bao"), ("clock", "T=(2+1)<=5"))
    suffix = ".ods" if write is write_ods else ".xlsx"
    path = write(
        tmp_path / f"list{suffix}", {"event": event_sheet, "giocatori": [["Giocatore", *HEADER[1:]], *ENTRANTS[1:]]}
    )
    drawn = draw(path)
    assert {group for group, *_ in drawn.games} == {"A", "B"}
    assert drawn.settings == {"name": "Torneo", "groups": "2", "kind": "bao", "clock": "T=(2+1)<=5"}
    assert {group for group, *_ in draw(path, 1).games} == {"A"}  # another number on the command line is used


def test_without_a_number_of_groups_the_list_is_ordered_and_nothing_is_drawn(tmp_path: Path) -> None:
    drawn = draw(a_list(tmp_path))
    assert [row["player"] for row in drawn.players] == IN_ORDER
    assert drawn.games == []


@pytest.mark.parametrize(
    ("row", "cell", "typed", "code"),
    [
        (3, 3, "many", "bad_value"),
        (3, 2, "about 2069", "bad_value"),
        (2, 0, None, "missing"),
        (3, 3, -1, "bad_value"),
    ],
    ids=["games in words", "an Elo in words", "no name", "fewer than no games"],
)
def test_a_list_with_an_error_gives_no_games_and_names_the_cell(
    row: int, cell: int, typed: Cell, code: str, tmp_path: Path
) -> None:
    rows = [[*own] for own in ENTRANTS]
    rows[row][cell] = typed
    drawn = draw(a_list(tmp_path, rows), 2)
    assert (drawn.players, drawn.games) == ([], [])
    grave = [problem for problem in drawn.problems if problem.severity == "error"]
    assert [(problem.code, problem.cell) for problem in grave] == [(code, f"{'ABCDE'[cell]}{row + 1}")]


def test_nobody_is_drawn_twice(tmp_path: Path) -> None:
    """A second entry is an error, since the player could be drawn to play both sides of a game."""
    drawn = draw(a_list(tmp_path, [*ENTRANTS, ["Terzo", "Italia", 2069, 689, 896]]), 2)
    assert (drawn.players, drawn.games) == ([], [])
    errors = [(p.code, p.cell) for p in drawn.problems if p.severity == "error"]
    assert errors == [("entered_twice", "A9")]


def test_the_dummy_on_a_list_is_not_dealt_a_seat(in_two: Draw, tmp_path: Path) -> None:
    """KIBA's rules use -1 for the dummy player.

    If a list names the dummy, the draw is either refused or the same as without the dummy.
    """
    games = draw(a_list(tmp_path, [*ENTRANTS, [BYE, None, None, None, None]]), 2).games
    assert games in ([], in_two.games)


def test_a_draw_into_groups_of_two_is_reported(in_two: Draw, tmp_path: Path) -> None:
    """Under KIBA's rules, a group has at least three players.

    Seven players in three groups make groups of 3, 2 and 2.
    """
    drawn = draw(a_list(tmp_path), 3)
    assert "group_too_small" in {problem.code for problem in drawn.problems}
    assert "group_too_small" not in {problem.code for problem in in_two.problems}


@pytest.mark.parametrize("groups", ["two", "2.5", 0, 12])
def test_an_invalid_number_of_groups_is_an_error_at_its_cell(groups: Cell, tmp_path: Path) -> None:
    path = write_xlsx(
        tmp_path / "list.xlsx", {"event": table("setting value", ("groups", groups)), "players": ENTRANTS}
    )
    drawn = draw(path)
    assert drawn.games == []
    errors = [(p.code, p.sheet, p.cell) for p in drawn.problems if p.severity == "error"]
    assert errors == [("bad_value", "event", "B2")]


# -- on the command line: draw, fill in, build -------------------------------------------------------------------------

NUMBER = {player: number for number, player in enumerate(IN_ORDER, 1)}
FILLED = {
    (QUALIFYING, "A"): [("Primo", 6), ("Terzo", 4), ("Sei", 2), ("Nina", 0)],
    (QUALIFYING, "B"): [("Secondo", 4), ("Quarto", 2), ("Uno", 0)],
    (SEMIFINAL, "A"): [("Primo", 2), ("Secondo", 0)],
    (SEMIFINAL, "B"): [("Terzo", 2), ("Quarto", 0)],
    (FINAL, ""): [("Primo", 2), ("Terzo", 0)],
}
"""Results by hand: the player higher on the list always wins."""


def command(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.stderr
    return done.stdout


def fill_in(path: Path, language: str) -> None:
    """Enter the winners of the group games, then the semifinals and the final with their winners in the rows below."""
    book = load_workbook(path)
    matches = book[word("sheet", "matches", language)]
    columns = {cell.value: cell.column for cell in matches[1]}
    stage, group, south, north, winner = (
        columns[word("matches", name, language)] for name in ("stage", "group", "south", "north", "winner")
    )
    row = 2
    while matches.cell(row, stage).value:
        sides = [matches.cell(row, side).value for side in (south, north)]
        matches.cell(row, winner).value = min(sides, key=NUMBER.__getitem__)
        row += 1
    assert row == 2 + 4 * 3 + 3 * 2  # both games of every pair among four and among three; byes have no rows
    later = [(SEMIFINAL, label, *sides) for label, one, other in (("A", "Primo", "Secondo"), ("B", "Terzo", "Quarto"))
             for sides in ((one, other), (other, one))]  # fmt: skip
    later += [(FINAL, None, "Primo", "Terzo"), (FINAL, None, "Terzo", "Primo")]
    for number, (name, label, *sides) in enumerate(later, row):
        values = (stage, word("stage", name, language)), (group, label), (south, sides[0]), (north, sides[1])
        for column_number, value in (*values, (winner, min(sides, key=NUMBER.__getitem__))):
            matches.cell(number, column_number).value = value
    book.save(path)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a season with one event per language, and return the season's output folder.

    The `new` command draws the groups of each event from an entry list, and the sheets are then filled in.
    """
    folder = tmp_path_factory.mktemp("new")
    entries, raw = a_list(folder / "list"), folder / "raw"
    for language in LANGUAGES:
        options = ("--season", SEASON, "--raw", raw, "--kind", "bao", "--entries", entries, "--groups", 2)
        assert "ready to fill in" in command("new", f"Torneo {language}", *options, "--language", language)
        fill_in(raw / SEASON / f"Torneo {language}.xlsx", language)
    with only_rules(*OF_BAO), without_report():
        command("build", "--raw", raw, "--out", folder / "out", "--jobs", 1)
    return folder / "out" / SEASON


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawn_workbook_gives_the_standings_once_it_is_filled_in(language: str, filled: Path) -> None:
    rows = read_table(filled / "tables" / f"Torneo {language}.standings.csv")
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for row in rows:
        found.setdefault((row["stage"], row["group"]), []).append((row["player"], int(row["points"])))
    assert found == FILLED
    assert [row["player"] for row in rows if row["goes_on"] == "winner"] == ["Primo"]
    # By hand: 1955/10 + 815; a newcomer's 180, though 2400 was typed
    assert {row["kiba_score"] for row in rows if row["player"] == "Secondo"} == {"1010.500000000"}
    assert {row["kiba_score"] for row in rows if row["player"] == "Nina"} == {"180.000000000"}


def test_nothing_that_was_drawn_is_reported_as_a_problem(filled: Path) -> None:
    """The drawn schedule and crosstable are not read, so the only problem is the Elo entered for a newcomer."""
    found = {(row["severity"], row["code"]) for row in read_table(filled / "tables" / "problems.csv")}
    assert found == {("notice", "newcomer_elo")}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--kind", "bao", "--entries", "nowhere.csv"), "there is no file nowhere.csv"),
        (("--kind", "go"), "there is no kind called go"),
        (("--kind", "bao", "--groups", "12"), "less than or equal to 11"),
        (("--kind", "bao", "--groups", "0"), "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_drawn_is_reported_and_nothing_is_written(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    raw = ("--season", SEASON, "--raw", str(tmp_path / "raw"))
    done = CliRunner().invoke(app, ["new", "Torneo", *raw, *arguments])
    assert done.exit_code != 0 and told in re.sub(r"\s+", " ", done.stderr)
    assert not [*tmp_path.rglob("*.xlsx")]


@pytest.mark.parametrize(
    "rows",
    [[HEADER], [["Elo"], [1800]], [HEADER, ["Ada", None, "old", 3, None]]],
    ids=["nobody", "no header", "a bad cell"],
)
def test_a_list_that_cannot_be_read_gives_no_workbook(rows: Rows, tmp_path: Path) -> None:
    entries = a_list(tmp_path / "list", rows)
    options = ["--season", SEASON, "--raw", str(tmp_path / "raw"), "--kind", "bao", "--entries", str(entries)]
    done = CliRunner().invoke(app, ["new", "Torneo", *options, "--groups", "1"])
    assert done.exit_code == 1 and "nothing was written" in done.stderr and entries.name in done.stderr
    assert not (tmp_path / "raw").exists()


# -- championship ------------------------------------------------------------------------------------------------------


def result(
    player: str,
    wins: int,
    semifinal: int = 0,
    reached: str = "",
    *,
    event: str = "T1",
    nation: str = "",
    worth: str = "1 2 3 4",
    over: bool = True,
    plays: bool = False,
) -> dict[str, object]:
    """Return a player's result in a tournament.

    semifinal  number of games won in the semifinal
    reached    `winner`, `finalist` or ""
    worth      points for a win in the groups and in the semifinal, for a finalist and for the winner
    plays      whether the player takes part in Mabingwa and in the nations match
    """
    names = ("worth_qualifying", "worth_semifinal", "worth_finalist", "worth_winner")
    return {
        "season": SEASON, "event": event, "player": player, "nation": nation, "qualifying_wins": wins,
        "semifinal_wins": semifinal, "finalist": reached != "", "winner": reached == "winner", "over": over,
        "place": {"winner": 1, "finalist": 2}.get(reached), "mabingwa": plays, "nations_match": plays,
        **dict(zip(names, map(float, worth.split()), strict=True)),
    }  # fmt: skip


def rows(results: Iterable[dict[str, object]]) -> pd.DataFrame:
    return pd.DataFrame(results).astype({"place": "Int64"})


def scores(standings: pd.DataFrame) -> dict[str, tuple[int, float]]:
    return {line["player"]: (line["rank"], line["score"]) for line in standings.to_dict("records")}


def test_a_win_is_one_point_in_a_group_two_in_a_semifinal_and_finalists_have_three_winners_four() -> None:
    table = kiba_championship.standings(
        rows([result("Ada", 6, 2, "winner"), result("Ben", 5, 2, "finalist"), result("Cleo", 4, 1), result("Dan", 3)])
    ).standings
    assert scores(table) == {
        "Ada": (1, 6 * 1 + 2 * 2 + 4),  # 4 instead of the finalist's 3
        "Ben": (2, 5 * 1 + 2 * 2 + 3),
        "Cleo": (3, 4 * 1 + 1 * 2),
        "Dan": (4, 3 * 1),
    }


def test_the_points_set_by_a_season_are_used() -> None:
    told = "0.5 1 7 2"  # even if the winner has fewer than the finalist
    table = kiba_championship.standings(
        rows([result("Ada", 6, 2, "winner", worth=told), result("Ben", 5, 2, "finalist", worth=told)])
    ).standings
    assert scores(table) == {"Ben": (1, 5 * 0.5 + 2 + 7), "Ada": (2, 6 * 0.5 + 2 + 2)}


def test_a_seasons_tournaments_are_added_and_equal_sums_share_a_rank() -> None:
    found = kiba_championship.standings(
        rows(
            result(player, wins, event=f"T{number}")
            for player, all_wins in {"Ada": (1, 2, 3, 4), "Ben": (5, 5), "Cleo": (0, 1)}.items()
            for number, wins in enumerate(all_wins)
        )
    )
    table = found.standings
    assert scores(table) == {"Ada": (1, 10), "Ben": (1, 10), "Cleo": (3, 1)}
    assert table["events"].tolist() == [4, 2, 2]
    assert ["shared" in str(told) for told in table["settled"]] == [True, True, False]


@pytest.mark.parametrize(("tournaments", "told"), [(3, True), (4, False), (5, True), (1, True)])
def test_a_championship_without_exactly_four_tournaments_is_reported(tournaments: int, told: bool) -> None:
    """Under KIBA's rules, the championship consists of four tournaments ("quattro tornei")."""
    found = kiba_championship.standings(rows(result("Ada", 1, event=f"T{number}") for number in range(tournaments)))
    notices = [str(notice.text) for notice in found.notices]
    assert len(notices) == told
    assert all(str(tournaments) in text and "4" in text for text in notices)


@pytest.mark.parametrize(
    ("wins", "seats"),
    [
        ((9, 8, 7, 6, 5, 4, 3), ["invited"] * 6 + [""]),
        ((9, 8, 7, 6, 5, 4, 4), ["invited"] * 5 + ["undecided"] * 2),
        ((9, 8, 7, 6, 5, 5, 4), ["invited"] * 6 + [""]),
        ((9, 8, 7, 6, 4, 4, 4), ["invited"] * 4 + ["undecided"] * 3),
        ((9, 8), ["invited"] * 2),
    ],
)
def test_the_best_six_play_mabingwa_and_a_shared_sixth_place_is_undecided(
    wins: tuple[int, ...], seats: list[str]
) -> None:
    """KIBA's rules invite the six best players of the championship ("i migliori sei giocatori")."""
    table = kiba_championship.standings(rows(four(result(f"P{n}", own) for n, own in enumerate(wins)))).standings
    assert [*map(str, table["mabingwa"])] == seats


def test_a_player_from_a_shared_sixth_place_who_plays_mabingwa_was_invited() -> None:
    """P4, P5 and P6 share fifth place, but only two of them can be invited. P4 and P6 play, so they were invited.

    P7 is eighth and was not invited, but plays too. KIBA's rules do not cover this case, so this is our reading.
    """
    wins = (9, 8, 7, 6, 4, 4, 4, 3)
    told = four(result(f"P{n}", own, plays=n not in (5,)) for n, own in enumerate(wins))
    table = kiba_championship.standings(rows(told)).standings.set_index("player")["mabingwa"].map(str)
    assert table[table != ""].to_dict() == dict.fromkeys(("P0", "P1", "P2", "P3", "P4", "P6"), "invited")


def four(first: Iterable[dict[str, object]], *, last_is_over: bool = True) -> list[dict[str, object]]:
    """Return the results of a first tournament, and of three more in which P0 plays but wins nothing."""
    return [*first, *(result("P0", 0, event=f"T{n}", over=last_is_over or n < 4) for n in (2, 3, 4))]


def test_nobody_is_invited_before_the_four_tournaments_are_over() -> None:
    """Under KIBA's rules, the best players of four tournaments play Mabingwa, so all four must be over."""
    first = [result(f"P{n}", wins) for n, wins in enumerate((9, 8, 7, 6, 5, 4, 4))]
    for results in (first, four(first)[:-1], four(first, last_is_over=False)):
        table = kiba_championship.standings(rows(results)).standings
        assert [*map(str, table["mabingwa"])] == ["so far"] * 5 + ["undecided"] * 2


# -- nations -----------------------------------------------------------------------------------------------------------


def test_the_best_four_scores_of_a_nation_are_added() -> None:
    """KIBA's rules add a nation's best four scores ("i migliori quattro punteggi"), here 9, 8, 7 and 6."""
    italy = [result(f"I{wins}", wins, nation="Italia") for wins in (5, 9, 6, 8, 7, 6)]
    found = kiba_nations.standings(rows([*italy[:5], *(result(f"K{n}", 1, nation="Kenya") for n in range(2))]))
    assert scores(found.standings) == {"Italia": (1, 9 + 8 + 7 + 6), "Kenya": (2, 1 + 1)}
    left_out = found.results[~found.results["used"]]
    assert left_out[["player", "points"]].to_numpy().tolist() == [["I5", 5]]
    assert [*map(str, left_out["why"])] == ["fifth best; only the best four count"]


def test_the_first_two_nations_meet_with_their_best_three_players() -> None:
    """Under KIBA's rules, the best three players ("i migliori tre giocatori") of the top two nations meet.

    Worked out by hand: Italia has 9 + 8 + 7 + 6 = 30, Kenya 5 + 5 + 5 + 1 = 16, France 4 + 4 = 8. Kenya's best three
    have 5 each. In the first tournament Italia's P0 is only fourth with 6, but wins 3 more games in another, so
    Italia's best three have 9, 9 and 8.
    """
    told = [
        result(player, wins, nation=nation)
        for nation, team in {
            "Italia": {"I9": 9, "I8": 8, "I7": 7, "P0": 6},
            "Kenya": {"Ka": 5, "Kb": 5, "Kc": 5, "Kd": 1},
            "France": {"Fa": 4, "Fb": 4},
        }.items()
        for player, wins in team.items()
    ]
    later = [result("P0", 3 if n == 2 else 0, event=f"T{n}", nation="Italia") for n in (2, 3, 4)]
    found = kiba_nations.standings(rows([*told, *later]))
    match = found.standings.set_index("player")["nations_match"]
    assert {nation: str(team) for nation, team in match.items()} == {
        "Italia": "I9, P0, I8", "Kenya": "Ka, Kb, Kc", "France": "",
    }  # fmt: skip
    selected = found.results[found.results["nations_match"].map(str) == "invited"]
    assert {*selected["player"]} == {"I9", "P0", "I8", "Ka", "Kb", "Kc"}
    so_far = kiba_nations.standings(rows(told)).standings.set_index("player")["nations_match"]
    assert str(so_far["Italia"]) == "so far: I9, I8, I7"


@pytest.mark.parametrize(
    ("plays", "teams"),
    [
        ("", {"Italia": "I0, I1; undecided: I2, I3", "Kenya": "undecided: K0, K1", "France": "undecided: F0, F1"}),
        ("I0 I1 I3 F0 F1 F2", {"Italia": "I0, I1, I3", "Kenya": "", "France": "F0, F1"}),
    ],
)
def test_a_shared_place_at_the_cut_leaves_the_nations_match_undecided_until_it_is_played(
    plays: str, teams: dict[str, str]
) -> None:
    """Kenya and France are level on 4 points in each tournament, so either may be the second nation.

    I2 and I3 are level too, so either may be the third player in Italia's team.
    """
    won = {"Italia": (5, 4, 3, 3), "Kenya": (2, 2), "France": (3, 1), "Nederland": (1, 1)}
    told = [
        result(f"{nation[0]}{n}", wins, event=event, nation=nation, plays=f"{nation[0]}{n}" in plays.split())
        for nation, team in won.items()
        for event in ("T1", "T2", "T3", "T4")
        for n, wins in enumerate(team)
    ]
    match = kiba_nations.standings(rows(told)).standings.set_index("player")["nations_match"]
    assert {nation: str(team) for nation, team in match.items()} == teams | {"Nederland": ""}


def test_a_player_without_a_name_or_country_is_not_among_the_best_three_of_a_nation() -> None:
    """Ada, Ben and Cleo are the best three of the four players who have a name and play for Kenya."""
    won = {"?": ("Kenya", 9), "Ada": ("Kenya", 8), "Ben": ("Kenya", 7), "Cleo": ("Kenya", 6), "Dan": ("Kenya", 5)}
    told = [result(player, wins, nation=nation) for player, (nation, wins) in (won | {"Fay": ("", 4)}).items()]
    found = kiba_nations.standings(rows(told))
    assert [*map(str, found.standings["nations_match"])] == ["so far: Ada, Ben, Cleo"]
    assert found.results.set_index("player")["nations_match"].map(str).to_dict() == {
        "?": "", "Ada": "so far", "Ben": "so far", "Cleo": "so far", "Dan": "", "Fay": "",
    }  # fmt: skip


def test_one_player_makes_no_nation_but_a_second_without_points_does() -> None:
    """Under KIBA's rules, a nation needs two players in a tournament ("almeno due giocatori di quella nazione")."""
    found = kiba_nations.standings(
        rows([result("Ada", 9, nation="Italia"), result("Ben", 3, nation="Kenya"), result("Fay", 0, nation="Kenya")])
    )
    assert scores(found.standings) == {"Kenya": (1, 3 + 0)}
    (alone,) = found.results[~found.results["used"]].to_dict("records")
    assert (alone["player"], str(alone["why"])) == ("Ada", "the only player from this nation; two are needed")


def test_two_players_of_a_nation_in_two_tournaments_are_alone_in_each() -> None:
    """Under KIBA's rules, a nation's two players must be in the same tournament ("nel torneo considerato")."""
    found = kiba_nations.standings(
        rows([result("Ada", 9, nation="Italia"), result("Bea", 9, event="T2", nation="Italia")])
    )
    assert len(found.standings) == 0
    assert len(found.results) == 2 and not found.results["used"].any()


def test_a_player_without_a_country_counts_for_none_and_is_reported() -> None:
    found = kiba_nations.standings(
        rows([result("Ada", 9), result("Ben", 8), *(result(f"I{n}", 1, nation="Italia") for n in range(2))])
    )
    assert scores(found.standings) == {"Italia": (1, 2)}  # two players without a country are no nation
    assert sorted((notice.player, notice.event) for notice in found.notices) == [("Ada", "T1"), ("Ben", "T1")]


def test_the_nations_of_a_season_are_summed_over_the_tournaments_and_equal_ones_share_a_rank() -> None:
    told = [
        result(f"{nation[0]}{n}", wins, event=name, nation=nation)
        for name, of in {"T1": {"Italia": (3, 2), "Kenya": (4, 4)}, "T2": {"Italia": (2, 1)}}.items()
        for nation, all_wins in of.items()
        for n, wins in enumerate(all_wins)
    ]
    table = kiba_nations.standings(rows(told)).standings
    assert scores(table) == {"Italia": (1, 5 + 3), "Kenya": (1, 8)}
    assert table["events"].tolist() == [2, 1]
    assert all("shared" in str(settled) for settled in table["settled"])


# -- the second reading ------------------------------------------------------------------------------------------------


def test_the_second_reading_and_the_arrays_agree_on_every_group_of_three_newcomers() -> None:
    """All 2^6 outcomes of the six games between three players are tried."""
    games = [(one, other) for one in "ABC" for other in "ABC" if one != other]
    for way in range(2**6):
        won = [pair[way >> number & 1] for number, pair in enumerate(games)]
        told = " ".join(
            f"{own}>{(one if own == other else other)}" for (one, other), own in zip(games, won, strict=True)
        )
        (found,) = tabled((list("ABC"), told, [180, 180, 180]))
        typed = tuple(Game(QUALIFYING, "A", *pair, own) for pair, own in zip(games, won, strict=True))
        plain = group_table(Bao("", newcomers("A B C"), typed), QUALIFYING, "A", 2)
        assert {own.player: (own.rank, own.points, own.neustadtl) for own in plain} == {
            player: (line["rank"], line["points"], line["sonneborn_berger"]) for player, line in found.items()
        }


def test_the_second_reading_and_the_program_order_the_list_alike() -> None:
    names = [("a", 2000, 30), ("b", 1900, 40), ("c", 1800, 0), ("d", 2100, 0), ("e", 1999, 24), ("f", 2100, 25)]
    plain = in_order([Entrant(name, "", elo, games) for name, elo, games in names])
    assert listed(*names)["player"].tolist() == [own.player for own in plain]


# -- edge cases --------------------------------------------------------------------------------------------------------


def test_a_name_that_nobody_knows_is_in_no_table_of_the_season() -> None:
    told = rows([result("?", 9, nation="Kenya"), result("Ada", 3, nation="Kenya"), result("Ben", 2, nation="Kenya")])
    assert scores(kiba_championship.standings(told).standings) == {"Ada": (1, 3), "Ben": (2, 2)}
    assert scores(kiba_nations.standings(told).standings) == {"Kenya": (1, 3 + 2)}
    assert kiba_nations.standings(told).results.set_index("player")["why"].map(str).to_dict() == {
        "?": "name not known: does not appear in the standings", "Ada": "", "Ben": "",
    }  # fmt: skip


def test_the_players_of_a_nation_are_ordered_by_their_scores_in_the_tournament() -> None:
    told = rows(result(player, wins, nation="Kenya") for player, wins in {"Ada": 3, "Ben": 9, "Cleo": 3}.items())
    results = kiba_nations.standings(told).results
    assert results[["player", "place"]].to_numpy().tolist() == [["Ben", 1], ["Ada", 2], ["Cleo", 2]]


def test_a_nation_that_is_level_with_none_has_no_remark_and_neither_has_a_single_nation() -> None:
    told = [result("Ada", 3, nation="Kenya"), result("Ben", 1, nation="Kenya"), result("Fay", 4, nation="Italia")]
    found = kiba_nations.standings(rows(told))
    assert found.standings["settled"].tolist() == [""]
    assert found.notices == []
    assert [*found.results.index] == [0, 1, 2]


def test_each_category_of_the_list_has_a_name() -> None:
    entries = listed(("25", 2000, 25), ("24", 2000, 24), ("one", 2000, 1), ("none", None, 0), ("unknown", 2000, None))
    assert [str(CATEGORIES[category]) for category in entries["category"]] == [
        "more than 24 games", "1 to 24 games", "1 to 24 games", "no games yet", "number of games not known",
    ]  # fmt: skip
    assert len(CATEGORIES) == 4
    assert [*entries] == [
        "player",
        "elo",
        "games",
        "season",
        "event",
        "typed_kiba",
        "raw_row",
        "category",
        "kiba_score",
        "number",
    ]
