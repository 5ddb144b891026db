"""Checks that workbooks are in their season's language, with user text left untranslated and formulas valid."""

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from pipeline.pages.bao import tournament_book
from pipeline.pages.book import REFERENCE, Band, Book, Section
from pipeline.pages.circuits import circuits_book
from pipeline.pages.events import events_book
from pipeline.pages.ranked import Ranked, ranked_book
from pipeline.pages.season import Season
from pipeline.pages.styles import INK, STYLES
from pipeline.pages.words import SHEETS
from pipeline.read.find import find
from pipeline.stages import compute
from pipeline.tools.compare.comparison import comparison
from pipeline.tools.compare.comparison_book import comparison_book
from pipeline.tools.compare.properties import properties
from schemas.words import LANGUAGES
from tests.grouped import grouped
from tests.sheets import ROOT, only_rules, table, write_xlsx

SHIPPED = ("Worked example Italia-2010.xlsx", "Worked example PGP (in progress).xlsx", "Worked example KIBA.xlsx")
PROPER = {
    "mabingwa",
    "Worked example PGP (in progress)",
    "elo",
    "Classifica Campo di Marte",
    "Italia-2010",
}  # untranslated names, like every name with KIBA
ALIKE = {
    "it": {"Austria", "Russia", "solo: Russia"},
    "fr": {"France", "place", "points", "score", "final", "solos", "Centres", "total", "exact", "Scores", "Bulletin"},
    "de": {"England", "Bulletin"},
}
OF_A_HEADER = 3  # sheet, table, column
GIVEN = {
    "power, centres",
    "nation",
    "official system",
    "rules",
    "circuit",
    "South",
    "North",
    "winner",
    "event",
    "player",
    "country",
    "round",
    "board",
    "first",
    "file in data/raw",
    "sha256",
    "source",
    "group",
}


@pytest.fixture(scope="module", autouse=True)
def few_rules() -> Iterator[None]:
    with only_rules("italia_2010", "pgp", "campo_di_marte", "kiba_championship", "kiba_nations"):
        yield


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Book]]:
    """Return a season's workbooks in each language, keyed by language.

    Each language has a ranked workbook and the workbooks of the events, the circuits, a Bao event and the comparison.
    """
    raw = tmp_path_factory.mktemp("raw")
    for language in LANGUAGES:
        season = raw / f"2011 {language}"
        write_xlsx(season / "season.xlsx", {"season": table("setting value", ("language", language))})
        for name in SHIPPED:
            shutil.copy(ROOT / "data" / "raw" / "2011" / name, season / name)
    computed = compute(find(raw, set()))
    return {language: books_of(Season(computed, f"2011 {language}")) for language in LANGUAGES}


def books_of(season: Season) -> list[Book]:
    (page,) = season.tournaments
    pgp = season.computed.published["pgp"]
    bao = tournament_book(season.tournament_heading(page), page)
    natures = properties([pgp.system, season.computed.published["italia_2010"].system])
    compared = comparison_book(comparison(season.computed, season.name), natures)
    return [ranked_book(Ranked(season, pgp)), events_book(season), circuits_book(season), bao, compared]


def ours(book: Book, names: list[str]) -> dict[tuple[str, ...], str]:
    """Return the strings in a workbook, keyed by position, except headers that are never translated.

    names  the sheets' English names
    """
    said = {("title",): book.heading.status_line, ("data",): book.heading.labels_line} if book.heading else {}
    for name, sheet in zip(names, book.sheets, strict=True):
        said |= {(name, "name"): sheet.name} if name in SHEETS else {}
        bands = [block for block in sheet.blocks if isinstance(block, Band | Section)]
        said |= {(name, "line", str(n)): line for n, line in enumerate([*sheet.lines, *sheet.warnings])}
        said |= {(name, "band", str(n)): str(band[0]) for n, band in enumerate(bands)}
        for one in sheet.tables:
            said[name, one.name] = one.title
            for number, column in enumerate(one.columns):
                at = (name, one.name, str(number))
                said[at] = "" if column.original else column.header
                for row, value in enumerate(column.values):
                    if isinstance(value, str):
                        said[*at, str(row)] = value
    return {place: text for place, text in said.items() if text}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_texts_of_the_program_are_translated(language: str, books: dict[str, list[Book]]) -> None:
    """Only rule sheets, user text and words shared by both languages may be the same as in the English season."""
    for english, other in zip(books["en"], books[language], strict=True):
        names = [str(sheet.name) for sheet in english.sheets]
        before, after = ours(english, names), ours(other, names)
        headers = {place: text for place, text in before.items() if len(place) == OF_A_HEADER}
        equal = {
            text
            for place, text in before.items()
            if place[0] != "Rules" and after.get(place) == text and headers.get(place[:OF_A_HEADER]) not in GIVEN
        }
        assert {text for text in equal if re.search("[a-z]{3}", text) and "KIBA" not in text} <= ALIKE[
            language
        ] | PROPER


