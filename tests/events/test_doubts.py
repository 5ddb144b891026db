"""Checks that a doubtful name is marked wherever it is ranked, until somebody says whose name it is."""

import re
from collections.abc import Iterator

import pytest

from pipeline.exports.event import Event
from pipeline.exports.post import post
from pipeline.language.language import ENGLISH, language
from pipeline.pages.book import Book
from pipeline.pages.circuits import circuits_book
from pipeline.pages.events import events_book
from pipeline.pages.front import front
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.report.front import door
from pipeline.stages import Computed, compute
from tests.sheets import Sheets, event, put, table, write_xlsx

BOTH, ONE = table("player country", ("Cy Moss", "ITA"), ("Cy Mos", "FRA")), table("player country", ("Cy Moss", "ITA"))
LISTED: dict[str, tuple[Sheets, bool]] = {  # season -> its season.xlsx, and whether the two names are in doubt
    "2014 nobody listed": ({}, True),
    "2014 one listed": ({"players": ONE}, True),
    "2014 two listed": ({"players": BOTH}, False),
    "2014 one person": ({"players": [["player", "also known as"], ["Cy Moss", "Cy Mos"]]}, False),
}
ASKED = "2014 nobody listed"


@pytest.fixture(scope="module")
def computed(tmp_path_factory: pytest.TempPathFactory) -> Computed:
    """Compute seasons in which Cy Moss wins the first evening and Cy Mos the second, so both have the highest total."""
    folder = tmp_path_factory.mktemp("doubts")
    for season, (own, _) in LISTED.items():
        for name, player in (("One", "Cy Moss"), ("Two", "Cy Mos")):
            sheets = event(name, circuits="percentiles", family=name)
            put(sheets, "boards!D14", player)  # 9 centres, alone at the top of board 2
            write_xlsx(folder / season / f"{name}.xlsx", sheets)
        write_xlsx(folder / season / "season.xlsx", own | {"season": table("setting value", ("data", "generated"))})
    return compute(find(folder, set()))


@pytest.mark.parametrize("season", LISTED)
def test_two_similar_names_are_in_doubt_until_the_season_says_whose_they_are(season: str, computed: Computed) -> None:
    (_, expected), found = LISTED[season], Season(computed, season)
    asked = {"Cy Moss": "perhaps Cy Mos?", "Cy Mos": "perhaps Cy Moss?"} if expected else {}
    assert {player: str(said) for player, said in found.doubts.items()} == asked
    heading = found.heading("Coppa")
    assert [*map(str, heading.doubts)] == [
        "1 name in doubt"
    ] * expected  # one pair, whichever of the two names is wrong
    assert heading.status_line.endswith("1 name in doubt") == expected


def column(book: Book, sheet: str, header: str) -> dict[str, str]:
    """Return the filled cells of one column in a sheet's first table, keyed by player."""
    columns = {str(one.header): one.values for one in next(s for s in book.sheets if s.name == sheet).tables[0].columns}
    return {player: said for player, said in zip(columns["player"], columns[header], strict=True) if said}


def books(season: Season) -> Iterator[tuple[str, Book, str]]:
    yield "the sum", ranked_book(Ranked(season, season.computed.published["c_diplo"])), "Standings"
    yield "an event", events_book(season), "2 Two"
    yield "a circuit", circuits_book(season), "Percentiles"


def test_every_workbook_asks_about_a_doubtful_name_beside_it(computed: Computed) -> None:
    for place, book, sheet in books(Season(computed, ASKED)):
        asked = column(book, sheet, "in doubt")
        assert asked["Cy Mos"] == "perhaps Cy Moss?", place
        assert {*asked} <= {"Cy Mos", "Cy Moss"}, place
    for place, book, sheet in books(Season(computed, "2014 two listed")):
        table = next(s for s in book.sheets if s.name == sheet).tables[0]
        assert "in doubt" not in {str(one.header) for one in table.columns}, place


def test_the_report_the_front_page_and_a_post_ask_too(computed: Computed) -> None:
    season = Season(computed, ASKED)
    html = re.sub("<li data-p=.*?</li>", "", page(season_report(season)))  # the race shows only the names
    asked = re.findall(r'<bdi>Cy Mos</bdi>(?:</a>)? <small class="doubt">perhaps Cy Moss\?</small>', html)
    assert asked and len(asked) == html.count("<bdi>Cy Mos</bdi>")
    shown = door(ASKED, front(season) | {"labels": ["real"]}, [], language(ENGLISH), [])
    assert {one.first for one in shown.rows if "Cy" in one.first} >= {"Cy Mos (perhaps Cy Moss?)"}
    assert "1 name in doubt" in shown.reasons
    lines = post(Event(season, "Two"))
    assert lines and "Cy Mos (perhaps Cy Moss?)" in {row[1] for row in lines.tables[0].rows}
