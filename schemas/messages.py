"""Messages from the program, made of English text and the values to fill in.

A message is translated only when it is written out. The English text is the key in the catalogues of the other
languages. `str(message)` is the filled-in English text, for files that programs read.
"""

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal, NamedTuple, NewType, TypeAlias

from schemas.words import fold, vocabulary, word

Verbatim = NewType("Verbatim", str)  # text as typed, which is never translated
NOTHING = Verbatim("")
NAMES_SHOWN = 3  # names shown of a list that is cut short
Style = Literal[", ", "; ", " · ", " ", "\n", "and", "or"]


class Name(NamedTuple):
    """A word used in sheets, such as a power, a header or a setting, which has a form in each language.

    kind  the kind of word, as in `schemas.words.word`
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Headers:
    """The headers and settings as typed in the reader's sheets.

    typed  pairs of a name and its typed form. If a name has several pairs, the first one counts
    """

    typed: tuple[tuple[Name, str], ...]

    def __hash__(self) -> int:
        """Return the number of headers as a cheap hash.

        Problems are kept in sets, so the headers of a sheet are hashed once for each problem in the sheet.
        """
        return len(self.typed)

    def in_words_of_the_sheets(
        self, text: str, values: "Mapping[str, Value]", language: str
    ) -> "tuple[str, dict[str, Value]]":
        """Return the text and its values, with columns and settings named as in the sheets."""
        typed, words = _by_name(self), _by_word(self, language)
        called = {name: typed.get(value, value) if isinstance(value, Name) else value for name, value in values.items()}
        return re.sub("`([^`{}]+)`", lambda quoted: words.get(quoted[1].replace("’", "'"), quoted[0]), text), called


@lru_cache
def _by_name(headers: Headers) -> dict[Name, str]:
    return dict(reversed(headers.typed))


@lru_cache
def _by_word(headers: Headers, language: str) -> dict[str, str]:
    """Return how each word is written in the sheets, keyed by the word in the given language.

    The values are in backticks, with braces doubled. Names of sheets are left out.
    """
    words = {
        word(*name, language): typed.replace("{", "{{").replace("}", "}}") for name, typed in reversed(headers.typed)
    }
    return {name: f"`{typed}`" for name, typed in words.items() if fold(name) not in vocabulary("sheet")}


class Figure(NamedTuple):
    """A number, and how many of its decimals are printed."""

    number: float
    places: int

    def __str__(self) -> str:
        return f"{self.number:.{self.places}f}"


@dataclass(frozen=True)
class Listed:
    """A list of values, printed in one of several styles, such as `a, b` or `a, b and c`."""

    values: "tuple[Value, ...]"
    style: Style = ", "

    def __str__(self) -> str:
        texts = [*map(str, self.values)]
        if self.style.isalpha():
            texts = [*([", ".join(texts[:-1])] if texts[1:] else []), *texts[-1:]]
        return (f" {self.style} " if self.style.isalpha() else self.style).join(texts)


@dataclass(frozen=True)
class Message:
    """A message from the program, with a text and the values to fill in.

    text     English, with `{name}` for each value, as in `str.format`
    values   pairs of a name and a value
    plural   the text for any `n` other than 1, empty if `text` serves for every `n`
    context  distinguishes messages with the same English text but different translations
    headers  the headers of the sheets that the message is about
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
        """Return the text and the values to fill in, with columns and settings named as in the sheets.

        text  the text of the message in this language
        """
        values = dict(self.values)
        return self.headers.in_words_of_the_sheets(text, values, language) if self.headers else (text, values)

    @property
    def number(self) -> int:
        """The number `n` that decides whether the message is singular or plural."""
        return int(str(dict(self.values)["n"]))

    def of(self, row: Mapping[str, Any]) -> "Message":
        """Return the message with its values taken from a row, one for each placeholder in its text.

        Floats that are whole numbers become integers.
        """
        return Message(self.text, _values(self.text + self.plural, row), self.plural, self.context, self.headers)


Value: TypeAlias = str | float | date | Name | Figure | Listed | Message
Text: TypeAlias = Message | Listed | Name | Verbatim  # anything a reader may be shown


def say(text: str, /, **values: Any) -> Message:
    """Return a message built from an English text and the values to fill in."""
    return Message(text, _values(text, values))


def plural(one: str, many: str, n: int, /, **values: Any) -> Message:
    """Return a message with one wording for 1 and another for all other numbers.

    The number is `{n}` in both wordings.
    """
    return Message(one, _values(one + many, {"n": n, **values}), many)


def in_context(context: str, text: str, /, **values: Any) -> Message:
    """Return a message whose text has its own translation in this context."""
    return Message(text, _values(text, values), context=context)


def listed(values: Iterable[Any], style: Style = ", ") -> Listed:
    """Return these values as a list to be printed in the given style."""
    return Listed(tuple(map(_plain, values)), style)


def few(values: Sequence[Any], most: int = NAMES_SHOWN) -> Text:
    """Return the first values of a list, followed by how many more there are, if any."""
    first, more = listed(values[:most]), len(values) - most
    return say("{names} and {n} more", names=first, n=more) if more > 0 else first


@lru_cache(maxsize=4096)
def names(text: str) -> tuple[str, ...]:
    """Return the distinct names that appear in braces in a string."""
    return tuple(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(text) if name))


def _values(text: str, row: Mapping[str, Any]) -> "tuple[tuple[str, Value], ...]":
    """Return each placeholder in a text with its value from the row. Floats that are whole numbers become integers."""
    return tuple([(name, _plain(row[name])) for name in names(text)])


def _plain(value: Any) -> "Value":
    value = value.item() if hasattr(value, "item") else value
    return int(value) if isinstance(value, float) and value.is_integer() else value
