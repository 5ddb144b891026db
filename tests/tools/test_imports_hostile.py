"""Checks that each damaged or hostile file is reported in one clear line, and that nothing is written."""

import gzip
import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from pipeline.cli.app import app
from tests.tools.test_imports import (
    CHART,
    PLAYERS,
    WDD,
    diplobn_game,
    dipvis_game,
    engine_game,
    page,
    phase,
    run,
    saved,
    tournament,
    typed,
    wdd_rows,
)

ENGINE, BN, CUP, GAME = (json.dumps(each) for each in (engine_game(), diplobn_game(), tournament(), dipvis_game()))
PAGE = page(1901, "winter", CHART[1901])
CENTRES = {"FRANCE": ["PAR", "BRE"]}


def engine(**changed: Any) -> str:
    return json.dumps(engine_game() | changed)


def state(centers: object, name: object = "S1902M") -> str:
    """Return a saved game of the Python package `diplomacy`, with these centres in its second phase."""
    return engine(phases=[phase("S1901M", CHART[1901]), {"name": name, "state": {"centers": centers}}])


def bn(**changed: Any) -> str:
    return json.dumps(diplobn_game() | changed)


def summary(**cells: Any) -> str:
    """Return a DiploBN game with these cells in Austria's results."""
    results: dict[str, Any] = json.loads(BN)["ResultSummary"]
    results["Austria"] |= cells
    return bn(ResultSummary=results)


def chart(chart: object) -> str:
    return json.dumps(dipvis_game() | {"sc_chart": chart})


def web(*centres: Mapping[str, object], turn: object = 2, **more: object) -> str:
    return json.dumps({"phases": [{"turn": turn, "phase": "Diplomacy", "centers": [*centres]}], **more})


def provinces(text: str) -> str:
    return f'<html><a id="history_current_season" href="/game/a/1/1901/winter"></a><script>var territories = {text};'


def wdd(old: str, new: str) -> str:
    rows = "\n".join([WDD, *wdd_rows()])
    assert old in rows
    return rows.replace(old, new)


