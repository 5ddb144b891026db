"""Translate the messages of a workbook's pages into text.

Pages and formulas name columns and sheets in English. This module translates sheet names, headers, formulas and
messages, but neither text from the raw sheets nor rule sheets.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pipeline.language.language import ENGLISH
from pipeline.pages.book import REFERENCE, Band, Block, Book, Column, Section, Sheet, Table, lawful_name
from pipeline.pages.heading import Heading
from pipeline.pages.words import SHEETS, heading_of
from schemas.messages import Listed, Message, Name, say

TRANSLATED = {Message, Listed, Name}
Words = Callable[[Any], str]
Headers = Mapping[str, str]  # the translated headers of a table, keyed by the English ones


def book(heading: Heading, sheets: Sequence[Sheet]) -> Book:
    """Return a season's workbook in the heading's language, with the heading on every sheet."""
    words: Words = str if heading.words.code == ENGLISH else heading.words  # in English, days look as in data files
    headers = {table.name: _headers(table, words) for sheet in sheets for table in sheet.tables}
    names = {sheet.name: lawful_name(words(SHEETS.get(str(sheet.name), sheet.name))) for sheet in sheets}
    title = words(say("{title}, {season}", title=heading.title, season=heading.season))
    return Book(
        title, [replace(_sheet(sheet, words, headers, names), name=names[sheet.name]) for sheet in sheets], heading
    )


def _sheet(sheet: Sheet, words: Words, headers: Mapping[str, Headers], names: Mapping[Any, str]) -> Sheet:
    return replace(
        sheet,
        blocks=[_led(_block(block, words, headers), names) for block in sheet.blocks],
        wall=words(sheet.wall),
        lines=[words(line) for line in sheet.lines],
        warnings=[words(line) for line in sheet.warnings],
        widths=[
            replace(column, header=words(heading_of(column.header)), values=_values(column.values, words))
            for column in sheet.widths
        ],
    )


def _block(block: Block, words: Words, headers: Mapping[str, Headers]) -> Block:
    match block:
        case Table():
            return _shared(block, words) if block.shared else _table(block, words, headers)
        case Section(title):
            return Section(words(title))
        case Band():
            return block._replace(text=words(block.text))
        case _:
            return block


def _led(block: Block, names: Mapping[Any, str]) -> Block:
    """Return a block whose links use the translated sheet names."""
    if not isinstance(block, Table) or not any(column.links for column in block.columns):
        return block
    links = {f"#'{english}'!A1": f"#'{name}'!A1" for english, name in names.items()}
    columns = [replace(column, links=[links.get(link, link) for link in column.links]) for column in block.columns]
    return replace(block, columns=columns)


@lru_cache(1)
def _shared(table: Table, words: Words) -> Table:
    """Return the translation of a table that several workbooks share. The table is translated only once."""
    return _table(table, words, {table.name: _headers(table, words)})


def _table(table: Table, words: Words, headers: Mapping[str, Headers]) -> Table:
    shown = headers[table.name]

    def referred(reference: re.Match[str]) -> str:
        other, header = reference.groups()
        return f"{other}[{headers[other or table.name][header]}]"

    def column(column: Column) -> Column:
        return replace(
            column,
            header=shown[str(column.header)],
            values=_values(column.values, words),
            formula=REFERENCE.sub(referred, column.formula),
            caption=words(column.caption),
        )

    return replace(
        table,
        columns=[*map(column, table.columns)],
        title=words(table.title),
        instead=words(table.instead),
        separated=[shown[header] for header in table.separated],
        frozen=shown[table.frozen] if table.frozen else "",
    )


def _headers(table: Table, words: Words) -> Headers:
    """Return the translated headers of a table, keyed by the English ones.

    If a translated header is the same as another header, the English one follows it in brackets.
    """
    shown: dict[str, str] = {}
    begun = {str(column.header).casefold() for column in table.columns if column.original}
    for column in table.columns:
        english = str(column.header)
        text = english if column.original else words(column.shown or heading_of(column.header))
        twice = not column.original and text != english and text.casefold() in begun
        shown[english] = f"{text} ({english})" if twice else text
        begun.add(text.casefold())
    return shown


def _values(values: Sequence[Any], words: Words) -> Sequence[Any]:
    """Return the values, with any messages among them translated."""
    if not TRANSLATED & {*map(type, values)}:
        return values
    keys = [*map(id, values)]  # cells often share one object
    objects = dict(zip(keys, values, strict=True))
    said = {message: words(message) for message in {value for value in objects.values() if type(value) in TRANSLATED}}
    shown = {key: said[value] if type(value) in TRANSLATED else value for key, value in objects.items()}
    return [*map(shown.__getitem__, keys)]
