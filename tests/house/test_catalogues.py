"""Checks that each language's catalogue has an up-to-date translation of every message that the program prints."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from pipeline.language import catalogue as compiled
from pipeline.language.catalogue import LOCALE
from pipeline.tools.catalogues import TEXTS, WORDS, as_po, catalogue_of, extracted, is_open
from schemas.counting import counted
from schemas.messages import names
from schemas.words import LANGUAGES, SYNONYMS, fold, synonyms, vocabulary, word
from tests.grouped import grouped
from tests.house.test_imports import FILES, ROOT, tree
from tests.sheets import read_table

NO_BREAK = "\N{NO-BREAK SPACE}"
TRANSLATED = LANGUAGES[1:]
SAYING = {*WORDS} - {"_"}
every_language = pytest.mark.parametrize("language", TRANSLATED)


extracted_once = cache(extracted)


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as lines:
        return read_po(lines, locale=language)


def entries(language: str) -> list[Entry]:
    """Return the entries of a catalogue, without its header entry."""
    return [entry for entry in catalogue(language) if entry.id]


def texts(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield each English string of an entry with each of its translations."""
    if isinstance(entry.id, str):
        yield entry.id, str(entry.string)
    else:
        yield from zip((entry.id[0], *[entry.id[1]] * len(entry.string)), entry.string, strict=False)


def test_every_language_but_english_has_a_catalogue() -> None:
    assert {file.name for file in LOCALE.iterdir()} == {f"{language}.po" for language in TRANSLATED}


@every_language
def test_the_catalogue_has_exactly_the_texts_of_the_program(language: str) -> None:
    """If this test fails, run `python -m pipeline.tools.catalogues`, then translate the new messages."""
    today = catalogue_of(language, extracted_once())
    assert {(entry.id, entry.context) for entry in today} == {(e.id, e.context) for e in catalogue(language)}
    assert as_po(today) == (LOCALE / f"{language}.po").read_bytes()


@every_language
def test_every_text_is_translated(language: str) -> None:
    plurals = catalogue(language).num_plurals
    lacking = [
        entry.id
        for entry in entries(language)
        if is_open(entry) or (not isinstance(entry.id, str) and len(entry.string) != plurals)
    ]
    assert lacking == []


@pytest.mark.parametrize(
    ("text", "translated"), [("a board", ""), (("a board", "{n} boards"), ("un tavolo", "")), ("a board", None)]
)
def test_a_text_without_a_translation_counts_as_untranslated(
    text: str | tuple[str, str], translated: str | tuple[str, str] | None
) -> None:
    assert is_open(Entry(text, translated)) and not is_open(Entry("a board", "un tavolo"))


@every_language
def test_a_translation_has_the_values_of_its_text(language: str) -> None:
    for entry in entries(language):
        for english, translated in texts(entry):
            assert {*names(translated)} == {*names(english)}, translated
            assert english.strip() != english or translated.strip(" ") == translated, repr(translated)


@every_language
def test_a_translation_has_the_numbers_of_its_text(language: str) -> None:
    """A translation without a number that its English text contains probably states a wrong limit or example."""
    for entry in entries(language):
        for english, translated in texts(entry):
            figures = [
                {*re.findall(r"\d+", re.sub(r"(?<=\d)[.,\u202f\xa0 ](?=\d{3})", "", text))}
                for text in (english, translated)
            ]
            assert figures[0] <= figures[1] | {"1"}, (english, translated)


def test_french_punctuation_has_a_no_break_space() -> None:
    for entry in entries("fr"):
        for _, translated in texts(entry):
            assert not re.search(r"(?<=[^\s(]) [:;!?»](?:\s|$)|« (?=\S)", translated), translated


@every_language
def test_words_of_the_sheets_are_quoted_as_the_sheets_have_them(language: str) -> None:
    """Text between backticks must be a file name, or a sheet, header, setting or value spelt as users may type it."""
    words = {typed for kind in {row["kind"] for row in read_table(SYNONYMS)} for typed in vocabulary(kind)}
    for entry in entries(language):
        for english, translated in texts(entry):
            for quoted in re.findall("`([^`]*)`", translated):
                name = re.sub(r" (\d|\d{4})\b", "", quoted.replace("’", "'"))
                program = f"`{quoted}`" in english and fold(name) not in words  # such as a package's name
                assert fold(name) in words or counted(quoted) or program or re.search("[./={]", name), (
                    f"{entry.id}: `{quoted}`"
                )


EXAMPLES = {  # words quoted as people type them: other spellings, one letter for the sex, languages
    *("`boards` and `tavoli`", "`power` and `country`", "#N/A", "`?`", "`-1`", "`f` or `m`", "`Italian`"),
    "one row a board: for each power",
}


@every_language
def test_words_of_the_sheets_are_quoted_as_blank_sheets_print_them(language: str) -> None:
    """The program's texts quote the words on its blank sheets, not other words that it also accepts.

    The Italian texts, for example, say `finale`, never `centri finali` or `final`.
    """
    kinds = [*synonyms()]
    for entry in entries(language):
        for english, translated in texts(entry):
            meant = {meaning for quoted in re.findall("`([^`]*)`", english) for meaning in meanings(quoted, kinds)}
            for quoted in re.findall("`([^`]*)`", translated):
                typed = quoted.replace("’", "'")
                of = meanings(typed, kinds)
                printed = {word(kind, name, language) for kind, name in of & meant or of}
                example = any(text in english for text in EXAMPLES)
                assert not of or typed in printed or example, f"{english}: `{quoted}`, printed are {printed}"


