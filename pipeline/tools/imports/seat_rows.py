"""Sheets with one row per seat and headers as in raw sheets: power, player, years or final centres."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pipeline.read.sheet_rows import is_total
from pipeline.tools.imports.imported import (
    LONGEST_NAME,
    Board,
    Imported,
    Row,
    cell_of_a_sheet,
    centres,
    day_of,
    fact_of,
    figure,
    name_of,
    power_of,
    remark,
    typed,
    whole,
    year,
)
from pipeline.tools.imports.meanings import named, note_column, numbered, title_at
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import ImportProblem, Refused, shown, wrong
from pipeline.tools.imports.round_columns import has_powers_by_round
from pipeline.tools.imports.seats import (
    HEADER_ROWS,
    Line,
    Seat,
    Total,
    add_boards,
    as_read,
    below,
    cell_of,
    check_totals,
    leave_aside_above,
    lines_below,
    place_of,
)
from schemas.fields import game_year, turn_of
from schemas.keys import BOARD, SEAT
from schemas.messages import Message, Name, listed, say
from schemas.raw import COLUMNS_OF, TYPED
from schemas.words import POWERS, TOTAL, fold, vocabulary

TITLE = say("sheets with one row per seat")
NEEDED = {"power", "player"}
OF_A_BOARD = ("round", "board")
OF_THE_GAME = [field for column, field in COLUMNS_OF["games"].items() if column not in BOARD]
OF_PEOPLE = ("wdd id", "wdr id", "backstabbr", "country")
OF_A_SEAT = [
    field for column, field in COLUMNS_OF["boards"].items() if column not in (*SEAT, "player", "imported_from")
]
MAY_BE_A_COUNTRY = {
    "nationality",
    "countries",
    "nazione",
    "nazioni",
    "lander",
}  # words for a country that the sheet `players` does not know
LEAST_POWERS, MOST_OTHERS = 6, 1  # distinct powers in a column of powers (at least), and other distinct words (at most)
YEARS = re.compile(r"[0-9]{4}(\s*[,;/]\s*[0-9]{4})*")


def recognises(document: Document) -> bool:
    """Return whether a sheet has a header with power, player, and centres or a score."""
    return document.kind == "sheet" and _header(document) is not None


def read(document: Document, imported: Imported) -> None:
    """Add to `imported` the boards of one table, or of several consecutive tables with the same header.

    Raises Refused if two columns for the same field differ, or if it is unclear which column has the powers.
    """
    rows, first = document.content, _header(document) or 0
    headers = [number for number, row in enumerate(rows) if number >= first and row == rows[first]]
    stops = [_title_row(rows, header) for header in headers[1:]]
    leave_aside_above(document, first, [_title_row(rows, first)], imported)
    for number, (header, stop) in enumerate(zip(headers, [*stops, len(rows)], strict=True), 1):
        _read_table(document._replace(content=rows[:stop]), header, number if stops else 0, imported)


def _title_row(rows: Sequence[Sequence[str]], header: int) -> int:
    """Return the row in which a table begins: the row of its title or, without a title, its header."""
    return next((row for row in range(header - 1, -1, -1) if any(rows[row])), 0) if title_at(rows, header) else header


def _read_table(document: Document, header: int, number: int, imported: Imported) -> None:
    """Add the boards of a table. Raises Refused in the same cases as `read`.

    number  number of the table, or 0 if it is the only one
    """
    row = document.content[header]
    columns = {column: name for column, name in (_columns(row) | _powers(document, header)).items() if name}
    for column, name in columns.items():
        of = "games" if name in OF_THE_GAME else "players" if name in OF_PEOPLE else "boards"
        meaning = say("the centres after {year}", year=name) if name.isdecimal() else Name(of, name)
        note_column(imported, document, header + 1, row[column], meaning)
    lines = lines_below(document, header, columns, imported, read=read_cell)
    above: dict[str, str] = {}
    for line in lines:  # rounds and boards may be typed only once, or stand in merged cells
        if line.cells.get("round", above.get("round")) != above.get("round"):
            above = {}
        above |= {name: text for name, text in line.cells.items() if name in OF_A_BOARD}
        line.cells.update(above)
    title = _called(document, header, number, imported)
    seats = [line for line in lines if not is_total(line.cells.get("power", ""))]
    add_boards(seats, lambda line: _board(line, title), seat_of, imported, game=partial(_game, imported))
    add_people(seats, imported)
    check_totals(_totals(lines, title), imported)


def _called(document: Document, header: int, number: int, imported: Imported) -> tuple[str, str]:
    """Return the round and the board in the title above a table, for use in rows that do not name them.

    A title that names neither is reported as skipped.
    """
    title = title_at(document.content, header)
    round, board = named(title, document, number)
    if number == 0:
        round, board = numbered("round", title), numbered("board", title) or document.title
    if title and not round and board in (document.title, f"{document.title} {number}"):
        imported.aside[place_of(document, _title_row(document.content, header) + 1)] += 1
    return round, board


def _board(line: Line, title: tuple[str, str]) -> tuple[str, str]:
    """Return a row's round and board. If the row does not name them, those in the title are used."""
    return line.cells.get("round", title[0]), line.cells.get("board", title[1])


