"""Checks the bulletin of postal games against figures worked out by hand from the rules in "Un Tuffo nel Passato"."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from pipeline.exports.event import Event
from pipeline.exports.post import post
from pipeline.language.language import language as in_words
from pipeline.pages.book import Book, Table
from pipeline.pages.events import events_book
from pipeline.pages.front import front
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.report import season_report
from pipeline.pages.season import Season
from pipeline.read.find import find
from pipeline.report import page
from pipeline.report.view import View
from pipeline.stages import compute
from tests.events.test_circuit_inputs import bulletin
from tests.sheets import only_rules, table, write_xlsx

FRANCE = [  # 84 of 269 centre-years; 8 + 7.5 of 56.5 years; 1 of 5 x 8 possible penalties
    33,
    100 * 84 / 269,
    100 * 15.5 / 56.5,
    -100 / 40,
    33 + 100 * 84 / 269 + 100 * 15.5 / 56.5 - 100 / 40,
    35.798182,
]
PRINTED = ["graduatoria finale", "centri posseduti", "anno di eliminazione", "extra ONP", "punteggio totale", "PGP"]


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("c_diplo", "pgp", "campo_di_marte"):
        yield


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """Compute a bulletin of two games with the same players, one finished and one in progress after autumn 1906."""
    raw, sheets, second = tmp_path_factory.mktemp("raw"), bulletin(date(2013, 5, 1)), bulletin(year=1906)
    header = sheets["boards"][0]
    for name, rows in sheets.items():
        if name != "event":
            others = (dict(zip(second[name][0], row, strict=True)) for row in second[name][1:])
            rows += [
                [2 if head == "board" else row.get(head) for head in (header if name == "boards" else rows[0])]
                for row in others
            ]
    write_xlsx(raw / "2013" / "Bollettino.xlsx", sheets)
    write_xlsx(raw / "2013" / "season.xlsx", {"season": table("setting value", ("language", "it"))})
    computed = compute(find(raw, set()))
    assert [str(problem.found) for problem in computed.problems if problem.severity == "error"] == []
    return Season(computed, "2013")


def tables_of(book: Book, sheet: str) -> list[Table]:
    (found,) = [one for one in book.sheets if one.name == sheet]
    return found.tables


def cells(shown: Table) -> dict[str, list[Any]]:
    return {column.header: [*column.values] for column in shown.columns}


def test_each_game_has_its_partial_scores_its_total_and_its_pgp(season: Season) -> None:
    """The rules name the partial scores (paragraph 1), the total (6.1) and the PGP (6.2).

    Paragraph 1 lists "graduatoria finale", "centri posseduti", "anno di eliminazione" and "extra ONP". Paragraph 6.1
    has "punteggio totale".
    """
    book = ranked_book(Ranked(season, season.computed.published["pgp"]))
    assert [sheet.name for sheet in book.sheets[:2]] == ["Bollettino", "Classifica"]
    over, under_way, listed = tables_of(book, "Bollettino")
    assert [*cells(over)][3:] == PRINTED
    assert cells(over)["potenza"][0] == "Francia"
    assert [cells(over)[name][0] for name in PRINTED] == pytest.approx(FRANCE, abs=5e-7)
    assert over.title == "Bollettino · turno 1, tavolo 1: vittoria in solitaria: Francia, dopo l’autunno del 1908"
    assert under_way.title == "Bollettino · turno 1, tavolo 2: in corso, dopo l’autunno del 1906"
    assert {*cells(under_way)["graduatoria finale"]} == {
        7,
        2.5,
    }  # two are eliminated in one year, so the others share fifth place
    assert sum(cells(under_way)["PGP"]) == pytest.approx(100)
    assert [*cells(listed)][:4] == ["pos.", "giocatore", "partite", "punteggio-bollettino"]
    assert cells(listed)["partite"] == [2] * 7
    mean = (cells(over)["PGP"][0] + cells(under_way)["PGP"][0]) / 2
    assert cells(listed)["punteggio-bollettino"][0] == pytest.approx(mean)


def test_an_italian_report_gives_italian_rule_texts_in_italian_first(season: Season) -> None:
    """The Italian text of the bulletin prevails, as in paragraph 11 of Italia-2010 ("quella Italiana prevarrà")."""
    html = page(season_report(season))
    said = "<b>graduatoria finale:</b> In base alle avvenute eliminazioni ed ai centri posseduti"
    assert f'<p lang="it">{said}' in html and html.index(said) < html.index("<b>final ranking:</b> The ranking points")


def test_a_bulletin_ranks_no_player(season: Season) -> None:
    """The rules define standings for the ranking list, not for a bulletin, so no page names a winner of the event."""
    overview, games = (cells(tables_of(events_book(season), name)[0]) for name in ("Eventi", "1 Bollettino"))
    assert overview["primo posto"] == [None] or overview["primo posto"] == [""]
    assert [*games][3:] == PRINTED
    assert [title for title, *_ in front(season)["won"]] == ["Classifica Campo di Marte"]
    view = View(season_report(season), in_words("it"))
    (part,) = [part for part in view.parts if part.title == "Bollettino"]
    assert part.standings is None and part.race is None
    assert [[head.text for head in game.heads[3:]] for game in part.details] == [PRINTED, PRINTED]
    said = post(Event(season, "Bollettino"))
    assert said
    assert [table.title for table in said.tables][:2] == [
        "turno 1, tavolo 1: vittoria in solitaria: Francia, dopo l’autunno del 1908",
        "turno 1, tavolo 2: in corso, dopo l’autunno del 1906",
    ]
    assert [table.title for table in said.tables][2:] == ["Classifica Campo di Marte"]
    assert said.tables[0].rows[0] == ["posizione", "potenza", "giocatore", *PRINTED]
    assert not any("Somma" in text for text in (*said.lines, *said.notes))
    assert not part.podium and not part.lead and view.main != part
