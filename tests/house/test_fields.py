"""Checks that every field of a sheet has a header in each language, a note on what to type, and code that reads it."""

import csv
import re
from pathlib import Path

import pandas as pd

from pipeline import tidy
from pipeline.language.language import language as language_of
from pipeline.rules.counting import counting_words, ways
from pipeline.rules.counting.tie_breaks import CRITERIA
from pipeline.rules.systems import systems
from pipeline.tools.new.texts import texts
from schemas.counting import counted
from schemas.fields import LONGEST_TEXT, Field
from schemas.raw import COLUMNS_OF, SETTINGS, SHEETS, TYPED
from schemas.schema import check
from schemas.tables import TABLES
from schemas.words import LANGUAGES, SUM, SYNONYMS, TIE_BREAKS, WDC, WDC_YEAR
from tests.grouped import grouped
from tests.house.test_house import ROOT, SAME_WORD

NAMED = [(sheet, field) for sheet, fields in TYPED.items() if sheet != "event" for field in fields if "^" not in field]
READ_FROM = {  # kind of sheet -> the tables made from its rows
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
WITHOUT_NOTES = {"moves"}  # sheets that are in no blank workbook
NOT_ASKED_FOR = {("matches", "started")}  # typed only where the clock matters, as the README says

REFERENCE = ROOT / "docs" / "reference"
QUOTED = re.compile("`([^`]+)`")

every_field = grouped(("sheet", "field"), NAMED)


def languages_of(kind: str, name: str) -> set[str]:
    """Return the languages that have a word for a field or setting, or that use its name unchanged."""
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = {row["language"] for row in csv.DictReader(lines) if (row["kind"], row["name"]) == (kind, name)}
    return rows | SAME_WORD.get((kind, name), set())


@every_field
def test_a_field_has_a_header_in_every_language(sheet: str, field: str) -> None:
    """This test fails for a new field until words for it are added to schemas/synonyms.csv."""
    assert languages_of(sheet, field) == {*LANGUAGES}


@grouped("setting", SETTINGS.columns)
def test_a_setting_has_a_name_in_every_language(setting: str) -> None:
    assert languages_of("setting", setting) == {*LANGUAGES}


@grouped("setting", SETTINGS.columns)
def test_a_setting_has_a_note_for_its_reader(setting: str) -> None:
    """This test fails for a new setting until pipeline/tools/new/texts.csv says what to type."""
    assert any(setting in texts(sheet) for sheet in ("event", "bao event", "placings event", "season"))


@grouped("setting", SETTINGS.columns)
def test_a_setting_has_a_reader(setting: str) -> None:
    """This test fails for a new setting until pipeline/tidy/events.py or league.py reads the setting."""
    modules = [*Path(tidy.__file__).parent.glob("*.py")]
    assert any(f'"{setting}"' in module.read_text(encoding="utf-8") for module in modules)


@grouped("name", TIE_BREAKS)
def test_a_tie_break_is_implemented_and_is_in_the_note(name: str) -> None:
    """A new tie-break must be added to `CRITERIA` in rules/counting/tie_breaks.py and to the note on the setting."""
    assert name in CRITERIA and name in str(texts("event")["tie-breaks"])


@grouped("language", LANGUAGES)
def test_the_words_that_a_field_offers_may_be_typed(language: str) -> None:
    """Every word that a field's description quotes in backticks is tried, in the reader's language."""
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
    """Return whether a cell of the field accepts this word."""
    return field.holds is None or bool(field.holds(pd.Series([word], dtype=object)).all())


@grouped("language", LANGUAGES)
def test_a_way_of_counting_is_read_as_printed(language: str) -> None:
    """A counting method can be typed as it is printed in workbooks, reports and posts."""
    for how in ways():
        for number in {SUM: (0,), WDC: (WDC_YEAR,)}.get(how, (1, 2, 3, 10, 21)):
            printed = language_of(language)(counting_words(how, float(number)))
            assert counted(printed) == (how, number), printed


@every_field
def test_a_field_has_a_reader(sheet: str, field: str) -> None:
    """This test fails for a new field until a column for it is added to a table in schemas/tables.py."""
    columns = {column for name in READ_FROM[sheet] for column in TABLES[name].columns}
    assert columns & {column for column, of in COLUMNS_OF[sheet].items() if of == field}


@grouped(("sheet", "field"), [pair for pair in NAMED if pair[0] not in WITHOUT_NOTES])
def test_a_field_has_a_note_for_its_reader(sheet: str, field: str) -> None:
    """This test fails for a new field until `says` in schemas/raw.py explains what to type."""
    notes = {**texts(sheet), **(texts("bao players") if sheet == "players" else {})}
    assert field in notes or (sheet, field) in NOT_ASKED_FOR


@every_field
def test_a_field_is_on_the_page_of_sheets(sheet: str, field: str) -> None:
    page = (REFERENCE / "sheets.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {sheet}\n")[2].partition("\n## ")[0]
    assert f"\n- `{field}`" in section and f"| `{field}` |" in section


@grouped("setting", SETTINGS.columns)
def test_a_setting_is_on_the_page_of_settings(setting: str) -> None:
    assert f"\n- `{setting}`" in (REFERENCE / "settings.md").read_text(encoding="utf-8")


def test_a_setting_can_name_every_system() -> None:
    """The longest setting that anybody is likely to type is `systems` with a list of all ids."""
    typed = ", ".join(systems())
    assert len(typed) > LONGEST_TEXT
    check(
        pd.DataFrame({"setting": ["systems"], "value": [typed]}, dtype=object), SHEETS["event"]
    )  # raises if the list is too long
