"""Messages in a language: its catalogue, and how it writes figures, days, lists and plurals.

English needs neither catalogue nor Babel, so a season in English loads neither. Other languages take their texts from
`locale/<language>.po` and the rest, once it is asked for, from the Unicode CLDR by Babel.
"""

import string
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from pipeline.language.catalogue import catalogue
from schemas.messages import Figure, Listed, Message, Name, Style, in_context
from schemas.words import LANGUAGES, word

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = LANGUAGES[0]
FIRST_OF_A_MONTH = in_context("the first of a month", "1")
SOUND = 9  # decimals of a figure; what comes after them is the noise of floating point
COLON, SEMICOLON = in_context("between two texts", ": "), in_context("between two texts", "; ")


class Language(string.Formatter):
    """English as people read it, and what all languages have in common."""

    def __init__(self, code: str = ENGLISH) -> None:
        """A language by its code: `en`, `it` ..."""
        self.code = code

    def __call__(self, said: object) -> str:
        """A message, a word of the sheets, a list or a day in this language; anything else is a text already."""
        match said:
            case Message():
                text, values = said.filled(self.text(said), self.code)
                return self.vformat(text, (), values)
            case Name():
                return word(said.kind, said.name, self.code)
            case Figure():
                return self.figures(str(said))
            case Listed():
                return self.listed([*map(self, said.values)], said.style)
            case date():
                return self.day(said)
            case _:
                return self.figures(str(said)) if isinstance(said, float) else str(said)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value of a message. A day in a format of its own is one to be typed so, in any language."""
        if isinstance(value, int | float):
            return self.figures(format(value, format_spec))
        return format(value, format_spec) if format_spec else self(value)

    def text(self, message: Message) -> str:
        """The text of a message, without its values."""
        return message.plural if message.plural and message.number != 1 else message.text

    def figures(self, written: str) -> str:
        """A figure as the language writes it, from `1,234.5`."""
        return written

    def number(self, value: float, places: int = 0) -> str:
        """A figure with so many decimals, a half rounded up as spreadsheets do: `−1.50`."""
        exact = Decimal(f"{value:.{SOUND}f}").quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        return self.figures(f"{exact or abs(exact):f}").replace("-", "−")

    def listed(self, texts: Sequence[str], style: Style) -> str:
        """Several texts in a row."""
        return str(Listed((*texts,), style))

    @property
    def colon(self) -> str:
        """What stands between a name and what is said of it."""
        return COLON.text

    def day(self, day: date) -> str:
        """`3 May 2013`."""
        return f"{day.day} {day:%B} {day.year}"

    def days(self, first: date, last: date) -> str:
        """`3–5 May 2013`; the first is before the last."""
        if (first.year, first.month) == (last.year, last.month):
            return f"{self.day_of_month(first)}–{self.day(last)}"
        return f"{self.day_of_year(first) if first.year == last.year else self.day(first)} – {self.day(last)}"

    def day_of_year(self, day: date) -> str:
        """`3 May`."""
        return f"{day.day} {day:%B}"

    def day_of_month(self, day: date) -> str:
        """`3`."""
        return str(day.day)


class Translated(Language):
    """A language with a catalogue."""

    def __init__(self, code: str) -> None:
        """Read the catalogue; a text that it lacks stays English."""
        super().__init__(code)
        self.catalogue = catalogue(code)

    @cached_property
    def locale(self) -> "Locale":
        """What the CLDR knows of the language; a text without figures and days does without."""
        from babel import Locale

        return Locale(self.code)

    @cached_property
    def signs(self) -> dict[int, str]:
        """The separator of thousands and the decimal sign, each by the English one."""
        symbols: Mapping[str, str] = self.locale.number_symbols["latn"]
        return str.maketrans({",": symbols["group"], ".": symbols["decimal"]})

    @property
    def long_day(self) -> str:
        """The pattern of a day: `d MMMM y`."""
        pattern: str = self.locale.date_formats["long"].pattern
        return pattern

    def text(self, message: Message) -> str:
        """The text of a message, without its values."""
        if message.plural:
            return self.catalogue.ngettext(message.text, message.plural, message.number)
        if message.context:
            return self.catalogue.pgettext(message.context, message.text)
        return self.catalogue.gettext(message.text)

    def figures(self, written: str) -> str:
        """A figure as the language writes it, from `1,234.5`."""
        return written.translate(self.signs)

    def listed(self, texts: Sequence[str], style: Style) -> str:
        """Several texts in a row."""
        from babel.lists import format_list

        if style.isalpha():
            return format_list(texts, "or" if style == "or" else "standard", self.locale)
        return (self.text(SEMICOLON) if style == SEMICOLON.text else style).join(texts)

    @property
    def colon(self) -> str:
        """What stands between a name and what is said of it."""
        return self.text(COLON)

    def day(self, day: date) -> str:
        """`3. Mai 2013`."""
        return self._day(day, self.long_day)

    def day_of_year(self, day: date) -> str:
        """`3. Mai`."""
        return self._day(day, self.long_day.removesuffix(" y"))

    def day_of_month(self, day: date) -> str:
        """`3.`."""
        return self._day(day, self.long_day.removesuffix(" MMMM y"))

    def _day(self, day: date, pattern: str) -> str:
        """A day in a pattern of the CLDR, which lacks the French `1er`."""
        from babel.dates import format_date

        first = f"'{self.text(FIRST_OF_A_MONTH)}'"
        return format_date(day, pattern.replace("d", first, 1) if day.day == 1 else pattern, self.locale)


@cache
def language(code: str) -> Language:
    """A language by its code."""
    return Language(code) if code == ENGLISH else Translated(code)
