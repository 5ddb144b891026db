"""Checks that no output reveals what was entered only for the director, so that outputs may be published."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from tests.sheets import Cell, event, table, write_xlsx
from tests.stress.builds import few_rules

PRIVATE: dict[str, Cell] = {
    "sex": "f",
    "born": "1931-07-23",
    "apart from": "Secret Friend",
    "wdd id": "771234567",
    "wdr id": "881234567",
    "backstabbr": "secretbackstabber",
    "note": "secretnote",
    "e-mail": "secret@example.org",
}
FAULTY: dict[str, Cell] = {
    "sex": "secretsex",
    "born": "1699-07-23",
    "wdd id": "secretid",
    "elo": "high",  # not private, but because of this error problems.xlsx shows the sheet
}
SECRETS = ("1931-07", "31-07-23", "Secret Friend", "771234567", "881234567", "secret", "1699-07")


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo"):
        yield


def texts(out: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and text of every output. A workbook is yielded part by part."""
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        name = path.relative_to(out).as_posix()
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as parts:
                yield from ((f"{name}/{part}", parts.read(part).decode("utf-8")) for part in parts.namelist())
        else:
            yield name, path.read_bytes().decode("utf-8", "replace")


@pytest.mark.parametrize("typed", [PRIVATE, PRIVATE | FAULTY], ids=["right", "with faults"])
def test_no_output_says_what_is_private(tmp_path: Path, typed: dict[str, Cell]) -> None:
    people = [["player", *typed], ["Anna", *typed.values()], ["Hanna", *typed.values()]]
    write_xlsx(tmp_path / "raw" / "2013" / "Coppa.xlsx", {**event("Coppa"), "players": people})
    season = {"season": table("setting value", ("data", "generated"))}
    write_xlsx(tmp_path / "raw" / "2013" / "season.xlsx", season)
    write_xlsx(tmp_path / "raw" / "2014" / "Notte.xlsx", event("Notte"))
    build(tmp_path / "raw", tmp_path / "out", jobs=1)
    written = dict(texts(tmp_path / "out"))
    assert any("problems.xlsx" in name for name in written)
    said = {name: [secret for secret in SECRETS if secret.lower() in text.lower()] for name, text in written.items()}
    assert {name: secrets for name, secrets in said.items() if secrets} == {}
