"""The language of the terminal."""

import pytest
from typer.testing import CliRunner

from pipeline.cli.app import app
from pipeline.cli.terminal import VARIABLES, terminal_language


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
def test_the_environment_says_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    assert terminal_language() == language


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "centre-years: there is no folder nowhere"),
        ("it", "centre-years: non c’è la cartella nowhere"),
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
