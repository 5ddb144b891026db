"""Checks that importing another program's file gives the same result as typing its data into a workbook.

The files are invented for the tests.
"""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from pipeline.cli.app import app
from pipeline.read.find import find
from pipeline.read.raw_tables import read
from pipeline.tools.desk.next_round import seats_of, settings_of, typed_rows
from pipeline.tools.imports.collect import collected
from schemas.words import POWERS, RESERVED

Rows = list[dict[str, Any]]
CODES = [f"C{number:02}" for number in range(1, 35)]  # 34 names, as many as the map has centres
# Centres after the autumns of a game: Austria, England, France, Germany, Italy, Russia, Turkey.
CHART = {1901: (5, 4, 5, 5, 4, 6, 4), 1902: (4, 5, 6, 6, 4, 5, 4), 1903: (0, 7, 8, 7, 4, 4, 4)}


def owned(counts: Sequence[int], name: Callable[[str], str] = str.upper) -> dict[str, list[str]]:
    """Return made-up centres for each power that has any.

    counts  each power's number of centres
    """
    codes = iter(CODES)
    return {name(p): [next(codes) for _ in range(n)] for p, n in zip(POWERS, counts, strict=True) if n}


def run(raw: Path, *arguments: object) -> Result:
    """Run the `import` command for the `Club` event of the 2026 season."""
    typed = ["import", *map(str, arguments), "--season", "2026", "--event", "Club", "--raw", str(raw)]
    return CliRunner().invoke(app, typed)


def typed(raw: Path, sheet: str = "boards", event: str = "Club") -> Rows:
    """Return the rows of the event's sheet as the build reads them, and fail if its file has an error or a warning."""
    read_again = read(find(raw, RESERVED).sources)
    assert [p for p in read_again.problems if p.severity in ("error", "warning")] == []
    rows = typed_rows(read_again, sheet, "2026", event)
    return seats_of(rows) if sheet == "boards" else rows


def charts(raw: Path, event: str = "Club") -> dict[object, dict[int, tuple[int, ...]]]:
    """Return, for each board, the centres of the seven powers in each year."""
    found: dict[object, dict[int, tuple[int, ...]]] = {}
    for seat in typed(raw, event=event):
        for year in (name for name in seat if name.isdecimal()):
            chart = found.setdefault(seat["board"], {})
            chart[int(year)] = (*chart.get(int(year), ()), seat[year])
    return found


# -- the Python engine -------------------------------------------------------------------------------------------------


def phase(name: str, counts: Sequence[int]) -> dict[str, object]:
    return {
        "name": name,
        "state": {"name": name, "centers": owned(counts)},
        "orders": {},
        "results": {},
        "messages": [],
    }


def engine_game(number: int = 1) -> dict[str, object]:
    """Return a game with the centres in CHART.

    The centres of 1901 are in that year's winter phase, those of 1902 in the next spring phase, and those of 1903 at
    the end.
    """
    start, (first, second, last) = (3, 3, 3, 3, 3, 4, 3), CHART.values()
    phases = [
        *(phase("S1901M", start), phase("F1901M", start), phase("W1901A", first), phase("S1902M", first)),
        *(phase("F1902R", first), phase("S1903M", second), phase("F1903M", second), phase("COMPLETED", last)),
    ]
    return {"id": f"game {number}", "map": "standard", "rules": ["NO_PRESS"], "phases": phases}


def test_a_saved_game_of_the_engine_is_a_board_with_its_centres_by_year(tmp_path: Path) -> None:
    """The Python package `diplomacy` saves the centres after an autumn in the next winter or spring phase."""
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(engine_game(), indent=1), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left out: id, rules" in done.stdout and "Missing: the names of 7 players" in done.stdout
    assert charts(tmp_path / "raw") == {"friday": CHART}
    seats = typed(tmp_path / "raw")
    assert [seat["power"] for seat in seats] == [*POWERS]
    assert {(seat["round"], seat["player"], seat["imported from"]) for seat in seats} == {(1, "?", "friday.json")}


def test_a_broken_line_among_many_games_costs_only_its_game(tmp_path: Path) -> None:
    """The other games are imported, the broken line is reported, and the exit status is 1."""
    lines = [json.dumps(engine_game(number)) for number in (1, 2, 3)]
    lines[1] = lines[1][:200]
    stopped = engine_game(4) | {"map": "standard_fleet_rome"}
    stopped["phases"] = stopped["phases"][:-1]  # type: ignore[index]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([*lines, json.dumps(stopped)]), encoding="utf-8")
    done = run(tmp_path / "raw", file, "--round", "2")
    assert done.exit_code == 1
    assert "error: games.jsonl:2: The JSON is broken at line 1, column 201" in done.stderr
    assert "notice: games.jsonl:4: The file stops before the end of the game." in done.stderr
    two_years = {year: CHART[year] for year in (1901, 1902)}
    assert charts(tmp_path / "raw") == {"games 1": CHART, "games 3": CHART, "games 4": two_years}
    assert {(seat["round"], seat["imported from"]) for seat in typed(tmp_path / "raw")} == {
        (2, f"games.jsonl:{line}") for line in (1, 3, 4)
    }
    assert "notice: games.jsonl:4: This game uses the map standard_fleet_rome." in done.stderr
    games = typed(tmp_path / "raw", "games")
    assert games == [{"round": 2, "board": "games 4", "variant": "standard_fleet_rome"}]  # `result` stays blank


def test_the_event_has_the_settings_that_a_person_fills_in(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(engine_game()), encoding="utf-8")
    run(tmp_path / "raw", file)
    settings = settings_of(read(find(tmp_path / "raw", RESERVED).sources), "2026", "Club")
    assert settings == {"name": "Club"} | dict.fromkeys(("system", "counting", "data", "source"))


def test_a_list_of_games_may_be_one_per_line_and_in_utf_16(tmp_path: Path) -> None:
    """Editors and the Windows shell use these encodings. A board from a single-game file is named after that file."""
    games = ",\n".join(json.dumps(engine_game(number)) for number in (1, 2))
    (tmp_path / "two.json").write_text(f"[\n{games}\n]", encoding="utf-16")
    (tmp_path / "one.json").write_text(f"[\n{json.dumps(engine_game(3))}\n]", encoding="utf-8-sig")
    done = run(tmp_path / "raw", tmp_path / "one.json", tmp_path / "two.json")
    assert done.exit_code == 0 and done.stderr.startswith(
        "warning: two.json:1, two.json:2: Board one in round 1 has the same centres as this board in every year."
    )
    assert done.stderr.count("\n") == 1  # a remark on both games is printed once
    assert charts(tmp_path / "raw") == dict.fromkeys(("one", "two 1", "two 2"), CHART)


def test_a_missing_year_is_reported(tmp_path: Path) -> None:
    """The build would leave out a board with a missing year, because a chart must not have gaps."""
    files = [tmp_path / f"{year}.html" for year in (1901, 1903)]
    for file in files:
        file.write_text(page(int(file.stem), "winter", CHART[int(file.stem)]), encoding="utf-8")
    done = run(tmp_path / "raw", *files)
    assert done.exit_code == 0
    assert "warning: 1901.html, 1903.html: The centres for 1902 are missing." in done.stderr


# -- DiploBN -----------------------------------------------------------------------------------------------------------

