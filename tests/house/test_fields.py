"""Every field of a sheet has words in each language, a note for who fills it in, and a reader."""

import csv
import re
from collections.abc import Iterator
from functools import cache

import pandas as pd
from babel.messages.pofile import read_po

from pipeline.language.language import LOCALE
from pipeline.language.language import language as language_of
from pipeline.rules.counting import counting_words, ways
from pipeline.rules.systems import systems
from pipeline.tidy.rows import FIELDS
from pipeline.tools.new.texts import texts
from schemas.counting import counted
from schemas.fields import LONGEST_TEXT, Field, turn_of
from schemas.raw import SETTINGS, SHEETS, TYPED
from schemas.schema import check
from schemas.tables import TABLES
from schemas.words import LANGUAGES, SUM, SYNONYMS, WDC, WDC_YEAR, fold, synonyms, vocabulary
from tests.every import every
from tests.house.test_house import SAME_WORD

NAMED = [(sheet, field) for sheet, fields in TYPED.items() if sheet != "event" for field in fields if "^" not in field]
READ_FROM = {  # kind of sheet -> the tables that its rows become
    **{"boards": ["seats"], "games": ["games"], "nmr": ["nmrs"], "players": ["people", "entries", "identities"]},
    **{
        "placings": ["placings"],
        "results": ["results"],
        "calendar": ["calendar"],
        "matches": ["matches"],
        "moves": ["moves"],
        "systems": ["systems"],
        "circuits": ["circuits"],
    },
}
READ_OTHERWISE = {("players", "also known as")}  # each name is a row of `aliases`
WITHOUT_NOTES = {"moves", "systems", "circuits"}  # sheets that no blank workbook has
NOT_ASKED_FOR = {("matches", "started")}  # typed only where the clock matters: README says how

QUOTED = re.compile("`([^`]+)`")

every_field = every(("sheet", "field"), NAMED)


def languages_of(kind: str, name: str) -> set[str]:
    """The languages that have a word for a name, or need none."""
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = {row["language"] for row in csv.DictReader(lines) if (row["kind"], row["name"]) == (kind, name)}
    return rows | SAME_WORD.get((kind, name), set())


@every_field
def test_a_field_has_a_header_in_every_language(sheet: str, field: str) -> None:
    """A new field fails here until schemas/synonyms.csv has its words."""
    assert languages_of(sheet, field) == {*LANGUAGES}


@every("setting", SETTINGS.columns)
def test_a_setting_has_a_name_in_every_language(setting: str) -> None:
    assert languages_of("setting", setting) == {*LANGUAGES}


@every("language", LANGUAGES)
def test_the_words_that_a_field_expects_may_be_typed(language: str) -> None:
    """Whatever stands in backticks in the text that says what a cell may hold, in the language of the reader."""
    says = language_of(language)
    words = [
        (field, word)
        for schema in (*SHEETS.values(), SETTINGS)
        for field in schema.columns.values()
        if isinstance(field, Field)
        for word in QUOTED.findall(says(field.expected))
    ]
    assert len(words) > 40
    assert [word for field, word in words if not (holds(field, word) or field.meant(word))] == []


def holds(field: Field, word: str) -> bool:
    """A cell of the field may hold this word."""
    return field.holds is None or bool(field.holds(pd.Series([word], dtype=object)).all())


@every("language", LANGUAGES)
def test_a_way_of_counting_is_understood_as_it_is_printed(language: str) -> None:
    """On workbooks, in the report and in posts, with numbers of one and two figures."""
    for how in ways():
        for number in {SUM: (0,), WDC: (WDC_YEAR,)}.get(how, (1, 2, 3, 10, 21)):
            printed = language_of(language)(counting_words(how, float(number)))
            assert counted(printed) == (how, number), printed


@every("language", LANGUAGES[1:])
def test_what_a_text_names_in_a_language_is_a_word_of_its_sheets(language: str) -> None:
    """In backticks stand words to type; else they are those of the English text, names of files, or a turn."""
    unknown = [
        (word, text)
        for original, text in texts_of(language)
        for word in {*QUOTED.findall(text)} - {*QUOTED.findall(original)}
        if not (fold(word) in every_word() or re.search("[./{]", word) or counted(word) or turn_of(word))
    ]
    assert unknown == []


@cache
def every_word() -> set[str]:
    """All words of sheets, of whatever kind."""
    return {word for kind in synonyms() for word in vocabulary(kind)}


def texts_of(language: str) -> Iterator[tuple[str, str]]:
    """Each text in English and in a language, its plural too."""
    with (LOCALE / language / "LC_MESSAGES" / "messages.po").open("rb") as lines:
        for entry in read_po(lines):
            both = (entry.id, entry.string) if isinstance(entry.id, tuple) else ((entry.id,), (entry.string,))
            yield " ".join(both[0]), " ".join(both[1])


@every_field
def test_a_field_has_a_reader(sheet: str, field: str) -> None:
    """A new field fails here until a table of schemas/tables.py has its column (pipeline/tidy/rows.py reads it)."""
    columns = {column for name in READ_FROM[sheet] for column in TABLES[name].columns}
    fields = {FIELDS.get(column, column.replace("_", " ")) for column in columns}
    assert field in fields or (sheet, field) in READ_OTHERWISE


@every(("sheet", "field"), [pair for pair in NAMED if pair[0] not in WITHOUT_NOTES])
def test_a_field_has_a_note_for_who_fills_it_in(sheet: str, field: str) -> None:
    """A new field fails here until pipeline/tools/new/texts.csv says what to type."""
    notes = {**texts(sheet), **(texts("bao players") if sheet == "players" else {})}
    assert field in notes or (sheet, field) in NOT_ASKED_FOR


def test_a_setting_can_name_every_system() -> None:
    """`systems` may list them all by id, the longest list that anybody types."""
    typed = ", ".join(systems())
    assert len(typed) > LONGEST_TEXT
    check(
        pd.DataFrame({"setting": ["systems"], "value": [typed]}, dtype=object), SHEETS["event"]
    )  # raises if it may not
