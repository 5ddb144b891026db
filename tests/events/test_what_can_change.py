"""Tests of the program's statements about what can still change in an event.

The statements are compared with the possible outcomes of small events. If the program does not compute what can still
change, it must give the reason.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline.build.products import TABLES, products
from pipeline.events.chances import Chances, chances
from pipeline.events.standings import official_scores, standings_of
from pipeline.pages.events import events_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.rules.systems import systems
from pipeline.stages import Computed, compute
from schemas.keys import BOARD
from tests.events.test_standings import frames
from tests.reference.events import PlainEvent, Result, random_event, what_counts
from tests.sheets import POWERS, Cell, Rows, Sheets, only_rules, table, write_xlsx

RANDOM, CLOSE = 60, 1e-9
LEAST, MOST = 0, 73  # C-Diplo: a soloist has 73, the others nothing
OUTCOMES = (None, LEAST, 30, MOST)  # a game to come is not played, or scores one of these
SO_FAR = {"Anna": "73 38 20", "Bruno": "60 20", "Carla": "30 31 30", "Dario": "9"}
WAYS: dict[str, tuple[PlainEvent, dict[str, Cell]]] = {
    name: (PlainEvent((), (), italia=False, **plain), settings)
    for name, plain, settings in (
        ("sum", {}, {}),
        ("best 2", {"best": 2}, {}),
        ("best 3, weighed", {"best": 3}, {"round weights": "4: 2; 5: 0.5"}),
        ("mean of best 3", {"best": 3, "mean": True}, {}),
        ("best 2 + half the 3rd", {"best": 2, "how": "best + half the"}, {}),
        ("best 2 + half the mean of the rest", {"best": 2, "how": "best + half the mean of the rest"}, {}),
        ("divided", {"best": 2, "how": "sum / games +"}, {"counting": "sum / (games + 2)"}),
        ("sum, parted", {}, {"tie-breaks": "best game"}),
    )
}


def typed(counting: str, settings: dict[str, Cell]) -> Sheets:
    """Return an event that has scores but no boards, and in which three of five rounds have begun."""
    rows = [(player, n, int(score)) for player, own in SO_FAR.items() for n, score in enumerate(own.split(), 1)]
    event = {"system": "C-Diplo", "counting": counting, "rounds": 5, "data": "generated", **settings}
    return {
        "event": table("setting value", *event.items()),
        "results": table("player round score", *rows),
        "players": table("player handicap", ("Dario", 12)),
    }


def scored(events: Sequence[PlainEvent]) -> tuple[pd.DataFrame, Any]:
    """Return the scored games of random events, and the tables that go with them."""
    published, tables = frames([*events])
    return official_scores(published), tables


def evening(finals: tuple[int, ...], games: Rows | None = None, **settings: Cell) -> Sheets:
    """Return an event with one board, in the first of two rounds."""
    seats = zip(POWERS, SEVEN.split(), finals, strict=True)
    event = {"rounds": 2, "data": "generated"} | {name.replace("_", " "): value for name, value in settings.items()}
    return {
        "event": table("setting value", *event.items()),
        "boards": table("round board power player final", *((1, 1, *seat) for seat in seats)),
        "games": table("round board result", *(games or [])),
    }


SEVEN, CLEAR = "Anna Bruno Carla Dario Elena Fabio Gina", (10, 8, 6, 4, 3, 2, 1)
SEASONS: dict[str, Sheets] = {
    **{name: typed(name.partition(",")[0], settings) for name, (_, settings) in WAYS.items()},
    "over": evening(CLEAR, system="C-Diplo", rounds=1),
    "boards": evening(CLEAR, system="C-Diplo"),
    "under way": evening(CLEAR, [[1, 1, "in progress"]], system="C-Diplo", rounds=1),
    "no system": typed("sum", {"system": None}),
    "ranks": evening(CLEAR, system="C-Diplo", counting="sum of ranks, best 2"),
    "few games": evening(CLEAR, system="C-Diplo", minimum_games=2),
    "top table": evening(CLEAR, system="Italia-2010", top_table_round=2),
}


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    folder: Path = tmp_path_factory.mktemp("chances")
    for season, sheets in SEASONS.items():
        write_xlsx(folder / season / "Coppa.xlsx", sheets)
    with only_rules("c_diplo", "italia_2010"):
        return compute(find(folder, set()))


def of_season(computed: Computed, season: str) -> Chances:
    return computed.results.chances_of(season, "Coppa")


def scores(event: PlainEvent, weights: dict[str, Fraction], player: str) -> set[Fraction]:
    """Return every score that a player can have after the next two rounds, as exact fractions."""
    so_far = [Result(str(n), "", player, Fraction(own)) for n, own in enumerate(SO_FAR[player].split(), 1)]
    found = set()
    for fourth, fifth in product(OUTCOMES, OUTCOMES):
        more = [
            Result(name, "", player, Fraction(own), weight=weights.get(name, Fraction(1)))
            for name, own in (("4", fourth), ("5", fifth))
            if own is not None
        ]
        shares, divisor = what_counts(event, so_far + more)
        found.add(sum(result.points * share for result, share in shares.items()) / divisor)
    return {score + (12 if player == "Dario" else 0) for score in found}


def ranks(of_players: dict[str, set[Fraction]], *, parted: bool) -> Iterator[tuple[str, int, int]]:
    """Yield each player once per outcome, with the best and the worst rank possible in that outcome.

    parted  whether tie-breaks may separate level players
    """
    for outcome in product(*of_players.values()):
        for player, own in zip(of_players, outcome, strict=True):
            ahead = sum(other > own for other in outcome)
            yield player, 1 + ahead, outcome.count(own) + ahead if parted else 1 + ahead


@pytest.mark.parametrize("name", WAYS)
def test_the_range_of_ranks_is_that_of_all_outcomes(name: str, computed: Computed) -> None:
    event, settings = WAYS[name]
    weights = {"4": Fraction(2), "5": Fraction(1, 2)} if "round weights" in settings else {}
    of_players = {player: scores(event, weights, player) for player in SO_FAR}
    best, worst = dict.fromkeys(SO_FAR, 9), dict.fromkeys(SO_FAR, 0)
    for player, first, last in ranks(of_players, parted="tie-breaks" in settings):
        best[player], worst[player] = min(best[player], first), max(worst[player], last)
    found = of_season(computed, name).players.set_index("player")
    assert found["best_rank"].to_dict() == best
    assert found["worst_rank"].to_dict() == worst
    for column, pick in (("lowest", min), ("highest", max)):
        assert found[column].to_dict() == pytest.approx({p: float(pick(own)) for p, own in of_players.items()})


def half_way(rng: random.Random) -> tuple[PlainEvent, PlainEvent]:
    """Return a random event in two states: finished, and after only some of its rounds.

    Everybody plays one game per round. The event has no top table, no divisions and no minimum number of games.
    """
    event = random_event(rng)
    games = {(game.player, game.round): game for game in event.games}.values()
    people = {player: replace(person, two_boards=()) for player, person in event.people.items()}
    event = replace(event, games=tuple(games), people=people, top_table_round="", divisions={}, least_games=0)
    so_far = event.rounds[: rng.randint(1, max(len(event.rounds) - 1, 1))]
    return event, replace(event, games=tuple(game for game in games if game.round in so_far))


def test_the_final_ranks_of_random_events_lie_within_the_predicted_range() -> None:
    """The events include rounds that players sat out, weights, handicaps, tie-breaks and every counting method.

    No score is higher than the maximum for a board.
    """
    rng = random.Random(18)
    ends, before = zip(*(half_way(rng) for _ in range(RANDOM)), strict=True)
    final = standings_of(*scored(ends), every_round=False).standings.set_index(["event", "player"])
    games, tables = scored(before)
    tables.events = tables.events.assign(planned_rounds=[float(len(event.rounds)) for event in ends], first_year=1901)
    tables.events["last_year"] = np.nan
    tables.boards, tables.unplayed = games[BOARD].drop_duplicates(), games.loc[:-1, BOARD].assign(awaited=True)
    tables.games = tables.unplayed[BOARD].assign(result="", division=np.nan)
    facts = SimpleNamespace(boards=tables.boards.assign(in_progress=False), seats=games.assign(scored=True))
    systems_of = {"italia_2010": "italia_2010", "c_diplo": "open_tribute"}  # at most 520.5 and 340 points
    published: Any = {id: SimpleNamespace(system=systems()[system]) for id, system in systems_of.items()}
    found = chances(standings_of(games, tables, every_round=False), published, facts, tables).players
    for event, rows in found.groupby("event"):
        now, end = rows.set_index("player"), final.loc[event].loc[rows["player"]].astype({"score": float})
        rank, score = end["rank"].rank(method="min"), end["score"]  # among the players so far
        assert (now["best_rank"] <= rank).all() and (rank <= now["worst_rank"]).all()
        assert (now["lowest"] <= score + CLOSE).all() and (score <= now["highest"] + CLOSE).all()
    assert found["event"].nunique() > RANDOM / 3


def test_the_result_that_a_further_one_must_exceed(computed: Computed) -> None:
    """The best two of Anna's 73, 38 and 20 count, so a fourth result must exceed 38 to count.

    Dario has only one result so far, so any further result counts.
    """
    found = of_season(computed, "best 2").players.set_index("player")["counts_above"]
    assert found.dropna().to_dict() == {"Anna": 38, "Bruno": 20, "Carla": 30}
    assert of_season(computed, "sum").players["counts_above"].isna().all()


@pytest.mark.parametrize(
    ("season", "by_hand"),
    [
        # 131, 91, 80 and 9 + 12: what it takes to pass the next player, up to the 73 that C-Diplo can give
        ("sum", {"Carla": 40, "Bruno": 11, "Dario": 59}),
        # 73 + 38, 60 + 20, 31 + 30, 9 + 12: the lower of two results is dropped for the new one
        ("best 2", {"Bruno": 111 - 60, "Carla": 80 - 31, "Dario": 61 - 9 - 12}),
        # 131/3, 80/2, 91/3, 9 + 12: Bruno would have a third result, Carla drops 30, Dario would have a second result
        ("mean of best 3", {"Bruno": 131 - 80, "Carla": 120 - 61, "Dario": 2 * (91 / 3 - 12) - 9}),
        # 131/5, 80/4, 91/5 and 9/3 + 12: every further game adds one to the divisor
        ("divided", {"Bruno": 131 / 5 * 5 - 80, "Carla": 20 * 6 - 91, "Dario": (91 / 5 - 12) * 4 - 9}),
    ],
)
def test_the_result_that_gains_a_place(season: str, by_hand: dict[str, float], computed: Computed) -> None:
    found = of_season(computed, season).players.set_index("player")["gains_above"]
    assert found.dropna().to_dict() == pytest.approx(by_hand, abs=CLOSE)


@pytest.mark.parametrize("name", WAYS)
def test_only_a_result_above_the_stated_one_gains_a_place(name: str, computed: Computed) -> None:
    """The stated result brings a player level with the next player ahead, and any higher result gains a place.

    The scores are computed with the independent implementation in `tests.reference`. The leader has no place to gain.
    Players without a stated result cannot overtake even with the best possible result.
    """
    event, settings = WAYS[name]
    rows = of_season(computed, name).players
    most = MOST * (2 if "round weights" in settings else 1)

    def score(player: str, *more: float) -> float:
        games = [
            *map(Fraction, SO_FAR[player].split()),
            *(Fraction(result).limit_denominator(10**9) for result in more),
        ]
        results = [Result(str(n), "", player, points) for n, points in enumerate(games)]
        shares, divisor = what_counts(event, results)
        return float(sum(result.points * share for result, share in shares.items()) / divisor) + 12 * (
            player == "Dario"
        )

    for ahead, line in zip([None, *rows.itertuples()], rows.itertuples(), strict=False):
        if ahead is None or np.isnan(line.gains_above):
            assert ahead is None or score(line.player, most) <= ahead.score
            continue
        assert score(line.player, line.gains_above) == pytest.approx(ahead.score, abs=1e-6)
        assert score(line.player, line.gains_above + 0.01) > ahead.score
    assert rows["gains_above"].notna().sum() >= 2


def test_boards_to_come_and_in_progress_count_for_what_can_change(computed: Computed) -> None:
    """Worked out by hand under C-Diplo: Anna has 1 + 10 + 38 = 49 points, and Bruno has 1 + 8 + 14 = 23.

    One more game is worth 0 to 73 points to each player, so the predicted ranks of both are 1 to 7.
    """
    anna, bruno, *_ = of_season(computed, "boards").players.to_dict("records")
    assert (anna["lowest"], anna["highest"], anna["best_rank"], anna["worst_rank"]) == (49, 49 + 73, 1, 7)
    assert (bruno["lowest"], bruno["highest"], bruno["best_rank"], bruno["worst_rank"]) == (23, 23 + 73, 1, 7)
    under_way = of_season(computed, "under way").players
    assert under_way["rank"].isna().all() and {*under_way["highest"]} == {73} and {*under_way["worst_rank"]} == {7}
    assert of_season(computed, "over").events.empty


@pytest.mark.parametrize(
    ("season", "why"),
    [
        ("no system", "the event does not name an official system that gives points for every game"),
        ("ranks", "the results of all players are counted together"),
        ("few games", "players with too few games are ranked last"),
        ("top table", "a top table decides the top places"),
    ],
)
def test_if_nothing_is_computed_the_reason_is_given(season: str, why: str, computed: Computed) -> None:
    found = of_season(computed, season)
    assert [*map(str, found.events["said"])] == [f"This was not computed: {why}."]
    assert found.players.empty


def test_what_can_change_is_in_the_workbook_the_report_and_the_tables(computed: Computed) -> None:
    """With the best two games counting, Anna's 73 + 38 may still become 73 + 73, but she may also end up last."""
    season, silent, over = (Season(computed, name) for name in ("best 2", "ranks", "over"))
    (table_of,) = [table for sheet in events_book(season).sheets for table in sheet.tables if table.name == "Chances_1"]
    assert [column.values[0] for column in table_of.columns] == [1, "Anna", 111, 111, 146, 1, 4, 38, None]
    report = season_report(season)
    assert "What can still change" not in page(report)  # everybody can still come first
    frames = report.chances
    assert frames is not None
    behind = replace(frames, players=frames.players.assign(best_rank=[1, 1, 2, 2][: len(frames.players)]))
    html = page(replace(report, chances=behind))
    assert "What can still change" in html and "Each game is worth 0 to 73 points" in html and ">146<" in html
    assert "<b>Anna</b> and <b>" in html and "can still come first; the others are out of contention." in html
    caught = replace(frames, players=frames.players.assign(best_rank=[1, *[2] * (len(frames.players) - 1)]))
    assert "<b>Anna</b> can no longer be caught." in page(replace(report, chances=caught))
    assert all("What can still change" not in page(season_report(one)) for one in (silent, over))
    with_chances = [one for one in (season, silent, over) if "tables/Coppa.chances.csv" in products(one, TABLES)]
    assert with_chances == [season]
