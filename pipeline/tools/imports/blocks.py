"""Blocks with one power per line: `France (Anna) 12 centres 45 points` or `Anna, France, 12 centres : 45`.

A row of years or headers above a block gives the meaning of its numbers. A title above a block names the board, and
perhaps the round.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pipeline.tools.imports.imported import Board, Imported, Row, centres, figure, name_of, remark, year
from pipeline.tools.imports.meanings import (
    IN_BRACKETS,
    NUMBER,
    is_called,
    named,
    note_column,
    numbered,
    power_in,
    seat_in,
    words_of,
)
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, shown
from pipeline.tools.imports.seats import Seat, cell_of, place_of, put
from schemas.fields import centres_meant, game_year
from schemas.messages import Message, Name, listed, say
from schemas.words import fold, vocabulary

TITLE = say("one line per power")
CENTRES, POINTS = (
    rf"(?:{words_of('final')}|centro|centre|center|zentrum)",
    rf"(?:{words_of('score')}|point|punto|punkt)",
)
REST = re.compile(
    rf"(\d{{1,2}}) ?{CENTRES}?(?: ?(?:and|et|e|und|[+,;]) ?([^:]*?))?(?: ?[:;,=x×-]? ?(-?\d+(?:[.,]\d+)?) ?{POINTS}?)? ?\.?"
)
WITH_UNIT = re.compile(rf"(-?\d+(?:[.,]\d+)?) ?(?:{CENTRES}|{POINTS})")
OF_A_LIST = re.compile(r"(?:[-*•]|#?\d{1,2}[.):])\s+")  # before an item in a list in an email: `1. England (Anna) 12`
LEAST_LINES = 3  # minimum number of lines with a power for a document to be read as blocks
BRACKETS_FIRST = re.compile(rf"([^(),;]+{IN_BRACKETS})(.*)")
OUT = rf"(?:{words_of('eliminated')})"
ELIMINATED = re.compile(rf"\b{OUT}\b[^\d(,;]{{0,20}}\(?(\d{{4}})\b\)?|\b{OUT}(?: |\Z)")  # the year may be missing
POINTS_ALONE = re.compile(rf"(-?\d+(?:[.,]\d+)?) ?{POINTS}")
LONGEST, SHOWN = 300, 80  # maximum length of a line that is read, and of a line when shown

Rows = Sequence[Sequence[str]]


class Header(NamedTuple):
    """The row above a block: the field of each column (a year, `final` or `score`) and the text of every cell."""

    fields: dict[int, str]
    names: Sequence[str]


NO_HEADER = Header({}, ())


class Block(NamedTuple):
    """One game: its title, the header above it, and its line numbers."""

    title: str
    header: Header
    lines: list[int]


def recognises(document: Document) -> bool:
    """Return whether a sheet has several lines that name a power and its player."""
    return document.kind == "sheet" and sum(_seat(row) is not None for row in _rows(document)) >= LEAST_LINES


def read(document: Document, imported: Imported) -> None:
    """Add one board per block. An invalid block is reported as a problem, and the other blocks are still added."""
    rows = _rows(document)
    blocks = _blocks(document, rows, imported)
    for number, block in enumerate(blocks, 1):
        round, name = named(block.title, document, number if len(blocks) > 1 else 0)
        board = Board(place_of(document, block.lines[0] + 1), name, round)
        try:
            seats = [_said(document, line, rows[line], block.header, imported) for line in block.lines]
            put(board, [(place_of(document, line + 1), seat) for line, seat in zip(block.lines, seats, strict=True)])
            imported.boards.append(board)
        except Refused as fault:
            imported.problems.append(fault.at(board.place))


def _rows(document: Document) -> Rows:
    """Return the rows of a document.

    The lines of a text file without a header are not split at commas, so each line is one cell.
    """
    if not document.lines or any(map(_header, document.content)):
        return document.content
    return [[line] for line in document.lines]


def _blocks(document: Document, rows: Rows, imported: Imported) -> list[Block]:
    """Return the blocks, which begin at a title, a row of years or a repeated power.

    The title of a round may cover several blocks. A title without a block below it is reported as skipped.
    """
    blocks: list[Block] = []
    title, round = "", ""
    header = NO_HEADER
    powers: set[str] = set()
    no_titles: set[int] = set()  # lines of titles that name no block
    title_at, round_at = 0, 0
    for number, row in enumerate(rows):
        seat, typed = _seat(row), [text.strip() for text in row if text.strip()]
        if seat is not None:
            if not powers or seat[0] in powers:
                whole = title if numbered("round", title) else f"{round} {title}".strip()
                blocks.append(Block(whole, header, []))
                no_titles -= {title_at, round_at}
                title, powers = "", set()
            blocks[-1].lines.append(number)
            powers.add(seat[0])
        elif of := _header(row):
            header, powers = of, set()
            title = typed[0] if not game_year(typed[0]) and fold(typed[0]) not in vocabulary("boards") else title
        elif len(typed) == 1 and len(typed[0]) < LONGEST:
            title, powers = typed[0], set()
            title_at = number
            no_titles |= {number} if any(map(str.isalnum, title)) else set()
            if numbered("round", title) and not numbered("board", title):
                title, round, round_at = "", title, number
        elif typed:
            no_titles.add(number)
    imported.aside.update(place_of(document, number + 1) for number in no_titles)
    return blocks


def _header(row: Sequence[str]) -> Header | None:
    """Return the row as a header, or None if the row is not a header.

    A header contains years, or it has several cells and one of them is a word for the power or the player.
    """
    years = {column: game_year(text) for column, text in enumerate(row) if game_year(text)}
    others = {column: name for column, text in enumerate(row) for name in ("final", "score") if is_called(name, text)}
    several = sum(bool(text.strip()) for text in row) > 1
    named = several and any(is_called(name, text) for text in row for name in ("power", "player"))
    return Header(years | others, row) if years or named else None


def _seat(row: Sequence[str]) -> tuple[str, str, str] | None:
    """Return the power, the player and the rest of a line, or None if the line does not name a power and its player."""
    typed = [text.strip() for text in row if text.strip()]
    if not typed or len(typed[0]) > LONGEST:
        return None
    if item := OF_A_LIST.match(typed[0]):
        typed[0] = typed[0][item.end() :]
    if seat := seat_in(typed[0]):  # power and player in one cell
        return *seat, " ".join(typed[1:])
    if len(typed) > 2 and typed[2][0].isdecimal() and (power := power_in(typed[0])):  # power | player | numbers
        return power, typed[1], " ".join(typed[2:])
    line = ", ".join(typed)
    bracket = BRACKETS_FIRST.match(line)
    if bracket and (seat := seat_in(bracket[1])):
        return *seat, bracket[3].lstrip(",:=- ")
    parts = [part.strip() for part in re.split(r"[,;]", line, maxsplit=2)]
    if len(parts) > 2 and parts[2][:1].isdecimal() and (power := power_in(parts[1])):
        return power, parts[0], parts[2]
    return None


def _said(document: Document, line: int, row: Sequence[str], header: Header, imported: Imported) -> Seat:
    """Return the seat on a line. Raises Refused, with the location of the fault, if the line is invalid."""
    power, player, rest = _seat(row) or ("", "", "")
    place = place_of(document, line + 1)
    try:
        _check_headers(document, line, row, header)
        texts = _by_column(row, header.fields, power) if header.fields else _at_the_end(power, rest)
        chart = {int(name): centres(text, name) for name, text in texts.items() if name.isdecimal()}
        cells: Row = {"note": remark(texts.get("note")) or None}
        cells["final"] = centres(texts["final"], "final") if "final" in texts else None
        cells["score"] = figure(texts["score"], "score") if "score" in texts else None
        cells["eliminated"] = year(texts["eliminated"], "eliminated") if "eliminated" in texts else None
    except Refused as fault:
        fault.place = fault.place or place
        raise
    said = Seat(power, name_of(player), chart, cells)
    meaning = [say("{power}, played by {player}", power=Name("power", power), player=said.player)]
    others = [(Name("boards", name), text) for name, text in texts.items() if not name.isdecimal()]
    meaning += [say("{field} {value}", field=field, value=text) for field, text in others]
    whole = " ".join(text.strip() for text in row if text.strip())
    note_column(imported, document, line + 1, whole[:SHOWN], listed(meaning))
    return said


def _check_headers(document: Document, line: int, row: Sequence[str], header: Header) -> None:
    """Raise Refused if the row has a number in a column whose header is not recognised."""
    for column, (text, name) in enumerate(zip(row, header.names, strict=False)):
        if name.strip() and NUMBER.fullmatch(text.strip()) and column not in header.fields:
            message = say(
                "The header `{header}` above “{value}” is not recognised.",
                header=shown(name.strip()),
                value=text.strip(),
            )
            hint = say("Replace this header with a header for the centres or for the score.")
            raise Refused("wrong_value", message, hint, cell_of(document, line, column))


def _by_column(row: Sequence[str], fields: Mapping[int, str], power: str) -> dict[str, str]:
    """Return the text of each field, from the cells below the headers and from any cells further to the right.

    Raises Refused if the cells further to the right cannot be read.
    """
    cells = {column: text.strip() for column, text in enumerate(row) if text.strip()}
    behind = " ".join(text for column, text in cells.items() if column > max(fields))
    texts = _at_the_end(power, behind)
    for column, name in fields.items():
        if text := cells.get(column, ""):
            figures = WITH_UNIT.fullmatch(fold(text))
            texts[name] = figures[1] if figures else text
    return texts


def _at_the_end(power: str, rest: str) -> dict[str, str]:
    """Return the text of each field in the rest of a line: final centres, score, elimination and note.

    Raises Refused if the rest of the line cannot be read.
    """
    plain = " ".join(fold(rest[: LONGEST + 1]).split())
    if not plain:
        return {}
    out = ELIMINATED.search(plain)
    rest_of_line = " ".join(f"{plain[: out.start()]} {plain[out.end() :]}".split()).strip(" ,;:()-") if out else plain
    texts = {"eliminated": out[1]} if out and out[1] else {}
    if out and not rest_of_line:
        return texts | {"final": "0"}
    if out and (points := POINTS_ALONE.fullmatch(rest_of_line)):
        return texts | {"final": "0", "score": points[1]}
    match = REST.fullmatch(rest_of_line) if len(plain) <= LONGEST else None
    if match is None and centres_meant(rest.strip()):
        return {"final": rest}
    if match is None or (match[2] and not _is_a_note(match[2])):
        text = Message("“{text}” cannot be read as the centres and points for {power}.")
        raise Refused("wrong_value", text.of({"text": shown(rest), "power": Name("power", power)}))
    said = {"final": match[1], "note": match[2], "score": match[3]}
    return texts | {name: text for name, text in said.items() if text}


def _is_a_note(text: str) -> bool:
    """Return whether a string is a note rather than a cell of a wider table.

    A note is not a number and names no power.
    """
    return not NUMBER.fullmatch(text) and not any(map(power_in, re.findall(r"\w{3,}", text)))
