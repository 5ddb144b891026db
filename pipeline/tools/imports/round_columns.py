"""Sheets that repeat columns for each round.

The round is named in each header, as in `R1 power` or `Centres 2`, or in the row above the headers.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pipeline.tools.imports.meanings import numbered
from schemas.words import fold, round_number, vocabulary

MOST_ROUNDS = 99
LONGEST_HEADER = 60  # maximum length of a header that is split into a field and a round
TOKENS = re.compile(r"\d+|[^\W\d_]+")
OF_ALL_ROUNDS = {
    "player",
    "power",
    "board",
}  # fields whose header may lack a number; other columns without one are left out
OTHER_WORDS = {"m"}  # words for a round that `round_number` does not know, as in M1


class Of(NamedTuple):
    """A column's meaning: a field of the `boards` sheet, and a round.

    field  "" if the header names a round and nothing else
    round  "" if the column applies to all rounds
    """

    field: str
    round: str


def of_a_round(text: str) -> Of | None:
    """Return the field and round in a header such as `R1 power` or `Game 3`, or None if the header names no round."""
    tokens = TOKENS.findall(fold(text[:LONGEST_HEADER]))
    numbers = [token for token in tokens if token.isdecimal()]
    if len(numbers) != 1 or not 0 < int(numbers[0]) <= MOST_ROUNDS:
        return None
    for size in range(len(tokens) - 1, -1, -1):  # tries the longest field first
        for start in range(len(tokens) - size + 1 if size else 1):
            field = _fields().get(" ".join(tokens[start : start + size])) if size else ""
            rest = tokens[:start] + tokens[start + size :]
            if field is not None and _names_a_round(rest, with_field=bool(field)):
                return Of(field, str(int(numbers[0])))
    return None


@cache
def _fields() -> dict[str, str]:
    """Return the fields of the `boards` sheet except the round, keyed by the words of their headers."""
    words = vocabulary("boards").items()
    return {" ".join(TOKENS.findall(word)): name for word, name in words if name != "round"}


def _names_a_round(tokens: Sequence[str], *, with_field: bool) -> bool:
    """Return whether words name a round, such as `1`, `round 1` or `r 1`.

    If the header also names a field, `game 1` counts as a round too, as in `game 1 power`.
    """
    games = {token for token in tokens if with_field and _fields().get(token) == "board"}
    return round_number(" ".join(token for token in tokens if token not in games | OTHER_WORDS)) is not None


def columns(rows: Sequence[Sequence[str]], header: int) -> dict[int, Of]:
    """Return the meaning of each column, keyed by the column's number. Columns without a meaning are left out.

    The round of a column is named in its header or in the row above.
    """
    above = rounds_above(rows, header)
    meanings: dict[int, Of] = {}
    for column, text in enumerate(rows[header]):
        field = vocabulary("boards").get(fold(text), "")
        of = of_a_round(text) or (Of(field, above.get(column, "")) if field not in ("", "round") else None)
        if of:
            meanings[column] = of
    players = [column for column, of in meanings.items() if of.field == "player"]
    if len(players) == 1:
        meanings[players[0]] = Of("player", "")
    return {column: of for column, of in _with_the_first(meanings).items() if of.round or of.field in OF_ALL_ROUNDS}


def _with_the_first(meanings: Mapping[int, Of]) -> dict[int, Of]:
    """Return the columns, with round 1 filled in where it is missing.

    If a field has a column for round 2 but none for round 1, its column without a number is read as round 1.
    """
    rounds: dict[str, set[str]] = {}
    for field, round in meanings.values():
        rounds.setdefault(field, set()).add(round)
    first = {field for field, of in rounds.items() if "2" in of and "1" not in of}
    return {column: Of(of.field, of.round or ("1" if of.field in first else "")) for column, of in meanings.items()}


def rounds_above(rows: Sequence[Sequence[str]], header: int) -> dict[int, str]:
    """Return each column's round, as named in the row above the headers.

    Each name also covers the columns to its right, up to the next name. The result is empty if the row names fewer than
    two rounds.
    """
    if not header:
        return {}
    rounds, round = {}, ""
    for column, text in enumerate(rows[header - 1]):
        if text.strip():
            named = of_a_round(text)
            round = named.round if named and not named.field else numbered("round", text[:LONGEST_HEADER])
        rounds[column] = round
    width = len(rows[header])
    rounds |= dict.fromkeys(range(len(rows[header - 1]), width), round)
    return {column: name for column, name in rounds.items() if name} if len({*rounds.values()} - {""}) > 1 else {}


def has_powers_by_round(rows: Sequence[Sequence[str]], header: int) -> bool:
    """Return whether a column for the power or the player is repeated for each round."""
    return any(of.field in ("player", "power") and of.round for of in columns(rows, header).values())
