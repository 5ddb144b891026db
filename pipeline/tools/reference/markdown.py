"""Markdown for the reference pages: prose in short lines, lists, tables and rule sheets."""

import re
from collections.abc import Iterable
from textwrap import fill

from pipeline.rules.rule_sheet import Paragraph
from schemas.messages import Message, Name
from schemas.words import LANGUAGES, word

WIDTH = 120  # maximum characters per line
CODE = re.compile("(`[^`]*`)")
IF_EMPTY = re.compile(r"\s*If empty[:,] ")  # starts the last part of a note: what an empty cell means
WHOLE = re.compile(r"`[^`]*`|\[[^]]*\]\([^)]*\)")  # code and links, which are never broken across lines
BEGINS_A_BLOCK = re.compile(r" (?=(?:[-+*=>#]|\d+[.)])(?: |$))")  # a mark that would open a block if it began a line
ESCAPES = str.maketrans({"<": "&lt;", "\\": "\\\\"})
KEPT = "\0"  # stands for a space at which a line must not break
NAMES = {"en": "English", "it": "Italian", "fr": "French", "de": "German"}


def prose(text: str, first: str = "", later: str = "") -> str:
    """Wrap a paragraph at WIDTH characters, without breaking code or links.

    first  prefix of the first line
    later  prefix of the other lines
    """
    kept = BEGINS_A_BLOCK.sub(KEPT, WHOLE.sub(lambda found: found[0].replace(" ", KEPT), " ".join(text.split())))
    lines = fill(
        kept, WIDTH, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
    return lines.replace(KEPT, " ")


def item(text: str) -> str:
    """Return a string as a Markdown list item."""
    return prose(text, "- ", "  ")


def items(texts: Iterable[str]) -> str:
    """Return a Markdown list with one item per string."""
    return "\n".join(map(item, texts)) + "\n"


def escaped(text: object) -> str:
    """Return a message or string as Markdown, with names formatted as code.

    Outside code, `<` and backslashes are escaped.
    """
    if isinstance(text, Message):
        text = text.of({name: f"`{value}`" if isinstance(value, Name) else value for name, value in text.values})
    parts = CODE.split(str(text))
    return "".join(part if CODE.fullmatch(part) else part.translate(ESCAPES) for part in parts)


def typed(note: str, values: str) -> str:
    """Return the note on a field, with the valid values inserted before the part that explains an empty cell.

    values  the valid values, as a noun phrase
    """
    said, *blank = IF_EMPTY.split(note, maxsplit=1)
    parts = [said, f"*Type*: {values}.", *(f"*Blank*: {meaning}" for meaning in blank)]
    return " ".join(part for part in parts if part)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table, with a single space for an empty cell."""
    columns = [*columns]
    cells = [columns, ["---"] * len(columns), *rows]
    return "".join(f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in row)}|\n" for row in cells)


def cell(text: str) -> str:
    """Return a string escaped for a cell of a Markdown table."""
    return escaped(text).replace("|", "\\|").replace("\n", "<br>")


def rule_sheet(paragraphs: Iterable[Paragraph]) -> str:
    """Return the paragraphs of a rule sheet as a Markdown list."""
    parts = ((one, f" (*{one.part}*)" if one.part else "") for one in paragraphs)
    return items(f"**{one.label}**{part}: {escaped(one.text)}" for one, part in parts)


def words_of(kind: str, names: Iterable[str]) -> str:
    """Return a Markdown table of names in each language, as they appear in blank workbooks.

    kind  kind of name, as in `schemas.words.word`
    """
    rows = ([f"`{word(kind, name, language)}`" for language in LANGUAGES] for name in names)
    return table((NAMES[language] for language in LANGUAGES), rows)