def _totals(lines: Sequence[Line], title: tuple[str, str]) -> Iterator[Total]:
    """Yield the boards' totals as entered, one per column."""
    boards: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        boards.setdefault(_board(line, title), []).append(line)
    for of in boards.values():
        seats = [line for line in of if not is_total(line.cells.get("power", ""))]
        for line in [line for line in of if is_total(line.cells.get("power", ""))]:
            for name in [name for name in line.cells if name == "final" or name.isdecimal()]:
                yield Total(line.places[name], line.cells[name], [seat.cells.get(name, "") for seat in seats])


def _header(document: Document) -> int | None:
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        fields = {*_columns(row).values()}
        if fields >= NEEDED and (fields & {"final", "score"} or any(name.isdecimal() for name in fields)):
            return None if has_powers_by_round(document.content, number) else number
    return None


def add_people(seats: Sequence[Line], imported: Imported) -> None:
    """Add the facts about each player. An invalid or contradictory fact is reported as a problem and left out."""
    said: dict[str, dict[str, dict[str, tuple[str, str]]]] = {}  # player -> fact -> folded text -> text, first place
    for line in seats:
        try:
            player = name_of(line.cells.get("player", ""))
        except Refused:  # it is reported with the board
            continue
        for name in OF_PEOPLE if player != "?" else ():
            if text := fact_of(line.cells.get(name, ""), name, line.places.get(name, line.place), imported):
                said.setdefault(player, {}).setdefault(name, {}).setdefault(fold(text), (text, line.places[name]))
    for player, facts in said.items():
        row: Row = {"player": player}
        for name, texts in facts.items():
            first, *others = texts.values()
            if others:
                differ = Message("The rows for {player} differ in `{field}`: {texts}.")
                all_of_them = shown(", ".join(text for text, _ in texts.values()))
                values = {"player": player, "field": Name("players", name), "texts": all_of_them}
                imported.problems.append(ImportProblem("contradiction", others[0][1], differ.of(values), ONE_FACT))
            else:
                row[name] = first[0]
        if len(row) > 1:
            imported.players.append(row)


def _columns(row: Sequence[str]) -> dict[int, str]:
    """Return the field of each column whose header is recognised."""
    return {column: name for column, text in enumerate(row) if (name := _field(text))}


def _powers(document: Document, header: int) -> dict[int, str]:
    """Return the meaning of each column that could contain powers, keyed by the column's number.

    The meaning is `power`, `country`, or "" if the column is not imported. The result is empty if only one column could
    contain powers. The columns are distinguished by a header that cannot mean a player's country or, without such a
    header, by their cells.

    Raises Refused if it remains unclear which column has the powers.
    """
    row = document.content[header]
    may_be = {
        column: _words(below(document, header, column)) for column, name in _columns(row).items() if name == "power"
    }
    if len(may_be) == 1:
        return {}
    named = [column for column, words in may_be.items() if _are_powers(words)]
    headed = [column for column, words in may_be.items() if any(words) and not may_be_a_country(row[column])]
    powers = [column for column in named if column in headed] or headed or named
    one_meaning = bool(headed) or all(_agree(may_be[powers[0]], may_be[column]) for column in powers)
    if not powers or not one_meaning or (named and not any({*POWERS} & {*may_be[column]} for column in powers)):
        headers = listed([say("`{header}`", header=shown(row[column])) for column in may_be], "and")
        message = say("Any of the columns {headers} could contain the power.", headers=headers)
        raise Refused("twice", message, ONE_POWER, place=cell_of(document, header, [*may_be][1]))
    same = [column for column, words in may_be.items() if column in powers or words == may_be[powers[0]]]
    return {column: "power" if column in same else of_people(row[column]) for column in may_be}


def _words(cells: Sequence[str]) -> list[str]:
    """Return the folded text of each cell or, if the text names a power, the power's canonical name."""
    return [vocabulary("power").get(fold(text), fold(text)) for text in cells]


