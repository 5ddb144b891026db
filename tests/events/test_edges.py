"""Tests of games that end before or after the final year set by their rules.

The tests check what is reported and what stays PROVISIONAL.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pipeline.pages.events import events_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.stages import Computed, compute
from schemas.keys import of_season
from tests.sheets import POWERS, Cell, Sheets, event, night, only_rules, put, write_xlsx


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("italia_2010", "diplo_ligue"):
        yield


def coppa(system: str, **cells: Cell) -> Sheets:
    """Return a valid event with some cells of its `boards` sheet replaced."""
    sheets: Sheets = event("Coppa", system)
    for cell, value in cells.items():
        put(sheets, f"boards!{cell}", value)
    return sheets


def codes(found: Computed, season: str) -> set[str]:
    return {problem.code for problem in found.problems if problem.severity == "warning" and problem.season == season}


# "obtient 18 centres": Austria has 18 in 1906 and 7 in 1907
EIGHTEEN = {"J2": 18, "J3": 2, "J8": 4}
# "Tutte le partite dureranno fino all'inverno 1907": the chart ends in 1906, and nobody has 18
UNTIL_1906 = {f"K{row}": None for row in range(1, 9)}


@pytest.mark.parametrize(("system", "warned"), [("italia_2010", {"solo_given_back"}), ("diplo_ligue", set())])
def test_18_centres_end_the_game_except_under_diplo_ligue(system: str, warned: set[str], alone: Computed) -> None:
    """Austria has 18 centres in 1906 but only 7 in 1907, the final year.

    The 1907 centres count under both systems. Under Italia-2010, 18 centres end the game, so there is a warning.
    Under Diplo Ligue, a game goes on after 18 centres, so there is none.
    """
    season = f"2013 eighteen {system}"
    assert codes(alone, season) & {"solo_given_back"} == warned
    scores = of_season(alone.published[system].scores, season)
    assert scores.loc[(scores["board"] == "1") & (scores["power"] == "Austria"), "final_centres"].tolist() == [7]


def test_a_chart_that_stops_before_1907_is_provisional(alone: Computed) -> None:
    assert codes(alone, "2013 until 1906") == {"stops_early"}
    assert Season(alone, "2013 until 1906").heading("").status == "PROVISIONAL"
    assert Season(alone, "2013 whole").heading("").status == "FINAL"


# -- a board with only its end typed -----------------------------------------------------------------------------------


def ends(finals: Sequence[Cell], eliminated: Sequence[Cell], **more: Cell) -> Sheets:
    """Return an event with one board, for which only final centres and elimination years are entered.

    more  further cells, given for example as `games__D2=...`
    """
    sheets: Sheets = event("Coppa", "italia_2010")
    sheets = {"event": sheets["event"], "boards": night((), final=finals, eliminated=eliminated)}
    sheets["games"] = [["round", "board", "result", "last year", "draw accepted"], [1, 1]]
    sheets["nmr"] = [["round", "board", "power", "year", "turn"]]
    for cell, value in more.items():
        put(sheets, cell.replace("__", "!"), value)
    return sheets


LAST = (12, 9, 6, 4, 3, 0, 0)
ENDS: tuple[tuple[Sequence[Cell], Sequence[Cell], dict[str, Cell], int, list[str]], ...] = (
        # The preface: "Tutte le partite dureranno fino all'inverno 1907", which is seven years
        (LAST, (None, None, None, None, None, 1904, 1907), {}, 7, []),
        (LAST, (None, None, None, None, None, 1904, None), {"games__C2": "time limit"}, 7, []),
        # "a meno che il TD non decida diversamente": here the director sets the event's last year
        (LAST, (None, None, None, None, None, 1904, 1906), {"event__A5": "last year", "event__B5": 1906}, 6, []),
        # a board that runs longer is scored as typed, with a warning
        (LAST, (None, None, None, None, None, 1904, 1909), {}, 9, ["other_length"]),
        (LAST, (None,) * 7, {"nmr__A2": 1, "nmr__B2": 1, "nmr__C2": "Italy", "nmr__D2": 1908, "nmr__E2": "spring"}, 8,
         ["other_length"]),
        # Paragraph 8.3.1: "il Top Table durerà un anno in più"
        (LAST, (None, None, None, None, None, 1904, 1908), {"event__A5": "top table round", "event__B5": 1}, 8, []),
        # Paragraphs 2.3.1 and 6: a solo or a draw may end a game earlier, in an unknown year
        ((18, 9, 6, 1, 0, 0, 0), (None, None, None, None, 1904, None, None), {}, 0, []),
        (LAST, (None,) * 7, {"games__C2": "draw"}, 0, []),
        (LAST, (None,) * 7, {"games__E2": "autumn 1906"}, 0, []),
)  # fmt: skip


@pytest.mark.parametrize("case", range(len(ENDS)))
def test_a_board_with_only_its_end_typed_lasts_until_1907(case: int, alone: Computed) -> None:
    (_, eliminated, _, years, warned), season = ENDS[case], f"2013 end {case}"
    said = [p.code for p in alone.problems if p.season == season and p.severity in ("warning", "error")]
    assert said == warned
    boards, seats = of_season(alone.facts.boards, season), of_season(alone.facts.seats, season)
    assert boards["years"].tolist() == [years]
    assert seats["eliminated"].astype(object).where(lambda year: year.notna(), None).tolist() == [*eliminated]
    scored = of_season(alone.published["italia_2010"].scores, season)
    assert len(scored) == len(POWERS) and scored["score"].notna().all()
    assert status(alone, season) == ("FINAL", [])


# -- which event is PROVISIONAL, and why -------------------------------------------------------------------------------


def status(found: Computed, season: str) -> tuple[str, list[str]]:
    one, reasons = Season(found, season).event_status("Coppa")
    return one, [*map(str, reasons)]


def settings(games: Cell = "draw", seated: Cell = None, **typed: Cell) -> Sheets:
    """Return a valid event with one round of two boards, the given settings, and a result for its second board.

    seated  number of a further round, in which seven more people have seats but no centres yet
    """
    sheets: Sheets = event("Coppa", "italia_2010", **typed)
    put(sheets, "games!C3", games)
    sheets["boards"] += [[seated, 1, power, f"{power} Neri"] for power in POWERS] if seated else []
    return sheets


OPEN: tuple[tuple[dict[str, Any], list[str]], ...] = (
    ({}, []),
    ({"rounds": 1}, []),
    # Paragraph 7: "La classifica verrà pubblicata dopo ciascun round". One of three is played
    ({"rounds": 3}, ["rounds played: 1 of 3"]),
    # Paragraph 8.3: "Il vincitore del Top Table sarà il vincitore del torneo". It is round 4, not played yet
    ({"top_table_round": 4}, ["the top table (round 4) has not been played yet"]),
    (
        {"top_table_round": 1},
        ["the winner of the top table is not known"],
    ),  # two boards, and none is named as top table
    # the second board has names but no centres: it is seated, not played
    ({"seated": 2}, ["1 game has yet to be played"]),
    ({"seated": 2, "rounds": 2}, ["1 game has yet to be played", "rounds played: 1 of 2"]),
    (
        {"seated": 2, "top_table_round": 2},
        ["1 game has yet to be played", "the top table (round 2) has not been played yet"],
    ),
    ({"games": "in progress"}, ["1 game is in progress"]),
    ({"games": "in progress", "rounds": 2}, ["1 game is in progress", "rounds played: 1 of 2"]),
)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute all cases of this module at once, each in its own season.

    The cases are those in ENDS and OPEN, and those of individual tests.
    """
    folder = tmp_path_factory.mktemp("alone")
    for case, (finals, eliminated, more, _, _) in enumerate(ENDS):
        write_xlsx(folder / f"2013 end {case}" / "Coppa.xlsx", ends(finals, eliminated, **more))
    for case, (typed, _) in enumerate(OPEN):
        write_xlsx(folder / f"2013 open {case}" / "Coppa.xlsx", settings(**typed))
    for system in ("italia_2010", "diplo_ligue"):
        write_xlsx(folder / f"2013 eighteen {system}" / "Coppa.xlsx", coppa(system, **EIGHTEEN))
    write_xlsx(folder / "2013 until 1906" / "Coppa.xlsx", coppa("italia_2010", **UNTIL_1906))
    write_xlsx(folder / "2013 whole" / "Coppa.xlsx", coppa("italia_2010"))
    half, placed = half_typed(), placed_beside_boards()
    write_xlsx(folder / "2013 half" / "Coppa.xlsx", half)
    write_xlsx(folder / "2013 half" / "Altra.xlsx", event("Altra", "italia_2010", family="Verdi"))
    write_xlsx(folder / "2013 placed beside boards" / "Coppa.xlsx", placed)
    write_xlsx(
        folder / "2013 placed" / "Coppa.xlsx", {name: placed[name] for name in placed.keys() - {"boards", "games"}}
    )
    write_xlsx(folder / "2013 bao" / "Coppa.xlsx", BAO_OF_ROUNDS)
    return compute(find(folder, set()))


