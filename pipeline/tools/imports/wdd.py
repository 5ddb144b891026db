"""CSV tables of boards with one row per seat, using the columns and codes of the World Diplomacy Database."""

from collections.abc import Sequence
from functools import partial

from pipeline.tools.imports.imported import MOST_PLACE, Board, Imported, Row, centres, figure, name_of, power_of, whole
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, missing
from pipeline.tools.imports.seats import Line, Seat, add_boards, header_of, lines_of
from schemas.messages import say
from schemas.words import FIRST_YEAR, POWERS, SOLO_CENTRES, WDD_CODES

TITLE = say("boards from the World Diplomacy Database")
REQUIRED = ("FIRST NAME", "NAME", "ROUND", "BOARD", "COUNTRY")
POWER_OF = {code: power for power, code in WDD_CODES.items()}
OTHERS = ("HOMONYME", "RANK", "EXAEQUO", "SCORE", "NB_CENTRE", "YEAR_ELIMINATION", "DRAW")
CENTRES_OF = {f"CT_{number:02}": FIRST_YEAR - 1 + number for number in range(1, 21)}
ALONE = 1  # value of DRAW for the soloist


def recognises(document: Document) -> bool:
    """Return whether a document is a table with the required headers."""
    return header_of(document, REQUIRED) is not None


def read(document: Document, imported: Imported) -> None:
    """Add the boards of the document to `imported`. Raises Refused if a row names no board."""
    columns = (*REQUIRED, *OTHERS, *CENTRES_OF)
    lines = lines_of(document, header_of(document, REQUIRED) or 0, columns, imported)
    add_boards(lines, _name, _seat, imported, game=_game)


def _name(line: Line) -> tuple[str, str]:
    if lacking := [name for name in ("ROUND", "BOARD") if name not in line.cells]:
        raise missing(lacking[0])
    return line.cells["ROUND"], line.cells["BOARD"]


def _seat(line: Line) -> Seat:
    cells = line.cells
    number = partial(_whole, cells)
    out, score = number("YEAR_ELIMINATION", 0, 100), cells.get("SCORE")
    return Seat(
        _power(line),
        _player(cells),
        {year: centres(cells[name], name) for name, year in CENTRES_OF.items() if name in cells},
        {
            "final": number("NB_CENTRE", 0, 34),
            "eliminated": FIRST_YEAR - 1 + out if out else None,
            "place": number("RANK", 1, MOST_PLACE),
            "score": None if score is None else figure(score, "SCORE"),
        },
    )


def _power(line: Line) -> str:
    code = line.cells.get("COUNTRY", "")
    return POWER_OF.get(code.upper()) or power_of(code)


def _whole(cells: dict[str, str], name: str, least: int, most: int) -> int | None:
    return whole(cells[name], name, least, most) if name in cells else None


def _player(cells: dict[str, str]) -> str:
    """Return the first name and the family name, followed by `(2)` for the second person of that name, and so on."""
    name = name_of(f"{cells.get('FIRST NAME', '')} {cells.get('NAME', '')}")
    number = _whole(cells, "HOMONYME", 0, MOST_PLACE) or 1
    return f"{name} ({number})" if number > 1 else name


def _game(board: Board, lines: Sequence[Line]) -> Row:
    """Return the cells of the `games` sheet that say how the game ended.

    DRAW is 1 for a soloist, 0 for a power outside a draw, and otherwise the number of powers that share the draw.
    """
    sizes = {_power(line): _whole(line.cells, "DRAW", 0, len(POWERS)) for line in lines}
    winners = sorted(power for power, size in sizes.items() if size)
    if not winners:
        return {}
    if {sizes[power] for power in winners} != {len(winners)}:
        raise Refused("wrong_value", say("`DRAW` is not the number of powers in the draw."))
    last = max(board.chart, default=None)
    number = POWERS.index(winners[0])
    at_the_end = board.chart[last][number] if last else board.seats.get(winners[0], {}).get("final")
    if len(winners) > ALONE:
        return {"result": "draw", "winners": winners}
    solo = isinstance(at_the_end, int) and at_the_end >= SOLO_CENTRES
    return {"result": "solo" if solo else "concession", "winners": winners}
