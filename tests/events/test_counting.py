"""Tests of the counting methods.

The expected totals come from another program's tests or are worked out by hand. Settings are read in four languages.
"""

import csv
import random
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from pipeline.events.standings import Events, event_standings
from pipeline.language.language import language as language_of
from pipeline.pages.events import events_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.report import page
from pipeline.rules.counting import counting_words
from pipeline.stages import Computed
from pipeline.tidy.events import MEANT
from schemas.counting import counted, counting_typed
from schemas.fields import tie_breaks, weights
from schemas.tables import TABLES
from schemas.words import BEST, LANGUAGES, SUM, WAYS, WDC, word
from tests import drawn
from tests.asked import Asked, of_asked
from tests.events.test_standings import CLEAR, CLOSE, SEVEN, evening, frames, said
from tests.reference.boards import PlainBoard, c_diplo
from tests.reference.events import Person, PlainEvent, Result, random_event
from tests.sheets import POWERS, Cell, Rows, Sheets, table

with (Path(__file__).parents[1] / "cases" / "golden" / "countings.csv").open(encoding="utf-8", newline="") as lines:
    GOLDEN = [*csv.DictReader(lines)]


asked = Asked()
A, B = "Anna", "Bruno"
Counted = tuple[PlainEvent, float]  # an event, and the number in its counting method


def event_of(typed: str, players: dict[str, str], **settings: Any) -> Counted:
    """Return an event, and the number in its `counting` setting.

    typed    value of the `counting` setting, such as `best 3`, in which the number is 3
    players  each player's results by round, such as `1:20 1:3 2:7`
    """
    how, number = counted(typed) or ("", 0)
    results = tuple(
        Result(result.partition(":")[0], f"{player}{i}", player, Fraction(result.partition(":")[2]))
        for player, own in players.items()
        for i, result in enumerate(own.split())
    )
    rounds = tuple(sorted({result.round for result in results}))
    people = dict.fromkeys(players, Person())
    return PlainEvent(rounds, results, people, italia=False, how=how, best=int(number), **settings), number


def standings_of(*events: Counted) -> Events:
    """Return the standings of all these events, computed together."""
    played, tables = frames([event for event, _ in events])
    tables.events["counting_number"] = [number for _, number in events]
    return event_standings(played, tables)


def each_of(*events: Counted) -> list[pd.DataFrame]:
    """Return a frame of standings for each of these events, computed together."""
    rows = standings_of(*events).standings
    return [rows[rows["event"] == f"E{number:03}"] for number in range(len(events))]


def scored(typed: str, players: dict[str, str], **settings: Any) -> Events:
    return standings_of(event_of(typed, players, **settings))


def score(typed: str, results: str, **settings: Any) -> float:
    (own,) = scored(typed, {"Anna": results}, **settings).standings["score"]
    return float(own)


def season_of(computed: Computed) -> str:
    """Return the name of the only season that has events."""
    (season,) = {*computed.tables.events["season"]}
    return str(season)


def stated(row: dict[str, str]) -> str:
    return row["stated"]


STATED = {by: [*rows] for by, rows in groupby(GOLDEN, stated)}


@pytest.fixture(scope="module")
def totals() -> dict[str, pd.DataFrame]:
    """Return the standings that this program computes for another program's test events, keyed as in STATED."""
    events = [event_of(rows[0]["typed"], {row["player"]: row["results"] for row in rows}) for rows in STATED.values()]
    return dict(zip(STATED, each_of(*events), strict=True))


@pytest.mark.parametrize("stated", STATED)
def test_totals_agree_with_another_programs_tests(stated: str, totals: dict[str, pd.DataFrame]) -> None:
    found = dict(zip(totals[stated]["player"], totals[stated]["score"], strict=True))
    assert found == pytest.approx({row["player"]: float(row["total"]) for row in STATED[stated]}, abs=1e-6)


BY_HAND = {  # counting method and results -> total
    ("best 2 + half the mean of the rest", "1:20 2:1 3:7000 4:90000 5:300"): 97000 + (300 + 20 + 1) / 3 / 2,
    ("best 2 + half the mean of the rest", "1:5 2:3"): 5 + 3,
    ("best 3 + half the 4th", "1:10 2:40 3:30 4:20 5:9"): 40 + 30 + 20 + 10 / 2,
    # dipvis's own test: 90000 + 7000 + (300 + 20 + 1)/3
    ("best 2 + half the 3rd or a third of the rest", "1:20 2:1 3:7000 4:90000 5:300"): 97000 + 321 / 3,
    ("best 2 + half the 3rd or a third of the rest", "1:7000 2:90000 3:300"): 97000 + 300 / 2,
    # a third of the third and the fourth, as its name says; the fifth, 1, is dropped
    ("best 2 + half the 3rd or a third of the 3rd and 4th", "1:20 2:1 3:7000 4:90000 5:300"): 97000 + 320 / 3,
    ("sum / (games + 3)", "1:10 2:20 3:30"): 60 / 6,  # the Seven Years War
    ("sum / (games + 2.5)", "1:10 2:20 3:30"): 60 / 5.5,
    ("best 2 rounds", "1:6 1:5 2:4 3:3"): 6 + 4,  # a round counts its best game
}


