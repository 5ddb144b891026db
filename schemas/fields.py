"""The shared fields, each defined once: what a cell may hold, and what to say if it holds something else.

A raw cell is text, whatever the spreadsheet made of it; `None` is a blank one.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

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

pd.options.mode.string_storage = "python"  # texts are kept alike whether pyarrow, which archives need, is there or not

LONGEST_TEXT = 200
LONGEST_VALUE = 2_000  # of a setting: a list of all systems fits
DATES = (1850, 2150)  # first and last year of a date: of births, and of days that are set
NUMBER = r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?"
THOUSANDS = r"-?[1-9][0-9]{0,2}\.[0-9]{3}"  # as a text: 7.500 is seven and a half, or seven thousand five hundred
EITHER = r"-?[1-9][0-9]{0,2}[.,][0-9]{3}"  # the same where a comma may part either
DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9]{1,2}(?![0-9]))")  # of three decimals it may part thousands
FEW = r"([0-9]{1,4}(?:\.[0-9]{1,6})?)"  # a number of days, or of points, that is no slip
CLOCK = re.compile(rf"(?:T\s*=)?\s*\(\s*{FEW}\s*\+\s*{FEW}\s*\)\s*(?:<=|≤)\s*{FEW}", re.IGNORECASE)
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?"


def each(texts: pd.Series, read: Callable[[str], object]) -> pd.Series:
    """What a reader makes of every text, asked once for those that stand again and again; None for a blank."""
    codes, distinct = pd.factorize(texts)
    made = np.empty(len(distinct) + 1, object)
    made[:-1] = [*map(read, distinct)]
    return pd.Series(made[codes], texts.index, dtype=object)


@dataclass(frozen=True, eq=False, kw_only=True)
class Field(Column):
    """A column as people type it, and the column of the tidy tables that it becomes.

    expected   what is told to who has typed something else
    code       of the problem that tells it
    number     its texts are numbers
    dates      what a spreadsheet makes a date of may stand there
    meant      what a text that is typed otherwise means, None if nothing else
    person     what is read in place of words for nobody, where a cell names a person; None where it does not
    words      the kind of words of the vocabulary that it holds; empty for anything else

    says       its note in a workbook to fill in; None where no workbook has one
    rare       few events need it, so a workbook to fill in shows it in grey
    in_blank   a workbook to fill in has the column, even if no row fills it
    column     the name of its column in the tidy tables; empty if it is called like the field
    tidy       what that column holds; None if `schemas.columns` says it, because other sheets have the column too
    published  `tables/<name>.csv` has the column
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
    in_blank: bool = True
    column: str = ""
    tidy: Column | None = None
    published: bool = True


def _raw(
    holds: Callable[[pd.Series], pd.Series],
    expected: Message,
    *,
    required: bool = False,
    number: bool = False,
    dates: bool = True,
    meant: Callable[[str], str | None] = lambda _: None,
    blank: tuple[str, ...] = ("nothing", "unknown"),
    **more: Any,
) -> Field:
    """A column of texts with a check, which looks at each of them once however often it stands there.

    meant  what a text that is typed otherwise means; UNCLEAR if it may mean two things; None if it is plain, or means nothing
    blank  kinds of words that mean a blank cell, where the cell may be blank and cannot hold the word itself
    """

    def read(typed: str) -> str | None:
        found = meant(typed)
        if found is None and not required and vocabulary("no value").get(fold(typed)) in blank:
            return None if bool(holds(pd.Series([typed], dtype=object)).iloc[0]) else NO_VALUE
        return found

    def of_all(cells: pd.Series) -> pd.Series:
        codes, distinct = pd.factorize(cells)
        lawful = holds(pd.Series(distinct, dtype=object)).to_numpy(dtype=bool)
        return pd.Series(np.append(lawful, True)[codes], cells.index)

    return Field(
        "a text as typed",
        of_all,
        object,
        missing=not required,
        required=False,
        expected=expected,
        number=number,
        dates=dates,
        meant=read,
        **more,
    )


def understood(read: Callable[[str], object], expected: Message, **more: Any) -> Field:
    """A cell whose text a reader makes something of."""
    return _raw(lambda cells: cells.astype(str).map(lambda typed: bool(read(typed))), expected, **more)


def matching(pattern: str, expected: Message, *, required: bool = False, number: bool = False, **more: Any) -> Field:
    """A cell whose whole text matches a pattern."""
    return _raw(
        lambda cells: cells.astype(str).str.fullmatch(pattern), expected, required=required, number=number, **more
    )


