"""Sheets with one row per player. Each round has a score, or a power with its centres. Totals are left out.

A score may have a power, a board and a place beside it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from pipeline.read.sheet_rows import is_total, sums_up
from pipeline.tools.imports.imported import Imported, Row, name_of, typed
from pipeline.tools.imports.meanings import NOT_THERE, note_column, numbered
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, missing, shown
from pipeline.tools.imports.round_columns import Of, columns, rounds_above
from pipeline.tools.imports.seat_rows import OF_PEOPLE, add_people, may_be_a_country, of_people, read_cell, seat_of
from pipeline.tools.imports.seats import (
    HEADER_ROWS,
    Line,
    Total,
    add_boards,
    below,
    cell_of,
    check_totals,
    leave_aside_above,
    lines_below,
)
from schemas.messages import Message, Name, Text, say
from schemas.words import POWERS, fold, vocabulary

TITLE = say("sheets with one row per player")
SHORT = "r|t|m"  # as in R1, T1, M1
WORD_AND_NUMBER = 20  # maximum length of a header that names only a round
ROUND_OF = ":"  # separates field and round in the key of a column
OF_BOARDS = {"final", "eliminated"}  # a round with one of these fields has boards, any other only scores
OF_A_RESULT = ("score", "power", "board", "place")
OF_RESULTS = {"", "player", *OF_A_RESULT, *OF_PEOPLE}

Columns = Mapping[int, Of]


def recognises(document: Document) -> bool:
    """Return whether a sheet has a header with players and rounds."""
    return document.kind == "sheet" and _header(document) is not None


def read(document: Document, imported: Imported) -> None:
    """Add the boards or results of each round. An invalid board or result is reported as a problem.

    Raises Refused if a column cannot be understood, or if a power appears twice in a round that names no boards.
    """
    header = _header(document) or 0
    of = _used(document, header, _columns(document, header))
    for column, each in of.items():
        note_column(imported, document, header + 1, document.content[header][column], _meaning(each))
    named_above = rounds_above(document.content, header)
    leave_aside_above(document, header, [header - 1] if named_above else [], imported)
    names = {column: ROUND_OF.join(each) for column, each in of.items()}
    lines = lines_below(document, header, names, imported, read=_read, is_blank=_is_blank)
    results: list[Line] = []
    for round, fields in [(round, fields) for round, fields in _by_round(of).items() if round]:
        rows = [*_of_round(lines, round, imported)]
        if fields & OF_BOARDS:
            _add_boards(document, rows, imported)
        else:
            results += rows
    order = {line.place: number for number, line in enumerate(lines)}
    _add_results(sorted(results, key=lambda line: order[line.place]), imported)
    add_people([*_of_round(lines, "", imported)], imported)
    check_totals(_totals(document, header, of), imported)


def _header(document: Document) -> int | None:
    """Return the number of the first row with headers for players and for a round, or None if there is no such row."""
    for number in range(min(HEADER_ROWS, len(document.content))):
        of = _columns(document, number).values()
        if any(each.field == "player" for each in of) and any(each.round for each in of):
            return number
    return None


def _columns(document: Document, header: int) -> dict[int, Of]:
    """Return each column's meaning.

    For example, `Round 2 (Friday)` is a round, and `Country` beside `R1 power` is the player's country.
    """
    row = document.content[header]
    meanings = columns(document.content, header)
    by_round = {each.field for each in meanings.values() if each.round}
    for column, text in enumerate(row):
        each = meanings.get(column)
        if each is None and vocabulary("results").get(fold(text)) == "player":
            meanings[column] = Of("player", "")
        elif each == Of("power", "") and "power" in by_round and may_be_a_country(text):
            meanings[column] = Of("country", "")
        elif each is None and (fact := of_people(text)):
            meanings[column] = Of(fact, "")
        elif each is None and len(text) <= WORD_AND_NUMBER and (round := numbered("round", text, SHORT)):
            meanings[column] = Of("", round)
    return meanings


def _used(document: Document, header: int, of: Columns) -> dict[int, Of]:
    """Return the columns to read.

    A column whose header is only the name of a round is read as that round's scores.

    Raises Refused if the header of a column is unclear, or if a column that a round needs is missing.
    """
    rounds = _by_round(of)
    kinds = {round: _kind(fields | rounds.get("", set()) & {"power"}) for round, fields in rounds.items() if round}
    of_all = "boards" if "boards" in kinds.values() else "results"
    used = {}
    for column, each in of.items():
        lacking = _lacking(each, rounds, kinds)
        if lacking and not each.field and not any(below(document, header, column)):
            continue  # a column that only names its round
        if lacking:
            message, hint = (text.of({"header": shown(document.content[header][column])}) for text in lacking)
            raise Refused("wrong_value", message, hint, cell_of(document, header, column))
        if kinds.get(each.round, of_all) == "boards" or (each.field in OF_RESULTS and each != Of("power", "")):
            used[column] = Of(each.field or "score", each.round)
    return used


def _by_round(of: Columns) -> dict[str, set[str]]:
    """Return the fields that have a column, keyed by the column's round. The round "" stands for all rounds."""
    rounds: dict[str, set[str]] = {}
    for field, round in of.values():
        rounds.setdefault(round, set()).add(field)
    return rounds


