"""The numbers of a rule: what each means, which values it may have, how it is typed and how it is printed.

A rule's numbers are the fields of a frozen dataclass, made by the functions below. A rule sheet prints a number where it
says `{name}`, so that text and numbers cannot disagree; a league sets one by its name.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.messages import NOTHING, Message, Text, listed, say
from schemas.words import CENTRES_ON_THE_MAP, MOST_POINTS, POWERS, fold

KIND = "kind"  # of a field's metadata
SEPARATOR = re.compile(r"\s*[,;|/ ]\s*")
OTHER_THAN_COMMAS, DECIMAL_COMMA = re.compile(r"[;|/]"), re.compile(r"(?<=\d),(?=\d)")
THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3}|\.\d\d0)")  # or decimals; a cell with a number shows no nought at its end
A_DECIMAL_COMMA = re.compile(r"[^,\s]*(?:\d,\d[^,\s]*)?")  # a value with one at most, and no blank
LONGEST_TABLE = CENTRES_ON_THE_MAP + 1  # for 0 to 34 centres
MAYBE_THOUSANDS = say("This value may mean thousands or decimals.")
MAYBE_DECIMALS = say("A comma here may be a decimal comma, or may separate two values.")


@dataclass(frozen=True)
class Kind:
    """What a number means, and which values it may have.

    meaning  in a few English words, as the rule sheets are
    least    the lowest value; of each value in a table
    most     the highest
    whole    no fractions
    several  the most values of a table: for the places from the first, say; 0 for a single number
    falls    a later value of the table is lower, or as high
    words    a choice: word -> what the rule sheet says for it
    """

    meaning: str
    least: float = 0
    most: float = MOST_POINTS
    whole: bool = False
    several: int = 0
    falls: bool = False
    words: Mapping[str, str] | None = None

    def expected(self) -> Message:
        """Which values it may have, in words."""
        if self.words:
            return say("one of {words}", words=listed(self.words))
        bounds = {"least": f"{self.least:g}", "most": f"{self.most:.0f}"}
        if self.several:
            return Message("a list of at most {n} numbers from {least} to {most}, separated by semicolons").of(
                bounds | {"n": self.several}
            )
        if self.whole:
            return Message("a whole number from {least} to {most}").of(bounds)
        return Message("a number from {least} to {most}").of(bounds)

    def unclear(self, typed: str) -> Text:
        """Return why a value may mean two things, as a sentence, else NOTHING.

        Thousands or decimals: `1,000`, `1.500`, `7,000; 6,500`, and `7,000, 6,000`, where 000 is none. Decimals or two
        values: `7,5, 6,5`, `7,5 6,5`, `7; 6,5, 4`.
        """
        if self.words:
            return NOTHING
        values = OTHER_THAN_COMMAS.split(typed)
        alone = self.several and len(values) == 1
        if any(
            value.strip() == "000" or THOUSANDS.fullmatch(value.strip())
            for value in (SEPARATOR.split(typed.strip()) if alone else values)
        ):
            return MAYBE_THOUSANDS
        one_way = len(_separators(typed)) < 2 if alone else all(A_DECIMAL_COMMA.fullmatch(v.strip()) for v in values)
        return NOTHING if one_way or not self.several else MAYBE_DECIMALS

    def meant(self, typed: str) -> str:
        """`2,5` is 2.5; so it is in a table whose values are parted otherwise: `2,5; 1,5`. A table `38,14` is 38; 14."""
        if self.several and not OTHER_THAN_COMMAS.search(typed):
            return DECIMAL_COMMA.sub("; ", typed) if typed.count(",") == 1 else typed
        return typed if self.words else DECIMAL_COMMA.sub(".", typed)

    def read(self, typed: str) -> Any:
        """A typed value.

        Raises ValueError for one that it may not have.
        """
        if self.words:
            return {fold(word): word for word in self.words}[fold(typed)]
        if not self.several:
            return self._number(typed)
        values = tuple(map(self._number, SEPARATOR.split(typed.strip())))
        if len(values) > self.several:
            raise ValueError(typed)
        return values

    def rises(self, value: Any) -> bool:
        """A table whose values fall has one that is higher than the one before."""
        return self.falls and any(later > before for before, later in pairwise(value))

    def _number(self, typed: str) -> float:
        """Points are never an integer: times centres, which are small ones, they would run over."""
        value = float(typed)
        if not self.least <= value <= self.most or (self.whole and value % 1):
            raise ValueError(typed)
        return int(value) if self.whole else value

    def printed(self, value: Any) -> str:
        """A value as rule sheets print it."""
        if self.words:
            return self.words[value]
        return sequence([figure(one) for one in value]) if self.several else figure(value)


def number(meaning: str, value: Any = MISSING, least: float = 0, most: float = MOST_POINTS, whole: bool = False) -> Any:
    """A single number: points, centres or years."""
    return field(default=value, metadata={KIND: Kind(meaning, least, most, whole)})


def _separators(typed: str) -> set[str]:
    """The ways in which a text without other signs parts its values: a comma alone, one with a blank, a blank."""
    return {mark if mark == "," else ", " if "," in mark else " " for mark in re.findall(r"\s*,\s*|\s+", typed.strip())}


def table(
    meaning: str,
    value: Any = MISSING,
    several: int = LONGEST_TABLE,
    *,
    least: float = 0,
    most: float = MOST_POINTS,
    falls: bool = False,
) -> Any:
    """Several numbers: by centres, by size of a draw."""
    return field(default=value, metadata={KIND: Kind(meaning, least, most, several=several, falls=falls)})


def by_place(meaning: str, value: Any) -> Any:
    """A number for each place on a board, from the first."""
    return table(meaning, value, len(POWERS), falls=True)


def choice(meaning: str, words: Mapping[str, str], value: Any = MISSING) -> Any:
    """A word, each with what the rule sheet says for it."""
    return field(default=value, metadata={KIND: Kind(meaning, words=words)})


def kinds(numbers: Any) -> dict[str, Kind]:
    """The numbers of a rule by name, in their order."""
    return {one.name: one.metadata[KIND] for one in fields(numbers)}


def with_typed(numbers: Any, typed: Mapping[str, str]) -> Any:
    """The numbers with some of them as typed.

    Raises ValueError or KeyError for a number or a value that there may not be.
    """
    of = kinds(numbers)
    return replace(numbers, **{name: of[name].read(value) for name, value in typed.items()})


def printed(numbers: Any) -> dict[str, str]:
    """Every number as rule sheets print it."""
    return {name: kind.printed(getattr(numbers, name)) for name, kind in kinds(numbers).items()}


def worth_nothing(numbers: Any) -> set[str]:
    """The numbers that give nothing by themselves: those that are nought, and every choice."""
    return {name for name, kind in kinds(numbers).items() if kind.words or not _any(getattr(numbers, name))}


def _any(value: Any) -> bool:
    return any(value) if isinstance(value, tuple) else bool(value)


def figure(value: float) -> str:
    """A number without surplus noughts: 28034, 0.1, 1.667."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


def sequence(words: list[str]) -> str:
    """`38, 14 and 7`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True)
class Edition:
    """One row of a module's editions.

    numbers   its own
    title     its name, where it is not the module's
    source    who says so, where it is not what the module's sheet says
    reads     the name that it shares with other readings of the same rule; empty if there is no other
    reading   what is read here and in no other edition
    """

    numbers: Any
    title: str = ""
    source: str = ""
    reads: str = ""
    reading: str = ""


# -- tables as arrays --------------------------------------------------------------------------------------------------


@cache
def prizes(values: tuple[float, ...]) -> NDArray[np.float64]:
    """A table of prizes, for seven places at least: what it does not name is nought."""
    return np.array([*values, *[0] * (len(POWERS) - len(values))], np.float64)


@cache
def carried_on(values: tuple[float, ...], more: float) -> NDArray[np.float64]:
    """A table of points for 0 to 34 centres: as far as it goes, then so many more for each."""
    beyond = CENTRES_ON_THE_MAP + 1 - len(values)
    return np.array([*values, *(values[-1] + more * (n + 1) for n in range(beyond))], np.float64)
