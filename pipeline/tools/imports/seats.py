"""Functions shared by the importers of tables with one row per seat."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pipeline.read.cells import address
from pipeline.tools.imports.imported import Board, Imported, Row, counts, figure
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import ImportProblem, Refused, shown
from schemas.fields import centres_meant
from schemas.messages import Message, Name, listed, say
from schemas.words import POWERS, fold

MOST_TOTALS_SHOWN = 3  # maximum number of wrong totals that are reported with their figures
DECIMALS = re.compile(r"\d*[.,](\d+)")
HEADER_ROWS = 30  # number of rows, from the top, in which the header is looked for

Read = Callable[[str, str], object]  # function (cell, field) -> value; raises Refused


class Line(NamedTuple):
    """A row of a table with its position in the file. Its filled cells and their positions are keyed by field."""

    place: str
    cells: dict[str, str]
    places: dict[str, str]


class Seat(NamedTuple):
    """A seat as read from a file: power, player, centres by year, and further cells of the `boards` sheet."""

    power: str
    player: str
    centres: dict[int, int]
    cells: Row


def header_of(document: Document, needed: Collection[str]) -> int | None:
    """Return the number of the first row that has all these headers, ignoring case, or None if there is no such row."""
    if document.kind != "sheet":
        return None
    wanted = {*map(fold, needed)}
    rows = enumerate(document.content[:HEADER_ROWS])
    return next((number for number, row in rows if wanted <= {*map(fold, row)}), None)


def lines_of(document: Document, header: int, names: Collection[str], imported: Imported) -> list[Line]:
    """Return the filled rows below the header, limited to the columns with these names. Case is ignored.

    Raises Refused if two columns with the same name differ in a row.
    """
    by_word = {fold(name): name for name in names}
    columns = {column: by_word.get(fold(text), "") for column, text in enumerate(document.content[header])}
    return lines_below(document, header, {column: name for column, name in columns.items() if name}, imported)


def lines_below(
    document: Document,
    header: int,
    columns: Mapping[int, str],
    imported: Imported,
    *,
    read: Read = figure,
    is_blank: Callable[[str, str], bool] = lambda text, name: not text,
) -> list[Line]:
    """Return the filled rows below the header, with the cells of these columns keyed by field.

    If several columns share a field, the first filled cell of a row counts. Raises Refused if the filled cells differ.
    """
    headers = enumerate(document.content[header])
    imported.aside.update(text.strip() for column, text in headers if text.strip() and column not in columns)
    lines = []
    for number, row in enumerate(document.content[header + 1 :], header + 1):
        filled: dict[str, int] = {}
        for column, name in columns.items():
            if column < len(row) and not is_blank(row[column].strip(), name):
                first = filled.setdefault(name, column)
                if first != column and as_read(row[first], name, read) != as_read(row[column], name, read):
                    raise _differing(document, header, number, first, column)
        if filled:
            cells = {name: row[column].strip() for name, column in filled.items()}
            places = {name: cell_of(document, number, column) for name, column in filled.items()}
            lines.append(Line(place_of(document, number + 1), cells, places))
    return lines


def leave_aside_above(document: Document, header: int, read: Collection[int], imported: Imported) -> None:
    """Record that the rows above the header are left out, except rows in `read` and rows without letters or digits."""
    rows = enumerate(document.content[:header])
    said = [number for number, row in rows if any(map(str.isalnum, "".join(row))) and number not in read]
    imported.aside.update(place_of(document, number + 1) for number in said)


def as_read(text: str, name: str, read: Read) -> object:
    """Return a cell's value for comparison, or its text if the value cannot be read.

    Text is folded, so that case and accents do not matter.
    """
    try:
        value = read(text.strip(), name)
    except Refused:
        value = text
    return fold(value) if isinstance(value, str) else value


def _differing(document: Document, header: int, row: int, one: int, other: int) -> Refused:
    """Return the exception for two columns that stand for the same field but differ in this row."""
    headers, cells = document.content[header], document.content[row]
    text = Message("“{value}” under `{header}` differs from “{first}” under `{other}` in {cell}.")
    message = text.of(
        {
            **{"value": shown(cells[other].strip()), "header": shown(headers[other])},
            **{"first": shown(cells[one].strip()), "other": shown(headers[one]), "cell": address(header, one)},
        }
    )
    return Refused("twice", message, say("Correct one of the two cells."), cell_of(document, row, other))


def below(document: Document, header: int, column: int) -> list[str]:
    """Return the cells of a column below the header, with "" where a row is too short."""
    return [row[column].strip() if column < len(row) else "" for row in document.content[header + 1 :]]


def place_of(document: Document, row: int) -> str:
    """Return a row's position in a document, such as `seats.csv:2`, given the row's number counted from 1."""
    return f"{document.place}:{row}"


def cell_of(document: Document, row: int, column: int) -> str:
    """Return a cell's position in a document, such as `seats.csv:C1`, given its row and column counted from 0."""
    return f"{document.place}:{address(row, column)}"


