"""Tests of the status of events, circuits and seasons.

Only entries in a sheet make a status FINAL. It is not enough that the last day of play has passed.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pipeline.pages.circuits import circuits_book
from pipeline.pages.front import front
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.rules.circuits import bismark_cup_2001
from pipeline.stages import Computed, compute
from schemas.words import POWERS
from tests.sheets import FINALS, Cell, Sheets, only_rules, table, write_xlsx

LENGTH = "enter the planned number of rounds in `rounds`, or enter `final` in `state`"
NO_NUMBER = f"3 rounds so far; {LENGTH}"
MORE = "in season.xlsx, enter the planned number of events in `events`, or enter `final` in `state`"
SHORT = ("QLD", "NSW", "NZ", "A.C.T.")  # other spellings of four of the ten events
PLANNED = "the top table (round 4) has not been played yet"


def nights(
    rounds: int = 3, ended: Sequence[Cell] = (), last: Cell = None, system: str = "c_diplo", **typed: Cell
) -> Sheets:
    """Return an event of several rounds with one board each.

    ended  the days on which the rounds ended
    last   the result of the last round
    """
    seats = [
        (number, 1, POWERS[(seat + number) % len(POWERS)], f"Player {seat}", FINALS[(seat + 2 * number) % len(POWERS)])
        for number in range(1, rounds + 1)
        for seat in range(len(POWERS))
    ]
    games = [
        (
            number,
            1,
            last if last and number == rounds else "time limit",
            None if last == "in progress" and number == rounds else 1907,
            day,
        )
        for number, day in zip(range(1, rounds + 1), [*ended, *[None] * rounds], strict=False)
    ]
    settings = {"name": "Coppa", "system": system, "data": "generated"} | {
        key.replace("_", " "): value for key, value in typed.items()
    }
    return {
        "event": table("setting value", *settings.items()),
        "boards": table("round board power player final", *seats),
        "games": [["round", "board", "result", "last year", "ended"], *map(list, games)],
    }


def placed(**typed: Cell) -> Sheets:
    """Return an event with places but no boards."""
    settings = {"data": "generated"} | {key.replace("_", " "): value for key, value in typed.items()}
    return {
        "event": table("setting value", *settings.items()),
        "placings": table("player place", ("Anna", 1), ("Bert", 2), ("Carl", 3)),
    }


def postal() -> Sheets:
    """Return an event with three finished games and a calendar."""
    sheets = nights(start="2013-01-10", end="2014-06-01", ended=("2014-06-01",) * 3)
    calendar = [(number, 1, year, f"2013-{year - 1899:02}-01") for number in (1, 2, 3) for year in (1901, 1902)]
    return sheets | {"calendar": table("round board year adjudicated", *calendar)}


ENDS = "the event ends on {end}, but its last board so far ended on {last}".format
WEEK = ("2013-03-01", "2013-03-08", "2013-03-15")
EVENTS: dict[str, tuple[Sheets, str, list[str]]] = {  # name -> what is typed, its status, and the reasons given
    "three nights of a club": (nights(), "PROVISIONAL", [NO_NUMBER]),
    "three nights of twelve": (nights(rounds=3, **{"rounds_": 12}), "PROVISIONAL", ["rounds played: 3 of 12"]),
    "all three": (nights(rounds_=3), "FINAL", []),
    "one that says that it is over": (nights(state="final"), "FINAL", []),
    "one that is over after three of twelve": (nights(rounds_=12, state="over"), "FINAL", []),
    "one that says that it goes on": (nights(rounds_=3, state="in progress"), "PROVISIONAL", ["the sheet says that the event is in progress"]),
    "a league until December": (nights(start="2013-01-10", end="2013-12-20"), "PROVISIONAL", [NO_NUMBER]),
    "a league of three Fridays": (nights(ended=WEEK), "PROVISIONAL", [NO_NUMBER]),
    "a tournament of four days": (nights(start="2013-03-01", end="2013-03-04"), "FINAL", []),
    "five days": (nights(start="2013-03-01", end="2013-03-05"), "PROVISIONAL", [NO_NUMBER]),
    "three rounds in a weekend": (nights(ended=("2013-03-01", "2013-03-02", "2013-03-03")), "FINAL", []),
    "rounds of which one has a day": (nights(ended=("2013-03-01",)), "PROVISIONAL", [NO_NUMBER]),
    "a first day alone": (nights(start="2013-03-01"), "PROVISIONAL", [NO_NUMBER]),
    "one round without a day": (nights(1), "FINAL", []),
    "one round and its day": (nights(1, start="2013-03-01"), "FINAL", []),
    "one round of a year": (nights(1, start="2013-01-01", end="2013-12-01"), "PROVISIONAL", [NO_NUMBER.replace("3 rounds", "1 round")]),
    "a Sunday to come": (
        nights(ended=("2013-03-01", "2013-03-02", "2013-03-02"), start="2013-03-01", end="2013-03-03"),
        "PROVISIONAL", [ENDS(end="2013-03-03", last="2013-03-02")]),
    "a Sunday to come, all rounds played": (
        nights(ended=WEEK, rounds_=3, end="2013-04-01"), "PROVISIONAL", [ENDS(end="2013-04-01", last="2013-03-15")]),
    "a Sunday that was not needed": (
        nights(ended=("2013-03-01", "2013-03-02", "2013-03-02"), start="2013-03-01", end="2013-03-03", state="final"), "FINAL", []),
    "a top table that is played": (nights(top_table_round=3), "FINAL", []),
    "a top table to come": (nights(top_table_round=4), "PROVISIONAL", [PLANNED]),
    "a top table to come after three of four": (nights(top_table_round=4, rounds_=4), "PROVISIONAL", [PLANNED, "rounds played: 3 of 4"]),
    "a top table to come, and it says final": (nights(top_table_round=4, state="final"), "PROVISIONAL", [PLANNED]),
    "a game in progress, and it says final": (nights(last="in progress", state="final"), "PROVISIONAL", ["1 game is in progress"]),
    "postal games that are over": (postal(), "FINAL", []),
    "places of a weekend": (placed(start="2013-03-01", end="2013-03-03"), "FINAL", []),
    "places of no day": (placed(), "FINAL", []),
    "places of a year": (placed(start="2013-01-01", end="2013-12-01"), "PROVISIONAL", ["enter `final` in `state` when the event is over"]),
    "places of a year that is over": (placed(start="2013-01-01", end="2013-12-01", state="final"), "FINAL", []),
    "results without a system": (nights(system="", state="final"), "RESULTS", []),
    "results without a system that go on": (nights(system=""), "PROVISIONAL", [NO_NUMBER]),
    "in Italian": (nights(stato="conclusa"), "FINAL", []),
    "in French": (nights(état="terminé"), "FINAL", []),
    "in German": (nights(Status="abgeschlossen"), "FINAL", []),
    "in German, and not over": (nights(Status="läuft noch", rounds_=3), "PROVISIONAL", ["the sheet says that the event is in progress"]),
}  # fmt: skip


def cup(number: int, circuits: str = "tour_de_france", **season: Cell) -> dict[str, Sheets]:
    """Return `number` events that count towards a circuit.

    The rules of the default circuit do not fix the number of events. If season settings are given, a `season.xlsx` with
    these settings is added.
    """
    events = {f"E{n}": placed(circuits=circuits, level="national") for n in range(1, number + 1)}
    return events | ({"season": {"season": table("setting value", *season.items())}} if season else {})


def ten(number: int) -> dict[str, Sheets]:
    """Return the first `number` of eleven events.

    The first ten are accredited by the Bismark Cup 2001 (paragraph 2), and the last is a club day.
    """
    names = [name for name in bismark_cup_2001.ACCREDITED if not name.startswith(SHORT)]
    return {name: placed(name=name, circuits="bismark_cup_2001") for name in [*names, "Club day"][:number]}


CUPS: dict[str, tuple[dict[str, Sheets], str, list[str]]] = {
    "two events": (cup(2), "PROVISIONAL", [f"2 events so far; {MORE}"]),
    "one event": (cup(1), "PROVISIONAL", [f"1 event so far; {MORE}"]),
    "two of six": (cup(2, events=6), "PROVISIONAL", ["events so far: 2 of 6"]),
    "two of two": (cup(2, events=2), "FINAL", []),
    "three of two": (cup(3, events=2), "FINAL", []),
    "it is over": (cup(2, state="final"), "FINAL", []),
    "over after two of six": (cup(2, state="final", events=6), "FINAL", []),
    "it goes on": (cup(2, state="in progress", events=2), "PROVISIONAL", ["the season is marked as in progress"]),
    "in Italian": (cup(2, eventi=2), "FINAL", []),
    "in French": (cup(2, **{"épreuves prévues": 6}), "PROVISIONAL", ["events so far: 2 of 6"]),
    "in German": (cup(2, Status="beendet"), "FINAL", []),
    "nine of the ten": (ten(9), "PROVISIONAL", ["events so far: 9 of 10"]),
    "the ten, and another": (ten(11), "FINAL", []),
    "nine of the ten, and another": (
        ten(9) | cup(1, circuits="bismark_cup_2001"), "PROVISIONAL", ["events so far: 9 of 10"]),
    "five of the ten, and no more": (ten(5) | cup(0, state="final"), "FINAL", []),
    "an event of a year is not over": (
        cup(1, events=2) | {"E2": placed(circuits="tour_de_france", level="national", start="2013-01-01", end="2013-12-01", name="Lunga")},
        "PROVISIONAL", ["not finished: Lunga", "events so far: 1 of 2"]),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "tour_de_france", "bismark_cup_2001"):
        yield


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute all cases at once, each in a season of its own."""
    folder = tmp_path_factory.mktemp("final")
    for name, (sheets, _, _) in EVENTS.items():
        _write(folder / f"event {name}", {"Coppa": sheets})
    for name, (events, _, _) in CUPS.items():
        _write(folder / f"cup {name}", events)
    _write(folder / "both", {"Coppa": nights(), "season": {"season": table("setting value", ("state", "final"))}})
    _write(folder / "both going on", {"Coppa": nights(), **cup(1, state="in progress")})
    return compute(find(folder, set()))


