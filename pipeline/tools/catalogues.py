"""Update the translators' catalogues with every translatable string in the program, using Babel.

    python -m pipeline.tools.catalogues         after a message or a translation has changed
    python -m pipeline.tools.catalogues nl      to add a language

Translatable strings are literals passed to `say`, `in_context`, `plural` or `Message`, literals passed to `_` in a
template, and texts in the message tables. New strings are added to `language/locale/<language>.po` without a
translation. A string that resembles an old one gets the old translation, marked `fuzzy` for review.
"""

import csv
import io
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from pipeline import __version__
from pipeline.language.catalogue import LOCALE
from pipeline.store.folder import Folder
from schemas.words import LANGUAGES

PROJECT = Path(__file__).parents[2]
WIDTH = 120
WORDS: dict[str, Any] = {  # function -> positions of the string, context (c) and plural among the arguments
    "say": (1,),
    "Message": (1,),
    "in_context": ((1, "c"), 2),
    "plural": (1, 2),
    "_": (1,),
}
TEXTS = ("title", "message", "hint", "explanation", "text")  # translatable columns of those tables


def texts_of_table(
    table: BinaryIO, keywords: object, tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield (line, function, string, comments) for each translatable string in a CSV table, as Babel expects."""
    reader = csv.DictReader(table.read().decode("utf-8").splitlines())
    for row in reader:
        yield from ((reader.line_num, "say", row[name], []) for name in TEXTS if row.get(name))


def extracted() -> Catalog:
    """Return a catalogue of every translatable string in the program, without translations."""
    catalogue = Catalog(project="centre-years", version=__version__, fuzzy=False)
    methods: list[tuple[str, Any]] = [
        ("**.py", "python"),
        ("**.j2", "jinja2.ext:babel_extract"),
        *((f"**/{table}.csv", texts_of_table) for table in ("codes", "order_codes", "import_codes", "texts")),
    ]
    for room in ("schemas", "pipeline"):
        for file, line, text, comments, context in extract_from_dir(PROJECT / room, methods, keywords=WORDS):
            catalogue.add(text, None, [(f"{room}/{file}", line)], auto_comments=comments, context=context)
    return catalogue


def catalogue_of(language: str, texts: Catalog) -> Catalog:
    """Return a language's catalogue, updated with the strings in `texts`."""
    file, texts = LOCALE / f"{language}.po", copy(texts)
    if not file.exists():
        texts.locale = language
        return texts
    with file.open("rb") as lines:
        catalogue = read_po(lines, locale=language)
    texts.creation_date = catalogue.creation_date  # so that a run without new strings changes nothing
    catalogue.update(texts)
    catalogue.obsolete.clear()
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    """Return a catalogue in the PO format, which translators edit."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, include_lineno=False, sort_by_file=True)
    return file.getvalue()


def is_open(entry: Message) -> bool:
    """Return whether an entry still needs a translation or a review."""
    texts = entry.string if isinstance(entry.string, list | tuple) else [entry.string]
    return bool(entry.id) and (entry.fuzzy or not all(texts))


def main(languages: list[str]) -> None:
    """Update the catalogues of these languages, and print how many strings are still to be translated in each."""
    texts = extracted()
    for language in languages:
        catalogue = catalogue_of(language, texts)
        Folder(LOCALE).mark(f"{language}.po", as_po(catalogue))
        open_ones = sum(map(is_open, catalogue))
        print(f"{language}: {len(catalogue)} texts, {open_ones} to translate")


if __name__ == "__main__":
    main(sys.argv[1:] or [*LANGUAGES[1:]])
