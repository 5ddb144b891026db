"""Tests of the circuits in `pipeline.rules.circuits.by_numbers`, and of those that a season itself defines.

The tests use figures from the sources, real results and random seasons.
"""

import csv
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner, Result

from pipeline.build.build import RESERVED, build
from pipeline.cli.app import app
from pipeline.events.season_circuits import divisor
from pipeline.pages.words import BEST, HEADERS
from pipeline.read.find import find
from pipeline.rules.circuit_totals import Adding
from pipeline.rules.circuits import CircuitResult, circuits, formulas, season_circuit
from pipeline.rules.points_circuits import could_reach
from pipeline.stages import Computed, compute
from schemas.keys import of_season
from tests import drawn
from tests.reference.circuits import (
    Added,
    Cup,
    Entrant,
    Occasion,
    added,
    mean_of_places,
    percentile_points,
    places_among_the_ranked,
    random_season,
    reading,
    seven_years_war,
)
from tests.sheets import Cell, Rows, Sheets, only_rules, table, write_csv, write_xlsx
from tests.stress.builds import computed_once

CASES = Path(__file__).parents[1] / "cases" / "circuits"
CLOSE = 1e-9
BY_PLACE = [name for name in formulas() if circuits()[name].needs.takes == "placings"]
EVERY = ", ".join(BY_PLACE)
SEASONS = {f"r{number:03}": random_season(random.Random(number)) for number in range(drawn(100))}

# A circuit that every random season defines: points from a table, the best three added and divided by the number of
# events plus one, or by three if that is more.
TABLE = [Fraction(4), Fraction(2), Fraction(3, 2), Fraction(1)]
OWN = ("Lega", "4; 2; 1,5; 1", 3, "events + 1, at least 3", 2, "wins; best event; dropped event")
READ = Added(
    best=3,
    divisor=lambda results: Fraction(max(results + 1, 3)),
    fewest=2,
    compared=lambda kept, dropped, won: [Fraction(won), kept[0], max(dropped, default=Fraction(0))],
)


def sheet(*rows: tuple[Cell, ...]) -> Rows:
    """Return a `circuits` sheet with these rows, each padded with blank cells."""
    names = ["name", "points", "best", "divisor", "minimum events", "tie-breaks"]
    return [names, *([*row, *[None] * (len(names) - len(row))] for row in rows)]


def typed(occasion: Occasion, named: str) -> Sheets:
    """Return the sheets of an event with its placings.

    named  the value of the `circuits` setting
    """
    settings: dict[str, Cell] = {"name": occasion.name, "data": "generated", "circuits": named, "level": occasion.level}
    if occasion.points is not None:
        settings["circuit points"] = float(occasion.points)
    if occasion.rounds:
        settings |= {"boards": float(occasion.rounds[0]), "rounds": len(occasion.rounds)}
    return {
        "event": table("setting value", *settings.items()),
        "placings": table(
            "player place games role", *((e.player, e.place, e.games, e.role) for e in occasion.entrants)
        ),
    }


def placed(*people: str | tuple[str, int], name: str = "Event", **facts: Any) -> Occasion:
    """Return an event with people placed in this order, or at the given places."""
    own = [one if isinstance(one, tuple) else (one, place) for place, one in enumerate(people, 1)]
    return Occasion(name, tuple(Entrant(player, place) for player, place in own), **facts)


def frame(*season: Occasion) -> pd.DataFrame:
    """Return a season's placings as the frame that a circuit takes."""
    rows = [
        {
            **{"season": "2001", "event": own.name, "player": one.player, "place": one.place, "games": one.games},
            **{"role": one.role, "level": own.level},
            "circuit_points": np.nan if own.points is None else float(own.points),
            "round_boards": tuple(map(float, sorted(own.rounds, reverse=True))),
        }
        for own in season
        for one in own.entrants
    ]
    return pd.DataFrame(rows)


NOTHING_OPEN = pd.DataFrame(columns=["season", "event", "level", "circuit_points"])


def outcome(circuit: str, *season: Occasion) -> CircuitResult:
    own = circuits()[circuit]
    return own.standings(frame(*season), *([NOTHING_OPEN] if own.needs.open_events else []))


def points(circuit: str, *season: Occasion) -> list[float]:
    """Return the points that a circuit gives to the players of these events, in order of event and player."""
    return outcome(circuit, *season).results.sort_values(["event", "player"])["points"].tolist()


def scores(table: pd.DataFrame) -> dict[str, float]:
    return dict(zip(table["player"], table["score"], strict=True))


PEOPLE = [f"P{number:02}" for number in range(1, 41)]

# -- the figures of the sources ----------------------------------------------------------------------------------------