@pytest.fixture(scope="module")
def anna() -> dict[tuple[str, str], pd.DataFrame]:
    """Return, for each case of BY_HAND, the standings of an event in which only Anna plays."""
    return dict(zip(BY_HAND, each_of(*(event_of(typed, {A: results}) for typed, results in BY_HAND)), strict=True))


@pytest.mark.parametrize(("typed", "results"), BY_HAND)
def test_ways_of_counting_by_hand(typed: str, results: str, anna: dict[tuple[str, str], pd.DataFrame]) -> None:
    (own,) = anna[typed, results]["score"]
    assert own == pytest.approx(BY_HAND[typed, results], abs=CLOSE)


def test_a_round_may_count_all_its_games() -> None:
    """Round 1 is 6 + 5, round 2 is 4 and round 3 is 7, so the best two add up to 11 + 7."""
    assert score("best 2 rounds", "1:6 1:5 2:4 3:7", round_score="sum") == 11 + 7
    assert score("sum", "1:6 1:5 2:4", round_score="best") == 6 + 4


def test_rounds_may_have_different_weights() -> None:
    """The 2016 European championship had the weights 0.4, 0.4 and 1.

    The weighted results are 36, 40 and 30, and the best results are chosen from these.
    """
    weighed = {"1": Fraction(2, 5), "2": Fraction(2, 5)}
    assert score("sum", "1:90 2:100 3:30", weights=weighed) == pytest.approx(36 + 40 + 30)
    assert score("best 2", "1:90 2:100 3:30", weights=weighed) == pytest.approx(40 + 36)
    twice_and_none = {"1": Fraction(2), "2": Fraction(0)}
    assert score("sum", "1:90 2:100 3:30", weights=twice_and_none) == pytest.approx(180 + 0 + 30)


def test_every_result_shows_the_part_that_counts_and_why_the_rest_does_not() -> None:
    rows = scored("best 2 + half the 3rd", {"Anna": "1:1 1:0 2:40 3:30 4:20"}, round_score="best").results
    told = [*zip(rows["used"], rows["share"], map(str, rows["why"]), strict=True)]
    assert told == [
        (False, 0, "not among the best 2"),
        (False, 0, "the player has a better game in this round"),
        (True, 1, ""),
        (True, 1, ""),
        (True, 0.5, "counts only in part: not among the best 2"),
    ]
    (first, second, _) = scored("best 2 rounds", {"Anna": "1:3 1:5 2:4"}).results.to_dict("records")
    assert (first["used"], str(first["why"])) == (False, "the player has a better game in this round")
    assert second["used"]


FOUR_NIGHTS = tuple((number, 1, SEVEN, CLEAR) for number in range(1, 5))


