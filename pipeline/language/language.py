"""The languages, with their translated messages and their formats for figures, dates, lists and plurals.

English needs neither a catalogue nor Babel, so neither is loaded for a season in English. Translations into other
languages are in `locale/<language>.po`. The formats of these languages come from the Unicode CLDR through Babel, which
is imported when first used.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.language.catalogue import catalogue
from schemas.messages import Figure, Listed, Message, Name, Style, in_context
from schemas.words import LANGUAGES, word

if TYPE_CHECKING:
    from babel import Locale

ENGLISH = LANGUAGES[0]
FIRST_OF_A_MONTH = in_context("the first of a month", "1")
SOUND = 9  # decimals of a figure that can be trusted; any others are floating-point noise
UNITS = [Decimal(1).scaleb(-places) for places in range(SOUND + 1)]  # of the last decimal, by number of decimals
COLON, SEMICOLON = in_context("between two texts", ": "), in_context("between two texts", "; ")


class Shown(NamedTuple):
    """A value for a placeholder in a message, turned into text when the message is filled in.

    words  language of that text
    """

    value: Any
    words: "Language"

    def __format__(self, format_spec: str) -> str:
        """Return the value as text.

        With a format spec such as `%Y-%m-%d`, a date is written in the same way in all languages.
        """
        if isinstance(self.value, (int, float)):
            return self.words.figures(format(self.value, format_spec))
        return format(self.value, format_spec) if format_spec else self.words(self.value)


class Language:
    """English, and the base class of all other languages."""

    def __init__(self, code: str = ENGLISH) -> None:
        """Set the code of the language, such as `it`."""
        self.code = code

    def __call__(self, said: object) -> str:
        """Return a message, a word used in sheets, a number, a list or a date as text in this language.

        Anything else is converted with `str`.
        """
        match said:
            case Message():
                text, values = said.filled(self.text(said), self.code)
                return text.format(**{name: Shown(value, self) for name, value in values.items()})
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

    def text(self, message: Message) -> str:
        """Return the text of a message, before its values are filled in."""
        return message.plural if message.plural and message.number != 1 else message.text

    def figures(self, written: str) -> str:
        """Return a figure such as `1,234.5` with the language's separators."""
        return written

    def number(self, value: float, places: int = 0) -> str:
        """Return a number with `places` decimals, such as `−1.50`.

        Halves are rounded away from zero, as in spreadsheets.
        """
        exact = Decimal(f"{value:.{SOUND}f}").quantize(UNITS[places], ROUND_HALF_UP)
        return self.figures(f"{exact or abs(exact):f}").replace("-", "−")

    def listed(self, texts: Sequence[str], style: Style) -> str:
        """Return one string that lists several strings in the given style, such as `a, b and c`."""
        return str(Listed((*texts,), style))

    @property
    def colon(self) -> str:
        """Return the colon between a label and its text."""
        return COLON.text

    def day(self, day: date) -> str:
        """Return a date as text, such as `3 May 2013`."""
        return f"{day.day} {day:%B} {day.year}"

    def days(self, first: date, last: date) -> str:
        """Return a range of dates as text, such as `3–5 May 2013`.

        The date `first` must be before `last`.
        """
        if (first.year, first.month) == (last.year, last.month):
            return f"{self.day_of_month(first)}–{self.day(last)}"
        return f"{self.day_of_year(first) if first.year == last.year else self.day(first)} – {self.day(last)}"

    def day_of_year(self, day: date) -> str:
        """Return a date without its year, such as `3 May`."""
        return f"{day.day} {day:%B}"

    def day_of_month(self, day: date) -> str:
        """Return the day of the month, such as `3`."""
        return str(day.day)


class Translated(Language):
    """A language with a catalogue of translations."""

    def __init__(self, code: str) -> None:
        """Read the catalogue.

        Messages without a translation stay in English.
        """
        super().__init__(code)
        self.catalogue = catalogue(code)

    @cached_property
    def locale(self) -> "Locale":
        """Return the language's CLDR data.

        The data are loaded only when figures, days or lists are formatted.
        """
        from babel import Locale

        return Locale(self.code)

    @cached_property
    def signs(self) -> dict[int, str]:
        """Return a translation table from the English thousands separator and decimal sign to the language's own."""
        symbols: Mapping[str, str] = self.locale.number_symbols["latn"]
        return str.maketrans({",": symbols["group"], ".": symbols["decimal"]})

    @property
    def long_day(self) -> str:
        """Return the CLDR pattern for a date with its year, such as `d MMMM y`."""
        pattern: str = self.locale.date_formats["long"].pattern
        return pattern

    def text(self, message: Message) -> str:
        """Return the text of a message, before its values are filled in."""
        if message.plural:
            return self.catalogue.ngettext(message.text, message.plural, message.number)
        if message.context:
            return self.catalogue.pgettext(message.context, message.text)
        return self.catalogue.gettext(message.text)

    def figures(self, written: str) -> str:
        """Return a figure such as `1,234.5` with the language's separators."""
        return written.translate(self.signs)

    def listed(self, texts: Sequence[str], style: Style) -> str:
        """Return one string that lists several strings in the given style, such as `a, b and c`."""
        from babel.lists import format_list

        if style.isalpha():
            return format_list(texts, "or" if style == "or" else "standard", self.locale)
        return (self.text(SEMICOLON) if style == SEMICOLON.text else style).join(texts)

    @property
    def colon(self) -> str:
        """Return the colon between a label and its text."""
        return self.text(COLON)

    def day(self, day: date) -> str:
        """Return a date as text, such as `3. Mai 2013`."""
        return self._day(day, self.long_day)

    def day_of_year(self, day: date) -> str:
        """Return a date without its year, such as `3. Mai`."""
        return self._day(day, self.long_day.removesuffix(" y"))

    def day_of_month(self, day: date) -> str:
        """Return the day of the month, such as `3.`."""
        return self._day(day, self.long_day.removesuffix(" MMMM y"))

    def _day(self, day: date, pattern: str) -> str:
        """Format a date with a CLDR pattern, and add the French `1er`, which the CLDR lacks."""
        from babel.dates import format_date

        first = f"'{self.text(FIRST_OF_A_MONTH)}'"
        return format_date(day, pattern.replace("d", first, 1) if day.day == 1 else pattern, self.locale)


@cache
def language(code: str) -> Language:
    """Return the language with this code."""
    return Language(code) if code == ENGLISH else Translated(code)