def test_percentiles_give_the_winner_of_two_a_half_and_a_lone_player_nothing() -> None:
    """Each player's points are the share of ranked players who are placed lower.

    The specification says "players ranked strictly lower / all ranked players", "of two players the winner has 0.5" and
    "alone 0". The specification also adds up a player's best three results.
    """
    assert points("percentiles", placed("A", "B")) == [0.5, 0]
    assert points("percentiles", placed("A")) == [0]
    assert points("percentiles", placed("A", "B", "C", "D")) == [0.75, 0.5, 0.25, 0]
    assert points("percentiles", placed(("A", 1), ("B", 1), ("C", 3), ("D", 4))) == [0.5, 0.5, 0.25, 0]
    assert not outcome(
        "percentiles", placed(("A", 1), ("B", 1))
    ).notices  # the source defines the points of tied players
    year = [placed("A", *PEOPLE[:n], name=f"E{n}") for n in (1, 2, 3, 4)]
    own = outcome("percentiles", *year).standings.iloc[0]
    assert (own["player"], own["events"], own["used"]) == ("A", 4, 3)
    assert own["score"] == pytest.approx(2 / 3 + 3 / 4 + 4 / 5) and own["counts_above"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("players", [2, 5, 11, 40])
def test_tour_de_france_from_1000_and_the_players_down_to_100(players: int) -> None:
    """The first of x ranked players gets 1000 + x points, and the last player gets 100.

    From the second player on, the points fall by a constant ratio. The specification says "r = 10^(1/(x-1)):
    the first 1000 + x, the n-th 1000 / r^(n-1), the last 100, unrounded".
    """
    found = points("tour_de_france", placed(*PEOPLE[:players], level="world"))
    assert (found[0], found[-1]) == (1000 + players, pytest.approx(100, abs=CLOSE))
    ratio = 10 ** (1 / (players - 1))
    assert found[1:] == pytest.approx([1000 / ratio**below for below in range(1, players)])
    if players == 11:
        assert found[5] == pytest.approx(1000 / 10**0.5)  # halfway down, by hand


def test_tour_de_france_counts_championships_in_full_and_less_of_each_further_event() -> None:
    """World, European and national championships count in full.

    A player's other events count at decreasing percentages.
    The specification says "of the others the best counts 100, then 80, 40, 20, 10, 10".
    """
    levels = ["world", "continental", "national", "", "state", "dipcon", "", "", "", ""]
    year = [placed("A", *PEOPLE[: 20 - n], name=f"E{n}", level=level) for n, level in enumerate(levels)]
    found = outcome("tour_de_france", *year)
    results = found.results[found.results["player"] == "A"].set_index("event")
    assert results["percent"].sort_index().tolist() == [100, 100, 100, 100, 80, 40, 20, 10, 10, 10]
    percents = (100, 100, 100, 100, 80, 40, 20, 10, 10, 10)
    by_hand = sum((1021 - n) * percent / 100 for n, percent in enumerate(percents))
    assert scores(found.standings)["A"] == pytest.approx(by_hand)


def test_european_grand_prix_of_100_points_over_ten_players() -> None:
    """Place p of n gets (n + 1 - p)/n of P points, as the specification says ("100 over 10: 100 ... 10")."""
    assert points("european_grand_prix", placed(*PEOPLE[:10], points=Fraction(100))) == [*range(100, 0, -10)]
    assert points("european_grand_prix", placed("A", points=Fraction(500))) == [500]  # alone: the points of the first
    tied = placed(("A", 1), ("B", 2), ("C", 2), ("D", 4), points=Fraction(500))
    assert points("european_grand_prix", tied) == [500, 312.5, 312.5, 125]  # (375 + 250)/2
    nothing = outcome("european_grand_prix", placed("A", "B"))
    assert nothing.standings.empty and {str(why) for why in nothing.results["why"]} == {
        "the event's points were not entered"
    }


FOUR = tuple(map(Fraction, (4, 5, 3, 5, 4)))  # boards per round: the four largest make 18, the three largest 14


@pytest.mark.parametrize(
    ("circuit", "level", "first", "step", "scoring"),
    [
        ("north_american_grand_prix_2002", "", 180, 0.9, 4),
        ("north_american_grand_prix_2002", "dipcon", 180, 0.9, 4),
        ("north_american_grand_prix_2003", "", 180, 0.9, 4),
        ("north_american_grand_prix_2003", "dipcon", 180, 0.95, 4),
        ("north_american_grand_prix_2003", "world", 180, 0.95, 4),
        ("north_american_grand_prix_2010", "world", 140, 0.9, 7),
    ],
)
def test_north_american_grand_prix_by_boards_with_a_step_per_place(
    circuit: str, level: str, first: int, step: float, scoring: int
) -> None:
    """Before 2010, only the upper half of the players score. Here these are four of the seven.

    The specification says "10 x the boards of the four largest rounds ... x 0.9 a place" and "the upper half scores".
    """
    found = points(circuit, placed(*PEOPLE[:7], level=level, rounds=FOUR))
    assert found == pytest.approx([first * step**n if n < scoring else 0 for n in range(7)])


def test_north_american_grand_prix_at_its_bounds() -> None:
    """The specification says that the first player gets "at most 500" points in 2002, and "at most 300" in 2010.

    For the next players in 2010 it says "x 0.9, at least 5". It also says "six boards needed in the event" and "two
    events needed".
    """
    large = placed(*PEOPLE, rounds=(Fraction(14),) * 4)
    assert points("north_american_grand_prix_2002", large)[:2] == [500, 450]
    found = points("north_american_grand_prix_2010", large)
    assert found[:2] == [300, 270] and found[38:] == [pytest.approx(300 * 0.9**38), 5]  # 300 * 0.9^39 is 4.93
    six, five = (placed("A", "B", rounds=tuple(map(Fraction, boards))) for boards in ((3, 2, 1), (3, 2)))
    assert points("north_american_grand_prix_2010", six) == [60, 54]
    few = outcome("north_american_grand_prix_2010", five).results
    assert {str(why) for why in few["why"]} == {"fewer than 6 boards in the event"}
    once = outcome("north_american_grand_prix_2002", large)
    assert once.standings.empty and {str(why) for why in once.results["why"]} == {"too few events: 1 (minimum: 2)"}
    tied = placed(("A", 1), ("B", 2), ("C", 2), ("D", 4), rounds=FOUR)  # a tie across the half: (162 + 0)/2
    assert points("north_american_grand_prix_2002", tied) == [180, 81, 81, 0]


def test_seven_years_war_divides_by_the_games_plus_three() -> None:
    """The specification says "sum / (games + 3), two games needed"."""
    rows = [
        ("2001", "E", str(n), "1", "Italy", player, 1, score)
        for player, own in {"A": (50.0, 20.0), "B": (90.0,)}.items()
        for n, score in enumerate(own)
    ]
    games = pd.DataFrame(rows, columns=["season", "event", "round", "board", "power", "player", "place", "score"])
    found = circuits()["seven_years_war"].standings(games)
    assert scores(found.standings) == {"A": (50 + 20) / 5}
    assert found.results.set_index("player")["why"].map(str)["B"] == "too few games: 1 (minimum: 2)"
    assert circuits()["seven_years_war"].standings(games[:0]).standings.empty


@pytest.mark.parametrize("name", formulas())
def test_the_rule_sheet_prints_source_numbers_and_readings(name: str) -> None:
    circuit = circuits()[name]
    labels = [paragraph.label for paragraph in circuit.rules]
    assert (labels[0], labels[-1]) == ("Source", "Reading") and len({*labels}) == len(labels)
    text = " ".join(paragraph.text for paragraph in circuit.rules)
    assert "{" not in text and "All results add up unless the rule drops some" in text
    if circuit.needs.takes == "placings":
        assert "A single player gets the points of the first" in text
    if circuit.needs.takes == "placings" and circuit.needs.shares_ties:
        assert "Tied players each get the mean of the points for the places they fill" in text
    one = outcome(name, placed("A", "B", points=Fraction(1), rounds=FOUR)) if name in BY_PLACE else None
    parts = {paragraph.part.replace(" ", "_") for paragraph in circuit.rules if paragraph.part}
    assert one is None or parts <= {*one.standings, *one.results}


@pytest.mark.parametrize("name", BY_PLACE)
def test_tied_players_who_share_points_without_a_rule_in_the_text_are_reported(name: str) -> None:
    """Of these circuits, only `percentiles` has a rule on the points of tied players."""
    found = outcome(name, placed(("A", 1), ("B", 1), ("C", 3), points=Fraction(1), rounds=FOUR))
    told = "2 players tied for place 1 share the points for places 1 to 2: the rules do not mention ties"
    assert [str(notice.text) for notice in found.notices] == [told] * (name != "percentiles")


@pytest.mark.parametrize("name", BY_PLACE)
def test_the_order_of_rows_and_their_types_change_nothing(name: str) -> None:
    for season in [*SEASONS.values()][:5]:
        rows = frame(*season)
        other = rows.sample(frac=1, random_state=5).astype({"place": "Int64", "games": "Int64"})
        more = [NOTHING_OPEN] if circuits()[name].needs.open_events else []
        one, again = (circuits()[name].standings(own, *more) for own in (rows, other))
        pd.testing.assert_frame_equal(one.standings, again.standings, check_exact=True)
        pd.testing.assert_frame_equal(one.results, again.results, check_exact=True)


def test_the_reachable_score_is_the_score_after_winning_the_open_events() -> None:
    """Each player in turn is given first place in the open events, and the standings are computed again."""
    lega = season_circuit("lega", "Lega", (100, 60, 30.5), Adding(best=2, more=1, per_result=True, least=3))
    year = [placed("A", "B", "C", name="E1"), placed("C", "B", "A", name="E2"), placed("B", "C", name="E3")]
    still = pd.DataFrame({"season": "2001", "event": ["E8", "E9"], "level": "", "circuit_points": np.nan})
    table = lega.standings(frame(*year), still).standings.set_index("player")
    for player in table.index:
        won = [placed(player, name=name) for name in still["event"]]
        again = scores(lega.standings(frame(*year, *won), NOTHING_OPEN).standings)[player]
        assert table.loc[player, "could_reach"] == pytest.approx(again)
    assert table["could_reach"].tolist() == pytest.approx([200 / 3] * 3)  # two firsts divided by two plus one
    mean = could_reach(pd.DataFrame([[90.0, 80.0]]), np.array([10.0]), Adding(best=3, per_result=True))
    assert mean.tolist() == [85]  # a win worth less than the mean is no gain


# -- all seasons in one go ---------------------------------------------------------------------------------------------

GOOD = ("Good", "percentiles")
WRONG: dict[str, tuple[tuple[Cell, ...], str, str]] = {  # the row, the cell of the problem, its code and words
    "the name of a circuit": (("percentiles", "100"), "A3", "is already the name of a system, a circuit or an output"),
    "the name of a system": (
        ("Sum of Squares", "100"),
        "A3",
        "is already the name of a system, a circuit or an output",
    ),
    "the name of an output": (("problems", "100"), "A3", "is already the name of a system, a circuit or an output"),
    "the name of a table": (("Seats", "100"), "A3", "is already the name of a system, a circuit or an output"),
    "a name without a letter": (("?!", "100"), "A3", "cannot be used as a name"),
    "a name twice": (("good", "100"), "A3", "appears in two rows"),
    "a formula misspelt": (("Mine", "percentile"), "B3", "Did you mean `percentiles`?"),
    "a formula that is near none": (("Mine", "xyzzy"), "B3", "or one of european_grand_prix, north"),
    "a circuit without a formula": (("Mine", "campo di marte"), "B3", "points by place"),
    "a table with a gap": (("Mine", "100,,50"), "B3", "separated by semicolons"),
    "decimals or two values": (("Mine", "100,5, 60,5, 30,5"), "B3", "as in 7.5; 6.5; 5"),
    "decimals or two values, with blanks": (("Mine", "100,5 60,5 30,5"), "B3", "as in 7.5; 6.5; 5"),
    "negative points": (("Mine", "100; -50"), "B3", "numbers from 0 to"),
    "half a result": (("Mine", "100", 1.5), "C3", "a whole number from 1 to 99"),
    "no result": (("Mine", "100", 0), "C3", "a whole number from 1 to 99"),
    "a divisor misspelt": (("Mine", "100", None, "evnts + 3"), "D3", "events + 3, at least 8"),
    "a divisor of nothing": (("Mine", "100", None, 0), "D3", "a number above 0, or a formula with `events`"),
    "events that nobody has": (("Mine", "100", None, None, "many"), "E3", "a whole number from 1 to 99"),
    "a tie-break misspelt": (
        ("Mine", "100", None, None, None, "best event; fewer evnts"),
        "F3",
        "Did you mean `fewer events`?",
    ),
    "head to head misspelt": (("Mine", "100", None, None, None, "head to hed"), "F3", "Did you mean `head to head`?"),
    "a tie-break of boards": (
        ("Mine", "100", None, None, None, "centres"),
        "F3",
        "one of these: every event, best event",
    ),
    "a tie-break twice": (("Mine", "100", None, None, None, "wins; events won"), "F3", "appears twice"),
}
HAND = [  # worked by hand below
    placed(
        ("Ann Lee", 1),
        ("Bob Ray", 2),
        ("Cid Moor", 3),
        ("Dan Hill", 4),
        ("Eve Stone", 4),
        name="Uno",
        level="continental",
    ),
    placed("Bob Ray", "Ann Lee", "Cid Moor", name="Due"),
    placed(("Ann Lee", 1), ("Bob Ray", 1), ("Cid Moor", 3), name="Tre"),
    placed("Cid Moor", "Ann Lee", "Bob Ray", name="Quattro"),
]
HAND_CIRCUITS = sheet(
    ("Lega dell'Est (A)", "100; 60; 30,5", 2, "eventi + 1; almeno 3", 2, "miglior evento, meno eventi"),
    ("Coppa", "Percentiles", 2, None, None, "wins"),
    ("Media", "50 40 30 20 10", None, "Turniere"),
    ("Quarti", "8/4/2", 3, 4, None, "every event"),
    ("Duello", "100; 60; 30,5", 2, "events + 1", None, "miglior evento; scontri diretti"),
)


def scored(results: Rows, **settings: Cell) -> Sheets:
    """Return the sheets of an event that has scores but no boards."""
    named = "seven years war, percentiles, campo di marte, north american grand prix 2010, Guerra"
    return {
        "event": table("setting value", ("circuits", named), ("data", "generated"), *settings.items()),
        "results": results,
    }


SCORED = {  # worked by hand below
    "Uno": scored(
        table(
            "player round score",
            *(("Ann Lee", 1, 50), ("Ann Lee", 2, 20), ("Bob Ray", 1, 90), ("Cid Moor", 1, 10), ("Cid Moor", 2, 30)),
        ),
        system="sum_of_squares",
    ),
    "Due": scored(table("player round score board", ("Ann Lee", 1, 1, "A"), ("Dan Hill", 1, 3, "A"))),
    "Tre": scored(table("player round score board", ("Ann Lee", 1, 4, "A"), ("Dan Hill", 1, 2, None))),
    "Quattro": {
        "event": table("setting value", ("circuits", "seven years war, campo di marte"), ("data", "generated")),
        "placings": table("player place", ("Ann Lee", 1), ("Bob Ray", 2)),
    },
}


def french() -> list[dict[str, str]]:
    with (CASES / "french_championship_2025.csv").open(encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]


def victoria() -> list[dict[str, str]]:
    with (CASES / "victoria_2002.csv").open(encoding="utf-8", newline="") as lines:
        return [*csv.DictReader(lines)]


def write_hand(folder: Path) -> None:
    """Write the season that was worked out by hand. Its last event has no result yet."""
    for occasion in HAND:
        write_xlsx(
            folder / "hand" / f"{occasion.name}.xlsx",
            typed(occasion, "Lega dell'Est (A), Coppa, Media, Quarti, Duello"),
        )
    write_xlsx(
        folder / "hand" / "Cinque.xlsx", {"event": table("setting value", ("circuits", "Coppa"), ("data", "generated"))}
    )
    write_xlsx(folder / "hand" / "season.xlsx", {"circuits": HAND_CIRCUITS})


def write_commas(folder: Path) -> None:
    """Write a season in which some circuits have a comma in their names."""
    circuits_of = sheet(("Coppa, Nord", "100; 50"), ("Est", "10; 5"), ("Ovest", "10; 5"), ("Est, Ovest", "10; 5"))
    for name, named in (("A", "Coppa, Nord; percentiles"), ("B", "Est, Ovest"), ("C", "coppa_nord")):
        results = table("player round score", (f"Ann {name}", 1, 5), (f"Bob {name}", 1, 3))
        write_xlsx(
            folder / "commas" / f"{name}.xlsx",
            {"event": table("setting value", ("circuits", named), ("data", "generated")), "results": results},
        )
    write_xlsx(folder / "commas" / "season.xlsx", {"circuits": circuits_of})


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write all seasons and return their folder."""
    folder = tmp_path_factory.mktemp("raw")
    for season, occasions in SEASONS.items():
        for occasion in occasions:
            write_csv(folder / season / occasion.name, typed(occasion, f"{EVERY}, Lega"))
        write_csv(folder / season / "season", {"circuits": sheet(OWN)})
    for number, (row, _, _) in enumerate(WRONG.values()):
        write_csv(folder / f"w{number:02}" / "Uno", typed(HAND[0], f"Good, {row[0]}" if row[0] == "Mine" else "Good"))
        write_csv(folder / f"w{number:02}" / "season", {"circuits": sheet(GOOD, row)})
    write_hand(folder)
    write_commas(folder)
    write_csv(folder / "yours" / "Uno", typed(HAND[0], "Good"))
    write_csv(folder / "yours" / "season", {"circuits": sheet(GOOD, ("Yours", "100"))})
    for name, sheets in SCORED.items():
        write_csv(folder / "2003" / name, sheets)
    write_csv(folder / "2003" / "season", {"circuits": sheet(("Guerra", "seven years war", 2, None, None, "wins"))})
    write_csv(folder / "unknown" / "Uno", typed(placed("A", "?", "B"), EVERY + ", bismark_cup_2001"))
    final = {row["player"]: (row["player"], int(row["place"]), int(row["games"])) for row in victoria()}
    settings: list[tuple[Cell, ...]] = [
        ("circuits", EVERY),
        ("circuit points", 500),
        ("boards", 2),
        ("level", "state"),
        ("data", "real"),
    ]
    write_xlsx(
        folder / "2002" / "Victoria.xlsx",
        {"event": table("setting value", *settings), "placings": table("player place games", *final.values())},
    )
    boards = [(row["round"], row["board"], row["power"], row["player"], int(row["final_centres"])) for row in french()]
    settings = [
        ("circuits", f"{EVERY}, seven years war"),
        ("circuit points", 500),
        ("level", "national"),
        ("system", "sum_of_squares"),
        ("data", "real"),
    ]
    write_xlsx(
        folder / "2025" / "Championnat.xlsx",
        {"event": table("setting value", *settings), "boards": table("round board power player final", *boards)},
    )
    return folder


@pytest.fixture(scope="module")
def seasons(raw: Path) -> Iterator[Computed]:
    """Yield all seasons, computed together."""
    with only_rules("sum_of_squares", "pgp"):
        yield compute(find(raw, RESERVED))


def assert_as_read(found: CircuitResult, lines: Cup, case: object) -> None:
    """Assert that ranks, scores and points match those of the independent implementation in `tests.reference`.

    Results must add up, and every dropped result must have a reason.
    """
    table = found.standings.set_index("player")
    assert table["rank"].to_dict() == {player: line.rank for player, line in lines.items()}, case
    assert table["score"].to_dict() == pytest.approx(
        {player: float(line.score) for player, line in lines.items()}, abs=1e-8
    )
    listed = found.results[found.results["player"].isin(table.index) & found.results["points"].notna()]
    exact = {(player, event): float(own) for player, line in lines.items() for event, own in line.points.items()}
    assert {(one.player, one.event): one.points for one in listed.itertuples()} == pytest.approx(exact, abs=1e-8), case
    assert ((found.results["why"] == "") == found.results["used"]).all()
    divided = table.get("divisor", 1)
    used = found.results[found.results["used"]].groupby("player")["points"].sum().reindex(table.index)
    assert (used - table["score"] * divided).abs().max() < 1e-6 if len(table) else used.empty


@pytest.mark.parametrize("circuit", BY_PLACE)
def test_random_seasons_agree_with_the_second_reading(circuit: str, seasons: Computed) -> None:
    listed = 0
    for season, occasions in SEASONS.items():
        found = seasons.results.outcome(circuit, season)
        assert_as_read(found, reading(circuit)(occasions), (season, circuit))
        listed += len(found.standings)
    assert listed > 2 * len(SEASONS)


def test_a_circuit_defined_by_every_season_agrees_with_the_second_reading(seasons: Computed) -> None:
    settled = set()
    for season, occasions in SEASONS.items():
        found = seasons.results.outcome("lega", season)
        by_event = {
            one.name: mean_of_places(one, lambda place, n: [*TABLE, *[Fraction(0)] * n][place - 1]) for one in occasions
        }
        won: dict[str, int] = defaultdict(int)
        for one in occasions:
            for player, places in places_among_the_ranked(one).items():
                won[player] += places[0] == 1
        assert_as_read(found, added(by_event, READ, won), season)
        settled |= {*map(str, found.standings["settled"])}
    assert {"settled by the number of events won", "settled by the best event"} <= settled


def test_real_placings_of_victoria_2002(seasons: Computed) -> None:
    """Fifteen players took places 1 to 15, in three rounds of two boards each."""
    one = Occasion(
        "Victoria",
        tuple(Entrant(row["player"], int(row["place"])) for row in victoria()),
        "state",
        Fraction(500),
        (Fraction(2),) * 3,
    )
    for circuit in BY_PLACE:
        assert_as_read(seasons.results.outcome(circuit, "2002"), reading(circuit)([one]), circuit)
    found = seasons.results.outcome("european_grand_prix", "2002").standings
    assert scores(found)["Entrant 01"] == 500 and scores(found)["Entrant 15"] == pytest.approx(500 / 15)
    nagp = seasons.results.outcome("north_american_grand_prix_2002", "2002").results.set_index("player")["points"]
    assert nagp["Entrant 01"] == 60 and nagp["Entrant 08"] == pytest.approx(60 * 0.9**7) and nagp["Entrant 09"] == 0


def test_real_boards_of_the_french_championship_2025_under_a_system_of_squares(seasons: Computed) -> None:
    """A power with c centres scores 100 c^2, divided by the sum of the squares of all centre counts on the board.

    A player's scores in all games are added up. There are two boards per round, eight in all.
    """
    squares: dict[tuple[str, str], int] = defaultdict(int)
    games: dict[str, list[Fraction]] = defaultdict(list)
    for row in french():
        squares[row["round"], row["board"]] += int(row["final_centres"]) ** 2
    for row in french():
        if row["player"]:
            games[row["player"]].append(
                Fraction(100 * int(row["final_centres"]) ** 2, squares[row["round"], row["board"]])
            )
    totals = {player: sum(own) for player, own in games.items()}
    entrants = tuple(
        Entrant(player, 1 + sum(other > own for other in totals.values())) for player, own in totals.items()
    )
    one = Occasion("Championnat", entrants, "national", Fraction(500), (Fraction(2),) * 4)
    for circuit in BY_PLACE:
        assert_as_read(seasons.results.outcome(circuit, "2025"), reading(circuit)([one]), circuit)
    war = seasons.results.outcome("seven_years_war", "2025").standings
    read = seven_years_war(games)
    assert scores(war) == pytest.approx({player: float(line.score) for player, line in read.items()}, abs=1e-8)
    assert dict(zip(war["player"], war["rank"], strict=True)) == {player: line.rank for player, line in read.items()}
    assert seasons.results.outcome("percentiles", "2025").standings["score"].max() == max(
        percentile_points(one).values()
    )


@pytest.mark.parametrize(
    ("circuit", "by_hand"),
    [
        # Ann 50 20 1 4, Cid 10 30, Dan 3 2, divided by games plus three; Bob has one game, and two are needed
        ("seven_years_war", {"Ann Lee": 75 / 7, "Cid Moor": 40 / 5, "Dan Hill": 5 / 5}),
        # the same games, the best two of each player added
        ("guerra", {"Bob Ray": 90, "Ann Lee": 70, "Cid Moor": 40, "Dan Hill": 5}),
        # Uno: Bob 90, Ann 70, Cid 40; Due: Dan before Ann; Tre: Ann before Dan
        ("percentiles", {"Ann Lee": 1 / 3 + 0 + 1 / 2, "Bob Ray": 2 / 3, "Dan Hill": 1 / 2, "Cid Moor": 0}),
    ],
)
def test_typed_scores_are_games_and_make_places(circuit: str, by_hand: dict[str, float], seasons: Computed) -> None:
    assert scores(seasons.results.outcome(circuit, "2003").standings) == pytest.approx(by_hand)


def test_data_that_typed_scores_and_placings_lack_are_reported_for_each_event(seasons: Computed) -> None:
    told = {
        (one.event, str(one.found), str(one.message))
        for one in seasons.problems
        if one.season == "2003" and one.code == "circuit_remark"
    }
    no_charts = "scores entered without boards do not count here: the circuit takes its games from the sheet `boards`"
    assert told >= {
        (
            "Quattro",
            "campo_di_marte, seven_years_war",
            "only its placings are known, so it has no games that could count",
        ),
        *((event, "campo_di_marte", no_charts) for event in ("Uno", "Due", "Tre")),
    }
    assert {str(why) for why in seasons.results.outcome("campo_di_marte", "2003").results["why"]} == set()


def test_boards_are_unknown_unless_every_typed_score_names_one(seasons: Computed) -> None:
    """Every score of the event Due names a board. In Tre one of the two scores does, and in Uno none does.

    Tre and Uno are reported because no setting gives their number of boards.
    """
    asked = {one.event for one in seasons.problems if one.season == "2003" and one.code == "circuit_asks"}
    assert asked == {"Uno", "Tre"}
    why = seasons.results.outcome("north_american_grand_prix_2010", "2003").results.groupby("event")["why"]
    assert {event: {*map(str, said)} for event, said in why} == {
        "Due": {"fewer than 6 boards in the event"},
        **{event: {"number of boards not known"} for event in ("Uno", "Tre")},
    }


def test_a_player_of_unknown_name_counts_as_ranked_and_is_in_no_standings(seasons: Computed) -> None:
    found = seasons.results.outcome("percentiles", "unknown")
    assert scores(found.standings) == pytest.approx({"A": 2 / 3, "B": 0})
    assert found.results.set_index("player")["why"].map(str)["?"] == "name not known: does not appear in the standings"
    assert {*seasons.results.outcome("bismark_cup_2001", "unknown").results["players"]} == {3}


# -- circuits that a season defines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("circuit", "by_hand"),
    [
        # 100 60 30.5 | 60 100 30.5 | 80 80 30.5 | 60 30.5 100; the best two, divided by two plus one
        ("lega_dell_est_a", {"Ann Lee": 180 / 3, "Bob Ray": 180 / 3, "Cid Moor": 130.5 / 3}),
        # Uno of five: 0.8 0.6 0.4 0 0; Due of three: Bob 2/3, Ann 1/3; Tre: two level, 1/3 each; Quattro: Cid 2/3, Ann 1/3
        (
            "coppa",
            {"Ann Lee": 0.8 + 1 / 3, "Bob Ray": 2 / 3 + 0.6, "Cid Moor": 2 / 3 + 0.4, "Dan Hill": 0, "Eve Stone": 0},
        ),
        # 50 40 30 15 15 | 40 50 30 | 45 45 30 | 40 30 50, divided by the events played
        ("media", {"Ann Lee": 175 / 4, "Bob Ray": 165 / 4, "Cid Moor": 140 / 4, "Dan Hill": 15, "Eve Stone": 15}),
        # 8 4 2 | 4 8 2 | 6 6 2 | 4 2 8; the best three, divided by four
        ("quarti", {"Ann Lee": 18 / 4, "Bob Ray": 18 / 4, "Cid Moor": 12 / 4, "Dan Hill": 0, "Eve Stone": 0}),
    ],
)
def test_own_circuits_worked_by_hand(circuit: str, by_hand: dict[str, float], seasons: Computed) -> None:
    assert scores(seasons.results.outcome(circuit, "hand").standings) == pytest.approx(by_hand)


def test_an_own_circuit_shows_dropped_results_tie_breaks_and_reachable_scores(seasons: Computed) -> None:
    coppa, lega = (seasons.results.outcome(name, "hand") for name in ("coppa", "lega_dell_est_a"))
    why = {(one.player, one.event): str(one.why) for one in coppa.results.itertuples() if not one.used}
    assert why["Ann Lee", "Quattro"] == "third best; only the best 2 count"
    reach = coppa.standings.set_index("player")["could_reach"]  # the event without a result adds at most 1
    assert reach["Ann Lee"] == pytest.approx(1 + 0.8) and reach["Dan Hill"] == 1
    table = lega.standings.set_index("player")
    assert table["rank"].to_dict() == {"Ann Lee": 1, "Bob Ray": 1, "Cid Moor": 3}
    assert str(table.loc["Ann Lee", "settled"]) == "joint winners: level on every tie-break"
    told = [
        str(one.message) for one in seasons.problems if (one.season, one.code, one.cell) == ("hand", "otherwise", "B2")
    ]
    assert told == ["Read as 100; 60; 30.5."]
    # 180/3 each with 100 as their best; Ann was ahead of Bob in Uno and Quattro, behind in Due, level in Tre
    duel = seasons.results.outcome("duello", "hand").standings.set_index("player")
    assert duel["rank"].to_dict() == {"Ann Lee": 1, "Bob Ray": 2, "Cid Moor": 3, "Dan Hill": 4, "Eve Stone": 4}
    assert {str(duel.loc[player, "settled"]) for player in ("Ann Lee", "Bob Ray")} == {
        "settled by the head-to-head result"
    }
    few = lega.results.set_index("player")["why"].map(str)
    assert few["Dan Hill"] == "too few events: 1 (minimum: 2)"


@pytest.mark.parametrize(
    ("word", "first", "said"),
    [  # A is first and fourth; B second twice, and fourth, which is dropped: 12 each
        ("every event", "A", "settled by the best event"),
        ("best event", "A", "settled by the best event"),
        ("second best event", "B", "settled by the second best event"),
        ("events won", "A", "settled by the number of events won"),
        ("more events", "B", "settled in favour of the player with more events"),
        ("fewer events", "A", "settled in favour of the player with fewer events"),
        ("dropped event", "B", "settled by the best dropped event"),
        ("third best event", "", "joint winners: level on every tie-break"),
    ],
)
def test_the_tie_breaks_of_an_own_circuit(word: str, first: str, said: str) -> None:
    circuit = season_circuit("lega", "Lega", (10, 6, 4, 2), Adding(best=2, tie_breaks=(word,)))
    year = [
        placed(*(player if at == place else f"{name}{at}" for at in range(1, 5)), name=name)
        for name, player, place in [("E1", "A", 1), ("E2", "A", 4), ("E3", "B", 2), ("E4", "B", 2), ("E5", "B", 4)]
    ]
    table = circuit.standings(frame(*year), NOTHING_OPEN).standings.set_index("player").loc[["A", "B"]]
    assert {*table["score"]} == {12} and {*map(str, table["settled"])} == {said}
    assert not first or table["rank"].idxmin() == first


@pytest.mark.parametrize(
    ("words", "year", "order"),
    [  # places score 10, 6, 4 and 2; `order` has the level players by rank
        # A 10 + 6, B 6 + 10; they meet only in E1, where A is ahead
        (("head to head",), "AB.. .A.. B...", "1 A settled, 2 B settled"),
        # each is ahead of the other once: settled by nothing
        (("head to head",), "AB.. BA..", "1 A joint, 1 B joint"),
        # they never meet, so the next tie-break decides: the best event of A is 10, of B 6
        (("head to head", "best event"), "A... ...A .B.. .B..", "1 A best, 2 B best"),
        # A beats B and C, B beats C: 10 + 2, 6 + 6, 4 + 4 + 4
        (("head to head",), "ABC. ...A .B.. ..C. ..C.", "1 A settled, 2 B settled, 3 C settled"),
        # C did not play the event where A beat B: 10 + 2, 6 + 6, 6 + 6
        (("head to head",), "AB.. ...A .B.. .C.. .C..", "1 A joint, 1 B joint, 1 C joint"),
        # a cycle of three, each ahead once and behind once
        (("head to head",), "ABC. CAB. BCA.", "1 A joint, 1 B joint, 1 C joint"),
        # C 10 + 4 + 4 has the best event, which puts C before A 6 + 6 + 4 + 2 and B 4 + 6 + 6 + 2; A was ahead of B in E1
        (
            ("best event", "head to head"),
            ".AB. .A.. ..A. ...A .B.. .B.. ...B C... ..C. ..C.",
            "1 C best, 2 A settled, 3 B settled",
        ),
    ],
)
def test_head_to_head_compares_the_events_that_all_level_players_played(
    words: tuple[str, ...], year: str, order: str
) -> None:
    """The tie-break `head to head` compares only the events that all tied players played.

    The specification describes tie-breaks as "a list in order ... then shared". The cases are worked out by hand. In
    `year`, each dot stands for some other player.
    """
    circuit = season_circuit("lega", "Lega", (10, 6, 4, 2), Adding(tie_breaks=words))
    events = [
        placed(*(f"{who}{n}{at}" if who == "." else who for at, who in enumerate(places)), name=f"E{n}")
        for n, places in enumerate(year.split())
    ]
    table = circuit.standings(frame(*events), NOTHING_OPEN).standings.set_index("player")
    said = {"settled by the head-to-head result": "settled", "settled by the best event": "best"}
    level = table.loc[sorted({*year} - {*". "})].sort_values("rank", kind="stable")
    found = [(line.Index, said.get(str(line.settled), str(line.settled).split()[0])) for line in level.itertuples()]
    ahead = [f"{1 + sum(level['rank'] < own)}" for own in level["rank"]]
    assert ", ".join(f"{rank} {who} {why}" for rank, (who, why) in zip(ahead, found, strict=True)) == order


def test_head_to_head_in_random_seasons_agrees_with_pairwise_comparison() -> None:
    """Level players who have all met are ranked by how often they were ahead, minus how often they were behind."""
    circuit = season_circuit("lega", "Lega", (2, 1), Adding(tie_breaks=("head to head",)))
    parted = 0
    for season, occasions in SEASONS.items():
        table = circuit.standings(frame(*occasions), NOTHING_OPEN).standings
        events = [{player: places[0] for player, places in places_among_the_ranked(one).items()} for one in occasions]

        def ahead(player: str, other: str, events: list[dict[str, int]] = events) -> int | None:
            met = [(one[player], one[other]) for one in events if player in one and other in one]
            return sum((mine < theirs) - (mine > theirs) for mine, theirs in met) if met else None

        keys: dict[str, tuple[float, int]] = {}
        for score, group in table.groupby(table["score"].round(9))["player"]:
            pairs = {player: [ahead(player, other) for other in group if other != player] for player in group}
            met = all(None not in found for found in pairs.values())
            keys |= {player: (-score, -sum(filter(None, found)) if met else 0) for player, found in pairs.items()}
        by_hand = {player: 1 + sum(other < key for other in keys.values()) for player, key in keys.items()}
        assert dict(zip(table["player"], table["rank"], strict=True)) == by_hand, season
        parted += (table["settled"].map(str) == "settled by the head-to-head result").sum()
    assert parted > len(SEASONS) / 4


def test_head_to_head_of_games_compares_boards_and_an_unknown_board_leaves_the_rank_shared() -> None:
    """A and B have 10 points each, but on board 1, where both played, A has 6 and B has 4.

    C and D have 5 points each, and each has a score that was entered without its board.
    """
    rows = [
        *(("1", "1", "A", 6.0), ("1", "1", "B", 4.0), ("2", "1", "A", 4.0), ("2", "2", "B", 6.0)),
        *(("1", "", "C", 5.0), ("1", "", "D", 3.0), ("2", "1", "D", 2.0)),
    ]
    games = pd.DataFrame(rows, columns=["round", "board", "player", "score"]).assign(
        season="2001", event="E", power="", place=1
    )
    duel = season_circuit("g", "G", "seven_years_war", Adding(tie_breaks=("head to head", "best event")))
    table = duel.standings(games).standings
    assert [f"{line.rank} {line.player} {line.settled}" for line in table.itertuples()] == [
        "1 A settled by the head-to-head result",
        "2 B settled by the head-to-head result",
        *(
            f"3 {who} shared: a score was entered without its board, so the head-to-head result cannot settle the tie"
            for who in "CD"
        ),
    ]


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_sheet_of_circuits_is_reported_at_its_cell_and_the_rest_is_built(case: str, seasons: Computed) -> None:
    season = f"w{[*WRONG].index(case):02}"
    _, cell, expected = WRONG[case]
    errors = [one for one in seasons.problems if one.season == season and one.severity == "error"]
    assert [(one.code, one.sheet, one.cell) for one in errors] == [("bad_value", "circuits", cell)]
    assert expected in f"{errors[0].message} / {errors[0].hint}"
    assert len(seasons.results.outcome("good", season).standings) == 5
    assert {*seasons.results.circuits_of(season)} == {*circuits(), "good"}


def test_a_circuit_that_no_event_names_is_reported(seasons: Computed) -> None:
    lines = [p for p in seasons.problems if (p.season, p.sheet) == ("yours", "circuits")]
    assert [(one.severity, one.code, one.cell) for one in lines] == [("notice", "no_effect", "A3")]
    assert str(lines[0].message) == "No event in this season names “Yours” in `circuits`."


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("4", (4, False, 0)),
        ("2,5", (2.5, False, 0)),
        ("events", (0, True, 0)),
        ("Épreuves + 3, au moins 8", (3, True, 8)),
        ("Ergebnisse + 2; mindestens 6", (2, True, 6)),
        ("games + 3", (3, True, 0)),
        ("0", None),
        ("events * 3", None),
        ("at least 8", None),
    ],
)
def test_divisors_are_read_as_typed(text: str, read: tuple[float, bool, float] | None) -> None:
    assert divisor(text) == read


def test_own_circuits_are_listed_like_any_other(tmp_path: Path) -> None:
    write_hand(tmp_path / "raw")
    with only_rules("sum_of_squares"):
        build(tmp_path / "raw", tmp_path, jobs=1)
    book = load_workbook(tmp_path / "hand" / "circuits.xlsx", read_only=True)
    assert {"Lega dell'Est (A)", "Coppa", "Media", "Quarti", "Duello", "Results", "Rules"} <= {*book.sheetnames}
    rules = "\n".join(str(row) for row in book["Rules"].iter_rows(values_only=True))
    book.close()
    report = (tmp_path / "hand" / "report.html").read_text(encoding="utf-8")
    for text in ("100, 60 and 30.5, from first place down", "divided by the events that count plus 1, or by 3"):
        assert text in rules and text in report
    assert "could still reach" in report
    with (tmp_path / "hand" / "tables" / "quarti.csv").open(encoding="utf-8-sig", newline="") as lines:
        assert [row["score"] for row in csv.DictReader(lines)][:3] == ["4.500000000", "4.500000000", "3.000000000"]


@pytest.fixture
def once() -> Iterator[None]:
    with computed_once():
        yield


def test_own_circuits_are_explained_by_id_and_by_name(once: None, tmp_path: Path) -> None:
    write_hand(tmp_path)

    def explain(word: str, player: str) -> Result:
        return CliRunner().invoke(app, ["explain", word, "--player", player, "--raw", str(tmp_path)])

    for word, by_hand, events in (("quarti", 18 / 4, 4), ("Lega dell'Est (A)", 180 / 3, 4), ("lega_dell_est_a", 60, 4)):
        run = explain(word, "ann lee")
        assert run.exit_code == 0, run.stderr
        assert f"{by_hand:.6f}  score, rank 1" in run.stdout
        assert sum(f"{event}, place" in run.stdout for event in ("Uno", "Due", "Tre", "Quattro")) == events
    nobody = explain("Quarti", "An Lee")
    assert nobody.exit_code == 1 and nobody.stdout.endswith(" Did you mean Ann Lee?\n")
    wrong = explain("Quarty", "Ann Lee")
    assert (
        wrong.exit_code == 1
        and "there is no system, circuit or code called 'Quarty'; did you mean Quarti" in wrong.stderr
    )


def test_every_column_of_a_circuit_has_a_translated_header(seasons: Computed) -> None:
    """A header that is missing from the translations would be in English in every workbook."""
    results = seasons.results
    named = {
        column.replace("_", " ")
        for name, counted in results.counting.items()
        for season in {*counted["season"]}
        for rows in (results.outcome(name, season).standings, results.outcome(name, season).results)
        for column in rows
    }
    assert {"counts above", "could reach", "table points"} <= named
    assert {header for header in named if header not in HEADERS and not BEST.fullmatch(header)} == set()


def test_a_circuit_with_a_comma_in_its_name_is_found_by_it(seasons: Computed) -> None:
    """Two known names with a comma between them are two circuits, unless the whole text is the name of one circuit."""
    events = of_season(seasons.tables.events, "commas")
    assert events["circuits"].tolist() == ["coppa_nord, percentiles", "est, ovest", "coppa_nord"]