@asked(s2013_Coppa=evening(*FOUR_NIGHTS, system="C-Diplo", counting="best 2 + half the 3rd"))
def test_the_report_says_which_part_of_a_result_counts(computed: Computed) -> None:
    html = page(season_report(Season(computed, season_of(computed))))
    assert html.count("× 0.5") == len(SEVEN.split())  # the third of everybody's four equal results
    assert "best 2 + half of no. 3" in html


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("i migliori 2 risultati", ("best", 2)),
        ("i 3 turni migliori", ("best rounds", 3)),
        ("migliori 3 turni", ("best rounds", 3)),
        ("Beste 2 Runden", ("best rounds", 2)),
        ("2 meilleurs + moitié de la moyenne des autres", ("best + half the mean of the rest", 2)),
        ("best 2 plus half the 3rd", ("best + half the", 2)),
        ("beste 3 + die Hälfte des 4.", ("best + half the", 3)),
        ("2 migliori + metà del 3°", ("best + half the", 2)),
        ("best 2 + half the 4th", None),  # which would leave a gap
        ("2 meilleurs + moitié du 3e ou un tiers des autres", ("best + half the or a third of the rest", 2)),
        ("beste 2 + die Hälfte des 3. oder ein Drittel des 3. und 4.", ("best + half the or a third of the and", 2)),
        ("Summe/(Spiele+10)", ("sum / games +", 10)),
        ("somma / (partite + 2,5)", ("sum / games +", 2.5)),
        ("best 1.5", None),
        ("best three", ("best", 3)),
        ("somma dei migliori 3", ("best", 3)),
        ("les 3 meilleurs résultats", ("best", 3)),
        ("les trois meilleures parties", ("best", 3)),
        ("die drei besten Ergebnisse", ("best", 3)),
        ("Top-3", ("best", 3)),
        ("3 partite migliori", ("best", 3)),
        ("Mittel der besten 2 Partien", ("mean of best", 2)),
        ("average of the four best scores", ("mean of best", 4)),
        ("best two rounds", ("best rounds", 2)),
        ("best 3 + half of the 4th", ("best + half the", 3)),
        ("best 3 and half the fourth best game", ("best + half the", 3)),
        ("migliori tre + metà del quarto", ("best + half the", 3)),
        ("best 2 + 1/2 of the 3rd", ("best + half the", 2)),
        ("best 2 + ½ of the 3rd", ("best + half the", 2)),
        ("2 meilleurs + 50 % du troisième", ("best + half the", 2)),
        ("best 2 + half the average of the other games", ("best + half the mean of the rest", 2)),
        ("best 2 + half the third or a third of the rest", ("best + half the or a third of the rest", 2)),
        ("Summe geteilt durch (Partien + 10)", ("sum / games +", 10)),
        ("all results", ("sum", 0)),
        ("third best game", None),  # one game, not the best three
        ("die 3. besten", None),
        ("best game of 3", None),
        ("best 2 of 3", None),
        ("best 30%", None),
        ("best 3 + a third of the 4th", None),
        ("migliori 3 + un quarto del quarto", None),
        ("mean of best 3 rounds", None),
        ("worst 3", None),
        ("Sum of ranks, best 3", ("sum of ranks, best", 3)),
        ("somma delle posizioni, migliori 2", ("sum of ranks, best", 2)),
        ("somme des rangs, 2 meilleurs", ("sum of ranks, best", 2)),
        ("Rangsumme, beste 2", ("sum of ranks, best", 2)),
        ("wdc 2025", ("wdc", 2025)),
        ("WDC 2024", None),
        ("sum / (games + 1000)", None),
    ],
)
def test_ways_of_counting_are_read_in_four_languages(typed: str, means: tuple[str, float] | None) -> None:
    assert counted(typed) == means


@pytest.mark.parametrize(
    ("setting", "typed", "offered"),
    [
        ("counting", "bets 3", "best 3"),
        ("counting", "mean of bst 4", "mean of best 4"),
        ("counting", "best 2 ronds", "best 2 rounds"),
        ("counting", "somma dei migliri 3", "best 3"),
        ("counting", "best 2,5", ""),
        ("counting", "WDC 2024", ""),
        ("counting", "best 2 + half the 4th", ""),
        ("counting", "worst 3", ""),
        ("counting", "lowest 3 dropped", ""),
        ("counting", "mean", ""),
        ("teams", "besst 7", "best 7"),
        ("teams", "best 4 rounds", ""),
        ("teams", "mean of best 3", ""),
        ("tie-breaks", "3rd best game", ""),
        ("tie-breaks", "secnd best game", "second best game"),
    ],
)
def test_suggestions_keep_the_number_unit_and_way_that_were_typed(setting: str, typed: str, offered: str) -> None:
    assert str(MEANT[setting](typed)) == (offered and f"Did you mean `{offered}`?")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("how", WAYS)
def test_a_way_of_counting_is_offered_as_it_can_be_typed_in_the_readers_language(how: str, code: str) -> None:
    number = 2025 if how == WDC else 0 if how == SUM else 3
    assert counted(language_of(code)(counting_words(how, number))) == (how, number)


def test_a_suggestion_names_the_way_of_counting_in_the_readers_language() -> None:
    assert "`media dei migliori 4`" in language_of("it")(MEANT["counting"]("media dei miglori 4"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "typed", ["bset 3", "miglori 3", "meileurs 3", "bsete 3", "mean of bst 4", "somme des meileurs 2", "sume"]
)
def test_a_suggestion_in_any_language_is_read_as_meant(typed: str, language: str) -> None:
    """Italian readers are offered `migliori 3`, not `best 3`."""
    offered = MEANT["counting"](typed)
    said = language_of(language)(offered).split("`")[1]
    read = counted(said)
    assert read and read == counted(str(offered).split("`")[1])
    assert read[0] not in (SUM, BEST) or said.startswith(word("counting word", read[0], language))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("Best game, head-to-head", ["best game", "head to head"]),
        ("seconda miglior partita; centri", ["second best game", "centres"]),
        ("victoires / tables gagnées", ["wins", "board tops"]),
        ("weniger Partien, Streichergebnis", ["fewer games", "dropped round"]),
        ("1. best game 2. 2nd best game 3. centres", ["best game", "second best game", "centres"]),
        ("(1) wins (2) centres", ["wins", "centres"]),
        ("best game > centres", ["best game", "centres"]),
        ("scontri diretti; poi miglior partita; infine centri", ["head to head", "best game", "centres"]),
        ("erst beste Partie, dann Zentren", ["best game", "centres"]),
        ("best game, best game", None),
        ("2. best game", None),  # either the second best game, or a list without its first entry
        ("best game, the toss of a coin", None),
        ("", None),
    ],
)
def test_tie_breaks_are_read_in_four_languages(typed: str, means: list[str] | None) -> None:
    assert tie_breaks(typed) == means


