"""Files of one game, written from each format's description by somebody who had not seen the code that reads them.

In the order Austria, England, France, Germany, Italy, Russia, Turkey, the powers own 5 4 5 5 4 6 4 centres after 1901
and 4 5 6 6 4 5 4 centres after 1902.
"""

import json

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.read.find import find
from pipeline.stages import compute
from pipeline.tidy.tables import Tables
from schemas.keys import of_season
from schemas.words import POWERS, RESERVED

FIRST, SECOND = (5, 4, 5, 5, 4, 6, 4), (4, 5, 6, 6, 4, 5, 4)
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")
CENTRES = [
    "ANK",
    "BEL",
    "BER",
    "BRE",
    "BUD",
    "BUL",
    "CON",
    "DEN",
    "EDI",
    "GRE",
    "HOL",
    "KIE",
    "LON",
    "LVP",
    "MAR",
    "MOS",
    "MUN",
    "NAP",
    "NWY",
    "PAR",
    "POR",
    "ROM",
    "RUM",
    "SER",
    "SEV",
    "SMY",
    "SPA",
    "STP",
    "SWE",
    "TRI",
    "TUN",
    "VEN",
    "VIE",
    "WAR",
]
BY_NAME = dict(zip(POWERS, NAMES, strict=True))


def shared_out(counts: tuple[int, ...]) -> dict[str, list[str]]:
    """Return as many centres for each power as `counts` says, without using any centre twice."""
    names = iter(CENTRES)
    return {power: [next(names) for _ in range(n)] for power, n in zip(POWERS, counts, strict=True)}


def by_power(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(POWERS, counts, strict=True))


def engine() -> dict[str, str]:
    """Return the game as the Python package diplomacy saves it.

    The JSON has `id`, `map`, `rules` and `phases`. Each phase has a `name` such as S1901M and a `state`, in which
    `centers` lists the centres of each power.
    """

    def phase(name: str, counts: tuple[int, ...]) -> object:
        centers = {power.upper(): owned for power, owned in shared_out(counts).items()}
        return {
            "name": name,
            "state": {"name": name, "units": {}, "centers": centers},
            "orders": {},
            "results": {},
            "messages": [],
        }

    start = (3, 3, 3, 3, 3, 4, 3)
    phases = [phase("S1901M", start), phase("F1901M", start), phase("W1901A", FIRST), phase("S1902M", FIRST)]
    phases += [phase("F1902M", FIRST), phase("COMPLETED", SECOND)]
    return {"game.json": json.dumps({"id": "abc", "map": "standard", "rules": ["NO_PRESS"], "phases": phases})}


def diplobn() -> dict[str, str]:
    """Return the game in DiploBN's JSON.

    The number of a phase is ten times the year, plus 1 for spring, 2 for autumn or 3 for winter. The centres after an
    autumn are in the winter phase or, if there is none, in the next spring phase.
    """
    summary = {
        power: {"CenterCount": n, "YearOfElimination": None, "InGameAtEnd": True, "Score": n * 1.5, "Rank": None}
        for power, n in by_power(SECOND).items()
    }
    phases = [
        {"Phase": 19011, "Status": "Completed", "CenterCounts": by_power((3, 3, 3, 3, 3, 4, 3))},
        {"Phase": 19012, "Status": "Completed", "CenterCounts": by_power((3, 3, 3, 3, 3, 4, 3))},
        {"Phase": 19021, "Status": "Completed", "CenterCounts": by_power(FIRST)},
        {"Phase": 19023, "Status": "Completed", "CenterCounts": by_power(SECOND)},
    ]
    game = {
        **{
            "Competition": "League",
            "GameLabel": "Game 7",
            "URL": "",
            "DateBegan": "2026-01-10",
            "DateEnded": "2026-03-10",
        },
        **{"ScoringSystem": "Sum of Squares", "CommunicationType": "Chat", "Players": BY_NAME},
        **{"ResultSummary": summary, "GamePhases": phases},
    }
    return {"seven.json": json.dumps(game)}


def dipvis() -> dict[str, str]:
    """Return the game as two dipvis JSON files, a tournament with the players and a game with the chart.

    Each of the tournament's `rounds` has `games`, keyed by name. A game there has `sandbox`, `started`, `draw` and
    `players`, and each power's player has `name`, `location` and `wdr_id`. The chart is in the other file's `sc_chart`.
    """
    players = {power: {"name": name, "location": "", "wdr_id": None} for power, name in BY_NAME.items()}
    games = {"R1B1": {"sandbox": "", "started": True, "players": players, "draw": None}}
    tournament = {
        **{"name": "Open", "year": 2026, "url": "", "wdr_id": 1, "wdd_id": None},
        **{"rounds": {"1": {"scoring_system": "Carnage", "games": games}}, "results": []},
    }
    game = {
        **{"name": "R1B1", "round_number": 1, "started_at": "2026-01-10", "is_finished": True, "is_top_board": False},
        **{"external_url": "", "notes": "", "final-year": 1902, "draw": None},
        **{"sc_chart": {"1901": by_power(FIRST), "1902": by_power(SECOND)}, "sc_owners": {}},
    }
    return {"t.json": json.dumps(tournament), "g.json": json.dumps(game)}


def wdd() -> dict[str, str]:
    """Return the game as a World Diplomacy Database CSV file.

    COUNTRY is 0AU, 0EN, 0FR, 0GE, 0IT, 0RU or 0TU, and CT_01 records the centres after 1901.
    """
    codes = ("0AU", "0EN", "0FR", "0GE", "0IT", "0RU", "0TU")
    rows = ["FIRST NAME,NAME,HOMONYME,ROUND,BOARD,COUNTRY,RANK,EXAEQUO,NB_CENTRE,CT_01,CT_02"]
    for code, name, first, second in zip(codes, NAMES, FIRST, SECOND, strict=True):
        rows.append(f"{name},Test,1,1,1,{code},,,{second},{first},{second}")
    return {"boards.csv": "\n".join(rows)}


