"""Raw tables as typed -> the same without what cannot be read; every fault becomes a problem at its cell."""

import re
import unicodedata
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pandera.pandas as pa

from pipeline.problems.codes import Problem
from pipeline.problems.near import nearest
from pipeline.read.cells import PERCENTAGE, UNREADABLE
from pipeline.read.sheets import Raw, RawTable
from pipeline.read.typed import canonical
from schemas.fields import NUMBER, THOUSANDS, each
from schemas.messages import NOTHING, Name, Text, Typed, listed, say
from schemas.raw import SHEETS
from schemas.words import (
    PERHAPS_NOBODY,
    TOTAL,
    TWINS,
    decimal_digits,
    decoded_again,
    fold,
    no_name,
    split,
    tidy_text,
    vocabulary,
)

NO_PERCENTAGE = say("a plain number or a text, not a percentage")
NO_NAMES = {  # kinds of cells that hold no name, and no round or board
    "date": say("a text: the spreadsheet made a date of it"),
    "boolean": say("a text: the spreadsheet holds a true or false"),
    "nought": say("a name, or a blank cell: a formula that refers to a blank cell gives 0"),
}


def validate(raw: Raw) -> Raw:
    """Check every cell; cells at fault are blanked, so that whatever follows meets only what can be read.

    All faults of all sheets are found in one pass; a cell has one problem at most.
    """
    problems: list[Problem] = [*raw.problems]
    listed_names = _listed_names(raw.tables["players"])
    tables = {kind: _validate_table(table, SHEETS[kind], listed_names, problems) for kind, table in raw.tables.items()}
    return replace(raw, tables=tables, problems=problems)


def _validate_table(
    table: RawTable, schema: pa.DataFrameSchema, listed_names: set[tuple[str, str]], problems: list[Problem]
) -> RawTable:
    faulty = _cells_without_value(table, schema, problems)
    text = _without_words_for_nobody(table, schema, _normalise(table, schema, faulty, problems), listed_names, problems)
    for row, name, expected in failures(schema, text.mask(faulty).astype(object)):
        if not faulty.at[row, name]:
            missing = pd.isna(text.at[row, name])
            meant = _powers_meant(text.at[row, name]) if name == "power" and not missing else NOTHING
            wanted = listed([expected, meant], "; ") if meant else expected
            problems.append(table.problem("missing" if missing else "bad_value", row, name, expected=wanted))
            faulty.at[row, name] = True
    return replace(table, text=text.mask(faulty).astype(object).where(lambda cells: cells.notna(), None), faulty=faulty)


def failures(schema: pa.DataFrameSchema, frame: pd.DataFrame) -> list[tuple[int, str, Text]]:
    """Every cell that fails its check: row, field, and what was expected (nothing said for a value that is missing)."""
    try:
        schema.validate(frame, lazy=True)
    except pa.errors.SchemaErrors as errors:
        cases = errors.failure_cases.dropna(subset="index").sort_values(["index", "column"])
        return [
            (int(row), name, NOTHING if check == "not_nullable" else _of(schema, name).metadata["expected"])
            for row, name, check in cases[["index", "column", "check"]].itertuples(index=False)
        ]
    return []


def _cells_without_value(table: RawTable, schema: pa.DataFrameSchema, problems: list[Problem]) -> pd.DataFrame:
    """Error cells, percentages, formulas without a stored value, dates and truths where a name or an id stands, a person 0.

    A control total without a value goes unchecked.
    """
    faulty = pd.DataFrame(False, index=table.text.index, columns=table.text.columns)
    total = np.zeros(len(faulty), bool)
    if "power" in table.text:
        total = (canonical(table.text["power"], "power") == TOTAL).to_numpy()
    codes = {**UNREADABLE, **dict.fromkeys(("percent", *NO_NAMES), "bad_value")}
    no_dates = np.array([_of(schema, name).metadata["dates"] is False for name in table.text.columns], bool)
    persons = np.array(["person" in _of(schema, name).metadata for name in table.text.columns], bool)
    kinds = table.kind.mask((table.kind == "number") & (table.text == "0") & persons, "nought")
    for kind, code in codes.items():
        there = (kinds == kind).to_numpy()
        for row, column in np.argwhere(there & no_dates if kind in NO_NAMES else there):
            unchecked = kind == "formula" and total[row]
            expected = {"percent": NO_PERCENTAGE, **NO_NAMES}.get(kind, NOTHING)
            text = table.text.iat[row, column]
            found = PERCENTAGE.of({"figure": text.split()[0]}) if kind == "percent" else None
            code_here = "total_without_value" if unchecked else code
            problems.append(table.problem(code_here, int(row), table.text.columns[column], found, expected))
            faulty.iat[row, column] = True
    return faulty