@pytest.mark.parametrize("how", WAYS)
def test_every_way_of_counting_is_read_as_typed(how: str) -> None:
    for number in {"sum": (0,), "wdc": (2025,)}.get(how, (1, 2, 9, 10, 20, 21)):
        assert counted(counting_typed(how, number)) == (how, number)


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("1: 0.4; 2: 0.4; 3: 1", {"1": 0.4, "2": 0.4, "3": 1}),
        ("final = 2;", {"final": 2}),
        ("1: 0.4, 2: 0.4, 3: 1", {"1": 0.4, "2": 0.4, "3": 1}),
        ("1=0.4, 2=1", {"1": 0.4, "2": 1}),
        ("1: 0,4; 2: 1", {"1": 0.4, "2": 1}),
        ("1: 40 % / 2: 100 %", {"1": 0.4, "2": 1}),
        ("Runde 1: 0,4; Runde 2: 1", {"Runde 1": 0.4, "Runde 2": 1}),
        ("1: 0,4, 2: 1", None),  # the comma separates both decimals and rounds
        ("1: 1,500", None),
        ("1:0.4 2:1", None),
        ("1: 0.4; 1: 0.8", None),
        ("0.4; 0.4; 1", None),
        ("1: much", None),
        ("", None),
    ],
)
def test_weights_of_rounds_are_read(typed: str, means: dict[str, float] | None) -> None:
    assert weights(typed) == means


def weighed(typed: str) -> int:
    """Register an event of two rounds with these weights and return its number."""
    sheets = evening((1, 1, SEVEN, CLEAR), (2, 1, SEVEN, CLEAR), system="C-Diplo", round_weights=typed)
    return asked.add(s2013_Coppa=sheets)


WEIGHTS = [
    *(("1: 0.5", 0.5), ("Round 1: 0.5; Round 2: 2", 0.5), ("R1 = 0,5; R2 = 2", 0.5), ("1. Runde: 0,5", 0.5)),
    *(("turno 1: 50 %", 0.5), ("1ère ronde : 0,5", 0.5), ("Round one: 0.5", 0.5), ("Manche 2 : 2", 1)),
]


@pytest.mark.parametrize(
    ("computed", "weight"),
    [(weighed(typed), weight) for typed, weight in WEIGHTS],
    indirect=["computed"],
    ids=[typed for typed, _ in WEIGHTS],
)
def test_a_weight_finds_its_round_however_either_is_typed(computed: Computed, weight: float) -> None:
    """Every text but the last gives round 1 the weight 0.5. The last gives only round 2 a weight, so round 1 has 1."""
    results = computed.results.events_of(season_of(computed)).results
    assert {*results.loc[results["round"] == "1", "weight"]} == {weight}
    first = results[results["round"] == "1"]
    assert first["points"].tolist() == pytest.approx((first["score"] * weight).tolist())


# -- ranks, and the world championship of 2025 -------------------------------------------------------------------------


def test_the_lowest_sum_of_ranks_wins_and_players_with_fewer_ranks_come_after() -> None:
    """In round 1 Anna and Bruno share ranks 1 and 2, and Carla is third. In round 2 Carla is first and Anna second.

    Anna has 1.5 + 2 and Carla 3 + 1. Bruno's 1.5 is the lowest sum, but he has only one rank.
    """
    rows = scored("sum of ranks, best 2", {"Anna": "1:10 2:1", "Bruno": "1:10", "Carla": "1:5 2:2"}).standings
    assert [*rows[["player", "rank", "score"]].itertuples(index=False, name=None)] == [
        ("Anna", 1, 3.5),
        ("Carla", 2, 4),
        ("Bruno", 3, 1.5),
    ]


def championship(last: str, centres: dict[str, int], dropped: dict[str, int]) -> dict[str, float]:
    """Return the scores of Q and R, who are level for 21st place after round 3.

    In round 4 every player gets 10 points.

    last     points of both players in round 2
    centres  centres in round 1, keyed by player. A player who is not named has 4
    dropped  points in round 3 (the dropped round), keyed by player. A player who is not named has 1
    """
    results = [
        Result(name, f"{player}{name}", player, Fraction(points))
        for player in [f"P{number:02}" for number in range(20)]
        for name, points in (("1", 50), ("2", 50), ("3", 40), ("4", 10))
    ]
    for player in ("Q", "R"):
        for name, points in (("1", 20), ("2", int(last)), ("3", dropped.get(player, 1)), ("4", 10)):
            held = centres.get(player, 4) if name == "1" else 4
            results.append(Result(name, f"{player}{name}", player, Fraction(points), held))
    people = dict.fromkeys({result.player for result in results}, Person())
    played, tables = frames([PlainEvent(("1", "2", "3", "4"), tuple(results), people, italia=False, how="wdc", best=0)])
    standings = event_standings(played, tables).standings
    found = dict(zip(standings["player"], standings["score"], strict=True))
    assert found["P00"] == 50 + 50 + 1.5 * 10
    return {player: found[player] for player in ("Q", "R")}


