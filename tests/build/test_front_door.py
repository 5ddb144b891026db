"""The front page, `index.html`, with every season, the files to open, and the winners."""

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from pipeline.build.build import build
from tests.build.test_layout import night, placed
from tests.sheets import Sheets, files_below, put, table
from tests.stress.builds import few_rules, typed_once


@pytest.fixture(scope="module", autouse=True)
def rules() -> Iterator[None]:
    with few_rules("c_diplo", "tribute", "bismark_cup_2001"):
        yield


def going_on() -> Sheets:
    """Return an event with two finished boards and one in progress."""
    sheets = night(data="real")
    sheets["games"] = table("round board result", (1, 3, "in progress"))
    return sheets


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build three seasons: one complete except for its circuit, one in progress, and one with a board left out."""
    raw = tmp_path_factory.mktemp("league") / "raw"
    typed_once(raw / "2013" / "Coppa #1.xlsx", placed(name="Coppa <1>", circuits="bismark_cup_2001", data="real"))
    typed_once(raw / "9" / "Notte.xlsx", night(data="real"))
    typed_once(raw / "2013-14" / "Notte.xlsx", going_on())
    wrong = night("Guasta", data="real")
    put(wrong, "boards!E2", "five")
    typed_once(raw / "9" / "Guasta.xlsx", wrong)
    build(raw, raw.parent / "out", jobs=1)
    return raw.parent


def doors(league: Path) -> dict[str, str]:
    """Return the HTML rows of each season, keyed by season and in page order."""
    page = (league / "out" / "index.html").read_text(encoding="utf-8")
    return {
        re.findall(r'<th scope="rowgroup"[^>]*>(.*?)</th>', part)[0]: part
        for part in re.findall("<tbody.*?</tbody>", page, re.DOTALL)
    }


def test_the_newest_season_comes_first_and_each_says_how_final_it_is(league: Path) -> None:
    status = {season: re.findall(r'class="state (\w+)">', part) for season, part in doors(league).items()}
    assert status == {"2013-14": ["PROVISIONAL"], "2013": ["PROVISIONAL", "FINAL"], "9": ["INCOMPLETE"]}
    assert "1 game is in progress" in doors(league)["2013-14"]
    assert "Guasta: 2 of 3 boards" in doors(league)["9"]


def test_every_link_leads_to_a_part_of_a_report_or_a_workbook_for_readers(league: Path) -> None:
    opened = {
        season: [unquote(unescape(link)) for link in re.findall(r'href="([^"]+)"', part)]
        for season, part in doors(league).items()
    }
    parts = {
        "2013-14": [""],
        "2013": ["#circuit-bismark-cup-2001", "#event-coppa-1"],
        "9": [""],
    }
    books = {"2013-14": "c_diplo.xlsx", "2013": "circuits.xlsx", "9": "c_diplo.xlsx"}
    for season, links in opened.items():
        files = [f"{season}/{name}" for name in ("events.xlsx", books[season], "problems.xlsx")]
        assert sorted({*links}) == sorted([*(f"{season}/report.html{part}" for part in parts[season]), *files])
        assert all(
            links.count(file) == 2 for file in files
        )  # once in a column for wide windows, once below the event for narrow ones
        assert all((league / "out" / link.partition("#")[0]).is_file() for link in links)


def test_the_page_names_winners_and_the_leaders_of_what_is_in_progress(league: Path) -> None:
    """Anna leads the cup because she is first in its only event so far.

    An event in progress has a leader instead of a winner. Text from sheets is escaped.
    """

    def rows(season: str) -> list[tuple[str, str]]:
        found = re.findall(
            r'<td class="event"><a [^>]*>(.*?)</a>.*?<td class="champion">(.*?)</td>', doors(league)[season]
        )
        return [(unescape(title), re.sub("<small.*?</small>|<[^>]+>", "", who)) for title, who in found]

    assert rows("2013") == [("Bismark Cup 2001", "Anna"), ("Coppa <1>", "Anna")]
    ((title, who),) = rows("2013-14")
    assert title == "Notte" and who
    page = (league / "out" / "index.html").read_text(encoding="utf-8")
    (newest,) = re.findall('<p class="lead">(.*?)</p>', page)
    assert newest.startswith("Notte 2013-14: ") and " lead" in newest  # nobody has won yet


def test_worked_examples_stand_apart_and_name_no_champion(tmp_path: Path) -> None:
    typed_once(tmp_path / "raw" / "2013" / "Coppa.xlsx", placed(data="real"))
    typed_once(tmp_path / "raw" / "2014" / "Coppa.xlsx", placed(data="worked example"))
    build(tmp_path / "raw", tmp_path / "out", jobs=1)
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    first, second = page.split("<h2>")
    assert ">2013</th>" in first and ">2014</th>" in second and "Anna" in first and "Anna" not in second


def test_the_page_is_the_same_whatever_the_order_in_which_seasons_are_built(league: Path, tmp_path: Path) -> None:
    for season in ("2013-14", "9", "2013"):
        build(league / "raw", tmp_path / "out", [season], jobs=1)
    assert files_below(tmp_path / "out") == files_below(league / "out")


def test_a_season_that_changes_or_goes_changes_the_page(league: Path, tmp_path: Path) -> None:
    shutil.copytree(league, tmp_path / "copy")
    typed_once(tmp_path / "copy" / "raw" / "2013-14" / "Notte.xlsx", night("Finita", data="real"))
    shutil.rmtree(tmp_path / "copy" / "raw" / "9")
    assert set(build(tmp_path / "copy" / "raw", tmp_path / "copy" / "out", jobs=1).built) == {"2013-14"}
    changed = doors(tmp_path / "copy")
    assert [*changed] == ["2013-14", "2013"]
    assert 'class="state FINAL"' in changed["2013-14"] and "Finita" in changed["2013-14"]


def test_a_removed_page_is_written_again(league: Path, tmp_path: Path) -> None:
    shutil.copytree(league, tmp_path / "copy")
    (tmp_path / "copy" / "out" / "index.html").unlink()
    build(tmp_path / "copy" / "raw", tmp_path / "copy" / "out", jobs=1)
    assert files_below(tmp_path / "copy" / "out") == files_below(league / "out")


def test_the_page_speaks_the_language_that_all_reports_share_or_english(tmp_path: Path) -> None:
    for season, language, title in (
        ("2013", "Italian", "Risultati e classifiche"),
        ("2014", "French", "Results and standings"),
    ):
        typed_once(tmp_path / "raw" / season / "Coppa.xlsx", placed(language=language, data="real"))
        build(tmp_path / "raw", tmp_path / "out", jobs=1)
        assert f"<h1>{title}</h1>" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
