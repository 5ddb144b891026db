"""The settings that an edition of a rule may change, called the rule's numbers.

This module defines what the settings mean, which values are valid, and how they are entered and printed. A setting may
be a single figure, a table of figures, or a word that chooses between rules.

A rule's settings are the fields of a frozen dataclass, made by the functions below. A rule sheet has `{name}` in place
of a setting's value, so that text and values cannot disagree. A league refers to a setting by name to change it.
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

KIND = "kind"  # key in a field's metadata
SEPARATOR = re.compile(r"\s*[,;|/ ]\s*")
OTHER_THAN_COMMAS, DECIMAL_COMMA = re.compile(r"[;|/]"), re.compile(r"(?<=\d),(?=\d)")
THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3}|\.\d\d0)")  # thousands or decimals; a numeric cell shows no trailing zero
A_DECIMAL_COMMA = re.compile(r"[^,\s]*(?:\d,\d[^,\s]*)?")  # a value with at most one decimal comma and no space
LONGEST_TABLE = CENTRES_ON_THE_MAP + 1  # for 0 to 34 centres
MAYBE_THOUSANDS = say("The separator in this value may mark thousands or decimals.")
MAYBE_DECIMALS = say("A comma here may be a decimal comma or a separator between two values.")


@dataclass(frozen=True)
class Kind:
    """The meaning and the valid values of a rule's setting.

    meaning  what the setting means, in a few words of English, the language of the rule sheets
    least    the lowest valid value of a single number, or of each number in a table
    most     the highest valid value of a single number, or of each number in a table
    whole    whether only whole numbers are valid
    several  the greatest number of values in a table, or 0 for a single number
    falls    whether each value in a table should be no higher than the previous one
    words    for a choice, a mapping from each word to its wording in the rule sheet
    """

    meaning: str
    least: float = 0
    most: float = MOST_POINTS
    whole: bool = False
    several: int = 0
    falls: bool = False
    words: Mapping[str, str] | None = None

    def expected(self) -> Message:
        """Return a description of the valid values."""
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
        """Return a message that says why a value is ambiguous, or NOTHING if it is clear.

        In `1,000`, `1.500` and `7,000; 6,500`, a comma or point may separate thousands or decimals. The same is true of
        `7,000, 6,000`, since 000 cannot be a value by itself. In `7,5, 6,5`, `7,5 6,5` and `7; 6,5, 4`, a comma may be
        a decimal comma or separate two values.
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
        """Return a value with its decimal commas turned into points, such as `2.5` for `2,5`.

        This also applies to each value of the table `2,5; 1,5`, but the table `38,14` holds the two values 38 and 14.
        """
        if self.several and not OTHER_THAN_COMMAS.search(typed):
            return DECIMAL_COMMA.sub("; ", typed) if typed.count(",") == 1 else typed
        return typed if self.words else DECIMAL_COMMA.sub(".", typed)

    def read(self, typed: str) -> Any:
        """Return the setting's value, converted from the text entered for it.

        Raises ValueError for an invalid number, and KeyError for a word that is not one of the choices.
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
        """Return whether a table's values rise anywhere, although they should not."""
        return self.falls and any(later > before for before, later in pairwise(value))

    def _number(self, typed: str) -> float:
        """Return a number as a float, or as an integer if fractions are not allowed.

        Points are floats because an integer times an array of small integers could overflow. Raises ValueError if the
        number is invalid.
        """
        value = float(typed)
        if not self.least <= value <= self.most or (self.whole and value % 1):
            raise ValueError(typed)
        return int(value) if self.whole else value

    def printed(self, value: Any) -> str:
        """Return a value as printed in rule sheets."""
        if self.words:
            return self.words[value]
        return sequence([figure(one) for one in value]) if self.several else figure(value)


def number(meaning: str, value: Any = MISSING, least: float = 0, most: float = MOST_POINTS, whole: bool = False) -> Any:
    """Return a dataclass field for a single number of points, centres or years."""
    return field(default=value, metadata={KIND: Kind(meaning, least, most, whole)})


def _separators(typed: str) -> set[str]:
    """Return the separators found between the values: a comma, a comma with a space, or a space."""
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
    """Return a dataclass field for several numbers, such as one for each centre count or each draw size."""
    return field(default=value, metadata={KIND: Kind(meaning, least, most, several=several, falls=falls)})


def by_place(meaning: str, value: Any) -> Any:
    """Return a dataclass field for one number per place on a board, starting with first place."""
    return table(meaning, value, len(POWERS), falls=True)


def choice(meaning: str, words: Mapping[str, str], value: Any = MISSING) -> Any:
    """Return a dataclass field whose value is one of several words.

    words  mapping from each word to its wording in the rule sheet
    """
    return field(default=value, metadata={KIND: Kind(meaning, words=words)})


def kinds(numbers: Any) -> dict[str, Kind]:
    """Return the `Kind` of each setting of a rule, keyed by the setting's name and in the order of the fields."""
    return {one.name: one.metadata[KIND] for one in fields(numbers)}


def with_typed(numbers: Any, typed: Mapping[str, str]) -> Any:
    """Return a rule's settings, with some of them replaced by the values in `typed`.

    Raises KeyError for an unknown setting or for a word that is not one of a setting's choices, and ValueError for any
    other invalid value.
    """
    of = kinds(numbers)
    return replace(numbers, **{name: of[name].read(value) for name, value in typed.items()})


def printed(numbers: Any) -> dict[str, str]:
    """Return the value of each setting of a rule as text for the rule sheet, keyed by the setting's name."""
    return {name: kind.printed(getattr(numbers, name)) for name, kind in kinds(numbers).items()}


def worth_nothing(numbers: Any) -> set[str]:
    """Return the names of a rule's settings that give no points by themselves.

    These are the settings that are zero, and those whose value is a word that chooses between rules.
    """
    return {name for name, kind in kinds(numbers).items() if kind.words or not _any(getattr(numbers, name))}


def _any(value: Any) -> bool:
    return any(value) if isinstance(value, tuple) else bool(value)


def figure(value: float) -> str:
    """Return a number as text without trailing zeros, such as 28034, 0.1 or 1.667."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


def sequence(words: list[str]) -> str:
    """Join items as in a sentence, for example `38, 14 and 7`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


@dataclass(frozen=True)
class Edition:
    """An edition of a rule, with its own values for the rule's settings.

    numbers   the edition's values, an instance of the module's `Numbers`
    title     the edition's name, empty if the module's name is used
    source    the edition's source, empty if the source in the module's rule sheet is used
    reads     the name that the edition shares with other readings of the same rule, empty if there are none
    reading   text that only this edition adds to the `Reading` paragraph
    """

    numbers: Any
    title: str = ""
    source: str = ""
    reads: str = ""
    reading: str = ""


# -- tables as arrays --------------------------------------------------------------------------------------------------


@cache
def prizes(values: tuple[float, ...]) -> NDArray[np.float64]:
    """Return the points by place as an array, padded with zeros to at least seven places."""
    return np.array([*values, *[0] * (len(POWERS) - len(values))], np.float64)


@cache
def carried_on(values: tuple[float, ...], more: float) -> NDArray[np.float64]:
    """Return the points for 0 to 34 centres.

    The given values come first. After them, each further centre adds `more` points.
    """
    beyond = CENTRES_ON_THE_MAP + 1 - len(values)
    return np.array([*values, *(values[-1] + more * (n + 1) for n in range(beyond))], np.float64)