def text(
    expected: Message, *, required: bool = False, dates: bool = False, most: int = LONGEST_TEXT, **more: Any
) -> Field:
    """A cell with any text of a reasonable length; a spreadsheet makes dates of texts such as `1-2`, which are none."""
    return _raw(lambda cells: cells.astype(str).str.len() <= most, expected, required=required, dates=dates, **more)


def name(expected: Message, *, required: bool = False, meant: Mapping[str, str] | None = None, **more: Any) -> Field:
    """A cell with the name of a person.

    meant  what is read in place of the words for nobody and for somebody unknown (`schemas.words.no_name`)
    """
    return text(expected, required=required, person=meant or {}, **more)


def whole(least: int, most: int, expected: Message, *, required: bool = False, **more: Any) -> Field:
    """A cell with a whole number within limits."""
    return _raw(
        partial(_within, pattern="[0-9]{1,4}", least=least, most=most), expected, required=required, number=True, **more
    )


def between(least: float, most: float, expected: Message, *, required: bool = False, **more: Any) -> Field:
    """A cell with a number within limits."""
    holds = partial(_within, pattern=NUMBER, least=least, most=most)
    return _raw(holds, expected, required=required, number=True, **{"meant": decimal_meant} | more)


def _within(cells: pd.Series, pattern: str, least: float, most: float) -> pd.Series:
    numbers = cells.astype(str).str.fullmatch(pattern)
    return numbers & pd.to_numeric(cells.where(numbers), errors="coerce").between(least, most)


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
    """A cell with a word of the vocabulary, in one of the languages.

    but      what is out of place there
    unclear  words, as they are typed, that mean something else as well
    """
    lawful = [word for word, name in vocabulary(kind).items() if name != but]
    blank = ("nothing", "unknown") if kind == "sex" else ("nothing",)

    def read(typed: str) -> str | None:
        return meant(typed) or of_both_sexes(kind, typed)

    return _raw(
        lambda cells: cells.astype(str).map(fold).isin(lawful) & ~cells.isin(unclear),
        expected,
        required=required,
        blank=blank,
        meant=read,
        words=kind,
        **more,
    )


def of_both_sexes(kind: str, typed: str) -> str | None:
    """The canonical name of a word that is written for both sexes, as `Spielleiter/in`; None for any other."""
    return None if fold(typed) in vocabulary(kind) else meaning(kind, typed) or None


def words(kind: str, expected: Message, **more: Any) -> Field:
    """A cell with one or more words of the vocabulary, separated by commas, semicolons, slashes or a word for `and`."""
    lawful = {word for word, name in vocabulary(kind).items() if name != TOTAL}
    return understood(lambda typed: {*map(fold, conjoined(typed))} <= lawful, expected, meant=everybody_meant, **more)


def day(expected: Message, *, required: bool = False, **more: Any) -> Field:
    """A cell with a date of the years in which somebody may have played: year-month-day where it is text."""

    def is_day(cells: pd.Series) -> pd.Series:
        texts = cells.astype(str)
        shaped = texts.where(texts.str.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}"))  # pandas knows `today` too
        return pd.to_datetime(shaped, format="%Y-%m-%d", errors="coerce").dt.year.between(*DATES)

    return _raw(is_day, expected, required=required, meant=day_meant, **more)


def moment(expected: Message, *, required: bool = False, **more: Any) -> Field:
    """A cell with a day and a time of day."""

    def is_moment(cells: pd.Series) -> pd.Series:
        texts = cells.astype(str)
        shaped = texts.str.fullmatch(MOMENT)
        return shaped & pd.to_datetime(texts.where(shaped), format="ISO8601", errors="coerce").dt.year.between(*DATES)

    return _raw(is_moment, expected, required=required, **more)


def turn_meant(typed: str) -> str | None:
    """The turn of a single letter with which the words of no other begin, in any language: S, P, A, W, I, Y, J.

    F is fall or Frühjahr, H is Herbst or hiver.
    """
    begun = {name for word, name in vocabulary("turn").items() if word.startswith(fold(typed))}
    return begun.pop() if len(tidy_text(typed)) == len(begun) == 1 else None


def turn_of(typed: str) -> tuple[str, int] | None:
    """The turn and the year of `autumn 1906` or `A1906`; None if the words mean nothing."""
    years, words = re.findall(r"[0-9]{4}", typed), re.sub(r"[0-9]{4}", " ", typed)
    name = vocabulary("turn").get(fold(words)) or turn_meant(words)
    return (name, int(years[0])) if name and len(years) == 1 else None


