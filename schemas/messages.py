"""What the program says, as a record: an English text and the values that stand in it. Its language is the writer's.

A text is its own key in the catalogues of the other languages. `str(message)` is the English of files for programs.
"""

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal, NamedTuple, NewType, TypeAlias

Typed = NewType("Typed", str)  # what somebody typed: it stays as it is in every language
NOTHING = Typed("")
NAMES_SHOWN = 3  # of a list of which only the first are named
Style = Literal[", ", "; ", " · ", " ", "\n", "and", "or"]


class Name(NamedTuple):
    """A word of the sheets: a power, a header, a setting; each language's sheets have their own.

    kind  as `schemas.words.word` has it
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return self.name


class Figure(NamedTuple):
    """A number with so many decimals."""

    number: float
    places: int

    def __str__(self) -> str:
        return f"{self.number:.{self.places}f}"


@dataclass(frozen=True)
class Listed:
    """Several values in a row: `a, b`, `a; b`, `a, b and c`, `a or b`."""

    values: "tuple[Value, ...]"
    style: Style = ", "

    def __str__(self) -> str:
        texts = [*map(str, self.values)]
        if self.style == "and":
            texts = [*([", ".join(texts[:-1])] if texts[1:] else []), *texts[-1:]]
        return (f" {self.style} " if self.style.isalpha() else self.style).join(texts)


@dataclass(frozen=True)
class Message:
    """A text of the program and its values.

    text     English, with a `{name}` where a value stands, as `str.format` has it
    values   name and value
    plural   the text for any `n` but one, where it has another
    context  tells equal English texts apart that are not equal elsewhere
    """

    text: str
    values: "tuple[tuple[str, Value], ...]" = ()
    plural: str = ""
    context: str = ""

    def __str__(self) -> str:
        return (self.plural if self.plural and self.number != 1 else self.text).format(**dict(self.values))

    @property
    def number(self) -> int:
        """The `n` of a message that has a plural."""
        return int(str(dict(self.values)["n"]))

    def of(self, row: Mapping[str, Any]) -> "Message":
        """The same text with those values of a row that it names; NumPy's numbers as Python's, 1907.0 as 1907."""
        values = tuple((name, _plain(row[name])) for name in names(self.text + self.plural))
        return Message(self.text, values, self.plural, self.context)


Value: TypeAlias = str | float | date | Name | Figure | Listed | Message
Text: TypeAlias = Message | Listed | Name | Typed  # all that a reader is shown


def say(text: str, /, **values: Any) -> Message:
    """A text with its values."""
    return Message(text).of(values)


def plural(one: str, many: str, n: int, /, **values: Any) -> Message:
    """One text for one of them, and one for any other number, which is `{n}` in both."""
    return Message(one, plural=many).of({"n": n, **values})


def within(context: str, text: str, /, **values: Any) -> Message:
    """A text that is translated otherwise than the same text elsewhere."""
    return Message(text, context=context).of(values)


def listed(values: Iterable[Any], style: Style = ", ") -> Listed:
    """Several values in a row."""
    return Listed(tuple(map(_plain, values)), style)


def few(values: Sequence[Any], most: int = NAMES_SHOWN) -> Text:
    """The first values of a list, and how many more there are."""
    first, more = listed(values[:most]), len(values) - most
    return say("{names} and {n} more", names=first, n=more) if more > 0 else first


@lru_cache(maxsize=4096)
def names(text: str) -> tuple[str, ...]:
    """The names of the values that stand in a text, each once."""
    return tuple(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(text) if name))


def _plain(value: Any) -> "Value":
    value = value.item() if hasattr(value, "item") else value
    return int(value) if isinstance(value, float) and value.is_integer() else value
