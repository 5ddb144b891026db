"""Tests that compare the circuits with their sources, with the authors' examples and with `tests.reference.circuits`.

That module is an independent implementation, which computes in exact fractions.
"""

import csv
import math
import random
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline.rules.circuits import CircuitResult, bismark_cup_2000, bismark_cup_2001, bismark_cup_pre_2000, circuits
from pipeline.rules.circuits import campo_di_marte as campo
from pipeline.rules.rule_sheet import column
from pipeline.rules.standings import averaged, equal, ordinal, published, ranked
from schemas.messages import Message
from tests import drawn
from tests.reference.circuits import (
    Entrant,
    Game,
    Line,
    Tournament,
    campo_di_marte,
    half_up,
    modifier_2001,
    place_score_2000,
    place_score_2001,
    random_games,
    random_year,
    rating_2001,
    reading,
)

CASES = Path(__file__).parents[1] / "cases" / "circuits"
CLOSE = 1e-9
YEARS = drawn(120)
LISTS = drawn(300)
BISMARK = ["bismark_cup_2000", "bismark_cup_2001", "bismark_cup_pre_2000"]
OURS = [*BISMARK, "campo_di_marte"]
PLACINGS = ["season", "event", "name", "player", "place", "games", "role", "level", "boards"]
GAMES = [
    "season",
    "event",
    "round",
    "board",
    "power",
    "player",
    "place",
    "pgp",
    "in_progress",
    "ended",
    "variant",
    "reached",
    "known",
    "adjudicated",
]
ELECTION_DAY = date(2010, 12, 15)


