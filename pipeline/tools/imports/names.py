"""Sheets with a column for first names and one for family names: read with one column of players."""

from collections.abc import Sequence

from pipeline.tools.imports.opening import Document
from pipeline.tools.imports.seats import HEADER_ROWS
from schemas.words import fold

FIRST = {"first name", "first names", "given name", "forename", "nome", "prenom", "vorname"}
FAMILY = {"name", "last name", "surname", "family name", "cognome", "nom", "nom de famille", "nachname", "familienname"}
NAMESAKE = "homonyme"  # a number from 2 on, as the World Diplomacy Database has it
PLAYER = "player"  # the header of the whole names


def with_whole_names(document: Document) -> Document:
    """Return a sheet with `Anna` and `Rossi` in one column; any other document as it is."""
    if document.kind != "sheet":
        return document
    for number, row in enumerate(document.content[:HEADER_ROWS]):
        heads = [fold(text) for text in row]
        first = next((column for column, text in enumerate(heads) if text in FIRST), None)
        family = next((column for column, text in enumerate(heads) if text in FAMILY), None)
        if first is not None and family is not None:
            namesake = heads.index(NAMESAKE) if NAMESAKE in heads else None
            below = [_whole(line, first, family, namesake) for line in document.content[number + 1 :]]
            header = [
                PLAYER if at == family else "" if at in (first, namesake) else text for at, text in enumerate(row)
            ]
            return document._replace(content=[*document.content[:number], header, *below])
    return document


def _whole(row: Sequence[str], first: int, family: int, namesake: int | None) -> list[str]:
    """A row with the whole name in the column of the family names."""
    cells = [*row, *[""] * (max(first, family, namesake or 0) + 1 - len(row))]
    name = f"{cells[first].strip()} {cells[family].strip()}".strip()
    number = cells[namesake].strip() if namesake is not None else ""
    cells[family] = f"{name} ({number})" if name and number not in ("", "0", "1") else name
    return cells
