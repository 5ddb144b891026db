"""The fields that several sheets share. Each says what its cells may hold, and which problem any other value causes.

A raw cell is a string, whatever its type in the spreadsheet, and a blank cell is `None`.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from schemas.messages import Message, Name, listed, say
from schemas.schema import Column
from schemas.words import (
    A_BYE,
    CENTRES_ON_THE_MAP,
    MOST_POINTS,
    NOBODY,
    POWERS,
    TOTAL,
    TURNS,
    UNKNOWN_PLAYER,
    conjoined,
    decimal_digits,
    fold,
    in_order,
    meaning,
    split,
    tidy_text,
    vocabulary,
)

pd.options.mode.string_storage = "python"  # store strings the same way with and without pyarrow, which archives need

LONGEST_TEXT = 200
LONGEST_VALUE = 2_000  # maximum characters of a setting; a list of all systems fits
DATES = (1850, 2150)  # first and last year of a date, from births to planned days
LONG_TEXT = r"(?s).{0,5000}"
A_REMARK, A_DATE = say("a remark"), say("a date from 1850 to 2150")
NUMBER = r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?"
THOUSANDS = (
    r"-?[1-9][0-9]{0,2}\.[0-9]{3}"  # ambiguous as a string: 7.500 is seven and a half, or seven thousand five hundred
)
EITHER = r"-?[1-9][0-9]{0,2}[.,][0-9]{3}"  # ambiguous where a comma may separate thousands or decimals too
DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")  # before three digits a comma may separate thousands
FEW = r"([0-9]{1,4}(?:\.[0-9]{1,6})?)"  # a plausible number of days or points
CLOCK = re.compile(rf"(?:T\s*=)?\s*\(\s*{FEW}\s*\+\s*{FEW}\s*\)\s*(?:<=|≤)\s*{FEW}", re.IGNORECASE)
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
MOMENT = DAY + r"([ T]([01][0-9]|2[0-3]):[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?"

Texts = NDArray[np.object_]  # strings, with None for a blank


def each(texts: pd.Series, read: Callable[[str], object]) -> pd.Series:
    """Apply a function to every string, calling the function once per distinct string.

    The result for a blank (None) is None.
    """
    return pd.Series(for_each(texts.to_numpy(object), read), texts.index, dtype=object)


def for_each(texts: Texts, read: Callable[[str], object]) -> Texts:
    """Apply a function to every string of an array, as `each` does."""
    codes, distinct = pd.factorize(texts)
    results = np.empty(len(distinct) + 1, object)
    results[:-1] = [*map(read, distinct)]
    return results[codes]


@dataclass(frozen=True, eq=False, kw_only=True)
class Field(Column):
    """A column of an input sheet, and the column of the tidy tables that it becomes.

    expected  noun phrase for the valid values, as in `“7,5” is not a whole number from 0 to 34`
    code      code of the problem for an invalid cell
    number    whether valid cells are numbers
    dates     whether cells that a spreadsheet stores as dates are allowed
    meant     function that returns the valid value for an alternative spelling, or None for any other string
    person    the values that replace words such as `nobody` or `N.N.`, keyed by the meaning of the word. None if the
              field does not hold a person's name
    words     the kind of vocabulary that the field's words come from, empty if the field has no vocabulary

    says       the note on the column in a blank workbook, None if there is no note
    rare       whether few events need the column. Such a column is grey in a blank workbook
    private    whether its values must never be published, not even in a problem
    in_blank   whether a blank workbook has the column
    column     name of its column in the tidy tables, empty if it is the same as the field's
    tidy       the schema of that column, None if other sheets share the column and `schemas.columns` defines it
    published  whether `tables/<name>.csv` has the column
    """

    expected: Message
    code: str = "bad_value"
    number: bool
    dates: bool
    meant: Callable[[str], str | None]
    person: Mapping[str, str] | None = None
    words: str = ""
    says: Message | None = None
    rare: bool = False
    private: bool = False
    in_blank: bool = True
    column: str = ""
    tidy: Column | None = None
    published: bool = True


def _raw(
    holds: Callable[[str], object],
    expected: Message,
    *,
    required: bool = False,
    number: bool = False,
    dates: bool = True,
    meant: Callable[[str], str | None] = lambda _: None,
    blank: tuple[str, ...] = ("nothing", "unknown"),
    **more: Any,
) -> Field:
    """Return a field whose cells are checked by `holds` and converted by `meant`.

    holds  function that returns a true value for a valid string, called once per distinct string
    meant  function that returns the valid value for an alternative spelling, UNCLEAR if the spelling is ambiguous, and
           None if the text is valid or unknown
    blank  kinds of words that mean a blank cell, unless the cell is required or the word itself is valid
    """

    def read(typed: str) -> str | None:
        value = meant(typed)
        if value is None and not required and vocabulary("no value").get(fold(typed)) in blank:
            return None if holds(typed) else NO_VALUE
        return value

    def of_all(cells: pd.Series) -> pd.Series:
        return pd.Series(for_each(cells.to_numpy(object), holds).astype(bool), cells.index)

    return Field(
        "text as entered",
        of_all,
        missing=not required,
        required=False,
        expected=expected,
        number=number,
        dates=dates,
        meant=read,
        **more,
    )


def understood(read: Callable[[str], object], expected: Message, **more: Any) -> Field:
    """Return a field that accepts the strings for which `read` returns a true value."""
    return _raw(read, expected, **more)


def matching(pattern: str, expected: Message, *, required: bool = False, number: bool = False, **more: Any) -> Field:
    """Return a field that accepts strings matching a pattern in full."""
    return _raw(re.compile(pattern).fullmatch, expected, required=required, number=number, **more)


def text(
    expected: Message, *, required: bool = False, dates: bool = False, most: int = LONGEST_TEXT, **more: Any
) -> Field:
    """Return a field for text of limited length.

    Dates are refused by default, since spreadsheets turn `1-2` into a date.
    """
    return _raw(lambda typed: len(typed) <= most, expected, required=required, dates=dates, **more)


def name(expected: Message, *, required: bool = False, meant: Mapping[str, str] | None = None, **more: Any) -> Field:
    """Return a field for a person's name.

    meant  the values that replace words such as `nobody` or `N.N.`, keyed by the meaning that `schemas.words.no_name`
           returns for the word
    """
    return text(expected, required=required, person=meant or {}, **more)


def whole(least: int, most: int, expected: Message, *, required: bool = False, **more: Any) -> Field:
    """Return a field for whole numbers from `least` to `most`."""
    holds = partial(_within, pattern="[0-9]{1,4}", least=least, most=most)
    return _raw(holds, expected, required=required, number=True, **more)


def between(least: float, most: float, expected: Message, *, required: bool = False, **more: Any) -> Field:
    """Return a field for numbers from `least` to `most`."""
    holds = partial(_within, pattern=NUMBER, least=least, most=most)
    return _raw(holds, expected, required=required, number=True, **{"meant": decimal_meant} | more)


def _within(typed: str, pattern: str, least: float, most: float) -> bool:
    return bool(re.fullmatch(pattern, typed)) and least <= float(typed) <= most


def word(
    kind: str,
    expected: Message,
    *,
    required: bool = False,
    but: str = "",
    unclear: Collection[str] = (),
    meant: Callable[[str], str | None] = lambda _: None,
    **more: Any,
) -> Field:
    """Return a field for a word from the vocabulary, in any of the languages.

    but      a canonical name that is not valid in this field
    unclear  spellings that are refused because they may mean something else
    """
    lawful = {word for word, name in vocabulary(kind).items() if name != but}
    blank = ("nothing", "unknown") if kind == "sex" else ("nothing",)

    def read(typed: str) -> str | None:
        return meant(typed) or of_both_sexes(kind, typed)

    return _raw(
        lambda typed: fold(typed) in lawful and typed not in unclear,
        expected,
        required=required,
        blank=blank,
        meant=read,
        words=kind,
        **more,
    )


def of_both_sexes(kind: str, typed: str) -> str | None:
    """Return the canonical name of a word typed in both gender forms, such as `Spielleiter/in`.

    The result is None for any other text.
    """
    return None if fold(typed) in vocabulary(kind) else meaning(kind, typed) or None


def words(kind: str, expected: Message, **more: Any) -> Field:
    """Return a field for one or more words, separated by commas, semicolons, slashes or a word for `and`."""
    lawful = {word for word, name in vocabulary(kind).items() if name != TOTAL}
    return understood(lambda typed: {*map(fold, conjoined(typed))} <= lawful, expected, meant=everybody_meant, **more)


def long_text(expected: Message = A_REMARK, **more: Any) -> Field:
    """Return a field for text of several lines, such as a remark."""
    return matching(LONG_TEXT, expected, **more)


def day(expected: Message = A_DATE, *, required: bool = False, **more: Any) -> Field:
    """Return a field for a date within DATES, written as year-month-day."""
    return _raw(partial(_is_dated, DAY), expected, required=required, meant=day_meant, **more)


def moment(expected: Message, *, required: bool = False, **more: Any) -> Field:
    """Return a field for a date with an optional time of day."""
    return _raw(partial(_is_dated, MOMENT), expected, required=required, **more)


def _is_dated(pattern: str, typed: str) -> bool:
    """Return whether a string matches a pattern and is a date within DATES, with or without a time."""
    try:
        return bool(re.fullmatch(pattern, typed)) and DATES[0] <= datetime.fromisoformat(typed).year <= DATES[1]
    except ValueError:
        return False


def turn_meant(typed: str) -> str | None:
    """Return the turn that a single letter stands for, or None if no turn or several turns begin with that letter.

    Words in all languages count, so S, P, A, W, I, Y and J are read, but F may be fall or Frühjahr, and H may be Herbst
    or hiver.
    """
    begun = {name for word, name in vocabulary("turn").items() if word.startswith(fold(typed))}
    return begun.pop() if len(tidy_text(typed)) == len(begun) == 1 else None


def turn_of(typed: str) -> tuple[str, int] | None:
    """Return the turn and year in a string such as `autumn 1906` or `A1906`, or None for anything else."""
    years, words = re.findall(r"[0-9]{4}", typed), re.sub(r"[0-9]{4}", " ", typed)
    name = vocabulary("turn").get(fold(words)) or turn_meant(words)
    return (name, int(years[0])) if name and len(years) == 1 else None


def turns_of(typed: str) -> list[tuple[int, str]]:
    """Return the years and turns in a string such as `autumn 1905, spring 1903`, sorted.

    The list is empty if a part is repeated or is not a turn.
    """
    turns = [turn_of(part) for part in conjoined(typed)]
    read = sorted(((year, TURNS.index(name)) for name, year in filter(None, turns)))
    return [(year, TURNS[number]) for year, number in read] if len({*turns} - {None}) == len(turns) else []


YEAR = re.compile("(?:18|19|20)[0-9]{2}")
NO_VALUE = ""  # the meaning of a word that stands for a blank cell
IN_POINTS = re.compile(r"(?:\+(?=[0-9]))?(-?[0-9]+(?:[.,][0-9]+)?)\s*(?:pts?\.?|points?|punt[io]|punkte?|pkte?\.?)?\*?")
COUNTED = re.compile(r"[(\[]?([0-9]{1,2})(?:[.,]0+)?\s*(?:scs?|cs|vz|dots?|cent(?:re|er)s?|centri|zentren)?[)\]*]?")
UNCLEAR = "?"  # the meaning of an ambiguous value
SEASONS = ("autumn", "winter")  # turns after which the year's centres are counted
LETTERS = {"a", "f", "h", "w"}  # initials of autumn, autunno, automne, fall, Herbst, winter
LONG_GAME = 20  # two digits alone are a year only up to this number
ORDINAL = re.compile(r"[=t]?\s*([0-9]{1,4})\s*(?:st|nd|rd|th|°|º|ª|\.|er|ere|e|eme|o|a)?\s*=?", re.IGNORECASE)
DAY_PARTS = re.compile(r"([0-9]{1,2})([/.-])\s*([0-9]{1,2})\2\s*([0-9]{2}|[0-9]{4})")
MIDNIGHT = re.compile(r"[ T][0-9]{1,2}:[0-9]{2}.*")


def game_year(typed: str) -> str:
    """Return the game year in a header such as `1901`, `A1901`, `Autunno 1901`, `1901 SC`, `1907*`, `F01` or `01`.

    The result is empty if the header names no year, or if it names a spring, after which no centres are counted. Two
    digits mean a year of the 1900s if they stand beside a season, or if they stand alone and are at most LONG_GAME.
    """
    text = decimal_digits(tidy_text(typed))
    if YEAR.fullmatch(text):
        return text
    numbers = re.findall("[0-9]+", text)
    if len(numbers) != 1 or len(numbers[0]) not in (2, 4):
        return ""
    rest = " ".join(re.sub("[^\\w]+", " ", fold(text.replace(numbers[0], " "))).split())
    season = vocabulary("turn").get(rest) or vocabulary("beside a year").get(rest, "")
    if len(numbers[0]) == 2:
        ours = vocabulary("turn").get(rest) in SEASONS or rest in LETTERS or (not rest and int(numbers[0]) <= LONG_GAME)
        return f"19{numbers[0]}" if ours else ""
    return numbers[0] if YEAR.fullmatch(numbers[0]) and (season in SEASONS or not rest) else ""


def year_meant(typed: str) -> str | None:
    """Return the game year in a string such as `A1907`, `1907*` or `07`, or None for any other string.

    The result is also None for a plain year, which needs no conversion.
    """
    return None if YEAR.fullmatch(typed) else game_year(typed) or None


def centres_meant(typed: str) -> str | None:
    """Return the number of centres in a string such as `7 SC`, `7.0`, `(7)` or `7*`.

    A sign or word for no centres gives 0. The result is None for a plain number and for any other string.
    """
    number = COUNTED.fullmatch(typed.casefold())
    return "0" if fold(typed) in vocabulary("nought") else number[1] if number and number[1] != typed else None


def decimal_meant(typed: str) -> str | None:
    """Return a number with its decimal comma replaced by a point, or None for anything else.

    The result is also None if the comma may separate thousands, as in `7,500`.
    """
    return (
        typed.replace(",", ".") if re.fullmatch(r"-?[0-9]+,[0-9]+", typed) and not re.fullmatch(EITHER, typed) else None
    )


def points_meant(typed: str) -> str | None:
    """Return the number in a string such as `+5`, `70 pts`, `70*` or `48,0`, or None for anything else."""
    match = IN_POINTS.fullmatch(typed.casefold())
    number = match and (decimal_meant(match[1]) or match[1])
    return number if number and number != typed and not re.fullmatch(f"{THOUSANDS}|.*,.*", number) else None


def everybody_meant(typed: str) -> str | None:
    """Return NO_VALUE for a word that means everybody, or None for anything else.

    A blank cell also means everybody, since all survivors share a draw if nobody is named.
    """
    return NO_VALUE if fold(typed) in vocabulary("everybody") else None


def place_meant(typed: str) -> str | None:
    """Return a place in its standard form, or None if the string has that form already or is not a place.

    For example, `1st` and `1°` become `1`, and `=1` and `T1` become `1=`.
    """
    number = ORDINAL.fullmatch(fold(typed)) or ORDINAL.fullmatch(typed)
    shared = "=" * ("=" in typed or typed[:1] in "tT")
    return f"{int(number[1])}{shared}" if number and f"{int(number[1])}{shared}" != typed else None


def day_meant(typed: str) -> str | None:
    """Return a date rewritten as year-month-day, or None if the value is not a date or already has this form.

    The result is UNCLEAR if day and month may be swapped, if one of them is missing, or if the year has two digits.
    """
    text = MIDNIGHT.sub("", decimal_digits(typed).strip()) if ":" in typed else decimal_digits(typed).strip()
    if whole := re.fullmatch(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})", text):
        return _iso(typed, whole[1], whole[3], whole[4])
    if parts := DAY_PARTS.fullmatch(text):
        first, mark, second, year = parts.groups()
        if len(year) == 2 or not (int(first) > 12 or int(second) > 12 or first == second or mark == "."):
            return UNCLEAR
        return _iso(typed, year, first, second) if int(second) > 12 else _iso(typed, year, second, first)
    numbers, names = re.findall("[0-9]+", text), re.findall(r"[^\W\d]{3,}", fold(text))
    months = {name for word, name in vocabulary("month").items() for typed_name in names if word.startswith(typed_name)}
    if len(numbers) == 2 and len(months) == 1:
        day, year = sorted(numbers, key=len)
        return _iso(typed, year, months.pop(), day) if len(year) == 4 else UNCLEAR
    alone = re.fullmatch("[0-9]{4}", text) or (len(numbers) == len(months) == 1 and len(numbers[0]) == 4)
    return UNCLEAR if alone and DATES[0] <= int(numbers[0]) <= DATES[1] else None


def _iso(typed: str, year: str, month: str, day: str) -> str | None:
    """Return the date as year-month-day, or None if it does not exist or is already written that way."""
    try:
        read = date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
    return read if read != typed else None


def clock_days(typed: str) -> tuple[float, float, float]:
    """Return the days at the start, the days added per move and the maximum number of days in a valid clock setting."""
    start, increment, most = CLOCK.fullmatch(typed).groups()  # type: ignore[union-attr]
    return float(start), float(increment), float(most)


def figures(typed: str) -> tuple[float, ...]:
    """Return all the numbers listed in a cell."""
    return tuple(float(number) for number in split(typed))


ROUND = text(say("a round"), required=True)
BOARD = text(say("a board"), required=True)
POWERS_LISTED = listed(Name("power", power) for power in POWERS)
A_POWER = say("a power ({powers})", powers=POWERS_LISTED)
POWER = word("power", A_POWER, required=True, but=TOTAL)
# `ALL` abbreviates Allemagne on a French sheet, but where a row may name several powers, it may also mean all seven.
ONE_POWER = word("power", A_POWER, required=True, but=TOTAL, unclear=("all", "All"))
POWER_OR_TOTAL = word("power", say("a power ({powers}) or `total`", powers=POWERS_LISTED), required=True)
STAGE = word("stage", say("`qualifying`, `semifinal`, `final`, `playoff` or `nations`"), required=True)
PLAYER = name(
    say("a name of at most {most} characters", most=LONGEST_TEXT),
    meant={NOBODY: "", A_BYE: "", UNKNOWN_PLAYER: UNKNOWN_PLAYER},
)
PLACED = name(say("a name"), required=True, meant=dict.fromkeys((NOBODY, A_BYE, UNKNOWN_PLAYER), UNKNOWN_PLAYER))
WINNER = name(say("the name of the winner"), meant={NOBODY: "", UNKNOWN_PLAYER: ""})
A_YEAR = say("a year, such as 1907")
POINTS = say("a number (use a decimal comma only where your spreadsheet shows one)")


def whole_from(least: int, most: int) -> Message:
    """Return a phrase that describes a whole number from `least` to `most`."""
    return say("a whole number from {least} to {most}", least=least, most=most)


def tie_breaks(typed: str) -> list[str] | None:
    """Return the canonical names of the tie-breaks in order, or None if one is unknown or repeated."""
    names = [vocabulary("tie-break").get(fold(word), "") for word in in_order("tie-break", typed)]
    return names if names and all(names) and len({*names}) == len(names) else None


WEIGHT = rf"{FEW}\s*(%?)"


def weights(typed: str) -> dict[str, float] | None:
    """Return the weight of each round in a list such as `1: 0.4, 2: 0.4, 3: 1`.

    The result is None if the list is malformed or a round is repeated. Semicolons always separate pairs. Commas,
    slashes and bars do so only if each piece has a colon or `=`, since otherwise a comma is a decimal sign.
    """
    parts = [part for part in re.split(r"[;\n]", typed) if part.strip()]
    pieces = [piece for part in parts for piece in _with_colons(part)]
    pairs = [
        re.fullmatch(rf"\s*([^:=]*[^:=\s])\s*[:=]\s*{WEIGHT}\s*", DECIMAL_COMMA.sub(".", piece)) for piece in pieces
    ]
    read = {tidy_text(pair[1]): float(pair[2]) / (100 if pair[3] else 1) for pair in pairs if pair}
    return read if pairs and len(read) == len(pairs) else None


def _with_colons(part: str) -> list[str]:
    """Split a part such as `1: 0.4, 2: 1` at its commas, slashes and bars.

    The part is returned whole if any piece would have neither a colon nor `=`, like the `4` in `1: 0,4`.
    """
    pieces = [piece for piece in re.split(r"[,/|]", part) if piece.strip()]
    return pieces if all(re.search("[:=]", piece) for piece in pieces) else [part]


def weights_typed(read: Mapping[str, float]) -> str:
    """Return round weights in the form that people type, such as `1: 0.4; 2: 1`."""
    return "; ".join(f"{round}: {weight:.9g}" for round, weight in read.items())


def centres(**more: Any) -> Field:
    """Return a field for one power's supply centres."""
    return whole(0, CENTRES_ON_THE_MAP, whole_from(0, CENTRES_ON_THE_MAP), meant=centres_meant, blank=(), **more)


def year(**more: Any) -> Field:
    """Return a field for a game year."""
    return whole(1800, 2099, A_YEAR, meant=year_meant, **more)


def points(**more: Any) -> Field:
    """Return a field for points, which may have decimals."""
    return between(-MOST_POINTS, MOST_POINTS, POINTS, meant=points_meant, **more)