def add_boards(
    lines: Iterable[Line],
    name: Callable[[Line], tuple[str, str]],
    seat: Callable[[Line], Seat],
    imported: Imported,
    *,
    game: Callable[[Board, Sequence[Line]], Row] = lambda board, lines: {},
    key: str = "",
) -> None:
    """Add the boards of a table.

    A board with an invalid row is reported as a problem and left out, and the other boards are still added.

    name   function that returns a row's round and board
    seat   function that returns a row's seat
    game   function that returns the cells of the `games` sheet for a board and its rows
    key    name of the format, if other files may contain more about the same game

    Raises Refused if a row does not name its board.
    """
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        groups.setdefault(at_line(line, name), []).append(line)
    for (round, board), rows in groups.items():
        made = Board(rows[0].place, board, round, (key, round, board) if key else ())
        try:
            put(made, [(line.place, at_line(line, seat)) for line in rows])
            made.game = game(made, rows)
            imported.boards.append(made)
        except Refused as fault:
            imported.problems.append(fault.at(rows[0].place))


def at_line(line: Line, read: Callable[[Line], Any]) -> Any:
    """Return the result of `read` for a row.

    If `read` raises Refused without a position, the row's position is added to the exception.
    """
    try:
        return read(line)
    except Refused as fault:
        fault.place = fault.place or line.place
        raise


def put(board: Board, seats: Sequence[tuple[str, Seat]]) -> None:
    """Add seats and their positions to a board. Raises Refused for a missing or repeated power or too many centres."""
    for place, seat in seats:
        if seat.power in board.players:
            message = say("{power} appears twice here.", power=Name("power", seat.power))
            raise Refused("twice", message, place=place)
        board.players[seat.power], board.places[seat.power] = seat.player, place
        cells = {name: value for name, value in seat.cells.items() if value is not None}
        if cells:
            board.seats[seat.power] = cells
    if missing := [power for power in POWERS if power not in board.players]:
        powers = listed((Name("power", power) for power in missing), "and")
        raise Refused("wrong_value", say("This board is missing {powers}.", powers=powers))
    for year in sorted({year for _, seat in seats for year in seat.centres}):
        board.chart[year] = counts({seat.power: seat.centres[year] for _, seat in seats if year in seat.centres})
    for power, cells in board.seats.items():
        _leave_out_what_the_chart_says(board, POWERS.index(power), cells)


def _leave_out_what_the_chart_says(board: Board, number: int, cells: Row) -> None:
    """Delete the final centres and the elimination year if they match those in the chart."""
    chart = [(year, counted[number]) for year, counted in sorted(board.chart.items()) if counted[number] is not None]
    out = next((year for year, centres in chart if centres == 0), None)
    if chart and cells.get("final") == chart[-1][1]:
        del cells["final"]
    if out and cells.get("eliminated") == out:
        del cells["eliminated"]


# -- typed totals: none is imported, and a wrong one is reported -------------------------------------------------------


class Total(NamedTuple):
    """A total as entered: its position, its text, and the text of the cells that should add up to it."""

    place: str
    text: str
    parts: Sequence[str]


def check_totals(totals: Iterable[Total], imported: Imported) -> None:
    """Add a problem for each total that differs from the sum of its parts by more than rounding allows.

    Totals that are not numbers are ignored.
    """
    wrong = [(total, added) for total in totals if (added := _sum_if_it_differs(total)) is not None]
    for total, added in wrong:
        text = Message("The total is given as {total}, but the values add up to {sum}.")
        each = text.of({"total": shown(total.text), "sum": added})
        together = say("The total is not the sum of the values.")
        imported.problems.append(
            ImportProblem("total", total.place, each if len(wrong) <= MOST_TOTALS_SHOWN else together)
        )


def _sum_if_it_differs(total: Total) -> float | None:
    """Return the sum of the parts, or None if the sum differs from the total by no more than rounding allows.

    The decimals of the total say how far each part may have been rounded. The result is also None if there are no
    parts, or if the total or a part is not a number.
    """
    typed = _number(total.text)
    numbers = [_number(centres_meant(part.strip()) or part) for part in total.parts if part.strip()]
    parts = [number for number in numbers if number is not None]
    if typed is None or not parts or len(parts) < len(numbers):
        return None
    decimals = DECIMALS.search(total.text)
    rounding = 0.5 * 10 ** -(len(decimals[1]) if decimals else 0) * len(parts)
    whole = decimals is None and all(number.is_integer() for number in parts)
    added = round(sum(parts), 9)
    return added if abs(typed - added) > (0 if whole else rounding + 1e-9) else None


def _number(text: str) -> float | None:
    try:
        return float(figure(text.strip(), ""))
    except Refused:
        return None