def turns_of(typed: str) -> list[tuple[int, str]]:
    """The years and turns of `autumn 1905, spring 1903`, in their order; empty if a part is no turn, or stands there twice."""
    turns = [turn_of(part) for part in conjoined(typed)]
    read = sorted(((year, TURNS.index(name)) for name, year in filter(None, turns)))
    return [(year, TURNS[number]) for year, number in read] if len({*turns} - {None}) == len(turns) else []


YEAR = re.compile("(?:18|19|20)[0-9]{2}")
NO_VALUE = ""  # what is meant by a text that stands for a blank cell
IN_POINTS = re.compile(r"(?:\+(?=[0-9]))?(-?[0-9]+(?:[.,][0-9]+)?)\s*(?:pts?\.?|points?|punt[io]|punkte?|pkte?\.?)?\*?")
COUNTED = re.compile(r"[(\[]?([0-9]{1,2})(?:[.,]0+)?\s*(?:scs?|cs|vz|dots?|cent(?:re|er)s?|centri|zentren)?[)\]*]?")
UNCLEAR = "?"  # what is meant by a text that may mean two things
SEASONS = ("autumn", "winter")  # whose centres are those of the year
LETTERS = {"a", "f", "h", "w"}  # of autumn, autunno, automne, fall, Herbst, winter
LONG_GAME = 20  # years: a header of a higher number is none
ORDINAL = re.compile(r"[=t]?\s*([0-9]{1,4})\s*(?:st|nd|rd|th|°|º|ª|\.|er|ere|e|eme|o|a)?\s*=?", re.IGNORECASE)
DAY_PARTS = re.compile(r"([0-9]{1,2})([/.-])\s*([0-9]{1,2})\2\s*([0-9]{2}|[0-9]{4})")
MIDNIGHT = re.compile(r"[ T][0-9]{1,2}:[0-9]{2}.*")


def game_year(typed: str) -> str:
    """The game year that a text means: `1901`, `A1901`, `Autunno 1901`, `1901 SC`, `Fin. 1907`, `1907*`, `F01`, `01`.

    Empty if it means none: of a spring, say, after which nobody counts centres. Two digits are those of the century of
    the game, with nothing beside them but the season.
    """
    text = decimal_digits(tidy_text(typed))
    if YEAR.fullmatch(text):
        return text
    numbers = re.findall("[0-9]+", text)
    if len(numbers) != 1 or len(numbers[0]) not in (2, 4):
        return ""
    beside = " ".join(re.sub("[^\\w]+", " ", fold(text.replace(numbers[0], " "))).split())
    season = vocabulary("turn").get(beside) or vocabulary("beside a year").get(beside, "")
    if len(numbers[0]) == 2:
        ours = (
            vocabulary("turn").get(beside) in SEASONS
            or beside in LETTERS
            or (not beside and int(numbers[0]) <= LONG_GAME)
        )
        return f"19{numbers[0]}" if ours else ""
    return numbers[0] if YEAR.fullmatch(numbers[0]) and (season in SEASONS or not beside) else ""


def year_meant(typed: str) -> str | None:
    """The year of an elimination that is typed with its season or without its century."""
    return None if YEAR.fullmatch(typed) else game_year(typed) or None


def centres_meant(typed: str) -> str | None:
    """Signs and words for no centre; a number with `SC` behind it, with a nought of decimals, in brackets or with a star."""
    number = COUNTED.fullmatch(typed.casefold())
    return "0" if fold(typed) in vocabulary("nought") else number[1] if number and number[1] != typed else None


def decimal_meant(typed: str) -> str | None:
    """`48,0` is 48.0: only three decimals may be thousands."""
    return (
        typed.replace(",", ".") if re.fullmatch(r"-?[0-9]+,[0-9]+", typed) and not re.fullmatch(EITHER, typed) else None
    )


def points_meant(typed: str) -> str | None:
    """Points with their name behind them, a plus before them, a star or a decimal comma: `+5`, `70 pts`, `70*`, `48,0`."""
    found = IN_POINTS.fullmatch(typed.casefold())
    number = found and (decimal_meant(found[1]) or found[1])
    return number if number and number != typed and not re.fullmatch(f"{THOUSANDS}|.*,.*", number) else None


def everybody_meant(typed: str) -> str | None:
    """All who are left, as when no winner is typed."""
    return NO_VALUE if fold(typed) in vocabulary("everybody") else None


def place_meant(typed: str) -> str | None:
    """`1st`, `1°` and `T1` are 1, `=1` is `1=`."""
    number = ORDINAL.fullmatch(fold(typed)) or ORDINAL.fullmatch(typed)
    shared = "=" * ("=" in typed or typed[:1] in "tT")
    return f"{int(number[1])}{shared}" if number and f"{int(number[1])}{shared}" != typed else None