def test_the_first_21_after_round_3_have_the_fourth_round_one_and_a_half_times() -> None:
    """A tie for 21st place is settled by the specification's tie-breaks.

    The specification says "best game, then centres of the scored games, then the dropped round, then undecided".
    """
    assert championship("20", {"Q": 5}, {}) == {"Q": 40 + 15, "R": 40 + 10}
    assert championship("20", {}, {"R": 2}) == {"Q": 40 + 10, "R": 40 + 15}
    assert championship("20", {}, {}) == {
        "Q": 40 + 15,
        "R": 40 + 15,
    }  # Reading: an undecided tie is no disadvantage


def test_the_fourth_round_is_the_fourth_even_if_an_earlier_one_is_missing() -> None:
    """Worked out by hand for a player who is in the top 21 after round 3.

    Only two of rounds 1 to 3 were played, so both count once. Round 4 counts one and a half times.
    """
    for called, points in ((("1", "3", "4"), (40, 60, 30)), (("Round 1", "Round 2", "Round 4"), (40, 60, 30))):
        results = [Result(name, f"Anna{name}", A, Fraction(of)) for name, of in zip(called, points, strict=True)]
        event = PlainEvent(called, tuple(results), {A: Person()}, italia=False, how="wdc", best=0)
        assert event_standings(*frames([event])).standings["score"].tolist() == [40 + 60 + 1.5 * 30]


def test_round_numbers_above_four_count_in_their_order() -> None:
    """Numbers above four, such as years, only put the rounds in order.

    Worked out by hand for a player who is in the top 21 after the third round: the best two of the first three
    rounds count once, and the fourth round counts one and a half times.
    """
    for called in (("101", "102", "103", "104"), ("Round 2022", "Round 2023", "Round 2024", "Round 2025")):
        results = [
            Result(name, f"Anna{name}", A, Fraction(of)) for name, of in zip(called, (40, 60, 50, 30), strict=True)
        ]
        event = PlainEvent(called, tuple(results), {A: Person()}, italia=False, how="wdc", best=0)
        assert event_standings(*frames([event])).standings["score"].tolist() == [60 + 50 + 1.5 * 30]


def with_a_round_in_progress() -> Sheets:
    finals = {
        "First": (10, 8, 6, 4, 3, 2, 1),
        "Middle": None,
        "Next": (12, 6, 6, 4, 3, 2, 1),
        "Top": (8, 8, 6, 5, 4, 2, 1),
    }
    rows: Rows = [["round", "board", "power", "player", "final"]]
    for name, centres in finals.items():
        rows += [
            [name, 1, power, f"P {power}", held]
            for power, held in zip(POWERS, centres or (9, 9, 6, 4, 3, 2, 1), strict=True)
        ]
    settings = [("system", "sum_of_squares"), ("data", "generated"), ("counting", "WDC 2025")]
    games = table("round board result", ("Middle", 1, "in progress"))
    return {"event": table("setting value", *settings), "boards": rows, "games": games}


@asked(s2025_Coppa=with_a_round_in_progress())
def test_a_round_in_progress_counts_as_a_round(computed: Computed) -> None:
    """Worked out by hand under Sum of Squares: Austria has 100/230, 144/246 and 64/210 of the points in three rounds.

    Another round, between the first and the second of these, is in progress. The last round is therefore the fourth,
    which counts one and a half times.
    """
    standings = computed.results.standings(season_of(computed), "Coppa").set_index("player")["score"]
    assert standings["P Austria"] == pytest.approx(100 * (100 / 230 + 144 / 246 + 1.5 * 64 / 210))


# -- ties --------------------------------------------------------------------------------------------------------------

TIES = [  # tie-breaks, results of two level players, the leader, and what is said about the first
    ("best game", {A: "1:10 2:20", B: "1:15 2:15"}, A, "best game: 20"),
    ("best game, second best game", {A: "1:20 2:3 3:7", B: "1:20 2:10"}, B, "second best game: 10"),
    ("fewer games", {A: "1:10 2:20", B: "1:30"}, B, "fewer games: 1"),
    ("best game", {A: "1:10 2:20", B: "1:20 2:10"}, "", "level, so the place is shared"),
    ("second best game", {A: "1:20", B: "1:19 2:1"}, B, "second best game: 1"),
]


