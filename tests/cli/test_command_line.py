"""Tests of commands as people type them, such as `python -m pipeline ...` and `make ...`.

The tests check what the commands print and write.
"""

import os
import pty
import re
import resource
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.language.language import language as language_of
from pipeline.rules.systems import USUAL, system_id, systems
from schemas.messages import Name
from schemas.words import LANGUAGES
from tests import THOROUGH
from tests.sheets import POWERS, event, files_below, put, read_table, table, tables_alone, write_xlsx
from tests.stress.builds import ended, few_rules, run, start

ROOT = Path(__file__).resolve().parents[2]

Done = subprocess.CompletedProcess[str]


def pipeline(*arguments: str | Path, folder: Path = ROOT) -> Done:
    command = [sys.executable, "-m", "pipeline", *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    assert "Traceback" not in done.stderr, done.stderr
    assert "\x1b" not in done.stdout + done.stderr, "escape codes in a pipe"
    return done


def inside(*arguments: str | Path) -> Done:
    """Run a command in this process, and return its result in the same form as `pipeline` does."""
    done = CliRunner().invoke(app, [*map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return Done(arguments, done.exit_code, done.stdout, done.stderr)


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "italia_2010", "pgp", "campo_di_marte"):
        yield


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write and build two seasons of raw sheets, one with an error and a warning, and return their folder."""
    folder = tmp_path_factory.mktemp("league")
    write_xlsx(folder / "raw" / "2013" / "Coppa.xlsx", event("Coppa"))
    spoilt = event("Guasta", family="guasta")
    put(spoilt, "boards!G4", "5?")
    write_xlsx(folder / "raw" / "2014" / "Guasta.xlsx", spoilt)
    odd = event("Sana", family="sana")
    put(odd, "boards!S3", 35)
    write_xlsx(folder / "raw" / "2014" / "Sana.xlsx", odd)
    done = inside("build", "--raw", folder / "raw", "--out", folder / "out", "--jobs", "1")
    (folder / "said.txt").write_text(done.stdout)
    (folder / "errors.txt").write_text(done.stderr)
    assert done.returncode == 1
    return folder


# -- python -m pipeline ------------------------------------------------------------------------------------------------


def test_the_last_lines_of_build_say_what_was_built_what_was_set_aside_and_where_the_problems_are(league: Path) -> None:
    first, read, aside, problems = (league / "said.txt").read_text().splitlines()[-4:]
    assert read == f"Open: {league / 'out' / 'index.html'}"
    assert re.match(r"2 of 2 seasons built, \d+ files written", first)
    assert aside == "1 board set aside: 2014/Guasta.xlsx, round 1, board 1."
    assert problems.startswith("1 error, 1 warning: see ")
    assert str(league / "out" / "2014" / "problems.xlsx") in problems


def test_errors_and_warnings_go_to_the_error_stream_with_file_sheet_and_cell(league: Path) -> None:
    lines = (league / "errors.txt").read_text().splitlines()
    assert lines[0].startswith("error: 2014/Guasta.xlsx boards G4: “5?” is not a whole number from 0 to 34. Correct")
    assert lines[1].startswith("warning: 2014/Sana.xlsx boards S3: The score entered is 35, but C-Diplo gives 36.00. ")
    assert len(lines) == 2
    assert "error:" not in (league / "said.txt").read_text()


def test_check_lists_every_error_and_names_no_file_that_it_does_not_write(tmp_path: Path) -> None:
    """The sheet has 25 invalid centre counts.

    `build` lists only the first problems and names `problems.xlsx` for the rest, but `check` does not write that file.
    """
    sheets = event()
    sheets["boards"] = [sheets["boards"][0], *([1, *row[1:]] for row in sheets["boards"][1:])]
    for board in range(3, 28):
        sheets["boards"].append([1, board, "Italy", f"Player {board}", "many"])
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", sheets)
    done = inside("check", "--raw", tmp_path / "raw")
    assert done.stderr.count(": “many” is not a whole number") == 25
    assert "problems.xlsx" not in done.stdout + done.stderr


def test_building_one_season_without_an_error_gives_exit_status_0(league: Path) -> None:
    done = inside("build", "--raw", league / "raw", "--out", league / "out", "2013")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("0 of 1 season built, 0 files written")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", "1999"], "there is no season 1999"),
        (["build", "--raw", "nowhere"], "there is no folder nowhere"),
        (["check", "--raw", "nowhere"], "there is no folder nowhere"),
        (["check", "1999"], "there is no season 1999"),
        (["explain", "pqp", "--player", "Anna"], "there is no system, circuit or code called 'pqp'; did you mean pgp"),
        (["explain", "pgp"], "whose score?"),
        (["new", "Serata", "--season", "2026", "--language", "nl"], "the language nl is not available"),
        (["new", "Serata", "--season", ""], "give the season, such as 2026: --season 2026, or SEASON=2026 with make"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_impossible_command_is_answered_in_one_line_on_the_error_stream(
    arguments: list[str], says: str, league: Path
) -> None:
    folder = ["--raw", league / "raw"] if "--raw" not in arguments and arguments[0] != "new" else []
    done = inside(*arguments, *folder)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert says in done.stderr


def test_an_invalid_day_of_a_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    done = inside("build", "--raw", tmp_path / "raw", "--out", tmp_path / "out", "--as-of", "0001-01-01")
    assert done.returncode == 1 and "in the years 1850 to 2150" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def remarked(tmp_path: Path) -> Path:
    """Write a season that causes a warning on standard error, and return the folder."""
    spoilt = event("Sana", family="sana")
    put(spoilt, "boards!S3", 35)
    write_xlsx(tmp_path / "raw" / "2013" / "Sana.xlsx", spoilt)
    of_season = table("setting value", ("systems", "official"), ("data", "generated"))  # few workbooks are written
    write_xlsx(tmp_path / "raw" / "2013" / "season.xlsx", {"season": of_season})
    return tmp_path


def streaming(streams: str, *words: str | Path) -> Done:
    """Run a command with some of its streams closed or full."""
    command = shlex.join([sys.executable, "-m", "pipeline", *map(str, words)])
    done = subprocess.run(f"{command} {streams}", shell=True, cwd=ROOT, capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    return done


SEVERAL = {">&-": 0, "2>&-": 0, ">/dev/full": 1, "2>/dev/full": 0, ">/dev/full 2>/dev/full": 1}


@pytest.mark.parametrize(("streams", "status"), {"<&- >&- 2>&-": 0, **(SEVERAL if THOROUGH else {})}.items())
def test_a_terminal_that_accepts_no_line_costs_no_output(streams: str, status: int, remarked: Path) -> None:
    """The exit status is 1 only if the summary of the build cannot be printed on standard output.

    If standard output is closed, the exit status is 0, since nobody expects to read the summary.
    """
    done = streaming(streams, "build", "--raw", remarked / "raw", "--out", remarked / "out", "--jobs", "1")
    assert done.returncode == status
    assert (remarked / "out" / "2013" / "manifest.json").is_file()


def test_full_streams_cost_no_output(league: Path, tmp_path: Path) -> None:
    def full() -> None:
        sys.stdout = sys.stderr = os.fdopen(os.open("/dev/full", os.O_WRONLY), "w")

    assert run(league / "raw", tmp_path / "out", "--jobs", "1", before=full).status == 1
    assert files_below(tmp_path / "out").keys() == files_below(league / "out").keys()


@pytest.mark.parametrize(
    ("streams", "id", "status"),
    [(">&-", "pgp", 0), (">/dev/full", "pgp", 1), ("2>&-", "pqp", 1), ("2>/dev/full", "pqp", 1)],
)
def test_the_exit_status_reports_a_rule_sheet_or_a_refusal_that_could_not_be_printed(
    streams: str, id: str, status: int
) -> None:
    done = streaming(streams, "systems", id)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_python_without_docstrings_prints_the_rules_all_the_same() -> None:
    command = [sys.executable, "-OO", "-m", "pipeline", "systems", "pgp"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (inside("systems", "pgp").stdout, "") and "Un Tuffo nel Passato" in done.stdout


@pytest.mark.parametrize(
    ("raw", "out"), [("raw", "raw"), ("raw", "raw/out"), ("raw/in", "raw"), ("raw", "raw/2013/..")]
)
@pytest.mark.parametrize("command", ["build", "compare"])
def test_outputs_among_the_raw_sheets_are_refused(command: str, raw: str, out: str, tmp_path: Path) -> None:
    write_xlsx(tmp_path / raw / "2013" / "events.xlsx", event())
    before = files_below(tmp_path)
    done = inside(command, "--raw", tmp_path / raw, "--out", tmp_path / out)
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert "separate folders" in line
    assert files_below(tmp_path) == before


def test_check_lists_the_same_problems_and_writes_nothing(league: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in league.rglob("*")}
    done = inside("check", "--raw", league / "raw")
    assert done.returncode == 1
    assert done.stderr == (league / "errors.txt").read_text()
    assert re.fullmatch(r"3 events in 2 seasons checked: 1 error, 1 warning\.\n", done.stdout)
    assert {path: path.stat().st_mtime_ns for path in league.rglob("*")} == before
    good = inside("check", "--raw", league / "raw", "2013")
    assert (good.returncode, good.stderr) == (0, "")


def test_systems_lists_every_system_with_its_needs_and_prints_one_with_its_numbers() -> None:
    done = pipeline("systems")
    ids = [line.split()[0] for line in done.stdout.splitlines() if re.match("  [a-z]", line)]
    assert len({*ids}) == len(ids) and {*USUAL, "apex", "weasel_moot_2007"} <= {*ids}
    assert re.search("whipping +Whipping; needs elimination years", " ".join(done.stdout.split("\n")))
    assert re.search(r"^  cruise_con +Cruise Con; needs who shares the draw$", done.stdout, re.MULTILINE)
    assert (done.returncode, done.stderr) == (0, "")
    one = inside("systems", "c_diplo").stdout
    assert "Systèmes de scorage" in one and "3        place points: 38, 14 and 7, from first place down" in one
    assert re.search(
        r"^  solo +73: points of a power with 18 centres or more \(a number from 0 to 1000000\)$", one, re.MULTILINE
    )
    wrong = inside("systems", "c_dipl")
    assert wrong.returncode == 1 and "there is no system called c_dipl; choose c_diplo" in wrong.stderr


def test_explain_shows_the_points_of_every_paragraph_and_they_add_up(league: Path) -> None:
    done = inside("explain", "italia_2010", "--player", "berta", "--season", "2013", "--raw", league / "raw")
    (row,) = [
        r for r in read_table(league / "out" / "2013" / "tables" / "italia_2010.scores.csv") if r["player"] == "Berta"
    ]
    points = [float(match[1]) for match in re.finditer(r"^ +(-?\d+\.\d{6})  (?!score)", done.stdout, re.MULTILINE)]
    assert done.returncode == 0
    assert "Italia-2010: Berta, England" in done.stdout
    assert "2013, Coppa, round 1, board 1" in done.stdout
    assert "England 9" in done.stdout
    assert len(points) == 6
    assert sum(points) == pytest.approx(float(row["score"]), abs=1e-5)
    assert re.search(
        rf"^ +{float(row['score']):.6f}  score, place {row['place']} \(scored\)$", done.stdout, re.MULTILINE
    )


def test_explain_says_why_there_is_no_score_and_names_an_unknown_player(league: Path) -> None:
    none = inside("explain", "pgp", "--board", "2", "--power", "Italy", "--season", "2013", "--raw", league / "raw")
    assert none.returncode == 0
    assert "No score: unscorable: centres for every year are needed." in none.stdout
    nobody = inside("explain", "pgp", "--player", "Nobody", "--raw", league / "raw")
    assert nobody.returncode == 1
    assert nobody.stdout.startswith("No seats match")
    near = inside("explain", "pgp", "--player", "Bertha", "--season", "2013", "--raw", league / "raw")
    assert near.returncode == 1
    assert near.stdout.endswith(" Did you mean Berta?\n")
    alone = inside("explain", "--player", "Berta", "--raw", league / "raw")
    assert alone.returncode == 1 and "which system, circuit or rating" in alone.stderr


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        (("--player", "Cy Mos"), "Cy Moss"),
        (("--player", "Moss, Cy"), "Cy Moss"),
        (("--player", "C. Moss"), "Cy Moss"),
        (("--player", "moss"), "Cy Moss or Di Moss"),
        (("--player", "Cy Moss", "--event", "Tornio"), "Torneo"),
        (("--player", "Cy Moss", "--power", "Austira"), "Austria"),
        (("--player", "Xyz"), ""),
        (("--player", "Cy Moss", "--round", "2"), ""),  # no suggestion: another number is another round
    ],
    ids=str,
)
def test_explain_suggests_similar_names(tmp_path: Path, typed: tuple[str, ...], near: str) -> None:
    sheets = event("Torneo", "pgp")
    put(sheets, "boards!D2", "Cy Moss")
    put(sheets, "boards!D3", "Di Moss")
    write_xlsx(tmp_path / "2013" / "Torneo.xlsx", sheets)
    done = inside("explain", "pgp", *typed, "--raw", tmp_path)
    assert done.returncode == 1 and done.stdout.partition("Did you mean ")[2] == (f"{near}?\n" if near else "")


def test_explain_finds_players_by_their_aliases_in_any_case(tmp_path: Path) -> None:
    """The season's `players` sheet has an alias for Berta, who plays England on board 1."""
    write_xlsx(tmp_path / "2013" / "Coppa.xlsx", event("Coppa"))
    write_xlsx(tmp_path / "2013" / "season.xlsx", {"players": table("player also_known_as", ("Berta", "B. Rossi"))})
    for name in ("Berta", "BERTA", "B. Rossi", "b. rossi"):
        done = inside("explain", "c_diplo", "--player", name, "--raw", tmp_path)
        assert (done.returncode, done.stdout.count("C-Diplo: Berta, England")) == (0, 1), name


def test_diff_lists_what_the_last_build_changed(league: Path, tmp_path: Path) -> None:
    shutil.copytree(league, tmp_path / "league")
    changed = event("Coppa")
    put(changed, "boards!L9", 6)
    put(changed, "boards!L10", 7)
    write_xlsx(tmp_path / "league" / "raw" / "2013" / "Coppa.xlsx", changed)
    nothing = inside("diff", "--out", league / "out")
    assert nothing.stdout == "The last build did not change any published scores or ranks.\n"
    with tables_alone():
        inside(
            "build", "--raw", tmp_path / "league" / "raw", "--out", tmp_path / "league" / "out", "--jobs", "1", "2013"
        )
    done = inside("diff", "--out", tmp_path / "league" / "out")
    assert done.returncode == 0
    line = "2013 c_diplo.scores: Coppa, 1, 2, Austria, Hanna: "
    assert any(moved.startswith(line) and "score " in moved and " -> " in moved for moved in done.stdout.splitlines())


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    """Progress is shown on standard error if that is a terminal, and erased at the end. Standard output stays plain."""
    (tmp_path / "raw").mkdir()
    ours, theirs = pty.openpty()

    def on_a_terminal() -> None:
        os.environ["TERM"] = "xterm"
        sys.stdout, sys.stderr = (tmp_path / "said.txt").open("w"), os.fdopen(theirs, "w")

    build = start(tmp_path / "raw", tmp_path / "out", before=on_a_terminal)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the other end is closed
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    assert ended(build).status == 0
    said = (tmp_path / "said.txt").read_text()
    assert b"writing" in shown
    assert said.startswith("0 of 0 seasons built")
    assert "\x1b" not in said


def test_a_full_disk_is_reported_in_one_line_and_leaves_whole_files(tmp_path: Path) -> None:
    """No file may grow beyond 8 kB, so tables can be written but workbooks cannot."""
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", event("Coppa"))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = run(tmp_path / "raw", tmp_path / "out", "--jobs", "1", before=limit)
    assert done.status == 1
    assert len(done.errors.splitlines()) == 1
    assert "too large" in done.errors.lower()
    assert not [path for path in (tmp_path / "out").rglob("*") if "part" in path.name]
    assert not list((tmp_path / "out").rglob("*.xlsx"))
    assert not list((tmp_path / "out").rglob("manifest.json"))


# -- new ---------------------------------------------------------------------------------------------------------------


def test_new_writes_a_workbook_that_can_be_checked_at_once(tmp_path: Path) -> None:
    for language in ("en", "it", "fr"):
        done = inside("new", f"Serata {language}", "--season", "2026", "--raw", tmp_path, "--language", language)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"Serata {language}.xlsx is ready to fill in" in done.stdout
    done = inside("check", "--raw", tmp_path)
    assert done.returncode == 0
    assert [line.split(": ")[2] for line in done.stderr.splitlines()] == [
        (
            "No names or results have been entered for this event yet. If the event has not begun, there is nothing to do. Otherwise check the names of its sheets."
        )
    ] * 3
    page = load_workbook(tmp_path / "2026" / "Serata it.xlsx")["tavoli"]
    assert [cell.value for cell in page[1]][:5] == ["turno", "tavolo", "potenza", "giocatore", 1901]
    assert [page.cell(row, 3).value for row in range(2, 10)][-1] == "totale"
    assert [name for name in page.data_validations.dataValidation if name.type == "list"]
    settings = {
        language: {row[0]: row[1] for row in load_workbook(path).worksheets[1].iter_rows(values_only=True)}
        for language in ("en", "it", "fr")
        for path in [tmp_path / "2026" / f"Serata {language}.xlsx"]
    }
    assert [settings["it"]["lingua"], settings["fr"]["langue"], settings["en"]["language"]] == ["it", "fr", "en"]
    assert [settings["it"]["dati"], settings["fr"]["données"], settings["en"]["data"]] == ["reale", "réelles", "real"]
    sheets = load_workbook(tmp_path / "2026" / "Serata en.xlsx")
    assert sheets.sheetnames == ["start here", "event", "boards", "games", "players", "nmr", "calendar"]
    assert [cell.value for cell in sheets["boards"][1]][4:14] == [*range(1901, 1909), "final", "eliminated"]
    colours = {sheet.title: sheet.sheet_properties.tabColor.rgb for sheet in sheets}
    assert len({*colours.values()}) == 2 and colours["nmr"] == colours["calendar"] != colours["boards"]
    assert "Rarely needed" in sheets["nmr"]["A1"].comment.text and "Rarely" not in sheets["boards"]["A1"].comment.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_workbook_says_how_to_fill_it_in_and_offers_the_systems(language: str, tmp_path: Path) -> None:
    options = ["--rounds", "3", "--boards", "1", "--language", language]
    inside("new", "Serata", "--season", "2026", "--raw", tmp_path, *options)
    guide, event, boards, *_ = load_workbook(tmp_path / "2026" / "Serata.xlsx").worksheets
    lines = [row[1] for row in guide.iter_rows(min_row=3, max_col=2, values_only=True) if row[1]]
    assert 8 <= len(lines) <= 14 and "centre-years build" in lines[-1]
    assert not any("{" in line or len(line) > 180 for line in lines)
    in_bold = {row[0].value: row for row in event.iter_rows() if row[0].font.b}
    rows = [in_bold[language_of(language)(Name("setting", name))] for name in ("name", "system", "rounds", "data")]
    assert len(in_bold) == len(rows) + 1  # and the header row
    assert [row[1].value for row in rows][:3] == ["Serata", None, 3]
    cell = rows[1][1].coordinate
    offered = next(rule.formula1 for rule in event.data_validations.dataValidation if cell in rule.sqref)
    assert offered.startswith(f"'{guide.title}'!$D$1:")
    assert guide.column_dimensions["D"].hidden
    titles = [row[0].value for row in guide[offered.partition("!")[2].replace("$", "")]]
    assert {*map(system_id, titles)} == {*systems()}
    assert {row[:2] for row in boards.iter_rows(min_row=2, max_col=2, values_only=True)} == {(n, 1) for n in (1, 2, 3)}


KINDS = ("diplomacy", "bao", "placings", "results")


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> tuple[Done, Path]:
    """Build one blank workbook of each kind, each in its own season, and return the result and the output folder."""
    folder = tmp_path_factory.mktemp("blank")
    for kind in KINDS:
        inside("new", "Serata", "--season", kind, "--raw", folder / "raw", "--kind", kind)
    return inside("build", "--raw", folder / "raw", "--out", folder / "out"), folder / "out"


@pytest.mark.parametrize("kind", KINDS)
def test_a_blank_workbook_publishes_nothing_and_says_so(kind: str, blank: tuple[Done, Path]) -> None:
    done, out = blank
    assert (done.returncode, [*out.glob("[!.]*")]) == (0, [])
    [said] = [line for line in done.stderr.splitlines() if f"{kind}/Serata.xlsx" in line]
    assert "No names or results have been entered for this event yet." in said
    assert "0 files written" in done.stdout and "problems.xlsx" not in done.stdout


def test_a_language_that_was_not_chosen_is_not_stored(tmp_path: Path) -> None:
    """An event without a stored language uses the language of its season or league."""
    inside("new", "Club night", "--season", "2026", "--raw", tmp_path)
    rows = [*load_workbook(tmp_path / "2026" / "Club night.xlsx")["event"].iter_rows(values_only=True)]
    assert ("language", None) in [row[:2] for row in rows]


PLACES = [("Ann Lee", 1), ("Bo Ray", 2), ("Cy Moss", 3)]
RESULTS = {  # season -> language, kind, sheet of the results, one choice of a drop-down, rows
    "2001": ("en", "placings", "placings", "director", PLACES),
    "2002": ("de", "placings", "Platzierungen", "Turnierleiter", PLACES),
    "2003": ("it", "results", "risultati", "Turchia", [("Cy Moss", 1, 5), ("Bo Ray", 1, 9), ("Ann Lee", 1, 20)]),
}


@pytest.fixture(scope="module")
def filled_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill in new workbooks for four seasons, build them, and return the folder."""
    folder = tmp_path_factory.mktemp("filled in")
    for season in RESULTS:
        results_filled_in(folder / "raw", season)
    chart_filled_in(folder / "raw")
    with tables_alone():
        done = inside("build", "--raw", folder / "raw", "--out", folder / "out", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def results_filled_in(raw: Path, season: str) -> None:
    """Make a season's workbook and fill in its results, either as places or as scores by round."""
    language, kind, _, _, rows = RESULTS[season]
    options = ["--season", season, "--raw", raw, "--language", language, "--kind", kind]
    assert inside("new", "Waikato Open", *options).returncode == 0
    path = raw / season / "Waikato Open.xlsx"
    book = load_workbook(path)
    for number, row in enumerate(rows, 2):
        for column, value in enumerate(row, 1):
            book.worksheets[2].cell(number, column).value = value
    book.save(path)


@pytest.mark.parametrize("season", RESULTS)
def test_an_event_known_by_places_or_scores_alone_has_a_workbook_of_its_own(season: str, filled_in: Path) -> None:
    _, _, sheet, choice, _ = RESULTS[season]
    page = load_workbook(filled_in / "raw" / season / "Waikato Open.xlsx").worksheets[2]
    assert page.title == sheet
    assert choice in page.data_validations.dataValidation[0].formula1
    standings = read_table(filled_in / "out" / season / "tables" / "Waikato Open.standings.csv")
    assert [(row["rank"], row["player"]) for row in standings] == [("1", "Ann Lee"), ("2", "Bo Ray"), ("3", "Cy Moss")]


def chart_filled_in(raw: Path) -> None:
    """Write French sheets that give one board's centres for every year, under a system that the season defines."""
    for name in ("season", "Serata"):
        inside("new", name, "--season", "2026", "--raw", raw, "--language", "fr")
    book = load_workbook(raw / "2026" / "season.xlsx")
    book["systèmes"].append(["nous", "C-Diplo", "places", "30; 20; 10"])
    book.save(raw / "2026" / "season.xlsx")
    path = raw / "2026" / "Serata.xlsx"
    book = load_workbook(path)
    setting = {row[0].value: row[1] for row in book.worksheets[1].iter_rows()}
    setting["système"].value = "nous"
    page = book["tables"]
    header = [cell.value for cell in page[1]]
    for row, (typed, held) in enumerate(zip(event()["boards"][1:8], ROWS, strict=True), 2):
        page.cell(row, 4).value = typed[3]
        for year, centres in zip(range(1901, 1908), held, strict=True):
            page.cell(row, header.index(year) + 1).value = centres
    for row in range(2, page.max_row + 1):  # openpyxl stores no values of formulas; spreadsheet programs do
        if page.cell(row, 3).value == "somme":
            for column in range(5, page.max_column + 1):
                page.cell(row, column).value = None
    book.save(path)


def test_a_new_workbook_that_is_filled_in_is_scored(filled_in: Path) -> None:
    scores = read_table(filled_in / "out" / "2026" / "tables" / "c_diplo.scores.csv")
    assert [row["power"] for row in scores] == [*POWERS]
    assert [float(row["score"]) for row in scores] == [15, 36, 6, 4, 2, 1, 36]
    scores = read_table(filled_in / "out" / "2026" / "tables" / "nous.scores.csv")
    assert [float(row["score"]) for row in scores] == [1 + 7 + 10, 1 + 9 + 25, 6, 4, 2, 1, 1 + 9 + 25]


def test_the_workbook_of_a_season_has_its_own_sheets_and_no_event_may_take_its_name(tmp_path: Path) -> None:
    new = ("new", "Season", "--season", "2026", "--raw", tmp_path)
    assert inside(*new).returncode == 0
    book = load_workbook(tmp_path / "2026" / "season.xlsx")
    header = {page.title: [cell.value for cell in page[1]] for page in book}
    assert header["systems"] == ["system", "based on", "number", "value"]
    assert {*header} == {"season", "systems", "circuits", "players"}
    assert "Rarely needed" in book["systems"]["A1"].comment.text
    assert "title" in book["season"]["A2"].comment.text
    assert "already exists" in inside(*new).stderr
    assert "an event cannot be called" in inside(*new, "--kind", "placings").stderr


ROWS = (
    (5, 5, 5, 6, 6, 7, 7),
    (4, 5, 6, 7, 8, 9, 9),
    (4, 5, 5, 5, 5, 5, 5),
    (5, 5, 5, 4, 4, 3, 3),
    (4, 4, 4, 3, 2, 2, 1),
    (5, 5, 3, 2, 1, 0, 0),
    (4, 5, 6, 7, 8, 8, 9),
)


@pytest.mark.parametrize("there", ["Serata.xlsx", "Serata.ods", "Serata"])
def test_new_never_overwrites_an_event(there: str, tmp_path: Path) -> None:
    path = tmp_path / "2026" / there
    path.parent.mkdir()
    path.write_bytes(b"mine")
    done = inside("new", "Serata", "--season", "2026", "--raw", tmp_path)
    assert done.returncode == 1
    assert "already exists; nothing was written" in done.stderr
    assert files_below(tmp_path) == {f"2026/{there}": b"mine"}


@pytest.mark.parametrize(
    ("name", "season"),
    [
        ("", "2026"),
        ("  ", "2026"),
        ("a/b", "2026"),
        ("../Serata", "2026"),
        (".nascosta", "2026"),
        ("~$Serata", "2026"),
        ("Serata", "../2026"),
        ("Serata", ""),
        ("Serata", "  "),
        ("pgp", "2026"),
        ("campo_di_marte", "2026"),
        ("S" * 300, "2026"),
    ],
)
def test_new_refuses_a_name_that_the_build_would_refuse(name: str, season: str, tmp_path: Path) -> None:
    done = inside("new", "--raw", tmp_path / "raw", "--season", season, "--", name)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert files_below(tmp_path) == {}


# -- make --------------------------------------------------------------------------------------------------------------

HARD_NAMES = [
    "Notte di lega (prova) però",
    "Joe's $HOME `id` $(id)",
    "100% #1: finale",
    'say "cheese" & <b>',
    "-rf",
    "東京 $$ \\ %s",
]


RULES = ("__init__.py", "c_diplo.py", "tribute.py")
PYTHON = """#!/bin/sh
echo "$#" >> "$STARTS"
for word; do printf '%s\\n' "$word" >> "$STARTS"; done
if [ "$ONLY_NOTE" ]; then touch data/out/.stamp; LC_ALL=C ls data/out > data/out/.done; else exec "{python}" "$@"; fi
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, with only the systems in RULES, into a folder whose name contains a space and an accent.

    The copy uses this environment, so nothing is installed. A script in place of Python records each run's arguments.
    """
    if not shutil.which("make"):
        pytest.skip("make is not installed")
    folder = tmp_path_factory.mktemp("Città di prova") / "però $x"
    folder.mkdir()
    for name in ("pipeline", "schemas"):
        shutil.copytree(ROOT / name, folder / name)  # with the bytecode
    for path in (folder / "pipeline" / "rules" / "systems").glob("*.py"):
        if path.name not in RULES:
            path.unlink()
    for name in ("Makefile", "pyproject.toml", *(path.name for path in ROOT.glob("requirements*.txt"))):
        shutil.copyfile(ROOT / name, folder / name)
    (folder / "data" / "out").mkdir(parents=True)
    (folder / "data" / "out" / ".gitignore").write_text("*\n!.gitignore\n")
    write_xlsx(folder / "data" / "raw" / "2013" / "Coppa (prova) però #1; $x 'y' 100%.xlsx", event("Coppa"))
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON.format(python=sys.executable))
    python.chmod(0o755)
    for stamp in (".ready", ".dev", ".desk", ".archive"):
        (folder / ".venv" / stamp).touch()
    return folder


def make(project: Path, *arguments: str, only_note: bool = False) -> Done:
    """Run make without the variables that an outer make may have set.

    only_note  whether to record Python's arguments instead of running Python
    """
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    plain |= {"STARTS": str(project / ".venv" / "starts"), "ONLY_NOTE": "1" if only_note else ""}
    (project / ".venv" / "starts").write_text("")
    done = subprocess.run(
        ["make", *arguments], cwd=project, capture_output=True, text=True, encoding="utf-8", env=plain
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def started_with(project: Path) -> list[str]:
    """Return the arguments that the last run of make passed to Python, or [] if make did not start Python."""
    words = (project / ".venv" / "starts").read_text().splitlines()
    assert not words or len(words) == 1 + int(words[0]), "more than one start, or a word with a line break"
    return words[1:]


@pytest.fixture
def fresh(project: Path) -> Path:
    """Return the project after a complete build, with nothing left for make to do."""
    if not (project / "data" / "out" / "2013" / "systems" / "tribute.xlsx").exists():
        assert make(project).returncode == 0
    make(project, only_note=True)
    return project


def test_make_retries_after_an_error_builds_what_changed_and_then_starts_no_python(project: Path) -> None:
    """After a build with an error, `make` builds again, and a changed rule changes only the files of its system.

    Once nothing is left to do, `make` does not start Python.
    """
    raw, season = project / "data" / "raw", project / "data" / "out" / "2013"
    (raw / "2014").mkdir()
    (raw / "2014" / "Guasta.xlsx").write_bytes(b"PK")
    failed = make(project)
    assert failed.returncode != 0
    assert "error: 2014/Guasta.xlsx" in failed.stderr
    assert started_with(project) == ["-m", "pipeline", "build"]
    before = states(season)
    shutil.rmtree(raw / "2014")
    rule = project / "pipeline" / "rules" / "systems" / "tribute.py"
    text = rule.read_text(encoding="utf-8")
    assert "{survival} points shared by" in text
    rule.write_text(text.replace("{survival} points shared by", "{survival} points divided among"), encoding="utf-8")
    mended = make(project)
    assert (mended.returncode, mended.stderr) == (0, "")
    assert "1 of 1 season built" in mended.stdout
    changed = {name for name, state in states(season).items() if before.get(name) != state}
    assert "systems/tribute.xlsx" in changed
    assert {name for name in changed if "tribute" not in name} <= {
        "manifest.json",
        "tables/problems.csv",
        "problems.xlsx",
    }
    second = make(project)
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout.startswith("Nothing to do")
    assert started_with(project) == []


def states(folder: Path) -> dict[str, tuple[int, int]]:
    """Return each file's inode and modification time. At least one of them changes whenever the file is written."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): (path.stat().st_ino, path.stat().st_mtime_ns) for path in paths}


def restored(project: Path) -> None:
    path = next((project / "data" / "raw" / "2013").glob("Coppa*"))
    path.write_bytes(path.read_bytes())
    os.utime(path, (1e9, 1e9))


def removed(project: Path) -> None:
    (project / "data" / "raw" / "2012").rmdir()


CHANGES: dict[str, Callable[[Path], object]] = {
    "a sheet restored with an old date": restored,
    "a sheet with a date to come": lambda p: os.utime(next((p / "data" / "raw" / "2013").glob("Coppa*")), (4e9, 4e9)),
    "a new season": lambda p: (p / "data" / "raw" / "2012").mkdir(),
    "a season that is gone": removed,
    "a changed rule": lambda p: os.utime(p / "pipeline" / "rules" / "systems" / "tribute.py"),
    "a changed word": lambda p: os.utime(p / "schemas" / "synonyms.csv"),
    "an output that was removed": lambda p: (p / "data" / "out" / "2013" / "systems" / "c_diplo_100.xlsx").unlink(),
    "an output that somebody wrote into": lambda p: (
        p / "data" / "out" / "2013" / "tables" / "tribute.scores.csv"
    ).write_text("x"),
    "a season that was removed": lambda p: shutil.rmtree(p / "data" / "out" / "2013"),
}


def test_make_starts_python_for_any_change(fresh: Path, tmp_path: Path) -> None:
    shutil.copytree(fresh / "data" / "out" / "2013", tmp_path / "2013")
    for change, happen in CHANGES.items():
        assert make(fresh, only_note=True).stdout.startswith("Nothing to do"), f"before {change}"
        happen(fresh)
        make(fresh, only_note=True)
        assert started_with(fresh) == ["-m", "pipeline", "build"], change
    shutil.copytree(tmp_path / "2013", fresh / "data" / "out" / "2013")
    (fresh / "data" / "out" / ".stamp").unlink()  # the changes have not been built


def test_make_starts_no_python_for_files_that_python_leaves_behind(fresh: Path) -> None:
    cache = fresh / "pipeline" / "__pycache__"
    cache.mkdir(exist_ok=True)
    make(fresh, only_note=True)
    (cache / "new.pyc").write_bytes(b"")
    assert make(fresh, only_note=True).stdout.startswith("Nothing to do")


def test_make_new_writes_a_workbook_of_that_name(project: Path) -> None:
    name = HARD_NAMES[1]
    done = make(project, "new", f"EVENT={name}", "SEASON=2026-27 è")
    assert (done.returncode, done.stderr) == (0, "")
    path = project / "data" / "raw" / "2026-27 è" / f"{name}.xlsx"
    settings = {row[0]: row[1] for row in load_workbook(path)["event"].iter_rows(values_only=True)}
    assert settings["name"] == name
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("name", HARD_NAMES)
def test_make_passes_any_name_on_unchanged(name: str, project: Path) -> None:
    done = make(project, "new", f"EVENT={name}", f"SEASON=2026 {name}", only_note=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert started_with(project) == ["-m", "pipeline", "new", "--season", f"2026 {name}", "--", name]
    make(project, "season", f"S={name}", only_note=True)
    assert started_with(project) == ["-m", "pipeline", "build", "--", name]
    make(project, "explain", "SYSTEM=pgp", f"PLAYER={name}", only_note=True)
    assert started_with(project) == ["-m", "pipeline", "explain", "--player", name, "--", "pgp"]


def test_make_new_passes_on_a_language_only_if_it_is_typed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de:en")
    make(project, "new", "EVENT=Serata", "SEASON=2026", only_note=True)
    assert "--language" not in started_with(project)
    make(project, "new", "EVENT=Serata", "SEASON=2026", "LANGUAGE=it", only_note=True)
    assert started_with(project) == ["-m", "pipeline", "new", "--season", "2026", "--language", "it", "--", "Serata"]


@pytest.mark.parametrize("target", ["check", "systems", "diff"])
def test_make_check_systems_and_diff_each_run_one_command(target: str, project: Path) -> None:
    assert make(project, target, only_note=True).returncode == 0
    assert started_with(project) == ["-m", "pipeline", target]


@pytest.mark.parametrize(
    ("typed", "started"),
    [
        (["diff", "ALL=1"], ["diff", "--all"]),
        (
            ["new", "EVENT=Cup", "SEASON=2001", "KIND=placings"],
            ["new", "--season", "2001", "--kind", "placings", "--", "Cup"],
        ),
    ],
)
def test_make_knows_the_variables_of_its_own_help(typed: list[str], started: list[str], project: Path) -> None:
    assert make(project, *typed, only_note=True).returncode == 0
    assert started_with(project) == ["-m", "pipeline", *started]


def test_make_new_without_a_season_writes_nothing(project: Path) -> None:
    stray = project / "data" / "raw" / "Serata.xlsx"
    done = make(project, "new", "EVENT=Serata")
    written = stray.exists()
    stray.unlink(missing_ok=True)
    assert done.returncode != 0
    assert not written


@pytest.mark.parametrize("misspelt", ["LANGAGE=it", "SEASN=2026", "event=Serata"])
def test_make_refuses_an_unknown_variable(misspelt: str, project: Path) -> None:
    done = make(project, "new", "EVENT=Refused", "SEASON=2026", misspelt)
    assert done.returncode != 0 and f"there is no {misspelt.partition('=')[0]};" in done.stderr
    assert not [*(project / "data" / "raw").rglob("Refused*")]


def test_make_clean_removes_the_outputs_and_nothing_else(fresh: Path) -> None:
    raw = files_below(fresh / "data" / "raw")
    assert make(fresh, "clean").returncode == 0
    assert [path.name for path in (fresh / "data" / "out").iterdir()] == [".gitignore"]
    assert files_below(fresh / "data" / "raw") == raw
    make(fresh, only_note=True)
    assert started_with(fresh) == ["-m", "pipeline", "build"]
    make(fresh, "clean")


def test_make_help_names_every_target(project: Path) -> None:
    listed = make(project, "help").stdout
    documented = re.findall(r"^([a-z]+):.*##", (project / "Makefile").read_text(), re.MULTILINE)
    assert {"all", "new", "check", "season", "test", "clean", "help"} <= {*documented}
    assert [target for target in documented if f"make {target}\t" not in listed] == []
