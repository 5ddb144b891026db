"""Recognise what people type into the cells of a sheet, such as a power with its player, a round or a board."""

import re
from collections.abc import Sequence
from functools import cache

from pipeline.tools.imports.imported import Imported
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.seats import HEADER_ROWS, place_of
from schemas.messages import Text
from schemas.words import POWERS, fold, vocabulary

IN_BRACKETS = r"\(((?:[^()]|\([^()]*\))+)\)"  # the name may contain brackets itself
WITH_BRACKETS = re.compile(rf"([^()]+){IN_BRACKETS}\s*[:.]?")  # France (Anna), Anna (France)
NUMBER = re.compile(r"-?\d{1,6}(?:[.,]\d{1,9})?")
NOT_THERE = {"", "-", "–", "—", "/"}
LEAST_POWERS = 5  # minimum number of powers in a row of names
LONGEST_POWER, LONGEST_SEAT = 30, 300  # maximum length of a power, and of a power with its player
FIGURES = re.compile(r"\d+")


def power_in(text: str) -> str | None:
    """Return the power that a string names, or None if the string does not name a power."""
    power = vocabulary("power").get(fold(text)) if len(text) <= LONGEST_POWER else None
    return power if power in POWERS else None


def seat_in(text: str) -> tuple[str, str] | None:
    """Return the power and the player from a string with one of them in brackets, or None for any other string."""
    parts = WITH_BRACKETS.fullmatch(text.strip()) if len(text) <= LONGEST_SEAT else None
    if parts is None:
        return None
    one, other = parts[1].strip(), parts[2].strip()
    if power := power_in(one):
        return power, other
    return (power, one) if (power := power_in(other)) else None


@cache
def words_of(name: str) -> str:
    """Return a pattern that matches the words for a column such as `round`, `board`, `final` or `score`."""
    words = {fold(name), *(word for word, meant in vocabulary("boards").items() if meant == name)}
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def numbered(name: str, text: str, short: str = "") -> str:
    """Return the number after a word for a round or a board, such as `2` in `Ronde 2`, or "" for any other string."""
    match = re.search(rf"\b(?:{words_of(name)}{f'|{short}' if short else ''})\s*[.:#°-]?\s*(\d{{1,3}})\b", fold(text))
    return str(int(match[1])) if match else ""


def is_called(name: str, text: str) -> bool:
    """Return whether a string is a header for this column."""
    return vocabulary("boards").get(fold(text).rstrip(" :")) == name


def title_at(rows: Sequence[Sequence[str]], row: int) -> str:
    """Return the title above a block, or "" if the block has no title.

    The title is the only text in the nearest filled row, at most two rows above.
    """
    for above in range(row - 1, max(row - 3, -1), -1):
        typed = [text.strip() for text in rows[above] if text.strip()]
        if typed:
            return typed[0] if len(typed) == 1 else ""
    return ""


def named(title: str, document: Document, number: int) -> tuple[str, str]:
    """Return the round and the board that a block's title names.

    If the title is missing or names only a round, the board is named after the file and `number`.
    """
    round, board = numbered("round", title), numbered("board", title)
    if not title or (round and not board and FIGURES.findall(title) == [round]):
        board = f"{document.title} {number or ''}".rstrip()
    return round, board or title


def note_column(imported: Imported, document: Document, row: int, header: str, meaning: Text) -> None:
    """Record how a header or a line was understood, to be shown in the preview."""
    imported.columns.append((place_of(document, row), header, meaning))


# -- first names and family names in two columns ----------------------------------------------------------------------

FIRST = {"first name", "first names", "given name", "forename", "nome", "prenom", "vorname"}
FAMILY = {"name", "last name", "surname", "family name", "cognome", "nom", "nom de famille", "nachname", "familienname"}
NAMESAKE = "homonyme"  # header of the World Diplomacy Database for the number of a namesake, from 2 on
PLAYER = "player"  # header of the column with whole names


def with_whole_names(document: Document) -> Document:
    """Return a sheet with its columns of first and family names joined into one.

    A document that is not a sheet, or that lacks one of these columns, is returned unchanged.
    """
    if document.kind != "sheet":
        return document
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        heads = [fold(text) for text in row]
        first = next((column for column, text in enumerate(heads) if text in FIRST), None)
        family = next((column for column, text in enumerate(heads) if text in FAMILY), None)
        if first is not None and family is not None:
            namesake = heads.index(NAMESAKE) if NAMESAKE in heads else None
            below = [_whole(line, first, family, namesake) for line in document.content[number + 1 :]]
            header = [
                PLAYER if at == family else "" if at in (first, namesake) else text for at, text in enumerate(row)
            ]
            return document._replace(content=[*document.content[:number], header, *below])
    return document


def _whole(row: Sequence[str], first: int, family: int, namesake: int | None) -> list[str]:
    """Return a row with first and family names joined into one cell, followed by a namesake's number in brackets."""
    cells = [*row, *[""] * (max(first, family, namesake or 0) + 1 - len(row))]
    name = f"{cells[first].strip()} {cells[family].strip()}".strip()
    number = cells[namesake].strip() if namesake is not None else ""
    cells[family] = f"{name} ({number})" if name and number not in ("", "0", "1") else name
    return cells
