"""Collect the content of files by reading each document in its format and joining boards of the same game."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd

from pipeline.read.cells import spans
from pipeline.tools.imports import (
    backstabbr,
    blocks,
    diplobn,
    dipvis,
    dipvis_tables,
    engine,
    player_rows,
    seat_rows,
    transposed,
    wdd,
    webdiplomacy,
)
from pipeline.tools.imports.imported import ALSO, Board, Counts, Imported, Row, cell_of_a_sheet, typed
from pipeline.tools.imports.meanings import with_whole_names
from pipeline.tools.imports.opening import Document, documents
from pipeline.tools.imports.problems import ImportProblem, Refused, shown
from schemas.messages import Message, listed, say
from schemas.raw import TYPED
from schemas.words import POWERS, fold

IN_USE: tuple[ModuleType, ...] = (seat_rows, transposed, player_rows, blocks)  # sheets and emails that people write
FORMATS: tuple[ModuleType, ...] = (  # one module per format, tried in this order
    *(engine, diplobn, dipvis, webdiplomacy, backstabbr),
    *(wdd, dipvis_tables, *IN_USE),
)
ROUND = "1"  # the round of a game whose files name none
LONGEST_PLACE = 1000  # maximum length of the list of a game's files
PERSON = ("player",)  # the key of a sheet with one row per person
NOBODY = (None,) * len(POWERS)  # a year of a chart without any centres
KINDS = {
    "json": say("This JSON file has an unknown format."),
    "page": say("This page has an unknown format."),
    "sheet": say("This sheet has an unknown format."),
}


def collected(paths: Iterable[Path], round: str = "", step: Callable[[], None] = lambda: None) -> Imported:
    """Return the content of all files.

    A game or file that cannot be read is reported as a problem, and the rest is kept.

    round  the round for games whose files do not name one
    step   called after each file
    """
    imported = Imported()
    for path in dict.fromkeys(paths):
        _read(path, imported)
        step()
    boards = _joined(imported.boards, imported.problems)
    imported.boards = [*_one_each(boards, round or ROUND, imported.problems)]
    labels: list[Row] = [{"round": board.round, "board": board.board, ALSO: board.place} for board in imported.boards]
    imported.boards = [*compress(imported.boards, _named(labels, "boards", imported.problems))]
    _add_scores_alone(imported)
    imported.results = [*compress(imported.results, _named(imported.results, "results", imported.problems))]
    imported.results = [*_one_row_each(imported.results, ("player", "round", "board"), imported.problems)]
    imported.players = [*_one_row_each(imported.players, PERSON, imported.problems)]
    imported.placings = [*_one_row_each(imported.placings, PERSON, imported.problems)]
    for board in imported.boards:
        if board.gaps:
            lacking = say("The centres for {spans} are missing.", spans=spans(board.gaps))
            imported.problems.append(ImportProblem("no_year", board.place, lacking))
    going_on = (board.place for board in imported.boards if board.going_on)
    stops = say("The file stops before the end of the game.")
    imported.problems += [ImportProblem("going_on", place, stops) for place in going_on]
    return imported


def _add_scores_alone(imported: Imported) -> None:
    """Turn boards that have only scores into rows of the `results` sheet, as boards without centres do not count."""
    boards, imported.boards = imported.boards, []
    for board in boards:
        if board.chart or not _are_scores(board):
            imported.boards.append(board)
            continue
        imported.aside.update([*board.game])
        imported.results += [
            {
                **{"player": board.players[power], "round": typed(board.round), "score": cells["score"]},
                **{"board": typed(board.board), "power": power, "imported from": board.places.get(power, board.place)},
            }
            for power, cells in board.seats.items()
            if power in board.players
        ]


def _named(rows: Sequence[Row], sheet: str, problems: list[ImportProblem]) -> list[bool]:
    """Return, for each row, whether the sheet accepts its round and board.

    A problem is added for each row that is not accepted.
    """
    of_all = {name: pd.Series([str(row.get(name) or "?") for row in rows], dtype=object) for name in ("round", "board")}
    if all(TYPED[sheet][name].fits(texts) for name, texts in of_all.items()):  # all at once: row by row is slow
        return [True] * len(rows)
    fit = []
    for number, row in enumerate(rows):
        try:
            [cell_of_a_sheet(sheet, name, texts[number]) for name, texts in of_all.items()]
            fit.append(True)
        except Refused as fault:
            problems.append(fault.at(str(row.get(ALSO, ""))))
            fit.append(False)
    return fit


def _are_scores(board: Board) -> bool:
    """Return whether every player has a score and nobody has centres."""
    cells = {name for seat in board.seats.values() for name, value in seat.items() if value is not None}
    scored = {power for power, seat in board.seats.items() if "score" in seat}
    return bool(scored) and scored >= {*board.players} and not cells & {"final", "eliminated"}


def _read(path: Path, imported: Imported) -> None:
    """Add the content of a file.

    A file without any document in a known format is reported as one problem, unless a problem with the file has been
    reported already. In other files, a sheet in an unknown format is only reported as skipped, and any other document
    in an unknown format is reported as a problem.
    """
    formats: dict[Message, None] = {}  # used as an ordered set
    unknown: dict[str, Message] = {}
    before = len(imported.problems)
    for document in documents(path, imported.problems):
        module, document = _format_of(document)
        if module is None:
            unknown[document.place] = (
                transposed.WITHOUT_YEARS if transposed.names_powers(document) else KINDS[document.kind]
            )
            continue
        formats[module.TITLE] = None
        _add(document, module, imported)
    imported.files.update([*formats])
    if not formats and len(imported.problems) == before:
        _unknown(path.name, next(iter(unknown.values()), say("This file is empty.")), imported)
    for place, what in unknown.items() if formats else ():
        if what in (KINDS["sheet"], transposed.WITHOUT_YEARS):
            imported.aside[place] += 1
        else:
            _unknown(place, what, imported)


def _add(document: Document, module: ModuleType, imported: Imported) -> None:
    """Add the content of a document or, if it cannot be read, a problem."""
    here = Imported()
    try:
        module.read(document, here)
    except Refused as fault:
        imported.problems.append(fault.at(document.place))
    except MemoryError:
        raise
    except Exception as fault:  # any other exception means that the file is damaged
        why = say("This file cannot be read: {fault}.", fault=shown(fault))
        imported.problems.append(ImportProblem("wrong_value", document.place, why))
    else:
        imported.add(here)


def _unknown(place: str, what: Message, imported: Imported) -> None:
    text = Message("Check that this is the right file. These formats can be read: {formats}.")
    hint = text.of({"formats": listed(module.TITLE for module in FORMATS)})
    imported.problems.append(ImportProblem("unknown_format", place, what, hint))


def _format_of(document: Document) -> tuple[ModuleType | None, Document]:
    """Return the module for a document's format, and the document in the form that the module reads.

    The module is None if no format fits. First and family names are joined into one column before the formats in
    `IN_USE` are tried.
    """
    for module in FORMATS:
        if module is IN_USE[0]:
            document = with_whole_names(document)
        if module.recognises(document):
            return module, document
    return None, document


# -- one game in several files -----------------------------------------------------------------------------------------


def _joined(boards: Iterable[Board], problems: list[ImportProblem]) -> list[Board]:
    """Return the boards, joining those of the same game.

    If two files contradict each other about a game, the game is left out.
    """
    games: dict[object, Board] = {}
    contradicted = set()
    for number, board in enumerate(boards):
        key = board.key or number
        try:
            games[key] = _both(games[key], board) if key in games else board
        except Refused as fault:
            problems.append(fault.at(board.place))
            contradicted.add(key)
    boards = [board for key, board in games.items() if key not in contradicted]
    for board in boards:
        board.chart = board.perhaps | board.chart
    return boards


def _both(one: Board, other: Board) -> Board:
    """Return one board with the content of both boards. Raises Refused if the boards contradict each other."""
    place = one.place if other.place in one.place.split(", ") else f"{one.place}, {other.place}"[:LONGEST_PLACE]
    years = sorted({*one.chart, *other.chart})
    return Board(
        place=place,
        board=one.board,
        round=_same("round", one.round, other.round) or "",
        key=one.key,
        players={
            power: _same(power, one.players.get(power, "?"), other.players.get(power, "?"), blank="?")
            for power in {**one.players, **other.players}
        },
        chart={year: _year(year, one.chart.get(year), other.chart.get(year)) for year in years},
        seats={
            power: _row(one.seats.get(power, {}), other.seats.get(power, {})) for power in {**one.seats, **other.seats}
        },
        game=_row(one.game, other.game),
        perhaps={**one.perhaps, **other.perhaps},
        places={**one.places, **other.places},
        going_on=one.going_on and other.going_on,
    )


def _year(year: int, one: Counts | None, other: Counts | None) -> Counts:
    pairs = zip(one or NOBODY, other or NOBODY, strict=True)
    return tuple(_same(str(year), *pair) for pair in pairs)


def _row(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    return {name: _same(name, one.get(name), other.get(name)) for name in {**one, **other}}


def _same(what: str, one: Any, other: Any, blank: object = None) -> Any:
    """Return the value on which `one` and `other` agree, or the only value given.

    Raises Refused if both are given and differ.
    """
    if one in (blank, other, "", None):
        return other
    alike = isinstance(one, str) and isinstance(other, str) and fold(one) == fold(other)
    if other not in (blank, "", None) and not alike:
        text = Message("The files differ in `{field}`: “{one}” and “{other}”.")
        raise Refused("contradiction", text.of({"field": what, "one": shown(one), "other": shown(other)}))
    return one


def _one_row_each(rows: Iterable[Row], key: Sequence[str], problems: list[ImportProblem]) -> Iterable[Row]:
    """Return the rows, merging rows about the same person or result.

    Two results with the same key in one file stay separate.
    """
    made: dict[object, Row] = {}
    occurrences: Counter[object] = Counter()
    for row in rows:
        file = str(row.get(ALSO, "")).partition(":")[0]
        name = tuple(row.get(part) for part in key)
        occurrences[file, name] += key != PERSON
        number = *name, occurrences[file, name]
        try:
            also = {ALSO: made[number][ALSO]} if ALSO in made.get(number, {}) else {}
            made[number] = _row(made.get(number, {}), row | also)
        except Refused as fault:
            problems.append(fault.at(f"{row.get(ALSO, '')} {shown(row['player'])}".strip()))
    return made.values()


def _one_each(boards: Iterable[Board], round: str, problems: list[ImportProblem]) -> Iterable[Board]:
    """Yield the first board with each name, and add a problem for every further board with the same name.

    Before the names are compared, boards without a round are given the round `round`.
    """
    named: set[tuple[str, str]] = set()
    for board in boards:
        board.round = board.round or round
        if board.name in named:
            text = Message("Another file already has board {board} of round {round}.")
            names = {"round": shown(board.round), "board": shown(board.board)}
            problems.append(ImportProblem("same_board", board.place, text.of(names)))
        else:
            named.add(board.name)
            yield board
