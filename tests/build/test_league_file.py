"""Tests of `league.xlsx`, the workbook beside the seasons' folders.

The workbook sets the title of the league, and the language of seasons that do not state one.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build.build import build
from pipeline.report.picture import has_fonts
from tests.build.test_layout import night
from tests.sheets import Rows, read_table, table
from tests.stress.builds import RULES, few_rules, typed_once


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules(*RULES, report=True):
        yield


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """Write two seasons, the second with a title and language of its own and an event in a third language."""
    typed_once(tmp_path / "raw" / "2013" / "Notte.xlsx", night())
    typed_once(tmp_path / "raw" / "2014" / "Nacht.xlsx", night("Nacht", language="fr"))
    own = {"2013": (), "2014": (("title", "Winterrunde"), ("language", "Deutsch"))}
    for season, settings in own.items():
        sheet = table("setting value", ("systems", "official"), *settings)
        typed_once(tmp_path / "raw" / season / "season.xlsx", {"season": sheet})
    return tmp_path / "raw"


def built(raw: Path, *settings: tuple[str, str], **sheets: Rows) -> Path:
    """Build the seasons with these league settings and sheets, and return the output folder."""
    typed_once(raw / "league.xlsx", {"league": table("setting value", *settings), **sheets})
    outcome = build(raw, raw.parent / "out", jobs=1)
    assert not [problem for problem in outcome.problems if not problem.season]
    return raw.parent / "out"


def head(page: Path) -> str:
    return page.read_text(encoding="utf-8").split("</style>")[1].split("</header>")[0]


def test_its_title_is_on_the_front_page_and_reports_and_its_language_is_the_default(raw: Path) -> None:
    """The 2013 season has no title or language of its own, and the 2014 season has both."""
    players: Rows = [["player", "also known as", "wdd id"], ["Austria 1", "A. Rossi", 12]]
    titled, spoken, site = ("titolo", "Lega <di> Milano"), ("language", "it"), ("sito", "https://example.org/a")
    out = built(raw, titled, spoken, ("rating", "elo by power"), site, players=players)
    front, first, second = out / "index.html", out / "2013" / "report.html", out / "2014" / "report.html"
    assert "<h1>Lega &lt;di&gt; Milano</h1>" in head(front)
    assert "Winterrunde" in front.read_text(encoding="utf-8")
    assert "Lega &lt;di&gt; Milano" in head(first) and "stagione 2013" in head(first)
    assert "Winterrunde" in head(second) and "Lega" not in head(second)
    assert ['lang="de"' in page.read_text(encoding="utf-8") for page in (first, second)] == [False, True]
    # The league's `site` holds for both seasons, so each report has a picture for links. It is drawn only with a font.
    assert {path.parent.name for path in out.rglob("card.png")} == ({"2013", "2014"} if has_fonts() else set())


def test_a_season_whose_every_event_is_set_aside_keeps_its_title_and_its_language(raw: Path) -> None:
    """The `last year` of the season's only event is before its `first year`, so the whole event is set aside."""
    typed_once(raw / "2014" / "Nacht.xlsx", night("Nacht", **{"first year": "1920", "last year": "1910"}))
    out = built(raw, ("title", "Liga"), ("language", "it"))
    page = out / "2014" / "report.html"
    assert "Winterrunde" in head(page) and 'lang="de"' in page.read_text(encoding="utf-8")


def test_a_new_title_alone_makes_the_next_build_write(raw: Path) -> None:
    built(raw, ("title", "Alt"))
    out = built(raw, ("title", "Neu"))
    assert "Neu" in head(out / "2013" / "report.html") and "Alt" not in head(out / "2013" / "report.html")
    assert build(raw, out, jobs=1).built == {}
    (raw / "league.xlsx").unlink()
    build(raw, out, jobs=1)
    assert "Neu" not in head(out / "2013" / "report.html") + head(out / "index.html")


def test_an_unusable_setting_is_reported_at_its_cell_and_costs_no_season(raw: Path) -> None:
    settings = ("language", "Klingon"), ("system", "pgp"), ("titel des jahres", "x")
    players: Rows = [["player", "also known as"], ["Anna", "Ada"], ["Bea", "B., Ada"]]
    typed_once(raw / "league.xlsx", {"league": table("setting value", *settings), "players": players})
    outcome = build(raw, raw.parent / "out", jobs=1)
    found = [problem for problem in outcome.problems if not problem.season]
    assert {(problem.severity, problem.code, problem.file, problem.sheet, problem.cell) for problem in found} == {
        ("error", "bad_value", "league.xlsx", "league", "B2"),
        ("notice", "unknown_setting", "league.xlsx", "league", "A3"),
        ("notice", "unknown_setting", "league.xlsx", "league", "A4"),
        ("error", "alias_twice", "league.xlsx", "players", "B2"),
        ("error", "alias_twice", "league.xlsx", "players", "B3"),
    }
    lines = {
        row["cell"]: row["message"]
        for row in read_table(raw.parent / "out" / "problems.csv")
        if row["sheet"] == "league"
    }
    for cell, words in (
        ("B2", "`German`"),
        ("A3", "`title`, `language` and `rating`"),
        ("A4", "`title`, `language` and `rating`"),
    ):
        assert words in lines[cell]
    assert {*outcome.built} == {"2013", "2014"}
    assert "Notte" in (raw.parent / "out" / "2013" / "report.html").read_text(encoding="utf-8")
