"""The shared fields, each defined once: what a cell may hold, and what to say if it holds something else.

A raw cell is text, whatever the spreadsheet made of it; `None` is a blank one. A column's metadata say what is expected.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pandera.pandas as pa

from schemas.messages import Message, Name, listed, say
from schemas.words import CENTRES_ON_THE_MAP, NOBODY, POWERS, TOTAL, UNKNOWN_PLAYER, fold, split, vocabulary

pd.options.mode.string_storage = "python"  # texts are kept alike whether pyarrow, which archives need, is there or not

LONGEST_TEXT = 200
MOST_POINTS = 1e9
MOST_COUNTED = 999  # results of an event
MOST_POINTS = 1_000_000  # more is a slip; a sum of them stays exact to nine decimals
DATES = (1850, 2150)  # first and last year of a date: of births, and of days that are set
NUMBER = r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?"
THOUSANDS = r"-?[1-9][0-9]{0,2}\.[0-9]{3}"  # as a text: 7.500 is seven and a half, or seven thousand five hundred
FEW = r"([0-9]{1,4}(?:\.[0-9]{1,6})?)"  # a number of days, or of points, that is no slip
CLOCK = re.compile(rf"(?:T\s*=)?\s*\(\s*{FEW}\s*\+\s*{FEW}\s*\)\s*(?:<=|≤)\s*{FEW}", re.IGNORECASE)
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?"


def each(texts: pd.Series, read: Callable[[str], object]) -> pd.Series:
    """What a reader makes of every text, asked once for those that stand again and again; None for a blank."""
    codes, distinct = pd.factorize(texts)
    made = np.empty(len(distinct) + 1, object)
    made[:-1] = [*map(read, distinct)]
    return pd.Series(made[codes], texts.index, dtype=object)


def _raw(
    holds: Callable[[pd.Series], pd.Series],
    expected: Message,
    *,
    required: bool = False,
    number: bool = False,
    dates: bool = True,
    **more: Any,
) -> pa.Column:
    """A column of texts with a check, which looks at each of them once however often it stands there."""

    def of_all(cells: pd.Series) -> pd.Series:
        codes, distinct = pd.factorize(cells)
        lawful = holds(pd.Series(distinct, dtype=object)).to_numpy(dtype=bool)
        return pd.Series(np.append(lawful, True)[codes], cells.index)

    metadata = {"expected": expected, "number": number, "dates": dates}
    return pa.Column(object, pa.Check(of_all), nullable=not required, required=False, metadata=metadata, **more)


def understood(read: Callable[[str], object], expected: Message) -> pa.Column:
    """A cell whose text a reader makes something of."""
    return _raw(lambda cells: cells.astype(str).map(lambda typed: bool(read(typed))), expected)


def matching(
    pattern: str, expected: Message, *, required: bool = False, number: bool = False, **more: Any
) -> pa.Column:
    """A cell whose whole text matches a pattern."""
    return _raw(
        lambda cells: cells.astype(str).str.fullmatch(pattern), expected, required=required, number=number, **more
    )


def text(expected: Message, *, required: bool = False, dates: bool = False) -> pa.Column:
    """A cell with any text of a reasonable length; a spreadsheet makes dates of texts such as `1-2`, which are none."""
    return _raw(lambda cells: cells.astype(str).str.len() <= LONGEST_TEXT, expected, required=required, dates=dates)


def name(expected: Message, *, required: bool = False, meant: Mapping[str, str] | None = None) -> pa.Column:
    """A cell with the name of a person.

    meant  what is read in place of the words for nobody and for somebody unknown (`schemas.words.no_name`)
    """
    column = text(expected, required=required)
    column.metadata |= {"person": True, "meant": meant or {}}
    return column


def whole(least: int, most: int, expected: Message, *, required: bool = False, **more: Any) -> pa.Column:
    """A cell with a whole number within limits."""
    return _raw(
        partial(_within, pattern="[0-9]{1,4}", least=least, most=most), expected, required=required, number=True, **more
    )


def between(least: float, most: float, expected: Message) -> pa.Column:
    """A cell with a number within limits."""
    return _raw(partial(_within, pattern=NUMBER, least=least, most=most), expected, number=True)


def _within(cells: pd.Series, pattern: str, least: float, most: float) -> pd.Series:
    numbers = cells.astype(str).str.fullmatch(pattern)
    return numbers & pd.to_numeric(cells.where(numbers), errors="coerce").between(least, most)


def word(kind: str, expected: Message, *, required: bool = False, but: str = "") -> pa.Column:
    """A cell with a word of the vocabulary, in one of the three languages (`but` for one that is out of place)."""
    lawful = [word for word, name in vocabulary(kind).items() if name != but]
    return _raw(lambda cells: cells.astype(str).map(fold).isin(lawful), expected, required=required)


def words(kind: str, expected: Message) -> pa.Column:
    """A cell with one or more words of the vocabulary, separated by commas, semicolons or slashes."""
    return understood(lambda typed: all(fold(name) in vocabulary(kind) for name in split(typed)), expected)


def day(expected: Message, *, required: bool = False) -> pa.Column:
    """A cell with a date of the years in which somebody may have played: year-month-day where it is text."""

    def is_day(cells: pd.Series) -> pd.Series:
        return pd.to_datetime(cells.astype(str), format="%Y-%m-%d", errors="coerce").dt.year.between(*DATES)

    return _raw(is_day, expected, required=required)


def moment(expected: Message, *, required: bool = False) -> pa.Column:
    """A cell with a day and a time of day."""

    def is_moment(cells: pd.Series) -> pd.Series:
        texts = cells.astype(str)
        shaped = texts.str.fullmatch(MOMENT)
        return shaped & pd.to_datetime(texts.where(shaped), format="ISO8601", errors="coerce").dt.year.between(*DATES)

    return _raw(is_moment, expected, required=required)


def turn_of(typed: str) -> tuple[str, int] | None:
    """The turn and the year of `autumn 1906`; None if the words mean nothing."""
    years = re.findall(r"[0-9]{4}", typed)
    name = vocabulary("turn").get(fold(re.sub(r"[0-9]{4}", " ", typed)))
    return (name, int(years[0])) if name and len(years) == 1 else None


def clock_days(typed: str) -> tuple[float, float, float]:
    """The days at the start, the days after each move, and the most days; for what the schema has let through."""
    start, increment, most = CLOCK.fullmatch(typed).groups()  # type: ignore[union-attr]
    return float(start), float(increment), float(most)


def figures(typed: str) -> tuple[float, ...]:
    """The numbers in a cell that holds several."""
    return tuple(float(number) for number in split(typed))


ROUND = text(say("a round"), required=True)
BOARD = text(say("a board"), required=True)
_POWERS = listed(Name("power", power) for power in POWERS)
POWER = word("power", say("a power: {powers}", powers=_POWERS), required=True, but=TOTAL)
POWER_OR_TOTAL = word("power", say("a power, or `total`: {powers}", powers=_POWERS), required=True)
STAGE = word("stage", say("`qualifying`, `semifinal`, `final`, `playoff` or `nations`"), required=True)
PLAYER = name(
    say("a name of at most {most} characters", most=LONGEST_TEXT), meant={NOBODY: "", UNKNOWN_PLAYER: UNKNOWN_PLAYER}
)
PLACED = name(say("a name"), required=True, meant={NOBODY: UNKNOWN_PLAYER, UNKNOWN_PLAYER: UNKNOWN_PLAYER})
WINNER = name(say("the winner's name, or nothing while the game is not over"), meant={NOBODY: "", UNKNOWN_PLAYER: ""})
YEAR = say("a year, such as 1907")
POINTS = say("a number (with a decimal comma only where the spreadsheet itself shows one)")


def whole_from(least: int, most: int) -> Message:
    """What is expected of a whole number within limits."""
    return say("a whole number from {least} to {most}", least=least, most=most)


def counted(typed: str) -> tuple[str, int] | None:
    """How results are counted and how many at most (0: all); None if the words mean nothing."""
    numbers = re.findall(r"[0-9]+", typed)
    word = vocabulary("counting").get(fold(re.sub("[0-9]+", " ", typed)))
    most = int(numbers[0]) if len(numbers) == 1 else 0
    lawful = 0 < most <= MOST_COUNTED if numbers else True
    return (word, most) if word and len(numbers) == (word != "sum") and lawful else None


def centres(**more: Any) -> pa.Column:
    """Supply centres of one power."""
    return whole(0, CENTRES_ON_THE_MAP, whole_from(0, CENTRES_ON_THE_MAP), **more)


def year(**more: Any) -> pa.Column:
    """A game year."""
    return whole(1800, 2099, YEAR, **more)


def points() -> pa.Column:
    """Points, with decimals."""
    return between(-MOST_POINTS, MOST_POINTS, POINTS)
