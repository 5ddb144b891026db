"""Markdown of the reference pages: prose in short lines, lists, tables and rule sheets."""

import re
from collections.abc import Iterable
from textwrap import fill

from pipeline.rules.rule_sheet import Paragraph
from schemas.messages import Message, Name
from schemas.words import LANGUAGES, word

WIDTH = 120  # characters of a line
CODE = re.compile("(`[^`]*`)")
IF_EMPTY = re.compile(r"\s*If empty[:,] ")  # begins what a blank means, at the end of a note
WHOLE = re.compile(r"`[^`]*`|\[[^]]*\]\([^)]*\)")  # code and links, in which no line ends
BEGINS_A_BLOCK = re.compile(r" (?=(?:[-+*=>#]|\d+[.)])(?: |$))")  # a list or a heading, if it began a line
ESCAPES = str.maketrans({"<": "&lt;", "\\": "\\\\"})
KEPT = "\0"  # stands for a blank at which no line may end
NAMES = {"en": "English", "it": "Italian", "fr": "French", "de": "German"}


def prose(text: str, first: str = "", later: str = "") -> str:
    """Return a paragraph in lines of at most WIDTH characters; no line ends inside code or a link.

    first  what stands before the first line
    later  what stands before every other line
    """
    kept = BEGINS_A_BLOCK.sub(KEPT, WHOLE.sub(lambda found: found[0].replace(" ", KEPT), " ".join(text.split())))
    lines = fill(
        kept, WIDTH, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )
    return lines.replace(KEPT, " ")


def item(text: str) -> str:
    """Return an item of a list."""
    return prose(text, "- ", "  ")


def items(texts: Iterable[str]) -> str:
    """Return a list."""
    return "\n".join(map(item, texts)) + "\n"


def escaped(text: object) -> str:
    """Return a text of the program for Markdown: names of the sheets as code, no tags and escapes outside of code."""
    if isinstance(text, Message):
        text = text.of({name: f"`{value}`" if isinstance(value, Name) else value for name, value in text.values})
    parts = CODE.split(str(text))
    return "".join(part if CODE.fullmatch(part) else part.translate(ESCAPES) for part in parts)


def typed(note: str, values: str) -> str:
    """Return a note and what may be typed; what a blank means, which ends the note, comes last.

    values  the valid values, as a noun phrase
    """
    said, *blank = IF_EMPTY.split(note, maxsplit=1)
    parts = [said, f"*Type*: {values}.", *(f"*Blank*: {meaning}" for meaning in blank)]
    return " ".join(part for part in parts if part)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; an empty cell is one blank."""
    columns = [*columns]
    cells = [columns, ["---"] * len(columns), *rows]
    return "".join(f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in row)}|\n" for row in cells)


def cell(text: str) -> str:
    """Return a text as a cell of a table shows it."""
    return escaped(text).replace("|", "\\|").replace("\n", "<br>")


def rule_sheet(paragraphs: Iterable[Paragraph]) -> str:
    """Return the paragraphs of a rule sheet as a list."""
    parts = ((one, f" (*{one.part}*)" if one.part else "") for one in paragraphs)
    return items(f"**{one.label}**{part}: {escaped(one.text)}" for one, part in parts)


def words_of(kind: str, names: Iterable[str]) -> str:
    """Return the table of the words that blank workbooks print in each language.

    kind  the kind of word, as in `schemas.words.word`
    """
    rows = ([f"`{word(kind, name, language)}`" for language in LANGUAGES] for name in names)
    return table((NAMES[language] for language in LANGUAGES), rows)