@pytest.fixture(scope="module")
def tied() -> list[pd.DataFrame]:
    return each_of(*(event_of("sum", results, tie_breaks=tuple(chain.split(", "))) for chain, results, *_ in TIES))


@pytest.mark.parametrize("case", range(len(TIES)), ids=[chain for chain, *_ in TIES])
def test_the_first_tie_break_with_a_difference_settles_a_tie(case: int, tied: list[pd.DataFrame]) -> None:
    *_, leads, words = TIES[case]
    rows = tied[case]
    assert rows["rank"].tolist() == ([1, 2] if leads else [1, 1])
    assert (rows["player"].iloc[0], str(rows["settled"].iloc[0])) == (leads or A, words)


# Anna and Bruno meet on two boards, where she has 10 and 4 and he has 5 and 9, so both have 14. Each also plays a board
# without the other, for 1 point.
MET = [
    Result("1", "A", A, Fraction(10), centres=9),
    Result("1", "A", B, Fraction(5), centres=9),
    Result("2", "A", A, Fraction(4), centres=3),
    Result("2", "A", B, Fraction(9), centres=17),
    Result("3", "A", A, Fraction(1), centres=18),
    Result("3", "B", B, Fraction(1), centres=1),
    Result("3", "A", "Carla", Fraction(0), centres=16),
]


SETTLED = {  # tie-break -> the leader, and what is said about the first
    "centres": (A, "centres: 30"),  # 9 + 3 + 18 against 9 + 17 + 1
    "wins": (A, "wins: 1"),  # 18 centres
    "board tops": (B, "board tops: 3"),  # shared in round 1, alone in two others; Anna has 2
    "head to head": ("", "level, so the place is shared"),  # one each
}


@pytest.fixture(scope="module")
def met() -> dict[str, pd.DataFrame]:
    people = dict.fromkeys((A, B, "Carla"), Person())
    event = PlainEvent(("1", "2", "3"), tuple(MET), people, italia=False)
    return dict(zip(SETTLED, each_of(*((replace(event, tie_breaks=(chain,)), 0) for chain in SETTLED)), strict=True))


@pytest.mark.parametrize("chain", SETTLED)
def test_the_course_of_the_boards_settles_a_tie(chain: str, met: dict[str, pd.DataFrame]) -> None:
    leads, words = SETTLED[chain]
    rows = met[chain]
    assert rows["rank"].tolist() == ([1, 2, 3] if leads else [1, 1, 3])
    assert (rows["player"].iloc[0], str(rows["settled"].iloc[0])) == (leads or A, words)


def test_a_board_with_eighteen_centres_or_more_is_a_win() -> None:
    """Anna has won one board with 18 centres and one with 20, and Bruno has won one with 18."""
    held = {A: (18, 20), B: (18, 17)}
    results = [
        Result(name, f"{player}{name}", player, Fraction(5), centres=centres)
        for player, of in held.items()
        for name, centres in zip("12", of, strict=True)
    ]
    event = PlainEvent(("1", "2"), tuple(results), {A: Person()}, italia=False, tie_breaks=("wins",))
    rows = event_standings(*frames([event])).standings
    assert [*map(str, rows["settled"])] == ["wins: 2", "wins: 1"]


def test_only_italia_2010_has_tie_breaks_of_its_own() -> None:
    """Paragraph 5 of Italia-2010 would put Bruno first, because he has played fewer games.

    The event is scored under `tribute`, which has no tie-breaks. Its name comes after `italia_2010` in alphabetical
    order, so the test also fails if the code compares the names with `>=` instead of `==`.
    """
    results = (Result("1", "a", A, Fraction(10)), Result("2", "b", A, Fraction(20)), Result("1", "c", B, Fraction(30)))
    played, tables = frames([PlainEvent(("1", "2"), results, {A: Person()}, italia=False)])
    tables.events[["system", "edition_of"]] = "tribute"
    assert event_standings({"tribute": played["c_diplo"]}, tables).standings["rank"].tolist() == [1, 1]


def test_a_round_sat_out_without_points_says_why_if_a_round_counts_its_best_game() -> None:
    people = {A: Person(sat_out=("2", "3"))}
    event = PlainEvent(
        *(("1", "2", "3"), (Result("1", "a", A, Fraction(5)),), people),
        italia=False,
        round_score="best",
        sit_out_points=Fraction(4),
        sit_out_once=True,
    )
    rows = event_standings(*frames([event])).results
    assert [*map(str, rows["why"])] == ["", "", "only one of the rounds sat out earns points"]


def test_head_to_head_compares_common_boards_and_settles_nothing_without_them() -> None:
    people = dict.fromkeys((A, B, "Carla"), Person())
    ahead = [Result("4", "A", A, Fraction(6)), Result("4", "A", B, Fraction(5)), Result("5", "B", B, Fraction(1))]
    event = PlainEvent(("1", "2", "3", "4", "5"), (*MET, *ahead), people, italia=False, tie_breaks=("head to head",))
    rows = event_standings(*frames([event])).standings
    assert [*map(str, rows["settled"])] == ["head to head: 1", "head to head: -1", ""]
    third = Result("5", "C", "Carla", Fraction(21))  # level with both, but has never met Bruno
    rows = event_standings(*frames([replace(event, games=(*event.games, third))])).standings
    assert rows["rank"].tolist() == [1, 1, 1]


