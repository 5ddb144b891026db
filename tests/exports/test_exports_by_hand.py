"""Checks that the files for other programs match files written by hand from the format descriptions."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.exports.wdd_names import person
from pipeline.read.find import find
from pipeline.stages import compute
from schemas.words import RESERVED
from tests.asked import Asked
from tests.cases.kiba import WINNERS
from tests.sheets import POWERS, Cell, Rows, Sheets, event, put, table

asked = Asked()


def season(**events: Sheets) -> str:
    """Register events and return the name of the season that will contain them."""
    return f"2011 {asked.add(**{f's2011_{name}': sheets for name, sheets in events.items()})}"


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder with the seasons that the tests have registered. They are computed once for all exports."""
    folder = asked.write(tmp_path_factory.mktemp("raw"))
    everything = compute(find(folder, RESERVED))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipeline.stages.compute", lambda listing: everything)
        yield folder


def exported(raw: Path, format: str, season: str, to: Path) -> tuple[list[Path], str]:
    """Export a season in a format. Return the exported files, sorted by name, and the command's printed output."""
    done = CliRunner().invoke(app, ["export", format, season, "--raw", str(raw), "--to", str(to)])
    assert done.exit_code == 0, done.output
    return sorted((to / season / format).iterdir()), done.stdout


# KIBA, "Le regole del torneo in rete", "Formazione delle coppie e dei turni": 1-6 2-5 3-4, 1-2 3-6 4-5, 1-3 4-2 5-6,
# 1-4 5-3 6-2, 1-5 6-4 2-3, then once more with sides swapped. With five players, number 6 is a bye. The winners are
# those of its example, except that Kobe resigned the first game with Oscar, and Jan and Sock have yet to play their
# second.
# Columns of TRF16: start rank 5 to 8, name from 15, rating 49 to 52, federation 54 to 56, points 81 to 84, rank 86 to
# 89; then for each round two blanks, the opponent in 4 columns, the colour (South is w) and the result.
REPORT = """\
012 Friends, qualifying A
022 Torino
042 2011/03/01
062 5
072 4
092 Double Round Robin
102 Dario
001    1      Kobe                              1926 ITA                         5.0    2\
  0000 - Z     2 w -     3 w 0     4 w 0     5 w 1  0000 - Z     2 b 1     3 b 1     4 b 1     5 b 1
001    2      Oscar                             2069                             7.0    1\
     5 w 1     1 b +     4 b 1  0000 - Z     3 w 1     5 b 1     1 w 0     4 w 1  0000 - Z     3 b 1
001    3      Jan                               1808 NED                         4.0    3\
     4 w 1  0000 - Z     1 b 1     5 b 1     2 b 0     4 b    0000 - Z     1 w 0     5 w 1     2 w 0
001    4      Sock                              1694                             3.0    4\
     3 b 0     5 w 1     2 w 0     1 b 1  0000 - Z     3 w       5 b 1     2 b 0     1 w 0  0000 - Z
001    5      Peter                                                              0.0    5\
     2 b 0     4 b 0  0000 - Z     3 w 0     1 b 0     2 w 0     4 w 0  0000 - Z     3 b 0     1 w 0
"""


def friends() -> Sheets:
    games: Rows = [["stage", "group", "south", "north", "winner", "reason"]]
    for pair, winners in WINNERS.items():
        for (south, north), winner in zip((pair, pair[::-1]), winners, strict=True):
            if (south, north) != ("Sock", "Jan"):
                reason = "resigned" if (south, north) == ("Kobe", "Oscar") else None
                games.append(["qualifying", "A", south, north, winner, reason])
    return {
        "event": table(
            "setting value",
            *(
                ("name", "Friends"),
                ("kind", "bao"),
                ("venue", "Torino"),
                ("director", "Dario"),
                ("start", "2011-03-01"),
            ),
            ("groups", 1),
        ),
        "players": table(
            "player country elo",
            *(("Kobe", "ita", 1926), ("Oscar", "Colombia", 2069), ("Jan", "NED", 1808), ("Sock", None, 1694)),
            ("Peter", None, None),
        ),
        "matches": games,
    }


FRIENDS = season(Friends=friends())


def test_a_group_of_five_for_fide(raw: Path, tmp_path: Path) -> None:
    [file], _ = exported(raw, "trf16", FRIENDS, tmp_path)
    assert file.name == "Friends, qualifying A.trf"
    assert file.read_text(encoding="utf-8") == REPORT


def boards_of_one_name() -> Sheets:
    sheets = event("Torneo", "sum_of_squares")
    for row in range(2, 16):
        put(sheets, f"boards!B{row}", "A/1" if row < 9 else "a:1")
    put(sheets, "games!B2", "A/1")
    put(sheets, "games!B3", "a:1")
    put(sheets, "nmr!B2", "A/1")
    put(sheets, "boards!D15", "nobody")  # only the end of the second board is known, and its last year is typed
    return sheets