def case(name: str) -> list[dict[str, str]]:
    with (CASES / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def placings(year: list[Tournament]) -> pd.DataFrame:
    """Return the placings of a year's events, one row per player and event."""
    rows = [
        ("2001", event.name, event.name, own.player, own.place, own.games, own.role, event.level, event.boards)
        for event in year
        for own in event.entrants
    ]
    frame = pd.DataFrame(rows, columns=PLACINGS)
    return frame.astype({"place": float, "games": float, "boards": float})


def seats(games: list[Game]) -> pd.DataFrame:
    rows = [
        (
            *("2010", "Bulletin", "1", game.board, f"power {number}", player, None),
            *(pgp, game.in_progress, game.ended, game.variant, game.reached, game.known, None),
        )
        for game in games
        for number, (player, pgp) in enumerate(game.pgp.items())
    ]
    frame = pd.DataFrame(rows, columns=GAMES)
    return frame.assign(pgp=frame["pgp"].astype(float), ended=pd.to_datetime(frame["ended"]))


def event(*entrants: Entrant | tuple[str, int], name: str = "Event", **facts: Any) -> Tournament:
    whole = tuple(own if isinstance(own, Entrant) else Entrant(*own) for own in entrants)
    return Tournament(name, whole, **facts)


def crowd(players: int, games: int = 3) -> tuple[Entrant, ...]:
    """Return `players` entrants placed 1, 2, 3 and so on, each with the same number of games."""
    return tuple(Entrant(f"P{place:03}", place, games) for place in range(1, players + 1))


def texts(outcome: CircuitResult) -> list[str]:
    return [str(notice.text) for notice in outcome.notices]


def said(outcome: CircuitResult) -> list[tuple[str, str, str, str]]:
    return [(notice.season, notice.event, notice.player, str(notice.text)) for notice in outcome.notices]


def points_of(outcome: CircuitResult, event: str = "Event") -> dict[str, float]:
    own = outcome.results[outcome.results["event"] == event]
    return dict(zip(own["player"], own["points"], strict=True))


def row(table: pd.DataFrame, player: str) -> dict[str, Any]:
    """Return a player's row, with messages as English text."""
    (own,) = table[table["player"] == player].to_dict("records")
    return {name: str(value) if isinstance(value, Message) else value for name, value in own.items()}


# -- the registry ------------------------------------------------------------------------------------------------------


def test_the_folder_is_the_registry() -> None:
    assert {*OURS} <= {*circuits()}
    assert circuits()["campo_di_marte"].title == "Classifica Campo di Marte"
    assert (circuits()["campo_di_marte"].needs.ranked, circuits()["kiba_nations"].needs.ranked) == ("player", "nation")


@pytest.mark.parametrize("name", OURS)
def test_the_rule_sheet_names_its_source_and_only_existing_columns(name: str) -> None:
    circuit = circuits()[name]
    no_seats = pd.DataFrame(columns=GAMES).astype({"pgp": float, "in_progress": bool, "reached": bool, "known": bool})
    empty = (no_seats, ELECTION_DAY) if name == "campo_di_marte" else (placings([]),)
    outcome = circuit.standings(*empty)
    labels = [paragraph.label for paragraph in circuit.rules]
    assert (labels[0], labels[-1]) == ("Source", "Reading") and len({*labels}) == len(labels)
    assert all(paragraph.text.endswith(".") for paragraph in circuit.rules)
    columns = {*outcome.standings.columns, *outcome.results.columns}
    assert {column(paragraph.part) for paragraph in circuit.rules if paragraph.part} <= columns
    assert [*outcome.standings.columns[:4]] == ["rank", "player", "events", "score"]
    assert {"player", "event", "place", "points", "used", "why"} <= columns and "settled" in columns
    assert outcome.standings.empty and outcome.results.empty and not outcome.notices


# -- Bismark Cup 2001: the examples of the text ------------------------------------------------------------------------

EXAMPLES = [example for example in case("bismark_cup_2001_examples") if example["printed"] != "n/a"]
MISPRINT = {"rating": "21", "players": "25", "place": "20", "printed": "13"}


def exact_example(example: dict[str, str]) -> Fraction:
    place, players = int(example["place"]), int(example["players"])
    return modifier_2001(int(example["rating"])) * place_score_2001(place, players)


def engine_example(example: dict[str, str]) -> float:
    place, players = np.array([int(example["place"])]), np.array([int(example["players"])])
    percent = min(50 + int(example["rating"]), 110)
    return float(percent * bismark_cup_2001.table_points(place, players)[0] / 100)


@pytest.mark.parametrize("points", [engine_example, exact_example])
def test_rounding_half_up_gives_83_of_the_84_printed_examples_and_the_84th_is_the_named_misprint(points) -> None:
    missed = [
        example for example in EXAMPLES if half_up(Fraction(str(round(points(example), 9)))) != int(example["printed"])
    ]
    assert len(EXAMPLES) == 84
    assert [{name: example[name] for name in MISPRINT} for example in missed] == [MISPRINT]
    assert float(points(missed[0])) == pytest.approx(0.71 * (50 - 10 / 15 * 49))


def test_six_of_the_printed_examples_are_exact_halves() -> None:
    assert sum(exact_example(example) % 1 == Fraction(1, 2) for example in EXAMPLES) == 6


def test_the_examples_also_come_out_of_whole_tournaments() -> None:
    year = []
    for number, example in enumerate(EXAMPLES):
        rating, players = int(example["rating"]), int(example["players"])
        full_time = rating - (players - rating) // 2 if players > rating else players
        thirds = 3 * rating - 3 * full_time
        games = [3] * full_time + [1] * (players - full_time)
        for more in range(thirds - (players - full_time)):
            games[full_time + more] += 1
        entrants = tuple(replace(own, games=g) for own, g in zip(crowd(players), games, strict=True))
        year.append(event(*entrants, name=f"Example {number}"))
    results = bismark_cup_2001.standings(placings(year)).results
    for number, example in enumerate(EXAMPLES):
        own = row(results[results["event"] == f"Example {number}"], f"P{int(example['place']):03}")
        assert (own["rating"], own["players"]) == (int(example["rating"]), int(example["players"]))
        assert own["points"] == pytest.approx(float(exact_example(example)), abs=CLOSE)


def test_seventeen_full_time_players_one_of_two_rounds_and_twelve_of_one_count_as_22_players() -> None:
    games = [3] * 17 + [2] + [1] * 12
    entrants = tuple(replace(own, games=g) for own, g in zip(crowd(30), games, strict=True))
    results = bismark_cup_2001.standings(placings([event(*entrants)])).results
    assert set(results["rating"]) == {22} == {rating_2001(event(*entrants))}
    assert set(results["players"]) == {30} and set(results["modifier"]) == {0.72}


@pytest.mark.parametrize(("thirds", "rating"), [(3, 1), (4, 1), (5, 2), (6, 2), (64, 21), (65, 22), (66, 22)])
def test_a_rating_is_rounded_to_the_nearest_whole_number(thirds: int, rating: int) -> None:
    entrants = crowd(thirds, games=1)
    assert set(bismark_cup_2001.standings(placings([event(*entrants)])).results["rating"]) == {rating}


def test_a_fourth_game_counts_no_more_than_full_time() -> None:
    results = bismark_cup_2001.standings(placings([event(*crowd(12, games=7))])).results
    assert set(results["rating"]) == {12}


@pytest.mark.parametrize(("players", "modifier"), [(59, 1.09), (60, 1.10), (61, 1.10), (75, 1.10)])
def test_the_modifier_is_at_most_1_10(players: int, modifier: float) -> None:
    results = bismark_cup_2001.standings(placings([event(*crowd(players))])).results
    assert set(results["modifier"]) == {modifier}
    assert row(results, "P001")["points"] == pytest.approx(100 * modifier)


@pytest.mark.parametrize(("total", "events", "divisor", "score"), [(64, 2, 8, 8), (64, 3, 8, 8), (198, 7, 10, 19.8)])
def test_the_examples_of_the_divisor(total: int, events: int, divisor: int, score: float) -> None:
    bests = pd.DataFrame([[float(total - events + 1), *np.ones(events - 1)]], index=["Anna"])
    table = averaged(bests, bismark_cup_2001.MORE_EVENTS, bismark_cup_2001.LEAST_DIVISOR)
    assert table.loc["Anna"].to_dict() == {"events": events, "score": score, "total": total, "divisor": divisor}


@pytest.mark.parametrize(("events", "divisor"), [(1, 8), (5, 8), (6, 9), (10, 13)])
def test_the_divisor_is_the_events_plus_three_and_at_least_eight(events: int, divisor: int) -> None:
    year = [event(("Anna", 1), ("Bert", 2), name=f"E{number}") for number in range(events)]
    anna = row(bismark_cup_2001.standings(placings(year)).standings, "Anna")
    assert (anna["events"], anna["divisor"]) == (events, divisor)
    assert anna["score"] == pytest.approx(events * 0.52 * 100 / divisor)


def test_a_real_tournament_of_fifteen_with_four_part_time_players_is_rated_13() -> None:
    typed = [
        (
            "2002",
            own["event"],
            own["event"],
            own["player"],
            float(own["place"]),
            float(own["games"]),
            "player",
            "state",
            np.nan,
        )
        for own in case("victoria_2002")
    ]
    outcome = bismark_cup_2001.standings(pd.DataFrame(typed, columns=PLACINGS))
    assert set(outcome.results["rating"]) == {13} and not outcome.notices  # (11 * 3 + 2 * 2 + 2 * 1)/3
    points = points_of(outcome, "Victorian Diplomacy Championships")
    assert points["Entrant 01"] == pytest.approx(0.63 * 100)
    assert points["Entrant 11"] == pytest.approx(0.63 * (50 - 1 / 5 * 49))
    assert points["Entrant 15"] == pytest.approx(0.63 * 1)
    assert row(outcome.standings, "Entrant 01")["score"] == pytest.approx(63 / 8)


ACCREDITED = [
    *("Australian Diplomacy Championships", "Waikato Diplomacy Open", "Victorian Diplomacy Championships"),
    *("Queensland Diplomacy Championships", "Wellington Diplomacy Championships"),
    *("New South Wales Diplomacy Championships", "Auckland Diplomacy Championships"),
    *("Australian Capital Territory Diplomacy Championships", "New Zealand Diplomacy Championships"),
    "The Don Challenge Cup X",
]


@pytest.mark.parametrize("name", ACCREDITED)
def test_each_of_the_ten_tournaments_of_the_text_is_accredited_in_any_year(name: str) -> None:
    """Paragraph 2 lists the tournaments "accepted into the calendar of events for the Bismark Cup 2001".

    A year or a number in the name of an event makes no difference.
    """
    accredits = circuits()["bismark_cup_2001"].needs.accredits
    assert all(map(accredits, (name, f"{name} 2001", f"2002 {name.lower()} (worked example)", f"12th {name}")))


def test_short_names_of_events_in_the_text_are_known_and_no_others() -> None:
    """The rules of the Bismark Cup 2001 shorten some event names.

    Examples are "The A.C.T. Diplomacy Championships" (paragraph 3) and "NSW" (paragraph 6).
    """
    accredits = circuits()["bismark_cup_2001"].needs.accredits
    shorter = ("A.C.T. Diplomacy Championships", "ACT Championships", "NSW Championships", "Don Challenge Cup XI")
    assert all(map(accredits, shorter))
    others = ("South Australian Diplomacy Championships", "Australian Diplomacy Open", "Diplomacy Championships", "")
    assert not any(map(accredits, others))
    assert circuits()["bismark_cup_2000"].needs.accredits("Perth Open")  # its text names no event


# -- Bismark Cup: who has played, and in which place -------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 14))
def test_small_tournaments_end_with_the_points_of_the_table_or_one_point(players: int) -> None:
    outcome = bismark_cup_2001.standings(placings([event(*crowd(players))]))
    last = row(outcome.results, f"P{players:03}")["table_points"]
    assert last == ([100, 90, 85, 80, 75, 70, 65, 60, 55, 50][players - 1] if players <= 10 else 1)
    assert not outcome.notices


def test_a_place_beyond_the_number_of_players_has_the_points_of_the_last_place_and_a_notice() -> None:
    for players in (3, 10, 11, 12):
        entrants = (*crowd(players - 1), Entrant("Last", 40))
        outcome = bismark_cup_2001.standings(placings([event(*entrants)]))
        assert row(outcome.results, "Last")["table_points"] == 1
        assert texts(outcome) == [f"with only {players} players, place 40 gets the points for last place"]


def test_tied_players_share_the_points_of_the_places_they_fill() -> None:
    outcome = bismark_cup_2001.standings(placings([event(("A", 1), ("B", 2), ("C", 2), ("D", 2), ("E", 5))]))
    modifier = 0.55
    shared = modifier * (90 + 85 + 80) / 3
    assert points_of(outcome) == pytest.approx({"A": 55, "B": shared, "C": shared, "D": shared, "E": modifier * 75})
    assert row(outcome.results, "C")["sharing"] == 3
    assert texts(outcome) == [
        "3 players tied for place 2 share the points for places 2 to 4: the rules do not mention ties"
    ]


def test_a_tie_may_reach_from_the_table_into_the_tail() -> None:
    entrants = (*crowd(9), Entrant("A", 10), Entrant("B", 10), Entrant("C", 12))
    own = row(bismark_cup_2001.standings(placings([event(*entrants)])).results, "A")
    assert own["table_points"] == pytest.approx((50 + (50 - 1 / 2 * 49)) / 2)


@pytest.mark.parametrize("name", BISMARK)
def test_places_3_3_4_are_read_as_3_3_5_and_reported(name: str) -> None:
    outcome = circuits()[name].standings(placings([event(("A", 1), ("B", 2), ("C", 3), ("D", 3), ("E", 4), ("F", 9))]))
    read = {own["player"]: (own["typed_place"], own["place"]) for own in outcome.results.to_dict("records")}
    assert read == {"A": (1, 1), "B": (2, 2), "C": (3, 3), "D": (3, 3), "E": (4, 5), "F": (9, 9)}
    assert ("2001", "Event", "E", "place 4 is read as 5") in said(outcome)


@pytest.mark.parametrize("name", BISMARK)
def test_directors_and_gms_have_not_played_and_the_others_keep_their_places(name: str) -> None:
    entrants = (
        Entrant("Anna", 1),
        Entrant("Boss", 2, games=3, role="director"),
        Entrant("Carl", 3),
        Entrant("Gwen", 3, games=None, role="gm"),
        Entrant("Dora", 4),
        Entrant("Idle", 5, games=0),
        Entrant("Zoe", None, games=None, role="director"),
    )
    outcome = circuits()[name].standings(placings([event(*entrants)]))
    assert set(outcome.standings["player"]) == {"Anna", "Carl", "Dora"}
    places = {own["player"]: own["place"] for own in outcome.results[outcome.results["used"]].to_dict("records")}
    assert places == {"Anna": 1, "Carl": 3, "Dora": 4}
    assert row(outcome.results, "Boss")["why"] == "the director does not count as a player"
    assert (
        row(outcome.results, "Gwen")["why"]
        == "a player whose only positions were as game master (GM) does not count as having played"
    )
    assert row(outcome.results, "Idle")["why"] == "no scored game: did not play in the event"
    assert {(own.player, str(own.text)) for own in outcome.notices} == {
        ("Boss", "games that a director or game master (GM) plays are GM positions, which do not count"),
        ("Idle", "no scored game was entered, so the player counts as not having played in the event"),
    }
    if name == "bismark_cup_2001":
        assert set(outcome.results["rating"]) == {3} and set(outcome.results["players"]) == {3}


def test_an_event_as_director_does_not_raise_the_divisor() -> None:
    year = [event(("Anna", 1), ("Bert", 2), name=f"E{number}") for number in range(6)]
    year.append(event(Entrant("Anna", None, None, "director"), ("Bert", 1), name="E9"))
    table = bismark_cup_2001.standings(placings(year)).standings
    assert (row(table, "Anna")["events"], row(table, "Anna")["divisor"]) == (6, 9)
    assert (row(table, "Bert")["events"], row(table, "Bert")["divisor"]) == (7, 10)


def test_untyped_games_count_as_full_time_with_one_notice_per_event() -> None:
    entrants = (Entrant("A", 1, None), Entrant("B", 2, 1), Entrant("C", 3, None))
    outcome = bismark_cup_2001.standings(placings([event(*entrants)]))
    assert set(outcome.results["rating"]) == {2}
    assert said(outcome) == [
        (
            "2001",
            "Event",
            "",
            "players counted as having played at least three games, because their number of games is not known: 2",
        )
    ]


@pytest.mark.parametrize("name", BISMARK)
def test_a_player_without_a_place_or_a_name_is_counted_but_not_listed(name: str) -> None:
    outcome = circuits()[name].standings(placings([event(("Anna", 1), ("?", 2), Entrant("Carl", None))]))
    assert [*outcome.standings["player"]] == ["Anna"]
    assert row(outcome.results, "?")["why"] == "name not known: does not appear in the standings"
    assert row(outcome.results, "Carl")["why"] == "no place entered" and np.isnan(
        row(outcome.results, "Carl")["points"]
    )
    assert [(own.player, str(own.text).split(":")[0]) for own in outcome.notices] == [
        ("Carl", "no place was entered, so the event gives no points and does not count as one of the player's events")
    ]
    if name == "bismark_cup_2001":
        assert set(outcome.results["rating"]) == {3} and set(outcome.results["players"]) == {3}


# -- Bismark Cup: ties -------------------------------------------------------------------------------------------------

JOINT, SHARED = "joint winners: level in every event", "shared: level in every event"


def settled(outcome: CircuitResult) -> dict[str, tuple[int, str]]:
    """Return each player's rank and the note about the player's tie, keyed by player."""
    return {own["player"]: (own["rank"], str(own["settled"])) for own in outcome.standings.to_dict("records")}


def alone_at(name: str, places: dict[str, list[int]], tied: int = 1) -> CircuitResult:
    """Return the result of a circuit in which no two players in `places` meet. Each event has two boards.

    places  each player's places, one per event
    tied    number of players who share each of these places
    """
    crew = [f"crew {number}" for number in range(1, tied)]
    year = [
        event(*((own, place) for own in (player, *crew)), name=f"{player} {number}", boards=Fraction(2))
        for player, own in places.items()
        for number, place in enumerate(own)
    ]
    return circuits()[name].standings(placings(year))


@pytest.mark.parametrize("name", BISMARK)
def test_players_level_in_every_event_share_their_rank_and_are_joint_winners_at_the_top(name: str) -> None:
    year = [
        event(("A", 1), ("B", 2), ("C", 3), ("D", 4), name="E1"),
        event(("B", 1), ("A", 2), ("D", 3), ("C", 4), ("E", 5), name="E2"),
    ]
    outcome = circuits()[name].standings(placings([replace(own, entrants=own.entrants[:4]) for own in year]))
    assert settled(outcome) == {"A": (1, JOINT), "B": (1, JOINT), "C": (3, SHARED), "D": (3, SHARED)}
    assert settled(circuits()[name].standings(placings(year)))["E"] == (5, "")


@pytest.mark.parametrize(
    ("name", "places", "total"),
    [  # the points for two boards are 30 23 20 17 15 13 11 8; those of 2001 are multiplied by 0.51 for one player
        ("bismark_cup_2001", {"A": [1, 9], "B": [2, 7]}, {"A": 0.51 * (100 + 55), "B": 0.51 * (90 + 65)}),
        ("bismark_cup_2000", {"A": [1, 8], "B": [2, 5]}, {"A": 30 + 8, "B": 23 + 15}),
        ("bismark_cup_pre_2000", {"A": [1, 8], "B": [2, 5]}, {"A": 30 + 8, "B": 23 + 15}),
    ],
)
def test_the_best_event_settles_a_tie(name: str, places: dict[str, list[int]], total: dict[str, float]) -> None:
    outcome = alone_at(name, places)
    assert {own: row(outcome.standings, own)["total"] for own in total} == pytest.approx(total)
    assert settled(outcome) == {"A": (1, "settled by the best event"), "B": (2, "settled by the best event")}


def test_the_second_best_event_settles_what_the_best_leaves_open() -> None:
    outcome = alone_at("bismark_cup_pre_2000", {"A": [1, 3, 8], "B": [1, 4, 7], "C": [1, 3, 8]})
    assert {30 + 20 + 8} == {30 + 17 + 11} == {*outcome.standings["score"]}
    assert settled(outcome) == {"A": (1, JOINT), "C": (1, JOINT), "B": (3, "settled by the second best event")}
    assert [row(outcome.standings, "B")[f"best_{number}"] for number in (1, 2, 3)] == [30, 17, 11]
    assert math.isnan(row(outcome.standings, "B")["best_4"])  # played three events, so the place is empty


@pytest.mark.parametrize("name", ["bismark_cup_2000", "bismark_cup_pre_2000"])
def test_an_event_that_a_tied_player_lacks_counts_zero(name: str) -> None:
    outcome = alone_at(name, {"A": [1], "B": [5, 5], "C": [4, 6], "D": [1]})
    by_best = "settled by the best event"
    assert settled(outcome) == {"A": (1, JOINT), "D": (1, JOINT), "C": (3, by_best), "B": (4, by_best)}
    assert row(outcome.standings, "A")["best_1"] == 30 and math.isnan(row(outcome.standings, "A")["best_2"])


def test_equal_sums_of_thirds_are_a_tie_despite_floating_point_noise() -> None:
    # three tied at 1st share 30 + 23 + 20, at 2nd 23 + 20 + 17, at 6th 13 + 11 + 8: 73/3 + 20 + 32/3 = 20 + 20 + 15
    noisy, plain = 73 / 3 + 20 + 32 / 3, 60 / 3 + 60 / 3 + 45 / 3
    outcome = alone_at("bismark_cup_pre_2000", {"A": [1, 2, 6], "B": [2, 2, 4]}, tied=3)
    own = settled(outcome)
    assert noisy != plain and row(outcome.standings, "A")["score"] == row(outcome.standings, "B")["score"] == 55
    assert {own["A"][1], own["B"][1]} == {"settled by the best event"} and own["A"][0] + 1 == own["B"][0]


def test_scores_that_end_in_half_a_billionth_are_equal_despite_their_last_bit() -> None:
    half = 20.0625000005  # a possible score of 42 players and a divisor of 8: 1/32 of 49, 1/8 of that
    figures = pd.Series([half, half + 1e-13, half - 1e-13], index=["A", "B", "C"])
    assert len({*np.rint(figures * 1e9)}) == 2 and len({*equal(figures)}) == 1
    table = ranked(figures.to_frame("score"), pd.DataFrame(index=figures.index))
    assert [*table["rank"]] == [1, 1, 1] and len({*table["score"]}) == 1


@pytest.mark.parametrize(
    ("bests", "ranks", "settled"),
    [
        (((10, 5, 1), (10, 5, 0)), [1, 2], "settled by the third best event"),
        (((10, 0), (10, None)), [1, 1], "joint winners: level in every event"),  # no event counts as zero
    ],
)
def test_the_first_best_event_that_differs_separates_players_of_one_score(
    bests: tuple[tuple[float | None, ...], ...], ranks: list[int], settled: str
) -> None:
    players = ["Anna", "Berta"]
    points = pd.DataFrame(bests, players, [f"best_{n + 1}" for n in range(len(bests[0]))], dtype=float)
    table = ranked(pd.DataFrame({"score": [4.0, 4.0]}, players), points)
    assert table["rank"].tolist() == ranks and [*map(str, table["settled"])] == [settled] * 2


def test_ordinals_have_their_usual_form() -> None:
    assert [str(ordinal(number)) for number in (1, 5, 10, 11, 12, 21, 22, 23, 111)] == [
        *("first", "fifth", "tenth", "11th", "12th", "21st", "22nd", "23rd", "111th")
    ]


# -- Bismark Cup 2000 and before: the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("boards", range(2, 11))
@pytest.mark.parametrize("name", ["bismark_cup_2000", "bismark_cup_pre_2000"])
def test_every_place_has_the_points_of_its_cell(name: str, boards: int) -> None:
    outcome = circuits()[name].standings(placings([event(*crowd(80), boards=Fraction(boards))]))
    found = points_of(outcome)
    expected: dict[str, float] = {}
    for band in case("bismark_cup_2000_points"):
        for place in range(int(band["place_from"]), int(band["place_to"] or 80) + 1):
            expected.setdefault(f"P{place:03}", float(band[f"boards_{boards}"] or 5))
    assert found == expected and len(found) == 80


def test_both_readings_and_the_data_file_have_the_published_table() -> None:
    for band in case("bismark_cup_2000_points"):
        for boards in range(2, 11):
            place = int(band["place_to"] or 64)
            assert place_score_2000(place, boards) == int(band[f"boards_{boards}"] or 5)
    shipped = pd.read_csv(Path(bismark_cup_2000.__file__).with_name("bismark_points_2000.csv"))
    pd.testing.assert_frame_equal(shipped, pd.read_csv(CASES / "bismark_cup_2000_points.csv").drop(columns="source"))


def test_the_63rd_of_ten_boards_is_in_the_first_band_named() -> None:
    found = points_of(bismark_cup_2000.standings(placings([event(*crowd(64), boards=Fraction(10))])))
    assert (found["P062"], found["P063"], found["P064"]) == (6, 6, 5)


@pytest.mark.parametrize(
    ("boards", "read", "notices"),
    [
        (Fraction(4), 4, []),
        (Fraction(7, 2), 4, ["average number of boards: 3.5, rounded to 4"]),
        (Fraction(13, 3), 4, ["average number of boards: 4.33333333, rounded to 4"]),
        (Fraction(1), 2, ["the table has no column for this number of boards (1), so the column for 2 is used"]),
        (Fraction(3, 2), 2, ["average number of boards: 1.5, rounded to 2"]),
        (
            Fraction(21, 2),
            10,
            [
                "average number of boards: 10.5, rounded to 11",
                "the table has no column for this number of boards (11), so the column for 10 is used",
            ],
        ),
        (Fraction(12), 10, ["the table has no column for this number of boards (12), so the column for 10 is used"]),
    ],
)
def test_numbers_of_boards_are_rounded_half_up_and_use_the_nearest_column_with_a_notice(boards, read, notices) -> None:
    outcome = bismark_cup_2000.standings(placings([event(("Anna", 1), boards=boards)]))
    assert points_of(outcome) == {"Anna": [30, 60, 70, 80, 90, 100, 110, 120, 130][read - 2]}
    assert said(outcome) == [("2001", "Event", "", text) for text in notices]


def test_an_average_of_half_with_noise_is_rounded_up() -> None:
    frame = placings([event(("Anna", 1))]).assign(boards=np.nextafter(3.5, 3))
    assert points_of(bismark_cup_2000.standings(frame)) == {"Anna": 70}


@pytest.mark.parametrize("name", ["bismark_cup_2000", "bismark_cup_pre_2000"])
def test_an_event_without_a_number_of_boards_does_not_count_and_has_one_notice(name: str) -> None:
    year = [event(("Anna", 1), ("Bert", 2), name="E1"), event(("Anna", 1), ("Bert", 2), name="E2", boards=None)]
    outcome = circuits()[name].standings(placings(year))
    assert row(outcome.standings, "Anna")["events"] == 1
    left_out = outcome.results[outcome.results["event"] == "E2"]
    assert {*map(str, left_out["why"])} == {"number of boards not known"} and left_out["points"].isna().all()
    assert [(own.event, own.player) for own in outcome.notices] == [("E2", "")]


@pytest.mark.parametrize(
    ("level", "boards", "points"),
    [
        ("national", 4, 90),  # as six boards
        ("state", 4, 80),  # as five
        ("", 4, 70),
        ("national", 1, 60),  # three boards, which have a column
        ("state", Fraction(9, 2), 90),  # five, and one
        ("national", 9, 130),  # eleven, read as ten
    ],
)
def test_before_2000_national_and_state_events_have_bonus_boards(level: str, boards: int, points: int) -> None:
    one = placings([event(("Anna", 1), boards=Fraction(boards), level=level)])
    outcome = bismark_cup_pre_2000.standings(one)
    assert points_of(outcome) == {"Anna": points}
    assert (level, boards) == ("national", 9) or not any("column" in text for text in texts(outcome))
    without = bismark_cup_2000.standings(one.assign(level=""))
    pd.testing.assert_frame_equal(bismark_cup_2000.standings(one).standings, without.standings)


AUSTRALIAN, OTHERS = (
    "number of bonus boards, based on the event's name: 2",
    "number of bonus boards, based on the event's name: 1",
)


@pytest.mark.parametrize(
    ("name", "level", "points", "told"),
    [
        ("Australian Diplomacy Championships", "", 90, [AUSTRALIAN]),  # four boards, as six
        ("XIV Australian Championship (Sydney) 1998", "", 90, [AUSTRALIAN]),
        ("New Zealand Diplomacy Championships", "national", 90, []),
        ("NZ Nationals", "", 90, [AUSTRALIAN]),
        ("Waikato Diplomacy Open", "", 80, [OTHERS]),
        ("The Victorian Diplomacy Championships 1997", "state", 80, []),
        ("N.S.W. Open", "", 80, [OTHERS]),
        ("New South Wales Championships", "", 80, [OTHERS]),
        ("QLD Championships", "", 80, [OTHERS]),
        ("A.C.T. Diplomacy Championships", "", 80, [OTHERS]),
        ("Australian Capital Territory Diplomacy Championships", "", 80, [OTHERS]),
        ("Wellington Diplomacy Championships", "", 70, []),
        ("Auckland Championships", "", 70, []),
        ("Victorian Novices' Night", "", 70, []),
        ("Melbourne Club: Australian Evening", "", 70, []),
        (
            *("Australian Diplomacy Championships", "state", 80),
            ["number of bonus boards, based on the level entered: 1 (by the event's name, the rule text gives 2)"],
        ),
        (
            *("New Zealand Championships", "world", 70),
            ["number of bonus boards, based on the level entered: 0 (by the event's name, the rule text gives 2)"],
        ),
        (
            *("Wellington Championships", "state", 80),
            ["number of bonus boards, based on the level entered: 1 (by the event's name, the rule text gives 0)"],
        ),
    ],
)
def test_before_2000_only_events_that_the_text_names_have_bonus_boards(
    name: str, level: str, points: int, told: list[str]
) -> None:
    """Under paragraph 6, national events have a bonus of two boards, and state or island events a bonus of one.

    The paragraph names these events as "Australian, NZ" and "Waikato, Victorian, NSW, QLD, ACT".
    """
    outcome = bismark_cup_pre_2000.standings(placings([event(("Anna", 1), boards=Fraction(4), name=name, level=level)]))
    assert points_of(outcome, name) == {"Anna": points}
    assert [text for text in texts(outcome) if "bonus" in text] == told


def test_before_2000_the_best_four_are_added_and_dropped_results_say_so() -> None:
    outcome = alone_at("bismark_cup_pre_2000", {"Anna": [8, 1, 4, 7, 2, 7]})
    anna = row(outcome.standings, "Anna")
    assert (anna["score"], anna["events"], anna["used"]) == (30 + 23 + 17 + 11, 6, 4)
    assert anna["counts_above"] == 11  # a further event must give more than the least of the four
    why = dict(zip(outcome.results["event"], map(str, outcome.results["why"]), strict=True))
    assert why == {
        **dict.fromkeys(["Anna 1", "Anna 4", "Anna 2", "Anna 3"], ""),
        "Anna 5": "fifth best; only the best four count",  # of two equal ones, the first by name counts
        "Anna 0": "sixth best; only the best four count",
    }


@pytest.mark.parametrize(("events", "divisor"), [(1, 6), (4, 6), (5, 7), (9, 11)])
def test_in_2000_the_divisor_is_the_events_plus_two_and_at_least_six(events: int, divisor: int) -> None:
    anna = row(alone_at("bismark_cup_2000", {"Anna": [1] * events}).standings, "Anna")
    assert (anna["divisor"], anna["score"]) == (divisor, pytest.approx(30 * events / divisor))


# -- Campo di Marte ----------------------------------------------------------------------------------------------------


def worked() -> pd.DataFrame:
    """Return the Campo di Marte list that was worked out by hand, one row per seat."""
    rows = case("campo_di_marte_worked")
    return pd.DataFrame(
        {
            "season": "2010",
            "event": "Bulletin",
            "round": "1",
            "board": [own["game"] for own in rows],
            "power": "",
            "player": [own["player"] for own in rows],
            "place": np.nan,
            "pgp": [float(own["pgp"] or "nan") for own in rows],
            "in_progress": [own["state"] == "in progress" for own in rows],
            "ended": pd.to_datetime([own["reached_or_ended"] if own["state"] == "ended" else None for own in rows]),
            "variant": ["" if own["variant"] == "no" else "Anarchy" for own in rows],
            "reached": [not own["reached_or_ended"].startswith("spring") for own in rows],
            "known": True,
            "adjudicated": pd.NaT,
        }
    )


def test_the_worked_list_gives_the_expected_table_and_the_boundary_day_counts() -> None:
    outcome = campo.standings(worked(), ELECTION_DAY)
    for expected in case("campo_di_marte_expected"):
        own = outcome.results[outcome.results["player"] == expected["player"]]
        listed = expected["listed"] in ("yes", "only if the boundary day counts")
        assert own["eligible"].sum() == int(expected["eligible_games"][-1])
        assert (expected["player"] in {*outcome.standings["player"]}) == listed
        if listed:
            line = row(outcome.standings, expected["player"])
            assert own["used"].sum() == line["used"] == int(expected["used_games"][-1])
            assert line["score"] == float(expected["bulletin_score"].split()[0])
    assert settled(outcome) == {
        "Rossi": (1, ""),
        "Neri": (2, "shared: no rule settles the tie"),
        "Verdi": (2, "shared: no rule settles the tie"),
    }


def test_every_worked_game_counts_or_says_why_not() -> None:
    results = campo.standings(worked(), ELECTION_DAY).results
    for expected in case("campo_di_marte_worked"):
        (own,) = results[(results["player"] == expected["player"]) & (results["board"] == expected["game"])].to_dict(
            "records"
        )
        counts = expected["counts_on_2010-12-15"]
        assert own["eligible"] == (counts in ("yes", "boundary", "dropped"))
        if counts == "dropped":
            assert str(own["why"]) == "fifth best; only the best four count" and not own["used"]
    why = dict(zip(results["player"] + " " + results["board"], map(str, results["why"]), strict=True))
    assert {own: text for own, text in why.items() if text} == {
        "Bianchi G2": "the only game that counts; two are needed",
        "Bianchi G8": "has not reached autumn 1901",
        "Rossi G5": "fifth best; only the best four count",
        "Rossi G6": "ended more than twelve months before the date of the list",
        "Rossi G7": "variant",
    }


def game(board: str, ended: date | None, **pgp: float) -> Game:
    return Game(board, {player: Fraction(points) for player, points in pgp.items()}, ended, in_progress=ended is None)


def test_a_game_leaves_the_list_between_two_dates() -> None:
    games = seats([game("G1", date(2010, 3, 1), Rossi=40), game("G2", None, Rossi=20), game("G3", None, Rossi=30)])
    before, after = campo.standings(games, date(2011, 3, 1)), campo.standings(games, date(2011, 3, 2))
    assert row(before.standings, "Rossi")["score"] == 30 and row(after.standings, "Rossi")["score"] == 25
    assert (
        row(after.results[after.results["board"] == "G1"], "Rossi")["why"]
        == "ended more than twelve months before the date of the list"
    )


def test_a_fifth_weak_game_changes_nothing_but_a_third_does() -> None:
    four = [game(f"G{number}", None, Rossi=points) for number, points in enumerate((10, 20, 30, 40))]
    weak = game("weak", None, Rossi=1)
    score = [
        row(campo.standings(seats(games), ELECTION_DAY).standings, "Rossi")["score"]
        for games in (four, [*four, weak], four[:2], [*four[:2], weak])
    ]
    assert score == [25, 25, 15, pytest.approx(31 / 3)]


@pytest.mark.parametrize(
    ("on", "start"),
    [
        (date(2010, 12, 15), date(2009, 12, 15)),
        (date(2012, 2, 29), date(2011, 2, 28)),
        (date(2013, 2, 28), date(2012, 2, 28)),
        (date(2013, 3, 1), date(2012, 3, 1)),
        (date(2000, 2, 29), date(1999, 2, 28)),
    ],
)
def test_the_twelve_months_begin_on_the_same_day_of_the_year_before(on: date, start: date) -> None:
    assert campo.window_start(on) == start
    ends = {"first": start, "early": start - pd.Timedelta(days=1), "last": on}
    results = campo.standings(seats([game(board, ended, Rossi=9) for board, ended in ends.items()]), on).results
    assert dict(zip(results["board"], results["used"], strict=True)) == {"first": True, "early": False, "last": True}


def test_a_game_that_ended_on_29_february_counts_until_the_28th() -> None:
    games = seats([game(board, date(2012, 2, 29), Rossi=9) for board in ("G1", "G2")])
    assert len(campo.standings(games, date(2013, 2, 28)).standings) == 1
    assert len(campo.standings(games, date(2013, 3, 1)).standings) == 0


def test_a_game_that_ended_after_the_day_was_in_progress_on_it_if_its_state_is_known() -> None:
    later = [game(f"G{number}", date(2011, 1, 10 + number), Rossi=9) for number in range(3)]
    games = [later[0], replace(later[1], known=False), replace(later[2], reached=False)]
    outcome = campo.standings(seats(games), ELECTION_DAY)
    assert dict(zip(outcome.results["board"], map(str, outcome.results["why"]), strict=True)) == {
        "G0": "the only game that counts; two are needed",
        "G1": "the state of the game on the date of the list is not known",
        "G2": "has not reached autumn 1901",
    }
    assert {*map(str, outcome.results["state"])} == {"in progress"}
    unknown = "Games whose state on 2010-12-15 is not known are not counted: Bulletin (round 1, board G1). In the sheet `calendar`, enter the date on which each autumn was adjudicated. If a game began after 2010-12-15, fill in `start` instead."
    assert said(outcome) == [("", "", "", unknown)]


def test_a_game_without_an_end_date_or_a_pgp_does_not_count_and_has_one_notice() -> None:
    undated = Game("G1", {"Rossi": Fraction(9), "Verdi": Fraction(8)})
    unscorable = Game("G2", {"Rossi": None, "Verdi": None}, in_progress=True)
    outcome = campo.standings(seats([undated, unscorable]), ELECTION_DAY)
    assert outcome.standings.empty
    assert texts(outcome) == [
        "round 1, board G1: over, but the end date of the game is not known, so not counted",
        "round 1, board G2: has no PGP score, so not counted",
    ]


@pytest.mark.parametrize(
    ("adjudicated", "ended", "remarked"),
    [
        (date(2009, 12, 15), None, False),  # the same day of the next year is not more than a year later
        (date(2009, 12, 14), None, True),
        (date(2009, 12, 14), date(2011, 1, 20), False),  # it was in progress on the day, and has ended since
        (None, None, False),
    ],
)
def test_a_game_without_an_adjudication_for_over_a_year_counts_and_is_reported(
    adjudicated: date | None, ended: date | None, remarked: bool
) -> None:
    """According to the text of Campo di Marte, all games in progress count ("tutte le partite in corso").

    It does not say that a game is over when its adjudications stop.
    """
    games = seats([game("G1", ended, Rossi=9), game("G2", None, Rossi=7)])
    games["adjudicated"] = pd.to_datetime(games["board"].map({"G1": adjudicated}))
    outcome = campo.standings(games, ELECTION_DAY)
    assert row(outcome.standings, "Rossi")["score"] == (9 + 7) / 2
    still = "round 1, board G1: still in progress, but no autumn has been adjudicated since 2009-12-14; counted all the same"
    assert said(outcome) == [("2010", "Bulletin", "", still)] * remarked


def test_neither_a_variant_at_rest_nor_a_finished_game_is_reported() -> None:
    """The variant does not count and the other game is over, so no further autumn is expected in either."""
    still = [replace(game("G1", None, Rossi=9), variant="Anarchy"), game("G2", date(2010, 12, 1), Rossi=8)]
    games = seats(still).assign(adjudicated=pd.Timestamp(2009, 12, 14))
    outcome = campo.standings(games, ELECTION_DAY)
    assert dict(zip(outcome.results["board"], outcome.results["eligible"], strict=True)) == {"G1": False, "G2": True}
    assert said(outcome) == []


def test_nobody_is_listed_for_a_seat_without_a_player_or_without_a_name() -> None:
    games = [Game(f"G{n}", {"": Fraction(9), "?": Fraction(8), "Rossi": Fraction(7)}, in_progress=True) for n in "12"]
    outcome = campo.standings(seats(games), ELECTION_DAY)
    assert [*outcome.standings["player"]] == ["Rossi"]
    assert {own: {*map(str, seat["why"])} for own, seat in outcome.results.groupby("player")} == {
        "?": {"name not known"},
        "Rossi": {""},
    }


def test_games_of_two_seasons_with_one_name_are_two_games() -> None:
    one = seats([game("G1", None, Rossi=10), game("G2", None, Rossi=30)])
    outcome = campo.standings(pd.concat([one, one.assign(season="2009")]), ELECTION_DAY)
    assert row(outcome.standings, "Rossi")["games"] == 4 and row(outcome.standings, "Rossi")["events"] == 2


def test_the_leader_on_15_december_is_emperor_of_europe() -> None:
    games = seats([game(f"G{number}", None, Rossi=20, Verdi=10) for number in range(2)])
    outcome = campo.standings(games, ELECTION_DAY)
    assert [*map(str, outcome.standings["title"])] == ["Emperor of Europe", ""] and {*outcome.standings["settled"]} == {
        ""
    }
    assert {*campo.standings(games, date(2010, 12, 14)).standings["title"]} == {""}


def test_a_tie_at_the_top_makes_joint_emperors_with_a_remark() -> None:
    noisy = {"Rossi": Fraction(1, 3), "Verdi": Fraction(2, 7), "Neri": Fraction(1)}
    plain = {"Rossi": Fraction(2, 7), "Verdi": Fraction(1, 3), "Neri": Fraction(1)}
    outcome = campo.standings(
        seats([Game("G1", noisy, in_progress=True), Game("G2", plain, in_progress=True)]), ELECTION_DAY
    )
    shared = "shared: no rule settles the tie"
    assert settled(outcome) == {"Neri": (1, ""), "Rossi": (2, shared), "Verdi": (2, shared)}
    level = {"Rossi": Fraction(1), "Verdi": Fraction(1)}
    games = seats([Game("G1", level, in_progress=True), Game("G2", level, in_progress=True)])
    outcome = campo.standings(games, ELECTION_DAY)
    assert [*map(str, outcome.standings["title"])] == ["joint Emperor of Europe"] * 2
    assert {*map(str, outcome.standings["settled"])} == {f"{shared}, so joint Emperor of Europe"}


# -- all circuits against the second reading ---------------------------------------------------------------------------


def assert_as_read(outcome: CircuitResult, lines: dict[str, Line], case: object) -> None:
    """Assert that ranks and scores equal those in `lines`, which the independent implementation has computed.

    The points of the results that count must add up to the total. Every result that does not count must give a reason,
    and no other result may give one.
    """
    found = {own["player"]: own for own in outcome.standings.to_dict("records")}
    assert {own: line["rank"] for own, line in found.items()} == {own: line.rank for own, line in lines.items()}, case
    scores = {own: line["score"] for own, line in found.items()}
    assert scores == pytest.approx({own: float(line.score) for own, line in lines.items()}, abs=CLOSE), case
    used = outcome.results[outcome.results["used"]]
    total = used.groupby("player")["points"].sum().to_dict()
    assert total == pytest.approx({own: line["total"] for own, line in found.items()}, abs=CLOSE), case
    assert ((outcome.results["why"] == "") == outcome.results["used"]).all()


@pytest.mark.parametrize("name", BISMARK)
def test_both_readings_rank_every_year_of_the_bismark_cup_alike(name: str) -> None:
    rng = random.Random(2001)
    ties = 0
    for _ in range(YEARS):
        year = random_year(rng)
        outcome = circuits()[name].standings(placings(year))
        lines = reading(name)(year)
        assert_as_read(outcome, lines, year)
        counted = outcome.results[outcome.results["points"].notna()]
        points = {(own.player, own.event): own.points for own in counted.itertuples()}
        exact = {(player, event): float(own) for player, line in lines.items() for event, own in line.points.items()}
        assert points == pytest.approx(exact, abs=CLOSE)
        assert {own.player: own.events for own in outcome.standings.itertuples()} == {
            player: len(line.points) for player, line in lines.items()
        }
        ties += (outcome.standings["settled"] != "").sum()
    assert ties > YEARS


def test_both_readings_rank_every_list_of_campo_di_marte_alike() -> None:
    rng = random.Random(15)
    shared = 0
    for _ in range(LISTS):
        on = rng.choice((ELECTION_DAY, date(2012, 2, 29), date(2013, 2, 28), date(2011, 7, 1)))
        games = random_games(rng, on)
        outcome = campo.standings(seats(games), on)
        assert_as_read(outcome, campo_di_marte(games, on), games)
        shared += outcome.standings["settled"].map(str).str.startswith("shared").sum()
    assert shared > 20


@pytest.mark.parametrize("name", OURS)
def test_the_order_of_rows_changes_nothing(name: str) -> None:
    rng = random.Random(1)
    for _ in range(drawn(20)):
        on = (ELECTION_DAY,) if name == "campo_di_marte" else ()
        rows = seats(random_games(rng, ELECTION_DAY)) if on else placings(random_year(rng))
        shuffled = rows.sample(frac=1, random_state=rng.randint(0, 999))
        one, other = (circuits()[name].standings(own, *on) for own in (rows, shuffled))
        pd.testing.assert_frame_equal(one.standings, other.standings, check_exact=True)
        pd.testing.assert_frame_equal(one.results, other.results, check_exact=True)
        assert one.notices == other.notices


@pytest.mark.parametrize("name", OURS)
def test_the_given_frame_is_not_changed(name: str) -> None:
    on = (ELECTION_DAY,) if name == "campo_di_marte" else ()
    rows = worked() if on else placings(random_year(random.Random(7)))
    before = rows.copy(deep=True)
    circuits()[name].standings(rows, *on)
    pd.testing.assert_frame_equal(rows, before, check_exact=True)


@pytest.mark.parametrize("name", OURS)
def test_tidy_tables_with_their_own_dtypes_give_the_same_as_plain_ones(name: str) -> None:
    games, year = seats(random_games(random.Random(3), ELECTION_DAY)), placings(random_year(random.Random(3)))
    plain, tidy = year, year.astype({"place": "Int64", "games": "Int64", "boards": "Float64"})
    if name == "campo_di_marte":
        dates = games["ended"].dt.date.astype(object).where(games["ended"].notna(), None)
        flags = dict.fromkeys(["in_progress", "reached", "known"], "boolean")
        plain, tidy = games, games.assign(ended=dates).astype({"pgp": "Float64", **flags})
    on = (ELECTION_DAY,) if name == "campo_di_marte" else ()
    one, other = (circuits()[name].standings(own, *on) for own in (plain, tidy))
    pd.testing.assert_frame_equal(one.standings, other.standings)
    pd.testing.assert_frame_equal(one.results, other.results)
    assert one.notices == other.notices and len(one.standings) > 1


def test_hostile_names_stay_as_they_are() -> None:
    names = ("=x", "<b>", "NaN", "None", "", "a,b")
    outcome = bismark_cup_2001.standings(placings([event(*zip(names, range(1, 7), strict=True))]))
    assert [*outcome.standings["player"]] == ["=x", "<b>", "NaN", "None", "a,b"]
    games = seats([Game(board, dict.fromkeys(names, Fraction(5)), in_progress=True) for board in "12"])
    assert {*campo.standings(games, ELECTION_DAY).standings["player"]} == {*names} - {""}


# -- edge cases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "told"), [(0, False), (1, True), (None, False)])
def test_even_a_single_event_as_director_has_a_remark(games: int | None, told: bool) -> None:
    outcome = bismark_cup_2001.standings(placings([event(("Anna", 1), Entrant("Boss", 2, games, "director"))]))
    assert [own.player for own in outcome.notices] == (["Boss"] if told else [])


def test_two_players_at_one_place_are_reported_once() -> None:
    outcome = bismark_cup_2001.standings(placings([event(("Anna", 1), ("Bert", 1), ("Carl", 3), ("Dora", 4))]))
    assert said(outcome) == [
        (
            "2001",
            "Event",
            "",
            "2 players tied for place 1 share the points for places 1 to 2: the rules do not mention ties",
        )
    ]


def test_ordinals_beyond_a_hundred_follow_their_last_two_digits() -> None:
    assert [str(ordinal(number)) for number in (13, 14, 101, 103, 110, 112, 113, 121)] == [
        *("13th", "14th", "101st", "103rd", "110th", "112th", "113th", "121st")
    ]


def test_a_game_worth_zero_is_listed_before_one_without_a_pgp() -> None:
    games = seats([game("1", None, Anna=0), game("2", None, Anna=0)])
    outcome = campo.standings(games.assign(pgp=[np.nan, 0.0]), ELECTION_DAY)
    assert [*outcome.results["board"]] == ["2", "1"]


@pytest.mark.parametrize("name", BISMARK)
def test_an_unused_result_shows_its_first_reason(name: str) -> None:
    entrants = (Entrant("Anna", 1), Entrant("?", 2, role="director"), Entrant("Boss", 3, role="director"))
    for boards in (Fraction(4), None):
        results = circuits()[name].standings(placings([event(*entrants, boards=boards)])).results
        for player in ("?", "Boss"):
            assert row(results, player)["why"] == "the director does not count as a player"


@pytest.mark.parametrize(("name", "shown"), [("2000", [4, None, 4]), ("pre_2000", [4, 1, 5])])
def test_a_result_shows_the_boards_and_before_2000_the_bonus_too(name: str, shown: list[int | None]) -> None:
    outcome = circuits()[f"bismark_cup_{name}"].standings(
        placings([event(("Anna", 1), boards=Fraction(4), level="state")])
    )
    own = row(outcome.results, "Anna")
    assert [own.get(column) for column in ("boards", "bonus", "table_boards")] == shown


@pytest.mark.parametrize(("boards", "told"), [(2, 0), (10, 0), (11, 1)])
def test_only_numbers_of_boards_without_a_column_are_reported(boards: int, told: int) -> None:
    outcome = circuits()["bismark_cup_2000"].standings(placings([event(("Anna", 1), boards=Fraction(boards))]))
    assert len(outcome.notices) == told


def test_a_year_without_players_has_a_table_with_a_column_for_the_best_event() -> None:
    outcome = bismark_cup_2001.standings(placings([event(Entrant("Boss", 1, role="director"))]))
    assert len(outcome.standings) == 0 and "best_1" in outcome.standings and "best_2" not in outcome.standings


@pytest.mark.parametrize(("day", "title"), [(14, ""), (15, "Emperor of Europe"), (16, "")])
def test_an_emperor_is_elected_only_on_15_december(day: int, title: str) -> None:
    games = seats([game("1", None, Anna=50, Bert=20), game("2", None, Anna=50, Bert=20)])
    assert row(campo.standings(games, date(2010, 12, day)).standings, "Anna")["title"] == title


@pytest.mark.parametrize("on", [date(2010, 1, 31), date(2010, 2, 28), date(2010, 3, 31)])
def test_the_twelve_months_begin_on_the_same_day_before_and_after_february(on: date) -> None:
    assert campo.window_start(on) == on.replace(year=2009)


def test_a_game_that_ended_on_the_day_is_over_and_one_that_ends_later_is_in_progress() -> None:
    ended = replace(game("1", ELECTION_DAY, Anna=50), known=False)
    later = replace(game("2", date(2010, 12, 16), Anna=50), in_progress=True)
    results = campo.standings(seats([ended, later]), ELECTION_DAY).results.sort_values("board")
    assert [*map(str, results["state"])] == ["ended 2010-12-15", "in progress"]
    assert results["used"].all()


def test_the_tables_have_a_column_per_best_event_played_and_number_their_rows_from_the_first() -> None:
    year = [event(("Bert", 1), ("Anna", 2), name="E1"), event(("Anna", 1), name="E2")]
    outcome = bismark_cup_2001.standings(placings(year))
    assert [name for name in outcome.standings if name.startswith("best_")] == ["best_1", "best_2"]
    assert [*outcome.standings.index] == [0, 1] and [*outcome.results.index] == [0, 1, 2]
    assert outcome.standings["player"].tolist() == ["Anna", "Bert"]
    upside_down = bismark_cup_2001.standings(placings([event(("Bert", 1), ("Anna", 2))])).standings
    assert upside_down["player"].to_dict() == {0: "Bert", 1: "Anna"}


def test_no_published_figure_is_negative_zero() -> None:
    table = published(pd.DataFrame({"score": [-1e-13, 1e-13], "rank": [1, 1]}))
    assert [str(score) for score in table["score"]] == ["0.0", "0.0"]
