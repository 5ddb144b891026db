"""Sheets with a row a seat, headed in the words of our sheets: power, player, years or final centres."""

from collections.abc import Sequence

from pipeline.tools.imports.cells import note_column
from pipeline.tools.imports.found import (
    LONGEST_NAME,
    Board,
    Found,
    Row,
    centres,
    figure,
    name_of,
    power_of,
    remark,
    whole,
    year,
)
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, shown
from pipeline.tools.imports.seats import HEADER_ROWS, Line, Seat, add_boards, lines_of
from schemas.fields import game_year
from schemas.messages import Name, say
from schemas.words import TOTAL, fold, vocabulary

TITLE = say("sheets with a row a seat")
NEEDED = {"power", "player"}
OF_A_BOARD = ("round", "board")
OF_THE_GAME = ("result", "winners", "variant")


def recognises(document: Document) -> bool:
    """A header with power, player, and centres or a score."""
    return document.kind == "sheet" and _header(document) is not None


def read(document: Document, found: Found) -> None:
    """Add the boards. Raises Refused."""
    header = _header(document) or 0
    texts = [text for text in document.content[header] if _field(text)]
    fields = {text: _field(text) for text in texts}
    for text, name in fields.items():
        of = "games" if name in OF_THE_GAME else "boards"
        note_column(
            found,
            document,
            header + 1,
            text,
            say("the centres after {year}", year=name) if name.isdecimal() else Name(of, name),
        )
    lines = [
        Line(line.place, {fields[text]: cell for text, cell in line.cells.items()})
        for line in lines_of(document, header, texts, found)
    ]
    above: dict[str, str] = {}
    for line in lines:  # a round and a board that are typed once, or stand in merged cells
        if line.cells.get("round", above.get("round")) != above.get("round"):
            above = {}
        above |= {name: text for name, text in line.cells.items() if name in OF_A_BOARD}
        line.cells.update(above)
    seats = [line for line in lines if vocabulary("power").get(fold(line.cells.get("power", ""))) != TOTAL]
    add_boards(
        seats,
        lambda line: (line.cells.get("round", ""), line.cells.get("board", document.title)),
        _seat,
        found,
        game=_game,
    )


def _header(document: Document) -> int | None:
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        fields = {_field(text) for text in row}
        if fields >= NEEDED and (fields & {"final", "score"} or any(name.isdecimal() for name in fields)):
            return number
    return None


def _field(text: str) -> str:
    """The field that a header means; empty for none."""
    if game_year(text):
        return game_year(text)
    name = vocabulary("boards").get(fold(text), "")
    games = vocabulary("games").get(fold(text), "")
    return name or (games if games in OF_THE_GAME else "")


def _seat(line: Line) -> Seat:
    """A row's seat: every cell checked. Raises Refused."""
    cells = line.cells
    made: Row = {}
    for name in ("final", "nmr orders", "nmr adjustments"):
        made[name] = centres(cells[name], name) if name in cells else None
    for name in ("score", "penalty"):
        made[name] = figure(cells[name], name) if name in cells else None
    made["eliminated"] = year(cells["eliminated"], "eliminated") if "eliminated" in cells else None
    made["place"] = whole(cells["place"].rstrip("="), "place", 1, 7) if "place" in cells else None
    made["note"] = remark(cells.get("note")) or None
    made["scored"] = cells.get("scored") if vocabulary("answer").get(fold(cells.get("scored", ""))) else None
    charted = {int(name): centres(text, name) for name, text in cells.items() if name.isdecimal()}
    return Seat(
        power_of(cells.get("power")), name_of(cells.get("player", "")) if "player" in cells else "", charted, made
    )


def _game(board: Board, lines: Sequence[Line]) -> Row:
    """What the rows say of the game, all of them the same. Raises Refused."""
    made: Row = {}
    for name in OF_THE_GAME:
        texts = sorted({line.cells[name] for line in lines if name in line.cells})
        if len(texts) > 1:
            raise Refused("contradiction", shown(", ".join(texts)))
        if texts:
            made[name] = texts[0][:LONGEST_NAME]
    if vocabulary("result").get(fold(str(made.get("result", "")))) is None:
        made.pop("result", None)
    return made
