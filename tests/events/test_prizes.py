"""Tests of teams and of the best results with each power.

The expected figures are worked out by hand or computed with plain loops.
"""

import random
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

from pipeline.events.prizes import Prizes
from pipeline.read.find import find
from pipeline.stages import Computed, compute
from tests.reference.boards import PlainBoard, c_diplo
from tests.sheets import POWERS, Cell, Rows, Sheets, only_rules, table, write_xlsx

SEVEN, OTHERS = "Anna Bruno Carla Dario Elena Fabio Gina", "Hugo Irma Jan Klara Luca Maria Nora"
TEAMS = {"Anna": "Lions", "Bruno": "Lions", "Hugo": "Tigers", "Irma": "Tigers", "Nobody": "Tigers", "Gina": "Owls"}
RANDOM = 24


def evening(*boards: tuple[str, tuple[int, ...]], **settings: Cell) -> Sheets:
    """Return an event with one board per round.

    boards  for each board, its seven players and their final centres
    """
    rows: Rows = [["round", "board", "power", "player", "final"]]
    for number, (players, finals) in enumerate(boards, 1):
        rows += [[number, 1, *seat] for seat in zip(POWERS, players.split(), finals, strict=True)]
    typed = {"system": "C-Diplo", "data": "generated"} | {name.replace("_", " "): settings[name] for name in settings}
    return {
        "event": table("setting value", *typed.items()),
        "boards": rows,
        "players": table("player team", *TEAMS.items()),
    }


# C-Diplo: 1 for all, 1 per centre, and 38, 14 and 7 for the first three; a soloist has 73 and the others nothing.
# As Austria, Anna has 49 points with 10 centres, Hugo 27 with 12 in second place, and Bruno 0 with 14 against a solo.
BOARDS = (
    (SEVEN, (10, 8, 6, 4, 3, 2, 1)),
    (OTHERS, (12, 13, 5, 2, 1, 1, 0)),
    ("Bruno Anna Carla Dario Elena Fabio Gina", (14, 18, 2, 0, 0, 0, 0)),
)
BEST_AUSTRIA = {"score": ("Anna", 49, 10), "centres": ("Bruno", 0, 14), "centres not in a lost solo": ("Hugo", 27, 12)}


def drawn(rng: random.Random) -> Sheets:
    """Return an event with random boards, on which some players are unnamed."""
    names = (SEVEN + " " + OTHERS).split()
    boards = []
    for _ in range(rng.randint(1, 5)):
        cuts = sorted(rng.choices(range(35), k=6))
        finals = tuple(after - before for before, after in zip([0, *cuts], [*cuts, 34], strict=True))
        players = rng.sample(names, 7)
        boards.append((" ".join("?" if rng.random() < 0.1 else player for player in players), finals))
    how = rng.choice([*BEST_AUSTRIA])
    return evening(*boards, best_country=how, teams=rng.choice(["sum", "best 2", "best 3"]), round_weights="1: 0.5")


SEASONS: dict[str, Sheets] = {
    **{how: evening(*BOARDS, best_country=how) for how in BEST_AUSTRIA},
    "level": evening(*BOARDS[:1], (OTHERS, BOARDS[0][1]), best_country="score"),
    "sum": evening(*BOARDS, teams="sum"),
    "best 1": evening(*BOARDS, teams="best 1"),
    "Italian": evening(*BOARDS, miglior_paese="centri", squadre="migliori 1"),
    "none": evening(*BOARDS),
    **{f"random {number}": drawn(random.Random(number)) for number in range(RANDOM)},
}


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    folder: Path = tmp_path_factory.mktemp("prizes")
    for season, sheets in SEASONS.items():
        write_xlsx(folder / season / "Coppa.xlsx", sheets)
    with only_rules("c_diplo"):
        return compute(find(folder, set()))


def prizes(computed: Computed, season: str) -> Prizes:
    return computed.results.prizes_of(season, "Coppa")


@pytest.mark.parametrize("how", BEST_AUSTRIA)
def test_the_best_result_with_each_power_by_hand(how: str, computed: Computed) -> None:
    austria, *_ = prizes(computed, how).countries.to_dict("records")
    assert austria["power"] == "Austria"
    assert (austria["player"], austria["score"], austria["final_centres"]) == BEST_AUSTRIA[how]


def test_games_with_equal_score_and_centres_share_the_title(computed: Computed) -> None:
    found = prizes(computed, "level").countries
    pairs = [pair for two in zip(SEVEN.split(), OTHERS.split(), strict=True) for pair in two]
    assert [*zip(found["power"], found["player"], strict=True)] == [
        *zip([p for p in POWERS for _ in "ab"], pairs, strict=True)
    ]