PLAYERS = {power: f"Player {power[0]}" for power in POWERS}


def diplobn_game() -> dict[str, object]:
    """Return a game with the centres in CHART.

    The centres of 1901 are in that year's winter, those of 1902 in the next spring, and those of 1903 only in the
    results.
    """

    def at(number: int, counts: Sequence[int]) -> dict[str, object]:
        return {
            "Phase": number,
            "Status": "Completed",
            "CenterCounts": dict(zip(POWERS, counts, strict=True)),
            "Units": {},
        }

    first, second, last = CHART.values()
    results = {
        power: {
            **{"CenterCount": count, "YearOfElimination": None if count else 1903, "InGameAtEnd": count > 0},
            **{"Score": 12.5 * count, "Rank": 1 + sum(other > count for other in last)},
        }
        for power, count in zip(POWERS, last, strict=True)
    }
    start = (3, 3, 3, 3, 3, 4, 3)
    phases = [at(19011, start), at(19012, start), at(19013, first), at(19021, (9, 9, 9, 0, 0, 0, 0)), at(19022, first)]
    return {
        **{
            "Competition": "Club league",
            "GameLabel": "Friday",
            "URL": "https://example.org",
            "DateBegan": "2026-01-02",
        },
        **{"DateEnded": "2026-03-04", "ScoringSystem": "Draw Size", "Players": PLAYERS, "ResultSummary": results},
        "GamePhases": [*phases, at(19031, second), at(19032, second)],
    }


def test_a_game_of_diplobn_has_players_scores_places_and_the_day_of_its_end(tmp_path: Path) -> None:
    """In a DiploBN file, the centre counts for an autumn are in the winter phase.

    If there is no winter phase, the counts are in the next spring phase. The number of a winter phase is ten times
    the year, plus 3.
    """
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(diplobn_game()), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "ScoringSystem" in done.stdout and "Missing" not in done.stdout
    assert charts(tmp_path / "raw") == {"friday": CHART}
    seats = {seat["power"]: seat for seat in typed(tmp_path / "raw")}
    assert {power: seat["player"] for power, seat in seats.items()} == PLAYERS
    # 8, 7, 7, 4, 4, 4 and 0 centres
    assert [seats[power]["place"] for power in POWERS] == [7, 2, 1, 2, 4, 4, 4]
    assert [seats[power]["score"] for power in POWERS] == [0, 87.5, 100, 87.5, 50, 50, 50]
    assert [str(game["ended"]) for game in typed(tmp_path / "raw", "games")] == ["2026-03-04"]


@pytest.mark.parametrize(
    ("day", "ended"),
    [
        ("2026-03-04T20:15:00Z", "2026-03-04"),
        ("2026-03-04 20:15", "2026-03-04"),
        ("4 March 2026", "2026-03-04"),
        ("14.03.2026", "2026-03-14"),
        ("03/04/2026", ""),  # 4 March or 3 April
        ("last Friday", ""),
        ("2026-02-30", ""),
        (1772654400, ""),
        ("", None),
        (None, None),
    ],
    ids=str,
)
def test_an_invalid_end_date_is_reported_and_the_game_is_read(tmp_path: Path, day: object, ended: str | None) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(diplobn_game() | {"DateEnded": day}), encoding="utf-8")
    found = collected([file])
    assert len(found.boards) == 1 and str(found.boards[0].game.get("ended", "")) == (ended or "")
    told = [(p.severity, p.place) for p in found.problems if p.code == "not_taken"]
    assert told == ([("warning", "friday.json")] if ended == "" else [])


@pytest.mark.parametrize(
    ("label", "round", "board"),
    [
        ("Round 2, board 3", "2", "3"),
        ("round Final, board A 1", "Final", "A 1"),
        ("Ronde 2 - Table 4", "2", "4"),
        ("Round 3", "3", "friday"),
        ("Friday", "1", "friday"),
        ("Board 7", "1", "friday"),
        (12, "1", "friday"),
        (None, "1", "friday"),
    ],
    ids=str,
)
def test_the_label_of_a_game_may_name_its_round_and_board(
    tmp_path: Path, label: object, round: str, board: str
) -> None:
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(diplobn_game() | {"GameLabel": label}), encoding="utf-8")
    found = collected([file])
    assert [each.name for each in found.boards] == [(round, board)]
    assert ("GameLabel" in found.aside) == (round == "1")


def test_a_game_whose_final_centres_contradict_its_phases_is_left_out(tmp_path: Path) -> None:
    game = diplobn_game()
    game["GamePhases"] = game["GamePhases"][:3]  # type: ignore[index]
    file = tmp_path / "friday.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and "The final centres differ from those after 1901" in done.stderr
    assert not (tmp_path / "raw").exists()


# -- dipvis ------------------------------------------------------------------------------------------------------------


def tournament() -> dict[str, object]:
    """Return a tournament of two rounds with one board each and no charts. The scores for round 2 name no game."""
    players = {power: {"name": name, "location": "Turin", "wdr_id": 7} for power, name in PLAYERS.items()}
    draw = {"season": "S", "year": 1904, "powers": ["England", "France", "Germany"]}
    games = {"R1G1": {"sandbox": "", "started": True, "players": players, "draw": draw}}
    second = {"R2G1": {"sandbox": "", "started": True, "players": players}}
    scores = [
        {
            **{"player_name": name, "player_wdr_id": 7, "ranking": 1, "score": 30.0 + place},
            "score_breakdown": [
                {"round": 1, "game": "R1G1", "score": 20.5 + place, "dropped": False},
                {"round": 2, "score": 9.5, "dropped": True},
            ],
        }
        for place, name in enumerate(PLAYERS.values())
    ]
    rounds = {"1": {"scoring_system": "Bangkok", "games": games}, "2": {"scoring_system": "Bangkok", "games": second}}
    return {"name": "Cup", "year": 2026, "url": "", "wdr_id": 1, "wdd_id": 2, "rounds": rounds, "results": scores}


def dipvis_game() -> dict[str, object]:
    chart = {year: dict(zip(POWERS, counts, strict=True)) for year, counts in CHART.items()}
    chart[1900] = dict(zip(POWERS, (3, 3, 3, 3, 3, 4, 3), strict=True))
    return {
        **{"name": "R1G1", "round_number": 1, "is_finished": True, "is_top_board": False, "external_url": ""},
        **{"notes": "won on the last turn", "final-year": 1903, "sc_chart": chart, "sc_owners": {}},
    }


