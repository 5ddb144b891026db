"""Tests that the scored cells differ from the raw cells only by the reported fixes."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries

from pipeline.build.build import RESERVED
from pipeline.read.find import find
from pipeline.read.raw_tables import Place, Raw, read
from pipeline.read.validate import validate
from tests.bad_inputs.spoil import merged, on_its_side
from tests.sheets import COLUMNS, Sheets, Shown, event, put, write_xlsx

LETTERS = "ABCDEFGHIJKLMNOPQRST"  # columns of the boards sheet
READ_AS = re.compile(r"Read as (.*?)( in each row of \S+)?\.", re.DOTALL)


def replayed(raw: Raw) -> Iterator[tuple[str, object, str, object]]:
    """Yield the sheet, row, field and text of each raw cell, with the listed fixes applied to the text."""
    fixes: dict[tuple[Place, str], str] = {}
    spread: dict[tuple[Place, str], str] = {}
    for p in raw.problems:
        match = READ_AS.fullmatch(str(p.message))
        if p.severity == "fix" and match:
            place = Place(p.season, p.event, p.file, p.sheet)
            (spread if p.code == "merged_id" else fixes)[place, p.cell] = match[1]
            if p.code == "merged_id":
                left, top, right, bottom = range_boundaries(p.cells)
                spread |= {(place, f"{row},{column}"): match[1] for row in range(top + 1, bottom + 1) for column in range(left, right + 1)}  # fmt: skip
    for kind, own in raw.tables.items():
        for row in own.text.index:
            place = Place(*own.origin.loc[row, ["season", "event", "file", "sheet"]])
            for name in own.columns[place]:
                spot = own.problem("missing", row, name).cell
                down, across = coordinate_to_tuple(spot)
                typed = raw.sheets[place].rows[down - 1]
                text = typed[across - 1].text if across <= len(typed) else ""
                text = text if text.strip() else spread.get((place, f"{down},{across}"), "")
                yield kind, row, name, fixes.get((place, spot), text) or None


def dirtied(text: str, how: str) -> str:
    """Return a value as a careless person might type it."""
    match how:
        case "blanks":
            return f"  {text.replace(' ', '   ')}\t"
        case "hard blanks":
            return f"{text.replace(' ', chr(0xA0))}\u00a0"
        case "decomposed":
            return unicodedata.normalize("NFD", text)
        case "full width":
            return "".join(chr(ord(sign) + 0xFEE0) if sign.isdecimal() else sign for sign in text)
    return text


spots = st.tuples(st.integers(2, 15), st.sampled_from("ABCDEFGHIJKLMNPRS"))
dirt = st.sampled_from(["as text", "blanks", "hard blanks", "decomposed", "full width"])
headers = st.dictionaries(
    st.sampled_from("EFGHIJK"), st.sampled_from(["{}", "A{}", "Autunno {}", "fall\n{}", "{} automne", "day"])
)


def validated(path: Path) -> Raw:
    """Return the raw tables of one event with unreadable values removed."""
    return validate(read(find(path.parents[1], RESERVED).sources))


def a_clean_event() -> Sheets:
    """Return an event with letters that Unicode can encode in two ways, blanks in names, and a decimal score."""
    typed = event("Torneo", family="Nicolò Ångström")
    put(typed, "boards!S3", 36.5)
    return typed


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Raw:
    raw = validated(write_xlsx(tmp_path_factory.mktemp("clean") / "2013" / "Torneo.xlsx", a_clean_event()))
    assert raw.problems == []
    return raw


@given(
    dirty=st.dictionaries(spots, dirt, max_size=20),
    years=headers,
    merges=st.sampled_from([(), ("A2:A15",), ("B2:B8",), ("A2:A8", "B9:B15"), ("A9:A15", "B2:B8", "B9:B15")]),
    side=st.booleans(),
)
@settings(max_examples=15)
def test_the_listed_fixes_applied_to_the_raw_cells_give_the_scored_table(
    dirty: dict[tuple[int, str], str],
    years: dict[str, str],
    merges: tuple[str, ...],
    side: bool,
    clean: Raw,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A dirty sheet gives the same table as the clean sheet.

    Applying the listed fixes to the raw cells of the dirty sheet also gives this table.
    """
    typed = a_clean_event()
    for (row, letter), how in dirty.items():
        column = LETTERS.index(letter)
        value = typed["boards"][row - 1][column]
        if value is not None and not (letter in "AB" and (merges or how == "full width")):
            typed["boards"][row - 1][column] = dirtied(str(value), how)
    for letter, how in years.items():
        year = int(COLUMNS[LETTERS.index(letter)])
        put(typed, f"boards!{letter}1", Shown(year, "yyyy-mm-dd") if how == "day" else how.format(year))
    if side:
        on_its_side(typed)
    path = write_xlsx(tmp_path_factory.mktemp("dirty") / "2013" / "Torneo.xlsx", typed)
    if merges and not side:
        book = load_workbook(path)
        merged(*merges)(book)
        book.save(path)
    raw = validated(path)
    assert {p.severity for p in raw.problems} <= {"fix"}
    for kind, own in raw.tables.items():
        pd.testing.assert_frame_equal(own.text, clean.tables[kind].text, check_dtype=False)
    for kind, row, name, text in replayed(raw):
        assert raw.tables[kind].text.at[row, name] == text, f"{kind} {row} {name}"