def _write(folder: Path, events: dict[str, Sheets]) -> None:
    for name, sheets in events.items():  # `rounds_` is the setting, `rounds` the number of rounds typed
        write_xlsx(
            folder / f"{name}.xlsx",
            sheets | {"event": [[str(key).rstrip("_"), value] for key, value in sheets["event"]]}
            if "event" in sheets
            else sheets,
        )


@pytest.mark.parametrize("case", EVENTS)
def test_the_status_of_an_event_and_its_reasons(case: str, found: Computed) -> None:
    season, (_, word, reasons) = Season(found, f"event {case}"), EVENTS[case]
    assert not [problem for problem in season.problems if problem.severity == "error"]
    status = season.event_status("Coppa")
    assert (status.word, [*map(str, status.reasons)]) == (word, reasons)
    assert season.heading("").status == front(season)["status"] == word
    won = front(season)["won"]
    assert [final for _, _, final, _ in won] == [word == "FINAL"] * ("results" not in case)


@pytest.mark.parametrize("case", CUPS)
def test_a_circuit_is_final_when_its_season_says_so(case: str, found: Computed) -> None:
    season, (_, word, reasons) = Season(found, f"cup {case}"), CUPS[case]
    (circuit,) = season.circuits
    status = season.circuit_status(circuit)
    assert (status.word, [*map(str, status.reasons)]) == (word, reasons)
    named = [final for title, _, final, _ in front(season)["won"] if title == circuit.title]
    assert named == [word == "FINAL"] * (case != "one event")  # with one event no player is listed
    assert front(season)["status"] == circuits_book(season).heading.status == word


def test_a_finished_season_makes_its_leagues_final_and_one_in_progress_does_not(found: Computed) -> None:
    assert Season(found, "both").event_status("Coppa").word == "FINAL"
    assert Season(found, "both going on").event_status("E1").word == "FINAL"
    assert Season(found, "both going on").event_status("Coppa").word == "PROVISIONAL"