def test_a_tournament_of_dipvis_and_its_game_make_one_board_and_other_games_are_results(tmp_path: Path) -> None:
    files = tmp_path / "cup.json", tmp_path / "game.json"
    for file, content in zip(files, (tournament(), dipvis_game()), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    done = run(tmp_path / "raw", *files)
    assert (done.exit_code, done.stderr) == (0, "")
    assert charts(tmp_path / "raw") == {"R1G1": CHART}
    seats = {seat["power"]: seat for seat in typed(tmp_path / "raw")}
    assert {power: seat["player"] for power, seat in seats.items()} == PLAYERS
    assert [seats[power]["score"] for power in POWERS] == [20.5 + place for place in range(7)]
    assert seats["Austria"]["note"] == "won on the last turn"
    assert {seat["imported from"] for seat in seats.values()} == {"cup.json, game.json"}
    draw = {"round": 1, "board": "R1G1", "result": "draw", "winners": "England, France, Germany"}
    assert typed(tmp_path / "raw", "games") == [draw]
    assert {
        (row["player"], row["round"], row["score"], row["board"]) for row in typed(tmp_path / "raw", "results")
    } == {(name, 2, 9.5, "R2G1") for name in PLAYERS.values()}


def test_a_tournament_without_its_games_gives_scores_and_ignores_wishes(tmp_path: Path) -> None:
    """Boards without centres would not count, so their scores are imported into the `results` sheet.

    The `result` and `winners` columns of such boards are left out. A file that only lists players' preferences
    for powers is not imported.
    """
    wishes = tmp_path / "wishes.csv"
    wishes.write_text("Id,First Name,Last Name,Preferences\n1,Anna,Rossi,FGIRT\n", encoding="utf-8")
    done = run(tmp_path / "raw", wishes)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (
        "Nothing was written: the files contain no games or results" in done.stdout and not (tmp_path / "raw").exists()
    )
    done = run(tmp_path / "raw", saved(tmp_path / "cup.json", tournament()))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left out: name, result, url, wdd_id, wdr_id, winners, year" in done.stdout
    assert typed(tmp_path / "raw") == []
    first = {row["power"]: row["score"] for row in typed(tmp_path / "raw", "results") if row["round"] == 1}
    assert first == {power: 20.5 + place for place, power in enumerate(POWERS)}


def test_a_game_whose_two_files_contradict_each_other_is_left_out(tmp_path: Path) -> None:
    files = tmp_path / "cup.json", tmp_path / "game.json"
    game = dipvis_game() | {"players": PLAYERS | {"Austria": "Somebody else"}}
    for file, content in zip(files, (tournament(), game), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    done = run(tmp_path / "raw", *files)
    assert done.exit_code == 1 and "“Player A” and “Somebody else”" in done.stderr
    assert not [seat for seat in typed(tmp_path / "raw") if seat["board"] == "R1G1"]


def test_a_board_call_of_dipvis_becomes_seats_to_fill_in(tmp_path: Path) -> None:
    call = tmp_path / "call.csv"
    rows = [f"1,A,{power},{name},{number},nick" for number, (power, name) in enumerate(PLAYERS.items(), 1)]
    call.write_text("\n".join(["Round,Board,Power,Player Name,Player Id,Backstabbr Username", *rows]), encoding="utf-8")
    people = tmp_path / "people.csv"
    people.write_text("First Name,Last Name,Email Address,Backstabbr Username,WDD Id\nAnna,Rossi,a@b.it,anna,12\n")
    done = run(tmp_path / "raw", call, people)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left out: Backstabbr Username, Email Address" in done.stdout
    seats = typed(tmp_path / "raw")
    assert {seat["power"]: seat["player"] for seat in seats} == PLAYERS
    assert [seat["imported from"] for seat in seats] == [f"call.csv:{row}" for row in range(2, 9)]


# -- the World Diplomacy Database --------------------------------------------------------------------------------------

WDD = (
    "FIRST NAME,NAME,HOMONYME,ROUND,BOARD,COUNTRY,RANK,EXAEQUO,SCORE,NB_CENTRE,YEAR_ELIMINATION,DRAW,CT_01,CT_02,CT_03"
)
CODES_OF = dict(zip(POWERS, ("0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU"), strict=True))


def wdd_rows(board: str = "1") -> list[str]:
    """Return one line per power for a game with the centres in CHART.

    England, France and Germany draw the game.
    """
    last = CHART[1903]
    return [
        ",".join(
            [
                *("Player", power[0].upper(), "2" if power == "Italy" else "1", "1", board, CODES_OF[power]),
                *(str(1 + sum(other > count for other in last)), "2", f"{12.5 * count}", str(count)),
                *("0" if count else "3", "3" if power in ("England", "France", "Germany") else "0"),
                *(str(counts[number]) for counts in CHART.values()),
            ]
        )
        for number, (power, count) in enumerate(zip(POWERS, last, strict=True))
    ]


def test_boards_of_the_world_diplomacy_database(tmp_path: Path) -> None:
    """The columns are those of a boards file from the World Diplomacy Database.

    COUNTRY is 0AU, 0EN and so on, YEAR_ELIMINATION is 1 for 1901, DRAW is the size of the draw, and CT_01 has the
    centres after 1901.
    """
    file = tmp_path / "boards.csv"
    file.write_text("\n".join([WDD, *wdd_rows()]), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert charts(tmp_path / "raw") == {1: CHART}
    seats = {seat["power"]: seat for seat in typed(tmp_path / "raw")}
    assert [seats[power]["player"] for power in POWERS[:5]] == [
        "Player A",
        "Player E",
        "Player F",
        "Player G",
        "Player I (2)",
    ]
    assert [seats[power]["place"] for power in POWERS] == [7, 2, 1, 2, 4, 4, 4]
    assert "eliminated" not in seats["Austria"] and "final" not in seats["France"]  # the chart shows it
    assert seats["Germany"]["imported from"] == "boards.csv:5"
    assert typed(tmp_path / "raw", "games") == [
        {"round": 1, "board": 1, "result": "draw", "winners": "England, France, Germany"}
    ]


def test_an_impossible_row_costs_only_its_board(tmp_path: Path) -> None:
    spoilt = [row.replace(",4,2,50.0,", ",4,2,many,") for row in wdd_rows("2")]
    file = tmp_path / "boards.csv"
    file.write_text("\n".join([WDD, *wdd_rows(), *spoilt]), encoding="utf-8")
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and "boards.csv:13: “many” in `SCORE` is not a number." in done.stderr
    assert charts(tmp_path / "raw") == {1: CHART}


# -- webDiplomacy ------------------------------------------------------------------------------------------------------

COUNTRIES = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")  # countryID 1 to 7


def test_a_game_of_webdiplomacy_is_read_from_its_history_and_members(tmp_path: Path) -> None:
    """In webDiplomacy's files, countryID is 1 to 7, turn 0 is spring 1901, and a year has two turns."""

    def at(turn: int, name: str, counts: Sequence[int]) -> dict[str, object]:
        owners = [COUNTRIES.index(p) + 1 for p, n in zip(POWERS, counts, strict=True) for _ in range(n)]
        owners += [0] * (34 - len(owners))
        return {
            **{"turn": turn, "phase": name, "turnText": ""},
            "centers": [{"terrID": number, "countryID": owner} for number, owner in enumerate(owners, 1)],
        }

    start, (first, second, last) = (3, 3, 3, 3, 3, 4, 3), CHART.values()
    phases = [
        *(at(0, "Diplomacy", start), at(1, "Diplomacy", start), at(1, "Builds", first), at(2, "Diplomacy", first)),
        *(at(3, "Diplomacy", first), at(3, "Retreats", first), at(4, "Diplomacy", second), at(5, "Finished", last)),
    ]
    members = [{"countryID": number, "country": c, "user": PLAYERS[c]} for number, c in enumerate(COUNTRIES, 1)]
    folder = tmp_path / "Game 12"
    folder.mkdir()
    (folder / "history.json").write_text(json.dumps({"phases": phases}), encoding="utf-8")
    (folder / "game.json").write_text(json.dumps({"members": members}), encoding="utf-8")
    done = run(tmp_path / "raw", folder / "history.json", folder / "game.json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert charts(tmp_path / "raw") == {"Game 12": CHART}
    assert {seat["power"]: seat["player"] for seat in typed(tmp_path / "raw")} == PLAYERS


# -- Backstabbr --------------------------------------------------------------------------------------------------------

DOTS = (
    *("Ank", "Bel", "Ber", "Bre", "Bud", "Bul", "Con", "Den", "Edi", "Gre", "Hol", "Kie", "Lvp", "Lon", "Mar", "Mos"),
    *("Mun", "Nap", "Nwy", "Par", "Por", "Rom", "Rum", "Ser", "Sev", "Smy", "Spa", "StP", "Swe", "Tri", "Tun", "Ven"),
    *("Vie", "War"),
)


def page(year: int, season: str, counts: Sequence[int], game: str = "Friday-club/123") -> str:
    """Return a page as a browser saves it.

    The page also lists two provinces that are not centres.
    """
    codes = iter(DOTS)
    owners = {next(codes): power for power, n in zip(POWERS, counts, strict=True) for _ in range(n)}
    provinces = json.dumps(owners | {"Boh": "Austria", "NTH": "England"})
    return f"""<!DOCTYPE html><html><head><title>Game</title></head><body>
<a id="history_current_season" href="/game/{game}/{year}/{season}">{season.title()} {year}</a>
<script>var stage = "X";
    var territories = {provinces};
    var unitsByPlayer = {{}};</script></body></html>"""


def test_one_saved_page_per_year_makes_the_chart(tmp_path: Path) -> None:
    """A saved Backstabbr page shows one season. The centres after an autumn are on the next winter or spring page."""
    seasons = ((1901, "winter"), (1903, "spring"), (1903, "winter"))
    files = []
    for number, ((year, season), counts) in enumerate(zip(seasons, CHART.values(), strict=True)):
        files.append(tmp_path / f"page {number}.html")
        files[-1].write_text(page(year, season, counts), encoding="utf-8")
    wrong = tmp_path / "fall.html"  # the centres before the autumn's moves; the next spring's page has the new ones
    wrong.write_text(page(1902, "fall", CHART[1901]), encoding="utf-8")
    done = run(tmp_path / "raw", *files, wrong)
    assert done.exit_code == 0
    assert "notice: fall.html: This page shows autumn 1902." in done.stderr
    assert charts(tmp_path / "raw") == {"Friday club": CHART}
    assert {seat["player"] for seat in typed(tmp_path / "raw")} == {"?"}


# -- sheets in use, as seen on pages of results ------------------------------------------------------------------------


def written(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_row_per_player_gives_a_result_per_round(tmp_path: Path) -> None:
    lines = ("Classifica 2026;;;", "Giocatore;Turno 1;R2;Totale", "Anna Rossi;30,5;12;42,5", "Bruno Bianchi;-;20;20")
    done = run(tmp_path / "raw", written(tmp_path / "sheet.csv", *lines, "Totale;30,5;32;62,5"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left out: Totale, sheet.csv:1, sheet.csv:5" in done.stdout
    rows = typed(tmp_path / "raw", "results")
    assert [(row["player"], row["round"], row["score"]) for row in rows] == [
        ("Anna Rossi", 1, 30.5),
        ("Anna Rossi", 2, 12),
        ("Bruno Bianchi", 2, 20),
    ]
    assert rows[0]["imported from"] == "sheet.csv:3"


def test_a_text_with_one_line_per_power_is_a_board(tmp_path: Path) -> None:
    """The file has two games, one in each of the two usual forms. Cells for which no line gives a value stay blank."""
    last = dict(zip(POWERS, CHART[1903], strict=True))
    first = [f"{power} ({name}) {last[power]} centres {2.5 * last[power]} points" for power, name in PLAYERS.items()]
    second = [f"{name}, {power}, {last[power]} centres : {last[power]},5" for power, name in PLAYERS.items()]
    second[2] = f"{PLAYERS['France']}, France, 8 centres and 1 yellow card : 8,5"
    text = written(
        tmp_path / "mail.txt", "Round 2", "Table 1", *first, "", "Table 2", *second, "", "See you, all, soon"
    )
    dry = run(tmp_path / "raw", text, "--dry-run")
    assert (dry.exit_code, dry.stderr) == (0, "")
    assert not (tmp_path / "raw").exists()
    assert "mail.txt:3: Austria (Player A) 0 centres 0.0 points is read as Austria, played by Player A" in dry.stdout
    done = run(tmp_path / "raw", text)
    assert (done.exit_code, done.stderr) == (0, "")
    seats = typed(tmp_path / "raw")
    assert {(seat["round"], seat["board"]) for seat in seats} == {(2, 1), (2, 2)}
    assert {seat["power"]: seat["player"] for seat in seats} == PLAYERS
    assert [seat["final"] for seat in seats] == [*CHART[1903]] * 2
    assert [seat["score"] for seat in seats] == [*(2.5 * n for n in CHART[1903]), *(n + 0.5 for n in CHART[1903])]
    assert [seat.get("note") for seat in seats if seat["power"] == "France"] == [None, "1 yellow card"]


def test_one_block_per_game_with_years_above_it_is_a_board(tmp_path: Path) -> None:
    rows = [
        ";".join([f"{power} ({name})", *(str(counts[number]) for counts in CHART.values()), f"{number},5"])
        for number, (power, name) in enumerate(PLAYERS.items())
    ]
    blocks = ["Partie A;1901;1902;1903;Points;", *rows, ";;;;;"]
    last = CHART[1903]  # here the centres and points follow the years, with their units
    behind = [row.rpartition(";")[0] + f";{last[number]} centres;{number},5 pts" for number, row in enumerate(rows)]
    blocks += ["Partie B;;;;;", ";1901;1902;1903;;", *behind]
    done = run(tmp_path / "raw", written(tmp_path / "ronde.csv", *blocks), "--round", "3")
    assert (
        done.exit_code == 0
        and "Board Partie A in round 3 has the same centres as this board in every year" in done.stderr
    )  # the two games are equal in all years
    assert charts(tmp_path / "raw") == {"Partie A": CHART, "Partie B": CHART}
    seats = typed(tmp_path / "raw")
    assert {seat["round"] for seat in seats} == {3}
    assert [seat["score"] for seat in seats[:7]] == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]


@pytest.mark.parametrize("beside", [True, False])
def test_a_transposed_chart_is_read(tmp_path: Path, beside: bool) -> None:
    """The chart has one column per power and one row per year, with the players' names beside or below the powers."""
    names = [f"{power} ({name})" if beside else power for power, name in PLAYERS.items()]
    below = [] if beside else [["", *PLAYERS.values()]]
    years = [[str(year), *map(str, counts)] for year, counts in CHART.items()]
    rows = [
        ["Board 4"],
        ["Year", *names],
        *below,
        ["1900", *"3333343"],
        *years,
        ["Points", *"1234567"],
        ["Notes", "none"],
    ]
    done = run(tmp_path / "raw", written(tmp_path / "chart.csv", *(",".join(row) for row in rows)))
    assert (done.exit_code, done.stderr) == (0, "")
    assert charts(tmp_path / "raw") == {4: CHART}
    seats = {seat["power"]: seat for seat in typed(tmp_path / "raw")}
    assert {power: seat["player"] for power, seat in seats.items()} == PLAYERS
    assert [seats[power]["score"] for power in POWERS] == [1, 2, 3, 4, 5, 6, 7]


def test_a_chart_may_have_only_final_centres(tmp_path: Path) -> None:
    rows = ",".join(["", *"AEFGIRT"]), ",".join(["Final", *map(str, CHART[1903])])
    done = run(tmp_path / "raw", written(tmp_path / "friday.csv", *rows))
    assert (done.exit_code, done.stderr) == (0, "")
    seats = typed(tmp_path / "raw")
    assert {seat["board"] for seat in seats} == {"friday"} and [seat["final"] for seat in seats] == [*CHART[1903]]


def test_a_sheet_with_our_headers_has_one_row_per_seat(tmp_path: Path) -> None:
    """The round and the board are entered once, as in merged cells, while facts about the game are in each row."""
    game = "unentschieden,1903,4.3.2026,Herbst 1903"
    rows = [
        f"{',' if number else '2,B'},{power},{name},{','.join(str(n[number]) for n in CHART.values())},{game},1902,12"
        for number, (power, name) in enumerate(PLAYERS.items())
    ]
    header = "Runde,Brett,Macht,Spieler,1901,1902,1903,Ergebnis,last year,ended,draw accepted,draw proposed,Halle"
    file = written(tmp_path / "flat.csv", header, *rows)
    done = run(tmp_path / "raw", file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Left out: Halle" in done.stdout
    assert charts(tmp_path / "raw") == {"B": CHART}
    assert {(seat["round"], seat["draw proposed"]) for seat in typed(tmp_path / "raw")} == {(2, 1902)}
    assert [{name: str(value) for name, value in row.items()} for row in typed(tmp_path / "raw", "games")] == [
        {"round": "2", "board": "B", "result": "unentschieden", "last year": "1903", "ended": "2026-03-04"}
        | {"draw accepted": "Herbst 1903"}
    ]


# -- an existing event -------------------------------------------------------------------------------------------------


def saved(path: Path, game: object) -> Path:
    path.write_text(json.dumps(game), encoding="utf-8")
    return path


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    """Write an event in Italian below the `raw` folder, and return the folder that contains `raw`.

    The sheets record facts about the event's only board that no imported file contains.
    """
    folder = tmp_path / "raw" / "2026" / "Club"
    folder.mkdir(parents=True)
    written(folder / "evento.csv", "impostazione,valore", "nome,Club del venerdì", "sistema,c_diplo", "fonte,qui")
    seats = [
        f"1,friday,{power},{name},{','.join(str(counts[number]) for counts in CHART.values())}"
        for number, (power, name) in enumerate(PLAYERS.items())
    ]
    written(folder / "tavoli.csv", "turno,tavolo,potenza,giocatore,1901,1902,1903", *seats)
    written(folder / "calendario.csv", "turno,tavolo,anno,data", "1,friday,1901,2026-01-03")
    return tmp_path


def test_an_event_is_never_overwritten_and_merging_adds_what_it_lacks(friday: Path) -> None:
    raw, folder = friday / "raw", friday / "raw" / "2026"
    files = [saved(friday / f"{name}.json", engine_game()) for name in ("friday", "saturday")]
    before = {path: path.read_bytes() for path in folder.rglob("*.csv")}
    told = run(raw, *files)
    same = "warning: saturday.json: Board friday in round 1 has the same centres as this board in every year."
    assert (
        told.exit_code == 0 and told.stderr.startswith(same) and told.stderr.count("\n") == 1
    )  # `?` contradicts no name
    assert "New in Club: 1 board" in told.stdout and "Use `--merge` to add what is new" in told.stdout
    assert {path: path.read_bytes() for path in folder.rglob("*.csv")} == before
    assert not (folder / "Club.xlsx").exists()

    merged = run(raw, *files, "--merge")
    assert (merged.exit_code, merged.stderr) == (0, told.stderr)
    assert {path.name: path.read_bytes() for path in (folder / "Club.bak").iterdir()} == {
        path.name: content for path, content in before.items()
    }
    seats = typed(raw)
    assert {
        seat["board"]: {other["player"] for other in seats if other["board"] == seat["board"]} for seat in seats
    } == {
        "friday": {*PLAYERS.values()},
        "saturday": {"?"},
    }
    assert charts(raw) == {"friday": CHART, "saturday": CHART}
    assert [str(row["adjudicated"]) for row in typed(raw, "calendar")] == ["2026-01-03"]
    filled = settings_of(read(find(raw, RESERVED).sources), "2026", "Club")
    assert filled == {"name": "Club del venerdì", "system": "c_diplo", "source": "qui"}

    book = (folder / "Club.xlsx").read_bytes()
    again = run(raw, *files, "--merge")
    assert again.exit_code == 0 and "There is nothing new" in again.stdout
    assert (folder / "Club.xlsx").read_bytes() == book

    third = run(raw, saved(friday / "sunday.json", engine_game()), "--merge")
    assert third.exit_code == 0 and (folder / "Club.xlsx.bak").read_bytes() == book
    assert charts(raw) == dict.fromkeys(("friday", "saturday", "sunday"), CHART)


def test_a_board_that_differs_is_reported_and_left_as_it_is(friday: Path) -> None:
    raw, other = friday / "raw", engine_game()
    phases: list[dict[str, object]] = other["phases"]  # type: ignore[assignment]
    phases[-1] = phase("COMPLETED", (0, 7, 8, 7, 4, 3, 5))
    done = run(raw, saved(friday / "friday.json", other), "--merge")
    assert done.exit_code == 0 and "There is nothing new" in done.stdout
    assert (
        "warning: friday.json: `1903` is “3” in the file, but “4” in the event (round 1, board friday, Russia)."
        in done.stderr
    )
    assert done.stderr.count("warning") == 2
    assert charts(raw) == {"friday": CHART}


def test_more_games_than_a_workbook_holds_become_several_workbooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program reads no sheet of more than 20,000 rows. The test lowers this limit to 170."""
    monkeypatch.setattr("pipeline.tools.imports.merge.MOST_ROWS", 170)
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(engine_game(number)) for number in range(3)), encoding="utf-8")
    assert "with 1 board" in run(tmp_path / "raw", file).stdout
    assert [path.name for path in sorted((tmp_path / "raw" / "2026").iterdir())] == [
        "Club, part 2.xlsx",
        "Club, part 3.xlsx",
        "Club.xlsx",
    ]
    assert charts(tmp_path / "raw", "Club, part 3") == {"games 3": CHART}
    assert "There is nothing new" in run(tmp_path / "raw", file, "--merge").stdout
    file.write_text("\n".join(json.dumps(engine_game(number)) for number in range(4)), encoding="utf-8")
    assert "New: Club, part 4, with 1 board" in run(tmp_path / "raw", file, "--merge").stdout
    assert charts(tmp_path / "raw", "Club, part 4") == {"games 4": CHART}


# -- any chart, in any format ------------------------------------------------------------------------------------------


@st.composite
def any_chart(draw: st.DrawFn) -> dict[int, tuple[int, ...]]:
    """Return a chart of one to six years, with at most 34 centres in each year."""
    years = draw(st.integers(1, 6))
    cuts = [sorted(draw(st.lists(st.integers(0, 34), min_size=7, max_size=7))) for _ in range(years)]
    counts = [tuple(b - a for a, b in pairwise([0, *cut])) for cut in cuts]
    return dict(enumerate(counts, 1901))


def in_every_format(folder: Path, chart: dict[int, tuple[int, ...]]) -> list[Path]:
    """Write the chart to files in each format, and return the paths of the files.

    Each file is named after its format, but a saved page is named after its year.
    """
    start = (3, 3, 3, 3, 3, 4, 3)
    springs = [phase("S1901M", start), *(phase(f"S{year + 1}M", counts) for year, counts in chart.items())]
    winters = [{"Phase": year * 10 + 3, "CenterCounts": dict(zip(POWERS, n, strict=True))} for year, n in chart.items()]
    builds = [
        {
            **{"turn": 2 * (year - 1901) + 1, "phase": "Builds"},
            "centers": [
                {"terrID": terr, "countryID": COUNTRIES.index(power) + 1}
                for terr, power in enumerate(p for p, n in zip(POWERS, counts, strict=True) for _ in range(n))
            ],
        }
        for year, counts in chart.items()
    ]
    rows = [[str(counts[number]) for counts in chart.values()] for number in range(7)]
    of_years = [f"CT_{year - 1900:02}" for year in chart]
    names = [*map("Player {}".format, "AEFGIRT")]
    of_a_seat = [[power, name, *row] for power, name, row in zip(POWERS, names, rows, strict=True)]
    tables = {
        "wdd": [
            ["FIRST NAME", "NAME", "ROUND", "BOARD", "COUNTRY", *of_years],
            *(["A", "B", "1", "wdd", CODES_OF[power], *row] for power, _, *row in of_a_seat),
        ],
        "seats": [["power", "player", *map(str, chart)], *of_a_seat],
        "across": [["year", *POWERS], *([str(year), *map(str, counts)] for year, counts in chart.items())],
        "blocks": [["blocks", *map(str, chart)], *([f"{power} ({name})", *row] for power, name, *row in of_a_seat)],
    }
    documents: dict[str, object] = {
        "engine": {"id": "1", "map": "standard", "phases": springs},
        "diplobn": {"Players": {}, "ResultSummary": {}, "GamePhases": winters},
        "dipvis": {"sc_chart": {str(year): dict(zip(POWERS, n, strict=True)) for year, n in chart.items()}},
        "webdip": {"phases": builds, "gameID": 7},
    }
    files = [saved(folder / f"{name}.json", content) for name, content in documents.items()]
    files += [written(folder / f"{name}.csv", *map(",".join, table)) for name, table in tables.items()]
    return [
        *files,
        *(written(folder / f"{y}.html", page(y, "winter", n, "page/1")) for y, n in chart.items() if any(n)),
    ]


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chart=any_chart())
def test_every_format_gives_back_the_chart(tmp_path: Path, chart: dict[int, tuple[int, ...]]) -> None:
    found = collected(in_every_format(tmp_path, chart))
    assert [problem.message for problem in found.problems if problem.severity == "error"] == []
    boards = {board.board: board.chart for board in found.boards}
    pages = {year: counts for year, counts in chart.items() if any(counts)}
    expected = dict.fromkeys(("engine", "diplobn", "dipvis", "webdip", "wdd", "seats"), chart)
    assert boards == expected | {"across": chart, "blocks": chart} | ({"page": pages} if pages else {})


def test_a_row_of_totals_is_no_player(tmp_path: Path) -> None:
    lines = ["Player,Round 1", "Anna Rossi,30", "Bruno Neri,10", "Average,20", "Media,20", "Total,40"]
    (tmp_path / "scores.csv").write_text("\n".join(lines), encoding="utf-8")
    assert run(tmp_path / "raw", tmp_path / "scores.csv").exit_code == 0
    assert {row["player"] for row in typed(tmp_path / "raw", "results")} == {"Anna Rossi", "Bruno Neri"}


def test_two_countries_of_one_player_are_reported_and_neither_is_used(tmp_path: Path) -> None:
    lines = ["round,player,country,wdd id,power,final"]
    for round, country in (("1", "Italy"), ("2", "France")):
        lines += [f"{round},{power} Rossi,{country if power == 'Turkey' else 'Italy'},7,{power},{34 if power == 'France' else 0}" for power in POWERS]  # fmt: skip
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    assert (
        done.exit_code == 1
        and "seats.csv:C15: The rows for Turkey Rossi differ in `country`: Italy, France." in done.output
    )
    people = {row["player"]: row for row in typed(tmp_path / "raw", "players")}
    assert len(typed(tmp_path / "raw", "boards")) == 14 and len(people) == 7
    assert {player for player, row in people.items() if not row.get("country")} == {"Turkey Rossi"}


def test_the_country_of_a_player_is_not_taken_for_the_power(tmp_path: Path) -> None:
    lines = ["player,country,power,final"]
    lines += [f"Anna {power},Italy,{power},{34 if power == 'France' else 0}" for power in POWERS]
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    assert run(tmp_path / "raw", tmp_path / "seats.csv").exit_code == 0
    assert {row["power"]: row["final"] for row in typed(tmp_path / "raw", "boards")} == {
        power: 34 if power == "France" else 0 for power in POWERS
    }
    assert {row["country"] for row in typed(tmp_path / "raw", "players")} == {"Italy"}


@pytest.mark.parametrize("second", ["rank", "place", "RANG"], ids=str)
def test_two_equal_columns_are_one(tmp_path: Path, second: str) -> None:
    """A blank column, here `score`, does not contradict the other column for the same fact."""
    places = dict(zip(POWERS, (2, 2, 1, 2, 2, 2, 2), strict=True))
    lines = [f"power,player,final,place,{second},score,points"]
    lines += [f"{power},{name},{34 if power == 'France' else 0},{places[power]},{places[power]},,{7 - places[power]}" for power, name in PLAYERS.items()]  # fmt: skip
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    assert (done.exit_code, done.stderr) == (0, "")
    seats = {row["power"]: row for row in typed(tmp_path / "raw")}
    assert {power: row["place"] for power, row in seats.items()} == places
    assert (seats["France"]["score"], seats["Italy"]["score"]) == (6, 5)


def test_two_equal_columns_of_one_round_are_one(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text("Player,Round 1,R1\nAnna Rossi,30,30\nBruno Neri,,\n", encoding="utf-8")
    assert run(tmp_path / "raw", tmp_path / "scores.csv").exit_code == 0
    [row] = typed(tmp_path / "raw", "results")
    assert (row["player"], row["round"], row["score"]) == ("Anna Rossi", 1, 30)


@pytest.mark.parametrize("header", ["country,nation", "nation,country", "nazione,paese", "country,country"], ids=str)
@pytest.mark.parametrize("at", [0, 1])
def test_of_two_possible_columns_of_powers_the_one_with_powers_in_its_cells_is_used(
    tmp_path: Path, header: str, at: int
) -> None:
    """One player is from Italy, which is also a power, and the others are from a country that is not a power."""
    lines = [f"player,{header},final"]
    for power in POWERS:
        cells = ["Italy" if power == "Turkey" else "Spain", power]
        lines.append(f"Anna {power},{cells[1 - at]},{cells[at]},{34 if power == 'France' else 0}")
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert {row["power"]: row["player"] for row in typed(tmp_path / "raw")} == {p: f"Anna {p}" for p in POWERS}
    if header.split(",")[1 - at] != "nazione":  # `nazione` is not a word for a player's country
        countries = {row["player"]: row["country"] for row in typed(tmp_path / "raw", "players")}
        assert countries == {f"Anna {p}": "Italy" if p == "Turkey" else "Spain" for p in POWERS}


def test_the_header_decides_if_all_players_are_from_countries_that_are_powers(tmp_path: Path) -> None:
    lines = ["player,country,power,final"]
    lines += [f"Anna {power},{of},{power},{34 if power == 'France' else 0}" for power, of in zip(POWERS, POWERS[::-1], strict=True)]  # fmt: skip
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    assert run(tmp_path / "raw", tmp_path / "seats.csv").exit_code == 0
    assert {row["power"]: row["player"] for row in typed(tmp_path / "raw")} == {p: f"Anna {p}" for p in POWERS}


@pytest.mark.parametrize("other", [POWERS[1:] + POWERS[:1], ("Spain",) * 7], ids=["both", "neither"])
def test_two_columns_of_powers_are_an_error_if_neither_or_both_fit(tmp_path: Path, other: Sequence[str]) -> None:
    lines = ["player,country,nation,final"]
    first = POWERS if "Spain" not in other else ("Malta",) * 7
    lines += [
        f"Anna {n},{one},{two},{34 if n == 1 else 0}" for n, (one, two) in enumerate(zip(first, other, strict=True))
    ]
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    assert done.exit_code == 1 and not (tmp_path / "raw").exists()
    assert (
        "error: seats.csv:C1: Any of the columns `country` and `nation` could contain the power. Keep only one of the columns that name the seven powers."
        in done.stderr
    )


def test_a_country_too_long_for_a_cell_is_reported_and_costs_nothing_else(tmp_path: Path) -> None:
    """A cell with text may have at most 200 characters."""
    countries = {"Austria": "x" * 200, "France": "y" * 201}
    lines = ["player,country,wdd id,power,final"]
    lines += [f"Anna {power},{countries.get(power, 'Malta')},7,{power},{34 if power == 'France' else 0}" for power in POWERS]  # fmt: skip
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    [problem] = [line for line in done.stderr.splitlines() if line.startswith("error")]
    said = f"error: seats.csv:B4: “{'y' * 60} ...” in `country` is not text of at most 200 characters. "
    assert done.exit_code == 1 and problem.startswith(said)
    assert len(typed(tmp_path / "raw")) == 7
    people = {row["player"]: row for row in typed(tmp_path / "raw", "players")}
    assert {row["wdd id"] for row in people.values()} == {"7"} and len(people) == 7
    assert "country" not in people["Anna France"] and people["Anna Austria"]["country"] == "x" * 200


def test_a_name_too_long_for_a_cell_costs_only_its_board(tmp_path: Path) -> None:
    lines = ["board,player,country,power,final"]
    for board, name in (("1", "x" * 201), ("2", "Bea")):
        lines += [f"{board},{name if power == 'Italy' else power},Malta,{power},{34 if power == 'France' else 0}" for power in POWERS]  # fmt: skip
    (tmp_path / "seats.csv").write_text("\n".join(lines), encoding="utf-8")
    done = run(tmp_path / "raw", tmp_path / "seats.csv")
    assert done.exit_code == 1 and done.stderr.count("error") == 1 and "error: seats.csv:6: “xxx" in done.stderr
    assert {row["board"] for row in typed(tmp_path / "raw")} == {2}


def seats(header: str, *columns: Sequence[str]) -> list[str]:
    """Return the lines of a table for one board, with `player`, the given columns and the final centres."""
    rows = zip(POWERS, *columns, strict=True)
    lines = [f"Anna {power},{','.join(cells)},{34 if power == 'France' else 0}" for power, *cells in rows]
    return [f"player,{header},final", *lines]


FROM_ALL_POWERS = POWERS[::-1]  # the countries of seven players, each of them also a power
MISSPELT = ("Austia", *POWERS[1:])


@pytest.mark.parametrize("turned", [False, True], ids=["country,power", "power,country"])
def test_a_misspelt_power_does_not_make_the_country_the_power(tmp_path: Path, turned: bool) -> None:
    """Board 1 contains the misspelling and is left out. Board 2 takes its powers from the `power` column."""
    lines = ["board,player,power,country,final" if turned else "board,player,country,power,final"]
    for board, powers in (("1", MISSPELT), ("2", POWERS)):
        for power, of in zip(powers, FROM_ALL_POWERS, strict=True):
            cells = f"{power},{of}" if turned else f"{of},{power}"
            lines.append(f"{board},Anna {power},{cells},{34 if power == 'France' else 0}")
    done = run(tmp_path / "raw", written(tmp_path / "seats.csv", *lines))
    assert done.exit_code == 1 and done.stderr.startswith(
        "error: seats.csv:2: “Austia” is not a power on the standard map."
    )
    assert {(row["board"], row["power"], row["player"]) for row in typed(tmp_path / "raw")} == {
        (2, power, f"Anna {power}") for power in POWERS
    }


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("country,power", (FROM_ALL_POWERS, [power[0] for power in POWERS])),
        ("country,nation", (FROM_ALL_POWERS, MISSPELT)),
        ("nation,country", (MISSPELT, FROM_ALL_POWERS)),
        ("nationality,nation", (FROM_ALL_POWERS, POWERS)),
    ],
    ids=str,
)
def test_if_header_and_cells_disagree_nothing_is_guessed(
    tmp_path: Path, header: str, columns: Sequence[Sequence[str]]
) -> None:
    done = run(tmp_path / "raw", written(tmp_path / "seats.csv", *seats(header, *columns)))
    headers = " and ".join(f"`{name}`" for name in header.split(","))
    said = f"error: seats.csv:C1: Any of the columns {headers} could contain the power. Keep only one"
    assert done.exit_code == 1 and done.stderr.startswith(said) and not (tmp_path / "raw").exists()


def test_a_header_of_powers_without_cells_decides_nothing(tmp_path: Path) -> None:
    table = seats("power,country,nation", [""] * 7, ["Malta"] * 7, POWERS)
    assert run(tmp_path / "raw", written(tmp_path / "seats.csv", *table)).exit_code == 0
    assert {row["power"]: row["player"] for row in typed(tmp_path / "raw")} == {p: f"Anna {p}" for p in POWERS}
    assert {row["country"] for row in typed(tmp_path / "raw", "players")} == {"Malta"}


@pytest.mark.parametrize(
    ("header", "one", "other", "value"),
    [
        ("score,points", "45", "45.0", 45),
        ("score,points", "4.5", "4.50", 4.5),
        ("place,rank", "2", "2=", 2),
        ("nmr orders,nmr orders", "5", "5 SC", 5),
        ("score,points", "45", "", 45),
        ("score,points", "", "45", 45),
        ("board,board", "A", "a", "A"),
    ],
    ids=str,
)
def test_two_cells_for_one_fact_are_compared_as_read(
    tmp_path: Path, header: str, one: str, other: str, value: object
) -> None:
    """A blank cell does not contradict the cell in the other column, whichever column it is in."""
    table = seats(f"power,{header}", POWERS, [one] * 7, [other] * 7)
    done = run(tmp_path / "raw", written(tmp_path / "seats.csv", *table))
    assert (done.exit_code, done.stderr) == (0, "")
    assert {row[header.split(",")[0]] for row in typed(tmp_path / "raw")} == {value}


def test_the_first_row_in_which_two_columns_differ_is_named(tmp_path: Path) -> None:
    """France, the third seat, is in row 4. Italy in row 6 differs too, but Austria's blank cell is not a difference."""
    places = ["7", "6", "1", "5", "4", "3", "2"]
    ranks = ["", "6", "2", "5", "1", "3", "2="]
    done = run(tmp_path / "raw", written(tmp_path / "seats.csv", *seats("power,place,rank", POWERS, places, ranks)))
    said = "error: seats.csv:D4: “2” under `rank` differs from “1” under `place` in C1. "
    assert done.exit_code == 1 and done.stderr.startswith(said) and done.stderr.count("error") == 1
    assert not (tmp_path / "raw").exists()


@pytest.mark.parametrize(
    "lines",
    [
        ("Name,Player,R1", ",Anna Rossi,30", ",Bruno Neri,4"),
        ("Player,Name,R1", "Anna Rossi,,30", ",Bruno Neri,4"),
        ("Player,R1,Name", "Anna Rossi,30,anna rossi", "Bruno Neri,4,"),
        ("Player,R1,Round 1", "Anna Rossi,30,30.0", "Bruno Neri,-,4"),
    ],
    ids=str,
)
def test_two_columns_of_players_or_of_a_round_are_one(tmp_path: Path, lines: Sequence[str]) -> None:
    done = run(tmp_path / "raw", written(tmp_path / "scores.csv", *lines))
    assert (done.exit_code, done.stderr) == (0, "") and "Left out" not in done.stdout
    rows = typed(tmp_path / "raw", "results")
    assert {row["player"]: row["score"] for row in rows} == {"Anna Rossi": 30, "Bruno Neri": 4}


def test_two_columns_of_players_that_differ_are_an_error_at_the_row(tmp_path: Path) -> None:
    file = written(tmp_path / "scores.csv", "Player,Name,R1", "Anna Rossi,,30", "Bruno,Neri,4")
    done = run(tmp_path / "raw", file)
    said = "error: scores.csv:B3: “Neri” under `Name` differs from “Bruno” under `Player` in A1. "
    assert done.exit_code == 1 and done.stderr.startswith(said) and not (tmp_path / "raw").exists()


def test_facts_that_differ_only_in_case_and_accents_are_the_same(tmp_path: Path) -> None:
    """The first spelling is kept, as in a `players` sheet.

    Facts from two different files are compared in the same way, and so are the results of games.
    """
    lines = ["board,player,country,power,final,result"]
    for board, country, result in (("1", "Perú", "Draw"), ("2", "peru", "Draw")):
        lines += [f"{board},Anna {power},{country},{power},5,{result if power == 'Italy' else 'draw'}" for power in POWERS[1:]]  # fmt: skip
        lines += [f"{board},Anna Austria,{country},Austria,4,"]
    other = [line.replace("Perú", "PERU").replace("peru", "PERU") for line in lines]
    files = written(tmp_path / "one.csv", *lines), written(tmp_path / "two.csv", *other)
    done = run(tmp_path / "raw", files[0])
    assert (done.exit_code, done.stderr) == (0, "") and len(typed(tmp_path / "raw")) == 14
    assert {row["country"] for row in typed(tmp_path / "raw", "players")} == {"Perú"}
    assert not [problem for problem in collected(files).problems if problem.code == "contradiction"]


def test_an_invalid_id_is_reported_at_its_cell_and_costs_nothing_else(tmp_path: Path) -> None:
    """A player's number in the World Diplomacy Database has one to nine digits. A cell with `-` counts as blank."""
    ids = ["x1", "12", "-", "0", "1" * 201, "7", "123456789"]
    countries = ["Malta"] * 7
    file = written(tmp_path / "seats.csv", *seats("wdd id,country,power", ids, countries, POWERS))
    done = run(tmp_path / "raw", file)
    errors = [line for line in done.stderr.splitlines() if line.startswith("error")]
    for line, (cell, value) in zip(errors, (("B2", "x1"), ("B5", "0"), ("B6", "1" * 60 + " ...")), strict=True):
        expected = "a player's number in the World Diplomacy Database"
        assert line.startswith(f"error: seats.csv:{cell}: “{value}” in `wdd id` is not {expected}. ")
    assert done.exit_code == 1 and len(typed(tmp_path / "raw")) == 7
    people = {row["player"]: row for row in typed(tmp_path / "raw", "players")}
    assert {row["country"] for row in people.values()} == {"Malta"} and len(people) == 7
    written_ids = {player: row["wdd id"] for player, row in people.items() if "wdd id" in row}
    assert written_ids == {"Anna England": "12", "Anna Russia": "7", "Anna Turkey": "123456789"}


def test_an_id_in_a_list_of_people_is_checked_too(tmp_path: Path) -> None:
    header = "First Name,Last Name,Email Address,Backstabbr Username,WDD Id"
    people = written(tmp_path / "people.csv", header, "Anna,Rossi,a@b.it,anna,x1", "Bea,Neri,b@b.it,bea,12")
    board = written(tmp_path / "seats.csv", *seats("power", POWERS))
    done = run(tmp_path / "raw", people, board)
    assert done.exit_code == 1 and done.stderr.startswith(
        "error: people.csv:E2: “x1” in `wdd id` is not a player's number"
    )
    rows = {row["player"]: row for row in typed(tmp_path / "raw", "players")}
    assert rows["Anna Rossi"]["backstabbr"] == "anna" and "wdd id" not in rows["Anna Rossi"]
    assert rows["Bea Neri"]["wdd id"] == "12"


@pytest.mark.parametrize(
    ("name", "round", "board"), [("board", "1", "x" * 201), ("round", "x" * 201, "1")], ids=["board", "round"]
)
def test_a_label_too_long_for_a_cell_costs_only_its_board(tmp_path: Path, name: str, round: str, board: str) -> None:
    """The limit of 200 characters applies to `boards` and, for boards that have only scores, to `results`."""
    for final, sheet in ((34, "boards"), ("", "results")):
        lines = ["round,board,player,power,final,score"]
        for labels in ((round, board), ("2", "y" * 200)):
            lines += [f"{','.join(labels)},Anna {power},{power},{final if power == 'France' else final and 0},5" for power in POWERS]  # fmt: skip
        done = run(tmp_path / sheet, written(tmp_path / f"{sheet}.csv", *lines))
        said = f"error: {sheet}.csv:2: “{'x' * 60} ...” in `{name}` is not text of at most 200 characters. "
        assert done.exit_code == 1 and done.stderr.startswith(said) and done.stderr.count("error") == 1
        assert {(row["round"], row["board"]) for row in typed(tmp_path / sheet, sheet)} == {(2, "y" * 200)}


def test_a_title_too_long_for_a_cell_costs_only_its_board(tmp_path: Path) -> None:
    lines = [f"{power} (Anna) {34 if power == 'France' else 0} centres" for power in POWERS]
    file = written(tmp_path / "post.txt", "x" * 201, *lines, "", "Friday", *lines)
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and "in `board` is not text of at most 200 characters. " in done.stderr
    assert {row["board"] for row in typed(tmp_path / "raw")} == {"Friday"}