def test_the_larger_dropped_result_leads_if_the_dropped_round_breaks_ties() -> None:
    rows = scored("best 1", {A: "1:9 2:3", B: "1:9 2:4", "Carla": "1:9"}, tie_breaks=("dropped round",)).standings
    assert [*rows["player"]] == [B, A, "Carla"]
    assert [*map(str, rows["settled"])] == [f"dropped round: {points}" for points in (4, 3, "none")]


def test_handicap_and_adjustment_are_added_only_at_the_end() -> None:
    people = {A: Person(handicap=Fraction(7), adjustment=Fraction(-5)), B: Person()}
    rounds = ("1", "2")
    results = tuple(Result(name, f"{p}{name}", p, Fraction(10)) for p in (A, B) for name in rounds)
    played, tables = frames([PlainEvent(rounds, results, people, italia=False, best=2, mean=True)])
    events = event_standings(played, tables)
    after = events.rounds[events.rounds["round_no"] == 0].set_index("player")["score"]
    assert after.to_dict() == {A: 10, B: 10}
    assert events.standings.set_index("player")["score"].to_dict() == {A: 10 + 7 - 5, B: 10}  # none of it is halved


def test_players_with_too_few_games_are_ranked_after_all_others() -> None:
    """Two games are required, so one game of 50 points does not take first place.

    After the first round nobody has played two games.
    """
    results = (Result("1", "x", A, Fraction(5)), Result("1", "y", B, Fraction(50)), Result("2", "x", A, Fraction(5)))
    played, tables = frames([PlainEvent(("1", "2"), results, {A: Person()}, italia=False, least_games=2)])
    events = event_standings(played, tables)
    ranks = events.standings.set_index("player")[["rank", "games_short", "score"]]
    assert ranks.loc[[A, B]].to_numpy().tolist() == [[1, 0, 10], [2, 1, 50]]
    after = events.rounds[events.rounds["round_no"] == 0].set_index("player")
    assert after.loc[[A, B], ["rank", "games_short"]].to_numpy().tolist() == [[2, 1], [1, 1]]


# -- typed results -----------------------------------------------------------------------------------------------------


def typed_results() -> dict[str, Sheets]:
    """Return the sheets of a cup that has only scores, a cup whose first round has boards, and two more events."""
    nothing: list[Cell] = [None, None, None]
    cup: Sheets = {
        "event": [
            *(["setting", "value"], ["data", "generated"], ["counting", "best 2"], ["round weights", "1: 0.5"]),
            *(["tie-breaks", "miglior partita; wins, centres"], ["sit-out points", 4], ["sit-outs", "once"]),
        ],
        "results": [
            ["player", "round", "score", "board", "power", "place", "final"],
            ["Anna", 1, 20, "A", "Turkey", 1, 12],
            ["Bruno", 1, 10, "A", "Italy", 2, 9],
            ["Anna", 2, 30, "A", "Italy", 1, 10],
            ["Carla", 2, 30, "A", "Turkey", "2=", 8],
            ["Carla", 3, 10, "B", "Turkey", 2, 9],
            ["Anna", 3, 5, "B", "Italy", 3, 1],
            ["Bruno", 3, 40, *nothing, None],
            ["?", 3, 99, *nothing, None],
        ],
        "players": [
            ["player", "sat out", "handicap", "adjustment", "remark"],
            ["Dora", "1", None, None, None],
            ["Carla", "1", None, None, None],
            ["Bruno", "2", None, -5, "carton rouge"],
            ["Bruno", None, None, None, "late"],
        ],
    }
    both = evening((1, 1, SEVEN, CLEAR), system="C-Diplo")
    both["results"] = [["player", "round", "score"], ["Anna", 1, 3], ["Anna", 2, 50]]
    dark: Sheets = {
        "event": table("setting value", ("tie-breaks", "centres; best game")),
        "results": table("player round score", ("Anna", 1, 5), ("Bruno", 1, 2), ("Bruno", 2, 3)),
    }
    won: Sheets = {
        "results": table(
            "player round score place final",
            *(("Anna", 1, 10, 1, 19), ("Bruno", 1, 5, 2, None), ("Carla", 1, 4, None, None)),
            *(("Dora", 1, 3, 1, None), ("Elena", 1, 2, None, 18), ("Flora", 1, 1, None, 17)),
        )
    }
    return {"s2013_Coppa": cup, "s2013_Doppia": both, "s2013_Ignota": dark, "s2013_Vinta": won}


