"""Games saved from webDiplomacy, with the centres of each phase in `history.json` and the players in `game.json`."""

import re
from collections.abc import Iterator

from pipeline.tools.imports.imported import Board, Counts, Imported, counts, holds, name_of, number, part
from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.problems import Refused, shown
from schemas.messages import Name, say
from schemas.words import FIRST_YEAR

TITLE = say("games saved from webDiplomacy")
USED = {"phases", "members", "gameID", "variantID", "gameOver", "turn", "phase"}
COUNTRIES = (
    "",
    "England",
    "France",
    "Italy",
    "Germany",
    "Austria",
    "Turkey",
    "Russia",
)  # by countryID from 1; 0 is nobody
STANDARD = 1  # variantID of the standard map
WHAT = re.compile(r"[ ._-]*(history|game|status)[ ._-]*", re.IGNORECASE)  # parts of a file's name that name no game
AFTER_AN_AUTUMN = ("Builds", "Finished")
MOST_TURNS, MOST_TERRITORIES = 400, 9999


def recognises(document: Document) -> bool:
    """Return whether a document has phases with a turn, or members with a country."""
    content = document.content
    if document.kind != "json" or not isinstance(content, dict):
        return False
    phases, members = content.get("phases"), content.get("members")
    return holds(phases, "turn") or holds(members, "countryID")


def read(document: Document, imported: Imported) -> None:
    """Add the game to `imported`, or the part of the game that the document contains.

    Raises Refused if the file is invalid or the game is on another map.
    """
    content, path = document.content, document.path
    if content.get("variantID", STANDARD) not in (STANDARD, str(STANDARD)):
        raise Refused(
            "other_map",
            say("This game uses variant {number}, not the standard map.", number=shown(content["variantID"])),
        )
    name = WHAT.sub("", path.stem) or path.resolve().parent.name
    game = str(shown(content.get("gameID", f"{path.resolve().parent.name}/{name}")))
    board = Board(document.place, f"{name} {document.part}".strip(), key=("webDiplomacy", game, document.part))
    phases = part(content, "phases", list, optional=True) or []
    for after, phase in _autumns(phases):
        board.chart[after] = _counts(part(phase, "centers", list))
    for member in part(content, "members", list, optional=True) or []:
        user = member.get("user", member.get("username")) if isinstance(member, dict) else None
        country = COUNTRIES[number(member, "countryID", 1, 7)]
        if country in board.players:
            raise Refused("twice", say("{power} appears twice here.", power=Name("power", country)))
        board.players[country] = name_of(user.get("username") if isinstance(user, dict) else user)
    board.going_on = content.get("gameOver") == "No" or not (
        content.get("gameOver") or "Finished" in (content.get("phase"), phases[-1].get("phase") if phases else "")
    )
    imported.boards.append(board)
    imported.aside.update({*content} - USED)


def _autumns(phases: list[object]) -> Iterator[tuple[int, object]]:
    """Yield (year, phase) for each phase that shows the centres after an autumn.

    These are the build phase, the last phase of a game that ends in an autumn, and all phases of the next spring.
    """
    for phase in phases:
        turn = number(phase, "turn", 0, MOST_TURNS)
        year, autumn = FIRST_YEAR + turn // 2, turn % 2
        if autumn and part(phase, "phase", str) in AFTER_AN_AUTUMN:
            yield year, phase
        elif not autumn and turn:
            yield year - 1, phase


def _counts(listed: list[object]) -> Counts:
    """Return the number of centres that each power owns. Raises Refused if a territory is invalid or repeated."""
    owned = dict.fromkeys(COUNTRIES, 0)
    territories = set()
    for centre in listed:
        territory = number(centre, "terrID", 0, MOST_TERRITORIES)
        if territory in territories:
            raise Refused("twice", say("“{name}” appears more than once.", name=f"terrID {territory}"))
        territories.add(territory)
        owned[COUNTRIES[number(centre, "countryID", 0, 7)]] += 1
    return counts(owned)