ONE_NAME = season(Torneo=boards_of_one_name())


def test_boards_whose_names_make_one_file_name_are_two_files(raw: Path, tmp_path: Path) -> None:
    """File names cannot contain `/` or `:`. If both simply became `_`, one file would overwrite the other."""
    files, said = exported(raw, "diplobn", ONE_NAME, tmp_path)
    assert [file.name for file in files] == [
        "Torneo, round 1, board A_1.json",
        "Torneo, round 1, board a_1 (2).json",
    ]
    games = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    assert [game["GameLabel"] for game in games] == ["round 1, board A/1", "round 1, board a:1"]
    assert [game["Players"]["Austria"] for game in games] == ["Anna", "Hanna"]
    assert "the last year of 1 game; the fact that 1 power had no player; " in said
    assert "who won or drew 1 game by agreement" in said  # a draw that includes all survivors need not name them


@pytest.mark.parametrize(
    ("player", "parts"),
    [
        ("Anna Rossi", ("Anna", "Rossi", 1)),
        ("Mario De Rossi (2)", ("Mario", "De Rossi", 2)),
        ("Rossi, Mario", ("Mario", "Rossi", 1)),
        ("Kobe", ("", "Kobe", 1)),
        ("", ("", "", 1)),
    ],
)
def test_a_name_has_three_parts(player: str, parts: tuple[str, str, int]) -> None:
    """The World Diplomacy Database has the columns FIRST NAME, NAME and HOMONYME, the last of which is 1 by default."""
    assert person(player) == parts


WITHOUT_A_SYSTEM = season(Torneo=event("Torneo", None))


def test_exporting_a_season_without_anything_to_write_fails(raw: Path, tmp_path: Path) -> None:
    """The World Diplomacy Database requires ranks. Only an official system gives them, and this event has no system."""
    command = ["export", "wdd_boards", WITHOUT_A_SYSTEM, "--raw", str(raw), "--to", str(tmp_path / "exports")]
    done = CliRunner().invoke(app, command)
    assert (done.exit_code, "so there are no scores or ranks to write" in done.stdout) == (1, True)
    assert not (tmp_path / "exports").exists()


# Sum of Squares for 7, 6, 7, 1, 4, 9 and 0 centres: 49, 36, 49, 1, 16, 81 and 0 of 232, scaled to 100 points.
LETTER = """\
Coppa *2011* [C]
DEFINITIVO
Dati: GENERATO. Le partite generate sono create da un programma: nessuno le ha giocate.
Sum of Squares

pos.  giocatore    partite  punteggio
   1  Maria              1      34,91
  2=  Hanna              1      21,12
  2=  Julia              1      21,12
   4  Ida                1      15,52
   5  Lena_L [CH]        1       6,90
   6  Klara              1       0,43
   7  Nora               1       0,00
"""


def second_board(name: str, players: dict[str, str], **settings: Cell) -> Sheets:
    """Return an event without board 1.

    players  names to put into cells of the `boards` sheet, keyed by cell
    """
    sheets = event(name, "sum_of_squares", **settings)
    del sheets["boards"][1:8], sheets["games"][1], sheets["nmr"]
    for cell, player in players.items():
        put(sheets, f"boards!{cell}", player)
    return sheets


COPPA = season(Coppa=second_board("Coppa *2011* [C]", {"D6": "Lena_L [CH]"}, language="it"))


def test_standings_for_a_post(raw: Path, tmp_path: Path) -> None:
    """The post is in the season's language, and characters with a special meaning in forums and chats are escaped."""
    [text], _ = exported(raw, "text", COPPA, tmp_path)
    assert (text.name, text.read_text(encoding="utf-8")) == ("Coppa.txt", LETTER)
    [forum], _ = exported(raw, "bbcode", COPPA, tmp_path)
    title, rest = LETTER.translate(str.maketrans("[]", "()")).split("\n", 1)
    above, table_ = rest.split("\n\n")
    assert forum.read_text(encoding="utf-8") == f"[b]{title}[/b]\n{above}\n[code]\n{table_}[/code]\n"
    [page], _ = exported(raw, "markdown", COPPA, tmp_path)
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[0] == r"## Coppa \*2011\* \[C\]"
    assert lines[8:11] == [
        "| pos. | giocatore | partite | punteggio |",
        "| ---: | --- | ---: | ---: |",
        "| 1 | Maria | 1 | 34,91 |",
    ]
    assert lines[14] == r"| 5 | Lena\_L \[CH\] | 1 | 6,90 |"


NIGHT = season(Night=second_board("Night @here", {"D6": "@everyone", "D7": "ann@example.org"}))


