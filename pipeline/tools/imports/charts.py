"""Transposed charts: the powers across, the years down; their players stand beside the powers, or above or below them."""

from collections.abc import Sequence

from pipeline.tools.imports.cells import (
    LEAST_POWERS,
    NOT_THERE,
    NUMBER,
    is_called,
    named,
    note_column,
    power_in,
    seat_in,
    title_at,
)
from pipeline.tools.imports.found import Board, Found, Row, centres, figure, name_of
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, shown
from pipeline.tools.imports.seats import Seat, place_of, put
from schemas.fields import game_year
from schemas.messages import Name, say

TITLE = say("charts with the powers across")
Rows = Sequence[Sequence[str]]
START = 1900  # the year before the first: its centres are those at the start


def recognises(document: Document) -> bool:
    """A row of powers, and a year below."""
    return document.kind == "sheet" and bool(_headers(document.content))


def read(document: Document, found: Found) -> None:
    """Add the charts; one that cannot be right is a problem, and costs nothing but itself."""
    rows = document.content
    headers = _headers(rows)
    for number, (header, stop) in enumerate(zip(headers, [*headers[1:], len(rows)], strict=True), 1):
        try:
            _add(document, header, stop, number, found)
        except Refused as fault:
            found.problems.append(fault.at(place_of(document, header + 1)))


def _headers(rows: Rows) -> list[int]:
    """The rows that name powers, with a year below."""
    across = [number for number, row in enumerate(rows) if len(_powers(row)) >= LEAST_POWERS]
    return [number for number in across if any(_year(row) for row in rows[number + 1 : number + 4])]


def _powers(row: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Column -> power, and its player where one stands beside it."""
    found = (
        (column, seat_in(text) or ((power, "") if (power := power_in(text)) else None))
        for column, text in enumerate(row)
    )
    return {column: seat for column, seat in found if seat}


def _year(row: Sequence[str]) -> str:
    """The year of a row: of its first cell that is not blank."""
    return game_year(next((text for text in row if text.strip()), ""))


def _add(document: Document, header: int, stop: int, number: int, found: Found) -> None:
    rows = document.content
    columns = _powers(rows[header])
    across = [power for power, _ in columns.values()]
    if again := [power for power in across if across.count(power) > 1]:
        raise Refused("twice", shown(again[0]))
    first = next(row for row in range(header + 1, stop) if _year(rows[row]))
    above = rows[header - 1] if header and not _year(rows[header - 1]) else []
    players = {
        column: player or _name(rows[first - 1] if first - 1 > header else [], column) or _name(above, column)
        for column, (_, player) in columns.items()
    }
    charts: dict[int, dict[int, int]] = {column: {} for column in columns}
    further: dict[int, Row] = {column: {} for column in columns}
    for at in range(first, stop):
        cells = {column: rows[at][column].strip() for column in columns if column < len(rows[at])}
        label = next((text for text in rows[at] if text.strip()), "")
        field = _year(rows[at]) or next((name for name in ("final", "score") if is_called(name, label)), "")
        if field:
            meaning = say("the centres after {year}", year=field) if field.isdecimal() else Name("boards", field)
            note_column(found, document, at + 1, label, meaning)
        elif label:
            found.aside[place_of(document, at + 1)] += 1
        for column, text in cells.items():
            if text in NOT_THERE or not field or field == str(START):
                continue
            if field.isdecimal():
                charts[column][int(field)] = centres(text, field)
            else:
                further[column][field] = centres(text, field) if field == "final" else figure(text, field)
    title = title_at(rows, header) or (title_at(rows, header - 1) if above else "")
    round, name = named(title, document, number)
    board = Board(place_of(document, header + 1), name, round)
    seats = [
        Seat(power, name_of(players[column]), charts[column], further[column]) for column, (power, _) in columns.items()
    ]
    put(board, [(board.place, seat) for seat in seats])
    for column, (power, _) in columns.items():
        note_column(
            found,
            document,
            header + 1,
            rows[header][column],
            say("{power}, played by {player}", power=Name("power", power), player=board.players[power]),
        )
    found.boards.append(board)


def _name(row: Sequence[str], column: int) -> str:
    """A player's name in a row of names; empty where there is none."""
    text = row[column].strip() if column < len(row) else ""
    return "" if NUMBER.fullmatch(text) or power_in(text) else text
