"""Games saved as JSON by the Python package `diplomacy`, one per file or line.

They give the centres in each phase but no players.
"""

import re
from collections.abc import Iterator

from pipeline.tools.imports.imported import Board, Imported, Row, holds, owners, part, year
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import ImportProblem, Refused, shown, wrong
from schemas.messages import say
from schemas.words import FIRST_YEAR

TITLE = say("games saved by the Python package diplomacy")
USED = {"map", "phases"}
PHASE = re.compile(r"([SFW])(\d{4})[MRA]")  # S1901M: spring, movement
COMPLETED = "COMPLETED"
STANDARD = "standard"


def recognises(document: Document) -> bool:
    """Return whether a document is a saved game.

    A saved game has phases, and either a map or a state in its first phase.
    """
    content = document.content
    if document.kind != "json" or not isinstance(content, dict) or "phases" not in content:
        return False
    return "map" in content or holds(content["phases"], "state")


def read(document: Document, imported: Imported) -> None:
    """Add the game to `imported`. Raises Refused if the game is invalid.

    The centres after an autumn are given in the next winter or spring phase. The first spring is read too, because its
    centres show whether the map is the standard one.
    """
    board = Board(document.place, document.title, going_on=True)
    phases = part(document.content, "phases", list)
    for phase, after in _autumns(phases):
        owned = owners(part(part(phase, "state", dict), "centers", dict))
        if after >= FIRST_YEAR:
            board.chart[year(after, "name")] = owned
    if not phases:
        raise Refused("wrong_value", say("`{field}` is empty.", field="phases"))
    board.going_on = part(phases[-1], "name", str) != COMPLETED
    board.game = _variant(part(document.content, "map", str, optional=True) or STANDARD)
    for name in board.game.values():
        imported.problems.append(
            ImportProblem("variant", document.place, say("This game uses the map {map}.", map=name))
        )
    imported.boards.append(board)
    imported.aside.update({*document.content} - USED)


def _autumns(phases: list[object]) -> Iterator[tuple[object, int]]:
    """Yield each phase that records the centres after an autumn, with the year of that autumn.

    Several phases may record the centres for the same year, and the last of them counts.
    """
    season, at = "", 0
    for phase in phases:
        name = part(phase, "name", str)
        match = PHASE.fullmatch(name)
        if match:
            season, at = match[1], int(match[2])
            if season != "F":
                yield phase, at - (season == "S")
        elif name == COMPLETED and season in ("F", "W"):
            yield phase, at
        elif name != COMPLETED:
            raise wrong(name, say("the name of a phase, such as `{phase}`", phase="S1901M"))


def _variant(name: str) -> Row:
    """Return the cells of the `games` sheet that name the map, or {} for the standard map."""
    return {} if name.casefold() == STANDARD else {"variant": str(shown(name))}