@pytest.mark.parametrize("case", range(len(OPEN)))
def test_an_event_is_final_only_when_its_rounds_are_played_and_no_game_is_open(case: int, alone: Computed) -> None:
    (_, reasons), season = OPEN[case], f"2013 open {case}"
    assert status(alone, season) == ("PROVISIONAL" if reasons else "FINAL", reasons)
    whole = Season(alone, season).heading("")
    assert whole.status == status(alone, season)[0] and bool(whole.reasons) == bool(reasons)


def half_typed() -> Sheets:
    """Return an event in which one board's chart stops before the final year and another board is yet to be played."""
    half = coppa("italia_2010", **UNTIL_1906)
    half["boards"] += [[2, 1, power, None] for power in POWERS]
    half["games"].append([2, 1, "to be played"])
    return half


def test_a_half_typed_chart_and_an_unplayed_board_leave_only_their_event_provisional(alone: Computed) -> None:
    found = Season(alone, "2013 half")
    expected = ["the chart for 1 board stops before its final year", "1 game has yet to be played"]
    assert [*map(str, found.event_status("Coppa")[1])] == expected
    assert found.event_status("Altra") == ("FINAL", [])
    sheets = {sheet.name: sheet for sheet in events_book(found).sheets}
    assert [*sheets["2 Coppa"].warnings] == [f"Coppa: PROVISIONAL: {'; '.join(expected)}"]
    assert " · FINAL · " in sheets["1 Altra"].lines[0] and not sheets["1 Altra"].warnings
    html = page(season_report(found))
    chip = '<span class="st PROVISIONAL">So far</span>'
    parts = dict(re.findall(r'<section class="part" id="event-(\w+)"(.*?)</section>', html, re.DOTALL))
    assert {event: chip in text for event, text in parts.items()} == {"altra": False, "coppa": True}
    assert "The chart for 1 board stops before its final year. 1 game has yet to be played." in parts["coppa"]


def placed_beside_boards() -> Sheets:
    """Return an event with both boards and placings.

    The first of its three rounds has been played, but the top table in round 3 has not.
    """
    sheets = event("Coppa", "italia_2010", rounds=3, top_table_round=3)
    sheets["placings"] = [["player", "place"], ["Anna", 1]]
    return sheets


def test_typed_places_without_boards_make_an_event_final(alone: Computed) -> None:
    beside = [
        "the top table (round 3) has not been played yet",
        "rounds played: 1 of 3",
    ]  # places typed beside boards do not end the event
    assert sorted(status(alone, "2013 placed beside boards")[1]) == sorted(beside)
    assert status(alone, "2013 placed") == ("FINAL", [])


BAO_OF_ROUNDS: Sheets = {
    "event": [["setting", "value"], ["kind", "bao"], ["rounds", 3]],
    "players": [["player"], ["Anna"]],
}


def test_a_bao_event_ignores_rounds(alone: Computed) -> None:
    assert ("no_effect", "B3") in [(p.code, p.cell) for p in alone.problems if p.season == "2013 bao"]
