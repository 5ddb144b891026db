"""The language of each event.

The language may be stated for the event, for its season or for the league. Otherwise, it is the language of most of the
headers in the event's sheets.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache

from pipeline.read.cells import RawSheet
from pipeline.read.raw_tables import Place, Raw
from schemas.raw import SETTINGS_SHEETS
from schemas.words import LANGUAGES, fold, synonyms, vocabulary

HEADER_ROWS = 30  # headers and settings are in the first rows
SEASON = ""  # the event that stands for the whole season
LEAGUE = ""  # the season that stands for all seasons
WORDS_OF = dict.fromkeys(
    ("event", *SETTINGS_SHEETS), ("event", "setting")
)  # sheets of settings have the names of settings in their first column


def languages(raw: Raw, season: str) -> dict[str, str]:
    """Return the language of each event, and the season's language under the key SEASON.

    A language stated for the event overrides one stated for the season, which overrides one stated for the league. If
    none is stated, the event has the language with the most words in its sheets. If several languages tie, the event
    has the season's language.

    Only headers, settings and sheet names are counted, and only words that exist in no other language.
    """
    stated, counted = _stated(raw, LEAGUE) | _stated(raw, season), _counted(raw, season)
    of_season = stated.get(SEASON) or _most(sum(counted.values(), Counter())) or LANGUAGES[0]
    events = {event: stated.get(event) or stated.get(SEASON) or _most(words) for event, words in counted.items()}
    return {event: language or of_season for event, language in events.items()} | {SEASON: of_season}


def _stated(raw: Raw, season: str) -> dict[str, str]:
    """Return the `language` setting of each event that has one, keyed by event."""
    table = raw.tables["event"]
    rows = table.text[["setting", "value"]][table.origin["season"] == season].dropna()
    typed = [
        (event, vocabulary("language").get(fold(value)))
        for event, setting, value in zip(table.origin["event"][rows.index], rows["setting"], rows["value"], strict=True)
        if vocabulary("setting").get(fold(setting)) == "language"
    ]
    return {event: language for event, language in typed if language}


def _counted(raw: Raw, season: str) -> dict[str, Counter[str]]:
    """Count the words that belong to only one language, by event and language.

    The words are sheet names, headers and settings.
    """
    counted: dict[str, Counter[str]] = {}
    for place, sheet in raw.sheets.items():
        if place.season == season:
            counted.setdefault(place.event, Counter()).update(_languages_of_sheet(place, sheet))
    return counted


def _languages_of_sheet(place: Place, sheet: RawSheet) -> Iterable[str]:
    """Return the languages of the words in a sheet, leaving out words that several languages share."""
    kind = vocabulary("sheet").get(fold(place.sheet), "")
    typed = {cell.text for row in sheet.rows[:HEADER_ROWS] for cell in row if cell.kind == "text"}
    words = {(words_of, fold(text)) for words_of in WORDS_OF.get(kind, (kind,)) for text in typed}
    of_words = [_languages(words_of).get(text, set()) for words_of, text in {*words, ("sheet", fold(place.sheet))}]
    return [language for languages in of_words if len(languages) == 1 for language in languages]


@cache
def _languages(kind: str) -> dict[str, set[str]]:
    """Return the languages to which each word of a kind belongs, keyed by word.

    A canonical name belongs to English, and to each language that has no other word for it.
    """
    rows = synonyms().get(kind, ())
    languages_of: dict[str, set[str]] = {}
    for _, language, word in rows:
        languages_of.setdefault(fold(word), set()).add(language)
    for name in {name for name, _, _ in rows}:
        listed = {language for of, language, _ in rows if of == name}
        languages_of.setdefault(fold(name), set()).update({*LANGUAGES} - (listed - {LANGUAGES[0]}))
    return languages_of


def _most(words: Counter[str]) -> str | None:
    """Return the language with the most words, or None if several tie."""
    leaders = [language for language, number in words.items() if number == max(words.values())]
    return leaders[0] if len(leaders) == 1 else None
