"""Checks that every catalogue uses the words of the translators' glossary and no word that the glossary rules out."""

import csv
import re
from collections.abc import Iterator

import pytest

from tests.house.test_catalogues import TRANSLATED, entries, texts
from tests.house.test_imports import ROOT

with (ROOT / "pipeline" / "language" / "glossary.csv").open(encoding="utf-8", newline="") as lines:
    GLOSSARY = {row["term"]: row for row in csv.DictReader(lines)}
LEFT_AS_TYPED = re.compile(
    r"`[^`]*`|\{[^}]*\}|--\w+(?:\[\w+\])?|[\w./]+\.(?:csv|xlsx|html)|\bSheet\b"
)  # words that are not the program's own


def with_term(language: str, term: str) -> Iterator[tuple[str, str]]:
    """Yield each English message that contains a term, with its translation."""
    named = re.compile(rf"\b{re.escape(term)}(?:s|es)?\b", re.IGNORECASE)
    for entry in entries(language):
        yield from ((english, said) for english, said in texts(entry) if named.search(LEFT_AS_TYPED.sub("", english)))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("term", GLOSSARY)
def test_a_term_is_translated_by_its_words(term: str, language: str) -> None:
    """At most one translation in twelve may lack the glossary's word for the term."""
    said = [*with_term(language, term)]
    words = re.compile(GLOSSARY[term][language], re.IGNORECASE)
    without = [pair for pair in said if not words.search(pair[1])]
    assert said and len(without) <= len(said) / 12, without


@pytest.mark.parametrize("language", TRANSLATED)
def test_an_abandoned_word_is_used_nowhere(language: str) -> None:
    given_up = [row[f"not {language}"] for row in GLOSSARY.values() if row[f"not {language}"]]
    words = re.compile(rf"\b(?:{'|'.join(given_up)})\b", re.IGNORECASE)
    said = [said for entry in entries(language) for _, said in texts(entry)]
    assert [text for text in said if words.search(LEFT_AS_TYPED.sub("", text))] == []
