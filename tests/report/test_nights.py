"""Tests of the dates shown beside each round, which are the end dates of its boards in the `games` sheet."""

import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from pipeline.build.build import build
from pipeline.build.products import EVENTS, REPORT
from tests.sheets import Sheets, event, only_products, table, write_xlsx

DAYS = {"en": "1 February", "fr": "1er février", "de": "1. Februar"}


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build one season per language, named after the language, and return the output folder."""
    raw = tmp_path_factory.mktemp("nights") / "raw"
    for language in DAYS:
        write_xlsx(raw / language / "Club.xlsx", nights(language))
        write_xlsx(raw / language / "season.xlsx", {"season": table("setting value", ("systems", "official"))})
    with only_products(EVENTS, REPORT):
        build(raw, raw.parent / "out", jobs=1)
    return raw.parent / "out"


@pytest.fixture(params=DAYS.items())
def season(request: pytest.FixtureRequest, seasons: Path) -> tuple[Path, str]:
    language, day = request.param
    return seasons / language, day


def nights(language: str) -> Sheets:
    """Return an event with three rounds. The first has two end dates, the second has one, and the third has none."""
    sheets = event(family=language, language=language)
    first, second = sheets["boards"][1:8], sheets["boards"][8:]
    rounds = [[*first, *second], first, second]
    sheets["boards"][1:] = [
        [number, board, *row[2:]]
        for number, rows in enumerate(rounds, 1)
        for board, row in [(at // 7 + 1, row) for at, row in enumerate(rows)]
    ]
    sheets["games"] = table("round board ended", (1, 1, "2026-01-14"), (1, 2, "2026-01-16"), (2, 1, "2026-02-01"))
    return sheets


def test_the_report_has_the_day_in_its_language(season: tuple[Path, str]) -> None:
    out, day = season
    page = (out / "report.html").read_text(encoding="utf-8")
    heads = re.findall(r'<th scope="col" class="figure"><abbr title="([^"]*)">', page)
    assert [head.partition(", ")[2] for head in heads if head.endswith(day)] == [day]
    assert any("14–16" in head or "14.–16." in head for head in heads)
    rounds = re.findall("<summary>([^<]*)", page)
    assert [day in line for line in rounds[:3]] == [False, True, False]


BESIDE = {  # the two column headers, and how two days are written
    "1 February": ("round", "ended", "2026-01-14 to 2026-01-16"),
    "1er février": ("ronde", "terminée", "du 2026-01-14 au 2026-01-16"),
    "1. Februar": ("Runde", "beendet", "2026-01-14 bis 2026-01-16"),
}


def test_the_workbook_of_events_has_the_day_beside_the_round(season: tuple[Path, str]) -> None:
    *heads, days = BESIDE[season[1]]
    rows = [*load_workbook(season[0] / "events.xlsx").worksheets[3].iter_rows(values_only=True)]
    at = next(number for number, row in enumerate(rows) if [*row[:2]] == heads)
    ended = {row[:2] for row in rows[at + 1 : at + 29]}
    assert ended == {("1", days), ("2", "2026-02-01"), ("3", None)}