def meanings(quoted: str, kinds: Iterable[str]) -> set[tuple[str, str]]:
    """Return the possible meanings of a word typed in a sheet, as pairs of kind and name."""
    return {(kind, vocabulary(kind)[fold(quoted)]) for kind in kinds if fold(quoted) in vocabulary(kind)}


BROKEN = re.compile(  # an escape that was printed instead of decoded, whole or without its first characters
    r"\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|N\{|[nrt]\b)|u(?:00[a-f]|20[0-2])[0-9a-f]|&(?:nbsp|amp|#\d+);"
    r"|(?<![0-9#])(?:00[abe][0-9a-f]|20[12][c-f])(?![0-9a-z])",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        *[
            (text, True)
            for text in (
                "joueur00a0:",
                "Vide00a0:",
                "joueur\\u00a0:",
                "vide\\xa0:",
                "a&nbsp;b",
                "l\\u2019an",
                "20u202f000",
            )
        ],
        *[
            (text, False)
            for text in ("joueur\u00a0:", "in 2000 and 2010", "100 boards", "l’an", "A & B", "#00A0E9 is a colour")
        ],
    ],
)
def test_an_escape_that_became_text_is_found(text: str, broken: bool) -> None:
    assert bool(BROKEN.search(text)) == broken


def test_no_printed_text_has_a_broken_escape() -> None:
    """The search covers every language's catalogue and all the program's CSV tables."""
    printed = {text for language in TRANSLATED for entry in entries(language) for pair in texts(entry) for text in pair}
    tables = [path for room in ("pipeline", "schemas") for path in (ROOT / room).rglob("*.csv")]
    printed |= {cell for path in tables for row in read_table(path) for cell in row.values() if cell}
    assert len(printed) > 1000 and [text for text in printed if BROKEN.search(text)] == []


# -- finding the messages ----------------------------------------------------------------------------------------------


HANDED_ON = {  # modules whose messages come from definitions, templates and tables, which other tests search
    *("schemas.messages", "pipeline.report", "pipeline.problems.codes"),
    *("pipeline.tools.new.texts", "pipeline.tools.desk.order_problems"),
}


@cache
def collected() -> set[str]:
    """Return the messages found in the code, and their contexts."""
    found: set[str] = set()
    for entry in extracted_once():
        found |= {entry.id, str(entry.context)} if isinstance(entry.id, str) else {*entry.id}
    return found


@grouped("module", FILES)
def test_every_printed_text_is_a_literal(module: str) -> None:
    """The collector cannot find a message that is assembled in code, so each message must be a single literal.

    The literal may have placeholders for values.
    """
    if module in HANDED_ON:
        return
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = node.args[: {"in_context": 2, "plural": 2}.get(node.func.id, 1)]
            if node.func.id in SAYING:
                literals = {text.value for text in said if isinstance(text, ast.Constant)}
                assert len(literals) == len({*map(ast.dump, said)}), f"line {node.lineno}"
                assert literals <= collected(), f"line {node.lineno}: no text in a text"
            assert node.func.id != "Typed" or not isinstance(node.args[0], ast.Constant), f"line {node.lineno}"


def test_the_tables_of_texts_are_searched() -> None:
    found = {entry.id for entry in extracted_once() if isinstance(entry.id, str)}
    tables = [
        path
        for room in ("pipeline", "schemas")
        for path in (ROOT / room).rglob("*.csv")
        if {*TEXTS} & {*path.read_text(encoding="utf-8").splitlines()[0].split(",")}
    ]
    assert tables
    for path in tables:
        for row in read_table(path):
            assert {row[name] for name in TEXTS if row.get(name)} <= found


def test_a_catalogue_is_compiled_once_and_anew_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled file is reused unless it is damaged or was compiled from another version of the catalogue."""
    (tmp_path / "it.po").write_bytes(b'msgid "season"\nmsgstr "stagione"\n')
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(compiled, "LOCALE", tmp_path)
    monkeypatch.setattr(compiled, "COMPILED", tmp_path / "kept")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert compiled.catalogue("it").gettext("season") == "stagione"
    (kept,) = (tmp_path / "kept").iterdir()
    with monkeypatch.context() as once:
        once.setattr(compiled, "as_mo", None)
        assert compiled.catalogue("it").gettext("season") == "stagione"
    kept.write_bytes(kept.read_bytes()[:60])
    assert compiled.catalogue("it").gettext("season") == "stagione"
    (tmp_path / "it.po").write_bytes(b'msgid "season"\nmsgstr "annata"\n')
    assert compiled.catalogue("it").gettext("season") == "annata"
    monkeypatch.setattr(compiled, "COMPILED", tmp_path / "nowhere")
    assert compiled.catalogue("it").gettext("season") == "annata"
    assert not (tmp_path / "nowhere").exists()