def _of(schema: pa.DataFrameSchema, name: str) -> Any:
    """The column of a field; one pattern stands for all years."""
    return schema.columns.get(name) or next(column for column in schema.columns.values() if column.regex)


def _normalise(
    table: RawTable, schema: pa.DataFrameSchema, faulty: pd.DataFrame, problems: list[Problem]
) -> pd.DataFrame:
    """Texts without surplus blanks, numbers typed as text as numbers; each change is listed with what was read."""
    text = table.text.copy()
    for position, name in enumerate(text.columns):
        number = _of(schema, name).metadata["number"]
        typed_as_text = table.kind[name] == "text"
        mended = text[name] if number else each(text[name], decoded_again)
        clean = each(mended, tidy_text)
        if number:
            plain = each(clean, decimal_digits)
            thousands = typed_as_text & each(plain, re.compile(THOUSANDS).fullmatch).notna()
            is_number = typed_as_text & each(plain, re.compile(NUMBER).fullmatch).notna() & ~thousands
            clean = clean.where(~is_number, plain)
            for row in np.flatnonzero(thousands.to_numpy()):
                decimal, thousand = float(plain.iat[row]), int(plain.iat[row].replace(".", ""))
                expected = say(
                    "a number: as a text it may mean {decimal:g} or {thousand}", decimal=decimal, thousand=thousand
                )
                problems.append(table.problem("ambiguous_number", int(row), name, expected=expected))
                faulty.iat[row, position] = True
        changed = is_number if number else clean.notna() & (clean != text[name])
        for row in np.flatnonzero(changed.to_numpy()):
            twice = mended.iat[row] != text.iat[row, position]
            code = "number_as_text" if number else "decoded_twice" if twice else "blanks"
            found, expected = _shown(text.iat[row, position]), say("read as {value}", value=clean.iat[row])
            problems.append(table.problem(code, int(row), name, found, expected))
        text[name] = clean
    return text


def _listed_names(players: RawTable) -> set[tuple[str, str]]:
    """The names of people, and their other ones, that the sheets of players hold: season, name."""
    seasons, names = players.origin["season"], players.text[["player", "also known as"]].fillna("")
    typed = zip(seasons, names["player"], each(names["also known as"], split), strict=True)
    return {(season, tidy_text(name)) for season, player, others in typed for name in (player, *others)}


def _without_words_for_nobody(
    table: RawTable,
    schema: pa.DataFrameSchema,
    text: pd.DataFrame,
    listed_names: set[tuple[str, str]],
    problems: list[Problem],
) -> pd.DataFrame:
    """The texts without words that stand for nobody, or for somebody unknown, in place of a name; a listed name is one."""
    for name in [name for name in text if "person" in _of(schema, name).metadata]:
        meant = _of(schema, name).metadata["meant"]
        words = each(text[name].where(table.kind[name] == "text"), no_name).dropna()
        for row, word in words[words != text[name].reindex(words.index)].items():
            if (table.origin.at[row, "season"], text.at[row, name]) in listed_names:
                continue
            if word in meant:
                read = say("read as {value}", value=meant[word]) if meant[word] else say("read as a blank cell")
                problems.append(table.problem("no_name", int(row), name, expected=read))
                text.at[row, name] = meant[word] or None
            elif word == PERHAPS_NOBODY and meant:
                problems.append(table.problem("perhaps_nobody", int(row), name))
    return text


def _shown(text: str) -> Typed:
    """A text with signs that cannot be seen, look like others, or are part of the letter before, written out."""
    plain = (sign.isprintable() and not unicodedata.combining(sign) and ord(sign) not in TWINS for sign in text)
    return Typed("".join(sign if shown else ascii(sign)[1:-1] for sign, shown in zip(text, plain, strict=True)))


def _powers_meant(typed: str) -> Text:
    """The powers that a word which names none may mean: those that begin with it, or the one most like it."""
    powers, word = vocabulary("power"), fold(typed)
    meant = sorted({power for name, power in powers.items() if word and name.startswith(word)} - {TOTAL})
    meant = meant or [powers[name] for name in nearest(word, powers)[:1]]
    names = listed((Name("power", power) for power in meant), "or")
    return say("`{typed}` may be {meant}", typed=typed, meant=names) if meant else NOTHING
