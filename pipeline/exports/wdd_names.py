"""Names as in the World Diplomacy Database: first name, family name, and a number that distinguishes namesakes."""

import re
from typing import NamedTuple

NAMESAKE = re.compile(r"(.+?)\s*\((\d{1,2})\)")


class Person(NamedTuple):
    """A person's name in three parts."""

    first_name: str
    name: str
    homonyme: int


def person(player: str) -> Person:
    """Split a player's name into its three parts.

    `Mario De Rossi (2)` becomes Mario, De Rossi, 2. `Rossi, Mario` becomes Mario, Rossi, 1.
    """
    namesake = NAMESAKE.fullmatch(player)
    player, number = (namesake[1], int(namesake[2])) if namesake else (player, 1)
    last, comma, first = player.partition(", ")
    if not comma:
        first, _, last = player.rpartition(" ") if player.count(" ") == 0 else player.partition(" ")
    return Person(first, last, number)


def together(person: Person) -> str:
    """Return the full name that another program would form from the three parts of a name."""
    name = f"{person.first_name} {person.name}".strip()
    return f"{name} ({person.homonyme})" if person.homonyme > 1 else name
