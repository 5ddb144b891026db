"""Transposed charts, with one column per power, one row per year, and players beside, above or below the powers."""

from collections.abc import Mapping, Sequence

from pipeline.tools.imports.imported import Board, Imported, centres, figure, name_of
from pipeline.tools.imports.meanings import (
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
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, shown
from pipeline.tools.imports.seats import Seat, place_of, put
from schemas.fields import game_year
from schemas.messages import Name, say
from schemas.words import POWERS

TITLE = say("charts with the powers across the top")
WITHOUT_YEARS = say("The sheet has the powers side by side, but no years below them.")
Rows = Sequence[Sequence[str]]
INITIALS = {power[0]: power for power in POWERS}
START = 1900  # the year before the first one, with the centres at the start


def recognises(document: Document) -> bool:
    """Return whether a sheet has a row of powers with a year or `final` below it."""
    return document.kind == "sheet" and bool(_headers(document.content))


def read(document: Document, imported: Imported) -> None:
    """Add one board per chart. An invalid chart is reported as a problem, and the other charts are still added."""
    rows = document.content
    headers = _headers(rows)
    for number, (header, stop) in enumerate(zip(headers, [*headers[1:], len(rows)], strict=True), 1):
        try:
            _add(document, header, stop, number if len(headers) > 1 else 0, imported)
        except Refused as fault:
            imported.problems.append(fault.at(place_of(document, header + 1)))


def _headers(rows: Rows) -> list[int]:
    """Return the numbers of the rows that name powers, with a year or `final` below them."""
    across = [number for number, row in enumerate(rows) if len(_powers(row)) >= LEAST_POWERS]
    return [
        number for number in across if any(_field(row) not in ("", "score") for row in rows[number + 1 : number + 4])
    ]


def names_powers(document: Document) -> bool:
    """Return whether a sheet has a row of powers."""
    return document.kind == "sheet" and any(len(_powers(row)) >= LEAST_POWERS for row in document.content)


def _powers(row: Sequence[str]) -> dict[int, tuple[str, str]]:
    """Return the power and the player in each column that names a power, keyed by column.

    The player is "" if none is named. The seven powers may be given by their initials (A E F G I R T).
    """
    letters = {column: text.strip() for column, text in enumerate(row) if text.strip() in INITIALS}
    if len({*letters.values()}) == len(POWERS):
        return {column: (INITIALS[letter], "") for column, letter in letters.items()}
    seats = (
        (column, seat_in(text) or ((power, "") if (power := power_in(text)) else None))
        for column, text in enumerate(row)
    )
    return {column: seat for column, seat in seats if seat}


def _year(row: Sequence[str]) -> str:
    """Return the year in the first filled cell of a row, or "" if that cell does not contain a year."""
    return game_year(next((text for text in row if text.strip()), ""))


def _field(row: Sequence[str]) -> str:
    """Return the meaning of a row's first filled cell, which is a year, `final`, `score`, or "" for anything else."""
    typed = next((text for text in row if text.strip()), "")
    return game_year(typed) or next((name for name in ("final", "score") if is_called(name, typed)), "")


def _add(document: Document, header: int, stop: int, number: int, imported: Imported) -> None:
    """Read the chart between a header and `stop`, and add its board. Raises Refused if the chart is invalid."""
    rows = document.content
    columns = _powers(rows[header])
    across = [power for power, _ in columns.values()]
    if repeated := [power for power in across if across.count(power) > 1]:
        raise Refused("twice", say("{power} appears twice here.", power=Name("power", repeated[0])))
    first = next(row for row in range(header + 1, stop) if _field(rows[row]))
    above = rows[header - 1] if header and not _year(rows[header - 1]) else []
    below = rows[first - 1] if first - 1 > header else []
    seats = {
        column: Seat(power, name_of(player or _name(below, column) or _name(above, column)), {}, {})
        for column, (power, player) in columns.items()
    }
    for at in range(first, stop):
        _add_row(document, at, seats, imported)
    title = title_at(rows, header) or (title_at(rows, header - 1) if above else "")
    round, name = named(title, document, number)
    board = Board(place_of(document, header + 1), name, round)
    put(board, [(board.place, seat) for seat in seats.values()])
    for column, seat in seats.items():
        meaning = say("{power}, played by {player}", power=Name("power", seat.power), player=seat.player)
        note_column(imported, document, header + 1, rows[header][column], meaning)
    imported.boards.append(board)


def _add_row(document: Document, at: int, seats: Mapping[int, Seat], imported: Imported) -> None:
    """Add each figure in a row to the seat of its column.

    The figures are a year's centres, final centres or scores. A row of any other kind is left out.

    Raises Refused if the row is repeated or a figure is invalid.
    """
    row = document.content[at]
    typed = [text.strip() for text in row if text.strip()]
    field = _field(row)
    if not field:
        imported.aside.update([place_of(document, at + 1)] if len(typed) > 1 else [])  # a single cell is a title
        return
    if any(field in seat.cells or field in map(str, seat.centres) for seat in seats.values()):
        message = say("“{name}” appears more than once.", name=shown(typed[0]))
        raise Refused("twice", message, place=place_of(document, at + 1))
    meaning = say("the centres after {year}", year=field) if field.isdecimal() else Name("boards", field)
    note_column(imported, document, at + 1, typed[0], meaning)
    for column, seat in seats.items():
        text = row[column].strip() if column < len(row) else ""
        if not text or field == str(START) or (field == "score" and text in NOT_THERE):
            continue
        if field.isdecimal():
            seat.centres[int(field)] = centres(text, field)
        else:
            seat.cells[field] = centres(text, field) if field == "final" else figure(text, field)


def _name(row: Sequence[str], column: int) -> str:
    """Return the player's name in a column of this row, or "" if the cell does not contain a name."""
    text = row[column].strip() if column < len(row) else ""
    return "" if NUMBER.fullmatch(text) or power_in(text) else text
