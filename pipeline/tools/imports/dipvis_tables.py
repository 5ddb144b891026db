"""CSV tables of dipvis: the lists of players that it reads, and the board calls that it writes.

Players' preferences are not imported.
"""

from pipeline.tools.imports.imported import Imported, fact_of, name_of, power_of
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import missing
from pipeline.tools.imports.seats import Line, Seat, add_boards, header_of, lines_of
from schemas.messages import say

TITLE = say("dipvis tables")
CALL = ("Round", "Board", "Power", "Player Name", "Player Id")
NAMES = ("First Name", "Last Name")
BESIDE = ("Email Address", "WDD Id", "Preferences")  # a list of people has at least one of these columns
IDS = {"WDD Id": "wdd id", "Backstabbr Username": "backstabbr"}


def recognises(document: Document) -> bool:
    """Return whether a document is a board call or a list of people."""
    return header_of(document, CALL) is not None or any(
        header_of(document, (*NAMES, column)) is not None for column in BESIDE
    )


def read(document: Document, imported: Imported) -> None:
    """Add the seats in a board call, or the people on a list, to `imported`.

    A board with an invalid row is reported as a problem. Raises Refused if a row does not name its board, if the name
    of a person on a list is invalid, or if two columns with the same header differ.
    """
    if (header := header_of(document, CALL)) is not None:
        add_boards(lines_of(document, header, CALL, imported), _name, _seat, imported, key="dipvis")
        return
    lines = lines_of(document, header_of(document, NAMES) or 0, (*NAMES, *IDS), imported)
    for line in lines:
        name = name_of(" ".join(line.cells.get(column, "") for column in NAMES))
        ids = {IDS[column]: (text, line.places[column]) for column, text in line.cells.items() if column in IDS}
        facts = {fact: fact_of(text, fact, place, imported) for fact, (text, place) in ids.items()}
        imported.players.append({"player": name, **{fact: text for fact, text in facts.items() if text}})


def _name(line: Line) -> tuple[str, str]:
    if lacking := [name for name in CALL[:3] if name not in line.cells]:
        raise missing(lacking[0])
    return line.cells["Round"], line.cells["Board"]


def _seat(line: Line) -> Seat:
    return Seat(power_of(line.cells["Power"]), name_of(line.cells.get("Player Name")), {}, {})