def _are_powers(words: Sequence[str]) -> bool:
    """Return whether a column has at least six of the seven powers, and at most one other word."""
    different = {word for word in words if word not in ("", TOTAL)}
    return len(different & {*POWERS}) >= LEAST_POWERS and len(different - {*POWERS}) <= MOST_OTHERS


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two columns agree in every row in which both are filled."""
    return all(a == b for a, b in zip(one, other, strict=True) if a and b)


def may_be_a_country(text: str) -> bool:
    """Return whether a header may mean a player's country."""
    return of_people(text) == "country" or fold(text) in MAY_BE_A_COUNTRY


def _field(text: str) -> str:
    """Return the field of a header, or "" if the header is not recognised."""
    games = vocabulary("games").get(fold(text), "")
    named = game_year(text) or vocabulary("boards").get(fold(text), "")
    return named or (games if games in OF_THE_GAME else of_people(text))


def of_people(text: str) -> str:
    """Return the kind of fact about a person that a header names, such as `country`, or "" for any other header."""
    name = vocabulary("players").get(fold(text), "")
    return name if name in OF_PEOPLE else ""


def seat_of(line: Line) -> Seat:
    """Return a row's seat, after checking every cell. Raises Refused if a cell is invalid."""
    cells = line.cells
    made = {name: _value("boards", name, cells[name]) for name in OF_A_SEAT if name in cells}
    charted = {int(name): centres(text, name) for name, text in cells.items() if name.isdecimal()}
    return Seat(
        power_of(cells.get("power")), name_of(cells.get("player", "")) if "player" in cells else "", charted, made
    )


def _game(imported: Imported, board: Board, lines: Sequence[Line]) -> Row:
    """Return the facts about a board's game. Raises Refused if the board's rows contradict each other."""
    made: Row = {}
    for name in OF_THE_GAME:
        texts = [line.cells[name] for line in lines if name in line.cells]
        if len({as_read(text, name, read_cell) for text in texts}) > 1:
            differ = Message("The rows for this board differ in `{field}`: {texts}.")
            values = {"field": Name("games", name), "texts": shown(", ".join(sorted({*texts})))}
            raise Refused("contradiction", differ.of(values), say("Enter the same value in every row for this board."))
        if texts:
            made[name] = _value("games", name, texts[0])
    if "result" in made and fold(str(made["result"])) not in vocabulary("result"):
        imported.aside[str(shown(made.pop("result")))] += 1
    return made


def read_cell(text: str, name: str) -> object:
    """Return the value of a cell, for comparison. Raises Refused if the text is invalid."""
    if name in WORDS:
        return vocabulary(WORDS[name]).get(fold(text), text)
    return centres(text, name) if name.isdecimal() else READ[name](text, name) if name in READ else text


def _value(sheet: str, name: str, text: str) -> object:
    """Return the value of a cell in a form that the sheet accepts, or None if the cell is blank.

    Raises Refused if the text is invalid.
    """
    if name in READ:
        return READ[name](text, name)
    cell = cell_of_a_sheet(sheet, name, text) or None
    return figure(cell, name) if cell and TYPED[sheet][name].number else cell


def _place(text: str, what: str) -> int:
    """Return a player's rank on the board, without the `=` that marks a shared rank.

    Raises Refused if the text is not a rank.
    """
    return whole(text.rstrip("="), what, 1, len(POWERS))


def _turn(text: str, what: str) -> str:
    """Return the cell if it is a turn and a year. Raises Refused for any other text."""
    if turn_of(text) is None:
        raise wrong(text, TURN, what)
    return text


def _proposed(text: str, what: str) -> object:
    """Return the cell if it lists the years in which a draw was proposed, and None otherwise."""
    return typed(text) if YEARS.fullmatch(text) else None


def _scored(text: str, what: str) -> str | None:
    """Return the cell if it is a word for yes or no, and None otherwise."""
    return text if fold(text) in vocabulary("answer") else None


ONE_POWER = say("Keep only one of the columns that name the seven powers.")
ONE_FACT = say("Enter the same value in every row for this player.")
TURN = say("the turn and year in which the draw was accepted, such as `autumn 1906`")
READ: dict[str, Callable[[str, str], object]] = {  # fields whose cells have a reader of their own
    **dict.fromkeys(("final", "nmr orders", "nmr adjustments"), centres),
    **dict.fromkeys(("score", "penalty"), figure),
    **dict.fromkeys(("eliminated", "last year"), year),
    **{"place": _place, "ended": day_of, "draw accepted": _turn, "draw proposed": _proposed, "scored": _scored},
    **dict.fromkeys(("late orders", "note"), lambda text, what: remark(text) or None),
    **dict.fromkeys(("result", "winners", "variant"), lambda text, what: text[:LONGEST_NAME]),
}
WORDS = {"power": "power", "result": "result", "scored": "answer"}  # fields whose cells are words of this vocabulary