def columns_of(book: Book, sheet: str, table: str) -> dict[str, list[Any]]:
    """Return the cells of a table's columns, keyed by header."""
    (found,) = [one for page in book.sheets for one in page.tables if (page.name, one.name) == (sheet, table)]
    return {column.header: [*column.values] for column in found.columns}


PARZIALI = ["graduatoria finale", "centri posseduti", "anno di eliminazione", "extra ONP"]  # "Un Tuffo nel Passato", 1


def test_an_italian_workbook_has_the_terms_and_words_of_an_italian_rule_text(books: dict[str, list[Book]]) -> None:
    """Under paragraph 11 of Italia-2010, the Italian text prevails if the texts differ ("quella Italiana prevarrà")."""
    italian, english = books["it"], books["en"]
    assert [name for name in columns_of(italian[0], "Punteggi", "Scores") if name in PARZIALI] == PARZIALI
    assert italian[0].heading and italian[0].heading.title == "Punteggio globale ponderato (PGP)"
    rules = columns_of(italian[0], "Regole", "Rules")
    assert [*rules] == ["paragrafo", "colonna in Punteggi", "testo originale", "testo"]
    assert [term for term in rules["colonna in Punteggi"] if term in PARZIALI] == PARZIALI
    assert [*columns_of(english[0], "Rules", "Rules")][2:] == ["text", "original text"]
    assert [*columns_of(books["fr"][0], "Règles", "Rules")][2:] == ["texte", "texte original"]
    for book, sheet in ((italian, "Regole"), (english, "Rules")):
        rules = columns_of(book[1], sheet, "Rules_italia_2010")
        (original,) = {*rules} & {"testo originale", "original text"}
        said = dict(zip(rules[next(iter(rules))], rules[original], strict=True))
        assert str(said["11"]).endswith("quella Italiana prevarrà.")
        assert all(said[label] for label in ("4", "6", "8", "8.1", "8.2", "8.4", "8.5", "9", "9.1", "10"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_formulas_find_the_columns_of_their_language(language: str, books: dict[str, list[Book]]) -> None:
    """The ranked workbook has the same sums in all languages, and each `[header]` in a formula is a column's header."""
    ranked, english = books[language][0], books["en"][0]
    columns = {one.name: {column.header for column in one.columns} for sheet in ranked.sheets for one in sheet.tables}
    found = 0
    for sheet, model in zip(ranked.sheets, english.sheets, strict=True):
        for one, same in zip(sheet.tables, model.tables, strict=True):
            for column, as_english in zip(one.columns, same.columns, strict=True):
                referred = REFERENCE.findall(column.formula)
                assert all(header in columns[other or one.name] for other, header in referred)
                assert len(referred) == len(REFERENCE.findall(as_english.formula))
                found += len(referred)
    assert found


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@grouped("look", STYLES)
def test_every_text_contrasts_with_its_fill(look: str) -> None:
    """Criterion 1.4.3 of WCAG 2.1 requires "a contrast ratio of at least 4.5:1"."""
    ink, fill = (
        luminance(STYLES[look].get(name, plain)) for name, plain in (("font_color", INK), ("bg_color", "#FFFFFF"))
    )
    assert (max(ink, fill) + 0.05) / (min(ink, fill) + 0.05) >= 4.5
