"""Tests of the live page of an open event.

The page has each player's seat in the next round, the standings and the latest boards.
"""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from pipeline.build.build import build
from pipeline.build.products import REPORT
from pipeline.language.language import language as in_words
from pipeline.pages.report import SeasonReport
from pipeline.pages.season import Status
from pipeline.report import live_page
from schemas.messages import say
from schemas.words import LANGUAGES, POWERS
from tests.report.test_browser import in_a_browser, seen
from tests.report.test_report import PEOPLE, Elements, hostile, one_event
from tests.sheets import event, only_products, only_rules, table
from tests.stress.builds import typed_once


def hall(language: str = "en", **changes: Any) -> SeasonReport:
    """Return a season with only one event, which is open and has its third round seated at one board."""
    seats = pd.DataFrame({"event": "Torneo", "round": "3", "board": "T1", "power": POWERS, "player": PEOPLE[::-1]})
    later = seats.assign(round="10")
    reasons = [say("rounds played: {n} of {planned}", n=2, planned=3)]
    changes = {"live": ["Torneo"], "seats_to_come": pd.concat([later, seats])} | changes
    return one_event(language, status="PROVISIONAL", open={"Torneo": Status("PROVISIONAL", reasons)}, **changes)


def cells(text: str, style: str) -> list[list[str]]:
    """Return the cells of the table with the class `style`, row by row, without the header."""
    (found,) = re.findall(
        rf'<table class="{style}[ "].*?<tbody>(.*?)</tbody>', text.replace(f'"{style}"', f'"{style} "'), re.DOTALL
    )
    rows = re.findall("<tr.*?</tr>", found, re.DOTALL)
    return [
        [unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in re.findall("<t[hd].*?</t[hd]>", row)] for row in rows
    ]


def test_the_seats_of_the_next_round_stand_by_name() -> None:
    text = live_page(hall())
    assert cells(text, "seats")[:2] == [["Anna Rossi", "T1", "T Turkey"], ["Bruno", "T1", "R Russia"]]
    assert "Round 3: who sits where" in text and 'data-said="Anna Rossi: T1, Turkey"' in text


def test_the_standings_have_the_last_round_alone_and_the_boards_are_folded() -> None:
    text = live_page(hall())
    assert cells(text, "ranks")[0] == ["1", "Carla", "63.50", "6.50 F"]
    assert "<summary>Board 1: <b>Anna Rossi</b> (Austria, 5)" in text and "rounds played: 2 of 3" in text
    assert "<b>Carla</b> leads with 63.50 points." in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_round_laid_out_the_standings_come_first(language: str) -> None:
    text = live_page(hall(language, seats_to_come=pd.DataFrame()))
    assert 'class="seats"' not in text and "-seats" not in text
    assert f">{in_words(language)(say('Standings'))}</a>" in text


def test_the_live_page_leads_nowhere_else_and_holds_no_markup_of_a_sheet() -> None:
    spoilt = hostile()
    text = live_page(replace(hall(), standings=spoilt.standings, rounds=spoilt.rounds, results=spoilt.results))
    elements = Elements(text)
    assert all(re.fullmatch(r"#[\w-]+", attributes["href"]) for attributes in elements.of("a"))
    assert text.count("<script>") == 1 and not elements.of("img")
    identifiers = [attributes["id"] for _, attributes in elements.elements if "id" in attributes]
    assert len({*identifiers}) == len(identifiers)


@in_a_browser
def test_a_typed_name_shows_its_seat_and_is_kept_in_the_address(tmp_path: Path) -> None:
    script = """const typed = document.getElementById("mine"), me = document.getElementById("me");
    const type = text => { typed.value = text; typed.dispatchEvent(new Event("input")); return [me.hidden, me.textContent, location.hash]; };
    return [typed.form.hidden, type("GAÍA"), document.querySelectorAll("tr.on").length, type("zzz"), type(""),
      Math.max(0, document.documentElement.scrollWidth - innerWidth)];"""
    assert seen(tmp_path, live_page(hall()), script) == [
        False, [False, "Gaia: T1, Austria", "#me=GA%C3%8DA"], 2, [True, "", "#me=zzz"], [True, "", ""], 0
    ]  # fmt: skip


def test_the_page_is_published_and_linked_only_while_an_event_is_open(tmp_path: Path) -> None:
    sheets = event("Torneo", rounds="2", data="real")
    first, second = sheets["boards"][:8], [[2, *row[1:]] for row in sheets["boards"][1:8]]
    place = first[0].index("player")
    names_alone = [[value if at <= place else None for at, value in enumerate(row)] for row in second]
    page, door = tmp_path / "out" / "2026" / "live.html", tmp_path / "out" / "index.html"
    with only_rules("c_diplo"), only_products(REPORT):
        typed_once(
            tmp_path / "raw" / "2026" / "Torneo.xlsx",
            {**sheets, "boards": [*first, *names_alone], "games": table("round board")},
        )
        build(tmp_path / "raw", tmp_path / "out", jobs=1)
        assert page.is_file() and 'href="2026/live.html"' in door.read_text(encoding="utf-8")
        typed_once(tmp_path / "raw" / "2026" / "Torneo.xlsx", {**event("Torneo", state="final", data="real")})
        build(tmp_path / "raw", tmp_path / "out", jobs=1)
        assert not page.exists() and "live.html" not in door.read_text(encoding="utf-8")