def backstabbr() -> dict[str, str]:
    """Return the game as Backstabbr pages, one per year.

    A page has the owners of provinces in the script variable `territories`, and its year and season in the link
    `history_current_season`.
    """

    def page(year: int, counts: tuple[int, ...]) -> str:
        owners = {code.capitalize(): power for power, owned in shared_out(counts).items() for code in owned}
        owners |= {"Gal": "Austria", "Lyo": "France"}  # a page lists other provinces too
        link = f'<a id="history_current_season" href="/game/Night/123/{year}/winter">Winter {year}</a>'
        return f"<html><body>{link}<script>var stage = 'x'; var territories = {json.dumps(owners)};\nvar unitsByPlayer = {{}};</script>"

    return {"1901.html": page(1901, FIRST), "1902.html": page(1902, SECOND)}


def webdiplomacy() -> dict[str, str]:
    """Return the game as webDiplomacy saves it, in `history.json` and `game.json`.

    The values 1 to 7 of countryID stand for England, France, Italy, Germany, Austria, Turkey and Russia. Turn 0 is
    spring 1901, and there are two turns a year.
    """
    countries = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
    ids = {country: number for number, country in enumerate(countries, 1)}

    def phase(turn: int, of: str, counts: tuple[int, ...]) -> object:
        centers = [
            {"terrID": CENTRES.index(code) + 1, "countryID": ids[power]}
            for power, owned in shared_out(counts).items()
            for code in owned
        ]
        return {"turn": turn, "phase": of, "turnText": f"turn {turn}", "centers": centers, "units": [], "orders": []}

    phases = [phase(0, "Diplomacy", (3, 3, 3, 3, 3, 4, 3)), phase(1, "Diplomacy", (3, 3, 3, 3, 3, 4, 3))]
    phases += [phase(1, "Builds", FIRST), phase(3, "Builds", SECOND)]
    members = [{"countryID": ids[power], "country": power, "user": name} for power, name in BY_NAME.items()]
    return {"9/history.json": json.dumps({"phases": phases}), "9/game.json": json.dumps({"members": members})}


def lines() -> dict[str, str]:
    """Return the final position as lines of the form `power (player) n centres`."""
    rows = [f"{power} ({name}) {n} centres" for (power, name), n in zip(BY_NAME.items(), SECOND, strict=True)]
    return {"mail.txt": "\n".join(rows)}


def numbered(mark: str) -> dict[str, str]:
    """Return the same final position as `lines()`, formatted as a list in an email.

    mark  what each line begins with. Any `{}` in it stands for the line's number
    """
    return {
        "mail.txt": "\n".join(f"{mark.format(n)} {line}" for n, line in enumerate(lines()["mail.txt"].split("\n"), 1))
    }


def across() -> dict[str, str]:
    """Return the game as a transposed chart, with one column per power and one row per year."""
    rows = [["year", *POWERS], ["1901", *map(str, FIRST)], ["1902", *map(str, SECOND)]]
    return {"chart.csv": "\n".join(";".join(row) for row in rows)}


def blocks() -> dict[str, str]:
    """Return the game as one block, with the years in its title and seven lines of power, player and centres."""
    rows = ["Game 7,1901,1902"]
    rows += [
        f"{power} ({name}),{first},{second}"
        for (power, name), first, second in zip(BY_NAME.items(), FIRST, SECOND, strict=True)
    ]
    return {"blocks.csv": "\n".join(rows)}


CHART, END, NAMED = {1901: FIRST, 1902: SECOND}, {}, list(NAMES)
NOBODY = ["?"] * 7


FORMATS: dict[str, tuple[dict[str, str], dict[int, tuple[int, ...]], list[str]]] = {  # format -> files, chart, players
    "engine": (engine(), CHART, NOBODY),
    "diplobn": (diplobn(), CHART, NAMED),
    "dipvis": (dipvis(), CHART, NAMED),
    "wdd": (wdd(), CHART, [f"{name} Test" for name in NAMES]),
    "backstabbr": (backstabbr(), CHART, NOBODY),
    "webdiplomacy": (webdiplomacy(), CHART, NAMED),
    "lines": (lines(), END, NAMED),
    **{f"list {n}": (numbered(mark), END, NAMED) for n, mark in enumerate(("{}.", "{})", "#{}.", "-", "*", "•"))},
    "across": (across(), CHART, NOBODY),
    "blocks": (blocks(), CHART, NAMED),
}


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Import the game from each format, into a season named after the format, and return all tables."""
    folder = tmp_path_factory.mktemp("imported")
    for format, (files, _, _) in FORMATS.items():
        saved = [folder / format / name for name in files]
        for path, text in zip(saved, files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        where = ["--season", format, "--event", "Club", "--raw", str(folder / "raw")]
        done = CliRunner().invoke(app, ["import", *map(str, saved), *where])
        assert done.exit_code == 0, done.output
    return compute(find(folder / "raw", RESERVED)).tables


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_gives_the_same_game(format: str, imported: Tables) -> None:
    _, chart, names = FORMATS[format]
    seats = of_season(imported.seats, format)
    assert seats["power"].tolist() == [*POWERS] and of_season(imported.aside, format).empty
    assert seats["player"].tolist() == names
    assert seats["final_centres"].tolist() == [*SECOND]
    assert {year: (*seats[year].astype(int),) for year in imported.years if seats[year].notna().any()} == chart