def day_meant(typed: str) -> str | None:
    """A date that is typed otherwise than year-month-day; UNCLEAR where day and month can be mistaken, or one is missing."""
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
    """The date as year-month-day, if there is such a day and it is typed otherwise."""
    try:
        read = date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
    return read if read != typed else None


def clock_days(typed: str) -> tuple[float, float, float]:
    """The days at the start, the days after each move, and the most days; for what the schema has let through."""
    start, increment, most = CLOCK.fullmatch(typed).groups()  # type: ignore[union-attr]
    return float(start), float(increment), float(most)


def figures(typed: str) -> tuple[float, ...]:
    """The numbers in a cell that holds several."""
    return tuple(float(number) for number in split(typed))


ROUND = text(say("a round"), required=True)
BOARD = text(say("a board"), required=True)
POWERS_LISTED = listed(Name("power", power) for power in POWERS)
A_POWER = say("a power: {powers}", powers=POWERS_LISTED)
POWER = word("power", A_POWER, required=True, but=TOTAL)
# Where a row may be meant for several, ALL is the Allemagne of a French sheet, and all are all seven.
ONE_POWER = word("power", A_POWER, required=True, but=TOTAL, unclear=("all", "All"))
POWER_OR_TOTAL = word("power", say("a power, or `total`: {powers}", powers=POWERS_LISTED), required=True)
STAGE = word("stage", say("`qualifying`, `semifinal`, `final`, `playoff` or `nations`"), required=True)
PLAYER = name(
    say("a name of at most {most} characters", most=LONGEST_TEXT),
    meant={NOBODY: "", A_BYE: "", UNKNOWN_PLAYER: UNKNOWN_PLAYER},
)
PLACED = name(say("a name"), required=True, meant=dict.fromkeys((NOBODY, A_BYE, UNKNOWN_PLAYER), UNKNOWN_PLAYER))
WINNER = name(say("the winner's name, or nothing while the game is not over"), meant={NOBODY: "", UNKNOWN_PLAYER: ""})
A_YEAR = say("a year, such as 1907")
POINTS = say("a number (with a decimal comma only where the spreadsheet itself shows one)")


def whole_from(least: int, most: int) -> Message:
    """What is expected of a whole number within limits."""
    return say("a whole number from {least} to {most}", least=least, most=most)


def tie_breaks(typed: str) -> list[str] | None:
    """The tie-breaks by their names; None if a word names none, or one stands twice."""
    names = [vocabulary("tie-break").get(fold(word), "") for word in in_order("tie-break", typed)]
    return names if names and all(names) and len({*names}) == len(names) else None


WEIGHT = rf"{FEW}\s*(%?)"


def weights(typed: str) -> dict[str, float] | None:
    """`1: 0.4; 2: 0.4; 3: 1` -> the weight of each round; None if it is something else, or a round stands twice.

    Signs that part other lists part the pairs too where each piece has a colon or `=`; else a comma is a decimal one.
    """
    parts = [part for part in re.split(r"[;\n]", typed) if part.strip()]
    pieces = [piece for part in parts for piece in _with_colons(part)]
    pairs = [
        re.fullmatch(rf"\s*([^:=]*[^:=\s])\s*[:=]\s*{WEIGHT}\s*", DECIMAL_COMMA.sub(".", piece)) for piece in pieces
    ]
    read = {tidy_text(pair[1]): float(pair[2]) / (100 if pair[3] else 1) for pair in pairs if pair}
    return read if pairs and len(read) == len(pairs) else None


def _with_colons(part: str) -> list[str]:
    """The pieces of `1: 0.4, 2: 1` where each has a colon or `=`; of anything else, as of `1: 0,4`, the whole."""
    pieces = [piece for piece in re.split(r"[,/|]", part) if piece.strip()]
    return pieces if all(re.search("[:=]", piece) for piece in pieces) else [part]


def weights_typed(read: Mapping[str, float]) -> str:
    """Weights of rounds as they are typed."""
    return "; ".join(f"{round}: {weight:.9g}" for round, weight in read.items())


def centres(**more: Any) -> Field:
    """Supply centres of one power."""
    return whole(0, CENTRES_ON_THE_MAP, whole_from(0, CENTRES_ON_THE_MAP), meant=centres_meant, blank=(), **more)


def year(**more: Any) -> Field:
    """A game year."""
    return whole(1800, 2099, A_YEAR, meant=year_meant, **more)


def points(**more: Any) -> Field:
    """Points, with decimals."""
    return between(-MOST_POINTS, MOST_POINTS, POINTS, meant=points_meant, **more)