def packed(**parts: str) -> bytes:
    """Return a zip file with these parts."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name.replace("__", "/"), text)
    return file.getvalue()


def formulas() -> bytes:
    """Return a workbook that has formulas instead of centres, none of them calculated by a spreadsheet program."""
    workbook, file = Workbook(), BytesIO()
    workbook.active.append(["power", "player", "final"])
    for power in PLAYERS:
        workbook.active.append([power, "Anna", "=2+3"])
    workbook.save(file)
    return file.getvalue()


DAMAGED: dict[str, tuple[str | bytes, str]] = {  # fault -> file, words of the message
    # files of no known format
    "empty": ("", "This is an empty file."),
    "blanks alone": (" \n\t\n", "This is an empty file."),
    "a PDF": (b"%PDF-1.7\n" + bytes(range(256)) * 20, "This is a PDF."),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This is a picture."),
    "a game in a gzip file": (gzip.compress(ENGINE.encode(), mtime=0), "This is a gzip file."),
    "a letter": (packed(**{"word__document.xml": "x"}), "This is a text document (.docx). Check that"),
    "a text of a word processor": ("{\\rtf1 France (Anna) 12}", "This is an RTF document."),
    "a post with marks": ("[b]France (Anna) 12[/b]", "This sheet has an unknown format."),
    "a chart without years": ("," + ",".join(PLAYERS) + "\n,5,4,5,5,4,6,4", "powers side by side, but no years below"),
    "zeros": (bytes(5000), "error: file"),
    "a workbook of the old format": (
        b"\xd0\xcf\x11\xe0" + bytes(600),
        "in an old format. Check that this is the right file.",
    ),
    "a zip that is no workbook": (packed(readme="x"), "This is a zip file that is not a workbook. Check that"),
    "a workbook that unpacks to a hundred times its size": (
        packed(**{"xl__workbook.xml": " " * 10**7}),
        "compressed to 1/",
    ),
    "formulas without values": (formulas(), "“=2+3” in `final` is not a whole number from 0 to 34."),
    "half a workbook": (packed(xl__workbook="x" * 5000)[:90], "error: file"),
    "a part that leads outside": (packed(**{"..__..__x": "y", "xl__workbook.xml": "<a/>"}), "error: file"),
    "prose": ("Dear all,\nthe games were fine.\nSee you", "This sheet has an unknown format."),
    "a table of something else": ("fruit,price\napple,2\npear,3", "This sheet has an unknown format."),
    "a page of something else": (
        "<html><body><script>alert(1)</script></body></html>",
        "This page has an unknown format.",
    ),
    "JSON of something else": ('{"answer": 42}', "This JSON file has an unknown format."),
    "an empty list": ("[]", "This file is empty."),
    "an empty object": ("{}", "This JSON file has an unknown format."),
    "a list of numbers": ("[1, 2, 3]", "This JSON file has an unknown format."),
    # broken JSON
    "truncated": (ENGINE[: len(ENGINE) // 2], "broken at line 1, column"),
    "truncated in its last sign": (ENGINE[:-1], "broken at line 1, column"),
    "one bracket": ("{", "broken at line 1, column 2"),
    "10,000 lists in lists": ('{"phases": ' + "[" * 10_000 + "]" * 10_000 + "}", "brackets are nested too deeply."),
    "10,000 objects in objects": ('{"a":' * 10_000 + "1" + "}" * 10_000, "brackets are nested too deeply."),
    "NaN": (ENGINE.replace('"rules"', '"x": NaN, "rules"'), "“NaN” is not a JSON value."),
    "a number of 5,000 figures": ('{"id": ' + "9" * 5000 + "}", "error: file"),
    "no UTF-8": (ENGINE.replace("NO_PRESS", "é").encode("latin-1").replace(b"\\u00e9", b"\xe9"), "error: file"),
    "a name twice": (ENGINE.replace('"FRANCE":', '"ITALY":', 1), "“ITALY” appears more than once."),
    # the Python engine
    "phases that are no list": (engine(phases={}), "“{}” in `phases` is not a list."),
    "no phase": (engine(phases=[]), "`phases` is empty."),
    "a phase that is a text": (engine(phases=["S1901M"]), "“S1901M” is not an object with the field `name`."),
    "a phase without a name": (state({}, None), "“None” in `name` is not text."),
    "a phase of no turn": (state({}, "X1901M"), "“X1901M” is not the name of a phase"),
    "a phase in the year 9999": (state(CENTRES, "S9999M"), "“9998” in `name` is not a whole number from 1901 to 2050."),
    "no state": (engine(phases=[{"name": "W1901A"}]), "`state` is missing."),
    "centres in a list": (state(["PAR"]), "in `centers` is not an object."),
    "a number for centres": (state({"FRANCE": 5}), "is not the list of centres owned by FRANCE."),
    "numbers for centres": (state({"FRANCE": [1, 2]}), "is not the list of centres owned by FRANCE."),
    "a centre twice": (state({"FRANCE": ["PAR", "PAR"]}), "“PAR” appears more than once."),
    "a centre of two powers": (state(CENTRES | {"ITALY": ["BRE"]}), "“BRE” appears more than once."),
    "a power in two spellings": (
        state(CENTRES | {"France": ["MAR"]}),
        "“France” appears more than once.",
    ),
    "35 centres": (state({"FRANCE": [str(n) for n in range(35)]}), "One year has 35 centres, but the map has only 34."),
    "a power of another map": (state({"EGYPT": ["CAI"]}), "“EGYPT” is not a power on the standard map."),
    "a map that is a number": (engine(map=7), "“7” in `map` is not text."),
    "a map of other powers and years": (
        state({"ROME": ["ROM"]}, "S0001M"),
        "“ROME” is not a power on the standard map.",
    ),
    # DiploBN
    "players in a list": (bn(Players=[]), "“[]” in `Players` is not an object."),
    "a player that is a number": (bn(Players=PLAYERS | {"Italy": 7}), "“7” is not a name."),
    "a name of 10,000 signs": (
        bn(Players=PLAYERS | {"Italy": "x" * 10_000}),
        "is not a name of at most 200 characters.",
    ),
    "minus two centres": (summary(CenterCount=-2), "“-2” in `CenterCount` is not a whole number"),
    "centres in words": (summary(CenterCount="many"), "“many” in `CenterCount` is not a whole number"),
    "true for centres": (summary(CenterCount=True), "“True” in `CenterCount` is not a whole number"),
    "a score in words": (summary(Score="best"), "“best” in `Score` is not a number."),
    "ninth of seven": (summary(Rank=9), "“9” in `Rank` is not a whole number from 1 to 7."),
    "eliminated in the year 3": (
        summary(YearOfElimination=3),
        "“3” in `YearOfElimination` is not a whole number from 1901",
    ),
    "a phase before the game": (bn(GamePhases=[{"Phase": 17}]), "“17” in `Phase` is not a whole number"),
    "results of another map": (bn(ResultSummary={"Egypt": {}}), "“Egypt” is not a power on the standard map."),
    # dipvis
    "rounds that are a number": (json.dumps(tournament() | {"rounds": 3}), "“3” in `rounds` is not"),
    "a result that is a text": (json.dumps(tournament() | {"results": ["Anna"]}), "“Anna” is not an object"),
    "a breakdown of texts": (CUP.replace('{"round": 2, "score": 9.5, "dropped": true}', '"9.5"'), "error: file"),
    "a year in words": (chart({"first": {}}), "“first” in `sc_chart` is not a whole number"),
    "99 centres": (chart({"1901": {"Italy": 99}}), "“99” in `Italy` is not a whole number from 0 to 34."),
    "40 centres in a year": (
        chart({"1901": {"Italy": 20, "France": 20}}),
        "One year has 40 centres, but the map has only 34.",
    ),
    "a round of another kind": (
        GAME.replace('"round_number": 1', '"round_number": "x"'),
        "“x” in `round_number` is not a whole number",
    ),
    # webDiplomacy
    "an eighth country": (web({"terrID": 1, "countryID": 8}), "“8” in `countryID` is not a whole number from 0 to 7."),
    "a territory twice": (
        web(*[{"terrID": 1, "countryID": 1}] * 2),
        "“terrID 1” appears more than once.",
    ),
    "a turn before the first": (web(turn=-1), "“-1” in `turn` is not a whole number"),
    "another variant": (web(variantID=15), "uses variant 15, not the standard map."),
    "a country twice": (json.dumps({"members": [{"countryID": 1, "user": "a"}] * 2}), "England appears twice here."),
    # Backstabbr
    "a page without a year": (
        PAGE.replace("history_current_season", "x"),
        "The page has no link to its year and season.",
    ),
    "provinces that break off": (provinces('{"Par": "Fr'), "The list of provinces cannot be read."),
    "provinces in a list": (provinces("[1]"), "“[1]” is not a list of the provinces and their owners."),
    "provinces of nobody": (
        provinces('{"Boh": "Austria"}'),
        "In this file, no power owns a centre of the standard map.",
    ),
    "provinces of somebody else": (provinces('{"Par": "alert(1)"}'), "“alert(1)” is not a power on the standard map."),
    "a centre in two spellings": (
        provinces('{"Par": "France", "PAR": "Italy"}'),
        "“PAR” appears more than once.",
    ),
    # tables
    "a power twice on a board": (wdd("0EN", "0AU"), "Austria appears twice here."),
    "a power of no code": (wdd("0EN", "0XX"), "“0XX” is not a power on the standard map."),
    "a chart with 40 centres": (
        wdd(",8,0,3,5,6,8", ",8,0,3,5,6,40"),
        "“40” in `CT_03` is not a whole number from 0 to 34.",
    ),
    "a chart with 35 in a year": (
        wdd(",8,0,3,5,6,8", ",8,0,3,5,7,8"),
        "One year has 35 centres, but the map has only 34.",
    ),
    "a draw of three that two are in": (wdd(",8,0,3,5,6,8", ",8,0,0,5,6,8"), "`DRAW` is not the number"),
    "rows without a round": (wdd(",1,1,0AU", ",,1,0AU"), "`ROUND` is missing."),
    "a header twice": (wdd("RANK", "ROUND"), "file:G2: “7” under `ROUND` differs from “1” under `ROUND` in D1."),
    "a line with too many centres": (
        "France (Anna) 12\nItaly (Bea) 40\nTurkey (Cid) 3",
        "“40” in `final` is not a whole number from 0 to 34.",
    ),
    "six lines": ("\n".join(f"{power} (Anna) 5" for power in [*PLAYERS][1:]), "This board is missing Austria."),
    "six powers across": (
        "year," + ",".join([*PLAYERS][:6]) + "\n1901,5,5,5,5,5,5",
        "This board is missing Turkey.",
    ),
    "two columns of one round": (
        "Player,Round 1,R1 (Friday)\nAnna Rossi,30.5,2",
        "file:C2: “2” under `R1 (Friday)` differs from “30.5” under `Round 1` in B1.",
    ),
    "a year twice below the powers": (
        "year," + ",".join(PLAYERS) + "\n1901,5,4,5,5,4,6,4\n1901,5,5,5,5,4,6,3",
        "“1901” appears more than once.",
    ),
    "a year in two headers": (
        "power,player,1901,A1901\nAustria,Anna,5,4",
        "file:D2: “4” under `A1901` differs from “5” under `1901` in C1.",
    ),
    "a header twice in one spelling": (
        "power,player,final,final\nAustria,Anna,5,4",
        "file:D2: “4” under `final` differs from “5” under `final` in C1.",
    ),
    "a line in words": (
        "France (Anna) 12\nItaly (Bea) many centres\nTurkey (Cid) 3",
        "“many centres” cannot be read as the centres and points for Italy.",
    ),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_file_is_reported_in_a_clear_line_and_nothing_is_written(tmp_path: Path, what: str) -> None:
    content, line = DAMAGED[what]
    file = tmp_path / "file"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert done.stderr.startswith("error: file") and line in done.stderr
    assert len(done.stderr) < 2000 and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_there_are_enough_damaged_files() -> None:
    assert len(DAMAGED) >= 60


@pytest.mark.parametrize(
    ("start", "more"), [(b"{", b" "), (b"<html>", b" "), (b"a,b\n", b"\n"), (b'{"a": 1}\n{', b" "), (b"", b"\0")]
)
def test_a_file_of_200_megabytes_is_refused_before_it_is_read(tmp_path: Path, start: bytes, more: bytes) -> None:
    """Only 64 MB are read before the file is refused, even if the rest of the file is a single line."""
    file = tmp_path / "huge"
    with file.open("wb") as written:
        written.write(start)
        written.truncate(200 * 2**20)
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and "error: huge" in done.stderr and "This file is larger than 64 MB." in done.stderr
    assert not (tmp_path / "raw").exists()


def test_a_missing_file_or_a_folder_is_named_and_the_others_are_imported(tmp_path: Path) -> None:
    good = saved(tmp_path / "good.json", engine_game())
    done = run(tmp_path / "raw", tmp_path / "missing.json", tmp_path, good)
    assert done.exit_code == 1
    assert "error: missing.json: This file cannot be read: No such file" in done.stderr
    assert f"error: {tmp_path.name}: This is a folder." in done.stderr
    assert {seat["board"] for seat in typed(tmp_path / "raw")} == {"good"}


@pytest.mark.parametrize("typed_as", [".", "./", "../saved", "saved/.."])
def test_a_folder_keeps_its_name_however_the_path_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed_as: str
) -> None:
    folder = tmp_path / "saved"
    (folder / "saved").mkdir(parents=True)
    monkeypatch.chdir(folder)
    done = run(tmp_path / "raw", typed_as)
    assert done.exit_code == 1 and done.stderr.startswith(
        "error: saved: This is a folder. Name the files in the folder, not the folder itself."
    )


OUTSIDE = ("../x", "a/b", "..", ".x", "a\\b", "", " ", "x" * 101, "a\nb", "~$x")


@pytest.mark.parametrize(
    ("of", "name"),
    [*(("--event", name) for name in (*OUTSIDE, "pgp", "report")), *(("--season", name) for name in OUTSIDE)],
)
def test_a_name_never_leaves_its_folder(tmp_path: Path, of: str, name: str) -> None:
    file = saved(tmp_path / "good.json", engine_game())
    names = {"--event": "Club", "--season": "2026"} | {of: name}
    arguments = [part for pair in names.items() for part in pair]
    done = CliRunner().invoke(app, ["import", str(file), *arguments, "--raw", str(tmp_path / "raw")])
    assert done.exit_code == 1 and done.stderr.startswith("centre-years: ")
    assert [path.name for path in tmp_path.iterdir()] == ["good.json"]


def test_a_text_that_looks_like_a_formula_a_path_or_a_page_stays_a_text(tmp_path: Path) -> None:
    names = ("=HYPERLINK(1)", "+1", "@SUM(A1)", "../../x", "<script>alert(1)</script>", "a\u202eb", "Zoë\tO'Neil")
    players = dict(zip(PLAYERS, names, strict=True))
    done = run(tmp_path / "raw", saved(tmp_path / "=cmd.json", diplobn_game() | {"Players": players}))
    assert done.exit_code == 0
    seats = typed(tmp_path / "raw")
    assert [seat["player"] for seat in seats] == [*names[:5], "a b", "Zoë O'Neil"]
    assert {seat["board"] for seat in seats} == {"=cmd"}


def test_two_games_with_one_name_are_reported_and_the_first_is_kept(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    files = [saved(tmp_path / folder / "friday.json", engine_game()) for folder in ("a", "b")]
    done = run(tmp_path / "raw", *files)
    assert done.exit_code == 1 and "Another file already has board friday of round 1." in done.stderr
    assert len(typed(tmp_path / "raw")) == 7


def test_sheets_of_two_evenings_that_overlap_count_each_result_once(tmp_path: Path) -> None:
    """The second sheet repeats round 1, with the same result for Anna but a different one for Bruno.

    Nothing shows which of Bruno's results is right, so an error is reported and the result in the first sheet is kept.
    """
    first = tmp_path / "one.csv"
    first.write_text("player,R1\nAnna,10\nBruno,20\nAnna,11\n")
    second = tmp_path / "two.csv"
    second.write_text("player,R1,R2\nAnna,10,5\nBruno,21,6\n")
    done = run(tmp_path / "raw", first, second)
    assert done.exit_code == 1 and "error: two.csv:3 Bruno: The files differ in `score`: “20” and “21”." in done.stderr
    rows = [(row["player"], row["round"], row["score"]) for row in typed(tmp_path / "raw", "results")]
    assert sorted(rows) == [("Anna", 1, 10), ("Anna", 1, 11), ("Anna", 2, 5), ("Bruno", 1, 20), ("Bruno", 2, 6)]
    again = run(tmp_path / "raw", first, "--merge")
    assert (again.exit_code, again.stderr) == (0, "") and "There is nothing new" in again.stdout


def test_an_event_that_cannot_be_read_or_exists_twice_is_not_changed(tmp_path: Path) -> None:
    folder = tmp_path / "raw" / "2026"
    folder.mkdir(parents=True)
    good = saved(tmp_path / "good.json", engine_game())
    (folder / "Club.xlsx").write_bytes(b"no workbook")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "cannot be read as it is" in done.stderr
    (folder / "Club").mkdir()
    (folder / "Club" / "boards.csv").write_text("round,board,power,player\n1,x,Italy,Anna\n")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "already exists: move it somewhere else first" in done.stderr
    (folder / "Club.xlsx").unlink()
    (folder / "Club" / "boards.csv").write_text("round,board,power,player\n,x,Italy,Anna\n")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "a row without a round or board" in done.stderr
    assert [path.name for path in folder.rglob("*")] == ["Club", "boards.csv"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[" + "{}," * 3_000_000 + "{}]", "This file contains 6,000,002 values, but at most 2,000,000 are read."),
        ("[" + "0," * 2_000_001 + "0]", "This file contains 2,000,002 values, but at most 2,000,000 are read."),
        ("[" + "{}," * 20_000 + "{}]", "This file lists 20,001 games, but at most 10,000 are read"),
        ("{}\n" * 20_000, "This file has more than 10,000 lines."),
    ],
    ids=["three million objects", "two million numbers", "a long list", "many lines"],
)
def test_endless_lists_are_refused(content: str, says: str, tmp_path: Path) -> None:
    """Endless lists are refused before they use up all memory.

    A `{}` takes about fifty times as much space in memory as in the file.
    """
    (tmp_path / "games.json").write_text(content)
    done = run(tmp_path / "raw", tmp_path / "games.json")
    assert (done.exit_code, (tmp_path / "raw").exists()) == (1, False)
    assert says in done.stderr
