"""Files that are damaged, or made to do harm: a clear line each, and nothing written."""

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
    """Return a game with a phase of these centres."""
    return engine(phases=[phase("S1901M", CHART[1901]), {"name": name, "state": {"centers": centers}}])


def bn(**changed: Any) -> str:
    return json.dumps(diplobn_game() | changed)


def summary(**cells: Any) -> str:
    """Return a game of DiploBN in whose results Austria has these cells."""
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
    """Return a workbook that no spreadsheet has calculated: a formula stands where the centres belong."""
    workbook, file = Workbook(), BytesIO()
    workbook.active.append(["power", "player", "final"])
    for power in PLAYERS:
        workbook.active.append([power, "Anna", "=2+3"])
    workbook.save(file)
    return file.getvalue()


DAMAGED: dict[str, tuple[str | bytes, str]] = {  # what is wrong -> the file, and what the line says
    # no file of any format
    "empty": ("", "found an empty file"),
    "blanks alone": (" \n\t\n", "found an empty file"),
    "a PDF": (b"%PDF-1.7\n" + bytes(range(256)) * 20, "found a PDF"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "found a picture"),
    "a game in a gzip file": (gzip.compress(ENGINE.encode(), mtime=0), "found a gzip file"),
    "a letter": (packed(**{"word__document.xml": "x"}), "found a text document (.docx), expected a format"),
    "a text of a word processor": ("{\\rtf1 France (Anna) 12}", "found an RTF text"),
    "a post with marks": ("[b]France (Anna) 12[/b]", "found another sheet"),
    "a chart without years": ("," + ",".join(PLAYERS) + "\n,5,4,5,5,4,6,4", "found powers across, and no years below"),
    "zeros": (bytes(5000), "error: file"),
    "a workbook of the old format": (
        b"\xd0\xcf\x11\xe0" + bytes(600),
        "of an old format, expected a format that is read",
    ),
    "a zip that is no workbook": (packed(readme="x"), "found a zip file that is no workbook, expected a format"),
    "a workbook that unpacks to a hundred times its size": (packed(**{"xl__workbook.xml": " " * 10**7}), "packed to a"),
    "formulas without values": (formulas(), "found =2+3 for final"),
    "half a workbook": (packed(xl__workbook="x" * 5000)[:90], "error: file"),
    "a part that leads outside": (packed(**{"..__..__x": "y", "xl__workbook.xml": "<a/>"}), "error: file"),
    "prose": ("Dear all,\nthe games were fine.\nSee you", "found another sheet"),
    "a table of something else": ("fruit,price\napple,2\npear,3", "found another sheet"),
    "a page of something else": ("<html><body><script>alert(1)</script></body></html>", "found a page of another kind"),
    "JSON of something else": ('{"answer": 42}', "found JSON of another format"),
    "an empty list": ("[]", "found nothing"),
    "an empty object": ("{}", "found JSON of another format"),
    "a list of numbers": ("[1, 2, 3]", "found JSON of another format"),
    # broken JSON
    "truncated": (ENGINE[: len(ENGINE) // 2], "found line 1, column"),
    "truncated in its last sign": (ENGINE[:-1], "found line 1, column"),
    "one bracket": ("{", "found line 1, column 2"),
    "10,000 lists in lists": ('{"phases": ' + "[" * 10_000 + "]" * 10_000 + "}", "brackets within brackets"),
    "10,000 objects in objects": ('{"a":' * 10_000 + "1" + "}" * 10_000, "brackets within brackets"),
    "NaN": (ENGINE.replace('"rules"', '"x": NaN, "rules"'), "found NaN"),
    "a number of 5,000 figures": ('{"id": ' + "9" * 5000 + "}", "error: file"),
    "no UTF-8": (ENGINE.replace("NO_PRESS", "é").encode("latin-1").replace(b"\\u00e9", b"\xe9"), "error: file"),
    "a name twice": (ENGINE.replace('"FRANCE":', '"ITALY":', 1), "found ITALY, expected it only once"),
    # the Python engine
    "phases that are no list": (engine(phases={}), "expected a list"),
    "no phase": (engine(phases=[]), "found no phase"),
    "a phase that is a text": (engine(phases=["S1901M"]), "expected an object with the field name"),
    "a phase without a name": (state({}, None), "expected a text"),
    "a phase of no turn": (state({}, "X1901M"), "found X1901M"),
    "a phase in the year 9999": (state(CENTRES, "S9999M"), "found 9998 for name"),
    "no state": (engine(phases=[{"name": "W1901A"}]), "found no state"),
    "centres in a list": (state(["PAR"]), "expected an object"),
    "a number for centres": (state({"FRANCE": 5}), "expected the list of the centres of FRANCE"),
    "numbers for centres": (state({"FRANCE": [1, 2]}), "expected the list of the centres of FRANCE"),
    "a centre twice": (state({"FRANCE": ["PAR", "PAR"]}), "found PAR"),
    "a centre of two powers": (state(CENTRES | {"ITALY": ["BRE"]}), "found BRE"),
    "a power in two spellings": (state(CENTRES | {"France": ["MAR"]}), "found France"),
    "35 centres": (state({"FRANCE": [str(n) for n in range(35)]}), "found 35 centres in a year"),
    "a power of another map": (state({"EGYPT": ["CAI"]}), "found the power EGYPT"),
    "a map that is a number": (engine(map=7), "expected a text"),
    "a map of other powers and years": (state({"ROME": ["ROM"]}, "S0001M"), "found the power ROME"),
    # DiploBN
    "players in a list": (bn(Players=[]), "expected an object"),
    "a player that is a number": (bn(Players=PLAYERS | {"Italy": 7}), "found 7 for a player"),
    "a name of 10,000 signs": (bn(Players=PLAYERS | {"Italy": "x" * 10_000}), "expected a name of at most 200"),
    "minus two centres": (summary(CenterCount=-2), "found -2 for CenterCount"),
    "centres in words": (summary(CenterCount="many"), "found many for CenterCount"),
    "true for centres": (summary(CenterCount=True), "found True for CenterCount"),
    "a score in words": (summary(Score="best"), "found best for Score"),
    "ninth of seven": (summary(Rank=9), "found 9 for Rank"),
    "eliminated in the year 3": (summary(YearOfElimination=3), "found 3 for YearOfElimination"),
    "a phase before the game": (bn(GamePhases=[{"Phase": 17}]), "found 17 for Phase"),
    "results of another map": (bn(ResultSummary={"Egypt": {}}), "found the power Egypt"),
    # dipvis
    "rounds that are a number": (json.dumps(tournament() | {"rounds": 3}), "found 3 for rounds"),
    "a result that is a text": (json.dumps(tournament() | {"results": ["Anna"]}), "expected an object"),
    "a breakdown of texts": (CUP.replace('{"round": 2, "score": 9.5, "dropped": true}', '"9.5"'), "error: file"),
    "a year in words": (chart({"first": {}}), "found first for sc_chart"),
    "99 centres": (chart({"1901": {"Italy": 99}}), "found 99 for Italy"),
    "40 centres in a year": (chart({"1901": {"Italy": 20, "France": 20}}), "found 40 centres"),
    "a round of another kind": (GAME.replace('"round_number": 1', '"round_number": "x"'), "found x for round_number"),
    # webDiplomacy
    "an eighth country": (web({"terrID": 1, "countryID": 8}), "found 8 for countryID"),
    "a territory twice": (web(*[{"terrID": 1, "countryID": 1}] * 2), "found terrID 1"),
    "a turn before the first": (web(turn=-1), "found -1 for turn"),
    "another variant": (web(variantID=15), "found variant 15"),
    "a country twice": (json.dumps({"members": [{"countryID": 1, "user": "a"}] * 2}), "found England"),
    # Backstabbr
    "a page without a year": (PAGE.replace("history_current_season", "x"), "found no year and season"),
    "provinces that break off": (provinces('{"Par": "Fr'), "found no list of provinces"),
    "provinces in a list": (provinces("[1]"), "expected an object with the provinces"),
    "provinces of nobody": (provinces('{"Boh": "Austria"}'), "found no centre"),
    "provinces of somebody else": (provinces('{"Par": "alert(1)"}'), "found the power alert(1)"),
    "a centre in two spellings": (provinces('{"Par": "France", "PAR": "Italy"}'), "a centre in two spellings"),
    # tables
    "a power twice on a board": (wdd("0EN", "0AU"), "found Austria"),
    "a power of no code": (wdd("0EN", "0XX"), "found the power 0XX"),
    "a chart with 40 centres": (wdd(",8,0,3,5,6,8", ",8,0,3,5,6,40"), "found 40 for CT_03"),
    "a chart with 35 in a year": (wdd(",8,0,3,5,6,8", ",8,0,3,5,7,8"), "found 35 centres in a year"),
    "a draw of three that two are in": (wdd(",8,0,3,5,6,8", ",8,0,0,5,6,8"), "DRAW is not the number"),
    "rows without a round": (wdd(",1,1,0AU", ",,1,0AU"), "found no ROUND"),
    "a header twice": (wdd("RANK", "ROUND"), "file:G2: found 7 below ROUND, expected 1, as below ROUND in D1"),
    "a line with too many centres": ("France (Anna) 12\nItaly (Bea) 40\nTurkey (Cid) 3", "found 40 for final"),
    "six lines": ("\n".join(f"{power} (Anna) 5" for power in [*PLAYERS][1:]), "found no Austria, expected each of"),
    "six powers across": (
        "year," + ",".join([*PLAYERS][:6]) + "\n1901,5,5,5,5,5,5",
        "found no Turkey, expected each of",
    ),
    "two columns of one round": (
        "Player,Round 1,R1 (Friday)\nAnna Rossi,30.5,2",
        "file:C2: found 2 below R1 (Friday), expected 30.5, as below Round 1 in B1",
    ),
    "a year twice below the powers": (
        "year," + ",".join(PLAYERS) + "\n1901,5,4,5,5,4,6,4\n1901,5,5,5,5,4,6,3",
        "found 1901, expected it only once",
    ),
    "a year in two headers": (
        "power,player,1901,A1901\nAustria,Anna,5,4",
        "file:D2: found 4 below A1901, expected 5, as below 1901 in C1",
    ),
    "a header twice in one spelling": (
        "power,player,final,final\nAustria,Anna,5,4",
        "file:D2: found 4 below final, expected 5, as below final in C1",
    ),
    "a line in words": ("France (Anna) 12\nItaly (Bea) many centres\nTurkey (Cid) 3", "found many centres for Italy"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_file_is_a_clear_line_and_nothing_is_written(tmp_path: Path, what: str) -> None:
    content, line = DAMAGED[what]
    file = tmp_path / "file"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
    assert done.stderr.startswith("error: file") and line in done.stderr
    assert len(done.stderr) < 2000 and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_there_are_enough_of_them() -> None:
    assert len(DAMAGED) >= 60


@pytest.mark.parametrize(
    ("start", "more"), [(b"{", b" "), (b"<html>", b" "), (b"a,b\n", b"\n"), (b'{"a": 1}\n{', b" "), (b"", b"\0")]
)
def test_a_file_of_200_megabytes_is_refused_before_it_is_read(tmp_path: Path, start: bytes, more: bytes) -> None:
    """64 MB, or a line of so many, are read and no more."""
    file = tmp_path / "huge"
    with file.open("wb") as written:
        written.write(start)
        written.truncate(200 * 2**20)
    done = run(tmp_path / "raw", file)
    assert done.exit_code == 1 and "error: huge" in done.stderr and "found more than 64 MB" in done.stderr
    assert not (tmp_path / "raw").exists()


def test_a_file_that_is_not_there_or_a_folder_is_named_and_the_others_are_imported(tmp_path: Path) -> None:
    good = saved(tmp_path / "good.json", engine_game())
    done = run(tmp_path / "raw", tmp_path / "missing.json", tmp_path, good)
    assert done.exit_code == 1
    assert "error: missing.json: found No such file" in done.stderr and f"error: {tmp_path.name}: found" in done.stderr
    assert {seat["board"] for seat in typed(tmp_path / "raw")} == {"good"}


@pytest.mark.parametrize("typed_as", [".", "./", "../saved", "saved/.."])
def test_a_folder_has_a_name_however_it_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed_as: str
) -> None:
    folder = tmp_path / "saved"
    (folder / "saved").mkdir(parents=True)
    monkeypatch.chdir(folder)
    done = run(tmp_path / "raw", typed_as)
    assert done.exit_code == 1 and done.stderr.startswith("error: saved: found a folder, expected the files in it")


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


def test_two_games_of_one_name_are_told_and_the_first_is_kept(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    files = [saved(tmp_path / folder / "friday.json", engine_game()) for folder in ("a", "b")]
    done = run(tmp_path / "raw", *files)
    assert done.exit_code == 1 and "found round 1, board friday, again" in done.stderr
    assert len(typed(tmp_path / "raw")) == 7


def test_sheets_of_two_evenings_that_overlap_count_each_result_once(tmp_path: Path) -> None:
    """The second sheet repeats round 1; of Bruno it says otherwise, which nobody can decide."""
    first = tmp_path / "one.csv"
    first.write_text("player,R1\nAnna,10\nBruno,20\nAnna,11\n")
    second = tmp_path / "two.csv"
    second.write_text("player,R1,R2\nAnna,10,5\nBruno,21,6\n")
    done = run(tmp_path / "raw", first, second)
    assert done.exit_code == 1 and "error: two.csv:3 Bruno: found score: 20 and 21" in done.stderr
    rows = [(row["player"], row["round"], row["score"]) for row in typed(tmp_path / "raw", "results")]
    assert sorted(rows) == [("Anna", 1, 10), ("Anna", 1, 11), ("Anna", 2, 5), ("Bruno", 1, 20), ("Bruno", 2, 6)]
    again = run(tmp_path / "raw", first, "--merge")
    assert (again.exit_code, again.stderr) == (0, "") and "Nothing is new" in again.stdout


def test_an_event_that_cannot_be_read_or_stands_there_twice_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "raw" / "2026"
    folder.mkdir(parents=True)
    good = saved(tmp_path / "good.json", engine_game())
    (folder / "Club.xlsx").write_bytes(b"no workbook")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "cannot be read as it is" in done.stderr
    (folder / "Club").mkdir()
    (folder / "Club" / "boards.csv").write_text("round,board,power,player\n1,x,Italy,Anna\n")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "is there already: move it away first" in done.stderr
    (folder / "Club.xlsx").unlink()
    (folder / "Club" / "boards.csv").write_text("round,board,power,player\n,x,Italy,Anna\n")
    done = run(tmp_path / "raw", good, "--merge")
    assert done.exit_code == 1 and "a row without round or board" in done.stderr
    assert [path.name for path in folder.rglob("*")] == ["Club", "boards.csv"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[" + "{}," * 3_000_000 + "{}]", "found a text of 6,000,002 values"),
        ("[" + "0," * 2_000_001 + "0]", "found a text of 2,000,002 values"),
        ("[" + "{}," * 20_000 + "{}]", "found a list of 20,001 elements"),
        ("{}\n" * 20_000, "found more than 10,000 lines"),
    ],
    ids=["three million objects", "two million numbers", "a long list", "many lines"],
)
def test_lists_without_end_are_refused(content: str, says: str, tmp_path: Path) -> None:
    """Before they fill the memory: an object of Python takes some fifty times its two characters."""
    (tmp_path / "games.json").write_text(content)
    done = run(tmp_path / "raw", tmp_path / "games.json")
    assert (done.exit_code, (tmp_path / "raw").exists()) == (1, False)
    assert says in done.stderr