def test_a_team_adds_all_games_or_only_the_best(computed: Computed) -> None:
    """The scores of three teams under C-Diplo are worked out by hand.

    Without a solo, a score is 1 point, 1 for each centre, and a bonus for placing. For the Lions, Anna scores
    1 + 10 + 38 = 49 and 73 (a solo), and Bruno scores 1 + 8 + 14 = 23 and 0. For the Tigers, Hugo scores
    1 + 12 + 14 = 27, and Irma scores 1 + 13 + 38 = 52. For the Owls, Gina scores 2 and 0.
    """
    added = {"Lions": (1, 2, 4, 49 + 73 + 23 + 0), "Tigers": (2, 2, 2, 27 + 52), "Owls": (3, 1, 2, 2)}
    best = {"Lions": (1, 2, 4, 73), "Tigers": (2, 2, 2, 52), "Owls": (3, 1, 2, 2)}
    for season, expected in (("sum", added), ("best 1", best), ("Italian", best)):
        teams = prizes(computed, season).teams
        rows = teams[["team", "rank", "players", "games", "score"]].itertuples(index=False)
        assert {team: (rank, *figures) for team, rank, *figures in rows} == {
            team: (rank, players, games, pytest.approx(score))
            for team, (rank, players, games, score) in expected.items()
        }
    results = prizes(computed, "best 1").team_results
    dropped = results[~results["used"]]
    assert {*map(str, dropped["why"])} == {"not among the team's best 1"} and len(dropped) == 5


def test_settings_of_prizes_are_read_in_another_language(computed: Computed) -> None:
    italian, english = (prizes(computed, season).countries.drop(columns="season") for season in ("Italian", "centres"))
    assert italian.equals(english)


def test_no_prize_is_listed_unless_a_setting_asks_for_it(computed: Computed) -> None:
    assert all(rows.empty for rows in vars(prizes(computed, "none")).values())


def plain_games(sheets: Sheets) -> list[tuple[str, str, str, Fraction, int, bool]]:
    """Return the games of named players as tuples.

    Each tuple holds the round, power, player, C-Diplo score and centres, and whether another power had a solo.
    """
    rows, games = sheets["boards"][1:], []
    for name in sorted({row[0] for row in rows}):
        board = [row for row in rows if row[0] == name]
        finals = tuple(int(row[4]) for row in board)
        points = c_diplo(PlainBoard(centres=finals))
        for row, centres, score in zip(board, finals, points, strict=True):
            if row[3] != "?":
                games.append((str(name), row[2], row[3], score, centres, max(finals) >= 18 and centres < 18))
    return games


@pytest.mark.parametrize("number", range(RANDOM))
def test_prizes_agree_with_plain_loops(number: int, computed: Computed) -> None:
    season = f"random {number}"
    settings = {str(row[0]): row[1] for row in SEASONS[season]["event"][1:]}
    games, found = plain_games(SEASONS[season]), prizes(computed, season)
    how, best = settings["best country"], set()
    for power in POWERS:
        own = [g for g in games if g[1] == power and not (how == "centres not in a lost solo" and g[5])]
        key = (lambda g: (g[3], g[4])) if how == "score" else (lambda g: (g[4], g[3]))
        best |= {(power, g[2], g[0]) for g in own if key(g) == max(map(key, own))}
    assert {*found.countries[["power", "player", "round"]].itertuples(index=False, name=None)} == best
    most = 99 if settings["teams"] == "sum" else int(str(settings["teams"])[-1])
    sums = {}
    for team in {*TEAMS.values()}:
        worth = sorted(
            (g[3] * (Fraction(1, 2) if g[0] == "1" else 1) for g in games if TEAMS.get(g[2]) == team), reverse=True
        )
        if worth:
            sums[team] = sum(worth[:most], Fraction(0))
    ranks = {team: 1 + sum(other > own for other in sums.values()) for team, own in sums.items()}
    assert dict(zip(found.teams["team"], found.teams["rank"], strict=True)) == ranks
    assert dict(zip(found.teams["team"], found.teams["score"], strict=True)) == pytest.approx(
        {t: float(s) for t, s in sums.items()}
    )
    used = found.team_results[found.team_results["used"]].groupby("team")["points"].sum()
    pd.testing.assert_series_equal(
        used.sort_index(), found.teams.set_index("team")["score"].sort_index(), check_names=False
    )
