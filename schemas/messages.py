"""What the program says, as a record: an English text and the values that stand in it. Its language is the writer's.

A text is its own key in the catalogues of the other languages. `str(message)` is the English of files for programs.
"""

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal, NamedTuple, NewType, TypeAlias

from schemas.words import fold, vocabulary, word

Verbatim = NewType("Verbatim", str)  # what somebody typed: it stays as it is in every language
NOTHING = Verbatim("")
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


@dataclass(frozen=True)
class Headers:
    """What the sheets in front of the reader call their columns and settings.

    typed  name and what is typed for it; of equal names the first one counts
    """

    typed: tuple[tuple[Name, str], ...]

    def __hash__(self) -> int:
        """Spare the sets of problems, which all share their sheet's headers, a walk through each of them."""
        return len(self.typed)

    def said(self, text: str, values: "Mapping[str, Value]", language: str) -> "tuple[str, dict[str, Value]]":
        """Return a text and its values with the words of the sheets, where they name columns or settings."""
        typed, words = _by_name(self), _by_word(self, language)
        called = {name: typed.get(value, value) if isinstance(value, Name) else value for name, value in values.items()}
        return re.sub("`([^`{}]+)`", lambda quoted: words.get(quoted[1].replace("’", "'"), quoted[0]), text), called


@lru_cache
def _by_name(headers: Headers) -> dict[Name, str]:
    return dict(reversed(headers.typed))


@lru_cache
def _by_word(headers: Headers, language: str) -> dict[str, str]:
    """The word of each name in a language -> what is typed, for a template; a word that is a sheet's name as well stays."""
    words = {
        word(*name, language): typed.replace("{", "{{").replace("}", "}}") for name, typed in reversed(headers.typed)
    }
    return {name: f"`{typed}`" for name, typed in words.items() if fold(name) not in vocabulary("sheet")}


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
    headers  what the sheets that it is said of call their columns
    """

    text: str
    values: "tuple[tuple[str, Value], ...]" = ()
    plural: str = ""
    context: str = ""
    headers: Headers | None = None

    def __str__(self) -> str:
        text, values = self.filled(self.plural if self.plural and self.number != 1 else self.text, "en")
        return text.format(**values)

    def filled(self, text: str, language: str) -> "tuple[str, dict[str, Value]]":
        """Return its text in a language, and its values; both name columns as the sheets do."""
        values = dict(self.values)
        return self.headers.said(text, values, language) if self.headers else (text, values)

    @property
    def number(self) -> int:
        """The `n` of a message that has a plural."""
        return int(str(dict(self.values)["n"]))

    def of(self, row: Mapping[str, Any]) -> "Message":
        """The same text with those values of a row that it names; NumPy's numbers as Python's, 1907.0 as 1907."""
        values = tuple((name, _plain(row[name])) for name in names(self.text + self.plural))
        return Message(self.text, values, self.plural, self.context, self.headers)


Value: TypeAlias = str | float | date | Name | Figure | Listed | Message
Text: TypeAlias = Message | Listed | Name | Verbatim  # all that a reader is shown


def say(text: str, /, **values: Any) -> Message:
    """A text with its values."""
    return Message(text).of(values)


def plural(one: str, many: str, n: int, /, **values: Any) -> Message:
    """One text for one of them, and one for any other number, which is `{n}` in both."""
    return Message(one, plural=many).of({"n": n, **values})


def in_context(context: str, text: str, /, **values: Any) -> Message:
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
