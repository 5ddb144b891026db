"""Checks of the report's script in a real browser, and of the page's accessibility and colour contrast."""

import itertools
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from pipeline.report import page
from pipeline.report.css import DARKEST, TEMPLATES
from tests.report.test_report import CHROMIUM, Elements, bao, browse, hostile, one_event, season

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")

SORT = """const head = name => [...document.querySelectorAll(".standings th")].find(one => one.textContent.startsWith(name));
const names = () => [...document.querySelectorAll(".standings tbody th bdi")].map(one => one.textContent);
const sorted = name => { head(name).querySelector("button").click(); return [head(name).getAttribute("aria-sort"), names()]; };
"""
FIND = """const form = document.querySelector("form.find"), typed = form.querySelector("input");
const find = text => { typed.value = text; typed.dispatchEvent(new Event("input")); return [form.hidden,
  form.querySelector("output").textContent, [...document.querySelectorAll(".standings tbody tr:not([hidden]) bdi")].map(one => one.textContent)]; };
"""
LIT = """const lit = () => [...document.querySelectorAll(".on")].map(one => `${one.tagName} ${one.dataset.p}`.toLowerCase()).sort();
"""


def seen(folder: Path, text: str, script: str) -> Any:
    """Run a script in the page, without the page's Content-Security-Policy, and return the script's result."""
    text = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    report = f"<script>addEventListener('load', () => {{ document.title = JSON.stringify((() => {{ {script} }})()); }})</script>"
    (folder / "page.html").write_text(text.replace("</body>", f"{report}</body>"), "utf-8", "replace")
    shown = browse("--virtual-time-budget=3000", "--dump-dom", (folder / "page.html").as_uri())
    (title,) = re.findall("<title>(.*?)</title>", shown, re.DOTALL)
    return json.loads(unescape(title))


@in_a_browser
def test_a_click_on_a_head_sorts_by_value_and_blanks_stay_last(tmp_path: Path) -> None:
    report = one_event("it")
    results = report.results[~((report.results["player"] == "Elena") & (report.results["round"] == "1"))]
    text = page(one_event("it", results=results))
    found = seen(tmp_path, text, SORT + "return ['totale', 'totale', 'T1', 'T1', 'giocatore'].map(sorted);")
    assert found == [
        ["descending", ["Carla", "Gaia", "Anna Rossi", "Elena"]],
        ["ascending", ["Elena", "Anna Rossi", "Gaia", "Carla"]],
        ["descending", ["Carla", "Gaia", "Anna Rossi", "Elena"]],
        ["ascending", ["Anna Rossi", "Gaia", "Carla", "Elena"]],
        ["ascending", ["Anna Rossi", "Carla", "Elena", "Gaia"]],
    ]


@in_a_browser
def test_a_player_is_found_in_every_letter_case_and_without_accents(tmp_path: Path) -> None:
    report = one_event()
    names = {"Carla": "Łucja Müller", "Gaia": "Søren STRASSE", "Elena": "Désirée"}
    frames = {
        name: getattr(report, name).replace({"player": names}) for name in ("standings", "rounds", "results", "charts")
    }
    text = page(one_event(**frames))
    script = FIND + "return [...['MULLER', 'strasse', 'lucja', 'soren', 'DESIREE', 'zzz', ''].map(find)];"
    found = seen(tmp_path, text, script)
    assert [row[1:] for row in found[:6]] == [
        ["1 found", ["Łucja Müller"]],
        ["1 found", ["Søren STRASSE"]],
        ["1 found", ["Łucja Müller"]],
        ["1 found", ["Søren STRASSE"]],
        ["1 found", ["Désirée"]],
        ["0 found", []],
    ]
    assert found[6][:2] == [False, ""] and len(found[6][2]) == 4


@in_a_browser
def test_enter_goes_to_the_player_and_lights_the_row_with_its_line(tmp_path: Path) -> None:
    script = FIND + LIT + "find('gaia'); form.requestSubmit(); return [location.hash, lit()];"
    assert seen(tmp_path, page(one_event()), script) == ["#gaia", ["g gaia", "li gaia", "tr gaia"]]


@in_a_browser
def test_a_row_and_its_line_light_together_and_a_click_keeps_them(tmp_path: Path) -> None:
    script = (
        LIT
        + """const row = document.getElementById("elena"), out = [];
    row.dispatchEvent(new PointerEvent("pointerover", {bubbles: true})); out.push(lit());
    document.querySelector("h1").dispatchEvent(new PointerEvent("pointerover", {bubbles: true})); out.push(lit());
    row.cells[0].click(); out.push(location.hash, lit());
    document.querySelector('li[data-p="carla"] a').focus(); out.push(lit());
    return out;"""
    )
    elena, carla = (sorted([f"g {name}", f"li {name}", f"tr {name}"]) for name in ("elena", "carla"))
    assert seen(tmp_path, page(one_event()), script) == [elena, [], "#elena", elena, carla]


@in_a_browser
def test_the_reader_chooses_ranks_or_points_behind(tmp_path: Path) -> None:
    rounds = season().rounds.assign(score=[50.0, 30, 20, 10, 60, 50, 30, 20])
    script = """const buttons = [...document.querySelectorAll(".choice button")], views = [...document.querySelectorAll(".view")];
    const now = () => [views.map(one => one.hidden), buttons.map(one => one.getAttribute("aria-pressed"))];
    const before = now(); buttons[1].click(); return [buttons.map(one => one.textContent), before, now()];"""
    assert seen(tmp_path, page(one_event(rounds=rounds)), script) == [
        ["Ranks", "Points behind"],
        [[False, True], ["true", "false"]],
        [[True, False], ["false", "true"]],
    ]


