"""The language of the terminal, and characters that must never be printed on it."""

import ctypes
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.cli.terminal import VARIABLES, terminal_language
from tests.sheets import event, put, write_xlsx, write_zip


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de-AT"}, "de"),
        ({"LANG": "de_CH.UTF-8@euro"}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C", "LC_MESSAGES": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_TIME": "de_DE.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "nl:de:fr"}, "de"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "nl"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": ""}, "it"),
        ({"LANG": "italiano"}, "en"),
    ],
    ids=lambda value: " ".join(f"{name}={text}" for name, text in value.items()) if isinstance(value, dict) else value,
)
def test_the_environment_decides_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    assert terminal_language() == language


@pytest.mark.parametrize(
    ("menus", "environment", "language"),  # `menus` is an identifier from Microsoft's list of locales
    [
        (0x0410, {}, "it"),  # Italy
        (0x080C, {}, "fr"),  # Belgium
        (0x0C07, {}, "de"),  # Austria
        (0x0413, {}, "en"),  # Dutch has no catalogue
        (0xFFFF, {}, "en"),
        (0x0410, {"LANG": "fr_FR.UTF-8"}, "fr"),
        (0x0410, {"LANG": "C"}, "en"),
        (0x0410, {"LANG": "nl_NL"}, "it"),
    ],
)
def test_windows_says_the_language_of_its_menus(
    menus: int, environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: menus)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal_language() == language


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "centre-years: there is no folder nowhere"),
        ("it", "centre-years: la cartella nowhere non esiste"),
        ("fr", "centre-years: il n’y a pas de dossier nowhere"),
        ("de", "centre-years: es gibt keinen Ordner nowhere"),
    ],
)
def test_a_command_speaks_the_language_of_the_terminal(
    language: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    done = CliRunner().invoke(app, ["check", "--raw", "nowhere"])
    assert (done.exit_code, done.stdout, done.stderr.strip()) == (1, "", says)


def test_explain_speaks_the_language_of_the_terminal_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "it")
    shown = [
        CliRunner().invoke(app, ["explain", "centres_fall", *more]).stdout
        for more in ([], ["--language", "it"], ["--language", "en"])
    ]
    assert shown[0] == shown[1] and "errore: " in shown[0] and "error: " in shown[2]


TITLE, CLEAR, FORGED = "\x1b]0;owned\x07", "\x9b2J", "\r\nerror: forged"
STEERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def printed(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, [*map(str, arguments)])
    return done.stdout + done.stderr


HARMS = {"title": TITLE, "clear": CLEAR, "forged line": FORGED, "reversed": "\u202egnp"}


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what `check` prints for seasons with harmful text.

    Each text in HARMS appears in a file name, in the name of a zip part, in a header and in a cell.
    """
    raw = tmp_path_factory.mktemp("harms")
    for name, harm in HARMS.items():
        season = raw / f"Season {name}"
        sheets = event(f"Night {name}", family=name)
        put(sheets, "boards!D2", f"Anna{harm}")
        write_xlsx(season / f"Night{harm}.xlsx", sheets)
        write_zip(season / "Parts.xlsx", {"[Content_Types].xml": b"<a/>", f"../{harm}.xml": b"<a/>"})
        (season / "Table").mkdir()
        (season / "Table" / "boards.csv").write_text(f"round,board,power,player,{harm}\n1,1,Austria,x,1\n", "utf-8")
    return printed("check", "--raw", raw)


@pytest.mark.skipif(sys.platform == "win32", reason="no such names of files there")
@pytest.mark.parametrize("name", HARMS)
def test_no_text_from_outside_controls_the_terminal(name: str, checked: str, tmp_path: Path) -> None:
    """Text from outside may come from sheets, from orders and from imported files."""
    harm, raw = HARMS[name], tmp_path / "raw"
    orders, list_ = tmp_path / f"orders{harm}.txt", tmp_path / f"list{harm}.json"
    orders.write_text(f"Italy\nA Ven{harm} - Tri\n", "utf-8", newline="")
    list_.write_text('{"a": "' + harm.encode("unicode_escape").decode().replace("\\x", "\\u00") + '"}', "utf-8")
    said = [
        checked,
        printed("orders", orders, orders),
        printed("import", list_, "--season", "2013", "--event", "Cup", "--raw", raw),
        printed("import", f"nowhere{harm}", "--season", "2013", "--event", f"Cup{harm}", "--raw", raw),
    ]
    assert all(said)
    assert [STEERS.findall(text) for text in said] == [[]] * len(said)
    assert not any(line.startswith("error: forged") for text in said for line in text.splitlines())


def test_too_little_memory_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `check` is tested, since the same code reports a lack of memory for all commands."""

    def compute(*_: object, **__: object) -> None:
        raise MemoryError

    write_xlsx(tmp_path / "2013" / "Night.xlsx", event())
    monkeypatch.setattr("pipeline.stages.compute", compute)
    done = CliRunner().invoke(app, ["check", "--raw", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("centre-years: there is not enough memory") and done.stderr.count("\n") == 1
