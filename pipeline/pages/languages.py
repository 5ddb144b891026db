"""The language of an event's notes: what its sheet or its season says, else that of most of its headers."""

import csv
from collections import Counter
from collections.abc import Iterable
from functools import cache

from pipeline.read.cells import RawSheet
from pipeline.read.sheets import Place, Raw
from schemas.words import LANGUAGES, SYNONYMS, fold, vocabulary

ROWS_HEARD = 30  # headers and settings stand in the first rows
SEASON = ""  # the event that stands for the whole season
WORDS_OF = dict.fromkeys(("event", "season"), ("event", "setting"))  # their own words stand in their first column


def languages(raw: Raw, season: str) -> dict[str, str]:
    """Event -> en, it or fr; SEASON is there always, for the season and for events that say nothing themselves.

    Headers of sheets and settings are counted where only one language has the word. Two languages with equally many
    words decide nothing.
    """
    stated, counts = _stated(raw, season), _word_counts(raw, season)
    of_season = stated.get(SEASON) or _most(sum(counts.values(), Counter())) or LANGUAGES[0]
    events = {event: stated.get(event) or stated.get(SEASON) or _most(words) for event, words in counts.items()}
    return {event: language or of_season for event, language in events.items()} | {SEASON: of_season}


def _stated(raw: Raw, season: str) -> dict[str, str]:
    """What the settings `language` of a season's sheets say."""
    table, names = raw.tables["event"], vocabulary("language")
    rows = table.text[table.origin["season"] == season].dropna(subset=["setting", "value"])
    typed = [
        (table.origin.at[row, "event"], names.get(fold(value)))
        for row, setting, value in rows[["setting", "value"]].itertuples(name=None)
        if vocabulary("setting").get(fold(setting)) == "language"
    ]
    return {event: language for event, language in typed if language}


def _word_counts(raw: Raw, season: str) -> dict[str, Counter[str]]:
    """How many words of one language only each event has in the names of its sheets, their headers and its settings."""
    counts: dict[str, Counter[str]] = {}
    for place, sheet in raw.sheets.items():
        if place.season == season:
            counts.setdefault(place.event, Counter()).update(_languages_of_words(place, sheet))
    return counts


def _languages_of_words(place: Place, sheet: RawSheet) -> Iterable[str]:
    """The language of each word of a sheet that only one language has."""
    kind = vocabulary("sheet").get(fold(place.sheet), "")
    typed = {cell.text for row in sheet.rows[:ROWS_HEARD] for cell in row if cell.kind == "text"}
    words = {(kind_of_word, fold(text)) for kind_of_word in WORDS_OF.get(kind, (kind,)) for text in typed}
    words.add(("sheet", fold(place.sheet)))
    found = [_languages(kind_of_word).get(text, set()) for kind_of_word, text in words]
    return [next(iter(languages)) for languages in found if len(languages) == 1]


@cache
def _languages(kind: str) -> dict[str, set[str]]:
    """The languages of each word of one kind. A canonical name is English, and of each language without another word."""
    with SYNONYMS.open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if row["kind"] == kind]
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(fold(row["word"]), set()).add(row["language"])
    for name in {row["name"] for row in rows}:
        listed = {row["language"] for row in rows if row["name"] == name}
        found.setdefault(fold(name), set()).update({*LANGUAGES} - (listed - {LANGUAGES[0]}))
    return found


def _most(words: Counter[str]) -> str | None:
    """The language with the most words; none if it shares the lead."""
    leaders = [language for language, number in words.items() if number == max(words.values())]
    return leaders[0] if len(leaders) == 1 else None
