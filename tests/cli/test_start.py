"""Tests of the program when it is run without a command.

The program says how to begin, asks the questions for a new league, or watches a league.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from pipeline.cli import start
from pipeline.cli.app import app
from schemas.words import LANGUAGES


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty folder, set the language to English, and return the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the files opened in another program."""
    files: list[str] = []
    monkeypatch.setattr("typer.launch", files.append)
    return files


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Answer the program's questions with these lines, and return a list that collects the questions."""
    questions: list[str] = []
    typed: Iterator[str] = iter(lines)

    def answer(question: str) -> str:
        questions.append(question)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    return questions


def typed_settings(workbook: Path) -> dict[object, object]:
    """Return the second cell of each row in all sheets of a workbook, keyed by the first cell."""
    rows = (row for sheet in load_workbook(workbook) for row in sheet.iter_rows(values_only=True) if len(row) > 1)
    return {row[0]: row[1] for row in rows if row[0] and row[1] is not None}


def test_without_a_terminal_it_says_in_three_lines_how_to_begin(folder: Path) -> None:
    run = CliRunner().invoke(app, [])
    assert (run.exit_code, run.stderr, len(run.stdout.splitlines())) == (0, "", 3)
    assert 'centre-years new "Club night" --season 2026' in run.stdout
    assert [*folder.iterdir()] == []


def test_four_answers_write_the_first_workbook_and_open_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    questions = answers(monkeypatch, "1", "1", "Club night", "sum of squares")
    start.first_workbook()
    workbook = folder / "data" / "raw" / str(date.today().year) / "Club night.xlsx"
    assert len(questions) == 4 and [Path(file).resolve() for file in opened] == [workbook.resolve()]
    assert typed_settings(workbook)["system"] == "sum_of_squares"
    assert "Club night.xlsx" in capsys.readouterr().out


def test_every_language_is_offered_by_its_own_name() -> None:
    assert [*start.NAMES_OF_LANGUAGES] == [*LANGUAGES]


def test_a_wrong_answer_is_asked_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    questions = answers(monkeypatch, "9", "2", "", "1", "../x", "Torneo", "no such system", "")
    start.first_workbook()
    said = capsys.readouterr()
    assert len(questions) == 8 and len(opened) == 1
    assert "“9”" in said.out and "“no such system”" in said.out and "'../x'" in said.err
    [workbook] = folder.rglob("*.xlsx")
    assert workbook.name == "Torneo.xlsx" and "Nome" in questions[-4]  # the questions are in Italian after that answer
    assert "sistema" not in typed_settings(workbook)


@pytest.mark.parametrize(("answer", "sheet"), [("3", "placings"), ("4", "matches")])
def test_a_cup_and_a_bao_tournament_are_asked_for_no_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str], answer: str, sheet: str
) -> None:
    questions = answers(monkeypatch, "1", answer, "Spring")
    start.first_workbook()
    [workbook] = folder.rglob("*.xlsx")
    assert len(questions) == 3 and sheet in load_workbook(workbook).sheetnames


def test_in_a_league_it_watches_and_opens_the_browser(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "data" / "raw").mkdir(parents=True)
    watched: list[bool] = []
    monkeypatch.setattr(start, "watch", lambda show: watched.append(show))
    assert CliRunner().invoke(app, []).exit_code == 0
    assert watched == [True]


def test_the_one_file_program_finds_the_league_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league, home = folder / "Città", folder / "home"
    (league / "data" / "raw").mkdir(parents=True)
    home.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.setattr(start, "FROZEN", True)
    monkeypatch.setattr("sys.executable", str(league / "centre-years"))
    monkeypatch.setattr(start, "watch", lambda show: None)
    assert CliRunner().invoke(app, []).exit_code == 0
    assert Path.cwd() == league
