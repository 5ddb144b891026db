"""Checks that every command in the documents exists, with its options and variables."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from pipeline.cli.app import app
from tests.documents.tutorial import ROOT
from tests.grouped import grouped

DOCUMENTS = [path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"]  # names old commands
DOCUMENTS += [*sorted((ROOT / "docs").rglob("*.md"))]
QUOTED = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"^ *```.*?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^ *(?:\$ )?(.+)$", re.MULTILINE)
PYTHON = re.compile(r"^(?:\.venv/bin/)?python3?(?: -P)? -m pipeline")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {*re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)}
VERBS = typer.main.get_command(app).commands  # type: ignore[attr-defined] - a group of commands
VARIABLES = {*re.findall(r"^override export (\w+)", MAKEFILE, re.MULTILINE)}
VARIABLES |= {*re.findall(r"^KNOWN = (.+)$", MAKEFILE, re.MULTILINE)[0].split()}


def commands(text: str) -> Iterator[str]:
    """Yield each command that a document's text quotes or shows in a block."""
    lines = [line for block in FENCE.findall(text) for line in SHOWN.findall(block)]
    for quoted in (*lines, *QUOTED.findall(FENCE.sub("", text))):
        command = PYTHON.sub("centre-years", quoted)
        if command.startswith(("centre-years ", "make ")):
            yield command


def wrong(command: str) -> str | None:
    """Return an unknown command, option or variable in a command line, or None if all of them exist."""
    program, *words = shlex.split(command.replace("...", "_"), comments=True)
    if program == "make":
        names = [re.match(r"(\w+)=", word) for word in words]
        unknown = [word for word, name in zip(words, names, strict=True) if not name and word not in TARGETS]
        return next(iter([*unknown, *(name[1] for name in names if name and name[1] not in VARIABLES)]), None)
    verb = VERBS.get(words[0])
    if verb is None:
        return None if words[0] in ("--help", "--version") else words[0]
    known = {"--", "--help", *(option for one in verb.params for option in (*one.opts, *one.secondary_opts))}
    return next((word for word in words[1:] if word.startswith("-") and word.split("=")[0] not in known), None)


@grouped("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_only_commands_that_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert [command for command in commands(text) if wrong(command)] == []


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("centre-years bild", "bild"),
        ("centre-years build --fast", "--fast"),
        ("make bild", "bild"),
        ("make new NAME=x", "NAME"),
        ("make new EVENT='Club night' SEASON=2026", None),
        ("centre-years new 'Club night' --season 2026", None),
    ],
)
def test_a_command_that_is_gone_is_noticed(command: str, part: str | None) -> None:
    assert wrong(command) == part
