"""Check the cells of raw tables, blank the invalid ones, and report each fault at its cell."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandera.errors import SchemaErrors

from pipeline.problems.codes import Problem, did_you_mean
from pipeline.problems.suggestions import nearest
from pipeline.read import headers
from pipeline.read.cells import PERCENTAGE, UNREADABLE
from pipeline.read.raw_tables import ORIGIN, Place, Raw, RawTable
from schemas.fields import NO_VALUE, NUMBER, THOUSANDS, UNCLEAR, Field, Texts, each, for_each
from schemas.messages import NOTHING, Name, Text, Verbatim, listed, plural, say
from schemas.raw import SETTINGS, SHEETS
from schemas.schema import Schema
from schemas.words import (
    PERHAPS_NOBODY,
    POWERS,
    TOTAL,
    TWINS,
    UNKNOWN_PLAYER,
    aliases_of,
    conjoined,
    decimal_digits,
    decoded_again,
    fold,
    no_name,
    tidy_text,
    vocabulary,
)

NO_PERCENTAGE = say("a plain number or text")
NO_NAMES = {  # kinds of cells that cannot be a name, a round or a board
    "date": say("text, because the spreadsheet turned the entry into a date"),
    "boolean": say("text, because the spreadsheet turned the entry into true or false"),
    "zero": say("a name, but perhaps the result of a formula that refers to a blank cell"),
}
LETTERS = {power[0]: power for power in POWERS}
LISTS_OF_NAMES = ("also known as", "apart from")
LISTS = ("directors", "circuits", "round weights", "systems", "tie-breaks")  # settings with several values in one cell
CHARTED = ("final",)  # columns with centres, besides the years
BLANK_CELL = say("a blank cell")
LISTS_OF_WORDS = {"winners": "power"}  # columns with several words in a cell -> kind of the words
WORDS = {"power": "power", "turn": "turn", **LISTS_OF_WORDS}  # columns in which unknown words get a suggestion
# A setting and its value in one cell: `system: pgp`.
WITH_ITS_VALUE = re.compile(r"\s*([^:=]+?)\s*[:=]\s*\S.*", re.DOTALL)
OF_NUMBERS = [name for name, column in SETTINGS.columns.items() if isinstance(column, Field) and column.number]
Mask = NDArray[np.bool_]  # whether each cell of a table, or of a column, has a property


def validate(raw: Raw) -> Raw:
    """Check every cell and blank the invalid ones, so that later stages see only valid cells.

    All faults in all sheets are found in one pass, and an invalid cell is reported once.
    """
    problems: list[Problem] = [*raw.problems]
    listed_names = _listed_names(raw.tables["players"])
    tables = {kind: _validate_table(kind, table, listed_names, problems) for kind, table in raw.tables.items()}
    return replace(raw, tables=tables, problems=problems)


def _validate_table(
    kind: str, table: RawTable, listed_names: set[tuple[str, str]], problems: list[Problem]
) -> RawTable:
    if table.text.empty:
        return table
    schema = SHEETS[kind]
    faulty = _cells_without_value(table, schema, problems)
    _report_with_value(table, faulty, problems)
    text = _normalise(table, schema, faulty, problems)
    _replace_words_for_nobody(table, schema, text, listed_names, problems)
    text[faulty] = None
    valid = pd.DataFrame(text, table.text.index, table.text.columns, dtype=object)
    for row, name, expected in failures(schema, valid):
        position = valid.columns.get_loc(name)
        if not faulty[row, position]:
            if valid.at[row, name] is None:
                message = say("`{column}` is missing from this row.", column=Name(kind, name))
                problems.append(table.problem("missing", row, name, message=message))
            else:
                hint = _words_meant(name, valid.at[row, name]) if name in WORDS else NOTHING
                code, values = _field(schema, name).code, {"expected": expected}
                problems.append(table.problem(code, row, name, hint=hint, values=values))
            faulty[row, position], valid.at[row, name] = True, None
    return replace(table, text=valid, faulty=pd.DataFrame(faulty, valid.index, valid.columns))


def failures(schema: Schema, frame: pd.DataFrame) -> list[tuple[int, str, Text]]:
    """Return the row, the field and the expected value of every cell that Pandera finds invalid.

    A missing optional value is valid. Columns without any value are skipped unless they are required.
    """
    required = [name for name, column in schema.columns.items() if not column.missing]
    filled = pd.notna(frame.to_numpy()).any(axis=0)
    try:
        schema.in_pandera.validate(frame.loc[:, filled | frame.columns.isin(required)], lazy=True)
    except SchemaErrors as errors:
        cases = errors.failure_cases.dropna(subset="index").sort_values(["index", "column"])
        return [
            (int(row), name, NOTHING if check == "not_nullable" else _field(schema, name).expected)
            for row, name, check in cases[["index", "column", "check"]].itertuples(index=False)
        ]
    return []


LINKED = {"linked": say("an Excel linked data type, such as a country")}
AS_TEXT = {  # a linked data type shows text on the screen, but the file contains an error
    "message": say("This cell contains an Excel linked data type, such as a country, instead of text."),
    "hint": say("Right-click the cell, choose Data Type and then Convert to Text."),
}


def _cells_without_value(table: RawTable, schema: Schema, problems: list[Problem]) -> Mask:
    """Report error cells, formulas without a value, and percentages, and return a mask of these cells.

    Where a name or an id is expected, dates, booleans and 0 are reported and masked as well. Control totals without a
    value are not checked, and are reported only once per sheet.
    """
    faulty = np.zeros(table.text.shape, bool)
    unchecked_sheets: set[Place] = set()  # reported once per sheet, since it often affects all totals
    codes = {**UNREADABLE, **dict.fromkeys(("percent", *NO_NAMES), "bad_value")}
    fields = [_field(schema, name) for name in table.text]
    no_dates, persons = [not field.dates for field in fields], [field.person is not None for field in fields]
    texts, kinds = table.text.to_numpy(), table.kind.to_numpy(copy=True)
    for column in np.flatnonzero(persons):
        kinds[(kinds[:, column] == "number") & (texts[:, column] == "0"), column] = "zero"
    numbers, distinct = pd.factorize(kinds.ravel())
    number_of = {kind: number for number, kind in enumerate(distinct)}
    for kind, code in codes.items():
        of_kind = (numbers == number_of.get(kind, -1)).reshape(kinds.shape)
        for row, column in np.argwhere(of_kind & no_dates if kind in NO_NAMES else of_kind):
            faulty[row, column] = True
            unchecked = kind == "formula" and _is_total(table, row)
            if unchecked and (place := table.places[row]) in unchecked_sheets:
                continue
            unchecked_sheets |= {place} if unchecked else set()
            code_of_cell = "total_without_value" if unchecked else code
            expected = {"percent": NO_PERCENTAGE, **NO_NAMES}.get(kind, NOTHING)
            figure = PERCENTAGE.of({"figure": texts[row, column].split()[0]}) if kind == "percent" else NOTHING
            shown, said = LINKED.get(kind, figure), AS_TEXT if kind == "linked" else {}
            name, values = table.text.columns[column], {"expected": expected}
            problems.append(table.problem(code_of_cell, int(row), name, shown, **said, values=values))
    return faulty


def _is_total(table: RawTable, row: int) -> bool:
    return "power" in table.text and vocabulary("power").get(fold(table.text.at[row, "power"] or "")) == TOTAL


def _report_with_value(table: RawTable, faulty: Mask, problems: list[Problem]) -> None:
    """Report each setting whose name and value were entered in a single cell, and mark that cell as faulty."""
    if "setting" not in table.text:
        return
    position, settings = table.text.columns.get_loc("setting"), table.text["setting"]
    alone = (settings.notna() & table.text["value"].isna()).to_numpy() & ~faulty[:, position]
    for row, typed in settings[alone].items():
        parts = WITH_ITS_VALUE.fullmatch(typed)
        name = parts and (vocabulary("setting").get(fold(parts[1])) or headers.meant("setting", parts[1]))
        if name:
            message = say("“{typed}” contains a setting and its value in one cell. It was ignored.", typed=typed)
            hint = say("Enter `{name}` in the first column and its value in the second.", name=Name("setting", name))
            problems.append(table.problem("misspelt", int(row), "setting", message=message, hint=hint))
            faulty[row, position] = True


def _field(schema: Schema, name: str) -> Field:
    column = schema.column(name)
    assert isinstance(column, Field)
    return column


def _normalise(table: RawTable, schema: Schema, faulty: Mask, problems: list[Problem]) -> Texts:
    """Return the text with surplus whitespace removed and alternative spellings replaced by valid values.

    Numbers typed as text count as alternative spellings. Changes are reported together with the new value. Ambiguous
    numbers and dates are reported and marked in `faulty`.
    """
    text = table.text.to_numpy(copy=True)
    typed, read, kinds = text.copy(), text.copy(), table.kind.to_numpy()
    for position in np.flatnonzero(pd.notna(text).any(axis=0)):
        name = table.text.columns[position]
        field, before, kind = _field(schema, name), text[:, position], kinds[:, position]
        join = _on_one_line if name in LISTS_OF_NAMES else str if field.person is None else _one_line
        tidied = for_each(before, partial(_mended, field=field, join=join))
        numbers: Mask | bool = field.number
        if name == "value" and "setting" in table.text:  # what the value should be depends on the setting
            setting = canonical(table.text["setting"], "setting")
            several, numbers = setting.isin(LISTS).to_numpy(), setting.isin(OF_NUMBERS).to_numpy()
            tidied = np.where(several, for_each(before, partial(_mended, field=field, join=_on_one_line)), tidied)
        typed[:, position] = tidied
        commas = numbers & (kind == "comma")
        if field.number and commas.any() and field.holds:
            commas &= ~field.holds(pd.Series(tidied)).to_numpy()  # `1904,1906` is two years
        if commas.any():
            tidied = np.where(commas, for_each(tidied, lambda number: number.replace(",", ".")), tidied)
        if name == "power" and "player" in table.text:
            typed[:, position] = clean = _letters_as_powers(table, tidied, problems)
        else:
            clean = _as_meant(table, name, tidied, field, faulty[:, position], problems)
        read[:, position] = clean
        same = clean == tidied
        of_csv = numbers & (kind == "either") & same
        is_number = field.number & (kind == "text") & same
        if is_number.any() or of_csv.any():
            plain = for_each(clean, decimal_digits)
            thousands = is_number & pd.notna(for_each(plain, partial(re.fullmatch, THOUSANDS)))
            is_number &= pd.notna(for_each(plain, partial(re.fullmatch, NUMBER))) & ~thousands
            clean = np.where(is_number, plain, clean)
            for row in np.flatnonzero(thousands | of_csv):
                texts = _either(plain[row], bool(of_csv[row]))
                problems.append(table.problem("ambiguous_number", int(row), name, **texts))
                faulty[row, position] = True
        retyped = is_number if field.number else pd.notna(clean) & same & (tidied != before) & ~commas
        for row in np.flatnonzero(retyped):
            twice = decoded_again(before[row]) != before[row]
            code = "number_as_text" if field.number else "decoded_twice" if twice else "blanks"
            shown, values = _shown(before[row]), {"value": clean[row]}
            problems.append(table.problem(code, int(row), name, shown, values=values))
        text[:, position] = clean
    _report_meant(table, typed, read, faulty, problems)
    return text


def _mended(typed: str, field: Field, join: Callable[[str], str]) -> str:
    """Return a string with wrongly decoded characters repaired, its lines joined and surplus whitespace removed."""
    return tidy_text(join(typed if field.number else decoded_again(typed)))


def _either(typed: str, of_csv: bool) -> dict[str, Text]:
    """Return the message and the hint for a number whose comma or point is ambiguous.

    In a CSV file every cell is text, so the hint differs.
    """
    whole = re.sub("[.,]", "", typed)
    decimal = float(typed.replace(",", "."))
    message = say("“{typed}” may mean {decimal:g} or {thousand}.", typed=typed, decimal=decimal, thousand=int(whole))
    if not of_csv:
        return {"message": message, "hint": say("Enter the value as a number, not as text.")}
    longer = typed + "0"
    hint = say("Enter `{longer}` or `{whole}`, or save the sheets as a workbook.", longer=longer, whole=whole)
    return {"message": message, "hint": hint}


def _one_line(name: str) -> str:
    """Join the lines of a cell with slashes if each line is a full name, as in `Anna Rossi / Berta Neri`.

    Other text is returned unchanged.
    """
    lines = name.split("\n")
    return " / ".join(map(str.strip, lines)) if all(len(line.split()) > 1 for line in lines) else name


def _on_one_line(names: str) -> str:
    """Join the lines of a cell with semicolons."""
    return "; ".join(line.strip() for line in re.split("[\n\t]+", names) if line.strip())


def _listed_names(players: RawTable) -> set[tuple[str, str]]:
    """Return all names and aliases in the `players` sheets, as pairs of season and name."""
    aliases = each(players.text["also known as"], aliases_of)
    typed = zip(players.origin["season"], players.text["player"], aliases, strict=True)
    return {(season, tidy_text(name)) for season, player, others in typed for name in (player or "", *(others or ()))}


def _replace_words_for_nobody(
    table: RawTable, schema: Schema, text: Texts, listed_names: set[tuple[str, str]], problems: list[Problem]
) -> None:
    """Replace the words in `text` that stand for nobody or for an unknown player, and report these words.

    The field decides whether a word is replaced by a blank or by UNKNOWN_PLAYER. A word that is listed as somebody's
    name stays.
    """
    for position, name in enumerate(table.text):
        meant = _field(schema, name).person
        if meant is None:
            continue
        cells, kind = text[:, position], table.kind[name].to_numpy()
        typed = (kind == "text") | (kind == "either") | (kind == "number") & (cells != "0")
        words = for_each(cells, no_name)
        for row in np.flatnonzero(typed & pd.notna(words) & (cells != UNKNOWN_PLAYER)):
            word = words[row]
            if (table.origin.at[row, "season"], cells[row]) in listed_names:
                continue
            if word in meant:
                problems.append(table.problem("no_name", int(row), name, values={"value": meant[word] or BLANK_CELL}))
                cells[row] = meant[word] or None
            elif word == PERHAPS_NOBODY and meant:
                problems.append(table.problem("perhaps_nobody", int(row), name))


def _letters_as_powers(table: RawTable, typed: Texts, problems: list[Problem]) -> Texts:
    """Return the column with initials replaced by powers on boards that have all seven initials.

    The initials are reported once per sheet.
    """
    letters = pd.Series(for_each(typed, lambda word: word.upper() if word.upper() in LETTERS else None))
    if letters.notna().sum() < len(POWERS):
        return typed
    sheet = [table.origin[key] for key in ORIGIN[:-1]]
    board = [*sheet, *(table.text[key].fillna("") for key in ("round", "board"))]
    whole = (letters.groupby(board).transform("nunique") == len(POWERS)) & letters.notna()
    for _, rows in letters[whole].groupby([key[whole] for key in sheet]):
        first = [*rows.iloc[: len(POWERS)]]
        values = {"value": listed(Name("power", LETTERS[letter]) for letter in first)}
        initials = Verbatim(", ".join(first))
        problems.append(table.problem("otherwise", int(rows.index[0]), "power", initials, values=values))
    return np.where(whole, letters.map(LETTERS), typed)


def _as_meant(table: RawTable, name: str, clean: Texts, field: Field, faulty: Mask, problems: list[Problem]) -> Texts:
    """Return the column with alternative spellings replaced by valid values.

    An ambiguous date is marked as faulty and reported at its cell.
    """
    meant = for_each(clean, field.meant)
    other = pd.notna(meant)
    if not other.any():
        return clean
    # a dash is a blank, not a 0, if the board has no figures in this column
    if name in CHARTED or name.isdecimal():
        meant[(meant == "0") & ~_is_kept(table, name)] = NO_VALUE
    for row in np.flatnonzero(meant == UNCLEAR):
        problems.append(table.problem("unclear_date", int(row), name))
        faulty[row] = True
    clean = np.where(other, meant, clean)
    clean[clean == NO_VALUE] = None
    return clean


def _report_meant(table: RawTable, typed: Texts, read: Texts, faulty: Mask, problems: list[Problem]) -> None:
    """Report each replaced spelling once per sheet and column, ignoring faulty cells.

    All years count as one column.
    """
    alike: dict[tuple[object, ...], list[tuple[int, str]]] = {}
    for row, column in np.argwhere((typed != read) & ~faulty):
        name = table.text.columns[column]
        place = (*table.places[row], "" if name.isdecimal() else name)
        alike.setdefault((*place, typed[row, column], read[row, column] or ""), []).append((int(row), name))
    for (*_, text, meant), [(row, name), *more] in alike.items():
        value = meant or BLANK_CELL
        message: Text = NOTHING
        if more:
            message = plural(
                "Read as {value}, here and in 1 more cell.",
                "Read as {value}, here and in {n} more cells.",
                len(more),
                value=value,
            )
        text = Verbatim(str(text))
        problems.append(table.problem("otherwise", row, name, text, message=message, values={"value": value}))


def _is_kept(table: RawTable, name: str) -> Mask:
    """Return a mask of the rows whose board has figures in this column.

    On a board with figures, a dash means 0. On any other board, a dash means a blank.
    """
    board = [table.origin[key] for key in ORIGIN[:-1]] + [table.text[key].fillna("") for key in ("round", "board")]
    figures = each(table.text[name], lambda typed: bool(re.search("[0-9]", decimal_digits(typed))))
    return figures.astype(bool).groupby(board).transform("any").to_numpy()


def _shown(text: str) -> Verbatim:
    """Return a string with invisible, confusable and combining characters escaped."""
    plain = (sign.isprintable() and not unicodedata.combining(sign) and ord(sign) not in TWINS for sign in text)
    return Verbatim("".join(sign if shown else ascii(sign)[1:-1] for sign, shown in zip(text, plain, strict=True)))


def _words_meant(name: str, typed: str) -> Text:
    """Return a hint about what the unknown words in a cell may mean.

    If the cell may have several words, the hint names each unknown one.
    """
    kind, several = WORDS[name], name in LISTS_OF_WORDS
    words = vocabulary(kind)
    wrong = [word for word in conjoined(typed) if words.get(fold(word), TOTAL) == TOTAL] if several else [typed]
    if not several:
        return did_you_mean(*_meant(kind, typed))
    hints = [
        say("“{typed}” may be {meant}.", typed=word, meant=listed(meant, "or"))
        if (meant := _meant(kind, word))
        else say("“{typed}” is not a power.", typed=word)
        for word in wrong
    ]
    return listed(hints, " ") if hints else NOTHING


def _meant(kind: str, typed: str) -> list[Name]:
    """Return the names that an unknown word may mean.

    These are the names that begin with the word or, if there are none, the most similar name.
    """
    words, word = vocabulary(kind), fold(typed)
    if words.get(word) == TOTAL:
        return []
    meant = sorted({name for other, name in words.items() if word and other.startswith(word)} - {TOTAL})
    meant = meant or [words[name] for name in nearest(word, words)[:1]]
    return [Name(kind, name) for name in meant]


# -- from the text of valid cells to values ----------------------------------------------------------------------------


def canonical(texts: pd.Series, kind: str) -> pd.Series:
    """Return the canonical name of each word of one kind, whatever its language.

    Blanks and unknown words become None.
    """
    names = vocabulary(kind)
    return each(texts, lambda typed: names.get(fold(typed)))


def variant(texts: pd.Series) -> pd.Series:
    """Return the variant of each game, or "" if the cell is blank or names the standard game."""
    standard = vocabulary("variant")
    return each(texts, lambda typed: "" if fold(typed) in standard else typed).fillna("")


def day(texts: pd.Series) -> pd.Series:
    """Return strings as dates, with NaT for blanks."""
    return pd.to_datetime(texts, format="%Y-%m-%d")


def moment(texts: pd.Series) -> pd.Series:
    """Return strings as dates and times, rounded to the second, with NaT for blanks.

    The time is midnight if none is given.
    """
    return pd.to_datetime(texts, format="ISO8601").astype("datetime64[us]").dt.round("s")