TYPED = asked.add(**typed_results())


@pytest.fixture
def typed(everything: Computed) -> tuple[Events, Computed]:
    computed = of_asked(everything, TYPED)
    return computed.results.events_of(season_of(computed)), computed


def test_an_event_known_only_by_scores_counts_like_any_other(typed: tuple[Events, Computed]) -> None:
    """The best two results count, and the results of round 1 are halved, so all three players have 40 points.

    Anna has 10 + 30, Carla has 30 + 10, and Bruno has 5 + 40 with an adjustment of -5.

    The round that Carla sat out is worth only 4 x 0.5, so it does not count. The best game is 40 for Bruno and 30 for
    the others. Nobody had 18 centres, so there are no wins. The centres of the games that count are 12 + 10 for Anna
    and 8 + 9 for Carla.
    """
    rows = typed[0].standings.query("event == 'Coppa'")
    assert [*rows[["player", "rank", "score", "games"]].itertuples(index=False, name=None)] == [
        ("Bruno", 1, 40, 2),
        ("Anna", 2, 40, 3),
        ("Carla", 3, 40, 2),
    ]
    assert [*map(str, rows["settled"])] == [
        "best game: 40",
        "best game: 30, then centres: 22",
        "best game: 30, then centres: 17",
    ]
    assert rows["remark"].tolist() == ["carton rouge, late", "", ""]


def test_an_unknown_tie_break_value_leaves_the_rank_shared(typed: tuple[Events, Computed]) -> None:
    rows = typed[0].standings.query("event == 'Ignota'")
    assert [*rows["rank"]] == [1, 1]
    assert {*map(str, rows["settled"])} == {"level, so the place is shared"}


def test_a_win_is_known_by_the_centres_or_ruled_out_by_a_lower_place(typed: tuple[Events, Computed]) -> None:
    """A player with eighteen centres has won, and Bruno, who was second, has not.

    Carla may have won, because neither her centres nor her place is known. Dora may have won too, but her first place
    may also be due to a time limit.
    """
    won = typed[0].results.query("event == 'Vinta'").set_index("player")["won"]
    known = {"Anna": 1, "Bruno": 0, "Elena": 1, "Flora": 0}
    assert won.dropna().to_dict() == known and {*won.index} - {*known} == {"Carla", "Dora"}


def test_boards_override_results_typed_beside_them(typed: tuple[Events, Computed]) -> None:
    rows = typed[0].results.query("event == 'Doppia' and player == 'Anna'")
    boards = {name: float(points) for name, points in zip(SEVEN.split(), c_diplo(PlainBoard(CLEAR)), strict=True)}
    assert rows["points"].tolist() == [boards["Anna"], 50]
    assert said(typed[1], "result_beside_boards") == [("warning", "result_beside_boards", "C2", "3")]


def test_workbook_and_report_show_additions_and_how_ties_were_settled(typed: tuple[Events, Computed]) -> None:
    season = Season(typed[1], season_of(typed[1]))
    sheet = next(sheet for sheet in events_book(season).sheets if sheet.tables[0].name == "Standings_1")
    standings = {column.header: [*column.values] for column in sheet.tables[0].columns}
    assert standings["adjustment"] == [-5, 0, 0]
    assert standings["remark"] == ["carton rouge, late", "", ""]
    assert [str(words) for words in standings["ties"]][1] == "best game: 30, then centres: 22"
    rules = {table.title for table in events_book(season).sheets[-1].tables}
    assert {"Ties: a list of tie-breaks, in order", "Counting: handicaps and adjustments"} <= rules
    html = page(season_report(season))
    assert "carton rouge" in html
    assert "best game: 30, then centres: 22" in html


def test_typed_results_count_as_boards_do() -> None:
    """Random events have the same standings whether their boards or their results are entered.

    The results include the centres, and place 1 for each board's leaders.
    """
    rng = random.Random(7)
    played = [replace(random_event(rng), italia=False, top_table_round="") for _ in range(drawn(60))]
    published, tables = frames(played)
    by_boards = event_standings(published, tables).standings
    rows = next(iter(published.values())).scores
    most = rows.groupby(["season", "event", "round", "board"])["final_centres"].transform("max")
    origin = {**dict.fromkeys(("file", "sheet", "imported_from"), ""), "row": 0, "raw_row": range(len(rows))}
    typed = rows.assign(place=(rows["final_centres"] < most) + 1.0, **origin)
    tables.results = typed[[*TABLES["results"].columns]]
    tables.seats = tables.seats[:0]
    by_results = event_standings({}, tables).standings
    columns = ["event", "player", "rank", "games", "score"]
    assert_frame_equal(by_results[columns].reset_index(drop=True), by_boards[columns].reset_index(drop=True))
    assert by_results["settled"].map(str).tolist() == by_boards["settled"].map(str).tolist()