@in_a_browser
def test_a_link_to_rules_opens_their_fold_and_printing_opens_all(tmp_path: Path) -> None:
    script = """const folds = [...document.querySelectorAll("details")], open = () => folds.filter(one => one.open).length;
    const before = open(); location.hash = "rules-c-diplo"; dispatchEvent(new Event("hashchange")); const one = open();
    dispatchEvent(new Event("beforeprint")); return [before, one, open() === folds.length];"""
    assert seen(tmp_path, page(one_event()), script) == [1, 2, True]


@in_a_browser
def test_of_many_events_one_is_unfolded_and_a_link_into_another_unfolds_it(tmp_path: Path) -> None:
    report = one_event()
    events = pd.concat([report.events.assign(event=f"night {n}", name=f"Night {n}") for n in range(1, 6)])
    frames = {
        name: pd.concat([getattr(report, name).assign(event=f"night {n}") for n in range(1, 6)])
        for name in ("standings", "rounds", "results", "charts")
    }
    script = """const open = () => [...document.querySelectorAll(".part>details[open]")].map(one => one.parentNode.id);
    const go = at => { location.hash = at; dispatchEvent(new Event("hashchange")); return open(); };
    return [open(), go("event-night-3-boards"), go("event-night-4")];"""
    first, *more = (f"event-night-{n}" for n in (1, 3, 4))
    folded = page(replace(report, events=events, **frames))
    assert seen(tmp_path, folded, script) == [[first], [first, more[0]], [first, *more]]
    assert folded.count("</h2> <span><b>Carla</b> wins") == 5


@in_a_browser
@pytest.mark.parametrize("shown", [season, hostile, bao], ids=["plain", "hostile", "bao"])
def test_the_page_asks_nobody_for_anything_and_every_control_has_a_name(tmp_path: Path, shown: Any) -> None:
    script = """const named = one => (one.textContent || one.getAttribute("aria-label") || one.labels?.[0]?.textContent || "").trim();
    return [performance.getEntriesByType("resource").length,
      [...document.querySelectorAll("button, a, summary, input, [role=region], [role=img]")].filter(one => !named(one)
        && !one.getAttribute("aria-label")).map(one => one.outerHTML)];"""
    assert seen(tmp_path, page(shown()), script) == [0, []]


# -- without a browser -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [season, one_event, hostile, bao], ids=["plain", "single", "hostile", "bao"])
def test_the_page_keeps_the_rules_of_accessible_pages(shown: Any) -> None:
    text = page(shown())
    elements = Elements(text)
    assert len(elements.of("h1")) == 1 and elements.of("html")[0]["lang"]
    assert all(attributes.get("scope") for attributes in elements.of("th"))
    assert re.findall(r"<th[^>]*></th>", text) == []
    assert text.count("<table") == text.count("<caption>")
    regions = [attributes["aria-label"] for _, attributes in elements.elements if attributes.get("role") == "group"]
    assert len({*regions}) == len(regions) or shown is hostile  # all its circuits have the same title
    identifiers = [attributes["id"] for _, attributes in elements.elements if "id" in attributes]
    assert len({*identifiers}) == len(identifiers)
    titles = [
        re.sub("<[^>]+>", "", title).strip()
        for title in re.findall(r"<(?:h[1-6]|summary)[^>]*>(.*?)</(?:h[1-6]|summary)>", text)
    ]
    assert all(titles)


def palettes() -> list[dict[str, str]]:
    """Return the page's colours, keyed by name, for the light and the dark theme."""
    css = (TEMPLATES / "page.css").read_text(encoding="utf-8")
    light, dark = (dict(re.findall(r"--(\w+):#(\w+)", block)) for block in re.findall(r":root\{(.*?)\}", css))
    whole = {name: colour if len(colour) == 6 else "".join(2 * c for c in colour) for name, colour in light.items()}
    return [whole, whole | {name: c if len(c) == 6 else "".join(2 * one for one in c) for name, c in dark.items()}]


def rgb(colour: str) -> np.ndarray[Any, Any]:
    return np.array([int(colour[at : at + 2], 16) for at in (0, 2, 4)]) / 255


def contrast(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    linear = [np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) for c in (one, other)]
    dim, bright = sorted(float(c @ [0.2126, 0.7152, 0.0722]) for c in linear)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize(("scheme", "share"), [(0, 1.0), (1, 0.55)], ids=["light", "dark"])
def test_every_text_stands_out_from_its_ground_by_four_and_a_half_to_one(scheme: int, share: float) -> None:
    colours = {name: rgb(colour) for name, colour in palettes()[scheme].items()}
    pairs = [
        *itertools.product(["ink", "dim", "link"], ["bg", "soft"]),
        ("ink", "hit"),
        ("ok", "okbg"),
        ("wip", "wipbg"),
    ]
    pairs += [("made", "madebg"), *((name, "bg") for name in [*"AEFGIRT", "p1", "p2", "p3"])]
    low = {pair: contrast(*(colours[name] for name in pair)) for pair in pairs}
    assert {pair: round(by, 2) for pair, by in low.items() if by < 4.5} == {}
    darkest = colours["bg"] + (colours["link"] - colours["bg"]) * DARKEST / 100 * share
    assert contrast(colours["ink"], darkest) >= 4.5
