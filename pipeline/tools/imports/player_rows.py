"""Sheets with a row a player: a column a round, and a total, which is left aside."""

from pipeline.read.rows import sums_up
from pipeline.tools.imports.cells import NOT_THERE, note_column, numbered
from pipeline.tools.imports.found import Found, figure, name_of, typed
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused
from pipeline.tools.imports.seats import HEADER_ROWS, once_each, place_of
from schemas.messages import Name, say
from schemas.words import fold, vocabulary

TITLE = say("sheets with a row a player")
SHORT = "r|t|m"  # R1, T1, M1
WORD_AND_NUMBER = 20  # signs of a header that names a round and nothing else


def recognises(document: Document) -> bool:
    """A header with players, and with rounds."""
    return document.kind == "sheet" and _header(document) is not None


def read(document: Document, found: Found) -> None:
    """Add a result for each player and round. A cell that is no number costs its row alone. Raises Refused."""
    number = _header(document) or 0
    header = document.content[number]
    player = next(column for column, text in enumerate(header) if _is_player(text))
    rounds = {column: round for column, text in enumerate(header) if (round := _round(text))}
    note_column(found, document, number + 1, header[player], Name("results", "player"))
    for column, round in rounds.items():
        note_column(found, document, number + 1, header[column], say("the score of round {round}", round=round))
    found.aside.update(text for column, text in enumerate(header) if text.strip() and column not in {player, *rounds})
    rounds = once_each(document, number, rounds)
    for at, row in enumerate(document.content[number + 1 :], number + 2):
        cells = {column: row[column].strip() for column in rounds if column < len(row)}
        if player >= len(row) or not row[player].strip() or not {*cells.values()} - NOT_THERE:
            continue
        place = place_of(document, at)
        if sums_up(row[player].strip()):
            found.aside[place] += 1
            continue
        try:
            scores = {rounds[c]: figure(text, header[c]) for c, text in cells.items() if text not in NOT_THERE}
            name = name_of(row[player])
        except Refused as fault:
            found.problems.append(fault.at(place))
            continue
        found.results += [
            {"player": name, "round": typed(round), "score": score, "imported from": place}
            for round, score in scores.items()
        ]


def _header(document: Document) -> int | None:
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        if any(map(_is_player, row)) and any(map(_round, row)):
            return number
    return None


def _is_player(text: str) -> bool:
    return vocabulary("results").get(fold(text)) == "player"


def _round(text: str) -> str:
    """The round that a header names: `Round 2`, `R2`, `2`; empty for none."""
    plain = text.strip()
    if plain.isascii() and plain.isdecimal() and len(plain) < len("100"):
        return str(int(plain))
    return numbered("round", plain, SHORT) if len(plain) <= WORD_AND_NUMBER else ""
