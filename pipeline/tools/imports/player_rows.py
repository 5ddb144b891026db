"""Sheets with a row a player: a column a round, and a total, which is left aside."""

from pipeline.read.rows import sums_up
from pipeline.tools.imports.cells import NOT_THERE, note_column, numbered
from pipeline.tools.imports.found import Found, figure, name_of, typed
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused
from pipeline.tools.imports.seats import HEADER_ROWS, lines_below
from schemas.messages import Name, say
from schemas.words import fold, vocabulary

TITLE = say("sheets with a row a player")
PLAYER = "player"
SHORT = "r|t|m"  # R1, T1, M1
WORD_AND_NUMBER = 20  # signs of a header that names a round and nothing else


def recognises(document: Document) -> bool:
    """A header with players, and with rounds."""
    return document.kind == "sheet" and _header(document) is not None


def read(document: Document, found: Found) -> None:
    """Add a result for each player and round. A cell that is no number costs its row alone. Raises Refused."""
    number = _header(document) or 0
    header = document.content[number]
    columns = {column: PLAYER if _is_player(text) else _round(text) for column, text in enumerate(header)}
    columns = {column: name for column, name in columns.items() if name}
    for column, name in columns.items():
        meaning = Name("results", PLAYER) if name == PLAYER else say("the score of round {round}", round=name)
        note_column(found, document, number + 1, header[column], meaning)
    headers = {name: header[column] for column, name in reversed(columns.items())}
    for line in lines_below(document, number, columns, found, read=_read, is_blank=_is_blank):
        player = line.cells.get(PLAYER, "")
        rounds = {round: text for round, text in line.cells.items() if round != PLAYER}
        if not player or not rounds:
            continue
        if sums_up(player):
            found.aside[line.place] += 1
            continue
        try:
            scores = {round: figure(text, headers[round]) for round, text in rounds.items()}
            name = name_of(player)
        except Refused as fault:
            found.problems.append(fault.at(line.place))
            continue
        found.results += [
            {"player": name, "round": typed(round), "score": score, "imported from": line.place}
            for round, score in scores.items()
        ]


def _header(document: Document) -> int | None:
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        if any(map(_is_player, row)) and any(map(_round, row)):
            return number
    return None


def _read(text: str, name: str) -> object:
    """A cell's value. Raises Refused."""
    return name_of(text) if name == PLAYER else figure(text, name)


def _is_blank(text: str, name: str) -> bool:
    """A cell without a name, or without a score."""
    return text in NOT_THERE if name != PLAYER else not text


def _is_player(text: str) -> bool:
    return vocabulary("results").get(fold(text)) == "player"


def _round(text: str) -> str:
    """The round that a header names: `Round 2`, `R2`, `2`; empty for none."""
    plain = text.strip()
    if plain.isascii() and plain.isdecimal() and len(plain) < len("100"):
        return str(int(plain))
    return numbered("round", plain, SHORT) if len(plain) <= WORD_AND_NUMBER else ""