@pytest.mark.parametrize("format", ["text", "markdown", "bbcode"])
def test_a_post_alerts_nobody(format: str, raw: Path, tmp_path: Path) -> None:
    """Chat programs alert everybody named by `@everyone` or `@name`, so a post separates the `@` from the name.

    An e-mail address stays as it is.
    """
    [post], _ = exported(raw, format, NIGHT, tmp_path)
    said = post.read_text(encoding="utf-8")
    assert "@\u200beveryone" in said and "@\u200bhere" in said and "ann@example.org" in said
    assert not re.search(r"(?<!\w)@\w", said)


def two_rounds(people: tuple[tuple[Cell, ...], ...] = (), **settings: Cell) -> Sheets:
    """Return an event of seven players who meet twice, some with a handicap or an adjustment.

    Worked out by hand under Sum of Squares, with 100 points per round: Anna gets 81/232 and 16/176, and Gina 0 and
    49/176. So Anna leads by 44.00 to 27.84. If the first round counts half, Anna has only 26.55. Anna's ranks are 1
    and 5.5, Gina's 7 and 1.
    """
    names, finals = (
        ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina"],
        ((9, 8, 7, 5, 3, 2, 0), (4, 3, 4, 5, 5, 6, 7)),
    )
    rows = [
        (number, 1, power, player, final)
        for number, of_round in enumerate(finals, 1)
        for power, player, final in zip(POWERS, names, of_round, strict=True)
    ]
    typed = {"name": "Coppa", "system": "sum_of_squares", "data": "real", **settings}
    return {
        "event": table("setting value", *((name.replace("_", " "), value) for name, value in typed.items())),
        "boards": table("round board power player final", *rows),
        **({"players": table("player handicap adjustment", *people)} if people else {}),
    }


@pytest.mark.parametrize(
    ("season", "said", "first"),
    [
        (season(Coppa=two_rounds()), [], "Anna"),
        (season(Coppa=two_rounds(top_table_round=2)), ["Places 1 to 7 are decided by the top table."], "Gina"),
        (
            season(Coppa=two_rounds(top_table_round=2, top_table_places=1)),
            ["Place 1 is decided by the top table."],
            "Gina",
        ),
        (
            season(Coppa=two_rounds((("Anna", 5, None), ("Gina", None, -2)))),
            ["The scores also include: handicap, adjustment."],
            "Anna",
        ),
        (
            season(Coppa=two_rounds(counting="sum of ranks, best 2")),
            [
                "Counting: sum of ranks, best 2.",
                "The lowest score wins; players with fewer results are ranked below the others.",
            ],
            "Anna",
        ),
        (season(Coppa=two_rounds(round_weights="1: 0.5")), ["Round weights: 1: 0.5."], "Gina"),
    ],
    ids=["sum", "top table", "its winner", "adjusted", "ranks", "weights"],
)
def test_a_post_says_why_its_order_differs_from_the_sum_of_games(
    season: str, said: list[str], first: str, raw: Path, tmp_path: Path
) -> None:
    [text], _ = exported(raw, "text", season, tmp_path)
    _, rows, *notes = text.read_text(encoding="utf-8").strip().split("\n\n")
    lines = [line for line in "\n".join(notes).splitlines() if not re.match(r"\d+ \w+: ", line)]
    assert lines == said
    assert rows.splitlines()[1].split()[:2] == ["1", first]


OPEN: Sheets = {
    "event": table("setting value", ("name", "Open"), ("data", "real")),
    "placings": table("place player", (1, "Anna"), (2, "Berta")),
}
BY_PLACINGS = season(Open=OPEN)


def test_an_event_known_by_placings_is_posted_without_scores(raw: Path, tmp_path: Path) -> None:
    [text], _ = exported(raw, "text", BY_PLACINGS, tmp_path)
    assert text.read_text(encoding="utf-8") == "Open\nFINAL\nData: real\n\nrank  player\n   1  Anna\n   2  Berta\n"


def of_a_player(name: str) -> str:
    """Register a season with a player called `name`, and return the season's name."""
    sheets = event("Torneo", "sum_of_squares")
    put(sheets, "boards!D2", name)
    return season(Torneo=sheets)


NAMES = {  # name -> what the export says about it
    "Rossi, Anna": "the spelling of 1 name",
    "Anna Rossi (1)": "the spelling of 1 name",
    "Anna De Rossi (2)": "",
    "Anna": "",
    "Anna Maria Rossi": "",
}


@pytest.mark.parametrize(("season", "said"), [(of_a_player(name), said) for name, said in NAMES.items()], ids=[*NAMES])
@pytest.mark.parametrize("format", ["wdd_boards", "wdd_classification"])
def test_a_name_that_would_not_import_as_written_is_reported(
    season: str, said: str, format: str, raw: Path, tmp_path: Path
) -> None:
    """Both formats store a first name, a family name and a number for namesakes, and an import leaves out the number 1.

    So `Rossi, Anna` and `Anna Rossi (1)` would both be imported as `Anna Rossi`.
    """
    _, told = exported(raw, format, season, tmp_path)
    assert ("such as `Rossi, Mario`" in told) == bool(said) and said in told