def _lacking(each: Of, rounds: Mapping[str, set[str]], kinds: Mapping[str, str]) -> tuple[Message, Message] | None:
    """Return a message that says what is wrong with a column, and a hint.

    The result is None if the column is understood.
    """
    common, fields = rounds.get("", set()), rounds[each.round]
    if not each.field and fields & {"power", "score", *OF_BOARDS}:
        return (
            Message("The header `{header}` does not say what the column contains."),
            Message("Say in the header whether the column contains the power, the centres or the score."),
        )
    if not each.round:
        twice = any(each.field in of_a_round for round, of_a_round in rounds.items() if round)
        no_round = Message("The header `{header}` does not name a round, but similar headers do.")
        return (no_round, Message("Add the round to the header.")) if twice else None
    if not kinds[each.round]:
        return (
            Message("The round in `{header}` has no score, and the power or the centres are missing."),
            Message("Add columns for this round: either the power and the centres, or the score."),
        )
    same_game = common >= {"power", "player"} and len(kinds) > 1 and kinds[each.round] == "boards"
    same_power = Message("The round in `{header}` has no column for the power.")
    return (same_power, Message("Add a power column for each round.")) if same_game else None


def _kind(fields: Collection[str]) -> str:
    """Return `boards` if a round with these fields has boards, `results` if it has only results, and "" otherwise."""
    if "power" in fields and OF_BOARDS & {*fields}:
        return "boards"
    return "results" if {"score", ""} & {*fields} else ""


def _of_round(lines: Sequence[Line], round: str, imported: Imported) -> Iterator[Line]:
    """Yield each player's line, with the cells of a round and those that apply to all rounds.

    If `round` is "", only the cells that apply to all rounds are included. Totals, lines without a player, and lines
    that are blank in the round are skipped.
    """
    for line in lines:
        of = {name: name.partition(ROUND_OF) for name in line.cells}
        names = {field: name for name, (field, _, number) in of.items() if number in ("", round)}
        cells = {field: line.cells[name] for field, name in names.items()}
        of_this_round = [text for name, text in line.cells.items() if round and of[name][2] == round]
        if round and all(text in NOT_THERE for text in of_this_round):
            continue
        if not cells.get("player") or sums_up(cells["player"]):
            imported.aside.update([line.place] if round else [])
        else:
            places = {field: line.places[name] for field, name in names.items()}
            yield Line(line.place, cells | ({"round": round} if round else {}), places)


def _add_boards(document: Document, rows: Sequence[Line], imported: Imported) -> None:
    """Add the boards of a round. Rows that name no board are combined into one board.

    Raises Refused if a power appears twice in these rows.
    """
    of_one = [line for line in rows if "board" not in line.cells]
    powers = Counter(vocabulary("power").get(fold(line.cells.get("power", "")), "") for line in of_one)
    if repeated := [power for power in POWERS if powers[power] > 1]:
        round, power = of_one[0].cells["round"], Name("power", repeated[0])
        message = say("{power} appears twice in round {round}.", power=power, round=round)
        hint = say("Add a column with the boards for round {round}.", round=round)
        seats = [line for line in of_one if vocabulary("power").get(fold(line.cells.get("power", ""))) == repeated[0]]
        raise Refused("twice", message, hint, seats[1].places["power"])
    add_boards(rows, lambda line: (line.cells["round"], line.cells.get("board", document.title)), seat_of, imported)


def _add_results(rows: Sequence[Line], imported: Imported) -> None:
    """Add one result per row. A row with an invalid cell is reported as a problem."""
    for line in rows:
        try:
            row: Row = {"player": name_of(line.cells["player"]), "round": typed(line.cells["round"])}
            for name in [name for name in OF_A_RESULT if line.cells.get(name, "") not in NOT_THERE]:
                row[name] = read_cell(line.cells[name], name)
            if "score" not in row:
                raise missing(Name("boards", "score"))
        except Refused as fault:
            imported.problems.append(fault.at(line.place))
        else:
            imported.results.append(row | {"imported from": line.place})


def _totals(document: Document, header: int, of: Columns) -> Iterator[Total]:
    """Yield the totals as entered: each player's over all rounds, and each round's over all players."""
    rows = document.content
    player = next(column for column, each in of.items() if each.field == "player")
    kind = "score" if any(each.field == "score" for each in of.values()) else "final"
    figures = [column for column, each in of.items() if each.field == kind and each.round]
    of_scores = [column for column, text in enumerate(rows[header]) if column not in of and is_total(text)]
    totals = of_scores if kind == "score" else []
    above: dict[int, list[str]] = {column: [] for column in figures}
    for number, row in enumerate(rows[header + 1 :], header + 1):
        typed = {column: row[column] for column in (*figures, *totals) if column < len(row)}
        called = row[player] if player < len(row) else ""
        if is_total(called):
            yield from (
                Total(cell_of(document, number, column), typed.get(column, ""), above[column]) for column in figures
            )
        elif called.strip() and not sums_up(called):
            for column in figures:
                above[column].append(typed.get(column, ""))
            parts = [typed.get(column, "") for column in figures]
            yield from (Total(cell_of(document, number, column), typed.get(column, ""), parts) for column in totals)


def _meaning(of: Of) -> Text:
    """Return the meaning of a column in words, for the preview."""
    if not of.round:
        return Name("players" if of.field in OF_PEOPLE else "boards", of.field)
    return say("{field} in round {round}", field=Name("boards", of.field), round=of.round)


def _read(text: str, name: str) -> object:
    """Return the value of a cell. Raises Refused if the text is invalid."""
    field = name.partition(ROUND_OF)[0]
    return name_of(text) if field == "player" else read_cell(text, field)


def _is_blank(text: str, name: str) -> bool:
    """Return whether a cell counts as blank. In a column of scores or powers, a dash or a slash counts as blank too."""
    return text in NOT_THERE if name.partition(ROUND_OF)[0] in ("score", "power") else not text
